/* The board of the search: the graph restricted to where a line may go at all, the symbols as the bounds count them,
 * and random numbers for the keys of states. Built once per search and shared by its threads. */
#include "games/witness/search/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- where the line may go ---- */

static bool dot_accepts(const struct comb_witness_thing *thing, uint8_t colour)
{
    return !comb_witness_has_dot(thing) || thing->colour == COMB_WITNESS_NO_COLOUR ||
           colour == COMB_WITNESS_NO_COLOUR || thing->colour == colour;
}

static bool node_allows(const struct comb_search_board *board, unsigned node)
{
    const struct comb_witness_graph *graph = board->graph;
    unsigned mirror = graph->node_mirror[node];
    if (!dot_accepts(graph->on_node[node], graph->panel->line_colours[0]))
        return false;
    return !board->symmetric || (mirror != node && dot_accepts(graph->on_node[mirror], graph->panel->line_colours[1]));
}

static bool edge_allows(const struct comb_search_board *board, unsigned edge)
{
    const struct comb_witness_graph *graph = board->graph;
    unsigned mirror = graph->edge_mirror[edge];
    const uint16_t *ends = graph->edge_node[edge];
    if (!graph->edge_open[edge] || !dot_accepts(graph->on_edge[edge], graph->panel->line_colours[0]) ||
        !node_allows(board, ends[0]) || !node_allows(board, ends[1]))
        return false;
    return !board->symmetric || (mirror != edge && graph->edge_open[mirror] &&
                                 dot_accepts(graph->on_edge[mirror], graph->panel->line_colours[1]));
}

/* Returns whether the line may cover half of an edge, up to a node. */
static bool half_allowed(const struct comb_search_board *board, const struct comb_witness_task *task, unsigned half,
                         unsigned node)
{
    const struct comb_witness_graph *graph = board->graph;
    unsigned mirror = graph->edge_mirror[half], kind = graph->on_edge[mirror]->kind;
    bool closed = task->closed && (comb_bit_test(task->closed->words, half) ||
                                   (board->symmetric && comb_bit_test(task->closed->words, mirror)));
    if (closed || !node_allows(board, node) || graph->on_node[node]->kind == COMB_WITNESS_ABSENT ||
        !dot_accepts(graph->on_edge[half], graph->panel->line_colours[0]))
        return false;
    return !board->symmetric || (mirror != half && kind != COMB_WITNESS_GAP && kind != COMB_WITNESS_ABSENT &&
                                 graph->on_node[graph->node_mirror[node]]->kind != COMB_WITNESS_ABSENT &&
                                 dot_accepts(graph->on_edge[mirror], graph->panel->line_colours[1]));
}

static void add_half(struct comb_search_board *board, const struct comb_witness_task *task, unsigned half,
                     unsigned node)
{
    if (half == COMB_WITNESS_NOWHERE)
        return;
    board->impossible |= !half_allowed(board, task, half, node);
    comb_bit_set(board->halves.words, half);
    if (board->symmetric)
        comb_bit_set(board->halves.words, board->graph->edge_mirror[half]);
}

/* Edges at whose middle the line starts or ends are not passed, and they separate no cells. */
static void set_part(struct comb_search_board *board, const struct comb_witness_task *task)
{
    const struct comb_witness_part none = {COMB_WITNESS_NOWHERE, COMB_WITNESS_NOWHERE, COMB_WITNESS_NOWHERE,
                                           COMB_WITNESS_NOWHERE};
    board->part = task->part ? *task->part : none;
    add_half(board, task, board->part.start_half, board->part.start);
    add_half(board, task, board->part.end_half, board->part.end);
    if (board->symmetric && board->part.start_half != COMB_WITNESS_NOWHERE)
        board->impossible |= board->graph->edge_mirror[board->part.start_half] == board->part.end_half;
    assert(board->part.start_half != board->part.end_half || board->part.start_half == COMB_WITNESS_NOWHERE);
    if (board->backward)
        board->part = (struct comb_witness_part){board->part.end, board->part.end_half, board->part.start,
                                                 board->part.start_half};
}

