/* Hints by level: which area, which symbol, an edge and why, the line a few steps further. Three sources, best
 * first:
 *
 *     clue    logic.c: an edge that nearby symbols force, with its reason in words
 *     proof   an edge of a solution that every solution uses: the search finds nothing if the edge is closed; tries the
 *             next edge first, then those after it
 *     line    the next edge of one solution, reported as just that
 *
 * The search gets the edges of the line drawn so far as required, and all other edges at the nodes it has passed as
 * closed. If no solution continues the line, bisection finds how many of its steps are right. Every search has a
 * time limit; a search that hits it proves nothing. */
#include "games/witness/hints/hint.h"

#include "games/witness/draw/phrases.h"
#include "games/witness/hints/logic.h"
#include "games/witness/solve.h"
#include "games/witness/verify/verify.h"

#include <stdlib.h>
#include <string.h>

enum { WHERE = 1, WHICH, WHAT, ALL };
enum { MORE_STEPS = 4, MAX_PROOFS = 24 };

static const double usual_seconds = 20, proof_seconds = 2;

enum source { BY_CLUE, BY_PROOF, BY_LINE };

struct request {
    const struct comb_witness_panel *panel;
    struct comb_witness_graph *graph;
    struct comb_witness_rules rules;
    struct comb_job *job;
    double seconds; /* for the whole hint */
    long long level;
    struct comb_witness_line drawn;
    struct comb_witness_line line; /* a solution that continues it; count 0: unknown */
    struct comb_witness_logic logic;
    enum source source;
    unsigned step;     /* of the logic, for clues */
    uint16_t edges[4]; /* that the hint reveals */
    unsigned edge_count;
};

/* ---- searching ---- */

struct query {
    const struct request *request;
    unsigned count; /* nodes of the drawn line to continue */
    struct comb_witness_line line;
};

static bool begins_as_drawn(const struct query *query, const struct comb_witness_line *line, bool mirrored)
{
    const struct comb_witness_line *drawn = &query->request->drawn;
    for (unsigned i = 0; i < query->count; i++) {
        uint16_t node = mirrored ? query->request->graph->node_mirror[line->nodes[i]] : line->nodes[i];
        if (i >= line->count || node != drawn->nodes[i])
            return false;
    }
    return true;
}

/* Without line colours the mirror image of a line is as good as the line. */
static bool on_line(void *payload, const struct comb_witness_line *line)
{
    struct query *query = payload;
    const struct comb_witness_panel *panel = query->request->panel;
    bool alike = panel->symmetry != COMB_WITNESS_NO_SYMMETRY && panel->line_colours[0] == panel->line_colours[1];
    if (begins_as_drawn(query, line, false)) {
        query->line = *line;
        return false;
    }
    if (!alike || !begins_as_drawn(query, line, true))
        return true;
    query->line = *line;
    for (unsigned i = 0; i < line->count; i++)
        query->line.nodes[i] = query->request->graph->node_mirror[line->nodes[i]];
    return false;
}

static void require_drawn(struct comb_witness_edges *needed, struct comb_witness_edges *closed,
                          const struct request *request, unsigned count)
{
    const struct comb_witness_graph *graph = request->graph;
    const uint16_t *nodes = request->drawn.nodes;
    for (unsigned i = 1; i < count; i++)
        comb_bit_set(needed->words, comb_witness_edge_between(graph, nodes[i - 1], nodes[i]));
    for (unsigned i = 0; i + 1 < count; i++)
        for (unsigned side = 0; side < 4; side++) {
            unsigned edge = graph->node_edge[nodes[i]][side];
            if (edge != COMB_WITNESS_NOWHERE && !comb_bit_test(needed->words, edge))
                comb_bit_set(closed->words, edge);
        }
}

/* COMB_OK with query->line: a solution that begins with `count` nodes of the drawn line and avoids `without` (if
 * that is an edge). COMB_NO: there is none. COMB_LIMIT: not decided in time. */
