/* Recognises symbols: which of the known shapes the ink in a cell resembles.
 *
 *     square    a box with more or less round corners, about two fifths of the cell
 *     star      a box and the same box rotated by 45 degrees
 *     Y         elimination mark: three bars at 120 degrees, either way up
 *     triangle  one or more side by side; more than three may form rows
 *     pieces    blocks on a grid of their own, upright or rotated, full or hollow (pieces.c)
 *
 * Each hypothesis is fitted to the ink's bounding box, drawn as soft coverage from its signed distance, and compared
 * with the ink pixel by pixel: the difference, relative to both together, is its error. There are no thresholds on
 * features: the smallest error wins, and its lead over the next one gives the confidence. Squares and stars are
 * compared with their holes filled, because marks may be cut into them and black ones may be drawn as outlines. */
#include "games/witness/read/symbols.h"

#include <math.h>
#include <string.h>

enum { SIDE = COMB_WITNESS_READ_SIDE, MAX_TRIANGLES = 9 };

static const double pi = 3.14159265358979323846;

/* ---- comparing ---- */

double comb_witness_shape_mismatch(const struct comb_witness_ink *ink, bool filled, comb_witness_distance *distance,
                                   const void *shape)
{
    const float *cover = filled ? ink->filled : ink->cover;
    int left = (int)fmax(0, ink->left - 2), right = (int)fmin(SIDE, ink->right + 3);
    int top = (int)fmax(0, ink->top - 2), bottom = (int)fmin(SIDE, ink->bottom + 3);
    double different = 0, both = 0, sharp = 1 / ink->blur_width;
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++) {
            double away = distance(x + 0.5, y + 0.5, shape) * sharp;
            double drawn = away <= -0.5 ? 1 : away >= 0.5 ? 0 : 0.5 - away, covered = cover[x + SIDE * y];
            different += drawn > covered ? drawn - covered : covered - drawn;
            both += drawn > covered ? drawn : covered;
        }
    return both > 0 ? different / both : 1;
}

double comb_witness_box_distance(double x, double y, double half_width, double half_height)
{
    double dx = fabs(x) - half_width, dy = fabs(y) - half_height;
    if (dx <= 0 || dy <= 0)
        return fmax(dx, dy);
    return sqrt(dx * dx + dy * dy);
}

/* ---- measuring ---- */

/* Where the maximum of a row or column of pixels passes one half, from either end. */
static void limits(double *low, double *high, const double tops[SIDE])
{
    int first = 0, last = SIDE - 1;
    while (first < SIDE - 1 && tops[first] < 0.5)
        first++;
    while (last > 0 && tops[last] < 0.5)
        last--;
    double before = first > 0 ? tops[first - 1] : 0, after = last < SIDE - 1 ? tops[last + 1] : 0;
    *low = first + 0.5 - (tops[first] > before ? (tops[first] - 0.5) / (tops[first] - before) : 0);
    *high = last + 0.5 + (tops[last] > after ? (tops[last] - 0.5) / (tops[last] - after) : 0);
}

static void measure_box(struct comb_witness_ink *ink)
{
    double columns[SIDE] = {0}, rows[SIDE] = {0};
    for (int i = 0; i < COMB_PANEL_PATCH; i++) {
        columns[i % SIDE] = fmax(columns[i % SIDE], ink->cover[i]);
        rows[i / SIDE] = fmax(rows[i / SIDE], ink->cover[i]);
    }
    limits(&ink->left, &ink->right, columns);
    limits(&ink->top, &ink->bottom, rows);
}

