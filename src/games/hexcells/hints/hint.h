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

/* By the cost of the hardest step (explain/explain.h). */
enum comb_hexcells_grade {
    COMB_HEXCELLS_EASY,   /* one hint per step */
    COMB_HEXCELLS_MEDIUM, /* two hints, or a short cover of the counter */
    COMB_HEXCELLS_HARD,   /* sums of three hints, short chains */
    COMB_HEXCELLS_EXPERT, /* longer chains */
    COMB_HEXCELLS_EXTREME,
    COMB_HEXCELLS_GRADES
};

const char *comb_hexcells_grade_name(enum comb_hexcells_grade grade);
double comb_hexcells_grade_limit(enum comb_hexcells_grade grade); /* highest cost of the grade; 0 = no limit */
enum comb_hexcells_grade comb_hexcells_grade_of(double hardest);

/* The costs of an explained play. */
struct comb_hexcells_costs {
    double hardest;      /* 0 without steps */
    size_t hardest_step; /* the first of them */
    double work;         /* ln of the sum of e^(0.9 (cost - 1)) */
    size_t hard_moments; /* steps above the limit of "medium" */
};
struct comb_hexcells_costs comb_hexcells_costs(const struct comb_hexcells_play *play);

#endif
