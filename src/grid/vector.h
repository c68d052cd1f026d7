/* Outlines and pens: the interface between drawing a scene and the two picture formats. Internal to src/grid.
 *
 * Units: COMB_UNITS_PER_PITCH per pitch; y grows downwards. */
#ifndef COMB_GRID_VECTOR_H
#define COMB_GRID_VECTOR_H

#include "grid/palette.h"
#include "grid/scene.h"

enum { COMB_UNITS_PER_PITCH = 100 };

enum comb_outline_op {
    COMB_OUTLINE_MOVE,
    COMB_OUTLINE_LINE,
    COMB_OUTLINE_CURVE, /* quadratic, around `control` */
    COMB_OUTLINE_CLOSE,
    COMB_OUTLINE_CIRCLE /* circle of `radius` around `to`, a subpath of its own */
};

struct comb_outline_step {
    enum comb_outline_op op;
    struct comb_vec2 to;
    struct comb_vec2 control;
    double radius;
};

/* Failure (out of memory) is sticky; the outline is then empty. */
struct comb_outline {
    struct comb_outline_step *items;
    size_t count, capacity;
    bool failed;
};

void comb_outline_clear(struct comb_outline *outline);
void comb_outline_free(struct comb_outline *outline);
void comb_outline_step(struct comb_outline *outline, enum comb_outline_op op, struct comb_vec2 to);
void comb_outline_circle(struct comb_outline *outline, struct comb_vec2 centre, double radius);
void comb_outline_line(struct comb_outline *outline, const struct comb_vec2 *points, size_t count, bool closed);

/* Rounds corners by curves that begin `cut` before them. */
void comb_outline_polygon(struct comb_outline *outline, const struct comb_vec2 *corners, size_t count, double cut);

/* Appends a chevron half-way between two points, pointing from the first to the second. */
void comb_outline_chevron(struct comb_outline *outline, struct comb_vec2 from, struct comb_vec2 to, double size);

struct comb_pen {
    enum comb_colour fill;   /* COMB_COLOUR_NONE: not filled; the even-odd rule */
    enum comb_colour stroke; /* COMB_COLOUR_NONE: not stroked; round joins */
    double width;
    double dash, space; /* 0, 0: a solid line */
    double opacity;     /* of the stroke; 0 means 1 */
    bool butt;          /* butt caps instead of round ones */
};

enum comb_anchor { COMB_ANCHOR_MIDDLE, COMB_ANCHOR_START };

struct comb_lettering {
    const char *text;
    struct comb_vec2 at; /* vertical middle of the capitals; horizontal middle or start */
    double size;
    double angle; /* degrees clockwise */
    enum comb_colour colour;
    enum comb_anchor anchor;
    bool bold;
};

/* Implemented by each picture format. */
struct comb_vector_backend {
    void (*draw)(struct comb_vector_backend *vector, const struct comb_outline *outline, const struct comb_pen *pen);
    void (*write)(struct comb_vector_backend *vector, const struct comb_lettering *lettering);
};

#endif
