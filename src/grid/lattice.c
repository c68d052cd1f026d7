/* A lattice is four flat arrays (points, degrees, neighbours, masks) and a hash table from points to cells.
 *
 * The table uses open addressing over cell numbers and is at most half full, so a lookup costs one hash and one or two
 * comparisons. Building does one lookup per cell and direction: time and memory are linear in the number of cells.
 * Everything is in one arena and freed together.
 *
 *     rows 2 3 2 centred, doubled x:        1   3
 *                                         0   2   4
 *                                           1   3 */
#include "grid/lattice.h"

#include "base/arena.h"
#include "base/hash.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const unsigned NO_CELL = UINT32_MAX;

struct lattice_data {
    struct comb_lattice public; /* first member, so that the public pointer can be cast */
    struct comb_arena arena;
    unsigned *slots;
    size_t slot_mask;
};

static const unsigned direction_counts[COMB_LATTICE_KINDS] = {8, 4, 6, 6};
static const struct comb_point direction_steps[COMB_LATTICE_KINDS][COMB_LATTICE_MAX_NEIGHBOURS] = {
    [COMB_LATTICE_SQUARE] = {{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}},
    [COMB_LATTICE_SQUARE4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}},
    [COMB_LATTICE_HEX_POINTY] = {{1, -1}, {2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}},
    [COMB_LATTICE_HEX_FLAT] = {{0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}, {-1, -1}},
};

unsigned comb_direction_count(enum comb_lattice_kind kind)
{
    assert(kind < COMB_LATTICE_KINDS);
    return direction_counts[kind];
}

struct comb_point comb_direction_step(enum comb_lattice_kind kind, unsigned direction)
{
    assert(direction < comb_direction_count(kind));
    return direction_steps[kind][direction];
}

int comb_direction_of(enum comb_lattice_kind kind, struct comb_point step)
{
    for (unsigned direction = 0; direction < comb_direction_count(kind); direction++) {
        if (comb_point_compare(direction_steps[kind][direction], step) == 0)
            return (int)direction;
    }
    return -1;
}

int comb_point_compare(struct comb_point a, struct comb_point b)
{
    if (a.y != b.y)
        return a.y < b.y ? -1 : 1;
    return (a.x > b.x) - (a.x < b.x);
}

/* The slot of the cell at a point, or the free slot where it belongs. */
static unsigned *find_slot(const struct lattice_data *data, struct comb_point point)
{
    size_t slot = comb_hash(&point, sizeof point, 0) & data->slot_mask;
    while (data->slots[slot] != NO_CELL && comb_point_compare(data->public.at[data->slots[slot]], point) != 0)
        slot = (slot + 1) & data->slot_mask;
    return &data->slots[slot];
}

int comb_lattice_find(const struct comb_lattice *lattice, struct comb_point point)
{
    unsigned cell = *find_slot((const struct lattice_data *)lattice, point);
    return cell == NO_CELL ? -1 : (int)cell;
}

int comb_lattice_step(const struct comb_lattice *lattice, unsigned cell, unsigned direction)
{
    assert(cell < lattice->count);
    struct comb_point step = comb_direction_step(lattice->kind, direction);
    struct comb_point from = lattice->at[cell];
    return comb_lattice_find(lattice, (struct comb_point){from.x + step.x, from.y + step.y});
}

static bool is_in_range(struct comb_point point)
{
    return point.x >= -COMB_LATTICE_MAX_COORDINATE && point.x <= COMB_LATTICE_MAX_COORDINATE &&
           point.y >= -COMB_LATTICE_MAX_COORDINATE && point.y <= COMB_LATTICE_MAX_COORDINATE;
}

static int check_points(const struct comb_point *points, size_t count, struct comb_error *err)
{
    if (count == 0)
        return comb_fail(err, COMB_BAD_INPUT, "board has no cells: expected at least one");
    if (count > COMB_LATTICE_MAX_CELLS)
        return comb_fail(err, COMB_LIMIT, "board has %zu cells: at most %d are supported", count,
                         (int)COMB_LATTICE_MAX_CELLS);
    for (size_t i = 0; i < count; i++) {
        if (!is_in_range(points[i]))
            return comb_fail(err, COMB_BAD_INPUT, "cell %zu is at (%d, %d): expected coordinates from %d to %d", i + 1,
                             points[i].x, points[i].y, -COMB_LATTICE_MAX_COORDINATE, (int)COMB_LATTICE_MAX_COORDINATE);
    }
    return COMB_OK;
}

