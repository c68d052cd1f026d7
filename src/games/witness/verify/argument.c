/* Checks arguments. What is known about the line is kept per place of the panel (1 on the line, -1 not, 0 open) and
 * restored at the end of every supposition. Each claim is checked against its rule as a player would: by looking at
 * one node or cell, by flooding, or by searching for a path; nothing is deduced. */
#include "games/witness/verify/argument.h"

#include "games/witness/verify/argument_parts.h"
#include "games/witness/verify/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool read_place(unsigned out[2], const struct comb_witness_panel *panel, const json_t *pair, unsigned scale)
{
    const json_t *x = json_array_get(pair, 0), *y = json_array_get(pair, 1);
    double at[2] = {json_number_value(x) * scale, json_number_value(y) * scale};
    if (!json_is_number(x) || !json_is_number(y) || !(at[0] >= 0 && at[0] < comb_witness_columns(panel)) ||
        !(at[1] >= 0 && at[1] < comb_witness_rows(panel)))
        return false;
    out[0] = (unsigned)at[0];
    out[1] = (unsigned)at[1];
    return out[0] == at[0] && out[1] == at[1];
}

/* ---- halves of edges ---- */

unsigned comb_witness_argued_mirror(const struct comb_witness_panel *panel, unsigned place)
{
    unsigned columns = comb_witness_columns(panel), out[2];
    const unsigned at[2] = {place % columns, place / columns};
    if (panel->symmetry == COMB_WITNESS_NO_SYMMETRY)
        return place;
    comb_witness_verify_mirrored(out, panel, at);
    return comb_witness_place_number(panel, out[0], out[1]);
}

void comb_witness_argued_ends(unsigned ends[2], const struct comb_witness_panel *panel, unsigned edge)
{
    unsigned columns = comb_witness_columns(panel), column = edge % columns;
    ends[0] = column % 2 == 1 ? edge - 1 : edge - columns;
    ends[1] = column % 2 == 0 ? edge + columns : column + 1 < columns ? edge + 1 : edge - column;
}

bool comb_witness_argued_is_start(const struct comb_witness_panel *panel, unsigned point)
{
    return panel->places[point].kind == COMB_WITNESS_START ||
           panel->places[comb_witness_argued_mirror(panel, point)].kind == COMB_WITNESS_START;
}

bool comb_witness_argued_is_end(const struct comb_witness_panel *panel, unsigned point)
{
    const struct comb_witness_thing *thing = &panel->places[point];
    const struct comb_witness_thing *image = &panel->places[comb_witness_argued_mirror(panel, point)];
    return thing->kind == COMB_WITNESS_END || image->kind == COMB_WITNESS_END ||
           (thing->kind == COMB_WITNESS_START && thing->also_end) ||
           (image->kind == COMB_WITNESS_START && image->also_end);
}

static bool is_edge(const struct comb_witness_panel *panel, unsigned place)
{
    unsigned columns = comb_witness_columns(panel);
    return (place % columns % 2 == 1) != (place / columns % 2 == 1);
}

bool comb_witness_argued_has_middle(const struct comb_witness_panel *panel, unsigned edge)
{
    return is_edge(panel, edge) &&
           (comb_witness_argued_is_start(panel, edge) || comb_witness_argued_is_end(panel, edge));
}

static unsigned mirror_half(const struct comb_witness_panel *panel, unsigned half)
{
    unsigned edge = half / 2, image = comb_witness_argued_mirror(panel, edge), ends[2], image_ends[2];
    comb_witness_argued_ends(ends, panel, edge);
    comb_witness_argued_ends(image_ends, panel, image);
    return 2 * image + (image_ends[0] == comb_witness_argued_mirror(panel, ends[half % 2]) ? 0 : 1);
}

int comb_witness_argued_passed(const struct comb_witness_argued *argued, unsigned edge)
{
    int first = argued->known[2 * edge], second = argued->known[2 * edge + 1];
    return first < 0 || second < 0 ? -1 : first > 0 && second > 0;
}

