/* Escape: text from elsewhere (files, imports, word lists, window titles, file names) made safe to print.
 *
 * A control character in a title can move the cursor, rename the window or fill the clipboard; a line feed or tab can
 * forge a record of --plain; a bidirectional override can make text read as another. Such characters are written out:
 * ESC as \x1b, U+202E as \u202e, a line feed as \n. Everything else stays as it is. */
#ifndef COMB_BASE_ESCAPE_H
#define COMB_BASE_ESCAPE_H

#include "base/buf.h"

enum comb_escape_kind {
    COMB_ESCAPE_FIELD, /* part of a line: line feeds and tabs are written out too */
    COMB_ESCAPE_TEXT,  /* a whole output of ours: line feeds, tabs and our colours (ESC [ numbers m) stay */
    COMB_ESCAPE_JSON,  /* JSON that reads back as the same values */
};

/* Whether the text can be printed as it is. */
bool comb_escape_is_safe(const char *text, size_t length, enum comb_escape_kind kind);
void comb_escape(struct comb_buf *out, const char *text, size_t length, enum comb_escape_kind kind);
void comb_escape_field(struct comb_buf *out, const char *text); /* of a string, as COMB_ESCAPE_FIELD */

#endif
