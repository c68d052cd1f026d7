/* The game's `hint`, `rate` and `inspect`. */
#ifndef COMB_GAMES_HEXCELLS_HINT_H
#define COMB_GAMES_HEXCELLS_HINT_H

#include "core/game.h"
#include "games/hexcells/logic.h"
#include "games/hexcells/play.h"

int comb_hexcells_hint(json_t **hint, const void *board, struct comb_job *job, const struct comb_params *params,
                       struct comb_error *err);

int comb_hexcells_rate(json_t **rating, const void *board, struct comb_job *job, const struct comb_params *params,
                       struct comb_error *err);

int comb_hexcells_inspect(json_t **findings, const void *board, struct comb_job *job, const struct comb_params *params,
                          struct comb_error *err);

/* The clues in sight that contradict each other; and that in words. */
int comb_hexcells_find_conflict(struct comb_hexcells_conflict *out, const struct comb_hexcells_level *level,
                                struct comb_job *job, struct comb_error *err);
void comb_hexcells_tell_conflict(struct comb_buf *out, const struct comb_hexcells_level *level,
                                 const struct comb_hexcells_conflict *conflict);

/* ---- what the maker of levels needs of them ---- */

enum comb_hexcells_grade {
    COMB_HEXCELLS_EASY,   /* one clue at a time */
    COMB_HEXCELLS_MEDIUM, /* two */
    COMB_HEXCELLS_HARD,   /* up to four, or the counter */
    COMB_HEXCELLS_EXPERT, /* more */
    COMB_HEXCELLS_GRADES
};

const char *comb_hexcells_grade_name(enum comb_hexcells_grade grade);
double comb_hexcells_grade_limit(enum comb_hexcells_grade grade); /* the highest rating of it; 0 = none */
enum comb_hexcells_grade comb_hexcells_grade_of(struct comb_hexcells_weight hardest);

/* The weight of the hardest step that cannot be avoided, and where it is; false when the play has no steps. */
bool comb_hexcells_hardest(struct comb_hexcells_weight *weight, struct comb_hexcells_moment *moment,
                           const struct comb_hexcells_play *play);

#endif
