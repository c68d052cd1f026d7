/* Lines by SAT.
 *
 * A walk decides one step after the other and learns nothing from a dead end. Where pieces fill the panel or stars and
 * squares weave through it, the reason for a dead end lies in a few edges, and a solver that learns clauses finds it
 * once instead of a million times.
 *
 *     used edges          2 at a visited node, 1 at its tips                                    sat_line_path.c
 *        |
 *     labels of cells     alike on both sides of an edge that is not used                       sat_line_cells.c
 *        |
 *     symbols, pieces     what they ask of edges and labels                 sat_line_symbols.c, sat_line_pieces.c
 *
 * The clauses are necessary conditions, never more: every right line satisfies them, with labels that are what they are
 * meant to be. They are not sufficient. Three things are left out, because they would take many clauses of which few
 * are ever needed: that there are no rings beside the line, that a label ends where its region ends, and those parts of
 * the rules that differ from one rule set to the next (what may be eliminated when; blue pieces). So a model of the
 * clauses is looked at (sat_line_refine.c): the judge of region.h has the last word on each region, and each thing that
 * is wrong becomes a clause that no right line breaks.
 *
 *     solve --yes--> a line without rings, all regions right? --yes--> done
 *       ^  \                        | no
 *       |   no: there is no line    v
 *       +----------------------- clauses
 *
 * Each round excludes at least the region it saw, so it ends. Of the published panels without Ys and blue pieces nearly
 * all take fewer than a hundred rounds.
 *
 * Cost: a label has a variable per cell and two clauses per edge, a piece a variable per placement and about two
 * clauses per cell of each. The clauses of a panel of eight by eight cells with sixteen pieces that can be turned are
 * made in 10 ms. Effort is counted in questions of the SAT solver whether to stop, some thousands a second. There is no
 * bound on the clauses that are added besides effort and the limits of the job.
 */
#include "games/witness/sat_line.h"

#include "games/witness/sat_line_model.h"

#include <assert.h>
#include <stdlib.h>

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

void comb_sat_line_count(struct comb_sat_line *model, int guard, const int *literals, size_t count, long least,
                         long most)
{
    assert(guard != 0);
    if (guard == -model->truth || model->failed)
        return;
    comb_sat_guard(model->sat, guard == model->truth ? 0 : -guard);
    comb_sat_between(model->sat, literals, count, least, most);
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
    comb_sat_line_say(model, -both, a);
    comb_sat_line_say(model, -both, b);
    comb_sat_line_say(model, both, -a, -b);
    return both;
}

/* ---- solving ---- */

static bool asked_to_stop(void *payload)
{
    struct comb_sat_line *model = payload;
    model->effort++;
    if (model->stop == COMB_OK)
        model->stop = comb_job_tick(model->job, 1);
    return model->stop != COMB_OK || (model->effort_most > 0 && model->effort >= model->effort_most);
}

static void encode(struct comb_sat_line *model)
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

/* Dots on tracks that no cell touches (surface.h) may be taken away by Ys far off. Such panels are rare, and left to
 * the walk. */
static bool has_track_dots(const struct comb_sat_line *model)
{
    unsigned joints[2];
    for (size_t i = 0; model->eliminations > 0 && i < model->symbols.count; i++) {
        const struct comb_sat_symbol *dot = &model->symbols.items[i];
        if (dot->thing->kind == COMB_WITNESS_DOT && dot->cell_count == 0 &&
            comb_witness_surface_joints_of(joints, model->surface, dot->place, dot->on_edge) > 0)
            return true;
    }
    return false;
}

static int search(struct comb_witness_outcome *out, struct comb_sat_line *model)
{
    while (!model->failed) {
        enum comb_sat_answer answer = comb_sat_solve(model->sat);
        if (answer == COMB_SAT_NO_MEMORY)
            return COMB_NO_MEMORY;
        out->exhausted = answer == COMB_SAT_NO;
        if (answer != COMB_SAT_YES)
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
        if (asked_to_stop(model))
            return model->stop;
    }
    return COMB_NO_MEMORY;
}

static void release(struct comb_sat_line *model)
{
    comb_sat_free(model->sat);
    comb_witness_judge_free(model->judge);
    comb_vec_free(&model->clause);
    comb_vec_free(&model->symbols);
    comb_vec_free(&model->labels);
    free(model);
}

int comb_witness_sat_line(struct comb_witness_outcome *out, const struct comb_witness_task *task, struct comb_job *job,
                          uint64_t effort, struct comb_error *err)
{
    *out = (struct comb_witness_outcome){0};
    struct comb_sat_line *model = calloc(1, sizeof *model);
    if (!model)
        return comb_fail_memory(err);
    model->task = task;
    model->graph = task->graph;
    model->job = job;
    model->symmetric = task->graph->panel->symmetry != COMB_WITNESS_NO_SYMMETRY;
    model->effort_most = effort;
    model->sat = comb_sat_new();
    int code = model->sat ? comb_witness_judge_new(&model->judge, task->graph, &task->rules, job, err) : COMB_NO_MEMORY;
    if (code == COMB_OK) {
        comb_sat_on_stop(model->sat, asked_to_stop, model);
        model->surface = comb_witness_judge_surface(model->judge);
        encode(model);
        code = model->failed || !has_track_dots(model) ? search(out, model) : COMB_OK;
    }
    release(model);
    if (code == COMB_NO_MEMORY)
        return comb_fail_memory(err);
    return code == COMB_OK ? COMB_OK : comb_job_fail(job, code, err);
}
