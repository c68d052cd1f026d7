/* Symbols around a line. Each is proposed where the line satisfies it and kept only if the verifier agrees, so this
 * file needs no exact knowledge of the rule sets:
 *
 *     squares        one colour per region
 *     stars          in pairs, or with one other symbol of their colour
 *     triangles      as many as the cell has sides on the line
 *     dots           on the line
 *     pieces         a tiling of a region (pieces.c)
 *     eliminations   with one error to remove
 *
 * Cost: one check of the line per proposal, some dozens per panel. */
#include "games/witness/make/parts.h"

#include <assert.h>
#include <string.h>

enum { MAX_TRIES = 60 };

unsigned comb_witness_make_sides(const struct comb_witness_maker *maker, unsigned cell)
{
    unsigned sides = 0;
    for (unsigned side = 0; side < 4; side++)
        sides += maker->used[maker->graph->cell_edge[cell][side]];
    return sides;
}

void comb_witness_edge_place(unsigned *column, unsigned *row, const struct comb_witness_graph *graph, unsigned edge)
{
    struct comb_witness_at at = comb_witness_point_place(graph, graph->nodes + edge);
    *column = at.column;
    *row = at.row;
}

/* ---- places ---- */

static struct comb_witness_thing *thing_at(struct comb_witness_maker *maker, unsigned column, unsigned row)
{
    return &maker->panel->places[column + comb_witness_columns(maker->panel) * row];
}

static struct comb_witness_thing *thing_in(struct comb_witness_maker *maker, unsigned cell)
{
    return thing_at(maker, 2 * (cell % maker->width) + 1, 2 * (cell / maker->width) + 1);
}

/* Returns a random empty cell of one region or (COMB_WITNESS_NOWHERE) of any. */
static unsigned empty_cell(struct comb_witness_maker *maker, unsigned region)
{
    unsigned found = COMB_WITNESS_NOWHERE, count = 0;
    for (unsigned cell = 0; cell < maker->graph->cells; cell++) {
        if (thing_in(maker, cell)->kind != COMB_WITNESS_EMPTY ||
            (region != COMB_WITNESS_NOWHERE && maker->region[cell] != region))
            continue;
        if (comb_witness_random_below(maker, ++count) == 0)
            found = cell;
    }
    return found;
}

int comb_witness_make_try(struct comb_witness_maker *maker, unsigned column, unsigned row,
                          struct comb_witness_thing thing, struct comb_error *err)
{
    struct comb_witness_thing *place = thing_at(maker, column, row);
    if (place->kind != COMB_WITNESS_EMPTY)
        return COMB_NO;
    *place = thing;
    int code = comb_witness_make_check(maker, err);
    if (code != COMB_OK)
        *place = (struct comb_witness_thing){0};
    return code;
}

static int try_in(struct comb_witness_maker *maker, unsigned cell, struct comb_witness_thing thing,
                  struct comb_error *err)
{
    if (cell == COMB_WITNESS_NOWHERE)
        return COMB_NO;
    return comb_witness_make_try(maker, 2 * (cell % maker->width) + 1, 2 * (cell / maker->width) + 1, thing, err);
}

static uint8_t random_colour(struct comb_witness_maker *maker)
{
    return maker->palette[comb_witness_random_below(maker, maker->colours)];
}

static struct comb_witness_thing coloured(enum comb_witness_kind kind, uint8_t colour)
{
    return (struct comb_witness_thing){.kind = (uint8_t)kind, .colour = colour};
}

/* ---- squares and stars ---- */

/* Returns a colour that the regions across the line do not have, if there is one. */
static uint8_t contrasting_colour(struct comb_witness_maker *maker, unsigned region)
{
    bool used[COMB_WITNESS_COLOURS] = {false};
    uint8_t colour = random_colour(maker);
    for (unsigned edge = 0; edge < maker->graph->edges; edge++) {
        const uint16_t *cells = maker->graph->edge_cell[edge];
        if (cells[0] == COMB_WITNESS_NOWHERE || cells[1] == COMB_WITNESS_NOWHERE)
            continue;
        unsigned a = maker->region[cells[0]], b = maker->region[cells[1]];
        if (a == region || b == region)
            used[maker->region_colour[a == region ? b : a]] = true;
    }
    for (unsigned tries = 0; tries < 12 && used[colour]; tries++)
        colour = random_colour(maker);
    return colour;
}

