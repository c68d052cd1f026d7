/* The game's `hint`, `rate` and `lint`. */
#ifndef COMB_HEXCELLS_HINTS_HINT_H
#define COMB_HEXCELLS_HINTS_HINT_H

#include "core/game.h"
#include "games/hexcells/logic/logic.h"
#include "games/hexcells/reasons/rounds.h"

int comb_hexcells_hint(json_t **hint, const void *board, struct comb_job *job, const struct comb_params *params,
                       struct comb_error *err);

int comb_hexcells_rate(json_t **rating, const void *board, struct comb_job *job, const struct comb_params *params,
                       struct comb_error *err);

int comb_hexcells_lint(json_t **warnings, const void *board, struct comb_job *job, const struct comb_params *params,
                       struct comb_error *err);

/* Finds the visible clues that contradict each other, and explains them. */
int comb_hexcells_find_conflict(struct comb_hexcells_conflict *out, const struct comb_hexcells_level *level,
                                struct comb_job *job, struct comb_error *err);
void comb_hexcells_explain_conflict(struct comb_buf *out, const struct comb_hexcells_level *level,
                                    const struct comb_hexcells_conflict *conflict);

/* ---- grades, also used by the generator ---- */

enum comb_hexcells_grade {
    COMB_HEXCELLS_EASY,   /* one clue per step */
    COMB_HEXCELLS_MEDIUM, /* two clues */
    COMB_HEXCELLS_HARD,   /* up to four clues, or the counter */
    COMB_HEXCELLS_EXPERT, /* more clues */
    COMB_HEXCELLS_GRADES
};

const char *comb_hexcells_grade_name(enum comb_hexcells_grade grade);
double comb_hexcells_grade_limit(enum comb_hexcells_grade grade); /* highest rating of the grade; 0 = no limit */
enum comb_hexcells_grade comb_hexcells_grade_of(struct comb_hexcells_weight hardest);

/* Finds the hardest step that cannot be avoided: its weight and moment. False if the play has no steps. */
bool comb_hexcells_hardest(struct comb_hexcells_weight *weight, struct comb_hexcells_moment *moment,
                           const struct comb_hexcells_play *play);

#endif
