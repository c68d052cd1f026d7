/* Bounds for open regions against brute force: from a line that is half drawn every way to finish it is tried. A region
 * that comes out right in one of them must not have been called hopeless. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/bitset.h"
#include "games/witness/open_region.h"
#include "games/witness/text.h"
#include "unit/games/witness_panels.h"

#include <stdio.h>
#include <stdlib.h>

static const struct comb_witness_rules ALL_RULES[] = {
    {.set = COMB_WITNESS_WINDMILL},
    {.set = COMB_WITNESS_TTWS},
    {.set = COMB_WITNESS_TTWS, .overhang = true},
    {.set = COMB_WITNESS_GAME},
    {.set = COMB_WITNESS_GAME, .overhang = true},
};

enum { RULE_SETS = sizeof ALL_RULES / sizeof *ALL_RULES, MOST_CLASSES = 36, MOST_FINISHES = 4000 };

/* One panel with a judge and bounds for each rule set. */
struct stage {
    struct comb_witness_panel *panel;
    struct comb_witness_graph *graph;
    struct comb_job *job;
    struct comb_witness_judge *judges[RULE_SETS];
    struct comb_witness_open *opens[RULE_SETS];
};

struct line {
    bool seen[COMB_WITNESS_MOST_NODES];
    struct comb_witness_edges used;
    uint16_t head;
};

struct class
{
    struct comb_witness_cells core, flood;
    unsigned first;
    bool right;
};

struct tally {
    unsigned hopeless, unpackable, wrong, unsound;
};

static void open_stage(struct stage *stage, uint64_t seed, const struct witness_wish *wish)
{
    struct comb_job_setup setup = {0};
    stage->panel = witness_random_panel(seed, wish);
    assert_int_equal(comb_job_new(&stage->job, &setup, NULL), COMB_OK);
    assert_int_equal(comb_witness_graph_new(&stage->graph, stage->panel, NULL), COMB_OK);
    for (unsigned i = 0; i < RULE_SETS; i++) {
        assert_int_equal(comb_witness_judge_new(&stage->judges[i], stage->graph, &ALL_RULES[i], stage->job, NULL),
                         COMB_OK);
        assert_int_equal(comb_witness_open_new(&stage->opens[i], stage->judges[i], NULL), COMB_OK);
    }
}

static void close_stage(struct stage *stage)
{
    for (unsigned i = 0; i < RULE_SETS; i++) {
        comb_witness_open_free(stage->opens[i]);
        comb_witness_judge_free(stage->judges[i]);
    }
    comb_witness_graph_free(stage->graph);
    comb_witness_panel_free(stage->panel);
    comb_job_free(stage->job);
}

static bool symmetric(const struct comb_witness_graph *graph)
{
    return graph->panel->symmetry != COMB_WITNESS_NO_SYMMETRY;
}

static void visit(struct line *line, const struct comb_witness_graph *graph, uint16_t node)
{
    line->seen[node] = line->seen[graph->node_mirror[node]] = true;
    line->head = node;
}

/* The node behind the edge on that side, or NOWHERE when the line cannot go there. */
static uint16_t way(const struct line *line, const struct comb_witness_graph *graph, unsigned side)
{
    uint16_t next = graph->node_next[line->head][side], edge = graph->node_edge[line->head][side];
    if (next == COMB_WITNESS_NOWHERE || line->seen[next] || !graph->edge_open[edge] ||
        !graph->edge_open[graph->edge_mirror[edge]] || (symmetric(graph) && graph->node_mirror[next] == next))
        return COMB_WITNESS_NOWHERE;
    return next;
}

static struct line step(const struct line *line, const struct comb_witness_graph *graph, unsigned side)
{
    struct line longer = *line;
    uint16_t edge = graph->node_edge[line->head][side];
    comb_bit_set(longer.used.words, edge);
    comb_bit_set(longer.used.words, graph->edge_mirror[edge]);
    visit(&longer, graph, graph->node_next[line->head][side]);
    return longer;
}