static int find_solution(struct query *query, struct request *request, unsigned count, unsigned without, double max,
                         struct comb_error *err)
{
    double left = request->seconds - comb_job_seconds(request->job);
    struct comb_witness_edges needed = {0}, closed = {0};
    struct comb_witness_outcome *outcome = calloc(1, sizeof *outcome);
    struct comb_job *part = NULL;
    *query = (struct query){.request = request, .count = count};
    if (!outcome)
        return comb_fail_memory(err);
    require_drawn(&needed, &closed, request, count);
    if (without != COMB_WITNESS_NOWHERE)
        comb_bit_set(closed.words, without);
    struct comb_witness_task task = {.graph = request->graph,
                                     .rules = request->rules,
                                     .closed = &closed,
                                     .needed = &needed,
                                     .on_found = on_line,
                                     .payload = query};
    int code = left <= 0 ? COMB_LIMIT : comb_job_tick(request->job, 1);
    if (code == COMB_OK)
        code = comb_job_new(&part,
                            &(struct comb_job_setup){.context = comb_job_context(request->job),
                                                     .parent = request->job,
                                                     .time_limit = left < max ? left : max,
                                                     .threads = comb_job_threads(request->job),
                                                     .seed = comb_job_seed(request->job)},
                            err);
    if (code == COMB_OK)
        code = comb_witness_search(outcome, &task, part, err);
    if (code == COMB_OK)
        code = query->line.count > 0 ? COMB_OK : outcome->exhausted ? COMB_NO : COMB_LIMIT;
    comb_job_free(part);
    free(outcome);
    return code;
}

/* ---- the line drawn so far ---- */

/* Returns why the nodes are not the beginning of a line, or NULL. */
static const char *find_fault(const struct request *request)
{
    const struct comb_witness_graph *graph = request->graph;
    const struct comb_witness_line *drawn = &request->drawn;
    bool symmetric = request->panel->symmetry != COMB_WITNESS_NO_SYMMETRY, visited[COMB_WITNESS_MAX_NODES] = {false};
    for (unsigned i = 0; i < drawn->count; i++) {
        unsigned node = drawn->nodes[i], mirror = graph->node_mirror[node];
        if (i == 0 && graph->on_node[node]->kind != COMB_WITNESS_START)
            return "the line drawn so far does not begin at a start";
        if (visited[node] || (symmetric && mirror == node))
            return "the line drawn so far meets itself or its mirror image";
        visited[node] = true;
        visited[mirror] = true;
        unsigned edge = i == 0 ? 0 : comb_witness_edge_between(graph, drawn->nodes[i - 1], node);
        if (edge == COMB_WITNESS_NOWHERE ||
            (i > 0 && (!graph->edge_open[edge] || !graph->edge_open[graph->edge_mirror[edge]])))
            return "the line drawn so far uses an edge that does not exist or is broken";
    }
    return NULL;
}

static int read_drawn(struct request *request, const struct comb_params *params, struct comb_error *err)
{
    const char *text = comb_params_text(params, "from", NULL);
    json_t *answer = NULL;
    if (!text)
        return COMB_OK;
    int code = comb_witness_answer(&answer, request->panel, request->job, &text, 1, params, err);
    const json_t *path = json_object_get(answer, "path");
    for (size_t i = 0; code == COMB_OK && i < json_array_size(path); i++) {
        const json_t *x = json_array_get(json_array_get(path, i), 0), *y = json_array_get(json_array_get(path, i), 1);
        bool inside = json_is_integer(x) && json_is_integer(y) && json_integer_value(x) >= 0 &&
                      json_integer_value(y) >= 0 && json_integer_value(x) <= request->panel->width &&
                      json_integer_value(y) <= request->panel->height && i < COMB_WITNESS_MAX_NODES;
        if (!inside)
            code = comb_fail(err, COMB_BAD_INPUT, "--from: node %zu is off the panel, expected 0,0 to %u,%u", i + 1,
                             request->panel->width, request->panel->height);
        else
            request->drawn.nodes[request->drawn.count++] =
                (uint16_t)(json_integer_value(x) + (request->panel->width + 1) * json_integer_value(y));
    }
    json_decref(answer);
    return code;
}

