/* Coverage: do the lines account for every canonical board exactly once?
 *
 * The records are sorted by prefix, shorter ones first where one begins the other. Then all canonical prefixes are
 * walked in the same order and the two are laid side by side, like two sorted lists:
 *
 *     walked     A A      A B              A C        ...
 *     records    A A  U   A B  S           (none)
 *                         A B A  U         -> missing: A C
 *                         A B C  U         what the walk passes over is out of place
 *                         (A B B, if canonical, is missing)
 *
 * A prefix of `depth` letters must have a U line, or an S line and then the same for its canonical extensions by one
 * letter. Cost: a canonical test a prefix, and one a child; nothing depends on how deep the lines say they are, the
 * walk goes deeper only below S lines. */
#include "family/words/proof_parts.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_MISSING = 1000000, MISSING_NAMED = 20 };

bool comb_proof_canonical(const struct comb_proof_rules *rules, const uint8_t *letters, unsigned count)
{
    for (unsigned g = 0; g < rules->symmetries; g++) {
        const uint8_t *from = rules->from[g];
        for (unsigned i = 0; i < count; i++) {
            if (from[i] >= count || letters[i] < letters[from[i]])
                break;
            if (letters[i] > letters[from[i]])
                return false;
        }
    }
    return true;
}

struct walk {
    struct comb_proof_records *records;
    struct comb_proof_findings *findings;
    const struct comb_proof_header *header;
    const struct comb_proof_rules *rules;
    struct comb_proof_coverage *coverage;
    void (*missing)(void *payload, long long unit, const uint8_t *prefix, unsigned length);
    void *payload;
    size_t next; /* record that was not met yet */
    uint8_t prefix[COMB_WORDS_MOST_CELLS];
    unsigned length;
};

static int compare_prefixes(const uint8_t *a, unsigned a_length, const uint8_t *b, unsigned b_length)
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
    int order = compare_prefixes(a->prefix, a->length, b->prefix, b->length);
    if (order == 0)
        order = (int)a->split - (int)b->split;
    if (order == 0)
        order = strcmp(a->file, b->file);
    return order != 0 ? order : (a->line > b->line) - (a->line < b->line);
}

static bool begins(const struct walk *walk, const struct comb_proof_record *record)
{
    return record->length >= walk->length &&
           (walk->length == 0 || memcmp(record->prefix, walk->prefix, walk->length) == 0);
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
        if (compare_prefixes(record->prefix, record->length, walk->prefix, walk->length) >= 0)
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
    struct comb_proof_record *unit = &walk->records->items[walk->next++];
    unit->given = true;
    for (; walk->next < walk->records->count; walk->next++) {
        const struct comb_proof_record *record = &walk->records->items[walk->next];
        if (!begins(walk, record))
            return;
        if (record->length > walk->length)
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
        walk->missing(walk->payload, walk->coverage->units - 1, walk->prefix, walk->length);
    if (walk->coverage->missing++ >= MISSING_NAMED)
        return;
    struct comb_buf name = {0};
    comb_proof_spell(&name, walk->header, walk->prefix, walk->length);
    comb_proof_problem(walk->findings, "units.txt", 0, "%s: the unit is missing", comb_buf_text(&name));
    comb_buf_free(&name);
}

/* Looks at the walk's prefix; true when its extensions are to be walked. */
static bool visit(struct walk *walk)
{
    if (walk->length < walk->header->depth)
        return true;
    if (walk->length == walk->header->depth)
        walk->coverage->units++;
    catch_up(walk);
    const struct comb_proof_record *record =
        walk->next < walk->records->count ? &walk->records->items[walk->next] : NULL;
    if (!record || record->length != walk->length || !begins(walk, record)) {
        take_missing(walk);
        return false;
    }
    if (!record->split) {
        take_unit(walk);
        return false;
    }
    while (walk->next < walk->records->count && begins(walk, &walk->records->items[walk->next]) &&
           walk->records->items[walk->next].length == walk->length)
        walk->next++;
    if (walk->length < walk->rules->cells)
        return true;
    say(walk, record, "a whole board cannot be split");
    return false;
}

/* The next canonical prefix: the first extension, or the next letter at the last place where there is one. */
static bool step(struct walk *walk, bool deeper)
{
    if (deeper)
        walk->prefix[walk->length++] = 0;
    else if (walk->length > 0)
        walk->prefix[walk->length - 1]++;
    while (walk->length > 0) {
        uint8_t *last = &walk->prefix[walk->length - 1];
        if (*last == walk->rules->letters) {
            walk->length--;
            if (walk->length > 0)
                walk->prefix[walk->length - 1]++;
        } else if (comb_proof_canonical(walk->rules, walk->prefix, walk->length)) {
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
    while (going && walk->coverage->units <= walk->header->units && walk->coverage->missing < MOST_MISSING) {
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
    *coverage = (struct comb_proof_coverage){0};
    if (records->count > 1)
        qsort(records->items, records->count, sizeof *records->items, compare_records);
    int code = walk_all(&walk, job);
    if (code != COMB_OK)
        return code;
    if (coverage->missing > MISSING_NAMED)
        comb_proof_problem(findings, "units.txt", 0, "%s%lld units are missing",
                           coverage->missing >= MOST_MISSING ? "at least " : "", coverage->missing);
    else if (coverage->units != header->units)
        comb_proof_problem(findings, "header.txt", header->lines[COMB_PROOF_UNITS],
                           "the header says %lld units, there are %s%lld", header->units,
                           coverage->units > header->units ? "at least " : "", coverage->units);
    return COMB_OK;
}
