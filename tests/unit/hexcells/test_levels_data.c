/* Every public level: read, printed, read again, solved, and compared with what independent solvers found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "games/hexcells/play.h"

#include <stdio.h>
#include <string.h>

#define FOLDER "../shared/data/hexcells/"

static json_t *open_truth(void)
{
    struct comb_buf text = {0};
    json_t *truth = NULL;
    if (comb_file_read(&text, FOLDER "truth.json", 16 << 20, NULL) != COMB_OK) {
        comb_buf_free(&text);
        print_message("skipped: there is no " FOLDER "truth.json\n");
        skip();
    }
    assert_int_equal(comb_json_parse(&truth, text.data, text.length, NULL), COMB_OK);
    comb_buf_free(&text);
    return truth;
}

static const char *file_of(const json_t *entry)
{
    return json_string_value(json_object_get(entry, "file"));
}

static struct comb_hexcells_level *open_level(struct comb_buf *text, const json_t *entry)
{
    char path[512];
    struct comb_hexcells_level *level;
    struct comb_error err = {0};
    snprintf(path, sizeof path, FOLDER "levels/%s", file_of(entry));
    comb_buf_clear(text);
    assert_int_equal(comb_file_read(text, path, 1 << 20, NULL), COMB_OK);
    if (comb_hexcells_level_read(&level, text->data, text->length, 0, &err) != COMB_OK)
        fail_msg("%s:%u:%u: %s", file_of(entry), err.line, err.column, err.message);
    return level;
}

/* The grid rows of a file as it was found, from line 6 on, are those that we print. */
static void same_rows(const char *original, const char *ours, const char *name)
{
    for (int line = 0; line < 5; line++) {
        original = strchr(original, '\n') + 1;
        ours = strchr(ours, '\n') + 1;
    }
    size_t length = strlen(ours);
    if (strncmp(original, ours, length) != 0 || strspn(original + length, "\r\n") != strlen(original + length))
        fail_msg("%s: the rows changed", name);
}

static void check_reading(const json_t *entry, struct comb_buf *text)
{
    struct comb_hexcells_level *level = open_level(text, entry);
    struct comb_hexcells_level *again;
    struct comb_buf first = {0};
    struct comb_buf second = {0};
    assert_int_equal(level->cell_count, json_integer_value(json_object_get(entry, "cells")));
    assert_int_equal(comb_hexcells_hidden(level), json_integer_value(json_object_get(entry, "hidden")));
    comb_hexcells_level_print(&first, level);
    assert_int_equal(comb_hexcells_level_read(&again, first.data, first.length, 0, NULL), COMB_OK);
    comb_hexcells_level_print(&second, again);
    assert_string_equal(first.data, second.data);
    same_rows(text->data, first.data, file_of(entry));
    for (unsigned i = 0; i < level->finding_count; i++)
        if (strstr(level->findings[i].message, "the mark is"))
            fail_msg("%s:%u: %s", file_of(entry), level->findings[i].line, level->findings[i].message);
    comb_buf_free(&first);
    comb_buf_free(&second);
    comb_hexcells_level_free(again);
    comb_hexcells_level_free(level);
}

static void test_every_level_reads_and_prints(void **state)
{
    (void)state;
    json_t *truth = open_truth();
    struct comb_buf text = {0};
    size_t index;
    json_t *entry;
    assert_int_equal(json_array_size(truth), 336);
    json_array_foreach(truth, index, entry) check_reading(entry, &text);
    comb_buf_free(&text);
    json_decref(truth);
}

static void check_play(const json_t *entry, struct comb_buf *text, struct comb_context *context)
{
    struct comb_hexcells_level *level = open_level(text, entry);
    struct comb_hexcells_play play;
    struct comb_job *job;
    struct comb_hexcells_play_options options = {0};
    assert_int_equal(comb_job_new(&job, &(struct comb_job_setup){.context = context, .threads = 1}, NULL), COMB_OK);
    assert_int_equal(comb_hexcells_play(&play, level, &options, job, NULL), COMB_OK);
    if (play.left != json_integer_value(json_object_get(entry, "left")) ||
        (play.left == 0) != json_is_true(json_object_get(entry, "solvable")) ||
        play.rounds != json_integer_value(json_object_get(entry, "rounds")))
        fail_msg("%s: %u left after %u rounds", file_of(entry), play.left, play.rounds);
    for (unsigned i = 0; i < level->cell_count; i++)
        if (play.colours[i] != COMB_HEXCELLS_UNKNOWN && play.colours[i] != level->cells[i].truth)
            fail_msg("%s: a wrong deduction at (%d,%d)", file_of(entry), level->cells[i].at.x, level->cells[i].at.y);
    comb_hexcells_play_free(&play);
    comb_job_free(job);
    comb_hexcells_level_free(level);
}

static void test_every_level_is_solved_as_far_as_it_can_be(void **state)
{
    (void)state;
    json_t *truth = open_truth();
    struct comb_buf text = {0};
    struct comb_context *context;
    size_t index;
    json_t *entry;
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    json_array_foreach(truth, index, entry) check_play(entry, &text, context);
    comb_context_free(context);
    comb_buf_free(&text);
    json_decref(truth);
}
