/* Comparison of two readings, before and after clicks. */
#include <stdarg.h>
#include <stddef.h>

#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/play/parts.h"

static const char before_text[] =
    "{'remaining': 2, 'mistakes': 1, 'lines': [{'x': 1, 'y': 0, 'direction': 's', 'text': '{2}'}],"
    " 'cells': [{'x': 1, 'y': 2, 'state': 'hidden', 'text': ''}, {'x': 2, 'y': 3, 'state': 'hidden', 'text': ''},"
    " {'x': 0, 'y': 3, 'state': 'black', 'text': '2'}]}";
static const char clicked_text[] = "[{'x': 10, 'y': 10, 'button': 1, 'cell': [1, 2], 'shows': 'blue'}]";

/* Parses JSON written with single quotes, for readability. */
static json_t *read_json(const char *text)
{
    char copy[1000];
    size_t length = 0;
    for (; text[length]; length++)
        copy[length] = text[length] == '\'' ? '"' : text[length];
    json_t *out = json_loadb(copy, length, 0, NULL);
    assert_non_null(out);
    return out;
}

static enum comb_match compare(const char *clicked_as, const char *after_as)
{
    json_t *before = read_json(before_text);
    json_t *clicked = read_json(clicked_as);
    json_t *after = read_json(after_as);
    struct comb_expectation expected = {.before = before, .clicked = clicked};
    struct comb_error err = {0};
    enum comb_match match = comb_play_compare(&expected, after, &err);
    assert_true((match == COMB_MATCH_NOT || match == COMB_MATCH_PENDING) == (err.message[0] != '\0'));
    json_decref(before);
    json_decref(clicked);
    json_decref(after);
    return match;
}

#define LINES "'lines': [{'x': 1, 'y': 0, 'direction': 's', 'text': '{2}'}],"
#define LATER " {'x': 2, 'y': 3, 'state': 'hidden', 'text': ''}, {'x': 0, 'y': 3, 'state': 'black', 'text': '2'}]}"

static void test_clicked_cells_show_the_deduced_state(void **state)
{
    (void)state;
    assert_int_equal(compare(clicked_text, "{'remaining': 1, 'mistakes': 1, " LINES
                                           "'cells': [{'x': 1, 'y': 2, 'state': 'blue', 'text': '4'}," LATER),
                     COMB_MATCH);
    assert_int_equal(compare(clicked_text, "{'remaining': 2, 'mistakes': 1, " LINES
                                           "'cells': [{'x': 1, 'y': 2, 'state': 'black', 'text': '4'}," LATER),
                     COMB_MATCH_NOT);
    assert_int_equal(compare(clicked_text, before_text), COMB_MATCH_PENDING);
    assert_int_equal(compare("[]", before_text), COMB_MATCH);
}

static void test_without_a_claim_any_uncovered_state_matches(void **state)
{
    static const char plain[] = "[{'x': 10, 'y': 10, 'button': 1, 'cell': [1, 2]}]";
    (void)state;
    assert_int_equal(compare(plain, "{'remaining': 2, 'mistakes': 1, " LINES
                                    "'cells': [{'x': 1, 'y': 2, 'state': 'black', 'text': '1'}," LATER),
                     COMB_MATCH);
    assert_int_equal(compare(plain, before_text), COMB_MATCH_PENDING);
}

static void test_a_mistake_is_reported_first(void **state)
{
    (void)state;
    assert_int_equal(compare(clicked_text, "{'remaining': 2, 'mistakes': 2, " LINES
                                           "'cells': [{'x': 1, 'y': 2, 'state': 'hidden', 'text': ''}," LATER),
                     COMB_MATCH_MISTAKE);
}

static void test_other_cells_must_not_change(void **state)
{
    (void)state;
    assert_int_equal(compare("[]", "{'remaining': 2, 'mistakes': 1, " LINES
                                   "'cells': [{'x': 1, 'y': 2, 'state': 'blue', 'text': ''}," LATER),
                     COMB_MATCH_NOT);
    assert_int_equal(compare("[]", "{'remaining': 2, 'mistakes': 1, " LINES
                                   "'cells': [{'x': 1, 'y': 4, 'state': 'hidden', 'text': ''}," LATER),
                     COMB_MATCH_NOT);
    assert_int_equal(compare("[]", "{'remaining': 2, 'mistakes': 1, " LINES
                                   "'cells': [{'x': 1, 'y': 2, 'state': 'hidden', 'text': ''}]}"),
                     COMB_MATCH_NOT);
    assert_int_equal(
        compare("[]", "{'remaining': 2, 'mistakes': 1, 'lines': [{'x': 1, 'y': 0, 'direction': 's', 'text': '3'}],"
                      "'cells': [{'x': 1, 'y': 2, 'state': 'hidden', 'text': ''}," LATER),
        COMB_MATCH_NOT);
}

