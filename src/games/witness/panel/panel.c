#include "games/witness/panel/panel.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* One allocation holds the panel, its places and its shapes. */
int comb_witness_panel_new(struct comb_witness_panel **out, unsigned width, unsigned height, size_t shapes,
                           struct comb_error *err)
{
    *out = NULL;
    assert(width >= 1 && width <= COMB_WITNESS_MAX_SIDE && height >= 1 && height <= COMB_WITNESS_MAX_SIDE);
    size_t places = (size_t)(2 * width + 1) * (2 * height + 1);
    size_t places_size = places * sizeof(struct comb_witness_thing);
    struct comb_witness_panel *panel =
        calloc(1, sizeof *panel + places_size + shapes * sizeof(struct comb_witness_shape));
    if (!panel)
        return comb_fail_memory(err);
    panel->width = width;
    panel->height = height;
    panel->places = (struct comb_witness_thing *)(panel + 1);
    panel->shapes = (struct comb_witness_shape *)(panel->places + places);
    *out = panel;
    return COMB_OK;
}

void comb_witness_panel_form(struct comb_witness_panel *panel, const struct comb_witness_panel *like)
{
    panel->pillar = like->pillar;
    panel->unpaired = like->unpaired;
    panel->rules = like->rules;
    panel->symmetry = like->symmetry;
    memcpy(panel->line_colours, like->line_colours, sizeof panel->line_colours);
}

static size_t place_count(const struct comb_witness_panel *panel)
{
    return (size_t)comb_witness_columns(panel) * comb_witness_rows(panel);
}

/* Every polyomino of the copy gets its own shape. Unreferenced shapes are not copied, so a panel does not grow when
 * it is edited repeatedly. */
int comb_witness_panel_copy(struct comb_witness_panel **out, const struct comb_witness_panel *panel, size_t more_shapes,
                            struct comb_error *err)
{
    size_t shapes = 0;
    for (size_t i = 0; i < place_count(panel); i++)
        shapes += panel->places[i].shape != NULL;
    int code = comb_witness_panel_new(out, panel->width, panel->height, shapes + more_shapes, err);
    if (code != COMB_OK)
        return code;
    struct comb_witness_panel *copy = *out;
    comb_witness_panel_form(copy, panel);
    memcpy(copy->places, panel->places, place_count(panel) * sizeof *panel->places);
    for (size_t i = 0; i < place_count(panel); i++)
        if (panel->places[i].shape) {
            copy->shapes[copy->shape_count] = *panel->places[i].shape;
            copy->places[i].shape = &copy->shapes[copy->shape_count++];
        }
    assert(copy->shape_count == shapes);
    return COMB_OK;
}

void comb_witness_panel_free(struct comb_witness_panel *panel)
{
    free(panel);
}

static bool same_shape(const struct comb_witness_shape *a, const struct comb_witness_shape *b)
{
    if (!a || !b)
        return a == b;
    return a->width == b->width && a->height == b->height && memcmp(a->rows, b->rows, sizeof a->rows) == 0;
}

static bool same_thing(const struct comb_witness_thing *a, const struct comb_witness_thing *b)
{
    return a->kind == b->kind && a->colour == b->colour && a->triangles == b->triangles && a->toward_x == b->toward_x &&
           a->toward_y == b->toward_y && a->free == b->free && a->negative == b->negative &&
           a->also_end == b->also_end && a->also_dot == b->also_dot && a->hidden == b->hidden &&
           same_shape(a->shape, b->shape);
}

bool comb_witness_panel_same(const struct comb_witness_panel *a, const struct comb_witness_panel *b)
{
    if (a->width != b->width || a->height != b->height || a->pillar != b->pillar || a->unpaired != b->unpaired ||
        a->rules != b->rules || a->symmetry != b->symmetry ||
        memcmp(a->line_colours, b->line_colours, sizeof a->line_colours) != 0)
        return false;
    for (size_t i = 0; i < place_count(a); i++)
        if (!same_thing(&a->places[i], &b->places[i]))
            return false;
    return true;
}

static bool flips_x(const struct comb_witness_panel *panel)
{
    return panel->symmetry == COMB_WITNESS_HORIZONTAL || panel->symmetry == COMB_WITNESS_ROTATIONAL;
}

static bool flips_y(const struct comb_witness_panel *panel)
{
    return panel->symmetry == COMB_WITNESS_VERTICAL || panel->symmetry == COMB_WITNESS_ROTATIONAL;
}

struct comb_witness_at comb_witness_mirror_place(const struct comb_witness_panel *panel, struct comb_witness_at at)
{
    unsigned columns = comb_witness_columns(panel);
    assert(at.column < columns && at.row < comb_witness_rows(panel));
    if (panel->symmetry == COMB_WITNESS_NO_SYMMETRY)
        return at;
    if (panel->pillar) {
        at.column = (at.column + columns / 2) % columns;
        at.column = flips_x(panel) ? (columns - at.column) % columns : at.column;
    } else if (flips_x(panel)) {
        at.column = columns - 1 - at.column;
    }
    at.row = flips_y(panel) ? comb_witness_rows(panel) - 1 - at.row : at.row;
    return at;
}

