/* Writes one sentence for each pattern: the argument, a colon, the result. The numbers in it are those before the step.
 */
#include "games/hexcells/hints/phrases.h"

#include <assert.h>
#include <stdlib.h>
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

static size_t count_colour(const struct comb_hexcells_conclusion *step, signed char colour)
{
    size_t count = 0;
    for (size_t i = 0; i < step->count; i++)
        count += step->colours[i] == colour;
    return count;
}

static void name_cells(struct comb_buf *out, const struct comb_hexcells_level *level,
                       const struct comb_hexcells_conclusion *step, signed char colour)
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
                               const struct comb_hexcells_conclusion *step)
{
    size_t blue = count_colour(step, COMB_HEXCELLS_BLUE);
    if (blue > 0)
        name_cells(out, level, step, COMB_HEXCELLS_BLUE);
    if (blue > 0 && blue < step->count)
        comb_buf_str(out, ", ");
    if (blue < step->count)
        name_cells(out, level, step, COMB_HEXCELLS_BLACK);
}

/* ---- numbers before a step ---- */

struct tally {
    long need; /* blue cells that are missing */
    long open; /* hidden cells */
    long wanted;
};

static struct tally tally_counter(const struct comb_hexcells_play *play, size_t step)
{
    struct tally tally = {.need = play->level->remaining, .wanted = play->level->remaining};
    for (unsigned i = 0; i < play->level->cell_count; i++) {
        signed char known = comb_hexcells_known_before(play, i, step);
        tally.open += known == COMB_HEXCELLS_UNKNOWN;
        tally.need -= known == COMB_HEXCELLS_BLUE && play->level->cells[i].shown != COMB_HEXCELLS_BLUE;
    }
    return tally;
}

static struct tally tally_of(const struct comb_hexcells_play *play, unsigned id, size_t step)
{
    unsigned members[COMB_HEXCELLS_MAX_SIDE];
    struct comb_hexcells_clue clue;
    struct tally tally = {0};
    const struct comb_hexcells_level *level = play->level;
    if (id == COMB_HEXCELLS_COUNTER)
        return tally_counter(play, step);
    if (id >= level->cell_count)
        comb_hexcells_clue_of_line(&clue, members, level, id - level->cell_count);
    else if (!comb_hexcells_clue_of_cell(&clue, members, level, id, comb_hexcells_known_before(play, id, step)))
        return tally;
    tally.wanted = tally.need = (long)clue.count;
    for (unsigned i = 0; i < clue.size; i++) {
        if (clue.cells[i] == COMB_HEXCELLS_GAP)
            continue;
        signed char known = comb_hexcells_known_before(play, clue.cells[i], step);
        tally.need -= known == COMB_HEXCELLS_BLUE;
        tally.open += known == COMB_HEXCELLS_UNKNOWN;
    }
    return tally;
}

static const char *plural(long count)
{
    return count == 1 ? "" : "s";
}

/* ---- one hint ---- */

static void print_count(struct comb_buf *out, const struct comb_hexcells_play *play, size_t index)
{
    const struct comb_hexcells_conclusion *step = &play->steps.items[index].step;
    struct tally tally = tally_of(play, step->ids[0], index);
    if (step->ids[0] == COMB_HEXCELLS_COUNTER && tally.need == 0) {
        comb_buf_str(out, "the counter shows that no blue cell is left");
        return;
    }
    comb_hexcells_name_clue(out, play->level, step->ids[0]);
    if (tally.need == 0)
        comb_buf_str(out, tally.wanted == 0 ? " allows no blue cell" : " has all its blue cells");
    else
        comb_buf_printf(out, " needs %ld more blue and has only %ld hidden cell%s", tally.need, tally.need,
                        plural(tally.need));
}

static void print_mark(struct comb_buf *out, const struct comb_hexcells_play *play,
                       const struct comb_hexcells_conclusion *step)
{
    size_t blue = count_colour(step, COMB_HEXCELLS_BLUE);
    bool together = step->pattern == COMB_HEXCELLS_RUN;
    comb_buf_str(out, !together             ? "another colour would join all blue cells of "
                      : blue == step->count ? "every run possible for "
                      : blue == 0           ? "no run possible for "
                                            : "all runs possible for ");
    comb_hexcells_name_clue(out, play->level, step->ids[0]);
    comb_buf_str(out, !together             ? ""
                      : blue == step->count ? " contains this"
                      : blue == 0           ? " reaches this"
                                            : " agree here");
}

/* ---- two hints ---- */

