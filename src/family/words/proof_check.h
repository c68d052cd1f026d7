/* Checks a certificate that `comb prove --out DIR` wrote, with code that shares nothing with the prover. */
#ifndef COMB_FAMILY_WORDS_PROOF_CHECK_H
#define COMB_FAMILY_WORDS_PROOF_CHECK_H

#include "core/job.h"
#include "core/option.h"

/* {"schema", "game", "shape", "target", "optimum" (null without boards), "units", "boards": [{"score", "board"}],
 * "complete", "valid", "rechecked", "problems": [text], "notes": [text], "seconds"}.
 *
 * COMB_OK: the certificate holds. COMB_NO: it does not, or units are missing; "problems" says where and why.
 * COMB_BAD_INPUT: no certificate, *found is NULL. COMB_LIMIT or COMB_INTERRUPTED with what was checked so far. Options
 * read: recheck, partial, letters, min-length, words, lang. */
int comb_words_check_proof(json_t **found, const char *folder, struct comb_job *job, const struct comb_params *params,
                           struct comb_error *err);

#endif