int comb_witness_argued_touched(const struct comb_witness_argued *argued, unsigned edge)
{
    int first = argued->known[2 * edge], second = argued->known[2 * edge + 1];
    return first > 0 || second > 0 ? 1 : first < 0 && second < 0 ? -1 : 0;
}

/* Reads [[x, y], [x, y]]: two nodes that are neighbours, or a node and the middle of an edge beside it. An edge that
 * may be used by half is never meant as a whole. */
static bool read_half(unsigned *half, const struct comb_witness_panel *panel, const json_t *pair)
{
    unsigned at[2][2], places[2], ends[2];
    for (unsigned i = 0; i < 2; i++) {
        if (!read_place(at[i], panel, json_array_get(pair, i), 2))
            return false;
        places[i] = comb_witness_place_number(panel, at[i][0], at[i][1]);
    }
    for (unsigned edge = 0; edge < comb_witness_columns(panel) * comb_witness_rows(panel); edge++) {
        if (!is_edge(panel, edge))
            continue;
        bool split = comb_witness_argued_has_middle(panel, edge);
        comb_witness_argued_ends(ends, panel, edge);
        for (unsigned i = 0; i < 2; i++)
            for (unsigned turn = 0; turn < 2; turn++)
                if (places[turn] == ends[i] && places[1 - turn] == (split ? edge : ends[1 - i])) {
                    *half = 2 * edge + (split ? i : 0);
                    return true;
                }
    }
    return false;
}

static void set_known(struct comb_witness_argued *argued, unsigned half, int value)
{
    bool split = comb_witness_argued_has_middle(argued->panel, half / 2);
    assert(half < COMB_WITNESS_ARGUED_HALVES && is_edge(argued->panel, half / 2));
    for (unsigned i = half / 2 * 2; i < half / 2 * 2 + 2; i++)
        if (i == half || !split)
            argued->known[i] = argued->known[mirror_half(argued->panel, i)] = (signed char)value;
}

/* ---- the panel ---- */

static bool blocks(const struct comb_witness_panel *panel, unsigned place)
{
    return panel->places[place].kind == COMB_WITNESS_GAP || panel->places[place].kind == COMB_WITNESS_ABSENT;
}

/* Returns whether neither the line nor its mirror image can use this half of an edge. */
static bool is_useless(const struct comb_witness_panel *panel, unsigned half)
{
    unsigned edge = half / 2, ends[2];
    comb_witness_argued_ends(ends, panel, edge);
    const unsigned places[2] = {edge, ends[half % 2]};
    for (unsigned i = 0; i < 2; i++) {
        unsigned mirror = comb_witness_argued_mirror(panel, places[i]);
        if (blocks(panel, places[i]) || blocks(panel, mirror) ||
            (panel->symmetry != COMB_WITNESS_NO_SYMMETRY && mirror == places[i]))
            return true;
    }
    return false;
}

static void exclude_useless(struct comb_witness_argued *argued, unsigned edge)
{
    bool first = is_useless(argued->panel, 2 * edge), second = is_useless(argued->panel, 2 * edge + 1);
    bool split = comb_witness_argued_has_middle(argued->panel, edge);
    argued->known[2 * edge] = first || (second && !split) ? -1 : 0;
    argued->known[2 * edge + 1] = second || (first && !split) ? -1 : 0;
}

/* Gets the halves between two points of the drawn line that follow each other. */
static unsigned step_halves(unsigned halves[2], const struct comb_witness_panel *panel, unsigned from, unsigned to)
{
    unsigned at[4], ends[2], count = comb_witness_argued_at_point(at, panel, from);
    for (unsigned i = 0; i < count; i++) {
        unsigned edge = at[i] / 2;
        comb_witness_argued_ends(ends, panel, edge);
        bool whole = ends[0] == from || ends[1] == from;
        halves[0] = at[i];
        halves[1] = 2 * edge + !(at[i] % 2);
        if (to == edge || (!whole && to == ends[at[i] % 2]))
            return 1;
        if (whole && (ends[0] == from ? ends[1] : ends[0]) == to)
            return 2;
    }
    return 0;
}