static void print_inside(struct comb_buf *out, const struct comb_hexcells_play *play, size_t index)
{
    const struct comb_hexcells_conclusion *step = &play->steps.items[index].step;
    struct tally first = tally_of(play, step->ids[0], index), second = tally_of(play, step->ids[1], index);
    bool swap = second.open > first.open;
    long blue = swap ? second.need - first.need : first.need - second.need;
    comb_buf_str(out, "all hidden cells of ");
    comb_hexcells_name_clue(out, play->level, step->ids[swap ? 0 : 1]);
    comb_buf_str(out, " count for ");
    comb_hexcells_name_clue(out, play->level, step->ids[swap ? 1 : 0]);
    if (blue == 0)
        comb_buf_str(out, ", which needs no other blue cell");
    else
        comb_buf_printf(out, ", which needs %ld more among its %ld other%s", blue, blue, plural(blue));
}

static void print_overlap(struct comb_buf *out, const struct comb_hexcells_play *play, size_t index)
{
    const struct comb_hexcells_conclusion *step = &play->steps.items[index].step;
    unsigned larger = step->signs[0] > 0 ? 0 : 1;
    struct tally more = tally_of(play, step->ids[larger], index), less = tally_of(play, step->ids[1 - larger], index);
    comb_hexcells_name_clue(out, play->level, step->ids[larger]);
    comb_buf_printf(out, " needs %ld more blue, and at most %ld of them can be shared with ", more.need, less.need);
    comb_hexcells_name_clue(out, play->level, step->ids[1 - larger]);
    comb_buf_str(out, ", so its other cells are all blue and those of the second are not");
}

static void print_crossing(struct comb_buf *out, const struct comb_hexcells_play *play,
                           const struct comb_hexcells_conclusion *step)
{
    comb_buf_str(out, "where ");
    comb_hexcells_name_clues(out, play->level, step->ids, step->id_count);
    comb_buf_str(out, " cross, every arrangement that suits both agrees");
}

/* ---- the counter ---- */

static void print_cover(struct comb_buf *out, const struct comb_hexcells_play *play, size_t index)
{
    const struct comb_hexcells_conclusion *step = &play->steps.items[index].step;
    struct tally counter = tally_counter(play, index);
    bool blue = step->signs[0] > 0;
    long all = blue ? counter.need : counter.open - counter.need, asked = 0;
    for (size_t i = 0; i + 1 < step->id_count; i++) {
        struct tally tally = tally_of(play, step->ids[i], index);
        asked += blue ? tally.need : tally.open - tally.need;
    }
    comb_hexcells_name_clues(out, play->level, step->ids, step->id_count - 1);
    if (step->pattern == COMB_HEXCELLS_COVER && all == 1)
        comb_buf_printf(out, " has the only %s cell that the counter leaves", blue ? "blue" : "black");
    else if (step->pattern == COMB_HEXCELLS_COVER)
        comb_buf_printf(out, " %s all %ld %s cell%s that the counter leaves", step->id_count == 2 ? "takes" : "take",
                        all, blue ? "blue" : "black", plural(all));
    else
        comb_buf_printf(out, " ask for %ld %s cells and the counter leaves %ld, so every shared cell counts twice",
                        asked, blue ? "blue" : "black", all);
}

/* ---- sums ---- */

/* Names the hints with this sign; returns what they need. */
static long name_side(struct comb_buf *out, const struct comb_hexcells_play *play, size_t index, int sign)
{
    const struct comb_hexcells_conclusion *step = &play->steps.items[index].step;
    size_t count = 0, position = 0;
    long need = 0;
    for (size_t i = 0; i < step->id_count; i++)
        count += step->signs[i] == sign;
    for (size_t i = 0; i < step->id_count; i++) {
        if (step->signs[i] != sign)
            continue;
        add_separator(out, position++, count);
        comb_hexcells_name_clue(out, play->level, step->ids[i]);
        need += tally_of(play, step->ids[i], index).need;
    }
    comb_buf_printf(out, " need%s %ld blue", count == 1 ? "s" : "", need);
    return need;
}

static long sum_of(const struct comb_hexcells_play *play, size_t index)
{
    const struct comb_hexcells_conclusion *step = &play->steps.items[index].step;
    long sum = 0;
    for (size_t i = 0; i < step->id_count; i++)
        sum += step->signs[i] * tally_of(play, step->ids[i], index).need;
    return sum;
}

static void print_balance(struct comb_buf *out, const struct comb_hexcells_play *play, size_t index)
{
    const struct comb_hexcells_conclusion *step = &play->steps.items[index].step;
    bool minus = false;
    for (size_t i = 0; i < step->id_count; i++)
        minus |= step->signs[i] < 0;
    int first = sum_of(play, index) < 0 ? -1 : 1;
    long need = name_side(out, play, index, first);
    if (minus) {
        comb_buf_str(out, ", ");
        need -= name_side(out, play, index, -first);
    }
    comb_buf_printf(out, minus ? ", and only this makes the difference of %ld" : ", and only this makes %ld", need);
}

/* ---- chains ---- */

