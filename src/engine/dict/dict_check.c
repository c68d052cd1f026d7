/* Validates dictionaries. A damaged or forged file must not lead a search out of its bytes, into an endless walk or to
 * a word number that does not exist, so everything a search relies on is checked here, once:
 *
 *   - both checksums, the texts, the alphabet;
 *   - every list comes after the record that leads to it and inside the file, so walks end;
 *   - no walk is longer than the longest word according to the header;
 *   - `before` and the number of words match the records below, so word numbers are dense and in range.
 *
 * One pass from the last record to the first, because a list comes after its parents: everything below a record is
 * known by then. Cost: 5 bytes and about 20 ns per record, checksums included. */
#include "base/hash.h"
#include "base/text.h"
#include "engine/dict/dict_format.h"

#include <stdlib.h>
#include <string.h>

uint64_t comb_dict_content_hash(const struct comb_dict_header *header, const struct comb_dict_record *records)
{
    uint64_t seed = comb_hash(header->alphabet, sizeof header->alphabet, header->letters);
    return comb_hash(records, (size_t)header->records * sizeof *records, seed);
}

uint64_t comb_dict_header_hash(const struct comb_dict_header *header)
{
    struct comb_dict_header copy = *header;
    copy.header_hash = 0;
    return comb_hash(&copy, sizeof copy, COMB_DICT_VERSION);
}

static bool text_is_valid(const char *text, size_t size)
{
    return memchr(text, '\0', size) && comb_utf8_valid(text, strlen(text));
}

/* Each letter must be one code point, no letter twice. */
static bool alphabet_is_valid(const struct comb_dict_header *header)
{
    for (unsigned i = 0; i < header->letters; i++) {
        const char *letter = header->alphabet[i];
        uint32_t code_point;
        if (!memchr(letter, '\0', sizeof header->alphabet[i]))
            return false;
        size_t length = strlen(letter);
        if (length == 0 || comb_utf8_decode(&code_point, letter, length) != length)
            return false;
        for (unsigned j = 0; j < i; j++)
            if (strcmp(letter, header->alphabet[j]) == 0)
                return false;
    }
    return true;
}

static int check_header(const struct comb_dict_header *header, const struct comb_dict_record *records,
                        struct comb_error *err)
{
    if (header->header_hash != comb_dict_header_hash(header))
        return comb_fail(err, COMB_BAD_INPUT, "damaged dictionary: header checksum mismatch");
    if (header->content_hash != comb_dict_content_hash(header, records))
        return comb_fail(err, COMB_BAD_INPUT, "damaged dictionary: word data checksum mismatch");
    if (!alphabet_is_valid(header) || !text_is_valid(header->language, sizeof header->language) ||
        !text_is_valid(header->title, sizeof header->title) || !text_is_valid(header->source, sizeof header->source) ||
        !text_is_valid(header->licence, sizeof header->licence))
        return comb_fail(err, COMB_BAD_INPUT, "damaged dictionary: bad text in the header");
    if (header->longest == 0 || header->longest > COMB_DICT_MAX_WORD)
        return comb_fail(err, COMB_BAD_INPUT, "damaged dictionary: longest word has %u letters, expected 1 to %d",
                         (unsigned)header->longest, COMB_DICT_MAX_WORD);
    if (header->words > COMB_DICT_MAX_WORDS)
        return comb_fail(err, COMB_BAD_INPUT, "dictionary has %u words, expected at most %d", (unsigned)header->words,
                         COMB_DICT_MAX_WORDS);
    return COMB_OK;
}

/* What is known about the records after the current one. */
struct below {
    uint32_t *words;
    uint8_t *height; /* letters of the longest suffix */
};

/* Fills in words and height of record i; returns false if it is bad. */
static bool record_is_valid(struct below *below, const struct comb_dict_header *header,
                            const struct comb_dict_record *records, uint32_t i)
{
    const struct comb_dict_record *record = &records[i];
    uint32_t alphabet = (uint32_t)(((uint64_t)1 << header->letters) - 1);
    if (((record->inner | record->end) & ~alphabet) != 0 || (record->inner | record->end) == 0)
        return false;
    uint32_t children = (uint32_t)__builtin_popcount(record->inner);
    uint64_t list_end = (uint64_t)record->first + children;
    if (children == 0 ? record->first != 0 : record->first <= i || list_end > header->records)
        return false;
    uint64_t words = 0;
    unsigned height = 0;
    for (uint32_t child = record->first; child < list_end; child++) {
        if (records[child].before != words)
            return false;
        words += below->words[child];
        height = below->height[child] > height ? below->height[child] : height;
    }
    words += (unsigned)__builtin_popcount(record->end);
    if (words > header->words || height + 1 > header->longest)
        return false;
    below->words[i] = (uint32_t)words;
    below->height[i] = (uint8_t)(height + 1);
    return true;
}

static int check_records(struct below *below, const struct comb_dict_header *header,
                         const struct comb_dict_record *records, struct comb_error *err)
{
    for (uint32_t i = header->records; i-- > 0;)
        if (!record_is_valid(below, header, records, i))
            return comb_fail(err, COMB_BAD_INPUT, "damaged dictionary: bad record %u", (unsigned)i);
    if (records->before != 0 || below->words[0] != header->words || below->height[0] != header->longest)
        return comb_fail(
            err, COMB_BAD_INPUT, "damaged dictionary: %u words of up to %u letters, its header says %u and %u",
            (unsigned)below->words[0], (unsigned)below->height[0], (unsigned)header->words, (unsigned)header->longest);
    return COMB_OK;
}

int comb_dict_validate(const struct comb_dict_header *header, const struct comb_dict_record *records,
                       struct comb_error *err)
{
    int code = check_header(header, records, err);
    if (code != COMB_OK)
        return code;
    struct below below = {.words = malloc(header->records * sizeof *below.words),
                          .height = malloc(header->records * sizeof *below.height)};
    code = below.words && below.height ? check_records(&below, header, records, err) : comb_fail_memory(err);
    free(below.words);
    free(below.height);
    return code;
}
