/* Kinds of pieces, and the cache of which pieces fit.
 *
 * A piece is normalised to the sorted set of its distinct rotated bitmaps, each moved into the corner:
 *
 *     free   #..          ###  #.  .. and so on: 4 bitmaps        free   ##   1 bitmap, the same kind
 *            ###                                                         ##   as a fixed one
 *
 * So two pieces have the same kind exactly if they have the same placements. A query (region, count per kind, walls)
 * is answered from the cache if possible; otherwise by pieces_cover.c if there are only yellow pieces, else by
 * pieces_blue.c. Sizes are compared first: that alone answers most queries. */
#include "games/witness/rules/pieces_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MEMO_BYTES = 64 << 20 };

static void set_bit(struct comb_witness_turn *turn, unsigned x, unsigned y)
{
    turn->rows[y] = (uint16_t)(turn->rows[y] | 1u << x);
}

/* Rotates the shape by 90 degrees `quarters` times and trims blank margins. */
static void turn_shape(struct comb_witness_turn *turn, const struct comb_witness_shape *shape, unsigned quarters)
{
    unsigned left = shape->width, top = shape->height, right = 0, bottom = 0;
    *turn = (struct comb_witness_turn){0};
    for (unsigned y = 0; y < shape->height; y++)
        for (unsigned x = 0; x < shape->width; x++)
            if (shape->rows[y] >> x & 1) {
                left = x < left ? x : left;
                right = x >= right ? x + 1 : right;
                top = y < top ? y : top;
                bottom = y + 1;
            }
    if (right == 0)
        return;
    unsigned width = right - left, height = bottom - top;
    turn->width = (uint8_t)(quarters % 2 == 0 ? width : height);
    turn->height = (uint8_t)(quarters % 2 == 0 ? height : width);
    for (unsigned y = 0; y < height; y++)
        for (unsigned x = 0; x < width; x++)
            if (shape->rows[y + top] >> (x + left) & 1) {
                unsigned to_x[4] = {x, height - 1 - y, width - 1 - x, y};
                unsigned to_y[4] = {y, x, height - 1 - y, width - 1 - x};
                set_bit(turn, to_x[quarters], to_y[quarters]);
            }
}

static int compare_turns(const struct comb_witness_turn *a, const struct comb_witness_turn *b)
{
    return memcmp(a, b, offsetof(struct comb_witness_turn, xs));
}

static unsigned list_cells(struct comb_witness_turn *turn)
{
    unsigned count = 0;
    for (unsigned y = 0; y < turn->height; y++)
        for (unsigned x = 0; x < turn->width; x++)
            if (turn->rows[y] >> x & 1) {
                turn->xs[count] = (uint8_t)x;
                turn->ys[count++] = (uint8_t)y;
            }
    return count;
}

bool comb_witness_turn_meets_itself(const struct comb_witness_turn *turn, unsigned width)
{
    for (unsigned y = 0; y < turn->height && turn->width > width; y++) {
        unsigned seen = 0;
        for (unsigned x = 0; x < turn->width; x++) {
            unsigned bit = (turn->rows[y] >> x & 1u) << x % width;
            if (seen & bit)
                return true;
            seen |= bit;
        }
    }
    return false;
}

static bool has_cell(const struct comb_witness_turn *turn, unsigned x, unsigned y)
{
    return x < turn->width && y < turn->height && (turn->rows[y] >> x & 1);
}

bool comb_witness_turn_joins(const struct comb_witness_turn *turn, unsigned width, unsigned x, unsigned y, unsigned a,
                             unsigned b)
{
    for (unsigned row = 0; row < turn->height; row++)
        for (unsigned column = 0; column < turn->width; column++) {
            if (!has_cell(turn, column, row))
                continue;
            unsigned here = (x + column) % width + width * (y + row);
            unsigned right = (x + column + 1) % width + width * (y + row), below = here + width;
            if (has_cell(turn, column + 1, row) && ((here == a && right == b) || (here == b && right == a)))
                return true;
            if (has_cell(turn, column, row + 1) && ((here == a && below == b) || (here == b && below == a)))
                return true;
        }
    return false;
}

