/* Record: the best board that a search has found goes to the library while it runs, so that neither a page that closes
 * nor a server that ends loses it. A run has one entry, which each better board replaces; one that the user has solved,
 * tagged or renamed meanwhile stays, and the next gets an entry of its own.
 *
 * A record belongs to one job and is called where the job calls back, one call at a time. */
#ifndef COMB_WEB_RECORD_H
#define COMB_WEB_RECORD_H

#include "web/web.h"

struct comb_record {
    struct comb_buf board; /* the best so far; empty: none that is not kept */
    unsigned long long score;
    int64_t id; /* the entry of this run; 0: none */
    struct comb_buf title;
    double kept_at; /* seconds of the job */
};

void comb_record_free(struct comb_record *record);

/* A line of a search, as struct comb_game's `best` says it: "     3.65 s    3882  SOD/EPRE/RLATS". */
void comb_record_hear(struct comb_record *record, const char *line);

/* Whether there is a board to keep, and the last one was kept long enough ago. */
bool comb_record_is_due(const struct comb_record *record, double seconds);

int comb_record_keep(struct comb_record *record, struct comb_web *web, const struct comb_game *game, double seconds,
                     struct comb_error *err);

/* A board that was kept, once the search is over, gets its answer; while it goes on, an answer would keep the board
 * from being replaced. `params` are those of the search. COMB_NO when the library has the board no longer. */
int comb_record_solve(const char *text, struct comb_web *web, const struct comb_game *game,
                      const struct comb_params *params, struct comb_error *err);

#endif
