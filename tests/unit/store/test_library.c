/* labels: threads */
/* Tests the library API: two handles on one file, transactions, questions, killed programs. */
#define _POSIX_C_SOURCE 200809L
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/file.h"
#include "store/answer_cache.h"
#include "store/import.h"
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

static void open_fixture(struct fixture *fixture)
{
    snprintf(fixture->data, sizeof fixture->data, "/tmp/comb-library-XXXXXX");
    assert_non_null(mkdtemp(fixture->data));
    assert_int_equal(setenv("XDG_DATA_HOME", fixture->data, 1), 0);
    snprintf(fixture->path, sizeof fixture->path, "%.40s/my.db", fixture->data);
    assert_int_equal(comb_context_new(&fixture->context, NULL), COMB_OK);
    assert_int_equal(comb_job_new(&fixture->job, &(struct comb_job_setup){.context = fixture->context}, NULL), COMB_OK);
}

static void close_fixture(struct fixture *fixture)
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
    assert_int_equal(rmdir(fixture->data), 0); /* nothing else is left */
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

static void test_a_puzzle_is_stored_once(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture);
    struct comb_library *library = open_library(&fixture), *other = open_library(&fixture);
    struct comb_board *board = open_board(&fixture, "TS/EAR/LB");
    int64_t first = 0, second = 0;
    assert_int_equal(comb_library_save(&first, library, board, NULL, NULL), COMB_OK);
    assert_int_equal(comb_library_save(&second, other, board, &(struct comb_library_metadata){.title = "small"}, NULL),
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
    close_fixture(&fixture);
}

static void test_an_invalid_version_is_rejected(void **state)
{
    (void)state;
    static const char *const marks[] = {"PRAGMA user_version = -1", "PRAGMA user_version = -2147483648",
                                        "PRAGMA user_version = 99"};
    struct fixture fixture;
    open_fixture(&fixture);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        struct comb_library *library = open_library(&fixture);
        struct comb_error err = {0};
        assert_int_equal(comb_sql_run(library->db, marks[i], NULL), COMB_OK);
        comb_library_close(library);
        assert_int_equal(comb_library_open(&library, fixture.path, &err), COMB_BAD_INPUT);
        assert_non_null(strstr(err.message, "version"));
        unlink(fixture.path);
    }
    close_fixture(&fixture);
}

/* Loads the answer to a question; returns whether it is ours. */
static bool load_answer(json_t **found, struct comb_library *library, const struct comb_board *board,
                        const char *question)
{
    bool ours = true;
    int code = -1;
    assert_int_equal(comb_library_load_answer(found, &code, &ours, library, board, question, NULL), COMB_OK);
    assert_true(!*found || code == COMB_NO);
    return ours;
}

static bool is_ours(struct comb_library *library, const struct comb_board *board, const char *question)
{
    json_t *found;
    bool ours = load_answer(&found, library, board, question);
    json_decref(found);
    return ours;
}

static void test_answers_are_stored_per_question(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture);
    struct comb_library *library = open_library(&fixture);
    struct comb_board *board = open_board(&fixture, "TS/EAR/LB");
    int64_t id;
    json_t *answer = json_pack("{s:i}", "score", 376), *found;
    assert_int_equal(comb_library_save(&id, library, board, NULL, NULL), COMB_OK);
    assert_int_equal(comb_library_store_answer(library, id, "lang=en", COMB_NO, answer, 0.5, true, NULL), COMB_OK);
    assert_false(load_answer(&found, library, board, "lang=it"));
    assert_null(found);
    assert_true(load_answer(&found, library, board, "lang=en"));
    assert_true(json_equal(found, answer));
    json_decref(found);
    assert_int_equal(comb_library_delete(library, id, NULL), COMB_OK);
    load_answer(&found, library, board, "lang=en");
    assert_null(found);
    json_decref(answer);
    comb_board_free(board);
    comb_library_close(library);
    close_fixture(&fixture);
}

