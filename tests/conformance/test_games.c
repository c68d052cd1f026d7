/* Tests what every game must guarantee, over the game table and its examples. The table here includes the template. The
 * linker wraps allocation, so that the n-th one can fail. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "base/threads.h"
#include "core/run.h"
#include "core/share.h"

#include "conformance/failing_malloc.h"

#include <ctype.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- helpers ---- */

struct fixture {
    struct comb_context *context;
    struct comb_job *job;
    struct comb_params params;
};

static int fixture_open(struct fixture *fixture, const struct comb_game *game, struct comb_error *err)
{
    *fixture = (struct fixture){0};
    int code = comb_context_new(&fixture->context, err);
    if (code == COMB_OK)
        code = comb_job_new(&fixture->job, &(struct comb_job_setup){.context = fixture->context, .threads = 1}, err);
    if (code == COMB_OK)
        code = comb_params_defaults(&fixture->params, game->options, err);
    return code;
}

static void fixture_close(struct fixture *fixture)
{
    comb_params_free(&fixture->params);
    comb_job_free(fixture->job);
    comb_context_free(fixture->context);
}

static struct comb_board *open_board(struct fixture *fixture, const struct comb_game *game, const char *input)
{
    struct comb_error err = {0};
    struct comb_board *board;
    if (comb_board_open(&board, game, input, strlen(input), fixture->job, &fixture->params, &err) != COMB_OK)
        fail_msg("%s: '%s': %s", game->name, input, err.message);
    return board;
}

static char *print_board(const struct comb_game *game, const void *data)
{
    struct comb_buf text = {0};
    game->print(&text, data);
    assert_false(text.failed);
    return text.data;
}

static char *canon_of(const struct comb_game *game, const void *data)
{
    struct comb_buf text = {0};
    struct comb_error err = {0};
    assert_int_equal(game->canon(&text, data, &err), COMB_OK);
    return text.data;
}

typedef void example_check(const struct comb_game *game, const struct comb_example *example, struct fixture *fixture,
                           struct comb_board *board);

static void for_each_example(example_check *body)
{
    for (const struct comb_game *const *game = comb_games; *game; game++) {
        assert_non_null((*game)->examples[0].input);
        for (const struct comb_example *example = (*game)->examples; example->input; example++) {
            struct fixture fixture;
            assert_int_equal(fixture_open(&fixture, *game, NULL), COMB_OK);
            struct comb_board *board = open_board(&fixture, *game, example->input);
            body(*game, example, &fixture, board);
            comb_board_free(board);
            fixture_close(&fixture);
        }
    }
}

/* ---- the table itself ---- */

static bool is_lower_case_word(const char *name)
{
    for (const char *c = name; *c; c++)
        if (!islower((unsigned char)*c) && !isdigit((unsigned char)*c) && *c != '_' && *c != '-')
            return false;
    return *name != '\0';
}

static void test_names_are_clean_and_unique(void **state)
{
    (void)state;
    for (const struct comb_game *const *game = comb_games; *game; game++) {
        assert_true(is_lower_case_word((*game)->name));
        assert_ptr_equal(comb_game_find((*game)->name), *game);
        for (const char *const *alias = (*game)->aliases; alias && *alias; alias++) {
            assert_true(is_lower_case_word(*alias));
            assert_ptr_equal(comb_game_find(*alias), *game);
        }
        assert_non_null((*game)->title);
        assert_true(strlen((*game)->summary) > 5 && strlen((*game)->summary) < 90);
        assert_true(strlen((*game)->notation) > 20);
    }
}

static void test_members_that_require_each_other(void **state)
{
    (void)state;
    for (const struct comb_game *const *game = comb_games; *game; game++) {
        assert_true((*game)->parse && (*game)->free && (*game)->print && (*game)->scene);
        assert_true(!(*game)->solve || ((*game)->verify && (*game)->report && (*game)->describe_answer));
        assert_true(!(*game)->parse_answer || ((*game)->verify && (*game)->report));
        assert_true(!(*game)->canon == !(*game)->image);
    }
}

