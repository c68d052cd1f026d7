/* Rules about regions whose outline is not known yet. Cells joined over edges that are not used are certainly in one
 * region (`least`); cells joined over edges that are not known to be used may be (`most`):
 *
 *     +   +---+---+       a and b: least; a, b and c: most. A star in a without a partner in a, b or c is wrong, and so
 *     | a   b : c |       are squares of two colours in a and b, whatever the open edge between b and c becomes.
 *     +---+---+---+
 *
 * Where the two are equal and every edge around is decided, the region is closed and rules/region.h decides. A rule
 * about symbols that may be removed applies only if no elimination mark is within `most`; squares are compared with
 * the number of marks. Cost: two passes over the edges and one over the cells. */
#include "games/witness/hints/reasons.h"
#include "games/witness/hints/tiling.h"

#include <assert.h>
#include <string.h>

/* ---- reach ---- */

static unsigned root_of(const uint16_t *parent, unsigned cell)
{
    while (parent[cell] != cell)
        cell = parent[cell];
    return cell;
}

/* Joins two parts; the smaller number stays, so that one pass in order makes every cell point to its root. */
static void join(uint16_t *parent, unsigned a, unsigned b)
{
    unsigned first = root_of(parent, a), second = root_of(parent, b);
    if (first < second)
        parent[second] = (uint16_t)first;
    else
        parent[first] = (uint16_t)second;
}

void comb_witness_facts_reach(struct comb_witness_reach *reach, const struct comb_witness_facts *facts)
{
    const struct comb_witness_graph *graph = facts->graph;
    for (unsigned cell = 0; cell < graph->cells; cell++)
        reach->least[cell] = reach->most[cell] = (uint16_t)cell;
    for (unsigned i = 0; i < facts->inner_count; i++) {
        const uint16_t *cells = graph->edge_cell[facts->inner[i]];
        int wall = comb_witness_facts_wall(facts, facts->inner[i]);
        if (wall <= 0)
            join(reach->most, cells[0], cells[1]);
        if (wall < 0)
            join(reach->least, cells[0], cells[1]);
    }
    for (unsigned cell = 0; cell < graph->cells; cell++) {
        reach->most[cell] = reach->most[reach->most[cell]];
        reach->least[cell] = reach->least[reach->least[cell]];
    }
}

bool comb_witness_facts_is_safe(const struct comb_witness_facts *facts, const struct comb_witness_reach *reach,
                                unsigned cell)
{
    if (!facts->bounded)
        return false;
    for (unsigned i = 0; i < facts->mark_count; i++)
        if (reach->most[facts->mark[i]] == reach->most[cell])
            return false;
    return true;
}

/* ---- what regions contain ---- */

static void count_cell(struct comb_witness_contents *contents, const struct comb_witness_facts *facts, unsigned cell)
{
    const struct comb_witness_thing *thing = facts->graph->on_cell[cell];
    unsigned colour = facts->colour[cell];
    contents->area++;
    contents->census[colour]++;
    contents->marks += thing->kind == COMB_WITNESS_ELIMINATION;
    if (thing->kind == COMB_WITNESS_POLYOMINO) {
        contents->blue += thing->negative;
        contents->pieces++;
        *(thing->negative ? &contents->blue_cells : &contents->yellow_cells) += facts->piece[cell];
    }
    contents->stars[colour] += thing->kind == COMB_WITNESS_STAR;
    if (thing->kind == COMB_WITNESS_SQUARE && colour != COMB_WITNESS_NO_COLOUR) {
        contents->all_squares++;
        if (++contents->squares[colour] > contents->best_squares)
            contents->best_squares = contents->squares[colour];
    }
}

/* Counts what every part contains, at the cell with its number. */
static void count_all(struct comb_witness_facts *facts, const struct comb_witness_reach *reach)
{
    unsigned cells = facts->graph->cells;
    memset(facts->contents, 0, 2 * cells * sizeof *facts->contents);
    for (unsigned cell = 0; cell < cells; cell++) {
        if (!comb_bit_test(facts->surface->cells.words, cell))
            continue;
        count_cell(&facts->contents[reach->least[cell]], facts, cell);
        count_cell(&facts->contents[cells + reach->most[cell]], facts, cell);
    }
}

/* ---- conflicts ---- */

struct look {
    struct comb_witness_facts *facts;
    struct comb_witness_reach reach;
    const struct comb_witness_contents *least, *most;
    unsigned number; /* of `least` */
    struct comb_witness_claim *conflict;
};

