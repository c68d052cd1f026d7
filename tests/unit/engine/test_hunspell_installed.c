/* The dictionaries installed on this machine: number of words, some that must be included and some that must not, and
 * whether Hunspell itself accepts the forms. Reports and skips dictionaries that are not installed; skips the test if
 * none is or the hunspell program is missing. Exact numbers apply only to known files, identified by hash. */
#define _POSIX_C_SOURCE 200809L
#include "engine/hunspell/hunspell.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/rng.h"
#include "engine/dict/fold.h"
#include "engine/dict/language.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SAMPLE = 2000, MAX_REJECTED = 1 };

struct known {
    const char *stem;
    uint64_t hash;      /* of .aff and .dic */
    size_t words;       /* distinct words of 1 to 16 letters, folded into A .. Z, capitalised stems included */
    const char *has[4]; /* folded */
    const char *has_not[4];
};

static const struct known dictionaries[] = {
    {"en_US", 0x4ae566e9cde48961, 127449, {"CATS", "UNLOCKED", "GEESE"}, {"UNCATS", "CHILDS"}},
    {"en_GB", 0x0420440f49c44126, 173553, {"COLOUR", "CATS", "NATIONALISE"}, {"UNCATS"}},
    {"es_ES", 0xb472e42638cdbdfb, 616981, {"CANTAREMOS", "DESHACER", "NINOS"}, {"IERRA"}},
    {"it_IT", 0xbc049ffd08c77193, 2683887, {"MANGIAVAMO", "PERCHE", "BAMBINE"}, {"LACQUA", "DELLACQUA"}},
    {"fr", 0x37b8732faf355c1f, 414945, {"MANGERIONS", "COEUR", "KILOMETRES"}, {"LEAU"}},
    {"de_DE", 0x14226471c23ca1ec, 265107, {"HAUSES", "STRASSE", "GEGANGEN"}, {"HAUSS"}},
    {"pt_PT", 0xa74218631db3426a, 380636, {"CANTAREMOS", "CORACAO"}, {"MORFICA"}},
    {"nl", 0x70a5258ccca25e34, 303128, {"IJS", "HUIZEN"}, {"HUISEN"}},
    {"sv_SE", 0x623a3bccfd9e5eec, 728429, {"HUSET", "FLICKORNA"}, {"HUSETEN"}},
};

enum { DICTIONARIES = sizeof dictionaries / sizeof *dictionaries };

struct pair {
    struct comb_buf aff;
    struct comb_buf dic;
};

static bool read_file(struct comb_buf *out, const char *stem, const char *ending)
{
    char path[200];
    snprintf(path, sizeof path, "/usr/share/hunspell/%s.%s", stem, ending);
    return comb_file_read(out, path, (size_t)64 << 20, NULL) == COMB_OK;
}

static void pair_free(struct pair *pair)
{
    comb_buf_free(&pair->aff);
    comb_buf_free(&pair->dic);
}

/* Returns false and prints a message if the dictionary is not installed. */
static bool read_pair(struct pair *out, const char *stem)
{
    *out = (struct pair){0};
    if (read_file(&out->aff, stem, "aff") && read_file(&out->dic, stem, "dic"))
        return true;
    print_message("skipped: the Hunspell dictionary %s is not installed\n", stem);
    pair_free(out);
    return false;
}

static void expand(const struct pair *pair, enum comb_hunspell_capitals capitals, comb_hunspell_visit *visit,
                   void *payload)
{
    struct comb_hunspell_files files = {pair->aff.data, pair->aff.length, pair->dic.data, pair->dic.length};
    struct comb_hunspell_options options = {.capitals = capitals, .letters_only = true};
    struct comb_hunspell_report report;
    struct comb_error err = {0};
    int code = comb_hunspell_expand(&report, &files, &options, visit, NULL, payload, &err);
    if (code != COMB_OK)
        print_error("line %u: %s\n", err.line, err.message);
    assert_int_equal(code, COMB_OK);
    assert_int_equal(report.skipped, 0);
}

/* ---- numbers ---- */

/* A set of words by hash. */
struct words {
    struct comb_fold fold;
    uint64_t *slots; /* 0 = free */
    size_t count;
};

enum { SLOTS = 1 << 23 };

static uint64_t *slot_of(const struct words *words, const char *word, size_t length, uint64_t *hash)
{
    *hash = comb_hash(word, length, 0) | 1;
    uint64_t *slot = &words->slots[*hash >> 1 & (SLOTS - 1)];
    while (*slot && *slot != *hash)
        slot = slot + 1 < words->slots + SLOTS ? slot + 1 : words->slots;
    return slot;
}

static bool add_word(void *payload, const char *form, size_t length)
{
    struct words *words = payload;
    char word[COMB_FOLD_MAX_BYTES];
    uint64_t hash;
    size_t size = comb_fold_word(word, &words->fold, form, length);
    if (size == 0)
        return true;
    uint64_t *slot = slot_of(words, word, size, &hash);
    words->count += *slot == 0;
    *slot = hash;
    return words->count < SLOTS / 2;
}

static bool has_word(const struct words *words, const char *word)
{
    uint64_t hash;
    return *slot_of(words, word, strlen(word), &hash) != 0;
}

