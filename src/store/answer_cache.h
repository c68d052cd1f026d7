/* Answer cache: solves puzzles with a library. Reuses stored answers; stores new puzzles with their answers. */
#ifndef COMB_STORE_ANSWER_CACHE_H
#define COMB_STORE_ANSWER_CACHE_H

#include "store/library.h"

struct comb_cache;

/* `path` as for comb_library_open. Thread-safe. */
int comb_cache_open(struct comb_cache **out, const char *path, struct comb_error *err);

/* Same, for solving only: if the file cannot be opened or created (COMB_IO: a full disk, a missing folder), puzzles are
 * solved without it and each answer has "unkept". Do not call comb_cache_lock on it. */
int comb_cache_open_optional(struct comb_cache **out, const char *path, struct comb_error *err);
void comb_cache_close(struct comb_cache *cache);

/* Gives one thread at a time access to the library. */
struct comb_library *comb_cache_lock(struct comb_cache *cache);
void comb_cache_unlock(struct comb_cache *cache);

/* Saves only the board; `cache` and `metadata` may be NULL. */
int comb_cache_store_board(struct comb_cache *cache, const struct comb_board *board,
                           const struct comb_library_metadata *metadata, struct comb_error *err);

/* Adds "unkept" with the reason to an answer that is valid but could not be stored (for example because the disk is
 * full). */
int comb_cache_note_unsaved(json_t *answer, const struct comb_error *reason, struct comb_error *err);

/* Looks for the stored answer to a question. It has "library": true; *answer stays NULL if there is no answer, or one
 * that this program did not write or that fails verification. */
int comb_cache_find(json_t **answer, int *answer_code, struct comb_cache *cache, const struct comb_board *board,
                    struct comb_job *job, const struct comb_params *params, struct comb_error *err);

/* What comb_run_solve returned. */
struct comb_cache_result {
    int code;
    const json_t *answer;
    double seconds;
    bool partial; /* parts were delivered separately, so the answer is not complete and only the board is stored */
};

int comb_cache_store(struct comb_cache *cache, const struct comb_board *board,
                     const struct comb_library_metadata *metadata, const struct comb_params *params,
                     const struct comb_cache_result *result, struct comb_error *err);

/* Like comb_run_solve; `cache` and `metadata` may be NULL. An answer from the library was written by this program, has
 * passed the verifier again and has "library": true. An answer that could not be stored has "unkept". Randomised
 * answers (comb_option.randomised) are never reused. */
int comb_cache_solve(json_t **answer, struct comb_cache *cache, const struct comb_board *board,
                     const struct comb_library_metadata *metadata, struct comb_job *job,
                     const struct comb_params *params, struct comb_error *err);

#endif
