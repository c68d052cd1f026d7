/* The library over HTTP: the same things that `comb library` does. */
#include "core/run.h"
#include "store/import.h"
#include "web/ask.h"

#include <stdlib.h>
#include <string.h>

/* What a route is given: the library, locked. */
struct lending {
    const struct comb_request *request;
    struct comb_reply *reply;
    struct comb_library *library;
    int64_t id;
};

static void answer(struct lending *lending, const char *key, int code, json_t *value, const struct comb_error *err)
{
    if (code != COMB_OK) {
        json_decref(value);
        comb_reply_error(lending->reply, code == COMB_NO ? 404 : 0, err);
        return;
    }
    comb_reply_json(lending->reply, COMB_OK, json_pack("{s:i, s:o}", "schema", COMB_SCHEMA, key, value));
}

/* A text that may be left out; anything else of that name is refused. */
static int text_member(const char **out, const json_t *object, const char *name, struct comb_error *err)
{
    const json_t *member = json_object_get(object, name);
    *out = json_string_value(member);
    return member && !*out ? comb_fail(err, COMB_BAD_INPUT, "\"%s\" is not a text", name) : COMB_OK;
}

static unsigned number(const struct comb_request *request, const char *name)
{
    const char *text = request->query(request, name);
    return text ? (unsigned)strtoul(text, NULL, 10) : 0;
}

static struct comb_library_query read_query(const struct comb_request *request)
{
    const char *game = request->query(request, "game");
    const char *tag = request->query(request, "tag");
    return (struct comb_library_query){
        .text = request->query(request, "q"),
        .game = game && *game ? game : NULL,
        .tag = tag && *tag ? tag : NULL,
        .deleted = number(request, "deleted") > 0,
        .most = number(request, "most"),
        .offset = number(request, "offset"),
    };
}

static void list(struct lending *lending)
{
    struct comb_error err = {0};
    json_t *found = NULL;
    struct comb_library_query query = read_query(lending->request);
    int code = comb_library_search(&found, lending->library, &query, &err);
    answer(lending, "puzzles", code, found, &err);
}

static void show(struct lending *lending)
{
    struct comb_error err = {0};
    json_t *found = NULL;
    int code = comb_library_show(&found, lending->library, lending->id, true, &err);
    answer(lending, "puzzle", code, found, &err);
}

static void duplicates(struct lending *lending)
{
    struct comb_error err = {0};
    json_t *found = NULL;
    int code = comb_library_duplicates(&found, lending->library, &err);
    answer(lending, "duplicates", code, found, &err);
}

static void count(struct lending *lending)
{
    struct comb_error err = {0};
    json_t *found = NULL;
    int code = comb_library_count(&found, lending->library, &err);
    answer(lending, "library", code, found, &err);
}

static void undo(struct lending *lending)
{
    struct comb_error err = {0};
    json_t *object = comb_request_json(lending->request, lending->reply);
    if (!object)
        return;
    const json_t *given = json_object_get(object, "id");
    int64_t id = json_integer_value(given); /* 0 when it is not given */
    int code = given && id < 1 ? comb_fail(&err, COMB_BAD_INPUT, "\"id\" is not the number of a puzzle")
                               : comb_library_undo(&id, lending->library, &err);
    answer(lending, "id", code, json_integer(id), &err);
    json_decref(object);
}

static void delete (struct lending *lending)
{
    struct comb_error err = {0};
    int code = comb_library_delete(lending->library, lending->id, &err);
    answer(lending, "id", code, json_integer(lending->id), &err);
}

static void export(struct lending *lending)
{
    struct comb_error err = {0};
    struct comb_library_query query = read_query(lending->request);
    if (comb_library_export(&lending->reply->body, lending->library, &query, &err) != COMB_OK) {
        comb_buf_clear(&lending->reply->body);
        comb_reply_error(lending->reply, 0, &err);
        return;
    }
    lending->reply->status = 200;
    lending->reply->type = "application/x-ndjson";
    lending->reply->name = "library.jsonl";
}

