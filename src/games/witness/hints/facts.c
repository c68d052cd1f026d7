/* The trail of claims, and rules that look at one edge, one cell or one node:
 *
 *     edge    a dot on it; squares of different colours on both sides                 used
 *     cell    with triangles: as many sides left as it counts, or already used        used, not used
 *     node    a dot has two edges, the only start or end one, others none or two      used, not used
 *
 *       +---+---+       the dot has two edges left: both used; then the corner below has one way on: used
 *           |   |
 *       +   o---+
 *           :   |
 *
 * A symbol that an elimination mark may remove proves nothing, so these rules ask first whether a mark can get into
 * the region of the symbol. Cost of one run: some microseconds per round on 5 x 5 cells. */
#include "games/witness/hints/reasons.h"

#include "games/witness/hints/tiling.h"
#include "games/witness/verify/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum finding { NOTHING, FOUND, CONFLICT };

/* ---- the panel ---- */

static bool is_pair(const struct comb_witness_facts *facts, const uint16_t *nodes, unsigned count)
{
    if (!facts->symmetric)
        return count == 1;
    return count == 2 && facts->graph->node_mirror[nodes[0]] == nodes[1];
}

/* Returns whether the line cannot use the edge, whatever the symbols are. */
static bool is_excluded(const struct comb_witness_facts *facts, unsigned edge)
{
    const struct comb_witness_graph *graph = facts->graph;
    if (!graph->edge_open[edge])
        return true;
    if (!facts->symmetric)
        return false;
    bool on_axis = graph->node_mirror[graph->edge_node[edge][0]] == graph->edge_node[edge][0] ||
                   graph->node_mirror[graph->edge_node[edge][1]] == graph->edge_node[edge][1];
    return on_axis || graph->edge_mirror[edge] == edge || !graph->edge_open[graph->edge_mirror[edge]];
}

static void set_degrees(struct comb_witness_facts *facts)
{
    const struct comb_witness_graph *graph = facts->graph;
    const struct comb_witness_line *drawn = &facts->drawn;
    bool one_start = is_pair(facts, graph->starts, graph->start_count);
    bool one_end = is_pair(facts, graph->ends, graph->end_count);
    for (unsigned node = 0; node < graph->nodes; node++) {
        unsigned kind = graph->on_node[node]->kind;
        bool begins = drawn->count > 0 &&
                      (drawn->nodes[0] == node || (facts->symmetric && graph->node_mirror[drawn->nodes[0]] == node));
        if (kind == COMB_WITNESS_START)
            facts->degree[node] = begins || one_start ? 1 : drawn->count > 0 ? 0 : -1;
        else if (kind == COMB_WITNESS_END)
            facts->degree[node] = one_end ? 1 : -1;
    }
}

/* Returns the colour that stars count for a symbol. */
static uint8_t counted_colour(const struct comb_witness_facts *facts, const struct comb_witness_thing *thing)
{
    bool game = facts->rules.set == COMB_WITNESS_GAME;
    switch (thing->kind) {
    case COMB_WITNESS_SQUARE:
    case COMB_WITNESS_STAR:
        return thing->colour;
    case COMB_WITNESS_TRIANGLE:
        return game && thing->colour ? thing->colour : COMB_WITNESS_ORANGE;
    case COMB_WITNESS_ELIMINATION:
        return game && thing->colour ? thing->colour : COMB_WITNESS_WHITE;
    case COMB_WITNESS_POLYOMINO:
        if (game && comb_witness_shape_size(thing->shape) == 0)
            return COMB_WITNESS_NO_COLOUR;
        if (game && thing->colour)
            return thing->colour;
        return thing->negative ? COMB_WITNESS_BLUE : COMB_WITNESS_YELLOW;
    default:
        return COMB_WITNESS_NO_COLOUR;
    }
}

static bool has_absent(const struct comb_witness_panel *panel)
{
    for (unsigned i = 0; i < comb_witness_columns(panel) * comb_witness_rows(panel); i++)
        if (panel->places[i].kind == COMB_WITNESS_ABSENT)
            return true;
    return false;
}

