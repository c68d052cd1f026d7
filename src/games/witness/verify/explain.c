/* Explains to the player which rule a region breaks, where, and by how much. Decides nothing; the rule set has
 * already rejected the region. Without elimination marks every single error is reported; with marks one message says
 * why they do not fix the region. */
#include "games/witness/verify/parts.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

enum { NAME = 64, MESSAGE = 256 };

/* ---- violations ---- */

static json_t *region_cells(struct comb_json *build, const struct comb_witness_drawn *drawn, unsigned number,
                            bool numbers)
{
    unsigned width = drawn->panel->width;
    json_t *array = comb_json_array(build);
    for (unsigned cell = 0; cell < width * drawn->panel->height; cell++)
        if (drawn->region[cell] == number)
            comb_json_push(build, array,
                           numbers ? comb_json_int(build, cell) : comb_json_pair(build, cell % width, cell / width));
    return array;
}

int comb_witness_verify_report(struct comb_witness_drawn *drawn, const char *rule,
                               struct comb_witness_location location, const char *format, ...)
{
    char message[MESSAGE];
    struct comb_json build = {0};
    va_list args;
    drawn->wrong = true;
    if (!drawn->violations)
        return COMB_OK;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    int code = comb_violation(drawn->violations, rule, NULL, 0, drawn->err, "%s", message);
    if (code != COMB_OK)
        return code;
    json_t *violation = json_array_get(drawn->violations, json_array_size(drawn->violations) - 1);
    comb_json_set(&build, violation, "rules", comb_json_string(&build, comb_witness_rules_name(&drawn->rules)));
    if (location.column >= 0)
        comb_json_set(&build, violation, "place",
                      comb_json_pair(&build, (unsigned)location.column, (unsigned)location.row));
    if (location.region != COMB_WITNESS_NO_REGION) {
        comb_json_set(&build, violation, "cells", region_cells(&build, drawn, location.region, true));
        comb_json_set(&build, violation, "region", region_cells(&build, drawn, location.region, false));
    }
    return build.failed ? comb_fail_memory(drawn->err) : COMB_OK;
}

/* ---- names ---- */

/* Returns the third of the panel that contains the middle of the region: 0, 1 or 2, on a boundary the outer one.
 * `sum` is that of `count` positions below `size`. */
static unsigned third(unsigned sum, unsigned count, unsigned size)
{
    unsigned middle = 2 * sum + count; /* of the region, in units of which the panel has 2 count size */
    if (3 * middle <= 2 * count * size)
        return 0;
    return 3 * middle < 4 * count * size ? 1 : 2;
}

/* "the region of 5 cells at the top left" */
static void name_area(char name[NAME], const struct comb_witness_area *area)
{
    static const char *const places[3][3] = {{"at the top left", "at the top", "at the top right"},
                                             {"on the left", "in the middle", "on the right"},
                                             {"at the bottom left", "at the bottom", "at the bottom right"}};
    const struct comb_witness_panel *panel = area->drawn->panel;
    unsigned x = 0, y = 0;
    for (unsigned cell = 0; cell < panel->width * panel->height; cell++)
        if (area->drawn->region[cell] == area->number) {
            x += cell % panel->width;
            y += cell / panel->width;
        }
    assert(area->cells > 0);
    if (area->drawn->regions == 1)
        snprintf(name, NAME, "the only region (%u cell%s)", area->cells, area->cells == 1 ? "" : "s");
    else
        snprintf(name, NAME, "the region of %u cell%s %s", area->cells, area->cells == 1 ? "" : "s",
                 places[third(y, area->cells, panel->height)][third(x, area->cells, panel->width)]);
}

static const char *colour_name(unsigned colour)
{
    return comb_witness_colour_name((enum comb_witness_colour)colour);
}

/* "black, red and white" */
static void name_square_colours(char *text, size_t room, const struct comb_witness_area *area)
{
    unsigned left = comb_witness_verify_square_colours(area);
    size_t length = 0;
    for (unsigned colour = 0; colour < COMB_WITNESS_COLOURS; colour++) {
        if (area->squares[colour] == 0)
            continue;
        left--;
        int added = snprintf(text + length, room - length, "%s%s", colour_name(colour),
                             left > 1    ? ", "
                             : left == 1 ? " and "
                                         : "");
        assert(added > 0 && (size_t)added < room - length);
        length += (size_t)added;
    }
}

/* ---- single errors ---- */

static struct comb_witness_location location_of(const struct comb_witness_area *area,
                                                const struct comb_witness_symbol *symbol)
{
    return (struct comb_witness_location){(int)symbol->column, (int)symbol->row, area->number};
}

static const struct comb_witness_symbol *first_of(const struct comb_witness_area *area, unsigned kind, unsigned colour)
{
    for (unsigned i = 0; i < area->symbol_count; i++)
        if (area->symbols[i].thing->kind == kind &&
            (colour == COMB_WITNESS_NO_COLOUR || area->symbols[i].colour == colour))
            return &area->symbols[i];
    return NULL;
}

