/* Yellow pieces alone: exact cover of the region.
 *
 *     region     . . 1 # #      1: the first cell, in reading order, that is not covered yet. Some piece must have
 *                # # # # .         ITS first cell there, so a piece turned one way has one place to go: the laid
 *                . # # . .         pieces are filed under their first cell, as masks.
 *
 * A node of the search is a mask of what is left and a number per kind; a child is one AND and one XOR. Depth is at
 * most the number of pieces; levels lie on a stack of our own. Sizes add up to the area (the caller has seen to that),
 * so the region is covered exactly when all pieces are used. */
#include "games/witness/pieces_parts.h"

#include "base/bitset.h"

#include <string.h>

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
    return COMB_OK;
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

/* Sets the level up at its first cell; false when nothing is left to cover. */
static inline bool enter(const struct comb_witness_pieces *pieces, struct comb_witness_cover_level *level,
                         unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        if (level->left[i]) {
            unsigned cell = 64 * i + (unsigned)__builtin_ctzll(level->left[i]);
            level->next = pieces->laid_from[cell];
            level->end = pieces->laid_from[cell + 1];
            return true;
        }
    return false;
}

/* The next piece that can be laid at the level, or NULL. */
static inline const struct comb_witness_laid *choose(const struct comb_witness_pieces *pieces,
                                                     struct comb_witness_cover_level *level, const struct walls *walls,
                                                     unsigned words)
{
    while (level->next < level->end) {
        const struct comb_witness_laid *laid = &pieces->laid[level->next++];
        if (pieces->left[laid->kind] > 0 && inside(laid->mask, level->left, words) &&
            (walls->count == 0 || !straddles(walls, laid->mask)))
            return laid;
    }
    return NULL;
}

static inline int search(struct comb_witness_pieces *pieces, const struct comb_witness_cells *region,
                         const struct walls *walls, unsigned words)
{
    struct comb_witness_cover_level *level = pieces->levels;
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
        level->kind = (uint16_t)laid->kind;
        pieces->left[laid->kind]--;
        for (unsigned i = 0; i < words; i++)
            level[1].left[i] = level->left[i] ^ laid->mask[i];
        if (!enter(pieces, ++level, words))
            return COMB_OK;
        int code = comb_witness_pieces_tick(pieces);
        if (code != COMB_OK)
            return code;
    }
}

int comb_witness_cover(struct comb_witness_pieces *pieces, const struct comb_witness_cells *region,
                       const uint16_t *counts, const struct comb_witness_edges *edges)
{
    struct walls walls;
    find_walls(&walls, pieces->graph, edges);
    memcpy(pieces->left, counts, pieces->kinds * sizeof *counts);
    if (pieces->words == 1)
        return search(pieces, region, &walls, 1);
    return pieces->words == 2 ? search(pieces, region, &walls, 2) : search(pieces, region, &walls, pieces->words);
}
