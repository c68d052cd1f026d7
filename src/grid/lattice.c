/* A lattice is four flat arrays (places, degrees, neighbours, masks) and a table from places to cells.
 *
 * The table is open addressing over cell numbers, at most half full, so that a look-up costs a hash and one or two
 * comparisons whatever the size of the board. Building asks it once for each cell and direction: time and memory are
 * linear in the cells. Everything lives in one arena, so that a lattice is freed in one go.
 *
 *     rows 2 3 2 centred, doubled x:        1   3
 *                                         0   2   4
 *                                           1   3                                                                   */
#include "grid/lattice.h"

#include "base/arena.h"
#include "base/hash.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const unsigned NO_CELL = UINT32_MAX;

struct whole_lattice {
    struct comb_lattice shown; /* first, so that the public pointer is the whole */
    struct comb_arena arena;
    unsigned *slots;
    size_t slot_mask;
};

static const unsigned direction_counts[COMB_LATTICE_KINDS] = {8, 4, 6, 6};
static const struct comb_point direction_steps[COMB_LATTICE_KINDS][COMB_LATTICE_MOST_NEIGHBOURS] = {
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

/* The slot that holds the cell at a point, or the free slot where it belongs. */
static unsigned *find_slot(const struct whole_lattice *whole, struct comb_point point)
{
    size_t slot = comb_hash(&point, sizeof point, 0) & whole->slot_mask;
    while (whole->slots[slot] != NO_CELL && comb_point_compare(whole->shown.at[whole->slots[slot]], point) != 0)
        slot = (slot + 1) & whole->slot_mask;
    return &whole->slots[slot];
}

int comb_lattice_find(const struct comb_lattice *lattice, struct comb_point point)
{
    unsigned cell = *find_slot((const struct whole_lattice *)lattice, point);
    return cell == NO_CELL ? -1 : (int)cell;
}

int comb_lattice_step(const struct comb_lattice *lattice, unsigned cell, unsigned direction)
{
    assert(cell < lattice->count);
    struct comb_point step = comb_direction_step(lattice->kind, direction);
    struct comb_point from = lattice->at[cell];
    return comb_lattice_find(lattice, (struct comb_point){from.x + step.x, from.y + step.y});
}

static bool within_reach(struct comb_point point)
{
    return point.x >= -COMB_LATTICE_REACH && point.x <= COMB_LATTICE_REACH && point.y >= -COMB_LATTICE_REACH &&
           point.y <= COMB_LATTICE_REACH;
}

static int check_points(const struct comb_point *points, size_t count, struct comb_error *err)
{
    if (count == 0)
        return comb_fail(err, COMB_BAD_INPUT, "board has no cells: expected at least one");
    if (count > COMB_LATTICE_MOST_CELLS)
        return comb_fail(err, COMB_LIMIT, "board has %zu cells: at most %d are supported", count,
                         (int)COMB_LATTICE_MOST_CELLS);
    for (size_t i = 0; i < count; i++) {
        if (!within_reach(points[i]))
            return comb_fail(err, COMB_BAD_INPUT, "cell %zu is at (%d, %d): expected coordinates from %d to %d", i + 1,
                             points[i].x, points[i].y, -COMB_LATTICE_REACH, (int)COMB_LATTICE_REACH);
    }
    return COMB_OK;
}

static struct whole_lattice *new_lattice(void)
{
    struct comb_arena arena;
    comb_arena_init(&arena, NULL);
    struct whole_lattice *whole = COMB_NEW(&arena, struct whole_lattice);
    if (whole)
        whole->arena = arena;
    return whole;
}

static bool make_table(struct whole_lattice *whole, size_t count)
{
    size_t size = 4;
    while (size < 2 * count)
        size *= 2;
    whole->slots = COMB_NEW_ARRAY(&whole->arena, unsigned, size);
    if (!whole->slots)
        return false;
    for (size_t i = 0; i < size; i++)
        whole->slots[i] = NO_CELL;
    whole->slot_mask = size - 1;
    return true;
}

/* Enters every cell into the table; a place taken twice is refused. */
static int enter_cells(struct whole_lattice *whole, struct comb_error *err)
{
    for (unsigned cell = 0; cell < whole->shown.count; cell++) {
        struct comb_point point = whole->shown.at[cell];
        unsigned *slot = find_slot(whole, point);
        if (*slot != NO_CELL)
            return comb_fail(err, COMB_BAD_INPUT, "cells %u and %u are both at (%d, %d): expected one cell at a point",
                             *slot + 1, cell + 1, point.x, point.y);
        *slot = cell;
    }
    return COMB_OK;
}

static bool join_cells(struct whole_lattice *whole)
{
    struct comb_lattice *shown = &whole->shown;
    unsigned char *degree = COMB_NEW_ARRAY(&whole->arena, unsigned char, shown->count);
    unsigned(*neighbours)[COMB_LATTICE_MOST_NEIGHBOURS] =
        comb_arena_array(&whole->arena, shown->count, sizeof *neighbours);
    uint64_t *masks = shown->count <= 64 ? COMB_NEW_ARRAY(&whole->arena, uint64_t, shown->count) : NULL;
    if (!degree || !neighbours || (shown->count <= 64 && !masks))
        return false;
    for (unsigned cell = 0; cell < shown->count; cell++) {
        for (unsigned direction = 0; direction < comb_direction_count(shown->kind); direction++) {
            int other = comb_lattice_step(shown, cell, direction);
            if (other < 0)
                continue;
            neighbours[cell][degree[cell]++] = (unsigned)other;
            if (masks)
                masks[cell] |= (uint64_t)1 << other;
        }
    }
    shown->degree = degree;
    shown->neighbours = (const unsigned(*)[COMB_LATTICE_MOST_NEIGHBOURS])neighbours;
    shown->masks = masks;
    return true;
}

static int build(struct whole_lattice *whole, enum comb_lattice_kind kind, const struct comb_point *points,
                 size_t count, struct comb_error *err)
{
    whole->shown.kind = kind;
    whole->shown.count = (unsigned)count;
    whole->shown.at = comb_arena_copy(&whole->arena, points, count * sizeof *points);
    if (!whole->shown.at || !make_table(whole, count))
        return comb_fail_memory(err);
    int code = enter_cells(whole, err);
    if (code != COMB_OK)
        return code;
    return join_cells(whole) ? COMB_OK : comb_fail_memory(err);
}

int comb_lattice_from_points(struct comb_lattice **out, enum comb_lattice_kind kind, const struct comb_point *points,
                             size_t count, struct comb_error *err)
{
    assert(kind < COMB_LATTICE_KINDS);
    *out = NULL;
    int code = check_points(points, count, err);
    if (code != COMB_OK)
        return code;
    struct whole_lattice *whole = new_lattice();
    if (!whole)
        return comb_fail_memory(err);
    code = build(whole, kind, points, count, err);
    if (code != COMB_OK) {
        comb_lattice_free(&whole->shown);
        return code;
    }
    *out = &whole->shown;
    return COMB_OK;
}

/* The lattice lies in its own arena, which therefore must be copied out before it goes. */
void comb_lattice_free(struct comb_lattice *lattice)
{
    if (!lattice)
        return;
    struct comb_arena arena = ((struct whole_lattice *)lattice)->arena;
    comb_arena_free(&arena);
}

static int refuse_row(struct comb_error *err, size_t row, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int refuse_row(struct comb_error *err, size_t row, const char *format, ...)
{
    char reason[160];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    struct comb_place place = {.line = (unsigned)(row + 1)};
    return comb_fail_at(err, COMB_BAD_INPUT, place, "row %zu %s", row + 1, reason);
}

/* Row 2 decides between squares and hexagons, so its error must offer both; a later row is held to that choice. */
static int refuse_length(struct comb_error *err, const unsigned *lengths, size_t row)
{
    unsigned got = lengths[row];
    unsigned before = lengths[row - 1];
    if (lengths[0] == lengths[1])
        return refuse_row(err, row, "has %u cells: expected %u as in the rows before (squares)", got, before);
    if (row == 1)
        return refuse_row(err, row,
                          "has %u cells: expected %u as in row 1 (squares), or one more or one fewer (hexagons)", got,
                          before);
    if (before == 1)
        return refuse_row(err, row, "has %u cells: expected 2 (hexagons: neighbouring rows differ by one)", got);
    return refuse_row(err, row, "has %u cells: expected %u or %u (hexagons: neighbouring rows differ by one)", got,
                      before - 1, before + 1);
}

static int infer_kind(enum comb_lattice_kind *out, const unsigned *lengths, size_t rows, struct comb_error *err)
{
    if (rows == 0)
        return comb_fail(err, COMB_BAD_INPUT, "board has no rows: expected at least one");
    size_t cells = 0;
    for (size_t row = 0; row < rows; row++) {
        if (lengths[row] == 0)
            return refuse_row(err, row, "is empty: expected at least one cell");
        cells += lengths[row];
        if (cells > COMB_LATTICE_MOST_CELLS)
            return refuse_row(err, row, "makes the board larger than %d cells, the most supported",
                              (int)COMB_LATTICE_MOST_CELLS);
    }
    bool square = rows == 1 || lengths[0] == lengths[1];
    *out = square ? COMB_LATTICE_SQUARE : COMB_LATTICE_HEX_POINTY;
    for (size_t row = 1; row < rows; row++) {
        unsigned before = lengths[row - 1];
        bool fits = square ? lengths[row] == before : lengths[row] + 1 == before || lengths[row] == before + 1;
        if (!fits)
            return refuse_length(err, lengths, row);
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

int comb_lattice_keep(struct comb_lattice **out, const struct comb_lattice *lattice, const bool *keep,
                      struct comb_error *err)
{
    *out = NULL;
    struct comb_point *points = calloc(lattice->count, sizeof *points);
    if (!points)
        return comb_fail_memory(err);
    size_t kept = 0;
    for (unsigned cell = 0; cell < lattice->count; cell++) {
        if (keep[cell])
            points[kept++] = lattice->at[cell];
    }
    int code = comb_lattice_from_points(out, lattice->kind, points, kept, err);
    free(points);
    return code;
}
