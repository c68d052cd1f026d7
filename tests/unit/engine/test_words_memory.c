/* The dictionary and the word search when memory runs out at the n-th allocation, for every n. Nothing leaks, nothing
 * crashes, and the code reports it. */
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "failing_allocator.h"
#include "unit/engine/word_boards.h"

#if FAILING_ALLOCATOR

static const char list[] = "CAB\nCABS\nCAT\nCATS\nDOG\nSCAB\nA\nBAD\nBADE\nDAB\nDABS\nAB\nABC\n";

static bool visit(void *payload, const struct comb_word_found *found)
{
    *(uint64_t *)payload += found->points;
    return true;
}

/* Calls everything that allocates; returns the first code that is not COMB_OK. */
static int use_everything(uint64_t *listed, char *shifted_room)
{
    struct comb_dict_meta meta = {.title = "test"};
    struct comb_word_rules rules = rules_by_length(1);
    struct comb_word_board board = {0};
    struct comb_buf bytes = {0};
    struct comb_dict *dict = NULL;
    struct comb_word_index *index = NULL;
    struct comb_word_search *search = NULL;
    square_board(&board, 3, 3);
    put_letters(&board, "CABSADTBE");
    int code = comb_dict_compile(&bytes, NULL, list, sizeof list - 1, &meta, NULL);
    if (code == COMB_OK) { /* unaligned bytes are copied */
        memcpy(shifted_room, bytes.data, bytes.length);
        code = comb_dict_open(&dict, shifted_room, bytes.length, false, NULL);
    }
    if (code == COMB_OK)
        code = comb_word_index_new(&index, dict, NULL);
    if (code == COMB_OK)
        code = comb_word_search_new_indexed(&search, index, NULL);
    if (code == COMB_OK)
        code = comb_word_list(search, &board, &rules, COMB_WORD_ALPHABETICAL, visit, listed, NULL);
    if (code == COMB_OK)
        assert_int_equal(comb_word_score(search, &board, &rules).score, *listed);
    comb_word_search_free(search);
    comb_word_index_free(index);
    comb_dict_free(dict);
    comb_buf_free(&bytes);
    return code;
}

static void fail_every_allocation(void)
{
    char room[16384];
    uint64_t expected = 0;
    long before = blocks;
    assert_int_equal(use_everything(&expected, room + 1), COMB_OK);
    assert_true(expected > 0);
    assert_int_equal(blocks, before);
    for (long n = 0;; n++) {
        uint64_t listed = 0;
        allocations_left = n;
        int code = use_everything(&listed, room + 1);
        bool enough = allocations_left > 0;
        allocations_left = -1;
        assert_int_equal(blocks, before);
        if (code == COMB_OK) {
            assert_int_equal(listed, expected);
            if (enough)
                break;
        } else {
            assert_int_equal(code, COMB_NO_MEMORY);
        }
        assert_true(n < 1000);
    }
}

#else

static void fail_every_allocation(void)
{
    print_message("skipped: a sanitizer or another C library owns the allocator\n");
    skip();
}

#endif

static void test_every_allocation_may_fail(void **state)
{
    (void)state;
    fail_every_allocation();
}
