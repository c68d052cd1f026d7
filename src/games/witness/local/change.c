/* Changes of a line: a cell goes to the other side.
 *
 * Regions are not found again by flooding. A change works on copies of the regions at the cell, here called parts: the
 * cell leaves the counts of one and enters those of another. At the border of the panel the cell may also join regions,
 * whose counts are added up, or divide its old one: then two floods run in turn from both sides of the cell until the
 * smaller part is known, and its counts are subtracted. If the change is accepted, the parts replace the regions;
 * otherwise the cell goes back. What depends on the line beside a cell (triangles, dots, closed sides) is removed
 * before and counted again after the change for the cell and its eight neighbours. */
#include "games/witness/local/parts.h"

#include "base/bitset.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* ---- parts ---- */

/* Adds up the cost of the parts; stops when it exceeds `most`, before the expensive checks if possible. */
static double cost_of_parts(struct comb_local_line *local, double most)
{
    double cost = 0;
    for (unsigned i = 0; i < local->part_count; i++)
        cost += local->parts[i].least;
    for (unsigned i = 0; i < local->part_count && cost <= most && local->code == COMB_OK; i++)
        if (local->parts[i].open) {
            cost -= local->parts[i].least;
            comb_local_check(local, &local->parts[i]);
            cost += local->parts[i].cost;
        }
    return cost;
}

/* Decides on a change after which the parts cost `before` instead. */
static bool accepts(struct comb_local_line *local, double before)
{
    double most = before - local->temperature * log(comb_rng_unit(&local->rng) + 1e-300);
    return cost_of_parts(local, most) <= most && local->code == COMB_OK;
}

/* Returns the part for a region of the line, a copy to be changed. */
static struct comb_local_region *part_of(struct comb_local_line *local, unsigned region)
{
    for (unsigned i = 0; i < local->part_count; i++)
        if (local->parts[i].number == region)
            return &local->parts[i];
    assert(local->part_count < PARTS);
    struct comb_local_region *part = &local->parts[local->part_count++];
    *part = local->now->regions[region];
    return part;
}

static struct comb_local_region *new_part(struct comb_local_line *local)
{
    assert(local->part_count < PARTS);
    struct comb_local_region *part = &local->parts[local->part_count++];
    *part = (struct comb_local_region){.number = COMB_WITNESS_NOWHERE};
    return part;
}

static bool has_cell(const struct comb_local_region *part, unsigned cell)
{
    return comb_bit_test(part->cells.words, cell);
}

static void flip_cell(struct comb_local_region *part, unsigned cell)
{
    part->cells.words[cell / 64] ^= (uint64_t)1 << (cell % 64);
}

static unsigned around(unsigned place, unsigned i)
{
    return i < 8 ? (unsigned)((int)place + comb_local_around[i]) : place;
}

/* Removes from the parts what depends on the line beside the cell and its neighbours. */
static void uncount_sides(struct comb_local_line *local, unsigned place)
{
    for (unsigned i = 0; i <= 8; i++) {
        unsigned at = around(place, i);
        if (local->info[at].local)
            comb_local_count_sides(&part_of(local, local->now->region[at])->tally, local, at, -1);
    }
}

/* Adds it again, after the change. */
static void count_sides(struct comb_local_line *local, unsigned place)
{
    for (unsigned i = 0; i <= 8; i++) {
        unsigned at = around(place, i), k = 0;
        if (!local->info[at].local)
            continue;
        while (!has_cell(&local->parts[k], local->cell[at]))
            k++;
        assert(k < local->part_count);
        comb_local_count_sides(&local->parts[k].tally, local, at, 1);
    }
}

/* ---- joining ---- */