static void test_left_out_hints_may_be_missing(void **state)
{
    (void)state;
    assert_int_equal(compare("[]", "{'remaining': 2, 'mistakes': 1, 'lines': [],"
                                   "'cells': [{'x': 1, 'y': 2, 'state': 'hidden', 'text': ''}," LATER),
                     COMB_MATCH_NOT);
    assert_int_equal(compare("[]", "{'remaining': 2, 'mistakes': 1, 'lines': [], 'left_out': [[1, 0]],"
                                   "'cells': [{'x': 1, 'y': 2, 'state': 'hidden', 'text': ''}," LATER),
                     COMB_MATCH);
    assert_int_equal(compare("[]", "{'remaining': 2, 'mistakes': 1, 'lines': [], 'left_out': [[1, 4]],"
                                   "'cells': [{'x': 1, 'y': 2, 'state': 'hidden', 'text': ''}," LATER),
                     COMB_MATCH_NOT);
}

/* Uncertain hints are left out, but nothing else that is uncertain. */
static void test_only_hints_are_left_out(void **state)
{
    static const char board[] = "{'cells': [{'x': 1, 'y': 2, 'state': 'hidden', 'text': '', 'confidence': 1, 'box': "
                                "[0, 0, 9, 9]}, {'x': 1, 'y': 4, 'state': 'black', 'text': '0', 'confidence': 1, "
                                "'box': [0, 9, 9, 9]}], 'remaining': 0, 'pitch': 9, 'lines': [{'x': 1, 'y': 0, "
                                "'direction': 's', 'text': '1', 'confidence': 0.5, 'box': [0, 0, 9, 9]}], 'doubts': [";
    static const struct {
        const char *uncertainty;
        size_t left_out;
    } cases[] = {
        {"{'x': 1, 'y': 0, 'about': 'cell', 'message': 'line hint: 1 or 7'}", 1},
        {"{'x': 1, 'y': 0, 'about': 'cell', 'message': 'line hint: 1 or 7'}, {'about': 'board', 'message': 'the clues "
         "contradict each other'}",
         1},
        {"{'x': 1, 'y': 2, 'about': 'cell', 'message': 'cell: 1 or 7'}", 0},
        {"{'x': 1, 'y': 2, 'about': 'board', 'message': 'at 1,2 a cell is cut off by the picture'}", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1000];
        struct comb_error err = {0};
        size_t left_out;
        snprintf(text, sizeof text, "%s%s]}", board, cases[i].uncertainty);
        json_t *reading = read_json(text), *before = json_incref(reading);
        int code = comb_play_leave_out(&reading, &left_out, comb_game_find("hexcells"), &err);
        assert_int_equal(code, cases[i].left_out > 0 ? COMB_OK : COMB_UNSURE);
        assert_int_equal(left_out, cases[i].left_out);
        assert_true(cases[i].left_out > 0 || reading == before);
        assert_int_equal(json_array_size(json_object_get(reading, "lines")), cases[i].left_out > 0 ? 0 : 1);
        json_decref(before);
        json_decref(reading);
    }
}

static void test_the_counter_falls_by_the_cells_found(void **state)
{
    (void)state;
    assert_int_equal(compare(clicked_text, "{'remaining': 7, 'mistakes': 1, " LINES
                                           "'cells': [{'x': 1, 'y': 2, 'state': 'blue', 'text': ''}," LATER),
                     COMB_MATCH_NOT);
    assert_int_equal(compare(clicked_text,
                             "{'mistakes': 1, " LINES "'cells': [{'x': 1, 'y': 2, 'state': 'blue', 'text': ''}," LATER),
                     COMB_MATCH);
}

