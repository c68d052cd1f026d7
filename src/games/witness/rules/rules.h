/* The rule sets: four programs interpret the same panel differently, and every verdict names its rule set.
 *
 *     windmill         The Windmill: eliminations are forced, not chosen; equally many yellow and blue cells always fit
 *     ttws             any choice of what to eliminate; pieces stay on the board
 *     game             the game: everything is re-checked after an elimination, eliminations can cancel each other, a
 *                      piece may not straddle the line
 *     witnesspuzzles   the web clone: as game, but tracks that the line leaves free join cells around missing ones */
#ifndef COMB_WITNESS_RULES_H
#define COMB_WITNESS_RULES_H

#include "core/option.h"
#include "games/witness/panel/panel.h"

/* How regions are checked. */
enum comb_witness_rule_set { COMB_WITNESS_WINDMILL, COMB_WITNESS_TTWS, COMB_WITNESS_GAME };

struct comb_witness_rules {
    enum comb_witness_rule_set set;
    bool overhang;    /* if there are blue pieces, pieces may leave the board; always so under windmill */
    bool tracks_join; /* with `set` game: flood regions over cells, edges and nodes; otherwise over cells only
                         (surface.h) */
};

#define COMB_WITNESS_RULE_NAMES "windmill ttws game witnesspuzzles"

const char *comb_witness_rules_name(const struct comb_witness_rules *rules);

/* The number of a rule set as panels name it, from 1; 0 for "none". False: the name is unknown. */
bool comb_witness_rules_find(uint8_t *out, const char *name, size_t length);
const char *comb_witness_rules_number_name(unsigned number); /* "" for 0 */

/* Finds a rule set by its name, without overhang; false if there is none. */
bool comb_witness_rules_named(struct comb_witness_rules *out, const char *name);

/* Returns whether a piece, triangle or elimination mark has a colour that The Windmill never gives it. Under
 * windmill and ttws stars count these symbols as yellow, blue, orange and white, whatever is written. */
bool comb_witness_has_own_colours(const struct comb_witness_panel *panel);

/* Returns whether The Windmill's format can hold the panel's form: no pillar, no starts or ends in the middle of an
 * edge, one thing in each place, no hidden dots. */
bool comb_witness_has_windmill_form(const struct comb_witness_panel *panel);

/* Reads --rules and --overhang. Default: the rule set that the panel names; else game for a panel with own colours or a
 * form that The Windmill does not have; else windmill. `panel` may be NULL. */
struct comb_witness_rules comb_witness_rules_of(const struct comb_params *params,
                                                const struct comb_witness_panel *panel);

#endif