static void read_cells(struct comb_witness_facts *facts)
{
    facts->plain_pieces = true;
    for (unsigned cell = 0; cell < facts->graph->cells; cell++) {
        const struct comb_witness_thing *thing = facts->graph->on_cell[cell];
        if (!comb_bit_test(facts->surface->cells.words, cell))
            continue;
        facts->colour[cell] = counted_colour(facts, thing);
        facts->marks |= thing->kind == COMB_WITNESS_ELIMINATION;
        if (thing->kind != COMB_WITNESS_POLYOMINO)
            continue;
        facts->piece[cell] = (uint16_t)comb_witness_shape_size(thing->shape);
        facts->plain_pieces &= facts->piece[cell] > 0;
    }
}

/* Sets the drawn edges as used, and the other edges at the nodes passed as not used. */
static void read_drawn(struct comb_witness_facts *facts)
{
    const struct comb_witness_graph *graph = facts->graph;
    const struct comb_witness_line *drawn = &facts->drawn;
    for (unsigned i = 1; i < drawn->count; i++) {
        unsigned edge = comb_witness_edge_between(graph, drawn->nodes[i - 1], drawn->nodes[i]);
        assert(edge != COMB_WITNESS_NOWHERE); /* a line goes from node to node */
        facts->given[edge] = facts->given[graph->edge_mirror[edge]] = 1;
        facts->is_drawn[edge] = facts->is_drawn[graph->edge_mirror[edge]] = true;
    }
    for (unsigned i = 0; i + 1 < drawn->count; i++)
        for (unsigned side = 0; side < 4; side++) {
            unsigned edge = graph->node_edge[drawn->nodes[i]][side];
            if (edge != COMB_WITNESS_NOWHERE && !facts->is_drawn[edge])
                facts->given[edge] = facts->given[graph->edge_mirror[edge]] = -1;
        }
}

int comb_witness_facts_new(struct comb_witness_facts **out, const struct comb_witness_graph *graph,
                           const struct comb_witness_rules *rules, const struct comb_witness_line *drawn,
                           struct comb_job *job, struct comb_error *err)
{
    struct comb_witness_facts *facts = calloc(1, sizeof *facts);
    *out = NULL;
    if (!facts)
        return comb_fail_memory(err);
    facts->graph = graph;
    facts->rules = *rules;
    facts->job = job;
    facts->drawn = *drawn;
    facts->symmetric = graph->panel->symmetry != COMB_WITNESS_NO_SYMMETRY;
    facts->no_sides = rules->set == COMB_WITNESS_WINDMILL;
    comb_arena_init(&facts->arena, comb_job_budget(job));
    facts->trail = calloc(COMB_WITNESS_MAX_CLAIMS, sizeof *facts->trail);
    facts->tilings = comb_witness_tilings_new();
    facts->contents = calloc(2 * (size_t)graph->cells, sizeof *facts->contents);
    int code = facts->trail && facts->contents && facts->tilings
                   ? comb_witness_region_checker_new(&facts->checker, graph, rules, job, err)
                   : comb_fail_memory(err);
    if (code != COMB_OK) {
        comb_witness_facts_free(facts);
        return code;
    }
    facts->surface = comb_witness_region_checker_surface(facts->checker);
    facts->bounded = !rules->tracks_join || !has_absent(graph->panel);
    read_cells(facts);
    set_degrees(facts);
    for (unsigned edge = 0; edge < graph->edges; edge++)
        facts->given[edge] = is_excluded(facts, edge) ? -1 : 0;
    read_drawn(facts);
    memcpy(facts->state, facts->given, sizeof facts->state);
    *out = facts;
    return COMB_OK;
}

void comb_witness_facts_free(struct comb_witness_facts *facts)
{
    if (!facts)
        return;
    comb_witness_region_checker_free(facts->checker);
    comb_arena_free(&facts->arena);
    comb_witness_tilings_free(facts->tilings);
    free(facts->contents);
    free(facts->trail);
    free(facts);
}

