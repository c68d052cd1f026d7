/* Rules of arguments about nodes, triangles and the course of the line. */
#include "games/witness/verify/argument_parts.h"
#include "games/witness/verify/parts.h"

#include <assert.h>
#include <string.h>

enum { MAX_NODES = COMB_WITNESS_MAX_NODES };

unsigned comb_witness_argued_at_point(unsigned halves[4], const struct comb_witness_panel *panel, unsigned point)
{
    unsigned columns = comb_witness_columns(panel), column = point % columns, row = point / columns, count = 0;
    assert(column % 2 == 0 || row % 2 == 0);
    if (column % 2 == 1 || row % 2 == 1) {
        halves[count++] = 2 * point;
        halves[count++] = 2 * point + 1;
        return count;
    }
    if (column > 0 || panel->pillar)
        halves[count++] = 2 * (column > 0 ? point - 1 : point + columns - 1) + 1;
    if (column + 1 < columns)
        halves[count++] = 2 * (point + 1);
    if (row > 0)
        halves[count++] = 2 * (point - columns) + 1;
    if (row + 1 < comb_witness_rows(panel))
        halves[count++] = 2 * (point + columns);
    return count;
}

unsigned comb_witness_argued_beyond(const struct comb_witness_panel *panel, unsigned half, unsigned point)
{
    unsigned ends[2];
    comb_witness_argued_ends(ends, panel, half / 2);
    return point == half / 2 ? ends[half % 2] : half / 2;
}

bool comb_witness_argued_may_be_point(const struct comb_witness_argued *argued)
{
    unsigned places = comb_witness_columns(argued->panel) * comb_witness_rows(argued->panel);
    if (!argued->single || argued->drawn ||
        (argued->start != COMB_WITNESS_ARGUED_NONE && !comb_witness_argued_is_end(argued->panel, argued->start)))
        return false;
    for (unsigned half = 0; half < 2 * places; half++)
        if (argued->known[half] == 1)
            return false;
    return true;
}

bool comb_witness_argued_may_be(const struct comb_witness_argued *argued, unsigned point)
{
    bool begins = argued->start == COMB_WITNESS_ARGUED_NONE || point == argued->start ||
                  point == comb_witness_argued_mirror(argued->panel, argued->start);
    return begins && comb_witness_argued_is_start(argued->panel, point) &&
           comb_witness_argued_is_end(argued->panel, point) && comb_witness_argued_may_be_point(argued);
}

struct tally {
    unsigned used, open;
};

static struct tally tally_of(const struct comb_witness_argued *argued, const unsigned *halves, unsigned count)
{
    struct tally tally = {0, 0};
    for (unsigned i = 0; i < count; i++) {
        tally.used += argued->known[halves[i]] == 1;
        tally.open += argued->known[halves[i]] == 0;
    }
    return tally;
}

/* The same for the sides of a cell, which count if half of them is on the line. */
static struct tally tally_sides(const struct comb_witness_argued *argued, const unsigned edges[4])
{
    struct tally tally = {0, 0};
    for (unsigned i = 0; i < 4; i++) {
        int touched = comb_witness_argued_touched(argued, edges[i]);
        tally.used += touched == 1;
        tally.open += touched == 0 || (touched < 0 && comb_witness_argued_may_be(argued, edges[i]));
    }
    return tally;
}

