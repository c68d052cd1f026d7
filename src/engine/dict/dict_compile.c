/* Compiles a dictionary from a list of words.
 *
 * The words are sorted and fed, one after the other, into one open path: the record of every prefix of the current
 * word. When the next word leaves that path, the records after the fork are complete and are closed from the deepest
 * up:
 *
 *     root - T - TA - TAK - TAKI - TAKIN     TAKING done, next word TALE
 *                  \  |------ closed ------|
 *                   TAL - ...
 *
 * Closing a record stores the list of its children. Lists are first looked up by content in a hash table. As the lists
 * below are already unique, two lists are equal exactly when their records are equal word by word: equal suffixes are
 * stored once, and the result depends only on the set of words, not on their order.
 *
 * At the end the lists are sorted by height (letters of the longest suffix), tallest first. A list is always less tall
 * than one that leads to it, so it comes after it, which readers check.
 *
 * Cost: sorting dominates; 2.7 million words take about two seconds, and memory is the letters plus 8 bytes per word
 * plus 16 bytes per record. */
#include "base/text.h"
#include "base/vec.h"
#include "engine/dict/dict_format.h"
#include "engine/dict/fold.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CHILDREN = COMB_DICT_MAX_LETTERS };

/* ---- Reading the list ---- */

/* Letters are stored from 1, words end with 0: they compare as C strings. */
struct words {
    char *letters;
    struct COMB_VEC(const char *) index;
};

struct reader {
    uint32_t code_points[COMB_DICT_MAX_LETTERS];
    uint8_t ascii[128]; /* letter + 1; 0 = none */
    unsigned count;
    struct comb_fold fold; /* folds into the letters of the alphabet */
    bool folds;            /* false: nothing can be folded into this alphabet */
};

/* Drops accents, but keeps the alphabet's own letters beyond A .. Z. */
static void prepare_fold(struct reader *reader)
{
    char kept[4 * COMB_DICT_MAX_LETTERS + 1];
    size_t length = 0;
    for (unsigned i = 0; i < reader->count; i++)
        if (reader->code_points[i] >= 128)
            length += comb_utf8_encode(kept + length, reader->code_points[i]);
    kept[length] = '\0';
    reader->folds = comb_fold_init(&reader->fold, kept, 1, COMB_DICT_MAX_WORD);
}

static int read_alphabet(struct reader *reader, const char *alphabet, struct comb_error *err)
{
    size_t length = strlen(alphabet);
    for (size_t i = 0, size; i < length; i += size) {
        uint32_t code_point = 0;
        size = comb_utf8_decode(&code_point, alphabet + i, length - i);
        if (size == 0)
            return comb_fail(err, COMB_BAD_INPUT, "alphabet: byte %zu is not UTF-8", i + 1);
        if (reader->count == COMB_DICT_MAX_LETTERS)
            return comb_fail(err, COMB_BAD_INPUT, "alphabet has more than %d letters", COMB_DICT_MAX_LETTERS);
        if (code_point <= ' ' || code_point == '#' || (code_point >= 'a' && code_point <= 'z'))
            return comb_fail(err, COMB_BAD_INPUT, "alphabet: character %u is not a capital letter", reader->count + 1);
        for (unsigned j = 0; j < reader->count; j++)
            if (reader->code_points[j] == code_point)
                return comb_fail(err, COMB_BAD_INPUT, "alphabet: letters %u and %u are the same", j + 1,
                                 reader->count + 1);
        if (code_point < 128)
            reader->ascii[code_point] = (uint8_t)(reader->count + 1);
        reader->code_points[reader->count++] = code_point;
    }
    for (unsigned c = 'a'; c <= 'z'; c++)
        reader->ascii[c] = reader->ascii[c - 'a' + 'A'];
    prepare_fold(reader);
    return reader->count > 0 ? COMB_OK : comb_fail(err, COMB_BAD_INPUT, "alphabet has no letters");
}

static unsigned letter_of(const struct reader *reader, uint32_t code_point)
{
    if (code_point < 128)
        return reader->ascii[code_point];
    for (unsigned i = 0; i < reader->count; i++)
        if (reader->code_points[i] == code_point)
            return i + 1;
    return 0;
}

/* Writes the letters of a word and a zero; returns their number, 0 if the text does not fit this alphabet. */
static size_t read_letters(char *out, const struct reader *reader, const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length;) {
        uint32_t code_point = 0;
        size_t size = comb_utf8_decode(&code_point, text + i, length - i);
        unsigned letter = size > 0 ? letter_of(reader, code_point) : 0;
        if (letter == 0 || count == COMB_DICT_MAX_WORD)
            return 0;
        out[count++] = (char)letter;
        i += size;
    }
    out[count] = '\0';
    return count;
}

