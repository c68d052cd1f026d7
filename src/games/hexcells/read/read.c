/* The Hexcells reader: chooses the board's lattice and writes the reading as JSON. The files listed in parts.h read the
 * parts. */
#include "games/hexcells/read/read.h"
#include "games/hexcells/read/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MIN_CELLS = 2, MAX_CELLS = 4000, MIN_LINKED = 10 };

#define MIN_EVIDENCE 0.15
#define SCATTERED 0.6

/* ---- the board's lattice ---- */

static const struct comb_detected_grid *choose_grid(const struct comb_detection *detection)
{
    const struct comb_detected_grid *best = NULL;
    for (unsigned i = 0; i < detection->grid_count; i++) {
        const struct comb_detected_grid *grid = &detection->grids[i];
        if (grid->kind == COMB_DETECTED_HEX_FLAT && grid->count >= MIN_CELLS && grid->count <= MAX_CELLS &&
            (!best || grid->count > best->count))
            best = grid;
    }
    return best;
}

/* ---- confidence ---- */

static void rate_cell(struct comb_hexcells_detected_cell *cell, double colours)
{
    double confidence = fmin(colours, cell->detected.support > 0 ? 1 : 0.7);
    bool inked = cell->ink.contrast > 0;
    if (cell->state == COMB_HEXCELLS_DETECTED_HIDDEN)
        confidence = inked ? fmin(confidence, 0.7) : confidence;
    else if (inked)
        confidence = fmin(confidence, cell->glyph.confidence);
    else if (cell->state == COMB_HEXCELLS_DETECTED_BLACK)
        confidence = fmin(confidence, 0.7);
    cell->confidence = confidence;
}

static bool has_neighbour(const struct comb_hexcells_detection *board, const struct comb_detected_cell *cell)
{
    for (unsigned i = 0; i < board->cell_count; i++) {
        const struct comb_detected_cell *other = &board->cells[i].detected;
        int x = abs(other->x - cell->x), y = abs(other->y - cell->y);
        if ((x == 0 && y == 2) || (x == 1 && y == 1))
            return true;
    }
    return false;
}

/* Positive evidence: a text or a counter, or at least enough cells that touch others. A few hexagonal spots on a map or
 * a photo are no board. */
static double evidence_of(const struct comb_hexcells_detection *board)
{
    unsigned linked = 0, texts = 0;
    for (unsigned i = 0; i < board->cell_count; i++) {
        linked += has_neighbour(board, &board->cells[i].detected);
        texts += board->cells[i].ink.contrast > 0 && board->cells[i].state != COMB_HEXCELLS_DETECTED_HIDDEN;
    }
    double near = fmin(1, 2.0 * linked / board->cell_count);
    double enough = fmin(1, linked / (double)MIN_LINKED);
    if (texts > 0 && board->remaining.count >= 0)
        return fmax(near, SCATTERED); /* all cells of a level may stand alone */
    return texts > 0 || board->remaining.count >= 0 ? near : near * fmax(enough * enough, MIN_EVIDENCE);
}

/* How much the cells look like cells of this game. */
static double likeness_of(const struct comb_hexcells_detection *board)
{
    double fitting = 0;
    for (unsigned i = 0; i < board->cell_count; i++) {
        const struct comb_hexcells_detected_cell *cell = &board->cells[i];
        bool inked = cell->ink.contrast > 0;
        if (cell->state == COMB_HEXCELLS_DETECTED_HIDDEN)
            fitting += !inked;
        else if (cell->state == COMB_HEXCELLS_DETECTED_BLUE)
            fitting += inked ? cell->glyph.likeness : 1;
        else
            fitting += inked ? cell->glyph.likeness : 0.2;
    }
    return fitting / board->cell_count * evidence_of(board);
}

/* ---- JSON ---- */

struct origin {
    int x, y;
};

static struct origin origin_of(const struct comb_hexcells_detection *board)
{
    struct origin min_place = {board->cells[0].detected.x, board->cells[0].detected.y};
    for (unsigned i = 0; i < board->cell_count; i++) {
        min_place.x = board->cells[i].detected.x < min_place.x ? board->cells[i].detected.x : min_place.x;
        min_place.y = board->cells[i].detected.y < min_place.y ? board->cells[i].detected.y : min_place.y;
    }
    for (size_t i = 0; i < board->lines.count; i++) {
        min_place.x = board->lines.items[i].x < min_place.x ? board->lines.items[i].x : min_place.x;
        min_place.y = board->lines.items[i].y < min_place.y ? board->lines.items[i].y : min_place.y;
    }
    return min_place;
}

