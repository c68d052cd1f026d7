/* The word search against a slow reference that shares nothing with it: strings in a hash table, and a plain recursion
 * over the board, on thousands of random boards of every kind, with every backend. */
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "unit/engine/word_boards.h"

/* ---- The reference ---- */

enum { TABLE = 1 << 15, MAX_STEPS = 60000, LONGEST = 10 };

/* A word or the start of one, as letters from 'a'. */
struct entry {
    char text[LONGEST + 1];
    bool is_word;
    unsigned paths;
    uint64_t points;
    unsigned cells;
    uint8_t path[LONGEST];
};

struct twin {
    struct entry *table;
    const struct comb_word_board *board;
    const struct comb_word_rules *rules;
    unsigned letters;
    unsigned steps;
    uint8_t path[COMB_WORD_MAX_CELLS];
    char text[LONGEST + 5];
};

static struct entry *twin_entry(struct twin *twin, const char *text)
{
    uint32_t hash = 2166136261u;
    for (const char *c = text; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    size_t slot = hash % TABLE;
    while (twin->table[slot].text[0] && strcmp(twin->table[slot].text, text) != 0)
        slot = (slot + 1) % TABLE;
    return &twin->table[slot];
}

static void twin_add(struct twin *twin, const char *word)
{
    char text[LONGEST + 1];
    for (size_t i = 1; i <= strlen(word); i++) {
        memcpy(text, word, i);
        text[i] = '\0';
        struct entry *entry = twin_entry(twin, text);
        strcpy(entry->text, text);
        entry->is_word |= i == strlen(word);
    }
}

/* The rules again, from their description: valid only for numbers that fit. */
static uint64_t twin_points(const struct twin *twin, unsigned cells)
{
    size_t length = strlen(twin->text);
    if (twin->rules->kind == COMB_WORD_BY_LENGTH)
        return twin->rules->points[length];
    uint64_t sum = 0;
    uint64_t product = 1;
    for (unsigned i = 0; i < cells; i++) {
        unsigned cell = twin->path[i];
        const struct comb_word_tile *tile = &twin->board->tiles[cell];
        for (unsigned j = 0; j < tile->count; j++)
            if (tile->letters[j] != COMB_WORD_ANY)
                sum += twin->rules->values[tile->letters[j]] *
                       (twin->board->letter_times[cell] ? twin->board->letter_times[cell] : 1u);
        product *= twin->board->word_times[cell] ? twin->board->word_times[cell] : 1u;
    }
    uint64_t extra = length > twin->rules->bonus_beyond ? length - twin->rules->bonus_beyond : 0;
    return sum * product + extra * twin->rules->bonus;
}

static bool twin_counts(const struct twin *twin, size_t length)
{
    if (twin->rules->kind == COMB_WORD_BY_LENGTH)
        return twin->rules->points[length] != 0;
    return length >= twin->rules->min_length;
}

static void twin_count_word(struct twin *twin, struct entry *entry, unsigned cells)
{
    if (!entry->is_word || !twin_counts(twin, strlen(twin->text)))
        return;
    uint64_t points = twin_points(twin, cells);
    if (entry->paths++ == 0 || points > entry->points) {
        entry->points = points;
        entry->cells = cells;
        memcpy(entry->path, twin->path, cells);
    }
}

static void twin_visit(struct twin *twin, unsigned cell, unsigned cells);

static void twin_follow_letters(struct twin *twin, const char *letters, unsigned cells)
{
    size_t length = strlen(twin->text);
    if (length + strlen(letters) <= LONGEST) {
        strcat(twin->text, letters);
        struct entry *entry = twin_entry(twin, twin->text);
        if (entry->text[0]) {
            twin_count_word(twin, entry, cells);
            unsigned here = twin->path[cells - 1];
            for (unsigned next = 0; next < twin->board->cells; next++)
                if (next < 64 ? twin->board->neighbours[here] >> next & 1
                              : twin->board->high_neighbours[here] >> (next - 64) & 1)
                    twin_visit(twin, next, cells);
        }
    }
    twin->text[length] = '\0';
}

static void twin_visit(struct twin *twin, unsigned cell, unsigned cells)
{
    const struct comb_word_tile *tile = &twin->board->tiles[cell];
    if (++twin->steps > MAX_STEPS || tile->count == 0 || (cell < 64 && (twin->board->blocked >> cell & 1)))
        return;
    for (unsigned i = 0; i < cells; i++)
        if (twin->path[i] == cell)
            return;
    twin->path[cells] = (uint8_t)cell;
    char letters[COMB_WORD_MAX_TILE + 1] = "";
    if (tile->letters[0] == COMB_WORD_ANY) {
        for (unsigned letter = 0; letter < twin->letters; letter++) {
            letters[0] = (char)('a' + letter);
            twin_follow_letters(twin, letters, cells + 1);
        }
        return;
    }
    for (unsigned i = 0; i < tile->count; i++)
        letters[i] = (char)('a' + tile->letters[i]);
    twin_follow_letters(twin, letters, cells + 1);
}

/* Returns false if the board takes too long. */
static bool twin_search(struct twin *twin, const struct comb_word_board *board, const struct comb_word_rules *rules)
{
    twin->board = board;
    twin->rules = rules;
    twin->steps = 0;
    twin->text[0] = '\0';
    for (size_t i = 0; i < TABLE; i++)
        twin->table[i].paths = 0;
    for (unsigned cell = 0; cell < board->cells; cell++)
        twin_visit(twin, cell, 0);
    return twin->steps <= MAX_STEPS;
}

static struct comb_word_total twin_total(const struct twin *twin)
{
    struct comb_word_total total = {0};
    for (size_t i = 0; i < TABLE; i++)
        if (twin->table[i].paths > 0) {
            total.score += twin->table[i].points;
            total.words++;
        }
    return total;
}

/* ---- Random lists, boards and rules ---- */

struct world {
    struct comb_rng rng;
    struct twin twin;
    struct made_dict made;
    struct comb_word_index *index;
    struct comb_word_search *fast;  /* with the index: AVX2 where available */
    struct comb_word_search *plain; /* without */
    unsigned letters;
};

static unsigned below(struct world *world, unsigned bound)
{
    return (unsigned)comb_rng_below(&world->rng, bound);
}

/* Words of few letters, and words made of others, so that boards are full of them. */
static void random_words(struct world *world, struct comb_buf *list)
{
    char words[600][LONGEST + 1];
    unsigned count = 1 + below(world, 600);
    for (unsigned i = 0; i < count; i++) {
        unsigned length = 1 + below(world, 1 + below(world, LONGEST));
        unsigned kept = 0;
        if (i > 0 && below(world, 2)) {
            strcpy(words[i], words[below(world, i)]);
            kept = below(world, (unsigned)strlen(words[i]) + 1);
        }
        for (unsigned j = kept; j < length; j++)
            words[i][j] = (char)('a' + below(world, world->letters));
        words[i][length > kept ? length : kept > 0 ? kept : 1] = '\0';
        if (words[i][0] == '\0')
            strcpy(words[i], "a");
        twin_add(&world->twin, words[i]);
        comb_buf_printf(list, "%s\n", words[i]);
    }
}

static void world_open(struct world *world, uint64_t seed)
{
    struct comb_buf list = {0};
    *world = (struct world){0};
    comb_rng_seed(&world->rng, seed);
    world->letters = 1 + below(world, 8);
    if (below(world, 4) == 0)
        world->letters = 26;
    world->twin.letters = world->letters;
    world->twin.table = calloc(TABLE, sizeof *world->twin.table);
    assert_non_null(world->twin.table);
    random_words(world, &list);
    char alphabet[27] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    alphabet[world->letters] = '\0';
    assert_int_equal(make_dict(&world->made, list.data, list.length, alphabet), COMB_OK);
    assert_int_equal(comb_word_index_new(&world->index, world->made.dict, NULL), COMB_OK);
    assert_int_equal(comb_word_search_new_indexed(&world->fast, world->index, NULL), COMB_OK);
    assert_int_equal(comb_word_search_new(&world->plain, world->made.dict, NULL), COMB_OK);
    comb_buf_free(&list);
}

static void world_close(struct world *world)
{
    comb_word_search_free(world->plain);
    comb_word_search_free(world->fast);
    comb_word_index_free(world->index);
    free_dict(&world->made);
    free(world->twin.table);
}

static void random_graph(struct world *world, struct comb_word_board *board)
{
    board->cells = below(world, 3) == 0 ? 65 + below(world, 36) : 1 + below(world, 64);
    unsigned edges = below(world, 4 * board->cells + 1);
    bool directed = below(world, 3) == 0;
    for (unsigned i = 0; i < edges; i++) {
        unsigned a = below(world, board->cells);
        unsigned b = below(world, board->cells);
        if (below(world, 8) == 0)
            b = 0; /* one cell with many neighbours */
        connect_cells(board, a, b);
        if (!directed)
            connect_cells(board, b, a);
    }
    if (below(world, 4) == 0) /* bits beyond the cells and self-loops must not matter */
        for (unsigned i = 0; i < board->cells; i++)
            *(board->cells < 64 ? &board->neighbours[i] : &board->high_neighbours[i]) |= UINT64_MAX
                                                                                         << board->cells % 64;
}

static void random_shape(struct world *world, struct comb_word_board *board)
{
    unsigned rows[10];
    unsigned count = 1 + below(world, 10);
    switch (below(world, 3)) {
    case 0:
        rows[0] = 1 + below(world, 7);
        for (unsigned i = 1; i < count; i++)
            rows[i] = rows[i - 1] + (below(world, 2) && rows[i - 1] < 8 ? 1 : rows[i - 1] > 1 ? UINT32_MAX : 0);
        hexagon_board(board, rows, count);
        break;
    case 1:
        square_board(board, 1 + below(world, 10), count);
        break;
    default:
        random_graph(world, board);
    }
}

static void random_tiles(struct world *world, struct comb_word_board *board)
{
    unsigned holes = below(world, 3) == 0 ? 6 : 1000;
    unsigned long_tiles = below(world, 3) == 0 ? 5 : 1000;
    unsigned wildcards = below(world, 4) == 0 ? 12 : 1000;
    bool bonus = below(world, 2);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        struct comb_word_tile *tile = &board->tiles[cell];
        tile->count = below(world, long_tiles) == 0 ? (uint8_t)(1 + below(world, COMB_WORD_MAX_TILE)) : 1;
        for (unsigned i = 0; i < tile->count; i++)
            tile->letters[i] = (uint8_t)below(world, world->letters);
        if (below(world, wildcards) == 0)
            *tile = (struct comb_word_tile){.count = 1, .letters = {COMB_WORD_ANY}};
        if (below(world, holes) == 0)
            tile->count = 0;
        board->letter_times[cell] = bonus ? (uint8_t)below(world, 4) : 0;
        board->word_times[cell] = bonus && below(world, 4) == 0 ? (uint8_t)below(world, 4) : 0;
    }
    if (below(world, 4) == 0)
        board->blocked = comb_rng_next(&world->rng) & comb_rng_next(&world->rng);
}

