/* What the player makes of two readings, before and after its clicks. */
#include <stdarg.h>
#include <stddef.h>

#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/play_parts.h"

static const char before_text[] =
    "{'remaining': 2, 'mistakes': 1, 'lines': [{'x': 1, 'y': 0, 'direction': 's', 'text': '{2}'}],"
    " 'cells': [{'x': 1, 'y': 2, 'state': 'hidden', 'text': ''}, {'x': 2, 'y': 3, 'state': 'hidden', 'text': ''},"
    " {'x': 0, 'y': 3, 'state': 'black', 'text': '2'}]}";
static const char clicked_text[] = "[{'x': 10, 'y': 10, 'button': 1, 'cell': [1, 2], 'shows': 'blue'}]";

/* JSON with single quotes, for the eye. */
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

static enum comb_match judge(const char *clicked_as, const char *after_as)
{
    json_t *before = read_json(before_text);
    json_t *clicked = read_json(clicked_as);
    json_t *after = read_json(after_as);
    struct comb_expectation expected = {.before = before, .clicked = clicked};
    struct comb_error err = {0};
    enum comb_match match = comb_play_compare(&expected, after, &err);
    assert_true((match == COMB_MATCH_NOT) == (err.message[0] != '\0'));
    json_decref(before);
    json_decref(clicked);
    json_decref(after);
    return match;
}

#define LINES "'lines': [{'x': 1, 'y': 0, 'direction': 's', 'text': '{2}'}],"
#define LATER " {'x': 2, 'y': 3, 'state': 'hidden', 'text': ''}, {'x': 0, 'y': 3, 'state': 'black', 'text': '2'}]}"

static void test_what_was_clicked_shows_what_was_deduced(void **state)
{
    (void)state;
    assert_int_equal(judge(clicked_text, "{'remaining': 1, 'mistakes': 1, " LINES
                                         "'cells': [{'x': 1, 'y': 2, 'state': 'blue', 'text': '4'}," LATER),
                     COMB_MATCH);
    assert_int_equal(judge(clicked_text, "{'remaining': 2, 'mistakes': 1, " LINES
                                         "'cells': [{'x': 1, 'y': 2, 'state': 'black', 'text': '4'}," LATER),
                     COMB_MATCH_NOT);
    assert_int_equal(judge(clicked_text, before_text), COMB_MATCH_NOT);
    assert_int_equal(judge("[]", before_text), COMB_MATCH);
}

static void test_without_a_claim_anything_uncovered_will_do(void **state)
{
    static const char plain[] = "[{'x': 10, 'y': 10, 'button': 1, 'cell': [1, 2]}]";
    (void)state;
    assert_int_equal(judge(plain, "{'remaining': 2, 'mistakes': 1, " LINES
                                  "'cells': [{'x': 1, 'y': 2, 'state': 'black', 'text': '1'}," LATER),
                     COMB_MATCH);
    assert_int_equal(judge(plain, before_text), COMB_MATCH_NOT);
}

static void test_a_mistake_is_seen_before_anything_else(void **state)
{
    (void)state;
    assert_int_equal(judge(clicked_text, "{'remaining': 2, 'mistakes': 2, " LINES
                                         "'cells': [{'x': 1, 'y': 2, 'state': 'hidden', 'text': ''}," LATER),
                     COMB_MATCH_MISTAKE);
}

static void test_what_was_not_clicked_stays(void **state)
{
    (void)state;
    assert_int_equal(judge("[]", "{'remaining': 2, 'mistakes': 1, " LINES
                                 "'cells': [{'x': 1, 'y': 2, 'state': 'blue', 'text': ''}," LATER),
                     COMB_MATCH_NOT);
    assert_int_equal(judge("[]", "{'remaining': 2, 'mistakes': 1, " LINES
                                 "'cells': [{'x': 1, 'y': 4, 'state': 'hidden', 'text': ''}," LATER),
                     COMB_MATCH_NOT);
    assert_int_equal(judge("[]", "{'remaining': 2, 'mistakes': 1, " LINES
                                 "'cells': [{'x': 1, 'y': 2, 'state': 'hidden', 'text': ''}]}"),
                     COMB_MATCH_NOT);
    assert_int_equal(judge("[]",
                           "{'remaining': 2, 'mistakes': 1, 'lines': [{'x': 1, 'y': 0, 'direction': 's', 'text': '3'}],"
                           "'cells': [{'x': 1, 'y': 2, 'state': 'hidden', 'text': ''}," LATER),
                     COMB_MATCH_NOT);
}

static void test_the_counter_falls_by_what_was_found(void **state)
{
    (void)state;
    assert_int_equal(judge(clicked_text, "{'remaining': 7, 'mistakes': 1, " LINES
                                         "'cells': [{'x': 1, 'y': 2, 'state': 'blue', 'text': ''}," LATER),
                     COMB_MATCH_NOT);
    assert_int_equal(
        judge(clicked_text, "{'mistakes': 1, " LINES "'cells': [{'x': 1, 'y': 2, 'state': 'blue', 'text': ''}," LATER),
        COMB_MATCH);
}

static void test_figures(void **state)
{
    json_t *reading = read_json(before_text);
    (void)state;
    assert_int_equal(comb_play_hidden(reading), 2);
    assert_int_equal(comb_play_number(reading, "remaining"), 2);
    assert_int_equal(comb_play_number(reading, "score"), -1);
    assert_int_equal(comb_play_hidden(NULL), 0);
    json_decref(reading);
}
