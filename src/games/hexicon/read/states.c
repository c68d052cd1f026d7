/* Decides the five states by colour, whatever the colours are.
 *
 * A colour is taken relative to the unowned cells, without its grey part: a direction (the side's hue) and a length
 * (its strength) remain. Free cells are those nearest to the background, at length 0.
 *
 *            side one                          A direction may show both strengths, pale and full: then the gap between
 *       full *        * full                   them is the limit. If it shows only one, the colours of the scores and
 * of pale *    * pale   side two          the players' names above the board show how long full is; otherwise the \  /
 * other side's lengths; otherwise it is a guess with low confidence. free   oo
 *
 * Blue is the side on the left above the board; without scores, the side whose hue is farther from red. */
#include "games/hexicon/read/read.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FREE_BELOW 0.19 /* relative to a full colour's length */
#define FULL_ABOVE 0.72
#define MIN_LENGTH 14.0 /* compression artefacts of grey are shorter */

struct hue {
    double x, y; /* in the plane perpendicular to the grey axis */
};

/* Two axes perpendicular to grey: red against the rest, green against blue; both preserve lengths. */
static struct hue hue_of(unsigned colour)
{
    double r = colour >> 16 & 255, g = colour >> 8 & 255, b = colour & 255;
    return (struct hue){(2 * r - g - b) / sqrt(6), (g - b) / sqrt(2)};
}

static struct hue minus(struct hue a, struct hue b)
{
    return (struct hue){a.x - b.x, a.y - b.y};
}

static double length_of(struct hue a)
{
    return hypot(a.x, a.y);
}

static double angle_between(struct hue a, struct hue b)
{
    return fabs(atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y));
}

/* One side: the direction of its colour and its lengths. */
struct side {
    bool there;
    struct hue direction;
    double full;             /* length of a full colour, 0 if unknown */
    bool full_known;         /* from the picture, not from the other side */
    double limit;            /* between pale and full */
    double split_confidence; /* of the distinction between pale and full */
};

struct cells {
    struct hue hue[COMB_WORDS_MAX_CELLS];
    double length[COMB_WORDS_MAX_CELLS];
    int side[COMB_WORDS_MAX_CELLS]; /* -1 none */
    unsigned count;
};

/* The free cells' colour: the board's colour nearest to the background, without grey. */
static struct hue free_hue(const struct comb_words_detection *board)
{
    struct hue background = hue_of(board->grid->background), best = background;
    double min = 1e9;
    for (unsigned i = 0; i < board->grid->colour_count; i++) {
        struct hue hue = hue_of(board->grid->colours[i].colour);
        double apart = length_of(minus(hue, background));
        if (apart < min) {
            min = apart;
            best = hue;
        }
    }
    return best;
}

static void collect_colours(struct cells *cells, const struct comb_words_detection *board, struct hue zero)
{
    cells->count = board->count;
    for (unsigned i = 0; i < board->count; i++) {
        cells->hue[i] = board->places[i].cell ? minus(hue_of(board->places[i].paper), zero) : (struct hue){0};
        cells->length[i] = length_of(cells->hue[i]);
        cells->side[i] = -1;
    }
}

/* Finds the two directions among the coloured cells: the strongest cell's, and the one at the largest angle from it. */
static void find_sides(struct side sides[2], const struct cells *cells, double min)
{
    struct hue sums[2] = {{0, 0}, {0, 0}};
    int first = -1, other = -1;
    for (unsigned i = 0; i < cells->count; i++)
        if (cells->length[i] >= min && (first < 0 || cells->length[i] > cells->length[first]))
            first = (int)i;
    for (unsigned i = 0; first >= 0 && i < cells->count; i++)
        if (cells->length[i] >= min && angle_between(cells->hue[i], cells->hue[first]) > 0.9 &&
            (other < 0 || cells->length[i] > cells->length[other]))
            other = (int)i;
    for (unsigned i = 0; first >= 0 && i < cells->count; i++) {
        bool second = other >= 0 &&
                      angle_between(cells->hue[i], cells->hue[other]) < angle_between(cells->hue[i], cells->hue[first]);
        if (cells->length[i] < min)
            continue;
        sums[second].x += cells->hue[i].x;
        sums[second].y += cells->hue[i].y;
        sides[second].there = true;
    }
    for (int k = 0; k < 2; k++)
        sides[k].direction = sums[k];
}

