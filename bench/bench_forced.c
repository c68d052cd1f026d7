/* Counts for how many forced edges of panels of The Witness there is an argument.
 *
 *     forced RUNS PANELS
 *
 * PANELS is a file with one panel per line, each with at most 5 x 5 cells; others are skipped, and so are panels with
 * more than 20,000 solutions or none. Every solution is found, so the edges that all of them use, or none of them, are
 * known. Each such edge gets RUNS propagations, again and again until no further edge is argued; edges that were argued
 * are known for the next ones. Prints one line per panel and the sums: edges that the rules alone decide, by arguments
 * with suppositions, and without an argument. */
#include "games/witness/hints/reasons.h"
#include "games/witness/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIDE = 5, MAX_SOLUTIONS = 20000, MAX_LINE = 1 << 16 };

struct tally {
    const struct comb_witness_net *net;
    unsigned solutions, with[COMB_WITNESS_NET_SEGMENTS];
};

struct sums {
    unsigned panels, rules, argued, missing;
};

static bool on_line(void *payload, const struct comb_witness_line *line)
{
    static bool picture[COMB_WITNESS_NET_SEGMENTS];
    struct tally *tally = payload;
    comb_witness_net_picture(picture, tally->net, line);
    for (unsigned segment = 0; segment < tally->net->segments; segment++)
        tally->with[segment] += picture[segment];
    return ++tally->solutions <= MAX_SOLUTIONS;
}

static unsigned count_decided(const struct comb_witness_facts *facts)
{
    unsigned count = 0;
    for (unsigned i = 0; i < facts->net->segments; i++)
        count += facts->state[i] != 0;
    return count;
}

static bool is_open(const struct comb_witness_facts *facts, const struct tally *tally, unsigned segment)
{
    return facts->state[segment] == 0 && (tally->with[segment] == 0 || tally->with[segment] == tally->solutions);
}

/* Decides edges one after the other until no argument is found any more. */
static void argue_all(struct sums *sums, struct comb_witness_facts *facts, const struct tally *tally,
                      unsigned long runs)
{
    struct comb_witness_claim conflict;
    struct comb_witness_argument argument;
    unsigned given = count_decided(facts), missing = 0;
    if (comb_witness_facts_run(facts, &conflict))
        return;
    unsigned rules = count_decided(facts) - given;
    for (unsigned last = 0, i = 0; i < last + facts->net->segments && facts->code == COMB_OK; i++) {
        unsigned segment = i % facts->net->segments;
        if (!is_open(facts, tally, segment) ||
            !comb_witness_argue(&argument, facts, segment, tally->with[segment] > 0, COMB_WITNESS_ARGUE_TREE, runs))
            continue;
        struct comb_witness_claim claim = argument.claims[argument.count - 1];
        comb_witness_facts_push(facts, &claim);
        comb_witness_facts_run(facts, &conflict);
        last = i;
    }
    for (unsigned i = 0; i < facts->net->segments; i++)
        missing += is_open(facts, tally, i);
    unsigned argued = count_decided(facts) - given - rules;
    printf("%u solutions: %u by rules, %u argued, %u without\n", tally->solutions, rules, argued, missing);
    sums->panels++;
    sums->rules += rules;
    sums->argued += argued;
    sums->missing += missing;
}

static void look_at(struct sums *sums, const struct comb_witness_panel *panel, struct comb_job *job, unsigned long runs)
{
    struct comb_witness_rules rules = comb_witness_rules_of(&(struct comb_params){0}, panel);
    struct comb_witness_outcome *outcome = calloc(1, sizeof *outcome);
    struct tally *tally = calloc(1, sizeof *tally);
    struct comb_witness_graph *graph = NULL;
    struct comb_witness_facts *facts = NULL;
    if (outcome && tally && comb_witness_graph_new(&graph, panel, NULL) == COMB_OK &&
        comb_witness_facts_new(&facts, graph, &rules, &(struct comb_witness_line){0}, job, NULL) == COMB_OK) {
        tally->net = facts->net;
        struct comb_witness_task task = {.graph = graph, .rules = rules, .on_found = on_line, .payload = tally};
        if (comb_witness_search(outcome, &task, job, NULL) == COMB_OK && outcome->exhausted && tally->solutions > 0)
            argue_all(sums, facts, tally, runs);
    }
    comb_witness_facts_free(facts);
    comb_witness_graph_free(graph);
    free(tally);
    free(outcome);
}

int main(int argc, char **argv)
{
    static char text[MAX_LINE];
    struct comb_context *context;
    struct comb_job *job;
    struct sums sums = {0};
    FILE *panels = argc == 3 ? fopen(argv[2], "r") : NULL;
    if (!panels) {
        printf("usage: forced RUNS PANELS\n");
        return argc == 3;
    }
    unsigned long runs = strtoul(argv[1], NULL, 10);
    if (comb_context_new(&context, NULL) != COMB_OK ||
        comb_job_new(&job, &(struct comb_job_setup){.context = context, .threads = 1}, NULL) != COMB_OK)
        return 1;
    while (fgets(text, sizeof text, panels)) {
        struct comb_witness_panel *panel;
        if (comb_witness_read(&panel, text, strcspn(text, "\r\n"), NULL) != COMB_OK)
            continue;
        if (panel->width <= MAX_SIDE && panel->height <= MAX_SIDE)
            look_at(&sums, panel, job, runs);
        comb_witness_panel_free(panel);
    }
    printf("%u panels; forced edges: %u by rules alone, %u with suppositions, %u without an argument\n", sums.panels,
           sums.rules, sums.argued, sums.missing);
    fclose(panels);
    comb_job_free(job);
    comb_context_free(context);
    return 0;
}
