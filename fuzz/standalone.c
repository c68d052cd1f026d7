/* Runs a fuzz target without libFuzzer: on every file of a corpus folder, then on mutations of these files.
 *
 * The mutations come from a fixed seed, so that failures are reproducible; the clock only ends the run. When the target
 * crashes, its input is written to the file named by COMB_FUZZ_CRASH; pass that file instead of the folder to run it
 * alone. */
#define _DEFAULT_SOURCE
#include "base/buf.h"
#include "base/file.h"
#include "base/rng.h"
#include "base/vec.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv) __attribute__((weak));
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

enum { MAX_RUNS = 100000, LONGEST_INPUT = 1 << 16, LARGEST_SEED = 1 << 20, SECONDS_PER_INPUT = 60 };

/* The current input, for the signal handler. */
static const uint8_t *volatile running_data;
static volatile size_t running_size;
static const char *volatile crash_path;

static void save_input(void)
{
    if (!crash_path || !running_data)
        return;
    int fd = open(crash_path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (fd < 0)
        return;
    static const char note[] = "the input that failed is in the file named by COMB_FUZZ_CRASH\n";
    if (write(fd, running_data, running_size) < 0 || write(STDERR_FILENO, note, sizeof note - 1) < 0)
        crash_path = NULL;
    close(fd);
}

static void on_signal(int number)
{
    save_input();
    signal(number, SIG_DFL);
    raise(number);
}

static void watch_for_death(void)
{
    static const int deadly[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM, SIGTERM};
    crash_path = getenv("COMB_FUZZ_CRASH");
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
        signal(deadly[i], on_signal);
    if (__sanitizer_set_death_callback)
        __sanitizer_set_death_callback(save_input);
}

/* A copy of the exact size, so that a sanitizer detects reads past its end. */
static void run_one(const void *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy)
        return;
    if (size)
        memcpy(copy, data, size);
    running_size = size;
    running_data = copy;
    alarm(SECONDS_PER_INPUT);
    LLVMFuzzerTestOneInput(copy, size);
    alarm(0);
    running_data = NULL;
    free(copy);
}

struct corpus COMB_VEC(struct comb_buf);

static bool add_file(struct corpus *corpus, const char *path)
{
    struct comb_buf text = {0};
    struct comb_error err = {0};
    if (comb_file_read(&text, path, LARGEST_SEED, &err) != COMB_OK) {
        fprintf(stderr, "%s: %s\n", path, err.message);
        comb_buf_free(&text);
        return false;
    }
    return comb_vec_push(corpus, text);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorted by name, because the order of a folder differs between machines. */
static bool add_folder(struct corpus *corpus, const char *path)
{
    struct COMB_VEC(char *) names = {0};
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        char *name = entry->d_name[0] == '.' ? NULL : strdup(entry->d_name);
        if (name && !comb_vec_push(&names, name))
            free(name);
    }
    if (folder)
        closedir(folder);
    if (names.count > 0)
        qsort(names.items, names.count, sizeof *names.items, by_name);
    bool fine = true;
    for (size_t i = 0; i < names.count; i++) {
        struct comb_buf file = {0};
        comb_buf_printf(&file, "%s/%s", path, names.items[i]);
        fine = fine && add_file(corpus, comb_buf_text(&file));
        comb_buf_free(&file);
        free(names.items[i]);
    }
    comb_vec_free(&names);
    return fine;
}

static const struct comb_buf *any(const struct corpus *corpus, struct comb_rng *rng)
{
    return &corpus->items[comb_rng_below(rng, corpus->count)];
}

/* Bytes with a special meaning in parsers. */
static char telling_byte(struct comb_rng *rng)
{
    static const char bytes[] = "\0\t\n\r \"#$%&'()*+,-./0123456789:;<=>?@AZ[\\]^_az{|}~\x7f\x80\xc0\xe2\xf0\xff";
    return bytes[comb_rng_below(rng, sizeof bytes)];
}

