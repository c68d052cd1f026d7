/* Splits untrusted text into lines with locations, for the readers of levels and positions. */
#ifndef COMB_HEXCELLS_LEVEL_LEVEL_TEXT_H
#define COMB_HEXCELLS_LEVEL_LEVEL_TEXT_H

#include "base/text.h"
#include "games/hexcells/level/level.h"

struct comb_hexcells_text {
    const char *bytes;
    size_t length;
    size_t next; /* offset of the next line */
    unsigned line;
};

/* A line without leading and trailing spaces. */
struct comb_hexcells_line_of_text {
    const char *text;
    size_t length;
    size_t offset; /* of `text` in the bytes */
    unsigned number, column;
    bool carriage_return;
};

/* Rejects text that is not UTF-8, has control characters or is too long; the error names the location. */
int comb_hexcells_text_open(struct comb_hexcells_text *out, const char *bytes, size_t length, struct comb_error *err);
bool comb_hexcells_next_line(struct comb_hexcells_line_of_text *line, struct comb_hexcells_text *text);
struct comb_error_location comb_hexcells_place_in(const struct comb_hexcells_line_of_text *line, size_t index,
                                                  size_t length);

/* Decodes an HTML escape at the start of the text; returns its length, 0 if there is none. */
size_t comb_hexcells_escape_at(char *character, const char *text, size_t length);

#endif
