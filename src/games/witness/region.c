/* The judge of closed regions.
 *
 * Everything about a panel that a rule asks of a region is a mask of cells made once: squares of each colour, stars of
 * each colour, everything of each colour, Ys, triangles, pieces. A region is a mask too, so a rule is a few ANDs and
 * bit counts, one word each on panels of up to 64 cells:
 *
 *     region  ##..    squares[black]  #...    region & squares[black] = 1 cell
 *             .#..                    ..#.
 *
 * Local errors (dots left out, wrong triangles) are looked up in the used edges: dots are filed under the first cell
 * beside them, so only those of the region are visited. A dot that is left out between cells of two regions cannot be
 * eliminated: whichever region holds its first cell is wrong. Regions with pieces end in pieces.c, which remembers what
 * it was asked; without pieces a verdict is cheaper than a look into any memory. With pieces and Ys together, where
 * many choices may have to be tried, the verdict itself is remembered: by cells, wrong triangles, dots left out, and
 * under `game` the edges inside the region that are used. */
#include "games/witness/region_parts.h"

#include "base/bitset.h"

#include <stdlib.h>
#include <string.h>

enum {
    CHOICES_A_TICK = 1 << 12,
    MOST_MEMO_BYTES = 64 << 20,
    MOST_KEY_WORDS = 2 * COMB_WITNESS_REGION_WORDS + 1 + (COMB_WITNESS_MOST_EDGES + 63) / 64
};

/* The colour that a symbol counts as. */
static unsigned color_of(const struct comb_witness_judge *judge, const struct comb_witness_thing *thing)
{
    bool own = thing->kind == COMB_WITNESS_SQUARE || thing->kind == COMB_WITNESS_STAR;
    if (own || (judge->rules.set == COMB_WITNESS_GAME && thing->color != COMB_WITNESS_NO_COLOR))
        return thing->color;
    if (thing->kind == COMB_WITNESS_POLYOMINO)
        return thing->negative ? COMB_WITNESS_BLUE : COMB_WITNESS_YELLOW;
    return thing->kind == COMB_WITNESS_TRIANGLE ? COMB_WITNESS_ORANGE : COMB_WITNESS_WHITE;
}

static void add_class(struct comb_witness_judge *judge, unsigned cell, unsigned color)
{
    uint16_t kind = (uint16_t)comb_witness_pieces_at(judge->pieces, cell);
    unsigned i = 0;
    while (i < judge->class_count && (judge->classes[i].kind != kind || judge->classes[i].color != color))
        i++;
    if (i == judge->class_count)
        judge->classes[judge->class_count++] = (struct comb_witness_class){.kind = kind, .color = (uint8_t)color};
    judge->class_at[cell] = (uint16_t)i;
}

static bool is_symbol(const struct comb_witness_judge *judge, const struct comb_witness_thing *thing, unsigned cell)
{
    switch (thing->kind) {
    case COMB_WITNESS_SQUARE:
    case COMB_WITNESS_STAR:
        return thing->color != COMB_WITNESS_NO_COLOR;
    case COMB_WITNESS_POLYOMINO:
        return judge->rules.set != COMB_WITNESS_GAME ||
               comb_witness_pieces_kind(judge->pieces, comb_witness_pieces_at(judge->pieces, cell))->size > 0;
    case COMB_WITNESS_ELIMINATION:
    case COMB_WITNESS_TRIANGLE:
        return true;
    default:
        return false;
    }
}

static void add_symbol(struct comb_witness_judge *judge, unsigned cell)
{
    const struct comb_witness_thing *thing = judge->graph->on_cell[cell];
    if (!is_symbol(judge, thing, cell))
        return;
    unsigned color = color_of(judge, thing);
    comb_bit_set(judge->census[color].words, cell);
    switch (thing->kind) {
    case COMB_WITNESS_SQUARE:
        comb_bit_set(judge->squares[color].words, cell);
        comb_bit_set(judge->all_squares.words, cell);
        break;
    case COMB_WITNESS_STAR:
        comb_bit_set(judge->stars[color].words, cell);
        comb_bit_set(judge->all_stars.words, cell);
        break;
    case COMB_WITNESS_TRIANGLE:
        comb_bit_set(judge->triangles[color].words, cell);
        comb_bit_set(judge->all_triangles.words, cell);
        judge->wanted[cell] = thing->triangles;
        if (thing->triangles == 0 && judge->rules.set == COMB_WITNESS_WINDMILL)
            judge->wanted[cell] = 1;
        break;
    case COMB_WITNESS_POLYOMINO:
        comb_bit_set(judge->all_pieces.words, cell);
        add_class(judge, cell, color);
        break;
    default:
        comb_bit_set(judge->all_ys.words, cell);
    }
}

