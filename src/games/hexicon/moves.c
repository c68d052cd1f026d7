/* Ranks moves. The word engine lists every path of every word over the mover's cells; each is played on bit sets. A
 * heap with the worst move on top holds the best ones, so that memory is bounded (with swaps there are millions of
 * moves).
 *
 *     worst of the best        a new move that is no better than the top is dropped;
 *          /    \              otherwise it replaces the top and sinks
 *        ..      ..
 */
#include "games/hexicon/moves.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- order ---- */

static int difference(const struct comb_hexicon_move *move, enum comb_hexicon_side mover)
{
    return move->hexagons[mover] - move->hexagons[!mover];
}

int comb_hexicon_compare(const struct comb_hexicon_move *a, const struct comb_hexicon_move *b,
                         enum comb_hexicon_side mover)
{
    if (difference(a, mover) != difference(b, mover))
        return difference(b, mover) - difference(a, mover);
    if (a->standing != b->standing)
        return b->standing - a->standing;
    if (a->cleared[!mover] != b->cleared[!mover])
        return b->cleared[!mover] - a->cleared[!mover];
    if (a->cleared[mover] != b->cleared[mover])
        return a->cleared[mover] - b->cleared[mover];
    if (a->letters != b->letters)
        return b->letters - a->letters;
    int order = memcmp(a->word, b->word, a->letters);
    if (order == 0)
        order = memcmp(a->path, b->path, a->cells < b->cells ? a->cells : b->cells);
    if (order == 0)
        order = memcmp(b->swap, a->swap, sizeof a->swap); /* 255 sorts last: no swap comes first */
    return order;
}

/* ---- heap ---- */

static void sink_in_heap(struct comb_hexicon_ranking *ranking, size_t at, enum comb_hexicon_side mover)
{
    struct comb_hexicon_move *heap = ranking->best.items;
    assert(ranking->best.count == ranking->capacity);
    for (;;) {
        size_t worst = at;
        for (size_t child = 2 * at + 1; child <= 2 * at + 2 && child < ranking->best.count; child++)
            if (comb_hexicon_compare(&heap[child], &heap[worst], mover) > 0)
                worst = child;
        if (worst == at)
            return;
        struct comb_hexicon_move move = heap[at];
        heap[at] = heap[worst];
        heap[worst] = move;
        at = worst;
    }
}

static bool add_to_heap(struct comb_hexicon_ranking *ranking, const struct comb_hexicon_move *move,
                        enum comb_hexicon_side mover)
{
    ranking->count++;
    if (ranking->best.count < ranking->capacity) {
        if (!comb_vec_push(&ranking->best, *move))
            return false;
        if (ranking->best.count == ranking->capacity)
            for (size_t i = ranking->capacity / 2 + 1; i-- > 0;)
                sink_in_heap(ranking, i, mover);
        return true;
    }
    if (ranking->capacity > 0 && comb_hexicon_compare(move, &ranking->best.items[0], mover) < 0) {
        ranking->best.items[0] = *move;
        sink_in_heap(ranking, 0, mover);
    }
    return true;
}

static int by_rank_of_blue(const void *a, const void *b)
{
    return comb_hexicon_compare(a, b, COMB_HEXICON_BLUE);
}

static int by_rank_of_red(const void *a, const void *b)
{
    return comb_hexicon_compare(a, b, COMB_HEXICON_RED);
}

void comb_hexicon_ranking_finish(struct comb_hexicon_ranking *ranking, enum comb_hexicon_side mover)
{
    assert(ranking->best.count <= ranking->count);
    if (ranking->best.count > 0)
        qsort(ranking->best.items, ranking->best.count, sizeof *ranking->best.items,
              mover == COMB_HEXICON_BLUE ? by_rank_of_blue : by_rank_of_red);
}

void comb_hexicon_ranking_free(struct comb_hexicon_ranking *ranking)
{
    comb_vec_free(&ranking->best);
}

/* ---- search ---- */

static bool job_continues(void *payload)
{
    struct comb_hexicon_search *search = payload;
    search->stopped = comb_job_tick(search->job, 0);
    return search->stopped == COMB_OK;
}

int comb_hexicon_search_open(struct comb_hexicon_search *search, const struct comb_dict *dict, struct comb_job *job,
                             struct comb_error *err)
{
    *search = (struct comb_hexicon_search){.job = job, .min_length = 2};
    int code = comb_word_search_new(&search->words, dict, err);
    if (code == COMB_OK)
        comb_word_search_tick(search->words, job_continues, search);
    return code;
}

void comb_hexicon_search_close(struct comb_hexicon_search *search)
{
    comb_word_search_free(search->words);
    search->words = NULL;
}

int comb_hexicon_position_of(struct comb_hexicon_position *out, const struct comb_words_board *board,
                             const struct comb_dict *dict, struct comb_error *err)
{
    memset(out, 0, sizeof *out);
    comb_hexicon_shape_of(&out->shape, board);
    comb_hexicon_state_of(&out->state, board);
    return comb_words_tiles(&out->tiles, board, dict, err);
}