static void put_cell(struct look *look, unsigned cell)
{
    assert(look->conflict->place_count < 2 && cell < look->facts->graph->cells);
    struct comb_witness_claim *conflict = look->conflict;
    unsigned width = look->facts->graph->panel->width;
    conflict->places[conflict->place_count][0] = (uint16_t)(2 * (cell % width) + 1);
    conflict->places[conflict->place_count++][1] = (uint16_t)(2 * (cell / width) + 1);
}

static void part_cells(struct comb_witness_cells *cells, const struct look *look, const uint16_t *label)
{
    memset(cells, 0, sizeof *cells);
    for (unsigned cell = 0; cell < look->facts->graph->cells; cell++)
        if (label[cell] == label[look->number] && comb_bit_test(look->facts->surface->cells.words, cell))
            comb_bit_set(cells->words, cell);
}

/* Begins a conflict about the region, with the cells that are certainly in it or (`far`) those in reach. */
static bool begin_conflict(struct look *look, enum comb_witness_reason reason, bool far)
{
    *look->conflict = (struct comb_witness_claim){.reason = reason, .conflict = true};
    part_cells(&look->conflict->region, look, far ? look->reach.most : look->reach.least);
    return true;
}

static bool in_least(const struct look *look, unsigned cell)
{
    return look->reach.least[cell] == look->number && comb_bit_test(look->facts->surface->cells.words, cell);
}

static bool check_squares(struct look *look)
{
    if (look->least->all_squares - look->least->best_squares <= look->most->marks)
        return false;
    begin_conflict(look, COMB_WITNESS_BY_COLOURS, false);
    unsigned first = COMB_WITNESS_NO_COLOUR;
    for (unsigned cell = 0; cell < look->facts->graph->cells && look->conflict->place_count < 2; cell++) {
        const struct comb_witness_thing *thing = look->facts->graph->on_cell[cell];
        if (!in_least(look, cell) || thing->kind != COMB_WITNESS_SQUARE || thing->colour == first || !thing->colour)
            continue;
        first = thing->colour;
        put_cell(look, cell);
    }
    return true;
}

/* ---- errors and elimination marks ---- */

static struct comb_witness_contents *most_at(const struct comb_witness_facts *facts,
                                             const struct comb_witness_reach *reach, unsigned cell)
{
    return &facts->contents[facts->graph->cells + reach->most[cell]];
}

/* The sides of a cell with triangles: how many the line must pass, certainly passes, and may pass. */
struct sides {
    unsigned required, used, open;
};

static struct sides sides_of(const struct comb_witness_facts *facts, unsigned cell)
{
    const struct comb_witness_thing *thing = facts->graph->on_cell[cell];
    struct sides sides = {.required = thing->triangles ? thing->triangles : facts->no_sides};
    for (unsigned side = 0; side < 4; side++) {
        int touch = comb_witness_facts_touch(facts, facts->graph->cell_edge[cell][side]);
        sides.used += touch == 1;
        sides.open += touch == 0;
    }
    return sides;
}

static bool is_certain_error(const struct comb_witness_facts *facts, const struct comb_witness_reach *reach,
                             unsigned cell)
{
    const struct comb_witness_thing *thing = facts->graph->on_cell[cell];
    if (thing->kind == COMB_WITNESS_STAR)
        return thing->colour && most_at(facts, reach, cell)->census[thing->colour] < 2;
    if (thing->kind != COMB_WITNESS_TRIANGLE)
        return false;
    struct sides sides = sides_of(facts, cell);
    return !comb_witness_facts_alone(facts) &&
           (sides.used > sides.required || sides.used + sides.open < sides.required);
}

/* Counts a dot in what is in reach of a cell beside it: as an error if the line certainly misses it, and as a symbol
 * that may be removed unless the line certainly covers it. */
static void count_dot(struct comb_witness_facts *facts, const struct comb_witness_reach *reach,
                      const uint16_t *segments, unsigned segment_count, const uint16_t *cells, unsigned cell_count)
{
    bool missed = !comb_witness_facts_alone(facts), covered = false;
    const struct comb_witness_contents *counted = NULL;
    for (unsigned i = 0; i < segment_count; i++)
        if (segments[i] != COMB_WITNESS_NOWHERE) {
            missed &= facts->state[segments[i]] < 0;
            covered |= facts->state[segments[i]] == 1;
        }
    for (unsigned i = 0; i < cell_count && !covered; i++)
        if (cells[i] != COMB_WITNESS_NOWHERE && comb_bit_test(facts->surface->cells.words, cells[i])) {
            struct comb_witness_contents *most = most_at(facts, reach, cells[i]);
            most->errors += missed;
            most->removable += most != counted;
            missed = false;
            counted = most;
        }
}

