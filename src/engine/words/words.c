/* Public functions of the word search: construction, board checks, points, and choice of the scoring code. The walks
 * are in walk.c, the lists in list.c, the fast code in index.c, fast.c and avx2.c. */
#include "engine/words/words.h"

#include "base/bitset.h"
#include "engine/words/search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int new_search(struct comb_word_search **out, const struct comb_dict *dict, const struct comb_word_index *index,
                      struct comb_error *err)
{
    *out = NULL;
    size_t words = comb_dict_word_count(dict);
    if (index && index->marks > words)
        words = index->marks;
    struct comb_word_search *search = calloc(1, sizeof *search);
    if (!search)
        return comb_fail_memory(err);
    search->dict = dict;
    search->index = index;
    search->found_bits = calloc(COMB_BITSET_WORDS(words), sizeof *search->found_bits);
    search->value = malloc(words * sizeof *search->value);
    search->found = malloc((words + 1) * sizeof *search->found);
    int code = search->found_bits && search->value && search->found ? COMB_OK : comb_fail_memory(err);
    if (code == COMB_OK && index)
        code = comb_word_fast_new(&search->fast, index, err);
    if (code == COMB_OK)
        *out = search;
    else
        comb_word_search_free(search);
    return code;
}

int comb_word_search_new(struct comb_word_search **out, const struct comb_dict *dict, struct comb_error *err)
{
    return new_search(out, dict, NULL, err);
}

int comb_word_search_new_indexed(struct comb_word_search **out, const struct comb_word_index *index,
                                 struct comb_error *err)
{
    return new_search(out, index->dict, index, err);
}

void comb_word_search_free(struct comb_word_search *search)
{
    if (!search)
        return;
    comb_word_fast_free(search->fast);
    free(search->found_bits);
    free(search->value);
    free(search->found);
    free(search);
}

const struct comb_dict *comb_word_search_dict(const struct comb_word_search *search)
{
    return search->dict;
}

void comb_word_search_tick(struct comb_word_search *search, bool (*tick)(void *payload), void *payload)
{
    search->tick = tick;
    search->tick_payload = payload;
}

bool comb_word_search_use(struct comb_word_search *search, enum comb_word_backend code)
{
    if (code == COMB_WORD_AVX2 && !search->fast)
        return false;
    search->code = code;
    return true;
}

/* ---- Boards ---- */

static bool tile_is_valid(const struct comb_word_tile *tile, unsigned letters)
{
    if (tile->count > COMB_WORD_MAX_TILE)
        return false;
    if (comb_word_tile_is_any(tile))
        return true;
    for (unsigned i = 0; i < tile->count; i++)
        if (tile->letters[i] >= letters)
            return false;
    return true;
}

/* Returns the first bad cell, or COMB_WORD_MAX_CELLS. */
static unsigned first_bad_tile(const struct comb_word_board *board, const struct comb_dict *dict)
{
    for (unsigned cell = 0; cell < board->cells; cell++)
        if (!tile_is_valid(&board->tiles[cell], comb_dict_letter_count(dict)))
            return cell;
    return COMB_WORD_MAX_CELLS;
}

int comb_word_board_check(const struct comb_word_board *board, const struct comb_dict *dict, struct comb_error *err)
{
    if (board->cells > COMB_WORD_MAX_CELLS)
        return comb_fail(err, COMB_BAD_INPUT, "board has %u cells, expected at most %d", board->cells,
                         COMB_WORD_MAX_CELLS);
    unsigned bad = first_bad_tile(board, dict);
    if (bad != COMB_WORD_MAX_CELLS)
        return comb_fail(err, COMB_BAD_INPUT, "cell %u: expected up to %d letters of the alphabet or one wildcard",
                         bad + 1, COMB_WORD_MAX_TILE);
    return COMB_OK;
}

static void assert_board(const struct comb_word_search *search, const struct comb_word_board *board)
{
    assert(board->cells <= COMB_WORD_MAX_CELLS);
    assert(first_bad_tile(board, search->dict) == COMB_WORD_MAX_CELLS);
}

uint64_t comb_word_open_cells(const struct comb_word_board *board)
{
    uint64_t open = 0;
    for (unsigned cell = 0; cell < COMB_WORD_MASK_CELLS && cell < board->cells; cell++)
        open |= (uint64_t)(board->tiles[cell].count > 0) << cell;
    return open & ~board->blocked;
}

