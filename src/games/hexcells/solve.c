/* Writes the answer: the cells that logic decides, round by round, each step with its reason. */
#include "games/hexcells/solve.h"

void comb_hexcells_print(struct comb_buf *out, const void *board)
{
    const struct comb_hexcells_level *level = board;
    if (level->truth_known)
        comb_hexcells_level_print(out, level);
    else
        comb_hexcells_position_print(out, level);
}

json_t *comb_hexcells_cell_object(struct comb_json *build, const struct comb_hexcells_level *level, unsigned cell,
                                  signed char colour, unsigned round)
{
    json_t *object = comb_json_object(build);
    comb_json_set(build, object, "x", comb_json_int(build, level->cells[cell].at.x));
    comb_json_set(build, object, "y", comb_json_int(build, level->cells[cell].at.y));
    comb_json_set(build, object, "blue", comb_json_bool(build, colour == COMB_HEXCELLS_BLUE));
    if (round > 0)
        comb_json_set(build, object, "round", comb_json_int(build, round));
    return object;
}

json_t *comb_hexcells_step_cells(struct comb_json *build, const struct comb_hexcells_level *level,
                                 const struct comb_hexcells_step *step)
{
    json_t *cells = comb_json_array(build);
    for (size_t i = 0; i < step->count; i++)
        comb_json_push(build, cells, comb_hexcells_cell_object(build, level, step->cells[i], step->colours[i], 0));
    return cells;
}

json_t *comb_hexcells_ids_array(struct comb_json *build, const struct comb_hexcells_level *level, const unsigned *ids,
                                size_t count)
{
    json_t *array = comb_json_array(build);
    for (size_t i = 0; i < count; i++) {
        char text[COMB_HEXCELLS_ID_LENGTH];
        comb_hexcells_id_text(text, level, ids[i]);
        comb_json_push(build, array, comb_json_string(build, text));
    }
    return array;
}

json_t *comb_hexcells_known_cells(struct comb_json *build, const struct comb_hexcells_play *play,
                                  struct comb_hexcells_moment moment)
{
    json_t *cells = comb_json_array(build);
    for (unsigned i = 0; i < play->level->cell_count; i++)
        if (comb_hexcells_decided_before(play, i, moment))
            comb_json_push(build, cells, comb_hexcells_cell_object(build, play->level, i, play->colours[i], 0));
    return cells;
}

json_t *comb_hexcells_step_text(struct comb_json *build, const struct comb_hexcells_play *play,
                                struct comb_hexcells_moment moment)
{
    struct comb_buf text = {0};
    comb_hexcells_explain_step(&text, play, moment);
    json_t *value = comb_json_string(build, comb_buf_text(&text));
    build->failed |= text.failed;
    comb_buf_free(&text);
    return value;
}

void comb_hexcells_set_missing(struct comb_json *build, json_t *object, const struct comb_hexcells_level *level)
{
    unsigned missing = comb_hexcells_missing(level);
    if (missing > 0)
        comb_json_set(build, object, "missing", comb_json_int(build, missing));
}

static json_t *step_object(struct comb_json *build, const struct comb_hexcells_play *play,
                           struct comb_hexcells_moment moment)
{
    const struct comb_hexcells_step *step = comb_hexcells_step_at(play, moment);
    json_t *object = comb_json_object(build);
    comb_json_set(build, object, "round", comb_json_int(build, moment.round));
    comb_json_set(build, object, "cells", comb_hexcells_step_cells(build, play->level, step));
    comb_json_set(build, object, "because",
                  comb_hexcells_ids_array(build, play->level, step->reason.ids, step->reason.count));
    comb_json_set(build, object, "smallest", comb_json_bool(build, step->reason.smallest));
    comb_json_set(build, object, "text", comb_hexcells_step_text(build, play, moment));
    return object;
}

static json_t *steps_array(struct comb_json *build, const struct comb_hexcells_play *play)
{
    json_t *steps = comb_json_array(build);
    for (unsigned round = 0; round < play->rounds; round++)
        for (size_t i = 0; i < play->items[round].used; i++)
            comb_json_push(build, steps, step_object(build, play, (struct comb_hexcells_moment){round + 1, i}));
    return steps;
}

static json_t *cells_array(struct comb_json *build, const struct comb_hexcells_play *play)
{
    json_t *cells = comb_json_array(build);
    for (unsigned i = 0; i < play->level->cell_count; i++)
        if (play->round_of[i] > 0)
            comb_json_push(build, cells,
                           comb_hexcells_cell_object(build, play->level, i, play->colours[i], play->round_of[i]));
    return cells;
}

static int write_answer(json_t **answer, const struct comb_hexcells_play *play, struct comb_error *err)
{
    struct comb_json build = {0};
    struct comb_buf text = {0};
    comb_hexcells_print(&text, play->level);
    json_t *root = comb_json_object(&build);
    comb_json_set(&build, root, "board", comb_json_string(&build, comb_buf_text(&text)));
    comb_json_set(&build, root, "title", comb_json_string(&build, play->level->title));
    comb_json_set(&build, root, "solved", comb_json_bool(&build, play->left == 0));
    comb_json_set(&build, root, "left", comb_json_int(&build, play->left));
    comb_json_set(&build, root, "rounds", comb_json_int(&build, play->rounds));
    if (play->contradiction)
        comb_json_set(&build, root, "contradiction", comb_json_bool(&build, true));
    comb_hexcells_set_missing(&build, root, play->level);
    comb_json_set(&build, root, "cells", cells_array(&build, play));
    comb_json_set(&build, root, "steps", steps_array(&build, play));
    build.failed |= text.failed;
    comb_buf_free(&text);
    return comb_json_finish(answer, &build, root, err);
}

int comb_hexcells_solve(json_t **answer, const void *board, struct comb_job *job, const struct comb_params *params,
                        struct comb_error *err)
{
    const struct comb_hexcells_level *level = board;
    struct comb_hexcells_play play;
    struct comb_hexcells_play_options options = {.reasons = !comb_params_flag(params, "no-reasons"),
                                                 .smallest = comb_params_flag(params, "smallest")};
    *answer = NULL;
    int played = comb_hexcells_play(&play, level, &options, job, err);
    int code = played;
    if (played == COMB_OK || played == COMB_LIMIT || played == COMB_INTERRUPTED)
        code = write_answer(answer, &play, err);
    /* A position with deducible cells counts as solved: the player uncovers them and asks again. */
    bool has_deductions = !level->truth_known && play.rounds > 0;
    bool no_solution = play.contradiction || (play.left > 0 && !has_deductions);
    comb_hexcells_play_free(&play);
    return code != COMB_OK ? code : played != COMB_OK ? played : no_solution ? COMB_NO : COMB_OK;
}
