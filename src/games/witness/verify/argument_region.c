/* Rules of arguments about regions. Two floods from a cell: over edges known to be free, which cells are certainly in
 * its region; over edges not known to be on the line, which cells may be. */
#include "games/witness/verify/argument_parts.h"
#include "games/witness/verify/parts.h"

#include <assert.h>
#include <string.h>

/* ---- floods ---- */

static bool is_real(const struct comb_witness_argued *argued, unsigned cell)
{
    return argued->panel->places[cell].kind != COMB_WITNESS_ABSENT && !argued->outside[cell];
}

/* Gets the neighbours of a cell over its four sides; NONE off the panel. */
static void sides_of(unsigned cells[4], unsigned edges[4], const struct comb_witness_panel *panel, unsigned cell)
{
    unsigned columns = comb_witness_columns(panel), row = cell / columns;
    int column = (int)(cell % columns), first = (int)(cell - cell % columns), width = (int)columns;
    unsigned none = COMB_WITNESS_ARGUED_NONE;
    edges[0] = cell - 1;
    edges[1] = (unsigned)(first + comb_witness_verify_column(panel, column + 1));
    edges[2] = cell - columns;
    edges[3] = cell + columns;
    cells[0] = column > 1 || panel->pillar ? (unsigned)(first + (column - 2 + width) % width) : none;
    cells[1] = column + 2 < width || panel->pillar ? (unsigned)(first + (column + 2) % width) : none;
    cells[2] = row > 1 ? cell - 2 * columns : none;
    cells[3] = row + 2 < comb_witness_rows(panel) ? cell + 2 * columns : none;
}

static void enter(struct comb_witness_part *part, unsigned cell)
{
    if (cell == COMB_WITNESS_ARGUED_NONE || part->has[cell])
        return;
    assert(part->count < COMB_WITNESS_MAX_CELLS);
    part->has[cell] = true;
    part->cells[part->count++] = cell;
}

/* Collects cells joined over edges with known[] at most `max`: -1 the certain ones, 0 those in reach. */
static void flood(struct comb_witness_part *part, const struct comb_witness_argued *argued, unsigned cell, int max)
{
    memset(part, 0, sizeof *part);
    if (is_real(argued, cell))
        enter(part, cell);
    for (unsigned i = 0; i < part->count; i++) {
        unsigned cells[4], edges[4];
        sides_of(cells, edges, argued->panel, part->cells[i]);
        for (unsigned side = 0; side < 4; side++)
            if (cells[side] != COMB_WITNESS_ARGUED_NONE && is_real(argued, cells[side]) &&
                comb_witness_argued_passed(argued, edges[side]) <= max)
                enter(part, cells[side]);
    }
}

/* In the game, cells that can be reached from off the panel over absent edges belong to no region. */
void comb_witness_argued_find_outside(struct comb_witness_argued *argued)
{
    const struct comb_witness_panel *panel = argued->panel;
    unsigned columns = comb_witness_columns(panel);
    if (argued->rules.set != COMB_WITNESS_GAME)
        return;
    for (bool grown = true; grown;) {
        grown = false;
        for (unsigned row = 1; row < comb_witness_rows(panel); row += 2)
            for (unsigned column = 1; column < columns; column += 2) {
                unsigned cell = column + columns * row, cells[4], edges[4];
                sides_of(cells, edges, panel, cell);
                for (unsigned i = 0; i < 4 && !argued->outside[cell]; i++)
                    if (panel->places[edges[i]].kind == COMB_WITNESS_ABSENT &&
                        (cells[i] == COMB_WITNESS_ARGUED_NONE || argued->outside[cells[i]]))
                        grown = argued->outside[cell] = true;
            }
    }
}

static unsigned marks_in(const struct comb_witness_argued *argued, const struct comb_witness_part *part)
{
    unsigned marks = 0;
    for (unsigned i = 0; i < part->count; i++)
        marks += argued->panel->places[part->cells[i]].kind == COMB_WITNESS_ELIMINATION;
    return marks;
}

/* Where tracks join around missing places, floods over edges do not show what is in reach. */
static bool is_bounded(const struct comb_witness_argued *argued)
{
    return !argued->rules.tracks_join || !argued->absent;
}

