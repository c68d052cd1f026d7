#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/fixes.h"

#include <string.h>

static void expect_split(const char *text, const char *const *expected)
{
    struct comb_fixes fixes = {0};
    assert_int_equal(comb_fixes_add(&fixes, text, NULL), COMB_OK);
    const char *const *list = comb_fixes_list(&fixes);
    size_t count = 0;
    for (; expected[count]; count++) {
        assert_true(count < fixes.count);
        assert_string_equal(list[count], expected[count]);
    }
    assert_int_equal(fixes.count, count);
    if (count == 0)
        assert_null(list);
    else
        assert_null(list[count]);
    comb_fixes_free(&fixes);
}

static void test_single_and_multiple_fixes(void **state)
{
    (void)state;
    expect_split("3,2=I", (const char *const[]){"3,2=I", NULL});
    expect_split("3,2=I;4,2=J", (const char *const[]){"3,2=I", "4,2=J", NULL});
    expect_split(" 3,2=I ;\n 4,2=J;; ", (const char *const[]){"3,2=I", "4,2=J", NULL});
    expect_split("3,2=I 4,2=J\t-1,12={3}", (const char *const[]){"3,2=I", "4,2=J", "-1,12={3}", NULL});
}

static void test_a_text_may_hold_spaces(void **state)
{
    (void)state;
    expect_split("3,2=white square 4,2=.", (const char *const[]){"3,2=white square", "4,2=.", NULL});
    expect_split("3,2=a 1,b", (const char *const[]){"3,2=a 1,b", NULL});
}

static void test_empty_text(void **state)
{
    (void)state;
    expect_split("", (const char *const[]){NULL});
    expect_split(" ;;\n ", (const char *const[]){NULL});
}

static void test_malformed_fixes_are_passed_on(void **state)
{
    (void)state;
    expect_split("I at 3,2", (const char *const[]){"I at 3,2", NULL});
    expect_split("=;,", (const char *const[]){"=", ",", NULL});
}

static void test_add_at(void **state)
{
    (void)state;
    char too_long[200];
    struct comb_error err;
    struct comb_fixes fixes = {0};
    assert_int_equal(comb_fixes_add_at(&fixes, 12, 0, "Q:2w", &err), COMB_OK);
    assert_string_equal(comb_fixes_list(&fixes)[0], "12,0=Q:2w");
    memset(too_long, 'A', sizeof too_long - 1);
    too_long[sizeof too_long - 1] = '\0';
    assert_int_equal(comb_fixes_add_at(&fixes, 1, 1, too_long, &err), COMB_BAD_INPUT);
    assert_int_equal(fixes.count, 1);
    comb_fixes_free(&fixes);
    assert_null(comb_fixes_list(&fixes));
}
