/* Generates the forms of one stem.
 *
 * An affix may be added if something on the word allows it: the stem by its flags, or an affix already on the word by
 * the flags after its slash. One side of the word, the deep side, takes up to two affixes, the other takes one. The
 * deep side is the end of the word; with COMPLEXPREFIXES it is the start, and everything below is mirrored.
 *
 *                 stem flags                P.next
 *                 |    |                      |
 *                 v    v                      v
 *     [outer P] stem [first F] [second S]   stem + F only where P is on
 *         ^            |  |        ^  |
 *         +------------+  +--------+  |     F and S may each allow P
 *         +---------------------------+     only F allows S
 *
 * An affix's condition is tested on the word at the time the affix is added. Affixes are added from the stem outwards
 * on the deep side, then P last: so F tests the stem, S tests stem + F, P tests all of them.
 *
 * Which sets of affixes make a word:
 *   - P combines with F or S only where the rules of both allow cross products.
 *   - CIRCUMFIX: a marked affix needs a marked one on the other side, and an unmarked one excludes it.
 *   - NEEDAFFIX: a marked affix alone does not make a word; it needs one that is not marked.
 *   - ONLYINCOMPOUND: a marked affix makes no word here; a first affix with COMPOUNDBEGIN makes a part of a compound.
 *
 * Cost: for each F that the stem allows, a condition and a copy, and the same for each S that F allows, times the P's.
 * Nothing recurses and nothing is allocated; the partial words are in three buffers on the stack. */
#include "engine/hunspell/parts.h"

#include <assert.h>
#include <string.h>

/* Testing a flag without rules costs almost nothing, but a hostile file can have 65535 of them everywhere. */
enum { STEPS_PER_TICK = 4096, FLAGS_PER_STEP = 8 };

enum mark {
    CIRCUMFIX = COMB_HUNSPELL_CIRCUMFIX,
    COMPOUND_ONLY = COMB_HUNSPELL_COMPOUND_ONLY,
    COMPOUND_BEGIN = COMB_HUNSPELL_COMPOUND_BEGIN,
    NEEDS_MORE = COMB_HUNSPELL_NEEDS_AFFIX
};

/* A partial word and its affixes on the deep side. */
struct word {
    const struct comb_hunspell_affix *first;  /* or NULL */
    const struct comb_hunspell_affix *second; /* or NULL */
    bool first_by_stem;
    const char *text;
    size_t length;
};

static enum comb_hunspell_side outer_side(const struct comb_hunspell_generator *generator)
{
    return generator->affixes->twofold_side == COMB_HUNSPELL_SUFFIX ? COMB_HUNSPELL_PREFIX : COMB_HUNSPELL_SUFFIX;
}

static const struct comb_hunspell_affix *rules_of(const struct comb_hunspell_generator *generator,
                                                  enum comb_hunspell_side side, uint16_t flag)
{
    return comb_hunspell_rules(generator->affixes, side, flag);
}

static bool stem_has(const struct comb_hunspell_generator *generator, uint16_t flag)
{
    return comb_bit_test(generator->affixes->reader.present, flag);
}

int comb_hunspell_step(struct comb_hunspell_generator *generator, size_t flags)
{
    generator->steps += 1 + flags / FLAGS_PER_STEP;
    if (generator->steps < STEPS_PER_TICK)
        return COMB_OK;
    generator->steps = 0;
    return generator->tick(generator->payload);
}

static bool fits_front(const struct comb_hunspell_affix *affix, const char *text, size_t length)
{
    return memcmp(text, affix->strip, affix->strip_length) == 0 &&
           comb_hunspell_condition_starts(&affix->condition, text, length);
}

static bool fits_end(const struct comb_hunspell_affix *affix, const char *text, size_t length)
{
    return memcmp(text + length - affix->strip_length, affix->strip, affix->strip_length) == 0 &&
           comb_hunspell_condition_ends(&affix->condition, text, length);
}

/* Adds an affix to a word. Returns 0 if it does not fit or nothing is left. */
static size_t attach(char *out, const struct comb_hunspell_generator *generator, enum comb_hunspell_side side,
                     const struct comb_hunspell_affix *affix, const char *text, size_t length)
{
    size_t kept_length = length - affix->strip_length;
    if (length < affix->strip_length || (kept_length == 0 && !generator->affixes->full_strip))
        return 0;
    assert(kept_length + affix->add_length <= COMB_HUNSPELL_MAX_FORM);
    if (side == COMB_HUNSPELL_PREFIX) {
        if (!fits_front(affix, text, length))
            return 0;
        memcpy(out, affix->add, affix->add_length);
        memcpy(out + affix->add_length, text + affix->strip_length, kept_length);
    } else {
        if (!fits_end(affix, text, length))
            return 0;
        memcpy(out, text, kept_length);
        memcpy(out + kept_length, affix->add, affix->add_length);
    }
    return kept_length + affix->add_length;
}