static int place_square(struct comb_witness_maker *maker, int *left, struct comb_error *err)
{
    unsigned cell = empty_cell(maker, COMB_WITNESS_NOWHERE);
    if (cell == COMB_WITNESS_NOWHERE)
        return COMB_NO;
    unsigned region = maker->region[cell];
    uint8_t colour = maker->region_colour[region] ? maker->region_colour[region] : contrasting_colour(maker, region);
    int code = try_in(maker, cell, coloured(COMB_WITNESS_SQUARE, colour), err);
    if (code == COMB_OK) {
        maker->region_colour[region] = colour;
        --*left;
    }
    return code;
}

/* Places one star beside a single symbol of its colour if the verifier accepts it, otherwise a pair. */
static int place_stars(struct comb_witness_maker *maker, int *left, struct comb_error *err)
{
    unsigned cell = empty_cell(maker, COMB_WITNESS_NOWHERE);
    struct comb_witness_thing star = coloured(COMB_WITNESS_STAR, random_colour(maker));
    int code = try_in(maker, cell, star, err);
    if (code == COMB_OK)
        --*left;
    if (code != COMB_NO || cell == COMB_WITNESS_NOWHERE || *left < 2)
        return code;
    *thing_in(maker, cell) = star;
    code = try_in(maker, empty_cell(maker, maker->region[cell]), star, err);
    if (code == COMB_OK)
        *left -= 2;
    else
        *thing_in(maker, cell) = (struct comb_witness_thing){0};
    return code;
}

/* ---- triangles and dots ---- */

static struct comb_witness_thing triangles(unsigned count)
{
    return (struct comb_witness_thing){.kind = COMB_WITNESS_TRIANGLE, .triangles = (uint8_t)count};
}

static int place_triangle(struct comb_witness_maker *maker, int *left, struct comb_error *err)
{
    unsigned cell = empty_cell(maker, COMB_WITNESS_NOWHERE);
    unsigned sides = cell == COMB_WITNESS_NOWHERE ? 0 : comb_witness_make_sides(maker, cell);
    if (sides == 0 || sides > 3)
        return COMB_NO;
    int code = try_in(maker, cell, triangles(sides), err);
    *left -= code == COMB_OK;
    return code;
}

/* On a node or an edge; `covered` by a line or not. */
static int try_dot(struct comb_witness_maker *maker, bool covered, struct comb_error *err)
{
    unsigned column, row;
    const struct comb_witness_graph *graph = maker->graph;
    if (comb_witness_random_bool(maker, 0.5)) {
        unsigned node = comb_witness_random_below(maker, graph->nodes);
        if (maker->visited[node] != covered)
            return COMB_NO;
        column = 2 * (node % comb_witness_across(maker->panel));
        row = 2 * (node / comb_witness_across(maker->panel));
    } else {
        unsigned edge = comb_witness_random_below(maker, graph->edges);
        if (maker->used[edge] != covered)
            return COMB_NO;
        comb_witness_edge_place(&column, &row, graph, edge);
    }
    return comb_witness_make_try(maker, column, row, (struct comb_witness_thing){.kind = COMB_WITNESS_DOT}, err);
}

static int place_dot(struct comb_witness_maker *maker, int *left, struct comb_error *err)
{
    int code = try_dot(maker, true, err);
    *left -= code == COMB_OK;
    return code;
}

/* ---- eliminations ---- */

/* Returns whether errors may be of a kind: if the user chose the kinds, only of those. */
static bool may_err(const struct comb_witness_maker *maker, enum comb_witness_request request)
{
    return maker->requests[request] > 0 || (!maker->named && request == COMB_WITNESS_REQUEST_DOTS);
}

