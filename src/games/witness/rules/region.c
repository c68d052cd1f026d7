/* Checks closed regions.
 *
 * Everything that a rule asks about a region is a mask of cells, computed once per panel: squares of each colour,
 * stars of each colour, all symbols of each colour, elimination marks, triangles, pieces. A region is a mask too, so
 * a rule takes a few ANDs and bit counts, one word each on panels of up to 64 cells:
 *
 *     region  ##..    squares[black]  #...    region & squares[black] = 1 cell
 *             .#..                    ..#.
 *
 * Local errors (missed dots, wrong triangles) are looked up in the used edges: dots are listed by the first cell
 * beside them, so only those of the region are visited. A missed dot between cells of two regions cannot be
 * eliminated: the region with its first cell is wrong. Regions with pieces end in pieces.c, which caches its
 * answers; without pieces a check is cheaper than a cache lookup. With pieces and elimination marks together, where
 * many choices may have to be tried, the verdict itself is cached: by cells, wrong triangles, missed dots and, under
 * `game`, the used edges inside the region. */
#include "games/witness/rules/region_parts.h"

#include "base/bitset.h"
#include "games/witness/panel/kinds.h"

#include <stdlib.h>
#include <string.h>

enum {
    CHOICES_A_TICK = 1 << 12,
    MAX_MEMO_BYTES = 64 << 20,
    MAX_KEY_WORDS = 2 * COMB_WITNESS_REGION_WORDS + 1 + (COMB_WITNESS_MAX_EDGES + 63) / 64
};

static void add_class(struct comb_witness_region_checker *checker, unsigned cell, unsigned colour)
{
    uint16_t kind = (uint16_t)comb_witness_pieces_at(checker->pieces, cell);
    unsigned i = 0;
    while (i < checker->class_count && (checker->classes[i].kind != kind || checker->classes[i].colour != colour))
        i++;
    if (i == checker->class_count)
        checker->classes[checker->class_count++] = (struct comb_witness_class){.kind = kind, .colour = (uint8_t)colour};
    checker->class_at[cell] = (uint16_t)i;
}

static void add_symbol(struct comb_witness_region_checker *checker, unsigned cell)
{
    const struct comb_witness_thing *thing = checker->graph->on_cell[cell];
    unsigned colour = comb_witness_counted_colour(thing, checker->rules.set == COMB_WITNESS_GAME);
    if (colour == COMB_WITNESS_NO_COLOUR)
        return;
    comb_bit_set(checker->census[colour].words, cell);
    switch ((enum comb_witness_kind)thing->kind) {
    case COMB_WITNESS_SQUARE:
        comb_bit_set(checker->squares[colour].words, cell);
        comb_bit_set(checker->all_squares.words, cell);
        break;
    case COMB_WITNESS_STAR:
        comb_bit_set(checker->stars[colour].words, cell);
        comb_bit_set(checker->all_stars.words, cell);
        break;
    case COMB_WITNESS_TRIANGLE:
        comb_bit_set(checker->triangles[colour].words, cell);
        comb_bit_set(checker->all_triangles.words, cell);
        checker->required_sides[cell] = thing->triangles;
        if (thing->triangles == 0 && checker->rules.set == COMB_WITNESS_WINDMILL)
            checker->required_sides[cell] = 1;
        break;
    case COMB_WITNESS_POLYOMINO:
        comb_bit_set(checker->all_pieces.words, cell);
        add_class(checker, cell, colour);
        break;
    case COMB_WITNESS_ELIMINATION:
        comb_bit_set(checker->all_eliminations.words, cell);
        break;
    case COMB_WITNESS_EMPTY:
    case COMB_WITNESS_ABSENT:
    case COMB_WITNESS_START:
    case COMB_WITNESS_END:
    case COMB_WITNESS_GAP:
    case COMB_WITNESS_DOT:
        break;
    }
}

static void add_symbols(struct comb_witness_region_checker *checker)
{
    for (unsigned cell = 0; cell < checker->graph->cells; cell++)
        if (comb_bit_test(checker->real.words, cell))
            add_symbol(checker, cell);
    for (unsigned colour = 1; colour < COMB_WITNESS_COLOURS; colour++) {
        if (comb_witness_masks_meet(checker, &checker->squares[colour], &checker->real))
            checker->square_colours[checker->square_colour_count++] = (uint8_t)colour;
        if (comb_witness_masks_meet(checker, &checker->stars[colour], &checker->real))
            checker->star_colours[checker->star_colour_count++] = (uint8_t)colour;
    }
}

