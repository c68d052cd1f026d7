/* Opens dictionaries and looks words up. dict_format.h describes the bytes, dict_check.c rejects bad ones,
 * dict_compile.c makes good ones. A look-up costs one record (one cache line) per letter. */
#include "engine/dict/dict.h"

#include "base/file.h"
#include "base/text.h"
#include "engine/dict/dict_format.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int check_envelope(const struct comb_dict_header *header, size_t length, struct comb_error *err)
{
    if (length < sizeof *header || memcmp(header->magic, COMB_DICT_MAGIC, sizeof header->magic) != 0)
        return comb_fail(err, COMB_BAD_INPUT,
                         "not a dictionary: expected a file made by comb-dict or `comb words build`");
    if (header->byte_order != COMB_DICT_BYTE_ORDER)
        return comb_fail(err, COMB_BAD_INPUT, "dictionary has the wrong byte order; build it again on this machine");
    if (header->version != COMB_DICT_VERSION)
        return comb_fail(err, COMB_BAD_INPUT, "dictionary has version %u, expected %d; build it again",
                         (unsigned)header->version, COMB_DICT_VERSION);
    uint64_t expected = sizeof *header + (uint64_t)header->records * sizeof(struct comb_dict_record);
    if (header->size != length || expected != length || header->records == 0)
        return comb_fail(err, COMB_BAD_INPUT, "dictionary has %zu bytes, its header says %llu: truncated or damaged",
                         length, (unsigned long long)header->size);
    if (header->letters == 0 || header->letters > COMB_DICT_MAX_LETTERS)
        return comb_fail(err, COMB_BAD_INPUT, "dictionary has %u letters, expected 1 to %d", (unsigned)header->letters,
                         COMB_DICT_MAX_LETTERS);
    return COMB_OK;
}

