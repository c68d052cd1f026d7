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
    long long at[2] = {json_integer_value(x) * scale, json_integer_value(y) * scale};
    out[0] = (unsigned)at[0];
    out[1] = (unsigned)at[1];
    return json_is_integer(x) && json_is_integer(y) && at[0] >= 0 && at[1] >= 0 && at[0] <= 2LL * panel->width &&
           at[1] <= 2LL * panel->height;
}

/* Reads [[x, y], [x, y]] as the place between two neighbouring nodes. */
static bool read_edge(unsigned *place, const struct comb_witness_panel *panel, const json_t *edge)
{
    unsigned a[2], b[2];
    if (!read_place(a, panel, json_array_get(edge, 0), 2) || !read_place(b, panel, json_array_get(edge, 1), 2))
        return false;
    int across = abs((int)a[0] - (int)b[0]), down = abs((int)a[1] - (int)b[1]);
    *place = comb_witness_place_number(panel, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
    return across + down == 2 && across != down;
}

/* ---- the panel ---- */

unsigned comb_witness_argued_mirror(const struct comb_witness_panel *panel, unsigned place)
{
    unsigned columns = comb_witness_columns(panel), column = place % columns, row = place / columns;
    if (panel->symmetry == COMB_WITNESS_HORIZONTAL || panel->symmetry == COMB_WITNESS_ROTATIONAL)
        column = columns - 1 - column;
    if (panel->symmetry == COMB_WITNESS_VERTICAL || panel->symmetry == COMB_WITNESS_ROTATIONAL)
        row = comb_witness_rows(panel) - 1 - row;
    return column + columns * row;
}

void comb_witness_argued_ends(unsigned ends[2], const struct comb_witness_panel *panel, unsigned edge)
{
    unsigned columns = comb_witness_columns(panel), step = edge % columns % 2 == 1 ? 1 : columns;
    ends[0] = edge - step;
    ends[1] = edge + step;
}

static bool is_broken(const struct comb_witness_panel *panel, unsigned edge)
{
    unsigned ends[2];
    comb_witness_argued_ends(ends, panel, edge);
    unsigned kind = panel->places[edge].kind;
    return kind == COMB_WITNESS_GAP || kind == COMB_WITNESS_ABSENT ||
           panel->places[ends[0]].kind == COMB_WITNESS_ABSENT || panel->places[ends[1]].kind == COMB_WITNESS_ABSENT;
}

/* Returns whether neither the line nor its mirror image can use the edge. */
static bool is_useless(const struct comb_witness_panel *panel, unsigned edge)
{
    unsigned ends[2], mirror = comb_witness_argued_mirror(panel, edge);
    comb_witness_argued_ends(ends, panel, edge);
    if (panel->symmetry == COMB_WITNESS_NO_SYMMETRY)
        return is_broken(panel, edge);
    return is_broken(panel, edge) || is_broken(panel, mirror) || mirror == edge ||
           comb_witness_argued_mirror(panel, ends[0]) == ends[0] ||
           comb_witness_argued_mirror(panel, ends[1]) == ends[1];
}

static bool is_edge(const struct comb_witness_panel *panel, unsigned place)
{
    unsigned columns = comb_witness_columns(panel);
    return (place % columns % 2 == 1) != (place / columns % 2 == 1);
}

static void set_known(struct comb_witness_argued *argued, unsigned place, int value)
{
    argued->known[place] = argued->known[comb_witness_argued_mirror(argued->panel, place)] = (signed char)value;
}

static bool read_drawn(struct comb_witness_argued *argued, const json_t *drawn)
{
    const struct comb_witness_panel *panel = argued->panel;
    unsigned columns = comb_witness_columns(panel), before[2] = {0, 0}, now[2];
    for (size_t i = 0; i < json_array_size(drawn); i++) {
        if (!read_place(now, panel, json_array_get(drawn, i), 2))
            return false;
        unsigned node = now[0] + columns * now[1];
        if (i == 0)
            argued->start = node;
        else
            set_known(argued, (before[0] + now[0]) / 2 + columns * ((before[1] + now[1]) / 2), 1);
        memcpy(before, now, sizeof now);
    }
    /* a node that the line has passed has no other edges */
    for (size_t i = 0; i + 1 < json_array_size(drawn); i++) {
        unsigned edges[4];
        read_place(now, panel, json_array_get(drawn, i), 2);
        unsigned count = comb_witness_argued_at_node(edges, panel, now[0] + columns * now[1]);
        for (unsigned k = 0; k < count; k++)
            if (argued->known[edges[k]] != 1)
                set_known(argued, edges[k], -1);
    }
    return true;
}

static bool read_panel(struct comb_witness_argued *argued, const json_t *drawn)
{
    const struct comb_witness_panel *panel = argued->panel;
    unsigned places = comb_witness_columns(panel) * comb_witness_rows(panel);
    argued->start = COMB_WITNESS_ARGUED_NONE;
    for (unsigned place = 0; place < places; place++) {
        unsigned kind = panel->places[place].kind;
        argued->starts += kind == COMB_WITNESS_START;
        argued->ends += kind == COMB_WITNESS_END;
        argued->absent |= kind == COMB_WITNESS_ABSENT;
        argued->empty_piece |=
            kind == COMB_WITNESS_POLYOMINO &&
            comb_witness_verify_sums_of(&(const struct comb_witness_thing *){&panel->places[place]}, 1).yellow == 0 &&
            !panel->places[place].negative;
        if (is_edge(panel, place) && is_useless(panel, place))
            argued->known[place] = -1;
    }
    comb_witness_argued_find_outside(argued);
    for (unsigned place = 0; place < places; place++)
        argued->marks |= panel->places[place].kind == COMB_WITNESS_ELIMINATION && !argued->outside[place];
    return read_drawn(argued, drawn);
}

/* ---- claims ---- */

static const struct rule {
    const char *name;
    const char *(*check)(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim);
} rules_of_claims[] = {
    {"dot", comb_witness_argued_dot},
    {"squares", comb_witness_argued_squares},
    {"triangles", comb_witness_argued_triangles},
    {"full triangles", comb_witness_argued_full_triangles},
    {"node", comb_witness_argued_node},
    {"way", comb_witness_argued_way},
    {"full node", comb_witness_argued_full_node},
    {"dead end", comb_witness_argued_dead_end},
    {"loop", comb_witness_argued_loop},
    {"mirror", comb_witness_argued_mirror_met},
    {"no way", comb_witness_argued_no_way},
    {"colours", comb_witness_argued_colours},
    {"errors", comb_witness_argued_errors},
    {"star crowd", comb_witness_argued_star_crowd},
    {"lonely star", comb_witness_argued_lonely_star},
    {"large area", comb_witness_argued_large_area},
    {"small area", comb_witness_argued_small_area},
    {"no room", comb_witness_argued_no_room},
    {"no tiling", comb_witness_argued_no_tiling},
    {"region", comb_witness_argued_region},
    {"line", comb_witness_argued_line},
};

static bool read_claim(struct comb_witness_asserted *claim, const struct comb_witness_panel *panel, const json_t *value)
{
    const json_t *edges = json_object_get(value, "edges"), *places = json_object_get(value, "places");
    const json_t *region = json_object_get(value, "region");
    *claim = (struct comb_witness_asserted){.conflict = json_is_true(json_object_get(value, "conflict")),
                                            .used = json_is_true(json_object_get(value, "used"))};
    if (json_array_size(edges) > 4 || json_array_size(places) > 2)
        return false;
    for (size_t i = 0; i < json_array_size(edges); i++)
        if (!read_edge(&claim->edges[claim->edge_count++], panel, json_array_get(edges, i)))
            return false;
    for (size_t i = 0; i < json_array_size(places); i++) {
        unsigned at[2];
        if (!read_place(at, panel, json_array_get(places, i), 1))
            return false;
        claim->places[claim->place_count++] = comb_witness_place_number(panel, at[0], at[1]);
    }
    if (json_array_size(region) > 0) {
        unsigned at[2];
        if (!read_place(at, panel, json_array_get(region, 0), 2) || at[0] >= 2 * panel->width ||
            at[1] >= 2 * panel->height)
            return false;
        claim->region = comb_witness_place_number(panel, at[0] + 1, at[1] + 1);
    }
    return claim->conflict ? claim->edge_count == 0 : claim->edge_count > 0;
}

/* One level of suppositions. */
struct supposition {
    unsigned edge;
    bool used, closed; /* closed: a conflict was found, the opposite has not been stated yet */
    signed char known[COMB_WITNESS_MAX_PLACES];
};

struct checking {
    struct comb_witness_argued argued;
    struct supposition *open; /* by depth, from 1 */
    size_t depth, max_depth;
};

static const char *decide(struct comb_witness_argued *argued, const struct comb_witness_asserted *claim)
{
    for (unsigned i = 0; i < claim->edge_count; i++) {
        int value = claim->used ? 1 : -1;
        if (argued->known[claim->edges[i]] == -value)
            return "it contradicts what is already known";
        set_known(argued, claim->edges[i], value);
    }
    return NULL;
}

static const char *suppose(struct checking *checking, const struct comb_witness_asserted *claim)
{
    if (claim->edge_count != 1 || claim->conflict || checking->depth + 1 >= checking->max_depth)
        return "a supposition is about one edge";
    struct supposition *open = &checking->open[++checking->depth];
    assert(checking->depth < checking->max_depth && !open->closed);
    open->edge = claim->edges[0];
    open->used = claim->used;
    open->closed = false;
    memcpy(open->known, checking->argued.known, sizeof open->known);
    return decide(&checking->argued, claim);
}

static const char *conclude(struct checking *checking, const struct comb_witness_asserted *claim)
{
    const struct supposition *open = &checking->open[checking->depth + 1];
    if (!open->closed || claim->edge_count != 1 || claim->edges[0] != open->edge || claim->used == open->used)
        return "it is not the opposite of a refuted supposition";
    return decide(&checking->argued, claim);
}

static const char *check_rule(struct checking *checking, const char *name, const struct comb_witness_asserted *claim)
{
    const char *why = "unknown rule";
    for (size_t i = 0; i < sizeof rules_of_claims / sizeof *rules_of_claims; i++)
        if (strcmp(rules_of_claims[i].name, name) == 0)
            why = rules_of_claims[i].check(&checking->argued, claim);
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
