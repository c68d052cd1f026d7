/* Import files from arbitrary bytes: everything imported must be exported again, and an empty library must import that
 * export without rejections. The library is in memory; its tables are created once. */
#include "store/import.h"
#include "store/library_parts.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_BYTES = 4096 };

static struct comb_context *context;
static struct comb_library *library;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    int code = comb_context_new(&context, NULL);
    if (code == COMB_OK)
        code = comb_library_open(&library, ":memory:", NULL);
    assert(code == COMB_OK);
    return 0;
}

static int import(struct comb_import *import, const char *text, size_t length, struct comb_error *err)
{
    int code = comb_job_new(&import->job, &(struct comb_job_setup){.context = context, .time_limit = 5}, err);
    if (code == COMB_OK)
        code = comb_library_import(import, library, text, length, err);
    comb_job_free(import->job);
    return code;
}

static void delete_all(void)
{
    int code = comb_sql_run(library->db, "DELETE FROM puzzles", NULL);
    assert(code == COMB_OK);
}

static void check_export(size_t saved)
{
    struct comb_import again = {0};
    struct comb_buf text = {0};
    int code = comb_library_export(&text, library, &(struct comb_library_query){.solutions = true}, NULL);
    assert(code == COMB_OK);
    delete_all();
    code = import(&again, comb_buf_text(&text), text.length, NULL);
    assert(code == COMB_OK && again.refused == 0 && again.saved == saved);
    comb_buf_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct comb_import first = {.source = "fuzz"};
    struct comb_error err = {0};
    if (size > MAX_BYTES)
        return 0;
    int code = import(&first, (const char *)data, size, &err);
    assert(code == COMB_OK || code == COMB_LIMIT);
    for (size_t i = 0; i < first.refused && i < COMB_IMPORT_MAX_REFUSALS; i++)
        assert(first.refusals[i].line > 0 && first.refusals[i].error.message[0]);
    if (first.saved > 0)
        check_export(first.saved);
    delete_all();
    return 0;
}
