/* Detects lattices of cells in a picture.
 *
 *     picture -> working copy (longer side at most about 1200 pixels)
 *             -> masks of several kinds (mask.c) -> regions that could be cells, pooled (shape.c)
 *             -> families of similar size -> one lattice per family and kind (lattice_fit.c)
 *             -> probe every place of the lattice (probe.c) -> the best lattices, without duplicates
 *             -> colours from the full picture, clustered (colour.c)
 *
 * Nothing here knows a game. When lattices compete for the same cells, the one that explains more cells and explains
 * them better wins: support, shape, and distance of the centres from the fit. */
#include "vision/detect/detect.h"

#include "vision/detect/lattice_fit.h"
#include "vision/detect/letters.h"
#include "vision/detect/mask.h"
#include "vision/detect/probe.h"
#include "vision/detect/result.h"
#include "vision/pixels/colour.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORKING_SIDE = 1200, MAX_FAMILIES = 10, MAX_GRIDS = 6, KINDS = 3, MIN_SQUARE = 9 };

/* A lattice under consideration, in working pixels. */
struct candidate {
    struct comb_fit *fit;
    struct comb_probe probe;
    double score;
    unsigned cells;
};

struct scan {
    const struct comb_pixels *picture;
    struct comb_pixels *shrunk; /* NULL if the picture is small enough already */
    struct comb_planes planes;
    struct comb_shape_pool pool;
    struct comb_shapes family;
    size_t core; /* number of shapes in the family's core */
    struct candidate candidates[MAX_FAMILIES * KINDS];
    unsigned candidate_count;
    double scale_x, scale_y; /* working pixels -> picture pixels */
};

static const struct comb_pixels *working(const struct scan *scan)
{
    return scan->shrunk ? scan->shrunk : scan->picture;
}

static int shrink(struct scan *scan, struct comb_error *err)
{
    const struct comb_pixels *picture = scan->picture;
    unsigned longest = picture->width > picture->height ? picture->width : picture->height;
    scan->scale_x = scan->scale_y = 1;
    if (longest <= WORKING_SIDE)
        return COMB_OK;
    unsigned width = (unsigned)((uint64_t)picture->width * WORKING_SIDE / longest);
    unsigned height = (unsigned)((uint64_t)picture->height * WORKING_SIDE / longest);
    width = width < 4 ? 4 : width;
    height = height < 4 ? 4 : height;
    scan->scale_x = (double)picture->width / width;
    scan->scale_y = (double)picture->height / height;
    return comb_pixels_shrink(&scan->shrunk, picture, width, height, err);
}

static bool find_in(struct scan *scan, const unsigned char *labels)
{
    return comb_shapes_find(&scan->pool, labels, scan->planes.width, scan->planes.height);
}

static bool find_flat(struct scan *scan)
{
    static const unsigned char levels[] = {2, 4, 7, 11, 17, 26, 40};
    bool good = true;
    for (unsigned i = 0; good && i < sizeof levels; i++) {
        comb_mask_flat(scan->planes.scratch, &scan->planes, levels[i]);
        good = find_in(scan, scan->planes.scratch);
    }
    return good;
}

static bool find_levels(struct scan *scan, const unsigned char *plane, unsigned max)
{
    unsigned char levels[COMB_MASK_MAX_LEVELS];
    size_t count = (size_t)scan->planes.width * scan->planes.height;
    unsigned number = comb_mask_levels(levels, max, plane, count);
    bool good = true;
    for (unsigned i = 0; good && i < number; i++) {
        comb_mask_level(scan->planes.scratch, plane, count, levels[i]);
        good = find_in(scan, scan->planes.scratch);
    }
    return good;
}

