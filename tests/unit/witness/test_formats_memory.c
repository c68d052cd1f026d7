/* Reads and writes panels in every format while memory runs out: at the n-th allocation, for every n, permanently or
 * just once. Nothing leaks, nothing crashes, and the code reports what happened. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "failing_allocator.h"
#include "games/witness/panel/moves.h"
#include "games/witness/panel/symmetry.h"
#include "games/witness/text/text.h"
#include "games/witness/text/windmill.h"

#include <string.h>

#if FAILING_ALLOCATOR

/* A polyomino whose grid is not packed, a colour, an end with a direction, a field of a later version. */
static const char string[] = "CAMSAigDEgASEAgJEAMiCggCEAEQABABEAESABIICAQaBAgBEAASABICCAN6A2FiYw==_0";

static int write_all(const struct comb_witness_panel *panel, struct comb_error *err)
{
    struct comb_buf text = {0};
    int code = comb_witness_windmill_link(&text, panel, err);
    comb_buf_clear(&text);
    if (code == COMB_OK)
        code = comb_witness_canon(&text, panel, err);
    comb_buf_clear(&text);
    comb_witness_text_print(&text, panel);
    if (text.failed)
        code = COMB_NO_MEMORY;
    comb_buf_free(&text);
    return code;
}

static int edit_all(const struct comb_witness_panel *panel, struct comb_error *err)
{
    static const char *const moves[] = {"1,1=rot:##", "size=2x3", "symmetry=vertical", "lines=red"};
    int code = COMB_OK;
    for (size_t i = 0; i < sizeof moves / sizeof *moves && code == COMB_OK; i++) {
        void *next;
        code = comb_witness_apply(&next, panel, moves[i], err);
        comb_witness_panel_free(next);
    }
    return code;
}

/* Does everything that allocates; returns the first code that is not COMB_OK. */
static int use_everything(struct comb_error *err)
{
    struct comb_witness_panel *panel = NULL, *drawn = NULL, *copy = NULL;
    int code = comb_witness_read(&panel, string, strlen(string), err);
    if (code == COMB_OK)
        code = comb_witness_read(&drawn, "+ - E / | rot:## | / S - +", 26, err);
    if (code == COMB_OK)
        code = comb_witness_panel_copy(&copy, drawn, 3, err);
    if (code == COMB_OK)
        code = write_all(panel, err);
    if (code == COMB_OK)
        code = edit_all(panel, err);
    comb_witness_panel_free(panel);
    comb_witness_panel_free(drawn);
    comb_witness_panel_free(copy);
    return code;
}

static void fail_every_allocation(bool once)
{
    struct comb_error err = {0};
    long before = blocks;
    fails_once = once;
    if (use_everything(&err) != COMB_OK)
        fail_msg("%s", err.message);
    assert_int_equal(blocks, before);
    bool enough = false;
    for (long n = 0; !enough; n++) {
        allocations_left = n;
        has_failed = false;
        int code = use_everything(&err);
        enough = !has_failed;
        allocations_left = -1;
        assert_int_equal(blocks, before);
        assert_int_equal(code, enough ? COMB_OK : COMB_NO_MEMORY);
        assert_true(n < 1000);
    }
}

#else

static void fail_every_allocation(bool once)
{
    (void)once;
    print_message("skipped: a sanitizer or another C library owns the allocator\n");
    skip();
}

#endif

static void test_every_allocation_may_fail(void **state)
{
    (void)state;
    fail_every_allocation(false);
}

static void test_any_one_allocation_may_fail(void **state)
{
    (void)state;
    fail_every_allocation(true);
}
