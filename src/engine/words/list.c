/* Lists of words and paths.
 *
 * comb_word_list walks the board once and stores one find per word: its letters and its best path so far. The walk
 * visits paths in reading order, so a path replaces an earlier one only when it is worth more. The finds are sorted at
 * the end on request. comb_word_paths needs no dictionary: it follows one string of letters over the board. */
#include "base/vec.h"
#include "engine/words/search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Letters and path are stored in one pool, `length` bytes each: a path never has more cells than the word has
 * letters. */
struct find {
    uint32_t id;
    uint32_t points;
    size_t offset;
    const uint8_t *letters; /* set once the pool stops growing */
    uint8_t length;
    uint8_t cells;
};

struct finds {
    struct comb_word_search *search;
    const struct comb_word_rules *rules;
    struct COMB_VEC(struct find) list;
    struct COMB_VEC(uint8_t) pool;
    bool failed;
};

static bool add_find(struct finds *finds, const struct comb_word_walk *walk, uint32_t id)
{
    struct find find = {.id = id, .offset = finds->pool.count, .length = (uint8_t)walk->length};
    size_t need = finds->pool.count + 2 * (size_t)walk->length;
    if (!comb_vec_reserve((void **)&finds->pool.items, &finds->pool.capacity, need, 1) ||
        !comb_vec_push(&finds->list, find)) {
        finds->failed = true;
        return false;
    }
    memcpy(finds->pool.items + find.offset, walk->letters, walk->length);
    finds->pool.count = need;
    finds->search->value[id] = (uint32_t)finds->list.count - 1;
    return true;
}

static bool store_best(void *payload, const struct comb_word_walk *walk, uint32_t id)
{
    struct finds *finds = payload;
    if (!comb_word_counts(finds->rules, walk->length))
        return true;
    bool is_new = comb_word_mark_found(finds->search, id);
    if (is_new && !add_find(finds, walk, id))
        return false;
    struct find *find = &finds->list.items[finds->search->value[id]];
    assert(find->id == id && find->length == walk->length);
    uint32_t points = comb_word_path_points(walk->board, finds->rules, walk->path, walk->cells, walk->length);
    if (is_new || points > find->points) {
        find->points = points;
        find->cells = (uint8_t)walk->cells;
        memcpy(finds->pool.items + find->offset + find->length, walk->path, walk->cells);
    }
    return true;
}

static int compare_finds(const void *a, const void *b)
{
    const struct find *left = a;
    const struct find *right = b;
    int order = memcmp(left->letters, right->letters, left->length < right->length ? left->length : right->length);
    return order != 0 ? order : (int)left->length - (int)right->length;
}

static void report_finds(struct finds *finds, enum comb_word_order order, comb_word_visit *visit, void *payload)
{
    for (size_t i = 0; i < finds->list.count; i++)
        finds->list.items[i].letters = finds->pool.items + finds->list.items[i].offset;
    if (order == COMB_WORD_ALPHABETICAL && finds->list.count > 1)
        qsort(finds->list.items, finds->list.count, sizeof *finds->list.items, compare_finds);
    for (size_t i = 0; i < finds->list.count; i++) {
        const struct find *find = &finds->list.items[i];
        struct comb_word_found found = {.id = find->id,
                                        .points = find->points,
                                        .length = find->length,
                                        .cells = find->cells,
                                        .letters = find->letters,
                                        .path = find->letters + find->length};
        if (!visit(payload, &found))
            return;
    }
}

static int error_of_end(enum comb_word_end end, struct comb_error *err)
{
    return end == COMB_WORD_STOPPED ? comb_fail(err, COMB_LIMIT, "word search stopped before it was complete")
                                    : COMB_OK;
}

int comb_word_list(struct comb_word_search *search, const struct comb_word_board *board,
                   const struct comb_word_rules *rules, enum comb_word_order order, comb_word_visit *visit,
                   void *payload, struct comb_error *err)
{
    int code = comb_word_board_check(board, search->dict, err);
    if (code != COMB_OK)
        return code;
    struct finds finds = {.search = search, .rules = rules};
    struct comb_word_walk walk = {.search = search, .board = board, .hit = store_best, .payload = &finds};
    enum comb_word_end end = comb_word_walk(&walk);
    comb_word_clear_found(search);
    if (!finds.failed)
        report_finds(&finds, order, visit, payload);
    comb_vec_free(&finds.list);
    comb_vec_free(&finds.pool);
    return finds.failed ? comb_fail_memory(err) : error_of_end(end, err);
}

/* ---- Every path ---- */

struct every_path {
    const struct comb_word_rules *rules;
    comb_word_visit *visit;
    void *payload;
};