static void add_part(struct comb_local_region *to, struct comb_local_region *from, int sign)
{
    struct comb_local_tally *a = &to->tally, *b = &from->tally;
    a->size += sign * b->size;
    a->yellow += sign * b->yellow;
    a->blue += sign * b->blue;
    a->pieces += sign * b->pieces;
    a->eliminations += sign * b->eliminations;
    a->errors += sign * b->errors;
    a->closed += sign * b->closed;
    for (unsigned i = 0; i < COMB_WITNESS_COLOURS; i++) {
        a->squares[i] = (uint8_t)(a->squares[i] + sign * b->squares[i]);
        a->stars[i] = (uint8_t)(a->stars[i] + sign * b->stars[i]);
        a->census[i] = (uint8_t)(a->census[i] + sign * b->census[i]);
    }
    for (unsigned i = 0; i < COMB_WITNESS_MAX_CELLS / 64; i++)
        to->cells.words[i] ^= from->cells.words[i];
}

/* Joins the regions of the neighbours on the other side; a new one if there are none. `others`: their bits. */
static struct comb_local_region *join_others(struct comb_local_line *local, unsigned place, unsigned others)
{
    struct comb_local_region *joined = NULL;
    for (unsigned bits = others & 0xaa; bits != 0; bits &= bits - 1) {
        unsigned region = local->now->region[around(place, (unsigned)__builtin_ctz(bits))];
        struct comb_local_region *part = part_of(local, region);
        if (joined && part != joined) {
            add_part(joined, part, 1);
            part->tally = (struct comb_local_tally){0};
            part->cells = (struct comb_witness_cells){0};
        }
        joined = joined ? joined : part;
    }
    return joined ? joined : new_part(local);
}

/* ---- dividing ---- */

/* Floods from two places in turn. Returns 0 or 1 if all places of that flood were reached without meeting the other,
 * else
 * 2. Takes as many steps as the smaller part has places, twice. */
static unsigned flood_two(struct comb_local_line *local, unsigned first, unsigned second)
{
    unsigned from[2] = {0, 0}, own = local->now->side[first];
    local->stamp += 2;
    for (unsigned k = 0; k < 2; k++) {
        local->list[k][0] = (uint16_t)(k == 0 ? first : second);
        local->mark[local->list[k][0]] = local->stamp + k;
        local->listed[k] = 1;
    }
    for (unsigned k = 0;; k ^= 1) {
        if (from[k] == local->listed[k])
            return k;
        unsigned at = local->list[k][from[k]++];
        for (unsigned side = 0; side < 4; side++) {
            unsigned next = comb_local_beside(at, side);
            if (local->now->side[next] != own || local->cell[next] == COMB_WITNESS_NOWHERE ||
                local->mark[next] == local->stamp + k)
                continue;
            if (local->mark[next] == local->stamp + (k ^ 1))
                return 2;
            local->mark[next] = local->stamp + k;
            local->list[k][local->listed[k]++] = (uint16_t)next;
        }
    }
}

static bool is_beside(unsigned place, unsigned at)
{
    int apart = abs((int)place - (int)at);
    return apart <= 1 || abs(apart - STRIDE) <= 1;
}

/* Gives the places of a flood around a changed cell a part of their own. */
static void split_off(struct comb_local_line *local, struct comb_local_region *whole, unsigned place, unsigned flood)
{
    struct comb_local_region *part = new_part(local);
    for (unsigned i = 0; i < local->listed[flood]; i++) {
        unsigned at = local->list[flood][i];
        comb_local_count(&part->tally, &local->info[at], 1);
        flip_cell(part, local->cell[at]);
        if (local->info[at].local && !is_beside(place, at)) /* the others are counted last */
            comb_local_count_sides(&part->tally, local, at, 1);
    }
    add_part(whole, part, -1);
}

/* Divides a part from which a cell was taken, if its neighbours are not connected any more. */
static void divide(struct comb_local_line *local, struct comb_local_region *whole, unsigned place, unsigned neighbours)
{
    unsigned anchor = COMB_WITNESS_NOWHERE;
    for (unsigned bits = neighbours & 0xaa; bits != 0; bits &= bits - 1) {
        unsigned next = around(place, (unsigned)__builtin_ctz(bits));
        if (!has_cell(whole, local->cell[next]))
            continue;
        unsigned alone = anchor == COMB_WITNESS_NOWHERE ? 2 : flood_two(local, anchor, next);
        if (alone < 2)
            split_off(local, whole, place, alone);
        anchor = anchor == COMB_WITNESS_NOWHERE || alone == 0 ? next : anchor;
    }
}

