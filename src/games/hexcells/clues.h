/* Hexcells as a problem of logic: cells that are blue or black, and clues that say how many of some cells are blue and
 * how they lie. Nothing here knows where a cell is drawn; level.h makes such a problem from what a player sees. */
#ifndef COMB_GAMES_HEXCELLS_CLUES_H
#define COMB_GAMES_HEXCELLS_CLUES_H

#include "core/job.h"

#include <stdbool.h>
#include <stddef.h>

enum comb_hexcells_arrangement {
    COMB_HEXCELLS_ANYHOW,   /* n */
    COMB_HEXCELLS_TOGETHER, /* {n}: the blue ones form one run */
    COMB_HEXCELLS_APART     /* -n-: they do not */
};

/* In a ring: a place without a cell. It breaks a run; on a line such places are simply left out. */
#define COMB_HEXCELLS_GAP ((unsigned)-1)

/* Exactly `count` of the cells are blue. Members stand in order: along the line, or around the ring, where the last
 * touches the first. */
struct comb_hexcells_clue {
    unsigned id; /* what JSON and texts call it */
    enum comb_hexcells_arrangement arrangement;
    bool ring;
    unsigned count;
    unsigned size;
    const unsigned *cells; /* cell numbers, known ones too; COMB_HEXCELLS_GAP in rings */
};

enum comb_hexcells_colour { COMB_HEXCELLS_UNKNOWN = -1, COMB_HEXCELLS_BLACK = 0, COMB_HEXCELLS_BLUE = 1 };

struct comb_hexcells_problem {
    unsigned cells;
    const signed char *known; /* enum comb_hexcells_colour of each cell */
    const struct comb_hexcells_clue *clues;
    size_t clue_count;
    long remaining; /* how many unknown cells are blue: the counter; -1 = not given. Its id is comb_hexcells_counter. */
};

/* The id of the counter in reasons. */
#define COMB_HEXCELLS_COUNTER ((unsigned)-2)

#endif
