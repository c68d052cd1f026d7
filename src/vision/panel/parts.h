/* Shared by the files of the panel detector; see panel.c for how they work together. */
#ifndef COMB_VISION_PANEL_PARTS_H
#define COMB_VISION_PANEL_PARTS_H

#include "vision/panel/panel.h"

/* ---- a picture shrunk by a whole factor (colours.c) ---- */

struct comb_panel_view {
    unsigned width, height, factor;
    unsigned char *rgb;
};

/* `exact` averages all pixels; otherwise four each, which is enough to find lines. */
bool comb_panel_view_new(struct comb_panel_view *view, const struct comb_pixels *picture, unsigned factor, bool exact);
void comb_panel_view_free(struct comb_panel_view *view);

/* ---- colours (colours.c) ---- */

enum { COMB_PANEL_CODES = 1 << 15, COMB_PANEL_MAX_PEAKS = 12 };

/* Five bits each of red, green and blue, row by row and, for walking down columns, column by column. */
struct comb_panel_codes {
    unsigned width, height;
    uint16_t *rows, *columns;
    uint32_t *counts; /* by code, of pixels that resemble a neighbour */
    uint16_t *used;   /* the codes that occur */
    unsigned used_count;
    unsigned peak_count;
    struct {
        double rgb[3];
        double weight; /* pixels */
    } peaks[COMB_PANEL_MAX_PEAKS];
    unsigned borders[COMB_PANEL_MAX_PEAKS][COMB_PANEL_MAX_PEAKS]; /* how often one peak's pixels follow another's */
};

bool comb_panel_codes_new(struct comb_panel_codes *codes, const struct comb_panel_view *view);
void comb_panel_codes_free(struct comb_panel_codes *codes);

/* Codes by comparison with the surroundings, without counts and peaks: 0 alike, 1 darker, 2 brighter (local.c). */
bool comb_panel_codes_local(struct comb_panel_codes *codes, const struct comb_panel_view *view);

/* Marks the codes that are nearer to the line's colour than to the ground's and on the way between the two; both are
 * peaks. With `exclusive`, those nearer to a third peak than to the line's are left out. Returns the fraction of the
 * marked pixels that have exactly the line's colour: low if other things happen to be on the way. */
double comb_panel_mask(unsigned char mask[COMB_PANEL_CODES], const struct comb_panel_codes *codes, unsigned ground,
                       unsigned line, bool exclusive);

double comb_panel_distance(const double a[3], const double b[3]);

/* ---- strokes (strokes.c) ---- */

/* A piece of a line of even width: across = at + slope * along, for `along` in [from, to]. */
struct comb_panel_stroke {
    double at, slope, from, to, width;
};

enum { COMB_PANEL_MAX_STROKES = 3000 };

struct comb_panel_strokes {
    size_t count[2];                      /* [0] vertical ones, along = y; [1] horizontal ones, along = x */
    struct comb_panel_stroke *strokes[2]; /* room for COMB_PANEL_MAX_STROKES each */
    double width;                         /* the most common thickness */
    double widths[2];                     /* of either direction, which differ if a panel is seen at an angle */
    double score;                         /* total length of strokes of that width, in both directions, in pixels */
};

/* Returns false if out of memory. Examines only every step-th row and column, and horizontal strokes only if there are
 * vertical ones. */
bool comb_panel_strokes_find(struct comb_panel_strokes *strokes, const struct comb_panel_codes *codes,
                             const unsigned char mask[COMB_PANEL_CODES], unsigned step);

/* ---- lattice (lattice.c) ---- */

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

/* Fits the map again to nodes found on its sheet; *worst is how far off it was, in units. Returns false if the map is
 * unchanged. */
struct comb_panel_node;
bool comb_panel_lattice_refit(struct comb_panel_lattice *lattice, double *worst, const struct comb_panel_node *found,
                              unsigned count);

void comb_panel_map(double *x, double *y, const double map[9], double u, double v);

/* ---- the panel brought upright, at one size (sheet.c) ---- */

enum { COMB_PANEL_UNIT = COMB_PANEL_PATCH_SIDE }; /* pixels of the sheet */

static const double comb_panel_sheet_margin = 1.25; /* units around the outermost nodes */

/* The colour of the ground in one cell; `known` if enough of the cell shows it. */
struct comb_panel_ground {
    double rgb[3];
    bool known;
};

struct comb_panel_sheet {
    unsigned width, height; /* pixels */
    unsigned columns, rows; /* cells */
    double map[9];          /* units -> pixels of the view it was made from */
    double view_width, view_height;
    unsigned char *rgb;
    double line;              /* units */
    double ground[3], ink[3]; /* between the lines, and of the lines */
    double contrast;          /* between the two */
    bool pillar;              /* its right border is the left one again (seam.c) */
    bool has_outside;         /* around the panel there is another colour than between the lines */
    double outside[3], outside_contrast;
    double noise;
    double blur_width; /* width of the lines' borders, in units */
    struct comb_panel_ground
        *grounds;        /* of the cells and of a ring of cells around them, row by row (light.c), or NULL */
    float (*offsets)[2]; /* of the nodes, row by row, from where the map has them: a bent screen is no plane; or NULL */
};

bool comb_panel_sheet_new(struct comb_panel_sheet *sheet, const struct comb_panel_view *view, const double map[9],
                          unsigned columns, unsigned rows);
void comb_panel_sheet_free(struct comb_panel_sheet *sheet);

/* Whether a place is on the picture; beyond it the sheet repeats the nearest pixels. */
bool comb_panel_sheet_has(const struct comb_panel_sheet *sheet, double u, double v);