static bool is_solved(const struct request *request)
{
    unsigned nodes[COMB_WITNESS_MAX_NODES][2];
    for (unsigned i = 0; i < request->drawn.count; i++) {
        nodes[i][0] = request->drawn.nodes[i] % (request->panel->width + 1);
        nodes[i][1] = request->drawn.nodes[i] / (request->panel->width + 1);
    }
    return request->drawn.count > 1 &&
           comb_witness_verify_line(NULL, request->panel, &request->rules, (const unsigned(*)[2])nodes,
                                    request->drawn.count, request->job, NULL) == COMB_OK;
}

/* ---- choosing the hint ---- */

/* Tries the next edge first, then the others along the line. */
static bool prove_edge(struct request *request)
{
    unsigned first = request->drawn.count > 0 ? request->drawn.count : 1, tried = 0;
    for (unsigned i = first; i < request->line.count && tried < MAX_PROOFS; i++, tried++) {
        struct query *other = calloc(1, sizeof *other);
        unsigned edge = comb_witness_edge_between(request->graph, request->line.nodes[i - 1], request->line.nodes[i]);
        int code =
            other ? find_solution(other, request, request->drawn.count, edge, proof_seconds, NULL) : COMB_NO_MEMORY;
        free(other);
        if (code == COMB_NO) {
            request->edges[request->edge_count++] = (uint16_t)edge;
            return true;
        }
        if (code != COMB_OK && code != COMB_LIMIT)
            return false;
    }
    return false;
}

/* False if nothing at all is known. */
static bool choose_hint(struct request *request)
{
    unsigned near = request->drawn.count > 0          ? request->drawn.nodes[request->drawn.count - 1]
                    : request->graph->start_count > 0 ? request->graph->starts[0]
                                                      : 0;
    comb_witness_logic_run(&request->logic, request->graph, &request->rules, &request->drawn);
    request->step = comb_witness_logic_best(&request->logic, near);
    if (request->step != COMB_WITNESS_NOWHERE) {
        const struct comb_witness_step *step = &request->logic.steps[request->step];
        request->source = BY_CLUE;
        request->edge_count = step->edge_count;
        memcpy(request->edges, step->edges, sizeof step->edges);
        return true;
    }
    unsigned first = request->drawn.count > 0 ? request->drawn.count : 1;
    if (request->line.count <= first)
        return false;
    request->source = BY_PROOF;
    if (prove_edge(request))
        return true;
    request->source = BY_LINE;
    request->edges[request->edge_count++] =
        (uint16_t)comb_witness_edge_between(request->graph, request->line.nodes[first - 1], request->line.nodes[first]);
    return true;
}

/* ---- levels ---- */

/* Finds the third of the panel with the edge: 0, 1 or 2 along each axis. */
static void third_of(unsigned third[2], const struct request *request)
{
    unsigned across = request->panel->width + 1;
    const uint16_t *nodes = request->graph->edge_node[request->edges[0]];
    unsigned column = nodes[0] % across + nodes[1] % across, row = nodes[0] / across + nodes[1] / across;
    third[0] = 3 * column / (2 * request->panel->width + 1);
    third[1] = 3 * row / (2 * request->panel->height + 1);
}

static void describe_area(struct comb_buf *out, const struct request *request)
{
    static const char *const areas[3][3] = {{"at the top left", "at the top", "at the top right"},
                                            {"at the left", "in the middle", "at the right"},
                                            {"at the bottom left", "at the bottom", "at the bottom right"}};
    unsigned third[2];
    third_of(third, request);
    comb_buf_printf(out, "look %s", areas[third[1]][third[0]]);
}

static void each_because(const struct request *request, void (*visit)(void *payload, unsigned column, unsigned row),
                         void *payload)
{
    const struct comb_witness_logic *logic = &request->logic;
    if (request->source != BY_CLUE)
        return;
    const uint64_t *because = logic->steps[request->step].because;
    for (unsigned i = 0; i < logic->step_count; i++)
        for (unsigned k = 0; comb_bit_test(because, i) && k < logic->steps[i].place_count; k++)
            visit(payload, logic->steps[i].places[k][0], logic->steps[i].places[k][1]);
}

struct naming {
    struct comb_buf *out;
    const struct comb_witness_panel *panel;
    unsigned count;
};

