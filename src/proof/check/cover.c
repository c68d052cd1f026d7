/* Coverage: checks that the lines cover every canonical board exactly once.
 *
 * Units are prefixes of `depth` symbols, letters or classes of letters. A unit may be split: at its first class into
 * that class's letters, without classes at its end into prefixes that are one letter longer. The path to a part is its
 * key: the unit's symbols, then the letters chosen for its classes from left to right, then the further letters.
 *
 *     class 1 = JQXZ, depth 3        G1A  ->  G1A          the unit
 *                                    GQA  ->  G1A Q        a part of it
 *                                    GQAE ->  G1A Q E      a part of that
 *
 * So a part's key begins with the key of its parent. The records are sorted by key, a key before its extensions. Then
 * all canonical prefixes are walked in the same order and both are compared like two sorted lists:
 *
 *     walked     A A      A B              A C        ...
 *     records    A A  U   A B  S           (none)
 *                         A B A  U         -> missing: A C
 *                         A B C  U         records that the walk skips are misplaced
 *                         (A B B, if canonical, is missing)
 *
 * A unit must have a U line, or an S line and then the same for its canonical parts. Symbols partition the letters and
 * the parts of a prefix partition it, so every board is in one unit, and in one part of each split unit; a part that is
 * not canonical has no canonical board. Cost: one canonical test per prefix, and one per child; it does not depend on
 * the depth that the lines claim: the walk goes deeper only below S lines. */
#include "proof/check/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MISSING = 1000000, MISSING_NAMED = 20, OUT_OF_PLACE = 255 };

/* For two sets, either the image's letter is certainly smaller, or both are the same letter, or nothing is known. */
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

