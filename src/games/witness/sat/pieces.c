/* Encodes yellow pieces: a tiling of the regions that have some.
 *
 *     T  T  T | .         a piece is placed exactly once, all of its cells in the region of its symbol; a cell is
 *     I  T  I | .         covered at most once, and exactly once unless its region has no piece (label `bare`) or a
 *     I -----+  .         blue one (label `blue`: the region checker decides these)
 *     I  .  .  .
 *
 * For each piece and cell there is a literal "covers", for each placement one variable, and a ladder "the first cell
 * of the piece is at most k", which makes the placement unique. Equal pieces of one region are interchangeable;
 * their ladders require that the one whose symbol comes first is placed first. */
#include "games/witness/sat/model.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct placement {
    bool wide; /* goes all around a pillar */
    int variable;
    unsigned first; /* cell */
    struct comb_witness_cells cells;
};

struct piece {
    const struct comb_sat_symbol *symbol;
    unsigned size;
    int ladder;                         /* variable of cell 0 */
    int covers[COMB_WITNESS_MAX_CELLS]; /* literals */
    struct COMB_VEC(struct placement) placements;
};

struct tiling {
    struct comb_sat_line *model;
    struct COMB_VEC(struct piece) pieces;
    int bare; /* label */
};

/* ---- placements of a piece ---- */

struct offset {
    int x, y;
};

static unsigned read_shape(struct offset *offsets, const struct comb_witness_shape *shape)
{
    unsigned count = 0;
    for (int y = 0; y < shape->height; y++)
        for (int x = 0; x < shape->width; x++)
            if (shape->rows[y] >> x & 1)
                offsets[count++] = (struct offset){x, y};
    return count;
}

static void turn(struct offset *offsets, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        offsets[i] = (struct offset){-offsets[i].y, offsets[i].x};
}

/* Computes the cells if the box corner is at (x, y); false if one of them does not exist. */
static bool make_placement(struct placement *out, const struct comb_sat_line *model, const struct offset *offsets,
                           unsigned count, struct offset by)
{
    const struct comb_witness_panel *panel = model->graph->panel;
    *out = (struct placement){.first = COMB_WITNESS_NOWHERE};
    int left = offsets[0].x, right = offsets[0].x;
    for (unsigned i = 0; i < count; i++) {
        int x = offsets[i].x + by.x, y = offsets[i].y + by.y;
        left = offsets[i].x < left ? offsets[i].x : left;
        right = offsets[i].x > right ? offsets[i].x : right;
        if (panel->pillar)
            x = (x + COMB_WITNESS_SHAPE_SIDE * (int)panel->width) % (int)panel->width;
        if (x < 0 || y < 0 || x >= (int)panel->width || y >= (int)panel->height)
            return false;
        unsigned cell = (unsigned)x + panel->width * (unsigned)y;
        if (!model->inside[cell] || comb_bit_test(out->cells.words, cell)) /* it meets itself around a pillar */
            return false;
        comb_bit_set(out->cells.words, cell);
        if (cell < out->first)
            out->first = cell;
    }
    assert(out->first != COMB_WITNESS_NOWHERE);
    out->wide = panel->pillar && right - left + 1 >= (int)panel->width;
    return true;
}

static bool is_duplicate(const struct piece *piece, const struct placement *placement, size_t from)
{
    for (size_t i = 0; i < from; i++)
        if (piece->placements.items[i].first == placement->first &&
            memcmp(&piece->placements.items[i].cells, &placement->cells, sizeof placement->cells) == 0)
            return true;
    return false;
}

static void find_placements(struct comb_sat_line *model, struct piece *piece)
{
    struct offset offsets[COMB_WITNESS_SHAPE_SIDE * COMB_WITNESS_SHAPE_SIDE];
    const struct comb_witness_thing *thing = piece->symbol->thing;
    const int reach = COMB_WITNESS_SHAPE_SIDE;
    bool pillar = model->graph->panel->pillar;
    piece->size = read_shape(offsets, thing->shape);
    assert(piece->size > 0);
    for (unsigned turns = 0; turns < (thing->free ? 4 : 1); turns++) {
        size_t before = piece->placements.count;
        for (int y = -reach; y < (int)model->graph->panel->height + reach; y++)
            for (int x = pillar ? 0 : -reach; x < (int)model->graph->panel->width + (pillar ? 0 : reach); x++) {
                struct placement placement;
                if (!make_placement(&placement, model, offsets, piece->size, (struct offset){x, y}) ||
                    is_duplicate(piece, &placement, pillar ? piece->placements.count : before))
                    continue;
                placement.variable = comb_sat_line_variable(model);
                model->failed |= !comb_vec_push(&piece->placements, placement);
            }
        turn(offsets, piece->size);
    }
}

