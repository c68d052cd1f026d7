/* What every game promises, tested over the game table and its examples. The table here also holds the template.
 * Allocation is wrapped by the linker, so that the n-th one can be made to fail. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "base/threads.h"
#include "core/run.h"
#include "core/session.h"
#include "core/share.h"

#include <ctype.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- allocation that fails on demand ---- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

static atomic_long allocations_left = -1; /* negative: never fail */
static atomic_bool allocation_failed;

static bool fails_now(void)
{
    if (atomic_load(&allocations_left) < 0)
        return false;
    if (atomic_fetch_sub(&allocations_left, 1) > 0)
        return false;
    atomic_store(&allocations_left, 0);
    atomic_store(&allocation_failed, true);
    return true;
}

void *__wrap_malloc(size_t size)
{
    return fails_now() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails_now() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return fails_now() ? NULL : __real_realloc(memory, size);
}

/* ---- helpers ---- */

struct bench {
    struct comb_context *context;
    struct comb_job *job;
    struct comb_params params;
};

static int bench_open(struct bench *bench, const struct comb_game *game, struct comb_error *err)
{
    *bench = (struct bench){0};
    int code = comb_context_new(&bench->context, err);
    if (code == COMB_OK)
        code = comb_job_new(&bench->job, &(struct comb_job_setup){.context = bench->context, .threads = 1}, err);
    if (code == COMB_OK)
        code = comb_params_defaults(&bench->params, game->options, err);
    return code;
}

static void bench_close(struct bench *bench)
{
    comb_params_free(&bench->params);
    comb_job_free(bench->job);
    comb_context_free(bench->context);
}

static struct comb_board *open_board(struct bench *bench, const struct comb_game *game, const char *input)
{
    struct comb_error err = {0};
    struct comb_board *board;
    if (comb_board_open(&board, game, input, strlen(input), bench->job, &bench->params, &err) != COMB_OK)
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

typedef void each_example(const struct comb_game *game, const struct comb_example *example, struct bench *bench,
                          struct comb_board *board);

static void over_examples(each_example *body)
{
    for (const struct comb_game *const *game = comb_games; *game; game++) {
        assert_non_null((*game)->examples[0].input);
        for (const struct comb_example *example = (*game)->examples; example->input; example++) {
            struct bench bench;
            assert_int_equal(bench_open(&bench, *game, NULL), COMB_OK);
            struct comb_board *board = open_board(&bench, *game, example->input);
            body(*game, example, &bench, board);
            comb_board_free(board);
            bench_close(&bench);
        }
    }
}

/* ---- the table itself ---- */

static bool lower_case_word(const char *name)
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
        assert_true(lower_case_word((*game)->name));
        assert_ptr_equal(comb_game_find((*game)->name), *game);
        for (const char *const *alias = (*game)->aliases; alias && *alias; alias++) {
            assert_true(lower_case_word(*alias));
            assert_ptr_equal(comb_game_find(*alias), *game);
        }
        assert_non_null((*game)->title);
        assert_true(strlen((*game)->summary) > 5 && strlen((*game)->summary) < 90);
        assert_true(strlen((*game)->notation) > 20);
    }
}

static void test_members_that_need_each_other(void **state)
{
    (void)state;
    for (const struct comb_game *const *game = comb_games; *game; game++) {
        assert_true((*game)->parse && (*game)->free && (*game)->print && (*game)->scene);
        assert_true(!(*game)->solve || ((*game)->verify && (*game)->report && (*game)->account));
        assert_true(!(*game)->answer || ((*game)->verify && (*game)->report));
        assert_true(!(*game)->canon == !(*game)->image);
    }
}

/* The command line tells options from operands before it knows the game, so a name takes a value everywhere or nowhere.
 */
static void test_option_rows(void **state)
{
    (void)state;
    for (const struct comb_game *const *game = comb_games; *game; game++) {
        for (const struct comb_option *row = (*game)->options; row && row->name; row++) {
            assert_non_null(row->help);
            assert_int_equal(row->kind == COMB_OPTION_FLAG, row->argument == NULL);
            assert_true(row->kind != COMB_OPTION_CHOICE || row->choices);
            assert_true(row->kind != COMB_OPTION_INT || row->least < row->most);
            assert_true(!row->letter);
            for (const struct comb_game *const *other = comb_games; *other; other++) {
                const struct comb_option *twin = comb_option_find((*other)->options, row->name);
                assert_true(!twin || (twin->kind == COMB_OPTION_FLAG) == (row->kind == COMB_OPTION_FLAG));
            }
        }
    }
}

/* ---- boards ---- */