/* Edits the file with SQL: the answer is then not ours; after the undo it is ours again. */
static void edit_and_undo(struct comb_library *library, const struct comb_board *board, const char *sql,
                          const char *undo)
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
    open_fixture(&fixture);
    struct comb_library *library = open_library(&fixture);
    struct comb_board *board = open_board(&fixture, "TS/EAR/LB"), *other = open_board(&fixture, "AB/CDE/FG");
    int64_t id, second;
    json_t *answer = json_pack("{s:i}", "score", 376);
    assert_int_equal(comb_library_save(&id, library, board, NULL, NULL), COMB_OK);
    assert_int_equal(comb_library_save(&second, library, other, NULL, NULL), COMB_OK);
    assert_int_equal(comb_library_store_answer(library, id, "a", COMB_NO, answer, 1, true, NULL), COMB_OK);
    assert_int_equal(comb_library_store_answer(library, id, "b", COMB_NO, answer, 1, false, NULL), COMB_OK);
    assert_true(is_ours(library, board, "a"));
    assert_false(is_ours(library, board, "b"));
    edit_and_undo(library, board, "UPDATE answers SET answer = replace(answer, '6', '7')",
                  "UPDATE answers SET answer = replace(answer, '7}', '6}')");
    edit_and_undo(library, board, "ALTER TABLE answers RENAME mac TO was; ALTER TABLE answers ADD mac BLOB",
                  "ALTER TABLE answers DROP mac; ALTER TABLE answers RENAME was TO mac");
    /* moved to another question and to another puzzle */
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
    close_fixture(&fixture);
}

static void key_name(char name[80], const struct fixture *fixture)
{
    snprintf(name, 80, "%.40s/comb/answers.key", fixture->data);
}

static void test_a_lost_or_damaged_key_is_recreated(void **state)
{
    (void)state;
    struct fixture fixture;
    char name[80];
    struct comb_answer_key first, key;
    struct stat status;
    open_fixture(&fixture);
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
    close_fixture(&fixture);
}

/* Several programs start at once without a key. */
static void test_programs_that_create_the_key_at_once_agree(void **state)
{
    (void)state;
    enum { PROGRAMS = 8, ROUNDS = 5 };
    struct fixture fixture;
    char name[80];
    open_fixture(&fixture);
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
        close(gate[1]); /* start all of them */
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
    close_fixture(&fixture);
}

static void test_a_rolled_back_import_leaves_nothing(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture);
    struct comb_library *library = open_library(&fixture);
    struct comb_board *board = open_board(&fixture, "TS/EAR/LB");
    int64_t id;
    assert_int_equal(comb_library_begin(library, NULL), COMB_OK);
    assert_int_equal(comb_library_save(&id, library, board, NULL, NULL), COMB_OK);
    assert_int_equal(comb_library_end(library, false, NULL), COMB_OK);
    assert_int_equal(count_puzzles(library), 0);
    comb_board_free(board);
    comb_library_close(library);
    close_fixture(&fixture);
}

/* A child saves puzzles and confirms each; it is killed in the middle. Confirmed puzzles are still there. */
static void test_a_killed_program_loses_nothing_confirmed(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture);
    comb_library_close(open_library(&fixture));
    int confirmations[2];
    assert_int_equal(pipe(confirmations), 0);
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
            if (comb_library_save(&id, library, board, NULL, NULL) != COMB_OK || write(confirmations[1], "x", 1) != 1)
                _exit(1);
            comb_board_free(board);
        }
    }
    char byte;
    size_t confirmed = 0;
    while (confirmed < 40 && read(confirmations[0], &byte, 1) == 1)
        confirmed++;
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(confirmations[1]);
    while (read(confirmations[0], &byte, 1) == 1)
        confirmed++;
    close(confirmations[0]);
    assert_true(confirmed >= 40);
    struct comb_library *library = open_library(&fixture);
    assert_true(count_puzzles(library) >= confirmed);
    comb_library_close(library);
    close_fixture(&fixture);
}

/* Simulates a full disk with a read-only database. */
static void test_an_answer_that_cannot_be_stored_is_returned_as_unkept(void **state)
{
    (void)state;
    struct fixture fixture;
    struct comb_cache *cache;
    struct comb_error err = {0};
    json_t *answer = NULL;
    open_fixture(&fixture);
    struct comb_board *board = open_board(&fixture, "TS/EAR/LB");
    assert_int_equal(comb_cache_open(&cache, fixture.path, &err), COMB_OK);
    assert_int_equal(comb_sql_run(comb_cache_lock(cache)->db, "PRAGMA query_only = ON", &err), COMB_OK);
    comb_cache_unlock(cache);
    assert_int_equal(comb_cache_solve(&answer, cache, board, NULL, fixture.job, NULL, &err), COMB_OK);
    assert_true(json_integer_value(json_object_get(answer, "count")) > 0);
    assert_non_null(strstr(json_string_value(json_object_get(answer, "unkept")), "read-only"));
    json_decref(answer);
    comb_board_free(board);
    comb_cache_close(cache);
    close_fixture(&fixture);
}

