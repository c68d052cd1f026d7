/* What the maker of a panel wants to know: whether it can be solved, by how many lines, which is the shortest, what
 * could be left out, what is odd. Lines are counted by the exhaustive search, up to a number and a time; what was not
 * settled is said to be so. A symbol is redundant if the panel without it, all others kept, still has one line only: a
 * search each. */
#include "games/witness/inspect.h"

#include "base/vec.h"
#include "games/witness/scene_words.h"
#include "games/witness/solve.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 1000000 };

static const double usual_seconds = 20;

struct finding {
    unsigned column, row;
    const char *message;
};

struct inspection {
    const struct comb_witness_panel *panel;
    struct comb_witness_graph *graph;
    struct comb_witness_rules rules;
    struct comb_job *job;
    double seconds;
    uint64_t lines;
    bool complete; /* the lines are all there are */
    struct comb_witness_line path, rival;
    unsigned shortest;                   /* steps; 0: not known */
    struct COMB_VEC(unsigned) redundant; /* places */
    unsigned tried, symbols;
    struct COMB_VEC(struct finding) findings;
};

/* ---- searching ---- */

struct counter {
    struct inspection *inspection; /* or NULL: only counted */
    uint64_t lines, most;
};

static bool count_line(void *payload, const struct comb_witness_line *line)
{
    struct counter *counter = payload;
    if (counter->inspection && counter->lines < 2)
        *(counter->lines == 0 ? &counter->inspection->path : &counter->inspection->rival) = *line;
    return ++counter->lines < counter->most;
}

/* COMB_OK when the search ended by itself; *complete when it saw every line. */
static int search(struct counter *counter, bool *complete, struct inspection *inspection,
                  const struct comb_witness_graph *graph, struct comb_error *err)
{
    double left = inspection->seconds - comb_job_seconds(inspection->job);
    struct comb_witness_outcome *outcome = calloc(1, sizeof *outcome);
    struct comb_job *part = NULL;
    struct comb_witness_task task = {
        .graph = graph, .rules = inspection->rules, .found = count_line, .payload = counter};
    *complete = false;
    if (!outcome)
        return comb_fail_memory(err);
    int code = left <= 0 ? COMB_LIMIT : comb_job_tick(inspection->job, 1);
    if (code == COMB_OK)
        code = comb_job_new(&part,
                            &(struct comb_job_setup){.context = comb_job_context(inspection->job),
                                                     .parent = inspection->job,
                                                     .time_limit = left,
                                                     .threads = comb_job_threads(inspection->job),
                                                     .seed = comb_job_seed(inspection->job)},
                            err);
    if (code == COMB_OK)
        code = comb_witness_search(outcome, &task, part, err);
    *complete = code == COMB_OK && outcome->exhausted;
    comb_job_free(part);
    free(outcome);
    return code;
}

static int count_lines(struct inspection *inspection, struct comb_error *err)
{
    struct counter counter = {inspection, 0, MOST_LINES};
    int code = search(&counter, &inspection->complete, inspection, inspection->graph, err);
    inspection->lines = counter.lines;
    return code;
}

static int find_shortest(struct inspection *inspection, struct comb_error *err)
{
    double left = inspection->seconds - comb_job_seconds(inspection->job);
    struct comb_witness_outcome *outcome = calloc(1, sizeof *outcome);
    struct comb_job *part = NULL;
    struct comb_witness_task task = {.graph = inspection->graph, .rules = inspection->rules, .shortest = true};
    if (!outcome)
        return comb_fail_memory(err);
    int code = left <= 0 ? COMB_LIMIT
                         : comb_job_new(&part,
                                        &(struct comb_job_setup){.context = comb_job_context(inspection->job),
                                                                 .parent = inspection->job,
                                                                 .time_limit = left / 2,
                                                                 .threads = comb_job_threads(inspection->job),
                                                                 .seed = comb_job_seed(inspection->job)},
                                        err);
    if (code == COMB_OK)
        code = comb_witness_search(outcome, &task, part, err);
    if (code == COMB_OK && outcome->line.count > 0) {
        inspection->shortest = outcome->line.count - 1;
        inspection->path = outcome->line;
    }
    comb_job_free(part);
    free(outcome);
    return code;
}

