/* Solves panels of The Witness, one per line in any form, one path each, and checks them with the verifier.
 *
 *     witness [--limit SECONDS] [--threads N] [--seed N] [--rules NAME] [--line N] [--step N] [--baseline] [--times]
 *             [--only sat|local] FILE...
 *
 * Prints per file how many were solved within 1, 3 and 10 seconds and the limit, the median and other quantiles,
 * answers that the verifier rejects and panels reported unsolvable; then the unsolved ones. Times are CPU seconds, per
 * panel (with threads: of the whole process). --step N uses every N-th panel, --line one panel. --baseline also runs a
 * plain depth-first search that checks complete paths only, on the same panels under the same limit. --only
 * runs SAT or local search alone; panels that it does not handle count as not solved. */
#define _POSIX_C_SOURCE 200809L
#include "base/file.h"
#include "core/job.h"
#include "games/witness/local/local_line.h"
#include "games/witness/sat/sat_line.h"
#include "games/witness/search/search.h"
#include "games/witness/text/text.h"
#include "games/witness/verify/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct settings {
    double limit;
    unsigned threads;
    uint64_t seed;
    struct comb_witness_rules rules;
    unsigned line, step;
    bool baseline, times;
    char only; /* one method: 's' SAT, 'l' local search; 0: all */
    struct comb_context *context;
};

enum verdict { SOLVED, REFUSED, NO_LINE, UNSOLVED, UNREADABLE };

struct row {
    unsigned line;
    enum verdict verdict;
    double seconds;
    double plain; /* of the baseline; negative: not solved */
    uint64_t nodes;
    char what[96];
};

struct table {
    struct row *rows;
    size_t count;
};

