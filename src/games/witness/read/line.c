/* Finds the line drawn over a panel, and the symmetry as far as it is visible.
 *
 * Edges in another colour than the panel's are followed from a start; if the walk uses all of them, that is the line.
 * Two walks that mirror each other and together use all edges show the symmetry. Without a line a picture does not show
 * symmetry, except that starts and ends must come in mirrored pairs: if they do, the symmetry is uncertain. */
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

enum pairs { UNPAIRED, PAIRED, PARTLY_PAIRED };

static bool is_kind(const struct comb_panel_place *place, enum comb_panel_kind kind)
{
    return place->kind == kind || (kind == COMB_PANEL_CAP && place->capped);
}

/* How many nodes of a kind there are, and how many of them have another of it as their image. */
static unsigned count_pairs(unsigned *all, const struct comb_panel_detection *panel,
                            enum comb_witness_symmetry symmetry, enum comb_panel_kind kind)
{
    unsigned paired = 0, columns = panel->width + !panel->pillar;
    *all = 0;
    for (unsigned y = 0; y <= panel->height; y++)
        for (unsigned x = 0; x < columns; x++) {
            unsigned other[2];
            if (!is_kind(comb_panel_at(panel, 2 * x, 2 * y), kind))
                continue;
            mirror(other, panel, symmetry, x, y);
            (*all)++;
            paired +=
                (other[0] != x || other[1] != y) && is_kind(comb_panel_at(panel, 2 * other[0], 2 * other[1]), kind);
        }
    return paired;
}

/* Starts and ends come in pairs, none of them its own mirror image. Some programs allow starts and ends without a
 * partner beside these. */
static enum pairs pairs_of(const struct comb_panel_detection *panel, enum comb_witness_symmetry symmetry)
{
    unsigned starts, ends, paired_starts = count_pairs(&starts, panel, symmetry, COMB_PANEL_DISC),
                           paired_ends = count_pairs(&ends, panel, symmetry, COMB_PANEL_CAP);
    if (paired_starts == 0 || paired_ends == 0 || (panel->pillar && panel->width % 2 != 0))
        return UNPAIRED;
    return paired_starts == starts && paired_ends == ends ? PAIRED : PARTLY_PAIRED;
}

static const enum comb_witness_symmetry symmetries[4] = {COMB_WITNESS_ROTATIONAL, COMB_WITNESS_HORIZONTAL,
                                                         COMB_WITNESS_VERTICAL, COMB_WITNESS_TRANSLATED};

static int symmetry_count(const struct comb_panel_detection *panel)
{
    return panel->pillar ? 4 : 3;
}

/* Most published panels with two starts in a mirrored pair are symmetric, few of those with more starts. */
static void guess_symmetry(struct comb_witness_detection *detected)
{
    detected->symmetry_confidence = 1;
    for (int strict = 1; strict >= 0; strict--)
        for (int i = 0; i < symmetry_count(detected->panel); i++) {
            enum pairs pairs = pairs_of(detected->panel, symmetries[i]);
            if (pairs == UNPAIRED || (strict && pairs != PAIRED))
                continue;
            bool likely = strict && detected->panel->discs == 2;
            detected->symmetry = likely ? symmetries[i] : COMB_WITNESS_NO_SYMMETRY;
            detected->other_symmetry = likely ? COMB_WITNESS_NO_SYMMETRY : symmetries[i];
            detected->symmetry_confidence = 0.6;
            return;
        }
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
