#define _POSIX_C_SOURCE 200809L
#include "base/file.h"

#include "base/draft.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The path is for messages and NULL for a stream without a name. */
static int read_all(struct comb_buf *out, FILE *stream, const char *path, size_t most, struct comb_error *err)
{
    const char *quote = path ? "'" : "";
    const char *name = path ? path : "the input";
    char chunk[16384];
    size_t total = 0;
    for (size_t got; !out->failed && (got = fread(chunk, 1, sizeof chunk, stream)) > 0;) {
        total += got;
        if (total > most)
            return comb_fail(err, COMB_BAD_INPUT, "%s%s%s is larger than %zu bytes", quote, name, quote, most);
        comb_buf_add(out, chunk, got);
    }
    if (ferror(stream))
        return comb_fail(err, COMB_IO, "cannot read %s%s%s: %s", quote, name, quote, strerror(errno));
    return out->failed ? comb_fail_memory(err) : COMB_OK;
}

int comb_stream_read(struct comb_buf *out, FILE *stream, size_t most, struct comb_error *err)
{
    return read_all(out, stream, NULL, most, err);
}

int comb_file_read(struct comb_buf *out, const char *path, size_t most, struct comb_error *err)
{
    FILE *stream = fopen(path, "rb");
    if (!stream)
        return comb_fail(err, COMB_IO, "cannot open '%s': %s", path, strerror(errno));
    int code = read_all(out, stream, path, most, err);
    fclose(stream);
    return code;
}

int comb_file_map(const void **out, size_t *length, const char *path, struct comb_error *err)
{
    *out = NULL;
    *length = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe without a writer must not stop us */
    if (fd < 0)
        return comb_fail(err, COMB_IO, "cannot open '%s': %s", path, strerror(errno));
    struct stat status;
    int code = COMB_OK;
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
        code = comb_fail(err, COMB_IO, "'%s' is not a plain file", path);
    } else if (status.st_size > 0) {
        void *data = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (data == MAP_FAILED) {
            code = comb_fail(err, COMB_IO, "cannot map '%s': %s", path, strerror(errno));
        } else {
            *out = data;
            *length = (size_t)status.st_size;
        }
    }
    close(fd);
    return code;
}

void comb_file_unmap(const void *data, size_t length)
{
    if (data)
        munmap((void *)(size_t)data, length);
}

static int write_all(int fd, const char *data, size_t length)
{
    while (length > 0) {
        ssize_t wrote = write(fd, data, length);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0)
            return -1;
        data += wrote;
        length -= (size_t)wrote;
    }
    return 0;
}

/* As readable as any other file that the user makes. */
static int write_neighbour(const char *path, const void *data, size_t length)
{
    struct comb_draft draft;
    int failure = comb_draft_write(&draft, path, data, length, 0666);
    if (failure == 0)
        failure = comb_draft_keep(&draft);
    comb_draft_free(&draft);
    return failure;
}

static int write_through(const char *path, const void *data, size_t length)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return errno;
    int failure = write_all(fd, data, length) != 0 ? errno : 0;
    if (close(fd) != 0 && !failure)
        failure = errno;
    return failure;
}

static bool is_special(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

static int tell_failure(int failure, const char *path, struct comb_error *err)
{
    if (failure == ENOMEM)
        return comb_fail_memory(err);
    return failure ? comb_fail(err, COMB_IO, "cannot write '%s': %s", path, strerror(failure)) : COMB_OK;
}

int comb_file_write(const char *path, const void *data, size_t length, struct comb_error *err)
{
    int failure = is_special(path) ? write_through(path, data, length) : write_neighbour(path, data, length);
    return tell_failure(failure, path, err);
}

/* A neighbour comes and goes. */
static int try_neighbour(const char *path)
{
    struct comb_draft draft;
    int failure = comb_draft_write(&draft, path, "", 0, 0666);
    comb_draft_free(&draft);
    return failure;
}

/* A pipe is not opened: that would wait for its reader. */
static int try_special(const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return EISDIR;
    return access(path, W_OK) == 0 ? 0 : errno;
}

int comb_file_can_write(const char *path, struct comb_error *err)
{
    return tell_failure(is_special(path) ? try_special(path) : try_neighbour(path), path, err);
}

void comb_file_stamp(struct comb_buf *out, const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0)
        comb_buf_printf(out, "%llx-%llx-%llx-%lx", (unsigned long long)status.st_ino,
                        (unsigned long long)status.st_size, (unsigned long long)status.st_mtim.tv_sec,
                        (unsigned long)status.st_mtim.tv_nsec);
}
