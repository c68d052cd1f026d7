/* The prover against brute force, its units against counting, its bounds against boards. */
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "proof/bound/prove.h"
#include "unit/proof/prove_space.h"

/* Scores a board given in the prover's order. */
static uint64_t score_of(const struct made_space *made, const struct comb_prover *prover,
                         struct comb_word_search *search, const uint8_t *letters)
{
    struct comb_word_board board = made->space.board;
    for (unsigned i = 0; i < board.cells; i++)
        board.tiles[comb_prover_order(prover)[i]] = made->space.tiles[letters[i]];
    return comb_word_score(search, &board, &made->space.rules).score;
}

struct shape {
    unsigned rows[4];
    unsigned count;
    bool squares;
    unsigned letters;
};

static const struct shape shapes[] = {
    {{2, 3, 2}, 3, false, 4}, {{3, 3, 3}, 3, true, 3}, {{2, 2}, 2, true, 9},
    {{2, 3}, 2, false, 7},    {{3, 2}, 2, false, 6},   {{1, 2, 1}, 3, false, 8},
};

enum { SHAPES = sizeof shapes / sizeof *shapes };

/* Advances to the next string of letters 0 .. letters-1; returns false after the last. */
static bool next_string(uint8_t *string, unsigned length, unsigned letters)
{
    for (unsigned i = length; i-- > 0;) {
        if (++string[i] < letters)
            return true;
        string[i] = 0;
    }
    return false;
}

/* ---- units ---- */

static bool is_smallest_image(const struct made_space *made, const struct comb_prover *prover, const uint8_t *letters)
{
    unsigned cells = made->space.board.cells;
    const uint8_t *order = comb_prover_order(prover);
    for (unsigned turn = 0; turn < made->space.symmetry_count; turn++) {
        uint8_t at[COMB_PROVE_MAX_CELLS];
        for (unsigned i = 0; i < cells; i++)
            at[made->images[turn * cells + order[i]]] = letters[i];
        for (unsigned i = 0; i < cells; i++) {
            if (at[order[i]] > letters[i])
                break;
            if (at[order[i]] < letters[i])
                return false;
        }
    }
    return true;
}

static void test_canonical_boards_are_smallest_images_in_one_unit(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 1);
    for (unsigned s = 0; s < SHAPES; s++) {
        struct made_space made;
        struct comb_prover *prover;
        unsigned letters = shapes[s].letters > 3 ? 3 : shapes[s].letters;
        make_space(&made, shapes[s].rows, shapes[s].count, shapes[s].squares, &rng, 20, letters);
        assert_int_equal(comb_prover_new(&prover, &made.space, made.index, 1, COMB_PROVE_AUTO_DEPTH, NULL), COMB_OK);
        uint8_t board[COMB_PROVE_MAX_CELLS] = {0};
        uint64_t canonical = 0;
        do {
            bool expected = is_smallest_image(&made, prover, board);
            assert_int_equal(comb_prove_canonical(prover, board, made.space.board.cells), expected);
            canonical += expected;
            for (unsigned length = 0; expected && length < made.space.board.cells; length++)
                assert_true(comb_prove_canonical(prover, board, length));
        } while (next_string(board, made.space.board.cells, letters));
        assert_int_equal(comb_prove_count(prover, made.space.board.cells), canonical);
        comb_prover_free(prover);
        free_space(&made);
    }
}

static void test_units_come_in_order_and_none_is_missing(void **state)
{
    (void)state;
    struct comb_rng rng;
    struct made_space made;
    struct comb_prover *prover;
    comb_rng_seed(&rng, 2);
    make_space(&made, hexagon_rows, 5, false, &rng, 20, 4);
    assert_int_equal(made.space.symmetry_count, 12);
    assert_int_equal(comb_prover_new(&prover, &made.space, made.index, 1, 6, NULL), COMB_OK);
    uint8_t all[6] = {0};
    uint8_t unit[COMB_PROVE_MAX_CELLS] = {0};
    bool more = comb_prove_first(prover, unit, 0, 6);
    do {
        if (!comb_prove_canonical(prover, all, 6))
            continue;
        assert_true(more);
        assert_memory_equal(unit, all, 6);
        more = comb_prove_next(prover, unit, 0, 6);
    } while (next_string(all, 6, 4));
    assert_false(more);
    comb_prover_free(prover);
    free_space(&made);
}