static json_t *cell_json(struct comb_json *build, const struct comb_hexcells_detected_cell *cell, struct origin origin)
{
    static const char *const states[] = {"hidden", "blue", "black"};
    const char *text = cell->state == COMB_HEXCELLS_DETECTED_HIDDEN  ? ""
                       : cell->ink.contrast > 0                      ? cell->glyph.text
                       : cell->state == COMB_HEXCELLS_DETECTED_BLACK ? "?"
                                                                     : "";
    json_t *object = comb_reading_cell(cell->detected.x - origin.x, cell->detected.y - origin.y, text,
                                       states[cell->state], cell->confidence, cell->glyph.second, cell->detected.box);
    build->failed |= !object;
    if (cell->dim)
        comb_json_set(build, object, "dim", comb_json_bool(build, true));
    return object;
}

static json_t *line_json(struct comb_json *build, const struct comb_hexcells_detected_line *line, struct origin origin)
{
    json_t *object = comb_hexcells_reading_line(line->x - origin.x, line->y - origin.y, line->direction,
                                                line->glyph.text, line->confidence, line->glyph.second, line->box);
    build->failed |= !object;
    if (line->dim)
        comb_json_set(build, object, "dim", comb_json_bool(build, true));
    return object;
}

/* The map from places of the reading to pixels. */
static json_t *map_json(struct comb_json *build, const struct comb_detected_grid *grid, struct origin origin)
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

static int build_reading(json_t **out, const struct comb_hexcells_detection *board, struct comb_error *err)
{
    struct comb_json build = {false};
    struct origin origin = origin_of(board);
    json_t *root = comb_json_object(&build), *cells = comb_json_array(&build), *lines = comb_json_array(&build);
    for (unsigned i = 0; i < board->cell_count; i++)
        comb_json_push(&build, cells, cell_json(&build, &board->cells[i], origin));
    for (size_t i = 0; i < board->lines.count; i++)
        comb_json_push(&build, lines, line_json(&build, &board->lines.items[i], origin));
    comb_json_set(&build, root, "likeness", comb_json_real(&build, board->likeness));
    comb_json_set(&build, root, "cells", cells);
    comb_json_set(&build, root, "lines", lines);
    comb_json_set(&build, root, "remaining", counter_json(&build, &board->remaining));
    comb_json_set(&build, root, "mistakes", counter_json(&build, &board->mistakes));
    comb_json_set(&build, root, "expected", comb_json_int(&build, board->cell_count));
    comb_json_set(&build, root, "found", comb_json_int(&build, board->cell_count));
    comb_json_set(&build, root, "pitch", comb_json_real(&build, board->grid->pitch));
    comb_json_set(&build, root, "to_picture", map_json(&build, board->grid, origin));
    return comb_json_finish(out, &build, root, err);
}

static int add_counter_uncertainty(json_t *reading, const char *name, const struct comb_hexcells_counter *counter,
                                   struct comb_error *err)
{
    if (counter->detected && counter->count < 0)
        return comb_reading_add_uncertainty(reading, -1, -1, err, "%s: counter not read", name);
    if (counter->detected && counter->confidence < COMB_READING_MIN_CONFIDENCE)
        return comb_reading_add_uncertainty(reading, -1, -1, err, "%s: perhaps %ld", name, counter->count);
    return COMB_OK;
}

/* A level may need its counter: a board with hidden cells and no counter is a question. */
static int add_missing_counter(json_t *reading, const struct comb_hexcells_detection *board, struct comb_error *err)
{
    bool hidden = false;
    for (unsigned i = 0; i < board->cell_count; i++)
        hidden |= board->cells[i].state == COMB_HEXCELLS_DETECTED_HIDDEN;
    if (!hidden || board->remaining.detected)
        return COMB_OK;
    return comb_reading_add_uncertainty(reading, -1, -1, err, "remaining: no counter found");
}

static int add_place_uncertainties(json_t *reading, const struct comb_hexcells_detection *board, struct comb_error *err)
{
    struct origin origin = origin_of(board);
    int code = COMB_OK;
    for (size_t i = 0; code == COMB_OK && i < board->uncertain_places.count; i++) {
        const struct comb_hexcells_uncertain_place *uncertain = &board->uncertain_places.items[i];
        code =
            comb_reading_add_uncertainty(reading, uncertain->x - origin.x, uncertain->y - origin.y, err, "at %d,%d %s",
                                         uncertain->x - origin.x, uncertain->y - origin.y, uncertain->message);
    }
    return code;
}