static void add_symbols(struct comb_witness_judge *judge)
{
    for (unsigned cell = 0; cell < judge->graph->cells; cell++)
        if (comb_bit_test(judge->real.words, cell))
            add_symbol(judge, cell);
    for (unsigned color = 1; color < COMB_WITNESS_COLORS; color++) {
        if (comb_witness_masks_meet(judge, &judge->squares[color], &judge->real))
            judge->square_colors[judge->square_color_count++] = (uint8_t)color;
        if (comb_witness_masks_meet(judge, &judge->stars[color], &judge->real))
            judge->star_colors[judge->star_color_count++] = (uint8_t)color;
    }
}

/* A dot without cells of regions beside it may still lie on tracks that join some. */
static void add_joints(const struct comb_witness_judge *judge, struct comb_witness_dot *dot, unsigned place,
                       bool on_edge)
{
    if (dot->home == COMB_WITNESS_NOWHERE)
        dot->joint_count = (uint8_t)comb_witness_surface_joints_of(dot->joints, &judge->surface, place, on_edge);
}

static void add_around(struct comb_witness_judge *judge, struct comb_witness_dot *dot, unsigned cell)
{
    if (cell == COMB_WITNESS_NOWHERE || !comb_bit_test(judge->real.words, cell))
        return;
    comb_bit_set(dot->around.words, cell);
    if (dot->home == COMB_WITNESS_NOWHERE || cell < dot->home)
        dot->home = (uint16_t)cell;
}

static void add_node_dot(struct comb_witness_judge *judge, unsigned node)
{
    struct comb_witness_dot *dot = &judge->dots[judge->dot_count++];
    *dot = (struct comb_witness_dot){.home = COMB_WITNESS_NOWHERE};
    for (unsigned side = 0; side < 4; side++) {
        if (judge->graph->node_edge[node][side] != COMB_WITNESS_NOWHERE)
            dot->edges[dot->edge_count++] = judge->graph->node_edge[node][side];
        add_around(judge, dot, judge->graph->node_cell[node][side]);
    }
    add_joints(judge, dot, node, false);
}

static void add_edge_dot(struct comb_witness_judge *judge, unsigned edge)
{
    struct comb_witness_dot *dot = &judge->dots[judge->dot_count++];
    *dot = (struct comb_witness_dot){.home = COMB_WITNESS_NOWHERE, .edge_count = 1, .edges = {(uint16_t)edge}};
    add_around(judge, dot, judge->graph->edge_cell[edge][0]);
    add_around(judge, dot, judge->graph->edge_cell[edge][1]);
    add_joints(judge, dot, edge, true);
}

static int compare_homes(const void *a, const void *b)
{
    return (int)((const struct comb_witness_dot *)a)->home - (int)((const struct comb_witness_dot *)b)->home;
}

static void file_dots(struct comb_witness_judge *judge)
{
    unsigned dot = 0;
    qsort(judge->dots, judge->dot_count, sizeof *judge->dots, compare_homes);
    for (unsigned cell = 0; cell <= judge->graph->cells; cell++) {
        while (dot < judge->dot_count && judge->dots[dot].home < cell)
            dot++;
        judge->dots_from[cell] = (uint16_t)dot;
        if (dot < judge->dot_count && judge->dots[dot].home == cell)
            comb_bit_set(judge->dotted.words, cell);
    }
    judge->stray_count = judge->dot_count - dot;
    judge->dot_count = dot;
}

static int add_dots(struct comb_witness_judge *judge)
{
    const struct comb_witness_graph *graph = judge->graph;
    judge->dots = malloc((graph->nodes + graph->edges) * sizeof *judge->dots);
    if (!judge->dots)
        return COMB_NO_MEMORY;
    for (unsigned node = 0; node < graph->nodes; node++)
        if (graph->on_node[node]->kind == COMB_WITNESS_DOT)
            add_node_dot(judge, node);
    for (unsigned edge = 0; edge < graph->edges; edge++)
        if (graph->on_edge[edge]->kind == COMB_WITNESS_DOT)
            add_edge_dot(judge, edge);
    file_dots(judge);
    return COMB_OK;
}