/* Lists the distinct bitmaps of a piece, sorted. */
static unsigned turns_of(struct comb_witness_turn turns[4], const struct comb_witness_thing *piece)
{
    unsigned count = 0;
    for (unsigned quarters = 0; quarters < (piece->free ? 4u : 1u); quarters++) {
        struct comb_witness_turn turn;
        unsigned place = 0;
        turn_shape(&turn, piece->shape, quarters);
        while (place < count && compare_turns(&turns[place], &turn) < 0)
            place++;
        if (place < count && compare_turns(&turns[place], &turn) == 0)
            continue;
        memmove(&turns[place + 1], &turns[place], (count - place) * sizeof *turns);
        turns[place] = turn;
        count++;
    }
    return count;
}

static bool same_form(const struct comb_witness_form *form, const struct comb_witness_turn *turns, unsigned count,
                      bool negative)
{
    if (form->kind.negative != negative || form->turn_count != count)
        return false;
    for (unsigned i = 0; i < count; i++)
        if (compare_turns(&form->turns[i], &turns[i]) != 0)
            return false;
    return true;
}

static int add_piece(struct comb_witness_pieces *pieces, unsigned cell)
{
    const struct comb_witness_thing *piece = pieces->graph->on_cell[cell];
    struct comb_witness_turn turns[4];
    unsigned count = turns_of(turns, piece), kind = 0;
    while (kind < pieces->kinds && !same_form(&pieces->forms[kind], turns, count, piece->negative))
        kind++;
    pieces->kind_at[cell] = (uint16_t)kind;
    if (kind < pieces->kinds)
        return COMB_OK;
    struct comb_witness_form *form = &pieces->forms[pieces->kinds++];
    form->kind.negative = piece->negative;
    form->turn_count = count;
    form->turns = comb_arena_copy(&pieces->arena, turns, count * sizeof *turns);
    if (!form->turns)
        return COMB_NO_MEMORY;
    for (unsigned i = 0; i < count; i++)
        form->kind.size = list_cells(&form->turns[i]);
    return COMB_OK;
}

static int add_pieces(struct comb_witness_pieces *pieces)
{
    unsigned count = 0;
    for (unsigned cell = 0; cell < pieces->graph->cells; cell++) {
        pieces->kind_at[cell] = COMB_WITNESS_NOWHERE;
        count += pieces->graph->on_cell[cell]->kind == COMB_WITNESS_POLYOMINO;
    }
    pieces->forms = COMB_NEW_ARRAY(&pieces->arena, struct comb_witness_form, count + 1);
    if (!pieces->forms)
        return COMB_NO_MEMORY;
    for (unsigned cell = 0; cell < pieces->graph->cells; cell++)
        if (pieces->graph->on_cell[cell]->kind == COMB_WITNESS_POLYOMINO && add_piece(pieces, cell) != COMB_OK)
            return COMB_NO_MEMORY;
    return COMB_OK;
}

/* Allocates the cache key: cells, counts (four per word), and walls if the rules have them. */
static int make_key(struct comb_witness_pieces *pieces, const struct comb_witness_rules *rules)
{
    pieces->edge_words = rules->set == COMB_WITNESS_GAME ? (pieces->graph->edges + 63) / 64 : 0;
    size_t words = pieces->words + (pieces->kinds + 3) / 4 + pieces->edge_words;
    pieces->key = COMB_NEW_ARRAY(&pieces->arena, uint64_t, words);
    comb_witness_memo_init(&pieces->memo, words, MAX_MEMO_BYTES, comb_job_budget(pieces->job));
    return pieces->key ? COMB_OK : COMB_NO_MEMORY;
}

static bool any_blue(const struct comb_witness_pieces *pieces)
{
    for (unsigned i = 0; i < pieces->kinds; i++)
        if (pieces->forms[i].kind.negative)
            return true;
    return false;
}

static int prepare(struct comb_witness_pieces *pieces, const struct comb_witness_rules *rules)
{
    int code = add_pieces(pieces);
    if (code == COMB_OK)
        code = make_key(pieces, rules);
    if (code == COMB_OK)
        code = comb_witness_cover_new(pieces);
    if (code == COMB_OK && any_blue(pieces))
        code = comb_witness_blue_new(pieces);
    return code;
}

int comb_witness_pieces_new(struct comb_witness_pieces **out, const struct comb_witness_graph *graph,
                            const struct comb_witness_rules *rules, struct comb_job *job, struct comb_error *err)
{
    struct comb_witness_pieces *pieces = *out = calloc(1, sizeof *pieces);
    if (!pieces)
        return comb_fail_memory(err);
    pieces->graph = graph;
    pieces->job = job;
    pieces->leaves_board = rules->set == COMB_WITNESS_WINDMILL || rules->overhang;
    pieces->words = (graph->cells + 63) / 64;
    comb_arena_init(&pieces->arena, comb_job_budget(job));
    if (prepare(pieces, rules) == COMB_OK)
        return COMB_OK;
    comb_witness_pieces_free(pieces);
    *out = NULL;
    return comb_fail_memory(err);
}

