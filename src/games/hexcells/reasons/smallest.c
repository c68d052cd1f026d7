/* Finds the fewest clues that force a cell, by hitting sets.
 *
 * A colouring with the other colour in the cell violates some clues. Every set of clues that forces the cell must
 * contain one of those; otherwise the colouring would satisfy it. So collect such sets of violated clues, and find the
 * smallest set that hits all of them:
 *
 *      violated by colouring 1   {a b}
 *      violated by colouring 2   {b c d}        smallest hitting set {b}: does it force the cell?
 *      violated by colouring 3   {a c}          no: colouring 3 satisfies b. Next: {a b}, {a c}, {b c} ...
 *
 * If the hitting set forces the cell, it is a smallest reason: anything smaller misses a colouring. If not, the solver
 * returns a colouring that satisfies it; more clues are added as long as they can be satisfied too, so that few are
 * violated, and these are the next set to hit. The sizes only grow; when they reach the size of the known minimal set,
 * that one is proved smallest.
 *
 * A second solver finds the hitting sets: one variable per clue, one clause per violated set, a totalizer for the size.
 * The worst case is exponential, hence the limit on queries; beyond it the best set so far is returned, not marked as
 * proved. */
#include "games/hexcells/reasons/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_EFFORT 3000

struct search {
    struct comb_hexcells_logic *logic;
    unsigned cell;
    signed char colour;
    size_t items;
    uint64_t query_limit;

    struct comb_sat *hits; /* variable i + 1: clue i is in the set */
    int *totals;           /* totalizer outputs: size of the set */
    size_t total_count;
    int *literals;
    bool *set;       /* the hitting set */
    bool *satisfied; /* clues that the last colouring satisfies */
    bool *trial;
    signed char *colours;
};

static void free_search(struct search *search)
{
    comb_sat_free(search->hits);
    free(search->totals);
    free(search->literals);
    free(search->set);
    free(search->satisfied);
    free(search->trial);
    free(search->colours);
}

/* `max`: the size of the known set. */
static bool start_search(struct search *search, size_t max)
{
    search->hits = comb_sat_new();
    search->totals = calloc(max + 1, sizeof *search->totals);
    search->literals = calloc(search->items + 1, sizeof *search->literals);
    search->set = calloc(search->items, sizeof *search->set);
    search->satisfied = calloc(search->items, sizeof *search->satisfied);
    search->trial = calloc(search->items, sizeof *search->trial);
    search->colours = malloc(search->logic->cells + 1u);
    if (!search->hits || !search->totals || !search->literals || !search->set || !search->satisfied || !search->trial ||
        !search->colours || !comb_sat_variables(search->hits, (unsigned)search->items))
        return false;
    for (size_t i = 0; i < search->items; i++)
        search->literals[i] = (int)i + 1;
    search->total_count = max < search->items ? max : search->items;
    comb_sat_totalizer(search->hits, search->totals, search->literals, search->items, max);
    if (search->logic->total < 0)
        comb_sat_unit(search->hits, -(int)search->items);
    comb_hexcells_connect_job(search->hits, search->logic);
    return true;
}

/* Writes a hitting set of at most `size` clues to search->set; *found is false if there is none. */
static int next_hitting_set(bool *found, struct search *search, size_t size, struct comb_error *err)
{
    if (size < search->total_count)
        comb_sat_assume(search->hits, -search->totals[size]);
    enum comb_sat_answer answer = comb_sat_solve(search->hits);
    if (answer != COMB_SAT_SATISFIABLE && answer != COMB_SAT_UNSATISFIABLE)
        return comb_hexcells_solver_failed(search->logic, answer, err);
    *found = answer == COMB_SAT_SATISFIABLE;
    for (size_t i = 0; *found && i < search->items; i++)
        search->set[i] = comb_sat_value(search->hits, (int)i + 1);
    assert(!*found || comb_hexcells_set_size(search->set, search->items) <= size);
    return COMB_OK;
}

/* Records the clues that the last counterexample satisfies. `on`: the clues it had to satisfy. */
static void record_satisfied(struct search *search, const bool *on)
{
    const struct comb_hexcells_logic *logic = search->logic;
    comb_hexcells_counterexample(search->colours, search->logic, on, search->cell, search->colour);
    long blue = 0;
    for (unsigned cell = 0; cell < logic->cells; cell++)
        blue += search->colours[cell] == COMB_HEXCELLS_BLUE;
    for (size_t i = 0; i + 1 < search->items; i++)
        search->satisfied[i] = comb_hexcells_clue_holds(&logic->clues.items[i], search->colours);
    search->satisfied[search->items - 1] = blue == logic->total;
}

/* Satisfies more clues, one at a time, until none can be added. */
static int satisfy_more(struct search *search, struct comb_error *err)
{
    int code = COMB_OK;
    for (size_t i = 0; i < search->items && code == COMB_OK; i++) {
        if (search->satisfied[i] || (i + 1 == search->items && search->logic->total < 0))
            continue;
        if (search->logic->reasons->queries > search->query_limit)
            return COMB_OK;
        bool forces;
        memcpy(search->trial, search->satisfied, search->items * sizeof *search->trial);
        search->trial[i] = true;
        code = comb_hexcells_forces(&forces, NULL, search->logic, search->trial, search->cell, search->colour, err);
        if (code == COMB_OK && !forces)
            record_satisfied(search, search->trial);
    }
    return code;
}

static void add_violated_set(struct search *search)
{
    size_t count = 0;
    for (size_t i = 0; i < search->items; i++)
        if (!search->satisfied[i])
            search->literals[count++] = (int)i + 1;
    assert(count > 0); /* if no clue were violated, the cell would not be forced */
    comb_sat_clause(search->hits, search->literals, count);
}

/* Tests whether the hitting set is a reason; if not, adds one more set to hit. */
static int try_hitting_set(bool *forces, struct search *search, struct comb_error *err)
{
    int code = comb_hexcells_forces(forces, NULL, search->logic, search->set, search->cell, search->colour, err);
    if (code != COMB_OK || *forces)
        return code;
    record_satisfied(search, search->set);
    code = satisfy_more(search, err);
    if (code == COMB_OK)
        add_violated_set(search);
    return code;
}

static int run_search(bool *on, bool *proved, struct search *search, size_t max, struct comb_error *err)
{
    size_t size = 2; /* smaller sets have been ruled out */
    while (size < max && search->logic->reasons->queries <= search->query_limit) {
        bool found = false, forces = false;
        int code = next_hitting_set(&found, search, size, err);
        if (code == COMB_OK && found)
            code = try_hitting_set(&forces, search, err);
        if (code != COMB_OK)
            return code;
        if (forces) {
            memcpy(on, search->set, search->items * sizeof *on);
            *proved = true;
            return COMB_OK;
        }
        size += !found;
    }
    *proved = size >= max;
    return COMB_OK;
}

int comb_hexcells_smallest_set(bool *on, bool *proved, struct comb_hexcells_logic *logic, unsigned cell,
                               signed char colour, uint64_t effort, struct comb_error *err)
{
    size_t items = logic->reasons->items;
    size_t max = comb_hexcells_set_size(on, items);
    struct search search = {.logic = logic, .cell = cell, .colour = colour, .items = items};
    search.query_limit = logic->reasons->queries + (effort ? effort : DEFAULT_EFFORT);
    int code = start_search(&search, max) ? run_search(on, proved, &search, max, err) : comb_fail_memory(err);
    free_search(&search);
    return code;
}
