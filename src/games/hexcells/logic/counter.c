/* Reduces the counter to what the clues leave open.
 *
 * "9 blue cells among 140" makes a SAT solver count, which clauses do badly: levels that a player solves by adding up
 * clues take it more than 20 seconds. A player's argument is short: these clues share no cell and have 8 of the 9, so
 * one is left for the cells outside. Clues are selected greedily if they share no open cell with those selected before;
 * the counter becomes an equation over the cells outside, which is exactly as strong as the counter (the selected clues
 * are still there) and far shorter. Two orders of selection give two equations.
 *
 * Cost: one sort of the clues, then one visit per cell of each clue. */
#include "games/hexcells/logic/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct ranked {
    unsigned clue;
    unsigned open;     /* cells without a colour */
    unsigned overlaps; /* overlaps of these cells with other clues */
    unsigned missing;  /* blue cells among them */
};

static bool is_on(const bool *on, unsigned clue)
{
    return !on || on[clue];
}

static struct ranked rank_clue(const struct comb_hexcells_logic *logic, const signed char *colours, unsigned number,
                               const bool *on)
{
    const struct comb_hexcells_clue *clue = &logic->clues.items[number];
    assert(number < logic->clues.count);
    struct ranked ranked = {number, 0, 0, clue->count};
    for (unsigned i = 0; i < clue->size; i++) {
        unsigned cell = clue->cells[i];
        if (cell == COMB_HEXCELLS_GAP)
            continue;
        ranked.missing -= colours[cell] == COMB_HEXCELLS_BLUE;
        if (colours[cell] != COMB_HEXCELLS_UNKNOWN)
            continue;
        ranked.open++;
        for (const struct comb_hexcells_link *link = logic->clues_of[cell]; link; link = link->next)
            ranked.overlaps += link->clue != number && is_on(on, link->clue);
    }
    return ranked;
}

static int by_clue(const struct ranked *a, const struct ranked *b)
{
    return (a->clue > b->clue) - (a->clue < b->clue);
}

static int most_open_first(const void *left, const void *right)
{
    const struct ranked *a = left, *b = right;
    return a->open != b->open ? (a->open < b->open) - (a->open > b->open) : by_clue(a, b);
}

static int fewest_overlaps_first(const void *left, const void *right)
{
    const struct ranked *a = left, *b = right;
    unsigned long first = (unsigned long)a->overlaps * b->open;
    unsigned long second = (unsigned long)b->overlaps * a->open;
    return first != second ? (first > second) - (first < second) : most_open_first(left, right);
}

static bool shares_covered_cell(const struct comb_hexcells_clue *clue, const signed char *colours, const bool *covered)
{
    for (unsigned i = 0; i < clue->size; i++)
        if (clue->cells[i] != COMB_HEXCELLS_GAP && colours[clue->cells[i]] == COMB_HEXCELLS_UNKNOWN &&
            covered[clue->cells[i]])
            return true;
    return false;
}

static void cover_cells(bool *covered, const struct comb_hexcells_clue *clue)
{
    for (unsigned i = 0; i < clue->size; i++)
        if (clue->cells[i] != COMB_HEXCELLS_GAP)
            covered[clue->cells[i]] = true;
}

static bool select_clues(struct comb_hexcells_remainder *out, const struct comb_hexcells_logic *logic,
                         const signed char *colours, const struct ranked *ranked, size_t count, bool *covered)
{
    for (size_t i = 0; i < count; i++) {
        const struct comb_hexcells_clue *clue = &logic->clues.items[ranked[i].clue];
        if (ranked[i].open == 0 || shares_covered_cell(clue, colours, covered))
            continue;
        cover_cells(covered, clue);
        out->outside -= (long)(int)ranked[i].missing;
        if (!comb_vec_push(&out->clues, ranked[i].clue))
            return false;
    }
    return true;
}

static bool in_any_clue(const struct comb_hexcells_logic *logic, unsigned cell, const bool *on)
{
    for (const struct comb_hexcells_link *link = logic->clues_of[cell]; link; link = link->next)
        if (is_on(on, link->clue))
            return true;
    return false;
}

static bool classify_rest(struct comb_hexcells_remainder *out, const struct comb_hexcells_logic *logic,
                          const signed char *colours, const bool *on, const bool *covered)
{
    for (unsigned cell = 0; cell < logic->cells; cell++) {
        if (covered[cell] || colours[cell] != COMB_HEXCELLS_UNKNOWN)
            continue;
        if (!(in_any_clue(logic, cell, on) ? comb_vec_push(&out->touched, cell) : comb_vec_push(&out->loose, cell)))
            return false;
    }
    return true;
}

static bool fill_remainder(struct comb_hexcells_remainder *out, const struct comb_hexcells_logic *logic,
                           const signed char *colours, const bool *on, bool largest_first, struct ranked *ranked,
                           bool *covered)
{
    size_t count = 0;
    for (unsigned i = 0; i < logic->clues.count; i++)
        if (is_on(on, i))
            ranked[count++] = rank_clue(logic, colours, i, on);
    qsort(ranked, count, sizeof *ranked, largest_first ? most_open_first : fewest_overlaps_first);
    return select_clues(out, logic, colours, ranked, count, covered) && classify_rest(out, logic, colours, on, covered);
}

bool comb_hexcells_remainder_find(struct comb_hexcells_remainder *out, const struct comb_hexcells_logic *logic,
                                  const signed char *colours, const bool *on, bool largest_first)
{
    out->clues.count = out->touched.count = out->loose.count = 0;
    out->outside = logic->total;
    for (unsigned cell = 0; cell < logic->cells; cell++)
        out->outside -= colours[cell] == COMB_HEXCELLS_BLUE;
    bool *covered = calloc((size_t)logic->cells + 1, sizeof *covered);
    struct ranked *ranked = calloc(logic->clues.count + 1, sizeof *ranked);
    bool done = covered && ranked && fill_remainder(out, logic, colours, on, largest_first, ranked, covered);
    assert(out->touched.count + out->loose.count <= logic->cells && out->clues.count <= logic->clues.count);
    free(covered);
    free(ranked);
    return done;
}

void comb_hexcells_remainder_free(struct comb_hexcells_remainder *remainder)
{
    comb_vec_free(&remainder->clues);
    comb_vec_free(&remainder->touched);
    comb_vec_free(&remainder->loose);
}
