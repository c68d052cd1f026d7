/* Boards scored before: a table that a search asks before it scores a board again.
 *
 * A board and its turned and mirrored copies have one score and share one entry: the key is the least of the hashes of
 * all images under which the shape and its bonuses stay as they are. Entries are overwritten as they come; a key that
 * two boards share (one in 2^64) would give the wrong score, so a search must score for real what it is going to
 * report. */
#ifndef COMB_ENGINE_WORD_TABLE_H
#define COMB_ENGINE_WORD_TABLE_H

#include "engine/word_best.h"

struct comb_word_table;

/* The space must outlive the table. One thread at a time. */
int comb_word_table_new(struct comb_word_table **out, const struct comb_word_space *space, struct comb_error *err);
void comb_word_table_free(struct comb_word_table *table);

uint64_t comb_word_table_key(const struct comb_word_table *table, const struct comb_word_board *board);
bool comb_word_table_find(uint64_t *score, const struct comb_word_table *table, uint64_t key);
void comb_word_table_keep(struct comb_word_table *table, uint64_t key, uint64_t score);

#endif
