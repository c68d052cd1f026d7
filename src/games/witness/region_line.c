/* A finished line as a whole: its regions are flooded one after the other and judged. Also the choices of pieces to
 * eliminate, which the rule sets share: a number for each class that occurs, counted up like the digits of a
 * kilometre counter, so that pieces that look the same are not chosen twice. */
#include "games/witness/region_parts.h"

#include "base/bitset.h"

#include <string.h>

static void keep(struct comb_witness_removal *removal, const struct comb_witness_judge *judge, unsigned class, int by)
{
    unsigned number = judge->classes[class].kind;
    const struct comb_witness_piece_kind *kind = comb_witness_pieces_kind(judge->pieces, number);
    removal->kept[number] = (uint16_t)(removal->kept[number] + by);
    removal->net += (kind->negative ? -by : by) * (long)kind->size;
    *(kind->negative ? &removal->blue : &removal->yellow) += (unsigned)by;
}

void comb_witness_removal_start(struct comb_witness_removal *removal, const struct comb_witness_judge *judge,
                                const struct comb_witness_judged *region)
{
    removal->count = removal->total = removal->removed = removal->yellow = removal->blue = 0;
    removal->net = 0;
    memset(removal->kept, 0, comb_witness_pieces_kinds(judge->pieces) * sizeof *removal->kept);
    for (unsigned word = 0; word < judge->words; word++)
        for (uint64_t bits = region->cells.words[word] & judge->all_pieces.words[word]; bits; bits &= bits - 1) {
            uint16_t class = judge->class_at[64 * word + (unsigned)__builtin_ctzll(bits)];
            unsigned i = 0;
            while (i < removal->count && removal->classes[i] != class)
                i++;
            if (i == removal->count) {
                removal->classes[removal->count] = class;
                removal->have[removal->count] = removal->gone[removal->count] = 0;
                removal->count++;
            }
            removal->have[i]++;
            removal->total++;
            keep(removal, judge, class, 1);
        }
}

bool comb_witness_removal_next(struct comb_witness_removal *removal, const struct comb_witness_judge *judge,
                               unsigned most)
{
    for (unsigned i = 0; i < removal->count; i++) {
        unsigned class = removal->classes[i];
        if (removal->gone[i] < removal->have[i] && removal->removed < most) {
            removal->gone[i]++;
            removal->removed++;
            keep(removal, judge, class, -1);
            return true;
        }
        removal->removed -= removal->gone[i];
        keep(removal, judge, class, removal->gone[i]);
        removal->gone[i] = 0;
    }
    return false;
}

static void flood_cells(struct comb_witness_cells *region, const struct comb_witness_judge *judge,
                        const struct comb_witness_edges *used)
{
    const struct comb_witness_graph *graph = judge->graph;
    uint16_t queue[COMB_WITNESS_MOST_CELLS];
    unsigned count = 0;
    for (unsigned cell = 0; cell < graph->cells; cell++)
        if (comb_bit_test(region->words, cell))
            queue[count++] = (uint16_t)cell;
    for (unsigned i = 0; i < count; i++)
        for (unsigned side = 0; side < 4; side++) {
            uint16_t next = graph->cell_next[queue[i]][side];
            if (next == COMB_WITNESS_NOWHERE || comb_bit_test(region->words, next) ||
                !comb_bit_test(judge->real.words, next) || comb_bit_test(used->words, graph->cell_edge[queue[i]][side]))
                continue;
            comb_bit_set(region->words, next);
            queue[count++] = next;
        }
}

static void flood(struct comb_witness_cells *region, const struct comb_witness_judge *judge,
                  const struct comb_witness_edges *used, unsigned from)
{
    bool open[COMB_WITNESS_MOST_NODES], reached[COMB_WITNESS_MOST_NODES] = {false};
    comb_witness_surface_open(open, &judge->surface, used);
    memset(region, 0, sizeof *region);
    comb_bit_set(region->words, from);
    do
        flood_cells(region, judge, used);
    while (comb_witness_surface_grow(&judge->surface, open, reached, region, &judge->real));
}

int comb_witness_judge_line(struct comb_witness_judge *judge, const struct comb_witness_edges *used,
                            struct comb_witness_cells *wrong)
{
    struct comb_witness_cells left = judge->real, region = {0};
    int code = comb_witness_judge_stray(judge, used);
    for (unsigned cell = 0; cell < judge->graph->cells && code == COMB_OK; cell++) {
        if (!comb_bit_test(left.words, cell))
            continue;
        flood(&region, judge, used, cell);
        for (unsigned i = 0; i < judge->words; i++)
            left.words[i] &= ~region.words[i];
        code = comb_witness_judge_region(judge, &region, used);
    }
    if (wrong && code == COMB_NO)
        *wrong = region;
    return code;
}
