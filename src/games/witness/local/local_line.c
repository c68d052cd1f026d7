/* Local search for a line.
 *
 *     0 0 0 0 0 1      A line from border to border has two sides; here the cells on one side are 0, on the other 1,
 * and S-+   +-+   |      the places around the panel belong to the side of their part of the border. The line runs
 * between 0 0 0|1|0 1      0 and 1. 1 --- --+ +-+ 1 1 1 1 1 1      Flipping one cell bends the line. If the cell's
 * eight neighbours form one run of each side 1           |      (begin.c), both sides stay connected, so the result is
 * again one line without loops from the 1 1 1 1 1 E      start to the end: every state of the search is a line.
 *
 * The cost of a line is the sum over its regions (cost.c); 0 means that it is a solution. A change is kept if it does
 * not increase the cost, and otherwise with a probability that falls with the increase and with time: simulated
 * annealing. An attempt that ends without a solution is followed by a longer one from a new random line.
 *
 * Only the regions beside the flipped cell change, so a change costs as much as flooding them, about a microsecond.
 * Local search finds lines of large panels with many pieces, where a walk decides too early and a formula is too
 * large; it is weak where few lines are possible, and it cannot prove anything. */
#include "games/witness/local/local_line.h"

#include "games/witness/local/parts.h"

#include "base/bitset.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COOL_AFTER = 64, TICK_AFTER = 1024 }; /* changes */

static const uint64_t CHANGES_PER_CELL = 4000; /* of the first attempt; each takes a quarter longer than the last */
static const double HOT = 1.2, COLD = 0.15;    /* temperatures at the begin and at the end of an attempt */

/* ---- changes ---- */

/* Lists the regions at a cell: its own and those of the neighbours on the other side. */
static unsigned list_regions(uint16_t regions[5], const struct comb_local_line *local, unsigned place)
{
    unsigned count = 0;
    regions[count++] = local->region[place];
    for (unsigned side = 0; side < 4; side++) {
        unsigned next = comb_local_beside(place, side);
        bool known = local->cell[next] == COMB_WITNESS_NOWHERE || local->side[next] == local->side[place];
        for (unsigned i = 1; i < count && !known; i++)
            known = regions[i] == local->region[next];
        if (!known)
            regions[count++] = local->region[next];
    }
    return count;
}

/* Finds the regions at a cell that was flipped. */
static void flood_around(struct comb_local_line *local, unsigned place)
{
    local->stamp++;
    local->part_count = 0;
    comb_local_flood(local, place);
    for (unsigned side = 0; side < 4; side++) {
        unsigned next = comb_local_beside(place, side);
        if (local->cell[next] != COMB_WITNESS_NOWHERE && local->side[next] != local->side[place] &&
            local->mark[next] != local->stamp)
            comb_local_flood(local, next);
    }
}

/* Replaces regions by the parts. */
static void keep_parts(struct comb_local_line *local, const uint16_t *regions, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        local->unused[local->unused_count++] = regions[i];
        local->wrong -= local->region_cost[regions[i]] > 0;
        local->cost -= local->region_cost[regions[i]];
    }
    for (unsigned i = 0; i < local->part_count; i++) {
        const struct comb_local_part *part = &local->parts[i];
        assert(local->unused_count > 0 && !part->open);
        uint16_t region = local->unused[--local->unused_count];
        local->region_cost[region] = part->cost;
        local->cost += part->cost;
        local->wrong += part->cost > 0;
        for (unsigned k = 0; k < part->count; k++)
            local->region[local->list[part->first + k]] = region;
    }
}

/* Adds up the cost of the parts; stops when it exceeds `most`, before the expensive checks if possible. */
static double cost_of_parts(struct comb_local_line *local, double most)
{
    double cost = 0;
    for (unsigned i = 0; i < local->part_count; i++)
        cost += local->parts[i].least;
    for (unsigned i = 0; i < local->part_count && cost <= most && local->code == COMB_OK; i++)
        if (local->parts[i].open) {
            cost -= local->parts[i].least;
            comb_local_check(local, &local->parts[i]);
            cost += local->parts[i].cost;
        }
    return cost;
}