static void round_trip(const struct comb_game *game, const struct comb_example *example, struct bench *bench,
                       struct comb_board *board)
{
    (void)example;
    char *first = print_board(game, board->data);
    struct comb_board *again = open_board(bench, game, first);
    char *second = print_board(game, again->data);
    assert_string_equal(first, second);
    free(first);
    free(second);
    comb_board_free(again);
}

static void test_printed_board_parses_to_itself(void **state)
{
    (void)state;
    over_examples(round_trip);
}

static void canonical(const struct comb_game *game, const struct comb_example *example, struct bench *bench,
                      struct comb_board *board)
{
    (void)example;
    (void)bench;
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
    struct comb_board *read = open_board(bench, game, canon);
    char *still = canon_of(game, read->data);
    assert_string_equal(canon, still);
    comb_board_free(read);
    free(still);
    free(canon);
}

static void test_canonical_form_is_the_same_for_every_image(void **state)
{
    (void)state;
    over_examples(canonical);
}

static void detected(const struct comb_game *game, const struct comb_example *example, struct bench *bench,
                     struct comb_board *board)
{
    (void)bench;
    (void)board;
    if (game->detect)
        assert_in_range(game->detect(example->input, strlen(example->input)), 0, 100);
}

static void test_detect_stays_in_range(void **state)
{
    (void)state;
    over_examples(detected);
}

/* A control byte is part of no board: it must be found, and its place named. */
static void spoiled(const struct comb_game *game, const struct comb_example *example, struct bench *bench,
                    struct comb_board *board)
{
    (void)board;
    size_t length = strlen(example->input);
    char *text = strdup(example->input);
    for (size_t i = 0; i < length; i++) {
        struct comb_error err = {0};
        void *parsed = NULL;
        text[i] = '\001';
        assert_int_equal(game->parse(&parsed, bench->job, text, length, &bench->params, &err), COMB_BAD_INPUT);
        assert_null(parsed);
        assert_int_equal(err.code, COMB_BAD_INPUT);
        assert_int_equal(err.position, i);
        assert_true(err.line > 0 && err.column > 0);
        assert_true(strlen(err.message) > 5);
        text[i] = example->input[i];
    }
    free(text);
}

static void test_bad_byte_is_refused_at_its_place(void **state)
{
    (void)state;
    over_examples(spoiled);
}

static void test_empty_input_is_refused(void **state)
{
    (void)state;
    static const char *const empty[] = {"", " ", "\n\n", " \t \r\n"};
    for (const struct comb_game *const *game = comb_games; *game; game++) {
        struct bench bench;
        assert_int_equal(bench_open(&bench, *game, NULL), COMB_OK);
        for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
            struct comb_error err = {0};
            void *parsed = NULL;
            int code = (*game)->parse(&parsed, bench.job, empty[i], strlen(empty[i]), &bench.params, &err);
            assert_int_equal(code, COMB_BAD_INPUT);
            assert_true(strlen(err.message) > 5);
        }
        bench_close(&bench);
    }
}

/* Mutated examples and noise: whatever comes, a board that prints and parses again, or a refusal with a message. */
static void test_noise_never_breaks_the_parser(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 42);
    for (const struct comb_game *const *game = comb_games; *game; game++) {
        struct bench bench;
        assert_int_equal(bench_open(&bench, *game, NULL), COMB_OK);
        for (int round = 0; round < 3000; round++) {
            char text[256];
            size_t length = strlen((*game)->examples[0].input);
            length = length > sizeof text ? sizeof text : length;
            memcpy(text, (*game)->examples[0].input, length);
            for (uint64_t changes = 1 + comb_rng_below(&rng, 6); changes > 0; changes--)
                text[comb_rng_below(&rng, length)] = (char)(unsigned char)comb_rng_below(&rng, 256);
            struct comb_error err = {0};
            void *parsed = NULL;
            int code = (*game)->parse(&parsed, bench.job, text, length, &bench.params, &err);
            assert_true(code == COMB_OK ? parsed != NULL : code == COMB_BAD_INPUT && err.message[0] && !parsed);
            if (code != COMB_OK)
                continue;
            char *printed = print_board(*game, parsed);
            comb_board_free(open_board(&bench, *game, printed));
            free(printed);
            (*game)->free(parsed);
        }
        bench_close(&bench);
    }
}

/* ---- answers ---- */

static json_t *solved(const struct comb_game *game, struct bench *bench, const struct comb_board *board)
{
    struct comb_error err = {0};
    json_t *answer;
    int code = comb_run_solve(&answer, board, bench->job, &bench->params, &err);
    if (code != COMB_OK && code != COMB_NO)
        fail_msg("%s: %s", game->name, err.message);
    assert_non_null(answer);
    return answer;
}

