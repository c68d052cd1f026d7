/* clang-format off */
/* Checks the bonus discs of a board against the frames of its tiles.
 *
 *      .--.            A tile with a disc also has a frame of the disc's colour. Whether a tile has one is seen from the
 *     (.DL.)======+    colours across the middle of its four sides, away from all discs: the profile of a framed tile
 *      '--'      ||    differs from the usual profile of the tiles without a disc.
 *       ||   W   ||
 *       ||       ||    Where the tiles with a disc differ clearly more than the others, a frame without a disc is a
 *       '========='    missed disc. A disc with neither colour nor frame is possibly none.
 *
 * The comparison is relative to the board's own tiles, so that light, tint and blur do not matter. */
/* clang-format on */
#include "family/words/read/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE = COMB_WORDS_PATCH,
    SIDES = 4,
    STEPS = 11, /* from 0.35 pitches to the gap */
    FIRST = SIDE - STEPS,
    ALONG = SIDE * 16 / 100, /* half the length of a side that no disc reaches */
    CHANNELS = 3
};

#define MIN_RATIO 2.5 /* of the tiles with a disc to the others: visible frames */
#define MIN_DIFFERENCE 10.0
#define MISSED 0.55     /* on the way from a tile without to one with a frame */
#define LIKE_PAPER 16.0 /* distance of colours */
#define UNCERTAIN 0.6

/* Mean colours across the four sides of a tile. */
struct profile {
    double at[SIDES * STEPS * CHANNELS];
};

static size_t index_of(unsigned side, int step, unsigned channel)
{
    return ((size_t)side * STEPS + (size_t)step) * CHANNELS + channel;
}

struct frames {
    struct profile profiles[COMB_WORDS_MAX_CELLS];
    struct profile usual;
    double differences[COMB_WORDS_MAX_CELLS];
    int disc[COMB_WORDS_MAX_CELLS]; /* index of a tile's disc; -1: none */
    bool compared[COMB_WORDS_MAX_CELLS];
};

