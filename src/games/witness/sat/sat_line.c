/* Solves panels with SAT.
 *
 * A depth-first search decides one step after the other and learns nothing from a dead end. Where pieces fill the
 * panel or stars and squares interact across it, a few edges cause the dead end, and a solver that learns clauses
 * finds them once instead of a million times.
 *
 *     used edges          2 at a visited node, 1 at its tips                                    path.c
 *        |
 *     labels of cells     equal on both sides of an edge that is not used                       cells.c
 *        |
 *     symbols, pieces     what they require of edges and labels                                 symbols.c, pieces.c
 *
 * The clauses are necessary conditions, never more: every solution satisfies them, with labels that mean what they
 * should. They are not sufficient. Three things are omitted, because they would take many clauses of which few are
 * ever needed: that there are no loops beside the line, that a label ends where its region ends, and those parts of
 * the rules that differ between rule sets (what may be eliminated when; blue pieces). So refine.c checks each model:
 * the checker of region.h decides each region, and each error becomes a clause that no solution violates.
 *
 *     solve --yes--> a line without loops, all regions right? --yes--> done
 *       ^  \                        | no
 *       |   no: no solution         v
 *       +----------------------- clauses
 *
 * Each round excludes at least the region it saw, so the process terminates. Of the published panels without
 * elimination marks and blue pieces, nearly all take fewer than a hundred rounds.
 *
 * Cost: a label has a variable per cell and two clauses per edge, a piece a variable per placement and about two
 * clauses per cell of each. Building the clauses of an 8x8 panel with sixteen rotatable pieces takes 10 ms. Effort
 * is counted in calls of the SAT solver's terminate callback, some thousands per second. Only effort and the limits
 * of the job bound the number of added clauses. */
#include "games/witness/sat/sat_line.h"

#include "games/witness/sat/model.h"

#include <assert.h>
#include <stdlib.h>

enum { NOTE_EFFORT = 64 }; /* steps between two notes on progress */

/* ---- clauses ---- */

void comb_sat_line_clause(struct comb_sat_line *model, const int *literals, size_t count)
{
    model->clause.count = 0;
    for (size_t i = 0; i < count; i++) {
        if (literals[i] == model->truth)
            return;
        if (literals[i] != -model->truth && !comb_vec_push(&model->clause, literals[i]))
            model->failed = true;
    }
    if (!model->failed)
        comb_sat_clause(model->sat, model->clause.items, model->clause.count);
}

void comb_sat_line_count(struct comb_sat_line *model, int guard, const int *literals, size_t count, long min, long max)
{
    assert(guard != 0);
    if (guard == -model->truth || model->failed)
        return;
    comb_sat_guard(model->sat, guard == model->truth ? 0 : -guard);
    comb_sat_between(model->sat, literals, count, min, max);
    comb_sat_guard(model->sat, 0);
}

int comb_sat_line_variable(struct comb_sat_line *model)
{
    int variable = comb_sat_variables(model->sat, 1);
    model->failed |= variable == 0;
    return variable ? variable : model->truth;
}

int comb_sat_line_both(struct comb_sat_line *model, int a, int b)
{
    if (a == model->truth)
        return b;
    if (b == model->truth)
        return a;
    if (a == -model->truth || b == -model->truth)
        return -model->truth;
    int both = comb_sat_line_variable(model);
    comb_sat_line_add(model, -both, a);
    comb_sat_line_add(model, -both, b);
    comb_sat_line_add(model, both, -a, -b);
    return both;
}

/* ---- solving ---- */

static void note_progress(const struct comb_sat_line *model)
{
    double share = model->effort_limit > 0 ? (double)(model->effort - model->effort_from) /
                                                 (double)(model->effort_limit - model->effort_from)
                                           : 0;
    if (!model->solving)
        comb_job_note(model->job, "SAT: building the formula, %d variables", comb_sat_variable_count(model->sat));
    else if (model->effort_limit > 0)
        comb_job_note(model->job, "SAT: %.0f %% of this turn, %llu steps, %llu lines rejected", 100 * share,
                      (unsigned long long)model->effort, (unsigned long long)model->rounds);
    else
        comb_job_note(model->job, "SAT: %llu steps, %llu lines rejected", (unsigned long long)model->effort,
                      (unsigned long long)model->rounds);
}

static bool effort_spent(const struct comb_sat_line *model)
{
    return model->effort_limit > 0 && model->effort >= model->effort_limit;
}

static bool on_terminate(void *payload)
{
    struct comb_sat_line *model = payload;
    if (model->effort++ % NOTE_EFFORT == 0 || !model->solving)
        note_progress(model);
    if (model->stop == COMB_OK)
        model->stop = comb_job_tick(model->job, 1);
    return model->stop != COMB_OK || (model->solving && effort_spent(model));
}

