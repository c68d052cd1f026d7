#include "base/escape.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

static void assert_escaped(const char *text, size_t length, enum comb_escape_kind kind, const char *expected)
{
    struct comb_buf out = {0};
    comb_escape(&out, text, length, kind);
    assert_string_equal(comb_buf_text(&out), expected);
    assert_int_equal(comb_escape_is_safe(text, length, kind), strlen(expected) == length);
    assert_true(comb_escape_is_safe(out.data, out.length, kind));
    comb_buf_free(&out);
}

static void test_safe_text_is_unchanged(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "plain", "Größe, ñandú", "日本 → ✓", "a\\b", "👩‍🚀 and می‌خواهم", "~", " "};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int kind = COMB_ESCAPE_FIELD; kind <= COMB_ESCAPE_JSON; kind++)
            assert_escaped(texts[i], strlen(texts[i]), (enum comb_escape_kind)kind, texts[i]);
}

static void test_controls_in_a_field_are_escaped(void **state)
{
    (void)state;
    assert_escaped("a\033]0;x\007b", 8, COMB_ESCAPE_FIELD, "a\\x1b]0;x\\x07b");
    assert_escaped("a\033[1mb", 6, COMB_ESCAPE_FIELD, "a\\x1b[1mb");
    assert_escaped("1\tx\n2\ty\r", 8, COMB_ESCAPE_FIELD, "1\\tx\\n2\\ty\\r");
    assert_escaped("\xc2\x9b\x32J", 4, COMB_ESCAPE_FIELD, "\\u009b2J");
    assert_escaped("\x7f\0x", 3, COMB_ESCAPE_FIELD, "\\x7f\\x00x");
    assert_escaped("\xe2\x80\xae\x66\xe2\x81\xa9\xe2\x80\x8f\xd8\x9c\xe2\x80\xa8\xef\xbb\xbf", 18, COMB_ESCAPE_FIELD,
                   "\\u202ef\\u2069\\u200f\\u061c\\u2028\\ufeff");
    assert_escaped("\x9b\xff\xe2\x80", 4, COMB_ESCAPE_FIELD, "\\x9b\\xff\\xe2\\x80"); /* invalid UTF-8 */
}

/* Colours are the only escape sequences that stay. */
static void test_program_output_keeps_lines_and_colours(void **state)
{
    (void)state;
    static const char good[] = "\033[1mbold\033[0m\n\t\033[38;2;1;2;3mx\033[m\n";
    assert_escaped(good, strlen(good), COMB_ESCAPE_TEXT, good);
    assert_escaped("\033[2J\033[1;1H\033]52;c;eA==\007\r", 23, COMB_ESCAPE_TEXT,
                   "\\x1b[2J\\x1b[1;1H\\x1b]52;c;eA==\\x07\\r");
    assert_escaped("\033[1", 3, COMB_ESCAPE_TEXT, "\\x1b[1"); /* cut off */
    assert_escaped("\033[?1m\033", 6, COMB_ESCAPE_TEXT, "\\x1b[?1m\\x1b");
}

static void test_escaped_json_parses_to_the_same_value(void **state)
{
    (void)state;
    assert_escaped("{\"a\":\"\xc2\x9b\xe2\x80\xae\x7f\"}\n", 15, COMB_ESCAPE_JSON,
                   "{\"a\":\"\\u009b\\u202e\\u007f\"}\n");
    assert_escaped("\xff", 1, COMB_ESCAPE_JSON, "\\ufffd");
}