void comb_witness_pieces_free(struct comb_witness_pieces *pieces)
{
    if (!pieces)
        return;
    comb_witness_blue_free(pieces);
    comb_witness_memo_free(&pieces->memo);
    comb_arena_free(&pieces->arena);
    free(pieces);
}

unsigned comb_witness_pieces_kinds(const struct comb_witness_pieces *pieces)
{
    return pieces->kinds;
}

const struct comb_witness_piece_kind *comb_witness_pieces_kind(const struct comb_witness_pieces *pieces, unsigned kind)
{
    assert(kind < pieces->kinds);
    return &pieces->forms[kind].kind;
}

unsigned comb_witness_pieces_at(const struct comb_witness_pieces *pieces, unsigned cell)
{
    assert(cell < pieces->graph->cells);
    return pieces->kind_at[cell];
}

/* Returns yellow cells minus blue ones; *blue says whether there is a blue piece with a cell. */
static long net_size(const struct comb_witness_pieces *pieces, const uint16_t *counts, bool *blue)
{
    long net = 0;
    *blue = false;
    for (unsigned i = 0; i < pieces->kinds; i++) {
        const struct comb_witness_piece_kind *kind = &pieces->forms[i].kind;
        long cells = (long)counts[i] * (long)kind->size;
        net += kind->negative ? -cells : cells;
        *blue = *blue || (kind->negative && cells > 0);
    }
    return net;
}

static void write_key(struct comb_witness_pieces *pieces, const struct comb_witness_cells *region,
                      const uint16_t *counts, const struct comb_witness_edges *walls)
{
    uint64_t *to = pieces->key;
    for (unsigned i = 0; i < pieces->words; i++)
        *to++ = region ? region->words[i] : 0;
    for (unsigned i = 0; i < pieces->kinds; i += 4) {
        uint64_t word = 0;
        for (unsigned j = i; j < i + 4 && j < pieces->kinds; j++)
            word = word << 16 | counts[j];
        *to++ = word;
    }
    for (size_t i = 0; i < pieces->edge_words; i++)
        *to++ = walls ? walls->words[i] : 0;
}

static int answer_query(struct comb_witness_pieces *pieces, const struct comb_witness_cells *region,
                        const uint16_t *counts, const struct comb_witness_edges *walls, bool blue)
{
    write_key(pieces, region, counts, walls);
    enum comb_witness_memo_verdict cached = comb_witness_memo_find(&pieces->memo, pieces->key);
    if (cached != COMB_WITNESS_MEMO_EMPTY)
        return cached == COMB_WITNESS_MEMO_YES ? COMB_OK : COMB_NO;
    int code =
        blue ? comb_witness_blue_fit(pieces, region, counts, walls) : comb_witness_cover(pieces, region, counts, walls);
    if (code != COMB_OK && code != COMB_NO)
        return code;
    write_key(pieces, region, counts, walls); /* the search may have overwritten the key with a query of its own */
    comb_witness_memo_store(&pieces->memo, pieces->key, code == COMB_OK ? COMB_WITNESS_MEMO_YES : COMB_WITNESS_MEMO_NO);
    return code;
}

int comb_witness_pieces_fit(struct comb_witness_pieces *pieces, const struct comb_witness_cells *region,
                            const uint16_t *counts, const struct comb_witness_edges *walls)
{
    long area = 0;
    bool blue;
    assert(!walls || pieces->edge_words > 0);
    for (unsigned i = 0; i < pieces->words; i++)
        area += __builtin_popcountll(region->words[i]);
    if (net_size(pieces, counts, &blue) != area)
        return COMB_NO;
    return area == 0 && !blue ? COMB_OK : answer_query(pieces, region, counts, walls, blue);
}

int comb_witness_pieces_cancel(struct comb_witness_pieces *pieces, const uint16_t *counts)
{
    bool blue;
    if (net_size(pieces, counts, &blue) != 0)
        return COMB_NO;
    return blue ? answer_query(pieces, NULL, counts, NULL, true) : COMB_OK;
}
