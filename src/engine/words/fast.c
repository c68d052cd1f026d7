/* Driver of the fast search: converts boards to lanes, levels to portions, words to points. avx2.c has the inner loops
 * and explains them. */
#include "engine/words/fast.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    NO_CELL = 255,
    STACK = 1 << 16, /* entries; and hits */
    PORTION = 1024,  /* entries expanded at a time */
    NARROW_CELLS = 32,
    TAGGED_CELLS = COMB_WORD_TAG_SHIFT
};

/* ---- Memory ---- */

static void fill_order(struct comb_word_fast *fast)
{
    for (unsigned mask = 0; mask < 256; mask++) {
        unsigned count = 0;
        for (unsigned lane = 0; lane < COMB_WORD_LANES; lane++)
            if (mask >> lane & 1)
                fast->order[mask][count++] = lane;
    }
}

/* Allocates one block for all arrays. They are accessed side by side and must not have the same page offset, or they
 * compete for the same lines of the first cache: hence the padding between them. */
static bool allocate(struct comb_word_fast *fast)
{
    enum { ARRAYS = 10, STRIDE = STACK + COMB_WORD_LANES + 80 };
    fast->memory = aligned_alloc(64, ARRAYS * STRIDE * sizeof *fast->memory);
    fast->found_lengths = malloc(fast->index->marks + 1);
    if (!fast->memory || !fast->found_lengths)
        return false;
    uint32_t *next = fast->memory;
    for (unsigned parity = 0; parity < 2; parity++, next += 3 * STRIDE)
        fast->stack[parity] = (struct comb_word_entries){.at = next, .free = next + STRIDE, .high = next + 2 * STRIDE};
    fast->hits = next;
    fast->hit_free = next + STRIDE;
    fast->hit_high = next + 2 * STRIDE;
    fast->counts = next + 3 * STRIDE;
    return true;
}

int comb_word_fast_new(struct comb_word_fast **out, const struct comb_word_index *index, struct comb_error *err)
{
    *out = NULL;
    if (!comb_word_avx2_available())
        return COMB_OK;
    struct comb_word_fast *fast = aligned_alloc(64, (sizeof *fast + 63) / 64 * 64);
    if (!fast)
        return comb_fail_memory(err);
    memset(fast, 0, sizeof *fast);
    fast->index = index;
    fill_order(fast);
    if (!allocate(fast)) {
        comb_word_fast_free(fast);
        return comb_fail_memory(err);
    }
    *out = fast;
    return COMB_OK;
}

void comb_word_fast_free(struct comb_word_fast *fast)
{
    if (!fast)
        return;
    free(fast->memory);
    free(fast->found_lengths);
    free(fast);
}

/* ---- The board ---- */

static uint64_t cells_below(unsigned cells)
{
    return cells < 64 ? ((uint64_t)1 << cells) - 1 : UINT64_MAX;
}

static void set_lane(struct comb_word_fast *fast, unsigned cell, unsigned lane, unsigned neighbour)
{
    uint32_t low = neighbour < 32 ? 31 - neighbour : 32;
    uint32_t high = neighbour >= 32 && neighbour != NO_CELL ? 63 - neighbour : 32;
    fast->lanes[cell].cell_shift[lane] = low;
    fast->lanes[cell].high_cell_shift[lane] = high;
#if defined(__wasm_simd128__)
    fast->lanes[cell].cell_bit[lane] = low < 32 ? (uint32_t)1 << (31 - low) : 0;
    fast->lanes[cell].high_cell_bit[lane] = high < 32 ? (uint32_t)1 << (31 - high) : 0;
#endif
    fast->lane_cells[cell][lane] = (uint8_t)neighbour;
}

