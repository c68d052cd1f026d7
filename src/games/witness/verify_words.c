/* What is told to the player: which rule a region breaks, where, and by how much. Nothing is judged here; a region
 * comes in when its rule set has found it wrong. Without Ys every single fault is told; with Ys one message says why
 * they do not mend the region. */
#include "games/witness/verify_parts.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

enum { NAME = 64, MESSAGE = 256 };

/* ---- the violation itself ---- */

json_t *comb_witness_verify_pair(struct comb_json *build, unsigned x, unsigned y)
{
    json_t *array = comb_json_array(build);
    comb_json_push(build, array, comb_json_int(build, x));
    comb_json_push(build, array, comb_json_int(build, y));
    return array;
}

static json_t *region_cells(struct comb_json *build, const struct comb_witness_drawn *drawn, unsigned number,
                            bool numbers)
{
    unsigned width = drawn->panel->width;
    json_t *array = comb_json_array(build);
    for (unsigned cell = 0; cell < width * drawn->panel->height; cell++)
        if (drawn->region[cell] == number)
            comb_json_push(build, array,
                           numbers ? comb_json_int(build, cell)
                                   : comb_witness_verify_pair(build, cell % width, cell / width));
    return array;
}

int comb_witness_verify_report(struct comb_witness_drawn *drawn, const char *rule, struct comb_witness_where spot,
                               const char *format, ...)
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
    if (spot.column >= 0)
        comb_json_set(&build, violation, "place",
                      comb_witness_verify_pair(&build, (unsigned)spot.column, (unsigned)spot.row));
    if (spot.region != COMB_WITNESS_NO_REGION) {
        comb_json_set(&build, violation, "cells", region_cells(&build, drawn, spot.region, true));
        comb_json_set(&build, violation, "region", region_cells(&build, drawn, spot.region, false));
    }
    return build.failed ? comb_fail_memory(drawn->err) : COMB_OK;
}

/* ---- names ---- */

/* Which third of the panel the middle of the region lies in: 0, 1 or 2, on a border between two the outer one. `sum` is
 * that of `count` positions below `size`. */
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

static const char *color_name(unsigned color)
{
    return comb_witness_color_name((enum comb_witness_color)color);
}

/* "black, red and white" */
static void name_square_colors(char *text, size_t room, const struct comb_witness_area *area)
{
    unsigned left = comb_witness_verify_square_colors(area);
    size_t length = 0;
    for (unsigned color = 0; color < COMB_WITNESS_COLORS; color++) {
        if (area->squares[color] == 0)
            continue;
        left--;
        int added = snprintf(text + length, room - length, "%s%s", color_name(color),
                             left > 1    ? ", "
                             : left == 1 ? " and "
                                         : "");
        assert(added > 0 && (size_t)added < room - length);
        length += (size_t)added;
    }
}

/* ---- single faults ---- */

static struct comb_witness_where spot_of(const struct comb_witness_area *area, const struct comb_witness_symbol *symbol)
{
    return (struct comb_witness_where){(int)symbol->column, (int)symbol->row, area->number};
}

static const struct comb_witness_symbol *first_of(const struct comb_witness_area *area, unsigned kind, unsigned color)
{
    for (unsigned i = 0; i < area->symbol_count; i++)
        if (area->symbols[i].thing->kind == kind && (color == COMB_WITNESS_NO_COLOR || area->symbols[i].color == color))
            return &area->symbols[i];
    return NULL;
}

/* The last violation is about every symbol of a kind and a colour in the area; EMPTY and NO_COLOR are any. `code` is
 * what telling it came to, and goes on. */
static int about_all(int code, const struct comb_witness_area *area, unsigned kind, unsigned color)
{
    struct comb_json build = {0};
    json_t *violations = area->drawn->violations;
    if (code != COMB_OK || !violations)
        return code;
    json_t *places = comb_json_array(&build);
    for (unsigned i = 0; i < area->symbol_count; i++) {
        const struct comb_witness_symbol *symbol = &area->symbols[i];
        if ((kind == COMB_WITNESS_EMPTY || symbol->thing->kind == kind) &&
            (color == COMB_WITNESS_NO_COLOR || symbol->color == color))
            comb_json_push(&build, places, comb_witness_verify_pair(&build, symbol->column, symbol->row));
    }
    comb_json_set(&build, json_array_get(violations, json_array_size(violations) - 1), "places", places);
    return build.failed ? comb_fail_memory(area->drawn->err) : COMB_OK;
}

