/* A move uncovers a hidden cell: 12,7=blue or 12,7=black. On a level a wrong move is rejected with COMB_NO, as in the
 * game. On a position, whose solution is unknown, the move may include the hint that the player saw: 12,7={3}, 12,7=x5.
 * Without it the number stays unknown until a later move enters it. */
#include "games/hexcells/level/moves.h"

#include "games/hexcells/level/position.h"
#include "games/hexcells/solve.h"

#include <stdio.h>
#include <string.h>

struct entry {
    unsigned cell;
    struct comb_hexcells_cell cell_state; /* colour and hint */
    bool hint;                            /* a hint was entered, not only a colour */
};

static int read_entry(struct entry *out, const struct comb_hexcells_level *level, const char *text,
                      struct comb_error *err)
{
    struct comb_hexcells_thing thing;
    int x, y, used = 0;
    if (strlen(text) < 40 && sscanf(text, "%4d,%4d=%n", &x, &y, &used) == 2 && used > 0) {
        const char *what = text + used;
        bool blue = strcmp(what, "blue") == 0;
        bool colour_only = blue || strcmp(what, "black") == 0;
        const char *notation = colour_only ? (blue ? "x_" : "_") : what;
        int cell = comb_hexcells_cell_at(level, x, y);
        if (cell < 0)
            return comb_fail(err, COMB_BAD_INPUT, "'%.40s': no cell at (%d,%d)", text, x, y);
        if (comb_hexcells_thing_read(&thing, notation, strlen(notation)) && !thing.is_line &&
            thing.cell.shown != COMB_HEXCELLS_UNKNOWN) {
            *out = (struct entry){.cell = (unsigned)cell, .cell_state = thing.cell, .hint = !colour_only};
            return COMB_OK;
        }
    }
    return comb_fail(err, COMB_BAD_INPUT, "'%.40s': expected X,Y=blue or X,Y=black, such as 12,7=blue", text);
}

/* Whether the cell is hidden, or its unknown number is entered now. */
static bool may_enter(const struct comb_hexcells_cell *cell, const struct entry *entry)
{
    return cell->shown == COMB_HEXCELLS_UNKNOWN ||
           (cell->number_unknown && entry->hint && cell->shown == entry->cell_state.shown);
}

static int uncover_level(struct comb_hexcells_cell *cell, const struct entry *entry, const char *move,
                         struct comb_error *err)
{
    if (entry->hint)
        return comb_fail(err, COMB_BAD_INPUT, "'%.40s': expected blue or black (a level has its own hints)", move);
    if (cell->truth != entry->cell_state.shown)
        return comb_fail(err, COMB_NO, "'%.40s' is wrong: (%d,%d) is not %s", move, cell->at.x, cell->at.y,
                         entry->cell_state.shown == COMB_HEXCELLS_BLUE ? "blue" : "black");
    cell->shown = cell->truth;
    return COMB_OK;
}

static void uncover_position(struct comb_hexcells_cell *cell, const struct entry *entry)
{
    struct comb_point at = cell->at;
    *cell = entry->cell_state;
    cell->at = at;
}

int comb_hexcells_apply(void **next, const void *board, const char *move, struct comb_error *err)
{
    const struct comb_hexcells_level *level = board;
    struct comb_hexcells_level *copy = NULL;
    struct entry entry;
    *next = NULL;
    int code = read_entry(&entry, level, move, err);
    if (code == COMB_OK && !may_enter(&level->cells[entry.cell], &entry))
        code = comb_fail(err, COMB_BAD_INPUT, "'%.40s': the cell is already uncovered", move);
    if (code == COMB_OK)
        code = comb_hexcells_level_copy(&copy, level, err);
    if (code != COMB_OK)
        return code;
    struct comb_hexcells_cell *cell = &copy->cells[entry.cell];
    bool was_hidden = cell->shown == COMB_HEXCELLS_UNKNOWN;
    if (level->truth_known)
        code = uncover_level(cell, &entry, move, err);
    else
        uncover_position(cell, &entry);
    if (code != COMB_OK) {
        comb_hexcells_level_free(copy);
        return code;
    }
    if (copy->remaining > 0 && cell->shown == COMB_HEXCELLS_BLUE && was_hidden)
        copy->remaining--;
    *next = copy;
    return COMB_OK;
}

int comb_hexcells_answer(json_t **answer, const void *board, struct comb_job *job, const char *const *words,
                         size_t count, const struct comb_params *params, struct comb_error *err)
{
    const struct comb_hexcells_level *level = board;
    struct comb_json build = {0};
    struct entry entry;
    int code = COMB_OK;
    (void)job;
    (void)params;
    *answer = NULL;
    if (count == 0)
        return comb_fail(err, COMB_BAD_INPUT, "no cells given: expected one or more such as 12,7=blue");
    json_t *root = comb_json_object(&build);
    json_t *cells = comb_json_array(&build);
    for (size_t i = 0; code == COMB_OK && i < count; i++) {
        code = read_entry(&entry, level, words[i], err);
        if (code == COMB_OK)
            comb_json_push(&build, cells,
                           comb_hexcells_cell_object(&build, level, entry.cell, entry.cell_state.shown, 0));
    }
    comb_json_set(&build, root, "cells", cells);
    if (code == COMB_OK)
        return comb_json_finish(answer, &build, root, err);
    json_decref(root);
    return code;
}
