/* The word search: known scores, lists and their order, limits. */
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/threads.h"
#include "unit/engine/word_boards.h"

/* A dictionary with one search that has an index and one without. */
struct engine {
    struct made_dict made;
    struct comb_word_index *index;
    struct comb_word_search *fast;
    struct comb_word_search *plain;
};

static void open_searches(struct engine *engine)
{
    assert_int_equal(comb_word_index_new(&engine->index, engine->made.dict, NULL), COMB_OK);
    assert_int_equal(comb_word_search_new_indexed(&engine->fast, engine->index, NULL), COMB_OK);
    assert_int_equal(comb_word_search_new(&engine->plain, engine->made.dict, NULL), COMB_OK);
    assert_ptr_equal(comb_word_search_dict(engine->fast), engine->made.dict);
}

static void open_list(struct engine *engine, const char *list)
{
    assert_int_equal(make_dict(&engine->made, list, strlen(list), NULL), COMB_OK);
    open_searches(engine);
}

/* Skips the test if the file is missing. */
static void open_file(struct engine *engine, const char *path)
{
    if (!make_dict_of_file(&engine->made, path)) {
        print_message("skipped: missing %s\n", path);
        skip();
    }
    open_searches(engine);
}

static void close_engine(struct engine *engine)
{
    comb_word_search_free(engine->plain);
    comb_word_search_free(engine->fast);
    comb_word_index_free(engine->index);
    free_dict(&engine->made);
}

/* Scores with every backend. */
static void check_score(struct engine *engine, const struct comb_word_board *board, const struct comb_word_rules *rules,
                        uint64_t score, uint32_t words)
{
    struct comb_word_total totals[3];
    totals[0] = comb_word_score(engine->fast, board, rules);
    totals[1] = comb_word_score(engine->plain, board, rules);
    assert_true(comb_word_search_use(engine->fast, COMB_WORD_PORTABLE));
    totals[2] = comb_word_score(engine->fast, board, rules);
    assert_true(comb_word_search_use(engine->fast, COMB_WORD_AUTO));
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(totals[i].score, score);
        assert_int_equal(totals[i].words, words);
        assert_false(totals[i].stopped);
    }
}

struct lengths {
    unsigned count[COMB_DICT_MAX_WORD + 1];
};

static bool count_length(void *payload, const struct comb_word_found *found)
{
    ((struct lengths *)payload)->count[found->length]++;
    return true;
}

/* ---- Known boards ---- */

static void test_record_of_hexhunt(void **state)
{
    (void)state;
    static const unsigned by_length[10] = {0, 0, 26, 84, 160, 177, 172, 110, 44, 9};
    struct engine engine;
    struct comb_word_board board = {0};
    struct comb_word_rules rules = rules_by_length(2);
    struct lengths lengths = {0};
    open_file(&engine, ENABLE1_LIST);
    hexagon_board(&board, hexagon_rows, 5);
    put_letters(&board, "LPEEASRSRTEDPINGLAS");
    check_score(&engine, &board, &rules, 4064, 782);
    assert_int_equal(comb_word_list(engine.plain, &board, &rules, COMB_WORD_UNSORTED, count_length, &lengths, NULL),
                     COMB_OK);
    for (unsigned i = 0; i <= COMB_DICT_MAX_WORD; i++)
        assert_int_equal(lengths.count[i], i < 10 ? by_length[i] : 0);
    close_engine(&engine);
}

static void test_optima_of_small_boards(void **state)
{
    (void)state;
    static const unsigned seven[3] = {2, 3, 2};
    static const unsigned ten[3] = {3, 4, 3};
    struct engine engine;
    struct comb_word_rules rules = rules_by_length(2);
    open_file(&engine, ENABLE1_LIST);
    struct comb_word_board board = {0};
    hexagon_board(&board, seven, 3);
    put_letters(&board, "TSEARLB");
    assert_int_equal(comb_word_score(engine.fast, &board, &rules).score, 376);
    board = (struct comb_word_board){0};
    hexagon_board(&board, ten, 3);
    put_letters(&board, "ETSREAMSLP");
    assert_int_equal(comb_word_score(engine.fast, &board, &rules).score, 1026);
    board = (struct comb_word_board){0};
    square_board(&board, 3, 3);
    put_letters(&board, "TSPEAELRD");
    assert_int_equal(comb_word_score(engine.fast, &board, &rules).score, 1296);
    close_engine(&engine);
}

