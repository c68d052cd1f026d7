/* Turns and mirror images of lattices, and the one image that stands for all of them.
 *
 * A transform is one of the lattice's own symmetries: 8 for squares, 12 for hexagons. Number 0 is the identity; the
 * first half are the turns, clockwise (transform k < n/2 turns by k steps of 90 or 60 degrees), the second half the
 * same turns after the mirror x -> -x. Applied to a board it gives an image: the same cells moved to normal position
 * (the smallest x and the smallest y are 0) and numbered in reading order.
 *
 * A word game's canonical text is short:
 *
 *     struct comb_image *image;
 *     int code = comb_canon_labels(&image, lattice, labels, err);
 *     if (code == COMB_OK)
 *         for (unsigned i = 0; i < image->lattice->count; i++)
 *             print_cell(out, image->lattice->at[i], labels[image->from[i]]);
 *     comb_image_free(image);
 *
 * Things that do not lie on cells (line hints beside a board, nodes and edges of a panel) join in by being points of
 * the lattice that is handed over; things with a direction ask comb_transform_step where theirs points afterwards. */
#ifndef COMB_GRID_SYMMETRY_H
#define COMB_GRID_SYMMETRY_H

#include "base/buf.h"
#include "grid/lattice.h"

unsigned comb_transform_count(enum comb_lattice_kind kind);

/* Which transform undoes this one, and which one equals `first` followed by `then`. */
unsigned comb_transform_inverse(enum comb_lattice_kind kind, unsigned transform);
unsigned comb_transform_compose(enum comb_lattice_kind kind, unsigned first, unsigned then);

/* Where a difference of two points goes. The points must be of one tiling (for hexagons x + y is even); the step need
 * not lead to a neighbour, so that a line across a flat-top board, (2,0), can be asked for too. */
struct comb_point comb_transform_step(enum comb_lattice_kind kind, unsigned transform, struct comb_point step);

/* The same for the directions of lattice.h: which direction does this one become? */
unsigned comb_transform_direction(enum comb_lattice_kind kind, unsigned transform, unsigned direction);

struct comb_image {
    struct comb_lattice *lattice; /* normal position, reading order */
    unsigned transform;
    unsigned *from; /* from[i]: the cell of the board that lies at cell i of the image */
    unsigned *to;   /* to[cell]: where a cell of the board went; the inverse of from */
};

/* COMB_NO when the image has no whole coordinates: a board on two shifted hexagon tilings can be mirrored and turned
 * by 180 degrees, but not by 60. */
int comb_lattice_transform(struct comb_image **out, const struct comb_lattice *lattice, unsigned transform,
                           struct comb_error *err);
void comb_image_free(struct comb_image *image);

/* The group of a board: permutations of its cells that come from transforms which leave its outline as it is. Each
 * permutation once, the identity first. */
struct comb_symmetries {
    unsigned count;
    unsigned size;                   /* cells */
    const unsigned *images;          /* images[s * size + cell]: where the cell goes */
    const unsigned char *transforms; /* a transform that does it */
};

int comb_symmetries_new(struct comb_symmetries **out, const struct comb_lattice *lattice, struct comb_error *err);
void comb_symmetries_free(struct comb_symmetries *symmetries);

/* Which images compete for the canonical form. */
enum comb_canon_shapes {
    COMB_CANON_SAME_OUTLINE, /* those that cover the same places as the board in normal position */
    COMB_CANON_ANY_OUTLINE   /* every image; the smallest outline wins before content counts (2x3 or 3x2) */
};

struct comb_canon_rules {
    enum comb_canon_shapes shapes;
    /* Appends what the cell holds, as seen after the transform. Bytes are compared as unsigned; a shorter key that the
     * other begins with is smaller. */
    void (*key)(struct comb_buf *out, const void *payload, unsigned cell, unsigned transform);
    /* May be NULL. False: this image cannot be written down (a hint would point where the format knows none). */
    bool (*allows)(const void *payload, unsigned transform);
    const void *payload;
};

/* The smallest image of a board under the rules. COMB_NO when `allows` turns every image away. Boards that are images
 * of each other get the same outline and content, provided that `allows` depends on the image alone. */
int comb_canon_find(struct comb_image **out, const struct comb_lattice *lattice, const struct comb_canon_rules *rules,
                    struct comb_error *err);

/* The same for cells with one text each: any outline for squares, the same outline for hexagons (where the turned
 * board of most shapes cannot be written as rows). */
int comb_canon_labels(struct comb_image **out, const struct comb_lattice *lattice, const char *const *labels,
                      struct comb_error *err);

#endif
