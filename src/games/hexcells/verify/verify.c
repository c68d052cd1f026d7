/* Checks an answer by the rules alone, with its own geometry and its own counting; it deduces nothing.
 *
 * First the list: each cell exists, was hidden, and is listed once. Then the colours: against the solution if the board
 * has one, and against every hint that is visible once the listed cells are uncovered. A hint with hidden cells must
 * still be possible; one without must hold exactly. Then the counts, and last the steps: their cells and rounds match
 * the list, every hint they name was visible by then, and no colouring that satisfies these hints has
 * another colour there (verify/reasons.c); an argument is checked link by
 * link, a sum by its arithmetic (verify/sums.c). */
#include "games/hexcells/verify/parts.h"

#include <stdlib.h>
#include <string.h>

struct check {
    const struct comb_hexcells_level *level;
    json_t *violations;
    signed char *colours;
    unsigned *rounds; /* of listed cells; 0 if not given */
    bool *listed;
    bool *stepped;
    struct comb_error *err;
};

#define VIOLATION(check, rule, cells, count, ...)                                                                      \
    comb_violation((check)->violations, rule, cells, count, (check)->err, __VA_ARGS__)

static bool find_listed_cell(unsigned *cell, const struct check *check, const json_t *item)
{
    const json_t *x = json_object_get(item, "x");
    const json_t *y = json_object_get(item, "y");
    const json_t *blue = json_object_get(item, "blue");
    if (!json_is_integer(x) || !json_is_integer(y) || !json_is_boolean(blue) || json_integer_value(x) < 0 ||
        json_integer_value(y) < 0 || json_integer_value(x) >= COMB_HEXCELLS_MAX_SIDE ||
        json_integer_value(y) >= COMB_HEXCELLS_MAX_SIDE)
        return false;
    int found = comb_hexcells_cell_at(check->level, (int)json_integer_value(x), (int)json_integer_value(y));
    *cell = (unsigned)found;
    return found >= 0;
}

/* ---- the list ---- */

static int check_cell(struct check *check, const json_t *item, size_t index)
{
    unsigned cell;
    if (!find_listed_cell(&cell, check, item))
        return VIOLATION(check, "cell", NULL, 0, "cells[%zu] is not a cell of the board", index);
    struct comb_point at = check->level->cells[cell].at;
    bool blue = json_is_true(json_object_get(item, "blue"));
    const json_t *round = json_object_get(item, "round");
    if (check->level->cells[cell].shown != COMB_HEXCELLS_UNKNOWN)
        return VIOLATION(check, "cell", &cell, 1, "(%d,%d) was not hidden", at.x, at.y);
    if (check->listed[cell])
        return VIOLATION(check, "cell", &cell, 1, "(%d,%d) is listed twice", at.x, at.y);
    check->listed[cell] = true;
    check->colours[cell] = blue ? COMB_HEXCELLS_BLUE : COMB_HEXCELLS_BLACK;
    json_int_t value = json_integer_value(round);
    check->rounds[cell] = value > 0 && value < 1000000 ? (unsigned)value : 0;
    if (check->level->truth_known && check->level->cells[cell].truth != check->colours[cell])
        return VIOLATION(check, "colour", &cell, 1, "(%d,%d) is not %s", at.x, at.y, blue ? "blue" : "black");
    return COMB_OK;
}

/* ---- hints ---- */

static void ring_members(struct comb_hexcells_members *members, const struct comb_hexcells_level *level,
                         struct comb_point at)
{
    static const int around[6][2] = {{0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}, {-1, -1}};
    *members = (struct comb_hexcells_members){.ring = true, .count = 6};
    for (unsigned i = 0; i < 6; i++)
        members->cells[i] = comb_hexcells_cell_at(level, at.x + around[i][0], at.y + around[i][1]);
}

/* At most two steps away: in doubled rows the distance is |dx| + max(0, (|dy| - |dx|) / 2). */
static void flower_members(struct comb_hexcells_members *members, const struct comb_hexcells_level *level,
                           struct comb_point at)
{
    *members = (struct comb_hexcells_members){0};
    for (int dx = -2; dx <= 2; dx++)
        for (int dy = -4; dy <= 4; dy++) {
            int across = abs(dx);
            int further = abs(dy) > across ? (abs(dy) - across) / 2 : 0;
            bool same_tiling = ((dx + dy) & 1) == 0;
            int found = comb_hexcells_cell_at(level, at.x + dx, at.y + dy);
            if (same_tiling && (dx || dy) && across + further <= 2 && found >= 0)
                members->cells[members->count++] = found;
        }
}