static bool marked(const struct comb_hunspell_affix *affix, unsigned mark)
{
    return affix && (affix->marks & mark);
}

static bool allows(const struct comb_hunspell_affix *allowing, const struct comb_hunspell_affix *affix)
{
    return allowing && comb_hunspell_has_flag(allowing->next, affix->flag);
}

/* Returns whether the outer affix, allowed by the second affix of the deep side, may join the word's affixes. */
static bool joins_by_second(const struct comb_hunspell_affix *outer, const struct word *word)
{
    return word->first_by_stem && !marked(word->first, CIRCUMFIX) &&
           marked(outer, CIRCUMFIX) == marked(word->second, CIRCUMFIX);
}

/* The same if the stem or the first affix allows it. (A first affix that the outer one allowed combines only with outer
 * ones that the stem allows.) */
static bool joins_by_first(const struct comb_hunspell_generator *generator, const struct comb_hunspell_affix *outer,
                           const struct word *word)
{
    bool allowed = stem_has(generator, outer->flag) || allows(word->first, outer);
    return allowed && word->first->cross && marked(outer, CIRCUMFIX) == marked(word->first, CIRCUMFIX) &&
           (!marked(word->second, CIRCUMFIX) || marked(outer, CIRCUMFIX));
}

static bool joins(const struct comb_hunspell_generator *generator, const struct comb_hunspell_affix *outer,
                  const struct word *word)
{
    const struct comb_hunspell_affix *last = word->second ? word->second : word->first;
    if (!outer->cross || !last->cross || marked(outer, COMPOUND_ONLY))
        return false;
    if (marked(outer, NEEDS_MORE) && marked(last, NEEDS_MORE))
        return false;
    /* Hunspell stops once the second affix allows it. */
    return allows(word->second, outer) ? joins_by_second(outer, word) : joins_by_first(generator, outer, word);
}

/* Adds the outer affix to a word with affixes on the deep side. */
static int join_affix(struct comb_hunspell_generator *generator, const struct comb_hunspell_affix *outer,
                      const struct word *word)
{
    char text[COMB_HUNSPELL_MAX_FORM];
    int code = comb_hunspell_step(generator, 0);
    if (code != COMB_OK || !joins(generator, outer, word))
        return code;
    size_t length = attach(text, generator, outer_side(generator), outer, word->text, word->length);
    return length ? generator->visit(generator->payload, text, length, false) : COMB_OK;
}

static int join_all(struct comb_hunspell_generator *generator, uint16_t flag, const struct word *word)
{
    int code = COMB_OK;
    for (const struct comb_hunspell_affix *outer = rules_of(generator, outer_side(generator), flag);
         outer && code == COMB_OK; outer = outer->sibling)
        code = join_affix(generator, outer, word);
    return code;
}

/* Adds every outer affix that the stem or an affix on the word allows, each flag once. */
static int join_outer(struct comb_hunspell_generator *generator, const struct word *word)
{
    const struct comb_hunspell_flag_reader *stem = &generator->affixes->reader;
    struct comb_hunspell_flag_list first = word->first->next;
    struct comb_hunspell_flag_list second = word->second ? word->second->next : (struct comb_hunspell_flag_list){0};
    int code = comb_hunspell_step(generator, stem->flags.count + first.count + second.count);
    for (size_t i = 0; i < stem->flags.count && code == COMB_OK; i++)
        code = join_all(generator, stem->flags.items[i], word);
    for (size_t i = 0; i < first.count && code == COMB_OK; i++)
        if (!stem_has(generator, first.flags[i]))
            code = join_all(generator, first.flags[i], word);
    for (size_t i = 0; i < second.count && code == COMB_OK; i++)
        if (!stem_has(generator, second.flags[i]) && !comb_hunspell_has_flag(first, second.flags[i]))
            code = join_all(generator, second.flags[i], word);
    return code;
}

/* Emits the word itself, unless it is incomplete, then with each outer affix; or, if the outer affix allowed the first
 * one, only with that. */
static int emit_forms(struct comb_hunspell_generator *generator, const struct word *word,
                      const struct comb_hunspell_affix *outer)
{
    const struct comb_hunspell_affix *last = word->second ? word->second : word->first;
    if (outer)
        return join_affix(generator, outer, word);
    int code = COMB_OK;
    if (!marked(last, NEEDS_MORE) && !marked(word->first, CIRCUMFIX) && !marked(word->second, CIRCUMFIX))
        code = generator->visit(generator->payload, word->text, word->length, false);
    return code == COMB_OK ? join_outer(generator, word) : code;
}

