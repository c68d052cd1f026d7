/* The routes that only the server has, and how requests take turns. */
#include "web/jobs.h"
#include "web/server.h"
#include "web/web.h"

/* ---- turns ---- */

static struct comb_client *client_of(const struct comb_request *request)
{
    return request->client;
}

static bool wait_for_turn(const struct comb_request *request)
{
    struct comb_client *client = client_of(request);
    client->entered = comb_slot_enter(&client->slot, comb_web_of(request)->lanes, client->socket);
    return client->entered;
}

static void start_work(const struct comb_request *request, struct comb_job *job)
{
    comb_slot_set_job(&client_of(request)->slot, job);
}

static void start_locked_work(const struct comb_request *request, struct comb_job *job)
{
    struct comb_client *client = client_of(request);
    comb_slot_enter_locked(&client->slot, comb_web_of(request)->lanes, client->socket, job);
    client->entered = true;
}

static unsigned end_work(const struct comb_request *request, bool answered, struct comb_error *err)
{
    struct comb_client *client = client_of(request);
    enum comb_slot_state state = client->entered ? comb_slot_leave(&client->slot) : client->slot.state;
    client->entered = false;
    return comb_slot_refusal(state, answered, err);
}

const struct comb_turns comb_web_turns = {
    .wait = wait_for_turn,
    .start = start_work,
    .start_locked = start_locked_work,
    .end = end_work,
};

/* ---- routes ---- */

static const struct comb_field start_body[] = {
    {.name = "verb", .type = "string", .help = "the verb; the other members are those of POST /api/VERB"},
    {.name = "revision", .type = "any", .optional = true, .help = "returned with the result"},
    {.name = "look", .type = "bool", .optional = true, .help = "send events about the state of the search"},
    {0},
};

#define JOB_FIELDS "job: int, started: number, done: bool, paused: bool"

static const struct comb_field start_reply[] = {
    {.name = "job", .type = "int", .help = "the number of the job"},
    {.name = "started", .type = "number", .help = "when it was started, in seconds since 1970"},
    {0},
};

static const struct comb_field list_reply[] = {
    {.name = "jobs",
     .type = "{schema: int, " JOB_FIELDS ", verb?: string, game?: string, options?: any, seconds?: number, seed?: "
             "int}[]",
     .help = "the jobs, newest first"},
    {0},
};

static const struct comb_field state_reply[] = {
    {.name = "job", .type = "int", .help = "the number of the job"},
    {.name = "started", .type = "number", .help = "when it was started, in seconds since 1970"},
    {.name = "done", .type = "bool", .help = "whether it has ended"},
    {.name = "paused", .type = "bool", .help = "whether it is paused"},
    {0},
};

static const struct comb_field plain_query[] = {
    {.name = "code", .type = "string", .optional = true, .help = "a share code, or"},
    {.name = "board", .type = "string", .optional = true, .help = "a board as text"},
    {.name = "game", .type = "string", .optional = true, .help = "the game; without it, it is detected"},
    {.name = "OPTION", .type = "string", .optional = true, .help = "any option of the game by its name"},
    {0},
};

static const struct comb_field events_query[] = {
    {.name = "started",
     .type = "number",
     .optional = true,
     .help = "when the job was started: a job of an earlier server with the same number is not meant"},
    {0},
};

const struct comb_route comb_web_routes[] = {
    {.method = "POST",
     .path = "/api/jobs",
     .summary = "starts a verb as a job. A search for the best board saves it to the library, unless \"keep\" is false",
     .body = start_body,
     .reply = start_reply,
     .run = comb_web_jobs_start},
    {.method = "GET",
     .path = "/api/jobs",
     .summary = "running and recently finished jobs; a job without \"seconds\" that nobody follows ends after half an "
                "hour, and so does a paused one if another job needs its slot",
     .reply = list_reply,
     .run = comb_web_jobs_list},
    {.method = "GET",
     .path = "/api/jobs/N",
     .summary = "one job: whether it is done or paused",
     .reply = state_reply,
     .run = comb_web_job_state},
    {.method = "GET",
     .path = "/api/jobs/N/events",
     .summary = "server-sent events: progress, line, part, look (with \"look\": true), result",
     .query = events_query,
     .run = comb_web_job_events},
    {.method = "POST",
     .path = "/api/jobs/N/pause",
     .summary = "pauses the work and its clock",
     .reply = state_reply,
     .run = comb_web_job_pause},
    {.method = "POST",
     .path = "/api/jobs/N/resume",
     .summary = "continues",
     .reply = state_reply,
     .run = comb_web_job_resume},
    {.method = "DELETE", .path = "/api/jobs/N", .summary = "cancels", .reply = state_reply, .run = comb_web_job_cancel},
    {.method = "GET",
     .path = "/solve",
     .summary = "the answer as an HTML page without scripts; 5 seconds, not saved",
     .query = plain_query,
     .run = comb_web_plain},
    {.method = "GET", .path = "/plain.css", .run = comb_web_plain_style},
    {.method = "GET", .path = "/*", .run = comb_web_asset},
    {0},
};

void comb_web_limits(struct comb_buf *out, const struct comb_service *service)
{
    comb_buf_printf(
        out,
        "Limits: %g seconds and %zu MB of memory per request; %d seconds to send a head of up to %d KB, %d "
        "to send a body of up to %d MB, a picture %d MB; %d connections, half of them from one address; %d "
        "waiting requests; %d jobs, each with up to %d MB of events. Long requests do not delay short ones. "
        "Work is cancelled when the client closes the connection.\n\n",
        service->time_limit, service->memory_limit >> 20, COMB_SERVER_HEAD_SECONDS, COMB_SERVER_MAX_HEAD >> 10,
        COMB_SERVER_BODY_SECONDS, COMB_REQUEST_MAX_BODY >> 20, COMB_REQUEST_MAX_PICTURE >> 20, COMB_SERVER_CONNECTIONS,
        COMB_SERVER_WAITING, COMB_JOBS_RUNNING, COMB_JOBS_MAX_LOG >> 20);
}
