/* Why a cell has its colour: the few clues that force it, together with the colours that are known. */
#ifndef COMB_GAMES_HEXCELLS_REASONS_H
#define COMB_GAMES_HEXCELLS_REASONS_H

#include "games/hexcells/logic.h"

struct comb_hexcells_reason_options {
    bool smallest;   /* look for the fewest clues, not only for a set of which none can be left out */
    uint64_t effort; /* how many questions to ask when looking for the fewest; 0 = the default */
    bool chain;      /* in steps: a reason may build on the colours found in earlier steps */
};

struct comb_hexcells_reason {
    unsigned *ids; /* of the clues, ascending; COMB_HEXCELLS_COUNTER comes last. None of them can be left out. */
    size_t count;
    bool smallest; /* proved: no set of fewer clues forces the cell */

    /* With the counter among them: clues of `ids` that have no unknown cell in common, so that their blue cells can be
     * taken off the counter. Empty otherwise. */
    unsigned *disjoint;
    size_t disjoint_count;
    long outside; /* what the counter then leaves for the cells outside of these clues */
};

/* Cells forced for the same reason. */
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

/* Why `cell` must have `colour`. COMB_NO when it need not, or when the clues contradict each other without it. */
int comb_hexcells_reason(struct comb_hexcells_reason *out, struct comb_hexcells_logic *logic, unsigned cell,
                         enum comb_hexcells_colour colour, const struct comb_hexcells_reason_options *options,
                         struct comb_error *err);
void comb_hexcells_reason_free(struct comb_hexcells_reason *reason);

/* All that is forced now, as steps. Each forced cell is in exactly one step, with a reason that is minimal for it.
 *
 * Without `chain` every reason holds for the colours known now, and the steps are sorted, easiest first: fewer clues,
 * then without the counter, then without {} and --, then single clues that leave nothing open, several with fewer
 * unknown cells to look at. A step with a single clue has all that the clue forces beyond the steps before it. A cell
 * at the end of a long train of thought then has all the clues of it in its reason. With `chain` a reason also builds
 * on the cells of the steps before it, as a player does who marks what he has found: the steps are short and must be
 * read in order, single clues whenever they give anything, the counter only when nothing else does. */
int comb_hexcells_steps(struct comb_hexcells_steps *out, struct comb_hexcells_logic *logic,
                        const struct comb_hexcells_reason_options *options, struct comb_error *err);
void comb_hexcells_steps_free(struct comb_hexcells_steps *steps);

#endif
