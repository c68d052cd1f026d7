/* Import files of arbitrary bytes: whatever is taken into a library is exported again, and that export is taken in
 * without a refusal by an empty library. The library is in memory, its tables are made once. */
#include "store/import.h"
#include "store/library_parts.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_BYTES = 4096 };

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

static void empty(void)
{
    int code = comb_sql_run(library->db, "DELETE FROM puzzles", NULL);
    assert(code == COMB_OK);
}

static void check_export(size_t kept)
{
    struct comb_import again = {0};
    struct comb_buf text = {0};
    int code = comb_library_export(&text, library, &(struct comb_library_query){.solutions = true}, NULL);
    assert(code == COMB_OK);
    empty();
    code = import(&again, comb_buf_text(&text), text.length, NULL);
    assert(code == COMB_OK && again.refused == 0 && again.kept == kept);
    comb_buf_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct comb_import first = {.source = "fuzz"};
    struct comb_error err = {0};
    if (size > MOST_BYTES)
        return 0;
    int code = import(&first, (const char *)data, size, &err);
    assert(code == COMB_OK || code == COMB_LIMIT);
    for (size_t i = 0; i < first.refused && i < COMB_IMPORT_NAMED; i++)
        assert(first.refusals[i].line > 0 && first.refusals[i].why.message[0]);
    if (first.kept > 0)
        check_export(first.kept);
    empty();
    return 0;
}