/* What is to become of a puzzle; any of the three. */
struct changes {
    const char *title, *tag, *untag;
};

static int read_changes(struct changes *out, const json_t *object, struct comb_error *err)
{
    int code = text_member(&out->title, object, "title", err);
    if (code == COMB_OK)
        code = text_member(&out->tag, object, "tag", err);
    if (code == COMB_OK)
        code = text_member(&out->untag, object, "untag", err);
    if (code == COMB_OK && !out->title && !out->tag && !out->untag)
        return comb_fail(err, COMB_BAD_INPUT, "expected \"title\", \"tag\" or \"untag\"");
    return code == COMB_OK && out->tag ? comb_library_check_tag(out->tag, err) : code;
}

static int make_changes(struct lending *lending, const struct changes *changes, struct comb_error *err)
{
    int code = COMB_OK;
    if (changes->title)
        code = comb_library_rename(lending->library, lending->id, changes->title, err);
    if (code == COMB_OK && changes->tag)
        code = comb_library_tag(lending->library, lending->id, changes->tag, true, err);
    if (code == COMB_OK && changes->untag)
        code = comb_library_tag(lending->library, lending->id, changes->untag, false, err);
    return code;
}

/* All of them or none. */
static int apply_changes(struct lending *lending, const json_t *object, struct comb_error *err)
{
    struct changes changes;
    int code = read_changes(&changes, object, err);
    if (code == COMB_OK)
        code = comb_library_begin(lending->library, err);
    if (code != COMB_OK)
        return code;
    code = make_changes(lending, &changes, err);
    int ended = comb_library_end(lending->library, code == COMB_OK, code == COMB_OK ? err : NULL);
    return code == COMB_OK ? ended : code;
}

static void change(struct lending *lending)
{
    struct comb_error err = {0};
    json_t *object = comb_request_json(lending->request, lending->reply);
    if (!object)
        return;
    int code = apply_changes(lending, object, &err);
    answer(lending, "id", code, json_integer(lending->id), &err);
    json_decref(object);
}

/* A game that is named must be one; *game is NULL where none is. */
static int named_game(const struct comb_game **game, const json_t *object, struct comb_error *err)
{
    const char *name;
    int code = text_member(&name, object, "game", err);
    *game = name ? comb_game_find(name) : NULL;
    return name && !*game ? comb_fail(err, COMB_BAD_INPUT, "no such game '%.40s'", name) : code;
}

/* "replaces": the state of a board being made that was kept last. A text that is no board replaces nothing. */
static struct comb_board *replaced(const json_t *object, const struct comb_game *game, struct comb_job *job)
{
    struct comb_board *before = NULL;
    const char *text = json_string_value(json_object_get(object, "replaces"));
    if (text)
        comb_board_open(&before, game, text, strlen(text), job, NULL, NULL);
    return before;
}

static void keep(struct lending *lending)
{
    struct comb_error err = {0};
    struct comb_board *board = NULL, *before = NULL;
    struct comb_job *job = NULL;
    const struct comb_game *game;
    int64_t id = 0;
    json_t *object = comb_request_json(lending->request, lending->reply);
    if (!object)
        return;
    const char *text = json_string_value(json_object_get(object, "board"));
    struct comb_job_setup setup = comb_ask_limits(lending->request->web, object);
    struct comb_library_new about = {0};
    int code = text ? named_game(&game, object, &err) : comb_fail(&err, COMB_BAD_INPUT, "expected \"board\", a text");
    if (code == COMB_OK)
        code = text_member(&about.title, object, "title", &err);
    if (code == COMB_OK)
        code = text_member(&about.source, object, "source", &err);
    if (code == COMB_OK)
        code = comb_job_new(&job, &setup, &err);
    if (code == COMB_OK)
        code = comb_board_open(&board, game, text, strlen(text), job, NULL, &err);
    if (code == COMB_OK)
        before = replaced(object, board->game, job);
    if (code == COMB_OK)
        code = comb_library_revise(&id, lending->library, board, before, &about, &err);
    answer(lending, "id", code, json_integer(id), &err);
    comb_board_free(before);
    comb_board_free(board);
    comb_job_free(job);
    json_decref(object);
}

