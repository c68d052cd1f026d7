/* What lies in one region: its symbols with the colours that they have under the rule set, the tallies that the rules
 * are about, the ways to take pieces away, and a record of what the Ys take in the end. */
#include "games/witness/verify_parts.h"

#include <string.h>

static uint8_t color_of(const struct comb_witness_drawn *drawn, const struct comb_witness_thing *thing)
{
    bool written = thing->color != COMB_WITNESS_NO_COLOR && drawn->rules.set == COMB_WITNESS_GAME;
    switch (thing->kind) {
    case COMB_WITNESS_POLYOMINO:
        return written ? thing->color : thing->negative ? COMB_WITNESS_BLUE : COMB_WITNESS_YELLOW;
    case COMB_WITNESS_ELIMINATION:
        return written ? thing->color : COMB_WITNESS_WHITE;
    case COMB_WITNESS_TRIANGLE:
        return written ? thing->color : COMB_WITNESS_ORANGE;
    default:
        return thing->color;
    }
}

/* Squares and stars without a colour, and in the game pieces without a cell, are as if they were not there. */
static bool counts(const struct comb_witness_drawn *drawn, const struct comb_witness_thing *thing)
{
    switch (thing->kind) {
    case COMB_WITNESS_SQUARE:
    case COMB_WITNESS_STAR:
        return thing->color != COMB_WITNESS_NO_COLOR;
    case COMB_WITNESS_POLYOMINO:
        return drawn->rules.set != COMB_WITNESS_GAME || comb_witness_verify_sums_of(&thing, 1).yellow > 0 ||
               comb_witness_verify_sums_of(&thing, 1).blue > 0;
    case COMB_WITNESS_ELIMINATION:
    case COMB_WITNESS_TRIANGLE:
        return true;
    default:
        return false;
    }
}

unsigned comb_witness_verify_wanted_sides(const struct comb_witness_drawn *drawn,
                                          const struct comb_witness_thing *triangle)
{
    return triangle->triangles == 0 && drawn->rules.set == COMB_WITNESS_WINDMILL ? 1 : triangle->triangles;
}

static unsigned sides_on_line(const struct comb_witness_drawn *drawn, unsigned column, unsigned row)
{
    const unsigned sides[4][2] = {{column - 1, row}, {column + 1, row}, {column, row - 1}, {column, row + 1}};
    unsigned count = 0;
    for (unsigned i = 0; i < 4; i++)
        count += drawn->on_line[comb_witness_place_number(drawn->panel, sides[i][0], sides[i][1])] != 0;
    return count;
}

static void take_symbol(struct comb_witness_area *area, unsigned column, unsigned row)
{
    const struct comb_witness_thing *thing = comb_witness_at(area->drawn->panel, column, row);
    if (!counts(area->drawn, thing))
        return;
    struct comb_witness_symbol symbol = {
        .thing = thing, .column = column, .row = row, .color = color_of(area->drawn, thing)};
    if (thing->kind == COMB_WITNESS_TRIANGLE) {
        symbol.sides = sides_on_line(area->drawn, column, row);
        symbol.wrong = symbol.sides != comb_witness_verify_wanted_sides(area->drawn, thing);
        area->wrong_triangles += symbol.wrong;
        area->fixed[symbol.color] += !symbol.wrong;
    }
    area->census[symbol.color]++;
    area->squares[symbol.color] += thing->kind == COMB_WITNESS_SQUARE;
    area->stars[symbol.color] += thing->kind == COMB_WITNESS_STAR;
    area->eliminations += thing->kind == COMB_WITNESS_ELIMINATION;
    if (thing->kind == COMB_WITNESS_POLYOMINO)
        area->pieces[area->piece_count++] = thing;
    area->symbols[area->symbol_count++] = symbol;
}

