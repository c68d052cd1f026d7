/* The inner loops against their portable versions, the sort against the library's, the tables against their
 * definition. */
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "proof/bound/parts.h"

#include <stdlib.h>
#include <string.h>

enum { LANES = COMB_PROVE_LANES, TABLE = LANES * LANES };

static void random_table(int32_t *table, struct comb_rng *rng)
{
    for (unsigned i = 0; i < TABLE; i++)
        table[i] = (int32_t)comb_rng_below(rng, 1 << 20) - (1 << 19);
}

static void test_vector_loops_match_portable_ones(void **state)
{
    (void)state;
    static uint16_t points[TABLE * LANES];
    static int32_t ab[TABLE], ac[TABLE], bc[TABLE], one[3][TABLE], two[3][TABLE];
    struct comb_rng rng;
    if (!comb_prove_avx2())
        skip();
    comb_rng_seed(&rng, 1);
    for (unsigned round = 0; round < 200; round++) {
        struct comb_prove_block block = {
            .points = points,
            .rows = 1 + (unsigned)comb_rng_below(&rng, 31),
            .columns = 1 + (unsigned)comb_rng_below(&rng, 31),
            .lanes = 8 * (1 + (unsigned)comb_rng_below(&rng, 4)),
            .shift = (unsigned)comb_rng_below(&rng, 11),
            .ab = ab,
            .ac = ac,
            .bc = bc,
        };
        for (unsigned i = 0; i < TABLE * LANES; i++)
            points[i] = (uint16_t)comb_rng_below(&rng, 1 << 16);
        random_table(ab, &rng);
        random_table(ac, &rng);
        random_table(bc, &rng);
        memset(one, 0, sizeof one);
        memset(two, 0, sizeof two);
        comb_prove_portable.maxima(one[0], one[1], one[2], &block);
        comb_prove_avx2()->maxima(two[0], two[1], two[2], &block);
        for (unsigned x = 0; x < block.rows; x++) {
            assert_memory_equal(one[0] + x * LANES, two[0] + x * LANES, block.columns * sizeof(int32_t));
            assert_memory_equal(one[1] + x * LANES, two[1] + x * LANES, block.lanes * sizeof(int32_t));
        }
        for (unsigned y = 0; y < block.columns; y++)
            assert_memory_equal(one[2] + y * LANES, two[2] + y * LANES, block.lanes * sizeof(int32_t));
        comb_prove_portable.margins(one[0], one[1], one[2], &block, ab, ac, bc);
        comb_prove_avx2()->margins(two[0], two[1], two[2], &block, ab, ac, bc);
        assert_memory_equal(one[0], two[0], block.rows * sizeof(int32_t));
        assert_memory_equal(one[1], two[1], block.columns * sizeof(int32_t));
        assert_memory_equal(one[2], two[2], block.lanes * sizeof(int32_t));
    }
}

static void same_rows(const int32_t *one, const int32_t *two, unsigned rows, unsigned lanes)
{
    for (unsigned x = 0; x < rows; x++)
        assert_memory_equal(one + x * LANES, two + x * LANES, lanes * sizeof(int32_t));
}

static void test_vector_sums_match_portable_ones(void **state)
{
    (void)state;
    static int32_t a[TABLE], b[TABLE], one[2][TABLE], two[2][TABLE];
    static uint16_t points[TABLE], most[2][LANES];
    const struct comb_prove_kernels *slow = &comb_prove_portable;
    const struct comb_prove_kernels *fast = comb_prove_avx2();
    struct comb_rng rng;
    if (!comb_prove_avx2())
        skip();
    comb_rng_seed(&rng, 5);
    for (unsigned round = 0; round < 400; round++) {
        unsigned rows = 1 + (unsigned)comb_rng_below(&rng, 31);
        unsigned lanes = 8 * (1 + (unsigned)comb_rng_below(&rng, 4));
        random_table(a, &rng);
        random_table(b, &rng);
        slow->subtract(one[0], a, b, rows, lanes);
        fast->subtract(two[0], a, b, rows, lanes);
        same_rows(one[0], two[0], rows, lanes);
        slow->thirds(one[0], one[1], a, b, rows, lanes);
        fast->thirds(two[0], two[1], a, b, rows, lanes);
        same_rows(one[0], two[0], rows, lanes);
        same_rows(one[1], two[1], rows, lanes);
        for (unsigned x = 0; x < rows; x++)
            for (unsigned y = 0; y < lanes; y++)
                assert_true(3 * (int64_t)one[0][x * LANES + y] >= a[x * LANES + y]);
        slow->sums(one[0], one[1], a, b, b + LANES, rows, lanes);
        fast->sums(two[0], two[1], a, b, b + LANES, rows, lanes);
        assert_memory_equal(one[0], two[0], rows * sizeof(int32_t));
        assert_memory_equal(one[1], two[1], lanes * sizeof(int32_t));
        memcpy(one[0], a, sizeof a);
        memcpy(two[0], a, sizeof a);
        slow->add(one[0], b, b + LANES, rows, lanes);
        fast->add(two[0], b, b + LANES, rows, lanes);
        same_rows(one[0], two[0], rows, lanes);
        for (unsigned i = 0; i < TABLE; i++)
            points[i] = (uint16_t)comb_rng_below(&rng, 1 << 16);
        slow->rows(most[0], points, rows, lanes);
        fast->rows(most[1], points, rows, lanes);
        assert_memory_equal(most[0], most[1], rows * sizeof(uint16_t));
    }
}

/* ---- sorting ---- */

static uint64_t random_key(struct comb_rng *rng, unsigned positions, unsigned letters, unsigned density)
{
    uint64_t key = 0;
    for (unsigned p = 0; p < positions; p++)
        if (comb_rng_below(rng, 10) < density)
            key |= (1 + comb_rng_below(rng, letters)) << comb_prove_shift(p);
    return key;
}

