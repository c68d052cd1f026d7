/* Hints by level: which symbol or region, which rule, an edge and why, a few steps of the line, all of it. Sources,
 * best first:
 *
 *     clue    choose.c: an edge that the rules decide, with an argument in words
 *     cases   the same with suppositions: "otherwise ..."
 *     proof   an edge of a solution that every solution uses: the search finds nothing if the edge is closed. Even
 *             then argue.c looks for an argument, however long
 *     line    the next edge of one solution, reported as just that
 *
 * An independent verifier (verify/argument.h) checks every argument before it is shown.
 *
 * The search gets the edges of the line drawn so far as required, and all other edges at the nodes it has passed as
 * closed. If no solution continues the line, bisection finds how many of its steps are right. Every search has a
 * time limit; a search that hits it proves nothing. */
#include "games/witness/hints/hint.h"

#include "games/witness/hints/choose.h"
#include "games/witness/hints/request.h"
#include "games/witness/hints/words.h"
#include "games/witness/solve.h"
#include "games/witness/verify/argument.h"
#include "games/witness/verify/verify.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_PROOFS = 48 };

static const double usual_seconds = 20, proof_seconds = 0.15, all_proofs_seconds = 0.6;
static const unsigned long tree_runs = 250, max_tree_runs = 64000;
static const unsigned long edge_runs = 6000000; /* divided by the number of edges */

/* ---- searching ---- */

/* Short searches are limited by CPU time, so that a busy machine gives the same hints; that of all threads, because a
 * search has several. A server that answers other requests meanwhile therefore ends them earlier. */
static double cpu_seconds(void *payload)
{
    (void)payload;
    return (double)clock() / CLOCKS_PER_SEC;
}

struct query {
    const struct comb_witness_hint_request *request;
    unsigned count;                     /* nodes of the drawn line to continue */
    const struct comb_witness_net *net; /* with `segment`: only lines that use it, or do not */
    unsigned segment;
    bool used;
    struct comb_witness_line line;
};

static bool begins_as_drawn(const struct query *query, const struct comb_witness_line *line, bool mirrored)
{
    const struct comb_witness_line *drawn = &query->request->drawn;
    for (unsigned i = 0; i < query->count; i++) {
        if (i >= line->count)
            return false;
        unsigned node = mirrored ? comb_witness_point_mirror(query->request->graph, line->nodes[i]) : line->nodes[i];
        if (node != drawn->nodes[i])
            return false;
    }
    return true;
}

static bool treats_segment(const struct query *query, const struct comb_witness_line *line)
{
    bool picture[COMB_WITNESS_NET_SEGMENTS];
    if (!query->net)
        return true;
    comb_witness_net_picture(picture, query->net, line);
    return picture[query->segment] == query->used;
}

/* Without line colours the mirror image of a line is as good as the line. */
static bool on_line(void *payload, const struct comb_witness_line *line)
{
    struct query *query = payload;
    const struct comb_witness_panel *panel = query->request->panel;
    bool alike = panel->symmetry != COMB_WITNESS_NO_SYMMETRY && panel->line_colours[0] == panel->line_colours[1] &&
                 !panel->unpaired;
    if (!treats_segment(query, line))
        return true;
    if (begins_as_drawn(query, line, false)) {
        query->line = *line;
        return line->count == 1; /* a start that is also an end: a longer line is a better hint */
    }
    if (!alike || !begins_as_drawn(query, line, true))
        return true;
    query->line = *line;
    for (unsigned i = 0; i < line->count; i++)
        query->line.nodes[i] = (uint16_t)comb_witness_point_mirror(query->request->graph, line->nodes[i]);
    return line->count == 1;
}

static bool has_middle(const struct comb_witness_graph *graph, unsigned edge)
{
    const struct comb_witness_thing *thing = graph->on_edge[edge];
    const struct comb_witness_thing *image = graph->on_edge[graph->edge_mirror[edge]];
    return comb_witness_is_start(thing) || comb_witness_is_end(thing) || comb_witness_is_start(image) ||
           comb_witness_is_end(image);
}

