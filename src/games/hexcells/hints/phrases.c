/* Writes sentences for steps. A single clue is explained by its count; several clues are listed. If the counter is
 * among them, the sentence gives the arithmetic: which clues share no cell, and how many blue cells the counter leaves
 * outside them. */
#include "games/hexcells/hints/phrases.h"

#include <string.h>

enum { MAX_NAMED = 12 }; /* cells with unknown numbers that are listed */

static void name_point(struct comb_buf *out, struct comb_point at)
{
    comb_buf_printf(out, "(%d,%d)", at.x, at.y);
}

static void add_separator(struct comb_buf *out, size_t index, size_t count)
{
    if (index > 0)
        comb_buf_str(out, index + 1 == count ? " and " : ", ");
}

void comb_hexcells_name_clue(struct comb_buf *out, const struct comb_hexcells_level *level, unsigned id)
{
    char text[COMB_HEXCELLS_ID_LENGTH];
    if (id == COMB_HEXCELLS_COUNTER) {
        comb_buf_str(out, "the counter");
    } else if (id < level->cell_count) {
        const struct comb_hexcells_cell *cell = &level->cells[id];
        /* name the colour only if it is known */
        bool blue = cell->truth == COMB_HEXCELLS_BLUE;
        comb_hexcells_hint_text(text, cell->hint, cell->number, blue);
        comb_buf_printf(out, "the %s%s at ", blue ? "blue " : "", text);
        name_point(out, cell->at);
    } else {
        const struct comb_hexcells_line *line = &level->lines[id - level->cell_count];
        comb_hexcells_hint_text(text, line->hint, line->number, false);
        comb_buf_printf(out, "the %s on the line %s from ", text, comb_hexcells_direction_words(line->direction));
        name_point(out, line->at);
    }
}

void comb_hexcells_name_clues(struct comb_buf *out, const struct comb_hexcells_level *level, const unsigned *ids,
                              size_t count)
{
    for (size_t i = 0; i < count; i++) {
        add_separator(out, i, count);
        comb_hexcells_name_clue(out, level, ids[i]);
    }
}

static size_t count_colour(const struct comb_hexcells_step *step, signed char colour)
{
    size_t count = 0;
    for (size_t i = 0; i < step->count; i++)
        count += step->colours[i] == colour;
    return count;
}

static void name_cells(struct comb_buf *out, const struct comb_hexcells_level *level,
                       const struct comb_hexcells_step *step, signed char colour)
{
    size_t count = count_colour(step, colour);
    size_t index = 0;
    for (size_t i = 0; i < step->count; i++)
        if (step->colours[i] == colour) {
            add_separator(out, index++, count);
            name_point(out, level->cells[step->cells[i]].at);
        }
    comb_buf_printf(out, " %s %s", count == 1 ? "is" : "are", colour == COMB_HEXCELLS_BLUE ? "blue" : "black");
}

void comb_hexcells_name_result(struct comb_buf *out, const struct comb_hexcells_level *level,
                               const struct comb_hexcells_step *step)
{
    size_t blue = count_colour(step, COMB_HEXCELLS_BLUE);
    if (blue > 0)
        name_cells(out, level, step, COMB_HEXCELLS_BLUE);
    if (blue > 0 && blue < step->count)
        comb_buf_str(out, ", ");
    if (blue < step->count)
        name_cells(out, level, step, COMB_HEXCELLS_BLACK);
}

/* ---- reasons of one clue ---- */

struct tally {
    unsigned wanted, blue, unknown;
};

/* Counts the members of a clue as they were before a step. */
static struct tally tally_clue(const struct comb_hexcells_play *play, unsigned id, struct comb_hexcells_moment moment)
{
    unsigned members[COMB_HEXCELLS_MAX_SIDE];
    struct comb_hexcells_clue clue;
    struct tally tally = {0};
    const struct comb_hexcells_level *level = play->level;
    if (id >= level->cell_count)
        comb_hexcells_clue_of_line(&clue, members, level, id - level->cell_count);
    else if (!comb_hexcells_clue_of_cell(&clue, members, level, id, comb_hexcells_known_before(play, id, moment)))
        return tally;
    tally.wanted = clue.count;
    for (unsigned i = 0; i < clue.size; i++) {
        signed char known = clue.cells[i] == COMB_HEXCELLS_GAP
                                ? COMB_HEXCELLS_BLACK
                                : comb_hexcells_known_before(play, clue.cells[i], moment);
        tally.blue += known == COMB_HEXCELLS_BLUE;
        tally.unknown += known == COMB_HEXCELLS_UNKNOWN;
    }
    return tally;
}

static struct tally tally_counter(const struct comb_hexcells_play *play, struct comb_hexcells_moment moment)
{
    struct tally tally = {.wanted = (unsigned)(play->level->remaining > 0 ? play->level->remaining : 0)};
    for (unsigned i = 0; i < play->level->cell_count; i++) {
        signed char known = comb_hexcells_known_before(play, i, moment);
        tally.unknown += known == COMB_HEXCELLS_UNKNOWN;
        tally.blue += known == COMB_HEXCELLS_BLUE && play->level->cells[i].shown != COMB_HEXCELLS_BLUE;
    }
    return tally;
}

