/* Routes of the library; they offer what `comb library` does. */
#include "core/run.h"
#include "request/call.h"
#include "request/handlers.h"
#include "store/import.h"

#include <stdlib.h>
#include <string.h>

static void reply_value(struct comb_reply *reply, const char *key, int code, json_t *value,
                        const struct comb_error *err)
{
    if (code != COMB_OK) {
        json_decref(value);
        comb_reply_error(reply, code == COMB_NO ? 404 : 0, err);
        return;
    }
    comb_reply_json(reply, COMB_OK, json_pack("{s:i, s:o}", "schema", COMB_SCHEMA, key, value));
}

/* Reads an optional string member; rejects any other type. */
static int text_member(const char **out, const json_t *object, const char *name, struct comb_error *err)
{
    const json_t *member = json_object_get(object, name);
    *out = json_string_value(member);
    return member && !*out ? comb_fail(err, COMB_BAD_INPUT, "\"%s\": expected a string", name) : COMB_OK;
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
        .limit = number(request, "most"),
        .offset = number(request, "offset"),
    };
}

void comb_handle_library(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    json_t *found = NULL;
    struct comb_library_query query = read_query(request);
    int code = comb_library_search(&found, request->library, &query, &err);
    reply_value(reply, "puzzles", code, found, &err);
}

void comb_handle_library_show(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    json_t *found = NULL;
    int code = comb_library_show(&found, request->library, request->number, true, &err);
    reply_value(reply, "puzzle", code, found, &err);
}

void comb_handle_library_duplicates(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    json_t *found = NULL;
    int code = comb_library_duplicates(&found, request->library, &err);
    reply_value(reply, "duplicates", code, found, &err);
}

void comb_handle_library_count(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    json_t *found = NULL;
    int code = comb_library_count(&found, request->library, &err);
    reply_value(reply, "library", code, found, &err);
}

void comb_handle_library_undo(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    json_t *object = comb_request_json(request, reply);
    if (!object)
        return;
    const json_t *given = json_object_get(object, "id");
    int64_t id = json_integer_value(given); /* 0 if not given */
    int code = given && id < 1 ? comb_fail(&err, COMB_BAD_INPUT, "\"id\": expected the number of a puzzle")
                               : comb_library_undo(&id, request->library, &err);
    reply_value(reply, "id", code, json_integer(id), &err);
    json_decref(object);
}

void comb_handle_library_delete(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    int code = comb_library_delete(request->library, request->number, &err);
    reply_value(reply, "id", code, json_integer(request->number), &err);
}

void comb_handle_library_export(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    struct comb_library_query query = read_query(request);
    if (comb_library_export(&reply->body, request->library, &query, &err) != COMB_OK) {
        comb_buf_clear(&reply->body);
        comb_reply_error(reply, 0, &err);
        return;
    }
    reply->status = 200;
    reply->type = "application/x-ndjson";
    reply->name = "library.jsonl";
}

/* Changes of a puzzle; NULL: unchanged. */
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

static int write_changes(const struct comb_request *request, const struct changes *changes, struct comb_error *err)
{
    int code = COMB_OK;
    if (changes->title)
        code = comb_library_rename(request->library, request->number, changes->title, err);
    if (code == COMB_OK && changes->tag)
        code = comb_library_tag(request->library, request->number, changes->tag, true, err);
    if (code == COMB_OK && changes->untag)
        code = comb_library_tag(request->library, request->number, changes->untag, false, err);
    return code;
}

/* Applies all changes in one transaction. */
static int apply_changes(const struct comb_request *request, const json_t *object, struct comb_error *err)
{
    struct changes changes;
    int code = read_changes(&changes, object, err);
    if (code == COMB_OK)
        code = comb_library_begin(request->library, err);
    if (code != COMB_OK)
        return code;
    code = write_changes(request, &changes, err);
    int ended = comb_library_end(request->library, code == COMB_OK, code == COMB_OK ? err : NULL);
    return code == COMB_OK ? ended : code;
}

void comb_handle_library_change(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    json_t *object = comb_request_json(request, reply);
    if (!object)
        return;
    int code = apply_changes(request, object, &err);
    reply_value(reply, "id", code, json_integer(request->number), &err);
    json_decref(object);
}

