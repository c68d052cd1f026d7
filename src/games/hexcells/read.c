/* The Hexcells reader: which of the lattices that sight found is the board, and the reading as JSON. How each part is
 * seen stands in the files that read_parts.h names. */
#include "games/hexcells/read.h"
#include "games/hexcells/read_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_CELLS = 2, MOST_CELLS = 4000 };

/* ---- the board's lattice ---- */

static const struct comb_grid_seen *choose_grid(const struct comb_sight *sight)
{
    const struct comb_grid_seen *best = NULL;
    for (unsigned i = 0; i < sight->grid_count; i++) {
        const struct comb_grid_seen *grid = &sight->grids[i];
        if (grid->kind == COMB_SEEN_HEX_FLAT && grid->count >= LEAST_CELLS && grid->count <= MOST_CELLS &&
            (!best || grid->count > best->count))
            best = grid;
    }
    return best;
}

/* ---- how sure ---- */

static void rate_cell(struct comb_hexcells_seen_cell *cell, double colours)
{
    double sure = fmin(colours, cell->seen.support > 0 ? 1 : 0.7);
    bool inked = cell->ink.contrast > 0;
    if (cell->state == COMB_HEXCELLS_SEEN_HIDDEN)
        sure = inked ? fmin(sure, 0.7) : sure;
    else if (inked)
        sure = fmin(sure, cell->glyph.confidence);
    else if (cell->state == COMB_HEXCELLS_SEEN_BLACK)
        sure = fmin(sure, 0.7);
    cell->confidence = sure;
}

/* Cells that look as cells of this game do. */
static double likeness_of(const struct comb_hexcells_seen *seen)
{
    double fitting = 0;
    for (unsigned i = 0; i < seen->cell_count; i++) {
        const struct comb_hexcells_seen_cell *cell = &seen->cells[i];
        bool inked = cell->ink.contrast > 0;
        if (cell->state == COMB_HEXCELLS_SEEN_HIDDEN)
            fitting += !inked;
        else if (cell->state == COMB_HEXCELLS_SEEN_BLUE)
            fitting += inked ? cell->glyph.likeness : 1;
        else
            fitting += inked ? cell->glyph.likeness : 0.2;
    }
    return fitting / seen->cell_count;
}

/* ---- JSON ---- */

struct origin {
    int x, y;
};

static struct origin origin_of(const struct comb_hexcells_seen *seen)
{
    struct origin least = {seen->cells[0].seen.x, seen->cells[0].seen.y};
    for (unsigned i = 0; i < seen->cell_count; i++) {
        least.x = seen->cells[i].seen.x < least.x ? seen->cells[i].seen.x : least.x;
        least.y = seen->cells[i].seen.y < least.y ? seen->cells[i].seen.y : least.y;
    }
    for (size_t i = 0; i < seen->lines.count; i++) {
        least.x = seen->lines.items[i].x < least.x ? seen->lines.items[i].x : least.x;
        least.y = seen->lines.items[i].y < least.y ? seen->lines.items[i].y : least.y;
    }
    return least;
}

static json_t *cell_json(struct comb_json *build, const struct comb_hexcells_seen_cell *cell, struct origin origin)
{
    static const char *const states[] = {"hidden", "blue", "black"};
    const char *text = cell->state == COMB_HEXCELLS_SEEN_HIDDEN  ? ""
                       : cell->ink.contrast > 0                  ? cell->glyph.text
                       : cell->state == COMB_HEXCELLS_SEEN_BLACK ? "?"
                                                                 : "";
    json_t *object = comb_reading_cell(cell->seen.x - origin.x, cell->seen.y - origin.y, text, states[cell->state],
                                       cell->confidence, cell->glyph.second, cell->seen.box);
    build->failed |= !object;
    if (cell->dim)
        comb_json_set(build, object, "dim", comb_json_bool(build, true));
    return object;
}

static json_t *line_json(struct comb_json *build, const struct comb_hexcells_seen_line *line, struct origin origin)
{
    json_t *object = comb_hexcells_reading_line(line->x - origin.x, line->y - origin.y, line->direction,
                                                line->glyph.text, line->confidence, line->glyph.second, line->box);
    build->failed |= !object;
    if (line->dim)
        comb_json_set(build, object, "dim", comb_json_bool(build, true));
    return object;
}

/* From places of the reading to pixels. */
static json_t *map_json(struct comb_json *build, const struct comb_grid_seen *grid, struct origin origin)
{
    json_t *map = comb_json_array(build);
    double u, v, left, top;
    comb_grid_place(&u, &v, grid->kind, 1, 1);
    comb_grid_place(&left, &top, grid->kind, origin.x, origin.y);
    for (int i = 0; i < 3; i++) {
        const double *row = &grid->to_picture[3 * i];
        comb_json_push(build, map, comb_json_real(build, row[0] * u));
        comb_json_push(build, map, comb_json_real(build, row[1] * v));
        comb_json_push(build, map, comb_json_real(build, row[0] * left + row[1] * top + row[2]));
    }
    return map;
}

static json_t *counter_json(struct comb_json *build, const struct comb_hexcells_counter *counter)
{
    return counter->count < 0 ? json_null() : comb_json_int(build, counter->count);
}

