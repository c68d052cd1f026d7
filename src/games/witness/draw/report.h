/* The game's `report` and `describe_answer`. */
#ifndef COMB_WITNESS_DRAW_REPORT_H
#define COMB_WITNESS_DRAW_REPORT_H

#include "core/game.h"

int comb_witness_report(struct comb_buf *out, const void *board, const json_t *answer, const json_t *violations,
                        const struct comb_report_style *style, const struct comb_params *params,
                        struct comb_error *err);
int comb_witness_summary(struct comb_summary *out, const void *board, const json_t *answer,
                         const struct comb_params *params, struct comb_error *err);

#endif
