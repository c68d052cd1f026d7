/* Internals shared by the files of the Hunspell expander.
 *
 *     bytes --lines, fields--> text.c        encoding, lines, letters
 *       .aff -----------------> affixes.c     the rules: flag -> prefixes, suffixes
 *                                 flags.c       A, é, Zz, 4711 and aliases -> numbers
 *                                 condition.c   "[^aeiou]y" -> a small pattern
 *       .dic -----------------> hunspell.c    stems with flags, one at a time
 *                                 generate.c    stem + rules -> forms
 *                                 forbidden.c   forms to leave out */
#ifndef COMB_ENGINE_HUNSPELL_PARTS_H
#define COMB_ENGINE_HUNSPELL_PARTS_H

#include "base/arena.h"
#include "base/bitset.h"
#include "base/error.h"
#include "base/vec.h"
#include "engine/hunspell/hunspell.h"

#include <stdint.h>

enum {
    COMB_HUNSPELL_MAX_TEXT = 255, /* bytes in UTF-8 of a stem, and of what a rule adds or strips */
    COMB_HUNSPELL_FLAGS = 65536   /* flags are 1 .. 65535; 0 means "not set" */
};

/* A stem, two suffixes and a prefix. */
_Static_assert(4 * COMB_HUNSPELL_MAX_TEXT <= COMB_HUNSPELL_MAX_FORM, "a form must fit");

/* Borrowed bytes. */
struct comb_hunspell_span {
    const char *text;
    size_t length;
};

/* ---- text ---- */

struct comb_hunspell_lines {
    const char *at;
    const char *end;
    unsigned number; /* of the line read last, from 1 */
};

/* Skips a byte order mark. */
void comb_hunspell_lines_init(struct comb_hunspell_lines *lines, const char *text, size_t length);
/* Returns the next line without its end; false after the last. */
bool comb_hunspell_next_line(struct comb_hunspell_span *out, struct comb_hunspell_lines *lines);
/* Cuts the next run of non-blank bytes off the front of `rest`; returns false if there is none. */
bool comb_hunspell_next_field(struct comb_hunspell_span *out, struct comb_hunspell_span *rest);
bool comb_hunspell_span_equals(struct comb_hunspell_span span, const char *text);

/* Conversion of bytes to UTF-8: none, or a table with one character per byte (0 = none). */
struct comb_hunspell_charset {
    bool table;
    uint32_t characters[256];
};

/* The default encoding of a file without SET. */
void comb_hunspell_charset_latin1(struct comb_hunspell_charset *out);
/* Returns COMB_NO if the name is unknown. */
int comb_hunspell_charset_init(struct comb_hunspell_charset *out, struct comb_hunspell_span name);

/* Returns the number of bytes written, or -1 if the bytes are not valid in this encoding or do not fit. */
int comb_hunspell_decode(char out[COMB_HUNSPELL_MAX_TEXT], const struct comb_hunspell_charset *charset,
                         struct comb_hunspell_span bytes);

/* For valid, non-empty UTF-8: the first or last character; returns its length in bytes. */
size_t comb_hunspell_first(uint32_t *out, const char *text);
size_t comb_hunspell_last(uint32_t *out, const char *end);

/* Returns whether all characters are letters or marks on letters. */
bool comb_hunspell_letters(const char *text, size_t length);
bool comb_hunspell_upper(uint32_t character);

/* ---- flags ---- */

enum comb_hunspell_flag_mode { COMB_HUNSPELL_BYTES, COMB_HUNSPELL_UTF8, COMB_HUNSPELL_PAIRS, COMB_HUNSPELL_NUMBERS };

/* Sorted, each flag once. */
struct comb_hunspell_flag_list {
    const uint16_t *flags;
    size_t count;
};

/* Reads runs of flags; holds the last one read, each flag once. */
struct comb_hunspell_flag_reader {
    enum comb_hunspell_flag_mode mode;
    bool aliases_given;
    struct COMB_VEC(struct comb_hunspell_flag_list) aliases; /* number 1 first */
    struct COMB_VEC(uint16_t) flags;
    uint64_t present[COMB_BITSET_WORDS(COMB_HUNSPELL_FLAGS)];
};

void comb_hunspell_flag_reader_free(struct comb_hunspell_flag_reader *reader);

/* Reads a run, or the run of an alias. Returns COMB_BAD_INPUT (without a message) if it cannot be read. */
int comb_hunspell_read_flags(struct comb_hunspell_flag_reader *reader, struct comb_hunspell_span bytes);
/* The same into a list that lives as long as the arena. */
int comb_hunspell_read_flag_list(struct comb_hunspell_flag_list *out, struct comb_hunspell_flag_reader *reader,
                                 struct comb_hunspell_span bytes, struct comb_arena *arena);
/* Reads the first flag of a run, never an alias. */
int comb_hunspell_read_flag(uint16_t *out, struct comb_hunspell_flag_reader *reader, struct comb_hunspell_span bytes);
/* Adds the run of the next alias. */
int comb_hunspell_add_alias(struct comb_hunspell_flag_reader *reader, struct comb_hunspell_span bytes,
                            struct comb_arena *arena);
bool comb_hunspell_has_flag(struct comb_hunspell_flag_list list, uint16_t flag);

/* ---- conditions ---- */

/* A class of characters: one of those listed, or none of them. */
struct comb_hunspell_class {
    uint8_t first; /* index in the condition's characters */
    uint8_t count;
    bool except;
};

struct comb_hunspell_condition {
    size_t count;
    const struct comb_hunspell_class *classes;
    const uint32_t *characters;
};

/* The text has at most COMB_HUNSPELL_MAX_TEXT bytes. Returns COMB_BAD_INPUT (without a message) if brackets do not
 * match. */
