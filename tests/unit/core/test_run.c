/* A search whose result does not hold is never shown: what `best` and `prove` find is solved again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/run.h"

#include <string.h>

static long long claimed; /* the score of TS/EAR/LB, which is 376 */

static json_t *claim(void)
{
    return json_pack("{s:s, s:I}", "board", "TS/EAR/LB", "score", (json_int_t)claimed);
}

static int best(json_t **found, struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    (void)job;
    (void)params;
    (void)err;
    *found = claim();
    return COMB_OK;
}

static int prove(json_t **found, struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    (void)job;
    (void)params;
    (void)err;
    *found = json_pack("{s:[o]}", "boards", claim());
    return COMB_OK;
}

/* The code of `best` and of `prove` when the search claims this score; both must be the same. */
static int run_with_claim(long long score)
{
    struct comb_game game = *comb_game_find("hexhunt");
    struct comb_context *context;
    struct comb_job *job;
    struct comb_params params = {0};
    struct comb_error err = {0};
    json_t *found, *proved;
    game.best = best;
    game.prove = prove;
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
