/* Hints against the slow reference, which knows every solution of a small panel: edges reported as forced are in all
 * of them, the path shown is the beginning of one, and "wrong" is reported only if none continues. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "corpus/corpus.h"
#include "games/witness/hints/hint.h"
#include "games/witness/hints/words.h"
#include "games/witness/lint.h"
#include "games/witness/solve.h"
#include "games/witness/verify/argument.h"
#include "hint_helper.h"

#include <stdlib.h>

static bool begins(const struct comb_witness_graph *graph, const struct comb_witness_line *line,
                   const struct comb_witness_line *first, bool mirrored)
{
    for (unsigned i = 0; i < first->count; i++)
        if (i >= line->count ||
            (mirrored ? comb_witness_point_mirror(graph, line->nodes[i]) : line->nodes[i]) != first->nodes[i])
            return false;
    return true;
}

/* Returns whether the line continues the beginning; for two lines that draw the same picture, whether either does. */
static bool continues(const struct comb_witness_graph *graph, const struct comb_witness_line *line,
                      const struct comb_witness_line *first)
{
    const struct comb_witness_panel *panel = graph->panel;
    bool alike = panel->symmetry != COMB_WITNESS_NO_SYMMETRY && !panel->line_colours[0] && !panel->line_colours[1];
    return begins(graph, line, first, false) || (alike && begins(graph, line, first, true));
}

/* ---- the deduction ---- */

struct deduction {
    const struct comb_witness_graph *graph;
    const struct witness_twin *twin;
    const struct question *question;
    const struct comb_witness_line *drawn;
    struct comb_witness_facts *facts;
    unsigned solutions, claims, arguments, cases;
};

/* Returns whether every solution uses the edge, or none does; *used says which. */
static bool same_in_all(const struct deduction *deduction, unsigned edge, bool *used)
{
    bool picture[COMB_WITNESS_NET_SEGMENTS];
    unsigned count = 0, with = 0;
    for (size_t i = 0; i < deduction->twin->count; i++) {
        if (!continues(deduction->graph, &deduction->twin->items[i], deduction->drawn))
            continue;
        draw(picture, deduction->graph, &deduction->twin->items[i]);
        count++;
        with += picture[edge];
    }
    *used = with > 0;
    return count > 0 && (with == 0 || with == count);
}

static json_t *as_json(const struct comb_witness_net *net, const struct comb_witness_argument *argument)
{
    struct comb_json build = {0};
    json_t *out = NULL, *list = comb_witness_argument_json(&build, net, argument);
    assert_int_equal(comb_json_finish(&out, &build, list, NULL), COMB_OK);
    return out;
}

static json_t *drawn_json(const struct deduction *deduction)
{
    struct comb_json build = {0};
    json_t *out = NULL, *list = comb_witness_path(&build, deduction->graph, deduction->drawn, false);
    assert_int_equal(comb_json_finish(&out, &build, list, NULL), COMB_OK);
    return out;
}

static int verdict(const struct deduction *deduction, const json_t *argument, const char **why, size_t *claim)
{
    json_t *drawn = drawn_json(deduction);
    int code = comb_witness_verify_argument(why, claim, deduction->graph->panel, &deduction->question->rules, drawn,
                                            argument, NULL, NULL);
    json_decref(drawn);
    return code;
}

/* The verifier accepts the argument, and rejects it with the opposite conclusion or without its last conflict. */
static void check_argument(struct deduction *deduction, const struct comb_witness_argument *argument)
{
    json_t *list = as_json(deduction->facts->net, argument);
    json_t *last = json_array_get(list, json_array_size(list) - 1);
    const char *why;
    size_t claim;
    if (verdict(deduction, list, &why, &claim) != COMB_OK) {
        witness_print(deduction->graph->panel);
        fail_msg("claim %zu: %s in %s", claim, why, json_dumps(list, JSON_COMPACT));
    }
    json_object_set(last, "used", json_is_true(json_object_get(last, "used")) ? json_false() : json_true());
    assert_int_equal(verdict(deduction, list, &why, &claim), COMB_NO);
    if (argument->claims[argument->count - 1].argument) {
        json_object_set(last, "used", json_is_true(json_object_get(last, "used")) ? json_false() : json_true());
        json_array_remove(list, json_array_size(list) - 2);
        assert_int_equal(verdict(deduction, list, &why, &claim), COMB_NO);
    }
    json_decref(list);
    deduction->arguments++;
    deduction->cases += comb_witness_argument_cases(argument) > 0;
}

