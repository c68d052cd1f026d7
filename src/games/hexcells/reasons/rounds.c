/* Plays rounds. A round finds every cell that has the same colour in all completions, uncovers these cells and adds the
 * hints that appear; the board is finished if a round finds nothing. Only this file and explain/state.c reveal hidden
 * hints of a level, and only those of deduced cells, so that no deduction uses what a player does not see. A position
 * ends after one round, because the hints that would appear are unknown. */
#include "games/hexcells/reasons/rounds.h"

#include "games/hexcells/logic/logic.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void comb_hexcells_play_free(struct comb_hexcells_play *play)
{
    comb_hexcells_explanation_free(&play->steps);
    free(play->colours);
    free(play->round_of);
    free(play->step_of);
    *play = (struct comb_hexcells_play){0};
}

bool comb_hexcells_decided_before(const struct comb_hexcells_play *play, unsigned cell, size_t step)
{
    return play->step_of[cell] < step;
}

signed char comb_hexcells_known_before(const struct comb_hexcells_play *play, unsigned cell, size_t step)
{
    return comb_hexcells_decided_before(play, cell, step) ? play->colours[cell] : play->level->cells[cell].shown;
}

unsigned comb_hexcells_round_of_step(const struct comb_hexcells_play *play, size_t step)
{
    const struct comb_hexcells_conclusion *conclusion = &play->steps.items[step].step;
    unsigned last = 0;
    assert(step < play->steps.count);
    for (size_t i = 0; i < conclusion->count; i++)
        if (play->round_of[conclusion->cells[i]] > last)
            last = play->round_of[conclusion->cells[i]];
    return last;
}

/* ---- rounds ---- */

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

static int uncover_all(struct comb_hexcells_play *play, struct comb_hexcells_logic *logic, const signed char *forced,
                       struct comb_error *err)
{
    int code = COMB_OK;
    for (unsigned i = 0; code == COMB_OK && i < play->level->cell_count; i++)
        if (play->colours[i] == COMB_HEXCELLS_UNKNOWN && forced[i] != COMB_HEXCELLS_UNKNOWN)
            code = uncover(play, logic, i, forced[i], err);
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

static int play_round(bool *more, struct comb_hexcells_play *play, struct comb_hexcells_logic *logic,
                      signed char *forced, bool first_round_only, struct comb_error *err)
{
    int found = comb_hexcells_logic_forced(forced, logic, err);
    *more = false;
    if ((found != COMB_OK && !stopped_by_job(found)) || !anything_new(play, forced))
        return found;
    play->rounds++;
    int code = uncover_all(play, logic, forced, err);
    *more = play->left > 0 && play->level->truth_known && !first_round_only;
    return found != COMB_OK ? found : code;
}

static int play_rounds(struct comb_hexcells_play *play, struct comb_hexcells_logic *logic,
                       const struct comb_hexcells_play_options *options, struct comb_error *err)
{
    signed char *forced = malloc(play->level->cell_count + 1);
    bool more = play->left > 0;
    int code = forced ? COMB_OK : comb_fail_memory(err);
    while (code == COMB_OK && more)
        code = play_round(&more, play, logic, forced, options->first_round_only, err);
    free(forced);
    return code;
}

static int start_play(struct comb_hexcells_play *play, const struct comb_hexcells_level *level, struct comb_error *err)
{
    *play = (struct comb_hexcells_play){.level = level, .left = comb_hexcells_hidden(level)};
    play->colours = malloc(level->cell_count + 1);
    play->round_of = calloc(level->cell_count + 1, sizeof *play->round_of);
    play->step_of = malloc((level->cell_count + 1) * sizeof *play->step_of);
    if (!play->colours || !play->round_of || !play->step_of)
        return comb_fail_memory(err);
    for (unsigned i = 0; i < level->cell_count; i++) {
        play->colours[i] = level->cells[i].shown;
        play->step_of[i] = SIZE_MAX;
    }
    return COMB_OK;
}

/* Explains what the rounds decided. */
static int explain_play(struct comb_hexcells_play *play, const struct comb_hexcells_explain_options *options,
                        struct comb_job *job, struct comb_error *err)
{
    int code = comb_hexcells_explain(&play->steps, play->level, play->colours, options, job, err);
    for (size_t i = 0; i < play->steps.count; i++) {
        const struct comb_hexcells_conclusion *step = &play->steps.items[i].step;
        for (size_t j = 0; j < step->count; j++) {
            assert(play->colours[step->cells[j]] == step->colours[j]);
            play->step_of[step->cells[j]] = i;
        }
    }
    return code;
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
    if (code == COMB_OK && options->reasons)
        code = explain_play(out, &options->explain, job, err);
    return code == COMB_NO ? COMB_OK : code;
}
