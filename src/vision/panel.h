/* Line panels: a lattice of thick lines on a flat ground, as The Windmill draws them, read without knowing the rules.
 *
 *     O====+====+==      O  disc: a node with a round spot wider than the line
 *     |    |    |        =  cap: a short end that leaves a node where no line goes on
 *     +====*  ==+        *  mark: a spot of another colour on a node or in the middle of a line
 *     | ## |    |        gap: a line that is broken in the middle
 *     +====+====+        ## ink: what stands in a cell
 *
 * Places are numbered as they are drawn, (2 width + 1) columns by (2 height + 1) rows: even, even is a node; odd, even
 * and even, odd are lines; odd, odd is a cell. */
#ifndef COMB_VISION_PANEL_H
#define COMB_VISION_PANEL_H

#include "vision/sight.h"

enum {
    COMB_PANEL_MOST_SIDE = 16,  /* cells */
    COMB_PANEL_PATCH_SIDE = 48, /* pixels of a cell's patch, from the middle of one node to that of the next */
    COMB_PANEL_PATCH = COMB_PANEL_PATCH_SIDE * COMB_PANEL_PATCH_SIDE
};

enum comb_panel_kind {
    COMB_PANEL_ABSENT, /* nothing is drawn there */
    COMB_PANEL_PLAIN,
    COMB_PANEL_GAP,  /* a line broken in the middle */
    COMB_PANEL_DISC, /* a node with a disc */
    COMB_PANEL_CAP   /* a node that a short end leaves */
};

struct comb_panel_place {
    enum comb_panel_kind kind;
    double confidence; /* 0 to 1, in the kind */
    enum comb_panel_kind second;
    int toward_x, toward_y; /* of a cap */
    bool drawn;             /* a line of another colour lies over it */
    unsigned colour;        /* 0xRRGGBB of the line there */
    bool marked;            /* a spot of another colour in the middle */
    double mark_confidence; /* that it is marked, or that it is not */
    unsigned mark_colour;   /* 0xRRGGBB */
    struct comb_box box;
};

struct comb_panel_seen {
    unsigned width, height; /* cells */
    struct comb_panel_place *places;
    double to_picture[9]; /* row-major homography: nodes (column / 2, row / 2) -> pixels */
    double unit;          /* pixels between neighbouring nodes, in the middle of the panel */
    double line;          /* thickness of the lines, in units */
    double soft;          /* how wide their borders are, in units: what is blurred or small has soft ones */
    double turn;          /* degrees clockwise */
    double residual;      /* mean distance of found nodes from the fit, in units */
    unsigned ground;      /* 0xRRGGBB between the lines */
    unsigned line_colour;
    double noise;     /* how much the ground varies, in levels */
    double margin[4]; /* pixels from the outermost lines to the picture's edge: left, right, top, bottom */
    unsigned discs, caps, gaps, drawn;
    const unsigned char *patches; /* RGB of the cells, row by row, COMB_PANEL_PATCH pixels each */
};

/* COMB_NO when there is no such lattice on the picture; COMB_NO_MEMORY. */
int comb_panel_look(struct comb_panel_seen **out, const struct comb_pixels *picture, struct comb_error *err);
void comb_panel_free(struct comb_panel_seen *panel);

static inline unsigned comb_panel_columns(const struct comb_panel_seen *panel)
{
    return 2 * panel->width + 1;
}

static inline const struct comb_panel_place *comb_panel_at(const struct comb_panel_seen *panel, unsigned column,
                                                           unsigned row)
{
    return &panel->places[column + comb_panel_columns(panel) * row];
}

/* What stands in a cell. */
struct comb_panel_ink {
    bool any;
    unsigned colour;                       /* 0xRRGGBB, of most of it */
    unsigned ground;                       /* around it */
    double contrast;                       /* between the two, in levels */
    unsigned char cover[COMB_PANEL_PATCH]; /* 0 ground to 255 ink */
};

/* Cell (x, y), counted from 0. Lines, discs and caps that reach into the cell are left out. */
void comb_panel_ink(struct comb_panel_ink *out, const struct comb_panel_seen *panel, unsigned x, unsigned y);

#endif
