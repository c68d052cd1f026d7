/* Checks whether a reading is possible. A misread digit often contradicts its surroundings, which gives more certainty
 * than the picture alone.
 *
 * Each clue is asked for the cells it decides; these may decide others, until nothing changes or a clue cannot be
 * satisfied. This is propagation, not search: it never rejects a possible board, and takes microseconds. */
#include "games/hexcells/logic/parts.h"
#include "games/hexcells/read/parts.h"

#include <stdlib.h>
#include <string.h>

static const char contradiction[] = "the clues contradict each other";
static const char too_many[] = "the counter says";

struct trial {
    const struct comb_hexcells_problem *problem;
    signed char *colours;
    unsigned char *can;
    unsigned *inside;
};

/* Applies what one clue decides. Returns false if it cannot be satisfied. */
static bool apply_clue(struct trial *trial, bool *changed, const struct comb_hexcells_clue *clue)
{
    if (!comb_hexcells_clue_options(trial->can, trial->inside, clue, trial->colours))
        return false;
    for (unsigned i = 0; i < clue->size; i++) {
        unsigned cell = clue->cells[i];
        if (cell == COMB_HEXCELLS_GAP || trial->colours[cell] != COMB_HEXCELLS_UNKNOWN)
            continue;
        if (trial->can[i] == 0)
            return false;
        if (trial->can[i] == COMB_HEXCELLS_CAN_BE_BLUE || trial->can[i] == COMB_HEXCELLS_CAN_BE_BLACK) {
            trial->colours[cell] =
                trial->can[i] == COMB_HEXCELLS_CAN_BE_BLUE ? COMB_HEXCELLS_BLUE : COMB_HEXCELLS_BLACK;
            *changed = true;
        }
    }
    return true;
}

/* The first clue that cannot be satisfied, or NULL. */
static const struct comb_hexcells_clue *first_broken(struct trial *trial)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (size_t i = 0; i < trial->problem->clue_count; i++)
            if (!apply_clue(trial, &changed, &trial->problem->clues[i]))
                return &trial->problem->clues[i];
    }
    return NULL;
}

/* Whether the counter agrees with what the clues have decided. */
static bool counter_fits(const struct trial *trial)
{
    long blue = 0, open = 0;
    for (unsigned i = 0; i < trial->problem->cells; i++) {
        blue += trial->problem->known[i] == COMB_HEXCELLS_UNKNOWN && trial->colours[i] == COMB_HEXCELLS_BLUE;
        open += trial->colours[i] == COMB_HEXCELLS_UNKNOWN;
    }
    return trial->problem->remaining < 0 ||
           (trial->problem->remaining >= blue && trial->problem->remaining <= blue + open);
}

static int report_contradictions(json_t *reading, const struct comb_hexcells_level *level, struct trial *trial,
                                 struct comb_error *err)
{
    const struct comb_hexcells_clue *broken = first_broken(trial);
    if (broken) {
        char name[COMB_HEXCELLS_ID_LENGTH];
        comb_hexcells_id_text(name, level, broken->id);
        return comb_reading_add_uncertainty(reading, -1, -1, err, "%s, found at the hint %s", contradiction, name);
    }
    if (!counter_fits(trial))
        return comb_reading_add_uncertainty(reading, -1, -1, err,
                                            "%s %ld blue cells are hidden, which the clues do not allow", too_many,
                                            trial->problem->remaining);
    return COMB_OK;
}

static int check_level(json_t *reading, const struct comb_hexcells_level *level, struct comb_error *err)
{
    struct comb_arena arena;
    struct comb_hexcells_problem problem;
    comb_arena_init(&arena, NULL);
    int code = comb_hexcells_problem_of(&problem, level, NULL, &arena, err);
    if (code == COMB_OK) {
        size_t max = comb_hexcells_max_members(level) + 6;
        struct trial trial = {
            .problem = &problem,
            .colours = comb_arena_copy(&arena, problem.known, problem.cells + 1),
            .can = COMB_NEW_ARRAY(&arena, unsigned char, max),
            .inside = COMB_NEW_ARRAY(&arena, unsigned, max),
        };
        code = trial.colours && trial.can && trial.inside ? report_contradictions(reading, level, &trial, err)
                                                          : comb_fail_memory(err);
    }
    comb_arena_free(&arena);
    return code;
}

int comb_hexcells_reading_check(json_t *reading, struct comb_error *err)
{
    struct comb_hexcells_level *level;
    comb_reading_settle(reading, contradiction);
    comb_reading_settle(reading, too_many);
    int code = comb_hexcells_reading_level(&level, reading, err);
    if (code == COMB_OK)
        code = check_level(reading, level, err);
    comb_hexcells_level_free(level);
    return code;
}
