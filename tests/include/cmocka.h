/* Includes the headers that the real cmocka.h needs, so that tests can sort their includes like any other file. Also
 * counts skipped tests, which cmocka does not report (runner.awk). */
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
