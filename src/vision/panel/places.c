/* Classifies the places: which lines exist, whole or broken; which nodes have a disc or a cap; which are marked.
 *
 * Everything is measured on the upright sheet, in units, against the colours of the ground and of the nearby line, so
 * that a line drawn over the panel in another colour is a line like any other.
 *
 *     along an edge    0---.14====.34--.44[mid].56--.66====.86---1     stubs on both sides and an empty middle: a gap
 *     around a node    just outside the four corners where two lines meet: only a disc covers all of them
 *                      a fifth of a unit away, where no line continues: a cap covers that, but not its sides
 *
 * The middle of a line is tested by how much of it the line covers: a mark, even one of the ground's colour, does not
 * reach the line's borders; a gap does. */
#include "vision/panel/parts.h"

#include <math.h>
#include <stdlib.h>

static const double on_ground = 0.35; /* maximum distance from the ground, in contrasts, that is still ground */
static const double on_line = 0.35;   /* maximum distance from the line, in contrasts, that is not a mark */

/* Confidence of a threshold test: 0.5 at the limit, 1 from `reach` away from it. */
static double threshold_confidence(double value, double limit, double reach)
{
    double away = fabs(value - limit) / reach;
    return 0.5 + 0.5 * (away > 1 ? 1 : away);
}

static double min_of(double a, double b)
{
    return a < b ? a : b;
}

/* ---- edges ---- */

struct frame {
    double u, v; /* of the first node */
    bool level;
};

static struct frame frame_of(int column, int row)
{
    bool level = column % 2 != 0;
    return (struct frame){.u = (level ? column - 1 : column) / 2.0, .v = (level ? row : row - 1) / 2.0, .level = level};
}

static void edge_mean(double rgb[3], const struct comb_panel_sheet *sheet, struct frame frame, double along,
                      double aside, double half_along, double half_aside)
{
    if (frame.level)
        comb_panel_sheet_mean(rgb, sheet, frame.u + along, frame.v + aside, half_along, half_aside);
    else
        comb_panel_sheet_mean(rgb, sheet, frame.u + aside, frame.v + along, half_aside, half_along);
}

/* Distance of a colour seen beside an edge from the ground there. */
static double edge_distance(const struct comb_panel_sheet *sheet, struct frame frame, double along, double aside,
                            const double rgb[3])
{
    return comb_panel_light_distance(sheet, frame.u + (frame.level ? along : aside),
                                     frame.v + (frame.level ? aside : along), rgb);
}

static double edge_off(const struct comb_panel_sheet *sheet, struct frame frame, double along, double aside)
{
    double rgb[3];
    edge_mean(rgb, sheet, frame, along, aside, 0.02, aside == 0 ? 0.25 * sheet->line : 0.02);
    return edge_distance(sheet, frame, along, aside, rgb);
}

struct sides {
    int ground;   /* number of places beside the line that show the ground, of SIDE_PLACES */
    int other[2]; /* number on either side that do not show the line's colour */
};

enum { SIDE_PLACES = 12 };

static struct sides probe_sides(const struct comb_panel_sheet *sheet, struct frame frame, const double line[3])
{
    static const double along[SIDE_PLACES / 2] = {0.31, 0.37, 0.44, 0.56, 0.63, 0.69};
    double aside = sheet->line / 2 + 0.065;
    struct sides sides = {0};
    for (int i = 0; i < SIDE_PLACES; i++) {
        double rgb[3];
        edge_mean(rgb, sheet, frame, along[i / 2], i % 2 ? aside : -aside, 0.02, 0.02);
        bool is_ground = edge_distance(sheet, frame, along[i / 2], i % 2 ? aside : -aside, rgb) < on_ground;
        sides.ground += is_ground;
        sides.other[i % 2] += is_ground || comb_panel_distance(rgb, line) > on_line * sheet->contrast;
    }
    return sides;
}

/* How much of a colour is `line` if it is a mixture with `ground`; *residual is its distance from such a mixture. */
static double mixture(double *residual, const double ground[3], const double line[3], const double rgb[3])
{
    double along = 0, square = 0, rest = 0;
    for (int c = 0; c < 3; c++) {
        double way = line[c] - ground[c];
        along += (rgb[c] - ground[c]) * way;
        square += way * way;
    }
    double fraction = square > 0 ? along / square : 0;
    for (int c = 0; c < 3; c++) {
        double off = rgb[c] - ground[c] - fraction * (line[c] - ground[c]);
        rest += off * off;
    }
    *residual = sqrt(rest);
    return fraction;
}

