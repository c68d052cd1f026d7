/* Prints answers for people: the board, the outcome, the steps in order. */
#include "games/hexcells/draw/report.h"

#include "games/hexcells/draw/scene.h"
#include "games/hexcells/hints/letters.h"

static long long number(const json_t *object, const char *key)
{
    return (long long)json_integer_value(json_object_get(object, key));
}

static void print_plain(struct comb_buf *out, const json_t *cells)
{
    for (size_t i = 0; i < json_array_size(cells); i++) {
        const json_t *cell = json_array_get(cells, i);
        comb_buf_printf(out, "%lld,%lld=%s\n", number(cell, "x"), number(cell, "y"),
                        json_is_true(json_object_get(cell, "blue")) ? "blue" : "black");
    }
}

static void print_stuck(struct comb_buf *out, const struct comb_hexcells_level *level, long long left)
{
    comb_buf_printf(out, "stuck: %lld cell%s not decided by the visible hints\n", left, left == 1 ? " is" : "s are");
    if (!level->text[0][0] && !level->text[1][0])
        return;
    comb_buf_str(out, "the level's text may state an additional rule:\n");
    for (unsigned i = 0; i < 2; i++)
        if (level->text[i][0])
            comb_buf_printf(out, "  %s\n", level->text[i]);
}

static void print_missing(struct comb_buf *out, const struct comb_hexcells_level *level)
{
    comb_hexcells_print_missing(out, level);
    comb_buf_char(out, '\n');
}

static void print_outcome(struct comb_buf *out, const struct comb_hexcells_level *level, const json_t *answer)
{
    long long left = number(answer, "left");
    long long rounds = number(answer, "rounds");
    size_t decided = json_array_size(json_object_get(answer, "cells"));
    if (json_is_true(json_object_get(answer, "contradiction")))
        comb_buf_str(out, "contradiction: no colouring satisfies all visible hints\n");
    else if (left == 0)
        comb_buf_printf(out, "solved: %zu cell%s in %lld round%s\n", decided, decided == 1 ? "" : "s", rounds,
                        rounds == 1 ? "" : "s");
    else if (!level->truth_known && decided > 0)
        comb_buf_printf(out, "%zu cell%s can be uncovered now, %lld %s still open\n", decided, decided == 1 ? "" : "s",
                        left, left == 1 ? "is" : "are");
    else if (comb_hexcells_missing(level) > 0)
        print_missing(out, level);
    else
        print_stuck(out, level, left);
}

static void print_steps(struct comb_buf *out, const json_t *steps)
{
    if (json_array_size(steps) > 0)
        comb_buf_char(out, '\n');
    for (size_t i = 0; i < json_array_size(steps); i++) {
        const char *text = json_string_value(json_object_get(json_array_get(steps, i), "text"));
        comb_buf_printf(out, "%4zu  %s\n", i + 1, text ? text : "");
    }
}

static int draw_board(struct comb_buf *out, const void *board, const json_t *answer,
                      const struct comb_report_style *style, bool coordinates, struct comb_error *err)
{
    struct comb_scene *scene;
    int code = comb_hexcells_draw(&scene, board, answer, coordinates, err);
    if (code == COMB_OK)
        code = comb_render_terminal(out, scene, &style->terminal, err);
    comb_scene_free(scene);
    comb_buf_char(out, '\n');
    return code;
}

/* ---- one step ---- */

/* The step as an object that the drawing understands: what is known before it, its hints and cells, letters. */
static int part_of_step(json_t **out, const json_t *steps, size_t index, struct comb_error *err)
{
    struct comb_json build = {0};
    json_t *part = comb_json_object(&build), *known = comb_json_array(&build);
    const json_t *step = json_array_get(steps, index);
    for (size_t i = 0; i < index; i++) {
        const json_t *cells = json_object_get(json_array_get(steps, i), "cells");
        for (size_t j = 0; j < json_array_size(cells); j++)
            comb_json_push(&build, known, json_incref(json_array_get(cells, j)));
    }
    comb_json_set(&build, part, "known", known);
    comb_json_set(&build, part, "cells", json_incref(json_object_get(step, "cells")));
    comb_json_set(&build, part, "because", json_incref(json_object_get(step, "because")));
    comb_hexcells_set_letters(&build, part, json_string_value(json_object_get(step, "text")));
    return comb_json_finish(out, &build, part, err);
}

