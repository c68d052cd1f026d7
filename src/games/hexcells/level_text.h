/* Lines of untrusted text with their places, for the readers of levels and positions. */
#ifndef COMB_GAMES_HEXCELLS_LEVEL_TEXT_H
#define COMB_GAMES_HEXCELLS_LEVEL_TEXT_H

#include "base/text.h"
#include "games/hexcells/level.h"

struct comb_hexcells_text {
    const char *bytes;
    size_t length;
    size_t next; /* where the next line begins */
    unsigned line;
};

/* A line without the spaces at both ends. */
struct comb_hexcells_line_of_text {
    const char *text;
    size_t length;
    size_t offset; /* of `text` in the bytes */
    unsigned number, column;
    bool carriage_return;
};

/* COMB_BAD_INPUT at the place of the first byte that is no text, or when there is too much of it. */
int comb_hexcells_text_open(struct comb_hexcells_text *out, const char *bytes, size_t length, struct comb_error *err);
bool comb_hexcells_next_line(struct comb_hexcells_line_of_text *line, struct comb_hexcells_text *text);
struct comb_place comb_hexcells_place_in(const struct comb_hexcells_line_of_text *line, size_t index, size_t length);

/* The HTML escape that the text begins with: its length and what it stands for; 0 when there is none. */
size_t comb_hexcells_escape_at(char *character, const char *text, size_t length);

#endif
