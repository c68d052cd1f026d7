#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/fixes.h"

#include <string.h>

static void expect(const char *text, const char *const *wanted)
{
    struct comb_fixes fixes = {0};
    assert_int_equal(comb_fixes_add(&fixes, text, NULL), COMB_OK);
    const char *const *list = comb_fixes_list(&fixes);
    size_t count = 0;
    for (; wanted[count]; count++) {
        assert_true(count < fixes.count);
        assert_string_equal(list[count], wanted[count]);
    }
    assert_int_equal(fixes.count, count);
    if (count == 0)
        assert_null(list);
    else
        assert_null(list[count]);
    comb_fixes_free(&fixes);
}

static void test_one_and_several(void **state)
{
    (void)state;
    expect("3,2=I", (const char *const[]){"3,2=I", NULL});
    expect("3,2=I;4,2=J", (const char *const[]){"3,2=I", "4,2=J", NULL});
    expect(" 3,2=I ;\n 4,2=J;; ", (const char *const[]){"3,2=I", "4,2=J", NULL});
    expect("3,2=I 4,2=J\t-1,12={3}", (const char *const[]){"3,2=I", "4,2=J", "-1,12={3}", NULL});
}

static void test_a_text_may_hold_spaces(void **state)
{
    (void)state;
    expect("3,2=white square 4,2=.", (const char *const[]){"3,2=white square", "4,2=.", NULL});
    expect("3,2=a 1,b", (const char *const[]){"3,2=a 1,b", NULL});
}

static void test_nothing(void **state)
{
    (void)state;
    expect("", (const char *const[]){NULL});
    expect(" ;;\n ", (const char *const[]){NULL});
}

static void test_nonsense_is_passed_on_to_be_refused(void **state)
{
    (void)state;
    expect("I at 3,2", (const char *const[]){"I at 3,2", NULL});
    expect("=;,", (const char *const[]){"=", ",", NULL});
}

static void test_a_place(void **state)
{
    (void)state;
    char endless[200];
    struct comb_error err;
    struct comb_fixes fixes = {0};
    assert_int_equal(comb_fixes_place(&fixes, 12, 0, "Q:2w", &err), COMB_OK);
    assert_string_equal(comb_fixes_list(&fixes)[0], "12,0=Q:2w");
    memset(endless, 'A', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    assert_int_equal(comb_fixes_place(&fixes, 1, 1, endless, &err), COMB_BAD_INPUT);
    assert_int_equal(fixes.count, 1);
    comb_fixes_free(&fixes);
    assert_null(comb_fixes_list(&fixes));
}