/* ---- changes ---- */

static void label_cells(struct comb_local_line *local, const struct comb_local_region *part)
{
    for (unsigned word = 0; word < COMB_WITNESS_MAX_CELLS / 64; word++)
        for (uint64_t bits = part->cells.words[word]; bits != 0; bits &= bits - 1)
            local->now->region[local->place[64 * word + (unsigned)__builtin_ctzll(bits)]] = part->number;
}

static void add_cost(struct comb_local_line *local, double cost, int sign)
{
    local->now->wrong += (unsigned)(sign * (cost > 0));
    local->now->cost += sign * cost;
}

/* Replaces the regions by the parts. `grown`: the part that has new cells. */
static void keep_parts(struct comb_local_line *local, const struct comb_local_region *grown)
{
    for (unsigned i = 0; i < local->part_count; i++)
        if (local->parts[i].number != COMB_WITNESS_NOWHERE) {
            add_cost(local, local->now->regions[local->parts[i].number].cost, -1);
            if (local->parts[i].tally.size == 0)
                local->now->unused[local->now->unused_count++] = local->parts[i].number;
        }
    for (unsigned i = 0; i < local->part_count; i++) {
        struct comb_local_region *part = &local->parts[i];
        bool is_new = part->number == COMB_WITNESS_NOWHERE;
        assert(!part->open && part->tally.errors >= 0 && part->tally.closed >= 0);
        if (part->tally.size == 0)
            continue;
        if (is_new)
            part->number = local->now->unused[--local->now->unused_count];
        local->now->regions[part->number] = *part;
        add_cost(local, part->cost, 1);
        if (is_new || part == grown)
            label_cells(local, part);
    }
}

void comb_local_try_flip(struct comb_local_line *local, unsigned place)
{
    unsigned others = comb_local_others(local, place), inside = local->inside[place], cell = local->cell[place];
    if (!local->can_flip[others])
        return;
    local->part_count = 0;
    struct comb_local_region *from = part_of(local, local->now->region[place]);
    if (local->info[place].near)
        uncount_sides(local, place);
    struct comb_local_region *to = join_others(local, place, others & inside);
    comb_local_count(&from->tally, &local->info[place], -1);
    comb_local_count(&to->tally, &local->info[place], 1);
    flip_cell(from, cell);
    flip_cell(to, cell);
    comb_local_toggle(local, place);
    bool whole = local->one_run[~others & inside];
    if (!whole)
        divide(local, from, place, ~others & inside);
    if (local->info[place].near)
        count_sides(local, place);
    double before = 0;
    for (unsigned i = 0; i < local->part_count; i++) {
        if (local->parts[i].number != COMB_WITNESS_NOWHERE)
            before += local->now->regions[local->parts[i].number].cost;
        comb_local_set_cost(&local->parts[i], local);
    }
    if (!accepts(local, before))
        comb_local_toggle(local, place);
    else {
        bool joined = !local->one_run[others & inside];
        keep_parts(local, joined ? to : NULL);
        local->now->region[place] = to->number;
    }
}

/* ---- the first line ---- */

void comb_local_add_region(struct comb_local_line *local, unsigned place)
{
    unsigned count = 0;
    local->part_count = 0;
    struct comb_local_region *part = new_part(local);
    local->list[0][count++] = (uint16_t)place;
    flip_cell(part, local->cell[place]);
    for (unsigned i = 0; i < count; i++) {
        unsigned at = local->list[0][i];
        comb_local_count(&part->tally, &local->info[at], 1);
        if (local->info[at].local)
            comb_local_count_sides(&part->tally, local, at, 1);
        for (unsigned side = 0; side < 4; side++) {
            unsigned next = comb_local_beside(at, side), cell = local->cell[next];
            if (cell == COMB_WITNESS_NOWHERE || local->now->side[next] != local->now->side[at] || has_cell(part, cell))
                continue;
            flip_cell(part, cell);
            local->list[0][count++] = (uint16_t)next;
        }
    }
    comb_local_set_cost(part, local);
    cost_of_parts(local, HUGE_VAL);
    if (local->code == COMB_OK)
        keep_parts(local, NULL);
}