/* The command line separates options from operands before it knows the game, so an option name must take a value in all
 * games or in none. */
static void test_option_rows(void **state)
{
    (void)state;
    for (const struct comb_game *const *game = comb_games; *game; game++) {
        for (const struct comb_option *row = (*game)->options; row && row->name; row++) {
            assert_non_null(row->help);
            assert_int_equal(row->kind == COMB_OPTION_FLAG, row->argument == NULL);
            assert_true(row->kind != COMB_OPTION_CHOICE || row->choices);
            assert_true(row->kind != COMB_OPTION_INT || row->min < row->max);
            assert_true(!row->letter);
            for (const struct comb_game *const *other = comb_games; *other; other++) {
                const struct comb_option *same_name = comb_option_find((*other)->options, row->name);
                assert_true(!same_name || (same_name->kind == COMB_OPTION_FLAG) == (row->kind == COMB_OPTION_FLAG));
            }
        }
    }
}

/* ---- boards ---- */

static void check_round_trip(const struct comb_game *game, const struct comb_example *example, struct fixture *fixture,
                             struct comb_board *board)
{
    (void)example;
    char *first = print_board(game, board->data);
    struct comb_board *again = open_board(fixture, game, first);
    char *second = print_board(game, again->data);
    assert_string_equal(first, second);
    free(first);
    free(second);
    comb_board_free(again);
}

static void test_printed_board_parses_to_itself(void **state)
{
    (void)state;
    for_each_example(check_round_trip);
}

static void check_canonical_form(const struct comb_game *game, const struct comb_example *example,
                                 struct fixture *fixture, struct comb_board *board)
{
    (void)example;
    (void)fixture;
    if (!game->canon)
        return;
    char *canon = canon_of(game, board->data);
    unsigned images = 0;
    for (void *image = NULL; game->image(&image, board->data, images, NULL) == COMB_OK; images++) {
        char *here = canon_of(game, image);
        assert_string_equal(canon, here);
        if (images == 0) {
            char *same = print_board(game, image);
            char *text = print_board(game, board->data);
            assert_string_equal(same, text);
            free(same);
            free(text);
        }
        free(here);
        game->free(image);
    }
    assert_true(images >= 1);
    struct comb_board *read = open_board(fixture, game, canon);
    char *reparsed_canon = canon_of(game, read->data);
    assert_string_equal(canon, reparsed_canon);
    comb_board_free(read);
    free(reparsed_canon);
    free(canon);
}

static void test_canonical_form_is_the_same_for_every_image(void **state)
{
    (void)state;
    for_each_example(check_canonical_form);
}

static void check_detect(const struct comb_game *game, const struct comb_example *example, struct fixture *fixture,
                         struct comb_board *board)
{
    (void)fixture;
    (void)board;
    if (game->detect)
        assert_in_range(game->detect(example->input, strlen(example->input)), 0, 100);
}

static void test_detect_stays_in_range(void **state)
{
    (void)state;
    for_each_example(check_detect);
}

/* No board contains a control byte: it must be rejected with its position. */
static void check_bad_bytes(const struct comb_game *game, const struct comb_example *example, struct fixture *fixture,
                            struct comb_board *board)
{
    (void)board;
    size_t length = strlen(example->input);
    char *text = strdup(example->input);
    for (size_t i = 0; i < length; i++) {
        struct comb_error err = {0};
        void *parsed = NULL;
        text[i] = '\001';
        assert_int_equal(game->parse(&parsed, game, fixture->job, text, length, &fixture->params, &err),
                         COMB_BAD_INPUT);
        assert_null(parsed);
        assert_int_equal(err.code, COMB_BAD_INPUT);
        assert_int_equal(err.position, i);
        assert_true(err.line > 0 && err.column > 0);
        assert_true(strlen(err.message) > 5);
        text[i] = example->input[i];
    }
    free(text);
}

