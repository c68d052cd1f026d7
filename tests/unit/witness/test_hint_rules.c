/* The rules of arguments against the slow reference, from any part of a line: what is deduced from it holds for every
 * solution that agrees with it, and a conflict means that there is none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hint_helper.h"

struct partial {
    struct comb_witness_facts *facts;
    const struct witness_twin *twin, *lines;     /* solutions; all lines */
    bool (*pictures)[COMB_WITNESS_NET_SEGMENTS]; /* of every solution */
    unsigned claims[COMB_WITNESS_REASONS], conflicts[COMB_WITNESS_REASONS];
};

/* Counts the solutions that agree with the first `count` claims, and with one more if it is not NULL. */
static unsigned agreeing(const struct partial *partial, unsigned count, const struct comb_witness_claim *more)
{
    unsigned found = 0;
    for (size_t i = 0; i < partial->twin->count; i++) {
        bool agrees = true;
        for (unsigned k = 0; k < count + (more ? 1 : 0); k++) {
            const struct comb_witness_claim *claim = k < count ? &partial->facts->trail[k] : more;
            for (unsigned e = 0; e < claim->edge_count; e++)
                agrees &= partial->pictures[i][claim->edges[e]] == claim->used;
        }
        found += agrees;
    }
    return found;
}

/* Supposes what some line does about some edges. What is deduced holds for all solutions that agree, and a conflict
 * means that there is none. */
static void check_partial(struct partial *partial, struct comb_rng *rng)
{
    struct comb_witness_facts *facts = partial->facts;
    struct comb_witness_claim conflict;
    bool picture[COMB_WITNESS_NET_SEGMENTS];
    const struct witness_twin *from = comb_rng_below(rng, 2) == 0 ? partial->twin : partial->lines;
    draw(picture, facts->graph, &from->items[comb_rng_below(rng, from->count)]);
    unsigned percent = 10 + (unsigned)comb_rng_below(rng, 90);
    for (unsigned edge = 0; edge < facts->net->segments; edge++) {
        if (facts->state[edge] != 0 || comb_rng_below(rng, 100) >= percent)
            continue;
        struct comb_witness_claim claim = {
            .reason = COMB_WITNESS_BY_SUPPOSING, .used = picture[edge], .edges = {(uint16_t)edge}, .edge_count = 1};
        comb_witness_facts_push(facts, &claim);
    }
    unsigned supposed = facts->count, solutions = agreeing(partial, supposed, NULL);
    bool failed = comb_witness_facts_run(facts, &conflict);
    partial->conflicts[failed ? conflict.reason : 0] += failed;
    if (failed && solutions > 0) {
        witness_print(facts->graph->panel);
        fail_msg("conflict %u with part of a solution", (unsigned)conflict.reason);
    }
    for (unsigned i = supposed; i < facts->count && solutions > 0; i++) {
        partial->claims[facts->trail[i].reason]++;
        if (agreeing(partial, supposed, &facts->trail[i]) != solutions) {
            witness_print(facts->graph->panel);
            fail_msg("reason %u decides an edge wrongly", (unsigned)facts->trail[i].reason);
        }
    }
    comb_witness_facts_pop(facts, 0);
}

static void check_partials(struct partial *partial, const struct comb_witness_graph *graph,
                           const struct question *question, struct comb_rng *rng)
{
    static const struct comb_witness_line nothing = {0};
    assert_int_equal(comb_witness_facts_new(&partial->facts, graph, &question->rules, &nothing, question->job, NULL),
                     COMB_OK);
    partial->pictures = calloc(partial->twin->count, sizeof *partial->pictures);
    assert_non_null(partial->pictures);
    for (size_t i = 0; i < partial->twin->count; i++)
        draw(partial->pictures[i], graph, &partial->twin->items[i]);
    for (unsigned i = 0; i < 24; i++)
        check_partial(partial, rng);
    free(partial->pictures);
    comb_witness_facts_free(partial->facts);
}

