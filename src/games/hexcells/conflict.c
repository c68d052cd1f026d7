/* Which clues of a board contradict each other: a set of which none can be left out.
 *
 * All are in it at first. Runs of clues, half of them, a quarter and so on down to single ones, are left out for trial;
 * if the rest still cannot be fulfilled they stay out.
 *
 *     A B C D E F G H     without A B C D?  can be fulfilled: they stay
 *     A B C D . . . .     without E F G H?  still not: out
 *     A B . . . . . .     ...
 *
 * For k clues of n in the end about k log n questions, each a count of completions that ends with the first. */
#include "games/hexcells/logic.h"

#include "base/error.h"
#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Places 0 .. clue_count - 1 are the clues, the last is the counter. */
struct trial {
    const struct comb_hexcells_problem *whole;
    struct comb_hexcells_clue *clues; /* room for those that are asked */
    bool *in;
    size_t places;
};

static int is_impossible(bool *impossible, struct trial *trial, struct comb_job *job, struct comb_error *err)
{
    struct comb_hexcells_problem asked = *trial->whole;
    struct comb_hexcells_completions completions;
    asked.clues = trial->clues;
    asked.clue_count = 0;
    for (size_t i = 0; i + 1 < trial->places; i++)
        if (trial->in[i])
            trial->clues[asked.clue_count++] = trial->whole->clues[i];
    if (!trial->in[trial->places - 1])
        asked.remaining = -1;
    int code = comb_hexcells_completions(&completions, &asked, 1, job, err);
    *impossible = code == COMB_NO || (code == COMB_OK && completions.count == 0);
    comb_hexcells_completions_free(&completions);
    return code == COMB_NO ? COMB_OK : code;
}

/* Leaves the places from `first` on out, if the rest is still impossible. */
static int leave_out(struct trial *trial, size_t first, size_t count, bool *were, struct comb_job *job,
                     struct comb_error *err)
{
    bool impossible = false;
    assert(first + count <= trial->places);
    memcpy(were, trial->in + first, count * sizeof *were);
    memset(trial->in + first, 0, count * sizeof *were);
    int code = memchr(were, 1, count * sizeof *were) ? is_impossible(&impossible, trial, job, err) : COMB_OK;
    if (code != COMB_OK || !impossible)
        memcpy(trial->in + first, were, count * sizeof *were);
    return code;
}

static int narrow(struct trial *trial, bool *were, struct comb_job *job, struct comb_error *err)
{
    int code = COMB_OK;
    size_t run = trial->places;
    do {
        run = (run + 1) / 2;
        for (size_t first = 0; first < trial->places && code == COMB_OK; first += run)
            code = leave_out(trial, first, first + run > trial->places ? trial->places - first : run, were, job, err);
    } while (run > 1 && code == COMB_OK);
    return code;
}

static int write_ids(struct comb_hexcells_conflict *out, const struct trial *trial, struct comb_error *err)
{
    out->ids = calloc(trial->places, sizeof *out->ids);
    if (!out->ids)
        return comb_fail_memory(err);
    for (size_t i = 0; i < trial->places; i++)
        if (trial->in[i])
            out->ids[out->count++] = i + 1 < trial->places ? trial->whole->clues[i].id : COMB_HEXCELLS_COUNTER;
    return COMB_OK;
}

int comb_hexcells_conflict(struct comb_hexcells_conflict *out, const struct comb_hexcells_problem *problem,
                           struct comb_job *job, struct comb_error *err)
{
    size_t places = problem->clue_count + 1;
    struct trial trial = {
        .whole = problem,
        .clues = calloc(places, sizeof *trial.clues),
        .in = calloc(places, sizeof *trial.in),
        .places = places,
    };
    bool *were = calloc(places, sizeof *were);
    bool impossible = false;
    *out = (struct comb_hexcells_conflict){0};
    int code = trial.clues && trial.in && were ? COMB_OK : comb_fail_memory(err);
    if (code == COMB_OK) {
        memset(trial.in, 1, places * sizeof *trial.in);
        code = is_impossible(&impossible, &trial, job, err);
    }
    if (impossible)
        code = narrow(&trial, were, job, err);
    if (code == COMB_OK && impossible)
        code = write_ids(out, &trial, err);
    free(trial.clues);
    free(trial.in);
    free(were);
    return code;
}

void comb_hexcells_conflict_free(struct comb_hexcells_conflict *conflict)
{
    free(conflict->ids);
    *conflict = (struct comb_hexcells_conflict){0};
}
