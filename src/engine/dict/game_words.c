#include "engine/dict/game_words.h"

#include "engine/dict/fold.h"

#include <string.h>

/* ---- any language ---- */

/* Reads one decimal digit of a Roman numeral, such as XC or LXX; returns its letters. */
static size_t roman_digit(const char *word, char one, char five, char ten)
{
    if (word[0] == one && (word[1] == five || word[1] == ten))
        return 2;
    size_t length = word[0] == five;
    for (unsigned ones = 0; ones < 3 && word[length] == one; ones++)
        length++;
    return length;
}

static bool is_roman_numeral(const char *word, size_t length)
{
    char text[COMB_FOLD_MAX_BYTES + 2] = "";
    if (length >= COMB_FOLD_MAX_BYTES)
        return false;
    memcpy(text, word, length);
    size_t at = strspn(text, "M");
    at += roman_digit(text + at, 'C', 'D', 'M');
    at += roman_digit(text + at, 'X', 'L', 'C');
    at += roman_digit(text + at, 'I', 'V', 'X');
    return at == length;
}

/* Bytes beyond ASCII belong to kept letters; all of them but Ñ and Ç are vowels, and no word has only these two. */
static bool has_vowel(const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (strchr("AEIOUY", word[i]) || (unsigned char)word[i] >= 0x80)
            return true;
    return false;
}

/* Interjections written without a vowel. */
static bool is_interjection(const char *word, size_t length)
{
    static const char interjections[] = "BRRR HMMM PFFF PFFT PSST PSSST TSKS CWMS";
    return comb_game_words_in_table(interjections, "", word, length);
}

bool comb_game_words_accept(const char *word, size_t length)
{
    return !is_roman_numeral(word, length) && (has_vowel(word, length) || is_interjection(word, length));
}

/* ---- tables ---- */

bool comb_game_words_each(const char *table, const char *kept,
                          bool (*visit)(void *payload, const char *word, size_t length), void *payload)
{
    struct comb_fold fold;
    comb_fold_init(&fold, kept, 1, COMB_FOLD_MAX_LETTERS);
    while (table && *table) {
        char word[COMB_FOLD_MAX_BYTES];
        size_t length = strcspn(table, " ");
        size_t size = comb_fold_word(word, &fold, table, length);
        if (size > 0 && !visit(payload, word, size))
            return false;
        table += length + (table[length] == ' ');
    }
    return true;
}

struct wanted {
    const char *word;
    size_t length;
};

static bool differs(void *payload, const char *word, size_t length)
{
    const struct wanted *wanted = payload;
    return length != wanted->length || memcmp(word, wanted->word, length) != 0;
}

bool comb_game_words_in_table(const char *table, const char *kept, const char *word, size_t length)
{
    struct wanted wanted = {word, length};
    return !comb_game_words_each(table, kept, differs, &wanted);
}

struct stem {
    const char *text;
    size_t length;
    bool (*visit)(void *payload, const char *word, size_t length);
    void *payload;
};

static bool visit_with_ending(void *payload, const char *ending, size_t length)
{
    const struct stem *stem = payload;
    char word[2 * COMB_FOLD_MAX_BYTES];
    memcpy(word, stem->text, stem->length);
    memcpy(word + stem->length, ending, length);
    return stem->visit(stem->payload, word, stem->length + length);
}

struct forms {
    const char *endings;
    const char *kept;
    struct stem stem;
};

static bool visit_stem(void *payload, const char *text, size_t length)
{
    struct forms *forms = payload;
    forms->stem.text = text;
    forms->stem.length = length;
    return comb_game_words_each(forms->endings, forms->kept, visit_with_ending, &forms->stem);
}

bool comb_game_words_each_form(const struct comb_game_words_paradigm *paradigms, const char *kept,
                               bool (*visit)(void *payload, const char *word, size_t length), void *payload)
{
    for (; paradigms && paradigms->stems; paradigms++) {
        struct forms forms = {paradigms->endings, kept, {.visit = visit, .payload = payload}};
        if (!comb_game_words_each(paradigms->stems, kept, visit_stem, &forms))
            return false;
    }
    return true;
}

/* ---- Italian ---- */

static bool ends_with(const char *text, size_t length, const char *end)
{
    size_t size = strlen(end);
    return length >= size && memcmp(text + length - size, end, size) == 0;
}

/* Cuts one of the pronouns off the end; returns the length left, or `length` if there is none. */
static size_t cut_pronoun(const char *add, size_t length, const char *const *pronouns)
{
    for (; *pronouns; pronouns++)
        if (ends_with(add, length, *pronouns))
            return length - strlen(*pronouns);
    return length;
}

static const char *const single[] = {"gli", "mi", "ti", "si", "ci", "vi", "lo", "la", "li", "le", "ne", NULL};
static const char *const objects[] = {"lo", "la", "li", "le", "ne", NULL};
static const char *const before_objects[] = {"glie", "me", "te", "se", "ce", "ve", NULL};
static const char *const reflexives[] = {"mi", "ti", "si", "ci", "vi", NULL};
static const char *const before_reflexives[] = {"gli", "mi", "ti", "si", "ci", "vi", "lo", "la", "li", "le", NULL};

