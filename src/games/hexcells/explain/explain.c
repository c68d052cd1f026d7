/* Finds the easiest step again and again. Searches run in the order of their lowest cost and stop when the next one
 * cannot beat the best step found: single hints, pairs and covers, sums of three hints, chains, sums of four, chains
 * with pairs inside. If all of them fail, the hints of a minimal reason are listed (reasons/). */
#include "games/hexcells/explain/parts.h"
#include "games/hexcells/reasons/reasons.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { COVER_ITEMS = 13, COVER_NODES = 30000 };

static const double chain_cost = 3.2, four_cost = 4.2, deep_cost = 4.2, twice_cost = 3.6, cases_cost = 8, equal = 1e-6;

static const struct {
    const char *word, *name;
} names[COMB_HEXCELLS_PATTERNS] = {
    [COMB_HEXCELLS_FULL] = {"full", "full"},
    [COMB_HEXCELLS_FILL] = {"fill", "fill"},
    [COMB_HEXCELLS_RUN] = {"together", "together"},
    [COMB_HEXCELLS_SPLIT] = {"apart", "apart"},
    [COMB_HEXCELLS_INSIDE] = {"inside", "one inside the other"},
    [COMB_HEXCELLS_COVER] = {"cover", "cover of the counter"},
    [COMB_HEXCELLS_OVERLAP] = {"overlap", "overlap"},
    [COMB_HEXCELLS_CROSSING] = {"crossing", "crossing"},
    [COMB_HEXCELLS_TWICE] = {"twice", "counted twice"},
    [COMB_HEXCELLS_BALANCE] = {"balance", "balance"},
    [COMB_HEXCELLS_SUPPOSE] = {"suppose", "suppose the opposite"},
    [COMB_HEXCELLS_CASES] = {"cases", "no short argument found"},
};

const char *comb_hexcells_pattern_word(enum comb_hexcells_pattern pattern)
{
    return names[pattern].word;
}

const char *comb_hexcells_pattern_name(enum comb_hexcells_pattern pattern)
{
    return names[pattern].name;
}

struct explainer {
    struct comb_hexcells_explanation *out;
    const struct comb_hexcells_explain_options *options;
    struct comb_hexcells_state state;
    struct comb_hexcells_logic *logic;
    size_t synced;       /* length of the trail that the logic knows */
    signed char *proved; /* by cell: what follows now */
    struct comb_hexcells_found best, scratch;
};

void comb_hexcells_explanation_free(struct comb_hexcells_explanation *explanation)
{
    free(explanation->items);
    comb_arena_free(&explanation->arena);
    *explanation = (struct comb_hexcells_explanation){0};
}

/* ---- the exact logic, for chains and listed reasons ---- */

static int start_logic(struct explainer *explainer, struct comb_error *err)
{
    struct comb_hexcells_state *state = &explainer->state;
    struct comb_hexcells_problem problem;
    if (explainer->logic)
        return COMB_OK;
    int code = comb_hexcells_problem_of(&problem, state->level, state->known, &state->arena, err);
    explainer->synced = state->trail.count;
    return code == COMB_OK ? comb_hexcells_logic_new(&explainer->logic, &problem, state->job, err) : code;
}

/* Tells the logic what has become visible, and asks what follows. */
static int update_proved(struct explainer *explainer, struct comb_error *err)
{
    struct comb_hexcells_state *state = &explainer->state;
    int code = start_logic(explainer, err);
    for (; code == COMB_OK && explainer->synced < state->trail.count; explainer->synced++) {
        unsigned members[COMB_HEXCELLS_MAX_SIDE];
        struct comb_hexcells_clue clue;
        unsigned cell = state->trail.items[explainer->synced];
        code = comb_hexcells_logic_reveal(explainer->logic, cell, state->known[cell], err);
        if (code == COMB_OK && comb_hexcells_clue_of_cell(&clue, members, state->level, cell, state->known[cell]))
            code = comb_hexcells_logic_add(explainer->logic, &clue, err);
    }
    return code == COMB_OK ? comb_hexcells_logic_forced(explainer->proved, explainer->logic, err) : code;
}

