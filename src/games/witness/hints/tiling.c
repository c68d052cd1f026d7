/* Whether the pieces of a region can still be arranged. Known are the cells that are certainly in the region (`least`)
 * and those that may be (`most`); pieces in `least` are in the region, the others may be. A region R is possible if
 *
 *     least <= R <= most, R is connected, and R is the disjoint union of the pieces whose symbols are in R
 *
 * and if the squares in R have one colour and its stars one partner each. The search covers one cell that must be
 * covered at a time, then places what is left. The answer depends on the two sets of cells alone and is cached. */
#include "games/witness/hints/tiling.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE = 1 << 12, MAX_TRIES = 4000, MAX_PIECES = 24, WORDS = COMB_WITNESS_MAX_CELLS / 64 };

struct entry {
    struct comb_witness_cells least, most;
    bool filled, possible;
};

struct comb_witness_tilings {
    struct entry entries[CACHE];
};

struct tiling {
    const struct comb_witness_facts *facts;
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

bool comb_witness_shape_cells(struct comb_witness_cells *cells, const struct comb_witness_panel *panel,
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

/* Gets the cells of a shape at a position; false if one is not free. */
static bool cells_at(struct comb_witness_cells *cells, const struct tiling *tiling,
                     const struct comb_witness_shape *shape, int left, int top)
{
    if (!comb_witness_shape_cells(cells, tiling->facts->graph->panel, shape, left, top))
        return false;
    for (unsigned i = 0; i < WORDS; i++)
        if (cells->words[i] & (tiling->covered.words[i] | ~tiling->most->words[i]))
            return false;
    return true;
}

/* Tries a piece at one position, and everything after it. */
static bool try_at(struct tiling *tiling, unsigned piece, const struct comb_witness_shape *shape, int left, int top)
{
    struct comb_witness_cells cells, covered = tiling->covered, must = tiling->must;
    if (!cells_at(&cells, tiling, shape, left, top))
        return false;
    if (++tiling->tries > MAX_TRIES)
        return true;
    assert(comb_bit_test(tiling->most->words, tiling->cell[piece]));
    tiling->placed[piece] = true;
    for (unsigned i = 0; i < WORDS; i++)
        tiling->covered.words[i] |= cells.words[i];
    comb_bit_set(tiling->must.words, tiling->cell[piece]);
    bool possible = place_next(tiling);
    tiling->placed[piece] = false;
    tiling->covered = covered;
    tiling->must = must;
    return possible;
}

/* Tries a piece in every position, or in those that cover a cell. */
static bool try_piece(struct tiling *tiling, unsigned piece, unsigned over)
{
    const struct comb_witness_graph *graph = tiling->facts->graph;
    const struct comb_witness_thing *thing = graph->on_cell[tiling->cell[piece]];
    struct comb_witness_shape shape = *thing->shape;
    int width = (int)graph->panel->width, height = (int)graph->panel->height;
    for (unsigned turn = 0; turn < (thing->free ? 4U : 1U); turn++) {
        for (int y = 0; over != COMB_WITNESS_NOWHERE && y < shape.height; y++)
            for (int x = 0; x < shape.width; x++)
                if (shape.rows[y] >> x & 1 &&
                    try_at(tiling, piece, &shape, (int)over % width - x, (int)over / width - y))
                    return true;
        for (int top = 1 - shape.height; over == COMB_WITNESS_NOWHERE && top < height; top++)
            for (int left = 1 - shape.width; left < width; left++)
                if (try_at(tiling, piece, &shape, left, top))
                    return true;
        shape = comb_witness_shape_turned(&shape);
    }
    return false;
}

static unsigned uncovered(const struct tiling *tiling)
{
    for (unsigned i = 0; i < WORDS; i++) {
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

static bool search(const struct comb_witness_facts *facts, const struct comb_witness_cells *least,
                   const struct comb_witness_cells *most)
{
    struct tiling tiling = {.facts = facts, .least = least, .most = most, .must = *least};
    for (unsigned cell = 0; cell < facts->graph->cells; cell++) {
        if (!comb_bit_test(most->words, cell) || facts->piece[cell] == 0)
            continue;
        if (tiling.pieces == MAX_PIECES)
            return true;
        tiling.cell[tiling.pieces++] = (uint16_t)cell;
    }
    return place_next(&tiling);
}

bool comb_witness_tiling_possible(struct comb_witness_tilings *tilings, const struct comb_witness_facts *facts,
                                  const struct comb_witness_cells *least, const struct comb_witness_cells *most)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i < WORDS; i++)
        hash = (hash ^ least->words[i]) * 0x9e3779b97f4a7c15U + most->words[i] * 0xc2b2ae3d27d4eb4fU;
    struct entry *entry = &tilings->entries[(hash >> 40) % CACHE];
    if (!entry->filled || memcmp(&entry->least, least, sizeof *least) != 0 ||
        memcmp(&entry->most, most, sizeof *most) != 0)
        *entry = (struct entry){.least = *least, .most = *most, .filled = true, .possible = search(facts, least, most)};
    return entry->possible;
}
