/* Thin wrapper around CaDiCaL, plus cardinality constraints.
 *
 * Running out of memory makes the solver useless: from then on nothing is passed to it, and every solve returns
 * COMB_SAT_NO_MEMORY. A job that ends while clauses are being added, which can take much time and memory, is handled
 * the same way: `stop` is called every so many clauses, and the remaining clauses are dropped.
 *
 * "At most 2 of a, b, c, d" as clauses over the literals alone says of every three that one is false: C(n, max+1)
 * clauses, C(n, n-min+1) for the lower bound, no new variable, and complete unit propagation. This encoding is used up
 * to DIRECT_CLAUSES clauses, which covers all rings of six cells. Beyond that, a totalizer: a tree of unary numbers,
 *
 *                  r1 r2 r3 r4           r_k: at least k of the four
 *                 /            \
 *             a1 a2            b1 b2     a_i and b_j  ->  r_(i+j)
 *             /   \            /   \     not a_(i+1) and not b_(j+1)  ->  not r_(i+j+1)
 *            x1    x2        x3     x4
 *
 * cut off at the number that matters (max + 1), or at n - min + 1 of the negated literals if that is less. It costs O(n
 * * cut) variables times the depth and O(n * cut^2) clauses at worst. Both directions are encoded, so that the inputs
 * determine the outputs: models then correspond one-to-one to assignments of the literals. */
#include "engine/sat/sat.h"

#include "base/vec.h"
#include "engine/sat/cadical_wrapper.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

#define DIRECT_CLAUSES 80
#define VARIABLES_MAX 100000000
#define CLAUSES_UNASKED 4096

struct comb_sat {
    CCaDiCaL *solver;
    int variables;
    int guard;
    bool failed;    /* memory ran out: clauses are missing */
    bool lost;      /* an exception was thrown inside the solver: it cannot be used or released */
    bool stopped;   /* while clauses were added: some are missing */
    size_t clauses; /* since `stop` was last called */
    bool (*stop)(void *payload);
    void *payload;
    struct COMB_VEC(int) numbers; /* stack of the unary numbers of the totalizer under construction */
};

struct comb_sat *comb_sat_new(void)
{
    struct comb_sat *sat = calloc(1, sizeof *sat);
    if (!sat)
        return NULL;
    if (!comb_cadical_new(&sat->solver)) {
        comb_sat_free(sat);
        return NULL;
    }
    return sat;
}

void comb_sat_free(struct comb_sat *sat)
{
    if (!sat)
        return;
    if (sat->solver && !sat->lost)
        comb_cadical_release(sat->solver);
    comb_vec_free(&sat->numbers);
    free(sat);
}

static int terminate_callback(void *payload)
{
    struct comb_sat *sat = payload;
    return sat->stop(sat->payload);
}

void comb_sat_set_terminate(struct comb_sat *sat, bool (*stop)(void *payload), void *payload)
{
    sat->stop = stop;
    sat->payload = payload;
    ccadical_set_terminate(sat->solver, stop ? sat : NULL, stop ? terminate_callback : NULL);
}

int comb_sat_variables(struct comb_sat *sat, unsigned count)
{
    if (count > (unsigned)(VARIABLES_MAX - sat->variables)) {
        sat->failed = true;
        return 0;
    }
    int first = sat->variables + 1;
    sat->variables += (int)count;
    return first;
}

int comb_sat_variable_count(const struct comb_sat *sat)
{
    return sat->variables;
}

/* `worked`: result of a solver call. */
static void note_lost(struct comb_sat *sat, bool worked)
{
    sat->lost |= !worked;
    sat->failed |= !worked;
}

/* Returns whether more clauses may be added. */
static bool accepts_clauses(struct comb_sat *sat)
{
    if (++sat->clauses >= CLAUSES_UNASKED && sat->stop) {
        sat->clauses = 0;
        sat->stopped |= sat->stop(sat->payload);
    }
    return !sat->failed && !sat->stopped;
}

void comb_sat_clause(struct comb_sat *sat, const int *literals, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert(literals[i] != 0 && abs(literals[i]) <= sat->variables);
    if (!accepts_clauses(sat))
        return;
    note_lost(sat, comb_cadical_clause(sat->solver, literals, count, sat->guard));
}