static double cpu_seconds(void *payload)
{
    struct timespec now;
    (void)payload;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static _Noreturn void die(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(2);
}

/* "8x8 rotational, 3 squares, 12 polyominoes (2 blue), 1 elimination" */
static void describe(char *out, size_t size, const struct comb_witness_panel *panel)
{
    static const char *const names[] = {
        [COMB_WITNESS_START] = "start",   [COMB_WITNESS_END] = "end",          [COMB_WITNESS_DOT] = "dot",
        [COMB_WITNESS_SQUARE] = "square", [COMB_WITNESS_STAR] = "star",        [COMB_WITNESS_POLYOMINO] = "poly",
        [COMB_WITNESS_ELIMINATION] = "Y", [COMB_WITNESS_TRIANGLE] = "triangle"};
    unsigned counts[COMB_WITNESS_TRIANGLE + 1] = {0}, blues = 0;
    for (unsigned i = 0; i < comb_witness_columns(panel) * comb_witness_rows(panel); i++) {
        counts[panel->places[i].kind]++;
        blues += panel->places[i].kind == COMB_WITNESS_POLYOMINO && panel->places[i].negative;
    }
    int used = snprintf(out, size, "%ux%u%s", panel->width, panel->height,
                        panel->symmetry == COMB_WITNESS_NO_SYMMETRY ? "" : " symmetric");
    for (unsigned kind = 0; kind <= COMB_WITNESS_TRIANGLE; kind++)
        if (counts[kind] > 0 && names[kind] && used > 0 && (size_t)used < size)
            used += snprintf(out + used, size - (size_t)used, " %u%s", counts[kind], names[kind]);
    if (blues > 0 && used > 0 && (size_t)used < size)
        snprintf(out + used, size - (size_t)used, " (%u blue)", blues);
}

static bool verified(const struct comb_witness_graph *graph, const struct settings *settings,
                     const struct comb_witness_line *line)
{
    unsigned points[COMB_WITNESS_MAX_POINTS][2];
    for (unsigned i = 0; i < line->count; i++) {
        struct comb_witness_at at = comb_witness_point_place(graph, line->nodes[i]);
        points[i][0] = at.column;
        points[i][1] = at.row;
    }
    return comb_witness_verify_points(NULL, graph->panel, &settings->rules, (const unsigned(*)[2])points, line->count,
                                      NULL, NULL) == COMB_OK;
}

static struct comb_job *new_job(const struct settings *settings)
{
    struct comb_job_setup setup = {.context = settings->context,
                                   .time_limit = settings->limit,
                                   .threads = settings->threads,
                                   .seed = settings->seed,
                                   .clock = cpu_seconds};
    struct comb_job *job;
    struct comb_error err;
    if (comb_job_new(&job, &setup, &err) != COMB_OK)
        die("job", err.message);
    return job;
}

static int run_only(struct comb_witness_outcome *out, const struct comb_witness_task *task, struct comb_job *job,
                    const struct settings *settings)
{
    memset(out, 0, sizeof *out);
    if (settings->only == 's')
        return comb_witness_sat_line(out, task, job, 0, NULL);
    struct comb_local_line *local;
    int code = comb_local_line_new(&local, task, job, settings->seed, NULL);
    if (code != COMB_OK || !local)
        return COMB_LIMIT;
    code = comb_local_line_run(local, UINT64_MAX);
    out->lines = code == COMB_OK;
    comb_local_line_get(&out->line, local);
    comb_local_line_free(local);
    return code;
}

static void solve(struct row *row, const struct comb_witness_graph *graph, const struct settings *settings)
{
    struct comb_job *job = new_job(settings);
    struct comb_witness_outcome out;
    struct comb_witness_task task = {.graph = graph, .rules = settings->rules};
    double began = cpu_seconds(NULL);
    int code = settings->only ? run_only(&out, &task, job, settings) : comb_witness_search(&out, &task, job, NULL);
    row->seconds = cpu_seconds(NULL) - began;
    row->nodes = out.nodes;
    if (out.lines > 0)
        row->verdict = verified(graph, settings, &out.line) ? SOLVED : REFUSED;
    else
        row->verdict = code == COMB_OK && out.exhausted ? NO_LINE : UNSOLVED;
    comb_job_free(job);
}

/* ---- the plain search ---- */

struct plain {
    const struct comb_witness_graph *graph;
    const struct settings *settings;
    struct comb_witness_line line;
    bool taken[COMB_WITNESS_MAX_NODES];
    double until;
    bool over;
    uint64_t steps;
};

static bool plain_may(const struct plain *plain, unsigned node, unsigned side)
{
    const struct comb_witness_graph *graph = plain->graph;
    unsigned edge = graph->node_edge[node][side], next = graph->node_next[node][side];
    return edge != COMB_WITNESS_NOWHERE && graph->edge_open[edge] && graph->edge_open[graph->edge_mirror[edge]] &&
           !plain->taken[next] &&
           (graph->panel->symmetry == COMB_WITNESS_NO_SYMMETRY || graph->node_mirror[next] != next);
}

static bool plain_walk(struct plain *plain, unsigned node)
{
    const struct comb_witness_graph *graph = plain->graph;
    if (++plain->steps % 256 == 0)
        plain->over = plain->over || cpu_seconds(NULL) > plain->until;
    if (plain->over)
        return false;
    plain->line.nodes[plain->line.count++] = (uint16_t)node;
    plain->taken[node] = plain->taken[graph->node_mirror[node]] = true;
    bool good = graph->on_node[node]->kind == COMB_WITNESS_END && verified(graph, plain->settings, &plain->line);
    for (unsigned side = 0; side < 4 && !good; side++)
        if (plain_may(plain, node, side) && graph->node_mirror[graph->node_next[node][side]] != node)
            good = plain_walk(plain, graph->node_next[node][side]);
    plain->taken[node] = plain->taken[graph->node_mirror[node]] = false;
    plain->line.count--;
    return good;
}

static double plain_solve(const struct comb_witness_graph *graph, const struct settings *settings)
{
    struct plain *plain = calloc(1, sizeof *plain);
    if (!plain)
        die("baseline", "out of memory");
    double began = cpu_seconds(NULL);
    *plain = (struct plain){.graph = graph, .settings = settings, .until = began + settings->limit};
    bool good = false;
    for (unsigned i = 0; i < graph->start_count && !good; i++)
        good = plain_walk(plain, graph->starts[i]);
    free(plain);
    return good ? cpu_seconds(NULL) - began : -1;
}

/* ---- files ---- */

static void do_panel(struct row *row, const char *text, size_t length, const struct settings *settings)
{
    struct comb_witness_panel *panel = NULL;
    struct comb_witness_graph *graph = NULL;
    struct comb_error err;
    row->verdict = UNREADABLE;
    row->plain = -1;
    if (comb_witness_read(&panel, text, length, &err) != COMB_OK) {
        snprintf(row->what, sizeof row->what, "%.90s", err.message);
        return;
    }
    describe(row->what, sizeof row->what, panel);
    if (comb_witness_graph_new(&graph, panel, &err) != COMB_OK)
        die("graph", err.message);
    solve(row, graph, settings);
    if (settings->baseline)
        row->plain = plain_solve(graph, settings);
    comb_witness_graph_free(graph);
    comb_witness_panel_free(panel);
}

static struct row *add_row(struct table *table, unsigned line)
{
    struct row *rows = realloc(table->rows, (table->count + 1) * sizeof rows[0]);
    if (!rows)
        die("rows", "out of memory");
    table->rows = rows;
    struct row *row = &rows[table->count++];
    memset(row, 0, sizeof *row);
    row->line = line;
    return row;
}

static void do_file(struct table *table, const char *text, const struct settings *settings)
{
    unsigned line = 0;
    for (const char *at = text; *at != '\0';) {
        size_t length = strcspn(at, "\r\n");
        line++;
        bool chosen = settings->line == 0 ? line % settings->step == 0 : line == settings->line;
        if (length > 0 && chosen) {
            struct row *row = add_row(table, line);
            do_panel(row, at, length, settings);
            if (settings->times)
                printf("%5u %d %9.3f ms %9llu  %s\n", line, (int)row->verdict, row->seconds * 1e3,
                       (unsigned long long)row->nodes, row->what);
        }
        at += length;
        at += *at == '\r';
        at += *at == '\n';
    }
}

/* ---- tables ---- */

static int by_time(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    double left = x->verdict == SOLVED ? x->seconds : 1e9, right = y->verdict == SOLVED ? y->seconds : 1e9;
    return left < right ? -1 : left > right;
}

static unsigned solved_within(const struct table *table, double seconds)
{
    unsigned count = 0;
    for (size_t i = 0; i < table->count; i++)
        count += table->rows[i].verdict == SOLVED && table->rows[i].seconds <= seconds;
    return count;
}

static unsigned count_verdict(const struct table *table, enum verdict verdict)
{
    unsigned count = 0;
    for (size_t i = 0; i < table->count; i++)
        count += table->rows[i].verdict == verdict;
    return count;
}

static void print_quantile(const struct table *table, const char *name, double quantile)
{
    const struct row *row = &table->rows[(size_t)((double)(table->count - 1) * quantile)];
    if (row->verdict == SOLVED)
        printf("  %s %.2f ms", name, row->seconds * 1e3);
    else
        printf("  %s -", name);
}

static void print_unsolved(const struct table *table)
{
    static const char *const names[] = {"solved", "REJECTED by the verifier", "reported unsolvable", "not solved",
                                        "unreadable"};
    for (size_t i = 0; i < table->count; i++)
        if (table->rows[i].verdict != SOLVED)
            printf("  line %u: %s: %s (%llu nodes)\n", table->rows[i].line, names[table->rows[i].verdict],
                   table->rows[i].what, (unsigned long long)table->rows[i].nodes);
}

static void print_baseline(const struct table *table, const struct settings *settings)
{
    unsigned solved = 0;
    double ours = 0, plain = 0;
    for (size_t i = 0; i < table->count; i++) {
        solved += table->rows[i].plain >= 0;
        plain += table->rows[i].plain >= 0 ? table->rows[i].plain : settings->limit;
        ours += table->rows[i].seconds;
    }
    printf("  plain search: %u of %zu solved, %.2f s; ours %.2f s\n", solved, table->count, plain, ours);
}

static void print_table(const char *name, struct table *table, const struct settings *settings)
{
    double total = 0;
    if (table->count == 0)
        return;
    for (size_t i = 0; i < table->count; i++)
        total += table->rows[i].seconds;
    qsort(table->rows, table->count, sizeof table->rows[0], by_time);
    printf(
        "%s: %zu panels, solved in 0.1 s %u, 1 s %u (%.2f %%), 3 s %u, 10 s %u (%.2f %%), rejected %u, unsolvable %u\n",
        name, table->count, solved_within(table, 0.1), solved_within(table, 1),
        100.0 * solved_within(table, 1) / (double)table->count, solved_within(table, 3), solved_within(table, 10),
        100.0 * solved_within(table, 10) / (double)table->count, count_verdict(table, REFUSED),
        count_verdict(table, NO_LINE));
    print_quantile(table, "p50", 0.5);
    print_quantile(table, "p90", 0.9);
    print_quantile(table, "p95", 0.95);
    print_quantile(table, "p99", 0.99);
    printf("  total %.1f s\n", total);
    print_unsolved(table);
    if (settings->baseline)
        print_baseline(table, settings);
}

static bool set_rules(struct settings *settings, const char *name)
{
    return comb_witness_rules_named(&settings->rules, name);
}

/* Returns true if the option accepts the value. */
static bool set_value(struct settings *settings, const char *option, const char *value)
{
    if (strcmp(option, "--rules") == 0)
        return set_rules(settings, value);
    if (strcmp(option, "--only") == 0) {
        settings->only = value[0];
        return true;
    }
    double number = strtod(value, NULL);
    if (strcmp(option, "--limit") == 0)
        settings->limit = number;
    else if (strcmp(option, "--threads") == 0)
        settings->threads = (unsigned)number;
    else if (strcmp(option, "--seed") == 0)
        settings->seed = (uint64_t)number;
    else if (strcmp(option, "--line") == 0)
        settings->line = (unsigned)number;
    else if (strcmp(option, "--step") == 0)
        settings->step = number >= 1 ? (unsigned)number : 1;
    else
        return false;
    return true;
}

static void run_file(const char *path, const struct settings *settings)
{
    struct comb_buf text = {0};
    struct comb_error err;
    struct table table = {NULL, 0};
    if (comb_file_read(&text, path, 1 << 24, &err) != COMB_OK)
        die(path, err.message);
    do_file(&table, comb_buf_text(&text), settings);
    print_table(path, &table, settings);
    fflush(stdout);
    free(table.rows);
    comb_buf_free(&text);
}

int main(int argc, char **argv)
{
    struct settings settings = {.limit = 1, .threads = 1, .step = 1};
    struct comb_error err;
    if (comb_context_new(&settings.context, &err) != COMB_OK)
        die("context", err.message);
    unsigned files = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--baseline") == 0)
            settings.baseline = true;
        else if (strcmp(argv[i], "--times") == 0)
            settings.times = true;
        else if (strncmp(argv[i], "--", 2) == 0) {
            if (i + 1 == argc || !set_value(&settings, argv[i], argv[i + 1]))
                die(argv[i], "unknown option or value");
            i++;
        } else {
            files++;
            run_file(argv[i], &settings);
        }
    }
    if (files == 0)
        die("witness", "expected files with one panel per line");
    comb_context_free(settings.context);
    return 0;
}
