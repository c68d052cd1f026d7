/* Panels on pictures: how the parts work together.
 *
 *     picture -> a smaller view -> its few colours (panel_colours.c)
 *             -> for each pair of ground and line: strokes (panel_strokes.c); the pairs with most of them are tried
 *             -> nodes, pitch, map (panel_lattice.c)
 *             -> the upright sheet (panel_sheet.c), grown or trimmed by what its border shows
 *             -> edges, nodes (panel_places.c), ink of the cells (panel_ink.c)
 *
 * A picture that is no panel is found out at the third step, on the small view. Only when the view was much smaller
 * than the picture a finer one is tried, for small panels on large screens. A lattice counts as a panel when most of
 * its lines are there, hang together, and at least one node has a disc but by no means all of them: tables and tiles
 * with round corners have none, or everywhere.
 *
 * Cost: some passes over half a million pixels, then work by place. */
#include "vision/panel_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COARSE_SIDE = 640, FINE_SIDE = 1100 }; /* pixels of a view */
enum { MOST_TRIED = 6, MOST_ALIKE = 2, MOST_GROUNDS = 2 };

struct pair {
    unsigned ground, line; /* peaks */
    double score;
};

struct search {
    const struct comb_pixels *picture;
    struct comb_panel_view view;
    struct comb_panel_codes codes;
    struct comb_panel_strokes strokes;
    unsigned char *mask;
    unsigned step;
    struct pair tried[MOST_TRIED];
    unsigned tried_count;
};

/* ---- pairs of colours ---- */

/* Keeps the best ones, best first; of one line's colour no more than two, so that others have their turn. */
static void keep_pair(struct search *search, struct pair pair)
{
    unsigned at = search->tried_count, alike = 0, worst = 0;
    for (unsigned i = 0; i < search->tried_count; i++)
        if (search->tried[i].line == pair.line) {
            alike++;
            worst = i;
        }
    if (alike >= MOST_ALIKE && search->tried[worst].score >= pair.score)
        return;
    if (alike >= MOST_ALIKE) {
        for (unsigned i = worst; i + 1 < search->tried_count; i++)
            search->tried[i] = search->tried[i + 1];
        at = --search->tried_count;
    }
    while (at > 0 && search->tried[at - 1].score < pair.score)
        at--;
    if (at == MOST_TRIED)
        return;
    if (search->tried_count < MOST_TRIED)
        search->tried_count++;
    for (unsigned i = search->tried_count - 1; i > at; i--)
        search->tried[i] = search->tried[i - 1];
    search->tried[at] = pair;
}

static bool find_strokes(struct search *search, struct pair *pair, unsigned step)
{
    double purity = comb_panel_mask(search->mask, &search->codes, pair->ground, pair->line);
    search->strokes.score = search->strokes.width = 0;
    pair->score = 0;
    if (purity < 0.3) /* it is another colour that lies that way */
        return true;
    bool ok = comb_panel_strokes_find(&search->strokes, &search->codes, search->mask, step);
    pair->score = search->strokes.score * purity;
    return ok;
}

/* Each colour as a line on the two most frequent other ones. A panel of one cell has four edges of four widths, two of
 * them each way. */
static bool try_pairs(struct search *search)
{
    search->tried_count = 0;
    for (unsigned line = 0; line < search->codes.peak_count; line++)
        for (unsigned ground = 0, grounds = 0; ground < search->codes.peak_count && grounds < MOST_GROUNDS; ground++) {
            struct pair pair = {.ground = ground, .line = line};
            if (line == ground ||
                comb_panel_distance(search->codes.peaks[ground].rgb, search->codes.peaks[line].rgb) < 20)
                continue;
            grounds++;
            if (!find_strokes(search, &pair, search->step))
                return false;
            if (pair.score > 4 * search->strokes.width)
                keep_pair(search, pair);
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
        comb_panel_edge_look(&edge, sheet, column + i * step_x, row + i * step_y);
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
            (!alone || (edge.alone && (own || edge.kind == COMB_PANEL_PLAIN))))
            return true;
    }
    return false;
}

