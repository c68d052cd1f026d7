/* Arguments for one edge: supposes the opposite and deduces until the rules are broken, if necessary with further
 * suppositions:
 *
 *     chain     rules alone
 *     cases     also edges that have only one possibility left, because the other one fails by rules alone
 *     tree      then continues the line from its loose ends, case by case
 *
 * An argument is trimmed as it is found: going backwards from the conflict, a claim stays only if the conflict or a
 * claim that stays does not hold without it. For that every claim can be checked by itself
 * (comb_witness_facts_hold), and facts are dropped one by one as long as it still holds. If a conflict does not need
 * the innermost supposition, it refutes the one around it as well. */
#include "games/witness/hints/reasons.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { NO_LIMIT = 1 << 20 };

/* ---- what a claim needs ---- */

static void set_edges(struct comb_witness_facts *facts, const struct comb_witness_claim *claim, bool decided)
{
    for (unsigned i = 0; i < claim->edge_count; i++) {
        unsigned edge = claim->edges[i], mirror = facts->net->segment_mirror[edge];
        facts->state[edge] = facts->state[mirror] = (signed char)(!decided ? 0 : claim->used ? 1 : -1);
    }
}

static bool touches_region(const struct comb_witness_facts *facts, const struct comb_witness_claim *claim,
                           unsigned edge)
{
    const struct comb_witness_graph *graph = facts->graph;
    if (claim->reason == COMB_WITNESS_BY_LINE)
        return true;
    for (unsigned end = 0; end < 2; end++)
        for (unsigned i = 0; i < 4; i++) {
            unsigned cell = graph->node_cell[graph->edge_node[edge % graph->edges][end]][i];
            if (cell != COMB_WITNESS_NOWHERE && comb_bit_test(claim->region.words, cell))
                return true;
        }
    return false;
}

/* Returns whether an edge is next to the place of a claim about one edge, cell or node. */
static bool touches_place(const struct comb_witness_facts *facts, const struct comb_witness_claim *claim, unsigned edge)
{
    struct comb_witness_at at = {claim->places[0][0], claim->places[0][1]};
    return comb_witness_net_distance(facts->net, comb_witness_net_edge_place(facts->net, edge), at) <= 1;
}

/* Returns whether a claim can matter for another one at all. */
static bool may_matter(const struct comb_witness_facts *facts, const struct comb_witness_claim *claim,
                       const struct comb_witness_claim *other)
{
    if (claim->reason == COMB_WITNESS_BY_LOOP || claim->reason == COMB_WITNESS_BY_MIRROR)
        return other->used;
    if (claim->reason == COMB_WITNESS_BY_NO_WAY && !other->used)
        return true;
    for (unsigned i = 0; i < 2U * other->edge_count; i++) {
        unsigned edge = i % 2 == 0 ? other->edges[i / 2] : facts->net->segment_mirror[other->edges[i / 2]];
        if (claim->reason >= COMB_WITNESS_BY_COLOURS ? touches_region(facts, claim, edge)
                                                     : claim->place_count > 0 && touches_place(facts, claim, edge))
            return true;
    }
    return false;
}

/* Drops what cannot matter at once, which is much faster than one by one; with elimination marks it may matter after
 * all. */
static void drop_unrelated(struct comb_witness_facts *facts, const struct comb_witness_claim *claim, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!may_matter(facts, claim, &facts->trail[i]))
            set_edges(facts, &facts->trail[i], false);
    if (comb_witness_facts_hold(facts, claim))
        return;
    for (unsigned i = 0; i < count; i++)
        set_edges(facts, &facts->trail[i], true);
}

