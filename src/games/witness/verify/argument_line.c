/* Rules of arguments about nodes, triangles and the course of the line. */
#include "games/witness/verify/argument_parts.h"
#include "games/witness/verify/parts.h"

#include <assert.h>
#include <string.h>

enum { MAX_NODES = COMB_WITNESS_MAX_NODES };

unsigned comb_witness_argued_at_node(unsigned edges[4], const struct comb_witness_panel *panel, unsigned node)
{
    unsigned columns = comb_witness_columns(panel), column = node % columns, row = node / columns, count = 0;
    assert(column % 2 == 0 && row % 2 == 0);
    if (column > 0)
        edges[count++] = node - 1;
    if (column + 1 < columns)
        edges[count++] = node + 1;
    if (row > 0)
        edges[count++] = node - columns;
    if (row + 1 < comb_witness_rows(panel))
        edges[count++] = node + columns;
    return count;
}

struct tally {
    unsigned used, open;
};

static struct tally tally_of(const struct comb_witness_argued *argued, const unsigned *edges, unsigned count)
{
    struct tally tally = {0, 0};
    for (unsigned i = 0; i < count; i++) {
        tally.used += argued->known[edges[i]] == 1;
        tally.open += argued->known[edges[i]] == 0;
    }
    return tally;
}

/* Returns whether all edges of the claim are among these. */
static bool within(const struct comb_witness_asserted *claim, const unsigned *edges, unsigned count)
{
    for (unsigned i = 0; i < claim->edge_count; i++) {
        bool found = false;
        for (unsigned k = 0; k < count; k++)
            found |= edges[k] == claim->edges[i];
        if (!found)
            return false;
    }
    return true;
}

static bool is_node(const struct comb_witness_panel *panel, unsigned place)
{
    unsigned columns = comb_witness_columns(panel);
    return place % columns % 2 == 0 && place / columns % 2 == 0;
}

static bool is_cell(const struct comb_witness_panel *panel, unsigned place)
{
    unsigned columns = comb_witness_columns(panel);
    return place % columns % 2 == 1 && place / columns % 2 == 1;
}

/* ---- dots and triangles ---- */

const char *comb_witness_argued_dot(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim)
{
    unsigned place = claim->places[0];
    if (claim->place_count != 1 || is_node(argued->panel, place) || is_cell(argued->panel, place) ||
        argued->panel->places[place].kind != COMB_WITNESS_DOT)
        return "there is no dot on the edge";
    if (comb_witness_argued_is_removable(argued, place))
        return "an elimination mark may remove the dot";
    if (claim->conflict)
        return argued->known[place] == -1 ? NULL : "the line may still cover the dot";
    return claim->used && within(claim, &place, 1) ? NULL : "the dot is on another edge";
}

static const char *find_triangles(const struct comb_witness_argued *argued, const struct comb_witness_asserted *claim,
                                  unsigned edges[4], unsigned *required)
{
    unsigned cell = claim->places[0], columns = comb_witness_columns(argued->panel);
    if (claim->place_count != 1 || !is_cell(argued->panel, cell) || argued->outside[cell] ||
        argued->panel->places[cell].kind != COMB_WITNESS_TRIANGLE)
        return "there are no triangles";
    if (comb_witness_argued_is_removable(argued, cell))
        return "an elimination mark may remove the triangles";
    *required = argued->panel->places[cell].triangles;
    if (*required == 0 && argued->rules.set == COMB_WITNESS_WINDMILL)
        *required = 1;
    edges[0] = cell - 1;
    edges[1] = cell + 1;
    edges[2] = cell - columns;
    edges[3] = cell + columns;
    return within(claim, edges, 4) ? NULL : "the edge is not a side of the cell";
}

const char *comb_witness_argued_triangles(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim)
{
    unsigned edges[4], required;
    const char *why = find_triangles(argued, claim, edges, &required);
    if (why)
        return why;
    struct tally tally = tally_of(argued, edges, 4);
    if (claim->conflict)
        return tally.used + tally.open < required ? NULL : "enough sides are left";
    return claim->used && tally.used + tally.open == required ? NULL : "not all remaining sides are needed";
}