static struct comb_word_rules random_rules(struct world *world)
{
    struct comb_word_rules rules = {.kind = COMB_WORD_BY_LENGTH};
    for (unsigned i = 0; i <= COMB_DICT_MAX_WORD; i++)
        rules.points[i] = below(world, 5) ? i + below(world, 20) : 0;
    if (below(world, 2)) {
        rules = (struct comb_word_rules){.kind = COMB_WORD_BY_LETTERS,
                                         .min_length = below(world, 5),
                                         .bonus_beyond = below(world, 6),
                                         .bonus = below(world, 7)};
        for (unsigned i = 0; i < COMB_DICT_MAX_LETTERS; i++)
            rules.values[i] = (uint8_t)below(world, 11);
    }
    return rules;
}

/* ---- Comparing ---- */

static void check_total(struct comb_word_total actual, struct comb_word_total expected)
{
    assert_int_equal(actual.score, expected.score);
    assert_int_equal(actual.words, expected.words);
    assert_false(actual.stopped);
}

struct listing {
    struct twin *twin;
    const struct comb_dict *dict;
    struct comb_word_total total;
    uint8_t last[LONGEST];
    unsigned last_length;
    bool sorted;
};

static struct entry *entry_of(struct twin *twin, const struct comb_word_found *found)
{
    char text[LONGEST + 1];
    assert_true(found->length >= 1 && found->length <= LONGEST);
    for (unsigned i = 0; i < found->length; i++)
        text[i] = (char)('a' + found->letters[i]);
    text[found->length] = '\0';
    struct entry *entry = twin_entry(twin, text);
    assert_true(entry->is_word);
    return entry;
}

