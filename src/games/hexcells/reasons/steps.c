/* Lists all forced cells as steps that a player can follow: cells with the same reason together, easiest first.
 *
 * Single clues come first and need no solver: the simplest clue takes all cells that it forces, the next one what is
 * left. For each remaining cell a reason is found (reasons.c), and every other cell is tested with the same clues: if
 * they force it and none can be left out, it joins the step. For each removed clue, one colouring usually shows for
 * many cells at once that they are no longer forced.
 *
 * In a chain, later steps use the cells of earlier ones. Single clues are used until they decide nothing more; then
 * reasons are searched for the remaining cells until one has just two clues (one reason with the counter is enough, as
 * they are expensive); the easiest becomes a step, and single clues are tried again. */
#include "games/hexcells/reasons/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct plan {
    struct comb_hexcells_logic *logic;
    const struct comb_hexcells_reason_options *options;
    size_t items;
    struct COMB_VEC(bool) sets;                           /* of all steps, concatenated */
    struct COMB_VEC(struct comb_hexcells_reason) reasons; /* of each step, with the colours given then */
    size_t *step_of;                                      /* by cell */
    bool *set;
    bool *joins;   /* by cell: may join the newest step */
    bool *settled; /* by cell: seen in the other colour */
    signed char *colours;
};

#define NO_STEP ((size_t)-1)

static bool in_plan(const struct plan *plan, unsigned cell)
{
    const struct comb_hexcells_logic *logic = plan->logic;
    return plan->step_of[cell] == NO_STEP && logic->known[cell] == COMB_HEXCELLS_UNKNOWN &&
           logic->proved[cell] != COMB_HEXCELLS_UNKNOWN;
}

static const bool *set_of(const struct plan *plan, size_t step)
{
    assert((step + 1) * plan->items <= plan->sets.count);
    return plan->sets.items + step * plan->items;
}

static int add_step(struct plan *plan, bool smallest, struct comb_error *err)
{
    struct comb_hexcells_reason reason;
    for (size_t i = 0; i < plan->items; i++)
        if (!comb_vec_push(&plan->sets, plan->set[i]))
            return comb_fail_memory(err);
    int code = comb_hexcells_reason_of_set(&reason, plan->logic, plan->set, smallest, err);
    if (code != COMB_OK || comb_vec_push(&plan->reasons, reason))
        return code;
    comb_hexcells_reason_free(&reason);
    return comb_fail_memory(err);
}

/* Returns the step with exactly the clues of plan->set, or the number of steps. */
static size_t same_step(const struct plan *plan)
{
    size_t step = 0;
    while (step < plan->reasons.count && memcmp(set_of(plan, step), plan->set, plan->items * sizeof(bool)) != 0)
        step++;
    return step;
}

/* How hard a step is, most significant member first. */
struct difficulty {
    size_t step;
    size_t clues;
    unsigned counter;
    unsigned marks;
    size_t cells; /* unknown cells of its clues */
};

static struct difficulty difficulty_of(const struct plan *plan, const bool *set, size_t step)
{
    const struct comb_hexcells_logic *logic = plan->logic;
    const signed char *given = logic->reasons->given;
    struct difficulty result = {.step = step, .clues = comb_hexcells_set_size(set, plan->items)};
    result.counter = set[plan->items - 1];
    for (size_t i = 0; i + 1 < plan->items; i++) {
        const struct comb_hexcells_clue *clue = &logic->clues.items[i];
        for (unsigned k = 0; set[i] && k < clue->size; k++)
            result.cells += clue->cells[k] != COMB_HEXCELLS_GAP && given[clue->cells[k]] == COMB_HEXCELLS_UNKNOWN;
        result.marks += set[i] && clue->arrangement != COMB_HEXCELLS_ANY_ARRANGEMENT;
    }
    return result;
}

