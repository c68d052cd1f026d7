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
#include "games/witness/panel/kinds.h"
#include "games/witness/verify/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum finding { NOTHING, FOUND, CONFLICT };

/* ---- the panel ---- */

static void set_degrees(struct comb_witness_facts *facts)
{
    const struct comb_witness_net *net = facts->net;
    const struct comb_witness_line *drawn = &facts->drawn;
    for (unsigned point = 0; point < net->points; point++) {
        bool begins = drawn->count > 0 && (drawn->nodes[0] == point || net->point_mirror[drawn->nodes[0]] == point);
        bool start = net->is_start[point], end = net->is_end[point];
        if (start && begins && (drawn->count > 1 || !end))
            facts->degree[point] = 1;
        else if (start && end)
            facts->degree[point] = -1; /* it may also be the whole line */
        else if (start)
            facts->degree[point] = net->starts == 1 ? 1 : drawn->count > 0 ? 0 : -1;
        else if (end)
            facts->degree[point] = net->ends == 1 ? 1 : -1;
    }
}

bool comb_witness_facts_alone(const struct comb_witness_facts *facts)
{
    if (!facts->net->any_alone || facts->drawn.count > 1 ||
        (facts->drawn.count == 1 && !facts->net->is_end[facts->drawn.nodes[0]]))
        return false;
    for (unsigned segment = 0; segment < facts->net->segments; segment++)
        if (facts->state[segment] == 1)
            return false;
    return true;
}

bool comb_witness_facts_alone_at(const struct comb_witness_facts *facts, unsigned point)
{
    const struct comb_witness_net *net = facts->net;
    bool begins =
        facts->drawn.count == 0 || facts->drawn.nodes[0] == point || net->point_mirror[facts->drawn.nodes[0]] == point;
    return begins && (net->alone[point] || net->alone[net->point_mirror[point]]) && comb_witness_facts_alone(facts);
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
        facts->colour[cell] = (uint8_t)comb_witness_counted_colour(thing, facts->rules.set == COMB_WITNESS_GAME);
        if (thing->kind == COMB_WITNESS_ELIMINATION)
            facts->mark[facts->mark_count++] = (uint16_t)cell;
        if (thing->kind != COMB_WITNESS_POLYOMINO)
            continue;
        facts->piece[cell] = (uint16_t)comb_witness_shape_size(thing->shape);
        facts->plain_pieces &= facts->piece[cell] > 0;
    }
    facts->marks = facts->mark_count > 0;
}

static void find_inner_edges(struct comb_witness_facts *facts)
{
    const uint64_t *real = facts->surface->cells.words;
    for (unsigned edge = 0; edge < facts->graph->edges; edge++) {
        const uint16_t *cells = facts->graph->edge_cell[edge];
        if (cells[0] != COMB_WITNESS_NOWHERE && cells[1] != COMB_WITNESS_NOWHERE && comb_bit_test(real, cells[0]) &&
            comb_bit_test(real, cells[1]))
            facts->inner[facts->inner_count++] = (uint16_t)edge;
    }
}

