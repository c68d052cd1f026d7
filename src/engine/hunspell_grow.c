/* Grows the forms of one stem.
 *
 * An affix may go on when something on the word gives leave: the stem by its flags, or an affix that is already on by
 * the flags behind its slash. One side of the word, the deep side, takes up to two affixes, the other takes one. The
 * deep side is the end of the word; with COMPLEXPREFIXES it is the start, and everything below holds in the mirror.
 *
 *                 stem flags                P.next
 *                 |    |                      |
 *                 v    v                      v
 *     [outer P] stem [first F] [second S]   stem + F only where P is on
 *         ^            |  |        ^  |
 *         +------------+  +--------+  |     F and S each may give leave to P
 *         +---------------------------+     only F gives leave to S
 *
 * An affix's condition looks at the word as it is when the affix is put on, and affixes are put on from the stem
 * outwards on the deep side, then P last: so F looks at the stem, S at stem + F, P at all of them.
 *
 * Which sets of affixes make a word:
 *   - P meets F or S only where the rules of both allow cross products.
 *   - CIRCUMFIX: an affix so marked needs a marked one on the other side, and an unmarked one does not stand it.
 *   - NEEDAFFIX: an affix so marked is no word by itself and needs one that is not marked.
 *   - ONLYINCOMPOUND: an affix so marked makes no word here.
 *
 * Cost: for each F that the stem allows, a condition and a copy, and the same for each S that F allows, times the P's.
 * Nothing recurses and nothing is allocated; the words under way lie in three buffers on the stack. */
#include "engine/hunspell_parts.h"

#include <assert.h>
#include <string.h>

/* Looking at a flag that has no rules costs next to nothing, but a hostile file can have 65535 of them everywhere. */
enum { STEPS_PER_TICK = 4096, FLAGS_PER_STEP = 8 };

enum mark {
    CIRCUMFIX = COMB_HUNSPELL_CIRCUMFIX,
    COMPOUND_ONLY = COMB_HUNSPELL_COMPOUND_ONLY,
    NEEDS_MORE = COMB_HUNSPELL_NEEDS_MORE
};

/* A word under way and the affixes of the deep side that are on it. */
struct word {
    const struct comb_hunspell_affix *first;  /* or NULL */
    const struct comb_hunspell_affix *second; /* or NULL */
    bool first_by_stem;
    const char *text;
    size_t length;
};

static enum comb_hunspell_side outer_side(const struct comb_hunspell_growth *growth)
{
    return growth->affixes->deep == COMB_HUNSPELL_SUFFIX ? COMB_HUNSPELL_PREFIX : COMB_HUNSPELL_SUFFIX;
}

static const struct comb_hunspell_affix *rules_of(const struct comb_hunspell_growth *growth,
                                                  enum comb_hunspell_side side, uint16_t flag)
{
    return comb_hunspell_rules(growth->affixes, side, flag);
}

static bool stem_has(const struct comb_hunspell_growth *growth, uint16_t flag)
{
    return comb_bit_test(growth->affixes->reader.present, flag);
}

