/* Routes of the instance that owns the library, for work that another instance does. The page (web/local/engine.js)
 * uses them; they are not part of the API. Each body has "verb" and "request", and
 *
 *     /store/find      returns the stored answer, or {}
 *     /store/keep      stores the result of a verb: "code", "answer", "seconds", "partial"
 *     /store/search    saves what a search for the best board has found: "id", "line", "seconds", "done", "board" */
#include "core/run.h"
#include "request/call.h"
#include "wasm/front.h"

#include <string.h>

struct kept {
    json_t *body;
    struct comb_work work;
    struct comb_call call;
};

static int begin(struct kept *kept, const struct comb_request *request, struct comb_reply *reply,
                 struct comb_error *err)
{
    *kept = (struct kept){.body = comb_request_json(request, reply)};
    if (!kept->body)
        return COMB_BAD_INPUT;
    json_t *asked = json_object_get(kept->body, "request");
    int code = comb_work_begin(&kept->work, request, asked, err);
    return code == COMB_OK ? comb_call_parse(&kept->call, json_string_value(json_object_get(kept->body, "verb")), asked,
                                             kept->work.job, err)
                           : code;
}

static void end(struct kept *kept)
{
    comb_call_free(&kept->call);
    comb_work_free(&kept->work);
    json_decref(kept->body);
}

static bool saves_answer(const struct comb_call *call)
{
    return call->verb->saving == COMB_SAVES_ANSWER && call->save && !call->board_only;
}

static void find(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    struct kept kept;
    json_t *answer = NULL;
    int code = begin(&kept, request, reply, &err), answer_code = COMB_OK;
    if (code == COMB_OK && saves_answer(&kept.call))
        comb_cache_find(&answer, &answer_code, request->service->cache, kept.call.board, kept.work.job,
                        &kept.call.params, &err);
    if (kept.body)
        comb_reply_json(reply, COMB_OK,
                        answer ? json_pack("{s:i, s:o}", "code", comb_exit_status(answer_code), "answer", answer)
                               : json_object());
    end(&kept);
}

/* Whether the verb saves anything; *code is the result of saving it. */
static bool keep_result(int *code, const struct kept *kept, struct comb_service *service, struct comb_error *err)
{
    const struct comb_call *call = &kept->call;
    struct comb_library_metadata about = {
        .title = json_string_value(json_object_get(call->request, "title")),
        .source = json_string_value(json_object_get(call->request, "source")),
    };
    int status = (int)json_integer_value(json_object_get(kept->body, "code"));
    struct comb_cache_result result = {
        .code = status == 0   ? COMB_OK
                : status == 1 ? COMB_NO
                              : COMB_LIMIT,
        .answer = json_object_get(kept->body, "answer"),
        .seconds = json_number_value(json_object_get(kept->body, "seconds")),
        .partial = json_is_true(json_object_get(kept->body, "partial")),
    };
    if (!call->save || call->verb->saving == COMB_SAVES_NOTHING)
        return false;
    *code = saves_answer(call) ? comb_cache_store(service->cache, call->board, &about, &call->params, &result, err)
                               : comb_cache_store_board(service->cache, call->board, &about, err);
    return true;
}

static void keep(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    struct kept kept;
    int code = begin(&kept, request, reply, &err);
    if (code == COMB_OK && !keep_result(&code, &kept, request->service, &err))
        code = COMB_OK;
    if (kept.body)
        comb_reply_json(reply, COMB_OK, code == COMB_OK ? json_object() : json_pack("{s:s}", "unkept", err.message));
    end(&kept);
}

/* ---- searches for the best board ---- */

static struct comb_wasm_search *search_of(struct comb_wasm *wasm, long long id)
{
    struct comb_wasm_search *unused = NULL;
    for (unsigned i = 0; i < COMB_WASM_SEARCHES; i++) {
        if (wasm->searches[i].id == id)
            return &wasm->searches[i];
        if (wasm->searches[i].id == 0)
            unused = &wasm->searches[i];
    }
    if (unused)
        *unused = (struct comb_wasm_search){.id = id};
    return unused;
}

static void end_search(struct comb_wasm_search *search)
{
    comb_autosave_free(&search->record);
    *search = (struct comb_wasm_search){0};
}

static bool save_search(struct comb_wasm_search *search, const struct kept *kept, struct comb_service *service)
{
    const char *line = json_string_value(json_object_get(kept->body, "line"));
    const char *board = json_string_value(json_object_get(kept->body, "board"));
    double seconds = json_number_value(json_object_get(kept->body, "seconds"));
    bool done = json_is_true(json_object_get(kept->body, "done")), saved = true;
    if (line)
        comb_autosave_on_message(&search->record, line);
    if (done || comb_autosave_is_due(&search->record, seconds))
        saved = comb_autosave_save(&search->record, service, kept->call.game, seconds, NULL) == COMB_OK;
    if (done && saved && board)
        comb_autosave_solve(board, service, kept->call.game, &kept->call.params, NULL);
    return saved;
}

static void search(const struct comb_request *request, struct comb_reply *reply)
{
    struct comb_error err = {0};
    struct kept kept;
    bool saved = false;
    int code = begin(&kept, request, reply, &err);
    long long id = json_integer_value(json_object_get(kept.body, "id"));
    struct comb_wasm_search *found =
        code == COMB_OK && id > 0 ? search_of((struct comb_wasm *)(void *)request->service, id) : NULL;
    if (found) {
        saved = save_search(found, &kept, request->service);
        if (json_is_true(json_object_get(kept.body, "done")))
            end_search(found);
    }
    if (kept.body)
        comb_reply_json(reply, COMB_OK, json_pack("{s:b}", "kept", saved));
    end(&kept);
}

const struct comb_route comb_wasm_routes[] = {
    {.method = "POST", .path = "/store/find", .run = find},
    {.method = "POST", .path = "/store/keep", .run = keep},
    {.method = "POST", .path = "/store/search", .run = search},
    {0},
};
