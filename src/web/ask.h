/* Ask: a verb of the API from its JSON to its JSON, whether it is answered at once or as a job. */
#ifndef COMB_WEB_ASK_H
#define COMB_WEB_ASK_H

#include "core/board.h"
#include "web/lanes.h"
#include "web/web.h"

/* What a request asks, taken apart and checked. */
struct comb_ask {
    const struct comb_ask_verb *verb;
    const struct comb_game *game; /* NULL until the board tells it */
    struct comb_board *board;     /* NULL for verbs that take none */
    struct comb_params params;
    const char **answer; /* the words of a check; point into `request` */
    struct comb_buf *texts;
    size_t answer_count;
    json_t *request; /* borrowed */
    bool keep;       /* in the library */
    bool board_only; /* keep it without the answer */
};

/* `verb` NULL: the member "verb" names it. */
int comb_ask_read(struct comb_ask *ask, const char *verb, json_t *request, struct comb_job *job,
                  struct comb_error *err);
void comb_ask_free(struct comb_ask *ask);

/* COMB_OK, COMB_NO, COMB_LIMIT, COMB_INTERRUPTED with an object, else an error. */
int comb_ask_run(json_t **out, struct comb_ask *ask, struct comb_web *web, struct comb_job *job,
                 struct comb_error *err);

/* A job with the limits that the request asks for, within those of the server. */
struct comb_job_setup comb_ask_limits(const struct comb_web *web, const json_t *request);

/* The work of a request that is answered at once: its place in the lanes and its job. */
struct comb_work {
    struct comb_slot slot;
    struct comb_job *job;
    bool entered;
};

/* Waits for the request's turn and makes its job; `limits` as for comb_ask_limits. Ended and freed in any case. */
int comb_work_begin(struct comb_work *work, const struct comb_request *request, const json_t *limits,
                    struct comb_error *err);

/* Makes room for the next one. 0, or the HTTP status of a refusal that takes the place of the answer. */
unsigned comb_work_end(struct comb_work *work, bool answered, struct comb_error *err);
void comb_work_free(struct comb_work *work);

/* Verbs of a game, as an array of names. */
json_t *comb_ask_verbs(struct comb_json *build, const struct comb_game *game);

/* The options of a request set in params: rows of the game that go with the verb, never files. */
int comb_ask_options(struct comb_params *params, const struct comb_game *game, const char *verb, const json_t *options,
                     struct comb_error *err);

#endif
