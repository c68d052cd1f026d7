/* Claims: which fields of an answer were checked, so that the rest can be reported as not checked.
 *
 * A field is named by its path: "score", "words[].path[]". A path names a value that is no container, or an empty
 * container. */
#ifndef COMB_CORE_CLAIMS_H
#define COMB_CORE_CLAIMS_H

#include "base/json.h"

struct comb_claims {
    json_t *violations; /* comb_violation adds to it */
    json_t *checked;    /* an object whose keys are paths: true where they were checked, false where they were not */
    bool failed;        /* memory ran out */
};

/* The fields with this path were checked. */
void comb_claims_mark(struct comb_claims *claims, const char *path);

/* The field with this path is to be reported as not checked, whatever it holds: a list whose choice of elements cannot
 * be checked, though each element was. */
void comb_claims_leave_open(struct comb_claims *claims, const char *path);

/* Whether an answer speaks for the whole board, as every answer of a solver does, and not only for what it lists, as a
 * player's own list does: it names its board, or says that it is complete. */
bool comb_claims_whole(const json_t *answer);

/* Whether a limit cut the answer off, so that it holds only what was found until then. */
bool comb_claims_cut(const json_t *answer);

/* The paths of an answer that are neither marked nor in `verified` (ended by NULL, may be NULL): an array of strings,
 * each once. */
int comb_claims_unchecked(json_t **out, const struct comb_claims *claims, const json_t *answer,
                          const char *const *verified, struct comb_error *err);

#endif
