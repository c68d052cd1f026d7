/* Small random problems, and a brute-force reference for the logic that tries every colouring. Shares nothing with the
 * code under test; it finds runs by counting their starts, not by windows. */
#ifndef RANDOM_PROBLEM_H
#define RANDOM_PROBLEM_H

#include "base/rng.h"
#include "games/hexcells/logic/logic.h"

#include <string.h>

enum { MAX_CELLS = 14, MAX_CLUES = 10, MAX_SIZE = 14 };

struct small_problem {
    unsigned cells;
    signed char known[MAX_CELLS];
    unsigned members[MAX_CLUES][MAX_SIZE];
    struct comb_hexcells_clue clues[MAX_CLUES];
    size_t clue_count;
    long remaining;
};

/* 1 if the cell is blue in the colouring `mask`, 0 otherwise and for a gap. */
static inline unsigned blue_at(const struct comb_hexcells_clue *clue, unsigned place, unsigned long mask)
{
    return clue->cells[place] == COMB_HEXCELLS_GAP ? 0 : (unsigned)(mask >> clue->cells[place] & 1);
}

static inline unsigned runs_in(const struct comb_hexcells_clue *clue, unsigned long mask)
{
    unsigned runs = 0, before = 0, blue = 0;
    if (clue->ring && clue->size > 0)
        before = blue_at(clue, clue->size - 1, mask);
    for (unsigned i = 0; i < clue->size; i++) {
        if (!clue->ring && clue->cells[i] == COMB_HEXCELLS_GAP)
            continue;
        runs += blue_at(clue, i, mask) && !before;
        before = blue_at(clue, i, mask);
        blue += before;
    }
    return runs == 0 && blue > 0 ? 1 : runs; /* an all-blue ring has no start */
}

static inline bool clue_holds_slowly(const struct comb_hexcells_clue *clue, unsigned long mask)
{
    unsigned blue = 0;
    for (unsigned i = 0; i < clue->size; i++)
        blue += blue_at(clue, i, mask);
    if (blue != clue->count)
        return false;
    bool together = runs_in(clue, mask) <= 1;
    return clue->arrangement == COMB_HEXCELLS_ANY_ARRANGEMENT ||
           together == (clue->arrangement == COMB_HEXCELLS_TOGETHER);
}

static inline bool agrees_with_known(const signed char *known, unsigned cells, unsigned long mask)
{
    for (unsigned cell = 0; cell < cells; cell++)
        if (known[cell] != COMB_HEXCELLS_UNKNOWN && known[cell] != (signed char)(mask >> cell & 1))
            return false;
    return true;
}

static inline bool counter_holds(const struct small_problem *problem, unsigned long mask)
{
    long blue = 0;
    for (unsigned cell = 0; cell < problem->cells; cell++)
        blue += problem->known[cell] == COMB_HEXCELLS_UNKNOWN && (mask >> cell & 1);
    return blue == problem->remaining;
}

/* Counts the colourings that satisfy the clues whose bit is set in `on`, and the counter if `counter`. `every` and
 * `some`: bits of the cells that are blue in all, in at least one of them. */
static inline unsigned long complete_slowly(unsigned long *every, unsigned long *some,
                                            const struct small_problem *problem, unsigned long on, bool counter)
{
    unsigned long count = 0;
    *every = ~0ul;
    *some = 0;
    for (unsigned long mask = 0; mask < 1ul << problem->cells; mask++) {
        bool holds = agrees_with_known(problem->known, problem->cells, mask);
        for (size_t i = 0; holds && i < problem->clue_count; i++)
            holds = !(on >> i & 1) || clue_holds_slowly(&problem->clues[i], mask);
        if (!holds || (counter && problem->remaining >= 0 && !counter_holds(problem, mask)))
            continue;
        count++;
        *every &= mask;
        *some |= mask;
    }
    return count;
}

