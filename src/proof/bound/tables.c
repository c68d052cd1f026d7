/* The bound: tables for cells, pairs and triples, and messages between them.
 *
 * Any board's count (words counted once per remaining placement, at least the score) is at most
 *
 *     certain + sum of cell[a][x] + sum of pair[ab][x,y] + sum of triple[abc][x,y,z]        over open cells a < b < c
 *
 * and this stays true for every board when a number moves from one entry to others that every board which uses the
 * entry also uses: from triple[abc][x,y,z] to pair[ab][x,y]. When no entry of pairs and triples is above zero,
 *
 *     bound = certain + sum over cells of max over letters of cell[a][x]
 *
 * A pass processes all triples: it adds up a triple and its three pairs and gives each pair a third of its maximum over
 * the other letter. Then it processes all pairs and gives halves to the cells.
 *
 *       triple abc            S = abc + ab + ac + bc
 *       /   |   \             ab' = max_z S / 3  (rounded up), the rest stays: abc' = S - ab' - ac' - bc' <= 0
 *      ab   ac   bc           cells: the same with halves
 *      | \ / \ / |
 *      a    b    c            each pass lowers the bound or leaves it: it lets the tables agree on letters
 *
 * All numbers are integers, points times 2^shift; remainders of divisions stay in the larger table, so nothing is ever
 * lost and the bound is a proof. Rounding up by one where it divides keeps all remaining entries at or below zero.
 *
 * The triples' own points never change and take 16 bits per entry; what a triple has given to its pairs is stored
 * beside it. A pass thus reads the large tables once and writes none: 3 us per triple of 26 letters (AVX2), 0.7 ms for
 * 12 open cells.
 *
 * Conditional bounds. With cell a fixed to x, pairs with a become cells and triples with a become pairs of the others:
 *
 *     limit[a][x] = certain + cell[a][x] + sum_b max_y (cell[b][y] + pair[ab][x,y])
 *                   + sum_bc max_yz (triple[abc][x,y,z] + pair[bc][y,z])
 *
 * A letter whose limit is below the target cannot be in any board that reaches it. */
#include "proof/bound/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = COMB_PROVE_LANES, TABLE = LANES * LANES, MAX_SHIFT = 10, MAX_SCALED = 1 << 26 };

bool comb_prove_tables_init(struct comb_prove_tables *tables)
{
    *tables = (struct comb_prove_tables){0};
    tables->pair_points = calloc(COMB_PROVE_PAIRS, sizeof *tables->pair_points);
    tables->pair = calloc(COMB_PROVE_PAIRS, sizeof *tables->pair);
    tables->sent = calloc(COMB_PROVE_TRIPLES, sizeof *tables->sent);
    return tables->pair_points && tables->pair && tables->sent;
}

void comb_prove_tables_free(struct comb_prove_tables *tables)
{
    free(tables->pair_points);
    free(tables->pair);
    free(tables->sent);
    free(tables->triple_points);
}

static bool reserve_triples(struct comb_prove_tables *tables, size_t count)
{
    if (count <= tables->triple_capacity)
        return true;
    free(tables->triple_points);
    tables->triple_capacity = 0;
    tables->triple_points = malloc(count * sizeof *tables->triple_points);
    if (!tables->triple_points)
        return false;
    tables->triple_capacity = count;
    return true;
}

static void shape_cells(struct comb_prove_tables *tables, const uint32_t *domains, unsigned positions)
{
    tables->active_count = 0;
    for (unsigned position = 0; position < positions; position++) {
        unsigned a = tables->active_count;
        unsigned size = 0;
        if (!domains[position])
            continue;
        tables->active[a] = (uint8_t)position;
        tables->where[position] = (uint8_t)a;
        for (uint32_t left = domains[position]; left; left &= left - 1) {
            unsigned letter = (unsigned)__builtin_ctz(left);
            tables->slot[position][letter + 1] = (uint8_t)size;
            tables->letters[a][size++] = (uint8_t)letter;
        }
        tables->size[a] = (uint8_t)size;
        tables->stride[a] = (uint8_t)((size + 7) & ~7u);
        tables->active_count++;
    }
}

