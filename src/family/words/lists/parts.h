/* Shared by the files of this folder: word_lists.c opens and builds lists, own_words.c changes them. */
#ifndef COMB_FAMILY_WORDS_LISTS_PARTS_H
#define COMB_FAMILY_WORDS_LISTS_PARTS_H

#include "family/words/lists/word_lists.h"

/* Lock the folder while changing its files; creates it if necessary. Unlock also after a failed lock. */
int comb_words_lock(int *lock, struct comb_error *err);
void comb_words_unlock(int lock);

/* Whether the list matches the user's current words. `changed`: `dict` is the list with the user's words. */
bool comb_words_is_current(const struct comb_dict *dict, bool changed, const struct comb_language *language);

/* Completes an interrupted change and recompiles the list with the user's words. */
int comb_words_repair(const struct comb_language *language);

/* Writes a built list, and the list with the user's words. The caller holds the lock. */
int comb_words_write_built(const struct comb_language *language, const struct comb_buf *bytes, struct comb_error *err);

#endif
