#ifndef COMB_HEXICON_REPORT_H
#define COMB_HEXICON_REPORT_H

#include "family/words/game.h"

/* Members of struct comb_game. */
int comb_hexicon_report(struct comb_buf *out, const void *board, const json_t *answer, const json_t *violations,
                        const struct comb_report_style *style, const struct comb_params *params,
                        struct comb_error *err);
int comb_hexicon_summary(struct comb_summary *out, const void *board, const json_t *answer,
                         const struct comb_params *params, struct comb_error *err);

#endif