bool comb_prove_tables_shape(struct comb_prove_tables *tables, const uint32_t *domains, unsigned positions)
{
    shape_cells(tables, domains, positions);
    size_t used = 0;
    for (unsigned c = 2; c < tables->active_count; c++)
        for (unsigned b = 1; b < c; b++)
            for (unsigned a = 0; a < b; a++) {
                tables->triple_at[comb_prove_triple(a, b, c)] = used;
                used += (size_t)tables->size[a] * tables->size[b] * tables->stride[c];
            }
    if (!reserve_triples(tables, used))
        return false;
    tables->triple_used = used;
    if (used > 0)
        memset(tables->triple_points, 0, used * sizeof *tables->triple_points);
    memset(tables->cell_points, 0, sizeof tables->cell_points);
    unsigned pairs = tables->active_count * (tables->active_count - 1) / 2;
    if (tables->active_count > 0)
        memset(tables->pair_points, 0, pairs * sizeof *tables->pair_points);
    tables->certain = 0;
    tables->folded = 0;
    tables->ready = false;
    tables->warm = NULL;
    return true;
}

bool comb_prove_tables_copy(struct comb_prove_tables *tables, const struct comb_prove_tables *from)
{
    if (!reserve_triples(tables, from->triple_used))
        return false;
    assert(tables != from && tables->triple_capacity >= from->triple_used);
    struct comb_prove_tables own = *tables;
    *tables = *from;
    tables->pair_points = own.pair_points;
    tables->triple_points = own.triple_points;
    tables->triple_capacity = own.triple_capacity;
    tables->pair = own.pair;
    tables->sent = own.sent;
    tables->ready = false;
    tables->warm = from->ready ? from : NULL;
    unsigned pairs = from->active_count * (from->active_count - 1) / 2;
    unsigned triples = from->active_count > 2 ? pairs * (from->active_count - 2) / 3 : 0;
    if (from->ready && from->active_count > 1)
        memcpy(tables->pair, from->pair, pairs * sizeof *tables->pair);
    if (from->ready && triples > 0)
        memcpy(tables->sent, from->sent, triples * sizeof *tables->sent);
    if (from->active_count > 1)
        memcpy(tables->pair_points, from->pair_points, pairs * sizeof *tables->pair_points);
    if (from->triple_used > 0)
        memcpy(tables->triple_points, from->triple_points, from->triple_used * sizeof *tables->triple_points);
    return true;
}

/* ---- the start: everything pushed to the first cell, which is the tree's bound ---- */

/* Fills entries beyond the domain with copies of the first, so that whole vectors can be read. */
static void pad_pair(int32_t *pair, unsigned rows, unsigned size, unsigned stride)
{
    for (unsigned x = 0; x < rows; x++)
        for (unsigned y = size; y < stride; y++)
            pair[x * LANES + y] = pair[x * LANES];
}

static void pad_cell(int32_t *cell, unsigned size)
{
    for (unsigned x = size; x < LANES; x++)
        cell[x] = cell[0];
}

static void pad_triple(uint16_t *points, unsigned rows, unsigned size, unsigned stride)
{
    for (unsigned x = 0; x < rows; x++)
        for (unsigned y = size; y < stride; y++)
            points[x * stride + y] = points[x * stride];
}

static void scale_points(struct comb_prove_tables *tables)
{
    unsigned n = tables->active_count;
    tables->shift = MAX_SHIFT;
    while (tables->shift > 0 && tables->folded << tables->shift > MAX_SCALED)
        tables->shift--;
    assert(tables->folded << tables->shift <= (uint64_t)MAX_SCALED * 4);
    for (unsigned a = 0; a < n; a++)
        for (unsigned x = 0; x < tables->size[a]; x++)
            tables->cell[a][x] = (int32_t)(tables->cell_points[a][x] << tables->shift);
    for (unsigned b = 1; b < n; b++)
        for (unsigned a = 0; a < b; a++) {
            unsigned pair = comb_prove_pair(a, b);
            for (unsigned x = 0; x < tables->size[a]; x++)
                for (unsigned y = 0; y < tables->size[b]; y++)
                    tables->pair[pair][x * LANES + y] =
                        (int32_t)(tables->pair_points[pair][x * LANES + y] << tables->shift);
        }
}

