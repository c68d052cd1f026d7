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

#include "games/witness/draw/phrases.h"
#include "games/witness/hints/choose.h"
#include "games/witness/hints/words.h"
#include "games/witness/solve.h"
#include "games/witness/verify/argument.h"
#include "games/witness/verify/verify.h"

#include <stdlib.h>
#include <string.h>

enum { WHICH = 1, RULE, WHAT, STEPS, ALL };
enum { MORE_STEPS = 4, MAX_PROOFS = 48, MAX_NAMED = 4 };

static const double usual_seconds = 20, proof_seconds = 0.15, all_proofs_seconds = 0.6;
static const unsigned long tree_runs = 250, max_tree_runs = 16000, edge_runs = 2000000; /* divided by edges */

enum source { BY_CLUE, BY_CASES, BY_PROOF, BY_LINE };

struct request {
    const struct comb_witness_panel *panel;
    struct comb_witness_graph *graph;
    struct comb_witness_rules rules;
    struct comb_job *job;
    double seconds; /* for the whole hint */
    long long level;
    struct comb_witness_line drawn;
    struct comb_witness_line line; /* a solution that continues it; count 0: unknown */
    struct comb_witness_line step; /* the same with one more step, if the argument is about what follows from it */
    struct comb_witness_facts *facts;
    struct comb_witness_argument argument; /* count 0: none */
    enum source source;
    bool used;         /* the line uses the edges; otherwise it avoids them */
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

/* COMB_OK with query->line: a solution that begins with `count` nodes of the drawn line, avoids `without` and uses
 * `with` (if these are edges). COMB_NO: there is none. COMB_LIMIT: not decided in time. */
static int search_with(struct query *query, struct request *request, unsigned count, unsigned without, unsigned with,
                       double max, struct comb_error *err)
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

static int find_solution(struct query *query, struct request *request, unsigned count, double max,
                         struct comb_error *err)
{
    return search_with(query, request, count, COMB_WITNESS_NOWHERE, COMB_WITNESS_NOWHERE, max, err);
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

static bool has_argument(const struct request *request)
{
    return request->argument.count > 0;
}

static void adopt_argument(struct request *request)
{
    const struct comb_witness_claim *last = &request->argument.claims[request->argument.count - 1];
    request->source = comb_witness_argument_cases(&request->argument) > 0 ? BY_CASES : BY_CLUE;
    request->used = last->used;
    request->edge_count = 0;
    for (unsigned i = 0; i < last->edge_count; i++)
        if (!request->facts->is_drawn[last->edges[i]])
            request->edges[request->edge_count++] = last->edges[i];
}

/* Edges that every solution found so far treats alike, in the order in which they are tried: near ones first. */
struct forced {
    bool same[COMB_WITNESS_MAX_EDGES], used[COMB_WITNESS_MAX_EDGES];
    uint16_t order[COMB_WITNESS_MAX_EDGES];
    unsigned count;
};

static unsigned near_node(const struct request *request)
{
    return request->drawn.count > 0          ? request->drawn.nodes[request->drawn.count - 1]
           : request->graph->start_count > 0 ? request->graph->starts[0]
                                             : 0;
}

static unsigned away(const struct request *request, unsigned edge)
{
    int across = (int)request->panel->width + 1, near = (int)near_node(request);
    int node = request->graph->edge_node[edge][0];
    return (unsigned)(abs(node % across - near % across) + abs(node / across - near / across));
}

static void start_forced(struct forced *forced, const struct request *request)
{
    const struct comb_witness_graph *graph = request->graph;
    comb_witness_picture(forced->used, graph, &request->line);
    for (unsigned pass = 0; pass < 2; pass++) /* used edges first */
        for (unsigned far = 0; far <= request->panel->width + request->panel->height; far++)
            for (unsigned edge = 0; edge < graph->edges; edge++)
                if (request->facts->state[edge] == 0 && graph->edge_mirror[edge] >= edge &&
                    away(request, edge) == far && forced->used[edge] == (pass == 0)) {
                    forced->same[edge] = true;
                    forced->order[forced->count++] = (uint16_t)edge;
                }
}

/* Looks for a solution that treats the edge differently. COMB_NO: there is none. */
static int contradict(struct query *other, struct request *request, unsigned edge, bool used)
{
    unsigned none = COMB_WITNESS_NOWHERE, count = request->drawn.count;
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
static void find_forced(struct forced *forced, struct request *request)
{
    unsigned kept = 0, tried = 0;
    double stop = comb_job_seconds(request->job) + all_proofs_seconds;
    struct query *other = calloc(1, sizeof *other);
    bool *picture = calloc(COMB_WITNESS_MAX_EDGES, sizeof *picture);
    for (unsigned i = 0; other && picture && i < forced->count && tried < MAX_PROOFS; i++) {
        if (comb_job_seconds(request->job) > stop)
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
        if (code == COMB_OK)
            comb_witness_picture(picture, request->graph, &other->line);
        for (unsigned k = 0; code == COMB_OK && k < request->graph->edges; k++)
            forced->same[k] &= picture[k] == forced->used[k];
    }
    if (!other || !picture)
        request->facts->code = COMB_NO_MEMORY;
    forced->count = kept;
    free(picture);
    free(other);
}

/* Looks for an argument for one of the forced edges, with growing effort. */
static bool argue_forced(struct request *request, const struct forced *forced)
{
    unsigned long stop = request->facts->runs + edge_runs / request->graph->edges;
    for (unsigned long runs = tree_runs; runs <= max_tree_runs; runs *= 4)
        for (unsigned i = 0; i < forced->count && request->facts->runs + runs < stop; i++)
            if (request->facts->code == COMB_OK &&
                comb_witness_argue(&request->argument, request->facts, forced->order[i], forced->used[forced->order[i]],
                                   COMB_WITNESS_ARGUE_TREE, runs))
                return true;
    return false;
}

/* False if no edge is forced, as far as the search can tell. */
static bool prove_edge(struct request *request)
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

/* Nothing is forced: the hint is the next step of one solution, and an argument for a step that follows from it. */
static int follow_line(struct request *request, unsigned first, struct comb_error *err)
{
    request->source = BY_LINE;
    request->used = true;
    request->edges[request->edge_count++] =
        (uint16_t)comb_witness_edge_between(request->graph, request->line.nodes[first - 1], request->line.nodes[first]);
    int code = COMB_OK;
    for (unsigned more = 1; code == COMB_OK && !has_argument(request) && more <= MORE_STEPS; more++) {
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
    for (unsigned i = first + 1; has_argument(request) && i < request->step.count; i++)
        request->edges[request->edge_count++] =
            (uint16_t)comb_witness_edge_between(request->graph, request->line.nodes[i - 1], request->line.nodes[i]);
    return code;
}

/* COMB_NO if nothing at all is known. */
static int choose_hint(struct request *request, struct comb_error *err)
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
    request->source = BY_PROOF;
    if (prove_edge(request))
        return COMB_OK;
    return follow_line(request, first, err);
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

/* Visits the symbols of the reason: those of its last claim or conflict, or some in its region. */
static void each_because(const struct request *request, void (*visit)(void *payload, unsigned column, unsigned row),
                         void *payload)
{
    const struct comb_witness_graph *graph = request->graph;
    unsigned visited = 0;
    if (!has_argument(request))
        return;
    const struct comb_witness_claim *key = comb_witness_argument_key(&request->argument);
    for (unsigned i = 0; i < key->place_count; i++)
        visit(payload, key->places[i][0], key->places[i][1]);
    for (unsigned cell = 0; key->place_count == 0 && cell < graph->cells && visited < MAX_NAMED; cell++)
        if (comb_bit_test(key->region.words, cell) && graph->on_cell[cell]->kind >= COMB_WITNESS_DOT) {
            visit(payload, 2 * (cell % request->panel->width) + 1, 2 * (cell / request->panel->width) + 1);
            visited++;
        }
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
    each_because(request, name_reason, &naming);
    if (naming.count == 0)
        describe_area(out, request);
}

static void describe_rule(struct comb_buf *out, const struct request *request)
{
    if (has_argument(request) && request->source == BY_LINE)
        comb_buf_str(out, "no rule decides here, but after the next step: ");
    if (has_argument(request))
        comb_buf_str(out, comb_witness_rule_words(request->graph, comb_witness_argument_key(&request->argument)));
    else
        comb_buf_str(out, request->source == BY_PROOF ? "no single rule decides: all symbols together force an edge"
                                                      : "no rule decides here: look for the next step of one solution");
}

static void describe_edge(struct comb_buf *out, const struct request *request)
{
    if (has_argument(request) && request->source != BY_LINE) {
        comb_witness_argument_words(out, request->graph, &request->argument);
        return;
    }
    bool symmetric = request->panel->symmetry != COMB_WITNESS_NO_SYMMETRY;
    comb_buf_str(out, request->source == BY_LINE    ? "one solution uses "
                      : !request->used && symmetric ? "neither line uses the edge "
                      : !request->used              ? "the line does not use the edge "
                      : symmetric                   ? "the line or its mirror image uses the edge "
                                                    : "the line uses the edge ");
    for (unsigned i = 0; i < request->edge_count; i++) {
        comb_buf_str(out, i > 0 ? " " : "");
        comb_witness_name_edge(out, request->graph, request->edges[i]);
    }
    comb_buf_str(out, request->source == BY_LINE ? " next; others may go elsewhere"
                      : request->used            ? ": without it there is no solution (found by search)"
                                                 : ": with it there is no solution (found by search)");
    if (!has_argument(request))
        return;
    comb_buf_str(out, ". After that ");
    comb_witness_argument_words(out, request->graph, &request->argument);
}

/* Returns the number of nodes that a level shows: the drawn ones and a few more, or all. */
static unsigned shown_nodes(const struct request *request, long long level)
{
    if (level >= ALL)
        return request->line.count;
    unsigned target = (request->drawn.count > 0 ? request->drawn.count : 1) + MORE_STEPS;
    return request->line.count < target ? request->line.count : target;
}

static void describe_path(struct comb_buf *out, const struct request *request, long long level)
{
    unsigned across = request->panel->width + 1, first = request->drawn.count > 0 ? request->drawn.count - 1 : 0;
    if (request->line.count == 0) {
        comb_buf_str(out, "no solution found within the time limit");
        return;
    }
    comb_buf_str(out, "the line goes");
    for (unsigned i = first; i < shown_nodes(request, level); i++)
        comb_buf_printf(out, " %u,%u", request->line.nodes[i] % across, request->line.nodes[i] / across);
    comb_buf_str(out, shown_nodes(request, level) == request->line.count ? ", where it ends" : " ...");
}

static void describe_level(struct comb_buf *out, const struct request *request, long long level)
{
    switch (level) {
    case WHICH:
        describe_symbols(out, request);
        break;
    case RULE:
        describe_rule(out, request);
        break;
    case WHAT:
        describe_edge(out, request);
        break;
    default:
        describe_path(out, request, level);
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

/* The cells of the region that the reason is about; without one, and without a symbol, the third with the edge. */
static json_t *area_json(struct comb_json *build, const struct request *request)
{
    const struct comb_witness_claim *key = has_argument(request) ? comb_witness_argument_key(&request->argument) : NULL;
    unsigned third[2], width = request->panel->width;
    json_t *cells = comb_json_array(build);
    third_of(third, request);
    for (unsigned y = 0; y < request->panel->height; y++)
        for (unsigned x = 0; x < width; x++) {
            bool near = 3 * (2 * x + 1) / (2 * width + 1) == third[0] &&
                        3 * (2 * y + 1) / (2 * request->panel->height + 1) == third[1];
            bool inside = key && comb_bit_test(key->region.words, x + (size_t)width * y);
            bool regional = key && (key->place_count > 0 || key->reason >= COMB_WITNESS_BY_COLOURS);
            if (regional ? inside : near && request->level < WHAT)
                comb_json_push(build, cells, comb_json_pair(build, x, y));
        }
    return cells;
}

static json_t *path_json(struct comb_json *build, const struct request *request)
{
    struct comb_witness_line shown = request->drawn;
    if (request->level >= STEPS && request->line.count > 0) {
        shown = request->line;
        shown.count = shown_nodes(request, request->level);
    }
    return comb_witness_path(build, request->graph, &shown, false);
}

static void add_reason(struct comb_json *build, json_t *root, const struct request *request)
{
    static const char *const kinds[] = {
        [BY_CLUE] = "clue", [BY_CASES] = "cases", [BY_PROOF] = "proof", [BY_LINE] = "line"};
    bool tell = request->level >= WHAT;
    unsigned count = tell ? request->edge_count : 0;
    comb_json_set(build, root, "edges",
                  comb_witness_edges_json(build, request->graph, request->edges, request->used ? count : 0));
    if (count > 0 && !request->used)
        comb_json_set(build, root, "avoid",
                      comb_witness_edges_json(build, request->graph, request->edges, request->edge_count));
    if (tell)
        comb_json_set(build, root, "kind", comb_json_string(build, kinds[request->source]));
    if (tell && has_argument(request))
        comb_json_set(build, root, "argument", comb_witness_argument_json(build, request->graph, &request->argument));
}

static int write_hint(json_t **out, const struct request *request, struct comb_error *err)
{
    struct comb_json build = {0};
    struct comb_buf text = {0};
    json_t *root = comb_json_object(&build), *ladder = comb_json_array(&build);
    struct writing because = {&build, comb_json_array(&build)};
    for (long long level = WHICH; level <= request->level; level++) {
        comb_buf_clear(&text);
        describe_level(&text, request, level);
        comb_json_push(&build, ladder, comb_json_string(&build, comb_buf_text(&text)));
    }
    each_because(request, push_place, &because);
    comb_json_set(&build, root, "level", comb_json_int(&build, request->level));
    comb_json_set(&build, root, "ladder", ladder);
    comb_json_set(&build, root, "area", area_json(&build, request));
    comb_json_set(&build, root, "because", because.array);
    add_reason(&build, root, request);
    comb_json_set(&build, root, "path", path_json(&build, request));
    comb_json_set(&build, root, "drawn", comb_json_int(&build, request->drawn.count));
    comb_json_set(&build, root, "rules", comb_json_string(&build, comb_witness_rules_name(&request->rules)));
    comb_json_set(&build, root, "text", comb_json_string(&build, comb_buf_text(&text)));
    build.failed |= text.failed;
    comb_buf_free(&text);
    return comb_json_finish(out, &build, root, err);
}

/* The line that the argument begins with: the drawn one, or one more step of a solution. */
static const struct comb_witness_line *argued_from(const struct request *request)
{
    return request->step.count > 0 ? &request->step : &request->drawn;
}

/* Lets the verifier check the argument as it will be written. COMB_BUG: it rejects it. */
static int check_argument(const struct request *request, struct comb_error *err)
{
    struct comb_json build = {0};
    json_t *argument = NULL, *root = comb_json_object(&build);
    const char *why;
    size_t claim;
    if (!has_argument(request)) {
        json_decref(root);
        return COMB_OK;
    }
    comb_json_set(&build, root, "drawn", comb_witness_path(&build, request->graph, argued_from(request), false));
    comb_json_set(&build, root, "argument", comb_witness_argument_json(&build, request->graph, &request->argument));
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

static int report_wrong_line(json_t **out, struct request *request, struct comb_error *err)
{
    unsigned across = request->panel->width + 1;
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
        return code == COMB_OK ? write_hint(out, request, err) : code;
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
    request->level = comb_params_int(params, "level", WHICH);
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
