/* Draws the board and the parts of an answer on it. One function reads all kinds of answers:
 *
 *     cells         coloured, and on a position marked as new; together with "because" they stay hidden and are
 *                   marked as targets
 *     because       the hints of the reason
 *     known         cells uncovered before the hint or the hardest step
 *     region        cells to look at first
 *     letters       names of cells and lines
 *     hardest       an object with any of these, for ratings
 */
#include "games/hexcells/draw/scene.h"

#include <stdlib.h>
#include <string.h>

struct view {
    signed char *colours; /* by cell */
    unsigned *marks;      /* by cell, then by line */
    char (*letters)[2];   /* likewise: "A" or "" */
    bool counter;         /* the counter is part of the reason */
};

static int cell_of(const struct comb_hexcells_level *level, const json_t *item)
{
    const json_t *x = json_object_get(item, "x");
    const json_t *y = json_object_get(item, "y");
    if (!json_is_integer(x) || !json_is_integer(y) || json_integer_value(x) > COMB_HEXCELLS_MAX_SIDE ||
        json_integer_value(y) > COMB_HEXCELLS_MAX_SIDE)
        return -1;
    return comb_hexcells_cell_at(level, (int)json_integer_value(x), (int)json_integer_value(y));
}

static void colour_cells(struct view *view, const struct comb_hexcells_level *level, const json_t *cells,
                         unsigned marks, bool colour)
{
    for (size_t i = 0; i < json_array_size(cells); i++) {
        const json_t *item = json_array_get(cells, i);
        int cell = cell_of(level, item);
        if (cell < 0)
            continue;
        view->marks[cell] |= marks;
        if (colour)
            view->colours[cell] =
                json_is_true(json_object_get(item, "blue")) ? COMB_HEXCELLS_BLUE : COMB_HEXCELLS_BLACK;
    }
}

static void mark_reasons(struct view *view, const struct comb_hexcells_level *level, const json_t *because)
{
    for (size_t i = 0; i < json_array_size(because); i++) {
        const char *text = json_string_value(json_array_get(because, i));
        unsigned id;
        if (!text || !comb_hexcells_id_read(&id, level, text))
            continue;
        if (id == COMB_HEXCELLS_COUNTER)
            view->counter = true;
        else
            view->marks[id] |= COMB_MARK_REASON;
    }
}

static void mark_region(struct view *view, const struct comb_hexcells_level *level, const json_t *answer)
{
    const json_t *region = json_object_get(answer, "region");
    if (json_array_size(json_object_get(answer, "because")) > 0)
        return; /* a later hint level shows more than the region */
    for (size_t i = 0; i < json_array_size(region); i++) {
        int cell = cell_of(level, json_array_get(region, i));
        if (cell >= 0)
            view->marks[cell] |= COMB_MARK_CONSIDERED;
    }
}

static void read_letters(struct view *view, const struct comb_hexcells_level *level, const json_t *letters)
{
    for (size_t i = 0; i < json_array_size(letters); i++) {
        const json_t *item = json_array_get(letters, i);
        const char *letter = json_string_value(json_object_get(item, "letter"));
        int cell = cell_of(level, item);
        int line = comb_hexcells_line_at(level, (int)json_integer_value(json_object_get(item, "x")),
                                         (int)json_integer_value(json_object_get(item, "y")));
        if (letter && (cell >= 0 || line >= 0))
            view->letters[cell >= 0 ? cell : (int)level->cell_count + line][0] = letter[0];
    }
}

static void apply_answer(struct view *view, const struct comb_hexcells_level *level, const json_t *answer)
{
    const json_t *hardest = json_object_get(answer, "hardest");
    const json_t *part = json_is_object(hardest) ? hardest : answer;
    const json_t *because = json_object_get(part, "because");
    colour_cells(view, level, json_object_get(part, "known"), 0, true);
    unsigned marks = because ? COMB_MARK_TARGET : level->truth_known ? 0 : COMB_MARK_CLAIM;
    colour_cells(view, level, json_object_get(part, "cells"), marks, !because);
    mark_reasons(view, level, because);
    mark_region(view, level, answer);
}

/* ---- cells ---- */

static enum comb_role role_of(signed char colour)
{
    return colour == COMB_HEXCELLS_BLUE    ? COMB_ROLE_CELL_BLUE
           : colour == COMB_HEXCELLS_BLACK ? COMB_ROLE_CELL_BLACK
                                           : COMB_ROLE_HIDDEN;
}