/* The fraction of a box that the line covers; *residual is the distance of its colour from a mixture of line and
 * ground, in contrasts. */
static double cover_of(double *residual, const struct comb_panel_sheet *sheet, const double line[3],
                       const double rgb[3])
{
    double rest, fraction = mixture(residual, sheet->ground, line, rgb);
    *residual /= sheet->contrast;
    if (!sheet->has_outside)
        return fraction;
    double other = mixture(&rest, sheet->outside, line, rgb);
    rest /= sheet->outside_contrast;
    bool better = fabs(other) < 1.5 && rest < *residual;
    *residual = better ? rest : *residual;
    return better ? other : fraction;
}

static double chroma_of(const double rgb[3])
{
    return fmax(rgb[0], fmax(rgb[1], rgb[2])) - fmin(rgb[0], fmin(rgb[1], rgb[2]));
}

/* Colours of the lines at a place: one for an edge, up to four for a node. */
struct lines {
    int count;
    double rgb[4][3];
};

/* Distance of a colour from the nearest line colour, in contrasts. */
static double off_lines(const struct comb_panel_sheet *sheet, const struct lines *lines, const double rgb[3])
{
    double nearest = 99;
    for (int i = 0; i < lines->count; i++)
        nearest = min_of(nearest, comb_panel_distance(rgb, lines->rgb[i]) / sheet->contrast);
    return nearest;
}

/* The colour of a mark around (u, v): at its middle, or a much stronger one close by if the middle is cut out. */
static void mark_colour(double rgb[3], const struct comb_panel_sheet *sheet, double u, double v,
                        const struct lines *lines)
{
    comb_panel_sheet_mean(rgb, sheet, u, v, 0.035, 0.035);
    double best = chroma_of(rgb) + 50, strong = best, found[3] = {0};
    int count = 0;
    for (int k = 0; k < 8; k++) {
        double at[3], angle = k * 0.7853981633974483, reach = 0.055;
        comb_panel_sheet_mean(at, sheet, u + reach * cos(angle), v + reach * sin(angle), 0.011, 0.011);
        if (chroma_of(at) < strong || off_lines(sheet, lines, at) < on_line ||
            comb_panel_light_distance(sheet, u, v, at) < on_ground)
            continue;
        count++;
        for (int c = 0; chroma_of(at) > best && c < 3; c++)
            found[c] = at[c];
        best = fmax(best, chroma_of(at));
    }
    for (int c = 0; count >= 3 && c < 3; c++)
        rgb[c] = found[c];
}

struct mark {
    bool there;
    double confidence;
    double rgb[3];
};

/* The fraction of the middle that does not have a line's colour; the mean could have it if two colours cancel out. The
 * middle two of the quarters count: at a corner one may be bare without a mark. */
static double foreign_fraction(const struct comb_panel_sheet *sheet, double u, double v, const struct lines *lines)
{
    enum { ACROSS = 3 };
    double fractions[4] = {0};
    for (int quarter = 0; quarter < 4; quarter++) {
        double fraction = 0;
        for (int k = 0; k < ACROSS * ACROSS; k++) {
            double du = (k % ACROSS + 0.5) * 0.02, dv = (k / ACROSS + 0.5) * 0.02, rgb[3];
            comb_panel_sheet_mean(rgb, sheet, u + (quarter & 1 ? du : -du), v + (quarter & 2 ? dv : -dv), 0.01, 0.01);
            fraction += off_lines(sheet, lines, rgb) > on_line ? 1.0 / (ACROSS * ACROSS) : 0;
        }
        int at = quarter;
        for (; at > 0 && fractions[at - 1] > fraction; at--)
            fractions[at] = fractions[at - 1];
        fractions[at] = fraction;
    }
    return (fractions[1] + fractions[2]) / 2;
}

static struct mark mark_at(const struct comb_panel_sheet *sheet, double u, double v, const struct lines *lines)
{
    struct mark mark = {.there = false};
    double rgb[3], fraction = foreign_fraction(sheet, u, v, lines);
    comb_panel_sheet_mean(rgb, sheet, u, v, 0.035, 0.035);
    double off = off_lines(sheet, lines, rgb);
    mark.there = fraction > 0.5;
    bool agreed = mark.there == (off > on_line);
    mark.confidence =
        fmax(threshold_confidence(fraction, 0.5, 0.3), agreed ? threshold_confidence(off, on_line, 0.25) : 0);
    if (mark.there)
        mark_colour(mark.rgb, sheet, u, v, lines);
    return mark;
}

