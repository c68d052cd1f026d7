/* The expander against a slow reference that works in the opposite direction.
 *
 * The expander adds affixes to stems. The reference tests every string of up to six letters: it strips a prefix and up
 * to two suffixes in every possible way and checks whether a stem is left that allows them. Dictionaries are random;
 * two-fold prefixes mirror two-fold suffixes, so for these the reference uses a mirrored dictionary and mirrored
 * strings. */
#include "engine/hunspell/hunspell.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "hunspell_helper.h"

#include <stdio.h>

enum {
    LETTERS = 3, /* a b c */
    LONGEST = 6,
    MAX_RULES = 12,
    MAX_STEMS = 4,
    MAX_CLASSES = 2,
    FLAGS = 6 /* A B C are suffixes, D E F prefixes */
};

enum special { NEEDS = 1 << FLAGS, CIRCUM = 2 << FLAGS, COMPOUND = 4 << FLAGS, FORBIDDEN = 8 << FLAGS };

/* Bit set of the letters allowed at a character of the stem. */
struct condition {
    unsigned count;
    unsigned classes[MAX_CLASSES];
};

struct rule {
    bool prefix;
    bool cross;
    unsigned flag; /* 0 .. FLAGS-1 */
    char strip[4];
    char add[4];
    struct condition condition;
    unsigned next; /* flags as bits, and specials */
};

struct stem {
    char text[LONGEST + 1];
    unsigned flags;
};

struct model {
    bool full_strip;
    bool mirrored; /* COMPLEXPREFIXES */
    unsigned rule_count;
    struct rule rules[MAX_RULES];
    unsigned stem_count;
    struct stem stems[MAX_STEMS];
};

/* ---- a random dictionary ---- */

static void random_text(char *out, struct comb_rng *rng, unsigned min, unsigned max)
{
    unsigned length = min + (unsigned)comb_rng_below(rng, max - min + 1);
    for (unsigned i = 0; i < length; i++)
        out[i] = (char)('a' + comb_rng_below(rng, LETTERS));
    out[length] = '\0';
}

static unsigned random_flags(struct comb_rng *rng, unsigned percent, unsigned specials, unsigned special_percent)
{
    unsigned flags = 0;
    for (unsigned bit = 1; bit < 1 << FLAGS; bit <<= 1)
        if (comb_rng_below(rng, 100) < percent)
            flags |= bit;
    for (unsigned bit = NEEDS; bit <= FORBIDDEN; bit <<= 1)
        if ((specials & bit) && comb_rng_below(rng, 100) < special_percent)
            flags |= bit;
    return flags;
}

static void random_block(struct model *model, struct comb_rng *rng, unsigned flag)
{
    unsigned rules = 1 + (unsigned)comb_rng_below(rng, 2);
    bool cross = comb_rng_below(rng, 4) != 0;
    for (unsigned i = 0; i < rules; i++) {
        struct rule *rule = &model->rules[model->rule_count++];
        *rule = (struct rule){.prefix = flag >= FLAGS / 2, .cross = cross, .flag = flag};
        random_text(rule->strip, rng, 0, 1);
        random_text(rule->add, rng, 0, 2);
        rule->condition.count = (unsigned)comb_rng_below(rng, MAX_CLASSES + 1);
        for (unsigned k = 0; k < rule->condition.count; k++)
            rule->condition.classes[k] = 1 + (unsigned)comb_rng_below(rng, (1 << LETTERS) - 1);
        rule->next = random_flags(rng, 20, NEEDS | CIRCUM | COMPOUND, 8);
    }
}

static void random_model(struct model *model, struct comb_rng *rng)
{
    *model = (struct model){.full_strip = comb_rng_below(rng, 3) == 0, .mirrored = comb_rng_below(rng, 3) == 0};
    for (unsigned flag = 0; flag < FLAGS; flag++)
        random_block(model, rng, flag);
    model->stem_count = 1 + (unsigned)comb_rng_below(rng, MAX_STEMS);
    for (unsigned i = 0; i < model->stem_count; i++) {
        random_text(model->stems[i].text, rng, 1, 3);
        model->stems[i].flags = random_flags(rng, 40, NEEDS | COMPOUND | FORBIDDEN, 8);
    }
}

/* ---- the dictionary as files ---- */

static void print_flags(struct comb_buf *out, unsigned flags)
{
    static const char names[] = "ABCDEFnxo!";
    if (flags)
        comb_buf_char(out, '/');
    for (unsigned i = 0; names[i]; i++)
        if (flags >> i & 1)
            comb_buf_char(out, names[i]);
}

static void print_condition(struct comb_buf *out, const struct condition *condition)
{
    static const char *const classes[] = {"", "a", "b", "[ab]", "c", "[^b]", "[bc]", "."};
    for (unsigned i = 0; i < condition->count; i++)
        comb_buf_str(out, classes[condition->classes[i]]);
}

