/* Hexcells as a logic problem: cells that are blue or black, and clues about how many of some cells are blue and how
 * they are arranged. Independent of geometry; level.h builds such a problem from what a player sees. */
#ifndef COMB_HEXCELLS_LEVEL_CLUES_H
#define COMB_HEXCELLS_LEVEL_CLUES_H

#include "core/job.h"

#include <stdbool.h>
#include <stddef.h>

enum comb_hexcells_arrangement {
    COMB_HEXCELLS_ANY_ARRANGEMENT, /* n */
    COMB_HEXCELLS_TOGETHER,        /* {n}: the blue cells form one run */
    COMB_HEXCELLS_APART            /* -n-: they form more than one run */
};

/* An entry of a ring without a cell. It breaks a run; on a line such entries are left out. */
#define COMB_HEXCELLS_GAP ((unsigned)-1)

/* Exactly `count` of the cells are blue. Members are in order: along the line, or around the ring, where the last one
 * is next to the first. */
struct comb_hexcells_clue {
    unsigned id; /* see comb_hexcells_id_text */
    enum comb_hexcells_arrangement arrangement;
    bool ring;
    unsigned count;
    unsigned size;
    const unsigned *cells; /* cell indices, known cells included; COMB_HEXCELLS_GAP in rings */
};

enum comb_hexcells_colour { COMB_HEXCELLS_UNKNOWN = -1, COMB_HEXCELLS_BLACK = 0, COMB_HEXCELLS_BLUE = 1 };

struct comb_hexcells_problem {
    unsigned cells;
    const signed char *known; /* enum comb_hexcells_colour by cell */
    const struct comb_hexcells_clue *clues;
    size_t clue_count;
    long remaining; /* the counter: how many unknown cells are blue; -1 = not given. Its id is COMB_HEXCELLS_COUNTER. */
};

/* The id of the counter in reasons. */
#define COMB_HEXCELLS_COUNTER ((unsigned)-2)

#endif
