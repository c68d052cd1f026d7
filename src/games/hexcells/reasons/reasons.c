/* Finds the clues that force a cell.
 *
 * A second solver holds every clue behind a switch, so that any set of clues can be tested: with these switched on, is
 * there a colouring that gives the cell the other colour? If not, the solver returns a core: the switches it needed.
 * Then clues are removed one by one as long as the rest still forces the cell (deletion); the result is minimal.
 *
 *      all clues near the cell  --core-->  7 clues  --remove, test again-->  3 clues, none of which can go
 *
 * The order of search decides how good the reason is: single clues (no solver needed), the clues of the cell and those
 * that share a cell with them, all clues, and the counter last.
 *
 * The counter is never added as a whole. For each set of clues it is reduced by clues of that set that share no cell
 * (logic/counter.c), which makes it short and strong for exactly this set; the cells in no clue of the set are
 * interchangeable and only bound it. It has a switch of its own and is dropped after the query. If the solver needed
 * it, the clues it was reduced by are needed as well.
 *
 * Cost: one query for each clue of the core, each a fraction of a millisecond. */
#include "games/hexcells/reasons/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define MAX_UNUSED_VARIABLES 1000

void comb_hexcells_reasons_free(struct comb_hexcells_reasons *reasons)
{
    if (!reasons)
        return;
    comb_sat_free(reasons->sat);
    comb_hexcells_remainder_free(&reasons->rest[0]);
    comb_hexcells_remainder_free(&reasons->rest[1]);
    comb_vec_free(&reasons->off);
    free(reasons->given);
    free(reasons->asserted);
    free(reasons->on);
    free(reasons->asked);
    free(reasons->core);
    free(reasons->trial);
    free(reasons);
}

static bool set_up_reasons(struct comb_hexcells_logic *logic)
{
    if (logic->reasons)
        return true;
    struct comb_hexcells_reasons *reasons = calloc(1, sizeof *reasons);
    if (!reasons)
        return false;
    logic->reasons = reasons;
    reasons->sat = comb_sat_new();
    reasons->given = malloc((size_t)logic->cells + 1);
    reasons->asserted = malloc((size_t)logic->cells + 1);
    if (!reasons->sat || !reasons->given || !reasons->asserted || !comb_sat_variables(reasons->sat, logic->cells + 1)) {
        comb_hexcells_reasons_free(reasons);
        logic->reasons = NULL;
        return false;
    }
    memset(reasons->asserted, COMB_HEXCELLS_UNKNOWN, logic->cells);
    comb_hexcells_connect_job(reasons->sat, logic);
    return true;
}

static bool resize_set(bool **set, size_t items)
{
    bool *grown = realloc(*set, items * sizeof *grown);
    if (!grown)
        return false;
    *set = grown;
    return true;
}

static bool add_clues(struct comb_hexcells_logic *logic)
{
    struct comb_hexcells_reasons *reasons = logic->reasons;
    while (reasons->off.count < logic->clues.count) {
        int off = comb_sat_variables(reasons->sat, 1);
        const struct comb_hexcells_clue *clue = &logic->clues.items[reasons->off.count];
        if (!off || !comb_vec_push(&reasons->off, off))
            return false;
        comb_sat_guard(reasons->sat, off);
        bool done = comb_hexcells_encode(reasons->sat, &logic->scratch, clue, logic->known);
        comb_sat_guard(reasons->sat, 0);
        if (!done)
            return false;
    }
    assert(reasons->off.count == logic->clues.count);
    return true;
}

/* Turns the switches of the last query's counter off for good. */
static void drop_counter(struct comb_hexcells_reasons *reasons)
{
    for (unsigned which = 0; which < 2; which++) {
        if (reasons->rest_off[which])
            comb_sat_unit(reasons->sat, reasons->rest_off[which]);
        reasons->rest_off[which] = 0;
    }
}

static void add_colour(struct comb_hexcells_reasons *reasons, unsigned cell, signed char colour)
{
    if (reasons->asserted[cell] == colour)
        return;
    int literal = comb_hexcells_literal(cell);
    drop_counter(reasons);
    comb_sat_unit(reasons->sat, colour == COMB_HEXCELLS_BLUE ? literal : -literal);
    reasons->asserted[cell] = colour;
    reasons->given[cell] = colour;
}

void comb_hexcells_reasons_accept(struct comb_hexcells_logic *logic, unsigned cell)
{
    add_colour(logic->reasons, cell, logic->proved[cell]);
}

