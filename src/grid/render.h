/* Renderers of scenes. All append to a buffer; a failure leaves an error and says nothing about what was appended. */
#ifndef COMB_GRID_RENDER_H
#define COMB_GRID_RENDER_H

#include "base/buf.h"
#include "grid/palette.h"
#include "grid/scene.h"

/* ---- terminal ---- */

enum comb_terminal_colours {
    COMB_TERMINAL_PLAIN, /* no colours and no other attributes: for files, pipes and NO_COLOR */
    COMB_TERMINAL_16,
    COMB_TERMINAL_256,
    COMB_TERMINAL_TRUE
};

enum comb_terminal_background { COMB_BACKGROUND_UNKNOWN, COMB_BACKGROUND_DARK, COMB_BACKGROUND_LIGHT };

struct comb_terminal_style {
    enum comb_terminal_colours colours;
    enum comb_terminal_background background;
    bool unicode; /* false: ASCII only */
    /* Columns; 0: as many as it takes. Texts are wrapped; a board that would be wider is drawn smaller, without values,
     * badges and tags; it is never broken. */
    unsigned width;
};

/* Lines end in a newline and have no spaces at the end; nothing is left switched on. Colours only repeat what letters,
 * numbers and lines say. */
int comb_render_terminal(struct comb_buf *out, const struct comb_scene *scene, const struct comb_terminal_style *style,
                         struct comb_error *err);

/* ---- pictures ---- */

struct comb_picture_style {
    enum comb_theme theme;
    bool follow_system; /* SVG: where the reader's system is dark, the dark companion of the theme is shown */
    bool in_page;     /* SVG that follows the system within a page, whose style has the rules of comb_render_svg_dark */
    bool transparent; /* no paper behind the board */
    bool bare;        /* the board alone, without title and captions */
    double cell_pixels; /* pixels to a pitch; 0: 64 */
};

/* A file of its own: title and description, no scripts, no outside references. The same bytes on every machine. */
int comb_render_svg(struct comb_buf *out, const struct comb_scene *scene, const struct comb_picture_style *style,
                    struct comb_error *err);

/* The style of dark screens for pictures of this theme that are `in_page`. */
void comb_render_svg_dark(struct comb_buf *out, enum comb_theme theme);

/* COMB_LIMIT when the picture would have more than 32,000 pixels in a row or column, or 200 million in all. */
int comb_render_png(struct comb_buf *out, const struct comb_scene *scene, const struct comb_picture_style *style,
                    struct comb_error *err);

#endif
