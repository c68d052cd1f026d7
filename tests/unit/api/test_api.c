/* Uses the public header as a C program would. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "comb.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Six rows of eight wildcards: far too many paths to enumerate. Split into pieces, since two question marks and a slash
 * are a trigraph. */
#define EIGHT                                                                                                          \
    "????"                                                                                                             \
    "????"
#define WILD EIGHT "/" EIGHT "/" EIGHT "/" EIGHT "/" EIGHT "/" EIGHT

static struct comb_board *read_board(struct comb_context *comb)
{
    struct comb_board *board;
    struct comb_error err = {0};
    int code = comb_board_read(&board, comb, "hexhunt", "LPE/EASR/SRTED/PING/LAS", NULL, &err);
    if (code != COMB_OK)
        fail_msg("%s", err.message);
    return board;
}

static void test_header_and_library_have_the_same_version(void **state)
{
    (void)state;
    char numbers[32];
    snprintf(numbers, sizeof numbers, "%d.%d.%d", COMB_VERSION_MAJOR, COMB_VERSION_MINOR, COMB_VERSION_PATCH);
    assert_string_equal(COMB_VERSION, numbers);
    assert_string_equal(comb_version(), COMB_VERSION);
}

static void test_solve_gives_json(void **state)
{
    (void)state;
    struct comb_context *comb;
    char *json;
    assert_int_equal(comb_open(&comb, NULL), COMB_OK);
    struct comb_board *board = read_board(comb);
    assert_string_equal(comb_board_game(board), "hexhunt");
    const char *options[] = {"limit=2", "sort=score", NULL};
    assert_int_equal(comb_solve(&json, comb, board, NULL, options, NULL), COMB_OK);
    assert_non_null(strstr(json, "\"score\":4064,\"count\":782"));
    comb_text_free(json);
    const char *wrong[] = {"colour=red", NULL};
    struct comb_error err;
    assert_int_equal(comb_solve(&json, comb, board, NULL, wrong, &err), COMB_BAD_INPUT);
    assert_null(json);
    assert_non_null(strstr(err.message, "colour"));
    comb_board_free(board);
    comb_close(comb);
}

static int stop_at_once(void *payload, double seconds, double fraction)
{
    (void)seconds;
    (void)fraction;
    ++*(int *)payload;
    return 1;
}

static void test_limits_and_cancel(void **state)
{
    (void)state;
    struct comb_context *comb;
    struct comb_board *board;
    char *json;
    struct comb_error err;
    int calls = 0;
    assert_int_equal(comb_open(&comb, NULL), COMB_OK);
    assert_int_equal(comb_board_read(&board, comb, "hexhunt", WILD, NULL, &err), COMB_OK);
    struct comb_limits limits = {.seconds = 0.05};
    assert_int_equal(comb_solve(&json, comb, board, &limits, NULL, &err), COMB_LIMIT);
    assert_non_null(json);
    comb_text_free(json);
    limits = (struct comb_limits){.progress = stop_at_once, .payload = &calls};
    assert_int_equal(comb_solve(&json, comb, board, &limits, NULL, &err), COMB_INTERRUPTED);
    assert_true(calls >= 1);
    comb_text_free(json);
    comb_board_free(board);
    comb_close(comb);
}

static void test_text_canonical_and_share(void **state)
{
    (void)state;
    struct comb_context *comb;
    struct comb_board *mirrored;
    struct comb_board *shared;
    char *text, *canon, *other, *code;
    assert_int_equal(comb_open(&comb, NULL), COMB_OK);
    struct comb_board *board = read_board(comb);
    assert_int_equal(comb_board_text(&text, board, NULL), COMB_OK);
    assert_string_equal(text, "LPE/EASR/SRTED/PING/LAS");
    assert_int_equal(comb_board_read(&mirrored, comb, "hexhunt", "EPL/RSAE/DETRS/GNIP/SAL", NULL, NULL), COMB_OK);
    assert_int_equal(comb_board_canonical(&canon, board, NULL), COMB_OK);
    assert_int_equal(comb_board_canonical(&other, mirrored, NULL), COMB_OK);
    assert_string_equal(canon, other);
    assert_int_equal(comb_board_share(&code, board, NULL), COMB_OK);
    assert_int_equal(comb_board_read(&shared, comb, NULL, code, NULL, NULL), COMB_OK);
    comb_text_free(other);
    assert_int_equal(comb_board_text(&other, shared, NULL), COMB_OK);
    assert_string_equal(text, other);
    comb_text_free(text);
    comb_text_free(canon);
    comb_text_free(other);
    comb_text_free(code);
    comb_board_free(board);
    comb_board_free(mirrored);
    comb_board_free(shared);
    comb_close(comb);
}

