/* Checks what an answer claims about the whole board, by playing it again: that these cells, in these rounds, are all
 * that can be deduced, or that the hints contradict each other. */
#include "games/hexcells/verify/recheck.h"

#include "games/hexcells/reasons/rounds.h"

#include <string.h>

const char *const comb_hexcells_verified[] = {
    "cells",
    "cells[].x",
    "cells[].y",
    "cells[].blue",
    "steps",
    "steps[].round",
    "steps[].cells",
    "steps[].cells[].x",
    "steps[].cells[].y",
    "steps[].cells[].blue",
    "steps[].because",
    "steps[].because[]",
    "steps[].signs",
    "steps[].signs[]",
    "steps[].links",
    "steps[].links[].cells",
    "steps[].links[].cells[].x",
    "steps[].links[].cells[].y",
    "steps[].links[].cells[].blue",
    "steps[].links[].because",
    "steps[].links[].because[]",
    "steps[].links[].signs",
    "steps[].links[].signs[]",
    NULL,
};

static int check_title(struct comb_claims *claims, const struct comb_hexcells_level *level, const json_t *answer,
                       struct comb_error *err)
{
    const json_t *title = json_object_get(answer, "title");
    comb_claims_mark_checked(claims, "title");
    if (!title || (json_is_string(title) && strcmp(json_string_value(title), level->title) == 0))
        return COMB_OK;
    return comb_violation(claims->violations, "title", NULL, 0, err, "\"title\" should be '%.100s'", level->title);
}

static int check_contradiction(struct comb_claims *claims, const struct comb_hexcells_play *play, const json_t *answer,
                               struct comb_error *err)
{
    const json_t *claimed = json_object_get(answer, "contradiction");
    comb_claims_mark_checked(claims, "contradiction");
    if (claimed && !json_is_boolean(claimed))
        return comb_violation(claims->violations, "contradiction", NULL, 0, err,
                              "\"contradiction\" is neither true nor false");
    if (json_is_true(claimed) == play->contradiction)
        return COMB_OK;
    return comb_violation(claims->violations, "contradiction", NULL, 0, err,
                          play->contradiction ? "the hints contradict each other"
                                              : "the hints do not contradict each other");
}

/* Checks the rounds of the listed cells, where given. Verify has checked the cells themselves. */
static int check_rounds(struct comb_claims *claims, const struct comb_hexcells_play *play, const json_t *answer,
                        struct comb_error *err)
{
    const json_t *cells = json_object_get(answer, "cells");
    int code = COMB_OK;
    for (size_t i = 0; code == COMB_OK && i < json_array_size(cells); i++) {
        const json_t *item = json_array_get(cells, i);
        const json_t *round = json_object_get(item, "round");
        int x = (int)json_integer_value(json_object_get(item, "x"));
        int y = (int)json_integer_value(json_object_get(item, "y"));
        unsigned cell = (unsigned)comb_hexcells_cell_at(play->level, x, y);
        bool blue = json_is_true(json_object_get(item, "blue"));
        if (play->round_of[cell] == 0 || blue != (play->colours[cell] == COMB_HEXCELLS_BLUE))
            code = comb_violation(claims->violations, "cell", &cell, 1, err,
                                  "(%d,%d) cannot be deduced to be %s from the visible hints", x, y,
                                  blue ? "blue" : "black");
        else if (round && json_integer_value(round) != (json_int_t)play->round_of[cell])
            code = comb_violation(claims->violations, "rounds", &cell, 1, err, "(%d,%d) is decided in round %u", x, y,
                                  play->round_of[cell]);
    }
    return code;
}

static int check_all_found(struct comb_claims *claims, const struct comb_hexcells_play *play, const json_t *answer,
                           struct comb_error *err)
{
    size_t decided = 0;
    size_t listed = json_array_size(json_object_get(answer, "cells"));
    for (unsigned i = 0; i < play->level->cell_count; i++)
        decided += play->round_of[i] > 0;
    if (listed >= decided)
        return COMB_OK;
    return comb_violation(claims->violations, "left", NULL, 0, err,
                          "%zu cells are listed, but %zu can be deduced from the visible hints", listed, decided);
}

/* Steps, if any, must decide every listed cell; verify has checked that none is decided twice. */
static int check_steps(struct comb_claims *claims, const json_t *answer, struct comb_error *err)
{
    const json_t *steps = json_object_get(answer, "steps");
    size_t listed = json_array_size(json_object_get(answer, "cells"));
    size_t stepped = 0;
    for (size_t i = 0; i < json_array_size(steps); i++)
        stepped += json_array_size(json_object_get(json_array_get(steps, i), "cells"));
    if (json_array_size(steps) == 0 || stepped == listed)
        return COMB_OK;
    return comb_violation(claims->violations, "step", NULL, 0, err, "the steps decide %zu of %zu cells", stepped,
                          listed);
}

/* Verify has compared these counts with the list; they are right if the list is complete. */
static void mark_counts(struct comb_claims *claims)
{
    comb_claims_mark_checked(claims, "solved");
    comb_claims_mark_checked(claims, "left");
    comb_claims_mark_checked(claims, "rounds");
}

static int play_again(struct comb_claims *claims, const struct comb_hexcells_level *level, const json_t *answer,
                      struct comb_job *job, struct comb_error *err)
{
    struct comb_hexcells_play play;
    struct comb_hexcells_play_options options = {0};
    int code = comb_hexcells_play(&play, level, &options, job, err);
    bool played = code == COMB_OK;
    if (code == COMB_OK)
        code = check_contradiction(claims, &play, answer, err);
    if (code == COMB_OK)
        code = check_rounds(claims, &play, answer, err);
    if (code == COMB_OK)
        code = check_all_found(claims, &play, answer, err);
    if (code == COMB_OK)
        code = check_steps(claims, answer, err);
    if (played) {
        mark_counts(claims);
        comb_claims_mark_checked(claims, "cells[].round");
        comb_claims_mark_checked(claims, "complete");
    }
    comb_hexcells_play_free(&play);
    return code;
}

int comb_hexcells_recheck(struct comb_claims *claims, const void *board, const json_t *answer, struct comb_job *job,
                          const struct comb_params *params, struct comb_error *err)
{
    (void)params;
    int code = check_title(claims, board, answer, err);
    if (code != COMB_OK)
        return code;
    if (comb_claims_whole_board(answer) || json_object_get(answer, "contradiction"))
        return play_again(claims, board, answer, job, err);
    mark_counts(claims);
    return COMB_OK;
}
