/* Builds the logic problem of what a player sees: the colours uncovered so far, the hints of uncovered cells, every
 * line, and the counter. Hints of hidden cells are excluded, even if the level file has them. */
#include "games/hexcells/level/level.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum comb_hexcells_arrangement arrangement_of(enum comb_hexcells_hint hint)
{
    return hint == COMB_HEXCELLS_BRACES   ? COMB_HEXCELLS_TOGETHER
           : hint == COMB_HEXCELLS_DASHES ? COMB_HEXCELLS_APART
                                          : COMB_HEXCELLS_ANY_ARRANGEMENT;
}

bool comb_hexcells_clue_of_cell(struct comb_hexcells_clue *clue, unsigned *members,
                                const struct comb_hexcells_level *level, unsigned index, signed char colour)
{
    const struct comb_hexcells_cell *cell = &level->cells[index];
    /* a deduced cell of a position has no hint: it has not been uncovered in the game */
    bool hint_known = level->truth_known || cell->shown != COMB_HEXCELLS_UNKNOWN;
    bool blue = colour == COMB_HEXCELLS_BLUE;
    if (!hint_known || colour == COMB_HEXCELLS_UNKNOWN || cell->hint == COMB_HEXCELLS_NO_HINT)
        return false;
    *clue = (struct comb_hexcells_clue){
        .id = index,
        .arrangement = arrangement_of(cell->hint),
        .ring = !blue,
        .count = cell->number,
        .size = blue ? comb_hexcells_flower(members, level, index) : comb_hexcells_ring(members, level, index),
        .cells = members,
    };
    return true;
}

void comb_hexcells_clue_of_line(struct comb_hexcells_clue *clue, unsigned *members,
                                const struct comb_hexcells_level *level, unsigned line)
{
    *clue = (struct comb_hexcells_clue){
        .id = level->cell_count + line,
        .arrangement = arrangement_of(level->lines[line].hint),
        .count = level->lines[line].number,
        .size = comb_hexcells_ray(members, level, line),
        .cells = members,
    };
}

static bool copy_members(struct comb_hexcells_clue *clue, struct comb_arena *arena)
{
    clue->cells = comb_arena_copy(arena, clue->cells, (clue->size > 0 ? clue->size : 1) * sizeof *clue->cells);
    return clue->cells != NULL;
}

/* The counter decreases with every blue cell uncovered beyond those that the level shows. */
static long remaining_of(const struct comb_hexcells_level *level, const signed char *known)
{
    long remaining = level->remaining;
    for (unsigned i = 0; remaining > 0 && i < level->cell_count; i++)
        remaining -= known[i] == COMB_HEXCELLS_BLUE && level->cells[i].shown != COMB_HEXCELLS_BLUE;
    return remaining;
}

int comb_hexcells_problem_of(struct comb_hexcells_problem *out, const struct comb_hexcells_level *level,
                             const signed char *shown, struct comb_arena *arena, struct comb_error *err)
{
    unsigned members[COMB_HEXCELLS_MAX_SIDE] = {0};
    signed char *known = COMB_NEW_ARRAY(arena, signed char, level->cell_count + 1);
    struct comb_hexcells_clue *clues =
        COMB_NEW_ARRAY(arena, struct comb_hexcells_clue, level->cell_count + level->line_count + 1);
    bool ok = known && clues;
    size_t count = 0;
    for (unsigned i = 0; ok && i < level->cell_count; i++) {
        known[i] = shown ? shown[i] : level->cells[i].shown;
        if (comb_hexcells_clue_of_cell(&clues[count], members, level, i, known[i]))
            ok = copy_members(&clues[count++], arena);
    }
    for (unsigned i = 0; ok && i < level->line_count; i++) {
        comb_hexcells_clue_of_line(&clues[count], members, level, i);
        ok = copy_members(&clues[count++], arena);
    }
    if (!ok)
        return comb_fail_memory(err);
    assert(count <= (size_t)level->cell_count + level->line_count);
    *out = (struct comb_hexcells_problem){
        .cells = level->cell_count,
        .known = known,
        .clues = clues,
        .clue_count = count,
        .remaining = remaining_of(level, known),
    };
    return COMB_OK;
}

/* ---- names ---- */

void comb_hexcells_id_text(char out[COMB_HEXCELLS_ID_LENGTH], const struct comb_hexcells_level *level, unsigned id)
{
    if (id == COMB_HEXCELLS_COUNTER) {
        snprintf(out, COMB_HEXCELLS_ID_LENGTH, "counter");
        return;
    }
    bool cell = id < level->cell_count;
    struct comb_point at = cell ? level->cells[id].at : level->lines[id - level->cell_count].at;
    snprintf(out, COMB_HEXCELLS_ID_LENGTH, "%c%d,%d", cell ? 'c' : 'l', at.x, at.y);
}

bool comb_hexcells_id_read(unsigned *id, const struct comb_hexcells_level *level, const char *text)
{
    int x, y;
    char kind, rest;
    *id = COMB_HEXCELLS_COUNTER;
    if (strcmp(text, "counter") == 0)
        return true;
    if (strlen(text) >= COMB_HEXCELLS_ID_LENGTH || sscanf(text, "%c%4d,%4d%c", &kind, &x, &y, &rest) != 3)
        return false;
    int found = kind == 'c'   ? comb_hexcells_cell_at(level, x, y)
                : kind == 'l' ? comb_hexcells_line_at(level, x, y)
                              : -1;
    *id = kind == 'c' ? (unsigned)found : level->cell_count + (unsigned)found;
    return found >= 0;
}
