/* Every field of an answer is checked: each single change is rejected or reported as not checked. Covers every game and
 * example, and the other forms of answers. */
#include <cmocka.h>

#include "core/run.h"

#include <stdlib.h>
#include <string.h>

struct fixture {
    struct comb_context *context;
    struct comb_job *job;
    struct comb_params solve_params; /* of the solver */
    struct comb_params params;
    struct comb_board *board;
    unsigned changes;
    unsigned rejected;
};

static void open_fixture(struct fixture *fixture, const struct comb_game *game, const char *input,
                         const char *const *options)
{
    struct comb_error err = {0};
    *fixture = (struct fixture){0};
    assert_int_equal(comb_context_new(&fixture->context, &err), COMB_OK);
    assert_int_equal(
        comb_job_new(&fixture->job, &(struct comb_job_setup){.context = fixture->context, .threads = 1}, &err),
        COMB_OK);
    for (; options && *options; options += 2)
        assert_int_equal(
            comb_params_set(&fixture->solve_params, comb_option_find(game->options, options[0]), options[1], &err),
            COMB_OK);
    assert_int_equal(comb_params_defaults(&fixture->solve_params, game->options, &err), COMB_OK);
    assert_int_equal(comb_params_defaults(&fixture->params, game->options, &err), COMB_OK);
    if (comb_board_open(&fixture->board, game, input, strlen(input), fixture->job, &fixture->params, &err) != COMB_OK)
        fail_msg("%s: %s", input, err.message);
}

static void close_fixture(struct fixture *fixture)
{
    comb_board_free(fixture->board);
    comb_params_free(&fixture->solve_params);
    comb_params_free(&fixture->params);
    comb_job_free(fixture->job);
    comb_context_free(fixture->context);
}

static json_t *solve(struct fixture *fixture)
{
    struct comb_error err = {0};
    json_t *answer;
    int code = comb_run_solve(&answer, fixture->board, fixture->job, &fixture->solve_params, &err);
    if (code != COMB_OK && code != COMB_NO)
        fail_msg("%s", err.message);
    return answer;
}

static int check(json_t **verdict, const struct fixture *fixture, json_t *answer)
{
    struct comb_error err = {0};
    return comb_run_check_answer(verdict, fixture->board, answer, fixture->job, &fixture->params, &err);
}

static bool list_contains(const json_t *list, const char *text)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (strcmp(json_string_value(json_array_get(list, i)), text) == 0)
            return true;
    return false;
}

/* Expects the change to be rejected, or `path` to be reported. If a change empties a list, the list itself may be
 * reported. */
static void expect_noticed(struct fixture *fixture, json_t *root, const char *path, const char *how)
{
    json_t *verdict;
    int code = check(&verdict, fixture, root);
    const json_t *not_checked = json_object_get(verdict, "not_checked");
    bool listed =
        list_contains(not_checked, path) ||
        (strcmp(how, "dropped") == 0 && (list_contains(not_checked, "words") || list_contains(not_checked, "moves"))) ||
        (strncmp(path, "mine.", 5) == 0 && list_contains(not_checked, "mine"));
    bool rejected = code == COMB_NO || code == COMB_BAD_INPUT;
    if (!rejected && !listed) {
        struct comb_buf text = {0};
        comb_json_print(&text, not_checked);
        fail_msg("%s: %s %s is accepted (code %d), not checked: %s", fixture->board->game->name, path, how, code,
                 comb_buf_text(&text));
    }
    fixture->changes++;
    fixture->rejected += rejected;
    json_decref(verdict);
}

static json_t *changed_value(const json_t *value)
{
    char text[4096];
    switch (json_typeof(value)) {
    case JSON_STRING:
        snprintf(text, sizeof text, "%.4000sx", json_string_value(value));
        return json_string(text);
    case JSON_INTEGER:
        return json_integer(json_integer_value(value) + 1);
    case JSON_REAL:
        return json_real(json_real_value(value) + 1);
    case JSON_TRUE:
        return json_false();
    case JSON_FALSE:
        return json_true();
    default:
        return json_integer(7);
    }
}

static void change_value(struct fixture *fixture, json_t *root, json_t *value, const char *path);

static void change_member(struct fixture *fixture, json_t *root, json_t *object, const char *key, const char *path)
{
    char inner[200];
    json_t *value = json_incref(json_object_get(object, key));
    snprintf(inner, sizeof inner, "%s%s%s", path, *path ? "." : "", key);
    change_value(fixture, root, value, inner);
    if (!json_is_object(value) && !json_is_array(value)) {
        json_object_set_new(object, key, changed_value(value));
        expect_noticed(fixture, root, inner, "changed");
        json_object_set_new(object, key, json_is_string(value) ? json_integer(1) : json_string("1"));
        expect_noticed(fixture, root, inner, "of another type");
    }
    json_object_set(object, key, value);
    json_decref(value);
}

