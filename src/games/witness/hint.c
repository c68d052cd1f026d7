/* The hint ladder: where to look, which symbol, an edge and why, the line a few steps further. Three sources, best
 * first:
 *
 *     clue    hint_logic.c: an edge that symbols nearby force, with its reason in words
 *     proof   an edge of a line that solves the panel without which no line does: the search finds nothing when the
 *             edge is closed; the next edge is tried first, then those after it
 *     line    the next edge of one line that solves it, and said to be just that
 *
 * The line drawn so far is handed to the search as edges that it needs, and all other edges at the nodes that it has
 * passed as closed ones. Where no line goes on from it, halving finds how many of its steps are right. Every search has
 * a share of the time; what was not settled in it is not claimed. */
#include "games/witness/hint.h"

#include "games/witness/hint_logic.h"
#include "games/witness/scene_words.h"
#include "games/witness/solve.h"
#include "games/witness/verify.h"

#include <stdlib.h>
#include <string.h>

enum { WHERE = 1, WHICH, WHAT, ALL };
enum { MORE_STEPS = 4, MOST_PROOFS = 24 };

static const double usual_seconds = 20, proof_seconds = 2;

enum source { BY_CLUE, BY_PROOF, BY_LINE };

struct hinting {
    const struct comb_witness_panel *panel;
    struct comb_witness_graph *graph;
    struct comb_witness_rules rules;
    struct comb_job *job;
    double seconds; /* for everything */
    long long level;
    struct comb_witness_line drawn;
    struct comb_witness_line line; /* that goes on from it; count 0: not known */
    struct comb_witness_logic logic;
    enum source source;
    unsigned step;     /* of the logic, for clues */
    uint16_t edges[4]; /* that the hint gives away */
    unsigned edge_count;
};

/* ---- searching ---- */

struct sought {
    const struct hinting *hinting;
    unsigned count; /* nodes of the drawn line that count */
    struct comb_witness_line line;
};

static bool begins_as_drawn(const struct sought *sought, const struct comb_witness_line *line, bool mirrored)
{
    const struct comb_witness_line *drawn = &sought->hinting->drawn;
    for (unsigned i = 0; i < sought->count; i++) {
        uint16_t node = mirrored ? sought->hinting->graph->node_mirror[line->nodes[i]] : line->nodes[i];
        if (i >= line->count || node != drawn->nodes[i])
            return false;
    }
    return true;
}

/* Without line colours the image of a line is as good as the line. */
static bool take_line(void *payload, const struct comb_witness_line *line)
{
    struct sought *sought = payload;
    const struct comb_witness_panel *panel = sought->hinting->panel;
    bool alike = panel->symmetry != COMB_WITNESS_NO_SYMMETRY && panel->line_colors[0] == panel->line_colors[1];
    if (begins_as_drawn(sought, line, false)) {
        sought->line = *line;
        return false;
    }
    if (!alike || !begins_as_drawn(sought, line, true))
        return true;
    sought->line = *line;
    for (unsigned i = 0; i < line->count; i++)
        sought->line.nodes[i] = sought->hinting->graph->node_mirror[line->nodes[i]];
    return false;
}

static unsigned edge_between(const struct comb_witness_graph *graph, unsigned from, unsigned to)
{
    for (unsigned side = 0; side < 4; side++)
        if (graph->node_next[from][side] == to)
            return graph->node_edge[from][side];
    return COMB_WITNESS_NOWHERE;
}

static void pin_drawn(struct comb_witness_edges *needed, struct comb_witness_edges *closed,
                      const struct hinting *hinting, unsigned count)
{
    const struct comb_witness_graph *graph = hinting->graph;
    const uint16_t *nodes = hinting->drawn.nodes;
    for (unsigned i = 1; i < count; i++)
        comb_bit_set(needed->words, edge_between(graph, nodes[i - 1], nodes[i]));
    for (unsigned i = 0; i + 1 < count; i++)
        for (unsigned side = 0; side < 4; side++) {
            unsigned edge = graph->node_edge[nodes[i]][side];
            if (edge != COMB_WITNESS_NOWHERE && !comb_bit_test(needed->words, edge))
                comb_bit_set(closed->words, edge);
        }
}

