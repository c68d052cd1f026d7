/* Are the hints named as a reason enough? Tries to colour the hidden cells of these hints so that all hold and the cell
 * in question has the other colour: plain search, hint by hint, cut off where a count can no longer be met. The counter
 * is a bound on all blue cells in it, since hidden cells outside may take any part of what is left.
 *
 *     cells of the hints      x . . x | . x . |          outside: any number up to the cells there
 *     counter                 ------ remaining ------
 *
 * Reasons are small, so the search is short; one that grows beyond a limit is given up, and the reason passes. */
#include "games/hexcells/verify_parts.h"

#include <string.h>

enum { MOST_HINTS = 16, MOST_CELLS = 96, MOST_NODES = 20000 };

struct hint {
    struct comb_hexcells_members members;
    enum comb_hexcells_hint kind;
    unsigned number;
};

struct search {
    signed char *colours;
    struct hint hints[MOST_HINTS];
    unsigned hint_count;
    unsigned cells[MOST_CELLS]; /* hidden cells of the hints, the one in question first */
    unsigned cell_count;
    long most_blue, least_blue; /* of these cells, by the counter */
    unsigned nodes;
    bool too_long;
};

static bool holds(const struct search *search, unsigned cell)
{
    for (unsigned i = 0; i < search->cell_count; i++)
        if (search->cells[i] == cell)
            return true;
    return false;
}

/* Whether the hint can still hold. */
static bool possible(const struct search *search, const struct hint *hint)
{
    unsigned blue = 0;
    unsigned hidden = 0;
    for (unsigned i = 0; i < hint->members.count; i++) {
        int cell = hint->members.cells[i];
        blue += cell >= 0 && search->colours[cell] == COMB_HEXCELLS_BLUE;
        hidden += cell >= 0 && search->colours[cell] == COMB_HEXCELLS_UNKNOWN;
    }
    if (blue > hint->number || blue + hidden < hint->number)
        return false;
    if (hidden > 0 || hint->kind == COMB_HEXCELLS_NUMBER)
        return true;
    return comb_hexcells_in_one_run(search->colours, &hint->members) == (hint->kind == COMB_HEXCELLS_BRACES);
}

static bool all_possible(const struct search *search, unsigned coloured, long blue)
{
    if (blue > search->most_blue || blue + (long)(search->cell_count - coloured) < search->least_blue)
        return false;
    for (unsigned i = 0; i < search->hint_count; i++)
        if (!possible(search, &search->hints[i]))
            return false;
    return true;
}

/* Colours the cells from `index` on. The depth is at most MOST_CELLS. */
static bool colour_from(struct search *search, unsigned index, long blue)
{
    if (++search->nodes > MOST_NODES)
        search->too_long = true;
    if (search->too_long || !all_possible(search, index, blue))
        return false;
    if (index == search->cell_count)
        return true;
    for (signed char colour = COMB_HEXCELLS_BLACK; colour <= COMB_HEXCELLS_BLUE; colour++) {
        search->colours[search->cells[index]] = colour;
        if (colour_from(search, index + 1, blue + (colour == COMB_HEXCELLS_BLUE)))
            return true;
    }
    search->colours[search->cells[index]] = COMB_HEXCELLS_UNKNOWN;
    return false;
}

/* False when the reason is too large to be looked at. */
static bool add_hint(struct search *search, const struct comb_hexcells_level *level, unsigned id)
{
    if (search->hint_count == MOST_HINTS)
        return false;
    struct hint *hint = &search->hints[search->hint_count++];
    bool line = id >= level->cell_count;
    hint->kind = line ? level->lines[id - level->cell_count].hint : level->cells[id].hint;
    hint->number = line ? level->lines[id - level->cell_count].number : level->cells[id].number;
    comb_hexcells_members_of(&hint->members, level, id, !line && search->colours[id] == COMB_HEXCELLS_BLUE);
    for (unsigned i = 0; i < hint->members.count; i++) {
        int cell = hint->members.cells[i];
        if (cell < 0 || search->colours[cell] != COMB_HEXCELLS_UNKNOWN || holds(search, (unsigned)cell))
            continue;
        if (search->cell_count == MOST_CELLS)
            return false;
        search->cells[search->cell_count++] = (unsigned)cell;
    }
    return true;
}

static void add_counter(struct search *search, const struct comb_hexcells_level *level)
{
    long left = level->remaining;
    long hidden = 0;
    for (unsigned i = 0; i < level->cell_count; i++) {
        left -= search->colours[i] == COMB_HEXCELLS_BLUE && level->cells[i].shown != COMB_HEXCELLS_BLUE;
        hidden += search->colours[i] == COMB_HEXCELLS_UNKNOWN;
    }
    search->most_blue = left;
    search->least_blue = left - (hidden - (long)search->cell_count);
}

bool comb_hexcells_refutes_reason(signed char *scratch, const struct comb_hexcells_level *level,
                                  const signed char *known, const json_t *because, unsigned cell, signed char colour)
{
    struct search search = {.colours = scratch, .cells = {cell}, .cell_count = 1, .most_blue = (long)level->cell_count};
    bool counter = false;
    memcpy(scratch, known, level->cell_count);
    for (size_t i = 0; i < json_array_size(because); i++) {
        const char *text = json_string_value(json_array_get(because, i));
        unsigned id;
        if (!text || !comb_hexcells_id_read(&id, level, text))
            continue;
        if (id == COMB_HEXCELLS_COUNTER)
            counter = true;
        else if (!add_hint(&search, level, id))
            return false;
    }
    if (counter)
        add_counter(&search, level);
    bool blue = colour != COMB_HEXCELLS_BLUE;
    scratch[cell] = blue ? COMB_HEXCELLS_BLUE : COMB_HEXCELLS_BLACK;
    return colour_from(&search, 1, blue);
}