static bool copy_reason(struct comb_hexcells_argument *out, const struct comb_hexcells_step *step,
                        struct comb_arena *arena)
{
    const struct comb_hexcells_reason *reason = &step->reason;
    *out = (struct comb_hexcells_argument){
        .step = {.pattern = COMB_HEXCELLS_CASES,
                 .ids = comb_arena_copy(arena, reason->ids, reason->count * sizeof *reason->ids),
                 .id_count = reason->count,
                 .cells = comb_arena_copy(arena, step->cells, step->count * sizeof *step->cells),
                 .colours = comb_arena_copy(arena, step->colours, step->count * sizeof *step->colours),
                 .count = step->count},
        .cost = cases_cost,
        .smallest = reason->smallest};
    return out->step.ids && out->step.cells && out->step.colours;
}

/* The first step of the exact logic, with its hints listed. */
static int find_cases(struct comb_hexcells_argument *out, struct explainer *explainer, struct comb_error *err)
{
    struct comb_hexcells_reason_options options = {.chain = true, .smallest = explainer->options->smallest};
    struct comb_hexcells_steps steps = {0};
    int code = update_proved(explainer, err);
    if (code == COMB_OK)
        code = comb_hexcells_steps(&steps, explainer->logic, &options, err);
    *out = (struct comb_hexcells_argument){0};
    if (code == COMB_OK && steps.count > 0 && !copy_reason(out, &steps.items[0], &explainer->out->arena))
        code = comb_fail_memory(err);
    comb_hexcells_steps_free(&steps);
    return code;
}

/* ---- one step ---- */

static int find_harder(struct explainer *explainer, struct comb_error *err)
{
    struct comb_hexcells_state *state = &explainer->state;
    struct comb_hexcells_found *best = &explainer->best, *scratch = &explainer->scratch;
    struct comb_arena *arena = &explainer->out->arena;
    if (best->cost > twice_cost) {
        comb_hexcells_find_twice(state, best, scratch);
        comb_hexcells_find_balance(state, best, scratch, 3);
    }
    int code = update_proved(explainer, err);
    if (code != COMB_OK)
        return code;
    comb_hexcells_find_suppose(state, best, scratch, explainer->proved, false, arena);
    if (best->cost > four_cost)
        comb_hexcells_find_balance(state, best, scratch, 4);
    if (best->cost > deep_cost)
        comb_hexcells_find_suppose(state, best, scratch, explainer->proved, true, arena);
    return COMB_OK;
}

/* Finds the easiest step; explainer->best.cost is COMB_HEXCELLS_NO_COST if there is no short one. */
static int find_best(struct explainer *explainer, struct comb_error *err)
{
    struct comb_hexcells_state *state = &explainer->state;
    struct comb_hexcells_found *best = &explainer->best, *scratch = &explainer->scratch;
    int code = comb_job_tick(state->job, 0);
    if (code != COMB_OK)
        return comb_job_fail(state->job, code, err);
    comb_hexcells_found_clear(best);
    comb_hexcells_found_clear(scratch);
    if (explainer->options->bounded)
        best->cost = explainer->options->max_cost + 2 * equal; /* nothing harder is kept */
    comb_hexcells_find_single(state, best, scratch);
    if (best->cells.count == 0) {
        comb_hexcells_find_pair(state, best, scratch);
        comb_hexcells_find_cover(state, best, scratch, COVER_ITEMS, COVER_NODES);
        if (best->cost > chain_cost + equal)
            code = find_harder(explainer, err);
    }
    if (code == COMB_OK && comb_job_tick(state->job, 0) != COMB_OK)
        code = comb_job_fail(state->job, comb_job_tick(state->job, 0), err);
    return code == COMB_OK && state->failed ? comb_fail_memory(err) : code;
}

