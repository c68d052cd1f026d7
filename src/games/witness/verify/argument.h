/* The verifier of arguments: checks, claim by claim, that a hint follows from the rules. Written from the rules alone;
 * shares no code with the deduction (hints/). */
#ifndef COMB_WITNESS_VERIFY_ARGUMENT_H
#define COMB_WITNESS_VERIFY_ARGUMENT_H

#include "base/json.h"
#include "games/witness/verify/verify.h"

/* `argument` is a list of claims {"depth", "rule", "used", "edges", "places"}, conflicts {"depth", "rule", "conflict":
 * true, "places", "region"}. A claim "suppose" opens a depth, a conflict closes it, and the claim "case" after it
 * states the opposite of the supposition. `drawn` are the nodes of the line drawn so far.
 *
 * COMB_OK if every claim follows from the rules and the claims before it at its depth and below, and the argument ends
 * at depth 0. COMB_NO if not; *why then says which claim and why. Other codes: no verdict. */
int comb_witness_verify_argument(const char **why, size_t *claim, const struct comb_witness_panel *panel,
                                 const struct comb_witness_rules *rules, const json_t *drawn, const json_t *argument,
                                 struct comb_job *job, struct comb_error *err);

#endif
