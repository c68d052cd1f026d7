/* One wrong answer for every rule of the word game verifier, on the board
 *
 *       T S          0 1
 *      E A R        2 3 4
 *       L B          5 6
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/run.h"

#include <string.h>

/* Expects `answer` to break these rules, in order, separated by spaces. */
static void expect_broken(const char *answer, const char *rules)
{
    const struct comb_game *game = comb_game_find("hexhunt");
    struct comb_context *context;
    struct comb_job *job;
    struct comb_board *board;
    json_t *given, *verdict;
    struct comb_params params = {0};
    struct comb_buf broken = {0};
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    assert_int_equal(comb_job_new(&job, &(struct comb_job_setup){.context = context}, NULL), COMB_OK);
    assert_int_equal(comb_params_defaults(&params, game->options, NULL), COMB_OK);
    assert_int_equal(comb_board_open(&board, game, "TS/EAR/LB", 9, job, &params, NULL), COMB_OK);
    assert_int_equal(comb_json_parse(&given, answer, strlen(answer), NULL), COMB_OK);
    int code = comb_run_check_answer(&verdict, board, given, job, &params, NULL);
    const json_t *violations = json_object_get(verdict, "violations");
    for (size_t i = 0; i < json_array_size(violations); i++)
        comb_buf_printf(&broken, "%s%s", i > 0 ? " " : "",
                        json_string_value(json_object_get(json_array_get(violations, i), "rule")));
    if (strcmp(comb_buf_text(&broken), rules) != 0)
        fail_msg("%s: breaks '%s', expected '%s'", answer, comb_buf_text(&broken), rules);
    assert_int_equal(code, *rules ? COMB_NO : COMB_OK);
    comb_buf_free(&broken);
    json_decref(verdict);
    json_decref(given);
    comb_board_free(board);
    comb_params_free(&params);
    comb_job_free(job);
    comb_context_free(context);
}

#define WORD(word, score, path) "{\"word\":\"" word "\",\"score\":" #score ",\"path\":" path "}"
#define TSAR WORD("TSAR", 4, "[0,1,3,4]")
#define ANSWER(score, count, words) "{\"score\":" #score ",\"count\":" #count ",\"words\":[" words "]}"

static void test_valid_words_pass(void **state)
{
    (void)state;
    expect_broken(ANSWER(4, 1, TSAR), "");
    expect_broken(ANSWER(7, 2, TSAR "," WORD("EAR", 3, "[2,3,4]")), "");
}

static void test_paths(void **state)
{
    (void)state;
    expect_broken(ANSWER(3, 1, WORD("TAT", 3, "[0,3,0]")), "path");    /* a cell twice */
    expect_broken(ANSWER(3, 1, WORD("BET", 3, "[6,2,0]")), "path");    /* the first step is a jump */
    expect_broken(ANSWER(3, 1, WORD("ART", 3, "[3,4,0]")), "path");    /* the last step is a jump */
    expect_broken(ANSWER(3, 1, WORD("EAR", 3, "[2,3,6]")), "path");    /* other letters */
    expect_broken(ANSWER(4, 1, WORD("TSAR", 4, "[0,1,3]")), "path");   /* not to the end */
    expect_broken(ANSWER(4, 1, WORD("TSAR", 4, "[0,1,3,7]")), "path"); /* not a cell of the board */
    expect_broken(ANSWER(4, 1, WORD("TSAR", 4, "[]")), "path");        /* no path */
    expect_broken(ANSWER(4, 1, WORD("TSAR", 4, "\"0134\"")), "path");  /* not a list */
    expect_broken("{\"score\":0,\"count\":1,\"words\":[{\"word\":\"TSAR\",\"score\":0}]}", "path");
}

static void test_scores(void **state)
{
    (void)state;
    expect_broken(ANSWER(5, 1, WORD("TSAR", 5, "[0,1,3,4]")), "score");
    expect_broken(ANSWER(3, 1, WORD("TSAR", 3, "[0,1,3,4]")), "score");
}

static void test_words(void **state)
{
    (void)state;
    expect_broken(ANSWER(4, 1, WORD("STEL", 4, "[1,0,2,5]")), "list");
    expect_broken(ANSWER(4, 2, TSAR "," TSAR), "repeat");
}

static void test_totals(void **state)
{
    (void)state;
    expect_broken(ANSWER(5, 1, TSAR), "total");
    expect_broken(ANSWER(3, 1, TSAR), "total");
    expect_broken(ANSWER(4, 0, TSAR), "total");
}