const char *comb_witness_argued_full_triangles(struct comb_witness_argued *argued,
                                               const struct comb_witness_asserted *claim)
{
    unsigned edges[4], required;
    const char *why = find_triangles(argued, claim, edges, &required);
    if (why)
        return why;
    struct tally tally = tally_of(argued, edges, 4);
    if (claim->conflict)
        return tally.used > required ? NULL : "there are not too many sides";
    return !claim->used && tally.used == required ? NULL : "the triangles may need more sides";
}

/* ---- nodes ---- */

/* What the line does at a node: `exact` edges (0: not known), or if it can only pass, none or two. */
struct duty {
    unsigned exact;
    bool pass;
    unsigned edges[4], count;
    struct tally tally;
};

static const char *find_duty(struct duty *duty, const struct comb_witness_argued *argued,
                             const struct comb_witness_asserted *claim)
{
    const struct comb_witness_panel *panel = argued->panel;
    unsigned node = claim->places[0], alone = panel->symmetry == COMB_WITNESS_NO_SYMMETRY ? 1 : 2;
    if (claim->place_count != 1 || !is_node(panel, node))
        return "there is no node";
    unsigned kind = panel->places[node].kind;
    bool begins = argued->start != COMB_WITNESS_ARGUED_NONE &&
                  (node == argued->start || node == comb_witness_argued_mirror(panel, argued->start));
    *duty = (struct duty){.exact = 0};
    if (kind == COMB_WITNESS_START) {
        duty->exact = begins || argued->starts == alone;
        duty->pass = !duty->exact && argued->start != COMB_WITNESS_ARGUED_NONE;
    } else if (kind == COMB_WITNESS_END) {
        duty->exact = argued->ends == alone;
    } else {
        duty->pass = true;
        if (kind == COMB_WITNESS_DOT && !comb_witness_argued_is_removable(argued, node))
            duty->exact = 2;
    }
    duty->count = comb_witness_argued_at_node(duty->edges, panel, node);
    duty->tally = tally_of(argued, duty->edges, duty->count);
    return within(claim, duty->edges, duty->count) ? NULL : "the edge is not at the node";
}

const char *comb_witness_argued_node(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim)
{
    struct duty duty;
    const char *why = find_duty(&duty, argued, claim);
    if (why)
        return why;
    unsigned left = duty.tally.used + duty.tally.open;
    if (duty.exact == 0)
        return "the line need not visit the node";
    if (claim->conflict)
        return left < duty.exact ? NULL : "enough edges are left";
    return claim->used && left == duty.exact ? NULL : "the line has a choice at the node";
}

const char *comb_witness_argued_way(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim)
{
    struct duty duty;
    const char *why = find_duty(&duty, argued, claim);
    if (why)
        return why;
    if (!duty.pass || duty.tally.used != 1)
        return "the line does not have to go on at the node";
    if (claim->conflict)
        return duty.tally.open == 0 ? NULL : "there is a way on";
    return claim->used && duty.tally.open == 1 ? NULL : "there is more than one way on";
}

const char *comb_witness_argued_full_node(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim)
{
    struct duty duty;
    const char *why = find_duty(&duty, argued, claim);
    if (why)
        return why;
    unsigned max = duty.exact > 0 ? duty.exact : 2;
    if (claim->conflict)
        return duty.tally.used > max ? NULL : "the line does not branch";
    return !claim->used && duty.tally.used == max ? NULL : "the node may have another edge";
}

const char *comb_witness_argued_dead_end(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim)
{
    struct duty duty;
    const char *why = find_duty(&duty, argued, claim);
    if (why)
        return why;
    bool dead = duty.pass && duty.tally.used == 0 && duty.tally.open == 1;
    return dead && !claim->used && !claim->conflict ? NULL : "the node is no dead end";
}

/* ---- the course of the line ---- */

