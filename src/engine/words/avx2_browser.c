/* The inner loops of the fast search with the vectors of WebAssembly: the algorithm of avx2.c, where it is described,
 * on two halves of four lanes.
 *
 * WebAssembly cannot shift lanes by different counts, so a lane has the bits of its letter and its cell instead, and a
 * test is an AND. Nor can it permute lanes across a vector by a mask: four lanes are packed by a shuffle of bytes. */
#include "engine/words/fast.h"

#include <wasm_simd128.h>

enum { HALF = 4 };

bool comb_word_avx2_available(void)
{
    return true;
}

static inline v128_t load(const uint32_t *from)
{
    return wasm_v128_load(from);
}

/* Looks up 16 bytes in the letters, 16 at a time: indexes outside the 16 give 0. */
static v128_t look_up_letters(const uint8_t *table, unsigned size, v128_t cells)
{
    v128_t result = wasm_i8x16_splat(0);
    for (unsigned from = 0; from < size; from += 16) {
        v128_t part = wasm_v128_load(table + from);
        result = wasm_v128_or(result, wasm_i8x16_swizzle(part, wasm_i8x16_sub(cells, wasm_i8x16_splat((int8_t)from))));
    }
    return result;
}

/* Fills in four lanes. The bit of a letter is 2^letter, made as a floating-point number by its exponent. */
static void fill_half(struct comb_word_lanes *lanes, unsigned half, v128_t letters, v128_t cells)
{
    v128_t power = wasm_i32x4_shl(wasm_i32x4_add(letters, wasm_i32x4_splat(127)), 23);
    v128_t step = wasm_v128_or(wasm_i32x4_shl(letters, COMB_WORD_CELL_BITS), cells);
    wasm_v128_store(lanes->letter_bit + half, wasm_u32x4_trunc_sat_f32x4(power));
    wasm_v128_store(lanes->letter_shift + half, wasm_i32x4_sub(wasm_i32x4_splat(31), letters));
    wasm_v128_store(lanes->step + half, step);
}

void comb_word_avx2_fill_lanes(struct comb_word_fast *fast)
{
    for (unsigned cell = 0; cell < fast->cells; cell++) {
        v128_t cells = wasm_v128_load64_zero(fast->lane_cells[cell]);
        v128_t wide_cells = wasm_u16x8_extend_low_u8x16(cells);
        v128_t letters = wasm_u16x8_extend_low_u8x16(look_up_letters(fast->letters, fast->cells, cells));
        struct comb_word_lanes *lanes = &fast->lanes[cell];
        fill_half(lanes, 0, wasm_u32x4_extend_low_u16x8(letters), wasm_u32x4_extend_low_u16x8(wide_cells));
        fill_half(lanes, HALF, wasm_u32x4_extend_high_u16x8(letters), wasm_u32x4_extend_high_u16x8(wide_cells));
    }
}

/* The bytes of the lanes of a mask, packed: row 5 (lanes 0 and 2) is 0 1 2 3 8 9 10 11. */
#define L(n) 4 * (n), 4 * (n) + 1, 4 * (n) + 2, 4 * (n) + 3
static const _Alignas(16) uint8_t packing[16][16] = {
    {0},
    {L(0)},
    {L(1)},
    {L(0), L(1)},
    {L(2)},
    {L(0), L(2)},
    {L(1), L(2)},
    {L(0), L(1), L(2)},
    {L(3)},
    {L(0), L(3)},
    {L(1), L(3)},
    {L(0), L(1), L(3)},
    {L(2), L(3)},
    {L(0), L(2), L(3)},
    {L(1), L(2), L(3)},
    {L(0), L(1), L(2), L(3)},
};
#undef L

static inline void store_packed(uint32_t *to, v128_t values, v128_t order)
{
    wasm_v128_store(to, wasm_i8x16_swizzle(values, order));
}

/* An entry while it is expanded. */
struct expanded {
    v128_t fields[4]; /* of its node, in all lanes: letters that continue, letters that end, first child, first word */
    v128_t low, high; /* free cells */
};

/* Where entries and words are written. */
struct made {
    size_t entries, hits;
};