/* Every edge that is alike in all solutions has an argument, and no other edge has one. */
static void check_edge(struct deduction *deduction, unsigned edge)
{
    static const enum comb_witness_effort efforts[] = {COMB_WITNESS_ARGUE_CHAIN, COMB_WITNESS_ARGUE_CASES,
                                                       COMB_WITNESS_ARGUE_TREE};
    struct comb_witness_argument argument;
    bool used, forced = same_in_all(deduction, edge, &used);
    for (unsigned i = 0; i < 3; i++)
        for (unsigned claimed = 0; claimed < 2; claimed++) {
            bool found = comb_witness_argue(&argument, deduction->facts, edge, claimed == 1, efforts[i], 1000000);
            if (found && (!forced || used != (claimed == 1))) {
                witness_print(deduction->graph->panel);
                fail_msg("edge %u: a wrong argument", edge);
            }
            if (found)
                check_argument(deduction, &argument);
            else if (i == 2 && forced && used == (claimed == 1)) {
                witness_print(deduction->graph->panel);
                fail_msg("edge %u is forced, but there is no argument", edge);
            }
        }
}

static void check_deduction(struct deduction *deduction)
{
    struct comb_witness_claim conflict;
    struct comb_witness_argument argument;
    for (size_t i = 0; i < deduction->twin->count; i++)
        deduction->solutions += continues(deduction->graph, &deduction->twin->items[i], deduction->drawn);
    assert_int_equal(comb_witness_facts_new(&deduction->facts, deduction->graph, &deduction->question->rules,
                                            deduction->drawn, deduction->question->job, NULL),
                     COMB_OK);
    bool wrong = comb_witness_facts_run(deduction->facts, &conflict);
    if (wrong && deduction->solutions > 0) {
        witness_print(deduction->graph->panel);
        fail_msg("reason %u contradicts a solution", (unsigned)conflict.reason);
    }
    deduction->claims += deduction->facts->count;
    for (unsigned i = 0; i < deduction->facts->count && deduction->solutions > 0; i++) {
        assert_true(comb_witness_argue_claim(&argument, deduction->facts, i));
        check_argument(deduction, &argument);
    }
    for (unsigned edge = 0; edge < deduction->facts->net->segments && deduction->solutions > 0; edge++)
        if (deduction->facts->state[edge] == 0)
            check_edge(deduction, edge);
    comb_witness_facts_free(deduction->facts);
}

static struct comb_witness_line some_beginning(struct comb_rng *rng, const struct witness_twin *twin)
{
    struct comb_witness_line first = {0};
    if (twin->count > 0 && comb_rng_below(rng, 3) > 0) {
        first = twin->items[comb_rng_below(rng, twin->count)];
        first.count = first.count > 1 ? (unsigned)comb_rng_below(rng, first.count) : 0;
    }
    return first;
}

/*     0---1   2      Corner 2 has one way in, so it is a dead end: the line reaches the end from the left. */
static void test_dead_end_is_excluded(void **state)
{
    (void)state;
    static const char text[] = "+ - + : + / | . | . | / S - + - E";
    struct comb_witness_panel *panel;
    json_t *hint;
    assert_int_equal(comb_witness_text_read(&panel, text, strlen(text), NULL), COMB_OK);
    struct question question = open_question("windmill");
    set(&question, "level", "3");
    set(&question, "from", "0,1 1,1");
    assert_int_equal(comb_witness_hint(&hint, panel, question.job, &question.params, NULL), COMB_OK);
    assert_string_equal(json_string_value(json_object_get(hint, "kind")), "clue");
    assert_non_null(strstr(json_string_value(json_object_get(hint, "text")), "(1,1)-(2,1)"));
    json_decref(hint);
    close_question(&question);
    comb_witness_panel_free(panel);
}

static void test_deductions_hold_for_every_solution(void **state)
{
    (void)state;
    unsigned claims = 0, arguments = 0, cases = 0;
    struct comb_rng rng;
    comb_rng_seed(&rng, 1);
    for (unsigned set_index = 0; set_index < 4; set_index++) {
        struct question question = open_question(sets[set_index]);
        for (uint64_t seed = 0; seed < PANELS; seed++) {
            struct witness_panel_options options = {.no_eliminations = seed % 4 != 0,
                                                    .one_start = seed % 2 == 0,
                                                    .pillar = seed % 3 == 0,
                                                    .half_points = seed % 5 < 2,
                                                    .shared_points = seed % 7 < 2};
            struct comb_witness_panel *panel = witness_random_panel(seed, &options);
            struct witness_twin twin = witness_twin_solve(panel, &question.rules);
            struct comb_witness_graph *graph;
            assert_int_equal(comb_witness_graph_new(&graph, panel, NULL), COMB_OK);
            struct comb_witness_line first = some_beginning(&rng, &twin);
            struct deduction deduction = {.graph = graph, .twin = &twin, .question = &question, .drawn = &first};
            check_deduction(&deduction);
            claims += deduction.claims;
            arguments += deduction.arguments;
            cases += deduction.cases;
            comb_witness_graph_free(graph);
            witness_twin_free(&twin);
            comb_witness_panel_free(panel);
        }
        close_question(&question);
    }
    assert_true(claims > 1000);
    assert_true(arguments > 1000);
    assert_true(cases > 300);
}

