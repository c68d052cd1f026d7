/* The table of languages.
 *
 * Letter values are those of Ruzzle as far as they are attested: by tiles on photos and screenshots of the game, or by
 * programs that play it. Letters that no source shows have the value of the crossword game's national edition, and 10
 * if they have no tile there; `values_source` names them.
 *
 * Licences are those that the Debian packages state for the word lists (their other files may differ). Comb contains no
 * part of these lists: a user's copy is made from the installed package. */
#include "engine/dict/language.h"

#include "base/text.h"

#include <assert.h>
#include <string.h>

#define A_TO_Z "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

/* Points of A .. Z. */
static const uint8_t english[26] = {1, 4, 4, 2, 1, 4, 3, 4, 1, 10, 5, 1, 3, 1, 1, 4, 10, 1, 1, 1, 2, 4, 4, 8, 4, 10};
static const uint8_t italian[26] = {1, 5, 2, 5, 1, 5, 8, 8, 1, 10, 5, 3, 3, 3, 1, 5, 10, 2, 2, 2, 3, 5, 10, 10, 4, 8};
static const uint8_t spanish[26] = {1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10};
static const uint8_t french[26] = {1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 10, 2, 2, 1, 1, 3, 8, 1, 1, 1, 1, 5, 10, 10, 10, 10};
static const uint8_t german[26] = {1, 3, 4, 1, 1, 4, 2, 2, 1, 6, 2, 3, 3, 1, 2, 4, 10, 1, 1, 1, 1, 6, 3, 8, 10, 3};
static const uint8_t portuguese[26] = {1, 3, 2, 2, 1, 4, 4, 4, 1, 5, 10, 2, 1, 3, 1, 2, 6, 1, 1, 1, 1, 4, 10, 8, 10, 8};
static const uint8_t dutch[26] = {1, 4, 5, 2, 1, 4, 3, 4, 2, 4, 3, 3, 3, 1, 1, 4, 10, 2, 2, 2, 2, 4, 5, 8, 8, 5};
static const uint8_t swedish[26] = {1, 3, 8, 1, 1, 3, 2, 3, 1, 7, 3, 2, 3, 1, 2, 4, 10, 1, 1, 1, 4, 3, 10, 8, 7, 10};

static const char english_values[] = "attested: published rules and tiles in screenshots";
static const char italian_values[] = "attested: published rules and solvers; K and Y differ between solvers";
static const char spanish_values[] =
    "attested: published rules and solvers; H K W X Y differ between solvers or are unseen";
static const char french_values[] =
    "attested: a program that plays the app, and tiles in a screenshot; H K W X Y Z as in the crossword game";
static const char german_values[] =
    "attested: two solvers and tiles in screenshots (K 2, L 3); J P Q X Y as in the crossword game";
static const char portuguese_values[] = "not attested: values of the crossword game";
static const char dutch_values[] = "attested: a solver made from tiles of the app; Q X Y as in the crossword game";
static const char swedish_values[] = "attested: tiles on photos of the game; Q W X Y Z as in the crossword game";

