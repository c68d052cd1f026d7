/* Deduces what follows from the clues of a Hexcells board, and why.
 *
 * The logic sees only a problem (clues.h): known colours, visible clues and the counter. It has no access to a hidden
 * solution.
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
 * come from the job. A clue with a cell that does not exist, or with one cell twice, is COMB_BAD_INPUT. */
#ifndef COMB_HEXCELLS_LOGIC_H
#define COMB_HEXCELLS_LOGIC_H

#include "games/hexcells/level/clues.h"

#include <stdint.h>

struct comb_error;
struct comb_hexcells_logic; /* incremental: proofs and learned clauses stay valid when more becomes known */

/* `job` must outlive the object. The problem is copied. */
int comb_hexcells_logic_new(struct comb_hexcells_logic **out, const struct comb_hexcells_problem *problem,
                            struct comb_job *job, struct comb_error *err);
void comb_hexcells_logic_free(struct comb_hexcells_logic *logic);

/* Adds a clue; adds a known colour. The counter counts down by itself. */
int comb_hexcells_logic_add(struct comb_hexcells_logic *logic, const struct comb_hexcells_clue *clue,
                            struct comb_error *err);
int comb_hexcells_logic_reveal(struct comb_hexcells_logic *logic, unsigned cell, enum comb_hexcells_colour colour,
                               struct comb_error *err);

/* Sets the counter if the problem did not have one. A value that differs from what is known is a contradiction. */
int comb_hexcells_logic_count(struct comb_hexcells_logic *logic, long remaining, struct comb_error *err);

/* For every unknown cell: its colour if all completions agree on it, otherwise COMB_HEXCELLS_UNKNOWN. Known cells keep
 * their colour. With COMB_LIMIT or COMB_INTERRUPTED the result is right but may be incomplete. */
int comb_hexcells_logic_forced(signed char *colours, struct comb_hexcells_logic *logic, struct comb_error *err);

/* The same for a single position. */
int comb_hexcells_forced(signed char *colours, const struct comb_hexcells_problem *problem, struct comb_job *job,
                         struct comb_error *err);

/* Statistics for benchmarks. */
struct comb_hexcells_effort {
    uint64_t solves;     /* calls to the SAT solver */
    uint64_t propagated; /* cells proved by a single clue */
    uint64_t refuted;    /* cells proved by the SAT solver */
    uint64_t reused;     /* cells found open by a completion of an earlier round or by exchanging two cells */
};
struct comb_hexcells_effort comb_hexcells_logic_effort(const struct comb_hexcells_logic *logic);

/* Completions: colourings of all cells that satisfy everything known. */
struct comb_hexcells_completions {
    uint64_t count;     /* never more than the limit */
    bool all;           /* false if the limit cut the count short */
    signed char *first; /* two of them, colours by cell; NULL if there are not that many */
    signed char *second;
};

/* Counts up to `limit` completions (2^40 at most). No completion at all is COMB_OK with count 0. */
int comb_hexcells_completions(struct comb_hexcells_completions *out, const struct comb_hexcells_problem *problem,
                              uint64_t limit, struct comb_job *job, struct comb_error *err);
void comb_hexcells_completions_free(struct comb_hexcells_completions *completions);

/* A minimal set of clues that contradict each other and the known colours: without any one of them the others can be
 * satisfied. COMB_HEXCELLS_COUNTER comes last. */
struct comb_hexcells_conflict {
    unsigned *ids;
    size_t count; /* 0: no contradiction */
};
int comb_hexcells_conflict(struct comb_hexcells_conflict *out, const struct comb_hexcells_problem *problem,
                           struct comb_job *job, struct comb_error *err);
void comb_hexcells_conflict_free(struct comb_hexcells_conflict *conflict);

#endif
