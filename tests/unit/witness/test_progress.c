/* The notes of a long search for one line: what it is doing, and how much of that is done. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/context.h"
#include "games/witness/search/search.h"
#include "unit/witness/panels.h"

#include <stdio.h>
#include <string.h>

enum { SIDE = 10, REPORTS = 4000 };

/* 25 T's fill the panel. That is impossible, because an odd number of T's covers an odd number of black fields of a
 * chessboard, but it takes long to find out. */
static struct comb_witness_panel *endless_panel(void)
{
    struct comb_witness_panel *panel;
    assert_int_equal(comb_witness_panel_new(&panel, SIDE, SIDE, 1, NULL), COMB_OK);
    panel->shapes[panel->shape_count++] = (struct comb_witness_shape){.width = 3, .height = 2, .rows = {7, 2}};
    for (unsigned cell = 0; cell < SIDE * SIDE; cell += 4)
        *witness_place(panel, 2 * (cell % SIDE) + 1, 2 * (cell / SIDE) + 1) =
            (struct comb_witness_thing){.kind = COMB_WITNESS_POLYOMINO, .free = true, .shape = panel->shapes};
    witness_place(panel, 0, 2 * SIDE)->kind = COMB_WITNESS_START;
    witness_place(panel, 2 * SIDE, 0)->kind = COMB_WITNESS_END;
    return panel;
}

struct notes {
    struct comb_job *job;
    double now;
    bool walk, local, sat;
    unsigned reports, different;
    char last[200];
};

static double advancing_clock(void *payload)
{
    return ((struct notes *)payload)->now += 1;
}

static void on_progress(void *payload, const struct comb_progress *progress)
{
    struct notes *notes = payload;
    notes->walk |= strncmp(progress->note, "walk ", 5) == 0;
    notes->local |= strncmp(progress->note, "local search: ", 14) == 0;
    notes->sat |= strncmp(progress->note, "SAT: ", 5) == 0;
    notes->different += strcmp(progress->note, notes->last) != 0;
    snprintf(notes->last, sizeof notes->last, "%s", progress->note);
    if (++notes->reports > REPORTS || (notes->walk && notes->local && notes->sat && notes->different > 10))
        comb_job_cancel(notes->job);
}

static void test_notes_of_a_long_search_change(void **state)
{
    (void)state;
    struct comb_witness_panel *panel = endless_panel();
    struct comb_witness_graph *graph;
    struct comb_context *context;
    struct comb_witness_outcome out;
    struct notes notes = {0};
    assert_int_equal(comb_witness_graph_new(&graph, panel, NULL), COMB_OK);
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    struct comb_job_setup setup = {
        .context = context, .threads = 1, .clock = advancing_clock, .on_progress = on_progress, .payload = &notes};
    assert_int_equal(comb_job_new(&notes.job, &setup, NULL), COMB_OK);
    struct comb_witness_task task = {.graph = graph, .rules = {.set = COMB_WITNESS_WINDMILL}};
    assert_int_equal(comb_witness_search(&out, &task, notes.job, NULL), COMB_INTERRUPTED);
    print_message("%u reports, %u notes, the last: %s\n", notes.reports, notes.different, notes.last);
    assert_true(notes.walk && notes.local && notes.sat && notes.different > 10);
    comb_job_free(notes.job);
    comb_context_free(context);
    comb_witness_graph_free(graph);
    comb_witness_panel_free(panel);
}