static const struct comb_language languages[] = {
    {
        .code = "en",
        .name = "English",
        .title = "ENABLE1",
        .package = "",
        .licence = "public domain",
        .alphabet = A_TO_Z,
        .kept = "",
        .values = english,
        .values_source = english_values,
        .game_words = &comb_game_words_english,
    },
    {
        .code = "en-us",
        .name = "English (US)",
        .title = "Hunspell en_US",
        .package = "hunspell-en-us",
        .stems = {"en_US"},
        .licence = "SCOWL: free use, copying, change and sale; its copyright notice must be kept",
        .alphabet = A_TO_Z,
        .kept = "",
        .values = english,
        .values_source = english_values,
        .game_words = &comb_game_words_english,
    },
    {
        .code = "en-gb",
        .name = "English (GB)",
        .title = "Hunspell en_GB",
        .package = "hunspell-en-gb",
        .stems = {"en_GB"},
        .licence = "LGPL",
        .alphabet = A_TO_Z,
        .kept = "",
        .values = english,
        .values_source = english_values,
        .game_words = &comb_game_words_english,
    },
    {
        .code = "it",
        .name = "Italian",
        .title = "Hunspell it_IT",
        .package = "hunspell-it",
        .stems = {"it_IT"},
        .extra_package = "witalian",
        .extra_file = "/usr/share/dict/italian",
        .licence = "GPL-3; witalian: GPL-3+",
        .alphabet = A_TO_Z,
        .kept = "",
        .values = italian,
        .values_source = italian_values,
        .game_words = &comb_game_words_italian,
    },
    {
        .code = "es",
        .name = "Spanish",
        .title = "Hunspell es_ES",
        .package = "hunspell-es",
        .stems = {"es_ES", "es"},
        .extra_package = "wspanish",
        .extra_file = "/usr/share/dict/spanish",
        .licence = "GPL-3+ or LGPL-3+ or MPL-1.1+; wspanish: public domain",
        .alphabet = "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ",
        .kept = "Ñ",
        .values = spanish,
        .kept_values = {8},
        .values_source = spanish_values,
        .game_words = &comb_game_words_spanish,
    },
    {
        .code = "es-enye",
        .name = "Spanish with Ñ",
        .older_name = true,
        .title = "Hunspell es_ES",
        .package = "hunspell-es",
        .stems = {"es_ES", "es"},
        .extra_package = "wspanish",
        .extra_file = "/usr/share/dict/spanish",
        .licence = "GPL-3+ or LGPL-3+ or MPL-1.1+; wspanish: public domain",
        .alphabet = "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ",
        .kept = "Ñ",
        .values = spanish,
        .kept_values = {8},
        .values_source = spanish_values,
        .game_words = &comb_game_words_spanish,
    },
    {
        .code = "es-plain",
        .name = "Spanish without Ñ",
        .title = "Hunspell es_ES",
        .package = "hunspell-es",
        .stems = {"es_ES", "es"},
        .extra_package = "wspanish",
        .extra_file = "/usr/share/dict/spanish",
        .licence = "GPL-3+ or LGPL-3+ or MPL-1.1+; wspanish: public domain",
        .alphabet = A_TO_Z,
        .kept = "",
        .values = spanish,
        .values_source = spanish_values,
        .game_words = &comb_game_words_spanish,
    },
    {
        .code = "fr",
        .name = "French",
        .title = "Hunspell fr",
        .package = "hunspell-fr",
        .stems = {"fr", "fr_FR"},
        .licence = "MPL-2.0",
        .alphabet = A_TO_Z,
        .kept = "",
        .values = french,
        .values_source = french_values,
        .game_words = &comb_game_words_french,
    },
    {
        .code = "de",
        .name = "German",
        .title = "Hunspell de_DE",
        .package = "hunspell-de-de",
        .stems = {"de_DE"},
        .extra_package = "wngerman",
        .extra_file = "/usr/share/dict/ngerman",
        .licence = "GPL-2 or GPL-3; wngerman: GPL-2+",
        .alphabet = A_TO_Z,
        .kept = "",
        .values = german,
        .values_source = german_values,
        .game_words = &comb_game_words_german,
        .capitals = COMB_HUNSPELL_NOUNS,
    },
    {
        .code = "de-umlaut",
        .name = "German with Ä Ö Ü",
        .title = "Hunspell de_DE",
        .package = "hunspell-de-de",
        .stems = {"de_DE"},
        .extra_package = "wngerman",
        .extra_file = "/usr/share/dict/ngerman",
        .licence = "GPL-2 or GPL-3; wngerman: GPL-2+",
        .alphabet = "AÄBCDEFGHIJKLMNOÖPQRSTUÜVWXYZ",
        .kept = "ÄÖÜ",
        .values = german,
        .values_source = german_values,
        .game_words = &comb_game_words_german,
        .kept_values = {6, 8, 6},
        .capitals = COMB_HUNSPELL_NOUNS,
    },
    {
        .code = "pt",
        .name = "Portuguese",
        .title = "Hunspell pt_PT",
        .package = "hunspell-pt-pt",
        .stems = {"pt_PT"},
        .licence = "GPL-2 or LGPL-2.1 or MPL-1.1",
        .alphabet = A_TO_Z,
        .kept = "",
        .values = portuguese,
        .values_source = portuguese_values,
        .game_words = &comb_game_words_portuguese,
    },
    {
        .code = "pt-cedilla",
        .name = "Portuguese with Ç",
        .title = "Hunspell pt_PT",
        .package = "hunspell-pt-pt",
        .stems = {"pt_PT"},
        .licence = "GPL-2 or LGPL-2.1 or MPL-1.1",
        .alphabet = "ABCÇDEFGHIJKLMNOPQRSTUVWXYZ",
        .kept = "Ç",
        .values = portuguese,
        .values_source = portuguese_values,
        .game_words = &comb_game_words_portuguese,
        .kept_values = {3},
    },
    {
        .code = "nl",
        .name = "Dutch",
        .title = "Hunspell nl",
        .package = "hunspell-nl",
        .stems = {"nl", "nl_NL"},
        .licence = "BSD-3-Clause or CC-BY-3.0",
        .alphabet = A_TO_Z,
        .kept = "",
        .values = dutch,
        .values_source = dutch_values,
        .game_words = &comb_game_words_dutch,
    },
    {
        .code = "sv",
        .name = "Swedish",
        .title = "Hunspell sv_SE",
        .package = "hunspell-sv",
        .stems = {"sv_SE"},
        .licence = "LGPL-3",
        .alphabet = A_TO_Z "ÅÄÖ",
        .kept = "ÅÄÖ",
        .values = swedish,
        .values_source = swedish_values,
        .game_words = &comb_game_words_swedish,
        .kept_values = {4, 4, 4},
    },
};

enum { LANGUAGES = sizeof languages / sizeof *languages };

const struct comb_language *comb_language_at(size_t index)
{
    return index < LANGUAGES ? &languages[index] : NULL;
}

static char normalise_char(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c == '_' ? '-' : c;
}

static bool same_code(const char *a, const char *b)
{
    while (*a && normalise_char(*a) == normalise_char(*b)) {
        a++;
        b++;
    }
    return normalise_char(*a) == normalise_char(*b);
}

static bool has_name(const struct comb_language *language, const char *name)
{
    for (const char *const *stem = language->stems; *stem; stem++)
        if (same_code(*stem, name))
            return true;
    return false;
}

const struct comb_language *comb_language_find(const char *code)
{
    for (size_t i = 0; i < LANGUAGES; i++)
        if (same_code(languages[i].code, code))
            return &languages[i];
    for (size_t i = 0; i < LANGUAGES; i++)
        if (has_name(&languages[i], code))
            return &languages[i];
    return NULL;
}

bool comb_language_is_embedded(const struct comb_language *language)
{
    return language->package[0] == '\0';
}

unsigned comb_language_value(const struct comb_language *language, uint32_t letter)
{
    if (letter >= 'A' && letter <= 'Z')
        return language->values[letter - 'A'];
    const char *at = language->kept;
    for (size_t i = 0; *at; i++) {
        uint32_t kept;
        at += comb_utf8_decode(&kept, at, strlen(at));
        assert(i < COMB_LANGUAGE_MAX_KEPT);
        if (kept == letter)
            return language->kept_values[i];
    }
    return 0;
}
