#include "base/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

static void assert_prints(const json_t *value, const char *expected)
{
    struct comb_buf out = {0};
    comb_json_print(&out, value);
    assert_false(out.failed);
    assert_string_equal(comb_buf_text(&out), expected);
    comb_buf_free(&out);
}

static void test_build_and_print(void **state)
{
    (void)state;
    struct comb_json build = {0};
    json_t *root = comb_json_object(&build);
    comb_json_set(&build, root, "schema", comb_json_int(&build, 1));
    comb_json_set(&build, root, "game", comb_json_string(&build, "hexhunt"));
    comb_json_set(&build, root, "cut", comb_json_string_n(&build, "hexagon", 3));
    comb_json_set(&build, root, "solved", comb_json_bool(&build, true));
    comb_json_set(&build, root, "half", comb_json_real(&build, 0.5));
    json_t *cells = comb_json_array(&build);
    comb_json_push(&build, cells, comb_json_int(&build, -9007199254740993));
    comb_json_push(&build, cells, comb_json_bool(&build, false));
    comb_json_set(&build, root, "a", cells);
    json_t *out;
    assert_int_equal(comb_json_finish(&out, &build, root, NULL), COMB_OK);
    assert_prints(out, "{\"schema\":1,\"game\":\"hexhunt\",\"cut\":\"hex\",\"solved\":true,\"half\":0.5,"
                       "\"a\":[-9007199254740993,false]}");
    json_decref(out);
}

static void test_failure_is_sticky(void **state)
{
    (void)state;
    struct comb_json build = {0};
    json_t *root = comb_json_object(&build);
    comb_json_set(&build, root, "lost", NULL);
    assert_true(build.failed);
    comb_json_set(&build, root, "stored", comb_json_int(&build, 1));
    struct comb_error err;
    json_t *out = root;
    assert_int_equal(comb_json_finish(&out, &build, root, &err), COMB_NO_MEMORY);
    assert_null(out);
    assert_int_equal(err.code, COMB_NO_MEMORY);
}

static void test_values_are_consumed_on_failure(void **state)
{
    (void)state;
    struct comb_json build = {0};
    comb_json_set(&build, NULL, "key", comb_json_string(&build, "leaks unless it is released"));
    assert_true(build.failed);
    build.failed = false;
    comb_json_push(&build, NULL, comb_json_int(&build, 1));
    assert_true(build.failed);
    json_t *out;
    assert_int_equal(comb_json_finish(&out, &build, NULL, NULL), COMB_NO_MEMORY);
}

static void test_infinity_fails(void **state)
{
    (void)state;
    struct comb_json build = {0};
    assert_null(comb_json_real(&build, 1.0 / 0.0));
    assert_true(build.failed);
}

static void assert_string_becomes(const char *text, size_t length, const char *expected)
{
    struct comb_json build = {0};
    json_t *value = comb_json_string_n(&build, text, length);
    assert_false(build.failed);
    assert_prints(value, expected);
    json_decref(value);
}

static void test_bytes_that_are_not_utf8_are_replaced(void **state)
{
    (void)state;
    assert_string_becomes("a\xff"
                          "b",
                          3,
                          "\"a\xef\xbf\xbd"
                          "b\"");
    assert_string_becomes("\xc3", 1, "\"\xef\xbf\xbd\"");
    assert_string_becomes("\xed\xa0\x80", 3, "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
    assert_string_becomes("\xc3\xa9", 2, "\"\xc3\xa9\"");
    assert_string_becomes("a\0b\"\\\n", 6, "\"a\\u0000b\\\"\\\\\\n\"");
    assert_string_becomes("", 0, "\"\"");
}

static void test_parse_round_trip(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{\"z\":1,\"a\":[true,false,null],\"m\":{\"x\":\"\xe2\xac\xa1\"}}",
        "[]",
        "{}",
        "\"word\"",
        "17",
        "null",
        "[-1.5]",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        json_t *value;
        struct comb_error err;
        assert_int_equal(comb_json_parse(&value, texts[i], strlen(texts[i]), &err), COMB_OK);
        assert_prints(value, texts[i]);
        json_decref(value);
    }
}

static void test_parse_errors_name_the_position(void **state)
{
    (void)state;
    struct comb_error err;
    json_t *value;
    const char *text = "{\"a\": 1,\n \"b\": }";
    assert_int_equal(comb_json_parse(&value, text, strlen(text), &err), COMB_BAD_INPUT);
    assert_null(value);
    assert_int_equal(err.line, 2);
    assert_int_equal(err.position, strlen(text));
    assert_int_equal(strncmp(err.message, "json: ", 6), 0);
}

static void test_bad_texts_are_rejected(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",     "{",        "[1,]",      "{\"a\":1,\"a\":2}", "[1] x",  "\"\xff\"", "\"\\ud800\"", "nul",
        "[01]", "\"a\nb\"", "{\"a\" 1}", "\"\\u0000",         "'word'", "1e999",    "{1:2}",       "// x\n1",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        json_t *value;
        struct comb_error err = {0};
        assert_int_equal(comb_json_parse(&value, texts[i], strlen(texts[i]), &err), COMB_BAD_INPUT);
        assert_null(value);
        assert_true(strlen(err.message) > strlen("json: "));
        assert_int_equal(comb_json_parse(&value, texts[i], strlen(texts[i]), NULL), COMB_BAD_INPUT);
    }
}

static void test_deep_nesting_is_rejected(void **state)
{
    (void)state;
    struct comb_buf text = {0};
    comb_buf_repeat(&text, "[", 1000000);
    json_t *value;
    assert_int_equal(comb_json_parse(&value, comb_buf_text(&text), text.length, NULL), COMB_BAD_INPUT);
    assert_null(value);
    comb_buf_free(&text);
}

static void test_print_stops_at_the_limit(void **state)
{
    (void)state;
    struct comb_json build = {0};
    json_t *list = comb_json_array(&build);
    for (int i = 0; i < 100; i++)
        comb_json_push(&build, list, comb_json_int(&build, i));
    struct comb_buf out = {.limit = 50};
    comb_json_print(&out, list);
    assert_true(out.failed);
    comb_buf_free(&out);
    json_decref(list);
}