/* Gets the cells beside a place, or the cell itself. Returns their number. */
static unsigned cells_at(unsigned cells[4], const struct comb_witness_argued *argued, unsigned place)
{
    const struct comb_witness_panel *panel = argued->panel;
    int columns = (int)comb_witness_columns(panel), rows = (int)comb_witness_rows(panel);
    int column = (int)place % columns, row = (int)place / columns;
    unsigned count = 0;
    for (int y = row - 1; y <= row + 1; y++)
        for (int x = column - 1; x <= column + 1; x++) {
            bool near = column % 2 == 0 || row % 2 == 0 ? true : x == column && y == row;
            int at = comb_witness_verify_column(panel, x);
            if (near && at >= 0 && y >= 0 && at < columns && y < rows && at % 2 == 1 && y % 2 == 1 &&
                is_real(argued, (unsigned)(at + columns * y)))
                cells[count++] = (unsigned)(at + columns * y);
        }
    return count;
}

bool comb_witness_argued_is_removable(const struct comb_witness_argued *argued, unsigned place)
{
    struct comb_witness_part part;
    unsigned cells[4], count = cells_at(cells, argued, place);
    if (!argued->marks)
        return false;
    if (!is_bounded(argued))
        return true;
    for (unsigned i = 0; i < count; i++) {
        flood(&part, argued, cells[i], 0);
        if (marks_in(argued, &part) > 0)
            return true;
    }
    return false;
}

/* ---- squares and stars ---- */

unsigned comb_witness_argued_colour(const struct comb_witness_argued *argued, unsigned cell)
{
    return comb_witness_verify_colour(&argued->rules, &argued->panel->places[cell]);
}

static unsigned count_colour(const struct comb_witness_argued *argued, const struct comb_witness_part *part,
                             unsigned colour)
{
    unsigned count = 0;
    for (unsigned i = 0; i < part->count; i++)
        count += comb_witness_argued_colour(argued, part->cells[i]) == colour;
    return count;
}

static bool is_cell(const struct comb_witness_argued *argued, unsigned place)
{
    unsigned columns = comb_witness_columns(argued->panel);
    return place % columns % 2 == 1 && place / columns % 2 == 1;
}

/* Gets the two floods from the first symbol of a claim about a region. */
static bool find_parts(struct comb_witness_part *certain, struct comb_witness_part *possible,
                       const struct comb_witness_argued *argued, const struct comb_witness_asserted *claim,
                       unsigned kind)
{
    unsigned cell = claim->place_count > 0 ? claim->places[0] : claim->region;
    if (!claim->conflict || !is_cell(argued, cell) || !is_real(argued, cell) ||
        (kind != COMB_WITNESS_EMPTY && argued->panel->places[cell].kind != kind))
        return false;
    flood(certain, argued, cell, -1);
    flood(possible, argued, cell, 0);
    return true;
}

const char *comb_witness_argued_squares(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim)
{
    unsigned cells[4], edges[4];
    const struct comb_witness_thing *a = &argued->panel->places[claim->places[0]],
                                    *b = &argued->panel->places[claim->places[1]];
    if (claim->place_count != 2 || claim->half_count != 1 || !claim->used || !is_cell(argued, claim->places[0]) ||
        !is_real(argued, claim->places[0]) || !is_real(argued, claim->places[1]) || a->kind != COMB_WITNESS_SQUARE ||
        b->kind != COMB_WITNESS_SQUARE || a->colour == b->colour || !a->colour || !b->colour)
        return "these are not squares of different colours";
    if (comb_witness_argued_is_removable(argued, claim->places[0]) ||
        comb_witness_argued_is_removable(argued, claim->places[1]))
        return "an elimination mark may remove a square";
    sides_of(cells, edges, argued->panel, claim->places[0]);
    for (unsigned i = 0; i < 4; i++)
        if (cells[i] == claim->places[1] && 2 * edges[i] == claim->halves[0] &&
            !comb_witness_argued_has_middle(argued->panel, edges[i]))
            return NULL;
    return "the squares are not on both sides of the edge";
}