/* ---- what could be left out ---- */

static bool can_go(const struct comb_witness_thing *thing)
{
    return thing->kind >= COMB_WITNESS_GAP;
}

/* Whether one line solves the panel without what stands at a place; COMB_LIMIT when that was not settled. */
static int unique_without(bool *unique, struct inspection *inspection, unsigned place, struct comb_error *err)
{
    struct comb_witness_panel *copy;
    struct comb_witness_graph *graph = NULL;
    struct counter counter = {NULL, 0, 2};
    bool complete = false;
    int code = comb_witness_panel_copy(&copy, inspection->panel, 0, err);
    if (code == COMB_OK) {
        copy->places[place] = (struct comb_witness_thing){0};
        code = comb_witness_graph_new(&graph, copy, err);
    }
    if (code == COMB_OK)
        code = search(&counter, &complete, inspection, graph, err);
    *unique = code == COMB_OK && complete && counter.lines == 1;
    comb_witness_graph_free(graph);
    comb_witness_panel_free(copy);
    return code;
}

static int find_redundant(struct inspection *inspection, struct comb_error *err)
{
    const struct comb_witness_panel *panel = inspection->panel;
    unsigned places = comb_witness_columns(panel) * comb_witness_rows(panel);
    int code = COMB_OK;
    for (unsigned place = 0; place < places; place++)
        inspection->symbols += can_go(&panel->places[place]);
    for (unsigned place = 0; code == COMB_OK && place < places; place++) {
        bool unique = false;
        if (!can_go(&panel->places[place]))
            continue;
        code = unique_without(&unique, inspection, place, err);
        inspection->tried += code == COMB_OK;
        if (unique && !comb_vec_push(&inspection->redundant, place))
            code = comb_fail_memory(err);
    }
    return code;
}

/* ---- what is odd ---- */

static bool add_finding(struct inspection *inspection, unsigned place, const char *message)
{
    unsigned columns = comb_witness_columns(inspection->panel);
    return comb_vec_push(&inspection->findings, (struct finding){place % columns, place / columns, message});
}

static unsigned open_edges(const struct inspection *inspection, unsigned node)
{
    unsigned count = 0;
    for (unsigned side = 0; side < 4; side++) {
        unsigned edge = inspection->graph->node_edge[node][side];
        count += edge != COMB_WITNESS_NOWHERE && inspection->graph->edge_open[edge];
    }
    return count;
}

static const char *oddity_of(const struct inspection *inspection, unsigned column, unsigned row)
{
    const struct comb_witness_thing *thing = comb_witness_at(inspection->panel, column, row);
    unsigned node = column / 2 + (inspection->panel->width + 1) * (row / 2);
    bool ends = thing->kind == COMB_WITNESS_START || thing->kind == COMB_WITNESS_END;
    int way[2] = {1, 1};
    if (thing->kind == COMB_WITNESS_END)
        comb_witness_end_direction(way, inspection->panel, column, row);
    if (ends && open_edges(inspection, node) == 0)
        return "no edge leads to it";
    if (way[0] == 0 && way[1] == 0)
        return "an end inside the panel: its cap points nowhere, and The Windmill does not let a line into it";
    if ((thing->kind == COMB_WITNESS_SQUARE || thing->kind == COMB_WITNESS_STAR) && !thing->color)
        return "it has no colour and is ignored";
    if (thing->kind == COMB_WITNESS_POLYOMINO && (!thing->shape || comb_witness_shape_size(thing->shape) == 0))
        return "a piece without cells";
    if (thing->kind == COMB_WITNESS_TRIANGLE && thing->triangles > 3)
        return "a line never goes along more than three sides of a cell";
    return NULL;
}

static int find_oddities(struct inspection *inspection, struct comb_error *err)
{
    const struct comb_witness_panel *panel = inspection->panel;
    bool kept = true;
    for (unsigned row = 0; row < comb_witness_rows(panel); row++)
        for (unsigned column = 0; column < comb_witness_columns(panel); column++) {
            const char *message = oddity_of(inspection, column, row);
            if (message)
                kept &= add_finding(inspection, column + comb_witness_columns(panel) * row, message);
        }
    return kept ? COMB_OK : comb_fail_memory(err);
}

/* ---- telling ---- */