/* Boards without rows: a wrong cell count is rejected, other shapes need an option, and codes of earlier versions still
 * open. */
static void test_boards_without_rows(void **state)
{
    (void)state;
    struct comb_context *comb;
    struct comb_board *board;
    struct comb_error err = {0};
    char *text;
    const char *shape[] = {"shape=3x4", NULL};
    assert_int_equal(comb_open(&comb, NULL), COMB_OK);
    assert_int_equal(comb_board_read(&board, comb, "boggle", "ABCDEFGHIJKLMNO", NULL, &err), COMB_BAD_INPUT);
    assert_non_null(strstr(err.message, "15 cells without rows; expected 9 (3x3), 16 (4x4)"));
    assert_int_equal(comb_board_read(&board, comb, "boggle", "ABCDEFGHIJKLMNO/", NULL, &err), COMB_OK);
    comb_board_free(board);
    assert_int_equal(comb_board_read(&board, comb, "boggle", "ABCDEFGHIJKL", shape, &err), COMB_OK);
    assert_int_equal(comb_board_text(&text, board, NULL), COMB_OK);
    assert_string_equal(text, "ABCD/EFGH/IJKL");
    comb_text_free(text);
    comb_board_free(board);
    assert_int_equal(comb_board_read(&board, comb, NULL, "comb1-hexhunt-Q0FUUw-qf4jm", NULL, &err), COMB_OK);
    assert_int_equal(comb_board_text(&text, board, NULL), COMB_OK);
    assert_string_equal(text, "CATS/");
    comb_text_free(text);
    comb_board_free(board);
    comb_close(comb);
}

static void test_check_and_draw(void **state)
{
    (void)state;
    struct comb_context *comb;
    char *json, *picture;
    size_t length;
    assert_int_equal(comb_open(&comb, NULL), COMB_OK);
    struct comb_board *board = read_board(comb);
    const char *right[] = {"PASTED", NULL};
    const char *wrong[] = {"PASTED", "ZEBRA", NULL};
    assert_int_equal(comb_check(&json, comb, board, right, NULL, NULL), COMB_OK);
    comb_text_free(json);
    assert_int_equal(comb_check(&json, comb, board, wrong, NULL, NULL), COMB_NO);
    assert_non_null(strstr(json, "ZEBRA cannot be traced"));
    comb_text_free(json);
    const char *claim[] = {"{\"complete\":true,\"score\":0,\"count\":0,\"words\":[]}", NULL};
    assert_int_equal(comb_check(&json, comb, board, claim, NULL, NULL), COMB_NO);
    assert_non_null(strstr(json, "\"count\\\" should be 782"));
    comb_text_free(json);
    assert_int_equal(comb_draw(&picture, &length, board, COMB_PICTURE_SVG, NULL, NULL), COMB_OK);
    assert_int_equal(strlen(picture), length);
    comb_text_free(picture);
    const char *path[] = {"path=PASTED", NULL};
    assert_int_equal(comb_draw(&picture, &length, board, COMB_PICTURE_PNG, path, NULL), COMB_OK);
    assert_memory_equal(picture, "\x89PNG", 4);
    comb_text_free(picture);
    comb_board_free(board);
    comb_close(comb);
}

static void test_games_are_listed(void **state)
{
    (void)state;
    size_t count = 0;
    while (comb_game_name(count)) {
        assert_non_null(comb_game_title(count));
        assert_non_null(comb_game_example(count));
        count++;
    }
    assert_true(count >= 1);
    assert_null(comb_game_title(count));
}

