/* Plays a board by logic alone: deduce all forced cells, uncover them, add the hints that appear, repeat. */
#ifndef COMB_HEXCELLS_REASONS_ROUNDS_H
#define COMB_HEXCELLS_REASONS_ROUNDS_H

#include "games/hexcells/level/level.h"
#include "games/hexcells/reasons/reasons.h"

struct comb_hexcells_round {
    struct comb_hexcells_steps steps; /* empty if reasons were not requested */
    size_t used;                      /* how many of them, from the first, were played */
};

struct comb_hexcells_play {
    const struct comb_hexcells_level *level;
    signed char *colours;              /* by cell, after all rounds */
    unsigned *round_of;                /* by cell: the round that decided it, from 1; 0 for others */
    size_t *step_of;                   /* by cell: the step of that round, from 0 */
    struct comb_hexcells_round *items; /* by round, from 0 */
    unsigned rounds;
    size_t capacity;
    unsigned left;      /* cells still hidden */
    bool contradiction; /* the visible hints cannot be satisfied: the board is wrong */
};

struct comb_hexcells_play_options {
    bool reasons;
    bool first_round_only;
    bool easiest_first; /* play only the easiest steps of each round, so that no step is harder than necessary */
    bool smallest;      /* reasons with the fewest clues; slower */
    /* with easiest_first: stop, with cells left, if the easiest step has a higher rating; 0 = never */
    double max_rating;
};

/* COMB_OK if nothing more can be deduced (see `left`); COMB_LIMIT or COMB_INTERRUPTED with the finished rounds and what
 * is known of the last. Free the play in any case. */
int comb_hexcells_play(struct comb_hexcells_play *out, const struct comb_hexcells_level *level,
                       const struct comb_hexcells_play_options *options, struct comb_job *job, struct comb_error *err);
void comb_hexcells_play_free(struct comb_hexcells_play *play);

/* How hard a reason is. Reasons compare by the number of clues, then by the counter, then by marks ({} or --). */
struct comb_hexcells_weight {
    unsigned clues;
    bool counter;
    bool marks;
};
struct comb_hexcells_weight comb_hexcells_weigh(const struct comb_hexcells_level *level,
                                                const struct comb_hexcells_reason *reason);
/* Number of clues, + 1 with the counter, + 0.5 with marks. */
double comb_hexcells_rating(struct comb_hexcells_weight weight);
int comb_hexcells_weight_compare(struct comb_hexcells_weight a, struct comb_hexcells_weight b);

/* A moment of a play: a round, from 1, and a step of it, from 0. */
struct comb_hexcells_moment {
    unsigned round;
    size_t step;
};

/* Whether a cell was decided before the moment, and the colour known then. */
bool comb_hexcells_decided_before(const struct comb_hexcells_play *play, unsigned cell,
                                  struct comb_hexcells_moment moment);
signed char comb_hexcells_known_before(const struct comb_hexcells_play *play, unsigned cell,
                                       struct comb_hexcells_moment moment);
const struct comb_hexcells_step *comb_hexcells_step_at(const struct comb_hexcells_play *play,
                                                       struct comb_hexcells_moment moment);

#endif