/* Whether lines go on past a side, left, right, top, bottom: a row of cells hangs together with the next one by at
 * least one of them. */
static bool goes_on(const struct comb_panel_sheet *sheet, int side)
{
    int right = 2 * (int)sheet->columns, bottom = 2 * (int)sheet->rows;
    if (side < 2)
        return any_line(sheet, true, side ? right + 1 : -1, 0, 0, 2, (int)sheet->rows + 1);
    return any_line(sheet, true, 0, side == 3 ? bottom + 1 : -1, 2, 0, (int)sheet->columns + 1);
}

/* Whether a side's outermost row of cells has lines at all. */
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

/* Changes the lattice by what the sheet's border shows; false when it is right as it is. */
static bool adjust(struct comb_panel_lattice *lattice, const struct comb_panel_sheet *sheet)
{
    bool changed = false;
    for (int side = 0; side < 4; side++) {
        unsigned *size = side < 2 ? &lattice->width : &lattice->height;
        int by = goes_on(sheet, side) && *size < COMB_PANEL_MOST_SIDE ? 1 : is_empty(sheet, side) && *size > 1 ? -1 : 0;
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

/* Moves the map onto the lines as the sheet shows them; false when they are there already. */
static bool align(struct comb_panel_lattice *lattice, const struct comb_panel_sheet *sheet)
{
    struct comb_panel_found found[COMB_PANEL_MOST_FOUND];
    double worst;
    unsigned count = comb_panel_sheet_nodes(found, sheet);
    return comb_panel_lattice_refit(lattice, &worst, found, count) && worst > 0.012;
}

/* What is noisy is smoothed, over as much as a pixel of the picture takes on the sheet. */
static int calm(struct comb_panel_sheet *sheet, const struct comb_panel_lattice *lattice, const double line[3],
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
                      struct pair pair, const struct comb_panel_view *view)
{
    const double *line = search->codes.peaks[pair.line].rgb;
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
            return code == COMB_OK ? calm(sheet, lattice, line, COMB_PANEL_UNIT / (lattice->pitch * scale)) : code;
        comb_panel_sheet_free(sheet);
    }
}

/* ---- judging ---- */

/* Lines that hang together with most others; the rest is made absent. */
static unsigned spread(struct comb_panel_seen *panel, unsigned char *reached, unsigned *queue, unsigned seed)
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

static int keep_largest(struct comb_panel_seen *panel)
{
    unsigned columns = comb_panel_columns(panel), total = columns * (2 * panel->height + 1), most = 0, best = 0;
    unsigned char *reached = calloc(total, 1);
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
        unsigned size = spread(panel, reached, queue, i);
        best = size > most ? i : best;
        most = size > most ? size : most;
    }
    memset(reached, 0, total);
    if (most > 0)
        spread(panel, reached, queue, best);
    for (unsigned i = 0; i < total; i++)
        if (!reached[i] && !(i % columns % 2 == 1 && i / columns % 2 == 1))
            panel->places[i].kind = COMB_PANEL_ABSENT;
    free(reached);
    free(queue);
    return COMB_OK;
}

static bool is_panel(const struct comb_panel_seen *panel)
{
    unsigned lines = 0, nodes = 0, all = panel->width * (panel->height + 1) + panel->height * (panel->width + 1);
    for (unsigned row = 0; row <= 2 * panel->height; row++)
        for (unsigned column = 0; column <= 2 * panel->width; column++) {
            bool there = comb_panel_at(panel, column, row)->kind != COMB_PANEL_ABSENT;
            lines += there && column % 2 != row % 2;
            nodes += there && column % 2 == 0 && row % 2 == 0;
        }
    bool few = panel->discs * 2 <= nodes || (panel->caps > 0 && panel->discs < nodes);
    return lines * 20 >= all * 9 && lines >= 4 && panel->discs > 0 && few;
}

