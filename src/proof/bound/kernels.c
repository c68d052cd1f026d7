/* The inner loops of the bound, over one triple of cells: size x size x padded size entries.
 *
 *     for each letter of a, for each letter of b:    one row of the table, 8 to 32 letters of c
 *         s = points << shift  + ac[row of a]  + bc[row of b]  + ab[one number]
 *
 * The row of maxima for the letter of a stays in registers, the one of b in the first cache. The AVX2 version processes
 * eight letters at a time; the portable version is its reference for tests and serves other processors. */
#include "proof/bound/parts.h"

enum { LANES = COMB_PROVE_LANES, WIDTH = 8 };

static inline int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static void maxima_portable(int32_t *ab, int32_t *ac, int32_t *bc, const struct comb_prove_block *block)
{
    const uint16_t *points = block->points;
    for (unsigned i = 0; i < LANES * LANES; i++)
        ac[i] = bc[i] = INT32_MIN;
    for (unsigned x = 0; x < block->rows; x++)
        for (unsigned y = 0; y < block->columns; y++, points += block->lanes) {
            int32_t max = INT32_MIN;
            for (unsigned z = 0; z < block->lanes; z++) {
                int32_t s = (int32_t)((uint32_t)points[z] << block->shift) + block->ab[x * LANES + y] +
                            block->ac[x * LANES + z] + block->bc[y * LANES + z];
                max = larger(max, s);
                ac[x * LANES + z] = larger(ac[x * LANES + z], s);
                bc[y * LANES + z] = larger(bc[y * LANES + z], s);
            }
            ab[x * LANES + y] = max;
        }
}

