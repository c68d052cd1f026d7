/* A cache of board scores for searches.
 *
 * A board and its rotated and mirrored copies have the same score and share one entry: the key is the minimum hash over
 * all symmetries that preserve the shape and its bonuses. New entries overwrite old ones. Two boards with the same key
 * (one in 2^64) would give a wrong score, so a search must score a board again before it reports it. */
#ifndef COMB_ENGINE_WORDS_SCORE_CACHE_H
#define COMB_ENGINE_WORDS_SCORE_CACHE_H

#include "engine/words/best.h"

struct comb_word_score_cache;

/* The space must outlive the cache. Use from one thread at a time. */
int comb_word_score_cache_new(struct comb_word_score_cache **out, const struct comb_word_space *space,
                              struct comb_error *err);
void comb_word_score_cache_free(struct comb_word_score_cache *table);

uint64_t comb_word_score_cache_key(const struct comb_word_score_cache *table, const struct comb_word_board *board);
bool comb_word_score_cache_find(uint64_t *score, const struct comb_word_score_cache *table, uint64_t key);
void comb_word_score_cache_store(struct comb_word_score_cache *table, uint64_t key, uint64_t score);

#endif