/* Fills what the ground does not reach from outside through coverage less than `wall`. */
static void fill_holes(struct comb_witness_ink *ink, float wall)
{
    short queue[COMB_PANEL_PATCH];
    bool outside[COMB_PANEL_PATCH] = {false};
    int head = 0, tail = 0;
    for (int i = 0; i < COMB_PANEL_PATCH; i++)
        if (i % SIDE == 0 || i % SIDE == SIDE - 1 || i / SIDE == 0 || i / SIDE == SIDE - 1) {
            outside[i] = true;
            queue[tail++] = (short)i;
        }
    while (head < tail) {
        static const int steps[4] = {-1, 1, -SIDE, SIDE};
        int at = queue[head++];
        for (int k = 0; k < 4; k++) {
            int next = at + steps[k];
            bool wraps = k < 2 && next / SIDE != at / SIDE;
            if (next < 0 || next >= COMB_PANEL_PATCH || wraps || outside[next] || ink->cover[next] >= wall)
                continue;
            outside[next] = true;
            queue[tail++] = (short)next;
        }
    }
    for (int i = 0; i < COMB_PANEL_PATCH; i++)
        ink->filled[i] = outside[i] || ink->cover[i] >= wall ? ink->cover[i] : 1;
}

/* A filled hole leaves a seam of half-covered pixels around it; closes it by counting everything inside. */
static void close_seams(struct comb_witness_ink *ink)
{
    bool inner[COMB_PANEL_PATCH] = {false};
    for (int i = SIDE + 1; i < COMB_PANEL_PATCH - SIDE - 1; i++) {
        float min = 1;
        for (int k = 0; k < 9; k++)
            min = fminf(min, ink->filled[i + k % 3 - 1 + SIDE * (k / 3 - 1)]);
        inner[i] = min >= 0.5f;
    }
    for (int i = 0; i < COMB_PANEL_PATCH; i++)
        ink->filled[i] = inner[i] ? 1 : ink->filled[i];
}

static double sum_of(const float *cover)
{
    double sum = 0;
    for (int i = 0; i < COMB_PANEL_PATCH; i++)
        sum += cover[i];
    return sum;
}

/* A thin outline has coverage below one half in places: it is one if a weaker wall encloses far more. */
static void fill(struct comb_witness_ink *ink)
{
    fill_holes(ink, 0.5f);
    close_seams(ink);
    ink->filled_area = sum_of(ink->filled);
    if (ink->filled_area > 1.15 * ink->area)
        return;
    fill_holes(ink, 0.2f);
    close_seams(ink);
    if (sum_of(ink->filled) < 1.8 * ink->area) {
        fill_holes(ink, 0.5f);
        close_seams(ink);
    }
    ink->filled_area = sum_of(ink->filled);
}

static void measure(struct comb_witness_ink *ink, const struct comb_panel_ink *panel_ink,
                    const struct comb_panel_detection *panel)
{
    memset(ink, 0, sizeof *ink);
    for (int i = 0; i < COMB_PANEL_PATCH; i++)
        ink->cover[i] = (float)(panel_ink->cover[i] / 255.0);
    ink->area = sum_of(ink->cover);
    measure_box(ink);
    fill(ink);
    ink->blur_width = fmax(1, fmin(panel->blur_width * SIDE, 1.2 * panel_ink->blur_width));
    ink->panel_width = (int)panel->width;
    ink->panel_height = (int)panel->height;
}

/* ---- shapes ---- */

struct outline {
    double x, y, half_width, half_height;
    double round;      /* of a box's corners */
    double bar, reach; /* of an elimination mark: half the width and the length of its bars */
    int up;            /* of an elimination mark: 1 or -1 */
    int count, columns, rows;
    double base, high, step_x, step_y;
};

static double square_distance(double x, double y, const void *shape)
{
    const struct outline *box = shape;
    double dx = fabs(x - box->x) - box->half_width + box->round, dy = fabs(y - box->y) - box->half_height + box->round;
    double out_x = dx > 0 ? dx : 0, out_y = dy > 0 ? dy : 0;
    return sqrt(out_x * out_x + out_y * out_y) + fmin(fmax(dx, dy), 0) - box->round;
}