void comb_sat_clause_2(struct comb_sat *sat, int a, int b)
{
    comb_sat_clause(sat, (const int[]){a, b}, 2);
}

void comb_sat_unit(struct comb_sat *sat, int literal)
{
    comb_sat_clause(sat, &literal, 1);
}

void comb_sat_guard(struct comb_sat *sat, int literal)
{
    sat->guard = literal;
}

void comb_sat_assume(struct comb_sat *sat, int literal)
{
    assert(literal != 0 && abs(literal) <= sat->variables);
    if (!sat->failed)
        note_lost(sat, comb_cadical_assume(sat->solver, literal));
}

enum comb_sat_answer comb_sat_solve(struct comb_sat *sat)
{
    int result = 0;
    if (!sat->failed && !sat->stopped)
        note_lost(sat, comb_cadical_solve(&result, sat->solver));
    if (sat->failed)
        return COMB_SAT_NO_MEMORY;
    switch (result) {
    case 10:
        return COMB_SAT_SATISFIABLE;
    case 20:
        return COMB_SAT_UNSATISFIABLE;
    default:
        return COMB_SAT_STOPPED;
    }
}

bool comb_sat_value(struct comb_sat *sat, int literal)
{
    assert(literal != 0 && abs(literal) <= sat->variables);
    /* query the variable: library versions differ in what they return for a negative literal */
    int value = 0;
    if (!sat->failed)
        note_lost(sat, comb_cadical_value(&value, sat->solver, abs(literal)));
    return (value > 0) == (literal > 0);
}

bool comb_sat_failed(struct comb_sat *sat, int literal)
{
    int failed = 0;
    if (!sat->failed)
        note_lost(sat, comb_cadical_failed(&failed, sat->solver, literal));
    return failed != 0;
}

/* ---- cardinality constraints ---- */

/* Returns n over k, or DIRECT_CLAUSES + 1 if that is more than DIRECT_CLAUSES. */
static unsigned long subsets(size_t n, size_t k)
{
    if (k > n)
        return 0;
    unsigned long result = 1;
    size_t small = k < n - k ? k : n - k;
    for (size_t i = 1; i <= small; i++) {
        result = result * (n - small + i) / i;
        if (result > DIRECT_CLAUSES)
            return DIRECT_CLAUSES + 1;
    }
    return result;
}

/* Adds clauses: of every `size` literals one is true (sign 1) or false (sign -1). */
static void clause_for_each_subset(struct comb_sat *sat, const int *literals, size_t count, size_t size, int sign)
{
    size_t chosen[DIRECT_CLAUSES + 1];
    int clause[DIRECT_CLAUSES + 1];
    assert(size <= count && size <= DIRECT_CLAUSES + 1);
    for (size_t i = 0; i < size; i++)
        chosen[i] = i;
    for (;;) {
        for (size_t i = 0; i < size; i++)
            clause[i] = sign * literals[chosen[i]];
        comb_sat_clause(sat, clause, size);
        size_t last = size;
        while (last > 0 && chosen[last - 1] == count - size + last - 1)
            last--;
        if (last == 0)
            return;
        chosen[last - 1]++;
        for (size_t i = last; i < size; i++)
            chosen[i] = chosen[i - 1] + 1;
    }
}

static bool direct_is_small(size_t count, size_t min, size_t max)
{
    unsigned long upper = max < count ? subsets(count, max + 1) : 0;
    unsigned long lower = min > 0 ? subsets(count, count - min + 1) : 0;
    return count <= DIRECT_CLAUSES && upper + lower <= DIRECT_CLAUSES;
}

/* A unary number on the stack of numbers. It may count more literals than it has digits. */
struct addend {
    size_t at; /* index in sat->numbers */
    size_t digits;
    size_t literals;
};

static void add_clause_up_to_3(struct comb_sat *sat, int a, int b, int c)
{
    int clause[3];
    size_t count = 0;
    if (a)
        clause[count++] = a;
    if (b)
        clause[count++] = b;
    clause[count++] = c;
    comb_sat_clause(sat, clause, count);
}

