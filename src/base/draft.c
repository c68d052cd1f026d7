#define _POSIX_C_SOURCE 200809L
#include "base/draft.h"

#include "base/platform.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- names: FILE.PROCESS-NANOSECONDS.tmp, both numbers hexadecimal ---- */

static const char SUFFIX[] = ".tmp";

static void make_name(struct comb_draft *draft)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    comb_buf_clear(&draft->name);
    comb_buf_printf(&draft->name, "%s.%lx-%lx%s", comb_buf_text(&draft->path), (unsigned long)getpid(),
                    (unsigned long)now.tv_nsec, SUFFIX);
}

static size_t hex_digits(const char *text)
{
    return strspn(text, "0123456789abcdef");
}

/* Whether a directory entry is a draft of `file`, or of any file if `file` is NULL. */
static bool is_draft(const char *entry, const char *file)
{
    size_t length = strlen(entry), numbers = length;
    for (int dots = 0; numbers > 0 && dots < 2; dots += entry[numbers] == '.')
        numbers--;
    if (file && (strlen(file) != numbers || strncmp(entry, file, numbers) != 0))
        return false;
    const char *rest = entry + numbers + 1;
    size_t process = numbers > 0 ? hex_digits(rest) : 0;
    if (process == 0 || rest[process] != '-')
        return false;
    rest += process + 1;
    size_t nanoseconds = hex_digits(rest);
    return nanoseconds > 0 && strcmp(rest + nanoseconds, SUFFIX) == 0;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* ---- sweeping ---- */

static bool is_same_file(int folder, const char *entry, const struct stat *status)
{
    struct stat now;
    return fstatat(folder, entry, &now, AT_SYMLINK_NOFOLLOW) == 0 && now.st_ino == status->st_ino &&
           now.st_dev == status->st_dev;
}

/* The writer may have renamed the file before we got the lock: remove it only if the entry is still that file. */
static void sweep_entry(int folder, const char *entry)
{
    struct stat status;
    int file = openat(folder, entry, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && comb_lock_file(file, false) == 0 &&
        is_same_file(folder, entry, &status))
        unlinkat(folder, entry, 0);
    close(file);
}

void comb_draft_sweep(const char *folder, const char *path)
{
    DIR *entries = opendir(folder);
    if (!entries)
        return;
    for (const struct dirent *entry; (entry = readdir(entries));)
        if (is_draft(entry->d_name, path ? base_name(path) : NULL))
            sweep_entry(dirfd(entries), entry->d_name);
    closedir(entries);
}

static void folder_of(struct comb_buf *out, const char *path)
{
    size_t length = (size_t)(base_name(path) - path);
    comb_buf_add(out, length > 0 ? path : "./", length > 0 ? length : 2);
}

static void sweep_neighbours(const char *path)
{
    struct comb_buf folder = {0};
    folder_of(&folder, path);
    if (!folder.failed)
        comb_draft_sweep(folder.data, path);
    comb_buf_free(&folder);
}

/* ---- writing ---- */

/* Another program may sweep the draft between its creation and its lock. The file then has no name any more and the
 * caller tries the next name. Where files cannot be locked, sweeping does nothing. */
static bool lock_draft(int file)
{
    struct stat status;
    comb_lock_file(file, true);
    return fstat(file, &status) == 0 && status.st_nlink > 0;
}

static int open_draft(struct comb_draft *draft, mode_t mode)
{
    enum { MAX_TRIES = 100 };
    errno = EEXIST;
    for (int i = 0; i < MAX_TRIES && !draft->open && errno == EEXIST; i++) {
        make_name(draft);
        if (draft->name.failed)
            return ENOMEM;
        draft->file = open(draft->name.data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        draft->open = draft->file >= 0 && lock_draft(draft->file);
        if (draft->file >= 0 && !draft->open) {
            close(draft->file);
            errno = EEXIST;
        }
    }
    return draft->open ? 0 : errno;
}

int comb_write_all(int file, const void *data, size_t length)
{
    for (const char *at = data; length > 0;) {
        ssize_t wrote = write(file, at, length);
        if (wrote < 0 && errno != EINTR)
            return errno;
        if (wrote > 0) {
            at += wrote;
            length -= (size_t)wrote;
        }
    }
    return 0;
}

static void close_draft(struct comb_draft *draft)
{
    if (draft->open)
        close(draft->file);
    draft->open = false;
}

static void discard_draft(struct comb_draft *draft)
{
    if (draft->open)
        unlink(draft->name.data);
    close_draft(draft);
}

int comb_draft_write(struct comb_draft *draft, const char *path, const void *data, size_t length, mode_t mode)
{
    *draft = (struct comb_draft){0};
    comb_buf_str(&draft->path, path);
    if (draft->path.failed)
        return ENOMEM;
    sweep_neighbours(path);
    int failure = open_draft(draft, mode);
    if (failure == 0)
        failure = comb_write_all(draft->file, data, length);
    if (failure == 0 && fsync(draft->file) != 0)
        failure = errno;
    if (failure != 0)
        discard_draft(draft);
    return failure;
}

/* A rename is durable once its directory is flushed. Some file systems cannot flush directories; that is ignored. */
static void flush_folder(const char *path)
{
    struct comb_buf folder = {0};
    folder_of(&folder, path);
    int file = folder.failed ? -1 : open(folder.data, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file >= 0) {
        fsync(file);
        close(file);
    }
    comb_buf_free(&folder);
}

int comb_draft_commit(struct comb_draft *draft)
{
    int failure = rename(draft->name.data, draft->path.data) == 0 ? 0 : errno;
    if (failure != 0) {
        discard_draft(draft);
        return failure;
    }
    close_draft(draft);
    flush_folder(draft->path.data);
    return 0;
}

/* Without hard links, checking first is the best we can do. */
int comb_draft_create(struct comb_draft *draft)
{
    int failure = link(draft->name.data, draft->path.data) == 0 ? 0 : errno;
    if ((failure == EPERM || failure == EOPNOTSUPP || failure == ENOSYS) && access(draft->path.data, F_OK) != 0)
        return comb_draft_commit(draft);
    discard_draft(draft);
    if (failure == 0)
        flush_folder(draft->path.data);
    return failure;
}

void comb_draft_free(struct comb_draft *draft)
{
    discard_draft(draft);
    comb_buf_free(&draft->path);
    comb_buf_free(&draft->name);
}
