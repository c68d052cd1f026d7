/* Everything that follows from what is shown: exact, by completions and refutations.
 *
 * A completion is a colouring of all cells that satisfies everything shown. Two completions that differ in a cell prove
 * it open. A cell that had one colour in all completions so far is a candidate: the solver (sat.h) is asked for a
 * completion where it has the other one. If there is one, it usually settles many candidates at once; if not, the
 * colour is proved and taken up by the cheap deductions (logic.c), which often prove more.
 *
 *      completion 1    B . B B . .
 *      completion 2    B B . B . .      cells 1 and 2 are open; 0, 3, 4 and 5 are candidates
 *
 * Three things keep the number of questions small:
 *   - Cells that are in the same plain clues are interchangeable. They form a class; a completion with both colours in
 * a class opens all of it, and one refutation proves all of it. Cells in no clue at all are such a class; they are not
 *     even told to the solver, which only hears how many of them there are (logic_counter.c).
 *   - Information only grows: completions of earlier rounds that satisfy the new clues count again, and so do all the
 *     clauses that the solver has learned.
 *   - Every completion is checked against every clue before it is believed, by code that knows nothing of clauses.
 *
 * Cost: one question for each class that only several clues together decide, plus a few completions. */
#include "games/hexcells/logic_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define MODELS 48 /* completions that are kept */
#define SEEN_BLACK 1
#define SEEN_BLUE 2
#define SEEN_BOTH 3

struct member {
    uint64_t signature;
    unsigned cell;
};

struct group {
    unsigned first; /* in members */
    unsigned count;
    unsigned char seen;
};

struct comb_hexcells_search {
    struct comb_sat *sat;
    size_t encoded;      /* clues the solver has heard of */
    signed char *told;   /* colours it has heard of */
    signed char *models; /* MODELS times the cells */
    bool valid[MODELS];
    unsigned oldest;

    bool counter_told; /* in this round */
    struct comb_hexcells_remainder rest[2];
    struct comb_hexcells_remainder fresh;
    struct COMB_VEC(int) digits; /* of the number of blue cells among rest[0].touched */

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
    comb_vec_free(&search->digits);
    comb_vec_free(&search->groups);
    free(search->told);
    free(search->models);
    free(search->members);
    free(search);
}

