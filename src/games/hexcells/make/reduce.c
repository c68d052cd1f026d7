/* Turns a level with many hints into one of a grade.
 *
 *     1. uncover black cells until every step costs at most the limit of an easier grade (medium, or easy)
 *     2. remove hints in random order, each one without which that still holds
 *     3. remove further hints while no step costs more than the limit of the grade asked for; for the last grade: while
 *        the level is fair
 *
 * After 2 no hint can go without a step beyond the easier limit, so the first hint that 3 removes makes the level
 * harder than that; it goes on until the grade is reached. A level is tested by explaining it with a highest cost:
 * steps beyond it are not even searched, and what is explained is fair. Seeing more never makes fewer steps possible,
 * so hints are first removed in groups: if the level without a whole group holds, all of them go. */
#include "games/hexcells/make/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_GROUP = 16 };

struct reduction {
    struct comb_hexcells_maker *maker;
    struct comb_hexcells_level *level; /* with all hints */
    unsigned clues;
    bool *removed; /* by clue */
    unsigned *order;
    size_t count;   /* clues in the order */
    double hardest; /* of the last level that held */
};

/* ---- testing ---- */

static bool explains_all(const struct comb_hexcells_explanation *explanation, const struct comb_hexcells_level *level)
{
    size_t cells = 0;
    for (size_t i = 0; i < explanation->count; i++)
        cells += explanation->items[i].step.count;
    return cells == comb_hexcells_hidden(level);
}

/* Explains the level with steps of at most this cost (0: any); `found`, if not NULL, gets the colours found. */
static int explain(bool *holds, double *hardest, signed char *found, const struct comb_hexcells_level *level,
                   double limit, struct comb_hexcells_maker *maker, struct comb_error *err)
{
    struct comb_hexcells_explanation explanation;
    struct comb_hexcells_explain_options options = {.max_cost = limit, .bounded = limit > 0};
    signed char *truth = malloc(level->cell_count + 1);
    *holds = false;
    if (!truth)
        return comb_fail_memory(err);
    for (unsigned i = 0; i < level->cell_count; i++)
        truth[i] = level->cells[i].truth;
    int code = comb_hexcells_explain(&explanation, level, truth, &options, maker->job, err);
    *holds = code == COMB_OK && explains_all(&explanation, level);
    *hardest = 0;
    for (size_t i = 0; i < explanation.count; i++) {
        const struct comb_hexcells_argument *argument = &explanation.items[i];
        *hardest = argument->cost > *hardest ? argument->cost : *hardest;
        for (size_t k = 0; found && k < argument->step.count; k++)
            found[argument->step.cells[k]] = argument->step.colours[k];
    }
    comb_hexcells_explanation_free(&explanation);
    free(truth);
    return code;
}

/* The level without the removed hints; without its counter if it must not be needed. */
static int reduced_level(struct comb_hexcells_level **out, const struct reduction *reduction, struct comb_error *err)
{
    int code = comb_hexcells_without(out, reduction->level, reduction->removed, err);
    if (code == COMB_OK && reduction->maker->counter == COMB_HEXCELLS_COUNTER_NO)
        (*out)->remaining = -1;
    return code;
}

static int test_removed(bool *holds, struct reduction *reduction, double limit, struct comb_error *err)
{
    struct comb_hexcells_level *level;
    double hardest = 0;
    *holds = false;
    int code = reduced_level(&level, reduction, err);
    if (code != COMB_OK)
        return code;
    bool chains = limit == 0 || limit > comb_hexcells_grade_limit(COMB_HEXCELLS_MEDIUM);
    *holds = true;
    if (chains) /* the exact logic is faster than a search for chains that do not exist */
        code = comb_hexcells_fair(holds, level, reduction->maker->job, err);
    reduction->maker->tests += chains;
    if (code == COMB_OK && *holds && limit > 0)
        code = explain(holds, &hardest, NULL, level, limit, reduction->maker, err);
    if (code == COMB_OK && *holds)
        reduction->hardest = hardest;
    comb_hexcells_level_free(level);
    return code;
}

/* ---- 1: uncovering ---- */

