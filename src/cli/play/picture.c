/* Draws the planned clicks on the captured picture: a ring in the colour of the button, with the number of the click.
 */
#include "cli/play/play.h"

#include "comb_cairo.h"
#include <math.h>
#include <stdio.h>

static const double TURN = 6.28318530717958647692;

static cairo_status_t write_bytes(void *payload, const unsigned char *bytes, unsigned length)
{
    struct comb_buf *out = payload;
    comb_buf_add(out, bytes, length);
    return out->failed ? CAIRO_STATUS_WRITE_ERROR : CAIRO_STATUS_SUCCESS;
}

static void copy_pixels(cairo_surface_t *surface, const struct comb_pixels *picture)
{
    unsigned char *data = cairo_image_surface_get_data(surface);
    size_t stride = (size_t)cairo_image_surface_get_stride(surface);
    const unsigned char *rgb = picture->rgb;
    for (unsigned y = 0; y < picture->height; y++) {
        uint32_t *row = (uint32_t *)(void *)(data + y * stride);
        for (unsigned x = 0; x < picture->width; x++, rgb += 3)
            row[x] = (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
    }
    cairo_surface_mark_dirty(surface);
}

/* Radius of a mark, a little smaller than a cell. */
static double mark_radius(const struct comb_play_plan *plan)
{
    const json_t *cell = json_array_get(json_object_get(plan->reading, "cells"), 0);
    const json_t *box = json_object_get(cell, "box");
    double width = json_number_value(json_array_get(box, 2));
    double height = json_number_value(json_array_get(box, 3));
    double size = fmin(width, height);
    return size > 0 ? fmax(6, size * 0.3) : 14;
}

static void draw_mark(cairo_t *cairo, const json_t *click, size_t number, double radius)
{
    double x = json_number_value(json_object_get(click, "x"));
    double y = json_number_value(json_object_get(click, "y"));
    bool left = json_integer_value(json_object_get(click, "button")) == COMB_BUTTON_LEFT;
    char text[24];
    cairo_text_extents_t extents;
    cairo_new_path(cairo);
    cairo_arc(cairo, x, y, radius, 0, TURN);
    cairo_set_source_rgba(cairo, 1, 1, 1, 0.9);
    cairo_fill_preserve(cairo);
    if (left)
        cairo_set_source_rgb(cairo, 0.0, 0.35, 0.85);
    else
        cairo_set_source_rgb(cairo, 0.1, 0.1, 0.1);
    cairo_set_line_width(cairo, fmax(1.5, radius / 6));
    cairo_stroke(cairo);
    snprintf(text, sizeof text, "%zu", number);
    cairo_text_extents(cairo, text, &extents);
    cairo_move_to(cairo, x - extents.width / 2 - extents.x_bearing, y - extents.height / 2 - extents.y_bearing);
    cairo_show_text(cairo, text);
}

int comb_play_picture(struct comb_buf *out, const struct comb_play_plan *plan, struct comb_error *err)
{
    int code = comb_load_cairo(err);
    if (code != COMB_OK)
        return code;
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)plan->picture->width, (int)plan->picture->height);
    cairo_t *cairo = cairo_create(surface);
    double radius = mark_radius(plan);
    if (cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS)
        copy_pixels(surface, plan->picture);
    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
    cairo_set_font_size(cairo, radius);
    for (size_t i = 0; i < json_array_size(plan->clicks); i++)
        draw_mark(cairo, json_array_get(plan->clicks, i), i + 1, radius);
    cairo_status_t status = cairo_status(cairo);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_write_to_png_stream(surface, write_bytes, out);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    return status == CAIRO_STATUS_SUCCESS ? COMB_OK : comb_fail_memory(err);
}
