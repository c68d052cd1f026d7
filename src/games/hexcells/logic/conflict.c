/* Finds a minimal set of clues that contradict each other.
 *
 * It starts with all clues. Blocks of clues (half of them, a quarter, and so on down to single clues) are removed on
 * trial; if the rest is still unsatisfiable, they stay removed.
 *
 *     A B C D E F G H     without A B C D?  satisfiable: they stay
 *     A B C D . . . .     without E F G H?  still unsatisfiable: removed
 *     A B . . . . . .     ...
 *
 * A result of k clues out of n takes about k log n solver calls, each a count of completions that stops at the first.
 */
#include "games/hexcells/logic/logic.h"

#include "base/error.h"
#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Entries 0 .. clue_count - 1 are the clues, the last is the counter. */
struct trial {
    const struct comb_hexcells_problem *whole;
    struct comb_hexcells_clue *clues; /* the clues of the current trial */
    bool *included;
    size_t entries;
};

static int is_unsatisfiable(bool *unsatisfiable, struct trial *trial, struct comb_job *job, struct comb_error *err)
{
    struct comb_hexcells_problem tested = *trial->whole;
    struct comb_hexcells_completions completions;
    tested.clues = trial->clues;
    tested.clue_count = 0;
    for (size_t i = 0; i + 1 < trial->entries; i++)
        if (trial->included[i])
            trial->clues[tested.clue_count++] = trial->whole->clues[i];
    if (!trial->included[trial->entries - 1])
        tested.remaining = -1;
    int code = comb_hexcells_completions(&completions, &tested, 1, job, err);
    *unsatisfiable = code == COMB_NO || (code == COMB_OK && completions.count == 0);
    comb_hexcells_completions_free(&completions);
    return code == COMB_NO ? COMB_OK : code;
}

/* Removes `count` entries from `first` on if the rest is still unsatisfiable. */
static int remove_block(struct trial *trial, size_t first, size_t count, bool *saved, struct comb_job *job,
                        struct comb_error *err)
{
    bool unsatisfiable = false;
    assert(first + count <= trial->entries);
    memcpy(saved, trial->included + first, count * sizeof *saved);
    memset(trial->included + first, 0, count * sizeof *saved);
    int code = memchr(saved, 1, count * sizeof *saved) ? is_unsatisfiable(&unsatisfiable, trial, job, err) : COMB_OK;
    if (code != COMB_OK || !unsatisfiable)
        memcpy(trial->included + first, saved, count * sizeof *saved);
    return code;
}

static int minimise(struct trial *trial, bool *saved, struct comb_job *job, struct comb_error *err)
{
    int code = COMB_OK;
    size_t block = trial->entries;
    do {
        block = (block + 1) / 2;
        for (size_t first = 0; first < trial->entries && code == COMB_OK; first += block)
            code = remove_block(trial, first, first + block > trial->entries ? trial->entries - first : block, saved,
                                job, err);
    } while (block > 1 && code == COMB_OK);
    return code;
}

static int write_ids(struct comb_hexcells_conflict *out, const struct trial *trial, struct comb_error *err)
{
    out->ids = calloc(trial->entries, sizeof *out->ids);
    if (!out->ids)
        return comb_fail_memory(err);
    for (size_t i = 0; i < trial->entries; i++)
        if (trial->included[i])
            out->ids[out->count++] = i + 1 < trial->entries ? trial->whole->clues[i].id : COMB_HEXCELLS_COUNTER;
    return COMB_OK;
}

int comb_hexcells_conflict(struct comb_hexcells_conflict *out, const struct comb_hexcells_problem *problem,
                           struct comb_job *job, struct comb_error *err)
{
    size_t entries = problem->clue_count + 1;
    struct trial trial = {
        .whole = problem,
        .clues = calloc(entries, sizeof *trial.clues),
        .included = calloc(entries, sizeof *trial.included),
        .entries = entries,
    };
    bool *saved = calloc(entries, sizeof *saved);
    bool unsatisfiable = false;
    *out = (struct comb_hexcells_conflict){0};
    int code = trial.clues && trial.included && saved ? COMB_OK : comb_fail_memory(err);
    if (code == COMB_OK) {
        memset(trial.included, 1, entries * sizeof *trial.included);
        code = is_unsatisfiable(&unsatisfiable, &trial, job, err);
    }
    if (unsatisfiable)
        code = minimise(&trial, saved, job, err);
    if (code == COMB_OK && unsatisfiable)
        code = write_ids(out, &trial, err);
    free(trial.clues);
    free(trial.included);
    free(saved);
    return code;
}

void comb_hexcells_conflict_free(struct comb_hexcells_conflict *conflict)
{
    free(conflict->ids);
    *conflict = (struct comb_hexcells_conflict){0};
}