/* ---- the trail ---- */

void comb_witness_facts_push(struct comb_witness_facts *facts, const struct comb_witness_claim *claim)
{
    assert(facts->count < COMB_WITNESS_MAX_CLAIMS && !claim->conflict && claim->edge_count > 0);
    for (unsigned i = 0; i < claim->edge_count; i++) {
        unsigned edge = claim->edges[i], mirror = facts->graph->edge_mirror[edge];
        assert(edge < facts->graph->edges && facts->state[edge] != (claim->used ? -1 : 1)); /* no contradiction */
        facts->state[edge] = facts->state[mirror] = claim->used ? 1 : -1;
    }
    facts->trail[facts->count++] = *claim;
}

void comb_witness_facts_pop(struct comb_witness_facts *facts, unsigned count)
{
    assert(count <= facts->count);
    while (facts->count > count) {
        const struct comb_witness_claim *claim = &facts->trail[--facts->count];
        for (unsigned i = 0; i < claim->edge_count; i++) {
            unsigned edge = claim->edges[i], mirror = facts->graph->edge_mirror[edge];
            facts->state[edge] = facts->state[mirror] = 0;
        }
    }
}

/* ---- places ---- */

static struct comb_witness_claim claim_at(enum comb_witness_reason reason, bool used, unsigned column, unsigned row)
{
    return (struct comb_witness_claim){
        .reason = reason, .used = used, .places = {{(uint16_t)column, (uint16_t)row}}, .place_count = 1};
}

static struct comb_witness_claim claim_at_node(const struct comb_witness_facts *facts, enum comb_witness_reason reason,
                                               bool used, unsigned node)
{
    unsigned across = facts->graph->panel->width + 1;
    return claim_at(reason, used, 2 * (node % across), 2 * (node / across));
}

static struct comb_witness_claim claim_at_cell(const struct comb_witness_facts *facts, enum comb_witness_reason reason,
                                               bool used, unsigned cell)
{
    unsigned width = facts->graph->panel->width;
    return claim_at(reason, used, 2 * (cell % width) + 1, 2 * (cell / width) + 1);
}

/* ---- elimination marks ---- */

/* What a round of rules needs to know: how far regions can grow, computed only if there are elimination marks. */
struct round {
    struct comb_witness_facts *facts;
    struct comb_witness_reach reach;
};

static void begin_round(struct round *round, struct comb_witness_facts *facts)
{
    round->facts = facts;
    if (facts->marks)
        comb_witness_facts_reach(&round->reach, facts);
}

static bool cell_counts(const struct round *round, unsigned cell)
{
    const struct comb_witness_facts *facts = round->facts;
    return comb_bit_test(facts->surface->cells.words, cell) &&
           (!facts->marks || comb_witness_facts_is_safe(facts, &round->reach, cell));
}

/* Returns whether a missed dot between these cells makes the line wrong. */
static bool dot_counts(const struct round *round, const uint16_t *cells, unsigned count)
{
    const struct comb_witness_facts *facts = round->facts;
    if (!facts->marks)
        return true;
    if (!facts->bounded)
        return false;
    for (unsigned i = 0; i < count; i++)
        if (cells[i] != COMB_WITNESS_NOWHERE && comb_bit_test(facts->surface->cells.words, cells[i]) &&
            !cell_counts(round, cells[i]))
            return false;
    return true;
}

/* ---- rules ---- */

