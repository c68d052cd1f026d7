/* Packing with yellow pieces alone: exact cover of the region.
 *
 *     region     . . 1 # #      Choose a cell that is not covered yet and try every placement over it. A cell with at
 *                # # # # .      most one free neighbour (2) comes first: few pieces reach into it. Otherwise take the
 *                . 2 . . .      first one in reading order (1): some piece must have ITS first cell there, so each
 *                               rotation of a piece has just one position.
 *
 * A node of the search is a mask of the cells left and a count per kind; a child takes one AND and one XOR.
 * Placements are masks, listed by their first cell and by each of their cells. The depth is at most the number of
 * pieces; the search keeps its own stack. The caller has checked that the sizes add up to the area, so the region is
 * covered exactly when all pieces are used.
 *
 * A search that runs for some nodes compares chessboard colours: every placement of a piece covers d more cells of
 * one colour than of the other, so the difference in the region must be a sum of all the d, each with a sign. From
 * then on it also checks the connected parts of the cells left: if no piece is disconnected, the size of each part
 * must be a sum of sizes of pieces. */
#include "games/witness/rules/pieces_parts.h"

#include "base/bitset.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { EASY_NODES = 40 };

/* Two bits per wall: a piece that has both straddles it. */
struct walls {
    unsigned count;
    uint16_t sides[COMB_WITNESS_MAX_EDGES][2];
};

/* Places a rotation with its box at (x, y); false if it leaves the board or meets itself around a pillar. */
static bool make_placement(struct comb_witness_placement *placement, const struct comb_witness_graph *graph,
                           const struct comb_witness_turn *turn, unsigned size, unsigned x, unsigned y)
{
    unsigned width = graph->panel->width, height = graph->panel->height;
    bool fits = graph->panel->pillar ? !comb_witness_turn_meets_itself(turn, width) : x + turn->width <= width;
    if (turn->height == 0 || y + turn->height > height || !fits)
        return false;
    memset(placement, 0, sizeof *placement);
    placement->wide = graph->panel->pillar && turn->width >= width ? turn : NULL;
    placement->x = (uint8_t)x;
    placement->y = (uint8_t)y;
    for (unsigned i = 0; i < size; i++)
        comb_bit_set(placement->mask, (x + turn->xs[i]) % width + width * (y + turn->ys[i]));
    return true;
}

/* Places a rotation with its first cell, in reading order, at `cell`, in each way: one, around a pillar perhaps more or
 * none. Returns how many. */
static unsigned place_turn(struct comb_witness_placement *to, const struct comb_witness_pieces *pieces,
                           const struct comb_witness_turn *turn, unsigned size, unsigned cell)
{
    const struct comb_witness_graph *graph = pieces->graph;
    unsigned width = graph->panel->width, y = cell / width, count = 0;
    unsigned from = graph->panel->pillar ? 0 : cell % width - turn->xs[0],
             end = graph->panel->pillar ? width : from + 1;
    if (!graph->panel->pillar && cell % width < turn->xs[0])
        return 0;
    for (unsigned x = from; x < end; x++) {
        struct comb_witness_placement placement;
        if (!make_placement(&placement, graph, turn, size, x, y) ||
            comb_bit_next(placement.mask, graph->cells, 0) != cell)
            continue;
        if (to)
            to[count] = placement;
        count++;
    }
    return count;
}

static unsigned add_placements_at(struct comb_witness_pieces *pieces, struct comb_witness_placement *to, unsigned cell)
{
    unsigned count = 0;
    for (unsigned kind = 0; kind < pieces->kinds; kind++) {
        const struct comb_witness_form *form = &pieces->forms[kind];
        for (unsigned i = 0; i < form->turn_count && !form->kind.negative; i++) {
            unsigned more = place_turn(to ? &to[count] : NULL, pieces, &form->turns[i], form->kind.size, cell);
            for (unsigned k = 0; to && k < more; k++)
                to[count + k].kind = kind;
            count += more;
        }
    }
    return count;
}

/* Returns whether the cells of the shape are connected by their sides. */
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

/* Lists the placements by each of their cells. */
static int index_by_cell(struct comb_witness_pieces *pieces)
{
    unsigned cells = pieces->graph->cells, width = pieces->graph->panel->width, count = pieces->placements_from[cells];
    size_t total = 0;
    uint32_t at = 0;
    for (uint32_t i = 0; i < count; i++)
        total += pieces->forms[pieces->placements[i].kind].kind.size;
    pieces->over = COMB_NEW_ARRAY(&pieces->arena, uint32_t, total + 1);
    if (!pieces->over)
        return COMB_NO_MEMORY;
    for (unsigned cell = 0; cell < cells; cell++) {
        pieces->over_from[cell] = at;
        for (uint32_t i = 0; i < pieces->placements_from[cell + 1]; i++)
            if (comb_bit_test(pieces->placements[i].mask, cell))
                pieces->over[at++] = i;
        if (cell % width > 0)
            comb_bit_set(pieces->not_first, cell);
        if (cell % width < width - 1)
            comb_bit_set(pieces->not_last, cell);
    }
    pieces->over_from[cells] = at;
    assert(at == total); /* every placement once per cell */
    return COMB_OK;
}

