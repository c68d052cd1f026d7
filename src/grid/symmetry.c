/* Symmetries of boards.
 *
 * A transform is an optional mirror followed by rotations by 90 or 60 degrees, as integer arithmetic on steps:
 *
 *     square, 90 degrees:       (x, y) -> (-y, x)
 *     hexagons, pointy top, 60: (x, y) -> ((x - 3y) / 2, (x + y) / 2)
 *     hexagons, flat top, 60:   (x, y) -> ((x - y) / 2, (3x + y) / 2)
 *
 * The divisions are exact for steps within one tiling (x + y even). To transform a board, transform the step from cell
 * 0 to every cell, shift the result to normal position and sort it: O(n log n) for n cells. Two boards have the same
 * outline if these sorted points are equal, so the group and the canonical form only compare arrays; a lattice with
 * neighbours is built only for the result. */
#include "grid/symmetry.h"

#include "base/arena.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TRANSFORMS = 12 };

static bool is_hex(enum comb_lattice_kind kind)
{
    return kind == COMB_LATTICE_HEX_POINTY || kind == COMB_LATTICE_HEX_FLAT;
}

unsigned comb_transform_count(enum comb_lattice_kind kind)
{
    return is_hex(kind) ? 12 : 8;
}

static unsigned rotation_count(enum comb_lattice_kind kind)
{
    return comb_transform_count(kind) / 2;
}

static struct comb_point rotate_once(enum comb_lattice_kind kind, struct comb_point step)
{
    switch (kind) {
    case COMB_LATTICE_HEX_POINTY:
        return (struct comb_point){(step.x - 3 * step.y) / 2, (step.x + step.y) / 2};
    case COMB_LATTICE_HEX_FLAT:
        return (struct comb_point){(step.x - step.y) / 2, (3 * step.x + step.y) / 2};
    default:
        return (struct comb_point){-step.y, step.x};
    }
}

/* A rotation by 180 degrees is a change of sign, which is exact for every step, also between two tilings. */
static struct comb_point transform_step(enum comb_lattice_kind kind, unsigned transform, struct comb_point step)
{
    assert(transform < comb_transform_count(kind));
    unsigned rotations = transform % rotation_count(kind);
    unsigned half = rotation_count(kind) / 2;
    if (transform >= rotation_count(kind))
        step.x = -step.x;
    if (rotations >= half)
        step = (struct comb_point){-step.x, -step.y};
    for (unsigned i = 0; i < rotations % half; i++)
        step = rotate_once(kind, step);
    return step;
}

static bool has_integer_image(enum comb_lattice_kind kind, unsigned transform, struct comb_point step)
{
    return !is_hex(kind) || transform % 3 == 0 || (step.x + step.y) % 2 == 0;
}

struct comb_point comb_transform_step(enum comb_lattice_kind kind, unsigned transform, struct comb_point step)
{
    assert(has_integer_image(kind, transform, step));
    return transform_step(kind, transform, step);
}

/* A board cell after a transform. */
struct placed_cell {
    struct comb_point at;
    unsigned from;
};

static int compare_placed(const void *left, const void *right)
{
    const struct placed_cell *a = left;
    const struct placed_cell *b = right;
    return comb_point_compare(a->at, b->at);
}

static void to_normal_position(struct placed_cell *cells, unsigned count)
{
    struct comb_point lowest = cells[0].at;
    for (unsigned i = 1; i < count; i++) {
        lowest.x = cells[i].at.x < lowest.x ? cells[i].at.x : lowest.x;
        lowest.y = cells[i].at.y < lowest.y ? cells[i].at.y : lowest.y;
    }
    for (unsigned i = 0; i < count; i++)
        cells[i].at = (struct comb_point){cells[i].at.x - lowest.x, cells[i].at.y - lowest.y};
    qsort(cells, count, sizeof *cells, compare_placed);
}

/* Places the transformed cells in normal position and reading order. False if a coordinate is not an integer. */
static bool place_cells(struct placed_cell *cells, const struct comb_lattice *lattice, unsigned transform)
{
    for (unsigned i = 0; i < lattice->count; i++) {
        struct comb_point step = {lattice->at[i].x - lattice->at[0].x, lattice->at[i].y - lattice->at[0].y};
        if (!has_integer_image(lattice->kind, transform, step))
            return false;
        cells[i] = (struct placed_cell){transform_step(lattice->kind, transform, step), i};
    }
    to_normal_position(cells, lattice->count);
    return true;
}

static int compare_outlines(const struct placed_cell *a, const struct placed_cell *b, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        int order = comb_point_compare(a[i].at, b[i].at);
        if (order != 0)
            return order;
    }
    return 0;
}

