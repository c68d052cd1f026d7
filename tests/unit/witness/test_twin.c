/* The whole solver against rules_twin.h, which shares no code with it: every walk of small random panels, under
 * every rule set. The verifier must give the verdict of the twin for each walk; the search must find the same lines
 * and the same number of them; SAT must agree on whether there is one. COMB_TWIN_PANELS=N tries N panels of each
 * kind instead. */
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "core/context.h"
#include "games/witness/local/local_line.h"
#include "games/witness/sat/sat_line.h"
#include "unit/witness/panels.h"
#include "unit/witness/rules_twin.h"

#include <stdlib.h>

static const char *const sets[] = {"windmill", "ttws", "game", "witnesspuzzles"};

enum { SETS = sizeof sets / sizeof *sets, LOCAL_CHANGES = 3000 };

struct tally {
    size_t panels, walks, right, solvable, joined; /* joined: game and witnesspuzzles count different lines */
};

struct trial {
    const struct comb_witness_panel *panel;
    struct comb_witness_rules rules;
    struct rules_twin *twin;
    uint64_t seed;
    struct tally *tally;
    size_t lines; /* that the twin accepts, pictures counted once */
    struct witness_twin accepted;
    bool seen[COMB_WITNESS_MAX_PLACES];
    int places[COMB_WITNESS_MAX_PLACES][2]; /* nodes and edges, from start to end */
    unsigned count;
};

static void disagree(const struct trial *trial, const char *what, long got, long expected)
{
    witness_print(trial->panel);
    for (unsigned i = 0; i < trial->count; i++)
        fprintf(stderr, "%g,%g ", trial->places[i][0] / 2.0, trial->places[i][1] / 2.0);
    fail_msg("panel %llu under %s%s: %s: %ld, twin %ld", (unsigned long long)trial->seed,
             comb_witness_rules_name(&trial->rules), trial->rules.overhang ? " with overhang" : "", what, got,
             expected);
}

/* ---- every walk ---- */

static bool is_start(const struct trial *trial, const int at[2])
{
    return twin_at(trial->twin, at[0], at[1])->kind == COMB_WITNESS_START;
}

static bool is_end(const struct trial *trial, const int at[2])
{
    const struct comb_witness_thing *thing = twin_at(trial->twin, at[0], at[1]);
    return thing->kind == COMB_WITNESS_END || thing->also_end;
}

static unsigned number_of(const struct trial *trial, const int at[2])
{
    return witness_point(trial->panel, (const unsigned[2]){(unsigned)at[0], (unsigned)at[1]});
}

static bool image_accepted(const struct trial *trial)
{
    int image[COMB_WITNESS_MAX_PLACES][2];
    const struct comb_witness_panel *panel = trial->panel;
    if (panel->symmetry == COMB_WITNESS_NO_SYMMETRY || panel->line_colours[0] || panel->line_colours[1])
        return false;
    for (unsigned i = 0; i < trial->count; i++) {
        memcpy(image[i], trial->places[i], sizeof image[i]);
        twin_mirror(trial->twin, &image[i][0], &image[i][1]);
    }
    return number_of(trial, image[0]) < number_of(trial, trial->places[0]) && is_start(trial, image[0]) &&
           is_end(trial, image[trial->count - 1]) &&
           rules_twin_accepts(trial->twin, (const int(*)[2])image, trial->count);
}

/* The points of the walk: nodes, and the first and last place. */
static unsigned points_of(unsigned (*points)[2], const struct trial *trial)
{
    unsigned count = 0;
    for (unsigned i = 0; i < trial->count; i++) {
        const int *at = trial->places[i];
        if (i > 0 && i + 1 < trial->count && (at[0] % 2 != 0 || at[1] % 2 != 0))
            continue;
        points[count][0] = (unsigned)at[0];
        points[count++][1] = (unsigned)at[1];
    }
    return count;
}

static void check_walk(struct trial *trial)
{
    unsigned points[COMB_WITNESS_MAX_POINTS][2], count = points_of(points, trial);
    bool expected = rules_twin_accepts(trial->twin, (const int(*)[2])trial->places, trial->count);
    bool got = witness_points_right(trial->panel, &trial->rules, (const unsigned(*)[2])points, count);
    trial->tally->walks++;
    trial->tally->right += expected;
    if (got != expected)
        disagree(trial, "the verifier", got, expected);
    if (!expected)
        return;
    struct comb_witness_line line = {.count = count};
    for (unsigned i = 0; i < count; i++)
        line.nodes[i] = (uint16_t)witness_point(trial->panel, points[i]);
    assert_true(comb_vec_push(&trial->accepted, line));
    trial->lines += !image_accepted(trial);
}

