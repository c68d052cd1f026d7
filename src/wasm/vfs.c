/* SQLite's files through Module.files, an object whose functions return at once: in a page they work on files of the
 * browser's private file system (OPFS), under node on memory.
 *
 *     open(name)                   returns a number from 1; 0: failed
 *     size(file), truncate(file, size), flush(file)
 *     read(file, bytes, offset)    returns the number of bytes read
 *     write(file, bytes, offset)
 *
 * Files are opened beforehand by their owner, so nothing is created or deleted here: a file of length 0 counts as
 * absent, and deleting one truncates it. The owner is the only user of the files, so locks succeed at once. There is no
 * shared memory and so no write-ahead log: SQLite keeps a rollback journal. */
#define _DEFAULT_SOURCE /* getentropy */
#include <emscripten.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct file {
    sqlite3_file base; /* first: SQLite sees only this */
    int number;
};

EM_JS(int, js_open, (const char *name), { return Module.files.open(UTF8ToString(name)); })
EM_JS(int, js_read, (int file, void *to, int length, double offset),
      { return Module.files.read(file, HEAPU8.subarray(to, to + length), offset); })
EM_JS(int, js_write, (int file, const void *from, int length, double offset),
      { return Module.files.write(file, HEAPU8.subarray(from, from + length), offset); })
EM_JS(int, js_truncate, (int file, double size), { return Module.files.truncate(file, size); })
EM_JS(int, js_flush, (int file), { return Module.files.flush(file); })
EM_JS(double, js_size, (int file), { return Module.files.size(file); })

static int number_of(sqlite3_file *file)
{
    return ((struct file *)(void *)file)->number;
}

/* The name without its folder. */
static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int vfs_close(sqlite3_file *file)
{
    (void)file;
    return SQLITE_OK;
}

static int vfs_read(sqlite3_file *file, void *to, int length, sqlite3_int64 offset)
{
    int got = js_read(number_of(file), to, length, (double)offset);
    if (got == length)
        return SQLITE_OK;
    if (got < 0)
        return SQLITE_IOERR_READ;
    memset((char *)to + got, 0, (size_t)(length - got));
    return SQLITE_IOERR_SHORT_READ;
}

static int vfs_write(sqlite3_file *file, const void *from, int length, sqlite3_int64 offset)
{
    return js_write(number_of(file), from, length, (double)offset) ? SQLITE_OK : SQLITE_FULL;
}

static int vfs_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    return js_truncate(number_of(file), (double)size) ? SQLITE_OK : SQLITE_IOERR_TRUNCATE;
}

static int vfs_sync(sqlite3_file *file, int flags)
{
    (void)flags;
    return js_flush(number_of(file)) ? SQLITE_OK : SQLITE_IOERR_FSYNC;
}

static int vfs_size(sqlite3_file *file, sqlite3_int64 *size)
{
    *size = (sqlite3_int64)js_size(number_of(file));
    return *size >= 0 ? SQLITE_OK : SQLITE_IOERR_FSTAT;
}

static int vfs_lock(sqlite3_file *file, int level)
{
    (void)file;
    (void)level;
    return SQLITE_OK;
}

static int vfs_is_reserved(sqlite3_file *file, int *reserved)
{
    (void)file;
    *reserved = 0;
    return SQLITE_OK;
}

static int vfs_file_control(sqlite3_file *file, int operation, void *argument)
{
    (void)file;
    (void)operation;
    (void)argument;
    return SQLITE_NOTFOUND;
}

static int vfs_sector_size(sqlite3_file *file)
{
    (void)file;
    return 4096;
}

static int vfs_characteristics(sqlite3_file *file)
{
    (void)file;
    return SQLITE_IOCAP_UNDELETABLE_WHEN_OPEN;
}

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags)
{
    static const sqlite3_io_methods methods = {
        .iVersion = 1,
        .xClose = vfs_close,
        .xRead = vfs_read,
        .xWrite = vfs_write,
        .xTruncate = vfs_truncate,
        .xSync = vfs_sync,
        .xFileSize = vfs_size,
        .xLock = vfs_lock,
        .xUnlock = vfs_lock,
        .xCheckReservedLock = vfs_is_reserved,
        .xFileControl = vfs_file_control,
        .xSectorSize = vfs_sector_size,
        .xDeviceCharacteristics = vfs_characteristics,
    };
    struct file *opened = (struct file *)(void *)file;
    (void)vfs;
    opened->number = name ? js_open(base_name(name)) : 0;
    opened->base.pMethods = opened->number ? &methods : NULL;
    if (out_flags)
        *out_flags = flags;
    return opened->number ? SQLITE_OK : SQLITE_CANTOPEN;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    (void)vfs;
    int file = js_open(base_name(name));
    if (!file || js_size(file) <= 0)
        return SQLITE_IOERR_DELETE_NOENT;
    return js_truncate(file, 0) && (!sync || js_flush(file)) ? SQLITE_OK : SQLITE_IOERR_DELETE;
}

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *result)
{
    (void)vfs;
    (void)flags;
    int file = js_open(base_name(name));
    *result = file && js_size(file) > 0;
    return SQLITE_OK;
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *name, int size, char *out)
{
    (void)vfs;
    size_t length = strlen(name);
    if (length >= (size_t)size)
        return SQLITE_CANTOPEN;
    memcpy(out, name, length + 1);
    return SQLITE_OK;
}

static int vfs_random(sqlite3_vfs *vfs, int length, char *out)
{
    (void)vfs;
    return getentropy(out, (size_t)length) == 0 ? length : 0;
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds)
{
    (void)vfs;
    return microseconds; /* nobody to wait for */
}

static int vfs_time(sqlite3_vfs *vfs, double *days)
{
    (void)vfs;
    *days = 2440587.5 + (double)time(NULL) / 86400;
    return SQLITE_OK;
}

int sqlite3_os_init(void)
{
    static sqlite3_vfs vfs = {
        .iVersion = 1,
        .szOsFile = sizeof(struct file),
        .mxPathname = 512,
        .zName = "files",
        .xOpen = vfs_open,
        .xDelete = vfs_delete,
        .xAccess = vfs_access,
        .xFullPathname = vfs_full_path,
        .xRandomness = vfs_random,
        .xSleep = vfs_sleep,
        .xCurrentTime = vfs_time,
    };
    return sqlite3_vfs_register(&vfs, 1);
}

int sqlite3_os_end(void)
{
    return SQLITE_OK;
}
