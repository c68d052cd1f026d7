#include "request/request.h"

#include "core/run.h"

#include <stdarg.h>
#include <stdio.h>

static unsigned status_of(int code)
{
    switch (code) {
    case COMB_OK:
    case COMB_NO:
    case COMB_LIMIT:
    case COMB_INTERRUPTED:
    case COMB_UNSURE:
        return 200;
    case COMB_BAD_INPUT:
        return 400;
    case COMB_NO_MEMORY:
        return 503;
    default:
        return 500;
    }
}

unsigned comb_error_http_status(const struct comb_error *err)
{
    return status_of(err->code) == 200 ? 422 : status_of(err->code);
}

void comb_reply_json(struct comb_reply *reply, int code, json_t *object)
{
    reply->status = status_of(code);
    reply->type = "application/json";
    comb_json_print(&reply->body, object);
    comb_buf_char(&reply->body, '\n');
    json_decref(object);
}

void comb_reply_error(struct comb_reply *reply, unsigned status, const struct comb_error *err)
{
    json_t *object = NULL;
    if (comb_run_error(&object, err, NULL) == COMB_OK)
        comb_reply_json(reply, err->code, object);
    reply->type = "application/json";
    reply->status = status > 0 ? status : comb_error_http_status(err);
}

void comb_reply_refuse(struct comb_reply *reply, unsigned status, const char *format, ...)
{
    struct comb_error err = {.code = COMB_BAD_INPUT};
    va_list args;
    va_start(args, format);
    vsnprintf(err.message, sizeof err.message, format, args);
    va_end(args);
    comb_reply_error(reply, status, &err);
}

json_t *comb_request_json(const struct comb_request *request, struct comb_reply *reply)
{
    json_t *object = NULL;
    struct comb_error err = {0};
    if (comb_json_parse(&object, comb_buf_text(&request->body), request->body.length, &err) != COMB_OK) {
        comb_reply_error(reply, 400, &err);
        return NULL;
    }
    if (!json_is_object(object)) {
        comb_reply_refuse(reply, 400, "the body is not a JSON object");
        json_decref(object);
        return NULL;
    }
    return object;
}

void comb_reply_result(struct comb_reply *reply, int code, json_t *object, const struct comb_error *err)
{
    if (code == COMB_OK)
        comb_reply_json(reply, COMB_OK, object);
    else
        comb_reply_error(reply, 0, err);
}
