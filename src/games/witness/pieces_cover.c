/* Yellow pieces alone: exact cover of the region.
 *
 *     region     . . 1 # #      A cell that is not covered yet is chosen, and every laid piece over it is tried. A cell
 *                # # # # .      with at most one free cell beside it (2) comes first: few pieces reach into it. Else it
 *                . 2 . . .      is the first one in reading order (1): some piece must have ITS first cell there, so a
 *                               piece turned one way has one place to go.
 *
 * A node of the search is a mask of what is left and a number per kind; a child is one AND and one XOR. The laid pieces
 * are masks, filed under their first cell and under each of their cells. Depth is at most the number of pieces; levels
 * lie on a stack of our own. Sizes add up to the area (the caller has seen to that), so the region is covered exactly
 * when all pieces are used.
 *
 * A search that has not ended after some nodes counts the colours of a chessboard: a piece has d more cells of one
 * colour than of the other, whichever way it lies, so the difference in the region must be a sum of all the d, each
 * taken plus or minus. From there on it also looks at the parts into which what is left falls: if no piece is
 * disconnected, the size of each part must be a sum of sizes of pieces. */
#include "games/witness/pieces_parts.h"

#include "base/bitset.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { EASY_NODES = 40 };

/* Two bits for each wall: a piece that has both straddles it. */
struct walls {
    unsigned count;
    uint16_t sides[COMB_WITNESS_MOST_EDGES][2];
};

static bool lies_on_board(const struct comb_witness_graph *graph, const struct comb_witness_turn *turn, unsigned cell)
{
    unsigned width = graph->panel->width, height = graph->panel->height;
    unsigned x = cell % width, y = cell / width;
    return turn->height > 0 && x >= turn->xs[0] && x - turn->xs[0] + turn->width <= width && y + turn->height <= height;
}

static void lay(struct comb_witness_laid *laid, const struct comb_witness_graph *graph,
                const struct comb_witness_turn *turn, unsigned size, unsigned cell)
{
    unsigned width = graph->panel->width;
    unsigned x = cell % width - turn->xs[0], y = cell / width;
    memset(laid, 0, sizeof *laid);
    for (unsigned i = 0; i < size; i++)
        comb_bit_set(laid->mask, x + turn->xs[i] + width * (y + turn->ys[i]));
}

static unsigned lay_all_at(struct comb_witness_pieces *pieces, struct comb_witness_laid *to, unsigned cell)
{
    unsigned count = 0;
    for (unsigned kind = 0; kind < pieces->kinds; kind++) {
        const struct comb_witness_form *form = &pieces->forms[kind];
        for (unsigned i = 0; i < form->turn_count && !form->kind.negative; i++) {
            if (!lies_on_board(pieces->graph, &form->turns[i], cell))
                continue;
            if (to) {
                lay(&to[count], pieces->graph, &form->turns[i], form->kind.size, cell);
                to[count].kind = kind;
            }
            count++;
        }
    }
    return count;
}

/* Whether the cells of the shape hang together by their sides. */
static bool connected(const struct comb_witness_turn *turn)
{
    uint16_t part[COMB_WITNESS_SHAPE_SIDE] = {0};
    part[0] = (uint16_t)(turn->rows[0] & -turn->rows[0]);
    for (bool grows = true; grows;) {
        grows = false;
        for (unsigned y = 0; y < turn->height; y++) {
            unsigned near = (unsigned)(part[y] | part[y] << 1 | part[y] >> 1);
            near |= y > 0 ? part[y - 1] : 0u;
            near |= y + 1u < turn->height ? part[y + 1] : 0u;
            grows = grows || (near & turn->rows[y] & ~(unsigned)part[y]);
            part[y] = (uint16_t)(part[y] | (near & turn->rows[y]));
        }
    }
    return memcmp(part, turn->rows, sizeof part) == 0;
}

