#include "engine/dict/language.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"
#include "engine/dict/dict.h"
#include "engine/dict/fold.h"

#include <stdio.h>
#include <string.h>

static void test_find_by_code_and_by_file(void **state)
{
    (void)state;
    static const struct {
        const char *asked;
        const char *code;
    } cases[] = {{"en", "en"},    {"EN", "en"},    {"en-us", "en-us"}, {"en_US", "en-us"},     {"en_GB", "en-gb"},
                 {"it", "it"},    {"it_IT", "it"}, {"es_ES", "es"},    {"es-enye", "es-enye"}, {"fr_FR", "fr"},
                 {"de_DE", "de"}, {"pt-PT", "pt"}, {"nl_NL", "nl"},    {"sv_SE", "sv"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct comb_language *language = comb_language_find(cases[i].asked);
        assert_non_null(language);
        assert_string_equal(language->code, cases[i].code);
    }
    assert_null(comb_language_find(""));
    assert_null(comb_language_find("e"));
    assert_null(comb_language_find("en-"));
    assert_null(comb_language_find("tlh"));
}

static void test_only_english_is_embedded(void **state)
{
    (void)state;
    for (size_t i = 0; comb_language_at(i); i++) {
        const struct comb_language *language = comb_language_at(i);
        assert_int_equal(comb_language_is_embedded(language), strcmp(language->code, "en") == 0);
        assert_int_equal(comb_language_is_embedded(language), language->stems[0] == NULL);
        assert_ptr_equal(comb_language_find(language->code), language);
    }
    assert_null(comb_language_at(1000));
}

static void test_texts_fit_a_dictionary_and_are_not_empty(void **state)
{
    (void)state;
    for (size_t i = 0; comb_language_at(i); i++) {
        const struct comb_language *language = comb_language_at(i);
        const char *texts[] = {language->name,     language->title, language->licence,
                               language->alphabet, language->code,  language->values_source};
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
            assert_in_range(strlen(texts[k]), 1, COMB_DICT_MAX_TEXT);
        assert_true(strncmp(language->package, "hunspell-", 9) == 0 || comb_language_is_embedded(language));
    }
}

/* The alphabet is A .. Z and the kept letters, each once, and every letter has a value. */
static void test_alphabets_and_values(void **state)
{
    (void)state;
    for (size_t i = 0; comb_language_at(i); i++) {
        const struct comb_language *language = comb_language_at(i);
        size_t length = strlen(language->alphabet);
        size_t letters = 0;
        for (size_t at = 0; at < length; letters++) {
            uint32_t letter;
            size_t size = comb_utf8_decode(&letter, language->alphabet + at, length - at);
            assert_true(size > 0);
            assert_in_range(comb_language_value(language, letter), 1, 10);
            at += size;
            if (letter >= 'A' && letter <= 'Z')
                continue;
            char text[8] = {0};
            memcpy(text, language->alphabet + at - size, size);
            assert_non_null(strstr(language->kept, text));
        }
        for (char letter = 'A'; letter <= 'Z'; letter++)
            assert_non_null(strchr(language->alphabet, letter));
        assert_int_equal(letters, 26 + comb_utf8_columns(language->kept, strlen(language->kept)));
        assert_true(letters <= COMB_DICT_MAX_LETTERS);
        assert_int_equal(comb_language_value(language, 'a'), 0);
        assert_int_equal(comb_language_value(language, 0x416), 0);
        struct comb_fold fold;
        assert_true(comb_fold_init(&fold, language->kept, 1, 16));
    }
}

static void test_values_of_ruzzle(void **state)
{
    (void)state;
    static const struct {
        const char *code;
        const char *values;
    } cases[] = {
        {"en", "A1 B4 C4 D2 E1 F4 G3 H4 I1 J10 K5 L1 M3 N1 O1 P4 Q10 R1 S1 T1 U2 V4 W4 X8 Y4 Z10"},
        {"en-gb", "A1 B4 C4 D2 E1 F4 G3 H4 I1 J10 K5 L1 M3 N1 O1 P4 Q10 R1 S1 T1 U2 V4 W4 X8 Y4 Z10"},
        {"it", "A1 B5 C2 D5 E1 F5 G8 H8 I1 J10 K5 L3 M3 N3 O1 P5 Q10 R2 S2 T2 U3 V5 W10 X10 Y4 Z8"},
        {"es", "A1 B3 C3 D2 E1 F4 G2 H4 I1 J8 K5 L1 M3 N1 O1 P3 Q10 R1 S1 T1 U1 V4 W4 X8 Y4 Z10"},
        {"fr", "A1 B3 C3 D2 E1 F4 G2 H4 I1 J8 K10 L2 M2 N1 O1 P3 Q8 R1 S1 T1 U1 V5 W10 X10 Y10 Z10"},
        {"de", "A1 B3 C4 D1 E1 F4 G2 H2 I1 J6 K2 L3 M3 N1 O2 P4 Q10 R1 S1 T1 U1 V6 W3 X8 Y10 Z3"},
        {"nl", "A1 B4 C5 D2 E1 F4 G3 H4 I2 J4 K3 L3 M3 N1 O1 P4 Q10 R2 S2 T2 U2 V4 W5 X8 Y8 Z5"},
        {"sv", "A1 B3 C8 D1 E1 F3 G2 H3 I1 J7 K3 L2 M3 N1 O2 P4 Q10 R1 S1 T1 U4 V3 W10 X8 Y7 Z10"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[200] = "";
        for (int letter = 'A'; letter <= 'Z'; letter++)
            sprintf(text + strlen(text), "%s%c%u", letter > 'A' ? " " : "", letter,
                    comb_language_value(comb_language_find(cases[i].code), (uint32_t)letter));
        assert_string_equal(text, cases[i].values);
    }
}

static void test_values_of_kept_letters(void **state)
{
    (void)state;
    assert_int_equal(comb_language_value(comb_language_find("es-enye"), 0xD1), 8);
    assert_int_equal(comb_language_value(comb_language_find("es"), 0xD1), 8);
    assert_int_equal(comb_language_value(comb_language_find("es-plain"), 0xD1), 0);
    assert_int_equal(comb_language_value(comb_language_find("sv"), 0xC5), 4);
    assert_int_equal(comb_language_value(comb_language_find("sv"), 0xC4), 4);
    assert_int_equal(comb_language_value(comb_language_find("sv"), 0xD6), 4);
    assert_int_equal(comb_language_value(comb_language_find("de-umlaut"), 0xDC), 6);
    assert_int_equal(comb_language_value(comb_language_find("pt-cedilla"), 0xC7), 3);
}

static void test_only_german_keeps_capitalised_words(void **state)
{
    (void)state;
    for (size_t i = 0; comb_language_at(i); i++) {
        const struct comb_language *language = comb_language_at(i);
        bool german = strncmp(language->code, "de", 2) == 0;
        assert_int_equal(language->capitals, german ? COMB_HUNSPELL_NOUNS : COMB_HUNSPELL_NO_CAPITALS);
    }
}
