#define _POSIX_C_SOURCE 200809L
#include "base/platform.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Creates a temporary file with five bytes. */
static int open_scratch(char path[32])
{
    strcpy(path, "/tmp/comb-platform-XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, "hello", 5), 5);
    return file;
}

static void test_a_lock_excludes_whoever_opened_the_file_too(void **state)
{
    char path[32];
    (void)state;
    int first = open_scratch(path), second = open(path, O_RDWR);
    assert_int_equal(comb_lock_file(first, true), 0);
    assert_int_equal(comb_lock_file(second, false), EWOULDBLOCK);
    close(first);
    assert_int_equal(comb_lock_file(second, false), 0);
    close(second);
    unlink(path);
    assert_int_equal(comb_lock_file(-1, true), EBADF);
}

static void test_a_mapped_file_shows_its_bytes(void **state)
{
    char path[32];
    (void)state;
    int file = open_scratch(path);
    const void *data = comb_map_file(file, 5);
    assert_non_null(data);
    close(file);
    unlink(path);
    assert_memory_equal(data, "hello", 5);
    comb_unmap_file(data, 5);
    comb_unmap_file(NULL, 0);
    assert_null(comb_map_file(-1, 5));
}

static void test_random_bytes_differ(void **state)
{
    unsigned char a[32] = {0}, b[32] = {0};
    (void)state;
    assert_int_equal(comb_random_bytes(a, sizeof a), 0);
    assert_int_equal(comb_random_bytes(b, sizeof b), 0);
    assert_memory_not_equal(a, b, sizeof a);
}

static void test_the_program_knows_its_path(void **state)
{
    char path[4096], little[4];
    (void)state;
    assert_true(comb_program_path(path, sizeof path));
    assert_non_null(strstr(path, "test_unit_base_platform"));
    assert_false(comb_program_path(little, sizeof little));
}

static void test_memory_in_use_grows_with_what_is_touched(void **state)
{
    enum { BYTES = 64 << 20 };
    (void)state;
    size_t before = comb_resident_bytes();
    char *block = malloc(BYTES);
    assert_non_null(block);
    memset(block, 1, BYTES);
    assert_true(before > 0);
    assert_true(comb_resident_bytes() > before + BYTES / 2);
    free(block);
}