static void line_members(struct comb_hexcells_members *members, const struct comb_hexcells_level *level,
                         const struct comb_hexcells_line *line)
{
    static const signed char right[] = {
        [COMB_HEXCELLS_N] = 0,   [COMB_HEXCELLS_NE] = 1,  [COMB_HEXCELLS_SE] = 1, [COMB_HEXCELLS_S] = 0,
        [COMB_HEXCELLS_SW] = -1, [COMB_HEXCELLS_NW] = -1, [COMB_HEXCELLS_E] = 2,  [COMB_HEXCELLS_W] = -2};
    static const signed char below[] = {
        [COMB_HEXCELLS_N] = -2, [COMB_HEXCELLS_NE] = -1, [COMB_HEXCELLS_SE] = 1, [COMB_HEXCELLS_S] = 2,
        [COMB_HEXCELLS_SW] = 1, [COMB_HEXCELLS_NW] = -1, [COMB_HEXCELLS_E] = 0,  [COMB_HEXCELLS_W] = 0};
    *members = (struct comb_hexcells_members){0};
    for (int step = 1; step < COMB_HEXCELLS_MAX_SIDE; step++) {
        int found = comb_hexcells_cell_at(level, line->at.x + step * right[line->direction],
                                          line->at.y + step * below[line->direction]);
        if (found >= 0)
            members->cells[members->count++] = found;
    }
}

void comb_hexcells_members_of(struct comb_hexcells_members *members, const struct comb_hexcells_level *level,
                              unsigned id, bool blue)
{
    if (id >= level->cell_count)
        line_members(members, level, &level->lines[id - level->cell_count]);
    else if (blue)
        flower_members(members, level, level->cells[id].at);
    else
        ring_members(members, level, level->cells[id].at);
}

static signed char colour_of(const signed char *colours, int cell)
{
    return cell < 0 ? COMB_HEXCELLS_BLACK : colours[cell];
}

/* Whether the blue members form one run; all members are known. */
static bool in_one_run(const signed char *colours, const struct comb_hexcells_members *members)
{
    unsigned starts = 0;
    for (unsigned i = 0; i < members->count; i++) {
        unsigned before = i > 0 ? i - 1 : members->count - 1;
        bool linked = (i > 0 || members->ring) && colour_of(colours, members->cells[before]) == COMB_HEXCELLS_BLUE;
        starts += colour_of(colours, members->cells[i]) == COMB_HEXCELLS_BLUE && !linked;
    }
    return starts <= 1;
}

static int check_hint(struct check *check, const struct comb_hexcells_members *members, enum comb_hexcells_hint hint,
                      unsigned number, struct comb_point at)
{
    unsigned blue = 0;
    unsigned hidden = 0;
    for (unsigned i = 0; i < members->count; i++) {
        blue += colour_of(check->colours, members->cells[i]) == COMB_HEXCELLS_BLUE;
        hidden += colour_of(check->colours, members->cells[i]) == COMB_HEXCELLS_UNKNOWN;
    }
    if (blue > number || blue + hidden < number)
        return VIOLATION(check, "count", NULL, 0, "the hint at (%d,%d) needs %u blue cells: found %u, and %u hidden",
                         at.x, at.y, number, blue, hidden);
    bool marked = hint == COMB_HEXCELLS_BRACES || hint == COMB_HEXCELLS_DASHES;
    if (hidden > 0 || !marked || in_one_run(check->colours, members) == (hint == COMB_HEXCELLS_BRACES))
        return COMB_OK;
    return VIOLATION(check, "arrangement", NULL, 0, "the hint at (%d,%d) needs its blue cells %s", at.x, at.y,
                     hint == COMB_HEXCELLS_BRACES ? "together" : "apart");
}

/* A listed cell's hint becomes visible if the board knows it and the cell has the right colour. */
static bool hint_is_visible(const struct check *check, unsigned index)
{
    const struct comb_hexcells_cell *cell = &check->level->cells[index];
    return cell->hint != COMB_HEXCELLS_NO_HINT && check->colours[index] != COMB_HEXCELLS_UNKNOWN &&
           check->colours[index] == cell->truth;
}

