#include "games/witness/hints/words.h"

#include "games/witness/draw/phrases.h"

#include <assert.h>

enum { MAX_TOLD = 24 }; /* claims in words */

/* ---- parts of sentences ---- */

/* The ends of a segment as places: of an edge, or of the half of one. */
static void segment_ends(struct comb_witness_at ends[2], const struct comb_witness_net *net, unsigned segment)
{
    for (unsigned i = 0; i < 2; i++)
        ends[i] = comb_witness_point_place(net->graph, net->segment_point[segment][i]);
}

void comb_witness_name_edge(struct comb_buf *out, const struct comb_witness_net *net, unsigned edge)
{
    struct comb_witness_at ends[2];
    segment_ends(ends, net, edge);
    comb_buf_printf(out, "(%g,%g)-(%g,%g)", ends[0].column / 2.0, ends[0].row / 2.0, ends[1].column / 2.0,
                    ends[1].row / 2.0);
}

static void name_edges(struct comb_buf *out, const struct comb_witness_net *net, const struct comb_witness_claim *claim)
{
    for (unsigned i = 0; i < claim->edge_count; i++) {
        comb_buf_str(out, i == 0 ? "" : i + 1 == claim->edge_count ? " and " : ", ");
        comb_witness_name_edge(out, net, claim->edges[i]);
    }
}

static void name_symbol(struct comb_buf *out, const struct comb_witness_net *net,
                        const struct comb_witness_claim *claim, unsigned index)
{
    const uint16_t *place = claim->places[index];
    comb_buf_str(out, "the ");
    comb_witness_name_thing(out, comb_witness_at(net->graph->panel, place[0], place[1]));
    comb_buf_char(out, ' ');
    comb_witness_name_place(out, place[0], place[1]);
}

static void name_node(struct comb_buf *out, const struct comb_witness_claim *claim)
{
    comb_buf_printf(out, "(%g,%g)", claim->places[0][0] / 2.0, claim->places[0][1] / 2.0);
}

static bool is_plural(const struct comb_witness_net *net, const struct comb_witness_claim *claim)
{
    return comb_witness_at(net->graph->panel, claim->places[0][0], claim->places[0][1])->triangles > 1;
}

/* "the line uses", with the mirror image under symmetry */
static void name_line(struct comb_buf *out, const struct comb_witness_net *net, bool used)
{
    bool symmetric = net->graph->panel->symmetry != COMB_WITNESS_NO_SYMMETRY;
    if (used)
        comb_buf_str(out, symmetric ? "the line or its mirror image uses " : "the line uses ");
    else
        comb_buf_str(out, symmetric ? "neither line uses " : "the line does not use ");
}

/* ---- claims ---- */

static void tell_rule(struct comb_buf *out, const struct comb_witness_net *net, const struct comb_witness_claim *claim)
{
    bool single = claim->edge_count == 1;
    switch (claim->reason) {
    case COMB_WITNESS_BY_DOT:
        comb_buf_str(out, "the line must cover ");
        name_symbol(out, net, claim, 0);
        return;
    case COMB_WITNESS_BY_SQUARES:
        name_symbol(out, net, claim, 0);
        comb_buf_str(out, " and ");
        name_symbol(out, net, claim, 1);
        comb_buf_str(out, " must be separated: the line goes between them, over ");
        break;
    case COMB_WITNESS_BY_TRIANGLES:
        name_symbol(out, net, claim, 0);
        comb_buf_printf(out, " need%s all remaining sides: ", is_plural(net, claim) ? "" : "s");
        break;
    case COMB_WITNESS_BY_FULL_TRIANGLES:
        name_symbol(out, net, claim, 0);
        comb_buf_printf(out, " ha%s enough sides: the line avoids ", is_plural(net, claim) ? "ve" : "s");
        break;
    case COMB_WITNESS_BY_NODE:
        name_symbol(out, net, claim, 0);
        comb_buf_printf(out, " has only %s left for the line: ", single ? "one edge" : "these edges");
        break;
    case COMB_WITNESS_BY_WAY:
        comb_buf_str(out, "the line reaches ");
        name_node(out, claim);
        comb_buf_str(out, " and has only one way on: ");
        break;
    case COMB_WITNESS_BY_FULL_NODE:
        comb_buf_str(out, "the line already passes ");
        name_node(out, claim);
        comb_buf_str(out, ", so it does not use ");
        break;
    case COMB_WITNESS_BY_DEAD_END:
        name_node(out, claim);
        comb_buf_str(out, " is a dead end, so the line does not use ");
        break;
    case COMB_WITNESS_BY_LOOP:
        comb_buf_str(out, "the line would form a loop over ");
        break;
    case COMB_WITNESS_BY_MIRROR:
        comb_buf_str(out, "the line would meet its mirror image over ");
        break;
    default:
        comb_buf_str(out, "the line could not get out again if it used ");
        break;
    }
    name_edges(out, net, claim);
}

