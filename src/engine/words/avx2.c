/* Scores boards with AVX2: breadth first, without branches that depend on the board.
 *
 * Representation. An entry is what the search must know of a path: the index node that its letters lead to, its last
 * cell, and the cells that are free. All entries of one length form a level. Every cell has eight lanes, one per
 * neighbour, prepared once per board: the neighbour's letter as a shift count, its cell as a shift count, and letter
 * and cell as they are added to a node's `first` to make the next entry.
 *
 *     lanes of cell 9 (T)      S  R  R  E  I  N  .  .
 *     node "SA" continues with ...L..RST.......               one variable shift tests all letters,
 *     free cells               1  0  1  1  1  1               one tests all cells; the sign bits are combined
 *     entries made                R  .  .  .  .               to a mask, and a permutation by that mask packs them
 *
 * Algorithm. Expanding an entry makes all its entries on the next level with one permutation and one store, and the
 * words that end there with another; the write position advances by the number of bits in the mask. There are no
 * data-dependent branches, so the processor overlaps entries as far as it can and hides the latency of the index, which
 * does not fit the first two caches. The words are collected as numbers and counted later in one loop over a bit set
 * that stays in the first cache.
 *
 * Memory is bounded: a level is expanded in portions that fit a fixed stack (two of them, for odd and even levels), and
 * the next levels of a portion are done before the rest. Ordinary boards never come near the limit; boards of equal
 * letters and large dictionaries may.
 *
 * Variants, chosen once per board so that the common one pays for none of them: `wide` for more than 32 cells; `sets`
 * stores the cells of every word found, for points by letters and for tiles of several letters (an entry on such a tile
 * is advanced through its other letters after its level is complete); `tagged` for all letters of one cell.
 *
 * All letters of one cell. The cell is removed from the board. Paths that reach one of its neighbours continue over it
 * once for every letter that the index allows, and carry that letter from then on as a tag in spare bits of their free
 * cells. In the end a word that was found without a tag counts for every letter, any other for the tags it was found
 * with.
 *
 * Cost: 5 to 6 ns per entry (3 GHz Zen 3), 280 entries for a random board of 19 cells and 1100 for a very good one;
 * three times the speed of a depth-first search with the same vector tests. The tests, the next level and the words
 * take a third each. The bottleneck is the number of loads and stores, less so the instructions, hardly the caches.
 *
 * Tried and rejected: reading the four words of a node with four broadcasts (6-9 % slower than one load and shuffles);
 * a single queue instead of levels (stores and loads of one array conflict: 10 %); storing parent and lane and decoding
 * the entry when it is expanded (20-40 % slower); testing bytes instead of 32-bit lanes; one byte per word with an
 * epoch instead of bits (slower on small boards, no gain on large); half-width stores with a rare branch for the rest.
 * Estimated and not built: dropping entries early if their node has no letter of the neighbours (40 % of them, but the
 * filter would cost what it saves). */
#include "engine/words/fast.h"

#include <assert.h>

#if defined(__x86_64__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define AVX2_INLINE static inline __attribute__((always_inline, target("avx2,bmi,bmi2,popcnt")))

bool comb_word_avx2_available(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}

AVX2_INLINE __m256i load(const uint32_t *from)
{
    return _mm256_load_si256((const __m256i *)from);
}

AVX2_INLINE void store(uint32_t *to, __m256i values)
{
    _mm256_storeu_si256((__m256i *)to, values);
}

/* Looks up 8 bytes in the 64 bytes of letters, 16 at a time: indexes outside the 16 get the high bit, which gives 0. */
AVX2_INLINE __m128i look_up_letters(const uint8_t *table, unsigned size, __m128i cells)
{
    const __m128i bias = _mm_set1_epi8(0x70);
    __m128i result = _mm_setzero_si128();
    for (unsigned from = 0; from < size; from += 16) {
        __m128i part = _mm_loadu_si128((const __m128i *)(table + from));
        __m128i relative = _mm_sub_epi8(cells, _mm_set1_epi8((char)from));
        result = _mm_or_si128(result, _mm_shuffle_epi8(part, _mm_adds_epu8(relative, bias)));
    }
    return result;
}

AVX2 void comb_word_avx2_fill_lanes(struct comb_word_fast *fast)
{
    const __m256i highest_letter = _mm256_set1_epi32(31);
    for (unsigned cell = 0; cell < fast->cells; cell++) {
        __m128i cells = _mm_loadl_epi64((const __m128i *)fast->lane_cells[cell]);
        __m256i letters = _mm256_cvtepu8_epi32(look_up_letters(fast->letters, fast->cells, cells));
        __m256i step = _mm256_slli_epi32(letters, COMB_WORD_CELL_BITS);
        store(fast->lanes[cell].letter_shift, _mm256_sub_epi32(highest_letter, letters));
        store(fast->lanes[cell].step, _mm256_or_si256(step, _mm256_cvtepu8_epi32(cells)));
    }
}

/* Returns the lanes whose bit, shifted to the sign, is set in both. */
AVX2_INLINE unsigned lanes_in_both(__m256i a, __m256i b)
{
    return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_and_si256(a, b)));
}

/* Free cells of each lane: without the lane's own cell. */
AVX2_INLINE __m256i without_lane_cell(__m256i free, __m256i cell_shift)
{
    const __m256i sign = _mm256_set1_epi32(INT32_MIN);
    return _mm256_andnot_si256(_mm256_srlv_epi32(sign, cell_shift), free);
}

