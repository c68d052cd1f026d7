/* Internal header of the verifier of arguments: argument.c (reading, suppositions), argument_line.c (rules about the
 * line), argument_region.c (rules about regions). */
#ifndef COMB_WITNESS_VERIFY_ARGUMENT_PARTS_H
#define COMB_WITNESS_VERIFY_ARGUMENT_PARTS_H

#include "games/witness/verify/verify.h"

enum { COMB_WITNESS_ARGUED_NONE = 0xffff };

/* Every edge has two halves, number 2 place (left or upper) and 2 place + 1. Both are always alike unless a line may
 * start or end in the middle of the edge. */
enum { COMB_WITNESS_ARGUED_HALVES = 2 * COMB_WITNESS_MAX_PLACES };

/* The panel and what is known about the line, at one point of an argument. Places are numbered as in the panel. */
struct comb_witness_argued {
    const struct comb_witness_panel *panel;
    struct comb_witness_rules rules;
    struct comb_job *job;
    int code; /* COMB_OK, or why there is no verdict */
    bool marks, absent, empty_piece;
    unsigned starts, ends;                         /* numbers of them, a pair of mirror images counted once */
    unsigned start;                                /* of the drawn line; NONE: nothing is drawn */
    bool drawn;                                    /* at least one step */
    bool single;                                   /* a start is also an end: a line of one point */
    bool outside[COMB_WITNESS_MAX_PLACES];         /* cells that belong to no region */
    signed char known[COMB_WITNESS_ARGUED_HALVES]; /* 1 on the line or its mirror image, -1 not, 0 open */
};

struct comb_witness_asserted {
    bool conflict, used;
    unsigned halves[8], half_count;
    unsigned places[2], place_count;
    unsigned region; /* a cell of it, if it is given */
};

unsigned comb_witness_argued_mirror(const struct comb_witness_panel *panel, unsigned place);
void comb_witness_argued_ends(unsigned ends[2], const struct comb_witness_panel *panel, unsigned edge);

/* Gets the halves at a node, or at the middle of an edge. Returns their number. */
unsigned comb_witness_argued_at_point(unsigned halves[4], const struct comb_witness_panel *panel, unsigned point);

/* The place on the other side of a half: the middle of its edge, or from there the node. */
unsigned comb_witness_argued_beyond(const struct comb_witness_panel *panel, unsigned half, unsigned point);

/* Returns whether a line may start or end in the middle of the edge: it, or its mirror image, is a start or an end. */
bool comb_witness_argued_has_middle(const struct comb_witness_panel *panel, unsigned edge);
bool comb_witness_argued_is_start(const struct comb_witness_panel *panel, unsigned point);
bool comb_witness_argued_is_end(const struct comb_witness_panel *panel, unsigned point);

/* Returns whether the line passes the edge (1), does not (-1), or that is open; and whether it touches it. */
int comb_witness_argued_passed(const struct comb_witness_argued *argued, unsigned edge);
int comb_witness_argued_touched(const struct comb_witness_argued *argued, unsigned edge);

/* Returns whether the line may be a single point; whether it may be this one. */
bool comb_witness_argued_may_be_point(const struct comb_witness_argued *argued);
bool comb_witness_argued_may_be(const struct comb_witness_argued *argued, unsigned point);

void comb_witness_argued_find_outside(struct comb_witness_argued *argued);

/* Returns whether an elimination mark may be in the region of any of the cells next to a place, or in it. */
bool comb_witness_argued_is_removable(const struct comb_witness_argued *argued, unsigned place);

/* The same for a dot or triangles, except that marks do not count if all of them are needed for symbols that are
 * certainly wrong, unless this is one of those. */
bool comb_witness_argued_may_be_removed(const struct comb_witness_argued *argued, unsigned place);

/* A set of cells, by place and as a list. */
struct comb_witness_part {
    bool has[COMB_WITNESS_MAX_PLACES];
    unsigned cells[COMB_WITNESS_MAX_CELLS], count;
};

/* Gets the cells that are certainly and those that may be in the region of the piece of a claim. Returns why rules
 * about pieces do not apply, or NULL. */
const char *comb_witness_argued_pieces(struct comb_witness_part *certain, struct comb_witness_part *possible,
                                       const struct comb_witness_argued *argued,
                                       const struct comb_witness_asserted *claim);
unsigned comb_witness_argued_colour(const struct comb_witness_argued *argued, unsigned cell);

/* Each returns why the claim does not follow, or NULL. */
#define COMB_WITNESS_ARGUED_RULE(name)                                                                                 \
    const char *comb_witness_argued_##name(struct comb_witness_argued *argued,                                         \
                                           const struct comb_witness_asserted *claim)

COMB_WITNESS_ARGUED_RULE(dot);
COMB_WITNESS_ARGUED_RULE(squares);
COMB_WITNESS_ARGUED_RULE(triangles);
COMB_WITNESS_ARGUED_RULE(full_triangles);
COMB_WITNESS_ARGUED_RULE(node);
COMB_WITNESS_ARGUED_RULE(way);
COMB_WITNESS_ARGUED_RULE(full_node);
COMB_WITNESS_ARGUED_RULE(dead_end);
COMB_WITNESS_ARGUED_RULE(loop);
COMB_WITNESS_ARGUED_RULE(mirror_met);
COMB_WITNESS_ARGUED_RULE(no_way);
COMB_WITNESS_ARGUED_RULE(colours);
COMB_WITNESS_ARGUED_RULE(errors);
COMB_WITNESS_ARGUED_RULE(idle_mark);
COMB_WITNESS_ARGUED_RULE(star_crowd);
COMB_WITNESS_ARGUED_RULE(lonely_star);
COMB_WITNESS_ARGUED_RULE(odd_stars);
COMB_WITNESS_ARGUED_RULE(large_area);
COMB_WITNESS_ARGUED_RULE(small_area);
COMB_WITNESS_ARGUED_RULE(no_room);
COMB_WITNESS_ARGUED_RULE(no_tiling);
COMB_WITNESS_ARGUED_RULE(region);
COMB_WITNESS_ARGUED_RULE(line);

#endif
