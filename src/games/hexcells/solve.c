/* Writes the answer: the cells that logic decides, round by round, each step with its reason. */
#include "games/hexcells/solve.h"

#include <math.h>

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
                                 const struct comb_hexcells_conclusion *step)
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

json_t *comb_hexcells_known_cells(struct comb_json *build, const struct comb_hexcells_play *play, size_t step)
{
    json_t *cells = comb_json_array(build);
    for (unsigned i = 0; i < play->level->cell_count; i++)
        if (comb_hexcells_decided_before(play, i, step))
            comb_json_push(build, cells, comb_hexcells_cell_object(build, play->level, i, play->colours[i], 0));
    return cells;
}

static void set_signs(struct comb_json *build, json_t *object, const struct comb_hexcells_conclusion *step)
{
    json_t *signs = comb_json_array(build);
    for (size_t i = 0; i < step->id_count; i++)
        comb_json_push(build, signs, comb_json_int(build, step->signs[i]));
    comb_json_set(build, object, "signs", signs);
}

static void set_conclusion(struct comb_json *build, json_t *object, const struct comb_hexcells_play *play,
                           const struct comb_hexcells_conclusion *step)
{
    comb_json_set(build, object, "cells", comb_hexcells_step_cells(build, play->level, step));
    comb_json_set(build, object, "because", comb_hexcells_ids_array(build, play->level, step->ids, step->id_count));
    comb_json_set(build, object, "pattern", comb_json_string(build, comb_hexcells_pattern_word(step->pattern)));
    if (step->signs)
        set_signs(build, object, step);
}

static void set_links(struct comb_json *build, json_t *object, const struct comb_hexcells_play *play,
                      const struct comb_hexcells_argument *argument)
{
    json_t *links = comb_json_array(build);
    for (size_t i = 0; i < argument->link_count; i++) {
        json_t *link = comb_json_object(build);
        set_conclusion(build, link, play, &argument->links[i]);
        comb_json_push(build, links, link);
    }
    comb_json_set(build, object, "links", links);
}

static double rounded(double value)
{
    return round(value * 100) / 100;
}

void comb_hexcells_set_argument(struct comb_json *build, json_t *object, const struct comb_hexcells_play *play,
                                size_t step)
{
    const struct comb_hexcells_argument *argument = &play->steps.items[step];
    struct comb_buf text = {0};
    set_conclusion(build, object, play, &argument->step);
    comb_json_set(build, object, "cost", comb_json_real(build, rounded(argument->cost)));
    if (argument->link_count > 0)
        set_links(build, object, play, argument);
    comb_hexcells_explain_step(&text, play, step);
    comb_json_set(build, object, "text", comb_json_string(build, comb_buf_text(&text)));
    build->failed |= text.failed;
    comb_buf_free(&text);
}

void comb_hexcells_set_missing(struct comb_json *build, json_t *object, const struct comb_hexcells_level *level)
{
    unsigned missing = comb_hexcells_missing(level);
    if (missing > 0)
        comb_json_set(build, object, "missing", comb_json_int(build, missing));
}

static json_t *steps_array(struct comb_json *build, const struct comb_hexcells_play *play)
{
    json_t *steps = comb_json_array(build);
    for (size_t i = 0; i < play->steps.count; i++) {
        json_t *object = comb_json_object(build);
        comb_json_set(build, object, "round", comb_json_int(build, comb_hexcells_round_of_step(play, i)));
        comb_json_set(build, object, "smallest", comb_json_bool(build, play->steps.items[i].smallest));
        comb_hexcells_set_argument(build, object, play, i);
        comb_json_push(build, steps, object);
    }
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
                                                 .explain.smallest = comb_params_flag(params, "smallest")};
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