static bool find_shapes(struct scan *scan)
{
    struct comb_planes *planes = &scan->planes;
    size_t count = (size_t)planes->width * planes->height;
    if (!find_flat(scan) || !comb_mask_colours(planes->scratch, planes) || !find_in(scan, planes->scratch) ||
        !find_levels(scan, planes->grey, 8))
        return false;
    comb_mask_difference(planes->scratch2, planes->colour[0], planes->colour[2], count);
    if (!find_levels(scan, planes->scratch2, 4))
        return false;
    comb_mask_difference(planes->scratch2, planes->colour[0], planes->colour[1], count);
    return find_levels(scan, planes->scratch2, 4);
}

static int by_size(const void *a, const void *b)
{
    const struct comb_shape *first = a, *second = b;
    if (first->size != second->size)
        return first->size < second->size ? -1 : 1;
    if (first->y != second->y)
        return first->y < second->y ? -1 : 1;
    return (first->x > second->x) - (first->x < second->x);
}

/* How much a shape resembles a cell of `kind`, 0 to 1; a round shape may be a cell of any kind. */
static double likeness(const struct comb_shape *shape, enum comb_detected_kind kind)
{
    static const double whole_hexagon = 0.058, whole_square = 0.14;
    bool round = shape->harmonic6 < 0.02 && shape->harmonic4 < 0.035;
    if (round)
        return 0.4;
    if (kind == COMB_DETECTED_SQUARE)
        return fmin(1, shape->harmonic4 / whole_square) * (shape->harmonic6 > 0.035 ? 0.3 : 1) *
               (fabs(shape->square_rotation) < 25);
    bool is_flat = fabs(shape->hex_rotation) <= 15;
    if (is_flat != (kind == COMB_DETECTED_HEX_FLAT) || shape->harmonic4 > 0.06)
        return 0;
    return fmin(1, shape->harmonic6 / whole_hexagon) * (1 - shape->harmonic4 / 0.1);
}

/* Returns the member at the same place (the same cell, found by another mask), or NULL. */
static struct comb_shape *find_twin(struct comb_shape *members, size_t count, const struct comb_shape *shape)
{
    for (size_t i = 0; i < count; i++) {
        double reach = 0.25 * shape->size;
        if (fabs(members[i].x - shape->x) < reach && fabs(members[i].y - shape->y) < reach)
            return &members[i];
    }
    return NULL;
}

/* Adds the pooled shapes with a size in [min, max]. Of duplicates the one with more votes stays, or, if
 * `keep_existing`, the one already there. */
static bool add_members(struct scan *scan, double min, double max, enum comb_detected_kind kind, bool keep_existing)
{
    enum { MAX_MEMBERS = 900 };
    for (size_t i = 0; i < scan->pool.shapes.count && scan->family.count < MAX_MEMBERS; i++) {
        const struct comb_shape *shape = &scan->pool.shapes.items[i];
        if (shape->size < min || shape->size >= max || likeness(shape, kind) < 0.3)
            continue;
        struct comb_shape *twin = find_twin(scan->family.items, scan->family.count, shape);
        if (twin && !keep_existing && shape->votes > twin->votes)
            *twin = *shape;
        if (!twin && !comb_vec_push(&scan->family, *shape))
            return false;
    }
    return true;
}

/* Gathers the pooled shapes of `kind` with sizes from `min` to `ratio * min` (the core), followed by somewhat smaller
 * and larger ones, which perspective may cause. */
static bool gather_family(struct scan *scan, double min, double ratio, enum comb_detected_kind kind)
{
    static const double wider = 1.35;
    scan->family.count = 0;
    if (!add_members(scan, min, min * ratio, kind, false))
        return false;
    scan->core = scan->family.count;
    return scan->core == 0 || (add_members(scan, min / wider, min, kind, true) &&
                               add_members(scan, min * ratio, min * ratio * wider, kind, true));
}

/* Number of detected cells: those found by masks plus at most as many that only the probe found. A lattice on a texture
 * consists mostly of the latter. */