/* Boards come in long runs of one shape, so the shape is cached. */
static void read_shape(struct comb_word_fast *fast, const struct comb_word_board *board)
{
    if (board->cells == fast->cells &&
        memcmp(board->neighbours, fast->neighbours, board->cells * sizeof *board->neighbours) == 0)
        return;
    fast->cells = board->cells;
    fast->shape_fits = true;
    memcpy(fast->neighbours, board->neighbours, board->cells * sizeof *board->neighbours);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        uint64_t left = board->neighbours[cell] & cells_below(board->cells) & ~((uint64_t)1 << cell);
        fast->shape_fits &= __builtin_popcountll(left) <= COMB_WORD_LANES;
        for (unsigned lane = 0; lane < COMB_WORD_LANES; lane++) {
            set_lane(fast, cell, lane, left != 0 ? (unsigned)__builtin_ctzll(left) : NO_CELL);
            left &= left != 0 ? left - 1 : 0;
        }
    }
}

/* Tiles of several letters are rare; `longer` holds the length of each. */
static void read_long_tile(struct comb_word_fast *fast, const struct comb_word_tile *tile, unsigned cell)
{
    for (unsigned i = 1; i < tile->count; i++) {
        assert(i < COMB_WORD_MAX_TILE && tile->letters[i] < comb_dict_letter_count(fast->index->dict));
        fast->longer[i] |= (uint64_t)1 << cell;
    }
}

/* Returns false if there is a wildcard. */
static bool read_tiles(struct comb_word_fast *fast, const struct comb_word_board *board)
{
    uint64_t open = 0;
    unsigned highest = 0;
    memset(fast->longer, 0, sizeof fast->longer);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        const struct comb_word_tile *tile = &board->tiles[cell];
        uint8_t letter = tile->count > 0 ? tile->letters[0] : 0;
        open |= (uint64_t)(tile->count > 0) << cell;
        highest = letter > highest ? letter : highest;
        fast->letters[cell] = letter;
        if (tile->count > 1)
            read_long_tile(fast, tile, cell);
    }
    fast->open = open & ~board->blocked;
    fast->longer[0] = fast->open;
    for (unsigned i = 1; i < COMB_WORD_MAX_TILE; i++)
        fast->longer[i] &= fast->open;
    return highest < comb_dict_letter_count(fast->index->dict);
}

/* Words do not end on the first letter of a tile of several letters. */
static void fill_end_lanes(struct comb_word_fast *fast)
{
    for (unsigned cell = 0; cell < fast->cells; cell++) {
        unsigned ends = 0;
        for (unsigned lane = 0; lane < COMB_WORD_LANES; lane++)
            ends |= (unsigned)!(fast->longer[1] >> (fast->lane_cells[cell][lane] & COMB_WORD_CELL_MASK) & 1) << lane;
        fast->end_lanes[cell] = (uint8_t)ends;
    }
}

bool comb_word_fast_supports(struct comb_word_search *search, const struct comb_word_board *board)
{
    if (board->cells > COMB_WORD_MASK_CELLS)
        return false;
    read_shape(search->fast, board);
    return search->fast->shape_fits && read_tiles(search->fast, board);
}

bool comb_word_fast_supports_cell_scores(const struct comb_word_search *search, const struct comb_word_rules *rules)
{
    return search->fast->cells <= TAGGED_CELLS && search->fast->longer[1] == 0 && rules->kind == COMB_WORD_BY_LENGTH;
}

/* ---- Extra work per level ---- */

static void add_hit(struct comb_word_fast *fast, uint32_t word, uint64_t free)
{
    fast->hits[fast->hit_count] = word;
    fast->hit_free[fast->hit_count] = (uint32_t)free;
    fast->hit_high[fast->hit_count] = (uint32_t)(free >> 32);
    fast->hit_count++;
}

/* `high` exists on wide boards only. */
static uint64_t join_free_cells(const struct comb_word_fast *fast, const uint32_t *free, const uint32_t *high)
{
    return *free | (fast->wide ? (uint64_t)*high << 32 : 0);
}

