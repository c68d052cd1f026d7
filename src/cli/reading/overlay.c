/* clang-format off */
/* Draws the reading over the picture, so that errors are easy to see.
 *
 *      _______        outline: where the cell was found, in the shape of the cells
 *     /  6,12 \       top: the position, as used in corrections
 *    /    J    \      middle: the picture itself, never covered
 *    \   [J]   /      bottom: what was read, in a pill; uncertain cells are dashed and show the second choice
 *     \_______/
 *
 * Every line is drawn twice, wide and white below narrow and dark, to be visible on any picture. Pictures with small
 * cells are enlarged until the text fits. */
/* clang-format on */
#include "cli/reading/reading.h"

#include "comb_cairo.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELL_WANTED = 72, MAX_ENLARGED = 40000000, MAX_TIMES = 8 };

enum shape { BOX, HEX_FLAT, HEX_POINTY };

struct colour {
    double r, g, b;
};

static const struct colour DARK = {0.11, 0.12, 0.13}, WHITE = {1, 1, 1}, UNCERTAIN = {0.78, 0.08, 0.42};

struct overlay {
    cairo_t *cairo;
    const json_t *reading;
    enum shape shape;
    double times; /* enlargement factor */
    double unit;  /* median height of a cell, enlarged */
};

/* ---- strokes and pills ---- */

static void set_colour(cairo_t *cairo, struct colour colour)
{
    cairo_set_source_rgb(cairo, colour.r, colour.g, colour.b);
}

/* Traces the outline of a box, enlarged by the fraction `more` of its size on each side. */
static void trace_outline(const struct overlay *overlay, struct comb_pixel_box box, double more)
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

/* Writes text centred at x, y in a pill of width at most `room`. */
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

/* Writes a position in small dark text with a white outline. */
static void write_position(const struct overlay *overlay, int at_x, int at_y, double x, double y, double size)
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

/* ---- items ---- */

/* Whether an item is empty, such as a plain line or cell of a panel. Empty items get no text. */
static bool is_bare(const json_t *item)
{
    const char *state = comb_json_text(item, "state");
    return strcmp(state, "plain") == 0 || strcmp(state, "empty") == 0;
}

/* Writes "J", "J blue", "hidden", a line hint as "s{3}", or "J or I?" if uncertain. A text with a colon includes its
 * state: "sq:white". */
static void describe_item(char *out, size_t room, const json_t *item, bool uncertain)
{
    const char *text = comb_json_text(item, "text"), *state = comb_json_text(item, "state"),
               *second = comb_json_text(item, "second");
    if (is_bare(item) && !uncertain)
        text = state = "";
    bool shows_state = *state && strcmp(state, "none") != 0 && !strchr(text, ':');
    int used = comb_cli_is_board_wide(item) ? snprintf(out, room, "%s: %s", state, text)
                                            : snprintf(out, room, "%s%s%s%s", comb_json_text(item, "direction"), text,
                                                       *text && shows_state ? " " : "", shows_state ? state : "");
    if (uncertain && used >= 0 && (size_t)used < room)
        snprintf(out + used, room - (size_t)used, *second ? " or %s?" : "?", second);
}

/* Outlines are drawn before text, so that no outline crosses a word. */
enum layer { OUTLINES, WORDS };

static void draw_item(const struct overlay *overlay, const json_t *item, bool uncertain, enum layer layer)
{
    struct comb_pixel_box box;
    char text[80];
    if (!comb_cli_box(&box, item) || (comb_cli_is_board_wide(item) && !uncertain))
        return;
    if (layer == OUTLINES) {
        trace_outline(overlay, box, uncertain ? 0.02 : 0);
        stroke_twice(overlay, fmax(1, overlay->unit * (uncertain ? 0.045 : 0.018)), uncertain ? UNCERTAIN : DARK,
                     uncertain);
        return;
    }
    describe_item(text, sizeof text, item, uncertain);
    double x = overlay->times * (box.x + box.width / 2.0), height = overlay->times * box.height;
    double top = overlay->times * box.y, room = overlay->times * box.width * (uncertain ? 0.95 : 0.7);
    write_position(overlay, (int)json_integer_value(json_object_get(item, "x")),
                   (int)json_integer_value(json_object_get(item, "y")), x, top + height * 0.2, overlay->unit * 0.13);
    bool hint = *comb_json_text(item, "direction"); /* drawn at the bottom of its cell, next to its line */
    if (*text)
        write_pill(overlay, text, x, top + height * (hint ? 0.42 : 0.82), overlay->unit * (uncertain ? 0.2 : 0.16),
                   room, uncertain ? UNCERTAIN : DARK);
}