static double support_of(const struct comb_probe *probe)
{
    double found = 0, grown = 0;
    size_t spots = (size_t)probe->columns * (size_t)probe->rows;
    for (size_t i = 0; i < spots; i++) {
        const struct comb_probe_spot *spot = &probe->spots[i];
        if (spot->state == COMB_PROBE_SPOT_CELL && spot->found)
            found += fmax(spot->support, spot->faint);
        else if (spot->state == COMB_PROBE_SPOT_CELL)
            grown += fmax(spot->support, spot->faint);
    }
    return found + fmin(grown, found);
}

/* Scores a lattice by its cells' shape, support and contrast, and by the fit. */
static double score_of(const struct candidate *candidate, const struct comb_shapes *family)
{
    const struct comb_fit *fit = candidate->fit;
    double resemblance = 0;
    for (size_t i = 0; i < fit->count; i++)
        resemblance += likeness(&family->items[fit->places[i].shape], fit->kind) / (double)fit->count;
    /* a single cell may appear as one region inside another: prefer the larger */
    double contrast = fmin(1, 0.1 + candidate->probe.typical / 25) * (1 + 1e-4 * fit->pitch);
    return support_of(&candidate->probe) * resemblance * contrast * fmax(0, 1 - 6 * fit->residual);
}

static unsigned count_cells(const struct comb_probe *probe)
{
    unsigned cells = 0;
    size_t spots = (size_t)probe->columns * (size_t)probe->rows;
    for (size_t i = 0; i < spots; i++)
        cells += probe->spots[i].state == COMB_PROBE_SPOT_CELL;
    return cells;
}

static void drop_candidate(struct candidate *candidate)
{
    comb_probe_free(&candidate->probe);
    comb_fit_free(candidate->fit);
}

/* minimum width of a cell in pitches; anything smaller is a letter or a badge inside a cell */
static const double min_width = 0.55;

/* JPEG compression draws faint squares, 8 or 16 pixels wide, aligned with the picture's corner. */
static bool is_compression(const struct scan *scan, const struct candidate *candidate)
{
    static const double faint = 30;
    const struct comb_fit *fit = candidate->fit;
    double blocks = fit->pitch / 8;
    bool fits = fabs(blocks - 1) < 0.03 || fabs(blocks - 2) < 0.04;
    return fits && fit->kind == COMB_DETECTED_SQUARE && fabs(fit->rotation) < 0.5 && candidate->probe.typical < faint &&
           scan->scale_x == 1;
}

static int try_family(struct scan *scan, enum comb_detected_kind kind)
{
    struct candidate candidate = {0};
    if (scan->core == 0)
        return COMB_OK;
    int code = comb_fit_new(&candidate.fit, scan->family.items, scan->family.count, scan->core, kind);
    if (code)
        return code == COMB_NO ? COMB_OK : code;
    if (candidate.fit->residual > 0.12 || candidate.fit->size < min_width) {
        comb_fit_free(candidate.fit);
        return COMB_OK;
    }
    code = comb_probe_init(&candidate.probe, &scan->planes, candidate.fit);
    if (code) {
        comb_fit_free(candidate.fit);
        return code == COMB_NO ? COMB_OK : code;
    }
    candidate.score = score_of(&candidate, &scan->family);
    candidate.cells = count_cells(&candidate.probe);
    if (candidate.cells == 0 || is_compression(scan, &candidate))
        drop_candidate(&candidate);
    else
        scan->candidates[scan->candidate_count++] = candidate;
    return COMB_OK;
}

/* Returns the start of the unused size window that holds the most shapes. */
static double next_window(bool *used, const struct comb_shapes *shapes, double ratio)
{
    size_t best = 0, best_count = 0, end = 0;
    for (size_t i = 0; i < shapes->count; i++) {
        size_t fresh = 0;
        end = end < i ? i : end;
        while (end < shapes->count && shapes->items[end].size <= shapes->items[i].size * ratio)
            end++;
        for (size_t k = i; k < end; k++)
            fresh += used[k] ? 0 : 1;
        if (fresh > best_count) {
            best_count = fresh;
            best = i;
        }
    }
    if (best_count == 0)
        return 0;
    double min = shapes->items[best].size;
    for (size_t k = best; k < shapes->count && shapes->items[k].size <= min * ratio; k++)
        used[k] = true;
    return min;
}

