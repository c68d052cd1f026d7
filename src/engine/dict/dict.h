/* Dictionary: a word list as a compact graph, used in place (embedded in the program or mapped from a file).
 *
 * A word is a string of letter indexes, 0 .. letters-1, in the order of the dictionary's alphabet; every letter is one
 * code point, for instance A .. Z, or with N-tilde between N and O. Every word has an id, 0 .. words-1: dense, stable
 * for one dictionary file, and not in alphabetical order. An open dictionary is immutable and may be shared by threads.
 * dict_format.h describes the format. */
#ifndef COMB_ENGINE_DICT_H
#define COMB_ENGINE_DICT_H

#include "base/buf.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    COMB_DICT_MAX_LETTERS = 31, /* of an alphabet */
    COMB_DICT_MAX_WORD = 63,    /* letters of a word */
    COMB_DICT_MAX_TEXT = 255    /* bytes of each text of the header */
};

#define COMB_DICT_NONE UINT32_MAX

struct comb_dict;

/* Metadata of a dictionary. NULL means an empty text. */
struct comb_dict_meta {
    const char *alphabet; /* code points in alphabetical order, at most 31; NULL = A .. Z */
    const char *language; /* "en" */
    const char *title;    /* "ENABLE1" */
    const char *source;   /* where the list came from */
    const char *licence;  /* "public domain" */
    uint64_t stamp;       /* identifies what the list was made from; 0: unknown */
};

/* Statistics about the lines of a list. */
struct comb_dict_report {
    size_t lines;
    size_t words;
    size_t duplicates;
    size_t skipped;            /* lines with other characters or too many letters */
    size_t first_skipped_line; /* from 1; 0 = none */
};

/* Compiles a list: UTF-8, one word per line, in any order. Skips blanks around a word, CR, a byte order mark, blank
 * lines and lines that start with #. Folds words into the letters of the alphabet (engine/dict/fold.h): città is CITTA,
 * niño NINO or, if the alphabet has Ñ, NIÑO. Appends the dictionary to `out`; `report` may be NULL. A list without
 * words is an error. */
int comb_dict_compile(struct comb_buf *out, struct comb_dict_report *report, const char *list, size_t length,
                      const struct comb_dict_meta *meta, struct comb_error *err);

/* Opens a dictionary in place: the bytes must outlive the handle. Untrusted bytes are checked completely (sizes,
 * checksums, every index) and rejected if anything is wrong; trusted bytes, which must come from the build, are opened
 * in constant time. Bytes not aligned to 16 are copied. */
int comb_dict_open(struct comb_dict **out, const void *bytes, size_t length, bool trusted, struct comb_error *err);
int comb_dict_open_file(struct comb_dict **out, const char *path, struct comb_error *err);
void comb_dict_free(struct comb_dict *dict);

size_t comb_dict_word_count(const struct comb_dict *dict);
unsigned comb_dict_longest(const struct comb_dict *dict); /* letters of the longest word */
size_t comb_dict_size(const struct comb_dict *dict);      /* bytes */
uint64_t comb_dict_hash(const struct comb_dict *dict);    /* of alphabet and words: equal lists have equal hashes */
uint64_t comb_dict_stamp(const struct comb_dict *dict);
const char *comb_dict_language(const struct comb_dict *dict);
const char *comb_dict_title(const struct comb_dict *dict);
const char *comb_dict_source(const struct comb_dict *dict);
const char *comb_dict_licence(const struct comb_dict *dict);

/* The alphabet. */
unsigned comb_dict_letter_count(const struct comb_dict *dict);
const char *comb_dict_letter_text(const struct comb_dict *dict, unsigned letter); /* UTF-8 of one letter */
int comb_dict_letter_index(const struct comb_dict *dict, uint32_t code_point);    /* -1 = not a letter; a = A */

/* Converts text to letters and back. comb_dict_parse returns the number of letters, or -1 if the text has another
 * character or more letters than `max`. */
int comb_dict_parse(uint8_t *letters, unsigned max, const struct comb_dict *dict, const char *text, size_t length);
void comb_dict_to_text(struct comb_buf *out, const struct comb_dict *dict, const uint8_t *letters, unsigned count);

/* Id of a word or COMB_DICT_NONE; whether some word starts with these letters; the letters of a word and their
 * number. */
uint32_t comb_dict_find(const struct comb_dict *dict, const uint8_t *letters, unsigned count);
bool comb_dict_contains(const struct comb_dict *dict, const uint8_t *letters, unsigned count);
bool comb_dict_has_prefix(const struct comb_dict *dict, const uint8_t *letters, unsigned count);
unsigned comb_dict_word(uint8_t letters[COMB_DICT_MAX_WORD], const struct comb_dict *dict, uint32_t id);

/* Calls visit for every word in alphabetical order until it returns false; returns true if it never did. */
bool comb_dict_each(const struct comb_dict *dict,
                    bool (*visit)(void *payload, uint32_t id, const uint8_t *letters, unsigned count), void *payload);

#endif