static void print_rule(struct comb_buf *out, const struct rule *rule)
{
    comb_buf_printf(out, "%s %c %s %s", rule->prefix ? "PFX" : "SFX", 'A' + (int)rule->flag,
                    rule->strip[0] ? rule->strip : "0", rule->add[0] ? rule->add : "0");
    print_flags(out, rule->next);
    comb_buf_char(out, ' ');
    print_condition(out, &rule->condition);
    comb_buf_char(out, '\n');
}

static void print_aff(struct comb_buf *out, const struct model *model)
{
    comb_buf_str(out, "NEEDAFFIX n\nCIRCUMFIX x\nONLYINCOMPOUND o\nFORBIDDENWORD !\n");
    comb_buf_str(out, model->full_strip ? "FULLSTRIP\n" : "");
    comb_buf_str(out, model->mirrored ? "COMPLEXPREFIXES\n" : "");
    for (unsigned i = 0; i < model->rule_count; i++) {
        const struct rule *rule = &model->rules[i];
        if (i == 0 || model->rules[i - 1].flag != rule->flag) {
            unsigned rules = i + 1 < model->rule_count && rule[1].flag == rule->flag ? 2 : 1;
            comb_buf_printf(out, "%s %c %c %u\n", rule->prefix ? "PFX" : "SFX", 'A' + (int)rule->flag,
                            rule->cross ? 'Y' : 'N', rules);
        }
        print_rule(out, rule);
    }
}

static void print_dic(struct comb_buf *out, const struct model *model)
{
    comb_buf_printf(out, "%u\n", model->stem_count);
    for (unsigned i = 0; i < model->stem_count; i++) {
        comb_buf_str(out, model->stems[i].text);
        print_flags(out, model->stems[i].flags);
        comb_buf_char(out, '\n');
    }
}

/* ---- the mirror ---- */

static void reverse(char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0; i < length / 2; i++) {
        char c = text[i];
        text[i] = text[length - 1 - i];
        text[length - 1 - i] = c;
    }
}

static void mirror(struct model *model)
{
    for (unsigned i = 0; i < model->rule_count; i++) {
        struct rule *rule = &model->rules[i];
        rule->prefix = !rule->prefix;
        reverse(rule->strip);
        reverse(rule->add);
        if (rule->condition.count == 2) {
            unsigned first = rule->condition.classes[0];
            rule->condition.classes[0] = rule->condition.classes[1];
            rule->condition.classes[1] = first;
        }
    }
    for (unsigned i = 0; i < model->stem_count; i++)
        reverse(model->stems[i].text);
}

/* ---- the twin ---- */

static bool class_has(unsigned class, char letter)
{
    return class >> (letter - 'a') & 1;
}

/* Strips an affix; returns false if the word does not have it. */
static bool strip_affix(char *out, const struct model *model, const struct rule *rule, const char *word)
{
    size_t length = strlen(word);
    size_t added = strlen(rule->add);
    if (length < added || (length == added && !model->full_strip))
        return false;
    if (strncmp(rule->prefix ? word : word + length - added, rule->add, added) != 0)
        return false;
    size_t stays = length - added;
    size_t stripped = strlen(rule->strip);
    memcpy(rule->prefix ? out + stripped : out, rule->prefix ? word + added : word, stays);
    memcpy(rule->prefix ? out : out + stays, rule->strip, stripped);
    size_t inner = stays + stripped;
    out[inner] = '\0';
    if (inner == 0 || inner < rule->condition.count)
        return false;
    size_t start = rule->prefix ? 0 : inner - rule->condition.count;
    for (unsigned i = 0; i < rule->condition.count; i++)
        if (!class_has(rule->condition.classes[i], out[start + i]))
            return false;
    return true;
}

static bool allows(unsigned flags, const struct rule *rule)
{
    return flags >> rule->flag & 1;
}

static bool has(const struct rule *rule, unsigned special)
{
    return rule && (rule->next & special);
}

/* Returns whether these affixes may be combined on a stem; any may be NULL, but not only the first of two. */
static bool may_combine(unsigned stem, const struct rule *prefix, const struct rule *first, const struct rule *second)
{
    const struct rule *last = second ? second : first;
    if (has(prefix, COMPOUND) || has(first, COMPOUND) || has(second, COMPOUND))
        return false;
    if (second && !allows(first->next, second))
        return false;
    if (!prefix)
        return allows(stem, first) && !has(last, NEEDS) && !has(first, CIRCUM) && !has(second, CIRCUM);
    if (!last)
        return allows(stem, prefix) && !has(prefix, NEEDS) && !has(prefix, CIRCUM);
    if (!prefix->cross || !last->cross || (has(prefix, NEEDS) && has(last, NEEDS)))
        return false;
    if (second && allows(second->next, prefix))
        return allows(stem, first) && !has(first, CIRCUM) && has(prefix, CIRCUM) == has(second, CIRCUM);
    if (!first->cross || has(prefix, CIRCUM) != has(first, CIRCUM) || (has(second, CIRCUM) && !has(prefix, CIRCUM)))
        return false;
    bool by_stem = allows(stem, prefix) && allows(stem, first);
    bool by_prefix = allows(stem, prefix) && allows(prefix->next, first);
    bool by_first = allows(stem, first) && allows(first->next, prefix);
    return by_stem || by_prefix || by_first;
}