/* Reads the optional member "game"; *game is NULL without it. */
static int named_game(const struct comb_game **game, const json_t *object, struct comb_error *err)
{
    const char *name;
    int code = text_member(&name, object, "game", err);
    *game = name ? comb_game_find(name) : NULL;
    return name && !*game ? comb_fail(err, COMB_BAD_INPUT, "unknown game '%.40s'; see GET /api/games", name) : code;
}

/* Reads "replaces": the last saved state of a board being edited; NULL if absent or not a board. */
static struct comb_board *read_replaced(const json_t *object, const struct comb_game *game, struct comb_job *job)
{
    struct comb_board *before = NULL;
    const char *text = json_string_value(json_object_get(object, "replaces"));
    if (text)
        comb_board_open(&before, game, text, strlen(text), job, NULL, NULL);
    return before;
}

void comb_handle_library_save(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    struct comb_board *board = NULL, *before = NULL;
    struct comb_job *job = NULL;
    const struct comb_game *game;
    int64_t id = 0;
    json_t *object = comb_request_json(request, reply);
    if (!object)
        return;
    const char *text = json_string_value(json_object_get(object, "board"));
    struct comb_job_setup setup = comb_call_limits(request->service, object);
    struct comb_library_metadata about = {0};
    int code = text ? named_game(&game, object, &err) : comb_fail(&err, COMB_BAD_INPUT, "\"board\": expected a string");
    if (code == COMB_OK)
        code = text_member(&about.title, object, "title", &err);
    if (code == COMB_OK)
        code = text_member(&about.source, object, "source", &err);
    if (code == COMB_OK)
        code = comb_job_new(&job, &setup, &err);
    if (code == COMB_OK)
        code = comb_board_open(&board, game, text, strlen(text), job, NULL, &err);
    if (code == COMB_OK)
        before = read_replaced(object, board->game, job);
    if (code == COMB_OK)
        code = comb_library_revise(&id, request->library, board, before, &about, &err);
    reply_value(reply, "id", code, json_integer(id), &err);
    comb_board_free(before);
    comb_board_free(board);
    comb_job_free(job);
    json_decref(object);
}

/* The first rejected lines. */
static json_t *rejected_lines(const struct comb_import *import)
{
    json_t *list = json_array();
    for (size_t i = 0; i < import->refused && i < COMB_IMPORT_MAX_REFUSALS; i++)
        json_array_append_new(list, json_pack("{s:I, s:s}", "line", (json_int_t)import->refusals[i].line, "why",
                                              import->refusals[i].error.message));
    return list;
}

/* Imports a text. If the client disconnects, the import is cancelled and rolled back, because others wait for the
 * library. */
static int import_text(struct comb_import *import, const struct comb_request *request, const json_t *text,
                       struct comb_error *err)
{
    const struct comb_turns *turns = request->service->turns;
    if (turns)
        turns->start_locked(request, import->job);
    int code = comb_library_import(import, request->library, json_string_value(text), json_string_length(text), err);
    if (turns)
        turns->end(request, true, NULL);
    return code == COMB_LIMIT || code == COMB_INTERRUPTED ? comb_job_fail(import->job, code, err) : code;
}

void comb_handle_library_import(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    struct comb_import import = {0};
    json_t *object = comb_request_json(request, reply);
    if (!object)
        return;
    const json_t *text = json_object_get(object, "text");
    struct comb_job_setup setup = comb_call_limits(request->service, object);
    int code = json_is_string(text) ? named_game(&import.game, object, &err)
                                    : comb_fail(&err, COMB_BAD_INPUT, "\"text\": expected a string");
    if (code == COMB_OK)
        code = text_member(&import.source, object, "source", &err);
    if (code == COMB_OK)
        code = comb_job_new(&import.job, &setup, &err);
    if (code == COMB_OK)
        code = import_text(&import, request, text, &err);
    json_t *figures =
        json_pack("{s:I, s:I, s:I, s:I, s:s, s:o}", "kept", (json_int_t)import.saved, "known", (json_int_t)import.known,
                  "refused", (json_int_t)import.refused, "first_refused", (json_int_t)import.refusals[0].line, "why",
                  import.refusals[0].error.message, "refusals", rejected_lines(&import));
    reply_value(reply, "import", code, figures, &err);
    comb_job_free(import.job);
    json_decref(object);
}