static void test_squares(void **state)
{
    (void)state;
    struct engine engine;
    struct comb_word_board board = {0};
    struct comb_word_rules rules = rules_by_length(2);
    open_file(&engine, ENABLE1_LIST);
    square_board(&board, 4, 4);
    put_letters(&board, "SLPSEAIERNTRGESO");
    check_score(&engine, &board, &rules, 6294, 1186);
    put_letters(&board, "PERSLATGSINETERS");
    assert_int_equal(comb_word_score(engine.fast, &board, &rules).score, 5869);
    assert_int_equal(comb_word_score(engine.plain, &board, &rules).score, 5869);
    close_engine(&engine);
}

static void test_shared_best_board_of_boggle(void **state)
{
    (void)state;
    struct engine engine;
    struct comb_word_board board = {0};
    struct comb_word_rules rules = rules_of_boggle();
    open_file(&engine, ENABLE2K_LIST);
    square_board(&board, 4, 4);
    put_letters(&board, "PERSLATGSINETERS");
    check_score(&engine, &board, &rules, 3625, 1045);
    close_engine(&engine);
}

/* ---- Tiles, wildcards, unusable cells ---- */

static void set_tile(struct comb_word_board *board, const struct comb_dict *dict, unsigned cell, const char *text)
{
    struct comb_word_tile *tile = &board->tiles[cell];
    int count = comb_dict_parse(tile->letters, COMB_WORD_MAX_TILE, dict, text, strlen(text));
    assert_true(count >= 0);
    tile->count = (uint8_t)count;
}

struct last_found {
    struct comb_word_found found;
    uint8_t path[COMB_WORD_MAX_CELLS];
    unsigned calls;
};

static bool store_last(void *payload, const struct comb_word_found *found)
{
    struct last_found *last = payload;
    last->found = *found;
    memcpy(last->path, found->path, found->cells);
    last->calls++;
    return true;
}

static void test_tile_of_two_letters(void **state)
{
    (void)state;
    struct engine engine;
    struct comb_word_board board = {0};
    struct comb_word_rules rules = rules_by_length(1);
    struct last_found last = {0};
    open_list(&engine, "QUIT\nQIT\nQ\nQU\nU\nUI\n");
    square_board(&board, 3, 1);
    set_tile(&board, engine.made.dict, 0, "QU");
    set_tile(&board, engine.made.dict, 1, "I");
    set_tile(&board, engine.made.dict, 2, "T");
    check_score(&engine, &board, &rules, 6, 2); /* QUIT and QU */
    assert_int_equal(comb_word_list(engine.plain, &board, &rules, COMB_WORD_ALPHABETICAL, store_last, &last, NULL),
                     COMB_OK);
    assert_int_equal(last.calls, 2);
    assert_int_equal(last.found.length, 4);
    assert_int_equal(last.found.cells, 3);
    assert_memory_equal(last.path, ((uint8_t[]){0, 1, 2}), 3);
    close_engine(&engine);
}

static void test_wildcards_are_worth_nothing(void **state)
{
    (void)state;
    struct engine engine;
    struct comb_word_board board = {0};
    struct comb_word_rules rules = {.kind = COMB_WORD_BY_LETTERS, .min_length = 2, .bonus_beyond = 2, .bonus = 5};
    open_list(&engine, "AB\nABC\nZZ\n");
    rules.values[0] = 1;
    rules.values[1] = 3;
    rules.values[2] = 4;
    rules.values[25] = 10;
    square_board(&board, 3, 1);
    put_letters(&board, "AXC");
    board.tiles[1].letters[0] = COMB_WORD_ANY;
    board.word_times[1] = 3;
    board.letter_times[1] = 3;
    check_score(&engine, &board, &rules, 3 * 1 + (3 * (1 + 4) + 5), 2); /* AB, ABC; no ZZ with one wildcard */
    close_engine(&engine);
}