static void name_symbol(struct comb_buf *out, const struct inspection *inspection, unsigned column, unsigned row)
{
    comb_witness_name_thing(out, comb_witness_at(inspection->panel, column, row));
    comb_buf_char(out, ' ');
    comb_witness_name_place(out, column, row);
}

static const char *how_far(const struct inspection *inspection)
{
    return comb_job_lacks_memory(inspection->job) ? "within the memory limit" : "in the time there was";
}

static void tell_lines(struct comb_buf *out, const struct inspection *inspection)
{
    const char *rules = comb_witness_rules_name(&inspection->rules);
    const char *lacks = comb_witness_lacks(inspection->panel);
    if (lacks)
        comb_buf_printf(out, "%s: no line solves it", lacks);
    else if (inspection->lines == 0 && inspection->complete)
        comb_buf_printf(out, "no line solves it under %s rules (proved)", rules);
    else if (inspection->lines == 0)
        comb_buf_printf(out, "no line found under %s rules %s", rules, how_far(inspection));
    else if (inspection->lines == 1 && inspection->complete)
        comb_buf_printf(out, "one line solves it under %s rules, and only one", rules);
    else
        comb_buf_printf(out, "%s%llu line%s solve%s it under %s rules", inspection->complete ? "" : "at least ",
                        (unsigned long long)inspection->lines, inspection->lines == 1 ? "" : "s",
                        inspection->lines == 1 ? "s" : "", rules);
    if (inspection->shortest > 0)
        comb_buf_printf(out, "\nthe shortest has %u step%s", inspection->shortest,
                        inspection->shortest == 1 ? "" : "s");
}

static void tell_redundant(struct comb_buf *out, const struct inspection *inspection)
{
    unsigned columns = comb_witness_columns(inspection->panel);
    if (inspection->symbols == 0)
        return;
    if (inspection->redundant.count == 0)
        comb_buf_str(out, "\nnothing could be left out");
    else
        comb_buf_str(out, "\ncould be left out, each by itself, without a second line: ");
    for (size_t i = 0; i < inspection->redundant.count; i++) {
        comb_buf_str(out, i > 0 ? ", " : "");
        name_symbol(out, inspection, inspection->redundant.items[i] % columns,
                    inspection->redundant.items[i] / columns);
    }
    if (inspection->tried < inspection->symbols)
        comb_buf_printf(out, "; %u of %u symbols and gaps were tried %s", inspection->tried, inspection->symbols,
                        how_far(inspection));
}

static void tell(struct comb_buf *out, const struct inspection *inspection)
{
    tell_lines(out, inspection);
    tell_redundant(out, inspection);
    for (size_t i = 0; i < inspection->findings.count; i++) {
        const struct finding *finding = &inspection->findings.items[i];
        comb_buf_char(out, '\n');
        name_symbol(out, inspection, finding->column, finding->row);
        comb_buf_printf(out, ": %s", finding->message);
    }
}

/* ---- as JSON ---- */

static json_t *place_json(struct comb_json *build, unsigned column, unsigned row)
{
    json_t *place = comb_json_array(build);
    comb_json_push(build, place, comb_json_int(build, column));
    comb_json_push(build, place, comb_json_int(build, row));
    return place;
}

static json_t *redundant_json(struct comb_json *build, const struct inspection *inspection)
{
    unsigned columns = comb_witness_columns(inspection->panel);
    json_t *places = comb_json_array(build);
    for (size_t i = 0; i < inspection->redundant.count; i++)
        comb_json_push(
            build, places,
            place_json(build, inspection->redundant.items[i] % columns, inspection->redundant.items[i] / columns));
    return places;
}

static json_t *findings_json(struct comb_json *build, const struct inspection *inspection)
{
    json_t *findings = comb_json_array(build);
    for (size_t i = 0; i < inspection->findings.count; i++) {
        const struct finding *finding = &inspection->findings.items[i];
        json_t *object = comb_json_object(build);
        comb_json_set(build, object, "place", place_json(build, finding->column, finding->row));
        comb_json_set(build, object, "message", comb_json_string(build, finding->message));
        comb_json_push(build, findings, object);
    }
    return findings;
}