static double star_distance(double x, double y, const void *shape)
{
    const struct outline *star = shape;
    double dx = x - star->x, dy = y - star->y, half = (star->half_width + star->half_height) / 2 * sqrt(0.5);
    double straight = comb_witness_box_distance(dx, dy, half, half);
    double turned = comb_witness_box_distance((dx + dy) * sqrt(0.5), (dy - dx) * sqrt(0.5), half, half);
    return fmin(straight, turned);
}

static double fork_distance(double x, double y, const void *shape)
{
    const struct outline *fork = shape;
    double nearest = 1e9;
    for (int arm = 0; arm < 3; arm++) {
        double angle = (120 * arm - 90) * pi / 180, dx = x - fork->x, dy = (y - fork->y) * fork->up;
        double along = dx * cos(angle) + dy * sin(angle), across = dy * cos(angle) - dx * sin(angle);
        double half = (fork->reach + fork->bar / 2) / 2;
        nearest = fmin(nearest, comb_witness_box_distance(along - fork->reach + half, across, half, fork->bar));
    }
    return nearest;
}

static double segment_distance(double x, double y, double dx, double dy)
{
    double along = (x * dx + y * dy) / (dx * dx + dy * dy);
    along = along < 0 ? 0 : along > 1 ? 1 : along;
    x -= along * dx;
    y -= along * dy;
    return sqrt(x * x + y * y);
}

/* One triangle, base down, around the centre of its box, with round corners. */
static double triangle_distance(double x, double y, const struct outline *group)
{
    double base = group->base - 2 * group->round, high = group->high - 2 * group->round;
    double half = base / 2, length = hypot(high, half);
    x = fabs(x);
    double slant = (x * high - (y + high / 2) * half) / length, under = y - high / 2;
    if (slant <= 0 && under <= 0)
        return fmax(slant, under) - group->round;
    double side = segment_distance(x, y + high / 2, half, high), bottom = segment_distance(x, under, half, 0);
    return fmin(side, bottom) - group->round;
}

static double triangles_distance(double x, double y, const void *shape)
{
    const struct outline *group = shape;
    int row = (int)floor((y - group->y) / group->step_y + group->rows / 2.0);
    row = row < 0 ? 0 : row >= group->rows ? group->rows - 1 : row;
    int here = group->count - row * group->columns;
    here = here < group->columns ? here : group->columns;
    int column = (int)floor((x - group->x) / group->step_x + here / 2.0);
    column = column < 0 ? 0 : column >= here ? here - 1 : column;
    return triangle_distance(x - group->x - (column - (here - 1) / 2.0) * group->step_x,
                             y - group->y - (row - (group->rows - 1) / 2.0) * group->step_y, group);
}

/* ---- hypotheses ---- */

static void add_candidate(struct comb_witness_symbol_candidates *out,
                          const struct comb_witness_symbol_candidate *symbol)
{
    bool same = symbol->thing.kind == out->best.thing.kind && symbol->thing.triangles == out->best.thing.triangles &&
                symbol->thing.kind != COMB_WITNESS_POLYOMINO;
    if (out->best.thing.kind == COMB_WITNESS_EMPTY || symbol->error < out->best.error) {
        if (!same)
            out->second = out->best;
        out->best = *symbol;
    } else if (!same && (out->second.thing.kind == COMB_WITNESS_EMPTY || symbol->error < out->second.error)) {
        out->second = *symbol;
    }
}

/* Symbols have usual sizes, in cells; small and blurred ones differ in little else. */
static double too_small(double pixels, double usual)
{
    return 0.6 * fmax(0, 1 - pixels / (usual * SIDE));
}

static double too_large(double pixels, double usual)
{
    return 0.6 * fmax(0, pixels / (usual * SIDE) - 1);
}

static void add_kind(struct comb_witness_symbol_candidates *out, enum comb_witness_kind kind, double error)
{
    struct comb_witness_symbol_candidate symbol = {.thing = {.kind = (uint8_t)kind}, .error = error};
    add_candidate(out, &symbol);
}