static void set_edges(struct comb_search_board *board, const struct comb_witness_task *task)
{
    const struct comb_witness_graph *graph = board->graph;
    for (unsigned edge = 0; edge < graph->edges; edge++) {
        unsigned mirror = graph->edge_mirror[edge];
        assert(graph->edge_mirror[mirror] == edge);
        bool closed = task->closed && (comb_bit_test(task->closed->words, edge) ||
                                       (board->symmetric && comb_bit_test(task->closed->words, mirror)));
        bool image = board->symmetric && task->needed && comb_bit_test(task->needed->words, mirror);
        board->line_may_use[edge] =
            edge_allows(board, edge) && !closed && !image && !comb_bit_test(board->halves.words, edge);
    }
    for (unsigned edge = 0; edge < graph->edges; edge++) {
        bool half = comb_bit_test(board->halves.words, edge);
        bool needed = !half && task->needed && comb_bit_test(task->needed->words, edge);
        bool may = board->line_may_use[edge] || (board->symmetric && board->line_may_use[graph->edge_mirror[edge]]);
        board->first[edge] = needed ? USED : may ? MAYBE : DEAD;
        board->impossible = board->impossible || (needed && !board->line_may_use[edge]);
    }
}

/* Returns whether the mirror image of every line is a line as well, so that starts on one half are enough. */
static bool halves_equivalent(const struct comb_search_board *board, const struct comb_witness_task *task)
{
    const struct comb_witness_graph *graph = board->graph;
    if (!board->one_of_two || board->part.start_half != COMB_WITNESS_NOWHERE ||
        board->part.end_half != COMB_WITNESS_NOWHERE)
        return false;
    for (unsigned node = 0; node < graph->nodes; node++) {
        const struct comb_witness_thing *here = graph->on_node[node], *there = graph->on_node[graph->node_mirror[node]];
        if (comb_witness_is_start(here) != comb_witness_is_start(there) ||
            comb_witness_is_end(here) != comb_witness_is_end(there))
            return false;
    }
    for (unsigned edge = 0; edge < graph->edges; edge++)
        if (board->line_may_use[edge] != board->line_may_use[graph->edge_mirror[edge]] ||
            (task->needed && comb_bit_test(task->needed->words, edge)))
            return false;
    return true;
}

static void set_ends(struct comb_search_board *board, const struct comb_witness_task *task)
{
    const struct comb_witness_graph *graph = board->graph;
    bool half = halves_equivalent(board, task);
    for (unsigned node = 0; node < graph->nodes; node++) {
        unsigned mirror = graph->node_mirror[node];
        bool allowed = !board->symmetric || mirror != node;
        bool start = comb_witness_is_start(graph->on_node[node]) && (!half || node < mirror);
        bool end = comb_witness_is_end(graph->on_node[node]), first = board->backward ? end : start;
        bool last = board->backward ? start : end;
        if (board->part.start_half != COMB_WITNESS_NOWHERE)
            first = node == board->part.start;
        if (board->part.end_half != COMB_WITNESS_NOWHERE)
            last = node == board->part.end;
        if (allowed && first)
            board->starts[board->start_count++] = (uint16_t)node;
        board->line_end[node] = allowed && last;
    }
    for (unsigned node = 0; node < graph->nodes; node++)
        board->either_end[node] = board->line_end[node] || board->line_end[graph->node_mirror[node]];
    assert(board->start_count <= graph->nodes);
    if (board->impossible)
        board->start_count = 0;
}

/* ---- cells ---- */

static void set_cells(struct comb_search_board *board)
{
    const struct comb_witness_graph *graph = board->graph;
    for (unsigned cell = 0; cell < graph->cells; cell++)
        board->solid[cell] = comb_bit_test(board->surface.cells.words, cell);
    for (unsigned cell = 0; cell < graph->cells; cell++)
        for (unsigned side = 0; side < 4; side++) {
            unsigned next = graph->cell_next[cell][side];
            bool there = next != COMB_WITNESS_NOWHERE && board->solid[next];
            board->cell_next[cell][side] = there ? (uint16_t)next : COMB_WITNESS_NOWHERE;
        }
    for (unsigned edge = 0; edge < graph->edges; edge++)
        for (unsigned i = 0; i < 2; i++) {
            unsigned cell = graph->edge_cell[edge][i];
            bool there = cell != COMB_WITNESS_NOWHERE && board->solid[cell];
            board->edge_cell[edge][i] = there ? (uint16_t)cell : COMB_WITNESS_NOWHERE;
        }
}

/* Pairs of cells as bits, to flood many cells at once. */
static void set_pairs(struct comb_search_board *board)
{
    const struct comb_witness_graph *graph = board->graph;
    board->words = (graph->cells + 63) / 64;
    board->ways = graph->panel->pillar ? 3 : 2;
    for (unsigned cell = 0; cell < graph->cells; cell++)
        if (board->solid[cell])
            comb_bit_set(board->solid_cells.words, cell);
    for (unsigned edge = 0; edge < graph->edges; edge++) {
        const uint16_t *cells = board->edge_cell[edge];
        board->edge_pair[edge] = COMB_WITNESS_NOWHERE;
        if (cells[0] != COMB_WITNESS_NOWHERE && cells[1] != COMB_WITNESS_NOWHERE) {
            board->edge_pair[edge] = cells[0];
            board->edge_way[edge] = graph->cell_edge[cells[0]][COMB_WITNESS_DOWN] == edge ? DOWNWARD
                                    : cells[1] < cells[0]                                 ? AROUND
                                                                                          : RIGHTWARD;
            comb_bit_set(board->pairs[board->edge_way[edge]].words, cells[0]);
        } else if (cells[0] != COMB_WITNESS_NOWHERE || cells[1] != COMB_WITNESS_NOWHERE) {
            board->rim[board->rim_count++] = (uint16_t)edge;
        }
    }
    assert(board->words <= CELL_WORDS && board->rim_count <= graph->edges);
}

