/* labels: threads */
#define _DEFAULT_SOURCE
#include "base/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/threads.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct folder {
    char path[64];
    char file[80];
};

static void make_folder(struct folder *folder)
{
    strcpy(folder->path, "/tmp/comb-test-XXXXXX");
    assert_non_null(mkdtemp(folder->path));
    snprintf(folder->file, sizeof folder->file, "%s/file", folder->path);
}

/* Fails if the folder is not empty: no temporary file may survive. */
static void remove_folder(struct folder *folder)
{
    unlink(folder->file);
    assert_int_equal(rmdir(folder->path), 0);
}

static void assert_content(const char *path, const char *expected, size_t length)
{
    struct comb_buf text = {0};
    assert_int_equal(comb_file_read(&text, path, 1 << 20, NULL), COMB_OK);
    assert_int_equal(text.length, length);
    assert_memory_equal(comb_buf_text(&text), expected, length);
    comb_buf_free(&text);
}

static void test_write_and_read_back(void **state)
{
    (void)state;
    struct folder folder;
    make_folder(&folder);
    assert_int_equal(comb_file_write(folder.file, "one\0two", 7, NULL), COMB_OK);
    assert_content(folder.file, "one\0two", 7);
    assert_int_equal(comb_file_write(folder.file, "", 0, NULL), COMB_OK);
    assert_content(folder.file, "", 0);
    remove_folder(&folder);
}

static void test_can_write_changes_nothing(void **state)
{
    (void)state;
    struct folder folder;
    struct comb_error err;
    make_folder(&folder);
    assert_int_equal(comb_file_can_write(folder.file, NULL), COMB_OK);
    assert_int_not_equal(access(folder.file, F_OK), 0);
    assert_int_equal(comb_file_write(folder.file, "cells", 5, NULL), COMB_OK);
    assert_int_equal(comb_file_can_write(folder.file, NULL), COMB_OK);
    assert_content(folder.file, "cells", 5);
    assert_int_equal(comb_file_can_write(folder.path, &err), COMB_IO);
    assert_non_null(strstr(err.message, folder.path));
    assert_int_equal(comb_file_can_write("/nonexistent/file", NULL), COMB_IO);
    assert_int_equal(comb_file_can_write("/dev/null", NULL), COMB_OK);
    remove_folder(&folder);
}

static void test_read_appends(void **state)
{
    (void)state;
    struct folder folder;
    make_folder(&folder);
    assert_int_equal(comb_file_write(folder.file, "cells", 5, NULL), COMB_OK);
    struct comb_buf text = {0};
    comb_buf_str(&text, "6 ");
    assert_int_equal(comb_file_read(&text, folder.file, 100, NULL), COMB_OK);
    assert_string_equal(comb_buf_text(&text), "6 cells");
    comb_buf_free(&text);
    remove_folder(&folder);
}

static void test_read_stops_at_the_limit(void **state)
{
    (void)state;
    struct folder folder;
    make_folder(&folder);
    assert_int_equal(comb_file_write(folder.file, "12345678", 8, NULL), COMB_OK);
    struct comb_buf text = {0};
    struct comb_error err;
    assert_int_equal(comb_file_read(&text, folder.file, 8, &err), COMB_OK);
    assert_int_equal(comb_file_read(&text, folder.file, 7, &err), COMB_BAD_INPUT);
    assert_non_null(strstr(err.message, folder.file));
    assert_non_null(strstr(err.message, "7 bytes"));
    comb_buf_free(&text);
    struct comb_buf small = {.limit = 5};
    assert_int_equal(comb_file_read(&small, folder.file, 100, &err), COMB_NO_MEMORY);
    comb_buf_free(&small);
    remove_folder(&folder);
}

static void test_endless_input_ends(void **state)
{
    (void)state;
    struct comb_buf text = {0};
    struct comb_error err;
    assert_int_equal(comb_file_read(&text, "/dev/zero", 1 << 20, &err), COMB_BAD_INPUT);
    comb_buf_free(&text);
    struct comb_buf small = {.limit = 1000};
    assert_int_equal(comb_file_read(&small, "/dev/zero", SIZE_MAX, &err), COMB_NO_MEMORY);
    comb_buf_free(&small);
}

static void test_stream(void **state)
{
    (void)state;
    FILE *stream = tmpfile();
    assert_non_null(stream);
    fputs("LPE/EASR", stream);
    rewind(stream);
    assert_int_equal(fgetc(stream), 'L');
    struct comb_buf text = {0};
    assert_int_equal(comb_stream_read(&text, stream, 100, NULL), COMB_OK);
    assert_string_equal(comb_buf_text(&text), "PE/EASR");
    comb_buf_free(&text);
    fclose(stream);
}

static void assert_io_error(int code, const struct comb_error *err, const char *path)
{
    assert_int_equal(code, COMB_IO);
    assert_int_equal(err->code, COMB_IO);
    assert_non_null(strstr(err->message, path));
}

