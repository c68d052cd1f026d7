#include "engine/dict/fold.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

/* NULL = not a word. */
static void expect(const char *keep, unsigned shortest, unsigned longest, const char *text, const char *expected)
{
    struct comb_fold fold;
    char word[COMB_FOLD_MAX_BYTES + 1];
    assert_true(comb_fold_init(&fold, keep, shortest, longest));
    size_t length = comb_fold_word(word, &fold, text, strlen(text));
    assert_true(length <= COMB_FOLD_MAX_BYTES);
    word[length] = '\0';
    assert_string_equal(word, expected ? expected : "");
}

static void expect_plain(const char *text, const char *expected)
{
    expect("", 1, 16, text, expected);
}

static void test_case_is_folded(void **state)
{
    (void)state;
    expect_plain("cat", "CAT");
    expect_plain("McDonald", "MCDONALD");
    expect_plain("ABCXYZ", "ABCXYZ");
    expect_plain("abcdefghijklm", "ABCDEFGHIJKLM");
    expect_plain("nopqrstuvwxyz", "NOPQRSTUVWXYZ");
}

static void test_accents_are_stripped(void **state)
{
    (void)state;
    expect_plain("été", "ETE");
    expect_plain("ÀÉÎÕÜç", "AEIOUC");
    expect_plain("perché", "PERCHE");
    expect_plain("año", "ANO");
    expect_plain("Åsa", "ASA");
    expect_plain("čšžřěů", "CSZREU");
    expect_plain("ệ", "E");
    /* A letter followed by combining marks. */
    expect_plain("e\xCC\x81te\xCC\x81", "ETE");
    expect_plain("q\xCC\x83\xCC\xA3x", "QX");
}

static void test_letters_that_are_expanded(void **state)
{
    (void)state;
    expect_plain("straße", "STRASSE");
    expect_plain("STRAẞE", "STRASSE");
    expect_plain("cœur", "COEUR");
    expect_plain("Œuvre", "OEUVRE");
    expect_plain("ægis", "AEGIS");
    expect_plain("ǽ", "AE");
    expect_plain("ĳs", "IJS");
    expect_plain("Ĳs", "IJS");
    expect_plain("øre", "ORE");
    expect_plain("ǿ", "O");
    expect_plain("łódź", "LODZ");
    expect_plain("đak", "DAK");
    expect_plain("Þór", "THOR");
    expect_plain("ðað", "DAD");
    expect_plain("sız", "SIZ");
}

static void test_other_characters_are_not_words(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "l'eau", "l’eau", "so-so", "A4",        "ice cream", "etc.", "a/b", "\xD0\xBA\xD0\xBE\xD1\x82",
        "α",     "1ʳᵉ",   "nº",    "a\xC2\xAD", "_",         "[",    "@",   "`",
        "{",     "日",    "ŉ",     "\xCC\x81"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_plain(texts[i], NULL);
    expect_plain("", NULL);
}

static void test_invalid_utf8_is_not_a_word(void **state)
{
    (void)state;
    expect_plain("caf\xE9", NULL);
    expect_plain("\xC3", NULL);
    expect_plain("a\xFF", NULL);
    struct comb_fold fold;
    char word[COMB_FOLD_MAX_BYTES];
    assert_true(comb_fold_init(&fold, "", 1, 16));
    assert_int_equal(comb_fold_word(word, &fold, "a\0b", 3), 0);
}

static void test_kept_letters(void **state)
{
    (void)state;
    expect("Ñ", 1, 16, "año", "AÑO");
    expect("ñ", 1, 16, "AÑO", "AÑO");
    expect("Ñ", 1, 16, "an\xCC\x83o", "AÑO");
    expect("Ñ", 1, 16, "niño está", "");
    expect("Ñ", 1, 16, "cigüeña", "CIGUEÑA");
    expect("ÅÄÖ", 1, 16, "å", "Å");
    expect("ÅÄÖ", 1, 16, "blåbärsöl", "BLÅBÄRSÖL");
    expect("ÅÄÖ", 1, 16, "idé", "IDE");
    expect("ÄÖÜ", 1, 16, "Füße", "FÜSSE");
    expect("Æ", 1, 16, "ægis", "ÆGIS");
    expect(NULL, 1, 16, "año", "ANO");
}