static bool read_drawn(struct comb_witness_argued *argued, const json_t *drawn)
{
    const struct comb_witness_panel *panel = argued->panel;
    unsigned points[COMB_WITNESS_MAX_POINTS], at[2], halves[4];
    size_t count = json_array_size(drawn);
    for (size_t i = 0; i < count; i++) {
        if (i >= COMB_WITNESS_MAX_POINTS || !read_place(at, panel, json_array_get(drawn, i), 2) ||
            (at[0] % 2 == 1 && at[1] % 2 == 1))
            return false;
        points[i] = comb_witness_place_number(panel, at[0], at[1]);
        unsigned steps = i == 0 ? 1 : step_halves(halves, panel, points[i - 1], points[i]);
        if (steps == 0)
            return false;
        for (unsigned k = 0; k < steps && i > 0; k++)
            set_known(argued, halves[k], 1);
    }
    argued->start = count > 0 ? points[0] : COMB_WITNESS_ARGUED_NONE;
    argued->drawn = count > 1;
    /* a point that the line has passed has no other edges */
    for (size_t i = 0; i + 1 < count; i++) {
        unsigned sides = comb_witness_argued_at_point(halves, panel, points[i]);
        for (unsigned k = 0; k < sides; k++)
            if (argued->known[halves[k]] != 1)
                set_known(argued, halves[k], -1);
    }
    return true;
}

static void read_place_of_panel(struct comb_witness_argued *argued, unsigned place)
{
    const struct comb_witness_panel *panel = argued->panel;
    const struct comb_witness_thing *thing = &panel->places[place];
    bool first = comb_witness_argued_mirror(panel, place) >= place;
    argued->starts += first && comb_witness_argued_is_start(panel, place);
    argued->ends += first && comb_witness_argued_is_end(panel, place);
    argued->single |= thing->kind == COMB_WITNESS_START && thing->also_end;
    argued->absent |= thing->kind == COMB_WITNESS_ABSENT;
    argued->empty_piece |= thing->kind == COMB_WITNESS_POLYOMINO &&
                           comb_witness_verify_sums_of(&(const struct comb_witness_thing *){thing}, 1).yellow == 0 &&
                           !thing->negative;
    if (is_edge(panel, place))
        exclude_useless(argued, place);
}

static bool read_panel(struct comb_witness_argued *argued, const json_t *drawn)
{
    const struct comb_witness_panel *panel = argued->panel;
    unsigned places = comb_witness_columns(panel) * comb_witness_rows(panel);
    for (unsigned place = 0; place < places; place++)
        read_place_of_panel(argued, place);
    comb_witness_argued_find_outside(argued);
    for (unsigned place = 0; place < places; place++)
        argued->marks |= panel->places[place].kind == COMB_WITNESS_ELIMINATION && !argued->outside[place];
    return read_drawn(argued, drawn);
}

/* ---- claims ---- */

static const struct rule {
    const char *name;
    const char *(*check)(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim);
    bool separates; /* may also decide an edge: otherwise there would be a conflict */
} rules_of_claims[] = {
    {"dot", comb_witness_argued_dot, false},
    {"squares", comb_witness_argued_squares, false},
    {"triangles", comb_witness_argued_triangles, false},
    {"full triangles", comb_witness_argued_full_triangles, false},
    {"node", comb_witness_argued_node, false},
    {"way", comb_witness_argued_way, false},
    {"full node", comb_witness_argued_full_node, false},
    {"dead end", comb_witness_argued_dead_end, false},
    {"loop", comb_witness_argued_loop, false},
    {"mirror", comb_witness_argued_mirror_met, false},
    {"no way", comb_witness_argued_no_way, false},
    {"colours", comb_witness_argued_colours, true},
    {"errors", comb_witness_argued_errors, true},
    {"idle mark", comb_witness_argued_idle_mark, false},
    {"star crowd", comb_witness_argued_star_crowd, true},
    {"lonely star", comb_witness_argued_lonely_star, false},
    {"odd stars", comb_witness_argued_odd_stars, false},
    {"large area", comb_witness_argued_large_area, true},
    {"small area", comb_witness_argued_small_area, false},
    {"no room", comb_witness_argued_no_room, false},
    {"no tiling", comb_witness_argued_no_tiling, false},
    {"region", comb_witness_argued_region, false},
    {"line", comb_witness_argued_line, false},
};