static void well_formed(const struct comb_game *game, const struct comb_example *example, struct bench *bench,
                        struct comb_board *board)
{
    (void)example;
    if (!game->solve)
        return;
    json_t *answer = solved(game, bench, board);
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
    over_examples(well_formed);
}

/* Columns of a line, counted by its tabs. */
static size_t columns_of(const char *line, size_t length)
{
    size_t columns = 1;
    for (size_t i = 0; i < length; i++)
        columns += line[i] == '\t';
    return columns;
}

static void told(const struct comb_game *game, const struct comb_example *example, struct bench *bench,
                 struct comb_board *board)
{
    (void)example;
    if (!game->solve)
        return;
    json_t *answer = solved(game, bench, board);
    struct comb_account account = {0};
    assert_int_equal(game->account(&account, board->data, answer, &bench->params, NULL), COMB_OK);
    assert_true(account.text.length > 0);
    assert_int_equal(account.columns != NULL, account.rows.length > 0);
    assert_int_equal(account.columns != NULL, account.caption.length > 0);
    size_t columns = account.columns ? columns_of(account.columns, strlen(account.columns)) : 0;
    for (const char *row = comb_buf_text(&account.rows); *row; row += strcspn(row, "\n") + 1)
        assert_int_equal(columns_of(row, strcspn(row, "\n")), columns);
    comb_account_free(&account);
    json_decref(answer);
}

static void test_an_account_has_sentences_and_whole_rows(void **state)
{
    (void)state;
    over_examples(told);
}