static void test_blocked_cells_and_holes(void **state)
{
    (void)state;
    struct engine engine;
    struct comb_word_board board = {0};
    struct comb_word_rules rules = rules_by_length(1);
    open_list(&engine, "AB\nBC\nABC\nC\n");
    square_board(&board, 3, 1);
    put_letters(&board, "ABC");
    check_score(&engine, &board, &rules, 8, 4);
    board.blocked = 1;
    check_score(&engine, &board, &rules, 3, 2);
    board.blocked = 0;
    board.tiles[1].count = 0;
    check_score(&engine, &board, &rules, 1, 1);
    board.blocked = UINT64_MAX;
    check_score(&engine, &board, &rules, 0, 0);
    board = (struct comb_word_board){0};
    check_score(&engine, &board, &rules, 0, 0);
    close_engine(&engine);
}

static void test_points_saturate(void **state)
{
    (void)state;
    struct engine engine;
    struct comb_word_board board = {0};
    struct comb_word_rules rules = {.kind = COMB_WORD_BY_LETTERS, .bonus_beyond = 4, .bonus = 5};
    open_list(&engine, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\nBB\n");
    rules.values[0] = 255;
    square_board(&board, 56, 1);
    for (unsigned i = 0; i < board.cells; i++) {
        board.tiles[i] = (struct comb_word_tile){.count = 1};
        board.word_times[i] = 3;
        board.letter_times[i] = 3;
    }
    check_score(&engine, &board, &rules, UINT32_MAX, 1);
    rules.values[0] = 0;
    check_score(&engine, &board, &rules, 5 * 52, 1);
    close_engine(&engine);
}

/* ---- Lists ---- */

/*     A B
 *     B A     AB has four paths of equal points, all of cells (0|3, 1|2) */
static void test_first_of_equal_paths(void **state)
{
    (void)state;
    struct engine engine;
    struct comb_word_board board = {0};
    struct comb_word_rules rules = {.kind = COMB_WORD_BY_LETTERS};
    struct last_found last = {0};
    open_list(&engine, "AB\n");
    rules.values[0] = 1;
    square_board(&board, 2, 2);
    put_letters(&board, "ABBA");
    assert_int_equal(comb_word_list(engine.plain, &board, &rules, COMB_WORD_ALPHABETICAL, store_last, &last, NULL),
                     COMB_OK);
    assert_int_equal(last.calls, 1);
    assert_memory_equal(last.path, ((uint8_t[]){0, 1}), 2);
    board.word_times[2] = 2;
    assert_int_equal(comb_word_list(engine.plain, &board, &rules, COMB_WORD_ALPHABETICAL, store_last, &last, NULL),
                     COMB_OK);
    assert_memory_equal(last.path, ((uint8_t[]){0, 2}), 2);
    assert_int_equal(last.found.points, 2);
    last.calls = 0;
    assert_int_equal(comb_word_list_paths(engine.plain, &board, &rules, store_last, &last, NULL), COMB_OK);
    assert_int_equal(last.calls, 4);
    assert_memory_equal(last.path, ((uint8_t[]){3, 2}), 2);
    close_engine(&engine);
}

static void test_paths_of_one_word(void **state)
{
    (void)state;
    struct engine engine;
    struct comb_word_board board = {0};
    struct comb_word_rules rules = rules_by_length(3);
    struct comb_error err = {0};
    struct last_found last = {0};
    open_list(&engine, "AB\n");
    square_board(&board, 2, 2);
    put_letters(&board, "ABBA");
    assert_int_equal(comb_word_paths(engine.plain, &board, &rules, (uint8_t[]){0, 1, 0}, 3, store_last, &last, NULL),
                     COMB_OK);
    assert_int_equal(last.calls, 4);
    assert_int_equal(last.found.id, COMB_DICT_NONE);
    assert_int_equal(last.found.points, 3);
    assert_memory_equal(last.path, ((uint8_t[]){3, 2, 0}), 3);
    assert_int_equal(comb_word_paths(engine.plain, &board, &rules, (uint8_t[]){0, 1}, 2, store_last, &last, NULL),
                     COMB_OK);
    assert_int_equal(last.found.id, 0);
    assert_int_equal(last.found.points, 0); /* too short to count, but the path exists */
    assert_int_equal(comb_word_paths(engine.plain, &board, &rules, (uint8_t[]){0}, 0, store_last, &last, &err),
                     COMB_BAD_INPUT);
    close_engine(&engine);
}

static bool stop_at_second(void *payload, const struct comb_word_found *found)
{
    (void)found;
    return ++*(unsigned *)payload < 2;
}

static void test_visit_can_stop(void **state)
{
    (void)state;
    struct engine engine;
    struct comb_word_board board = {0};
    struct comb_word_rules rules = rules_by_length(1);
    open_list(&engine, "A\nB\nAB\nBA\n");
    square_board(&board, 2, 1);
    put_letters(&board, "AB");
    for (unsigned i = 0; i < 3; i++) {
        unsigned calls = 0;
        int code =
            i == 0 ? comb_word_list(engine.plain, &board, &rules, COMB_WORD_UNSORTED, stop_at_second, &calls, NULL)
            : i == 1
                ? comb_word_list(engine.plain, &board, &rules, COMB_WORD_ALPHABETICAL, stop_at_second, &calls, NULL)
                : comb_word_list_paths(engine.plain, &board, &rules, stop_at_second, &calls, NULL);
        assert_int_equal(code, COMB_OK);
        assert_int_equal(calls, 2);
    }
    check_score(&engine, &board, &rules, 6, 4); /* no state is left over */
    close_engine(&engine);
}

static void test_bad_boards(void **state)
{
    (void)state;
    struct engine engine;
    struct comb_error err = {0};
    struct comb_word_board board = {.cells = 101};
    struct comb_word_rules rules = rules_by_length(1);
    open_list(&engine, "AB\n");
    assert_int_equal(comb_word_board_check(&board, engine.made.dict, &err), COMB_BAD_INPUT);
    assert_non_null(strstr(err.message, "101 cells"));
    board = (struct comb_word_board){.cells = 2, .tiles[1] = {.count = 1, .letters = {26}}};
    assert_int_equal(comb_word_board_check(&board, engine.made.dict, &err), COMB_BAD_INPUT);
    assert_non_null(strstr(err.message, "cell 2"));
    assert_int_equal(comb_word_list(engine.plain, &board, &rules, COMB_WORD_UNSORTED, store_last, NULL, &err),
                     COMB_BAD_INPUT);
    board.tiles[1].count = 5;
    assert_int_equal(comb_word_board_check(&board, engine.made.dict, NULL), COMB_BAD_INPUT);
    board.tiles[1] = (struct comb_word_tile){.count = 2, .letters = {0, COMB_WORD_ANY}};
    assert_int_equal(comb_word_board_check(&board, engine.made.dict, NULL), COMB_BAD_INPUT);
    board.tiles[1] = (struct comb_word_tile){.count = 1, .letters = {COMB_WORD_ANY}};
    assert_int_equal(comb_word_board_check(&board, engine.made.dict, NULL), COMB_OK);
    close_engine(&engine);
}

/* ---- Boards that take too long ---- */

static bool stop_at_once(void *payload)
{
    return ++*(unsigned *)payload < 3;
}

static void test_ticks_stop_a_search(void **state)
{
    (void)state;
    struct engine engine;
    struct comb_word_board board = {0};
    struct comb_word_rules rules = rules_by_length(1);
    struct comb_error err = {0};
    struct lengths lengths = {0};
    struct comb_word_total totals[COMB_DICT_MAX_LETTERS];
    unsigned ticks = 0;
    open_list(&engine, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\nA\nBA\n");
    square_board(&board, 8, 8);
    for (unsigned i = 0; i < board.cells; i++)
        board.tiles[i] = (struct comb_word_tile){.count = 1};
    struct comb_word_search *searches[] = {engine.fast, engine.plain};
    for (unsigned i = 0; i < 4; i++) {
        ticks = 0;
        board.tiles[0].letters[0] = i < 2 ? 0 : COMB_WORD_ANY;
        comb_word_search_tick(searches[i % 2], stop_at_once, &ticks);
        assert_true(comb_word_score(searches[i % 2], &board, &rules).stopped);
        assert_int_equal(ticks, 3);
        ticks = 0;
        comb_word_score_cell(totals, searches[i % 2], &board, &rules, 5);
        assert_true(totals[0].stopped && totals[25].stopped);
        assert_int_equal(ticks, 3);
    }
    ticks = 0;
    assert_int_equal(comb_word_list(engine.plain, &board, &rules, COMB_WORD_UNSORTED, count_length, &lengths, &err),
                     COMB_LIMIT);
    assert_int_equal(ticks, 3);
    assert_int_equal(lengths.count[1], 1); /* what was found so far */
    ticks = 0;
    uint8_t letters[40] = {0};
    assert_int_equal(comb_word_paths(engine.plain, &board, &rules, letters, 40, count_length, &lengths, &err),
                     COMB_LIMIT);
    assert_int_equal(ticks, 3);
    comb_word_search_tick(engine.fast, NULL, NULL);
    comb_word_search_tick(engine.plain, NULL, NULL);
    board = (struct comb_word_board){0};
    square_board(&board, 2, 1);
    put_letters(&board, "BA");
    check_score(&engine, &board, &rules, 3, 2); /* no state is left over */
    close_engine(&engine);
}

/* Far more paths than the stacks and the list of finds hold at once. */
static void test_boards_of_equal_letters(void **state)
{
    (void)state;
    struct engine engine;
    struct comb_word_rules rules = rules_by_length(1);
    struct comb_word_total totals[COMB_DICT_MAX_LETTERS];
    open_list(&engine, "A\nAA\nAAA\nAAAA\nAAAAA\nAAAAAA\nABAAAA\nAABAAAA\n");
    for (unsigned side = 5; side <= 8; side++) {
        struct comb_word_board board = {0};
        square_board(&board, side, side);
        for (unsigned i = 0; i < board.cells; i++)
            board.tiles[i] = (struct comb_word_tile){.count = 1};
        check_score(&engine, &board, &rules, 21, 6);
        board.tiles[side + 1].letters[0] = 1;
        check_score(&engine, &board, &rules, 34, 8);
        for (unsigned i = 0; i < 2; i++) {
            comb_word_score_cell(totals, i ? engine.fast : engine.plain, &board, &rules, side + 1);
            assert_int_equal(totals[0].score, 21);
            assert_int_equal(totals[1].score, 34);
            assert_int_equal(totals[2].score, 21);
            assert_int_equal(totals[2].words, 6);
        }
    }
    close_engine(&engine);
}

/* ---- Backends and threads ---- */

static void test_choice_of_backend(void **state)
{
    (void)state;
    struct engine engine;
    open_list(&engine, "AB\n");
    assert_true(comb_word_search_use(engine.plain, COMB_WORD_PORTABLE));
    assert_false(comb_word_search_use(engine.plain, COMB_WORD_AVX2));
    if (comb_word_search_use(engine.fast, COMB_WORD_AVX2))
        assert_true(comb_word_search_use(engine.fast, COMB_WORD_AUTO));
    else
        print_message("this processor has no AVX2; testing the portable code only\n");
    comb_word_search_free(NULL);
    comb_word_index_free(NULL);
    close_engine(&engine);
}

enum { THREADS = 4, BOARDS = 64 };

struct shared_work {
    struct comb_word_search *searches[THREADS];
    struct comb_word_rules rules;
    uint64_t scores[BOARDS];
};

static void score_one(void *payload, size_t index, unsigned worker)
{
    struct shared_work *work = payload;
    struct comb_word_board board = {0};
    struct comb_rng rng;
    comb_rng_seed(&rng, index);
    hexagon_board(&board, hexagon_rows, 5);
    for (unsigned i = 0; i < board.cells; i++)
        board.tiles[i] = (struct comb_word_tile){.count = 1, .letters = {(uint8_t)comb_rng_below(&rng, 3)}};
    work->scores[index] = comb_word_score(work->searches[worker], &board, &work->rules).score;
}

static void test_threads_share_an_index(void **state)
{
    (void)state;
    struct engine engine;
    struct shared_work one = {.rules = rules_by_length(1)};
    struct shared_work many = {.rules = rules_by_length(1)};
    open_list(&engine, "A\nAB\nCAB\nABAC\nCABBA\nBACCAB\nACCABBA\n");
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(comb_word_search_new_indexed(&many.searches[i], engine.index, NULL), COMB_OK);
    one.searches[0] = engine.plain;
    comb_parallel(1, BOARDS, score_one, &one);
    comb_parallel(THREADS, BOARDS, score_one, &many);
    assert_memory_equal(one.scores, many.scores, sizeof one.scores);
    for (unsigned i = 0; i < THREADS; i++)
        comb_word_search_free(many.searches[i]);
    close_engine(&engine);
}
