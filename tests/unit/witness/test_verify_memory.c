/* The verifier while memory runs out: at the n-th allocation, for every n, once and permanently. Nothing leaks,
 * nothing crashes, and a failure is never reported as a verdict. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "failing_allocator.h"
#include "games/witness/text/text.h"
#include "games/witness/verify/verify.h"

#include <string.h>

#if FAILING_ALLOCATOR

/* The list of violations is created outside, so that a failure is the verifier's. */
static int verify(size_t *found, bool *enough, const struct comb_witness_panel *panel, const json_t *answer,
                  json_t *violations, long fail_at)
{
    allocations_left = fail_at;
    int code = comb_witness_verify(violations, panel, answer, NULL, NULL, NULL);
    *enough = allocations_left > 0;
    allocations_left = -1;
    *found = json_array_size(violations);
    json_array_clear(violations);
    return code;
}

static void fail_every_allocation(const struct comb_witness_panel *panel, const json_t *answer, size_t expected)
{
    json_t *violations = json_array();
    size_t found;
    bool enough;
    assert_int_equal(verify(&found, &enough, panel, answer, violations, -1), COMB_OK);
    assert_int_equal(found, expected);
    json_decref(violations);
    long before = blocks;
    for (long n = 0;; n++) {
        violations = json_array();
        int code = verify(&found, &enough, panel, answer, violations, n);
        json_decref(violations);
        assert_int_equal(blocks, before);
        assert_true(n < 100000);
        assert_true(code == COMB_NO_MEMORY || (code == COMB_OK && found == expected));
        if (enough)
            break;
    }
}

static void check(const char *board, const char *text, size_t expected)
{
    struct comb_witness_panel *panel;
    assert_int_equal(comb_witness_text_read(&panel, board, strlen(board), NULL), COMB_OK);
    json_t *answer = json_loads(text, 0, NULL);
    assert_non_null(answer);
    fails_once = false;
    fail_every_allocation(panel, answer, expected);
    fails_once = true;
    fail_every_allocation(panel, answer, expected);
    json_decref(answer);
    comb_witness_panel_free(panel);
}

#endif

static void test_every_allocation_may_fail(void **state)
{
    (void)state;
#if FAILING_ALLOCATOR
    check("S-+-+/|.|.|/+-+-E", "{\"path\":[[0,0],[1,0],[1,1],[2,1]],\"mirror\":[[0,0]]}", 1);
    check("S - + - + / | sq:red | star:blue | / E - + - o",
          "{\"path\":[[0,0],[0,1]],\"paths\":[[[0,0],[0,1]],[[0,0],[1,0],[1,1],[0,1]]]}", 6);
    check("symmetry horizontal/S-+-S/|.|.|/E-+-E", "{\"path\":[[0,0],[0,1]],\"mirror\":[[2,0],[2,1]]}", 0);
    check("symmetry horizontal/S-+-S/|.|.|/E-+-E", "{\"path\":[[0,0],[0,1]],\"mirror\":[[2,0],[2,0]]}", 1);
    check("S - + - + / | Y | tri:3 | / E - + - +", "{\"path\":[[0,0],[0,1]],\"cancelled\":[[3,1]]}", 0);
    check("S - + - + / | Y | tri:3 | / E - + - +", "{\"path\":[[0,0],[0,1]],\"cancelled\":[[1,1]]}", 1);
    check("S - + - + - + / | rot:##,#. | -poly:## | Y | / E - + - + - + / | rot:### | poly:# | . | / + - + - + - +",
          "{\"path\":[[0,0],[0,1]]}", 1);
    check("S - + - + - + / | rot:##,#. | rot:##,.# | . | / E - + - + - + / | . | . | . | / + - + - + - +",
          "{\"path\":[[0,0],[0,1]]}", 0);
    check(
        "S - + - + - + / | rot:##,## | rot:## | . | / E - + - + - + / | rot:##,.# | -rot:###,.#. | . | / + - + - + - +",
        "{\"path\":[[0,0],[0,1]]}", 1);
#else
    skip();
#endif
}
