/* The board: cells and lines in reading order, a table from points to both, and the members of every hint.
 *
 *     ring of a black cell (6)       flower of a blue cell (18)        rays of a line hint
 *            5  N  1                        . . .                        NW  N  NE
 *              (o)                        . . . . .                    W  --(o)-- E
 *            4  S  2                      . . x . .                      SW  S  SE
 *                                         . . . . .
 *                                           . . .
 *
 * A ring includes its gaps, because a gap breaks a run; a ray omits them, because on a line it does not. A ray ends
 * only at the border of the grid; it skips holes and other hints. Vertical rays step by two rows and horizontal ones by
 * two columns, so that they stay on one tiling. */
#include "games/hexcells/level/level_text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct comb_point steps[COMB_HEXCELLS_DIRECTIONS] = {
    [COMB_HEXCELLS_N] = {0, -2}, [COMB_HEXCELLS_NE] = {1, -1}, [COMB_HEXCELLS_SE] = {1, 1},
    [COMB_HEXCELLS_S] = {0, 2},  [COMB_HEXCELLS_SW] = {-1, 1}, [COMB_HEXCELLS_NW] = {-1, -1},
    [COMB_HEXCELLS_E] = {2, 0},  [COMB_HEXCELLS_W] = {-2, 0},
};

static const char *const direction_names[COMB_HEXCELLS_DIRECTIONS] = {"n", "ne", "se", "s", "sw", "nw", "e", "w"};

enum { RING = 6, FLOWER = 18 };

static const struct comb_point beyond[FLOWER - RING] = {
    {0, -4}, {1, -3}, {2, -2}, {2, 0}, {2, 2}, {1, 3}, {0, 4}, {-1, 3}, {-2, 2}, {-2, 0}, {-2, -2}, {-1, -3},
};

struct comb_point comb_hexcells_step(enum comb_hexcells_direction direction)
{
    return steps[direction];
}

const char *comb_hexcells_direction_name(enum comb_hexcells_direction direction)
{
    return direction_names[direction];
}

const char *comb_hexcells_direction_words(enum comb_hexcells_direction direction)
{
    static const char *const words[COMB_HEXCELLS_DIRECTIONS] = {
        "up", "up and right", "down and right", "down", "down and left", "up and left", "right", "left"};
    return words[direction];
}

/* ---- life cycle ---- */

void comb_hexcells_level_free(struct comb_hexcells_level *level)
{
    if (level)
        comb_arena_free(&level->arena);
    free(level);
}

int comb_hexcells_level_new(struct comb_hexcells_level **out, unsigned cells, unsigned lines, struct comb_error *err)
{
    struct comb_hexcells_level *level = calloc(1, sizeof *level);
    *out = NULL;
    if (!level)
        return comb_fail_memory(err);
    comb_arena_init(&level->arena, NULL);
    level->cell_count = cells;
    level->line_count = lines;
    level->rows = level->columns = COMB_HEXCELLS_SIDE;
    level->title = level->author = level->text[0] = level->text[1] = "";
    level->remaining = level->mistakes = -1;
    level->pack_count = 1;
    level->cells = COMB_NEW_ARRAY(&level->arena, struct comb_hexcells_cell, cells + 1);
    level->lines = COMB_NEW_ARRAY(&level->arena, struct comb_hexcells_line, lines + 1);
    if (level->cells && level->lines) {
        *out = level;
        return COMB_OK;
    }
    comb_hexcells_level_free(level);
    return comb_fail_memory(err);
}

static bool copy_text(const char **out, struct comb_arena *arena, const char *text)
{
    *out = comb_arena_string(arena, text, strlen(text));
    return *out != NULL;
}