static void test_unsupported_spaces_are_rejected(void **state)
{
    (void)state;
    struct comb_rng rng;
    struct made_space made;
    struct comb_prover *prover;
    struct comb_error err;
    comb_rng_seed(&rng, 3);
    make_space(&made, hexagon_rows, 5, false, &rng, 20, 4);
    assert_int_equal(comb_prover_new(&prover, &made.space, made.index, 1, 5, &err), COMB_BAD_INPUT);
    assert_string_equal(err.message, "units of 5 letters are not supported; expected 6 to 18");
    made.space.rules.kind = COMB_WORD_BY_LETTERS;
    assert_int_equal(comb_prover_new(&prover, &made.space, made.index, 1, 6, &err), COMB_BAD_INPUT);
    made.space.rules.kind = COMB_WORD_BY_LENGTH;
    made.space.free &= ~(uint64_t)1;
    assert_int_equal(comb_prover_new(&prover, &made.space, made.index, 1, 6, &err), COMB_BAD_INPUT);
    assert_null(prover);
    made.space.free |= 1;
    assert_int_equal(comb_prover_new(&prover, &made.space, made.index, 1, 6, &err), COMB_OK);
    static const uint32_t overlapping[] = {3, 6};
    static const uint32_t lonely[] = {1};
    static const uint32_t outside[] = {0x18};
    assert_int_equal(comb_prover_set_classes(prover, overlapping, 2, &err), COMB_BAD_INPUT);
    assert_int_equal(comb_prover_set_classes(prover, lonely, 1, &err), COMB_BAD_INPUT);
    assert_int_equal(comb_prover_set_classes(prover, outside, 1, &err), COMB_BAD_INPUT);
    comb_prover_free(prover);
    free_space(&made);
}

/* ---- whole proofs ---- */

/* Returns the score that about `wanted` boards reach. */
static uint64_t target_for(const uint64_t *scores, size_t count, size_t wanted)
{
    size_t reached = 0;
    uint64_t target = 4096;
    while (target > 1 && reached < wanted) {
        target--;
        reached = 0;
        for (size_t i = 0; i < count; i++)
            reached += scores[i] >= target;
    }
    return target;
}

static void prove_and_compare(const struct made_space *made, const uint64_t *scores, uint64_t target, unsigned depth)
{
    struct comb_prover *prover;
    struct comb_prove_worker *worker;
    struct comb_prove_result result = {0};
    unsigned cells = made->space.board.cells;
    unsigned letters = (unsigned)__builtin_popcount(made->space.letters);
    assert_int_equal(comb_prover_new(&prover, &made->space, made->index, target, depth, NULL), COMB_OK);
    assert_int_equal(comb_prove_worker_new(&worker, prover, NULL, NULL, NULL), COMB_OK);
    uint8_t prefix[COMB_PROVE_MAX_CELLS] = {0};
    uint8_t board[COMB_PROVE_MAX_CELLS] = {0};
    size_t at = 0;
    bool more = true;
    for (bool unit = comb_prove_first(prover, prefix, 0, depth); unit;
         unit = comb_prove_next(prover, prefix, 0, depth)) {
        assert_int_equal(comb_prove_unit(&result, worker, prefix, depth, NULL), COMB_OK);
        /* brute force up to the end of this unit */
        size_t next = 0;
        for (; more && memcmp(board, prefix, depth) <= 0; more = next_string(board, cells, letters), at++) {
            bool in_unit = memcmp(board, prefix, depth) == 0;
            if (in_unit && comb_prove_canonical(prover, board, cells))
                assert_true(scores[at] <= result.bound || scores[at] < target);
            if (scores[at] < target || !comb_prove_canonical(prover, board, cells))
                continue;
            assert_true(in_unit && next < result.count);
            assert_memory_equal(result.boards[next].letters, board, cells);
            assert_int_equal(result.boards[next++].score, scores[at]);
        }
        assert_int_equal(next, result.count);
    }
    comb_prove_result_free(&result);
    comb_prove_worker_free(worker);
    comb_prover_free(prover);
}

/* ---- classes of letters ---- */

/* Boards found by all units together, as numbers in the order of next_string; each at most once. */
struct found {
    uint8_t *times;  /* how often listed, by number of the board */
    uint8_t *inside; /* of a unit */
    const uint64_t *scores;
    uint64_t target;
};

