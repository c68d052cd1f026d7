#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/option.h"
#include "engine/dict/language.h"

#include <stdio.h>
#include <string.h>

static const struct comb_option rows[] = {
    {.name = "count", .kind = COMB_OPTION_INT, .argument = "N", .default_value = "3", .min = 1, .max = 9},
    {.name = "sort", .kind = COMB_OPTION_CHOICE, .argument = "KEY", .choices = "score length"},
    {.name = "time", .kind = COMB_OPTION_SECONDS, .argument = "TIME"},
    {.name = "memory", .kind = COMB_OPTION_BYTES, .argument = "SIZE"},
    {.name = "all", .kind = COMB_OPTION_FLAG},
    {.name = "words", .kind = COMB_OPTION_FILE, .argument = "FILE"},
    {0},
};

static int set_option(struct comb_params *params, const char *name, const char *value, struct comb_error *err)
{
    return comb_params_set(params, comb_option_find(rows, name), value, err);
}

static void test_help_of_a_language_lists_the_table(void **state)
{
    (void)state;
    static const struct comb_option language = {.name = "lang", .values = COMB_VALUES_LANGUAGES, .help = "language"};
    struct comb_buf help = {0};
    comb_option_help(&help, &language);
    assert_memory_equal(comb_buf_text(&help), "language; languages: en ", 24);
    for (size_t i = 0; comb_language_at(i); i++) {
        char code[32];
        snprintf(code, sizeof code, " %s ", comb_language_at(i)->code);
        comb_buf_str(&help, i == 0 ? " " : "");
        assert_int_equal(strstr(comb_buf_text(&help), code) != NULL, !comb_language_at(i)->older_name);
    }
    comb_buf_clear(&help);
    comb_option_help(&help, &rows[0]);
    assert_string_equal(comb_buf_text(&help), "");
    comb_buf_free(&help);
}

static void test_values_are_validated(void **state)
{
    (void)state;
    struct comb_params params = {0};
    struct comb_error err;
    assert_int_equal(set_option(&params, "count", "9", &err), COMB_OK);
    assert_int_equal(comb_params_int(&params, "count", 0), 9);
    assert_int_equal(set_option(&params, "count", "10", &err), COMB_BAD_INPUT);
    assert_non_null(strstr(err.message, "from 1 to 9"));
    assert_int_equal(set_option(&params, "count", "4x", &err), COMB_BAD_INPUT);
    assert_int_equal(set_option(&params, "count", "", &err), COMB_BAD_INPUT);
    assert_int_equal(comb_params_int(&params, "count", 0), 9);
    assert_int_equal(set_option(&params, "sort", "length", &err), COMB_OK);
    assert_string_equal(comb_params_text(&params, "sort", NULL), "length");
    assert_int_equal(set_option(&params, "sort", "leng", &err), COMB_BAD_INPUT);
    assert_int_equal(set_option(&params, "sort", "score length", &err), COMB_BAD_INPUT);
    assert_int_equal(set_option(&params, "sort", "", &err), COMB_BAD_INPUT);
    assert_int_equal(set_option(&params, "time", "1.5m", &err), COMB_OK);
    assert_true(comb_params_seconds(&params, "time", 0) == 90);
    assert_int_equal(set_option(&params, "time", "-1", &err), COMB_BAD_INPUT);
    assert_int_equal(set_option(&params, "memory", "2M", &err), COMB_OK);
    assert_int_equal(comb_params_bytes(&params, "memory", 0), 2 << 20);
    assert_int_equal(set_option(&params, "memory", "2X", &err), COMB_BAD_INPUT);
    assert_int_equal(set_option(&params, "words", "", &err), COMB_BAD_INPUT);
    comb_params_free(&params);
}

static void test_defaults_fill_only_missing_values(void **state)
{
    (void)state;
    struct comb_params params = {0};
    assert_int_equal(comb_params_defaults(&params, rows, NULL), COMB_OK);
    assert_int_equal(comb_params_int(&params, "count", 0), 3);
    assert_int_equal(set_option(&params, "count", "5", NULL), COMB_OK);
    assert_int_equal(comb_params_defaults(&params, rows, NULL), COMB_OK);
    assert_int_equal(comb_params_int(&params, "count", 0), 5);
    assert_false(comb_params_flag(&params, "all"));
    assert_int_equal(set_option(&params, "all", NULL, NULL), COMB_OK);
    assert_true(comb_params_flag(&params, "all"));
    assert_string_equal(comb_params_text(&params, "sort", "none"), "none");
    assert_int_equal(comb_params_int(NULL, "count", 7), 7);
    comb_params_free(&params);
}

static void test_lists_match_whole_words(void **state)
{
    (void)state;
    assert_true(comb_list_contains("solve draw", "draw"));
    assert_true(comb_list_contains("solve draw", "solve"));
    assert_false(comb_list_contains("solve draw", "sol"));
    assert_false(comb_list_contains("solve draw", "e d"));
    assert_false(comb_list_contains("", "solve"));
    assert_true(comb_list_contains(NULL, "anything"));
}
