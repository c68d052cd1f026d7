/* Requests and replies of the API, independent of how they arrive: over HTTP, from a page with the program inside it,
 * or from a program that uses the library. */
#ifndef COMB_REQUEST_H
#define COMB_REQUEST_H

#include "base/json.h"
#include "core/job.h"

enum { COMB_REQUEST_MAX_BODY = 32 << 20, COMB_REQUEST_MAX_PICTURE = 16 << 20 };

struct comb_service; /* shared state (service.h) */
struct comb_library;
struct comb_stream;

struct comb_request {
    struct comb_service *service;
    const char *method;
    const char *path; /* without the query */
    struct comb_buf body;
    const char *(*query)(const struct comb_request *request, const char *name); /* NULL: not given */
    void *client;                                                               /* the front's data */
    /* set by comb_dispatch (routes.h): */
    long long number;             /* the N of the path */
    struct comb_library *library; /* locked, for routes of the library */
};

struct comb_reply {
    unsigned status; /* as in HTTP */
    const char *type;
    struct comb_buf body;       /* or */
    const void *data;           /* constant bytes, of this length */
    size_t length;              /*   or */
    struct comb_stream *stream; /* events, delivered by the front */
    const char *tag;            /* ETag of constant bytes, or NULL */
    bool gzipped;               /* the constant bytes are gzip-compressed */
    const char *name;           /* file name for saving, or NULL */
};

/* Answers a request by filling in the reply. */
typedef void comb_handler(const struct comb_request *request, struct comb_reply *reply);

/* Replies with an object and the status of a code: 200 for results, including "no solution". */
void comb_reply_json(struct comb_reply *reply, int code, json_t *object); /* consumes the object */
void comb_reply_error(struct comb_reply *reply, unsigned status, const struct comb_error *err);
void comb_reply_refuse(struct comb_reply *reply, unsigned status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Replies with the object if `code` is COMB_OK, otherwise with the error. */
void comb_reply_result(struct comb_reply *reply, int code, json_t *object, const struct comb_error *err);

/* The status of an error without a result. */
unsigned comb_error_http_status(const struct comb_error *err);

/* Parses the body as a JSON object; NULL after an error reply. */
json_t *comb_request_json(const struct comb_request *request, struct comb_reply *reply);

#endif
