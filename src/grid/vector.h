/* Outlines and the pen that draws them: the one interface between the drawing of a scene and the two kinds of picture.
 * Inside src/grid only.
 *
 * Units: COMB_UNIT to a pitch, y grows downwards. */
#ifndef COMB_GRID_VECTOR_H
#define COMB_GRID_VECTOR_H

#include "grid/palette.h"
#include "grid/scene.h"

enum { COMB_UNIT = 100 };

enum comb_outline_op {
    COMB_OUTLINE_MOVE,
    COMB_OUTLINE_LINE,
    COMB_OUTLINE_CURVE, /* quadratic, around `control` */
    COMB_OUTLINE_CLOSE,
    COMB_OUTLINE_CIRCLE /* of `radius` around `to`, a piece of its own */
};

struct comb_outline_step {
    enum comb_outline_op op;
    struct comb_spot to;
    struct comb_spot control;
    double radius;
};

/* A failure for lack of memory is sticky; the outline is then empty. */
struct comb_outline {
    struct comb_outline_step *items;
    size_t count, capacity;
    bool failed;
};

void comb_outline_clear(struct comb_outline *outline);
void comb_outline_free(struct comb_outline *outline);
void comb_outline_step(struct comb_outline *outline, enum comb_outline_op op, struct comb_spot to);
void comb_outline_circle(struct comb_outline *outline, struct comb_spot centre, double radius);
void comb_outline_line(struct comb_outline *outline, const struct comb_spot *spots, size_t count, bool closed);

/* Corners are cut by curves that begin `cut` before them. */
void comb_outline_polygon(struct comb_outline *outline, const struct comb_spot *corners, size_t count, double cut);

/* A chevron half-way between two places, pointing from the first to the second. */
void comb_outline_chevron(struct comb_outline *outline, struct comb_spot from, struct comb_spot to, double size);

struct comb_pen {
    enum comb_colour fill;   /* COMB_COLOUR_NONE: not filled; the even-odd rule */
    enum comb_colour stroke; /* COMB_COLOUR_NONE: not stroked; round joins */
    double width;
    double dash, space; /* 0, 0: a full line */
    double opacity;     /* of the stroke; 0 means 1 */
    bool butt;          /* line ends are cut, not round */
};

enum comb_anchor { COMB_ANCHOR_MIDDLE, COMB_ANCHOR_START };

struct comb_lettering {
    const char *text;
    struct comb_spot at; /* the middle of the capitals' height; the middle or the start of the line */
    double size;
    double angle; /* degrees clockwise */
    enum comb_colour colour;
    enum comb_anchor anchor;
    bool bold;
};

/* What a kind of picture provides. */
struct comb_vector {
    void (*draw)(struct comb_vector *vector, const struct comb_outline *outline, const struct comb_pen *pen);
    void (*write)(struct comb_vector *vector, const struct comb_lettering *lettering);
};

#endif