static int grow_second(struct comb_hunspell_generator *generator, const struct word *from,
                       const struct comb_hunspell_affix *second, const struct comb_hunspell_affix *outer)
{
    char text[COMB_HUNSPELL_MAX_FORM];
    struct word word = {.first = from->first, .second = second, .first_by_stem = from->first_by_stem, .text = text};
    int code = comb_hunspell_step(generator, 0);
    if (code != COMB_OK || marked(second, COMPOUND_ONLY))
        return code;
    word.length = attach(text, generator, generator->affixes->twofold_side, second, from->text, from->length);
    return word.length ? emit_forms(generator, &word, outer) : COMB_OK;
}

/* A form with the first affix that is only a part of a compound. */
static int emit_begin(struct comb_hunspell_generator *generator, const struct comb_hunspell_affix *first)
{
    char text[COMB_HUNSPELL_MAX_FORM];
    if (!generator->visit_begin || !marked(first, COMPOUND_BEGIN) || marked(first, CIRCUMFIX | NEEDS_MORE))
        return COMB_OK;
    size_t length =
        attach(text, generator, generator->affixes->twofold_side, first, generator->stem, generator->stem_length);
    return length ? generator->visit_begin(generator->payload, text, length) : COMB_OK;
}

static int grow_first(struct comb_hunspell_generator *generator, const struct comb_hunspell_affix *first,
                      const struct comb_hunspell_affix *outer)
{
    char text[COMB_HUNSPELL_MAX_FORM];
    struct word word = {.first = first, .first_by_stem = !outer, .text = text};
    int code = comb_hunspell_step(generator, first->next.count);
    if (code == COMB_OK && marked(first, COMPOUND_ONLY) && !outer)
        return emit_begin(generator, first);
    if (code != COMB_OK || marked(first, COMPOUND_ONLY))
        return code;
    word.length =
        attach(text, generator, generator->affixes->twofold_side, first, generator->stem, generator->stem_length);
    if (word.length == 0)
        return COMB_OK;
    code = emit_forms(generator, &word, outer);
    for (size_t i = 0; i < first->next.count; i++) {
        const struct comb_hunspell_affix *second =
            rules_of(generator, generator->affixes->twofold_side, first->next.flags[i]);
        for (; second && code == COMB_OK; second = second->sibling)
            code = grow_second(generator, &word, second, outer);
    }
    return code;
}

/* Adds every first affix with one of these flags; if `outer` allows them, skips those that the stem has itself. */
static int grow_all(struct comb_hunspell_generator *generator, const uint16_t *flags, size_t count,
                    const struct comb_hunspell_affix *outer)
{
    int code = COMB_OK;
    for (size_t i = 0; i < count; i++) {
        if (outer && stem_has(generator, flags[i]))
            continue;
        const struct comb_hunspell_affix *first = rules_of(generator, generator->affixes->twofold_side, flags[i]);
        for (; first && code == COMB_OK; first = first->sibling)
            code = grow_first(generator, first, outer);
    }
    return code;
}

static int grow_outer(struct comb_hunspell_generator *generator, const struct comb_hunspell_affix *outer)
{
    char text[COMB_HUNSPELL_MAX_FORM];
    int code = comb_hunspell_step(generator, outer->next.count);
    if (code != COMB_OK || marked(outer, COMPOUND_ONLY))
        return code;
    size_t length = 0;
    if (!marked(outer, CIRCUMFIX | NEEDS_MORE))
        length = attach(text, generator, outer_side(generator), outer, generator->stem, generator->stem_length);
    if (length)
        code = generator->visit(generator->payload, text, length, false);
    if (code != COMB_OK || !outer->cross)
        return code;
    return grow_all(generator, outer->next.flags, outer->next.count, outer);
}

int comb_hunspell_generate(struct comb_hunspell_generator *generator)
{
    const struct comb_hunspell_flag_reader *stem = &generator->affixes->reader;
    int code = COMB_OK;
    if (generator->bare)
        code = generator->visit(generator->payload, generator->stem, generator->stem_length, true);
    if (code == COMB_OK)
        code = grow_all(generator, stem->flags.items, stem->flags.count, NULL);
    for (size_t i = 0; i < stem->flags.count; i++) {
        const struct comb_hunspell_affix *outer = rules_of(generator, outer_side(generator), stem->flags.items[i]);
        for (; outer && code == COMB_OK; outer = outer->sibling)
            code = grow_outer(generator, outer);
    }
    return code;
}
