/* What differs between operating systems, and nothing else: a port is a new file platform_<system>.c (the name of the
 * system as CMake has it, in lower case). platform_posix.c implements what all Unix systems have in common. See
 * docs/portability.md. */
#ifndef COMB_BASE_PLATFORM_H
#define COMB_BASE_PLATFORM_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* ---- platform_<system>.c ---- */

/* Number of CPUs this process may use; at least 1. */
unsigned comb_cpu_count(void);

/* Resident memory of the process in bytes; 0 if unknown. */
size_t comb_resident_bytes(void);

/* Fills `out` with random bytes fit for keys. Returns 0 or an errno. At most 256 bytes. */
int comb_random_bytes(void *out, size_t length);

/* Path of the running program, ended by zero. Returns false if unknown or too long. */
bool comb_program_path(char *out, size_t size);

/* Loads a data file of the program that is not embedded in it, as in a browser. The bytes belong to the program, which
 * loads each file once and never frees it. `name` is a file name without a folder. */
int comb_load_data(const unsigned char **bytes, size_t *size, const char *name, struct comb_error *err);

/* ---- platform_posix.c ---- */

/* CPU time of the calling thread. */
double comb_thread_seconds(void);

/* Seconds since some fixed moment; never goes back. */
double comb_clock_seconds(void);

/* Seconds since 1970. */
double comb_unix_seconds(void);

/* Locks an open file or folder exclusively until it is closed, also against other threads that opened it themselves.
 * `wait`: until it is free, otherwise at once or not at all. Returns 0 or an errno. */
int comb_lock_file(int file, bool wait);

/* Maps the first `length` bytes of an open file, read-only; length > 0. Returns NULL and sets errno after a failure. */
const void *comb_map_file(int file, size_t length);
void comb_unmap_file(const void *data, size_t length);

#endif