/* ---- the hint ---- */

static void line_text(struct comb_buf *out, const struct comb_witness_graph *graph,
                      const struct comb_witness_line *line)
{
    for (unsigned i = 0; i < line->count; i++) {
        struct comb_witness_at at = comb_witness_point_place(graph, line->nodes[i]);
        comb_buf_printf(out, "%s%g,%g", i > 0 ? " " : "", at.column / 2.0, at.row / 2.0);
    }
}

static unsigned node_of(const struct comb_witness_panel *panel, const json_t *pair)
{
    const unsigned at[2] = {(unsigned)(2 * json_number_value(json_array_get(pair, 0))),
                            (unsigned)(2 * json_number_value(json_array_get(pair, 1)))};
    return witness_point(panel, at);
}

/* Returns whether the picture of every line that continues the beginning has the edge, or (`used` false) none has. */
static bool is_same(const struct comb_witness_graph *graph, const struct witness_twin *twin,
                    const struct comb_witness_line *first, const json_t *edge, bool wanted)
{
    bool used[COMB_WITNESS_NET_SEGMENTS];
    unsigned from = node_of(graph->panel, json_array_get(edge, 0)), to = node_of(graph->panel, json_array_get(edge, 1));
    unsigned between = comb_witness_edge_of_step(graph, from, to), node = from < graph->nodes ? from : to;
    assert_int_not_equal(between, COMB_WITNESS_NOWHERE);
    between += graph->edge_node[between][0] == node ? 0 : graph->edges;
    for (size_t i = 0; i < twin->count; i++) {
        draw(used, graph, &twin->items[i]);
        if (continues(graph, &twin->items[i], first) && used[between] != wanted)
            return false;
    }
    return true;
}

static bool is_forced(const struct comb_witness_graph *graph, const struct witness_twin *twin,
                      const struct comb_witness_line *first, const json_t *edge)
{
    return is_same(graph, twin, first, edge, true);
}

static bool is_avoided(const struct comb_witness_graph *graph, const struct witness_twin *twin,
                       const struct comb_witness_line *first, const json_t *edge)
{
    return is_same(graph, twin, first, edge, false);
}

static bool some_line_continues(const struct comb_witness_graph *graph, const struct witness_twin *twin,
                                const struct comb_witness_line *first)
{
    for (size_t i = 0; i < twin->count; i++)
        if (continues(graph, &twin->items[i], first))
            return true;
    return false;
}

/* Returns whether every solution is a single point, to which nothing can be hinted. */
static bool only_points(const struct witness_twin *twin)
{
    for (size_t i = 0; i < twin->count; i++)
        if (twin->items[i].count > 1)
            return false;
    return true;
}

static void check_given(const json_t *hint, const struct comb_witness_graph *graph, const struct witness_twin *twin,
                        const struct comb_witness_line *first)
{
    const char *kind = json_string_value(json_object_get(hint, "kind"));
    const json_t *edges = json_object_get(hint, "edges"), *path = json_object_get(hint, "path");
    struct comb_witness_line shown = {.count = (unsigned)json_array_size(path)};
    assert_int_equal(json_array_size(json_object_get(hint, "ladder")), 5);
    const json_t *avoid = json_object_get(hint, "avoid");
    assert_true((json_array_size(edges) > 0) != (json_array_size(avoid) > 0));
    for (size_t i = 0; i < json_array_size(avoid); i++)
        assert_true(is_avoided(graph, twin, first, json_array_get(avoid, i)));
    for (size_t i = 0; strcmp(kind, "line") != 0 && i < json_array_size(edges); i++)
        if (!is_forced(graph, twin, first, json_array_get(edges, i))) {
            witness_print(graph->panel);
            fail_msg("not forced: %s", json_string_value(json_array_get(json_object_get(hint, "ladder"), 2)));
        }
    for (unsigned i = 0; i < shown.count; i++)
        shown.nodes[i] = (uint16_t)node_of(graph->panel, json_array_get(path, i));
    assert_true(shown.count > first->count);
    assert_true(some_line_continues(graph, twin, &shown));
}