/* Drops a solver that holds colours which are not known. */
static void drop_outdated_solver(struct comb_hexcells_logic *logic)
{
    if (!logic->reasons)
        return;
    bool spoiled = logic->reasons->spoiled;
    for (unsigned cell = 0; cell < logic->cells; cell++)
        spoiled |=
            logic->reasons->asserted[cell] != COMB_HEXCELLS_UNKNOWN && logic->known[cell] == COMB_HEXCELLS_UNKNOWN;
    if (!spoiled)
        return;
    comb_hexcells_reasons_free(logic->reasons);
    logic->reasons = NULL;
}

int comb_hexcells_reasons_prepare(struct comb_hexcells_logic *logic, struct comb_error *err)
{
    drop_outdated_solver(logic);
    if (!set_up_reasons(logic))
        return comb_fail_memory(err);
    struct comb_hexcells_reasons *reasons = logic->reasons;
    drop_counter(reasons);
    size_t items = logic->clues.count + 1;
    reasons->spoiled = !resize_set(&reasons->on, items) || !resize_set(&reasons->core, items) ||
                       !resize_set(&reasons->asked, items) || !resize_set(&reasons->trial, items) || !add_clues(logic);
    if (reasons->spoiled)
        return comb_fail_memory(err);
    reasons->items = items;
    memcpy(reasons->given, logic->known, logic->cells);
    for (unsigned cell = 0; cell < logic->cells; cell++)
        add_colour(reasons, cell, logic->known[cell]);
    reasons->base = reasons->base ? reasons->base : comb_sat_variable_count(reasons->sat);
    return COMB_OK;
}

/* ---- queries ---- */

/* Adds the counter for the clues of `on` behind a new switch. The cell in question never counts as loose. */
static bool add_counter(struct comb_hexcells_logic *logic, const bool *on, unsigned cell, unsigned which)
{
    struct comb_hexcells_reasons *reasons = logic->reasons;
    struct comb_hexcells_remainder *rest = &reasons->rest[which];
    assert(reasons->rest_off[which] == 0); /* the last counter must be dropped first */
    if (!comb_hexcells_remainder_find(rest, logic, logic->reasons->given, on, which == 0))
        return false;
    long loose = (long)rest->loose.count;
    logic->scratch.literals.count = 0;
    for (size_t i = 0; i < rest->touched.count; i++)
        if (!comb_vec_push(&logic->scratch.literals, comb_hexcells_literal(rest->touched.items[i])))
            return false;
    for (size_t i = 0; i < rest->loose.count; i++)
        if (rest->loose.items[i] == cell) {
            loose--;
            if (!comb_vec_push(&logic->scratch.literals, comb_hexcells_literal(cell)))
                return false;
        }
    reasons->rest_off[which] = comb_sat_variables(reasons->sat, 1);
    if (!reasons->rest_off[which])
        return false;
    comb_sat_guard(reasons->sat, reasons->rest_off[which]);
    comb_sat_between(reasons->sat, logic->scratch.literals.items, logic->scratch.literals.count, rest->outside - loose,
                     rest->outside);
    comb_sat_guard(reasons->sat, 0);
    return true;
}

static void switch_on(struct comb_hexcells_reasons *reasons, const bool *on)
{
    assert(reasons->items == reasons->off.count + 1);
    for (size_t i = 0; i + 1 < reasons->items; i++)
        if (on[i])
            comb_sat_assume(reasons->sat, -reasons->off.items[i]);
    for (unsigned which = 0; which < 2; which++)
        if (reasons->rest_off[which])
            comb_sat_assume(reasons->sat, -reasons->rest_off[which]);
}

static void read_core(bool *core, struct comb_hexcells_reasons *reasons, const bool *on)
{
    size_t counter = reasons->items - 1;
    for (size_t i = 0; i < counter; i++)
        core[i] = on[i] && comb_sat_failed(reasons->sat, -reasons->off.items[i]);
    core[counter] = false;
    for (unsigned which = 0; which < 2; which++) {
        if (!reasons->rest_off[which] || !comb_sat_failed(reasons->sat, -reasons->rest_off[which]))
            continue;
        core[counter] = true;
        for (size_t i = 0; i < reasons->rest[which].clues.count; i++) {
            assert(reasons->asked[reasons->rest[which].clues.items[i]]);
            core[reasons->rest[which].clues.items[i]] = true;
        }
    }
}

