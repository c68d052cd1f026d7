/* Walks all paths of a board: the portable search, which supports every kind of board.
 *
 * Depth first, with one frame per cell of the path and no recursion. A frame holds the dictionary position that the
 * path has reached and the neighbours still to try:
 *
 *      S-L P      path S A T, frame 2: position "SAT", left = free neighbours of T
 *       A . .     next: the lowest cell of left; its tile must continue from the position, or end a word there
 *      . T .
 *
 * Cells are tried in ascending order and a word is reported before the paths that extend it, so paths come in reading
 * order: the first path reported for a word is the first of all its paths. A wildcard is tried once for every letter
 * that the dictionary allows; a tile of several letters is followed letter by letter.
 *
 * Sets of cells are 64-bit masks; boards of more than 64 cells have the same walk with 128-bit masks (walk_frames.h).
 *
 * Cost: about 45 ns per cell tried that continues, half of it mispredicted branches. The AVX2 code (avx2.c) avoids
 * them. */
#include "engine/words/search.h"

#include <assert.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

enum { WILD = 31 }; /* bit next to the letters, of which there are at most 31 */

INLINE bool tick(struct comb_word_walk *walk)
{
    if (++walk->steps % COMB_WORD_TICK_STEPS != 0 || !walk->search->tick)
        return true;
    return walk->search->tick(walk->search->tick_payload);
}

/* ---- Up to 64 cells ---- */

INLINE uint64_t narrow_open_cells(const struct comb_word_board *board)
{
    return comb_word_open_cells(board);
}

INLINE uint64_t narrow_neighbours(const struct comb_word_board *board, unsigned cell)
{
    return board->neighbours[cell];
}

#define SET uint64_t
#define NAME(name) narrow_##name
#define FIRST __builtin_ctzll
#include "engine/words/walk_frames.h"
#undef SET
#undef NAME
#undef FIRST

/* ---- Larger boards ---- */

INLINE comb_word_set wide_open_cells(const struct comb_word_board *board)
{
    return comb_word_open_set(board);
}

INLINE comb_word_set wide_neighbours(const struct comb_word_board *board, unsigned cell)
{
    return comb_word_neighbour_set(board, cell);
}

#define SET comb_word_set
#define NAME(name) wide_##name
#define FIRST comb_word_first_cell
#include "engine/words/walk_frames.h"
#undef SET
#undef NAME
#undef FIRST

#if defined(__x86_64__)

/* Finding a record takes a population count, an instruction that the oldest of these processors lack. */
__attribute__((target("popcnt"))) static enum comb_word_end walk_with_popcnt(struct comb_word_walk *walk)
{
    return narrow_walk_all(walk);
}

static enum comb_word_end walk_narrow(struct comb_word_walk *walk)
{
    return __builtin_cpu_supports("popcnt") ? walk_with_popcnt(walk) : narrow_walk_all(walk);
}

#else

static enum comb_word_end walk_narrow(struct comb_word_walk *walk)
{
    return narrow_walk_all(walk);
}

#endif

enum comb_word_end comb_word_walk(struct comb_word_walk *walk)
{
    return walk->board->cells <= COMB_WORD_MASK_CELLS ? walk_narrow(walk) : wide_walk_all(walk);
}

/* ---- Scores ---- */

bool comb_word_mark_found(struct comb_word_search *search, uint32_t id)
{
    uint64_t bit = (uint64_t)1 << (id % 64);
    if (search->found_bits[id / 64] & bit)
        return false;
    search->found_bits[id / 64] |= bit;
    search->found[search->found_count++] = id;
    return true;
}

void comb_word_clear_found(struct comb_word_search *search)
{
    for (size_t i = 0; i < search->found_count; i++)
        search->found_bits[search->found[i] / 64] = 0;
    search->found_count = 0;
}

struct tally {
    struct comb_word_search *search;
    const struct comb_word_rules *rules;
    unsigned cell; /* the cell whose letters are compared */
    uint64_t score;
    uint32_t words;
};

static bool add_by_length(void *payload, const struct comb_word_walk *walk, uint32_t id)
{
    struct tally *tally = payload;
    uint32_t points = tally->rules->points[walk->length];
    if (points > 0 && comb_word_mark_found(tally->search, id)) {
        tally->score += points;
        tally->words++;
    }
    return true;
}

