/* Finds hints that make a stuck level fair. */
#ifndef COMB_HEXCELLS_HINTS_REPAIR_H
#define COMB_HEXCELLS_HINTS_REPAIR_H

#include "games/hexcells/level/level.h"

enum { COMB_HEXCELLS_MAX_REPAIR = 3 };

/* A hint to add: a number on a cell, a line hint, or a mark around one that is there. */
struct comb_hexcells_addition {
    struct comb_point at;
    bool line;
    enum comb_hexcells_direction direction; /* of a line */
    bool present;                           /* the number is there, the mark is new */
    enum comb_hexcells_hint hint;
    unsigned number;
};

struct comb_hexcells_repair {
    struct comb_hexcells_addition items[COMB_HEXCELLS_MAX_REPAIR];
    unsigned count; /* 0: none found */
    bool complete;  /* no smaller set exists; if count is 0: none of three at most */
};

int comb_hexcells_find_repair(struct comb_hexcells_repair *out, const struct comb_hexcells_level *level,
                              struct comb_job *job, struct comb_error *err);

#endif