static void swap_bits(uint64_t *set, unsigned a, unsigned b)
{
    uint64_t differ = (*set >> a ^ *set >> b) & 1;
    *set ^= differ << a | differ << b;
}

void comb_hexicon_swap(struct comb_hexicon_position *position, unsigned a, unsigned b)
{
    assert(a != b && ((position->state.captured >> a | position->state.captured >> b) & 1) == 0);
    struct comb_word_tile tile = position->tiles.tiles[a];
    position->tiles.tiles[a] = position->tiles.tiles[b];
    position->tiles.tiles[b] = tile;
    swap_bits(&position->state.owned[0], a, b);
    swap_bits(&position->state.owned[1], a, b);
}

/* One pass over all words of a position. */
struct pass {
    struct comb_hexicon_ranking *ranking;
    const struct comb_hexicon_position *position;
    enum comb_hexicon_side mover;
    uint8_t swap[2];
    uint64_t required; /* the path must use one of these cells; 0 = any path */
    bool failed;
};

uint64_t comb_hexicon_path_bits(const uint8_t *path, unsigned cells)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < cells; i++)
        bits |= (uint64_t)1 << path[i];
    return bits;
}

/* Hexagons that lack at most two colours and would belong to the opponent if they filled them. */
static unsigned count_threats(const struct comb_hexicon_shape *shape, const struct comb_hexicon_state *state,
                              enum comb_hexicon_side mover)
{
    unsigned threats = 0;
    for (uint64_t left = shape->inner & ~state->captured; left; left &= left - 1) {
        uint64_t seven = shape->neighbours[__builtin_ctzll(left)] | (left & -left);
        int free = __builtin_popcountll(seven & ~(state->owned[0] | state->owned[1]));
        int theirs = __builtin_popcountll(seven & state->owned[!mover]) + free;
        threats += free <= 2 && theirs > __builtin_popcountll(seven & state->owned[mover]);
    }
    return threats;
}

/* Territory first: the cells held, ours minus theirs; then safety: fewer threats. */
static int16_t standing_of(const struct comb_hexicon_shape *shape, const struct comb_hexicon_state *after,
                           enum comb_hexicon_side mover)
{
    enum { PER_CELL = COMB_WORDS_MAX_CELLS };
    int held = __builtin_popcountll(after->owned[mover]) - __builtin_popcountll(after->owned[!mover]);
    return (int16_t)(held * PER_CELL - (int)count_threats(shape, after, mover));
}

void comb_hexicon_move_from(struct comb_hexicon_move *out, const struct comb_word_found *found,
                            const struct comb_hexicon_position *position, enum comb_hexicon_side mover)
{
    struct comb_hexicon_outcome outcome;
    comb_hexicon_play(&outcome, &position->shape, &position->state, comb_hexicon_path_bits(found->path, found->cells),
                      mover);
    *out = (struct comb_hexicon_move){
        .letters = (uint8_t)found->length,
        .cells = (uint8_t)found->cells,
        .swap = {COMB_HEXICON_NO_SWAP, COMB_HEXICON_NO_SWAP},
        .hexagons = {(uint8_t)outcome.hexagons[0], (uint8_t)outcome.hexagons[1]},
        .cleared = {(uint8_t)outcome.cells_cleared[0], (uint8_t)outcome.cells_cleared[1]},
        .standing = position->by_territory ? standing_of(&position->shape, &outcome.after, mover) : (int16_t)0,
    };
    assert(found->length <= sizeof out->word && found->cells <= sizeof out->path);
    memcpy(out->word, found->letters, found->length);
    memcpy(out->path, found->path, found->cells);
}

static bool add_found_move(void *payload, const struct comb_word_found *found)
{
    struct pass *pass = payload;
    if (pass->required && !(comb_hexicon_path_bits(found->path, found->cells) & pass->required))
        return true;
    struct comb_hexicon_move move;
    comb_hexicon_move_from(&move, found, pass->position, pass->mover);
    memcpy(move.swap, pass->swap, sizeof move.swap);
    pass->failed = !add_to_heap(pass->ranking, &move, pass->mover);
    return !pass->failed;
}

static int run_pass(struct pass *pass, struct comb_hexicon_search *search, struct comb_error *err)
{
    struct comb_word_rules rules = {.kind = COMB_WORD_BY_LENGTH, .min_length = search->min_length};
    for (unsigned letters = search->min_length; letters <= COMB_DICT_MAX_WORD; letters++)
        rules.points[letters] = letters;
    struct comb_word_board tiles = pass->position->tiles;
    tiles.blocked = pass->position->state.owned[!pass->mover];
    int code = comb_word_list_paths(search->words, &tiles, &rules, add_found_move, pass, err);
    if (pass->failed)
        return comb_fail_memory(err);
    return search->stopped != COMB_OK ? comb_job_fail(search->job, search->stopped, err) : code;
}

