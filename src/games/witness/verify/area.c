/* The contents of one region: its symbols with their colours under the rule set, the counts that the rules need, the
 * choices of pieces to remove, and a record of what is eliminated in the end. */
#include "games/witness/verify/parts.h"

#include <string.h>

unsigned comb_witness_verify_colour(const struct comb_witness_rules *rules, const struct comb_witness_thing *thing)
{
    bool game = rules->set == COMB_WITNESS_GAME, written = thing->colour != COMB_WITNESS_NO_COLOUR && game;
    switch ((enum comb_witness_kind)thing->kind) {
    case COMB_WITNESS_SQUARE:
    case COMB_WITNESS_STAR:
        return thing->colour;
    case COMB_WITNESS_POLYOMINO: {
        struct comb_witness_sums sums = comb_witness_verify_sums_of(&thing, 1);
        if (game && sums.yellow == 0 && sums.blue == 0)
            return COMB_WITNESS_NO_COLOUR;
        return written ? thing->colour : thing->negative ? COMB_WITNESS_BLUE : COMB_WITNESS_YELLOW;
    }
    case COMB_WITNESS_ELIMINATION:
        return written ? thing->colour : COMB_WITNESS_WHITE;
    case COMB_WITNESS_TRIANGLE:
        return written ? thing->colour : COMB_WITNESS_ORANGE;
    case COMB_WITNESS_EMPTY:
    case COMB_WITNESS_ABSENT:
    case COMB_WITNESS_START:
    case COMB_WITNESS_END:
    case COMB_WITNESS_GAP:
    case COMB_WITNESS_DOT:
        return COMB_WITNESS_NO_COLOUR;
    }
    return COMB_WITNESS_NO_COLOUR;
}

unsigned comb_witness_verify_required_sides(const struct comb_witness_drawn *drawn,
                                            const struct comb_witness_thing *triangle)
{
    return triangle->triangles == 0 && drawn->rules.set == COMB_WITNESS_WINDMILL ? 1 : triangle->triangles;
}

static unsigned sides_on_line(const struct comb_witness_drawn *drawn, unsigned column, unsigned row)
{
    const unsigned sides[4][2] = {{column - 1, row}, {column + 1, row}, {column, row - 1}, {column, row + 1}};
    unsigned count = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned across = (unsigned)comb_witness_verify_column(drawn->panel, (int)sides[i][0]);
        count += drawn->on_line[comb_witness_place_number(drawn->panel, across, sides[i][1])] != 0;
    }
    return count;
}

static void add_symbol(struct comb_witness_area *area, unsigned column, unsigned row)
{
    const struct comb_witness_thing *thing = comb_witness_at(area->drawn->panel, column, row);
    uint8_t colour = (uint8_t)comb_witness_verify_colour(&area->drawn->rules, thing);
    if (colour == COMB_WITNESS_NO_COLOUR)
        return;
    struct comb_witness_symbol symbol = {.thing = thing, .column = column, .row = row, .colour = colour};
    if (thing->kind == COMB_WITNESS_TRIANGLE) {
        symbol.sides = sides_on_line(area->drawn, column, row);
        symbol.wrong = symbol.sides != comb_witness_verify_required_sides(area->drawn, thing);
        area->wrong_triangles += symbol.wrong;
        area->fixed[symbol.colour] += !symbol.wrong;
    }
    area->census[symbol.colour]++;
    area->squares[symbol.colour] += thing->kind == COMB_WITNESS_SQUARE;
    area->stars[symbol.colour] += thing->kind == COMB_WITNESS_STAR;
    area->eliminations += thing->kind == COMB_WITNESS_ELIMINATION;
    if (thing->kind == COMB_WITNESS_POLYOMINO)
        area->pieces[area->piece_count++] = thing;
    area->symbols[area->symbol_count++] = symbol;
}

bool comb_witness_verify_dot_is_open(const struct comb_witness_drawn *drawn, unsigned column, unsigned row)
{
    bool cell = column % 2 == 1 && row % 2 == 1;
    return !cell && comb_witness_has_dot(comb_witness_at(drawn->panel, column, row)) &&
           !drawn->on_line[comb_witness_place_number(drawn->panel, column, row)];
}

unsigned comb_witness_verify_dot_region(const struct comb_witness_drawn *drawn, unsigned column, unsigned row)
{
    unsigned found = COMB_WITNESS_NO_REGION;
    if (drawn->rules.tracks_join)
        return drawn->track_region[comb_witness_place_number(drawn->panel, column, row)];
    /* the cells at the four corners of a node, or on both sides of an edge */
    for (int x = (int)column - 1; x <= (int)column + 1; x++)
        for (int y = (int)row - 1; y <= (int)row + 1; y++) {
            unsigned region = (x & 1) && (y & 1) ? comb_witness_verify_region_at(drawn, x, y) : COMB_WITNESS_NO_REGION;
            if (region == COMB_WITNESS_NO_REGION || region == found)
                continue;
            if (found != COMB_WITNESS_NO_REGION)
                return COMB_WITNESS_NO_REGION;
            found = region;
        }
    return found;
}

