/* A region under the rules of the game. With all elimination marks present and unused, some symbols are very invalid
 * (they must go) and some are invalid (they may go); unused marks cancel each other in pairs. So with `surplus`
 * marks beyond the invalid symbols themselves, `surplus` invalid symbols go, or 2, 4, ... fewer, and what stays must be
 * right without any mark.
 *
 * What may go: stars of a colour that occurs more than twice; the squares, if they have several colours; the pieces,
 * if they do not fit. Choices of pieces are tried one by one. For each, the search tries each colour of squares and
 * each number of them that stays. Then the colours of stars are independent of each other, each with at most two
 * options (none stays, or as many as make two of the colour), and the possible total costs are a set of bits. */
#include "games/witness/rules/region_parts.h"

#include "base/bitset.h"

#include <string.h>

enum { SUM_WORDS = COMB_WITNESS_MAX_CELLS / 64 + 1 };

struct state {
    unsigned surplus;
    bool squares_may_go;
    unsigned stars[COMB_WITNESS_COLOURS],
        at_first[COMB_WITNESS_COLOURS]; /* symbols of a colour with all marks present */
    unsigned squares[COMB_WITNESS_COLOURS], square_count;
    unsigned others[COMB_WITNESS_COLOURS]; /* triangles and pieces of a colour that stay */
};

bool comb_witness_find_walls(struct comb_witness_edges *walls, const struct comb_witness_region_checker *checker,
                             const struct comb_witness_checked_region *region)
{
    const struct comb_witness_graph *graph = checker->graph;
    bool any = false;
    memset(walls, 0, sizeof *walls);
    for (unsigned word = 0; word < (graph->edges + 63) / 64; word++)
        for (uint64_t bits = region->used->words[word]; bits; bits &= bits - 1) {
            unsigned edge = 64 * word + (unsigned)__builtin_ctzll(bits);
            uint16_t a = graph->edge_cell[edge][0], b = graph->edge_cell[edge][1];
            if (a != COMB_WITNESS_NOWHERE && b != COMB_WITNESS_NOWHERE && comb_bit_test(region->cells.words, a) &&
                comb_bit_test(region->cells.words, b)) {
                comb_bit_set(walls->words, edge);
                any = true;
            }
        }
    return any;
}

static int pieces_fit(struct comb_witness_region_checker *checker, const struct comb_witness_checked_region *region,
                      const struct comb_witness_removal *removal)
{
    struct comb_witness_edges walls;
    if (removal->yellow + removal->blue == 0)
        return COMB_OK;
    if (removal->net == 0)
        return comb_witness_pieces_cancel(checker->pieces, removal->kept);
    if (removal->net != (long)region->area)
        return COMB_NO;
    bool any = comb_witness_find_walls(&walls, checker, region);
    return comb_witness_pieces_fit(checker->pieces, &region->cells, removal->kept, any ? &walls : NULL);
}

/* Counts the symbols of the region; false if more must go than there are elimination marks. */
static bool count_symbols(struct state *state, const struct comb_witness_region_checker *checker,
                          const struct comb_witness_checked_region *region)
{
    unsigned must_go = region->dots + region->wrong_triangles, square_colours = 0;
    *state = (struct state){0};
    for (unsigned i = 0; i < checker->star_colour_count; i++) {
        unsigned colour = checker->star_colours[i];
        state->stars[colour] = comb_witness_masks_count(checker, &checker->stars[colour], &region->cells);
        if (state->stars[colour] == 0)
            continue;
        state->at_first[colour] = comb_witness_masks_count(checker, &checker->census[colour], &region->cells);
        must_go += state->at_first[colour] == 1;
    }
    for (unsigned i = 0; i < checker->square_colour_count; i++) {
        unsigned colour = checker->square_colours[i];
        state->squares[colour] = comb_witness_masks_count(checker, &checker->squares[colour], &region->cells);
        state->square_count += state->squares[colour];
        square_colours += state->squares[colour] > 0;
    }
    state->squares_may_go = square_colours > 1;
    if (must_go > region->eliminations)
        return false;
    state->surplus = region->eliminations - must_go;
    return true;
}

/* Counts only colours that have stars: no other is needed. */
static void count_others(struct state *state, const struct comb_witness_region_checker *checker,
                         const struct comb_witness_checked_region *region, const struct comb_witness_removal *removal)
{
    for (unsigned i = 0; i < checker->star_colour_count; i++) {
        unsigned colour = checker->star_colours[i];
        state->others[colour] = comb_witness_masks_count(checker, &checker->triangles[colour], &region->cells) -
                                comb_witness_masks_count(checker, &checker->triangles[colour], &region->wrong);
        for (unsigned j = 0; j < removal->count; j++)
            if (checker->classes[removal->classes[j]].colour == colour)
                state->others[colour] += (unsigned)(removal->have[j] - removal->gone[j]);
    }
}

