/* Discs and caps in the middle of an edge, as witnesspuzzles.com allows them.
 *
 *            ###                 A disc has one colour all around the middle and ends well before the cells beside it
 *     +=====#####=====+          do; on both sides a line of the usual width leads to it.
 *            ###
 *                                A cap leaves the line at a right angle, as wide as the line and in its colour, and
 *     +======###======+          ends before the next line. A symbol in a cell never touches the line.
 *            ### */
#include "vision/panel/parts.h"

#include <math.h>

static const double near_colour = 0.3; /* in contrasts */

/* The colour at a distance along the edge and aside from it. */
struct middle {
    const struct comb_panel_sheet *sheet;
    double u, v;
    bool level;
};

static void place_of(double *u, double *v, const struct middle *at, double along, double aside)
{
    *u = at->u + (at->level ? along : aside);
    *v = at->v + (at->level ? aside : along);
}

/* Lines may differ from what is around the panel much less than from the cells. */
static bool has_colour(const struct middle *at, double along, double aside, const double rgb[3])
{
    double found[3], u, v, contrast = at->sheet->contrast;
    if (at->sheet->has_outside)
        contrast = fmin(contrast, at->sheet->outside_contrast);
    place_of(&u, &v, at, along, aside);
    comb_panel_sheet_mean(found, at->sheet, u, v, 0.015, 0.015);
    return comb_panel_distance(found, rgb) < near_colour * contrast;
}

static bool is_ground(const struct middle *at, double along, double aside)
{
    double found[3], u, v;
    place_of(&u, &v, at, along, aside);
    comb_panel_sheet_mean(found, at->sheet, u, v, 0.015, 0.015);
    return comb_panel_light_distance(at->sheet, u, v, found) < near_colour;
}

static bool has_round_area(const struct middle *at, const double rgb[3], double radius)
{
    for (int k = 0; k < 16; k++)
        if (!has_colour(at, radius * cos(k * 0.39269908169872414), radius * sin(k * 0.39269908169872414), rgb))
            return false;
    return true;
}

/* Whether what is at (u, v) differs from the ground at all. */
static bool is_drawn(const struct middle *at, const double rgb[3])
{
    return comb_panel_light_distance(at->sheet, at->u, at->v, rgb) > 0.6;
}

bool comb_panel_middle_disc(struct comb_panel_edge *edge, const struct comb_panel_sheet *sheet, double u, double v,
                            bool level)
{
    struct middle at = {sheet, u, v, level};
    const double radius = fmax(0.2, sheet->line / 2 + 0.05), beside = sheet->line / 2 + 0.07;
    const double between = 0.285; /* the disc and the line through the node */
    double rgb[3], node[3], nu, nv;
    place_of(&nu, &nv, &at, radius, 0);
    comb_panel_sheet_mean(rgb, sheet, nu, nv, 0.015, 0.015);
    if (!is_drawn(&at, rgb) || !has_round_area(&at, rgb, radius))
        return false;
    for (int k = 0; k < 4; k++) {
        double along = k & 1 ? 1 : -1, aside = k & 2 ? 1 : -1;
        if (has_colour(&at, along * 0.3, aside * 0.3, rgb) || has_colour(&at, 0, aside * 0.38, rgb) ||
            !is_ground(&at, along * between, aside * beside))
            return false;
        place_of(&nu, &nv, &at, along * 0.38, 0);
        comb_panel_sheet_mean(node, sheet, nu, nv, 0.015, 0.015);
        if (comb_panel_light_distance(sheet, nu, nv, node) < near_colour)
            return false;
    }
    edge->kind = COMB_PANEL_DISC;
    edge->confidence = 1;
    for (int c = 0; c < 3; c++)
        edge->colour[c] = rgb[c];
    edge->mark_confidence = has_colour(&at, 0, 0, rgb) ? 1 : 0.6;
    return true;
}

/* Whether a cap leaves the line to one side. */
static bool has_cap(const struct middle *at, const double rgb[3], int side)
{
    const double line = at->sheet->line, beside = line / 2 + 0.07;
    for (int k = -1; k <= 1; k++)
        for (double away = line / 2 + 0.02; away < line / 2 + 0.1; away += 0.03)
            if (!has_colour(at, k * 0.3 * line, side * away, rgb))
                return false;
    return is_ground(at, beside, side * (line / 2 + 0.08)) && is_ground(at, -beside, side * (line / 2 + 0.08)) &&
           !has_colour(at, 0, side * 0.55, rgb) && !has_colour(at, 0, side * 0.62, rgb);
}

bool comb_panel_middle_cap(struct comb_panel_edge *edge, const struct comb_panel_sheet *sheet, double u, double v,
                           bool level)
{
    struct middle at = {sheet, u, v, level};
    for (int side = -1; side <= 1; side += 2) {
        if (!has_cap(&at, edge->colour, side))
            continue;
        edge->kind = COMB_PANEL_CAP;
        edge->toward_x = level ? 0 : side;
        edge->toward_y = level ? side : 0;
        return true;
    }
    return false;
}
