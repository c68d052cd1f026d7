/* How output looks: colour and Unicode by option, environment and stream. */
#ifndef COMB_CLI_STYLE_H
#define COMB_CLI_STYLE_H

#include "core/game.h"

#include <stdio.h>

/* Columns of the terminal that the stream is, 80 where it is none. */
unsigned comb_style_width(FILE *stream);

void comb_style_choose(struct comb_report_style *style, const struct comb_params *params, FILE *stream);

#endif
