/* Reads, prints, re-reads and solves every public level, and compares the result with those of independent solvers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "games/hexcells/logic/logic.h"
#include "games/hexcells/reasons/rounds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER "../shared/data/hexcells/"

static json_t *open_truth(void)
{
    struct comb_buf text = {0};
    json_t *truth = NULL;
    if (comb_file_read(&text, FOLDER "truth.json", 16 << 20, NULL) != COMB_OK) {
        comb_buf_free(&text);
        print_message("skipped: no " FOLDER "truth.json\n");
        skip();
    }
    assert_int_equal(comb_json_parse(&truth, text.data, text.length, NULL), COMB_OK);
    comb_buf_free(&text);
    return truth;
}

static const char *file_of(const json_t *entry)
{
    return json_string_value(json_object_get(entry, "file"));
}

static struct comb_hexcells_level *open_level(struct comb_buf *text, const json_t *entry)
{
    char path[512];
    struct comb_hexcells_level *level;
    struct comb_error err = {0};
    snprintf(path, sizeof path, FOLDER "levels/%s", file_of(entry));
    comb_buf_clear(text);
    assert_int_equal(comb_file_read(text, path, 1 << 20, NULL), COMB_OK);
    if (comb_hexcells_level_read(&level, text->data, text->length, 0, &err) != COMB_OK)
        fail_msg("%s:%u:%u: %s", file_of(entry), err.line, err.column, err.message);
    return level;
}

/* Compares the grid rows of a file, from line 6 on, with the printed ones. */
static void same_rows(const char *original, const char *ours, const char *name)
{
    for (int line = 0; line < 5; line++) {
        original = strchr(original, '\n') + 1;
        ours = strchr(ours, '\n') + 1;
    }
    size_t length = strlen(ours);
    if (strncmp(original, ours, length) != 0 || strspn(original + length, "\r\n") != strlen(original + length))
        fail_msg("%s: the rows changed", name);
}

static void check_reading(const json_t *entry, struct comb_buf *text)
{
    struct comb_hexcells_level *level = open_level(text, entry);
    struct comb_hexcells_level *again;
    struct comb_buf first = {0};
    struct comb_buf second = {0};
    assert_int_equal(level->cell_count, json_integer_value(json_object_get(entry, "cells")));
    assert_int_equal(comb_hexcells_hidden(level), json_integer_value(json_object_get(entry, "hidden")));
    comb_hexcells_level_print(&first, level);
    assert_int_equal(comb_hexcells_level_read(&again, first.data, first.length, 0, NULL), COMB_OK);
    comb_hexcells_level_print(&second, again);
    assert_string_equal(first.data, second.data);
    same_rows(text->data, first.data, file_of(entry));
    for (unsigned i = 0; i < level->diagnostic_count; i++)
        if (strstr(level->diagnostics[i].message, "the mark is"))
            fail_msg("%s:%u: %s", file_of(entry), level->diagnostics[i].line, level->diagnostics[i].message);
    comb_buf_free(&first);
    comb_buf_free(&second);
    comb_hexcells_level_free(again);
    comb_hexcells_level_free(level);
}

static void test_shared_every_level_reads_and_prints(void **state)
{
    (void)state;
    json_t *truth = open_truth();
    struct comb_buf text = {0};
    size_t index;
    json_t *entry;
    assert_int_equal(json_array_size(truth), 336);
    json_array_foreach(truth, index, entry) check_reading(entry, &text);
    comb_buf_free(&text);
    json_decref(truth);
}

static void check_play(const json_t *entry, struct comb_buf *text, struct comb_context *context)
{
    struct comb_hexcells_level *level = open_level(text, entry);
    struct comb_hexcells_play play;
    struct comb_job *job;
    struct comb_hexcells_play_options options = {0};
    assert_int_equal(comb_job_new(&job, &(struct comb_job_setup){.context = context, .threads = 1}, NULL), COMB_OK);
    assert_int_equal(comb_hexcells_play(&play, level, &options, job, NULL), COMB_OK);
    if (play.left != json_integer_value(json_object_get(entry, "left")) ||
        (play.left == 0) != json_is_true(json_object_get(entry, "solvable")) ||
        play.rounds != json_integer_value(json_object_get(entry, "rounds")))
        fail_msg("%s: %u left after %u rounds", file_of(entry), play.left, play.rounds);
    for (unsigned i = 0; i < level->cell_count; i++)
        if (play.colours[i] != COMB_HEXCELLS_UNKNOWN && play.colours[i] != level->cells[i].truth)
            fail_msg("%s: a wrong deduction at (%d,%d)", file_of(entry), level->cells[i].at.x, level->cells[i].at.y);
    comb_hexcells_play_free(&play);
    comb_job_free(job);
    comb_hexcells_level_free(level);
}