static void draw_list(const struct overlay *overlay, const char *key, bool uncertain, enum layer layer)
{
    size_t i;
    const json_t *item;
    json_array_foreach(json_object_get(overlay->reading, key), i, item)
    {
        if ((comb_cli_confidence(item) < COMB_READING_MIN_CONFIDENCE) == uncertain)
            draw_item(overlay, item, uncertain, layer);
    }
}

/* Draws an uncertain position without an uncertain item, usually a missing cell. */
static void draw_missing_item(const struct overlay *overlay, const struct comb_cli_uncertainty *uncertainty,
                              enum layer layer)
{
    struct comb_pixel_box box;
    if (!comb_cli_place(&box, overlay->reading, uncertainty->x, uncertainty->y))
        return;
    double x = overlay->times * (box.x + box.width / 2.0), top = overlay->times * box.y;
    double height = overlay->times * box.height;
    if (layer == OUTLINES) {
        trace_outline(overlay, box, 0.02);
        stroke_twice(overlay, fmax(1, overlay->unit * 0.045), UNCERTAIN, true);
        return;
    }
    const char *word = comb_reading_at(overlay->reading, uncertainty->x, uncertainty->y) ? "right?" : "missing?";
    write_position(overlay, uncertainty->x, uncertainty->y, x, top + height * 0.2, overlay->unit * 0.13);
    write_pill(overlay, word, x, top + height * 0.82, overlay->unit * 0.2, overlay->times * box.width * 0.95,
               UNCERTAIN);
}

static void draw_layer(const struct overlay *overlay, enum layer layer)
{
    static const char *const lists[] = {"cells", "lines"};
    for (int pass = 0; pass < 4; pass++)
        draw_list(overlay, lists[pass % 2], pass >= 2, layer);
    size_t count = json_array_size(json_object_get(overlay->reading, "doubts"));
    for (size_t i = 0; i < count; i++) {
        struct comb_cli_uncertainty uncertainty = comb_cli_uncertainty(overlay->reading, i);
        if (uncertainty.has_position && !uncertainty.item)
            draw_missing_item(overlay, &uncertainty, layer);
    }
}

/* ---- the whole ---- */

static int by_value(const void *a, const void *b)
{
    const double *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

/* Measures shape and size of the cells, by medians. */
static int measure_cells(struct overlay *overlay, struct comb_error *err)
{
    const json_t *cells = json_object_get(overlay->reading, "cells"), *cell;
    size_t count = json_array_size(cells), measured = 0, i;
    double *heights = calloc(2 * (count + 1), sizeof *heights);
    struct comb_pixel_box box;
    if (!heights)
        return comb_fail_memory(err);
    double *ratios = heights + count + 1;
    json_array_foreach(cells, i, cell) if (comb_cli_box(&box, cell))
    {
        heights[measured] = box.height;
        ratios[measured++] = (double)box.width / box.height;
    }
    qsort(heights, measured, sizeof *heights, by_value);
    qsort(ratios, measured, sizeof *ratios, by_value);
    double ratio = measured > 0 ? ratios[measured / 2] : 1;
    overlay->unit = measured > 0 ? heights[measured / 2] : CELL_WANTED;
    overlay->shape = ratio > 1.08 ? HEX_FLAT : ratio < 0.93 ? HEX_POINTY : BOX;
    free(heights);
    return COMB_OK;
}

static double enlargement(const struct comb_pixels *picture, double unit)
{
    double times = 1, area = (double)picture->width * picture->height;
    while (unit * times < CELL_WANTED && times < MAX_TIMES && area * (times + 1) * (times + 1) < MAX_ENLARGED)
        times++;
    return times;
}

/* Copies the picture to a surface. The caller destroys it, also on failure. */
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

static int render_png(struct comb_buf *out, struct overlay *overlay, cairo_surface_t *surface, struct comb_error *err)
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
               : comb_fail(err, COMB_LIMIT, "cannot draw the overlay: %s", cairo_status_to_string(status));
}

int comb_cli_overlay(struct comb_buf *out, const struct comb_pixels *picture, const json_t *reading,
                     struct comb_error *err)
{
    struct overlay overlay = {.reading = reading};
    int code = measure_cells(&overlay, err);
    if (code == COMB_OK)
        code = comb_load_cairo(err);
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
    code = render_png(out, &overlay, surface, err);
    cairo_surface_destroy(surface);
    return code;
}