/* A dot without region cells beside it may still be on tracks that join some. */
static void add_joints(const struct comb_witness_region_checker *checker, struct comb_witness_dot *dot, unsigned place,
                       bool on_edge)
{
    if (dot->home == COMB_WITNESS_NOWHERE)
        dot->joint_count = (uint8_t)comb_witness_surface_joints_of(dot->joints, &checker->surface, place, on_edge);
}

static void add_around(struct comb_witness_region_checker *checker, struct comb_witness_dot *dot, unsigned cell)
{
    if (cell == COMB_WITNESS_NOWHERE || !comb_bit_test(checker->real.words, cell))
        return;
    comb_bit_set(dot->around.words, cell);
    if (dot->home == COMB_WITNESS_NOWHERE || cell < dot->home)
        dot->home = (uint16_t)cell;
}

static void add_node_dot(struct comb_witness_region_checker *checker, unsigned node)
{
    struct comb_witness_dot *dot = &checker->dots[checker->dot_count++];
    *dot = (struct comb_witness_dot){.place = (uint16_t)node, .home = COMB_WITNESS_NOWHERE};
    for (unsigned side = 0; side < 4; side++)
        add_around(checker, dot, checker->graph->node_cell[node][side]);
    add_joints(checker, dot, node, false);
}

static void add_edge_dot(struct comb_witness_region_checker *checker, unsigned edge)
{
    struct comb_witness_dot *dot = &checker->dots[checker->dot_count++];
    *dot = (struct comb_witness_dot){.place = (uint16_t)edge, .on_edge = true, .home = COMB_WITNESS_NOWHERE};
    add_around(checker, dot, checker->graph->edge_cell[edge][0]);
    add_around(checker, dot, checker->graph->edge_cell[edge][1]);
    add_joints(checker, dot, edge, true);
}

static int compare_homes(const void *a, const void *b)
{
    return (int)((const struct comb_witness_dot *)a)->home - (int)((const struct comb_witness_dot *)b)->home;
}

static void sort_dots(struct comb_witness_region_checker *checker)
{
    unsigned dot = 0;
    qsort(checker->dots, checker->dot_count, sizeof *checker->dots, compare_homes);
    for (unsigned cell = 0; cell <= checker->graph->cells; cell++) {
        while (dot < checker->dot_count && checker->dots[dot].home < cell)
            dot++;
        checker->dots_from[cell] = (uint16_t)dot;
        if (dot < checker->dot_count && checker->dots[dot].home == cell)
            comb_bit_set(checker->dotted.words, cell);
    }
    checker->stray_count = checker->dot_count - dot;
    checker->dot_count = dot;
}

static int add_dots(struct comb_witness_region_checker *checker)
{
    const struct comb_witness_graph *graph = checker->graph;
    checker->dots = malloc((graph->nodes + graph->edges) * sizeof *checker->dots);
    if (!checker->dots)
        return COMB_NO_MEMORY;
    for (unsigned node = 0; node < graph->nodes; node++)
        if (comb_witness_has_dot(graph->on_node[node]))
            add_node_dot(checker, node);
    for (unsigned edge = 0; edge < graph->edges; edge++)
        if (comb_witness_has_dot(graph->on_edge[edge]))
            add_edge_dot(checker, edge);
    sort_dots(checker);
    return COMB_OK;
}