enum { BARE = 1, AFFIXED = 2, BARE_FORBIDDEN = 4, AFFIXED_FORBIDDEN = 8 };

/* Counts the ways to read the stem without these affixes. */
static unsigned read_stem(const struct model *model, const char *text, const struct rule *prefix,
                          const struct rule *first, const struct rule *second)
{
    unsigned ways = 0;
    bool bare = !prefix && !first;
    for (unsigned i = 0; i < model->stem_count; i++) {
        unsigned flags = model->stems[i].flags;
        if (strcmp(model->stems[i].text, text) != 0 || (!bare && !may_combine(flags, prefix, first, second)))
            continue;
        if (flags & FORBIDDEN)
            ways |= bare ? BARE_FORBIDDEN : AFFIXED_FORBIDDEN;
        else if (!(flags & COMPOUND) && !(bare && (flags & NEEDS)))
            ways |= bare ? BARE : AFFIXED;
    }
    return ways;
}

/* Strips one more suffix before `second`; none if there is no second. */
static unsigned read_first(const struct model *model, const char *text, const struct rule *prefix,
                           const struct rule *second)
{
    char stem[32];
    unsigned ways = second ? 0 : read_stem(model, text, prefix, NULL, NULL);
    for (unsigned i = 0; i < model->rule_count; i++)
        if (!model->rules[i].prefix && strip_affix(stem, model, &model->rules[i], text))
            ways |= read_stem(model, stem, prefix, &model->rules[i], second);
    return ways;
}

static unsigned read_suffixes(const struct model *model, const char *text, const struct rule *prefix)
{
    char inner[32];
    unsigned ways = read_first(model, text, prefix, NULL);
    for (unsigned i = 0; i < model->rule_count; i++)
        if (!model->rules[i].prefix && strip_affix(inner, model, &model->rules[i], text))
            ways |= read_first(model, inner, prefix, &model->rules[i]);
    return ways;
}

static bool twin_accepts(const struct model *model, const char *word)
{
    char inner[32];
    unsigned ways = read_suffixes(model, word, NULL);
    for (unsigned i = 0; i < model->rule_count; i++)
        if (model->rules[i].prefix && strip_affix(inner, model, &model->rules[i], word))
            ways |= read_suffixes(model, inner, &model->rules[i]);
    if (ways & BARE_FORBIDDEN)
        return false;
    return (ways & BARE) || ((ways & AFFIXED) && !(ways & AFFIXED_FORBIDDEN));
}

/* ---- both ---- */

static void next_word(char *word)
{
    size_t i = strlen(word);
    while (i > 0 && word[i - 1] == 'a' + LETTERS - 1)
        word[--i] = 'a';
    if (i > 0)
        word[i - 1]++;
    else
        strcat(word, "a");
}

static bool contains(const struct forms *forms, const char *word)
{
    return forms->items.count &&
           bsearch(&word, forms->items.items, forms->items.count, sizeof *forms->items.items, by_text);
}

/* Returns the number of words of up to LONGEST letters. */
static size_t compare_forms(const struct model *model, const struct forms *forms, const char *aff, const char *dic)
{
    struct model twin = *model;
    size_t words = 0;
    if (model->mirrored)
        mirror(&twin);
    for (char word[LONGEST + 2] = "a"; strlen(word) <= LONGEST; next_word(word)) {
        char seen[LONGEST + 2];
        strcpy(seen, word);
        if (model->mirrored)
            reverse(seen);
        bool expected = twin_accepts(&twin, seen);
        if (contains(forms, word) != expected) {
            print_error("%s: the reference says %s\n%s%s", word, expected ? "yes" : "no", aff, dic);
            fail();
        }
        words += expected;
    }
    return words;
}

static size_t check_model(const struct model *model)
{
    struct comb_buf aff = {0};
    struct comb_buf dic = {0};
    struct forms forms = {0};
    print_aff(&aff, model);
    print_dic(&dic, model);
    struct comb_hunspell_files files = {aff.data, aff.length, dic.data, dic.length};
    assert_int_equal(comb_hunspell_expand(NULL, &files, NULL, collect_form, NULL, &forms, NULL), COMB_OK);
    forms_sort(&forms);
    size_t words = compare_forms(model, &forms, aff.data, dic.data);
    forms_free(&forms);
    comb_buf_free(&aff);
    comb_buf_free(&dic);
    return words;
}

static void test_forms_are_those_of_the_twin(void **state)
{
    (void)state;
    struct comb_rng rng;
    struct model model;
    size_t words = 0;
    comb_rng_seed(&rng, 20240301);
    for (int round = 0; round < 1200; round++) {
        random_model(&model, &rng);
        words += check_model(&model);
    }
    assert_true(words > 4000);
}
