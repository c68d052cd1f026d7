#include "base/lazy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

static const char *const math_files[] = {"libm.so.6", NULL};
static const char *const missing_files[] = {"libm.so.6", "libcomb-none.so.9", NULL};

static void test_functions_are_found(void **state)
{
    (void)state;
    static const char *const names[] = {"floor", "ceil"};
    struct {
        double (*floor)(double);
        double (*ceil)(double);
    } table = {0};
    struct comb_lazy lazy = {.files = math_files, .names = names, .count = 2, .table = &table};
    assert_int_equal(comb_lazy_load(&lazy, NULL), COMB_OK);
    assert_true(table.floor(2.5) < 2.25 && table.ceil(2.5) > 2.75);
    assert_int_equal(comb_lazy_load(&lazy, NULL), COMB_OK);
}

static void test_what_is_missing_is_an_error(void **state)
{
    (void)state;
    static const char *const names[] = {"floor", "comb_none"};
    void *table[2] = {0};
    struct comb_error err = {0};
    struct comb_lazy lazy = {.files = math_files, .names = names, .count = 2, .table = table};
    assert_int_equal(comb_lazy_load(&lazy, &err), COMB_IO);
    assert_non_null(strstr(err.message, "libm.so.6 lacks 'comb_none'"));
    lazy = (struct comb_lazy){.files = missing_files, .names = names, .count = 1, .table = table};
    assert_int_equal(comb_lazy_load(&lazy, &err), COMB_IO);
    assert_non_null(strstr(err.message, "libcomb-none.so.9"));
    assert_int_equal(comb_lazy_load(&lazy, &err), COMB_IO);
}