/* ---- boards being edited ---- */

static int64_t revise_board(struct fixture *fixture, struct comb_library *library, const char *text, const char *before)
{
    static const struct comb_library_metadata metadata = {.source = "made here"};
    struct comb_board *board = open_board(fixture, text), *last = before ? open_board(fixture, before) : NULL;
    struct comb_error err = {0};
    int64_t id = 0;
    if (comb_library_revise(&id, library, board, last, &metadata, &err) != COMB_OK)
        fail_msg("%s: %s", text, err.message);
    comb_board_free(board);
    comb_board_free(last);
    return id;
}

static void test_a_board_being_edited_has_one_entry(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture);
    struct comb_library *library = open_library(&fixture);
    int64_t first = revise_board(&fixture, library, "AX/XXX/XX", NULL);
    assert_int_equal(revise_board(&fixture, library, "AB/XXX/XX", "AX/XXX/XX"), first);
    assert_int_equal(revise_board(&fixture, library, "AB/CXX/XX", "AB/XXX/XX"), first);
    assert_int_equal(count_puzzles(library), 1);
    /* a missing previous state (another tab continued) creates a new entry: nothing is overwritten */
    assert_true(revise_board(&fixture, library, "AB/DXX/XX", "AB/XXX/XX") != first);
    assert_int_equal(count_puzzles(library), 2);
    comb_library_close(library);
    close_fixture(&fixture);
}

static void test_solved_tagged_or_imported_puzzles_stay(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture);
    struct comb_library *library = open_library(&fixture);
    int64_t solved = revise_board(&fixture, library, "AB/CDE/FG", NULL);
    json_t *answer = json_object();
    assert_int_equal(comb_library_store_answer(library, solved, "", COMB_OK, answer, 1, true, NULL), COMB_OK);
    json_decref(answer);
    int64_t tagged = revise_board(&fixture, library, "AB/CDE/FX", "AB/CDE/FG");
    assert_true(tagged != solved);
    assert_int_equal(comb_library_tag(library, tagged, "mine", true, NULL), COMB_OK);
    assert_true(revise_board(&fixture, library, "AB/CDE/FY", "AB/CDE/FX") != tagged);
    struct comb_board *pasted = open_board(&fixture, "ZZ/ZZZ/ZZ");
    int64_t other, third;
    assert_int_equal(
        comb_library_save(&other, library, pasted, &(struct comb_library_metadata){.source = "pasted"}, NULL), COMB_OK);
    third = revise_board(&fixture, library, "ZZ/ZZZ/ZY", "ZZ/ZZZ/ZZ");
    assert_true(third != other);
    assert_int_equal(count_puzzles(library), 5);
    comb_board_free(pasted);
    comb_library_close(library);
    close_fixture(&fixture);
}

static void test_a_board_that_becomes_a_known_one_leaves_no_duplicate(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture);
    struct comb_library *library = open_library(&fixture);
    int64_t known = revise_board(&fixture, library, "AB/CDE/FG", NULL);
    int64_t draft = revise_board(&fixture, library, "AB/CDE/F?", NULL);
    assert_int_equal(revise_board(&fixture, library, "AB/CDE/FG", "AB/CDE/F?"), known);
    assert_int_equal(count_puzzles(library), 1);
    assert_int_equal(comb_library_rename(library, draft, "gone", NULL), COMB_NO);
    /* a deleted known puzzle is restored */
    draft = revise_board(&fixture, library, "AB/CDE/F?", NULL);
    assert_int_equal(comb_library_delete(library, known, NULL), COMB_OK);
    assert_int_equal(revise_board(&fixture, library, "AB/CDE/FG", "AB/CDE/F?"), known);
    assert_int_equal(count_puzzles(library), 1);
    comb_library_close(library);
    close_fixture(&fixture);
}
