/* A reference solver for Hexcells: finds by backtracking how far a level can be solved by logic.
 *
 * A cell is forced if no colouring that satisfies the visible hints and the counter gives it the other colour; the
 * reference solver searches such a colouring by assigning cell after cell. It takes the members of a hint from the
 * verifier's geometry and shares nothing with the solver, which uses SAT. Fast enough for levels of up to a hundred
 * cells; if a search takes too long, it gives up and reports that. */
#ifndef COMB_TESTS_CORPUS_HEXCELLS_TWIN_H
#define COMB_TESTS_CORPUS_HEXCELLS_TWIN_H

#include "games/hexcells/verify/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { TWIN_MAX_CELLS = 256, TWIN_MAX_HINTS = 400, TWIN_MAX_NODES = 3000000 };

struct twin_hint {
    struct comb_hexcells_members members;
    enum comb_hexcells_hint kind;
    unsigned number;
};

struct twin {
    const struct comb_hexcells_level *level;
    signed char known[TWIN_MAX_CELLS]; /* visible to the player */
    struct twin_hint hints[TWIN_MAX_HINTS];
    unsigned hint_count;
    long remaining; /* hidden blue cells */
    unsigned long nodes;
    bool gave_up;
};

struct twin_result {
    unsigned rounds, left;
    bool gave_up;
};

/* ---- visible hints ---- */

static inline void twin_add_hint(struct twin *twin, unsigned id, bool blue, enum comb_hexcells_hint kind,
                                 unsigned number)
{
    struct twin_hint *hint = &twin->hints[twin->hint_count++];
    assert(twin->hint_count < TWIN_MAX_HINTS);
    comb_hexcells_members_of(&hint->members, twin->level, id, blue);
    hint->kind = kind;
    hint->number = number;
}

static inline void twin_collect_hints(struct twin *twin)
{
    const struct comb_hexcells_level *level = twin->level;
    twin->hint_count = 0;
    twin->remaining = 0;
    for (unsigned i = 0; i < level->cell_count; i++) {
        const struct comb_hexcells_cell *cell = &level->cells[i];
        bool visible = twin->known[i] != COMB_HEXCELLS_UNKNOWN;
        twin->remaining += !visible && cell->truth == COMB_HEXCELLS_BLUE;
        if (visible && cell->hint != COMB_HEXCELLS_NO_HINT)
            twin_add_hint(twin, i, cell->truth == COMB_HEXCELLS_BLUE, cell->hint, cell->number);
    }
    for (unsigned i = 0; i < level->line_count; i++)
        twin_add_hint(twin, level->cell_count + i, false, level->lines[i].hint, level->lines[i].number);
}

/* ---- one colouring ---- */

static inline signed char twin_colour(const signed char *colours, int cell)
{
    return cell < 0 ? COMB_HEXCELLS_BLACK : colours[cell];
}

/* Whether the blue members are arranged as the hint says; all members are coloured. */
static inline bool twin_arranged(const struct twin_hint *hint, const signed char *colours)
{
    unsigned runs = 0;
    if (hint->kind == COMB_HEXCELLS_NUMBER)
        return true;
    for (unsigned i = 0; i < hint->members.count; i++) {
        bool blue = twin_colour(colours, hint->members.cells[i]) == COMB_HEXCELLS_BLUE;
        unsigned before = i > 0 ? i - 1 : hint->members.count - 1;
        bool joined =
            (i > 0 || hint->members.ring) && twin_colour(colours, hint->members.cells[before]) == COMB_HEXCELLS_BLUE;
        runs += blue && !joined;
    }
    return (runs <= 1) == (hint->kind == COMB_HEXCELLS_BRACES);
}

/* Colours the open members where the count leaves no choice. False if the hint cannot be satisfied. */
static inline bool twin_apply(const struct twin_hint *hint, signed char *colours, bool *changed)
{
    unsigned blue = 0, open = 0;
    for (unsigned i = 0; i < hint->members.count; i++) {
        signed char colour = twin_colour(colours, hint->members.cells[i]);
        blue += colour == COMB_HEXCELLS_BLUE;
        open += colour == COMB_HEXCELLS_UNKNOWN;
    }
    if (blue > hint->number || blue + open < hint->number)
        return false;
    if (open == 0)
        return twin_arranged(hint, colours);
    if (blue != hint->number && blue + open != hint->number)
        return true;
    for (unsigned i = 0; i < hint->members.count; i++)
        if (twin_colour(colours, hint->members.cells[i]) == COMB_HEXCELLS_UNKNOWN)
            colours[hint->members.cells[i]] = blue == hint->number ? COMB_HEXCELLS_BLACK : COMB_HEXCELLS_BLUE;
    *changed = true;
    return twin_arranged(hint, colours);
}

