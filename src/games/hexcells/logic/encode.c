/* Encodes clues as clauses over the cells without a given colour.
 *
 *   n      a cardinality constraint (comb_sat_between)
 *   {n}    one variable per run that is still possible; at least one run holds; a run implies the colour of each
 *          cell; a cell is blue only if a possible run contains it, black only if one omits it. Unit propagation then
 *          finds all that follows from the clue alone, and the count needs no clauses of its own.
 *   -n-    a cardinality constraint, and for each possible run: not all of its cells
 *
 * A ring has at most six runs and a line at most its length: a few dozen short clauses for most clues. */
#include "games/hexcells/logic/parts.h"

#include <assert.h>

static bool encode_count(struct comb_sat *sat, struct comb_hexcells_scratch *scratch,
                         const struct comb_hexcells_clue *clue, const signed char *colours)
{
    long missing = (long)clue->count;
    scratch->literals.count = 0;
    for (unsigned i = 0; i < clue->size; i++) {
        unsigned cell = clue->cells[i];
        if (cell == COMB_HEXCELLS_GAP)
            continue;
        missing -= colours[cell] == COMB_HEXCELLS_BLUE;
        if (colours[cell] == COMB_HEXCELLS_UNKNOWN && !comb_vec_push(&scratch->literals, comb_hexcells_literal(cell)))
            return false;
    }
    assert(scratch->literals.count <= clue->size);
    comb_sat_between(sat, scratch->literals.items, scratch->literals.count, missing, missing);
    return true;
}

static bool find_windows(struct comb_hexcells_scratch *scratch, const struct comb_hexcells_clue *clue,
                         const signed char *colours)
{
    scratch->windows.count = 0;
    unsigned windows = comb_hexcells_clue_windows(clue);
    for (unsigned window = 0; window < windows; window++)
        if (comb_hexcells_window_fits(clue, colours, window) && !comb_vec_push(&scratch->windows, window))
            return false;
    return true;
}

/* A cell has colour c <-> one of the runs that give it c holds. The variables of the runs start at `first`. */
static bool link_cell_to_runs(struct comb_sat *sat, struct comb_hexcells_scratch *scratch,
                              const struct comb_hexcells_clue *clue, unsigned place, int first)
{
    assert(place < clue->size && clue->cells[place] != COMB_HEXCELLS_GAP);
    int cell = comb_hexcells_literal(clue->cells[place]);
    for (int colour = 0; colour <= 1; colour++) {
        scratch->literals.count = 0;
        if (!comb_vec_push(&scratch->literals, colour ? -cell : cell))
            return false;
        for (size_t i = 0; i < scratch->windows.count; i++) {
            int run = first + (int)i;
            if (comb_hexcells_in_window(clue, scratch->windows.items[i], place) != colour)
                continue;
            comb_sat_clause_2(sat, -run, colour ? cell : -cell);
            if (!comb_vec_push(&scratch->literals, run))
                return false;
        }
        comb_sat_clause(sat, scratch->literals.items, scratch->literals.count);
    }
    return true;
}

static bool encode_together(struct comb_sat *sat, struct comb_hexcells_scratch *scratch,
                            const struct comb_hexcells_clue *clue, const signed char *colours)
{
    if (!find_windows(scratch, clue, colours))
        return false;
    unsigned runs = (unsigned)scratch->windows.count;
    int first = comb_sat_variables(sat, runs);
    if (!first)
        return false;
    scratch->literals.count = 0;
    for (unsigned i = 0; i < runs; i++)
        if (!comb_vec_push(&scratch->literals, first + (int)i))
            return false;
    comb_sat_clause(sat, scratch->literals.items, runs);
    for (unsigned i = 0; i < clue->size; i++)
        if (clue->cells[i] != COMB_HEXCELLS_GAP && colours[clue->cells[i]] == COMB_HEXCELLS_UNKNOWN &&
            !link_cell_to_runs(sat, scratch, clue, i, first))
            return false;
    return true;
}

static bool forbid_window(struct comb_sat *sat, struct comb_hexcells_scratch *scratch,
                          const struct comb_hexcells_clue *clue, const signed char *colours, unsigned window)
{
    scratch->literals.count = 0;
    for (unsigned k = 0; k < clue->count; k++) {
        unsigned cell = clue->cells[(window + k) % clue->size];
        assert(cell != COMB_HEXCELLS_GAP); /* a window that fits has none */
        if (colours[cell] == COMB_HEXCELLS_UNKNOWN && !comb_vec_push(&scratch->literals, -comb_hexcells_literal(cell)))
            return false;
    }
    comb_sat_clause(sat, scratch->literals.items, scratch->literals.count);
    return true;
}

static bool encode_apart(struct comb_sat *sat, struct comb_hexcells_scratch *scratch,
                         const struct comb_hexcells_clue *clue, const signed char *colours)
{
    if (!encode_count(sat, scratch, clue, colours) || !find_windows(scratch, clue, colours))
        return false;
    for (size_t i = 0; i < scratch->windows.count; i++)
        if (!forbid_window(sat, scratch, clue, colours, scratch->windows.items[i]))
            return false;
    return true;
}

bool comb_hexcells_encode(struct comb_sat *sat, struct comb_hexcells_scratch *scratch,
                          const struct comb_hexcells_clue *clue, const signed char *colours)
{
    switch (clue->arrangement) {
    case COMB_HEXCELLS_TOGETHER:
        return encode_together(sat, scratch, clue, colours);
    case COMB_HEXCELLS_APART:
        return encode_apart(sat, scratch, clue, colours);
    case COMB_HEXCELLS_ANY_ARRANGEMENT:
        break;
    }
    return encode_count(sat, scratch, clue, colours);
}
