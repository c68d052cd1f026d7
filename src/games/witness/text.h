/* Panels as text: drawn, so that they can be read and typed, and complete, so that every panel can be written.
 *
 *     Witness panel v1
 *     symmetry rotational
 *     lines cyan yellow
 *     +  ---------- + --o:cyan--- E>
 *     |   sq:black  : star:orange |
 *     +      :      x ----------- +
 *     o  poly:##,.# |      Y      |
 *     E< ---------- + ----------- +
 *
 * Lines end at a newline or a slash, so that a panel also fits on one line; words are separated by blanks, one or more;
 * empty lines are passed over.
 *
 *     panel     = size | ["Witness panel v1"] { setting } { row }         an odd number of rows, from 3 to 33
 *     size      = WIDTH "x" HEIGHT            alone: an empty panel, start bottom left, end top right
 *     setting   = "symmetry" ("none" | "horizontal" | "vertical" | "rotational")
 *               | "lines" COLOR [COLOR]       of the line and of its mirror image; "none" is a colour here
 *     row       = a word for each place, of an odd number; or, without any blank, a character for each place
 *     node      = "+" | "S" start | "E" end, with "<" or ">" and "^" or "v" for where its cap points | dot | absent
 *     edge      = "-" from left to right, "|" from top to bottom | ":" gap | dot | absent
 *                 one from left to right may have any number of dashes, also around another word: --o--
 *     cell      = "." empty | absent | (symbol) [":" COLOR]
 *     symbol    = "sq" | "star" | "Y" | "tri:" COUNT | ["-"] ("poly:" | "rot:") ROW { "," ROW }
 *                 poly is fixed, rot may be turned, - takes cells away; a ROW is made of # and .
 *     dot       = "o" [":" COLOR]
 *     absent    = "x"
 *     COLOR     = black white cyan magenta yellow red green blue orange
 *
 * Reading pairs starts and ends under symmetry (comb_witness_panel_pair). */
#ifndef COMB_WITNESS_TEXT_H
#define COMB_WITNESS_TEXT_H

#include "base/buf.h"
#include "games/witness/panel.h"

/* ---- any form: a panel drawn, a size, a Windmill string, a link ---- */

int comb_witness_read(struct comb_witness_panel **out, const char *text, size_t length, struct comb_error *err);

/* How sure it is that the text is a panel, 0 .. 100; 0 for a mere size. */
int comb_witness_detect(const char *text, size_t length);

/* ---- drawn ---- */

/* Whether the text begins as a panel drawn does, with "Witness panel" or a first row. */
bool comb_witness_is_text(const char *text, size_t length);
int comb_witness_text_read(struct comb_witness_panel **out, const char *text, size_t length, struct comb_error *err);

/* Without a newline at the end. Reads back as the same panel, if its starts and ends are paired. */
void comb_witness_text_print(struct comb_buf *out, const struct comb_witness_panel *panel);

/* ---- words ---- */

enum comb_witness_spot {
    COMB_WITNESS_NODE,
    COMB_WITNESS_LEVEL_EDGE, /* from left to right */
    COMB_WITNESS_UPRIGHT_EDGE,
    COMB_WITNESS_CELL
};

static inline enum comb_witness_spot comb_witness_spot_of(unsigned column, unsigned row)
{
    return (enum comb_witness_spot)(column % 2 + 2 * (row % 2));
}

/* The word for one place. The shape of a polyomino is written to *shape, and thing->shape points there. `place` is
 * where the word stands, for errors. */
int comb_witness_token_read(struct comb_witness_thing *thing, struct comb_witness_shape *shape,
                            enum comb_witness_spot spot, const char *token, size_t length, struct comb_place place,
                            struct comb_error *err);
void comb_witness_token_print(struct comb_buf *out, const struct comb_witness_thing *thing,
                              enum comb_witness_spot spot);

/* "none", "horizontal", ...; NULL past the last. */
const char *comb_witness_symmetry_name(enum comb_witness_symmetry symmetry);

/* The same for words of any length, false for what is none; "none" is NO_COLOR. */
bool comb_witness_symmetry_find(enum comb_witness_symmetry *out, const char *word, size_t length);
bool comb_witness_color_find(uint8_t *out, const char *word, size_t length);

/* "5x6"; false when the text is none, whatever its numbers are. */
bool comb_witness_size_find(unsigned *width, unsigned *height, const char *text, size_t length);
int comb_witness_size_check(unsigned width, unsigned height, struct comb_place place, struct comb_error *err);

#endif
