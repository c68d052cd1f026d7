#include "store/answer_cache.h"

#include "core/run.h"

#include <pthread.h>
#include <stdlib.h>

struct comb_cache {
    struct comb_library *library; /* NULL: could not be opened, because of open_error */
    struct comb_error open_error;
    pthread_mutex_t lock;
};

static int open_cache(struct comb_cache **out, const char *path, bool required, struct comb_error *err)
{
    struct comb_cache *cache = calloc(1, sizeof *cache);
    *out = NULL;
    if (!cache)
        return comb_fail_memory(err);
    int code = comb_library_open(&cache->library, path, &cache->open_error);
    if (code != COMB_OK && (required || code != COMB_IO)) {
        if (err)
            *err = cache->open_error;
        free(cache);
        return code;
    }
    pthread_mutex_init(&cache->lock, NULL);
    *out = cache;
    return COMB_OK;
}

int comb_cache_open(struct comb_cache **out, const char *path, struct comb_error *err)
{
    return open_cache(out, path, true, err);
}

int comb_cache_open_optional(struct comb_cache **out, const char *path, struct comb_error *err)
{
    return open_cache(out, path, false, err);
}

void comb_cache_close(struct comb_cache *cache)
{
    if (!cache)
        return;
    pthread_mutex_destroy(&cache->lock);
    comb_library_close(cache->library);
    free(cache);
}

struct comb_library *comb_cache_lock(struct comb_cache *cache)
{
    pthread_mutex_lock(&cache->lock);
    return cache->library;
}

void comb_cache_unlock(struct comb_cache *cache)
{
    pthread_mutex_unlock(&cache->lock);
}

int comb_cache_store_board(struct comb_cache *cache, const struct comb_board *board,
                           const struct comb_library_metadata *metadata, struct comb_error *err)
{
    int64_t id;
    if (!cache)
        return COMB_OK;
    pthread_mutex_lock(&cache->lock);
    int code = comb_library_save(&id, cache->library, board, metadata, err);
    pthread_mutex_unlock(&cache->lock);
    return code;
}

/* Leaves *answer NULL if the library has no answer, or one that this program did not write or that fails verification.
 */
static int load_valid_answer(json_t **answer, int *answer_code, struct comb_cache *cache,
                             const struct comb_board *board, const char *question, struct comb_job *job,
                             const struct comb_params *params, struct comb_error *err)
{
    bool ours;
    pthread_mutex_lock(&cache->lock);
    int code = comb_library_load_answer(answer, answer_code, &ours, cache->library, board, question, err);
    pthread_mutex_unlock(&cache->lock);
    bool usable = code == COMB_OK && *answer && ours && json_is_object(*answer) &&
                  (*answer_code == COMB_OK || *answer_code == COMB_NO) &&
                  comb_run_verify(*answer, board, job, params, NULL) == COMB_OK;
    if (usable && json_object_set_new(*answer, "library", json_true()) == 0)
        return COMB_OK;
    json_decref(*answer);
    *answer = NULL;
    return code;
}

int comb_cache_note_unsaved(json_t *answer, const struct comb_error *reason, struct comb_error *err)
{
    json_t *text = json_string(reason->message);
    return json_object_set_new(answer, "unkept", text ? text : json_true()) == 0 ? COMB_OK : comb_fail_memory(err);
}

/* A randomised answer is solved again each time: the user wants a different one. */
static bool is_randomised(const struct comb_game *game, const struct comb_params *params)
{
    for (const struct comb_option *row = game->options; row && row->name; row++)
        if (row->randomised && comb_params_flag(params, row->name))
            return true;
    return false;
}

/* Stores the board, and the answer if it is complete. */
static int store_result(struct comb_cache *cache, const struct comb_board *board,
                        const struct comb_library_metadata *metadata, const char *question,
                        const struct comb_cache_result *result, struct comb_error *err)
{
    int64_t id;
    pthread_mutex_lock(&cache->lock);
    int ended = comb_library_begin(cache->library, err);
    bool began = ended == COMB_OK;
    bool complete = (result->code == COMB_OK || result->code == COMB_NO) && !result->partial;
    int code = began ? comb_library_save(&id, cache->library, board, metadata, err) : ended;
    if (code == COMB_OK && complete)
        code = comb_library_store_answer(cache->library, id, question, result->code, result->answer, result->seconds,
                                         true, err);
    if (began)
        ended = comb_library_end(cache->library, code == COMB_OK, code == COMB_OK ? err : NULL);
    pthread_mutex_unlock(&cache->lock);
    return code == COMB_OK ? ended : code;
}

int comb_cache_find(json_t **answer, int *answer_code, struct comb_cache *cache, const struct comb_board *board,
                    struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    struct comb_buf question = {0};
    *answer = NULL;
    int code = comb_library_question(&question, board->game, params, err);
    if (code == COMB_OK && !is_randomised(board->game, params))
        code = load_valid_answer(answer, answer_code, cache, board, comb_buf_text(&question), job, params, err);
    comb_buf_free(&question);
    return code;
}

int comb_cache_store(struct comb_cache *cache, const struct comb_board *board,
                     const struct comb_library_metadata *metadata, const struct comb_params *params,
                     const struct comb_cache_result *result, struct comb_error *err)
{
    struct comb_buf question = {0};
    int code = comb_library_question(&question, board->game, params, err);
    if (code == COMB_OK)
        code = store_result(cache, board, metadata, comb_buf_text(&question), result, err);
    comb_buf_free(&question);
    return code;
}

/* Solves without the library, which could not be opened. */
static int solve_uncached(json_t **answer, const struct comb_cache *cache, const struct comb_board *board,
                          struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    int solved = comb_run_solve(answer, board, job, params, err);
    if (!*answer || comb_cache_note_unsaved(*answer, &cache->open_error, err) == COMB_OK)
        return solved;
    json_decref(*answer);
    *answer = NULL;
    return COMB_NO_MEMORY;
}

int comb_cache_solve(json_t **answer, struct comb_cache *cache, const struct comb_board *board,
                     const struct comb_library_metadata *metadata, struct comb_job *job,
                     const struct comb_params *params, struct comb_error *err)
{
    struct comb_error cache_error = {0}; /* library errors do not cost an answer */
    int solved = COMB_OK;
    if (!cache)
        return comb_run_solve(answer, board, job, params, err);
    if (!cache->library)
        return solve_uncached(answer, cache, board, job, params, err);
    if (comb_cache_find(answer, &solved, cache, board, job, params, &cache_error) == COMB_OK && *answer)
        return solved;
    solved = comb_run_solve(answer, board, job, params, err);
    struct comb_cache_result result = {
        .code = solved, .answer = *answer, .seconds = comb_job_seconds(job), .partial = comb_job_has_delivered(job)};
    if (!*answer || comb_cache_store(cache, board, metadata, params, &result, &cache_error) == COMB_OK ||
        comb_cache_note_unsaved(*answer, &cache_error, err) == COMB_OK)
        return solved;
    json_decref(*answer);
    *answer = NULL;
    return COMB_NO_MEMORY;
}
