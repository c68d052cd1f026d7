/* What the files of the panel reader share; see panel.c for how they work together. */
#ifndef COMB_VISION_PANEL_PARTS_H
#define COMB_VISION_PANEL_PARTS_H

#include "vision/panel.h"

/* ---- a picture made smaller by a whole factor (panel_colours.c) ---- */

struct comb_panel_view {
    unsigned width, height, factor;
    unsigned char *rgb;
};

/* Exact: means of all pixels; else of four each, which is enough to find lines. */
bool comb_panel_view_new(struct comb_panel_view *view, const struct comb_pixels *picture, unsigned factor, bool exact);
void comb_panel_view_free(struct comb_panel_view *view);

/* ---- colours (panel_colours.c) ---- */

enum { COMB_PANEL_CODES = 1 << 15, COMB_PANEL_MOST_PEAKS = 12 };

/* Five bits of each of red, green and blue, row by row and, for walking down columns, column by column. */
struct comb_panel_codes {
    unsigned width, height;
    uint16_t *rows, *columns;
    uint32_t *counts; /* by code, of pixels that look like a neighbour */
    uint16_t *used;   /* the codes that occur */
    unsigned used_count;
    unsigned peak_count;
    struct {
        double rgb[3];
        double weight; /* pixels */
    } peaks[COMB_PANEL_MOST_PEAKS];
};

bool comb_panel_codes_new(struct comb_panel_codes *codes, const struct comb_panel_view *view);
void comb_panel_codes_free(struct comb_panel_codes *codes);

/* Of the codes that occur, marks those nearer to the line's colour than to the ground's and in line with the two; both
 * are peaks. Returns how much of what is marked has just the line's colour: little when other things happen to lie on
 * the way. */
double comb_panel_mask(unsigned char mask[COMB_PANEL_CODES], const struct comb_panel_codes *codes, unsigned ground,
                       unsigned line);

double comb_panel_distance(const double a[3], const double b[3]);

/* ---- strokes (panel_strokes.c) ---- */

/* A piece of a line of even width: across = at + slope * along, for `along` in [from, to]. */
struct comb_panel_stroke {
    double at, slope, from, to, width;
};

enum { COMB_PANEL_MOST_STROKES = 3000 };

struct comb_panel_strokes {
    size_t count[2];                      /* [0] upright ones, along = y; [1] level ones, along = x */
    struct comb_panel_stroke *strokes[2]; /* room for COMB_PANEL_MOST_STROKES each */
    double width;                         /* the thickness that most of them have */
    double score;                         /* how much of it there is, both ways, in pixels */
};

/* False when memory is exhausted. Only every step-th row and column is looked at, and level strokes only when there are
 * upright ones. */
bool comb_panel_strokes_find(struct comb_panel_strokes *strokes, const struct comb_panel_codes *codes,
                             const unsigned char mask[COMB_PANEL_CODES], unsigned step);

/* ---- lattice (panel_lattice.c) ---- */

struct comb_panel_lattice {
    double to_view[9]; /* nodes -> pixels of the view */
    unsigned width, height;
    unsigned nodes; /* found */
    double pitch;   /* pixels of the view */
    double line;    /* units */
    double residual;
};

/* COMB_OK, COMB_NO, COMB_NO_MEMORY. */
int comb_panel_lattice_fit(struct comb_panel_lattice *lattice, const struct comb_panel_strokes *strokes);

/* Fits the map anew to nodes seen on its sheet; *worst is how far off, in units, it was. False: it is left as it is. */
struct comb_panel_found;
bool comb_panel_lattice_refit(struct comb_panel_lattice *lattice, double *worst, const struct comb_panel_found *found,
                              unsigned count);

void comb_panel_map(double *x, double *y, const double map[9], double u, double v);

/* ---- the panel brought upright, at one size (panel_sheet.c) ---- */

enum { COMB_PANEL_UNIT = COMB_PANEL_PATCH_SIDE }; /* pixels of the sheet */

static const double comb_panel_sheet_margin = 1.25; /* units around the outermost nodes */

struct comb_panel_sheet {
    unsigned width, height; /* pixels */
    unsigned columns, rows; /* cells */
    double map[9];          /* units -> pixels of the view it was made from */
    double view_width, view_height;
    unsigned char *rgb;
    double line; /* units */
    double aside[2],
        stretch[2]; /* how far the lines at x are from where they should be: aside + stretch * x; across, down */
    double ground[3], ink[3]; /* between the lines, and of the lines */
    double contrast;          /* between the two */
    double noise;
    double soft; /* how wide the borders of lines are, in units */
};

bool comb_panel_sheet_new(struct comb_panel_sheet *sheet, const struct comb_panel_view *view, const double map[9],
                          unsigned columns, unsigned rows);
void comb_panel_sheet_free(struct comb_panel_sheet *sheet);

/* Whether a place lies on the picture; beyond it the sheet repeats the nearest pixels. */
bool comb_panel_sheet_has(const struct comb_panel_sheet *sheet, double u, double v);

/* Takes noise away by means over 2 * reach + 1 pixels; false when memory is exhausted. */
bool comb_panel_sheet_smooth(struct comb_panel_sheet *sheet, unsigned reach);

/* A node (i, j), and where in units its lines really cross. */
struct comb_panel_found {
    int i, j;
    double u, v;
};

enum { COMB_PANEL_MOST_FOUND = (COMB_PANEL_MOST_SIDE + 1) * (COMB_PANEL_MOST_SIDE + 1) };

/* The nodes that lines can be seen to lead to, at most COMB_PANEL_MOST_FOUND; the sheet must have been measured. */
unsigned comb_panel_sheet_nodes(struct comb_panel_found *out, const struct comb_panel_sheet *sheet);

/* Mean colour of a box of the sheet, in units; at least one pixel. */
void comb_panel_sheet_mean(double rgb[3], const struct comb_panel_sheet *sheet, double u, double v, double half_u,
                           double half_v);

/* Works out ground, ink, contrast and noise, from the line's colour and thickness that led here; COMB_NO when there is
 * no such line on a ground of another colour. */
int comb_panel_sheet_measure(struct comb_panel_sheet *sheet, const double line[3], double thickness);

/* Places within a cell, in units, that show the ground whatever stands there, but for very large symbols. */
enum { COMB_PANEL_SPOTS = 8 };
void comb_panel_spot(double *u, double *v, unsigned spot);

/* How far a colour is from the ground, in contrasts. */
double comb_panel_off_ground(const struct comb_panel_sheet *sheet, const double rgb[3]);

/* ---- places (panel_places.c) ---- */

/* What an edge looks like: (column, row) of the doubled numbering; may lie a unit outside the lattice. */
struct comb_panel_edge {
    enum comb_panel_kind kind; /* absent, plain, gap */
    double confidence;
    bool alone;       /* nothing but ground beside it, and of one colour from node to node */
    double colour[3]; /* of the line, where it is there */
    bool marked;
    double mark_confidence;
    double mark[3];
};

void comb_panel_edge_look(struct comb_panel_edge *edge, const struct comb_panel_sheet *sheet, int column, int row);

/* Fills in the places of a panel whose size is known; corrects the sheet's ink where a drawn line was taken for it. */
void comb_panel_places_look(struct comb_panel_seen *panel, struct comb_panel_sheet *sheet);

static inline unsigned comb_panel_rgb(const double rgb[3])
{
    unsigned out = 0;
    for (int i = 0; i < 3; i++)
        out = out << 8 | (unsigned)(rgb[i] < 0 ? 0 : rgb[i] > 255 ? 255 : rgb[i] + 0.5);
    return out;
}

#endif