/* Files the laid pieces under each of their cells. */
static int file_over(struct comb_witness_pieces *pieces)
{
    unsigned cells = pieces->graph->cells, width = pieces->graph->panel->width, count = pieces->laid_from[cells];
    size_t total = 0;
    uint32_t at = 0;
    for (uint32_t i = 0; i < count; i++)
        total += pieces->forms[pieces->laid[i].kind].kind.size;
    pieces->over = COMB_NEW_ARRAY(&pieces->arena, uint32_t, total + 1);
    if (!pieces->over)
        return COMB_NO_MEMORY;
    for (unsigned cell = 0; cell < cells; cell++) {
        pieces->over_from[cell] = at;
        for (uint32_t i = 0; i < pieces->laid_from[cell + 1]; i++)
            if (comb_bit_test(pieces->laid[i].mask, cell))
                pieces->over[at++] = i;
        if (cell % width > 0)
            comb_bit_set(pieces->not_first, cell);
        if (cell % width < width - 1)
            comb_bit_set(pieces->not_last, cell);
    }
    pieces->over_from[cells] = at;
    assert(at == total); /* every piece under each of its cells */
    return COMB_OK;
}

int comb_witness_cover_new(struct comb_witness_pieces *pieces)
{
    unsigned count = 0;
    for (unsigned cell = 0; cell < pieces->graph->cells; cell++) {
        pieces->laid_from[cell] = count;
        count += lay_all_at(pieces, NULL, cell);
    }
    pieces->laid_from[pieces->graph->cells] = count;
    pieces->laid = COMB_NEW_ARRAY(&pieces->arena, struct comb_witness_laid, count + 1);
    pieces->levels = COMB_NEW_ARRAY(&pieces->arena, struct comb_witness_cover_level, pieces->graph->cells + 1);
    pieces->left = COMB_NEW_ARRAY(&pieces->arena, uint16_t, pieces->kinds + 1);
    if (!pieces->laid || !pieces->levels || !pieces->left)
        return COMB_NO_MEMORY;
    for (unsigned cell = 0; cell < pieces->graph->cells; cell++)
        lay_all_at(pieces, pieces->laid + pieces->laid_from[cell], cell);
    for (unsigned kind = 0; kind < pieces->kinds; kind++)
        if (!pieces->forms[kind].kind.negative && !connected(&pieces->forms[kind].turns[0]))
            pieces->disconnected = true;
    return file_over(pieces);
}

static void find_walls(struct walls *walls, const struct comb_witness_graph *graph,
                       const struct comb_witness_edges *edges)
{
    walls->count = 0;
    for (size_t edge = edges ? comb_bit_next(edges->words, graph->edges, 0) : graph->edges; edge < graph->edges;
         edge = comb_bit_next(edges->words, graph->edges, edge + 1)) {
        walls->sides[walls->count][0] = graph->edge_cell[edge][0];
        walls->sides[walls->count++][1] = graph->edge_cell[edge][1];
    }
}

static bool straddles(const struct walls *walls, const uint64_t *mask)
{
    for (unsigned i = 0; i < walls->count; i++)
        if (comb_bit_test(mask, walls->sides[i][0]) && comb_bit_test(mask, walls->sides[i][1]))
            return true;
    return false;
}

static inline bool inside(const uint64_t *mask, const uint64_t *left, unsigned words)
{
    uint64_t beyond = 0;
    for (unsigned i = 0; i < words; i++)
        beyond |= mask[i] & ~left[i];
    return beyond == 0;
}

/* The masks of cells shifted by one step. Bits that leave the board at the bottom end are not cleared: they are always
 * ANDed with cells of the board. */
static inline void shift_up(uint64_t *to, const uint64_t *from, unsigned by, unsigned words)
{
    for (unsigned i = words; i-- > 0;)
        to[i] = from[i] << by | (i > 0 ? from[i - 1] >> (64 - by) : 0);
}

static inline void shift_down(uint64_t *to, const uint64_t *from, unsigned by, unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        to[i] = from[i] >> by | (i + 1 < words ? from[i + 1] << (64 - by) : 0);
}

struct around {
    uint64_t left[COMB_WITNESS_CELL_WORDS], right[COMB_WITNESS_CELL_WORDS];
    uint64_t up[COMB_WITNESS_CELL_WORDS], down[COMB_WITNESS_CELL_WORDS];
};

/* For each cell whether its neighbour on that side is in the mask. */
static inline void look_around(struct around *out, const struct comb_witness_pieces *pieces, const uint64_t *mask,
                               unsigned words)
{
    shift_up(out->left, mask, 1, words);
    shift_down(out->right, mask, 1, words);
    shift_up(out->up, mask, pieces->graph->panel->width, words);
    shift_down(out->down, mask, pieces->graph->panel->width, words);
    for (unsigned i = 0; i < words; i++) {
        out->left[i] &= pieces->not_first[i];
        out->right[i] &= pieces->not_last[i];
    }
}

