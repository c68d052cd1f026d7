/* Plays rounds. A round finds every cell that has the same colour in all completions, uncovers these cells and adds the
 * hints that appear; the board is finished if a round finds nothing. Only this file reveals hidden hints of a level,
 * and only those of deduced cells, so that no deduction uses what a player does not see. A position ends after one
 * round, because the hints that would appear are unknown. */
#include "games/hexcells/reasons/rounds.h"

#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void comb_hexcells_play_free(struct comb_hexcells_play *play)
{
    for (unsigned i = 0; i < play->rounds; i++)
        comb_hexcells_steps_free(&play->items[i].steps);
    free(play->items);
    free(play->colours);
    free(play->round_of);
    free(play->step_of);
    *play = (struct comb_hexcells_play){0};
}

bool comb_hexcells_decided_before(const struct comb_hexcells_play *play, unsigned cell,
                                  struct comb_hexcells_moment moment)
{
    unsigned round = play->round_of[cell];
    return round > 0 && (round < moment.round || (round == moment.round && play->step_of[cell] < moment.step));
}

signed char comb_hexcells_known_before(const struct comb_hexcells_play *play, unsigned cell,
                                       struct comb_hexcells_moment moment)
{
    return comb_hexcells_decided_before(play, cell, moment) ? play->colours[cell] : play->level->cells[cell].shown;
}

const struct comb_hexcells_step *comb_hexcells_step_at(const struct comb_hexcells_play *play,
                                                       struct comb_hexcells_moment moment)
{
    assert(moment.round >= 1 && moment.round <= play->rounds);
    assert(moment.step < play->items[moment.round - 1].steps.count);
    return &play->items[moment.round - 1].steps.items[moment.step];
}

static bool add_round(struct comb_hexcells_play *play)
{
    if (!comb_vec_reserve((void **)&play->items, &play->capacity, play->rounds + 1, sizeof *play->items))
        return false;
    play->items[play->rounds++] = (struct comb_hexcells_round){0};
    return true;
}

static void drop_round(struct comb_hexcells_play *play)
{
    assert(play->rounds > 0);
    comb_hexcells_steps_free(&play->items[--play->rounds].steps);
}

/* ---- weights ---- */

static bool is_marked(const struct comb_hexcells_level *level, unsigned id)
{
    if (id == COMB_HEXCELLS_COUNTER)
        return false;
    enum comb_hexcells_hint hint =
        id < level->cell_count ? level->cells[id].hint : level->lines[id - level->cell_count].hint;
    return hint == COMB_HEXCELLS_BRACES || hint == COMB_HEXCELLS_DASHES;
}

struct comb_hexcells_weight comb_hexcells_weigh(const struct comb_hexcells_level *level,
                                                const struct comb_hexcells_reason *reason)
{
    struct comb_hexcells_weight weight = {.clues = (unsigned)reason->count};
    for (size_t i = 0; i < reason->count; i++) {
        weight.counter |= reason->ids[i] == COMB_HEXCELLS_COUNTER;
        weight.marks |= is_marked(level, reason->ids[i]);
    }
    return weight;
}

double comb_hexcells_rating(struct comb_hexcells_weight weight)
{
    return weight.clues + (weight.counter ? 1.0 : 0.0) + (weight.marks ? 0.5 : 0.0);
}

int comb_hexcells_weight_compare(struct comb_hexcells_weight a, struct comb_hexcells_weight b)
{
    if (a.clues != b.clues)
        return a.clues < b.clues ? -1 : 1;
    if (a.counter != b.counter)
        return a.counter ? 1 : -1;
    return a.marks == b.marks ? 0 : a.marks ? 1 : -1;
}

/* ---- rounds ---- */

