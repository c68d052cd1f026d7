/* The texts that comb.h parses itself: an answer for comb_solution_read (if the bytes start with {), or the query of a
 * request for comb_request_run. Both give a result or an error with a message. */
#include "comb.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_BYTES = 4096 };

static struct comb_context *context;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    int code = comb_open(&context, NULL);
    if (code == COMB_OK)
        code = comb_open_library(context, ":memory:", NULL);
    assert(code == COMB_OK);
    return 0;
}

/* Everything that the solution promises can be read. */
static size_t sum_solution(const struct comb_solution *solution)
{
    size_t sum = strlen(solution->game);
    for (size_t i = 0; i < solution->word_count; i++) {
        sum += strlen(solution->words[i].text);
        for (size_t k = 0; k < solution->words[i].cell_count; k++)
            sum += solution->words[i].cells[k];
    }
    for (size_t i = 0; i < solution->step_count; i++)
        sum += strlen(solution->steps[i].reason) + solution->steps[i].cell_count;
    for (size_t i = 0; i < solution->cell_count; i++)
        sum += (size_t)solution->cells[i].x + (size_t)solution->cells[i].blue;
    for (size_t i = 0; i < solution->path_length; i++)
        sum += (size_t)solution->path[i].y;
    return sum;
}

static void read_solution(const char *text)
{
    struct comb_error err = {0};
    struct comb_solution *solution = NULL;
    volatile size_t sum = 0;
    if (comb_solution_read(&solution, text, &err) == COMB_OK)
        sum = sum_solution(solution);
    else
        assert(!solution && err.message[0]);
    (void)sum;
    comb_solution_free(solution);
}

static void run_request(const char *query)
{
    char path[MAX_BYTES + 16];
    struct comb_error err = {0};
    char *reply = NULL;
    size_t length = 0;
    snprintf(path, sizeof path, "/api/library?%s", query);
    if (comb_request_run(&reply, &length, context, "GET", path, NULL, 0, &err) == COMB_OK)
        assert(strlen(reply) == length);
    else
        assert(!reply && length == 0 && err.message[0]);
    comb_text_free(reply);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > MAX_BYTES)
        return 0;
    char *text = calloc(size + 1, 1);
    assert(text);
    if (size > 0)
        memcpy(text, data, size);
    if (text[0] == '{')
        read_solution(text);
    else
        run_request(text);
    free(text);
    return 0;
}
