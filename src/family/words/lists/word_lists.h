/* The user's word lists: compiled dictionaries in the data folder, built from installed Hunspell packages, and the
 * words a user adds to a list or bans from it.
 *
 *     $XDG_DATA_HOME/comb/words/it.dict         built from hunspell-it
 *                               en.add en.ban   one word per line
 *                               en.mine.dict    the list with these changes; used if it exists
 *                               en.freq         words, the most common first
 *                               twl.list.dict   a list of one's own, with twl.list.values
 *                               en.change       journal of a change; completed by the next program that opens the list
 */
#ifndef COMB_FAMILY_WORDS_LISTS_WORD_LISTS_H
#define COMB_FAMILY_WORDS_LISTS_WORD_LISTS_H

#include "base/buf.h"
#include "base/json.h"
#include "core/job.h"
#include "core/option.h"
#include "engine/dict/dict.h"
#include "engine/dict/language.h"

/* The user's layer of a word: added, banned, or neither. */
enum comb_words_layer { COMB_WORDS_ADDED, COMB_WORDS_BANNED, COMB_WORDS_AS_LISTED };

/* Paths of the data folder and of a list's file in it. The folder may not exist. */
int comb_words_folder(struct comb_buf *out, struct comb_error *err);
int comb_words_file(struct comb_buf *out, const char *code, const char *ending, struct comb_error *err);

/* Open the list of a language with the user's changes, or without (base). Free with comb_dict_free. */
int comb_words_open(struct comb_dict **out, const struct comb_language *language, struct comb_error *err);
int comb_words_open_base(struct comb_dict **out, const struct comb_language *language, struct comb_error *err);

/* Appends a text that changes whenever comb_words_open would open a different list. */
void comb_words_stamp(struct comb_buf *out, const struct comb_language *language);

/* Describes a list: {"code", "language", "installed"} and, if installed, "title", "words", "source" and "licence"; else
 * "package" and "buildable", whether the package is installed. Always "letters" and "values_source". `dict` is NULL if
 * the list is not installed. */
json_t *comb_words_describe(struct comb_json *build, const struct comb_language *language,
                            const struct comb_dict *dict);

/* Whether the Hunspell dictionary of a language is installed; the error names its package. */
int comb_words_can_build(const struct comb_language *language, struct comb_error *err);

/* Whether the list of a language was built with other rules than this version's and should be built again. */
bool comb_words_is_outdated(const struct comb_language *language);

/* Expands the installed Hunspell dictionary of a language, leaves out what games do not accept, and writes the compiled
 * list into the data folder. */
int comb_words_build(const struct comb_language *language, struct comb_job *job, struct comb_error *err);

/* Which forms an expansion produces. */
struct comb_words_forms {
    bool names;          /* include stems that are capitalised in the dictionary */
    bool raw;            /* as in the dictionary, not folded to the alphabet */
    bool game;           /* leave out forms that no game accepts (engine/dict/game_words.h) */
    unsigned min_length; /* of a folded word */

    /* Called for each folded begin and end of a compound; NULL: these are skipped. Not with `raw`. */
    bool (*visit_part)(void *payload, enum comb_hunspell_part part, const char *word, size_t length);
};

/* Expands a pair of files and calls `visit` for every word (UTF-8), several times if it has several derivations. */
int comb_words_expand(const struct comb_language *language, const char *aff, const char *dic,
                      const struct comb_words_forms *forms,
                      bool (*visit)(void *payload, const char *word, size_t length), void *payload,
                      struct comb_job *job, struct comb_error *err);

/* ---- lists of one's own ---- */

/* Whether the text may name a list: a-z, 0-9, - and _, and not the code of a language. */
bool comb_words_is_list_name(const char *name);
bool comb_words_has_list(const char *name);

/* The path of a list's file; an error if it is not a name. The list may not exist. */
int comb_words_list_path(struct comb_buf *out, const char *name, struct comb_error *err);

/* The language whose letters and values a list uses; NULL if there is no such list. */
const struct comb_language *comb_words_list_language(const char *name);

/* Appends the path of the list that --words or --lang names; nothing if they name none. */
int comb_words_selected_list(struct comb_buf *path, const struct comb_params *params, struct comb_error *err);

/* A list to add: text or compiled. */
struct comb_words_new_list {
    const void *bytes; /* aligned to 16 if compiled */
    size_t length;
    const char *source; /* for messages and the list's metadata */
    const struct comb_language *language;
    const char *values_path; /* a file of letter values; or NULL */
};

/* Adds or replaces a list. */
int comb_words_add_list(struct comb_dict_report *report, const char *name, const struct comb_words_new_list *list,
                        struct comb_error *err);
int comb_words_remove_list(const char *name, struct comb_error *err);

int comb_words_open_list(struct comb_dict **out, const char *name, struct comb_error *err);

/* Visits the names in alphabetical order. */
void comb_words_each_list(void (*visit)(void *payload, const char *name), void *payload);

/* Describes a list as comb_words_describe does, with "own": true and "base", the code of its language. */
json_t *comb_words_describe_list(struct comb_json *build, const char *name);

/* ---- frequencies ---- */

/* How common each word of a list is, by id: smaller is more common, UINT32_MAX is unknown. NULL if out of memory; the
 * caller frees it. */
uint32_t *comb_words_ranks(const struct comb_dict *dict, const struct comb_language *language);

/* Stores a frequency list for a language: one word per line, the most common first. */
int comb_words_add_frequencies(const struct comb_language *language, const char *path, struct comb_error *err);

/* Adds words to a list, bans them, or undoes either. A word is in one layer at most. The changed list is compiled at
 * once, so that solving stays fast. Safe to call from several threads and programs at the same time. */
int comb_words_change(const struct comb_language *language, enum comb_words_layer layer, const char *const *words,
                      size_t count, struct comb_error *err);

/* Returns the user's words of a list: {"schema", "lang", "added": [...], "banned": [...]}, newest last. */
int comb_words_own(json_t **out, const struct comb_language *language, struct comb_error *err);

/* Rejects the text of the file `path` if it is not a word list: empty, UTF-16, binary, or, for lists with one word per
 * line (`lines`), with overlong lines. The message names the file and the line. */
int comb_words_check_text(const char *path, const char *text, size_t length, bool lines, struct comb_error *err);

/* Prefixes the error message with the file name if `code` is COMB_BAD_INPUT. Returns the code. */
int comb_words_prefix_error(const char *path, int code, struct comb_error *err);

/* Appends a note on the skipped words of a file, "skipped 3 words ..."; nothing if there are none. */
void comb_words_print_skipped(struct comb_buf *out, const struct comb_dict_report *report, const char *path,
                              const struct comb_language *language);

/* Finds the lists that contain each word, including the user's changes: {"schema", "words": {word: [code, ...]}}. */
int comb_words_lookup(json_t **out, const char *const *words, size_t count, struct comb_error *err);

#endif
