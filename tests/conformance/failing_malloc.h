/* Allocation that fails on demand: the programs of this folder are linked with --wrap for malloc, calloc and realloc.
 * Sets `allocations_left` to n before, and to -1 after, what shall fail at its n-th allocation and at all later ones.
 */
#ifndef TESTS_CONFORMANCE_FAILING_MALLOC_H
#define TESTS_CONFORMANCE_FAILING_MALLOC_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

static atomic_long allocations_left = -1; /* negative: never fail */
static atomic_bool allocation_failed;

static bool fails_now(void)
{
    if (atomic_load(&allocations_left) < 0)
        return false;
    if (atomic_fetch_sub(&allocations_left, 1) > 0)
        return false;
    atomic_store(&allocations_left, 0);
    atomic_store(&allocation_failed, true);
    return true;
}

void *__wrap_malloc(size_t size)
{
    return fails_now() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails_now() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return fails_now() ? NULL : __real_realloc(memory, size);
}

#endif