static void put_entry(struct comb_word_entries to, size_t i, uint32_t at, uint64_t free)
{
    to.at[i] = at;
    to.free[i] = (uint32_t)free;
    to.high[i] = (uint32_t)(free >> 32);
}

static uint32_t word_of(const struct comb_word_node *node, unsigned letter)
{
    return node->marks - 31 + letter;
}

/* Advances a path through the other letters of a tile; returns false if the index has no such prefix. */
static bool follow_tile_letters(struct comb_word_fast *fast, const struct comb_word_tile *tile, uint32_t *at,
                                uint64_t free)
{
    for (unsigned i = 1; i < tile->count; i++) {
        const struct comb_word_node *node = &fast->index->nodes[*at >> COMB_WORD_CELL_BITS];
        unsigned letter = tile->letters[i];
        if (i + 1 == tile->count && (node->end >> letter & 1))
            add_hit(fast, word_of(node, letter), free);
        if (!(node->inner >> letter & 1))
            return false;
        *at = node->first + (letter << COMB_WORD_CELL_BITS | (*at & COMB_WORD_CELL_MASK));
    }
    return true;
}

static struct comb_word_entries skip_entries(struct comb_word_entries entries, size_t count)
{
    return (struct comb_word_entries){
        .at = entries.at + count, .free = entries.free + count, .high = entries.high + count};
}

/* Advances entries on tiles of several letters through them, or drops them. */
static size_t follow_long_tiles(struct comb_word_fast *fast, const struct comb_word_board *board,
                                struct comb_word_entries entries, size_t count)
{
    size_t kept_entries = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t at = entries.at[i];
        uint64_t free = join_free_cells(fast, &entries.free[i], &entries.high[i]);
        unsigned cell = at & COMB_WORD_CELL_MASK;
        if (!(fast->longer[1] >> cell & 1) || follow_tile_letters(fast, &board->tiles[cell], &at, free))
            put_entry(entries, kept_entries++, at, free);
    }
    return kept_entries;
}

/* Moves a path without a tag onto the tagged cell, once for every letter. */
static size_t open_gate(struct comb_word_fast *fast, const struct comb_word_node *node, uint32_t free,
                        struct comb_word_entries to)
{
    size_t made = 0;
    free &= ((uint32_t)1 << COMB_WORD_TAG_SHIFT) - 1;
    for (uint32_t left = node->end; left != 0; left &= left - 1) {
        uint32_t letter = (uint32_t)__builtin_ctz(left);
        fast->hits[fast->hit_count++] = word_of(node, letter) | letter << COMB_WORD_TAG_SHIFT;
    }
    for (uint32_t left = node->inner; left != 0; left &= left - 1) {
        uint32_t letter = (uint32_t)__builtin_ctz(left);
        to.at[made] = node->first + (letter << COMB_WORD_CELL_BITS | fast->tagged_cell);
        to.free[made++] = free | letter << COMB_WORD_TAG_SHIFT;
    }
    return made;
}

static size_t open_gates(struct comb_word_fast *fast, struct comb_word_entries from, size_t count,
                         struct comb_word_entries to)
{
    size_t made = 0;
    for (size_t i = 0; i < count; i++) {
        bool untagged = from.free[i] >> COMB_WORD_TAG_SHIFT == COMB_WORD_NO_TAG;
        if (untagged && (fast->gates >> (from.at[i] & COMB_WORD_CELL_MASK) & 1)) {
            const struct comb_word_node *node = &fast->index->nodes[from.at[i] >> COMB_WORD_CELL_BITS];
            made += open_gate(fast, node, from.free[i], skip_entries(to, made));
        }
    }
    return made;
}

/* ---- Counting words ---- */

static void count_by_level(struct comb_word_search *search, const struct comb_word_rules *rules)
{
    struct comb_word_fast *fast = search->fast;
    comb_word_avx2_mark_hits(fast, search->found_bits);
    size_t start_level = 0;
    for (size_t i = 0; i < fast->segment_count; i++) {
        uint32_t fresh = fast->counts[fast->segments[i].end] - fast->counts[start_level];
        uint32_t points = rules->points[fast->segments[i].length];
        fast->score += (uint64_t)fresh * points;
        fast->words += points > 0 ? fresh : 0;
        start_level = fast->segments[i].end;
    }
}

