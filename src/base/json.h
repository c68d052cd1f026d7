/* JSON with Jansson, plus a builder with sticky failure: keep building and check `failed` once at the end.
 *
 * Every comb_json_* function that takes a json_t value consumes it, also on failure. */
#ifndef COMB_BASE_JSON_H
#define COMB_BASE_JSON_H

#include "base/buf.h"
#include "base/error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct comb_json {
    bool failed;
};

json_t *comb_json_object(struct comb_json *build);
json_t *comb_json_array(struct comb_json *build);
void comb_json_set(struct comb_json *build, json_t *object, const char *key, json_t *value);
void comb_json_push(struct comb_json *build, json_t *array, json_t *value);
/* Bytes that are not UTF-8 become U+FFFD. */
json_t *comb_json_string(struct comb_json *build, const char *text);
json_t *comb_json_string_n(struct comb_json *build, const char *text, size_t length);
json_t *comb_json_int(struct comb_json *build, long long value);
json_t *comb_json_real(struct comb_json *build, double value);
json_t *comb_json_bool(struct comb_json *build, bool value);
json_t *comb_json_pair(struct comb_json *build, long long a, long long b); /* [a, b] */

/* Ends a build. On success *out belongs to the caller; otherwise COMB_NO_MEMORY, the root is released and *out is NULL.
 */
int comb_json_finish(json_t **out, struct comb_json *build, json_t *root, struct comb_error *err);

/* Members of an object; "" and 0 if they are missing or of a different type. */
const char *comb_json_text(const json_t *object, const char *key);
long long comb_json_number(const json_t *object, const char *key);

/* Parses untrusted text; an error names the position. Jansson limits the nesting. */
int comb_json_parse(json_t **out, const char *text, size_t length, struct comb_error *err);

/* Prints one line, keys in insertion order. */
void comb_json_print(struct comb_buf *out, const json_t *value);

#endif
