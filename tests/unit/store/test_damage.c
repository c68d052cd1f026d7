/* Damaged files: every byte of a library, of its log and of a compiled word list is changed, one at a time. Whatever
 * comes of it, an answer is the right one: damage is noticed, or the puzzle is solved again. A sample of the bytes in
 * every run, all of them with
 *
 *     COMB_DAMAGE=all build/tests/test_unit_store_damage */
#define _POSIX_C_SOURCE 200809L
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/file.h"
#include "engine/dict_format.h"
#include "family/words/embedded.h"
#include "store/import.h"
#include "store/kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- which bytes ---- */

static bool wants_all(void)
{
    const char *wanted = getenv("COMB_DAMAGE");
    return wanted && strcmp(wanted, "all") == 0;
}

/* From one byte to the next: every one, or about `sample` of them, spread by a step that is no power of two. */
static size_t step_of(size_t length, size_t sample)
{
    return wants_all() || length <= sample ? 1 : length / sample | 1;
}

/* One bit: what is hardest to notice. */
static char flip_at(size_t at)
{
    return (char)(1u << (at ^ at >> 3) % 8);
}

/* ---- a library with answers that claim that something is not there ---- */

struct question {
    const char *game, *board;
    json_t *truth;
    int code;
};

struct fixture {
    char folder[64];
    char path[80], log[96], shared[96];
    struct comb_context *context;
    struct question questions[3];
    struct comb_buf file, wal; /* as they were, undamaged */
};

enum { QUESTIONS = 3 };

static void start(struct fixture *fixture)
{
    *fixture = (struct fixture){.questions = {{.game = "hexhunt", .board = "TS/EAR/LB"},
                                              {.game = "witness", .board = "Witness panel v1\n+ - E\n| tri:3 |\nS x +"},
                                              {.game = "witness", .board = "2x2"}}};
    const char *memory = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"; /* thousands of small writes */
    snprintf(fixture->folder, sizeof fixture->folder, "%s/comb-damage-XXXXXX", memory);
    assert_non_null(mkdtemp(fixture->folder));
    snprintf(fixture->path, sizeof fixture->path, "%s/my.db", fixture->folder);
    snprintf(fixture->log, sizeof fixture->log, "%s-wal", fixture->path);
    snprintf(fixture->shared, sizeof fixture->shared, "%s-shm", fixture->path);
    assert_int_equal(setenv("XDG_DATA_HOME", fixture->folder, 1), 0);
    assert_int_equal(comb_context_new(&fixture->context, NULL), COMB_OK);
}

static void remove_library(const struct fixture *fixture)
{
    unlink(fixture->path);
    unlink(fixture->log);
    unlink(fixture->shared);
}

static void finish(struct fixture *fixture)
{
    char name[128];
    remove_library(fixture);
    snprintf(name, sizeof name, "%s/comb/answers.key", fixture->folder);
    unlink(name);
    snprintf(name, sizeof name, "%s/comb", fixture->folder);
    rmdir(name);
    assert_int_equal(rmdir(fixture->folder), 0);
    for (size_t i = 0; i < QUESTIONS; i++)
        json_decref(fixture->questions[i].truth);
    comb_buf_free(&fixture->file);
    comb_buf_free(&fixture->wal);
    comb_context_free(fixture->context);
}

static struct comb_board *open_board(const struct question *question, struct comb_job *job)
{
    struct comb_board *board;
    assert_int_equal(comb_board_open(&board, comb_game_find(question->game), question->board, strlen(question->board),
                                     job, NULL, NULL),
                     COMB_OK);
    return board;
}

/* Without what differs from run to run. */
static json_t *solve(int *code, struct fixture *fixture, struct comb_kept *kept, const struct question *question)
{
    struct comb_job *job;
    json_t *answer = NULL;
    struct comb_job_setup setup = {.context = fixture->context, .threads = 1}; /* several may find another path */
    assert_int_equal(comb_job_new(&job, &setup, NULL), COMB_OK);
    struct comb_board *board = open_board(question, job);
    *code = comb_kept_solve(&answer, kept, board, NULL, job, NULL, NULL);
    assert_non_null(answer);
    static const char *const passing[] = {"seconds", "library", "unkept", NULL};
    for (const char *const *name = passing; *name; name++)
        json_object_del(answer, *name);
    comb_board_free(board);
    comb_job_free(job);
    return answer;
}

/* The library at rest, or with the log of a writer that still lives. */
static void fill(struct fixture *fixture, bool logged)
{
    struct comb_kept *kept;
    assert_int_equal(comb_kept_open(&kept, fixture->path, NULL), COMB_OK);
    for (size_t i = 0; i < QUESTIONS; i++)
        fixture->questions[i].truth = solve(&fixture->questions[i].code, fixture, kept, &fixture->questions[i]);
    assert_int_equal(fixture->questions[1].code, COMB_NO);
    if (logged)
        assert_int_equal(comb_file_read(&fixture->wal, fixture->log, 1 << 24, NULL), COMB_OK);
    else
        comb_kept_close(kept);
    assert_int_equal(comb_file_read(&fixture->file, fixture->path, 1 << 24, NULL), COMB_OK);
    if (logged)
        comb_kept_close(kept);
}

static void write_file(const char *path, const struct comb_buf *bytes)
{
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(bytes->data, 1, bytes->length, stream), bytes->length);
    assert_int_equal(fclose(stream), 0);
}

