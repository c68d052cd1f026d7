/* Damaged files: flips a bit in every byte of a library, of its log and of a compiled word list, one at a time. Every
 * answer must still be right: the damage is detected, or the puzzle is solved again. Each run tests a sample of the
 * bytes; to test all of them:
 *
 *     COMB_DAMAGE=all build/tests/test_unit_store_damage */
#define _POSIX_C_SOURCE 200809L
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/file.h"
#include "engine/dict/dict_format.h"
#include "family/words/lists/embedded.h"
#include "store/answer_cache.h"
#include "store/import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- which bytes ---- */

static bool wants_all_bytes(void)
{
    const char *setting = getenv("COMB_DAMAGE");
    return setting && strcmp(setting, "all") == 0;
}

/* Distance between tested bytes: 1, or an odd step so that about `sample` are tested. */
static size_t byte_step(size_t length, size_t sample)
{
    return wants_all_bytes() || length <= sample ? 1 : length / sample | 1;
}

/* Flips a single bit, which is hardest to notice. */
static char bit_to_flip(size_t at)
{
    return (char)(1u << (at ^ at >> 3) % 8);
}

/* ---- library with answers that claim that something does not exist ---- */

struct question {
    const char *game, *board;
    json_t *expected;
    int code;
};

struct fixture {
    char folder[64];
    char path[80], log[96], shared[96];
    struct comb_context *context;
    struct question questions[3];
    struct comb_buf file, wal; /* undamaged content */
};

enum { QUESTIONS = 3 };

static void open_fixture(struct fixture *fixture)
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

static void close_fixture(struct fixture *fixture)
{
    char name[128];
    remove_library(fixture);
    snprintf(name, sizeof name, "%s/comb/answers.key", fixture->folder);
    unlink(name);
    snprintf(name, sizeof name, "%s/comb", fixture->folder);
    rmdir(name);
    assert_int_equal(rmdir(fixture->folder), 0);
    for (size_t i = 0; i < QUESTIONS; i++)
        json_decref(fixture->questions[i].expected);
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

/* Solves and removes the members that differ between runs. */
static json_t *solve(int *code, struct fixture *fixture, struct comb_cache *cache, const struct question *question)
{
    struct comb_job *job;
    json_t *answer = NULL;
    struct comb_job_setup setup = {.context = fixture->context,
                                   .threads = 1}; /* several threads may find another path */
    assert_int_equal(comb_job_new(&job, &setup, NULL), COMB_OK);
    struct comb_board *board = open_board(question, job);
    *code = comb_cache_solve(&answer, cache, board, NULL, job, NULL, NULL);
    assert_non_null(answer);
    static const char *const volatile_members[] = {"seconds", "library", "unkept", NULL};
    for (const char *const *name = volatile_members; *name; name++)
        json_object_del(answer, *name);
    comb_board_free(board);
    comb_job_free(job);
    return answer;
}

/* Fills the library, closed or with the log of a live writer. */
static void fill_library(struct fixture *fixture, bool logged)
{
    struct comb_cache *cache;
    assert_int_equal(comb_cache_open(&cache, fixture->path, NULL), COMB_OK);
    for (size_t i = 0; i < QUESTIONS; i++)
        fixture->questions[i].expected = solve(&fixture->questions[i].code, fixture, cache, &fixture->questions[i]);
    assert_int_equal(fixture->questions[1].code, COMB_NO);
    if (logged)
        assert_int_equal(comb_file_read(&fixture->wal, fixture->log, 1 << 24, NULL), COMB_OK);
    else
        comb_cache_close(cache);
    assert_int_equal(comb_file_read(&fixture->file, fixture->path, 1 << 24, NULL), COMB_OK);
    if (logged)
        comb_cache_close(cache);
}

static void write_file(const char *path, const struct comb_buf *bytes)
{
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(bytes->data, 1, bytes->length, stream), bytes->length);
    assert_int_equal(fclose(stream), 0);
}

static void restore_files(const struct fixture *fixture)
{
    remove_library(fixture);
    write_file(fixture->path, &fixture->file);
    if (fixture->wal.length > 0)
        write_file(fixture->log, &fixture->wal);
}