static void test_shared_every_level_is_solved_as_far_as_possible(void **state)
{
    (void)state;
    json_t *truth = open_truth();
    struct comb_buf text = {0};
    struct comb_context *context;
    size_t index;
    json_t *entry;
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    json_array_foreach(truth, index, entry) check_play(entry, &text, context);
    comb_context_free(context);
    comb_buf_free(&text);
    json_decref(truth);
}

/* ---- reasons ---- */

/* The problem of a step with some of its clues. */
struct trial {
    struct comb_hexcells_problem problem;
    struct comb_hexcells_clue clues[64];
    signed char *forced;
};

/* Selects the clues of the step except the one at `without` (count: all). */
static void choose_clues(struct trial *trial, const struct comb_hexcells_problem *visible,
                         const struct comb_hexcells_conclusion *step, size_t without)
{
    trial->problem = (struct comb_hexcells_problem){
        .cells = visible->cells, .known = visible->known, .clues = trial->clues, .remaining = -1};
    for (size_t i = 0; i < step->id_count; i++) {
        if (i == without)
            continue;
        if (step->ids[i] == COMB_HEXCELLS_COUNTER)
            trial->problem.remaining = visible->remaining;
        for (size_t k = 0; k < visible->clue_count; k++)
            if (visible->clues[k].id == step->ids[i])
                trial->clues[trial->problem.clue_count++] = visible->clues[k];
    }
}

/* Counts the cells of the step that these clues force to the colour of the step. */
static size_t forces(struct trial *trial, const struct comb_hexcells_conclusion *step, struct comb_job *job)
{
    size_t count = 0;
    assert_int_equal(comb_hexcells_forced(trial->forced, &trial->problem, job, NULL), COMB_OK);
    for (size_t i = 0; i < step->count; i++)
        count += trial->forced[step->cells[i]] == step->colours[i];
    return count;
}

static void check_step(struct trial *trial, const struct comb_hexcells_play *play, size_t index,
                       const struct comb_hexcells_problem *visible, struct comb_job *job, const char *name)
{
    const struct comb_hexcells_conclusion *step = &play->steps.items[index].step;
    assert_true(step->id_count <= 64);
    choose_clues(trial, visible, step, step->id_count);
    if (forces(trial, step, job) != step->count)
        fail_msg("%s: step %zu: the reason does not force its cells", name, index + 1);
    bool minimal = step->pattern == COMB_HEXCELLS_CASES || step->id_count <= 2;
    for (size_t without = 0; minimal && without < step->id_count; without++) {
        choose_clues(trial, visible, step, without);
        if (forces(trial, step, job) != 0)
            fail_msg("%s: step %zu: clue %zu can be left out", name, index + 1, without);
    }
}

static size_t check_reasons(const struct comb_hexcells_level *level, struct comb_context *context, const char *name)
{
    struct comb_job *job;
    struct comb_hexcells_play play;
    struct comb_hexcells_play_options options = {.reasons = true};
    struct trial trial = {.forced = malloc(level->cell_count)};
    signed char *shown = malloc(level->cell_count);
    assert_true(trial.forced && shown);
    assert_int_equal(comb_job_new(&job, &(struct comb_job_setup){.context = context}, NULL), COMB_OK);
    assert_int_equal(comb_hexcells_play(&play, level, &options, job, NULL), COMB_OK);
    size_t steps = play.steps.count, cells = 0;
    for (size_t step = 0; step < steps; step++) {
        struct comb_hexcells_problem visible;
        for (unsigned cell = 0; cell < level->cell_count; cell++)
            shown[cell] = comb_hexcells_known_before(&play, cell, step);
        assert_int_equal(comb_hexcells_problem_of(&visible, level, shown, comb_job_arena(job), NULL), COMB_OK);
        check_step(&trial, &play, step, &visible, job, name);
        cells += play.steps.items[step].step.count;
    }
    if (cells + play.left != comb_hexcells_hidden(level))
        fail_msg("%s: the steps decide %zu cells", name, cells);
    comb_hexcells_play_free(&play);
    comb_job_free(job);
    free(trial.forced);
    free(shown);
    return steps;
}

/* Tests a sample of the levels; all of them with COMB_ALL_LEVELS in the environment (bench/hexcells_reasons.sh). */
static void test_shared_steps_follow_from_their_clues(void **state)
{
    (void)state;
    json_t *truth = open_truth();
    struct comb_buf text = {0};
    struct comb_context *context;
    size_t stride = getenv("COMB_ALL_LEVELS") ? 1 : 16;
    size_t steps = 0;
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    for (size_t i = 0; i < json_array_size(truth); i += stride) {
        struct comb_hexcells_level *level = open_level(&text, json_array_get(truth, i));
        steps += check_reasons(level, context, file_of(json_array_get(truth, i)));
        comb_hexcells_level_free(level);
    }
    print_message("%zu steps with minimal reasons\n", steps);
    assert_true(steps > 100);
    comb_context_free(context);
    comb_buf_free(&text);
    json_decref(truth);
}
