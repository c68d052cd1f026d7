/* Rotations and mirror images of lattices, and the canonical image.
 *
 * A transform is a symmetry of the lattice: 8 for squares, 12 for hexagons. Number 0 is the identity. The first half
 * are the clockwise rotations (transform k < n/2 rotates by k steps of 90 or 60 degrees), the second half the same
 * rotations after the mirror x -> -x. Applied to a board, a transform gives an image: the same cells, moved to normal
 * position (smallest x and y are 0) and numbered in reading order.
 *
 * Example: the canonical text of a word game.
 *
 *     struct comb_canon_rules rules = {.shapes = COMB_CANON_ANY_OUTLINE, .key = add_label, .payload = labels};
 *     struct comb_image *image;
 *     int code = comb_canon_find(&image, lattice, &rules, err);
 *     if (code == COMB_OK)
 *         for (unsigned i = 0; i < image->lattice->count; i++)
 *             print_cell(out, image->lattice->at[i], labels[image->from[i]]);
 *     comb_image_free(image);
 *
 * Items that are not cells (line hints beside a board, nodes and edges of a panel) take part as points of the lattice
 * that is passed in; items with a direction use comb_transform_step to find the new one. */
#ifndef COMB_GRID_SYMMETRY_H
#define COMB_GRID_SYMMETRY_H

#include "base/buf.h"
#include "grid/lattice.h"

unsigned comb_transform_count(enum comb_lattice_kind kind);

/* Transforms the difference of two points. Both points must be in one tiling (for hexagons x + y is even). The step
 * need not lead to a neighbour: (2,0) across a flat-top board is valid. */
struct comb_point comb_transform_step(enum comb_lattice_kind kind, unsigned transform, struct comb_point step);

struct comb_image {
    struct comb_lattice *lattice; /* normal position, reading order */
    unsigned transform;
    unsigned *from; /* from[i]: the board cell at cell i of the image */
    unsigned *to;   /* to[cell]: the image cell of a board cell; inverse of from */
};

/* COMB_NO if the image has no integer coordinates: a board on two shifted hexagon tilings can be mirrored and rotated
 * by 180 degrees, but not by 60. */
int comb_lattice_transform(struct comb_image **out, const struct comb_lattice *lattice, unsigned transform,
                           struct comb_error *err);
void comb_image_free(struct comb_image *image);

/* Symmetry group of a board: the cell permutations of the transforms that preserve its outline. Each permutation once,
 * the identity first. */
struct comb_symmetries {
    unsigned count;
    unsigned size;                   /* cells */
    const unsigned *images;          /* images[s * size + cell]: where the cell goes */
    const unsigned char *transforms; /* a transform for each permutation */
};

int comb_symmetries_new(struct comb_symmetries **out, const struct comb_lattice *lattice, struct comb_error *err);
void comb_symmetries_free(struct comb_symmetries *symmetries);

/* Candidates for the canonical form. */
enum comb_canon_shapes {
    COMB_CANON_SAME_OUTLINE, /* images that cover the same points as the board in normal position */
    COMB_CANON_ANY_OUTLINE   /* all images; the smallest outline wins before content counts (2x3 or 3x2) */
};

struct comb_canon_rules {
    enum comb_canon_shapes shapes;
    /* Appends the cell's content after the transform. Keys compare as unsigned bytes; a prefix is smaller. */
    void (*key)(struct comb_buf *out, const void *payload, unsigned cell, unsigned transform);
    /* May be NULL. False: the format cannot represent this image (a hint would have an impossible direction). */
    bool (*allows)(const void *payload, unsigned transform);
    const void *payload;
};

/* Finds the smallest image of a board under the rules. COMB_NO if `allows` rejects every image. Boards that are images
 * of each other get the same outline and content, provided that `allows` depends on the image alone. */
int comb_canon_find(struct comb_image **out, const struct comb_lattice *lattice, const struct comb_canon_rules *rules,
                    struct comb_error *err);

#endif
