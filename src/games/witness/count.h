/* Counts the lines of a panel exactly; of the symbols only dots can be considered. */
#ifndef COMB_WITNESS_COUNT_H
#define COMB_WITNESS_COUNT_H

#include "base/json.h"
#include "core/job.h"
#include "core/option.h"
#include "engine/frontier/frontier.h"
#include "games/witness/panel/panel.h"

/* Where a counted line may stop: at any node, at the node diagonally opposite its start, at the panel's ends. */
enum comb_witness_stops { COMB_WITNESS_STOP_ANYWHERE, COMB_WITNESS_STOP_OPPOSITE, COMB_WITNESS_STOP_AT_ENDS };

struct comb_witness_count_task {
    const struct comb_witness_panel *panel;
    enum comb_witness_stops stops;
    bool dots; /* only lines that, with their mirror images if any, cover every dot */
};

/* Counts lines as search.h finds them: from every start; under symmetry without line colours, two that draw the same
 * picture count as one. Codes as for comb_frontier_paths; COMB_LIMIT and COMB_INTERRUPTED also from the job;
 * COMB_BAD_INPUT for dots that only a line of one colour may cover. */
int comb_witness_count_lines(struct comb_frontier_count *out, const struct comb_witness_count_task *task,
                             struct comb_job *job, struct comb_error *err);

/* {"size", "ends", "dots", "starts", "paths": decimal digits, "seconds", "states", "text"}; for the game's table. */
int comb_witness_count(json_t **out, const void *board, struct comb_job *job, const struct comb_params *params,
                       struct comb_error *err);

/* The options of `count`. */
#define COMB_WITNESS_COUNT_OPTION                                                                                      \
    {.name = "ends",                                                                                                   \
     .kind = COMB_OPTION_CHOICE,                                                                                       \
     .argument = "WHERE",                                                                                              \
     .default_value = "any",                                                                                           \
     .choices = "any corner panel",                                                                                    \
     .verbs = "count",                                                                                                 \
     .help = "where a line may stop: at any node, at the node opposite its start, at the panel's ends"},               \
    {                                                                                                                  \
        .name = "dots", .kind = COMB_OPTION_FLAG, .verbs = "count", .help = "count only lines that cover every dot"    \
    }

#endif