static void tell_course(struct comb_buf *out, const struct comb_witness_net *net,
                        const struct comb_witness_claim *conflict)
{
    switch (conflict->reason) {
    case COMB_WITNESS_BY_NODE:
        comb_buf_str(out, "too few edges would be left at ");
        name_symbol(out, net, conflict, 0);
        break;
    case COMB_WITNESS_BY_WAY:
        comb_buf_str(out, "the line would be stuck at ");
        name_node(out, conflict);
        break;
    case COMB_WITNESS_BY_FULL_NODE:
        comb_buf_str(out, "the line would branch at ");
        name_node(out, conflict);
        break;
    case COMB_WITNESS_BY_LOOP:
        comb_buf_str(out, "the line would form a loop");
        break;
    case COMB_WITNESS_BY_MIRROR:
        comb_buf_str(out, "the line would meet its mirror image");
        break;
    default:
        comb_buf_str(out, conflict->place_count > 0 ? "the line would be cut off from the start or the end"
                                                    : "the line could not get from a start to an end");
        break;
    }
}

static void tell_region(struct comb_buf *out, const struct comb_witness_net *net,
                        const struct comb_witness_claim *conflict)
{
    unsigned cell = 0;
    while (cell + 1 < net->graph->cells && !comb_bit_test(conflict->region.words, cell))
        cell++;
    comb_buf_printf(out, "the region with cell (%u,%u) would be closed and wrong", cell % net->graph->panel->width,
                    cell / net->graph->panel->width);
    if (conflict->detail)
        comb_buf_printf(out, ": %s", conflict->detail);
}

static void tell_idle_mark(struct comb_buf *out, const struct comb_witness_net *net,
                           const struct comb_witness_claim *conflict)
{
    unsigned marks = 0, width = net->graph->panel->width, first = 0;
    for (unsigned cell = net->graph->cells; cell-- > 0;)
        if (comb_bit_test(conflict->region.words, cell) &&
            net->graph->on_cell[cell]->kind == COMB_WITNESS_ELIMINATION) {
            marks++;
            first = cell;
        }
    if (marks == 1)
        comb_buf_printf(out, "the elimination mark in cell (%u,%u) would have no error to remove", first % width,
                        first / width);
    else
        comb_buf_printf(out, "the %u elimination marks in reach of cell (%u,%u) would have too few errors to remove",
                        marks, first % width, first / width);
}

static void tell_symbol_conflict(struct comb_buf *out, const struct comb_witness_net *net,
                                 const struct comb_witness_claim *conflict)
{
    static const char *const ends[COMB_WITNESS_REASONS] = {
        [COMB_WITNESS_BY_DOT] = " would be missed",
        [COMB_WITNESS_BY_TRIANGLES] = " would not get enough sides",
        [COMB_WITNESS_BY_FULL_TRIANGLES] = " would get too many sides",
        [COMB_WITNESS_BY_STAR_CROWD] = " would share its region with more than one other symbol of its colour",
        [COMB_WITNESS_BY_LONELY_STAR] = " would have no partner of its colour in reach",
        [COMB_WITNESS_BY_ODD_STARS] = " would be one of an odd number of stars in reach, which cannot be paired off",
        [COMB_WITNESS_BY_LARGE_AREA] = " would be in a region with more cells than its pieces have",
        [COMB_WITNESS_BY_SMALL_AREA] = " would be in a region with fewer cells than its pieces have",
        [COMB_WITNESS_BY_NO_ROOM] = " would fit nowhere in its region",
        [COMB_WITNESS_BY_NO_TILING] = " could not fill its region, alone or with the other pieces in reach",
    };
    name_symbol(out, net, conflict, 0);
    comb_buf_str(out, ends[conflict->reason]);
}

