/* Detects line panels in pictures: how the parts work together.
 *
 *     picture -> a smaller view -> its few colours (colours.c)
 *             -> for each pair of ground and line: strokes (strokes.c); the pairs with most of them are tried
 *             -> nodes, pitch, map (lattice.c)
 *             -> the upright sheet (sheet.c), grown or trimmed by what its border shows; its uneven light (light.c)
 *             -> joined to itself if it is a pillar (seam.c)
 *             -> edges, nodes (places.c), ink of the cells (ink.c)
 *
 * A picture without a panel is rejected at the third step, on the small view. A finer view is tried only if the view
 * was much smaller than the picture, for small panels on large screens. A lattice counts as a panel if most of its
 * lines exist and are connected, and at least one node but not nearly all have a disc: tables, and tiles with round
 * corners, have discs nowhere or everywhere.
 *
 * Cost: a few passes over half a million pixels, then work per place. */
#include "vision/panel/parts.h"

#include "base/without_const.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COARSE_SIDE = 640, FINE_SIDE = 1100 }; /* maximum side of a view in pixels */
enum { MAX_TRIED = 6, MAX_ALIKE = 2, MAX_GROUNDS = 2 };

struct pair {
    unsigned ground, line; /* peaks */
    bool exclusive;        /* only colours nearest to the line's belong to it */
    double score;
};

struct search {
    const struct comb_pixels *picture;
    struct comb_panel_view view;
    struct comb_panel_codes codes;
    struct comb_panel_strokes strokes;
    unsigned char *mask;
    unsigned step;
    struct pair tried[MAX_TRIED];
    unsigned tried_count;
};

/* ---- pairs of colours ---- */

/* Keeps the best pairs, best first; at most two per line colour, so that other colours are tried too. */
static void insert_pair(struct search *search, struct pair pair)
{
    unsigned at = search->tried_count, alike = 0, worst = 0;
    for (unsigned i = 0; i < search->tried_count; i++)
        if (search->tried[i].line == pair.line) {
            alike++;
            worst = i;
        }
    if (alike >= MAX_ALIKE && search->tried[worst].score >= pair.score)
        return;
    if (alike >= MAX_ALIKE) {
        for (unsigned i = worst; i + 1 < search->tried_count; i++)
            search->tried[i] = search->tried[i + 1];
        at = --search->tried_count;
    }
    while (at > 0 && search->tried[at - 1].score < pair.score)
        at--;
    if (at == MAX_TRIED)
        return;
    if (search->tried_count < MAX_TRIED)
        search->tried_count++;
    for (unsigned i = search->tried_count - 1; i > at; i--)
        search->tried[i] = search->tried[i - 1];
    search->tried[at] = pair;
}

static bool find_strokes(struct search *search, struct pair *pair, unsigned step)
{
    double purity = comb_panel_mask(search->mask, &search->codes, pair->ground, pair->line, pair->exclusive);
    search->strokes.score = search->strokes.width = 0;
    pair->score = 0;
    if (purity < 0.3) /* another colour lies in that direction */
        return true;
    bool ok = comb_panel_strokes_find(&search->strokes, &search->codes, search->mask, step);
    pair->score = search->strokes.score * purity;
    return ok;
}

/* A panel of one cell has four edges of four widths, two in each direction; discs and marks may hide one of these. */
static bool try_pair(struct search *search, struct pair *pair, double min)
{
    if (!find_strokes(search, pair, search->step))
        return false;
    if (pair->score > 2.2 * search->strokes.width && pair->score > min)
        insert_pair(search, *pair);
    return true;
}

static bool can_be_pair(const struct search *search, unsigned ground, unsigned line)
{
    return line != ground && comb_panel_distance(search->codes.peaks[ground].rgb, search->codes.peaks[line].rgb) >= 20;
}

/* The peaks that border on `line` most often, and the most frequent one; returns how many. */
static unsigned choose_grounds(unsigned out[MAX_GROUNDS + 1], const struct search *search, unsigned line)
{
    unsigned count = 0;
    while (count < MAX_GROUNDS + 1) {
        unsigned best = COMB_PANEL_MAX_PEAKS, most = 0;
        for (unsigned ground = 0; ground < search->codes.peak_count; ground++) {
            unsigned borders = count == MAX_GROUNDS ? 1 : search->codes.borders[line][ground];
            bool chosen = false;
            for (unsigned i = 0; i < count; i++)
                chosen |= out[i] == ground;
            if (!chosen && borders > most && can_be_pair(search, ground, line)) {
                most = borders;
                best = ground;
            }
        }
        if (best == COMB_PANEL_MAX_PEAKS)
            return count;
        out[count++] = best;
    }
    return count;
}

