/* Unit records as the prover reads them when it resumes or merges (--merge): lines from arbitrary bytes with correct
 * checksums. Lines that are not records are counted and ignored; the others give a result or a message.
 * fuzz_certificate.c tests how the checker reads the same files. */
#define _XOPEN_SOURCE 700
#include "core/run.h"
#include "proof/check/text.h"
#include "scratch.h"

#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_BYTES = 1024, SUM_DIGITS = 16 };

static struct comb_context *context;
static struct comb_params params;
static char header_sum[SUM_DIGITS + 1];

static void set_option(const char *name, const char *value)
{
    int code = comb_params_set(&params, comb_option_find(comb_game_find("hexhunt")->options, name), value, NULL);
    assert(code == COMB_OK);
}

static int run_merge(struct comb_error *err)
{
    json_t *found = NULL;
    struct comb_job *job = NULL;
    struct comb_job_setup setup = {.context = context, .threads = 1, .seed = 1, .time_limit = 10};
    int code = comb_job_new(&job, &setup, err);
    if (code == COMB_OK)
        code = comb_run_prove(&found, comb_game_find("hexhunt"), job, &params, err);
    json_decref(found);
    comb_job_free(job);
    return code;
}

static void take_header_sum(void)
{
    struct comb_buf header = {0};
    int code = comb_file_read(&header, scratch_path("proof/header.txt"), 1 << 20, NULL);
    const char *sum = code == COMB_OK ? strstr(comb_buf_text(&header), "\nsum ") : NULL;
    assert(sum);
    memcpy(header_sum, sum + strlen("\nsum "), SUM_DIGITS);
    comb_buf_free(&header);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const char words[] = "STAR\nTAR\nRAT\nART\nTARS\nRATS\nARTS\n";
    (void)argc;
    (void)argv;
    scratch_make();
    scratch_write("words", words, sizeof words - 1);
    set_option("words", scratch_path("words"));
    set_option("shape", "hex7");
    set_option("letters", "ARST");
    set_option("target", "9");
    set_option("depth", "2");
    set_option("out", scratch_path("proof"));
    int code = comb_context_new(&context, NULL);
    if (code == COMB_OK)
        code = run_merge(NULL);
    assert(code == COMB_OK || code == COMB_NO);
    take_header_sum();
    unlink(scratch_path("proof/units.txt"));
    set_option("merge", scratch_path("proof"));
    return 0;
}

static void sign_lines(struct comb_buf *out, const char *text, size_t length)
{
    struct comb_proof_text rest = {.at = text, .end = text + length}, line;
    bool whole;
    while (comb_proof_next_line(&line, &whole, &rest)) {
        size_t bytes = (size_t)(line.end - line.at);
        uint64_t sum = comb_proof_sum(COMB_PROOF_SUM_START, line.at, bytes);
        sum = comb_proof_sum(sum, header_sum, SUM_DIGITS);
        comb_buf_add(out, line.at, bytes);
        comb_buf_printf(out, " sum=%016llx\n", (unsigned long long)sum);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct comb_buf text = {0};
    struct comb_error err = {0};
    if (size > MAX_BYTES)
        return 0;
    sign_lines(&text, (const char *)data, size);
    scratch_write("proof/units-0-of-1.txt", comb_buf_text(&text), text.length);
    int code = run_merge(&err);
    assert(comb_code_has_result(code) || err.message[0]);
    comb_buf_free(&text);
    return 0;
}