/* Counts the squares of a part that are not of its most frequent colour. */
static unsigned odd_squares(const struct comb_witness_argued *argued, const struct comb_witness_part *part)
{
    unsigned squares[COMB_WITNESS_COLOURS] = {0}, all = 0, most = 0;
    for (unsigned i = 0; i < part->count; i++) {
        const struct comb_witness_thing *thing = &argued->panel->places[part->cells[i]];
        if (thing->kind != COMB_WITNESS_SQUARE || thing->colour == COMB_WITNESS_NO_COLOUR)
            continue;
        all++;
        most = ++squares[thing->colour] > most ? squares[thing->colour] : most;
    }
    return all - most;
}

const char *comb_witness_argued_colours(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim)
{
    struct comb_witness_part certain, possible;
    if (!find_parts(&certain, &possible, argued, claim, COMB_WITNESS_SQUARE))
        return "there is no square";
    if (argued->marks && !is_bounded(argued))
        return "an elimination mark may remove a square";
    return odd_squares(argued, &certain) > marks_in(argued, &possible) ? NULL : "the squares may be in one region";
}

const char *comb_witness_argued_star_crowd(struct comb_witness_argued *argued,
                                           const struct comb_witness_asserted *claim)
{
    struct comb_witness_part certain, possible;
    if (!find_parts(&certain, &possible, argued, claim, COMB_WITNESS_STAR))
        return "there is no star";
    unsigned colour = argued->panel->places[claim->places[0]].colour;
    bool safe = is_bounded(argued) && marks_in(argued, &possible) == 0 && colour != COMB_WITNESS_NO_COLOUR;
    return safe && count_colour(argued, &certain, colour) > 2 ? NULL : "there are not too many symbols of the colour";
}

const char *comb_witness_argued_lonely_star(struct comb_witness_argued *argued,
                                            const struct comb_witness_asserted *claim)
{
    struct comb_witness_part certain, possible;
    if (!find_parts(&certain, &possible, argued, claim, COMB_WITNESS_STAR))
        return "there is no star";
    unsigned colour = argued->panel->places[claim->places[0]].colour;
    bool safe = is_bounded(argued) && marks_in(argued, &possible) == 0 && colour != COMB_WITNESS_NO_COLOUR;
    return safe && count_colour(argued, &possible, colour) < 2 ? NULL : "the star has a partner in reach";
}

/* Returns whether the stars of a colour in reach of a cell can only pair off with each other, and are odd in number. */
static bool has_odd_stars(const struct comb_witness_argued *argued, unsigned from, unsigned colour)
{
    struct comb_witness_part possible;
    unsigned stars = 0;
    flood(&possible, argued, from, 0);
    for (unsigned i = 0; i < possible.count; i++)
        stars += argued->panel->places[possible.cells[i]].kind == COMB_WITNESS_STAR &&
                 argued->panel->places[possible.cells[i]].colour == colour;
    return stars % 2 == 1 && stars == count_colour(argued, &possible, colour) && marks_in(argued, &possible) == 0;
}

/* If what is in reach has fallen into parts since the claim was made, one of them has an odd number. */
const char *comb_witness_argued_odd_stars(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim)
{
    unsigned places = comb_witness_columns(argued->panel) * comb_witness_rows(argued->panel);
    if (claim->place_count != 1 || !claim->conflict || !is_bounded(argued) || !is_cell(argued, claim->places[0]) ||
        argued->panel->places[claim->places[0]].kind != COMB_WITNESS_STAR ||
        argued->panel->places[claim->places[0]].colour == COMB_WITNESS_NO_COLOUR)
        return "there is no star";
    for (unsigned place = 0; place < places; place++)
        if (is_cell(argued, place) && is_real(argued, place) &&
            has_odd_stars(argued, place, argued->panel->places[claim->places[0]].colour))
            return NULL;
    return "the stars may be paired off";
}

/* ---- area of pieces ---- */

struct pieces {
    unsigned count, blue, yellow_cells, blue_cells;
};

static struct pieces pieces_in(const struct comb_witness_argued *argued, const struct comb_witness_part *part)
{
    struct pieces pieces = {0, 0, 0, 0};
    for (unsigned i = 0; i < part->count; i++) {
        const struct comb_witness_thing *thing = &argued->panel->places[part->cells[i]];
        if (thing->kind != COMB_WITNESS_POLYOMINO)
            continue;
        pieces.count++;
        pieces.blue += thing->negative;
        *(thing->negative ? &pieces.blue_cells : &pieces.yellow_cells) += comb_witness_shape_size(thing->shape);
    }
    return pieces;
}

