/* Checks a panel for its author: whether it can be solved, by how many lines, the shortest one, redundant symbols,
 * warnings. The exhaustive search counts lines, up to a number and a time limit; a search that hits a limit is
 * reported as incomplete. A symbol is redundant if the panel without it still has a unique solution: one search per
 * symbol. */
#include "games/witness/lint.h"

#include "base/vec.h"
#include "games/witness/draw/phrases.h"
#include "games/witness/solve.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_LINES = 1000000 };

static const double usual_seconds = 20;

struct warning {
    unsigned column, row;
    const char *message;
};

struct lint {
    const struct comb_witness_panel *panel;
    struct comb_witness_graph *graph;
    struct comb_witness_rules rules;
    struct comb_job *job;
    double seconds;
    uint64_t lines;
    bool complete; /* `lines` is the exact number */
    struct comb_witness_line path, rival;
    unsigned shortest;                   /* steps; 0: unknown */
    struct COMB_VEC(unsigned) redundant; /* places */
    unsigned tried, symbols;
    struct COMB_VEC(struct warning) warnings;
};

/* ---- searching ---- */

struct counter {
    struct lint *lint; /* or NULL: count only */
    uint64_t lines, max;
};

static bool count_line(void *payload, const struct comb_witness_line *line)
{
    struct counter *counter = payload;
    if (counter->lint && counter->lines < 2)
        *(counter->lines == 0 ? &counter->lint->path : &counter->lint->rival) = *line;
    return ++counter->lines < counter->max;
}

/* COMB_OK if the search ended by itself; *complete if it found every line. */
static int count_with_limit(struct counter *counter, bool *complete, struct lint *lint,
                            const struct comb_witness_graph *graph, struct comb_error *err)
{
    double left = lint->seconds - comb_job_seconds(lint->job);
    struct comb_witness_outcome *outcome = calloc(1, sizeof *outcome);
    struct comb_job *part = NULL;
    struct comb_witness_task task = {.graph = graph, .rules = lint->rules, .on_found = count_line, .payload = counter};
    *complete = false;
    if (!outcome)
        return comb_fail_memory(err);
    int code = left <= 0 ? COMB_LIMIT : comb_job_tick(lint->job, 1);
    if (code == COMB_OK)
        code = comb_job_new(&part,
                            &(struct comb_job_setup){.context = comb_job_context(lint->job),
                                                     .parent = lint->job,
                                                     .time_limit = left,
                                                     .threads = comb_job_threads(lint->job),
                                                     .seed = comb_job_seed(lint->job)},
                            err);
    if (code == COMB_OK)
        code = comb_witness_search(outcome, &task, part, err);
    *complete = code == COMB_OK && outcome->exhausted;
    comb_job_free(part);
    free(outcome);
    return code;
}

static int count_lines(struct lint *lint, struct comb_error *err)
{
    struct counter counter = {lint, 0, MAX_LINES};
    int code = count_with_limit(&counter, &lint->complete, lint, lint->graph, err);
    lint->lines = counter.lines;
    return code;
}

static int find_shortest(struct lint *lint, struct comb_error *err)
{
    double left = lint->seconds - comb_job_seconds(lint->job);
    struct comb_witness_outcome *outcome = calloc(1, sizeof *outcome);
    struct comb_job *part = NULL;
    struct comb_witness_task task = {.graph = lint->graph, .rules = lint->rules, .shortest = true};
    if (!outcome)
        return comb_fail_memory(err);
    int code = left <= 0 ? COMB_LIMIT
                         : comb_job_new(&part,
                                        &(struct comb_job_setup){.context = comb_job_context(lint->job),
                                                                 .parent = lint->job,
                                                                 .time_limit = left / 2,
                                                                 .threads = comb_job_threads(lint->job),
                                                                 .seed = comb_job_seed(lint->job)},
                                        err);
    if (code == COMB_OK)
        code = comb_witness_search(outcome, &task, part, err);
    if (code == COMB_OK && outcome->line.count > 0) {
        lint->shortest = outcome->line.count - 1;
        lint->path = outcome->line;
    }
    comb_job_free(part);
    free(outcome);
    return code;
}

