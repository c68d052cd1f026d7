/* Session: a board, the moves made on it, and the way back. Moves are text (a game's `apply` reads them), so that undo,
 * redo, share codes and replay exist once, here, for every game. */
#ifndef COMB_CORE_SESSION_H
#define COMB_CORE_SESSION_H

#include "core/game.h"

struct comb_session;

/* Takes over `start`, also when it fails. The game must have `apply`. */
int comb_session_new(struct comb_session **out, const struct comb_game *game, void *start, struct comb_error *err);
void comb_session_free(struct comb_session *session);

const void *comb_session_board(const struct comb_session *session);
size_t comb_session_moves(const struct comb_session *session); /* made and not undone */
const char *comb_session_move(const struct comb_session *session, size_t index);

/* A move forgets what could be redone. On an error the session is as before. */
int comb_session_play(struct comb_session *session, const char *move, struct comb_error *err);

/* Moves separated by spaces, semicolons or newlines; stops at the first that cannot be made, the error counting it as a
 * line. */
int comb_session_play_all(struct comb_session *session, const char *moves, struct comb_error *err);

/* False when there is nothing to undo or redo. */
bool comb_session_undo(struct comb_session *session);
bool comb_session_redo(struct comb_session *session);

/* The moves made, one a line. */
void comb_session_print(struct comb_buf *out, const struct comb_session *session);

/* Gives the present board to the caller; only comb_session_free may follow. */
void *comb_session_take(struct comb_session *session);

#endif
