/* Kills a writer before each system call that changes a file: the first write, the flush, each rename. The result is
 * the complete state before or after the write, and the next writer removes all drafts. */
#define _DEFAULT_SOURCE
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/file.h"
#include "family/words/lists/word_lists.h"
#include "store/answer_cache.h"
#include "store/import.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- killing ---- */

static bool changes_files(const struct __ptrace_syscall_info *info)
{
    switch (info->entry.nr) {
    case SYS_write:
    case SYS_pwrite64:
    case SYS_fsync:
    case SYS_fdatasync:
    case SYS_ftruncate:
    case SYS_linkat:
    case SYS_unlinkat:
#ifdef SYS_rename
    case SYS_rename:
    case SYS_link:
    case SYS_unlink:
#endif
    case SYS_renameat2:
        return true;
    case SYS_openat:
        return (info->entry.args[2] & O_CREAT) != 0;
    default:
        return false;
    }
}

/* Runs the child up to the given call and kills it there. True if it made fewer calls and exited successfully. */
static bool run_until_call(pid_t child, unsigned number)
{
    int status;
    unsigned count = 0;
    assert_int_equal(waitpid(child, &status, 0), child); /* it stops itself at the start */
    ptrace(PTRACE_SETOPTIONS, child, 0, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
    while (ptrace(PTRACE_SYSCALL, child, 0, 0) == 0 && waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
        struct __ptrace_syscall_info info = {0};
        if (WSTOPSIG(status) != (SIGTRAP | 0x80) || ptrace(PTRACE_GET_SYSCALL_INFO, child, sizeof info, &info) <= 0 ||
            info.op != PTRACE_SYSCALL_INFO_ENTRY || !changes_files(&info) || count++ < number)
            continue;
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        return false;
    }
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    return true;
}

static bool can_trace(void)
{
    pid_t child = fork();
    int status;
    if (child == 0)
        _exit(ptrace(PTRACE_TRACEME, 0, 0, 0) != 0);
    return waitpid(child, &status, 0) == child && status == 0;
}

struct trial {
    char folder[64];
    char path[96]; /* library */
    void (*write)(const struct trial *trial);
    void (*check)(const struct trial *trial, bool ended);
    void (*prepare)(const struct trial *trial);
};

static void empty_folder(const char *path)
{
    char name[512];
    DIR *entries = opendir(path);
    for (const struct dirent *entry; entries && (entry = readdir(entries));) {
        snprintf(name, sizeof name, "%.200s/%.255s", path, entry->d_name);
        if (entry->d_name[0] != '.' && unlink(name) != 0) {
            empty_folder(name);
            rmdir(name);
        }
    }
    closedir(entries);
}

static void kill_everywhere(struct trial *trial)
{
    if (!can_trace()) {
        print_message("programs cannot be traced here\n");
        skip();
    }
    const char *memory = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(trial->folder, sizeof trial->folder, "%s/comb-killed-XXXXXX", memory);
    assert_non_null(mkdtemp(trial->folder));
    snprintf(trial->path, sizeof trial->path, "%s/my.db", trial->folder);
    assert_int_equal(setenv("XDG_DATA_HOME", trial->folder, 1), 0);
    bool ended = false;
    unsigned number;
    for (number = 0; !ended; number++) {
        empty_folder(trial->folder);
        trial->prepare(trial);
        pid_t child = fork();
        if (child == 0) {
            ptrace(PTRACE_TRACEME, 0, 0, 0);
            raise(SIGSTOP);
            trial->write(trial);
            _exit(0);
        }
        ended = run_until_call(child, number);
        trial->check(trial, ended);
    }
    empty_folder(trial->folder);
    assert_int_equal(rmdir(trial->folder), 0);
    print_message("killed before each of %u calls\n", number - 1);
    assert_true(number > 3);
}

/* ---- words ---- */

static const struct comb_language *italian(void)
{
    return comb_language_find("it");
}

static void require_ok(int code)
{
    if (code != COMB_OK)
        abort();
}

static void change_words(enum comb_words_layer layer, const char *word)
{
    require_ok(comb_words_change(italian(), layer, &word, 1, NULL));
}

/* Creates a small word list instead of Hunspell's, with user words. */
static void prepare_words(const struct trial *trial)
{
    struct comb_buf bytes = {0}, path = {0};
    char name[128];
    static const char list[] = "CASA\nCANE\nGATTO\n";
    struct comb_dict_meta meta = {.alphabet = italian()->alphabet, .language = "it", .title = "small"};
    require_ok(comb_dict_compile(&bytes, NULL, list, sizeof list - 1, &meta, NULL));
    snprintf(name, sizeof name, "%s/comb", trial->folder);
    mkdir(name, 0777);
    snprintf(name, sizeof name, "%s/comb/words", trial->folder);
    mkdir(name, 0777);
    require_ok(comb_words_file(&path, "it", "dict", NULL));
    require_ok(comb_file_write(path.data, bytes.data, bytes.length, NULL));
    comb_buf_free(&bytes);
    comb_buf_free(&path);
    change_words(COMB_WORDS_ADDED, "GRUNF");
    change_words(COMB_WORDS_BANNED, "CANE");
}

static bool has_word(const struct comb_dict *dict, const char *word)
{
    uint8_t letters[COMB_DICT_MAX_WORD];
    int count = comb_dict_parse(letters, COMB_DICT_MAX_WORD, dict, word, strlen(word));
    return count > 0 && comb_dict_contains(dict, letters, (unsigned)count);
}

static bool is_listed(const json_t *user_words, const char *layer, const char *word)
{
    size_t index;
    const json_t *item;
    json_array_foreach(json_object_get(user_words, layer), index,
                       item) if (strcmp(json_string_value(item), word) == 0) return true;
    return false;
}

static void assert_no_drafts(const char *path)
{
    DIR *entries = opendir(path);
    assert_non_null(entries);
    for (const struct dirent *entry; (entry = readdir(entries));)
        assert_null(strstr(entry->d_name, ".tmp"));
    closedir(entries);
}

/* The list in use equals the base plus the user's listed words; earlier words are still there. */
static void check_words(const struct trial *trial, bool ended)
{
    struct comb_dict *dict;
    json_t *user_words;
    char name[128];
    assert_int_equal(comb_words_open(&dict, italian(), NULL), COMB_OK);
    assert_int_equal(comb_words_own(&user_words, italian(), NULL), COMB_OK);
    assert_true(has_word(dict, "CASA") && has_word(dict, "GRUNF") && is_listed(user_words, "added", "GRUNF"));
    assert_true(has_word(dict, "BLURP") == is_listed(user_words, "added", "BLURP"));
    assert_true(has_word(dict, "CANE") == !is_listed(user_words, "banned", "CANE"));
    assert_true(!ended || has_word(dict, "BLURP"));
    comb_dict_free(dict);
    json_decref(user_words);
    change_words(COMB_WORDS_ADDED, "DOPO"); /* the next writer sweeps */
    snprintf(name, sizeof name, "%s/comb/words", trial->folder);
    assert_no_drafts(name);
}

static void add_word(const struct trial *trial)
{
    (void)trial;
    change_words(COMB_WORDS_ADDED, "BLURP");
}

static void test_adding_a_word(void **state)
{
    (void)state;
    kill_everywhere(&(struct trial){.prepare = prepare_words, .write = add_word, .check = check_words});
}

/* Moves a word from one layer to the other. */
static void unban_word(const struct trial *trial)
{
    static const char *const words[] = {"CANE", "BLURP"};
    (void)trial;
    require_ok(comb_words_change(italian(), COMB_WORDS_ADDED, words, 2, NULL));
}

static void test_moving_a_word(void **state)
{
    (void)state;
    kill_everywhere(&(struct trial){.prepare = prepare_words, .write = unban_word, .check = check_words});
}

/* ---- library ---- */

/* Returns the answer's code; *reused: it came from the library. */
static int solve_board(bool *reused, const char *path, const char *text)
{
    struct comb_context *context;
    struct comb_job *job;
    struct comb_board *board;
    struct comb_cache *cache;
    json_t *answer = NULL;
    require_ok(comb_context_new(&context, NULL));
    require_ok(comb_job_new(&job, &(struct comb_job_setup){.context = context}, NULL));
    require_ok(comb_board_open(&board, comb_game_find("witness"), text, strlen(text), job, NULL, NULL));
    require_ok(comb_cache_open(&cache, path, NULL));
    int code = comb_cache_solve(&answer, cache, board, NULL, job, NULL, NULL);
    if (!answer || json_object_get(answer, "unkept"))
        abort();
    *reused = json_is_true(json_object_get(answer, "library"));
    json_decref(answer);
    comb_cache_close(cache);
    comb_board_free(board);
    comb_job_free(job);
    comb_context_free(context);
    return code;
}

static void solve_new(const struct trial *trial)
{
    bool reused;
    require_ok(solve_board(&reused, trial->path, "3x3"));
}

static void prepare_library(const struct trial *trial)
{
    bool reused;
    require_ok(solve_board(&reused, trial->path, "2x2"));
}

static void prepare_nothing(const struct trial *trial)
{
    (void)trial;
}

static void check_solved(const struct trial *trial, bool ended)
{
    bool reused;
    assert_int_equal(solve_board(&reused, trial->path, "3x3"), COMB_OK);
    assert_true(reused || !ended);
    assert_int_equal(solve_board(&reused, trial->path, "3x3"), COMB_OK);
    assert_true(reused);
}

static void check_both(const struct trial *trial, bool ended)
{
    bool reused;
    assert_int_equal(solve_board(&reused, trial->path, "2x2"), COMB_OK);
    assert_true(reused); /* it was confirmed before */
    check_solved(trial, ended);
}

static void test_solving_into_a_library(void **state)
{
    (void)state;
    kill_everywhere(&(struct trial){.prepare = prepare_library, .write = solve_new, .check = check_both});
}

/* Creates the library and the answer key on the way. */
static void test_making_a_library(void **state)
{
    (void)state;
    kill_everywhere(&(struct trial){.prepare = prepare_nothing, .write = solve_new, .check = check_solved});
}

static void import_boards(const struct trial *trial)
{
    struct comb_library *library;
    struct comb_context *context;
    struct comb_job *job;
    static const char text[] = "AB/CDE/FG\nAB/CDE/FH\nAB/CDE/FI\n";
    require_ok(comb_context_new(&context, NULL));
    require_ok(comb_job_new(&job, &(struct comb_job_setup){.context = context}, NULL));
    require_ok(comb_library_open(&library, trial->path, NULL));
    struct comb_import import = {.game = comb_game_find("hexhunt"), .job = job};
    require_ok(comb_library_import(&import, library, text, sizeof text - 1, NULL));
    comb_library_close(library);
    comb_job_free(job);
    comb_context_free(context);
}

/* The library has all puzzles of the text or none. */
static void check_import(const struct trial *trial, bool ended)
{
    struct comb_library *library;
    json_t *found;
    assert_int_equal(comb_library_open(&library, trial->path, NULL), COMB_OK);
    assert_int_equal(comb_library_search(&found, library, &(struct comb_library_query){0}, NULL), COMB_OK);
    size_t count = json_array_size(found);
    assert_true(count == 4 || (count == 1 && !ended));
    json_decref(found);
    comb_library_close(library);
}

static void test_importing(void **state)
{
    (void)state;
    kill_everywhere(&(struct trial){.prepare = prepare_library, .write = import_boards, .check = check_import});
}
