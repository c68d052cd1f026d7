/* The rules of ttws for one region, as intended: dots, triangles and stars beyond the second of a colour use their
 * elimination marks first; then there must be a choice of pieces to drop and of a square colour to keep with which
 * squares, stars and pieces use exactly the marks that are left. */
#include "games/witness/verify/parts.h"

int comb_witness_verify_ttws_fits(const struct comb_witness_area *area, const struct comb_witness_thing *const *pieces,
                                  unsigned count)
{
    struct comb_witness_sums sums = comb_witness_verify_sums_of(pieces, count);
    struct comb_witness_placement_rules placing = {.bounded = !area->drawn->rules.overhang};
    if (count == 0)
        return COMB_OK;
    if (sums.yellow_pieces == 0)
        return COMB_NO;
    placing.fill = sums.yellow == sums.blue + area->cells;
    if (!placing.fill && (sums.blue_pieces == 0 || sums.yellow != sums.blue))
        return COMB_NO;
    return comb_witness_verify_place_pieces(area, pieces, count, &placing);
}

/* Returns how many stars of a colour are dropped if `fixed` other symbols of this colour stay. */
static unsigned dropped_stars(unsigned stars, unsigned fixed)
{
    if (stars == 1)
        return fixed == 1 ? 0 : 1;
    return fixed == 0 ? 0 : stars;
}

/* Returns the number of stars that go before all others. */
static unsigned surplus_stars(const struct comb_witness_area *area, unsigned colour)
{
    return area->stars[colour] > 2 ? area->stars[colour] - 2 : 0;
}

/* What goes of one colour if only the squares of colour `keep` stay. */
struct dropped {
    unsigned squares, stars;
};

static struct dropped dropped_of(const struct comb_witness_area *area, const unsigned *pieces_kept, unsigned keep,
                                 unsigned colour)
{
    unsigned squares = colour == keep ? area->squares[colour] : 0;
    unsigned stars = area->stars[colour] - surplus_stars(area, colour);
    struct dropped dropped = {.squares = area->squares[colour] - squares};
    if (stars > 0)
        dropped.stars = dropped_stars(stars, area->fixed[colour] + pieces_kept[colour] + squares);
    return dropped;
}

static unsigned dropped_with(const struct comb_witness_area *area, const unsigned *pieces_kept, unsigned keep)
{
    unsigned count = 0;
    for (unsigned colour = 0; colour < COMB_WITNESS_COLOURS; colour++) {
        struct dropped dropped = dropped_of(area, pieces_kept, keep, colour);
        count += dropped.squares + dropped.stars;
    }
    return count;
}

/* Finds a colour of squares to keep so that exactly `required` symbols go. */
static bool choose_square_colour(unsigned *keep, const struct comb_witness_area *area, const unsigned *pieces_kept,
                                 unsigned required)
{
    bool any_square = comb_witness_verify_square_colours(area) > 0;
    for (*keep = 0; *keep < COMB_WITNESS_COLOURS; ++*keep) {
        bool choice = any_square ? area->squares[*keep] > 0 : *keep == 0;
        if (choice && dropped_with(area, pieces_kept, *keep) == required)
            return true;
    }
    return false;
}

static void record_cancelled(const struct comb_witness_area *area, const struct comb_witness_choice *choice,
                             const unsigned *pieces_kept, unsigned keep)
{
    for (unsigned colour = 1; colour < COMB_WITNESS_COLOURS; colour++) {
        struct dropped dropped = dropped_of(area, pieces_kept, keep, colour);
        unsigned stars = surplus_stars(area, colour) + dropped.stars;
        comb_witness_verify_cancel(area, COMB_WITNESS_SQUARE, colour, dropped.squares);
        comb_witness_verify_cancel(area, COMB_WITNESS_STAR, colour, stars);
    }
    comb_witness_verify_cancel_errors(area);
    comb_witness_verify_cancel_pieces(area, choice);
}

static int try_ttws_choice(const struct comb_witness_area *area, const struct comb_witness_choice *choice)
{
    const struct comb_witness_thing *kept[COMB_WITNESS_MAX_CELLS];
    unsigned colours[COMB_WITNESS_COLOURS] = {0}, keep;
    for (unsigned group = 0; group < choice->groups; group++)
        colours[choice->sample[group]->colour] += choice->size[group] - choice->removed[group];
    if (!choose_square_colour(&keep, area, colours, choice->max - choice->removed_count))
        return COMB_NO;
    unsigned count = comb_witness_verify_choice_kept(kept, choice);
    int code = comb_witness_verify_ttws_fits(area, kept, count);
    if (code == COMB_OK && area->drawn->cancelled)
        record_cancelled(area, choice, colours, keep);
    return code;
}

static int find_choice(const struct comb_witness_area *area, unsigned left)
{
    struct comb_witness_choice choice;
    unsigned tried = 0;
    int code;
    comb_witness_verify_choice_of(&choice, area, left);
    do {
        code = try_ttws_choice(area, &choice);
        if (code == COMB_NO && ++tried % 1024 == 0 && area->drawn->job) {
            int stop = comb_job_tick(area->drawn->job, 0);
            if (stop != COMB_OK)
                return comb_job_fail(area->drawn->job, stop, area->drawn->err);
        }
    } while (code == COMB_NO && comb_witness_verify_choice_next(&choice));
    return code;
}

int comb_witness_verify_ttws_area(const struct comb_witness_area *area)
{
    unsigned first = area->dots + area->wrong_triangles;
    for (unsigned colour = 0; colour < COMB_WITNESS_COLOURS; colour++)
        first += surplus_stars(area, colour);
    return first > area->eliminations ? COMB_NO : find_choice(area, area->eliminations - first);
}
