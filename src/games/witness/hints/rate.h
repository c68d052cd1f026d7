/* The game's `rate`: how hard a panel is, by the reasons that its solution needs. */
#ifndef COMB_WITNESS_HINTS_RATE_H
#define COMB_WITNESS_HINTS_RATE_H

#include "core/game.h"
#include "games/witness/search/search.h"

/* The grades: what decides the last edge of the line. */
enum comb_witness_grade {
    COMB_WITNESS_EASY,   /* rules alone, and suppositions that fail within a few claims */
    COMB_WITNESS_MEDIUM, /* suppositions that fail by rules alone */
    COMB_WITNESS_HARD,   /* suppositions within suppositions */
    COMB_WITNESS_EXPERT, /* more than that: arguments do not decide every edge */
    COMB_WITNESS_GRADES
};

#define COMB_WITNESS_GRADE_NAMES "easy medium hard expert"

struct comb_witness_rating {
    enum comb_witness_grade grade;
    bool decided;     /* every edge follows, so the solution is unique */
    unsigned steps;   /* claims by rules alone */
    unsigned chains;  /* suppositions that fail by rules alone */
    unsigned cases;   /* those that need suppositions within them */
    unsigned longest; /* claims in the longest argument of a supposition */
};

/* `line` is a solution. Means beyond `max` are not tried: a panel that needs them is rated as expert. COMB_OK, or a
 * limit. */
int comb_witness_rate_panel(struct comb_witness_rating *rating, const struct comb_witness_graph *graph,
                            const struct comb_witness_rules *rules, const struct comb_witness_line *line,
                            enum comb_witness_grade max, struct comb_job *job, struct comb_error *err);

const char *comb_witness_grade_name(enum comb_witness_grade grade);

/* {"rating", "grade", "unique", "steps", "chains", "cases", "longest", "text"}. COMB_NO: no solution. */
int comb_witness_rate(json_t **rating, const void *board, struct comb_job *job, const struct comb_params *params,
                      struct comb_error *err);

#endif
