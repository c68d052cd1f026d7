/* Coverage: do the lines account for every canonical board exactly once?
 *
 * Units are prefixes of `depth` symbols, letters or classes of letters. A unit may be split: at its first class into
 * that class's letters, without classes at its end into prefixes that are one letter longer. The way to a part is its
 * key: the unit's symbols, then the letters chosen for its classes from left to right, then the further letters.
 *
 *     class 1 = JQXZ, depth 3        G1A  ->  G1A          the unit
 *                                    GQA  ->  G1A Q        a part of it
 *                                    GQAE ->  G1A Q E      a part of that
 *
 * So a part's key begins with the key of what it is a part of. The records are sorted by key, shorter ones first where
 * one begins the other. Then all canonical prefixes are walked in the same order and the two are laid side by side,
 * like two sorted lists:
 *
 *     walked     A A      A B              A C        ...
 *     records    A A  U   A B  S           (none)
 *                         A B A  U         -> missing: A C
 *                         A B C  U         what the walk passes over is out of place
 *                         (A B B, if canonical, is missing)
 *
 * A unit must have a U line, or an S line and then the same for its canonical parts. Symbols partition the letters and
 * the parts of a prefix partition it, so every board is in one unit, and in one part of each that is split; a part that
 * is not canonical has no canonical board. Cost: a canonical test a prefix, and one a child; nothing depends on how
 * deep the lines say they are, the walk goes deeper only below S lines. */
#include "family/words/proof_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MISSING = 1000000, MISSING_NAMED = 20, OUT_OF_PLACE = 255 };

/* Of two sets, the image's letter is surely smaller, or both are the same letter, or nothing is known. */
bool comb_proof_canonical(const struct comb_proof_rules *rules, const uint8_t *symbols, unsigned count)
{
    for (unsigned g = 0; g < rules->symmetries; g++) {
        const uint8_t *from = rules->from[g];
        for (unsigned i = 0; i < count && from[i] < count; i++) {
            uint32_t own = comb_proof_set(rules, symbols[i]);
            uint32_t image = comb_proof_set(rules, symbols[from[i]]);
            if (image < (own & (~own + 1)))
                return false;
            if (from[i] != i && (own != image || (own & (own - 1))))
                break;
        }
    }
    return true;
}

/* ---- keys ---- */

static bool may_be_class(unsigned place, unsigned depth)
{
    return place < depth && place < COMB_PROOF_CLASS_PLACES;
}

static unsigned class_of(const struct comb_proof_header *header, unsigned letter)
{
    unsigned number = 0;
    while (number < header->class_count && !(header->classes[number] >> letter & 1))
        number++;
    return number;
}

/* A prefix that no splitting leads to gets a key that no walk meets. */
unsigned comb_proof_key(uint8_t key[COMB_PROOF_MOST_KEY], const struct comb_proof_header *header,
                        const uint8_t *symbols, unsigned count)
{
    uint8_t chosen[COMB_PROOF_CLASS_PLACES];
    unsigned chosen_count = 0;
    unsigned length = 0;
    bool open = false; /* a class was met */
    for (unsigned i = 0; i < count; i++) {
        bool letter = symbols[i] < header->letter_count;
        unsigned class = letter ? class_of(header, symbols[i]) : 0;
        if (may_be_class(i, header->depth) && letter && class < header->class_count) {
            key[length++] = (uint8_t)(header->letter_count + class);
            chosen[chosen_count++] = symbols[i];
            key[0] = open ? OUT_OF_PLACE : key[0];
            continue;
        }
        if (i == header->depth) {
            memcpy(key + length, chosen, chosen_count);
            length += chosen_count;
        }
        key[length++] = symbols[i];
        if ((!letter && !may_be_class(i, header->depth)) || (open && i >= header->depth))
            key[0] = OUT_OF_PLACE;
        open |= !letter;
    }
    if (count <= header->depth) {
        memcpy(key + length, chosen, chosen_count);
        length += chosen_count;
    }
    return length;
}

/* The prefix that a key leads to; its length. */
static unsigned follow(uint8_t symbols[COMB_WORDS_MOST_CELLS], const struct comb_proof_header *header,
                       const uint8_t *key, unsigned length)
{
    unsigned count = length < header->depth ? length : header->depth;
    unsigned next = count;
    memcpy(symbols, key, count);
    for (unsigned i = 0; i < count && next < length; i++)
        if (symbols[i] >= header->letter_count)
            symbols[i] = key[next++];
    while (next < length)
        symbols[count++] = key[next++];
    return count;
}

struct walk {
    struct comb_proof_records *records;
    struct comb_proof_findings *findings;
    const struct comb_proof_header *header;
    const struct comb_proof_rules *rules;
    struct comb_proof_coverage *coverage;
    void (*missing)(void *payload, long long unit, const uint8_t *prefix, unsigned length);
    void *payload;
    bool partial; /* units that are missing are counted and no more is said */
    size_t next;  /* record that was not met yet */
    uint8_t key[COMB_PROOF_MOST_KEY];
    unsigned length;                       /* of the key */
    uint8_t prefix[COMB_WORDS_MOST_CELLS]; /* that it leads to */
    unsigned prefix_length;
};

