/* Explains why a cell has its colour: the few clues that, with the known colours, force it. */
#ifndef COMB_HEXCELLS_REASONS_H
#define COMB_HEXCELLS_REASONS_H

#include "games/hexcells/logic/logic.h"

struct comb_hexcells_reason_options {
    bool smallest;   /* search for the fewest clues, not only a minimal set */
    uint64_t effort; /* maximum number of solver queries in that search; 0 = default */
    bool chain;      /* in steps: a reason may use the colours found in earlier steps */
};

struct comb_hexcells_reason {
    unsigned *ids; /* clue ids, ascending, COMB_HEXCELLS_COUNTER last; none of them can be left out */
    size_t count;
    bool smallest; /* proved: no smaller set of clues forces the cell */

    /* If the counter is among them: clues of `ids` that share no unknown cell, so that their blue cells can be
     * subtracted from the counter. Otherwise empty. */
    unsigned *disjoint;
    size_t disjoint_count;
    long outside; /* what the counter leaves for the cells outside these clues */
};

/* Cells forced by the same reason. */
struct comb_hexcells_step {
    unsigned *cells; /* ascending */
    signed char *colours;
    size_t count;
    struct comb_hexcells_reason reason;
};

struct comb_hexcells_steps {
    struct comb_hexcells_step *items;
    size_t count;
};

/* Finds why `cell` must have `colour`. COMB_NO if it need not, or if the clues contradict each other. */
int comb_hexcells_reason(struct comb_hexcells_reason *out, struct comb_hexcells_logic *logic, unsigned cell,
                         enum comb_hexcells_colour colour, const struct comb_hexcells_reason_options *options,
                         struct comb_error *err);
void comb_hexcells_reason_free(struct comb_hexcells_reason *reason);

/* Lists everything that is forced now, as steps. Each forced cell is in exactly one step, with a reason that is minimal
 * for it.
 *
 * Without `chain` every reason uses only the colours known now, and the steps are sorted, easiest first: fewer clues,
 * then without the counter, then without {} and --, then single clues that leave nothing open, several clues with fewer
 * unknown cells. A single-clue step has all cells that the clue forces beyond the earlier steps. A cell at the end of a
 * long deduction has all its clues in its reason.
 *
 * With `chain` a reason also uses the cells of earlier steps, as a player does who marks what he has found: the steps
 * are short and must be read in order; single clues come first whenever they decide anything, the counter only if
 * nothing else does. */
int comb_hexcells_steps(struct comb_hexcells_steps *out, struct comb_hexcells_logic *logic,
                        const struct comb_hexcells_reason_options *options, struct comb_error *err);
void comb_hexcells_steps_free(struct comb_hexcells_steps *steps);

#endif
