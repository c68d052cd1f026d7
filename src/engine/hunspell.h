/* Hunspell dictionaries: every word form that a pair of files, .aff (rules) and .dic (stems with flags), stands for.
 *
 *     .aff   SFX S Y 1                 .dic   2
 *            SFX S 0 s [^s]                   cat/S      ->  cat cats grass
 *                                             grass
 *
 * Forms come one by one, in the order of the .dic, and are not kept: a form that has several derivations is visited
 * several times. Prefixes, suffixes, both together and two-fold suffixes are made (two-fold prefixes where the .aff
 * says COMPLEXPREFIXES); compounds are not, and what may only be part of a compound is left out. Where Hunspell's
 * manual and its program differ, the stricter of the two holds: Hunspell accepts what is visited. (Except for slips of
 * a dictionary: blanks behind a word are passed over here and belong to the word there.)
 *
 * The files are not trusted. What is wrong in the .aff is an error with its line; a line of the .dic that cannot be
 * read is passed over and counted. */
#ifndef COMB_ENGINE_HUNSPELL_H
#define COMB_ENGINE_HUNSPELL_H

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

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

/* What becomes of stems that start with an upper-case letter in the .dic. */
enum comb_hunspell_capitals {
    COMB_HUNSPELL_NO_CAPITALS, /* left out: names and abbreviations in most languages */
    COMB_HUNSPELL_NOUNS,       /* kept unless there is a second capital: German nouns, but not ADAC or GmbH */
    COMB_HUNSPELL_CAPITALS     /* kept */
};

/* Zero it; every member may stay zero. */
struct comb_hunspell_options {
    enum comb_hunspell_capitals capitals;
    /* Only forms made of letters: nothing with an apostrophe, a hyphen, a digit, a blank ... is made. Rules that add
     * such a character are dropped before anything is built from them, which spares nine forms of ten in Italian. */
    bool letters_only;
    struct comb_budget *budget; /* counts the memory of the rules; may be NULL */
};

/* What became of the lines of the .dic. */
struct comb_hunspell_report {
    size_t stems;              /* lines that forms were made of */
    size_t forms;              /* visited */
    size_t capitals;           /* stems left out for their capital */
    size_t forbidden;          /* forms left out because the dictionary forbids them */
    size_t skipped;            /* lines that could not be read */
    size_t first_skipped_line; /* from 1; 0 = none */
};

/* `word` is UTF-8, as the dictionary writes it, not ended by a zero, and valid during the call. False = enough. */
typedef bool comb_hunspell_visit(void *payload, const char *word, size_t length);

/* Called every few thousand steps (well below a millisecond) with the share of the work that is done, 0 .. 1. False
 * stops. */
typedef bool comb_hunspell_tick(void *payload, double share);

/* COMB_OK when all forms were visited or a visit answered false; COMB_LIMIT when the tick stopped it. `report`,
 * `options` and `tick` may be NULL. An error's line is that of the file that its message starts with: "aff: ..." or
 * "dic: ...". */
int comb_hunspell_expand(struct comb_hunspell_report *report, const struct comb_hunspell_files *files,
                         const struct comb_hunspell_options *options, comb_hunspell_visit *visit,
                         comb_hunspell_tick *tick, void *payload, struct comb_error *err);

#endif
