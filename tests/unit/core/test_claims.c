/* No field of an answer is accepted unseen: each one, changed by itself, is rejected or reported as not checked. Over
 * every game and example, and over the other forms that an answer can have. */
#include <cmocka.h>

#include "core/run.h"

#include <stdlib.h>
#include <string.h>

struct bench {
    struct comb_context *context;
    struct comb_job *job;
    struct comb_params asked; /* of the question */
    struct comb_params params;
    struct comb_board *board;
    unsigned changes;
    unsigned rejected;
};

static void set_up(struct bench *bench, const struct comb_game *game, const char *input, const char *const *options)
{
    struct comb_error err = {0};
    *bench = (struct bench){0};
    assert_int_equal(comb_context_new(&bench->context, &err), COMB_OK);
    assert_int_equal(comb_job_new(&bench->job, &(struct comb_job_setup){.context = bench->context, .threads = 1}, &err),
                     COMB_OK);
    for (; options && *options; options += 2)
        assert_int_equal(comb_params_set(&bench->asked, comb_option_find(game->options, options[0]), options[1], &err),
                         COMB_OK);
    assert_int_equal(comb_params_defaults(&bench->asked, game->options, &err), COMB_OK);
    assert_int_equal(comb_params_defaults(&bench->params, game->options, &err), COMB_OK);
    if (comb_board_open(&bench->board, game, input, strlen(input), bench->job, &bench->params, &err) != COMB_OK)
        fail_msg("%s: %s", input, err.message);
}

static void tear_down(struct bench *bench)
{
    comb_board_free(bench->board);
    comb_params_free(&bench->asked);
    comb_params_free(&bench->params);
    comb_job_free(bench->job);
    comb_context_free(bench->context);
}

static json_t *solve(struct bench *bench)
{
    struct comb_error err = {0};
    json_t *answer;
    int code = comb_run_solve(&answer, bench->board, bench->job, &bench->asked, &err);
    if (code != COMB_OK && code != COMB_NO)
        fail_msg("%s", err.message);
    return answer;
}

static int check(json_t **verdict, const struct bench *bench, json_t *answer)
{
    struct comb_error err = {0};
    return comb_run_check_answer(verdict, bench->board, answer, bench->job, &bench->params, &err);
}

static bool holds(const json_t *list, const char *text)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (strcmp(json_string_value(json_array_get(list, i)), text) == 0)
            return true;
    return false;
}

/* `path` as it is reported; where a change makes an empty list of a full one, the list itself may be reported. */
static void expect_seen(struct bench *bench, json_t *root, const char *path, const char *how)
{
    json_t *verdict;
    int code = check(&verdict, bench, root);
    const json_t *not_checked = json_object_get(verdict, "not_checked");
    bool listed = holds(not_checked, path) ||
                  (strcmp(how, "dropped") == 0 && (holds(not_checked, "words") || holds(not_checked, "moves"))) ||
                  (strncmp(path, "mine.", 5) == 0 && holds(not_checked, "mine"));
    bool rejected = code == COMB_NO || code == COMB_BAD_INPUT;
    if (!rejected && !listed) {
        struct comb_buf text = {0};
        comb_json_print(&text, not_checked);
        fail_msg("%s: %s %s is accepted (code %d), not checked: %s", bench->board->game->name, path, how, code,
                 comb_buf_text(&text));
    }
    bench->changes++;
    bench->rejected += rejected;
    json_decref(verdict);
}

static json_t *changed(const json_t *value)
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

static void change(struct bench *bench, json_t *root, json_t *value, const char *path);

static void change_member(struct bench *bench, json_t *root, json_t *object, const char *key, const char *path)
{
    char inner[200];
    json_t *value = json_incref(json_object_get(object, key));
    snprintf(inner, sizeof inner, "%s%s%s", path, *path ? "." : "", key);
    change(bench, root, value, inner);
    if (!json_is_object(value) && !json_is_array(value)) {
        json_object_set_new(object, key, changed(value));
        expect_seen(bench, root, inner, "changed");
        json_object_set_new(object, key, json_is_string(value) ? json_integer(1) : json_string("1"));
        expect_seen(bench, root, inner, "of another type");
    }
    json_object_set(object, key, value);
    json_decref(value);
}

/* The first and the last element; one dropped; one listed twice. */
static void change_array(struct bench *bench, json_t *root, json_t *array, const char *path)
{
    char inner[200];
    size_t count = json_array_size(array);
    snprintf(inner, sizeof inner, "%s[]", path);
    for (size_t i = 0; i<count; i += count> 1 ? count - 1 : 1) {
        json_t *value = json_incref(json_array_get(array, i));
        change(bench, root, value, inner);
        if (!json_is_object(value) && !json_is_array(value)) {
            json_array_set_new(array, i, changed(value));
            expect_seen(bench, root, inner, "changed");
        }
        json_array_set(array, i, value);
        json_array_append(array, value);
        if (strcmp(inner, "steps[].because[]") != 0) /* a reason with a hint named twice is the same reason */
            expect_seen(bench, root, inner, "twice");
        json_array_remove(array, count);
        json_array_remove(array, i);
        /* without its last move a ranking is still the ranking of the best ones */
        if (i == 0 || strcmp(path, "moves") != 0)
            expect_seen(bench, root, count > 1 ? inner : path, "dropped");
        json_array_insert(array, i, value);
        json_decref(value);
    }
}

