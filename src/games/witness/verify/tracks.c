/* Regions as witnesspuzzles.com finds them: places of every kind are ground, and regions are floods over it.
 *
 *     S===+---+---+       What the line covers is not ground, and neither are absent cells and the outside. The outside
 *     | a # . x x x       enters over absent edges of the border (x), continues from cell to cell over absent edges,
 *     +---+---o---+       and also includes the nodes of these edges, unless they have a dot (o). The rest splits into
 *     | b   b | . x       regions, from each place to its four neighbours.
 *     +---+---+---+
 *
 * Only regions with cells are numbered: a missed dot on other ground belongs to none. */
#include "games/witness/verify/parts.h"

#include <string.h>

static const int around[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

struct ground {
    const struct comb_witness_panel *panel;
    bool free[COMB_WITNESS_MAX_PLACES]; /* ground that no flood has reached */
    unsigned stack[COMB_WITNESS_MAX_PLACES];
    unsigned height;
};

static bool is_node(unsigned column, unsigned row)
{
    return column % 2 == 0 && row % 2 == 0;
}

static bool is_cell(unsigned column, unsigned row)
{
    return column % 2 == 1 && row % 2 == 1;
}

/* Finds the neighbour of a place on a side; false off the panel. */
static bool beside(unsigned *place, const struct comb_witness_panel *panel, unsigned from, unsigned side)
{
    int columns = (int)comb_witness_columns(panel), rows = (int)comb_witness_rows(panel);
    int column = comb_witness_verify_column(panel, (int)from % columns + around[side][0]);
    int row = (int)from / columns + around[side][1];
    if (column < 0 || row < 0 || column >= columns || row >= rows)
        return false;
    *place = (unsigned)(column + columns * row);
    return true;
}

/* Returns whether the outside extends from a neighbour to this place. */
static bool lets_in(const struct comb_witness_panel *panel, unsigned place)
{
    unsigned column = place % comb_witness_columns(panel), row = place / comb_witness_columns(panel);
    unsigned kind = panel->places[place].kind;
    if (is_cell(column, row))
        return true;
    return is_node(column, row) ? !comb_witness_has_dot(&panel->places[place]) : kind == COMB_WITNESS_ABSENT;
}

static void enter(struct ground *ground, bool *outside, unsigned place)
{
    if (outside[place] || !lets_in(ground->panel, place))
        return;
    outside[place] = true;
    if (!is_node(place % comb_witness_columns(ground->panel), place / comb_witness_columns(ground->panel)))
        ground->stack[ground->height++] = place;
}

static void find_outside(struct ground *ground, bool *outside)
{
    const struct comb_witness_panel *panel = ground->panel;
    unsigned columns = comb_witness_columns(panel), rows = comb_witness_rows(panel), to;
    for (unsigned place = 0; place < columns * rows; place++) {
        unsigned column = place % columns, row = place / columns;
        bool beside_border = !panel->pillar && (column == 0 || column == columns - 1);
        bool border = beside_border || row == 0 || row == rows - 1;
        if (border && !is_node(column, row))
            enter(ground, outside, place);
    }
    while (ground->height > 0) {
        unsigned place = ground->stack[--ground->height];
        for (unsigned side = 0; side < 4; side++)
            if (beside(&to, panel, place, side))
                enter(ground, outside, to);
    }
}

static void flood(struct ground *ground, uint16_t *region, unsigned first, unsigned number)
{
    unsigned to;
    ground->stack[ground->height++] = first;
    ground->free[first] = false;
    while (ground->height > 0) {
        unsigned place = ground->stack[--ground->height];
        region[place] = (uint16_t)number;
        for (unsigned side = 0; side < 4; side++)
            if (beside(&to, ground->panel, place, side) && ground->free[to]) {
                ground->free[to] = false;
                ground->stack[ground->height++] = to;
            }
    }
}

void comb_witness_verify_find_track_regions(struct comb_witness_drawn *drawn)
{
    const struct comb_witness_panel *panel = drawn->panel;
    struct ground ground = {.panel = panel};
    bool outside[COMB_WITNESS_MAX_PLACES] = {false};
    unsigned columns = comb_witness_columns(panel), places = columns * comb_witness_rows(panel);
    find_outside(&ground, outside);
    for (unsigned place = 0; place < places; place++) {
        bool cell = is_cell(place % columns, place / columns);
        drawn->track_region[place] = COMB_WITNESS_NO_REGION;
        ground.free[place] = !outside[place] && (!drawn->on_line[place] || drawn->on_line[place] & COMB_WITNESS_HALF) &&
                             !(cell && panel->places[place].kind == COMB_WITNESS_ABSENT);
    }
    for (unsigned place = 0; place < places; place++)
        if (is_cell(place % columns, place / columns) && ground.free[place])
            flood(&ground, drawn->track_region, place, drawn->regions++);
    for (unsigned cell = 0; cell < panel->width * panel->height; cell++)
        drawn->region[cell] = drawn->track_region[comb_witness_place_number(panel, 2 * (cell % panel->width) + 1,
                                                                            2 * (cell / panel->width) + 1)];
}