int comb_witness_cover_new(struct comb_witness_pieces *pieces)
{
    unsigned count = 0;
    for (unsigned cell = 0; cell < pieces->graph->cells; cell++) {
        pieces->placements_from[cell] = count;
        count += add_placements_at(pieces, NULL, cell);
    }
    pieces->placements_from[pieces->graph->cells] = count;
    pieces->placements = COMB_NEW_ARRAY(&pieces->arena, struct comb_witness_placement, count + 1);
    pieces->levels = COMB_NEW_ARRAY(&pieces->arena, struct comb_witness_cover_level, pieces->graph->cells + 1);
    pieces->left = COMB_NEW_ARRAY(&pieces->arena, uint16_t, pieces->kinds + 1);
    if (!pieces->placements || !pieces->levels || !pieces->left)
        return COMB_NO_MEMORY;
    for (unsigned cell = 0; cell < pieces->graph->cells; cell++)
        add_placements_at(pieces, pieces->placements + pieces->placements_from[cell], cell);
    for (unsigned kind = 0; kind < pieces->kinds; kind++)
        if (!pieces->forms[kind].kind.negative && !connected(&pieces->forms[kind].turns[0]))
            pieces->disconnected = true;
    return index_by_cell(pieces);
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

static bool straddles(const struct walls *walls, const struct comb_witness_placement *placement, unsigned width)
{
    for (unsigned i = 0; i < walls->count; i++) {
        unsigned a = walls->sides[i][0], b = walls->sides[i][1];
        if (comb_bit_test(placement->mask, a) && comb_bit_test(placement->mask, b) &&
            (!placement->wide || comb_witness_turn_joins(placement->wide, width, placement->x, placement->y, a, b)))
            return true;
    }
    return false;
}

static inline bool is_inside(const uint64_t *mask, const uint64_t *left, unsigned words)
{
    uint64_t beyond = 0;
    for (unsigned i = 0; i < words; i++)
        beyond |= mask[i] & ~left[i];
    return beyond == 0;
}

/* Shifts a mask of cells by one step. Bits shifted off the end of the board are not cleared: the result is always
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

/* Around a pillar the first and last columns are neighbours. */
static void join_sides(struct around *out, const struct comb_witness_pieces *pieces, const uint64_t *mask,
                       unsigned words)
{
    uint64_t left[COMB_WITNESS_CELL_WORDS], right[COMB_WITNESS_CELL_WORDS];
    unsigned by = pieces->graph->panel->width - 1;
    shift_down(left, mask, by, words);
    shift_up(right, mask, by, words);
    for (unsigned i = 0; i < words; i++) {
        out->left[i] |= left[i] & ~pieces->not_first[i];
        out->right[i] |= right[i] & ~pieces->not_last[i];
    }
}

/* Computes for each cell whether its neighbour on each side is in the mask. */
static inline void find_neighbours(struct around *out, const struct comb_witness_pieces *pieces, const uint64_t *mask,
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
    if (pieces->graph->panel->pillar)
        join_sides(out, pieces, mask, words);
}

/* Finds a cell with at most one free neighbour; NOWHERE if there is none. */
static inline unsigned narrow_cell(const struct comb_witness_pieces *pieces, const uint64_t *left, unsigned words)
{
    struct around near;
    find_neighbours(&near, pieces, left, words);
    for (unsigned i = 0; i < words; i++) {
        uint64_t horizontal = near.left[i] | near.right[i], vertical = near.up[i] | near.down[i];
        uint64_t two = (near.left[i] & near.right[i]) | (near.up[i] & near.down[i]) | (horizontal & vertical);
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

/* Sets the level up at a cell; false if nothing is left to cover. */
static inline bool enter_cover_level(const struct comb_witness_pieces *pieces, struct comb_witness_cover_level *level,
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
    level->next = pieces->placements_from[cell];
    level->end = pieces->placements_from[cell + 1];
    return true;
}

/* Returns the next placement possible at the level, or NULL. */
static inline const struct comb_witness_placement *choose_placement(const struct comb_witness_pieces *pieces,
                                                                    struct comb_witness_cover_level *level,
                                                                    const struct walls *walls, unsigned words)
{
    while (level->next < level->end) {
        uint32_t number = level->numbers ? level->numbers[level->next] : level->next;
        assert(number < pieces->placements_from[pieces->graph->cells]);
        const struct comb_witness_placement *placement = &pieces->placements[number];
        level->next++;
        if (pieces->left[placement->kind] > 0 && is_inside(placement->mask, level->left, words) &&
            (walls->count == 0 || !straddles(walls, placement, pieces->graph->panel->width)))
            return placement;
    }
    return NULL;
}

/* Computes the set of total sizes of subsets of the pieces, as bits. */
static void find_sums(uint64_t *sums, const struct comb_witness_pieces *pieces, const uint16_t *counts)
{
    bool reached[COMB_WITNESS_MAX_CELLS + 1] = {true};
    for (unsigned kind = 0; kind < pieces->kinds; kind++) {
        unsigned size = pieces->forms[kind].kind.size;
        for (unsigned piece = 0; piece < counts[kind] && size > 0; piece++)
            for (unsigned sum = COMB_WITNESS_MAX_CELLS; sum >= size; sum--)
                reached[sum] = reached[sum] || reached[sum - size];
    }
    memset(sums, 0, (COMB_WITNESS_CELL_WORDS + 1) * sizeof *sums);
    for (unsigned sum = 0; sum <= COMB_WITNESS_MAX_CELLS; sum++)
        if (reached[sum])
            comb_bit_set(sums, sum);
}

/* Returns the difference between the black and white chessboard cells under a piece. */
static unsigned imbalance(const struct comb_witness_form *form)
{
    int more = 0;
    for (unsigned i = 0; i < form->kind.size; i++)
        more += (form->turns[0].xs[i] + form->turns[0].ys[i]) % 2 == 0 ? 1 : -1;
    return (unsigned)abs(more);
}

/* Returns whether the imbalances of the pieces, each with a sign, can add up to that of the region. */
static bool colours_balance(const struct comb_witness_pieces *pieces, const struct comb_witness_cells *region,
                            const uint16_t *counts)
{
    bool reached[COMB_WITNESS_MAX_CELLS + 1] = {true}; /* twice the imbalances of a subset of the pieces */
    unsigned width = pieces->graph->panel->width, total = 0;
    int more = 0;
    if (pieces->graph->panel->pillar && width % 2 == 1) /* there is no chessboard around it */
        return true;
    for (unsigned kind = 0; kind < pieces->kinds; kind++) {
        unsigned by = imbalance(&pieces->forms[kind]);
        for (unsigned piece = 0; piece < counts[kind] && by > 0; piece++, total += by)
            for (unsigned sum = COMB_WITNESS_MAX_CELLS; sum >= by; sum--)
                reached[sum] = reached[sum] || reached[sum - by];
    }
    for (unsigned cell = 0; cell < pieces->graph->cells; cell++)
        if (comb_bit_test(region->words, cell))
            more += (cell % width + cell / width) % 2 == 0 ? 1 : -1;
    int twice = (int)total + more; /* total - 2 (sum of the subset) = -more */
    return twice >= 0 && twice % 2 == 0 && twice / 2 <= COMB_WITNESS_MAX_CELLS && reached[twice / 2];
}

/* Removes the part with the first cell from the mask; returns its number of cells. */
static inline unsigned remove_part(const struct comb_witness_pieces *pieces, uint64_t *mask, unsigned words)
{
    uint64_t part[COMB_WITNESS_CELL_WORDS] = {0}, more = 1;
    unsigned size = 0;
    comb_bit_set(part, first_cell(mask, words));
    while (more) {
        struct around near;
        more = 0;
        find_neighbours(&near, pieces, part, words);
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
        if (!comb_bit_test(sums, remove_part(pieces, mask, words)))
            return false;
    return true;
}

static inline int search_cover(struct comb_witness_pieces *pieces, const struct comb_witness_cells *region,
                               const uint16_t *counts, const struct walls *walls, unsigned words)
{
    struct comb_witness_cover_level *level = pieces->levels;
    uint64_t sums[COMB_WITNESS_CELL_WORDS + 1];
    unsigned nodes = 0;
    memcpy(level->left, region->words, words * sizeof *level->left);
    enter_cover_level(pieces, level, words);
    for (;;) {
        const struct comb_witness_placement *placement = choose_placement(pieces, level, walls, words);
        if (!placement) {
            if (level == pieces->levels)
                return COMB_NO;
            level--;
            pieces->left[level->kind]++;
            continue;
        }
        for (unsigned i = 0; i < words; i++)
            level[1].left[i] = level->left[i] ^ placement->mask[i];
        int code = comb_witness_pieces_tick(pieces);
        if (code != COMB_OK)
            return code;
        if (++nodes == EASY_NODES) {
            find_sums(sums, pieces, counts);
            if (!colours_balance(pieces, region, counts))
                return COMB_NO;
        }
        if (nodes >= EASY_NODES && !pieces->disconnected && !parts_fit(pieces, level[1].left, sums, words))
            continue;
        level->kind = (uint16_t)placement->kind;
        pieces->left[placement->kind]--;
        assert(level < pieces->levels + pieces->graph->cells); /* every piece covers a cell */
        if (!enter_cover_level(pieces, ++level, words))
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
        return search_cover(pieces, region, counts, &walls, 1);
    if (pieces->words == 2)
        return search_cover(pieces, region, counts, &walls, 2);
    return search_cover(pieces, region, counts, &walls, pieces->words);
}
