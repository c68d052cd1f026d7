#include "games/witness/solve.h"

#include "games/witness/rules/surface.h"
#include "games/witness/text/text.h"
#include "games/witness/verify/verify.h"

#include <math.h>

/* Maximum number of lines in an answer if they are not delivered one by one: a panel may have more lines than fit
 * into memory. */
enum { MAX_LISTED = 10000 };

static json_t *coordinate(struct comb_json *build, unsigned doubled)
{
    return doubled % 2 == 0 ? comb_json_int(build, doubled / 2) : comb_json_real(build, doubled / 2.0);
}

json_t *comb_witness_point(struct comb_json *build, struct comb_witness_at at)
{
    json_t *point = comb_json_array(build);
    comb_json_push(build, point, coordinate(build, at.column));
    comb_json_push(build, point, coordinate(build, at.row));
    return point;
}

json_t *comb_witness_path(struct comb_json *build, const struct comb_witness_graph *graph,
                          const struct comb_witness_line *line, bool mirrored)
{
    json_t *path = comb_json_array(build);
    for (unsigned i = 0; i < line->count; i++) {
        unsigned point = mirrored ? comb_witness_point_mirror(graph, line->nodes[i]) : line->nodes[i];
        comb_json_push(build, path, comb_witness_point(build, comb_witness_point_place(graph, point)));
    }
    return path;
}

/* Receives the lines found. */
struct collector {
    const struct comb_witness_graph *graph;
    struct comb_witness_rules rules;
    struct comb_job *job;
    struct comb_json build;
    json_t *stored;    /* lines for the answer, as parts; NULL: none are stored, or no longer */
    size_t max_stored; /* beyond that all are delivered, or the search ends */
    bool deliver;      /* deliver lines as parts */
    bool full;         /* the search ended because the answer is full */
    uint64_t lines;
    uint64_t max;
};

/* The verifier determines the eliminated symbols; they are omitted if it hits a limit. */
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

/* Returns one line as an answer of its own. */
static json_t *part_of(struct collector *collector, const struct comb_witness_line *line)
{
    struct comb_json *build = &collector->build;
    json_t *part = comb_json_object(build);
    comb_json_set(build, part, "solved", comb_json_bool(build, true));
    add_line(build, part, collector, line);
    comb_json_set(build, part, "rules", comb_json_string(build, comb_witness_rules_name(&collector->rules)));
    return part;
}

/* Delivers the stored lines: there are more than the answer holds. */
static bool deliver_stored(struct collector *collector)
{
    bool more = true;
    for (size_t i = 0; i < json_array_size(collector->stored) && more; i++)
        more = comb_job_deliver(collector->job, json_array_get(collector->stored, i));
    json_decref(collector->stored);
    collector->stored = NULL;
    return more;
}

static bool store_line(struct collector *collector, const struct comb_witness_line *line)
{
    bool more = true;
    collector->full =
        !collector->deliver && collector->stored && json_array_size(collector->stored) == collector->max_stored;
    if (collector->full)
        return false;
    if (collector->deliver && collector->stored && json_array_size(collector->stored) == collector->max_stored)
        more = deliver_stored(collector);
    json_t *part = part_of(collector, line);
    if (collector->stored)
        comb_json_push(&collector->build, collector->stored, json_incref(part));
    else if (more && !collector->build.failed)
        more = comb_job_deliver(collector->job, part);
    json_decref(part);
    return more;
}

static bool on_line(void *payload, const struct comb_witness_line *line)
{
    struct collector *collector = payload;
    bool more = true;
    if (collector->deliver || collector->stored)
        more = store_line(collector, line);
    collector->lines += !collector->full;
    return more && !collector->build.failed && collector->lines < collector->max;
}

/* Returns the paths of the stored lines, without the other fields. */
static json_t *stored_paths(struct comb_json *build, const json_t *stored)
{
    json_t *paths = comb_json_array(build);
    for (size_t i = 0; i < json_array_size(stored); i++)
        comb_json_push(build, paths, json_incref(json_object_get(json_array_get(stored, i), "path")));
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
    bool by_default = panel->rules == 0 && !comb_params_text(params, "rules", NULL);
    if (by_default && !comb_witness_has_windmill_form(panel))
        add_note(build, root,
                 "checked under game rules, because The Windmill has no such panels (a pillar, a start or end in the "
                 "middle of an edge, or several things in one place)");
    if (!comb_witness_has_own_colours(panel))
        return;
    if (rules->set == COMB_WITNESS_WINDMILL || rules->set == COMB_WITNESS_TTWS)
        add_note(build, root,
                 "this rule set ignores the colours of pieces, triangles and elimination marks (stars count them as "
                 "yellow, blue, orange and white); under --rules game they count as drawn");
    else if (by_default && comb_witness_has_windmill_form(panel))
        add_note(build, root,
                 "checked under game rules, because pieces, triangles or elimination marks have colours of their own; "
                 "under --rules windmill these colours are ignored");
}

/* If regions meet around missing cells, the game's rule is not certain: docs/decisions.md. */
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
    const char *missing = comb_witness_missing_endpoint(collector->graph->panel);
    if (solved)
        add_line(build, root, collector, &outcome->line);
    else if (missing)
        comb_json_set(build, root, "note", comb_json_string(build, missing));
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
    if (collector->stored)
        comb_json_set(build, root, "paths", stored_paths(build, collector->stored));
    comb_json_set(build, root, "steps", comb_json_int(build, (long long)outcome->nodes));
    comb_json_set(build, root, "seconds", comb_json_real(build, round(comb_job_seconds(collector->job) * 1e6) / 1e6));
    return comb_json_finish(answer, build, root, err);
}

static int run_search(struct comb_witness_outcome *outcome, struct collector *collector,
                      const struct comb_params *params, struct comb_error *err)
{
    bool all = comb_params_flag(params, "all");
    bool unique = comb_params_flag(params, "unique");
    bool several = all || unique || comb_params_flag(params, "lines");
    collector->max =
        unique && !all && !comb_params_flag(params, "lines") ? 2 : (uint64_t)comb_params_int(params, "most", INT64_MAX);
    collector->deliver = all && comb_job_wants_parts(collector->job);
    collector->max_stored = collector->deliver ? comb_job_parts_in_answer(collector->job) : MAX_LISTED;
    if (all && collector->max_stored > 0)
        collector->stored = comb_json_array(&collector->build);
    struct comb_witness_task task = {
        .graph = collector->graph,
        .rules = collector->rules,
        .shortest = comb_params_flag(params, "shortest"),
        .random_order = comb_params_flag(params, "random"),
        .on_found = several ? on_line : NULL,
        .payload = collector,
    };
    return comb_witness_search(outcome, &task, collector->job, err);
}

/* Exit codes: COMB_NO for a panel without a solution, and with --unique for one with several. */
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
    int searched = run_search(&outcome, &collector, params, err);
    code = searched;
    if (searched == COMB_OK || searched == COMB_LIMIT || searched == COMB_INTERRUPTED)
        code = write_answer(answer, &collector, &outcome, params, err);
    json_decref(collector.stored);
    comb_witness_graph_free(graph);
    if (code == COMB_OK && collector.full)
        return comb_fail(err, COMB_LIMIT, "the list is limited to %d lines", MAX_LISTED);
    return code != COMB_OK ? code : searched != COMB_OK ? searched : verdict(&outcome, params);
}