/* Returns how many steps of a beginning are right, according to the reference. */
static unsigned right_steps(const struct comb_witness_graph *graph, const struct witness_twin *twin,
                            struct comb_witness_line first)
{
    while (first.count > 0 && !some_line_continues(graph, twin, &first))
        first.count--;
    return first.count > 0 ? first.count - 1 : 0;
}

static void check_hint(struct question *question, const struct comb_witness_graph *graph,
                       const struct witness_twin *twin, const struct comb_witness_line *first)
{
    json_t *hint;
    struct comb_buf text = {0};
    line_text(&text, graph, first);
    set(question, "level", "5");
    if (first->count > 0)
        set(question, "from", comb_buf_text(&text));
    struct comb_error err = {0};
    int code = comb_witness_hint(&hint, graph->panel, question->job, &question->params, &err);
    if (!hint) {
        witness_print(graph->panel);
        fail_msg("%s: %s", comb_buf_text(&text), err.message);
    }
    assert_true(json_string_value(json_object_get(hint, "text"))[0] != '\0');
    bool complete = witness_twin_holds(twin, first);
    if (code == COMB_OK)
        check_given(hint, graph, twin, first);
    else if (!complete && code == COMB_NO) {
        const json_t *right = json_object_get(hint, "right");
        if (some_line_continues(graph, twin, first) && !only_points(twin)) {
            witness_print(graph->panel);
            fail_msg("a solution continues: %s", json_string_value(json_object_get(hint, "text")));
        }
        if (right)
            assert_int_equal(json_integer_value(right), right_steps(graph, twin, *first));
    } else {
        assert_true(complete);
    }
    json_decref(hint);
    comb_buf_free(&text);
}

/* Returns a beginning, sometimes with a wrong last step. */
static struct comb_witness_line maybe_wrong(struct comb_rng *rng, const struct comb_witness_graph *graph,
                                            const struct witness_twin *twin)
{
    struct comb_witness_line first = some_beginning(rng, twin);
    if (first.count == 0 || comb_rng_below(rng, 2) == 0)
        return first;
    unsigned last = first.nodes[first.count - 1];
    if (last >= graph->nodes)
        return first;
    unsigned next = graph->node_next[last][comb_rng_below(rng, 4)];
    if (next != COMB_WITNESS_NOWHERE)
        first.nodes[first.count++] = (uint16_t)next;
    return first;
}

static void test_hints_are_true(void **state)
{
    (void)state;
    struct comb_rng rng;
    comb_rng_seed(&rng, 2);
    for (uint64_t seed = 0; seed < PANELS; seed++) {
        struct question question = open_question(sets[seed % 3]);
        struct witness_panel_options options = {.no_eliminations = seed % 2 != 0,
                                                .pillar = seed % 3 == 0,
                                                .half_points = seed % 5 < 2,
                                                .shared_points = seed % 7 < 2};
        struct comb_witness_panel *panel = witness_random_panel(7000 + seed, &options);
        struct witness_twin twin = witness_twin_solve(panel, &question.rules);
        struct comb_witness_graph *graph;
        assert_int_equal(comb_witness_graph_new(&graph, panel, NULL), COMB_OK);
        struct comb_witness_line first = maybe_wrong(&rng, graph, &twin);
        check_hint(&question, graph, &twin, &first);
        comb_witness_graph_free(graph);
        witness_twin_free(&twin);
        comb_witness_panel_free(panel);
        close_question(&question);
    }
}

/* No level reveals what belongs to a later one. */
static void test_levels_reveal_no_more_than_requested(void **state)
{
    (void)state;
    static const char text[] = "+ - + - E/| sq:white | sq:black |/+ - + - +/| sq:white | . |/S - + - +";
    struct comb_witness_panel *panel;
    assert_int_equal(comb_witness_read(&panel, text, strlen(text), NULL), COMB_OK);
    struct question question = open_question("windmill");
    for (unsigned level = 1; level <= 5; level++) {
        char number[2] = {(char)('0' + level), '\0'};
        json_t *hint;
        set(&question, "level", number);
        assert_int_equal(comb_witness_hint(&hint, panel, question.job, &question.params, NULL), COMB_OK);
        assert_int_equal(json_array_size(json_object_get(hint, "ladder")), level);
        assert_int_equal(json_array_size(json_object_get(hint, "because")), 2);
        assert_int_equal(json_array_size(json_object_get(hint, "edges")), level >= 3 ? 1 : 0);
        assert_int_equal(json_array_size(json_object_get(hint, "argument")), level >= 3 ? 1 : 0);
        assert_int_equal(json_array_size(json_object_get(hint, "path")), level < 4 ? 0 : level == 4 ? 5 : 7);
        if (level == 2)
            assert_string_equal(json_string_value(json_object_get(hint, "text")),
                                "squares of different colours must be in different regions");
        if (level == 3)
            assert_string_equal(
                json_string_value(json_object_get(hint, "text")),
                "the white square in cell (0,0) and the black square in cell (1,0) must be separated: the "
                "line goes between them, over (1,0)-(1,1)");
        json_decref(hint);
    }
    close_question(&question);
    comb_witness_panel_free(panel);
}