/* Adds a smallest set of claims (no member can be left out) among the first `count` from which the claim follows. */
static void add_needs(uint64_t *needs, struct comb_witness_facts *facts, struct comb_witness_claim *claim,
                      unsigned count)
{
    if (claim->reason == COMB_WITNESS_BY_CASE)
        for (unsigned i = 0; i < COMB_WITNESS_CLAIM_WORDS; i++)
            needs[i] |= claim->needs[i];
    if (claim->reason == COMB_WITNESS_BY_CASE || claim->reason == COMB_WITNESS_BY_SUPPOSING)
        return;
    for (unsigned i = count; i < facts->count; i++)
        set_edges(facts, &facts->trail[i], false);
    drop_unrelated(facts, claim, count);
    for (unsigned i = count; i-- > 0;) {
        if (facts->state[facts->trail[i].edges[0]] == 0)
            continue;
        set_edges(facts, &facts->trail[i], false);
        if (comb_witness_facts_hold(facts, claim))
            continue;
        set_edges(facts, &facts->trail[i], true);
        comb_bit_set(needs, i);
    }
    comb_witness_facts_refresh(facts, claim);
    for (unsigned i = 0; i < facts->count; i++)
        set_edges(facts, &facts->trail[i], true);
}

/* Completes a set of claims with everything that they need, down to number `from`. */
static void close_needs(uint64_t *needs, struct comb_witness_facts *facts, unsigned from)
{
    for (unsigned i = facts->count; i-- > from;)
        if (comb_bit_test(needs, i))
            add_needs(needs, facts, &facts->trail[i], i);
}

/* Copies the needed claims from number `from` on, and one more. */
static bool copy_claims(struct comb_witness_argument *out, struct comb_witness_facts *facts, const uint64_t *needs,
                        unsigned from, const struct comb_witness_claim *last)
{
    unsigned count = 1;
    for (unsigned i = from; i < facts->count; i++)
        count += comb_bit_test(needs, i);
    *out = (struct comb_witness_argument){.claims = COMB_NEW_ARRAY(&facts->arena, struct comb_witness_claim, count)};
    if (!out->claims) {
        facts->code = COMB_NO_MEMORY;
        return false;
    }
    for (unsigned i = from; i < facts->count; i++)
        if (comb_bit_test(needs, i))
            out->claims[out->count++] = facts->trail[i];
    out->claims[out->count++] = *last;
    return true;
}

/* ---- suppositions ---- */

struct refutation {
    struct comb_witness_claim conflict;
    uint64_t needs[COMB_WITNESS_CLAIM_WORDS];
};

static bool close_branch(struct comb_witness_facts *facts, unsigned depth, struct comb_witness_claim *conflict);

static bool is_spent(const struct comb_witness_facts *facts)
{
    return facts->code != COMB_OK || facts->runs >= facts->max_runs;
}

/* Takes the claims of a refutation that does not need its supposition over to the branch around it, which ends at
 * number `base`. The claims move, so the numbers in the needs of cases move too. */
static void take_over(struct comb_witness_facts *facts, const struct refutation *found, unsigned base)
{
    assert(facts->trail[base].reason == COMB_WITNESS_BY_SUPPOSING && !comb_bit_test(found->needs, base));
    uint16_t moved[COMB_WITNESS_MAX_CLAIMS];
    unsigned old = facts->count, next = base;
    for (unsigned i = 0; i < old; i++)
        moved[i] = (uint16_t)(i < base ? i : comb_bit_test(found->needs, i) ? next++ : COMB_WITNESS_NOWHERE);
    for (unsigned i = base; i < old; i++)
        set_edges(facts, &facts->trail[i], false);
    facts->count = base;
    for (unsigned i = base; i < old; i++) {
        if (moved[i] == COMB_WITNESS_NOWHERE)
            continue;
        struct comb_witness_claim claim = facts->trail[i];
        memset(claim.needs, 0, sizeof claim.needs);
        for (unsigned k = 0; k < i; k++)
            if (comb_bit_test(facts->trail[i].needs, k))
                comb_bit_set(claim.needs, moved[k]);
        comb_witness_facts_push(facts, &claim);
    }
}

