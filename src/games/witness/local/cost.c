/* What a region costs: 0 if it is right, otherwise about the number of changes that it lacks. Counts give the cost,
 * except where they cannot tell right from wrong: pieces that have the size of their region, and regions with
 * elimination marks. These go to the region checker, which caches its answers. */
#include "games/witness/local/parts.h"

#include "base/bitset.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* Weights. A wrong square, star, triangle or dot costs 1. Pieces of the wrong total size cost 1 each, so that it pays
 * to give one of them a region of its own, and a little more the worse the size is. */
static const double PIECE = 1, MISSING_CELLS = 0.35, NO_TILING = 0.8, CLOSED_SIDE = 3;

struct tally {
    unsigned size, yellow, blue, pieces, eliminations, errors, closed;
    uint8_t squares[COMB_WITNESS_COLOURS], stars[COMB_WITNESS_COLOURS], census[COMB_WITNESS_COLOURS];
};

/* Returns whether the line passes the node to the upper left of a place. */
static bool is_visited(const struct comb_local_line *local, unsigned place)
{
    unsigned own = local->side[place];
    return local->side[place - 1] != own || local->side[place - STRIDE] != own ||
           local->side[place - STRIDE - 1] != own;
}

static void count_sides(struct tally *tally, const struct comb_local_line *local, unsigned place)
{
    const struct comb_local_cell *info = &local->info[place];
    unsigned used = 0;
    for (unsigned side = 0; side < 4; side++)
        used |= (unsigned)(local->side[comb_local_beside(place, side)] != local->side[place]) << side;
    if (info->triangle)
        tally->errors += (unsigned)__builtin_popcount(used) != info->sides;
    tally->errors += (unsigned)__builtin_popcount(info->edges & ~used);
    tally->closed += (unsigned)__builtin_popcount(info->closed & used);
    for (unsigned bits = info->nodes; bits != 0; bits &= bits - 1) {
        unsigned corner = (unsigned)__builtin_ctz(bits);
        tally->errors += !is_visited(local, place + corner % 2 + STRIDE * (corner / 2));
    }
}

static void count_cell(struct tally *tally, const struct comb_local_line *local, unsigned place)
{
    const struct comb_local_cell *info = &local->info[place];
    tally->squares[info->square]++;
    tally->stars[info->star]++;
    tally->census[info->census]++;
    tally->eliminations += info->elimination;
    tally->pieces += info->piece;
    *(info->blue ? &tally->blue : &tally->yellow) += info->size;
    count_sides(tally, local, place);
}

/* Counts wrong squares and stars. */
static unsigned count_colours(const struct tally *tally)
{
    unsigned squares = 0, most = 0, wrong = 0;
    for (unsigned colour = 1; colour < COMB_WITNESS_COLOURS; colour++) {
        unsigned all = tally->census[colour], stars = tally->stars[colour];
        squares += tally->squares[colour];
        most = tally->squares[colour] > most ? tally->squares[colour] : most;
        if (stars > 0 && all != 2)
            wrong += all < 2 ? 1 : all - 2 < stars ? all - 2 : stars;
    }
    return squares - most + wrong;
}

static double piece_cost(const struct tally *tally)
{
    long net = (long)tally->yellow - (long)tally->blue, excess = net - (long)tally->size;
    if (tally->pieces == 0 || excess == 0 || net == 0)
        return 0;
    return PIECE * tally->pieces + MISSING_CELLS * sqrt((double)labs(excess));
}

static void set_cost(struct comb_local_part *part, const struct tally *tally)
{
    unsigned errors = tally->errors + count_colours(tally), marks = tally->eliminations;
    double pieces = piece_cost(tally);
    part->closed = CLOSED_SIDE * tally->closed;
    if (marks == 0) {
        part->cost = errors + pieces;
        part->open = tally->pieces > 0 && pieces == 0;
    } else if (tally->pieces > 0 && errors < marks) { /* marks may remove pieces */
        part->cost = 0.3 + 0.5 * (marks - errors) + 0.5 * fmin(pieces, 1.5);
        part->open = true;
    } else {
        part->cost = fabs((double)errors - marks) + pieces;
        part->open = errors == marks;
    }
    part->cost += part->closed;
    part->least = part->open && marks > 0 ? part->closed : part->cost;
}

void comb_local_flood(struct comb_local_line *local, unsigned place)
{
    const struct comb_local_part *last = local->part_count > 0 ? &local->parts[local->part_count - 1] : NULL;
    struct comb_local_part *part = &local->parts[local->part_count++];
    assert(local->part_count <= sizeof local->parts / sizeof *local->parts);
    unsigned from = last ? last->first + last->count : 0, to = from, own = local->side[place];
    struct tally tally = {0};
    part->first = from;
    local->list[to++] = (uint16_t)place;
    local->mark[place] = local->stamp;
    while (from < to) {
        unsigned at = local->list[from++];
        if (local->info[at].special)
            count_cell(&tally, local, at);
        for (unsigned side = 0; side < 4; side++) {
            unsigned next = comb_local_beside(at, side);
            if (local->side[next] != own || local->mark[next] == local->stamp ||
                local->cell[next] == COMB_WITNESS_NOWHERE)
                continue;
            local->mark[next] = local->stamp;
            local->list[to++] = (uint16_t)next;
        }
    }
    part->count = tally.size = to - part->first;
    set_cost(part, &tally);
}

void comb_local_check(struct comb_local_line *local, struct comb_local_part *part)
{
    struct comb_witness_cells cells = {{0}};
    for (unsigned i = 0; i < part->count; i++)
        comb_bit_set(cells.words, local->cell[local->list[part->first + i]]);
    int code = comb_witness_check_region(local->checker, &cells, &local->used);
    part->open = false;
    part->cost = code == COMB_OK ? part->closed : fmax(part->cost, part->closed + NO_TILING);
    if (code != COMB_OK && code != COMB_NO)
        local->code = code;
}