/* COMB_OK with sought->line: one that begins with `count` nodes of the drawn line and leaves out `without` (if that is
 * an edge). COMB_NO: there is none. COMB_LIMIT: not settled in the time. */
static int seek(struct sought *sought, struct hinting *hinting, unsigned count, unsigned without, double most,
                struct comb_error *err)
{
    double left = hinting->seconds - comb_job_seconds(hinting->job);
    struct comb_witness_edges needed = {0}, closed = {0};
    struct comb_witness_outcome *outcome = calloc(1, sizeof *outcome);
    struct comb_job *part = NULL;
    *sought = (struct sought){.hinting = hinting, .count = count};
    if (!outcome)
        return comb_fail_memory(err);
    pin_drawn(&needed, &closed, hinting, count);
    if (without != COMB_WITNESS_NOWHERE)
        comb_bit_set(closed.words, without);
    struct comb_witness_task task = {.graph = hinting->graph,
                                     .rules = hinting->rules,
                                     .closed = &closed,
                                     .needed = &needed,
                                     .found = take_line,
                                     .payload = sought};
    int code = left <= 0 ? COMB_LIMIT : comb_job_tick(hinting->job, 1);
    if (code == COMB_OK)
        code = comb_job_new(&part,
                            &(struct comb_job_setup){.context = comb_job_context(hinting->job),
                                                     .parent = hinting->job,
                                                     .time_limit = left < most ? left : most,
                                                     .threads = comb_job_threads(hinting->job),
                                                     .seed = comb_job_seed(hinting->job)},
                            err);
    if (code == COMB_OK)
        code = comb_witness_search(outcome, &task, part, err);
    if (code == COMB_OK)
        code = sought->line.count > 0 ? COMB_OK : outcome->exhausted ? COMB_NO : COMB_LIMIT;
    comb_job_free(part);
    free(outcome);
    return code;
}

/* ---- the line drawn so far ---- */

/* Why the nodes are no beginning of a line, or NULL. */
static const char *fault_of(const struct hinting *hinting)
{
    const struct comb_witness_graph *graph = hinting->graph;
    const struct comb_witness_line *drawn = &hinting->drawn;
    bool symmetric = hinting->panel->symmetry != COMB_WITNESS_NO_SYMMETRY, seen[COMB_WITNESS_MOST_NODES] = {false};
    for (unsigned i = 0; i < drawn->count; i++) {
        unsigned node = drawn->nodes[i], mirror = graph->node_mirror[node];
        if (i == 0 && graph->on_node[node]->kind != COMB_WITNESS_START)
            return "the line drawn so far does not begin at a start";
        if (seen[node] || (symmetric && mirror == node))
            return "the line drawn so far meets itself or its mirror image";
        seen[node] = true;
        seen[mirror] = true;
        unsigned edge = i == 0 ? 0 : edge_between(graph, drawn->nodes[i - 1], node);
        if (edge == COMB_WITNESS_NOWHERE ||
            (i > 0 && (!graph->edge_open[edge] || !graph->edge_open[graph->edge_mirror[edge]])))
            return "the line drawn so far goes where no edge is";
    }
    return NULL;
}

static int read_drawn(struct hinting *hinting, const struct comb_params *params, struct comb_error *err)
{
    const char *text = comb_params_text(params, "from", NULL);
    json_t *answer = NULL;
    if (!text)
        return COMB_OK;
    int code = comb_witness_answer(&answer, hinting->panel, hinting->job, &text, 1, params, err);
    const json_t *path = json_object_get(answer, "path");
    for (size_t i = 0; code == COMB_OK && i < json_array_size(path); i++) {
        const json_t *x = json_array_get(json_array_get(path, i), 0), *y = json_array_get(json_array_get(path, i), 1);
        bool inside = json_is_integer(x) && json_is_integer(y) && json_integer_value(x) >= 0 &&
                      json_integer_value(y) >= 0 && json_integer_value(x) <= hinting->panel->width &&
                      json_integer_value(y) <= hinting->panel->height && i < COMB_WITNESS_MOST_NODES;
        if (!inside)
            code = comb_fail(err, COMB_BAD_INPUT, "--from: node %zu is not on the panel: expected 0,0 to %u,%u", i + 1,
                             hinting->panel->width, hinting->panel->height);
        else
            hinting->drawn.nodes[hinting->drawn.count++] =
                (uint16_t)(json_integer_value(x) + (hinting->panel->width + 1) * json_integer_value(y));
    }
    json_decref(answer);
    return code;
}