static int print_one_step(struct comb_buf *out, const void *board, const json_t *steps, long long number_of_step,
                          const struct comb_report_style *style, bool coordinates, struct comb_error *err)
{
    size_t count = json_array_size(steps);
    json_t *part = NULL;
    if (number_of_step > (long long)count)
        return comb_fail(err, COMB_BAD_INPUT, "--step %lld: there are %zu steps", number_of_step, count);
    const json_t *step = json_array_get(steps, (size_t)number_of_step - 1);
    int code = part_of_step(&part, steps, (size_t)number_of_step - 1, err);
    if (code == COMB_OK)
        code = draw_board(out, board, part, style, coordinates, err);
    const char *lettered = json_string_value(json_object_get(part, "lettered"));
    if (coordinates || !lettered)
        lettered = json_string_value(json_object_get(step, "text"));
    comb_buf_printf(out, "step %lld of %zu, %s: %s\n", number_of_step, count,
                    json_string_value(json_object_get(step, "pattern")), lettered);
    json_decref(part);
    return code;
}

static void print_verdict(struct comb_buf *out, const json_t *answer, const json_t *violations)
{
    size_t cells = json_array_size(json_object_get(answer, "cells"));
    for (size_t i = 0; i < json_array_size(violations); i++)
        comb_buf_printf(out, "wrong: %s\n",
                        json_string_value(json_object_get(json_array_get(violations, i), "message")));
    if (json_array_size(violations) == 0)
        comb_buf_printf(out, "correct: %zu cell%s\n", cells, cells == 1 ? "" : "s");
}

int comb_hexcells_report(struct comb_buf *out, const void *board, const json_t *answer, const json_t *violations,
                         const struct comb_report_style *style, const struct comb_params *params,
                         struct comb_error *err)
{
    int code = COMB_OK;
    if (violations) {
        print_verdict(out, answer, violations);
    } else if (style->plain) {
        print_plain(out, json_object_get(answer, "cells"));
    } else if (comb_params_int(params, "step", 0) > 0) {
        code = print_one_step(out, board, json_object_get(answer, "steps"), comb_params_int(params, "step", 0), style,
                              comb_params_flag(params, "coordinates"), err);
    } else {
        const json_t *steps = json_object_get(answer, "steps"); /* they name coordinates */
        bool coordinates = comb_params_flag(params, "coordinates") || json_array_size(steps) > 0;
        code = draw_board(out, board, answer, style, coordinates, err);
        print_outcome(out, board, answer);
        print_steps(out, steps);
    }
    return code == COMB_OK && out->failed ? comb_fail_memory(err) : code;
}

int comb_hexcells_summary(struct comb_summary *out, const void *board, const json_t *answer,
                          const struct comb_params *params, struct comb_error *err)
{
    const json_t *steps = json_object_get(answer, "steps");
    (void)params;
    print_outcome(&out->text, board, answer);
    if (json_array_size(steps) == 0)
        return comb_summary_finish(out, err);
    comb_buf_str(&out->caption, "The steps in order, each with its reason");
    out->columns = "Step\tRound\tReason";
    for (size_t i = 0; i < json_array_size(steps); i++) {
        const json_t *step = json_array_get(steps, i);
        const char *text = json_string_value(json_object_get(step, "text"));
        comb_buf_printf(&out->rows, "%zu\t%lld\t%s\n", i + 1, number(step, "round"), text ? text : "");
    }
    return comb_summary_finish(out, err);
}