/* Returns whether the certain cells are more than the pieces can fill: yellow ones in reach less certain blue ones. If
 * yellow and blue ones may cancel, the region may have any size. */
static bool is_large(const struct comb_witness_argued *argued, const struct comb_witness_part *certain,
                     const struct comb_witness_part *possible)
{
    struct pieces min = pieces_in(argued, certain), max = pieces_in(argued, possible);
    if (max.blue > 0 && min.blue_cells <= max.yellow_cells && min.yellow_cells <= max.blue_cells)
        return false;
    return certain->count + min.blue_cells > max.yellow_cells;
}

/* Returns whether the certain yellow pieces less all blue ones in reach need more cells than there are. */
static bool is_small(const struct comb_witness_argued *argued, const struct comb_witness_part *certain,
                     const struct comb_witness_part *possible)
{
    return pieces_in(argued, certain).yellow_cells > possible->count + pieces_in(argued, possible).blue_cells;
}

/* ---- elimination marks ---- */

static bool is_wrong_triangle(const struct comb_witness_argued *argued, unsigned cell)
{
    const struct comb_witness_thing *thing = &argued->panel->places[cell];
    unsigned cells[4], edges[4], used = 0, left = 0;
    if (thing->kind != COMB_WITNESS_TRIANGLE)
        return false;
    unsigned required =
        thing->triangles == 0 && argued->rules.set == COMB_WITNESS_WINDMILL ? 1U : (unsigned)thing->triangles;
    sides_of(cells, edges, argued->panel, cell);
    for (unsigned i = 0; i < 4; i++) {
        used += comb_witness_argued_touched(argued, edges[i]) == 1;
        left += comb_witness_argued_touched(argued, edges[i]) >= 0;
    }
    return !comb_witness_argued_may_be_point(argued) && (used > required || left < required);
}

/* Returns whether a dot is certainly missed and a cell of the part is the first one beside it. */
static bool is_missed_dot(const struct comb_witness_argued *argued, const struct comb_witness_part *part,
                          unsigned place)
{
    const struct comb_witness_panel *panel = argued->panel;
    unsigned halves[4], cells[4];
    if (!comb_witness_has_dot(&panel->places[place]) || is_cell(argued, place) ||
        comb_witness_argued_may_be_point(argued))
        return false;
    unsigned count = comb_witness_argued_at_point(halves, panel, place);
    for (unsigned i = 0; i < count; i++)
        if (argued->known[halves[i]] >= 0)
            return false;
    return cells_at(cells, argued, place) > 0 && part->has[cells[0]];
}

/* Counts the stars that must go because their region has too many symbols of their colour. The Windmill removes
 * nothing but stars for that: all of them, or as many as there are symbols beyond two. Under other rules other symbols
 * may go, but no more than two stars of a colour can stay. */
static unsigned crowded_stars(const struct comb_witness_argued *argued, const struct comb_witness_part *certain)
{
    unsigned sum = 0;
    for (unsigned colour = 1; colour < COMB_WITNESS_COLOURS; colour++) {
        unsigned stars = 0, others = 0;
        for (unsigned i = 0; i < certain->count; i++) {
            bool star = argued->panel->places[certain->cells[i]].kind == COMB_WITNESS_STAR;
            bool same = comb_witness_argued_colour(argued, certain->cells[i]) == colour;
            stars += star && same;
            others += !star && same && argued->rules.set == COMB_WITNESS_WINDMILL;
        }
        if (stars + others > 2)
            sum += others >= 2 ? stars : stars + others - 2;
    }
    return sum;
}