static enum finding check_edge(const struct round *round, unsigned edge, struct comb_witness_claim *claim)
{
    const struct comb_witness_facts *facts = round->facts;
    const struct comb_witness_graph *graph = facts->graph;
    const uint16_t *cells = graph->edge_cell[edge];
    unsigned across = graph->panel->width + 1;
    const uint16_t *nodes = graph->edge_node[edge];
    if (graph->on_edge[edge]->kind == COMB_WITNESS_DOT && facts->state[edge] <= 0 && dot_counts(round, cells, 2)) {
        *claim = claim_at(COMB_WITNESS_BY_DOT, true, nodes[0] % across + nodes[1] % across,
                          nodes[0] / across + nodes[1] / across);
        claim->edges[claim->edge_count++] = (uint16_t)edge;
        return facts->state[edge] < 0 ? CONFLICT : FOUND;
    }
    if (facts->state[edge] != 0 || cells[0] == COMB_WITNESS_NOWHERE || cells[1] == COMB_WITNESS_NOWHERE)
        return NOTHING;
    const struct comb_witness_thing *a = graph->on_cell[cells[0]], *b = graph->on_cell[cells[1]];
    if (a->kind != COMB_WITNESS_SQUARE || b->kind != COMB_WITNESS_SQUARE || a->colour == b->colour || !a->colour ||
        !b->colour || !cell_counts(round, cells[0]) || !cell_counts(round, cells[1]))
        return NOTHING;
    struct comb_witness_claim second = claim_at_cell(facts, COMB_WITNESS_BY_SQUARES, true, cells[1]);
    *claim = claim_at_cell(facts, COMB_WITNESS_BY_SQUARES, true, cells[0]);
    memcpy(claim->places[claim->place_count++], second.places[0], sizeof second.places[0]);
    claim->edges[claim->edge_count++] = (uint16_t)edge;
    return FOUND;
}

/* Around a cell or a node: the number of its used and open edges. */
struct around {
    unsigned used, open;
};

static struct around count_around(const struct comb_witness_facts *facts, const uint16_t edges[4])
{
    struct around found = {0, 0};
    for (unsigned i = 0; i < 4; i++) {
        if (edges[i] == COMB_WITNESS_NOWHERE)
            continue;
        found.used += facts->state[edges[i]] == 1;
        found.open += facts->state[edges[i]] == 0;
    }
    return found;
}

static enum finding decide_open(const struct comb_witness_facts *facts, struct comb_witness_claim *claim,
                                const uint16_t edges[4])
{
    for (unsigned i = 0; i < 4; i++)
        if (edges[i] != COMB_WITNESS_NOWHERE && facts->state[edges[i]] == 0)
            claim->edges[claim->edge_count++] = edges[i];
    return FOUND;
}

static enum finding check_cell(const struct round *round, unsigned cell, struct comb_witness_claim *claim)
{
    const struct comb_witness_facts *facts = round->facts;
    const struct comb_witness_thing *thing = facts->graph->on_cell[cell];
    if (thing->kind != COMB_WITNESS_TRIANGLE)
        return NOTHING;
    unsigned required = thing->triangles ? thing->triangles : facts->no_sides;
    const uint16_t *edges = facts->graph->cell_edge[cell];
    struct around found = count_around(facts, edges);
    bool few = found.used + found.open <= required, full = found.used >= required;
    bool wrong = found.used + found.open < required || found.used > required;
    if ((!few && !full) || (found.open == 0 && !wrong) || !cell_counts(round, cell))
        return NOTHING;
    bool in = few && !(found.used > required);
    *claim = claim_at_cell(facts, in ? COMB_WITNESS_BY_TRIANGLES : COMB_WITNESS_BY_FULL_TRIANGLES, in, cell);
    return wrong ? CONFLICT : decide_open(facts, claim, edges);
}

/* The number of edges of the line at a node: exactly `exact` unless that is 0; `pass`: none or two. */
static unsigned exact_degree(const struct round *round, unsigned node, bool *pass)
{
    const struct comb_witness_graph *graph = round->facts->graph;
    int degree = round->facts->degree[node];
    *pass = degree == 0;
    if (graph->on_node[node]->kind == COMB_WITNESS_DOT && dot_counts(round, graph->node_cell[node], 4))
        return 2;
    return degree > 0 ? (unsigned)degree : 0;
}

