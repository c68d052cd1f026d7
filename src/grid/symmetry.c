/* Symmetries of boards.
 *
 * A transform is a mirror (or not) followed by quarter or sixth turns, as whole-number arithmetic on steps:
 *
 *     square, 90 degrees:       (x, y) -> (-y, x)
 *     hexagons, pointy top, 60: (x, y) -> ((x - 3y) / 2, (x + y) / 2)
 *     hexagons, flat top, 60:   (x, y) -> ((x - y) / 2, (3x + y) / 2)
 *
 * The halves come out whole exactly for steps within one tiling (x + y even). A board is moved by transforming every
 * cell's step from cell 0, shifting the result to normal position and sorting it: O(n log n) for n cells. Two boards
 * have one outline when these sorted places are equal, so the group and the canonical form only compare arrays; a
 * lattice with neighbours is built for the winner alone. */
#include "grid/symmetry.h"

#include "base/arena.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TRANSFORMS = 12 };

static bool is_hex(enum comb_lattice_kind kind)
{
    return kind == COMB_LATTICE_HEX_POINTY || kind == COMB_LATTICE_HEX_FLAT;
}

unsigned comb_transform_count(enum comb_lattice_kind kind)
{
    return is_hex(kind) ? 12 : 8;
}

static unsigned turn_count(enum comb_lattice_kind kind)
{
    return comb_transform_count(kind) / 2;
}

static struct comb_point turn_once(enum comb_lattice_kind kind, struct comb_point step)
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

/* Half a turn is a change of sign, which is whole for every step, also one between two tilings. */
static struct comb_point apply(enum comb_lattice_kind kind, unsigned transform, struct comb_point step)
{
    assert(transform < comb_transform_count(kind));
    unsigned turns = transform % turn_count(kind);
    unsigned half = turn_count(kind) / 2;
    if (transform >= turn_count(kind))
        step.x = -step.x;
    if (turns >= half)
        step = (struct comb_point){-step.x, -step.y};
    for (unsigned i = 0; i < turns % half; i++)
        step = turn_once(kind, step);
    return step;
}

static bool stays_whole(enum comb_lattice_kind kind, unsigned transform, struct comb_point step)
{
    return !is_hex(kind) || transform % 3 == 0 || (step.x + step.y) % 2 == 0;
}

struct comb_point comb_transform_step(enum comb_lattice_kind kind, unsigned transform, struct comb_point step)
{
    assert(stays_whole(kind, transform, step));
    return apply(kind, transform, step);
}

unsigned comb_transform_direction(enum comb_lattice_kind kind, unsigned transform, unsigned direction)
{
    int image = comb_direction_of(kind, comb_transform_step(kind, transform, comb_direction_step(kind, direction)));
    assert(image >= 0);
    return (unsigned)image;
}

/* The probe lies on no mirror line of any lattice, so that its images tell all transforms apart. */
unsigned comb_transform_compose(enum comb_lattice_kind kind, unsigned first, unsigned then)
{
    struct comb_point probe = {5, 1};
    struct comb_point want = apply(kind, then, apply(kind, first, probe));
    unsigned found = 0;
    while (comb_point_compare(apply(kind, found, probe), want) != 0)
        found++;
    return found;
}

unsigned comb_transform_inverse(enum comb_lattice_kind kind, unsigned transform)
{
    unsigned inverse = 0;
    while (comb_transform_compose(kind, transform, inverse) != 0)
        inverse++;
    return inverse;
}

/* The cells of a board after a transform, in reading order and normal position. */
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
    struct comb_point least = cells[0].at;
    for (unsigned i = 1; i < count; i++) {
        least.x = cells[i].at.x < least.x ? cells[i].at.x : least.x;
        least.y = cells[i].at.y < least.y ? cells[i].at.y : least.y;
    }
    for (unsigned i = 0; i < count; i++)
        cells[i].at = (struct comb_point){cells[i].at.x - least.x, cells[i].at.y - least.y};
    qsort(cells, count, sizeof *cells, compare_placed);
}