static void find_possible(struct comb_witness_edges *possible, const struct line *line,
                          const struct comb_witness_graph *graph)
{
    memset(possible, 0, sizeof *possible);
    for (unsigned edge = 0; edge < graph->edges; edge++) {
        uint16_t a = graph->edge_node[edge][0], b = graph->edge_node[edge][1];
        if (graph->edge_open[edge] && !comb_bit_test(line->used.words, edge) && (!line->seen[a] || a == line->head) &&
            (!line->seen[b] || b == line->head)) {
            comb_bit_set(possible->words, edge);
            comb_bit_set(possible->words, graph->edge_mirror[edge]);
        }
    }
}

/* Cells joined to `from` through edges that are in none of the two sets. */
static void spread(struct comb_witness_cells *out, const struct comb_witness_graph *graph,
                   const struct comb_witness_cells *real, unsigned from, const struct comb_witness_edges *one,
                   const struct comb_witness_edges *other)
{
    uint16_t queue[COMB_WITNESS_MOST_CELLS];
    unsigned count = 1;
    memset(out, 0, sizeof *out);
    comb_bit_set(out->words, from);
    queue[0] = (uint16_t)from;
    for (unsigned i = 0; i < count; i++)
        for (unsigned side = 0; side < 4; side++) {
            uint16_t next = graph->cell_next[queue[i]][side], edge = graph->cell_edge[queue[i]][side];
            if (next == COMB_WITNESS_NOWHERE || comb_bit_test(out->words, next) || !comb_bit_test(real->words, next) ||
                comb_bit_test(one->words, edge) || comb_bit_test(other->words, edge))
                continue;
            comb_bit_set(out->words, next);
            queue[count++] = next;
        }
}

static unsigned find_classes(struct class *classes, const struct comb_witness_graph *graph,
                             const struct comb_witness_cells *real, const struct line *line,
                             const struct comb_witness_edges *possible)
{
    struct comb_witness_cells done = {0};
    unsigned count = 0;
    for (unsigned cell = 0; cell < graph->cells; cell++) {
        if (!comb_bit_test(real->words, cell) || comb_bit_test(done.words, cell))
            continue;
        struct class *class = &classes[count++];
        class->first = cell;
        class->right = false;
        spread(&class->core, graph, real, cell, &line->used, possible);
        spread(&class->flood, graph, real, cell, &line->used, &line->used);
        for (unsigned i = 0; i < COMB_WITNESS_MOST_CELLS / 64; i++)
            done.words[i] |= class->core.words[i];
    }
    return count;
}

/* Marks the classes whose regions are right when the line ends here. */
static void judge_finish(struct class *classes, unsigned count, struct comb_witness_judge *judge,
                         const struct comb_witness_graph *graph, const struct line *line)
{
    for (unsigned i = 0; i < count; i++) {
        struct comb_witness_cells region;
        if (classes[i].right)
            continue;
        spread(&region, graph, comb_witness_judge_cells(judge), classes[i].first, &line->used, &line->used);
        classes[i].right = comb_witness_judge_region(judge, &region, &line->used) == COMB_OK;
    }
}

struct finishes {
    struct line *lines;
    unsigned count;
};

/* All lines that grow from this one; false when they are too many. */
static bool collect(struct finishes *finishes, const struct comb_witness_graph *graph, const struct line *line)
{
    if (graph->on_node[line->head]->kind == COMB_WITNESS_END) {
        if (finishes->count == MOST_FINISHES)
            return false;
        finishes->lines[finishes->count++] = *line;
    }
    for (unsigned side = 0; side < 4; side++)
        if (way(line, graph, side) != COMB_WITNESS_NOWHERE) {
            struct line longer = step(line, graph, side);
            if (!collect(finishes, graph, &longer))
                return false;
        }
    return true;
}