static void test_bad_byte_is_rejected_with_its_position(void **state)
{
    (void)state;
    for_each_example(check_bad_bytes);
}

static void test_empty_input_is_rejected(void **state)
{
    (void)state;
    static const char *const empty[] = {"", " ", "\n\n", " \t \r\n"};
    for (const struct comb_game *const *game = comb_games; *game; game++) {
        struct fixture fixture;
        assert_int_equal(fixture_open(&fixture, *game, NULL), COMB_OK);
        for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
            struct comb_error err = {0};
            void *parsed = NULL;
            int code = (*game)->parse(&parsed, *game, fixture.job, empty[i], strlen(empty[i]), &fixture.params, &err);
            assert_int_equal(code, COMB_BAD_INPUT);
            assert_true(strlen(err.message) > 5);
        }
        fixture_close(&fixture);
    }
}

/* Mutated examples give a board that prints and parses again, or an error with a message. */
static void test_noise_never_breaks_the_parser(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 42);
    for (const struct comb_game *const *game = comb_games; *game; game++) {
        struct fixture fixture;
        assert_int_equal(fixture_open(&fixture, *game, NULL), COMB_OK);
        for (int round = 0; round < 3000; round++) {
            char text[256];
            size_t length = strlen((*game)->examples[0].input);
            length = length > sizeof text ? sizeof text : length;
            memcpy(text, (*game)->examples[0].input, length);
            for (uint64_t changes = 1 + comb_rng_below(&rng, 6); changes > 0; changes--)
                text[comb_rng_below(&rng, length)] = (char)(unsigned char)comb_rng_below(&rng, 256);
            struct comb_error err = {0};
            void *parsed = NULL;
            int code = (*game)->parse(&parsed, *game, fixture.job, text, length, &fixture.params, &err);
            assert_true(code == COMB_OK ? parsed != NULL : code == COMB_BAD_INPUT && err.message[0] && !parsed);
            if (code != COMB_OK)
                continue;
            char *printed = print_board(*game, parsed);
            comb_board_free(open_board(&fixture, *game, printed));
            free(printed);
            (*game)->free(parsed);
        }
        fixture_close(&fixture);
    }
}

/* ---- answers ---- */

static json_t *solve_example(const struct comb_game *game, struct fixture *fixture, const struct comb_board *board)
{
    struct comb_error err = {0};
    json_t *answer;
    int code = comb_run_solve(&answer, board, fixture->job, &fixture->params, &err);
    if (code != COMB_OK && code != COMB_NO)
        fail_msg("%s: %s", game->name, err.message);
    assert_non_null(answer);
    return answer;
}

static void check_answer_format(const struct comb_game *game, const struct comb_example *example,
                                struct fixture *fixture, struct comb_board *board)
{
    (void)example;
    if (!game->solve)
        return;
    json_t *answer = solve_example(game, fixture, board);
    assert_int_equal(json_integer_value(json_object_get(answer, "schema")), COMB_SCHEMA);
    assert_string_equal(json_string_value(json_object_get(answer, "game")), game->name);
    char *text = print_board(game, board->data);
    assert_string_equal(json_string_value(json_object_get(answer, "board")), text);
    struct comb_buf printed = {0};
    comb_json_print(&printed, answer);
    assert_int_equal(strncmp(printed.data, "{\"schema\":1,", 12), 0);
    assert_null(strchr(printed.data, '\n'));
    json_t *again;
    assert_int_equal(comb_json_parse(&again, printed.data, printed.length, NULL), COMB_OK);
    assert_true(json_equal(answer, again));
    json_decref(again);
    json_decref(answer);
    comb_buf_free(&printed);
    free(text);
}

static void test_answer_is_well_formed_and_verified(void **state)
{
    (void)state;
    for_each_example(check_answer_format);
}