/* A cell with at most one free cell beside it, or NOWHERE. */
static inline unsigned narrow_cell(const struct comb_witness_pieces *pieces, const uint64_t *left, unsigned words)
{
    struct around near;
    look_around(&near, pieces, left, words);
    for (unsigned i = 0; i < words; i++) {
        uint64_t level = near.left[i] | near.right[i], upright = near.up[i] | near.down[i];
        uint64_t two = (near.left[i] & near.right[i]) | (near.up[i] & near.down[i]) | (level & upright);
        uint64_t narrow = left[i] & ~two;
        if (narrow)
            return 64 * i + (unsigned)__builtin_ctzll(narrow);
    }
    return COMB_WITNESS_NOWHERE;
}

static inline unsigned first_cell(const uint64_t *left, unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        if (left[i])
            return 64 * i + (unsigned)__builtin_ctzll(left[i]);
    return COMB_WITNESS_NOWHERE;
}

/* Sets the level up at a cell; false when nothing is left to cover. */
static inline bool enter(const struct comb_witness_pieces *pieces, struct comb_witness_cover_level *level,
                         unsigned words)
{
    unsigned cell = narrow_cell(pieces, level->left, words);
    level->numbers = pieces->over;
    if (cell != COMB_WITNESS_NOWHERE) {
        level->next = pieces->over_from[cell];
        level->end = pieces->over_from[cell + 1];
        return true;
    }
    cell = first_cell(level->left, words);
    if (cell == COMB_WITNESS_NOWHERE)
        return false;
    level->numbers = NULL;
    level->next = pieces->laid_from[cell];
    level->end = pieces->laid_from[cell + 1];
    return true;
}

/* The next piece that can be laid at the level, or NULL. */
static inline const struct comb_witness_laid *choose(const struct comb_witness_pieces *pieces,
                                                     struct comb_witness_cover_level *level, const struct walls *walls,
                                                     unsigned words)
{
    while (level->next < level->end) {
        uint32_t number = level->numbers ? level->numbers[level->next] : level->next;
        assert(number < pieces->laid_from[pieces->graph->cells]);
        const struct comb_witness_laid *laid = &pieces->laid[number];
        level->next++;
        if (pieces->left[laid->kind] > 0 && inside(laid->mask, level->left, words) &&
            (walls->count == 0 || !straddles(walls, laid->mask)))
            return laid;
    }
    return NULL;
}

/* The sizes that some of the pieces have together, as a set of bits. */
static void find_sums(uint64_t *sums, const struct comb_witness_pieces *pieces, const uint16_t *counts)
{
    bool reached[COMB_WITNESS_MOST_CELLS + 1] = {true};
    for (unsigned kind = 0; kind < pieces->kinds; kind++) {
        unsigned size = pieces->forms[kind].kind.size;
        for (unsigned piece = 0; piece < counts[kind] && size > 0; piece++)
            for (unsigned sum = COMB_WITNESS_MOST_CELLS; sum >= size; sum--)
                reached[sum] = reached[sum] || reached[sum - size];
    }
    memset(sums, 0, (COMB_WITNESS_CELL_WORDS + 1) * sizeof *sums);
    for (unsigned sum = 0; sum <= COMB_WITNESS_MOST_CELLS; sum++)
        if (reached[sum])
            comb_bit_set(sums, sum);
}

/* By how much the black squares of a chessboard outnumber the white ones, or the other way round, under a piece. */
static unsigned imbalance(const struct comb_witness_form *form)
{
    int more = 0;
    for (unsigned i = 0; i < form->kind.size; i++)
        more += (form->turns[0].xs[i] + form->turns[0].ys[i]) % 2 == 0 ? 1 : -1;
    return (unsigned)abs(more);
}