/* Sets the drawn segments as used, and the others at the points passed as not used. */
static void read_drawn(struct comb_witness_facts *facts)
{
    const struct comb_witness_net *net = facts->net;
    const struct comb_witness_line *drawn = &facts->drawn;
    comb_witness_net_picture(facts->is_drawn, net, drawn);
    for (unsigned segment = 0; segment < net->segments; segment++)
        if (facts->is_drawn[segment])
            facts->state[segment] = 1;
    for (unsigned i = 0; i + 1 < drawn->count; i++)
        for (unsigned side = 0; side < 4; side++) {
            unsigned segment = net->point_segment[drawn->nodes[i]][side];
            if (segment != COMB_WITNESS_NOWHERE && !facts->is_drawn[segment])
                facts->state[segment] = facts->state[net->segment_mirror[segment]] = -1;
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
    if (code == COMB_OK)
        code = comb_witness_net_new(&facts->net, graph, err);
    if (code != COMB_OK) {
        comb_witness_facts_free(facts);
        return code;
    }
    facts->surface = comb_witness_region_checker_surface(facts->checker);
    facts->bounded = !rules->tracks_join || !has_absent(graph->panel);
    read_cells(facts);
    find_inner_edges(facts);
    set_degrees(facts);
    for (unsigned segment = 0; segment < facts->net->segments; segment++)
        facts->state[segment] = facts->net->can_use[segment] ? 0 : -1;
    read_drawn(facts);
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
    comb_witness_net_free(facts->net);
    free(facts->contents);
    free(facts->trail);
    free(facts);
}

/* ---- the trail ---- */

void comb_witness_facts_push(struct comb_witness_facts *facts, const struct comb_witness_claim *claim)
{
    assert(facts->count < COMB_WITNESS_MAX_CLAIMS && !claim->conflict && claim->edge_count > 0);
    for (unsigned i = 0; i < claim->edge_count; i++) {
        unsigned edge = claim->edges[i], mirror = facts->net->segment_mirror[edge];
        assert(edge < facts->net->segments && facts->state[edge] != (claim->used ? -1 : 1)); /* no contradiction */
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
            unsigned edge = claim->edges[i], mirror = facts->net->segment_mirror[edge];
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

static struct comb_witness_claim claim_at_point(const struct comb_witness_facts *facts, enum comb_witness_reason reason,
                                                bool used, unsigned point)
{
    struct comb_witness_at at = comb_witness_point_place(facts->graph, point);
    return claim_at(reason, used, at.column, at.row);
}

static struct comb_witness_claim claim_at_cell(const struct comb_witness_facts *facts, enum comb_witness_reason reason,
                                               bool used, unsigned cell)
{
    unsigned width = facts->graph->panel->width;
    return claim_at(reason, used, 2 * (cell % width) + 1, 2 * (cell / width) + 1);
}

/* ---- elimination marks ---- */

/* What a round of rules needs to know about elimination marks, computed when it is first asked for. */
struct round {
    struct comb_witness_facts *facts;
    bool ready;
    bool budget;  /* look also at what the marks are needed for */
    bool counted; /* which was counted before the round */
    struct comb_witness_reach reach;
    bool spent[COMB_WITNESS_MAX_CELLS];
};

static void begin_round(struct round *round, struct comb_witness_facts *facts, bool budget)
{
    round->facts = facts;
    round->ready = false;
    round->budget = budget;
    round->counted = false;
}

static void prepare(struct round *round)
{
    if (round->ready)
        return;
    round->ready = true;
    comb_witness_facts_reach(&round->reach, round->facts);
    if (round->budget)
        comb_witness_facts_find_spent(round->spent, round->facts, &round->reach, round->counted);
}

/* Returns whether the symbol in a cell must be right. `open`: it is not certainly wrong, so that it can still be if all
 * marks are needed for others. */
static bool cell_counts(struct round *round, unsigned cell, bool open)
{
    const struct comb_witness_facts *facts = round->facts;
    if (!facts->marks || !comb_bit_test(facts->surface->cells.words, cell))
        return comb_bit_test(facts->surface->cells.words, cell);
    prepare(round);
    return (open && round->budget && round->spent[cell]) || comb_witness_facts_is_safe(facts, &round->reach, cell);
}

/* Returns whether a missed dot between these cells makes the line wrong. `open`: it is not certainly missed. */
static bool dot_counts(struct round *round, const uint16_t *cells, unsigned count, bool open)
{
    const struct comb_witness_facts *facts = round->facts;
    if (!facts->marks)
        return true;
    if (!facts->bounded)
        return false;
    for (unsigned i = 0; i < count; i++)
        if (cells[i] != COMB_WITNESS_NOWHERE && comb_bit_test(facts->surface->cells.words, cells[i]) &&
            !cell_counts(round, cells[i], open))
            return false;
    return true;
}

/* ---- rules ---- */

static enum finding check_edge(struct round *round, unsigned edge, struct comb_witness_claim *claim)
{
    const struct comb_witness_facts *facts = round->facts;
    const struct comb_witness_graph *graph = facts->graph;
    const uint16_t *cells = graph->edge_cell[edge];
    if (facts->net->is_split[edge])
        return NOTHING; /* its middle is a point; half of it separates nothing */
    if (graph->on_edge[edge]->kind == COMB_WITNESS_DOT && facts->state[edge] <= 0 &&
        dot_counts(round, cells, 2, facts->state[edge] == 0)) {
        *claim = claim_at_point(facts, COMB_WITNESS_BY_DOT, true, graph->nodes + edge);
        claim->edges[claim->edge_count++] = (uint16_t)edge;
        return facts->state[edge] < 0 ? CONFLICT : FOUND;
    }
    if (facts->state[edge] != 0 || cells[0] == COMB_WITNESS_NOWHERE || cells[1] == COMB_WITNESS_NOWHERE)
        return NOTHING;
    const struct comb_witness_thing *a = graph->on_cell[cells[0]], *b = graph->on_cell[cells[1]];
    if (a->kind != COMB_WITNESS_SQUARE || b->kind != COMB_WITNESS_SQUARE || a->colour == b->colour || !a->colour ||
        !b->colour || !cell_counts(round, cells[0], false) || !cell_counts(round, cells[1], false))
        return NOTHING;
    struct comb_witness_claim second = claim_at_cell(facts, COMB_WITNESS_BY_SQUARES, true, cells[1]);
    *claim = claim_at_cell(facts, COMB_WITNESS_BY_SQUARES, true, cells[0]);
    memcpy(claim->places[claim->place_count++], second.places[0], sizeof second.places[0]);
    claim->edges[claim->edge_count++] = (uint16_t)edge;
    return FOUND;
}

/* Around a cell or a point: the number of its used and open sides. */
struct around {
    unsigned used, open;
};

/* A side that half a line covers counts; one that a line of one point may cover is open. */
static struct around count_sides(const struct comb_witness_facts *facts, unsigned cell)
{
    struct around found = {0, 0};
    for (unsigned i = 0; i < 4; i++) {
        unsigned edge = facts->graph->cell_edge[cell][i];
        int touch = comb_witness_facts_touch(facts, edge);
        bool alone = facts->net->is_split[edge] && touch < 0 && facts->net->any_alone &&
                     comb_witness_facts_alone_at(facts, facts->graph->nodes + edge);
        found.used += touch == 1;
        found.open += touch == 0 || alone;
    }
    return found;
}

static struct around count_around(const struct comb_witness_facts *facts, const uint16_t segments[4])
{
    struct around found = {0, 0};
    for (unsigned i = 0; i < 4; i++) {
        if (segments[i] == COMB_WITNESS_NOWHERE)
            continue;
        found.used += facts->state[segments[i]] == 1;
        found.open += facts->state[segments[i]] == 0;
    }
    return found;
}

static void decide(struct comb_witness_claim *claim, const struct comb_witness_facts *facts, unsigned segment)
{
    if (segment != COMB_WITNESS_NOWHERE && facts->state[segment] == 0)
        claim->edges[claim->edge_count++] = (uint16_t)segment;
}

/* Decides the open sides of a cell. A needed side with two open halves needs one of them: that decides neither. */
static enum finding decide_sides(const struct comb_witness_facts *facts, struct comb_witness_claim *claim,
                                 unsigned cell)
{
    for (unsigned i = 0; i < 4; i++) {
        unsigned edge = facts->graph->cell_edge[cell][i], second = facts->graph->edges + edge;
        bool split = facts->net->is_split[edge];
        if (comb_witness_facts_touch(facts, edge) != 0)
            continue;
        if (split && claim->used &&
            ((facts->state[edge] == 0 && facts->state[second] == 0) || comb_witness_facts_alone(facts)))
            continue;
        decide(claim, facts, edge);
        if (split)
            decide(claim, facts, second);
    }
    return claim->edge_count > 0 ? FOUND : NOTHING;
}

static enum finding check_cell(struct round *round, unsigned cell, struct comb_witness_claim *claim)
{
    const struct comb_witness_facts *facts = round->facts;
    const struct comb_witness_thing *thing = facts->graph->on_cell[cell];
    if (thing->kind != COMB_WITNESS_TRIANGLE)
        return NOTHING;
    unsigned required = thing->triangles ? thing->triangles : facts->no_sides;
    struct around found = count_sides(facts, cell);
    bool few = found.used + found.open <= required, full = found.used >= required;
    bool wrong = found.used + found.open < required || found.used > required;
    if ((!few && !full) || (found.open == 0 && !wrong) || !cell_counts(round, cell, !wrong))
        return NOTHING;
    bool in = few && !(found.used > required);
    *claim = claim_at_cell(facts, in ? COMB_WITNESS_BY_TRIANGLES : COMB_WITNESS_BY_FULL_TRIANGLES, in, cell);
    return wrong ? CONFLICT : decide_sides(facts, claim, cell);
}

/* Returns whether the line must visit a point because of a dot. */
static bool must_visit(struct round *round, unsigned point)
{
    const struct comb_witness_facts *facts = round->facts;
    const struct comb_witness_graph *graph = facts->graph;
    if (!facts->net->has_dot[point])
        return false;
    struct around found = count_around(facts, facts->net->point_segment[point]);
    bool open = found.used + found.open > 0;
    if (point < graph->nodes ? !dot_counts(round, graph->node_cell[point], 4, open)
                             : !dot_counts(round, graph->edge_cell[point - graph->nodes], 2, open))
        return false;
    return !facts->net->any_alone || !comb_witness_facts_alone_at(facts, point);
}

/* What the line does at a point: at least `min` and at most `max` segments; `pass`: none or two. */
struct duty {
    unsigned min, max;
    bool pass;
};

static struct duty duty_at(struct round *round, unsigned point)
{
    int degree = round->facts->degree[point];
    struct duty duty = {degree > 0 ? 1 : 0, degree > 0 ? 1 : 2, degree == 0};
    if (duty.min == 0 && must_visit(round, point))
        duty.min = duty.pass ? 2 : 1;
    return duty;
}

static enum finding check_point(struct round *round, unsigned point, struct comb_witness_claim *claim)
{
    const struct comb_witness_facts *facts = round->facts;
    const uint16_t *segments = facts->net->point_segment[point];
    struct around found = count_around(facts, segments);
    if (found.used + found.open == 0 && !facts->net->has_dot[point] && facts->degree[point] != 1)
        return NOTHING;
    struct duty duty = duty_at(round, point);
    enum comb_witness_reason reason;
    bool wrong = false;
    if (found.used > duty.max || (found.used == duty.max && found.open > 0)) {
        reason = COMB_WITNESS_BY_FULL_NODE;
        wrong = found.used > duty.max;
    } else if (found.used < duty.min && found.used + found.open <= duty.min) {
        reason = COMB_WITNESS_BY_NODE;
        wrong = found.used + found.open < duty.min;
    } else if (duty.min == 0 && duty.pass && found.used == 1 && found.open <= 1) {
        reason = COMB_WITNESS_BY_WAY;
        wrong = found.open == 0;
    } else if (duty.min == 0 && duty.pass && found.used == 0 && found.open == 1) {
        reason = COMB_WITNESS_BY_DEAD_END;
    } else {
        return NOTHING;
    }
    bool in = reason == COMB_WITNESS_BY_NODE || reason == COMB_WITNESS_BY_WAY;
    *claim = claim_at_point(facts, reason, in, point);
    for (unsigned i = 0; i < 4 && !wrong; i++)
        decide(claim, facts, segments[i]);
    return wrong ? CONFLICT : FOUND;
}

/* ---- running ---- */

static enum finding check_at(struct round *round, unsigned kind, unsigned number, struct comb_witness_claim *claim)
{
    return kind == 0   ? check_edge(round, number, claim)
           : kind == 1 ? check_cell(round, number, claim)
                       : check_point(round, number, claim);
}

/* Applies every rule about one place everywhere; what is in reach is updated once per round, which is sound because
 * it only shrinks. */
static bool run_local(struct comb_witness_facts *facts, bool budget, struct comb_witness_claim *conflict,
                      bool *progress)
{
    const struct comb_witness_graph *graph = facts->graph;
    const unsigned counts[3] = {graph->edges, graph->cells, facts->net->points};
    struct round round;
    begin_round(&round, facts, budget);
    if (budget) { /* before the first claim of the round changes what is in reach */
        round.counted = true;
        prepare(&round);
    }
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
        if (run_local(facts, false, conflict, &progress))
            return true;
        if (!progress && comb_witness_facts_paths(facts, conflict, &progress))
            return true;
        if (!progress && comb_witness_facts_regions(facts, conflict, &progress))
            return true;
        if (!progress && facts->marks && run_local(facts, true, conflict, &progress))
            return true;
    }
    return false;
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
    unsigned kind = 2, number = column / 2 + facts->graph->panel->width * (row / 2);
    if (claim->reason == COMB_WITNESS_BY_TRIANGLES || claim->reason == COMB_WITNESS_BY_FULL_TRIANGLES)
        kind = 1;
    else if (claim->reason == COMB_WITNESS_BY_DOT || claim->reason == COMB_WITNESS_BY_SQUARES) {
        number = claim->conflict ? comb_witness_net_edge_at(facts->net, column, row) : claim->edges[0];
        kind = 0;
    } else if (column % 2 == 0 && row % 2 == 0)
        number = comb_witness_net_node_at(facts->net, column, row);
    else
        number = facts->graph->nodes + comb_witness_net_edge_at(facts->net, column, row);
    for (unsigned budget = 0; budget < (facts->marks ? 2 : 1); budget++) {
        begin_round(&round, facts, budget == 1);
        enum finding finding = check_at(&round, kind, number, &found);
        if (finding == (claim->conflict ? CONFLICT : FOUND) && found.reason == claim->reason &&
            (claim->conflict || includes(&found, claim)))
            return true;
    }
    return false;
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

static void mark_point(struct comb_witness_drawn *drawn, const struct comb_witness_graph *graph, unsigned point,
                       bool half)
{
    struct comb_witness_at at = comb_witness_point_place(graph, point);
    drawn->on_line[comb_witness_place_number(drawn->panel, at.column, at.row)] =
        half ? COMB_WITNESS_ON_LINE | COMB_WITNESS_HALF : COMB_WITNESS_ON_LINE;
}

/* Gets what the verifier says about a closed region, for the words of an argument. */
static const char *describe_region(struct comb_witness_facts *facts, const struct comb_witness_claim *claim)
{
    const struct comb_witness_graph *graph = facts->graph;
    const struct comb_witness_panel *panel = graph->panel;
    struct comb_witness_drawn drawn = {
        .panel = panel, .rules = facts->rules, .job = facts->job, .violations = json_array()};
    unsigned cell = 0;
    for (unsigned segment = 0; segment < facts->net->segments; segment++) {
        unsigned edge = segment % graph->edges;
        if (facts->state[segment] != 1)
            continue;
        mark_point(&drawn, graph, graph->nodes + edge, comb_witness_facts_wall(facts, edge) != 1);
        for (unsigned i = 0; i < 2; i++)
            if (facts->net->segment_point[segment][i] < graph->nodes)
                mark_point(&drawn, graph, facts->net->segment_point[segment][i], false);
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