/* Tries each colour as a line on the two that it borders on most often, and on the most frequent one; if a third colour
 * between or around the lines hides some of them, without that one. */
static bool try_pairs(struct search *search)
{
    search->tried_count = 0;
    for (unsigned line = 0; line < search->codes.peak_count; line++) {
        unsigned grounds[MAX_GROUNDS + 1], count = choose_grounds(grounds, search, line);
        for (unsigned i = 0; i < count; i++) {
            struct pair pair = {.ground = grounds[i], .line = line};
            if (!try_pair(search, &pair, 0))
                return false;
            double score = pair.score;
            pair.exclusive = true;
            if (!try_pair(search, &pair, 1.2 * score))
                return false;
        }
    }
    return true;
}

/* ---- from a lattice to a panel ---- */

static void scale_map(double out[9], const double map[9], double scale)
{
    for (int i = 0; i < 9; i++)
        out[i] = i < 6 ? map[i] * scale : map[i];
}

/* Moves the map's origin by whole nodes. */
static void move_map(double map[9], int u, int v)
{
    for (int i = 0; i < 3; i++)
        map[3 * i + 2] += map[3 * i] * u + map[3 * i + 1] * v;
}

static bool any_line(const struct comb_panel_sheet *sheet, bool alone, int column, int row, int step_x, int step_y,
                     int count)
{
    for (int i = 0; i < count; i++) {
        struct comb_panel_edge edge;
        comb_panel_edge_probe(&edge, sheet, column + i * step_x, row + i * step_y);
        if (alone && !comb_panel_sheet_has(sheet,
                                           (column + i * step_x +
                                            (step_x       ? 0
                                             : column < 0 ? -1
                                                          : 1)) /
                                               2.0,
                                           (row + i * step_y +
                                            (step_y    ? 0
                                             : row < 0 ? -1
                                                       : 1)) /
                                               2.0))
            continue;
        bool own = comb_panel_distance(edge.colour, sheet->ink) < 0.35 * sheet->contrast;
        if (edge.kind != COMB_PANEL_ABSENT && edge.confidence > 0.7 &&
            (!alone || (edge.isolated && (own || edge.kind == COMB_PANEL_PLAIN))))
            return true;
    }
    return false;
}

/* Whether lines continue past a side (left, right, top, bottom): at least one line connects a row of cells with the
 * next. */
static bool continues_past(const struct comb_panel_sheet *sheet, int side)
{
    int right = 2 * (int)sheet->columns, bottom = 2 * (int)sheet->rows;
    if (side < 2)
        return any_line(sheet, true, side ? right + 1 : -1, 0, 0, 2, (int)sheet->rows + 1);
    return any_line(sheet, true, 0, side == 3 ? bottom + 1 : -1, 2, 0, (int)sheet->columns + 1);
}

/* Whether a side's outermost row of cells has no lines. */
static bool is_empty(const struct comb_panel_sheet *sheet, int side)
{
    int right = 2 * (int)sheet->columns, bottom = 2 * (int)sheet->rows;
    int columns = (int)sheet->columns, rows = (int)sheet->rows;
    if (side < 2)
        return !any_line(sheet, false, side ? right - 1 : 1, 0, 0, 2, rows + 1) &&
               !any_line(sheet, false, side ? right : 0, 1, 0, 2, rows);
    return !any_line(sheet, false, 0, side == 3 ? bottom - 1 : 1, 2, 0, columns + 1) &&
           !any_line(sheet, false, 1, side == 3 ? bottom : 0, 2, 0, columns);
}

/* Changes the lattice by what the sheet's border shows; false if it is correct already. */
static bool adjust(struct comb_panel_lattice *lattice, const struct comb_panel_sheet *sheet)
{
    bool changed = false;
    for (int side = 0; side < 4; side++) {
        unsigned *size = side < 2 ? &lattice->width : &lattice->height;
        int by = continues_past(sheet, side) && *size < COMB_PANEL_MAX_SIDE ? 1
                 : is_empty(sheet, side) && *size > 1                       ? -1
                                                                            : 0;
        if (by == 0)
            continue;
        *size = (unsigned)((int)*size + by);
        changed = true;
        if (side == 0)
            move_map(lattice->to_view, -by, 0);
        if (side == 2)
            move_map(lattice->to_view, 0, -by);
    }
    return changed;
}