static void change(struct bench *bench, json_t *root, json_t *value, const char *path)
{
    if (json_is_array(value))
        change_array(bench, root, value, path);
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
        change_member(bench, root, value, keys[i], path);
    json_object_set_new(value, "surprise", json_integer(1));
    char inner[200];
    snprintf(inner, sizeof inner, "%s%ssurprise", path, *path ? "." : "");
    expect_seen(bench, root, inner, "added");
    json_object_del(value, "surprise");
}

static void change_everything(const struct comb_game *game, const char *input, const char *const *options)
{
    struct bench bench;
    set_up(&bench, game, input, options);
    json_t *answer = solve(&bench);
    json_t *verdict;
    assert_int_equal(check(&verdict, &bench, answer), COMB_OK);
    assert_true(json_is_true(json_object_get(verdict, "valid")));
    assert_true(json_is_array(json_object_get(verdict, "not_checked")));
    json_decref(verdict);
    change(&bench, answer, answer, "");
    print_message("%s: %u changes, %u rejected, the others reported\n", game->name, bench.changes, bench.rejected);
    assert_true(bench.rejected > 5);
    json_decref(answer);
    tear_down(&bench);
}

static void test_every_field_of_every_example(void **state)
{
    (void)state;
    for (const struct comb_game *const *game = comb_games; *game; game++)
        for (const struct comb_example *example = (*game)->examples; example->input; example++)
            if ((*game)->solve && strlen(example->input) < 2000)
                change_everything(*game, example->input, NULL);
}

static void test_other_forms_of_an_answer(void **state)
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
        change_everything(comb_game_find(forms[i].game), forms[i].board, forms[i].options);
    }
}

/* ---- claims that are false, and named ---- */

static void expect_rule(const char *game, const char *board, const char *answer, const char *rule)
{
    struct bench bench;
    struct comb_error err = {0};
    json_t *object;
    json_t *verdict;
    set_up(&bench, comb_game_find(game), board, NULL);
    assert_int_equal(comb_json_parse(&object, answer, strlen(answer), &err), COMB_OK);
    int code = check(&verdict, &bench, object);
    const json_t *first = json_array_get(json_object_get(verdict, "violations"), 0);
    const char *found = json_string_value(json_object_get(first, "rule"));
    if (code != COMB_NO || !found || strcmp(found, rule) != 0)
        fail_msg("%s: code %d, rule %s instead of %s", answer, code, found ? found : "none", rule);
    json_decref(verdict);
    json_decref(object);
    tear_down(&bench);
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

/* A player's own list claims nothing of the words that are not in it. */
static void test_own_list_is_no_claim_of_all(void **state)
{
    (void)state;
    static const char text[] =
        "{\"score\":4,\"count\":1,\"words\":[{\"word\":\"TEAR\",\"score\":4,\"path\":[0,2,3,4]}]}";
    struct bench bench;
    struct comb_error err = {0};
    const char *const words[] = {text};
    json_t *verdict;
    set_up(&bench, comb_game_find("hexhunt"), "TS/EAR/LB", NULL);
    assert_int_equal(comb_run_check(&verdict, bench.board, words, 1, bench.job, &bench.params, &err), COMB_OK);
    assert_int_equal(json_array_size(json_object_get(verdict, "not_checked")), 0);
    json_decref(verdict);
    tear_down(&bench);
}

/* A clock that jumps on, so that the limit is reached by reading it and not by waiting. */
static double jump(void *payload)
{
    double *seconds = payload;
    return *seconds += 0.001;
}

static void test_limit_leaves_claims_unchecked(void **state)
{
    (void)state;
    struct bench bench;
    struct comb_error err = {0};
    double seconds = 0;
    json_t *verdict;
    set_up(&bench, comb_game_find("witness"), "6x6", NULL);
    json_t *answer = solve(&bench);
    json_object_set_new(answer, "unique", json_true());
    json_object_set_new(answer, "lines", json_integer(1000000000));
    json_object_del(answer, "unique");
    comb_job_free(bench.job);
    struct comb_job_setup setup = {
        .context = bench.context, .threads = 1, .time_limit = 0.5, .clock = jump, .payload = &seconds};
    assert_int_equal(comb_job_new(&bench.job, &setup, &err), COMB_OK);
    assert_int_equal(comb_run_check_answer(&verdict, bench.board, answer, bench.job, &bench.params, &err), COMB_LIMIT);
    assert_true(json_is_true(json_object_get(verdict, "valid")));
    assert_true(holds(json_object_get(verdict, "not_checked"), "lines"));
    json_decref(verdict);
    json_decref(answer);
    tear_down(&bench);
}
