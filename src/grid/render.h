/* Scene renderers. All append to a buffer; after a failure the appended content is unspecified. */
#ifndef COMB_GRID_RENDER_H
#define COMB_GRID_RENDER_H

#include "base/buf.h"
#include "grid/palette.h"
#include "grid/scene.h"

/* ---- terminal ---- */

enum comb_terminal_colours {
    COMB_TERMINAL_PLAIN, /* no colours or other attributes: for files, pipes and NO_COLOR */
    COMB_TERMINAL_16,
    COMB_TERMINAL_256,
    COMB_TERMINAL_TRUE
};

enum comb_terminal_background { COMB_BACKGROUND_UNKNOWN, COMB_BACKGROUND_DARK, COMB_BACKGROUND_LIGHT };

struct comb_terminal_style {
    enum comb_terminal_colours colours;
    enum comb_terminal_background background;
    bool unicode; /* false: ASCII only */
    /* Columns; 0: unlimited. Texts are wrapped; a board that is too wide is drawn smaller, without values, badges and
     * tags, but never broken. */
    unsigned width;
};

/* Lines end in a newline without trailing spaces; all attributes are reset. Colours only repeat what letters, numbers
 * and lines show. */
int comb_render_terminal(struct comb_buf *out, const struct comb_scene *scene, const struct comb_terminal_style *style,
                         struct comb_error *err);

/* ---- pictures ---- */

struct comb_picture_style {
    enum comb_theme theme;
    bool follow_system; /* SVG: use the dark variant of the theme if the viewer's system is dark */
    bool in_page;       /* SVG inside a page whose style includes comb_render_svg_dark */
    bool transparent;   /* no background */
    bool bare;          /* only the board, without title and captions */
    double cell_pixels; /* pixels per pitch; 0: 64 */
};

/* A standalone file: title and description, no scripts, no external references. The same bytes on every machine. */
int comb_render_svg(struct comb_buf *out, const struct comb_scene *scene, const struct comb_picture_style *style,
                    struct comb_error *err);

/* Appends the dark style rules for `in_page` pictures of this theme. */
void comb_render_svg_dark(struct comb_buf *out, enum comb_theme theme);

/* COMB_LIMIT if the picture would exceed 32,000 pixels per side or 200 million in total. */
int comb_render_png(struct comb_buf *out, const struct comb_scene *scene, const struct comb_picture_style *style,
                    struct comb_error *err);

#endif
