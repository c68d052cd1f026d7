/* Random panels: hundreds over all options and seeds, each with a solution that the verifier accepts; the slow
 * reference counts the solutions of those that should have only one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/witness/make/make.h"
#include "panels.h"

#include <stdlib.h>

static const struct comb_option rows[] = {COMB_WITNESS_MAKE_OPTIONS,
                                          {.name = "unique", .kind = COMB_OPTION_FLAG},
                                          {.name = "rules", .kind = COMB_OPTION_TEXT},
                                          {0}};

/* "size=3x4 unique": options as on the command line, without dashes, values without blanks except for commas. */
static void set_params(struct comb_params *params, const char *text)
{
    while (*text) {
        char name[64] = "", value[128] = "yes";
        int used = 0;
        assert_true(sscanf(text, " %60[^= ]%n", name, &used) == 1);
        text += used;
        if (*text == '=') {
            assert_true(sscanf(text, "=%120[^ ]%n", value, &used) == 1);
            text += used;
        }
        assert_non_null(comb_option_find(rows, name));
        assert_int_equal(comb_params_set(params, comb_option_find(rows, name), value, NULL), COMB_OK);
        text += strspn(text, " ");
    }
}

static int try_make(struct comb_witness_panel **panel, uint64_t seed, const char *options, struct comb_error *err)
{
    struct comb_context *context;
    struct comb_job *job;
    struct comb_params params = {0};
    void *board;
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    assert_int_equal(comb_job_new(&job, &(struct comb_job_setup){.context = context, .seed = seed, .threads = 1}, NULL),
                     COMB_OK);
    set_params(&params, options);
    int code = comb_witness_make(&board, NULL, job, &params, err);
    *panel = board;
    comb_params_free(&params);
    comb_job_free(job);
    comb_context_free(context);
    return code;
}

static struct comb_witness_panel *make(uint64_t seed, const char *options)
{
    struct comb_witness_panel *panel;
    struct comb_error err = {0};
    if (try_make(&panel, seed, options, &err) != COMB_OK)
        fail_msg("'%s', seed %u: %s", options, (unsigned)seed, err.message);
    return panel;
}

static struct comb_witness_rules rules_named(const char *name)
{
    struct comb_params params = {0};
    assert_int_equal(comb_params_set(&params, comb_option_find(rows, "rules"), name, NULL), COMB_OK);
    struct comb_witness_rules rules = comb_witness_rules_of(&params, NULL);
    comb_params_free(&params);
    return rules;
}

static unsigned count_kind(const struct comb_witness_panel *panel, enum comb_witness_kind kind, bool negative)
{
    unsigned count = 0;
    for (unsigned i = 0; i < comb_witness_columns(panel) * comb_witness_rows(panel); i++)
        count += panel->places[i].kind == kind && panel->places[i].negative == negative;
    return count;
}

/* The solver finds a line, and the verifier, which shares no code with it, accepts it. */
static void check_solvable(const struct comb_witness_panel *panel, const struct comb_witness_rules *rules)
{
    struct comb_context *context;
    struct comb_job *job;
    struct comb_witness_graph *graph;
    struct comb_witness_outcome *outcome = calloc(1, sizeof *outcome);
    unsigned nodes[COMB_WITNESS_MAX_NODES][2];
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    assert_int_equal(
        comb_job_new(&job, &(struct comb_job_setup){.context = context, .threads = 1, .time_limit = 60}, NULL),
        COMB_OK);
    assert_int_equal(comb_witness_graph_new(&graph, panel, NULL), COMB_OK);
    struct comb_witness_task task = {.graph = graph, .rules = *rules};
    assert_int_equal(comb_witness_search(outcome, &task, job, NULL), COMB_OK);
    if (outcome->line.count == 0)
        witness_print(panel);
    assert_true(outcome->line.count > 0);
    for (unsigned i = 0; i < outcome->line.count; i++) {
        nodes[i][0] = outcome->line.nodes[i] % comb_witness_across(panel);
        nodes[i][1] = outcome->line.nodes[i] / comb_witness_across(panel);
    }
    assert_int_equal(
        comb_witness_verify_line(NULL, panel, rules, (const unsigned(*)[2])nodes, outcome->line.count, NULL, NULL),
        COMB_OK);
    comb_witness_graph_free(graph);
    comb_job_free(job);
    comb_context_free(context);
    free(outcome);
}

static void test_every_option_gives_solvable_panels(void **state)
{
    (void)state;
    static const char *const sets[] = {"windmill", "ttws", "game"};
    static const char *const requests[] = {
        "",
        "symbols=squares,stars,triangles,dots,polyominoes,eliminations,blue",
        "symbols=squares:6,stars:2 colors=4",
        "symbols=polyominoes:3,blue symmetry=none gaps=5",
        "symbols=dots:6,triangles:4 symmetry=rotational starts=2 exits=2",
        "symbols=squares,stars,eliminations symmetry=horizontal size=6x4",
        "symbols=polyominoes,dots symmetry=vertical size=4x6",
        "symbols=eliminations:2,triangles,squares size=6x6",
        "size=1x2 symbols=triangles",
        "size=7x3 starts=3 exits=3 gaps=0",
        "pillar size=5x4 symbols=squares,stars,dots",
        "pillar symmetry=translated symbols=triangles,dots gaps=3",
        "pillar size=6x3 symmetry=rotational symbols=polyominoes:2",
    };
    for (unsigned set = 0; set < 3; set++)
        for (unsigned request = 0; request < sizeof requests / sizeof *requests; request++)
            for (uint64_t seed = 1; seed <= 12; seed++) {
                char options[256];
                snprintf(options, sizeof options, "%s rules=%s", requests[request], sets[set]);
                struct comb_witness_panel *panel = make(seed, options);
                struct comb_witness_rules rules = rules_named(sets[set]);
                check_solvable(panel, &rules);
                comb_witness_panel_free(panel);
            }
}

