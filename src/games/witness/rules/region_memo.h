/* Cache of verdicts: a hash table from a fixed number of words to yes or no. Compares keys in full, so its answers
 * are exact; it may forget. Not thread-safe. */
#ifndef COMB_WITNESS_RULES_REGION_MEMO_H
#define COMB_WITNESS_RULES_REGION_MEMO_H

#include "base/arena.h"

#include <stdint.h>

enum comb_witness_memo_verdict { COMB_WITNESS_MEMO_EMPTY, COMB_WITNESS_MEMO_NO, COMB_WITNESS_MEMO_YES };

struct comb_witness_memo {
    uint64_t *slots; /* capacity times: the key, then the verdict */
    size_t key_words, capacity, count;
    size_t max_bytes;
    struct comb_budget *budget;
};

/* The table grows up to `max_bytes`, or less if the budget is smaller; then new verdicts displace old ones.
 * Allocates nothing before the first verdict is stored. */
void comb_witness_memo_init(struct comb_witness_memo *memo, size_t key_words, size_t max_bytes,
                            struct comb_budget *budget);
void comb_witness_memo_free(struct comb_witness_memo *memo);

enum comb_witness_memo_verdict comb_witness_memo_find(const struct comb_witness_memo *memo, const uint64_t *key);

/* Drops the verdict if memory is short; that is not an error. */
void comb_witness_memo_store(struct comb_witness_memo *memo, const uint64_t *key,
                             enum comb_witness_memo_verdict verdict);

#endif