/* Counts the stars that must go from a region with these ones and this many symbols of their colour. The Windmill
 * removes stars alone and keeps counting what was removed; elsewhere another symbol may go, but two stars can stay. */
static unsigned count_crowd(const struct comb_witness_facts *facts, unsigned stars, unsigned census)
{
    unsigned total = facts->rules.set == COMB_WITNESS_WINDMILL ? census : stars;
    unsigned surplus = total > 2 ? total - 2 : 0;
    return stars < surplus ? stars : surplus;
}

/* Whether the area of a region rules out that its pieces fit: with `net` cells in all they need a region of that size,
 * or of any size if yellow and blue ones cancel. */
static bool is_too_large(const struct comb_witness_contents *least, const struct comb_witness_contents *most)
{
    bool may_cancel =
        most->blue > 0 && most->yellow_cells >= least->blue_cells && least->yellow_cells <= most->blue_cells;
    return !may_cancel && least->area + least->blue_cells > most->yellow_cells;
}

static bool is_too_small(const struct comb_witness_contents *least, const struct comb_witness_contents *most)
{
    return least->yellow_cells > most->area + most->blue_cells;
}

/* Counts the symbols that certainly must be removed from the region of `least`: different ones for every rule. A region
 * larger than all its pieces together can only lose all of them. */
static unsigned count_unavoidable(const struct comb_witness_facts *facts, const struct comb_witness_contents *least,
                                  const struct comb_witness_contents *most)
{
    bool misfit = facts->plain_pieces && most->blue == 0 && is_too_large(least, most);
    unsigned sum = least->errors + least->all_squares - least->best_squares + (misfit ? least->pieces : 0);
    for (unsigned colour = 1; colour < COMB_WITNESS_COLOURS; colour++)
        if (least->stars[colour] > 2 || (least->stars[colour] > 0 && least->census[colour] > 2))
            sum += count_crowd(facts, least->stars[colour], least->census[colour]);
    return sum;
}

/* Returns whether a mark may remove the symbol in a cell; squares are counted as a whole. */
static bool is_removable(const struct comb_witness_facts *facts, const struct comb_witness_reach *reach, unsigned cell)
{
    const struct comb_witness_thing *thing = facts->graph->on_cell[cell];
    const struct comb_witness_contents *least = &facts->contents[reach->least[cell]],
                                       *most = most_at(facts, reach, cell);
    if (thing->kind == COMB_WITNESS_POLYOMINO)
        return true;
    if (thing->kind == COMB_WITNESS_STAR)
        return facts->rules.set != COMB_WITNESS_WINDMILL || least->census[thing->colour] != 2 ||
               most->census[thing->colour] != 2;
    if (thing->kind == COMB_WITNESS_SQUARE)
        return most->all_squares > most->best_squares || !thing->colour;
    if (thing->kind != COMB_WITNESS_TRIANGLE)
        return false;
    struct sides sides = sides_of(facts, cell);
    return sides.open > 0 || sides.used != sides.required || comb_witness_facts_alone(facts);
}

/* Adds up the errors that certainly have to be removed, by what is in reach: the marks that remove them are there. */
static void count_errors(struct comb_witness_facts *facts, const struct comb_witness_reach *reach)
{
    const struct comb_witness_graph *graph = facts->graph;
    for (unsigned cell = 0; cell < graph->cells; cell++)
        if (comb_bit_test(facts->surface->cells.words, cell) && most_at(facts, reach, cell)->marks > 0) {
            facts->contents[reach->least[cell]].errors += is_certain_error(facts, reach, cell);
            most_at(facts, reach, cell)->removable += is_removable(facts, reach, cell);
        }
    for (unsigned cell = 0; cell < graph->cells; cell++) {
        struct comb_witness_contents *most = most_at(facts, reach, cell);
        if (reach->least[cell] == cell && most->marks > 0)
            most->errors += count_unavoidable(facts, &facts->contents[cell], most);
    }
    for (unsigned node = 0; node < graph->nodes; node++)
        if (comb_witness_has_dot(graph->on_node[node]))
            count_dot(facts, reach, facts->net->point_segment[node], 4, graph->node_cell[node], 4);
    for (unsigned edge = 0; edge < graph->edges; edge++)
        if (comb_witness_has_dot(graph->on_edge[edge])) {
            const uint16_t halves[2] = {(uint16_t)edge, (uint16_t)(graph->edges + edge)};
            count_dot(facts, reach, halves, facts->net->is_split[edge] ? 2 : 1, graph->edge_cell[edge], 2);
        }
}