/* ---- symbols ---- */

static unsigned census_colour(const struct comb_search_board *board, const struct comb_witness_thing *thing)
{
    bool written = board->rules.set == COMB_WITNESS_GAME && thing->colour != COMB_WITNESS_NO_COLOUR;
    switch ((enum comb_witness_kind)thing->kind) {
    case COMB_WITNESS_SQUARE:
    case COMB_WITNESS_STAR:
        return thing->colour;
    case COMB_WITNESS_POLYOMINO:
        if (board->rules.set == COMB_WITNESS_GAME && comb_witness_shape_size(thing->shape) == 0)
            return COMB_WITNESS_NO_COLOUR;
        return written ? thing->colour : thing->negative ? COMB_WITNESS_BLUE : COMB_WITNESS_YELLOW;
    case COMB_WITNESS_TRIANGLE:
        return written ? thing->colour : COMB_WITNESS_ORANGE;
    case COMB_WITNESS_ELIMINATION: /* under other rules it counts at most while nothing has to be eliminated */
        return board->rules.set == COMB_WITNESS_WINDMILL ? COMB_WITNESS_WHITE : COMB_WITNESS_NO_COLOUR;
    case COMB_WITNESS_EMPTY:
    case COMB_WITNESS_ABSENT:
    case COMB_WITNESS_START:
    case COMB_WITNESS_END:
    case COMB_WITNESS_GAP:
    case COMB_WITNESS_DOT:
        return COMB_WITNESS_NO_COLOUR;
    }
    return COMB_WITNESS_NO_COLOUR;
}

/* Only colours of squares and stars get a tint: a star counts only its own. tints[no colour] stays without. */
static void number_tints(struct comb_search_board *board, uint8_t *tints)
{
    memset(tints, NO_TINT, COMB_WITNESS_COLOURS);
    for (unsigned cell = 0; cell < board->graph->cells; cell++) {
        const struct comb_witness_thing *thing = board->graph->on_cell[cell];
        bool coloured = thing->kind == COMB_WITNESS_SQUARE || thing->kind == COMB_WITNESS_STAR;
        if (board->solid[cell] && coloured && thing->colour != COMB_WITNESS_NO_COLOUR &&
            tints[thing->colour] == NO_TINT)
            tints[thing->colour] = (uint8_t)board->tints++;
    }
    assert(board->tints < COMB_WITNESS_COLOURS);
}

static void set_piece(struct comb_search_board *board, struct comb_search_symbol *symbol,
                      const struct comb_witness_thing *thing)
{
    assert(thing->shape);
    unsigned size = comb_witness_shape_size(thing->shape);
    if (size == 0 && board->rules.set == COMB_WITNESS_GAME)
        return;
    symbol->piece = true;
    *(thing->negative ? &symbol->blue : &symbol->yellow) = (uint16_t)size;
    symbol->blue_piece = thing->negative;
    board->pieces++;
    board->blues += thing->negative;
}

static void set_symbol(struct comb_search_board *board, const uint8_t *tints, unsigned cell)
{
    const struct comb_witness_thing *thing = board->graph->on_cell[cell];
    struct comb_search_symbol *symbol = &board->symbol[cell];
    uint8_t tint = tints[census_colour(board, thing)];
    *symbol = (struct comb_search_symbol){.square = NO_TINT, .star = NO_TINT, .census = tint, .triangle = NO_TRIANGLE};
    if (thing->kind != COMB_WITNESS_EMPTY)
        comb_bit_set(board->symbol_cells.words, cell);
    if (thing->kind == COMB_WITNESS_SQUARE)
        symbol->square = tint;
    if (thing->kind == COMB_WITNESS_STAR)
        symbol->star = tint;
    if (thing->kind == COMB_WITNESS_TRIANGLE) {
        bool none = thing->triangles == 0 && board->rules.set == COMB_WITNESS_WINDMILL;
        symbol->triangle = none ? 1 : thing->triangles;
        board->triangles[board->triangle_count++] = (uint16_t)cell;
    }
    if (thing->kind == COMB_WITNESS_ELIMINATION) {
        symbol->elimination = true;
        board->eliminations++;
    }
    if (thing->kind == COMB_WITNESS_POLYOMINO)
        set_piece(board, symbol, thing);
}

