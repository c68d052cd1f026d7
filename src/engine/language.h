/* The languages that word games can be played in: where the words come from, which letters there are, what they count.
 *
 * A language that has letters of its own beyond A .. Z may be there twice: once with these letters folded into A .. Z,
 * as most of its boards show them, and once with them kept (es and es-enye). Swedish boards always have Å, Ä and Ö. */
#ifndef COMB_ENGINE_LANGUAGE_H
#define COMB_ENGINE_LANGUAGE_H

#include "engine/hunspell.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { COMB_LANGUAGE_MAX_STEMS = 4, COMB_LANGUAGE_MAX_KEPT = 3 };

struct comb_language {
    const char *code;                            /* "en-gb" */
    const char *name;                            /* "English (GB)" */
    const char *title;                           /* of the word list */
    const char *package;                         /* Debian's; "" = the list is embedded in the program */
    const char *stems[COMB_LANGUAGE_MAX_STEMS];  /* names of the files without .aff and .dic, to be tried in order,
                                                    ended by NULL */
    const char *licence;                         /* of the word list, as its package states it */
    const char *alphabet;                        /* in alphabetical order, UTF-8 */
    const char *kept;                            /* the letters beyond A .. Z, UTF-8; for comb_fold_init */
    const uint8_t *values;                       /* points of A .. Z */
    uint8_t kept_values[COMB_LANGUAGE_MAX_KEPT]; /* points of `kept`, in that order */
    enum comb_hunspell_capitals capitals;        /* what becomes of capitalised stems unless the user says otherwise */
};

/* By number, from 0; NULL past the last. */
const struct comb_language *comb_language_at(size_t index);

/* By code, in either case and with - or _, or by the name of a dictionary's files: en-gb, EN_GB, it, it_IT. NULL when
 * there is none; where a name stands for two rows it is the first. */
const struct comb_language *comb_language_find(const char *code);

bool comb_language_is_embedded(const struct comb_language *language);

/* Points of a capital letter; 0 for what is not in the alphabet. */
unsigned comb_language_value(const struct comb_language *language, uint32_t letter);

#endif