static void complain(const struct stage *stage, const struct class *class, unsigned rules, uint64_t seed,
                     const struct line *line)
{
    struct comb_buf text = {0};
    comb_witness_text_print(&text, stage->panel);
    printf("seed %llu, rules %u, core %llx, flood %llx, head %u\n%s\nused:", (unsigned long long)seed, rules,
           (unsigned long long)class->core.words[0], (unsigned long long)class->flood.words[0], line->head,
           comb_buf_text(&text));
    for (unsigned edge = 0; edge < stage->graph->edges; edge++)
        if (comb_bit_test(line->used.words, edge))
            printf(" %u-%u", stage->graph->edge_node[edge][0], stage->graph->edge_node[edge][1]);
    printf("\n");
    comb_buf_free(&text);
}

static void check_line(struct tally *tally, struct stage *stage, unsigned rules, const struct line *line,
                       const struct finishes *finishes, uint64_t seed)
{
    struct class classes[MOST_CLASSES];
    struct comb_witness_edges possible;
    find_possible(&possible, line, stage->graph);
    unsigned count =
        find_classes(classes, stage->graph, comb_witness_judge_cells(stage->judges[rules]), line, &possible);
    for (unsigned i = 0; i < finishes->count; i++)
        judge_finish(classes, count, stage->judges[rules], stage->graph, &finishes->lines[i]);
    for (unsigned i = 0; i < count; i++) {
        struct comb_witness_open_class class = {
            .core = &classes[i].core, .flood = &classes[i].flood, .used = &line->used, .possible = &possible};
        bool hopeless = comb_witness_open_hopeless(stage->opens[rules], &class);
        bool unpackable = comb_witness_open_unpackable(stage->opens[rules], &class);
        tally->wrong += !classes[i].right;
        tally->hopeless += hopeless;
        tally->unpackable += unpackable && !hopeless;
        if ((hopeless || unpackable) && classes[i].right && tally->unsound++ < 3)
            complain(stage, &classes[i], rules, seed, line);
    }
}

static void check_panel(struct tally tallies[RULE_SETS], uint64_t seed, const struct witness_wish *wish)
{
    static struct line lines[MOST_FINISHES];
    struct stage stage;
    struct comb_rng rng;
    struct line line = {0};
    open_stage(&stage, seed, wish);
    comb_rng_seed(&rng, seed);
    uint16_t start = stage.graph->start_count ? stage.graph->starts[0] : COMB_WITNESS_NOWHERE;
    bool going = start != COMB_WITNESS_NOWHERE && !(symmetric(stage.graph) && stage.graph->node_mirror[start] == start);
    if (going)
        visit(&line, stage.graph, start);
    while (going) {
        struct finishes finishes = {.lines = lines};
        if (collect(&finishes, stage.graph, &line))
            for (unsigned i = 0; i < RULE_SETS; i++)
                check_line(&tallies[i], &stage, i, &line, &finishes, seed);
        unsigned sides[4], count = 0;
        for (unsigned side = 0; side < 4; side++)
            if (way(&line, stage.graph, side) != COMB_WITNESS_NOWHERE)
                sides[count++] = side;
        going = count > 0;
        if (going)
            line = step(&line, stage.graph, sides[comb_rng_below(&rng, count)]);
    }
    close_stage(&stage);
}

static void check_panels(uint64_t seed, unsigned count, const struct witness_wish *wish)
{
    struct tally tallies[RULE_SETS] = {{0}};
    for (unsigned i = 0; i < count; i++)
        check_panel(tallies, seed + i, wish);
    for (unsigned i = 0; i < RULE_SETS; i++) {
        assert_int_equal(tallies[i].unsound, 0);
        assert_true(tallies[i].hopeless > tallies[i].wrong / 8);
    }
}

static void test_never_hopeless_when_right(void **state)
{
    (void)state;
    check_panels(1, 1500, &(struct witness_wish){.no_line_colors = true});
}

