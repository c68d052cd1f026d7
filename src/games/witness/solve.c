#include "games/witness/solve.h"

#include "games/witness/surface.h"
#include "games/witness/text.h"
#include "games/witness/verify.h"

#include <math.h>

/* Where lines are not delivered one by one, an answer holds no more: a panel may have more lines than there is memory.
 */
enum { MOST_LISTED = 10000 };

json_t *comb_witness_path(struct comb_json *build, const struct comb_witness_graph *graph,
                          const struct comb_witness_line *line, bool mirrored)
{
    json_t *path = comb_json_array(build);
    unsigned columns = graph->panel->width + 1;
    for (unsigned i = 0; i < line->count; i++) {
        unsigned node = mirrored ? graph->node_mirror[line->nodes[i]] : line->nodes[i];
        json_t *point = comb_json_array(build);
        comb_json_push(build, point, comb_json_int(build, node % columns));
        comb_json_push(build, point, comb_json_int(build, node / columns));
        comb_json_push(build, path, point);
    }
    return path;
}

/* What the lines that are found go to. */
struct collector {
    const struct comb_witness_graph *graph;
    struct comb_witness_rules rules;
    struct comb_job *job;
    struct comb_json build;
    json_t *kept;     /* lines for the answer, as parts; NULL: none are kept, or not any more */
    size_t most_kept; /* beyond that all are delivered, or the search ends */
    bool deliver;     /* lines go to whoever takes parts */
    bool full;        /* the search ended because the answer holds no more */
    uint64_t lines;
    uint64_t most;
};

/* What the Ys take away is the verifier's to say; a limit that is reached meanwhile leaves it out. */
static void add_cancelled(struct comb_json *build, json_t *object, const struct collector *collector)
{
    json_t *cancelled;
    int code = comb_witness_cancelled(&cancelled, collector->graph->panel, &collector->rules,
                                      json_object_get(object, "path"), collector->job, NULL);
    build->failed |= code == COMB_NO_MEMORY;
    if (cancelled)
        comb_json_set(build, object, "cancelled", cancelled);
}

static void add_line(struct comb_json *build, json_t *object, const struct collector *collector,
                     const struct comb_witness_line *line)
{
    const struct comb_witness_graph *graph = collector->graph;
    comb_json_set(build, object, "path", comb_witness_path(build, graph, line, false));
    if (graph->panel->symmetry != COMB_WITNESS_NO_SYMMETRY)
        comb_json_set(build, object, "mirror", comb_witness_path(build, graph, line, true));
    add_cancelled(build, object, collector);
}

/* One line as an answer of its own. */
static json_t *part_of(struct collector *collector, const struct comb_witness_line *line)
{
    struct comb_json *build = &collector->build;
    json_t *part = comb_json_object(build);
    comb_json_set(build, part, "solved", comb_json_bool(build, true));
    add_line(build, part, collector, line);
    comb_json_set(build, part, "rules", comb_json_string(build, comb_witness_rules_name(&collector->rules)));
    return part;
}

/* There are more lines than the answer holds. */
static bool deliver_kept(struct collector *collector)
{
    bool more = true;
    for (size_t i = 0; i < json_array_size(collector->kept) && more; i++)
        more = comb_job_deliver(collector->job, json_array_get(collector->kept, i));
    json_decref(collector->kept);
    collector->kept = NULL;
    return more;
}

static bool take_line(struct collector *collector, const struct comb_witness_line *line)
{
    bool more = true;
    collector->full =
        !collector->deliver && collector->kept && json_array_size(collector->kept) == collector->most_kept;
    if (collector->full)
        return false;
    if (collector->deliver && collector->kept && json_array_size(collector->kept) == collector->most_kept)
        more = deliver_kept(collector);
    json_t *part = part_of(collector, line);
    if (collector->kept)
        comb_json_push(&collector->build, collector->kept, json_incref(part));
    else if (more && !collector->build.failed)
        more = comb_job_deliver(collector->job, part);
    json_decref(part);
    return more;
}

static bool collect(void *payload, const struct comb_witness_line *line)
{
    struct collector *collector = payload;
    bool more = true;
    if (collector->deliver || collector->kept)
        more = take_line(collector, line);
    collector->lines += !collector->full;
    return more && !collector->build.failed && collector->lines < collector->most;
}

/* The lines that were kept, without what else their parts say. */
static json_t *kept_paths(struct comb_json *build, const json_t *kept)
{
    json_t *paths = comb_json_array(build);
    for (size_t i = 0; i < json_array_size(kept); i++)
        comb_json_push(build, paths, json_incref(json_object_get(json_array_get(kept, i), "path")));
    return paths;
}

static void add_text(struct comb_json *build, json_t *root, const struct comb_witness_panel *panel)
{
    struct comb_buf text = {0};
    comb_witness_text_print(&text, panel);
    comb_json_set(build, root, "board", comb_json_string(build, comb_buf_text(&text)));
    build->failed |= text.failed;
    comb_buf_free(&text);
}

static void add_note(struct comb_json *build, json_t *root, const char *text)
{
    json_t *notes = json_object_get(root, "notes");
    if (!notes) {
        notes = comb_json_array(build);
        comb_json_set(build, root, "notes", notes);
    }
    comb_json_push(build, notes, comb_json_string(build, text));
}

