/* Flags of stems and affixes, as Hunspell writes them:
 *
 *     (nothing)    one byte each, whatever the encoding of the words    cat/SMé  has 4 flags in UTF-8
 *     FLAG UTF-8   one character each                                   cat/SMé  has 3
 *     FLAG long    two bytes each                                       cat/SaM1 has 2
 *     FLAG num     numbers with commas                                  cat/12,4711
 *     AF           the run is the number of a run that the .aff lists   cat/7
 *
 * All become numbers 1 .. 65535. A list of flags is stored as an array and, while it is the most recent one, also as a
 * bit set, so that testing a flag takes constant time. */
#include "engine/hunspell/parts.h"

#include "base/text.h"

#include <assert.h>
#include <stdlib.h>

static void clear_flags(struct comb_hunspell_flag_reader *reader)
{
    for (size_t i = 0; i < reader->flags.count; i++)
        comb_bit_clear(reader->present, reader->flags.items[i]);
    reader->flags.count = 0;
}

void comb_hunspell_flag_reader_free(struct comb_hunspell_flag_reader *reader)
{
    comb_vec_free(&reader->aliases);
    comb_vec_free(&reader->flags);
}

static int add_flag(struct comb_hunspell_flag_reader *reader, uint32_t flag)
{
    if (flag == 0 || flag >= COMB_HUNSPELL_FLAGS)
        return COMB_BAD_INPUT;
    if (comb_bit_test(reader->present, flag))
        return COMB_OK;
    if (!comb_vec_push(&reader->flags, (uint16_t)flag))
        return COMB_NO_MEMORY;
    comb_bit_set(reader->present, flag);
    return COMB_OK;
}

static int read_bytes(struct comb_hunspell_flag_reader *reader, struct comb_hunspell_span bytes)
{
    int code = COMB_OK;
    for (size_t i = 0; i < bytes.length && code == COMB_OK; i++)
        code = add_flag(reader, (unsigned char)bytes.text[i]);
    return code;
}

static int read_characters(struct comb_hunspell_flag_reader *reader, struct comb_hunspell_span bytes)
{
    int code = COMB_OK;
    for (size_t i = 0; i < bytes.length && code == COMB_OK;) {
        uint32_t character;
        size_t size = comb_utf8_decode(&character, bytes.text + i, bytes.length - i);
        code = size ? add_flag(reader, character) : COMB_BAD_INPUT;
        i += size;
    }
    return code;
}

static int read_pairs(struct comb_hunspell_flag_reader *reader, struct comb_hunspell_span bytes)
{
    int code = bytes.length % 2 ? COMB_BAD_INPUT : COMB_OK;
    for (size_t i = 0; i + 1 < bytes.length && code == COMB_OK; i += 2)
        code = add_flag(reader, (uint32_t)(unsigned char)bytes.text[i] << 8 | (unsigned char)bytes.text[i + 1]);
    return code;
}

/* Reads a number at the front of the bytes: returns its digits, 0 if there is none. Values are capped at
 * COMB_HUNSPELL_FLAGS. */
static size_t read_number(uint32_t *out, struct comb_hunspell_span bytes)
{
    size_t digits = 0;
    *out = 0;
    for (; digits < bytes.length && bytes.text[digits] >= '0' && bytes.text[digits] <= '9'; digits++)
        if (*out < COMB_HUNSPELL_FLAGS)
            *out = *out * 10 + (uint32_t)(bytes.text[digits] - '0');
    if (*out > COMB_HUNSPELL_FLAGS)
        *out = COMB_HUNSPELL_FLAGS;
    return digits;
}

static int read_numbers(struct comb_hunspell_flag_reader *reader, struct comb_hunspell_span bytes)
{
    int code = COMB_OK;
    while (bytes.length && code == COMB_OK) {
        uint32_t number;
        size_t digits = read_number(&number, bytes);
        bool last = digits == bytes.length;
        if (digits == 0 || (!last && bytes.text[digits] != ','))
            return COMB_BAD_INPUT;
        code = add_flag(reader, number);
        size_t used = last ? digits : digits + 1;
        bytes = (struct comb_hunspell_span){bytes.text + used, bytes.length - used};
    }
    return code;
}