static size_t number_of(const uint8_t *board, unsigned cells, unsigned letters)
{
    size_t number = 0;
    for (unsigned i = 0; i < cells; i++)
        number = number * letters + board[i];
    return number;
}

static bool belongs_to_unit(const struct comb_prover *prover, const uint8_t *board, const uint8_t *prefix,
                            unsigned length)
{
    for (unsigned i = 0; i < length; i++)
        if (!(comb_prover_symbol_set(prover, prefix[i]) >> board[i] & 1))
            return false;
    return true;
}

/* Splits a unit wherever possible, and processes the parts. */
static void do_part(struct found *found, const struct comb_prover *prover, struct comb_prove_worker *worker,
                    uint8_t *prefix, unsigned length, unsigned letters, bool split)
{
    unsigned cells = comb_prover_cells(prover);
    unsigned place = comb_prove_split_place(prover, prefix, length);
    uint8_t symbol = place < length ? prefix[place] : 0;
    uint8_t board[COMB_PROVE_MAX_CELLS] = {0};
    if (split && place < length) {
        for (unsigned letter = 0; letter < letters; letter++) {
            prefix[place] = (uint8_t)letter;
            if (comb_prover_symbol_set(prover, symbol) >> letter & 1 && comb_prove_canonical(prover, prefix, length))
                do_part(found, prover, worker, prefix, length, letters, true);
        }
        prefix[place] = symbol;
        return;
    }
    struct comb_prove_result result = {0};
    assert_int_equal(comb_prove_unit(&result, worker, prefix, length, NULL), COMB_OK);
    for (size_t i = 0; i < result.count; i++)
        found->times[number_of(result.boards[i].letters, cells, letters)]++;
    for (size_t at = 0; at == 0 || next_string(board, cells, letters); at++) {
        if (!belongs_to_unit(prover, board, prefix, length))
            continue;
        found->inside[at]++;
        if (comb_prove_canonical(prover, board, cells) && found->scores[at] >= found->target)
            assert_true(found->scores[at] <= result.bound);
    }
    comb_prove_result_free(&result);
}

static void prove_with_classes(const struct made_space *made, const uint64_t *scores, size_t count, uint64_t target,
                               unsigned depth, const uint32_t *classes, unsigned class_count, bool split)
{
    struct comb_prover *prover;
    struct comb_prove_worker *worker;
    unsigned cells = made->space.board.cells;
    unsigned letters = (unsigned)__builtin_popcount(made->space.letters);
    struct found found = {calloc(count, 1), calloc(count, 1), scores, target};
    assert_int_equal(comb_prover_new(&prover, &made->space, made->index, target, depth, NULL), COMB_OK);
    assert_int_equal(comb_prover_set_classes(prover, classes, class_count, NULL), COMB_OK);
    assert_int_equal(comb_prove_worker_new(&worker, prover, NULL, NULL, NULL), COMB_OK);
    uint8_t prefix[COMB_PROVE_MAX_CELLS] = {0};
    uint64_t units = 0;
    for (bool unit = comb_prove_first(prover, prefix, 0, depth); unit;
         unit = comb_prove_next(prover, prefix, 0, depth), units++)
        do_part(&found, prover, worker, prefix, depth, letters, split);
    assert_int_equal(units, comb_prove_count(prover, depth));
    uint8_t board[COMB_PROVE_MAX_CELLS] = {0};
    size_t listed = 0;
    for (size_t at = 0; at < count; at++, next_string(board, cells, letters)) {
        bool canonical = comb_prove_canonical(prover, board, cells);
        assert_int_equal(found.times[at], canonical && scores[at] >= target);
        assert_true(found.inside[at] <= 1);
        assert_true(found.inside[at] == 1 || !canonical);
        listed += found.times[at];
    }
    assert_true(listed > 0);
    comb_prove_worker_free(worker);
    comb_prover_free(prover);
    free(found.times);
    free(found.inside);
}