/* Adds an error to the region of an elimination mark, using a kind that the panel already has. */
static int try_error(struct comb_witness_maker *maker, unsigned region, struct comb_error *err)
{
    unsigned cell = empty_cell(maker, region);
    switch (comb_witness_random_below(maker, 4)) {
    case 0:
        if (cell == COMB_WITNESS_NOWHERE || !may_err(maker, COMB_WITNESS_REQUEST_TRIANGLES))
            return COMB_NO;
        return try_in(maker, cell,
                      triangles(1 + (comb_witness_make_sides(maker, cell) + comb_witness_random_below(maker, 2)) % 3),
                      err);
    case 1:
        if (maker->region_colour[region] == COMB_WITNESS_NO_COLOUR || !may_err(maker, COMB_WITNESS_REQUEST_SQUARES))
            return COMB_NO;
        return try_in(maker, cell, coloured(COMB_WITNESS_SQUARE, random_colour(maker)), err);
    case 2:
        if (!may_err(maker, COMB_WITNESS_REQUEST_STARS))
            return COMB_NO;
        return try_in(maker, cell, coloured(COMB_WITNESS_STAR, random_colour(maker)), err);
    default:
        return may_err(maker, COMB_WITNESS_REQUEST_DOTS) ? try_dot(maker, false, err) : COMB_NO;
    }
}

static int place_elimination(struct comb_witness_maker *maker, int *left, struct comb_error *err)
{
    unsigned cell = empty_cell(maker, COMB_WITNESS_NOWHERE);
    if (cell == COMB_WITNESS_NOWHERE)
        return COMB_NO;
    *thing_in(maker, cell) = (struct comb_witness_thing){.kind = COMB_WITNESS_ELIMINATION};
    int code = COMB_NO;
    for (unsigned tries = 0; code == COMB_NO && tries < 20; tries++)
        code = try_error(maker, maker->region[cell], err);
    if (code == COMB_OK)
        --*left;
    else
        *thing_in(maker, cell) = (struct comb_witness_thing){0};
    return code;
}

/* ---- all kinds ---- */

static int place_yellow(struct comb_witness_maker *maker, int *left, struct comb_error *err)
{
    return comb_witness_make_pieces(maker, left, false, err);
}

static int place_blue(struct comb_witness_maker *maker, int *left, struct comb_error *err)
{
    return comb_witness_make_pieces(maker, left, true, err);
}

typedef int place_symbol(struct comb_witness_maker *maker, int *left, struct comb_error *err);

static place_symbol *const placers[COMB_WITNESS_REQUESTS] = {
    [COMB_WITNESS_REQUEST_BLUE] = place_blue,          [COMB_WITNESS_REQUEST_POLYOMINOES] = place_yellow,
    [COMB_WITNESS_REQUEST_TRIANGLES] = place_triangle, [COMB_WITNESS_REQUEST_SQUARES] = place_square,
    [COMB_WITNESS_REQUEST_STARS] = place_stars,        [COMB_WITNESS_REQUEST_ELIMINATIONS] = place_elimination,
    [COMB_WITNESS_REQUEST_DOTS] = place_dot,
};

static int place_all(struct comb_witness_maker *maker, enum comb_witness_request request, int left,
                     struct comb_error *err)
{
    unsigned max = MAX_TRIES + 20 * (unsigned)maker->requests[request];
    for (unsigned tries = 0; left > 0 && tries < max; tries++) {
        int code = placers[request](maker, &left, err);
        if (code == COMB_OK)
            code = comb_job_tick(maker->job, 1);
        if (code != COMB_OK && code != COMB_NO)
            return code;
    }
    return left > 0 ? COMB_NO : COMB_OK;
}

static bool is_left_for_unique(const struct comb_witness_maker *maker, enum comb_witness_request request)
{
    return maker->unique && maker->counted[request] &&
           (request == COMB_WITNESS_REQUEST_DOTS || request == COMB_WITNESS_REQUEST_TRIANGLES);
}

static const enum comb_witness_kind kind_of[COMB_WITNESS_REQUESTS] = {
    [COMB_WITNESS_REQUEST_BLUE] = COMB_WITNESS_POLYOMINO,
    [COMB_WITNESS_REQUEST_POLYOMINOES] = COMB_WITNESS_POLYOMINO,
    [COMB_WITNESS_REQUEST_TRIANGLES] = COMB_WITNESS_TRIANGLE,
    [COMB_WITNESS_REQUEST_SQUARES] = COMB_WITNESS_SQUARE,
    [COMB_WITNESS_REQUEST_STARS] = COMB_WITNESS_STAR,
    [COMB_WITNESS_REQUEST_ELIMINATIONS] = COMB_WITNESS_ELIMINATION,
    [COMB_WITNESS_REQUEST_DOTS] = COMB_WITNESS_DOT,
};