static void try_boxes(struct comb_witness_symbol_candidates *out, const struct comb_witness_ink *ink,
                      struct outline outline)
{
    static const double rounds[] = {0.38, 0.55, 0.78}; /* relative to half the side; blocks have sharp corners */
    double side = outline.half_width + outline.half_height,
           asymmetry = fabs(outline.half_width - outline.half_height) / side;
    if (side < 0.26 * SIDE || side > 0.66 * SIDE || asymmetry > 0.12)
        return;
    double best = 1;
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++) {
        outline.round = rounds[i] * fmin(outline.half_width, outline.half_height);
        best = fmin(best, comb_witness_shape_mismatch(ink, true, square_distance, &outline));
    }
    double filled = ink->filled_area / (4 * outline.half_width * outline.half_height); /* a square fills its box */
    add_kind(out, COMB_WITNESS_SQUARE, best + 0.8 * fmax(0, 0.72 - filled));
    for (int i = 0; i < 4; i++) { /* soft tips make its box smaller than drawn */
        struct outline star = outline;
        star.half_width += 0.2 * i * ink->blur_width;
        star.half_height += 0.2 * i * ink->blur_width;
        add_kind(out, COMB_WITNESS_STAR, comb_witness_shape_mismatch(ink, true, star_distance, &star));
    }
}

/* The box is 2 (r cos 30 + b / 2) wide, for bars of length r and half width b; tries several b and, if borders are
 * soft, larger boxes. */
static void try_forks(struct comb_witness_symbol_candidates *out, const struct comb_witness_ink *ink,
                      struct outline outline)
{
    const double c = cos(pi / 6);
    int sizes = ink->blur_width > 1.4 ? 3 : 1;
    for (int guess = 0; guess < 3 * sizes; guess++) {
        double grow = 0.2 * (guess / 3) * ink->blur_width;
        outline.bar = (0.14 + 0.025 * (guess % 3)) * 2 * (outline.half_height + grow);
        outline.reach = (outline.half_width + grow - outline.bar / 2) / c;
        if (outline.reach < 2 || outline.reach > 0.45 * SIDE)
            continue;
        for (outline.up = -1; outline.up <= 1; outline.up += 2) {
            struct outline fork = outline;
            double top = outline.up > 0 ? ink->top - grow : ink->bottom + grow;
            fork.y = top + outline.up * outline.reach;
            add_kind(out, COMB_WITNESS_ELIMINATION,
                     comb_witness_shape_mismatch(ink, false, fork_distance, &fork) +
                         too_small(2 * fork.half_width, 0.25));
        }
    }
}

static void add_triangles(struct comb_witness_symbol_candidates *out, const struct comb_witness_ink *ink,
                          const struct outline *group)
{
    struct comb_witness_symbol_candidate symbol = {
        .thing = {.kind = COMB_WITNESS_TRIANGLE, .triangles = (uint8_t)group->count}};
    if (group->base < 0.06 * SIDE || group->base > 0.4 * SIDE || group->high < 0.6 * group->base ||
        group->high > 1.15 * group->base)
        return;
    symbol.error = comb_witness_shape_mismatch(ink, false, triangles_distance, group) + too_large(group->base, 0.25) +
                   (group->count > 3 ? 0.05 : 0); /* no panel of the game has more than three */
    add_candidate(out, &symbol);
}

/* Sharp corners leave the intended spaces; round ones make triangles shorter and spaces wider. */
static void try_group(struct comb_witness_symbol_candidates *out, const struct comb_witness_ink *ink,
                      struct outline outline)
{
    static const struct {
        double space, round; /* of the base */
    } styles[] = {{0.13, 0}, {0.25, 0}, {0.3, 0.1}};
    double width = 2 * outline.half_width, height = 2 * outline.half_height;
    outline.rows = (outline.count + outline.columns - 1) / outline.columns;
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++) {
        outline.base = width / (outline.columns + (outline.columns - 1) * styles[i].space);
        outline.round = styles[i].round * outline.base;
        outline.step_x = outline.base * (1 + styles[i].space);
        outline.step_y = outline.step_x;
        outline.high = height - (outline.rows - 1) * outline.step_y;
        add_triangles(out, ink, &outline);
    }
}

