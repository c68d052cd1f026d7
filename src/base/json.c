#include "base/json.h"

#include "base/text.h"

#include <string.h>

static json_t *note_failure(struct comb_json *build, json_t *value)
{
    if (!value)
        build->failed = true;
    return value;
}

json_t *comb_json_object(struct comb_json *build)
{
    return note_failure(build, json_object());
}

json_t *comb_json_array(struct comb_json *build)
{
    return note_failure(build, json_array());
}

void comb_json_set(struct comb_json *build, json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value) != 0)
        build->failed = true;
}

void comb_json_push(struct comb_json *build, json_t *array, json_t *value)
{
    if (json_array_append_new(array, value) != 0)
        build->failed = true;
}

json_t *comb_json_string(struct comb_json *build, const char *text)
{
    return comb_json_string_n(build, text, strlen(text));
}

/* User input and file names may be invalid UTF-8, JSON must not: each invalid byte becomes U+FFFD. */
static json_t *repaired_string(const char *text, size_t length)
{
    struct comb_buf repaired = {0};
    uint32_t ignored;
    for (size_t i = 0, size; i < length; i += size ? size : 1) {
        size = comb_utf8_decode(&ignored, text + i, length - i);
        comb_buf_add(&repaired, size ? text + i : "\xef\xbf\xbd", size ? size : 3);
    }
    json_t *value = repaired.failed ? NULL : json_stringn_nocheck(comb_buf_text(&repaired), repaired.length);
    comb_buf_free(&repaired);
    return value;
}

json_t *comb_json_string_n(struct comb_json *build, const char *text, size_t length)
{
    bool valid = comb_utf8_valid(text, length);
    return note_failure(build, valid ? json_stringn_nocheck(text, length) : repaired_string(text, length));
}

json_t *comb_json_int(struct comb_json *build, long long value)
{
    return note_failure(build, json_integer(value));
}

json_t *comb_json_real(struct comb_json *build, double value)
{
    return note_failure(build, json_real(value));
}

json_t *comb_json_bool(struct comb_json *build, bool value)
{
    return note_failure(build, json_boolean(value));
}

json_t *comb_json_pair(struct comb_json *build, long long a, long long b)
{
    json_t *pair = comb_json_array(build);
    comb_json_push(build, pair, comb_json_int(build, a));
    comb_json_push(build, pair, comb_json_int(build, b));
    return pair;
}

int comb_json_finish(json_t **out, struct comb_json *build, json_t *root, struct comb_error *err)
{
    *out = NULL;
    if (build->failed || !root) {
        json_decref(root);
        return comb_fail_memory(err);
    }
    *out = root;
    return COMB_OK;
}

int comb_json_parse(json_t **out, const char *text, size_t length, struct comb_error *err)
{
    json_error_t failure;
    *out = json_loadb(text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &failure);
    if (*out)
        return COMB_OK;
    if (json_error_code(&failure) == json_error_out_of_memory ||
        failure.text[0] == '\0') /* Jansson often says nothing */
        return comb_fail_memory(err);
    struct comb_error_location location = {
        .position = failure.position > 0 ? (size_t)failure.position : 0,
        .line = failure.line > 0 ? (unsigned)failure.line : 0,
        .column = failure.column > 0 ? (unsigned)failure.column : 0,
    };
    return comb_fail_at(err, COMB_BAD_INPUT, location, "json: %s", failure.text);
}

static int append_to_buf(const char *data, size_t length, void *payload)
{
    comb_buf_add(payload, data, length);
    return ((struct comb_buf *)payload)->failed ? -1 : 0;
}

void comb_json_print(struct comb_buf *out, const json_t *value)
{
    if (json_dump_callback(value, append_to_buf, out, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15)) != 0)
        out->failed = true;
}

const char *comb_json_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

long long comb_json_number(const json_t *object, const char *key)
{
    return (long long)json_integer_value(json_object_get(object, key));
}
