/* Counts the lines of a panel without enumerating them (engine/frontier.h).
 *
 * Without symmetry a line is a simple path in the graph of the nodes and the usable edges. Under symmetry a mirror
 * image runs along, and both must never meet. Fold the panel: a node and its mirror node become one class, an edge
 * and its mirror edge become one edge between classes.
 *
 *     o---o---+---o---o    horizontal: two columns of classes;     A---B---C---D    rotation: four classes,
 *     |   |   |   |   |    the middle column is its own mirror     |   |   |   |    A-B, C-D, A-D once,
 *     o---o---+---o---o    image and belongs to no line            D---C---B---A    B-C twice
 *
 *   - A line whose mirror image shares no node with it visits each class at most once: visiting both nodes of a class
 *     means meeting the mirror image. So it folds to a simple path of classes.
 *   - A node that is its own mirror cannot be visited, so such classes do not exist. An edge that joins a node to its
 *     own mirror would be a loop and is left out; in particular no line crosses the axis of a reflection, as every way
 *     over it is a loop or leads through such a node.
 *   - Conversely, given the start, a simple path of classes unfolds in exactly one way: at the current node of the
 *     line, each edge of its class is one edge of the panel (the other one of the pair begins at the mirror node).
 *     The result is simple and never meets its mirror image, because it visits no class twice.
 *   - Between two classes there may be two edges that are not mirror images of each other, as in the middle of a
 *     panel under rotation. They unfold to different lines, so the folded graph keeps both.
 *
 * Starts and ends come in pairs (comb_witness_panel_pair), so whether a class is a start or an end does not depend
 * on the node. A path of classes unfolds to two lines, one from each of the two starts: each is the mirror line of
 * the other. Without line colours that is one picture, with colours it is two.
 *
 * The line or its mirror image covers a dot on a node or an edge exactly if the path of classes has that class or
 * folded edge, so with --dots these are required. (For dots of a colour that only one of two lines may cover, the
 * count would have to track the sheet of the folded panel on which the path runs; they are rejected.) */
#include "games/witness/count.h"

#include "games/witness/panel/graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NO_CLASS UINT32_MAX

enum { PROGRESS_UNITS = 10000 }; /* units of progress */

/* The folded panel. */
struct folded {
    uint32_t class_of[COMB_WITNESS_MAX_NODES];
    uint32_t edges[COMB_WITNESS_MAX_EDGES][2];
    unsigned classes;
    size_t edge_count;
    bool source[COMB_WITNESS_MAX_NODES], target[COMB_WITNESS_MAX_NODES]; /* by class */
    bool needed[COMB_WITNESS_MAX_NODES], needed_edges[COMB_WITNESS_MAX_EDGES];
    bool impossible; /* no line can cover some dot */
};

static bool absent(const struct comb_witness_graph *graph, unsigned node)
{
    return graph->on_node[node]->kind == COMB_WITNESS_ABSENT || graph->on_node[node]->kind == COMB_WITNESS_GAP;
}

static void add_class(struct folded *folded, const struct comb_witness_graph *graph, unsigned node)
{
    bool symmetric = graph->panel->symmetry != COMB_WITNESS_NO_SYMMETRY;
    unsigned mirror = graph->node_mirror[node];
    bool outside = absent(graph, node) || absent(graph, mirror) || (symmetric && mirror == node);
    if (folded->class_of[node] != NO_CLASS || outside)
        return;
    folded->class_of[node] = folded->class_of[mirror] = folded->classes++;
    assert(folded->classes <= graph->nodes);
}

static bool dotted(const struct comb_witness_thing *thing)
{
    return comb_witness_has_dot(thing);
}

/* Numbers classes along the shorter side, which suits the sweep. */
static void fold(struct folded *folded, const struct comb_witness_graph *graph)
{
    unsigned columns = comb_witness_across(graph->panel), rows = graph->panel->height + 1;
    bool in_graph[COMB_WITNESS_MAX_EDGES] = {false};
    memset(folded, 0, sizeof *folded);
    for (unsigned node = 0; node < graph->nodes; node++)
        folded->class_of[node] = NO_CLASS;
    for (unsigned i = 0; i < graph->nodes; i++)
        add_class(folded, graph, columns <= rows ? i : i / rows + columns * (i % rows));
    for (unsigned edge = 0; edge < graph->edges; edge++) {
        unsigned mirror = graph->edge_mirror[edge];
        uint32_t a = folded->class_of[graph->edge_node[edge][0]], b = folded->class_of[graph->edge_node[edge][1]];
        if (!graph->edge_open[edge] || !graph->edge_open[mirror] || edge > mirror || a == b)
            continue;
        if (a == NO_CLASS || b == NO_CLASS)
            continue;
        assert(a < folded->classes && b < folded->classes && folded->edge_count < graph->edges);
        folded->needed_edges[folded->edge_count] = dotted(graph->on_edge[edge]) || dotted(graph->on_edge[mirror]);
        folded->edges[folded->edge_count][0] = a;
        folded->edges[folded->edge_count++][1] = b;
        in_graph[edge] = in_graph[mirror] = true;
    }
    for (unsigned edge = 0; edge < graph->edges; edge++)
        folded->impossible |= dotted(graph->on_edge[edge]) && !in_graph[edge];
}

