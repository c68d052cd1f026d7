/* Letters beyond A to Z: recognising the marks of letters, and settling uncertain ones by the board's language. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/game.h"
#include "family/words/read/parts.h"
#include "family/words/read/read.h"

#include <string.h>

static json_t *parsed(const char *text)
{
    json_t *out = json_loads(text, 0, NULL);
    assert_non_null(out);
    return out;
}

static const struct comb_reader *reader_of(const char *game)
{
    const struct comb_game *found = comb_game_find(game);
    assert_non_null(found);
    assert_non_null(found->reader);
    return found->reader;
}

static void fix(const char *game, json_t *reading, int x, int y, const char *text)
{
    struct comb_error err = {0};
    int code = reader_of(game)->apply_fix(reading, x, y, text, reader_of(game)->payload, &err);
    assert_string_equal(err.message, "");
    assert_int_equal(code, COMB_OK);
}

static void assert_rejected(const char *game, json_t *reading, int x, int y, const char *text, const char *messages)
{
    struct comb_error err = {0};
    json_t *before = json_deep_copy(reading);
    assert_int_equal(reader_of(game)->apply_fix(reading, x, y, text, reader_of(game)->payload, &err), COMB_BAD_INPUT);
    assert_non_null(strstr(err.message, messages));
    assert_true(json_equal(before, reading));
    json_decref(before);
}

/* ---- letters with marks ---- */

enum { PATCH = COMB_WORDS_PATCH, LETTERS = 9 };

static void paint_patch(unsigned char *rgb, int left, int top, int side)
{
    for (int y = top; y < top + side; y++)
        for (int x = left; x < left + side; x++)
            memset(rgb + 3 * (y * PATCH + x), 20, 3);
}

/* A stroke of small squares between two points. */
static void paint_stroke(unsigned char *rgb, int x, int y, int to_x, int to_y, int side)
{
    for (int i = 0; i <= 40; i++)
        paint_patch(rgb, x + (to_x - x) * i / 40, y + (to_y - y) * i / 40, side);
}

/* A ring, which is an O; its box is 28 pixels wide and high. */
static void paint_ring(unsigned char *rgb)
{
    memset(rgb, 240, (size_t)3 * PATCH * PATCH);
    for (int i = 0; i < PATCH * PATCH; i++) {
        int x = 2 * (i % PATCH) - 71, y = 2 * (i / PATCH) - 75, square = x * x + y * y;
        if (square < 28 * 28 && square > 18 * 18)
            memset(rgb + 3 * i, 20, 3);
    }
}

/* Reads a board of rings; `add_marks` paints on each of them. */
static void read_rings(struct comb_words_detection *board, void (*add_marks)(unsigned char *rgb, int place))
{
    static unsigned char patches[3 * LETTERS * PATCH * PATCH];
    static const char *const patterns[] = {"@", NULL};
    static const struct comb_words_board_spec spec = {.kind = COMB_DETECTED_SQUARE, .patterns = patterns};
    static const struct comb_detected_grid grid = {.kind = COMB_DETECTED_SQUARE, .pitch = PATCH};
    static const struct comb_detected_cell cell = {.support = 1};
    struct comb_error err;
    *board = (struct comb_words_detection){
        .spec = &spec, .grid = &grid, .count = LETTERS, .patches = patches, .side = PATCH};
    for (int i = 0; i < LETTERS; i++) {
        struct comb_words_place *place = &board->places[i];
        paint_ring(patches + (size_t)3 * PATCH * PATCH * (size_t)i);
        add_marks(patches + (size_t)3 * PATCH * PATCH * (size_t)i, i);
        *place = (struct comb_words_place){
            .cell = &cell, .box = {0, 0, 68, 68}, .inked = true, .paper = 0xf0f0f0, .ink = 0x141414};
        place->glyph = (struct comb_glyph){
            .text = "O", .confidence = 1, .likeness = 1, .x = 22, .y = 24, .width = 28, .height = 28};
    }
    assert_int_equal(comb_words_read_accents(board, &err), COMB_OK);
}

static void paint_marks(unsigned char *rgb, int place)
{
    if (place == 0) { /* two dots */
        paint_patch(rgb, 28, 15, 5);
        paint_patch(rgb, 39, 15, 5);
    }
    if (place == 1)
        paint_stroke(rgb, 34, 19, 39, 12, 3); /* rises to the right */
    if (place == 2)
        paint_stroke(rgb, 31, 12, 36, 19, 3);
    if (place == 3) {
        paint_stroke(rgb, 28, 19, 34, 12, 3);
        paint_stroke(rgb, 34, 12, 41, 19, 3);
    }
    if (place == 4) {
        paint_stroke(rgb, 27, 18, 31, 14, 3);
        paint_stroke(rgb, 31, 14, 38, 18, 3);
        paint_stroke(rgb, 38, 18, 42, 14, 3);
    }
    if (place == 5)
        paint_patch(rgb, 60, 4, 8); /* a value in the corner */
}

