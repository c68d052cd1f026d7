/* Finds everything that follows from the visible clues: exact, by completions and refutations.
 *
 * A completion is a colouring of all cells that satisfies everything visible. Two completions that differ in a cell
 * prove it open. A cell with the same colour in all completions so far is a candidate: the solver (sat.h) searches a
 * completion where it has the other colour. If there is one, it usually settles many candidates at once; if not, the
 * colour is proved, and propagation (logic.c) often proves more from it.
 *
 *      completion 1    B . B B . .
 *      completion 2    B B . B . .      cells 1 and 2 are open; 0, 3, 4 and 5 are candidates
 *
 * Three things keep the number of solver calls small:
 *
 *   - Cells in the same plain clues are interchangeable. They form a group; a completion with both colours in a group
 *     opens all of it, and one refutation proves all of it. Cells in no clue form such a group; the solver only gets
 *     their number (counter.c).
 *   - Information only grows: completions of earlier rounds that satisfy the new clues are reused, and so are all the
 *     clauses that the solver has learned.
 *   - Every completion is checked against every clue before it is used, by code that is independent of the clauses.
 *
 * Cost: one solver call for each group that only several clues together decide, plus a few completions. */
#include "games/hexcells/logic/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define MODELS 48 /* number of stored completions */
#define SEEN_BLACK 1
#define SEEN_BLUE 2
#define SEEN_BOTH 3

struct member {
    uint64_t signature;
    unsigned cell;
};

struct group {
    unsigned first; /* index in members */
    unsigned count;
    unsigned char colours_seen;
};

struct comb_hexcells_search {
    struct comb_sat *sat;
    size_t encoded;        /* number of clues added to the solver */
    signed char *asserted; /* colours added to the solver */
    signed char *models;   /* MODELS * cells */
    bool valid[MODELS];
    unsigned oldest;

    bool counter_added; /* added in this round */
    struct comb_hexcells_remainder rest[2];
    struct comb_hexcells_remainder fresh;
    struct COMB_VEC(int) totals; /* totalizer outputs: number of blue cells among rest[0].touched */

    struct member *members;
    struct COMB_VEC(struct group) groups;
};

void comb_hexcells_search_free(struct comb_hexcells_search *search)
{
    if (!search)
        return;
    comb_sat_free(search->sat);
    comb_hexcells_remainder_free(&search->rest[0]);
    comb_hexcells_remainder_free(&search->rest[1]);
    comb_hexcells_remainder_free(&search->fresh);
    comb_vec_free(&search->totals);
    comb_vec_free(&search->groups);
    free(search->asserted);
    free(search->models);
    free(search->members);
    free(search);
}

static bool set_up_search(struct comb_hexcells_logic *logic)
{
    if (logic->search)
        return true;
    struct comb_hexcells_search *search = calloc(1, sizeof *search);
    if (!search)
        return false;
    logic->search = search;
    search->sat = comb_sat_new();
    search->asserted = malloc((size_t)logic->cells + 1);
    search->models = malloc((size_t)logic->cells * MODELS + 1);
    search->members = calloc((size_t)logic->cells + 1, sizeof *search->members);
    if (!search->sat || !search->asserted || !search->models || !search->members ||
        !comb_sat_variables(search->sat, logic->cells)) {
        comb_hexcells_search_free(search);
        logic->search = NULL;
        return false;
    }
    memset(search->asserted, COMB_HEXCELLS_UNKNOWN, logic->cells);
    comb_hexcells_connect_job(search->sat, logic);
    return true;
}

/* ---- interchangeable cells ---- */

static uint64_t signature(const struct comb_hexcells_logic *logic, unsigned cell)
{
    uint64_t hash = 0;
    for (const struct comb_hexcells_link *link = logic->clues_of[cell]; link; link = link->next) {
        bool plain = comb_hexcells_clue_is_plain(&logic->clues.items[link->clue]);
        hash = (hash ^ (plain ? link->clue : ~(uint64_t)cell)) * 0x9E3779B97F4A7C15u + 1;
        hash ^= hash >> 29;
    }
    return hash;
}

static bool interchangeable(const struct comb_hexcells_logic *logic, unsigned one, unsigned other)
{
    const struct comb_hexcells_link *a = logic->clues_of[one];
    const struct comb_hexcells_link *b = logic->clues_of[other];
    for (; a && b; a = a->next, b = b->next)
        if (a->clue != b->clue || !comb_hexcells_clue_is_plain(&logic->clues.items[a->clue]))
            return false;
    return !a && !b;
}

static int by_signature(const void *left, const void *right)
{
    const struct member *a = left, *b = right;
    if (a->signature != b->signature)
        return a->signature < b->signature ? -1 : 1;
    return (a->cell > b->cell) - (a->cell < b->cell);
}