comb_word_set comb_word_open_set(const struct comb_word_board *board)
{
    comb_word_set open = comb_word_open_cells(board);
    for (unsigned cell = COMB_WORD_MASK_CELLS; cell < board->cells; cell++)
        open |= (comb_word_set)(board->tiles[cell].count > 0) << cell;
    return open;
}

/* ---- Points ---- */

/* The product of word multipliers is unbounded; from 2^32 on the points are at their limit anyway. */
static uint64_t saturating_product(uint64_t times, unsigned factor)
{
    times *= factor > 1 ? factor : 1;
    return times < (uint64_t)1 << 32 ? times : (uint64_t)1 << 32;
}

static uint32_t tile_value(const struct comb_word_board *board, const struct comb_word_rules *rules, unsigned cell)
{
    const struct comb_word_tile *tile = &board->tiles[cell];
    uint32_t sum = 0;
    if (comb_word_tile_is_any(tile))
        return 0;
    for (unsigned i = 0; i < tile->count; i++)
        sum += rules->values[tile->letters[i]];
    return sum * (board->letter_times[cell] > 1 ? board->letter_times[cell] : 1);
}

static uint32_t limit_points(uint64_t sum, uint64_t times, const struct comb_word_rules *rules, unsigned length)
{
    uint64_t bonus = length > rules->bonus_beyond ? (uint64_t)rules->bonus * (length - rules->bonus_beyond) : 0;
    uint64_t points = sum * times + bonus;
    return points < UINT32_MAX ? (uint32_t)points : UINT32_MAX;
}

uint32_t comb_word_path_points(const struct comb_word_board *board, const struct comb_word_rules *rules,
                               const uint8_t *path, unsigned cells, unsigned length)
{
    if (rules->kind == COMB_WORD_BY_LENGTH)
        return rules->points[length];
    uint64_t sum = 0;
    uint64_t times = 1;
    for (unsigned i = 0; i < cells; i++) {
        sum += tile_value(board, rules, path[i]);
        times = saturating_product(times, board->word_times[path[i]]);
    }
    return limit_points(sum, times, rules, length);
}

/* ---- Scores ---- */

static bool fast_is_allowed(const struct comb_word_search *search)
{
    return search->fast && search->code != COMB_WORD_PORTABLE;
}

struct comb_word_total comb_word_score(struct comb_word_search *search, const struct comb_word_board *board,
                                       const struct comb_word_rules *rules)
{
    assert(board->cells <= COMB_WORD_MAX_CELLS);
    if (fast_is_allowed(search) && comb_word_fast_supports(search, board))
        return comb_word_fast_score(search, board, rules);
    assert_board(search, board);
    return comb_word_walk_score(search, board, rules);
}

static void score_each_letter(struct comb_word_total *totals, struct comb_word_search *search,
                              const struct comb_word_board *board, const struct comb_word_rules *rules, unsigned cell)
{
    struct comb_word_board changed = *board;
    bool stopped = false;
    for (unsigned letter = 0; letter < comb_dict_letter_count(search->dict); letter++) {
        changed.tiles[cell] = (struct comb_word_tile){.count = 1, .letters = {(uint8_t)letter}};
        totals[letter] = (struct comb_word_total){.stopped = true};
        if (!stopped)
            totals[letter] = comb_word_score(search, &changed, rules);
        stopped = totals[letter].stopped;
    }
}

/* Returns whether the fast search supports the board without the tile on the cell. */
static bool fast_supports_without_cell(struct comb_word_search *search, const struct comb_word_board *board,
                                       unsigned cell)
{
    struct comb_word_board without_cell = *board;
    without_cell.tiles[cell].count = 0;
    return fast_is_allowed(search) && comb_word_fast_supports(search, &without_cell);
}

/* Uses one pass where possible. That excludes points by letters: letters have different values, and the best path of a
 * word may or may not use the cell. There, 26 fast searches are quicker than one walk for all letters. */
void comb_word_score_cell(struct comb_word_total *totals, struct comb_word_search *search,
                          const struct comb_word_board *board, const struct comb_word_rules *rules, unsigned cell)
{
    assert_board(search, board);
    assert(cell < board->cells);
    bool fast = fast_supports_without_cell(search, board, cell);
    if (fast && comb_word_fast_supports_cell_scores(search, rules))
        comb_word_fast_score_cell(totals, search, board, rules, cell);
    else if (fast || rules->kind == COMB_WORD_BY_LETTERS)
        score_each_letter(totals, search, board, rules, cell);
    else
        comb_word_walk_score_cell(totals, search, board, rules, cell);
}
