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
 * Cost: about 45 ns per cell tried that continues, half of it mispredicted branches. The AVX2 code (avx2.c) avoids
 * them. */
#include "engine/words/search.h"

#include <assert.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

struct frame {
    struct comb_dict_cursor place;
    uint32_t letters; /* letters that continue a word or end one here; plus WILD, as wildcards always fit */
    uint32_t wild;    /* letters to try for the current wildcard */
    uint64_t free;    /* cells not on the path */
    uint64_t left;    /* neighbours to try */
    unsigned length;  /* letters so far */
};

enum { WILD = 31 }; /* bit next to the letters, of which there are at most 31 */

/* The frames below the current one, one per cell of the path. */
struct stack {
    struct frame frames[COMB_DICT_MAX_WORD];
    unsigned top;
    uint8_t first[COMB_WORD_MAX_CELLS]; /* first letter of each tile, or WILD */
};

/* Excludes neighbours whose first letter does not fit, without a branch for each. */
INLINE struct frame new_frame(const struct stack *stack, struct comb_dict_cursor place, uint64_t free, uint64_t next,
                              unsigned length)
{
    uint32_t letters = place.record->inner | place.record->end | (uint32_t)1 << WILD;
    uint64_t left = 0;
    for (next &= free; next != 0; next &= next - 1) {
        unsigned cell = (unsigned)__builtin_ctzll(next);
        left |= (uint64_t)(letters >> stack->first[cell] & 1) << cell;
    }
    return (struct frame){.place = place, .letters = letters, .free = free, .left = left, .length = length};
}

/* Extends the path over the last cell of walk->path, which has these letters. Returns false to end the walk. */
INLINE bool enter(struct frame *frame, struct stack *stack, struct comb_word_walk *walk, const uint8_t *letters,
                  unsigned count)
{
    const struct comb_dict *dict = walk->search->dict;
    struct comb_dict_cursor place = frame->place;
    for (unsigned i = 0; i + 1 < count; i++) {
        if (!comb_dict_has_child(place, letters[i]))
            return true;
        place = comb_dict_step(dict, place, letters[i]);
    }
    unsigned last = letters[count - 1];
    unsigned cell = walk->path[stack->top];
    walk->cells = stack->top + 1;
    walk->length = frame->length + count;
    for (unsigned i = 0; i < count; i++)
        walk->letters[frame->length + i] = letters[i];
    if (comb_dict_ends_word(place, last) && !walk->hit(walk->payload, walk, comb_dict_word_id(place, last)))
        return false;
    if (comb_dict_has_child(place, last)) {
        uint64_t free = frame->free & ~((uint64_t)1 << cell);
        stack->frames[stack->top++] = *frame;
        *frame = new_frame(stack, comb_dict_step(dict, place, last), free, walk->board->neighbours[cell], walk->length);
    }
    return true;
}

INLINE bool try_letter(struct frame *frame, struct stack *stack, struct comb_word_walk *walk)
{
    uint8_t letter = (uint8_t)__builtin_ctz(frame->wild);
    frame->wild &= frame->wild - 1;
    walk->wild[walk->path[stack->top]] = letter;
    return enter(frame, stack, walk, &letter, 1);
}

/* Tries the next neighbour. Returns false to end the walk. */
INLINE bool try_cell(struct frame *frame, struct stack *stack, struct comb_word_walk *walk)
{
    unsigned cell = (unsigned)__builtin_ctzll(frame->left);
    frame->left &= frame->left - 1;
    walk->path[stack->top] = (uint8_t)cell;
    if (stack->first[cell] != WILD)
        return enter(frame, stack, walk, walk->board->tiles[cell].letters, walk->board->tiles[cell].count);
    frame->wild = frame->letters & ~((uint32_t)1 << WILD);
    return true;
}

INLINE bool tick(struct comb_word_walk *walk)
{
    if (++walk->steps % COMB_WORD_TICK_STEPS != 0 || !walk->search->tick)
        return true;
    return walk->search->tick(walk->search->tick_payload);
}

INLINE struct frame start(struct stack *stack, const struct comb_word_walk *walk)
{
    uint64_t open = comb_word_open_cells(walk->board);
    stack->top = 0;
    for (unsigned cell = 0; cell < walk->board->cells; cell++) {
        const struct comb_word_tile *tile = &walk->board->tiles[cell];
        stack->first[cell] = comb_word_tile_is_any(tile) ? WILD : tile->letters[0];
    }
    return new_frame(stack, comb_dict_root(walk->search->dict), open, open, 0);
}

INLINE enum comb_word_end walk_all(struct comb_word_walk *walk)
{
    struct stack stack;
    struct frame frame = start(&stack, walk);
    for (;;) {
        bool continues = true;
        if (frame.wild != 0)
            continues = try_letter(&frame, &stack, walk);
        else if (frame.left != 0)
            continues = try_cell(&frame, &stack, walk);
        else if (stack.top > 0)
            frame = stack.frames[--stack.top];
        else
            return COMB_WORD_DONE;
        if (!continues)
            return COMB_WORD_ENOUGH;
        if (!tick(walk))
            return COMB_WORD_STOPPED;
    }
}

#if defined(__x86_64__)

/* Finding a record takes a population count, an instruction that the oldest of these processors lack. */
__attribute__((target("popcnt"))) static enum comb_word_end walk_with_popcnt(struct comb_word_walk *walk)
{
    return walk_all(walk);
}

enum comb_word_end comb_word_walk(struct comb_word_walk *walk)
{
    return __builtin_cpu_supports("popcnt") ? walk_with_popcnt(walk) : walk_all(walk);
}

#else

enum comb_word_end comb_word_walk(struct comb_word_walk *walk)
{
    return walk_all(walk);
}

#endif

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