/* The same for a word that may need folding. A folded word never has more letters than the text has bytes. */
static size_t read_word(char *out, const struct reader *reader, const char *text, size_t length)
{
    char folded[COMB_FOLD_MAX_BYTES];
    size_t count = read_letters(out, reader, text, length);
    if (count > 0 || !reader->folds)
        return count;
    return read_letters(out, reader, folded, comb_fold_word(folded, &reader->fold, text, length));
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Reads every line of the list; `output` has one byte more than the list, which is always enough. */
static bool read_list(struct words *words, struct comb_dict_report *report, const struct reader *reader,
                      const char *list, size_t length)
{
    const char *end = list + length;
    char *output = words->letters;
    if (length >= 3 && memcmp(list, "\xef\xbb\xbf", 3) == 0)
        list += 3;
    for (const char *line = list, *next; line < end; line = next) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        const char *stop = newline ? newline : end;
        next = newline ? newline + 1 : end;
        report->lines++;
        while (line < stop && is_blank(*line))
            line++;
        while (line < stop && is_blank(stop[-1]))
            stop--;
        if (line == stop || *line == '#')
            continue;
        size_t count = read_word(output, reader, line, (size_t)(stop - line));
        if (count == 0) {
            if (report->skipped++ == 0)
                report->first_skipped_line = report->lines;
            continue;
        }
        if (!comb_vec_push(&words->index, output))
            return false;
        output += count + 1;
    }
    return true;
}

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Most lists are already sorted. */
static void sort_words(struct words *words)
{
    for (size_t i = 1; i < words->index.count; i++)
        if (strcmp(words->index.items[i - 1], words->index.items[i]) > 0) {
            qsort(words->index.items, words->index.count, sizeof *words->index.items, compare_words);
            return;
        }
}

/* ---- Sharing suffixes ---- */

/* A list in the pool of records. */
struct list {
    uint32_t first;
    uint8_t count;
    uint8_t height;
};

/* The record of a prefix of the current word, with its children closed so far. */
struct open_record {
    struct comb_dict_record record;
    uint32_t words;
    unsigned children;
    struct comb_dict_record child[MAX_CHILDREN]; /* first = index of its list + 1, until the lists are placed */
};

struct builder {
    struct COMB_VEC(struct comb_dict_record) pool;
    struct COMB_VEC(struct list) lists;
    uint32_t *table; /* index of a list + 1, 0 = free; the size is a power of two */
    size_t table_size;
    struct open_record path[COMB_DICT_MAX_WORD];
    unsigned longest;
};

static size_t hash_list(const struct comb_dict_record *records, unsigned count)
{
    uint64_t hash = count;
    for (unsigned i = 0; i < count; i++) {
        hash = (hash ^ records[i].inner) * 0x9e3779b97f4a7c15u;
        hash = (hash ^ hash >> 32 ^ records[i].end) * 0xd1b54a32d192ed03u;
        hash = (hash ^ hash >> 32 ^ records[i].first) * 0x9e3779b97f4a7c15u;
    }
    return (size_t)(hash ^ hash >> 32);
}

static bool same_list(const struct builder *builder, const struct list *list, const struct comb_dict_record *records,
                      unsigned count)
{
    return list->count == count && memcmp(&builder->pool.items[list->first], records, count * sizeof *records) == 0;
}

/* Returns the slot of an equal list, or the free slot where it belongs. */
static uint32_t *find_slot(const struct builder *builder, const struct comb_dict_record *records, unsigned count)
{
    size_t slot = hash_list(records, count) & (builder->table_size - 1);
    while (builder->table[slot] != 0 &&
           !same_list(builder, &builder->lists.items[builder->table[slot] - 1], records, count))
        slot = (slot + 1) & (builder->table_size - 1);
    return &builder->table[slot];
}

static bool grow_table(struct builder *builder)
{
    size_t size = builder->table_size ? builder->table_size * 2 : 4096;
    uint32_t *table = calloc(size, sizeof *table);
    if (!table)
        return false;
    free(builder->table);
    builder->table = table;
    builder->table_size = size;
    for (size_t i = 0; i < builder->lists.count; i++) {
        const struct list *list = &builder->lists.items[i];
        *find_slot(builder, &builder->pool.items[list->first], list->count) = (uint32_t)i + 1;
    }
    return true;
}

static uint8_t height_of(const struct builder *builder, const struct comb_dict_record *records, unsigned count)
{
    uint8_t height = 0;
    for (unsigned i = 0; i < count; i++)
        if (records[i].first != 0 && builder->lists.items[records[i].first - 1].height > height)
            height = builder->lists.items[records[i].first - 1].height;
    return (uint8_t)(height + 1);
}

