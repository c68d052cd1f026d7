/* Folds words of a language as word games write them: capital letters of a small alphabet, without accents.
 *
 *     été -> ETE     cœur -> COEUR     straße -> STRASSE     año -> ANO, or AÑO where Ñ is kept     l'eau -> none
 *
 * Kept letters stay as they are; every other letter loses its marks (utf8proc's canonical decomposition). Letters that
 * have no decomposition but a common expansion are expanded (ß SS, Æ AE, Œ OE, Ĳ IJ, Þ TH, Ø O, Đ and Ð D, Ł L, ı I). A
 * text with any character that is then not A .. Z is not a word. */
#ifndef COMB_ENGINE_DICT_FOLD_H
#define COMB_ENGINE_DICT_FOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    COMB_FOLD_MAX_KEPT = 16,
    COMB_FOLD_MAX_LETTERS = 63,                      /* of a folded word */
    COMB_FOLD_MAX_BYTES = 4 * COMB_FOLD_MAX_LETTERS, /* a buffer of this size holds every folded word */
    COMB_FOLD_MAX_INPUT = 1023                       /* bytes; a longer text is not a word */
};

struct comb_fold {
    uint32_t kept[COMB_FOLD_MAX_KEPT]; /* capital letters, one code point each */
    unsigned kept_count;
    unsigned shortest; /* letters of a word */
    unsigned longest;
};

/* `keep` lists the kept letters in UTF-8, each one code point, in either case; "" or NULL for none. Returns false if it
 * contains anything else or more than COMB_FOLD_MAX_KEPT letters. `longest` is capped at COMB_FOLD_MAX_LETTERS. */
bool comb_fold_init(struct comb_fold *out, const char *keep, unsigned shortest, unsigned longest);

/* Writes the folded word as UTF-8, without a final zero. Returns its length in bytes, 0 if the text is not a word. */
size_t comb_fold_word(char out[COMB_FOLD_MAX_BYTES], const struct comb_fold *fold, const char *text, size_t length);

#endif
