/* Fuzzes the dispatcher with requests of arbitrary bytes: "METHOD /path?query", then the body after the first newline.
 * Every request must be answered, never with 500, which would be a bug. The path is also passed to the guard as a host,
 * an origin and a token, which must reject it unless it is ours.
 *
 * Routes that start long work or write the user's word lists are excluded; the library is in memory. */
#include "store/library_parts.h"
#include "web/web.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_BYTES = 2048, MAX_LINE = 512 };

static struct comb_web web = {
    .service = {.time_limit = 0.02,
                .memory_limit = (size_t)1 << 28,
                .turns = &comb_web_turns,
                .routes = comb_web_routes},
    .threads = 1,
};

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    struct comb_lanes_limits lanes = {.short_lane = 1, .long_lane = 1, .waiting = 1, .seconds = 1};
    int code = comb_lanes_new(&web.lanes, &lanes, NULL);
    if (code == COMB_OK)
        code = comb_context_new(&web.service.context, NULL);
    if (code == COMB_OK)
        code = comb_job_new(&web.service.root_job, &(struct comb_job_setup){.context = web.service.context}, NULL);
    if (code == COMB_OK)
        code = comb_cache_open(&web.service.cache, ":memory:", NULL);
    assert(code == COMB_OK);
    return 0;
}

/* ---- the line ---- */

struct line {
    char text[MAX_LINE + 1];
    char *path, *query; /* "" if absent */
    char value[MAX_LINE + 1];
};

static void parse_line(struct line *line, const uint8_t *data, size_t length)
{
    memcpy(line->text, data, length);
    line->text[length] = '\0';
    char *space = strchr(line->text, ' ');
    line->path = space ? space + 1 : line->text + strlen(line->text);
    if (space)
        *space = '\0';
    line->query = line->path + strcspn(line->path, "?");
    if (*line->query)
        *line->query++ = '\0';
}

/* Like the HTTP library's lookup, but without decoding. */
static const char *query_value(const struct comb_request *request, const char *name)
{
    struct comb_client *client = request->client;
    struct line *line = client->connection;
    size_t length = strlen(name);
    for (const char *at = line->query; *at; at += strcspn(at, "&"), at += *at == '&')
        if (strncmp(at, name, length) == 0 && at[length] == '=') {
            size_t size = strcspn(at + length + 1, "&");
            memcpy(line->value, at + length + 1, size);
            line->value[size] = '\0';
            return line->value;
        }
    return NULL;
}

/* ---- routes ---- */

/* The requests that are left out: long work, and changes outside the library. */
static bool is_excluded(const struct comb_request *request)
{
    static const char *const paths[] = {"/api/jobs",      "/api/best",      "/api/prove",
                                        "/api/make",      "/api/read",      "/api/words/build",
                                        "/api/words/add", "/api/words/ban", "/api/words/forget"};
    if (strncmp(request->path, "/api/jobs/", strlen("/api/jobs/")) == 0)
        return true;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (strcmp(request->path, paths[i]) == 0)
            return true;
    return false;
}

static void run_route(const struct comb_request *request)
{
    struct comb_reply reply = {0};
    if (is_excluded(request))
        return;
    comb_dispatch(request, &reply);
    assert(reply.status >= 200 && reply.status < 600 && reply.status != 500);
    comb_buf_free(&reply.body);
}

static void check_guard(const char *text)
{
    struct comb_guard guard = {.port = 8237, .token = "0123456789abcdef"};
    assert(comb_guard_token(&guard, text) == (strcmp(text, guard.token) == 0));
    if (comb_guard_host(&guard, text))
        assert(strstr(text, ":8237"));
    if (comb_guard_origin(&guard, text, NULL))
        assert(strncmp(text, "http://", 7) == 0 && comb_guard_host(&guard, text + 7));
}

static void empty_library(void)
{
    int code = comb_sql_run(comb_cache_lock(web.service.cache)->db, "DELETE FROM puzzles", NULL);
    comb_cache_unlock(web.service.cache);
    assert(code == COMB_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct line line;
    const uint8_t *end = size > 0 ? memchr(data, '\n', size) : NULL;
    size_t length = end ? (size_t)(end - data) : size;
    if (size > MAX_BYTES || length > MAX_LINE)
        return 0;
    parse_line(&line, data, length);
    check_guard(line.path);
    struct comb_client client = {.connection = &line, .socket = -1};
    struct comb_request request = {
        .service = &web.service, .method = line.text, .path = line.path, .query = query_value, .client = &client};
    if (end)
        comb_buf_add(&request.body, end + 1, size - length - 1);
    run_route(&request);
    comb_buf_free(&request.body);
    empty_library();
    return 0;
}
