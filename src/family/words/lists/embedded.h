/* The built-in word list, ENABLE1. */
#ifndef COMB_FAMILY_WORDS_LISTS_EMBEDDED_H
#define COMB_FAMILY_WORDS_LISTS_EMBEDDED_H

#include "engine/dict/dict.h"

int comb_words_open_embedded(struct comb_dict **out, struct comb_error *err);

#endif
