/* Arguments in words and as JSON. */
#ifndef COMB_WITNESS_HINTS_WORDS_H
#define COMB_WITNESS_HINTS_WORDS_H

#include "base/buf.h"
#include "base/json.h"
#include "games/witness/hints/reasons.h"

/* "(1,0)-(2,0)" */
void comb_witness_name_edge(struct comb_buf *out, const struct comb_witness_net *net, unsigned edge);

/* Appends the argument as a sentence, without its full stop. Cases deeper than the reader can follow are counted
 * instead of told. */
void comb_witness_argument_words(struct comb_buf *out, const struct comb_witness_net *net,
                                 const struct comb_witness_argument *argument);

/* The claim that the argument is about: the last one, or for a case the conflict that it ends in. */
const struct comb_witness_claim *comb_witness_argument_key(const struct comb_witness_argument *argument);

/* The rule of a claim in general terms: "squares of different colours must be in different regions". */
const char *comb_witness_rule_words(const struct comb_witness_net *net, const struct comb_witness_claim *claim);

/* [{"depth", "rule", "used", "edges", "places", "conflict", "region"}, ...]; see verify/argument.h. */
json_t *comb_witness_argument_json(struct comb_json *build, const struct comb_witness_net *net,
                                   const struct comb_witness_argument *argument);

/* [[[x, y], [x, y]], ...] */
json_t *comb_witness_edges_json(struct comb_json *build, const struct comb_witness_net *net, const uint16_t *edges,
                                unsigned count);

#endif
