/* What the parts of the judge share: region.c (tables, local errors), region_windmill.c, region_ttws.c, region_game.c.
 */
#ifndef COMB_WITNESS_REGION_PARTS_H
#define COMB_WITNESS_REGION_PARTS_H

#include "games/witness/pieces.h"
#include "games/witness/region.h"
#include "games/witness/region_memo.h"
#include "games/witness/surface.h"

enum { COMB_WITNESS_REGION_WORDS = COMB_WITNESS_MOST_CELLS / 64 };

/* A dot: covered when one of the edges is used. Filed under the first of the cells around it. */
struct comb_witness_dot {
    uint16_t edges[4];
    uint16_t home; /* NOWHERE: a stray one */
    uint8_t edge_count, joint_count;
    unsigned joints[2]; /* of a stray one */
    struct comb_witness_cells around;
};

/* Pieces that eliminations cannot tell apart: one kind, one colour. */
struct comb_witness_class {
    uint16_t kind;
    uint8_t color;
};

struct comb_witness_judge {
    const struct comb_witness_graph *graph;
    struct comb_witness_rules rules;
    struct comb_job *job;
    struct comb_witness_pieces *pieces;
    unsigned words;
    struct comb_witness_surface surface;
    struct comb_witness_cells real; /* its cells */
    struct comb_witness_cells squares[COMB_WITNESS_COLORS], stars[COMB_WITNESS_COLORS];
    struct comb_witness_cells triangles[COMB_WITNESS_COLORS];
    struct comb_witness_cells census[COMB_WITNESS_COLORS]; /* every symbol of the colour */
    struct comb_witness_cells all_squares, all_stars, all_triangles, all_pieces, all_ys, dotted;
    uint8_t square_colors[COMB_WITNESS_COLORS], star_colors[COMB_WITNESS_COLORS];
    unsigned square_color_count, star_color_count;
    uint8_t wanted[COMB_WITNESS_MOST_CELLS]; /* sides of a triangle cell */
    struct comb_witness_dot *dots;           /* by home */
    unsigned dot_count, stray_count;         /* the stray ones are the last */
    uint16_t dots_from[COMB_WITNESS_MOST_CELLS + 1];
    struct comb_witness_class classes[COMB_WITNESS_MOST_CELLS];
    unsigned class_count;
    uint16_t class_at[COMB_WITNESS_MOST_CELLS];
    unsigned unticked;
    struct comb_witness_memo memo; /* of regions with Ys and pieces, where there are choices to try */
};

/* One region while it is judged. */
struct comb_witness_judged {
    struct comb_witness_cells cells;
    unsigned area;
    unsigned ys, dots, wrong_triangles; /* dots: those left out */
    struct comb_witness_cells wrong;    /* triangles */
    const struct comb_witness_edges *used;
};

/* The pieces of a region, class by class, and some of them taken away. */
struct comb_witness_removal {
    unsigned count; /* classes that occur */
    uint16_t classes[COMB_WITNESS_MOST_CELLS], have[COMB_WITNESS_MOST_CELLS], gone[COMB_WITNESS_MOST_CELLS];
    unsigned total, removed;
    uint16_t kept[COMB_WITNESS_MOST_CELLS]; /* by kind, for pieces.h */
    long net;                               /* yellow cells less blue ones, of those kept */
    unsigned yellow, blue;                  /* pieces kept */
};

static inline unsigned comb_witness_masks_count(const struct comb_witness_judge *judge,
                                                const struct comb_witness_cells *a, const struct comb_witness_cells *b)
{
    unsigned count = 0;
    for (unsigned i = 0; i < judge->words; i++)
        count += (unsigned)__builtin_popcountll(a->words[i] & b->words[i]);
    return count;
}

static inline bool comb_witness_masks_meet(const struct comb_witness_judge *judge, const struct comb_witness_cells *a,
                                           const struct comb_witness_cells *b)
{
    uint64_t both = 0;
    for (unsigned i = 0; i < judge->words; i++)
        both |= a->words[i] & b->words[i];
    return both != 0;
}

/* All pieces of the region, none taken away. */
void comb_witness_removal_start(struct comb_witness_removal *removal, const struct comb_witness_judge *judge,
                                const struct comb_witness_judged *region);

/* The next choice of at most `most` pieces to take away; false after the last. */
bool comb_witness_removal_next(struct comb_witness_removal *removal, const struct comb_witness_judge *judge,
                               unsigned most);

/* COMB_OK or the code to leave with; for loops over choices. */
int comb_witness_judge_tick(struct comb_witness_judge *judge);

/* The used edges between two cells of the region; false when there are none. */
bool comb_witness_find_walls(struct comb_witness_edges *walls, const struct comb_witness_judge *judge,
                             const struct comb_witness_judged *region);

int comb_witness_judge_windmill(struct comb_witness_judge *judge, const struct comb_witness_judged *region);
int comb_witness_judge_ttws(struct comb_witness_judge *judge, const struct comb_witness_judged *region);
int comb_witness_judge_game(struct comb_witness_judge *judge, const struct comb_witness_judged *region);

#endif
