#include "games/witness/panel/kinds.h"

static const struct comb_witness_kind_row rows[COMB_WITNESS_KINDS] = {
    [COMB_WITNESS_EMPTY] = {.name = "nothing"},
    [COMB_WITNESS_ABSENT] = {.name = "nothing"},
    [COMB_WITNESS_START] = {"start", "start", "starts", .where = COMB_WITNESS_ON_POINT},
    [COMB_WITNESS_END] = {"end", "end", "ends", .where = COMB_WITNESS_ON_POINT},
    [COMB_WITNESS_GAP] = {"gap", "gap", "gaps", .where = COMB_WITNESS_ON_EDGE},
    [COMB_WITNESS_DOT] = {"dot", "dot", "dots", "Dots: all on the line", COMB_WITNESS_ON_TRACK, COMB_WITNESS_BLACK,
                          false},
    [COMB_WITNESS_SQUARE] = {"square", "square", "squares", "Squares: one colour per region", COMB_WITNESS_IN_CELL,
                             COMB_WITNESS_NO_COLOUR, true},
    [COMB_WITNESS_STAR] = {"star", "star", "stars", "Stars: two symbols of their colour per region",
                           COMB_WITNESS_IN_CELL, COMB_WITNESS_NO_COLOUR, true},
    [COMB_WITNESS_POLYOMINO] = {"piece", "polyomino", "polyominoes", "Pieces fill their region", COMB_WITNESS_IN_CELL,
                                COMB_WITNESS_YELLOW, false},
    [COMB_WITNESS_ELIMINATION] = {"elimination mark", "elimination mark", "elimination marks",
                                  "Eliminations: each cancels one symbol in error", COMB_WITNESS_IN_CELL,
                                  COMB_WITNESS_WHITE, false},
    [COMB_WITNESS_TRIANGLE] = {"triangle", "cell with triangles", "cells with triangles",
                               "Triangles: as many sides on the line", COMB_WITNESS_IN_CELL, COMB_WITNESS_ORANGE,
                               false},
};

const struct comb_witness_kind_row *comb_witness_kind_row(unsigned kind)
{
    return kind < COMB_WITNESS_KINDS && rows[kind].name ? &rows[kind] : NULL;
}

enum comb_witness_colour comb_witness_usual_colour(const struct comb_witness_thing *thing)
{
    return thing->kind == COMB_WITNESS_POLYOMINO && thing->negative ? COMB_WITNESS_BLUE : rows[thing->kind].usual;
}

enum comb_witness_colour comb_witness_counted_colour(const struct comb_witness_thing *thing, bool written)
{
    const struct comb_witness_kind_row *row = &rows[thing->kind];
    if (row->where != COMB_WITNESS_IN_CELL)
        return COMB_WITNESS_NO_COLOUR;
    if (written && thing->kind == COMB_WITNESS_POLYOMINO && comb_witness_shape_size(thing->shape) == 0)
        return COMB_WITNESS_NO_COLOUR;
    if (row->needs_colour || (written && thing->colour != COMB_WITNESS_NO_COLOUR))
        return (enum comb_witness_colour)thing->colour;
    return comb_witness_usual_colour(thing);
}