/* Records are read in place and must not straddle cache lines. */
static int align_bytes(const void **bytes, void **copy, size_t length, struct comb_error *err)
{
    enum { ALIGNMENT = 64 };
    if ((uintptr_t)*bytes % 16 == 0)
        return COMB_OK;
    *copy = aligned_alloc(ALIGNMENT, (length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    if (!*copy)
        return comb_fail_memory(err);
    memcpy(*copy, *bytes, length);
    *bytes = *copy;
    return COMB_OK;
}

static int check_bytes(const void *bytes, size_t length, bool trusted, struct comb_error *err)
{
    const struct comb_dict_header *header = bytes;
    int code = check_envelope(header, length, err);
    if (code != COMB_OK || trusted)
        return code;
    return comb_dict_validate(header, (const struct comb_dict_record *)(header + 1), err);
}

int comb_dict_open(struct comb_dict **out, const void *bytes, size_t length, bool trusted, struct comb_error *err)
{
    *out = NULL;
    if (!bytes || length < sizeof(struct comb_dict_header))
        return comb_fail(err, COMB_BAD_INPUT, "not a dictionary: %zu bytes, expected at least %zu", length,
                         sizeof(struct comb_dict_header));
    struct comb_dict *dict = calloc(1, sizeof *dict);
    if (!dict)
        return comb_fail_memory(err);
    int code = align_bytes(&bytes, &dict->copy, length, err);
    if (code == COMB_OK)
        code = check_bytes(bytes, length, trusted, err);
    if (code != COMB_OK) {
        comb_dict_free(dict);
        return code;
    }
    dict->header = bytes;
    dict->records = (const struct comb_dict_record *)(dict->header + 1);
    for (unsigned i = 0; i < dict->header->letters; i++)
        comb_utf8_decode(&dict->code_points[i], dict->header->alphabet[i], sizeof dict->header->alphabet[i]);
    *out = dict;
    return COMB_OK;
}

int comb_dict_open_file(struct comb_dict **out, const char *path, struct comb_error *err)
{
    const void *bytes = NULL;
    size_t length = 0;
    *out = NULL;
    int code = comb_file_map(&bytes, &length, path, err);
    if (code == COMB_OK)
        code = comb_dict_open(out, bytes, length, false, err);
    if (code != COMB_OK) {
        comb_file_unmap(bytes, length);
        return code;
    }
    (*out)->mapping = bytes;
    (*out)->mapping_length = length;
    return COMB_OK;
}

void comb_dict_free(struct comb_dict *dict)
{
    if (!dict)
        return;
    comb_file_unmap(dict->mapping, dict->mapping_length);
    free(dict->copy);
    free(dict);
}

size_t comb_dict_word_count(const struct comb_dict *dict)
{
    return dict->header->words;
}

unsigned comb_dict_longest(const struct comb_dict *dict)
{
    return dict->header->longest;
}

size_t comb_dict_size(const struct comb_dict *dict)
{
    return (size_t)dict->header->size;
}

uint64_t comb_dict_hash(const struct comb_dict *dict)
{
    return dict->header->content_hash;
}

uint64_t comb_dict_stamp(const struct comb_dict *dict)
{
    return dict->header->stamp;
}

const char *comb_dict_language(const struct comb_dict *dict)
{
    return dict->header->language;
}

const char *comb_dict_title(const struct comb_dict *dict)
{
    return dict->header->title;
}

const char *comb_dict_source(const struct comb_dict *dict)
{
    return dict->header->source;
}

const char *comb_dict_licence(const struct comb_dict *dict)
{
    return dict->header->licence;
}

unsigned comb_dict_letter_count(const struct comb_dict *dict)
{
    return dict->header->letters;
}

const char *comb_dict_letter_text(const struct comb_dict *dict, unsigned letter)
{
    assert(letter < dict->header->letters);
    return dict->header->alphabet[letter];
}

int comb_dict_letter_index(const struct comb_dict *dict, uint32_t code_point)
{
    if (code_point >= 'a' && code_point <= 'z')
        code_point -= 'a' - 'A';
    for (unsigned i = 0; i < dict->header->letters; i++)
        if (dict->code_points[i] == code_point)
            return (int)i;
    return -1;
}

int comb_dict_parse(uint8_t *letters, unsigned max, const struct comb_dict *dict, const char *text, size_t length)
{
    unsigned count = 0;
    for (size_t i = 0; i < length; count++) {
        uint32_t code_point = 0;
        size_t size = comb_utf8_decode(&code_point, text + i, length - i);
        int letter = size > 0 ? comb_dict_letter_index(dict, code_point) : -1;
        if (letter < 0 || count == max)
            return -1;
        letters[count] = (uint8_t)letter;
        i += size;
    }
    return (int)count;
}

void comb_dict_to_text(struct comb_buf *out, const struct comb_dict *dict, const uint8_t *letters, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        comb_buf_str(out, comb_dict_letter_text(dict, letters[i]));
}

/* Returns false if no word continues after these letters. */
static bool follow_letters(struct comb_dict_cursor *place, const struct comb_dict *dict, const uint8_t *letters,
                           unsigned count)
{
    *place = comb_dict_root(dict);
    for (unsigned i = 0; i < count; i++) {
        if (letters[i] >= dict->header->letters || !comb_dict_has_child(*place, letters[i]))
            return false;
        *place = comb_dict_step(dict, *place, letters[i]);
    }
    return true;
}

uint32_t comb_dict_find(const struct comb_dict *dict, const uint8_t *letters, unsigned count)
{
    struct comb_dict_cursor place;
    if (count == 0 || !follow_letters(&place, dict, letters, count - 1))
        return COMB_DICT_NONE;
    unsigned last = letters[count - 1];
    return last < dict->header->letters && comb_dict_ends_word(place, last) ? comb_dict_word_id(place, last)
                                                                            : COMB_DICT_NONE;
}

bool comb_dict_contains(const struct comb_dict *dict, const uint8_t *letters, unsigned count)
{
    return comb_dict_find(dict, letters, count) != COMB_DICT_NONE;
}

bool comb_dict_has_prefix(const struct comb_dict *dict, const uint8_t *letters, unsigned count)
{
    struct comb_dict_cursor place;
    return follow_letters(&place, dict, letters, count) || comb_dict_contains(dict, letters, count);
}

/* Returns the index of the n-th set bit, n from 0. */
static unsigned nth_bit(uint32_t mask, uint32_t n)
{
    while (n-- > 0)
        mask &= mask - 1;
    return (unsigned)__builtin_ctz(mask);
}

/* Word numbers below a record: first the words that end here, then those of each inner letter. */
unsigned comb_dict_word(uint8_t letters[COMB_DICT_MAX_WORD], const struct comb_dict *dict, uint32_t id)
{
    assert(id < dict->header->words);
    const struct comb_dict_record *record = dict->records;
    unsigned count = 0;
    for (;;) {
        uint32_t ends = (uint32_t)__builtin_popcount(record->end);
        if (id < ends) {
            letters[count++] = (uint8_t)nth_bit(record->end, id);
            return count;
        }
        id -= ends;
        const struct comb_dict_record *list = &dict->records[record->first];
        uint32_t child = (uint32_t)__builtin_popcount(record->inner) - 1;
        while (list[child].before > id)
            child--;
        letters[count++] = (uint8_t)nth_bit(record->inner, child);
        id -= list[child].before;
        record = &list[child];
    }
}

bool comb_dict_each(const struct comb_dict *dict,
                    bool (*visit)(void *payload, uint32_t id, const uint8_t *letters, unsigned count), void *payload)
{
    struct {
        struct comb_dict_cursor place;
        uint32_t left; /* letters not yet tried */
    } stack[COMB_DICT_MAX_WORD];
    uint8_t letters[COMB_DICT_MAX_WORD];
    unsigned depth = 0;
    stack[0].place = comb_dict_root(dict);
    stack[0].left = dict->records->inner | dict->records->end;
    for (;;) {
        if (stack[depth].left == 0) {
            if (depth == 0)
                return true;
            depth--;
            continue;
        }
        struct comb_dict_cursor place = stack[depth].place;
        unsigned letter = (unsigned)__builtin_ctz(stack[depth].left);
        stack[depth].left &= stack[depth].left - 1;
        letters[depth] = (uint8_t)letter;
        if (comb_dict_ends_word(place, letter) && !visit(payload, comb_dict_word_id(place, letter), letters, depth + 1))
            return false;
        if (comb_dict_has_child(place, letter)) {
            struct comb_dict_cursor next = comb_dict_step(dict, place, letter);
            depth++;
            stack[depth].place = next;
            stack[depth].left = next.record->inner | next.record->end;
        }
    }
}
