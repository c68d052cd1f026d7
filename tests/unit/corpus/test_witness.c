/* Tests every panel of tests/corpus: the same in every format, solved or proved unsolvable under each rule set as the
 * exhaustive walk found, by the search and by the SAT solver, and wrong answers rejected. */
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "core/run.h"
#include "corpus/corpus.h"
#include "games/witness/sat/sat_line.h"
#include "games/witness/text/windmill.h"
#include "unit/witness/panels.h"

#define PANELS "tests/corpus/witness.jsonl"

enum { MIN_PANELS = 400, MAX_LINES = 20000 };

static const char *const rule_names[] = {"windmill", "ttws", "game"};
enum { RULE_SETS = sizeof rule_names / sizeof *rule_names };

static struct comb_witness_panel *read_panel(const char *text)
{
    struct comb_witness_panel *panel;
    struct comb_error err = {0};
    if (comb_witness_read(&panel, text, strlen(text), &err) != COMB_OK)
        fail_msg("%s: %s", text, err.message);
    return panel;
}

/* ---- formats ---- */

struct kinds {
    unsigned symmetric, coloured, eliminations, blue, absent, gaps, many_starts, windmill;
};

static void count_kinds(struct kinds *kinds, const struct comb_witness_panel *panel)
{
    struct kinds has = {.symmetric = panel->symmetry != COMB_WITNESS_NO_SYMMETRY,
                        .coloured = panel->line_colours[0] > 0};
    unsigned starts = 0;
    for (unsigned i = 0; i < comb_witness_columns(panel) * comb_witness_rows(panel); i++) {
        const struct comb_witness_thing *thing = &panel->places[i];
        has.eliminations |= thing->kind == COMB_WITNESS_ELIMINATION;
        has.blue |= thing->kind == COMB_WITNESS_POLYOMINO && thing->negative;
        has.absent |= thing->kind == COMB_WITNESS_ABSENT;
        has.gaps |= thing->kind == COMB_WITNESS_GAP;
        starts += thing->kind == COMB_WITNESS_START;
    }
    kinds->symmetric += has.symmetric;
    kinds->coloured += has.coloured;
    kinds->eliminations += has.eliminations;
    kinds->blue += has.blue;
    kinds->absent += has.absent;
    kinds->gaps += has.gaps;
    kinds->many_starts += starts > (has.symmetric ? 2 : 1);
}

static void same_panel(const struct comb_witness_panel *panel, const struct comb_buf *text)
{
    struct comb_witness_panel *again = read_panel(comb_buf_text(text));
    if (!comb_witness_panel_same(panel, again))
        fail_msg("%s reads as a different panel", comb_buf_text(text));
    comb_witness_panel_free(again);
}

static void check_formats(const json_t *entry, void *payload)
{
    struct kinds *kinds = payload;
    struct comb_witness_panel *panel = read_panel(corpus_text(entry, "panel"));
    struct comb_buf text = {0};
    struct comb_error err = {0};
    count_kinds(kinds, panel);
    comb_witness_text_print(&text, panel);
    same_panel(panel, &text);
    comb_buf_clear(&text);
    int code = comb_witness_windmill_write(&text, panel, &err);
    assert_true(code == COMB_OK || (code == COMB_BAD_INPUT && err.message[0]));
    if (code == COMB_OK) {
        same_panel(panel, &text);
        kinds->windmill++;
    }
    comb_buf_free(&text);
    comb_witness_panel_free(panel);
}

static void test_panels_are_the_same_in_every_format(void **state)
{
    (void)state;
    struct kinds kinds = {0};
    assert_true(corpus_each(PANELS, check_formats, &kinds) >= MIN_PANELS);
    assert_true(kinds.symmetric > 100 && kinds.coloured > 15 && kinds.eliminations > 80 && kinds.blue > 40);
    assert_true(kinds.absent > 40 && kinds.gaps > 40 && kinds.many_starts > 40 && kinds.windmill > 300);
}

/* ---- solving ---- */

struct tally {
    unsigned solved, unsolvable, differing;
};

static struct comb_job *new_job(struct comb_context *context)
{
    struct comb_job *job;
    assert_int_equal(comb_job_new(&job, &(struct comb_job_setup){.context = context, .threads = 1, .seed = 1}, NULL),
                     COMB_OK);
    return job;
}

/* A line in the wrong direction must be rejected. */
static void check_wrong_line(const struct comb_board *board, json_t *answer, struct comb_job *job,
                             const struct comb_params *params)
{
    const json_t *path = json_object_get(answer, "path");
    json_t *verdict = NULL, *back = json_array();
    for (size_t i = json_array_size(path); i-- > 0;)
        json_array_append(back, json_array_get(path, i));
    json_object_set_new(answer, "path", back);
    int code = comb_run_check_answer(&verdict, board, answer, job, params, NULL);
    assert_true(code == COMB_NO || code == COMB_BAD_INPUT);
    json_decref(verdict);
}

