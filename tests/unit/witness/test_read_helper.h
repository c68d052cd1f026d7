/* Shared by the tests of reading panels: draws a panel with our renderer and reads it back, and reduces a panel to what
 * a picture of it can show. */
#ifndef COMB_TESTS_WITNESS_READ_HELPER_H
#define COMB_TESTS_WITNESS_READ_HELPER_H

#include "games/witness/draw/scene.h"
#include "games/witness/panel/panel.h"
#include "games/witness/read/read.h"
#include "games/witness/text/text.h"
#include "grid/render.h"
#include "vision/pixels/pixels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline char *read_copy(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

static inline struct comb_witness_thing *read_place(struct comb_witness_panel *panel, unsigned column, unsigned row)
{
    return &panel->places[column + comb_witness_columns(panel) * row];
}

static inline bool read_is_absent(const struct comb_witness_panel *panel, int column, int row)
{
    if (panel->pillar)
        column = (column + (int)comb_witness_columns(panel)) % (int)comb_witness_columns(panel);
    return column < 0 || row < 0 || column >= (int)comb_witness_columns(panel) ||
           row >= (int)comb_witness_rows(panel) ||
           comb_witness_at(panel, (unsigned)column, (unsigned)row)->kind == COMB_WITNESS_ABSENT;
}

/* An edge without one of its nodes is not drawn, and a node without edges is not visible. */
static inline void read_spread_absence(struct comb_witness_panel *panel)
{
    for (int pass = 0; pass < 2; pass++)
        for (int row = 0; row < (int)comb_witness_rows(panel); row++)
            for (int column = 0; column < (int)comb_witness_columns(panel); column++) {
                bool node = column % 2 == 0 && row % 2 == 0, level = column % 2 == 1;
                struct comb_witness_thing *thing = read_place(panel, (unsigned)column, (unsigned)row);
                if (column % 2 == 1 && row % 2 == 1)
                    continue;
                bool lost = node ? read_is_absent(panel, column - 1, row) && read_is_absent(panel, column + 1, row) &&
                                       read_is_absent(panel, column, row - 1) && read_is_absent(panel, column, row + 1)
                                 : read_is_absent(panel, column - level, row - !level) ||
                                       read_is_absent(panel, column + level, row + !level);
                if (node == (pass == 1) && lost)
                    *thing = (struct comb_witness_thing){.kind = COMB_WITNESS_ABSENT};
            }
}

static inline void read_plain_thing(struct comb_witness_panel *panel, unsigned column, unsigned row)
{
    struct comb_witness_thing *thing = read_place(panel, column, row), written = *thing;
    int detected[2], usual[2];
    if (thing->kind == COMB_WITNESS_TRIANGLE && thing->triangles == 0)
        thing->triangles = 1;
    if (thing->kind == COMB_WITNESS_DOT && (thing->colour == COMB_WITNESS_BLACK || thing->colour == COMB_WITNESS_WHITE))
        thing->colour = COMB_WITNESS_NO_COLOUR;
    if (thing->kind != COMB_WITNESS_END)
        return;
    comb_witness_end_direction(detected, panel, column, row);
    thing->toward_x = thing->toward_y = 0;
    comb_witness_end_direction(usual, panel, column, row);
    if (detected[0] != usual[0] || detected[1] != usual[1])
        *thing = written;
}

/* The panel's text, as far as a picture can show it; free it. */
static inline char *read_expected(const struct comb_witness_panel *panel)
{
    struct comb_witness_panel *copy;
    struct comb_buf text = {0};
    if (comb_witness_panel_copy(&copy, panel, 0, NULL) != COMB_OK)
        return NULL;
    read_spread_absence(copy);
    for (unsigned row = 0; row < comb_witness_rows(copy); row++)
        for (unsigned column = 0; column < comb_witness_columns(copy); column++)
            read_plain_thing(copy, column, row);
    copy->symmetry = COMB_WITNESS_NO_SYMMETRY;
    copy->line_colours[0] = copy->line_colours[1] = COMB_WITNESS_NO_COLOUR;
    comb_witness_text_print(&text, copy);
    comb_witness_panel_free(copy);
    char *out = read_copy(comb_buf_text(&text));
    comb_buf_free(&text);
    return out;
}

/* Pixels of the panel as our renderer draws it. */
static inline struct comb_pixels *read_draw(const struct comb_witness_panel *panel, const json_t *answer,
                                            enum comb_theme theme, double size)
{
    struct comb_scene *scene = NULL;
    struct comb_buf png = {0};
    struct comb_pixels *pixels = NULL;
    struct comb_picture_style style = {.theme = theme, .cell_pixels = size};
    struct comb_params params = {0};
    if (comb_witness_scene(&scene, panel, answer, &params, NULL) == COMB_OK &&
        comb_render_png(&png, scene, &style, NULL) == COMB_OK)
        comb_pixels_decode(&pixels, png.data, png.length, NULL);
    comb_scene_free(scene);
    comb_buf_free(&png);
    return pixels;
}

/* The reading of a picture, or NULL. */
static inline json_t *read_pixels(const struct comb_pixels *pixels)
{
    struct comb_detection detection = {.picture = pixels};
    struct comb_error err = {0};
    json_t *reading = NULL;
    return comb_witness_reader.read(&reading, &detection, NULL, &err) == COMB_OK ? reading : NULL;
}

/* The reading's text; "" for none. Free it. */
static inline char *read_text(const json_t *reading)
{
    struct comb_buf text = {0};
    struct comb_error err = {0};
    if (reading && comb_witness_reader.to_text(&text, reading, NULL, &err) != COMB_OK)
        comb_buf_clear(&text);
    char *out = read_copy(comb_buf_text(&text));
    comb_buf_free(&text);
    return out;
}

/* Number of places with a confidence below the limit. */
static inline unsigned read_uncertain(const json_t *reading)
{
    size_t i;
    const json_t *cell;
    unsigned uncertain = (unsigned)json_array_size(json_object_get(reading, "doubts"));
    json_array_foreach(json_object_get(reading, "cells"), i, cell)
    {
        bool symmetry = json_integer_value(json_object_get(cell, "x")) < 0;
        uncertain += !symmetry && json_number_value(json_object_get(cell, "confidence")) < COMB_READING_MIN_CONFIDENCE;
    }
    return uncertain;
}

#endif
