/* The real cmocka.h wants these headers before it. Found first, this one brings them along, so that a test may sort its
 * includes like any other file. */
#pragma GCC system_header
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include_next <cmocka.h>