/* Expects a call with a bad argument to fail, with the argument named in the message and no output. */
static void expect_bad(int code, const struct comb_error *err, const char *named)
{
    if (code != COMB_BAD_INPUT || err->code != COMB_BAD_INPUT || !strstr(err->message, named))
        fail_msg("expected an error about %s, got code %d: %s", named, code, err->message);
}

static char untouched[] = "untouched";

#define EXPECT_BAD(named, out, call)                                                                                   \
    do {                                                                                                               \
        struct comb_error err = {0};                                                                                   \
        (out) = (void *)untouched;                                                                                     \
        expect_bad(call, &err, named);                                                                                 \
        assert_null(out);                                                                                              \
    } while (0)
#define EXPECT_BAD_OUT(named, call)                                                                                    \
    do {                                                                                                               \
        struct comb_error err = {0};                                                                                   \
        expect_bad(call, &err, named);                                                                                 \
    } while (0)

static void test_null_arguments_are_errors(void **state)
{
    (void)state;
    struct comb_context *comb;
    struct comb_board *other;
    char *text;
    size_t length = 7;
    const char *answer[] = {"PASTED", NULL};
    EXPECT_BAD_OUT("'out' is NULL", comb_open(NULL, &err));
    assert_int_equal(comb_open(NULL, NULL), COMB_BAD_INPUT);
    assert_int_equal(comb_open(&comb, NULL), COMB_OK);
    struct comb_board *board = read_board(comb);

    EXPECT_BAD_OUT("'out' is NULL", comb_board_read(NULL, comb, "hexhunt", "TS/EAR/LB", NULL, &err));
    EXPECT_BAD("'context' is NULL", other, comb_board_read(&other, NULL, "hexhunt", "TS/EAR/LB", NULL, &err));
    EXPECT_BAD("'text' is NULL", other, comb_board_read(&other, comb, "hexhunt", NULL, NULL, &err));
    EXPECT_BAD("'text' is NULL", other, comb_board_read(&other, comb, NULL, NULL, NULL, &err));
    EXPECT_BAD_OUT("'out' is NULL", comb_board_text(NULL, board, &err));
    EXPECT_BAD("'board' is NULL", text, comb_board_text(&text, NULL, &err));
    EXPECT_BAD_OUT("'out' is NULL", comb_board_canonical(NULL, board, &err));
    EXPECT_BAD("'board' is NULL", text, comb_board_canonical(&text, NULL, &err));
    EXPECT_BAD_OUT("'out' is NULL", comb_board_share(NULL, board, &err));
    EXPECT_BAD("'board' is NULL", text, comb_board_share(&text, NULL, &err));
    EXPECT_BAD_OUT("'json' is NULL", comb_solve(NULL, comb, board, NULL, NULL, &err));
    EXPECT_BAD("'context' is NULL", text, comb_solve(&text, NULL, board, NULL, NULL, &err));
    EXPECT_BAD("'board' is NULL", text, comb_solve(&text, comb, NULL, NULL, NULL, &err));
    EXPECT_BAD_OUT("'json' is NULL", comb_check(NULL, comb, board, answer, NULL, &err));
    EXPECT_BAD("'context' is NULL", text, comb_check(&text, NULL, board, answer, NULL, &err));
    EXPECT_BAD("'board' is NULL", text, comb_check(&text, comb, NULL, answer, NULL, &err));
    EXPECT_BAD("'answer' is NULL", text, comb_check(&text, comb, board, NULL, NULL, &err));
    EXPECT_BAD_OUT("'out' is NULL", comb_draw(NULL, &length, board, COMB_PICTURE_SVG, NULL, &err));
    EXPECT_BAD("'length' is NULL", text, comb_draw(&text, NULL, board, COMB_PICTURE_SVG, NULL, &err));
    EXPECT_BAD("'board' is NULL", text, comb_draw(&text, &length, NULL, COMB_PICTURE_SVG, NULL, &err));
    assert_int_equal(length, 0);
    assert_null(comb_board_game(NULL));
    comb_board_free(board);
    comb_close(comb);
    comb_board_free(NULL);
    comb_text_free(NULL);
    comb_close(NULL);
}

