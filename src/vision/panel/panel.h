/* Line panels: a lattice of thick lines on a flat ground, as The Windmill draws them, detected without knowing the
 * rules.
 *
 *     O====+====+==      O  disc: a node with a round spot wider than the line
 *     |    |    |        =  cap: a short end that leaves a node where no line continues
 *     +====*  ==+        *  mark: a spot of another colour on a node or in the middle of a line
 *     | ## |    |        gap: a line that is broken in the middle
 *     +====+====+        ## ink: what is drawn in a cell
 *
 * Places are numbered as drawn, (2 width + 1) columns by (2 height + 1) rows: (even, even) is a node; (odd, even) and
 * (even, odd) are lines; (odd, odd) is a cell. */
#ifndef COMB_VISION_PANEL_H
#define COMB_VISION_PANEL_H

#include "vision/detect/detect.h"

enum {
    COMB_PANEL_MAX_SIDE = 16,   /* cells */
    COMB_PANEL_PATCH_SIDE = 48, /* pixels of a cell's patch, from one node's centre to the next */
    COMB_PANEL_PATCH = COMB_PANEL_PATCH_SIDE * COMB_PANEL_PATCH_SIDE
};

enum comb_panel_kind {
    COMB_PANEL_ABSENT, /* nothing is drawn there */
    COMB_PANEL_PLAIN,
    COMB_PANEL_GAP,  /* a line broken in the middle */
    COMB_PANEL_DISC, /* a node with a disc */
    COMB_PANEL_CAP   /* a node with a short end */
};

struct comb_panel_place {
    enum comb_panel_kind kind;
    double confidence; /* 0 to 1, of the kind */
    enum comb_panel_kind second;
    int toward_x, toward_y; /* of a cap */
    bool capped;            /* a disc with a cap, too */
    bool drawn;             /* covered by a line of another colour */
    unsigned colour;        /* 0xRRGGBB of the line there */
    bool marked;            /* a spot of another colour in the middle */
    double mark_confidence; /* that it is marked, or that it is not */
    unsigned mark_colour;   /* 0xRRGGBB */
    struct comb_pixel_box box;
};

struct comb_panel_detection {
    unsigned width, height; /* cells */
    struct comb_panel_place *places;
    double to_picture[9]; /* row-major homography: nodes (column / 2, row / 2) -> pixels */
    double unit;          /* pixels between neighbouring nodes, in the middle of the panel */
    double line;          /* thickness of the lines, in units */
    double blur_width;    /* width of their borders in units: large if blurred or small */
    double rotation;      /* degrees clockwise */
    double residual;      /* mean distance of found nodes from the fit, in units */
    unsigned ground;      /* 0xRRGGBB between the lines */
    unsigned outside;     /* around the panel, or the same */
    unsigned line_colour;
    double noise;     /* how much the ground varies, in levels */
    double margin[4]; /* pixels from the outermost lines to the picture's edge: left, right, top, bottom */
    bool cut[4];      /* a line leads to the picture's edge on that side: the panel continues beyond it */
    bool pillar;      /* the last column of nodes and lines is the first one again (seam.c) */
    unsigned discs, caps, gaps, drawn;
    unsigned parts; /* connected sets of lines around cells; those without a start or an end are left out */
    const unsigned char *patches; /* RGB of the cells, row by row, COMB_PANEL_PATCH pixels each */
};

/* Returns COMB_NO if the picture shows no such lattice, or COMB_NO_MEMORY. */
int comb_panel_detect(struct comb_panel_detection **out, const struct comb_pixels *picture, struct comb_error *err);
void comb_panel_free(struct comb_panel_detection *panel);

/* Finds all panels of the picture, at most `max`, in reading order (several.c); the same codes, and COMB_NO if there is
 * none. The caller frees each. */
int comb_panel_detect_all(struct comb_panel_detection **out, unsigned max, unsigned *count,
                          const struct comb_pixels *picture, struct comb_error *err);

/* The panel that a picture is most likely about: a whole one, near the middle; of two that are equally near, the one
 * with less drawn on it. */
unsigned comb_panel_choose(struct comb_panel_detection *const *panels, unsigned count,
                           const struct comb_pixels *picture);

static inline unsigned comb_panel_columns(const struct comb_panel_detection *panel)
{
    return 2 * panel->width + 1;
}

static inline const struct comb_panel_place *comb_panel_at(const struct comb_panel_detection *panel, unsigned column,
                                                           unsigned row)
{
    return &panel->places[column + comb_panel_columns(panel) * row];
}

/* What is drawn in a cell. */
struct comb_panel_ink {
    bool any;
    unsigned colour;                       /* 0xRRGGBB, the main colour */
    unsigned ground;                       /* around it */
    double contrast;                       /* between the two, in levels */
    double blur_width;                     /* pixels of the patch from ground to ink at the ink's own borders */
    unsigned char cover[COMB_PANEL_PATCH]; /* 0 ground to 255 ink */
};

/* Extracts the ink of cell (x, y), counted from 0. Lines, discs and caps that extend into the cell are excluded. */
void comb_panel_ink(struct comb_panel_ink *out, const struct comb_panel_detection *panel, unsigned x, unsigned y);

#endif
