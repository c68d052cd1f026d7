/* Pieces that fill a region: its cells are shared out among a few connected pieces, so that they fit by construction.
 *
 *     +---+---+---+        +---+---+---+        With a blue piece the cells to be shared out are those of the region
 *     | a   a | b |        | a   a | b |        and a few beyond it (x): the yellow pieces cover both, the blue one
 *     +---+   +   +   or   +---+   +   +---+    takes the x away again.
 *     | c | a | b |        | c | a | b   x |
 *     +---+---+---+        +---+---+---+---+
 *
 * A piece does not grow across the line, except onto cells that the blue one takes away: the rules of the game itself
 * ask for that. The signs then go into cells of the region that have none. */
#include "games/witness/make_parts.h"

#include <assert.h>
#include <string.h>

enum { MOST_SHARES = 6, MOST_PIECE = 5, LARGEST_PIECE = 8, MOST_REGION = 16 };

struct plan {
    unsigned region;
    uint8_t share[COMB_WITNESS_MOST_CELLS]; /* by cell: 0 none, TO_SHARE, or the number of its piece from 1 */
    bool beyond[COMB_WITNESS_MOST_CELLS];   /* taken away by the blue piece */
    unsigned pieces;
};

enum { TO_SHARE = 255 };

static bool is_empty(const struct comb_witness_maker *maker, unsigned cell)
{
    return comb_witness_at(maker->panel, 2 * (cell % maker->width) + 1, 2 * (cell / maker->width) + 1)->kind ==
           COMB_WITNESS_EMPTY;
}

/* Cells of a region, and those of them without a symbol. */
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

/* A cell to share that touches the piece, by chance; or, for a new piece, one with few neighbours to share. */
static unsigned next_cell(struct comb_witness_maker *maker, const struct plan *plan, unsigned piece)
{
    unsigned found = COMB_WITNESS_NOWHERE, count = 0;
    for (unsigned cell = 0; cell < maker->graph->cells; cell++) {
        bool touches = piece == 0;
        for (unsigned side = 0; side < 4 && !touches; side++)
            touches = joined(maker, plan, cell, side) && plan->share[maker->graph->cell_next[cell][side]] == piece;
        if (plan->share[cell] == TO_SHARE && touches && comb_witness_pick(maker, ++count) == 0)
            found = cell;
    }
    return found;
}

/* False when it takes more pieces than `most`. */
static bool share_out(struct comb_witness_maker *maker, struct plan *plan, unsigned cells, unsigned most)
{
    assert(most > 0);
    unsigned usual = (cells + most - 1) / most + 1;
    plan->pieces = 0;
    for (unsigned cell = next_cell(maker, plan, 0); cell != COMB_WITNESS_NOWHERE; cell = next_cell(maker, plan, 0)) {
        if (plan->pieces == most)
            return false;
        unsigned size = most == 1 ? cells : usual + comb_witness_pick(maker, 2);
        uint8_t piece = (uint8_t)++plan->pieces;
        plan->share[cell] = piece;
        for (unsigned i = 1; i < size && i < LARGEST_PIECE; i++) {
            unsigned more = next_cell(maker, plan, piece);
            if (more == COMB_WITNESS_NOWHERE)
                break;
            plan->share[more] = piece;
        }
    }
    return plan->pieces > 0;
}

/* One to three cells beyond the region, in one piece that touches it. */
static unsigned grow_beyond(struct comb_witness_maker *maker, struct plan *plan)
{
    const struct comb_witness_graph *graph = maker->graph;
    unsigned wanted = 1 + comb_witness_pick(maker, 3), grown = 0;
    for (; grown < wanted; grown++) {
        unsigned found = COMB_WITNESS_NOWHERE, count = 0;
        for (unsigned cell = 0; cell < graph->cells; cell++) {
            bool touches = false;
            for (unsigned side = 0; side < 4; side++) {
                unsigned next = graph->cell_next[cell][side];
                if (next != COMB_WITNESS_NOWHERE)
                    touches |= grown == 0 ? maker->region[next] == plan->region : plan->beyond[next];
            }
            if (maker->region[cell] != plan->region && !plan->beyond[cell] && touches &&
                comb_witness_pick(maker, ++count) == 0)
                found = cell;
        }
        if (found == COMB_WITNESS_NOWHERE)
            break;
        plan->beyond[found] = true;
        plan->share[found] = TO_SHARE;
    }
    return grown;
}

/* ---- shapes ---- */

static void turn(struct comb_witness_shape *shape)
{
    struct comb_witness_shape turned = {.width = shape->height, .height = shape->width};
    for (unsigned y = 0; y < shape->height; y++)
        for (unsigned x = 0; x < shape->width; x++)
            if (shape->rows[y] >> x & 1)
                turned.rows[x] |= (uint16_t)(1U << (shape->height - 1 - y));
    *shape = turned;
}