static int build_reading(json_t **out, const struct comb_hexcells_seen *seen, struct comb_error *err)
{
    struct comb_json build = {false};
    struct origin origin = origin_of(seen);
    json_t *root = comb_json_object(&build), *cells = comb_json_array(&build), *lines = comb_json_array(&build);
    for (unsigned i = 0; i < seen->cell_count; i++)
        comb_json_push(&build, cells, cell_json(&build, &seen->cells[i], origin));
    for (size_t i = 0; i < seen->lines.count; i++)
        comb_json_push(&build, lines, line_json(&build, &seen->lines.items[i], origin));
    comb_json_set(&build, root, "likeness", comb_json_real(&build, seen->likeness));
    comb_json_set(&build, root, "cells", cells);
    comb_json_set(&build, root, "lines", lines);
    comb_json_set(&build, root, "remaining", counter_json(&build, &seen->remaining));
    comb_json_set(&build, root, "mistakes", counter_json(&build, &seen->mistakes));
    comb_json_set(&build, root, "expected", comb_json_int(&build, seen->cell_count));
    comb_json_set(&build, root, "found", comb_json_int(&build, seen->cell_count));
    comb_json_set(&build, root, "pitch", comb_json_real(&build, seen->grid->pitch));
    comb_json_set(&build, root, "to_picture", map_json(&build, seen->grid, origin));
    return comb_json_finish(out, &build, root, err);
}

static int doubt_counter(json_t *reading, const char *name, const struct comb_hexcells_counter *counter,
                         struct comb_error *err)
{
    if (counter->seen && counter->count < 0)
        return comb_reading_doubt(reading, -1, -1, err, "%s: the counter was not read", name);
    if (counter->seen && counter->confidence < COMB_READING_SURE)
        return comb_reading_doubt(reading, -1, -1, err, "%s: perhaps %ld", name, counter->count);
    return COMB_OK;
}

static int doubt_oddities(json_t *reading, const struct comb_hexcells_seen *seen, struct comb_error *err)
{
    struct origin origin = origin_of(seen);
    int code = COMB_OK;
    for (size_t i = 0; code == COMB_OK && i < seen->oddities.count; i++) {
        const struct comb_hexcells_oddity *oddity = &seen->oddities.items[i];
        code = comb_reading_doubt(reading, oddity->x - origin.x, oddity->y - origin.y, err, "at %d,%d %s",
                                  oddity->x - origin.x, oddity->y - origin.y, oddity->message);
    }
    return code;
}

/* What the picture's edge cuts may be a cell of which too little is left to be read. */
static int see_cut(struct comb_hexcells_seen *seen, struct comb_error *err)
{
    static const double least_support = 0.45; /* see comb_grid_seen */
    for (unsigned i = 0; i < seen->grid->hole_count; i++) {
        const struct comb_seen_cell *hole = &seen->grid->holes[i];
        struct comb_hexcells_oddity oddity = {hole->x, hole->y, "the picture's edge cuts a cell off"};
        if (hole->support >= least_support && !comb_vec_push(&seen->oddities, oddity))
            return comb_fail_memory(err);
    }
    return COMB_OK;
}

/* ---- all in order ---- */

static int see_all(struct comb_hexcells_seen *seen, struct comb_error *err)
{
    int (*const parts[])(struct comb_hexcells_seen *, struct comb_error *) = {
        comb_hexcells_see_counters, comb_hexcells_see_captions, comb_hexcells_see_cells, comb_hexcells_see_ink,
        comb_hexcells_see_states,   comb_hexcells_see_texts,    comb_hexcells_see_lines, see_cut};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        int code = parts[i](seen, err);
        if (code != COMB_OK)
            return code;
        if (i > 1 && seen->cell_count == 0)
            return COMB_NO;
    }
    for (unsigned i = 0; i < seen->cell_count; i++)
        rate_cell(&seen->cells[i], seen->colour_confidence);
    seen->likeness *= likeness_of(seen);
    return COMB_OK;
}

static int tell(json_t **reading, const struct comb_hexcells_seen *seen, struct comb_error *err)
{
    int code = build_reading(reading, seen, err);
    if (code == COMB_OK)
        code = doubt_counter(*reading, "remaining", &seen->remaining, err);
    if (code == COMB_OK)
        code = doubt_counter(*reading, "mistakes", &seen->mistakes, err);
    if (code == COMB_OK)
        code = doubt_oddities(*reading, seen, err);
    if (code == COMB_OK)
        code = comb_hexcells_reading_check(*reading, err);
    if (code != COMB_OK) {
        json_decref(*reading);
        *reading = NULL;
    }
    return code;
}

static int read_picture(json_t **reading, const struct comb_sight *sight, const void *look, struct comb_error *err)
{
    struct comb_hexcells_seen seen = {.sight = sight, .grid = choose_grid(sight)};
    (void)look;
    *reading = NULL;
    if (!seen.grid)
        return COMB_NO;
    comb_arena_init(&seen.arena, NULL);
    int code = see_all(&seen, err);
    if (code == COMB_OK)
        code = tell(reading, &seen, err);
    comb_vec_free(&seen.lines);
    comb_vec_free(&seen.oddities);
    comb_arena_free(&seen.arena);
    return code;
}

const struct comb_reader comb_hexcells_reader = {.effort = 1,
                                                 .read = read_picture,
                                                 .spell = comb_hexcells_reading_spell,
                                                 .mend = comb_hexcells_reading_mend,
                                                 .clicks = comb_hexcells_reading_clicks};
