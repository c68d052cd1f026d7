/* Chooses the output style, colour and Unicode, from options, environment and stream. */
#ifndef COMB_CLI_STYLE_H
#define COMB_CLI_STYLE_H

#include "core/game.h"

#include <stdio.h>

/* Width of the stream's terminal in columns, or 80 if it is not a terminal. */
unsigned comb_style_width(FILE *stream);

void comb_style_choose(struct comb_report_style *style, const struct comb_params *params, FILE *stream);

#endif