/* Sets what a line must cover; nothing if dots do not matter. */
static void require_dots(struct folded *folded, const struct comb_witness_graph *graph, bool dots)
{
    for (unsigned node = 0; node < graph->nodes && dots; node++) {
        if (!dotted(graph->on_node[node]))
            continue;
        if (folded->class_of[node] == NO_CLASS)
            folded->impossible = true;
        else
            folded->needed[folded->class_of[node]] = true;
    }
    if (dots)
        return;
    folded->impossible = false;
    memset(folded->needed_edges, 0, sizeof folded->needed_edges);
}

/* ---- one sweep within a job ---- */

struct progress {
    struct comb_job *job;
    uint64_t reported; /* of PROGRESS_UNITS */
    double fraction;
    int code;
};

static bool on_progress(void *payload, double fraction)
{
    struct progress *progress = payload;
    uint64_t now = (uint64_t)(fraction * PROGRESS_UNITS);
    uint64_t added = now > progress->reported ? now - progress->reported : 0;
    progress->reported += added;
    progress->fraction = fraction;
    progress->code = comb_job_tick(progress->job, added);
    return progress->code != COMB_OK;
}

/* If the job has no limit, half of the machine's memory is the limit. */
static size_t memory_limit(struct comb_job *job)
{
    long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    if (comb_job_budget(job)->limit > 0)
        return comb_job_budget(job)->limit;
    return pages > 0 && bytes > 0 ? (size_t)pages / 2 * (size_t)bytes : 0;
}

static int sweep(struct comb_frontier_count *out, const struct folded *folded, struct comb_job *job,
                 struct comb_error *err)
{
    struct progress progress = {.job = job};
    struct comb_budget budget = {.limit = memory_limit(job)};
    struct comb_frontier_task task = {
        .vertex_count = folded->classes,
        .edge_count = folded->edge_count,
        .edges = folded->edges,
        .source = folded->source,
        .target = folded->target,
        .needed = folded->needed,
        .needed_edges = folded->needed_edges,
        .allow_empty_paths = true,
        .budget = &budget,
        .stop = on_progress,
        .payload = &progress,
    };
    int code = comb_frontier_paths(out, &task, err);
    if (progress.code == COMB_LIMIT)
        return comb_fail(err, COMB_LIMIT,
                         "limit reached after about %.0f %% of the count: raise --time-limit or "
                         "--memory-limit",
                         100 * progress.fraction);
    if (progress.code != COMB_OK)
        return comb_fail(err, progress.code, "interrupted after about %.0f %% of the count", 100 * progress.fraction);
    return code;
}

/* ---- counting ---- */

static void add_count(struct comb_frontier_count *sum, const struct comb_frontier_count *part)
{
    comb_big_add(&sum->paths, part->paths.limbs, COMB_BIG_LIMBS);
    sum->states = part->states > sum->states ? part->states : sum->states;
    sum->width = part->width > sum->width ? part->width : sum->width;
    sum->moves += part->moves;
}

/* Each start has its own end, so each is counted by itself. Under symmetry there are no lines: the opposite node is
 * beyond the axis, or is the mirror node of the start. */
static int count_opposite(struct comb_frontier_count *out, struct folded *folded,
                          const struct comb_witness_graph *graph, struct comb_job *job, struct comb_error *err)
{
    int code = COMB_OK;
    if (graph->panel->symmetry != COMB_WITNESS_NO_SYMMETRY)
        return COMB_OK;
    for (unsigned i = 0; i < graph->start_count && code == COMB_OK; i++) {
        uint32_t from = folded->class_of[graph->starts[i]];
        uint32_t to = folded->class_of[graph->nodes - 1 - graph->starts[i]];
        struct comb_frontier_count part;
        if (to == NO_CLASS)
            continue;
        assert(from != NO_CLASS); /* a start is never absent */
        folded->source[from] = folded->target[to] = true;
        code = sweep(&part, folded, job, err);
        folded->source[from] = folded->target[to] = false;
        add_count(out, &part);
    }
    return code;
}

