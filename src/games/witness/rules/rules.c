#include "games/witness/rules/rules.h"

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

static bool has_own_colour(const struct comb_witness_thing *thing)
{
    unsigned usual = thing->kind == COMB_WITNESS_POLYOMINO ? (thing->negative ? COMB_WITNESS_BLUE : COMB_WITNESS_YELLOW)
                     : thing->kind == COMB_WITNESS_TRIANGLE    ? COMB_WITNESS_ORANGE
                     : thing->kind == COMB_WITNESS_ELIMINATION ? COMB_WITNESS_WHITE
                                                               : thing->colour;
    return thing->colour != COMB_WITNESS_NO_COLOUR && thing->colour != usual;
}

bool comb_witness_has_own_colours(const struct comb_witness_panel *panel)
{
    for (unsigned i = 0; i < comb_witness_columns(panel) * comb_witness_rows(panel); i++)
        if (has_own_colour(&panel->places[i]))
            return true;
    return false;
}

struct comb_witness_rules comb_witness_rules_of(const struct comb_params *params,
                                                const struct comb_witness_panel *panel)
{
    struct comb_witness_rules rules = {.set = COMB_WITNESS_WINDMILL, .overhang = true};
    const char *usual = panel && comb_witness_has_own_colours(panel) ? "game" : "windmill";
    comb_witness_rules_named(&rules, comb_params_text(params, "rules", usual));
    rules.overhang |= comb_params_flag(params, "overhang");
    return rules;
}