/* Limits the round to its easiest steps; cells of the other steps become unknown again. */
static void keep_easiest(struct comb_hexcells_play *play, signed char *forced)
{
    struct comb_hexcells_round *round = &play->items[play->rounds - 1];
    struct comb_hexcells_weight easiest = {0};
    round->used = 0;
    for (size_t i = 0; i < round->steps.count; i++) {
        const struct comb_hexcells_step *step = &round->steps.items[i];
        struct comb_hexcells_weight weight = comb_hexcells_weigh(play->level, &step->reason);
        if (i == 0)
            easiest = weight;
        if (round->used == i && comb_hexcells_weight_compare(weight, easiest) <= 0) {
            round->used++;
            continue;
        }
        for (size_t j = 0; j < step->count; j++)
            forced[step->cells[j]] = COMB_HEXCELLS_UNKNOWN;
    }
    assert(round->used > 0 || round->steps.count == 0);
}

static void record_steps(struct comb_hexcells_play *play)
{
    const struct comb_hexcells_steps *steps = &play->items[play->rounds - 1].steps;
    play->items[play->rounds - 1].used = steps->count;
    for (size_t i = 0; i < steps->count; i++)
        for (size_t j = 0; j < steps->items[i].count; j++)
            play->step_of[steps->items[i].cells[j]] = i;
}

static int uncover(struct comb_hexcells_play *play, struct comb_hexcells_logic *logic, unsigned cell,
                   signed char colour, struct comb_error *err)
{
    unsigned members[COMB_HEXCELLS_MAX_SIDE];
    struct comb_hexcells_clue clue;
    assert(play->left > 0 && play->colours[cell] == COMB_HEXCELLS_UNKNOWN);
    assert(!play->level->truth_known ||
           colour == play->level->cells[cell].truth); /* a deduction must match the solution */
    play->colours[cell] = colour;
    play->round_of[cell] = play->rounds;
    play->left--;
    int code = comb_hexcells_logic_reveal(logic, cell, colour, err);
    if (code == COMB_OK && comb_hexcells_clue_of_cell(&clue, members, play->level, cell, colour))
        code = comb_hexcells_logic_add(logic, &clue, err);
    return code;
}

static int uncover_all(unsigned *uncovered, struct comb_hexcells_play *play, struct comb_hexcells_logic *logic,
                       const signed char *forced, struct comb_error *err)
{
    int code = COMB_OK;
    *uncovered = 0;
    for (unsigned i = 0; code == COMB_OK && i < play->level->cell_count; i++) {
        if (play->colours[i] != COMB_HEXCELLS_UNKNOWN || forced[i] == COMB_HEXCELLS_UNKNOWN)
            continue;
        ++*uncovered;
        code = uncover(play, logic, i, forced[i], err);
    }
    return code;
}

static bool anything_new(const struct comb_hexcells_play *play, const signed char *forced)
{
    for (unsigned i = 0; i < play->level->cell_count; i++)
        if (play->colours[i] == COMB_HEXCELLS_UNKNOWN && forced[i] != COMB_HEXCELLS_UNKNOWN)
            return true;
    return false;
}

static bool stopped_by_job(int code)
{
    return code == COMB_LIMIT || code == COMB_INTERRUPTED;
}

/* Comparing all reasons costs one search per forced cell; with more cells than this the chain decides. */
enum { MAX_COMPARED = 40 };

static size_t cells_in(const struct comb_hexcells_steps *steps)
{
    size_t cells = 0;
    for (size_t i = 0; i < steps->count; i++)
        cells += steps->items[i].count;
    return cells;
}

/* Finds the steps of a round. A chain finds a reason for every cell quickly, but once single clues and pairs are used
 * up, its first step need not be the easiest. With easiest_first all reasons are then compared. */
static int find_steps(struct comb_hexcells_play *play, struct comb_hexcells_logic *logic,
                      const struct comb_hexcells_play_options *options, struct comb_error *err)
{
    struct comb_hexcells_steps *steps = &play->items[play->rounds - 1].steps;
    struct comb_hexcells_reason_options reason_options = {.smallest = options->smallest && !options->easiest_first,
                                                          .chain = true};
    int code = comb_hexcells_steps(steps, logic, &reason_options, err);
    if (code != COMB_OK || !options->easiest_first || steps->count == 0)
        return code;
    struct comb_hexcells_weight first = comb_hexcells_weigh(play->level, &steps->items[0].reason);
    bool hopeless = options->max_rating > 0 && options->max_rating < 2 && first.clues > 1;
    if (first.clues == 1 || (first.clues == 2 && !first.counter) || hopeless || cells_in(steps) > MAX_COMPARED)
        return COMB_OK;
    comb_hexcells_steps_free(steps);
    *steps = (struct comb_hexcells_steps){0};
    reason_options = (struct comb_hexcells_reason_options){.smallest = options->smallest};
    return comb_hexcells_steps(steps, logic, &reason_options, err);
}