static int find_candidates(struct scan *scan)
{
    static const double ratio = 1.16;
    struct comb_shapes *shapes = &scan->pool.shapes;
    bool *used = calloc(shapes->count + 1, sizeof *used);
    int code = used ? COMB_OK : COMB_NO_MEMORY;
    if (shapes->count)
        qsort(shapes->items, shapes->count, sizeof *shapes->items, by_size);
    for (unsigned i = 0; code == COMB_OK && i < MAX_FAMILIES; i++) {
        double min = next_window(used, shapes, ratio);
        if (min == 0)
            break;
        for (unsigned kind = 0; code == COMB_OK && kind < KINDS; kind++) {
            code = gather_family(scan, min, ratio, (enum comb_detected_kind)kind) ? COMB_OK : COMB_NO_MEMORY;
            if (code == COMB_OK)
                code = try_family(scan, (enum comb_detected_kind)kind);
        }
    }
    free(used);
    return code;
}

static int by_score(const void *a, const void *b)
{
    double first = ((const struct candidate *)a)->score, second = ((const struct candidate *)b)->score;
    return (first < second) - (first > second);
}

/* Whether most cells of a lattice coincide with cells of a better one. */
static bool is_covered(const struct candidate *candidate, const struct candidate *better)
{
    double back[9];
    unsigned shared = 0;
    size_t spots = (size_t)candidate->probe.columns * (size_t)candidate->probe.rows;
    if (!comb_map_invert(back, better->fit->map))
        return false;
    for (size_t i = 0; i < spots; i++) {
        const struct comb_probe_spot *spot = &candidate->probe.spots[i];
        double u, v, x, y, unit_x, unit_y;
        if (spot->state != COMB_PROBE_SPOT_CELL)
            continue;
        comb_grid_place(&u, &v, candidate->fit->kind, spot->x, spot->y);
        comb_map_apply(&x, &y, candidate->fit->map, u, v);
        comb_map_apply(&u, &v, back, x, y);
        comb_fit_units(&unit_x, &unit_y, better->fit->kind);
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int column = (int)floor(u / unit_x + 0.5) + dx, row = (int)floor(v / unit_y + 0.5) + dy;
                const struct comb_probe_spot *there = comb_probe_at(&better->probe, column, row);
                if (there && there->state == COMB_PROBE_SPOT_CELL &&
                    hypot(column * unit_x - u, row * unit_y - v) < 0.45) {
                    shared++;
                    dx = dy = 2;
                }
            }
    }
    return 2 * shared >= candidate->cells;
}

/* Cells that all stand alone may appear as one region inside another, each with a pitch that fits. The outer regions
 * are the cells: moves the best lattice of them to the front of those of the same cells. */
static void prefer_outer(struct scan *scan)
{
    static const double min_score = 0.6; /* of the inner lattice's score */
    for (unsigned i = 0; i < scan->candidate_count; i++)
        for (unsigned k = i + 1; k < scan->candidate_count && scan->candidates[i].fit->guessed_pitch; k++) {
            struct candidate inner = scan->candidates[i], outer = scan->candidates[k];
            if (!outer.fit->guessed_pitch || outer.fit->kind != inner.fit->kind || outer.cells != inner.cells ||
                outer.fit->pitch <= inner.fit->pitch || outer.score < min_score * inner.score ||
                !is_covered(&outer, &inner))
                continue;
            scan->candidates[i] = outer;
            scan->candidates[k] = inner;
        }
}