int comb_witness_judge_new(struct comb_witness_judge **out, const struct comb_witness_graph *graph,
                           const struct comb_witness_rules *rules, struct comb_job *job, struct comb_error *err)
{
    struct comb_witness_judge *judge = *out = calloc(1, sizeof *judge);
    if (!judge)
        return comb_fail_memory(err);
    judge->graph = graph;
    judge->rules = *rules;
    judge->job = job;
    judge->words = (graph->cells + 63) / 64;
    size_t edge_words = rules->set == COMB_WITNESS_GAME ? (graph->edges + 63) / 64 : 0;
    comb_witness_memo_init(&judge->memo, (size_t)judge->words * 2 + 1 + edge_words, MOST_MEMO_BYTES,
                           comb_job_budget(job));
    int code = comb_witness_pieces_new(&judge->pieces, graph, rules, job, err);
    if (code == COMB_OK)
        code = comb_witness_surface_init(&judge->surface, graph, rules, err);
    judge->real = judge->surface.cells;
    if (code == COMB_OK && add_dots(judge) != COMB_OK)
        code = comb_fail_memory(err);
    if (code == COMB_OK) {
        add_symbols(judge);
        return COMB_OK;
    }
    comb_witness_judge_free(judge);
    *out = NULL;
    return code;
}

void comb_witness_judge_free(struct comb_witness_judge *judge)
{
    if (!judge)
        return;
    comb_witness_pieces_free(judge->pieces);
    comb_witness_surface_free(&judge->surface);
    comb_witness_memo_free(&judge->memo);
    free(judge->dots);
    free(judge);
}

const struct comb_witness_cells *comb_witness_judge_cells(const struct comb_witness_judge *judge)
{
    return &judge->real;
}

const struct comb_witness_surface *comb_witness_judge_surface(const struct comb_witness_judge *judge)
{
    return &judge->surface;
}

int comb_witness_judge_tick(struct comb_witness_judge *judge)
{
    if (++judge->unticked < CHOICES_A_TICK)
        return COMB_OK;
    judge->unticked = 0;
    return comb_job_tick(judge->job, 0);
}

static bool covered(const struct comb_witness_dot *dot, const struct comb_witness_edges *used)
{
    for (unsigned i = 0; i < dot->edge_count; i++)
        if (comb_bit_test(used->words, dot->edges[i]))
            return true;
    return false;
}

/* Counts the dots that are left out; false when one lies between several regions. */
static bool count_dots(const struct comb_witness_judge *judge, struct comb_witness_judged *region, unsigned cell)
{
    for (unsigned i = judge->dots_from[cell]; i < judge->dots_from[cell + 1]; i++) {
        const struct comb_witness_dot *dot = &judge->dots[i];
        if (covered(dot, region->used))
            continue;
        for (unsigned word = 0; word < judge->words; word++)
            if (dot->around.words[word] & ~region->cells.words[word])
                return false;
        region->dots++;
    }
    return true;
}

/* Dots that no cell lies beside, left out on tracks of the region. */
static void count_track_dots(const struct comb_witness_judge *judge, struct comb_witness_judged *region)
{
    bool open[COMB_WITNESS_MOST_NODES], reached[COMB_WITNESS_MOST_NODES] = {false};
    struct comb_witness_cells cells = region->cells;
    comb_witness_surface_open(open, &judge->surface, region->used);
    comb_witness_surface_grow(&judge->surface, open, reached, &cells, &region->cells);
    for (unsigned i = 0; i < judge->stray_count; i++) {
        const struct comb_witness_dot *dot = &judge->dots[judge->dot_count + i];
        bool mine = false;
        for (unsigned k = 0; k < dot->joint_count; k++)
            mine |= reached[dot->joints[k]];
        region->dots += mine && !covered(dot, region->used);
    }
}

static void check_triangle(const struct comb_witness_judge *judge, struct comb_witness_judged *region, unsigned cell)
{
    unsigned sides = 0;
    for (unsigned side = 0; side < 4; side++)
        sides += comb_bit_test(region->used->words, judge->graph->cell_edge[cell][side]);
    if (sides != judge->wanted[cell]) {
        comb_bit_set(region->wrong.words, cell);
        region->wrong_triangles++;
    }
}

