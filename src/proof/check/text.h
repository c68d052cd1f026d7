/* Parses the lines of a certificate: a cursor over untrusted bytes. Every parsing function returns false, with the
 * cursor anywhere, if its item is not there. */
#ifndef COMB_PROOF_CHECK_TEXT_H
#define COMB_PROOF_CHECK_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct comb_proof_text {
    const char *at;
    const char *end;
};

/* Reads the next line without its end; returns false at the end of the text. `terminated`: the line was terminated. */
bool comb_proof_next_line(struct comb_proof_text *line, bool *terminated, struct comb_proof_text *text);

bool comb_proof_match(struct comb_proof_text *text, const char *word);      /* exactly these bytes */
bool comb_proof_parse_number(long long *out, struct comb_proof_text *text); /* digits, below 2^62 */
bool comb_proof_parse_hex(uint64_t *out, struct comb_proof_text *text);     /* 16 digits of 0-9 a-f */
bool comb_proof_parse_until(struct comb_proof_text *out, struct comb_proof_text *text,
                            char stop); /* stop is not consumed */
bool comb_proof_at_end(const struct comb_proof_text *text);

/* FNV-1a, 64 bits; continues from `sum`. */
#define COMB_PROOF_SUM_START UINT64_C(0xcbf29ce484222325)
uint64_t comb_proof_sum(uint64_t sum, const char *bytes, size_t length);

#endif