static int tell_dots(const struct comb_witness_area *area)
{
    const struct comb_witness_panel *panel = area->drawn->panel;
    int code = COMB_OK;
    for (unsigned row = 0; row < comb_witness_rows(panel); row++)
        for (unsigned column = 0; column < comb_witness_columns(panel) && code == COMB_OK; column++)
            if (comb_witness_verify_dot_is_open(area->drawn, column, row) &&
                comb_witness_verify_dot_region(area->drawn, column, row) == area->number)
                code = comb_witness_verify_report(
                    area->drawn, "dot", (struct comb_witness_where){(int)column, (int)row, area->number},
                    "the dot on the %s at (%g,%g) is not on the line",
                    column % 2 == 0 && row % 2 == 0 ? "node" : "edge", column / 2.0, row / 2.0);
    return code;
}

static int tell_triangles(const struct comb_witness_area *area)
{
    int code = COMB_OK;
    for (unsigned i = 0; i < area->symbol_count && code == COMB_OK; i++) {
        const struct comb_witness_symbol *symbol = &area->symbols[i];
        if (symbol->wrong)
            code = comb_witness_verify_report(
                area->drawn, "triangle", spot_of(area, symbol),
                "the triangles in cell (%u,%u): %u of its sides %s on the line, %u wanted", symbol->column / 2,
                symbol->row / 2, symbol->sides, symbol->sides == 1 ? "is" : "are",
                comb_witness_verify_wanted_sides(area->drawn, symbol->thing));
    }
    return code;
}

static int tell_squares(const struct comb_witness_area *area, const char *name)
{
    char colors[128];
    if (comb_witness_verify_square_colors(area) < 2)
        return COMB_OK;
    name_square_colors(colors, sizeof colors, area);
    int code = comb_witness_verify_report(area->drawn, "square", spot_of(area, first_of(area, COMB_WITNESS_SQUARE, 0)),
                                          "%s holds %s squares", name, colors);
    return about_all(code, area, COMB_WITNESS_SQUARE, COMB_WITNESS_NO_COLOR);
}

static bool star_is_wrong(const struct comb_witness_area *area, unsigned color)
{
    return area->stars[color] > 0 && area->census[color] != 2;
}

static int tell_stars(const struct comb_witness_area *area, const char *name)
{
    int code = COMB_OK;
    for (unsigned color = 0; color < COMB_WITNESS_COLORS && code == COMB_OK; color++) {
        const struct comb_witness_symbol *star = first_of(area, COMB_WITNESS_STAR, color);
        if (!star_is_wrong(area, color))
            continue;
        if (area->census[color] == 1)
            code =
                comb_witness_verify_report(area->drawn, "star", spot_of(area, star),
                                           "the %s star in cell (%u,%u) has no partner: nothing else in %s is %s",
                                           color_name(color), star->column / 2, star->row / 2, name, color_name(color));
        else
            code = comb_witness_verify_report(
                area->drawn, "star", spot_of(area, star),
                "%s holds %u %s symbols: the %s star in cell (%u,%u) wants exactly one other", name,
                area->census[color], color_name(color), color_name(color), star->column / 2, star->row / 2);
        code = about_all(code, area, COMB_WITNESS_EMPTY, color);
    }
    return code;
}

static int fits(const struct comb_witness_area *area)
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

/* Why the pieces do not fit. */
static int tell_misfit(const struct comb_witness_area *area, const char *name)
{
    struct comb_witness_sums sums = comb_witness_verify_sums_of(area->pieces, area->piece_count);
    struct comb_witness_where spot = spot_of(area, first_of(area, COMB_WITNESS_POLYOMINO, 0));
    if (sums.yellow_pieces == 0)
        return comb_witness_verify_report(area->drawn, "polyomino", spot,
                                          "%s has blue pieces only, and nothing yellow to take them from", name);
    if (sums.yellow == sums.blue && sums.blue > 0)
        return comb_witness_verify_report(
            area->drawn, "polyomino", spot,
            "in %s as many cells are blue as yellow, but the pieces do not cancel each other", name);
    if (sums.yellow == area->cells + sums.blue)
        return comb_witness_verify_report(area->drawn, "polyomino", spot,
                                          "the pieces in %s have the right number of cells but cannot be placed", name);
    if (sums.blue == 0)
        return comb_witness_verify_report(area->drawn, "polyomino", spot,
                                          "the yellow pieces in %s cover %u cells, the region has %u", name,
                                          sums.yellow, area->cells);
    return comb_witness_verify_report(area->drawn, "polyomino", spot,
                                      "in %s %u cells are yellow and %u blue, which leaves %d: the region has %u", name,
                                      sums.yellow, sums.blue, (int)sums.yellow - (int)sums.blue, area->cells);
}

