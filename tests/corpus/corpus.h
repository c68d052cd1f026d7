/* Reads the files of tests/corpus: one JSON object per line. */
#ifndef COMB_TESTS_CORPUS_H
#define COMB_TESTS_CORPUS_H

#include <cmocka.h>

#include "base/file.h"
#include "base/json.h"

#include <string.h>

/* Calls `check` for every line; returns the number of lines. */
static inline unsigned corpus_each(const char *path, void (*check)(const json_t *entry, void *payload), void *payload)
{
    struct comb_buf text = {0};
    unsigned count = 0;
    assert_int_equal(comb_file_read(&text, path, 4 << 20, NULL), COMB_OK);
    const char *end = text.data + text.length;
    for (const char *line = text.data; line < end; count++) {
        json_t *entry = NULL;
        struct comb_error err = {0};
        size_t length = strcspn(line, "\n");
        if (comb_json_parse(&entry, line, length, &err) != COMB_OK)
            fail_msg("%s:%u: %s", path, count + 1, err.message);
        check(entry, payload);
        json_decref(entry);
        line += length + 1;
    }
    comb_buf_free(&text);
    return count;
}

static inline const char *corpus_text(const json_t *entry, const char *key)
{
    const char *text = json_string_value(json_object_get(entry, key));
    assert_non_null(text);
    return text;
}

static inline json_int_t corpus_number(const json_t *entry, const char *key)
{
    assert_true(json_is_integer(json_object_get(entry, key)));
    return json_integer_value(json_object_get(entry, key));
}

#endif
