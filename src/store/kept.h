/* Kept: solving with a library at hand. A puzzle that was solved before is answered from it; one that was not is
 * kept with its answer. */
#ifndef COMB_STORE_KEPT_H
#define COMB_STORE_KEPT_H

#include "store/library.h"

struct comb_kept;

/* `path` as for comb_library_open. May be used by several threads. */
int comb_kept_open(struct comb_kept **out, const char *path, struct comb_error *err);

/* The same for solving alone: where the file cannot be opened or made (COMB_IO: a full disk, a missing folder), puzzles
 * are solved without it, and each answer says so as "unkept". comb_kept_lock must not be called on it. */
int comb_kept_open_to_solve(struct comb_kept **out, const char *path, struct comb_error *err);
void comb_kept_close(struct comb_kept *kept);

/* The library itself, for one thread at a time. */
struct comb_library *comb_kept_lock(struct comb_kept *kept);
void comb_kept_unlock(struct comb_kept *kept);

/* Keeps the board alone; `kept` and `about` may be NULL. */
int comb_kept_board(struct comb_kept *kept, const struct comb_board *board, const struct comb_library_new *about,
                    struct comb_error *err);

/* The answer says "unkept" with the reason: it holds, but the library could not take it (a full disk, say). */
int comb_kept_say_unkept(json_t *answer, const struct comb_error *why, struct comb_error *err);

/* As comb_run_solve; `kept` may be NULL. An answer from the library was written by this program, has passed the
 * verifier once more and says "library": true; one that could not be kept says "unkept". What is drawn by chance
 * (comb_option.by_chance) is never taken from it. `about` may be NULL. */
int comb_kept_solve(json_t **answer, struct comb_kept *kept, const struct comb_board *board,
                    const struct comb_library_new *about, struct comb_job *job, const struct comb_params *params,
                    struct comb_error *err);

#endif