static void explain_single_clue(struct comb_buf *out, const struct comb_hexcells_play *play,
                                struct comb_hexcells_moment moment)
{
    const struct comb_hexcells_step *step = comb_hexcells_step_at(play, moment);
    unsigned id = step->reason.ids[0];
    struct tally tally = id == COMB_HEXCELLS_COUNTER ? tally_counter(play, moment) : tally_clue(play, id, moment);
    unsigned missing = tally.wanted - tally.blue;
    comb_hexcells_name_clue(out, play->level, id);
    if (missing == 0)
        comb_buf_str(out, tally.wanted == 0 ? " allows no blue cell: " : " has all its blue cells: ");
    else if (missing == tally.unknown)
        comb_buf_printf(out, " needs %u more blue and has only %u hidden cell%s: ", missing, missing,
                        missing == 1 ? "" : "s");
    else
        comb_buf_printf(out, " needs %u more blue among %u hidden cells, and its mark allows only: ", missing,
                        tally.unknown);
    comb_hexcells_name_result(out, play->level, step);
}

/* ---- reasons of several clues ---- */

static bool is_disjoint(const struct comb_hexcells_reason *reason, unsigned id)
{
    for (size_t i = 0; i < reason->disjoint_count; i++)
        if (reason->disjoint[i] == id)
            return true;
    return false;
}

/* Names the clues that are neither the counter nor subtracted from it. */
static void name_other_clues(struct comb_buf *out, const struct comb_hexcells_level *level,
                             const struct comb_hexcells_reason *reason)
{
    size_t count = reason->count - reason->disjoint_count - 1;
    size_t index = 0;
    for (size_t i = 0; i < reason->count; i++)
        if (reason->ids[i] != COMB_HEXCELLS_COUNTER && !is_disjoint(reason, reason->ids[i])) {
            add_separator(out, index++, count);
            comb_hexcells_name_clue(out, level, reason->ids[i]);
        }
}

static void explain_counter(struct comb_buf *out, const struct comb_hexcells_play *play,
                            struct comb_hexcells_moment moment)
{
    const struct comb_hexcells_step *step = comb_hexcells_step_at(play, moment);
    const struct comb_hexcells_reason *reason = &step->reason;
    struct tally tally = tally_counter(play, moment);
    comb_buf_printf(out, "the counter has %u left; ", tally.wanted - tally.blue);
    comb_hexcells_name_clues(out, play->level, reason->disjoint, reason->disjoint_count);
    comb_buf_printf(out, " share no hidden cell and leave %ld for the other cells", reason->outside);
    if (reason->count > reason->disjoint_count + 1) {
        comb_buf_str(out, "; with ");
        name_other_clues(out, play->level, reason);
    }
    comb_buf_str(out, ": ");
    comb_hexcells_name_result(out, play->level, step);
}

void comb_hexcells_explain_step(struct comb_buf *out, const struct comb_hexcells_play *play,
                                struct comb_hexcells_moment moment)
{
    const struct comb_hexcells_step *step = comb_hexcells_step_at(play, moment);
    const struct comb_hexcells_reason *reason = &step->reason;
    if (reason->count == 0) {
        comb_hexcells_name_result(out, play->level, step);
    } else if (reason->count == 1) {
        explain_single_clue(out, play, moment);
    } else if (reason->disjoint_count > 1) {
        explain_counter(out, play, moment);
    } else {
        comb_hexcells_name_clues(out, play->level, reason->ids, reason->count);
        comb_buf_str(out, " together leave no other option: ");
        comb_hexcells_name_result(out, play->level, step);
    }
}

/* ---- regions ---- */

struct span {
    int min, max;
};

static void extend_span(struct span *span, int value)
{
    if (value < span->min)
        span->min = value;
    if (value > span->max)
        span->max = value;
}

/* Returns 0, 1 or 2: the third of the span that contains the mean. */
static unsigned third_of(struct span span, long sum, size_t count)
{
    double mean = (double)sum / (double)count;
    double fraction = span.max > span.min ? (mean - span.min) / (span.max - span.min) : 0.5;
    return fraction < 1.0 / 3 ? 0 : fraction > 2.0 / 3 ? 2 : 1;
}

const char *comb_hexcells_name_region(const struct comb_hexcells_level *level, const struct comb_hexcells_step *step)
{
    static const char *const names[3][3] = {
        {"at the upper left", "at the top", "at the upper right"},
        {"at the left", "in the middle", "at the right"},
        {"at the lower left", "at the bottom", "at the lower right"},
    };
    struct span across = {COMB_HEXCELLS_MAX_SIDE, 0};
    struct span down = {COMB_HEXCELLS_MAX_SIDE, 0};
    long x = 0;
    long y = 0;
    for (unsigned i = 0; i < level->cell_count; i++) {
        extend_span(&across, level->cells[i].at.x);
        extend_span(&down, level->cells[i].at.y);
    }
    for (size_t i = 0; i < step->count; i++) {
        x += level->cells[step->cells[i]].at.x;
        y += level->cells[step->cells[i]].at.y;
    }
    return step->count > 0 ? names[third_of(down, y, step->count)][third_of(across, x, step->count)] : "on the board";
}

/* ---- unknown numbers ---- */

unsigned comb_hexcells_missing(const struct comb_hexcells_level *level)
{
    unsigned count = 0;
    for (unsigned i = 0; i < level->cell_count; i++)
        count += level->cells[i].number_unknown;
    return count;
}

void comb_hexcells_print_missing(struct comb_buf *out, const struct comb_hexcells_level *level)
{
    unsigned count = comb_hexcells_missing(level), named = 0;
    const char *plural = count == 1 ? "" : "s";
    comb_buf_printf(out, "no safe step without the missing number%s; enter the number%s of %u cell%s:", plural, plural,
                    count, plural);
    for (unsigned i = 0; i < level->cell_count; i++) {
        if (!level->cells[i].number_unknown || named++ >= MAX_NAMED)
            continue;
        comb_buf_char(out, ' ');
        name_point(out, level->cells[i].at);
    }
    if (count > MAX_NAMED)
        comb_buf_printf(out, " and %u more", count - MAX_NAMED);
}
