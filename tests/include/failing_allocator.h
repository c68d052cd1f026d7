/* Allocator whose n-th request fails, for tests of out-of-memory handling. Include it once per test program.
 *
 *     long before = blocks;
 *     allocations_left = n;                 n requests succeed, all later ones fail (with fails_once: only the next)
 *     ... code under test ...
 *     allocations_left = -1;
 *     assert_int_equal(blocks, before);     nothing leaked
 *
 * FAILING_ALLOCATOR is 0 if it is unavailable: sanitizers bring their own allocator. Define FAILING_ONLY_OURS before
 * the include to let only requests of our own code fail, for libraries that cannot handle failure. */
#ifndef COMB_TESTS_FAILING_ALLOCATOR_H
#define COMB_TESTS_FAILING_ALLOCATOR_H

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define FAILING_ALLOCATOR 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define FAILING_ALLOCATOR 0
#endif
#endif
#ifndef FAILING_ALLOCATOR
#define FAILING_ALLOCATOR 1
#endif

#if FAILING_ALLOCATOR

/* These definitions replace the C library's allocator. */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

static long allocations_left = -1; /* negative: never fail */
static bool fails_once;
static bool has_failed; /* since last reset */
static long blocks;     /* not yet freed */

#ifdef FAILING_ONLY_OURS
extern const char __executable_start, etext;

static bool is_ours(const void *caller)
{
    return (const char *)caller >= &__executable_start && (const char *)caller < &etext;
}
#else
static bool is_ours(const void *caller)
{
    (void)caller;
    return true;
}
#endif

static bool fails_now(const void *caller)
{
    if (!is_ours(caller))
        return false;
    if (allocations_left == 0) {
        allocations_left = fails_once ? -1 : 0;
        has_failed = true;
        errno = ENOMEM;
        return true;
    }
    allocations_left -= allocations_left > 0;
    return false;
}

static void *count_block(void *memory)
{
    blocks += memory != NULL;
    return memory;
}

void *malloc(size_t size)
{
    return fails_now(__builtin_return_address(0)) ? NULL : count_block(__libc_malloc(size));
}

void *calloc(size_t count, size_t size)
{
    return fails_now(__builtin_return_address(0)) ? NULL : count_block(__libc_calloc(count, size));
}

void *realloc(void *memory, size_t size)
{
    if (fails_now(__builtin_return_address(0)))
        return NULL;
    void *moved = __libc_realloc(memory, size);
    blocks += !memory && moved;
    return moved;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails_now(__builtin_return_address(0)) ? NULL : count_block(__libc_memalign(alignment, size));
}

void free(void *memory)
{
    blocks -= memory != NULL;
    __libc_free(memory);
}

#endif
#endif