static void brute_force(const struct shape *shape, struct comb_rng *rng, unsigned words)
{
    struct made_space made;
    struct comb_prover *prover;
    struct comb_word_search *search;
    make_space(&made, shape->rows, shape->count, shape->squares, rng, words, shape->letters);
    unsigned cells = made.space.board.cells;
    size_t count = 1;
    for (unsigned i = 0; i < cells; i++)
        count *= shape->letters;
    uint64_t *scores = malloc(count * sizeof *scores);
    uint8_t board[COMB_PROVE_MAX_CELLS] = {0};
    assert_non_null(scores);
    assert_int_equal(comb_prover_new(&prover, &made.space, made.index, 1, COMB_PROVE_AUTO_DEPTH, NULL), COMB_OK);
    assert_int_equal(comb_word_search_new_indexed(&search, made.index, NULL), COMB_OK);
    for (size_t i = 0; i < count; i++, next_string(board, cells, shape->letters))
        scores[i] = score_of(&made, prover, search, board);
    for (unsigned depth = 0; depth < 4 && depth < cells; depth++) {
        prove_and_compare(&made, scores, target_for(scores, count, 1), depth);
        prove_and_compare(&made, scores, target_for(scores, count, count / 50 + 1), depth);
    }
    static const uint32_t classes[] = {0x0a, 0x14, 0x60}; /* of letters 1 3, 2 4, 5 6 */
    unsigned class_count = shape->letters < 4 ? 0 : (shape->letters - 2) / 2;
    class_count = class_count < 3 ? class_count : 3;
    for (unsigned depth = 1; class_count > 0 && depth < 4 && depth < cells; depth++) {
        prove_with_classes(&made, scores, count, target_for(scores, count, 1), depth, classes, class_count, false);
        prove_with_classes(&made, scores, count, target_for(scores, count, count / 50 + 1), depth, classes, class_count,
                           depth == 2);
    }
    uint64_t target = target_for(scores, count, count / 50 + 1);
    for (unsigned i = 0; i <= COMB_DICT_MAX_WORD; i++)
        made.space.rules.points[i] *= 300; /* more than 16-bit tables would hold */
    for (size_t i = 0; i < count; i++)
        scores[i] *= 300;
    prove_and_compare(&made, scores, target * 300 - 37, 2);
    comb_word_search_free(search);
    comb_prover_free(prover);
    free(scores);
    free_space(&made);
}

static void test_proofs_list_what_brute_force_finds(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 4);
    for (unsigned s = 0; s < SHAPES; s++)
        for (unsigned words = 30; words <= 480; words *= 4)
            brute_force(&shapes[s], &rng, words);
}

static void test_tiles_of_two_letters(void **state)
{
    (void)state;
    static const char list[] = "QUA\nAQU\nQUB\nQUAB\nBAQUA\nQA\nAQ\nUAB\nABBA\nUQU\nAUQUA\n";
    static const unsigned rows[] = {2, 3};
    struct made_space made = {0};
    assert_int_equal(make_dict(&made.made, list, sizeof list - 1, NULL), COMB_OK);
    hexagon_board(&made.space.board, rows, 2);
    complete_space(&made, 1 << 0 | 1 << 1 | 1 << 16 | 1 << 20);
    made.space.tiles[16] = (struct comb_word_tile){.count = 2, .letters = {16, 20}};
    struct comb_prover *prover;
    struct comb_prove_worker *worker;
    struct comb_word_search *search;
    struct comb_prove_result result = {0};
    assert_int_equal(comb_prover_new(&prover, &made.space, made.index, 10, 0, NULL), COMB_OK);
    assert_int_equal(comb_prove_worker_new(&worker, prover, NULL, NULL, NULL), COMB_OK);
    assert_int_equal(comb_word_search_new_indexed(&search, made.index, NULL), COMB_OK);
    assert_int_equal(comb_prove_unit(&result, worker, NULL, 0, NULL), COMB_OK);
    static const uint8_t alphabet[] = {0, 1, 16, 20};
    uint8_t ranks[5] = {0};
    size_t expected = 0;
    do {
        uint8_t letters[5];
        for (unsigned i = 0; i < 5; i++)
            letters[i] = alphabet[ranks[i]];
        if (!comb_prove_canonical(prover, letters, 5) || score_of(&made, prover, search, letters) < 10)
            continue;
        assert_true(expected < result.count);
        assert_memory_equal(result.boards[expected++].letters, letters, 5);
    } while (next_string(ranks, 5, 4));
    assert_true(expected > 3);
    assert_int_equal(expected, result.count);
    comb_prove_result_free(&result);
    comb_word_search_free(search);
    comb_prove_worker_free(worker);
    comb_prover_free(prover);
    free_space(&made);
}

/* ---- bounds ---- */