static void walk(struct trial *trial, int column, int row)
{
    column = twin_column(trial->twin, column);
    if (!twin_on_panel(trial->twin, column, row) || (column % 2 == 1 && row % 2 == 1))
        return;
    bool *seen = &trial->seen[column + trial->twin->columns * row];
    if (*seen || !twin_walkable(trial->twin, column, row))
        return;
    *seen = true;
    trial->places[trial->count][0] = column;
    trial->places[trial->count++][1] = row;
    if (is_end(trial, (const int[2]){column, row}))
        check_walk(trial);
    walk(trial, column - 1, row);
    walk(trial, column + 1, row);
    walk(trial, column, row - 1);
    walk(trial, column, row + 1);
    trial->count--;
    *seen = false;
}

/* ---- the solver ---- */

struct found {
    const struct trial *trial;
    size_t lines;
};

static bool on_line(void *payload, const struct comb_witness_line *line)
{
    struct found *found = payload;
    found->lines++;
    if (!witness_twin_holds(&found->trial->accepted, line))
        disagree(found->trial, "a line that the twin rejects", 1, 0);
    return true;
}

/* Local search may miss a line but never finds a wrong one. */
static void solve_locally(const struct trial *trial, const struct comb_witness_task *task, struct comb_job *job)
{
    struct comb_local_line *local;
    struct comb_witness_line line;
    assert_int_equal(comb_local_line_new(&local, task, job, trial->seed, NULL), COMB_OK);
    if (!local)
        return;
    int code = comb_local_line_run(local, LOCAL_CHANGES);
    comb_local_line_get(&line, local);
    if (code == COMB_OK && !witness_twin_holds(&trial->accepted, &line))
        disagree(trial, "local search", 1, (long)trial->lines);
    comb_local_line_free(local);
}

static void solve(struct trial *trial, struct comb_context *context)
{
    struct comb_witness_graph *graph;
    struct comb_job *job;
    struct comb_witness_outcome out;
    struct found found = {.trial = trial};
    assert_int_equal(comb_witness_graph_new(&graph, trial->panel, NULL), COMB_OK);
    assert_int_equal(
        comb_job_new(&job, &(struct comb_job_setup){.context = context, .threads = 1, .seed = trial->seed}, NULL),
        COMB_OK);
    struct comb_witness_task task = {.graph = graph, .rules = trial->rules, .on_found = on_line, .payload = &found};
    assert_int_equal(comb_witness_search(&out, &task, job, NULL), COMB_OK);
    if (found.lines != trial->lines || !out.exhausted)
        disagree(trial, "all lines", (long)found.lines, (long)trial->lines);
    task.on_found = NULL;
    assert_int_equal(comb_witness_search(&out, &task, job, NULL), COMB_OK);
    if ((out.lines > 0) != (trial->lines > 0) || (out.lines == 0 && !out.exhausted))
        disagree(trial, "one line", (long)out.lines, (long)trial->lines);
    assert_int_equal(comb_witness_sat_line(&out, &task, job, 0, NULL), COMB_OK);
    if (out.exhausted ? trial->lines > 0 : out.lines > 0 && !witness_twin_holds(&trial->accepted, &out.line))
        disagree(trial, "SAT", (long)out.lines, (long)trial->lines);
    solve_locally(trial, &task, job);
    comb_job_free(job);
    comb_witness_graph_free(graph);
}

static size_t compare(struct tally *tally, struct comb_context *context, const struct comb_witness_panel *panel,
                      uint64_t seed, const char *set)
{
    struct trial trial = {.panel = panel, .seed = seed, .tally = tally};
    assert_true(comb_witness_rules_named(&trial.rules, set));
    trial.rules.overhang |= seed % 5 == 0;
    trial.twin = rules_twin_new(panel, &trial.rules);
    for (int row = 0; row < trial.twin->rows; row++)
        for (int column = 0; column < trial.twin->columns; column++)
            if (is_start(&trial, (const int[2]){column, row}))
                walk(&trial, column, row);
    solve(&trial, context);
    tally->panels++;
    tally->solvable += trial.lines > 0;
    size_t lines = trial.accepted.count;
    witness_twin_free(&trial.accepted);
    free(trial.twin);
    return lines;
}

/* Every choice of blue pieces is tried: more than two of them take too long. */
static bool too_slow(const struct comb_witness_panel *panel, bool overhang)
{
    unsigned blues = 0, pieces = 0;
    for (unsigned i = 0; i < comb_witness_columns(panel) * comb_witness_rows(panel); i++) {
        blues += panel->places[i].kind == COMB_WITNESS_POLYOMINO && panel->places[i].negative;
        pieces += panel->places[i].kind == COMB_WITNESS_POLYOMINO;
    }
    return blues > (overhang ? 1 : 2) || pieces > 6;
}

static size_t panel_count(size_t usual)
{
    const char *asked = getenv("COMB_TWIN_PANELS");
    return asked ? (size_t)strtoul(asked, NULL, 10) : usual;
}

