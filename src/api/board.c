/* comb.h: versions, contexts, games and boards. */
#include "api/parts.h"

#include "core/share.h"

#include <stdlib.h>
#include <string.h>

/* ---- versions ---- */

int comb_version_number(void)
{
    return COMB_VERSION_NUMBER;
}

/* The part of a version that must be equal: the major version, before 1.0 also the minor one. */
static int compatible_part(int number)
{
    return number < 10000 ? number / 100 : number / 10000 * 100;
}

int comb_check_version(int number, struct comb_error *err)
{
    if (number > 0 && compatible_part(number) == compatible_part(COMB_VERSION_NUMBER) && number <= COMB_VERSION_NUMBER)
        return COMB_OK;
    return comb_fail(err, COMB_BAD_INPUT, "compiled for version %d.%d.%d, but the library has version %s",
                     number / 10000, number / 100 % 100, number % 100, comb_version());
}

/* ---- contexts and games ---- */

int comb_open(struct comb_context **out, struct comb_error *err)
{
    int code = comb_api_require((const void *)out, "out", err);
    return code == COMB_OK ? comb_context_new(out, err) : code;
}

void comb_close(struct comb_context *context)
{
    comb_context_free(context);
}

static const struct comb_game *game_at(size_t index)
{
    for (size_t i = 0; comb_games[i]; i++)
        if (i == index)
            return comb_games[i];
    return NULL;
}

const char *comb_game_name(size_t index)
{
    const struct comb_game *game = game_at(index);
    return game ? game->name : NULL;
}

const char *comb_game_title(size_t index)
{
    const struct comb_game *game = game_at(index);
    return game ? game->title : NULL;
}

const char *comb_game_example(size_t index)
{
    const struct comb_game *game = game_at(index);
    return game ? game->examples[0].input : NULL;
}

const char *comb_board_game(const struct comb_board *board)
{
    return board ? board->game->name : NULL;
}

void comb_text_free(char *text)
{
    free(text);
}

/* ---- boards ---- */

int comb_board_read(struct comb_board **out, struct comb_context *context, const char *name, const char *text,
                    const char *const *options, struct comb_error *err)
{
    const struct comb_game *game = NULL;
    struct comb_params params = {0};
    struct comb_job *job = NULL;
    if (out)
        *out = NULL;
    int code = comb_api_require_source((const void *)out, context, text, err);
    if (code == COMB_OK)
        code = comb_api_find_game(&game, name, text, err);
    if (code == COMB_OK)
        code = comb_api_options(&params, NULL, game, options, err);
    if (code == COMB_OK)
        code = comb_job_new(&job, &(struct comb_job_setup){.context = context}, err);
    if (code == COMB_OK)
        code = comb_board_open(out, game, text, strlen(text), job, &params, err);
    comb_job_free(job);
    comb_params_free(&params);
    return code;
}

/* Checks the arguments of the functions that return text of a board. */
static int require_board(char **out, const struct comb_board *board, struct comb_error *err)
{
    int code = comb_api_require_out(out, "out", err);
    return code == COMB_OK ? comb_api_require(board, "board", err) : code;
}

int comb_board_text(char **out, const struct comb_board *board, struct comb_error *err)
{
    struct comb_buf text = {0};
    int code = require_board(out, board, err);
    if (code != COMB_OK)
        return code;
    board->game->print(&text, board->data);
    return comb_api_return_text(out, &text, COMB_OK, err);
}

int comb_board_canonical(char **out, const struct comb_board *board, struct comb_error *err)
{
    struct comb_buf text = {0};
    int code = require_board(out, board, err);
    if (code != COMB_OK)
        return code;
    if (!board->game->canon)
        return comb_fail(err, COMB_BAD_INPUT, "%s boards have no canonical form", board->game->name);
    code = board->game->canon(&text, board->data, err);
    return comb_api_return_text(out, &text, code, err);
}

int comb_board_share(char **out, const struct comb_board *board, struct comb_error *err)
{
    struct comb_buf text = {0};
    struct comb_buf code_text = {0};
    int code = require_board(out, board, err);
    if (code != COMB_OK)
        return code;
    board->game->print(&text, board->data);
    code = text.failed ? comb_fail_memory(err)
                       : comb_share_encode(&code_text, board->game->name, comb_buf_text(&text), NULL, err);
    comb_buf_free(&text);
    return comb_api_return_text(out, &code_text, code, err);
}