static void test_errors_name_the_file(void **state)
{
    (void)state;
    struct comb_error err;
    struct comb_buf text = {0};
    const void *data = &err;
    size_t length = 1;
    assert_io_error(comb_file_read(&text, "/nonexistent/x", 9, &err), &err, "/nonexistent/x");
    assert_io_error(comb_file_read(&text, "/tmp", 9, &err), &err, "/tmp");
    assert_io_error(comb_file_map(&data, &length, "/nonexistent/x", &err), &err, "/nonexistent/x");
    assert_null(data);
    assert_int_equal(length, 0);
    assert_io_error(comb_file_map(&data, &length, "/tmp", &err), &err, "/tmp");
    assert_io_error(comb_file_write("/nonexistent/x", "a", 1, &err), &err, "/nonexistent/x");
    assert_io_error(comb_file_write("/tmp", "a", 1, &err), &err, "/tmp");
    comb_buf_free(&text);
}

static void test_map(void **state)
{
    (void)state;
    struct folder folder;
    make_folder(&folder);
    const void *data;
    size_t length;
    assert_int_equal(comb_file_write(folder.file, "mapped", 6, NULL), COMB_OK);
    assert_int_equal(comb_file_map(&data, &length, folder.file, NULL), COMB_OK);
    assert_int_equal(length, 6);
    assert_int_equal(comb_file_write(folder.file, "newer", 5, NULL), COMB_OK);
    assert_memory_equal(data, "mapped", 6); /* a mapping of the old file stays intact */
    comb_file_unmap(data, length);
    assert_int_equal(comb_file_write(folder.file, "", 0, NULL), COMB_OK);
    assert_int_equal(comb_file_map(&data, &length, folder.file, NULL), COMB_OK);
    assert_null(data);
    assert_int_equal(length, 0);
    comb_file_unmap(data, length);
    remove_folder(&folder);
}

static void test_map_does_not_wait_for_a_pipe(void **state)
{
    (void)state;
    struct folder folder;
    make_folder(&folder);
    assert_int_equal(mkfifo(folder.file, 0600), 0);
    const void *data;
    size_t length;
    assert_int_equal(comb_file_map(&data, &length, folder.file, NULL), COMB_IO);
    remove_folder(&folder);
}

static void test_a_new_file_has_the_usual_mode(void **state)
{
    (void)state;
    struct folder folder;
    make_folder(&folder);
    mode_t before = umask(027);
    assert_int_equal(comb_file_write(folder.file, "x", 1, NULL), COMB_OK);
    umask(before);
    struct stat status;
    assert_int_equal(stat(folder.file, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    remove_folder(&folder);
}

static void test_a_failed_write_leaves_the_old_file(void **state)
{
    (void)state;
    struct folder folder;
    make_folder(&folder);
    char inside[96];
    snprintf(inside, sizeof inside, "%s/inside", folder.file);
    assert_int_equal(comb_file_write(folder.file, "old", 3, NULL), COMB_OK);
    assert_int_equal(comb_file_write(inside, "new", 3, NULL), COMB_IO);
    assert_content(folder.file, "old", 3);
    remove_folder(&folder);
}

/* Uses a pipe of its own to represent every non-regular file: a bug must not replace a device of the machine. */
static void test_a_pipe_is_written_to_not_replaced(void **state)
{
    (void)state;
    struct folder folder;
    make_folder(&folder);
    assert_int_equal(mkfifo(folder.file, 0600), 0);
    int reader = open(folder.file, O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    assert_int_equal(comb_file_write(folder.file, "sent", 4, NULL), COMB_OK);
    char got[8];
    assert_int_equal(read(reader, got, sizeof got), 4);
    assert_memory_equal(got, "sent", 4);
    close(reader);
    struct stat status;
    assert_int_equal(stat(folder.file, &status), 0);
    assert_true(S_ISFIFO(status.st_mode));
    remove_folder(&folder);
}

enum { VERSIONS = 60, SIZE = 20000 };

struct race {
    const char *path;
    int broken;
};

/* Even indexes write a file of one letter, odd ones read it: a reader must find one whole version. */
static void write_or_read(void *payload, size_t index, unsigned worker)
{
    (void)worker;
    struct race *race = payload;
    if (index % 2 == 0) {
        char *data = malloc(SIZE);
        memset(data, 'a' + (int)(index % 26), SIZE);
        if (comb_file_write(race->path, data, SIZE, NULL) != COMB_OK)
            race->broken = 1;
        free(data);
        return;
    }
    struct comb_buf text = {0};
    if (comb_file_read(&text, race->path, SIZE, NULL) != COMB_OK || text.length != SIZE)
        race->broken = 2;
    for (size_t i = 1; i < text.length; i++)
        if (text.data[i] != text.data[0])
            race->broken = 3;
    comb_buf_free(&text);
}

static void test_a_reader_never_sees_half_a_file(void **state)
{
    (void)state;
    struct folder folder;
    make_folder(&folder);
    struct race race = {.path = folder.file};
    write_or_read(&race, 0, 0);
    comb_parallel(4, VERSIONS, write_or_read, &race);
    assert_int_equal(race.broken, 0);
    remove_folder(&folder);
}