/* In one row or, from four on, in a group as square as possible. Soft tips make them look lower than they are. */
static void try_triangles(struct comb_witness_symbol_candidates *out, const struct comb_witness_ink *ink,
                          struct outline outline, double grow)
{
    outline.half_width += grow;
    outline.half_height += 1.5 * grow;
    outline.y -= 0.5 * grow;
    for (outline.count = 1; outline.count <= MAX_TRIANGLES; outline.count++) {
        outline.columns = outline.count;
        try_group(out, ink, outline);
        outline.columns = (int)ceil(sqrt(outline.count));
        if (outline.count > 3)
            try_group(out, ink, outline);
    }
}

/* How much narrower the ink is above than below: 0 for blocks, which stand for themselves, towards 1 for triangles. */
static double taper(const struct comb_witness_ink *ink)
{
    double upper = 0, lower = 0, high = ink->bottom - ink->top;
    for (int i = 0; i < COMB_PANEL_PATCH; i++) {
        double down = (i / SIDE + 0.5 - ink->top) / high;
        upper += down > 0.05 && down < 0.4 ? ink->cover[i] : 0;
        lower += down > 0.6 && down < 0.95 ? ink->cover[i] : 0;
    }
    return lower > 0 ? 1 - upper / lower : 0;
}

/* A piece that explains the ink with its holes counts for more than a square or star that needs them filled. */
static void prefer_holes(struct comb_witness_symbol_candidates *out, const struct comb_witness_ink *ink,
                         const struct comb_witness_shape *shape, double error)
{
    double holes = 1 - ink->area / fmax(ink->filled_area, 1);
    struct comb_witness_symbol_candidate *boxes[2] = {&out->best, &out->second};
    for (int i = 0; error < 0.33 && shape->width > 2 && shape->height > 2 && i < 2; i++)
        if (boxes[i]->thing.kind == COMB_WITNESS_SQUARE || boxes[i]->thing.kind == COMB_WITNESS_STAR)
            boxes[i]->error += holes;
}

static void try_pieces(struct comb_witness_symbol_candidates *out, const struct comb_witness_ink *ink)
{
    struct comb_witness_symbol_candidate pieces[2];
    int count = comb_witness_read_pieces(pieces, ink);
    if (count > 0)
        prefer_holes(out, ink, &pieces[0].shape, pieces[0].error);
    for (int i = 0; i < count; i++) {
        if (pieces[i].shape.height == 1 && !pieces[i].thing.negative)
            pieces[i].error += 0.35 * fmax(0, taper(ink) - 0.25);
        add_candidate(out, &pieces[i]);
    }
}

/* A row of triangles and a row of as many blocks have the same box; in a soft picture only the taper tells them apart.
 */
static void compare_rows(struct comb_witness_symbol_candidates *out, const struct comb_witness_ink *ink)
{
    struct comb_witness_symbol_candidate *piece = &out->best, *row = &out->second;
    if (piece->thing.kind == COMB_WITNESS_TRIANGLE) {
        piece = &out->second;
        row = &out->best;
    }
    if (piece->thing.kind != COMB_WITNESS_POLYOMINO || row->thing.kind != COMB_WITNESS_TRIANGLE ||
        piece->shape.height != 1 || piece->shape.width != row->thing.triangles || piece->thing.negative ||
        fabs(piece->error - row->error) > 0.1)
        return;
    const double limit = 0.25;
    double narrows = taper(ink), lead = fmin(0.08, 0.4 * fabs(narrows - limit));
    bool triangles = narrows > limit;
    double better = fmin(piece->error, row->error);
    piece->error = triangles ? better + lead : better;
    row->error = triangles ? better : better + lead;
    if (out->best.error > out->second.error) {
        struct comb_witness_symbol_candidate best = out->second;
        out->second = out->best;
        out->best = best;
    }
}