/* Changes the first and the last element, drops one, lists one twice. */
static void change_array(struct fixture *fixture, json_t *root, json_t *array, const char *path)
{
    char inner[200];
    size_t count = json_array_size(array);
    snprintf(inner, sizeof inner, "%s[]", path);
    for (size_t i = 0; i<count; i += count> 1 ? count - 1 : 1) {
        json_t *value = json_incref(json_array_get(array, i));
        change_value(fixture, root, value, inner);
        if (!json_is_object(value) && !json_is_array(value)) {
            json_array_set_new(array, i, changed_value(value));
            expect_noticed(fixture, root, inner, "changed");
        }
        json_array_set(array, i, value);
        json_array_append(array, value);
        if (strcmp(inner, "steps[].because[]") != 0) /* a reason with a hint named twice is the same reason */
            expect_noticed(fixture, root, inner, "twice");
        json_array_remove(array, count);
        json_array_remove(array, i);
        /* without its last move a ranking is still the ranking of the best ones */
        if (i == 0 || strcmp(path, "moves") != 0)
            expect_noticed(fixture, root, count > 1 ? inner : path, "dropped");
        json_array_insert(array, i, value);
        json_decref(value);
    }
}

static void change_value(struct fixture *fixture, json_t *root, json_t *value, const char *path)
{
    if (json_is_array(value))
        change_array(fixture, root, value, path);
    if (!json_is_object(value))
        return;
    size_t count = 0;
    const char *keys[64];
    const char *key;
    json_t *member;
    json_object_foreach(value, key, member)
    {
        (void)member;
        assert_true(count < 64);
        keys[count++] = key;
    }
    for (size_t i = 0; i < count; i++)
        change_member(fixture, root, value, keys[i], path);
    json_object_set_new(value, "surprise", json_integer(1));
    char inner[200];
    snprintf(inner, sizeof inner, "%s%ssurprise", path, *path ? "." : "");
    expect_noticed(fixture, root, inner, "added");
    json_object_del(value, "surprise");
}

static void check_all_changes(const struct comb_game *game, const char *input, const char *const *options)
{
    struct fixture fixture;
    open_fixture(&fixture, game, input, options);
    json_t *answer = solve(&fixture);
    json_t *verdict;
    assert_int_equal(check(&verdict, &fixture, answer), COMB_OK);
    assert_true(json_is_true(json_object_get(verdict, "valid")));
    assert_true(json_is_array(json_object_get(verdict, "not_checked")));
    json_decref(verdict);
    change_value(&fixture, answer, answer, "");
    print_message("%s: %u changes, %u rejected, the others reported\n", game->name, fixture.changes, fixture.rejected);
    assert_true(fixture.rejected > 5);
    json_decref(answer);
    close_fixture(&fixture);
}

static void test_every_field_of_every_example(void **state)
{
    (void)state;
    for (const struct comb_game *const *game = comb_games; *game; game++)
        for (const struct comb_example *example = (*game)->examples; example->input; example++)
            if ((*game)->solve && strlen(example->input) < 2000)
                check_all_changes(*game, example->input, NULL);
}

static void test_every_field_of_other_answer_forms(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        const char *board;
        const char *options[5];
    } forms[] = {
        {"hexhunt", "TS/EAR/LB", {"limit", "5"}},
        {"hexhunt", "ZZ/ZZZ/ZZ", {NULL}}, /* no word at all */
        {"hexicon", "S / T A:b / E R:b N / D O:r / G", {"swap", NULL}},
        {"hexicon", "S / T A:b / E R:b N / D O:r / G", {"mover", "red", "limit", "2"}},
        {"hexicon", "S / T A:b / E R:b N / D O:r / G / T E / A", {"reply", NULL, "samples", "2"}},
        {"hexcells", "Hexcells position v1\nremaining 2\n0: 2=s2\n2: 2=o\n3: 1=o 3={2}\n4: 2=o", {NULL}},
        {"hexcells", "Hexcells position v1\n2: 2=o\n3: 1=o 3=x1\n4: 2=o", {NULL}},              /* stuck */
        {"hexcells", "Hexcells position v1\nremaining 1\n2: 2=o\n3: 1=o 3=x3\n4: 2=o", {NULL}}, /* contradiction */
        {"hexcells", "Hexcells position v1\nremaining 2\n0: 2=s2\n2: 2=o\n3: 1=o 3={2}\n4: 2=o", {"no-reasons", NULL}},
        {"witness", "2x2", {"all", NULL}},
        {"witness", "2x2", {"lines", NULL}},
        {"witness", "2x2", {"unique", NULL}},
        {"witness", "2x2", {"lines", NULL, "most", "3"}},
        {"witness", "1x1", {"all", NULL, "unique", NULL}},
        {"witness", "Witness panel v1\n+ - E\n| . |\n+ - +", {NULL}}, /* no start: no line */
        {"witness", "Witness panel v1\nS - E\n| . |\n+ : +", {"unique", NULL}},
        {"witness", "Witness panel v1\nS - + - E\n| tri:3 | tri:3 |\n+ - + - +", {"all", NULL}},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        print_message("%zu: ", i);
        check_all_changes(comb_game_find(forms[i].game), forms[i].board, forms[i].options);
    }
}

