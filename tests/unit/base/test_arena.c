/* labels: threads */
#include "base/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/threads.h"

#include <string.h>

static bool all_zero(const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (bytes[i])
            return false;
    return true;
}

static void test_memory_is_zeroed_aligned_and_disjoint(void **state)
{
    (void)state;
    struct comb_arena arena;
    comb_arena_init(&arena, NULL);
    unsigned char *blocks[500];
    for (size_t i = 0; i < 500; i++) {
        blocks[i] = comb_arena_alloc(&arena, i * 7);
        assert_non_null(blocks[i]);
        assert_int_equal((uintptr_t)blocks[i] % _Alignof(max_align_t), 0);
        assert_true(all_zero(blocks[i], i * 7));
        memset(blocks[i], (int)(i % 255) + 1, i * 7);
    }
    for (size_t i = 0; i < 500; i++)
        for (size_t j = 0; j < i * 7; j++)
            assert_int_equal(blocks[i][j], i % 255 + 1);
    comb_arena_free(&arena);
}

static void test_freed_arena_is_empty_and_usable(void **state)
{
    (void)state;
    struct comb_budget budget = {0};
    struct comb_arena arena;
    comb_arena_init(&arena, &budget);
    comb_arena_free(&arena);
    for (int round = 0; round < 3; round++) {
        assert_non_null(comb_arena_alloc(&arena, 100000));
        assert_true(atomic_load(&budget.used) >= 100000);
        comb_arena_free(&arena);
        assert_int_equal(atomic_load(&budget.used), 0);
    }
}

static void test_large_blocks(void **state)
{
    (void)state;
    struct comb_arena arena;
    comb_arena_init(&arena, NULL);
    size_t size = (size_t)50 << 20;
    unsigned char *large = comb_arena_alloc(&arena, size);
    assert_non_null(large);
    large[size - 1] = 1;
    assert_non_null(comb_arena_alloc(&arena, 1));
    comb_arena_free(&arena);
}

static void test_sizes_that_overflow_are_rejected(void **state)
{
    (void)state;
    struct comb_arena arena;
    comb_arena_init(&arena, NULL);
    assert_null(comb_arena_alloc(&arena, SIZE_MAX));
    assert_null(comb_arena_alloc(&arena, SIZE_MAX - 8));
    assert_null(comb_arena_array(&arena, SIZE_MAX / 4, 8));
    assert_null(comb_arena_array(&arena, (size_t)1 << 33, (size_t)1 << 33));
    assert_null(comb_arena_string(&arena, "x", SIZE_MAX));
    assert_non_null(comb_arena_array(&arena, 0, 8));
    comb_arena_free(&arena);
}

static void test_budget_is_a_hard_limit(void **state)
{
    (void)state;
    struct comb_budget budget = {.limit = 1 << 20};
    struct comb_arena arena;
    comb_arena_init(&arena, &budget);
    size_t got = 0;
    while (comb_arena_alloc(&arena, 1000)) {
        got += 1000;
        assert_true(atomic_load(&budget.used) <= budget.limit);
        assert_true(got <= budget.limit);
    }
    assert_true(got >= budget.limit / 2);
    size_t used = atomic_load(&budget.used);
    assert_null(comb_arena_alloc(&arena, 2 << 20));
    assert_int_equal(atomic_load(&budget.used), used);
    comb_arena_free(&arena);
    assert_int_equal(atomic_load(&budget.used), 0);
    assert_non_null(comb_arena_alloc(&arena, 1000));
    comb_arena_free(&arena);
}

struct shared {
    struct comb_budget budget;
    struct comb_arena arenas[8];
};

static void fill_arena(void *payload, size_t index, unsigned worker)
{
    (void)worker;
    struct shared *shared = payload;
    comb_arena_init(&shared->arenas[index], &shared->budget);
    for (int i = 0; i < 10000 && comb_arena_alloc(&shared->arenas[index], 3000); i++) {
    }
}

static void test_arenas_of_several_threads_share_a_budget(void **state)
{
    (void)state;
    struct shared shared = {.budget = {.limit = 8 << 20}};
    comb_parallel(4, 8, fill_arena, &shared);
    assert_true(atomic_load(&shared.budget.used) <= shared.budget.limit);
    for (size_t i = 0; i < 8; i++)
        comb_arena_free(&shared.arenas[i]);
    assert_int_equal(atomic_load(&shared.budget.used), 0);
}

static void test_copies(void **state)
{
    (void)state;
    struct comb_arena arena;
    comb_arena_init(&arena, NULL);
    const int numbers[] = {1, 2, 3};
    int *copy = comb_arena_copy(&arena, numbers, sizeof numbers);
    assert_memory_equal(copy, numbers, sizeof numbers);
    assert_non_null(comb_arena_copy(&arena, NULL, 0));
    assert_string_equal(comb_arena_string(&arena, "hexagon", 3), "hex");
    assert_string_equal(comb_arena_string(&arena, "", 0), "");
    assert_string_equal(comb_arena_printf(&arena, "%s-%d", "hex", 19), "hex-19");
    assert_int_equal(strlen(comb_arena_printf(&arena, "%10000d", 1)), 10000);
    struct comb_budget *fresh = COMB_NEW(&arena, struct comb_budget);
    assert_int_equal(fresh->limit, 0);
    assert_true(all_zero((unsigned char *)COMB_NEW_ARRAY(&arena, long, 100), 100 * sizeof(long)));
    comb_arena_free(&arena);
}
