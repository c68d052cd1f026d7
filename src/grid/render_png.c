/* Writes PNG with Cairo: the same drawing as the SVG. Text uses the system sans-serif font; without any font, Cairo
 * draws no text but the board is complete. */
#include "grid/render.h"

#include "grid/scene_draw.h"

#include "comb_cairo.h"
#include <assert.h>
#include <math.h>

enum { MAX_SIDE = 32000, MAX_PIXELS = 200000000 };

struct png {
    struct comb_vector_backend vector; /* first member, so that it can be cast */
    cairo_t *cairo;
    enum comb_theme theme;
};

static void set_colour(const struct png *png, enum comb_colour colour, double opacity)
{
    uint32_t rgb = comb_colour_rgb(colour, png->theme);
    cairo_set_source_rgba(png->cairo, (rgb >> 16) / 255.0, (rgb >> 8 & 0xff) / 255.0, (rgb & 0xff) / 255.0, opacity);
}

/* Cairo supports only cubic curves; this raises the degree of the quadratic curve. */
static void quadratic_curve_to(cairo_t *cairo, struct comb_vec2 control, struct comb_vec2 to)
{
    double x = to.x;
    double y = to.y;
    cairo_get_current_point(cairo, &x, &y);
    cairo_curve_to(cairo, x + (control.x - x) * 2 / 3, y + (control.y - y) * 2 / 3, to.x + (control.x - to.x) * 2 / 3,
                   to.y + (control.y - to.y) * 2 / 3, to.x, to.y);
}

static void trace_step(cairo_t *cairo, const struct comb_outline_step *step)
{
    switch (step->op) {
    case COMB_OUTLINE_MOVE:
        cairo_move_to(cairo, step->to.x, step->to.y);
        break;
    case COMB_OUTLINE_LINE:
        cairo_line_to(cairo, step->to.x, step->to.y);
        break;
    case COMB_OUTLINE_CURVE:
        quadratic_curve_to(cairo, step->control, step->to);
        break;
    case COMB_OUTLINE_CLOSE:
        cairo_close_path(cairo);
        break;
    case COMB_OUTLINE_CIRCLE:
        cairo_new_sub_path(cairo);
        cairo_arc(cairo, step->to.x, step->to.y, step->radius, 0, 2 * 3.14159265358979323846);
        cairo_close_path(cairo);
        break;
    }
}

static void stroke_path(struct png *png, const struct comb_pen *pen)
{
    double dashes[2] = {pen->dash, pen->space};
    set_colour(png, pen->stroke, pen->opacity > 0 ? pen->opacity : 1);
    cairo_set_line_width(png->cairo, pen->width);
    cairo_set_line_cap(png->cairo, pen->butt ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
    cairo_set_dash(png->cairo, dashes, pen->dash > 0 ? 2 : 0, 0);
    cairo_stroke_preserve(png->cairo);
}

static void png_draw(struct comb_vector_backend *vector, const struct comb_outline *outline, const struct comb_pen *pen)
{
    struct png *png = (struct png *)vector;
    cairo_new_path(png->cairo);
    for (size_t i = 0; i < outline->count; i++)
        trace_step(png->cairo, &outline->items[i]);
    if (pen->fill != COMB_COLOUR_NONE) {
        set_colour(png, pen->fill, 1);
        cairo_fill_preserve(png->cairo);
    }
    if (pen->stroke != COMB_COLOUR_NONE)
        stroke_path(png, pen);
    cairo_new_path(png->cairo);
}

/* Baseline offset that centres capitals and digits. The same for every letter, so that a row of letters stays aligned.
 */
static double capital_middle(cairo_t *cairo)
{
    cairo_text_extents_t extents;
    cairo_text_extents(cairo, "H", &extents);
    return -extents.y_bearing / 2;
}

static void png_write(struct comb_vector_backend *vector, const struct comb_lettering *lettering)
{
    cairo_t *cairo = ((struct png *)vector)->cairo;
    cairo_save(cairo);
    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           lettering->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, lettering->size);
    cairo_translate(cairo, lettering->at.x, lettering->at.y);
    cairo_rotate(cairo, lettering->angle * (3.14159265358979323846 / 180));
    cairo_text_extents_t extents;
    cairo_text_extents(cairo, lettering->text, &extents);
    double left = lettering->anchor == COMB_ANCHOR_START ? 0 : -(extents.x_bearing + extents.width / 2);
    cairo_move_to(cairo, left, capital_middle(cairo));
    set_colour((struct png *)vector, lettering->colour, 1);
    cairo_show_text(cairo, lettering->text);
    cairo_new_path(cairo);
    cairo_restore(cairo);
}

static cairo_status_t append_to_buf(void *payload, const unsigned char *data, unsigned length)
{
    struct comb_buf *out = payload;
    comb_buf_add(out, data, length);
    return out->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

static int paint_png(struct comb_buf *out, cairo_surface_t *surface, const struct comb_scene *scene,
                     const struct comb_picture_style *style, double scale, struct comb_error *err)
{
    struct comb_rect2 box = comb_scene_picture_bounds(scene, style->bare);
    struct png png = {.vector = {png_draw, png_write}, .cairo = cairo_create(surface), .theme = style->theme};
    cairo_scale(png.cairo, scale, scale);
    cairo_translate(png.cairo, -box.left, -box.top);
    cairo_set_fill_rule(png.cairo, CAIRO_FILL_RULE_EVEN_ODD);
    cairo_set_line_join(png.cairo, CAIRO_LINE_JOIN_ROUND);
    int code = comb_scene_draw(&png.vector, scene, style, err);
    bool drawn = cairo_status(png.cairo) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(png.cairo);
    if (code != COMB_OK)
        return code;
    if (!drawn || cairo_surface_write_to_png_stream(surface, append_to_buf, out) != CAIRO_STATUS_SUCCESS)
        return comb_fail_memory(err);
    return COMB_OK;
}

int comb_render_png(struct comb_buf *out, const struct comb_scene *scene, const struct comb_picture_style *style,
                    struct comb_error *err)
{
    assert(scene->finished);
    struct comb_rect2 box = comb_scene_picture_bounds(scene, style->bare);
    double scale = (style->cell_pixels > 0 ? style->cell_pixels : 64) / COMB_UNITS_PER_PITCH;
    double width = fmax(ceil((box.right - box.left) * scale), 1);
    double height = fmax(ceil((box.bottom - box.top) * scale), 1);
    if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS)
        return comb_fail(err, COMB_LIMIT,
                         "picture would be %.0f x %.0f pixels: expected at most %d per side and %d in total; use "
                         "fewer pixels per cell",
                         width, height, (int)MAX_SIDE, (int)MAX_PIXELS);
    int code = comb_load_cairo(err);
    if (code != COMB_OK)
        return code;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)width, (int)height);
    code = cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS ? paint_png(out, surface, scene, style, scale, err)
                                                                 : comb_fail_memory(err);
    cairo_surface_destroy(surface);
    return code;
}
