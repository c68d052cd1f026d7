/* Pillars: panels on a cylinder, drawn flat, whose right border is the left one again.
 *
 *     ===+===+===+==..       level lines go on past the last upright line and fade before the next one would come,
 *        |   |   |           or
 *     ===+===+===+===+
 *        |   |   |   '       the last upright lines are drawn as short stubs only
 *     ===+===+===+===+
 *
 * No flat panel looks like either: its level lines end at nodes, and a broken line has stubs twice as long. What is
 * faded is brought back to its full colour before anything is read. */
#include "vision/panel/parts.h"

static const double near_line = 0.35; /* in contrasts */

static double outside_contrast(const struct comb_panel_sheet *sheet)
{
    return sheet->has_outside ? sheet->outside_contrast : sheet->contrast;
}

static bool is_line(const struct comb_panel_sheet *sheet, double u, double v)
{
    double rgb[3];
    comb_panel_sheet_mean(rgb, sheet, u, v, 0.02, 0.02);
    return comb_panel_distance(rgb, sheet->ink) < near_line * sheet->contrast &&
           comb_panel_light_distance(sheet, u, v, rgb) > near_line;
}

/* Whether the line of a row fades before column `column` slowly: where a picture cuts a line off it ends at once. */
static bool fades_slowly(const struct comb_panel_sheet *sheet, double column, unsigned row)
{
    const double step = 0.02, least = 0.14;
    double length = 0;
    for (double away = 0.5; away > -0.1; away -= step) {
        double rgb[3];
        comb_panel_sheet_mean(rgb, sheet, column - away, row, 0.01, 0.02);
        double gone = comb_panel_distance(rgb, sheet->ink) / outside_contrast(sheet);
        length += gone > 0.15 && gone < 0.85 ? step : 0;
    }
    return length > least;
}

/* Whether the lines fade before column `column`, in every row, without an upright line there. */
static bool fades_before(const struct comb_panel_sheet *sheet, double column)
{
    unsigned whole = 0, slowly = 0;
    for (unsigned row = 0; row <= sheet->rows; row++) {
        double rgb[3];
        if (!is_line(sheet, column - 0.76, row) || !comb_panel_sheet_has(sheet, column + 0.1, row) ||
            (row < sheet->rows && is_line(sheet, column, row + 0.5)))
            return false;
        comb_panel_sheet_mean(rgb, sheet, column, row, 0.02, 0.02);
        if (comb_panel_distance(rgb, sheet->ink) < 0.5 * outside_contrast(sheet))
            return false;
        whole += is_line(sheet, column - 0.5, row) && is_line(sheet, column - 0.42, row);
        slowly += fades_slowly(sheet, column, row);
    }
    return 2 * whole > sheet->rows + 1 && 2 * slowly > sheet->rows + 1;
}

/* Whether the last upright lines are short stubs, all of them. */
static bool has_short_stubs(const struct comb_panel_sheet *sheet)
{
    const double column = sheet->columns, stub = sheet->line / 2 + 0.06, beyond = 0.31;
    for (unsigned row = 0; row < sheet->rows; row++)
        if (!is_line(sheet, column, row + stub) || !is_line(sheet, column, row + 1 - stub) ||
            is_line(sheet, column, row + beyond) || is_line(sheet, column, row + 1 - beyond) ||
            is_line(sheet, column, row + 0.5))
            return false;
    return true;
}

enum comb_panel_seam comb_panel_seam_find(const struct comb_panel_sheet *sheet)
{
    enum { MIN_COLUMNS = 3 }; /* of a pillar */
    if (sheet->columns + 1 >= MIN_COLUMNS && sheet->columns < COMB_PANEL_MAX_SIDE &&
        fades_before(sheet, sheet->columns + 1.0))
        return COMB_PANEL_SEAM_NEXT;
    if (sheet->columns < MIN_COLUMNS)
        return COMB_PANEL_SEAM_NONE;
    if (fades_before(sheet, sheet->columns))
        return COMB_PANEL_SEAM_FADED;
    return has_short_stubs(sheet) ? COMB_PANEL_SEAM_STUBS : COMB_PANEL_SEAM_NONE;
}

/* How much of the lines is visible at u: 1 all, 0 nothing. */
static double visible_at(const struct comb_panel_sheet *sheet, const double outside[3], double u)
{
    double most = 0;
    for (unsigned row = 0; row <= sheet->rows; row++) {
        double rgb[3];
        comb_panel_sheet_mean(rgb, sheet, u, row, 0.5 / COMB_PANEL_UNIT, 0.2 * sheet->line);
        double seen = comb_panel_distance(rgb, outside) / outside_contrast(sheet);
        most = seen > most ? seen : most;
    }
    return most;
}

static void restore(struct comb_panel_sheet *sheet, double from, double to)
{
    const double *outside = sheet->has_outside ? sheet->outside : sheet->ground;
    unsigned first = (unsigned)((from + comb_panel_sheet_margin) * COMB_PANEL_UNIT);
    unsigned last = (unsigned)((to + comb_panel_sheet_margin) * COMB_PANEL_UNIT);
    for (unsigned x = first; x < last && x < sheet->width; x++) {
        double visible = visible_at(sheet, outside, (x + 0.5) / COMB_PANEL_UNIT - comb_panel_sheet_margin);
        if (visible < 0.1 || visible > 0.97)
            continue;
        for (unsigned y = 0; y < sheet->height; y++)
            for (unsigned c = 0; c < 3; c++) {
                unsigned char *p = &sheet->rgb[3 * (x + (size_t)sheet->width * y) + c];
                double full = outside[c] + (*p - outside[c]) / visible;
                *p = (unsigned char)(full < 0 ? 0 : full > 255 ? 255 : full + 0.5);
            }
    }
}

void comb_panel_seam_restore(struct comb_panel_sheet *sheet)
{
    restore(sheet, -0.3, 0.25);
    restore(sheet, sheet->columns - 0.45, sheet->columns);
}

void comb_panel_seam_close(struct comb_panel_detection *panel)
{
    for (unsigned row = 0; row <= 2 * panel->height; row++) {
        const struct comb_panel_place *first = comb_panel_at(panel, 0, row);
        struct comb_panel_place *last = &panel->places[2 * panel->width + comb_panel_columns(panel) * row];
        *last = *first;
        last->confidence = last->mark_confidence = 1;
    }
}