static bool check_errors(struct look *look)
{
    if (!look->facts->bounded || look->most->marks == 0 || look->most->errors <= look->most->marks)
        return false;
    return begin_conflict(look, COMB_WITNESS_BY_ERRORS, true);
}

/* Every mark removes a symbol; in the game they may also cancel each other in pairs. */
static bool check_idle(struct look *look)
{
    const struct comb_witness_contents *most = look->most;
    bool idle = look->facts->rules.set == COMB_WITNESS_GAME ? most->removable == 0 && most->marks % 2 == 1
                                                            : most->marks > most->removable;
    return look->facts->bounded && idle && begin_conflict(look, COMB_WITNESS_BY_IDLE_MARK, true);
}

static bool check_stars(struct look *look)
{
    for (unsigned cell = 0; cell < look->facts->graph->cells; cell++) {
        const struct comb_witness_thing *thing = look->facts->graph->on_cell[cell];
        if (!in_least(look, cell) || thing->kind != COMB_WITNESS_STAR || !thing->colour)
            continue;
        bool crowd = look->least->census[thing->colour] > 2, alone = look->most->census[thing->colour] < 2;
        if (!crowd && !alone)
            continue;
        begin_conflict(look, crowd ? COMB_WITNESS_BY_STAR_CROWD : COMB_WITNESS_BY_LONELY_STAR, !crowd);
        put_cell(look, cell);
        return true;
    }
    return false;
}

/* Stars that have no other partners pair off with each other. */
static bool check_odd_stars(struct look *look)
{
    for (unsigned cell = 0; cell < look->facts->graph->cells; cell++) {
        const struct comb_witness_thing *thing = look->facts->graph->on_cell[cell];
        if (!in_least(look, cell) || thing->kind != COMB_WITNESS_STAR || !thing->colour ||
            look->most->stars[thing->colour] % 2 == 0 ||
            look->most->stars[thing->colour] != look->most->census[thing->colour])
            continue;
        begin_conflict(look, COMB_WITNESS_BY_ODD_STARS, true);
        put_cell(look, cell);
        return true;
    }
    return false;
}

static bool check_pieces(struct look *look)
{
    unsigned first = COMB_WITNESS_NOWHERE;
    if (look->least->pieces == 0 || !look->facts->plain_pieces)
        return false;
    enum comb_witness_reason reason = is_too_small(look->least, look->most)   ? COMB_WITNESS_BY_SMALL_AREA
                                      : is_too_large(look->least, look->most) ? COMB_WITNESS_BY_LARGE_AREA
                                                                              : COMB_WITNESS_BY_NO_ROOM;
    struct comb_witness_cells most;
    part_cells(&most, look, look->reach.most);
    for (unsigned cell = 0; cell < look->facts->graph->cells && first == COMB_WITNESS_NOWHERE; cell++)
        if (in_least(look, cell) && look->facts->piece[cell] > 0 &&
            (reason != COMB_WITNESS_BY_NO_ROOM ||
             (look->most->blue == 0 && !comb_witness_piece_fits(look->facts, cell, &most))))
            first = cell;
    if (first == COMB_WITNESS_NOWHERE)
        return false;
    begin_conflict(look, reason, reason != COMB_WITNESS_BY_LARGE_AREA);
    put_cell(look, first);
    return true;
}

static bool check_tiling(struct look *look)
{
    struct comb_witness_cells least, most;
    if (look->least->pieces == 0 || look->most->blue > 0 || !look->facts->plain_pieces)
        return false;
    part_cells(&least, look, look->reach.least);
    part_cells(&most, look, look->reach.most);
    if (comb_witness_tiling_possible(look->facts, &least, &most))
        return false;
    begin_conflict(look, COMB_WITNESS_BY_NO_TILING, true);
    for (unsigned cell = 0; cell < look->facts->graph->cells && look->conflict->place_count == 0; cell++)
        if (in_least(look, cell) && look->facts->piece[cell] > 0)
            put_cell(look, cell);
    return true;
}

