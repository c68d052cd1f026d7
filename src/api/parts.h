/* Shared by the files of this folder, which implement comb.h: argument checks, options, limits and returned text. */
#ifndef COMB_API_PARTS_H
#define COMB_API_PARTS_H

#include "core/board.h"
#include "request/verb.h"

/* Reports a NULL argument by name: the callers are other programs. */
int comb_api_require(const void *argument, const char *name, struct comb_error *err);

/* Checks an out parameter and sets it to NULL. */
int comb_api_require_out(char **out, const char *name, struct comb_error *err);

/* Checks the arguments of a function that reads a board from text. */
int comb_api_require_source(const void *out, const struct comb_context *context, const char *text,
                            struct comb_error *err);

/* Transfers the bytes of a buffer to the caller if `code` comes with a result; frees them otherwise. */
int comb_api_return_text(char **out, struct comb_buf *text, int code, struct comb_error *err);

/* Prints the object for the caller and releases it; NULL is allowed. */
int comb_api_return_json(char **out, json_t *object, int code, struct comb_error *err);

/* Sets options and defaults from strings "name=value"; `verb` (may be NULL) and `game` (may be NULL) are tables. */
int comb_api_options(struct comb_params *params, const struct comb_option *verb, const struct comb_game *game,
                     const char *const *options, struct comb_error *err);

/* Finds the game by name, or detects it if name is NULL. */
int comb_api_find_game(const struct comb_game **out, const char *name, const char *text, struct comb_error *err);

/* A job with the limits and the callback of a caller. */
struct comb_api_job {
    const struct comb_limits *limits;
    struct comb_job *job;
};

/* `limits` may be NULL. Free job->job with comb_job_free. */
int comb_api_start_job(struct comb_api_job *job, struct comb_context *context, const struct comb_limits *limits,
                       struct comb_error *err);

#endif
