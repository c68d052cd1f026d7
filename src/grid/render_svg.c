/* Writes SVG. Colours are presentation attributes, which every viewer supports. If the picture follows the system, each
 * colour in use also has a class, and a style sheet for dark systems at the end overrides the attributes. Numbers are
 * written as integer hundredths: the same bytes in every locale and C library. */
#include "grid/render.h"

#include "grid/scene_draw.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static const char font_family[] =
    "-apple-system, BlinkMacSystemFont, 'Segoe UI', Inter, Roboto, Cantarell, 'Noto Sans', 'Open Sans', sans-serif";

struct svg {
    struct comb_vector_backend vector; /* first member, so that it can be cast */
    struct comb_buf *out;
    const struct comb_picture_style *style;
    bool fill_used[COMB_COLOURS];
    bool stroke_used[COMB_COLOURS];
};

static void add_number(struct comb_buf *out, double value)
{
    long long hundredths = llround(value * 100);
    if (hundredths < 0)
        comb_buf_char(out, '-');
    unsigned long long size = (unsigned long long)(hundredths < 0 ? -hundredths : hundredths);
    comb_buf_printf(out, "%llu", size / 100);
    if (size % 100 == 0)
        return;
    if (size % 10 == 0)
        comb_buf_printf(out, ".%llu", size % 100 / 10);
    else
        comb_buf_printf(out, ".%02llu", size % 100);
}

static void add_attribute(struct comb_buf *out, const char *name, double value)
{
    comb_buf_printf(out, " %s=\"", name);
    add_number(out, value);
    comb_buf_char(out, '"');
}

static void add_escaped(struct comb_buf *out, const char *text)
{
    comb_buf_escape_markup(out, text, strlen(text));
}

static void add_vec2(struct comb_buf *out, const char *letter, struct comb_vec2 vec)
{
    comb_buf_str(out, letter);
    add_number(out, vec.x);
    comb_buf_char(out, ' ');
    add_number(out, vec.y);
}

/* Two half circles, since an SVG path has no full one. */
static void add_circle(struct comb_buf *out, const struct comb_outline_step *step)
{
    double r = step->radius;
    add_vec2(out, "M", (struct comb_vec2){step->to.x - r, step->to.y});
    for (int half = 0; half < 2; half++) {
        add_vec2(out, "a", (struct comb_vec2){r, r});
        add_vec2(out, " 0 1 0 ", (struct comb_vec2){half ? -2 * r : 2 * r, 0});
    }
    comb_buf_char(out, 'Z');
}

static void add_step(struct comb_buf *out, const struct comb_outline_step *step)
{
    switch (step->op) {
    case COMB_OUTLINE_MOVE:
        add_vec2(out, "M", step->to);
        break;
    case COMB_OUTLINE_LINE:
        add_vec2(out, "L", step->to);
        break;
    case COMB_OUTLINE_CURVE:
        add_vec2(out, "Q", step->control);
        add_vec2(out, " ", step->to);
        break;
    case COMB_OUTLINE_CLOSE:
        comb_buf_char(out, 'Z');
        break;
    case COMB_OUTLINE_CIRCLE:
        add_circle(out, step);
        break;
    }
}

static enum comb_theme dark_theme(enum comb_theme theme)
{
    return theme == COMB_THEME_LIGHT            ? COMB_THEME_DARK
           : theme == COMB_THEME_LIGHT_CONTRAST ? COMB_THEME_DARK_CONTRAST
                                                : theme;
}

/* Whether a colour changes with the system and so needs a class. */
static bool needs_class(const struct svg *svg, enum comb_colour colour)
{
    enum comb_theme theme = svg->style->theme;
    return svg->style->follow_system && colour != COMB_COLOUR_NONE &&
           comb_colour_rgb(colour, theme) != comb_colour_rgb(colour, dark_theme(theme));
}

static void add_classes(struct svg *svg, enum comb_colour fill, enum comb_colour stroke)
{
    bool fill_class = needs_class(svg, fill);
    bool stroke_class = needs_class(svg, stroke);
    if (!fill_class && !stroke_class)
        return;
    comb_buf_str(svg->out, " class=\"");
    if (fill_class)
        comb_buf_printf(svg->out, "f%d%s", (int)fill, stroke_class ? " " : "");
    if (stroke_class)
        comb_buf_printf(svg->out, "s%d", (int)stroke);
    comb_buf_char(svg->out, '"');
    svg->fill_used[fill] |= fill_class;
    svg->stroke_used[stroke] |= stroke_class;
}

static void add_colour(struct svg *svg, const char *name, enum comb_colour colour)
{
    if (colour == COMB_COLOUR_NONE)
        comb_buf_printf(svg->out, " %s=\"none\"", name);
    else
        comb_buf_printf(svg->out, " %s=\"#%06x\"", name, (unsigned)comb_colour_rgb(colour, svg->style->theme));
}

static void add_stroke(struct svg *svg, const struct comb_pen *pen)
{
    add_colour(svg, "stroke", pen->stroke);
    add_attribute(svg->out, "stroke-width", pen->width);
    if (!pen->butt)
        comb_buf_str(svg->out, " stroke-linecap=\"round\"");
    if (pen->dash > 0) {
        comb_buf_str(svg->out, " stroke-dasharray=\"");
        add_vec2(svg->out, "", (struct comb_vec2){pen->dash, pen->space});
        comb_buf_char(svg->out, '"');
    }
    if (pen->opacity > 0)
        add_attribute(svg->out, "stroke-opacity", pen->opacity);
}