/* Uncovers one cell that was not found, a black one with a number if there is any. */
static void uncover_one(struct comb_hexcells_level *level, const signed char *found, struct comb_hexcells_maker *maker)
{
    unsigned chosen = level->cell_count;
    for (unsigned pass = 0, candidates = 0; pass < 3 && chosen == level->cell_count; pass++)
        for (unsigned i = 0; i < level->cell_count; i++) {
            const struct comb_hexcells_cell *cell = &level->cells[i];
            bool black = cell->truth == COMB_HEXCELLS_BLACK, numbered = cell->hint != COMB_HEXCELLS_NO_HINT;
            if (cell->shown != COMB_HEXCELLS_UNKNOWN || found[i] != COMB_HEXCELLS_UNKNOWN ||
                (pass == 0 && !(black && numbered)) || (pass == 1 && !black))
                continue;
            if (comb_rng_below(&maker->rng, ++candidates) == 0)
                chosen = i;
        }
    assert(chosen < level->cell_count);
    level->cells[chosen].shown = level->cells[chosen].truth;
    if (level->remaining >= 0)
        level->remaining -= level->cells[chosen].truth == COMB_HEXCELLS_BLUE;
}

static int uncover_until_fair(struct reduction *reduction, double limit, struct comb_error *err)
{
    struct comb_hexcells_level *level = reduction->level;
    long counter = level->remaining;
    signed char *found = malloc(level->cell_count + 1);
    int code = found ? COMB_OK : comb_fail_memory(err);
    bool holds = false;
    for (unsigned i = 0; i < level->cell_count; i++)
        counter -= level->cells[i].shown == COMB_HEXCELLS_BLUE; /* none is shown yet */
    while (code == COMB_OK && !holds) {
        memset(found, COMB_HEXCELLS_UNKNOWN, level->cell_count);
        long remaining = level->remaining;
        if (reduction->maker->counter == COMB_HEXCELLS_COUNTER_NO)
            level->remaining = -1;
        code = explain(&holds, &reduction->hardest, found, level, limit, reduction->maker, err);
        level->remaining = remaining;
        if (code == COMB_OK && !holds)
            uncover_one(level, found, reduction->maker);
    }
    assert(code != COMB_OK || counter >= level->remaining);
    free(found);
    return code;
}

/* ---- 2 and 3: removing ---- */

static int list_hints(struct reduction *reduction, struct comb_error *err)
{
    const struct comb_hexcells_level *level = reduction->level;
    reduction->clues = level->cell_count + level->line_count;
    reduction->order = malloc((reduction->clues + 1) * sizeof *reduction->order);
    reduction->removed = calloc(reduction->clues + 1, sizeof *reduction->removed);
    if (!reduction->order || !reduction->removed)
        return comb_fail_memory(err);
    for (unsigned id = 0; id < reduction->clues; id++)
        if (id >= level->cell_count || level->cells[id].hint != COMB_HEXCELLS_NO_HINT)
            reduction->order[reduction->count++] = id;
    for (size_t i = reduction->count; i > 1; i--) {
        size_t other = (size_t)comb_rng_below(&reduction->maker->rng, i);
        unsigned id = reduction->order[i - 1];
        reduction->order[i - 1] = reduction->order[other];
        reduction->order[other] = id;
    }
    return COMB_OK;
}

static void set_removed(struct reduction *reduction, size_t from, size_t to, bool removed)
{
    for (size_t i = from; i < to; i++)
        reduction->removed[reduction->order[i]] = removed;
}

/* Removes the hints [from, to) as far as the level holds, halving a group that does not. */
static int remove_group(struct reduction *reduction, size_t from, size_t to, double limit, struct comb_error *err)
{
    bool holds = false;
    if (from == to)
        return COMB_OK;
    set_removed(reduction, from, to, true);
    int code = test_removed(&holds, reduction, limit, err);
    if (code == COMB_OK && holds)
        return COMB_OK;
    set_removed(reduction, from, to, false);
    if (code != COMB_OK || to - from == 1)
        return code;
    size_t middle = from + (to - from) / 2;
    code = remove_group(reduction, from, middle, limit, err);
    return code == COMB_OK ? remove_group(reduction, middle, to, limit, err) : code;
}

static int remove_all(struct reduction *reduction, double limit, struct comb_error *err)
{
    int code = COMB_OK;
    for (size_t i = 0; code == COMB_OK && i < reduction->count; i += FIRST_GROUP) {
        size_t end = i + FIRST_GROUP < reduction->count ? i + FIRST_GROUP : reduction->count;
        comb_job_note(reduction->maker->job, "%zu of %zu hints tested", i, reduction->count);
        code = remove_group(reduction, i, end, limit, err);
    }
    return code;
}

