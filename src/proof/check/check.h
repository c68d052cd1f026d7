/* Checks a certificate that `comb prove --out DIR` wrote, with code that shares nothing with the prover. */
#ifndef COMB_PROOF_CHECK_H
#define COMB_PROOF_CHECK_H

#include "core/job.h"
#include "core/option.h"

/* Result: {"schema", "game", "shape", "target", "optimum" (null without boards), "units", "boards": [{"score",
 * "board"}], "complete", "valid", "sound", "rechecked", "trusted", "unfinished", "problems": [text], "notes": [text],
 * "seconds"}.
 *
 * "rechecked" units were searched again, "trusted" ones were not; "unfinished" ones, a subset of the trusted, exceeded
 * the limit of a unit. "valid": nothing is wrong. "sound": nothing is wrong, missing or trusted.
 *
 * Returns COMB_OK if sound; or with `partial`, if nothing is wrong and no recorded unit is trusted. COMB_NO: something
 * is wrong, or units are missing; "problems" says where and why. COMB_LIMIT: not finished; or if "valid" is true, only
 * plausible, since units are trusted. COMB_BAD_INPUT: not a certificate, *found is NULL. COMB_INTERRUPTED: *found has
 * what was checked so far. Options read: recheck, unit-limit, partial, letters, min-length, words, lang. */
int comb_words_check_proof(json_t **found, const char *folder, struct comb_job *job, const struct comb_params *params,
                           struct comb_error *err);

/* The rows of these options. */
extern const struct comb_option comb_words_check_proof_options[];

#endif