/* ---- redundant symbols ---- */

static bool is_removable(const struct comb_witness_thing *thing)
{
    return thing->kind >= COMB_WITNESS_GAP;
}

/* Decides whether the panel without the thing at a place has exactly one solution; COMB_LIMIT if undecided. */
static int unique_without(bool *unique, struct lint *lint, unsigned place, struct comb_error *err)
{
    struct comb_witness_panel *copy;
    struct comb_witness_graph *graph = NULL;
    struct counter counter = {NULL, 0, 2};
    bool complete = false;
    int code = comb_witness_panel_copy(&copy, lint->panel, 0, err);
    if (code == COMB_OK) {
        copy->places[place] = (struct comb_witness_thing){0};
        code = comb_witness_graph_new(&graph, copy, err);
    }
    if (code == COMB_OK)
        code = count_with_limit(&counter, &complete, lint, graph, err);
    *unique = code == COMB_OK && complete && counter.lines == 1;
    comb_witness_graph_free(graph);
    comb_witness_panel_free(copy);
    return code;
}

static int find_redundant(struct lint *lint, struct comb_error *err)
{
    const struct comb_witness_panel *panel = lint->panel;
    unsigned places = comb_witness_columns(panel) * comb_witness_rows(panel);
    int code = COMB_OK;
    for (unsigned place = 0; place < places; place++)
        lint->symbols += is_removable(&panel->places[place]);
    for (unsigned place = 0; code == COMB_OK && place < places; place++) {
        bool unique = false;
        if (!is_removable(&panel->places[place]))
            continue;
        code = unique_without(&unique, lint, place, err);
        lint->tried += code == COMB_OK;
        if (unique && !comb_vec_push(&lint->redundant, place))
            code = comb_fail_memory(err);
    }
    return code;
}

/* ---- warnings ---- */

static bool add_warning(struct lint *lint, unsigned place, const char *message)
{
    unsigned columns = comb_witness_columns(lint->panel);
    return comb_vec_push(&lint->warnings, (struct warning){place % columns, place / columns, message});
}

static unsigned open_edges(const struct lint *lint, unsigned node)
{
    unsigned count = 0;
    for (unsigned side = 0; side < 4; side++) {
        unsigned edge = lint->graph->node_edge[node][side];
        count += edge != COMB_WITNESS_NOWHERE && lint->graph->edge_open[edge];
    }
    return count;
}

static const char *find_warning(const struct lint *lint, unsigned column, unsigned row)
{
    const struct comb_witness_thing *thing = comb_witness_at(lint->panel, column, row);
    unsigned node = column / 2 + comb_witness_across(lint->panel) * (row / 2);
    bool on_node = column % 2 == 0 && row % 2 == 0;
    bool ends = on_node && (comb_witness_is_start(thing) || comb_witness_is_end(thing));
    int direction[2] = {1, 1};
    if (on_node && comb_witness_is_end(thing))
        comb_witness_end_direction(direction, lint->panel, column, row);
    if (ends && open_edges(lint, node) == 0)
        return "no edge leads to it";
    if (direction[0] == 0 && direction[1] == 0)
        return "an end inside the panel: its cap has no direction, and no line can enter it in The Windmill";
    if ((thing->kind == COMB_WITNESS_SQUARE || thing->kind == COMB_WITNESS_STAR) && !thing->colour)
        return "it has no colour and is ignored";
    if (thing->kind == COMB_WITNESS_POLYOMINO && (!thing->shape || comb_witness_shape_size(thing->shape) == 0))
        return "the piece has no cells";
    if (thing->kind == COMB_WITNESS_TRIANGLE && thing->triangles > 3)
        return "a line covers at most three sides of a cell";
    return NULL;
}

static int find_warnings(struct lint *lint, struct comb_error *err)
{
    const struct comb_witness_panel *panel = lint->panel;
    bool stored = true;
    for (unsigned row = 0; row < comb_witness_rows(panel); row++)
        for (unsigned column = 0; column < comb_witness_columns(panel); column++) {
            const char *message = find_warning(lint, column, row);
            if (message)
                stored &= add_warning(lint, column + comb_witness_columns(panel) * row, message);
        }
    return stored ? COMB_OK : comb_fail_memory(err);
}

