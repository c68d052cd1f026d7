/* Malformed files: an error with its line for the .aff, skipped lines for the .dic, never a crash. */
#include "engine/hunspell/hunspell.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "hunspell_helper.h"

#include <stdio.h>

static void expect_error(const char *aff, unsigned line, const char *words)
{
    struct comb_buf text = {0};
    struct comb_error err = {0};
    int code = expand_sorted(&text, aff, "1\ncat/S\n", NULL, &err);
    if (code != COMB_BAD_INPUT || err.line != line || !strstr(err.message, words))
        print_error("code %d, line %u: %s\n", code, err.line, err.message);
    assert_int_equal(code, COMB_BAD_INPUT);
    assert_int_equal(err.code, COMB_BAD_INPUT);
    assert_int_equal(err.line, line);
    assert_non_null(strstr(err.message, words));
    assert_int_equal(strncmp(err.message, "aff: ", 5), 0);
    assert_string_equal(comb_buf_text(&text), "");
    comb_buf_free(&text);
}

static void test_unknown_encodings(void **state)
{
    (void)state;
    expect_error("# remark\nSET KLINGON-1\n", 2, "\"KLINGON-1\"");
    expect_error("SET\n", 1, "SET");
    expect_error("SET UTF-16\n", 1, "UTF-16");
    expect_error("SET ISO8859-1//IGNORE\n", 1, "8-bit");
    expect_error("SET aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n", 1,
                 "8-bit");
}

static void test_invalid_flags(void **state)
{
    (void)state;
    expect_error("FLAG short\n", 1, "UTF-8, long or num");
    expect_error("FLAG long\nNEEDAFFIX N\n", 2, "expected a flag, got \"N\"");
    expect_error("FLAG num\nNEEDAFFIX 65536\n", 2, "65536");
    expect_error("FLAG num\nNEEDAFFIX 0\n", 2, "expected a flag");
    expect_error("FLAG num\nNEEDAFFIX 12x\n", 2, "12x");
    expect_error("FLAG num\nNEEDAFFIX 99999999999999999999999\n", 2, "9999");
    expect_error("FLAG UTF-8\nNEEDAFFIX \xFF\n", 2, "expected a flag");
    expect_error("FLAG UTF-8\nNEEDAFFIX 🐝\n", 2, "expected a flag");
    expect_error("\nNEEDAFFIX\n", 2, "expected a flag");
    expect_error("SFX S Y 1\nSFX S 0 s/ .\nSFX\n", 3, "expected a flag");
    expect_error("FLAG long\nAF 1\nAF abc\n", 3, "AF");
    expect_error("AF 1\nAF A\nSFX S Y 1\nSFX S 0 s/2 .\n", 4, "after the slash");
    expect_error("FLAG num\nSFX 1 Y 1\nSFX 1 0 s/1,,2 .\n", 3, "after the slash");
}

static void test_invalid_blocks(void **state)
{
    (void)state;
    expect_error("SFX S 0 s .\n", 1, "header");
    expect_error("SFX S Y\n", 1, "number of rules");
    expect_error("SFX S Y x\n", 1, "block, got \"x\"");
    expect_error("SFX S Y -1\n", 1, "number of rules");
    expect_error("SFX S Y 99999999\n", 1, "number of rules");
    expect_error("SFX S Y 2\nSFX S 0 s .\n", 1, "the block lacks 1 rules");
    expect_error("\n\nSFX S Y 2\nSFX S 0 s .\nSFX T Y 1\nSFX T 0 t .\n", 3, "ends at line 5");
    expect_error("SFX S Y 1\nPFX S 0 s .\n", 1, "ends at line 2");
    expect_error("SFX S Y 1\nSFX S 0 s .\nSFX S 0 t .\n", 3, "header");
    expect_error("SFX S Y 1\nSFX S 0\n", 2, "expected a rule");
}