/* Moves the map onto the lines as the sheet shows them; false if they match already. */
static bool align(struct comb_panel_lattice *lattice, const struct comb_panel_sheet *sheet)
{
    struct comb_panel_node found[COMB_PANEL_MAX_NODES];
    double worst;
    unsigned count = comb_panel_sheet_nodes(found, sheet);
    return comb_panel_lattice_refit(lattice, &worst, found, count) && worst > 0.012;
}

/* Smooths a noisy sheet, over as much as one picture pixel spans on the sheet. */
static int reduce_noise(struct comb_panel_sheet *sheet, const struct comb_panel_lattice *lattice, const double line[3],
                        double pixel)
{
    if (sheet->noise < 3.5)
        return COMB_OK;
    unsigned reach = pixel > 1.5 ? 2 : 1;
    if (!comb_panel_sheet_smooth(sheet, reach))
        return COMB_NO_MEMORY;
    return comb_panel_sheet_measure(sheet, line, lattice->line);
}

static int make_sheet(struct comb_panel_sheet *sheet, struct comb_panel_lattice *lattice, struct search *search,
                      const double line[3], const struct comb_panel_view *view)
{
    double scale = (double)search->view.factor / view->factor;
    int aligned = 0;
    for (int round = 0;; round++) {
        double map[9];
        scale_map(map, lattice->to_view, scale);
        if (!comb_panel_sheet_new(sheet, view, map, lattice->width, lattice->height))
            return COMB_NO_MEMORY;
        int code = comb_panel_sheet_measure(sheet, line, lattice->line);
        bool again = code == COMB_OK && round < 8 && adjust(lattice, sheet);
        if (code == COMB_OK && !again && aligned < 2) {
            again = align(lattice, sheet);
            aligned = again ? aligned + 1 : 2;
        }
        if (!again)
            return code == COMB_OK ? reduce_noise(sheet, lattice, line, COMB_PANEL_UNIT / (lattice->pitch * scale))
                                   : code;
        comb_panel_sheet_free(sheet);
    }
}

/* Joins the right border to the left one if the picture shows a pillar. */
static int join_seam(struct comb_panel_sheet *sheet, struct comb_panel_lattice *lattice, const struct search *search,
                     const double line[3], const struct comb_panel_view *view)
{
    enum comb_panel_seam seam = comb_panel_seam_find(sheet);
    if (seam == COMB_PANEL_SEAM_NEXT) {
        double map[9];
        scale_map(map, lattice->to_view, (double)search->view.factor / view->factor);
        lattice->width++;
        comb_panel_sheet_free(sheet);
        if (!comb_panel_sheet_new(sheet, view, map, lattice->width, lattice->height))
            return COMB_NO_MEMORY;
        int code = comb_panel_sheet_measure(sheet, line, lattice->line);
        if (code != COMB_OK)
            return code;
    }
    if (seam == COMB_PANEL_SEAM_NEXT || seam == COMB_PANEL_SEAM_FADED)
        comb_panel_seam_restore(sheet);
    sheet->pillar = seam != COMB_PANEL_SEAM_NONE;
    return sheet->pillar ? comb_panel_sheet_measure(sheet, line, lattice->line) : COMB_OK;
}

/* ---- checking ---- */

/* Marks the places connected with `seed`; returns how many. */
static unsigned flood_lines(struct comb_panel_detection *panel, unsigned char *reached, unsigned *queue, unsigned seed)
{
    unsigned columns = comb_panel_columns(panel), rows = 2 * panel->height + 1, head = 0, tail = 0;
    queue[tail++] = seed;
    reached[seed] = 1;
    while (head < tail) {
        unsigned at = queue[head++], x = at % columns, y = at / columns;
        const unsigned next[4] = {x > 0 ? at - 1 : at, x + 1 < columns ? at + 1 : at, y > 0 ? at - columns : at,
                                  y + 1 < rows ? at + columns : at};
        for (int i = 0; i < 4; i++) {
            bool cell = next[i] % columns % 2 == 1 && next[i] / columns % 2 == 1;
            if (reached[next[i]] || cell || panel->places[next[i]].kind == COMB_PANEL_ABSENT)
                continue;
            reached[next[i]] = 1;
            queue[tail++] = next[i];
        }
    }
    return tail;
}

