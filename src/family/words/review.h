/* "My words" (--mine): compares the words a player found with all words of the board. */
#ifndef COMB_FAMILY_WORDS_REVIEW_H
#define COMB_FAMILY_WORDS_REVIEW_H

#include "base/json.h"
#include "base/vec.h"
#include "engine/dict/dict.h"

struct comb_words_review {
    uint64_t *mine;                      /* set of ids of the player's words */
    struct COMB_VEC(char *) not_in_list; /* words not in the list, in upper case */
};

/* Reads words from a file, separated by white space or punctuation, in any case, with or without accents. Numbers, such
 * as points in game summaries, are skipped. */
int comb_words_review_read(struct comb_words_review *review, const struct comb_dict *dict, const char *path,
                           struct comb_error *err);
void comb_words_review_free(struct comb_words_review *review);

#endif