static double off_at(const struct comb_panel_sheet *sheet, double u, double v, double half)
{
    double rgb[3];
    comb_panel_sheet_mean(rgb, sheet, u, v, half, half);
    return comb_panel_light_distance(sheet, u, v, rgb);
}

/* The minimum coverage of the four corners between the lines, `out` units from the lines' borders. */
static double corner_cover(const struct comb_panel_sheet *sheet, double u, double v, double out, double half)
{
    double lowest = 9, aside = sheet->line / 2 + out;
    for (int i = 0; i < 4; i++)
        lowest = min_of(lowest, off_at(sheet, u + (i & 1 ? aside : -aside), v + (i & 2 ? aside : -aside), half));
    return lowest;
}

/* A disc that is lit, while a line is about to be drawn, may differ from the ground less than lines do: it has one
 * colour from its middle to all corners, another than the lines and than what is around it. */
static bool is_lit_disc(const struct comb_panel_sheet *sheet, double u, double v)
{
    const double same = 25, other = 45;
    double rgb[3], at[3], corner = sheet->line / 2 + 0.04;
    comb_panel_sheet_mean(rgb, sheet, u, v, 0.03, 0.03);
    if (comb_panel_distance(rgb, sheet->ink) < 0.5 * sheet->contrast)
        return false;
    for (int k = 0; k < 4; k++) {
        int dx = k & 1 ? 1 : -1, dy = k & 2 ? 1 : -1;
        comb_panel_sheet_mean(at, sheet, u + corner * dx, v + corner * dy, 0.015, 0.015);
        if (comb_panel_distance(rgb, at) > same)
            return false;
        comb_panel_sheet_mean(at, sheet, u + 0.3 * dx, v + 0.3 * dy, 0.015, 0.015);
        if (comb_panel_distance(rgb, at) < other)
            return false;
    }
    return true;
}

/* Mean colour of the existing stubs; false if they differ. */
static bool stub_colour(double rgb[3], const struct comb_panel_sheet *sheet, struct frame frame, const bool stub[2])
{
    double at[2][3];
    for (int side = 0; side < 2; side++) { /* beyond a disc, if possible, but away from a gap */
        double u = frame.u + (frame.level ? side : 0), v = frame.v + (frame.level ? 0 : side);
        bool disc = corner_cover(sheet, u, v, 0.04, 0.015) > on_ground;
        bool past = disc && edge_off(sheet, frame, side ? 0.67 : 0.33, 0) > on_ground;
        double away = past ? 0.33 : 0.27;
        edge_mean(at[side], sheet, frame, side ? 1 - away : away, 0, 0.015, 0.2 * sheet->line);
    }
    for (int c = 0; c < 3; c++)
        rgb[c] = stub[0] && stub[1] ? (at[0][c] + at[1][c]) / 2
                 : stub[0]          ? at[0][c]
                 : stub[1]          ? at[1][c]
                                    : sheet->ink[c];
    edge_mean(at[0], sheet, frame, 0.25, 0, 0.02, 0.2 * sheet->line);
    edge_mean(at[1], sheet, frame, 0.75, 0, 0.02, 0.2 * sheet->line);
    return comb_panel_distance(at[0], at[1]) < on_line * sheet->contrast;
}

/* Coverage of the line's two rims, just within its borders, around `along`. */
static double rim_cover(const struct comb_panel_sheet *sheet, struct frame frame, const double line[3], double along,
                        double half)
{
    double sum = 0, residual;
    for (int side = -1; side <= 1; side += 2) {
        double rgb[3];
        edge_mean(rgb, sheet, frame, along, side * 0.41 * sheet->line, half, 0.07 * sheet->line);
        sum += cover_of(&residual, sheet, line, rgb) / 2;
    }
    return sum;
}

/* Whether both sides of an edge's middle show the ground, each its own. */
static bool is_open(const struct comb_panel_sheet *sheet, struct frame frame, const double line[3])
{
    for (int side = -1; side <= 1; side += 2) {
        double rgb[3], residual;
        edge_mean(rgb, sheet, frame, 0.5, side * 0.16 * sheet->line, 0.05, 0.14 * sheet->line);
        if (fabs(cover_of(&residual, sheet, line, rgb)) >= 0.5 || residual >= 0.3)
            return false;
    }
    return true;
}

