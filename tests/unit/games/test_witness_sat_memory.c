/* Lines by SAT when memory runs out: at the n-th allocation, for every n, and at that one alone. Nothing leaks, nothing
 * crashes, and the code says what happened. Only allocations of our own code fail; the SAT solver is of another make
 * and ends the program when it gets none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/context.h"
#include "games/witness/sat_line.h"
#include "unit/games/witness_panels.h"

#include <errno.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)

/* The program's own allocator goes before the C library's. What C++ allocates comes from its library, outside of the
 * program's text, and never fails. */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void __libc_free(void *memory);

extern const char __executable_start, etext;

static long allocations_left = -1; /* negative: never fail */
static bool only_once, has_failed;
static long blocks; /* not yet freed */

static bool fails_now(const void *caller)
{
    if ((const char *)caller < &__executable_start || (const char *)caller >= &etext)
        return false;
    if (allocations_left == 0) {
        allocations_left = only_once ? -1 : 0;
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

void free(void *memory)
{
    blocks -= memory != NULL;
    __libc_free(memory);
}

/* Fails the n-th allocation until there is none left to fail. */
static void fail_every_allocation(const struct comb_witness_task *task, struct comb_job *job, bool once)
{
    static struct comb_witness_outcome wanted, out;
    assert_int_equal(comb_witness_sat_line(&wanted, task, job, 0, NULL), COMB_OK);
    long before = blocks;
    only_once = once;
    long n = 0;
    for (;; n++) {
        struct comb_error err = {0};
        has_failed = false;
        allocations_left = n;
        int code = comb_witness_sat_line(&out, task, job, 0, &err);
        allocations_left = -1;
        assert_int_equal(blocks, before);
        if (!has_failed)
            break;
        assert_true(code == COMB_NO_MEMORY || (code == COMB_OK && out.lines == wanted.lines));
        if (code == COMB_NO_MEMORY) {
            assert_int_equal(err.code, COMB_NO_MEMORY);
            assert_false(out.exhausted);
            assert_int_equal(out.lines, 0);
        }
    }
    assert_true(n > 5);
    assert_int_equal(out.lines, wanted.lines);
}

static void fail_on_random_panels(void)
{
    struct comb_context *context;
    struct comb_job *job;
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    struct comb_job_setup setup = {.context = context, .threads = 1};
    assert_int_equal(comb_job_new(&job, &setup, NULL), COMB_OK);
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct comb_witness_panel *panel = witness_random_panel(seed, NULL);
        struct comb_witness_graph *graph;
        assert_int_equal(comb_witness_graph_new(&graph, panel, NULL), COMB_OK);
        struct comb_witness_task task = {.graph = graph, .rules = {.set = (enum comb_witness_rule_set)(seed % 3)}};
        fail_every_allocation(&task, job, seed % 2 == 0);
        comb_witness_graph_free(graph);
        comb_witness_panel_free(panel);
    }
    comb_job_free(job);
    comb_context_free(context);
}

#else

static void fail_on_random_panels(void)
{
    skip();
}

#endif

static void test_every_allocation_fails(void **state)
{
    (void)state;
    fail_on_random_panels();
}
