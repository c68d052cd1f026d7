/* Searches the smallest set of hints that makes a stuck level fair, with one, two, three hints.
 *
 * Where a player is stuck, only a hint that is visible there and counts an undecided cell can help: a number on a
 * decided cell without one, a new line hint, or a mark around a number. So the search plays the level, tries each of
 * these, and plays on from there; any smallest set can be added in such an order. A number with its mark says at least
 * as much as the number alone, so only marked ones are tried, and marks that turn out to be unnecessary are dropped
 * from the set that was found. The search stops after a number of plays and then says that it is incomplete. */
#include "games/hexcells/hints/repair.h"

#include "base/vec.h"
#include "games/hexcells/level/edit.h"

#include <assert.h>
#include <string.h>

enum { MAX_PLAYS = 4000 };

struct search {
    const struct comb_hexcells_level *level;
    struct comb_job *job;
    struct comb_hexcells_addition chosen[COMB_HEXCELLS_MAX_REPAIR];
    unsigned plays;
    bool found, cut;
};

struct additions COMB_VEC(struct comb_hexcells_addition);

/* Puts a hint into the level; finishing it computes the number and the kind of the mark. */
static void add_hint(struct comb_hexcells_level *level, const struct comb_hexcells_level *original,
                     const struct comb_hexcells_addition *added)
{
    int cell = comb_hexcells_cell_at(original, added->at.x, added->at.y);
    int line = comb_hexcells_line_at(original, added->at.x, added->at.y);
    if (cell >= 0)
        level->cells[cell].hint = added->hint;
    else if (line >= 0)
        level->lines[line].hint = added->hint;
    else
        level->lines[level->line_count++] =
            (struct comb_hexcells_line){.at = added->at, .direction = added->direction, .hint = added->hint};
}

/* The level with the first `count` chosen hints. */
static int with_chosen(struct comb_hexcells_level **out, const struct search *search, unsigned count,
                       struct comb_error *err)
{
    const struct comb_hexcells_level *level = search->level;
    struct comb_hexcells_level *copy;
    int code = comb_hexcells_level_new(&copy, level->cell_count, level->line_count + count, err);
    *out = NULL;
    if (code != COMB_OK)
        return code;
    memcpy(copy->cells, level->cells, level->cell_count * sizeof *level->cells);
    if (level->line_count > 0)
        memcpy(copy->lines, level->lines, level->line_count * sizeof *level->lines);
    copy->truth_known = true;
    copy->line_count = level->line_count;
    for (unsigned i = 0; i < count; i++)
        add_hint(copy, level, &search->chosen[i]);
    code = comb_hexcells_level_finish(copy, err);
    if (code == COMB_OK)
        *out = copy;
    else
        comb_hexcells_level_free(copy);
    return code;
}

static bool has_undecided(const struct comb_hexcells_play *play, const unsigned *cells, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (cells[i] != COMB_HEXCELLS_GAP && play->colours[cells[i]] == COMB_HEXCELLS_UNKNOWN)
            return true;
    return false;
}

/* Numbers on decided cells without one, and marks around the numbers of black cells. */
static bool list_numbers(struct additions *out, const struct comb_hexcells_play *play)
{
    const struct comb_hexcells_level *level = play->level;
    unsigned members[COMB_HEXCELLS_MAX_SIDE];
    bool ok = true;
    for (unsigned i = 0; ok && i < level->cell_count; i++) {
        bool blue = play->colours[i] == COMB_HEXCELLS_BLUE, present = level->cells[i].hint == COMB_HEXCELLS_NUMBER;
        if (play->colours[i] == COMB_HEXCELLS_UNKNOWN ||
            (level->cells[i].hint != COMB_HEXCELLS_NO_HINT && (blue || !present)))
            continue;
        unsigned count = blue ? comb_hexcells_flower(members, level, i) : comb_hexcells_ring(members, level, i);
        if (has_undecided(play, members, count))
            ok = comb_vec_push(
                out, (struct comb_hexcells_addition){.at = level->cells[i].at,
                                                     .present = present,
                                                     .hint = blue ? COMB_HEXCELLS_NUMBER : COMB_HEXCELLS_BRACES});
    }
    return ok;
}

/* Marks around the numbers of line hints. */
static bool list_line_marks(struct additions *out, const struct comb_hexcells_play *play)
{
    const struct comb_hexcells_level *level = play->level;
    unsigned members[COMB_HEXCELLS_MAX_SIDE];
    bool ok = true;
    for (unsigned i = 0; ok && i < level->line_count; i++)
        if (level->lines[i].hint == COMB_HEXCELLS_NUMBER &&
            has_undecided(play, members, comb_hexcells_ray(members, level, i)))
            ok = comb_vec_push(out, (struct comb_hexcells_addition){.at = level->lines[i].at,
                                                                    .line = true,
                                                                    .direction = level->lines[i].direction,
                                                                    .present = true,
                                                                    .hint = COMB_HEXCELLS_BRACES});
    return ok;
}