/* Counts the tab-separated columns of a line. */
static size_t columns_of(const char *line, size_t length)
{
    size_t columns = 1;
    for (size_t i = 0; i < length; i++)
        columns += line[i] == '\t';
    return columns;
}

static void check_summary(const struct comb_game *game, const struct comb_example *example, struct fixture *fixture,
                          struct comb_board *board)
{
    (void)example;
    if (!game->solve)
        return;
    json_t *answer = solve_example(game, fixture, board);
    struct comb_summary summary = {0};
    assert_int_equal(game->describe_answer(&summary, board->data, answer, &fixture->params, NULL), COMB_OK);
    assert_true(summary.text.length > 0);
    assert_int_equal(summary.columns != NULL, summary.rows.length > 0);
    assert_int_equal(summary.columns != NULL, summary.caption.length > 0);
    size_t columns = summary.columns ? columns_of(summary.columns, strlen(summary.columns)) : 0;
    for (const char *row = comb_buf_text(&summary.rows); *row; row += strcspn(row, "\n") + 1)
        assert_int_equal(columns_of(row, strcspn(row, "\n")), columns);
    comb_summary_free(&summary);
    json_decref(answer);
}

static void test_a_summary_has_sentences_and_complete_rows(void **state)
{
    (void)state;
    for_each_example(check_summary);
}

/* All images of a board have the same score and count. */
static void check_images_score_the_same(const struct comb_game *game, const struct comb_example *example,
                                        struct fixture *fixture, struct comb_board *board)
{
    (void)example;
    if (!game->image || !game->solve)
        return;
    json_t *answer = solve_example(game, fixture, board);
    void *data = NULL;
    for (unsigned i = 1; game->image(&data, board->data, i, NULL) == COMB_OK; i++) {
        struct comb_board image = {.game = game, .data = data};
        json_t *other = solve_example(game, fixture, &image);
        assert_true(json_integer_value(json_object_get(answer, "score")) ==
                    json_integer_value(json_object_get(other, "score")));
        assert_true(json_integer_value(json_object_get(answer, "count")) ==
                    json_integer_value(json_object_get(other, "count")));
        json_decref(other);
        game->free(data);
    }
    json_decref(answer);
}

static void test_images_score_the_same(void **state)
{
    (void)state;
    for_each_example(check_images_score_the_same);
}

static size_t violations_of(const struct comb_game *game, struct fixture *fixture, const struct comb_board *board,
                            const json_t *answer)
{
    json_t *violations = json_array();
    assert_int_equal(game->verify(violations, board->data, answer, fixture->job, &fixture->params, NULL), COMB_OK);
    size_t count = json_array_size(violations);
    json_decref(violations);
    return count;
}

/* Adds one to each number of the answer in turn, at any depth, and counts the changes that the verifier detects. */
static void change_numbers(json_t *part, const struct comb_game *game, struct fixture *fixture,
                           const struct comb_board *board, const json_t *whole, size_t *tried, size_t *detected)
{
    if (*tried >= 200)
        return;
    if (json_is_integer(part)) {
        json_int_t value = json_integer_value(part);
        json_integer_set(part, value + 1);
        *tried += 1;
        *detected += violations_of(game, fixture, board, whole) > 0;
        json_integer_set(part, value);
    }
    size_t index;
    json_t *item;
    const char *key;
    json_array_foreach(part, index, item) change_numbers(item, game, fixture, board, whole, tried, detected);
    json_object_foreach(part, key, item)
    {
        if (strcmp(key, "schema") != 0)
            change_numbers(item, game, fixture, board, whole, tried, detected);
    }
}

