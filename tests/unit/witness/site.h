/* Reads panels of witnesspuzzles.com for tests, or says why Comb's panels cannot represent them. */
#ifndef COMB_TESTS_WITNESS_SITE_H
#define COMB_TESTS_WITNESS_SITE_H

#include "base/json.h"
#include "games/witness/panel/panel.h"

#include <string.h>

enum { SITE_ROTATES = 1 << 20, SITE_BLUE_DOT = 2, SITE_YELLOW_DOT = 3 };

/* Colours are any CSS colour; only equality matters, so they are numbered in order of appearance. Symbols without a
 * colour get one that no other symbol has. */
struct site_colours {
    const char *names[COMB_WITNESS_COLOURS];
    unsigned count;
    bool too_many;
};

static inline uint8_t site_colour(struct site_colours *colours, const json_t *cell)
{
    const char *name = json_string_value(json_object_get(cell, "color"));
    name = name ? name : "";
    for (unsigned i = 0; i < colours->count; i++)
        if (strcmp(colours->names[i], name) == 0)
            return (uint8_t)(i + 1);
    if (colours->count + 1 == COMB_WITNESS_COLOURS) {
        colours->too_many = true;
        return 0;
    }
    colours->names[colours->count++] = name;
    return (uint8_t)colours->count;
}

/* Bit 4 x + y is the cell at x, y. */
static inline void site_shape(struct comb_witness_panel *panel, struct comb_witness_thing *thing, json_int_t bits)
{
    struct comb_witness_shape *shape = &panel->shapes[panel->shape_count++];
    *shape = (struct comb_witness_shape){.width = 4, .height = 4};
    for (unsigned x = 0; x < 4; x++)
        for (unsigned y = 0; y < 4; y++)
            shape->rows[y] |= (uint16_t)((bits >> (4 * x + y) & 1) << x);
    thing->kind = COMB_WITNESS_POLYOMINO;
    thing->free = (bits & SITE_ROTATES) != 0;
    thing->shape = shape;
}

/* Returns NULL, or why the cell cannot be represented. */
static inline const char *site_cell(struct comb_witness_panel *panel, struct comb_witness_thing *thing,
                                    const json_t *cell, struct site_colours *colours)
{
    const char *type = json_string_value(json_object_get(cell, "type"));
    json_int_t shape = json_integer_value(json_object_get(cell, "polyshape"));
    if (!type || strcmp(type, "nonce") == 0)
        return NULL;
    bool piece = strcmp(type, "poly") == 0, blue = strcmp(type, "ylop") == 0;
    if (strcmp(type, "square") == 0 || strcmp(type, "star") == 0) {
        thing->kind = strcmp(type, "star") == 0 ? COMB_WITNESS_STAR : COMB_WITNESS_SQUARE;
        if (!json_is_string(json_object_get(cell, "color")))
            return "a square or star without a colour";
    } else if (strcmp(type, "triangle") == 0) {
        thing->kind = COMB_WITNESS_TRIANGLE;
        thing->triangles = (uint8_t)json_integer_value(json_object_get(cell, "count"));
    } else if (strcmp(type, "nega") == 0) {
        thing->kind = COMB_WITNESS_ELIMINATION;
    } else if (piece || blue) {
        site_shape(panel, thing, shape);
        thing->negative = blue;
    } else {
        return "a custom symbol";
    }
    thing->colour = site_colour(colours, cell);
    return colours->too_many ? "more colours than Comb has" : NULL;
}

static inline void site_end(struct comb_witness_thing *thing, const char *direction)
{
    thing->kind = COMB_WITNESS_END;
    thing->toward_x = strcmp(direction, "left") == 0 ? -1 : strcmp(direction, "right") == 0;
    thing->toward_y = strcmp(direction, "top") == 0 ? -1 : strcmp(direction, "bottom") == 0;
}

static inline const char *site_line(struct comb_witness_thing *thing, const json_t *place, bool node)
{
    json_int_t gap = json_integer_value(json_object_get(place, "gap"));
    json_int_t dot = json_integer_value(json_object_get(place, "dot"));
    const char *end = json_string_value(json_object_get(place, "end"));
    bool start = json_is_true(json_object_get(place, "start"));
    if ((start || end) && !node)
        return "a start or end on an edge";
    if (start + (end != NULL) + (dot != 0) > 1)
        return "two of start, end and dot in one place";
    if (gap && (start || end || dot))
        return "a gap under something else";
    if (start)
        thing->kind = COMB_WITNESS_START;
    if (end)
        site_end(thing, end);
    if (dot) {
        thing->kind = COMB_WITNESS_DOT;
        thing->colour = dot == SITE_BLUE_DOT ? COMB_WITNESS_CYAN : dot == SITE_YELLOW_DOT ? COMB_WITNESS_YELLOW : 0;
    }
    if (gap)
        thing->kind = gap == 2 ? COMB_WITNESS_ABSENT : COMB_WITNESS_GAP;
    return NULL;
}

static inline void site_symmetry(struct comb_witness_panel *panel, const json_t *symmetry)
{
    bool x = json_is_true(json_object_get(symmetry, "x")), y = json_is_true(json_object_get(symmetry, "y"));
    panel->symmetry = x && y ? COMB_WITNESS_ROTATIONAL
                      : x    ? COMB_WITNESS_HORIZONTAL
                      : y    ? COMB_WITNESS_VERTICAL
                             : COMB_WITNESS_NO_SYMMETRY;
    if (panel->symmetry == COMB_WITNESS_NO_SYMMETRY)
        return;
    panel->line_colours[0] = COMB_WITNESS_CYAN;
    panel->line_colours[1] = COMB_WITNESS_YELLOW;
}

static inline const char *site_fill(struct comb_witness_panel *panel, const json_t *grid)
{
    struct site_colours colours = {0};
    const char *why = NULL;
    for (unsigned column = 0; column < comb_witness_columns(panel); column++)
        for (unsigned row = 0; row < comb_witness_rows(panel) && !why; row++) {
            struct comb_witness_thing *thing = &panel->places[column + comb_witness_columns(panel) * row];
            const json_t *place = json_array_get(json_array_get(grid, column), row);
            if (column % 2 == 1 && row % 2 == 1)
                why = site_cell(panel, thing, place, &colours);
            else
                why = site_line(thing, place, column % 2 == 0 && row % 2 == 0);
        }
    return why;
}

/* Returns the panel of a puzzle, or NULL and the reason in `*why`. Freed by comb_witness_panel_free. */
static inline struct comb_witness_panel *site_panel(const json_t *puzzle, const char **why)
{
    const json_t *grid = json_object_get(puzzle, "grid");
    size_t columns = json_array_size(grid), rows = json_array_size(json_array_get(grid, 0));
    struct comb_witness_panel *panel = NULL;
    *why = json_is_true(json_object_get(puzzle, "pillar"))                                          ? "a pillar"
           : json_is_true(json_object_get(json_object_get(puzzle, "settings"), "CUSTOM_MECHANICS")) ? "custom rules"
           : columns % 2 == 0 || rows % 2 == 0 || columns < 3 || rows < 3                           ? "its size"
                                                                                                    : NULL;
    if (*why ||
        comb_witness_panel_new(&panel, (unsigned)columns / 2, (unsigned)rows / 2, columns * rows / 4, NULL) != COMB_OK)
        return NULL;
    site_symmetry(panel, json_object_get(puzzle, "symmetry"));
    *why = site_fill(panel, grid);
    if (!*why)
        return panel;
    comb_witness_panel_free(panel);
    return NULL;
}

#endif