static bool group_cells(struct comb_hexcells_logic *logic)
{
    struct comb_hexcells_search *search = logic->search;
    struct member *members = search->members;
    unsigned count = 0;
    for (unsigned cell = 0; cell < logic->cells; cell++)
        if (logic->proved[cell] == COMB_HEXCELLS_UNKNOWN)
            members[count++] = (struct member){signature(logic, cell), cell};
    assert(count == logic->unproved);
    qsort(members, count, sizeof *members, by_signature);
    search->groups.count = 0;
    for (unsigned i = 0; i < count; i++) {
        if (i > 0 && interchangeable(logic, members[i - 1].cell, members[i].cell)) {
            search->groups.items[search->groups.count - 1].count++;
            continue;
        }
        bool free = logic->total < 0 && !logic->clues_of[members[i].cell];
        if (!comb_vec_push(&search->groups, (struct group){i, 1, free ? SEEN_BOTH : 0}))
            return false;
    }
    assert(search->groups.count <= count);
    return true;
}

/* ---- solver input ---- */

static bool add_clues(struct comb_hexcells_logic *logic)
{
    struct comb_hexcells_search *search = logic->search;
    for (; search->encoded < logic->clues.count; search->encoded++)
        if (!comb_hexcells_encode(search->sat, &logic->scratch, &logic->clues.items[search->encoded], logic->proved))
            return false;
    return true;
}

static void add_colours(struct comb_hexcells_logic *logic)
{
    struct comb_hexcells_search *search = logic->search;
    for (unsigned cell = 0; cell < logic->cells; cell++) {
        if (logic->proved[cell] == search->asserted[cell])
            continue;
        int literal = comb_hexcells_literal(cell);
        comb_sat_unit(search->sat, logic->proved[cell] == COMB_HEXCELLS_BLUE ? literal : -literal);
        search->asserted[cell] = logic->proved[cell];
    }
}

static bool same_rest(const struct comb_hexcells_remainder *a, const struct comb_hexcells_remainder *b)
{
    return a->outside == b->outside && a->loose.count == b->loose.count && a->touched.count == b->touched.count &&
           (a->touched.count == 0 ||
            memcmp(a->touched.items, b->touched.items, a->touched.count * sizeof *a->touched.items) == 0);
}

static bool touched_literals(struct comb_hexcells_logic *logic, const struct comb_hexcells_remainder *rest)
{
    logic->scratch.literals.count = 0;
    for (size_t i = 0; i < rest->touched.count; i++)
        if (!comb_vec_push(&logic->scratch.literals, comb_hexcells_literal(rest->touched.items[i])))
            return false;
    return true;
}

/* Adds the number of blue cells outside as totalizer outputs, because questions about the loose cells need them. */
static bool add_totalizer(struct comb_hexcells_logic *logic, const struct comb_hexcells_remainder *rest)
{
    struct comb_hexcells_search *search = logic->search;
    size_t touched = rest->touched.count;
    long min = rest->outside - (long)rest->loose.count;
    search->totals.count = 0;
    if (rest->outside < 0 || min > (long)touched) {
        comb_sat_clause(search->sat, NULL, 0);
        return true;
    }
    if (!touched_literals(logic, rest) ||
        !comb_vec_reserve((void **)&search->totals.items, &search->totals.capacity, touched + 1, sizeof(int)))
        return false;
    if (rest->loose.count == 0) {
        comb_sat_between(search->sat, logic->scratch.literals.items, touched, min, rest->outside);
        return true;
    }
    size_t cut = (size_t)rest->outside + 1;
    comb_sat_totalizer(search->sat, search->totals.items, logic->scratch.literals.items, touched, cut);
    search->totals.count = touched < cut ? touched : cut;
    assert(min <= (long)search->totals.count);
    if (min > 0)
        comb_sat_unit(search->sat, search->totals.items[min - 1]);
    if ((size_t)rest->outside < touched)
        comb_sat_unit(search->sat, -search->totals.items[rest->outside]);
    return true;
}

static bool add_remainder(struct comb_hexcells_logic *logic, unsigned which)
{
    struct comb_hexcells_search *search = logic->search;
    struct comb_hexcells_remainder *rest = &search->rest[which];
    if (!comb_hexcells_remainder_find(&search->fresh, logic, logic->proved, NULL, which == 0))
        return false;
    if (same_rest(rest, &search->fresh))
        return true;
    struct comb_hexcells_remainder old = *rest;
    *rest = search->fresh;
    search->fresh = old;
    if (which == 0)
        return add_totalizer(logic, rest);
    if (!touched_literals(logic, rest))
        return false;
    comb_sat_between(search->sat, logic->scratch.literals.items, rest->touched.count,
                     rest->outside - (long)rest->loose.count, rest->outside);
    return true;
}