static bool is_right(const struct comb_witness_panel *panel, const struct question *question,
                     const struct comb_witness_graph *graph, const struct comb_witness_line *line)
{
    unsigned points[COMB_WITNESS_MAX_POINTS][2];
    for (unsigned i = 0; i < line->count; i++) {
        struct comb_witness_at at = comb_witness_point_place(graph, line->nodes[i]);
        points[i][0] = at.column;
        points[i][1] = at.row;
    }
    return comb_witness_verify_points(NULL, panel, &question->rules, (const unsigned(*)[2])points, line->count,
                                      question->job, NULL) == COMB_OK;
}

static void clear_place(struct comb_witness_thing *thing)
{
    if (thing->kind >= COMB_WITNESS_DOT)
        *thing = (struct comb_witness_thing){.kind = COMB_WITNESS_EMPTY};
    thing->also_dot = thing->hidden = false;
}

/* Removes symbols so that a random line solves the panel: random panels with many symbols rarely have a solution. Puts
 * back what suits the line, one to three symbols at a time. Returns all lines of the panel, right or wrong. */
static struct witness_twin plant_solution(struct comb_witness_panel *panel, const struct question *question,
                                          struct comb_rng *rng)
{
    size_t places = (size_t)(comb_witness_columns(panel) * comb_witness_rows(panel));
    struct comb_witness_thing *saved = calloc(places, sizeof *saved);
    struct comb_witness_graph *graph;
    assert_non_null(saved);
    memcpy(saved, panel->places, places * sizeof *saved);
    for (size_t i = 0; i < places; i++)
        clear_place(&panel->places[i]);
    struct witness_twin twin = witness_twin_solve(panel, &question->rules);
    assert_int_equal(comb_witness_graph_new(&graph, panel, NULL), COMB_OK);
    for (unsigned tries = 0; twin.count > 0 && tries < 150; tries++) {
        const struct comb_witness_line *line = &twin.items[twin.count / 2];
        struct comb_witness_thing before[3];
        size_t at[3];
        for (unsigned i = 0; i < 1 + tries % 3; i++) {
            at[i] = comb_rng_below(rng, places);
            before[i] = panel->places[at[i]];
            panel->places[at[i]] = saved[at[i]];
        }
        for (unsigned i = 1 + tries % 3; i-- > 0 && !is_right(panel, question, graph, line);)
            panel->places[at[i]] = before[i];
    }
    comb_witness_graph_free(graph);
    free(saved);
    return twin;
}

/* Fills empty cells with symbols of three colours. */
static void add_symbols(struct comb_witness_panel *panel, struct comb_rng *rng, unsigned kind_count)
{
    static const uint8_t kinds[] = {COMB_WITNESS_STAR,     COMB_WITNESS_SQUARE,      COMB_WITNESS_STAR,
                                    COMB_WITNESS_TRIANGLE, COMB_WITNESS_ELIMINATION, COMB_WITNESS_ELIMINATION};
    for (unsigned row = 1; row < comb_witness_rows(panel); row += 2)
        for (unsigned column = 1; column < comb_witness_columns(panel); column += 2) {
            struct comb_witness_thing *thing = witness_place(panel, column, row);
            unsigned kind = kinds[comb_rng_below(rng, kind_count)];
            if (thing->kind != COMB_WITNESS_EMPTY || comb_rng_below(rng, 4) == 0)
                continue;
            thing->kind = (uint8_t)kind;
            if (kind == COMB_WITNESS_STAR || kind == COMB_WITNESS_SQUARE)
                thing->colour = (uint8_t)(1 + comb_rng_below(rng, 3));
            if (kind == COMB_WITNESS_TRIANGLE)
                thing->triangles = (uint8_t)(1 + comb_rng_below(rng, 3));
        }
}

/* Panels with elimination marks, many stars or many pieces. */
static struct witness_panel_options crowded_options(uint64_t seed)
{
    bool stars = seed % 3 == 1, pieces = seed % 3 == 2;
    return (struct witness_panel_options){.width = seed % 6 == 5 ? 4 : 3,
                                          .height = seed % 6 == 5 ? 2 : 3,
                                          .eliminations = seed % 3 == 0,
                                          .no_eliminations = seed % 3 != 0,
                                          .no_pieces = stars,
                                          .no_stars = pieces && seed % 2 == 0,
                                          .no_triangles = stars && seed % 2 == 0,
                                          .no_squares = (stars || pieces) && seed % 4 < 2,
                                          .no_symmetry = seed % 4 < 3,
                                          .no_holes = seed % 5 > 0,
                                          .pillar = seed % 6 == 5,
                                          .half_points = seed % 10 == 9,
                                          .shared_points = seed % 11 == 10};
}

