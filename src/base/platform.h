/* What differs between systems. platform.c is for Linux, platform_browser.c for WebAssembly in browsers and node. */
#ifndef COMB_BASE_PLATFORM_H
#define COMB_BASE_PLATFORM_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* Number of CPUs this process may use. */
unsigned comb_platform_cpus(void);

/* Memory of the process in bytes; 0 if unknown. */
size_t comb_platform_memory(void);

/* Loads a data file of the program that is not embedded in it. The bytes belong to the program, which loads
 * each file once and never frees it. `name` is a file name without a folder. */
int comb_platform_load(const unsigned char **bytes, size_t *size, const char *name, struct comb_error *err);

#endif