static bool add_counter(struct comb_hexcells_logic *logic)
{
    logic->search->counter_added = true;
    return add_remainder(logic, 0) && add_remainder(logic, 1);
}

static bool add_news(struct comb_hexcells_logic *logic)
{
    logic->search->counter_added = logic->total < 0;
    if (!add_clues(logic))
        return false;
    add_colours(logic);
    return true;
}

/* ---- completions ---- */

static bool is_completion(const struct comb_hexcells_logic *logic, const signed char *model)
{
    long blue = 0;
    for (unsigned cell = 0; cell < logic->cells; cell++) {
        blue += model[cell] == COMB_HEXCELLS_BLUE;
        if (logic->proved[cell] != COMB_HEXCELLS_UNKNOWN && logic->proved[cell] != model[cell])
            return false;
    }
    for (size_t i = 0; i < logic->clues.count; i++)
        if (!comb_hexcells_clue_holds(&logic->clues.items[i], model))
            return false;
    return logic->total < 0 || blue == logic->total;
}

static void learn_from_model(struct comb_hexcells_logic *logic, const signed char *model)
{
    struct comb_hexcells_search *search = logic->search;
    for (size_t i = 0; i < search->groups.count; i++) {
        struct group *group = &search->groups.items[i];
        for (unsigned k = 0; k < group->count && group->colours_seen != SEEN_BOTH; k++)
            group->colours_seen |= model[search->members[group->first + k].cell] ? SEEN_BLUE : SEEN_BLACK;
    }
}

static void learn_from_stored(struct comb_hexcells_logic *logic)
{
    struct comb_hexcells_search *search = logic->search;
    for (unsigned i = 0; i < MODELS; i++) {
        const signed char *model = search->models + (size_t)i * logic->cells;
        search->valid[i] = search->valid[i] && is_completion(logic, model);
        if (search->valid[i])
            learn_from_model(logic, model);
    }
    for (size_t i = 0; i < search->groups.count; i++)
        logic->effort.reused += search->groups.items[i].colours_seen == SEEN_BOTH;
}

/* Reads a completion from the solver and colours loose cells until the counter is met. False if it cannot be met. */
static bool read_completion(signed char *model, struct comb_hexcells_logic *logic)
{
    long missing = logic->total;
    for (unsigned cell = 0; cell < logic->cells; cell++) {
        model[cell] = logic->proved[cell];
        if (model[cell] == COMB_HEXCELLS_UNKNOWN)
            model[cell] = logic->clues_of[cell] && comb_sat_value(logic->search->sat, comb_hexcells_literal(cell));
        missing -= model[cell] == COMB_HEXCELLS_BLUE;
    }
    for (unsigned cell = 0; cell < logic->cells && missing > 0; cell++)
        if (logic->proved[cell] == COMB_HEXCELLS_UNKNOWN && !logic->clues_of[cell]) {
            model[cell] = COMB_HEXCELLS_BLUE;
            missing--;
        }
    return logic->total < 0 || missing == 0;
}

static bool store_completion(struct comb_hexcells_logic *logic)
{
    struct comb_hexcells_search *search = logic->search;
    signed char *model = search->models + (size_t)search->oldest * logic->cells;
    search->valid[search->oldest] = false;
    if (!read_completion(model, logic))
        return false;
    assert(is_completion(logic, model));
    search->valid[search->oldest] = true;
    search->oldest = (search->oldest + 1) % MODELS;
    learn_from_model(logic, model);
    return true;
}

/* ---- candidates ---- */

static bool is_loose(const struct comb_hexcells_logic *logic, const struct group *group)
{
    return !logic->clues_of[logic->search->members[group->first].cell];
}

/* The assumption that gives the group the other colour. */
static int other_colour(const struct comb_hexcells_logic *logic, const struct group *group)
{
    int literal = comb_hexcells_literal(logic->search->members[group->first].cell);
    return group->colours_seen == SEEN_BLUE ? -literal : literal;
}

/* The same for the loose cells: one can turn black if more than the minimum of touched cells is blue, and blue if fewer
 * than `outside` touched cells are. 0 if impossible. */
static int other_count(const struct comb_hexcells_logic *logic, const struct group *group)
{
    const struct comb_hexcells_search *search = logic->search;
    const struct comb_hexcells_remainder *rest = &search->rest[0];
    bool blue = group->colours_seen == SEEN_BLUE;
    long total = blue ? rest->outside - (long)rest->loose.count : rest->outside - 1;
    if (total < 0 || total >= (long)search->totals.count)
        return 0;
    return blue ? search->totals.items[total] : -search->totals.items[total];
}