static bool read_claim(struct comb_witness_asserted *claim, const struct comb_witness_panel *panel, const json_t *value)
{
    const json_t *edges = json_object_get(value, "edges"), *places = json_object_get(value, "places");
    const json_t *region = json_object_get(value, "region");
    *claim = (struct comb_witness_asserted){.conflict = json_is_true(json_object_get(value, "conflict")),
                                            .used = json_is_true(json_object_get(value, "used"))};
    if (json_array_size(edges) > 8 || json_array_size(places) > 2)
        return false;
    for (size_t i = 0; i < json_array_size(edges); i++)
        if (!read_half(&claim->halves[claim->half_count++], panel, json_array_get(edges, i)))
            return false;
    for (size_t i = 0; i < json_array_size(places); i++) {
        unsigned at[2];
        if (!read_place(at, panel, json_array_get(places, i), 1))
            return false;
        claim->places[claim->place_count++] = comb_witness_place_number(panel, at[0], at[1]);
    }
    if (json_array_size(region) > 0) {
        unsigned at[2];
        if (!read_place(at, panel, json_array_get(region, 0), 2) || at[0] % 2 == 1 || at[1] % 2 == 1 ||
            at[0] >= 2 * panel->width || at[1] >= 2 * panel->height)
            return false;
        claim->region = comb_witness_place_number(panel, at[0] + 1, at[1] + 1);
    }
    return claim->conflict ? claim->half_count == 0 : claim->half_count > 0;
}

/* One level of suppositions. */
struct supposition {
    unsigned half;
    bool used, closed; /* closed: a conflict was found, the opposite has not been stated yet */
    signed char known[COMB_WITNESS_ARGUED_HALVES];
};

struct checking {
    struct comb_witness_argued argued;
    struct supposition *open; /* by depth, from 1 */
    size_t depth, max_depth;
};

static const char *decide(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim)
{
    for (unsigned i = 0; i < claim->half_count; i++) {
        int value = claim->used ? 1 : -1;
        if (argued->known[claim->halves[i]] == -value)
            return "it contradicts what is already known";
        set_known(argued, claim->halves[i], value);
    }
    return NULL;
}

static const char *suppose(struct checking *checking, const struct comb_witness_asserted *claim)
{
    if (claim->half_count != 1 || claim->conflict || checking->depth + 1 >= checking->max_depth)
        return "a supposition is about one edge";
    struct supposition *open = &checking->open[++checking->depth];
    assert(checking->depth < checking->max_depth && !open->closed);
    open->half = claim->halves[0];
    open->used = claim->used;
    open->closed = false;
    memcpy(open->known, checking->argued.known, sizeof open->known);
    return decide(&checking->argued, claim);
}

static const char *conclude(struct checking *checking, const struct comb_witness_asserted *claim)
{
    const struct supposition *open = &checking->open[checking->depth + 1];
    if (!open->closed || claim->half_count != 1 || claim->halves[0] != open->half || claim->used == open->used)
        return "it is not the opposite of a refuted supposition";
    return decide(&checking->argued, claim);
}

/* Checks that there would be a conflict if the line did not use an edge. */
static const char *check_separation(struct comb_witness_argued *argued, const struct rule *rule,
                                    const struct comb_witness_asserted *claim)
{
    if (!claim->used || claim->half_count != 1 || comb_witness_argued_has_middle(argued->panel, claim->halves[0] / 2) ||
        argued->known[claim->halves[0]] != 0)
        return "only an open edge can separate";
    struct comb_witness_asserted conflict = *claim;
    conflict.conflict = true;
    conflict.used = false;
    conflict.half_count = 0;
    set_known(argued, claim->halves[0], -1);
    const char *why = rule->check(argued, &conflict);
    set_known(argued, claim->halves[0], 0);
    return why;
}

