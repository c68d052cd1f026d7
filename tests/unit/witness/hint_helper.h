/* What tests of hints and of their rules share: options, rule sets and pictures of lines. */
#ifndef COMB_TESTS_WITNESS_HINT_HELPER_H
#define COMB_TESTS_WITNESS_HINT_HELPER_H

#include "games/witness/hints/hint.h"
#include "games/witness/hints/reasons.h"
#include "games/witness/solve.h"
#include "panels.h"

#include <stdlib.h>

enum { PANELS = 400 }; /* per rule set */

static const struct comb_option rows[] = {COMB_WITNESS_HINT_OPTIONS,
                                          {.name = "level", .kind = COMB_OPTION_INT, .min = 1, .max = 5},
                                          {.name = "rules", .kind = COMB_OPTION_TEXT},
                                          {0}};
static const char *const sets[] = {"windmill", "ttws", "game", "witnesspuzzles"};

struct question {
    struct comb_context *context;
    struct comb_job *job;
    struct comb_params params;
    struct comb_witness_rules rules;
};

static inline void set(struct question *question, const char *name, const char *value)
{
    assert_int_equal(comb_params_set(&question->params, comb_option_find(rows, name), value, NULL), COMB_OK);
}

static inline struct question open_question(const char *rules)
{
    struct question question = {0};
    assert_int_equal(comb_context_new(&question.context, NULL), COMB_OK);
    assert_int_equal(
        comb_job_new(&question.job, &(struct comb_job_setup){.context = question.context, .threads = 1}, NULL),
        COMB_OK);
    set(&question, "rules", rules);
    question.rules = comb_witness_rules_of(&question.params, NULL);
    return question;
}

static inline void close_question(struct question *question)
{
    comb_params_free(&question->params);
    comb_job_free(question->job);
    comb_context_free(question->context);
}

/* ---- pictures of lines ---- */

/* The node of an edge, or of the half of one, at the place (column, row), and where the other half begins. */
static inline void draw_half(bool *used, const struct comb_witness_graph *graph, unsigned edge, unsigned node)
{
    used[edge + (graph->edge_node[edge][0] == node ? 0 : graph->edges)] = true;
    unsigned mirror = graph->edge_mirror[edge];
    used[mirror + (graph->edge_node[mirror][0] == graph->node_mirror[node] ? 0 : graph->edges)] = true;
}

/* The halves of edges that a line and its mirror image use: by edge those at its first node, then the others. */
static inline void draw(bool *used, const struct comb_witness_graph *graph, const struct comb_witness_line *line)
{
    memset(used, 0, COMB_WITNESS_NET_SEGMENTS * sizeof *used);
    for (unsigned i = 1; i < line->count; i++) {
        unsigned from = line->nodes[i - 1], to = line->nodes[i];
        unsigned edge = comb_witness_edge_of_step(graph, from, to);
        if (from < graph->nodes)
            draw_half(used, graph, edge, from);
        if (to < graph->nodes)
            draw_half(used, graph, edge, to);
    }
}

#endif
