#include "games/hexcells/level/edit.h"

#include <stdlib.h>

int comb_hexcells_without(struct comb_hexcells_level **out, const struct comb_hexcells_level *level,
                          const bool *removed, struct comb_error *err)
{
    struct comb_hexcells_level *copy;
    unsigned lines = 0;
    int code = comb_hexcells_level_copy(&copy, level, err);
    *out = NULL;
    if (code != COMB_OK)
        return code;
    for (unsigned i = 0; i < copy->cell_count; i++)
        if (removed[i])
            copy->cells[i].hint = COMB_HEXCELLS_NO_HINT;
    for (unsigned i = 0; i < copy->line_count; i++)
        if (!removed[copy->cell_count + i])
            copy->lines[lines++] = copy->lines[i];
    copy->line_count = lines;
    code = comb_hexcells_level_finish(copy, err);
    if (code == COMB_OK)
        *out = copy;
    else
        comb_hexcells_level_free(copy);
    return code;
}

int comb_hexcells_fair(bool *fair, const struct comb_hexcells_level *level, struct comb_job *job,
                       struct comb_error *err)
{
    struct comb_hexcells_play play;
    struct comb_hexcells_play_options options = {0};
    int code = comb_hexcells_play(&play, level, &options, job, err);
    *fair = code == COMB_OK && play.left == 0;
    comb_hexcells_play_free(&play);
    return code;
}

int comb_hexcells_fair_without(bool *fair, const struct comb_hexcells_level *level, unsigned id, struct comb_job *job,
                               struct comb_error *err)
{
    struct comb_hexcells_level *reduced;
    bool *removed = calloc((size_t)level->cell_count + level->line_count, sizeof *removed);
    *fair = false;
    if (!removed)
        return comb_fail_memory(err);
    removed[id] = true;
    int code = comb_hexcells_without(&reduced, level, removed, err);
    if (code == COMB_OK)
        code = comb_hexcells_fair(fair, reduced, job, err);
    comb_hexcells_level_free(reduced);
    free(removed);
    return code;
}
