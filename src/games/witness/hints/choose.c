/* The hint is the cheapest argument found. The cost counts claims; an edge that the line avoids costs more than one
 * that it uses, because it brings the player less far, and so do facts that every player sees (a dot on an edge). The
 * sources are tried in this order, and a cheap argument ends the search:
 *
 *     what the rules alone decide, used edges first
 *     one supposition about each open edge
 *     what the rules alone exclude
 *     suppositions within a supposition, nearest edges first, until some were found or the effort is spent */
#include "games/witness/hints/choose.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { CLAIM = 10, PLAIN = 55, AVOIDED = 22, TRIVIAL = 70, CHEAP = 30, MAX_FOUND = 4 };
static const unsigned long case_runs = 120000, all_case_runs = 600000; /* divided by the number of edges */

struct choice {
    struct comb_witness_facts *facts;
    struct comb_witness_argument best;
    unsigned cost;
    bool found;
    bool known;                           /* there is a solution to compare with */
    bool used[COMB_WITNESS_NET_SEGMENTS]; /* by it */
    unsigned near;
};

static unsigned distance(const struct choice *choice, unsigned edge)
{
    const struct comb_witness_net *net = choice->facts->net;
    return comb_witness_net_distance(net, comb_witness_net_edge_place(net, edge),
                                     comb_witness_point_place(net->graph, choice->near)) /
           2;
}

static void offer(struct choice *choice, const struct comb_witness_argument *argument)
{
    assert(argument->count > 0 && argument->claims[argument->count - 1].edge_count > 0);
    const struct comb_witness_claim *last = &argument->claims[argument->count - 1];
    unsigned cost = CLAIM * comb_witness_argument_size(argument) + distance(choice, last->edges[0]);
    cost += last->reason == COMB_WITNESS_BY_DOT ? PLAIN : 0;
    cost += last->used ? 0 : AVOIDED;
    cost += !last->used && !last->argument ? TRIVIAL : 0;
    if (choice->found && cost >= choice->cost)
        return;
    choice->best = *argument;
    choice->cost = cost;
    choice->found = true;
}

static void offer_claims(struct choice *choice, bool used)
{
    struct comb_witness_facts *facts = choice->facts;
    for (unsigned i = 0; i < facts->count && facts->code == COMB_OK; i++) {
        struct comb_witness_argument argument;
        if (facts->trail[i].used == used && comb_witness_argue_claim(&argument, facts, i))
            offer(choice, &argument);
    }
}

static bool argue(struct choice *choice, unsigned edge, enum comb_witness_effort effort, unsigned long runs)
{
    struct comb_witness_argument argument;
    bool found = false;
    for (unsigned used = 0; used < 2; used++) {
        if (choice->known && choice->used[edge] != (used == 1))
            continue;
        if (comb_witness_argue(&argument, choice->facts, edge, used == 1, effort, runs)) {
            offer(choice, &argument);
            found = true;
        }
    }
    return found;
}

static void offer_chains(struct choice *choice)
{
    struct comb_witness_facts *facts = choice->facts;
    for (unsigned edge = 0; edge < facts->net->segments && facts->code == COMB_OK; edge++)
        if (facts->state[edge] == 0 && facts->net->segment_mirror[edge] >= edge)
            argue(choice, edge, COMB_WITNESS_ARGUE_CHAIN, 1);
}

static void offer_cases(struct choice *choice)
{
    struct comb_witness_facts *facts = choice->facts;
    const struct comb_witness_graph *graph = facts->graph;
    unsigned found = 0, far = graph->panel->width + graph->panel->height;
    unsigned long stop = facts->runs + all_case_runs / graph->edges;
    for (unsigned away = 0; away <= far; away++)
        for (unsigned edge = 0; edge < facts->net->segments; edge++) {
            if (facts->state[edge] != 0 || facts->net->segment_mirror[edge] < edge || distance(choice, edge) != away)
                continue;
            if (found >= MAX_FOUND || facts->runs >= stop || facts->code != COMB_OK)
                return;
            found += argue(choice, edge, COMB_WITNESS_ARGUE_CASES, case_runs / graph->edges);
        }
}

bool comb_witness_choose(struct comb_witness_argument *out, struct comb_witness_facts *facts,
                         const struct comb_witness_line *line, unsigned near)
{
    struct comb_witness_claim conflict;
    struct choice *choice = calloc(1, sizeof *choice);
    if (!choice)
        facts->code = COMB_NO_MEMORY;
    if (!choice || comb_witness_facts_run(facts, &conflict)) {
        free(choice);
        return false;
    }
    *choice = (struct choice){.facts = facts, .known = line->count > 0, .near = near};
    comb_witness_net_picture(choice->used, facts->net, line);
    offer_claims(choice, true);
    if (!choice->found || choice->cost > CHEAP)
        offer_chains(choice);
    if (!choice->found)
        offer_claims(choice, false);
    if (!choice->found || choice->cost > TRIVIAL)
        offer_cases(choice);
    *out = choice->best;
    bool found = choice->found && facts->code != COMB_NO_MEMORY;
    free(choice);
    return found;
}