static int compare_doubles(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

static double median(double *values, unsigned count)
{
    qsort(values, count, sizeof *values, compare_doubles);
    return count ? values[count / 2] : 0;
}

/* The pixel that is `step` steps outwards and `along` pixels along a side. */
static const unsigned char *pixel_at(const unsigned char *rgb, unsigned side, int step, int along)
{
    int out = FIRST + step, in = SIDE - 1 - out, middle = SIDE / 2 + along;
    int x = side == 0 ? out : side == 1 ? in : middle, y = side == 2 ? out : side == 3 ? in : middle;
    return rgb + (size_t)CHANNELS * (size_t)(y * SIDE + x);
}

static void measure(struct profile *out, const unsigned char *rgb)
{
    for (unsigned side = 0; side < SIDES; side++)
        for (int step = 0; step < STEPS; step++)
            for (unsigned k = 0; k < CHANNELS; k++) {
                double sum = 0;
                for (int along = -ALONG; along <= ALONG; along++)
                    sum += pixel_at(rgb, side, step, along)[k];
                out->at[index_of(side, step, k)] = sum / (2 * ALONG + 1);
            }
}

/* The median profile of the tiles without a disc. */
static void find_usual(struct frames *frames, unsigned count)
{
    for (unsigned i = 0; i < SIDES * STEPS * CHANNELS; i++) {
        double values[COMB_WORDS_MAX_CELLS] = {0};
        unsigned found = 0;
        for (unsigned tile = 0; tile < count; tile++)
            if (frames->compared[tile] && frames->disc[tile] < 0)
                values[found++] = frames->profiles[tile].at[i];
        frames->usual.at[i] = median(values, found);
    }
}

/* Difference of one side from the usual one; perspective shifts it by up to a pixel of the patch. */
static double side_difference(const struct profile *one, const struct profile *other, unsigned side)
{
    double least = INFINITY;
    for (int shift = -1; shift <= 1; shift++) {
        double sum = 0;
        for (int step = 1; step + 1 < STEPS; step++)
            for (unsigned k = 0; k < CHANNELS; k++) {
                double off = one->at[index_of(side, step + shift, k)] - other->at[index_of(side, step, k)];
                sum += off * off;
            }
        least = fmin(least, sqrt(sum / ((STEPS - 2) * CHANNELS)));
    }
    return least;
}

/* The second smallest difference of the four sides: a frame is on all of them, a shadow on two. */
static double difference(const struct profile *one, const struct profile *other)
{
    double sides[SIDES];
    for (unsigned side = 0; side < SIDES; side++)
        sides[side] = side_difference(one, other, side);
    qsort(sides, SIDES, sizeof *sides, compare_doubles);
    return sides[1];
}

static void compare(struct frames *frames, const struct comb_words_detection *board)
{
    for (unsigned i = 0; i < board->count; i++)
        frames->disc[i] = -1;
    for (unsigned i = 0; i < board->discs.count; i++)
        frames->disc[board->discs.list[i].tile] = (int)i;
    for (unsigned i = 0; i < board->count; i++) {
        const struct comb_words_place *place = &board->places[i];
        frames->compared[i] = place->cell && !board->discs.selected[i];
        if (frames->compared[i])
            measure(&frames->profiles[i], comb_words_patch(board, place));
    }
    find_usual(frames, board->count);
    for (unsigned i = 0; i < board->count; i++)
        frames->differences[i] = frames->compared[i] ? difference(&frames->profiles[i], &frames->usual) : 0;
}

/* The usual difference of tiles with a disc, or of those without. */
static double usual_difference(const struct frames *frames, unsigned count, bool with)
{
    double values[COMB_WORDS_MAX_CELLS] = {0};
    unsigned found = 0;
    for (unsigned i = 0; i < count; i++)
        if (frames->compared[i] && (frames->disc[i] >= 0) == with)
            values[found++] = frames->differences[i];
    return found >= 2 ? median(values, found) : 0;
}

/* The bonus of the disc whose tile has the most similar frame. */
static const char *bonus_like(const struct frames *frames, const struct comb_words_detection *board, unsigned tile)
{
    const char *bonus = NULL;
    double least = INFINITY;
    for (unsigned i = 0; i < board->count; i++) {
        if (!frames->compared[i] || frames->disc[i] < 0)
            continue;
        double here = difference(&frames->profiles[i], &frames->profiles[tile]);
        bonus = here < least ? board->places[i].state : bonus;
        least = fmin(least, here);
    }
    return bonus;
}

/* A disc of which nothing but a light rim is seen: its colour is that of the paper, as overexposure may burn it, and
 * its tile differs no more than those without a disc. Overexposure burns the frames before the discs, so that a
 * coloured disc needs none. */
static bool is_nothing(const struct frames *frames, const struct comb_words_detection *board, unsigned tile)
{
    double most = 0;
    for (unsigned i = 0; i < board->count; i++)
        if (frames->disc[i] < 0)
            most = fmax(most, frames->differences[i]);
    return comb_words_distance(board->discs.list[frames->disc[tile]].colour, board->places[tile].paper) < LIKE_PAPER &&
           frames->differences[tile] <= most;
}

static void check(struct comb_words_detection *board, struct frames *frames)
{
    compare(frames, board);
    double with = usual_difference(frames, board->count, true), without = usual_difference(frames, board->count, false);
    bool visible = with >= MIN_DIFFERENCE && with >= MIN_RATIO * without;
    double limit = without + MISSED * (with - without);
    for (unsigned i = 0; i < board->count; i++) {
        struct comb_words_place *place = &board->places[i];
        bool disc = frames->disc[i] >= 0;
        bool wrong = disc ? is_nothing(frames, board, i) : visible && frames->differences[i] > limit;
        if (!frames->compared[i] || !wrong)
            continue;
        place->state_confidence = fmin(place->state_confidence, UNCERTAIN);
        place->other_state = disc ? "" : bonus_like(frames, board, i);
    }
}

int comb_words_check_frames(struct comb_words_detection *board, struct comb_error *err)
{
    struct frames *frames = calloc(1, sizeof *frames);
    if (!frames)
        return comb_fail_memory(err);
    check(board, frames);
    free(frames);
    return COMB_OK;
}