/* Returns whether known edges of the line other than `without` join two nodes. */
static bool joined(const struct comb_witness_argued *argued, unsigned from, unsigned to, unsigned without)
{
    bool seen[COMB_WITNESS_MAX_PLACES] = {false};
    unsigned stack[MAX_NODES], height = 0;
    stack[height++] = from;
    seen[from] = true;
    while (height > 0) {
        unsigned node = stack[--height], edges[4], ends[2];
        unsigned count = comb_witness_argued_at_node(edges, argued->panel, node);
        for (unsigned i = 0; i < count; i++) {
            comb_witness_argued_ends(ends, argued->panel, edges[i]);
            unsigned next = ends[0] == node ? ends[1] : ends[0];
            if (argued->known[edges[i]] != 1 || edges[i] == without || seen[next])
                continue;
            seen[next] = true;
            stack[height++] = next;
        }
    }
    return seen[to];
}

/* Gets the edge that a claim about the course is about. */
static bool find_edge(unsigned *edge, const struct comb_witness_argued *argued,
                      const struct comb_witness_asserted *claim)
{
    *edge = claim->conflict ? claim->places[0] : claim->edges[0];
    bool one = claim->conflict ? claim->place_count == 1 : claim->edge_count == 1 && !claim->used;
    return one && !is_node(argued->panel, *edge) && !is_cell(argued->panel, *edge) &&
           (!claim->conflict || argued->known[*edge] == 1);
}

const char *comb_witness_argued_loop(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim)
{
    unsigned edge, ends[2];
    if (!find_edge(&edge, argued, claim))
        return "it is not about one edge";
    comb_witness_argued_ends(ends, argued->panel, edge);
    return joined(argued, ends[0], ends[1], edge) ? NULL : "the edge closes no loop";
}

const char *comb_witness_argued_mirror_met(struct comb_witness_argued *argued,
                                           const struct comb_witness_asserted *claim)
{
    unsigned edge, ends[2];
    if (!find_edge(&edge, argued, claim) || argued->panel->symmetry == COMB_WITNESS_NO_SYMMETRY)
        return "it is not about one edge of a symmetric panel";
    comb_witness_argued_ends(ends, argued->panel, edge);
    unsigned image = comb_witness_argued_mirror(argued->panel, ends[0]);
    return joined(argued, ends[1], image, COMB_WITNESS_ARGUED_NONE) ? NULL : "the line does not meet its mirror image";
}

/* ---- paths from a start to an end ---- */

static bool is_start(const struct comb_witness_argued *argued, unsigned node)
{
    if (argued->start == COMB_WITNESS_ARGUED_NONE)
        return argued->panel->places[node].kind == COMB_WITNESS_START;
    return node == argued->start || node == comb_witness_argued_mirror(argued->panel, argued->start);
}

static bool is_end(const struct comb_witness_argued *argued, unsigned node)
{
    return argued->panel->places[node].kind == COMB_WITNESS_END;
}

/* What can be reached from the ends of an edge over edges that are left, without the edge itself and one node. */
struct reached {
    bool start, end;
};

static struct reached reach_without(const struct comb_witness_argued *argued, const unsigned *from, unsigned count,
                                    unsigned edge, unsigned node)
{
    struct reached reached = {false, false};
    bool seen[COMB_WITNESS_MAX_PLACES] = {false};
    unsigned stack[MAX_NODES], height = 0;
    for (unsigned i = 0; i < count; i++)
        if (from[i] != node && !seen[from[i]]) {
            seen[from[i]] = true;
            stack[height++] = from[i];
        }
    while (height > 0) {
        unsigned at = stack[--height], edges[4], ends[2];
        reached.start |= is_start(argued, at);
        reached.end |= is_end(argued, at);
        unsigned sides = comb_witness_argued_at_node(edges, argued->panel, at);
        for (unsigned i = 0; i < sides; i++) {
            comb_witness_argued_ends(ends, argued->panel, edges[i]);
            unsigned next = ends[0] == at ? ends[1] : ends[0];
            if (argued->known[edges[i]] < 0 || edges[i] == edge || next == node || seen[next])
                continue;
            seen[next] = true;
            stack[height++] = next;
        }
    }
    return reached;
}

/* A path over the edge would lead from its two ends, without a common node, to a start and to an end. By Menger's
 * theorem there are no two such paths if and only if removing one node, or all starts, or all ends, separates the edge
 * from the rest of them. */
