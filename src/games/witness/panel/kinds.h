/* What the program knows about each kind of thing on a panel: one row per kind. Rules are not here. */
#ifndef COMB_WITNESS_PANEL_KINDS_H
#define COMB_WITNESS_PANEL_KINDS_H

#include "games/witness/panel/panel.h"

enum comb_witness_where {
    COMB_WITNESS_ANYWHERE,
    COMB_WITNESS_ON_POINT, /* on a node; the text form also has them in the middle of an edge */
    COMB_WITNESS_ON_EDGE,
    COMB_WITNESS_ON_TRACK, /* on nodes and edges */
    COMB_WITNESS_IN_CELL
};

struct comb_witness_kind_row {
    const char *name;       /* with a colour before it: "square"; NULL: no such kind */
    const char *one, *many; /* to count it: "3 squares"; NULL: not counted */
    const char *rule;       /* in short, for reports; NULL: none */
    enum comb_witness_where where;
    enum comb_witness_colour usual; /* if none is written */
    bool needs_colour;              /* without one it means nothing */
};

/* NULL: there is no such kind. */
const struct comb_witness_kind_row *comb_witness_kind_row(unsigned kind);

/* The colour of a thing without a written one. */
enum comb_witness_colour comb_witness_usual_colour(const struct comb_witness_thing *thing);

/* The colour that stars count for a symbol in a cell; none if it is not counted. `written`: colours count as written,
 * and pieces without a cell are not counted; otherwise only squares and stars have their own. */
enum comb_witness_colour comb_witness_counted_colour(const struct comb_witness_thing *thing, bool written);

#endif