static void test_invalid_rules(void **state)
{
    (void)state;
    expect_error("SFX S Y 1\nSFX S 0 s [ab\n", 2, "\"[ab\"");
    expect_error("SFX S Y 1\nSFX S 0 s ab]\n", 2, "condition");
    expect_error("SFX S Y 1\nSFX S 0 s [^\n", 2, "condition");
    expect_error("SET UTF-8\nSFX S Y 1\nSFX S 0 \xC3 .\n", 3, "encoding");
    expect_error("SET UTF-8\nSFX S Y 1\nSFX S \xFF s .\n", 3, "encoding");
    expect_error("SET UTF-8\nSFX S Y 1\nSFX S 0 s \xFF\n", 3, "encoding");
    expect_error("SET UTF-8\nIGNORE \xFF\n", 2, "IGNORE");
    expect_error("IGNORE\n", 1, "IGNORE");
}

static void test_texts_that_are_too_long(void **state)
{
    (void)state;
    char aff[1000];
    char word[400];
    memset(word, 'a', sizeof word);
    word[256] = '\0';
    snprintf(aff, sizeof aff, "SFX S Y 1\nSFX S 0 %s .\n", word);
    expect_error(aff, 2, "255 bytes");
    word[255] = '\0';
    snprintf(aff, sizeof aff, "SFX S Y 1\nSFX S 0 %s/S .\nPFX P Y 1\nPFX P 0 %s .\n", word, word);
    char dic[1000];
    snprintf(dic, sizeof dic, "2\n%s/SP\n%sa\nb\n", word, word);
    struct forms forms = {0};
    struct comb_hunspell_report report;
    struct comb_hunspell_files files = files_of(aff, dic);
    assert_int_equal(comb_hunspell_expand(&report, &files, NULL, collect_form, NULL, &forms, NULL), COMB_OK);
    assert_int_equal(report.skipped, 1);
    assert_int_equal(report.first_skipped_line, 3);
    assert_int_equal(forms.items.count, 7);
    forms_sort(&forms);
    assert_int_equal(strlen(forms.items.items[5]), 4 * 255);
    forms_free(&forms);
}

static void test_files_that_are_too_large(void **state)
{
    (void)state;
    struct comb_error err = {0};
    struct comb_hunspell_files files = {"", (size_t)COMB_HUNSPELL_MAX_AFF + 1, "", 0};
    assert_int_equal(comb_hunspell_expand(NULL, &files, NULL, collect_form, NULL, NULL, &err), COMB_BAD_INPUT);
    assert_non_null(strstr(err.message, "aff: "));
    files = (struct comb_hunspell_files){"", 0, "", (size_t)COMB_HUNSPELL_MAX_DIC + 1};
    assert_int_equal(comb_hunspell_expand(NULL, &files, NULL, collect_form, NULL, NULL, &err), COMB_BAD_INPUT);
    assert_non_null(strstr(err.message, "dic: "));
}

static void test_empty_files_may_be_null(void **state)
{
    (void)state;
    struct comb_hunspell_files files = {0};
    assert_int_equal(comb_hunspell_expand(NULL, &files, NULL, collect_form, NULL, NULL, NULL), COMB_OK);
}

static void test_invalid_dic_lines_are_skipped(void **state)
{
    (void)state;
    struct forms forms = {0};
    struct comb_hunspell_report report;
    struct comb_hunspell_files files = files_of("SET UTF-8\nFLAG num\nSFX 1 Y 1\nSFX 1 0 s .\n",
                                                "9\ncat/1\ndog/x\nbee/1,\nfox/70000\n\xE2\x82\ncow/0\nhen\n");
    assert_int_equal(comb_hunspell_expand(&report, &files, NULL, collect_form, NULL, &forms, NULL), COMB_OK);
    assert_int_equal(report.skipped, 4);
    assert_int_equal(report.first_skipped_line, 3);
    forms_sort(&forms);
    assert_int_equal(forms.items.count, 5);
    assert_string_equal(forms.items.items[0], "bee");
    assert_string_equal(forms.items.items[4], "hen");
    forms_free(&forms);
}

static bool some_ticks(void *payload, double fraction)
{
    (void)payload;
    (void)fraction;
    return false;
}