/* The same for the counter, over all cells. */
static inline bool twin_count(const struct twin *twin, signed char *colours, bool *changed)
{
    long blue = 0, open = 0;
    for (unsigned i = 0; i < twin->level->cell_count; i++) {
        blue += twin->known[i] == COMB_HEXCELLS_UNKNOWN && colours[i] == COMB_HEXCELLS_BLUE;
        open += colours[i] == COMB_HEXCELLS_UNKNOWN;
    }
    if (blue > twin->remaining || blue + open < twin->remaining)
        return false;
    if (open == 0 || (blue != twin->remaining && blue + open != twin->remaining))
        return true;
    for (unsigned i = 0; i < twin->level->cell_count; i++)
        if (colours[i] == COMB_HEXCELLS_UNKNOWN)
            colours[i] = blue == twin->remaining ? COMB_HEXCELLS_BLACK : COMB_HEXCELLS_BLUE;
    *changed = true;
    return true;
}

static inline bool twin_propagate(const struct twin *twin, signed char *colours)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (unsigned i = 0; i < twin->hint_count; i++)
            if (!twin_apply(&twin->hints[i], colours, &changed))
                return false;
        if (!twin_count(twin, colours, &changed))
            return false;
    }
    return true;
}

/* Chooses an open cell of the hint with the fewest open cells; any open cell if no hint has one; -1 if all are
 * coloured. */
static inline int twin_choose(const struct twin *twin, const signed char *colours)
{
    int chosen = -1;
    unsigned fewest = TWIN_MAX_CELLS;
    for (unsigned i = 0; i < twin->hint_count; i++) {
        unsigned open = 0;
        int last = -1;
        for (unsigned k = 0; k < twin->hints[i].members.count; k++) {
            int cell = twin->hints[i].members.cells[k];
            if (twin_colour(colours, cell) == COMB_HEXCELLS_UNKNOWN) {
                open++;
                last = cell;
            }
        }
        if (open > 0 && open < fewest) {
            fewest = open;
            chosen = last;
        }
    }
    for (unsigned i = 0; chosen < 0 && i < twin->level->cell_count; i++)
        if (colours[i] == COMB_HEXCELLS_UNKNOWN)
            chosen = (int)i;
    return chosen;
}

/* Completes the colouring; false if that is impossible. The recursion depth is at most the number of cells. */
static inline bool twin_complete(struct twin *twin, signed char *colours)
{
    if (++twin->nodes > TWIN_MAX_NODES) {
        twin->gave_up = true;
        return false;
    }
    if (!twin_propagate(twin, colours))
        return false;
    int cell = twin_choose(twin, colours);
    if (cell < 0)
        return true;
    for (signed char colour = COMB_HEXCELLS_BLACK; colour <= COMB_HEXCELLS_BLUE && !twin->gave_up; colour++) {
        signed char trial[TWIN_MAX_CELLS];
        memcpy(trial, colours, sizeof trial);
        trial[cell] = colour;
        if (twin_complete(twin, trial)) {
            memcpy(colours, trial, sizeof trial);
            return true;
        }
    }
    return false;
}

/* ---- rounds ---- */

/* Finds the forced cells. The solution is one colouring; a cell is free if another colouring differs there. */
static inline unsigned twin_forced(struct twin *twin, bool *forced)
{
    const struct comb_hexcells_level *level = twin->level;
    bool free_cell[TWIN_MAX_CELLS] = {false};
    unsigned count = 0;
    for (unsigned i = 0; i < level->cell_count && !twin->gave_up; i++) {
        signed char colours[TWIN_MAX_CELLS];
        forced[i] = false;
        if (twin->known[i] != COMB_HEXCELLS_UNKNOWN || free_cell[i])
            continue;
        memcpy(colours, twin->known, sizeof colours);
        colours[i] = level->cells[i].truth == COMB_HEXCELLS_BLUE ? COMB_HEXCELLS_BLACK : COMB_HEXCELLS_BLUE;
        twin->nodes = 0;
        if (twin_complete(twin, colours)) {
            for (unsigned k = 0; k < level->cell_count; k++)
                free_cell[k] |= colours[k] != level->cells[k].truth;
        } else {
            forced[i] = true;
            count++;
        }
    }
    return count;
}

/* Uncovers the forced cells, round by round. */
static inline struct twin_result twin_play(const struct comb_hexcells_level *level)
{
    struct twin twin = {.level = level};
    struct twin_result result = {0};
    bool forced[TWIN_MAX_CELLS];
    assert(level->truth_known && level->cell_count <= TWIN_MAX_CELLS);
    for (unsigned i = 0; i < level->cell_count; i++)
        twin.known[i] = level->cells[i].shown;
    for (twin_collect_hints(&twin); twin_forced(&twin, forced) > 0 && !twin.gave_up;
         twin_collect_hints(&twin), result.rounds++)
        for (unsigned i = 0; i < level->cell_count; i++)
            if (forced[i])
                twin.known[i] = level->cells[i].truth;
    for (unsigned i = 0; i < level->cell_count; i++)
        result.left += twin.known[i] == COMB_HEXCELLS_UNKNOWN;
    result.gave_up = twin.gave_up;
    return result;
}

#endif
