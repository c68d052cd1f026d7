/* Claims: records which fields of an answer were checked, so that all others can be reported as not checked.
 *
 * A field is named by its path: "score", "words[].path[]". A path names a scalar or an empty container. */
#ifndef COMB_CORE_CLAIMS_H
#define COMB_CORE_CLAIMS_H

#include "base/json.h"

struct comb_claims {
    json_t *violations; /* filled by comb_violation */
    json_t *checked;    /* object from path to true (checked) or false (not checked) */
    bool failed;        /* memory ran out */
};

/* Marks the fields with this path as checked. */
void comb_claims_mark_checked(struct comb_claims *claims, const char *path);

/* Marks the field to be reported as not checked, whatever it holds: for a list whose elements were checked but whose
 * selection cannot be. */
void comb_claims_mark_unchecked(struct comb_claims *claims, const char *path);

/* Whether an answer covers the whole board, as every solver answer does, rather than only what it lists, as a player's
 * own list does: it names its board, or has "complete": true. */
bool comb_claims_whole_board(const json_t *answer);

/* Whether a limit cut the answer off. */
bool comb_claims_truncated(const json_t *answer);

/* Lists the paths of an answer that are neither marked as checked nor in `verified` (NULL-terminated, may be NULL): an
 * array of unique strings. */
int comb_claims_unchecked(json_t **out, const struct comb_claims *claims, const json_t *answer,
                          const char *const *verified, struct comb_error *err);

#endif
