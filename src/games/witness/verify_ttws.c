/* The rules of ttws for one region, as they are meant: dots, triangles and the stars beyond the second of a colour take
 * their Ys first; then there must be a choice of pieces to drop and of a square colour to keep with which squares,
 * stars and pieces use up exactly the Ys that are left. */
#include "games/witness/verify_parts.h"

int comb_witness_verify_ttws_fits(const struct comb_witness_area *area, const struct comb_witness_thing *const *pieces,
                                  unsigned count)
{
    struct comb_witness_sums sums = comb_witness_verify_sums_of(pieces, count);
    struct comb_witness_placing placing = {.bounded = !area->drawn->rules.overhang};
    if (count == 0)
        return COMB_OK;
    if (sums.yellow_pieces == 0)
        return COMB_NO;
    placing.fill = sums.yellow == sums.blue + area->cells;
    if (!placing.fill && (sums.blue_pieces == 0 || sums.yellow != sums.blue))
        return COMB_NO;
    return comb_witness_verify_place_pieces(area, pieces, count, &placing);
}

/* How many stars of a colour are dropped when `fixed` other things of this colour stay. */
static unsigned dropped_stars(unsigned stars, unsigned fixed)
{
    if (stars == 1)
        return fixed == 1 ? 0 : 1;
    return fixed == 0 ? 0 : stars;
}

/* Stars that go before all others. */
static unsigned surplus_stars(const struct comb_witness_area *area, unsigned color)
{
    return area->stars[color] > 2 ? area->stars[color] - 2 : 0;
}

/* What goes of one colour when only the squares of colour `keep` stay. */
struct dropped {
    unsigned squares, stars;
};

static struct dropped dropped_of(const struct comb_witness_area *area, const unsigned *pieces_kept, unsigned keep,
                                 unsigned color)
{
    unsigned squares = color == keep ? area->squares[color] : 0;
    unsigned stars = area->stars[color] - surplus_stars(area, color);
    struct dropped dropped = {.squares = area->squares[color] - squares};
    if (stars > 0)
        dropped.stars = dropped_stars(stars, area->fixed[color] + pieces_kept[color] + squares);
    return dropped;
}

static unsigned dropped_with(const struct comb_witness_area *area, const unsigned *pieces_kept, unsigned keep)
{
    unsigned count = 0;
    for (unsigned color = 0; color < COMB_WITNESS_COLORS; color++) {
        struct dropped dropped = dropped_of(area, pieces_kept, keep, color);
        count += dropped.squares + dropped.stars;
    }
    return count;
}

/* Whether some colour of squares to keep makes it `wanted` things in all. */
static bool squares_and_stars_take(unsigned *keep, const struct comb_witness_area *area, const unsigned *pieces_kept,
                                   unsigned wanted)
{
    bool any_square = comb_witness_verify_square_colors(area) > 0;
    for (*keep = 0; *keep < COMB_WITNESS_COLORS; ++*keep) {
        bool choice = any_square ? area->squares[*keep] > 0 : *keep == 0;
        if (choice && dropped_with(area, pieces_kept, *keep) == wanted)
            return true;
    }
    return false;
}

static void write_down(const struct comb_witness_area *area, const struct comb_witness_choice *choice,
                       const unsigned *pieces_kept, unsigned keep)
{
    for (unsigned color = 1; color < COMB_WITNESS_COLORS; color++) {
        struct dropped dropped = dropped_of(area, pieces_kept, keep, color);
        unsigned stars = surplus_stars(area, color) + dropped.stars;
        comb_witness_verify_cancel(area, COMB_WITNESS_SQUARE, color, dropped.squares);
        comb_witness_verify_cancel(area, COMB_WITNESS_STAR, color, stars);
    }
    comb_witness_verify_cancel_errors(area);
    comb_witness_verify_cancel_pieces(area, choice);
}

static int try_choice(const struct comb_witness_area *area, const struct comb_witness_choice *choice)
{
    const struct comb_witness_thing *kept[COMB_WITNESS_MOST_CELLS];
    unsigned colors[COMB_WITNESS_COLORS] = {0}, keep;
    for (unsigned group = 0; group < choice->groups; group++)
        colors[choice->sample[group]->color] += choice->size[group] - choice->take[group];
    if (!squares_and_stars_take(&keep, area, colors, choice->most - choice->taken))
        return COMB_NO;
    unsigned count = comb_witness_verify_choice_kept(kept, choice);
    int code = comb_witness_verify_ttws_fits(area, kept, count);
    if (code == COMB_OK && area->drawn->cancelled)
        write_down(area, choice, colors, keep);
    return code;
}

static int some_choice(const struct comb_witness_area *area, unsigned left)
{
    struct comb_witness_choice choice;
    unsigned tried = 0;
    int code;
    comb_witness_verify_choice_of(&choice, area, left);
    do {
        code = try_choice(area, &choice);
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
    for (unsigned color = 0; color < COMB_WITNESS_COLORS; color++)
        first += surplus_stars(area, color);
    return first > area->eliminations ? COMB_NO : some_choice(area, area->eliminations - first);
}