/* Returns whether all edges of the claim are among these. */
static bool within(const struct comb_witness_asserted *claim, const unsigned *edges, unsigned count)
{
    for (unsigned i = 0; i < claim->half_count; i++) {
        bool found = false;
        for (unsigned k = 0; k < count; k++)
            found |= edges[k] == claim->halves[i] / 2;
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
    if (comb_witness_argued_may_be_removed(argued, place))
        return "an elimination mark may remove the dot";
    if (comb_witness_argued_has_middle(argued->panel, place))
        return "the line may cover the dot with half of the edge";
    if (claim->conflict)
        return argued->known[2 * place] == -1 ? NULL : "the line may still cover the dot";
    return claim->used && within(claim, &place, 1) ? NULL : "the dot is on another edge";
}

static const char *find_triangles(const struct comb_witness_argued *argued, const struct comb_witness_asserted *claim,
                                  unsigned edges[4], unsigned *required)
{
    unsigned cell = claim->places[0], columns = comb_witness_columns(argued->panel);
    if (claim->place_count != 1 || !is_cell(argued->panel, cell) || argued->outside[cell] ||
        argued->panel->places[cell].kind != COMB_WITNESS_TRIANGLE)
        return "there are no triangles";
    if (comb_witness_argued_may_be_removed(argued, cell))
        return "an elimination mark may remove the triangles";
    *required = argued->panel->places[cell].triangles;
    if (*required == 0 && argued->rules.set == COMB_WITNESS_WINDMILL)
        *required = 1;
    edges[0] = cell - 1;
    edges[1] = cell % columns + 1 < columns ? cell + 1 : cell + 1 - columns;
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
    struct tally tally = tally_sides(argued, edges);
    if (claim->conflict)
        return tally.used + tally.open < required ? NULL : "enough sides are left";
    for (unsigned i = 0; i < claim->half_count; i++)
        if (comb_witness_argued_has_middle(argued->panel, claim->halves[i] / 2) &&
            (argued->known[claim->halves[i] ^ 1U] != -1 || comb_witness_argued_may_be(argued, claim->halves[i] / 2)))
            return "the other half of the side may be used instead";
    return claim->used && tally.used + tally.open == required ? NULL : "not all remaining sides are needed";
}

const char *comb_witness_argued_full_triangles(struct comb_witness_argued *argued,
                                               const struct comb_witness_asserted *claim)
{
    unsigned edges[4], required;
    const char *why = find_triangles(argued, claim, edges, &required);
    if (why)
        return why;
    struct tally tally = tally_sides(argued, edges);
    for (unsigned i = 0; i < claim->half_count; i++)
        if (comb_witness_argued_touched(argued, claim->halves[i] / 2) == 1)
            return "the side counts already";
    if (claim->conflict)
        return tally.used > required ? NULL : "there are not too many sides";
    return !claim->used && tally.used == required ? NULL : "the triangles may need more sides";
}

/* ---- nodes ---- */

/* What the line does at a point: at least `min` and at most `max` halves; if it can only pass, none or two. */
struct duty {
    unsigned min, max;
    bool pass;
    struct tally tally;
};

static bool is_point(const struct comb_witness_panel *panel, unsigned place)
{
    return is_node(panel, place) || comb_witness_argued_has_middle(panel, place);
}

static const char *find_duty(struct duty *duty, const struct comb_witness_argued *argued,
                             const struct comb_witness_asserted *claim)
{
    const struct comb_witness_panel *panel = argued->panel;
    unsigned point = claim->places[0], halves[4];
    if (claim->place_count != 1 || !is_point(panel, point))
        return "there is no node";
    bool start = comb_witness_argued_is_start(panel, point), end = comb_witness_argued_is_end(panel, point);
    bool begun = argued->start != COMB_WITNESS_ARGUED_NONE;
    bool begins = begun && (point == argued->start || point == comb_witness_argued_mirror(panel, argued->start));
    bool one = start && begins && (argued->drawn || !end);
    one |= start && !end && argued->starts == 1;
    one |= end && !start && argued->ends == 1;
    *duty = (struct duty){.min = one, .max = one ? 1 : 2, .pass = (!start && !end) || (start && !end && begun && !one)};
    bool dot = panel->places[point].kind == COMB_WITNESS_DOT || panel->places[point].also_dot;
    if (!one && dot && !comb_witness_argued_may_be_removed(argued, point) && !comb_witness_argued_may_be(argued, point))
        duty->min = duty->pass ? 2 : 1;
    unsigned count = comb_witness_argued_at_point(halves, panel, point);
    duty->tally = tally_of(argued, halves, count);
    for (unsigned i = 0; i < claim->half_count; i++) {
        bool found = false;
        for (unsigned k = 0; k < count; k++)
            found |= halves[k] == claim->halves[i] ||
                     (halves[k] / 2 == claim->halves[i] / 2 && !comb_witness_argued_has_middle(panel, halves[k] / 2));
        if (!found)
            return "the edge is not at the node";
    }
    return NULL;
}

const char *comb_witness_argued_node(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim)
{
    struct duty duty;
    const char *why = find_duty(&duty, argued, claim);
    if (why)
        return why;
    unsigned left = duty.tally.used + duty.tally.open;
    if (duty.min == 0)
        return "the line need not visit the node";
    if (claim->conflict)
        return left < duty.min ? NULL : "enough edges are left";
    return claim->used && left == duty.min ? NULL : "the line has a choice at the node";
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
    if (claim->conflict)
        return duty.tally.used > duty.max ? NULL : "the line does not branch";
    return !claim->used && duty.tally.used == duty.max ? NULL : "the node may have another edge";
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

enum { MAX_STACK = COMB_WITNESS_MAX_PLACES };

/* Returns whether known halves of the line join two points, without those of one edge. */
static bool joined(const struct comb_witness_argued *argued, unsigned from, unsigned to, unsigned without)
{
    bool seen[COMB_WITNESS_MAX_PLACES] = {false};
    unsigned stack[MAX_STACK], height = 0;
    stack[height++] = from;
    seen[from] = true;
    while (height > 0) {
        unsigned point = stack[--height], halves[4];
        unsigned count = comb_witness_argued_at_point(halves, argued->panel, point);
        for (unsigned i = 0; i < count; i++) {
            unsigned next = comb_witness_argued_beyond(argued->panel, halves[i], point);
            if (argued->known[halves[i]] != 1 || halves[i] / 2 == without || seen[next])
                continue;
            seen[next] = true;
            stack[height++] = next;
        }
    }
    return seen[to];
}

/* Gets the edge that a claim about the course is about: of a conflict the known halves, else the half that is denied.
 */
static bool find_edge(unsigned *edge, const struct comb_witness_argued *argued,
                      const struct comb_witness_asserted *claim)
{
    *edge = claim->conflict ? claim->places[0] : claim->halves[0] / 2;
    bool one = claim->conflict ? claim->place_count == 1 : claim->half_count == 1 && !claim->used;
    return one && !is_node(argued->panel, *edge) && !is_cell(argued->panel, *edge) &&
           (!claim->conflict || comb_witness_argued_touched(argued, *edge) == 1);
}

/* Returns the points that the denied half, or the whole edge, would join. */
static void tips_of(unsigned tips[2], const struct comb_witness_argued *argued,
                    const struct comb_witness_asserted *claim, unsigned edge)
{
    comb_witness_argued_ends(tips, argued->panel, edge);
    if (!claim->conflict && comb_witness_argued_has_middle(argued->panel, edge))
        tips[1 - claim->halves[0] % 2] = edge;
}

const char *comb_witness_argued_loop(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim)
{
    unsigned edge, tips[2];
    if (!find_edge(&edge, argued, claim) || (claim->conflict && comb_witness_argued_passed(argued, edge) != 1))
        return "it is not about one edge";
    tips_of(tips, argued, claim, edge);
    bool half = tips[0] == edge || tips[1] == edge; /* the rest of the loop uses the other half */
    return joined(argued, tips[0], tips[1], half ? (unsigned)COMB_WITNESS_ARGUED_NONE : edge)
               ? NULL
               : "the edge closes no loop";
}

const char *comb_witness_argued_mirror_met(struct comb_witness_argued *argued,
                                           const struct comb_witness_asserted *claim)
{
    unsigned edge, tips[2];
    if (!find_edge(&edge, argued, claim) || argued->panel->symmetry == COMB_WITNESS_NO_SYMMETRY)
        return "it is not about one edge of a symmetric panel";
    tips_of(tips, argued, claim, edge);
    for (unsigned i = 0; i < 2 && claim->conflict; i++) /* what is known joins a point with its mirror image */
        if (joined(argued, tips[i], comb_witness_argued_mirror(argued->panel, tips[i]), COMB_WITNESS_ARGUED_NONE))
            return NULL;
    unsigned image = comb_witness_argued_mirror(argued->panel, tips[0]);
    return !claim->conflict && joined(argued, tips[1], image, COMB_WITNESS_ARGUED_NONE)
               ? NULL
               : "the line does not meet its mirror image";
}

/* ---- paths from a start to an end ---- */

static bool is_start(const struct comb_witness_argued *argued, unsigned point)
{
    if (argued->start == COMB_WITNESS_ARGUED_NONE)
        return comb_witness_argued_is_start(argued->panel, point);
    return point == argued->start || point == comb_witness_argued_mirror(argued->panel, argued->start);
}

/* What can be reached over halves that are left, without one half and one point. */
struct reached {
    bool start, end;
};

static struct reached reach_without(const struct comb_witness_argued *argued, const unsigned *from, unsigned count,
                                    unsigned half, unsigned point)
{
    struct reached reached = {false, false};
    bool seen[COMB_WITNESS_MAX_PLACES] = {false};
    unsigned stack[MAX_STACK], height = 0;
    for (unsigned i = 0; i < count; i++)
        if (from[i] != point && !seen[from[i]]) {
            seen[from[i]] = true;
            stack[height++] = from[i];
        }
    while (height > 0) {
        unsigned at = stack[--height], halves[4];
        reached.start |= is_start(argued, at);
        reached.end |= comb_witness_argued_is_end(argued->panel, at);
        unsigned sides = comb_witness_argued_at_point(halves, argued->panel, at);
        for (unsigned i = 0; i < sides; i++) {
            unsigned next = comb_witness_argued_beyond(argued->panel, halves[i], at);
            if (argued->known[halves[i]] < 0 || halves[i] == half || next == point || seen[next])
                continue;
            seen[next] = true;
            stack[height++] = next;
        }
    }
    return reached;
}

/* A path over the half would lead from its two ends, without a common point, to a start and to an end. By Menger's
 * theorem there are no two such paths if and only if removing one point, or all starts, or all ends, separates the half
 * from the rest of them. */
static bool is_cut_off(const struct comb_witness_argued *argued, unsigned half)
{
    unsigned node = comb_witness_argued_beyond(argued->panel, half, half / 2);
    const unsigned ends[2] = {half / 2, node};
    struct reached all = reach_without(argued, ends, 2, half, COMB_WITNESS_ARGUED_NONE);
    if (!all.start || !all.end)
        return true;
    for (unsigned place = 0; place < comb_witness_columns(argued->panel) * comb_witness_rows(argued->panel); place++) {
        if (is_cell(argued->panel, place))
            continue;
        struct reached reached = reach_without(argued, ends, 2, half, place);
        if (!reached.start && !reached.end)
            return true;
    }
    return false;
}

/* Returns whether a path from a start to an end elsewhere is left. */
static bool leads_to_end(const struct comb_witness_argued *argued, unsigned start)
{
    unsigned halves[4], next[4], count = 0, sides = comb_witness_argued_at_point(halves, argued->panel, start);
    for (unsigned i = 0; i < sides; i++)
        if (argued->known[halves[i]] >= 0)
            next[count++] = comb_witness_argued_beyond(argued->panel, halves[i], start);
    return reach_without(argued, next, count, COMB_WITNESS_ARGUED_NONE, start).end;
}

static bool has_no_way(const struct comb_witness_argued *argued)
{
    unsigned columns = comb_witness_columns(argued->panel);
    for (unsigned row = 0; row < comb_witness_rows(argued->panel); row++)
        for (unsigned column = 0; column < columns; column++) {
            unsigned point = column + columns * row;
            if (!is_cell(argued->panel, point) && is_start(argued, point) && leads_to_end(argued, point))
                return false;
        }
    return true;
}

const char *comb_witness_argued_no_way(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim)
{
    unsigned edge;
    if (claim->conflict && claim->place_count == 0)
        return has_no_way(argued) && !comb_witness_argued_may_be_point(argued)
                   ? NULL
                   : "there is a way from a start to an end";
    if (!find_edge(&edge, argued, claim))
        return "it is not about one edge";
    for (unsigned half = 2 * edge; half < 2 * edge + 2; half++)
        if (claim->conflict ? argued->known[half] == 1 && is_cut_off(argued, half)
                            : half == claim->halves[0] && is_cut_off(argued, half))
            return NULL;
    return "a path from a start to an end may use the edge";
}

/* ---- the finished line ---- */

/* Follows the line from a start, by column and row; 0: there is none. *used: halves on it. */
static unsigned follow(unsigned (*points)[2], unsigned *used, const struct comb_witness_argued *argued, unsigned start)
{
    unsigned columns = comb_witness_columns(argued->panel), at = start, last = COMB_WITNESS_ARGUED_NONE, count = 0;
    *used = 0;
    while (count < COMB_WITNESS_MAX_POINTS) {
        unsigned halves[4], next = COMB_WITNESS_ARGUED_NONE;
        bool middle = !is_node(argued->panel, at);
        unsigned sides = comb_witness_argued_at_point(halves, argued->panel, at);
        for (unsigned i = 0; i < sides; i++)
            if (argued->known[halves[i]] == 1 && halves[i] != last)
                next = halves[i];
        if (!middle || last == COMB_WITNESS_ARGUED_NONE || next == COMB_WITNESS_ARGUED_NONE) {
            points[count][0] = at % columns;
            points[count++][1] = at / columns;
        }
        if (next == COMB_WITNESS_ARGUED_NONE)
            return count;
        at = comb_witness_argued_beyond(argued->panel, next, at);
        last = next;
        if (++*used > COMB_WITNESS_ARGUED_HALVES)
            return 0;
    }
    return 0;
}

/* Returns whether the finished line from this start is right, as far as it is known. */
static bool is_right_from(struct comb_witness_argued *argued, unsigned start, unsigned all)
{
    const struct comb_witness_panel *panel = argued->panel;
    unsigned points[COMB_WITNESS_MAX_POINTS][2], used;
    unsigned lines = panel->symmetry == COMB_WITNESS_NO_SYMMETRY ? 1 : 2;
    unsigned count = follow(points, &used, argued, start);
    if (count == 0 || lines * used != all)
        return false; /* some edges would not be on the line */
    int code =
        comb_witness_verify_points(NULL, panel, &argued->rules, (const unsigned(*)[2])points, count, argued->job, NULL);
    if (code != COMB_OK && code != COMB_NO)
        argued->code = code;
    return code != COMB_NO;
}

/* Every edge is decided, and the line is wrong from whichever start it begins. */
const char *comb_witness_argued_line(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim)
{
    const struct comb_witness_panel *panel = argued->panel;
    unsigned places = comb_witness_columns(panel) * comb_witness_rows(panel), used = 0;
    for (unsigned half = 0; half < 2 * places; half++) {
        bool edge = !is_node(panel, half / 2) && !is_cell(panel, half / 2);
        used += edge && argued->known[half] == 1;
        if (edge && argued->known[half] == 0)
            return "the line is not finished";
    }
    for (unsigned place = 0; place < places; place++)
        if (panel->places[place].kind == COMB_WITNESS_START &&
            (argued->start == COMB_WITNESS_ARGUED_NONE || argued->start == place) && is_right_from(argued, place, used))
            return "the line is right";
    return claim->conflict ? NULL : "it decides nothing";
}
