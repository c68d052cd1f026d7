/* Measures the time from an installed Hunspell dictionary to a compiled word list: expanding, folding, compiling.
 *
 * Skips dictionaries that are not installed. The last column is the peak memory so far, over all steps. */
#define _DEFAULT_SOURCE
#include "base/file.h"
#include "engine/dict/dict.h"
#include "engine/dict/fold.h"
#include "engine/dict/language.h"
#include "engine/hunspell/hunspell.h"

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

enum { SHORTEST = 2, LONGEST = 16 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static bool ignore_word(void *payload, const char *word, size_t length)
{
    (void)payload;
    (void)word;
    (void)length;
    return true;
}

struct list {
    struct comb_fold fold;
    struct comb_buf text;
};

static bool add_line(void *payload, const char *form, size_t length)
{
    struct list *list = payload;
    char word[COMB_FOLD_MAX_BYTES + 1];
    size_t size = comb_fold_word(word, &list->fold, form, length);
    if (size) {
        word[size++] = '\n';
        comb_buf_add(&list->text, word, size);
    }
    return !list->text.failed;
}

static bool read_file(struct comb_buf *out, const char *stem, const char *ending)
{
    char path[200];
    snprintf(path, sizeof path, "/usr/share/hunspell/%s.%s", stem, ending);
    return comb_file_read(out, path, COMB_HUNSPELL_MAX_DIC, NULL) == COMB_OK;
}

static void measure_language(const struct comb_language *language, const struct comb_hunspell_files *files)
{
    struct comb_hunspell_options options = {.capitals = language->capitals, .letters_only = true};
    struct comb_dict_meta meta = {.alphabet = language->alphabet, .language = language->code};
    struct comb_hunspell_report forms;
    struct comb_dict_report words;
    struct comb_error err = {0};
    struct list list = {.text.limit = (size_t)1 << 30};
    struct comb_buf dict = {.limit = (size_t)1 << 30};
    comb_fold_init(&list.fold, language->kept, SHORTEST, LONGEST);
    double start = now();
    int code = comb_hunspell_expand(&forms, files, &options, ignore_word, NULL, NULL, &err);
    double expanded = now();
    if (code == COMB_OK)
        code = comb_hunspell_expand(NULL, files, &options, add_line, NULL, &list, &err);
    double folded = now();
    if (code == COMB_OK)
        code = comb_dict_compile(&dict, &words, comb_buf_text(&list.text), list.text.length, &meta, &err);
    double compiled = now();
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    if (code == COMB_OK)
        printf("%-10s %8zu %9zu %8.2f %8.2f %8.2f %9zu %9ld\n", language->code, forms.forms, words.words,
               expanded - start, folded - expanded, compiled - folded, dict.length / 1024, usage.ru_maxrss / 1024);
    else
        printf("%-10s line %u: %s\n", language->code, err.line, err.message);
    comb_buf_free(&list.text);
    comb_buf_free(&dict);
}

int main(void)
{
    printf("%-10s %8s %9s %8s %8s %8s %9s %9s\n", "language", "forms", "words", "expand s", "+fold s", "compile s",
           "dict KiB", "peak MiB");
    for (size_t i = 0; comb_language_at(i); i++) {
        const struct comb_language *language = comb_language_at(i);
        struct comb_buf aff = {0};
        struct comb_buf dic = {0};
        if (!comb_language_is_embedded(language) && read_file(&aff, language->stems[0], "aff") &&
            read_file(&dic, language->stems[0], "dic")) {
            struct comb_hunspell_files files = {aff.data, aff.length, dic.data, dic.length};
            measure_language(language, &files);
        }
        comb_buf_free(&aff);
        comb_buf_free(&dic);
    }
    return 0;
}
