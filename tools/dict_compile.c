/* comb-dict: compiles a word list into a dictionary during the build. */
#define _POSIX_C_SOURCE 200809L
#include "base/file.h"
#include "engine/dict/dict.h"

#include <getopt.h>
#include <stdio.h>

static const char usage[] = "usage: comb-dict LIST.txt OUT.dict [--language CODE] [--title TEXT] [--source TEXT]\n"
                            "                 [--licence TEXT] [--alphabet LETTERS]\n";

enum { MAX_LIST_BYTES = 1 << 30 };

static int compile(const char *from, const char *to, const struct comb_dict_meta *meta, struct comb_error *err)
{
    struct comb_buf list = {.limit = MAX_LIST_BYTES};
    struct comb_buf dict = {.limit = MAX_LIST_BYTES};
    struct comb_dict_report report = {0};
    int code = comb_file_read(&list, from, MAX_LIST_BYTES - 1, err);
    if (code == COMB_OK)
        code = comb_dict_compile(&dict, &report, comb_buf_text(&list), list.length, meta, err);
    if (code == COMB_OK)
        code = comb_file_write(to, dict.data, dict.length, err);
    if (code == COMB_OK)
        fprintf(stderr, "%s: %zu words, %zu bytes, %zu duplicates, %zu skipped", to, report.words, dict.length,
                report.duplicates, report.skipped);
    if (code == COMB_OK && report.skipped > 0)
        fprintf(stderr, " (first in line %zu)", report.first_skipped_line);
    if (code == COMB_OK)
        fputc('\n', stderr);
    comb_buf_free(&list);
    comb_buf_free(&dict);
    return code;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"language", required_argument, NULL, 'l'}, {"title", required_argument, NULL, 't'},
        {"source", required_argument, NULL, 's'},   {"licence", required_argument, NULL, 'c'},
        {"alphabet", required_argument, NULL, 'a'}, {0}};
    struct comb_dict_meta meta = {0};
    for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        switch (option) {
        case 'l':
            meta.language = optarg;
            break;
        case 't':
            meta.title = optarg;
            break;
        case 's':
            meta.source = optarg;
            break;
        case 'c':
            meta.licence = optarg;
            break;
        case 'a':
            meta.alphabet = optarg;
            break;
        default:
            fputs(usage, stderr);
            return COMB_BAD_INPUT;
        }
    }
    if (argc - optind != 2) {
        fputs(usage, stderr);
        return COMB_BAD_INPUT;
    }
    struct comb_error err = {0};
    int code = compile(argv[optind], argv[optind + 1], &meta, &err);
    if (code != COMB_OK)
        fprintf(stderr, "comb-dict: %s\n", err.message);
    return code;
}
