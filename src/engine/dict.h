/* Dictionary: a word list as a compact graph that is used where it lies (embedded in the program or mapped from a
 * file).
 *
 * A word is a string of letter indexes, 0 .. letters-1, in the order of the dictionary's alphabet; every letter is one
 * code point, for instance A .. Z, or with N-tilde between N and O. Every word has an id, 0 .. words-1: dense, stable
 * for one dictionary file, and not in alphabetical order. A dictionary never changes after it was opened and may be
 * shared by threads. The format is described in dict_format.h. */
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

/* What a dictionary says of itself. NULL is the same as an empty text. */
struct comb_dict_meta {
    const char *alphabet; /* code points in alphabetical order, at most 31; NULL = A .. Z */
    const char *language; /* "en" */
    const char *title;    /* "ENABLE1" */
    const char *source;   /* where the list came from */
    const char *licence;  /* "public domain" */
    uint64_t stamp;       /* of what the list was made from; 0: not told */
};

/* What became of the lines of a list. */
struct comb_dict_report {
    size_t lines;
    size_t words;
    size_t duplicates;
    size_t skipped;            /* lines with other characters or too many letters */
    size_t first_skipped_line; /* from 1; 0 = none */
};

/* Compiles a list: UTF-8, one word per line, in any order. Blanks around a word, CR, a byte order mark, blank lines and
 * lines that start with # are passed over. Words are folded into the letters of the alphabet (engine/fold.h): città is
 * CITTA, niño NINO or, where the alphabet has Ñ, NIÑO. The dictionary is appended to `out`; `report` may be NULL. No
 * word at all is an error. */
int comb_dict_compile(struct comb_buf *out, struct comb_dict_report *report, const char *list, size_t length,
                      const struct comb_dict_meta *meta, struct comb_error *err);

/* Opens a dictionary where it lies: the bytes must outlive the handle. Bytes that are not trusted are checked from end
 * to end (sizes, checksums, every index) and refused if anything is wrong; trusted ones, which only the build may have
 * made, are opened in constant time. Bytes that do not start at a multiple of 16 are copied. */
int comb_dict_open(struct comb_dict **out, const void *bytes, size_t length, bool trusted, struct comb_error *err);
int comb_dict_open_file(struct comb_dict **out, const char *path, struct comb_error *err);
void comb_dict_free(struct comb_dict *dict);

size_t comb_dict_word_count(const struct comb_dict *dict);
unsigned comb_dict_longest(const struct comb_dict *dict); /* letters of the longest word */
size_t comb_dict_size(const struct comb_dict *dict);      /* bytes */
uint64_t comb_dict_hash(const struct comb_dict *dict);    /* of alphabet and words: the same list, the same hash */
uint64_t comb_dict_stamp(const struct comb_dict *dict);
const char *comb_dict_language(const struct comb_dict *dict);
const char *comb_dict_title(const struct comb_dict *dict);
const char *comb_dict_source(const struct comb_dict *dict);
const char *comb_dict_licence(const struct comb_dict *dict);

/* The alphabet. */
unsigned comb_dict_letter_count(const struct comb_dict *dict);
const char *comb_dict_letter_text(const struct comb_dict *dict, unsigned letter); /* UTF-8 of one letter */
int comb_dict_letter_index(const struct comb_dict *dict, uint32_t code_point);    /* -1 = not a letter; a = A */

/* Text to letters and back. comb_dict_parse returns the number of letters, or -1 when the text has another character or
 * more letters than `most`. */
int comb_dict_parse(uint8_t *letters, unsigned most, const struct comb_dict *dict, const char *text, size_t length);
void comb_dict_spell(struct comb_buf *out, const struct comb_dict *dict, const uint8_t *letters, unsigned count);

/* Id of a word or COMB_DICT_NONE; whether some word starts with these letters; the letters of a word, their number. */
uint32_t comb_dict_find(const struct comb_dict *dict, const uint8_t *letters, unsigned count);
bool comb_dict_contains(const struct comb_dict *dict, const uint8_t *letters, unsigned count);
bool comb_dict_has_prefix(const struct comb_dict *dict, const uint8_t *letters, unsigned count);
unsigned comb_dict_word(uint8_t letters[COMB_DICT_MAX_WORD], const struct comb_dict *dict, uint32_t id);

/* Calls visit for every word in alphabetical order until it answers false; true when it never did. */
bool comb_dict_each(const struct comb_dict *dict,
                    bool (*visit)(void *payload, uint32_t id, const uint8_t *letters, unsigned count), void *payload);

#endif
