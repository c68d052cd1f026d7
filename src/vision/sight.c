/* Sight: from a picture to lattices of cells.
 *
 *     picture -> working copy (at most some 1200 pixels long)
 *             -> masks of several kinds (mask.c) -> regions that could be cells, pooled (shape.c)
 *             -> families of about one size -> a lattice for each family and kind (lattice_fit.c)
 *             -> every place looked at again (sight_look.c) -> the best lattices, each set of cells once
 *             -> colours from the full picture, grouped (colour.c)
 *
 * Nothing is known of games here. What competes for the same cells is decided by how many cells a lattice explains and
 * how well: support, shape and the distance of centres from the fit. */
#include "vision/sight.h"

#include "vision/colour.h"
#include "vision/lattice_fit.h"
#include "vision/mask.h"
#include "vision/sight_look.h"
#include "vision/sight_tell.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORKING_SIDE = 1200, MOST_FAMILIES = 10, MOST_GRIDS = 6, KINDS = 3 };

/* A lattice under consideration, in working pixels. */
struct candidate {
    struct comb_fit *fit;
    struct comb_look look;
    double score;
    unsigned cells;
};

struct scan {
    const struct comb_pixels *picture;
    struct comb_pixels *shrunk; /* NULL when the picture is small enough as it is */
    struct comb_planes planes;
    struct comb_shape_pool pool;
    struct comb_shapes family;
    size_t core; /* of the family */
    struct candidate candidates[MOST_FAMILIES * KINDS];
    unsigned candidate_count;
    double scale_x, scale_y; /* working pixels -> pixels */
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

static bool find_levels(struct scan *scan, const unsigned char *plane, unsigned most)
{
    unsigned char levels[COMB_MASK_MOST_LEVELS];
    size_t count = (size_t)scan->planes.width * scan->planes.height;
    unsigned number = comb_mask_levels(levels, most, plane, count);
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

/* How much a shape looks like a cell of that kind, 0 to 1; round shapes may be cells of any kind. */
static double likeness(const struct comb_shape *shape, enum comb_seen_kind kind)
{
    static const double whole_hexagon = 0.058, whole_square = 0.14;
    bool round = shape->six < 0.02 && shape->four < 0.035;
    if (round)
        return 0.4;
    if (kind == COMB_SEEN_SQUARE)
        return fmin(1, shape->four / whole_square) * (shape->six > 0.035 ? 0.3 : 1) * (fabs(shape->four_turn) < 25);
    bool is_flat = fabs(shape->six_turn) <= 15;
    if (is_flat != (kind == COMB_SEEN_HEX_FLAT) || shape->four > 0.06)
        return 0;
    return fmin(1, shape->six / whole_hexagon) * (1 - shape->four / 0.1);
}

/* A member of the family at the same place: another mask's view of the same cell. */
static struct comb_shape *find_twin(struct comb_shape *members, size_t count, const struct comb_shape *shape)
{
    for (size_t i = 0; i < count; i++) {
        double reach = 0.25 * shape->size;
        if (fabs(members[i].x - shape->x) < reach && fabs(members[i].y - shape->y) < reach)
            return &members[i];
    }
    return NULL;
}

/* Adds shapes of the pool of these sizes; of twins the one that more masks have seen, unless `keeps` says that those
 * there already stay. */
static bool add_members(struct scan *scan, double least, double most, enum comb_seen_kind kind, bool keeps)
{
    enum { MOST_MEMBERS = 900 };
    for (size_t i = 0; i < scan->pool.shapes.count && scan->family.count < MOST_MEMBERS; i++) {
        const struct comb_shape *shape = &scan->pool.shapes.items[i];
        if (shape->size < least || shape->size >= most || likeness(shape, kind) < 0.3)
            continue;
        struct comb_shape *twin = find_twin(scan->family.items, scan->family.count, shape);
        if (twin && !keeps && shape->votes > twin->votes)
            *twin = *shape;
        if (!twin && !comb_vec_push(&scan->family, *shape))
            return false;
    }
    return true;
}

/* Shapes of the pool from size `least` up to `ratio` times that which could be of that kind: the core; behind them
 * those somewhat smaller and larger, which perspective may have made so. */
static bool gather_family(struct scan *scan, double least, double ratio, enum comb_seen_kind kind)
{
    static const double wider = 1.35;
    scan->family.count = 0;
    if (!add_members(scan, least, least * ratio, kind, false))
        return false;
    scan->core = scan->family.count;
    return scan->core == 0 || (add_members(scan, least / wider, least, kind, true) &&
                               add_members(scan, least * ratio, least * ratio * wider, kind, true));
}

/* What was seen of cells: those that masks found in full, and as many again that were only looked for and seen. A
 * texture makes lattices that consist of the latter. */
static double support_of(const struct comb_look *look)
{
    double found = 0, grown = 0;
    size_t spots = (size_t)look->columns * (size_t)look->rows;
    for (size_t i = 0; i < spots; i++) {
        const struct comb_spot *spot = &look->spots[i];
        if (spot->state == COMB_SPOT_CELL && spot->found)
            found += fmax(spot->support, spot->faint);
        else if (spot->state == COMB_SPOT_CELL)
            grown += fmax(spot->support, spot->faint);
    }
    return found + fmin(grown, found);
}

/* A lattice is worth what its cells are worth: shape, support, contrast and the fit. */
static double score_of(const struct candidate *candidate, const struct comb_shapes *family)
{
    const struct comb_fit *fit = candidate->fit;
    double looks = 0;
    for (size_t i = 0; i < fit->count; i++)
        looks += likeness(&family->items[fit->places[i].shape], fit->kind) / (double)fit->count;
    /* Of a cell alone that is seen as one region within another, the larger is meant. */
    double contrast = fmin(1, 0.1 + candidate->look.typical / 25) * (1 + 1e-4 * fit->pitch);
    return support_of(&candidate->look) * looks * contrast * fmax(0, 1 - 6 * fit->residual);
}

static unsigned count_cells(const struct comb_look *look)
{
    unsigned cells = 0;
    size_t spots = (size_t)look->columns * (size_t)look->rows;
    for (size_t i = 0; i < spots; i++)
        cells += look->spots[i].state == COMB_SPOT_CELL;
    return cells;
}

static void drop_candidate(struct candidate *candidate)
{
    comb_look_free(&candidate->look);
    comb_fit_free(candidate->fit);
}

/* Cells are at least this wide, in pitches; what is smaller is a letter or a badge in a cell. */
static const double least_width = 0.55;

/* JPEG draws faint squares of its own, 8 or 16 pixels wide from the picture's corner on. */
static bool is_compression(const struct scan *scan, const struct candidate *candidate)
{
    static const double faint = 30;
    const struct comb_fit *fit = candidate->fit;
    double blocks = fit->pitch / 8;
    bool fits = fabs(blocks - 1) < 0.03 || fabs(blocks - 2) < 0.04;
    return fits && fit->kind == COMB_SEEN_SQUARE && fabs(fit->turn) < 0.5 && candidate->look.typical < faint &&
           scan->scale_x == 1;
}

static int try_family(struct scan *scan, enum comb_seen_kind kind)
{
    struct candidate candidate = {0};
    if (scan->core == 0)
        return COMB_OK;
    int code = comb_fit_new(&candidate.fit, scan->family.items, scan->family.count, scan->core, kind);
    if (code)
        return code == COMB_NO ? COMB_OK : code;
    if (candidate.fit->residual > 0.12 || candidate.fit->size < least_width) {
        comb_fit_free(candidate.fit);
        return COMB_OK;
    }
    code = comb_look_init(&candidate.look, &scan->planes, candidate.fit);
    if (code) {
        comb_fit_free(candidate.fit);
        return code == COMB_NO ? COMB_OK : code;
    }
    candidate.score = score_of(&candidate, &scan->family);
    candidate.cells = count_cells(&candidate.look);
    if (candidate.cells == 0 || is_compression(scan, &candidate))
        drop_candidate(&candidate);
    else
        scan->candidates[scan->candidate_count++] = candidate;
    return COMB_OK;
}

/* Sizes at which most shapes lie close together, most first; a window of sizes is not used twice. */
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
    double least = shapes->items[best].size;
    for (size_t k = best; k < shapes->count && shapes->items[k].size <= least * ratio; k++)
        used[k] = true;
    return least;
}

static int find_candidates(struct scan *scan)
{
    static const double ratio = 1.16;
    struct comb_shapes *shapes = &scan->pool.shapes;
    bool *used = calloc(shapes->count + 1, sizeof *used);
    int code = used ? COMB_OK : COMB_NO_MEMORY;
    if (shapes->count)
        qsort(shapes->items, shapes->count, sizeof *shapes->items, by_size);
    for (unsigned i = 0; code == COMB_OK && i < MOST_FAMILIES; i++) {
        double least = next_window(used, shapes, ratio);
        if (least == 0)
            break;
        for (unsigned kind = 0; code == COMB_OK && kind < KINDS; kind++) {
            code = gather_family(scan, least, ratio, (enum comb_seen_kind)kind) ? COMB_OK : COMB_NO_MEMORY;
            if (code == COMB_OK)
                code = try_family(scan, (enum comb_seen_kind)kind);
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

/* Whether most cells of a lattice lie on cells of a better one. */
static bool is_told(const struct candidate *candidate, const struct candidate *better)
{
    double back[9];
    unsigned shared = 0;
    size_t spots = (size_t)candidate->look.columns * (size_t)candidate->look.rows;
    if (!comb_map_invert(back, better->fit->map))
        return false;
    for (size_t i = 0; i < spots; i++) {
        const struct comb_spot *spot = &candidate->look.spots[i];
        double u, v, x, y, unit_x, unit_y;
        if (spot->state != COMB_SPOT_CELL)
            continue;
        comb_grid_place(&u, &v, candidate->fit->kind, spot->x, spot->y);
        comb_map_apply(&x, &y, candidate->fit->map, u, v);
        comb_map_apply(&u, &v, back, x, y);
        comb_kind_units(&unit_x, &unit_y, better->fit->kind);
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int column = (int)floor(u / unit_x + 0.5) + dx, row = (int)floor(v / unit_y + 0.5) + dy;
                const struct comb_spot *there = comb_look_at(&better->look, column, row);
                if (there && there->state == COMB_SPOT_CELL && hypot(column * unit_x - u, row * unit_y - v) < 0.45) {
                    shared++;
                    dx = dy = 2;
                }
            }
    }
    return 2 * shared >= candidate->cells;
}

static void choose(struct scan *scan)
{
    static const double least_share = 0.03;
    unsigned kept = 0;
    qsort(scan->candidates, scan->candidate_count, sizeof *scan->candidates, by_score);
    for (unsigned i = 0; i < scan->candidate_count; i++) {
        bool told = kept >= MOST_GRIDS || scan->candidates[i].score < least_share * scan->candidates[0].score;
        for (unsigned k = 0; !told && k < kept; k++)
            told = is_told(&scan->candidates[i], &scan->candidates[k]);
        if (told)
            drop_candidate(&scan->candidates[i]);
        else
            scan->candidates[kept++] = scan->candidates[i];
    }
    scan->candidate_count = kept;
}

static int tell(struct comb_sight **out, const struct scan *scan)
{
    struct comb_sight *sight = calloc(1, sizeof *sight);
    if (!sight)
        return COMB_NO_MEMORY;
    sight->picture = scan->picture;
    sight->grids = calloc(scan->candidate_count + 1, sizeof *sight->grids);
    bool good = sight->grids;
    for (unsigned i = 0; good && i < scan->candidate_count; i++) {
        good = comb_grid_tell(&sight->grids[i], &scan->candidates[i].look, scan->picture, scan->scale_x, scan->scale_y);
        sight->grid_count++;
    }
    if (!good) {
        comb_sight_free(sight);
        return COMB_NO_MEMORY;
    }
    *out = sight;
    return COMB_OK;
}

static int look_at_picture(struct comb_sight **out, struct scan *scan, struct comb_error *err)
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
        code = tell(out, scan);
    }
    return code ? comb_fail_memory(err) : COMB_OK;
}

int comb_sight_new(struct comb_sight **out, const struct comb_pixels *picture, struct comb_error *err)
{
    struct scan *scan = calloc(1, sizeof *scan);
    *out = NULL;
    if (!scan)
        return comb_fail_memory(err);
    scan->picture = picture;
    int code = look_at_picture(out, scan, err);
    for (unsigned i = 0; i < scan->candidate_count; i++)
        drop_candidate(&scan->candidates[i]);
    comb_vec_free(&scan->family);
    comb_shape_pool_free(&scan->pool);
    comb_planes_free(&scan->planes);
    comb_pixels_free(scan->shrunk);
    free(scan);
    return code;
}

void comb_sight_free(struct comb_sight *sight)
{
    if (!sight)
        return;
    for (unsigned i = 0; i < sight->grid_count; i++)
        comb_grid_release(&sight->grids[i]);
    free(sight->grids);
    free(sight);
}