static bool line_helps(const struct comb_hexcells_play *play, struct comb_point at, struct comb_point step)
{
    for (int i = 1; i < COMB_HEXCELLS_MAX_SIDE; i++) {
        int cell = comb_hexcells_cell_at(play->level, at.x + i * step.x, at.y + i * step.y);
        if (cell >= 0 && play->colours[cell] == COMB_HEXCELLS_UNKNOWN)
            return true;
    }
    return false;
}

/* Line hints at free places in front of a cell. */
static bool list_lines(struct additions *out, const struct comb_hexcells_play *play)
{
    static const enum comb_hexcells_direction down[] = {COMB_HEXCELLS_S, COMB_HEXCELLS_SE, COMB_HEXCELLS_SW};
    const struct comb_hexcells_level *level = play->level;
    bool ok = true;
    for (unsigned i = 0; ok && i < level->cell_count * 3; i++) {
        struct comb_point first = level->cells[i / 3].at, step = comb_hexcells_step(down[i % 3]);
        struct comb_point at = {first.x - step.x, first.y - step.y};
        bool usable = at.x >= 0 && at.y >= 0 && at.x < (int)level->columns &&
                      comb_hexcells_cell_at(level, at.x, at.y) < 0 && comb_hexcells_line_at(level, at.x, at.y) < 0;
        if (usable && line_helps(play, at, step))
            ok =
                comb_vec_push(out, (struct comb_hexcells_addition){
                                       .at = at, .line = true, .direction = down[i % 3], .hint = COMB_HEXCELLS_BRACES});
    }
    return ok;
}

/* Tries to complete the first `count` chosen hints to `depth`. Each call plays the level once. */
static int extend(struct search *search, unsigned count, unsigned depth, struct comb_error *err)
{
    struct comb_hexcells_level *level;
    struct comb_hexcells_play play;
    struct additions candidates = {0};
    if (search->plays >= MAX_PLAYS) {
        search->cut = true;
        return COMB_OK;
    }
    search->plays++;
    int code = with_chosen(&level, search, count, err);
    if (code != COMB_OK)
        return code;
    code = comb_hexcells_play(&play, level, &(struct comb_hexcells_play_options){0}, search->job, err);
    search->found = code == COMB_OK && play.left == 0;
    if (code == COMB_OK && !search->found && count < depth &&
        !(list_numbers(&candidates, &play) && list_lines(&candidates, &play) && list_line_marks(&candidates, &play)))
        code = comb_fail_memory(err);
    comb_hexcells_play_free(&play);
    comb_hexcells_level_free(level);
    for (size_t i = 0; code == COMB_OK && !search->found && !search->cut && i < candidates.count; i++) {
        search->chosen[count] = candidates.items[i];
        code = extend(search, count + 1, depth, err);
    }
    comb_vec_free(&candidates);
    return code;
}

/* Drops the marks that the set does not need. */
static int drop_marks(struct search *search, unsigned count, struct comb_error *err)
{
    int code = COMB_OK;
    for (unsigned i = 0; code == COMB_OK && i < count; i++) {
        struct comb_hexcells_level *level;
        bool fair = false;
        if (search->chosen[i].present || search->chosen[i].hint == COMB_HEXCELLS_NUMBER)
            continue;
        search->chosen[i].hint = COMB_HEXCELLS_NUMBER;
        code = with_chosen(&level, search, count, err);
        if (code == COMB_OK)
            code = comb_hexcells_fair(&fair, level, search->job, err);
        comb_hexcells_level_free(level);
        if (!fair)
            search->chosen[i].hint = COMB_HEXCELLS_BRACES;
    }
    return code;
}

/* Copies the set that was found, with the numbers and the kinds of marks that it has in the level. */
static int report(struct comb_hexcells_repair *out, const struct search *search, unsigned count, struct comb_error *err)
{
    struct comb_hexcells_level *level;
    int code = with_chosen(&level, search, count, err);
    for (unsigned i = 0; code == COMB_OK && i < count; i++) {
        struct comb_hexcells_addition *item = &out->items[i];
        *item = search->chosen[i];
        int cell = comb_hexcells_cell_at(level, item->at.x, item->at.y);
        int line = comb_hexcells_line_at(level, item->at.x, item->at.y);
        assert((cell >= 0) != (line >= 0));
        item->hint = cell >= 0 ? level->cells[cell].hint : level->lines[line].hint;
        item->number = cell >= 0 ? level->cells[cell].number : level->lines[line].number;
    }
    out->count = code == COMB_OK ? count : 0;
    comb_hexcells_level_free(level);
    return code;
}

int comb_hexcells_find_repair(struct comb_hexcells_repair *out, const struct comb_hexcells_level *level,
                              struct comb_job *job, struct comb_error *err)
{
    struct search search = {.level = level, .job = job};
    unsigned depth = 0;
    int code = COMB_OK;
    *out = (struct comb_hexcells_repair){0};
    while (code == COMB_OK && !search.found && !search.cut && depth < COMB_HEXCELLS_MAX_REPAIR)
        code = extend(&search, 0, ++depth, err);
    out->complete = code == COMB_OK && !search.cut;
    if (code == COMB_OK && search.found) {
        code = drop_marks(&search, depth, err);
        int copied = report(out, &search, depth, err);
        code = copied != COMB_OK ? copied : code;
    }
    return code;
}