/* Answers shown as verified must be true. */
static void check_verified_answers(const struct fixture *fixture, const json_t *puzzle)
{
    const json_t *answers = json_object_get(puzzle, "answers");
    const char *board = json_string_value(json_object_get(puzzle, "board"));
    for (size_t i = 0; i < json_array_size(answers); i++) {
        json_t *answer = json_object_get(json_array_get(answers, i), "answer");
        if (!json_is_true(json_object_get(json_array_get(answers, i), "verified")))
            continue;
        bool is_known = false;
        json_object_del(answer, "seconds");
        for (size_t k = 0; k < QUESTIONS; k++)
            is_known |=
                json_equal(answer, fixture->questions[k].expected) &&
                json_equal(json_object_get(answer, "board"), json_object_get(fixture->questions[k].expected, "board"));
        assert_true(is_known);
        assert_string_equal(board, json_string_value(json_object_get(answer, "board")));
    }
}

static void check_library(const struct fixture *fixture)
{
    struct comb_library *library;
    json_t *found = NULL;
    struct comb_buf text = {0};
    if (comb_library_open_existing(&library, fixture->path, NULL) != COMB_OK)
        return;
    for (int64_t id = 1; id <= QUESTIONS; id++)
        if (comb_library_show(&found, library, id, true, NULL) == COMB_OK) {
            check_verified_answers(fixture, found);
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

static void print_difference(const json_t *answer, const json_t *expected)
{
    struct comb_buf text = {0};
    comb_json_print(&text, answer);
    comb_buf_str(&text, "\ninstead of ");
    comb_json_print(&text, expected);
    print_message("%s\n", comb_buf_text(&text));
    comb_buf_free(&text);
}

/* Returns false if the library cannot be opened: the user sees that error. */
static bool check_answers(struct fixture *fixture)
{
    struct comb_cache *cache;
    if (comb_cache_open_optional(&cache, fixture->path, NULL) != COMB_OK)
        return false;
    for (size_t i = 0; i < QUESTIONS; i++) {
        int code;
        json_t *answer = solve(&code, fixture, cache, &fixture->questions[i]);
        if (!json_equal(answer, fixture->questions[i].expected))
            print_difference(answer, fixture->questions[i].expected);
        assert_int_equal(code, fixture->questions[i].code);
        assert_true(json_equal(answer, fixture->questions[i].expected));
        json_decref(answer);
    }
    comb_cache_close(cache);
    return true;
}

static void damage_each_byte(struct fixture *fixture, struct comb_buf *bytes, const char *what, size_t sample)
{
    size_t tries = 0, rejected = 0;
    for (size_t at = 0; at < bytes->length; at += byte_step(bytes->length, sample)) {
        bytes->data[at] ^= bit_to_flip(at);
        restore_files(fixture);
        check_library(fixture);
        restore_files(fixture);
        rejected += !check_answers(fixture);
        bytes->data[at] ^= bit_to_flip(at);
        tries++;
    }
    print_message("%s: %zu bytes, %zu changes, %zu rejected, the others answered correctly\n", what, bytes->length,
                  tries, rejected);
}

static void test_a_damaged_library_gives_no_wrong_answer(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture);
    fill_library(&fixture, false);
    damage_each_byte(&fixture, &fixture.file, "library", 200);
    close_fixture(&fixture);
}

static void test_a_damaged_log_gives_no_wrong_answer(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture);
    fill_library(&fixture, true);
    assert_true(fixture.wal.length > 4096);
    damage_each_byte(&fixture, &fixture.wal, "log", 200);
    close_fixture(&fixture);
}

/* ---- a compiled word list ---- */

static void test_a_damaged_word_list_is_rejected(void **state)
{
    (void)state;
    struct comb_dict *embedded, *dict;
    size_t tries = 0;
    assert_int_equal(comb_words_open_embedded(&embedded, NULL), COMB_OK);
    size_t length = comb_dict_size(embedded);
    char *bytes = aligned_alloc(64, (length + 63) / 64 * 64);
    assert_non_null(bytes);
    memcpy(bytes, embedded->header, length);
    for (size_t at = 0; at < length; at += byte_step(length, 1000)) {
        bytes[at] ^= bit_to_flip(at);
        assert_int_equal(comb_dict_open(&dict, bytes, length, false, NULL), COMB_BAD_INPUT);
        bytes[at] ^= bit_to_flip(at);
        tries++;
    }
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    assert_int_equal(comb_dict_open(&dict, bytes, length, false, NULL), COMB_OK);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    print_message(
        "word list: %zu bytes, %zu changes, all rejected; opening an intact one with all checks: %.2f ms of CPU time\n",
        length, tries, (double)(to.tv_sec - from.tv_sec) * 1e3 + (double)(to.tv_nsec - from.tv_nsec) * 1e-6);
    comb_dict_free(dict);
    comb_dict_free(embedded);
    free(bytes);
}
