/* What a region costs: 0 if it is right, otherwise about the number of changes that it lacks. Counts give the cost,
 * except where they cannot tell right from wrong: pieces that have the size of their region, and regions with
 * elimination marks. These go to the region checker, which caches its answers. */
#include "games/witness/local/parts.h"

#include "base/bitset.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* Weights. A wrong square, star, triangle or dot costs 1. Pieces of the wrong total size cost 1 each, so that it pays
 * to give one of them a region of its own, but less if the size is nearly right: otherwise a region with many pieces
 * could not change its shape, which takes two changes. */
static const double WRONG_SIZE = 0.6, PER_CELL = 0.4, PER_ROOT_OF_CELLS = 0.35, NO_TILING = 0.8, CLOSED_SIDE = 3;

/* Returns whether the line passes the node to the upper left of a place. */
static bool is_visited(const struct comb_local_line *local, unsigned place)
{
    unsigned own = local->now->side[place];
    return local->now->side[place - 1] != own || local->now->side[place - STRIDE] != own ||
           local->now->side[place - STRIDE - 1] != own;
}

void comb_local_count_sides(struct comb_local_tally *tally, const struct comb_local_line *local, unsigned place,
                            int sign)
{
    const struct comb_local_cell *info = &local->info[place];
    unsigned used = 0;
    int errors = 0;
    for (unsigned side = 0; side < 4; side++)
        used |= (unsigned)(local->now->side[comb_local_beside(place, side)] != local->now->side[place]) << side;
    if (info->triangle)
        errors += __builtin_popcount(used) != info->sides;
    errors += __builtin_popcount(info->edges & ~used);
    for (unsigned bits = info->nodes; bits != 0; bits &= bits - 1) {
        unsigned corner = (unsigned)__builtin_ctz(bits);
        errors += !is_visited(local, place + corner % 2 + STRIDE * (corner / 2));
    }
    tally->errors += sign * errors;
    tally->closed += sign * __builtin_popcount(info->closed & used);
}

void comb_local_count(struct comb_local_tally *tally, const struct comb_local_cell *info, int sign)
{
    tally->size += sign;
    if (!info->special)
        return;
    tally->squares[info->square] = (uint8_t)(tally->squares[info->square] + sign);
    tally->stars[info->star] = (uint8_t)(tally->stars[info->star] + sign);
    tally->census[info->census] = (uint8_t)(tally->census[info->census] + sign);
    tally->eliminations += sign * info->elimination;
    tally->pieces += sign * info->piece;
    *(info->blue ? &tally->blue : &tally->yellow) += sign * info->size;
}

/* Counts wrong squares and stars. */
static int count_colours(const struct comb_local_tally *tally, const struct comb_local_line *local)
{
    int squares = 0, most = 0, wrong = 0;
    for (unsigned i = 0; i < local->colour_count; i++) {
        unsigned colour = local->colours[i];
        int all = tally->census[colour], stars = tally->stars[colour];
        squares += tally->squares[colour];
        most = tally->squares[colour] > most ? tally->squares[colour] : most;
        if (stars > 0 && all != 2)
            wrong += all < 2 ? 1 : all - 2 < stars ? all - 2 : stars;
    }
    return squares - most + wrong;
}

static double size_cost(const struct comb_local_tally *tally, int excess)
{
    double cells = abs(excess);
    return fmin(tally->pieces, WRONG_SIZE + PER_CELL * cells) + PER_ROOT_OF_CELLS * sqrt(cells);
}

/* Returns by how many cells the pieces exceed their region; 0 also if yellow and blue cancel out. */
static int excess_of(const struct comb_local_tally *tally)
{
    int net = tally->yellow - tally->blue;
    return tally->pieces == 0 || net == 0 ? 0 : net - tally->size;
}

/* Returns the smallest excess, without its sign, if one piece is removed. */
static int excess_without_one(const struct comb_local_region *region, const struct comb_local_line *local)
{
    int net = region->tally.yellow - region->tally.blue, least = COMB_WITNESS_MAX_CELLS;
    for (unsigned i = 0; i < local->piece_count && least > 0; i++) {
        const struct comb_local_cell *info = &local->info[local->place[local->pieces[i]]];
        if (!comb_bit_test(region->cells.words, local->pieces[i]))
            continue;
        int left = net - (info->blue ? -info->size : info->size);
        int excess = left == 0 ? 0 : abs(left - region->tally.size);
        least = excess < least ? excess : least;
    }
    return least;
}

/* A region with elimination marks, more of them than errors in symbols other than pieces: under windmill rules exactly
 * as many pieces must be removed, and these are one or all. */
static void set_removal_cost(struct comb_local_region *region, const struct comb_local_line *local, int left)
{
    const struct comb_local_tally *tally = &region->tally;
    int excess = left == tally->pieces ? 0 : excess_without_one(region, local);
    region->open = excess == 0 && (left == 1 || left == tally->pieces);
    region->cost = region->open ? NO_TILING : size_cost(tally, excess) + (left - 1);
}

void comb_local_set_cost(struct comb_local_region *region, const struct comb_local_line *local)
{
    const struct comb_local_tally *tally = &region->tally;
    int errors = tally->errors + count_colours(tally, local), marks = tally->eliminations;
    int excess = excess_of(tally);
    double pieces = excess == 0 ? 0 : size_cost(tally, excess), closed = CLOSED_SIDE * tally->closed;
    if (errors >= marks || tally->pieces == 0) {
        region->cost = abs(errors - marks) + pieces;
        region->open = errors == marks && pieces == 0 && (marks > 0 || tally->pieces > 0);
    } else if (local->task->rules.set == COMB_WITNESS_WINDMILL) {
        set_removal_cost(region, local, marks - errors);
    } else { /* marks may remove pieces */
        region->cost = 0.3 + 0.5 * (marks - errors) + 0.5 * fmin(pieces, 1.5);
        region->open = true;
    }
    region->cost += closed;
    region->least = region->open ? closed : region->cost;
}

void comb_local_check(struct comb_local_line *local, struct comb_local_region *region)
{
    int code = comb_witness_check_region(local->checker, &region->cells, &local->now->used);
    double closed = CLOSED_SIDE * region->tally.closed;
    region->open = false;
    region->cost = code == COMB_OK ? closed : fmax(region->cost, closed + NO_TILING);
    if (code != COMB_OK && code != COMB_NO)
        local->code = code;
}
