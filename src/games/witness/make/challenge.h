/* A timed sequence of panels, as practice for the one in the game. */
#ifndef COMB_WITNESS_MAKE_CHALLENGE_H
#define COMB_WITNESS_MAKE_CHALLENGE_H

#include "core/game.h"

/* The game's `make_series`: {"board", "stages": [{"kind", "panels": [text, ...], "solvable": index}, ...], "seconds",
 * "rules", "text"}. A stage has one panel, or three of which exactly one has a solution: the verifier confirmed that
 * one, and the search found none for the others. "seconds" is the time to beat. The same seed gives the same panels. */
int comb_witness_challenge(json_t **series, const struct comb_game *game, struct comb_job *job,
                           const struct comb_params *params, struct comb_error *err);

#endif