static void check_order(struct listing *listing, const struct comb_word_found *found)
{
    unsigned shorter = found->length < listing->last_length ? found->length : listing->last_length;
    int order = memcmp(listing->last, found->letters, shorter);
    assert_true(order < 0 || (order == 0 && listing->last_length < found->length));
    memcpy(listing->last, found->letters, found->length);
    listing->last_length = found->length;
}

static bool check_best(void *payload, const struct comb_word_found *found)
{
    struct listing *listing = payload;
    struct entry *entry = entry_of(listing->twin, found);
    if (listing->sorted)
        check_order(listing, found);
    assert_true(entry->paths > 0);
    assert_int_equal(found->points, entry->points);
    assert_int_equal(found->cells, entry->cells);
    assert_memory_equal(found->path, entry->path, found->cells);
    assert_int_equal(comb_dict_find(listing->dict, found->letters, found->length), found->id);
    listing->total.score += found->points;
    listing->total.words++;
    return true;
}

static bool count_path(void *payload, const struct comb_word_found *found)
{
    struct listing *listing = payload;
    struct entry *entry = entry_of(listing->twin, found);
    assert_true(found->points <= entry->points);
    assert_true(entry->paths-- > 0);
    return true;
}

static bool count_one(void *payload, const struct comb_word_found *found)
{
    assert_true(found->cells >= 1);
    ++*(unsigned *)payload;
    return true;
}