/* Counts the symbols that certainly must go from the region of some cells; each rule counts symbols of its own. */
static unsigned errors_in(const struct comb_witness_argued *argued, const struct comb_witness_part *certain,
                          const struct comb_witness_part *possible)
{
    struct pieces pieces = pieces_in(argued, possible);
    unsigned errors = odd_squares(argued, certain) + crowded_stars(argued, certain);
    for (unsigned i = 0; i < certain->count; i++) {
        unsigned cell = certain->cells[i], colour = argued->panel->places[cell].colour;
        errors += is_wrong_triangle(argued, cell);
        errors += argued->panel->places[cell].kind == COMB_WITNESS_STAR && colour != COMB_WITNESS_NO_COLOUR &&
                  count_colour(argued, possible, colour) < 2;
    }
    if (!argued->empty_piece && pieces.blue == 0 && certain->count > pieces.yellow_cells)
        errors += pieces_in(argued, certain).count; /* even all pieces together are too small */
    return errors;
}

/* Compares the errors with the marks in reach of a cell: every symbol that is certainly wrong needs a mark of its own,
 * and that mark is in reach. Positive: too many errors; 0: all marks are needed for them. */
static int surplus_at(const struct comb_witness_argued *argued, unsigned from)
{
    struct comb_witness_part certain, possible, seen = {.count = 0};
    unsigned errors = 0, places = comb_witness_columns(argued->panel) * comb_witness_rows(argued->panel);
    flood(&possible, argued, from, 0);
    for (unsigned i = 0; i < possible.count; i++) {
        if (seen.has[possible.cells[i]])
            continue;
        flood(&certain, argued, possible.cells[i], -1);
        errors += errors_in(argued, &certain, &possible);
        for (unsigned k = 0; k < certain.count; k++)
            seen.has[certain.cells[k]] = true;
    }
    for (unsigned place = 0; place < places; place++)
        errors += is_missed_dot(argued, &possible, place);
    return (int)errors - (int)marks_in(argued, &possible);
}

/* What is in reach may have fallen into parts since a claim was made: then one of them has too many errors. */
static bool has_surplus(const struct comb_witness_argued *argued)
{
    unsigned columns = comb_witness_columns(argued->panel);
    for (unsigned row = 1; row < comb_witness_rows(argued->panel); row += 2)
        for (unsigned column = 1; column < columns; column += 2)
            if (is_real(argued, column + columns * row) && surplus_at(argued, column + columns * row) > 0)
                return true;
    return false;
}

const char *comb_witness_argued_errors(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim)
{
    return claim->conflict && is_bounded(argued) && argued->marks && has_surplus(argued)
               ? NULL
               : "the marks in reach can remove all errors";
}

bool comb_witness_argued_may_be_removed(const struct comb_witness_argued *argued, unsigned place)
{
    struct comb_witness_part part;
    unsigned cells[4], count = cells_at(cells, argued, place);
    if (!comb_witness_argued_is_removable(argued, place))
        return false;
    for (unsigned i = 0; i < count; i++) {
        flood(&part, argued, cells[i], 0);
        if (!is_bounded(argued) || is_wrong_triangle(argued, place) || is_missed_dot(argued, &part, place))
            return true;
    }
    for (unsigned i = 0; i < count; i++)
        if (surplus_at(argued, cells[i]) < 0)
            return !has_surplus(argued); /* from too many errors anything follows */
    return false;
}

/* Returns whether a mark may remove the symbol in a cell, with these cells in reach. */
static bool may_go(const struct comb_witness_argued *argued, const struct comb_witness_part *possible, unsigned cell)
{
    const struct comb_witness_thing *thing = &argued->panel->places[cell];
    struct comb_witness_part certain;
    unsigned cells[4], edges[4], open = 0;
    flood(&certain, argued, cell, -1);
    switch (thing->kind) {
    case COMB_WITNESS_POLYOMINO:
        return true;
    case COMB_WITNESS_SQUARE:
        return odd_squares(argued, possible) > 0 || thing->colour == COMB_WITNESS_NO_COLOUR;
    case COMB_WITNESS_STAR: /* what else is removed matters, except in The Windmill */
        return argued->rules.set != COMB_WITNESS_WINDMILL || count_colour(argued, possible, thing->colour) != 2 ||
               count_colour(argued, &certain, thing->colour) != 2;
    case COMB_WITNESS_TRIANGLE:
        sides_of(cells, edges, argued->panel, cell);
        for (unsigned i = 0; i < 4; i++)
            open += comb_witness_argued_touched(argued, edges[i]) == 0;
        return open > 0 || comb_witness_argued_may_be_point(argued) || is_wrong_triangle(argued, cell);
    default:
        return false;
    }
}