enum { MIN_PART = 8 }; /* places: four lines around a cell */

/* Whether a connected set of lines, the first `count` of the queue, is part of a panel: it is not just a few lines, and
 * a start or an end is on it. */
static bool is_part(const struct comb_panel_detection *panel, const unsigned *queue, unsigned count)
{
    bool used = false;
    for (unsigned i = 0; i < count; i++)
        used |= panel->places[queue[i]].kind == COMB_PANEL_DISC || panel->places[queue[i]].kind == COMB_PANEL_CAP;
    return used && count >= MIN_PART;
}

/* Keeps the largest connected set of lines and other parts of the panel; makes all other lines absent. */
static int keep_parts(struct comb_panel_detection *panel)
{
    unsigned columns = comb_panel_columns(panel), total = columns * (2 * panel->height + 1), max = 0, best = 0;
    unsigned char *reached = calloc(2, total), *kept = reached + (reached ? total : 0);
    unsigned *queue = malloc(total * sizeof *queue);
    if (!reached || !queue) {
        free(reached);
        free(queue);
        return COMB_NO_MEMORY;
    }
    for (unsigned i = 0; i < total; i++) {
        bool node = i % columns % 2 == 0 && i / columns % 2 == 0;
        if (!node || reached[i] || panel->places[i].kind == COMB_PANEL_ABSENT)
            continue;
        unsigned size = flood_lines(panel, reached, queue, i);
        best = size > max ? i : best;
        max = size > max ? size : max;
        bool part = is_part(panel, queue, size);
        panel->parts += size >= MIN_PART;
        for (unsigned k = 0; part && k < size; k++)
            kept[queue[k]] = 1;
    }
    memset(reached, 0, total);
    unsigned size = max > 0 ? flood_lines(panel, reached, queue, best) : 0;
    for (unsigned k = 0; k < size; k++)
        kept[queue[k]] = 1;
    for (unsigned i = 0; i < total; i++)
        if (!kept[i] && !(i % columns % 2 == 1 && i / columns % 2 == 1))
            panel->places[i].kind = COMB_PANEL_ABSENT;
    free(reached);
    free(queue);
    return COMB_OK;
}

/* Without any disc, only a whole lattice with an end or a few is a panel: its start may be hidden, or between nodes. */
static bool is_panel(const struct comb_panel_detection *panel)
{
    unsigned lines = 0, nodes = 0, uncertain = 0,
             all = panel->width * (panel->height + 1) + panel->height * (panel->width + 1);
    for (unsigned row = 0; row <= 2 * panel->height; row++)
        for (unsigned column = 0; column <= 2 * panel->width; column++) {
            bool there = comb_panel_at(panel, column, row)->kind != COMB_PANEL_ABSENT;
            lines += there && column % 2 != row % 2;
            nodes += there && column % 2 == 0 && row % 2 == 0;
            uncertain += fmin(comb_panel_at(panel, column, row)->confidence,
                              comb_panel_at(panel, column, row)->mark_confidence) < 0.8;
        }
    if (panel->parts > 1 && panel->caps == 0) /* what other games draw falls apart, too */
        return false;
    bool few = panel->discs * 2 <= nodes || (panel->caps > 0 && panel->discs < nodes);
    bool readable = uncertain * 7 <= all + (panel->width + 1) * (panel->height + 1);
    bool plain = panel->discs == 0 && panel->caps > 0 && panel->caps <= 4 && panel->width >= 3 && panel->height >= 3 &&
                 lines * 10 >= all * 9;
    return lines * 20 >= all * 9 && lines >= 4 && (panel->discs > 0 || plain) && few && readable;
}

