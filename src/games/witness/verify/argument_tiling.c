/* The rule that the pieces of a region cannot be arranged. Looks for a set of cells that contains those certainly in
 * the region, lies within those in reach, is connected, and is tiled by exactly the pieces in it; the squares in it
 * have one colour and each star one partner. Cells and pieces are tried in reading order. */
#include "games/witness/verify/argument_parts.h"
#include "games/witness/verify/parts.h"

#include <string.h>

enum { MAX_STEPS = 4000000 };

struct arrangement {
    const struct comb_witness_argued *argued;
    const struct comb_witness_part *certain, *possible;
    unsigned pieces[COMB_WITNESS_MAX_CELLS], count;
    bool laid[COMB_WITNESS_MAX_CELLS]; /* by number of the piece */
    uint8_t over[COMB_WITNESS_MAX_PLACES];
    unsigned long steps;
};

static bool lay_on(struct arrangement *arrangement);

/* The places that a piece covers. */
struct footprint {
    uint16_t places[COMB_WITNESS_SHAPE_SIDE * COMB_WITNESS_SHAPE_SIDE];
    unsigned count;
};

static bool covers(const struct footprint *footprint, int place)
{
    for (unsigned i = 0; i < footprint->count; i++)
        if (footprint->places[i] == place)
            return true;
    return false;
}

/* Gets what the piece, turned, covers with one of its squares on a cell; false if a cell is not free. */
static bool find_footprint(struct footprint *footprint, const struct arrangement *arrangement,
                           const struct comb_witness_shape *shape, unsigned turn, const int anchor[2], unsigned cell)
{
    int columns = (int)comb_witness_columns(arrangement->argued->panel);
    int rows = (int)comb_witness_rows(arrangement->argued->panel);
    bool pillar = arrangement->argued->panel->pillar;
    footprint->count = 0;
    for (int y = 0; y < shape->height; y++)
        for (int x = 0; x < shape->width; x++) {
            if (!(shape->rows[y] >> x & 1))
                continue;
            int dx = x - anchor[0], dy = y - anchor[1];
            const int turned[4][2] = {{dx, dy}, {-dy, dx}, {-dx, -dy}, {dy, -dx}};
            int column = (int)cell % columns + 2 * turned[turn][0], row = (int)cell / columns + 2 * turned[turn][1];
            if (pillar)
                column = (column + COMB_WITNESS_SHAPE_SIDE * columns) % columns;
            if (column < 0 || row < 0 || column >= columns || row >= rows)
                return false;
            int place = column + columns * row;
            if (!arrangement->possible->has[place] || arrangement->over[place] ||
                (pillar && covers(footprint, place))) /* around a pillar a piece may meet itself */
                return false;
            footprint->places[footprint->count++] = (uint16_t)place;
        }
    return true;
}

static void set_over(struct arrangement *arrangement, const struct footprint *footprint, bool over)
{
    for (unsigned i = 0; i < footprint->count; i++)
        arrangement->over[footprint->places[i]] = over;
}

/* Tries a piece with each of its squares on the cell, in each direction. */
static bool lay_piece(struct arrangement *arrangement, unsigned number, unsigned cell)
{
    const struct comb_witness_thing *piece = &arrangement->argued->panel->places[arrangement->pieces[number]];
    for (unsigned turn = 0; turn < (piece->free ? 4U : 1U); turn++)
        for (int y = 0; y < piece->shape->height; y++)
            for (int x = 0; x < piece->shape->width; x++) {
                const int anchor[2] = {x, y};
                struct footprint footprint;
                if (!(piece->shape->rows[y] >> x & 1) || ++arrangement->steps > MAX_STEPS ||
                    !find_footprint(&footprint, arrangement, piece->shape, turn, anchor, cell))
                    continue;
                arrangement->laid[number] = true;
                set_over(arrangement, &footprint, true);
                bool found = lay_on(arrangement);
                set_over(arrangement, &footprint, false);
                arrangement->laid[number] = false;
                if (found)
                    return true;
            }
    return false;
}

/* ---- complete arrangements ---- */

