/* Panels as text. The format is readable, easy to type, and can represent every panel.
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
 * A newline or a slash ends a line, so a panel also fits on one line. One or more blanks separate words. Empty lines
 * are ignored.
 *
 *     panel     = size | ["Witness panel v1"] { setting } { row }         an odd number of rows, from 3 to 33
 *     size      = WIDTH "x" HEIGHT            alone: an empty panel, start bottom left, end top right
 *     setting   = "symmetry" ("none" | "horizontal" | "vertical" | "rotational" | "translated")
 *               | "pillar"                    the right border joins the left one: an even number of places in a row
 *               | "unpaired"                  under symmetry starts and ends have no partners
 *               | "rules" NAME                the rule set, unless another is asked for
 *               | "lines" COLOR [COLOR]       of the line and of its mirror image; "none" is a colour here
 *     row       = one word per place, an odd number of them (pillar: even); or, without any blank, one character per
 * place node      = "+" | point | dot | absent edge      = "-" horizontal, "|" vertical | ":" gap | point | dot |
 * absent a horizontal edge may have any number of dashes, also around another word: --o-- cell      = "." empty |
 * absent | (symbol) [":" COLOR] symbol    = "sq" | "star" | "Y" | "tri:" COUNT | ["-"] ("poly:" | "rot:") ROW { "," ROW
 * } poly is fixed, rot may be rotated, - subtracts cells; a ROW consists of # and . point     = "S" [end] [dot] | end
 * [dot]                             a start, an end, or both, and a dot end       = "E" ["<" | ">"] ["^" | "v"] and the
 * direction of its cap dot       = "o" [":" COLOR | ":hidden"] absent    = "x" COLOR     = black white cyan magenta
 * yellow red green blue orange
 *
 * The reader pairs starts and ends under symmetry (comb_witness_panel_pair), unless they are unpaired. */
#ifndef COMB_WITNESS_TEXT_H
#define COMB_WITNESS_TEXT_H

#include "base/buf.h"
#include "games/witness/panel/panel.h"

/* ---- any form: a drawn panel, a size, a Windmill string, a link, a puzzle of witnesspuzzles.com ---- */

int comb_witness_read(struct comb_witness_panel **out, const char *text, size_t length, struct comb_error *err);

/* Returns how likely the text is a panel, 0 .. 100; 60 for a mere size. */
int comb_witness_detect(const char *text, size_t length);

/* ---- drawn panels ---- */

/* Returns whether the text begins like a drawn panel, with "Witness panel" or a first row. */
bool comb_witness_is_text(const char *text, size_t length);
int comb_witness_text_read(struct comb_witness_panel **out, const char *text, size_t length, struct comb_error *err);

/* Prints no newline at the end. The text reads back as the same panel if its starts and ends are paired. */
void comb_witness_text_print(struct comb_buf *out, const struct comb_witness_panel *panel);

/* ---- words ---- */

enum comb_witness_place_kind {
    COMB_WITNESS_NODE,
    COMB_WITNESS_HORIZONTAL_EDGE, /* left to right */
    COMB_WITNESS_VERTICAL_EDGE,
    COMB_WITNESS_CELL
};

static inline enum comb_witness_place_kind comb_witness_place_kind_of(unsigned column, unsigned row)
{
    return (enum comb_witness_place_kind)(column % 2 + 2 * (row % 2));
}

/* Reads the word for one place. Writes the shape of a polyomino to *shape and makes thing->shape point to it.
 * `place` is the position of the word, for errors. */
int comb_witness_token_read(struct comb_witness_thing *thing, struct comb_witness_shape *shape,
                            enum comb_witness_place_kind kind, const char *token, size_t length,
                            struct comb_error_location place, struct comb_error *err);
void comb_witness_token_print(struct comb_buf *out, const struct comb_witness_thing *thing,
                              enum comb_witness_place_kind kind);

/* "none", "horizontal", ...; NULL past the last. */
const char *comb_witness_symmetry_name(enum comb_witness_symmetry symmetry);

/* The inverse: finds a symmetry or colour by its name; false for an unknown word. "none" is COMB_WITNESS_NO_COLOUR. */
bool comb_witness_symmetry_find(enum comb_witness_symmetry *out, const char *word, size_t length);
bool comb_witness_colour_find(uint8_t *out, const char *word, size_t length);

/* Parses "5x6", also with numbers out of range; false if the text has another form. */
bool comb_witness_size_find(unsigned *width, unsigned *height, const char *text, size_t length);
int comb_witness_size_check(unsigned width, unsigned height, struct comb_error_location place, struct comb_error *err);

#endif