/* Adds to the last violation the places of every symbol of a kind and a colour in the area; EMPTY and NO_COLOUR
 * match any. `code` is the result of reporting it, passed through. */
static int add_places(int code, const struct comb_witness_area *area, unsigned kind, unsigned colour)
{
    struct comb_json build = {0};
    json_t *violations = area->drawn->violations;
    if (code != COMB_OK || !violations)
        return code;
    json_t *places = comb_json_array(&build);
    for (unsigned i = 0; i < area->symbol_count; i++) {
        const struct comb_witness_symbol *symbol = &area->symbols[i];
        if ((kind == COMB_WITNESS_EMPTY || symbol->thing->kind == kind) &&
            (colour == COMB_WITNESS_NO_COLOUR || symbol->colour == colour))
            comb_json_push(&build, places, comb_json_pair(&build, symbol->column, symbol->row));
    }
    comb_json_set(&build, json_array_get(violations, json_array_size(violations) - 1), "places", places);
    return build.failed ? comb_fail_memory(area->drawn->err) : COMB_OK;
}

static int report_dots(const struct comb_witness_area *area)
{
    const struct comb_witness_panel *panel = area->drawn->panel;
    int code = COMB_OK;
    for (unsigned row = 0; row < comb_witness_rows(panel); row++)
        for (unsigned column = 0; column < comb_witness_columns(panel) && code == COMB_OK; column++)
            if (comb_witness_verify_dot_is_open(area->drawn, column, row) &&
                comb_witness_verify_dot_region(area->drawn, column, row) == area->number)
                code = comb_witness_verify_report(
                    area->drawn, "dot", (struct comb_witness_location){(int)column, (int)row, area->number},
                    "the dot on the %s at (%g,%g) is not on the line",
                    column % 2 == 0 && row % 2 == 0 ? "node" : "edge", column / 2.0, row / 2.0);
    return code;
}

static int report_triangles(const struct comb_witness_area *area)
{
    int code = COMB_OK;
    for (unsigned i = 0; i < area->symbol_count && code == COMB_OK; i++) {
        const struct comb_witness_symbol *symbol = &area->symbols[i];
        if (symbol->wrong)
            code = comb_witness_verify_report(
                area->drawn, "triangle", location_of(area, symbol),
                "the triangles in cell (%u,%u): %u of its sides %s on the line, expected %u", symbol->column / 2,
                symbol->row / 2, symbol->sides, symbol->sides == 1 ? "is" : "are",
                comb_witness_verify_required_sides(area->drawn, symbol->thing));
    }
    return code;
}

static int report_squares(const struct comb_witness_area *area, const char *name)
{
    char colours[128];
    if (comb_witness_verify_square_colours(area) < 2)
        return COMB_OK;
    name_square_colours(colours, sizeof colours, area);
    int code =
        comb_witness_verify_report(area->drawn, "square", location_of(area, first_of(area, COMB_WITNESS_SQUARE, 0)),
                                   "%s has %s squares", name, colours);
    return add_places(code, area, COMB_WITNESS_SQUARE, COMB_WITNESS_NO_COLOUR);
}

static bool star_is_wrong(const struct comb_witness_area *area, unsigned colour)
{
    return area->stars[colour] > 0 && area->census[colour] != 2;
}

static int report_stars(const struct comb_witness_area *area, const char *name)
{
    int code = COMB_OK;
    for (unsigned colour = 0; colour < COMB_WITNESS_COLOURS && code == COMB_OK; colour++) {
        const struct comb_witness_symbol *star = first_of(area, COMB_WITNESS_STAR, colour);
        if (!star_is_wrong(area, colour))
            continue;
        if (area->census[colour] == 1)
            code = comb_witness_verify_report(area->drawn, "star", location_of(area, star),
                                              "the %s star in cell (%u,%u) has no partner: nothing else in %s is %s",
                                              colour_name(colour), star->column / 2, star->row / 2, name,
                                              colour_name(colour));
        else
            code = comb_witness_verify_report(
                area->drawn, "star", location_of(area, star),
                "%s has %u %s symbols: the %s star in cell (%u,%u) needs exactly one other", name, area->census[colour],
                colour_name(colour), colour_name(colour), star->column / 2, star->row / 2);
        code = add_places(code, area, COMB_WITNESS_EMPTY, colour);
    }
    return code;
}

static int pieces_fit(const struct comb_witness_area *area)
{
    switch (area->drawn->rules.set) {
    case COMB_WITNESS_WINDMILL:
        return comb_witness_verify_windmill_fits(area, area->pieces, area->piece_count);
    case COMB_WITNESS_TTWS:
        return comb_witness_verify_ttws_fits(area, area->pieces, area->piece_count);
    default:
        return comb_witness_verify_game_fits(area, area->pieces, area->piece_count);
    }
}

