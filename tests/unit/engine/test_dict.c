/* The dictionary: compiling, opening, look-up, rejecting damaged files. */
#define _POSIX_C_SOURCE 200809L
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/dict/dict_format.h"
#include "unit/engine/word_boards.h"

#include <stdio.h>

/* ---- A list as a plain array, for comparison ---- */

enum { MAX_WORDS = 3000, LONGEST = 12 };

struct plain_list {
    char words[MAX_WORDS][LONGEST + 1];
    size_t count;
};

static int compare_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Fills the list with unique words of up to `longest` of the first `letters` letters of A .. Z, in alphabetical
 * order. */
static void random_list(struct plain_list *list, struct comb_rng *rng, unsigned letters, size_t count)
{
    list->count = 0;
    for (size_t i = 0; i < count; i++) {
        char *word = list->words[list->count++];
        size_t length = 1 + comb_rng_below(rng, LONGEST);
        for (size_t j = 0; j < length; j++)
            word[j] = (char)('A' + comb_rng_below(rng, letters));
        word[length] = '\0';
    }
    qsort(list->words, list->count, sizeof *list->words, compare_text);
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (kept == 0 || strcmp(list->words[kept - 1], list->words[i]) != 0)
            memmove(list->words[kept++], list->words[i], sizeof *list->words);
    list->count = kept;
}

static void write_list(struct comb_buf *out, const struct plain_list *list, const char *newline)
{
    for (size_t i = 0; i < list->count; i++) {
        comb_buf_str(out, list->words[i]);
        comb_buf_str(out, newline);
    }
    assert_false(out->failed);
}

static unsigned letters_of(uint8_t *letters, const char *word)
{
    unsigned count = 0;
    for (; word[count] != '\0'; count++)
        letters[count] = (uint8_t)(word[count] - 'A');
    return count;
}

struct each_check {
    const struct plain_list *list;
    const struct comb_dict *dict;
    size_t next;
    uint8_t *used; /* ids */
};

static bool check_each(void *payload, uint32_t id, const uint8_t *letters, unsigned count)
{
    struct each_check *check = payload;
    uint8_t expected[LONGEST + 1];
    uint8_t spelled[COMB_DICT_MAX_WORD];
    assert_true(check->next < check->list->count);
    assert_int_equal(count, letters_of(expected, check->list->words[check->next++]));
    assert_memory_equal(letters, expected, count);
    assert_true(id < comb_dict_word_count(check->dict));
    assert_int_equal(check->used[id]++, 0);
    assert_int_equal(comb_dict_find(check->dict, letters, count), id);
    assert_int_equal(comb_dict_word(spelled, check->dict, id), count);
    assert_memory_equal(spelled, letters, count);
    return true;
}

/* Every string of the list has its own id, in order; no other string is found. */
static void check_dict(const struct comb_dict *dict, const struct plain_list *list, struct comb_rng *rng)
{
    struct each_check check = {.list = list, .dict = dict, .used = calloc(list->count, 1)};
    assert_non_null(check.used);
    assert_int_equal(comb_dict_word_count(dict), list->count);
    assert_true(comb_dict_each(dict, check_each, &check));
    assert_int_equal(check.next, list->count);
    free(check.used);
    for (unsigned i = 0; i < 2000; i++) {
        char word[LONGEST + 1] = "";
        uint8_t letters[LONGEST];
        strcpy(word, list->words[comb_rng_below(rng, list->count)]);
        word[comb_rng_below(rng, strlen(word))] = (char)('A' + comb_rng_below(rng, 26));
        word[1 + comb_rng_below(rng, LONGEST)] = '\0';
        bool expected = bsearch(word, list->words, list->count, sizeof *list->words, compare_text) != NULL;
        bool prefix = false;
        for (size_t j = 0; j < list->count && !prefix; j++)
            prefix = strncmp(list->words[j], word, strlen(word)) == 0;
        unsigned count = letters_of(letters, word);
        assert_int_equal(comb_dict_contains(dict, letters, count), expected);
        assert_int_equal(comb_dict_has_prefix(dict, letters, count), prefix);
    }
}