static void name_reason(void *payload, unsigned column, unsigned row)
{
    struct naming *naming = payload;
    const struct comb_witness_thing *thing = comb_witness_at(naming->panel, column, row);
    if (!comb_witness_is_symbol(thing))
        return;
    comb_buf_str(naming->out, naming->count++ > 0 ? ", the " : "look at the ");
    comb_witness_name_thing(naming->out, thing);
    comb_buf_char(naming->out, ' ');
    comb_witness_name_place(naming->out, column, row);
}

static void describe_symbols(struct comb_buf *out, const struct request *request)
{
    struct naming naming = {out, request->panel, 0};
    unsigned across = request->panel->width + 1;
    unsigned node = request->graph->edge_node[request->edges[0]][0];
    each_because(request, name_reason, &naming);
    if (naming.count > 0)
        return;
    if (request->source == BY_LINE)
        comb_buf_str(out, "no single symbol decides: look for the next step");
    else
        comb_buf_printf(out, "look at the edges at (%u,%u)", node % across, node / across);
}

static void explain_clue(struct comb_buf *out, const struct request *request)
{
    const struct comb_witness_logic *logic = &request->logic;
    const uint64_t *because = logic->steps[request->step].because;
    unsigned count = 0;
    for (unsigned i = 0; i < logic->step_count; i++) {
        if (!comb_bit_test(because, i))
            continue;
        comb_buf_str(out, count++ > 0 ? "; then " : "");
        comb_witness_logic_explain(out, logic, i);
    }
}

static void describe_edge(struct comb_buf *out, const struct request *request)
{
    if (request->source == BY_CLUE) {
        explain_clue(out, request);
        return;
    }
    bool symmetric = request->panel->symmetry != COMB_WITNESS_NO_SYMMETRY;
    comb_buf_str(out, request->source == BY_LINE ? "one solution uses "
                      : symmetric                ? "the line or its mirror image uses the edge "
                                                 : "the line uses the edge ");
    comb_witness_name_edge(out, request->graph, request->edges[0]);
    comb_buf_str(out, request->source == BY_PROOF ? ": without it there is no solution (found by search)"
                                                  : " next; others may go elsewhere");
}

/* Returns the number of nodes that the last level shows: the drawn ones and a few more. */
static unsigned shown_nodes(const struct request *request)
{
    unsigned target = (request->drawn.count > 0 ? request->drawn.count : 1) + MORE_STEPS;
    return request->line.count < target ? request->line.count : target;
}

static void describe_path(struct comb_buf *out, const struct request *request)
{
    unsigned across = request->panel->width + 1, first = request->drawn.count > 0 ? request->drawn.count - 1 : 0;
    if (request->line.count == 0) {
        comb_buf_str(out, "no solution found within the time limit");
        return;
    }
    comb_buf_str(out, "the line goes");
    for (unsigned i = first; i < shown_nodes(request); i++)
        comb_buf_printf(out, " %u,%u", request->line.nodes[i] % across, request->line.nodes[i] / across);
    comb_buf_str(out, shown_nodes(request) == request->line.count ? ", where it ends" : " ...");
}

static void describe_level(struct comb_buf *out, const struct request *request, long long level)
{
    switch (level) {
    case WHERE:
        describe_area(out, request);
        break;
    case WHICH:
        describe_symbols(out, request);
        break;
    case WHAT:
        describe_edge(out, request);
        break;
    default:
        describe_path(out, request);
        break;
    }
}

/* ---- JSON ---- */

struct writing {
    struct comb_json *build;
    json_t *array;
};

static void push_place(void *payload, unsigned column, unsigned row)
{
    struct writing *writing = payload;
    comb_json_push(writing->build, writing->array, comb_json_pair(writing->build, column, row));
}

static json_t *edges_json(struct comb_json *build, const struct request *request)
{
    unsigned across = request->panel->width + 1;
    json_t *edges = comb_json_array(build);
    for (unsigned i = 0; i < request->edge_count; i++) {
        const uint16_t *nodes = request->graph->edge_node[request->edges[i]];
        json_t *edge = comb_json_array(build);
        for (unsigned k = 0; k < 2; k++)
            comb_json_push(build, edge, comb_json_pair(build, nodes[k] % across, nodes[k] / across));
        comb_json_push(build, edges, edge);
    }
    return edges;
}