/* Reports why the pieces do not fit. */
static int report_misfit(const struct comb_witness_area *area, const char *name)
{
    struct comb_witness_sums sums = comb_witness_verify_sums_of(area->pieces, area->piece_count);
    struct comb_witness_location location = location_of(area, first_of(area, COMB_WITNESS_POLYOMINO, 0));
    if (sums.yellow_pieces == 0)
        return comb_witness_verify_report(area->drawn, "polyomino", location,
                                          "%s has blue pieces only, and no yellow ones to subtract them from", name);
    if (sums.yellow == sums.blue && sums.blue > 0)
        return comb_witness_verify_report(area->drawn, "polyomino", location,
                                          "%s has as many blue cells as yellow ones, but the pieces do not cancel out",
                                          name);
    if (sums.yellow == area->cells + sums.blue)
        return comb_witness_verify_report(area->drawn, "polyomino", location,
                                          "the pieces in %s have the right number of cells but cannot be placed", name);
    if (sums.blue == 0)
        return comb_witness_verify_report(area->drawn, "polyomino", location,
                                          "the yellow pieces in %s cover %u cells, the region has %u", name,
                                          sums.yellow, area->cells);
    return comb_witness_verify_report(area->drawn, "polyomino", location,
                                      "%s has %u yellow and %u blue cells, which leaves %d, but %u cells to cover",
                                      name, sums.yellow, sums.blue, (int)sums.yellow - (int)sums.blue, area->cells);
}

static int report_pieces(const struct comb_witness_area *area, const char *name)
{
    int code = pieces_fit(area);
    if (code != COMB_NO)
        return code;
    return add_places(report_misfit(area, name), area, COMB_WITNESS_POLYOMINO, COMB_WITNESS_NO_COLOUR);
}

static int report_errors(const struct comb_witness_area *area, const char *name)
{
    int code = report_dots(area);
    if (code == COMB_OK)
        code = report_triangles(area);
    if (code == COMB_OK)
        code = report_squares(area, name);
    if (code == COMB_OK)
        code = report_stars(area, name);
    return code == COMB_OK ? report_pieces(area, name) : code;
}

/* ---- regions with elimination marks ---- */

struct errors {
    char text[128];
    size_t length;
    unsigned kinds;
};

static void add_error(struct errors *errors, unsigned count, const char *one, const char *many)
{
    if (count == 0)
        return;
    size_t room = sizeof errors->text - errors->length;
    const char *comma = errors->kinds > 0 ? ", " : "";
    int added = count == 1 ? snprintf(errors->text + errors->length, room, "%s%s", comma, one)
                           : snprintf(errors->text + errors->length, room, "%s%u %s", comma, count, many);
    assert(added > 0 && (size_t)added < room);
    errors->length += (size_t)added;
    errors->kinds++;
}

/* Lists what would be wrong without elimination marks. */
static int list_errors(struct errors *errors, const struct comb_witness_area *area)
{
    unsigned stars = 0;
    for (unsigned colour = 0; colour < COMB_WITNESS_COLOURS; colour++)
        stars += star_is_wrong(area, colour) ? area->stars[colour] : 0;
    int code = pieces_fit(area);
    add_error(errors, area->dots, "a dot off the line", "dots off the line");
    add_error(errors, area->wrong_triangles, "a wrong triangle", "wrong triangles");
    add_error(errors, comb_witness_verify_square_colours(area) > 1, "squares of several colours", "");
    add_error(errors, stars, "an unpaired star", "unpaired stars");
    add_error(errors, code == COMB_NO, "pieces that do not fit", "");
    return code == COMB_NO ? COMB_OK : code;
}

static int report_eliminations(const struct comb_witness_area *area, const char *name)
{
    struct errors errors = {0};
    struct comb_witness_location location = location_of(area, first_of(area, COMB_WITNESS_ELIMINATION, 0));
    unsigned count = area->eliminations;
    int code = list_errors(&errors, area);
    if (code != COMB_OK)
        return code;
    if (errors.kinds == 0 && count == 1)
        return comb_witness_verify_report(area->drawn, "elimination", location,
                                          "this elimination mark has nothing to cancel in %s", name);
    if (errors.kinds == 0)
        return comb_witness_verify_report(area->drawn, "elimination", location,
                                          "the %u elimination marks have nothing to cancel in %s", count, name);
    if (area->dots + area->wrong_triangles > count)
        return comb_witness_verify_report(area->drawn, "elimination", location,
                                          "%s has more errors than elimination marks: %u mark%s, %s", name, count,
                                          count == 1 ? "" : "s", errors.text);
    if (count == 1)
        return comb_witness_verify_report(area->drawn, "elimination", location,
                                          "the elimination mark in %s cannot fix it: %s", name, errors.text);
    return comb_witness_verify_report(area->drawn, "elimination", location,
                                      "the %u elimination marks in %s cannot fix it by cancelling one error each: %s",
                                      count, name, errors.text);
}

int comb_witness_verify_explain_area(const struct comb_witness_area *area)
{
    char name[NAME];
    size_t before = json_array_size(area->drawn->violations);
    name_area(name, area);
    int code = area->eliminations > 0
                   ? add_places(report_eliminations(area, name), area, COMB_WITNESS_ELIMINATION, COMB_WITNESS_NO_COLOUR)
                   : report_errors(area, name);
    assert(code != COMB_OK || json_array_size(area->drawn->violations) > before);
    return code;
}