/* Removes further hints until the level has the grade. */
static int make_harder(struct reduction *reduction, struct comb_error *err)
{
    enum comb_hexcells_grade target = reduction->maker->target;
    double limit = comb_hexcells_grade_limit(target);
    int code = COMB_OK;
    bool harder = false;
    for (size_t i = 0; code == COMB_OK && i < reduction->count; i++) {
        bool holds = false;
        if (reduction->removed[reduction->order[i]])
            continue;
        if ((harder && comb_hexcells_grade_of(reduction->hardest) == target) ||
            comb_hexcells_out_of_tests(reduction->maker))
            break;
        comb_job_note(reduction->maker->job, "%zu of %zu hints tested again", i, reduction->count);
        set_removed(reduction, i, i + 1, true);
        code = test_removed(&holds, reduction, limit, err);
        set_removed(reduction, i, i + 1, code == COMB_OK && holds);
        harder |= holds;
    }
    return code;
}

/* Removes every hint without which the level is still fair. */
static int make_hardest(struct reduction *reduction, struct comb_error *err)
{
    struct comb_hexcells_level *level = NULL;
    bool holds;
    int code = remove_all(reduction, 0, err);
    if (code == COMB_OK)
        code = reduced_level(&level, reduction, err);
    if (code == COMB_OK)
        code = explain(&holds, &reduction->hardest, NULL, level, 0, reduction->maker, err);
    comb_hexcells_level_free(level);
    return code;
}

/* ---- the counter ---- */

/* Whether the level needs its counter as much as was asked for. */
static int counter_fits(bool *fits, const struct comb_hexcells_level *level, struct comb_hexcells_maker *maker,
                        struct comb_error *err)
{
    struct comb_hexcells_level *without;
    struct comb_hexcells_play play;
    *fits = maker->counter == COMB_HEXCELLS_COUNTER_ANY;
    if (*fits)
        return COMB_OK;
    int code = comb_hexcells_level_copy(&without, level, err);
    if (code != COMB_OK)
        return code;
    without->remaining = -1;
    code = comb_hexcells_play(&play, without, &(struct comb_hexcells_play_options){0}, maker->job, err);
    unsigned third = level->cell_count / 3;
    *fits = code == COMB_OK && (maker->counter == COMB_HEXCELLS_COUNTER_NO     ? play.left == 0
                                : maker->counter == COMB_HEXCELLS_COUNTER_LATE ? play.left > 0 && play.left <= third
                                                                               : play.left > third);
    comb_hexcells_play_free(&play);
    comb_hexcells_level_free(without);
    return code;
}

/* Writes the level if it is fair and needs its counter as asked for. */
static int finish(struct comb_hexcells_level **out, const struct reduction *reduction, struct comb_error *err)
{
    struct comb_hexcells_level *level;
    bool fair = false, fits = false;
    int code = comb_hexcells_without(&level, reduction->level, reduction->removed, err);
    if (code == COMB_OK)
        code = comb_hexcells_fair(&fair, level, reduction->maker->job, err);
    if (code == COMB_OK && fair)
        code = counter_fits(&fits, level, reduction->maker, err);
    if (code == COMB_OK && fits)
        *out = level;
    else
        comb_hexcells_level_free(level);
    return code;
}

int comb_hexcells_reduce(struct comb_hexcells_level **out, enum comb_hexcells_grade *grade,
                         struct comb_hexcells_level *full, struct comb_hexcells_maker *maker, struct comb_error *err)
{
    struct reduction reduction = {.maker = maker, .level = full};
    enum comb_hexcells_grade easier = maker->target == COMB_HEXCELLS_EASY     ? COMB_HEXCELLS_EASY
                                      : maker->target == COMB_HEXCELLS_MEDIUM ? COMB_HEXCELLS_EASY
                                                                              : COMB_HEXCELLS_MEDIUM;
    double limit = comb_hexcells_grade_limit(easier);
    *out = NULL;
    int code = uncover_until_fair(&reduction, limit, err);
    if (code == COMB_OK)
        code = list_hints(&reduction, err);
    bool fair = code == COMB_OK;
    if (code == COMB_OK && maker->target != COMB_HEXCELLS_EXTREME)
        code = remove_all(&reduction, limit, err);
    if (code == COMB_OK && maker->target == COMB_HEXCELLS_EXTREME)
        code = make_hardest(&reduction, err);
    else if (code == COMB_OK && maker->target != easier)
        code = make_harder(&reduction, err);
    bool stopped = fair && (code == COMB_LIMIT || code == COMB_INTERRUPTED);
    if (code == COMB_OK)
        code = finish(out, &reduction, err);
    else if (stopped && maker->counter == COMB_HEXCELLS_COUNTER_ANY) { /* every level on the way is fair */
        int written = comb_hexcells_without(out, full, reduction.removed, err);
        code = written == COMB_OK ? code : written;
    }
    *grade = *out ? comb_hexcells_grade_of(reduction.hardest) : COMB_HEXCELLS_GRADES;
    free(reduction.removed);
    free(reduction.order);
    return code;
}