/* Whether this could be just a line drawn over an undetected panel: lines are missing, and none branches. */
static bool is_bare_line(const struct comb_panel_detection *panel)
{
    bool missing = false;
    for (unsigned row = 0; row <= 2 * panel->height; row++)
        for (unsigned column = 0; column <= 2 * panel->width; column++) {
            bool there = comb_panel_at(panel, column, row)->kind != COMB_PANEL_ABSENT;
            missing |= !there && column % 2 != row % 2;
            if (column % 2 == 1 || row % 2 == 1)
                continue;
            unsigned met = (column > 0 && comb_panel_at(panel, column - 1, row)->kind != COMB_PANEL_ABSENT);
            met += row > 0 && comb_panel_at(panel, column, row - 1)->kind != COMB_PANEL_ABSENT;
            met += column < 2 * panel->width && comb_panel_at(panel, column + 1, row)->kind != COMB_PANEL_ABSENT;
            met += row < 2 * panel->height && comb_panel_at(panel, column, row + 1)->kind != COMB_PANEL_ABSENT;
            if (met > 2)
                return false;
        }
    return missing;
}

/* ---- output ---- */

static struct comb_pixel_box box_of(const double map[9], double u, double v, double half_u, double half_v)
{
    double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
    for (int i = 0; i < 4; i++) {
        double x, y;
        comb_panel_map(&x, &y, map, u + (i & 1 ? half_u : -half_u), v + (i & 2 ? half_v : -half_v));
        left = fmin(left, x);
        right = fmax(right, x);
        top = fmin(top, y);
        bottom = fmax(bottom, y);
    }
    return (struct comb_pixel_box){(int)floor(left), (int)floor(top), (int)ceil(right - left), (int)ceil(bottom - top)};
}

/* Discs and caps extend beyond the lines. */
static struct comb_pixel_box place_box(const struct comb_panel_detection *panel, unsigned column, unsigned row)
{
    const struct comb_panel_place *place = comb_panel_at(panel, column, row);
    double half = panel->line / 2 + 0.04, cell = 0.5 - half, u = column / 2.0, v = row / 2.0;
    double wide = column % 2 ? cell : half, high = row % 2 ? cell : half, cap = 0.45;
    if (place->kind == COMB_PANEL_DISC)
        wide = high = 0.28;
    if (place->kind == COMB_PANEL_CAP && place->toward_x != 0) {
        wide = (half + cap) / 2;
        u += place->toward_x * (cap - half) / 2;
    }
    if (place->kind == COMB_PANEL_CAP && place->toward_y != 0) {
        high = (half + cap) / 2;
        v += place->toward_y * (cap - half) / 2;
    }
    return box_of(panel->to_picture, u, v, wide, high);
}

static void set_boxes(struct comb_panel_detection *panel)
{
    for (unsigned row = 0; row <= 2 * panel->height; row++)
        for (unsigned column = 0; column <= 2 * panel->width; column++)
            panel->places[column + comb_panel_columns(panel) * row].box = place_box(panel, column, row);
}

static void set_margins(struct comb_panel_detection *panel, const struct comb_pixels *picture)
{
    struct comb_pixel_box box =
        box_of(panel->to_picture, panel->width / 2.0, panel->height / 2.0, panel->width / 2.0, panel->height / 2.0);
    panel->margin[0] = box.x;
    panel->margin[1] = (int)picture->width - box.x - box.width;
    panel->margin[2] = box.y;
    panel->margin[3] = (int)picture->height - box.y - box.height;
}

/* Whether a line leads from (u, v) in one direction to the picture's edge, or in the panel's own colour farther than
 * any end: then it leads to cells that are not visible or not readable. */
static bool leads_on(const struct comb_panel_sheet *sheet, double u, double v, int du, int dv)
{
    const double longest = 0.7; /* of an end */
    double near = 0.3 * (sheet->has_outside ? fmin(sheet->contrast, sheet->outside_contrast) : sheet->contrast);
    bool own = true;
    for (double away = sheet->line / 2 + 0.06; away < comb_panel_sheet_margin; away += 0.04) {
        double rgb[3];
        if (own && away > longest)
            return true;
        if (!comb_panel_sheet_has(sheet, u + du * (away + 0.03), v + dv * (away + 0.03)))
            return true;
        comb_panel_sheet_mean(rgb, sheet, u + du * away, v + dv * away, 0.02, 0.02);
        if (comb_panel_light_distance(sheet, u + du * away, v + dv * away, rgb) < 0.35)
            return false;
        own &= comb_panel_distance(rgb, sheet->ink) < near;
    }
    return false;
}