static void test_random_lists(void **state)
{
    (void)state;
    struct comb_rng rng;
    struct plain_list *list = malloc(sizeof *list);
    assert_non_null(list);
    comb_rng_seed(&rng, 11);
    for (unsigned round = 0; round < 60; round++) {
        struct comb_buf text = {0};
        struct made_dict made;
        random_list(list, &rng, 1 + (unsigned)comb_rng_below(&rng, 26), 1 + comb_rng_below(&rng, MAX_WORDS));
        write_list(&text, list, round % 2 ? "\n" : "\r\n");
        assert_int_equal(make_dict(&made, text.data, text.length, NULL), COMB_OK);
        check_dict(made.dict, list, &rng);
        free_dict(&made);
        comb_buf_free(&text);
    }
    free(list);
}

/* The bytes depend on the set of words only. */
static void test_order_and_repeats_do_not_matter(void **state)
{
    (void)state;
    struct comb_rng rng;
    struct plain_list *list = malloc(sizeof *list);
    assert_non_null(list);
    comb_rng_seed(&rng, 12);
    random_list(list, &rng, 5, MAX_WORDS);
    struct comb_buf sorted = {0};
    struct comb_buf mixed = {0};
    write_list(&sorted, list, "\n");
    for (size_t i = list->count; i > 1; i--) {
        char word[LONGEST + 1];
        size_t other = comb_rng_below(&rng, i);
        memcpy(word, list->words[i - 1], sizeof word);
        memcpy(list->words[i - 1], list->words[other], sizeof word);
        memcpy(list->words[other], word, sizeof word);
    }
    write_list(&mixed, list, "\n");
    write_list(&mixed, list, "\n");
    struct comb_dict_meta meta = {0};
    struct comb_dict_report report;
    struct comb_buf a = {0};
    struct comb_buf b = {0};
    assert_int_equal(comb_dict_compile(&a, NULL, sorted.data, sorted.length, &meta, NULL), COMB_OK);
    assert_int_equal(comb_dict_compile(&b, &report, mixed.data, mixed.length, &meta, NULL), COMB_OK);
    assert_int_equal(a.length, b.length);
    assert_memory_equal(a.data, b.data, a.length);
    assert_int_equal(report.lines, 2 * list->count);
    assert_int_equal(report.words, list->count);
    assert_int_equal(report.duplicates, list->count);
    assert_int_equal(report.skipped, 0);
    comb_buf_free(&sorted);
    comb_buf_free(&mixed);
    comb_buf_free(&a);
    comb_buf_free(&b);
    free(list);
}

static void test_lines_that_are_not_words(void **state)
{
    (void)state;
    static const char text[] =
        "\xef\xbb\xbf# a comment\n\ncat\r\n  Dog \t\nCAT\ndon't\nCAF\xc3\x89\n\xff\n#\nAN\n two words\nI";
    struct comb_buf out = {0};
    struct comb_dict_report report;
    struct comb_dict_meta meta = {.title = "T", .language = "en", .source = "S", .licence = "L"};
    assert_int_equal(comb_dict_compile(&out, &report, text, sizeof text - 1, &meta, NULL), COMB_OK);
    assert_int_equal(report.lines, 12);
    assert_int_equal(report.words, 5); /* CAT, DOG, CAFE, AN, I */
    assert_int_equal(report.duplicates, 1);
    assert_int_equal(report.skipped, 3);
    assert_int_equal(report.first_skipped_line, 6);
    struct comb_dict *dict;
    uint8_t letters[8];
    assert_int_equal(comb_dict_open(&dict, out.data, out.length, false, NULL), COMB_OK);
    assert_int_equal(comb_dict_word_count(dict), 5);
    assert_int_equal(comb_dict_longest(dict), 4);
    assert_string_equal(comb_dict_title(dict), "T");
    assert_string_equal(comb_dict_language(dict), "en");
    assert_string_equal(comb_dict_source(dict), "S");
    assert_string_equal(comb_dict_licence(dict), "L");
    assert_int_equal(comb_dict_size(dict), out.length);
    assert_int_equal(comb_dict_parse(letters, 8, dict, "dOg", 3), 3);
    assert_true(comb_dict_contains(dict, letters, 3));
    assert_int_equal(comb_dict_parse(letters, 8, dict, "I", 1), 1);
    assert_true(comb_dict_contains(dict, letters, 1));
    assert_false(comb_dict_contains(dict, letters, 0));
    assert_true(comb_dict_has_prefix(dict, letters, 0));
    assert_int_equal(comb_dict_parse(letters, 8, dict, "d-g", 3), -1);
    assert_int_equal(comb_dict_parse(letters, 2, dict, "DOG", 3), -1);
    letters[0] = 200;
    assert_false(comb_dict_contains(dict, letters, 1));
    assert_false(comb_dict_has_prefix(dict, letters, 1));
    comb_dict_free(dict);
    comb_buf_free(&out);
}

