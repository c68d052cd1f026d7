/* The public header as a C programmer would use it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "comb.h"

#include <string.h>

/* Six rows of eight wildcards: more paths than anyone can walk. Written in pieces, since two question marks and a slash
 * are a trigraph. */
#define EIGHT                                                                                                          \
    "????"                                                                                                             \
    "????"
#define WILD EIGHT "/" EIGHT "/" EIGHT "/" EIGHT "/" EIGHT "/" EIGHT

static struct comb_board *read_record(struct comb_context *comb)
{
    struct comb_board *board;
    struct comb_error err = {0};
    int code = comb_board_read(&board, comb, "hexhunt", "LPE/EASR/SRTED/PING/LAS", NULL, &err);
    if (code != COMB_OK)
        fail_msg("%s", err.message);
    return board;
}

static void test_solve_gives_json(void **state)
{
    (void)state;
    struct comb_context *comb;
    char *json;
    assert_int_equal(comb_open(&comb, NULL), COMB_OK);
    struct comb_board *board = read_record(comb);
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

static int stop_at_once(void *payload, double seconds, double share)
{
    (void)seconds;
    (void)share;
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
    struct comb_board *board = read_record(comb);
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

/* A miscounted board is refused, other shapes are asked for, and what earlier versions shared still opens. */
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
    assert_non_null(strstr(err.message, "15 cells without rows: expected 9 (3x3), 16 (4x4)"));
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
    struct comb_board *board = read_record(comb);
    const char *right[] = {"PASTED", NULL};
    const char *wrong[] = {"PASTED", "ZEBRA", NULL};
    assert_int_equal(comb_check(&json, comb, board, right, NULL, NULL), COMB_OK);
    comb_text_free(json);
    assert_int_equal(comb_check(&json, comb, board, wrong, NULL, NULL), COMB_NO);
    assert_non_null(strstr(json, "ZEBRA cannot be traced"));
    comb_text_free(json);
    const char *claim[] = {"{\"complete\":true,\"score\":0,\"count\":0,\"words\":[]}", NULL};
    assert_int_equal(comb_check(&json, comb, board, claim, NULL, NULL), COMB_NO);
    assert_non_null(strstr(json, "\"count\\\" of the board is 782"));
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