static void probe_middle(struct comb_panel_edge *edge, const struct comb_panel_sheet *sheet, struct frame frame)
{
    double whole =
        (rim_cover(sheet, frame, edge->colour, 0.28, 0.012) + rim_cover(sheet, frame, edge->colour, 0.72, 0.012)) / 2;
    double rim = rim_cover(sheet, frame, edge->colour, 0.5, 0.06) / fmax(whole, 0.3);
    bool open = is_open(sheet, frame, edge->colour);
    edge->kind = open && rim < 0.35 ? COMB_PANEL_GAP : COMB_PANEL_PLAIN;
    edge->confidence = min_of(edge->confidence, open ? threshold_confidence(rim, 0.35, 0.2) : 1);
    if (edge->kind == COMB_PANEL_GAP)
        return;
    double u = frame.u + (frame.level ? 0.5 : 0), v = frame.v + (frame.level ? 0 : 0.5);
    struct lines lines = {.count = 1};
    for (int c = 0; c < 3; c++)
        lines.rgb[0][c] = edge->colour[c];
    struct mark mark = mark_at(sheet, u, v, &lines);
    edge->marked = mark.there;
    edge->mark_confidence = mark.confidence;
    for (int c = 0; c < 3; c++)
        edge->mark[c] = mark.rgb[c];
}

/* Short stubs could be the rims of discs. */
static bool are_stubs(const struct comb_panel_sheet *sheet, struct frame frame)
{
    double du = frame.level ? 1 : 0, dv = frame.level ? 0 : 1;
    bool longer = edge_off(sheet, frame, 0.31, 0) > on_ground && edge_off(sheet, frame, 0.69, 0) > on_ground;
    return longer || (corner_cover(sheet, frame.u, frame.v, 0.045, 0.02) < on_ground &&
                      corner_cover(sheet, frame.u + du, frame.v + dv, 0.045, 0.02) < on_ground);
}

static bool reaches_nodes(const struct comb_panel_sheet *sheet, struct frame frame, const double line[3])
{
    double first[3], last[3];
    double away = sheet->line / 2 + 0.05; /* another line may cross at the node */
    edge_mean(first, sheet, frame, away, 0, 0.02, 0.2 * sheet->line);
    edge_mean(last, sheet, frame, 1 - away, 0, 0.02, 0.2 * sheet->line);
    return comb_panel_distance(first, line) < on_line * sheet->contrast &&
           comb_panel_distance(last, line) < on_line * sheet->contrast;
}

/* How much the line covers an edge near its first or second node, or beyond the light of that node. */
static double stub_off(const struct comb_panel_sheet *sheet, struct frame frame, int side)
{
    double near = edge_off(sheet, frame, side ? 0.72 : 0.28, 0);
    double u = frame.u + (frame.level ? side : 0), v = frame.v + (frame.level ? 0 : side);
    if (near < 0.6 && is_lit_disc(sheet, u, v))
        return fmax(near, edge_off(sheet, frame, side ? 0.6 : 0.4, 0));
    return near;
}

/* A line has something else on both sides, ground or a large symbol; a border between areas does not. */
void comb_panel_edge_probe(struct comb_panel_edge *edge, const struct comb_panel_sheet *sheet, int column, int row)
{
    struct frame frame = frame_of(column, row);
    double near[2] = {stub_off(sheet, frame, 0), stub_off(sheet, frame, 1)};
    bool stub[2] = {near[0] > on_ground, near[1] > on_ground};
    *edge = (struct comb_panel_edge){.kind = COMB_PANEL_ABSENT, .mark_confidence = 1};
    edge->confidence = threshold_confidence(min_of(near[0], near[1]), on_ground, 0.25);
    if (comb_panel_middle_disc(edge, sheet, column / 2.0, row / 2.0, frame.level))
        return;
    bool alike = stub_colour(edge->colour, sheet, frame, stub);
    struct sides sides = probe_sides(sheet, frame, edge->colour);
    edge->isolated = sides.ground >= SIDE_PLACES - 1 && reaches_nodes(sheet, frame, edge->colour);
    if (!stub[0] || !stub[1] || sides.other[0] < 2 || sides.other[1] < 2 || !are_stubs(sheet, frame))
        return;
    probe_middle(edge, sheet, frame);
    if (edge->kind == COMB_PANEL_GAP && !alike) /* a cap, and something else beyond */
        edge->kind = COMB_PANEL_ABSENT;
    if (edge->kind == COMB_PANEL_PLAIN)
        comb_panel_middle_cap(edge, sheet, column / 2.0, row / 2.0, frame.level);
}

/* ---- nodes ---- */