static bool has(const struct comb_dict *dict, const char *word)
{
    uint8_t letters[COMB_DICT_MAX_WORD];
    int count = comb_dict_parse(letters, COMB_DICT_MAX_WORD, dict, word, strlen(word));
    return count > 0 && comb_dict_contains(dict, letters, (unsigned)count);
}

/* Composed or not, in either case; the alphabet's own letters are kept. */
static void test_words_are_folded(void **state)
{
    (void)state;
    static const char text[] = "città\nstraße\nNIÑO\nan\xcc\x83o\nœuf\nl'eau\nслово\n";
    struct comb_buf out = {0};
    struct comb_dict *dict;
    struct comb_dict_report report;
    assert_int_equal(comb_dict_compile(&out, &report, text, sizeof text - 1, &(struct comb_dict_meta){0}, NULL),
                     COMB_OK);
    assert_int_equal(report.words, 5);
    assert_int_equal(report.skipped, 2);
    assert_int_equal(comb_dict_open(&dict, out.data, out.length, false, NULL), COMB_OK);
    assert_true(has(dict, "CITTA") && has(dict, "STRASSE") && has(dict, "NINO") && has(dict, "ANO"));
    assert_true(has(dict, "OEUF"));
    comb_dict_free(dict);
    comb_buf_clear(&out);
    struct comb_dict_meta meta = {.alphabet = "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"};
    assert_int_equal(comb_dict_compile(&out, &report, text, sizeof text - 1, &meta, NULL), COMB_OK);
    assert_int_equal(comb_dict_open(&dict, out.data, out.length, false, NULL), COMB_OK);
    assert_true(has(dict, "NIÑO") && has(dict, "AÑO") && has(dict, "CITTA") && !has(dict, "ANO"));
    comb_dict_free(dict);
    comb_buf_free(&out);
}

static void test_lists_without_words_are_rejected(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "\n\n", "# nothing\n", "123\n", "\xef\xbb\xbf"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct comb_buf out = {0};
        struct comb_error err = {0};
        struct comb_dict_meta meta = {0};
        assert_int_equal(comb_dict_compile(&out, NULL, texts[i], strlen(texts[i]), &meta, &err), COMB_BAD_INPUT);
        assert_non_null(strstr(err.message, "no words"));
        assert_int_equal(out.length, 0);
        comb_buf_free(&out);
    }
}

static void test_alphabets(void **state)
{
    (void)state;
    static const char text[] = "\xc3\x91U\nNU\nOS\n";
    struct made_dict made;
    uint8_t letters[4];
    assert_int_equal(make_dict(&made, text, sizeof text - 1, "MN\xc3\x91OSU"), COMB_OK);
    assert_int_equal(comb_dict_letter_count(made.dict), 6);
    assert_int_equal(comb_dict_letter_index(made.dict, 0xd1), 2);
    assert_int_equal(comb_dict_letter_index(made.dict, 'o'), 3);
    assert_int_equal(comb_dict_letter_index(made.dict, 'A'), -1);
    assert_string_equal(comb_dict_letter_text(made.dict, 2), "\xc3\x91");
    assert_int_equal(comb_dict_parse(letters, 4, made.dict, "\xc3\x91u", 3), 2);
    assert_true(comb_dict_contains(made.dict, letters, 2));
    struct comb_buf spelled = {0};
    comb_dict_to_text(&spelled, made.dict, letters, 2);
    assert_string_equal(comb_buf_text(&spelled), "\xc3\x91U");
    comb_buf_free(&spelled);
    free_dict(&made);
    static const char *const bad[] = {"", "ABa", "ABA", "A B", "A#", "\xff", "ABCDEFGHIJKLMNOPQRSTUVWXYZ012345"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(make_dict(&made, "AB\n", 3, bad[i]), COMB_BAD_INPUT);
        free_dict(&made);
    }
    assert_int_equal(make_dict(&made, "4A\n", 3, "ABCDEFGHIJKLMNOPQRSTUVWXYZ01234"), COMB_OK);
    assert_int_equal(comb_dict_parse(letters, 4, made.dict, "4A", 2), 2);
    assert_int_equal(letters[0], 30);
    assert_true(comb_dict_contains(made.dict, letters, 2));
    free_dict(&made);
}