void comb_witness_add_notes(struct comb_json *build, json_t *root, const struct comb_witness_panel *panel,
                            const struct comb_witness_rules *rules, const struct comb_params *params)
{
    if (!comb_witness_has_own_colors(panel))
        return;
    if (rules->set == COMB_WITNESS_WINDMILL || rules->set == COMB_WITNESS_TTWS)
        add_note(build, root,
                 "this rule set ignores the colours of pieces, triangles and elimination marks (stars count them as "
                 "yellow, blue, orange and white); under --rules game they count as drawn");
    else if (!comb_params_text(params, "rules", NULL))
        add_note(build, root,
                 "judged under game rules, because pieces, triangles or elimination marks have colours of their own; "
                 "under --rules windmill these colours are ignored");
}

/* Where regions meet around missing cells, the game's rule is not beyond doubt: docs/decisions.md. */
void comb_witness_add_joint_note(struct comb_json *build, json_t *root, const struct comb_witness_graph *graph,
                                 const struct comb_witness_rules *rules)
{
    struct comb_witness_rules joined = {.set = COMB_WITNESS_GAME, .tracks_join = true};
    struct comb_witness_surface surface;
    if (rules->set != COMB_WITNESS_GAME || rules->tracks_join)
        return;
    build->failed |= comb_witness_surface_init(&surface, graph, &joined, NULL) != COMB_OK;
    if (surface.joint_count > 0)
        add_note(build, root,
                 "cells meet only at corners or along tracks around missing cells; they are apart under game rules and "
                 "joined under --rules witnesspuzzles");
    comb_witness_surface_free(&surface);
}

static int write_answer(json_t **answer, struct collector *collector, const struct comb_witness_outcome *outcome,
                        const struct comb_params *params, struct comb_error *err)
{
    struct comb_json *build = &collector->build;
    bool solved = outcome->lines > 0;
    bool several =
        comb_params_flag(params, "all") || comb_params_flag(params, "unique") || comb_params_flag(params, "lines");
    json_t *root = comb_json_object(build);
    add_text(build, root, collector->graph->panel);
    comb_json_set(build, root, "solved", comb_json_bool(build, solved));
    comb_json_set(build, root, "proved", comb_json_bool(build, solved || outcome->exhausted));
    const char *lacks = comb_witness_lacks(collector->graph->panel);
    if (solved)
        add_line(build, root, collector, &outcome->line);
    else if (lacks)
        comb_json_set(build, root, "note", comb_json_string(build, lacks));
    comb_json_set(build, root, "rules", comb_json_string(build, comb_witness_rules_name(&collector->rules)));
    comb_witness_add_notes(build, root, collector->graph->panel, &collector->rules, params);
    if (!solved)
        comb_witness_add_joint_note(build, root, collector->graph, &collector->rules);
    if (several) {
        comb_json_set(build, root, "lines", comb_json_int(build, (long long)outcome->lines - collector->full));
        comb_json_set(build, root, "complete", comb_json_bool(build, outcome->exhausted));
    }
    if (comb_params_flag(params, "unique") && (outcome->exhausted || outcome->lines > 1))
        comb_json_set(build, root, "unique", comb_json_bool(build, outcome->lines == 1));
    if (collector->kept)
        comb_json_set(build, root, "paths", kept_paths(build, collector->kept));
    comb_json_set(build, root, "steps", comb_json_int(build, (long long)outcome->nodes));
    comb_json_set(build, root, "seconds", comb_json_real(build, round(comb_job_seconds(collector->job) * 1e6) / 1e6));
    return comb_json_finish(answer, build, root, err);
}

static int ask(struct comb_witness_outcome *outcome, struct collector *collector, const struct comb_params *params,
               struct comb_error *err)
{
    bool all = comb_params_flag(params, "all");
    bool unique = comb_params_flag(params, "unique");
    bool several = all || unique || comb_params_flag(params, "lines");
    collector->most =
        unique && !all && !comb_params_flag(params, "lines") ? 2 : (uint64_t)comb_params_int(params, "most", INT64_MAX);
    collector->deliver = all && comb_job_takes_parts(collector->job);
    collector->most_kept = collector->deliver ? comb_job_parts_in_answer(collector->job) : MOST_LISTED;
    if (all && collector->most_kept > 0)
        collector->kept = comb_json_array(&collector->build);
    struct comb_witness_task task = {
        .graph = collector->graph,
        .rules = collector->rules,
        .shortest = comb_params_flag(params, "shortest"),
        .random_order = comb_params_flag(params, "random"),
        .found = several ? collect : NULL,
        .payload = collector,
    };
    return comb_witness_search(outcome, &task, collector->job, err);
}

/* Exit codes: a panel without a line is a no, and so is one that is not unique when that was the question. */
static int verdict(const struct comb_witness_outcome *outcome, const struct comb_params *params)
{
    return outcome->lines == 0 || (comb_params_flag(params, "unique") && outcome->lines > 1) ? COMB_NO : COMB_OK;
}

int comb_witness_solve(json_t **answer, const void *board, struct comb_job *job, const struct comb_params *params,
                       struct comb_error *err)
{
    struct comb_witness_graph *graph;
    struct comb_witness_outcome outcome = {0};
    *answer = NULL;
    int code = comb_witness_graph_new(&graph, board, err);
    if (code != COMB_OK)
        return code;
    struct collector collector = {.graph = graph, .rules = comb_witness_rules_of(params, board), .job = job};
    int searched = ask(&outcome, &collector, params, err);
    code = searched;
    if (searched == COMB_OK || searched == COMB_LIMIT || searched == COMB_INTERRUPTED)
        code = write_answer(answer, &collector, &outcome, params, err);
    json_decref(collector.kept);
    comb_witness_graph_free(graph);
    if (code == COMB_OK && collector.full)
        return comb_fail(err, COMB_LIMIT, "the list ends after %d lines", MOST_LISTED);
    return code != COMB_OK ? code : searched != COMB_OK ? searched : verdict(&outcome, params);
}
