/* Certificates from arbitrary bytes: header, then lines of units. Read unchanged, and again with recomputed checksums,
 * so that the fuzzer gets past them. They must be rejected with a reason or checked without errors. */
#include "proof/check/parts.h"
#include "proof/check/text.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct comb_context *context; /* shared by all runs: opening the word list takes longer than a run */

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    int code = comb_context_new(&context, NULL);
    assert(code == COMB_OK);
    return 0;
}

/* The header ends with the line that begins with "sum ". */
static size_t header_length(const char *text, size_t size)
{
    size_t at = 0;
    while (at < size) {
        bool last = size - at >= 4 && memcmp(text + at, "sum ", 4) == 0;
        const char *end = memchr(text + at, '\n', size - at);
        at = end ? (size_t)(end - text) + 1 : size;
        if (last)
            break;
    }
    return at;
}

static void sign_header(struct comb_buf *out, const char *text, size_t length)
{
    size_t at = 0;
    while (at < length && !(length - at >= 4 && memcmp(text + at, "sum ", 4) == 0)) {
        const char *end = memchr(text + at, '\n', length - at);
        at = end ? (size_t)(end - text) + 1 : length;
    }
    comb_buf_add(out, text, at);
    comb_buf_printf(out, "sum %016llx\n", (unsigned long long)comb_proof_sum(COMB_PROOF_SUM_START, text, at));
}

static void sign_units(struct comb_buf *out, const char *text, size_t length, const char *header_sum)
{
    struct comb_proof_text rest = {.at = text, .end = text + length};
    struct comb_proof_text line;
    bool whole;
    while (comb_proof_next_line(&line, &whole, &rest)) {
        size_t bytes = (size_t)(line.end - line.at);
        size_t tail = sizeof " sum=0123456789abcdef" - 1;
        bytes = bytes > tail && memcmp(line.end - tail, " sum=", 5) == 0 ? bytes - tail : bytes;
        uint64_t sum = comb_proof_sum(COMB_PROOF_SUM_START, line.at, bytes);
        sum = comb_proof_sum(sum, header_sum, strlen(header_sum));
        comb_buf_add(out, line.at, bytes);
        comb_buf_printf(out, " sum=%016llx\n", (unsigned long long)sum);
    }
}

struct session {
    struct comb_job *job;
    const struct comb_dict *dict;
};

static void open_session(struct session *session)
{
    struct comb_job_setup setup = {.context = context, .time_limit = 0.5, .memory_limit = 1 << 28, .threads = 1};
    bool good = comb_job_new(&session->job, &setup, NULL) == COMB_OK;
    good = good && comb_words_dict(&session->dict, session->job, NULL, NULL) == COMB_OK;
    assert(good);
}

/* Reads the units of a header that was read, derives the rules and checks the coverage. */
static void check_units(const struct comb_proof_header *header, const char *units, size_t length)
{
    struct session session = {0};
    struct comb_proof_diagnostics diagnostics;
    struct comb_proof_records records = {0};
    struct comb_proof_rules rules;
    struct comb_proof_coverage coverage;
    open_session(&session);
    comb_proof_diagnostics_init(&diagnostics);
    int code = comb_proof_read_units(&records, &diagnostics, header, "units.txt", units, length,
                                     comb_job_arena(session.job), NULL);
    size_t before = diagnostics.problem_count;
    if (code == COMB_OK)
        comb_proof_derive(&rules, &diagnostics, header, session.dict, NULL);
    if (code == COMB_OK && diagnostics.problem_count == before)
        comb_proof_cover(&coverage, &records, &diagnostics, header, &rules, session.job, NULL, NULL);
    comb_proof_diagnostics_free(&diagnostics);
    comb_vec_free(&records);
    comb_job_free(session.job);
}

static void check(struct comb_proof_header *header, const char *text, size_t length, const char *units,
                  size_t units_length)
{
    struct comb_error err = {0};
    int code = comb_proof_read_header(header, text, length, &err);
    if (code == COMB_OK)
        check_units(header, units, units_length);
    else
        assert(err.message[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    struct comb_proof_header header;
    struct comb_buf signed_header = {0};
    struct comb_buf signed_units = {0};
    size_t head = header_length(text, size);
    check(&header, text, head, text + head, size - head);
    sign_header(&signed_header, text, head);
    if (!signed_header.failed &&
        comb_proof_read_header(&header, signed_header.data, signed_header.length, NULL) == COMB_OK) {
        sign_units(&signed_units, text + head, size - head, header.sum);
        if (!signed_units.failed)
            check_units(&header, comb_buf_text(&signed_units), signed_units.length);
    }
    comb_buf_free(&signed_header);
    comb_buf_free(&signed_units);
    return 0;
}