/* Returns whether every edge at every node of the region is decided. */
static bool is_final(const struct look *look)
{
    const struct comb_witness_graph *graph = look->facts->graph;
    for (unsigned edge = 0; edge < graph->edges; edge++) {
        bool open = look->facts->state[edge] == 0 ||
                    (look->facts->net->is_split[edge] && look->facts->state[graph->edges + edge] == 0);
        if (!open)
            continue;
        for (unsigned end = 0; end < 2; end++)
            for (unsigned i = 0; i < 4; i++) {
                unsigned cell = graph->node_cell[graph->edge_node[edge][end]][i];
                if (cell != COMB_WITNESS_NOWHERE && in_least(look, cell))
                    return false;
            }
    }
    return true;
}

/* Finds the edges of which the line covers only half, where it starts or ends. */
static struct comb_witness_tips tips_of(const struct comb_witness_facts *facts)
{
    const struct comb_witness_graph *graph = facts->graph;
    struct comb_witness_tips tips = {0};
    for (unsigned edge = 0; edge < graph->edges && graph->half_points; edge++)
        if (facts->net->is_split[edge] && comb_witness_facts_touch(facts, edge) == 1 &&
            comb_witness_facts_wall(facts, edge) < 0 && tips.count < sizeof tips.tips / sizeof *tips.tips)
            comb_witness_add_tip(&tips, graph->edge_node[edge][facts->state[edge] == 1 ? 0 : 1], edge);
    return tips;
}

/* Gets the edges that the line touches, and tells the checker of which it covers only half. */
static void used_edges(struct comb_witness_edges *used, const struct comb_witness_facts *facts)
{
    struct comb_witness_tips tips = tips_of(facts);
    memset(used, 0, sizeof *used);
    for (unsigned edge = 0; edge < facts->graph->edges; edge++)
        if (comb_witness_facts_touch(facts, edge) == 1)
            comb_bit_set(used->words, edge);
    comb_witness_region_checker_tips(facts->checker, &tips);
}

static bool check_closed(struct look *look)
{
    struct comb_witness_edges used;
    if (!look->facts->bounded || look->least->area != look->most->area || !is_final(look) ||
        comb_witness_facts_alone(look->facts))
        return false;
    used_edges(&used, look->facts);
    begin_conflict(look, COMB_WITNESS_BY_REGION, false);
    int code = comb_witness_check_region(look->facts->checker, &look->conflict->region, &used);
    if (code != COMB_OK && code != COMB_NO)
        look->facts->code = code;
    return code == COMB_NO;
}

static bool check_one(struct look *look)
{
    look->least = &look->facts->contents[look->number];
    look->most = &look->facts->contents[look->facts->graph->cells + look->reach.most[look->number]];
    bool safe = look->facts->bounded && look->most->marks == 0;
    if (look->facts->bounded || !look->facts->marks)
        if (check_squares(look))
            return true;
    if (check_errors(look) || check_idle(look))
        return true;
    if (safe && (check_stars(look) || check_odd_stars(look) || check_pieces(look) || check_tiling(look)))
        return true;
    return check_closed(look);
}

/* ---- the finished line ---- */

static bool follow(struct comb_witness_line *line, const struct comb_witness_facts *facts, unsigned start)
{
    const struct comb_witness_net *net = facts->net;
    unsigned from = COMB_WITNESS_NOWHERE, node = start;
    line->count = 0;
    while (line->count < COMB_WITNESS_MAX_POINTS) {
        unsigned next = COMB_WITNESS_NOWHERE;
        line->nodes[line->count++] = (uint16_t)node;
        for (unsigned side = 0; side < 4; side++) {
            unsigned edge = net->point_segment[node][side];
            if (edge != COMB_WITNESS_NOWHERE && edge != from && facts->state[edge] == 1 &&
                next == COMB_WITNESS_NOWHERE) {
                next = net->point_next[node][side];
                from = edge;
            }
        }
        if (next == COMB_WITNESS_NOWHERE)
            return true;
        node = next;
    }
    return false;
}

/* Returns whether the dot at a node or on an edge is covered by a line of another colour. */
static bool clashes(const struct comb_witness_thing *dot, unsigned colour)
{
    return comb_witness_has_dot(dot) && dot->colour != COMB_WITNESS_NO_COLOUR && colour != COMB_WITNESS_NO_COLOUR &&
           dot->colour != colour;
}