static bool is_loose(const struct comb_hexcells_logic *logic, const bool *on, unsigned cell)
{
    for (const struct comb_hexcells_link *link = logic->clues_of[cell]; link; link = link->next)
        if (on[link->clue])
            return false;
    return true;
}

/* Replaces the solver when the unused counters of earlier queries outweigh the rest. */
static bool renew_solver(struct comb_hexcells_logic *logic)
{
    struct comb_hexcells_reasons *reasons = logic->reasons;
    if (comb_sat_variable_count(reasons->sat) < 2 * reasons->base + MAX_UNUSED_VARIABLES)
        return true;
    struct comb_sat *fresh = comb_sat_new();
    if (!fresh)
        return false;
    drop_counter(reasons);
    comb_sat_free(reasons->sat);
    reasons->sat = fresh;
    reasons->off.count = 0;
    reasons->spoiled = !comb_sat_variables(reasons->sat, logic->cells + 1) || !add_clues(logic);
    if (reasons->spoiled)
        return false;
    comb_hexcells_connect_job(reasons->sat, logic);
    memset(reasons->asserted, COMB_HEXCELLS_UNKNOWN, logic->cells);
    for (unsigned cell = 0; cell < logic->cells; cell++)
        add_colour(reasons, cell, reasons->given[cell]);
    reasons->base = comb_sat_variable_count(reasons->sat);
    return true;
}

/* Adds the counter for this query; reuses the last one if the clues are the same. */
static bool prepare_counter(struct comb_hexcells_logic *logic, const bool *on, unsigned cell)
{
    struct comb_hexcells_reasons *reasons = logic->reasons;
    size_t bytes = reasons->items * sizeof *on;
    if (reasons->rest_off[0] && memcmp(on, reasons->asked, bytes) == 0 && !is_loose(logic, on, cell))
        return true;
    drop_counter(reasons);
    if (!renew_solver(logic))
        return false;
    memcpy(reasons->asked, on, bytes);
    return !on[reasons->items - 1] || (add_counter(logic, on, cell, 0) && add_counter(logic, on, cell, 1));
}

int comb_hexcells_forces(bool *forces, bool *core, struct comb_hexcells_logic *logic, const bool *on, unsigned cell,
                         signed char colour, struct comb_error *err)
{
    struct comb_hexcells_reasons *reasons = logic->reasons;
    int literal = comb_hexcells_literal(cell);
    assert(cell < logic->cells && colour != COMB_HEXCELLS_UNKNOWN);
    if (!prepare_counter(logic, on, cell))
        return comb_fail_memory(err);
    switch_on(reasons, on);
    comb_sat_assume(reasons->sat, colour == COMB_HEXCELLS_BLUE ? -literal : literal);
    reasons->queries++;
    enum comb_sat_answer answer = comb_sat_solve(reasons->sat);
    if (answer != COMB_SAT_SATISFIABLE && answer != COMB_SAT_UNSATISFIABLE)
        return comb_hexcells_solver_failed(logic, answer, err);
    *forces = answer == COMB_SAT_UNSATISFIABLE;
    if (*forces && core)
        read_core(core, reasons, on);
    int code = comb_job_tick(logic->job, 0);
    return code == COMB_OK ? COMB_OK : comb_job_fail(logic->job, code, err);
}

void comb_hexcells_counterexample(signed char *colours, struct comb_hexcells_logic *logic, const bool *on,
                                  unsigned cell, signed char colour)
{
    struct comb_hexcells_reasons *reasons = logic->reasons;
    long missing = logic->total;
    for (unsigned i = 0; i < logic->cells; i++) {
        colours[i] = logic->reasons->given[i];
        if (colours[i] == COMB_HEXCELLS_UNKNOWN)
            colours[i] = comb_sat_value(reasons->sat, comb_hexcells_literal(i));
        if (i == cell)
            colours[i] = !colour;
        missing -= colours[i];
    }
    if (!on[reasons->items - 1])
        return;
    for (unsigned i = 0; i < logic->cells && missing != 0; i++) {
        signed char wrong = missing > 0 ? COMB_HEXCELLS_BLACK : COMB_HEXCELLS_BLUE;
        if (i == cell || logic->reasons->given[i] != COMB_HEXCELLS_UNKNOWN || colours[i] != wrong ||
            !is_loose(logic, on, i))
            continue;
        colours[i] = !wrong;
        missing += missing > 0 ? -1 : 1;
    }
    assert(missing == 0);
}

/* ---- finding a minimal set ---- */

