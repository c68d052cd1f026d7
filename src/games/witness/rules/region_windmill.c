/* A region under the rules of The Windmill. There is no choice: a formula gives which squares and how many stars are
 * eliminated, and none, all, or one of the pieces. `rem` starts as the number of elimination marks and must end at
 * 0; it only decreases, so a negative value ends the check. */
#include "games/witness/rules/region_parts.h"

#include <stdio.h>
#include <string.h>

/* Returns whether "count,colour" comes after the other one as text. */
static bool comes_later(unsigned count, unsigned colour, unsigned other_count, unsigned other_colour)
{
    char text[32], other[32];
    snprintf(text, sizeof text, "%u,%u", count, colour);
    snprintf(other, sizeof other, "%u,%u", other_count, other_colour);
    return strcmp(text, other) > 0;
}

/* Counts the squares that do not have the one colour that stays. */
static unsigned squares_to_drop(const struct comb_witness_region_checker *checker,
                                const struct comb_witness_checked_region *region)
{
    unsigned all = comb_witness_masks_count(checker, &checker->all_squares, &region->cells), kept = 0, kept_colour = 0;
    for (unsigned i = 0; i < checker->square_colour_count && kept < all; i++) {
        unsigned colour = checker->square_colours[i];
        unsigned count = comb_witness_masks_count(checker, &checker->squares[colour], &region->cells);
        if (count > 0 && (kept == 0 || comes_later(count, colour, kept, kept_colour))) {
            kept = count;
            kept_colour = colour;
        }
    }
    return all - kept;
}

static unsigned stars_to_drop(const struct comb_witness_region_checker *checker,
                              const struct comb_witness_checked_region *region)
{
    unsigned drop = 0;
    for (unsigned i = 0; i < checker->star_colour_count; i++) {
        unsigned colour = checker->star_colours[i];
        unsigned stars = comb_witness_masks_count(checker, &checker->stars[colour], &region->cells);
        if (stars == 0)
            continue;
        unsigned all = comb_witness_masks_count(checker, &checker->census[colour], &region->cells);
        if (all != 2)
            drop += stars > 1 && all - 2 < stars ? all - 2 : stars;
    }
    return drop;
}

static int pieces_fit(struct comb_witness_region_checker *checker, const struct comb_witness_checked_region *region,
                      const struct comb_witness_removal *removal)
{
    if (removal->net == 0)
        return COMB_OK;
    return comb_witness_pieces_fit(checker->pieces, &region->cells, removal->kept, NULL);
}

/* COMB_OK if exactly `rem` eliminations make the pieces right. */
static int check_pieces(struct comb_witness_region_checker *checker, const struct comb_witness_checked_region *region,
                        unsigned rem)
{
    struct comb_witness_removal removal;
    comb_witness_removal_start(&removal, checker, region);
    int code = pieces_fit(checker, region, &removal);
    if (code != COMB_NO)
        return code == COMB_OK && rem > 0 ? COMB_NO : code;
    if (rem == removal.total)
        return COMB_OK;
    while (rem == 1 && comb_witness_removal_next(&removal, checker, 1)) {
        code = pieces_fit(checker, region, &removal);
        if (code != COMB_NO)
            return code;
    }
    return COMB_NO;
}

int comb_witness_check_region_windmill(struct comb_witness_region_checker *checker,
                                       const struct comb_witness_checked_region *region)
{
    unsigned errors = region->dots + region->wrong_triangles;
    if (errors <= region->eliminations)
        errors += squares_to_drop(checker, region);
    if (errors <= region->eliminations)
        errors += stars_to_drop(checker, region);
    if (errors > region->eliminations)
        return COMB_NO;
    unsigned rem = region->eliminations - errors;
    if (!comb_witness_masks_meet(checker, &checker->all_pieces, &region->cells))
        return rem == 0 ? COMB_OK : COMB_NO;
    return check_pieces(checker, region, rem);
}