/* Returns whether the line may miss a dot beside a cell of the part. */
static bool may_miss(const struct comb_witness_argued *argued, const struct comb_witness_part *part, unsigned place)
{
    unsigned halves[4], cells[4];
    if (!comb_witness_has_dot(&argued->panel->places[place]) || is_cell(argued, place))
        return false;
    unsigned count = comb_witness_argued_at_point(halves, argued->panel, place);
    for (unsigned i = 0; i < count; i++)
        if (argued->known[halves[i]] == 1)
            return false;
    count = cells_at(cells, argued, place);
    for (unsigned i = 0; i < count; i++)
        if (part->has[cells[i]])
            return true;
    return false;
}

/* Returns whether there are more marks in reach of a cell than symbols that they can remove; in the game marks may also
 * cancel each other in pairs. */
static bool has_idle_mark(const struct comb_witness_argued *argued, unsigned from)
{
    struct comb_witness_part possible;
    unsigned symbols = 0, places = comb_witness_columns(argued->panel) * comb_witness_rows(argued->panel);
    flood(&possible, argued, from, 0);
    for (unsigned i = 0; i < possible.count; i++)
        symbols += may_go(argued, &possible, possible.cells[i]);
    for (unsigned place = 0; place < places; place++)
        symbols += may_miss(argued, &possible, place);
    unsigned marks = marks_in(argued, &possible);
    return argued->rules.set == COMB_WITNESS_GAME ? symbols == 0 && marks % 2 == 1 : marks > symbols;
}

const char *comb_witness_argued_idle_mark(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim)
{
    unsigned columns = comb_witness_columns(argued->panel);
    for (unsigned row = 1; row < comb_witness_rows(argued->panel); row += 2)
        for (unsigned column = 1; column < columns; column += 2)
            if (claim->conflict && is_bounded(argued) && is_real(argued, column + columns * row) &&
                has_idle_mark(argued, column + columns * row))
                return NULL;
    return "there are symbols that the marks can remove";
}

/* ---- pieces ---- */

/* Gets the floods of a claim about a piece; no elimination mark must be in reach. */
static const char *find_pieces(struct comb_witness_part *certain, struct comb_witness_part *possible,
                               const struct comb_witness_argued *argued, const struct comb_witness_asserted *claim)
{
    if (!find_parts(certain, possible, argued, claim, COMB_WITNESS_POLYOMINO))
        return "there is no piece";
    if (!is_bounded(argued) || argued->empty_piece || marks_in(argued, possible) > 0)
        return "a mark may remove the piece";
    return NULL;
}

const char *comb_witness_argued_pieces(struct comb_witness_part *certain, struct comb_witness_part *possible,
                                       const struct comb_witness_argued *argued,
                                       const struct comb_witness_asserted *claim)
{
    const char *why = find_pieces(certain, possible, argued, claim);
    return why ? why : pieces_in(argued, possible).blue > 0 ? "a blue piece may subtract from it" : NULL;
}

const char *comb_witness_argued_large_area(struct comb_witness_argued *argued,
                                           const struct comb_witness_asserted *claim)
{
    struct comb_witness_part certain, possible;
    const char *why = find_pieces(&certain, &possible, argued, claim);
    return why ? why : is_large(argued, &certain, &possible) ? NULL : "the region is not too large";
}

const char *comb_witness_argued_small_area(struct comb_witness_argued *argued,
                                           const struct comb_witness_asserted *claim)
{
    struct comb_witness_part certain, possible;
    const char *why = find_pieces(&certain, &possible, argued, claim);
    return why ? why : is_small(argued, &certain, &possible) ? NULL : "the region is not too small";
}