/* Raises a board's score letter by letter, to test bounds where they are tight. */
static uint64_t climb(uint8_t *letters, const struct made_space *made, const struct comb_prover *prover,
                      struct comb_word_search *search, struct comb_rng *rng, unsigned steps)
{
    unsigned count = (unsigned)__builtin_popcount(made->space.letters);
    uint64_t score = score_of(made, prover, search, letters);
    for (unsigned i = 0; i < steps; i++) {
        unsigned at = (unsigned)comb_rng_below(rng, made->space.board.cells);
        uint8_t before = letters[at];
        letters[at] = (uint8_t)comb_rng_below(rng, count);
        uint64_t next = score_of(made, prover, search, letters);
        if (next >= score)
            score = next;
        else
            letters[at] = before;
    }
    return score;
}

static void check_bounds(const unsigned *rows, unsigned row_count, unsigned depth, unsigned boards, unsigned words)
{
    struct comb_rng rng;
    struct made_space made;
    struct comb_prover *prover;
    struct comb_prove_worker *worker;
    struct comb_word_search *search;
    comb_rng_seed(&rng, boards);
    make_space(&made, rows, row_count, false, &rng, words, 8);
    assert_int_equal(comb_prover_new(&prover, &made.space, made.index, 1, depth, NULL), COMB_OK);
    assert_int_equal(comb_prove_worker_new(&worker, prover, NULL, NULL, NULL), COMB_OK);
    assert_int_equal(comb_word_search_new_indexed(&search, made.index, NULL), COMB_OK);
    for (unsigned i = 0; i < boards; i++) {
        uint8_t letters[COMB_PROVE_MAX_CELLS];
        for (unsigned k = 0; k < made.space.board.cells; k++)
            letters[k] = (uint8_t)comb_rng_below(&rng, 8);
        uint64_t score = climb(letters, &made, prover, search, &rng, i % 4 == 0 ? 0 : 60);
        if (!comb_prove_canonical(prover, letters, made.space.board.cells))
            continue; /* a unit's bound covers its canonical boards only */
        for (unsigned length = depth; length + 1 < made.space.board.cells; length++) {
            uint64_t bound = 0;
            assert_int_equal(comb_prove_bound(&bound, worker, letters, length, NULL), COMB_OK);
            assert_true(bound >= score);
        }
    }
    comb_word_search_free(search);
    comb_prove_worker_free(worker);
    comb_prover_free(prover);
    free_space(&made);
}

static void test_no_board_exceeds_the_bounds_of_its_prefixes(void **state)
{
    (void)state;
    static const unsigned line[] = {2, 3, 2};
    static const unsigned lopsided[] = {3, 4, 3, 2};
    check_bounds(line, 3, 0, 3000, 60);
    check_bounds(lopsided, 4, 1, 60, 200);
    check_bounds(hexagon_rows, 5, 9, 60, 200);
}

/* ---- stopping ---- */

static bool countdown(void *payload)
{
    unsigned *left = payload;
    return *left > 0 && --*left > 0;
}

static void test_a_tick_stops_a_unit_and_the_worker_can_continue(void **state)
{
    (void)state;
    static const unsigned rows[] = {2, 3, 2};
    struct comb_rng rng;
    struct made_space made;
    struct comb_prover *prover;
    struct comb_prove_worker *worker;
    struct comb_prove_result result = {0};
    unsigned left = 2;
    uint8_t prefix[1] = {0};
    comb_rng_seed(&rng, 7);
    make_space(&made, rows, 3, false, &rng, 400, 6);
    assert_int_equal(comb_prover_new(&prover, &made.space, made.index, 5, 1, NULL), COMB_OK);
    assert_int_equal(comb_prove_worker_new(&worker, prover, countdown, &left, NULL), COMB_OK);
    assert_int_equal(comb_prove_unit(&result, worker, prefix, 1, NULL), COMB_LIMIT);
    left = 1u << 30;
    assert_int_equal(comb_prove_unit(&result, worker, prefix, 1, NULL), COMB_OK);
    size_t count = result.count;
    assert_true(count > 0);
    assert_int_equal(comb_prove_unit(&result, worker, prefix, 1, NULL), COMB_OK);
    assert_int_equal(result.count, count);
    comb_prove_result_free(&result);
    comb_prove_worker_free(worker);
    comb_prover_free(prover);
    free_space(&made);
}