bool comb_witness_verify_dot_is_open(const struct comb_witness_drawn *drawn, unsigned column, unsigned row)
{
    bool cell = column % 2 == 1 && row % 2 == 1;
    return !cell && comb_witness_at(drawn->panel, column, row)->kind == COMB_WITNESS_DOT &&
           !drawn->on_line[comb_witness_place_number(drawn->panel, column, row)];
}

unsigned comb_witness_verify_dot_region(const struct comb_witness_drawn *drawn, unsigned column, unsigned row)
{
    unsigned found = COMB_WITNESS_NO_REGION;
    if (drawn->rules.tracks_join)
        return drawn->ground[comb_witness_place_number(drawn->panel, column, row)];
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
                    take_symbol(area, column, row);
            } else if (comb_witness_verify_dot_is_open(drawn, column, row)) {
                area->dots += comb_witness_verify_dot_region(drawn, column, row) == number;
            }
        }
}

unsigned comb_witness_verify_square_colors(const struct comb_witness_area *area)
{
    unsigned colors = 0;
    for (unsigned color = 0; color < COMB_WITNESS_COLORS; color++)
        colors += area->squares[color] > 0;
    return colors;
}

/* ---- ways to take pieces away ---- */

static bool same_piece(const struct comb_witness_symbol *a, const struct comb_witness_symbol *b)
{
    const struct comb_witness_thing *p = a->thing;
    const struct comb_witness_thing *q = b->thing;
    if (a->color != b->color || p->free != q->free || p->negative != q->negative)
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
        choice->take[choice->groups] = 0;
        choice->size[choice->groups++] = 0;
    }
    choice->size[group]++;
}

void comb_witness_verify_choice_of(struct comb_witness_choice *choice, const struct comb_witness_area *area,
                                   unsigned most)
{
    choice->groups = 0;
    choice->most = most;
    choice->taken = 0;
    for (unsigned i = 0; i < area->symbol_count; i++)
        if (area->symbols[i].thing->kind == COMB_WITNESS_POLYOMINO)
            add_to_groups(choice, &area->symbols[i]);
}

/* Counts up like an odometer; a wheel that cannot go on without taking too many goes back to 0. */
bool comb_witness_verify_choice_next(struct comb_witness_choice *choice)
{
    for (unsigned group = 0; group < choice->groups; group++) {
        if (choice->take[group] < choice->size[group] && choice->taken < choice->most) {
            choice->take[group]++;
            choice->taken++;
            return true;
        }
        choice->taken -= choice->take[group];
        choice->take[group] = 0;
    }
    return false;
}

unsigned comb_witness_verify_choice_kept(const struct comb_witness_thing **kept,
                                         const struct comb_witness_choice *choice)
{
    unsigned count = 0;
    for (unsigned group = 0; group < choice->groups; group++)
        for (unsigned i = choice->take[group]; i < choice->size[group]; i++)
            kept[count++] = choice->sample[group]->thing;
    return count;
}

/* ---- what the Ys take ---- */

static void cancel_place(const struct comb_witness_area *area, unsigned column, unsigned row)
{
    area->drawn->cancelled[comb_witness_place_number(area->drawn->panel, column, row)] = true;
}

void comb_witness_verify_cancel(const struct comb_witness_area *area, unsigned kind, unsigned color, unsigned count)
{
    for (unsigned i = area->symbol_count; i-- > 0 && count > 0;) {
        const struct comb_witness_symbol *symbol = &area->symbols[i];
        if (symbol->thing->kind != kind || (color != COMB_WITNESS_NO_COLOR && symbol->color != color))
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
        unsigned left = choice->take[group];
        for (unsigned i = area->symbol_count; i-- > 0 && left > 0;) {
            const struct comb_witness_symbol *symbol = &area->symbols[i];
            if (symbol->thing->kind != COMB_WITNESS_POLYOMINO || !same_piece(choice->sample[group], symbol))
                continue;
            cancel_place(area, symbol->column, symbol->row);
            left--;
        }
    }
}