/* By length, with tiles of several letters: each word has its own length. */
static void count_by_length(struct comb_word_search *search, const struct comb_word_rules *rules)
{
    struct comb_word_fast *fast = search->fast;
    comb_word_avx2_measure_hits(fast);
    for (size_t i = 0; i < fast->hit_count; i++) {
        uint32_t points = rules->points[fast->counts[i]];
        if (points > 0 && comb_word_mark_found(search, fast->hits[i])) {
            fast->score += points;
            fast->words++;
        }
    }
}

/* The points of a path do not depend on the order of its cells. */
static uint32_t points_of_set(const struct comb_word_board *board, const struct comb_word_rules *rules, uint64_t used,
                              unsigned length)
{
    uint8_t path[COMB_WORD_MASK_CELLS];
    unsigned cells = 0;
    for (; used != 0; used &= used - 1)
        path[cells++] = (uint8_t)__builtin_ctzll(used);
    return comb_word_path_points(board, rules, path, cells, length);
}

static void count_by_letters(struct comb_word_search *search, const struct comb_word_board *board,
                             const struct comb_word_rules *rules)
{
    struct comb_word_fast *fast = search->fast;
    comb_word_avx2_measure_hits(fast);
    for (size_t i = 0; i < fast->hit_count; i++) {
        if (!comb_word_counts(rules, fast->counts[i]))
            continue;
        uint32_t word = fast->hits[i];
        uint64_t free = join_free_cells(fast, &fast->hit_free[i], &fast->hit_high[i]);
        if (comb_word_mark_found(search, word)) {
            fast->words++;
            search->value[word] = 0;
        }
        uint32_t points = points_of_set(board, rules, fast->open & ~free, fast->counts[i]);
        if (points > search->value[word]) {
            fast->score += points - search->value[word];
            search->value[word] = points;
        }
    }
}

/* search->value collects the tags of each word. */
static void count_by_tags(struct comb_word_search *search)
{
    struct comb_word_fast *fast = search->fast;
    size_t i = 0;
    for (size_t s = 0; s < fast->segment_count; s++)
        for (; i < fast->segments[s].end; i++) {
            uint32_t word = fast->hits[i] & (COMB_WORD_MAX_MARKS - 1);
            uint32_t tag = (uint32_t)1 << (fast->hits[i] >> COMB_WORD_TAG_SHIFT);
            uint64_t bit = (uint64_t)1 << (word % 64);
            bool old = (search->found_bits[word / 64] & bit) != 0;
            search->found_bits[word / 64] |= bit;
            search->value[word] = (old ? search->value[word] : 0) | tag;
            search->found[search->found_count] = word;
            fast->found_lengths[search->found_count] = (uint8_t)fast->segments[s].length;
            search->found_count += !old;
        }
}

static void flush_hits(struct comb_word_search *search, const struct comb_word_board *board,
                       const struct comb_word_rules *rules)
{
    if (search->fast->tagged)
        count_by_tags(search);
    else if (!search->fast->sets)
        count_by_level(search, rules);
    else if (rules->kind == COMB_WORD_BY_LENGTH)
        count_by_length(search, rules);
    else
        count_by_letters(search, board, rules);
}

/* Clears the marks of this run. */
static void clear_marks(struct comb_word_search *search)
{
    struct comb_word_fast *fast = search->fast;
    size_t words = ((size_t)fast->index->marks + 63) / 64;
    if (fast->tagged || fast->sets)
        comb_word_clear_found(search);
    else if (fast->flushed || fast->hit_count > words / 8)
        memset(search->found_bits, 0, words * sizeof *search->found_bits);
    else
        for (size_t i = 0; i < fast->hit_count; i++)
            search->found_bits[fast->hits[i] / 64] = 0;
}