/* Expands entries; returns the number made. */
AVX2_INLINE size_t expand(struct comb_word_fast *fast, struct comb_word_entries from, size_t count,
                          struct comb_word_entries to, const bool wide, const bool sets, const bool tagged)
{
    const struct comb_word_node *nodes = fast->index->nodes;
    const __m256i tag_bits = _mm256_set1_epi32((int)((uint32_t)COMB_WORD_NO_TAG << COMB_WORD_TAG_SHIFT));
    size_t made = 0;
    size_t hits = fast->hit_count;
    for (size_t i = 0; i < count; i++) {
        uint32_t at = from.at[i];
        const struct comb_word_lanes *lanes = &fast->lanes[at & COMB_WORD_CELL_MASK];
        const struct comb_word_node *node = &nodes[at >> COMB_WORD_CELL_BITS];
        __m256i fields = _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i *)node));
        __m256i letters = load(lanes->letter_shift);
        __m256i low = _mm256_set1_epi32((int)from.free[i]);
        __m256i high = wide ? _mm256_set1_epi32((int)from.high[i]) : _mm256_setzero_si256();
        __m256i cell_shift = load(lanes->cell_shift);
        __m256i free = _mm256_sllv_epi32(low, cell_shift);
        if (wide)
            free = _mm256_or_si256(free, _mm256_sllv_epi32(high, load(lanes->high_cell_shift)));
        unsigned inner = lanes_in_both(free, _mm256_sllv_epi32(_mm256_shuffle_epi32(fields, 0x00), letters));
        unsigned end = lanes_in_both(free, _mm256_sllv_epi32(_mm256_shuffle_epi32(fields, 0x55), letters));
        if (sets)
            end &= fast->end_lanes[at & COMB_WORD_CELL_MASK];

        __m256i order = load(fast->order[inner]);
        __m256i next = _mm256_add_epi32(_mm256_shuffle_epi32(fields, 0xaa), load(lanes->step));
        __m256i left = without_lane_cell(low, cell_shift);
        store(to.at + made, _mm256_permutevar8x32_epi32(next, order));
        store(to.free + made, _mm256_permutevar8x32_epi32(left, order));
        __m256i high_left = wide ? without_lane_cell(high, load(lanes->high_cell_shift)) : high;
        if (wide)
            store(to.high + made, _mm256_permutevar8x32_epi32(high_left, order));
        made += (unsigned)__builtin_popcount(inner);

        order = load(fast->order[end]);
        __m256i words = _mm256_sub_epi32(_mm256_shuffle_epi32(fields, 0xff), letters);
        if (tagged)
            words = _mm256_or_si256(words, _mm256_and_si256(low, tag_bits));
        store(fast->hits + hits, _mm256_permutevar8x32_epi32(words, order));
        if (sets)
            store(fast->hit_free + hits, _mm256_permutevar8x32_epi32(left, order));
        if (sets && wide)
            store(fast->hit_high + hits, _mm256_permutevar8x32_epi32(high_left, order));
        hits += (unsigned)__builtin_popcount(end);
    }
    fast->hit_count = hits;
    return made;
}

AVX2 static size_t expand_plain(struct comb_word_fast *fast, struct comb_word_entries from, size_t count,
                                struct comb_word_entries to)
{
    return expand(fast, from, count, to, false, false, false);
}

AVX2 static size_t expand_sets(struct comb_word_fast *fast, struct comb_word_entries from, size_t count,
                               struct comb_word_entries to)
{
    return expand(fast, from, count, to, false, true, false);
}

AVX2 static size_t expand_wide(struct comb_word_fast *fast, struct comb_word_entries from, size_t count,
                               struct comb_word_entries to)
{
    return expand(fast, from, count, to, true, false, false);
}

AVX2 static size_t expand_wide_sets(struct comb_word_fast *fast, struct comb_word_entries from, size_t count,
                                    struct comb_word_entries to)
{
    return expand(fast, from, count, to, true, true, false);
}

AVX2 static size_t expand_tagged(struct comb_word_fast *fast, struct comb_word_entries from, size_t count,
                                 struct comb_word_entries to)
{
    return expand(fast, from, count, to, false, false, true);
}

size_t comb_word_avx2_expand(struct comb_word_fast *fast, struct comb_word_entries from, size_t count,
                             struct comb_word_entries to)
{
    if (fast->tagged)
        return expand_tagged(fast, from, count, to);
    if (fast->wide)
        return fast->sets ? expand_wide_sets(fast, from, count, to) : expand_wide(fast, from, count, to);
    return fast->sets ? expand_sets(fast, from, count, to) : expand_plain(fast, from, count, to);
}

AVX2 void comb_word_avx2_mark_hits(struct comb_word_fast *fast, uint64_t *found_bits)
{
    comb_word_mark_each_hit(fast, found_bits);
}

AVX2 void comb_word_avx2_measure_hits(struct comb_word_fast *fast)
{
    comb_word_measure_each_hit(fast);
}

#else

bool comb_word_avx2_available(void)
{
    return false;
}

void comb_word_avx2_fill_lanes(struct comb_word_fast *fast)
{
    (void)fast;
    assert(false && "requires AVX2");
}

size_t comb_word_avx2_expand(struct comb_word_fast *fast, struct comb_word_entries from, size_t count,
                             struct comb_word_entries to)
{
    (void)from;
    (void)to;
    comb_word_avx2_fill_lanes(fast);
    return count;
}

void comb_word_avx2_mark_hits(struct comb_word_fast *fast, uint64_t *found_bits)
{
    (void)found_bits;
    comb_word_avx2_fill_lanes(fast);
}

void comb_word_avx2_measure_hits(struct comb_word_fast *fast)
{
    comb_word_avx2_fill_lanes(fast);
}

#endif
