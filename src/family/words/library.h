/* The user's word lists: compiled dictionaries in the data folder, made from installed Hunspell packages, and the words
 * a user adds to a list or bans from it.
 *
 *     $XDG_DATA_HOME/comb/words/it.dict         built from hunspell-it
 *                               en.add en.ban   one word a line
 *                               en.mine.dict    the list with these changes; what is used while it exists
 *                               en.change       a change under way; completed by the next program that opens the list
 */
#ifndef COMB_FAMILY_WORDS_LIBRARY_H
#define COMB_FAMILY_WORDS_LIBRARY_H

#include "base/buf.h"
#include "base/json.h"
#include "core/job.h"
#include "engine/dict.h"
#include "engine/language.h"

/* What a user says of a word: it counts, it does not, or nothing. */
enum comb_words_layer { COMB_WORDS_ADDED, COMB_WORDS_BANNED, COMB_WORDS_AS_LISTED };

/* Path of the data folder, and of the file of a list there. The folder need not exist. */
int comb_words_folder(struct comb_buf *out, struct comb_error *err);
int comb_words_file(struct comb_buf *out, const char *code, const char *ending, struct comb_error *err);

/* A list by its language's code, with the user's changes where there are any, or without. Free with comb_dict_free. */
int comb_words_open(struct comb_dict **out, const struct comb_language *language, struct comb_error *err);
int comb_words_open_base(struct comb_dict **out, const struct comb_language *language, struct comb_error *err);

/* Appends a text that differs when comb_words_open would give another list than before. */
void comb_words_stamp(struct comb_buf *out, const struct comb_language *language);

/* What there is to say of a list: {"code", "language", "installed", and its title, words, source and licence, or the
 * package that it would be built from and whether that is installed, "buildable"}. `dict` is NULL where it is not
 * installed. */
json_t *comb_words_describe(struct comb_json *build, const struct comb_language *language,
                            const struct comb_dict *dict);

/* Whether the Hunspell dictionary of a language is installed; the error tells the package that has it. */
int comb_words_can_build(const struct comb_language *language, struct comb_error *err);

/* Expands the installed Hunspell dictionary of a language and writes the compiled list into the data folder. */
int comb_words_build(const struct comb_language *language, struct comb_job *job, struct comb_error *err);

/* What comes out of an expansion. */
struct comb_words_forms {
    bool names;        /* also of stems that are capitalised in the dictionary */
    bool raw;          /* as the dictionary writes them, not folded to the letters of the alphabet */
    unsigned shortest; /* letters of a folded word */
};

/* Expands a pair of files; every word goes to `visit` (UTF-8), several times where it has several derivations. */
int comb_words_expand(const struct comb_language *language, const char *aff, const char *dic,
                      const struct comb_words_forms *forms,
                      bool (*visit)(void *payload, const char *word, size_t length), void *payload,
                      struct comb_job *job, struct comb_error *err);

/* Adds words to a list, bans them, or takes either back; a word in one layer leaves the other. The changed list is
 * compiled at once, so that solving stays quick. Several threads and programs may do so at the same time. */
int comb_words_change(const struct comb_language *language, enum comb_words_layer layer, const char *const *words,
                      size_t count, struct comb_error *err);

/* The user's own words of a list: {"schema", "lang", "added": [...], "banned": [...]}, the newest last. */
int comb_words_own(json_t **out, const struct comb_language *language, struct comb_error *err);

/* Refuses the text of the file `path` where it is no list of words: empty, UTF-16, binary, or, where words stand on
 * `lines` of their own, with lines that are none. The message names the file and the line. */
int comb_words_check_text(const char *path, const char *text, size_t length, bool lines, struct comb_error *err);

/* Puts the name of a file before what is wrong with it, where `code` is COMB_BAD_INPUT; returns the code. */
int comb_words_name_file(const char *path, int code, struct comb_error *err);

/* A note on the words of a file that could not be taken into a list: "3 words left out: ..."; nothing when there are
 * none. */
void comb_words_left_out(struct comb_buf *out, const struct comb_dict_report *report, const char *path,
                         const struct comb_language *language);

/* In which lists each word is, the user's changes regarded: {"schema", "words": {word: [code, ...]}}. */
int comb_words_lookup(json_t **out, const char *const *words, size_t count, struct comb_error *err);

#endif
