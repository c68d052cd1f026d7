#include "base/buf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

static void test_empty_buffer_has_a_text(void **state)
{
    (void)state;
    struct comb_buf buf = {0};
    assert_string_equal(comb_buf_text(&buf), "");
    comb_buf_clear(&buf);
    comb_buf_add(&buf, NULL, 0);
    assert_string_equal(comb_buf_text(&buf), "");
    comb_buf_free(&buf);
    comb_buf_free(&buf);
    assert_string_equal(comb_buf_text(&buf), "");
}

static void test_all_ways_of_adding(void **state)
{
    (void)state;
    struct comb_buf buf = {0};
    comb_buf_str(&buf, "row ");
    comb_buf_char(&buf, '3');
    comb_buf_add(&buf, ": xyz", 2);
    comb_buf_repeat(&buf, "ab", 3);
    comb_buf_printf(&buf, " %d/%s", 7, "8");
    assert_string_equal(comb_buf_text(&buf), "row 3: ababab 7/8");
    assert_int_equal(buf.length, strlen("row 3: ababab 7/8"));
    assert_false(buf.failed);
    comb_buf_clear(&buf);
    assert_string_equal(comb_buf_text(&buf), "");
    comb_buf_free(&buf);
}

static void test_nul_bytes_are_stored(void **state)
{
    (void)state;
    struct comb_buf buf = {0};
    comb_buf_add(&buf, "a\0b", 3);
    comb_buf_char(&buf, '\0');
    comb_buf_char(&buf, 'c');
    assert_int_equal(buf.length, 5);
    assert_memory_equal(buf.data, "a\0b\0c", 6);
    comb_buf_free(&buf);
}

static void test_grows(void **state)
{
    (void)state;
    struct comb_buf buf = {0};
    for (int i = 0; i < 100000; i++)
        comb_buf_printf(&buf, "%d,", i % 10);
    assert_int_equal(buf.length, 200000);
    for (size_t i = 0; i < 200000; i++)
        assert_int_equal(buf.data[i], i % 2 ? ',' : '0' + (int)(i / 2 % 10));
    assert_int_equal(buf.data[200000], '\0');
    comb_buf_free(&buf);
}

/* The limit includes the terminating NUL: a buffer with limit 8 holds 7 bytes of text. */
static void test_limit_is_exact(void **state)
{
    (void)state;
    struct comb_buf buf = {.limit = 8};
    comb_buf_str(&buf, "1234567");
    assert_false(buf.failed);
    comb_buf_add(&buf, "", 0);
    assert_false(buf.failed);
    comb_buf_char(&buf, '8');
    assert_true(buf.failed);
    assert_string_equal(comb_buf_text(&buf), "1234567");
    comb_buf_free(&buf);
    assert_int_equal(buf.limit, 8);
}

static void test_failure_is_sticky_until_cleared(void **state)
{
    (void)state;
    struct comb_buf buf = {.limit = 8};
    comb_buf_str(&buf, "12");
    comb_buf_str(&buf, "this is too long");
    assert_true(buf.failed);
    comb_buf_str(&buf, "3");
    comb_buf_char(&buf, '4');
    comb_buf_printf(&buf, "%d", 5);
    assert_string_equal(comb_buf_text(&buf), "12");
    comb_buf_clear(&buf);
    assert_false(buf.failed);
    comb_buf_printf(&buf, "%s", "abc");
    assert_string_equal(comb_buf_text(&buf), "abc");
    comb_buf_printf(&buf, "%s", "defgh");
    assert_true(buf.failed);
    assert_string_equal(comb_buf_text(&buf), "abc");
    comb_buf_free(&buf);
}

static void test_huge_requests_fail_at_once(void **state)
{
    (void)state;
    struct comb_buf buf = {0};
    comb_buf_add(&buf, "x", SIZE_MAX);
    assert_true(buf.failed);
    comb_buf_clear(&buf);
    comb_buf_add(&buf, "x", COMB_BUF_DEFAULT_LIMIT);
    assert_true(buf.failed);
    comb_buf_free(&buf);
    struct comb_buf small = {.limit = 100};
    comb_buf_repeat(&small, "abc", SIZE_MAX);
    assert_true(small.failed);
    comb_buf_clear(&small);
    comb_buf_repeat(&small, "", SIZE_MAX);
    assert_false(small.failed);
    assert_int_equal(small.length, 0);
    comb_buf_free(&small);
}

static void test_markup_is_escaped(void **state)
{
    (void)state;
    struct comb_buf buf = {0};
    static const char text[] = "<b class=\"x\">&amp;</b> 'a'";
    comb_buf_escape_markup(&buf, text, sizeof text - 1);
    assert_string_equal(buf.data, "&lt;b class=&quot;x&quot;&gt;&amp;amp;&lt;/b&gt; 'a'");
    comb_buf_escape_markup(&buf, "<cut", 1);
    assert_string_equal(buf.data + buf.length - 4, "&lt;");
    comb_buf_free(&buf);
}
