/* The library under its own API: two handles on one file, transactions, questions, and what a killed program leaves. */
#define _POSIX_C_SOURCE 200809L
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "store/kept.h"
#include "store/library_parts.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct fixture {
    char path[64];
    struct comb_context *context;
    struct comb_job *job;
};

static void begin(struct fixture *fixture)
{
    snprintf(fixture->path, sizeof fixture->path, "/tmp/comb-library-XXXXXX");
    int file = mkstemp(fixture->path);
    assert_true(file >= 0);
    close(file);
    assert_int_equal(comb_context_new(&fixture->context, NULL), COMB_OK);
    assert_int_equal(comb_job_new(&fixture->job, &(struct comb_job_setup){.context = fixture->context}, NULL), COMB_OK);
}

static void end(struct fixture *fixture)
{
    char name[80];
    comb_job_free(fixture->job);
    comb_context_free(fixture->context);
    unlink(fixture->path);
    for (const char *const *tail = (const char *const[]){"-wal", "-shm", NULL}; *tail; tail++) {
        snprintf(name, sizeof name, "%s%s", fixture->path, *tail);
        unlink(name);
    }
}

static struct comb_library *open_library(const struct fixture *fixture)
{
    struct comb_library *library;
    struct comb_error err = {0};
    assert_int_equal(comb_library_open(&library, fixture->path, &err), COMB_OK);
    return library;
}

static struct comb_board *open_board(struct fixture *fixture, const char *text)
{
    struct comb_board *board;
    assert_int_equal(comb_board_open(&board, comb_game_find("hexhunt"), text, strlen(text), fixture->job, NULL, NULL),
                     COMB_OK);
    return board;
}

static size_t count_puzzles(struct comb_library *library)
{
    json_t *found;
    assert_int_equal(comb_library_search(&found, library, &(struct comb_library_query){0}, NULL), COMB_OK);
    size_t count = json_array_size(found);
    json_decref(found);
    return count;
}

static void test_a_puzzle_is_kept_once(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    struct comb_library *library = open_library(&fixture), *other = open_library(&fixture);
    struct comb_board *board = open_board(&fixture, "TS/EAR/LB");
    int64_t first = 0, second = 0;
    assert_int_equal(comb_library_keep(&first, library, board, NULL, NULL), COMB_OK);
    assert_int_equal(comb_library_keep(&second, other, board, &(struct comb_library_new){.title = "small"}, NULL),
                     COMB_OK);
    assert_true(first == second);
    assert_int_equal(count_puzzles(library), 1);
    json_t *puzzle;
    assert_int_equal(comb_library_show(&puzzle, library, first, false, NULL), COMB_OK);
    assert_string_equal(json_string_value(json_object_get(puzzle, "title")), "small");
    json_decref(puzzle);
    comb_board_free(board);
    comb_library_close(library);
    comb_library_close(other);
    end(&fixture);
}

static void test_a_version_that_cannot_be_is_refused(void **state)
{
    (void)state;
    static const char *const marks[] = {"PRAGMA user_version = -1", "PRAGMA user_version = -2147483648",
                                        "PRAGMA user_version = 99"};
    struct fixture fixture;
    begin(&fixture);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        struct comb_library *library = open_library(&fixture);
        struct comb_error err = {0};
        assert_int_equal(comb_sql_run(library->db, marks[i], NULL), COMB_OK);
        comb_library_close(library);
        assert_int_equal(comb_library_open(&library, fixture.path, &err), COMB_BAD_INPUT);
        assert_non_null(strstr(err.message, "version"));
        unlink(fixture.path);
    }
    end(&fixture);
}

static void test_answers_belong_to_their_question(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    struct comb_library *library = open_library(&fixture);
    struct comb_board *board = open_board(&fixture, "TS/EAR/LB");
    int64_t id;
    int code = -1;
    json_t *answer = json_pack("{s:i}", "score", 376), *found;
    assert_int_equal(comb_library_keep(&id, library, board, NULL, NULL), COMB_OK);
    assert_int_equal(comb_library_remember(library, id, "lang=en", COMB_NO, answer, 0.5, NULL), COMB_OK);
    assert_int_equal(comb_library_recall(&found, &code, library, board, "lang=it", NULL), COMB_OK);
    assert_null(found);
    assert_int_equal(comb_library_recall(&found, &code, library, board, "lang=en", NULL), COMB_OK);
    assert_true(json_equal(found, answer));
    assert_int_equal(code, COMB_NO);
    json_decref(found);
    assert_int_equal(comb_library_delete(library, id, NULL), COMB_OK);
    assert_int_equal(comb_library_recall(&found, &code, library, board, "lang=en", NULL), COMB_OK);
    assert_null(found);
    json_decref(answer);
    comb_board_free(board);
    comb_library_close(library);
    end(&fixture);
}

static void test_a_rolled_back_import_leaves_nothing(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    struct comb_library *library = open_library(&fixture);
    struct comb_board *board = open_board(&fixture, "TS/EAR/LB");
    int64_t id;
    assert_int_equal(comb_library_begin(library, NULL), COMB_OK);
    assert_int_equal(comb_library_keep(&id, library, board, NULL, NULL), COMB_OK);
    assert_int_equal(comb_library_end(library, false, NULL), COMB_OK);
    assert_int_equal(count_puzzles(library), 0);
    comb_board_free(board);
    comb_library_close(library);
    end(&fixture);
}

/* A child keeps puzzles and says so after each; it is killed in the middle. What it said is there. */
static void test_a_killed_program_loses_nothing_confirmed(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    comb_library_close(open_library(&fixture));
    int said[2];
    assert_int_equal(pipe(said), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct comb_library *library = open_library(&fixture);
        for (int i = 0;; i++) {
            char text[] = "TS/EAR/LB";
            text[0] = (char)('A' + i % 26);
            text[1] = (char)('A' + i / 26 % 26);
            struct comb_board *board = open_board(&fixture, text);
            int64_t id;
            if (comb_library_keep(&id, library, board, NULL, NULL) != COMB_OK || write(said[1], "x", 1) != 1)
                _exit(1);
            comb_board_free(board);
        }
    }
    char byte;
    size_t confirmed = 0;
    while (confirmed < 40 && read(said[0], &byte, 1) == 1)
        confirmed++;
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(said[1]);
    while (read(said[0], &byte, 1) == 1)
        confirmed++;
    close(said[0]);
    assert_true(confirmed >= 40);
    struct comb_library *library = open_library(&fixture);
    assert_true(count_puzzles(library) >= confirmed);
    comb_library_close(library);
    end(&fixture);
}

/* As a full disk does it, at once and without one. */
static void test_an_answer_that_cannot_be_kept_is_given_and_says_so(void **state)
{
    (void)state;
    struct fixture fixture;
    struct comb_kept *kept;
    struct comb_error err = {0};
    json_t *answer = NULL;
    begin(&fixture);
    struct comb_board *board = open_board(&fixture, "TS/EAR/LB");
    assert_int_equal(comb_kept_open(&kept, fixture.path, &err), COMB_OK);
    assert_int_equal(comb_sql_run(comb_kept_lock(kept)->db, "PRAGMA query_only = ON", &err), COMB_OK);
    comb_kept_unlock(kept);
    assert_int_equal(comb_kept_solve(&answer, kept, board, NULL, fixture.job, NULL, &err), COMB_OK);
    assert_true(json_integer_value(json_object_get(answer, "count")) > 0);
    assert_non_null(strstr(json_string_value(json_object_get(answer, "unkept")), "readonly"));
    json_decref(answer);
    comb_board_free(board);
    comb_kept_close(kept);
    end(&fixture);
}
