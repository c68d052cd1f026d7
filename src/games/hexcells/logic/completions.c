/* Counts the completions of a board and returns two of them, so that authors see where a level needs a guess.
 *
 * The solver finds a completion; a clause then excludes it, and it solves again. Cells in no clue are counted by
 * formula: with k of them blue there are C(loose, k) ways, so they need no solver calls. The limit bounds the number of
 * calls: each adds one clause as long as the board. */
#include "games/hexcells/logic/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT_MAX ((uint64_t)1 << 40)

struct count {
    struct comb_hexcells_logic *logic;
    struct comb_sat *sat;
    struct COMB_VEC(unsigned) loose; /* unknown cells in no clue */
    struct COMB_VEC(unsigned) bound; /* unknown cells in clues */
    int *literals;
    uint64_t limit;
};

static bool classify_cells(struct count *count)
{
    const struct comb_hexcells_logic *logic = count->logic;
    for (unsigned cell = 0; cell < logic->cells; cell++) {
        if (logic->known[cell] != COMB_HEXCELLS_UNKNOWN)
            continue;
        if (!(logic->clues_of[cell] ? comb_vec_push(&count->bound, cell) : comb_vec_push(&count->loose, cell)))
            return false;
    }
    return true;
}

/* The number of blue cells among the unknown ones, by the counter. */
static long missing_blue(const struct comb_hexcells_logic *logic)
{
    long missing = logic->total;
    for (unsigned cell = 0; cell < logic->cells; cell++)
        missing -= logic->known[cell] == COMB_HEXCELLS_BLUE;
    return missing;
}

static bool set_up_solver(struct count *count)
{
    struct comb_hexcells_logic *logic = count->logic;
    count->sat = comb_sat_new();
    count->literals = calloc((size_t)logic->cells + 1, sizeof *count->literals);
    if (!count->sat || !count->literals || !comb_sat_variables(count->sat, logic->cells + 1) || !classify_cells(count))
        return false;
    comb_hexcells_connect_job(count->sat, logic);
    for (size_t i = 0; i < logic->clues.count; i++)
        if (!comb_hexcells_encode(count->sat, &logic->scratch, &logic->clues.items[i], logic->known))
            return false;
    for (size_t i = 0; i < count->bound.count; i++)
        count->literals[i] = comb_hexcells_literal(count->bound.items[i]);
    long missing = missing_blue(logic);
    if (logic->total >= 0)
        comb_sat_between(count->sat, count->literals, count->bound.count, missing - (long)count->loose.count, missing);
    return true;
}

/* min(limit, n over k) */
static uint64_t binomial(uint64_t n, uint64_t k, uint64_t limit)
{
    uint64_t result = 1;
    assert(k <= n);
    k = k < n - k ? k : n - k;
    for (uint64_t i = 1; i <= k; i++) {
        result = result * (n - k + i) / i; /* no overflow: at most LIMIT_MAX * COMB_HEXCELLS_MAX_CELLS */
        if (result >= limit)
            return limit;
    }
    return result < limit ? result : limit;
}

static uint64_t power_of_two(uint64_t n, uint64_t limit)
{
    return n < 63 && (uint64_t)1 << n < limit ? (uint64_t)1 << n : limit;
}

/* Reads the completion from the solver and colours the first `blue` loose cells blue. */
static void read_completion(signed char *colours, const struct count *count, long blue)
{
    memcpy(colours, count->logic->known, count->logic->cells);
    for (size_t i = 0; i < count->bound.count; i++)
        colours[count->bound.items[i]] = comb_sat_value(count->sat, comb_hexcells_literal(count->bound.items[i]));
    for (size_t i = 0; i < count->loose.count; i++)
        colours[count->loose.items[i]] = (long)i < blue;
}

/* Changes a completion to another one that differs only in loose cells; there must be more than one way. */
static void exchange_loose(signed char *colours, const struct count *count, long blue)
{
    size_t last = count->loose.count - 1;
    assert(count->logic->total < 0 || (blue > 0 && (size_t)blue < count->loose.count));
    if (count->logic->total >= 0)
        colours[count->loose.items[blue - 1]] = COMB_HEXCELLS_BLACK;
    colours[count->loose.items[last]] = COMB_HEXCELLS_BLUE;
}

