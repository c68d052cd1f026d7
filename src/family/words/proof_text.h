/* Reading the lines of a certificate: a cursor over bytes that may be anything. Every function that takes something
 * answers false, and may leave the cursor anywhere, when it is not there. */
#ifndef COMB_FAMILY_WORDS_PROOF_TEXT_H
#define COMB_FAMILY_WORDS_PROOF_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct comb_proof_text {
    const char *at;
    const char *end;
};

/* The next line without its end; false at the end of the text. `whole`: it had one. */
bool comb_proof_take_line(struct comb_proof_text *line, bool *whole, struct comb_proof_text *text);

bool comb_proof_take(struct comb_proof_text *text, const char *word);      /* exactly these bytes */
bool comb_proof_take_number(long long *out, struct comb_proof_text *text); /* digits, below 2^62 */
bool comb_proof_take_hex(uint64_t *out, struct comb_proof_text *text);     /* 16 digits of 0-9 a-f */
bool comb_proof_take_until(struct comb_proof_text *out, struct comb_proof_text *text, char stop); /* stop stays */
bool comb_proof_at_end(const struct comb_proof_text *text);

/* FNV-1a, 64 bits; goes on from `sum`. */
#define COMB_PROOF_SUM_START UINT64_C(0xcbf29ce484222325)
uint64_t comb_proof_sum(uint64_t sum, const char *bytes, size_t length);

#endif
