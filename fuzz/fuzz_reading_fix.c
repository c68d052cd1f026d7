/* Readings with corrections from a client: POST /api/read/fix with arbitrary bytes returns a reading whose board is
 * text, or an error with a message; no game's reader trusts the object. */
#include "request/handlers.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *no_query(const struct comb_request *request, const char *name)
{
    (void)request;
    (void)name;
    return NULL;
}

static void look_at(const struct comb_reply *reply)
{
    json_t *object = NULL;
    assert(reply->status == 200 || reply->status == 400 || reply->status == 422);
    assert(comb_json_parse(&object, comb_buf_text(&reply->body), reply->body.length, NULL) == COMB_OK);
    const json_t *message = json_object_get(json_object_get(object, "error"), "message");
    if (reply->status == 200)
        assert(json_is_string(json_object_get(object, "board")) && json_is_array(json_object_get(object, "doubts")));
    else
        assert(json_string_length(message) > 0);
    json_decref(object);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct comb_request request = {.method = "POST", .path = "/api/read/fix", .query = no_query};
    struct comb_reply reply = {0};
    comb_buf_add(&request.body, data, size);
    comb_handle_read_fix(&request, &reply);
    look_at(&reply);
    comb_buf_free(&request.body);
    comb_buf_free(&reply.body);
    return 0;
}