static bool is_connected(const struct arrangement *arrangement)
{
    unsigned columns = comb_witness_columns(arrangement->argued->panel), total = 0, seen = 0;
    bool reached[COMB_WITNESS_MAX_PLACES] = {false};
    for (unsigned i = 0; i < arrangement->possible->count; i++)
        total += arrangement->over[arrangement->possible->cells[i]];
    reached[arrangement->certain->cells[0]] = true;
    for (bool grown = true; grown;) {
        grown = false;
        seen = 0;
        for (unsigned i = 0; i < arrangement->possible->count; i++) {
            unsigned cell = arrangement->possible->cells[i], column = cell % columns;
            bool pillar = arrangement->argued->panel->pillar;
            unsigned first = cell - column;
            bool near = ((column > 1 || pillar) && reached[first + (column + columns - 2) % columns]) ||
                        ((column + 2 < columns || pillar) && reached[first + (column + 2) % columns]) ||
                        (cell > 2 * columns && reached[cell - 2 * columns]) ||
                        (cell + 2 * columns < columns * comb_witness_rows(arrangement->argued->panel) &&
                         reached[cell + 2 * columns]);
            if (arrangement->over[cell] && near && !reached[cell])
                grown = reached[cell] = true;
            seen += reached[cell];
        }
    }
    return seen == total;
}

static bool suits_symbols(const struct arrangement *arrangement)
{
    unsigned census[COMB_WITNESS_COLOURS] = {0}, squares[COMB_WITNESS_COLOURS] = {0}, kinds = 0;
    bool star[COMB_WITNESS_COLOURS] = {false};
    for (unsigned i = 0; i < arrangement->possible->count; i++) {
        unsigned cell = arrangement->possible->cells[i], kind = arrangement->argued->panel->places[cell].kind;
        unsigned colour = comb_witness_argued_colour(arrangement->argued, cell);
        if (!arrangement->over[cell] || colour == COMB_WITNESS_NO_COLOUR)
            continue;
        census[colour]++;
        squares[colour] += kind == COMB_WITNESS_SQUARE;
        star[colour] |= kind == COMB_WITNESS_STAR;
    }
    for (unsigned colour = 1; colour < COMB_WITNESS_COLOURS; colour++) {
        kinds += squares[colour] > 0;
        if (star[colour] && census[colour] != 2)
            return false;
    }
    return kinds <= 1;
}

/* ---- the search ---- */

/* Returns a cell that must still be covered: a certain one, or the symbol of a piece that was laid. */
static unsigned open_cell(const struct arrangement *arrangement)
{
    for (unsigned i = 0; i < arrangement->certain->count; i++)
        if (!arrangement->over[arrangement->certain->cells[i]])
            return arrangement->certain->cells[i];
    for (unsigned i = 0; i < arrangement->count; i++)
        if (arrangement->laid[i] && !arrangement->over[arrangement->pieces[i]])
            return arrangement->pieces[i];
    return COMB_WITNESS_ARGUED_NONE;
}

static bool lay_on(struct arrangement *arrangement)
{
    unsigned cell = open_cell(arrangement);
    if (cell != COMB_WITNESS_ARGUED_NONE) {
        for (unsigned i = 0; i < arrangement->count; i++)
            if (!arrangement->laid[i] && lay_piece(arrangement, i, cell))
                return true;
        return false;
    }
    for (unsigned i = 0; i < arrangement->count; i++) {
        if (arrangement->laid[i] || !arrangement->over[arrangement->pieces[i]])
            continue;
        for (unsigned k = 0; k < arrangement->possible->count; k++)
            if (lay_piece(arrangement, i, arrangement->possible->cells[k]))
                return true;
        return false;
    }
    return is_connected(arrangement) && suits_symbols(arrangement);
}

const char *comb_witness_argued_no_tiling(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim)
{
    struct comb_witness_part certain, possible;
    const char *why = comb_witness_argued_pieces(&certain, &possible, argued, claim);
    if (why)
        return why;
    struct arrangement arrangement = {.argued = argued, .certain = &certain, .possible = &possible};
    for (unsigned i = 0; i < possible.count; i++)
        if (argued->panel->places[possible.cells[i]].kind == COMB_WITNESS_POLYOMINO)
            arrangement.pieces[arrangement.count++] = possible.cells[i];
    if (lay_on(&arrangement))
        return "the pieces can be arranged";
    return arrangement.steps > MAX_STEPS ? "there are too many arrangements to check" : NULL;
}