void comb_witness_verify_area_of(struct comb_witness_area *area, struct comb_witness_drawn *drawn, unsigned number)
{
    const struct comb_witness_panel *panel = drawn->panel;
    area->drawn = drawn;
    area->number = number;
    area->cells = area->symbol_count = area->dots = area->wrong_triangles = area->eliminations = area->piece_count = 0;
    memset(area->squares, 0, sizeof area->squares);
    memset(area->stars, 0, sizeof area->stars);
    memset(area->fixed, 0, sizeof area->fixed);
    memset(area->census, 0, sizeof area->census);
    for (unsigned row = 0; row < comb_witness_rows(panel); row++)
        for (unsigned column = 0; column < comb_witness_columns(panel); column++) {
            if (column % 2 == 1 && row % 2 == 1) {
                bool mine = comb_witness_verify_region_at(drawn, (int)column, (int)row) == number;
                area->cells += mine;
                if (mine)
                    add_symbol(area, column, row);
            } else if (comb_witness_verify_dot_is_open(drawn, column, row)) {
                area->dots += comb_witness_verify_dot_region(drawn, column, row) == number;
            }
        }
}

unsigned comb_witness_verify_square_colours(const struct comb_witness_area *area)
{
    unsigned colours = 0;
    for (unsigned colour = 0; colour < COMB_WITNESS_COLOURS; colour++)
        colours += area->squares[colour] > 0;
    return colours;
}

/* ---- choices of pieces to remove ---- */

static bool same_piece(const struct comb_witness_symbol *a, const struct comb_witness_symbol *b)
{
    const struct comb_witness_thing *p = a->thing;
    const struct comb_witness_thing *q = b->thing;
    if (a->colour != b->colour || p->free != q->free || p->negative != q->negative)
        return false;
    return p->shape == q->shape || (p->shape->width == q->shape->width && p->shape->height == q->shape->height &&
                                    memcmp(p->shape->rows, q->shape->rows, sizeof p->shape->rows) == 0);
}

static void add_to_groups(struct comb_witness_choice *choice, const struct comb_witness_symbol *piece)
{
    unsigned group = 0;
    while (group < choice->groups && !same_piece(choice->sample[group], piece))
        group++;
    if (group == choice->groups) {
        choice->sample[choice->groups] = piece;
        choice->removed[choice->groups] = 0;
        choice->size[choice->groups++] = 0;
    }
    choice->size[group]++;
}

void comb_witness_verify_choice_of(struct comb_witness_choice *choice, const struct comb_witness_area *area,
                                   unsigned max)
{
    choice->groups = 0;
    choice->max = max;
    choice->removed_count = 0;
    for (unsigned i = 0; i < area->symbol_count; i++)
        if (area->symbols[i].thing->kind == COMB_WITNESS_POLYOMINO)
            add_to_groups(choice, &area->symbols[i]);
}

/* Counts like an odometer; a digit that cannot advance without removing too many goes back to 0. */
bool comb_witness_verify_choice_next(struct comb_witness_choice *choice)
{
    for (unsigned group = 0; group < choice->groups; group++) {
        if (choice->removed[group] < choice->size[group] && choice->removed_count < choice->max) {
            choice->removed[group]++;
            choice->removed_count++;
            return true;
        }
        choice->removed_count -= choice->removed[group];
        choice->removed[group] = 0;
    }
    return false;
}

unsigned comb_witness_verify_choice_kept(const struct comb_witness_thing **kept,
                                         const struct comb_witness_choice *choice)
{
    unsigned count = 0;
    for (unsigned group = 0; group < choice->groups; group++)
        for (unsigned i = choice->removed[group]; i < choice->size[group]; i++)
            kept[count++] = choice->sample[group]->thing;
    return count;
}

/* ---- what is eliminated ---- */

static void cancel_place(const struct comb_witness_area *area, unsigned column, unsigned row)
{
    area->drawn->cancelled[comb_witness_place_number(area->drawn->panel, column, row)] = true;
}

void comb_witness_verify_cancel(const struct comb_witness_area *area, unsigned kind, unsigned colour, unsigned count)
{
    for (unsigned i = area->symbol_count; i-- > 0 && count > 0;) {
        const struct comb_witness_symbol *symbol = &area->symbols[i];
        if (symbol->thing->kind != kind || (colour != COMB_WITNESS_NO_COLOUR && symbol->colour != colour))
            continue;
        cancel_place(area, symbol->column, symbol->row);
        count--;
    }
}

void comb_witness_verify_cancel_errors(const struct comb_witness_area *area)
{
    const struct comb_witness_panel *panel = area->drawn->panel;
    for (unsigned i = 0; i < area->symbol_count; i++)
        if (area->symbols[i].wrong)
            cancel_place(area, area->symbols[i].column, area->symbols[i].row);
    for (unsigned row = 0; row < comb_witness_rows(panel); row++)
        for (unsigned column = 0; column < comb_witness_columns(panel); column++)
            if (comb_witness_verify_dot_is_open(area->drawn, column, row) &&
                comb_witness_verify_dot_region(area->drawn, column, row) == area->number)
                cancel_place(area, column, row);
}

void comb_witness_verify_cancel_pieces(const struct comb_witness_area *area, const struct comb_witness_choice *choice)
{
    for (unsigned group = 0; group < choice->groups; group++) {
        unsigned left = choice->removed[group];
        for (unsigned i = area->symbol_count; i-- > 0 && left > 0;) {
            const struct comb_witness_symbol *symbol = &area->symbols[i];
            if (symbol->thing->kind != COMB_WITNESS_POLYOMINO || !same_piece(choice->sample[group], symbol))
                continue;
            cancel_place(area, symbol->column, symbol->row);
            left--;
        }
    }
}
