/* One call of a verb: parses the JSON request, runs the verb, returns the JSON answer. */
#ifndef COMB_REQUEST_CALL_H
#define COMB_REQUEST_CALL_H

#include "request/service.h"
#include "request/verb.h"

/* A parsed and checked request. */
struct comb_call {
    const struct comb_request_verb *verb;
    const struct comb_game *game; /* NULL until detected from the board */
    struct comb_board *board;     /* NULL for verbs without a board */
    struct comb_params params;
    const char **answer; /* the words of a check; point into `texts` */
    struct comb_buf *texts;
    size_t answer_count;
    json_t *request; /* borrowed */
    bool save;       /* in the library */
    bool board_only; /* save it without the answer */
};

/* Parses a request. `verb` NULL: taken from the member "verb". Free the call after a failure too. */
int comb_call_parse(struct comb_call *call, const char *verb, json_t *request, struct comb_job *job,
                    struct comb_error *err);
void comb_call_free(struct comb_call *call);

/* Runs the verb and saves what it should. Return codes as of struct comb_request_verb's `run`. */
int comb_call_run(json_t **out, struct comb_call *call, struct comb_service *service, struct comb_job *job,
                  struct comb_error *err);

/* Job limits: those of the request, capped by those of the service. */
struct comb_job_setup comb_call_limits(const struct comb_service *service, const json_t *request);

/* Names of the verbs that a game supports, as a JSON array. */
json_t *comb_call_verbs(struct comb_json *build, const struct comb_game *game);

/* Sets the options of a request in params. Accepts the options of the verb and of the game for the verb, except those
 * that name files. */
int comb_call_set_options(struct comb_params *params, const struct comb_game *game, const char *verb,
                          const json_t *options, struct comb_error *err);

/* The work of a request: its turn and its job. */
struct comb_work {
    const struct comb_request *request;
    struct comb_job *job;
};

/* Waits for the request's turn and creates its job; `limits` as for comb_call_limits. Always call comb_work_end and
 * comb_work_free, even after a failure. */
int comb_work_begin(struct comb_work *work, const struct comb_request *request, const json_t *limits,
                    struct comb_error *err);

/* Ends the turn. Returns 0, or the status of a rejection that replaces the answer. */
unsigned comb_work_end(struct comb_work *work, bool answered, struct comb_error *err);
void comb_work_free(struct comb_work *work);

#endif