static void check_words(const struct known *known, const struct words *words, uint64_t hash)
{
    for (size_t i = 0; known->has[i]; i++)
        if (!has_word(words, known->has[i]))
            fail_msg("%s: %s is missing", known->stem, known->has[i]);
    for (size_t i = 0; known->has_not[i]; i++)
        if (has_word(words, known->has_not[i]))
            fail_msg("%s: %s is not a word", known->stem, known->has_not[i]);
    if (hash == known->hash)
        assert_int_equal(words->count, known->words);
    else
        print_message("%s: unknown files (hash 0x%016llx), %zu words\n", known->stem, (unsigned long long)hash,
                      words->count);
    assert_in_range(words->count, known->words / 10 * 8, known->words / 10 * 12);
}

/* ---- checking with Hunspell ---- */

/* Reservoir sampling: a sample of fixed size, every form with the same probability. */
struct sample {
    struct comb_rng rng;
    size_t seen;
    char *words[SAMPLE];
    bool failed;
};

static bool draw(void *payload, const char *form, size_t length)
{
    struct sample *sample = payload;
    uint64_t place = sample->seen < SAMPLE ? sample->seen : comb_rng_below(&sample->rng, sample->seen + 1);
    sample->seen++;
    if (place >= SAMPLE)
        return true;
    char *copy = calloc(1, length + 1);
    if (!copy)
        return !(sample->failed = true);
    memcpy(copy, form, length);
    free(sample->words[place]);
    sample->words[place] = copy;
    return true;
}

/* Writes the sample to a file and counts the words that Hunspell rejects. */
static unsigned count_rejected(const struct sample *sample, const char *stem)
{
    char path[] = "/tmp/comb-hunspell-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *file = fdopen(fd, "w");
    assert_non_null(file);
    for (size_t i = 0; i < SAMPLE; i++)
        fprintf(file, "%s\n", sample->words[i]);
    assert_int_equal(fclose(file), 0);
    char command[300];
    snprintf(command, sizeof command, "LC_ALL=C.UTF-8 hunspell -d /usr/share/hunspell/%s -i utf-8 -l %s", stem, path);
    FILE *rejected = popen(command, "r");
    assert_non_null(rejected);
    unsigned count = 0;
    char line[COMB_HUNSPELL_MAX_FORM + 2];
    for (; fgets(line, sizeof line, rejected); count++)
        print_message("%s: Hunspell rejects %s", stem, line);
    assert_int_equal(pclose(rejected), 0);
    unlink(path);
    return count;
}

/* ---- both ---- */

struct visitor {
    struct words words;
    struct sample sample;
};

static bool visit(void *payload, const char *form, size_t length)
{
    struct visitor *visitor = payload;
    return add_word(&visitor->words, form, length) && draw(&visitor->sample, form, length);
}

static struct visitor *visitor_new(void)
{
    struct visitor *visitor = calloc(1, sizeof *visitor);
    assert_non_null(visitor);
    visitor->words.slots = calloc(SLOTS, sizeof *visitor->words.slots);
    assert_non_null(visitor->words.slots);
    assert_true(comb_fold_init(&visitor->words.fold, "", 1, 16));
    comb_rng_seed(&visitor->sample.rng, 4711);
    return visitor;
}

static void visitor_free(struct visitor *visitor)
{
    for (size_t i = 0; i < SAMPLE; i++)
        free(visitor->sample.words[i]);
    free(visitor->words.slots);
    free(visitor);
}

static void check_dictionary(const struct known *known, const struct pair *pair, bool run_hunspell)
{
    struct visitor *visitor = visitor_new();
    expand(pair, COMB_HUNSPELL_CAPITALS, visit, visitor);
    assert_false(visitor->sample.failed);
    assert_true(visitor->sample.seen > SAMPLE);
    uint64_t hash = comb_hash(pair->dic.data, pair->dic.length, comb_hash(pair->aff.data, pair->aff.length, 0));
    check_words(known, &visitor->words, hash);
    if (run_hunspell)
        assert_true(count_rejected(&visitor->sample, known->stem) <= MAX_REJECTED);
    visitor_free(visitor);
}

static void test_word_counts_match_and_hunspell_accepts_the_words(void **state)
{
    (void)state;
    size_t checked = 0;
    bool run_hunspell = system("command -v hunspell >/dev/null 2>&1") == 0;
    for (size_t i = 0; i < DICTIONARIES; i++) {
        struct pair pair;
        if (read_pair(&pair, dictionaries[i].stem)) {
            check_dictionary(&dictionaries[i], &pair, run_hunspell);
            pair_free(&pair);
            checked++;
        }
    }
    print_message("%zu of %d dictionaries checked\n", checked, DICTIONARIES);
    if (checked == 0 || !run_hunspell) {
        print_message("skipped: %s\n",
                      run_hunspell ? "no dictionary is installed" : "the program hunspell is not installed");
        skip();
    }
}

/* ---- the table of languages ---- */

enum { ENOUGH = 50000 };

static bool count_word(void *payload, const char *form, size_t length)
{
    (void)form;
    assert_true(length > 0);
    return ++*(size_t *)payload < ENOUGH;
}

static void test_every_language_that_is_installed_expands(void **state)
{
    (void)state;
    size_t checked = 0;
    for (size_t i = 0; comb_language_at(i); i++) {
        const struct comb_language *language = comb_language_at(i);
        struct pair pair;
        size_t forms = 0;
        if (comb_language_is_embedded(language) || !read_pair(&pair, language->stems[0]))
            continue;
        expand(&pair, language->capitals, count_word, &forms);
        assert_int_equal(forms, ENOUGH);
        pair_free(&pair);
        checked++;
    }
    if (checked == 0) {
        print_message("skipped: no dictionary is installed\n");
        skip();
    }
}
