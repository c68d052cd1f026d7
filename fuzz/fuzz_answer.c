/* Untrusted answers, as `comb check` and the library read them: JSON that names its game. The verifier must return a
 * verdict or an error, and every accepted answer must be printable, with and without the verdict. */
#include "core/run.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The named game; by default one chosen by the length of the input. */
static const struct comb_game *choose_game(const json_t *answer, size_t size)
{
    const char *name = json_string_value(json_object_get(answer, "game"));
    const struct comb_game *named = name ? comb_game_find(name) : NULL;
    size_t count = 0;
    while (comb_games[count])
        count++;
    return named ? named : comb_games[size % count];
}

static void print_report(const struct comb_board *board, const json_t *answer, const json_t *violations, bool plain,
                         const struct comb_params *params)
{
    struct comb_report_style style = {.plain = plain};
    struct comb_buf text = {0};
    board->game->report(&text, board->data, answer, violations, &style, params, NULL);
    comb_buf_free(&text);
}

static void check_answer(const struct comb_board *board, json_t *answer, struct comb_job *job,
                         const struct comb_params *params)
{
    json_t *verdict;
    int code = comb_run_check_answer(&verdict, board, answer, job, params, NULL);
    assert((verdict != NULL) == (code == COMB_OK || code == COMB_NO));
    assert(code == COMB_OK || code == COMB_NO || code == COMB_BAD_INPUT || code == COMB_LIMIT);
    for (int plain = 0; verdict && plain < 2; plain++) {
        const json_t *checked = json_object_get(verdict, "answer");
        print_report(board, checked, json_object_get(verdict, "violations"), plain, params);
        if (code == COMB_OK)
            print_report(board, checked, NULL, plain, params);
    }
    json_decref(verdict);
}

static void check_on_example(const struct comb_game *game, json_t *answer, struct comb_job *job)
{
    struct comb_params params = {0};
    struct comb_board *board = NULL;
    const char *text = game->examples[0].input;
    if (game->verify && comb_params_defaults(&params, game->options, NULL) == COMB_OK &&
        comb_board_open(&board, game, text, strlen(text), job, &params, NULL) == COMB_OK)
        check_answer(board, answer, job, &params);
    comb_board_free(board);
    comb_params_free(&params);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct comb_context *context;
    struct comb_job *job;
    json_t *answer;
    if (comb_json_parse(&answer, (const char *)data, size, NULL) != COMB_OK)
        return 0;
    if (comb_open(&context, NULL) == COMB_OK) {
        if (comb_job_new(&job, &(struct comb_job_setup){.context = context, .time_limit = 0.5}, NULL) == COMB_OK)
            check_on_example(choose_game(answer, size), answer, job);
        comb_job_free(job);
        comb_close(context);
    }
    json_decref(answer);
    return 0;
}