/* Turns a refuted supposition into a claim of the branch around it. */
static bool adopt(struct comb_witness_facts *facts, const struct refutation *found, unsigned base)
{
    assert(facts->trail[base].reason == COMB_WITNESS_BY_SUPPOSING && found->conflict.conflict);
    struct comb_witness_argument *argument = COMB_NEW(&facts->arena, struct comb_witness_argument);
    struct comb_witness_claim claim = {.reason = COMB_WITNESS_BY_CASE,
                                       .used = !facts->trail[base].used,
                                       .edges = {facts->trail[base].edges[0]},
                                       .edge_count = 1,
                                       .argument = argument};
    if (!argument || !copy_claims(argument, facts, found->needs, base, &found->conflict)) {
        facts->code = COMB_NO_MEMORY;
        return false;
    }
    for (unsigned i = 0; i < base; i++)
        if (comb_bit_test(found->needs, i))
            comb_bit_set(claim.needs, i);
    comb_witness_facts_pop(facts, base);
    comb_witness_facts_push(facts, &claim);
    return true;
}

enum refuted { OPEN, REFUTED, CONTRADICTION };

/* Supposes that the edge is used, or not. REFUTED: the opposite was added as a claim. CONTRADICTION: the facts
 * without the supposition break the rules; *conflict says how. OPEN: nothing was found, the facts are as before. */
static enum refuted refute(struct comb_witness_facts *facts, unsigned edge, bool used, unsigned depth,
                           struct comb_witness_claim *conflict)
{
    unsigned base = facts->count;
    bool outermost = base == facts->base;
    struct refutation found = {.needs = {0}};
    struct comb_witness_claim suppose = {
        .reason = COMB_WITNESS_BY_SUPPOSING, .used = used, .edges = {(uint16_t)edge}, .edge_count = 1};
    comb_witness_facts_push(facts, &suppose);
    if (!close_branch(facts, depth, &found.conflict)) {
        facts->peak = facts->count;
        comb_witness_facts_pop(facts, base);
        return OPEN;
    }
    add_needs(found.needs, facts, &found.conflict, facts->count);
    close_needs(found.needs, facts, base);
    if (!comb_bit_test(found.needs, base) && !outermost) {
        take_over(facts, &found, base);
        *conflict = found.conflict;
        return CONTRADICTION;
    }
    comb_bit_set(found.needs, base);
    if (adopt(facts, &found, base))
        return REFUTED;
    comb_witness_facts_pop(facts, base);
    return OPEN;
}

/* Tries both possibilities of the open edges, by rules alone. *split is the edge that decides most if it is used. */
static enum refuted probe(struct comb_witness_facts *facts, const uint16_t *edges, unsigned count,
                          struct comb_witness_claim *conflict, unsigned *split)
{
    unsigned most = 0;
    bool progress = false;
    for (unsigned i = 0; i < count && !is_spent(facts); i++)
        for (unsigned used = 0; used < 2 && facts->state[edges[i]] == 0; used++) {
            enum refuted result = refute(facts, edges[i], used == 1, 0, conflict);
            if (result == CONTRADICTION || (result == REFUTED && comb_witness_facts_run(facts, conflict)))
                return CONTRADICTION;
            progress |= result == REFUTED;
            if (result == OPEN && used == 1 && facts->peak > most) {
                most = facts->peak;
                *split = edges[i];
            }
        }
    return progress ? REFUTED : OPEN;
}

/* ---- loose ends ---- */

static bool is_loose(const struct comb_witness_facts *facts, unsigned node)
{
    unsigned used = 0;
    for (unsigned side = 0; side < 4; side++) {
        unsigned edge = facts->net->point_segment[node][side];
        used += edge != COMB_WITNESS_NOWHERE && facts->state[edge] == 1;
    }
    return facts->degree[node] == 1 ? used == 0 : used == 1;
}

