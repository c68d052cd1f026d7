/* Explains a board as a good player would: one step after the other, always the easiest that is available, each with a
 * named pattern. A number that a step opens may be used by the next one.
 *
 *     full fill          one hint has all its blue cells, or needs every hidden one
 *     together apart     a {n} or -n- decides by its mark
 *     inside overlap     two hints, compared by what each has alone
 *     crossing           two hints, one with a mark, all fillings compared
 *     cover, twice       hints that account for every blue (or black) cell left; for twice they share cells
 *     balance            three or four hints, added and subtracted
 *     suppose            the other colour leads to a contradiction, link by link
 *     cases              no short argument found; the hints that decide are listed
 *
 * Every pattern has a cost; docs/hexcells.md lists them. */
#ifndef COMB_HEXCELLS_EXPLAIN_H
#define COMB_HEXCELLS_EXPLAIN_H

#include "base/arena.h"
#include "games/hexcells/level/level.h"

enum comb_hexcells_pattern {
    COMB_HEXCELLS_FULL,
    COMB_HEXCELLS_FILL,
    COMB_HEXCELLS_RUN,   /* "together" */
    COMB_HEXCELLS_SPLIT, /* "apart" */
    COMB_HEXCELLS_INSIDE,
    COMB_HEXCELLS_COVER,
    COMB_HEXCELLS_OVERLAP,
    COMB_HEXCELLS_CROSSING,
    COMB_HEXCELLS_TWICE,
    COMB_HEXCELLS_BALANCE,
    COMB_HEXCELLS_SUPPOSE,
    COMB_HEXCELLS_CASES,
    COMB_HEXCELLS_PATTERNS
};

/* The word of the JSON ("twice"), and what to call it in a sentence ("counted twice"). */
const char *comb_hexcells_pattern_word(enum comb_hexcells_pattern pattern);
const char *comb_hexcells_pattern_name(enum comb_hexcells_pattern pattern);

/* One conclusion from some hints. */
struct comb_hexcells_conclusion {
    enum comb_hexcells_pattern pattern;
    const unsigned *ids; /* ascending, COMB_HEXCELLS_COUNTER last */
    /* by id: +1 or -1 if the conclusion follows by adding counts with these signs; otherwise NULL */
    const signed char *signs;
    size_t id_count;
    const unsigned *cells; /* ascending */
    const signed char *colours;
    size_t count; /* 0: the hints cannot be satisfied */
};

struct comb_hexcells_argument {
    struct comb_hexcells_conclusion step; /* with all hints that the argument uses */
    double cost;
    bool smallest; /* proved: no smaller set of hints decides these cells */
    /* suppose: the only cell of the step has the other colour; then these conclusions, the last one without cells */
    const struct comb_hexcells_conclusion *links;
    size_t link_count;
};

struct comb_hexcells_explanation {
    struct comb_hexcells_argument *items;
    size_t count, capacity;
    struct comb_arena arena; /* of everything in the items */
};

struct comb_hexcells_explain_options {
    bool first_only; /* only the first step */
    bool smallest;   /* a listed set of hints instead of an argument with more of them */
    double max_cost; /* stop before a step that costs more; 0 = never */
    bool bounded;    /* with max_cost: do not search for steps that cost more */
};

/* Explains the cells that `colours` decides beyond what the level shows; they must follow from what a player sees.
 * Stops early only with first_only, max_cost, or the job (COMB_LIMIT, COMB_INTERRUPTED); the steps so far are valid.
 * Free the explanation in any case. */
int comb_hexcells_explain(struct comb_hexcells_explanation *out, const struct comb_hexcells_level *level,
                          const signed char *colours, const struct comb_hexcells_explain_options *options,
                          struct comb_job *job, struct comb_error *err);
void comb_hexcells_explanation_free(struct comb_hexcells_explanation *explanation);

#endif