static void test_unknown_names_and_kinds_are_errors(void **state)
{
    (void)state;
    struct comb_context *comb;
    struct comb_board *other;
    char *text;
    size_t length;
    const char *answer[] = {"PASTED", NULL};
    const char *const wrong[][2] = {{"colour=red"}, {"="}, {""}, {"limit=many"}, {"sort=up"}, {"limit"}, {"all=yes"}};
    const char *const named[] = {"colour", "no option ''", "no option ''", "many", "up", "limit", "all"};
    const char *empty[] = {NULL};
    assert_int_equal(comb_open(&comb, NULL), COMB_OK);
    struct comb_board *board = read_board(comb);
    EXPECT_BAD("no such game 'chess'", other, comb_board_read(&other, comb, "chess", "TS/EAR/LB", NULL, &err));
    EXPECT_BAD("game", other, comb_board_read(&other, comb, NULL, "", NULL, &err));
    EXPECT_BAD("", other, comb_board_read(&other, comb, "hexhunt", "", NULL, &err));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        EXPECT_BAD(named[i], other, comb_board_read(&other, comb, "hexhunt", "TS/EAR/LB", wrong[i], &err));
        EXPECT_BAD(named[i], text, comb_solve(&text, comb, board, NULL, wrong[i], &err));
        EXPECT_BAD(named[i], text, comb_check(&text, comb, board, answer, wrong[i], &err));
        EXPECT_BAD(named[i], text, comb_draw(&text, &length, board, COMB_PICTURE_SVG, wrong[i], &err));
    }
    EXPECT_BAD("kind of picture 3", text, comb_draw(&text, &length, board, (enum comb_picture)3, NULL, &err));
    EXPECT_BAD("kind of picture -1", text, comb_draw(&text, &length, board, (enum comb_picture) - 1, NULL, &err));
    int code = comb_check(&text, comb, board, empty, NULL, NULL); /* no word: any result, but no crash */
    assert_true(code == COMB_OK || code == COMB_NO || code == COMB_BAD_INPUT);
    comb_text_free(text);
    comb_board_free(board);
    comb_close(comb);
}

static void test_impossible_limits_are_errors(void **state)
{
    (void)state;
    struct comb_context *comb;
    char *text;
    assert_int_equal(comb_open(&comb, NULL), COMB_OK);
    struct comb_board *board = read_board(comb);
    const double seconds[] = {-1, -1e-300, (double)NAN, (double)INFINITY, (double)-INFINITY};
    for (size_t i = 0; i < sizeof seconds / sizeof seconds[0]; i++) {
        struct comb_limits limits = {.seconds = seconds[i]};
        EXPECT_BAD("'seconds'", text, comb_solve(&text, comb, board, &limits, NULL, &err));
    }
    const unsigned threads[] = {1025, UINT32_MAX};
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        struct comb_limits limits = {.threads = threads[i]};
        EXPECT_BAD("'threads'", text, comb_solve(&text, comb, board, &limits, NULL, &err));
    }
    comb_board_free(board);
    comb_close(comb);
}

/* Extreme but valid limits give an answer or an error in every game. */
static void test_every_game_accepts_extreme_limits(void **state)
{
    (void)state;
    struct comb_context *comb;
    assert_int_equal(comb_open(&comb, NULL), COMB_OK);
    const struct comb_limits limits[] = {
        {.seconds = 5, .threads = 64},
        {.seconds = 1e-9},
        {.seconds = 5, .bytes = 1},
        {.seconds = 5, .bytes = SIZE_MAX, .seed = UINT64_MAX},
    };
    for (size_t game = 0; comb_game_name(game); game++)
        for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
            struct comb_board *board = NULL;
            struct comb_error err = {0};
            char *json = NULL;
            int code = comb_board_read(&board, comb, comb_game_name(game), comb_game_example(game), NULL, &err);
            if (code != COMB_OK)
                fail_msg("%s: %s", comb_game_name(game), err.message);
            code = comb_solve(&json, comb, board, &limits[i], NULL, &err);
            if (code != COMB_OK && code != COMB_NO && code != COMB_LIMIT && code != COMB_NO_MEMORY)
                fail_msg("%s, limits %zu: code %d, %s", comb_game_name(game), i, code, err.message);
            if (code == COMB_NO_MEMORY)
                assert_true(err.message[0] != '\0');
            comb_text_free(json);
            comb_board_free(board);
        }
    comb_close(comb);
}
