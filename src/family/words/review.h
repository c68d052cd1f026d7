/* "My words": what a player found, against what was there. */
#ifndef COMB_FAMILY_WORDS_REVIEW_H
#define COMB_FAMILY_WORDS_REVIEW_H

#include "base/json.h"
#include "base/vec.h"
#include "engine/dict.h"

struct comb_words_review {
    uint64_t *mine;                      /* set of word ids that the player named */
    struct COMB_VEC(char *) not_in_list; /* what else was named, as typed but upper case */
};

/* Reads words from a file: separated by white space or commas, in any case, with or without accents; points behind
 * them, as game summaries have, are passed over. */
int comb_words_review_read(struct comb_words_review *review, const struct comb_dict *dict, const char *path,
                           struct comb_error *err);
void comb_words_review_free(struct comb_words_review *review);

#endif