static int check_hints(struct check *check)
{
    const struct comb_hexcells_level *level = check->level;
    struct comb_hexcells_members members;
    int code = COMB_OK;
    for (unsigned i = 0; code == COMB_OK && i < level->cell_count; i++) {
        const struct comb_hexcells_cell *cell = &level->cells[i];
        if (!hint_is_visible(check, i))
            continue;
        comb_hexcells_members_of(&members, level, i, check->colours[i] == COMB_HEXCELLS_BLUE);
        code = check_hint(check, &members, cell->hint, cell->number, cell->at);
    }
    for (unsigned i = 0; code == COMB_OK && i < level->line_count; i++) {
        comb_hexcells_members_of(&members, level, level->cell_count + i, false);
        code = check_hint(check, &members, level->lines[i].hint, level->lines[i].number, level->lines[i].at);
    }
    return code;
}

static int check_counter(struct check *check)
{
    long blue = 0;
    long hidden = 0;
    for (unsigned i = 0; i < check->level->cell_count; i++) {
        blue += check->listed[i] && check->colours[i] == COMB_HEXCELLS_BLUE;
        hidden += check->colours[i] == COMB_HEXCELLS_UNKNOWN;
    }
    long remaining = check->level->remaining;
    if (remaining < 0 || (blue <= remaining && blue + hidden >= remaining))
        return COMB_OK;
    return VIOLATION(check, "counter", NULL, 0, "the counter needs %ld blue cells: found %ld, and %ld hidden",
                     remaining, blue, hidden);
}

/* ---- counts ---- */

static int check_counts(struct check *check, const json_t *answer)
{
    const json_t *left = json_object_get(answer, "left");
    const json_t *solved = json_object_get(answer, "solved");
    const json_t *rounds = json_object_get(answer, "rounds");
    json_int_t hidden = 0;
    json_int_t last = 0;
    for (unsigned i = 0; i < check->level->cell_count; i++) {
        hidden += check->colours[i] == COMB_HEXCELLS_UNKNOWN;
        last = check->rounds[i] > last ? check->rounds[i] : last;
    }
    int code = COMB_OK;
    if (left && !(json_is_integer(left) && json_integer_value(left) == hidden))
        code = VIOLATION(check, "left", NULL, 0, "\"left\" is %lld, but %lld cells are hidden",
                         (long long)json_integer_value(left), (long long)hidden);
    if (code == COMB_OK && solved && !json_is_boolean(solved))
        code = VIOLATION(check, "solved", NULL, 0, "\"solved\" is neither true nor false");
    else if (code == COMB_OK && solved && json_is_true(solved) != (hidden == 0))
        code = VIOLATION(check, "solved", NULL, 0, "\"solved\" is %s, but %lld cells are hidden",
                         json_is_true(solved) ? "true" : "false", (long long)hidden);
    if (code == COMB_OK && rounds && !(json_is_integer(rounds) && json_integer_value(rounds) == last))
        code = VIOLATION(check, "rounds", NULL, 0, "\"rounds\" is %lld, but the last cell is in round %lld",
                         (long long)json_integer_value(rounds), (long long)last);
    return code;
}

/* ---- steps ---- */

static int check_step_cell(struct check *check, const json_t *item, size_t index)
{
    unsigned cell;
    if (!find_listed_cell(&cell, check, item) || !check->listed[cell])
        return VIOLATION(check, "step", NULL, 0, "step %zu decides a cell that is not in the list", index + 1);
    struct comb_point at = check->level->cells[cell].at;
    bool blue = json_is_true(json_object_get(item, "blue"));
    if (check->stepped[cell])
        return VIOLATION(check, "step", &cell, 1, "(%d,%d) is decided twice", at.x, at.y);
    check->stepped[cell] = true;
    if (blue != (check->colours[cell] == COMB_HEXCELLS_BLUE))
        return VIOLATION(check, "step", &cell, 1, "step %zu and the list differ on (%d,%d)", index + 1, at.x, at.y);
    return COMB_OK;
}

/* Whether the hint was visible before the step: its cell was shown, or an earlier step decides it. */
static bool was_visible(const struct check *check, const char *id)
{
    const struct comb_hexcells_level *level = check->level;
    unsigned number;
    if (!id || !comb_hexcells_id_read(&number, level, id))
        return false;
    if (number == COMB_HEXCELLS_COUNTER)
        return level->remaining >= 0;
    if (number >= level->cell_count)
        return true;
    const struct comb_hexcells_cell *cell = &level->cells[number];
    bool open = cell->shown != COMB_HEXCELLS_UNKNOWN || check->stepped[number];
    return open && cell->hint != COMB_HEXCELLS_NO_HINT;
}