static int compare(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

static int easier_first(const void *left, const void *right)
{
    const struct difficulty *a = left, *b = right;
    int order = compare(a->clues, b->clues);
    order = order ? order : compare(a->counter, b->counter);
    if (order == 0 && a->clues > 1) { /* single clues keep the order in which they were planned */
        order = compare(a->marks, b->marks);
        order = order ? order : compare(a->cells, b->cells);
    }
    return order ? order : compare(a->step, b->step);
}

static bool in_chain(const struct plan *plan)
{
    return plan->options && plan->options->chain;
}

/* In a chain: lets later steps use the cells of the steps from `from` on. */
static void accept_steps(struct plan *plan, size_t from)
{
    if (!in_chain(plan))
        return;
    for (unsigned cell = 0; cell < plan->logic->cells; cell++)
        if (plan->step_of[cell] != NO_STEP && plan->step_of[cell] >= from)
            comb_hexcells_reasons_accept(plan->logic, cell);
}

/* ---- single clues ---- */

/* What a single clue decides. */
struct single {
    size_t clue;
    bool marked;
    size_t forced; /* cells not in the plan yet that it decides */
    size_t open;   /* unknown cells that it does not decide */
};

/* Evaluates a single clue. With `assign` its cells join the next step. */
static struct single evaluate_clue(struct plan *plan, size_t number, bool assign)
{
    struct comb_hexcells_logic *logic = plan->logic;
    assert(number + 1 < plan->items);
    const struct comb_hexcells_clue *clue = &logic->clues.items[number];
    const unsigned char *can = logic->can.items;
    struct single result = {.clue = number, .marked = clue->arrangement != COMB_HEXCELLS_ANY_ARRANGEMENT};
    if (!comb_hexcells_clue_options(logic->can.items, logic->inside.items, clue, logic->reasons->given))
        return result;
    for (unsigned place = 0; place < clue->size; place++) {
        unsigned cell = clue->cells[place];
        if (cell == COMB_HEXCELLS_GAP)
            continue;
        bool both = can[place] == (COMB_HEXCELLS_CAN_BE_BLUE | COMB_HEXCELLS_CAN_BE_BLACK);
        bool is_new = !both && in_plan(plan, cell);
        result.open += both;
        result.forced += is_new;
        if (is_new && assign)
            plan->step_of[cell] = plan->reasons.count;
    }
    return result;
}

/* Clues that leave nothing open are the easiest; among them those that decide more come first. */
static int simpler_first(const void *left, const void *right)
{
    const struct single *a = left, *b = right;
    int order = compare(a->marked, b->marked);
    order = order ? order : compare(a->open, b->open);
    order = order ? order : compare(b->forced, a->forced);
    return order ? order : compare(a->clue, b->clue);
}

static void select_single(struct plan *plan, size_t item)
{
    memset(plan->set, 0, plan->items * sizeof *plan->set);
    plan->set[item] = true;
}

/* The simplest clue takes all cells that it forces, the next one those that are left; so a step has everything that its
 * clue decides beyond the earlier steps. */
static int plan_single_clues(struct plan *plan, struct comb_error *err)
{
    struct COMB_VEC(struct single) order = {0};
    int code = COMB_OK;
    for (size_t i = 0; i + 1 < plan->items && code == COMB_OK; i++) {
        struct single single = evaluate_clue(plan, i, false);
        if (single.forced > 0 && !comb_vec_push(&order, single))
            code = comb_fail_memory(err);
    }
    if (order.count > 0)
        qsort(order.items, order.count, sizeof *order.items, simpler_first);
    for (size_t i = 0; i < order.count && code == COMB_OK; i++) {
        select_single(plan, order.items[i].clue);
        if (evaluate_clue(plan, order.items[i].clue, true).forced == 0)
            continue;
        code = add_step(plan, true, err);
        accept_steps(plan, plan->reasons.count - 1);
    }
    comb_vec_free(&order);
    return code;
}

/* The counter alone: all remaining cells are blue, or none. */
static int plan_counter(struct plan *plan, struct comb_error *err)
{
    struct comb_hexcells_logic *logic = plan->logic;
    bool any = false;
    for (unsigned cell = 0; cell < logic->cells; cell++) {
        if (!in_plan(plan, cell) || comb_hexcells_single_clue(logic, cell, logic->proved[cell]) + 1 != plan->items)
            continue;
        plan->step_of[cell] = plan->reasons.count;
        any = true;
    }
    select_single(plan, plan->items - 1);
    return any ? add_step(plan, true, err) : COMB_OK;
}

/* ---- several clues ---- */

static bool may_force(const struct comb_hexcells_logic *logic, const bool *set, unsigned cell)
{
    if (set[logic->clues.count])
        return true;
    for (const struct comb_hexcells_link *link = logic->clues_of[cell]; link; link = link->next)
        if (set[link->clue])
            return true;
    return false;
}

/* Tests for each cell of plan->joins whether `set` forces it. Cells where the result is not `expected` leave
 * plan->joins. */
static int test_cells(struct plan *plan, const bool *set, bool expected, struct comb_error *err)
{
    struct comb_hexcells_logic *logic = plan->logic;
    memset(plan->settled, 0, logic->cells * sizeof *plan->settled);
    for (unsigned cell = 0; cell < logic->cells; cell++) {
        bool forces = false;
        if (!plan->joins[cell] || plan->settled[cell])
            continue;
        int code = comb_hexcells_forces(&forces, NULL, logic, set, cell, logic->proved[cell], err);
        if (code != COMB_OK)
            return code;
        plan->joins[cell] = forces == expected;
        if (forces)
            continue;
        comb_hexcells_counterexample(plan->colours, logic, set, cell, logic->proved[cell]);
        for (unsigned other = cell; other < logic->cells; other++) {
            if (!plan->joins[other] || plan->colours[other] == logic->proved[other])
                continue;
            plan->settled[other] = true;
            plan->joins[other] = !expected;
        }
    }
    return COMB_OK;
}

/* Lets remaining cells join the newest step if its reason holds for them and is minimal. If smallest reasons are
 * wanted, only if the reason has two clues: a cell of a larger step may have a smaller reason of its own. */
static int join_cells(struct plan *plan, struct comb_error *err)
{
    assert(plan->reasons.count > 0);
    size_t step = plan->reasons.count - 1;
    if (plan->options && plan->options->smallest && comb_hexcells_set_size(set_of(plan, step), plan->items) > 2)
        return COMB_OK;
    for (unsigned cell = 0; cell < plan->logic->cells; cell++)
        plan->joins[cell] = in_plan(plan, cell) && may_force(plan->logic, set_of(plan, step), cell);
    int code = test_cells(plan, set_of(plan, step), true, err);
    memcpy(plan->set, set_of(plan, step), plan->items * sizeof *plan->set);
    for (size_t i = 0; i < plan->items && code == COMB_OK; i++) {
        if (!set_of(plan, step)[i])
            continue;
        plan->set[i] = false;
        code = test_cells(plan, plan->set, false, err);
        plan->set[i] = true;
    }
    for (unsigned cell = 0; cell < plan->logic->cells && code == COMB_OK; cell++)
        if (plan->joins[cell])
            plan->step_of[cell] = step;
    return code;
}

static int plan_cell(struct plan *plan, unsigned cell, struct comb_error *err)
{
    struct comb_hexcells_logic *logic = plan->logic;
    bool smallest = false;
    int code = comb_hexcells_find_set(plan->set, &smallest, logic, cell, logic->proved[cell], plan->options, err);
    if (code != COMB_OK)
        return code;
    size_t step = same_step(plan);
    plan->step_of[cell] = step;
    if (step < plan->reasons.count) {
        plan->reasons.items[step].smallest &= smallest;
        return COMB_OK;
    }
    code = add_step(plan, smallest, err);
    return code == COMB_OK ? join_cells(plan, err) : code;
}

static int plan_all(struct plan *plan, struct comb_error *err)
{
    int code = plan_single_clues(plan, err);
    if (code == COMB_OK)
        code = plan_counter(plan, err);
    for (unsigned cell = 0; cell < plan->logic->cells && code == COMB_OK; cell++)
        if (in_plan(plan, cell))
            code = plan_cell(plan, cell, err);
    return code;
}

/* ---- chains ---- */

/* Tests whether all clues together, without the counter, leave the cell open. */
static int needs_counter(bool *needs, struct plan *plan, unsigned cell, struct comb_error *err)
{
    struct comb_hexcells_logic *logic = plan->logic;
    bool forces = false;
    memset(plan->set, 1, plan->items * sizeof *plan->set);
    plan->set[plan->items - 1] = false;
    int code = comb_hexcells_forces(&forces, NULL, logic, plan->set, cell, logic->proved[cell], err);
    *needs = !forces;
    return code;
}

/* Finds an easy reason for any remaining cell, without the counter if possible. *cell is the number of cells if none is
 * left. */
static int find_easiest(unsigned *cell, bool *set, bool *smallest, struct plan *plan, struct comb_error *err)
{
    struct comb_hexcells_logic *logic = plan->logic;
    struct difficulty best = {.clues = SIZE_MAX};
    *cell = logic->cells;
    for (unsigned i = 0; i < logic->cells && best.clues > 2; i++) {
        bool proved = false, skip = false;
        if (!in_plan(plan, i))
            continue;
        int code = best.counter ? needs_counter(&skip, plan, i, err) : COMB_OK;
        if (code == COMB_OK && skip)
            continue;
        if (code == COMB_OK)
            code = comb_hexcells_find_set(plan->set, &proved, logic, i, logic->proved[i], plan->options, err);
        if (code != COMB_OK)
            return code;
        struct difficulty here = difficulty_of(plan, plan->set, i);
        if (best.clues != SIZE_MAX && easier_first(&best, &here) <= 0)
            continue;
        best = here;
        *cell = i;
        *smallest = proved;
        memcpy(set, plan->set, plan->items * sizeof *set);
    }
    return COMB_OK;
}

static int plan_easiest(bool *done, struct plan *plan, bool *set, struct comb_error *err)
{
    unsigned cell;
    bool smallest = false;
    int code = find_easiest(&cell, set, &smallest, plan, err);
    *done = code == COMB_OK && cell == plan->logic->cells;
    if (code != COMB_OK || *done)
        return code;
    memcpy(plan->set, set, plan->items * sizeof *set);
    plan->step_of[cell] = plan->reasons.count;
    code = add_step(plan, smallest, err);
    return code == COMB_OK ? join_cells(plan, err) : code;
}

static int plan_chain(struct plan *plan, struct comb_error *err)
{
    bool *set = calloc(plan->items, sizeof *set);
    int code = set ? COMB_OK : comb_fail_memory(err);
    for (bool done = false; !done && code == COMB_OK;) {
        size_t from = plan->reasons.count;
        code = plan_single_clues(plan, err);
        if (code == COMB_OK && plan->reasons.count == from)
            code = plan_counter(plan, err);
        if (code == COMB_OK && plan->reasons.count == from)
            code = plan_easiest(&done, plan, set, err);
        if (code == COMB_OK)
            accept_steps(plan, from);
    }
    free(set);
    return code;
}

/* ---- result ---- */

static int fill_step(struct comb_hexcells_step *out, struct plan *plan, size_t step, struct comb_error *err)
{
    struct comb_hexcells_logic *logic = plan->logic;
    size_t count = 0;
    for (unsigned cell = 0; cell < logic->cells; cell++)
        count += plan->step_of[cell] == step;
    assert(count > 0); /* every step decides something */
    out->cells = calloc(count + 1, sizeof *out->cells);
    out->colours = calloc(count + 1, sizeof *out->colours);
    if (!out->cells || !out->colours)
        return comb_fail_memory(err);
    for (unsigned cell = 0; cell < logic->cells; cell++) {
        if (plan->step_of[cell] != step)
            continue;
        out->cells[out->count] = cell;
        out->colours[out->count++] = logic->proved[cell];
    }
    assert(out->count == count);
    out->reason = plan->reasons.items[step];
    plan->reasons.items[step] = (struct comb_hexcells_reason){0};
    return COMB_OK;
}

static int write_steps(struct comb_hexcells_steps *out, struct plan *plan, struct comb_error *err)
{
    size_t count = plan->reasons.count;
    struct difficulty *order = calloc(count + 1, sizeof *order);
    out->items = calloc(count + 1, sizeof *out->items);
    int code = order && out->items ? COMB_OK : comb_fail_memory(err);
    for (size_t i = 0; i < count && code == COMB_OK; i++)
        order[i] = difficulty_of(plan, set_of(plan, i), i);
    if (code == COMB_OK && !in_chain(plan))
        qsort(order, count, sizeof *order, easier_first);
    for (; out->count < count && code == COMB_OK; out->count++)
        code = fill_step(&out->items[out->count], plan, order[out->count].step, err);
    free(order);
    return code;
}

void comb_hexcells_steps_free(struct comb_hexcells_steps *steps)
{
    if (!steps)
        return;
    for (size_t i = 0; i < steps->count; i++) {
        free(steps->items[i].cells);
        free(steps->items[i].colours);
        comb_hexcells_reason_free(&steps->items[i].reason);
    }
    free(steps->items);
    *steps = (struct comb_hexcells_steps){0};
}

static int make_steps(struct comb_hexcells_steps *out, struct plan *plan, struct comb_error *err)
{
    plan->items = plan->logic->reasons->items;
    plan->set = calloc(plan->items, sizeof *plan->set);
    plan->step_of = calloc((size_t)plan->logic->cells + 1, sizeof *plan->step_of);
    plan->joins = calloc((size_t)plan->logic->cells + 1, sizeof *plan->joins);
    plan->settled = calloc((size_t)plan->logic->cells + 1, sizeof *plan->settled);
    plan->colours = calloc((size_t)plan->logic->cells + 1, sizeof *plan->colours);
    if (!plan->set || !plan->step_of || !plan->joins || !plan->settled || !plan->colours)
        return comb_fail_memory(err);
    for (unsigned cell = 0; cell < plan->logic->cells; cell++)
        plan->step_of[cell] = NO_STEP;
    int code = in_chain(plan) ? plan_chain(plan, err) : plan_all(plan, err);
    return code == COMB_OK ? write_steps(out, plan, err) : code;
}

int comb_hexcells_steps(struct comb_hexcells_steps *out, struct comb_hexcells_logic *logic,
                        const struct comb_hexcells_reason_options *options, struct comb_error *err)
{
    struct plan plan = {.logic = logic, .options = options};
    *out = (struct comb_hexcells_steps){0};
    int code = comb_hexcells_find_forced(logic, err);
    if (code == COMB_OK)
        code = comb_hexcells_reasons_prepare(logic, err);
    if (code == COMB_OK)
        code = make_steps(out, &plan, err);
    if (code != COMB_OK)
        comb_hexcells_steps_free(out);
    comb_vec_free(&plan.sets);
    for (size_t i = 0; i < plan.reasons.count; i++)
        comb_hexcells_reason_free(&plan.reasons.items[i]);
    comb_vec_free(&plan.reasons);
    free(plan.step_of);
    free(plan.set);
    free(plan.joins);
    free(plan.settled);
    free(plan.colours);
    return code;
}