size_t comb_hexcells_single_clue(struct comb_hexcells_logic *logic, unsigned cell, signed char colour)
{
    size_t best = logic->reasons->items;
    unsigned best_cost = 0;
    for (const struct comb_hexcells_link *link = logic->clues_of[cell]; link; link = link->next) {
        const struct comb_hexcells_clue *clue = &logic->clues.items[link->clue];
        unsigned cost = clue->size + (clue->arrangement == COMB_HEXCELLS_ANY_ARRANGEMENT ? 0 : 1000);
        if (best < logic->reasons->items && cost >= best_cost)
            continue;
        if (!comb_hexcells_clue_options(logic->can.items, logic->inside.items, clue, logic->reasons->given))
            continue;
        unsigned place = 0;
        while (clue->cells[place] != cell) {
            place++;
            assert(place < clue->size);
        }
        if (logic->can.items[place] != (colour ? COMB_HEXCELLS_CAN_BE_BLUE : COMB_HEXCELLS_CAN_BE_BLACK))
            continue;
        best = link->clue;
        best_cost = cost;
    }
    if (best < logic->reasons->items || logic->total < 0)
        return best;
    long missing = logic->total, unknown = 0;
    for (unsigned i = 0; i < logic->cells; i++) {
        missing -= logic->reasons->given[i] == COMB_HEXCELLS_BLUE;
        unknown += logic->reasons->given[i] == COMB_HEXCELLS_UNKNOWN;
    }
    return missing == (colour ? unknown : 0) ? logic->reasons->items - 1 : best;
}

/* Adds to `on` all clues that share an unknown cell with a clue in it. True if there were new ones. */
static bool add_neighbouring_clues(bool *on, const struct comb_hexcells_logic *logic, bool *scratch)
{
    bool grown = false;
    memcpy(scratch, on, logic->clues.count * sizeof *on);
    for (size_t i = 0; i < logic->clues.count; i++) {
        const struct comb_hexcells_clue *clue = &logic->clues.items[i];
        for (unsigned k = 0; scratch[i] && k < clue->size; k++) {
            if (clue->cells[k] == COMB_HEXCELLS_GAP || logic->reasons->given[clue->cells[k]] != COMB_HEXCELLS_UNKNOWN)
                continue;
            for (const struct comb_hexcells_link *link = logic->clues_of[clue->cells[k]]; link; link = link->next) {
                grown |= !on[link->clue];
                on[link->clue] = true;
            }
        }
    }
    return grown;
}

/* Finds a set that forces the cell: nearby clues first, the counter last. */
static int find_initial_set(bool *on, struct comb_hexcells_logic *logic, unsigned cell, signed char colour,
                            struct comb_error *err)
{
    struct comb_hexcells_reasons *reasons = logic->reasons;
    bool forces = false;
    int code = COMB_OK;
    memset(on, 0, reasons->items * sizeof *on);
    for (const struct comb_hexcells_link *link = logic->clues_of[cell]; link; link = link->next)
        on[link->clue] = true;
    for (int ring = 0; ring < 2 && !forces && code == COMB_OK && add_neighbouring_clues(on, logic, reasons->core);
         ring++)
        code = comb_hexcells_forces(&forces, on, logic, on, cell, colour, err);
    for (int counter = 0; counter < 2 && !forces && code == COMB_OK; counter++) {
        if (counter && logic->total < 0)
            break;
        memset(on, 1, reasons->items * sizeof *on);
        on[reasons->items - 1] = counter;
        code = comb_hexcells_forces(&forces, on, logic, on, cell, colour, err);
    }
    assert(forces || code != COMB_OK);
    return code;
}

/* Removes clue `i` if the rest still forces the cell, and then all clues outside the core. */
static int remove_clue(bool *on, struct comb_hexcells_logic *logic, size_t i, unsigned cell, signed char colour,
                       struct comb_error *err)
{
    struct comb_hexcells_reasons *reasons = logic->reasons;
    bool forces;
    memcpy(reasons->trial, on, reasons->items * sizeof *on);
    reasons->trial[i] = false;
    int code = comb_hexcells_forces(&forces, reasons->core, logic, reasons->trial, cell, colour, err);
    if (code == COMB_OK && forces)
        memcpy(on, reasons->core, reasons->items * sizeof *on);
    return code;
}