/* How much a cap covers the way from a node; 0 if it is something broader or continues. */
static double cap_cover(const struct comb_panel_sheet *sheet, double u, double v, int dx, int dy,
                        const struct lines *lines)
{
    if (dx != 0 && dy != 0) {
        double rgb[3];
        comb_panel_sheet_mean(rgb, sheet, u + 0.19 * dx, v + 0.19 * dy, 0.02, 0.02);
        return off_lines(sheet, lines, rgb) < on_line ? comb_panel_light_distance(sheet, u, v, rgb) : 0;
    }
    double aside = sheet->line / 2 + 0.07, at = 0.2;
    double middle = off_at(sheet, u + at * dx, v + at * dy, 0.03), rim = 0.3 * sheet->line; /* as wide as a line */
    for (int side = -1; side <= 1; side += 2)
        middle = min_of(middle, off_at(sheet, u + at * dx + side * rim * dy, v + at * dy + side * rim * dx, 0.02));
    double sides = min_of(off_at(sheet, u + at * dx + aside * dy, v + at * dy + aside * dx, 0.02),
                          off_at(sheet, u + at * dx - aside * dy, v + at * dy - aside * dx, 0.02));
    bool goes_on = true; /* all the way: in one place only, it would be a border of the panel */
    for (int step = 0; step < 6; step++) {
        double way = 0.46 + 0.04 * step, far[3];
        comb_panel_sheet_mean(far, sheet, u + way * dx, v + way * dy, 0.02, 0.02);
        goes_on &= off_lines(sheet, lines, far) < on_line;
    }
    return sides > on_ground || goes_on ? 0 : middle;
}

/* Straight ones first: a diagonal one has both of its neighbours free. */
static void find_cap(struct comb_panel_place *node, const struct comb_panel_sheet *sheet, double u, double v,
                     const bool edges[4], const struct lines *lines)
{
    static const int ways[8][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};
    double best = 0;
    for (int k = 0; k < 8; k++) {
        if (k < 4 && edges[k])
            continue;
        double cover = cap_cover(sheet, u, v, ways[k][0], ways[k][1], lines);
        if (cover <= best + (k < 4 ? 0 : 0.3))
            continue;
        best = cover;
        node->toward_x = ways[k][0];
        node->toward_y = ways[k][1];
    }
    if (best > on_ground)
        node->kind = COMB_PANEL_CAP;
    else
        node->toward_x = node->toward_y = 0;
    node->second = best > on_ground ? COMB_PANEL_PLAIN : COMB_PANEL_CAP;
    node->confidence = min_of(node->confidence, threshold_confidence(best, on_ground, 0.25));
}

/* How far the line's colour reaches from a node along a diagonal. */
static double diagonal_reach(const struct comb_panel_sheet *sheet, double u, double v, int dx, int dy)
{
    double away = 0.02;
    while (away < 0.36 && off_at(sheet, u + away * dx, v + away * dy, 0.012) > 0.5)
        away += 0.01;
    return away;
}

/* A disc covers all four corners. If the node is not exactly where the map has it, it reaches less far on one side, but
 * then farther on the other. */
static double disc_cover(const struct comb_panel_sheet *sheet, double u, double v)
{
    const double disc = sheet->line / 2 + 0.045, plain = 0.35 * sheet->line, covered = 0.6;
    double corners = corner_cover(sheet, u, v, 0.04, 0.015);
    if (corners > on_ground)
        return corners;
    if (is_lit_disc(sheet, u, v))
        return covered;
    double reach[4];
    for (int k = 0; k < 4; k++)
        reach[k] = diagonal_reach(sheet, u, v, k & 1 ? 1 : -1, k & 2 ? 1 : -1);
    bool wide = reach[0] + reach[3] > 2 * disc && reach[1] + reach[2] > 2 * disc;
    for (int k = 0; k < 4; k++)
        wide &= reach[k] > plain && reach[k] < 0.34;
    return wide ? covered : corners;
}

/* An end that points nowhere is a small disc with a hole. */
static bool is_ring(const struct comb_panel_sheet *sheet, double u, double v, const struct mark *mark)
{
    return mark->there && comb_panel_ground_distance(sheet, mark->rgb) < 0.2 &&
           corner_cover(sheet, u, v, 0.02, 0.012) > 0.6;
}

/* Whether the disc has one colour all around its middle, which is then returned as the line's. */
static bool disc_colour(struct lines *own, const struct comb_panel_sheet *sheet, double u, double v)
{
    const double reach = 0.215;
    *own = (struct lines){.count = 1};
    comb_panel_sheet_mean(own->rgb[0], sheet, u + reach, v, 0.015, 0.015);
    for (int k = 1; k < 8; k++) {
        double at[3], angle = k * 0.7853981633974483;
        comb_panel_sheet_mean(at, sheet, u + reach * cos(angle), v + reach * sin(angle), 0.015, 0.015);
        if (off_lines(sheet, own, at) > 0.6 * on_line)
            return false;
    }
    return true;
}

