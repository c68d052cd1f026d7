/* Expands Hunspell dictionaries: every word form of a pair of files, .aff (rules) and .dic (stems with flags).
 *
 *     .aff   SFX S Y 1                 .dic   2
 *            SFX S 0 s [^s]                   cat/S      ->  cat cats grass
 *                                             grass
 *
 * Forms are visited one by one, in the order of the .dic, and not stored: a form with several derivations is visited
 * several times. Prefixes, suffixes, both together and two-fold suffixes are generated (two-fold prefixes if the .aff
 * says COMPLEXPREFIXES); compounds are not, and stems that may only be part of a compound are left out; their forms are
 * visited on request, with those that may begin a compound of two parts. Where
 * Hunspell's manual and program differ, the stricter of the two applies: Hunspell accepts every visited form.
 * (Exception for mistakes in a dictionary: blanks after a word are skipped here but belong to the word there.)
 *
 * The files are untrusted. An error in the .aff is reported with its line; an unreadable line of the .dic is skipped
 * and counted. */
#ifndef COMB_ENGINE_HUNSPELL_H
#define COMB_ENGINE_HUNSPELL_H

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    COMB_HUNSPELL_MAX_AFF = 16 << 20, /* bytes of the files */
    COMB_HUNSPELL_MAX_DIC = 256 << 20,
    COMB_HUNSPELL_MAX_FORM = 1023 /* bytes of a form */
};

struct comb_hunspell_files {
    const char *aff;
    size_t aff_length;
    const char *dic;
    size_t dic_length;
};

/* How to treat stems that start with an upper-case letter in the .dic. */
enum comb_hunspell_capitals {
    COMB_HUNSPELL_NO_CAPITALS, /* skipped: names and abbreviations in most languages */
    COMB_HUNSPELL_NOUNS,       /* included unless there is a second capital: German nouns, but not ADAC or GmbH */
    COMB_HUNSPELL_CAPITALS     /* included */
};

/* What a form may be in a compound: COMPOUNDBEGIN or COMPOUNDEND in the .aff. */
enum comb_hunspell_part { COMB_HUNSPELL_BEGIN, COMB_HUNSPELL_END };

/* Zero it; every member may stay zero. */
struct comb_hunspell_options {
    enum comb_hunspell_capitals capitals;
    /* Generates only forms made of letters: nothing with an apostrophe, a hyphen, a digit, a blank ... Rules that add
     * such a character are dropped in advance, which saves nine forms in ten in Italian. */
    bool letters_only;
    /* Whether to use a rule that adds this text, and a stem with these flags; NULL: all. The flags are numbers as in
     * the .aff: the character itself if flags are single characters. */
    bool (*keep_affix)(uint16_t flag, const char *add, size_t length);
    bool (*keep_stem)(const char *stem, size_t length, const uint16_t *flags, size_t count);
    /* Called for each form that may only be the begin or the end of a compound; NULL: these are skipped. Returns false
     * to stop. */
    bool (*visit_part)(void *payload, enum comb_hunspell_part part, const char *form, size_t length);
    struct comb_budget *budget; /* charged with the memory of the rules; may be NULL */
};

/* Statistics about the lines of the .dic. */
struct comb_hunspell_report {
    size_t stems;              /* lines that forms were generated from */
    size_t forms;              /* visited */
    size_t capitals;           /* stems skipped because of a capital */
    size_t forbidden;          /* forms skipped because the dictionary forbids them */
    size_t skipped;            /* unreadable lines */
    size_t first_skipped_line; /* from 1; 0 = none */
};

/* `word` is UTF-8, as the dictionary writes it, not zero-terminated, and valid during the call. Returns false to
 * stop. */
typedef bool comb_hunspell_visit(void *payload, const char *word, size_t length);

/* Called every few thousand steps (well below a millisecond) with the fraction of work done, 0 .. 1. Returns false to
 * stop. */
typedef bool comb_hunspell_tick(void *payload, double fraction);

/* Returns COMB_OK if all forms were visited or a visit returned false; COMB_LIMIT if the tick stopped it. `report`,
 * `options` and `tick` may be NULL. An error's line belongs to the file that its message starts with: "aff: ..." or
 * "dic: ...". */
int comb_hunspell_expand(struct comb_hunspell_report *report, const struct comb_hunspell_files *files,
                         const struct comb_hunspell_options *options, comb_hunspell_visit *visit,
                         comb_hunspell_tick *tick, void *payload, struct comb_error *err);

#endif