/* ---- false claims ---- */

static void expect_rule(const char *game, const char *board, const char *answer, const char *rule)
{
    struct fixture fixture;
    struct comb_error err = {0};
    json_t *object;
    json_t *verdict;
    open_fixture(&fixture, comb_game_find(game), board, NULL);
    assert_int_equal(comb_json_parse(&object, answer, strlen(answer), &err), COMB_OK);
    int code = check(&verdict, &fixture, object);
    const json_t *first = json_array_get(json_object_get(verdict, "violations"), 0);
    const char *found = json_string_value(json_object_get(first, "rule"));
    if (code != COMB_NO || !found || strcmp(found, rule) != 0)
        fail_msg("%s: code %d, rule %s instead of %s", answer, code, found ? found : "none", rule);
    json_decref(verdict);
    json_decref(object);
    close_fixture(&fixture);
}

static void test_false_claims_are_named(void **state)
{
    (void)state;
    const char *line = "\"path\":[[0,1],[0,0],[1,0]]";
    char text[300];
    static const struct {
        const char *claim;
        const char *rule;
    } claims[] = {
        {"\"unique\":true", "unique"},
        {"\"lines\":1", "lines"},
        {"\"lines\":3", "lines"},
        {"\"lines\":3,\"complete\":false", "lines"},
        {"\"lines\":1,\"complete\":true", "lines"},
        {"\"proved\":false", "proved"},
        {"\"board\":\"2x2\"", "board"},
        {"\"schema\":2", "schema"},
        {"\"note\":\"no start\"", "note"},
        {"\"solved\":false", "solved"},
    };
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        snprintf(text, sizeof text, "{%s,%s}", line, claims[i].claim);
        expect_rule("witness", "1x1", text, claims[i].rule);
    }
    expect_rule("witness", "1x1", "{\"solved\":false,\"proved\":true}", "solved");
    expect_rule("hexhunt", "TS/EAR/LB",
                "{\"complete\":true,\"score\":4,\"count\":1,\"words\":[{\"word\":\"TEAR\",\"score\":4,"
                "\"path\":[0,2,3,4]}]}",
                "score");
    expect_rule("hexicon", "S / T A:b / E R:b N / D O:r / G",
                "{\"board\":\"S / T A:b / E R:b N / D O:r / G\",\"mover\":\"blue\",\"count\":0,\"moves\":[]}", "count");
}

/* A player's own list does not claim to contain all words. */
static void test_own_list_does_not_claim_to_be_complete(void **state)
{
    (void)state;
    static const char text[] =
        "{\"score\":4,\"count\":1,\"words\":[{\"word\":\"TEAR\",\"score\":4,\"path\":[0,2,3,4]}]}";
    struct fixture fixture;
    struct comb_error err = {0};
    const char *const words[] = {text};
    json_t *verdict;
    open_fixture(&fixture, comb_game_find("hexhunt"), "TS/EAR/LB", NULL);
    assert_int_equal(comb_run_check(&verdict, fixture.board, words, 1, fixture.job, &fixture.params, &err), COMB_OK);
    assert_int_equal(json_array_size(json_object_get(verdict, "not_checked")), 0);
    json_decref(verdict);
    close_fixture(&fixture);
}

/* A clock that advances when read, so that the limit is reached without waiting. */
static double advancing_clock(void *payload)
{
    double *seconds = payload;
    return *seconds += 0.001;
}

static void test_limit_leaves_claims_unchecked(void **state)
{
    (void)state;
    struct fixture fixture;
    struct comb_error err = {0};
    double seconds = 0;
    json_t *verdict;
    open_fixture(&fixture, comb_game_find("witness"), "6x6", NULL);
    json_t *answer = solve(&fixture);
    json_object_set_new(answer, "unique", json_true());
    json_object_set_new(answer, "lines", json_integer(1000000000));
    json_object_del(answer, "unique");
    comb_job_free(fixture.job);
    struct comb_job_setup setup = {
        .context = fixture.context, .threads = 1, .time_limit = 0.5, .clock = advancing_clock, .payload = &seconds};
    assert_int_equal(comb_job_new(&fixture.job, &setup, &err), COMB_OK);
    assert_int_equal(comb_run_check_answer(&verdict, fixture.board, answer, fixture.job, &fixture.params, &err),
                     COMB_LIMIT);
    assert_true(json_is_true(json_object_get(verdict, "valid")));
    assert_true(list_contains(json_object_get(verdict, "not_checked"), "lines"));
    json_decref(verdict);
    json_decref(answer);
    close_fixture(&fixture);
}
