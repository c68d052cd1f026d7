/* Checks whether the pieces leave a class any solution. A region with yellow pieces, without blue ones and without
 * eliminations is tiled by exactly its own pieces. So for a class that must be in such a region, the check tries to
 * tile outwards:
 *
 *     +---+---+---+---+      L the class, c another one, . cells of the field
 *     | L   L | . | . |
 *     +   +---+---+---+
 *     | L | c   c | . |
 *     +---+---+---+---+
 *
 * Take a cell of the region that is not yet covered, and place a piece over it inside the field. Every class that
 * the piece touches joins the region as a whole, with its cells and pieces. When all cells are covered, the
 * remaining pieces of the region must be placed too, and every placed piece that is not of the region requires a
 * class that has it. If no way of placing pieces covers all cells, there is no solution from here.
 *
 * The step limit can only make a "yes" uncertain; a "no" is always right.
 *
 * The region found for a cell is stored: as long as it consists of whole classes inside the field, it answers the
 * query again without a search. Placements are listed once per panel, by shape and covered cell. */
#include "games/witness/search/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { TILE_BUDGET = 100, NO_TYPE = 0xff };

typedef struct comb_witness_cells mask;

struct comb_search_types {
    unsigned count;
    bool too_many; /* to be numbered: then this bound is skipped */
    uint8_t of_cell[COMB_WITNESS_MAX_CELLS];
    const struct comb_witness_thing *sample[NO_TYPE];
    uint16_t size[NO_TYPE];
    mask *placements;
    size_t placement_count, placement_room, ends[NO_TYPE];
    mask homes;         /* cells with a yellow piece */
    uint32_t *covering; /* placements, by type and covered cell */
    uint32_t *first;    /* into covering: [type * cells + cell], and one more */
    unsigned cells;
};

/* ---- placements ---- */

static bool same_piece(const struct comb_witness_thing *a, const struct comb_witness_thing *b)
{
    return a->free == b->free && a->shape->width == b->shape->width && a->shape->height == b->shape->height &&
           memcmp(a->shape->rows, b->shape->rows, sizeof a->shape->rows) == 0;
}

static uint8_t type_of(struct comb_search_types *types, const struct comb_witness_thing *thing)
{
    for (unsigned i = 0; i < types->count; i++)
        if (same_piece(types->sample[i], thing))
            return (uint8_t)i;
    if (types->count == NO_TYPE) {
        types->too_many = true;
        return 0;
    }
    types->sample[types->count] = thing;
    types->size[types->count] = (uint16_t)comb_witness_shape_size(thing->shape);
    return (uint8_t)types->count++;
}

/* False if a cell is off the board or in no region. */
static bool make_placement(mask *out, const struct comb_search_board *board, const struct comb_witness_shape *shape,
                           int left, int top)
{
    int width = (int)board->graph->panel->width, height = (int)board->graph->panel->height;
    *out = (mask){{0}};
    for (int y = 0; y < shape->height; y++)
        for (int x = 0; x < shape->width; x++) {
            if (!(shape->rows[y] >> x & 1))
                continue;
            int column = board->graph->panel->pillar ? (left + x) % width : left + x, cell = column + width * (top + y);
            if (column < 0 || top + y < 0 || column >= width || top + y >= height || !board->solid[cell] ||
                comb_bit_test(out->words, (size_t)cell)) /* it would meet itself around a pillar */
                return false;
            comb_bit_set(out->words, (size_t)cell);
        }
    return true;
}

static bool add_placement(struct comb_search_types *types, size_t from, const mask *cells)
{
    for (size_t i = from; i < types->placement_count; i++)
        if (memcmp(&types->placements[i], cells, sizeof *cells) == 0)
            return true;
    if (types->placement_count == types->placement_room) {
        size_t room = types->placement_room * 2 + 256;
        mask *placements = realloc(types->placements, room * sizeof placements[0]);
        if (!placements)
            return false;
        types->placements = placements;
        types->placement_room = room;
    }
    types->placements[types->placement_count++] = *cells;
    return true;
}

