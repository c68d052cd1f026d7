/* Plays a board by logic alone: deduce all forced cells, uncover them, add the hints that appear, repeat; and explains
 * the result step by step. */
#ifndef COMB_HEXCELLS_REASONS_ROUNDS_H
#define COMB_HEXCELLS_REASONS_ROUNDS_H

#include "games/hexcells/explain/explain.h"
#include "games/hexcells/level/level.h"

struct comb_hexcells_play {
    const struct comb_hexcells_level *level;
    signed char *colours; /* by cell, after all rounds */
    unsigned *round_of;   /* by cell: the round that decided it, from 1; 0 for others */
    unsigned rounds;
    unsigned left;                          /* cells still hidden */
    bool contradiction;                     /* the visible hints cannot be satisfied: the board is wrong */
    struct comb_hexcells_explanation steps; /* empty if reasons were not requested */
    size_t *step_of;                        /* by cell: the step that decides it, from 0; SIZE_MAX for others */
};

struct comb_hexcells_play_options {
    bool reasons;
    bool first_round_only;
    struct comb_hexcells_explain_options explain;
};

/* COMB_OK if nothing more can be deduced (see `left`); COMB_LIMIT or COMB_INTERRUPTED with the finished rounds and what
 * is known of the last. Free the play in any case. */
int comb_hexcells_play(struct comb_hexcells_play *out, const struct comb_hexcells_level *level,
                       const struct comb_hexcells_play_options *options, struct comb_job *job, struct comb_error *err);
void comb_hexcells_play_free(struct comb_hexcells_play *play);

/* Whether a cell was decided before a step, and the colour known then. */
bool comb_hexcells_decided_before(const struct comb_hexcells_play *play, unsigned cell, size_t step);
signed char comb_hexcells_known_before(const struct comb_hexcells_play *play, unsigned cell, size_t step);

/* The round in which the last cell of a step can be deduced if everything that follows is uncovered at once. */
unsigned comb_hexcells_round_of_step(const struct comb_hexcells_play *play, size_t step);

#endif