static void check_lists(struct world *world, const struct comb_word_board *board, const struct comb_word_rules *rules)
{
    struct comb_word_total total = twin_total(&world->twin);
    for (unsigned sorted = 0; sorted < 2; sorted++) {
        struct listing listing = {.twin = &world->twin, .dict = world->made.dict, .sorted = sorted};
        enum comb_word_order order = sorted ? COMB_WORD_ALPHABETICAL : COMB_WORD_UNSORTED;
        assert_int_equal(comb_word_list(world->plain, board, rules, order, check_best, &listing, NULL), COMB_OK);
        check_total(listing.total, total);
    }
    for (size_t i = 0; i < TABLE; i++)
        if (world->twin.table[i].paths > 0 && below(world, 8) == 0) {
            const struct entry *entry = &world->twin.table[i];
            uint8_t letters[LONGEST];
            unsigned paths = 0;
            unsigned length = (unsigned)strlen(entry->text);
            for (unsigned j = 0; j < length; j++)
                letters[j] = (uint8_t)(entry->text[j] - 'a');
            assert_int_equal(comb_word_paths(world->plain, board, rules, letters, length, count_one, &paths, NULL),
                             COMB_OK);
            assert_int_equal(paths, entry->paths);
        }
    struct listing listing = {.twin = &world->twin};
    assert_int_equal(comb_word_list_paths(world->plain, board, rules, count_path, &listing, NULL), COMB_OK);
    for (size_t i = 0; i < TABLE; i++)
        assert_int_equal(world->twin.table[i].paths, 0);
}

