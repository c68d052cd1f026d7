/* Internal header of the region checker: region.c (tables, local errors), region_windmill.c, region_ttws.c,
 * region_game.c. */
#ifndef COMB_WITNESS_RULES_REGION_PARTS_H
#define COMB_WITNESS_RULES_REGION_PARTS_H

#include "games/witness/rules/pieces.h"
#include "games/witness/rules/region.h"
#include "games/witness/rules/region_memo.h"
#include "games/witness/rules/surface.h"

enum { COMB_WITNESS_REGION_WORDS = COMB_WITNESS_MAX_CELLS / 64 };

/* A dot on a node or an edge. Listed by the first of the cells around it. */
struct comb_witness_dot {
    uint16_t place;
    bool on_edge;
    uint16_t home; /* NOWHERE: a stray dot */
    uint8_t joint_count;
    unsigned joints[2]; /* of a stray dot */
    struct comb_witness_cells around;
};

/* Pieces that eliminations cannot distinguish: one kind, one colour. */
struct comb_witness_class {
    uint16_t kind;
    uint8_t colour;
};

struct comb_witness_region_checker {
    const struct comb_witness_graph *graph;
    struct comb_witness_rules rules;
    struct comb_job *job;
    struct comb_witness_tips tips; /* of the lines being checked */
    struct comb_witness_pieces *pieces;
    unsigned words;
    struct comb_witness_surface surface;
    struct comb_witness_cells real; /* its cells */
    struct comb_witness_cells squares[COMB_WITNESS_COLOURS], stars[COMB_WITNESS_COLOURS];
    struct comb_witness_cells triangles[COMB_WITNESS_COLOURS];
    struct comb_witness_cells census[COMB_WITNESS_COLOURS]; /* all symbols of the colour */
    struct comb_witness_cells all_squares, all_stars, all_triangles, all_pieces, all_eliminations, dotted;
    uint8_t square_colours[COMB_WITNESS_COLOURS], star_colours[COMB_WITNESS_COLOURS];
    unsigned square_colour_count, star_colour_count;
    uint8_t required_sides[COMB_WITNESS_MAX_CELLS]; /* required sides of a triangle cell */
    struct comb_witness_dot *dots;                  /* by home */
    unsigned dot_count, stray_count;                /* the stray ones come last */
    uint16_t dots_from[COMB_WITNESS_MAX_CELLS + 1];
    struct comb_witness_class classes[COMB_WITNESS_MAX_CELLS];
    unsigned class_count;
    uint16_t class_at[COMB_WITNESS_MAX_CELLS];
    unsigned unticked;
    struct comb_witness_memo memo; /* for regions with elimination marks and pieces, which have choices to try */
};

/* A region being checked. */
struct comb_witness_checked_region {
    struct comb_witness_cells cells;
    unsigned area;
    unsigned eliminations, dots, wrong_triangles; /* dots: missed ones */
    struct comb_witness_cells wrong;              /* triangles */
    const struct comb_witness_edges *used;
};

/* The pieces of a region, by class, some of them removed. */
struct comb_witness_removal {
    unsigned count; /* classes that occur */
    uint16_t classes[COMB_WITNESS_MAX_CELLS], have[COMB_WITNESS_MAX_CELLS], gone[COMB_WITNESS_MAX_CELLS];
    unsigned total, removed;
    uint16_t kept[COMB_WITNESS_MAX_CELLS]; /* by kind, for pieces.h */
    long net;                              /* yellow cells minus blue ones, of the pieces kept */
    unsigned yellow, blue;                 /* pieces kept */
};

static inline unsigned comb_witness_masks_count(const struct comb_witness_region_checker *checker,
                                                const struct comb_witness_cells *a, const struct comb_witness_cells *b)
{
    unsigned count = 0;
    for (unsigned i = 0; i < checker->words; i++)
        count += (unsigned)__builtin_popcountll(a->words[i] & b->words[i]);
    return count;
}

static inline bool comb_witness_masks_meet(const struct comb_witness_region_checker *checker,
                                           const struct comb_witness_cells *a, const struct comb_witness_cells *b)
{
    uint64_t both = 0;
    for (unsigned i = 0; i < checker->words; i++)
        both |= a->words[i] & b->words[i];
    return both != 0;
}

/* Starts with all pieces of the region, none removed. */
void comb_witness_removal_start(struct comb_witness_removal *removal, const struct comb_witness_region_checker *checker,
                                const struct comb_witness_checked_region *region);

/* Goes to the next choice of at most `max` pieces to remove; false after the last. */
bool comb_witness_removal_next(struct comb_witness_removal *removal, const struct comb_witness_region_checker *checker,
                               unsigned max);

/* For loops over choices: COMB_OK, or the code to return. */
int comb_witness_region_checker_tick(struct comb_witness_region_checker *checker);

/* Finds the used edges between two cells of the region; false if there are none. */
bool comb_witness_find_walls(struct comb_witness_edges *walls, const struct comb_witness_region_checker *checker,
                             const struct comb_witness_checked_region *region);

int comb_witness_check_region_windmill(struct comb_witness_region_checker *checker,
                                       const struct comb_witness_checked_region *region);
int comb_witness_check_region_ttws(struct comb_witness_region_checker *checker,
                                   const struct comb_witness_checked_region *region);
int comb_witness_check_region_game(struct comb_witness_region_checker *checker,
                                   const struct comb_witness_checked_region *region);

#endif