/* Whether it could be no more than a line drawn over a panel that was not seen: lines are missing, and none branches.
 */
static bool is_bare_line(const struct comb_panel_seen *panel)
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

/* ---- what the caller gets ---- */

static struct comb_box box_of(const double map[9], double u, double v, double half_u, double half_v)
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
    return (struct comb_box){(int)floor(left), (int)floor(top), (int)ceil(right - left), (int)ceil(bottom - top)};
}

/* A disc and a cap reach beyond the lines. */
static struct comb_box place_box(const struct comb_panel_seen *panel, unsigned column, unsigned row)
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

static void set_boxes(struct comb_panel_seen *panel)
{
    for (unsigned row = 0; row <= 2 * panel->height; row++)
        for (unsigned column = 0; column <= 2 * panel->width; column++)
            panel->places[column + comb_panel_columns(panel) * row].box = place_box(panel, column, row);
}

static void set_margins(struct comb_panel_seen *panel, const struct comb_pixels *picture)
{
    struct comb_box box =
        box_of(panel->to_picture, panel->width / 2.0, panel->height / 2.0, panel->width / 2.0, panel->height / 2.0);
    panel->margin[0] = box.x;
    panel->margin[1] = (int)picture->width - box.x - box.width;
    panel->margin[2] = box.y;
    panel->margin[3] = (int)picture->height - box.y - box.height;
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

static struct comb_panel_seen *panel_new(const struct comb_panel_sheet *sheet)
{
    size_t places = (size_t)(2 * sheet->columns + 1) * (2 * sheet->rows + 1);
    struct comb_panel_seen *panel = calloc(1, sizeof *panel);
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
    panel->soft = sheet->soft;
    panel->ground = comb_panel_rgb(sheet->ground);
    panel->line_colour = comb_panel_rgb(sheet->ink);
    panel->noise = sheet->noise;
    return panel;
}

static void place_panel(struct comb_panel_seen *panel, const struct comb_panel_lattice *lattice,
                        const struct search *search)
{
    const double *map = panel->to_picture;
    double x[2], y[2];
    scale_map(panel->to_picture, lattice->to_view, search->view.factor);
    comb_panel_map(&x[0], &y[0], map, 0, panel->height / 2.0);
    comb_panel_map(&x[1], &y[1], map, panel->width, panel->height / 2.0);
    panel->turn = atan2(y[1] - y[0], x[1] - x[0]) * 180 / 3.14159265358979323846;
    panel->unit = lattice->pitch * search->view.factor;
    panel->residual = lattice->residual;
    set_boxes(panel);
    set_margins(panel, search->picture);
}

static int look_closer(struct comb_panel_seen **out, struct search *search, struct comb_panel_lattice *lattice,
                       struct pair pair)
{
    struct comb_panel_view finer = {0}, *view = &search->view;
    struct comb_panel_sheet sheet = {0};
    unsigned factor = (unsigned)(lattice->pitch * search->view.factor / (1.1 * COMB_PANEL_UNIT));
    factor = factor < 1 ? 1 : factor;
    if (factor > 2 || factor < search->view.factor) { /* a view at two or less is exact in any case */
        if (!comb_panel_view_new(&finer, search->picture, factor, true))
            return COMB_NO_MEMORY;
        view = &finer;
    }
    int code = make_sheet(&sheet, lattice, search, pair, view);
    struct comb_panel_seen *panel = code == COMB_OK ? panel_new(&sheet) : NULL;
    if (code == COMB_OK && !panel)
        code = COMB_NO_MEMORY;
    if (code == COMB_OK) {
        comb_panel_places_look(panel, &sheet);
        code = keep_largest(panel);
    }
    if (code == COMB_OK && !is_panel(panel))
        code = COMB_NO;
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

/* ---- one size of the picture after the other ---- */

/* A line over a panel hides some of it, and dims the rest beside its own contrast: the same lattice is looked at once
 * more for lines of each other colour. *panel is replaced where that shows more. */
static int look_beneath(struct comb_panel_seen **panel, struct search *search, const struct comb_panel_lattice *lattice,
                        struct pair pair)
{
    for (unsigned line = 0; line < search->codes.peak_count; line++) {
        struct comb_panel_lattice copy = *lattice;
        struct comb_panel_seen *other = NULL;
        if (line == pair.line)
            continue;
        int code = look_closer(&other, search, &copy, (struct pair){.ground = pair.ground, .line = line});
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

static int search_view(struct comb_panel_seen **out, struct search *search)
{
    if (!comb_panel_codes_new(&search->codes, &search->view))
        return COMB_NO_MEMORY;
    int code = try_pairs(search) ? COMB_NO : COMB_NO_MEMORY;
    for (unsigned i = 0; i < search->tried_count && code == COMB_NO; i++) {
        struct comb_panel_lattice lattice;
        if (!find_strokes(search, &search->tried[i], 1))
            code = COMB_NO_MEMORY;
        else
            code = comb_panel_lattice_fit(&lattice, &search->strokes);
        if (code == COMB_OK)
            code = look_closer(out, search, &lattice, search->tried[i]);
        if (code == COMB_OK && is_bare_line(*out))
            code = look_beneath(out, search, &lattice, search->tried[i]);
    }
    comb_panel_codes_free(&search->codes);
    return code;
}

static int search_size(struct comb_panel_seen **out, struct search *search, unsigned factor)
{
    enum { LEAST_SIDE = 12 }; /* of a view that can show anything */
    if (search->picture->width / factor < LEAST_SIDE || search->picture->height / factor < LEAST_SIDE)
        return COMB_NO;
    if (!comb_panel_view_new(&search->view, search->picture, factor, false))
        return COMB_NO_MEMORY;
    unsigned longest = search->view.width > search->view.height ? search->view.width : search->view.height;
    search->step = 1 + longest / 320;
    int code = search_view(out, search);
    comb_panel_view_free(&search->view);
    return code;
}

/* A finer view only where the first one is so much coarser that lines of six pixels would be lost. */
static int search_sizes(struct comb_panel_seen **out, struct search *search)
{
    unsigned side = search->picture->width > search->picture->height ? search->picture->width : search->picture->height;
    unsigned coarse = (side + COARSE_SIDE - 1) / COARSE_SIDE, fine = (side + FINE_SIDE - 1) / FINE_SIDE;
    int code = search_size(out, search, coarse);
    return code == COMB_NO && coarse >= 3 ? search_size(out, search, fine) : code;
}

int comb_panel_look(struct comb_panel_seen **out, const struct comb_pixels *picture, struct comb_error *err)
{
    struct search search = {.picture = picture};
    *out = NULL;
    search.mask = malloc(COMB_PANEL_CODES);
    for (int side = 0; side < 2; side++)
        search.strokes.strokes[side] = malloc(COMB_PANEL_MOST_STROKES * sizeof *search.strokes.strokes[side]);
    int code = search.mask && search.strokes.strokes[0] && search.strokes.strokes[1] ? COMB_OK : COMB_NO_MEMORY;
    if (code == COMB_OK)
        code = search_sizes(out, &search);
    free(search.mask);
    free(search.strokes.strokes[0]);
    free(search.strokes.strokes[1]);
    if (code == COMB_NO_MEMORY)
        return comb_fail_memory(err);
    return code == COMB_NO ? comb_fail(err, COMB_NO, "there is no line panel on the picture") : code;
}

void comb_panel_free(struct comb_panel_seen *panel)
{
    if (!panel)
        return;
    free(panel->places);
    free((void *)(uintptr_t)panel->patches);
    free(panel);
}
