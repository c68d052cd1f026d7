/* Pieces that fill a region: its cells are divided among a few connected pieces, so the pieces fit by construction.
 *
 *     +---+---+---+        +---+---+---+        With a blue piece the cells to divide are those of the region and a
 *     | a   a | b |        | a   a | b |        few beyond it (x): the yellow pieces cover both, the blue one
 *     +---+   +   +   or   +---+   +   +---+    subtracts the x again.
 *     | c | a | b |        | c | a | b   x |
 *     +---+---+---+        +---+---+---+---+
 *
 * A piece does not grow across the line, except onto cells that the blue one subtracts, because the rules of the
 * game require that. The symbols then go into empty cells of the region. */
#include "games/witness/make/parts.h"

#include <assert.h>
#include <string.h>

enum { MAX_SHARES = 6, MAX_PIECE = 5, LARGEST_PIECE = 8, MAX_REGION = 16 };

struct plan {
    unsigned region;
    uint8_t owner[COMB_WITNESS_MAX_CELLS]; /* by cell: 0 none, UNASSIGNED, or the number of its piece from 1 */
    bool beyond[COMB_WITNESS_MAX_CELLS];   /* subtracted by the blue piece */
    unsigned pieces;
};

enum { UNASSIGNED = 255 };

static bool is_empty(const struct comb_witness_maker *maker, unsigned cell)
{
    return comb_witness_at(maker->panel, 2 * (cell % maker->width) + 1, 2 * (cell / maker->width) + 1)->kind ==
           COMB_WITNESS_EMPTY;
}

/* Counts the cells of a region, and those of them without a symbol. */
static unsigned count_cells(const struct comb_witness_maker *maker, unsigned region, unsigned *empty)
{
    unsigned cells = 0;
    *empty = 0;
    for (unsigned cell = 0; cell < maker->graph->cells; cell++) {
        bool inside = maker->region[cell] == region;
        cells += inside;
        *empty += inside && is_empty(maker, cell);
    }
    return cells;
}

static bool joined(const struct comb_witness_maker *maker, const struct plan *plan, unsigned cell, unsigned side)
{
    unsigned next = maker->graph->cell_next[cell][side];
    if (next == COMB_WITNESS_NOWHERE)
        return false;
    return plan->beyond[cell] || plan->beyond[next] || !maker->used[maker->graph->cell_edge[cell][side]];
}

/* Returns a random unassigned cell that touches the piece; or, for a new piece, one with few unassigned neighbours. */
static unsigned next_cell(struct comb_witness_maker *maker, const struct plan *plan, unsigned piece)
{
    unsigned found = COMB_WITNESS_NOWHERE, count = 0;
    for (unsigned cell = 0; cell < maker->graph->cells; cell++) {
        bool touches = piece == 0;
        for (unsigned side = 0; side < 4 && !touches; side++)
            touches = joined(maker, plan, cell, side) && plan->owner[maker->graph->cell_next[cell][side]] == piece;
        if (plan->owner[cell] == UNASSIGNED && touches && comb_witness_random_below(maker, ++count) == 0)
            found = cell;
    }
    return found;
}

/* False if it takes more than `max` pieces. */
static bool divide_cells(struct comb_witness_maker *maker, struct plan *plan, unsigned cells, unsigned max)
{
    assert(max > 0);
    unsigned average = (cells + max - 1) / max + 1;
    plan->pieces = 0;
    for (unsigned cell = next_cell(maker, plan, 0); cell != COMB_WITNESS_NOWHERE; cell = next_cell(maker, plan, 0)) {
        if (plan->pieces == max)
            return false;
        unsigned size = max == 1 ? cells : average + comb_witness_random_below(maker, 2);
        uint8_t piece = (uint8_t)++plan->pieces;
        plan->owner[cell] = piece;
        for (unsigned i = 1; i < size && i < LARGEST_PIECE; i++) {
            unsigned more = next_cell(maker, plan, piece);
            if (more == COMB_WITNESS_NOWHERE)
                break;
            plan->owner[more] = piece;
        }
    }
    return plan->pieces > 0;
}