int comb_hexcells_find_set(bool *on, bool *proved_smallest, struct comb_hexcells_logic *logic, unsigned cell,
                           signed char colour, const struct comb_hexcells_reason_options *options,
                           struct comb_error *err)
{
    size_t items = logic->reasons->items;
    size_t single = comb_hexcells_single_clue(logic, cell, colour);
    if (single < items) {
        memset(on, 0, items * sizeof *on);
        on[single] = true;
        *proved_smallest = true;
        return COMB_OK;
    }
    int code = find_initial_set(on, logic, cell, colour, err);
    for (size_t i = items; i-- > 0 && code == COMB_OK;)
        if (on[i])
            code = remove_clue(on, logic, i, cell, colour, err);
    if (code != COMB_OK)
        return code;
    assert(comb_hexcells_set_size(on, items) >= 2);
    /* Single clues have been ruled out, so two are the minimum. */
    *proved_smallest = comb_hexcells_set_size(on, items) == 2;
    if (!*proved_smallest && options && options->smallest)
        code = comb_hexcells_smallest_set(on, proved_smallest, logic, cell, colour, options->effort, err);
    return code;
}

/* ---- interface ---- */

void comb_hexcells_reason_free(struct comb_hexcells_reason *reason)
{
    if (!reason)
        return;
    free(reason->ids);
    free(reason->disjoint);
    *reason = (struct comb_hexcells_reason){0};
}

static int ascending(const void *left, const void *right)
{
    const unsigned *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* Adds the clues by which the counter can be reduced. */
static bool add_disjoint(struct comb_hexcells_reason *out, struct comb_hexcells_logic *logic, const bool *on)
{
    struct comb_hexcells_remainder rest = {0};
    bool done = comb_hexcells_remainder_find(&rest, logic, logic->reasons->given, on, true);
    out->disjoint = done ? calloc(rest.clues.count + 1, sizeof *out->disjoint) : NULL;
    for (size_t i = 0; out->disjoint && i < rest.clues.count; i++)
        out->disjoint[out->disjoint_count++] = logic->clues.items[rest.clues.items[i]].id;
    out->outside = rest.outside;
    if (out->disjoint)
        qsort(out->disjoint, out->disjoint_count, sizeof *out->disjoint, ascending);
    comb_hexcells_remainder_free(&rest);
    return out->disjoint != NULL;
}

int comb_hexcells_reason_of_set(struct comb_hexcells_reason *out, struct comb_hexcells_logic *logic, const bool *on,
                                bool smallest, struct comb_error *err)
{
    size_t items = logic->reasons->items;
    *out = (struct comb_hexcells_reason){.smallest = smallest};
    out->ids = calloc(items, sizeof *out->ids);
    if (!out->ids)
        return comb_fail_memory(err);
    for (size_t i = 0; i + 1 < items; i++)
        if (on[i])
            out->ids[out->count++] = logic->clues.items[i].id;
    assert(out->count > 0 || on[items - 1]);
    qsort(out->ids, out->count, sizeof *out->ids, ascending);
    if (!on[items - 1])
        return COMB_OK;
    out->ids[out->count++] = COMB_HEXCELLS_COUNTER;
    if (add_disjoint(out, logic, on))
        return COMB_OK;
    comb_hexcells_reason_free(out);
    return comb_fail_memory(err);
}

int comb_hexcells_reason(struct comb_hexcells_reason *out, struct comb_hexcells_logic *logic, unsigned cell,
                         enum comb_hexcells_colour colour, const struct comb_hexcells_reason_options *options,
                         struct comb_error *err)
{
    *out = (struct comb_hexcells_reason){0};
    if (cell >= logic->cells || logic->known[cell] != COMB_HEXCELLS_UNKNOWN ||
        (colour != COMB_HEXCELLS_BLACK && colour != COMB_HEXCELLS_BLUE))
        return comb_fail(err, COMB_BAD_INPUT, "cell %u needs no reason: it is known or does not exist", cell);
    bool smallest = false;
    int code = comb_hexcells_reasons_prepare(logic, err);
    if (code == COMB_OK)
        code = comb_hexcells_find_forced(logic, err);
    if (code == COMB_OK && logic->proved[cell] != (signed char)colour)
        return comb_fail(err, COMB_NO, "cell %u need not be %s", cell, colour ? "blue" : "black");
    if (code == COMB_OK)
        code = comb_hexcells_find_set(logic->reasons->on, &smallest, logic, cell, (signed char)colour, options, err);
    if (code == COMB_OK)
        code = comb_hexcells_reason_of_set(out, logic, logic->reasons->on, smallest, err);
    return code;
}
