/* The rules of the game for one region.
 *
 * First everything is there, the Ys too: what is then "very wrong" (dots off the line, wrong triangles, stars alone
 * with their colour) takes one Y each. Further Ys may each take one thing that is wrong in a way that removing
 * something else might mend (a star of a colour that is there more than twice, a square among squares of other colours,
 * a piece of a set that does not fit), and the rest of the Ys cancel each other in pairs. What is left without them all
 * must be right. Things of one kind and colour are alike, so a choice says only how many of them go. */
#include "games/witness/verify_parts.h"

/* Fits with edges: net size the area of the region, or nothing at all. */
int comb_witness_verify_game_fits(const struct comb_witness_area *area, const struct comb_witness_thing *const *pieces,
                                  unsigned count)
{
    struct comb_witness_sums sums = comb_witness_verify_sums_of(pieces, count);
    struct comb_witness_placing placing = {.bounded = !area->drawn->rules.overhang, .precise = true};
    if (count == 0)
        return COMB_OK;
    placing.fill = sums.yellow == sums.blue + area->cells;
    if (!placing.fill && sums.yellow != sums.blue)
        return COMB_NO;
    return comb_witness_verify_place_pieces(area, pieces, count, &placing);
}

/* What may still go: one wheel for the squares and one for the stars of each colour. */
struct wheels {
    unsigned size[2 * COMB_WITNESS_COLORS];
    unsigned take[2 * COMB_WITNESS_COLORS];
    unsigned taken, most;
};

static bool turn(struct wheels *wheels)
{
    for (unsigned i = 0; i < 2 * COMB_WITNESS_COLORS; i++) {
        if (wheels->take[i] < wheels->size[i] && wheels->taken < wheels->most) {
            wheels->take[i]++;
            wheels->taken++;
            return true;
        }
        wheels->taken -= wheels->take[i];
        wheels->take[i] = 0;
    }
    return false;
}

static bool alone(const struct comb_witness_area *area, unsigned color)
{
    return area->stars[color] > 0 && area->census[color] == 1;
}

static struct wheels wheels_of(const struct comb_witness_area *area, unsigned most)
{
    struct wheels wheels = {.most = most};
    bool mixed = comb_witness_verify_square_colors(area) > 1;
    for (unsigned color = 0; color < COMB_WITNESS_COLORS; color++) {
        wheels.size[color] = mixed ? area->squares[color] : 0;
        wheels.size[COMB_WITNESS_COLORS + color] = area->census[color] > 2 ? area->stars[color] : 0;
    }
    return wheels;
}

/* Whether what stays is right, but for the pieces. `pieces` says how many of each colour stay. */
static bool rest_is_right(const struct comb_witness_area *area, const unsigned *pieces, const struct wheels *wheels)
{
    unsigned square_colors = 0;
    for (unsigned color = 0; color < COMB_WITNESS_COLORS; color++) {
        unsigned squares = area->squares[color] - wheels->take[color];
        unsigned stars = alone(area, color) ? 0 : area->stars[color] - wheels->take[COMB_WITNESS_COLORS + color];
        square_colors += squares > 0;
        if (stars > 0 && stars + squares + pieces[color] + area->fixed[color] != 2)
            return false;
    }
    return square_colors <= 1;
}

/* Whether the squares and stars have a right choice with these pieces left, and a number of Ys left over that cancel in
 * pairs; the wheels then stand on it. */
static int squares_and_stars(struct wheels *wheels, const struct comb_witness_area *area, const unsigned *pieces,
                             unsigned spare)
{
    unsigned tried = 0;
    *wheels = wheels_of(area, spare);
    do {
        if ((spare - wheels->taken) % 2 == 0 && rest_is_right(area, pieces, wheels))
            return COMB_OK;
        if (++tried % 4096 == 0 && area->drawn->job) {
            int stop = comb_job_tick(area->drawn->job, 0);
            if (stop != COMB_OK)
                return comb_job_fail(area->drawn->job, stop, area->drawn->err);
        }
    } while (turn(wheels));
    return COMB_NO;
}

static void write_down(const struct comb_witness_area *area, const struct comb_witness_choice *choice,
                       const struct wheels *wheels)
{
    for (unsigned color = 1; color < COMB_WITNESS_COLORS; color++) {
        unsigned stars = alone(area, color) ? 1 : wheels->take[COMB_WITNESS_COLORS + color];
        comb_witness_verify_cancel(area, COMB_WITNESS_SQUARE, color, wheels->take[color]);
        comb_witness_verify_cancel(area, COMB_WITNESS_STAR, color, stars);
    }
    comb_witness_verify_cancel_errors(area);
    comb_witness_verify_cancel_pieces(area, choice);
    comb_witness_verify_cancel(area, COMB_WITNESS_ELIMINATION, COMB_WITNESS_NO_COLOR, wheels->most - wheels->taken);
}

static int try_choice(const struct comb_witness_area *area, const struct comb_witness_choice *choice)
{
    const struct comb_witness_thing *kept[COMB_WITNESS_MOST_CELLS];
    unsigned colors[COMB_WITNESS_COLORS] = {0};
    struct wheels wheels;
    for (unsigned group = 0; group < choice->groups; group++)
        colors[choice->sample[group]->color] += choice->size[group] - choice->take[group];
    int code = squares_and_stars(&wheels, area, colors, choice->most - choice->taken);
    if (code != COMB_OK)
        return code;
    unsigned count = comb_witness_verify_choice_kept(kept, choice);
    code = comb_witness_verify_game_fits(area, kept, count);
    if (code == COMB_OK && area->drawn->cancelled)
        write_down(area, choice, &wheels);
    return code;
}

int comb_witness_verify_game_area(const struct comb_witness_area *area)
{
    unsigned very_wrong = area->dots + area->wrong_triangles;
    for (unsigned color = 0; color < COMB_WITNESS_COLORS; color++)
        very_wrong += alone(area, color);
    if (very_wrong > area->eliminations)
        return COMB_NO;
    struct comb_witness_choice choice;
    comb_witness_verify_choice_of(&choice, area, area->eliminations - very_wrong);
    int code = try_choice(area, &choice);
    if (code != COMB_NO || choice.most == 0 || area->piece_count == 0)
        return code;
    code = comb_witness_verify_game_fits(area, area->pieces, area->piece_count);
    if (code != COMB_NO)
        return code == COMB_OK ? COMB_NO : code; /* pieces that fit may not be taken away */
    while (code == COMB_NO && comb_witness_verify_choice_next(&choice))
        code = try_choice(area, &choice);
    return code;
}