static int compare_keys(const uint8_t *a, unsigned a_length, const uint8_t *b, unsigned b_length)
{
    unsigned common = a_length < b_length ? a_length : b_length;
    int order = common ? memcmp(a, b, common) : 0;
    return order != 0 ? order : (a_length > b_length) - (a_length < b_length);
}

/* Of one prefix, U lines come before S lines, and lines in the order in which they were read. */
static int compare_records(const void *first, const void *second)
{
    const struct comb_proof_record *a = first;
    const struct comb_proof_record *b = second;
    int order = compare_keys(a->key, a->key_length, b->key, b->key_length);
    if (order == 0)
        order = (int)a->split - (int)b->split;
    if (order == 0)
        order = strcmp(a->file, b->file);
    return order != 0 ? order : (a->line > b->line) - (a->line < b->line);
}

static bool begins(const struct walk *walk, const struct comb_proof_record *record)
{
    return record->key_length >= walk->length &&
           (walk->length == 0 || memcmp(record->key, walk->key, walk->length) == 0);
}

static void say(const struct walk *walk, const struct comb_proof_record *record, const char *reason)
{
    struct comb_buf name = {0};
    comb_proof_spell(&name, walk->header, record->prefix, record->length);
    comb_proof_problem(walk->findings, record->file, record->line, "%s: %s", comb_buf_text(&name), reason);
    comb_buf_free(&name);
}

static void say_stray(const struct walk *walk, const struct comb_proof_record *record)
{
    if (record->length < walk->header->depth)
        say(walk, record, "the prefix has fewer letters than the header's depth");
    else if (!comb_proof_canonical(walk->rules, record->prefix, record->length))
        say(walk, record, "the prefix is not canonical");
    else
        say(walk, record, "not a part of the division: no split line leads to it");
}

/* Passes over the records that come before the walk's prefix. */
static void catch_up(struct walk *walk)
{
    while (walk->next < walk->records->count) {
        const struct comb_proof_record *record = &walk->records->items[walk->next];
        if (compare_keys(record->key, record->key_length, walk->key, walk->length) >= 0)
            return;
        say_stray(walk, record);
        walk->next++;
    }
}

static bool agree(const struct comb_proof_record *a, const struct comb_proof_record *b, unsigned cells)
{
    if (a->bound != b->bound || a->board_count != b->board_count)
        return false;
    for (size_t i = 0; i < a->board_count; i++)
        if (a->boards[i].score != b->boards[i].score || memcmp(a->boards[i].letters, b->boards[i].letters, cells) != 0)
            return false;
    return true;
}

/* The unit is recorded: further U lines must agree, and nothing below it may be recorded once more. */
static void take_unit(struct walk *walk)
{
    assert(walk->next < walk->records->count);
    struct comb_proof_record *unit = &walk->records->items[walk->next++];
    unit->given = true;
    for (; walk->next < walk->records->count; walk->next++) {
        const struct comb_proof_record *record = &walk->records->items[walk->next];
        if (!begins(walk, record))
            return;
        if (record->key_length > walk->length)
            say(walk, record, "its own prefix is recorded as a whole unit too: listed twice");
        else if (record->split)
            comb_proof_note(walk->findings, record->file, record->line, "a split line of a unit that is done");
        else if (!agree(unit, record, walk->rules->cells))
            say(walk, record, "the unit is recorded twice, with different bounds or boards");
    }
}

static void take_missing(struct walk *walk)
{
    if (walk->missing)
        walk->missing(walk->payload, walk->coverage->units - 1, walk->prefix, walk->prefix_length);
    if (walk->coverage->missing++ >= MISSING_NAMED || walk->partial)
        return;
    struct comb_buf name = {0};
    comb_proof_spell(&name, walk->header, walk->prefix, walk->prefix_length);
    comb_proof_problem(walk->findings, "units.txt", 0, "%s: the unit is missing", comb_buf_text(&name));
    comb_buf_free(&name);
}

/* The first place that holds a class; the length when there is none. */
static unsigned next_class(const struct walk *walk)
{
    unsigned place = 0;
    while (place < walk->prefix_length && walk->prefix[place] < walk->rules->letters)
        place++;
    return place;
}

/* Looks at the walk's prefix; true when its parts are to be walked. */
static bool visit(struct walk *walk)
{
    if (walk->length < walk->header->depth)
        return true;
    if (walk->length == walk->header->depth)
        walk->coverage->units++;
    catch_up(walk);
    const struct comb_proof_record *record =
        walk->next < walk->records->count ? &walk->records->items[walk->next] : NULL;
    if (!record || record->key_length != walk->length || !begins(walk, record)) {
        take_missing(walk);
        return false;
    }
    if (!record->split) {
        take_unit(walk);
        return false;
    }
    while (walk->next < walk->records->count && begins(walk, &walk->records->items[walk->next]) &&
           walk->records->items[walk->next].key_length == walk->length)
        walk->next++;
    if (walk->prefix_length < walk->rules->cells || next_class(walk) < walk->prefix_length)
        return true;
    say(walk, record, "a whole board cannot be split");
    return false;
}

