/* Generates levels. An attempt starts with all hints and removes them:
 *
 *     outline -> random blue cells -> all possible hints -> uncover black cells until the level is fair
 *             -> remove hints in random order, each one that leaves the level fair -> choose by grade
 *
 * Seeing more never makes fewer deductions possible, so every intermediate level is fair, and the last one is the
 * hardest. A binary search then finds the longest prefix of removals whose level is not harder than the target.
 * Attempts stop with the first level of the target grade, or after a few with the closest one. Cost: one play per hint
 * and about seven ratings. */
#include "games/hexcells/make/make.h"

#include "base/rng.h"
#include "base/vec.h"
#include "games/hexcells/hints/hint.h"
#include "games/hexcells/level/edit.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ATTEMPTS = 8, CENTRE = 16, MARGIN = 2, MAX_RADIUS = 7, MAX_DIAMOND = 14 };

struct maker {
    struct comb_job *job;
    struct comb_rng rng;
    unsigned cells;
    const char *shape;
    enum comb_hexcells_grade target;
    struct COMB_VEC(struct comb_point) outline;
};

static bool random_bool(struct maker *maker, double probability)
{
    return comb_rng_unit(&maker->rng) < probability;
}

/* ---- outlines ---- */

static unsigned difference(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

static int steps_between(struct comb_point a, struct comb_point b)
{
    int across = abs(a.x - b.x);
    int down = abs(a.y - b.y);
    return across + (down > across ? (down - across) / 2 : 0);
}

static bool hexagon_outline(struct maker *maker)
{
    unsigned radius = 1;
    for (unsigned r = 1; r <= MAX_RADIUS; r++)
        if (difference(1 + 3 * r * (r + 1), maker->cells) < difference(1 + 3 * radius * (radius + 1), maker->cells))
            radius = r;
    bool ok = true;
    for (int y = 0; y < COMB_HEXCELLS_SIDE; y++)
        for (int x = y & 1; x < COMB_HEXCELLS_SIDE; x += 2)
            if (ok && steps_between((struct comb_point){x, y}, (struct comb_point){CENTRE, CENTRE}) <= (int)radius)
                ok = comb_vec_push(&maker->outline, (struct comb_point){x, y});
    return ok;
}

static bool diamond_outline(struct maker *maker)
{
    unsigned side = 2;
    for (unsigned s = 2; s <= MAX_DIAMOND; s++)
        if (difference(s * s, maker->cells) < difference(side * side, maker->cells))
            side = s;
    int top = CENTRE - (int)side + 1;
    bool ok = true;
    for (int i = 0; i < (int)side; i++)
        for (int j = 0; ok && j < (int)side; j++)
            ok = comb_vec_push(&maker->outline, (struct comb_point){CENTRE + i - j, top + i + j});
    return ok;
}

static bool in_outline(const struct maker *maker, struct comb_point at)
{
    for (size_t i = 0; i < maker->outline.count; i++)
        if (maker->outline.items[i].x == at.x && maker->outline.items[i].y == at.y)
            return true;
    return false;
}

/* Adds cells one by one, each next to a random one. */
static bool free_outline(struct maker *maker)
{
    bool ok = comb_vec_push(&maker->outline, (struct comb_point){CENTRE, CENTRE});
    while (ok && maker->outline.count < maker->cells) {
        struct comb_point from = maker->outline.items[comb_rng_below(&maker->rng, maker->outline.count)];
        struct comb_point step = comb_hexcells_step((unsigned)comb_rng_below(&maker->rng, COMB_HEXCELLS_E));
        struct comb_point at = {from.x + step.x, from.y + step.y};
        bool inside = at.x >= MARGIN && at.y >= MARGIN && at.x < COMB_HEXCELLS_SIDE - MARGIN &&
                      at.y < COMB_HEXCELLS_SIDE - MARGIN;
        if (inside && !in_outline(maker, at))
            ok = comb_vec_push(&maker->outline, at);
    }
    return ok;
}

/* ---- a level with every hint ---- */

static struct comb_hexcells_cell random_cell(struct maker *maker, struct comb_point at, double density)
{
    bool blue = random_bool(maker, density);
    bool numbered = !blue || random_bool(maker, 0.15);
    bool marked = !blue && random_bool(maker, 0.3);
    return (struct comb_hexcells_cell){
        .at = at,
        .truth = blue ? COMB_HEXCELLS_BLUE : COMB_HEXCELLS_BLACK,
        .shown = COMB_HEXCELLS_UNKNOWN,
        .hint = marked     ? COMB_HEXCELLS_BRACES
                : numbered ? COMB_HEXCELLS_NUMBER
                           : COMB_HEXCELLS_NO_HINT,
    };
}

static bool has_line(const struct comb_hexcells_level *level, unsigned lines, struct comb_point at)
{
    for (unsigned i = 0; i < lines; i++)
        if (level->lines[i].at.x == at.x && level->lines[i].at.y == at.y)
            return true;
    return false;
}

/* A line hint is possible where its first cell is the first one in that direction. */
static void add_lines(struct comb_hexcells_level *level, struct maker *maker, unsigned room)
{
    static const enum comb_hexcells_direction down[] = {COMB_HEXCELLS_S, COMB_HEXCELLS_SE, COMB_HEXCELLS_SW};
    for (size_t i = 0; i < maker->outline.count * 3; i++) {
        enum comb_hexcells_direction direction = down[i % 3];
        struct comb_point step = comb_hexcells_step(direction);
        struct comb_point first = maker->outline.items[i / 3];
        struct comb_point at = {first.x - step.x, first.y - step.y};
        bool usable = at.x >= 0 && at.y >= 0 && at.x < COMB_HEXCELLS_SIDE && !in_outline(maker, at) &&
                      !has_line(level, level->line_count, at);
        if (usable && level->line_count < room && random_bool(maker, 0.5))
            level->lines[level->line_count++] = (struct comb_hexcells_line){
                .at = at,
                .direction = direction,
                .hint = random_bool(maker, 0.3) ? COMB_HEXCELLS_BRACES : COMB_HEXCELLS_NUMBER,
            };
    }
}

/* Removes marks that carry no information. */
static void drop_useless_marks(struct comb_hexcells_level *level)
{
    for (unsigned i = 0; i < level->cell_count; i++)
        if (level->cells[i].hint != COMB_HEXCELLS_NO_HINT && (level->cells[i].number < 2 || level->cells[i].number > 4))
            level->cells[i].hint = COMB_HEXCELLS_NUMBER;
    for (unsigned i = 0; i < level->line_count; i++)
        if (level->lines[i].number < 2)
            level->lines[i].hint = COMB_HEXCELLS_NUMBER;
}

static int full_level(struct comb_hexcells_level **out, struct maker *maker, struct comb_error *err)
{
    struct comb_hexcells_level *level;
    unsigned cells = (unsigned)maker->outline.count;
    double density = 0.3 + 0.15 * comb_rng_unit(&maker->rng);
    int code = comb_hexcells_level_new(&level, cells, cells * 3, err);
    *out = NULL;
    if (code != COMB_OK)
        return code;
    for (unsigned i = 0; i < cells; i++)
        level->cells[i] = random_cell(maker, maker->outline.items[i], density);
    level->truth_known = true;
    level->line_count = 0;
    add_lines(level, maker, cells * 3);
    level->title =
        comb_arena_printf(&level->arena, "%u cells, seed %llu", cells, (unsigned long long)comb_job_seed(maker->job));
    level->author = "Comb";
    code = level->title ? comb_hexcells_level_finish(level, err) : comb_fail_memory(err);
    if (code == COMB_OK) {
        drop_useless_marks(level);
        *out = level;
        return COMB_OK;
    }
    comb_hexcells_level_free(level);
    return code;
}

/* ---- fairness ---- */

/* Uncovers one undecided cell, a black one if there is any, because it has a hint. */
static void uncover_one(struct comb_hexcells_level *level, const struct comb_hexcells_play *play, struct maker *maker)
{
    unsigned chosen = level->cell_count;
    for (unsigned pass = 0, candidates = 0; pass < 2 && chosen == level->cell_count; pass++)
        for (unsigned i = 0; i < level->cell_count; i++) {
            if (play->colours[i] != COMB_HEXCELLS_UNKNOWN ||
                (pass == 0 && level->cells[i].truth != COMB_HEXCELLS_BLACK))
                continue;
            if (comb_rng_below(&maker->rng, ++candidates) == 0)
                chosen = i;
        }
    if (chosen == level->cell_count)
        return;
    level->cells[chosen].shown = level->cells[chosen].truth;
    level->remaining -= level->cells[chosen].truth == COMB_HEXCELLS_BLUE;
    assert(level->remaining >= 0);
}

static int make_fair(struct comb_hexcells_level *level, struct maker *maker, struct comb_error *err)
{
    struct comb_hexcells_play_options options = {0};
    for (;;) {
        struct comb_hexcells_play play;
        int code = comb_hexcells_play(&play, level, &options, maker->job, err);
        bool fair = play.left == 0;
        if (code == COMB_OK && !fair)
            uncover_one(level, &play, maker);
        comb_hexcells_play_free(&play);
        if (code != COMB_OK || fair)
            return code;
    }
}

/* ---- removing hints ---- */

struct removals {
    struct COMB_VEC(unsigned) ids; /* in the order of removal */
    bool *removed;
};

static void shuffle(unsigned *ids, size_t count, struct maker *maker)
{
    for (size_t i = count; i > 1; i--) {
        size_t other = (size_t)comb_rng_below(&maker->rng, i);
        unsigned id = ids[i - 1];
        ids[i - 1] = ids[other];
        ids[other] = id;
    }
}

static int try_removal(struct removals *removals, const struct comb_hexcells_level *level, unsigned id,
                       struct maker *maker, struct comb_error *err)
{
    struct comb_hexcells_level *reduced;
    bool fair = false;
    removals->removed[id] = true;
    int code = comb_hexcells_without(&reduced, level, removals->removed, err);
    if (code == COMB_OK)
        code = comb_hexcells_fair(&fair, reduced, maker->job, err);
    comb_hexcells_level_free(reduced);
    removals->removed[id] = fair;
    if (code == COMB_OK && fair && !comb_vec_push(&removals->ids, id))
        code = comb_fail_memory(err);
    return code;
}

static int remove_hints(struct removals *removals, const struct comb_hexcells_level *level, struct maker *maker,
                        struct comb_error *err)
{
    unsigned clues = level->cell_count + level->line_count;
    unsigned *order = malloc(clues * sizeof *order);
    removals->removed = calloc(clues, sizeof *removals->removed);
    int code = order && removals->removed ? COMB_OK : comb_fail_memory(err);
    size_t count = 0;
    for (unsigned id = 0; code == COMB_OK && id < clues; id++)
        if (id >= level->cell_count || level->cells[id].hint != COMB_HEXCELLS_NO_HINT)
            order[count++] = id;
    if (code == COMB_OK)
        shuffle(order, count, maker);
    for (size_t i = 0; code == COMB_OK && i < count; i++) {
        comb_job_note(maker->job, "%zu of %zu hints tested", i, count);
        code = try_removal(removals, level, order[i], maker, err);
    }
    free(order);
    return code;
}

/* Removes the hints of the first `count` removals. */
static int after_removals(struct comb_hexcells_level **out, const struct comb_hexcells_level *level,
                          struct removals *removals, size_t count, struct comb_error *err)
{
    assert(count <= removals->ids.count);
    memset(removals->removed, 0, level->cell_count + level->line_count);
    for (size_t i = 0; i < count; i++)
        removals->removed[removals->ids.items[i]] = true;
    return comb_hexcells_without(out, level, removals->removed, err);
}

/* Grades the level; COMB_HEXCELLS_GRADES if it is harder than the target. */
static int grade_level(enum comb_hexcells_grade *grade, const struct comb_hexcells_level *level, struct maker *maker,
                       struct comb_error *err)
{
    struct comb_hexcells_play play;
    double limit = comb_hexcells_grade_limit(maker->target);
    struct comb_hexcells_play_options options = {.reasons = true, .explain.max_cost = limit};
    int code = comb_hexcells_play(&play, level, &options, maker->job, err);
    bool explained = true;
    for (unsigned i = 0; i < level->cell_count; i++)
        explained &= level->cells[i].shown != COMB_HEXCELLS_UNKNOWN || play.step_of[i] != SIZE_MAX;
    *grade = explained ? comb_hexcells_grade_of(comb_hexcells_costs(&play).hardest) : COMB_HEXCELLS_GRADES;
    comb_hexcells_play_free(&play);
    return code;
}

/* Finds the longest prefix of removals that is not too hard; the full level if even that is. */
static int choose_by_grade(struct comb_hexcells_level **out, enum comb_hexcells_grade *grade,
                           const struct comb_hexcells_level *level, struct removals *removals, struct maker *maker,
                           struct comb_error *err)
{
    size_t min = 0;
    size_t max = removals->ids.count;
    size_t next = max; /* the whole prefix first: enough for the hardest grade */
    int code = COMB_OK;
    *out = NULL;
    while (code == COMB_OK && min <= max) {
        struct comb_hexcells_level *reduced;
        enum comb_hexcells_grade here = COMB_HEXCELLS_GRADES;
        code = after_removals(&reduced, level, removals, next, err);
        if (code == COMB_OK)
            code = grade_level(&here, reduced, maker, err);
        bool fits = code == COMB_OK && here <= maker->target;
        if (fits || (code == COMB_OK && next == 0)) {
            comb_hexcells_level_free(*out);
            *out = reduced;
            *grade = here;
        } else {
            comb_hexcells_level_free(reduced);
        }
        if (!fits && next == 0)
            break;
        min = fits ? next + 1 : min;
        max = fits ? max : next - 1;
        next = min + (max > min ? (max - min) / 2 : 0);
    }
    return code;
}

static int attempt_level(struct comb_hexcells_level **out, enum comb_hexcells_grade *grade, struct maker *maker,
                         struct comb_error *err)
{
    struct comb_hexcells_level *level = NULL;
    struct removals removals = {0};
    *out = NULL;
    maker->outline.count = 0;
    bool ok = strcmp(maker->shape, "hexagon") == 0   ? hexagon_outline(maker)
              : strcmp(maker->shape, "diamond") == 0 ? diamond_outline(maker)
                                                     : free_outline(maker);
    int code = ok ? full_level(&level, maker, err) : comb_fail_memory(err);
    if (code != COMB_OK)
        return code;
    code = make_fair(level, maker, err);
    bool fair = code == COMB_OK;
    if (code == COMB_OK)
        code = remove_hints(&removals, level, maker, err);
    if (code == COMB_OK)
        code = choose_by_grade(out, grade, level, &removals, maker, err);
    /* if the job stopped, the fair level so far is better than none */
    if (fair && !*out && removals.removed && (code == COMB_LIMIT || code == COMB_INTERRUPTED)) {
        int result = after_removals(out, level, &removals, removals.ids.count, err);
        code = result == COMB_OK ? code : result;
    }
    comb_vec_free(&removals.ids);
    free(removals.removed);
    comb_hexcells_level_free(level);
    return code;
}

static enum comb_hexcells_grade grade_named(const char *name)
{
    unsigned grade = 0;
    while (grade + 1 < COMB_HEXCELLS_GRADES && strcmp(name, comb_hexcells_grade_name(grade)) != 0)
        grade++;
    return grade;
}

/* Reports why the job stopped. A level found so far is returned, but it depends on the time available: the same seed
 * may give another one. */
static int fail_stopped(const struct maker *maker, int code, bool has_level, struct comb_error *err)
{
    struct comb_error stop;
    comb_job_fail(maker->job, code, &stop);
    if (!has_level)
        return comb_fail(err, code, "%s before a level was found", stop.message);
    return comb_fail(err, code, "%s before a level of grade '%s' was found; showing the best so far", stop.message,
                     comb_hexcells_grade_name(maker->target));
}

int comb_hexcells_make(void **board, const struct comb_game *game, struct comb_job *job,
                       const struct comb_params *params, struct comb_error *err)
{
    (void)game;
    struct maker maker = {
        .job = job,
        .cells = (unsigned)comb_params_int(params, "cells", 37),
        .shape = comb_params_text(params, "shape", "hexagon"),
        .target = grade_named(comb_params_text(params, "difficulty", "medium")),
    };
    struct comb_hexcells_level *best = NULL;
    enum comb_hexcells_grade best_grade = COMB_HEXCELLS_GRADES;
    int code = COMB_OK;
    comb_rng_seed(&maker.rng, comb_job_seed(job));
    for (unsigned i = 0; code == COMB_OK && best_grade != maker.target && i < MAX_ATTEMPTS; i++) {
        struct comb_hexcells_level *level;
        enum comb_hexcells_grade grade = COMB_HEXCELLS_GRADES;
        code = attempt_level(&level, &grade, &maker, err);
        if (level && (!best || difference(grade, maker.target) < difference(best_grade, maker.target))) {
            comb_hexcells_level_free(best);
            best = level;
            best_grade = grade;
        } else {
            comb_hexcells_level_free(level);
        }
    }
    comb_vec_free(&maker.outline);
    *board = best;
    return code == COMB_LIMIT || code == COMB_INTERRUPTED ? fail_stopped(&maker, code, best != NULL, err) : code;
}