static bool store_example(struct comb_hexcells_completions *out, const struct count *count, long blue, uint64_t here)
{
    size_t bytes = (size_t)count->logic->cells + 1;
    for (uint64_t i = 0; i < here && i < 2 && !out->second; i++) {
        signed char *example = malloc(bytes);
        if (!example)
            return false;
        read_completion(example, count, blue);
        if (i == 1)
            exchange_loose(example, count, blue);
        *(out->first ? &out->second : &out->first) = example;
    }
    return true;
}

static void exclude_completion(struct count *count)
{
    for (size_t i = 0; i < count->bound.count; i++) {
        int literal = comb_hexcells_literal(count->bound.items[i]);
        count->literals[i] = comb_sat_value(count->sat, literal) ? -literal : literal;
    }
    comb_sat_clause(count->sat, count->literals, count->bound.count);
}

static bool count_completion(struct comb_hexcells_completions *out, struct count *count)
{
    long blue = 0;
    uint64_t here = power_of_two(count->loose.count, count->limit);
    if (count->logic->total >= 0) {
        blue = missing_blue(count->logic);
        for (size_t i = 0; i < count->bound.count; i++)
            blue -= comb_sat_value(count->sat, comb_hexcells_literal(count->bound.items[i]));
        assert(blue >= 0 && blue <= (long)count->loose.count);
        here = binomial(count->loose.count, (uint64_t)blue, count->limit);
    }
    if (!store_example(out, count, blue, here))
        return false;
    out->count = here < count->limit - out->count ? out->count + here : count->limit;
    exclude_completion(count);
    return true;
}

static int run_count(struct comb_hexcells_completions *out, struct count *count, struct comb_error *err)
{
    /* Counting one more than `limit` shows whether the count was cut short. */
    while (out->count < count->limit) {
        enum comb_sat_answer answer = comb_sat_solve(count->sat);
        if (answer == COMB_SAT_UNSATISFIABLE)
            break;
        if (answer != COMB_SAT_SATISFIABLE)
            return comb_hexcells_solver_failed(count->logic, answer, err);
        if (!count_completion(out, count))
            return comb_fail_memory(err);
        int code = comb_job_tick(count->logic->job, 1);
        if (code != COMB_OK)
            return comb_job_fail(count->logic->job, code, err);
    }
    return COMB_OK;
}

void comb_hexcells_completions_free(struct comb_hexcells_completions *completions)
{
    if (!completions)
        return;
    free(completions->first);
    free(completions->second);
    *completions = (struct comb_hexcells_completions){0};
}

static int count_all(struct comb_hexcells_completions *out, struct comb_hexcells_logic *logic, uint64_t limit,
                     struct comb_error *err)
{
    limit = limit < LIMIT_MAX ? limit : LIMIT_MAX;
    struct count count = {.logic = logic, .limit = limit + 1};
    int code = COMB_OK;
    if (!logic->contradiction)
        code = set_up_solver(&count) ? run_count(out, &count, err) : comb_fail_memory(err);
    out->all = code == COMB_OK && out->count <= limit;
    out->count = out->count < limit ? out->count : limit;
    comb_sat_free(count.sat);
    comb_vec_free(&count.loose);
    comb_vec_free(&count.bound);
    free(count.literals);
    return code;
}

int comb_hexcells_completions(struct comb_hexcells_completions *out, const struct comb_hexcells_problem *problem,
                              uint64_t limit, struct comb_job *job, struct comb_error *err)
{
    *out = (struct comb_hexcells_completions){0};
    struct comb_hexcells_logic *logic;
    int code = comb_hexcells_logic_new(&logic, problem, job, err);
    if (code == COMB_OK)
        code = count_all(out, logic, limit, err);
    comb_hexcells_logic_free(logic);
    if (code == COMB_NO_MEMORY)
        comb_hexcells_completions_free(out);
    return code;
}