static int read_run(struct comb_hunspell_flag_reader *reader, struct comb_hunspell_span bytes)
{
    clear_flags(reader);
    switch (reader->mode) {
    case COMB_HUNSPELL_BYTES:
        return read_bytes(reader, bytes);
    case COMB_HUNSPELL_UTF8:
        return read_characters(reader, bytes);
    case COMB_HUNSPELL_PAIRS:
        return read_pairs(reader, bytes);
    case COMB_HUNSPELL_NUMBERS:
        break;
    }
    assert(reader->mode == COMB_HUNSPELL_NUMBERS);
    return read_numbers(reader, bytes);
}

/* Returns NULL if the bytes are not the number of an alias. */
static const struct comb_hunspell_flag_list *find_alias(const struct comb_hunspell_flag_reader *reader,
                                                        struct comb_hunspell_span bytes)
{
    uint32_t number;
    bool good = read_number(&number, bytes) == bytes.length && number > 0 && number <= reader->aliases.count;
    return good ? &reader->aliases.items[number - 1] : NULL;
}

static int read_alias(struct comb_hunspell_flag_reader *reader, struct comb_hunspell_span bytes)
{
    const struct comb_hunspell_flag_list *list = find_alias(reader, bytes);
    int code = list ? COMB_OK : COMB_BAD_INPUT;
    clear_flags(reader);
    for (size_t i = 0; list && i < list->count && code == COMB_OK; i++)
        code = add_flag(reader, list->flags[i]);
    return code;
}

static bool is_alias(const struct comb_hunspell_flag_reader *reader, struct comb_hunspell_span bytes)
{
    return reader->aliases_given && bytes.length;
}

int comb_hunspell_read_flags(struct comb_hunspell_flag_reader *reader, struct comb_hunspell_span bytes)
{
    return is_alias(reader, bytes) ? read_alias(reader, bytes) : read_run(reader, bytes);
}

int comb_hunspell_read_flag(uint16_t *out, struct comb_hunspell_flag_reader *reader, struct comb_hunspell_span bytes)
{
    int code = read_run(reader, bytes);
    if (code == COMB_OK && reader->flags.count == 0)
        code = COMB_BAD_INPUT;
    if (code == COMB_OK)
        *out = reader->flags.items[0];
    return code;
}

static int by_number(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

static int copy_run(struct comb_hunspell_flag_list *out, struct comb_hunspell_flag_reader *reader,
                    struct comb_hunspell_span bytes, struct comb_arena *arena)
{
    *out = (struct comb_hunspell_flag_list){0};
    int code = read_run(reader, bytes);
    size_t count = reader->flags.count;
    if (code != COMB_OK || count == 0)
        return code;
    uint16_t *copy = comb_arena_copy(arena, reader->flags.items, count * sizeof *copy);
    if (!copy)
        return COMB_NO_MEMORY;
    qsort(copy, count, sizeof *copy, by_number);
    *out = (struct comb_hunspell_flag_list){copy, count};
    return COMB_OK;
}

int comb_hunspell_read_flag_list(struct comb_hunspell_flag_list *out, struct comb_hunspell_flag_reader *reader,
                                 struct comb_hunspell_span bytes, struct comb_arena *arena)
{
    if (!is_alias(reader, bytes))
        return copy_run(out, reader, bytes, arena);
    const struct comb_hunspell_flag_list *list = find_alias(reader, bytes);
    if (list)
        *out = *list;
    return list ? COMB_OK : COMB_BAD_INPUT;
}

int comb_hunspell_add_alias(struct comb_hunspell_flag_reader *reader, struct comb_hunspell_span bytes,
                            struct comb_arena *arena)
{
    struct comb_hunspell_flag_list list;
    int code = copy_run(&list, reader, bytes, arena);
    return code == COMB_OK && !comb_vec_push(&reader->aliases, list) ? COMB_NO_MEMORY : code;
}

bool comb_hunspell_has_flag(struct comb_hunspell_flag_list list, uint16_t flag)
{
    size_t low = 0;
    size_t high = list.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (list.flags[middle] < flag)
            low = middle + 1;
        else
            high = middle;
    }
    return low < list.count && list.flags[low] == flag;
}