/* Returns the index + 1 of the list with these records; 0 if memory is exhausted. */
static uint32_t intern_list(struct builder *builder, const struct comb_dict_record *records, unsigned count)
{
    assert(count > 0 && count <= MAX_CHILDREN);
    if (builder->lists.count * 2 >= builder->table_size && !grow_table(builder))
        return 0;
    uint32_t *slot = find_slot(builder, records, count);
    if (*slot != 0)
        return *slot;
    struct list list = {
        .first = (uint32_t)builder->pool.count, .count = (uint8_t)count, .height = height_of(builder, records, count)};
    for (unsigned i = 0; i < count; i++)
        if (!comb_vec_push(&builder->pool, records[i]))
            return 0;
    if (!comb_vec_push(&builder->lists, list))
        return 0;
    *slot = (uint32_t)builder->lists.count;
    return *slot;
}

/* Stores the child list of the record at this depth. */
static bool close_record(struct builder *builder, unsigned depth)
{
    struct open_record *open = &builder->path[depth];
    open->words += (uint32_t)__builtin_popcount(open->record.end);
    if (open->children == 0)
        return true;
    open->record.first = intern_list(builder, open->child, open->children);
    return open->record.first != 0;
}

/* Closes all records deeper than `depth` and adds each to its parent. */
static bool close_down_to(struct builder *builder, const char *word, unsigned length, unsigned depth)
{
    for (unsigned d = length - 1; d > depth; d--) {
        if (!close_record(builder, d))
            return false;
        struct open_record *parent = &builder->path[d - 1];
        struct comb_dict_record record = builder->path[d].record;
        record.before = parent->words;
        parent->record.inner |= (uint32_t)1 << (word[d - 1] - 1);
        assert(parent->children < MAX_CHILDREN);
        parent->child[parent->children++] = record;
        parent->words += builder->path[d].words;
    }
    return true;
}

static unsigned common_prefix(const char *a, const char *b)
{
    unsigned i = 0;
    while (a[i] != '\0' && a[i] == b[i])
        i++;
    return i;
}

static void open_records(struct builder *builder, unsigned from, unsigned to)
{
    assert(to <= COMB_DICT_MAX_WORD);
    for (unsigned d = from; d < to; d++) {
        builder->path[d].record = (struct comb_dict_record){0};
        builder->path[d].words = 0;
        builder->path[d].children = 0;
    }
}

/* `previous` is the word before, "" for the first. */
static bool add_word(struct builder *builder, const char *previous, const char *word)
{
    unsigned length = (unsigned)strlen(word);
    unsigned old_length = (unsigned)strlen(previous);
    unsigned shared = common_prefix(previous, word);
    if (old_length > 0 && shared + 1 < old_length && !close_down_to(builder, previous, old_length, shared))
        return false;
    unsigned open = shared < old_length ? shared + 1 : old_length;
    open_records(builder, open, length);
    builder->path[length - 1].record.end |= (uint32_t)1 << (word[length - 1] - 1);
    builder->longest = length > builder->longest ? length : builder->longest;
    return true;
}

static int add_words(struct builder *builder, const struct words *words, struct comb_dict_report *report,
                     struct comb_error *err)
{
    const char *previous = "";
    open_records(builder, 0, 1);
    for (size_t i = 0; i < words->index.count; i++) {
        const char *word = words->index.items[i];
        if (strcmp(previous, word) == 0) {
            report->duplicates++;
            continue;
        }
        if (!add_word(builder, previous, word))
            return comb_fail_memory(err);
        assert(strcmp(previous, word) < 0); /* only sorted words share an open path */
        report->words++;
        previous = word;
    }
    unsigned length = (unsigned)strlen(previous);
    bool closed = close_down_to(builder, previous, length, 0) && close_record(builder, 0);
    return closed ? COMB_OK : comb_fail_memory(err);
}

static void free_builder(struct builder *builder)
{
    comb_vec_free(&builder->pool);
    comb_vec_free(&builder->lists);
    free(builder->table);
    free(builder);
}

/* ---- Writing ---- */

/* Returns the position of each list: tallest first, lists of equal height in the order they were found. */
static uint32_t *place_lists(const struct builder *builder)
{
    uint32_t *place = malloc((builder->lists.count + 1) * sizeof *place);
    if (!place)
        return NULL;
    uint32_t next = 1;
    for (unsigned height = COMB_DICT_MAX_WORD; height > 0; height--)
        for (size_t i = 0; i < builder->lists.count; i++)
            if (builder->lists.items[i].height == height) {
                place[i] = next;
                next += builder->lists.items[i].count;
            }
    assert(next == builder->pool.count + 1);
    return place;
}

static struct comb_dict_record placed(struct comb_dict_record record, const uint32_t *place)
{
    if (record.first != 0)
        record.first = place[record.first - 1];
    return record;
}

