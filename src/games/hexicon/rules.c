/* One move, in the order of the rules:
 *
 *     1  cells of the word that were none take the mover's colour
 *     2  centres: cells with six neighbours, coloured and not fixed, whose neighbours are all coloured     b r b
 *     3  each centre goes to the majority of its seven cells and becomes fixed; +1 for that side          b(b)r   ->
 * (B) 4  coloured neighbours of centres that are neither fixed nor centres are cleared, each once          r b b 5  a
 * fixed cell with six fixed neighbours clears all seven
 *
 * All centres are found before any is applied, and all of step 5 after that. */
#include "games/hexicon/rules.h"

#include <assert.h>
#include <string.h>

void comb_hexicon_shape_of(struct comb_hexicon_shape *shape, const struct comb_words_board *board)
{
    *shape = (struct comb_hexicon_shape){.cells = board->lattice->count};
    assert(shape->cells <= 64); /* sets of cells are bits */
    for (unsigned i = 0; i < shape->cells; i++) {
        shape->neighbours[i] = board->lattice->masks[i];
        if (board->lattice->degree[i] == 6)
            shape->inner |= (uint64_t)1 << i;
    }
}

void comb_hexicon_state_of(struct comb_hexicon_state *state, const struct comb_words_board *board)
{
    *state = (struct comb_hexicon_state){0};
    for (unsigned i = 0; i < board->lattice->count; i++) {
        char kind = board->cells[i].attribute[0];
        uint64_t bit = (uint64_t)1 << i;
        if (kind == 'b' || kind == 'B')
            state->owned[COMB_HEXICON_BLUE] |= bit;
        if (kind == 'r' || kind == 'R')
            state->owned[COMB_HEXICON_RED] |= bit;
        if (kind == 'B' || kind == 'R')
            state->very |= bit;
    }
}

static unsigned count(uint64_t set)
{
    return (unsigned)__builtin_popcountll(set);
}

static uint64_t find_centres(const struct comb_hexicon_shape *shape, const struct comb_hexicon_state *state)
{
    uint64_t coloured = state->owned[0] | state->owned[1];
    uint64_t centres = 0;
    for (uint64_t left = shape->inner & coloured & ~state->very; left; left &= left - 1) {
        unsigned cell = (unsigned)__builtin_ctzll(left);
        if ((shape->neighbours[cell] & ~coloured) == 0)
            centres |= left & -left;
    }
    return centres;
}

/* Cells that fixed hexagons around a fixed centre take with them. */
static uint64_t find_supers(const struct comb_hexicon_shape *shape, uint64_t very)
{
    uint64_t cleared = 0;
    for (uint64_t left = shape->inner & very; left; left &= left - 1) {
        unsigned cell = (unsigned)__builtin_ctzll(left);
        if ((shape->neighbours[cell] & ~very) == 0)
            cleared |= shape->neighbours[cell] | (left & -left);
    }
    return cleared;
}

static void clear(struct comb_hexicon_outcome *out, uint64_t cells)
{
    assert((out->cleared & cells) == 0); /* a cell is cleared once in a move */
    for (int side = 0; side < 2; side++) {
        out->cells_cleared[side] += count(cells & out->after.owned[side]);
        out->after.owned[side] &= ~cells;
    }
    out->after.very &= ~cells;
    out->cleared |= cells;
}

/* Owners are decided on the colours before any centre changes hands. */
static void claim(struct comb_hexicon_outcome *out, const struct comb_hexicon_shape *shape)
{
    struct comb_hexicon_state *after = &out->after;
    uint64_t around = 0;
    uint64_t won[2] = {0, 0};
    for (uint64_t left = out->centres; left; left &= left - 1) {
        unsigned cell = (unsigned)__builtin_ctzll(left);
        uint64_t seven = shape->neighbours[cell] | (left & -left);
        enum comb_hexicon_side owner =
            count(seven & after->owned[COMB_HEXICON_RED]) > count(seven & after->owned[COMB_HEXICON_BLUE])
                ? COMB_HEXICON_RED
                : COMB_HEXICON_BLUE;
        out->hexagons[owner]++;
        won[owner] |= left & -left;
        around |= shape->neighbours[cell];
    }
    uint64_t coloured = after->owned[0] | after->owned[1];
    clear(out, around & coloured & ~after->very & ~out->centres);
    for (int side = 0; side < 2; side++)
        after->owned[side] = (after->owned[side] & ~out->centres) | won[side];
    after->very |= out->centres;
    assert(out->hexagons[0] + out->hexagons[1] == count(out->centres));
    assert((after->very & ~(after->owned[0] | after->owned[1])) == 0); /* what is fixed is coloured */
}

void comb_hexicon_play(struct comb_hexicon_outcome *out, const struct comb_hexicon_shape *shape,
                       const struct comb_hexicon_state *before, uint64_t path, enum comb_hexicon_side mover)
{
    memset(out, 0, sizeof *out);
    out->after = *before;
    out->after.owned[mover] |= path;
    assert((out->after.owned[0] & out->after.owned[1]) == 0);
    out->centres = find_centres(shape, &out->after);
    if (out->centres == 0)
        return;
    claim(out, shape);
    clear(out, find_supers(shape, out->after.very));
}
