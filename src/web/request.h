/* Request and reply, free of the HTTP library: what a route reads and what it answers. */
#ifndef COMB_WEB_REQUEST_H
#define COMB_WEB_REQUEST_H

#include "base/json.h"
#include "core/job.h"

enum { COMB_WEB_LARGEST_BODY = 32 << 20, COMB_WEB_LARGEST_PICTURE = 16 << 20 };

struct comb_web; /* what all requests share (web.h) */

struct comb_request {
    struct comb_web *web;
    const char *method;
    const char *path; /* without the query */
    struct comb_buf body;
    bool takes_gzip;                                                            /* the client can unpack it */
    bool foreign;                                                               /* a page of another site asks */
    const char *(*query)(const struct comb_request *request, const char *name); /* NULL: not given */
    void *connection;
    int socket; /* of the client; -1: none */
};

struct comb_reply {
    unsigned status; /* of HTTP */
    const char *type;
    struct comb_buf body;       /* or */
    const void *data;           /* constant bytes, of this length */
    size_t length;              /*   or */
    struct comb_stream *stream; /* events that come by and by (jobs.h) */
    const char *tag;            /* ETag of constant bytes, or NULL */
    bool packed;                /* the constant bytes are gzip */
    const char *name;           /* file name for saving, or NULL */
};

/* {"schema", ...} with the HTTP status that goes with a code: 200 for results, also for an honest no. */
void comb_reply_json(struct comb_reply *reply, int code, json_t *object); /* consumes the object */
void comb_reply_error(struct comb_reply *reply, unsigned status, const struct comb_error *err);
void comb_reply_refuse(struct comb_reply *reply, unsigned status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The HTTP status of an error that left no result. */
unsigned comb_error_status(const struct comb_error *err);

/* The body as a JSON object; NULL after an error reply. */
json_t *comb_request_json(const struct comb_request *request, struct comb_reply *reply);

#endif