static void assign_sides(struct cells *cells, const struct side sides[2], double min)
{
    for (unsigned i = 0; i < cells->count; i++) {
        if (cells->length[i] < min)
            continue;
        double angles[2] = {9, 9};
        for (int k = 0; k < 2; k++)
            if (sides[k].there)
                angles[k] = angle_between(cells->hue[i], sides[k].direction);
        cells->side[i] = angles[1] < angles[0];
    }
}

static int compare_doubles(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

/* Sorts the lengths of one side; the widest relative gap separates pale from full if it is wide enough. */
static bool split_lengths(double *limit, double *pale, double *full, const struct cells *cells, int side)
{
    double lengths[COMB_WORDS_MAX_CELLS], widest = 1;
    unsigned count = 0, at = 0;
    for (unsigned i = 0; i < cells->count; i++)
        if (cells->side[i] == side)
            lengths[count++] = cells->length[i];
    if (count == 0)
        return false;
    qsort(lengths, count, sizeof *lengths, compare_doubles);
    assert(lengths[0] > 0); /* a cell with a side is not grey */
    for (unsigned i = 1; i < count; i++) {
        if (lengths[i] / lengths[i - 1] > widest) {
            widest = lengths[i] / lengths[i - 1];
            at = i;
        }
    }
    *full = lengths[count - 1];
    *pale = lengths[0];
    *limit = at > 0 ? sqrt(lengths[at] * lengths[at - 1]) : 0;
    return at > 0 && widest > 1.3;
}

/* If a side shows only one strength: uses the scores' colour, otherwise the other side. */
static void find_limits(struct side sides[2], const struct cells *cells)
{
    bool both[2];
    double limit[2] = {0}, pale[2] = {0}, full[2] = {0};
    for (int k = 0; k < 2; k++)
        both[k] = split_lengths(&limit[k], &pale[k], &full[k], cells, k);
    for (int k = 0; k < 2; k++) {
        struct side *side = &sides[k];
        side->split_confidence = 1;
        if (both[k]) {
            side->limit = limit[k];
        } else if (side->full_known) {
            side->limit = FULL_ABOVE * side->full;
            double nearness = fabs(log(full[k] / side->limit));
            side->split_confidence = nearness > 0.2 ? 1 : 0.7;
        } else if (both[!k]) {
            side->limit = limit[!k];
            side->split_confidence = fabs(log(full[k] / side->limit)) > 0.25 ? 0.95 : 0.6;
        } else {
            side->limit = 85;
            side->split_confidence = 0.6;
        }
    }
}

/* Which side is red: the one with the direction of the right-hand score, otherwise the one nearer to red. */
static int red_side(const struct side sides[2], const struct comb_hexicon_scores *scores, struct hue zero,
                    double *confidence)
{
    static const struct hue warm = {1, 0.15};
    double apart[2];
    *confidence = 1;
    for (int k = 0; k < 2; k++) {
        struct hue direction = sides[k].direction;
        if (!sides[k].there)
            direction = (struct hue){-sides[!k].direction.x, -sides[!k].direction.y};
        apart[k] = angle_between(direction, warm);
        if (scores->has_red_colour && scores->has_blue_colour)
            apart[k] = angle_between(direction, minus(hue_of(scores->red_colour), zero)) -
                       angle_between(direction, minus(hue_of(scores->blue_colour), zero));
    }
    bool known = scores->has_red_colour && scores->has_blue_colour;
    if (!known && fabs(apart[0] - apart[1]) < 0.5)
        *confidence = 0.7;
    return apart[1] < apart[0];
}

/* The full length of a side's colour: that of its score, or of a large area of similar colour. */
static double full_length(unsigned colour, const struct comb_hexicon_scores *scores, struct hue zero)
{
    struct hue hue = minus(hue_of(colour), zero);
    double full = length_of(hue), max = 1.6 * full;
    for (unsigned i = 0; i < scores->area_count; i++) {
        struct hue area = minus(hue_of(scores->areas[i]), zero);
        if (angle_between(area, hue) < 0.35 && length_of(area) > full && length_of(area) < max)
            full = length_of(area);
    }
    return full;
}

static void know_full(struct side sides[2], int red, const struct comb_hexicon_scores *scores, struct hue zero)
{
    if (scores->has_red_colour)
        sides[red].full = full_length(scores->red_colour, scores, zero);
    if (scores->has_blue_colour)
        sides[!red].full = full_length(scores->blue_colour, scores, zero);
    for (int k = 0; k < 2; k++)
        sides[k].full_known = sides[k].full > MIN_LENGTH;
}

/* The length below which a cell is free. */
static double min_length(const struct cells *cells, const struct comb_hexicon_scores *scores, struct hue zero)
{
    double longest = 0;
    for (unsigned i = 0; i < cells->count; i++)
        longest = fmax(longest, cells->length[i]);
    if (scores->has_red_colour)
        longest = fmax(longest, length_of(minus(hue_of(scores->red_colour), zero)));
    if (scores->has_blue_colour)
        longest = fmax(longest, length_of(minus(hue_of(scores->blue_colour), zero)));
    return fmax(MIN_LENGTH, FREE_BELOW * longest);
}

static void name_cell(struct comb_words_place *place, const struct side *side, bool red, double length,
                      double confidence)
{
    bool full = length > side->limit;
    place->state = red ? (full ? "very_red" : "red") : full ? "very_blue" : "blue";
    place->state_confidence = side->split_confidence * confidence;
    if (side->split_confidence < confidence)
        place->other_state = red ? (full ? "r" : "R") : full ? "b" : "B";
    else
        place->other_state = red ? (full ? "B" : "b") : full ? "R" : "r";
}

static int compare_unsigned(const void *a, const void *b)
{
    unsigned one = *(const unsigned *)a, other = *(const unsigned *)b;
    return (one > other) - (one < other);
}

/* Whether the cells have one lightness, except for one or two: an owner's colour always shows in more than these. */
static bool is_even(const struct comb_words_detection *board)
{
    enum { APART = 12, FEW = 2 };
    unsigned light[COMB_WORDS_MAX_CELLS], count = 0, others = 0;
    for (unsigned i = 0; i < board->count; i++) {
        unsigned paper = board->places[i].paper;
        if (board->places[i].cell)
            light[count++] = ((paper >> 16 & 255) + (paper >> 8 & 255) + (paper & 255)) / 3;
    }
    if (count == 0)
        return true;
    qsort(light, count, sizeof *light, compare_unsigned);
    for (unsigned i = 0; i < count; i++)
        others += light[i] + APART < light[count / 2] || light[i] > light[count / 2] + APART;
    return others <= FEW;
}

bool comb_hexicon_read_states(struct comb_words_detection *board, const struct comb_hexicon_scores *scores)
{
    struct cells cells;
    struct side sides[2] = {{0}, {0}};
    struct hue zero = free_hue(board);
    double confidence;
    collect_colours(&cells, board, zero);
    double min = min_length(&cells, scores, zero);
    find_sides(sides, &cells, min);
    if (!sides[0].there)
        return is_even(board);
    assign_sides(&cells, sides, min);
    int red = red_side(sides, scores, zero, &confidence);
    know_full(sides, red, scores, zero);
    find_limits(sides, &cells);
    for (unsigned i = 0; i < board->count; i++)
        if (board->places[i].cell && cells.side[i] >= 0)
            name_cell(&board->places[i], &sides[cells.side[i]], cells.side[i] == red, cells.length[i], confidence);
    return true;
}