static json_t *area_json(struct comb_json *build, const struct request *request)
{
    unsigned third[2];
    json_t *cells = comb_json_array(build);
    third_of(third, request);
    for (unsigned y = 0; y < request->panel->height; y++)
        for (unsigned x = 0; x < request->panel->width; x++)
            if (3 * (2 * x + 1) / (2 * request->panel->width + 1) == third[0] &&
                3 * (2 * y + 1) / (2 * request->panel->height + 1) == third[1])
                comb_json_push(build, cells, comb_json_pair(build, x, y));
    return cells;
}

static json_t *path_json(struct comb_json *build, const struct request *request)
{
    struct comb_witness_line shown = request->drawn;
    if (request->level == ALL && request->line.count > 0) {
        shown = request->line;
        shown.count = shown_nodes(request);
    }
    return comb_witness_path(build, request->graph, &shown, false);
}

static int write_hint(json_t **out, const struct request *request, struct comb_error *err)
{
    static const char *const kinds[] = {[BY_CLUE] = "clue", [BY_PROOF] = "proof", [BY_LINE] = "line"};
    struct comb_json build = {0};
    struct comb_buf text = {0};
    json_t *root = comb_json_object(&build), *ladder = comb_json_array(&build);
    struct writing because = {&build, comb_json_array(&build)};
    for (long long level = WHERE; level <= request->level; level++) {
        comb_buf_clear(&text);
        describe_level(&text, request, level);
        comb_json_push(&build, ladder, comb_json_string(&build, comb_buf_text(&text)));
    }
    if (request->level >= WHICH)
        each_because(request, push_place, &because);
    comb_json_set(&build, root, "level", comb_json_int(&build, request->level));
    comb_json_set(&build, root, "ladder", ladder);
    comb_json_set(&build, root, "area", request->level <= WHICH ? area_json(&build, request) : comb_json_array(&build));
    comb_json_set(&build, root, "because", because.array);
    comb_json_set(&build, root, "edges",
                  request->level >= WHAT ? edges_json(&build, request) : comb_json_array(&build));
    if (request->level >= WHAT)
        comb_json_set(&build, root, "kind", comb_json_string(&build, kinds[request->source]));
    comb_json_set(&build, root, "path", path_json(&build, request));
    comb_json_set(&build, root, "rules", comb_json_string(&build, comb_witness_rules_name(&request->rules)));
    comb_json_set(&build, root, "text", comb_json_string(&build, comb_buf_text(&text)));
    build.failed |= text.failed;
    comb_buf_free(&text);
    return comb_json_finish(out, &build, root, err);
}

/* Writes that there is no hint; `right` is the number of right steps of the drawn line, negative if unknown. */
static int write_none(json_t **out, const struct request *request, const char *text, int right, struct comb_error *err)
{
    struct comb_json build = {0};
    json_t *root = comb_json_object(&build);
    comb_json_set(&build, root, "ladder", comb_json_array(&build));
    comb_json_set(&build, root, "because", comb_json_array(&build));
    comb_json_set(&build, root, "edges", comb_json_array(&build));
    comb_json_set(&build, root, "path", comb_witness_path(&build, request->graph, &request->drawn, false));
    comb_json_set(&build, root, "rules", comb_json_string(&build, comb_witness_rules_name(&request->rules)));
    if (right >= 0)
        comb_json_set(&build, root, "right", comb_json_int(&build, right));
    comb_json_set(&build, root, "text", comb_json_string(&build, text));
    return comb_json_finish(out, &build, root, err);
}

/* ---- no solution ---- */

/* Returns the largest number of nodes of the drawn line that a solution continues, or -1 if a search was not
 * decided; 0: not even its start. */