static bool copy_cells(struct comb_point *points, struct comb_image *image, const struct placed_cell *cells,
                       unsigned count)
{
    image->from = calloc(count, sizeof *image->from);
    image->to = calloc(count, sizeof *image->to);
    if (!image->from || !image->to)
        return false;
    for (unsigned i = 0; i < count; i++) {
        points[i] = cells[i].at;
        image->from[i] = cells[i].from;
        image->to[cells[i].from] = i;
    }
    return true;
}

static int make_image(struct comb_image **out, const struct comb_lattice *lattice, unsigned transform,
                      const struct placed_cell *cells, struct comb_error *err)
{
    struct comb_image *image = calloc(1, sizeof *image);
    struct comb_point *points = calloc(lattice->count, sizeof *points);
    int code = COMB_OK;
    if (!image || !points || !copy_cells(points, image, cells, lattice->count))
        code = comb_fail_memory(err);
    else
        code = comb_lattice_from_points(&image->lattice, lattice->kind, points, lattice->count, err);
    free(points);
    if (code != COMB_OK) {
        comb_image_free(image);
        return code;
    }
    image->transform = transform;
    *out = image;
    return COMB_OK;
}

int comb_lattice_transform(struct comb_image **out, const struct comb_lattice *lattice, unsigned transform,
                           struct comb_error *err)
{
    *out = NULL;
    assert(transform < comb_transform_count(lattice->kind));
    struct placed_cell *cells = calloc(lattice->count, sizeof *cells);
    if (!cells)
        return comb_fail_memory(err);
    int code;
    if (place_cells(cells, lattice, transform))
        code = make_image(out, lattice, transform, cells, err);
    else
        code = comb_fail(err, COMB_NO, "a board on two shifted tilings cannot be rotated by 60 degrees");
    free(cells);
    return code;
}

void comb_image_free(struct comb_image *image)
{
    if (!image)
        return;
    comb_lattice_free(image->lattice);
    free(image->from);
    free(image->to);
    free(image);
}

/* ---- the group ---- */

struct symmetries_data {
    struct comb_symmetries public;
    struct comb_arena arena;
    unsigned *images;
    unsigned char *transforms;
};

static bool is_known(const struct symmetries_data *data, const unsigned *image)
{
    size_t size = data->public.size;
    for (unsigned s = 0; s < data->public.count; s++) {
        if (memcmp(data->images + s * size, image, size * sizeof *image) == 0)
            return true;
    }
    return false;
}

/* Adds the permutation of a transform if it preserves the outline and is new. */
static void add_symmetry(struct symmetries_data *data, const struct placed_cell *board, const struct placed_cell *moved,
                         unsigned transform)
{
    unsigned size = data->public.size;
    if (compare_outlines(board, moved, size) != 0)
        return;
    unsigned *image = data->images + (size_t)data->public.count * size;
    for (unsigned i = 0; i < size; i++)
        image[moved[i].from] = board[i].from;
    if (is_known(data, image))
        return;
    data->transforms[data->public.count++] = (unsigned char)transform;
}

static bool collect_symmetries(struct symmetries_data *data, const struct comb_lattice *lattice)
{
    struct placed_cell *cells = calloc(2 * (size_t)lattice->count, sizeof *cells);
    if (!cells)
        return false;
    struct placed_cell *moved = cells + lattice->count;
    bool placed = place_cells(cells, lattice, 0);
    assert(placed);
    for (unsigned transform = 0; transform < comb_transform_count(lattice->kind); transform++) {
        if (place_cells(moved, lattice, transform))
            add_symmetry(data, cells, moved, transform);
    }
    free(cells);
    return true;
}

int comb_symmetries_new(struct comb_symmetries **out, const struct comb_lattice *lattice, struct comb_error *err)
{
    *out = NULL;
    struct comb_arena arena;
    comb_arena_init(&arena, NULL);
    struct symmetries_data *data = COMB_NEW(&arena, struct symmetries_data);
    if (!data)
        return comb_fail_memory(err);
    data->public.size = lattice->count;
    data->images = COMB_NEW_ARRAY(&arena, unsigned, (size_t)lattice->count *MAX_TRANSFORMS);
    data->transforms = COMB_NEW_ARRAY(&arena, unsigned char, MAX_TRANSFORMS);
    data->arena = arena;
    if (!data->images || !data->transforms || !collect_symmetries(data, lattice)) {
        comb_symmetries_free(&data->public);
        return comb_fail_memory(err);
    }
    data->public.images = data->images;
    data->public.transforms = data->transforms;
    *out = &data->public;
    return COMB_OK;
}