static void find_cuts(struct comb_panel_detection *panel, const struct comb_panel_sheet *sheet)
{
    static const int ways[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    for (unsigned side = panel->pillar ? 2 : 0; side < 4; side++)
        for (unsigned i = 0; i <= (side < 2 ? panel->height : panel->width); i++) {
            unsigned column = side == 0 ? 0 : side == 1 ? 2 * panel->width : 2 * i;
            unsigned row = side == 2 ? 0 : side == 3 ? 2 * panel->height : 2 * i;
            panel->cut[side] |= comb_panel_at(panel, column, row)->kind != COMB_PANEL_ABSENT &&
                                leads_on(sheet, column / 2.0, row / 2.0, ways[side][0], ways[side][1]);
        }
}

static void cut_patches(unsigned char *patches, const struct comb_panel_sheet *sheet)
{
    unsigned margin = (unsigned)(comb_panel_sheet_margin * COMB_PANEL_UNIT);
    for (unsigned cell = 0; cell < sheet->columns * sheet->rows; cell++) {
        unsigned left = margin + cell % sheet->columns * COMB_PANEL_UNIT;
        unsigned top = margin + cell / sheet->columns * COMB_PANEL_UNIT;
        for (unsigned y = 0; y < COMB_PANEL_UNIT; y++, patches += 3 * COMB_PANEL_UNIT)
            memcpy(patches, sheet->rgb + 3 * (left + (size_t)sheet->width * (top + y)), 3 * COMB_PANEL_UNIT);
    }
}

static struct comb_panel_detection *panel_new(const struct comb_panel_sheet *sheet)
{
    size_t places = (size_t)(2 * sheet->columns + 1) * (2 * sheet->rows + 1);
    struct comb_panel_detection *panel = calloc(1, sizeof *panel);
    unsigned char *patches = malloc(3 * (size_t)COMB_PANEL_PATCH * sheet->columns * sheet->rows);
    if (panel && patches)
        panel->places = calloc(places, sizeof *panel->places);
    if (!panel || !patches || !panel->places) {
        free(patches);
        free(panel);
        return NULL;
    }
    cut_patches(patches, sheet);
    panel->patches = patches;
    panel->width = sheet->columns;
    panel->height = sheet->rows;
    panel->line = sheet->line;
    panel->blur_width = sheet->blur_width;
    panel->ground = comb_panel_rgb(sheet->ground);
    panel->outside = comb_panel_rgb(sheet->has_outside ? sheet->outside : sheet->ground);
    panel->line_colour = comb_panel_rgb(sheet->ink);
    panel->noise = sheet->noise;
    panel->pillar = sheet->pillar;
    return panel;
}

static void place_panel(struct comb_panel_detection *panel, const struct comb_panel_lattice *lattice,
                        const struct search *search)
{
    const double *map = panel->to_picture;
    double x[2], y[2];
    scale_map(panel->to_picture, lattice->to_view, search->view.factor);
    comb_panel_map(&x[0], &y[0], map, 0, panel->height / 2.0);
    comb_panel_map(&x[1], &y[1], map, panel->width, panel->height / 2.0);
    panel->rotation = atan2(y[1] - y[0], x[1] - x[0]) * 180 / 3.14159265358979323846;
    panel->unit = lattice->pitch * search->view.factor;
    panel->residual = lattice->residual;
    set_boxes(panel);
    set_margins(panel, search->picture);
}

static int probe_lattice(struct comb_panel_detection **out, struct search *search, struct comb_panel_lattice *lattice,
                         const double line[3])
{
    struct comb_panel_view finer = {0}, *view = &search->view;
    struct comb_panel_sheet sheet = {0};
    unsigned factor = (unsigned)(lattice->pitch * search->view.factor / (1.6 * COMB_PANEL_UNIT));
    factor = factor < 1 ? 1 : factor;
    if (factor > 2 || factor < search->view.factor) { /* a view at factor 2 or less is always exact */
        if (!comb_panel_view_new(&finer, search->picture, factor, true))
            return COMB_NO_MEMORY;
        view = &finer;
    }
    int code = make_sheet(&sheet, lattice, search, line, view);
    if (code == COMB_OK)
        code = join_seam(&sheet, lattice, search, line, view);
    struct comb_panel_detection *panel = code == COMB_OK ? panel_new(&sheet) : NULL;
    if (code == COMB_OK && (!panel || !comb_panel_sheet_bend(&sheet)))
        code = COMB_NO_MEMORY;
    if (code == COMB_OK) {
        comb_panel_places_probe(panel, &sheet);
        code = keep_parts(panel);
    }
    if (code == COMB_OK && !is_panel(panel))
        code = COMB_NO;
    if (code == COMB_OK)
        find_cuts(panel, &sheet);
    comb_panel_sheet_free(&sheet);
    comb_panel_view_free(&finer);
    if (code == COMB_OK) {
        place_panel(panel, lattice, search);
        *out = panel;
    } else {
        comb_panel_free(panel);
    }
    return code;
}

/* ---- one picture size after the other ---- */

/* A drawn line hides parts of a panel and dims the rest relative to its own contrast: the same lattice is probed again
 * for lines of every other colour. Replaces *panel if that shows more. */
static int probe_beneath_line(struct comb_panel_detection **panel, struct search *search,
                              const struct comb_panel_lattice *lattice, const double drawn[3])
{
    for (unsigned line = 0; line < search->codes.peak_count; line++) {
        struct comb_panel_lattice copy = *lattice;
        struct comb_panel_detection *other = NULL;
        if (comb_panel_distance(search->codes.peaks[line].rgb, drawn) < 20)
            continue;
        int code = probe_lattice(&other, search, &copy, search->codes.peaks[line].rgb);
        if (code == COMB_NO_MEMORY)
            return code;
        if (code == COMB_OK && !is_bare_line(other)) {
            comb_panel_free(*panel);
            *panel = other;
            return COMB_OK;
        }
        comb_panel_free(other);
    }
    return COMB_OK;
}

/* Fits a lattice to the strokes found last, which have the given colour. */
static int try_lattice(struct comb_panel_detection **out, struct search *search, const double line[3])
{
    struct comb_panel_lattice lattice;
    *out = NULL;
    int code = comb_panel_lattice_fit(&lattice, &search->strokes);
    if (code == COMB_OK)
        code = probe_lattice(out, search, &lattice, line);
    if (code == COMB_OK && is_bare_line(*out))
        code = probe_beneath_line(out, search, &lattice, line);
    return code;
}

/* How well the places were classified: their number, less for each that is uncertain. */
static double quality(const struct comb_panel_detection *panel)
{
    unsigned count = comb_panel_columns(panel) * (2 * panel->height + 1);
    double sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += 2 * panel->places[i].confidence - 1;
    return panel->caps > 0 ? sum : sum / 4;
}

/* Quality relative to that of a panel with an end and without uncertain places. */
static double relative_quality(const struct comb_panel_detection *panel)
{
    return quality(panel) / (comb_panel_columns(panel) * (2 * panel->height + 1));
}

/* Such a panel need not be compared with others. */
static bool is_good(const struct comb_panel_detection *panel)
{
    return panel && relative_quality(panel) > 0.9;
}

/* Replaces *best if the strokes found last give a better panel, of at least the given relative quality. */
static int try_strokes(struct comb_panel_detection **best, struct search *search, const double line[3], double min)
{
    struct comb_panel_detection *panel = NULL;
    int code = try_lattice(&panel, search, line);
    bool better = code == COMB_OK && relative_quality(panel) >= min && (!*best || quality(panel) > quality(*best));
    comb_panel_free(better ? *best : panel);
    *best = better ? panel : *best;
    return code == COMB_NO_MEMORY ? code : COMB_OK;
}

static int try_colours(struct comb_panel_detection **best, struct search *search)
{
    int code = try_pairs(search) ? COMB_OK : COMB_NO_MEMORY;
    for (unsigned i = 0; i < search->tried_count && code == COMB_OK && !is_good(*best); i++)
        code = find_strokes(search, &search->tried[i], 1)
                   ? try_strokes(best, search, search->codes.peaks[search->tried[i].line].rgb, 0)
                   : COMB_NO_MEMORY;
    return code;
}

/* The mean colour in the middle of the strokes that have the usual width. */
static void stroke_colour(double rgb[3], const struct search *search)
{
    const struct comb_panel_view *view = &search->view;
    double sums[3] = {0}, count = 0;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < search->strokes.count[side]; i++) {
            const struct comb_panel_stroke *stroke = &search->strokes.strokes[side][i];
            double along = (stroke->from + stroke->to) / 2, across = stroke->at + stroke->slope * along;
            unsigned x = (unsigned)(side ? along : across), y = (unsigned)(side ? across : along);
            if (fabs(stroke->width - search->strokes.width) > 0.3 * search->strokes.width || x >= view->width ||
                y >= view->height)
                continue;
            for (unsigned c = 0; c < 3; c++)
                sums[c] += view->rgb[3 * (x + (size_t)view->width * y) + c];
            count++;
        }
    for (int c = 0; c < 3; c++)
        rgb[c] = count > 0 ? sums[c] / count : 0;
}