int comb_hexcells_level_copy(struct comb_hexcells_level **out, const struct comb_hexcells_level *level,
                             struct comb_error *err)
{
    assert(level->table); /* must be finished */
    struct comb_hexcells_level *copy;
    int code = comb_hexcells_level_new(&copy, level->cell_count, level->line_count, err);
    *out = NULL;
    if (code != COMB_OK)
        return code;
    copy->truth_known = level->truth_known;
    copy->rows = level->rows;
    copy->columns = level->columns;
    copy->remaining = level->remaining;
    copy->mistakes = level->mistakes;
    copy->pack_index = level->pack_index;
    copy->pack_count = level->pack_count;
    memcpy(copy->cells, level->cells, level->cell_count * sizeof *copy->cells);
    memcpy(copy->lines, level->lines, level->line_count * sizeof *copy->lines);
    copy->table = comb_arena_copy(&copy->arena, level->table, (size_t)level->rows * level->columns * sizeof(int));
    bool ok = copy->table && copy_text(&copy->title, &copy->arena, level->title) &&
              copy_text(&copy->author, &copy->arena, level->author) &&
              copy_text(&copy->text[0], &copy->arena, level->text[0]) &&
              copy_text(&copy->text[1], &copy->arena, level->text[1]);
    if (ok) {
        *out = copy;
        return COMB_OK;
    }
    comb_hexcells_level_free(copy);
    return comb_fail_memory(err);
}

/* ---- lookup ---- */

static int table_at(const struct comb_hexcells_level *level, int x, int y)
{
    if (x < 0 || y < 0 || x >= (int)level->columns || y >= (int)level->rows)
        return -1;
    return level->table[(size_t)y * level->columns + (size_t)x];
}

int comb_hexcells_cell_at(const struct comb_hexcells_level *level, int x, int y)
{
    int found = table_at(level, x, y);
    return found >= 0 ? found : -1;
}

int comb_hexcells_line_at(const struct comb_hexcells_level *level, int x, int y)
{
    int found = table_at(level, x, y);
    return found < -1 ? -2 - found : -1;
}

unsigned comb_hexcells_max_members(const struct comb_hexcells_level *level)
{
    unsigned longest = level->rows > level->columns ? level->rows : level->columns;
    return longest > FLOWER ? longest : FLOWER;
}

unsigned comb_hexcells_ring(unsigned *cells, const struct comb_hexcells_level *level, unsigned cell)
{
    assert(cell < level->cell_count);
    struct comb_point at = level->cells[cell].at;
    for (unsigned i = 0; i < RING; i++) {
        int found = comb_hexcells_cell_at(level, at.x + steps[i].x, at.y + steps[i].y);
        cells[i] = found >= 0 ? (unsigned)found : COMB_HEXCELLS_GAP;
    }
    return RING;
}

unsigned comb_hexcells_flower(unsigned *cells, const struct comb_hexcells_level *level, unsigned cell)
{
    assert(cell < level->cell_count);
    struct comb_point at = level->cells[cell].at;
    unsigned count = 0;
    for (unsigned i = 0; i < FLOWER; i++) {
        struct comb_point step = i < RING ? steps[i] : beyond[i - RING];
        int found = comb_hexcells_cell_at(level, at.x + step.x, at.y + step.y);
        if (found >= 0)
            cells[count++] = (unsigned)found;
    }
    return count;
}

unsigned comb_hexcells_ray(unsigned *cells, const struct comb_hexcells_level *level, unsigned line)
{
    assert(line < level->line_count && level->lines[line].direction < COMB_HEXCELLS_DIRECTIONS);
    struct comb_point step = steps[level->lines[line].direction];
    struct comb_point at = level->lines[line].at;
    unsigned count = 0;
    for (;;) {
        at = (struct comb_point){at.x + step.x, at.y + step.y};
        if (at.x < 0 || at.y < 0 || at.x >= (int)level->columns || at.y >= (int)level->rows)
            return count;
        int found = comb_hexcells_cell_at(level, at.x, at.y);
        if (found >= 0)
            cells[count++] = (unsigned)found;
    }
}

unsigned comb_hexcells_hidden(const struct comb_hexcells_level *level)
{
    unsigned hidden = 0;
    for (unsigned i = 0; i < level->cell_count; i++)
        hidden += level->cells[i].shown == COMB_HEXCELLS_UNKNOWN;
    return hidden;
}

/* ---- numbers, computed from the solution ---- */

static bool blue_in_truth(const struct comb_hexcells_level *level, unsigned cell)
{
    return cell != COMB_HEXCELLS_GAP && level->cells[cell].truth == COMB_HEXCELLS_BLUE;
}