void comb_symmetries_free(struct comb_symmetries *symmetries)
{
    if (!symmetries)
        return;
    struct comb_arena arena = ((struct symmetries_data *)symmetries)->arena;
    comb_arena_free(&arena);
}

/* ---- canonical form ---- */

/* A candidate image: its cells and their concatenated keys. */
struct candidate {
    struct placed_cell *cells;
    size_t *ends;
    struct comb_buf keys;
    unsigned transform;
};

static bool candidate_init(struct candidate *candidate, unsigned count)
{
    *candidate = (struct candidate){0};
    candidate->cells = calloc(count, sizeof *candidate->cells);
    candidate->ends = calloc(count, sizeof *candidate->ends);
    return candidate->cells && candidate->ends;
}

static void candidate_free(struct candidate *candidate)
{
    free(candidate->cells);
    free(candidate->ends);
    comb_buf_free(&candidate->keys);
}

static void collect_keys(struct candidate *candidate, unsigned count, const struct comb_canon_rules *rules)
{
    comb_buf_clear(&candidate->keys);
    for (unsigned i = 0; i < count; i++) {
        rules->key(&candidate->keys, rules->payload, candidate->cells[i].from, candidate->transform);
        candidate->ends[i] = candidate->keys.length;
    }
}

static int compare_keys(const struct candidate *a, const struct candidate *b, unsigned count)
{
    size_t a_start = 0;
    size_t b_start = 0;
    for (unsigned i = 0; i < count; i++) {
        size_t a_length = a->ends[i] - a_start;
        size_t b_length = b->ends[i] - b_start;
        size_t shared = a_length < b_length ? a_length : b_length;
        int order = shared > 0 ? memcmp(a->keys.data + a_start, b->keys.data + b_start, shared) : 0;
        if (order == 0)
            order = (a_length > b_length) - (a_length < b_length);
        if (order != 0)
            return order;
        a_start = a->ends[i];
        b_start = b->ends[i];
    }
    return 0;
}

struct canon_search {
    const struct comb_lattice *lattice;
    const struct comb_canon_rules *rules;
    struct candidate board; /* the identity image, for its outline */
    struct candidate best;
    struct candidate next;
    bool have_best;
};

static bool is_candidate(struct canon_search *canon_search, unsigned transform)
{
    if (canon_search->rules->allows && !canon_search->rules->allows(canon_search->rules->payload, transform))
        return false;
    if (!place_cells(canon_search->next.cells, canon_search->lattice, transform))
        return false;
    return canon_search->rules->shapes == COMB_CANON_ANY_OUTLINE ||
           compare_outlines(canon_search->board.cells, canon_search->next.cells, canon_search->lattice->count) == 0;
}

static void try_transform(struct canon_search *canon_search, unsigned transform)
{
    unsigned count = canon_search->lattice->count;
    if (!is_candidate(canon_search, transform))
        return;
    canon_search->next.transform = transform;
    collect_keys(&canon_search->next, count, canon_search->rules);
    if (canon_search->next.keys.failed)
        return;
    int order =
        canon_search->have_best ? compare_outlines(canon_search->next.cells, canon_search->best.cells, count) : -1;
    if (order == 0)
        order = compare_keys(&canon_search->next, &canon_search->best, count);
    if (order >= 0)
        return;
    struct candidate previous = canon_search->best;
    canon_search->best = canon_search->next;
    canon_search->next = previous;
    canon_search->have_best = true;
}

static int find_smallest_image(struct comb_image **out, struct canon_search *canon_search, struct comb_error *err)
{
    bool placed = place_cells(canon_search->board.cells, canon_search->lattice, 0);
    assert(placed);
    for (unsigned transform = 0; transform < comb_transform_count(canon_search->lattice->kind); transform++) {
        try_transform(canon_search, transform);
        if (canon_search->next.keys.failed)
            return comb_fail_memory(err);
    }
    if (!canon_search->have_best)
        return comb_fail(err, COMB_NO, "no image of the board can be represented");
    return make_image(out, canon_search->lattice, canon_search->best.transform, canon_search->best.cells, err);
}

int comb_canon_find(struct comb_image **out, const struct comb_lattice *lattice, const struct comb_canon_rules *rules,
                    struct comb_error *err)
{
    *out = NULL;
    struct canon_search canon_search = {.lattice = lattice, .rules = rules};
    bool ready = candidate_init(&canon_search.board, lattice->count);
    ready = candidate_init(&canon_search.best, lattice->count) && ready;
    ready = candidate_init(&canon_search.next, lattice->count) && ready;
    int code = ready ? find_smallest_image(out, &canon_search, err) : comb_fail_memory(err);
    candidate_free(&canon_search.board);
    candidate_free(&canon_search.best);
    candidate_free(&canon_search.next);
    return code;
}
