/* A hint is redundant if the level is still fair without it and with all other hints. Testing one costs a whole play,
 * so the search stops when the time of the job is up.
 *
 * Removing one redundant hint may make another one necessary, so the order matters to an author. First come the hints
 * that can all be removed at once: those that no step of the explanation uses (the same steps then still solve the
 * level), and after them, each tested together with the previous ones, those that few steps use. The others, of which
 * any single one could go instead, follow. Hints with the same number of uses are in reading order. */
#include "games/hexcells/hints/redundant.h"

#include "games/hexcells/level/edit.h"

#include <stdlib.h>
#include <string.h>

struct candidate {
    unsigned id, uses;
    struct comb_point at;
    bool together;
};

struct search {
    const struct comb_hexcells_level *level;
    struct comb_job *job;
    struct candidate *candidates;
    size_t count;
    bool *removed; /* by id */
};

static bool has_hint(const struct comb_hexcells_level *level, unsigned id)
{
    return id >= level->cell_count || level->cells[id].hint != COMB_HEXCELLS_NO_HINT;
}

static struct comb_point place_of(const struct comb_hexcells_level *level, unsigned id)
{
    return id < level->cell_count ? level->cells[id].at : level->lines[id - level->cell_count].at;
}

/* Tests each hint alone. */
static int find_candidates(struct search *search, struct comb_error *err)
{
    const struct comb_hexcells_level *level = search->level;
    for (unsigned id = 0; id < level->cell_count + level->line_count; id++) {
        bool fair = false;
        int code = has_hint(level, id) ? comb_hexcells_fair_without(&fair, level, id, search->job, err) : COMB_OK;
        if (code != COMB_OK)
            return code;
        if (fair)
            search->candidates[search->count++] = (struct candidate){.id = id, .at = place_of(level, id)};
    }
    return COMB_OK;
}

static unsigned count_uses(const struct comb_hexcells_explanation *steps, unsigned id)
{
    unsigned uses = 0;
    for (size_t i = 0; i < steps->count; i++)
        for (size_t k = 0; k < steps->items[i].step.id_count; k++)
            uses += steps->items[i].step.ids[k] == id;
    return uses;
}

static int by_uses(const void *a, const void *b)
{
    const struct candidate *one = a, *two = b;
    if (one->uses != two->uses)
        return one->uses < two->uses ? -1 : 1;
    if (one->at.y != two->at.y)
        return one->at.y < two->at.y ? -1 : 1;
    return (one->at.x > two->at.x) - (one->at.x < two->at.x);
}

static int sort_by_uses(struct search *search, struct comb_error *err)
{
    struct comb_hexcells_play play;
    struct comb_hexcells_play_options options = {.reasons = true};
    int code = comb_hexcells_play(&play, search->level, &options, search->job, err);
    for (size_t i = 0; code == COMB_OK && i < search->count; i++)
        search->candidates[i].uses = count_uses(&play.steps, search->candidates[i].id);
    comb_hexcells_play_free(&play);
    qsort(search->candidates, search->count, sizeof *search->candidates, by_uses);
    return code;
}

static int fair_without_removed(bool *fair, const struct search *search, struct comb_error *err)
{
    struct comb_hexcells_level *reduced;
    *fair = false;
    int code = comb_hexcells_without(&reduced, search->level, search->removed, err);
    if (code == COMB_OK)
        code = comb_hexcells_fair(fair, reduced, search->job, err);
    comb_hexcells_level_free(reduced);
    return code;
}

/* Removes one hint after the other as long as the level stays fair. */
static int find_together(struct search *search, struct comb_error *err)
{
    int code = COMB_OK;
    for (size_t i = 0; code == COMB_OK && i < search->count; i++) {
        struct candidate *candidate = &search->candidates[i];
        search->removed[candidate->id] = true;
        candidate->together = candidate->uses == 0;
        if (!candidate->together)
            code = fair_without_removed(&candidate->together, search, err);
        search->removed[candidate->id] = candidate->together;
    }
    return code;
}

/* Lists first the hints that can be removed together, then the others. */
static bool list_candidates(struct comb_hexcells_redundant *out, const struct search *search)
{
    for (int together = 1; together >= 0; together--)
        for (size_t i = 0; i < search->count; i++)
            if (search->candidates[i].together == together) {
                if (!comb_vec_push(&out->ids, search->candidates[i].id))
                    return false;
                out->together += together == 1;
            }
    return true;
}

int comb_hexcells_find_redundant(struct comb_hexcells_redundant *out, const struct comb_hexcells_level *level,
                                 struct comb_job *job, struct comb_error *err)
{
    size_t clues = (size_t)level->cell_count + level->line_count;
    struct search search = {.level = level,
                            .job = job,
                            .candidates = calloc(clues + 1, sizeof *search.candidates),
                            .removed = calloc(clues + 1, sizeof *search.removed)};
    *out = (struct comb_hexcells_redundant){0};
    int code = search.candidates && search.removed ? find_candidates(&search, err) : comb_fail_memory(err);
    out->complete = code == COMB_OK;
    if (code == COMB_OK)
        code = sort_by_uses(&search, err);
    if (code == COMB_OK)
        code = find_together(&search, err);
    if (search.candidates && !list_candidates(out, &search))
        code = comb_fail_memory(err);
    free(search.candidates);
    free(search.removed);
    return code;
}

void comb_hexcells_redundant_free(struct comb_hexcells_redundant *redundant)
{
    comb_vec_free(&redundant->ids);
    *redundant = (struct comb_hexcells_redundant){0};
}