static void tell_conflict(struct comb_buf *out, const struct comb_witness_net *net,
                          const struct comb_witness_claim *conflict)
{
    switch (conflict->reason) {
    case COMB_WITNESS_BY_COLOURS:
        name_symbol(out, net, conflict, 0);
        comb_buf_str(out, " and ");
        name_symbol(out, net, conflict, 1);
        comb_buf_str(out, " would share a region");
        break;
    case COMB_WITNESS_BY_REGION:
        tell_region(out, net, conflict);
        break;
    case COMB_WITNESS_BY_ERRORS:
        comb_buf_str(out, "more symbols would be wrong than the elimination marks in reach can remove");
        break;
    case COMB_WITNESS_BY_IDLE_MARK:
        tell_idle_mark(out, net, conflict);
        break;
    case COMB_WITNESS_BY_LINE:
        comb_buf_str(out, "the finished line would break a rule");
        break;
    case COMB_WITNESS_BY_DOT:
    case COMB_WITNESS_BY_TRIANGLES:
    case COMB_WITNESS_BY_FULL_TRIANGLES:
    case COMB_WITNESS_BY_STAR_CROWD:
    case COMB_WITNESS_BY_LONELY_STAR:
    case COMB_WITNESS_BY_ODD_STARS:
    case COMB_WITNESS_BY_LARGE_AREA:
    case COMB_WITNESS_BY_SMALL_AREA:
    case COMB_WITNESS_BY_NO_ROOM:
    case COMB_WITNESS_BY_NO_TILING:
        tell_symbol_conflict(out, net, conflict);
        break;
    default:
        tell_course(out, net, conflict);
        break;
    }
}

/* ---- arguments ---- */

struct telling {
    struct comb_buf *out;
    const struct comb_witness_net *net;
    unsigned told, left_out; /* claims told, cases that were not */
};

static void tell_claim(struct telling *telling, const struct comb_witness_claim *claim, bool outermost);

/* "otherwise A; then B; and C would be wrong" */
static void tell_case(struct telling *telling, const struct comb_witness_argument *argument)
{
    assert(argument->count >= 2 && argument->claims[0].reason == COMB_WITNESS_BY_SUPPOSING);
    comb_buf_str(telling->out, "otherwise ");
    for (unsigned i = 1; i < argument->count; i++) {
        const struct comb_witness_claim *claim = &argument->claims[i];
        if (claim->conflict)
            tell_conflict(telling->out, telling->net, claim);
        else
            tell_claim(telling, claim, false);
        comb_buf_str(telling->out, i + 2 < argument->count ? "; then " : i + 1 < argument->count ? "; and " : "");
    }
}

static void tell_claim(struct telling *telling, const struct comb_witness_claim *claim, bool outermost)
{
    telling->told++;
    if (!claim->argument && claim->reason < COMB_WITNESS_BY_COLOURS) {
        tell_rule(telling->out, telling->net, claim);
        return;
    }
    name_line(telling->out, telling->net, claim->used);
    name_edges(telling->out, telling->net, claim);
    if (!claim->argument) {
        comb_buf_str(telling->out, outermost ? ": otherwise " : " (otherwise ");
        tell_conflict(telling->out, telling->net, claim);
        comb_buf_str(telling->out, outermost ? "" : ")");
        return;
    }
    if (!outermost && telling->told + comb_witness_argument_size(claim->argument) > MAX_TOLD) {
        unsigned cases = comb_witness_argument_cases(claim->argument);
        comb_buf_printf(telling->out, cases > 0 ? " (all of %u cases fail otherwise)" : " (it fails otherwise)",
                        cases + 1);
        return;
    }
    comb_buf_str(telling->out, outermost ? ": " : " (");
    tell_case(telling, claim->argument);
    comb_buf_str(telling->out, outermost ? "" : ")");
}