static void check_verifier(const struct comb_game *game, const struct comb_example *example, struct fixture *fixture,
                           struct comb_board *board)
{
    if (!game->solve)
        return;
    json_t *answer = solve_example(game, fixture, board);
    size_t tried = 0;
    size_t detected = 0;
    assert_int_equal(violations_of(game, fixture, board, answer), 0);
    change_numbers(answer, game, fixture, board, answer, &tried, &detected);
    if (detected * 2 < tried)
        fail_msg("%s '%s': the verifier detected %zu of %zu changes", game->name, example->input, detected, tried);
    json_decref(answer);
}

static void test_verifier_detects_changed_answers(void **state)
{
    (void)state;
    for_each_example(check_verifier);
}

/* ---- stopping ---- */

static void check_cancel(const struct comb_game *game, const struct comb_example *example, struct fixture *fixture,
                         struct comb_board *board)
{
    (void)example;
    if (!game->solve)
        return;
    json_t *answer;
    struct comb_error err = {0};
    comb_job_cancel(fixture->job);
    int code = comb_run_solve(&answer, board, fixture->job, &fixture->params, &err);
    assert_true(code == COMB_INTERRUPTED || code == COMB_OK || code == COMB_NO);
    assert_true(code != COMB_INTERRUPTED || strstr(err.message, "interrupted"));
    json_decref(answer);
}

static void test_cancelled_job_ends_with_its_code(void **state)
{
    (void)state;
    for_each_example(check_cancel);
}

/* A clock that advances an hour per call: the first tick exceeds any limit. */
static double fast_clock(void *payload)
{
    double *hours = payload;
    *hours += 3600;
    return *hours;
}

static void check_time_limit(const struct comb_game *game, const struct comb_example *example, struct fixture *fixture,
                             struct comb_board *board)
{
    (void)example;
    if (!game->solve)
        return;
    double hours = 0;
    struct comb_job *job;
    struct comb_job_setup setup = {
        .context = fixture->context, .time_limit = 1, .clock = fast_clock, .payload = &hours};
    assert_int_equal(comb_job_new(&job, &setup, NULL), COMB_OK);
    json_t *answer;
    struct comb_error err = {0};
    int code = comb_run_solve(&answer, board, job, &fixture->params, &err);
    assert_true(code == COMB_LIMIT || code == COMB_OK || code == COMB_NO);
    assert_true(code != COMB_LIMIT || strstr(err.message, "limit"));
    json_decref(answer);
    comb_job_free(job);
}

static void test_time_limit_ends_with_its_code(void **state)
{
    (void)state;
    for_each_example(check_time_limit);
}

/* ---- drawing ---- */

static void check_drawing(const struct comb_game *game, const struct comb_example *example, struct fixture *fixture,
                          struct comb_board *board)
{
    (void)example;
    json_t *answer = game->solve ? solve_example(game, fixture, board) : NULL;
    for (int with_answer = 0; with_answer < 2; with_answer++) {
        struct comb_scene *scene;
        struct comb_error err = {0};
        assert_int_equal(game->scene(&scene, board->data, with_answer ? answer : NULL, &fixture->params, &err),
                         COMB_OK);
        assert_true(scene->title[0] && scene->alt[0]);
        for (size_t i = 0; i < scene->cells.count; i++)
            assert_true(scene->cells.items[i].label[0]);
        struct comb_buf out = {0};
        assert_int_equal(comb_render_terminal(&out, scene, &(struct comb_terminal_style){0}, &err), COMB_OK);
        assert_true(out.length > 0);
        comb_buf_clear(&out);
        assert_int_equal(comb_render_svg(&out, scene, &(struct comb_picture_style){0}, &err), COMB_OK);
        assert_non_null(strstr(out.data, "<svg"));
        comb_buf_clear(&out);
        assert_int_equal(comb_render_png(&out, scene, &(struct comb_picture_style){0}, &err), COMB_OK);
        assert_memory_equal(out.data, "\x89PNG", 4);
        comb_buf_free(&out);
        comb_scene_free(scene);
    }
    json_decref(answer);
}

static void test_scenes_render_everywhere(void **state)
{
    (void)state;
    for_each_example(check_drawing);
}