static void test_vector_kill_matches_the_portable_one(void **state)
{
    (void)state;
    enum { COUNT = 101 };
    uint64_t keys[COUNT + 3] = {0}, extras[COUNT + 3] = {0}, dead[2][COUNT + 3];
    struct comb_rng rng;
    if (!comb_prove_avx2())
        skip();
    comb_rng_seed(&rng, 6);
    for (unsigned round = 0; round < 400; round++) {
        memset(dead, 0, sizeof dead);
        for (unsigned i = 0; i < COUNT; i++) {
            keys[i] = random_key(&rng, 12, 2, 6);
            extras[i] = comb_rng_below(&rng, 3);
        }
        size_t from = comb_rng_below(&rng, COUNT);
        uint64_t own = random_key(&rng, 12, 2, 2);
        uint64_t extra = comb_rng_below(&rng, 3);
        comb_prove_portable.kill(dead[0], keys, extras, from, COUNT, own, comb_prove_used(own) * 31, extra,
                                 extra ? 31 : 0);
        comb_prove_avx2()->kill(dead[1], keys, extras, from, COUNT, own, comb_prove_used(own) * 31, extra,
                                extra ? 31 : 0);
        assert_memory_equal(dead[0], dead[1], COUNT * sizeof(uint64_t));
    }
}

static void test_sort_orders_keys_and_keeps_every_item(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 2);
    for (size_t count = 0; count < 30000; count = count * 2 + 1) {
        struct comb_prove_items list = {.items = malloc((count + 1) * sizeof *list.items), .count = count};
        struct comb_prove_items scratch = {0};
        uint64_t sum = 0;
        assert_non_null(list.items);
        for (size_t i = 0; i < count; i++) {
            list.items[i] = (struct comb_prove_item){random_key(&rng, 12, 26, (unsigned)(i % 10)), 1, (uint32_t)i};
            sum += list.items[i].key * (i + 1);
        }
        assert_true(comb_prove_sort(&list, &scratch));
        for (size_t i = 0; i < count; i++) {
            assert_true(i == 0 || list.items[i - 1].key <= list.items[i].key);
            sum -= list.items[i].key * (list.items[i].at + 1);
        }
        assert_int_equal(sum, 0);
        free(list.items);
        free(scratch.items);
    }
}

/* ---- tables ---- */

static int compare_keys(const void *a, const void *b)
{
    uint64_t one = *(const uint64_t *)a;
    uint64_t two = *(const uint64_t *)b;
    return (one > two) - (one < two);
}

/* Sums the points of all placements that a board has. */
static uint64_t count_board(const uint64_t *keys, const uint32_t *points, size_t count, const uint8_t *board,
                            unsigned positions)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        bool has = true;
        for (unsigned p = 0; p < positions && has; p++) {
            unsigned digit = comb_prove_digit(keys[i], p);
            has = digit == 0 || digit == board[p] + 1u;
        }
        sum += has ? points[i] : 0;
    }
    return sum;
}

enum { POSITIONS = 6, ITEMS = 400, LETTERS = 4, BOARDS = 4096 };

static uint64_t best_of_all(const uint64_t *keys, const uint32_t *points, uint64_t with[POSITIONS][LETTERS])
{
    uint64_t best = 0;
    memset(with, 0, sizeof(uint64_t) * POSITIONS * LETTERS);
    for (unsigned n = 0; n < BOARDS; n++) {
        uint8_t board[POSITIONS];
        for (unsigned p = 0; p < POSITIONS; p++)
            board[p] = (uint8_t)(n >> (2 * p) & 3);
        uint64_t value = count_board(keys, points, ITEMS, board, POSITIONS);
        best = value > best ? value : best;
        for (unsigned p = 0; p < POSITIONS; p++)
            if (value > with[p][board[p]])
                with[p][board[p]] = value;
    }
    return best;
}

static void test_bounds_hold_after_every_pass_and_for_every_letter(void **state)
{
    (void)state;
    struct comb_rng rng;
    struct comb_prove_tables tables;
    static const uint32_t domains[POSITIONS] = {15, 15, 15, 15, 15, 15};
    comb_rng_seed(&rng, 3);
    assert_true(comb_prove_tables_init(&tables));
    for (unsigned round = 0; round < 60; round++) {
        uint64_t keys[ITEMS];
        uint32_t points[ITEMS];
        uint64_t with[POSITIONS][LETTERS];
        for (unsigned i = 0; i < ITEMS; i++) {
            keys[i] = random_key(&rng, POSITIONS, LETTERS, 3 + round % 6);
            points[i] = 1 + (uint32_t)comb_rng_below(&rng, round % 10 == 9 ? 60000 : 9);
        }
        qsort(keys, ITEMS, sizeof *keys, compare_keys);
        uint64_t best = best_of_all(keys, points, with);
        assert_true(comb_prove_tables_shape(&tables, domains, POSITIONS));
        uint64_t tree = comb_prove_fill(&tables, keys, points, ITEMS);
        int64_t bound = comb_prove_start(&tables);
        assert_true(tree >= best && bound >> tables.shift >= (int64_t)best);
        int64_t first = bound;
        for (unsigned pass = 0; pass < 12; pass++) {
            bound = comb_prove_pass(&tables);
            assert_true(bound >> tables.shift >= (int64_t)best);
        }
        assert_true(bound <= first + (64 << tables.shift));
        comb_prove_conditions(&tables);
        for (unsigned p = 0; p < POSITIONS; p++)
            for (unsigned x = 0; x < LETTERS; x++)
                assert_true(tables.limit[p][x] >> tables.shift >= (int64_t)with[p][x]);
    }
    comb_prove_tables_free(&tables);
}
