/* Rows of fields as JSON Schema and as TypeScript. */
#include "core/field.h"

#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static json_t *schema_of(const struct comb_field *rows, const char *verb)
{
    struct comb_error err = {0};
    json_t *schema = json_pack("{s:{}, s:[]}", "properties", "required");
    assert_non_null(schema);
    assert_int_equal(comb_fields_schema(schema, rows, verb, &err), COMB_OK);
    return schema;
}

static void assert_schema(const struct comb_field *rows, const char *verb, const char *expected)
{
    json_t *schema = schema_of(rows, verb), *wanted = json_loads(expected, 0, NULL);
    assert_non_null(wanted);
    if (!json_equal(schema, wanted)) {
        char *text = json_dumps(schema, JSON_INDENT(1));
        fail_msg("got %s", text);
    }
    json_decref(schema);
    json_decref(wanted);
}

static void test_types_become_json_schema(void **state)
{
    (void)state;
    static const struct comb_field rows[] = {
        {.name = "score", .type = "int", .help = "points"},
        {.name = "words", .type = "{word: string, path?: int[]}[]", .help = "found"},
        {.name = "side", .type = "'red' | 'blue' | null", .help = "who moves", .optional = true},
        {0},
    };
    assert_schema(rows, NULL,
                  "{\"properties\": {"
                  "\"score\": {\"type\": \"integer\", \"description\": \"points\"},"
                  "\"words\": {\"type\": \"array\", \"description\": \"found\", \"items\": {\"type\": \"object\","
                  "  \"properties\": {\"word\": {\"type\": \"string\"},"
                  "                 \"path\": {\"type\": \"array\", \"items\": {\"type\": \"integer\"}}},"
                  "  \"required\": [\"word\"], \"additionalProperties\": false}},"
                  "\"side\": {\"description\": \"who moves\", \"anyOf\": [{\"const\": \"red\"}, {\"const\": \"blue\"},"
                  "  {\"type\": \"null\"}]}},"
                  "\"required\": [\"score\", \"words\"]}");
}

static void test_rows_of_other_verbs_are_left_out(void **state)
{
    (void)state;
    static const struct comb_field rows[] = {
        {.name = "a", .type = "bool", .verbs = "solve hint"},
        {.name = "b", .type = "(int | string)[][]", .verbs = "rate"},
        {0},
    };
    static const struct comb_field record[] = {{.name = "r", .type = "Record<string, int[]>"}, {0}};
    assert_schema(record, NULL,
                  "{\"properties\": {\"r\": {\"type\": \"object\", \"additionalProperties\": {\"type\": \"array\","
                  " \"items\": {\"type\": \"integer\"}}}}, \"required\": [\"r\"]}");
    assert_schema(rows, "hint", "{\"properties\": {\"a\": {\"type\": \"boolean\"}}, \"required\": [\"a\"]}");
    assert_schema(rows, "rate",
                  "{\"properties\": {\"b\": {\"type\": \"array\", \"items\": {\"type\": \"array\", \"items\":"
                  " {\"anyOf\": [{\"type\": \"integer\"}, {\"type\": \"string\"}]}}}}, \"required\": [\"b\"]}");
}

static void test_a_type_with_an_error_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "integer", "{a: int", "int[", "'x", "int |", "(int", "int int", "{: int}", "Record<string, int", ""};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct comb_field rows[] = {{.name = "x", .type = wrong[i]}, {0}};
        struct comb_error err = {0};
        json_t *schema = json_pack("{s:{}, s:[]}", "properties", "required");
        assert_int_equal(comb_fields_schema(schema, rows, NULL, &err), COMB_BUG);
        json_decref(schema);
    }
}

static void test_types_become_typescript(void **state)
{
    (void)state;
    static const struct comb_field rows[] = {
        {.name = "cells", .type = "{x: int, blue: bool, printed: string}[]", .help = "the cells"},
        {.name = "note", .type = "string | null", .help = "a remark", .optional = true},
        {0},
    };
    struct comb_buf out = {0};
    struct comb_error err = {0};
    assert_int_equal(comb_fields_typescript(&out, rows, NULL, &err), COMB_OK);
    assert_string_equal(comb_buf_text(&out), "    /** the cells. */\n"
                                             "    cells: {x: number, blue: boolean, printed: string}[];\n"
                                             "    /** a remark. */\n"
                                             "    note?: string | null;\n");
    comb_buf_free(&out);
}
