/* Saves the best board of a running search to the library, so that closing the page or stopping the server does not
 * lose it. Each run has one entry, which every better board replaces; if the user has solved, tagged or renamed the
 * entry, it stays and the next board gets a new entry.
 *
 * A record belongs to one job and is used in its callbacks, one call at a time. */
#ifndef COMB_WEB_AUTOSAVE_H
#define COMB_WEB_AUTOSAVE_H

#include "request/service.h"

struct comb_autosave {
    struct comb_buf board; /* the best board, if not saved yet; otherwise empty */
    unsigned long long score;
    int64_t id; /* library entry of this run; 0: none */
    struct comb_buf title;
    double saved_at; /* in seconds of the job */
};

void comb_autosave_free(struct comb_autosave *record);

/* Handles a message of struct comb_game's `best`: "     3.65 s    3882  SOD/EPRE/RLATS". */
void comb_autosave_on_message(struct comb_autosave *record, const char *line);

/* Whether there is an unsaved board and the last save was long enough ago. */
bool comb_autosave_is_due(const struct comb_autosave *record, double seconds);

int comb_autosave_save(struct comb_autosave *record, struct comb_service *service, const struct comb_game *game,
                       double seconds, struct comb_error *err);

/* Adds the answer to a saved board once the search is over (an entry with an answer would not be replaced). `params`
 * are those of the search. COMB_NO: the board is no longer in the library. */
int comb_autosave_solve(const char *text, struct comb_service *service, const struct comb_game *game,
                        const struct comb_params *params, struct comb_error *err);

#endif
