/* Descriptions of results, generated from the rows of verbs and games: JSON Schema and TypeScript. */
#ifndef COMB_REQUEST_SCHEMA_H
#define COMB_REQUEST_SCHEMA_H

#include "request/verb.h"

/* The JSON Schema (draft 2020-12) of the results of a verb: one alternative per game and kind of result. */
int comb_verb_schema(json_t **out, const struct comb_request_verb *verb, struct comb_error *err);

/* TypeScript types of the results of all verbs. */
int comb_verb_types(struct comb_buf *out, struct comb_error *err);

#endif