static int check_visible(struct check *check, const json_t *because, size_t index)
{
    int code = COMB_OK;
    for (size_t i = 0; code == COMB_OK && i < json_array_size(because); i++) {
        const char *id = json_string_value(json_array_get(because, i));
        if (!was_visible(check, id))
            code = VIOLATION(check, "reason", NULL, 0, "step %zu uses '%.40s', which was not visible", index + 1,
                             id ? id : "");
    }
    return code;
}

/* The round of a step is that of its last cell. */
static int check_round(struct check *check, const json_t *step, size_t index)
{
    const json_t *cells = json_object_get(step, "cells");
    json_int_t round = json_integer_value(json_object_get(step, "round"));
    json_int_t last = 0;
    unsigned cell;
    for (size_t i = 0; i < json_array_size(cells); i++)
        if (find_listed_cell(&cell, check, json_array_get(cells, i)) && check->rounds[cell] > last)
            last = check->rounds[cell];
    if (round == last || json_array_size(cells) == 0)
        return COMB_OK;
    return VIOLATION(check, "step", NULL, 0, "step %zu is in round %lld, but its last cell in round %lld", index + 1,
                     (long long)round, (long long)last);
}

static int check_step(struct check *check, const json_t *step, size_t index)
{
    const json_t *cells = json_object_get(step, "cells");
    const json_t *links = json_object_get(step, "links");
    int code = check_visible(check, json_object_get(step, "because"), index);
    for (size_t i = 0; code == COMB_OK && i < json_array_size(links); i++)
        code = check_visible(check, json_object_get(json_array_get(links, i), "because"), index);
    for (size_t i = 0; code == COMB_OK && i < json_array_size(cells); i++)
        code = check_step_cell(check, json_array_get(cells, i), index);
    return code == COMB_OK ? check_round(check, step, index) : code;
}

/* ---- arguments ---- */

/* Colours while steps are checked. */
struct arguments {
    signed char *known;   /* shown, and decided by earlier steps */
    signed char *assumed; /* in a chain: also what was supposed and what its links concluded */
    signed char *scratch;
};

static bool same_cell(const json_t *a, const json_t *b)
{
    return json_equal(json_object_get(a, "x"), json_object_get(b, "x")) &&
           json_equal(json_object_get(a, "y"), json_object_get(b, "y"));
}

/* Whether the hints of an object with "because" decide its "cells"; without cells: whether they cannot be satisfied. */
static int follows(bool *right, const struct check *check, const struct arguments *arguments, const signed char *known,
                   const json_t *object)
{
    const json_t *because = json_object_get(object, "because");
    const json_t *signs = json_object_get(object, "signs");
    const json_t *cells = json_object_get(object, "cells");
    int code = COMB_OK;
    *right = true;
    if (json_array_size(cells) == 0) {
        bool possible;
        code = comb_hexcells_can_hold(&possible, arguments->scratch, check->level, known, because);
        *right = !possible;
    } else if (signs) {
        *right = comb_hexcells_sum_decides(check->level, known, because, signs, cells);
    }
    for (size_t i = 0; code == COMB_OK && *right && !signs && i < json_array_size(cells); i++) {
        const json_t *item = json_array_get(cells, i);
        bool refuted = true;
        unsigned cell;
        signed char colour = json_is_true(json_object_get(item, "blue")) ? COMB_HEXCELLS_BLUE : COMB_HEXCELLS_BLACK;
        if (find_listed_cell(&cell, check, item))
            code =
                comb_hexcells_refutes_reason(&refuted, arguments->scratch, check->level, known, because, cell, colour);
        *right = !refuted;
    }
    return code;
}

static void colour_cells(signed char *colours, const struct check *check, const json_t *cells, bool opposite)
{
    unsigned cell;
    for (size_t i = 0; i < json_array_size(cells); i++) {
        const json_t *item = json_array_get(cells, i);
        if (find_listed_cell(&cell, check, item))
            colours[cell] =
                json_is_true(json_object_get(item, "blue")) != opposite ? COMB_HEXCELLS_BLUE : COMB_HEXCELLS_BLACK;
    }
}