static void margins_portable(int32_t *a, int32_t *b, int32_t *c, const struct comb_prove_block *block,
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

static void subtract_portable(int32_t *to, const int32_t *one, const int32_t *two, unsigned rows, unsigned lanes)
{
    for (unsigned x = 0; x < rows; x++)
        for (unsigned y = 0; y < lanes; y++)
            to[x * LANES + y] = one[x * LANES + y] - two[x * LANES + y];
}

/* Never below a third: the factor is slightly more than a third for positive values, and the floor is raised by one. */
static inline int32_t third(int32_t value)
{
    return (int32_t)((int64_t)value * 0x55555556 >> 32) + 1;
}

static void thirds_portable(int32_t *pair, int32_t *sent, const int32_t *max, const int32_t *before, unsigned rows,
                            unsigned lanes)
{
    for (unsigned x = 0; x < rows; x++)
        for (unsigned y = 0; y < lanes; y++) {
            unsigned i = x * LANES + y;
            pair[i] = third(max[i]);
            sent[i] = pair[i] - before[i];
        }
}

static void sums_portable(int32_t *row, int32_t *column, const int32_t *pair, const int32_t *own, const int32_t *other,
                          unsigned rows, unsigned lanes)
{
    for (unsigned y = 0; y < lanes; y++)
        column[y] = INT32_MIN;
    for (unsigned x = 0; x < rows; x++) {
        row[x] = INT32_MIN;
        for (unsigned y = 0; y < lanes; y++) {
            int32_t sum = pair[x * LANES + y] + own[x] + other[y];
            row[x] = larger(row[x], sum);
            column[y] = larger(column[y], sum);
        }
    }
}

static void add_portable(int32_t *pair, const int32_t *own, const int32_t *other, unsigned rows, unsigned lanes)
{
    for (unsigned x = 0; x < rows; x++)
        for (unsigned y = 0; y < lanes; y++)
            pair[x * LANES + y] += own[x] + other[y];
}

static void rows_portable(uint16_t *max, const uint16_t *points, unsigned rows, unsigned lanes)
{
    for (unsigned x = 0; x < rows; x++, points += lanes) {
        max[x] = 0;
        for (unsigned y = 0; y < lanes; y++)
            max[x] = points[y] > max[x] ? points[y] : max[x];
    }
}

static void kill_portable(uint64_t *dead, const uint64_t *keys, const uint64_t *extras, size_t from, size_t count,
                          uint64_t own, uint64_t mask, uint64_t own_extra, uint64_t extra_mask)
{
    for (size_t i = from; i < count; i++)
        if ((((keys[i] ^ own) & mask) | ((extras[i] ^ own_extra) & extra_mask)) == 0)
            dead[i] = UINT64_MAX;
}

const struct comb_prove_kernels comb_prove_portable = {
    .maxima = maxima_portable,
    .margins = margins_portable,
    .subtract = subtract_portable,
    .thirds = thirds_portable,
    .sums = sums_portable,
    .add = add_portable,
    .rows = rows_portable,
    .kill = kill_portable,
};

const struct comb_prove_kernels *comb_prove_kernels(void)
{
    const struct comb_prove_kernels *avx2 = comb_prove_avx2();
    return avx2 ? avx2 : &comb_prove_portable;
}

#if defined(__x86_64__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
#define AVX2_INLINE static inline __attribute__((always_inline, target("avx2")))

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

/* One letter of a, with this many vectors per row: the count is a constant where this is inlined. */
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
        __m256i max = _mm256_set1_epi32(INT32_MIN);
        for (unsigned k = 0; k < vectors; k++) {
            int32_t *column = bc + y * LANES + k * WIDTH;
            __m256i s = _mm256_add_epi32(scaled(points + k * WIDTH, shift), _mm256_add_epi32(row[k], one));
            s = _mm256_add_epi32(s, load(block->bc + y * LANES + k * WIDTH));
            max = _mm256_max_epi32(max, s);
            best[k] = _mm256_max_epi32(best[k], s);
            store(column, _mm256_max_epi32(load(column), s));
        }
        ab[x * LANES + y] = highest(max);
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

AVX2 static void maxima_avx2(int32_t *ab, int32_t *ac, int32_t *bc, const struct comb_prove_block *block)
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
    __m256i max = _mm256_set1_epi32(INT32_MIN);
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
            max = _mm256_max_epi32(max, _mm256_add_epi32(s, load(pair_bc + y * LANES + k * WIDTH)));
            across = _mm256_max_epi32(across, _mm256_add_epi32(s, pair[k]));
            of_c[k] = _mm256_max_epi32(of_c[k], _mm256_add_epi32(s, both));
        }
        of_b[y] = across;
    }
    a[x] = highest(max);
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

