/* Turns the words of a spelling dictionary into a list for word games.
 *
 * Spelling dictionaries accept more than games do. Left out are Roman numerals, words without a vowel (symbols and
 * abbreviations), short words that are not in the reviewed table, and what each language's rules below leave out. */
#ifndef COMB_ENGINE_DICT_GAME_WORDS_H
#define COMB_ENGINE_DICT_GAME_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Inflected forms: every stem with every ending. Both are tables as below; the last paradigm of a list has no stems. */
struct comb_game_words_paradigm {
    const char *stems;
    const char *endings;
};

/* The rules of a language. Tables are words separated by spaces, in capitals, with all letters that the language may
 * keep. */
struct comb_game_words {
    const char *short_words; /* all words of two and three letters; NULL: those of the embedded English list */
    const char *added;       /* longer words to add; NULL: none */
    const struct comb_game_words_paradigm *paradigms; /* forms to add; NULL: none */
    const char *dropped[2];                           /* words to leave out, also with a final S; NULL: none */

    /* Whether forms with this rule of the Hunspell dictionary are words; NULL: all are. */
    bool (*keep_affix)(uint16_t flag, const char *add, size_t length);

    /* Whether the stem, with these flags, is a word and not a name; NULL: all are. */
    bool (*keep_stem)(const char *stem, size_t length, const uint16_t *flags, size_t count);
};

extern const struct comb_game_words comb_game_words_english;
extern const struct comb_game_words comb_game_words_italian;
extern const struct comb_game_words comb_game_words_spanish;
extern const struct comb_game_words comb_game_words_french;
extern const struct comb_game_words comb_game_words_german;
extern const struct comb_game_words comb_game_words_dutch;
extern const struct comb_game_words comb_game_words_portuguese;
extern const struct comb_game_words comb_game_words_swedish;

/* Version of these rules. A list built with another version should be built again. */
enum { COMB_GAME_WORDS_VERSION = 2 };

/* The longest word whose acceptance depends on the table of short words. */
enum { COMB_GAME_WORDS_SHORT = 3 };

/* Whether a folded word of more than COMB_GAME_WORDS_SHORT letters is fit for games; UTF-8. The tables of
 * a language are not used here. */
bool comb_game_words_accept(const char *word, size_t length);

/* Whether the word, folded with the letters of `kept`, is in a table. */
bool comb_game_words_in_table(const char *table, const char *kept, const char *word, size_t length);

/* Calls visit for each word of a table, folded with the letters of `kept`; stops if it returns false. */
bool comb_game_words_each(const char *table, const char *kept,
                          bool (*visit)(void *payload, const char *word, size_t length), void *payload);

/* Calls visit for each form of the paradigms (may be NULL), folded with the letters of `kept`; stops if it returns
 * false. */
bool comb_game_words_each_form(const struct comb_game_words_paradigm *paradigms, const char *kept,
                               bool (*visit)(void *payload, const char *word, size_t length), void *payload);

/* Members of the tables above. */
bool comb_game_words_italian_affix(uint16_t flag, const char *add, size_t length);
bool comb_game_words_italian_stem(const char *stem, size_t length, const uint16_t *flags, size_t count);
bool comb_game_words_german_stem(const char *stem, size_t length, const uint16_t *flags, size_t count);

#endif
