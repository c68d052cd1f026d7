#include "games/witness/rules.h"

#include <string.h>

static const char *const names[] = {
    [COMB_WITNESS_WINDMILL] = "windmill", [COMB_WITNESS_TTWS] = "ttws", [COMB_WITNESS_GAME] = "game"};

const char *comb_witness_rules_name(const struct comb_witness_rules *rules)
{
    return names[rules->set];
}

struct comb_witness_rules comb_witness_rules_of(const struct comb_params *params)
{
    struct comb_witness_rules rules = {.set = COMB_WITNESS_WINDMILL};
    const char *name = comb_params_text(params, "rules", names[COMB_WITNESS_WINDMILL]);
    for (unsigned set = 0; set < sizeof names / sizeof *names; set++)
        if (strcmp(name, names[set]) == 0)
            rules.set = (enum comb_witness_rule_set)set;
    rules.overhang = rules.set == COMB_WITNESS_WINDMILL || comb_params_flag(params, "overhang");
    return rules;
}