/* ---- report ---- */

static void name_symbol(struct comb_buf *out, const struct lint *lint, unsigned column, unsigned row)
{
    comb_witness_name_thing(out, comb_witness_at(lint->panel, column, row));
    comb_buf_char(out, ' ');
    comb_witness_name_place(out, column, row);
}

static const char *limit_text(const struct lint *lint)
{
    return comb_job_out_of_memory(lint->job) ? "within the memory limit" : "within the time limit";
}

static void print_lines(struct comb_buf *out, const struct lint *lint)
{
    const char *rules = comb_witness_rules_name(&lint->rules);
    const char *missing = comb_witness_missing_endpoint(lint->panel);
    if (missing)
        comb_buf_printf(out, "%s: no solution", missing);
    else if (lint->lines == 0 && lint->complete)
        comb_buf_printf(out, "no solution under %s rules (proved)", rules);
    else if (lint->lines == 0)
        comb_buf_printf(out, "no solution found under %s rules %s", rules, limit_text(lint));
    else if (lint->lines == 1 && lint->complete)
        comb_buf_printf(out, "unique solution under %s rules", rules);
    else
        comb_buf_printf(out, "%s%llu solution%s under %s rules", lint->complete ? "" : "at least ",
                        (unsigned long long)lint->lines, lint->lines == 1 ? "" : "s", rules);
    if (lint->shortest > 0)
        comb_buf_printf(out, "\nthe shortest has %u step%s", lint->shortest, lint->shortest == 1 ? "" : "s");
}

static void print_redundant(struct comb_buf *out, const struct lint *lint)
{
    unsigned columns = comb_witness_columns(lint->panel);
    if (lint->symbols == 0)
        return;
    if (lint->redundant.count == 0)
        comb_buf_str(out, "\nno redundant symbols");
    else
        comb_buf_str(out, "\nredundant symbols (any one can go): ");
    for (size_t i = 0; i < lint->redundant.count; i++) {
        comb_buf_str(out, i > 0 ? ", " : "");
        name_symbol(out, lint, lint->redundant.items[i] % columns, lint->redundant.items[i] / columns);
    }
    if (lint->tried < lint->symbols)
        comb_buf_printf(out, "; tried %u of %u symbols and gaps %s", lint->tried, lint->symbols, limit_text(lint));
}

static void print_lint(struct comb_buf *out, const struct lint *lint)
{
    print_lines(out, lint);
    print_redundant(out, lint);
    for (size_t i = 0; i < lint->warnings.count; i++) {
        const struct warning *warning = &lint->warnings.items[i];
        comb_buf_char(out, '\n');
        name_symbol(out, lint, warning->column, warning->row);
        comb_buf_printf(out, ": %s", warning->message);
    }
}

/* ---- JSON ---- */

static json_t *redundant_json(struct comb_json *build, const struct lint *lint)
{
    unsigned columns = comb_witness_columns(lint->panel);
    json_t *places = comb_json_array(build);
    for (size_t i = 0; i < lint->redundant.count; i++)
        comb_json_push(build, places,
                       comb_json_pair(build, lint->redundant.items[i] % columns, lint->redundant.items[i] / columns));
    return places;
}

static json_t *warnings_json(struct comb_json *build, const struct lint *lint)
{
    json_t *warnings = comb_json_array(build);
    for (size_t i = 0; i < lint->warnings.count; i++) {
        const struct warning *warning = &lint->warnings.items[i];
        json_t *object = comb_json_object(build);
        comb_json_set(build, object, "place", comb_json_pair(build, warning->column, warning->row));
        comb_json_set(build, object, "message", comb_json_string(build, warning->message));
        comb_json_push(build, warnings, object);
    }
    return warnings;
}

