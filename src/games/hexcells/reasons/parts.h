/* Shared by the files about reasons. A set of clues is an array of bool: one entry per clue in the order of adding, and
 * a last one for the counter. */
#ifndef COMB_HEXCELLS_REASONS_PARTS_H
#define COMB_HEXCELLS_REASONS_PARTS_H

#include "games/hexcells/logic/parts.h"
#include "games/hexcells/reasons/reasons.h"

struct comb_hexcells_reasons {
    struct comb_sat *sat;
    int base;                 /* number of its variables when it was new */
    signed char *given;       /* colours that reasons may use: the known ones, and those of earlier steps */
    signed char *asserted;    /* colours added to the solver */
    struct COMB_VEC(int) off; /* by clue: the variable that switches it off */
    struct comb_hexcells_remainder rest[2];
    int rest_off[2]; /* variables that switch off the counter, reduced in two ways; 0 = not in use */
    bool *on;        /* sets of clues */
    bool *core;
    bool *trial;
    bool *asked;  /* the set of the last query, to which the counter belongs */
    size_t items; /* length of these sets; the last entry is the counter */
    bool spoiled; /* memory was exhausted in between */
    uint64_t queries;
};

/* Updates the solver; call it before the other functions. Given colours are then the known ones. */
int comb_hexcells_reasons_prepare(struct comb_hexcells_logic *logic, struct comb_error *err);

/* Lets later reasons use the proved colour of this cell. */
void comb_hexcells_reasons_accept(struct comb_hexcells_logic *logic, unsigned cell);

/* Tests whether these clues and the given colours force the colour. If *forces, `core` (may be NULL or `on`) becomes a
 * subset of `on` that does too. */
int comb_hexcells_forces(bool *forces, bool *core, struct comb_hexcells_logic *logic, const bool *on, unsigned cell,
                         signed char colour, struct comb_error *err);

/* After *forces was false: writes a colouring with the other colour that satisfies all clues of `on`. */
void comb_hexcells_counterexample(signed char *colours, struct comb_hexcells_logic *logic, const bool *on,
                                  unsigned cell, signed char colour);

/* Finds the set for a forced cell, minimal or smallest, into `on`, which has logic->reasons->items entries. */
int comb_hexcells_find_set(bool *on, bool *proved_smallest, struct comb_hexcells_logic *logic, unsigned cell,
                           signed char colour, const struct comb_hexcells_reason_options *options,
                           struct comb_error *err);

/* Reduces a set that forces the cell to a smallest one (smallest.c). */
int comb_hexcells_smallest_set(bool *on, bool *proved, struct comb_hexcells_logic *logic, unsigned cell,
                               signed char colour, uint64_t effort, struct comb_error *err);

/* Returns the simplest clue that alone forces the cell; the index of the counter if only that does; else `items`. */
size_t comb_hexcells_single_clue(struct comb_hexcells_logic *logic, unsigned cell, signed char colour);

int comb_hexcells_reason_of_set(struct comb_hexcells_reason *out, struct comb_hexcells_logic *logic, const bool *on,
                                bool smallest, struct comb_error *err);

static inline size_t comb_hexcells_set_size(const bool *on, size_t items)
{
    size_t size = 0;
    for (size_t i = 0; i < items; i++)
        size += on[i];
    return size;
}

#endif