static const char *check_rule(struct checking *checking, const char *name, const struct comb_witness_asserted *claim)
{
    const char *why = "unknown rule";
    for (size_t i = 0; i < sizeof rules_of_claims / sizeof *rules_of_claims; i++) {
        const struct rule *rule = &rules_of_claims[i];
        if (strcmp(rule->name, name) == 0)
            why = rule->separates && !claim->conflict ? check_separation(&checking->argued, rule, claim)
                                                      : rule->check(&checking->argued, claim);
    }
    if (why)
        return why;
    if (!claim->conflict)
        return decide(&checking->argued, claim);
    if (checking->depth == 0)
        return "a conflict without a supposition";
    checking->open[checking->depth].closed = true;
    memcpy(checking->argued.known, checking->open[checking->depth].known, sizeof checking->argued.known);
    checking->depth--;
    return NULL;
}

/* Returns why the claim does not follow, or NULL. */
static const char *check_claim(struct checking *checking, const json_t *value)
{
    struct comb_witness_asserted claim;
    const char *name = json_string_value(json_object_get(value, "rule"));
    long long depth = json_integer_value(json_object_get(value, "depth"));
    if (!name || !read_claim(&claim, checking->argued.panel, value))
        return "not a claim";
    bool opens = strcmp(name, "suppose") == 0, concludes = strcmp(name, "case") == 0;
    if (depth != (long long)checking->depth + opens)
        return "wrong depth";
    bool pending = checking->depth + 1 < checking->max_depth && checking->open[checking->depth + 1].closed;
    if (pending != concludes)
        return concludes ? "no supposition was refuted" : "a refuted supposition has no conclusion";
    const char *why = opens       ? suppose(checking, &claim)
                      : concludes ? conclude(checking, &claim)
                                  : check_rule(checking, name, &claim);
    if (concludes)
        checking->open[checking->depth + 1].closed = false;
    return why;
}

static int check_all(const char **why, size_t *number, struct checking *checking, const json_t *argument)
{
    size_t count = json_array_size(argument);
    for (*number = 0; *number < count; ++*number) {
        *why = check_claim(checking, json_array_get(argument, *number));
        if (checking->argued.code != COMB_OK)
            return checking->argued.code;
        if (*why)
            return COMB_NO;
    }
    *why = count == 0                 ? "there is no claim"
           : checking->depth != 0     ? "a supposition was never refuted"
           : checking->open[1].closed ? "a refuted supposition has no conclusion"
                                      : NULL;
    return *why ? COMB_NO : COMB_OK;
}

static size_t deepest(const json_t *argument)
{
    size_t found = 0;
    for (size_t i = 0; i < json_array_size(argument); i++) {
        long long depth = json_integer_value(json_object_get(json_array_get(argument, i), "depth"));
        found = depth > 0 && (size_t)depth > found && depth <= COMB_WITNESS_MAX_EDGES ? (size_t)depth : found;
    }
    return found;
}

int comb_witness_verify_argument(const char **why, size_t *claim, const struct comb_witness_panel *panel,
                                 const struct comb_witness_rules *rules, const json_t *drawn, const json_t *argument,
                                 struct comb_job *job, struct comb_error *err)
{
    struct checking *checking = calloc(1, sizeof *checking);
    *why = NULL;
    *claim = 0;
    if (checking) {
        checking->max_depth = deepest(argument) + 2;
        checking->open = calloc(checking->max_depth, sizeof *checking->open);
    }
    int code = checking && checking->open ? COMB_OK : comb_fail_memory(err);
    if (code == COMB_OK) {
        checking->argued.panel = panel;
        checking->argued.rules = *rules;
        checking->argued.job = job;
        if (!read_panel(&checking->argued, drawn)) {
            *why = "the line drawn so far is off the panel";
            code = COMB_NO;
        } else {
            code = check_all(why, claim, checking, argument);
        }
    }
    if (checking)
        free(checking->open);
    free(checking);
    return code;
}
