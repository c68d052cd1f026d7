/* Symbols of a panel from the ink in its cells; see read_symbols.c. */
#ifndef COMB_WITNESS_READ_SYMBOLS_H
#define COMB_WITNESS_READ_SYMBOLS_H

#include "games/witness/panel.h"
#include "vision/panel.h"

enum { COMB_WITNESS_READ_SIDE = COMB_PANEL_PATCH_SIDE };

/* What a cell shows, with its own shape: thing.shape points to `shape` only while the sign is in its place. */
struct comb_witness_sign {
    struct comb_witness_thing thing;
    struct comb_witness_shape shape;
    double error; /* 0 it looks just like that, 1 not at all */
    double twin;  /* of a polyomino: the error of the same shape, hollow instead of full or the other way round */
};

struct comb_witness_signs {
    struct comb_witness_sign best, second; /* kind empty: none */
    bool outlined;                         /* drawn as an outline only */
    double confidence;
};

/* Kind, count and shape; colours are set by comb_witness_read_colors, for the whole panel at once. `soft` is how
 * wide borders are, in cells. */
void comb_witness_read_sign(struct comb_witness_signs *out, const struct comb_panel_ink *ink, double soft);

/* ---- parts ---- */

/* The ink as numbers, and what every kind of symbol is measured by. Pixels of the patch. */
struct comb_witness_blot {
    float cover[COMB_PANEL_PATCH];
    float filled[COMB_PANEL_PATCH];  /* with its holes filled */
    double left, right, top, bottom; /* of the cover at one half */
    double area, filled_area;        /* pixels */
    double soft;                     /* pixels from bare to covered at a border */
};

/* How unlike the ink and a shape are: 0 equal, 1 apart. The shape is told by a function: the signed distance from its
 * border, negative within it. It must lie within the ink's box, or nearly so. */
typedef double comb_witness_distance(double x, double y, const void *shape);
double comb_witness_unlike(const struct comb_witness_blot *blot, bool filled, comb_witness_distance *distance,
                           const void *shape);

double comb_witness_box_distance(double x, double y, double half_width, double half_height);

/* The likeliest polyominoes (read_pieces.c), at most two, best first; returns how many. */
int comb_witness_read_pieces(struct comb_witness_sign out[2], const struct comb_witness_blot *blot);

/* The colour of the palette nearest to what was seen on this ground (read_colors.c); *second is the next one. */
enum comb_witness_color comb_witness_read_color(enum comb_witness_color *second, double *confidence, unsigned rgb,
                                                unsigned ground);

/* The hue of a strong, bright colour in degrees, -18 to 342, and how far it is from the next name's; false where the
 * colour is too pale or dark to tell. */
bool comb_witness_read_hue(double *hue, double *margin, unsigned rgb);

#endif