/* Replaces a random slice of `text` with a random slice of `from` (both may be empty). */
static void splice(struct comb_buf *text, const struct comb_buf *from, struct comb_rng *rng)
{
    size_t start = comb_rng_below(rng, text->length + 1);
    size_t gap = comb_rng_below(rng, (text->length - start) + 1);
    size_t source = comb_rng_below(rng, from->length + 1);
    size_t length = comb_rng_below(rng, (from->length - source) + 1);
    struct comb_buf result = {0};
    comb_buf_add(&result, comb_buf_text(text), start);
    comb_buf_add(&result, comb_buf_text(from) + source, length);
    comb_buf_add(&result, comb_buf_text(text) + start + gap, text->length - start - gap);
    comb_buf_free(text);
    *text = result;
}

static void mutate(struct comb_buf *text, const struct corpus *corpus, struct comb_rng *rng)
{
    if (text->length == 0 || comb_rng_below(rng, 8) == 0) {
        splice(text, any(corpus, rng), rng);
        return;
    }
    size_t at = comb_rng_below(rng, text->length);
    switch (comb_rng_below(rng, 5)) {
    case 0:
        text->data[at] = (char)(text->data[at] ^ (1 << comb_rng_below(rng, 8)));
        break;
    case 1:
        text->data[at] = telling_byte(rng);
        break;
    case 2:
        text->data[at] = (char)comb_rng_next(rng);
        break;
    case 3:
        memmove(text->data + at, text->data + at + 1, text->length - at);
        text->length--;
        break;
    default:
        comb_buf_char(text, telling_byte(rng));
        memmove(text->data + at + 1, text->data + at, text->length - at - 1);
        text->data[at] = telling_byte(rng);
    }
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static long run_mutations(const struct corpus *corpus, double seconds)
{
    struct comb_rng rng;
    comb_rng_seed(&rng, 1);
    double end = now() + seconds;
    long runs = 0;
    for (; runs < MAX_RUNS && now() < end; runs++) {
        struct comb_buf text = {0};
        const struct comb_buf *seed = any(corpus, &rng);
        comb_buf_add(&text, comb_buf_text(seed), seed->length);
        for (uint64_t i = 0, count = 1 + comb_rng_below(&rng, 8); i < count; i++)
            mutate(&text, corpus, &rng);
        run_one(comb_buf_text(&text), text.length < LONGEST_INPUT ? text.length : LONGEST_INPUT);
        comb_buf_free(&text);
    }
    return runs;
}

static bool load(struct corpus *corpus, bool *is_folder, const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        fprintf(stderr, "%s: corpus not found\n", path);
        return false;
    }
    *is_folder = S_ISDIR(status.st_mode);
    if (!(*is_folder ? add_folder(corpus, path) : add_file(corpus, path)))
        return false;
    if (corpus->count == 0)
        fprintf(stderr, "%s: the corpus is empty\n", path);
    return corpus->count > 0;
}

static void unload(struct corpus *corpus)
{
    for (size_t i = 0; i < corpus->count; i++)
        comb_buf_free(&corpus->items[i]);
    comb_vec_free(corpus);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: %s FOLDER [SECONDS]   its files and mutations of them\n", argv[0]);
        fprintf(stderr, "       %s FILE               that file alone\n", argv[0]);
        return 2;
    }
    if (LLVMFuzzerInitialize)
        LLVMFuzzerInitialize(&argc, &argv);
    watch_for_death();
    struct corpus corpus = {0};
    bool mutations = false;
    bool fine = load(&corpus, &mutations, argv[1]);
    for (size_t i = 0; fine && i < corpus.count; i++)
        run_one(comb_buf_text(&corpus.items[i]), corpus.items[i].length);
    long runs = fine && mutations ? run_mutations(&corpus, argc > 2 ? atof(argv[2]) : 1.0) : 0;
    printf("%zu files, %ld mutations\n", corpus.count, runs);
    unload(&corpus);
    return fine ? 0 : 1;
}
