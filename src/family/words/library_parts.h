/* What the files of the word lists share: library.c opens and builds lists, own.c changes them. */
#ifndef COMB_FAMILY_WORDS_LIBRARY_PARTS_H
#define COMB_FAMILY_WORDS_LIBRARY_PARTS_H

#include "family/words/library.h"

/* Whoever changes files of the folder holds it from lock to unlock; the folder is made. Unlock also after a failure. */
int comb_words_lock(int *lock, struct comb_error *err);
void comb_words_unlock(int lock);

/* Whether the list was made with the user's words as they are; `changed`: it is the one with them. */
bool comb_words_is_current(const struct comb_dict *dict, bool changed, const struct comb_language *language);

/* Completes a change that was cut off and compiles the list with the user's words again. */
int comb_words_repair(const struct comb_language *language);

/* Writes a list that was built and the one with the user's words over it. The caller holds the folder. */
int comb_words_write_built(const struct comb_language *language, const struct comb_buf *bytes, struct comb_error *err);

#endif