/* How much of a cap there is: as wide as a line just outside the disc, and soon at its end. */
static double disc_cap(const struct comb_panel_sheet *sheet, double u, double v, int dx, int dy,
                       const struct lines *own)
{
    double radius = 0.2; /* of the disc; the largest way out between the lines */
    for (int k = 0; k < 4; k++) {
        double away = 0.2, way = sqrt(0.5);
        while (away < 0.5 &&
               off_at(sheet, u + away * (k & 1 ? way : -way), v + away * (k & 2 ? way : -way), 0.01) > 0.5)
            away += 0.01;
        radius = fmax(radius, away);
    }
    const double at = fmax(0.36, radius + 0.06), beyond = at + 0.16, rim = 0.25 * sheet->line;
    double rgb[3], cover = 1, aside = sheet->line / 2 + 0.07;
    for (int side = -1; side <= 1; side++) {
        comb_panel_sheet_mean(rgb, sheet, u + at * dx + side * rim * dy, v + at * dy + side * rim * dx, 0.02, 0.02);
        cover = min_of(cover, comb_panel_light_distance(sheet, u, v, rgb));
        if (off_lines(sheet, own, rgb) > on_line)
            return 0;
    }
    bool ends = off_at(sheet, u + at * dx + aside * dy, v + at * dy + aside * dx, 0.02) < on_ground &&
                off_at(sheet, u + at * dx - aside * dy, v + at * dy - aside * dx, 0.02) < on_ground &&
                off_at(sheet, u + beyond * dx, v + beyond * dy, 0.02) < on_ground;
    return ends ? cover : 0;
}