static void test_longest_words(void **state)
{
    (void)state;
    char text[256];
    memset(text, 'A', sizeof text);
    text[63] = '\n';
    text[64 + 64] = '\n';
    struct comb_buf out = {0};
    struct comb_dict_report report;
    struct comb_dict_meta meta = {0};
    assert_int_equal(comb_dict_compile(&out, &report, text, 129, &meta, NULL), COMB_OK);
    assert_int_equal(report.words, 1);
    assert_int_equal(report.skipped, 1);
    assert_int_equal(report.first_skipped_line, 2);
    struct comb_dict *dict;
    uint8_t letters[COMB_DICT_MAX_WORD];
    assert_int_equal(comb_dict_open(&dict, out.data, out.length, false, NULL), COMB_OK);
    assert_int_equal(comb_dict_longest(dict), 63);
    assert_int_equal(comb_dict_word(letters, dict, 0), 63);
    comb_dict_free(dict);
    comb_buf_free(&out);
}

static void test_texts_that_are_too_long(void **state)
{
    (void)state;
    char text[COMB_DICT_MAX_TEXT + 2];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    struct comb_buf out = {0};
    struct comb_error err = {0};
    assert_int_equal(comb_dict_compile(&out, NULL, "A\n", 2, &(struct comb_dict_meta){.title = text}, &err),
                     COMB_BAD_INPUT);
    assert_non_null(strstr(err.message, "title"));
    assert_int_equal(comb_dict_compile(&out, NULL, "A\n", 2, &(struct comb_dict_meta){.source = "\xff"}, &err),
                     COMB_BAD_INPUT);
    text[COMB_DICT_MAX_TEXT] = '\0';
    assert_int_equal(comb_dict_compile(&out, NULL, "A\n", 2, &(struct comb_dict_meta){.title = text}, &err), COMB_OK);
    comb_buf_free(&out);
}

/* ---- Opening ---- */

static const char small_list[] = "CAB\nCABS\nCAT\nCATS\nDOG\nDOGS\nSCAB\nA\nBAD\nBADE\nDAB\nDABS\n";

static int open_code(const void *bytes, size_t length)
{
    struct comb_dict *dict = NULL;
    int code = comb_dict_open(&dict, bytes, length, false, NULL);
    comb_dict_free(dict);
    return code;
}

static void test_bytes_at_any_address(void **state)
{
    (void)state;
    struct made_dict made;
    assert_int_equal(make_dict(&made, small_list, sizeof small_list - 1, NULL), COMB_OK);
    char *room = malloc(made.bytes.length + 64);
    assert_non_null(room);
    for (size_t shift = 0; shift < 32; shift++) {
        struct comb_dict *dict;
        memcpy(room + shift, made.bytes.data, made.bytes.length);
        assert_int_equal(comb_dict_open(&dict, room + shift, made.bytes.length, shift % 2, NULL), COMB_OK);
        assert_int_equal(comb_dict_hash(dict), comb_dict_hash(made.dict));
        assert_true(comb_dict_contains(dict, (const uint8_t[]){2, 0, 19}, 3));
        comb_dict_free(dict);
    }
    free(room);
    free_dict(&made);
}

static void test_every_damaged_byte_is_detected(void **state)
{
    (void)state;
    struct made_dict made;
    assert_int_equal(make_dict(&made, small_list, sizeof small_list - 1, NULL), COMB_OK);
    for (size_t i = 0; i < made.bytes.length; i++) {
        made.bytes.data[i] ^= 0x10;
        assert_int_equal(open_code(made.bytes.data, made.bytes.length), COMB_BAD_INPUT);
        made.bytes.data[i] ^= 0x10;
    }
    for (size_t length = 0; length < made.bytes.length; length++)
        assert_int_equal(open_code(made.bytes.data, length), COMB_BAD_INPUT);
    assert_int_equal(open_code(NULL, 0), COMB_BAD_INPUT);
    assert_int_equal(open_code(made.bytes.data, made.bytes.length), COMB_OK);
    free_dict(&made);
}