static struct lattice_data *new_lattice(void)
{
    struct comb_arena arena;
    comb_arena_init(&arena, NULL);
    struct lattice_data *data = COMB_NEW(&arena, struct lattice_data);
    if (data)
        data->arena = arena;
    return data;
}

static bool alloc_table(struct lattice_data *data, size_t count)
{
    size_t size = 4;
    while (size < 2 * count)
        size *= 2;
    data->slots = COMB_NEW_ARRAY(&data->arena, unsigned, size);
    if (!data->slots)
        return false;
    for (size_t i = 0; i < size; i++)
        data->slots[i] = NO_CELL;
    data->slot_mask = size - 1;
    return true;
}

/* Adds every cell to the table; rejects duplicate points. */
static int index_cells(struct lattice_data *data, struct comb_error *err)
{
    for (unsigned cell = 0; cell < data->public.count; cell++) {
        struct comb_point point = data->public.at[cell];
        unsigned *slot = find_slot(data, point);
        if (*slot != NO_CELL)
            return comb_fail(err, COMB_BAD_INPUT, "cells %u and %u are both at (%d, %d): expected one cell per point",
                             *slot + 1, cell + 1, point.x, point.y);
        *slot = cell;
    }
    return COMB_OK;
}

static bool find_neighbours(struct lattice_data *data)
{
    struct comb_lattice *public = &data->public;
    unsigned char *degree = COMB_NEW_ARRAY(&data->arena, unsigned char, public->count);
    unsigned(*neighbours)[COMB_LATTICE_MAX_NEIGHBOURS] =
        comb_arena_array(&data->arena, public->count, sizeof *neighbours);
    uint64_t *masks = public->count <= 64 ? COMB_NEW_ARRAY(&data->arena, uint64_t, public->count) : NULL;
    if (!degree || !neighbours || (public->count <= 64 && !masks))
        return false;
    for (unsigned cell = 0; cell < public->count; cell++) {
        for (unsigned direction = 0; direction < comb_direction_count(public->kind); direction++) {
            int other = comb_lattice_step(public, cell, direction);
            if (other < 0)
                continue;
            neighbours[cell][degree[cell]++] = (unsigned)other;
            if (masks)
                masks[cell] |= (uint64_t)1 << other;
        }
    }
    public->degree = degree;
    public->neighbours = (const unsigned(*)[COMB_LATTICE_MAX_NEIGHBOURS])neighbours;
    public->masks = masks;
    return true;
}

static int build_lattice(struct lattice_data *data, enum comb_lattice_kind kind, const struct comb_point *points,
                         size_t count, struct comb_error *err)
{
    data->public.kind = kind;
    data->public.count = (unsigned)count;
    data->public.at = comb_arena_copy(&data->arena, points, count * sizeof *points);
    if (!data->public.at || !alloc_table(data, count))
        return comb_fail_memory(err);
    int code = index_cells(data, err);
    if (code != COMB_OK)
        return code;
    return find_neighbours(data) ? COMB_OK : comb_fail_memory(err);
}

int comb_lattice_from_points(struct comb_lattice **out, enum comb_lattice_kind kind, const struct comb_point *points,
                             size_t count, struct comb_error *err)
{
    assert(kind < COMB_LATTICE_KINDS);
    *out = NULL;
    int code = check_points(points, count, err);
    if (code != COMB_OK)
        return code;
    struct lattice_data *data = new_lattice();
    if (!data)
        return comb_fail_memory(err);
    code = build_lattice(data, kind, points, count, err);
    if (code != COMB_OK) {
        comb_lattice_free(&data->public);
        return code;
    }
    *out = &data->public;
    return COMB_OK;
}

