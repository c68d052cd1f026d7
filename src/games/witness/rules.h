/* The rule sets: three programs read the same panel differently, and every verdict names the one it was made under.
 *
 *     windmill   The Windmill: eliminations are forced, not chosen; equally many yellow and blue cells always fit
 *     ttws       any choice of what to eliminate; pieces stay on the board
 *     game       as the game and its web clone: everything is re-checked after an elimination, eliminations can
 *                cancel each other, a piece may not straddle the line */
#ifndef COMB_WITNESS_RULES_H
#define COMB_WITNESS_RULES_H

#include "core/option.h"

enum comb_witness_rule_set { COMB_WITNESS_WINDMILL, COMB_WITNESS_TTWS, COMB_WITNESS_GAME };

struct comb_witness_rules {
    enum comb_witness_rule_set set;
    bool overhang; /* with blue pieces about, pieces may leave the board; always so under windmill */
};

const char *comb_witness_rules_name(const struct comb_witness_rules *rules);

/* From --rules and --overhang. */
struct comb_witness_rules comb_witness_rules_of(const struct comb_params *params);

#endif
