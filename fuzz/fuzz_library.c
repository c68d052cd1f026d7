/* Library files from arbitrary bytes: rejected with a message, or read without errors.
 *
 * The bytes never reach a disk: SQLite opens a database in memory, and an extension that it calls for every new
 * connection replaces its content with the bytes. A file in WAL mode needs shared memory, which a database in memory
 * lacks, so its header is changed to rollback mode.
 *
 * SQLite allocates from one block that is freed as a whole after each run: a run has some thousand allocations, and the
 * allocator of the address sanitizer would take most of its time. Unused bytes of the block are poisoned, so that reads
 * past the end of a text are still detected. */
#include "store/library.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdalign.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define COMB_FUZZ_POISON
#endif
#endif
#if defined(COMB_FUZZ_POISON) || defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#define POISON(start, size) ASAN_POISON_MEMORY_REGION(start, size)
#define UNPOISON(start, size) ASAN_UNPOISON_MEMORY_REGION(start, size)
#else
#define POISON(start, size) ((void)(start), (void)(size))
#define UNPOISON(start, size) ((void)(start), (void)(size))
#endif

/* The allocator is called thousands of times per run, and its branches tell the fuzzer nothing about the input. */
#ifdef __clang__
#define NO_COVERAGE __attribute__((no_sanitize("coverage")))
#else
#define NO_COVERAGE
#endif

enum { MAX_BYTES = 8 << 10, WRITE_VERSION = 18, READ_VERSION = 19, WAL = 2, ROLLBACK = 1 };

/* ---- memory for SQLite ---- */

enum { BLOCK = 64 << 20, GAP = 16, ALIGN = 16 };

static struct {
    alignas(ALIGN) unsigned char bytes[BLOCK];
    size_t used, permanent; /* `permanent`: allocations that outlive a run */
} block;

/* The size of an allocation is stored in front of it. */
NO_COVERAGE static int size_of(void *memory)
{
    int size;
    memcpy(&size, (unsigned char *)memory - GAP, sizeof size);
    return size;
}

NO_COVERAGE static void *allocate(int size)
{
    size_t whole = ((size_t)size + ALIGN - 1) / ALIGN * ALIGN + GAP + ALIGN;
    if (size <= 0 || whole > BLOCK - block.used)
        return NULL;
    unsigned char *memory = block.bytes + block.used + GAP;
    block.used += whole;
    UNPOISON(memory - GAP, sizeof size);
    memcpy(memory - GAP, &size, sizeof size);
    UNPOISON(memory, (size_t)size);
    return memory;
}

NO_COVERAGE static void release(void *memory)
{
    POISON(memory, (size_t)size_of(memory));
}

NO_COVERAGE static void *reallocate(void *old, int size)
{
    int before = size_of(old);
    if (size <= before)
        return old;
    void *memory = allocate(size);
    if (memory) {
        memcpy(memory, old, (size_t)before);
        release(old);
    }
    return memory;
}

static int round_up(int size)
{
    return size;
}

static int start_memory(void *payload)
{
    (void)payload;
    POISON(block.bytes, (size_t)BLOCK);
    return SQLITE_OK;
}

static void stop_memory(void *payload)
{
    (void)payload;
}

/* ---- the input as a database ---- */

/* The content of the next connection; static, because extensions get no payload. */
static struct {
    const uint8_t *data;
    size_t size;
} input;

static int load_input(sqlite3 *db, const char **message, const void *api)
{
    unsigned char *copy = sqlite3_malloc64(input.size + 1);
    (void)message;
    (void)api;
    assert(copy);
    memcpy(copy, input.data, input.size);
    if (input.size > READ_VERSION && copy[READ_VERSION] == WAL)
        copy[WRITE_VERSION] = copy[READ_VERSION] = ROLLBACK;
    return sqlite3_deserialize(db, "main", copy, (sqlite3_int64)input.size, (sqlite3_int64)input.size,
                               SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const sqlite3_mem_methods memory = {allocate, release,      reallocate,  size_of,
                                               round_up, start_memory, stop_memory, NULL};
    (void)argc;
    (void)argv;
    int code = sqlite3_config(SQLITE_CONFIG_MALLOC, &memory);
    if (code == SQLITE_OK)
        code = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    if (code == SQLITE_OK)
        code = sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
    if (code == SQLITE_OK)
        code = sqlite3_initialize();
    if (code == SQLITE_OK)
        code = sqlite3_auto_extension((void (*)(void))load_input);
    assert(code == SQLITE_OK);
    block.permanent = block.used;
    return 0;
}

/* One query per input, chosen by its length: all four would take four times as long. */
static void read_one(struct comb_library *library)
{
    json_t *found = NULL;
    switch (input.size % 4) {
    case 0:
        comb_library_search(&found, library, &(struct comb_library_query){.text = "a"}, NULL);
        break;
    case 1:
        comb_library_show(&found, library, 1, true, NULL);
        break;
    case 2:
        comb_library_duplicates(&found, library, NULL);
        break;
    default:
        comb_library_count(&found, library, NULL);
    }
    json_decref(found);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct comb_library *library;
    struct comb_error err = {0};
    if (size == 0 || size > MAX_BYTES)
        return 0;
    input.data = data;
    input.size = size;
    if (comb_library_open(&library, ":memory:", &err) == COMB_OK) {
        read_one(library);
        comb_library_close(library);
    } else {
        assert(err.message[0]);
    }
    POISON(block.bytes + block.permanent, block.used - block.permanent);
    block.used = block.permanent;
    return 0;
}