void comb_witness_argument_words(struct comb_buf *out, const struct comb_witness_net *net,
                                 const struct comb_witness_argument *argument)
{
    struct telling telling = {.out = out, .net = net};
    for (unsigned i = 0; i < argument->count; i++) {
        comb_buf_str(out, i > 0 ? "; then " : "");
        tell_claim(&telling, &argument->claims[i], i + 1 == argument->count);
    }
}

const struct comb_witness_claim *comb_witness_argument_key(const struct comb_witness_argument *argument)
{
    assert(argument->count > 0);
    const struct comb_witness_claim *last = &argument->claims[argument->count - 1];
    return last->argument ? &last->argument->claims[last->argument->count - 1] : last;
}

/* ---- rules in general ---- */

static const char *node_words(const struct comb_witness_net *net, const struct comb_witness_claim *claim)
{
    const struct comb_witness_thing *thing =
        comb_witness_at(net->graph->panel, claim->places[0][0], claim->places[0][1]);
    return comb_witness_has_dot(thing)    ? "the line passes through every dot"
           : comb_witness_is_start(thing) ? "the line leaves the start by one edge"
                                          : "the line reaches the end by one edge";
}

static const char *region_words(const struct comb_witness_net *net, const struct comb_witness_claim *claim)
{
    for (unsigned cell = 0; cell < net->graph->cells; cell++)
        if (comb_bit_test(claim->region.words, cell) && net->graph->on_cell[cell]->kind == COMB_WITNESS_ELIMINATION)
            return "every elimination mark removes one error of its region, no more and no less";
    return "a closed region must satisfy all its symbols";
}

const char *comb_witness_rule_words(const struct comb_witness_net *net, const struct comb_witness_claim *claim)
{
    switch (claim->reason) {
    case COMB_WITNESS_BY_DOT:
        return "the line passes through every dot";
    case COMB_WITNESS_BY_SQUARES:
    case COMB_WITNESS_BY_COLOURS:
        return "squares of different colours must be in different regions";
    case COMB_WITNESS_BY_TRIANGLES:
    case COMB_WITNESS_BY_FULL_TRIANGLES:
        return "the line uses as many sides of a cell as it has triangles";
    case COMB_WITNESS_BY_NODE:
        return node_words(net, claim);
    case COMB_WITNESS_BY_STAR_CROWD:
    case COMB_WITNESS_BY_LONELY_STAR:
    case COMB_WITNESS_BY_ODD_STARS:
        return "a star shares its region with exactly one other symbol of its colour";
    case COMB_WITNESS_BY_ERRORS:
    case COMB_WITNESS_BY_IDLE_MARK:
        return "every elimination mark removes exactly one error of its region";
    case COMB_WITNESS_BY_LARGE_AREA:
    case COMB_WITNESS_BY_SMALL_AREA:
        return "a region with pieces has as many cells as they have";
    case COMB_WITNESS_BY_NO_TILING:
        return "the pieces of a region fill it exactly";
    case COMB_WITNESS_BY_NO_ROOM:
        return "every piece must fit into its region";
    case COMB_WITNESS_BY_REGION:
        return region_words(net, claim);
    case COMB_WITNESS_BY_LINE:
        return "the finished line must satisfy every symbol, and each dot must be on a line of its colour";
    case COMB_WITNESS_BY_MIRROR:
        return "the line must not meet its mirror image";
    default:
        return "the line is one path from a start to an end, without branches, loops or dead ends";
    }
}

/* ---- JSON ---- */

static json_t *coordinate(struct comb_json *build, unsigned place)
{
    return place % 2 == 0 ? comb_json_int(build, place / 2) : comb_json_real(build, place / 2.0);
}

static json_t *point_json(struct comb_json *build, struct comb_witness_at at)
{
    json_t *pair = comb_json_array(build);
    comb_json_push(build, pair, coordinate(build, at.column));
    comb_json_push(build, pair, coordinate(build, at.row));
    return pair;
}

