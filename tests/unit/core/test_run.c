/* Results of `best` and `prove` are solved again; a wrong result is never shown. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/run.h"

#include <string.h>

static long long claimed; /* claimed score of TS/EAR/LB; the real one is 376 */

static json_t *claimed_board(void)
{
    return json_pack("{s:s, s:I}", "board", "TS/EAR/LB", "score", (json_int_t)claimed);
}

static int fake_best(json_t **found, const struct comb_game *game, struct comb_job *job,
                     const struct comb_params *params, struct comb_error *err)
{
    (void)game;
    (void)job;
    (void)params;
    (void)err;
    *found = claimed_board();
    return COMB_OK;
}

static int fake_prove(json_t **found, const struct comb_game *game, struct comb_job *job,
                      const struct comb_params *params, struct comb_error *err)
{
    (void)game;
    (void)job;
    (void)params;
    (void)err;
    *found = json_pack("{s:[o]}", "boards", claimed_board());
    return COMB_OK;
}

/* Returns the code of `best` and `prove` when the search claims this score; both must be equal. */
static int run_with_claim(long long score)
{
    struct comb_game game = *comb_game_find("hexhunt");
    struct comb_context *context;
    struct comb_job *job;
    struct comb_params params = {0};
    struct comb_error err = {0};
    json_t *found, *proved;
    game.best = fake_best;
    game.prove = fake_prove;
    claimed = score;
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    assert_int_equal(comb_job_new(&job, &(struct comb_job_setup){.context = context}, NULL), COMB_OK);
    assert_int_equal(comb_params_defaults(&params, game.options, NULL), COMB_OK);
    int code = comb_run_best(&found, &game, job, &params, &err);
    assert_int_equal(comb_run_prove(&proved, &game, job, &params, &err), code);
    assert_true((found != NULL) == (code == COMB_OK) && (proved != NULL) == (code == COMB_OK));
    json_decref(found);
    json_decref(proved);
    comb_params_free(&params);
    comb_job_free(job);
    comb_context_free(context);
    return code;
}

static void test_a_true_score_is_shown(void **state)
{
    (void)state;
    assert_int_equal(run_with_claim(376), COMB_OK);
}

static void test_a_false_score_is_a_bug(void **state)
{
    (void)state;
    assert_int_equal(run_with_claim(377), COMB_BUG);
    assert_int_equal(run_with_claim(375), COMB_BUG);
}