static int write_argument(struct comb_hexcells_argument *out, struct explainer *explainer, struct comb_error *err)
{
    struct comb_hexcells_found *best = &explainer->best;
    int code = COMB_OK;
    *out = (struct comb_hexcells_argument){.cost = best->cost, .links = best->links, .link_count = best->link_count};
    if (best->cells.count > 0 && !comb_hexcells_found_copy(&out->step, &explainer->state, best, &explainer->out->arena))
        return comb_fail_memory(err);
    out->smallest = out->step.id_count <= 2; /* no single hint decided anything */
    if (best->cells.count == 0 && explainer->options->bounded)
        return COMB_OK; /* out has no cells */
    bool listed = best->cells.count == 0 || (explainer->options->smallest && out->step.id_count > 2);
    struct comb_hexcells_argument cases = {0};
    if (listed)
        code = find_cases(&cases, explainer, err);
    if (code == COMB_OK && cases.step.count > 0 && (best->cells.count == 0 || cases.step.id_count < out->step.id_count))
        *out = cases;
    return code;
}

/* Uncovers the cells of the newest step; returns how many of them were wanted. */
static unsigned play_step(struct explainer *explainer, const signed char *colours)
{
    const struct comb_hexcells_conclusion *step = &explainer->out->items[explainer->out->count - 1].step;
    unsigned wanted = 0;
    for (size_t i = 0; i < step->count; i++) {
        assert(colours[step->cells[i]] == COMB_HEXCELLS_UNKNOWN || colours[step->cells[i]] == step->colours[i]);
        wanted += colours[step->cells[i]] != COMB_HEXCELLS_UNKNOWN;
        comb_hexcells_state_uncover(&explainer->state, step->cells[i], step->colours[i]);
    }
    return wanted;
}

static int explain_all(struct explainer *explainer, const signed char *colours, unsigned left, struct comb_error *err)
{
    struct comb_hexcells_explanation *out = explainer->out;
    while (left > 0) {
        struct comb_hexcells_argument argument;
        int code = find_best(explainer, err);
        if (code == COMB_OK)
            code = write_argument(&argument, explainer, err);
        if (code != COMB_OK)
            return code;
        bool too_hard = explainer->options->max_cost > 0 && argument.cost > explainer->options->max_cost + equal;
        if (too_hard || argument.step.count == 0)
            return COMB_OK;
        if (!comb_vec_push(out, argument))
            return comb_fail_memory(err);
        unsigned wanted = play_step(explainer, colours);
        if (explainer->state.failed)
            return comb_fail_memory(err);
        assert(wanted > 0 && wanted <= left);
        left -= wanted;
        if (explainer->options->first_only)
            return COMB_OK;
    }
    return COMB_OK;
}

int comb_hexcells_explain(struct comb_hexcells_explanation *out, const struct comb_hexcells_level *level,
                          const signed char *colours, const struct comb_hexcells_explain_options *options,
                          struct comb_job *job, struct comb_error *err)
{
    struct explainer explainer = {.out = out, .options = options};
    unsigned left = 0;
    *out = (struct comb_hexcells_explanation){0};
    comb_arena_init(&out->arena, comb_job_budget(job));
    for (unsigned i = 0; i < level->cell_count; i++)
        left += colours[i] != COMB_HEXCELLS_UNKNOWN && level->cells[i].shown == COMB_HEXCELLS_UNKNOWN;
    explainer.proved = malloc((size_t)level->cell_count + 1);
    bool ok = explainer.proved && comb_hexcells_state_open(&explainer.state, level, job);
    int code = ok ? explain_all(&explainer, colours, left, err) : comb_fail_memory(err);
    comb_hexcells_logic_free(explainer.logic);
    comb_hexcells_state_free(&explainer.state);
    comb_hexcells_found_free(&explainer.best);
    comb_hexcells_found_free(&explainer.scratch);
    free(explainer.proved);
    return code;
}