static void encode_panel(struct comb_sat_line *model)
{
    model->truth = comb_sat_variables(model->sat, 1);
    assert(model->truth > 0);
    comb_sat_unit(model->sat, model->truth);
    comb_sat_line_path(model);
    comb_sat_line_cells(model);
    comb_sat_line_symbols(model);
    if (!model->failed)
        comb_sat_line_pieces(model);
    if (!model->failed)
        comb_sat_line_blue_sums(model);
}

/* Elimination marks far away may remove dots on tracks that no cell touches (surface.h). Such panels are rare and
 * left to the walk. */
static bool has_track_dots(const struct comb_sat_line *model)
{
    unsigned joints[2];
    for (size_t i = 0; model->eliminations > 0 && i < model->symbols.count; i++) {
        const struct comb_sat_symbol *dot = &model->symbols.items[i];
        if (dot->dot && dot->cell_count == 0 &&
            comb_witness_surface_joints_of(joints, model->surface, dot->place, dot->on_edge) > 0)
            return true;
    }
    return false;
}

static int search_models(struct comb_witness_outcome *out, struct comb_sat_line *model)
{
    while (!model->failed) {
        model->solving = true;
        enum comb_sat_answer answer = comb_sat_solve(model->sat);
        model->solving = false;
        if (answer == COMB_SAT_NO_MEMORY)
            return COMB_NO_MEMORY;
        out->exhausted = answer == COMB_SAT_UNSATISFIABLE;
        if (answer != COMB_SAT_SATISFIABLE)
            return model->stop;
        out->nodes++;
        int code = comb_sat_line_refine(model, &out->line);
        if (code == COMB_OK) {
            assert(out->line.count >= 2);
            out->lines = 1;
            return COMB_OK;
        }
        out->line.count = 0;
        if (code != COMB_NO)
            return code;
        model->rounds++;
        if (on_terminate(model) || effort_spent(model))
            return model->stop;
    }
    return COMB_NO_MEMORY;
}

void comb_sat_line_free(struct comb_sat_line *model)
{
    if (!model)
        return;
    comb_sat_free(model->sat);
    comb_witness_region_checker_free(model->checker);
    comb_vec_free(&model->clause);
    comb_vec_free(&model->symbols);
    comb_vec_free(&model->labels);
    free(model);
}

/* The clauses have no lines without edges and none that start or end in the middle of an edge: those are left to the
 * walk. */
static bool is_encoded(const struct comb_witness_task *task)
{
    for (unsigned node = 0; node < task->graph->nodes; node++)
        if (comb_witness_is_start(task->graph->on_node[node]) && comb_witness_is_end(task->graph->on_node[node]))
            return false;
    if (!task->part)
        return !task->graph->half_points;
    return task->part->start_half == COMB_WITNESS_NOWHERE && task->part->end_half == COMB_WITNESS_NOWHERE;
}

int comb_sat_line_new(struct comb_sat_line **out, const struct comb_witness_task *task, struct comb_job *job,
                      struct comb_error *err)
{
    *out = NULL;
    if (!is_encoded(task))
        return COMB_OK;
    struct comb_sat_line *model = calloc(1, sizeof *model);
    if (!model)
        return comb_fail_memory(err);
    model->task = task;
    model->graph = task->graph;
    model->job = job;
    model->symmetric = task->graph->panel->symmetry != COMB_WITNESS_NO_SYMMETRY;
    model->sat = comb_sat_new();
    int code = model->sat ? comb_witness_region_checker_new(&model->checker, task->graph, &task->rules, job, err)
                          : comb_fail_memory(err);
    if (code == COMB_OK) {
        comb_sat_set_terminate(model->sat, on_terminate, model);
        model->surface = comb_witness_region_checker_surface(model->checker);
        encode_panel(model);
        code = model->failed ? comb_fail_memory(err) : COMB_OK;
    }
    if (code == COMB_OK && !has_track_dots(model))
        *out = model;
    else
        comb_sat_line_free(model);
    return code;
}

int comb_sat_line_run(struct comb_witness_outcome *out, struct comb_sat_line *model, uint64_t effort,
                      struct comb_error *err)
{
    *out = (struct comb_witness_outcome){0};
    model->effort_from = model->effort;
    model->effort_limit = effort > 0 ? model->effort + effort : 0;
    int code = search_models(out, model);
    if (code == COMB_NO_MEMORY)
        return comb_fail_memory(err);
    return code == COMB_OK ? COMB_OK : comb_job_fail(model->job, code, err);
}

int comb_witness_sat_line(struct comb_witness_outcome *out, const struct comb_witness_task *task, struct comb_job *job,
                          uint64_t effort, struct comb_error *err)
{
    struct comb_sat_line *model;
    *out = (struct comb_witness_outcome){0};
    int code = comb_sat_line_new(&model, task, job, err);
    if (code == COMB_OK && model)
        code = comb_sat_line_run(out, model, effort, err);
    comb_sat_line_free(model);
    return code;
}
