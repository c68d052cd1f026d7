/* The fewest clues that force a cell, by hitting sets.
 *
 * A colouring with the other colour in the cell breaks some clues. Every set of clues that forces the cell must contain
 * one of those: else the colouring would satisfy it. So collect such sets of broken clues, and ask for the smallest set
 * that hits all of them:
 *
 *      broken by colouring 1   {a b}
 *      broken by colouring 2   {b c d}          smallest hitting set {b}: does it force the cell?
 *      broken by colouring 3   {a c}            no: colouring 3 satisfies b. Next: {a b}, {a c}, {b c} ...
 *
 * If the hitting set forces the cell, it is a smallest reason: anything smaller misses a colouring. If not, the solver
 * shows a colouring that satisfies it; more clues are added to it as long as they can be satisfied too, so that few are
 * broken, and these are the next set to hit. The sizes only grow; when they reach the size of the minimal set that is
 * already there, that one is proved smallest.
 *
 * Hitting sets are found by a second solver: a variable for each clue, a clause for each broken set, a totalizer for
 * the size. In theory exponential, hence the limit on questions; beyond it the best set so far is kept and not called
 * proved. */
#include "games/hexcells/reasons_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define EFFORT 3000

struct hunt {
    struct comb_hexcells_logic *logic;
    unsigned cell;
    signed char colour;
    size_t items;
    uint64_t last_question;

    struct comb_sat *hits; /* variable i + 1: clue i is in the set */
    int *digits;           /* of the size of the set */
    size_t digit_count;
    int *literals;
    bool *set;       /* the hitting set */
    bool *satisfied; /* clues that the colouring satisfies */
    bool *trial;
    signed char *colours;
};

static void free_hunt(struct hunt *hunt)
{
    comb_sat_free(hunt->hits);
    free(hunt->digits);
    free(hunt->literals);
    free(hunt->set);
    free(hunt->satisfied);
    free(hunt->trial);
    free(hunt->colours);
}

/* `most`: the size that is known to do. */
static bool start_hunt(struct hunt *hunt, size_t most)
{
    hunt->hits = comb_sat_new();
    hunt->digits = calloc(most + 1, sizeof *hunt->digits);
    hunt->literals = calloc(hunt->items + 1, sizeof *hunt->literals);
    hunt->set = calloc(hunt->items, sizeof *hunt->set);
    hunt->satisfied = calloc(hunt->items, sizeof *hunt->satisfied);
    hunt->trial = calloc(hunt->items, sizeof *hunt->trial);
    hunt->colours = malloc(hunt->logic->cells + 1u);
    if (!hunt->hits || !hunt->digits || !hunt->literals || !hunt->set || !hunt->satisfied || !hunt->trial ||
        !hunt->colours || !comb_sat_variables(hunt->hits, (unsigned)hunt->items))
        return false;
    for (size_t i = 0; i < hunt->items; i++)
        hunt->literals[i] = (int)i + 1;
    hunt->digit_count = most < hunt->items ? most : hunt->items;
    comb_sat_totalizer(hunt->hits, hunt->digits, hunt->literals, hunt->items, most);
    if (hunt->logic->total < 0)
        comb_sat_unit(hunt->hits, -(int)hunt->items);
    comb_hexcells_watch_job(hunt->hits, hunt->logic);
    return true;
}

/* A hitting set of at most `size` clues into hunt->set; *found is false when there is none. */
static int next_hitting_set(bool *found, struct hunt *hunt, size_t size, struct comb_error *err)
{
    if (size < hunt->digit_count)
        comb_sat_assume(hunt->hits, -hunt->digits[size]);
    enum comb_sat_answer answer = comb_sat_solve(hunt->hits);
    if (answer != COMB_SAT_YES && answer != COMB_SAT_NO)
        return comb_hexcells_no_answer(hunt->logic, answer, err);
    *found = answer == COMB_SAT_YES;
    for (size_t i = 0; *found && i < hunt->items; i++)
        hunt->set[i] = comb_sat_value(hunt->hits, (int)i + 1);
    assert(!*found || comb_hexcells_set_size(hunt->set, hunt->items) <= size);
    return COMB_OK;
}

