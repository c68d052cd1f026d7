/* The rules of the game for one region.
 *
 * At first everything is present, including the elimination marks: each symbol that is then "very wrong" (dots off
 * the line, wrong triangles, stars alone with their colour) uses one mark. Each further mark may remove one symbol
 * whose error could also be fixed by removing something else (a star of a colour that occurs more than twice, a
 * square among squares of other colours, a piece of a set that does not fit), and the remaining marks cancel each
 * other in pairs. What is left without all of these must be right. Symbols of one kind and colour are
 * interchangeable, so a choice says only how many of them go. */
#include "games/witness/verify/parts.h"

/* The pieces fit if their net size is the area of the region, or 0, and they can be placed; edges count. */
int comb_witness_verify_game_fits(const struct comb_witness_area *area, const struct comb_witness_thing *const *pieces,
                                  unsigned count)
{
    struct comb_witness_sums sums = comb_witness_verify_sums_of(pieces, count);
    struct comb_witness_placement_rules placing = {.bounded = !area->drawn->rules.overhang, .precise = true};
    if (count == 0)
        return COMB_OK;
    placing.fill = sums.yellow == sums.blue + area->cells;
    if (!placing.fill && sums.yellow != sums.blue)
        return COMB_NO;
    return comb_witness_verify_place_pieces(area, pieces, count, &placing);
}

/* What may still go: one wheel of an odometer for the squares and one for the stars of each colour. */
struct wheels {
    unsigned size[2 * COMB_WITNESS_COLOURS];
    unsigned removed[2 * COMB_WITNESS_COLOURS];
    unsigned removed_count, max;
};

static bool next_choice(struct wheels *wheels)
{
    for (unsigned i = 0; i < 2 * COMB_WITNESS_COLOURS; i++) {
        if (wheels->removed[i] < wheels->size[i] && wheels->removed_count < wheels->max) {
            wheels->removed[i]++;
            wheels->removed_count++;
            return true;
        }
        wheels->removed_count -= wheels->removed[i];
        wheels->removed[i] = 0;
    }
    return false;
}

static bool is_lone_star(const struct comb_witness_area *area, unsigned colour)
{
    return area->stars[colour] > 0 && area->census[colour] == 1;
}

static struct wheels wheels_of(const struct comb_witness_area *area, unsigned max)
{
    struct wheels wheels = {.max = max};
    bool mixed = comb_witness_verify_square_colours(area) > 1;
    for (unsigned colour = 0; colour < COMB_WITNESS_COLOURS; colour++) {
        wheels.size[colour] = mixed ? area->squares[colour] : 0;
        wheels.size[COMB_WITNESS_COLOURS + colour] = area->census[colour] > 2 ? area->stars[colour] : 0;
    }
    return wheels;
}

/* Returns whether what stays is right, apart from the pieces. `pieces` is the number of each colour that stay. */
static bool remainder_is_right(const struct comb_witness_area *area, const unsigned *pieces,
                               const struct wheels *wheels)
{
    unsigned square_colours = 0;
    for (unsigned colour = 0; colour < COMB_WITNESS_COLOURS; colour++) {
        unsigned squares = area->squares[colour] - wheels->removed[colour];
        unsigned stars =
            is_lone_star(area, colour) ? 0 : area->stars[colour] - wheels->removed[COMB_WITNESS_COLOURS + colour];
        square_colours += squares > 0;
        if (stars > 0 && stars + squares + pieces[colour] + area->fixed[colour] != 2)
            return false;
    }
    return square_colours <= 1;
}

/* Finds a right choice of squares and stars with these pieces left and an even number of marks left over; the wheels
 * then show it. */
static int squares_and_stars(struct wheels *wheels, const struct comb_witness_area *area, const unsigned *pieces,
                             unsigned surplus)
{
    unsigned tried = 0;
    *wheels = wheels_of(area, surplus);
    do {
        if ((surplus - wheels->removed_count) % 2 == 0 && remainder_is_right(area, pieces, wheels))
            return COMB_OK;
        if (++tried % 4096 == 0 && area->drawn->job) {
            int stop = comb_job_tick(area->drawn->job, 0);
            if (stop != COMB_OK)
                return comb_job_fail(area->drawn->job, stop, area->drawn->err);
        }
    } while (next_choice(wheels));
    return COMB_NO;
}

static void record_cancelled(const struct comb_witness_area *area, const struct comb_witness_choice *choice,
                             const struct wheels *wheels)
{
    for (unsigned colour = 1; colour < COMB_WITNESS_COLOURS; colour++) {
        unsigned stars = is_lone_star(area, colour) ? 1 : wheels->removed[COMB_WITNESS_COLOURS + colour];
        comb_witness_verify_cancel(area, COMB_WITNESS_SQUARE, colour, wheels->removed[colour]);
        comb_witness_verify_cancel(area, COMB_WITNESS_STAR, colour, stars);
    }
    comb_witness_verify_cancel_errors(area);
    comb_witness_verify_cancel_pieces(area, choice);
    comb_witness_verify_cancel(area, COMB_WITNESS_ELIMINATION, COMB_WITNESS_NO_COLOUR,
                               wheels->max - wheels->removed_count);
}

static int try_game_choice(const struct comb_witness_area *area, const struct comb_witness_choice *choice)
{
    const struct comb_witness_thing *kept[COMB_WITNESS_MAX_CELLS];
    unsigned colours[COMB_WITNESS_COLOURS] = {0};
    struct wheels wheels;
    for (unsigned group = 0; group < choice->groups; group++)
        colours[choice->sample[group]->colour] += choice->size[group] - choice->removed[group];
    int code = squares_and_stars(&wheels, area, colours, choice->max - choice->removed_count);
    if (code != COMB_OK)
        return code;
    unsigned count = comb_witness_verify_choice_kept(kept, choice);
    code = comb_witness_verify_game_fits(area, kept, count);
    if (code == COMB_OK && area->drawn->cancelled)
        record_cancelled(area, choice, &wheels);
    return code;
}

int comb_witness_verify_game_area(const struct comb_witness_area *area)
{
    unsigned very_wrong = area->dots + area->wrong_triangles;
    for (unsigned colour = 0; colour < COMB_WITNESS_COLOURS; colour++)
        very_wrong += is_lone_star(area, colour);
    if (very_wrong > area->eliminations)
        return COMB_NO;
    struct comb_witness_choice choice;
    comb_witness_verify_choice_of(&choice, area, area->eliminations - very_wrong);
    int code = try_game_choice(area, &choice);
    if (code != COMB_NO || choice.max == 0 || area->piece_count == 0)
        return code;
    code = comb_witness_verify_game_fits(area, area->pieces, area->piece_count);
    if (code != COMB_NO)
        return code == COMB_OK ? COMB_NO : code; /* pieces that fit may not be removed */
    while (code == COMB_NO && comb_witness_verify_choice_next(&choice))
        code = try_game_choice(area, &choice);
    return code;
}
