/* Making panels when memory runs out: at the n-th allocation, once and for good. Nothing leaks, nothing crashes, and
 * what comes out is a panel or the news that there was no memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/witness/make.h"
#include "games/witness/panel.h"

#include <errno.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)

/* The program's own allocator goes before the C library's. */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void __libc_free(void *memory);

static long allocations_left = -1; /* negative: never fail */
static bool fails_once;
static long blocks; /* not yet freed */

static bool fails_now(void)
{
    if (allocations_left == 0) {
        allocations_left = fails_once ? -1 : 0;
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
    return fails_now() ? NULL : count_block(__libc_malloc(size));
}

void *calloc(size_t count, size_t size)
{
    return fails_now() ? NULL : count_block(__libc_calloc(count, size));
}

void *realloc(void *memory, size_t size)
{
    if (fails_now())
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

static const struct comb_option rows[] = {COMB_WITNESS_MAKE_OPTIONS, {.name = "unique", .kind = COMB_OPTION_FLAG}, {0}};

/* The job is made outside, so that a failure is the maker's. */
static void fail_allocations(struct comb_job *job, const struct comb_params *params)
{
    bool enough = false;
    for (long n = 0; !enough; n += 1 + n / 16) {
        void *board;
        long before = blocks;
        allocations_left = n;
        int code = comb_witness_make(&board, job, params, NULL);
        enough = allocations_left > 0;
        allocations_left = -1;
        assert_true(code == COMB_NO_MEMORY || code == COMB_OK);
        assert_int_equal(board != NULL, code == COMB_OK);
        comb_witness_panel_free(board);
        assert_int_equal(blocks, before);
        assert_true(n < 10000000);
    }
}

static void check(const char *size, const char *symbols, bool unique)
{
    struct comb_context *context;
    struct comb_job *job;
    struct comb_params params = {0};
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    assert_int_equal(comb_job_new(&job, &(struct comb_job_setup){.context = context, .seed = 3, .threads = 1}, NULL),
                     COMB_OK);
    assert_int_equal(comb_params_set(&params, comb_option_find(rows, "size"), size, NULL), COMB_OK);
    assert_int_equal(comb_params_set(&params, comb_option_find(rows, "symbols"), symbols, NULL), COMB_OK);
    if (unique)
        assert_int_equal(comb_params_set(&params, comb_option_find(rows, "unique"), "yes", NULL), COMB_OK);
    for (int once = 0; once < 2; once++) {
        fails_once = once != 0;
        fail_allocations(job, &params);
    }
    comb_params_free(&params);
    comb_job_free(job);
    comb_context_free(context);
}

#endif

static void test_every_allocation_may_fail(void **state)
{
    (void)state;
#if defined(__GLIBC__) && !defined(SANITIZED)
    check("3x3", "squares,stars,triangles,dots", false);
    check("4x4", "polyominoes,blue,eliminations", false);
    check("3x3", "squares,dots", true);
#else
    skip();
#endif
}
