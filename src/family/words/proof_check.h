/* Checks a certificate that `comb prove --out DIR` wrote, with code that shares nothing with the prover. */
#ifndef COMB_FAMILY_WORDS_PROOF_CHECK_H
#define COMB_FAMILY_WORDS_PROOF_CHECK_H

#include "core/job.h"
#include "core/option.h"

/* {"schema", "game", "shape", "target", "optimum" (null without boards), "units", "boards": [{"score", "board"}],
 * "complete", "valid", "sound", "rechecked", "trusted", "unfinished", "problems": [text], "notes": [text], "seconds"}.
 *
 * "rechecked" units were done again, "trusted" ones were not; "unfinished" ones, of the latter, were tried and took
 * more than one unit may. "valid": nothing is wrong. "sound": nothing is wrong, missing or trusted.
 *
 * COMB_OK: sound; or with `partial`, nothing is wrong and no unit that is there is trusted. COMB_NO: something is
 * wrong, or units are missing; "problems" says where and why. COMB_LIMIT: not finished; or where "valid" is true, only
 * plausible, since units are trusted. COMB_BAD_INPUT: no certificate, *found is NULL. COMB_INTERRUPTED with what was
 * checked so far. Options read: recheck, unit-limit, partial, letters, min-length, words, lang. */
int comb_words_check_proof(json_t **found, const char *folder, struct comb_job *job, const struct comb_params *params,
                           struct comb_error *err);

#endif