/* ---- one piece ---- */

/* Under `game` the line may not run through a piece. (Around a pillar it may run through the seam of a piece that goes
 * all around: those are left to the region checker.) */
static void forbid_line_through(struct comb_sat_line *model, const struct placement *placement)
{
    const struct comb_witness_graph *graph = model->graph;
    if (placement->wide)
        return;
    for (unsigned edge = 0; edge < graph->edges; edge++) {
        unsigned a = graph->edge_cell[edge][0], b = graph->edge_cell[edge][1];
        if (a != COMB_WITNESS_NOWHERE && b != COMB_WITNESS_NOWHERE && comb_bit_test(placement->cells.words, a) &&
            comb_bit_test(placement->cells.words, b))
            comb_sat_line_add(model, -placement->variable, -model->used[edge]);
    }
}

static void add_ladder(struct comb_sat_line *model, const struct piece *piece)
{
    unsigned cells = model->graph->cells;
    for (unsigned cell = 0; cell + 1 < cells; cell++)
        comb_sat_line_add(model, -(piece->ladder + (int)cell), piece->ladder + (int)cell + 1);
    for (size_t i = 0; i < piece->placements.count; i++) {
        const struct placement *placement = &piece->placements.items[i];
        comb_sat_line_add(model, -placement->variable, piece->ladder + (int)placement->first);
        if (placement->first > 0)
            comb_sat_line_add(model, -placement->variable, -(piece->ladder + (int)placement->first - 1));
        for (size_t j = 0; j < i; j++)
            if (piece->placements.items[j].first == placement->first)
                comb_sat_line_add(model, -placement->variable, -piece->placements.items[j].variable);
    }
}

static void cover_cell(struct comb_sat_line *model, struct piece *piece, unsigned cell, int *clause)
{
    size_t count = 0;
    for (size_t i = 0; i < piece->placements.count; i++)
        if (comb_bit_test(piece->placements.items[i].cells.words, cell))
            clause[++count] = piece->placements.items[i].variable;
    piece->covers[cell] = count > 0 ? comb_sat_line_variable(model) : -model->truth;
    if (count == 0)
        return;
    for (size_t i = 1; i <= count; i++)
        comb_sat_line_add(model, -clause[i], piece->covers[cell]);
    clause[0] = -piece->covers[cell];
    comb_sat_line_clause(model, clause, count + 1);
    comb_sat_line_add(model, -piece->covers[cell], comb_sat_line_at(model, piece->symbol->label, cell));
}

/* Returns the literal: the region of the cell has a blue piece. */
static int blue_at(const struct comb_sat_line *model, unsigned cell)
{
    return model->blue < 0 ? -model->truth : comb_sat_line_at(model, model->blue, cell);
}

static void place_piece(struct comb_sat_line *model, struct piece *piece)
{
    size_t count = piece->placements.count;
    int *clause = malloc((count + 2) * sizeof *clause);
    piece->ladder = comb_sat_variables(model->sat, model->graph->cells);
    if (!clause || !piece->ladder) {
        model->failed = true;
        free(clause);
        return;
    }
    int blue = blue_at(model, piece->symbol->place);
    for (size_t i = 0; i < count; i++) {
        clause[i] = piece->placements.items[i].variable;
        comb_sat_line_add(model, -clause[i], piece->symbol->kept);
        comb_sat_line_add(model, -clause[i], -blue);
        if (model->task->rules.set == COMB_WITNESS_GAME)
            forbid_line_through(model, &piece->placements.items[i]);
    }
    clause[count] = -piece->symbol->kept;
    clause[count + 1] = blue;
    comb_sat_line_clause(model, clause, count + 2);
    add_ladder(model, piece);
    for (unsigned cell = 0; cell < model->graph->cells; cell++)
        cover_cell(model, piece, cell, clause);
    free(clause);
}

/* ---- all pieces ---- */

static void tile_cell(const struct tiling *tiling, unsigned cell)
{
    struct comb_sat_line *model = tiling->model;
    int clause[COMB_WITNESS_MAX_CELLS + 2];
    unsigned count = 0;
    assert(tiling->pieces.count <= COMB_WITNESS_MAX_CELLS);
    int bare = comb_sat_line_at(model, tiling->bare, cell), blue = blue_at(model, cell);
    for (size_t i = 0; i < tiling->pieces.count; i++) {
        const struct piece *piece = &tiling->pieces.items[i];
        int near = comb_sat_line_at(model, piece->symbol->label, cell);
        comb_sat_line_add(model, -bare, -near, -piece->symbol->kept, blue);
        if (piece->covers[cell] == -model->truth)
            continue;
        comb_sat_line_add(model, -bare, -piece->covers[cell]);
        clause[count++] = piece->covers[cell];
    }
    comb_sat_line_count(model, model->truth, clause, count, 0, 1);
    clause[count++] = bare;
    clause[count++] = blue;
    comb_sat_line_clause(model, clause, count);
}