static void test_kept_letters_are_checked(void **state)
{
    (void)state;
    struct comb_fold fold;
    assert_true(comb_fold_init(&fold, "ABCDEFGHIJKLMNOP", 1, 16));
    assert_int_equal(fold.kept_count, 16);
    assert_false(comb_fold_init(&fold, "ABCDEFGHIJKLMNOPQ", 1, 16));
    assert_false(comb_fold_init(&fold, "\xC3", 1, 16));
    assert_false(comb_fold_init(&fold, "-", 1, 16));
    assert_false(comb_fold_init(&fold, "N\xCC\x83", 1, 16));
}

static void test_lengths_count_letters(void **state)
{
    (void)state;
    expect("", 2, 4, "a", NULL);
    expect("", 2, 4, "é", NULL);
    expect("", 2, 4, "ab", "AB");
    expect("", 2, 4, "éé", "EE");
    expect("", 2, 4, "abcd", "ABCD");
    expect("", 2, 4, "éééé", "EEEE");
    expect("", 2, 4, "abcde", NULL);
    expect("", 2, 4, "ééééé", NULL);
    /* One letter becomes two: too long, or just long enough. */
    expect("", 2, 4, "saß", "SASS");
    expect("", 2, 4, "sasß", NULL);
    expect("", 2, 4, "ß", "SS");
    expect("Ñ", 2, 4, "ññññ", "ÑÑÑÑ");
    expect("", 1, 0, "a", NULL);
}

static void test_longest_words_and_longest_texts(void **state)
{
    (void)state;
    char text[COMB_FOLD_MAX_INPUT + 2];
    struct comb_fold fold;
    char word[COMB_FOLD_MAX_BYTES];
    /* The requested limit is capped. */
    assert_true(comb_fold_init(&fold, "", 1, 1000));
    memset(text, 'a', sizeof text);
    assert_int_equal(comb_fold_word(word, &fold, text, COMB_FOLD_MAX_LETTERS), COMB_FOLD_MAX_LETTERS);
    assert_int_equal(comb_fold_word(word, &fold, text, COMB_FOLD_MAX_LETTERS + 1), 0);
    assert_int_equal(comb_fold_word(word, &fold, text, sizeof text), 0);
    /* Marks take no space. */
    for (size_t i = 1; i + 1 < COMB_FOLD_MAX_INPUT; i += 2)
        memcpy(text + i, "\xCC\x81", 2);
    assert_int_equal(comb_fold_word(word, &fold, text, COMB_FOLD_MAX_INPUT), 1);
    /* The widest letters in UTF-8. */
    assert_true(comb_fold_init(&fold, "\xF0\x90\x90\x80", 1, 1000));
    for (size_t i = 0; i < COMB_FOLD_MAX_LETTERS; i++)
        memcpy(text + 4 * i, "\xF0\x90\x90\xA8", 4);
    assert_int_equal(comb_fold_word(word, &fold, text, COMB_FOLD_MAX_BYTES), COMB_FOLD_MAX_BYTES);
}

/* Every single character folds to a word of A .. Z or to none, and folding again changes nothing. */
static void test_every_character(void **state)
{
    (void)state;
    struct comb_fold fold;
    assert_true(comb_fold_init(&fold, "", 1, 16));
    unsigned letters = 0;
    for (uint32_t c = 1; c < 0x3000; c++) {
        char text[4];
        char word[COMB_FOLD_MAX_BYTES];
        char again[COMB_FOLD_MAX_BYTES];
        size_t size = 0;
        if (c >= 0x800)
            text[size++] = (char)(0xE0 | c >> 12);
        if (c >= 0x80)
            text[size++] = (char)(c >= 0x800 ? 0x80 | (c >> 6 & 0x3F) : 0xC0 | c >> 6);
        text[size++] = (char)(c >= 0x80 ? 0x80 | (c & 0x3F) : c);
        size_t length = comb_fold_word(word, &fold, text, size);
        assert_true(length <= 2);
        for (size_t i = 0; i < length; i++)
            assert_in_range(word[i], 'A', 'Z');
        assert_int_equal(comb_fold_word(again, &fold, word, length), length);
        assert_memory_equal(word, again, length);
        letters += length > 0;
    }
    assert_in_range(letters, 500, 1200);
}