static bool list_placements(struct comb_search_types *types, const struct comb_search_board *board, unsigned type)
{
    struct comb_witness_shape shape = *types->sample[type]->shape;
    size_t from = types->placement_count;
    int width = (int)board->graph->panel->width, height = (int)board->graph->panel->height;
    for (unsigned turn = 0; turn < (types->sample[type]->free ? 4u : 1u); turn++) {
        for (int top = 1 - (int)shape.height; top < height; top++)
            for (int left = board->graph->panel->pillar ? 0 : 1 - (int)shape.width; left < width; left++) {
                mask cells;
                if (make_placement(&cells, board, &shape, left, top) && !add_placement(types, from, &cells))
                    return false;
            }
        shape = comb_witness_shape_turned(&shape);
    }
    return true;
}

static bool index_placements(struct comb_search_types *types, unsigned cells)
{
    size_t covered = 0, written = 0;
    for (size_t i = 0; i < types->placement_count; i++)
        covered += comb_bit_count(types->placements[i].words, CELL_WORDS);
    types->cells = cells;
    types->covering = malloc((covered + 1) * sizeof types->covering[0]);
    types->first = malloc(((size_t)types->count * cells + 1) * sizeof types->first[0]);
    if (!types->covering || !types->first)
        return false;
    for (unsigned type = 0; type < types->count; type++)
        for (unsigned cell = 0; cell < cells; cell++) {
            types->first[type * cells + cell] = (uint32_t)written;
            for (size_t i = type == 0 ? 0 : types->ends[type - 1]; i < types->ends[type]; i++)
                if (comb_bit_test(types->placements[i].words, cell))
                    types->covering[written++] = (uint32_t)i;
        }
    types->first[types->count * cells] = (uint32_t)written;
    assert(written == covered);
    return true;
}

static bool fill_types(struct comb_search_types *types, const struct comb_search_board *board)
{
    memset(types->of_cell, NO_TYPE, sizeof types->of_cell);
    for (unsigned cell = 0; cell < board->graph->cells; cell++)
        if (board->solid[cell] && board->symbol[cell].yellow > 0) {
            types->of_cell[cell] = type_of(types, board->graph->on_cell[cell]);
            comb_bit_set(types->homes.words, cell);
        }
    for (unsigned type = 0; type < types->count; type++) {
        if (!list_placements(types, board, type))
            return false;
        types->ends[type] = types->placement_count;
    }
    return index_placements(types, board->graph->cells);
}

int comb_search_types_new(struct comb_search_types **out, const struct comb_search_board *board, struct comb_error *err)
{
    struct comb_search_types *types = *out = calloc(1, sizeof *types);
    if (!types)
        return comb_fail_memory(err);
    bool ok = fill_types(types, board);
    if (ok && !types->too_many)
        return COMB_OK;
    comb_search_types_free(types);
    *out = NULL;
    return ok ? COMB_OK : comb_fail_memory(err);
}

void comb_search_types_free(struct comb_search_types *types)
{
    if (!types)
        return;
    free(types->placements);
    free(types->covering);
    free(types->first);
    free(types);
}

/* ---- tiling outwards ---- */

struct tiling {
    struct comb_search_walker *walker;
    const struct comb_search_types *types;
    const struct comb_search_tiled_field *field;
    unsigned words, budget;
    uint16_t left[NO_TYPE]; /* pieces of each type in the field that are not placed yet */
    mask found;
    bool complete; /* a region was found; otherwise the step limit was reached */
};

static bool cover(struct tiling *tiling, const mask *region, const mask *covered, unsigned tints);

static unsigned size_of(const struct tiling *tiling, const mask *cells)
{
    unsigned count = 0;
    for (unsigned i = 0; i < tiling->words; i++)
        count += (unsigned)__builtin_popcountll(cells->words[i]);
    return count;
}

static void join_class(const struct tiling *tiling, mask *region, unsigned *tints, unsigned class)
{
    const mask *joined = &tiling->walker->class_cells[class];
    assert(class < tiling->walker->class_count);
    for (unsigned i = 0; i < tiling->words; i++)
        region->words[i] |= joined->words[i];
    *tints |= tiling->walker->class_tints[class];
}

/* False if squares of two colours come together, or there are more cells than the pieces cover. */
static bool acceptable(const struct tiling *tiling, const mask *region, unsigned tints)
{
    return (tints & (tints - 1)) == 0 && size_of(tiling, region) <= tiling->field->yellow;
}

/* Adds the class of every cell of the piece. */
static void join_classes(const struct tiling *tiling, mask *region, unsigned *tints, const mask *piece)
{
    for (unsigned i = 0; i < tiling->words; i++)
        for (uint64_t fresh = piece->words[i] & ~region->words[i]; fresh != 0; fresh &= ~region->words[i])
            join_class(tiling, region, tints, tiling->walker->class_of[64 * i + (unsigned)__builtin_ctzll(fresh)]);
}

