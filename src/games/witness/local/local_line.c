/* Local search for a line.
 *
 *     0 0 0 0 1 1
 *     0 0 1 0 0 1
 *     0 0 1 1 0 1
 *     0 1 1 1 1 1
 *     0 1 1 1 1 1
 *
 * A line from border to border has two sides. Here the cells on one side are 0, those on the other 1, and the places
 * around the panel (first and last row and column) belong to the side of their part of the border. The line runs
 * between 0 and 1. Flipping one cell bends the line. If the cell's eight neighbours form one run of each side
 * (begin.c), both sides stay connected, so the result is again one line without loops from the start to the end: every
 * state of the search is a line.
 *
 * The cost of a line is the sum over its regions (cost.c); 0 means that it is a solution. A change is kept if it does
 * not increase the cost, and otherwise with a probability that falls with the increase and grows with the temperature.
 * Several lines are changed in turn, each at another temperature (parallel tempering): hot ones change their regions as
 * a whole, cold ones improve details. After each round neighbours exchange their temperatures, so that a line with a
 * low cost cools down, and one that is stuck warms up. There is no schedule to choose, and no restart.
 *
 * A change takes about a tenth of a microsecond (change.c).
 *
 * Local search finds lines of large panels with many pieces, where a walk decides too early and a formula is too
 * large; it is weak where few lines are possible, and it cannot prove anything. */
#include "games/witness/local/local_line.h"

#include "games/witness/local/parts.h"

#include "base/bitset.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t CHANGES_PER_CELL = 10; /* of a state in a round */
static const double COLD = 0.25, HOT = 0.8;

/* ---- states ---- */

/* Draws the first lines. */
static void begin_states(struct comb_local_line *local)
{
    for (unsigned i = 0; i < STATES && local->code == COMB_OK; i++) {
        struct comb_local_state *state = local->now = local->at[i] = &local->states[i];
        comb_local_begin(local);
        memset(state->region, 0xff, sizeof state->region);
        for (unsigned k = 0; k < REGIONS; k++)
            state->unused[state->unused_count++] = (uint16_t)k;
        for (unsigned cell = 0; cell < local->graph->cells && local->code == COMB_OK; cell++)
            if (state->region[local->place[cell]] == COMB_WITNESS_NOWHERE)
                comb_local_add_region(local, local->place[cell]);
    }
    local->least_wrong = UINT_MAX;
}

static double temperature_of(unsigned level)
{
    assert(level < STATES);
    return COLD * pow(HOT / COLD, (double)level / (STATES - 1));
}

/* Lets states of neighbouring temperatures change places: always if the colder one costs more, otherwise with the
 * probability that leaves the distribution at each temperature as it is. */
static void exchange(struct comb_local_line *local)
{
    for (unsigned i = local->rounds % 2; i + 1 < STATES; i += 2) {
        struct comb_local_state *cold = local->at[i], *hot = local->at[i + 1];
        double gain = (1 / temperature_of(i) - 1 / temperature_of(i + 1)) * (cold->cost - hot->cost);
        if (gain < 0 && comb_rng_unit(&local->rng) >= exp(gain))
            continue;
        local->at[i] = hot;
        local->at[i + 1] = cold;
    }
}

/* Goes to the next state; after the last one, to the next round. */
static void next_state(struct comb_local_line *local)
{
    local->done = 0;
    if (++local->level == STATES) {
        local->level = 0;
        local->rounds++;
        exchange(local);
    }
    local->now = local->at[local->level];
    local->temperature = temperature_of(local->level);
}

/* Asks the region checker about all regions: the costs are not meant to be exact for every rule set. */
static bool is_solution(struct comb_local_line *local)
{
    bool right = local->now->wrong == 0, seen[REGIONS] = {false};
    for (unsigned cell = 0; cell < local->graph->cells && right && local->code == COMB_OK; cell++) {
        unsigned region = local->now->region[local->place[cell]];
        if (seen[region])
            continue;
        seen[region] = true;
        struct comb_local_region checked = local->now->regions[region];
        comb_local_check(local, &checked);
        right = checked.cost <= 0;
    }
    return right && local->code == COMB_OK;
}

