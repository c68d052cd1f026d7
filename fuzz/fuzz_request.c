/* Requests of arbitrary bytes, as they reach the routes of the server: "METHOD /path?query", then the body behind the
 * first line end. Every one is answered, and none with 500, which would be a mistake of ours. The first line is also
 * put to the guard as a host, an origin and a token: what is not ours is refused.
 *
 * The routes that start long work or write the user's word lists are left out; the library is in memory. */
#include "store/library_parts.h"
#include "web/web.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_BYTES = 2048, MOST_LINE = 512 };

static struct comb_web web = {.threads = 1, .time_limit = 0.02, .memory_limit = (size_t)1 << 28};

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    sem_init(&web.turns, 0, 1);
    int code = comb_context_new(&web.context, NULL);
    if (code == COMB_OK)
        code = comb_job_new(&web.whole, &(struct comb_job_setup){.context = web.context}, NULL);
    if (code == COMB_OK)
        code = comb_kept_open(&web.kept, ":memory:", NULL);
    assert(code == COMB_OK);
    return 0;
}

/* ---- the line ---- */

struct line {
    char text[MOST_LINE + 1];
    char *path, *query; /* "" where there is none */
    char value[MOST_LINE + 1];
};

static void take_line(struct line *line, const uint8_t *data, size_t length)
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

/* The HTTP library takes names and values apart; here they stand as they are, separated by &. */
static const char *query_value(const struct comb_request *request, const char *name)
{
    struct line *line = request->connection;
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

static const struct {
    const char *method, *path;
    comb_route *run;
} routes[] = {
    {"POST", "/api/board", comb_web_board},
    {"POST", "/api/scene", comb_web_scene},
    {"POST", "/api/check", comb_web_ask},
    {"POST", "/api/hint", comb_web_ask},
    {"POST", "/api/solve", comb_web_ask},
    {"POST", "/api/rate", comb_web_ask},
    {"POST", "/api/count", comb_web_ask},
    {"POST", "/api/read/fix", comb_web_read},
    {NULL, "/api/library", comb_web_library},
    {"GET", "/solve", comb_web_plain},
    {"GET", "/", comb_web_asset},
};

static void answer(const struct comb_request *request)
{
    struct comb_reply reply = {0};
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++)
        if ((!routes[i].method || strcmp(routes[i].method, request->method) == 0) &&
            comb_web_below(request->path, routes[i].path)) {
            routes[i].run(request, &reply);
            assert(reply.status >= 200 && reply.status < 600 && reply.status != 500);
            break;
        }
    comb_buf_free(&reply.body);
}

static void ask_guard(const char *text)
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
    int code = comb_sql_run(comb_kept_lock(web.kept)->db, "DELETE FROM puzzles", NULL);
    comb_kept_unlock(web.kept);
    assert(code == COMB_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct line line;
    const uint8_t *end = size > 0 ? memchr(data, '\n', size) : NULL;
    size_t length = end ? (size_t)(end - data) : size;
    if (size > MOST_BYTES || length > MOST_LINE)
        return 0;
    take_line(&line, data, length);
    ask_guard(line.path);
    struct comb_request request = {
        .web = &web, .method = line.text, .path = line.path, .query = query_value, .connection = &line};
    if (end)
        comb_buf_add(&request.body, end + 1, size - length - 1);
    answer(&request);
    comb_buf_free(&request.body);
    empty_library();
    return 0;
}