static struct tally compare_panels(uint64_t from, size_t usual, const struct witness_panel_options *options)
{
    struct tally tally = {0};
    struct comb_context *context;
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    for (uint64_t seed = from; seed < from + panel_count(usual); seed++) {
        struct comb_witness_panel *panel = witness_random_panel(seed, options);
        size_t lines[SETS] = {0};
        for (unsigned set = 0; set < SETS; set++)
            if (!too_slow(panel, set == 0 || seed % 5 == 0))
                lines[set] = compare(&tally, context, panel, seed, sets[set]);
        tally.joined += lines[2] != lines[3];
        comb_witness_panel_free(panel);
    }
    comb_context_free(context);
    print_message("%zu comparisons of panels, %zu walks, %zu right, %zu panels with a line, %zu where tracks join\n",
                  tally.panels, tally.walks, tally.right, tally.solvable, tally.joined);
    return tally;
}

static void test_panels_of_every_kind(void **state)
{
    (void)state;
    struct tally tally = compare_panels(1, 150, NULL);
    assert_true(tally.solvable > tally.panels / 20 && tally.right < tally.walks);
}

static void test_panels_with_many_holes(void **state)
{
    (void)state;
    struct tally tally =
        compare_panels(100000, 250, &(struct witness_panel_options){.many_holes = true, .no_gaps = true});
    assert_true(tally.solvable > 0 && tally.joined > 0);
}

/* Cells that meet only at nodes and along edges around missing ones: the two rule sets count different lines. */
static void test_panels_where_tracks_join(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "S - + x + / | sq:black | . x / E - + - + / x . | sq:white | / + x + - +",
        "S - + x + - + / | sq:black | . | sq:white | / E - + - + - +", "S - + x + x + / | Y | . | . x / E - + - + - o",
        "S - + - + - + / | star:red | x | . | / + - + - + - + / | x | sq:red | x | / + - + - + - E",
        "+ - + x + - + - E> / | poly:#.,.#:yellow | . | . | . | / + - + - + - + - + / x . | . | . | . | / + - + - + - "
        "+ - + / | . | . | . | . | / + - + - + - + - + / | . | . | . | . | / S - + - + - + - +"};
    struct tally tally = {0};
    struct comb_context *context;
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct comb_witness_panel *panel;
        size_t lines[SETS];
        assert_int_equal(comb_witness_text_read(&panel, texts[i], strlen(texts[i]), NULL), COMB_OK);
        for (unsigned set = 0; set < SETS; set++)
            lines[set] = compare(&tally, context, panel, i + 1, sets[set]);
        if (lines[2] == lines[3])
            fail_msg("%s: %zu lines under both rule sets", texts[i], lines[2]);
        comb_witness_panel_free(panel);
    }
    comb_context_free(context);
}

/* Few kinds of symbols, so that walks are right often enough for regions to matter. */
static void test_holes_with_eliminations(void **state)
{
    (void)state;
    struct tally tally = compare_panels(
        200000, 250,
        &(struct witness_panel_options){
            .width = 3, .height = 3, .many_holes = true, .no_gaps = true, .no_pieces = true, .eliminations = true});
    assert_true(tally.solvable > 0 && tally.joined > 0);
}

static void test_two_lines_with_colours(void **state)
{
    (void)state;
    struct tally tally = compare_panels(300000, 200, &(struct witness_panel_options){.coloured_lines = true});
    assert_true(tally.solvable > tally.panels / 50);
}

static void test_panels_of_four_by_four(void **state)
{
    (void)state;
    struct tally tally = compare_panels(
        400000, 8, &(struct witness_panel_options){.width = 4, .height = 4, .many_holes = true, .one_start = true});
    assert_true(tally.panels > 0);
}

static void test_pillars(void **state)
{
    (void)state;
    struct tally tally = compare_panels(500000, 150, &(struct witness_panel_options){.pillar = true});
    assert_true(tally.solvable > tally.panels / 20);
}

static void test_starts_and_ends_in_the_middle_of_edges(void **state)
{
    (void)state;
    struct tally tally =
        compare_panels(600000, 150, &(struct witness_panel_options){.half_points = true, .shared_points = true});
    assert_true(tally.solvable > tally.panels / 20);
}

static void test_starts_that_are_ends_and_dots_on_both(void **state)
{
    (void)state;
    struct tally tally = compare_panels(700000, 150, &(struct witness_panel_options){.shared_points = true});
    assert_true(tally.solvable > tally.panels / 20);
}

static void test_pillars_with_everything(void **state)
{
    (void)state;
    struct tally tally = compare_panels(
        800000, 100,
        &(struct witness_panel_options){
            .pillar = true, .half_points = true, .shared_points = true, .coloured_lines = true, .many_holes = true});
    assert_true(tally.solvable > 0);
}