static void test_pieces(void **state)
{
    (void)state;
    check_panels(
        50000, 400,
        &(struct witness_wish){
            .no_line_colors = true, .no_stars = true, .no_dots = true, .no_squares = true, .width = 3, .height = 3});
}

/* ---- Every region between a core and a flood. ---- */

static bool hangs_together(const struct comb_witness_graph *graph, uint64_t cells)
{
    static const struct comb_witness_edges none = {{0}};
    struct comb_witness_cells all = {{cells}}, part;
    spread(&part, graph, &all, (unsigned)__builtin_ctzll(cells), &none, &none);
    return part.words[0] == cells;
}

static uint64_t grow(const struct comb_witness_graph *graph, struct comb_rng *rng, uint64_t cells, uint64_t within,
                     unsigned more)
{
    for (unsigned tries = 0; tries < 200 && more > 0; tries++) {
        unsigned cell = (unsigned)comb_rng_below(rng, graph->cells);
        uint64_t grown = cells | (uint64_t)1 << cell;
        if (grown != cells && (within >> cell & 1) && hangs_together(graph, grown)) {
            cells = grown;
            more--;
        }
    }
    return cells;
}

/* Without dots and triangles the line does not matter, so any connected set of cells can be a region. */
static void check_between(struct tally *tally, struct stage *stage, unsigned rules, struct comb_rng *rng, uint64_t seed)
{
    static const struct line no_line = {0};
    static const struct comb_witness_edges none = {{0}};
    uint64_t real = comb_witness_judge_cells(stage->judges[rules])->words[0];
    uint64_t first = real & ~(real << comb_rng_below(rng, 3) * 5);
    if (!first)
        return;
    uint64_t core = grow(stage->graph, rng, first & -first, real, (unsigned)comb_rng_below(rng, 6));
    uint64_t flood = grow(stage->graph, rng, core, real, (unsigned)comb_rng_below(rng, 9));
    struct class class = {.core = {{core}}, .flood = {{flood}}};
    struct comb_witness_open_class asked = {&class.core, &class.flood, &none, &none};
    bool hopeless = comb_witness_open_hopeless(stage->opens[rules], &asked);
    bool unpackable = comb_witness_open_unpackable(stage->opens[rules], &asked);
    for (uint64_t extra = flood ^ core;; extra = (extra - 1) & (flood ^ core)) {
        struct comb_witness_cells region = {{core | extra}};
        if (!class.right && hangs_together(stage->graph, region.words[0]))
            class.right = comb_witness_judge_region(stage->judges[rules], &region, &none) == COMB_OK;
        if (extra == 0)
            break;
    }
    tally->wrong += !class.right;
    tally->hopeless += hopeless;
    tally->unpackable += unpackable && !hopeless;
    if ((hopeless || unpackable) && class.right && tally->unsound++ < 3)
        complain(stage, &class, rules, seed, &no_line);
}

static void test_every_region_between(void **state)
{
    struct tally tallies[RULE_SETS] = {{0}};
    (void)state;
    for (uint64_t seed = 90000; seed < 91500; seed++) {
        struct stage stage;
        struct comb_rng rng;
        open_stage(&stage, seed,
                   &(struct witness_wish){
                       .no_line_colors = true, .no_dots = true, .no_triangles = true, .width = 5, .height = 4});
        comb_rng_seed(&rng, seed);
        for (unsigned i = 0; i < 6 * RULE_SETS; i++)
            check_between(&tallies[i % RULE_SETS], &stage, i % RULE_SETS, &rng, seed);
        close_stage(&stage);
    }
    for (unsigned i = 0; i < RULE_SETS; i++) {
        assert_int_equal(tallies[i].unsound, 0);
        assert_true(tallies[i].hopeless > tallies[i].wrong / 3 && tallies[i].unpackable > 0);
    }
}
