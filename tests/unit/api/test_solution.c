/* Answers of comb.h without JSON. */
#include "unit/api/api.h"

static struct comb_solution *solve(struct comb_context *comb, const char *game, const char *text)
{
    struct comb_error err = {0};
    struct comb_board *board = NULL;
    struct comb_solution *solution = NULL;
    char *json = NULL;
    EXPECT(COMB_OK, comb_board_read(&board, comb, game, text, NULL, &err));
    EXPECT(COMB_OK, comb_solve(&json, comb, board, NULL, NULL, &err));
    EXPECT(COMB_OK, comb_solution_read(&solution, json, &err));
    comb_text_free(json);
    comb_board_free(board);
    return solution;
}

static void test_words_with_their_cells(void **state)
{
    (void)state;
    struct comb_context *comb = open_context();
    struct comb_solution *solution = solve(comb, "hexhunt", "TS/EAR/LB");
    static const char letters[] = "TSEARLB";
    assert_string_equal(solution->game, "hexhunt");
    assert_true(solution->solved && solution->complete);
    assert_int_equal(solution->score, 376);
    assert_int_equal(solution->word_count, 101);
    long long sum = 0;
    for (size_t i = 0; i < solution->word_count; i++) {
        const struct comb_solution_word *word = &solution->words[i];
        sum += word->score;
        assert_int_equal(word->cell_count, strlen(word->text));
        for (size_t k = 0; k < word->cell_count; k++)
            assert_int_equal(letters[word->cells[k]], word->text[k]);
    }
    assert_int_equal(sum, solution->score);
    assert_int_equal(solution->cell_count + solution->step_count + solution->path_length, 0);
    comb_solution_free(solution);
    comb_close(comb);
}

static void test_cells_and_steps_of_hexcells(void **state)
{
    (void)state;
    struct comb_context *comb = open_context();
    struct comb_solution *solution = solve(comb, "hexcells", LEVEL);
    size_t in_steps = 0, blue = 0;
    assert_true(solution->solved);
    for (size_t i = 0; i < solution->step_count; i++) {
        in_steps += solution->steps[i].cell_count;
        assert_true(strlen(solution->steps[i].reason) > 0);
    }
    for (size_t i = 0; i < solution->cell_count; i++)
        blue += solution->cells[i].blue == 1;
    assert_int_equal(solution->cell_count, 6);
    assert_int_equal(in_steps, 6);
    assert_int_equal(blue, 3);
    comb_solution_free(solution);
    comb_close(comb);
}

static void test_a_hint_is_one_step(void **state)
{
    (void)state;
    struct comb_context *comb = open_context();
    struct comb_error err = {0};
    struct comb_board *board = open_board(comb, LEVEL);
    struct comb_solution *solution = NULL;
    char *json = NULL;
    const char *options[] = {"level=5", NULL};
    EXPECT(COMB_OK, comb_hint(&json, comb, board, NULL, options, &err));
    EXPECT(COMB_OK, comb_solution_read(&solution, json, &err));
    assert_int_equal(solution->step_count, 1);
    assert_true(solution->steps[0].cell_count > 0);
    assert_true(strlen(solution->steps[0].reason) > 0);
    comb_solution_free(solution);
    comb_text_free(json);
    comb_board_free(board);
    comb_close(comb);
}

static void test_the_path_of_a_panel(void **state)
{
    (void)state;
    struct comb_context *comb = open_context();
    struct comb_solution *solution = solve(comb, "witness", PANEL);
    assert_true(solution->solved);
    assert_true(solution->path_length >= 5);
    assert_int_equal(solution->path[0].x, 0);
    assert_int_equal(solution->path[0].y, 2);
    assert_int_equal(solution->path[solution->path_length - 1].x, 2);
    assert_int_equal(solution->path[solution->path_length - 1].y, 0);
    for (size_t i = 1; i < solution->path_length; i++)
        assert_int_equal(
            abs(solution->path[i].x - solution->path[i - 1].x) + abs(solution->path[i].y - solution->path[i - 1].y), 1);
    comb_solution_free(solution);
    comb_close(comb);
}

static void test_moves_of_hexicon(void **state)
{
    (void)state;
    struct comb_context *comb = open_context();
    struct comb_solution *solution = solve(comb, "hexicon", "S / T A:b / E R:b N / D O:r / G");
    assert_true(solution->word_count > 0);
    assert_true(solution->words[0].cell_count > 0);
    comb_solution_free(solution);
    comb_close(comb);
}

/* Whatever the JSON contains, there is a solution or an error. */
static void test_other_json_is_an_error_or_empty(void **state)
{
    (void)state;
    struct comb_error err = {0};
    struct comb_solution *solution = NULL;
    EXPECT_BAD("'out' is NULL", comb_solution_read(NULL, "{}", &err));
    EXPECT_BAD("'json' is NULL", comb_solution_read(&solution, NULL, &err));
    static const char *const bad[] = {"", "{", "[]", "{}", "7", "{\"game\":7}", "null"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        EXPECT_BAD("", comb_solution_read(&solution, bad[i], &err));
        assert_null(solution);
    }
    static const char *const odd[] = {
        "{\"game\":\"x\"}",
        "{\"game\":\"x\",\"words\":7,\"path\":{},\"steps\":161,\"cells\":\"a\",\"score\":\"b\"}",
        "{\"game\":\"x\",\"words\":[7,{\"path\":[\"a\"]}],\"path\":[7,[]],\"steps\":[[]],\"cells\":[[],7]}",
    };
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        EXPECT(COMB_OK, comb_solution_read(&solution, odd[i], &err));
        for (size_t k = 0; k < solution->word_count; k++)
            assert_string_equal(solution->words[k].text, "");
        comb_solution_free(solution);
    }
    comb_solution_free(NULL);
}
