/* Puzzle strings of The Windmill, alone or as the last part of a link:
 *
 *     CAUSAigEEgIIBBIAEgQIBxABEgASBAgHEAESAigHEgQIBxABEgASBAgHEAISABICCAMSAigE_0
 *     https://windmill.thefifthmatt.com/build/CAUSAigE...igE_0
 *
 * The format can represent every panel except coloured dots and line colours. */
#ifndef COMB_WITNESS_TEXT_WINDMILL_H
#define COMB_WITNESS_TEXT_WINDMILL_H

#include "base/buf.h"
#include "games/witness/panel/panel.h"

/* Returns whether the text looks like such a string or is a link to The Windmill; its content may still be wrong. */
bool comb_witness_is_windmill(const char *text, size_t length);

int comb_witness_windmill_read(struct comb_witness_panel **out, const char *text, size_t length,
                               struct comb_error *err);

/* Appends the same string that The Windmill writes for the panel. COMB_BAD_INPUT, naming the place, if the format
 * cannot represent the panel. */
int comb_witness_windmill_write(struct comb_buf *out, const struct comb_witness_panel *panel, struct comb_error *err);

/* Appends a link that opens the panel in The Windmill's editor. */
int comb_witness_windmill_link(struct comb_buf *out, const struct comb_witness_panel *panel, struct comb_error *err);

#endif