bool comb_witness_move_place(const struct comb_witness_panel *panel, struct comb_witness_at *at, int columns, int rows)
{
    int width = (int)comb_witness_columns(panel), x = (int)at->column + columns, y = (int)at->row + rows;
    if (panel->pillar)
        x = (x + width) % width;
    if (x < 0 || y < 0 || x >= width || y >= (int)comb_witness_rows(panel))
        return false;
    *at = (struct comb_witness_at){(unsigned)x, (unsigned)y};
    return true;
}

const char *comb_witness_bad_form(unsigned width, bool pillar, enum comb_witness_symmetry symmetry)
{
    if (pillar && width < COMB_WITNESS_MIN_PILLAR)
        return "a pillar needs at least 3 columns of cells";
    if (pillar && symmetry != COMB_WITNESS_NO_SYMMETRY && width % 2 == 1)
        return "a pillar with symmetry needs an even number of columns of cells";
    if (!pillar && symmetry == COMB_WITNESS_TRANSLATED)
        return "only a pillar can have the symmetry 'translated'";
    return NULL;
}

static struct comb_witness_thing *place_of(struct comb_witness_panel *panel, struct comb_witness_at at)
{
    return &panel->places[at.column + comb_witness_columns(panel) * at.row];
}

static void pair_place(struct comb_witness_panel *panel, struct comb_witness_at at)
{
    struct comb_witness_thing *thing = place_of(panel, at);
    struct comb_witness_thing *mirror = place_of(panel, comb_witness_mirror_place(panel, at));
    if (!comb_witness_is_start(thing) && !comb_witness_is_end(thing))
        return;
    if (mirror == thing) {
        bool dot = thing->also_dot;
        *thing = (struct comb_witness_thing){
            .kind = dot ? COMB_WITNESS_DOT : COMB_WITNESS_EMPTY, .colour = thing->colour, .hidden = thing->hidden};
    } else if (mirror->kind != thing->kind || mirror->also_end != thing->also_end) {
        bool dot = mirror->also_dot, hidden = mirror->hidden; /* a mere dot gives way, as in The Windmill */
        uint8_t colour = mirror->colour;
        *mirror = *thing;
        mirror->toward_x = (int8_t)(flips_x(panel) ? -thing->toward_x : thing->toward_x);
        mirror->toward_y = (int8_t)(flips_y(panel) ? -thing->toward_y : thing->toward_y);
        mirror->also_dot = dot;
        mirror->colour = dot ? colour : COMB_WITNESS_NO_COLOUR;
        mirror->hidden = dot && hidden;
    }
}

void comb_witness_panel_pair(struct comb_witness_panel *panel)
{
    if (panel->symmetry == COMB_WITNESS_NO_SYMMETRY || panel->unpaired)
        return;
    for (unsigned column = 0; column < comb_witness_columns(panel); column++)
        for (unsigned row = 0; row < comb_witness_rows(panel); row++)
            if (column % 2 == 0 || row % 2 == 0)
                pair_place(panel, (struct comb_witness_at){column, row});
}

void comb_witness_end_direction(int direction[2], const struct comb_witness_panel *panel, unsigned column, unsigned row)
{
    static const int steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const struct comb_witness_thing *end = comb_witness_at(panel, column, row);
    assert(column < comb_witness_columns(panel) && row < comb_witness_rows(panel));
    direction[0] = end->toward_x;
    direction[1] = end->toward_y;
    for (unsigned side = 0; side < 4 && direction[0] == 0 && direction[1] == 0; side++) {
        struct comb_witness_at at = {column, row};
        bool inside = comb_witness_move_place(panel, &at, steps[side][0], steps[side][1]);
        if (inside && comb_witness_at(panel, at.column, at.row)->kind != COMB_WITNESS_ABSENT)
            continue;
        direction[0] = steps[side][0];
        direction[1] = steps[side][1];
    }
}

const char *comb_witness_missing_endpoint(const struct comb_witness_panel *panel)
{
    unsigned places = comb_witness_columns(panel) * comb_witness_rows(panel);
    bool start = false, end = false;
    for (unsigned i = 0; i < places; i++) {
        start |= comb_witness_is_start(&panel->places[i]);
        end |= comb_witness_is_end(&panel->places[i]);
    }
    return start && end ? NULL
           : start      ? "the panel has no end"
           : end        ? "the panel has no start"
                        : "the panel has neither start nor end";
}

const char *comb_witness_colour_name(enum comb_witness_colour colour)
{
    static const char *const names[COMB_WITNESS_COLOURS] = {"",       "black", "white", "cyan", "magenta",
                                                            "yellow", "red",   "green", "blue", "orange"};
    return colour < COMB_WITNESS_COLOURS ? names[colour] : "";
}

unsigned comb_witness_shape_size(const struct comb_witness_shape *shape)
{
    unsigned size = 0;
    assert(shape->width <= COMB_WITNESS_SHAPE_SIDE && shape->height <= COMB_WITNESS_SHAPE_SIDE);
    for (unsigned y = 0; y < shape->height; y++)
        for (unsigned rest = shape->rows[y]; rest > 0; rest &= rest - 1)
            size++;
    return size;
}

struct comb_witness_shape comb_witness_shape_turned(const struct comb_witness_shape *shape)
{
    struct comb_witness_shape out = {.width = shape->height, .height = shape->width};
    for (unsigned y = 0; y < shape->height; y++)
        for (unsigned x = 0; x < shape->width; x++)
            if (shape->rows[y] >> x & 1)
                out.rows[x] |= (uint16_t)(1u << (shape->height - 1 - y));
    return out;
}
