/* The other side's best answer to a move, in expectation over the letters that come in for cleared cells. */
#ifndef COMB_GAMES_HEXICON_REPLY_H
#define COMB_GAMES_HEXICON_REPLY_H

#include "games/hexicon/moves.h"

/* Looks at the first `count` moves of a finished ranking, fills in `reply` of each and sorts them by hexagons won less
 * expected loss. COMB_LIMIT or COMB_INTERRUPTED: every move has been looked at with the same number of samples, fewer
 * than asked for; *samples says how many (0: none, and the order is as before). */
int comb_hexicon_rank_by_reply(struct comb_hexicon_ranking *ranking, unsigned *samples, size_t count, unsigned wanted,
                               struct comb_hexicon_search *search, const struct comb_hexicon_position *position,
                               enum comb_hexicon_side mover, struct comb_error *err);

#endif
