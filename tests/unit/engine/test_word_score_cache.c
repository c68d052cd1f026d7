/* The score cache: one key for a board and all its images, storing and finding boards, bonuses that break symmetry. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/words/score_cache.h"

#include <string.h>

/* 2 x 2, where every rotation and reflection is a permutation of four cells:  0 1
 *                                                                             2 3 */
static const unsigned images[8 * 4] = {0, 1, 2, 3, 1, 3, 0, 2, 3, 2, 1, 0, 2, 0, 3, 1,
                                       1, 0, 3, 2, 3, 1, 2, 0, 2, 3, 0, 1, 0, 2, 1, 3};

static void fill(struct comb_word_board *board, const char *letters)
{
    for (unsigned i = 0; i < 4; i++)
        board->tiles[i] = (struct comb_word_tile){1, {(uint8_t)(letters[i] - 'a')}};
}

static struct comb_word_score_cache *table_of(const struct comb_word_space *space)
{
    struct comb_word_score_cache *table = NULL;
    assert_int_equal(comb_word_score_cache_new(&table, space, NULL), COMB_OK);
    return table;
}

static void test_images_share_a_key_and_others_do_not(void **state)
{
    (void)state;
    struct comb_word_space space = {.board = {.cells = 4}, .symmetry_count = 8, .images = images};
    struct comb_word_score_cache *table = table_of(&space);
    struct comb_word_board board = space.board, other = space.board;
    fill(&board, "abcd");
    uint64_t key = comb_word_score_cache_key(table, &board);
    for (unsigned turn = 0; turn < 8; turn++) {
        for (unsigned cell = 0; cell < 4; cell++)
            other.tiles[images[turn * 4 + cell]] = board.tiles[cell];
        assert_true(comb_word_score_cache_key(table, &other) == key);
    }
    fill(&other, "abdc"); /* no rotation or reflection makes it abcd */
    assert_false(comb_word_score_cache_key(table, &other) == key);
    comb_word_score_cache_free(table);
}

static void test_bonuses_break_symmetry(void **state)
{
    (void)state;
    struct comb_word_space space = {.board = {.cells = 4, .word_times = {2}}, .symmetry_count = 8, .images = images};
    struct comb_word_score_cache *table = table_of(&space);
    struct comb_word_board board = space.board, mirrored = space.board, across = space.board;
    fill(&board, "abcd");
    fill(&mirrored, "badc"); /* moves the letter on the doubled cell */
    fill(&across, "acbd");   /* the reflection in the diagonal leaves it in place */
    assert_false(comb_word_score_cache_key(table, &board) == comb_word_score_cache_key(table, &mirrored));
    assert_true(comb_word_score_cache_key(table, &board) == comb_word_score_cache_key(table, &across));
    comb_word_score_cache_free(table);
}

static void test_stored_scores_are_found(void **state)
{
    (void)state;
    struct comb_word_space space = {.board = {.cells = 4}, .symmetry_count = 8, .images = images};
    struct comb_word_score_cache *table = table_of(&space);
    struct comb_word_board board = space.board;
    uint64_t score = 0;
    unsigned found = 0;
    for (unsigned i = 0; i < 26 * 26; i++) {
        fill(&board, (char[]){(char)('a' + i / 26), (char)('a' + i % 26), 'x', 'z'});
        uint64_t key = comb_word_score_cache_key(table, &board);
        assert_false(comb_word_score_cache_find(&score, table, key) && score != i);
        comb_word_score_cache_store(table, key, i);
        assert_true(comb_word_score_cache_find(&score, table, key));
        assert_true(score == i);
    }
    for (unsigned i = 0; i < 26 * 26; i++) {
        fill(&board, (char[]){(char)('a' + i / 26), (char)('a' + i % 26), 'x', 'z'});
        found += comb_word_score_cache_find(&score, table, comb_word_score_cache_key(table, &board));
    }
    assert_true(found > 600); /* few were overwritten */
    comb_word_score_cache_free(table);
}
