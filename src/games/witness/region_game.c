/* A region under the rules of the game. With every Y present and idle, some symbols are very invalid (they must go) and
 * some invalid (they may go); idle Ys cancel in pairs. So with `spare` Ys beyond the very invalid symbols, some of the
 * invalid ones go, as many as spare or 2, 4, ... fewer, and what stays must be right without any Y.
 *
 * What may go: stars of a colour that occurs more than twice; the squares, if they are of several colours; the pieces,
 * if they do not fit. Choices of pieces are tried one by one. For each, a colour of squares and how many of it stay;
 * then the colours of stars are independent of each other, each with at most two ways (none stays, or as many as make
 * two of the colour), and the sums of what they cost are kept as a set of bits. */
#include "games/witness/region_parts.h"

#include "base/bitset.h"

#include <string.h>

enum { SUM_WORDS = COMB_WITNESS_MOST_CELLS / 64 + 1 };

struct state {
    unsigned spare;
    bool squares_may_go;
    unsigned stars[COMB_WITNESS_COLORS], at_first[COMB_WITNESS_COLORS]; /* symbols of a colour with every Y present */
    unsigned squares[COMB_WITNESS_COLORS], square_count;
    unsigned others[COMB_WITNESS_COLORS]; /* what stays of a colour beside stars and squares: triangles and pieces */
};

