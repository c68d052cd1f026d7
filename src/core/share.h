/* Share code: a puzzle as one word that survives mail, chat, URLs and file names.
 *
 *     comb1-hexhunt-TFBFL0VBU1IvU1JURUQvUElORy9MQVM-x7q2a
 *           game    board and moves, base64url      checksum
 *
 * The payload is the board text, then a NUL byte and the moves, one per line. In a code that starts with comb2 it is
 * compressed (raw deflate); the encoder chooses the shorter form, so that a level of 392 cells fits into a chat message
 * and short boards keep the form that older versions read. The checksum covers everything before it, so that a
 * truncated or mistyped code is rejected rather than read as another board.
 *
 * A link to the page that contains a code is accepted too: http://127.0.0.1:8237/#/play/comb1-... with any host and
 * port, with or without a query string. */
#ifndef COMB_CORE_SHARE_H
#define COMB_CORE_SHARE_H

#include "base/buf.h"
#include "base/error.h"

#include <stdbool.h>

enum { COMB_SHARE_MAX_LENGTH = 1 << 20 };

struct comb_shared {
    char game[32];
    struct comb_buf board;
    struct comb_buf moves; /* one per line */
};

bool comb_share_is_code(const char *text, size_t length);
int comb_share_encode(struct comb_buf *out, const char *game, const char *board, const char *moves,
                      struct comb_error *err);
int comb_share_decode(struct comb_shared *out, const char *text, size_t length, struct comb_error *err);
void comb_shared_free(struct comb_shared *shared);

#endif