static void set_symbols(struct comb_search_board *board)
{
    uint8_t tints[COMB_WITNESS_COLOURS];
    number_tints(board, tints);
    for (unsigned cell = 0; cell < board->graph->cells; cell++)
        if (board->solid[cell])
            set_symbol(board, tints, cell);
}

/* ---- dots ---- */

static void add_dot_cell(const struct comb_search_board *board, struct comb_search_dot *dot, unsigned cell)
{
    assert(dot->count < sizeof dot->cells / sizeof *dot->cells);
    if (cell != COMB_WITNESS_NOWHERE && board->solid[cell])
        dot->cells[dot->count++] = (uint16_t)cell;
}

/* Only an elimination could remove such a dot. */
static void attach_to_tracks(struct comb_search_board *board, struct comb_search_dot *dot, bool on_edge)
{
    unsigned joints[2];
    dot->on_tracks = dot->count == 0 && board->eliminations > 0 &&
                     comb_witness_surface_joints_of(joints, &board->surface, dot->place, on_edge) > 0;
    board->track_dots |= dot->on_tracks;
}

static void set_dots(struct comb_search_board *board)
{
    const struct comb_witness_graph *graph = board->graph;
    for (unsigned node = 0; node < graph->nodes; node++)
        if (comb_witness_has_dot(graph->on_node[node])) {
            struct comb_search_dot *dot = &board->node_dots[board->node_dot_count++];
            dot->place = (uint16_t)node;
            for (unsigned i = 0; i < 4; i++)
                add_dot_cell(board, dot, graph->node_cell[node][i]);
            attach_to_tracks(board, dot, false);
        }
    for (unsigned edge = 0; edge < graph->edges; edge++)
        if (comb_witness_has_dot(graph->on_edge[edge]) && !comb_bit_test(board->halves.words, edge)) {
            struct comb_search_dot *dot = &board->edge_dots[board->edge_dot_count++];
            dot->place = (uint16_t)edge;
            for (unsigned i = 0; i < 2; i++)
                add_dot_cell(board, dot, graph->edge_cell[edge][i]);
            attach_to_tracks(board, dot, true);
        }
}

/* ---- keys ---- */

static struct comb_search_key random_key(struct comb_rng *rng)
{
    uint64_t a = comb_rng_next(rng);
    return (struct comb_search_key){a, comb_rng_next(rng)};
}

static void set_keys(struct comb_search_board *board)
{
    struct comb_rng rng;
    comb_rng_seed(&rng, 1);
    for (unsigned edge = 0; edge < board->graph->edges; edge++)
        for (unsigned i = 0; i < 3; i++)
            board->edge_key[edge][i] = random_key(&rng);
    for (unsigned cell = 0; cell < board->graph->cells; cell++)
        for (unsigned i = 0; i < 2; i++)
            board->cell_key[cell][i] = random_key(&rng);
    for (unsigned node = 0; node < board->graph->nodes; node++)
        board->node_key[node] = random_key(&rng);
}

int comb_search_board_new(struct comb_search_board **out, const struct comb_witness_task *task, bool backward,
                          struct comb_error *err)
{
    struct comb_search_board *board = *out = calloc(1, sizeof *board);
    if (!board)
        return comb_fail_memory(err);
    const struct comb_witness_panel *panel = task->graph->panel;
    board->graph = task->graph;
    board->rules = task->rules;
    board->backward = backward;
    board->symmetric = panel->symmetry != COMB_WITNESS_NO_SYMMETRY;
    board->one_of_two = board->symmetric && panel->line_colours[0] == COMB_WITNESS_NO_COLOUR &&
                        panel->line_colours[1] == COMB_WITNESS_NO_COLOUR;
    int code = comb_witness_surface_init(&board->surface, task->graph, &task->rules, err);
    if (code == COMB_OK) {
        set_part(board, task);
        set_edges(board, task);
        set_ends(board, task);
        set_cells(board);
        set_pairs(board);
        set_symbols(board);
        set_dots(board);
        set_keys(board);
    }
    if (code == COMB_OK && board->pieces > board->blues)
        code = comb_search_types_new(&board->types, board, err);
    if (code != COMB_OK) {
        comb_search_board_free(board);
        *out = NULL;
    }
    return code;
}

void comb_search_board_free(struct comb_search_board *board)
{
    if (!board)
        return;
    comb_search_types_free(board->types);
    comb_witness_surface_free(&board->surface);
    free(board);
}
