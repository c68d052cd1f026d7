#include "request/autosave.h"

#include "core/board.h"

#include <stdio.h>
#include <string.h>

static const double SAVE_INTERVAL = 3; /* in seconds: a search finds dozens of boards in its first second */

void comb_autosave_free(struct comb_autosave *record)
{
    comb_buf_free(&record->board);
    comb_buf_free(&record->title);
}

void comb_autosave_on_message(struct comb_autosave *record, const char *line)
{
    unsigned long long score = 0;
    int start = 0;
    if (sscanf(line, "%*f s %llu %n", &score, &start) < 1 || start == 0)
        return;
    record->score = score;
    comb_buf_clear(&record->board);
    comb_buf_str(&record->board, line + start);
}

bool comb_autosave_is_due(const struct comb_autosave *record, double seconds)
{
    return record->board.length > 0 && (record->saved_at == 0 || seconds - record->saved_at >= SAVE_INTERVAL);
}

/* "Best Hexhunt, 3,882" */
static void write_title(struct comb_buf *out, const struct comb_game *game, unsigned long long score)
{
    char digits[24];
    int count = snprintf(digits, sizeof digits, "%llu", score);
    comb_buf_printf(out, "Best %s, ", game->title);
    for (int i = 0; i < count; i++)
        comb_buf_printf(out, "%s%c", i > 0 && (count - i) % 3 == 0 ? "," : "", digits[i]);
}

/* Adds an entry, unless an earlier run or the user has already saved the board; such an entry must not be replaced. */
static int add_entry(int64_t *id, struct comb_library *library, const struct comb_board *board, const char *title,
                     struct comb_error *err)
{
    int64_t known;
    int code = comb_library_find(&known, library, board, err);
    *id = 0;
    return code == COMB_NO ? comb_library_save(id, library, board,
                                               &(struct comb_library_metadata){.title = title, .source = "best"}, err)
                           : code;
}

static int replace_entry(struct comb_autosave *record, struct comb_library *library, const struct comb_board *board,
                         struct comb_error *err)
{
    struct comb_buf title = {0};
    int64_t id;
    write_title(&title, board->game, record->score);
    int code = title.failed ? comb_fail_memory(err) : add_entry(&id, library, board, comb_buf_text(&title), err);
    if (code == COMB_OK && record->id > 0)
        code = comb_library_withdraw(library, record->id, comb_buf_text(&record->title), err);
    if (code != COMB_OK) {
        comb_buf_free(&title);
        return code;
    }
    comb_buf_free(&record->title);
    record->title = title;
    record->id = id;
    return COMB_OK;
}

/* Opens the board with a new job, because the search's job may have been stopped. The caller frees both, even after a
 * failure. */
static int open_board(struct comb_board **board, struct comb_job **job, const struct comb_service *service,
                      const struct comb_game *game, const char *text, const struct comb_params *params,
                      struct comb_error *err)
{
    struct comb_job_setup setup = {.context = service->context,
                                   .time_limit = service->time_limit,
                                   .memory_limit = service->memory_limit,
                                   .threads = 1};
    *board = NULL;
    int code = comb_job_new(job, &setup, err);
    return code == COMB_OK ? comb_board_open(board, game, text, strlen(text), *job, params, err) : code;
}

int comb_autosave_save(struct comb_autosave *record, struct comb_service *service, const struct comb_game *game,
                       double seconds, struct comb_error *err)
{
    struct comb_board *board = NULL;
    struct comb_job *job = NULL;
    if (record->board.length == 0)
        return COMB_OK;
    int code = record->board.failed ? comb_fail_memory(err)
                                    : open_board(&board, &job, service, game, comb_buf_text(&record->board), NULL, err);
    if (code == COMB_OK) {
        code = replace_entry(record, comb_cache_lock(service->cache), board, err);
        comb_cache_unlock(service->cache);
    }
    comb_buf_clear(&record->board);
    record->saved_at = seconds;
    comb_board_free(board);
    comb_job_free(job);
    return code;
}

int comb_autosave_solve(const char *text, struct comb_service *service, const struct comb_game *game,
                        const struct comb_params *params, struct comb_error *err)
{
    struct comb_board *board = NULL;
    struct comb_job *job = NULL;
    json_t *answer = NULL;
    int64_t id;
    int code = open_board(&board, &job, service, game, text, params, err);
    if (code == COMB_OK) {
        code = comb_library_find(&id, comb_cache_lock(service->cache), board, err);
        comb_cache_unlock(service->cache);
    }
    if (code == COMB_OK)
        code = comb_cache_solve(&answer, service->cache, board, NULL, job, params, err);
    json_decref(answer);
    comb_board_free(board);
    comb_job_free(job);
    return code;
}
