/* The incremental board: what is known, what is proved, and the cheap deductions.
 *
 * Information only grows: known colours and clues stay, and the number of blue cells of the board never changes. So a
 * proof is valid for good, and each round starts where the last one ended:
 *
 *      known  ⊆  proved          known: shown to the player      proved: follows from what is shown
 *
 * A queue holds the clues with changed cells. Each is evaluated alone (clue.c, exact); its consequences are marked as
 * proved, and the clues of those cells are queued again. The counter acts as one more clue, over all cells. A clue of
 * size s costs O(s * n) each time one of its cells changes; a whole level takes well under a millisecond. Deductions
 * from several clues are in forced.c. */
#include "games/hexcells/logic/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int comb_hexcells_fail_contradiction(struct comb_error *err)
{
    return comb_fail(err, COMB_NO, "the clues contradict each other");
}

void comb_hexcells_logic_free(struct comb_hexcells_logic *logic)
{
    if (!logic)
        return;
    comb_hexcells_search_free(logic->search);
    comb_hexcells_reasons_free(logic->reasons);
    comb_vec_free(&logic->clues);
    comb_vec_free(&logic->queue);
    comb_vec_free(&logic->queued);
    comb_vec_free(&logic->can);
    comb_vec_free(&logic->inside);
    comb_vec_free(&logic->scratch.literals);
    comb_vec_free(&logic->scratch.windows);
    comb_arena_free(&logic->arena);
    free(logic);
}

static bool allocate_cells(struct comb_hexcells_logic *logic, unsigned cells)
{
    logic->cells = cells;
    logic->unproved = cells;
    logic->known = COMB_NEW_ARRAY(&logic->arena, signed char, (size_t)cells + 1);
    logic->proved = COMB_NEW_ARRAY(&logic->arena, signed char, (size_t)cells + 1);
    logic->clues_of = COMB_NEW_ARRAY(&logic->arena, struct comb_hexcells_link *, (size_t)cells + 1);
    if (!logic->known || !logic->proved || !logic->clues_of)
        return false;
    memset(logic->known, COMB_HEXCELLS_UNKNOWN, cells);
    memset(logic->proved, COMB_HEXCELLS_UNKNOWN, cells);
    return true;
}

static int add_problem(struct comb_hexcells_logic *logic, const struct comb_hexcells_problem *problem,
                       struct comb_error *err)
{
    int code = COMB_OK;
    for (unsigned cell = 0; cell < problem->cells && code == COMB_OK; cell++)
        if (problem->known[cell] != COMB_HEXCELLS_UNKNOWN)
            code = comb_hexcells_logic_reveal(logic, cell, problem->known[cell], err);
    for (size_t i = 0; i < problem->clue_count && code == COMB_OK; i++)
        code = comb_hexcells_logic_add(logic, &problem->clues[i], err);
    if (code == COMB_OK && problem->remaining >= 0)
        code = comb_hexcells_logic_count(logic, problem->remaining, err);
    return code;
}

int comb_hexcells_logic_new(struct comb_hexcells_logic **out, const struct comb_hexcells_problem *problem,
                            struct comb_job *job, struct comb_error *err)
{
    *out = NULL;
    if (problem->cells > COMB_HEXCELLS_MAX_CELLS)
        return comb_fail(err, COMB_BAD_INPUT, "too many cells: %u, expected at most %u", problem->cells,
                         COMB_HEXCELLS_MAX_CELLS);
    struct comb_hexcells_logic *logic = calloc(1, sizeof *logic);
    if (!logic)
        return comb_fail_memory(err);
    logic->job = job;
    logic->total = -1;
    comb_arena_init(&logic->arena, comb_job_budget(job));
    int code = allocate_cells(logic, problem->cells) ? add_problem(logic, problem, err) : comb_fail_memory(err);
    if (code != COMB_OK) {
        comb_hexcells_logic_free(logic);
        return code;
    }
    *out = logic;
    return COMB_OK;
}

/* ---- new information ---- */

static bool queue_clue(struct comb_hexcells_logic *logic, unsigned clue)
{
    assert(clue < logic->queued.count);
    if (logic->queued.items[clue])
        return true;
    logic->queued.items[clue] = true;
    return comb_vec_push(&logic->queue, clue);
}

