/* Kept: solving with a library at hand (--db). A puzzle that was solved before is answered from it; one that was not is
 * kept with its answer. */
#ifndef COMB_CLI_KEPT_H
#define COMB_CLI_KEPT_H

#include "cli/cli.h"
#include "store/library.h"

struct comb_kept;

/* The library of --db; *out is NULL where none was asked for. May be used by several threads. */
int comb_kept_open(struct comb_kept **out, struct comb_cli *cli, struct comb_error *err);
void comb_kept_close(struct comb_kept *kept);

/* As comb_run_solve; `kept` may be NULL. An answer from the library has passed the verifier once more and says
 * "library": true. `source` is where the board came from, or NULL. */
int comb_kept_solve(json_t **answer, struct comb_kept *kept, const struct comb_board *board, const char *source,
                    struct comb_job *job, const struct comb_params *params, struct comb_error *err);

#endif