/* A prefix that no sequence of splits reaches gets a key that no walk meets. */
unsigned comb_proof_key(uint8_t key[COMB_PROOF_MAX_KEY], const struct comb_proof_header *header, const uint8_t *symbols,
                        unsigned count)
{
    uint8_t chosen[COMB_PROOF_CLASS_PLACES];
    unsigned chosen_count = 0;
    unsigned length = 0;
    bool open = false; /* a class was found */
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

/* Converts a key to its prefix; returns the length. */
static unsigned key_to_prefix(uint8_t symbols[COMB_PROOF_MAX_CELLS], const struct comb_proof_header *header,
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
    struct comb_proof_diagnostics *diagnostics;
    const struct comb_proof_header *header;
    const struct comb_proof_rules *rules;
    struct comb_proof_coverage *coverage;
    void (*missing)(void *payload, long long unit, const uint8_t *prefix, unsigned length);
    void *payload;
    bool partial; /* missing units are counted but not reported */
    size_t next;  /* first record not yet compared */
    uint8_t key[COMB_PROOF_MAX_KEY];
    unsigned length;                      /* of the key */
    uint8_t prefix[COMB_PROOF_MAX_CELLS]; /* of that key */
    unsigned prefix_length;
};

static int compare_keys(const uint8_t *a, unsigned a_length, const uint8_t *b, unsigned b_length)
{
    unsigned common = a_length < b_length ? a_length : b_length;
    int order = common ? memcmp(a, b, common) : 0;
    return order != 0 ? order : (a_length > b_length) - (a_length < b_length);
}

/* For one prefix, U lines come before S lines, and lines in file order. */
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

static bool key_begins_record(const struct walk *walk, const struct comb_proof_record *record)
{
    return record->key_length >= walk->length &&
           (walk->length == 0 || memcmp(record->key, walk->key, walk->length) == 0);
}

static void report_problem(const struct walk *walk, const struct comb_proof_record *record, const char *reason)
{
    struct comb_buf name = {0};
    comb_proof_symbols_to_text(&name, walk->header, record->prefix, record->length);
    comb_proof_problem(walk->diagnostics, record->file, record->line, "%s: %s", comb_buf_text(&name), reason);
    comb_buf_free(&name);
}

static void report_misplaced(const struct walk *walk, const struct comb_proof_record *record)
{
    if (record->length < walk->header->depth)
        report_problem(walk, record, "the prefix has fewer letters than the header's depth");
    else if (!comb_proof_canonical(walk->rules, record->prefix, record->length))
        report_problem(walk, record, "the prefix is not canonical");
    else
        report_problem(walk, record, "misplaced: no split line leads to it");
}

/* Skips the records that come before the walk's prefix. */
static void skip_records(struct walk *walk)
{
    while (walk->next < walk->records->count) {
        const struct comb_proof_record *record = &walk->records->items[walk->next];
        if (compare_keys(record->key, record->key_length, walk->key, walk->length) >= 0)
            return;
        report_misplaced(walk, record);
        walk->next++;
    }
}

static bool records_agree(const struct comb_proof_record *a, const struct comb_proof_record *b, unsigned cells)
{
    if (a->bound != b->bound || a->board_count != b->board_count)
        return false;
    for (size_t i = 0; i < a->board_count; i++)
        if (a->boards[i].score != b->boards[i].score || memcmp(a->boards[i].letters, b->boards[i].letters, cells) != 0)
            return false;
    return true;
}

/* The unit is recorded: further U lines must agree, and nothing below it may be recorded again. */
static void accept_unit(struct walk *walk)
{
    assert(walk->next < walk->records->count);
    struct comb_proof_record *unit = &walk->records->items[walk->next++];
    unit->counted = true;
    for (; walk->next < walk->records->count; walk->next++) {
        const struct comb_proof_record *record = &walk->records->items[walk->next];
        if (!key_begins_record(walk, record))
            return;
        if (record->key_length > walk->length)
            report_problem(walk, record, "recorded twice: its prefix is also recorded as a whole unit");
        else if (record->split)
            comb_proof_note(walk->diagnostics, record->file, record->line, "a split line for a completed unit");
        else if (!records_agree(unit, record, walk->rules->cells))
            report_problem(walk, record, "the unit is recorded twice, with different bounds or boards");
    }
}

static void report_missing_unit(struct walk *walk)
{
    if (walk->missing)
        walk->missing(walk->payload, walk->coverage->units - 1, walk->prefix, walk->prefix_length);
    if (walk->coverage->missing++ >= MISSING_NAMED || walk->partial)
        return;
    struct comb_buf name = {0};
    comb_proof_symbols_to_text(&name, walk->header, walk->prefix, walk->prefix_length);
    comb_proof_problem(walk->diagnostics, "units.txt", 0, "%s: the unit is missing", comb_buf_text(&name));
    comb_buf_free(&name);
}

/* Returns the first place that holds a class; the length if there is none. */
static unsigned next_class(const struct walk *walk)
{
    unsigned place = 0;
    while (place < walk->prefix_length && walk->prefix[place] < walk->rules->letters)
        place++;
    return place;
}

/* Processes the walk's prefix; returns true if its parts must be walked. */
static bool visit_prefix(struct walk *walk)
{
    if (walk->length < walk->header->depth)
        return true;
    if (walk->length == walk->header->depth)
        walk->coverage->units++;
    skip_records(walk);
    const struct comb_proof_record *record =
        walk->next < walk->records->count ? &walk->records->items[walk->next] : NULL;
    if (!record || record->key_length != walk->length || !key_begins_record(walk, record)) {
        report_missing_unit(walk);
        return false;
    }
    if (!record->split) {
        accept_unit(walk);
        return false;
    }
    while (walk->next < walk->records->count && key_begins_record(walk, &walk->records->items[walk->next]) &&
           walk->records->items[walk->next].key_length == walk->length)
        walk->next++;
    if (walk->prefix_length < walk->rules->cells || next_class(walk) < walk->prefix_length)
        return true;
    report_problem(walk, record, "a whole board cannot be split");
    return false;
}

/* Returns whether the walk may choose this symbol as the last of its key. */
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

static bool prefix_fits(struct walk *walk)
{
    if (!may_choose(walk, walk->key[walk->length - 1]))
        return false;
    walk->prefix_length = key_to_prefix(walk->prefix, walk->header, walk->key, walk->length);
    return comb_proof_canonical(walk->rules, walk->prefix, walk->prefix_length);
}

/* Moves to the next canonical prefix: the first part, or the next symbol at the last place where there is one. */
static bool step_walk(struct walk *walk, bool deeper)
{
    unsigned symbols = walk->rules->letters + walk->rules->class_count;
    assert(walk->length + deeper <= COMB_PROOF_MAX_KEY);
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
        } else if (prefix_fits(walk)) {
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
    bool has_next = true;
    while (has_next && walk->coverage->units <= walk->header->units &&
           (walk->partial || walk->coverage->missing < MAX_MISSING)) {
        if (++steps % 4096 == 0) {
            int code = comb_job_tick(job, 0);
            if (code != COMB_OK)
                return code;
        }
        has_next = step_walk(walk, visit_prefix(walk));
    }
    for (; !has_next && walk->next < walk->records->count; walk->next++)
        report_misplaced(walk, &walk->records->items[walk->next]);
    return COMB_OK;
}

/* Sorts, walks, and checks the header's number of units. */
static int cover_units(struct walk *walk, struct comb_job *job)
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
        comb_proof_problem(walk->diagnostics, "units.txt", 0, "%s%lld units are missing",
                           coverage->missing >= MAX_MISSING ? "at least " : "", coverage->missing);
    else if (coverage->units != header->units)
        comb_proof_problem(walk->diagnostics, "header.txt", header->lines[COMB_PROOF_UNITS],
                           "the header says %lld units, but there are %s%lld", header->units,
                           coverage->units > header->units ? "at least " : "", coverage->units);
    return COMB_OK;
}

int comb_proof_cover(struct comb_proof_coverage *coverage, struct comb_proof_records *records,
                     struct comb_proof_diagnostics *diagnostics, const struct comb_proof_header *header,
                     const struct comb_proof_rules *rules, struct comb_job *job,
                     void (*missing)(void *payload, long long unit, const uint8_t *prefix, unsigned length),
                     void *payload)
{
    struct walk walk = {.records = records,
                        .diagnostics = diagnostics,
                        .header = header,
                        .rules = rules,
                        .coverage = coverage,
                        .missing = missing,
                        .payload = payload};
    return cover_units(&walk, job);
}

int comb_proof_cover_part(struct comb_proof_coverage *coverage, struct comb_proof_records *records,
                          struct comb_proof_diagnostics *diagnostics, const struct comb_proof_header *header,
                          const struct comb_proof_rules *rules, struct comb_job *job)
{
    struct walk walk = {.records = records,
                        .diagnostics = diagnostics,
                        .header = header,
                        .rules = rules,
                        .coverage = coverage,
                        .partial = true};
    return cover_units(&walk, job);
}