static int count_from_starts(struct comb_frontier_count *out, struct folded *folded,
                             const struct comb_witness_graph *graph, bool anywhere, struct comb_job *job,
                             struct comb_error *err)
{
    const struct comb_witness_panel *panel = graph->panel;
    bool coloured =
        panel->line_colours[0] != COMB_WITNESS_NO_COLOUR || panel->line_colours[1] != COMB_WITNESS_NO_COLOUR;
    for (unsigned i = 0; i < graph->start_count; i++)
        if (folded->class_of[graph->starts[i]] != NO_CLASS)
            folded->source[folded->class_of[graph->starts[i]]] = true;
    for (unsigned i = 0; i < graph->end_count; i++)
        if (folded->class_of[graph->ends[i]] != NO_CLASS)
            folded->target[folded->class_of[graph->ends[i]]] = true;
    for (unsigned class = 0; class < folded->classes; class ++)
        folded->target[class] |= anywhere;
    int code = sweep(out, folded, job, err);
    struct comb_big single = out->paths;
    if (coloured && panel->symmetry != COMB_WITNESS_NO_SYMMETRY)
        comb_big_add(&out->paths, single.limbs, COMB_BIG_LIMBS);
    return code;
}

static int count_in_graph(struct comb_frontier_count *out, const struct comb_witness_graph *graph,
                          const struct comb_witness_count_task *task, struct comb_job *job, struct comb_error *err)
{
    bool opposite = task->stops == COMB_WITNESS_STOP_OPPOSITE;
    struct folded *folded = malloc(sizeof *folded);
    if (!folded)
        return comb_fail_memory(err);
    comb_job_expect(job, opposite ? (uint64_t)PROGRESS_UNITS * graph->start_count : PROGRESS_UNITS);
    fold(folded, graph);
    require_dots(folded, graph, task->dots);
    int code = COMB_OK;
    if (!folded->impossible)
        code = opposite ? count_opposite(out, folded, graph, job, err)
                        : count_from_starts(out, folded, graph, task->stops == COMB_WITNESS_STOP_ANYWHERE, job, err);
    free(folded);
    return code;
}

static int check_dots(const struct comb_witness_panel *panel, struct comb_error *err)
{
    if (panel->line_colours[0] == COMB_WITNESS_NO_COLOUR && panel->line_colours[1] == COMB_WITNESS_NO_COLOUR)
        return COMB_OK;
    for (unsigned row = 0; row < comb_witness_rows(panel); row++)
        for (unsigned column = 0; column < comb_witness_columns(panel); column++) {
            const struct comb_witness_thing *thing = comb_witness_at(panel, column, row);
            if (dotted(thing) && thing->colour != COMB_WITNESS_NO_COLOUR)
                return comb_fail(err, COMB_BAD_INPUT,
                                 "--dots: the dot in row %u, column %u is %s and the lines are coloured: expected dots "
                                 "that any line may cover",
                                 row + 1, column + 1, comb_witness_colour_name(thing->colour));
        }
    return COMB_OK;
}

int comb_witness_count_lines(struct comb_frontier_count *out, const struct comb_witness_count_task *task,
                             struct comb_job *job, struct comb_error *err)
{
    struct comb_witness_panel *paired = NULL;
    struct comb_witness_graph *graph = NULL;
    *out = (struct comb_frontier_count){0};
    int code = task->dots ? check_dots(task->panel, err) : COMB_OK;
    if (code == COMB_OK)
        code = comb_witness_panel_copy(&paired, task->panel, 0, err);
    if (code == COMB_OK) {
        paired->unpaired = false;
        comb_witness_panel_pair(paired);
        code = comb_witness_graph_new(&graph, paired, err);
    }
    if (code == COMB_OK && graph->half_points)
        code = comb_fail(err, COMB_BAD_INPUT,
                         "lines that start or end in the middle of an edge cannot be counted; 'comb solve --lines' "
                         "counts the solutions");
    if (code == COMB_OK)
        code = count_in_graph(out, graph, task, job, err);
    comb_witness_graph_free(graph);
    comb_witness_panel_free(paired);
    return code;
}

/* ---- report ---- */

static unsigned count_starts(const struct comb_witness_panel *panel)
{
    unsigned starts = 0;
    for (unsigned row = 0; row < comb_witness_rows(panel); row += 2)
        for (unsigned column = 0; column < comb_witness_columns(panel); column += 2)
            starts += comb_witness_is_start(comb_witness_at(panel, column, row));
    return starts;
}