static bool set_up(struct comb_hexcells_logic *logic)
{
    if (logic->search)
        return true;
    struct comb_hexcells_search *search = calloc(1, sizeof *search);
    if (!search)
        return false;
    logic->search = search;
    search->sat = comb_sat_new();
    search->told = malloc((size_t)logic->cells + 1);
    search->models = malloc((size_t)logic->cells * MODELS + 1);
    search->members = calloc((size_t)logic->cells + 1, sizeof *search->members);
    if (!search->sat || !search->told || !search->models || !search->members ||
        !comb_sat_variables(search->sat, logic->cells)) {
        comb_hexcells_search_free(search);
        logic->search = NULL;
        return false;
    }
    memset(search->told, COMB_HEXCELLS_UNKNOWN, logic->cells);
    comb_hexcells_watch_job(search->sat, logic);
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

/* ---- what the solver is told ---- */

static bool tell_clues(struct comb_hexcells_logic *logic)
{
    struct comb_hexcells_search *search = logic->search;
    for (; search->encoded < logic->clues.count; search->encoded++)
        if (!comb_hexcells_encode(search->sat, &logic->scratch, &logic->clues.items[search->encoded], logic->proved))
            return false;
    return true;
}

static void tell_colours(struct comb_hexcells_logic *logic)
{
    struct comb_hexcells_search *search = logic->search;
    for (unsigned cell = 0; cell < logic->cells; cell++) {
        if (logic->proved[cell] == search->told[cell])
            continue;
        int literal = comb_hexcells_literal(cell);
        comb_sat_unit(search->sat, logic->proved[cell] == COMB_HEXCELLS_BLUE ? literal : -literal);
        search->told[cell] = logic->proved[cell];
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

/* The number of blue cells outside as digits, because the loose cells are asked about by it. */
static bool tell_digits(struct comb_hexcells_logic *logic, const struct comb_hexcells_remainder *rest)
{
    struct comb_hexcells_search *search = logic->search;
    size_t touched = rest->touched.count;
    long least = rest->outside - (long)rest->loose.count;
    search->digits.count = 0;
    if (rest->outside < 0 || least > (long)touched) {
        comb_sat_clause(search->sat, NULL, 0);
        return true;
    }
    if (!touched_literals(logic, rest) ||
        !comb_vec_reserve((void **)&search->digits.items, &search->digits.capacity, touched + 1, sizeof(int)))
        return false;
    if (rest->loose.count == 0) {
        comb_sat_between(search->sat, logic->scratch.literals.items, touched, least, rest->outside);
        return true;
    }
    size_t cut = (size_t)rest->outside + 1;
    comb_sat_totalizer(search->sat, search->digits.items, logic->scratch.literals.items, touched, cut);
    search->digits.count = touched < cut ? touched : cut;
    assert(least <= (long)search->digits.count);
    if (least > 0)
        comb_sat_unit(search->sat, search->digits.items[least - 1]);
    if ((size_t)rest->outside < touched)
        comb_sat_unit(search->sat, -search->digits.items[rest->outside]);
    return true;
}

static bool tell_remainder(struct comb_hexcells_logic *logic, unsigned which)
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
        return tell_digits(logic, rest);
    if (!touched_literals(logic, rest))
        return false;
    comb_sat_between(search->sat, logic->scratch.literals.items, rest->touched.count,
                     rest->outside - (long)rest->loose.count, rest->outside);
    return true;
}

static bool tell_counter(struct comb_hexcells_logic *logic)
{
    logic->search->counter_told = true;
    return tell_remainder(logic, 0) && tell_remainder(logic, 1);
}

static bool tell_news(struct comb_hexcells_logic *logic)
{
    logic->search->counter_told = logic->total < 0;
    if (!tell_clues(logic))
        return false;
    tell_colours(logic);
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

static void learn_from(struct comb_hexcells_logic *logic, const signed char *model)
{
    struct comb_hexcells_search *search = logic->search;
    for (size_t i = 0; i < search->groups.count; i++) {
        struct group *group = &search->groups.items[i];
        for (unsigned k = 0; k < group->count && group->seen != SEEN_BOTH; k++)
            group->seen |= model[search->members[group->first + k].cell] ? SEEN_BLUE : SEEN_BLACK;
    }
}

static void learn_from_earlier(struct comb_hexcells_logic *logic)
{
    struct comb_hexcells_search *search = logic->search;
    for (unsigned i = 0; i < MODELS; i++) {
        const signed char *model = search->models + (size_t)i * logic->cells;
        search->valid[i] = search->valid[i] && is_completion(logic, model);
        if (search->valid[i])
            learn_from(logic, model);
    }
    for (size_t i = 0; i < search->groups.count; i++)
        logic->effort.reused += search->groups.items[i].seen == SEEN_BOTH;
}

/* Colours the cells as the solver has it and fills up loose cells to what the counter says. False when the counter
 * cannot be met. */
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

static bool take_completion(struct comb_hexcells_logic *logic)
{
    struct comb_hexcells_search *search = logic->search;
    signed char *model = search->models + (size_t)search->oldest * logic->cells;
    search->valid[search->oldest] = false;
    if (!read_completion(model, logic))
        return false;
    assert(is_completion(logic, model));
    search->valid[search->oldest] = true;
    search->oldest = (search->oldest + 1) % MODELS;
    learn_from(logic, model);
    return true;
}

/* ---- candidates ---- */

static bool is_loose(const struct comb_hexcells_logic *logic, const struct group *group)
{
    return !logic->clues_of[logic->search->members[group->first].cell];
}

/* What must be assumed to see the group in another colour than so far. */
static int other_colour(const struct comb_hexcells_logic *logic, const struct group *group)
{
    int literal = comb_hexcells_literal(logic->search->members[group->first].cell);
    return group->seen == SEEN_BLUE ? -literal : literal;
}

/* The same for the loose cells: one can turn black when more than the least number of the touched ones is blue, and
 * blue when not all that are outside need be touched ones. 0 when that cannot be. */
static int other_number(const struct comb_hexcells_logic *logic, const struct group *group)
{
    const struct comb_hexcells_search *search = logic->search;
    const struct comb_hexcells_remainder *rest = &search->rest[0];
    bool blue = group->seen == SEEN_BLUE;
    long digit = blue ? rest->outside - (long)rest->loose.count : rest->outside - 1;
    if (digit < 0 || digit >= (long)search->digits.count)
        return 0;
    return blue ? search->digits.items[digit] : -search->digits.items[digit];
}

static int prove_group(struct comb_hexcells_logic *logic, const struct group *group, struct comb_error *err)
{
    for (unsigned k = 0; k < group->count; k++) {
        unsigned cell = logic->search->members[group->first + k].cell;
        logic->effort.refuted += logic->proved[cell] == COMB_HEXCELLS_UNKNOWN;
        if (!comb_hexcells_prove(logic, cell, group->seen == SEEN_BLUE))
            return comb_fail_memory(err);
    }
    int code = comb_hexcells_propagate(logic, err);
    if (code == COMB_OK)
        tell_colours(logic);
    return code;
}

/* A completion in which `assumption` holds (0 = any). The solver hears of the counter only when it proposes something
 * that the counter forbids: while many cells are in no clue, that hardly ever happens. */
static int ask(enum comb_sat_answer *answer, struct comb_hexcells_logic *logic, int assumption, struct comb_error *err)
{
    for (;;) {
        logic->effort.solves++;
        if (assumption)
            comb_sat_assume(logic->search->sat, assumption);
        *answer = comb_sat_solve(logic->search->sat);
        if (*answer != COMB_SAT_YES)
            return *answer == COMB_SAT_NO ? COMB_OK : comb_hexcells_no_answer(logic, *answer, err);
        if (take_completion(logic))
            return COMB_OK;
        assert(!logic->search->counter_told);
        if (!tell_counter(logic))
            return comb_fail_memory(err);
    }
}

static int settle(struct comb_hexcells_logic *logic, struct group *group, struct comb_error *err)
{
    enum comb_sat_answer answer = COMB_SAT_NO;
    assert(group->seen == SEEN_BLUE || group->seen == SEEN_BLACK); /* some completion has been seen */
    if (is_loose(logic, group) && !logic->search->counter_told && !tell_counter(logic))
        return comb_fail_memory(err);
    int assumption = is_loose(logic, group) ? other_number(logic, group) : other_colour(logic, group);
    int code = assumption ? ask(&answer, logic, assumption, err) : COMB_OK;
    if (code == COMB_OK && answer == COMB_SAT_NO)
        code = prove_group(logic, group, err);
    return code;
}

static bool is_open(const struct comb_hexcells_logic *logic, const struct group *group)
{
    /* The cheap deductions may have proved one cell of a group only; the others follow by exchange. */
    for (unsigned k = 0; k < group->count; k++)
        if (logic->proved[logic->search->members[group->first + k].cell] == COMB_HEXCELLS_UNKNOWN)
            return true;
    return false;
}

static bool any_completion_kept(const struct comb_hexcells_search *search)
{
    for (unsigned i = 0; i < MODELS; i++)
        if (search->valid[i])
            return true;
    return false;
}

static int settle_all(struct comb_hexcells_logic *logic, struct comb_error *err)
{
    if (!set_up(logic) || !tell_news(logic) || !group_cells(logic))
        return comb_fail_memory(err);
    learn_from_earlier(logic);
    int code = COMB_OK;
    if (!any_completion_kept(logic->search)) {
        enum comb_sat_answer answer;
        code = ask(&answer, logic, 0, err);
        if (code == COMB_OK && answer == COMB_SAT_NO) {
            logic->contradiction = true;
            code = comb_hexcells_contradicts(err);
        }
    }
    for (size_t i = 0; i < logic->search->groups.count && code == COMB_OK; i++) {
        struct group *group = &logic->search->groups.items[i];
        if (group->seen != SEEN_BOTH && is_open(logic, group))
            code = settle(logic, group, err);
        if (code == COMB_OK && comb_job_tick(logic->job, 1) != COMB_OK)
            code = comb_job_fail(logic->job, comb_job_tick(logic->job, 0), err);
    }
    return code;
}

int comb_hexcells_find_forced(struct comb_hexcells_logic *logic, struct comb_error *err)
{
    int code = comb_hexcells_propagate(logic, err);
    return code == COMB_OK && logic->unproved > 0 ? settle_all(logic, err) : code;
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