int comb_hunspell_step(struct comb_hunspell_growth *growth, size_t flags)
{
    growth->steps += 1 + flags / FLAGS_PER_STEP;
    if (growth->steps < STEPS_PER_TICK)
        return COMB_OK;
    growth->steps = 0;
    return growth->tick(growth->payload);
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

/* Puts an affix on a word. 0 when it does not fit or nothing is left. */
static size_t attach(char *out, const struct comb_hunspell_growth *growth, enum comb_hunspell_side side,
                     const struct comb_hunspell_affix *affix, const char *text, size_t length)
{
    size_t stays = length - affix->strip_length;
    if (length < affix->strip_length || (stays == 0 && !growth->affixes->full_strip))
        return 0;
    assert(stays + affix->add_length <= COMB_HUNSPELL_MAX_FORM);
    if (side == COMB_HUNSPELL_PREFIX) {
        if (!fits_front(affix, text, length))
            return 0;
        memcpy(out, affix->add, affix->add_length);
        memcpy(out + affix->add_length, text + affix->strip_length, stays);
    } else {
        if (!fits_end(affix, text, length))
            return 0;
        memcpy(out, text, stays);
        memcpy(out + stays, affix->add, affix->add_length);
    }
    return stays + affix->add_length;
}

static bool marked(const struct comb_hunspell_affix *affix, unsigned mark)
{
    return affix && (affix->marks & mark);
}

static bool gives_leave(const struct comb_hunspell_affix *giver, const struct comb_hunspell_affix *affix)
{
    return giver && comb_hunspell_has_flag(giver->next, affix->flag);
}

/* Whether the outer affix, to which the second affix of the deep side gives leave, may join what is on the word. */
static bool joins_by_second(const struct comb_hunspell_affix *outer, const struct word *word)
{
    return word->first_by_stem && !marked(word->first, CIRCUMFIX) &&
           marked(outer, CIRCUMFIX) == marked(word->second, CIRCUMFIX);
}

/* The same through leave from the stem or from the first affix. (A first affix that is there by leave of the outer one
 * meets only outer ones that the stem allows.) */
static bool joins_by_first(const struct comb_hunspell_growth *growth, const struct comb_hunspell_affix *outer,
                           const struct word *word)
{
    bool leave = stem_has(growth, outer->flag) || gives_leave(word->first, outer);
    return leave && word->first->cross && marked(outer, CIRCUMFIX) == marked(word->first, CIRCUMFIX) &&
           (!marked(word->second, CIRCUMFIX) || marked(outer, CIRCUMFIX));
}

static bool joins(const struct comb_hunspell_growth *growth, const struct comb_hunspell_affix *outer,
                  const struct word *word)
{
    const struct comb_hunspell_affix *last = word->second ? word->second : word->first;
    if (!outer->cross || !last->cross || marked(outer, COMPOUND_ONLY))
        return false;
    if (marked(outer, NEEDS_MORE) && marked(last, NEEDS_MORE))
        return false;
    /* Hunspell goes no further once the second affix gives leave. */
    return gives_leave(word->second, outer) ? joins_by_second(outer, word) : joins_by_first(growth, outer, word);
}

/* Puts the outer affix on a word that has affixes of the deep side. */
static int join(struct comb_hunspell_growth *growth, const struct comb_hunspell_affix *outer, const struct word *word)
{
    char text[COMB_HUNSPELL_MAX_FORM];
    int code = comb_hunspell_step(growth, 0);
    if (code != COMB_OK || !joins(growth, outer, word))
        return code;
    size_t length = attach(text, growth, outer_side(growth), outer, word->text, word->length);
    return length ? growth->visit(growth->payload, text, length, false) : COMB_OK;
}

static int join_all(struct comb_hunspell_growth *growth, uint16_t flag, const struct word *word)
{
    int code = COMB_OK;
    for (const struct comb_hunspell_affix *outer = rules_of(growth, outer_side(growth), flag); outer && code == COMB_OK;
         outer = outer->sibling)
        code = join(growth, outer, word);
    return code;
}

/* Every outer affix that the stem or an affix on the word gives leave to, each flag once. */
static int join_outer(struct comb_hunspell_growth *growth, const struct word *word)
{
    const struct comb_hunspell_flag_reader *stem = &growth->affixes->reader;
    struct comb_hunspell_flag_list first = word->first->next;
    struct comb_hunspell_flag_list second = word->second ? word->second->next : (struct comb_hunspell_flag_list){0};
    int code = comb_hunspell_step(growth, stem->flags.count + first.count + second.count);
    for (size_t i = 0; i < stem->flags.count && code == COMB_OK; i++)
        code = join_all(growth, stem->flags.items[i], word);
    for (size_t i = 0; i < first.count && code == COMB_OK; i++)
        if (!stem_has(growth, first.flags[i]))
            code = join_all(growth, first.flags[i], word);
    for (size_t i = 0; i < second.count && code == COMB_OK; i++)
        if (!stem_has(growth, second.flags[i]) && !comb_hunspell_has_flag(first, second.flags[i]))
            code = join_all(growth, second.flags[i], word);
    return code;
}

/* The word by itself, unless it lacks something, then with each outer affix; or, where the outer affix gave leave to
 * the first one, only with that. */
static int harvest(struct comb_hunspell_growth *growth, const struct word *word,
                   const struct comb_hunspell_affix *outer)
{
    const struct comb_hunspell_affix *last = word->second ? word->second : word->first;
    if (outer)
        return join(growth, outer, word);
    int code = COMB_OK;
    if (!marked(last, NEEDS_MORE) && !marked(word->first, CIRCUMFIX) && !marked(word->second, CIRCUMFIX))
        code = growth->visit(growth->payload, word->text, word->length, false);
    return code == COMB_OK ? join_outer(growth, word) : code;
}

static int grow_second(struct comb_hunspell_growth *growth, const struct word *from,
                       const struct comb_hunspell_affix *second, const struct comb_hunspell_affix *outer)
{
    char text[COMB_HUNSPELL_MAX_FORM];
    struct word word = {.first = from->first, .second = second, .first_by_stem = from->first_by_stem, .text = text};
    int code = comb_hunspell_step(growth, 0);
    if (code != COMB_OK || marked(second, COMPOUND_ONLY))
        return code;
    word.length = attach(text, growth, growth->affixes->deep, second, from->text, from->length);
    return word.length ? harvest(growth, &word, outer) : COMB_OK;
}

static int grow_first(struct comb_hunspell_growth *growth, const struct comb_hunspell_affix *first,
                      const struct comb_hunspell_affix *outer)
{
    char text[COMB_HUNSPELL_MAX_FORM];
    struct word word = {.first = first, .first_by_stem = !outer, .text = text};
    int code = comb_hunspell_step(growth, first->next.count);
    if (code != COMB_OK || marked(first, COMPOUND_ONLY))
        return code;
    word.length = attach(text, growth, growth->affixes->deep, first, growth->stem, growth->stem_length);
    if (word.length == 0)
        return COMB_OK;
    code = harvest(growth, &word, outer);
    for (size_t i = 0; i < first->next.count; i++) {
        const struct comb_hunspell_affix *second = rules_of(growth, growth->affixes->deep, first->next.flags[i]);
        for (; second && code == COMB_OK; second = second->sibling)
            code = grow_second(growth, &word, second, outer);
    }
    return code;
}

/* Every first affix with one of these flags; those the stem has itself are left out where `outer` gives the leave. */
static int grow_all(struct comb_hunspell_growth *growth, const uint16_t *flags, size_t count,
                    const struct comb_hunspell_affix *outer)
{
    int code = COMB_OK;
    for (size_t i = 0; i < count; i++) {
        if (outer && stem_has(growth, flags[i]))
            continue;
        const struct comb_hunspell_affix *first = rules_of(growth, growth->affixes->deep, flags[i]);
        for (; first && code == COMB_OK; first = first->sibling)
            code = grow_first(growth, first, outer);
    }
    return code;
}

static int grow_outer(struct comb_hunspell_growth *growth, const struct comb_hunspell_affix *outer)
{
    char text[COMB_HUNSPELL_MAX_FORM];
    int code = comb_hunspell_step(growth, outer->next.count);
    if (code != COMB_OK || marked(outer, COMPOUND_ONLY))
        return code;
    size_t length = 0;
    if (!marked(outer, CIRCUMFIX | NEEDS_MORE))
        length = attach(text, growth, outer_side(growth), outer, growth->stem, growth->stem_length);
    if (length)
        code = growth->visit(growth->payload, text, length, false);
    if (code != COMB_OK || !outer->cross)
        return code;
    return grow_all(growth, outer->next.flags, outer->next.count, outer);
}

int comb_hunspell_grow(struct comb_hunspell_growth *growth)
{
    const struct comb_hunspell_flag_reader *stem = &growth->affixes->reader;
    int code = COMB_OK;
    if (growth->bare)
        code = growth->visit(growth->payload, growth->stem, growth->stem_length, true);
    if (code == COMB_OK)
        code = grow_all(growth, stem->flags.items, stem->flags.count, NULL);
    for (size_t i = 0; i < stem->flags.count; i++) {
        const struct comb_hunspell_affix *outer = rules_of(growth, outer_side(growth), stem->flags.items[i]);
        for (; outer && code == COMB_OK; outer = outer->sibling)
            code = grow_outer(growth, outer);
    }
    return code;
}
