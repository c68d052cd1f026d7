/* Whether the pieces of a region can still be arranged. Known are the cells that are certainly in the region (`least`)
 * and those that may be (`most`); pieces in `least` are in the region, the others may be. A region R is possible if
 *
 *     least <= R <= most, R is connected, and R is the disjoint union of the pieces whose symbols are in R
 *
 * and if the squares in R have one colour and its stars one partner each. The search covers one cell that must be
 * covered at a time, then places what is left. The answer depends on the two sets of cells alone and is cached; the
 * placements of a piece, as sets of cells, are listed when it is first asked for. */
#include "games/witness/hints/tiling.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE = 1 << 12, MAX_TRIES = 4000, TRIES_PER_RUN = 200, MAX_PIECES = 24, WORDS = COMB_WITNESS_MAX_CELLS / 64 };

struct entry {
    struct comb_witness_cells least, most;
    bool filled, possible;
};

/* Everything that a piece can cover, in some order. */
struct placements {
    struct comb_witness_cells *cells; /* NULL: not listed yet */
    unsigned count;
};

struct comb_witness_tilings {
    struct entry entries[CACHE];
    struct placements placements[COMB_WITNESS_MAX_CELLS]; /* by the cell of the piece */
};

struct tiling {
    struct comb_witness_facts *facts;
    unsigned words; /* of sets of cells that can differ from 0 */
    const struct comb_witness_cells *least, *most;
    unsigned pieces, tries;
    uint16_t cell[MAX_PIECES]; /* of each piece's symbol */
    bool placed[MAX_PIECES];
    struct comb_witness_cells covered, must; /* must: cells that have to be covered */
};

struct comb_witness_tilings *comb_witness_tilings_new(void)
{
    return calloc(1, sizeof(struct comb_witness_tilings));
}

void comb_witness_tilings_free(struct comb_witness_tilings *tilings)
{
    free(tilings);
}

/* ---- shapes ---- */

/* Gets the cells of a shape with its box at a position; false if it leaves the panel, or meets itself around a pillar.
 */
static bool shape_cells(struct comb_witness_cells *cells, const struct comb_witness_panel *panel,
                        const struct comb_witness_shape *shape, int left, int top)
{
    int width = (int)panel->width, height = (int)panel->height;
    memset(cells, 0, sizeof *cells);
    for (int y = 0; y < shape->height; y++)
        for (int x = 0; x < shape->width; x++) {
            if (!(shape->rows[y] >> x & 1))
                continue;
            int column = panel->pillar ? (left + x + COMB_WITNESS_SHAPE_SIDE * width) % width : left + x;
            if (column < 0 || top + y < 0 || column >= width || top + y >= height)
                return false;
            size_t cell = (size_t)(column + width * (top + y));
            if (comb_bit_test(cells->words, cell))
                return false; /* it meets itself around the pillar */
            comb_bit_set(cells->words, cell);
        }
    return true;
}

static void add_placement(struct placements *list, const struct comb_witness_cells *cells)
{
    for (unsigned i = 0; i < list->count; i++)
        if (memcmp(&list->cells[i], cells, sizeof *cells) == 0)
            return;
    list->cells[list->count++] = *cells;
}

/* Gets the placements of the piece in a cell; none if there is no memory, which ends the deduction. */
static const struct placements *placements_of(struct comb_witness_facts *facts, unsigned cell)
{
    struct placements *list = &facts->tilings->placements[cell];
    const struct comb_witness_thing *thing = facts->graph->on_cell[cell];
    const struct comb_witness_panel *panel = facts->graph->panel;
    struct comb_witness_shape shape = *thing->shape;
    unsigned turns = thing->free ? 4 : 1;
    if (list->cells)
        return list;
    size_t max = (size_t)(turns * (panel->width + COMB_WITNESS_SHAPE_SIDE) * (panel->height + COMB_WITNESS_SHAPE_SIDE));
    struct comb_witness_cells *all = calloc(max, sizeof *all), cells;
    struct placements found = {.cells = all};
    for (unsigned turn = 0; all && turn < turns; turn++, shape = comb_witness_shape_turned(&shape))
        for (int top = 1 - shape.height; top < (int)panel->height; top++)
            for (int left = 1 - shape.width; left < (int)panel->width; left++)
                if (shape_cells(&cells, panel, &shape, left, top))
                    add_placement(&found, &cells);
    list->cells = all ? COMB_NEW_ARRAY(&facts->arena, struct comb_witness_cells, found.count + 1) : NULL;
    if (list->cells) {
        memcpy(list->cells, all, found.count * sizeof *all);
        list->count = found.count;
    } else {
        facts->code = COMB_NO_MEMORY;
    }
    free(all);
    return list;
}

bool comb_witness_piece_fits(struct comb_witness_facts *facts, unsigned cell, const struct comb_witness_cells *within)
{
    const struct placements *list = placements_of(facts, cell);
    unsigned words = (facts->graph->cells + 63) / 64;
    for (unsigned i = 0; i < list->count; i++) {
        uint64_t outside = 0;
        for (unsigned k = 0; k < words; k++)
            outside |= list->cells[i].words[k] & ~within->words[k];
        if (!outside)
            return true;
    }
    return facts->code != COMB_OK;
}

/* ---- a finished region ---- */

