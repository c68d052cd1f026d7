/* The first level of an attempt: colours, and every hint that the mix allows. */
#include "games/hexcells/make/parts.h"

#include <stdlib.h>

/* Chooses the colours that are not given, the same for all places of an orbit; at least one of each. */
static bool choose_colours(struct comb_hexcells_maker *maker)
{
    size_t count = maker->outline.count, blue = 0;
    double density = 0.3 + 0.15 * comb_rng_unit(&maker->rng);
    signed char *chosen = malloc(count + 1);
    if (!chosen)
        return false;
    for (size_t i = 0; i < count; i++)
        chosen[i] = comb_hexcells_chance(maker, density) ? COMB_HEXCELLS_BLUE : COMB_HEXCELLS_BLACK;
    size_t free_place = (size_t)comb_rng_below(&maker->rng, count);
    for (size_t i = 0; i < count; i++) {
        const struct comb_hexcells_place *place = &maker->outline.items[i];
        blue += (place->colour == COMB_HEXCELLS_UNKNOWN ? chosen[place->orbit] : place->colour) == COMB_HEXCELLS_BLUE;
    }
    if (blue == 0 || blue == count) /* a level of one colour is no puzzle */
        chosen[maker->outline.items[free_place].orbit] = blue == 0 ? COMB_HEXCELLS_BLUE : COMB_HEXCELLS_BLACK;
    for (size_t i = 0; i < count; i++)
        if (maker->outline.items[i].colour == COMB_HEXCELLS_UNKNOWN)
            maker->outline.items[i].colour = chosen[maker->outline.items[i].orbit];
    free(chosen);
    return true;
}

static bool percent(struct comb_hexcells_maker *maker, unsigned share)
{
    return comb_hexcells_chance(maker, share / 100.0);
}

static struct comb_hexcells_cell cell_of(struct comb_hexcells_maker *maker, const struct comb_hexcells_place *place)
{
    bool blue = place->colour == COMB_HEXCELLS_BLUE;
    bool numbered = blue ? percent(maker, maker->mix.blue) : !percent(maker, maker->mix.unknown);
    bool marked = !blue && numbered && percent(maker, maker->mix.marks);
    return (struct comb_hexcells_cell){
        .at = place->at,
        .truth = place->colour,
        .shown = COMB_HEXCELLS_UNKNOWN,
        .hint = marked     ? COMB_HEXCELLS_BRACES
                : numbered ? COMB_HEXCELLS_NUMBER
                           : COMB_HEXCELLS_NO_HINT,
    };
}

static bool has_line(const struct comb_hexcells_level *level, struct comb_point at)
{
    for (unsigned i = 0; i < level->line_count; i++)
        if (level->lines[i].at.x == at.x && level->lines[i].at.y == at.y)
            return true;
    return false;
}

/* A line hint is possible where its first cell is the first one in that direction. */
static void add_lines(struct comb_hexcells_level *level, struct comb_hexcells_maker *maker, unsigned room)
{
    static const enum comb_hexcells_direction down[] = {COMB_HEXCELLS_S, COMB_HEXCELLS_SE, COMB_HEXCELLS_SW};
    for (size_t i = 0; i < maker->outline.count * 3; i++) {
        enum comb_hexcells_direction direction = down[i % 3];
        struct comb_point step = comb_hexcells_step(direction);
        struct comb_point first = maker->outline.items[i / 3].at;
        struct comb_point at = {first.x - step.x, first.y - step.y};
        bool usable = at.x >= 0 && at.y >= 0 && at.x < COMB_HEXCELLS_SIDE &&
                      comb_hexcells_outline_find(maker, at) < 0 && !has_line(level, at);
        if (usable && level->line_count < room && percent(maker, maker->mix.lines))
            level->lines[level->line_count++] = (struct comb_hexcells_line){
                .at = at,
                .direction = direction,
                .hint = percent(maker, maker->mix.marks) ? COMB_HEXCELLS_BRACES : COMB_HEXCELLS_NUMBER,
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

int comb_hexcells_full_level(struct comb_hexcells_level **out, struct comb_hexcells_maker *maker,
                             struct comb_error *err)
{
    struct comb_hexcells_level *level;
    unsigned cells = (unsigned)maker->outline.count;
    *out = NULL;
    if (!choose_colours(maker))
        return comb_fail_memory(err);
    int code = comb_hexcells_level_new(&level, cells, cells * 3, err);
    if (code != COMB_OK)
        return code;
    for (unsigned i = 0; i < cells; i++)
        level->cells[i] = cell_of(maker, &maker->outline.items[i]);
    level->truth_known = true;
    level->line_count = 0;
    add_lines(level, maker, cells * 3);
    level->title = comb_hexcells_level_name(&level->arena, &maker->rng);
    level->author = "Comb";
    code = level->title ? comb_hexcells_level_finish(level, err) : comb_fail_memory(err);
    if (code == COMB_OK) {
        drop_useless_marks(level);
        *out = level;
    } else {
        comb_hexcells_level_free(level);
    }
    return code;
}
