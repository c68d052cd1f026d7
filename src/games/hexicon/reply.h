/* Ranks moves by the opponent's expected best reply, over random letters for cleared cells. */
#ifndef COMB_HEXICON_REPLY_H
#define COMB_HEXICON_REPLY_H

#include "games/hexicon/moves.h"

/* Evaluates the first `count` moves of a sorted ranking, fills in `reply` of each and sorts them by hexagon difference
 * minus expected reply. COMB_LIMIT or COMB_INTERRUPTED: all moves have the same number of samples, fewer than `wanted`;
 * *samples is that number (0: the order is unchanged). */
int comb_hexicon_rank_by_reply(struct comb_hexicon_ranking *ranking, unsigned *samples, size_t count, unsigned wanted,
                               struct comb_hexicon_search *search, const struct comb_hexicon_position *position,
                               enum comb_hexicon_side mover, struct comb_error *err);

#endif