/* Returns digit k of a number, k from 1; 0 means a digit that cannot be true. */
static int digit_literal(const struct comb_sat *sat, const struct addend *number, size_t k)
{
    return k <= number->digits ? sat->numbers.items[number->at + k - 1] : 0;
}

static void define_sum(struct comb_sat *sat, const struct addend *a, const struct addend *b, int first, size_t digits)
{
    for (size_t i = 0; i <= a->digits; i++)
        for (size_t j = 0; j <= b->digits; j++) {
            if (i + j > 0 && i + j <= digits)
                add_clause_up_to_3(sat, i ? -digit_literal(sat, a, i) : 0, j ? -digit_literal(sat, b, j) : 0,
                                   first + (int)(i + j) - 1);
            if (i + j < digits && (i < a->digits || i == a->literals) && (j < b->digits || j == b->literals))
                add_clause_up_to_3(sat, digit_literal(sat, a, i + 1), digit_literal(sat, b, j + 1),
                                   -(first + (int)(i + j)));
        }
}

/* Recursion depth: the logarithm of the count. */
static bool count_literals(struct comb_sat *sat, const int *literals, size_t count, size_t cut)
{
    if (count == 1)
        return comb_vec_push(&sat->numbers, literals[0]);
    size_t half = count / 2;
    struct addend a = {sat->numbers.count, half < cut ? half : cut, half};
    if (!count_literals(sat, literals, half, cut))
        return false;
    struct addend b = {sat->numbers.count, count - half < cut ? count - half : cut, count - half};
    if (!count_literals(sat, literals + half, count - half, cut))
        return false;
    size_t digits = count < cut ? count : cut;
    int first = comb_sat_variables(sat, (unsigned)digits);
    if (!first)
        return false;
    define_sum(sat, &a, &b, first, digits);
    sat->numbers.count = a.at;
    for (size_t k = 0; k < digits; k++)
        if (!comb_vec_push(&sat->numbers, first + (int)k))
            return false;
    return true;
}

/* Leaves the digits in sat->numbers. */
static bool totalize(struct comb_sat *sat, const int *literals, size_t count, size_t cut)
{
    int guard = sat->guard;
    sat->guard = 0;
    sat->numbers.count = 0;
    bool done = count_literals(sat, literals, count, cut);
    sat->guard = guard;
    sat->failed |= !done;
    return done;
}

void comb_sat_totalizer(struct comb_sat *sat, int *outputs, const int *literals, size_t count, size_t cut)
{
    size_t digits = count < cut ? count : cut;
    bool done = digits == 0 || totalize(sat, literals, count, digits);
    assert(!done || digits == 0 || sat->numbers.count == digits);
    for (size_t k = 0; k < digits; k++)
        outputs[k] = done ? sat->numbers.items[k] : literals[0];
}

static void total_between(struct comb_sat *sat, const int *literals, size_t count, size_t min, size_t max)
{
    if (!totalize(sat, literals, count, max < count ? max + 1 : min))
        return;
    if (min > 0)
        comb_sat_unit(sat, sat->numbers.items[min - 1]);
    if (max < count)
        comb_sat_unit(sat, -sat->numbers.items[max]);
}

static void negated_between(struct comb_sat *sat, const int *literals, size_t count, size_t min, size_t max)
{
    int *negated = malloc(count * sizeof *negated);
    sat->failed |= !negated;
    for (size_t i = 0; negated && i < count; i++)
        negated[i] = -literals[i];
    if (negated)
        total_between(sat, negated, count, min, max);
    free(negated);
}

void comb_sat_between(struct comb_sat *sat, const int *literals, size_t count, long min, long max)
{
    size_t low = min < 0 ? 0 : (size_t)min;
    size_t high = max < 0 ? 0 : (size_t)max < count ? (size_t)max : count;
    if (max < 0 || min > max || low > count) {
        comb_sat_clause(sat, NULL, 0);
        return;
    }
    if (direct_is_small(count, low, high)) {
        if (high < count)
            clause_for_each_subset(sat, literals, count, high + 1, -1);
        if (low > 0)
            clause_for_each_subset(sat, literals, count, count - low + 1, 1);
    } else if (high > count - low) {
        negated_between(sat, literals, count, count - high, count - low);
    } else {
        total_between(sat, literals, count, low, high);
    }
}
