#include "engine/dict/game_words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/dict/fold.h"
#include "engine/dict/language.h"

#include <string.h>

static bool accepted(const char *word)
{
    return comb_game_words_accept(word, strlen(word));
}

static void test_numerals_and_symbols_are_left_out(void **state)
{
    (void)state;
    static const char *const numerals[] = {"MDCLXIV", "XVII", "MCMXC", "LXXXVIII", "MMMM"};
    static const char *const words[] = {"CIVIL", "MILD", "LIVIDI", "MIMI", "DIVIDIMI", "VIVID", "IDLY", "LYNX", "PSST"};
    for (size_t i = 0; i < sizeof numerals / sizeof *numerals; i++)
        assert_false(accepted(numerals[i]));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_true(accepted(words[i]));
    assert_false(accepted("BLDG"));
    assert_false(accepted("KMPH"));
    assert_true(accepted("\xC3\x84RR"));
}

struct seen {
    const char *wanted;
    unsigned matches;
    unsigned count;
};

static bool see(void *payload, const char *word, size_t length)
{
    struct seen *seen = payload;
    seen->matches += strlen(seen->wanted) == length && memcmp(seen->wanted, word, length) == 0;
    return ++seen->count < 5;
}

static void test_paradigms_join_stems_and_endings(void **state)
{
    (void)state;
    static const struct comb_game_words_paradigm paradigms[] = {{"CANT PARL", "O AVO"}, {"S\xC3\x89", "D"}, {0}};
    static const char *const forms[] = {"CANTO", "CANTAVO", "PARLO", "PARLAVO", "SED"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct seen seen = {.wanted = forms[i]};
        assert_int_equal(comb_game_words_each_form(paradigms, "", see, &seen), false); /* stopped at the fifth */
        assert_int_equal(seen.matches, 1);
        assert_int_equal(seen.count, 5);
    }
    assert_true(comb_game_words_each_form(NULL, "", see, NULL));
}

static void test_invented_italian_verbs(void **state)
{
    (void)state;
    assert_false(comb_game_words_italian_stem("germoliare", 10, NULL, 0));
    assert_false(comb_game_words_italian_stem("equivalato", 10, NULL, 0));
    assert_true(comb_game_words_italian_stem("germogliare", 11, NULL, 0));
    assert_true(comb_game_words_italian_stem("equivale", 8, NULL, 0));
    assert_true(comb_game_words_italian_stem("germ", 4, NULL, 0));
}

static bool keeps(char flag, const char *add)
{
    return comb_game_words_italian_affix((uint16_t)flag, add, strlen(add));
}

static void test_italian_pronouns(void **state)
{
    (void)state;
    assert_true(keeps('I', "lo"));
    assert_false(keeps('I', "melo"));
    assert_false(keeps('I', ""));
    assert_true(keeps('D', "gli"));
    assert_false(keeps('D', "glielo"));
    assert_true(keeps('h', "temi"));
    assert_true(keeps('h', "telo"));
    assert_false(keeps('h', "temelo"));
    assert_true(keeps('v', "tela"));
    assert_false(keeps('v', "scitela"));
    assert_true(keeps('K', "iamoci"));
    assert_false(keeps('K', "iamoti"));
    assert_true(keeps('E', "a"));
    assert_true(keeps('E', "asi"));
    assert_false(keeps('E', "alo"));
    assert_false(keeps('E', "amisi"));
    assert_true(keeps('W', "issimi"));
    assert_true(keeps('@', "esimi"));
    assert_false(keeps('H', "issimi"));
    assert_true(keeps('A', "avamo"));
}

static void test_german_names(void **state)
{
    (void)state;
    const uint16_t genitive[] = {'S'}, noun[] = {'S', 'm'};
    assert_false(comb_game_words_german_stem("Benz", 4, NULL, 0));
    assert_false(comb_game_words_german_stem("Merkel", 6, genitive, 1));
    assert_true(comb_game_words_german_stem("Verzagtheit", 11, NULL, 0));
    assert_true(comb_game_words_german_stem("Benzol", 6, noun, 2));
    assert_true(comb_game_words_german_stem("auf", 3, NULL, 0));
}

static bool check_word(void *payload, const char *word, size_t length)
{
    size_t *count = payload;
    assert_true(length > 1 && word[0] != ' ');
    ++*count;
    return true;
}

/* Every word of a table has only letters of the alphabet, and the tables have no word twice. */
static void test_tables_are_words(void **state)
{
    (void)state;
    for (size_t i = 0; comb_language_at(i); i++) {
        const struct comb_language *language = comb_language_at(i);
        const struct comb_game_words *rules = language->game_words;
        const char *tables[] = {rules->short_words, rules->added, rules->dropped[0], rules->dropped[1]};
        for (size_t k = 0; k < sizeof tables / sizeof *tables; k++) {
            size_t words = 0, blanks = 0;
            for (const char *at = tables[k]; at && *at; at++)
                blanks += *at == ' ';
            comb_game_words_each(tables[k], language->kept, check_word, &words);
            assert_int_equal(words, tables[k] ? blanks + 1 : 0);
        }
    }
    assert_true(comb_game_words_in_table(comb_game_words_italian.short_words, "", "IH", 2));
    assert_false(comb_game_words_in_table(comb_game_words_italian.short_words, "", "CC", 2));
    assert_true(comb_game_words_in_table(comb_game_words_spanish.short_words, "", "ANO", 3));
    assert_true(comb_game_words_in_table(comb_game_words_spanish.short_words, "\xC3\x91", "A\xC3\x91O", 4));
}