/* Finds the open edges at the ends of what is known of the line; all open edges if there are none. */
static unsigned loose_edges(uint16_t *edges, const struct comb_witness_facts *facts)
{
    const struct comb_witness_net *net = facts->net;
    unsigned count = 0;
    for (unsigned pass = 0; pass < 2 && count == 0; pass++)
        for (unsigned edge = 0; edge < net->segments; edge++)
            if (facts->state[edge] == 0 && (pass == 1 || is_loose(facts, net->segment_point[edge][0]) ||
                                            is_loose(facts, net->segment_point[edge][1])))
                edges[count++] = (uint16_t)edge;
    return count;
}

static unsigned open_edges(uint16_t *edges, const struct comb_witness_facts *facts)
{
    unsigned count = 0;
    for (unsigned edge = 0; edge < facts->net->segments; edge++)
        if (facts->state[edge] == 0 && facts->net->segment_mirror[edge] >= edge)
            edges[count++] = (uint16_t)edge;
    return count;
}

/* Deduces from the facts, with suppositions up to this depth, until the rules are broken; false if they are not. */
static bool close_branch(struct comb_witness_facts *facts, unsigned depth, struct comb_witness_claim *conflict)
{
    while (true) {
        uint16_t edges[COMB_WITNESS_NET_SEGMENTS];
        if (comb_witness_facts_run(facts, conflict))
            return true;
        if (depth == 0 || is_spent(facts))
            return false;
        bool tree = depth > 1;
        unsigned count = tree ? loose_edges(edges, facts) : open_edges(edges, facts);
        if (count == 0)
            return false;
        unsigned split = edges[0];
        enum refuted result = probe(facts, edges, count, conflict, &split);
        if (result == OPEN && tree && !is_spent(facts))
            result = refute(facts, split, true, depth - 1, conflict);
        if (result != REFUTED)
            return result == CONTRADICTION;
    }
}

/* ---- entry points ---- */

bool comb_witness_argue_claim(struct comb_witness_argument *out, struct comb_witness_facts *facts, unsigned index)
{
    uint64_t needs[COMB_WITNESS_CLAIM_WORDS] = {0};
    struct comb_witness_claim last = facts->trail[index];
    unsigned count = facts->count;
    assert(index < count);
    add_needs(needs, facts, &last, index);
    close_needs(needs, facts, 0);
    return copy_claims(out, facts, needs, 0, &last);
}

bool comb_witness_argue(struct comb_witness_argument *out, struct comb_witness_facts *facts, unsigned edge, bool used,
                        enum comb_witness_effort effort, unsigned long max_runs)
{
    static const unsigned depths[] = {
        [COMB_WITNESS_ARGUE_CHAIN] = 0, [COMB_WITNESS_ARGUE_CASES] = 1, [COMB_WITNESS_ARGUE_TREE] = NO_LIMIT};
    unsigned base = facts->count;
    struct comb_witness_claim conflict;
    assert(facts->state[edge] == 0);
    facts->base = base;
    facts->max_runs = facts->runs + max_runs;
    enum refuted result = refute(facts, edge, !used, depths[effort], &conflict);
    assert(facts->count == base + (result == REFUTED)); /* otherwise everything was taken back */
    bool found = result == REFUTED && comb_witness_argue_claim(out, facts, base);
    comb_witness_facts_pop(facts, base);
    return found;
}

/* ---- measures ---- */

unsigned comb_witness_argument_size(const struct comb_witness_argument *argument)
{
    unsigned size = 0;
    for (unsigned i = 0; i < argument->count; i++)
        size += 1 + (argument->claims[i].argument ? comb_witness_argument_size(argument->claims[i].argument) : 0);
    return size;
}

unsigned comb_witness_argument_cases(const struct comb_witness_argument *argument)
{
    unsigned cases = 0;
    for (unsigned i = 0; i < argument->count; i++)
        cases += argument->claims[i].argument ? 1 + comb_witness_argument_cases(argument->claims[i].argument) : 0;
    return cases;
}