static bool too_hard(const struct comb_hexcells_play *play, const struct comb_hexcells_play_options *options)
{
    const struct comb_hexcells_steps *steps = &play->items[play->rounds - 1].steps;
    return options->max_rating > 0 && steps->count > 0 &&
           comb_hexcells_rating(comb_hexcells_weigh(play->level, &steps->items[0].reason)) > options->max_rating;
}

static int play_round(bool *more, struct comb_hexcells_play *play, struct comb_hexcells_logic *logic,
                      signed char *forced, const struct comb_hexcells_play_options *options, struct comb_error *err)
{
    unsigned uncovered = 0;
    int found = comb_hexcells_logic_forced(forced, logic, err);
    *more = false;
    if ((found != COMB_OK && !stopped_by_job(found)) || !anything_new(play, forced))
        return found;
    if (!add_round(play))
        return comb_fail_memory(err);
    if (found == COMB_OK && options->reasons)
        found = find_steps(play, logic, options, err);
    if (found != COMB_OK && !stopped_by_job(found)) {
        drop_round(play);
        return found;
    }
    if (found == COMB_OK && too_hard(play, options)) {
        drop_round(play);
        return COMB_OK;
    }
    record_steps(play);
    if (found == COMB_OK && options->easiest_first)
        keep_easiest(play, forced);
    int code = uncover_all(&uncovered, play, logic, forced, err);
    *more = play->left > 0 && (play->level->truth_known || options->easiest_first) && !options->first_round_only;
    return found != COMB_OK ? found : code;
}

static int play_rounds(struct comb_hexcells_play *play, struct comb_hexcells_logic *logic,
                       const struct comb_hexcells_play_options *options, struct comb_error *err)
{
    signed char *forced = malloc(play->level->cell_count + 1);
    bool more = play->left > 0;
    int code = forced ? COMB_OK : comb_fail_memory(err);
    while (code == COMB_OK && more)
        code = play_round(&more, play, logic, forced, options, err);
    free(forced);
    return code;
}

static int start_play(struct comb_hexcells_play *play, const struct comb_hexcells_level *level, struct comb_error *err)
{
    *play = (struct comb_hexcells_play){.level = level, .left = comb_hexcells_hidden(level)};
    play->colours = malloc(level->cell_count + 1);
    play->round_of = calloc(level->cell_count + 1, sizeof *play->round_of);
    play->step_of = calloc(level->cell_count + 1, sizeof *play->step_of);
    if (!play->colours || !play->round_of || !play->step_of)
        return comb_fail_memory(err);
    for (unsigned i = 0; i < level->cell_count; i++)
        play->colours[i] = level->cells[i].shown;
    return COMB_OK;
}

int comb_hexcells_play(struct comb_hexcells_play *out, const struct comb_hexcells_level *level,
                       const struct comb_hexcells_play_options *options, struct comb_job *job, struct comb_error *err)
{
    struct comb_hexcells_problem problem;
    struct comb_hexcells_logic *logic = NULL;
    struct comb_arena arena;
    comb_arena_init(&arena, comb_job_budget(job));
    int code = start_play(out, level, err);
    if (code == COMB_OK)
        code = comb_hexcells_problem_of(&problem, level, NULL, &arena, err);
    if (code == COMB_OK)
        code = comb_hexcells_logic_new(&logic, &problem, job, err);
    comb_arena_free(&arena);
    if (code == COMB_OK)
        code = play_rounds(out, logic, options, err);
    comb_hexcells_logic_free(logic);
    out->contradiction = code == COMB_NO;
    return code == COMB_NO ? COMB_OK : code;
}