/* Checks the result of `comb solve`: a verified line, or a proof that there is none. */
static void check_solve(const struct comb_board *board, const char *rules, bool solvable, const char *name,
                        struct comb_context *context)
{
    struct comb_params params = {0};
    struct comb_error err = {0};
    json_t *answer = NULL;
    struct comb_job *job = new_job(context);
    assert_int_equal(comb_params_set(&params, comb_option_find(board->game->options, "rules"), rules, NULL), COMB_OK);
    assert_int_equal(comb_params_defaults(&params, board->game->options, NULL), COMB_OK);
    int code = comb_run_solve(&answer, board, job, &params, &err);
    if (code != (solvable ? COMB_OK : COMB_NO))
        fail_msg("%s, %s: code %d: %s", name, rules, code, err.message);
    assert_true(json_is_true(json_object_get(answer, "solved")) == solvable);
    assert_true(solvable || json_is_true(json_object_get(answer, "proved")));
    if (solvable)
        check_wrong_line(board, answer, job, &params);
    json_decref(answer);
    comb_params_free(&params);
    comb_job_free(job);
}

static void check_solve_all_rules(const json_t *entry, void *payload)
{
    struct tally *tally = payload;
    struct comb_context *context;
    struct comb_board board = {comb_game_find("witness"), read_panel(corpus_text(entry, "panel"))};
    const json_t *lines = json_object_get(entry, "lines");
    unsigned solved = 0;
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    for (unsigned i = 0; i < RULE_SETS; i++) {
        const json_t *count = json_object_get(lines, rule_names[i]);
        bool solvable = json_is_true(count) || json_integer_value(count) > 0;
        if (!count)
            continue; /* too large for the walk, and not made for these rules */
        check_solve(&board, rule_names[i], solvable, corpus_text(entry, "name"), context);
        solved += solvable;
        tally->solved += solvable;
        tally->unsolvable += !solvable;
    }
    tally->differing += json_object_size(lines) == RULE_SETS && solved > 0 && solved < RULE_SETS;
    comb_context_free(context);
    board.game->free(board.data);
}

static void test_panels_are_solved_or_proved_unsolvable(void **state)
{
    (void)state;
    struct tally tally = {0};
    corpus_each(PANELS, check_solve_all_rules, &tally);
    assert_true(tally.solved > 500 && tally.unsolvable > 200 && tally.differing > 10);
}

/* ---- number of lines ---- */

static bool count_line(void *payload, const struct comb_witness_line *line)
{
    (void)line;
    return ++*(json_int_t *)payload <= MAX_LINES;
}

static void check_counts(const json_t *entry, void *payload)
{
    struct comb_context *context;
    struct comb_witness_panel *panel = read_panel(corpus_text(entry, "panel"));
    struct comb_witness_graph *graph;
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    assert_int_equal(comb_witness_graph_new(&graph, panel, NULL), COMB_OK);
    for (unsigned i = 0; i < RULE_SETS; i++) {
        const json_t *expected = json_object_get(json_object_get(entry, "lines"), rule_names[i]);
        json_int_t found = 0;
        struct comb_witness_outcome out;
        struct comb_witness_task task = {
            .graph = graph, .rules = {.set = (enum comb_witness_rule_set)i}, .on_found = count_line, .payload = &found};
        if (!json_is_integer(expected))
            continue;
        struct comb_job *job = new_job(context);
        assert_int_equal(comb_witness_search(&out, &task, job, NULL), COMB_OK);
        if (found != json_integer_value(expected))
            fail_msg("%s, %s: %lld lines", corpus_text(entry, "name"), rule_names[i], (long long)found);
        struct comb_witness_outcome sat;
        task.on_found = NULL;
        assert_int_equal(comb_witness_sat_line(&sat, &task, job, 0, NULL), COMB_OK);
        if ((sat.lines > 0) != (found > 0))
            fail_msg("%s, %s: the SAT solver disagrees", corpus_text(entry, "name"), rule_names[i]);
        comb_job_free(job);
        ++*(unsigned *)payload;
    }
    comb_witness_graph_free(graph);
    comb_witness_panel_free(panel);
    comb_context_free(context);
}

static void test_search_and_sat_match_the_exhaustive_walk(void **state)
{
    (void)state;
    unsigned counted = 0;
    corpus_each(PANELS, check_counts, &counted);
    assert_true(counted > 900);
}

/* ---- the exhaustive walk ---- */

static void check_walk(const json_t *entry, void *payload)
{
    struct comb_witness_panel *panel = read_panel(corpus_text(entry, "panel"));
    for (unsigned i = 0; i < RULE_SETS && panel->width * panel->height <= 9; i++) {
        const json_t *expected = json_object_get(json_object_get(entry, "lines"), rule_names[i]);
        struct comb_witness_rules rules = {.set = (enum comb_witness_rule_set)i};
        if (!json_is_integer(expected))
            continue;
        struct witness_twin twin = witness_twin_solve(panel, &rules);
        assert_int_equal(twin.count, json_integer_value(expected));
        witness_twin_free(&twin);
        ++*(unsigned *)payload;
    }
    comb_witness_panel_free(panel);
}

static void test_exhaustive_walk_reproduces_the_corpus(void **state)
{
    (void)state;
    unsigned walked = 0;
    corpus_each(PANELS, check_walk, &walked);
    assert_true(walked > 300);
}
