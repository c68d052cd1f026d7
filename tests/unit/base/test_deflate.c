#include "base/deflate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

enum { LIMIT = 1 << 20 };

static void check_round_trip(const char *data, size_t length)
{
    struct comb_buf packed = {0};
    struct comb_buf again = {0};
    assert_int_equal(comb_deflate(&packed, data, length, NULL), COMB_OK);
    assert_int_equal(comb_inflate(&again, comb_buf_text(&packed), packed.length, LIMIT, NULL), COMB_OK);
    assert_int_equal(again.length, length);
    assert_memory_equal(comb_buf_text(&again), data, length);
    comb_buf_free(&packed);
    comb_buf_free(&again);
}

static void test_round_trips(void **state)
{
    (void)state;
    char noise[10000];
    for (size_t i = 0; i < sizeof noise; i++)
        noise[i] = (char)(i * i * 2654435761u >> 11);
    check_round_trip("", 0);
    check_round_trip("A", 1);
    check_round_trip("LPE/EASR/SRTED/PING/LAS", 23);
    check_round_trip("\0\0\0", 3);
    check_round_trip(noise, sizeof noise);
}

static void test_appends(void **state)
{
    (void)state;
    struct comb_buf packed = {0};
    struct comb_buf out = {0};
    comb_buf_str(&packed, "xy");
    comb_buf_str(&out, "before ");
    assert_int_equal(comb_deflate(&packed, "after", 5, NULL), COMB_OK);
    assert_int_equal(comb_inflate(&out, packed.data + 2, packed.length - 2, LIMIT, NULL), COMB_OK);
    assert_string_equal(comb_buf_text(&out), "before after");
    comb_buf_free(&packed);
    comb_buf_free(&out);
}

/* A stream that expands a thousandfold stops at the limit; exactly the limit is accepted. */
static void test_expansion_is_limited(void **state)
{
    (void)state;
    enum { SIZE = 8 << 20 };
    char *zeros = calloc(1, SIZE);
    struct comb_buf packed = {0};
    struct comb_buf out = {0};
    struct comb_error err = {0};
    assert_non_null(zeros);
    assert_int_equal(comb_deflate(&packed, zeros, SIZE, NULL), COMB_OK);
    assert_true(packed.length < SIZE / 500);
    assert_int_equal(comb_inflate(&out, packed.data, packed.length, LIMIT, &err), COMB_BAD_INPUT);
    assert_non_null(strstr(err.message, "more than"));
    assert_true(out.length < 2 * LIMIT);
    comb_buf_clear(&out);
    assert_int_equal(comb_inflate(&out, packed.data, packed.length, SIZE, NULL), COMB_OK);
    comb_buf_clear(&out);
    assert_int_equal(comb_inflate(&out, packed.data, packed.length, SIZE - 1, NULL), COMB_BAD_INPUT);
    comb_buf_free(&packed);
    comb_buf_free(&out);
    free(zeros);
}

static void test_damage_is_rejected(void **state)
{
    (void)state;
    struct comb_buf packed = {0};
    struct comb_buf out = {0};
    assert_int_equal(comb_deflate(&packed, "the same, the same, the same", 28, NULL), COMB_OK);
    for (size_t length = 0; length < packed.length; length++) {
        comb_buf_clear(&out);
        assert_int_equal(comb_inflate(&out, packed.data, length, LIMIT, NULL), COMB_BAD_INPUT);
    }
    comb_buf_char(&packed, 'x'); /* trailing bytes */
    comb_buf_clear(&out);
    assert_int_equal(comb_inflate(&out, packed.data, packed.length, LIMIT, NULL), COMB_BAD_INPUT);
    comb_buf_free(&packed);
    comb_buf_free(&out);
}
