/* Finds the line drawn over a panel, and the symmetry as far as it is visible.
 *
 * Edges in another colour than the panel's are followed from a start; if the walk uses all of them, that is the line.
 * Two walks that mirror each other and together use all edges show the symmetry. Without a line, coloured dots show
 * that there is one, and starts and ends show which: they come in mirrored pairs. If they do and no dot has a colour,
 * the symmetry is uncertain. */
#include "games/witness/read/panel.h"

#include <string.h>

static const int ways[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

static const struct comb_panel_place *place_at(const struct comb_panel_detection *panel, int column, int row)
{
    bool inside = column >= 0 && row >= 0 && column <= 2 * (int)panel->width && row <= 2 * (int)panel->height;
    return inside ? comb_panel_at(panel, (unsigned)column, (unsigned)row) : NULL;
}

/* ---- the line ---- */

/* Follows drawn edges from a node; returns the number of nodes, or 0 if the way is ambiguous. */
static unsigned walk(uint8_t (*nodes)[2], const struct comb_panel_detection *panel, unsigned x, unsigned y)
{
    unsigned count = 0, max = (panel->width + 1) * (panel->height + 1);
    int from = -1;
    for (;;) {
        int next = -1, found = 0;
        nodes[count][0] = (uint8_t)x;
        nodes[count++][1] = (uint8_t)y;
        for (int way = 0; way < 4; way++) {
            const struct comb_panel_place *edge =
                place_at(panel, (int)(2 * x) + ways[way][0], (int)(2 * y) + ways[way][1]);
            if (way == from || !edge || !edge->drawn)
                continue;
            next = way;
            found++;
        }
        if (found == 0)
            return count;
        if (found > 1 || count == max)
            return 0;
        x = (unsigned)((int)x + ways[next][0]);
        y = (unsigned)((int)y + ways[next][1]);
        from = next ^ 1;
    }
}

/* On a pillar the second line is half a turn away, which needs an even number of columns. */
static void mirror(unsigned out[2], const struct comb_panel_detection *panel, enum comb_witness_symmetry symmetry,
                   unsigned x, unsigned y)
{
    bool flip_x = symmetry == COMB_WITNESS_HORIZONTAL || symmetry == COMB_WITNESS_ROTATIONAL;
    bool flip_y = symmetry == COMB_WITNESS_VERTICAL || symmetry == COMB_WITNESS_ROTATIONAL;
    if (panel->pillar)
        x = (x + panel->width / 2) % panel->width;
    out[0] = flip_x ? panel->width - x : x;
    if (panel->pillar)
        out[0] %= panel->width;
    out[1] = flip_y ? panel->height - y : y;
}

/* Whether the image of the line is drawn, too, and begins at a start. */
static bool is_mirrored(const struct comb_witness_detection *detected, enum comb_witness_symmetry symmetry)
{
    unsigned start[2];
    mirror(start, detected->panel, symmetry, detected->line[0][0], detected->line[0][1]);
    if (comb_panel_at(detected->panel, 2 * start[0], 2 * start[1])->kind != COMB_PANEL_DISC)
        return false;
    for (unsigned i = 0; i + 1 < detected->line_count; i++) {
        unsigned a[2], b[2];
        mirror(a, detected->panel, symmetry, detected->line[i][0], detected->line[i][1]);
        mirror(b, detected->panel, symmetry, detected->line[i + 1][0], detected->line[i + 1][1]);
        if (!comb_panel_at(detected->panel, a[0] + b[0], a[1] + b[1])->drawn)
            return false;
    }
    return true;
}

static void find_line(struct comb_witness_detection *detected)
{
    const struct comb_panel_detection *panel = detected->panel;
    for (unsigned y = 0; y <= panel->height; y++)
        for (unsigned x = 0; x <= panel->width; x++) {
            if (comb_panel_at(panel, 2 * x, 2 * y)->kind != COMB_PANEL_DISC)
                continue;
            unsigned count = walk(detected->line, panel, x, y);
            if (count < 2)
                continue;
            detected->line_count = count;
            if (count - 1 == panel->drawn || 2 * (count - 1) == panel->drawn)
                return;
        }
    detected->line_count = 0;
}

/* ---- symmetry ---- */

static bool is_kind(const struct comb_panel_place *place, enum comb_panel_kind kind)
{
    return place->kind == kind || (kind == COMB_PANEL_CAP && place->capped);
}

/* Where the image of a place is, in places: starts and ends may be between two nodes. */
static void place_image(unsigned out[2], const struct comb_panel_detection *panel, enum comb_witness_symmetry symmetry,
                        unsigned column, unsigned row)
{
    bool flip_x = symmetry == COMB_WITNESS_HORIZONTAL || symmetry == COMB_WITNESS_ROTATIONAL;
    bool flip_y = symmetry == COMB_WITNESS_VERTICAL || symmetry == COMB_WITNESS_ROTATIONAL;
    unsigned columns = 2 * panel->width;
    if (panel->pillar)
        column = (column + panel->width) % columns;
    out[0] = flip_x ? columns - column : column;
    if (panel->pillar)
        out[0] %= columns;
    out[1] = flip_y ? 2 * panel->height - row : row;
}

struct pairs {
    unsigned paired; /* places whose image is another place of the kind */
    unsigned own;    /* places that are their own image */
    unsigned alone;
};

static struct pairs count_pairs(const struct comb_panel_detection *panel, enum comb_witness_symmetry symmetry,
                                enum comb_panel_kind kind)
{
    struct pairs pairs = {0};
    unsigned columns = comb_panel_columns(panel) - panel->pillar;
    for (unsigned row = 0; row <= 2 * panel->height; row++)
        for (unsigned column = 0; column < columns; column++) {
            unsigned image[2];
            if (!is_kind(comb_panel_at(panel, column, row), kind))
                continue;
            place_image(image, panel, symmetry, column, row);
            if (image[0] == column && image[1] == row)
                pairs.own++;
            else if (is_kind(comb_panel_at(panel, image[0], image[1]), kind))
                pairs.paired++;
            else
                pairs.alone++;
        }
    return pairs;
}

/* The Windmill and the game pair all starts and ends. On witnesspuzzles.com, which draws its lines thicker, and on
 * pillars one that is its own image may stand beside pairs. A start or end without a partner rules the symmetry out
 * everywhere. */
static bool is_possible(const struct comb_panel_detection *panel, enum comb_witness_symmetry symmetry)
{
    const double thick = 0.25;
    struct pairs starts = count_pairs(panel, symmetry, COMB_PANEL_DISC);
    struct pairs ends = count_pairs(panel, symmetry, COMB_PANEL_CAP);
    if (starts.alone + ends.alone > 0 || (panel->pillar && panel->width % 2 != 0))
        return false;
    if (panel->pillar || panel->line > thick)
        return starts.paired + ends.paired > 0;
    return starts.paired > 0 && ends.paired > 0 && starts.own + ends.own == 0;
}

static const enum comb_witness_symmetry symmetries[4] = {COMB_WITNESS_ROTATIONAL, COMB_WITNESS_HORIZONTAL,
                                                         COMB_WITNESS_VERTICAL, COMB_WITNESS_TRANSLATED};

static int symmetry_count(const struct comb_panel_detection *panel)
{
    return panel->pillar ? 4 : 3;
}

/* Coloured dots belong to one of two lines: no panel without symmetry has them. */
static bool has_coloured_dots(const struct comb_witness_detection *detected)
{
    const struct comb_panel_detection *panel = detected->panel;
    for (unsigned row = 0; row <= 2 * panel->height; row++)
        for (unsigned column = 0; column <= 2 * panel->width; column++) {
            const struct comb_witness_detected_place *place =
                &detected->places[column + comb_panel_columns(panel) * row];
            const struct comb_witness_thing *thing = &place->symbol.thing;
            bool cell = column % 2 != 0 && row % 2 != 0;
            if (!cell && comb_witness_has_dot(thing) && thing->colour != COMB_WITNESS_NO_COLOUR &&
                place->confidence >= 0.8)
                return true;
        }
    return false;
}

/* Most published panels with two starts in a mirrored pair are symmetric, few of those with more starts: without
 * coloured dots that is only the first guess. Nearly all pillars with several starts are symmetric. */
static void guess_symmetry(struct comb_witness_detection *detected)
{
    enum comb_witness_symmetry possible[4] = {COMB_WITNESS_NO_SYMMETRY, COMB_WITNESS_NO_SYMMETRY};
    int count = 0;
    for (int i = 0; i < symmetry_count(detected->panel); i++)
        if (is_possible(detected->panel, symmetries[i]))
            possible[count++] = symmetries[i];
    bool coloured = has_coloured_dots(detected);
    bool likely = coloured || detected->panel->discs == 2;
    detected->symmetry = likely ? possible[0] : COMB_WITNESS_NO_SYMMETRY;
    detected->other_symmetry = !likely ? possible[0] : coloured ? possible[1] : COMB_WITNESS_NO_SYMMETRY;
    bool expected = coloured || (detected->panel->pillar && detected->panel->discs > 1);
    if (expected && count == 0)
        detected->other_symmetry = symmetries[0];
    bool certain = coloured ? count == 1 : count == 0 && !expected;
    detected->symmetry_confidence = certain ? (coloured ? 0.95 : 1) : 0.6;
}

/* A line with the shape of a mirror may show two symmetries at once. */
static bool find_drawn_symmetry(struct comb_witness_detection *detected)
{
    int found = 0;
    for (int i = 0; i < symmetry_count(detected->panel); i++) {
        if (!is_mirrored(detected, symmetries[i]))
            continue;
        if (found == 0)
            detected->symmetry = symmetries[i];
        else if (found == 1)
            detected->other_symmetry = symmetries[i];
        found++;
    }
    detected->symmetry_confidence = found == 1 ? 0.95 : 0.6;
    return found > 0;
}

void comb_witness_detection_trace(struct comb_witness_detection *detected)
{
    find_line(detected);
    bool two = detected->line_count > 0 && 2 * (detected->line_count - 1) == detected->panel->drawn;
    if (two && find_drawn_symmetry(detected))
        return;
    if (detected->line_count > 0)
        detected->symmetry_confidence = 0.95; /* one line only */
    else
        guess_symmetry(detected);
}