/* The lattice is inside its own arena: copy the arena out before freeing it. */
void comb_lattice_free(struct comb_lattice *lattice)
{
    if (!lattice)
        return;
    struct comb_arena arena = ((struct lattice_data *)lattice)->arena;
    comb_arena_free(&arena);
}

static int reject_row(struct comb_error *err, size_t row, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int reject_row(struct comb_error *err, size_t row, const char *format, ...)
{
    char reason[160];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    struct comb_error_location location = {.line = (unsigned)(row + 1)};
    return comb_fail_at(err, COMB_BAD_INPUT, location, "row %zu %s", row + 1, reason);
}

/* Row 2 decides between squares and hexagons, so its error must offer both; later rows must match that choice. */
static int reject_row_length(struct comb_error *err, const unsigned *lengths, size_t row)
{
    unsigned got = lengths[row];
    unsigned before = lengths[row - 1];
    if (lengths[0] == lengths[1])
        return reject_row(err, row, "has %u cells: expected %u as in the rows before (squares)", got, before);
    if (row == 1)
        return reject_row(err, row,
                          "has %u cells: expected %u as in row 1 (squares), or one more or one fewer (hexagons)", got,
                          before);
    if (before == 1)
        return reject_row(err, row, "has %u cells: expected 2 (hexagons: neighbouring rows differ by one)", got);
    return reject_row(err, row, "has %u cells: expected %u or %u (hexagons: neighbouring rows differ by one)", got,
                      before - 1, before + 1);
}

static int infer_kind(enum comb_lattice_kind *out, const unsigned *lengths, size_t rows, struct comb_error *err)
{
    if (rows == 0)
        return comb_fail(err, COMB_BAD_INPUT, "board has no rows: expected at least one");
    size_t cells = 0;
    for (size_t row = 0; row < rows; row++) {
        if (lengths[row] == 0)
            return reject_row(err, row, "is empty: expected at least one cell");
        cells += lengths[row];
        if (cells > COMB_LATTICE_MAX_CELLS)
            return reject_row(err, row, "makes the board larger than the maximum of %d cells",
                              (int)COMB_LATTICE_MAX_CELLS);
    }
    bool square = rows == 1 || lengths[0] == lengths[1];
    *out = square ? COMB_LATTICE_SQUARE : COMB_LATTICE_HEX_POINTY;
    for (size_t row = 1; row < rows; row++) {
        unsigned before = lengths[row - 1];
        bool fits = square ? lengths[row] == before : lengths[row] + 1 == before || lengths[row] == before + 1;
        if (!fits)
            return reject_row_length(err, lengths, row);
    }
    return COMB_OK;
}

static size_t place_rows(struct comb_point *points, enum comb_lattice_kind kind, const unsigned *lengths, size_t rows)
{
    unsigned widest = 0;
    for (size_t row = 0; row < rows; row++)
        widest = lengths[row] > widest ? lengths[row] : widest;
    size_t count = 0;
    int step = kind == COMB_LATTICE_HEX_POINTY ? 2 : 1;
    for (size_t row = 0; row < rows; row++) {
        int first = kind == COMB_LATTICE_HEX_POINTY ? (int)(widest - lengths[row]) : 0;
        for (unsigned i = 0; i < lengths[row]; i++)
            points[count++] = (struct comb_point){first + step * (int)i, (int)row};
    }
    return count;
}

int comb_lattice_from_rows(struct comb_lattice **out, const unsigned *lengths, size_t rows, struct comb_error *err)
{
    *out = NULL;
    enum comb_lattice_kind kind = COMB_LATTICE_SQUARE;
    int code = infer_kind(&kind, lengths, rows, err);
    if (code != COMB_OK)
        return code;
    size_t count = 0;
    for (size_t row = 0; row < rows; row++)
        count += lengths[row];
    struct comb_point *points = calloc(count, sizeof *points);
    if (!points)
        return comb_fail_memory(err);
    size_t placed = place_rows(points, kind, lengths, rows);
    assert(placed == count);
    code = comb_lattice_from_points(out, kind, points, placed, err);
    free(points);
    return code;
}