/* Reduces noise by means over 2 * reach + 1 pixels; false if out of memory. */
bool comb_panel_sheet_smooth(struct comb_panel_sheet *sheet, unsigned reach);

/* A node (i, j), and where in units its lines actually cross. */
struct comb_panel_node {
    int i, j;
    double u, v;
};

enum { COMB_PANEL_MAX_NODES = (COMB_PANEL_MAX_SIDE + 1) * (COMB_PANEL_MAX_SIDE + 1) };

/* Finds the nodes that visible lines lead to, at most COMB_PANEL_MAX_NODES; the sheet must have been measured. */
unsigned comb_panel_sheet_nodes(struct comb_panel_node *out, const struct comb_panel_sheet *sheet);

/* Mean colour of a box of the sheet, in units; at least one pixel. */
void comb_panel_sheet_mean(double rgb[3], const struct comb_panel_sheet *sheet, double u, double v, double half_u,
                           double half_v);

/* Measures the offsets of the nodes; false if out of memory. */
bool comb_panel_sheet_bend(struct comb_panel_sheet *sheet);

/* Moves a place near the panel by the offset of the nearest node. */
void comb_panel_sheet_offset(double *u, double *v, const struct comb_panel_sheet *sheet);

/* Measures ground, ink, contrast and noise, given the colour and thickness of the detected line; COMB_NO if there is no
 * such line on a ground of another colour. */
int comb_panel_sheet_measure(struct comb_panel_sheet *sheet, const double line[3], double thickness);

/* Places within a cell, in units, that show the ground whatever is drawn there, except for very large symbols. */
enum { COMB_PANEL_GROUND_SAMPLES = 8 };
void comb_panel_ground_sample(double *u, double *v, unsigned spot, double line);

/* Distance of a colour from the ground, between the lines or around the panel, whichever is nearer, in its contrasts.
 */
double comb_panel_ground_distance(const struct comb_panel_sheet *sheet, const double rgb[3]);

/* The contrasts again, after the colour of the lines has changed. */
void comb_panel_sheet_contrast(struct comb_panel_sheet *sheet);

/* ---- pillars (seam.c) ---- */

enum comb_panel_seam {
    COMB_PANEL_SEAM_NONE,
    COMB_PANEL_SEAM_STUBS, /* the last column is the first one again, drawn as stubs */
    COMB_PANEL_SEAM_FADED, /* the same, faded */
    COMB_PANEL_SEAM_NEXT   /* the column after the last one would be, faded */
};

enum comb_panel_seam comb_panel_seam_find(const struct comb_panel_sheet *sheet);

/* Brings back the colours of what is faded at the seam; the sheet must be measured again. */
void comb_panel_seam_restore(struct comb_panel_sheet *sheet);

/* Makes the last column of places equal to the first one. */
void comb_panel_seam_close(struct comb_panel_detection *panel);

/* ---- uneven light (light.c) ---- */

/* The mean of the largest set of samples within `near` of one of them; returns its size. */
unsigned comb_panel_cluster(double rgb[3], double (*samples)[3], unsigned count, double near);

/* Measures the grounds of the cells; false if out of memory. */
bool comb_panel_light_measure(struct comb_panel_sheet *sheet);

/* As comb_panel_ground_distance, for a colour seen at (u, v): compares with the grounds of the cells there too. */
double comb_panel_light_distance(const struct comb_panel_sheet *sheet, double u, double v, const double rgb[3]);

/* A colour that changes evenly over the panel. */
struct comb_panel_plane {
    double channel[3][3]; /* constant, per unit to the right, per unit down */
};

struct comb_panel_sample {
    double u, v, rgb[3];
};

/* Fits a plane to most of the samples, starting from the usual colour. */
void comb_panel_plane_fit(struct comb_panel_plane *plane, const double usual[3],
                          const struct comb_panel_sample *samples, unsigned count, double contrast);
void comb_panel_plane_colour(double rgb[3], const struct comb_panel_plane *plane, double u, double v);

/* ---- places (places.c) ---- */

/* Appearance of an edge: (column, row) of the doubled numbering; may be one unit outside the lattice. */
struct comb_panel_edge {
    enum comb_panel_kind kind; /* absent, plain, gap; disc or cap in the middle */
    double confidence;
    int toward_x, toward_y; /* of a cap */
    bool isolated;          /* only ground beside it, and of one colour from node to node */
    double colour[3];       /* of the line, if there is one */
    bool marked;
    double mark_confidence;
    double mark[3];
};

void comb_panel_edge_probe(struct comb_panel_edge *edge, const struct comb_panel_sheet *sheet, int column, int row);

/* Whether a disc, or on a plain edge a cap, sits in the middle of an edge at (u, v); then fills in the edge
 * (middles.c).
 */
bool comb_panel_middle_disc(struct comb_panel_edge *edge, const struct comb_panel_sheet *sheet, double u, double v,
                            bool level);
bool comb_panel_middle_cap(struct comb_panel_edge *edge, const struct comb_panel_sheet *sheet, double u, double v,
                           bool level);

/* Fills in the places of a panel of known size; corrects the sheet's ink if it was that of a drawn line. */
void comb_panel_places_probe(struct comb_panel_detection *panel, struct comb_panel_sheet *sheet);

static inline unsigned comb_panel_rgb(const double rgb[3])
{
    unsigned out = 0;
    for (int i = 0; i < 3; i++)
        out = out << 8 | (unsigned)(rgb[i] < 0 ? 0 : rgb[i] > 255 ? 255 : rgb[i] + 0.5);
    return out;
}

#endif
