#include "store/kept.h"

#include "core/run.h"

#include <pthread.h>
#include <stdlib.h>

struct comb_kept {
    struct comb_library *library; /* NULL: it could not be opened, for this reason: */
    struct comb_error trouble;
    pthread_mutex_t lock;
};

static int open_kept(struct comb_kept **out, const char *path, bool needed, struct comb_error *err)
{
    struct comb_kept *kept = calloc(1, sizeof *kept);
    *out = NULL;
    if (!kept)
        return comb_fail_memory(err);
    int code = comb_library_open(&kept->library, path, &kept->trouble);
    if (code != COMB_OK && (needed || code != COMB_IO)) {
        if (err)
            *err = kept->trouble;
        free(kept);
        return code;
    }
    pthread_mutex_init(&kept->lock, NULL);
    *out = kept;
    return COMB_OK;
}

int comb_kept_open(struct comb_kept **out, const char *path, struct comb_error *err)
{
    return open_kept(out, path, true, err);
}

int comb_kept_open_to_solve(struct comb_kept **out, const char *path, struct comb_error *err)
{
    return open_kept(out, path, false, err);
}

void comb_kept_close(struct comb_kept *kept)
{
    if (!kept)
        return;
    pthread_mutex_destroy(&kept->lock);
    comb_library_close(kept->library);
    free(kept);
}

struct comb_library *comb_kept_lock(struct comb_kept *kept)
{
    pthread_mutex_lock(&kept->lock);
    return kept->library;
}

void comb_kept_unlock(struct comb_kept *kept)
{
    pthread_mutex_unlock(&kept->lock);
}

int comb_kept_board(struct comb_kept *kept, const struct comb_board *board, const struct comb_library_new *about,
                    struct comb_error *err)
{
    int64_t id;
    if (!kept)
        return COMB_OK;
    pthread_mutex_lock(&kept->lock);
    int code = comb_library_keep(&id, kept->library, board, about, err);
    pthread_mutex_unlock(&kept->lock);
    return code;
}

/* *answer stays NULL where the library has none, one that this program did not write, or one that does not hold. */
static int recall(json_t **answer, int *answered, struct comb_kept *kept, const struct comb_board *board,
                  const char *question, struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    bool ours;
    pthread_mutex_lock(&kept->lock);
    int code = comb_library_recall(answer, answered, &ours, kept->library, board, question, err);
    pthread_mutex_unlock(&kept->lock);
    bool holds = code == COMB_OK && *answer && ours && json_is_object(*answer) &&
                 (*answered == COMB_OK || *answered == COMB_NO) &&
                 comb_run_verify(*answer, board, job, params, NULL) == COMB_OK;
    if (holds && json_object_set_new(*answer, "library", json_true()) == 0)
        return COMB_OK;
    json_decref(*answer);
    *answer = NULL;
    return code;
}

int comb_kept_say_unkept(json_t *answer, const struct comb_error *why, struct comb_error *err)
{
    json_t *text = json_string(why->message);
    return json_object_set_new(answer, "unkept", text ? text : json_true()) == 0 ? COMB_OK : comb_fail_memory(err);
}

/* An answer by chance is asked for anew each time: whoever asks again wants another one. */
static bool asks_for_chance(const struct comb_game *game, const struct comb_params *params)
{
    for (const struct comb_option *row = game->options; row && row->name; row++)
        if (row->by_chance && comb_params_flag(params, row->name))
            return true;
    return false;
}

static int remember(struct comb_kept *kept, const struct comb_board *board, const struct comb_library_new *about,
                    const char *question, int solved, const json_t *answer, struct comb_job *job,
                    struct comb_error *err)
{
    int64_t id;
    pthread_mutex_lock(&kept->lock);
    int ended = comb_library_begin(kept->library, err);
    bool began = ended == COMB_OK;
    bool whole = (solved == COMB_OK || solved == COMB_NO) && !comb_job_has_delivered(job);
    int code = began ? comb_library_keep(&id, kept->library, board, about, err) : ended;
    if (code == COMB_OK && whole)
        code = comb_library_remember(kept->library, id, question, solved, answer, comb_job_seconds(job), true, err);
    if (began)
        ended = comb_library_end(kept->library, code == COMB_OK, code == COMB_OK ? err : NULL);
    pthread_mutex_unlock(&kept->lock);
    return code == COMB_OK ? ended : code;
}

/* Solved without the library, which is not there. */
static int solve_unkept(json_t **answer, const struct comb_kept *kept, const struct comb_board *board,
                        struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    int solved = comb_run_solve(answer, board, job, params, err);
    if (!*answer || comb_kept_say_unkept(*answer, &kept->trouble, err) == COMB_OK)
        return solved;
    json_decref(*answer);
    *answer = NULL;
    return COMB_NO_MEMORY;
}

int comb_kept_solve(json_t **answer, struct comb_kept *kept, const struct comb_board *board,
                    const struct comb_library_new *about, struct comb_job *job, const struct comb_params *params,
                    struct comb_error *err)
{
    struct comb_buf question = {0};
    struct comb_error trouble = {0}; /* with the library: it costs nobody an answer */
    int solved = COMB_OK;
    if (!kept)
        return comb_run_solve(answer, board, job, params, err);
    if (!kept->library)
        return solve_unkept(answer, kept, board, job, params, err);
    *answer = NULL;
    int code = comb_library_question(&question, board->game, params, err);
    if (code == COMB_OK && !asks_for_chance(board->game, params))
        recall(answer, &solved, kept, board, comb_buf_text(&question), job, params, &trouble);
    if (code == COMB_OK && !*answer) {
        solved = comb_run_solve(answer, board, job, params, err);
        if (*answer &&
            remember(kept, board, about, comb_buf_text(&question), solved, *answer, job, &trouble) != COMB_OK)
            code = comb_kept_say_unkept(*answer, &trouble, err);
    }
    comb_buf_free(&question);
    if (code == COMB_OK)
        return solved;
    json_decref(*answer);
    *answer = NULL;
    return code;
}
