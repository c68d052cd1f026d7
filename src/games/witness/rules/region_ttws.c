/* A region under the rules of ttws: any choice of what to eliminate that uses each elimination mark once. Stars
 * beyond the second of a colour go first. A choice is a set of pieces to remove and a colour of squares to keep;
 * these determine the stars. The cost of a choice depends on the pieces only by how many yellow and blue ones stay,
 * so it is computed before any packing. */
#include "games/witness/rules/region_parts.h"

struct star_colours {
    unsigned count;
    uint8_t colours[COMB_WITNESS_COLOURS], stars[COMB_WITNESS_COLOURS]; /* 1 or 2 of each are left */
};

/* Eliminates stars beyond the second of each colour; returns how many. */
static unsigned count_stars(struct star_colours *out, const struct comb_witness_region_checker *checker,
                            const struct comb_witness_checked_region *region)
{
    unsigned surplus = 0;
    out->count = 0;
    for (unsigned i = 0; i < checker->star_colour_count; i++) {
        unsigned stars = comb_witness_masks_count(checker, &checker->stars[checker->star_colours[i]], &region->cells);
        if (stars == 0)
            continue;
        surplus += stars > 2 ? stars - 2 : 0;
        out->colours[out->count] = checker->star_colours[i];
        out->stars[out->count++] = (uint8_t)(stars > 2 ? 2 : stars);
    }
    return surplus;
}

/* Counts the stars that go if the squares of `square_colour` stay (0: there are none). */
static unsigned stars_to_drop(const struct comb_witness_region_checker *checker,
                              const struct comb_witness_checked_region *region, const struct star_colours *stars,
                              const struct comb_witness_removal *removal, unsigned square_colour)
{
    unsigned drop = 0;
    for (unsigned i = 0; i < stars->count; i++) {
        unsigned colour = stars->colours[i], fixed = 0;
        if (colour == square_colour)
            fixed += comb_witness_masks_count(checker, &checker->squares[colour], &region->cells);
        if (colour == COMB_WITNESS_ORANGE)
            fixed +=
                comb_witness_masks_count(checker, &checker->all_triangles, &region->cells) - region->wrong_triangles;
        fixed += colour == COMB_WITNESS_YELLOW ? removal->yellow : 0;
        fixed += colour == COMB_WITNESS_BLUE ? removal->blue : 0;
        drop += fixed + stars->stars[i] == 2 ? 0 : stars->stars[i];
    }
    return drop;
}

/* Returns whether some colour of squares can stay so that exactly `rem` eliminations are needed. */
static bool cost_is(const struct comb_witness_region_checker *checker, const struct comb_witness_checked_region *region,
                    const struct star_colours *stars, const struct comb_witness_removal *removal, unsigned rem)
{
    unsigned squares = comb_witness_masks_count(checker, &checker->all_squares, &region->cells);
    if (squares == 0)
        return removal->removed + stars_to_drop(checker, region, stars, removal, 0) == rem;
    for (unsigned i = 0; i < checker->square_colour_count; i++) {
        unsigned colour = checker->square_colours[i];
        unsigned kept = comb_witness_masks_count(checker, &checker->squares[colour], &region->cells);
        unsigned cost = removal->removed + squares - kept;
        if (kept > 0 && cost <= rem && cost + stars_to_drop(checker, region, stars, removal, colour) == rem)
            return true;
    }
    return false;
}

static int pieces_fit(struct comb_witness_region_checker *checker, const struct comb_witness_checked_region *region,
                      const struct comb_witness_removal *removal)
{
    if (removal->yellow + removal->blue == 0)
        return COMB_OK;
    if (removal->yellow == 0)
        return COMB_NO;
    if (removal->blue > 0 && removal->net == 0)
        return comb_witness_pieces_cancel(checker->pieces, removal->kept);
    return comb_witness_pieces_fit(checker->pieces, &region->cells, removal->kept, NULL);
}

int comb_witness_check_region_ttws(struct comb_witness_region_checker *checker,
                                   const struct comb_witness_checked_region *region)
{
    struct star_colours stars;
    unsigned forced = region->dots + region->wrong_triangles;
    if (forced <= region->eliminations)
        forced += count_stars(&stars, checker, region);
    if (forced > region->eliminations)
        return COMB_NO;
    unsigned rem = region->eliminations - forced;
    struct comb_witness_removal removal;
    comb_witness_removal_start(&removal, checker, region);
    do {
        int code = cost_is(checker, region, &stars, &removal, rem) ? pieces_fit(checker, region, &removal) : COMB_NO;
        if (code != COMB_NO)
            return code;
        code = comb_witness_region_checker_tick(checker);
        if (code != COMB_OK)
            return code;
    } while (comb_witness_removal_next(&removal, checker, rem));
    return COMB_NO;
}