static inline signed char forced_slowly(unsigned long every, unsigned long some, unsigned cell)
{
    if (every >> cell & 1)
        return COMB_HEXCELLS_BLUE;
    return some >> cell & 1 ? COMB_HEXCELLS_UNKNOWN : COMB_HEXCELLS_BLACK;
}

static inline struct comb_hexcells_problem view_of(const struct small_problem *problem)
{
    return (struct comb_hexcells_problem){.cells = problem->cells,
                                          .known = problem->known,
                                          .clues = problem->clues,
                                          .clue_count = problem->clue_count,
                                          .remaining = problem->remaining};
}

static inline void shuffle(struct comb_rng *rng, unsigned *items, unsigned count)
{
    for (unsigned i = count; i > 1; i--) {
        unsigned j = (unsigned)comb_rng_below(rng, i);
        unsigned swap = items[i - 1];
        items[i - 1] = items[j];
        items[j] = swap;
    }
}

/* A ring of six entries or a line, over any cells: the logic does not depend on geometry. */
static inline void random_members(struct comb_rng *rng, struct small_problem *problem, struct comb_hexcells_clue *clue,
                                  unsigned *members)
{
    unsigned order[MAX_CELLS];
    for (unsigned i = 0; i < problem->cells; i++)
        order[i] = i;
    shuffle(rng, order, problem->cells);
    clue->ring = comb_rng_below(rng, 2) == 0;
    clue->size = clue->ring ? 6 : (unsigned)comb_rng_below(rng, problem->cells < 9 ? problem->cells + 1 : 10);
    for (unsigned i = 0; i < clue->size; i++)
        members[i] = i < problem->cells && comb_rng_below(rng, 5) > 0 ? order[i] : COMB_HEXCELLS_GAP;
    clue->cells = members;
}

/* Usually true for the colouring `truth`; one in sixteen is arbitrary. */
static inline void random_clue(struct comb_rng *rng, struct small_problem *problem, unsigned long truth)
{
    struct comb_hexcells_clue *clue = &problem->clues[problem->clue_count];
    *clue = (struct comb_hexcells_clue){.id = (unsigned)problem->clue_count * 3 + 1};
    random_members(rng, problem, clue, problem->members[problem->clue_count]);
    for (unsigned i = 0; i < clue->size; i++)
        clue->count += blue_at(clue, i, truth);
    if (comb_rng_below(rng, 2) == 0)
        clue->arrangement = runs_in(clue, truth) <= 1 ? COMB_HEXCELLS_TOGETHER : COMB_HEXCELLS_APART;
    if (comb_rng_below(rng, 16) == 0) {
        clue->count = (unsigned)comb_rng_below(rng, 8);
        clue->arrangement = (enum comb_hexcells_arrangement)comb_rng_below(rng, 3);
    }
    problem->clue_count++;
}

static inline void random_problem(struct small_problem *problem, struct comb_rng *rng, unsigned max_cells)
{
    memset(problem, 0, sizeof *problem);
    problem->cells = (unsigned)comb_rng_below(rng, max_cells + 1);
    unsigned long truth = comb_rng_next(rng) & ((1ul << problem->cells) - 1);
    unsigned wanted = (unsigned)comb_rng_below(rng, MAX_CLUES + 1);
    long remaining = 0;
    for (unsigned cell = 0; cell < problem->cells; cell++) {
        signed char colour = (signed char)(truth >> cell & 1);
        problem->known[cell] = comb_rng_below(rng, 4) == 0 ? colour : COMB_HEXCELLS_UNKNOWN;
        remaining += problem->known[cell] == COMB_HEXCELLS_UNKNOWN && colour;
    }
    while (problem->clue_count < wanted)
        random_clue(rng, problem, truth);
    problem->remaining = comb_rng_below(rng, 3) == 0 ? -1 : remaining;
    if (comb_rng_below(rng, 20) == 0)
        problem->remaining = (long)comb_rng_below(rng, 8);
}

#endif