static void push_triple(struct comb_prove_tables *tables, unsigned a, unsigned b, unsigned c,
                        const struct comb_prove_kernels *kernels)
{
    unsigned triple = comb_prove_triple(a, b, c);
    uint16_t *points = tables->triple_points + tables->triple_at[triple];
    unsigned stride = tables->stride[c];
    int32_t *sent = tables->sent[triple][0];
    int32_t *pair = tables->pair[comb_prove_pair(a, b)];
    pad_triple(points, (unsigned)tables->size[a] * tables->size[b], tables->size[c], stride);
    memset(tables->sent[triple][1], 0, tables->size[a] * LANES * sizeof(int32_t));
    memset(tables->sent[triple][2], 0, tables->size[b] * LANES * sizeof(int32_t));
    for (unsigned x = 0; x < tables->size[a]; x++, points += tables->size[b] * stride) {
        uint16_t max[LANES];
        kernels->rows(max, points, tables->size[b], stride);
        for (unsigned y = 0; y < tables->size[b]; y++) {
            sent[x * LANES + y] = (int32_t)max[y] << tables->shift;
            pair[x * LANES + y] += (int32_t)max[y] << tables->shift;
        }
    }
    pad_pair(sent, tables->size[a], tables->size[b], tables->stride[b]);
}

static void push_pair(struct comb_prove_tables *tables, unsigned a, unsigned b)
{
    int32_t *pair = tables->pair[comb_prove_pair(a, b)];
    for (unsigned x = 0; x < tables->size[a]; x++) {
        int32_t max = INT32_MIN;
        for (unsigned y = 0; y < tables->size[b]; y++)
            max = pair[x * LANES + y] > max ? pair[x * LANES + y] : max;
        tables->cell[a][x] += max;
        for (unsigned y = 0; y < tables->size[b]; y++)
            pair[x * LANES + y] -= max;
    }
    pad_pair(pair, tables->size[a], tables->size[b], tables->stride[b]);
}

static int64_t scaled_bound(const struct comb_prove_tables *tables)
{
    int64_t sum = (int64_t)(tables->certain << tables->shift);
    for (unsigned a = 0; a < tables->active_count; a++) {
        int32_t max = INT32_MIN;
        assert(tables->size[a] > 0 && tables->size[a] <= tables->stride[a]);
        for (unsigned x = 0; x < tables->size[a]; x++)
            max = tables->cell[a][x] > max ? tables->cell[a][x] : max;
        sum += max;
    }
    return sum;
}

int64_t comb_prove_start(struct comb_prove_tables *tables)
{
    unsigned n = tables->active_count;
    const struct comb_prove_kernels *kernels = comb_prove_kernels();
    scale_points(tables);
    for (unsigned c = 2; c < n; c++)
        for (unsigned b = 1; b < c; b++)
            for (unsigned a = 0; a < b; a++)
                push_triple(tables, a, b, c, kernels);
    for (unsigned b = 1; b < n; b++)
        for (unsigned a = 0; a < b; a++)
            push_pair(tables, a, b);
    for (unsigned a = 0; a < n; a++)
        pad_cell(tables->cell[a], tables->size[a]);
    return scaled_bound(tables);
}

/* ---- resuming from shared tables ---- */

void comb_prove_prepare(struct comb_prove_tables *tables, unsigned passes)
{
    comb_prove_start(tables);
    for (unsigned i = 0; i < passes; i++)
        comb_prove_pass(tables);
    tables->ready = true;
}