static bool is_solved(const struct hinting *hinting)
{
    unsigned nodes[COMB_WITNESS_MOST_NODES][2];
    for (unsigned i = 0; i < hinting->drawn.count; i++) {
        nodes[i][0] = hinting->drawn.nodes[i] % (hinting->panel->width + 1);
        nodes[i][1] = hinting->drawn.nodes[i] / (hinting->panel->width + 1);
    }
    return hinting->drawn.count > 1 &&
           comb_witness_verify_line(NULL, hinting->panel, &hinting->rules, (const unsigned(*)[2])nodes,
                                    hinting->drawn.count, hinting->job, NULL) == COMB_OK;
}

/* ---- what to hint at ---- */

/* The next edge first, then the others along the line. */
static bool prove_edge(struct hinting *hinting, struct comb_error *err)
{
    unsigned first = hinting->drawn.count > 0 ? hinting->drawn.count : 1, tried = 0;
    for (unsigned i = first; i < hinting->line.count && tried < MOST_PROOFS; i++, tried++) {
        struct sought *other = calloc(1, sizeof *other);
        unsigned edge = edge_between(hinting->graph, hinting->line.nodes[i - 1], hinting->line.nodes[i]);
        struct comb_error quiet;
        int code = other ? seek(other, hinting, hinting->drawn.count, edge, proof_seconds, &quiet) : COMB_NO_MEMORY;
        free(other);
        (void)err;
        if (code == COMB_NO) {
            hinting->edges[hinting->edge_count++] = (uint16_t)edge;
            return true;
        }
        if (code != COMB_OK && code != COMB_LIMIT)
            return false;
    }
    return false;
}

/* False when nothing at all is known. */
static bool choose_hint(struct hinting *hinting, struct comb_error *err)
{
    unsigned near = hinting->drawn.count > 0          ? hinting->drawn.nodes[hinting->drawn.count - 1]
                    : hinting->graph->start_count > 0 ? hinting->graph->starts[0]
                                                      : 0;
    comb_witness_logic_run(&hinting->logic, hinting->graph, &hinting->rules, &hinting->drawn);
    hinting->step = comb_witness_logic_best(&hinting->logic, near);
    if (hinting->step != COMB_WITNESS_NOWHERE) {
        const struct comb_witness_step *step = &hinting->logic.steps[hinting->step];
        hinting->source = BY_CLUE;
        hinting->edge_count = step->edge_count;
        memcpy(hinting->edges, step->edges, sizeof step->edges);
        return true;
    }
    unsigned first = hinting->drawn.count > 0 ? hinting->drawn.count : 1;
    if (hinting->line.count <= first)
        return false;
    hinting->source = BY_PROOF;
    if (prove_edge(hinting, err))
        return true;
    hinting->source = BY_LINE;
    hinting->edges[hinting->edge_count++] =
        (uint16_t)edge_between(hinting->graph, hinting->line.nodes[first - 1], hinting->line.nodes[first]);
    return true;
}

/* ---- rungs ---- */

/* 0, 1 or 2 along each axis: where the edge lies. */
static void third_of(unsigned third[2], const struct hinting *hinting)
{
    unsigned across = hinting->panel->width + 1;
    const uint16_t *nodes = hinting->graph->edge_node[hinting->edges[0]];
    unsigned column = nodes[0] % across + nodes[1] % across, row = nodes[0] / across + nodes[1] / across;
    third[0] = 3 * column / (2 * hinting->panel->width + 1);
    third[1] = 3 * row / (2 * hinting->panel->height + 1);
}

static void tell_where(struct comb_buf *out, const struct hinting *hinting)
{
    static const char *const words[3][3] = {{"at the top left", "at the top", "at the top right"},
                                            {"at the left", "in the middle", "at the right"},
                                            {"at the bottom left", "at the bottom", "at the bottom right"}};
    unsigned third[2];
    third_of(third, hinting);
    comb_buf_printf(out, "look %s", words[third[1]][third[0]]);
}

