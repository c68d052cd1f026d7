/* The inner loops of the bound, over one triple of cells: size x size x padded size entries.
 *
 *     for each letter of a, for each letter of b:    one row of the table, 8 to 32 letters of c
 *         s = points << shift  + ac[row of a]  + bc[row of b]  + ab[one number]
 *
 * The row of maxima that belongs to the letter of a stays in registers, the one of b in the first cache. The AVX2 form
 * takes eight letters at a time; the portable one is its twin for tests and other processors. */
#include "engine/prove_parts.h"

enum { LANES = COMB_PROVE_LANES, WIDTH = 8 };

static inline int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

void comb_prove_maxima_portable(int32_t *ab, int32_t *ac, int32_t *bc, const struct comb_prove_block *block)
{
    const uint16_t *points = block->points;
    for (unsigned i = 0; i < LANES * LANES; i++)
        ac[i] = bc[i] = INT32_MIN;
    for (unsigned x = 0; x < block->rows; x++)
        for (unsigned y = 0; y < block->columns; y++, points += block->lanes) {
            int32_t most = INT32_MIN;
            for (unsigned z = 0; z < block->lanes; z++) {
                int32_t s = (int32_t)((uint32_t)points[z] << block->shift) + block->ab[x * LANES + y] +
                            block->ac[x * LANES + z] + block->bc[y * LANES + z];
                most = larger(most, s);
                ac[x * LANES + z] = larger(ac[x * LANES + z], s);
                bc[y * LANES + z] = larger(bc[y * LANES + z], s);
            }
            ab[x * LANES + y] = most;
        }
}

void comb_prove_margins_portable(int32_t *a, int32_t *b, int32_t *c, const struct comb_prove_block *block,
                                 const int32_t *pair_ab, const int32_t *pair_ac, const int32_t *pair_bc)
{
    const uint16_t *points = block->points;
    for (unsigned i = 0; i < LANES; i++)
        a[i] = b[i] = c[i] = INT32_MIN;
    for (unsigned x = 0; x < block->rows; x++)
        for (unsigned y = 0; y < block->columns; y++, points += block->lanes)
            for (unsigned z = 0; z < block->lanes; z++) {
                int32_t s = (int32_t)((uint32_t)points[z] << block->shift) + block->ab[x * LANES + y] +
                            block->ac[x * LANES + z] + block->bc[y * LANES + z];
                a[x] = larger(a[x], s + pair_bc[y * LANES + z]);
                b[y] = larger(b[y], s + pair_ac[x * LANES + z]);
                c[z] = larger(c[z], s + pair_ab[x * LANES + y]);
            }
}

#if defined(__x86_64__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
#define AVX2_INLINE static inline __attribute__((always_inline, target("avx2")))

bool comb_prove_avx2_available(void)
{
    return __builtin_cpu_supports("avx2");
}

AVX2_INLINE __m256i load(const int32_t *from)
{
    return _mm256_loadu_si256((const __m256i *)from);
}

AVX2_INLINE void store(int32_t *to, __m256i value)
{
    _mm256_storeu_si256((__m256i *)to, value);
}

AVX2_INLINE __m256i scaled(const uint16_t *points, __m128i shift)
{
    __m128i narrow = _mm_loadu_si128((const __m128i *)points);
    return _mm256_sll_epi32(_mm256_cvtepu16_epi32(narrow), shift);
}

AVX2_INLINE int32_t highest(__m256i v)
{
    __m128i half = _mm_max_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    half = _mm_max_epi32(half, _mm_shuffle_epi32(half, 0x4e));
    half = _mm_max_epi32(half, _mm_shuffle_epi32(half, 0xb1));
    return _mm_cvtsi128_si32(half);
}

/* One letter of a, with so many vectors a row: the count is a constant where this is inlined. */
AVX2_INLINE const uint16_t *maxima_row(int32_t *ab, int32_t *ac, int32_t *bc, const struct comb_prove_block *block,
                                       const uint16_t *points, unsigned x, const unsigned vectors)
{
    __m128i shift = _mm_cvtsi32_si128((int)block->shift);
    __m256i row[4], best[4];
    for (unsigned k = 0; k < vectors; k++) {
        row[k] = load(block->ac + x * LANES + k * WIDTH);
        best[k] = _mm256_set1_epi32(INT32_MIN);
    }
    for (unsigned y = 0; y < block->columns; y++, points += vectors * WIDTH) {
        __m256i one = _mm256_set1_epi32(block->ab[x * LANES + y]);
        __m256i most = _mm256_set1_epi32(INT32_MIN);
        for (unsigned k = 0; k < vectors; k++) {
            int32_t *column = bc + y * LANES + k * WIDTH;
            __m256i s = _mm256_add_epi32(scaled(points + k * WIDTH, shift), _mm256_add_epi32(row[k], one));
            s = _mm256_add_epi32(s, load(block->bc + y * LANES + k * WIDTH));
            most = _mm256_max_epi32(most, s);
            best[k] = _mm256_max_epi32(best[k], s);
            store(column, _mm256_max_epi32(load(column), s));
        }
        ab[x * LANES + y] = highest(most);
    }
    for (unsigned k = 0; k < vectors; k++)
        store(ac + x * LANES + k * WIDTH, best[k]);
    return points;
}

