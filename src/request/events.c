#include "request/events.h"

#include "core/run.h"

json_t *comb_event_progress(const struct comb_progress *progress)
{
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:s}", "seconds", progress->seconds, "done", progress->done,
                     "rate", progress->rate, "share", progress->fraction, "left_least", progress->min_seconds_left,
                     "left_most", progress->max_seconds_left, "note", progress->note);
}

json_t *comb_event_line(const char *text)
{
    return json_pack("{s:s}", "text", text);
}

json_t *comb_event_result(int code, const json_t *request, json_t *answer, const struct comb_error *err)
{
    json_t *data = json_object();
    json_t *revision = json_object_get(request, "revision");
    json_t *failure = NULL;
    json_object_set_new(data, "code", json_integer(comb_exit_status(code)));
    if (revision)
        json_object_set(data, "revision", revision);
    if (answer)
        json_object_set(data, "result", answer);
    else if (comb_run_error(&failure, err, NULL) == COMB_OK)
        json_object_set(data, "error", json_object_get(failure, "error"));
    json_decref(failure);
    return data;
}
