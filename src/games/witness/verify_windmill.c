/* The Windmill's rules for one region, step by step as that program takes them: what is eliminated is forced, never
 * chosen, and every Y must be used up by exactly one thing. `left` counts the Ys that are not yet used. */
#include "games/witness/verify_parts.h"

#include <stdio.h>
#include <string.h>

/* The colour whose squares stay: the last of "count,colour" in the order of texts, in which "10,1" comes before "2,1".
 */
static unsigned color_that_stays(const struct comb_witness_area *area)
{
    char best[32] = "";
    unsigned stays = COMB_WITNESS_NO_COLOR;
    for (unsigned color = 0; color < COMB_WITNESS_COLORS; color++) {
        char text[32];
        snprintf(text, sizeof text, "%u,%u", area->squares[color], color);
        if (area->squares[color] > 0 && strcmp(text, best) > 0) {
            memcpy(best, text, sizeof best);
            stays = color;
        }
    }
    return stays;
}

static int squares_to_drop(const struct comb_witness_area *area)
{
    unsigned stays = color_that_stays(area);
    int dropped = 0;
    for (unsigned color = 0; color < COMB_WITNESS_COLORS; color++)
        if (color != stays)
            dropped += (int)area->squares[color];
    return dropped;
}

/* A star wants two symbols of its colour in all; nothing that was dropped before is left out of that count. */
static int stars_of_color_to_drop(const struct comb_witness_area *area, unsigned color)
{
    int stars = (int)area->stars[color];
    int surplus = (int)area->census[color] - 2;
    if (stars == 0 || surplus == 0)
        return 0;
    return stars > 1 && surplus < stars ? surplus : stars;
}

static int stars_to_drop(const struct comb_witness_area *area)
{
    int dropped = 0;
    for (unsigned color = 0; color < COMB_WITNESS_COLORS; color++)
        dropped += stars_of_color_to_drop(area, color);
    return dropped;
}

int comb_witness_verify_windmill_fits(const struct comb_witness_area *area,
                                      const struct comb_witness_thing *const *pieces, unsigned count)
{
    static const struct comb_witness_placing anywhere = {.fill = true};
    struct comb_witness_sums sums = comb_witness_verify_sums_of(pieces, count);
    if (sums.yellow == sums.blue)
        return COMB_OK; /* whatever their shapes are */
    if (sums.yellow != sums.blue + area->cells)
        return COMB_NO;
    return comb_witness_verify_place_pieces(area, pieces, count, &anywhere);
}

/* Whether all pieces but some one fit, which the choice then takes. */
static int fits_without_one(struct comb_witness_choice *choice, const struct comb_witness_area *area)
{
    const struct comb_witness_thing *kept[COMB_WITNESS_MOST_CELLS];
    comb_witness_verify_choice_of(choice, area, 1);
    while (comb_witness_verify_choice_next(choice)) {
        unsigned count = comb_witness_verify_choice_kept(kept, choice);
        int code = comb_witness_verify_windmill_fits(area, kept, count);
        if (code != COMB_NO)
            return code;
    }
    return COMB_NO;
}

/* Without a Y nothing may be wrong. */
static int plain_area(const struct comb_witness_area *area)
{
    if (squares_to_drop(area) > 0 || stars_to_drop(area) > 0 || area->dots > 0 || area->wrong_triangles > 0)
        return COMB_NO;
    return comb_witness_verify_windmill_fits(area, area->pieces, area->piece_count);
}

static void take_all(struct comb_witness_choice *choice, const struct comb_witness_area *area)
{
    comb_witness_verify_choice_of(choice, area, area->piece_count);
    for (unsigned group = 0; group < choice->groups; group++)
        choice->take[group] = choice->size[group];
}

/* With Ys; the choice says which pieces go, and has no groups while none do. */
static int mended_area(struct comb_witness_choice *choice, const struct comb_witness_area *area)
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
        take_all(choice, area); /* one Y for every piece */
        return COMB_OK;
    }
    return left == 1 ? fits_without_one(choice, area) : COMB_NO;
}

static void write_down(const struct comb_witness_area *area, const struct comb_witness_choice *choice)
{
    unsigned stays = color_that_stays(area);
    for (unsigned color = 1; color < COMB_WITNESS_COLORS; color++) {
        unsigned stars = (unsigned)stars_of_color_to_drop(area, color);
        comb_witness_verify_cancel(area, COMB_WITNESS_SQUARE, color, color == stays ? 0 : area->squares[color]);
        comb_witness_verify_cancel(area, COMB_WITNESS_STAR, color, stars);
    }
    comb_witness_verify_cancel_errors(area);
    comb_witness_verify_cancel_pieces(area, choice);
}

int comb_witness_verify_windmill_area(const struct comb_witness_area *area)
{
    struct comb_witness_choice choice;
    if (area->eliminations == 0)
        return plain_area(area);
    int code = mended_area(&choice, area);
    if (code == COMB_OK && area->drawn->cancelled)
        write_down(area, &choice);
    return code;
}