static void svg_draw(struct comb_vector_backend *vector, const struct comb_outline *outline, const struct comb_pen *pen)
{
    struct svg *svg = (struct svg *)vector;
    comb_buf_str(svg->out, "<path");
    add_classes(svg, pen->fill, pen->stroke);
    add_colour(svg, "fill", pen->fill);
    if (pen->stroke != COMB_COLOUR_NONE)
        add_stroke(svg, pen);
    comb_buf_str(svg->out, " d=\"");
    for (size_t i = 0; i < outline->count; i++)
        add_step(svg->out, &outline->items[i]);
    comb_buf_str(svg->out, "\"/>\n");
}

/* Capitals of sans-serif fonts are about 0.72 of the font size high: half of that centres them vertically. */
static void svg_write(struct comb_vector_backend *vector, const struct comb_lettering *lettering)
{
    struct svg *svg = (struct svg *)vector;
    comb_buf_str(svg->out, "<text");
    add_classes(svg, lettering->colour, COMB_COLOUR_NONE);
    add_colour(svg, "fill", lettering->colour);
    add_attribute(svg->out, "font-size", lettering->size);
    if (lettering->bold)
        comb_buf_str(svg->out, " font-weight=\"600\"");
    if (lettering->anchor == COMB_ANCHOR_START)
        comb_buf_str(svg->out, " text-anchor=\"start\"");
    double drop = 0.36 * lettering->size;
    if (lettering->angle != 0) {
        comb_buf_str(svg->out, " transform=\"translate(");
        add_vec2(svg->out, "", lettering->at);
        comb_buf_str(svg->out, ") rotate(");
        add_number(svg->out, lettering->angle);
        comb_buf_str(svg->out, ")\"");
        add_attribute(svg->out, "y", drop);
    } else {
        add_attribute(svg->out, "x", lettering->at.x);
        add_attribute(svg->out, "y", lettering->at.y + drop);
    }
    comb_buf_char(svg->out, '>');
    add_escaped(svg->out, lettering->text);
    comb_buf_str(svg->out, "</text>\n");
}

static void write_svg_header(struct svg *svg, const struct comb_scene *scene)
{
    struct comb_rect2 box = comb_scene_picture_bounds(scene, svg->style->bare);
    double scale = (svg->style->cell_pixels > 0 ? svg->style->cell_pixels : 64) / COMB_UNITS_PER_PITCH;
    double width = box.right - box.left;
    double height = box.bottom - box.top;
    comb_buf_str(svg->out, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"");
    add_attribute(svg->out, "width", ceil(width * scale));
    add_attribute(svg->out, "height", ceil(height * scale));
    comb_buf_str(svg->out, " viewBox=\"");
    add_vec2(svg->out, "", (struct comb_vec2){box.left, box.top});
    add_vec2(svg->out, " ", (struct comb_vec2){width, height});
    comb_buf_str(svg->out, "\">\n<title>");
    add_escaped(svg->out, scene->title[0] ? scene->title : scene->alt);
    comb_buf_str(svg->out, "</title>\n");
    if (scene->alt[0]) {
        comb_buf_str(svg->out, "<desc>");
        add_escaped(svg->out, scene->alt);
        comb_buf_str(svg->out, "</desc>\n");
    }
    comb_buf_printf(svg->out,
                    "<g font-family=\"%s\" text-anchor=\"middle\" fill-rule=\"evenodd\" stroke-linejoin=\"round\">\n",
                    font_family);
}

static void add_dark_rule(struct comb_buf *out, char letter, enum comb_colour colour, enum comb_theme theme)
{
    comb_buf_printf(out, ".%c%d { %s: #%06x }\n", letter, (int)colour, letter == 'f' ? "fill" : "stroke",
                    (unsigned)comb_colour_rgb(colour, dark_theme(theme)));
}

static void add_dark_rules(struct svg *svg)
{
    comb_buf_str(svg->out, "<style>@media (prefers-color-scheme: dark) {\n");
    for (int colour = 0; colour < COMB_COLOURS; colour++) {
        if (svg->fill_used[colour])
            add_dark_rule(svg->out, 'f', (enum comb_colour)colour, svg->style->theme);
        if (svg->stroke_used[colour])
            add_dark_rule(svg->out, 's', (enum comb_colour)colour, svg->style->theme);
    }
    comb_buf_str(svg->out, "}</style>\n");
}

void comb_render_svg_dark(struct comb_buf *out, enum comb_theme theme)
{
    comb_buf_str(out, "@media screen and (prefers-color-scheme: dark) {\n");
    for (int colour = COMB_COLOUR_NONE + 1; colour < COMB_COLOURS; colour++) {
        add_dark_rule(out, 'f', (enum comb_colour)colour, theme);
        add_dark_rule(out, 's', (enum comb_colour)colour, theme);
    }
    comb_buf_str(out, "}\n");
}

int comb_render_svg(struct comb_buf *out, const struct comb_scene *scene, const struct comb_picture_style *style,
                    struct comb_error *err)
{
    assert(scene->finished);
    struct svg svg = {.vector = {svg_draw, svg_write}, .out = out, .style = style};
    write_svg_header(&svg, scene);
    int code = comb_scene_draw(&svg.vector, scene, style, err);
    comb_buf_str(out, "</g>\n");
    if (style->follow_system && !style->in_page)
        add_dark_rules(&svg);
    comb_buf_str(out, "</svg>\n");
    if (code == COMB_OK && out->failed)
        code = comb_fail_memory(err);
    return code;
}