/* A forger can recompute the checksums. */
static int open_forged(struct comb_buf *bytes)
{
    struct comb_dict_header *header = (void *)bytes->data;
    header->content_hash = comb_dict_content_hash(header, (const void *)(header + 1));
    header->header_hash = comb_dict_header_hash(header);
    return open_code(bytes->data, bytes->length);
}

struct census {
    uint32_t words;
    uint8_t used[256];
};

static bool count_words_and_letters(void *payload, uint32_t id, const uint8_t *letters, unsigned count)
{
    struct census *census = payload;
    assert_true(count >= 1 && count <= COMB_DICT_MAX_WORD && letters[count - 1] < 26);
    assert_true(id < sizeof census->used);
    assert_int_equal(census->used[id]++, 0);
    census->words++;
    return true;
}

/* Forged bytes may be a dictionary of other words, but must never lead outside. Returns whether they were accepted. */
static bool forged_dict_is_sound(struct comb_buf *bytes)
{
    struct comb_dict *dict;
    struct census census = {0};
    uint8_t letters[COMB_DICT_MAX_WORD];
    if (open_forged(bytes) != COMB_OK)
        return false;
    assert_int_equal(comb_dict_open(&dict, bytes->data, bytes->length, false, NULL), COMB_OK);
    assert_true(comb_dict_each(dict, count_words_and_letters, &census));
    assert_int_equal(census.words, comb_dict_word_count(dict));
    for (uint32_t id = 0; id < census.words; id++)
        assert_int_equal(comb_dict_find(dict, letters, comb_dict_word(letters, dict, id)), id);
    comb_dict_free(dict);
    return true;
}

static void test_forged_records_stay_in_bounds(void **state)
{
    (void)state;
    struct made_dict made;
    struct comb_rng rng;
    comb_rng_seed(&rng, 13);
    assert_int_equal(make_dict(&made, small_list, sizeof small_list - 1, NULL), COMB_OK);
    struct comb_dict_header *header = (void *)made.bytes.data;
    uint32_t *fields = (uint32_t *)(header + 1);
    uint32_t field_count = 4 * header->records;
    unsigned sound = 0;
    for (unsigned round = 0; round < 20000; round++) {
        static const uint32_t values[] = {0, 1, 2, UINT32_MAX, UINT32_MAX - 3, 0x80000000, 0x40000000, 0x3ffffff};
        uint32_t i = (uint32_t)comb_rng_below(&rng, field_count);
        uint32_t old = fields[i];
        switch (comb_rng_below(&rng, 4)) {
        case 0:
            fields[i] = values[comb_rng_below(&rng, sizeof values / sizeof *values)];
            break;
        case 1:
            fields[i] ^= (uint32_t)1 << comb_rng_below(&rng, 32);
            break;
        case 2:
            fields[i] += (uint32_t)comb_rng_below(&rng, 5) - 2;
            break;
        default:
            fields[i] = fields[comb_rng_below(&rng, field_count)];
        }
        bool is_sound = forged_dict_is_sound(&made.bytes);
        if (i % 4 == 3) /* only one value of `before` is right */
            assert_int_equal(is_sound, fields[i] == old);
        sound += is_sound && fields[i] != old;
        fields[i] = old;
    }
    assert_true(sound > 0 && sound < 10000);
    assert_true(forged_dict_is_sound(&made.bytes));
    free_dict(&made);
}

static void test_forged_headers_are_rejected(void **state)
{
    (void)state;
    struct made_dict made;
    assert_int_equal(make_dict(&made, small_list, sizeof small_list - 1, NULL), COMB_OK);
    struct comb_dict_header *header = (void *)made.bytes.data;
    struct comb_dict_header good = *header;
    header->words++;
    assert_int_equal(open_forged(&made.bytes), COMB_BAD_INPUT);
    *header = good;
    header->longest++;
    assert_int_equal(open_forged(&made.bytes), COMB_BAD_INPUT);
    *header = good;
    header->longest = 3;
    assert_int_equal(open_forged(&made.bytes), COMB_BAD_INPUT);
    *header = good;
    header->letters = 3;
    assert_int_equal(open_forged(&made.bytes), COMB_BAD_INPUT);
    *header = good;
    header->letters = 32;
    assert_int_equal(open_forged(&made.bytes), COMB_BAD_INPUT);
    *header = good;
    header->records--;
    assert_int_equal(open_forged(&made.bytes), COMB_BAD_INPUT);
    *header = good;
    memset(header->title, 'x', sizeof header->title);
    assert_int_equal(open_forged(&made.bytes), COMB_BAD_INPUT);
    *header = good;
    memcpy(header->alphabet[1], "A", 2);
    assert_int_equal(open_forged(&made.bytes), COMB_BAD_INPUT);
    *header = good;
    memcpy(header->alphabet[1], "BB", 3);
    assert_int_equal(open_forged(&made.bytes), COMB_BAD_INPUT);
    *header = good;
    header->version++;
    assert_int_equal(open_forged(&made.bytes), COMB_BAD_INPUT);
    *header = good;
    assert_int_equal(open_forged(&made.bytes), COMB_OK);
    free_dict(&made);
}