/* Whether the imbalances of the pieces, each plus or minus, can give that of the region. */
static bool colors_balance(const struct comb_witness_pieces *pieces, const struct comb_witness_cells *region,
                           const uint16_t *counts)
{
    bool reached[COMB_WITNESS_MOST_CELLS + 1] = {true}; /* by taking twice the imbalance of some of the pieces */
    unsigned width = pieces->graph->panel->width, total = 0;
    int more = 0;
    for (unsigned kind = 0; kind < pieces->kinds; kind++) {
        unsigned by = imbalance(&pieces->forms[kind]);
        for (unsigned piece = 0; piece < counts[kind] && by > 0; piece++, total += by)
            for (unsigned sum = COMB_WITNESS_MOST_CELLS; sum >= by; sum--)
                reached[sum] = reached[sum] || reached[sum - by];
    }
    for (unsigned cell = 0; cell < pieces->graph->cells; cell++)
        if (comb_bit_test(region->words, cell))
            more += (cell % width + cell / width) % 2 == 0 ? 1 : -1;
    int twice = (int)total + more; /* total - 2 (those taken minus) = -more */
    return twice >= 0 && twice % 2 == 0 && twice / 2 <= COMB_WITNESS_MOST_CELLS && reached[twice / 2];
}

/* Takes the part that holds the first cell out of the mask; how many cells it has. */
static inline unsigned take_part(const struct comb_witness_pieces *pieces, uint64_t *mask, unsigned words)
{
    uint64_t part[COMB_WITNESS_CELL_WORDS] = {0}, more = 1;
    unsigned size = 0;
    comb_bit_set(part, first_cell(mask, words));
    while (more) {
        struct around near;
        more = 0;
        look_around(&near, pieces, part, words);
        for (unsigned i = 0; i < words; i++) {
            uint64_t grown = (part[i] | near.left[i] | near.right[i] | near.up[i] | near.down[i]) & mask[i];
            more |= grown ^ part[i];
            part[i] = grown;
        }
    }
    for (unsigned i = 0; i < words; i++) {
        size += (unsigned)__builtin_popcountll(part[i]);
        mask[i] ^= part[i];
    }
    assert(size > 0);
    return size;
}

static inline bool parts_fit(const struct comb_witness_pieces *pieces, const uint64_t *left, const uint64_t *sums,
                             unsigned words)
{
    uint64_t mask[COMB_WITNESS_CELL_WORDS];
    memcpy(mask, left, words * sizeof *mask);
    while (first_cell(mask, words) != COMB_WITNESS_NOWHERE)
        if (!comb_bit_test(sums, take_part(pieces, mask, words)))
            return false;
    return true;
}

static inline int search(struct comb_witness_pieces *pieces, const struct comb_witness_cells *region,
                         const uint16_t *counts, const struct walls *walls, unsigned words)
{
    struct comb_witness_cover_level *level = pieces->levels;
    uint64_t sums[COMB_WITNESS_CELL_WORDS + 1];
    unsigned nodes = 0;
    memcpy(level->left, region->words, words * sizeof *level->left);
    enter(pieces, level, words);
    for (;;) {
        const struct comb_witness_laid *laid = choose(pieces, level, walls, words);
        if (!laid) {
            if (level == pieces->levels)
                return COMB_NO;
            level--;
            pieces->left[level->kind]++;
            continue;
        }
        for (unsigned i = 0; i < words; i++)
            level[1].left[i] = level->left[i] ^ laid->mask[i];
        int code = comb_witness_pieces_tick(pieces);
        if (code != COMB_OK)
            return code;
        if (++nodes == EASY_NODES) {
            find_sums(sums, pieces, counts);
            if (!colors_balance(pieces, region, counts))
                return COMB_NO;
        }
        if (nodes >= EASY_NODES && !pieces->disconnected && !parts_fit(pieces, level[1].left, sums, words))
            continue;
        level->kind = (uint16_t)laid->kind;
        pieces->left[laid->kind]--;
        assert(level < pieces->levels + pieces->graph->cells); /* every piece covers a cell */
        if (!enter(pieces, ++level, words))
            return COMB_OK;
    }
}

int comb_witness_cover(struct comb_witness_pieces *pieces, const struct comb_witness_cells *region,
                       const uint16_t *counts, const struct comb_witness_edges *edges)
{
    struct walls walls;
    find_walls(&walls, pieces->graph, edges);
    memcpy(pieces->left, counts, pieces->kinds * sizeof *counts);
    if (pieces->words == 1)
        return search(pieces, region, counts, &walls, 1);
    if (pieces->words == 2)
        return search(pieces, region, counts, &walls, 2);
    return search(pieces, region, counts, &walls, pieces->words);
}