/* Returns false if some letter makes the board take too long. */
static bool check_cell(struct world *world, const struct comb_word_board *board, const struct comb_word_rules *rules)
{
    struct comb_word_total expected[COMB_DICT_MAX_LETTERS];
    struct comb_word_total totals[COMB_DICT_MAX_LETTERS];
    struct comb_word_board changed = *board;
    unsigned cell = below(world, board->cells);
    for (unsigned letter = 0; letter < world->letters; letter++) {
        changed.tiles[cell] = (struct comb_word_tile){.count = 1, .letters = {(uint8_t)letter}};
        if (!twin_search(&world->twin, &changed, rules))
            return false;
        expected[letter] = twin_total(&world->twin);
    }
    struct comb_word_search *searches[] = {world->fast, world->plain};
    for (unsigned i = 0; i < 2; i++) {
        comb_word_score_cell(totals, searches[i], board, rules, cell);
        for (unsigned letter = 0; letter < world->letters; letter++)
            check_total(totals[letter], expected[letter]);
    }
    return true;
}

/* Returns false if the board takes too long. */
static bool check_board(struct world *world)
{
    struct comb_word_board board = {0};
    struct comb_word_rules rules = random_rules(world);
    random_shape(world, &board);
    random_tiles(world, &board);
    assert_int_equal(comb_word_board_check(&board, world->made.dict, NULL), COMB_OK);
    if (!twin_search(&world->twin, &board, &rules))
        return false;
    struct comb_word_total total = twin_total(&world->twin);
    check_total(comb_word_score(world->fast, &board, &rules), total);
    check_total(comb_word_score(world->plain, &board, &rules), total);
    if (below(world, 4) == 0)
        check_lists(world, &board, &rules);
    if (below(world, 4) == 0)
        check_cell(world, &board, &rules);
    return true;
}

static void test_random_boards(void **state)
{
    (void)state;
    unsigned checked = 0;
    unsigned rounds = 0;
    for (uint64_t seed = 1; seed <= 160; seed++) {
        struct world world;
        world_open(&world, seed);
        for (unsigned i = 0; i < 40; i++, rounds++)
            checked += check_board(&world);
        world_close(&world);
    }
    print_message("%u of %u boards small enough for the reference\n", checked, rounds);
    assert_true(checked > rounds / 2);
}

/* The usual case in the hot loop: many boards of one shape and rules in a row, one letter changed at a time. */
static void test_rows_of_boards(void **state)
{
    (void)state;
    for (uint64_t seed = 1001; seed <= 1030; seed++) {
        struct world world;
        struct comb_word_board board = {0};
        world_open(&world, seed);
        struct comb_word_rules rules = rules_by_length(1);
        hexagon_board(&board, hexagon_rows, 5);
        for (unsigned cell = 0; cell < board.cells; cell++)
            board.tiles[cell] = (struct comb_word_tile){.count = 1, .letters = {(uint8_t)below(&world, world.letters)}};
        for (unsigned i = 0; i < 40; i++) {
            board.tiles[below(&world, board.cells)].letters[0] = (uint8_t)below(&world, world.letters);
            if (!twin_search(&world.twin, &board, &rules))
                continue;
            struct comb_word_total total = twin_total(&world.twin);
            check_total(comb_word_score(world.fast, &board, &rules), total);
            check_total(comb_word_score(world.plain, &board, &rules), total);
            if (i % 4 == 0)
                check_cell(&world, &board, &rules);
        }
        world_close(&world);
    }
}