static void test_requested_numbers_are_exact(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct comb_witness_panel *panel =
            make(seed, "size=6x5 symbols=squares:5,stars:4,triangles:3,dots:7,polyominoes:2,eliminations:0,blue:0 "
                       "gaps=4 starts=2");
        assert_int_equal(panel->width, 6);
        assert_int_equal(panel->height, 5);
        assert_int_equal(count_kind(panel, COMB_WITNESS_SQUARE, false), 5);
        assert_int_equal(count_kind(panel, COMB_WITNESS_STAR, false), 4);
        assert_int_equal(count_kind(panel, COMB_WITNESS_TRIANGLE, false), 3);
        assert_int_equal(count_kind(panel, COMB_WITNESS_DOT, false), 7);
        assert_int_equal(count_kind(panel, COMB_WITNESS_POLYOMINO, false), 2);
        assert_int_equal(count_kind(panel, COMB_WITNESS_ELIMINATION, false), 0);
        assert_int_equal(count_kind(panel, COMB_WITNESS_GAP, false), 4);
        assert_int_equal(count_kind(panel, COMB_WITNESS_START, false), 2);
        assert_int_equal(count_kind(panel, COMB_WITNESS_END, false), 1);
        comb_witness_panel_free(panel);
        panel = make(seed, "symbols=blue:1 any");
        assert_int_equal(count_kind(panel, COMB_WITNESS_POLYOMINO, true), 1);
        comb_witness_panel_free(panel);
    }
}

static void test_same_seed_gives_same_panel(void **state)
{
    (void)state;
    static const char *const requests[] = {"", "unique", "any symbols=squares,polyominoes,blue",
                                           "symmetry=rotational unique"};
    for (unsigned i = 0; i < sizeof requests / sizeof *requests; i++) {
        unsigned alike = 0;
        for (uint64_t seed = 1; seed <= 10; seed++) {
            struct comb_witness_panel *one = make(seed, requests[i]), *same = make(seed, requests[i]),
                                      *other = make(seed + 100, requests[i]);
            assert_true(comb_witness_panel_same(one, same));
            alike += comb_witness_panel_same(one, other);
            comb_witness_panel_free(one);
            comb_witness_panel_free(same);
            comb_witness_panel_free(other);
        }
        assert_true(alike == 0);
    }
}

static void test_unique_panels_have_one_solution(void **state)
{
    (void)state;
    static const char *const sets[] = {"windmill", "ttws", "game"};
    static const char *const requests[] = {"size=3x3",
                                           "size=4x2",
                                           "size=3x3 symmetry=rotational",
                                           "size=3x4 symbols=squares,stars",
                                           "size=3x3 symbols=polyominoes,eliminations,triangles starts=2 exits=2",
                                           "pillar size=3x2",
                                           "pillar size=4x2 symmetry=horizontal",
                                           "pillar size=4x2 symmetry=vertical",
                                           "pillar size=4x2 symmetry=rotational",
                                           "pillar size=4x2 symmetry=translated"};
    for (unsigned set = 0; set < 3; set++)
        for (unsigned request = 0; request < sizeof requests / sizeof *requests; request++)
            for (uint64_t seed = 1; seed <= 8; seed++) {
                char options[256];
                snprintf(options, sizeof options, "%s unique rules=%s", requests[request], sets[set]);
                struct comb_witness_panel *panel = make(seed, options);
                struct comb_witness_rules rules = rules_named(sets[set]);
                struct witness_twin twin = witness_twin_solve(panel, &rules);
                if (twin.count != 1)
                    witness_print(panel);
                assert_int_equal(twin.count, 1);
                witness_twin_free(&twin);
                comb_witness_panel_free(panel);
            }
}

static void check_refused(const char *options, int code, const char *part)
{
    struct comb_witness_panel *panel;
    struct comb_error err = {0};
    assert_int_equal(try_make(&panel, 1, options, &err), code);
    assert_null(panel);
    if (!strstr(err.message, part))
        fail_msg("expected '%s' in '%s'", part, err.message);
}

static void test_impossible_requests_are_rejected(void **state)
{
    (void)state;
    check_refused("pillar size=2x3", COMB_BAD_INPUT, "at least 3 columns");
    check_refused("pillar size=5x5 symmetry=vertical", COMB_BAD_INPUT, "an even number of columns");
    check_refused("symmetry=translated", COMB_BAD_INPUT, "only a pillar");
    check_refused("symbols=squaers", COMB_BAD_INPUT, "'squaers': expected squares");
    check_refused("symbols=stars:x", COMB_BAD_INPUT, "'stars:x': expected a number");
    check_refused("symbols=stars:123456789012", COMB_BAD_INPUT, "expected a number");
    check_refused("size=40x4", COMB_BAD_INPUT, "40");
    check_refused("size=big", COMB_BAD_INPUT, "such as 5x5");
    check_refused("any unique", COMB_BAD_INPUT, "--any");
    check_refused("size=2x2 symbols=squares:20", COMB_NO, "request fewer");
    check_refused("size=1x1 starts=4 exits=4", COMB_NO, "");
}