static void each_because(const struct hinting *hinting, void (*visit)(void *payload, unsigned column, unsigned row),
                         void *payload)
{
    const struct comb_witness_logic *logic = &hinting->logic;
    if (hinting->source != BY_CLUE)
        return;
    const uint64_t *because = logic->steps[hinting->step].because;
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

static void tell_which(struct comb_buf *out, const struct hinting *hinting)
{
    struct naming naming = {out, hinting->panel, 0};
    unsigned across = hinting->panel->width + 1;
    unsigned node = hinting->graph->edge_node[hinting->edges[0]][0];
    each_because(hinting, name_reason, &naming);
    if (naming.count > 0)
        return;
    if (hinting->source == BY_LINE)
        comb_buf_str(out, "no single symbol decides: think of the next step");
    else
        comb_buf_printf(out, "look at the edges at (%u,%u)", node % across, node / across);
}

static void tell_clue(struct comb_buf *out, const struct hinting *hinting)
{
    const struct comb_witness_logic *logic = &hinting->logic;
    const uint64_t *because = logic->steps[hinting->step].because;
    unsigned told = 0;
    for (unsigned i = 0; i < logic->step_count; i++) {
        if (!comb_bit_test(because, i))
            continue;
        comb_buf_str(out, told++ > 0 ? "; then " : "");
        comb_witness_logic_tell(out, logic, i);
    }
}

static void tell_what(struct comb_buf *out, const struct hinting *hinting)
{
    if (hinting->source == BY_CLUE) {
        tell_clue(out, hinting);
        return;
    }
    bool symmetric = hinting->panel->symmetry != COMB_WITNESS_NO_SYMMETRY;
    comb_buf_str(out, hinting->source == BY_LINE ? "one line that solves the panel uses "
                      : symmetric                ? "the line or its mirror image uses the edge "
                                                 : "the line uses the edge ");
    comb_witness_name_edge(out, hinting->graph, hinting->edges[0]);
    comb_buf_str(out, hinting->source == BY_PROOF ? ": without it no line solves the panel (found by search)"
                                                  : " next; others may go elsewhere");
}

/* Nodes that the last rung shows: the drawn ones and a few more. */
static unsigned shown_nodes(const struct hinting *hinting)
{
    unsigned wanted = (hinting->drawn.count > 0 ? hinting->drawn.count : 1) + MORE_STEPS;
    return hinting->line.count < wanted ? hinting->line.count : wanted;
}

static void tell_all(struct comb_buf *out, const struct hinting *hinting)
{
    unsigned across = hinting->panel->width + 1, first = hinting->drawn.count > 0 ? hinting->drawn.count - 1 : 0;
    if (hinting->line.count == 0) {
        comb_buf_str(out, "no line was found in the time there was");
        return;
    }
    comb_buf_str(out, "the line goes");
    for (unsigned i = first; i < shown_nodes(hinting); i++)
        comb_buf_printf(out, " %u,%u", hinting->line.nodes[i] % across, hinting->line.nodes[i] / across);
    comb_buf_str(out, shown_nodes(hinting) == hinting->line.count ? ", and that is its end" : " ...");
}

static void tell_rung(struct comb_buf *out, const struct hinting *hinting, long long rung)
{
    switch (rung) {
    case WHERE:
        tell_where(out, hinting);
        break;
    case WHICH:
        tell_which(out, hinting);
        break;
    case WHAT:
        tell_what(out, hinting);
        break;
    default:
        tell_all(out, hinting);
        break;
    }
}

/* ---- as JSON ---- */

struct writing {
    struct comb_json *build;
    json_t *array;
};

static json_t *pair(struct comb_json *build, unsigned a, unsigned b)
{
    json_t *both = comb_json_array(build);
    comb_json_push(build, both, comb_json_int(build, a));
    comb_json_push(build, both, comb_json_int(build, b));
    return both;
}

static void push_place(void *payload, unsigned column, unsigned row)
{
    struct writing *writing = payload;
    comb_json_push(writing->build, writing->array, pair(writing->build, column, row));
}

static json_t *edges_json(struct comb_json *build, const struct hinting *hinting)
{
    unsigned across = hinting->panel->width + 1;
    json_t *edges = comb_json_array(build);
    for (unsigned i = 0; i < hinting->edge_count; i++) {
        const uint16_t *nodes = hinting->graph->edge_node[hinting->edges[i]];
        json_t *edge = comb_json_array(build);
        for (unsigned k = 0; k < 2; k++)
            comb_json_push(build, edge, pair(build, nodes[k] % across, nodes[k] / across));
        comb_json_push(build, edges, edge);
    }
    return edges;
}

static json_t *area_json(struct comb_json *build, const struct hinting *hinting)
{
    unsigned third[2];
    json_t *cells = comb_json_array(build);
    third_of(third, hinting);
    for (unsigned y = 0; y < hinting->panel->height; y++)
        for (unsigned x = 0; x < hinting->panel->width; x++)
            if (3 * (2 * x + 1) / (2 * hinting->panel->width + 1) == third[0] &&
                3 * (2 * y + 1) / (2 * hinting->panel->height + 1) == third[1])
                comb_json_push(build, cells, pair(build, x, y));
    return cells;
}

static json_t *path_json(struct comb_json *build, const struct hinting *hinting)
{
    struct comb_witness_line shown = hinting->drawn;
    if (hinting->level == ALL && hinting->line.count > 0) {
        shown = hinting->line;
        shown.count = shown_nodes(hinting);
    }
    return comb_witness_path(build, hinting->graph, &shown, false);
}

static int write_hint(json_t **out, const struct hinting *hinting, struct comb_error *err)
{
    static const char *const kinds[] = {[BY_CLUE] = "clue", [BY_PROOF] = "proof", [BY_LINE] = "line"};
    struct comb_json build = {0};
    struct comb_buf text = {0};
    json_t *root = comb_json_object(&build), *ladder = comb_json_array(&build);
    struct writing because = {&build, comb_json_array(&build)};
    for (long long rung = WHERE; rung <= hinting->level; rung++) {
        comb_buf_clear(&text);
        tell_rung(&text, hinting, rung);
        comb_json_push(&build, ladder, comb_json_string(&build, comb_buf_text(&text)));
    }
    if (hinting->level >= WHICH)
        each_because(hinting, push_place, &because);
    comb_json_set(&build, root, "level", comb_json_int(&build, hinting->level));
    comb_json_set(&build, root, "ladder", ladder);
    comb_json_set(&build, root, "area", hinting->level <= WHICH ? area_json(&build, hinting) : comb_json_array(&build));
    comb_json_set(&build, root, "because", because.array);
    comb_json_set(&build, root, "edges",
                  hinting->level >= WHAT ? edges_json(&build, hinting) : comb_json_array(&build));
    if (hinting->level >= WHAT)
        comb_json_set(&build, root, "kind", comb_json_string(&build, kinds[hinting->source]));
    comb_json_set(&build, root, "path", path_json(&build, hinting));
    comb_json_set(&build, root, "rules", comb_json_string(&build, comb_witness_rules_name(&hinting->rules)));
    comb_json_set(&build, root, "text", comb_json_string(&build, comb_buf_text(&text)));
    build.failed |= text.failed;
    comb_buf_free(&text);
    return comb_json_finish(out, &build, root, err);
}

/* A hint that there is none; `right` is how many steps of the drawn line are right, negative when not known. */
static int write_none(json_t **out, const struct hinting *hinting, const char *text, int right, struct comb_error *err)
{
    struct comb_json build = {0};
    json_t *root = comb_json_object(&build);
    comb_json_set(&build, root, "ladder", comb_json_array(&build));
    comb_json_set(&build, root, "because", comb_json_array(&build));
    comb_json_set(&build, root, "edges", comb_json_array(&build));
    comb_json_set(&build, root, "path", comb_witness_path(&build, hinting->graph, &hinting->drawn, false));
    comb_json_set(&build, root, "rules", comb_json_string(&build, comb_witness_rules_name(&hinting->rules)));
    if (right >= 0)
        comb_json_set(&build, root, "right", comb_json_int(&build, right));
    comb_json_set(&build, root, "text", comb_json_string(&build, text));
    return comb_json_finish(out, &build, root, err);
}

/* ---- when no line goes on ---- */

/* The most nodes of the drawn line from which a line goes on, or -1 when a search was not settled; 0: not even its
 * start. */
static int right_nodes(struct hinting *hinting, struct comb_error *err)
{
    unsigned least = 0, most = hinting->drawn.count; /* `least` is right, `most` is wrong */
    while (most - least > 1) {
        unsigned middle = (least + most) / 2;
        struct sought *sought = calloc(1, sizeof *sought);
        int code = sought ? seek(sought, hinting, middle, COMB_WITNESS_NOWHERE, proof_seconds, err) : COMB_NO_MEMORY;
        free(sought);
        if (code == COMB_OK)
            least = middle;
        else if (code == COMB_NO)
            most = middle;
        else
            return -1;
    }
    return (int)least;
}

static int say_wrong(json_t **out, struct hinting *hinting, struct comb_error *err)
{
    unsigned across = hinting->panel->width + 1;
    struct comb_buf text = {0};
    struct sought *sought = calloc(1, sizeof *sought);
    int any = sought ? seek(sought, hinting, 0, COMB_WITNESS_NOWHERE, proof_seconds, err) : COMB_NO_MEMORY;
    int right = any == COMB_OK && hinting->drawn.count > 0 ? right_nodes(hinting, err) : -1;
    free(sought);
    const char *lacks = comb_witness_lacks(hinting->panel);
    if (lacks)
        comb_buf_printf(&text, "%s: no line solves it", lacks);
    else if (hinting->drawn.count == 0 || any == COMB_NO)
        comb_buf_str(&text, "no line solves this panel (proved)");
    else
        comb_buf_str(&text, "already wrong: no line that solves the panel begins like this (proved)");
    if (right > 0)
        comb_buf_printf(&text, "; it is right up to (%u,%u)", hinting->drawn.nodes[right - 1] % across,
                        hinting->drawn.nodes[right - 1] / across);
    int code = text.failed ? comb_fail_memory(err)
                           : write_none(out, hinting, comb_buf_text(&text), right > 0 ? right - 1 : right, err);
    comb_buf_free(&text);
    return code == COMB_OK ? COMB_NO : code;
}

static int say_none(json_t **out, const struct hinting *hinting, const char *text, int done, struct comb_error *err)
{
    int code = write_none(out, hinting, text, -1, err);
    return code == COMB_OK ? done : code;
}

/* ---- the whole ---- */

static int hint(json_t **out, struct hinting *hinting, struct comb_error *err)
{
    const char *fault = fault_of(hinting);
    if (fault)
        return say_none(out, hinting, fault, COMB_NO, err);
    if (is_solved(hinting))
        return say_none(out, hinting, "the line is complete: it solves the panel", COMB_NO, err);
    struct sought *sought = calloc(1, sizeof *sought);
    int code = sought ? seek(sought, hinting, hinting->drawn.count, COMB_WITNESS_NOWHERE, hinting->seconds, err)
                      : comb_fail_memory(err);
    if (code == COMB_OK)
        hinting->line = sought->line;
    free(sought);
    if (code == COMB_NO)
        return say_wrong(out, hinting, err);
    if (code != COMB_OK && code != COMB_LIMIT)
        return code == COMB_INTERRUPTED ? comb_job_fail(hinting->job, code, err) : code;
    if (choose_hint(hinting, err))
        return write_hint(out, hinting, err);
    if (comb_job_lacks_memory(hinting->job)) {
        comb_job_fail(hinting->job, COMB_LIMIT, err);
        return say_none(out, hinting, "no line and no reason found within the memory limit", COMB_LIMIT, err);
    }
    comb_fail(err, COMB_LIMIT, "no line and no reason found in the time there was: --time-limit gives more");
    return say_none(out, hinting, "no line and no reason found in the time there was", COMB_LIMIT, err);
}

int comb_witness_hint(json_t **out, const void *board, struct comb_job *job, const struct comb_params *params,
                      struct comb_error *err)
{
    struct hinting *hinting = calloc(1, sizeof *hinting);
    *out = NULL;
    if (!hinting)
        return comb_fail_memory(err);
    hinting->panel = board;
    hinting->rules = comb_witness_rules_of(params, hinting->panel);
    hinting->job = job;
    hinting->level = comb_params_int(params, "level", WHERE);
    double limit = comb_params_seconds(params, "time-limit", 0);
    hinting->seconds = limit > 0 ? limit : usual_seconds;
    int code = comb_witness_graph_new(&hinting->graph, board, err);
    if (code == COMB_OK)
        code = read_drawn(hinting, params, err);
    if (code == COMB_OK)
        code = hint(out, hinting, err);
    comb_witness_graph_free(hinting->graph);
    free(hinting);
    return code;
}