static void set_lines(struct comb_json *build, json_t *root, const struct inspection *inspection)
{
    comb_json_set(build, root, "fair", comb_json_bool(build, inspection->lines > 0));
    comb_json_set(build, root, "lines", comb_json_int(build, (long long)inspection->lines));
    comb_json_set(build, root, "complete", comb_json_bool(build, inspection->complete));
    if (inspection->complete || inspection->lines > 1)
        comb_json_set(build, root, "unique", comb_json_bool(build, inspection->lines == 1));
    if (inspection->shortest > 0)
        comb_json_set(build, root, "shortest", comb_json_int(build, inspection->shortest));
    if (inspection->path.count > 0)
        comb_json_set(build, root, "path", comb_witness_path(build, inspection->graph, &inspection->path, false));
    if (inspection->rival.count > 0)
        comb_json_set(build, root, "rival", comb_witness_path(build, inspection->graph, &inspection->rival, false));
}

static int write_inspection(json_t **out, const struct inspection *inspection, struct comb_error *err)
{
    struct comb_json build = {0};
    struct comb_buf text = {0};
    json_t *root = comb_json_object(&build);
    tell(&text, inspection);
    set_lines(&build, root, inspection);
    if (inspection->symbols > 0) {
        comb_json_set(&build, root, "redundant", redundant_json(&build, inspection));
        comb_json_set(&build, root, "tried", comb_json_int(&build, inspection->tried));
    }
    comb_json_set(&build, root, "findings", findings_json(&build, inspection));
    comb_json_set(&build, root, "rules", comb_json_string(&build, comb_witness_rules_name(&inspection->rules)));
    comb_json_set(&build, root, "text", comb_json_string(&build, comb_buf_text(&text)));
    build.failed |= text.failed;
    comb_buf_free(&text);
    return comb_json_finish(out, &build, root, err);
}

/* ---- the whole ---- */

static bool stopped(int code)
{
    return code == COMB_LIMIT || code == COMB_INTERRUPTED;
}

static int look(struct inspection *inspection, struct comb_error *err)
{
    int code = find_oddities(inspection, err);
    if (code == COMB_OK)
        code = count_lines(inspection, err);
    int counted = code;
    if ((code == COMB_OK || code == COMB_LIMIT) && inspection->lines > 1)
        code = find_shortest(inspection, err);
    if (code == COMB_OK && inspection->lines == 1 && inspection->complete) {
        inspection->shortest = inspection->path.count - 1;
        code = find_redundant(inspection, err);
    }
    return counted != COMB_OK ? counted : code;
}

/* The limit that was met may be one of the inspection's own, which no job knows. */
static void tell_stop(const struct inspection *inspection, int code, struct comb_error *err)
{
    if (code == COMB_INTERRUPTED || comb_job_lacks_memory(inspection->job))
        comb_job_fail(inspection->job, code, err);
    else if (code == COMB_LIMIT)
        comb_fail(err, code, "not settled in %g s: --time-limit gives more", inspection->seconds);
}

int comb_witness_inspect(json_t **findings, const void *board, struct comb_job *job, const struct comb_params *params,
                         struct comb_error *err)
{
    struct inspection *inspection = calloc(1, sizeof *inspection);
    *findings = NULL;
    if (!inspection)
        return comb_fail_memory(err);
    double limit = comb_params_seconds(params, "time-limit", 0);
    inspection->panel = board;
    inspection->rules = comb_witness_rules_of(params, inspection->panel);
    inspection->job = job;
    inspection->seconds = limit > 0 ? limit : usual_seconds;
    int code = comb_witness_graph_new(&inspection->graph, board, err);
    if (code == COMB_OK)
        code = look(inspection, err);
    bool settled = inspection->lines > 0 || inspection->complete;
    if (code == COMB_OK || stopped(code)) {
        int ended = code == COMB_INTERRUPTED || !settled ? code : inspection->lines > 0 ? COMB_OK : COMB_NO;
        code = write_inspection(findings, inspection, err);
        if (code == COMB_OK)
            tell_stop(inspection, ended, err);
        code = code == COMB_OK ? ended : code;
    }
    comb_vec_free(&inspection->redundant);
    comb_vec_free(&inspection->findings);
    comb_witness_graph_free(inspection->graph);
    free(inspection);
    return code;
}