/* Adds one to three cells beyond the region, connected and touching it. */
static unsigned grow_beyond(struct comb_witness_maker *maker, struct plan *plan)
{
    const struct comb_witness_graph *graph = maker->graph;
    unsigned target = 1 + comb_witness_random_below(maker, 3), grown = 0;
    for (; grown < target; grown++) {
        unsigned found = COMB_WITNESS_NOWHERE, count = 0;
        for (unsigned cell = 0; cell < graph->cells; cell++) {
            bool touches = false;
            for (unsigned side = 0; side < 4; side++) {
                unsigned next = graph->cell_next[cell][side];
                if (next != COMB_WITNESS_NOWHERE)
                    touches |= grown == 0 ? maker->region[next] == plan->region : plan->beyond[next];
            }
            if (maker->region[cell] != plan->region && !plan->beyond[cell] && touches &&
                comb_witness_random_below(maker, ++count) == 0)
                found = cell;
        }
        if (found == COMB_WITNESS_NOWHERE)
            break;
        plan->beyond[found] = true;
        plan->owner[found] = UNASSIGNED;
    }
    return grown;
}

/* ---- shapes ---- */

/* Returns the column with which a piece begins: on a pillar the one after a column without its cells. */
static unsigned first_column(const struct comb_witness_maker *maker, const uint8_t *owner, uint8_t piece)
{
    bool has[COMB_WITNESS_MAX_SIDE] = {false};
    for (unsigned cell = 0; cell < maker->graph->cells; cell++)
        has[cell % maker->width] |= owner[cell] == piece;
    for (unsigned x = 0; x < maker->width && maker->pillar; x++)
        if (!has[x] && has[(x + 1) % maker->width])
            return (x + 1) % maker->width;
    return 0;
}

/* Makes the shape of the piece's cells, in a tight box. */
static void shape_of(struct comb_witness_shape *shape, const struct comb_witness_maker *maker, const uint8_t *owner,
                     uint8_t piece)
{
    unsigned left = maker->width, right = 0, top = maker->height, bottom = 0;
    unsigned turn = maker->width - first_column(maker, owner, piece);
    for (unsigned cell = 0; cell < maker->graph->cells; cell++) {
        unsigned x = (cell % maker->width + turn) % maker->width, y = cell / maker->width;
        if (owner[cell] != piece)
            continue;
        left = x < left ? x : left;
        right = x + 1 > right ? x + 1 : right;
        top = y < top ? y : top;
        bottom = y + 1;
    }
    assert(left < right && top < bottom); /* every piece has a cell */
    *shape = (struct comb_witness_shape){.width = (uint8_t)(right - left), .height = (uint8_t)(bottom - top)};
    for (unsigned cell = 0; cell < maker->graph->cells; cell++)
        if (owner[cell] == piece)
            shape->rows[cell / maker->width - top] |=
                (uint16_t)(1U << ((cell % maker->width + turn) % maker->width - left));
}

void comb_witness_random_piece(struct comb_witness_maker *maker, struct comb_witness_shape *shape)
{
    unsigned rows[4] = {0}, size = 1 + comb_witness_random_below(maker, MAX_PIECE - 1), x = 0, y = 0;
    rows[0] = 1;
    for (unsigned i = 1; i < size; i++) {
        if (comb_witness_random_bool(maker, 0.5) && x < 3)
            x++;
        else if (y < 3)
            y++;
        rows[y] |= 1U << x;
    }
    *shape = (struct comb_witness_shape){.width = (uint8_t)(x + 1), .height = (uint8_t)(y + 1)};
    for (unsigned i = 0; i <= y; i++)
        shape->rows[i] = (uint16_t)rows[i];
}

