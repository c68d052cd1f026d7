/* What follows from the clues of a Hexcells board, and why.
 *
 * Everything here sees only a problem (clues.h): the colours that are known, the clues that are shown and the counter.
 * A hidden solution cannot be looked at, because there is none to look at.
 *
 *     struct comb_hexcells_logic *logic;                          a level is solved in rounds:
 *     comb_hexcells_logic_new(&logic, &problem, job, err);
 *     while (comb_hexcells_logic_forced(colours, logic, err) == COMB_OK && something is new) {
 *         comb_hexcells_logic_reveal(logic, cell, colour, err);   each forced cell
 *         comb_hexcells_logic_add(logic, &clue, err);             each clue that appeared
 *     }
 *     comb_hexcells_logic_free(logic);
 *
 * COMB_NO always means that known colours, clues and counter contradict each other. COMB_LIMIT and COMB_INTERRUPTED
 * come from the job. A clue that names a cell that does not exist, or one cell twice, is COMB_BAD_INPUT. */
#ifndef COMB_GAMES_HEXCELLS_LOGIC_H
#define COMB_GAMES_HEXCELLS_LOGIC_H

#include "games/hexcells/clues.h"

#include <stdint.h>

struct comb_error;
struct comb_hexcells_logic; /* a board in play; what was proved and learned stays when more becomes known */

/* `job` must outlive the object. The problem is copied. */
int comb_hexcells_logic_new(struct comb_hexcells_logic **out, const struct comb_hexcells_problem *problem,
                            struct comb_job *job, struct comb_error *err);
void comb_hexcells_logic_free(struct comb_hexcells_logic *logic);

/* One more clue; one more known colour. The counter counts down by itself. */
int comb_hexcells_logic_add(struct comb_hexcells_logic *logic, const struct comb_hexcells_clue *clue,
                            struct comb_error *err);
int comb_hexcells_logic_reveal(struct comb_hexcells_logic *logic, unsigned cell, enum comb_hexcells_colour colour,
                               struct comb_error *err);

/* The counter as it stands now, when the problem did not give it. One that differs from what is known is a
 * contradiction. */
int comb_hexcells_logic_count(struct comb_hexcells_logic *logic, long remaining, struct comb_error *err);

/* For every cell that is not known: its colour if all completions agree on it, else COMB_HEXCELLS_UNKNOWN; known cells
 * are written as they are. With COMB_LIMIT or COMB_INTERRUPTED what is written is right but may not be all. */
int comb_hexcells_logic_forced(signed char *colours, struct comb_hexcells_logic *logic, struct comb_error *err);

/* The same in one call for one position. */
int comb_hexcells_forced(signed char *colours, const struct comb_hexcells_problem *problem, struct comb_job *job,
                         struct comb_error *err);

/* How often the proofs were asked for; for benchmarks. */
struct comb_hexcells_effort {
    uint64_t solves;     /* calls of the SAT solver */
    uint64_t propagated; /* cells proved by one clue at a time */
    uint64_t refuted;    /* cells proved by the SAT solver */
    uint64_t reused;     /* cells found open with a completion of an earlier round or by exchange of two cells */
};
struct comb_hexcells_effort comb_hexcells_logic_effort(const struct comb_hexcells_logic *logic);

/* Completions: colourings of all cells that agree with everything known. */
struct comb_hexcells_completions {
    uint64_t count;     /* never more than the limit */
    bool all;           /* false when the limit cut the count short */
    signed char *first; /* colours of two of them, by cell; NULL when there are not that many */
    signed char *second;
};

/* Counts up to `limit` completions (2^40 at most). No completion at all is COMB_OK with count 0. */
int comb_hexcells_completions(struct comb_hexcells_completions *out, const struct comb_hexcells_problem *problem,
                              uint64_t limit, struct comb_job *job, struct comb_error *err);
void comb_hexcells_completions_free(struct comb_hexcells_completions *completions);

/* Clues that contradict each other, together with the colours that are known; without any one of them the others can
 * be fulfilled. COMB_HEXCELLS_COUNTER comes last. */
struct comb_hexcells_conflict {
    unsigned *ids;
    size_t count; /* 0: there is no contradiction */
};
int comb_hexcells_conflict(struct comb_hexcells_conflict *out, const struct comb_hexcells_problem *problem,
                           struct comb_job *job, struct comb_error *err);
void comb_hexcells_conflict_free(struct comb_hexcells_conflict *conflict);

#endif