static void set_lines(struct comb_json *build, json_t *root, const struct lint *lint)
{
    comb_json_set(build, root, "fair", comb_json_bool(build, lint->lines > 0));
    comb_json_set(build, root, "lines", comb_json_int(build, (long long)lint->lines));
    comb_json_set(build, root, "complete", comb_json_bool(build, lint->complete));
    if (lint->complete || lint->lines > 1)
        comb_json_set(build, root, "unique", comb_json_bool(build, lint->lines == 1));
    if (lint->shortest > 0)
        comb_json_set(build, root, "shortest", comb_json_int(build, lint->shortest));
    if (lint->path.count > 0)
        comb_json_set(build, root, "path", comb_witness_path(build, lint->graph, &lint->path, false));
    if (lint->rival.count > 0)
        comb_json_set(build, root, "rival", comb_witness_path(build, lint->graph, &lint->rival, false));
}

static int write_lint(json_t **out, const struct lint *lint, struct comb_error *err)
{
    struct comb_json build = {0};
    struct comb_buf text = {0};
    json_t *root = comb_json_object(&build);
    print_lint(&text, lint);
    set_lines(&build, root, lint);
    if (lint->symbols > 0) {
        comb_json_set(&build, root, "redundant", redundant_json(&build, lint));
        comb_json_set(&build, root, "tried", comb_json_int(&build, lint->tried));
    }
    comb_json_set(&build, root, "findings", warnings_json(&build, lint));
    comb_json_set(&build, root, "rules", comb_json_string(&build, comb_witness_rules_name(&lint->rules)));
    comb_json_set(&build, root, "text", comb_json_string(&build, comb_buf_text(&text)));
    build.failed |= text.failed;
    comb_buf_free(&text);
    return comb_json_finish(out, &build, root, err);
}

/* ---- entry point ---- */

static bool stopped(int code)
{
    return code == COMB_LIMIT || code == COMB_INTERRUPTED;
}

static int run_checks(struct lint *lint, struct comb_error *err)
{
    int code = find_warnings(lint, err);
    if (code == COMB_OK)
        code = count_lines(lint, err);
    int counted = code;
    if ((code == COMB_OK || code == COMB_LIMIT) && lint->lines > 1)
        code = find_shortest(lint, err);
    if (code == COMB_OK && lint->lines == 1 && lint->complete) {
        lint->shortest = lint->path.count - 1;
        code = find_redundant(lint, err);
    }
    return counted != COMB_OK ? counted : code;
}

/* The limit that was reached may be the default of this check, which the job does not know. */
static void report_stop(const struct lint *lint, int code, struct comb_error *err)
{
    if (code == COMB_INTERRUPTED || comb_job_out_of_memory(lint->job))
        comb_job_fail(lint->job, code, err);
    else if (code == COMB_LIMIT)
        comb_fail(err, code, "undecided after %g s: raise --time-limit", lint->seconds);
}

int comb_witness_lint(json_t **warnings, const void *board, struct comb_job *job, const struct comb_params *params,
                      struct comb_error *err)
{
    struct lint *lint = calloc(1, sizeof *lint);
    *warnings = NULL;
    if (!lint)
        return comb_fail_memory(err);
    double limit = comb_params_seconds(params, "time-limit", 0);
    lint->panel = board;
    lint->rules = comb_witness_rules_of(params, lint->panel);
    lint->job = job;
    lint->seconds = limit > 0 ? limit : usual_seconds;
    int code = comb_witness_graph_new(&lint->graph, board, err);
    if (code == COMB_OK)
        code = run_checks(lint, err);
    bool decided = lint->lines > 0 || lint->complete;
    if (code == COMB_OK || stopped(code)) {
        int ended = code == COMB_INTERRUPTED || !decided ? code : lint->lines > 0 ? COMB_OK : COMB_NO;
        code = write_lint(warnings, lint, err);
        if (code == COMB_OK)
            report_stop(lint, ended, err);
        code = code == COMB_OK ? ended : code;
    }
    comb_vec_free(&lint->redundant);
    comb_vec_free(&lint->warnings);
    comb_witness_graph_free(lint->graph);
    free(lint);
    return code;
}