static const char *colour_word(signed char colour)
{
    return colour == COMB_HEXCELLS_BLUE ? "blue" : colour == COMB_HEXCELLS_BLACK ? "black" : "hidden";
}

static void draw_cell(struct comb_scene *scene, const struct comb_hexcells_level *level, const struct view *view,
                      unsigned index)
{
    const struct comb_hexcells_cell *cell = &level->cells[index];
    signed char colour = view->colours[index];
    char text[COMB_HEXCELLS_ID_LENGTH] = "";
    /* the hint of a hidden cell of a position is unknown, so draw nothing, not even "?" */
    if (colour != COMB_HEXCELLS_UNKNOWN && (level->truth_known || cell->shown != COMB_HEXCELLS_UNKNOWN))
        comb_hexcells_cell_text(text, cell, colour == COMB_HEXCELLS_BLUE);
    const char *label =
        comb_arena_printf(&scene->arena, "row %d column %d, %s%s%s%s%s", cell->at.y + 1, cell->at.x + 1,
                          colour_word(colour), *text ? ", " : "", cell->number_unknown ? "number unknown" : text,
                          view->marks[index] & COMB_MARK_TARGET ? ", decided by the hint" : "",
                          view->marks[index] & COMB_MARK_REASON ? ", a reason" : "");
    scene->failed |= !label;
    comb_scene_cell(scene, (struct comb_scene_cell){.at = cell->at,
                                                    .role = role_of(colour),
                                                    .marks = view->marks[index],
                                                    .text = text,
                                                    .tag = view->letters[index],
                                                    .label = label});
}

/* ---- lines ---- */

static int angle_of(enum comb_hexcells_direction direction)
{
    static const int angles[COMB_HEXCELLS_DIRECTIONS] = {
        [COMB_HEXCELLS_S] = 0,   [COMB_HEXCELLS_SW] = 60,   [COMB_HEXCELLS_W] = 90,  [COMB_HEXCELLS_NW] = 120,
        [COMB_HEXCELLS_N] = 180, [COMB_HEXCELLS_NE] = -120, [COMB_HEXCELLS_E] = -90, [COMB_HEXCELLS_SE] = -60};
    return angles[direction];
}

static void draw_line(struct comb_scene *scene, const struct comb_hexcells_level *level, const struct view *view,
                      unsigned index)
{
    const struct comb_hexcells_line *line = &level->lines[index];
    unsigned marks = view->marks[level->cell_count + index] | (line->dim ? COMB_MARK_DIM : 0U);
    char text[COMB_HEXCELLS_ID_LENGTH];
    comb_hexcells_hint_text(text, line->hint, line->number, false);
    const char *label = comb_arena_printf(
        &scene->arena, "line hint at row %d column %d pointing %s, %s%s", line->at.y + 1, line->at.x + 1,
        comb_hexcells_direction_words(line->direction), text, marks & COMB_MARK_REASON ? ", a reason" : "");
    scene->failed |= !label;
    comb_scene_note(scene, (struct comb_scene_note){.at = line->at,
                                                    .role = COMB_ROLE_INK,
                                                    .marks = marks,
                                                    .text = text,
                                                    .tag = view->letters[level->cell_count + index],
                                                    .label = label,
                                                    .angle = angle_of(line->direction),
                                                    .arrow = true});
}

/* ---- captions ---- */

static long remaining_in(const struct comb_hexcells_level *level, const struct view *view)
{
    long remaining = level->remaining;
    for (unsigned i = 0; remaining > 0 && i < level->cell_count; i++)
        remaining -= view->colours[i] == COMB_HEXCELLS_BLUE && level->cells[i].shown != COMB_HEXCELLS_BLUE;
    return remaining;
}

static void caption(struct comb_scene *scene, enum comb_role role, const char *text)
{
    scene->failed |= !text;
    if (text && *text)
        comb_scene_caption(scene, role, text);
}

static void draw_captions(struct comb_scene *scene, const struct comb_hexcells_level *level, const struct view *view)
{
    long remaining = remaining_in(level, view);
    if (level->author[0])
        caption(scene, COMB_ROLE_SOFT, comb_arena_printf(&scene->arena, "by %s", level->author));
    for (unsigned i = 0; i < 2; i++)
        caption(scene, COMB_ROLE_SOFT, level->text[i]);
    if (remaining >= 0)
        caption(scene, view->counter ? COMB_ROLE_ACCENT : COMB_ROLE_INK,
                comb_arena_printf(&scene->arena, "remaining %ld%s", remaining, view->counter ? ", a reason" : ""));
    if (level->mistakes > 0)
        caption(scene, COMB_ROLE_INK, comb_arena_printf(&scene->arena, "mistakes %ld", level->mistakes));
}