/* False when a cell would not fall on whole coordinates. */
static bool arrange(struct placed_cell *cells, const struct comb_lattice *lattice, unsigned transform)
{
    for (unsigned i = 0; i < lattice->count; i++) {
        struct comb_point step = {lattice->at[i].x - lattice->at[0].x, lattice->at[i].y - lattice->at[0].y};
        if (!stays_whole(lattice->kind, transform, step))
            return false;
        cells[i] = (struct placed_cell){apply(lattice->kind, transform, step), i};
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

static bool copy_places(struct comb_point *points, struct comb_image *image, const struct placed_cell *cells,
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
    if (!image || !points || !copy_places(points, image, cells, lattice->count))
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
    if (arrange(cells, lattice, transform))
        code = make_image(out, lattice, transform, cells, err);
    else
        code = comb_fail(err, COMB_NO, "a board on two shifted tilings cannot be turned by 60 degrees");
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

struct whole_symmetries {
    struct comb_symmetries shown;
    struct comb_arena arena;
    unsigned *images;
    unsigned char *transforms;
};

static bool already_there(const struct whole_symmetries *whole, const unsigned *image)
{
    size_t size = whole->shown.size;
    for (unsigned s = 0; s < whole->shown.count; s++) {
        if (memcmp(whole->images + s * size, image, size * sizeof *image) == 0)
            return true;
    }
    return false;
}

/* Adds the permutation of one transform when the outline stays and the permutation is new. */
static void add_symmetry(struct whole_symmetries *whole, const struct placed_cell *board,
                         const struct placed_cell *moved, unsigned transform)
{
    unsigned size = whole->shown.size;
    if (compare_outlines(board, moved, size) != 0)
        return;
    unsigned *image = whole->images + (size_t)whole->shown.count * size;
    for (unsigned i = 0; i < size; i++)
        image[moved[i].from] = board[i].from;
    if (already_there(whole, image))
        return;
    whole->transforms[whole->shown.count++] = (unsigned char)transform;
}

static bool collect_symmetries(struct whole_symmetries *whole, const struct comb_lattice *lattice)
{
    struct placed_cell *cells = calloc(2 * (size_t)lattice->count, sizeof *cells);
    if (!cells)
        return false;
    struct placed_cell *moved = cells + lattice->count;
    bool whole_board = arrange(cells, lattice, 0);
    assert(whole_board);
    for (unsigned transform = 0; transform < comb_transform_count(lattice->kind); transform++) {
        if (arrange(moved, lattice, transform))
            add_symmetry(whole, cells, moved, transform);
    }
    free(cells);
    return true;
}

int comb_symmetries_new(struct comb_symmetries **out, const struct comb_lattice *lattice, struct comb_error *err)
{
    *out = NULL;
    struct comb_arena arena;
    comb_arena_init(&arena, NULL);
    struct whole_symmetries *whole = COMB_NEW(&arena, struct whole_symmetries);
    if (!whole)
        return comb_fail_memory(err);
    whole->shown.size = lattice->count;
    whole->images = COMB_NEW_ARRAY(&arena, unsigned, (size_t)lattice->count *MOST_TRANSFORMS);
    whole->transforms = COMB_NEW_ARRAY(&arena, unsigned char, MOST_TRANSFORMS);
    whole->arena = arena;
    if (!whole->images || !whole->transforms || !collect_symmetries(whole, lattice)) {
        comb_symmetries_free(&whole->shown);
        return comb_fail_memory(err);
    }
    whole->shown.images = whole->images;
    whole->shown.transforms = whole->transforms;
    *out = &whole->shown;
    return COMB_OK;
}

void comb_symmetries_free(struct comb_symmetries *symmetries)
{
    if (!symmetries)
        return;
    struct comb_arena arena = ((struct whole_symmetries *)symmetries)->arena;
    comb_arena_free(&arena);
}

/* ---- canonical form ---- */

/* One image that competes: its places, and the keys of its cells one after the other. */
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

struct contest {
    const struct comb_lattice *lattice;
    const struct comb_canon_rules *rules;
    struct candidate board; /* the identity, for its outline */
    struct candidate best;
    struct candidate next;
    bool have_best;
};

static bool may_compete(struct contest *contest, unsigned transform)
{
    if (contest->rules->allows && !contest->rules->allows(contest->rules->payload, transform))
        return false;
    if (!arrange(contest->next.cells, contest->lattice, transform))
        return false;
    return contest->rules->shapes == COMB_CANON_ANY_OUTLINE ||
           compare_outlines(contest->board.cells, contest->next.cells, contest->lattice->count) == 0;
}

static void compete(struct contest *contest, unsigned transform)
{
    unsigned count = contest->lattice->count;
    if (!may_compete(contest, transform))
        return;
    contest->next.transform = transform;
    collect_keys(&contest->next, count, contest->rules);
    if (contest->next.keys.failed)
        return;
    int order = contest->have_best ? compare_outlines(contest->next.cells, contest->best.cells, count) : -1;
    if (order == 0)
        order = compare_keys(&contest->next, &contest->best, count);
    if (order >= 0)
        return;
    struct candidate loser = contest->best;
    contest->best = contest->next;
    contest->next = loser;
    contest->have_best = true;
}

static int run_contest(struct comb_image **out, struct contest *contest, struct comb_error *err)
{
    bool whole_board = arrange(contest->board.cells, contest->lattice, 0);
    assert(whole_board);
    for (unsigned transform = 0; transform < comb_transform_count(contest->lattice->kind); transform++) {
        compete(contest, transform);
        if (contest->next.keys.failed)
            return comb_fail_memory(err);
    }
    if (!contest->have_best)
        return comb_fail(err, COMB_NO, "no image of the board can be written down");
    return make_image(out, contest->lattice, contest->best.transform, contest->best.cells, err);
}

int comb_canon_find(struct comb_image **out, const struct comb_lattice *lattice, const struct comb_canon_rules *rules,
                    struct comb_error *err)
{
    *out = NULL;
    struct contest contest = {.lattice = lattice, .rules = rules};
    bool ready = candidate_init(&contest.board, lattice->count);
    ready = candidate_init(&contest.best, lattice->count) && ready;
    ready = candidate_init(&contest.next, lattice->count) && ready;
    int code = ready ? run_contest(out, &contest, err) : comb_fail_memory(err);
    candidate_free(&contest.board);
    candidate_free(&contest.best);
    candidate_free(&contest.next);
    return code;
}

static void label_key(struct comb_buf *out, const void *payload, unsigned cell, unsigned transform)
{
    (void)transform;
    const char *const *labels = payload;
    comb_buf_str(out, labels[cell]);
}

int comb_canon_labels(struct comb_image **out, const struct comb_lattice *lattice, const char *const *labels,
                      struct comb_error *err)
{
    struct comb_canon_rules rules = {
        .shapes = is_hex(lattice->kind) ? COMB_CANON_SAME_OUTLINE : COMB_CANON_ANY_OUTLINE,
        .key = label_key,
        .payload = (const void *)labels,
    };
    return comb_canon_find(out, lattice, &rules, err);
}