json_t *comb_witness_edges_json(struct comb_json *build, const struct comb_witness_net *net, const uint16_t *edges,
                                unsigned count)
{
    json_t *list = comb_json_array(build);
    for (unsigned i = 0; i < count; i++) {
        struct comb_witness_at ends[2];
        json_t *edge = comb_json_array(build);
        segment_ends(ends, net, edges[i]);
        for (unsigned k = 0; k < 2; k++)
            comb_json_push(build, edge, point_json(build, ends[k]));
        comb_json_push(build, list, edge);
    }
    return list;
}

static json_t *claim_json(struct comb_json *build, const struct comb_witness_net *net,
                          const struct comb_witness_claim *claim, unsigned depth)
{
    static const char *const names[COMB_WITNESS_REASONS] = {
        [COMB_WITNESS_BY_SUPPOSING] = "suppose",
        [COMB_WITNESS_BY_CASE] = "case",
        [COMB_WITNESS_BY_DOT] = "dot",
        [COMB_WITNESS_BY_SQUARES] = "squares",
        [COMB_WITNESS_BY_TRIANGLES] = "triangles",
        [COMB_WITNESS_BY_FULL_TRIANGLES] = "full triangles",
        [COMB_WITNESS_BY_NODE] = "node",
        [COMB_WITNESS_BY_WAY] = "way",
        [COMB_WITNESS_BY_FULL_NODE] = "full node",
        [COMB_WITNESS_BY_DEAD_END] = "dead end",
        [COMB_WITNESS_BY_LOOP] = "loop",
        [COMB_WITNESS_BY_MIRROR] = "mirror",
        [COMB_WITNESS_BY_NO_WAY] = "no way",
        [COMB_WITNESS_BY_COLOURS] = "colours",
        [COMB_WITNESS_BY_ERRORS] = "errors",
        [COMB_WITNESS_BY_IDLE_MARK] = "idle mark",
        [COMB_WITNESS_BY_STAR_CROWD] = "star crowd",
        [COMB_WITNESS_BY_LONELY_STAR] = "lonely star",
        [COMB_WITNESS_BY_ODD_STARS] = "odd stars",
        [COMB_WITNESS_BY_LARGE_AREA] = "large area",
        [COMB_WITNESS_BY_SMALL_AREA] = "small area",
        [COMB_WITNESS_BY_NO_ROOM] = "no room",
        [COMB_WITNESS_BY_NO_TILING] = "no tiling",
        [COMB_WITNESS_BY_REGION] = "region",
        [COMB_WITNESS_BY_LINE] = "line",
    };
    json_t *object = comb_json_object(build), *places = comb_json_array(build), *region = comb_json_array(build);
    unsigned width = net->graph->panel->width;
    for (unsigned i = 0; i < claim->place_count; i++)
        comb_json_push(build, places, comb_json_pair(build, claim->places[i][0], claim->places[i][1]));
    for (unsigned cell = 0; cell < net->graph->cells; cell++)
        if (comb_bit_test(claim->region.words, cell))
            comb_json_push(build, region, comb_json_pair(build, cell % width, cell / width));
    comb_json_set(build, object, "depth", comb_json_int(build, depth));
    comb_json_set(build, object, "rule", comb_json_string(build, names[claim->reason]));
    if (claim->conflict)
        comb_json_set(build, object, "conflict", comb_json_bool(build, true));
    else
        comb_json_set(build, object, "used", comb_json_bool(build, claim->used));
    comb_json_set(build, object, "edges", comb_witness_edges_json(build, net, claim->edges, claim->edge_count));
    comb_json_set(build, object, "places", places);
    comb_json_set(build, object, "region", region);
    return object;
}

static void push_claims(struct comb_json *build, json_t *list, const struct comb_witness_net *net,
                        const struct comb_witness_argument *argument, unsigned depth)
{
    for (unsigned i = 0; i < argument->count; i++) {
        const struct comb_witness_claim *claim = &argument->claims[i];
        if (claim->argument)
            push_claims(build, list, net, claim->argument, depth + 1);
        comb_json_push(build, list, claim_json(build, net, claim, depth));
    }
}

json_t *comb_witness_argument_json(struct comb_json *build, const struct comb_witness_net *net,
                                   const struct comb_witness_argument *argument)
{
    json_t *list = comb_json_array(build);
    push_claims(build, list, net, argument, 0);
    return list;
}
