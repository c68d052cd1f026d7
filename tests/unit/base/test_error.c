#include "base/error.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

static void test_message_and_code(void **state)
{
    (void)state;
    struct comb_error err = {.line = 9, .column = 9, .position = 9, .length = 9};
    assert_int_equal(comb_fail(&err, COMB_BAD_INPUT, "expected %d cells, got %d", 5, 4), COMB_BAD_INPUT);
    assert_int_equal(err.code, COMB_BAD_INPUT);
    assert_string_equal(err.message, "expected 5 cells, got 4");
    assert_int_equal(err.line + err.column, 0);
    assert_int_equal(err.position + err.length, 0);
}

static void test_location(void **state)
{
    (void)state;
    struct comb_error err;
    struct comb_error_location location = {.position = 12, .length = 3, .line = 2, .column = 5};
    assert_int_equal(comb_fail_at(&err, COMB_NO, location, "no"), COMB_NO);
    assert_int_equal(err.position, 12);
    assert_int_equal(err.length, 3);
    assert_int_equal(err.line, 2);
    assert_int_equal(err.column, 5);
}

static void test_error_may_be_null(void **state)
{
    (void)state;
    assert_int_equal(comb_fail(NULL, COMB_IO, "%s", "lost"), COMB_IO);
    assert_int_equal(comb_fail_at(NULL, COMB_LIMIT, (struct comb_error_location){0}, "lost"), COMB_LIMIT);
    assert_int_equal(comb_fail_memory(NULL), COMB_NO_MEMORY);
}

static void test_long_message_is_truncated(void **state)
{
    (void)state;
    struct comb_error err;
    comb_fail(&err, COMB_BAD_INPUT, "%1000d", 1);
    assert_int_equal(strlen(err.message), sizeof err.message - 1);
}

static void test_memory_message(void **state)
{
    (void)state;
    struct comb_error err;
    assert_int_equal(comb_fail_memory(&err), COMB_NO_MEMORY);
    assert_int_equal(err.code, COMB_NO_MEMORY);
    assert_non_null(strstr(err.message, "memory"));
}