static void choose(struct scan *scan)
{
    static const double min_score_ratio = 0.03;
    unsigned kept = 0;
    qsort(scan->candidates, scan->candidate_count, sizeof *scan->candidates, by_score);
    prefer_outer(scan);
    for (unsigned i = 0; i < scan->candidate_count; i++) {
        bool covered = kept >= MAX_GRIDS || scan->candidates[i].score < min_score_ratio * scan->candidates[0].score;
        for (unsigned k = 0; !covered && k < kept; k++)
            covered = is_covered(&scan->candidates[i], &scan->candidates[k]);
        if (covered)
            drop_candidate(&scan->candidates[i]);
        else
            scan->candidates[kept++] = scan->candidates[i];
    }
    scan->candidate_count = kept;
}

/* Adds a square of letters without tiles if no square of tiles was found; false if out of memory. */
static bool add_letters(struct comb_detection *detection, const struct scan *scan)
{
    for (unsigned i = 0; i < detection->grid_count; i++)
        if (detection->grids[i].kind == COMB_DETECTED_SQUARE && detection->grids[i].count >= MIN_SQUARE)
            return true;
    struct comb_detected_grid *grid = &detection->grids[detection->grid_count];
    int code = comb_letters_find(grid, &scan->planes, scan->picture, scan->scale_x, scan->scale_y);
    if (code == COMB_OK)
        detection->grid_count++;
    else
        comb_grid_release(grid);
    return code != COMB_NO_MEMORY;
}

static int export_grids(struct comb_detection **out, const struct scan *scan)
{
    struct comb_detection *detection = calloc(1, sizeof *detection);
    if (!detection)
        return COMB_NO_MEMORY;
    detection->picture = scan->picture;
    detection->memo = calloc(1, sizeof *detection->memo); /* optional: saves time only */
    detection->grids = calloc(scan->candidate_count + 2, sizeof *detection->grids);
    bool good = detection->grids;
    for (unsigned i = 0; good && i < scan->candidate_count; i++) {
        good = comb_grid_export(&detection->grids[i], &scan->candidates[i].probe, scan->picture, scan->scale_x,
                                scan->scale_y);
        detection->grid_count++;
    }
    good = good && add_letters(detection, scan);
    if (!good) {
        comb_detection_free(detection);
        return COMB_NO_MEMORY;
    }
    *out = detection;
    return COMB_OK;
}

static int detect_in_picture(struct comb_detection **out, struct scan *scan, struct comb_error *err)
{
    int code = shrink(scan, err);
    if (code)
        return code;
    if (!comb_planes_init(&scan->planes, working(scan)) ||
        !comb_shape_pool_init(&scan->pool, scan->planes.width, scan->planes.height))
        return comb_fail_memory(err);
    comb_pixels_free(scan->shrunk);
    scan->shrunk = NULL;
    code = find_shapes(scan) ? find_candidates(scan) : COMB_NO_MEMORY;
    if (code == COMB_OK) {
        choose(scan);
        code = export_grids(out, scan);
    }
    return code ? comb_fail_memory(err) : COMB_OK;
}

int comb_detection_new(struct comb_detection **out, const struct comb_pixels *picture, struct comb_error *err)
{
    struct scan *scan = calloc(1, sizeof *scan);
    *out = NULL;
    if (!scan)
        return comb_fail_memory(err);
    scan->picture = picture;
    int code = detect_in_picture(out, scan, err);
    for (unsigned i = 0; i < scan->candidate_count; i++)
        drop_candidate(&scan->candidates[i]);
    comb_vec_free(&scan->family);
    comb_shape_pool_free(&scan->pool);
    comb_planes_free(&scan->planes);
    comb_pixels_free(scan->shrunk);
    free(scan);
    return code;
}

void comb_detection_free(struct comb_detection *detection)
{
    if (!detection)
        return;
    for (unsigned i = 0; i < detection->grid_count; i++)
        comb_grid_release(&detection->grids[i]);
    if (detection->memo && detection->memo->data)
        detection->memo->release(detection->memo->data);
    free(detection->memo);
    free(detection->grids);
    free(detection);
}