static bool apart(const struct tiling *tiling, const mask *piece, const mask *covered)
{
    for (unsigned i = 0; i < tiling->words; i++)
        if ((piece->words[i] & ~tiling->field->cells->words[i]) | (piece->words[i] & covered->words[i]))
            return false;
    return true;
}

static bool place_piece(struct tiling *tiling, const mask *region, const mask *covered, unsigned tints, unsigned type,
                        const mask *piece)
{
    if (!apart(tiling, piece, covered))
        return false;
    mask more = *region, done = *covered;
    join_classes(tiling, &more, &tints, piece);
    if (!acceptable(tiling, &more, tints))
        return false;
    for (unsigned i = 0; i < tiling->words; i++)
        done.words[i] |= piece->words[i];
    assert(tiling->left[type] > 0);
    tiling->left[type]--;
    bool ok = cover(tiling, &more, &done, tints);
    tiling->left[type]++;
    return ok;
}

static bool place_anywhere(struct tiling *tiling, const mask *region, const mask *covered, unsigned tints,
                           unsigned type)
{
    const struct comb_search_types *types = tiling->types;
    for (size_t i = type == 0 ? 0 : types->ends[type - 1]; i < types->ends[type]; i++)
        if (place_piece(tiling, region, covered, tints, type, &types->placements[i]))
            return true;
    return false;
}

/* A piece was placed that is not from the region: adds a class that has such a piece. */
static bool fetch_class(struct tiling *tiling, const mask *region, const mask *covered, unsigned tints, unsigned type)
{
    for (unsigned cell = 0; cell < tiling->walker->board->graph->cells; cell++) {
        if (tiling->types->of_cell[cell] != type || comb_bit_test(region->words, cell) ||
            !comb_bit_test(tiling->field->cells->words, cell))
            continue;
        mask more = *region;
        unsigned all = tints;
        join_class(tiling, &more, &all, tiling->walker->class_of[cell]);
        if (acceptable(tiling, &more, all) && cover(tiling, &more, covered, all))
            return true;
    }
    return false;
}

/* All cells are covered: checks that the placed pieces are those of the region. */
static bool settle_pieces(struct tiling *tiling, const mask *region, const mask *covered, unsigned tints)
{
    int open[NO_TYPE]; /* pieces of the region that are not placed */
    for (unsigned type = 0; type < tiling->types->count; type++)
        open[type] = (int)tiling->left[type] - (int)tiling->field->pieces[type];
    for (unsigned i = 0; i < tiling->words; i++)
        for (uint64_t bits = region->words[i] & tiling->types->homes.words[i]; bits != 0; bits &= bits - 1)
            open[tiling->types->of_cell[64 * i + (unsigned)__builtin_ctzll(bits)]]++;
    for (unsigned type = 0; type < tiling->types->count; type++)
        if (open[type] > 0)
            return place_anywhere(tiling, region, covered, tints, type);
    for (unsigned type = 0; type < tiling->types->count; type++)
        if (open[type] < 0)
            return fetch_class(tiling, region, covered, tints, type);
    tiling->found = *region;
    tiling->complete = true;
    return true;
}

static unsigned free_neighbours(const struct tiling *tiling, const mask *covered, unsigned cell)
{
    unsigned count = 0;
    for (unsigned side = 0; side < 4; side++) {
        unsigned next = tiling->walker->board->cell_next[cell][side];
        count += next != COMB_WITNESS_NOWHERE && comb_bit_test(tiling->field->cells->words, next) &&
                 !comb_bit_test(covered->words, next);
    }
    return count;
}

/* Chooses the next cell to cover: the one with the fewest free neighbours. */
static unsigned tightest_uncovered(const struct tiling *tiling, const mask *region, const mask *covered)
{
    unsigned best = COMB_WITNESS_NOWHERE, min = 5;
    for (unsigned i = 0; i < tiling->words; i++)
        for (uint64_t open = region->words[i] & ~covered->words[i]; open != 0; open &= open - 1) {
            unsigned cell = 64 * i + (unsigned)__builtin_ctzll(open);
            unsigned count = free_neighbours(tiling, covered, cell);
            if (count < min) {
                min = count;
                best = cell;
            }
        }
    return best;
}