int comb_local_line_run(struct comb_local_line *local, uint64_t changes)
{
    uint64_t length = CHANGES_PER_CELL * local->graph->cells;
    if (!local->now)
        begin_states(local);
    for (uint64_t i = 0; i < changes && local->code == COMB_OK; i++) {
        if (local->done == 0)
            local->code = comb_job_tick(local->job, length);
        if (local->now->wrong == 0 && is_solution(local))
            return COMB_OK;
        comb_local_try_flip(local, local->place[comb_rng_below(&local->rng, local->graph->cells)]);
        local->least_wrong = local->now->wrong < local->least_wrong ? local->now->wrong : local->least_wrong;
        if (++local->done >= length)
            next_state(local);
    }
    return local->code != COMB_OK ? local->code : COMB_NO;
}

void comb_local_line_get(struct comb_witness_line *line, const struct comb_local_line *local)
{
    const struct comb_witness_graph *graph = local->graph;
    unsigned node = local->now->start, last = COMB_WITNESS_NOWHERE;
    line->count = 0;
    for (;;) {
        assert(line->count < graph->nodes);
        line->nodes[line->count++] = (uint16_t)node;
        if (node == local->now->end)
            return;
        unsigned next = COMB_WITNESS_NOWHERE;
        for (unsigned side = 0; side < 4; side++) {
            unsigned edge = graph->node_edge[node][side];
            if (edge != COMB_WITNESS_NOWHERE && comb_bit_test(local->now->used.words, edge) &&
                graph->node_next[node][side] != last)
                next = graph->node_next[node][side];
        }
        assert(next != COMB_WITNESS_NOWHERE);
        last = node;
        node = next;
    }
}

unsigned comb_local_line_least_wrong(const struct comb_local_line *local)
{
    return local->least_wrong;
}

/* ---- creating ---- */

/* Returns whether some start and some other end are on the border. */
static bool has_border_tips(const struct comb_witness_graph *graph)
{
    for (unsigned i = 0; i < graph->start_count; i++)
        for (unsigned k = 0; k < graph->end_count; k++)
            if (graph->starts[i] != graph->ends[k] &&
                comb_local_split(graph, graph->starts[i]) != COMB_WITNESS_NOWHERE &&
                comb_local_split(graph, graph->ends[k]) != COMB_WITNESS_NOWHERE)
                return true;
    return false;
}

static bool is_suitable(const struct comb_witness_task *task)
{
    const struct comb_witness_panel *panel = task->graph->panel;
    if (panel->symmetry != COMB_WITNESS_NO_SYMMETRY || panel->pillar || task->needed || task->part ||
        panel->line_colours[0] != COMB_WITNESS_NO_COLOUR)
        return false;
    for (unsigned i = 0; i < comb_witness_columns(panel) * comb_witness_rows(panel); i++)
        if (panel->places[i].kind == COMB_WITNESS_ABSENT)
            return false;
    return !task->graph->half_points && has_border_tips(task->graph);
}

int comb_local_line_new(struct comb_local_line **out, const struct comb_witness_task *task, struct comb_job *job,
                        uint64_t seed, struct comb_error *err)
{
    *out = NULL;
    if (!is_suitable(task))
        return COMB_OK;
    struct comb_local_line *local = calloc(1, sizeof *local);
    if (!local)
        return comb_fail_memory(err);
    local->task = task;
    local->graph = task->graph;
    local->job = job;
    comb_rng_seed(&local->rng, seed);
    local->temperature = temperature_of(0);
    comb_local_set_up(local);
    int code = comb_witness_region_checker_new(&local->checker, task->graph, &task->rules, job, err);
    if (code == COMB_OK)
        *out = local;
    else
        comb_local_line_free(local);
    return code;
}

void comb_local_line_free(struct comb_local_line *local)
{
    if (!local)
        return;
    comb_witness_region_checker_free(local->checker);
    free(local);
}