static bool add_by_letters(void *payload, const struct comb_word_walk *walk, uint32_t id)
{
    struct tally *tally = payload;
    if (!comb_word_counts(tally->rules, walk->length))
        return true;
    uint32_t *best = &tally->search->value[id];
    if (comb_word_mark_found(tally->search, id)) {
        tally->words++;
        *best = 0;
    }
    uint32_t points = comb_word_path_points(walk->board, tally->rules, walk->path, walk->cells, walk->length);
    if (points > *best) {
        tally->score += points - *best;
        *best = points;
    }
    return true;
}

struct comb_word_total comb_word_walk_score(struct comb_word_search *search, const struct comb_word_board *board,
                                            const struct comb_word_rules *rules)
{
    struct tally tally = {.search = search, .rules = rules};
    struct comb_word_walk walk = {.search = search,
                                  .board = board,
                                  .hit = rules->kind == COMB_WORD_BY_LENGTH ? add_by_length : add_by_letters,
                                  .payload = &tally};
    enum comb_word_end end = comb_word_walk(&walk);
    comb_word_clear_found(search);
    return (struct comb_word_total){.score = tally.score, .words = tally.words, .stopped = end == COMB_WORD_STOPPED};
}

/* ---- All letters of one cell ---- */

enum { WITHOUT_THE_CELL = 31 }; /* a bit like those of the letters */

static bool add_letter(void *payload, const struct comb_word_walk *walk, uint32_t id)
{
    struct tally *tally = payload;
    if (!comb_word_counts(tally->rules, walk->length))
        return true;
    unsigned letter = WITHOUT_THE_CELL;
    for (unsigned i = 0; i < walk->cells; i++)
        if (walk->path[i] == tally->cell)
            letter = walk->wild[tally->cell];
    if (comb_word_mark_found(tally->search, id))
        tally->search->value[id] = 0;
    tally->search->value[id] |= (uint32_t)1 << letter;
    return true;
}

/* A word with a path that avoids the cell counts for every letter; any other only for the letters that the cell had on
 * its paths. */
static void total_by_letter(struct comb_word_total *totals, const struct comb_word_search *search,
                            const struct comb_word_rules *rules, unsigned letters)
{
    struct comb_word_total always = {0};
    for (size_t i = 0; i < search->found_count; i++) {
        uint8_t word[COMB_DICT_MAX_WORD];
        uint32_t id = search->found[i];
        uint32_t points = rules->points[comb_dict_word(word, search->dict, id)];
        if (search->value[id] >> WITHOUT_THE_CELL) {
            always.score += points;
            always.words++;
            continue;
        }
        for (uint32_t left = search->value[id]; left != 0; left &= left - 1) {
            totals[__builtin_ctz(left)].score += points;
            totals[__builtin_ctz(left)].words++;
        }
    }
    for (unsigned letter = 0; letter < letters; letter++) {
        totals[letter].score += always.score;
        totals[letter].words += always.words;
    }
}

void comb_word_walk_score_cell(struct comb_word_total *totals, struct comb_word_search *search,
                               const struct comb_word_board *board, const struct comb_word_rules *rules, unsigned cell)
{
    assert(rules->kind == COMB_WORD_BY_LENGTH);
    assert(cell < board->cells && search->found_count == 0);
    unsigned letters = comb_dict_letter_count(search->dict);
    struct comb_word_board wild = *board;
    wild.tiles[cell] = (struct comb_word_tile){.count = 1, .letters = {COMB_WORD_ANY}};
    struct tally tally = {.search = search, .rules = rules, .cell = cell};
    struct comb_word_walk walk = {.search = search, .board = &wild, .hit = add_letter, .payload = &tally};
    enum comb_word_end end = comb_word_walk(&walk);
    memset(totals, 0, letters * sizeof *totals);
    total_by_letter(totals, search, rules, letters);
    for (unsigned letter = 0; letter < letters; letter++)
        totals[letter].stopped = end == COMB_WORD_STOPPED;
    comb_word_clear_found(search);
}
