#ifndef COMB_HEXCELLS_DRAW_REPORT_H
#define COMB_HEXCELLS_DRAW_REPORT_H

#include "core/game.h"

/* The game's `report`. */
int comb_hexcells_report(struct comb_buf *out, const void *board, const json_t *answer, const json_t *violations,
                         const struct comb_report_style *style, const struct comb_params *params,
                         struct comb_error *err);

/* The game's `describe_answer`. */
int comb_hexcells_summary(struct comb_summary *out, const void *board, const json_t *answer,
                          const struct comb_params *params, struct comb_error *err);

#endif
