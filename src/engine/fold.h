/* Words of a language as word games write them: capital letters of a small alphabet, without accents.
 *
 *     été -> ETE     cœur -> COEUR     straße -> STRASSE     año -> ANO, or AÑO where Ñ is kept     l'eau -> none
 *
 * A letter that is kept stays as it is; every other letter loses its marks (utf8proc's canonical decomposition),
 * letters that have no decomposition but a common spelling are spelled out (ß SS, Æ AE, Œ OE, Ĳ IJ, Þ TH, Ø O, Đ and Ð
 * D, Ł L, ı I), and what is then not A .. Z makes the whole text no word. */
#ifndef COMB_ENGINE_FOLD_H
#define COMB_ENGINE_FOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    COMB_FOLD_MAX_KEPT = 16,
    COMB_FOLD_MAX_LETTERS = 63,                      /* of a folded word */
    COMB_FOLD_MAX_BYTES = 4 * COMB_FOLD_MAX_LETTERS, /* a buffer of this size holds every folded word */
    COMB_FOLD_MAX_INPUT = 1023                       /* bytes; a longer text is no word */
};

struct comb_fold {
    uint32_t kept[COMB_FOLD_MAX_KEPT]; /* capital letters, one code point each */
    unsigned kept_count;
    unsigned shortest; /* letters of a word */
    unsigned longest;
};

/* `keep` lists letters in UTF-8, each one code point, in either case; "" or NULL for none. False when it holds anything
 * else or more than COMB_FOLD_MAX_KEPT of them. `longest` ends at COMB_FOLD_MAX_LETTERS. */
bool comb_fold_init(struct comb_fold *out, const char *keep, unsigned shortest, unsigned longest);

/* Writes the folded word as UTF-8, without a zero at the end. Returns its bytes, 0 when the text is no word. */
size_t comb_fold_word(char out[COMB_FOLD_MAX_BYTES], const struct comb_fold *fold, const char *text, size_t length);

#endif