/* Returns whether the shape, turned, covers only cells of the part if its first square is on this one. */
static bool lies_within(const struct comb_witness_argued *argued, const struct comb_witness_part *part,
                        const struct comb_witness_shape *shape, unsigned turn, unsigned cell)
{
    int columns = (int)comb_witness_columns(argued->panel), rows = (int)comb_witness_rows(argued->panel);
    int first[2] = {0, 0};
    bool any = false, over[COMB_WITNESS_MAX_PLACES] = {false};
    for (int y = 0; y < shape->height; y++)
        for (int x = 0; x < shape->width; x++) {
            if (!(shape->rows[y] >> x & 1))
                continue;
            const int turned[4][2] = {{x, y}, {-y, x}, {-x, -y}, {y, -x}};
            if (!any)
                memcpy(first, turned[turn], sizeof first);
            any = true;
            int column = (int)cell % columns + 2 * (turned[turn][0] - first[0]);
            int row = (int)cell / columns + 2 * (turned[turn][1] - first[1]);
            if (argued->panel->pillar)
                column = (column + COMB_WITNESS_SHAPE_SIDE * columns) % columns;
            if (column < 0 || row < 0 || column >= columns || row >= rows || !part->has[column + columns * row] ||
                over[column + columns * row])
                return false;
            over[column + columns * row] = true; /* around a pillar a piece may meet itself */
        }
    return true;
}

const char *comb_witness_argued_no_room(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim)
{
    struct comb_witness_part certain, possible;
    const char *why = comb_witness_argued_pieces(&certain, &possible, argued, claim);
    if (why)
        return why;
    const struct comb_witness_thing *piece = &argued->panel->places[claim->places[0]];
    for (unsigned turn = 0; turn < (piece->free ? 4U : 1U); turn++)
        for (unsigned i = 0; i < possible.count; i++)
            if (lies_within(argued, &possible, piece->shape, turn, possible.cells[i]))
                return "the piece fits";
    return NULL;
}

/* ---- closed regions ---- */

/* Returns whether every edge at the nodes of a cell is decided. */
static bool is_final(const struct comb_witness_argued *argued, unsigned cell)
{
    unsigned columns = comb_witness_columns(argued->panel);
    unsigned right = cell % columns + 1 < columns ? cell + 1 : cell + 1 - columns;
    const unsigned corners[4] = {cell - columns - 1, right - columns, cell + columns - 1, right + columns};
    for (unsigned i = 0; i < 4; i++) {
        unsigned halves[4];
        unsigned count = comb_witness_argued_at_point(halves, argued->panel, corners[i]);
        for (unsigned k = 0; k < count; k++)
            if (argued->known[halves[k]] == 0 || argued->known[halves[k] ^ 1U] == 0)
                return false;
    }
    return true;
}

static void draw_known(struct comb_witness_drawn *drawn, const struct comb_witness_argued *argued)
{
    unsigned places = comb_witness_columns(argued->panel) * comb_witness_rows(argued->panel);
    memset(drawn, 0, sizeof *drawn);
    drawn->panel = argued->panel;
    drawn->rules = argued->rules;
    drawn->job = argued->job;
    for (unsigned half = 0; half < 2 * places; half++)
        if (argued->known[half] == 1) {
            unsigned edge = half / 2, node = comb_witness_argued_beyond(argued->panel, half, edge);
            bool whole = comb_witness_argued_passed(argued, edge) == 1;
            drawn->on_line[edge] = whole ? COMB_WITNESS_ON_LINE : COMB_WITNESS_ON_LINE | COMB_WITNESS_HALF;
            drawn->on_line[node] = COMB_WITNESS_ON_LINE;
        }
}

const char *comb_witness_argued_region(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim)
{
    struct comb_witness_part certain, possible;
    struct comb_witness_drawn drawn;
    unsigned columns = comb_witness_columns(argued->panel);
    if (!is_bounded(argued) || !find_parts(&certain, &possible, argued, claim, COMB_WITNESS_EMPTY))
        return "there is no region";
    if (comb_witness_argued_may_be_point(argued))
        return "the line may be a single point";
    if (certain.count != possible.count)
        return "the region is not closed";
    for (unsigned i = 0; i < certain.count; i++)
        if (!is_final(argued, certain.cells[i]))
            return "not every edge around the region is decided";
    draw_known(&drawn, argued);
    drawn.rules.tracks_join = false;
    int code = comb_witness_verify_region_alone(&drawn, claim->region % columns, claim->region / columns);
    if (code != COMB_OK && code != COMB_NO)
        argued->code = code;
    return code == COMB_NO ? NULL : "the region breaks no rule";
}
