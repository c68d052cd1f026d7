/* Detection: finds lattices of cells in a picture, with positions and colours, without knowing a game.
 *
 *     picture -> masks -> shapes -> size families -> lattices (struct comb_detected_grid) -> patches -> glyphs
 * (glyph.h)
 *
 * A lattice carries a map from its own coordinates to pixels (a homography, so rotated and slanted pictures work like
 * straight ones). For details, request a patch: a small upright picture around a place of the lattice, of any size,
 * sampled from the full picture through that map. */
#ifndef COMB_VISION_DETECT_H
#define COMB_VISION_DETECT_H

#include "vision/pixels/pixels.h"

enum comb_detected_kind {
    COMB_DETECTED_SQUARE,     /* x to the right, y down, one unit per cell */
    COMB_DETECTED_HEX_POINTY, /* doubled x: neighbours (+-2,0) (+-1,+-1) */
    COMB_DETECTED_HEX_FLAT    /* doubled y: neighbours (0,+-2) (+-1,+-1); both parities may occur (islands) */
};

struct comb_pixel_box {
    int x, y, width, height; /* pixels of the picture; may extend beyond it by rounding */
};

struct comb_detected_cell {
    int x, y;                  /* position in the lattice; the smallest x and y are 0, or with doubled axes 0 or 1 */
    double centre_x, centre_y; /* pixels */
    struct comb_pixel_box box; /* bounding box of the drawn cell */
    unsigned colour;           /* 0xRRGGBB, the main fill colour */
    unsigned cluster;          /* index into the grid's colours */
    double support;            /* 0 to 1: visible fraction of the outline (of a hole: of the part within the picture) */
};

/* Colours of one lattice, most frequent first. */
struct comb_detected_colour {
    unsigned colour; /* 0xRRGGBB */
    unsigned cells;
};

struct comb_detected_grid {
    enum comb_detected_kind kind;
    unsigned count;
    struct comb_detected_cell *cells; /* in reading order: by y, then by x */
    unsigned hole_count;
    /* Places without a cell that must be reported, never ignored: those enclosed by three or more neighbours (squares:
     * also a missing corner), either empty by rule or missed; and cells of which the picture's edge leaves less than 70
     * percent: their support is 0.45 or more, x and y may be negative. Colour and cluster (the nearest) are those found
     * there. */
    struct comb_detected_cell *holes;
    unsigned colour_count;
    struct comb_detected_colour *colours;
    double pitch;         /* pixels between the centres of neighbours */
    double residual;      /* mean distance of found centres from the fit, in pitches */
    double rotation;      /* degrees clockwise by which the picture is rotated, near 0 */
    double to_picture[9]; /* row-major homography: places in pitches (see comb_grid_place) -> pixels */
    unsigned background;  /* 0xRRGGBB, the colour around the cells */
};

/* What the readers of several games derive from one detection and share; released with the detection. */
struct comb_detection_memo {
    void *data; /* NULL: nothing yet */
    void (*release)(void *data);
};

struct comb_detection {
    const struct comb_pixels *picture; /* borrowed: must outlive the detection */
    unsigned board;                    /* which of several boards to read, from 1 in reading order; 0: the likeliest */
    unsigned grid_count;
    struct comb_detected_grid *grids; /* at most 7, the one that explains most cells first; no cells are reported twice.
                                         All but the first may be false detections: letters, buttons, ornaments */
    struct comb_detection_memo *memo; /* NULL: nothing can be shared */
};

/* Returns COMB_OK even if nothing was detected (grid_count 0), or COMB_NO_MEMORY. */
int comb_detection_new(struct comb_detection **out, const struct comb_pixels *picture, struct comb_error *err);
void comb_detection_free(struct comb_detection *detection);

/* Converts lattice coordinates to pitches: square (x, y); pointy (x/2, y*0.866); flat (x*0.866, y/2). Fractions are
 * allowed: any place between cells is valid. */
void comb_grid_place(double *u, double *v, enum comb_detected_kind kind, double x, double y);

/* Converts lattice coordinates to pixels, and back. */
void comb_grid_to_pixel(double *px, double *py, const struct comb_detected_grid *grid, double x, double y);
void comb_grid_from_pixel(double *x, double *y, const struct comb_detected_grid *grid, double px, double py);

/* Samples a square picture of side x side pixels around lattice coordinates (x, y), extending `radius` pitches to each
 * side, rotated by `angle` degrees: what is rotated clockwise by that much on the board appears upright. Averages where
 * the patch is coarser than the picture and interpolates where it is finer; beyond the picture it repeats the nearest
 * pixel. `rgb` has room for 3 * side * side bytes. */
void comb_grid_patch(unsigned char *rgb, unsigned side, const struct comb_pixels *picture,
                     const struct comb_detected_grid *grid, double x, double y, double radius, double angle);

#endif