int comb_hunspell_condition_compile(struct comb_hunspell_condition *out, struct comb_arena *arena, const char *text,
                                    size_t length);
bool comb_hunspell_condition_starts(const struct comb_hunspell_condition *condition, const char *text, size_t length);
bool comb_hunspell_condition_ends(const struct comb_hunspell_condition *condition, const char *text, size_t length);

/* ---- affixes ---- */

enum comb_hunspell_mark {
    COMB_HUNSPELL_CIRCUMFIX = 1,
    COMB_HUNSPELL_COMPOUND_ONLY = 2,
    COMB_HUNSPELL_NEEDS_AFFIX = 4, /* not a word without another affix */
    COMB_HUNSPELL_FORBIDDEN = 8,
    COMB_HUNSPELL_COMPOUND_BEGIN = 16
};

/* One rule: PFX or SFX, flag, strip, add/next, condition. */
struct comb_hunspell_affix {
    struct comb_hunspell_affix *sibling; /* the next rule with the same flag on the same side */
    const char *strip;
    const char *add;
    struct comb_hunspell_condition condition;
    struct comb_hunspell_flag_list next; /* what may follow this affix */
    uint16_t flag;
    uint8_t strip_length;
    uint8_t add_length;
    uint8_t marks;
    bool cross; /* may be combined with an affix of the other side */
};

enum comb_hunspell_side { COMB_HUNSPELL_PREFIX, COMB_HUNSPELL_SUFFIX };

enum { COMB_HUNSPELL_PAGE = 256 };

/* The first rule of each flag with the same high byte. */
struct comb_hunspell_page {
    struct comb_hunspell_affix *first[COMB_HUNSPELL_PAGE];
};

struct comb_hunspell_affixes {
    struct comb_arena arena;
    struct comb_hunspell_charset charset;
    struct comb_hunspell_flag_reader reader;
    /* By side, then by the high byte of the flag; NULL if there is no rule. */
    struct comb_hunspell_page *pages[2][COMB_HUNSPELL_PAGE];
    enum comb_hunspell_side twofold_side; /* the side that may have two affixes at once */
    bool full_strip;
    bool strips_others; /* some rule strips a character that is not a letter */
    const char *ignore; /* characters to drop everywhere, UTF-8 */
    size_t ignore_length;
    uint16_t needs_affix;
    uint16_t compound_only;
    uint16_t compound_begin;
    uint16_t compound_end;
    uint16_t circumfix;
    uint16_t forbidden;
    uint16_t warn; /* counts as forbidden when forbid_warn is set */
    bool forbid_warn;
};

/* Returns the first rule of a flag; NULL if it has none. */
static inline const struct comb_hunspell_affix *comb_hunspell_rules(const struct comb_hunspell_affixes *affixes,
                                                                    enum comb_hunspell_side side, uint16_t flag)
{
    const struct comb_hunspell_page *page = affixes->pages[side][flag / COMB_HUNSPELL_PAGE];
    return page ? page->first[flag % COMB_HUNSPELL_PAGE] : NULL;
}

int comb_hunspell_affixes_load(struct comb_hunspell_affixes *out, const struct comb_hunspell_files *files,
                               struct comb_budget *budget, struct comb_error *err);
void comb_hunspell_affixes_free(struct comb_hunspell_affixes *affixes);
/* Drops the rules that add a character other than a letter, unless some rule could strip it again. */
void comb_hunspell_affixes_letters_only(struct comb_hunspell_affixes *affixes);
/* Drops the rules that `keep` rejects. */
void comb_hunspell_affixes_keep(struct comb_hunspell_affixes *affixes,
                                bool (*keep)(uint16_t flag, const char *add, size_t length));
/* Decodes a text of either file and drops the ignored characters; returns -1 if it cannot be decoded. */
int comb_hunspell_text(char out[COMB_HUNSPELL_MAX_TEXT], const struct comb_hunspell_affixes *affixes,
                       struct comb_hunspell_span bytes);

/* ---- forbidden forms ---- */

struct comb_hunspell_form_set {
    struct comb_arena arena;
    struct comb_hunspell_form **table;
    size_t slots; /* a power of two, or 0 */
    size_t count;
    size_t bytes; /* of all texts */
};

void comb_hunspell_form_set_init(struct comb_hunspell_form_set *set, struct comb_budget *budget);
void comb_hunspell_form_set_free(struct comb_hunspell_form_set *set);
/* `stem`: the form is itself a stem of the .dic. Returns COMB_OK, COMB_NO_MEMORY, or COMB_BAD_INPUT if there are too
 * many. */
int comb_hunspell_form_add(struct comb_hunspell_form_set *set, const char *text, size_t length, bool stem);
/* With `stem`, finds only forms that were added as stems. */
bool comb_hunspell_form_has(const struct comb_hunspell_form_set *set, const char *text, size_t length, bool stem);

/* ---- generating forms from a stem ---- */

struct comb_hunspell_generator {
    const struct comb_hunspell_affixes *affixes;
    /* Called for each form; `bare` is the stem itself. Any result other than COMB_OK ends the generation with that
     * code. */
    int (*visit)(void *payload, const char *form, size_t length, bool bare);
    int (*visit_begin)(void *payload, const char *form, size_t length); /* the same; begins of compounds; or NULL */
    int (*tick)(void *payload);                                         /* the same, every few thousand steps */
    void *payload;
    size_t steps;
    /* The stem; its flags are those that affixes->reader read last. */
    const char *stem;
    size_t stem_length;
    bool bare; /* the stem itself is a form */
};

int comb_hunspell_generate(struct comb_hunspell_generator *generator);
/* Counts a step, more for many tested flags, and calls the tick when it is due. */
int comb_hunspell_step(struct comb_hunspell_generator *generator, size_t flags);

#endif