/* Counts the runs of blue members; a ring that is all blue has none. */
static unsigned count_runs(const struct comb_hexcells_level *level, const unsigned *members, unsigned size, bool ring)
{
    unsigned runs = 0;
    for (unsigned i = 0; i < size; i++) {
        bool before = i > 0 ? blue_in_truth(level, members[i - 1]) : ring && blue_in_truth(level, members[size - 1]);
        runs += blue_in_truth(level, members[i]) && !before;
    }
    return runs;
}

static void compute_hint(enum comb_hexcells_hint *hint, unsigned *number, const struct comb_hexcells_level *level,
                         const unsigned *members, unsigned size, bool ring)
{
    *number = 0;
    for (unsigned i = 0; i < size; i++)
        *number += blue_in_truth(level, members[i]);
    if (*hint == COMB_HEXCELLS_BRACES || *hint == COMB_HEXCELLS_DASHES)
        *hint = count_runs(level, members, size, ring) <= 1 ? COMB_HEXCELLS_BRACES : COMB_HEXCELLS_DASHES;
}

static void compute_cell_hint(struct comb_hexcells_level *level, unsigned index, unsigned *members)
{
    struct comb_hexcells_cell *cell = &level->cells[index];
    if (cell->hint == COMB_HEXCELLS_NO_HINT)
        return;
    bool blue = cell->truth == COMB_HEXCELLS_BLUE;
    unsigned size = blue ? comb_hexcells_flower(members, level, index) : comb_hexcells_ring(members, level, index);
    if (blue)
        cell->hint = COMB_HEXCELLS_NUMBER;
    compute_hint(&cell->hint, &cell->number, level, members, size, !blue);
}

static void compute_hints(struct comb_hexcells_level *level, unsigned *members)
{
    level->remaining = 0;
    for (unsigned i = 0; i < level->cell_count; i++) {
        const struct comb_hexcells_cell *cell = &level->cells[i];
        level->remaining += cell->truth == COMB_HEXCELLS_BLUE && cell->shown == COMB_HEXCELLS_UNKNOWN;
        compute_cell_hint(level, i, members);
    }
    assert(level->remaining <= (long)comb_hexcells_hidden(level));
    for (unsigned i = 0; i < level->line_count; i++) {
        unsigned size = comb_hexcells_ray(members, level, i);
        compute_hint(&level->lines[i].hint, &level->lines[i].number, level, members, size, false);
    }
}

/* ---- finishing ---- */

static int compare_cells(const void *a, const void *b)
{
    return comb_point_compare(((const struct comb_hexcells_cell *)a)->at, ((const struct comb_hexcells_cell *)b)->at);
}

static int compare_lines(const void *a, const void *b)
{
    return comb_point_compare(((const struct comb_hexcells_line *)a)->at, ((const struct comb_hexcells_line *)b)->at);
}

static int add_to_table(struct comb_hexcells_level *level, struct comb_point at, int value, struct comb_error *err)
{
    if (at.x < 0 || at.y < 0 || at.x >= (int)level->columns || at.y >= (int)level->rows)
        return comb_fail(err, COMB_BAD_INPUT, "(%d,%d) is outside the board of %u columns and %u rows", at.x, at.y,
                         level->columns, level->rows);
    int *entry = &level->table[(size_t)at.y * level->columns + (size_t)at.x];
    if (*entry != -1)
        return comb_fail(err, COMB_BAD_INPUT, "(%d,%d) is used twice: expected one cell or line hint", at.x, at.y);
    *entry = value;
    return COMB_OK;
}

int comb_hexcells_level_finish(struct comb_hexcells_level *level, struct comb_error *err)
{
    assert(level->rows <= COMB_HEXCELLS_MAX_SIDE && level->columns <= COMB_HEXCELLS_MAX_SIDE);
    size_t entries = (size_t)level->rows * level->columns;
    unsigned members[COMB_HEXCELLS_MAX_SIDE];
    qsort(level->cells, level->cell_count, sizeof *level->cells, compare_cells);
    qsort(level->lines, level->line_count, sizeof *level->lines, compare_lines);
    level->table = COMB_NEW_ARRAY(&level->arena, int, entries + 1);
    if (!level->table)
        return comb_fail_memory(err);
    for (size_t i = 0; i < entries; i++)
        level->table[i] = -1;
    int code = COMB_OK;
    for (unsigned i = 0; code == COMB_OK && i < level->cell_count; i++)
        code = add_to_table(level, level->cells[i].at, (int)i, err);
    for (unsigned i = 0; code == COMB_OK && i < level->line_count; i++)
        code = add_to_table(level, level->lines[i].at, -2 - (int)i, err);
    if (code == COMB_OK && level->truth_known)
        compute_hints(level, members);
    return code;
}

