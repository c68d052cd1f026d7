/* Dictionaries from arbitrary bytes: every accepted one must be safe to traverse and to search. A second copy gets
 * correct checksums, so that the fuzzer gets past them; the bytes are also compiled as a list of words. */
#include "engine/dict/dict_format.h"
#include "engine/words/words.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_WORDS = 20000, MAX_TICKS = 16 };

struct walk {
    const struct comb_dict *dict;
    unsigned words;
};

static bool check_word(void *payload, uint32_t id, const uint8_t *letters, unsigned count)
{
    struct walk *walk = payload;
    uint8_t spelled[COMB_DICT_MAX_WORD];
    assert(id < comb_dict_word_count(walk->dict));
    assert(comb_dict_find(walk->dict, letters, count) == id);
    assert(comb_dict_word(spelled, walk->dict, id) == count && memcmp(spelled, letters, count) == 0);
    return ++walk->words < MAX_WORDS;
}

static bool tick(void *payload)
{
    return ++*(unsigned *)payload < MAX_TICKS;
}

static bool count_points(void *payload, const struct comb_word_found *found)
{
    *(uint64_t *)payload += found->points;
    return true;
}

/* A board of 4 x 4 with letters, holes, tiles and a wildcard. */
static struct comb_word_board make_board(const struct comb_dict *dict, const uint8_t *data, size_t size)
{
    struct comb_word_board board = {.cells = 16};
    unsigned letters = comb_dict_letter_count(dict);
    for (unsigned i = 0; i < board.cells; i++) {
        uint8_t byte = size > 0 ? data[(i * 31) % size] : 0;
        for (unsigned j = 0; j < board.cells; j++)
            if (i != j && (i % 4 - j % 4 + 1) < 3 && (i / 4 - j / 4 + 1) < 3)
                board.neighbours[i] |= (uint64_t)1 << j;
        board.tiles[i].count = byte < 250 ? 1 : (uint8_t)(byte - 250) % 4;
        for (unsigned j = 0; j < board.tiles[i].count; j++)
            board.tiles[i].letters[j] = (uint8_t)((byte + j) % letters);
    }
    if (size > 0 && data[0] % 8 == 0)
        board.tiles[5] = (struct comb_word_tile){.count = 1, .letters = {COMB_WORD_ANY}};
    return board;
}

/* Checks that listing and scoring agree, in the plain and in the indexed search. */
static void search_board(const struct comb_dict *dict, const uint8_t *data, size_t size)
{
    struct comb_word_rules rules = {.kind = COMB_WORD_BY_LENGTH};
    struct comb_word_index *index = NULL;
    struct comb_word_search *search = NULL;
    bool fast = size % 4 == 1; /* not for all inputs, because the index is much larger than they are */
    unsigned ticks = 0;
    uint64_t listed = 0;
    for (unsigned i = 0; i <= COMB_DICT_MAX_WORD; i++)
        rules.points[i] = i;
    int code = fast ? comb_word_index_new(&index, dict, NULL) : COMB_OK;
    if (code == COMB_OK)
        code = index ? comb_word_search_new_indexed(&search, index, NULL) : comb_word_search_new(&search, dict, NULL);
    if (code == COMB_OK) {
        struct comb_word_board board = make_board(dict, data, size);
        comb_word_search_tick(search, tick, &ticks);
        struct comb_word_total total = comb_word_score(search, &board, &rules);
        ticks = 0;
        code = comb_word_list(search, &board, &rules, COMB_WORD_ALPHABETICAL, count_points, &listed, NULL);
        assert(total.stopped || code != COMB_OK || listed == total.score);
    }
    comb_word_search_free(search);
    comb_word_index_free(index);
}

static void check_dict(const void *bytes, size_t length, const uint8_t *data, size_t size)
{
    struct comb_dict *dict = NULL;
    if (comb_dict_open(&dict, bytes, length, false, NULL) == COMB_OK) {
        struct walk walk = {.dict = dict};
        bool all = comb_dict_each(dict, check_word, &walk);
        assert(!all || walk.words == comb_dict_word_count(dict));
        if (comb_dict_word_count(dict) <= MAX_WORDS)
            search_board(dict, data, size);
    }
    comb_dict_free(dict);
}

static void check_with_checksums(const uint8_t *data, size_t size)
{
    if (size < sizeof(struct comb_dict_header) + sizeof(struct comb_dict_record))
        return;
    struct comb_dict_header *header = malloc(size);
    if (!header)
        return;
    memcpy(header, data, size);
    memcpy(header->magic, COMB_DICT_MAGIC, sizeof header->magic);
    header->version = COMB_DICT_VERSION;
    header->byte_order = COMB_DICT_BYTE_ORDER;
    header->records = (uint32_t)((size - sizeof *header) / sizeof(struct comb_dict_record));
    header->size = sizeof *header + header->records * sizeof(struct comb_dict_record);
    header->content_hash = comb_dict_content_hash(header, (const struct comb_dict_record *)(header + 1));
    header->header_hash = comb_dict_header_hash(header);
    check_dict(header, (size_t)header->size, data, size);
    free(header);
}

static void check_as_list(const uint8_t *data, size_t size)
{
    struct comb_buf out = {0};
    struct comb_dict_meta meta = {.alphabet = size % 2 ? NULL : "ABC\xc3\x91X"};
    if (comb_dict_compile(&out, NULL, (const char *)data, size, &meta, NULL) == COMB_OK) {
        struct comb_dict *dict = NULL;
        int code = comb_dict_open(&dict, out.data, out.length, false, NULL);
        assert(code == COMB_OK || code == COMB_NO_MEMORY);
        comb_dict_free(dict);
        check_dict(out.data, out.length, data, size);
    }
    comb_buf_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_dict(data, size, data, size);
    check_with_checksums(data, size);
    check_as_list(data, size);
    return 0;
}
