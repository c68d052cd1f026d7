/* Escape: makes foreign text (files, imports, word lists, window titles, file names) safe to print.
 *
 * A control character in a title can move the cursor, rename the window or fill the clipboard; a line feed or tab can
 * forge a --plain record; a bidirectional override can make text read as another. Such characters are escaped: ESC as
 * \x1b, U+202E as \u202e, a line feed as \n. All others are unchanged. */
#ifndef COMB_BASE_ESCAPE_H
#define COMB_BASE_ESCAPE_H

#include "base/buf.h"

enum comb_escape_kind {
    COMB_ESCAPE_FIELD, /* part of a line: line feeds and tabs are escaped too */
    COMB_ESCAPE_TEXT,  /* complete program output: line feeds, tabs and colour sequences (ESC [ numbers m) stay */
    COMB_ESCAPE_JSON,  /* JSON that parses to the same values */
};

/* Whether the text needs no escaping. */
bool comb_escape_is_safe(const char *text, size_t length, enum comb_escape_kind kind);
void comb_escape(struct comb_buf *out, const char *text, size_t length, enum comb_escape_kind kind);
void comb_escape_field(struct comb_buf *out, const char *text); /* escapes a string as COMB_ESCAPE_FIELD */

#endif
