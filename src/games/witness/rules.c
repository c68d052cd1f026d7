#include "games/witness/rules.h"

#include <string.h>

static const struct {
    const char *name;
    enum comb_witness_rule_set set;
    bool tracks_join;
} rule_sets[] = {{"windmill", COMB_WITNESS_WINDMILL, false},
                 {"ttws", COMB_WITNESS_TTWS, false},
                 {"game", COMB_WITNESS_GAME, false},
                 {"witnesspuzzles", COMB_WITNESS_GAME, true}};

enum { RULE_SETS = sizeof rule_sets / sizeof *rule_sets };

const char *comb_witness_rules_name(const struct comb_witness_rules *rules)
{
    unsigned i = 0;
    while (i + 1 < RULE_SETS && (rule_sets[i].set != rules->set || rule_sets[i].tracks_join != rules->tracks_join))
        i++;
    return rule_sets[i].name;
}

bool comb_witness_rules_named(struct comb_witness_rules *out, const char *name)
{
    for (unsigned i = 0; i < RULE_SETS; i++)
        if (strcmp(name, rule_sets[i].name) == 0) {
            *out = (struct comb_witness_rules){.set = rule_sets[i].set,
                                               .overhang = rule_sets[i].set == COMB_WITNESS_WINDMILL,
                                               .tracks_join = rule_sets[i].tracks_join};
            return true;
        }
    return false;
}

struct comb_witness_rules comb_witness_rules_of(const struct comb_params *params)
{
    struct comb_witness_rules rules = {.set = COMB_WITNESS_WINDMILL, .overhang = true};
    comb_witness_rules_named(&rules, comb_params_text(params, "rules", rule_sets[0].name));
    rules.overhang |= comb_params_flag(params, "overhang");
    return rules;
}
