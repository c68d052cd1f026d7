/* The picture with what was read drawn over it, so that one look tells whether it is right.
 *
 *      _______        outline: where the cell was seen, in the shape that its box has
 *     /  6,12 \       above: the place, as corrections name it
 *    /    J    \      middle: the picture itself, never covered
 *    \   [J]   /      below: what was read, in a pill; with its second choice and dashed where it is in doubt
 *     \_______/
 *
 * Every line is drawn twice, wide and white below narrow and dark, so that it stands out from any picture. A picture
 * with small cells is enlarged until the writing fits. */
#include "cli/reading.h"

#include <cairo.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELL_WANTED = 72, MOST_ENLARGED = 40000000, MOST_TIMES = 8 };

enum shape { BOX, HEX_FLAT, HEX_POINTY };

struct colour {
    double r, g, b;
};

static const struct colour DARK = {0.11, 0.12, 0.13}, WHITE = {1, 1, 1}, DOUBT = {0.78, 0.08, 0.42};

struct overlay {
    cairo_t *cairo;
    const json_t *reading;
    enum shape shape;
    double times; /* how much the picture is enlarged */
    double unit;  /* the height of a usual cell, enlarged */
};

/* ---- strokes and pills ---- */

static void set_colour(cairo_t *cairo, struct colour colour)
{
    cairo_set_source_rgb(cairo, colour.r, colour.g, colour.b);
}

