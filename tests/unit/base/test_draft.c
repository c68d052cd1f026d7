#define _DEFAULT_SOURCE
#include "base/draft.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct folder {
    char path[64];
    char file[96];
};

static void make_folder(struct folder *folder)
{
    strcpy(folder->path, "/tmp/comb-draft-XXXXXX");
    assert_non_null(mkdtemp(folder->path));
    snprintf(folder->file, sizeof folder->file, "%s/list", folder->path);
}

static void name_in(char name[160], const struct folder *folder, const char *entry)
{
    snprintf(name, 160, "%s/%s", folder->path, entry);
}

static void touch(const struct folder *folder, const char *entry)
{
    char name[160];
    name_in(name, folder, entry);
    FILE *stream = fopen(name, "w");
    assert_non_null(stream);
    fclose(stream);
}

/* Removes the file; false if it does not exist. */
static bool remove_file(const struct folder *folder, const char *entry)
{
    char name[160];
    name_in(name, folder, entry);
    return unlink(name) == 0;
}

static void test_drafts_of_killed_writers_are_swept(void **state)
{
    (void)state;
    static const char *const others[] = {"list",         "list.tmp",         "list.1a-2b.tmp.txt", "list.1a2b.tmp",
                                         "list.-2b.tmp", "list.1a-.tmp",     "list.1A-2b.tmp",     "other.1a-2b.tmp",
                                         ".1a-2b.tmp",   "list.old.1-2.tmp", "mylist.1a-2b.tmp"};
    struct folder folder;
    make_folder(&folder);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        touch(&folder, others[i]);
    touch(&folder, "list.1a-2b.tmp");
    assert_int_equal(comb_file_write(folder.file, "x", 1, NULL), COMB_OK);
    assert_false(remove_file(&folder, "list.1a-2b.tmp"));
    touch(&folder, "list.1a-2b.tmp");
    comb_draft_sweep(folder.path, NULL); /* drafts of every file */
    assert_false(remove_file(&folder, "list.1a-2b.tmp"));
    assert_false(remove_file(&folder, "other.1a-2b.tmp"));
    assert_false(remove_file(&folder, "mylist.1a-2b.tmp"));
    assert_false(remove_file(&folder, "list.old.1-2.tmp"));
    static const char *const expected_left[] = {"list",         "list.tmp",     "list.1a-2b.tmp.txt", "list.1a2b.tmp",
                                                "list.-2b.tmp", "list.1a-.tmp", "list.1A-2b.tmp",     ".1a-2b.tmp"};
    for (size_t i = 0; i < sizeof expected_left / sizeof *expected_left; i++)
        assert_true(remove_file(&folder, expected_left[i]));
    assert_int_equal(rmdir(folder.path), 0);
}

/* Sweeps in this process and in others leave the draft of a living writer alone. */
static void test_draft_of_a_living_writer_stays(void **state)
{
    (void)state;
    struct folder folder;
    struct comb_draft draft;
    make_folder(&folder);
    assert_int_equal(comb_draft_write(&draft, folder.file, "mine", 4, 0600), 0);
    assert_int_equal(comb_file_write(folder.file, "theirs", 6, NULL), COMB_OK);
    if (fork() == 0) {
        comb_draft_sweep(folder.path, NULL);
        _exit(comb_file_write(folder.file, "another", 7, NULL));
    }
    int status;
    assert_true(wait(&status) > 0);
    assert_int_equal(status, 0);
    assert_int_equal(comb_draft_commit(&draft), 0);
    comb_draft_free(&draft);
    struct comb_buf text = {0};
    assert_int_equal(comb_file_read(&text, folder.file, 100, NULL), COMB_OK);
    assert_string_equal(comb_buf_text(&text), "mine");
    comb_buf_free(&text);
    assert_true(remove_file(&folder, "list"));
    assert_int_equal(rmdir(folder.path), 0);
}

/* Writers sweep while others create drafts: no writer loses its own. */
static void test_many_writers_of_one_file_all_succeed(void **state)
{
    (void)state;
    enum { WRITERS = 4, WRITES = 60 };
    struct folder folder;
    make_folder(&folder);
    for (int i = 0; i < WRITERS; i++)
        if (fork() == 0) {
            int code = COMB_OK;
            for (int k = 0; code == COMB_OK && k < WRITES; k++)
                code = comb_file_write(folder.file, "all of it", 9, NULL);
            _exit(code);
        }
    for (int i = 0; i < WRITERS; i++) {
        int status;
        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
    assert_true(remove_file(&folder, "list"));
    assert_int_equal(rmdir(folder.path), 0);
}

static void test_create_does_not_replace_a_file(void **state)
{
    (void)state;
    struct folder folder;
    struct comb_draft draft;
    make_folder(&folder);
    assert_int_equal(comb_draft_write(&draft, folder.file, "first", 5, 0600), 0);
    assert_int_equal(comb_draft_create(&draft), 0);
    comb_draft_free(&draft);
    assert_int_equal(comb_draft_write(&draft, folder.file, "second", 6, 0600), 0);
    assert_int_equal(comb_draft_create(&draft), EEXIST);
    comb_draft_free(&draft);
    struct stat status;
    assert_int_equal(stat(folder.file, &status), 0);
    assert_int_equal(status.st_size, 5);
    assert_int_equal(status.st_mode & 0777, 0600);
    assert_true(remove_file(&folder, "list"));
    assert_int_equal(rmdir(folder.path), 0); /* no draft is left */
}

static void test_free_accepts_an_unwritten_draft(void **state)
{
    (void)state;
    struct comb_draft draft = {0};
    comb_draft_free(&draft);
    assert_int_equal(comb_draft_write(&draft, "/no/such/folder/file", "x", 1, 0600), ENOENT);
    comb_draft_free(&draft);
}