static bool is_cut_off(const struct comb_witness_argued *argued, unsigned edge)
{
    unsigned ends[2], columns = comb_witness_columns(argued->panel);
    comb_witness_argued_ends(ends, argued->panel, edge);
    struct reached all = reach_without(argued, ends, 2, edge, COMB_WITNESS_ARGUED_NONE);
    if (!all.start || !all.end)
        return true;
    for (unsigned row = 0; row < comb_witness_rows(argued->panel); row += 2)
        for (unsigned column = 0; column < columns; column += 2) {
            struct reached reached = reach_without(argued, ends, 2, edge, column + columns * row);
            if (!reached.start && !reached.end)
                return true;
        }
    return false;
}

static bool has_no_way(const struct comb_witness_argued *argued)
{
    unsigned columns = comb_witness_columns(argued->panel);
    for (unsigned row = 0; row < comb_witness_rows(argued->panel); row += 2)
        for (unsigned column = 0; column < columns; column += 2) {
            unsigned node = column + columns * row;
            if (is_start(argued, node) &&
                reach_without(argued, &node, 1, COMB_WITNESS_ARGUED_NONE, COMB_WITNESS_ARGUED_NONE).end)
                return false;
        }
    return true;
}

const char *comb_witness_argued_no_way(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim)
{
    unsigned edge;
    if (claim->conflict && claim->place_count == 0)
        return has_no_way(argued) ? NULL : "there is a way from a start to an end";
    if (!find_edge(&edge, argued, claim))
        return "it is not about one edge";
    return is_cut_off(argued, edge) ? NULL : "a path from a start to an end may use the edge";
}

/* ---- the finished line ---- */

/* Follows the line from a start; 0: there is none. */
static unsigned follow(unsigned (*nodes)[2], const struct comb_witness_argued *argued, unsigned start)
{
    unsigned columns = comb_witness_columns(argued->panel), node = start, last = COMB_WITNESS_ARGUED_NONE, count = 0;
    while (count < MAX_NODES) {
        unsigned edges[4], ends[2], next = COMB_WITNESS_ARGUED_NONE;
        nodes[count][0] = node % columns / 2;
        nodes[count++][1] = node / columns / 2;
        unsigned sides = comb_witness_argued_at_node(edges, argued->panel, node);
        for (unsigned i = 0; i < sides; i++)
            if (argued->known[edges[i]] == 1 && edges[i] != last)
                next = edges[i];
        if (next == COMB_WITNESS_ARGUED_NONE)
            return count;
        comb_witness_argued_ends(ends, argued->panel, next);
        node = ends[0] == node ? ends[1] : ends[0];
        last = next;
    }
    return 0;
}

/* Every edge is decided, and the line is wrong from whichever start it begins. */
const char *comb_witness_argued_line(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim)
{
    const struct comb_witness_panel *panel = argued->panel;
    unsigned columns = comb_witness_columns(panel), nodes[MAX_NODES][2], used = 0;
    unsigned lines = panel->symmetry == COMB_WITNESS_NO_SYMMETRY ? 1 : 2;
    for (unsigned place = 0; place < columns * comb_witness_rows(panel); place++) {
        used += argued->known[place] == 1;
        if (!is_node(panel, place) && !is_cell(panel, place) && argued->known[place] == 0)
            return "the line is not finished";
    }
    for (unsigned place = 0; place < columns * comb_witness_rows(panel); place++) {
        if (panel->places[place].kind != COMB_WITNESS_START ||
            (argued->start != COMB_WITNESS_ARGUED_NONE && argued->start != place))
            continue;
        unsigned count = follow(nodes, argued, place);
        if (count == 0 || lines * (count - 1) != used)
            continue; /* some edges would not be on the line */
        int code = comb_witness_verify_line(NULL, panel, &argued->rules, (const unsigned(*)[2])nodes, count,
                                            argued->job, NULL);
        if (code != COMB_OK && code != COMB_NO)
            argued->code = code;
        if (code != COMB_NO)
            return "the line is right";
    }
    return claim->conflict ? NULL : "it decides nothing";
}