static void add_pairs(struct comb_prove_tables *tables, unsigned a, unsigned b)
{
    unsigned pair = comb_prove_pair(a, b);
    const uint32_t *before = tables->warm->pair_points[pair];
    for (unsigned x = 0; x < tables->size[a]; x++)
        for (unsigned y = 0; y < tables->size[b]; y++) {
            unsigned i = x * LANES + y;
            tables->pair[pair][i] += (int32_t)((tables->pair_points[pair][i] - before[i]) << tables->shift);
        }
    pad_pair(tables->pair[pair], tables->size[a], tables->size[b], tables->stride[b]);
}

/* Adds what was filled in since the copy to the scaled tables of cells and pairs; a pass reads the points of triples
 * anyway. Entries may be above zero until the first pass, so up to then only the tree's bound holds. */
int64_t comb_prove_resume(struct comb_prove_tables *tables)
{
    unsigned n = tables->active_count;
    if (!tables->warm || tables->folded << tables->shift > (uint64_t)MAX_SCALED * 4)
        return comb_prove_start(tables);
    assert(tables->warm->ready && tables->warm->active_count == n);
    for (unsigned a = 0; a < n; a++) {
        for (unsigned x = 0; x < tables->size[a]; x++)
            tables->cell[a][x] +=
                (int32_t)((tables->cell_points[a][x] - tables->warm->cell_points[a][x]) << tables->shift);
        pad_cell(tables->cell[a], tables->size[a]);
    }
    for (unsigned b = 1; b < n; b++)
        for (unsigned a = 0; a < b; a++)
            add_pairs(tables, a, b);
    return (int64_t)(tables->folded << tables->shift);
}

/* ---- a pass ---- */

static void pass_triple(struct comb_prove_tables *tables, unsigned a, unsigned b, unsigned c,
                        const struct comb_prove_kernels *kernels)
{
    unsigned triple = comb_prove_triple(a, b, c);
    int32_t before[3][TABLE];
    int32_t max[3][TABLE];
    int32_t *pairs[3] = {tables->pair[comb_prove_pair(a, b)], tables->pair[comb_prove_pair(a, c)],
                         tables->pair[comb_prove_pair(b, c)]};
    unsigned rows[3] = {tables->size[a], tables->size[a], tables->size[b]};
    unsigned strides[3] = {tables->stride[b], tables->stride[c], tables->stride[c]};
    for (unsigned k = 0; k < 3; k++)
        kernels->subtract(before[k], pairs[k], tables->sent[triple][k], rows[k], strides[k]);
    kernels->maxima(max[0], max[1], max[2],
                    &(struct comb_prove_block){.points = tables->triple_points + tables->triple_at[triple],
                                               .rows = tables->size[a],
                                               .columns = tables->size[b],
                                               .lanes = tables->stride[c],
                                               .shift = tables->shift,
                                               .ab = before[0],
                                               .ac = before[1],
                                               .bc = before[2]});
    for (unsigned x = 0; x < rows[0]; x++)
        for (unsigned y = tables->size[b]; y < strides[0]; y++)
            max[0][x * LANES + y] = max[0][x * LANES];
    for (unsigned k = 0; k < 3; k++)
        kernels->thirds(pairs[k], tables->sent[triple][k], max[k], before[k], rows[k], strides[k]);
}

static void pass_pair(struct comb_prove_tables *tables, unsigned a, unsigned b,
                      const struct comb_prove_kernels *kernels)
{
    int32_t *pair = tables->pair[comb_prove_pair(a, b)];
    int32_t *own = tables->cell[a];
    int32_t *other = tables->cell[b];
    int32_t row[LANES];
    int32_t column[LANES];
    unsigned rows = tables->size[a];
    unsigned lanes = tables->stride[b];
    kernels->sums(row, column, pair, own, other, rows, lanes);
    for (unsigned x = 0; x < rows; x++) {
        int32_t half = (row[x] >> 1) + 1;
        row[x] = own[x] - half;
        own[x] = half;
    }
    for (unsigned y = 0; y < lanes; y++) {
        int32_t half = (column[y] >> 1) + 1;
        column[y] = other[y] - half;
        other[y] = half;
    }
    kernels->add(pair, row, column, rows, lanes);
    pad_cell(own, rows);
}