/* Checks a chain: the only cell has the other colour, then link by link, the last one without cells. */
static int check_links(bool *right, const struct check *check, const struct arguments *arguments, const json_t *step)
{
    const json_t *cells = json_object_get(step, "cells"), *links = json_object_get(step, "links");
    size_t count = json_array_size(links);
    int code = COMB_OK;
    memcpy(arguments->assumed, arguments->known, check->level->cell_count);
    colour_cells(arguments->assumed, check, cells, true);
    *right = json_array_size(cells) == 1 && count > 0;
    for (size_t i = 0; code == COMB_OK && *right && i < count; i++) {
        const json_t *link = json_array_get(links, i);
        const json_t *concluded = json_object_get(link, "cells");
        code = follows(right, check, arguments, arguments->assumed, link);
        *right &= (json_array_size(concluded) == 0) == (i + 1 == count);
        for (size_t j = 0; j < json_array_size(concluded); j++)
            *right &= !same_cell(json_array_get(concluded, j), json_array_get(cells, 0));
        colour_cells(arguments->assumed, check, concluded, false);
    }
    return code;
}

static int check_argument(struct check *check, const struct arguments *arguments, const json_t *step, size_t index)
{
    const json_t *cells = json_object_get(step, "cells");
    bool right;
    int code = json_object_get(step, "links") ? check_links(&right, check, arguments, step)
                                              : follows(&right, check, arguments, arguments->known, step);
    if (code != COMB_OK)
        return comb_fail_memory(check->err);
    unsigned cell = 0;
    bool found = find_listed_cell(&cell, check, json_array_get(cells, 0));
    if (right || !found)
        return COMB_OK;
    struct comb_point at = check->level->cells[cell].at;
    return VIOLATION(check, "reason", &cell, 1, "the reason of step %zu does not decide (%d,%d)", index + 1, at.x,
                     at.y);
}

static int check_reasons(struct check *check, const json_t *steps)
{
    size_t size = check->level->cell_count + 1;
    struct arguments arguments = {malloc(size), malloc(size), malloc(size)};
    int code = arguments.known && arguments.assumed && arguments.scratch ? COMB_OK : comb_fail_memory(check->err);
    for (unsigned i = 0; code == COMB_OK && i < check->level->cell_count; i++)
        arguments.known[i] = check->level->cells[i].shown;
    for (size_t i = 0; code == COMB_OK && i < json_array_size(steps); i++) {
        code = check_argument(check, &arguments, json_array_get(steps, i), i);
        colour_cells(arguments.known, check, json_object_get(json_array_get(steps, i), "cells"), false);
    }
    free(arguments.known);
    free(arguments.assumed);
    free(arguments.scratch);
    return code;
}

/* ---- the answer ---- */

static int check_answer(struct check *check, const json_t *answer, struct comb_job *job)
{
    const json_t *cells = json_object_get(answer, "cells");
    const json_t *steps = json_object_get(answer, "steps");
    int code = COMB_OK;
    (void)job;
    for (size_t i = 0; code == COMB_OK && i < json_array_size(cells); i++)
        code = check_cell(check, json_array_get(cells, i), i);
    /* contradictory hints cannot all be satisfied, so the answer makes no claim about them */
    bool claims = !json_is_true(json_object_get(answer, "contradiction")) || json_array_size(cells) > 0;
    if (code == COMB_OK && claims)
        code = check_hints(check);
    if (code == COMB_OK && claims)
        code = check_counter(check);
    if (code == COMB_OK)
        code = check_counts(check, answer);
    for (size_t i = 0; code == COMB_OK && i < json_array_size(steps); i++)
        code = check_step(check, json_array_get(steps, i), i);
    if (code == COMB_OK && json_array_size(check->violations) == 0)
        code = check_reasons(check, steps);
    return code;
}

int comb_hexcells_verify(json_t *violations, const void *board, const json_t *answer, struct comb_job *job,
                         const struct comb_params *params, struct comb_error *err)
{
    const struct comb_hexcells_level *level = board;
    size_t cells = level->cell_count;
    struct check check = {
        .level = level,
        .violations = violations,
        .err = err,
        .colours = malloc(cells + 1),
        .rounds = calloc(cells + 1, sizeof *check.rounds),
        .listed = calloc(cells + 1, sizeof *check.listed),
        .stepped = calloc(cells + 1, sizeof *check.stepped),
    };
    int code = check.colours && check.rounds && check.listed && check.stepped ? COMB_OK : comb_fail_memory(err);
    (void)params;
    for (size_t i = 0; code == COMB_OK && i < cells; i++)
        check.colours[i] = level->cells[i].shown;
    if (code == COMB_OK)
        code = check_answer(&check, answer, job);
    free(check.colours);
    free(check.rounds);
    free(check.listed);
    free(check.stepped);
    return code;
}