bool comb_hexcells_prove(struct comb_hexcells_logic *logic, unsigned cell, signed char colour)
{
    assert(colour != COMB_HEXCELLS_UNKNOWN);
    assert(cell < logic->cells);
    if (logic->proved[cell] != COMB_HEXCELLS_UNKNOWN) {
        logic->contradiction |= logic->proved[cell] != colour;
        return true;
    }
    logic->proved[cell] = colour;
    assert(logic->unproved > 0);
    logic->unproved--;
    logic->proved_blue += colour == COMB_HEXCELLS_BLUE;
    for (const struct comb_hexcells_link *link = logic->clues_of[cell]; link; link = link->next)
        if (!queue_clue(logic, link->clue))
            return false;
    return true;
}

int comb_hexcells_logic_reveal(struct comb_hexcells_logic *logic, unsigned cell, enum comb_hexcells_colour colour,
                               struct comb_error *err)
{
    if (cell >= logic->cells || (colour != COMB_HEXCELLS_BLACK && colour != COMB_HEXCELLS_BLUE))
        return comb_fail(err, COMB_BAD_INPUT,
                         "cell %u cannot get colour %d: expected a cell below %u and black (0) or blue (1)", cell,
                         colour, logic->cells);
    if (logic->known[cell] == COMB_HEXCELLS_UNKNOWN)
        logic->known[cell] = (signed char)colour;
    else
        logic->contradiction |= logic->known[cell] != (signed char)colour;
    return comb_hexcells_prove(logic, cell, (signed char)colour) ? COMB_OK : comb_fail_memory(err);
}

int comb_hexcells_logic_count(struct comb_hexcells_logic *logic, long remaining, struct comb_error *err)
{
    if (remaining < 0)
        return comb_fail(err, COMB_BAD_INPUT, "remaining blue cells: expected 0 or more, got %ld", remaining);
    long total = remaining;
    for (unsigned cell = 0; cell < logic->cells; cell++)
        total += logic->known[cell] == COMB_HEXCELLS_BLUE;
    logic->contradiction |= logic->total >= 0 && logic->total != total;
    logic->total = total;
    return COMB_OK;
}

static int check_clue(const struct comb_hexcells_logic *logic, const struct comb_hexcells_clue *clue,
                      struct comb_error *err)
{
    for (unsigned i = 0; i < clue->size; i++) {
        if (clue->cells[i] == COMB_HEXCELLS_GAP)
            continue;
        if (clue->cells[i] >= logic->cells)
            return comb_fail(err, COMB_BAD_INPUT, "clue %u has cell %u, expected a cell below %u", clue->id,
                             clue->cells[i], logic->cells);
        for (unsigned j = 0; j < i; j++)
            if (clue->cells[j] == clue->cells[i])
                return comb_fail(err, COMB_BAD_INPUT, "clue %u has cell %u twice", clue->id, clue->cells[i]);
    }
    return COMB_OK;
}

/* Copies a clue. Gaps are dropped from lines; rings keep them, because they break runs. */
static bool copy_clue(struct comb_hexcells_clue *out, struct comb_arena *arena, const struct comb_hexcells_clue *clue)
{
    unsigned *cells = COMB_NEW_ARRAY(arena, unsigned, (size_t)clue->size + 1);
    if (!cells)
        return false;
    *out = *clue;
    out->cells = cells;
    out->size = 0;
    for (unsigned i = 0; i < clue->size; i++)
        if (clue->ring || clue->cells[i] != COMB_HEXCELLS_GAP)
            cells[out->size++] = clue->cells[i];
    assert(out->size <= clue->size);
    return true;
}

static bool link_clue(struct comb_hexcells_logic *logic, const struct comb_hexcells_clue *clue, unsigned number)
{
    for (unsigned i = 0; i < clue->size; i++) {
        if (clue->cells[i] == COMB_HEXCELLS_GAP)
            continue;
        struct comb_hexcells_link *link = COMB_NEW(&logic->arena, struct comb_hexcells_link);
        if (!link)
            return false;
        *link = (struct comb_hexcells_link){number, logic->clues_of[clue->cells[i]]};
        logic->clues_of[clue->cells[i]] = link;
    }
    return true;
}