int64_t comb_prove_pass(struct comb_prove_tables *tables)
{
    unsigned n = tables->active_count;
    const struct comb_prove_kernels *kernels = comb_prove_kernels();
    for (unsigned c = 2; c < n; c++)
        for (unsigned b = 1; b < c; b++)
            for (unsigned a = 0; a < b; a++)
                pass_triple(tables, a, b, c, kernels);
    for (unsigned b = 1; b < n; b++)
        for (unsigned a = 0; a < b; a++)
            pass_pair(tables, a, b, kernels);
    return scaled_bound(tables);
}

/* ---- conditional bounds ---- */

static void limit_pair(struct comb_prove_tables *tables, unsigned a, unsigned b)
{
    const int32_t *pair = tables->pair[comb_prove_pair(a, b)];
    int32_t column[LANES];
    for (unsigned y = 0; y < tables->size[b]; y++)
        column[y] = INT32_MIN;
    for (unsigned x = 0; x < tables->size[a]; x++) {
        int32_t max = INT32_MIN;
        for (unsigned y = 0; y < tables->size[b]; y++) {
            int32_t here = pair[x * LANES + y] + tables->cell[b][y];
            int32_t there = pair[x * LANES + y] + tables->cell[a][x];
            max = here > max ? here : max;
            column[y] = there > column[y] ? there : column[y];
        }
        tables->limit[a][x] += max;
    }
    for (unsigned y = 0; y < tables->size[b]; y++)
        tables->limit[b][y] += column[y];
}

static void limit_triple(struct comb_prove_tables *tables, unsigned a, unsigned b, unsigned c,
                         const struct comb_prove_kernels *kernels)
{
    unsigned triple = comb_prove_triple(a, b, c);
    int32_t less[3][TABLE];
    int32_t max[3][LANES];
    unsigned rows[3] = {tables->size[a], tables->size[a], tables->size[b]};
    unsigned strides[3] = {tables->stride[b], tables->stride[c], tables->stride[c]};
    for (unsigned k = 0; k < 3; k++)
        for (unsigned x = 0; x < rows[k]; x++)
            for (unsigned y = 0; y < strides[k]; y++)
                less[k][x * LANES + y] = -tables->sent[triple][k][x * LANES + y];
    kernels->margins(max[0], max[1], max[2],
                     &(struct comb_prove_block){.points = tables->triple_points + tables->triple_at[triple],
                                                .rows = tables->size[a],
                                                .columns = tables->size[b],
                                                .lanes = tables->stride[c],
                                                .shift = tables->shift,
                                                .ab = less[0],
                                                .ac = less[1],
                                                .bc = less[2]},
                     tables->pair[comb_prove_pair(a, b)], tables->pair[comb_prove_pair(a, c)],
                     tables->pair[comb_prove_pair(b, c)]);
    for (unsigned x = 0; x < tables->size[a]; x++)
        tables->limit[a][x] += max[0][x];
    for (unsigned y = 0; y < tables->size[b]; y++)
        tables->limit[b][y] += max[1][y];
    for (unsigned z = 0; z < tables->size[c]; z++)
        tables->limit[c][z] += max[2][z];
}

void comb_prove_conditions(struct comb_prove_tables *tables)
{
    unsigned n = tables->active_count;
    const struct comb_prove_kernels *kernels = comb_prove_kernels();
    for (unsigned a = 0; a < n; a++)
        for (unsigned x = 0; x < tables->size[a]; x++)
            tables->limit[a][x] = (int64_t)(tables->certain << tables->shift) + tables->cell[a][x];
    for (unsigned b = 1; b < n; b++)
        for (unsigned a = 0; a < b; a++)
            limit_pair(tables, a, b);
    for (unsigned c = 2; c < n; c++)
        for (unsigned b = 1; b < c; b++)
            for (unsigned a = 0; a < b; a++)
                limit_triple(tables, a, b, c, kernels);
}