static bool is_connected(const struct tiling *tiling)
{
    const struct comb_witness_graph *graph = tiling->facts->graph;
    struct comb_witness_cells seen = {0};
    uint16_t queue[COMB_WITNESS_MAX_CELLS];
    unsigned count = 0, cell = 0;
    while (!comb_bit_test(tiling->covered.words, cell))
        cell++;
    comb_bit_set(seen.words, cell);
    queue[count++] = (uint16_t)cell;
    for (unsigned i = 0; i < count; i++)
        for (unsigned side = 0; side < 4; side++) {
            unsigned next = graph->cell_next[queue[i]][side];
            if (next == COMB_WITNESS_NOWHERE || !comb_bit_test(tiling->covered.words, next) ||
                comb_bit_test(seen.words, next))
                continue;
            comb_bit_set(seen.words, next);
            queue[count++] = (uint16_t)next;
        }
    return count == comb_bit_count(tiling->covered.words, WORDS);
}

static bool suits_symbols(const struct tiling *tiling)
{
    const struct comb_witness_facts *facts = tiling->facts;
    unsigned census[COMB_WITNESS_COLOURS] = {0}, square = COMB_WITNESS_NO_COLOUR;
    bool star[COMB_WITNESS_COLOURS] = {false};
    for (unsigned cell = 0; cell < facts->graph->cells; cell++) {
        unsigned colour = facts->colour[cell], kind = facts->graph->on_cell[cell]->kind;
        if (!comb_bit_test(tiling->covered.words, cell) || colour == COMB_WITNESS_NO_COLOUR)
            continue;
        census[colour]++;
        star[colour] |= kind == COMB_WITNESS_STAR;
        if (kind == COMB_WITNESS_SQUARE && square != COMB_WITNESS_NO_COLOUR && square != colour)
            return false;
        if (kind == COMB_WITNESS_SQUARE)
            square = colour;
    }
    for (unsigned colour = 1; colour < COMB_WITNESS_COLOURS; colour++)
        if (star[colour] && census[colour] != 2)
            return false;
    return true;
}

/* ---- the search ---- */

static bool place_next(struct tiling *tiling);

/* Tries a piece in one placement, and everything after it. */
static bool try_at(struct tiling *tiling, unsigned piece, const struct comb_witness_cells *cells)
{
    struct comb_witness_cells covered = tiling->covered, must = tiling->must;
    for (unsigned i = 0; i < tiling->words; i++)
        if (cells->words[i] & (tiling->covered.words[i] | ~tiling->most->words[i]))
            return false;
    if (++tiling->tries > MAX_TRIES)
        return true;
    assert(comb_bit_test(tiling->most->words, tiling->cell[piece]));
    tiling->placed[piece] = true;
    for (unsigned i = 0; i < tiling->words; i++)
        tiling->covered.words[i] |= cells->words[i];
    comb_bit_set(tiling->must.words, tiling->cell[piece]);
    bool possible = place_next(tiling);
    tiling->placed[piece] = false;
    tiling->covered = covered;
    tiling->must = must;
    return possible;
}

/* Tries a piece in every placement, or in those that cover a cell. */
static bool try_piece(struct tiling *tiling, unsigned piece, unsigned over)
{
    const struct placements *list = placements_of(tiling->facts, tiling->cell[piece]);
    for (unsigned i = 0; i < list->count; i++)
        if ((over == COMB_WITNESS_NOWHERE || comb_bit_test(list->cells[i].words, over)) &&
            try_at(tiling, piece, &list->cells[i]))
            return true;
    return tiling->facts->code != COMB_OK;
}

static unsigned uncovered(const struct tiling *tiling)
{
    for (unsigned i = 0; i < tiling->words; i++) {
        uint64_t left = tiling->must.words[i] & ~tiling->covered.words[i];
        if (left)
            return 64 * i + (unsigned)__builtin_ctzll(left);
    }
    return COMB_WITNESS_NOWHERE;
}

static bool place_next(struct tiling *tiling)
{
    unsigned over = uncovered(tiling);
    for (unsigned piece = 0; over != COMB_WITNESS_NOWHERE && piece < tiling->pieces; piece++)
        if (!tiling->placed[piece] && try_piece(tiling, piece, over))
            return true;
    if (over != COMB_WITNESS_NOWHERE)
        return false;
    for (unsigned piece = 0; piece < tiling->pieces; piece++)
        if (!tiling->placed[piece] && comb_bit_test(tiling->covered.words, tiling->cell[piece]))
            return try_piece(tiling, piece, COMB_WITNESS_NOWHERE);
    return is_connected(tiling) && suits_symbols(tiling);
}

/* ---- entry point ---- */

static bool search(struct comb_witness_facts *facts, const struct comb_witness_cells *least,
                   const struct comb_witness_cells *most)
{
    struct tiling tiling = {
        .facts = facts, .words = (facts->graph->cells + 63) / 64, .least = least, .most = most, .must = *least};
    for (unsigned cell = 0; cell < facts->graph->cells; cell++) {
        if (!comb_bit_test(most->words, cell) || facts->piece[cell] == 0)
            continue;
        if (tiling.pieces == MAX_PIECES)
            return true;
        tiling.cell[tiling.pieces++] = (uint16_t)cell;
    }
    bool possible = place_next(&tiling);
    facts->runs += tiling.tries / TRIES_PER_RUN;
    return possible;
}

bool comb_witness_tiling_possible(struct comb_witness_facts *facts, const struct comb_witness_cells *least,
                                  const struct comb_witness_cells *most)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i < WORDS; i++)
        hash = (hash ^ least->words[i]) * 0x9e3779b97f4a7c15U + most->words[i] * 0xc2b2ae3d27d4eb4fU;
    struct entry *entry = &facts->tilings->entries[(hash >> 40) % CACHE];
    if (!entry->filled || memcmp(&entry->least, least, sizeof *least) != 0 ||
        memcmp(&entry->most, most, sizeof *most) != 0)
        *entry = (struct entry){.least = *least, .most = *most, .filled = true, .possible = search(facts, least, most)};
    return entry->possible;
}
