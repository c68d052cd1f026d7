/* Sight: what can be seen on a picture without knowing a game: lattices of cells, where they are and what colour they
 * have.
 *
 *     picture -> masks -> shapes -> size families -> lattices (struct comb_grid_seen) -> patches -> glyphs (glyph.h)
 *
 * A lattice carries a map from its own coordinates to pixels (a homography, so turned and slanted pictures are read
 * like straight ones). Whoever wants to look closer asks for a patch: a small upright picture around a place of the
 * lattice, at whatever size the reader likes, sampled from the full picture through that map. */
#ifndef COMB_VISION_SIGHT_H
#define COMB_VISION_SIGHT_H

#include "vision/pixels.h"

enum comb_seen_kind {
    COMB_SEEN_SQUARE,     /* x to the right, y down, one a cell */
    COMB_SEEN_HEX_POINTY, /* doubled x: neighbours (+-2,0) (+-1,+-1) */
    COMB_SEEN_HEX_FLAT    /* doubled y: neighbours (0,+-2) (+-1,+-1); cells of both parities may be there (islands) */
};

struct comb_box {
    int x, y, width, height; /* pixels of the picture; may reach beyond it by rounding */
};

struct comb_seen_cell {
    int x, y; /* place in the lattice; the least x and the least y are 0 or, with doubled axes, 0 or 1 */
    double centre_x, centre_y; /* pixels */
    struct comb_box box;       /* around the drawn cell */
    unsigned colour;           /* 0xRRGGBB, what most of it is filled with */
    unsigned cluster;          /* which of the lattice's colours that is */
    double support; /* 0 to 1: how much of its outline (of a hole: of the part within the picture) was seen */
};

/* Colours of one lattice, most frequent first. */
struct comb_seen_colour {
    unsigned colour; /* 0xRRGGBB */
    unsigned cells;
};

struct comb_grid_seen {
    enum comb_seen_kind kind;
    unsigned count;
    struct comb_seen_cell *cells; /* in reading order: by y, then by x */
    unsigned hole_count;
    struct comb_seen_cell *holes; /* places without a cell that must not be passed over in silence: enclosed by three
                                     or more neighbours (squares: also a missing corner), empty by rule or missed; and
                                     cells of which the picture's edge leaves less than 70 percent, told by a support
                                     of 0.45 or more, whose x and y may be negative; their colour and cluster (the
                                     nearest) are what is seen there */
    unsigned colour_count;
    struct comb_seen_colour *colours;
    double pitch;         /* pixels between the centres of neighbours */
    double residual;      /* mean distance of found centres from the fit, in pitches */
    double turn;          /* degrees clockwise by which the picture is turned, about 0 */
    double to_picture[9]; /* row-major homography: places in pitches (see comb_grid_place) -> pixels */
    unsigned background;  /* 0xRRGGBB, what surrounds the cells */
};

struct comb_sight {
    const struct comb_pixels *picture; /* borrowed: must outlive the sight */
    unsigned grid_count;
    struct comb_grid_seen *grids; /* at most 6, most cells explained first; the same cells are not told twice. Behind
                                     the first there may be rubbish: letters, buttons, ornaments */
};

/* COMB_OK also when there is nothing to be seen (grid_count 0); COMB_NO_MEMORY. */
int comb_sight_new(struct comb_sight **out, const struct comb_pixels *picture, struct comb_error *err);
void comb_sight_free(struct comb_sight *sight);

/* The place of lattice coordinates in pitches: square (x, y); pointy (x/2, y*0.866); flat (x*0.866, y/2). Fractions
 * are fine: half-way between cells is as good a place as any. */
void comb_grid_place(double *u, double *v, enum comb_seen_kind kind, double x, double y);

/* Pixels of lattice coordinates, and back. */
void comb_grid_to_pixel(double *px, double *py, const struct comb_grid_seen *grid, double x, double y);
void comb_grid_from_pixel(double *x, double *y, const struct comb_grid_seen *grid, double px, double py);

/* A square picture of side x side pixels around lattice coordinates (x, y), reaching `radius` pitches to each side,
 * turned by `angle` degrees (clockwise, the patch then shows upright what stands so turned on the board). Averages
 * where the patch is coarser than the picture, interpolates where it is finer; beyond the picture the nearest pixel.
 * `rgb` has room for 3 * side * side bytes. */
void comb_grid_patch(unsigned char *rgb, unsigned side, const struct comb_pixels *picture,
                     const struct comb_grid_seen *grid, double x, double y, double radius, double angle);

#endif
