/* What the two parts of the bounds for open regions share: open_region.c counts, open_packing.c packs. */
#ifndef COMB_WITNESS_OPEN_PARTS_H
#define COMB_WITNESS_OPEN_PARTS_H

#include "games/witness/open_region.h"
#include "games/witness/pieces_parts.h"
#include "games/witness/region_parts.h"

struct comb_witness_open_level {
    uint64_t left[COMB_WITNESS_CELL_WORDS]; /* of the flood */
    uint32_t next, end;
    uint16_t kind;
};

struct comb_witness_open {
    struct comb_witness_judge *judge;
    struct comb_witness_pieces *pieces;
    struct comb_arena arena;
    struct comb_witness_cells countable[COMB_WITNESS_COLORS]; /* the census that decides on stars */
    struct comb_witness_cells *kind_cells;                    /* where the pieces of a kind stand */
    struct comb_witness_cells yellow, blue;                   /* where pieces with any cells stand */
    uint32_t over_last[COMB_WITNESS_MOST_CELLS];              /* the one that covered the cell when last asked */
    uint32_t *kind_last;                                      /* the one that found a place for the kind */
    uint32_t *kind_laid, *kind_from;                          /* numbers of laid pieces, by kind */
    struct comb_witness_open_level *levels;
    uint16_t *available, *laid; /* of a kind: in the flood, by the search */
    uint32_t *near;             /* numbers of laid pieces within the flood, by the cells of the core */
    uint32_t near_from[COMB_WITNESS_MOST_CELLS + 1];
    uint16_t order[COMB_WITNESS_MOST_CELLS]; /* cells of the core, the fewest laid pieces first */
    unsigned order_count;
    struct comb_witness_memo memo;
};

static inline const struct comb_witness_laid *comb_witness_open_laid(const struct comb_witness_open *open,
                                                                     uint32_t number)
{
    return &open->pieces->laid[number];
}

static inline bool comb_witness_open_within(const struct comb_witness_open *open, uint32_t number,
                                            const uint64_t *cells)
{
    uint64_t beyond = 0;
    for (unsigned i = 0; i < open->judge->words; i++)
        beyond |= comb_witness_open_laid(open, number)->mask[i] & ~cells[i];
    return beyond == 0;
}

/* Whether the core can be covered by pieces of the flood, inside the flood; remembered. Asked only where the region
 * must be tiled. */
bool comb_witness_open_no_cover(struct comb_witness_open *open, const struct comb_witness_cells *core,
                                const struct comb_witness_cells *flood);

#endif