int comb_witness_region_checker_new(struct comb_witness_region_checker **out, const struct comb_witness_graph *graph,
                                    const struct comb_witness_rules *rules, struct comb_job *job,
                                    struct comb_error *err)
{
    struct comb_witness_region_checker *checker = *out = calloc(1, sizeof *checker);
    if (!checker)
        return comb_fail_memory(err);
    checker->graph = graph;
    checker->rules = *rules;
    checker->job = job;
    checker->words = (graph->cells + 63) / 64;
    size_t edge_words = rules->set == COMB_WITNESS_GAME ? (graph->edges + 63) / 64 : 0;
    comb_witness_memo_init(&checker->memo, (size_t)checker->words * 2 + 1 + edge_words, MAX_MEMO_BYTES,
                           comb_job_budget(job));
    int code = comb_witness_pieces_new(&checker->pieces, graph, rules, job, err);
    if (code == COMB_OK)
        code = comb_witness_surface_init(&checker->surface, graph, rules, err);
    checker->real = checker->surface.cells;
    if (code == COMB_OK && add_dots(checker) != COMB_OK)
        code = comb_fail_memory(err);
    if (code == COMB_OK) {
        add_symbols(checker);
        return COMB_OK;
    }
    comb_witness_region_checker_free(checker);
    *out = NULL;
    return code;
}

void comb_witness_region_checker_free(struct comb_witness_region_checker *checker)
{
    if (!checker)
        return;
    comb_witness_pieces_free(checker->pieces);
    comb_witness_surface_free(&checker->surface);
    comb_witness_memo_free(&checker->memo);
    free(checker->dots);
    free(checker);
}

const struct comb_witness_surface *
comb_witness_region_checker_surface(const struct comb_witness_region_checker *checker)
{
    return &checker->surface;
}

void comb_witness_region_checker_tips(struct comb_witness_region_checker *checker, const struct comb_witness_tips *tips)
{
    checker->tips = *tips;
}

int comb_witness_region_checker_tick(struct comb_witness_region_checker *checker)
{
    if (++checker->unticked < CHOICES_A_TICK)
        return COMB_OK;
    checker->unticked = 0;
    return comb_job_tick(checker->job, 0);
}

static bool covered(const struct comb_witness_region_checker *checker, const struct comb_witness_dot *dot,
                    const struct comb_witness_edges *used)
{
    return dot->on_edge ? comb_bit_test(used->words, dot->place)
                        : comb_witness_on_line(checker->graph, used, &checker->tips, dot->place);
}

/* Counts the missed dots; false if one is between several regions. */
static bool count_dots(const struct comb_witness_region_checker *checker, struct comb_witness_checked_region *region,
                       unsigned cell)
{
    for (unsigned i = checker->dots_from[cell]; i < checker->dots_from[cell + 1]; i++) {
        const struct comb_witness_dot *dot = &checker->dots[i];
        if (covered(checker, dot, region->used))
            continue;
        for (unsigned word = 0; word < checker->words; word++)
            if (dot->around.words[word] & ~region->cells.words[word])
                return false;
        region->dots++;
    }
    return true;
}

/* Counts the missed dots without cells beside them that are on tracks of the region. */
static void count_track_dots(const struct comb_witness_region_checker *checker,
                             struct comb_witness_checked_region *region)
{
    bool open[COMB_WITNESS_MAX_NODES], reached[COMB_WITNESS_MAX_NODES] = {false};
    struct comb_witness_cells cells = region->cells;
    comb_witness_surface_open(open, &checker->surface, region->used, &checker->tips);
    comb_witness_surface_grow(&checker->surface, open, reached, &cells, &region->cells);
    for (unsigned i = 0; i < checker->stray_count; i++) {
        const struct comb_witness_dot *dot = &checker->dots[checker->dot_count + i];
        bool mine = false;
        for (unsigned k = 0; k < dot->joint_count; k++)
            mine |= reached[dot->joints[k]];
        region->dots += mine && !covered(checker, dot, region->used);
    }
}

static void check_triangle(const struct comb_witness_region_checker *checker,
                           struct comb_witness_checked_region *region, unsigned cell)
{
    unsigned sides = 0;
    for (unsigned side = 0; side < 4; side++)
        sides += comb_bit_test(region->used->words, checker->graph->cell_edge[cell][side]);
    if (sides != checker->required_sides[cell]) {
        comb_bit_set(region->wrong.words, cell);
        region->wrong_triangles++;
    }
}

