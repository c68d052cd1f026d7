/* labels: threads */
/* The library under its own API: two handles on one file, transactions, questions, and what a killed program leaves. */
#define _POSIX_C_SOURCE 200809L
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/file.h"
#include "store/import.h"
#include "store/kept.h"
#include "store/library_parts.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct fixture {
    char data[64]; /* the user's data folder */
    char path[64];
    struct comb_context *context;
    struct comb_job *job;
};

static void begin(struct fixture *fixture)
{
    snprintf(fixture->data, sizeof fixture->data, "/tmp/comb-library-XXXXXX");
    assert_non_null(mkdtemp(fixture->data));
    assert_int_equal(setenv("XDG_DATA_HOME", fixture->data, 1), 0);
    snprintf(fixture->path, sizeof fixture->path, "%.40s/my.db", fixture->data);
    assert_int_equal(comb_context_new(&fixture->context, NULL), COMB_OK);
    assert_int_equal(comb_job_new(&fixture->job, &(struct comb_job_setup){.context = fixture->context}, NULL), COMB_OK);
}

static void end(struct fixture *fixture)
{
    char name[80];
    comb_job_free(fixture->job);
    comb_context_free(fixture->context);
    for (const char *const *tail = (const char *const[]){"my.db", "my.db-wal", "my.db-shm", "comb/answers.key", NULL};
         *tail; tail++) {
        snprintf(name, sizeof name, "%.40s/%s", fixture->data, *tail);
        unlink(name);
    }
    snprintf(name, sizeof name, "%.40s/comb", fixture->data);
    rmdir(name);
    assert_int_equal(rmdir(fixture->data), 0); /* nothing else was left */
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

/* What the library has for a board and question; false when it is not ours. */
static bool recall(json_t **found, struct comb_library *library, const struct comb_board *board, const char *question)
{
    bool ours = true;
    int code = -1;
    assert_int_equal(comb_library_recall(found, &code, &ours, library, board, question, NULL), COMB_OK);
    assert_true(!*found || code == COMB_NO);
    return ours;
}

static bool is_ours(struct comb_library *library, const struct comb_board *board, const char *question)
{
    json_t *found;
    bool ours = recall(&found, library, board, question);
    json_decref(found);
    return ours;
}

static void test_answers_belong_to_their_question(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    struct comb_library *library = open_library(&fixture);
    struct comb_board *board = open_board(&fixture, "TS/EAR/LB");
    int64_t id;
    json_t *answer = json_pack("{s:i}", "score", 376), *found;
    assert_int_equal(comb_library_keep(&id, library, board, NULL, NULL), COMB_OK);
    assert_int_equal(comb_library_remember(library, id, "lang=en", COMB_NO, answer, 0.5, true, NULL), COMB_OK);
    assert_false(recall(&found, library, board, "lang=it"));
    assert_null(found);
    assert_true(recall(&found, library, board, "lang=en"));
    assert_true(json_equal(found, answer));
    json_decref(found);
    assert_int_equal(comb_library_delete(library, id, NULL), COMB_OK);
    recall(&found, library, board, "lang=en");
    assert_null(found);
    json_decref(answer);
    comb_board_free(board);
    comb_library_close(library);
    end(&fixture);
}

/* Runs SQL as somebody who edits the file; the answer then is not ours, and after the undo it is again. */
static void edit(struct comb_library *library, const struct comb_board *board, const char *sql, const char *undo)
{
    assert_int_equal(comb_sql_run(library->db, sql, NULL), COMB_OK);
    assert_false(is_ours(library, board, "a"));
    assert_int_equal(comb_sql_run(library->db, undo, NULL), COMB_OK);
    assert_true(is_ours(library, board, "a"));
}

static void test_an_edited_or_moved_answer_is_not_ours(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    struct comb_library *library = open_library(&fixture);
    struct comb_board *board = open_board(&fixture, "TS/EAR/LB"), *other = open_board(&fixture, "AB/CDE/FG");
    int64_t id, second;
    json_t *answer = json_pack("{s:i}", "score", 376);
    assert_int_equal(comb_library_keep(&id, library, board, NULL, NULL), COMB_OK);
    assert_int_equal(comb_library_keep(&second, library, other, NULL, NULL), COMB_OK);
    assert_int_equal(comb_library_remember(library, id, "a", COMB_NO, answer, 1, true, NULL), COMB_OK);
    assert_int_equal(comb_library_remember(library, id, "b", COMB_NO, answer, 1, false, NULL), COMB_OK);
    assert_true(is_ours(library, board, "a"));
    assert_false(is_ours(library, board, "b"));
    edit(library, board, "UPDATE answers SET answer = replace(answer, '6', '7')",
         "UPDATE answers SET answer = replace(answer, '7}', '6}')");
    edit(library, board, "ALTER TABLE answers RENAME mac TO was; ALTER TABLE answers ADD mac BLOB",
         "ALTER TABLE answers DROP mac; ALTER TABLE answers RENAME was TO mac");
    /* to another question and to another puzzle */
    assert_int_equal(comb_sql_run(library->db, "UPDATE answers SET question = 'c' WHERE question = 'a'", NULL),
                     COMB_OK);
    assert_false(is_ours(library, board, "c"));
    assert_int_equal(
        comb_sql_run(library->db, "UPDATE answers SET question = 'a', puzzle = 2 WHERE question = 'c'", NULL), COMB_OK);
    assert_false(is_ours(library, other, "a"));
    assert_int_equal(comb_sql_run(library->db, "UPDATE answers SET puzzle = 1", NULL), COMB_OK);
    assert_true(is_ours(library, board, "a"));
    json_decref(answer);
    comb_board_free(board);
    comb_board_free(other);
    comb_library_close(library);
    end(&fixture);
}

static void key_name(char name[80], const struct fixture *fixture)
{
    snprintf(name, 80, "%.40s/comb/answers.key", fixture->data);
}

static void test_a_lost_or_damaged_key_is_made_anew(void **state)
{
    (void)state;
    struct fixture fixture;
    char name[80];
    struct comb_answer_key first, key;
    struct stat status;
    begin(&fixture);
    key_name(name, &fixture);
    assert_int_equal(comb_answer_key_open(&key, false, NULL), COMB_NO);
    assert_int_equal(comb_answer_key_open(&first, true, NULL), COMB_OK);
    assert_int_equal(stat(name, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    assert_int_equal(comb_answer_key_open(&key, false, NULL), COMB_OK);
    assert_memory_equal(&key, &first, sizeof key);
    assert_int_equal(unlink(name), 0);
    assert_int_equal(comb_answer_key_open(&key, true, NULL), COMB_OK);
    assert_memory_not_equal(&key, &first, sizeof key);
    assert_int_equal(comb_file_write(name, "short", 5, NULL), COMB_OK);
    assert_int_equal(comb_answer_key_open(&key, false, NULL), COMB_NO);
    assert_int_equal(comb_answer_key_open(&key, true, NULL), COMB_OK);
    assert_int_equal(stat(name, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    assert_int_equal(status.st_size, sizeof key);
    end(&fixture);
}

/* Several programs start at once where there is no key yet. */
static void test_programs_that_make_the_key_at_once_agree(void **state)
{
    (void)state;
    enum { PROGRAMS = 8, ROUNDS = 5 };
    struct fixture fixture;
    char name[80];
    begin(&fixture);
    key_name(name, &fixture);
    for (int round = 0; round < ROUNDS; round++) {
        int keys[2], gate[2];
        assert_int_equal(pipe(keys), 0);
        assert_int_equal(pipe(gate), 0);
        for (int i = 0; i < PROGRAMS; i++)
            if (fork() == 0) {
                struct comb_answer_key key;
                char byte;
                close(gate[1]);
                _exit(read(gate[0], &byte, 1) != 0 || comb_answer_key_open(&key, true, NULL) != COMB_OK ||
                      write(keys[1], key.bytes, sizeof key.bytes) != (ssize_t)sizeof key.bytes);
            }
        close(gate[0]);
        close(gate[1]); /* all of them start */
        struct comb_answer_key key, other;
        for (int i = 0; i < PROGRAMS; i++) {
            int status;
            assert_true(wait(&status) > 0);
            assert_int_equal(status, 0);
            assert_int_equal(read(keys[0], other.bytes, sizeof other.bytes), sizeof other.bytes);
            if (i == 0)
                key = other;
            assert_memory_equal(&key, &other, sizeof key);
        }
        close(keys[0]);
        close(keys[1]);
        assert_int_equal(unlink(name), 0);
    }
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
    assert_non_null(strstr(json_string_value(json_object_get(answer, "unkept")), "read-only"));
    json_decref(answer);
    comb_board_free(board);
    comb_kept_close(kept);
    end(&fixture);
}

/* ---- boards being made ---- */

static int64_t revise(struct fixture *fixture, struct comb_library *library, const char *text, const char *before)
{
    static const struct comb_library_new about = {.source = "made here"};
    struct comb_board *board = open_board(fixture, text), *last = before ? open_board(fixture, before) : NULL;
    struct comb_error err = {0};
    int64_t id = 0;
    if (comb_library_revise(&id, library, board, last, &about, &err) != COMB_OK)
        fail_msg("%s: %s", text, err.message);
    comb_board_free(board);
    comb_board_free(last);
    return id;
}

static void test_a_board_being_made_has_one_entry(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    struct comb_library *library = open_library(&fixture);
    int64_t first = revise(&fixture, library, "AX/XXX/XX", NULL);
    assert_int_equal(revise(&fixture, library, "AB/XXX/XX", "AX/XXX/XX"), first);
    assert_int_equal(revise(&fixture, library, "AB/CXX/XX", "AB/XXX/XX"), first);
    assert_int_equal(count_puzzles(library), 1);
    /* a state that is not there, because another tab has gone on, begins an entry: nothing is overwritten */
    assert_true(revise(&fixture, library, "AB/DXX/XX", "AB/XXX/XX") != first);
    assert_int_equal(count_puzzles(library), 2);
    comb_library_close(library);
    end(&fixture);
}

static void test_what_was_solved_or_tagged_or_kept_otherwise_stays(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    struct comb_library *library = open_library(&fixture);
    int64_t solved = revise(&fixture, library, "AB/CDE/FG", NULL);
    json_t *answer = json_object();
    assert_int_equal(comb_library_remember(library, solved, "", COMB_OK, answer, 1, true, NULL), COMB_OK);
    json_decref(answer);
    int64_t tagged = revise(&fixture, library, "AB/CDE/FX", "AB/CDE/FG");
    assert_true(tagged != solved);
    assert_int_equal(comb_library_tag(library, tagged, "mine", true, NULL), COMB_OK);
    assert_true(revise(&fixture, library, "AB/CDE/FY", "AB/CDE/FX") != tagged);
    struct comb_board *pasted = open_board(&fixture, "ZZ/ZZZ/ZZ");
    int64_t other, third;
    assert_int_equal(comb_library_keep(&other, library, pasted, &(struct comb_library_new){.source = "pasted"}, NULL),
                     COMB_OK);
    third = revise(&fixture, library, "ZZ/ZZZ/ZY", "ZZ/ZZZ/ZZ");
    assert_true(third != other);
    assert_int_equal(count_puzzles(library), 5);
    comb_board_free(pasted);
    comb_library_close(library);
    end(&fixture);
}

static void test_a_board_that_becomes_a_known_one_leaves_no_second(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    struct comb_library *library = open_library(&fixture);
    int64_t known = revise(&fixture, library, "AB/CDE/FG", NULL);
    int64_t draft = revise(&fixture, library, "AB/CDE/F?", NULL);
    assert_int_equal(revise(&fixture, library, "AB/CDE/FG", "AB/CDE/F?"), known);
    assert_int_equal(count_puzzles(library), 1);
    assert_int_equal(comb_library_rename(library, draft, "gone", NULL), COMB_NO);
    /* also where the known one was deleted: it comes back */
    draft = revise(&fixture, library, "AB/CDE/F?", NULL);
    assert_int_equal(comb_library_delete(library, known, NULL), COMB_OK);
    assert_int_equal(revise(&fixture, library, "AB/CDE/FG", "AB/CDE/F?"), known);
    assert_int_equal(count_puzzles(library), 1);
    comb_library_close(library);
    end(&fixture);
}
