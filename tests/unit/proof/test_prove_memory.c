/* Every allocation fails once: the prover reports it, frees its memory, and the same worker can continue. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "failing_allocator.h"
#include "unit/proof/prove_space.h"

#if FAILING_ALLOCATOR

static const unsigned ROWS[] = {2, 3, 2};

enum { TARGET = 20 };

/* Runs a prover with classes, a worker, and all units; adds the boards found to `found`. */
static int prove_all(size_t *found, const struct made_space *made)
{
    static const uint32_t classes[] = {0x0a, 0x14};
    struct comb_prover *prover;
    struct comb_prove_worker *worker = NULL;
    struct comb_prove_result result = {0};
    struct comb_error err;
    uint8_t prefix[COMB_PROVE_MAX_CELLS] = {0};
    int code = comb_prover_new(&prover, &made->space, made->index, TARGET, 2, &err);
    if (code == COMB_OK)
        code = comb_prover_set_classes(prover, classes, 2, &err);
    if (code == COMB_OK)
        code = comb_prove_worker_new(&worker, prover, NULL, NULL, &err);
    for (bool unit = code == COMB_OK && comb_prove_first(prover, prefix, 0, 2); unit && code == COMB_OK;
         unit = comb_prove_next(prover, prefix, 0, 2)) {
        code = comb_prove_unit(&result, worker, prefix, 2, &err);
        if (code != COMB_OK) { /* the worker can be reused */
            assert_int_equal(code, COMB_NO_MEMORY);
            assert_int_equal(comb_prove_unit(&result, worker, prefix, 2, &err), COMB_OK);
        }
        *found += result.count;
    }
    comb_prove_result_free(&result);
    comb_prove_worker_free(worker);
    comb_prover_free(prover);
    return code;
}

static void fail_each_request(void)
{
    struct comb_rng rng;
    struct made_space made;
    size_t expected = 0;
    unsigned failed = 0;
    comb_rng_seed(&rng, 11);
    make_space(&made, ROWS, 3, false, &rng, 120, 5);
    assert_int_equal(prove_all(&expected, &made), COMB_OK);
    assert_true(expected > 0);
    fails_once = true;
    for (long n = 0;; n++) {
        size_t found = 0;
        long before = blocks;
        has_failed = false;
        allocations_left = n;
        int code = prove_all(&found, &made);
        allocations_left = -1;
        assert_int_equal(blocks, before);
        if (!has_failed)
            break;
        if (code == COMB_OK) /* optional memory may be missing */
            assert_int_equal(found, expected);
        else
            assert_int_equal(code, COMB_NO_MEMORY);
        failed += code != COMB_OK;
    }
    assert_true(failed > 20);
    free_space(&made);
}

#else

static void fail_each_request(void)
{
    skip();
}

#endif

static void test_each_request_may_fail(void **state)
{
    (void)state;
    fail_each_request();
}