/* Prints how long enumerating all lines would take, at ten million per second. */
static void print_walk_time(struct comb_buf *out, double lines)
{
    static const struct {
        double seconds;
        const char *name;
    } units[] = {{31557600e9, "billion years"},
                 {31557600e6, "million years"},
                 {31557600, "years"},
                 {86400, "days"},
                 {3600, "hours"},
                 {60, "minutes"},
                 {1, "seconds"}};
    double seconds = lines / 1e7;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (seconds >= 2 * units[i].seconds) {
            comb_buf_printf(out, "; enumerating them at ten million per second would take %.3g %s",
                            seconds / units[i].seconds, units[i].name);
            return;
        }
}

static void print_count(struct comb_buf *out, const struct comb_witness_count_task *task,
                        const struct comb_frontier_count *count, double seconds)
{
    static const char *const stop_texts[] = {"to any node", "to the node diagonally opposite", "to the ends"};
    const struct comb_witness_panel *panel = task->panel;
    assert(task->stops < sizeof stop_texts / sizeof *stop_texts);
    bool symmetric = panel->symmetry != COMB_WITNESS_NO_SYMMETRY;
    comb_buf_printf(out, "%ux%u: ", panel->width, panel->height);
    comb_big_print(out, &count->paths, ',');
    comb_buf_printf(out, " line%s from the start%s, %s%s", comb_big_real(&count->paths) == 1 ? "" : "s",
                    count_starts(panel) == 1 ? "" : "s", stop_texts[task->stops], task->dots ? ", over every dot" : "");
    if (symmetric && task->stops == COMB_WITNESS_STOP_OPPOSITE)
        comb_buf_str(out, ": under symmetry the mirror image blocks it");
    else if (symmetric)
        comb_buf_str(out, ", each with its mirror image");
    comb_buf_printf(out, "\ncounted in %.2g s by a sweep with at most %zu states at a time", seconds, count->states);
    print_walk_time(out, comb_big_real(&count->paths));
}

static const char *const stop_names[] = {"any", "corner", "panel"};

static struct comb_witness_count_task task_of(const struct comb_witness_panel *panel, const struct comb_params *params)
{
    struct comb_witness_count_task task = {.panel = panel, .dots = comb_params_flag(params, "dots")};
    const char *ends = comb_params_text(params, "ends", stop_names[0]);
    while (task.stops < COMB_WITNESS_STOP_AT_ENDS && strcmp(ends, stop_names[task.stops]) != 0)
        task.stops++;
    return task;
}

static int write_count(json_t **out, const struct comb_witness_count_task *task,
                       const struct comb_frontier_count *count, double seconds, struct comb_error *err)
{
    struct comb_json build = {0};
    struct comb_buf size = {0}, paths = {0}, text = {0};
    comb_buf_printf(&size, "%ux%u", task->panel->width, task->panel->height);
    comb_big_print(&paths, &count->paths, 0);
    print_count(&text, task, count, seconds);
    json_t *root = comb_json_object(&build);
    comb_json_set(&build, root, "size", comb_json_string(&build, comb_buf_text(&size)));
    comb_json_set(&build, root, "ends", comb_json_string(&build, stop_names[task->stops]));
    comb_json_set(&build, root, "dots", comb_json_bool(&build, task->dots));
    comb_json_set(&build, root, "starts", comb_json_int(&build, count_starts(task->panel)));
    comb_json_set(&build, root, "paths", comb_json_string(&build, comb_buf_text(&paths)));
    comb_json_set(&build, root, "seconds", comb_json_real(&build, seconds));
    comb_json_set(&build, root, "states", comb_json_int(&build, (long long)count->states));
    comb_json_set(&build, root, "text", comb_json_string(&build, comb_buf_text(&text)));
    build.failed |= size.failed | paths.failed | text.failed;
    comb_buf_free(&size);
    comb_buf_free(&paths);
    comb_buf_free(&text);
    return comb_json_finish(out, &build, root, err);
}

int comb_witness_count(json_t **out, const void *board, struct comb_job *job, const struct comb_params *params,
                       struct comb_error *err)
{
    struct comb_witness_count_task task = task_of(board, params);
    struct comb_frontier_count count;
    double began = comb_job_seconds(job);
    *out = NULL;
    int code = comb_witness_count_lines(&count, &task, job, err);
    return code == COMB_OK ? write_count(out, &task, &count, comb_job_seconds(job) - began, err) : code;
}