/* A place cut by the picture's edge may be a cell of which too little is left to read. */
static int detect_cut_cells(struct comb_hexcells_detection *board, struct comb_error *err)
{
    static const double min_support = 0.45; /* see comb_detected_grid */
    for (unsigned i = 0; i < board->grid->hole_count; i++) {
        const struct comb_detected_cell *hole = &board->grid->holes[i];
        struct comb_hexcells_uncertain_place uncertain = {hole->x, hole->y, comb_hexcells_cut_off};
        if (hole->support >= min_support && !comb_vec_push(&board->uncertain_places, uncertain))
            return comb_fail_memory(err);
    }
    return COMB_OK;
}

/* ---- all steps ---- */

static int detect_all(struct comb_hexcells_detection *board, struct comb_error *err)
{
    int (*const parts[])(struct comb_hexcells_detection *, struct comb_error *) = {
        comb_hexcells_detect_view,  comb_hexcells_detect_counters, comb_hexcells_detect_captions,
        comb_hexcells_detect_cells, comb_hexcells_detect_ink,      comb_hexcells_detect_states,
        comb_hexcells_detect_texts, comb_hexcells_detect_lines,    detect_cut_cells};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        int code = parts[i](board, err);
        if (code != COMB_OK)
            return code;
        if (i > 2 && board->cell_count == 0)
            return COMB_NO;
    }
    for (unsigned i = 0; i < board->cell_count; i++)
        rate_cell(&board->cells[i], board->colour_confidence);
    board->likeness *= likeness_of(board);
    return COMB_OK;
}

static int write_reading(json_t **reading, const struct comb_hexcells_detection *board, struct comb_error *err)
{
    int code = build_reading(reading, board, err);
    if (code == COMB_OK)
        code = add_counter_uncertainty(*reading, "remaining", &board->remaining, err);
    if (code == COMB_OK)
        code = add_counter_uncertainty(*reading, "mistakes", &board->mistakes, err);
    if (code == COMB_OK)
        code = add_missing_counter(*reading, board, err);
    if (code == COMB_OK)
        code = add_place_uncertainties(*reading, board, err);
    if (code == COMB_OK)
        code = comb_hexcells_reading_check(*reading, err);
    if (code != COMB_OK) {
        json_decref(*reading);
        *reading = NULL;
    }
    return code;
}

/* The game's counters are at the top right: at the bottom left, the picture is upside down. */
static bool is_upside_down(const struct comb_hexcells_detection *board)
{
    const struct comb_pixels *picture = board->detection->picture;
    const struct comb_pixel_box *box = &board->remaining.box;
    return board->remaining.boxed && 2 * box->x + box->width < (int)picture->width &&
           2 * box->y + box->height > (int)picture->height;
}

int comb_hexcells_read_upright(json_t **reading, bool *upside_down, const struct comb_detection *detection,
                               struct comb_error *err)
{
    struct comb_hexcells_detection board = {.detection = detection, .grid = choose_grid(detection)};
    *reading = NULL;
    if (!board.grid)
        return COMB_NO;
    comb_arena_init(&board.arena, NULL);
    int code = detect_all(&board, err);
    if (code == COMB_OK)
        code = write_reading(reading, &board, err);
    *upside_down = is_upside_down(&board);
    if (code == COMB_OK && *upside_down)
        code = comb_reading_add_uncertainty(*reading, -1, -1, err, "the picture seems to be upside down");
    comb_vec_free(&board.lines);
    comb_vec_free(&board.uncertain_places);
    comb_arena_free(&board.arena);
    return code;
}

static int read_picture(json_t **reading, const struct comb_detection *detection, const void *payload,
                        struct comb_error *err)
{
    (void)payload;
    return comb_hexcells_read_any_way(reading, detection, err);
}

const struct comb_reader comb_hexcells_reader = {.cost = 1,
                                                 .read = read_picture,
                                                 .to_text = comb_hexcells_reading_to_text,
                                                 .apply_fix = comb_hexcells_reading_apply_fix,
                                                 .fix_example = "4,6=blue",
                                                 .clicks = comb_hexcells_reading_clicks,
                                                 .leave_out = comb_hexcells_reading_leave_out};
