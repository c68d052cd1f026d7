/* Pictures of comb.h: what is drawn can be read back, as bytes and as pixels. */
#include "unit/api/api.h"

#include "vision/pixels/pixels.h"

static const char board_text[] = "LPE/EASR/SRTED/PING/LAS";

/* Draws the board as PNG. */
static void draw(char **png, size_t *length, struct comb_context *comb)
{
    struct comb_error err = {0};
    struct comb_board *board = NULL;
    EXPECT(COMB_OK, comb_board_read(&board, comb, "hexhunt", board_text, NULL, &err));
    EXPECT(COMB_OK, comb_draw(png, length, board, COMB_PICTURE_PNG, NULL, &err));
    comb_board_free(board);
}

static void expect_board(struct comb_board *board, const char *expected)
{
    struct comb_error err = {0};
    char *text = NULL;
    EXPECT(COMB_OK, comb_board_text(&text, board, &err));
    assert_string_equal(text, expected);
    comb_text_free(text);
    comb_board_free(board);
}

static void test_a_drawn_board_is_read_back(void **state)
{
    (void)state;
    struct comb_context *comb = open_context();
    struct comb_error err = {0};
    struct comb_board *board = NULL;
    char *png = NULL, *json = NULL;
    size_t length = 0;
    draw(&png, &length, comb);
    EXPECT(COMB_OK, comb_read_picture(&json, &board, comb, png, length, NULL, NULL, &err));
    expect_json(&json, "\"game\":\"hexhunt\"");
    expect_board(board, board_text);
    const char *fixes[] = {"2,0=Q", NULL};
    EXPECT(COMB_OK, comb_read_picture(&json, NULL, comb, png, length, "hexhunt", fixes, &err));
    expect_json(&json, "Q");
    comb_text_free(png);
    comb_close(comb);
}

static void test_pixels_are_read_like_their_file(void **state)
{
    (void)state;
    struct comb_context *comb = open_context();
    struct comb_error err = {0};
    struct comb_pixels *pixels = NULL;
    struct comb_board *board = NULL;
    char *png = NULL, *of_file = NULL, *of_pixels = NULL;
    size_t length = 0;
    draw(&png, &length, comb);
    EXPECT(COMB_OK, comb_pixels_decode(&pixels, png, length, &err));
    EXPECT(COMB_OK, comb_read_picture(&of_file, NULL, comb, png, length, NULL, NULL, &err));
    EXPECT(COMB_OK,
           comb_read_pixels(&of_pixels, &board, comb, pixels->rgb, pixels->width, pixels->height, NULL, NULL, &err));
    assert_string_equal(of_file, of_pixels);
    expect_board(board, board_text);
    comb_text_free(of_file);
    comb_text_free(of_pixels);
    comb_pixels_free(pixels);
    comb_text_free(png);
    comb_close(comb);
}

static void test_a_picture_without_a_board(void **state)
{
    (void)state;
    struct comb_context *comb = open_context();
    struct comb_error err = {0};
    struct comb_board *board = NULL;
    char *json = NULL;
    unsigned char white[64 * 64 * 3];
    memset(white, 255, sizeof white);
    EXPECT(COMB_UNSURE, comb_read_pixels(&json, &board, comb, white, 64, 64, NULL, NULL, &err));
    assert_null(json);
    assert_null(board);
    comb_close(comb);
}

static void test_answers_are_drawn(void **state)
{
    (void)state;
    struct comb_context *comb = open_context();
    struct comb_error err = {0};
    struct comb_board *board = open_board(comb, PANEL);
    char *answer = NULL, *plain = NULL, *drawn = NULL;
    size_t length = 0;
    EXPECT(COMB_OK, comb_solve(&answer, comb, board, NULL, NULL, &err));
    EXPECT(COMB_OK, comb_draw(&plain, &length, board, COMB_PICTURE_SVG, NULL, &err));
    EXPECT(COMB_OK, comb_draw_answer(&drawn, &length, board, answer, COMB_PICTURE_SVG, NULL, &err));
    assert_int_equal(strlen(drawn), length);
    assert_string_not_equal(plain, drawn);
    comb_text_free(drawn);
    EXPECT_BAD("'answer' is NULL", comb_draw_answer(&drawn, &length, board, NULL, COMB_PICTURE_SVG, NULL, &err));
    EXPECT_BAD("'answer' is not", comb_draw_answer(&drawn, &length, board, "[]", COMB_PICTURE_SVG, NULL, &err));
    EXPECT_BAD("", comb_draw_answer(&drawn, &length, board, "{", COMB_PICTURE_SVG, NULL, &err));
    EXPECT_BAD("'board' is NULL", comb_draw_answer(&drawn, &length, NULL, answer, COMB_PICTURE_SVG, NULL, &err));
    EXPECT_BAD("'out' is NULL", comb_draw_answer(NULL, &length, board, answer, COMB_PICTURE_SVG, NULL, &err));
    EXPECT_BAD("'length' is NULL", comb_draw_answer(&drawn, NULL, board, answer, COMB_PICTURE_SVG, NULL, &err));
    assert_null(drawn);
    comb_text_free(answer);
    comb_text_free(plain);
    comb_board_free(board);
    comb_close(comb);
}

static void test_bad_arguments_are_errors(void **state)
{
    (void)state;
    struct comb_error err = {0};
    struct comb_context *comb = open_context();
    struct comb_board *board = NULL;
    char *json = NULL;
    unsigned char rgb[3] = {0};
    const char *fixes[] = {"nonsense", NULL};
    EXPECT_BAD("'json' is NULL", comb_read_picture(NULL, &board, comb, "x", 1, NULL, NULL, &err));
    EXPECT_BAD("'context' is NULL", comb_read_picture(&json, &board, NULL, "x", 1, NULL, NULL, &err));
    EXPECT_BAD("'bytes' is NULL", comb_read_picture(&json, &board, comb, NULL, 1, NULL, NULL, &err));
    EXPECT_BAD("", comb_read_picture(&json, &board, comb, "x", 1, NULL, NULL, &err));
    EXPECT_BAD("", comb_read_picture(&json, &board, comb, "", 0, NULL, NULL, &err));
    EXPECT_BAD("'rgb' is NULL", comb_read_pixels(&json, &board, comb, NULL, 64, 64, NULL, NULL, &err));
    EXPECT_BAD("0x64", comb_read_pixels(&json, &board, comb, rgb, 0, 64, NULL, NULL, &err));
    EXPECT_BAD("4294967295", comb_read_pixels(&json, &board, comb, rgb, UINT32_MAX, UINT32_MAX, NULL, NULL, &err));
    char *png = NULL;
    size_t length = 0;
    draw(&png, &length, comb);
    EXPECT_BAD("no such game 'chess'", comb_read_picture(&json, &board, comb, png, length, "chess", NULL, &err));
    EXPECT_BAD("nonsense", comb_read_picture(&json, &board, comb, png, length, NULL, fixes, &err));
    assert_null(json);
    assert_null(board);
    comb_text_free(png);
    comb_close(comb);
}