int comb_hexicon_rank(struct comb_hexicon_ranking *ranking, struct comb_hexicon_search *search,
                      const struct comb_hexicon_position *position, enum comb_hexicon_side mover,
                      struct comb_error *err)
{
    struct pass pass = {
        .ranking = ranking,
        .position = position,
        .mover = mover,
        .swap = {COMB_HEXICON_NO_SWAP, COMB_HEXICON_NO_SWAP},
    };
    return run_pass(&pass, search, err);
}

static bool same_tile(const struct comb_word_tile *a, const struct comb_word_tile *b)
{
    return a->count == b->count && memcmp(a->letters, b->letters, a->count) == 0;
}

static unsigned owner(const struct comb_hexicon_state *state, unsigned cell)
{
    return (unsigned)(state->owned[0] >> cell & 1) | (unsigned)(state->owned[1] >> cell & 1) << 1;
}

/* Adds the moves after swapping two cells. If the colours are equal, only words through one of the two are new. If they
 * differ, a word elsewhere is another move, as the swap moves colours; no source says whether the game allows it. */
static int rank_swap(struct comb_hexicon_ranking *ranking, struct comb_hexicon_search *search,
                     const struct comb_hexicon_position *position, enum comb_hexicon_side mover, unsigned a, unsigned b,
                     struct comb_error *err)
{
    bool same_owner = owner(&position->state, a) == owner(&position->state, b);
    if (same_owner && same_tile(&position->tiles.tiles[a], &position->tiles.tiles[b]))
        return COMB_OK;
    struct comb_hexicon_position swapped = *position;
    comb_hexicon_swap(&swapped, a, b);
    struct pass pass = {
        .ranking = ranking,
        .position = &swapped,
        .mover = mover,
        .swap = {(uint8_t)a, (uint8_t)b},
        .required = same_owner || position->swap_on_path ? (uint64_t)1 << a | (uint64_t)1 << b : 0,
    };
    return run_pass(&pass, search, err);
}

int comb_hexicon_rank_swaps(struct comb_hexicon_ranking *ranking, struct comb_hexicon_search *search,
                            const struct comb_hexicon_position *position, enum comb_hexicon_side mover,
                            struct comb_error *err)
{
    int code = COMB_OK;
    for (unsigned a = 0; a < position->shape.cells; a++) {
        uint64_t later = position->shape.neighbours[a] & ~position->state.captured & ~(((uint64_t)2 << a) - 1);
        if (position->state.captured >> a & 1 || position->tiles.tiles[a].count == 0)
            continue;
        for (; code == COMB_OK && later; later &= later - 1) {
            unsigned b = (unsigned)__builtin_ctzll(later);
            if (position->tiles.tiles[b].count > 0)
                code = rank_swap(ranking, search, position, mover, a, b, err);
        }
    }
    return code;
}

/* ---- boards after a move ---- */

static char attribute_of(const struct comb_hexicon_state *state, unsigned cell)
{
    bool captured = state->captured >> cell & 1;
    if (state->owned[COMB_HEXICON_BLUE] >> cell & 1)
        return captured ? 'B' : 'b';
    if (state->owned[COMB_HEXICON_RED] >> cell & 1)
        return captured ? 'R' : 'r';
    return '\0';
}

int comb_hexicon_board_after(struct comb_words_board **out, const struct comb_words_board *board,
                             const struct comb_hexicon_move *move, enum comb_hexicon_side mover, bool one_super,
                             struct comb_error *err)
{
    void *copy;
    int code = comb_words_image(&copy, board, 0, err);
    *out = copy;
    if (code != COMB_OK)
        return code;
    struct comb_words_cell *cells = (*out)->cells;
    if (move->swap[0] != COMB_HEXICON_NO_SWAP) {
        struct comb_words_cell cell = cells[move->swap[0]];
        cells[move->swap[0]] = cells[move->swap[1]];
        cells[move->swap[1]] = cell;
    }
    struct comb_hexicon_shape shape;
    struct comb_hexicon_state state;
    struct comb_hexicon_outcome outcome;
    uint64_t path = comb_hexicon_path_bits(move->path, move->cells);
    comb_hexicon_shape_of(&shape, *out);
    shape.one_super = one_super;
    comb_hexicon_state_of(&state, *out);
    comb_hexicon_play(&outcome, &shape, &state, path, mover);
    for (unsigned i = 0; i < shape.cells; i++) {
        if (outcome.cleared >> i & 1)
            cells[i] = (struct comb_words_cell){.kind = COMB_WORDS_ANY};
        cells[i].attribute[0] = attribute_of(&outcome.after, i);
        cells[i].attribute[1] = '\0';
    }
    return COMB_OK;
}
