/* Playing a board through by logic alone: deduce all that is forced, uncover it, look at the hints that appear, again.
 */
#ifndef COMB_GAMES_HEXCELLS_PLAY_H
#define COMB_GAMES_HEXCELLS_PLAY_H

#include "games/hexcells/level.h"
#include "games/hexcells/reasons.h"

struct comb_hexcells_round {
    struct comb_hexcells_steps steps; /* empty when reasons were not asked for */
    size_t used;                      /* how many of them, from the first, were played */
};

struct comb_hexcells_play {
    const struct comb_hexcells_level *level;
    signed char *colours;              /* by cell, after all rounds */
    unsigned *round_of;                /* by cell: in which round it was decided, from 1; 0 for others */
    size_t *step_of;                   /* by cell: in which step of its round, from 0 */
    struct comb_hexcells_round *items; /* by round, from 0 */
    unsigned rounds;
    size_t capacity;
    unsigned left;      /* cells still hidden */
    bool contradiction; /* what is shown cannot be completed at all: the board was written wrongly */
};

struct comb_hexcells_play_options {
    bool reasons;
    bool first_round_only;
    bool gently;   /* play only the easiest steps of each round, so that no step is harder than it has to be */
    bool smallest; /* reasons of the fewest clues; slower */
    /* gently: stop, with cells left, where the easiest step has a higher rating than this; 0 = never */
    double most_rating;
};

/* COMB_OK when nothing more can be deduced (left tells what remains); COMB_LIMIT or COMB_INTERRUPTED with the rounds
 * that were finished and what is known of the last. Free it in any case. */
int comb_hexcells_play(struct comb_hexcells_play *out, const struct comb_hexcells_level *level,
                       const struct comb_hexcells_play_options *options, struct comb_job *job, struct comb_error *err);
void comb_hexcells_play_free(struct comb_hexcells_play *play);

/* How hard a reason is to see. Reasons compare by the number of clues, then by whether the counter is needed, then by
 * whether a mark ({} or --) is. */
struct comb_hexcells_weight {
    unsigned clues;
    bool counter;
    bool marks;
};
struct comb_hexcells_weight comb_hexcells_weigh(const struct comb_hexcells_level *level,
                                                const struct comb_hexcells_reason *reason);
/* Clues, 1 more with the counter, half more with marks. */
double comb_hexcells_rating(struct comb_hexcells_weight weight);
int comb_hexcells_weight_compare(struct comb_hexcells_weight a, struct comb_hexcells_weight b);

/* A moment of a play: a round, from 1, and a step of it, from 0. */
struct comb_hexcells_moment {
    unsigned round;
    size_t step;
};

/* Whether a cell had been decided by then, and the colour it was known with. */
bool comb_hexcells_decided_before(const struct comb_hexcells_play *play, unsigned cell,
                                  struct comb_hexcells_moment moment);
signed char comb_hexcells_known_before(const struct comb_hexcells_play *play, unsigned cell,
                                       struct comb_hexcells_moment moment);
const struct comb_hexcells_step *comb_hexcells_step_at(const struct comb_hexcells_play *play,
                                                       struct comb_hexcells_moment moment);

#endif