/* For panels without a single colour: lines that are darker than their surroundings, then brighter ones. Almost every
 * photo has some, so only a lattice that leaves few uncertain places counts. */
static int try_surroundings(struct comb_panel_detection **best, struct search *search)
{
    struct comb_panel_codes local;
    int code = comb_panel_codes_local(&local, &search->view) ? COMB_OK : COMB_NO_MEMORY;
    if (code != COMB_OK)
        return code;
    for (unsigned kind = 1; kind <= 2 && code == COMB_OK && !is_good(*best); kind++) {
        double line[3];
        memset(search->mask, 0, COMB_PANEL_CODES);
        search->mask[kind] = 1;
        if (!comb_panel_strokes_find(&search->strokes, &local, search->mask, 1)) {
            code = COMB_NO_MEMORY;
        } else if (search->strokes.width > 0) {
            stroke_colour(line, search);
            code = try_strokes(best, search, line, 0.8);
        }
    }
    comb_panel_codes_free(&local);
    return code;
}

static int search_view(struct comb_panel_detection **out, struct search *search)
{
    if (!comb_panel_codes_new(&search->codes, &search->view))
        return COMB_NO_MEMORY;
    int code = try_colours(out, search);
    if (code == COMB_OK && !is_good(*out))
        code = try_surroundings(out, search);
    comb_panel_codes_free(&search->codes);
    if (code == COMB_OK)
        return *out ? COMB_OK : COMB_NO;
    comb_panel_free(*out);
    *out = NULL;
    return code;
}