static bool reserve_scratch(struct comb_hexcells_logic *logic, unsigned size)
{
    return comb_vec_reserve((void **)&logic->can.items, &logic->can.capacity, size, sizeof *logic->can.items) &&
           comb_vec_reserve((void **)&logic->inside.items, &logic->inside.capacity, size, sizeof *logic->inside.items);
}

int comb_hexcells_logic_add(struct comb_hexcells_logic *logic, const struct comb_hexcells_clue *clue,
                            struct comb_error *err)
{
    int code = check_clue(logic, clue, err);
    if (code != COMB_OK)
        return code;
    struct comb_hexcells_clue copy;
    unsigned number = (unsigned)logic->clues.count;
    bool done = copy_clue(&copy, &logic->arena, clue) && reserve_scratch(logic, copy.size + 1) &&
                comb_vec_push(&logic->queued, false) && comb_vec_push(&logic->clues, copy) &&
                link_clue(logic, &copy, number) && queue_clue(logic, number);
    return done ? COMB_OK : comb_fail_memory(err);
}

struct comb_hexcells_effort comb_hexcells_logic_effort(const struct comb_hexcells_logic *logic)
{
    return logic->effort;
}

/* ---- propagation ---- */

static bool apply_clue(struct comb_hexcells_logic *logic, const struct comb_hexcells_clue *clue)
{
    unsigned char *can = logic->can.items;
    assert(clue->size <= logic->can.capacity && clue->size <= logic->inside.capacity);
    if (!comb_hexcells_clue_options(can, logic->inside.items, clue, logic->proved)) {
        logic->contradiction = true;
        return true;
    }
    for (unsigned i = 0; i < clue->size; i++) {
        if (can[i] != COMB_HEXCELLS_CAN_BE_BLACK && can[i] != COMB_HEXCELLS_CAN_BE_BLUE)
            continue;
        if (logic->proved[clue->cells[i]] != COMB_HEXCELLS_UNKNOWN)
            continue;
        logic->effort.propagated++;
        if (!comb_hexcells_prove(logic, clue->cells[i], can[i] == COMB_HEXCELLS_CAN_BE_BLUE))
            return false;
    }
    return true;
}

static bool apply_counter(struct comb_hexcells_logic *logic)
{
    long missing = logic->total - logic->proved_blue;
    assert(logic->proved_blue >= 0 && (unsigned long)logic->proved_blue + logic->unproved <= logic->cells);
    if (logic->total < 0)
        return true;
    if (missing < 0 || missing > (long)logic->unproved)
        logic->contradiction = true;
    if (logic->unproved == 0 || (missing != 0 && missing != (long)logic->unproved))
        return true;
    for (unsigned cell = 0; cell < logic->cells; cell++) {
        if (logic->proved[cell] != COMB_HEXCELLS_UNKNOWN)
            continue;
        logic->effort.propagated++;
        if (!comb_hexcells_prove(logic, cell, missing != 0))
            return false;
    }
    return true;
}

int comb_hexcells_propagate(struct comb_hexcells_logic *logic, struct comb_error *err)
{
    do {
        while (logic->queue.count > 0 && !logic->contradiction) {
            unsigned clue = logic->queue.items[--logic->queue.count];
            logic->queued.items[clue] = false;
            if (!apply_clue(logic, &logic->clues.items[clue]))
                return comb_fail_memory(err);
        }
        if (!logic->contradiction && !apply_counter(logic))
            return comb_fail_memory(err);
    } while (logic->queue.count > 0 && !logic->contradiction);
    return logic->contradiction ? comb_hexcells_fail_contradiction(err) : COMB_OK;
}

/* ---- the solver and the job ---- */

static bool job_stopped(void *payload)
{
    struct comb_hexcells_logic *logic = payload;
    logic->stopped = comb_job_tick(logic->job, 0);
    return logic->stopped != COMB_OK;
}

void comb_hexcells_connect_job(struct comb_sat *sat, struct comb_hexcells_logic *logic)
{
    comb_sat_set_terminate(sat, job_stopped, logic);
}

int comb_hexcells_solver_failed(struct comb_hexcells_logic *logic, enum comb_sat_answer answer, struct comb_error *err)
{
    if (answer == COMB_SAT_NO_MEMORY)
        return comb_fail_memory(err);
    assert(answer == COMB_SAT_STOPPED && logic->stopped != COMB_OK);
    return comb_job_fail(logic->job, logic->stopped, err);
}