/* ---- moves and share codes ---- */

static void check_moves(const struct comb_game *game, const struct comb_example *example, struct fixture *fixture,
                        struct comb_board *board)
{
    if (!game->apply)
        return;
    assert_non_null(example->move);
    struct comb_board *moved = open_board(fixture, game, example->input);
    char *before = print_board(game, board->data);
    assert_int_equal(comb_board_play(moved, example->move, NULL), COMB_OK);
    char *after = print_board(game, moved->data);
    assert_string_not_equal(before, after);
    struct comb_error err = {0};
    char moves[128];
    snprintf(moves, sizeof moves, "%s; no-such-move", example->move);
    struct comb_board *rejected = open_board(fixture, game, example->input);
    assert_int_equal(comb_board_play(rejected, moves, &err), COMB_BAD_INPUT);
    assert_true(err.message[0]);
    char *partly = print_board(game, rejected->data);
    assert_string_equal(after, partly);
    free(before);
    free(after);
    free(partly);
    comb_board_free(moved);
    comb_board_free(rejected);
}

static void test_moves_apply_or_are_rejected(void **state)
{
    (void)state;
    for_each_example(check_moves);
}

static void check_share_code(const struct comb_game *game, const struct comb_example *example, struct fixture *fixture,
                             struct comb_board *board)
{
    struct comb_buf code = {0};
    struct comb_error err = {0};
    char *text = print_board(game, board->data);
    assert_int_equal(comb_share_encode(&code, game->name, text, game->apply ? example->move : NULL, &err), COMB_OK);
    struct comb_board *opened;
    assert_int_equal(comb_board_open(&opened, NULL, code.data, code.length, fixture->job, &fixture->params, &err),
                     COMB_OK);
    assert_ptr_equal(opened->game, game);
    if (game->apply)
        assert_int_equal(comb_board_play(board, example->move, &err), COMB_OK);
    char *expected = print_board(game, board->data);
    char *got = print_board(game, opened->data);
    assert_string_equal(expected, got);
    comb_board_free(opened);
    for (size_t i = 0; i < code.length; i++) { /* every changed character is detected */
        char right = code.data[i];
        code.data[i] = right == 'x' ? 'y' : 'x';
        assert_int_not_equal(
            comb_board_open(&opened, game, code.data, code.length, fixture->job, &fixture->params, &err), COMB_OK);
        code.data[i] = right;
    }
    free(expected);
    free(got);
    free(text);
    comb_buf_free(&code);
}

static void test_share_code_opens_the_same_board(void **state)
{
    (void)state;
    for_each_example(check_share_code);
}

/* ---- threads ---- */

struct parallel_solve {
    struct comb_context *context;
    const struct comb_board *board;
    const struct comb_params *params;
    json_t *answers[8];
};

static void solve_in_thread(void *payload, size_t index, unsigned worker)
{
    (void)worker;
    struct parallel_solve *parallel_solve = payload;
    struct comb_job *job;
    if (comb_job_new(&job, &(struct comb_job_setup){.context = parallel_solve->context, .threads = 1}, NULL) != COMB_OK)
        return;
    comb_run_solve(&parallel_solve->answers[index], parallel_solve->board, job, parallel_solve->params, NULL);
    json_object_del(parallel_solve->answers[index], "seconds"); /* only the time may differ */
    comb_job_free(job);
}

static void check_threads(const struct comb_game *game, const struct comb_example *example, struct fixture *fixture,
                          struct comb_board *board)
{
    (void)example;
    if (!game->solve)
        return;
    struct parallel_solve parallel_solve = {.context = fixture->context, .board = board, .params = &fixture->params};
    comb_parallel(4, 8, solve_in_thread, &parallel_solve);
    for (int i = 0; i < 8; i++) {
        assert_non_null(parallel_solve.answers[i]);
        assert_true(json_equal(parallel_solve.answers[i], parallel_solve.answers[0]));
    }
    for (int i = 0; i < 8; i++)
        json_decref(parallel_solve.answers[i]);
}