static bool line_clashes(const struct comb_witness_facts *facts, const struct comb_witness_line *line)
{
    const struct comb_witness_graph *graph = facts->graph;
    const uint8_t *colours = graph->panel->line_colours;
    for (unsigned i = 0; i < line->count; i++) {
        unsigned point = line->nodes[i], next = i + 1 < line->count ? line->nodes[i + 1] : point;
        unsigned segment = next == point ? 0 : comb_witness_net_between(facts->net, point, next);
        unsigned middle = next == point ? point : graph->nodes + segment % graph->edges;
        if (clashes(comb_witness_on_point(graph, point), colours[0]) ||
            clashes(comb_witness_on_point(graph, middle), colours[0]))
            return true;
        if (facts->symmetric &&
            (clashes(comb_witness_on_point(graph, comb_witness_point_mirror(graph, point)), colours[1]) ||
             clashes(comb_witness_on_point(graph, comb_witness_point_mirror(graph, middle)), colours[1])))
            return true;
    }
    return false;
}

/* Grows a region of the finished line until it has all cells joined over free edges and joints. */
static void grow_region(struct comb_witness_cells *cells, const struct comb_witness_facts *facts,
                        const struct comb_witness_reach *reach, const bool *open)
{
    const struct comb_witness_surface *surface = facts->surface;
    bool reached[COMB_WITNESS_MAX_NODES] = {false};
    do
        for (unsigned cell = 0; cell < facts->graph->cells; cell++)
            for (unsigned other = 0; comb_bit_test(cells->words, cell) && other < facts->graph->cells; other++)
                if (reach->least[other] == reach->least[cell] && comb_bit_test(surface->cells.words, other))
                    comb_bit_set(cells->words, other);
    while (comb_witness_surface_grow(surface, open, reached, cells, &surface->cells));
}

/* Returns whether a region of the finished line breaks a rule, where tracks join cells around missing ones. */
static bool region_is_wrong(struct comb_witness_facts *facts, const struct comb_witness_edges *used,
                            const struct comb_witness_tips *tips)
{
    struct comb_witness_reach reach;
    struct comb_witness_cells seen = {0};
    bool open[COMB_WITNESS_MAX_NODES] = {false};
    comb_witness_facts_reach(&reach, facts);
    comb_witness_surface_open(open, facts->surface, used, tips);
    for (unsigned cell = 0; cell < facts->graph->cells; cell++) {
        struct comb_witness_cells cells = {0};
        if (!comb_bit_test(facts->surface->cells.words, cell) || comb_bit_test(seen.words, cell))
            continue;
        comb_bit_set(cells.words, cell);
        grow_region(&cells, facts, &reach, open);
        for (unsigned i = 0; i < sizeof seen.words / sizeof *seen.words; i++)
            seen.words[i] |= cells.words[i];
        int code = comb_witness_check_region(facts->checker, &cells, used);
        if (code == COMB_NO)
            return true;
        if (code != COMB_OK)
            facts->code = code;
    }
    return false;
}

/* Returns whether a line that is only this point would be right. */
static bool point_is_right(struct comb_witness_facts *facts, unsigned point)
{
    const struct comb_witness_graph *graph = facts->graph;
    struct comb_witness_edges used = {0};
    struct comb_witness_tips tips = {0};
    struct comb_witness_line line = {1, {(uint16_t)point}};
    for (unsigned i = 0; i < (facts->symmetric ? 2U : 1U); i++) {
        unsigned at = i == 0 ? point : comb_witness_point_mirror(graph, point);
        if (at >= graph->nodes)
            comb_bit_set(used.words, at - graph->nodes);
        comb_witness_add_tip(&tips, at < graph->nodes ? at : (unsigned)COMB_WITNESS_NOWHERE,
                             at < graph->nodes ? (unsigned)COMB_WITNESS_NOWHERE : at - graph->nodes);
    }
    comb_witness_region_checker_tips(facts->checker, &tips);
    return !line_clashes(facts, &line) && comb_witness_check_stray_dots(facts->checker, &used) != COMB_NO &&
           !region_is_wrong(facts, &used, &tips);
}