/* The cells for which `is_in` holds, in a box without margins. */
static void shape_of(struct comb_witness_shape *shape, const struct comb_witness_maker *maker, const uint8_t *share,
                     uint8_t piece)
{
    unsigned left = maker->width, right = 0, top = maker->height, bottom = 0;
    for (unsigned cell = 0; cell < maker->graph->cells; cell++) {
        unsigned x = cell % maker->width, y = cell / maker->width;
        if (share[cell] != piece)
            continue;
        left = x < left ? x : left;
        right = x + 1 > right ? x + 1 : right;
        top = y < top ? y : top;
        bottom = y + 1;
    }
    assert(left < right && top < bottom); /* every piece has a cell */
    *shape = (struct comb_witness_shape){.width = (uint8_t)(right - left), .height = (uint8_t)(bottom - top)};
    for (unsigned cell = 0; cell < maker->graph->cells; cell++)
        if (share[cell] == piece)
            shape->rows[cell / maker->width - top] |= (uint16_t)(1U << (cell % maker->width - left));
}

void comb_witness_random_piece(struct comb_witness_maker *maker, struct comb_witness_shape *shape)
{
    unsigned rows[4] = {0}, size = 1 + comb_witness_pick(maker, MOST_PIECE - 1), x = 0, y = 0;
    rows[0] = 1;
    for (unsigned i = 1; i < size; i++) {
        if (comb_witness_chance(maker, 0.5) && x < 3)
            x++;
        else if (y < 3)
            y++;
        rows[y] |= 1U << x;
    }
    *shape = (struct comb_witness_shape){.width = (uint8_t)(x + 1), .height = (uint8_t)(y + 1)};
    for (unsigned i = 0; i <= y; i++)
        shape->rows[i] = (uint16_t)rows[i];
}

/* ---- signs ---- */

static unsigned sign_cell(struct comb_witness_maker *maker, unsigned region)
{
    unsigned found = COMB_WITNESS_NOWHERE, count = 0;
    for (unsigned cell = 0; cell < maker->graph->cells; cell++)
        if (maker->region[cell] == region && is_empty(maker, cell) && comb_witness_pick(maker, ++count) == 0)
            found = cell;
    return found;
}

static void put_sign(struct comb_witness_maker *maker, const struct plan *plan, unsigned piece)
{
    struct comb_witness_shape *shape = &maker->panel->shapes[maker->panel->shape_count++];
    bool blue = piece == 0;
    uint8_t beyond[COMB_WITNESS_MOST_CELLS];
    for (unsigned cell = 0; cell < maker->graph->cells; cell++)
        beyond[cell] = plan->beyond[cell];
    shape_of(shape, maker, blue ? beyond : plan->share, (uint8_t)(blue ? 1 : piece));
    bool free = comb_witness_chance(maker, 0.35) && comb_witness_shape_size(shape) > 1;
    for (unsigned turns = free ? comb_witness_pick(maker, 4) : 0; turns > 0; turns--)
        turn(shape);
    unsigned cell = sign_cell(maker, plan->region);
    assert(cell != COMB_WITNESS_NOWHERE); /* no more pieces than empty cells */
    maker->panel
        ->places[2 * (cell % maker->width) + 1 + comb_witness_columns(maker->panel) * (2 * (cell / maker->width) + 1)] =
        (struct comb_witness_thing){.kind = COMB_WITNESS_POLYOMINO, .negative = blue, .free = free, .shape = shape};
}

/* Everything that points to a shape beyond the first `shapes` is taken off again. */
static void take_back(struct comb_witness_maker *maker, size_t shapes)
{
    assert(shapes <= maker->panel->shape_count);
    for (unsigned i = 0; i < comb_witness_columns(maker->panel) * comb_witness_rows(maker->panel); i++)
        if (maker->panel->places[i].shape && maker->panel->places[i].shape >= maker->panel->shapes + shapes)
            maker->panel->places[i] = (struct comb_witness_thing){0};
    maker->panel->shape_count = shapes;
}

int comb_witness_make_pieces(struct comb_witness_maker *maker, int *left, bool blue, struct comb_error *err)
{
    struct plan plan = {.region = comb_witness_pick(maker, maker->regions)};
    unsigned empty, cells = count_cells(maker, plan.region, &empty);
    unsigned signs = empty > blue ? empty - blue : 0;
    unsigned most = blue                            ? 2 + comb_witness_pick(maker, 2)
                    : (unsigned)*left < MOST_SHARES ? (unsigned)*left
                                                    : MOST_SHARES;
    most = most < signs ? most : signs;
    if (maker->region_pieces[plan.region] || cells > MOST_REGION || most == 0 || cells > most * LARGEST_PIECE)
        return COMB_NO;
    for (unsigned cell = 0; cell < maker->graph->cells; cell++)
        plan.share[cell] = maker->region[cell] == plan.region ? TO_SHARE : 0;
    unsigned beyond = blue ? grow_beyond(maker, &plan) : 0;
    if ((blue && beyond == 0) || !share_out(maker, &plan, cells + beyond, most))
        return COMB_NO;
    size_t shapes = maker->panel->shape_count;
    for (unsigned piece = blue ? 0 : 1; piece <= plan.pieces; piece++)
        put_sign(maker, &plan, piece);
    int code = comb_witness_make_check(maker, err);
    if (code != COMB_OK) {
        take_back(maker, shapes);
        return code;
    }
    maker->region_pieces[plan.region] = true;
    *left -= blue ? 1 : (int)plan.pieces;
    return COMB_OK;
}