static void test_threads_share_a_board_and_a_context(void **state)
{
    (void)state;
    for_each_example(check_threads);
}

/* ---- memory ---- */

/* Runs hint, rate, lint and count; COMB_NO counts as success. */
static int run_other_functions(const struct comb_game *game, const struct comb_board *board, struct fixture *fixture,
                               struct comb_error *err)
{
    json_t *found = NULL;
    int code = game->hint ? comb_run_hint(&found, board, fixture->job, &fixture->params, err) : COMB_OK;
    json_decref(found);
    found = NULL;
    if ((code == COMB_OK || code == COMB_NO) && game->rate)
        code = comb_run_rate(&found, board, fixture->job, &fixture->params, err);
    json_decref(found);
    found = NULL;
    if ((code == COMB_OK || code == COMB_NO) && game->lint)
        code = comb_run_lint(&found, board, fixture->job, &fixture->params, err);
    json_decref(found);
    found = NULL;
    if ((code == COMB_OK || code == COMB_NO) && game->count)
        code = comb_run_count(&found, board, fixture->job, &fixture->params, err);
    json_decref(found);
    return code == COMB_NO ? COMB_OK : code;
}

/* Performs a whole request, from text to picture. Returns COMB_OK or the first error. */
static int whole_request(const struct comb_game *game, const char *input, struct comb_error *err)
{
    struct fixture fixture;
    struct comb_board *board = NULL;
    json_t *answer = NULL;
    struct comb_scene *scene = NULL;
    struct comb_summary summary = {0};
    struct comb_buf text = {0};
    int code = fixture_open(&fixture, game, err);
    if (code == COMB_OK)
        code = comb_board_open(&board, game, input, strlen(input), fixture.job, &fixture.params, err);
    if (code == COMB_OK && game->canon)
        code = game->canon(&text, board->data, err);
    if (code == COMB_OK && game->solve)
        code = comb_run_solve(&answer, board, fixture.job, &fixture.params, err);
    code = code == COMB_NO ? COMB_OK : code;
    if (code == COMB_OK)
        code = run_other_functions(game, board, &fixture, err);
    if (code == COMB_OK && answer)
        code = game->report(&text, board->data, answer, NULL, &(struct comb_report_style){0}, &fixture.params, err);
    if (code == COMB_OK && answer)
        code = game->describe_answer(&summary, board->data, answer, &fixture.params, err);
    if (code == COMB_OK)
        code = game->scene(&scene, board->data, answer, &fixture.params, err);
    if (code == COMB_OK)
        code = comb_render_svg(&text, scene, &(struct comb_picture_style){0}, err);
    comb_scene_free(scene);
    comb_summary_free(&summary);
    json_decref(answer);
    comb_buf_free(&text);
    comb_board_free(board);
    fixture_close(&fixture);
    return code;
}

static void check_out_of_memory(const struct comb_game *game, const char *input)
{
    for (long n = 0;; n += 1 + n / 48) {
        struct comb_error err = {0};
        atomic_store(&allocation_failed, false);
        atomic_store(&allocations_left, n);
        int code = whole_request(game, input, &err);
        atomic_store(&allocations_left, -1);
        if (!atomic_load(&allocation_failed)) {
            assert_int_equal(code, COMB_OK);
            return;
        }
        if (code != COMB_NO_MEMORY)
            fail_msg("%s: allocation %ld failed and the answer was %d: %s", game->name, n, code, err.message);
    }
}

static void test_out_of_memory_is_only_an_error(void **state)
{
    (void)state;
    json_set_alloc_funcs(__wrap_malloc, free);
    for (const struct comb_game *const *game = comb_games; *game; game++)
        for (const struct comb_example *example = (*game)->examples; example->input; example++)
            check_out_of_memory(*game, example->input);
}