static void test_numbers_and_hidden_cells(void **state)
{
    json_t *reading = read_json(before_text);
    (void)state;
    assert_int_equal(comb_play_count_hidden(reading), 2);
    assert_int_equal(comb_play_number(reading, "remaining"), 2);
    assert_int_equal(comb_play_number(reading, "score"), -1);
    assert_int_equal(comb_play_count_hidden(NULL), 0);
    json_decref(reading);
}

/* ---- corrections ---- */

static void test_corrections_follow_the_game(void **state)
{
    json_t *done = read_json("[{'cell': [1, 2], 'shows': 'blue'}, {'cell': [2, 3], 'shows': 'black'}]");
    json_t *fixed_after = read_json("[0, 0, 0, 0, 0]");
    struct comb_fixes fixes = {0}, after = {0}, before = {0};
    struct comb_play_setup setup = {.fixes = &fixes};
    struct comb_player player = {.setup = &setup, .fixed_after = fixed_after};
    struct comb_error err = {0};
    (void)state;
    assert_int_equal(comb_fixes_add(&fixes, "1,2=hidden;0,3=-2-;0,0=remaining 12;2,3=hidden;4,0=remaining ?", &err),
                     COMB_OK);
    assert_int_equal(comb_play_fixes_after(&before, &player, &err), COMB_OK);
    assert_int_equal(before.count, 5);
    player.done = done;
    assert_int_equal(comb_play_fixes_after(&after, &player, &err), COMB_OK);
    assert_int_equal(after.count, 3);
    assert_string_equal(after.items[0], "0,3=-2-");
    assert_string_equal(after.items[1], "0,0=remaining 11");
    assert_string_equal(after.items[2], "4,0=remaining ?");
    comb_fixes_free(&fixes);
    comb_fixes_free(&before);
    comb_fixes_free(&after);
    json_decref(done);
    json_decref(fixed_after);
}

static void test_corrections_of_later_pictures_outlive_earlier_clicks(void **state)
{
    json_t *done = read_json("[{'cell': [1, 2], 'shows': 'blue'}, {'cell': [2, 3], 'shows': 'blue'}]");
    json_t *fixed_after = read_json("[1, 1, 1]");
    struct comb_fixes fixes = {0}, after = {0};
    struct comb_play_setup setup = {.fixes = &fixes};
    struct comb_player player = {.setup = &setup, .done = done, .fixed_after = fixed_after};
    struct comb_error err = {0};
    (void)state;
    assert_int_equal(comb_fixes_add(&fixes, "1,2=blue 3;2,3=hidden;0,0=remaining 5", &err), COMB_OK);
    assert_int_equal(comb_play_fixes_after(&after, &player, &err), COMB_OK);
    assert_int_equal(after.count, 2);
    assert_string_equal(after.items[0], "1,2=blue 3");
    assert_string_equal(after.items[1], "0,0=remaining 4");
    comb_fixes_free(&fixes);
    comb_fixes_free(&after);
    json_decref(done);
    json_decref(fixed_after);
}

static void test_a_board_is_gone_if_most_cells_are(void **state)
{
    json_t *before = read_json("{'cells': [{'x': 0, 'y': 0, 'state': 'hidden', 'box': [10, 10, 20, 20]},"
                               " {'x': 1, 'y': 1, 'state': 'black', 'box': [30, 20, 20, 20]},"
                               " {'x': 2, 'y': 0, 'state': 'blue', 'box': [50, 10, 20, 20]}]}");
    json_t *moved = read_json("{'cells': [{'x': 0, 'y': 0, 'state': 'blue', 'box': [11, 12, 20, 20]},"
                              " {'x': 1, 'y': 1, 'state': 'black', 'box': [29, 20, 21, 20]}]}");
    json_t *other = read_json("{'cells': [{'x': 0, 'y': 0, 'state': 'hidden', 'box': [10, 10, 20, 20]},"
                              " {'x': 1, 'y': 1, 'state': 'hidden', 'box': [30, 20, 20, 20]},"
                              " {'x': 2, 'y': 0, 'state': 'hidden', 'box': [50, 10, 20, 20]}]}");
    (void)state;
    assert_false(comb_play_board_gone(before, before));
    assert_false(comb_play_board_gone(before, moved));
    assert_true(comb_play_board_gone(before, other));
    assert_true(comb_play_board_gone(before, NULL));
    json_decref(before);
    json_decref(moved);
    json_decref(other);
}
