#define _POSIX_C_SOURCE 200809L
#include "base/file.h"

#include "base/draft.h"
#include "base/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* `path` is used in messages; NULL for a stream without a name. */
static int read_all(struct comb_buf *out, FILE *stream, const char *path, size_t max, struct comb_error *err)
{
    const char *quote = path ? "'" : "";
    const char *name = path ? path : "the input";
    char chunk[16384];
    size_t total = 0;
    for (size_t got; !out->failed && (got = fread(chunk, 1, sizeof chunk, stream)) > 0;) {
        total += got;
        if (total > max)
            return comb_fail(err, COMB_BAD_INPUT, "%s%s%s is larger than %zu bytes", quote, name, quote, max);
        comb_buf_add(out, chunk, got);
    }
    if (ferror(stream))
        return comb_fail(err, COMB_IO, "cannot read %s%s%s: %s", quote, name, quote, strerror(errno));
    return out->failed ? comb_fail_memory(err) : COMB_OK;
}

int comb_stream_read(struct comb_buf *out, FILE *stream, size_t max, struct comb_error *err)
{
    return read_all(out, stream, NULL, max, err);
}

int comb_file_read(struct comb_buf *out, const char *path, size_t max, struct comb_error *err)
{
    FILE *stream = fopen(path, "rb");
    if (!stream)
        return comb_fail(err, COMB_IO, "cannot open '%s': %s", path, strerror(errno));
    int code = read_all(out, stream, path, max, err);
    fclose(stream);
    return code;
}

int comb_file_map(const void **out, size_t *length, const char *path, struct comb_error *err)
{
    *out = NULL;
    *length = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* do not block on a pipe without a writer */
    if (fd < 0)
        return comb_fail(err, COMB_IO, "cannot open '%s': %s", path, strerror(errno));
    struct stat status;
    int code = COMB_OK;
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
        code = comb_fail(err, COMB_IO, "'%s' is not a regular file", path);
    } else if (status.st_size > 0) {
        *out = comb_map_file(fd, (size_t)status.st_size);
        if (*out)
            *length = (size_t)status.st_size;
        else
            code = comb_fail(err, COMB_IO, "cannot map '%s': %s", path, strerror(errno));
    }
    close(fd);
    return code;
}

void comb_file_unmap(const void *data, size_t length)
{
    comb_unmap_file(data, length);
}

/* Creates the file with the default permissions. */
static int write_draft(const char *path, const void *data, size_t length)
{
    struct comb_draft draft;
    int failure = comb_draft_write(&draft, path, data, length, 0666);
    if (failure == 0)
        failure = comb_draft_commit(&draft);
    comb_draft_free(&draft);
    return failure;
}

static int write_in_place(const char *path, const void *data, size_t length)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return errno;
    int failure = comb_write_all(fd, data, length);
    if (close(fd) != 0 && !failure)
        failure = errno;
    return failure;
}

static bool is_not_regular(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

static int report_write_failure(int failure, const char *path, struct comb_error *err)
{
    if (failure == ENOMEM)
        return comb_fail_memory(err);
    return failure ? comb_fail(err, COMB_IO, "cannot write '%s': %s", path, strerror(failure)) : COMB_OK;
}

int comb_file_write(const char *path, const void *data, size_t length, struct comb_error *err)
{
    int failure = is_not_regular(path) ? write_in_place(path, data, length) : write_draft(path, data, length);
    return report_write_failure(failure, path, err);
}

/* Writes an empty draft and removes it. */
static int try_draft(const char *path)
{
    struct comb_draft draft;
    int failure = comb_draft_write(&draft, path, "", 0, 0666);
    comb_draft_free(&draft);
    return failure;
}

/* Does not open a pipe: that would wait for its reader. */
static int try_in_place(const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return EISDIR;
    return access(path, W_OK) == 0 ? 0 : errno;
}

int comb_file_can_write(const char *path, struct comb_error *err)
{
    return report_write_failure(is_not_regular(path) ? try_in_place(path) : try_draft(path), path, err);
}

void comb_file_stamp(struct comb_buf *out, const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0)
        comb_buf_printf(out, "%llx-%llx-%llx-%lx", (unsigned long long)status.st_ino,
                        (unsigned long long)status.st_size, (unsigned long long)status.st_mtim.tv_sec,
                        (unsigned long)status.st_mtim.tv_nsec);
}
