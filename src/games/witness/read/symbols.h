/* Recognises a panel's symbols from the ink in its cells; see symbols.c. */
#ifndef COMB_WITNESS_READ_SYMBOLS_H
#define COMB_WITNESS_READ_SYMBOLS_H

#include "games/witness/panel/panel.h"
#include "vision/panel/panel.h"

enum { COMB_WITNESS_READ_SIDE = COMB_PANEL_PATCH_SIDE };

/* A symbol with its own shape: thing.shape points to `shape` only while the candidate is not moved. */
struct comb_witness_symbol_candidate {
    struct comb_witness_thing thing;
    struct comb_witness_shape shape;
    double error;            /* 0 identical, 1 entirely different */
    double other_fill_error; /* of a polyomino: the error of the same shape with the other fill (hollow or full) */
};

struct comb_witness_symbol_candidates {
    struct comb_witness_symbol_candidate best, second; /* kind empty: none */
    bool outlined;                                     /* drawn as an outline only */
    double confidence;
};

/* Sets kind, count and shape of what is drawn in a cell of the panel; the panel reader sets colours for the whole panel
 * at once. */
void comb_witness_read_symbol(struct comb_witness_symbol_candidates *out, const struct comb_panel_ink *panel_ink,
                              const struct comb_panel_detection *panel);

/* ---- parts ---- */

/* The ink as numbers, and its measurements common to all kinds of symbols. In pixels of the patch. */
struct comb_witness_ink {
    float cover[COMB_PANEL_PATCH];
    float filled[COMB_PANEL_PATCH];  /* with its holes filled */
    double left, right, top, bottom; /* of the cover at one half */
    double area, filled_area;        /* pixels */
    double blur_width;               /* pixels from bare to covered at a border */
    int panel_width, panel_height;   /* cells; no polyomino is larger */
};

/* Difference between the ink and a shape: 0 equal, 1 disjoint. A function describes the shape: the signed distance from
 * its border, negative inside. The shape must be within the ink's box, or nearly so. */
typedef double comb_witness_distance(double x, double y, const void *shape);
double comb_witness_shape_mismatch(const struct comb_witness_ink *ink, bool filled, comb_witness_distance *distance,
                                   const void *shape);

double comb_witness_box_distance(double x, double y, double half_width, double half_height);

/* Finds the likeliest polyominoes (pieces.c), at most two, best first; returns how many. */
int comb_witness_read_pieces(struct comb_witness_symbol_candidate out[2], const struct comb_witness_ink *ink);

/* The smallest error of a piece that fits nowhere on the panel: such pieces are not proposed, but if one explains the
 * ink better than anything else, nothing else is certain. */
double comb_witness_oversized_error(const struct comb_witness_ink *ink);

/* The palette colour nearest to `rgb` on this ground (colours.c); *second is the next one. */
enum comb_witness_colour comb_witness_read_colour(enum comb_witness_colour *second, double *confidence, unsigned rgb,
                                                  unsigned ground);

/* The hue of a saturated, bright colour in degrees, -18 to 342, and its distance from the next name's; false if the
 * colour is too pale or dark. */
bool comb_witness_read_hue(double *hue, double *margin, unsigned rgb);

#endif