/* Every image of a board is worth the same. */
static void same_for_images(const struct comb_game *game, const struct comb_example *example, struct bench *bench,
                            struct comb_board *board)
{
    (void)example;
    if (!game->image || !game->solve)
        return;
    json_t *answer = solved(game, bench, board);
    void *data = NULL;
    for (unsigned i = 1; game->image(&data, board->data, i, NULL) == COMB_OK; i++) {
        struct comb_board image = {.game = game, .data = data};
        json_t *other = solved(game, bench, &image);
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
    over_examples(same_for_images);
}

static size_t violations_of(const struct comb_game *game, struct bench *bench, const struct comb_board *board,
                            const json_t *answer)
{
    json_t *violations = json_array();
    assert_int_equal(game->verify(violations, board->data, answer, bench->job, &bench->params, NULL), COMB_OK);
    size_t count = json_array_size(violations);
    json_decref(violations);
    return count;
}

/* Adds one to each number of the answer in turn, at any depth, and counts the changes that the verifier sees. */
static void shake(json_t *part, const struct comb_game *game, struct bench *bench, const struct comb_board *board,
                  const json_t *whole, size_t *tried, size_t *seen)
{
    if (*tried >= 200)
        return;
    if (json_is_integer(part)) {
        json_int_t value = json_integer_value(part);
        json_integer_set(part, value + 1);
        *tried += 1;
        *seen += violations_of(game, bench, board, whole) > 0;
        json_integer_set(part, value);
    }
    size_t index;
    json_t *item;
    const char *key;
    json_array_foreach(part, index, item) shake(item, game, bench, board, whole, tried, seen);
    json_object_foreach(part, key, item)
    {
        if (strcmp(key, "schema") != 0)
            shake(item, game, bench, board, whole, tried, seen);
    }
}

static void verifier_bites(const struct comb_game *game, const struct comb_example *example, struct bench *bench,
                           struct comb_board *board)
{
    if (!game->solve)
        return;
    json_t *answer = solved(game, bench, board);
    size_t tried = 0;
    size_t seen = 0;
    assert_int_equal(violations_of(game, bench, board, answer), 0);
    shake(answer, game, bench, board, answer, &tried, &seen);
    if (seen * 2 < tried)
        fail_msg("%s '%s': the verifier saw %zu of %zu changes", game->name, example->input, seen, tried);
    json_decref(answer);
}

static void test_verifier_sees_changed_answers(void **state)
{
    (void)state;
    over_examples(verifier_bites);
}

/* ---- stopping ---- */

static void cancelled(const struct comb_game *game, const struct comb_example *example, struct bench *bench,
                      struct comb_board *board)
{
    (void)example;
    if (!game->solve)
        return;
    json_t *answer;
    struct comb_error err = {0};
    comb_job_cancel(bench->job);
    int code = comb_run_solve(&answer, board, bench->job, &bench->params, &err);
    assert_true(code == COMB_INTERRUPTED || code == COMB_OK || code == COMB_NO);
    assert_true(code != COMB_INTERRUPTED || strstr(err.message, "interrupted"));
    json_decref(answer);
}

static void test_cancelled_job_ends_with_its_code(void **state)
{
    (void)state;
    over_examples(cancelled);
}

/* A clock that jumps an hour at every look: the first tick is past any limit. */
static double hurried_clock(void *payload)
{
    double *hours = payload;
    *hours += 3600;
    return *hours;
}

static void out_of_time(const struct comb_game *game, const struct comb_example *example, struct bench *bench,
                        struct comb_board *board)
{
    (void)example;
    if (!game->solve)
        return;
    double hours = 0;
    struct comb_job *job;
    struct comb_job_setup setup = {
        .context = bench->context, .time_limit = 1, .clock = hurried_clock, .payload = &hours};
    assert_int_equal(comb_job_new(&job, &setup, NULL), COMB_OK);
    json_t *answer;
    struct comb_error err = {0};
    int code = comb_run_solve(&answer, board, job, &bench->params, &err);
    assert_true(code == COMB_LIMIT || code == COMB_OK || code == COMB_NO);
    assert_true(code != COMB_LIMIT || strstr(err.message, "limit"));
    json_decref(answer);
    comb_job_free(job);
}

static void test_time_limit_ends_with_its_code(void **state)
{
    (void)state;
    over_examples(out_of_time);
}

/* ---- drawing ---- */

static void drawn(const struct comb_game *game, const struct comb_example *example, struct bench *bench,
                  struct comb_board *board)
{
    (void)example;
    json_t *answer = game->solve ? solved(game, bench, board) : NULL;
    for (int with_answer = 0; with_answer < 2; with_answer++) {
        struct comb_scene *scene;
        struct comb_error err = {0};
        assert_int_equal(game->scene(&scene, board->data, with_answer ? answer : NULL, &bench->params, &err), COMB_OK);
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
    over_examples(drawn);
}

/* ---- sessions and share codes ---- */

static void played(const struct comb_game *game, const struct comb_example *example, struct bench *bench,
                   struct comb_board *board)
{
    if (!game->apply)
        return;
    assert_non_null(example->move);
    struct comb_board *start = open_board(bench, game, example->input);
    struct comb_session *session;
    assert_int_equal(comb_session_new(&session, game, start->data, NULL), COMB_OK);
    start->data = NULL;
    comb_board_free(start);
    char *before = print_board(game, board->data);
    assert_false(comb_session_undo(session));
    assert_int_equal(comb_session_play(session, example->move, NULL), COMB_OK);
    char *after = print_board(game, comb_session_board(session));
    assert_string_not_equal(before, after);
    assert_string_equal(comb_session_move(session, 0), example->move);
    assert_true(comb_session_undo(session));
    char *back = print_board(game, comb_session_board(session));
    assert_string_equal(before, back);
    assert_true(comb_session_redo(session));
    assert_false(comb_session_redo(session));
    char *again = print_board(game, comb_session_board(session));
    assert_string_equal(after, again);
    struct comb_error err = {0};
    assert_int_equal(comb_session_play(session, "no such move", &err), COMB_BAD_INPUT);
    assert_true(err.message[0]);
    assert_int_equal(comb_session_moves(session), 1);
    comb_session_undo(session);
    assert_int_equal(comb_session_play_all(session, example->move, NULL), COMB_OK);
    assert_false(comb_session_redo(session));
    free(before);
    free(after);
    free(back);
    free(again);
    comb_session_free(session);
}

static void test_moves_undo_and_redo(void **state)
{
    (void)state;
    over_examples(played);
}

static void shared(const struct comb_game *game, const struct comb_example *example, struct bench *bench,
                   struct comb_board *board)
{
    struct comb_buf code = {0};
    struct comb_error err = {0};
    char *text = print_board(game, board->data);
    assert_int_equal(comb_share_encode(&code, game->name, text, game->apply ? example->move : NULL, &err), COMB_OK);
    struct comb_board *opened;
    assert_int_equal(comb_board_open(&opened, NULL, code.data, code.length, bench->job, &bench->params, &err), COMB_OK);
    assert_ptr_equal(opened->game, game);
    if (game->apply)
        assert_int_equal(comb_board_play(board, example->move, &err), COMB_OK);
    char *expected = print_board(game, board->data);
    char *got = print_board(game, opened->data);
    assert_string_equal(expected, got);
    comb_board_free(opened);
    for (size_t i = 0; i < code.length; i++) { /* every changed character is noticed */
        char right = code.data[i];
        code.data[i] = right == 'x' ? 'y' : 'x';
        assert_int_not_equal(comb_board_open(&opened, game, code.data, code.length, bench->job, &bench->params, &err),
                             COMB_OK);
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
    over_examples(shared);
}

/* ---- threads ---- */

struct together {
    struct comb_context *context;
    const struct comb_board *board;
    const struct comb_params *params;
    json_t *answers[8];
};

static void solve_one(void *payload, size_t index, unsigned worker)
{
    (void)worker;
    struct together *together = payload;
    struct comb_job *job;
    if (comb_job_new(&job, &(struct comb_job_setup){.context = together->context, .threads = 1}, NULL) != COMB_OK)
        return;
    comb_run_solve(&together->answers[index], together->board, job, together->params, NULL);
    json_object_del(together->answers[index], "seconds"); /* all but the time it took must be the same */
    comb_job_free(job);
}

static void solved_together(const struct comb_game *game, const struct comb_example *example, struct bench *bench,
                            struct comb_board *board)
{
    (void)example;
    if (!game->solve)
        return;
    struct together together = {.context = bench->context, .board = board, .params = &bench->params};
    comb_parallel(4, 8, solve_one, &together);
    for (int i = 0; i < 8; i++) {
        assert_non_null(together.answers[i]);
        assert_true(json_equal(together.answers[i], together.answers[0]));
    }
    for (int i = 0; i < 8; i++)
        json_decref(together.answers[i]);
}

static void test_threads_share_a_board_and_a_context(void **state)
{
    (void)state;
    over_examples(solved_together);
}

/* ---- memory ---- */

/* What the game finds out besides the answer; a no is an answer too. */
static int all_findings(const struct comb_game *game, const struct comb_board *board, struct bench *bench,
                        struct comb_error *err)
{
    json_t *found = NULL;
    int code = game->hint ? comb_run_hint(&found, board, bench->job, &bench->params, err) : COMB_OK;
    json_decref(found);
    found = NULL;
    if ((code == COMB_OK || code == COMB_NO) && game->rate)
        code = comb_run_rate(&found, board, bench->job, &bench->params, err);
    json_decref(found);
    found = NULL;
    if ((code == COMB_OK || code == COMB_NO) && game->inspect)
        code = comb_run_inspect(&found, board, bench->job, &bench->params, err);
    json_decref(found);
    found = NULL;
    if ((code == COMB_OK || code == COMB_NO) && game->count)
        code = comb_run_count(&found, board, bench->job, &bench->params, err);
    json_decref(found);
    return code == COMB_NO ? COMB_OK : code;
}

/* All that a request does, from text to picture. COMB_OK, or the code of the first thing that failed. */
static int whole_request(const struct comb_game *game, const char *input, struct comb_error *err)
{
    struct bench bench;
    struct comb_board *board = NULL;
    json_t *answer = NULL;
    struct comb_scene *scene = NULL;
    struct comb_account account = {0};
    struct comb_buf text = {0};
    int code = bench_open(&bench, game, err);
    if (code == COMB_OK)
        code = comb_board_open(&board, game, input, strlen(input), bench.job, &bench.params, err);
    if (code == COMB_OK && game->canon)
        code = game->canon(&text, board->data, err);
    if (code == COMB_OK && game->solve)
        code = comb_run_solve(&answer, board, bench.job, &bench.params, err);
    code = code == COMB_NO ? COMB_OK : code;
    if (code == COMB_OK)
        code = all_findings(game, board, &bench, err);
    if (code == COMB_OK && answer)
        code = game->report(&text, board->data, answer, NULL, &(struct comb_report_style){0}, &bench.params, err);
    if (code == COMB_OK && answer)
        code = game->account(&account, board->data, answer, &bench.params, err);
    if (code == COMB_OK)
        code = game->scene(&scene, board->data, answer, &bench.params, err);
    if (code == COMB_OK)
        code = comb_render_svg(&text, scene, &(struct comb_picture_style){0}, err);
    comb_scene_free(scene);
    comb_account_free(&account);
    json_decref(answer);
    comb_buf_free(&text);
    comb_board_free(board);
    bench_close(&bench);
    return code;
}

static void starve(const struct comb_game *game, const char *input)
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

static void test_out_of_memory_is_an_error_and_no_more(void **state)
{
    (void)state;
    json_set_alloc_funcs(__wrap_malloc, free);
    for (const struct comb_game *const *game = comb_games; *game; game++)
        for (const struct comb_example *example = (*game)->examples; example->input; example++)
            starve(*game, example->input);
}