static void require_drawn(struct comb_witness_edges *needed, struct comb_witness_edges *closed,
                          const struct comb_witness_hint_request *request, unsigned count)
{
    const struct comb_witness_graph *graph = request->graph;
    const uint16_t *nodes = request->drawn.nodes;
    for (unsigned i = 1; i < count; i++)
        if (nodes[i - 1] < graph->nodes && nodes[i] < graph->nodes)
            comb_bit_set(needed->words, comb_witness_edge_between(graph, nodes[i - 1], nodes[i]));
    for (unsigned i = 0; i + 1 < count; i++)
        for (unsigned side = 0; side < 4 && nodes[i] < graph->nodes; side++) {
            unsigned edge = graph->node_edge[nodes[i]][side];
            bool half = edge != COMB_WITNESS_NOWHERE && has_middle(graph, edge); /* the line may begin or end there */
            if (edge != COMB_WITNESS_NOWHERE && !half && !comb_bit_test(needed->words, edge))
                comb_bit_set(closed->words, edge);
        }
}

/* COMB_OK with query->line: a solution that begins with `count` nodes of the drawn line, avoids `without` and uses
 * `with` (if these are edges), and treats the segment of the query as it says. COMB_NO: there is none. COMB_LIMIT: not
 * decided in time. */
static int search_with(struct query *query, struct comb_witness_hint_request *request, unsigned count, unsigned without,
                       unsigned with, double max, struct comb_error *err)
{
    double left = request->seconds - comb_job_seconds(request->job);
    struct comb_witness_edges needed = {0}, closed = {0};
    struct comb_witness_outcome *outcome = calloc(1, sizeof *outcome);
    struct comb_job *part = NULL;
    query->request = request;
    query->count = count;
    query->line.count = 0;
    if (!outcome)
        return comb_fail_memory(err);
    require_drawn(&needed, &closed, request, count);
    if (without != COMB_WITNESS_NOWHERE)
        comb_bit_set(closed.words, without);
    if (with != COMB_WITNESS_NOWHERE)
        comb_bit_set(needed.words, with);
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
                                                     .clock = max < left ? cpu_seconds : NULL,
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

static int find_solution(struct query *query, struct comb_witness_hint_request *request, unsigned count, double max,
                         struct comb_error *err)
{
    return search_with(query, request, count, COMB_WITNESS_NOWHERE, COMB_WITNESS_NOWHERE, max, err);
}

/* ---- the line drawn so far ---- */

/* Returns why the nodes are not the beginning of a line, or NULL. */
static const char *find_fault(const struct comb_witness_hint_request *request, const struct comb_witness_net *net)
{
    const struct comb_witness_graph *graph = request->graph;
    const struct comb_witness_line *drawn = &request->drawn;
    bool symmetric = request->panel->symmetry != COMB_WITNESS_NO_SYMMETRY, visited[COMB_WITNESS_NET_POINTS] = {false};
    for (unsigned i = 0; i < drawn->count; i++) {
        unsigned node = drawn->nodes[i], mirror = comb_witness_point_mirror(graph, node);
        if (i == 0 && !comb_witness_is_start(comb_witness_on_point(graph, node)))
            return "the line drawn so far does not begin at a start";
        if (visited[node] || (symmetric && mirror == node))
            return "the line drawn so far meets itself or its mirror image";
        visited[node] = true;
        visited[mirror] = true;
        unsigned segments[2], count = i == 0 ? 1 : comb_witness_net_step(segments, net, drawn->nodes[i - 1], node);
        bool bad = count == 0;
        for (unsigned k = 0; k < count && i > 0; k++)
            bad |= !net->can_use[segments[k]];
        if (bad)
            return "the line drawn so far uses an edge that does not exist or is broken";
    }
    return NULL;
}

/* Returns the number of a node, or of the middle of an edge; COMB_WITNESS_NOWHERE if there is none. */
static unsigned read_point(const struct comb_witness_graph *graph, const json_t *pair)
{
    double x = 2 * json_number_value(json_array_get(pair, 0)), y = 2 * json_number_value(json_array_get(pair, 1));
    if (!json_is_number(json_array_get(pair, 0)) || !json_is_number(json_array_get(pair, 1)) ||
        !(x >= 0 && x < comb_witness_columns(graph->panel) && y >= 0 && y < comb_witness_rows(graph->panel)))
        return COMB_WITNESS_NOWHERE;
    for (unsigned point = 0; point < graph->nodes + graph->edges; point++) {
        struct comb_witness_at at = comb_witness_point_place(graph, point);
        if (at.column == x && at.row == y && (point < graph->nodes || has_middle(graph, point - graph->nodes)))
            return point;
    }
    return COMB_WITNESS_NOWHERE;
}

static int read_drawn(struct comb_witness_hint_request *request, const struct comb_params *params,
                      struct comb_error *err)
{
    const char *text = comb_params_text(params, "from", NULL);
    json_t *answer = NULL;
    if (!text)
        return COMB_OK;
    int code = comb_witness_answer(&answer, request->panel, request->job, &text, 1, params, err);
    const json_t *path = json_object_get(answer, "path");
    for (size_t i = 0; code == COMB_OK && i < json_array_size(path); i++) {
        unsigned point = i < COMB_WITNESS_MAX_POINTS ? read_point(request->graph, json_array_get(path, i))
                                                     : (unsigned)COMB_WITNESS_NOWHERE;
        if (point == COMB_WITNESS_NOWHERE)
            code = comb_fail(err, COMB_BAD_INPUT, "--from: node %zu is off the panel, expected 0,0 to %u,%u", i + 1,
                             comb_witness_across(request->panel) - 1, request->panel->height);
        else
            request->drawn.nodes[request->drawn.count++] = (uint16_t)point;
    }
    json_decref(answer);
    return code;
}

static bool is_solved(const struct comb_witness_hint_request *request)
{
    unsigned nodes[COMB_WITNESS_MAX_POINTS][2];
    for (unsigned i = 0; i < request->drawn.count; i++) {
        struct comb_witness_at at = comb_witness_point_place(request->graph, request->drawn.nodes[i]);
        nodes[i][0] = at.column;
        nodes[i][1] = at.row;
    }
    return request->drawn.count > 0 &&
           comb_witness_verify_points(NULL, request->panel, &request->rules, (const unsigned(*)[2])nodes,
                                      request->drawn.count, request->job, NULL) == COMB_OK;
}

/* ---- choosing the hint ---- */

static void adopt_argument(struct comb_witness_hint_request *request)
{
    const struct comb_witness_claim *last = &request->argument.claims[request->argument.count - 1];
    request->source =
        comb_witness_argument_cases(&request->argument) > 0 ? COMB_WITNESS_HINT_BY_CASES : COMB_WITNESS_HINT_BY_CLUE;
    request->used = last->used;
    request->edge_count = 0;
    for (unsigned i = 0; i < last->edge_count; i++)
        if (!request->facts->is_drawn[last->edges[i]])
            request->edges[request->edge_count++] = last->edges[i];
}

/* Edges that every solution found so far treats alike, in the order in which they are tried: near ones first. */
struct forced {
    bool same[COMB_WITNESS_NET_SEGMENTS], used[COMB_WITNESS_NET_SEGMENTS];
    uint16_t order[COMB_WITNESS_NET_SEGMENTS];
    unsigned count;
};

static unsigned near_node(const struct comb_witness_hint_request *request)
{
    return request->drawn.count > 0          ? request->drawn.nodes[request->drawn.count - 1]
           : request->line.count > 0         ? request->line.nodes[0]
           : request->graph->start_count > 0 ? request->graph->starts[0]
                                             : 0;
}

static unsigned away(const struct comb_witness_hint_request *request, unsigned edge)
{
    const struct comb_witness_net *net = request->facts->net;
    return comb_witness_net_distance(net, comb_witness_net_edge_place(net, edge),
                                     comb_witness_point_place(request->graph, near_node(request))) /
           2;
}

static void start_forced(struct forced *forced, const struct comb_witness_hint_request *request)
{
    const struct comb_witness_net *net = request->facts->net;
    comb_witness_net_picture(forced->used, net, &request->line);
    for (unsigned pass = 0; pass < 2; pass++) /* used edges first */
        for (unsigned far = 0; far <= request->panel->width + request->panel->height; far++)
            for (unsigned edge = 0; edge < net->segments; edge++)
                if (request->facts->state[edge] == 0 && net->segment_mirror[edge] >= edge &&
                    away(request, edge) == far && forced->used[edge] == (pass == 0)) {
                    forced->same[edge] = true;
                    forced->order[forced->count++] = (uint16_t)edge;
                }
}

/* Looks for a solution that treats the edge differently. COMB_NO: there is none. */
static int contradict(struct query *other, struct comb_witness_hint_request *request, unsigned edge, bool used)
{
    unsigned none = COMB_WITNESS_NOWHERE, count = request->drawn.count;
    const struct comb_witness_net *net = request->facts->net;
    bool split = net->is_split[edge % request->graph->edges];
    *other = (struct query){.net = split ? net : NULL, .segment = edge, .used = !used};
    if (split) /* the search knows edges, not halves: look at every solution */
        return search_with(other, request, count, none, none, proof_seconds, NULL);
    if (used)
        return search_with(other, request, count, edge, none, proof_seconds, NULL);
    int code = search_with(other, request, count, none, edge, proof_seconds, NULL);
    unsigned mirror = request->graph->edge_mirror[edge];
    if (code == COMB_NO && mirror != edge)
        code = search_with(other, request, count, none, mirror, proof_seconds, NULL);
    return code;
}

/* Finds edges that every solution uses, or that none uses: the search finds no other solution. Every one that it does
 * find excludes further edges. */
static void find_forced(struct forced *forced, struct comb_witness_hint_request *request)
{
    unsigned kept = 0, tried = 0;
    double stop = cpu_seconds(NULL) + all_proofs_seconds;
    struct query *other = calloc(1, sizeof *other);
    bool *picture = calloc(COMB_WITNESS_NET_SEGMENTS, sizeof *picture);
    for (unsigned i = 0; other && picture && i < forced->count && tried < MAX_PROOFS; i++) {
        if (cpu_seconds(NULL) > stop)
            break;
        unsigned edge = forced->order[i];
        if (!forced->same[edge])
            continue;
        int code = contradict(other, request, edge, forced->used[edge]);
        tried++;
        if (code == COMB_NO)
            forced->order[kept++] = (uint16_t)edge;
        if (code == COMB_NO_MEMORY)
            request->facts->code = code;
        if (code != COMB_OK && code != COMB_NO && code != COMB_LIMIT)
            break;
        if (code == COMB_OK) {
            comb_witness_net_picture(picture, request->facts->net, &other->line);
            request->several = true;
        }
        for (unsigned k = 0; code == COMB_OK && k < request->facts->net->segments; k++)
            forced->same[k] &= picture[k] == forced->used[k];
    }
    if (!other || !picture)
        request->facts->code = COMB_NO_MEMORY;
    request->all_differ = request->several;
    for (unsigned i = 0; i < request->facts->net->segments; i++)
        request->all_differ &= !forced->same[i];
    forced->count = kept;
    free(picture);
    free(other);
}

/* Looks for an argument for one of the forced edges, with growing effort for fewer and fewer of them. */
static bool argue_forced(struct comb_witness_hint_request *request, const struct forced *forced)
{
    unsigned long stop = request->facts->runs + edge_runs / request->graph->edges;
    unsigned count = forced->count;
    for (unsigned long runs = tree_runs; runs <= max_tree_runs; runs *= 4, count = (count + 2) / 3)
        for (unsigned i = 0; i < count && request->facts->runs < stop; i++)
            if (request->facts->code == COMB_OK &&
                comb_witness_argue(&request->argument, request->facts, forced->order[i], forced->used[forced->order[i]],
                                   COMB_WITNESS_ARGUE_TREE, runs))
                return true;
    return false;
}

/* False if no edge is forced, as far as the search can tell. */
static bool prove_edge(struct comb_witness_hint_request *request)
{
    struct forced *forced = calloc(1, sizeof *forced);
    if (!forced) {
        request->facts->code = COMB_NO_MEMORY;
        return false;
    }
    start_forced(forced, request);
    find_forced(forced, request);
    bool found = forced->count > 0;
    if (found) {
        request->used = forced->used[forced->order[0]];
        request->edges[request->edge_count++] = forced->order[0];
        if (argue_forced(request, forced))
            adopt_argument(request);
    }
    free(forced);
    return found;
}

static void reveal_step(struct comb_witness_hint_request *request, unsigned index)
{
    unsigned segments[2], count = comb_witness_net_step(segments, request->facts->net, request->line.nodes[index - 1],
                                                        request->line.nodes[index]);
    for (unsigned i = 0; i < count && request->edge_count < sizeof request->edges / sizeof *request->edges; i++)
        request->edges[request->edge_count++] = (uint16_t)segments[i];
}

/* Nothing is forced: the hint is the next step of one solution, and an argument for a step that follows from it. */
static int follow_line(struct comb_witness_hint_request *request, unsigned first, struct comb_error *err)
{
    request->source = COMB_WITNESS_HINT_BY_LINE;
    request->used = true;
    reveal_step(request, first);
    int code = COMB_OK;
    for (unsigned more = 1; code == COMB_OK && !comb_witness_has_argument(request) && more <= COMB_WITNESS_MORE_STEPS;
         more++) {
        if (first + more >= request->line.count)
            break;
        comb_witness_facts_free(request->facts);
        request->facts = NULL;
        request->step = request->line;
        request->step.count = first + more;
        code =
            comb_witness_facts_new(&request->facts, request->graph, &request->rules, &request->step, request->job, err);
        if (code == COMB_OK)
            comb_witness_choose(&request->argument, request->facts, &request->line,
                                request->step.nodes[first + more - 1]);
    }
    for (unsigned i = first + 1; comb_witness_has_argument(request) && i < request->step.count; i++)
        reveal_step(request, i);
    return code;
}

/* COMB_NO if nothing at all is known. */
static int choose_hint(struct comb_witness_hint_request *request, struct comb_error *err)
{
    int code =
        comb_witness_facts_new(&request->facts, request->graph, &request->rules, &request->drawn, request->job, err);
    if (code != COMB_OK)
        return code;
    request->used = true;
    if (comb_witness_choose(&request->argument, request->facts, &request->line, near_node(request))) {
        adopt_argument(request);
        return COMB_OK;
    }
    unsigned first = request->drawn.count > 0 ? request->drawn.count : 1;
    if (request->line.count <= first)
        return COMB_NO;
    request->source = COMB_WITNESS_HINT_BY_PROOF;
    if (prove_edge(request))
        return COMB_OK;
    return follow_line(request, first, err);
}

/* The line that the argument begins with: the drawn one, or one more step of a solution. */
static const struct comb_witness_line *argued_from(const struct comb_witness_hint_request *request)
{
    return request->step.count > 0 ? &request->step : &request->drawn;
}

/* Lets the verifier check the argument as it will be written. COMB_BUG: it rejects it. */
static int check_argument(const struct comb_witness_hint_request *request, struct comb_error *err)
{
    struct comb_json build = {0};
    json_t *argument = NULL, *root = comb_json_object(&build);
    const char *why;
    size_t claim;
    if (!comb_witness_has_argument(request)) {
        json_decref(root);
        return COMB_OK;
    }
    comb_json_set(&build, root, "drawn", comb_witness_path(&build, request->graph, argued_from(request), false));
    comb_json_set(&build, root, "argument",
                  comb_witness_argument_json(&build, request->facts->net, &request->argument));
    int code = comb_json_finish(&argument, &build, root, err);
    if (code == COMB_OK)
        code = comb_witness_verify_argument(&why, &claim, request->panel, &request->rules,
                                            json_object_get(argument, "drawn"), json_object_get(argument, "argument"),
                                            request->job, err);
    if (code == COMB_NO)
        code = comb_fail(err, COMB_BUG, "the verifier rejects claim %zu of the hint: %s", claim + 1, why);
    json_decref(argument);
    return code;
}

/* Writes that there is no hint; `right` is the number of right steps of the drawn line, negative if unknown. */
static int write_none(json_t **out, const struct comb_witness_hint_request *request, const char *text, int right,
                      struct comb_error *err)
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
static int right_nodes(struct comb_witness_hint_request *request, struct comb_error *err)
{
    unsigned min = 0, max = request->drawn.count; /* `min` is right, `max` is wrong */
    while (max - min > 1) {
        unsigned middle = (min + max) / 2;
        struct query *query = calloc(1, sizeof *query);
        int code = query ? find_solution(query, request, middle, proof_seconds, err) : COMB_NO_MEMORY;
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

static int report_wrong_line(json_t **out, struct comb_witness_hint_request *request, struct comb_error *err)
{
    struct comb_buf text = {0};
    struct query *query = calloc(1, sizeof *query);
    int any = query ? find_solution(query, request, 0, proof_seconds, err) : COMB_NO_MEMORY;
    int right = any == COMB_OK && request->drawn.count > 0 ? right_nodes(request, err) : -1;
    free(query);
    const char *missing = comb_witness_missing_endpoint(request->panel);
    if (missing)
        comb_buf_printf(&text, "%s: no solution", missing);
    else if (request->drawn.count == 0 || any == COMB_NO)
        comb_buf_str(&text, "this panel has no solution (proved)");
    else
        comb_buf_str(&text, "already wrong: no solution begins like this (proved)");
    if (right > 0) {
        struct comb_witness_at at = comb_witness_point_place(request->graph, request->drawn.nodes[right - 1]);
        comb_buf_printf(&text, "; it is right up to (%g,%g)", at.column / 2.0, at.row / 2.0);
    }
    int code = text.failed ? comb_fail_memory(err)
                           : write_none(out, request, comb_buf_text(&text), right > 0 ? right - 1 : right, err);
    comb_buf_free(&text);
    return code == COMB_OK ? COMB_NO : code;
}

static int report_no_hint(json_t **out, const struct comb_witness_hint_request *request, const char *text, int done,
                          struct comb_error *err)
{
    int code = write_none(out, request, text, -1, err);
    return code == COMB_OK ? done : code;
}

/* ---- entry point ---- */

static int make_hint(json_t **out, struct comb_witness_hint_request *request, struct comb_error *err)
{
    struct comb_witness_net *net;
    if (comb_witness_net_new(&net, request->graph, err) != COMB_OK)
        return COMB_NO_MEMORY;
    const char *fault = find_fault(request, net);
    comb_witness_net_free(net);
    if (fault)
        return report_no_hint(out, request, fault, COMB_NO, err);
    if (is_solved(request))
        return report_no_hint(out, request, "the line is complete: it solves the panel", COMB_NO, err);
    struct query *query = calloc(1, sizeof *query);
    int code =
        query ? find_solution(query, request, request->drawn.count, request->seconds, err) : comb_fail_memory(err);
    if (code == COMB_OK)
        request->line = query->line;
    free(query);
    if (code == COMB_NO)
        return report_wrong_line(out, request, err);
    if (code != COMB_OK && code != COMB_LIMIT)
        return code == COMB_INTERRUPTED ? comb_job_fail(request->job, code, err) : code;
    code = choose_hint(request, err);
    if (request->facts && request->facts->code == COMB_NO_MEMORY)
        code = comb_fail_memory(err);
    if (code == COMB_OK)
        code = check_argument(request, err);
    if (code != COMB_NO)
        return code == COMB_OK ? comb_witness_write_hint(out, request, err) : code;
    if (request->line.count == 1)
        return report_no_hint(out, request, "a start is also an end: the line is complete there", COMB_NO, err);
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
    struct comb_witness_hint_request *request = calloc(1, sizeof *request);
    *out = NULL;
    if (!request)
        return comb_fail_memory(err);
    request->panel = board;
    request->rules = comb_witness_rules_of(params, request->panel);
    request->job = job;
    request->level = comb_params_int(params, "level", COMB_WITNESS_WHICH);
    double limit = comb_params_seconds(params, "time-limit", 0);
    request->seconds = limit > 0 ? limit : usual_seconds;
    int code = comb_witness_graph_new(&request->graph, board, err);
    if (code == COMB_OK)
        code = read_drawn(request, params, err);
    if (code == COMB_OK)
        code = make_hint(out, request, err);
    comb_witness_facts_free(request->facts);
    comb_witness_graph_free(request->graph);
    free(request);
    return code;
}