/* Local errors; false as soon as there are more than Ys. */
static bool find_local_errors(const struct comb_witness_judge *judge, struct comb_witness_judged *region)
{
    for (unsigned word = 0; word < judge->words; word++) {
        for (uint64_t bits = region->cells.words[word] & judge->all_triangles.words[word]; bits; bits &= bits - 1)
            check_triangle(judge, region, 64 * word + (unsigned)__builtin_ctzll(bits));
        if (region->wrong_triangles > region->ys)
            return false;
        for (uint64_t bits = region->cells.words[word] & judge->dotted.words[word]; bits; bits &= bits - 1)
            if (!count_dots(judge, region, 64 * word + (unsigned)__builtin_ctzll(bits)))
                return false;
    }
    if (judge->stray_count > 0 && judge->surface.joint_count > 0)
        count_track_dots(judge, region);
    return region->dots + region->wrong_triangles <= region->ys;
}

static int by_rules(struct comb_witness_judge *judge, const struct comb_witness_judged *region)
{
    switch (judge->rules.set) {
    case COMB_WITNESS_WINDMILL:
        return comb_witness_judge_windmill(judge, region);
    case COMB_WITNESS_TTWS:
        return comb_witness_judge_ttws(judge, region);
    case COMB_WITNESS_GAME:
        break;
    }
    return comb_witness_judge_game(judge, region);
}

static int remembered(struct comb_witness_judge *judge, const struct comb_witness_judged *region)
{
    uint64_t key[MOST_KEY_WORDS];
    struct comb_witness_edges walls;
    unsigned words = judge->words;
    memcpy(key, region->cells.words, words * sizeof *key);
    memcpy(key + words, region->wrong.words, words * sizeof *key);
    key[2 * words] = region->dots;
    if (judge->rules.set == COMB_WITNESS_GAME) {
        comb_witness_find_walls(&walls, judge, region);
        memcpy(key + 2 * words + 1, walls.words, (judge->memo.key_words - 2 * words - 1) * sizeof *key);
    }
    enum comb_witness_memo_verdict known = comb_witness_memo_find(&judge->memo, key);
    if (known != COMB_WITNESS_MEMO_EMPTY)
        return known == COMB_WITNESS_MEMO_YES ? COMB_OK : COMB_NO;
    int code = by_rules(judge, region);
    if (code == COMB_OK || code == COMB_NO)
        comb_witness_memo_store(&judge->memo, key, code == COMB_OK ? COMB_WITNESS_MEMO_YES : COMB_WITNESS_MEMO_NO);
    return code;
}

int comb_witness_judge_region(struct comb_witness_judge *judge, const struct comb_witness_cells *cells,
                              const struct comb_witness_edges *used)
{
    struct comb_witness_judged region = {.used = used};
    for (unsigned i = 0; i < judge->words; i++) {
        region.cells.words[i] = cells->words[i] & judge->real.words[i];
        region.area += (unsigned)__builtin_popcountll(region.cells.words[i]);
        region.ys += (unsigned)__builtin_popcountll(region.cells.words[i] & judge->all_ys.words[i]);
    }
    if (!find_local_errors(judge, &region))
        return COMB_NO;
    bool choices = region.ys > 0 && comb_witness_masks_meet(judge, &judge->all_pieces, &region.cells);
    return choices ? remembered(judge, &region) : by_rules(judge, &region);
}

/* Whether a dot that is left out lies on tracks of some region. */
static bool on_tracks(const struct comb_witness_judge *judge, const struct comb_witness_dot *dot,
                      const struct comb_witness_edges *used)
{
    bool open[COMB_WITNESS_MOST_NODES], reached[COMB_WITNESS_MOST_NODES] = {false};
    struct comb_witness_cells cells = {0};
    comb_witness_surface_open(open, &judge->surface, used);
    for (unsigned k = 0; k < dot->joint_count; k++)
        reached[dot->joints[k]] = open[dot->joints[k]];
    return comb_witness_surface_grow(&judge->surface, open, reached, &cells, &judge->real);
}

int comb_witness_judge_stray(const struct comb_witness_judge *judge, const struct comb_witness_edges *used)
{
    for (unsigned i = 0; i < judge->stray_count; i++) {
        const struct comb_witness_dot *dot = &judge->dots[judge->dot_count + i];
        if (!covered(dot, used) && !on_tracks(judge, dot, used))
            return COMB_NO;
    }
    return COMB_OK;
}