AVX2_INLINE void maxima(int32_t *ab, int32_t *ac, int32_t *bc, const struct comb_prove_block *block,
                        const unsigned vectors)
{
    const uint16_t *points = block->points;
    for (unsigned y = 0; y < block->columns; y++)
        for (unsigned k = 0; k < vectors; k++)
            store(bc + y * LANES + k * WIDTH, _mm256_set1_epi32(INT32_MIN));
    for (unsigned x = 0; x < block->rows; x++)
        points = maxima_row(ab, ac, bc, block, points, x, vectors);
}

AVX2 void comb_prove_maxima_avx2(int32_t *ab, int32_t *ac, int32_t *bc, const struct comb_prove_block *block)
{
    switch (block->lanes / WIDTH) {
    case 1:
        maxima(ab, ac, bc, block, 1);
        break;
    case 2:
        maxima(ab, ac, bc, block, 2);
        break;
    case 3:
        maxima(ab, ac, bc, block, 3);
        break;
    default:
        maxima(ab, ac, bc, block, 4);
    }
}

AVX2_INLINE const uint16_t *margins_row(int32_t *a, __m256i *of_b, __m256i *of_c, const struct comb_prove_block *block,
                                        const int32_t *pair_ab, const int32_t *pair_ac, const int32_t *pair_bc,
                                        const uint16_t *points, unsigned x, const unsigned vectors)
{
    __m128i shift = _mm_cvtsi32_si128((int)block->shift);
    __m256i row[4], pair[4];
    __m256i most = _mm256_set1_epi32(INT32_MIN);
    for (unsigned k = 0; k < vectors; k++) {
        row[k] = load(block->ac + x * LANES + k * WIDTH);
        pair[k] = load(pair_ac + x * LANES + k * WIDTH);
    }
    for (unsigned y = 0; y < block->columns; y++, points += vectors * WIDTH) {
        __m256i one = _mm256_set1_epi32(block->ab[x * LANES + y]);
        __m256i both = _mm256_set1_epi32(pair_ab[x * LANES + y]);
        __m256i across = of_b[y];
        for (unsigned k = 0; k < vectors; k++) {
            __m256i s = _mm256_add_epi32(scaled(points + k * WIDTH, shift), _mm256_add_epi32(row[k], one));
            s = _mm256_add_epi32(s, load(block->bc + y * LANES + k * WIDTH));
            most = _mm256_max_epi32(most, _mm256_add_epi32(s, load(pair_bc + y * LANES + k * WIDTH)));
            across = _mm256_max_epi32(across, _mm256_add_epi32(s, pair[k]));
            of_c[k] = _mm256_max_epi32(of_c[k], _mm256_add_epi32(s, both));
        }
        of_b[y] = across;
    }
    a[x] = highest(most);
    return points;
}

AVX2_INLINE void margins(int32_t *a, int32_t *b, int32_t *c, const struct comb_prove_block *block,
                         const int32_t *pair_ab, const int32_t *pair_ac, const int32_t *pair_bc, const unsigned vectors)
{
    __m256i of_b[LANES], of_c[4];
    const uint16_t *points = block->points;
    for (unsigned y = 0; y < block->columns; y++)
        of_b[y] = _mm256_set1_epi32(INT32_MIN);
    for (unsigned k = 0; k < vectors; k++)
        of_c[k] = _mm256_set1_epi32(INT32_MIN);
    for (unsigned x = 0; x < block->rows; x++)
        points = margins_row(a, of_b, of_c, block, pair_ab, pair_ac, pair_bc, points, x, vectors);
    for (unsigned y = 0; y < block->columns; y++)
        b[y] = highest(of_b[y]);
    for (unsigned k = 0; k < vectors; k++)
        store(c + k * WIDTH, of_c[k]);
}

AVX2 void comb_prove_margins_avx2(int32_t *a, int32_t *b, int32_t *c, const struct comb_prove_block *block,
                                  const int32_t *pair_ab, const int32_t *pair_ac, const int32_t *pair_bc)
{
    switch (block->lanes / WIDTH) {
    case 1:
        margins(a, b, c, block, pair_ab, pair_ac, pair_bc, 1);
        break;
    case 2:
        margins(a, b, c, block, pair_ab, pair_ac, pair_bc, 2);
        break;
    case 3:
        margins(a, b, c, block, pair_ab, pair_ac, pair_bc, 3);
        break;
    default:
        margins(a, b, c, block, pair_ab, pair_ac, pair_bc, 4);
    }
}

#else

bool comb_prove_avx2_available(void)
{
    return false;
}

void comb_prove_maxima_avx2(int32_t *ab, int32_t *ac, int32_t *bc, const struct comb_prove_block *block)
{
    comb_prove_maxima_portable(ab, ac, bc, block);
}

void comb_prove_margins_avx2(int32_t *a, int32_t *b, int32_t *c, const struct comb_prove_block *block,
                             const int32_t *pair_ab, const int32_t *pair_ac, const int32_t *pair_bc)
{
    comb_prove_margins_portable(a, b, c, block, pair_ab, pair_ac, pair_bc);
}

#endif