static int count_request(const struct comb_witness_maker *maker, enum comb_witness_request request)
{
    unsigned places = comb_witness_columns(maker->panel) * comb_witness_rows(maker->panel);
    int count = 0;
    for (unsigned i = 0; i < places; i++)
        count += maker->panel->places[i].kind == kind_of[request] &&
                 maker->panel->places[i].negative == (request == COMB_WITNESS_REQUEST_BLUE);
    return count;
}

bool comb_witness_make_is_exact(const struct comb_witness_maker *maker)
{
    for (enum comb_witness_request request = 0; request < COMB_WITNESS_REQUESTS; request++) {
        int count = count_request(maker, request);
        /* a blue piece comes with a yellow one */
        bool extra = request == COMB_WITNESS_REQUEST_POLYOMINOES && maker->requests[COMB_WITNESS_REQUEST_BLUE] > 0;
        if (maker->counted[request] && (extra ? count < maker->requests[request] : count != maker->requests[request]))
            return false;
        if (maker->named && maker->requests[request] == 0 && count > 0 && !extra)
            return false;
    }
    return true;
}

/* Leaves room for the errors that elimination marks remove: each may be of this kind. */
static int at_first(const struct comb_witness_maker *maker, enum comb_witness_request request)
{
    bool may = request == COMB_WITNESS_REQUEST_SQUARES || request == COMB_WITNESS_REQUEST_TRIANGLES ||
               request == COMB_WITNESS_REQUEST_STARS;
    int spare = may && maker->counted[request] ? maker->requests[COMB_WITNESS_REQUEST_ELIMINATIONS] : 0;
    return maker->requests[request] > spare ? maker->requests[request] - spare : maker->requests[request];
}

/* Places the symbols that were left for errors and not used up by them. */
static int fill_up(struct comb_witness_maker *maker, struct comb_error *err)
{
    int code = COMB_OK;
    for (enum comb_witness_request request = 0; code == COMB_OK && request < COMB_WITNESS_REQUESTS; request++) {
        int left = maker->requests[request] - count_request(maker, request);
        if (maker->counted[request] && left > 0 && !is_left_for_unique(maker, request) &&
            request != COMB_WITNESS_REQUEST_ELIMINATIONS)
            code = place_all(maker, request, left, err);
    }
    return code;
}

int comb_witness_make_symbols(struct comb_witness_maker *maker, struct comb_error *err)
{
    bool missing = false;
    for (enum comb_witness_request request = 0; request < COMB_WITNESS_REQUESTS; request++) {
        int code =
            is_left_for_unique(maker, request) ? COMB_OK : place_all(maker, request, at_first(maker, request), err);
        if (code != COMB_OK && code != COMB_NO)
            return code;
        missing |= code == COMB_NO;
    }
    int code = fill_up(maker, err);
    return missing && code == COMB_OK ? COMB_NO : code;
}

struct comb_witness_thing comb_witness_make_propose(struct comb_witness_maker *maker, unsigned cell,
                                                    enum comb_witness_request request)
{
    unsigned region = maker->region[cell], sides = comb_witness_make_sides(maker, cell);
    assert(cell < maker->graph->cells && sides <= 4);
    uint8_t colour = maker->region_colour[region] ? maker->region_colour[region] : contrasting_colour(maker, region);
    if (request == COMB_WITNESS_REQUEST_SQUARES)
        return coloured(COMB_WITNESS_SQUARE, colour);
    if (request == COMB_WITNESS_REQUEST_STARS)
        return coloured(COMB_WITNESS_STAR, random_colour(maker));
    return sides > 0 && sides < 4 ? triangles(sides) : (struct comb_witness_thing){0};
}

unsigned comb_witness_make_count_kind(const struct comb_witness_maker *maker, enum comb_witness_kind kind)
{
    unsigned places = comb_witness_columns(maker->panel) * comb_witness_rows(maker->panel), count = 0;
    for (unsigned i = 0; i < places; i++)
        count += maker->panel->places[i].kind == kind;
    return count;
}

static int place_remaining(struct comb_witness_maker *maker, enum comb_witness_request request,
                           enum comb_witness_kind kind, struct comb_error *err)
{
    int left = maker->requests[request] - (int)comb_witness_make_count_kind(maker, kind);
    return is_left_for_unique(maker, request) ? place_all(maker, request, left, err) : COMB_OK;
}

