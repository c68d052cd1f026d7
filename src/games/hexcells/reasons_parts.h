/* What the files about reasons share. A set of clues is an array of bool: one for each clue in the order in which they
 * were added, and one more, the last, for the counter. */
#ifndef COMB_GAMES_HEXCELLS_REASONS_PARTS_H
#define COMB_GAMES_HEXCELLS_REASONS_PARTS_H

#include "games/hexcells/logic_parts.h"
#include "games/hexcells/reasons.h"

struct comb_hexcells_reasons {
    struct comb_sat *sat;
    int base;                 /* its variables while it was new */
    signed char *given;       /* colours that reasons may build on: the known ones, and those of earlier steps */
    signed char *told;        /* those that the solver has heard of */
    struct COMB_VEC(int) off; /* by clue: the variable that switches it off */
    struct comb_hexcells_remainder rest[2];
    int rest_off[2]; /* variables that switch off the counter, cut down in two ways; 0 = not in use */
    bool *on;        /* sets of clues */
    bool *core;
    bool *trial;
    bool *asked;  /* the last question's, to which the counter belongs */
    size_t items; /* the length of these sets; the last is the counter */
    bool spoiled; /* memory ran out half way */
    uint64_t questions;
};

/* Must be called before the others; brings the solver up to date. What is given is then what is known. */
int comb_hexcells_reasons_prepare(struct comb_hexcells_logic *logic, struct comb_error *err);

/* From now on reasons may build on what is proved of this cell. */
void comb_hexcells_give(struct comb_hexcells_logic *logic, unsigned cell);

/* Do these clues, with what is known, force the colour? With *forces, `core` (may be NULL, may be `on`) becomes a part
 * of `on` that does too. */
int comb_hexcells_forces(bool *forces, bool *core, struct comb_hexcells_logic *logic, const bool *on, unsigned cell,
                         signed char colour, struct comb_error *err);

/* After an answer of "no" by the function above: a colouring with the other colour that satisfies all that was on. */
void comb_hexcells_counterexample(signed char *colours, struct comb_hexcells_logic *logic, const bool *on,
                                  unsigned cell, signed char colour);

/* The set for one cell that is forced: minimal, or smallest. Into `on`, which has logic->reasons->items. */
int comb_hexcells_find_set(bool *on, bool *proved_smallest, struct comb_hexcells_logic *logic, unsigned cell,
                           signed char colour, const struct comb_hexcells_reason_options *options,
                           struct comb_error *err);

/* Makes a set that forces the cell as small as can be (reasons_smallest.c). */
int comb_hexcells_smallest_set(bool *on, bool *proved, struct comb_hexcells_logic *logic, unsigned cell,
                               signed char colour, uint64_t effort, struct comb_error *err);

/* The first of the clues that alone force the cell; the number of the counter if that does; else `items`. */
size_t comb_hexcells_single(struct comb_hexcells_logic *logic, unsigned cell, signed char colour);

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