/* ---- writing ---- */

static char info_of(enum comb_hexcells_hint hint)
{
    static const char info[] = {[COMB_HEXCELLS_NO_HINT] = '.',
                                [COMB_HEXCELLS_NUMBER] = '+',
                                [COMB_HEXCELLS_BRACES] = 'c',
                                [COMB_HEXCELLS_DASHES] = 'n'};
    return info[hint];
}

static char line_kind(enum comb_hexcells_direction direction)
{
    assert(direction == COMB_HEXCELLS_S || direction == COMB_HEXCELLS_SE || direction == COMB_HEXCELLS_SW);
    return direction == COMB_HEXCELLS_S ? '|' : direction == COMB_HEXCELLS_SE ? '\\' : '/';
}

static void write_pair(char pair[2], const struct comb_hexcells_level *level, int x, int y)
{
    int cell = comb_hexcells_cell_at(level, x, y);
    int line = comb_hexcells_line_at(level, x, y);
    pair[0] = pair[1] = '.';
    if (cell >= 0) {
        const struct comb_hexcells_cell *here = &level->cells[cell];
        bool hidden = here->shown == COMB_HEXCELLS_UNKNOWN;
        pair[0] = here->truth == COMB_HEXCELLS_BLUE ? (hidden ? 'x' : 'X') : (hidden ? 'o' : 'O');
        pair[1] = info_of(here->hint);
    } else if (line >= 0) {
        pair[0] = line_kind(level->lines[line].direction);
        pair[1] = info_of(level->lines[line].hint);
    }
}

/* Escapes an ampersand that a reader would parse as an HTML escape. */
static void write_text(struct comb_buf *out, const char *text)
{
    comb_buf_char(out, '\n');
    for (; *text; text++) {
        char character;
        comb_buf_char(out, *text);
        if (comb_hexcells_escape_at(&character, text, strlen(text)) > 0)
            comb_buf_str(out, "amp;");
    }
}

void comb_hexcells_level_print(struct comb_buf *out, const struct comb_hexcells_level *level)
{
    assert(level->truth_known);
    const char *texts[] = {level->title, level->author, level->text[0], level->text[1]};
    comb_buf_str(out, "Hexcells level v1");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        write_text(out, texts[i]);
    for (unsigned y = 0; y < level->rows; y++) {
        comb_buf_char(out, '\n');
        for (unsigned x = 0; x < level->columns; x++) {
            char pair[2];
            write_pair(pair, level, (int)x, (int)y);
            comb_buf_add(out, pair, sizeof pair);
        }
    }
}

void comb_hexcells_hint_text(char out[COMB_HEXCELLS_ID_LENGTH], enum comb_hexcells_hint hint, unsigned number,
                             bool blue)
{
    static const char *const formats[] = {
        [COMB_HEXCELLS_NUMBER] = "%u", [COMB_HEXCELLS_BRACES] = "{%u}", [COMB_HEXCELLS_DASHES] = "-%u-"};
    if (hint == COMB_HEXCELLS_NO_HINT)
        snprintf(out, COMB_HEXCELLS_ID_LENGTH, "%s", blue ? "" : "?");
    else
        snprintf(out, COMB_HEXCELLS_ID_LENGTH, formats[hint], number);
}

void comb_hexcells_cell_text(char out[COMB_HEXCELLS_ID_LENGTH], const struct comb_hexcells_cell *cell, bool blue)
{
    if (cell->number_unknown)
        snprintf(out, COMB_HEXCELLS_ID_LENGTH, "_");
    else
        comb_hexcells_hint_text(out, cell->hint, cell->number, blue);
}