static bool write_records(struct comb_dict_record *out, const struct builder *builder)
{
    uint32_t *place = place_lists(builder);
    if (!place)
        return false;
    out[0] = placed(builder->path[0].record, place);
    for (size_t i = 0; i < builder->lists.count; i++)
        for (unsigned j = 0; j < builder->lists.items[i].count; j++)
            out[place[i] + j] = placed(builder->pool.items[builder->lists.items[i].first + j], place);
    free(place);
    return true;
}

static int copy_text(char out[COMB_DICT_MAX_TEXT + 1], const char *name, const char *text, struct comb_error *err)
{
    size_t length = text ? strlen(text) : 0;
    if (length > COMB_DICT_MAX_TEXT || !comb_utf8_valid(text, length))
        return comb_fail(err, COMB_BAD_INPUT, "%s has %zu bytes, expected at most %d bytes of UTF-8", name, length,
                         COMB_DICT_MAX_TEXT);
    if (length > 0)
        memcpy(out, text, length); /* NOLINT(bugprone-not-null-terminated-result): the rest of `out` is zero */
    return COMB_OK;
}

static int fill_header(struct comb_dict_header *header, const struct reader *reader, const struct comb_dict_meta *meta,
                       struct comb_error *err)
{
    *header = (struct comb_dict_header){
        .version = COMB_DICT_VERSION, .byte_order = COMB_DICT_BYTE_ORDER, .letters = reader->count};
    memcpy(header->magic, COMB_DICT_MAGIC, sizeof header->magic);
    header->stamp = meta->stamp;
    for (unsigned i = 0; i < reader->count; i++)
        comb_utf8_encode(header->alphabet[i], reader->code_points[i]);
    int code = copy_text(header->language, "language", meta->language, err);
    if (code == COMB_OK)
        code = copy_text(header->title, "title", meta->title, err);
    if (code == COMB_OK)
        code = copy_text(header->source, "source", meta->source, err);
    return code == COMB_OK ? copy_text(header->licence, "licence", meta->licence, err) : code;
}

static int write_dict(struct comb_buf *out, struct comb_dict_header *header, const struct builder *builder,
                      struct comb_error *err)
{
    header->records = (uint32_t)builder->pool.count + 1;
    header->words = builder->path[0].words;
    header->longest = builder->longest;
    header->size = sizeof *header + (uint64_t)header->records * sizeof(struct comb_dict_record);
    struct comb_dict_record *records = malloc(header->records * sizeof *records);
    if (!records || !write_records(records, builder)) {
        free(records);
        return comb_fail_memory(err);
    }
    header->content_hash = comb_dict_content_hash(header, records);
    header->header_hash = comb_dict_header_hash(header);
    comb_buf_add(out, header, sizeof *header);
    comb_buf_add(out, records, header->records * sizeof *records);
    free(records);
    return out->failed ? comb_fail_memory(err) : COMB_OK;
}

static int build_dict(struct comb_buf *out, struct comb_dict_report *report, struct comb_dict_header *header,
                      struct words *words, struct comb_error *err)
{
    if (words->index.count == 0)
        return comb_fail(err, COMB_BAD_INPUT, "no words: %zu lines, %zu skipped (characters outside the alphabet)",
                         report->lines, report->skipped);
    if (words->index.count > COMB_DICT_MAX_WORDS)
        return comb_fail(err, COMB_BAD_INPUT, "list has %zu words, expected at most %d", words->index.count,
                         COMB_DICT_MAX_WORDS);
    sort_words(words);
    struct builder *builder = calloc(1, sizeof *builder);
    if (!builder)
        return comb_fail_memory(err);
    int code = add_words(builder, words, report, err);
    assert(code != COMB_OK || builder->path[0].words == report->words);
    if (code == COMB_OK)
        code = write_dict(out, header, builder, err);
    free_builder(builder);
    return code;
}

int comb_dict_compile(struct comb_buf *out, struct comb_dict_report *report, const char *list, size_t length,
                      const struct comb_dict_meta *meta, struct comb_error *err)
{
    struct comb_dict_report own = {0};
    struct reader reader = {0};
    struct comb_dict_header header;
    struct words words = {0};
    report = report ? report : &own;
    *report = (struct comb_dict_report){0};
    int code = read_alphabet(&reader, meta->alphabet ? meta->alphabet : "ABCDEFGHIJKLMNOPQRSTUVWXYZ", err);
    if (code == COMB_OK)
        code = fill_header(&header, &reader, meta, err);
    if (code != COMB_OK)
        return code;
    words.letters = malloc(length + 1);
    bool read = words.letters && read_list(&words, report, &reader, list, length);
    code = read ? build_dict(out, report, &header, &words, err) : comb_fail_memory(err);
    comb_vec_free(&words.index);
    free(words.letters);
    return code;
}