/* ---- Runs ---- */

static void close_segment(struct comb_word_fast *fast, unsigned length)
{
    fast->segments[fast->segment_count++] = (struct comb_word_segment){.end = fast->hit_count, .length = length};
}

/* Makes the entries of the first level, one per cell, and the words of one letter. */
static void start_level(struct comb_word_fast *fast, const struct comb_word_board *board)
{
    const struct comb_word_node *root = &fast->index->root;
    uint64_t tag = fast->tagged ? (uint64_t)COMB_WORD_NO_TAG << COMB_WORD_TAG_SHIFT : 0;
    size_t count = 0;
    for (uint64_t left = fast->open; left != 0; left &= left - 1) {
        unsigned cell = (unsigned)__builtin_ctzll(left);
        unsigned letter = fast->letters[cell];
        uint64_t free = (fast->open & ~((uint64_t)1 << cell)) | tag;
        if ((root->end >> letter & 1) && !(fast->longer[1] >> cell & 1))
            add_hit(fast, word_of(root, letter) | (uint32_t)tag, free);
        if (root->inner >> letter & 1)
            put_entry(fast->stack[1], count++, root->first + (letter << COMB_WORD_CELL_BITS | cell), free);
    }
    if (fast->tagged && !(board->blocked >> fast->tagged_cell & 1))
        count += open_gate(fast, root, (uint32_t)fast->open, skip_entries(fast->stack[1], count));
    if (fast->longer[1])
        count = follow_long_tiles(fast, board, fast->stack[1], count);
    memset(fast->pending, 0, sizeof fast->pending);
    fast->pending[1] = count;
    fast->top[0] = 0;
    fast->top[1] = count;
    close_segment(fast, 1);
}

/* Returns how many entries of a level may be expanded without overflowing the other stack: all but a reserve that lets
 * every deeper level expand at least one. */
static size_t portion_size(const struct comb_word_fast *fast, unsigned level)
{
    size_t max_made = fast->tagged ? COMB_WORD_LANES + COMB_DICT_MAX_LETTERS : COMB_WORD_LANES;
    size_t capacity = STACK - fast->top[(level + 1) & 1];
    size_t reserve = max_made * COMB_WORD_LEVELS;
    size_t portion = capacity > reserve + max_made ? (capacity - reserve) / max_made : 1;
    portion = portion < PORTION ? portion : PORTION;
    return portion < fast->pending[level] ? portion : fast->pending[level];
}

/* Expands a portion of a level from the top of its stack onto the other stack. */
static void expand_portion(struct comb_word_search *search, const struct comb_word_board *board, unsigned level,
                           size_t portion)
{
    struct comb_word_fast *fast = search->fast;
    unsigned parity = level & 1;
    fast->top[parity] -= portion;
    struct comb_word_entries from = skip_entries(fast->stack[parity], fast->top[parity]);
    struct comb_word_entries to = skip_entries(fast->stack[!parity], fast->top[!parity]);
    size_t made = comb_word_avx2_expand(fast, from, portion, to);
    if (fast->tagged)
        made += open_gates(fast, from, portion, skip_entries(to, made));
    if (fast->longer[1])
        made = follow_long_tiles(fast, board, to, made);
    close_segment(fast, level + 1);
    fast->pending[level] -= portion;
    fast->pending[level + 1] += made;
    fast->top[!parity] += made;
}

static bool tick(struct comb_word_search *search, size_t steps)
{
    search->fast->steps += (unsigned)steps;
    if (search->fast->steps < COMB_WORD_TICK_STEPS)
        return true;
    search->fast->steps = 0;
    return !search->tick || search->tick(search->tick_payload);
}