/* Returns whether the used segments are a right line from a start, as far as dots and their colours are concerned. */
static bool line_is_right(struct comb_witness_facts *facts, unsigned start)
{
    struct comb_witness_line line;
    unsigned used = 0;
    for (unsigned segment = 0; segment < facts->net->segments; segment++)
        used += facts->state[segment] == 1;
    return follow(&line, facts, start) && line.count >= 2 &&
           comb_witness_is_end(comb_witness_on_point(facts->graph, line.nodes[line.count - 1])) &&
           (facts->symmetric ? 2 : 1) * (line.count - 1) == used && !line_clashes(facts, &line);
}

/* With every edge decided, the line must also suit coloured dots, from whichever start it may begin. */
static bool check_line(struct comb_witness_facts *facts, struct comb_witness_claim *conflict)
{
    const struct comb_witness_net *net = facts->net;
    struct comb_witness_edges used;
    for (unsigned segment = 0; segment < net->segments; segment++)
        if (facts->state[segment] == 0)
            return false;
    *conflict = (struct comb_witness_claim){.reason = COMB_WITNESS_BY_LINE, .conflict = true};
    for (unsigned point = 0; net->any_alone && point < net->points; point++)
        if (net->alone[point] && comb_witness_facts_alone_at(facts, point) && point_is_right(facts, point))
            return false;
    used_edges(&used, facts);
    struct comb_witness_tips tips = tips_of(facts);
    if (comb_witness_check_stray_dots(facts->checker, &used) == COMB_NO ||
        (!facts->bounded && region_is_wrong(facts, &used, &tips)))
        return true;
    for (unsigned point = 0; point < net->points; point++)
        if (net->is_start[point] && comb_witness_is_start(comb_witness_on_point(facts->graph, point)) &&
            (facts->drawn.count == 0 || facts->drawn.nodes[0] == point) && line_is_right(facts, point))
            return false;
    return true;
}

/* ---- parts that must be separated ---- */

static void add_contents(struct comb_witness_contents *sum, const struct comb_witness_contents *more)
{
    sum->area += more->area;
    sum->pieces += more->pieces;
    sum->yellow_cells += more->yellow_cells;
    sum->blue_cells += more->blue_cells;
    sum->errors += more->errors;
    sum->all_squares += more->all_squares;
    sum->best_squares = 0;
    for (unsigned colour = 1; colour < COMB_WITNESS_COLOURS; colour++) {
        sum->squares[colour] += more->squares[colour];
        sum->census[colour] += more->census[colour];
        sum->stars[colour] += more->stars[colour];
        if (sum->squares[colour] > sum->best_squares)
            sum->best_squares = sum->squares[colour];
    }
}

/* Returns the reason why two parts cannot be in one region; COMB_WITNESS_REASONS: none is known. */
static enum comb_witness_reason why_apart(const struct comb_witness_facts *facts, const struct comb_witness_contents *a,
                                          const struct comb_witness_contents *b,
                                          const struct comb_witness_contents *most)
{
    struct comb_witness_contents sum = *a;
    add_contents(&sum, b);
    if ((facts->bounded || !facts->marks) && sum.all_squares - sum.best_squares > most->marks)
        return COMB_WITNESS_BY_COLOURS;
    if (!facts->bounded)
        return COMB_WITNESS_REASONS;
    if (most->marks > 0)
        return most->errors - count_unavoidable(facts, a, most) - count_unavoidable(facts, b, most) +
                           count_unavoidable(facts, &sum, most) >
                       most->marks
                   ? COMB_WITNESS_BY_ERRORS
                   : COMB_WITNESS_REASONS;
    for (unsigned colour = 1; colour < COMB_WITNESS_COLOURS; colour++)
        if (sum.stars[colour] > 0 && sum.census[colour] > 2)
            return COMB_WITNESS_BY_STAR_CROWD;
    if (sum.pieces > 0 && facts->plain_pieces && is_too_large(&sum, most))
        return COMB_WITNESS_BY_LARGE_AREA;
    return COMB_WITNESS_REASONS;
}

/* Returns whether the symbol in a cell is one that a claim with this reason names; `first`: the colour named before. */
static bool is_named(const struct look *look, enum comb_witness_reason reason, unsigned cell,
                     const struct comb_witness_contents *sum, unsigned first)
{
    const struct comb_witness_thing *thing = look->facts->graph->on_cell[cell];
    if (reason == COMB_WITNESS_BY_COLOURS)
        return thing->kind == COMB_WITNESS_SQUARE && thing->colour && thing->colour != first;
    if (reason == COMB_WITNESS_BY_STAR_CROWD)
        return thing->kind == COMB_WITNESS_STAR && thing->colour && sum->census[thing->colour] > 2;
    return reason == COMB_WITNESS_BY_LARGE_AREA && look->facts->piece[cell] > 0;
}