static void try_flip(struct comb_local_line *local, unsigned place)
{
    uint16_t regions[5];
    unsigned count = list_regions(regions, local, place);
    double before = 0;
    for (unsigned i = 0; i < count; i++)
        before += local->region_cost[regions[i]];
    comb_local_toggle(local, place);
    flood_around(local, place);
    double most = before - local->temperature * log(comb_rng_unit(&local->rng) + 1e-300);
    if (cost_of_parts(local, most) <= most && local->code == COMB_OK)
        keep_parts(local, regions, count);
    else
        comb_local_toggle(local, place);
}

/* ---- attempts ---- */

static void begin_attempt(struct comb_local_line *local)
{
    comb_local_begin(local);
    local->attempts++;
    local->length = local->length == 0 ? CHANGES_PER_CELL * local->graph->cells : local->length + local->length / 4;
    local->cost = 0;
    local->wrong = 0;
    local->unused_count = 0;
    for (unsigned i = 0; i < REGIONS; i++)
        local->unused[local->unused_count++] = (uint16_t)i;
    local->stamp++;
    for (unsigned cell = 0; cell < local->graph->cells; cell++) {
        if (local->mark[local->place[cell]] == local->stamp)
            continue;
        local->part_count = 0;
        comb_local_flood(local, local->place[cell]);
        cost_of_parts(local, HUGE_VAL);
        if (local->code != COMB_OK)
            return;
        keep_parts(local, NULL, 0);
    }
}

/* Returns whether the job goes on. */
static bool cool(struct comb_local_line *local)
{
    local->temperature = HOT * pow(COLD / HOT, (double)local->done / (double)local->length);
    if (local->done % TICK_AFTER == 0 && local->code == COMB_OK)
        local->code = comb_job_tick(local->job, TICK_AFTER);
    return local->code == COMB_OK;
}

/* Asks the region checker about all regions: the costs are not meant to be exact for every rule set. */
static bool is_solution(struct comb_local_line *local)
{
    bool right = local->wrong == 0;
    local->stamp++;
    for (unsigned cell = 0; cell < local->graph->cells && right && local->code == COMB_OK; cell++) {
        if (local->mark[local->place[cell]] == local->stamp)
            continue;
        local->part_count = 0;
        comb_local_flood(local, local->place[cell]);
        comb_local_check(local, &local->parts[0]);
        right = local->parts[0].cost <= 0;
    }
    return right && local->code == COMB_OK;
}

int comb_local_line_run(struct comb_local_line *local, uint64_t changes)
{
    for (uint64_t i = 0; i < changes; i++) {
        if (local->done == 0)
            begin_attempt(local);
        if (local->done % COOL_AFTER == 0 && !cool(local))
            return local->code;
        if (local->wrong == 0 && is_solution(local))
            return COMB_OK;
        unsigned place = local->place[comb_rng_below(&local->rng, local->graph->cells)];
        if (comb_local_can_flip(local, place))
            try_flip(local, place);
        local->done = local->done + 1 < local->length ? local->done + 1 : 0;
    }
    return local->code != COMB_OK ? local->code : COMB_NO;
}

void comb_local_line_get(struct comb_witness_line *line, const struct comb_local_line *local)
{
    const struct comb_witness_graph *graph = local->graph;
    unsigned node = local->start, last = COMB_WITNESS_NOWHERE;
    line->count = 0;
    for (;;) {
        assert(line->count < graph->nodes);
        line->nodes[line->count++] = (uint16_t)node;
        if (node == local->end)
            return;
        unsigned next = COMB_WITNESS_NOWHERE;
        for (unsigned side = 0; side < 4; side++) {
            unsigned edge = graph->node_edge[node][side];
            if (edge != COMB_WITNESS_NOWHERE && comb_bit_test(local->used.words, edge) &&
                graph->node_next[node][side] != last)
                next = graph->node_next[node][side];
        }
        assert(next != COMB_WITNESS_NOWHERE);
        last = node;
        node = next;
    }
}

struct comb_local_progress comb_local_line_progress(const struct comb_local_line *local)
{
    return (struct comb_local_progress){
        .attempt = local->attempts,
        .share = local->length > 0 ? (double)local->done / (double)local->length : 0,
        .wrong = local->wrong,
    };
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