static void print_link(struct comb_buf *out, const struct comb_hexcells_level *level,
                       const struct comb_hexcells_conclusion *link)
{
    comb_hexcells_name_clues(out, level, link->ids, link->id_count);
    if (link->count == 0) {
        comb_buf_str(out, " cannot be satisfied");
        return;
    }
    comb_buf_str(out, link->pattern == COMB_HEXCELLS_FULL   ? " is full, so "
                      : link->pattern == COMB_HEXCELLS_FILL ? " needs every cell, so "
                      : link->id_count == 1                 ? " allows no other run, so "
                                                            : " leave no choice, so ");
    comb_hexcells_name_result(out, level, link);
}

static void print_chain(struct comb_buf *out, const struct comb_hexcells_play *play,
                        const struct comb_hexcells_argument *argument)
{
    const struct comb_hexcells_conclusion *step = &argument->step;
    comb_buf_str(out, "suppose ");
    name_point(out, play->level->cells[step->cells[0]].at);
    comb_buf_printf(out, " were %s", step->colours[0] == COMB_HEXCELLS_BLUE ? "black" : "blue");
    for (size_t i = 0; i < argument->link_count; i++) {
        comb_buf_printf(out, "; %zu. ", i + 1);
        print_link(out, play->level, &argument->links[i]);
    }
}

void comb_hexcells_print_argument(struct comb_buf *out, const struct comb_hexcells_play *play, size_t index)
{
    assert(index < play->steps.count);
    const struct comb_hexcells_conclusion *step = &play->steps.items[index].step;
    switch (step->pattern) {
    case COMB_HEXCELLS_FULL:
    case COMB_HEXCELLS_FILL:
        print_count(out, play, index);
        break;
    case COMB_HEXCELLS_RUN:
    case COMB_HEXCELLS_SPLIT:
        print_mark(out, play, step);
        break;
    case COMB_HEXCELLS_INSIDE:
        print_inside(out, play, index);
        break;
    case COMB_HEXCELLS_OVERLAP:
        print_overlap(out, play, index);
        break;
    case COMB_HEXCELLS_CROSSING:
        print_crossing(out, play, step);
        break;
    case COMB_HEXCELLS_COVER:
    case COMB_HEXCELLS_TWICE:
        print_cover(out, play, index);
        break;
    case COMB_HEXCELLS_BALANCE:
        print_balance(out, play, index);
        break;
    case COMB_HEXCELLS_SUPPOSE:
        print_chain(out, play, &play->steps.items[index]);
        break;
    default:
        comb_buf_str(out, "no short argument found; ");
        comb_hexcells_name_clues(out, play->level, step->ids, step->id_count);
        comb_buf_str(out, " together leave no other option");
    }
}

void comb_hexcells_explain_step(struct comb_buf *out, const struct comb_hexcells_play *play, size_t index)
{
    comb_hexcells_print_argument(out, play, index);
    comb_buf_str(out, ": ");
    comb_hexcells_name_result(out, play->level, &play->steps.items[index].step);
}

/* ---- regions ---- */

enum { NEAR = 12 };

static int steps_between(struct comb_point a, struct comb_point b)
{
    int across = abs(a.x - b.x);
    int down = abs(a.y - b.y);
    return across + (down > across ? (down - across) / 2 : 0);
}

static unsigned hidden_near(unsigned cells[COMB_HEXCELLS_REGION], const struct comb_hexcells_play *play, size_t step,
                            int distance)
{
    const struct comb_hexcells_level *level = play->level;
    struct comb_point centre = level->cells[play->steps.items[step].step.cells[0]].at;
    unsigned count = 0;
    for (unsigned i = 0; i < level->cell_count; i++) {
        struct comb_point at = level->cells[i].at;
        if (((at.x + at.y + centre.x + centre.y) & 1) == 0 && steps_between(at, centre) <= distance &&
            comb_hexcells_known_before(play, i, step) == COMB_HEXCELLS_UNKNOWN && count < COMB_HEXCELLS_REGION)
            cells[count++] = i;
    }
    return count;
}

unsigned comb_hexcells_region(unsigned cells[COMB_HEXCELLS_REGION], const struct comb_hexcells_play *play, size_t step)
{
    unsigned count = hidden_near(cells, play, step, 2);
    return count > NEAR ? hidden_near(cells, play, step, 1) : count;
}

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

void comb_hexcells_name_region(struct comb_buf *out, const struct comb_hexcells_level *level, const unsigned *cells,
                               size_t count)
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
    assert(count > 0);
    for (unsigned i = 0; i < level->cell_count; i++) {
        extend_span(&across, level->cells[i].at.x);
        extend_span(&down, level->cells[i].at.y);
    }
    for (size_t i = 0; i < count; i++) {
        x += level->cells[cells[i]].at.x;
        y += level->cells[cells[i]].at.y;
    }
    const char *where = names[third_of(down, y, count)][third_of(across, x, count)];
    if (count == 1)
        comb_buf_printf(out, "the hidden cell %s", where);
    else
        comb_buf_printf(out, "the group of %zu hidden cells %s", count, where);
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