/* A square and a piece that fills one differ only by the spaces between blocks and by their corners. */
static bool are_squares(const struct comb_witness_symbol_candidate *a, const struct comb_witness_symbol_candidate *b)
{
    const struct comb_witness_symbol_candidate *piece = a->thing.kind == COMB_WITNESS_POLYOMINO ? a : b,
                                               *other = piece == a ? b : a;
    if (piece->thing.kind != COMB_WITNESS_POLYOMINO || other->thing.kind != COMB_WITNESS_SQUARE)
        return false;
    return piece->shape.width == piece->shape.height && piece->shape.width > 1;
}

/* How bare the vertical lines between the blocks of a piece are, 0 to 1; a square has no such lines. */
static double bareness(const struct comb_witness_ink *ink, const struct comb_witness_symbol_candidate *piece)
{
    double sum = 0, pitch = (ink->right - ink->left) / piece->shape.width;
    for (int line = 1; line < piece->shape.width; line++) {
        int middle = (int)(ink->left + line * pitch);
        double barest = 1;
        for (int x = middle - 1; x <= middle + 1; x++) {
            int rows = (int)ink->bottom - (int)ink->top - 1;
            double cover = 0;
            for (int y = (int)ink->top + 1; y < (int)ink->bottom; y++)
                cover += ink->cover[x + SIDE * y];
            barest = fmin(barest, rows > 0 ? cover / rows : 1);
        }
        sum += 1 - barest;
    }
    return sum / (piece->shape.width - 1);
}

void comb_witness_read_symbol(struct comb_witness_symbol_candidates *out, const struct comb_panel_ink *panel_ink,
                              const struct comb_panel_detection *panel)
{
    struct comb_witness_ink ink;
    memset(out, 0, sizeof *out);
    out->confidence = 1;
    if (!panel_ink->any)
        return;
    measure(&ink, panel_ink, panel);
    struct outline outline = {.x = (ink.left + ink.right) / 2,
                              .y = (ink.top + ink.bottom) / 2,
                              .half_width = (ink.right - ink.left) / 2,
                              .half_height = (ink.bottom - ink.top) / 2};
    try_boxes(out, &ink, outline);
    try_forks(out, &ink, outline);
    for (int i = 0; i < (ink.blur_width > 1.4 ? 3 : 1); i++)
        try_triangles(out, &ink, outline, 0.2 * i * ink.blur_width);
    try_pieces(out, &ink);
    compare_rows(out, &ink);
    bool box = out->best.thing.kind == COMB_WITNESS_SQUARE || out->best.thing.kind == COMB_WITNESS_STAR;
    out->outlined = box && ink.area < 0.5 * ink.filled_area;
    double lead = out->second.thing.kind ? out->second.error - out->best.error : 1;
    if (are_squares(&out->best, &out->second)) {
        bool piece = out->best.thing.kind == COMB_WITNESS_POLYOMINO;
        bool lines = piece && !out->best.thing.free && bareness(&ink, &out->best) > 0.4;
        lead = lines ? fmax(lead, 0.08) : ink.blur_width > 2.4 ? 0.4 * lead : lead;
    }
    double sharpness = fmax(ink.right - ink.left, ink.bottom - ink.top) / ink.blur_width;
    out->confidence = (0.5 + 0.5 * fmin(1, lead / 0.08)) * fmin(1, 1.35 - out->best.error) * fmin(1, sharpness / 2.3);
    bool piece = out->best.thing.kind == COMB_WITNESS_POLYOMINO, small = panel->width < 5 || panel->height < 5;
    if (small && (piece || out->best.error > 0.15) && comb_witness_oversized_error(&ink) + 0.04 < out->best.error)
        out->confidence = fmin(out->confidence, 0.5);
}