static enum finding check_node(const struct round *round, unsigned node, struct comb_witness_claim *claim)
{
    const struct comb_witness_facts *facts = round->facts;
    const uint16_t *edges = facts->graph->node_edge[node];
    struct around found = count_around(facts, edges);
    bool pass;
    unsigned exact = exact_degree(round, node, &pass), max = exact > 0 ? exact : 2;
    enum comb_witness_reason reason;
    bool wrong = false;
    if (found.used > max || (found.used == max && found.open > 0)) {
        reason = COMB_WITNESS_BY_FULL_NODE;
        wrong = found.used > max;
    } else if (exact > 0 && found.used < exact && found.used + found.open <= exact) {
        reason = COMB_WITNESS_BY_NODE;
        wrong = found.used + found.open < exact;
    } else if (exact == 0 && pass && found.used == 1 && found.open <= 1) {
        reason = COMB_WITNESS_BY_WAY;
        wrong = found.open == 0;
    } else if (exact == 0 && pass && found.used == 0 && found.open == 1) {
        reason = COMB_WITNESS_BY_DEAD_END;
    } else {
        return NOTHING;
    }
    bool in = reason == COMB_WITNESS_BY_NODE || reason == COMB_WITNESS_BY_WAY;
    *claim = claim_at_node(facts, reason, in, node);
    return wrong ? CONFLICT : decide_open(facts, claim, edges);
}

/* ---- running ---- */

static enum finding check_at(const struct round *round, unsigned kind, unsigned number,
                             struct comb_witness_claim *claim)
{
    return kind == 0   ? check_edge(round, number, claim)
           : kind == 1 ? check_cell(round, number, claim)
                       : check_node(round, number, claim);
}

/* Applies every rule about one place everywhere; what is in reach is updated once per round, which is sound because
 * it only shrinks. */
static bool run_local(struct comb_witness_facts *facts, struct comb_witness_claim *conflict, bool *progress)
{
    const struct comb_witness_graph *graph = facts->graph;
    const unsigned counts[3] = {graph->edges, graph->cells, graph->nodes};
    struct round round;
    begin_round(&round, facts);
    for (unsigned kind = 0; kind < 3; kind++)
        for (unsigned i = 0; i < counts[kind]; i++) {
            struct comb_witness_claim claim;
            enum finding found = check_at(&round, kind, i, &claim);
            if (found == NOTHING)
                continue;
            if (found == CONFLICT) {
                *conflict = claim;
                conflict->conflict = true;
                conflict->edge_count = 0;
                return true;
            }
            comb_witness_facts_push(facts, &claim);
            *progress = true;
        }
    return false;
}

bool comb_witness_facts_run(struct comb_witness_facts *facts, struct comb_witness_claim *conflict)
{
    facts->runs++;
    if (facts->code == COMB_OK && facts->runs % 64 == 0)
        facts->code = comb_job_tick(facts->job, 64);
    for (bool progress = true; progress && facts->code == COMB_OK;) {
        progress = false;
        if (run_local(facts, conflict, &progress))
            return true;
        if (!progress && comb_witness_facts_paths(facts, conflict, &progress))
            return true;
    }
    return facts->code == COMB_OK && comb_witness_facts_regions(facts, conflict);
}

/* ---- does a claim still hold? ---- */

static bool includes(const struct comb_witness_claim *found, const struct comb_witness_claim *claim)
{
    for (unsigned i = 0; i < claim->edge_count; i++) {
        bool seen = false;
        for (unsigned k = 0; k < found->edge_count; k++)
            seen |= found->edges[k] == claim->edges[i];
        if (!seen)
            return false;
    }
    return true;
}

static bool local_holds(struct comb_witness_facts *facts, const struct comb_witness_claim *claim)
{
    struct round round;
    struct comb_witness_claim found;
    unsigned column = claim->places[0][0], row = claim->places[0][1];
    unsigned kind = 2, number = column / 2 + (facts->graph->panel->width + 1) * (row / 2);
    if (claim->reason == COMB_WITNESS_BY_DOT || claim->reason == COMB_WITNESS_BY_SQUARES) {
        if (claim->conflict) /* only a dot on an edge: find it by its place */
            number = comb_witness_edge_between(facts->graph, number,
                                               (column + 1) / 2 + (facts->graph->panel->width + 1) * ((row + 1) / 2));
        else
            number = claim->edges[0];
        kind = 0;
    } else if (claim->reason == COMB_WITNESS_BY_TRIANGLES || claim->reason == COMB_WITNESS_BY_FULL_TRIANGLES) {
        number = column / 2 + facts->graph->panel->width * (row / 2);
        kind = 1;
    }
    begin_round(&round, facts);
    enum finding finding = check_at(&round, kind, number, &found);
    return finding == (claim->conflict ? CONFLICT : FOUND) && found.reason == claim->reason &&
           (claim->conflict || includes(&found, claim));
}