AVX2 static void margins_avx2(int32_t *a, int32_t *b, int32_t *c, const struct comb_prove_block *block,
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

AVX2 static void subtract_avx2(int32_t *to, const int32_t *one, const int32_t *two, unsigned rows, unsigned lanes)
{
    for (unsigned x = 0; x < rows; x++)
        for (unsigned i = x * LANES; i < x * LANES + lanes; i += WIDTH)
            store(to + i, _mm256_sub_epi32(load(one + i), load(two + i)));
}

AVX2 static void thirds_avx2(int32_t *pair, int32_t *sent, const int32_t *max, const int32_t *before, unsigned rows,
                             unsigned lanes)
{
    __m256i factor = _mm256_set1_epi32(0x55555556);
    __m256i one = _mm256_set1_epi32(1);
    for (unsigned x = 0; x < rows; x++)
        for (unsigned i = x * LANES; i < x * LANES + lanes; i += WIDTH) {
            __m256i value = load(max + i);
            __m256i even = _mm256_srli_epi64(_mm256_mul_epi32(value, factor), 32);
            __m256i odd = _mm256_mul_epi32(_mm256_srli_epi64(value, 32), factor);
            __m256i third_up = _mm256_add_epi32(_mm256_blend_epi32(even, odd, 0xaa), one);
            store(pair + i, third_up);
            store(sent + i, _mm256_sub_epi32(third_up, load(before + i)));
        }
}

AVX2 static void sums_avx2(int32_t *row, int32_t *column, const int32_t *pair, const int32_t *own, const int32_t *other,
                           unsigned rows, unsigned lanes)
{
    __m256i best[4];
    for (unsigned k = 0; k < 4; k++)
        best[k] = _mm256_set1_epi32(INT32_MIN);
    for (unsigned x = 0; x < rows; x++) {
        __m256i one = _mm256_set1_epi32(own[x]);
        __m256i max = _mm256_set1_epi32(INT32_MIN);
        for (unsigned k = 0; k * WIDTH < lanes; k++) {
            __m256i sum = _mm256_add_epi32(load(pair + x * LANES + k * WIDTH), load(other + k * WIDTH));
            sum = _mm256_add_epi32(sum, one);
            max = _mm256_max_epi32(max, sum);
            best[k] = _mm256_max_epi32(best[k], sum);
        }
        row[x] = highest(max);
    }
    for (unsigned k = 0; k * WIDTH < lanes; k++)
        store(column + k * WIDTH, best[k]);
}

AVX2 static void add_avx2(int32_t *pair, const int32_t *own, const int32_t *other, unsigned rows, unsigned lanes)
{
    for (unsigned x = 0; x < rows; x++)
        for (unsigned k = 0; k < lanes; k += WIDTH) {
            __m256i sum = _mm256_add_epi32(_mm256_set1_epi32(own[x]), load(other + k));
            store(pair + x * LANES + k, _mm256_add_epi32(sum, load(pair + x * LANES + k)));
        }
}

AVX2 static void rows_avx2(uint16_t *max, const uint16_t *points, unsigned rows, unsigned lanes)
{
    for (unsigned x = 0; x < rows; x++, points += lanes) {
        __m128i best = _mm_setzero_si128();
        for (unsigned k = 0; k < lanes; k += WIDTH)
            best = _mm_max_epu16(best, _mm_loadu_si128((const __m128i *)(points + k)));
        __m128i min_inverted = _mm_minpos_epu16(_mm_xor_si128(best, _mm_set1_epi16(-1)));
        max[x] = (uint16_t)~_mm_cvtsi128_si32(min_inverted);
    }
}

AVX2 static void kill_avx2(uint64_t *dead, const uint64_t *keys, const uint64_t *extras, size_t from, size_t count,
                           uint64_t own, uint64_t mask, uint64_t own_extra, uint64_t extra_mask)
{
    __m256i key = _mm256_set1_epi64x((long long)own);
    __m256i mask_vector = _mm256_set1_epi64x((long long)mask);
    __m256i extra = _mm256_set1_epi64x((long long)own_extra);
    __m256i extra_mask_vector = _mm256_set1_epi64x((long long)extra_mask);
    for (size_t i = from; i < count; i += 4) {
        __m256i one = _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)(keys + i)), key);
        __m256i two = _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)(extras + i)), extra);
        __m256i differ = _mm256_or_si256(_mm256_and_si256(one, mask_vector), _mm256_and_si256(two, extra_mask_vector));
        __m256i same = _mm256_cmpeq_epi64(differ, _mm256_setzero_si256());
        __m256i old = _mm256_loadu_si256((const __m256i *)(dead + i));
        _mm256_storeu_si256((__m256i *)(dead + i), _mm256_or_si256(old, same));
    }
}

static const struct comb_prove_kernels avx2_kernels = {
    .maxima = maxima_avx2,
    .margins = margins_avx2,
    .subtract = subtract_avx2,
    .thirds = thirds_avx2,
    .sums = sums_avx2,
    .add = add_avx2,
    .rows = rows_avx2,
    .kill = kill_avx2,
};

const struct comb_prove_kernels *comb_prove_avx2(void)
{
    return __builtin_cpu_supports("avx2") ? &avx2_kernels : NULL;
}

#else

const struct comb_prove_kernels *comb_prove_avx2(void)
{
    return NULL;
}

#endif