static int search_size(struct comb_panel_detection **out, struct search *search, unsigned factor)
{
    enum { MIN_SIDE = 12 }; /* smallest usable view */
    if (search->picture->width / factor < MIN_SIDE || search->picture->height / factor < MIN_SIDE)
        return COMB_NO;
    if (!comb_panel_view_new(&search->view, search->picture, factor, false))
        return COMB_NO_MEMORY;
    unsigned longest = search->view.width > search->view.height ? search->view.width : search->view.height;
    search->step = 1 + longest / 320;
    int code = search_view(out, search);
    comb_panel_view_free(&search->view);
    return code;
}

/* Tries a finer view only if the first one is so coarse that lines of six pixels would be lost. */
static int search_sizes(struct comb_panel_detection **out, struct search *search)
{
    unsigned side = search->picture->width > search->picture->height ? search->picture->width : search->picture->height;
    unsigned coarse = (side + COARSE_SIDE - 1) / COARSE_SIDE, fine = (side + FINE_SIDE - 1) / FINE_SIDE;
    int code = search_size(out, search, coarse);
    return code == COMB_NO && coarse >= 3 ? search_size(out, search, fine) : code;
}

int comb_panel_detect(struct comb_panel_detection **out, const struct comb_pixels *picture, struct comb_error *err)
{
    struct search search = {.picture = picture};
    *out = NULL;
    search.mask = malloc(COMB_PANEL_CODES);
    for (int side = 0; side < 2; side++)
        search.strokes.strokes[side] = malloc(COMB_PANEL_MAX_STROKES * sizeof *search.strokes.strokes[side]);
    int code = search.mask && search.strokes.strokes[0] && search.strokes.strokes[1] ? COMB_OK : COMB_NO_MEMORY;
    if (code == COMB_OK)
        code = search_sizes(out, &search);
    free(search.mask);
    free(search.strokes.strokes[0]);
    free(search.strokes.strokes[1]);
    if (code == COMB_NO_MEMORY)
        return comb_fail_memory(err);
    return code == COMB_NO ? comb_fail(err, COMB_NO, "no line panel found in the picture") : code;
}

void comb_panel_free(struct comb_panel_detection *panel)
{
    if (!panel)
        return;
    free(panel->places);
    free(comb_without_const(panel->patches));
    free(panel);
}
