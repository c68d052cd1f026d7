/* Answer MAC: distinguishes answers stored by this program from answers of other origin.
 *
 * The verifier checks what an answer contains. It cannot see what is missing: that there is no solution, that these are
 * all words, that this is the number of paths. Such claims are trusted only if this program wrote the answer. A message
 * authentication code over the game, the board, the question, the exit code, the answer and the program version proves
 * it. The key is a file in the user's data folder:
 *
 *     $XDG_DATA_HOME/comb/answers.key      32 random bytes, readable only by the user
 *
 * The key is never exported. Answers that were imported, edited, moved to another puzzle or question, written by
 * another version, or whose key is lost have no valid code: they are stored, shown as unverified, and solved again. */
#ifndef COMB_STORE_ANSWER_MAC_H
#define COMB_STORE_ANSWER_MAC_H

#include "base/blake2s.h"
#include "base/error.h"

#include <stdbool.h>

struct comb_answer_key {
    unsigned char bytes[COMB_BLAKE2S_KEY];
};

/* The data that a code authenticates. */
struct comb_answer_mac_input {
    const char *game;
    const char *board; /* board text */
    const char *question;
    long long code;
    const char *answer; /* JSON text */
    size_t answer_length;
};

/* Reads the key; with `create`, creates it if it is missing or invalid. COMB_NO: there is no key. Programs that create
 * it at the same time all get the same key. */
int comb_answer_key_open(struct comb_answer_key *out, bool create, struct comb_error *err);

void comb_answer_mac(unsigned char out[COMB_BLAKE2S_BYTES], const struct comb_answer_key *key,
                     const struct comb_answer_mac_input *input);
bool comb_answer_mac_verify(const void *mac, size_t length, const struct comb_answer_key *key,
                            const struct comb_answer_mac_input *input);

#endif