static void reserve_hits(struct comb_word_search *search, const struct comb_word_board *board,
                         const struct comb_word_rules *rules, size_t portion)
{
    struct comb_word_fast *fast = search->fast;
    size_t max_hits = portion * (COMB_WORD_LANES + COMB_DICT_MAX_LETTERS);
    if (fast->hit_count + max_hits < STACK && fast->segment_count < COMB_WORD_SEGMENTS)
        return;
    flush_hits(search, board, rules);
    fast->flushed = true;
    fast->hit_count = 0;
    fast->segment_count = 0;
}

/* Runs the search; returns false if it was stopped. Words found are in hits, flushed or not. */
static bool run_search(struct comb_word_search *search, const struct comb_word_board *board,
                       const struct comb_word_rules *rules)
{
    struct comb_word_fast *fast = search->fast;
    start_level(fast, board);
    for (unsigned level = 1; level > 0;) {
        if (fast->pending[level] == 0) {
            level--;
            continue;
        }
        size_t portion = portion_size(fast, level);
        reserve_hits(search, board, rules, portion);
        expand_portion(search, board, level, portion);
        if (!tick(search, portion))
            return false;
        level++;
    }
    flush_hits(search, board, rules);
    return true;
}

static void reset_run(struct comb_word_fast *fast, bool sets, bool tagged)
{
    fast->wide = fast->cells > NARROW_CELLS;
    fast->sets = sets;
    fast->tagged = tagged;
    fast->hit_count = 0;
    fast->segment_count = 0;
    fast->flushed = false;
    fast->score = 0;
    fast->words = 0;
    comb_word_avx2_fill_lanes(fast);
    if (sets)
        fill_end_lanes(fast);
}

struct comb_word_total comb_word_fast_score(struct comb_word_search *search, const struct comb_word_board *board,
                                            const struct comb_word_rules *rules)
{
    struct comb_word_fast *fast = search->fast;
    reset_run(fast, rules->kind == COMB_WORD_BY_LETTERS || fast->longer[1] != 0, false);
    bool done = run_search(search, board, rules);
    clear_marks(search);
    return (struct comb_word_total){.score = fast->score, .words = fast->words, .stopped = !done};
}

/* A word found without a tag counts for every letter, any other for its tags. */
static void total_by_letter(struct comb_word_total *totals, const struct comb_word_search *search,
                            const struct comb_word_rules *rules, unsigned letters)
{
    struct comb_word_total always = {0};
    for (size_t i = 0; i < search->found_count; i++) {
        uint32_t points = rules->points[search->fast->found_lengths[i]];
        uint32_t tags = search->value[search->found[i]];
        if (points == 0)
            continue;
        if (tags >> COMB_WORD_NO_TAG) {
            always.score += points;
            always.words++;
            continue;
        }
        for (; tags != 0; tags &= tags - 1) {
            totals[__builtin_ctz(tags)].score += points;
            totals[__builtin_ctz(tags)].words++;
        }
    }
    for (unsigned letter = 0; letter < letters; letter++) {
        totals[letter].score += always.score;
        totals[letter].words += always.words;
    }
}

static uint64_t gates_to(const struct comb_word_board *board, unsigned cell)
{
    uint64_t gates = 0;
    for (unsigned i = 0; i < board->cells; i++)
        gates |= (board->neighbours[i] >> cell & 1) << i;
    return board->blocked >> cell & 1 ? 0 : gates;
}

void comb_word_fast_score_cell(struct comb_word_total *totals, struct comb_word_search *search,
                               const struct comb_word_board *board, const struct comb_word_rules *rules, unsigned cell)
{
    struct comb_word_fast *fast = search->fast;
    unsigned letters = comb_dict_letter_count(search->dict);
    reset_run(fast, false, true);
    fast->tagged_cell = cell;
    fast->gates = gates_to(board, cell);
    bool done = run_search(search, board, rules);
    memset(totals, 0, letters * sizeof *totals);
    total_by_letter(totals, search, rules, letters);
    for (unsigned letter = 0; letter < letters; letter++)
        totals[letter].stopped = !done;
    clear_marks(search);
}