static void draw_all(struct comb_scene *scene, const struct comb_hexcells_level *level, const struct view *view)
{
    unsigned hidden = 0;
    for (unsigned i = 0; i < level->cell_count; i++) {
        draw_cell(scene, level, view, i);
        hidden += view->colours[i] == COMB_HEXCELLS_UNKNOWN;
    }
    for (unsigned i = 0; i < level->line_count; i++)
        draw_line(scene, level, view, i);
    draw_captions(scene, level, view);
    const char *alt = comb_arena_printf(&scene->arena, "a Hexcells board of %u cells, %u of them hidden, %u line hints",
                                        level->cell_count, hidden, level->line_count);
    scene->failed |= !alt;
    comb_scene_title(scene, level->title[0] ? level->title : "Hexcells");
    comb_scene_alt(scene, alt);
}

/* ---- axes ---- */

static void add_number(struct comb_scene *scene, struct comb_point at, int number)
{
    const char *text = comb_arena_printf(&scene->arena, "%d", number);
    scene->failed |= !text;
    comb_scene_note(scene, (struct comb_scene_note){.at = at, .role = COMB_ROLE_SOFT, .text = text});
}

/* Numbers the columns above the board and the rows to its left; both only where there is a cell or a line. */
static void draw_axes(struct comb_scene *scene, const struct comb_hexcells_level *level)
{
    bool columns[COMB_HEXCELLS_MAX_SIDE] = {false}, rows[COMB_HEXCELLS_MAX_SIDE] = {false};
    int left = COMB_HEXCELLS_MAX_SIDE, top = COMB_HEXCELLS_MAX_SIDE;
    for (unsigned i = 0; i < level->cell_count + level->line_count; i++) {
        struct comb_point at = i < level->cell_count ? level->cells[i].at : level->lines[i - level->cell_count].at;
        columns[at.x] = rows[at.y] = true;
        left = at.x < left ? at.x : left;
        top = at.y < top ? at.y : top;
    }
    for (int i = 0; i < COMB_HEXCELLS_MAX_SIDE; i++) {
        if (columns[i])
            add_number(scene, (struct comb_point){i, top - 3}, i);
        if (rows[i])
            add_number(scene, (struct comb_point){left - 2, i}, i);
    }
}

int comb_hexcells_scene(struct comb_scene **out, const void *board, const json_t *answer,
                        const struct comb_params *params, struct comb_error *err)
{
    return comb_hexcells_draw(out, board, answer, comb_params_flag(params, "coordinates"), err);
}

int comb_hexcells_draw(struct comb_scene **out, const struct comb_hexcells_level *level, const json_t *answer,
                       bool coordinates, struct comb_error *err)
{
    struct comb_scene *scene;
    *out = NULL;
    int code = comb_scene_new(&scene, COMB_SCENE_HEX_FLAT, NULL, err);
    if (code != COMB_OK)
        return code;
    struct view view = {
        .colours = COMB_NEW_ARRAY(&scene->arena, signed char, level->cell_count),
        .marks = COMB_NEW_ARRAY(&scene->arena, unsigned, level->cell_count + level->line_count),
        .letters = comb_arena_array(&scene->arena, level->cell_count + level->line_count + 1, sizeof *view.letters),
    };
    if (!view.colours || !view.marks || !view.letters) {
        comb_scene_free(scene);
        return comb_fail_memory(err);
    }
    for (unsigned i = 0; i < level->cell_count; i++) {
        view.colours[i] = level->cells[i].shown;
        view.marks[i] = level->cells[i].dim ? COMB_MARK_DIM : 0U;
    }
    apply_answer(&view, level, answer);
    if (coordinates)
        draw_axes(scene, level);
    else
        read_letters(&view, level, json_object_get(answer, "letters"));
    draw_all(scene, level, &view);
    code = scene->failed && scene->error.code == COMB_OK ? comb_fail_memory(err) : comb_scene_finish(scene, err);
    if (code == COMB_OK)
        *out = scene;
    else
        comb_scene_free(scene);
    return code;
}