static void test_rules_hold_with_a_part_of_the_line(void **state)
{
    (void)state;
    struct comb_rng rng;
    struct partial partial = {0};
    comb_rng_seed(&rng, 7);
    for (unsigned set_index = 0; set_index < 4; set_index++) {
        struct question question = open_question(sets[set_index]);
        for (uint64_t seed = 0; seed < PANELS; seed++) {
            struct witness_panel_options options = crowded_options(seed);
            struct comb_witness_panel *panel = witness_random_panel(seed + 50000, &options);
            if (seed % 3 < 2)
                add_symbols(panel, &rng, seed % 3 == 0 ? 6 : seed % 2 == 0 ? 4 : 1);
            struct witness_twin lines = plant_solution(panel, &question, &rng);
            struct witness_twin twin = witness_twin_solve(panel, &question.rules);
            struct comb_witness_graph *graph;
            assert_int_equal(comb_witness_graph_new(&graph, panel, NULL), COMB_OK);
            partial.twin = &twin;
            partial.lines = &lines;
            if (twin.count > 0)
                check_partials(&partial, graph, &question, &rng);
            comb_witness_graph_free(graph);
            witness_twin_free(&lines);
            witness_twin_free(&twin);
            comb_witness_panel_free(panel);
        }
        close_question(&question);
    }
    static const enum comb_witness_reason both[] = {COMB_WITNESS_BY_COLOURS, COMB_WITNESS_BY_ERRORS,
                                                    COMB_WITNESS_BY_STAR_CROWD, COMB_WITNESS_BY_LARGE_AREA};
    for (unsigned i = 0; i < sizeof both / sizeof *both; i++)
        assert_true(partial.claims[both[i]] > 10); /* edges that separate */
    for (unsigned reason = COMB_WITNESS_BY_COLOURS; reason < COMB_WITNESS_BY_LINE; reason++)
        assert_true(partial.conflicts[reason] > 0 || reason == COMB_WITNESS_BY_ODD_STARS); /* tested below */
}

/* Four stars of one colour: three in the left column, one in the right one. A line between the other two columns leaves
 * three on one side, of which any two could still be in one region. */
static void test_odd_stars_cannot_be_paired_off(void **state)
{
    (void)state;
    static const char text[] =
        "S - + - + - E / | star:red | . | .        | / + - + - + - + / | star:red | . | star:red |"
        "/ + - + - + - + / | star:red | . | . | / + - + - + - +";
    static const struct comb_witness_line nothing = {0};
    struct comb_witness_panel *panel;
    struct comb_witness_graph *graph;
    struct comb_witness_facts *facts;
    struct comb_witness_claim conflict;
    struct question question = open_question("windmill");
    assert_int_equal(comb_witness_text_read(&panel, text, strlen(text), NULL), COMB_OK);
    assert_int_equal(comb_witness_graph_new(&graph, panel, NULL), COMB_OK);
    assert_int_equal(comb_witness_facts_new(&facts, graph, &question.rules, &nothing, question.job, NULL), COMB_OK);
    for (unsigned row = 0; row < 3; row++) {
        struct comb_witness_claim claim = {
            .reason = COMB_WITNESS_BY_SUPPOSING,
            .used = true,
            .edges = {(uint16_t)comb_witness_edge_between(graph, 2 + 4 * row, 6 + 4 * row)},
            .edge_count = 1};
        comb_witness_facts_push(facts, &claim);
    }
    assert_true(comb_witness_facts_run(facts, &conflict));
    assert_int_equal(conflict.reason, COMB_WITNESS_BY_ODD_STARS);
    comb_witness_facts_free(facts);
    comb_witness_graph_free(graph);
    comb_witness_panel_free(panel);
    close_question(&question);
}
