/* Puzzle strings of The Windmill, alone or as the last part of a link:
 *
 *     CAUSAigEEgIIBBIAEgQIBxABEgASBAgHEAESAigHEgQIBxABEgASBAgHEAISABICCAMSAigE_0
 *     https://windmill.thefifthmatt.com/build/CAUSAigE...igE_0
 *
 * The format has no coloured dots and no colours of lines; all else of a panel can be said in it. */
#ifndef COMB_WITNESS_WINDMILL_H
#define COMB_WITNESS_WINDMILL_H

#include "base/buf.h"
#include "games/witness/panel.h"

/* Whether the text has the form of such a string, or is a link to The Windmill; it may still be wrong inside. */
bool comb_witness_is_windmill(const char *text, size_t length);

int comb_witness_windmill_read(struct comb_witness_panel **out, const char *text, size_t length,
                               struct comb_error *err);

/* Appends the string, the one that The Windmill itself writes for the panel. COMB_BAD_INPUT, naming the place, for what
 * the format cannot say. */
int comb_witness_windmill_write(struct comb_buf *out, const struct comb_witness_panel *panel, struct comb_error *err);

/* The same as a link that opens the panel in The Windmill's editor. */
int comb_witness_windmill_link(struct comb_buf *out, const struct comb_witness_panel *panel, struct comb_error *err);

#endif