/* What else a disc has: a mark in its middle, a cap. */
static void probe_disc(struct comb_panel_place *node, const struct comb_panel_sheet *sheet, double u, double v,
                       const bool edges[4])
{
    static const int ways[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    struct lines own;
    if (!disc_colour(&own, sheet, u, v))
        return;
    struct mark mark = mark_at(sheet, u, v, &own);
    node->marked = mark.there;
    node->mark_confidence = mark.confidence;
    node->mark_colour = mark.there ? comb_panel_rgb(mark.rgb) : 0;
    for (int k = 0; k < 4; k++) {
        double cover = edges[k] ? 0 : disc_cap(sheet, u, v, ways[k][0], ways[k][1], &own);
        if (cover < on_ground)
            continue;
        node->capped = true;
        node->toward_x = ways[k][0];
        node->toward_y = ways[k][1];
        node->confidence = min_of(node->confidence, cover > 0.85 ? 1 : 0.7);
    }
}

static void probe_node(struct comb_panel_place *node, const struct comb_panel_sheet *sheet, double u, double v,
                       const bool edges[4], const struct lines *lines)
{
    double corners = disc_cover(sheet, u, v);
    node->kind = COMB_PANEL_PLAIN;
    node->second = COMB_PANEL_DISC;
    node->colour = comb_panel_rgb(lines->rgb[0]);
    node->confidence = threshold_confidence(corners, on_ground, 0.25);
    node->mark_confidence = 1;
    if (corners > on_ground) {
        node->kind = COMB_PANEL_DISC;
        node->second = COMB_PANEL_PLAIN;
        probe_disc(node, sheet, u, v, edges);
        return;
    }
    find_cap(node, sheet, u, v, edges, lines);
    struct mark mark = mark_at(sheet, u, v, lines);
    if (node->kind == COMB_PANEL_PLAIN && is_ring(sheet, u, v, &mark)) {
        node->kind = COMB_PANEL_CAP;
        return;
    }
    node->marked = mark.there;
    node->mark_confidence = mark.confidence;
    node->mark_colour = mark.there ? comb_panel_rgb(mark.rgb) : 0;
}

/* ---- all places ---- */

static struct comb_panel_place *place_at(struct comb_panel_detection *panel, unsigned column, unsigned row)
{
    return &panel->places[column + comb_panel_columns(panel) * row];
}

static void probe_edges(struct comb_panel_detection *panel, const struct comb_panel_sheet *sheet)
{
    for (unsigned row = 0; row <= 2 * panel->height; row++)
        for (unsigned column = (row + 1) % 2; column <= 2 * panel->width; column += 2) {
            struct comb_panel_edge edge;
            comb_panel_edge_probe(&edge, sheet, (int)column, (int)row);
            *place_at(panel, column, row) =
                (struct comb_panel_place){.kind = edge.kind,
                                          .confidence = edge.confidence,
                                          .second = edge.kind == COMB_PANEL_PLAIN ? COMB_PANEL_GAP : COMB_PANEL_PLAIN,
                                          .colour = comb_panel_rgb(edge.colour),
                                          .toward_x = edge.toward_x,
                                          .toward_y = edge.toward_y,
                                          .marked = edge.marked,
                                          .mark_confidence = edge.mark_confidence,
                                          .mark_colour = edge.marked ? comb_panel_rgb(edge.mark) : 0};
        }
}

/* A mark in the colour of the panel's lines is a plain line between drawn ones that shine on its ends. */
static void clear_own_mark(struct comb_panel_place *edge, const double own[3], double rgb[3], double near)
{
    double mark[3];
    for (int c = 0; c < 3; c++)
        mark[c] = edge->mark_colour >> (16 - 8 * c) & 255;
    if (!edge->marked || comb_panel_distance(mark, own) > near)
        return;
    edge->marked = false;
    edge->colour = edge->mark_colour;
    for (int c = 0; c < 3; c++)
        rgb[c] = mark[c];
}

/* Lines whose colour is not that of the panel's own, which may change evenly from one side to the other. */
static void find_drawn(struct comb_panel_detection *panel, const struct comb_panel_sheet *sheet)
{
    struct comb_panel_sample samples[2 * COMB_PANEL_MAX_SIDE * (COMB_PANEL_MAX_SIDE + 1)];
    struct comb_panel_plane plane;
    unsigned count = 0;
    for (unsigned row = 0; row <= 2 * panel->height; row++)
        for (unsigned column = (row + 1) % 2; column <= 2 * panel->width; column += 2) {
            const struct comb_panel_place *edge = comb_panel_at(panel, column, row);
            if (edge->kind == COMB_PANEL_ABSENT || edge->confidence < 0.8)
                continue;
            samples[count] = (struct comb_panel_sample){.u = column / 2.0, .v = row / 2.0};
            for (int c = 0; c < 3; c++)
                samples[count].rgb[c] = edge->colour >> (16 - 8 * c) & 255;
            count++;
        }
    comb_panel_plane_fit(&plane, sheet->ink, samples, count, sheet->contrast);
    for (unsigned row = 0; row <= 2 * panel->height; row++)
        for (unsigned column = (row + 1) % 2; column <= 2 * panel->width; column += 2) {
            struct comb_panel_place *edge = place_at(panel, column, row);
            double own[3], rgb[3];
            for (int c = 0; c < 3; c++)
                rgb[c] = edge->colour >> (16 - 8 * c) & 255;
            comb_panel_plane_colour(own, &plane, column / 2.0, row / 2.0);
            clear_own_mark(edge, own, rgb, on_line * sheet->contrast);
            edge->drawn = edge->kind == COMB_PANEL_PLAIN && comb_panel_distance(rgb, own) > 0.4 * sheet->contrast &&
                          comb_panel_distance(rgb, sheet->ink) > 0.25 * sheet->contrast;
        }
}

/* Left, right, up, down; false beyond the panel. */
static bool edge_from(const struct comb_panel_detection *panel, unsigned column, unsigned row, int way,
                      const struct comb_panel_place **edge)
{
    static const int ways[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    int x = (int)column + ways[way][0], y = (int)row + ways[way][1];
    if (panel->pillar && x < 0)
        x = 2 * (int)panel->width - 1;
    if (x < 0 || y < 0 || x > 2 * (int)panel->width || y > 2 * (int)panel->height)
        return false;
    *edge = comb_panel_at(panel, (unsigned)x, (unsigned)y);
    return (*edge)->kind != COMB_PANEL_ABSENT;
}

static void node_lines(struct lines *lines, const struct comb_panel_place *const edges[4], const bool there[4])
{
    lines->count = 0;
    for (int way = 0; way < 4; way++) {
        if (!there[way])
            continue;
        for (int c = 0; c < 3; c++)
            lines->rgb[lines->count][c] = edges[way]->colour >> (16 - 8 * c) & 255;
        lines->count++;
    }
}

static void probe_nodes(struct comb_panel_detection *panel, const struct comb_panel_sheet *sheet)
{
    for (unsigned row = 0; row <= 2 * panel->height; row += 2)
        for (unsigned column = 0; column <= 2 * panel->width; column += 2) {
            const struct comb_panel_place *edges[4] = {0};
            bool there[4], any = false;
            struct lines lines;
            for (int way = 0; way < 4; way++) {
                there[way] = edge_from(panel, column, row, way, &edges[way]);
                any |= there[way];
            }
            struct comb_panel_place *node = place_at(panel, column, row);
            *node = (struct comb_panel_place){.kind = COMB_PANEL_ABSENT, .confidence = 1, .mark_confidence = 1};
            if (!any)
                continue;
            double u = column / 2.0, v = row / 2.0;
            comb_panel_sheet_offset(&u, &v, sheet);
            node_lines(&lines, edges, there);
            probe_node(node, sheet, u, v, there, &lines);
        }
}

/* A cap that points at a disc may be the rest of a broken line, whose other half the disc hides. */
static void doubt_caps(struct comb_panel_detection *panel)
{
    for (unsigned row = 0; row <= 2 * panel->height; row += 2)
        for (unsigned column = 0; column <= 2 * panel->width; column += 2) {
            struct comb_panel_place *node = place_at(panel, column, row);
            int x = (int)column + 2 * node->toward_x, y = (int)row + 2 * node->toward_y;
            if (node->kind != COMB_PANEL_CAP || x < 0 || y < 0 || x > 2 * (int)panel->width ||
                y > 2 * (int)panel->height)
                continue;
            if (place_at(panel, (unsigned)x, (unsigned)y)->kind == COMB_PANEL_DISC)
                node->confidence = min_of(node->confidence, 0.6);
        }
}

/* The maximum number of lines that meet at a node, of the drawn ones or of the panel's own. */
static int max_degree(const struct comb_panel_detection *panel, bool drawn)
{
    int max = 0;
    for (unsigned row = 0; row <= 2 * panel->height; row += 2)
        for (unsigned column = 0; column <= 2 * panel->width; column += 2) {
            int met = 0;
            for (int way = 0; way < 4; way++) {
                const struct comb_panel_place *edge;
                met += edge_from(panel, column, row, way, &edge) && edge->drawn == drawn;
            }
            max = met > max ? met : max;
        }
    return max;
}

/* A drawn line never branches, a panel does: if it is the other way round, the line was mistaken for the panel. Then
 * switches to the panel's own colour and contrast. */
static bool is_line_mistaken(const struct comb_panel_detection *panel, struct comb_panel_sheet *sheet)
{
    double sum[3] = {0}, count = 0;
    if (max_degree(panel, false) > 2 || max_degree(panel, true) <= 2)
        return false;
    for (unsigned row = 0; row <= 2 * panel->height; row++)
        for (unsigned column = (row + 1) % 2; column <= 2 * panel->width; column += 2) {
            const struct comb_panel_place *edge = comb_panel_at(panel, column, row);
            if (!edge->drawn)
                continue;
            for (int c = 0; c < 3; c++)
                sum[c] += edge->colour >> (16 - 8 * c) & 255;
            count++;
        }
    for (int c = 0; c < 3; c++)
        sheet->ink[c] = sum[c] / count;
    comb_panel_sheet_contrast(sheet);
    return true;
}

static void count_kinds(struct comb_panel_detection *panel)
{
    panel->discs = panel->caps = panel->gaps = panel->drawn = 0;
    for (unsigned i = 0; i < comb_panel_columns(panel) * (2 * panel->height + 1); i++) {
        if (panel->pillar && i % comb_panel_columns(panel) == 2 * panel->width)
            continue;
        panel->discs += panel->places[i].kind == COMB_PANEL_DISC;
        panel->caps += panel->places[i].kind == COMB_PANEL_CAP || panel->places[i].capped;
        panel->gaps += panel->places[i].kind == COMB_PANEL_GAP;
        panel->drawn += panel->places[i].drawn;
    }
}

void comb_panel_places_probe(struct comb_panel_detection *panel, struct comb_panel_sheet *sheet)
{
    for (unsigned row = 1; row < 2 * panel->height; row += 2)
        for (unsigned column = 1; column < 2 * panel->width; column += 2)
            *place_at(panel, column, row) =
                (struct comb_panel_place){.kind = COMB_PANEL_PLAIN, .confidence = 1, .mark_confidence = 1};
    probe_edges(panel, sheet);
    find_drawn(panel, sheet);
    if (is_line_mistaken(panel, sheet)) {
        panel->line_colour = comb_panel_rgb(sheet->ink);
        probe_edges(panel, sheet);
        find_drawn(panel, sheet);
    }
    probe_nodes(panel, sheet);
    doubt_caps(panel);
    if (panel->pillar)
        comb_panel_seam_close(panel);
    count_kinds(panel);
}