bool comb_witness_facts_hold(struct comb_witness_facts *facts, const struct comb_witness_claim *claim)
{
    struct comb_witness_claim found;
    switch (claim->reason) {
    case COMB_WITNESS_BY_SUPPOSING:
    case COMB_WITNESS_BY_CASE:
    case COMB_WITNESS_REASONS:
        return true;
    case COMB_WITNESS_BY_DOT:
    case COMB_WITNESS_BY_SQUARES:
    case COMB_WITNESS_BY_TRIANGLES:
    case COMB_WITNESS_BY_FULL_TRIANGLES:
    case COMB_WITNESS_BY_NODE:
    case COMB_WITNESS_BY_WAY:
    case COMB_WITNESS_BY_FULL_NODE:
    case COMB_WITNESS_BY_DEAD_END:
        return local_holds(facts, claim);
    case COMB_WITNESS_BY_LOOP:
    case COMB_WITNESS_BY_MIRROR:
    case COMB_WITNESS_BY_NO_WAY:
        return comb_witness_facts_paths_hold(facts, claim);
    default:
        return comb_witness_facts_regions_hold(facts, claim, &found);
    }
}

/* Gets what the verifier says about a closed region, for the words of an argument. */
static const char *describe_region(struct comb_witness_facts *facts, const struct comb_witness_claim *claim)
{
    const struct comb_witness_graph *graph = facts->graph;
    const struct comb_witness_panel *panel = graph->panel;
    struct comb_witness_drawn drawn = {
        .panel = panel, .rules = facts->rules, .job = facts->job, .violations = json_array()};
    unsigned cell = 0, across = panel->width + 1;
    for (unsigned edge = 0; edge < graph->edges; edge++) {
        const uint16_t *nodes = graph->edge_node[edge];
        unsigned x = nodes[0] % across, y = nodes[0] / across;
        unsigned column = x + nodes[1] % across, row = y + nodes[1] / across;
        if (facts->state[edge] != 1)
            continue;
        drawn.on_line[comb_witness_place_number(panel, column, row)] = COMB_WITNESS_ON_LINE;
        drawn.on_line[comb_witness_place_number(panel, 2 * x, 2 * y)] = COMB_WITNESS_ON_LINE;
        drawn.on_line[comb_witness_place_number(panel, 2 * column - 2 * x, 2 * row - 2 * y)] = COMB_WITNESS_ON_LINE;
    }
    while (!comb_bit_test(claim->region.words, cell))
        cell++;
    comb_witness_verify_region_alone(&drawn, 2 * (cell % panel->width) + 1, 2 * (cell / panel->width) + 1);
    const char *text = json_string_value(json_object_get(json_array_get(drawn.violations, 0), "message"));
    char *copy = text ? comb_arena_string(&facts->arena, text, strlen(text)) : NULL;
    if (!drawn.violations || (text && !copy))
        facts->code = COMB_NO_MEMORY;
    json_decref(drawn.violations);
    return copy;
}

void comb_witness_facts_refresh(struct comb_witness_facts *facts, struct comb_witness_claim *claim)
{
    struct comb_witness_claim found;
    if (claim->reason < COMB_WITNESS_BY_COLOURS || !comb_witness_facts_regions_hold(facts, claim, &found))
        return;
    *claim = found;
    if (claim->reason == COMB_WITNESS_BY_REGION && !facts->rules.tracks_join)
        claim->detail = describe_region(facts, claim);
}