static bool same_kind(const struct piece *a, const struct piece *b)
{
    if (a->size != b->size || a->placements.count != b->placements.count)
        return false;
    for (size_t i = 0; i < a->placements.count; i++)
        if (memcmp(&a->placements.items[i].cells, &b->placements.items[i].cells, sizeof a->placements.items[i].cells) !=
            0)
            return false;
    return true;
}

static void order_pair(struct comb_sat_line *model, const struct piece *a, const struct piece *b)
{
    int same = comb_sat_line_at(model, a->symbol->label, b->symbol->place);
    int both = comb_sat_line_both(model, comb_sat_line_both(model, same, a->symbol->kept), b->symbol->kept);
    comb_sat_line_add(model, -both, -b->ladder);
    for (int cell = 1; cell < (int)model->graph->cells; cell++)
        comb_sat_line_add(model, -both, -(b->ladder + cell), a->ladder + cell - 1);
}

/* Without elimination marks and blue pieces every piece covers its cells, so the number of bare cells is known. */
static void count_bare(const struct tiling *tiling)
{
    struct comb_sat_line *model = tiling->model;
    int literals[COMB_WITNESS_MAX_CELLS];
    unsigned cells = 0;
    long covered = 0;
    for (size_t i = 0; i < tiling->pieces.count; i++)
        covered += tiling->pieces.items[i].size;
    for (unsigned cell = 0; cell < model->graph->cells; cell++)
        if (model->inside[cell])
            literals[cells++] = comb_sat_line_at(model, tiling->bare, cell);
    comb_sat_line_count(model, model->truth, literals, cells, (long)cells - covered, (long)cells - covered);
}

static void tile(struct tiling *tiling)
{
    struct comb_sat_line *model = tiling->model;
    tiling->bare = comb_sat_line_label(model, COMB_WITNESS_NOWHERE);
    for (size_t i = 0; i < tiling->pieces.count && !model->failed; i++) {
        find_placements(model, &tiling->pieces.items[i]);
        if (!model->failed)
            place_piece(model, &tiling->pieces.items[i]);
    }
    if (model->failed)
        return;
    for (unsigned cell = 0; cell < model->graph->cells; cell++)
        if (model->inside[cell])
            tile_cell(tiling, cell);
    for (size_t j = 0; j < tiling->pieces.count; j++)
        for (size_t i = 0; i < j; i++)
            if (same_kind(&tiling->pieces.items[i], &tiling->pieces.items[j]))
                order_pair(model, &tiling->pieces.items[i], &tiling->pieces.items[j]);
    if (model->blue < 0 && model->eliminations == 0)
        count_bare(tiling);
}

static void label_blue(struct comb_sat_line *model)
{
    model->blue = -1;
    for (size_t i = 0; i < model->symbols.count; i++) {
        const struct comb_sat_symbol *symbol = &model->symbols.items[i];
        if (symbol->thing->kind != COMB_WITNESS_POLYOMINO || !symbol->thing->negative)
            continue;
        if (model->blue < 0)
            model->blue = comb_sat_line_label(model, COMB_WITNESS_NOWHERE);
        if (model->blue < 0)
            return;
        struct comb_sat_label *label = &model->labels.items[model->blue];
        label->has_sources = true;
        comb_bit_set(label->sources.words, symbol->place);
        comb_sat_line_add(model, comb_sat_line_at(model, model->blue, symbol->place));
    }
}

void comb_sat_line_pieces(struct comb_sat_line *model)
{
    struct tiling tiling = {.model = model};
    label_blue(model);
    for (size_t i = 0; i < model->symbols.count && !model->failed; i++) {
        const struct comb_sat_symbol *symbol = &model->symbols.items[i];
        const struct comb_witness_thing *thing = symbol->thing;
        if (thing->kind == COMB_WITNESS_POLYOMINO && !thing->negative && comb_witness_shape_size(thing->shape) > 0)
            model->failed |= !comb_vec_push(&tiling.pieces, (struct piece){.symbol = symbol});
    }
    if (tiling.pieces.count > 0 && !model->failed)
        tile(&tiling);
    for (size_t i = 0; i < tiling.pieces.count; i++)
        comb_vec_free(&tiling.pieces.items[i].placements);
    comb_vec_free(&tiling.pieces);
}
