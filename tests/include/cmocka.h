/* The real cmocka.h wants these headers before it. Found first, this one brings them along, so that a test may sort its
 * includes like any other file. It also counts the tests that are skipped, which cmocka does not tell (runner.awk). */
#pragma GCC system_header
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include_next <cmocka.h>

static unsigned comb_tests_skipped;

#undef skip
#define skip() (comb_tests_skipped++, _skip(__FILE__, __LINE__))