/* Finds local errors; false as soon as there are more than elimination marks. */
static bool find_local_errors(const struct comb_witness_region_checker *checker,
                              struct comb_witness_checked_region *region)
{
    for (unsigned word = 0; word < checker->words; word++) {
        for (uint64_t bits = region->cells.words[word] & checker->all_triangles.words[word]; bits; bits &= bits - 1)
            check_triangle(checker, region, 64 * word + (unsigned)__builtin_ctzll(bits));
        if (region->wrong_triangles > region->eliminations)
            return false;
        for (uint64_t bits = region->cells.words[word] & checker->dotted.words[word]; bits; bits &= bits - 1)
            if (!count_dots(checker, region, 64 * word + (unsigned)__builtin_ctzll(bits)))
                return false;
    }
    if (checker->stray_count > 0 && checker->surface.joint_count > 0)
        count_track_dots(checker, region);
    return region->dots + region->wrong_triangles <= region->eliminations;
}

static int check_by_rules(struct comb_witness_region_checker *checker, const struct comb_witness_checked_region *region)
{
    switch (checker->rules.set) {
    case COMB_WITNESS_WINDMILL:
        return comb_witness_check_region_windmill(checker, region);
    case COMB_WITNESS_TTWS:
        return comb_witness_check_region_ttws(checker, region);
    case COMB_WITNESS_GAME:
        break;
    }
    return comb_witness_check_region_game(checker, region);
}

static int check_cached(struct comb_witness_region_checker *checker, const struct comb_witness_checked_region *region)
{
    uint64_t key[MAX_KEY_WORDS];
    struct comb_witness_edges walls;
    unsigned words = checker->words;
    memcpy(key, region->cells.words, words * sizeof *key);
    memcpy(key + words, region->wrong.words, words * sizeof *key);
    key[2 * words] = region->dots;
    if (checker->rules.set == COMB_WITNESS_GAME) {
        comb_witness_find_walls(&walls, checker, region);
        memcpy(key + 2 * words + 1, walls.words, (checker->memo.key_words - 2 * words - 1) * sizeof *key);
    }
    enum comb_witness_memo_verdict cached = comb_witness_memo_find(&checker->memo, key);
    if (cached != COMB_WITNESS_MEMO_EMPTY)
        return cached == COMB_WITNESS_MEMO_YES ? COMB_OK : COMB_NO;
    int code = check_by_rules(checker, region);
    if (code == COMB_OK || code == COMB_NO)
        comb_witness_memo_store(&checker->memo, key, code == COMB_OK ? COMB_WITNESS_MEMO_YES : COMB_WITNESS_MEMO_NO);
    return code;
}

int comb_witness_check_region(struct comb_witness_region_checker *checker, const struct comb_witness_cells *cells,
                              const struct comb_witness_edges *used)
{
    struct comb_witness_checked_region region = {.used = used};
    for (unsigned i = 0; i < checker->words; i++) {
        region.cells.words[i] = cells->words[i] & checker->real.words[i];
        region.area += (unsigned)__builtin_popcountll(region.cells.words[i]);
        region.eliminations +=
            (unsigned)__builtin_popcountll(region.cells.words[i] & checker->all_eliminations.words[i]);
    }
    if (!find_local_errors(checker, &region))
        return COMB_NO;
    bool choices = region.eliminations > 0 && comb_witness_masks_meet(checker, &checker->all_pieces, &region.cells);
    return choices ? check_cached(checker, &region) : check_by_rules(checker, &region);
}

/* Returns whether a missed dot is on tracks of some region. */
static bool on_tracks(const struct comb_witness_region_checker *checker, const struct comb_witness_dot *dot,
                      const struct comb_witness_edges *used)
{
    bool open[COMB_WITNESS_MAX_NODES], reached[COMB_WITNESS_MAX_NODES] = {false};
    struct comb_witness_cells cells = {0};
    comb_witness_surface_open(open, &checker->surface, used, &checker->tips);
    for (unsigned k = 0; k < dot->joint_count; k++)
        reached[dot->joints[k]] = open[dot->joints[k]];
    return comb_witness_surface_grow(&checker->surface, open, reached, &cells, &checker->real);
}

int comb_witness_check_stray_dots(const struct comb_witness_region_checker *checker,
                                  const struct comb_witness_edges *used)
{
    for (unsigned i = 0; i < checker->stray_count; i++) {
        const struct comb_witness_dot *dot = &checker->dots[checker->dot_count + i];
        if (!covered(checker, dot, used) && !on_tracks(checker, dot, used))
            return COMB_NO;
    }
    return COMB_OK;
}