/* A box grown by `more` of its size to each side. */
static void trace(const struct overlay *overlay, struct comb_box box, double more)
{
    static const double flat[6][2] = {{1, 0}, {.5, 1}, {-.5, 1}, {-1, 0}, {-.5, -1}, {.5, -1}};
    static const double square[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    double half_width = overlay->times * box.width * (0.5 + more);
    double half_height = overlay->times * box.height * (0.5 + more);
    double x = overlay->times * (box.x + box.width / 2.0), y = overlay->times * (box.y + box.height / 2.0);
    int corners = overlay->shape == BOX ? 4 : 6;
    cairo_new_path(overlay->cairo);
    for (int i = 0; i < corners; i++) {
        const double *corner = overlay->shape == BOX ? square[i] : flat[i];
        bool turned = overlay->shape == HEX_POINTY;
        cairo_line_to(overlay->cairo, x + corner[turned] * half_width, y + corner[!turned] * half_height);
    }
    cairo_close_path(overlay->cairo);
}

static void stroke_twice(const struct overlay *overlay, double width, struct colour colour, bool dashed)
{
    double dash[2] = {width * 2.4, width * 1.4};
    cairo_t *cairo = overlay->cairo;
    cairo_set_line_width(cairo, width * 2);
    cairo_set_source_rgba(cairo, 1, 1, 1, 0.85);
    cairo_stroke_preserve(cairo);
    cairo_set_dash(cairo, dash, dashed ? 2 : 0, 0);
    cairo_set_line_width(cairo, width);
    set_colour(cairo, colour);
    cairo_stroke(cairo);
    cairo_set_dash(cairo, NULL, 0, 0);
}

/* Text centred at a place in a pill that is at most `room` wide. */
static void write_pill(const struct overlay *overlay, const char *text, double x, double y, double size, double room,
                       struct colour colour)
{
    cairo_text_extents_t extents;
    cairo_t *cairo = overlay->cairo;
    cairo_set_font_size(cairo, size);
    cairo_text_extents(cairo, text, &extents);
    if (extents.x_advance > room) {
        size *= room / extents.x_advance;
        cairo_set_font_size(cairo, size);
        cairo_text_extents(cairo, text, &extents);
    }
    double half = extents.x_advance / 2 + size * 0.35, high = size * 0.68, pi = acos(-1);
    cairo_new_path(cairo);
    cairo_arc(cairo, x + half - high * 0.6, y, high, -pi / 2, pi / 2);
    cairo_arc(cairo, x - half + high * 0.6, y, high, pi / 2, 3 * pi / 2);
    cairo_close_path(cairo);
    set_colour(cairo, colour);
    cairo_fill_preserve(cairo);
    set_colour(cairo, WHITE);
    cairo_set_line_width(cairo, size * 0.1);
    cairo_stroke(cairo);
    cairo_move_to(cairo, x - extents.x_advance / 2, y + size * 0.36);
    cairo_show_text(cairo, text);
}

/* Small, without a pill: white around dark. */
static void write_place(const struct overlay *overlay, int at_x, int at_y, double x, double y, double size)
{
    char text[32];
    cairo_text_extents_t extents;
    cairo_t *cairo = overlay->cairo;
    snprintf(text, sizeof text, "%d,%d", at_x, at_y);
    cairo_set_font_size(cairo, size);
    cairo_text_extents(cairo, text, &extents);
    cairo_move_to(cairo, x - extents.x_advance / 2, y);
    cairo_text_path(cairo, text);
    cairo_set_line_width(cairo, size * 0.28);
    cairo_set_source_rgba(cairo, 1, 1, 1, 0.85);
    cairo_stroke_preserve(cairo);
    set_colour(cairo, DARK);
    cairo_fill(cairo);
}

/* ---- things ---- */

static const char *text_of(const json_t *thing, const char *key)
{
    const char *text = json_string_value(json_object_get(thing, key));
    return text ? text : "";
}

/* Places that hold nothing are drawn without words: the panel's bare lines and cells. */
static bool is_bare(const json_t *thing)
{
    const char *state = text_of(thing, "state");
    return strcmp(state, "plain") == 0 || strcmp(state, "empty") == 0;
}

/* "J", "J blue", "hidden", a line hint as "s{3}"; "J or I?" in doubt. A text of several words names its state itself:
 * "sq:white". */
static void describe(char *out, size_t room, const json_t *thing, bool doubted)
{
    const char *text = text_of(thing, "text"), *state = text_of(thing, "state"), *second = text_of(thing, "second");
    if (is_bare(thing) && !doubted)
        text = state = "";
    bool told = *state && strcmp(state, "none") != 0 && !strchr(text, ':');
    int used = comb_cli_is_beyond(thing) ? snprintf(out, room, "%s: %s", state, text)
                                         : snprintf(out, room, "%s%s%s%s", text_of(thing, "direction"), text,
                                                    *text && told ? " " : "", told ? state : "");
    if (doubted && used >= 0 && (size_t)used < room)
        snprintf(out + used, room - (size_t)used, *second ? " or %s?" : "?", second);
}

/* Outlines first and writing last, so that no outline crosses a word. */
enum layer { OUTLINES, WORDS };

static void draw_thing(const struct overlay *overlay, const json_t *thing, bool doubted, enum layer layer)
{
    struct comb_box box;
    char text[80];
    if (!comb_cli_box(&box, thing) || (comb_cli_is_beyond(thing) && !doubted))
        return;
    if (layer == OUTLINES) {
        trace(overlay, box, doubted ? 0.02 : 0);
        stroke_twice(overlay, fmax(1, overlay->unit * (doubted ? 0.045 : 0.018)), doubted ? DOUBT : DARK, doubted);
        return;
    }
    describe(text, sizeof text, thing, doubted);
    double x = overlay->times * (box.x + box.width / 2.0), height = overlay->times * box.height;
    double top = overlay->times * box.y, room = overlay->times * box.width * (doubted ? 0.95 : 0.7);
    write_place(overlay, (int)json_integer_value(json_object_get(thing, "x")),
                (int)json_integer_value(json_object_get(thing, "y")), x, top + height * 0.2, overlay->unit * 0.13);
    bool hint = *text_of(thing, "direction"); /* it stands at the foot of its place, next to its line */
    if (*text)
        write_pill(overlay, text, x, top + height * (hint ? 0.42 : 0.82), overlay->unit * (doubted ? 0.2 : 0.16), room,
                   doubted ? DOUBT : DARK);
}

static void draw_list(const struct overlay *overlay, const char *key, bool doubted, enum layer layer)
{
    size_t i;
    const json_t *thing;
    json_array_foreach(json_object_get(overlay->reading, key), i, thing)
    {
        if ((comb_cli_confidence(thing) < COMB_READING_SURE) == doubted)
            draw_thing(overlay, thing, doubted, layer);
    }
}

/* A place about which there is a doubt that no cell's confidence tells: mostly that no cell was found there. */
static void draw_place(const struct overlay *overlay, const struct comb_cli_doubt *doubt, enum layer layer)
{
    struct comb_box box;
    if (!comb_cli_place(&box, overlay->reading, doubt->x, doubt->y))
        return;
    double x = overlay->times * (box.x + box.width / 2.0), top = overlay->times * box.y;
    double height = overlay->times * box.height;
    if (layer == OUTLINES) {
        trace(overlay, box, 0.02);
        stroke_twice(overlay, fmax(1, overlay->unit * 0.045), DOUBT, true);
        return;
    }
    const char *word = comb_reading_at(overlay->reading, doubt->x, doubt->y) ? "right?" : "missing?";
    write_place(overlay, doubt->x, doubt->y, x, top + height * 0.2, overlay->unit * 0.13);
    write_pill(overlay, word, x, top + height * 0.82, overlay->unit * 0.2, overlay->times * box.width * 0.95, DOUBT);
}

static void draw_layer(const struct overlay *overlay, enum layer layer)
{
    static const char *const lists[] = {"cells", "lines"};
    for (int pass = 0; pass < 4; pass++)
        draw_list(overlay, lists[pass % 2], pass >= 2, layer);
    size_t count = json_array_size(json_object_get(overlay->reading, "doubts"));
    for (size_t i = 0; i < count; i++) {
        struct comb_cli_doubt doubt = comb_cli_doubt(overlay->reading, i);
        if (doubt.placed && !doubt.thing)
            draw_place(overlay, &doubt, layer);
    }
}

/* ---- the whole ---- */

static int by_value(const void *a, const void *b)
{
    const double *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

/* Shape and size of the cells, by the middle one of them all. */
static int measure(struct overlay *overlay, struct comb_error *err)
{
    const json_t *cells = json_object_get(overlay->reading, "cells"), *cell;
    size_t count = json_array_size(cells), seen = 0, i;
    double *heights = calloc(2 * (count + 1), sizeof *heights);
    struct comb_box box;
    if (!heights)
        return comb_fail_memory(err);
    double *ratios = heights + count + 1;
    json_array_foreach(cells, i, cell) if (comb_cli_box(&box, cell))
    {
        heights[seen] = box.height;
        ratios[seen++] = (double)box.width / box.height;
    }
    qsort(heights, seen, sizeof *heights, by_value);
    qsort(ratios, seen, sizeof *ratios, by_value);
    double ratio = seen > 0 ? ratios[seen / 2] : 1;
    overlay->unit = seen > 0 ? heights[seen / 2] : CELL_WANTED;
    overlay->shape = ratio > 1.08 ? HEX_FLAT : ratio < 0.93 ? HEX_POINTY : BOX;
    free(heights);
    return COMB_OK;
}

static double enlargement(const struct comb_pixels *picture, double unit)
{
    double times = 1, area = (double)picture->width * picture->height;
    while (unit * times < CELL_WANTED && times < MOST_TIMES && area * (times + 1) * (times + 1) < MOST_ENLARGED)
        times++;
    return times;
}

/* The caller destroys it, also when it failed. */
static cairo_surface_t *surface_of(const struct comb_pixels *picture)
{
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)picture->width, (int)picture->height);
    unsigned char *rows = cairo_image_surface_get_data(surface);
    size_t stride = (size_t)cairo_image_surface_get_stride(surface);
    const unsigned char *rgb = picture->rgb;
    if (!rows || cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS)
        return surface;
    for (unsigned y = 0; y < picture->height; y++) {
        uint32_t *row = (uint32_t *)(void *)(rows + y * stride);
        for (unsigned x = 0; x < picture->width; x++, rgb += 3)
            row[x] = (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
    }
    cairo_surface_mark_dirty(surface);
    return surface;
}

static cairo_surface_t *enlarged(cairo_surface_t *small, const struct comb_pixels *picture, double times)
{
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)(picture->width * times), (int)(picture->height * times));
    cairo_t *cairo = cairo_create(surface);
    cairo_scale(cairo, times, times);
    cairo_set_source_surface(cairo, small, 0, 0);
    cairo_paint(cairo);
    cairo_destroy(cairo);
    return surface;
}