/* ---- published panels ---- */

/* Asks for a hint; the verifier checks its argument, and a rejected one is COMB_BUG. */
static bool has_reason(const char *text, const char *rules)
{
    struct comb_witness_panel *panel;
    struct comb_error err = {0};
    json_t *hint;
    if (comb_witness_read(&panel, text, strcspn(text, "\r\n"), NULL) != COMB_OK)
        return false;
    struct question question = open_question(rules);
    set(&question, "level", "3");
    int code = comb_witness_hint(&hint, panel, question.job, &question.params, &err);
    if (code == COMB_BUG)
        fail_msg("%s: %s", text, err.message);
    bool found = json_array_size(json_object_get(hint, "argument")) > 0;
    json_decref(hint);
    close_question(&question);
    comb_witness_panel_free(panel);
    return found;
}

static void check_entry(const json_t *entry, void *payload)
{
    unsigned *count = payload;
    if (count[0]++ % 3 == 0)
        count[1] += has_reason(corpus_text(entry, "panel"), sets[count[0] % 4]);
}

static void test_arguments_for_the_corpus_are_accepted(void **state)
{
    (void)state;
    unsigned count[2] = {0, 0};
    corpus_each("tests/corpus/witness.jsonl", check_entry, count);
    assert_true(count[1] > 20);
}

static void test_shared_arguments_for_published_panels_are_accepted(void **state)
{
    static char text[1 << 16];
    unsigned count = 0, reasons = 0;
    FILE *file = fopen("../shared/data/windmill/windmill_puzzles.txt", "r");
    (void)state;
    if (!file) {
        print_message("skipped: ../shared/data/windmill/windmill_puzzles.txt is not there\n");
        skip();
    }
    while (fgets(text, sizeof text, file))
        if (count++ % 41 == 7)
            reasons += has_reason(text, "windmill");
    fclose(file);
    assert_true(reasons > 20);
}

/* ---- lint ---- */

static bool is_redundant(const struct comb_witness_panel *panel, const struct question *question, const json_t *place)
{
    struct comb_witness_panel *copy;
    assert_int_equal(comb_witness_panel_copy(&copy, panel, 0, NULL), COMB_OK);
    copy->places[json_integer_value(json_array_get(place, 0)) +
                 comb_witness_columns(panel) * json_integer_value(json_array_get(place, 1))] =
        (struct comb_witness_thing){0};
    struct witness_twin twin = witness_twin_solve(copy, &question->rules);
    bool one = twin.count == 1;
    witness_twin_free(&twin);
    comb_witness_panel_free(copy);
    return one;
}

static void test_lint_reports_are_true(void **state)
{
    (void)state;
    unsigned redundant = 0;
    for (uint64_t seed = 0; seed < PANELS; seed++) {
        struct question question = open_question(sets[seed % 3]);
        struct comb_witness_panel *panel = witness_random_panel(9000 + seed, NULL);
        struct witness_twin twin = witness_twin_solve(panel, &question.rules);
        json_t *found;
        int code = comb_witness_lint(&found, panel, question.job, &question.params, NULL);
        assert_int_equal(code, twin.count > 0 ? COMB_OK : COMB_NO);
        assert_int_equal(json_integer_value(json_object_get(found, "lines")), twin.count);
        assert_int_equal(json_is_true(json_object_get(found, "unique")), twin.count == 1);
        unsigned shortest = COMB_WITNESS_MAX_NODES;
        for (size_t i = 0; i < twin.count; i++)
            shortest = twin.items[i].count - 1 < shortest ? twin.items[i].count - 1 : shortest;
        if (twin.count > 0)
            assert_int_equal(json_integer_value(json_object_get(found, "shortest")), shortest);
        const json_t *places = json_object_get(found, "redundant");
        for (size_t i = 0; i < json_array_size(places); i++, redundant++)
            assert_true(is_redundant(panel, &question, json_array_get(places, i)));
        json_decref(found);
        witness_twin_free(&twin);
        comb_witness_panel_free(panel);
        close_question(&question);
    }
    assert_true(redundant > 10);
}