/* Finds out whether the line must use an open edge because it would join two parts otherwise. */
static bool check_apart(struct look *look, unsigned edge)
{
    const struct comb_witness_facts *facts = look->facts;
    const uint16_t *cells = facts->graph->edge_cell[edge], *least = look->reach.least;
    if (facts->state[edge] != 0 || facts->net->is_split[edge] || least[cells[0]] == least[cells[1]])
        return false;
    struct comb_witness_contents sum = facts->contents[least[cells[0]]];
    const struct comb_witness_contents *other = &facts->contents[least[cells[1]]];
    enum comb_witness_reason reason = why_apart(facts, &sum, other, most_at(facts, &look->reach, cells[0]));
    if (reason == COMB_WITNESS_REASONS)
        return false;
    add_contents(&sum, other);
    *look->conflict =
        (struct comb_witness_claim){.reason = reason, .used = true, .edges = {(uint16_t)edge}, .edge_count = 1};
    unsigned first = COMB_WITNESS_NO_COLOUR, max = reason == COMB_WITNESS_BY_COLOURS ? 2 : 1;
    for (unsigned cell = 0; cell < facts->graph->cells; cell++) {
        if ((least[cell] != least[cells[0]] && least[cell] != least[cells[1]]) ||
            !comb_bit_test(facts->surface->cells.words, cell))
            continue;
        comb_bit_set(look->conflict->region.words, cell);
        if (look->conflict->place_count < max && is_named(look, reason, cell, &sum, first)) {
            put_cell(look, cell);
            first = facts->graph->on_cell[cell]->colour;
        }
    }
    return true;
}

/* Decides edges between parts that must be separated. What is known of the parts stays as it was: used edges join
 * nothing. */
static void separate_parts(struct look *look, bool *progress)
{
    for (unsigned i = 0; i < look->facts->inner_count; i++)
        if (check_apart(look, look->facts->inner[i])) {
            comb_witness_facts_push(look->facts, look->conflict);
            *progress = true;
        }
}

/* ---- entry points ---- */

static void begin_look(struct look *look)
{
    comb_witness_facts_reach(&look->reach, look->facts);
    count_all(look->facts, &look->reach);
    if (look->facts->marks)
        count_errors(look->facts, &look->reach);
}

void comb_witness_facts_find_spent(bool *spent, struct comb_witness_facts *facts,
                                   const struct comb_witness_reach *reach, bool counted)
{
    if (!counted) {
        count_all(facts, reach);
        count_errors(facts, reach);
    }
    for (unsigned cell = 0; cell < facts->graph->cells; cell++)
        spent[cell] = facts->bounded && comb_bit_test(facts->surface->cells.words, cell) &&
                      most_at(facts, reach, cell)->errors >= most_at(facts, reach, cell)->marks;
}

bool comb_witness_facts_regions(struct comb_witness_facts *facts, struct comb_witness_claim *conflict, bool *progress)
{
    struct look look = {.facts = facts, .conflict = conflict};
    begin_look(&look);
    for (unsigned cell = 0; cell < facts->graph->cells && facts->code == COMB_OK; cell++) {
        look.number = cell;
        if (look.reach.least[cell] == cell && comb_bit_test(facts->surface->cells.words, cell) && check_one(&look))
            return true;
    }
    if (facts->code != COMB_OK)
        return false;
    if (check_line(facts, conflict))
        return true;
    separate_parts(&look, progress);
    return false;
}

bool comb_witness_facts_regions_hold(struct comb_witness_facts *facts, const struct comb_witness_claim *claim,
                                     struct comb_witness_claim *found)
{
    struct look look = {.facts = facts, .conflict = found};
    unsigned cell = 0;
    if (claim->reason == COMB_WITNESS_BY_LINE)
        return check_line(facts, found);
    if (claim->place_count > 0)
        cell = claim->places[0][0] / 2U + facts->graph->panel->width * (claim->places[0][1] / 2U);
    else
        while (!comb_bit_test(claim->region.words, cell))
            cell++;
    begin_look(&look);
    look.number = look.reach.least[cell];
    bool holds = claim->conflict ? check_one(&look) : check_apart(&look, claim->edges[0]);
    return holds && found->reason == claim->reason;
}