static int right_nodes(struct request *request, struct comb_error *err)
{
    unsigned min = 0, max = request->drawn.count; /* `min` is right, `max` is wrong */
    while (max - min > 1) {
        unsigned middle = (min + max) / 2;
        struct query *query = calloc(1, sizeof *query);
        int code =
            query ? find_solution(query, request, middle, COMB_WITNESS_NOWHERE, proof_seconds, err) : COMB_NO_MEMORY;
        free(query);
        if (code == COMB_OK)
            min = middle;
        else if (code == COMB_NO)
            max = middle;
        else
            return -1;
    }
    return (int)min;
}

static int report_wrong_line(json_t **out, struct request *request, struct comb_error *err)
{
    unsigned across = request->panel->width + 1;
    struct comb_buf text = {0};
    struct query *query = calloc(1, sizeof *query);
    int any = query ? find_solution(query, request, 0, COMB_WITNESS_NOWHERE, proof_seconds, err) : COMB_NO_MEMORY;
    int right = any == COMB_OK && request->drawn.count > 0 ? right_nodes(request, err) : -1;
    free(query);
    const char *missing = comb_witness_missing_endpoint(request->panel);
    if (missing)
        comb_buf_printf(&text, "%s: no solution", missing);
    else if (request->drawn.count == 0 || any == COMB_NO)
        comb_buf_str(&text, "this panel has no solution (proved)");
    else
        comb_buf_str(&text, "already wrong: no solution begins like this (proved)");
    if (right > 0)
        comb_buf_printf(&text, "; it is right up to (%u,%u)", request->drawn.nodes[right - 1] % across,
                        request->drawn.nodes[right - 1] / across);
    int code = text.failed ? comb_fail_memory(err)
                           : write_none(out, request, comb_buf_text(&text), right > 0 ? right - 1 : right, err);
    comb_buf_free(&text);
    return code == COMB_OK ? COMB_NO : code;
}

static int report_no_hint(json_t **out, const struct request *request, const char *text, int done,
                          struct comb_error *err)
{
    int code = write_none(out, request, text, -1, err);
    return code == COMB_OK ? done : code;
}

/* ---- entry point ---- */

static int make_hint(json_t **out, struct request *request, struct comb_error *err)
{
    const char *fault = find_fault(request);
    if (fault)
        return report_no_hint(out, request, fault, COMB_NO, err);
    if (is_solved(request))
        return report_no_hint(out, request, "the line is complete: it solves the panel", COMB_NO, err);
    struct query *query = calloc(1, sizeof *query);
    int code = query ? find_solution(query, request, request->drawn.count, COMB_WITNESS_NOWHERE, request->seconds, err)
                     : comb_fail_memory(err);
    if (code == COMB_OK)
        request->line = query->line;
    free(query);
    if (code == COMB_NO)
        return report_wrong_line(out, request, err);
    if (code != COMB_OK && code != COMB_LIMIT)
        return code == COMB_INTERRUPTED ? comb_job_fail(request->job, code, err) : code;
    if (choose_hint(request))
        return write_hint(out, request, err);
    if (comb_job_out_of_memory(request->job)) {
        comb_job_fail(request->job, COMB_LIMIT, err);
        return report_no_hint(out, request, "no solution and no forced edge found within the memory limit", COMB_LIMIT,
                              err);
    }
    comb_fail(err, COMB_LIMIT, "no solution and no forced edge found within the time limit: raise --time-limit");
    return report_no_hint(out, request, "no solution and no forced edge found within the time limit", COMB_LIMIT, err);
}

int comb_witness_hint(json_t **out, const void *board, struct comb_job *job, const struct comb_params *params,
                      struct comb_error *err)
{
    struct request *request = calloc(1, sizeof *request);
    *out = NULL;
    if (!request)
        return comb_fail_memory(err);
    request->panel = board;
    request->rules = comb_witness_rules_of(params, request->panel);
    request->job = job;
    long long level = comb_params_int(params, "level", WHERE);
    request->level = level < ALL ? level : ALL;
    double limit = comb_params_seconds(params, "time-limit", 0);
    request->seconds = limit > 0 ? limit : usual_seconds;
    int code = comb_witness_graph_new(&request->graph, board, err);
    if (code == COMB_OK)
        code = read_drawn(request, params, err);
    if (code == COMB_OK)
        code = make_hint(out, request, err);
    comb_witness_graph_free(request->graph);
    free(request);
    return code;
}