static bool report_path(void *payload, const struct comb_word_walk *walk, uint32_t id)
{
    struct every_path *every = payload;
    if (!comb_word_counts(every->rules, walk->length))
        return true;
    struct comb_word_found found = {
        .id = id,
        .points = comb_word_path_points(walk->board, every->rules, walk->path, walk->cells, walk->length),
        .length = walk->length,
        .cells = walk->cells,
        .letters = walk->letters,
        .path = walk->path};
    return every->visit(every->payload, &found);
}

int comb_word_list_paths(struct comb_word_search *search, const struct comb_word_board *board,
                         const struct comb_word_rules *rules, comb_word_visit *visit, void *payload,
                         struct comb_error *err)
{
    int code = comb_word_board_check(board, search->dict, err);
    if (code != COMB_OK)
        return code;
    struct every_path every = {.rules = rules, .visit = visit, .payload = payload};
    struct comb_word_walk walk = {.search = search, .board = board, .hit = report_path, .payload = &every};
    return error_of_end(comb_word_walk(&walk), err);
}

/* ---- One string of letters ---- */

struct trace {
    const struct comb_word_search *search;
    const struct comb_word_board *board;
    const uint8_t *letters;
    unsigned count;
    uint8_t path[COMB_WORD_MAX_CELLS];
    comb_word_set left[COMB_WORD_MAX_CELLS + 1]; /* untried cells by number of cells before them */
    comb_word_set free[COMB_WORD_MAX_CELLS + 1];
    unsigned matched[COMB_WORD_MAX_CELLS + 1];
};

/* Returns how many of the next letters the tile of a cell matches; 0 if it does not fit. */
static unsigned match_tile(const struct trace *trace, unsigned cell, unsigned from)
{
    const struct comb_word_tile *tile = &trace->board->tiles[cell];
    if (comb_word_tile_is_any(tile))
        return 1;
    if (tile->count > trace->count - from || memcmp(tile->letters, trace->letters + from, tile->count) != 0)
        return 0;
    return tile->count;
}

/* Tries the next cell after `cells` cells: returns the new number of cells, or the same number if it does not fit. */
static unsigned try_next_cell(struct trace *trace, unsigned cells)
{
    unsigned cell = comb_word_first_cell(trace->left[cells]);
    assert(cells < trace->board->cells && trace->matched[cells] < trace->count);
    trace->left[cells] &= trace->left[cells] - 1;
    unsigned matched = match_tile(trace, cell, trace->matched[cells]);
    if (matched == 0)
        return cells;
    trace->path[cells] = (uint8_t)cell;
    trace->free[cells + 1] = trace->free[cells] & ~((comb_word_set)1 << cell);
    trace->left[cells + 1] = comb_word_neighbour_set(trace->board, cell) & trace->free[cells + 1];
    trace->matched[cells + 1] = trace->matched[cells] + matched;
    return cells + 1;
}

static enum comb_word_end trace_all(struct trace *trace, struct comb_word_found *found, comb_word_visit *visit,
                                    const struct comb_word_rules *rules, void *payload)
{
    const struct comb_word_search *search = trace->search;
    unsigned steps = 0;
    for (unsigned cells = 0;;) {
        if (trace->matched[cells] == trace->count) {
            found->cells = cells;
            found->points = comb_word_path_points(trace->board, rules, trace->path, cells, trace->count);
            if (!visit(payload, found))
                return COMB_WORD_ENOUGH;
            trace->left[cells] = 0;
        }
        if (++steps % COMB_WORD_TICK_STEPS == 0 && search->tick && !search->tick(search->tick_payload))
            return COMB_WORD_STOPPED;
        if (trace->left[cells] != 0)
            cells = try_next_cell(trace, cells);
        else if (cells-- == 0)
            return COMB_WORD_DONE;
    }
}

int comb_word_paths(struct comb_word_search *search, const struct comb_word_board *board,
                    const struct comb_word_rules *rules, const uint8_t *letters, unsigned count, comb_word_visit *visit,
                    void *payload, struct comb_error *err)
{
    int code = comb_word_board_check(board, search->dict, err);
    if (code != COMB_OK)
        return code;
    if (count == 0 || count > COMB_DICT_MAX_WORD)
        return comb_fail(err, COMB_BAD_INPUT, "word of %u letters, expected 1 to %d", count, COMB_DICT_MAX_WORD);
    struct trace trace = {.search = search, .board = board, .letters = letters, .count = count};
    trace.free[0] = trace.left[0] = comb_word_open_set(board);
    struct comb_word_found found = {
        .id = comb_dict_find(search->dict, letters, count), .length = count, .letters = letters, .path = trace.path};
    return error_of_end(trace_all(&trace, &found, visit, rules, payload), err);
}