int comb_witness_make_rest(struct comb_witness_maker *maker, struct comb_error *err)
{
    int code = place_remaining(maker, COMB_WITNESS_REQUEST_TRIANGLES, COMB_WITNESS_TRIANGLE, err);
    return code == COMB_OK ? place_remaining(maker, COMB_WITNESS_REQUEST_DOTS, COMB_WITNESS_DOT, err) : code;
}

/* ---- gaps ---- */

/* Only on edges that no line uses; under symmetry an edge and its image break together. */
int comb_witness_make_gaps(struct comb_witness_maker *maker)
{
    const struct comb_witness_graph *graph = maker->graph;
    unsigned target = maker->gaps >= 0 ? (unsigned)maker->gaps : comb_witness_random_below(maker, graph->cells / 8 + 1);
    unsigned placed = comb_witness_make_count_kind(maker, COMB_WITNESS_GAP);
    for (unsigned tries = 0; placed < target && tries < 2000; tries++) {
        unsigned edge = comb_witness_random_below(maker, graph->edges), column, row;
        comb_witness_edge_place(&column, &row, graph, edge);
        struct comb_witness_thing *place = thing_at(maker, column, row);
        if (maker->used[edge] || place->kind != COMB_WITNESS_EMPTY)
            continue;
        place->kind = COMB_WITNESS_GAP;
        placed++;
    }
    return maker->gaps < 0 || placed == target ? COMB_OK : COMB_NO;
}

/* ---- random symbols ---- */

static struct comb_witness_thing random_thing(struct comb_witness_maker *maker, enum comb_witness_request request)
{
    switch (request) {
    case COMB_WITNESS_REQUEST_SQUARES:
        return coloured(COMB_WITNESS_SQUARE, random_colour(maker));
    case COMB_WITNESS_REQUEST_STARS:
        return coloured(COMB_WITNESS_STAR, random_colour(maker));
    case COMB_WITNESS_REQUEST_TRIANGLES:
        return triangles(1 + comb_witness_random_below(maker, 3));
    case COMB_WITNESS_REQUEST_ELIMINATIONS:
        return (struct comb_witness_thing){.kind = COMB_WITNESS_ELIMINATION};
    case COMB_WITNESS_REQUEST_DOTS:
        return (struct comb_witness_thing){.kind = COMB_WITNESS_DOT};
    default: {
        struct comb_witness_shape *shape = &maker->panel->shapes[maker->panel->shape_count++];
        comb_witness_random_piece(maker, shape);
        return (struct comb_witness_thing){.kind = COMB_WITNESS_POLYOMINO,
                                           .negative = request == COMB_WITNESS_REQUEST_BLUE,
                                           .free = comb_witness_random_bool(maker, 0.4),
                                           .shape = shape};
    }
    }
}

static bool place_anywhere(struct comb_witness_maker *maker, enum comb_witness_request request)
{
    unsigned cell = empty_cell(maker, COMB_WITNESS_NOWHERE);
    if (request != COMB_WITNESS_REQUEST_DOTS) {
        if (cell == COMB_WITNESS_NOWHERE)
            return false;
        *thing_in(maker, cell) = random_thing(maker, request);
        return true;
    }
    for (unsigned tries = 0; tries < MAX_TRIES; tries++) {
        unsigned column = comb_witness_random_below(maker, comb_witness_columns(maker->panel));
        unsigned row = comb_witness_random_below(maker, comb_witness_rows(maker->panel));
        if ((column % 2 == 1 && row % 2 == 1) || thing_at(maker, column, row)->kind != COMB_WITNESS_EMPTY)
            continue;
        *thing_at(maker, column, row) = random_thing(maker, request);
        return true;
    }
    return false;
}

int comb_witness_make_random_symbols(struct comb_witness_maker *maker, struct comb_error *err)
{
    (void)err;
    bool placed = true;
    for (unsigned request = 0; request < COMB_WITNESS_REQUESTS; request++)
        for (int i = 0; i < maker->requests[request]; i++)
            placed &= place_anywhere(maker, (enum comb_witness_request)request);
    return placed ? COMB_OK : COMB_NO;
}