/* ---- symbols ---- */

static unsigned symbol_cell(struct comb_witness_maker *maker, unsigned region)
{
    unsigned found = COMB_WITNESS_NOWHERE, count = 0;
    for (unsigned cell = 0; cell < maker->graph->cells; cell++)
        if (maker->region[cell] == region && is_empty(maker, cell) && comb_witness_random_below(maker, ++count) == 0)
            found = cell;
    return found;
}

static void place_symbol(struct comb_witness_maker *maker, const struct plan *plan, unsigned piece)
{
    struct comb_witness_shape *shape = &maker->panel->shapes[maker->panel->shape_count++];
    bool blue = piece == 0;
    uint8_t beyond[COMB_WITNESS_MAX_CELLS];
    for (unsigned cell = 0; cell < maker->graph->cells; cell++)
        beyond[cell] = plan->beyond[cell];
    shape_of(shape, maker, blue ? beyond : plan->owner, (uint8_t)(blue ? 1 : piece));
    bool free = comb_witness_random_bool(maker, 0.35) && comb_witness_shape_size(shape) > 1;
    for (unsigned turns = free ? comb_witness_random_below(maker, 4) : 0; turns > 0; turns--)
        *shape = comb_witness_shape_turned(shape);
    unsigned cell = symbol_cell(maker, plan->region);
    assert(cell != COMB_WITNESS_NOWHERE); /* no more pieces than empty cells */
    maker->panel
        ->places[2 * (cell % maker->width) + 1 + comb_witness_columns(maker->panel) * (2 * (cell / maker->width) + 1)] =
        (struct comb_witness_thing){.kind = COMB_WITNESS_POLYOMINO, .negative = blue, .free = free, .shape = shape};
}

/* Removes every symbol whose shape is beyond the first `shapes`. */
static void remove_symbols(struct comb_witness_maker *maker, size_t shapes)
{
    assert(shapes <= maker->panel->shape_count);
    for (unsigned i = 0; i < comb_witness_columns(maker->panel) * comb_witness_rows(maker->panel); i++)
        if (maker->panel->places[i].shape && maker->panel->places[i].shape >= maker->panel->shapes + shapes)
            maker->panel->places[i] = (struct comb_witness_thing){0};
    maker->panel->shape_count = shapes;
}

int comb_witness_make_pieces(struct comb_witness_maker *maker, int *left, bool blue, struct comb_error *err)
{
    struct plan plan = {.region = comb_witness_random_below(maker, maker->regions)};
    unsigned empty, cells = count_cells(maker, plan.region, &empty);
    unsigned symbols = empty > blue ? empty - blue : 0;
    unsigned max = blue                           ? 2 + comb_witness_random_below(maker, 2)
                   : (unsigned)*left < MAX_SHARES ? (unsigned)*left
                                                  : MAX_SHARES;
    max = max < symbols ? max : symbols;
    if (maker->region_pieces[plan.region] || cells > MAX_REGION || max == 0 || cells > max * LARGEST_PIECE)
        return COMB_NO;
    for (unsigned cell = 0; cell < maker->graph->cells; cell++)
        plan.owner[cell] = maker->region[cell] == plan.region ? UNASSIGNED : 0;
    unsigned beyond = blue ? grow_beyond(maker, &plan) : 0;
    if ((blue && beyond == 0) || !divide_cells(maker, &plan, cells + beyond, max))
        return COMB_NO;
    size_t shapes = maker->panel->shape_count;
    for (unsigned piece = blue ? 0 : 1; piece <= plan.pieces; piece++)
        place_symbol(maker, &plan, piece);
    int code = comb_witness_make_check(maker, err);
    if (code != COMB_OK) {
        remove_symbols(maker, shapes);
        return code;
    }
    maker->region_pieces[plan.region] = true;
    *left -= blue ? 1 : (int)plan.pieces;
    return COMB_OK;
}
