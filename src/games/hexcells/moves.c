/* A move uncovers a hidden cell: 12,7=blue or 12,7=black. On a level a wrong one is refused, as the game does, with
 * COMB_NO; on a position, whose truth nobody knows, the hint that the player saw may be written too: 12,7={3}, 12,7=x5.
 * Without it the number is not known yet, and a later move may tell it. */
#include "games/hexcells/moves.h"

#include "games/hexcells/position.h"
#include "games/hexcells/solve.h"

#include <stdio.h>
#include <string.h>

struct written {
    unsigned cell;
    struct comb_hexcells_cell seen; /* colour and hint */
    bool hint;                      /* a hint was written, not only a colour */
};

static int read_written(struct written *out, const struct comb_hexcells_level *level, const char *text,
                        struct comb_error *err)
{
    struct comb_hexcells_thing thing;
    int x, y, used = 0;
    if (strlen(text) < 40 && sscanf(text, "%4d,%4d=%n", &x, &y, &used) == 2 && used > 0) {
        const char *what = text + used;
        bool blue = strcmp(what, "blue") == 0;
        bool named = blue || strcmp(what, "black") == 0;
        const char *spelled = named ? (blue ? "x_" : "_") : what;
        int cell = comb_hexcells_cell_at(level, x, y);
        if (cell < 0)
            return comb_fail(err, COMB_BAD_INPUT, "'%.40s': there is no cell at (%d,%d)", text, x, y);
        if (comb_hexcells_thing_read(&thing, spelled, strlen(spelled)) && !thing.is_line &&
            thing.cell.shown != COMB_HEXCELLS_UNKNOWN) {
            *out = (struct written){.cell = (unsigned)cell, .seen = thing.cell, .hint = !named};
            return COMB_OK;
        }
    }
    return comb_fail(err, COMB_BAD_INPUT, "'%.40s': expected X,Y=blue or X,Y=black, such as 12,7=blue", text);
}

/* A hidden cell, or one whose number was missing until now. */
static bool may_write(const struct comb_hexcells_cell *cell, const struct written *written)
{
    return cell->shown == COMB_HEXCELLS_UNKNOWN ||
           (cell->number_unknown && written->hint && cell->shown == written->seen.shown);
}

static int uncover_level(struct comb_hexcells_cell *cell, const struct written *written, const char *move,
                         struct comb_error *err)
{
    if (written->hint)
        return comb_fail(err, COMB_BAD_INPUT, "'%.40s': a level knows its hints, expected blue or black", move);
    if (cell->truth != written->seen.shown)
        return comb_fail(err, COMB_NO, "'%.40s' is a mistake: (%d,%d) is not %s", move, cell->at.x, cell->at.y,
                         written->seen.shown == COMB_HEXCELLS_BLUE ? "blue" : "black");
    cell->shown = cell->truth;
    return COMB_OK;
}

static void uncover_position(struct comb_hexcells_cell *cell, const struct written *written)
{
    struct comb_point at = cell->at;
    *cell = written->seen;
    cell->at = at;
}

int comb_hexcells_apply(void **next, const void *board, const char *move, struct comb_error *err)
{
    const struct comb_hexcells_level *level = board;
    struct comb_hexcells_level *copy = NULL;
    struct written written;
    *next = NULL;
    int code = read_written(&written, level, move, err);
    if (code == COMB_OK && !may_write(&level->cells[written.cell], &written))
        code = comb_fail(err, COMB_BAD_INPUT, "'%.40s': the cell is uncovered already", move);
    if (code == COMB_OK)
        code = comb_hexcells_level_copy(&copy, level, err);
    if (code != COMB_OK)
        return code;
    struct comb_hexcells_cell *cell = &copy->cells[written.cell];
    bool was_hidden = cell->shown == COMB_HEXCELLS_UNKNOWN;
    if (level->truth_known)
        code = uncover_level(cell, &written, move, err);
    else
        uncover_position(cell, &written);
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
    struct written written;
    int code = COMB_OK;
    (void)job;
    (void)params;
    *answer = NULL;
    if (count == 0)
        return comb_fail(err, COMB_BAD_INPUT, "no cells given: expected one or more such as 12,7=blue");
    json_t *root = comb_json_object(&build);
    json_t *cells = comb_json_array(&build);
    for (size_t i = 0; code == COMB_OK && i < count; i++) {
        code = read_written(&written, level, words[i], err);
        if (code == COMB_OK)
            comb_json_push(&build, cells,
                           comb_hexcells_cell_object(&build, level, written.cell, written.seen.shown, 0));
    }
    comb_json_set(&build, root, "cells", cells);
    if (code == COMB_OK)
        return comb_json_finish(answer, &build, root, err);
    json_decref(root);
    return code;
}