/* The tick stops files that generate an endless number of forms. */
static void test_explosions_are_stopped(void **state)
{
    (void)state;
    struct comb_buf aff = {0};
    comb_buf_str(&aff, "SFX S Y 3000\n");
    for (int i = 0; i < 3000; i++)
        comb_buf_printf(&aff, "SFX S 0 %d/SP .\n", i);
    comb_buf_str(&aff, "PFX P Y 3000\n");
    for (int i = 0; i < 3000; i++)
        comb_buf_printf(&aff, "PFX P 0 %d/SP .\n", i);
    struct comb_hunspell_files files = {aff.data, aff.length, "1\na/SP\n", 7};
    struct comb_hunspell_report report;
    struct forms forms = {0};
    assert_int_equal(comb_hunspell_expand(&report, &files, NULL, collect_form, some_ticks, &forms, NULL), COMB_LIMIT);
    assert_true(report.forms > 0 && report.forms < 10000);
    forms_free(&forms);
    comb_buf_free(&aff);
}

/* The arenas' memory counts against the budget: any limit gives an error and no leak. */
static void test_memory_that_runs_out(void **state)
{
    (void)state;
    static const char aff[] = "FORBIDDENWORD !\nAF 1\nAF ST\nIGNORE x\nSFX S Y 1\nSFX S 0 s/1 [^s]\n";
    struct comb_hunspell_files files = files_of(aff, "3\ncat/1\ndog/1\nbad/1\n");
    unsigned failed = 0;
    for (size_t limit = 1000; limit < (size_t)8 << 20; limit += limit / 8) {
        struct comb_budget budget = {.limit = limit};
        struct comb_hunspell_options options = {.budget = &budget};
        struct forms forms = {0};
        struct comb_error err = {0};
        int code = comb_hunspell_expand(NULL, &files, &options, collect_form, NULL, &forms, &err);
        assert_true(code == COMB_OK || code == COMB_NO_MEMORY);
        assert_int_equal(atomic_load(&budget.used), 0);
        if (code == COMB_OK)
            assert_int_equal(forms.items.count, 6);
        else
            failed++;
        forms_free(&forms);
    }
    assert_true(failed > 10);
}

/* Random changes to a good dictionary must give one of the three result codes. */
static void test_damaged_files_do_not_crash(void **state)
{
    (void)state;
    static const char good_aff[] = "SET UTF-8\nFLAG long\nAF 2\nAF AaBb\nAF Cc\nNEEDAFFIX Nn\nFORBIDDENWORD Ff\n"
                                   "SFX Aa Y 2\nSFX Aa y ies/2 [^aeiou]y\nSFX Aa 0 s .\nSFX Cc N 1\nSFX Cc 0 ly .\n"
                                   "PFX Bb Y 1\nPFX Bb 0 é [èa]\n";
    static const char good_dic[] = "4\nfly/1\nacé/1 po:x\nb\\/c/2\tx\nflies\n";
    struct comb_rng rng;
    unsigned good = 0;
    comb_rng_seed(&rng, 7);
    for (int round = 0; round < 3000; round++) {
        char aff[sizeof good_aff];
        char dic[sizeof good_dic];
        memcpy(aff, good_aff, sizeof aff);
        memcpy(dic, good_dic, sizeof dic);
        for (uint64_t changes = 1 + comb_rng_below(&rng, 4); changes; changes--) {
            aff[comb_rng_below(&rng, sizeof aff - 1)] = good_aff[comb_rng_below(&rng, sizeof aff - 1)];
            dic[comb_rng_below(&rng, sizeof dic - 1)] = (char)comb_rng_below(&rng, 256);
        }
        struct comb_hunspell_files files = {aff, sizeof aff - 1, dic, sizeof dic - 1};
        struct comb_error err = {0};
        struct forms forms = {0};
        int code = comb_hunspell_expand(NULL, &files, NULL, collect_form, some_ticks, &forms, &err);
        assert_true(code == COMB_OK || code == COMB_BAD_INPUT);
        assert_true(code == COMB_OK || err.message[0]);
        good += code == COMB_OK;
        forms_free(&forms);
    }
    assert_true(good > 200);
}