/* The clues that the counterexample just found satisfies. `on`: what it was asked to satisfy. */
static void note_satisfied(struct hunt *hunt, const bool *on)
{
    const struct comb_hexcells_logic *logic = hunt->logic;
    comb_hexcells_counterexample(hunt->colours, hunt->logic, on, hunt->cell, hunt->colour);
    long blue = 0;
    for (unsigned cell = 0; cell < logic->cells; cell++)
        blue += hunt->colours[cell] == COMB_HEXCELLS_BLUE;
    for (size_t i = 0; i + 1 < hunt->items; i++)
        hunt->satisfied[i] = comb_hexcells_clue_holds(&logic->clues.items[i], hunt->colours);
    hunt->satisfied[hunt->items - 1] = blue == logic->total;
}

/* Tries to satisfy one clue more each time, until none can be added. */
static int satisfy_more(struct hunt *hunt, struct comb_error *err)
{
    int code = COMB_OK;
    for (size_t i = 0; i < hunt->items && code == COMB_OK; i++) {
        if (hunt->satisfied[i] || (i + 1 == hunt->items && hunt->logic->total < 0))
            continue;
        if (hunt->logic->reasons->questions > hunt->last_question)
            return COMB_OK;
        bool forces;
        memcpy(hunt->trial, hunt->satisfied, hunt->items * sizeof *hunt->trial);
        hunt->trial[i] = true;
        code = comb_hexcells_forces(&forces, NULL, hunt->logic, hunt->trial, hunt->cell, hunt->colour, err);
        if (code == COMB_OK && !forces)
            note_satisfied(hunt, hunt->trial);
    }
    return code;
}

static void hit_one_broken(struct hunt *hunt)
{
    size_t count = 0;
    for (size_t i = 0; i < hunt->items; i++)
        if (!hunt->satisfied[i])
            hunt->literals[count++] = (int)i + 1;
    assert(count > 0); /* a colouring that no clue forbids would mean that the cell is not forced */
    comb_sat_clause(hunt->hits, hunt->literals, count);
}

/* Is the hitting set a reason? If not, there is one more set to hit. */
static int try_hitting_set(bool *forces, struct hunt *hunt, struct comb_error *err)
{
    int code = comb_hexcells_forces(forces, NULL, hunt->logic, hunt->set, hunt->cell, hunt->colour, err);
    if (code != COMB_OK || *forces)
        return code;
    note_satisfied(hunt, hunt->set);
    code = satisfy_more(hunt, err);
    if (code == COMB_OK)
        hit_one_broken(hunt);
    return code;
}

static int run_hunt(bool *on, bool *proved, struct hunt *hunt, size_t most, struct comb_error *err)
{
    size_t size = 2; /* smaller ones have been ruled out */
    while (size < most && hunt->logic->reasons->questions <= hunt->last_question) {
        bool found = false, forces = false;
        int code = next_hitting_set(&found, hunt, size, err);
        if (code == COMB_OK && found)
            code = try_hitting_set(&forces, hunt, err);
        if (code != COMB_OK)
            return code;
        if (forces) {
            memcpy(on, hunt->set, hunt->items * sizeof *on);
            *proved = true;
            return COMB_OK;
        }
        size += !found;
    }
    *proved = size >= most;
    return COMB_OK;
}

int comb_hexcells_smallest_set(bool *on, bool *proved, struct comb_hexcells_logic *logic, unsigned cell,
                               signed char colour, uint64_t effort, struct comb_error *err)
{
    size_t items = logic->reasons->items;
    size_t most = comb_hexcells_set_size(on, items);
    struct hunt hunt = {.logic = logic, .cell = cell, .colour = colour, .items = items};
    hunt.last_question = logic->reasons->questions + (effort ? effort : EFFORT);
    int code = start_hunt(&hunt, most) ? run_hunt(on, proved, &hunt, most, err) : comb_fail_memory(err);
    free_hunt(&hunt);
    return code;
}