/* Adds every element of `sums`, increased by `by`, to the set `to`. */
static void shift_into(uint64_t *to, const uint64_t *sums, unsigned by)
{
    for (unsigned i = SUM_WORDS; i-- > by / 64;) {
        to[i] |= sums[i - by / 64] << by % 64;
        if (by % 64 > 0 && i > by / 64)
            to[i] |= sums[i - by / 64 - 1] >> (64 - by % 64);
    }
}

/* Adds the possible costs of the stars of a colour if `others` symbols of it stay; false if nothing makes them
 * right. */
static bool add_stars(uint64_t *sums, const struct state *state, unsigned colour, unsigned others)
{
    unsigned stars = state->stars[colour];
    uint64_t after[SUM_WORDS] = {0};
    if (stars == 0 || state->at_first[colour] == 1)
        return true;
    if (state->at_first[colour] == 2)
        return stars + others == 2;
    shift_into(after, sums, stars);
    if (others < 2 && stars + others >= 2)
        shift_into(after, sums, stars + others - 2);
    memcpy(sums, after, sizeof after);
    return true;
}

/* Returns whether, with `squares` of `square_colour` and the others, the stars can be made right at an acceptable
 * cost. */
static bool stars_work(const struct state *state, unsigned cost, unsigned square_colour, unsigned squares)
{
    uint64_t sums[SUM_WORDS] = {0};
    if (cost > state->surplus)
        return false;
    comb_bit_set(sums, cost);
    for (unsigned colour = 1; colour < COMB_WITNESS_COLOURS; colour++)
        if (!add_stars(sums, state, colour, state->others[colour] + (colour == square_colour ? squares : 0)))
            return false;
    for (unsigned sum = state->surplus % 2; sum <= state->surplus; sum += 2)
        if (comb_bit_test(sums, sum))
            return true;
    return false;
}

static bool squares_and_stars_work(const struct state *state, unsigned cost)
{
    if (state->square_count == 0 && stars_work(state, cost, 0, 0))
        return true;
    if (state->squares_may_go && stars_work(state, cost + state->square_count, 0, 0))
        return true;
    for (unsigned colour = 1; colour < COMB_WITNESS_COLOURS; colour++) {
        unsigned min = state->squares_may_go ? 1 : state->squares[colour];
        for (unsigned stay = state->squares[colour]; stay > 0 && stay >= min; stay--)
            if (stars_work(state, cost + state->square_count - stay, colour, stay))
                return true;
    }
    return false;
}

/* Returns whether the elimination marks balance with the pieces removed, regardless of whether the remaining ones
 * fit. */
static bool costs_work(struct state *state, const struct comb_witness_region_checker *checker,
                       const struct comb_witness_checked_region *region, const struct comb_witness_removal *removal)
{
    count_others(state, checker, region, removal);
    return squares_and_stars_work(state, removal->removed);
}

/* Checks the region without eliminations, the common case, without the bookkeeping. */
static int check_plain(struct comb_witness_region_checker *checker, const struct comb_witness_checked_region *region,
                       const struct state *state)
{
    if (state->squares_may_go)
        return COMB_NO;
    for (unsigned i = 0; i < checker->star_colour_count; i++) {
        unsigned colour = checker->star_colours[i];
        if (state->stars[colour] > 0 && state->at_first[colour] != 2)
            return COMB_NO;
    }
    if (!comb_witness_masks_meet(checker, &checker->all_pieces, &region->cells))
        return COMB_OK;
    struct comb_witness_removal removal;
    comb_witness_removal_start(&removal, checker, region);
    return pieces_fit(checker, region, &removal);
}

int comb_witness_check_region_game(struct comb_witness_region_checker *checker,
                                   const struct comb_witness_checked_region *region)
{
    struct state state;
    if (!count_symbols(&state, checker, region))
        return COMB_NO;
    if (region->eliminations == 0)
        return check_plain(checker, region, &state);
    struct comb_witness_removal removal;
    comb_witness_removal_start(&removal, checker, region);
    int code = pieces_fit(checker, region, &removal);
    if (code == COMB_OK)
        return costs_work(&state, checker, region, &removal) ? COMB_OK : COMB_NO;
    while (code == COMB_NO && comb_witness_removal_next(&removal, checker, state.surplus)) {
        code = comb_witness_region_checker_tick(checker);
        if (code == COMB_OK)
            code = costs_work(&state, checker, region, &removal) ? pieces_fit(checker, region, &removal) : COMB_NO;
    }
    return code;
}