static bool has_pair(const char *add, size_t length, const char *const *first, const char *const *second)
{
    size_t left = cut_pronoun(add, length, second);
    return left < length && cut_pronoun(add, left, first) < left;
}

/* Whether the rule attaches two pronouns, as in -melo or -visi. `plural`: the rule's own -te is the ending of an
 * imperative (mandate), not a pronoun. The endings -issimi and -esimi only look like pronouns. */
static bool has_two_pronouns(const char *add, size_t length, bool plural)
{
    size_t left = cut_pronoun(add, length, objects);
    if (plural && left < length && ends_with(add, left, "te") && !ends_with(add, left, "scite"))
        return false;
    return (has_pair(add, length, before_objects, objects) || has_pair(add, length, before_reflexives, reflexives)) &&
           !ends_with(add, length, "simi");
}

/* Keeps the gender and number of a participle and the reflexive -si. Other pronouns and superlatives of participles are
 * grammar, but no game list has them. */
static bool keep_participle(const char *add, size_t length)
{
    return length <= 1 || (cut_pronoun(add, length, single) == length && !ends_with(add, length - 1, "issim")) ||
           (ends_with(add, length, "si") && length <= 3);
}

/* -tolo, -tagli, -tissimo, from a rule that makes the participle itself. */
static bool ends_as_participle(const char *add, size_t length)
{
    size_t left = cut_pronoun(add, length, single);
    bool pronoun =
        left < length && (ends_with(add, left, "to") || ends_with(add, left, "ta") || ends_with(add, left, "ti"));
    return (pronoun && !ends_with(add, length, "si")) || (length > 6 && ends_with(add, length - 1, "tissim"));
}

/* hunspell-it attaches every pair of pronouns to every verb, which makes three quarters of its forms. Kept are single
 * pronouns where grammar has them: after infinitives and gerunds, and after imperatives in the person they fit. The
 * flags are those of it_IT.aff: E G H m participles, K imperatives in -iamo, L in -a, I infinitives, D gerunds. */
bool comb_game_words_italian_affix(uint16_t flag, const char *add, size_t length)
{
    bool plural = flag != 'D' && flag != 'I' && flag != 'K' && flag != 'L' && flag != 'E' && flag != 'M';
    if (has_two_pronouns(add, length, plural) || flag == 'y' || flag == 'l' || flag == 0xA3)
        return false; /* y: superlatives of participles; l: -ntesi; the pound sign: Roman numerals */
    if (flag == 'E' || flag == 'G' || flag == 'H' || flag == 'm')
        return keep_participle(add, length);
    if (flag == 'I' && length == 0)
        return false; /* shortened infinitives; the table has the common ones */
    if ((flag == 'L' && ends_with(add, length, "si")) || ends_as_participle(add, length))
        return false;
    return !ends_with(add, length, "moti") && !ends_with(add, length, "movi") && !ends_with(add, length, "momi") &&
           !ends_with(add, length, "vasi") && !ends_with(add, length, "ntesi") && !ends_with(add, length, "ntisi");
}

/* Leaves out verbs of hunspell-it that do not exist: typing errors (germoliare for germogliare, disambinguare), and
 * stems such as predisdire and ridisdire. No other list that was compared has any of their forms. */
bool comb_game_words_italian_stem(const char *stem, size_t length, const uint16_t *flags, size_t count)
{
    static const char *const invented[] = {"germoli",      "disambingu",  "equivala",   "eccentu",   "calataf",
                                           "prebened",     "precontradd", "predisd",    "preinterd", "premaled",
                                           "ridisd",       "rimaled",     "ricontradd", "stradisd",  "strainterd",
                                           "stracontradd", "straind",     NULL};
    (void)flags;
    (void)count;
    for (const char *const *start = invented; *start; start++)
        if (length >= strlen(*start) && memcmp(stem, *start, strlen(*start)) == 0)
            return false;
    return true;
}

/* ---- German ---- */

static bool is_capital(const char *stem)
{
    return (stem[0] >= 'A' && stem[0] <= 'Z') || (unsigned char)stem[0] == 0xC3; /* Ä, Ö, Ü */
}

/* Nouns and names are both capitalised. de_DE.dic gives nouns flags for plurals and compounds; names have none, or only
 * S for the genitive. Abstract nouns without a plural are recognised by their suffix. */
bool comb_game_words_german_stem(const char *stem, size_t length, const uint16_t *flags, size_t count)
{
    static const char *const suffixes[] = {"heit", "keit", "ung", "ismus", "schaft", "nis", NULL};
    if (!is_capital(stem) || count > 1 || (count == 1 && flags[0] != 'S'))
        return true;
    for (const char *const *suffix = suffixes; *suffix; suffix++)
        if (ends_with(stem, length, *suffix))
            return true;
    return false;
}