static cairo_status_t write_bytes(void *payload, const unsigned char *data, unsigned length)
{
    struct comb_buf *out = payload;
    comb_buf_add(out, data, length);
    return out->failed ? CAIRO_STATUS_WRITE_ERROR : CAIRO_STATUS_SUCCESS;
}

static int draw(struct comb_buf *out, struct overlay *overlay, cairo_surface_t *surface, struct comb_error *err)
{
    cairo_t *cairo = overlay->cairo = cairo_create(surface);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
    draw_layer(overlay, OUTLINES);
    draw_layer(overlay, WORDS);
    cairo_status_t status = cairo_status(cairo);
    cairo_destroy(cairo);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_write_to_png_stream(surface, write_bytes, out);
    if (status == CAIRO_STATUS_SUCCESS)
        return COMB_OK;
    return status == CAIRO_STATUS_NO_MEMORY || out->failed
               ? comb_fail_memory(err)
               : comb_fail(err, COMB_LIMIT, "the overlay cannot be drawn: %s", cairo_status_to_string(status));
}

int comb_cli_overlay(struct comb_buf *out, const struct comb_pixels *picture, const json_t *reading,
                     struct comb_error *err)
{
    struct overlay overlay = {.reading = reading};
    int code = measure(&overlay, err);
    if (code != COMB_OK)
        return code;
    overlay.times = enlargement(picture, overlay.unit);
    overlay.unit *= overlay.times;
    cairo_surface_t *surface = surface_of(picture);
    if (overlay.times > 1) {
        cairo_surface_t *small = surface;
        surface = enlarged(small, picture, overlay.times);
        cairo_surface_destroy(small);
    }
    code = draw(out, &overlay, surface, err);
    cairo_surface_destroy(surface);
    return code;
}