bool comb_witness_find_walls(struct comb_witness_edges *walls, const struct comb_witness_judge *judge,
                             const struct comb_witness_judged *region)
{
    const struct comb_witness_graph *graph = judge->graph;
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

static int fits(struct comb_witness_judge *judge, const struct comb_witness_judged *region,
                const struct comb_witness_removal *removal)
{
    struct comb_witness_edges walls;
    if (removal->yellow + removal->blue == 0)
        return COMB_OK;
    if (removal->net == 0)
        return comb_witness_pieces_cancel(judge->pieces, removal->kept);
    if (removal->net != (long)region->area)
        return COMB_NO;
    bool any = comb_witness_find_walls(&walls, judge, region);
    return comb_witness_pieces_fit(judge->pieces, &region->cells, removal->kept, any ? &walls : NULL);
}

/* Counts the region; false when more must go than there are Ys. */
static bool take_stock(struct state *state, const struct comb_witness_judge *judge,
                       const struct comb_witness_judged *region)
{
    unsigned must_go = region->dots + region->wrong_triangles, square_colors = 0;
    *state = (struct state){0};
    for (unsigned i = 0; i < judge->star_color_count; i++) {
        unsigned color = judge->star_colors[i];
        state->stars[color] = comb_witness_masks_count(judge, &judge->stars[color], &region->cells);
        if (state->stars[color] == 0)
            continue;
        state->at_first[color] = comb_witness_masks_count(judge, &judge->census[color], &region->cells);
        must_go += state->at_first[color] == 1;
    }
    for (unsigned i = 0; i < judge->square_color_count; i++) {
        unsigned color = judge->square_colors[i];
        state->squares[color] = comb_witness_masks_count(judge, &judge->squares[color], &region->cells);
        state->square_count += state->squares[color];
        square_colors += state->squares[color] > 0;
    }
    state->squares_may_go = square_colors > 1;
    if (must_go > region->ys)
        return false;
    state->spare = region->ys - must_go;
    return true;
}

/* Only colours that have stars are ever asked for. */
static void count_others(struct state *state, const struct comb_witness_judge *judge,
                         const struct comb_witness_judged *region, const struct comb_witness_removal *removal)
{
    for (unsigned i = 0; i < judge->star_color_count; i++) {
        unsigned color = judge->star_colors[i];
        state->others[color] = comb_witness_masks_count(judge, &judge->triangles[color], &region->cells) -
                               comb_witness_masks_count(judge, &judge->triangles[color], &region->wrong);
        for (unsigned j = 0; j < removal->count; j++)
            if (judge->classes[removal->classes[j]].color == color)
                state->others[color] += (unsigned)(removal->have[j] - removal->gone[j]);
    }
}

/* Adds to the set `to` every sum, more by `by`. */
static void shift_into(uint64_t *to, const uint64_t *sums, unsigned by)
{
    for (unsigned i = SUM_WORDS; i-- > by / 64;) {
        to[i] |= sums[i - by / 64] << by % 64;
        if (by % 64 > 0 && i > by / 64)
            to[i] |= sums[i - by / 64 - 1] >> (64 - by % 64);
    }
}

/* What the stars of a colour may cost when `others` symbols of it stay; false when nothing makes them right. */
static bool add_stars(uint64_t *sums, const struct state *state, unsigned color, unsigned others)
{
    unsigned stars = state->stars[color];
    uint64_t after[SUM_WORDS] = {0};
    if (stars == 0 || state->at_first[color] == 1)
        return true;
    if (state->at_first[color] == 2)
        return stars + others == 2;
    shift_into(after, sums, stars);
    if (others < 2 && stars + others >= 2)
        shift_into(after, sums, stars + others - 2);
    memcpy(sums, after, sizeof after);
    return true;
}

/* Whether, with `squares` of `square_color` and the others, the stars can be made right at a fitting cost. */
static bool stars_work(const struct state *state, unsigned cost, unsigned square_color, unsigned squares)
{
    uint64_t sums[SUM_WORDS] = {0};
    if (cost > state->spare)
        return false;
    comb_bit_set(sums, cost);
    for (unsigned color = 1; color < COMB_WITNESS_COLORS; color++)
        if (!add_stars(sums, state, color, state->others[color] + (color == square_color ? squares : 0)))
            return false;
    for (unsigned sum = state->spare % 2; sum <= state->spare; sum += 2)
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
    for (unsigned color = 1; color < COMB_WITNESS_COLORS; color++) {
        unsigned least = state->squares_may_go ? 1 : state->squares[color];
        for (unsigned stay = state->squares[color]; stay > 0 && stay >= least; stay--)
            if (stars_work(state, cost + state->square_count - stay, color, stay))
                return true;
    }
    return false;
}

/* Whether the Ys come out even with the pieces that are gone, apart from whether those that stay fit. */
static bool costs_work(struct state *state, const struct comb_witness_judge *judge,
                       const struct comb_witness_judged *region, const struct comb_witness_removal *removal)
{
    count_others(state, judge, region, removal);
    return squares_and_stars_work(state, removal->removed);
}

/* Nothing can go: is anything wrong? Saves the bookkeeping in the common case. */
static int judge_plain(struct comb_witness_judge *judge, const struct comb_witness_judged *region,
                       const struct state *state)
{
    if (state->squares_may_go)
        return COMB_NO;
    for (unsigned i = 0; i < judge->star_color_count; i++) {
        unsigned color = judge->star_colors[i];
        if (state->stars[color] > 0 && state->at_first[color] != 2)
            return COMB_NO;
    }
    if (!comb_witness_masks_meet(judge, &judge->all_pieces, &region->cells))
        return COMB_OK;
    struct comb_witness_removal removal;
    comb_witness_removal_start(&removal, judge, region);
    return fits(judge, region, &removal);
}

int comb_witness_judge_game(struct comb_witness_judge *judge, const struct comb_witness_judged *region)
{
    struct state state;
    if (!take_stock(&state, judge, region))
        return COMB_NO;
    if (region->ys == 0)
        return judge_plain(judge, region, &state);
    struct comb_witness_removal removal;
    comb_witness_removal_start(&removal, judge, region);
    int code = fits(judge, region, &removal);
    if (code == COMB_OK)
        return costs_work(&state, judge, region, &removal) ? COMB_OK : COMB_NO;
    while (code == COMB_NO && comb_witness_removal_next(&removal, judge, state.spare)) {
        code = comb_witness_judge_tick(judge);
        if (code == COMB_OK)
            code = costs_work(&state, judge, region, &removal) ? fits(judge, region, &removal) : COMB_NO;
    }
    return code;
}
