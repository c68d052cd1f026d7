/* State files of `comb best` from arbitrary bytes: rejected with a message, or resumed to an answer that the verifier
 * confirms. If the bytes are a JSON object, the description of this search is inserted, so that the fuzzer gets past
 * that check. */
#define _XOPEN_SOURCE 700
#include "core/run.h"
#include "scratch.h"

#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_BYTES = 2048 };

static struct comb_context *context;
static struct comb_params params;
static json_t *search; /* the description of the search in a state file */

static void set_option(const char *name, const char *value)
{
    int code = comb_params_set(&params, comb_option_find(comb_game_find("hexhunt")->options, name), value, NULL);
    assert(code == COMB_OK);
}

static int run_search(struct comb_error *err)
{
    json_t *found = NULL;
    struct comb_job *job = NULL;
    struct comb_job_setup setup = {.context = context, .threads = 1, .seed = 1, .time_limit = 5};
    int code = comb_job_new(&job, &setup, err);
    if (code == COMB_OK)
        code = comb_run_best(&found, comb_game_find("hexhunt"), job, &params, err);
    json_decref(found);
    comb_job_free(job);
    return code;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const char words[] = "STAR\nTAR\nRAT\nART\nTARS\nRATS\nARTS\nSEAR\nEAR\nEARS\n";
    struct comb_buf state = {0};
    json_t *root = NULL;
    (void)argc;
    (void)argv;
    scratch_make();
    scratch_write("words", words, sizeof words - 1);
    set_option("words", scratch_path("words"));
    set_option("state", scratch_path("state"));
    set_option("fix", "T?/E?R/SA");
    set_option("letters", "AS");
    set_option("keep", "3");
    int code = comb_context_new(&context, NULL);
    if (code == COMB_OK)
        code = run_search(NULL);
    if (code == COMB_OK)
        code = comb_file_read(&state, scratch_path("state"), 1 << 20, NULL);
    if (code == COMB_OK)
        code = comb_json_parse(&root, comb_buf_text(&state), state.length, NULL);
    search = json_incref(json_object_get(root, "search"));
    assert(code == COMB_OK && search);
    json_decref(root);
    comb_buf_free(&state);
    return 0;
}

static void resume(const char *text, size_t length)
{
    struct comb_error err = {0};
    scratch_write("state", text, length);
    int code = run_search(&err);
    assert(code == COMB_OK || (code == COMB_BAD_INPUT && err.message[0]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_t *state = NULL;
    struct comb_buf text = {0};
    if (size > MAX_BYTES)
        return 0;
    if (comb_json_parse(&state, (const char *)data, size, NULL) == COMB_OK && json_is_object(state)) {
        json_object_set(state, "search", search);
        comb_json_print(&text, state);
        resume(comb_buf_text(&text), text.length);
    } else {
        resume((const char *)data, size);
    }
    json_decref(state);
    comb_buf_free(&text);
    return 0;
}
