/* The languages of word games: where the words come from, their alphabets and letter values.
 *
 * A language with letters beyond A .. Z may be listed twice: with the letters that its boards show, and with other
 * letters folded or kept (es has Ñ, es-plain does not; es-enye is an older name of es). Swedish boards always have Å, Ä
 * and Ö. */
#ifndef COMB_ENGINE_DICT_LANGUAGE_H
#define COMB_ENGINE_DICT_LANGUAGE_H

#include "engine/dict/game_words.h"
#include "engine/hunspell/hunspell.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { COMB_LANGUAGE_MAX_STEMS = 4, COMB_LANGUAGE_MAX_KEPT = 3 };

struct comb_language {
    const char *code;                            /* "en-gb" */
    const char *name;                            /* "English (GB)" */
    bool older_name;                             /* another row has the same list; not offered, but accepted */
    const char *title;                           /* of the word list */
    const char *package;                         /* Debian package; "" = the list is embedded in the program */
    const char *stems[COMB_LANGUAGE_MAX_STEMS];  /* file names without .aff and .dic, tried in order, NULL-terminated */
    const char *extra_package;                   /* a second package with plain words, used if installed; or NULL */
    const char *extra_file;                      /* its list: UTF-8, one word per line */
    const char *licence;                         /* of the word list, as stated by its package */
    const char *alphabet;                        /* in alphabetical order, UTF-8 */
    const char *kept;                            /* the letters beyond A .. Z, UTF-8; for comb_fold_init */
    const uint8_t *values;                       /* points of A .. Z */
    uint8_t kept_values[COMB_LANGUAGE_MAX_KEPT]; /* points of `kept`, in that order */
    const char *values_source;                   /* where the values come from, in one line */
    const struct comb_game_words *game_words;    /* which words of the dictionary games accept */
    enum comb_hunspell_capitals capitals;        /* default handling of capitalised stems */
};

/* Returns a language by index, from 0; NULL past the last. */
const struct comb_language *comb_language_at(size_t index);

/* Finds a language by code, in either case and with - or _, or by the name of a dictionary's files: en-gb, EN_GB, it,
 * it_IT. Returns NULL if there is none; if a name matches two rows, the first. */
const struct comb_language *comb_language_find(const char *code);

bool comb_language_is_embedded(const struct comb_language *language);

/* Returns the points of a capital letter; 0 for characters outside the alphabet. */
unsigned comb_language_value(const struct comb_language *language, uint32_t letter);

#endif