static int prove_group(struct comb_hexcells_logic *logic, const struct group *group, struct comb_error *err)
{
    for (unsigned k = 0; k < group->count; k++) {
        unsigned cell = logic->search->members[group->first + k].cell;
        logic->effort.refuted += logic->proved[cell] == COMB_HEXCELLS_UNKNOWN;
        if (!comb_hexcells_prove(logic, cell, group->colours_seen == SEEN_BLUE))
            return comb_fail_memory(err);
    }
    int code = comb_hexcells_propagate(logic, err);
    if (code == COMB_OK)
        add_colours(logic);
    return code;
}

/* Searches a completion in which `assumption` holds (0 = any). The counter is added to the solver only if it proposes
 * something that the counter forbids: while many cells are in no clue, that is rare. */
static int find_completion(enum comb_sat_answer *answer, struct comb_hexcells_logic *logic, int assumption,
                           struct comb_error *err)
{
    for (;;) {
        logic->effort.solves++;
        if (assumption)
            comb_sat_assume(logic->search->sat, assumption);
        *answer = comb_sat_solve(logic->search->sat);
        if (*answer != COMB_SAT_SATISFIABLE)
            return *answer == COMB_SAT_UNSATISFIABLE ? COMB_OK : comb_hexcells_solver_failed(logic, *answer, err);
        if (store_completion(logic))
            return COMB_OK;
        assert(!logic->search->counter_added);
        if (!add_counter(logic))
            return comb_fail_memory(err);
    }
}

static int decide_group(struct comb_hexcells_logic *logic, struct group *group, struct comb_error *err)
{
    enum comb_sat_answer answer = COMB_SAT_UNSATISFIABLE;
    assert(group->colours_seen == SEEN_BLUE ||
           group->colours_seen == SEEN_BLACK); /* at least one completion is known */
    if (is_loose(logic, group) && !logic->search->counter_added && !add_counter(logic))
        return comb_fail_memory(err);
    int assumption = is_loose(logic, group) ? other_count(logic, group) : other_colour(logic, group);
    int code = assumption ? find_completion(&answer, logic, assumption, err) : COMB_OK;
    if (code == COMB_OK && answer == COMB_SAT_UNSATISFIABLE)
        code = prove_group(logic, group, err);
    return code;
}

static bool is_undecided(const struct comb_hexcells_logic *logic, const struct group *group)
{
    /* Propagation may have proved only one cell of a group; the others follow by exchange. */
    for (unsigned k = 0; k < group->count; k++)
        if (logic->proved[logic->search->members[group->first + k].cell] == COMB_HEXCELLS_UNKNOWN)
            return true;
    return false;
}

static bool has_completion(const struct comb_hexcells_search *search)
{
    for (unsigned i = 0; i < MODELS; i++)
        if (search->valid[i])
            return true;
    return false;
}

static int decide_groups(struct comb_hexcells_logic *logic, struct comb_error *err)
{
    if (!set_up_search(logic) || !add_news(logic) || !group_cells(logic))
        return comb_fail_memory(err);
    learn_from_stored(logic);
    int code = COMB_OK;
    if (!has_completion(logic->search)) {
        enum comb_sat_answer answer;
        code = find_completion(&answer, logic, 0, err);
        if (code == COMB_OK && answer == COMB_SAT_UNSATISFIABLE) {
            logic->contradiction = true;
            code = comb_hexcells_fail_contradiction(err);
        }
    }
    for (size_t i = 0; i < logic->search->groups.count && code == COMB_OK; i++) {
        struct group *group = &logic->search->groups.items[i];
        if (group->colours_seen != SEEN_BOTH && is_undecided(logic, group))
            code = decide_group(logic, group, err);
        if (code == COMB_OK && comb_job_tick(logic->job, 1) != COMB_OK)
            code = comb_job_fail(logic->job, comb_job_tick(logic->job, 0), err);
    }
    return code;
}

int comb_hexcells_find_forced(struct comb_hexcells_logic *logic, struct comb_error *err)
{
    int code = comb_hexcells_propagate(logic, err);
    return code == COMB_OK && logic->unproved > 0 ? decide_groups(logic, err) : code;
}

int comb_hexcells_logic_forced(signed char *colours, struct comb_hexcells_logic *logic, struct comb_error *err)
{
    int code = comb_hexcells_find_forced(logic, err);
    memcpy(colours, logic->proved, logic->cells);
    return code;
}

int comb_hexcells_forced(signed char *colours, const struct comb_hexcells_problem *problem, struct comb_job *job,
                         struct comb_error *err)
{
    struct comb_hexcells_logic *logic;
    int code = comb_hexcells_logic_new(&logic, problem, job, err);
    if (code == COMB_OK)
        code = comb_hexcells_logic_forced(colours, logic, err);
    comb_hexcells_logic_free(logic);
    return code;
}