static int tell_pieces(const struct comb_witness_area *area, const char *name)
{
    int code = fits(area);
    if (code != COMB_NO)
        return code;
    return about_all(tell_misfit(area, name), area, COMB_WITNESS_POLYOMINO, COMB_WITNESS_NO_COLOR);
}

static int tell_faults(const struct comb_witness_area *area, const char *name)
{
    int code = tell_dots(area);
    if (code == COMB_OK)
        code = tell_triangles(area);
    if (code == COMB_OK)
        code = tell_squares(area, name);
    if (code == COMB_OK)
        code = tell_stars(area, name);
    return code == COMB_OK ? tell_pieces(area, name) : code;
}

/* ---- regions with Ys ---- */

struct faults {
    char text[128];
    size_t length;
    unsigned kinds;
};

static void add_fault(struct faults *faults, unsigned count, const char *one, const char *many)
{
    if (count == 0)
        return;
    size_t room = sizeof faults->text - faults->length;
    const char *comma = faults->kinds > 0 ? ", " : "";
    int added = count == 1 ? snprintf(faults->text + faults->length, room, "%s%s", comma, one)
                           : snprintf(faults->text + faults->length, room, "%s%u %s", comma, count, many);
    assert(added > 0 && (size_t)added < room);
    faults->length += (size_t)added;
    faults->kinds++;
}

/* What would be wrong if there were no Ys. */
static int list_faults(struct faults *faults, const struct comb_witness_area *area)
{
    unsigned stars = 0;
    for (unsigned color = 0; color < COMB_WITNESS_COLORS; color++)
        stars += star_is_wrong(area, color) ? area->stars[color] : 0;
    int code = fits(area);
    add_fault(faults, area->dots, "a dot off the line", "dots off the line");
    add_fault(faults, area->wrong_triangles, "a wrong triangle", "wrong triangles");
    add_fault(faults, comb_witness_verify_square_colors(area) > 1, "squares of several colours", "");
    add_fault(faults, stars, "a star not in a pair", "stars not in pairs");
    add_fault(faults, code == COMB_NO, "pieces that do not fit", "");
    return code == COMB_NO ? COMB_OK : code;
}

static int tell_eliminations(const struct comb_witness_area *area, const char *name)
{
    struct faults faults = {0};
    struct comb_witness_where spot = spot_of(area, first_of(area, COMB_WITNESS_ELIMINATION, 0));
    unsigned count = area->eliminations;
    int code = list_faults(&faults, area);
    if (code != COMB_OK)
        return code;
    if (faults.kinds == 0 && count == 1)
        return comb_witness_verify_report(area->drawn, "elimination", spot, "this Y has nothing to cancel in %s", name);
    if (faults.kinds == 0)
        return comb_witness_verify_report(area->drawn, "elimination", spot, "the %u Ys have nothing to cancel in %s",
                                          count, name);
    if (area->dots + area->wrong_triangles > count)
        return comb_witness_verify_report(area->drawn, "elimination", spot,
                                          "%s has more errors than Ys: %u Y%s against %s", name, count,
                                          count == 1 ? "" : "s", faults.text);
    if (count == 1)
        return comb_witness_verify_report(area->drawn, "elimination", spot, "the Y in %s cannot set it right: %s", name,
                                          faults.text);
    return comb_witness_verify_report(area->drawn, "elimination", spot,
                                      "the %u Ys in %s cannot set it right by cancelling one error each: %s", count,
                                      name, faults.text);
}

int comb_witness_verify_explain_area(const struct comb_witness_area *area)
{
    char name[NAME];
    size_t before = json_array_size(area->drawn->violations);
    name_area(name, area);
    int code = area->eliminations > 0
                   ? about_all(tell_eliminations(area, name), area, COMB_WITNESS_ELIMINATION, COMB_WITNESS_NO_COLOR)
                   : tell_faults(area, name);
    assert(code != COMB_OK || json_array_size(area->drawn->violations) > before);
    return code;
}