static void test_files(void **state)
{
    (void)state;
    char path[] = "/tmp/comb-test-dict-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    struct made_dict made;
    struct comb_dict *dict;
    struct comb_error err = {0};
    assert_int_equal(comb_dict_open_file(&dict, path, &err), COMB_BAD_INPUT); /* empty */
    assert_int_equal(make_dict(&made, small_list, sizeof small_list - 1, NULL), COMB_OK);
    assert_int_equal(comb_file_write(path, made.bytes.data, made.bytes.length, NULL), COMB_OK);
    assert_int_equal(comb_dict_open_file(&dict, path, &err), COMB_OK);
    assert_int_equal(comb_dict_word_count(dict), 12);
    comb_dict_free(dict);
    assert_int_equal(comb_file_write(path, "cat\ndog\n", 8, NULL), COMB_OK);
    assert_int_equal(comb_dict_open_file(&dict, path, &err), COMB_BAD_INPUT);
    assert_null(dict);
    assert_int_equal(remove(path), 0);
    assert_int_equal(comb_dict_open_file(&dict, path, &err), COMB_IO);
    comb_dict_free(NULL);
    free_dict(&made);
}

static bool stop_at_third(void *payload, uint32_t id, const uint8_t *letters, unsigned count)
{
    (void)id;
    (void)letters;
    (void)count;
    return ++*(unsigned *)payload < 3;
}

static void test_each_can_be_stopped(void **state)
{
    (void)state;
    struct made_dict made;
    unsigned seen = 0;
    assert_int_equal(make_dict(&made, small_list, sizeof small_list - 1, NULL), COMB_OK);
    assert_false(comb_dict_each(made.dict, stop_at_third, &seen));
    assert_int_equal(seen, 3);
    free_dict(&made);
}

/* ---- The real list ---- */

struct spelling {
    const struct comb_dict *dict;
    struct comb_buf text;
    uint32_t ids;
};

static bool append_word_line(void *payload, uint32_t id, const uint8_t *letters, unsigned count)
{
    struct spelling *spelling = payload;
    uint8_t back[COMB_DICT_MAX_WORD];
    comb_dict_to_text(&spelling->text, spelling->dict, letters, count);
    comb_buf_char(&spelling->text, '\n');
    spelling->ids += id;
    return comb_dict_word(back, spelling->dict, id) == count && memcmp(back, letters, count) == 0;
}

static void test_enable1(void **state)
{
    (void)state;
    struct comb_buf list = {0};
    struct made_dict made;
    if (comb_file_read(&list, ENABLE1_LIST, (size_t)1 << 24, NULL) != COMB_OK) {
        print_message("skipped: missing " ENABLE1_LIST " (tools/bootstrap fetches it)\n");
        skip();
    }
    assert_int_equal(make_dict(&made, list.data, list.length, NULL), COMB_OK);
    assert_int_equal(comb_dict_word_count(made.dict), 172823);
    assert_int_equal(comb_dict_longest(made.dict), 28);
    assert_true(comb_dict_size(made.dict) <= 2 << 20);
    struct spelling spelling = {.dict = made.dict};
    assert_true(comb_dict_each(made.dict, append_word_line, &spelling));
    for (size_t i = 0; i < list.length; i++) /* the list may be in lower case */
        if (list.data[i] >= 'a')
            list.data[i] = (char)(list.data[i] - 'a' + 'A');
    assert_int_equal(spelling.text.length, list.length);
    assert_memory_equal(spelling.text.data, list.data, list.length);
    assert_int_equal(spelling.ids, (uint32_t)((uint64_t)172823 * 172822 / 2));
    comb_buf_free(&spelling.text);
    comb_buf_free(&list);
    free_dict(&made);
}