static void test_marks_above_letters_are_read(void **state)
{
    (void)state;
    static const char *const expected[LETTERS] = {"Ö", "Ó", "Ò", "Ô", "Õ", "O", "O", "O", "O"};
    static struct comb_words_detection board;
    read_rings(&board, paint_marks);
    for (int i = 0; i < LETTERS; i++) {
        assert_string_equal(board.places[i].glyph.text, expected[i]);
        assert_true(board.places[i].glyph.confidence >= 0.8);
    }
}

static void paint_unclear_marks(unsigned char *rgb, int place)
{
    if (place == 0)
        paint_patch(rgb, 30, 12, 8); /* one spot, not quite in the middle */
    if (place == 1)
        paint_stroke(rgb, 22, 50, 48, 24, 3); /* through the letter */
    if (place == 2)
        paint_stroke(rgb, 34, 23, 41, 14, 3); /* touches the letter */
}

static void test_unclear_marks_are_uncertain(void **state)
{
    (void)state;
    static struct comb_words_detection board;
    read_rings(&board, paint_unclear_marks);
    for (int i = 0; i < 3; i++)
        assert_true(board.places[i].glyph.confidence < 0.8);
    assert_string_equal(board.places[1].glyph.text, "Ø");
    assert_string_equal(board.places[1].glyph.second, "O");
    for (int i = 3; i < LETTERS; i++)
        assert_true(board.places[i].glyph.confidence >= 0.8);
}

/* One cell per letter: its text, its alternative and its confidence. */
static json_t *letter_reading(void)
{
    return parsed("{\"cells\": ["
                  "{\"x\": 0, \"y\": 0, \"text\": \"Ä\", \"second\": \"Á\", \"state\": \"none\", \"confidence\": 0.6},"
                  "{\"x\": 1, \"y\": 0, \"text\": \"É\", \"second\": \"Ë\", \"state\": \"none\", \"confidence\": 0.6},"
                  "{\"x\": 2, \"y\": 0, \"text\": \"Â\", \"second\": \"A\", \"state\": \"none\", \"confidence\": 0.97},"
                  "{\"x\": 3, \"y\": 0, \"text\": \"Ú\", \"second\": \"U\", \"state\": \"none\", \"confidence\": 0.1}],"
                  "\"missing\": []}");
}

static void assert_letter(const json_t *reading, int x, const char *text, bool certain)
{
    const json_t *cell = comb_reading_at(reading, x, 0);
    assert_string_equal(json_string_value(json_object_get(cell, "text")), text);
    assert_int_equal(json_number_value(json_object_get(cell, "confidence")) >= COMB_READING_MIN_CONFIDENCE, certain);
}

static void test_language_settles_marks(void **state)
{
    (void)state;
    json_t *french = letter_reading(), *swedish = letter_reading();
    fix("wordhunt", french, -1, -1, "lang:fr");
    assert_letter(french, 0, "A", true); /* no mark counts */
    assert_letter(french, 1, "E", true);
    assert_letter(french, 2, "A", true);
    assert_letter(french, 3, "U", false); /* the letter itself is uncertain */
    fix("wordhunt", swedish, -1, -1, "lang:sv");
    assert_letter(swedish, 0, "Ä", false);
    assert_letter(swedish, 1, "E", true);
    assert_int_equal(json_number_value(json_object_get(comb_reading_at(swedish, 2, 0), "confidence")) < 0.8, true);
    assert_rejected("wordhunt", swedish, -1, -1, "lang:xx", "no such language");
    json_decref(french);
    json_decref(swedish);
}

static void test_upright_settles_the_direction(void **state)
{
    (void)state;
    struct comb_error err = {0};
    json_t *reading = letter_reading();
    json_object_set_new(reading, "doubts", json_array());
    assert_int_equal(comb_reading_add_uncertainty(reading, -1, -1, &err, "%s", comb_words_upright_question), COMB_OK);
    assert_int_equal(json_array_size(json_object_get(reading, "doubts")), 1);
    fix("boggle", reading, -1, -1, "upright");
    assert_int_equal(json_array_size(json_object_get(reading, "doubts")), 0);
    json_decref(reading);
}