/* Whether the walk may choose this symbol as the last of its key. */
static bool may_choose(const struct walk *walk, unsigned symbol)
{
    const struct comb_proof_rules *rules = walk->rules;
    unsigned last = walk->length - 1;
    if (last < walk->header->depth)
        return symbol >= rules->letters
                   ? may_be_class(last, walk->header->depth)
                   : !may_be_class(last, walk->header->depth) || class_of(walk->header, symbol) == rules->class_count;
    unsigned choice = last - walk->header->depth;
    for (unsigned i = 0; i < walk->header->depth; i++)
        if (walk->key[i] >= rules->letters && choice-- == 0)
            return symbol < rules->letters && comb_proof_set(rules, walk->key[i]) >> symbol & 1;
    return symbol < rules->letters;
}

static bool fits(struct walk *walk)
{
    if (!may_choose(walk, walk->key[walk->length - 1]))
        return false;
    walk->prefix_length = follow(walk->prefix, walk->header, walk->key, walk->length);
    return comb_proof_canonical(walk->rules, walk->prefix, walk->prefix_length);
}

/* The next canonical prefix: the first part, or the next symbol at the last place where there is one. */
static bool step(struct walk *walk, bool deeper)
{
    unsigned symbols = walk->rules->letters + walk->rules->class_count;
    assert(walk->length + deeper <= COMB_PROOF_MOST_KEY);
    if (deeper)
        walk->key[walk->length++] = 0;
    else if (walk->length > 0)
        walk->key[walk->length - 1]++;
    while (walk->length > 0) {
        uint8_t *last = &walk->key[walk->length - 1];
        if (*last == symbols) {
            walk->length--;
            if (walk->length > 0)
                walk->key[walk->length - 1]++;
        } else if (fits(walk)) {
            return true;
        } else {
            (*last)++;
        }
    }
    return false;
}

static int walk_all(struct walk *walk, struct comb_job *job)
{
    unsigned steps = 0;
    bool going = true;
    while (going && walk->coverage->units <= walk->header->units &&
           (walk->partial || walk->coverage->missing < MOST_MISSING)) {
        if (++steps % 4096 == 0) {
            int code = comb_job_tick(job, 0);
            if (code != COMB_OK)
                return code;
        }
        going = step(walk, visit(walk));
    }
    for (; !going && walk->next < walk->records->count; walk->next++)
        say_stray(walk, &walk->records->items[walk->next]);
    return COMB_OK;
}

/* Sorts, walks, and tells whether the header counts the units rightly. */
static int cover(struct walk *walk, struct comb_job *job)
{
    struct comb_proof_records *records = walk->records;
    const struct comb_proof_header *header = walk->header;
    struct comb_proof_coverage *coverage = walk->coverage;
    *coverage = (struct comb_proof_coverage){0};
    if (records->count > 1)
        qsort(records->items, records->count, sizeof *records->items, compare_records);
    int code = walk_all(walk, job);
    if (code != COMB_OK)
        return code;
    if (coverage->missing > MISSING_NAMED && !walk->partial)
        comb_proof_problem(walk->findings, "units.txt", 0, "%s%lld units are missing",
                           coverage->missing >= MOST_MISSING ? "at least " : "", coverage->missing);
    else if (coverage->units != header->units)
        comb_proof_problem(walk->findings, "header.txt", header->lines[COMB_PROOF_UNITS],
                           "the header says %lld units, there are %s%lld", header->units,
                           coverage->units > header->units ? "at least " : "", coverage->units);
    return COMB_OK;
}

int comb_proof_cover(struct comb_proof_coverage *coverage, struct comb_proof_records *records,
                     struct comb_proof_findings *findings, const struct comb_proof_header *header,
                     const struct comb_proof_rules *rules, struct comb_job *job,
                     void (*missing)(void *payload, long long unit, const uint8_t *prefix, unsigned length),
                     void *payload)
{
    struct walk walk = {.records = records,
                        .findings = findings,
                        .header = header,
                        .rules = rules,
                        .coverage = coverage,
                        .missing = missing,
                        .payload = payload};
    return cover(&walk, job);
}

int comb_proof_cover_part(struct comb_proof_coverage *coverage, struct comb_proof_records *records,
                          struct comb_proof_findings *findings, const struct comb_proof_header *header,
                          const struct comb_proof_rules *rules, struct comb_job *job)
{
    struct walk walk = {.records = records,
                        .findings = findings,
                        .header = header,
                        .rules = rules,
                        .coverage = coverage,
                        .partial = true};
    return cover(&walk, job);
}
