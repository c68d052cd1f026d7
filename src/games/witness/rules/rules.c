#include "games/witness/rules/rules.h"

#include "games/witness/panel/kinds.h"

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

const char *comb_witness_rules_number_name(unsigned number)
{
    return number >= 1 && number <= RULE_SETS ? rule_sets[number - 1].name : "";
}

bool comb_witness_rules_find(uint8_t *out, const char *name, size_t length)
{
    *out = 0;
    if (length == 4 && memcmp(name, "none", length) == 0)
        return true;
    for (uint8_t i = 1; i <= RULE_SETS; i++)
        if (strlen(rule_sets[i - 1].name) == length && memcmp(rule_sets[i - 1].name, name, length) == 0) {
            *out = i;
            return true;
        }
    return false;
}

bool comb_witness_has_windmill_form(const struct comb_witness_panel *panel)
{
    if (panel->pillar)
        return false;
    for (unsigned row = 0; row < comb_witness_rows(panel); row++)
        for (unsigned column = 0; column < comb_witness_columns(panel); column++) {
            const struct comb_witness_thing *thing = comb_witness_at(panel, column, row);
            bool point = comb_witness_is_start(thing) || comb_witness_is_end(thing);
            if (thing->also_end || thing->also_dot || thing->hidden || (point && (column % 2 == 1 || row % 2 == 1)))
                return false;
        }
    return true;
}

static bool has_own_colour(const struct comb_witness_thing *thing)
{
    enum comb_witness_colour usual = comb_witness_usual_colour(thing);
    return comb_witness_kind_row(thing->kind)->where == COMB_WITNESS_IN_CELL && usual != COMB_WITNESS_NO_COLOUR &&
           thing->colour != COMB_WITNESS_NO_COLOUR && thing->colour != usual;
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
    bool own = panel && (comb_witness_has_own_colours(panel) || !comb_witness_has_windmill_form(panel));
    const char *usual = panel && panel->rules > 0 ? comb_witness_rules_number_name(panel->rules)
                        : own                     ? "game"
                                                  : "windmill";
    comb_witness_rules_named(&rules, comb_params_text(params, "rules", usual));
    rules.overhang |= comb_params_flag(params, "overhang");
    return rules;
}
