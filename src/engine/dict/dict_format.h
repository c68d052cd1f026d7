/* The dictionary file, used in place. Little-endian; every offset is an index, so that it works at any address.
 *
 *     header | record 0 = the root | lists of records
 *
 * A record is a prefix of some word: which letters may follow. A letter in `end` completes a word, a letter in `inner`
 * continues to longer words; both may be set. The records of the inner letters are stored side by side in letter order
 * from `first`, so that counting the bits below a letter finds its record:
 *
 *     record "CA"   inner = { B N R T ... }  end = { B D M N P R T ... }  first ---+
 *                                                                                  v
 *                                                          [CAB][CAN][CAR][CAT] ...
 *
 * Equal suffixes are stored once (BAKING and TAKING share the list for ING), so the records form a graph without
 * cycles: a list always comes after the records that lead to it. `before` counts the words below the earlier records of
 * the same list. With it every word gets a number although suffixes are shared:
 *
 *     id = sum over the records on the way of (bits of end of the record left + before of the record entered)
 *          + bits of end below the last letter
 *
 * No record exists for a prefix that nothing follows: ENABLE1 has 172,823 words, 387,889 prefixes, 276,381 of them with
 * a continuation, and 101,058 records (1.6 MB) after sharing. */
#ifndef COMB_ENGINE_DICT_DICT_FORMAT_H
#define COMB_ENGINE_DICT_DICT_FORMAT_H

#include "engine/dict/dict.h"

#define COMB_DICT_MAGIC "combdict"

enum { COMB_DICT_VERSION = 1, COMB_DICT_BYTE_ORDER = 0x01020304, COMB_DICT_MAX_WORDS = 1 << 26 };

struct comb_dict_record {
    uint32_t inner;
    uint32_t end;
    uint32_t first;
    uint32_t before;
};

/* Every text is padded with zero bytes, at least one. */
struct comb_dict_header {
    char magic[8];
    uint32_t version;
    uint32_t byte_order;
    uint64_t size; /* of the whole file */
    uint32_t records;
    uint32_t words;
    uint32_t letters;
    uint32_t longest;
    uint64_t content_hash; /* of alphabet and records */
    uint64_t header_hash;  /* of the header with this field zero */
    uint64_t stamp;        /* free for the writer's use; 0 in lists of older versions */
    char alphabet[COMB_DICT_MAX_LETTERS + 1][8];
    char language[COMB_DICT_MAX_TEXT + 1];
    char title[COMB_DICT_MAX_TEXT + 1];
    char source[COMB_DICT_MAX_TEXT + 1];
    char licence[COMB_DICT_MAX_TEXT + 1];
};

_Static_assert(sizeof(struct comb_dict_record) == 16, "records are read in place");
_Static_assert(sizeof(struct comb_dict_header) == 1344 && sizeof(struct comb_dict_header) % 16 == 0,
               "the header is read in place and keeps the records aligned");

struct comb_dict {
    const struct comb_dict_header *header;
    const struct comb_dict_record *records;
    uint32_t code_points[COMB_DICT_MAX_LETTERS];
    void *copy;          /* copy of unaligned bytes */
    const void *mapping; /* of a file */
    size_t mapping_length;
};

uint64_t comb_dict_content_hash(const struct comb_dict_header *header, const struct comb_dict_record *records);
uint64_t comb_dict_header_hash(const struct comb_dict_header *header);

/* Checks everything that a search relies on; part of opening untrusted bytes. */
int comb_dict_validate(const struct comb_dict_header *header, const struct comb_dict_record *records,
                       struct comb_error *err);

static inline __attribute__((always_inline)) unsigned comb_dict_bits_below(uint32_t mask, unsigned letter)
{
    return (unsigned)__builtin_popcount(mask & (((uint32_t)1 << letter) - 1));
}

/* A position in the dictionary after some letters: a record and the number of the first word below it. */
struct comb_dict_cursor {
    const struct comb_dict_record *record;
    uint32_t words_before;
};

static inline struct comb_dict_cursor comb_dict_root(const struct comb_dict *dict)
{
    return (struct comb_dict_cursor){.record = dict->records};
}

static inline bool comb_dict_has_child(struct comb_dict_cursor place, unsigned letter)
{
    return place.record->inner >> letter & 1;
}

static inline bool comb_dict_ends_word(struct comb_dict_cursor place, unsigned letter)
{
    return place.record->end >> letter & 1;
}

static inline __attribute__((always_inline)) uint32_t comb_dict_word_id(struct comb_dict_cursor place, unsigned letter)
{
    return place.words_before + comb_dict_bits_below(place.record->end, letter);
}

/* Only for a letter with a child. */
static inline __attribute__((always_inline)) struct comb_dict_cursor
comb_dict_step(const struct comb_dict *dict, struct comb_dict_cursor place, unsigned letter)
{
    const struct comb_dict_record *from = place.record;
    const struct comb_dict_record *to = &dict->records[from->first + comb_dict_bits_below(from->inner, letter)];
    uint32_t ends = (uint32_t)__builtin_popcount(from->end);
    return (struct comb_dict_cursor){.record = to, .words_before = place.words_before + ends + to->before};
}

#endif