static void put_back(const struct fixture *fixture)
{
    remove_library(fixture);
    write_file(fixture->path, &fixture->file);
    if (fixture->wal.length > 0)
        write_file(fixture->log, &fixture->wal);
}

/* What is shown as verified is true. */
static void check_shown(const struct fixture *fixture, const json_t *puzzle)
{
    const json_t *answers = json_object_get(puzzle, "answers");
    const char *board = json_string_value(json_object_get(puzzle, "board"));
    for (size_t i = 0; i < json_array_size(answers); i++) {
        json_t *answer = json_object_get(json_array_get(answers, i), "answer");
        if (!json_is_true(json_object_get(json_array_get(answers, i), "verified")))
            continue;
        bool true_of_one = false;
        json_object_del(answer, "seconds");
        for (size_t k = 0; k < QUESTIONS; k++)
            true_of_one |=
                json_equal(answer, fixture->questions[k].truth) &&
                json_equal(json_object_get(answer, "board"), json_object_get(fixture->questions[k].truth, "board"));
        assert_true(true_of_one);
        assert_string_equal(board, json_string_value(json_object_get(answer, "board")));
    }
}

static void check_library(const struct fixture *fixture)
{
    struct comb_library *library;
    json_t *found = NULL;
    struct comb_buf text = {0};
    if (comb_library_open_kept(&library, fixture->path, NULL) != COMB_OK)
        return;
    for (int64_t id = 1; id <= QUESTIONS; id++)
        if (comb_library_show(&found, library, id, true, NULL) == COMB_OK) {
            check_shown(fixture, found);
            json_decref(found);
        }
    if (comb_library_search(&found, library, &(struct comb_library_query){.text = "EAR"}, NULL) == COMB_OK)
        json_decref(found);
    comb_library_export(&text, library, &(struct comb_library_query){.solutions = true}, NULL);
    if (comb_library_duplicates(&found, library, NULL) == COMB_OK)
        json_decref(found);
    comb_buf_free(&text);
    comb_library_close(library);
}

static void tell_difference(const json_t *answer, const json_t *truth)
{
    struct comb_buf text = {0};
    comb_json_print(&text, answer);
    comb_buf_str(&text, "\ninstead of ");
    comb_json_print(&text, truth);
    print_message("%s\n", comb_buf_text(&text));
    comb_buf_free(&text);
}

/* An error in opening is an answer too: the user sees it. */
static bool check_answers(struct fixture *fixture)
{
    struct comb_kept *kept;
    if (comb_kept_open_to_solve(&kept, fixture->path, NULL) != COMB_OK)
        return false;
    for (size_t i = 0; i < QUESTIONS; i++) {
        int code;
        json_t *answer = solve(&code, fixture, kept, &fixture->questions[i]);
        if (!json_equal(answer, fixture->questions[i].truth))
            tell_difference(answer, fixture->questions[i].truth);
        assert_int_equal(code, fixture->questions[i].code);
        assert_true(json_equal(answer, fixture->questions[i].truth));
        json_decref(answer);
    }
    comb_kept_close(kept);
    return true;
}

static void damage(struct fixture *fixture, struct comb_buf *bytes, const char *what, size_t sample)
{
    size_t tries = 0, refused = 0;
    for (size_t at = 0; at < bytes->length; at += step_of(bytes->length, sample)) {
        bytes->data[at] ^= flip_at(at);
        put_back(fixture);
        check_library(fixture);
        put_back(fixture);
        refused += !check_answers(fixture);
        bytes->data[at] ^= flip_at(at);
        tries++;
    }
    print_message("%s: %zu bytes, %zu changes, %zu refused, the others answered rightly\n", what, bytes->length, tries,
                  refused);
}

static void test_a_damaged_library_gives_no_wrong_answer(void **state)
{
    (void)state;
    struct fixture fixture;
    start(&fixture);
    fill(&fixture, false);
    damage(&fixture, &fixture.file, "library", 200);
    finish(&fixture);
}

static void test_a_damaged_log_gives_no_wrong_answer(void **state)
{
    (void)state;
    struct fixture fixture;
    start(&fixture);
    fill(&fixture, true);
    assert_true(fixture.wal.length > 4096);
    damage(&fixture, &fixture.wal, "log", 200);
    finish(&fixture);
}

/* ---- a compiled word list ---- */

static void test_a_damaged_word_list_is_refused(void **state)
{
    (void)state;
    struct comb_dict *embedded, *dict;
    size_t tries = 0;
    assert_int_equal(comb_words_open_embedded(&embedded, NULL), COMB_OK);
    size_t length = comb_dict_size(embedded);
    char *bytes = aligned_alloc(64, (length + 63) / 64 * 64);
    assert_non_null(bytes);
    memcpy(bytes, embedded->header, length);
    for (size_t at = 0; at < length; at += step_of(length, 1000)) {
        bytes[at] ^= flip_at(at);
        assert_int_equal(comb_dict_open(&dict, bytes, length, false, NULL), COMB_BAD_INPUT);
        bytes[at] ^= flip_at(at);
        tries++;
    }
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    assert_int_equal(comb_dict_open(&dict, bytes, length, false, NULL), COMB_OK);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    print_message(
        "word list: %zu bytes, %zu changes, all refused; opening a good one with all checks: %.2f ms of CPU time\n",
        length, tries, (double)(to.tv_sec - from.tv_sec) * 1e3 + (double)(to.tv_nsec - from.tv_nsec) * 1e-6);
    comb_dict_free(dict);
    comb_dict_free(embedded);
    free(bytes);
}