/* The recursion depth is bounded by the pieces and classes of a region. */
static bool cover(struct tiling *tiling, const mask *region, const mask *covered, unsigned tints)
{
    const struct comb_search_types *types = tiling->types;
    if (tiling->budget == 0)
        return true;
    tiling->budget--;
    unsigned cell = tightest_uncovered(tiling, region, covered);
    if (cell == COMB_WITNESS_NOWHERE)
        return settle_pieces(tiling, region, covered, tints);
    for (unsigned type = 0; type < types->count; type++) {
        const uint32_t *range = &types->first[type * types->cells + cell];
        for (uint32_t i = range[0]; tiling->left[type] > 0 && i < range[1]; i++)
            if (place_piece(tiling, region, covered, tints, type, &types->placements[types->covering[i]]))
                return true;
    }
    return false;
}

/* ---- per state ---- */

void comb_search_tile_begin(struct comb_search_walker *walker)
{
    for (unsigned i = 0; i < walker->class_count; i++) {
        const struct comb_search_group *class = &walker->classes[i];
        bool marks = false; /* then squares may be eliminated */
        for (unsigned pass = 0; pass < 2; pass++)
            marks = marks || (class->field[pass] != NO_GROUP && walker->fields[class->field[pass]].eliminations > 0);
        walker->class_tints[i] = 0;
        for (unsigned tint = 0; class->symbols && !marks && tint < walker->board->tints; tint++)
            walker->class_tints[i] |= (uint16_t)((class->squares[tint] > 0) << tint);
    }
    walker->tiled_fields[0].field = walker->tiled_fields[1].field = NO_GROUP;
}

/* Collects the pieces of the field; one field per side is cached. */
static const struct comb_search_tiled_field *load_field(struct comb_search_walker *walker, unsigned pass,
                                                        uint16_t field)
{
    const struct comb_search_types *types = walker->board->types;
    struct comb_search_tiled_field *tiled = &walker->tiled_fields[pass];
    if (tiled->field == field)
        return tiled;
    tiled->field = field;
    tiled->yellow = walker->fields[field].yellow;
    tiled->cells = &walker->field_cells[field];
    if (!types)
        return tiled;
    memset(tiled->pieces, 0, types->count * sizeof tiled->pieces[0]);
    for (unsigned i = 0; i < walker->board->words; i++)
        for (uint64_t bits = tiled->cells->words[i] & types->homes.words[i]; bits != 0; bits &= bits - 1)
            tiled->pieces[types->of_cell[64 * i + (unsigned)__builtin_ctzll(bits)]]++;
    return tiled;
}

/* Returns whether the region found earlier for this cell is still valid: inside the field, made of whole classes. */
static bool still_valid(const struct tiling *tiling, const mask *found, unsigned cell)
{
    const struct comb_search_walker *walker = tiling->walker;
    if (!comb_bit_test(found->words, cell))
        return false;
    for (unsigned i = 0; i < tiling->words; i++)
        if (found->words[i] & ~tiling->field->cells->words[i])
            return false;
    for (unsigned i = 0; i < tiling->words; i++)
        for (uint64_t bits = found->words[i]; bits != 0;) {
            const mask *joined = &walker->class_cells[walker->class_of[64 * i + (unsigned)__builtin_ctzll(bits)]];
            for (unsigned k = 0; k < tiling->words; k++)
                if (joined->words[k] & ~found->words[k])
                    return false;
            bits &= ~joined->words[i];
        }
    return true;
}

bool comb_search_tile(struct comb_search_walker *walker, unsigned group, unsigned pass)
{
    const struct comb_search_group *class = &walker->classes[group];
    struct tiling tiling = {.walker = walker,
                            .types = walker->board->types,
                            .field = load_field(walker, pass, class->field[pass]),
                            .words = walker->board->words,
                            .budget = TILE_BUDGET};
    mask *kept = &walker->tiled[class->first], none = {{0}};
    if (still_valid(&tiling, kept, class->first))
        return true;
    memcpy(tiling.left, tiling.field->pieces, tiling.types->count * sizeof tiling.left[0]);
    bool ok = cover(&tiling, &walker->class_cells[group], &none, walker->class_tints[group]);
    walker->work += TILE_BUDGET - tiling.budget;
    if (ok && tiling.complete)
        *kept = tiling.found;
    return ok;
}
