/* Plays one move, in the order of the rules:
 *
 *     1  free cells of the word take the mover's colour
 *     2  a centre is a coloured cell that is not captured and has six neighbours, all coloured
 *     3  the majority of the seven cells captures the centre: +1 for that side
 *     4  coloured neighbours of centres that are neither captured nor centres are cleared, each once
 *     5  super hexagon: a captured cell with six captured neighbours; all seven are cleared. No source says what
 * happens to two that share cells: both are cleared, or, with one_super, the first in reading order alone
 *
 *       b                .
 *     b   r            .   .
 *       b      -->       B       four blue, three red: blue captures the centre, its neighbours are cleared
 *     b   r            .   .
 *       r                .
 *
 * All centres are found before any is captured; step 5 runs after that. */
#include "games/hexicon/rules.h"

#include <assert.h>
#include <string.h>

void comb_hexicon_shape_of(struct comb_hexicon_shape *shape, const struct comb_words_board *board)
{
    *shape = (struct comb_hexicon_shape){.cells = board->lattice->count};
    assert(shape->cells <= 64); /* one bit per cell */
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
            state->captured |= bit;
    }
}

static unsigned count_cells(uint64_t set)
{
    return (unsigned)__builtin_popcountll(set);
}

static uint64_t find_centres(const struct comb_hexicon_shape *shape, const struct comb_hexicon_state *state)
{
    uint64_t coloured = state->owned[0] | state->owned[1];
    uint64_t centres = 0;
    for (uint64_t left = shape->inner & coloured & ~state->captured; left; left &= left - 1) {
        unsigned cell = (unsigned)__builtin_ctzll(left);
        if ((shape->neighbours[cell] & ~coloured) == 0)
            centres |= left & -left;
    }
    return centres;
}

/* Finds the captured cells that are surrounded by captured cells; returns them and their neighbours. With one_super,
 * not those that share cells with an earlier one. */
static uint64_t find_surrounded(const struct comb_hexicon_shape *shape, uint64_t captured)
{
    uint64_t cleared = 0;
    for (uint64_t left = shape->inner & captured; left; left &= left - 1) {
        unsigned cell = (unsigned)__builtin_ctzll(left);
        uint64_t seven = shape->neighbours[cell] | (left & -left);
        if ((seven & ~captured) == 0 && !(shape->one_super && (seven & cleared)))
            cleared |= seven;
    }
    return cleared;
}

static void clear_cells(struct comb_hexicon_outcome *out, uint64_t cells)
{
    assert((out->cleared & cells) == 0); /* a move clears a cell at most once */
    for (int side = 0; side < 2; side++) {
        out->cells_cleared[side] += count_cells(cells & out->after.owned[side]);
        out->after.owned[side] &= ~cells;
    }
    out->after.captured &= ~cells;
    out->cleared |= cells;
}

/* Captures the centres. The owners follow from the colours before any centre changes. */
static void capture_centres(struct comb_hexicon_outcome *out, const struct comb_hexicon_shape *shape)
{
    struct comb_hexicon_state *after = &out->after;
    uint64_t around = 0;
    uint64_t won[2] = {0, 0};
    for (uint64_t left = out->centres; left; left &= left - 1) {
        unsigned cell = (unsigned)__builtin_ctzll(left);
        uint64_t seven = shape->neighbours[cell] | (left & -left);
        enum comb_hexicon_side owner =
            count_cells(seven & after->owned[COMB_HEXICON_RED]) > count_cells(seven & after->owned[COMB_HEXICON_BLUE])
                ? COMB_HEXICON_RED
                : COMB_HEXICON_BLUE;
        out->hexagons[owner]++;
        won[owner] |= left & -left;
        around |= shape->neighbours[cell];
    }
    uint64_t coloured = after->owned[0] | after->owned[1];
    clear_cells(out, around & coloured & ~after->captured & ~out->centres);
    for (int side = 0; side < 2; side++)
        after->owned[side] = (after->owned[side] & ~out->centres) | won[side];
    after->captured |= out->centres;
    assert(out->hexagons[0] + out->hexagons[1] == count_cells(out->centres));
    assert((after->captured & ~(after->owned[0] | after->owned[1])) == 0); /* captured cells have an owner */
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
    capture_centres(out, shape);
    clear_cells(out, find_surrounded(shape, out->after.captured));
}