/* The lines that are no puzzle: all of them as long as they are few. */
static json_t *refusals(const struct comb_import *taken)
{
    json_t *list = json_array();
    for (size_t i = 0; i < taken->refused && i < COMB_IMPORT_NAMED; i++)
        json_array_append_new(list, json_pack("{s:I, s:s}", "line", (json_int_t)taken->refusals[i].line, "why",
                                              taken->refusals[i].why.message));
    return list;
}

/* An import that its client has given up ends at once, and nothing of it is kept: others wait for the library. */
static int import_text(struct comb_import *taken, struct lending *lending, const json_t *text, struct comb_error *err)
{
    struct comb_slot slot;
    comb_slot_enter_locked(&slot, lending->request->web->lanes, lending->request->socket, taken->job);
    int code = comb_library_import(taken, lending->library, json_string_value(text), json_string_length(text), err);
    comb_slot_leave(&slot);
    return code == COMB_LIMIT || code == COMB_INTERRUPTED ? comb_job_fail(taken->job, code, err) : code;
}

static void import(struct lending *lending)
{
    struct comb_error err = {0};
    struct comb_import taken = {0};
    json_t *object = comb_request_json(lending->request, lending->reply);
    if (!object)
        return;
    const json_t *text = json_object_get(object, "text");
    struct comb_job_setup setup = comb_ask_limits(lending->request->web, object);
    int code = json_is_string(text) ? named_game(&taken.game, object, &err)
                                    : comb_fail(&err, COMB_BAD_INPUT, "expected \"text\"");
    if (code == COMB_OK)
        code = text_member(&taken.source, object, "source", &err);
    if (code == COMB_OK)
        code = comb_job_new(&taken.job, &setup, &err);
    if (code == COMB_OK)
        code = import_text(&taken, lending, text, &err);
    json_t *figures =
        json_pack("{s:I, s:I, s:I, s:I, s:s, s:o}", "kept", (json_int_t)taken.kept, "known", (json_int_t)taken.known,
                  "refused", (json_int_t)taken.refused, "first_refused", (json_int_t)taken.refusals[0].line, "why",
                  taken.refusals[0].why.message, "refusals", refusals(&taken));
    answer(lending, "import", code, figures, &err);
    comb_job_free(taken.job);
    json_decref(object);
}

static const struct {
    const char *method;
    const char *path; /* after /api/library; # stands for the number of a puzzle */
    void (*run)(struct lending *lending);
} routes[] = {
    {"GET", "", list},          {"POST", "", keep},       {"GET", "/#", show},
    {"POST", "/#", change},     {"DELETE", "/#", delete}, {"GET", "/duplicates", duplicates},
    {"GET", "/count", count},   {"POST", "/undo", undo},  {"POST", "/import", import},
    {"GET", "/export", export},
};

static bool fits(struct lending *lending, const char *pattern, const char *path)
{
    if (strcmp(pattern, "/#") != 0)
        return strcmp(pattern, path) == 0;
    char *end;
    if (path[0] != '/' || path[1] < '1' || path[1] > '9')
        return false;
    lending->id = strtoll(path + 1, &end, 10);
    return *end == '\0';
}

void comb_web_library(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_kept *kept = request->web->kept;
    struct lending lending = {.request = request, .reply = reply};
    if (!kept) {
        comb_reply_error(reply, 503, &request->web->library_error);
        return;
    }
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++)
        if (strcmp(routes[i].method, request->method) == 0 &&
            fits(&lending, routes[i].path, request->path + strlen("/api/library"))) {
            lending.library = comb_kept_lock(kept);
            routes[i].run(&lending);
            comb_kept_unlock(kept);
            return;
        }
    comb_reply_refuse(reply, 404, "nothing there; /api tells what there is");
}