/* Makes the entries and words of four lanes. */
COMB_WORD_INLINE struct made expand_half(struct comb_word_fast *fast, const struct expanded *entry,
                                         const struct comb_word_lanes *lanes, unsigned half, unsigned end_lanes,
                                         struct comb_word_entries to, struct made made, const bool wide,
                                         const bool sets, const bool tagged)
{
    const v128_t zero = wasm_i32x4_splat(0);
    v128_t letters = load(lanes->letter_bit + half), cell = load(lanes->cell_bit + half);
    v128_t free = wasm_v128_and(entry->low, cell), high_left = entry->high;
    if (wide) {
        v128_t high_cell = load(lanes->high_cell_bit + half);
        free = wasm_v128_or(free, wasm_v128_and(entry->high, high_cell));
        high_left = wasm_v128_andnot(entry->high, high_cell);
    }
    v128_t is_free = wasm_i32x4_ne(free, zero), left = wasm_v128_andnot(entry->low, cell);
    v128_t inner_lanes = wasm_v128_and(is_free, wasm_i32x4_ne(wasm_v128_and(entry->fields[0], letters), zero));
    v128_t end_found = wasm_v128_and(is_free, wasm_i32x4_ne(wasm_v128_and(entry->fields[1], letters), zero));
    unsigned inner = (unsigned)wasm_i32x4_bitmask(inner_lanes), end = (unsigned)wasm_i32x4_bitmask(end_found);
    if (sets)
        end &= end_lanes >> half;

    v128_t order = wasm_v128_load(packing[inner]);
    store_packed(to.at + made.entries, wasm_i32x4_add(entry->fields[2], load(lanes->step + half)), order);
    store_packed(to.free + made.entries, left, order);
    if (wide)
        store_packed(to.high + made.entries, high_left, order);

    v128_t words = wasm_i32x4_sub(entry->fields[3], load(lanes->letter_shift + half));
    if (tagged)
        words = wasm_v128_or(words, wasm_v128_and(entry->low, wasm_i32x4_splat((int)((uint32_t)COMB_WORD_NO_TAG
                                                                                     << COMB_WORD_TAG_SHIFT))));
    order = wasm_v128_load(packing[end]);
    store_packed(fast->hits + made.hits, words, order);
    if (sets)
        store_packed(fast->hit_free + made.hits, left, order);
    if (sets && wide)
        store_packed(fast->hit_high + made.hits, high_left, order);
    return (struct made){.entries = made.entries + (unsigned)__builtin_popcount(inner),
                         .hits = made.hits + (unsigned)__builtin_popcount(end)};
}

COMB_WORD_INLINE size_t expand(struct comb_word_fast *fast, struct comb_word_entries from, size_t count,
                               struct comb_word_entries to, const bool wide, const bool sets, const bool tagged)
{
    const struct comb_word_node *nodes = fast->index->nodes;
    struct made made = {.hits = fast->hit_count};
    for (size_t i = 0; i < count; i++) {
        uint32_t at = from.at[i];
        unsigned cell = at & COMB_WORD_CELL_MASK;
        v128_t node = wasm_v128_load(&nodes[at >> COMB_WORD_CELL_BITS]);
        struct expanded entry = {
            .fields = {wasm_i32x4_shuffle(node, node, 0, 0, 0, 0), wasm_i32x4_shuffle(node, node, 1, 1, 1, 1),
                       wasm_i32x4_shuffle(node, node, 2, 2, 2, 2), wasm_i32x4_shuffle(node, node, 3, 3, 3, 3)},
            .low = wasm_i32x4_splat((int)from.free[i]),
            .high = wide ? wasm_i32x4_splat((int)from.high[i]) : wasm_i32x4_splat(0),
        };
        for (unsigned half = 0; half < COMB_WORD_LANES; half += HALF)
            made = expand_half(fast, &entry, &fast->lanes[cell], half, fast->end_lanes[cell], to, made, wide, sets,
                               tagged);
    }
    fast->hit_count = made.hits;
    return made.entries;
}

size_t comb_word_avx2_expand(struct comb_word_fast *fast, struct comb_word_entries from, size_t count,
                             struct comb_word_entries to)
{
    if (fast->tagged)
        return expand(fast, from, count, to, false, false, true);
    if (fast->wide)
        return fast->sets ? expand(fast, from, count, to, true, true, false)
                          : expand(fast, from, count, to, true, false, false);
    return fast->sets ? expand(fast, from, count, to, false, true, false)
                      : expand(fast, from, count, to, false, false, false);
}

void comb_word_avx2_mark_hits(struct comb_word_fast *fast, uint64_t *found_bits)
{
    comb_word_mark_each_hit(fast, found_bits);
}

void comb_word_avx2_measure_hits(struct comb_word_fast *fast)
{
    comb_word_measure_each_hit(fast);
}
