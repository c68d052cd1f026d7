/* Answer MAC: tells an answer that this program has stored from one that came from elsewhere.
 *
 * The verifier looks at what an answer contains. It cannot see what is missing from it: that there is no solution, that
 * these are all words, that this is the number of paths. Such claims are believed only of an answer that this program
 * wrote. A message authentication code over the game, the board, the question, the exit code, the answer and the
 * version of the program shows it; the key is a file of the user's data folder:
 *
 *     $XDG_DATA_HOME/comb/answers.key      32 random bytes, readable by the user alone
 *
 * The key is never exported. Answers that were imported, edited, moved to another puzzle or question, written by
 * another version, or whose key is gone, have no valid code: they are stored, shown as unverified, and solved again. */
#ifndef COMB_STORE_ANSWER_MAC_H
#define COMB_STORE_ANSWER_MAC_H

#include "base/blake2s.h"
#include "base/error.h"

#include <stdbool.h>

struct comb_answer_key {
    unsigned char bytes[COMB_BLAKE2S_KEY];
};

/* What a code is about. */
struct comb_answer_claim {
    const char *game;
    const char *board; /* its text */
    const char *question;
    long long code;
    const char *answer; /* the JSON text */
    size_t answer_length;
};

/* Reads the key, and makes it with `make` where there is none (or one that is no key). COMB_NO: there is none. Several
 * programs that make it at the same time end up with the same key. */
int comb_answer_key_open(struct comb_answer_key *out, bool make, struct comb_error *err);

void comb_answer_mac(unsigned char out[COMB_BLAKE2S_BYTES], const struct comb_answer_key *key,
                     const struct comb_answer_claim *claim);
bool comb_answer_mac_fits(const void *mac, size_t length, const struct comb_answer_key *key,
                          const struct comb_answer_claim *claim);

#endif
