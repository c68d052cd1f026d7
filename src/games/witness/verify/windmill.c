/* The Windmill's rules for one region, in the same steps as that program: what is eliminated is forced, never
 * chosen, and exactly one symbol must use up every elimination mark. `left` counts the unused marks. */
#include "games/witness/verify/parts.h"

#include <stdio.h>
#include <string.h>

/* Returns the colour whose squares stay: the last "count,colour" in text order, in which "10,1" comes before "2,1". */
static unsigned colour_that_stays(const struct comb_witness_area *area)
{
    char best[32] = "";
    unsigned stays = COMB_WITNESS_NO_COLOUR;
    for (unsigned colour = 0; colour < COMB_WITNESS_COLOURS; colour++) {
        char text[32];
        snprintf(text, sizeof text, "%u,%u", area->squares[colour], colour);
        if (area->squares[colour] > 0 && strcmp(text, best) > 0) {
            memcpy(best, text, sizeof best);
            stays = colour;
        }
    }
    return stays;
}

static int squares_to_drop(const struct comb_witness_area *area)
{
    unsigned stays = colour_that_stays(area);
    int dropped = 0;
    for (unsigned colour = 0; colour < COMB_WITNESS_COLOURS; colour++)
        if (colour != stays)
            dropped += (int)area->squares[colour];
    return dropped;
}

/* A star needs two symbols of its colour in total; that count includes symbols dropped before. */
static int stars_of_colour_to_drop(const struct comb_witness_area *area, unsigned colour)
{
    int stars = (int)area->stars[colour];
    int surplus = (int)area->census[colour] - 2;
    if (stars == 0 || surplus == 0)
        return 0;
    return stars > 1 && surplus < stars ? surplus : stars;
}

static int stars_to_drop(const struct comb_witness_area *area)
{
    int dropped = 0;
    for (unsigned colour = 0; colour < COMB_WITNESS_COLOURS; colour++)
        dropped += stars_of_colour_to_drop(area, colour);
    return dropped;
}

int comb_witness_verify_windmill_fits(const struct comb_witness_area *area,
                                      const struct comb_witness_thing *const *pieces, unsigned count)
{
    static const struct comb_witness_placement_rules anywhere = {.fill = true};
    struct comb_witness_sums sums = comb_witness_verify_sums_of(pieces, count);
    if (sums.yellow == sums.blue)
        return COMB_OK; /* whatever their shapes are */
    if (sums.yellow != sums.blue + area->cells)
        return COMB_NO;
    return comb_witness_verify_place_pieces(area, pieces, count, &anywhere);
}

/* Finds one piece without which the others fit; the choice then removes it. */
static int fits_without_one(struct comb_witness_choice *choice, const struct comb_witness_area *area)
{
    const struct comb_witness_thing *kept[COMB_WITNESS_MAX_CELLS];
    comb_witness_verify_choice_of(choice, area, 1);
    while (comb_witness_verify_choice_next(choice)) {
        unsigned count = comb_witness_verify_choice_kept(kept, choice);
        int code = comb_witness_verify_windmill_fits(area, kept, count);
        if (code != COMB_NO)
            return code;
    }
    return COMB_NO;
}

/* Without elimination marks nothing may be wrong. */
static int plain_area(const struct comb_witness_area *area)
{
    if (squares_to_drop(area) > 0 || stars_to_drop(area) > 0 || area->dots > 0 || area->wrong_triangles > 0)
        return COMB_NO;
    return comb_witness_verify_windmill_fits(area, area->pieces, area->piece_count);
}

static void remove_all(struct comb_witness_choice *choice, const struct comb_witness_area *area)
{
    comb_witness_verify_choice_of(choice, area, area->piece_count);
    for (unsigned group = 0; group < choice->groups; group++)
        choice->removed[group] = choice->size[group];
}

/* With elimination marks; the choice says which pieces go, and has no groups if none do. */
static int area_with_marks(struct comb_witness_choice *choice, const struct comb_witness_area *area)
{
    choice->groups = 0;
    int left = (int)area->eliminations - squares_to_drop(area) - stars_to_drop(area) - (int)area->dots -
               (int)area->wrong_triangles;
    if (left < 0)
        return COMB_NO; /* pieces can only use up more */
    int code = comb_witness_verify_windmill_fits(area, area->pieces, area->piece_count);
    if (code != COMB_NO)
        return code == COMB_OK && left > 0 ? COMB_NO : code;
    if (left == (int)area->piece_count) {
        remove_all(choice, area); /* one mark per piece */
        return COMB_OK;
    }
    return left == 1 ? fits_without_one(choice, area) : COMB_NO;
}

static void record_cancelled(const struct comb_witness_area *area, const struct comb_witness_choice *choice)
{
    unsigned stays = colour_that_stays(area);
    for (unsigned colour = 1; colour < COMB_WITNESS_COLOURS; colour++) {
        unsigned stars = (unsigned)stars_of_colour_to_drop(area, colour);
        comb_witness_verify_cancel(area, COMB_WITNESS_SQUARE, colour, colour == stays ? 0 : area->squares[colour]);
        comb_witness_verify_cancel(area, COMB_WITNESS_STAR, colour, stars);
    }
    comb_witness_verify_cancel_errors(area);
    comb_witness_verify_cancel_pieces(area, choice);
}

int comb_witness_verify_windmill_area(const struct comb_witness_area *area)
{
    struct comb_witness_choice choice;
    if (area->eliminations == 0)
        return plain_area(area);
    int code = area_with_marks(&choice, area);
    if (code == COMB_OK && area->drawn->cancelled)
        record_cancelled(area, &choice);
    return code;
}
