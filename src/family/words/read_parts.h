/* Between the files of the word boards' readers. */
#ifndef COMB_FAMILY_WORDS_READ_PARTS_H
#define COMB_FAMILY_WORDS_READ_PARTS_H

#include "family/words/read.h"

/* Pixels a side of the picture of one cell; hexagons need less, having nothing but a letter in the middle. */
enum { COMB_WORDS_PATCH = 72, COMB_WORDS_HEX_PATCH = 60 };

/* Half a cell in pitches: what a patch shows of it. */
#define COMB_WORDS_REACH 0.5

/* Fits the places of a board to a lattice; false when it is no board of this look. Fills in all but the letters. */
bool comb_words_fit(struct comb_words_seen *seen, const struct comb_sight *sight, const struct comb_grid_seen *grid,
                    const struct comb_words_look *look);

/* Reads the letters of all places that have a cell. */
int comb_words_read_letters(struct comb_words_seen *seen, struct comb_error *err);

/* The picture of one place, seen->side pixels a side, reaching COMB_WORDS_REACH pitches; drawn by
 * comb_words_read_letters for every place with a cell. */
const unsigned char *comb_words_patch(const struct comb_words_seen *seen, const struct comb_words_place *place);

/* Distance of two colours 0xRRGGBB, 0 to 441. */
double comb_words_distance(unsigned one, unsigned other);

/* Distance of a colour from the straight line between paper and ink, and where along it lies, both in lengths of it. */
double comb_words_off_line(double *along, const unsigned char *pixel, unsigned paper, unsigned ink);

/* Letter ink of a tile that something is drawn over (a badge in a corner, a line through it): what lies further than
 * `limit` (0 to 1; 0: what parts the pixels best) on the way from its own paper to the board's ink, without what
 * reaches out of the tile. False when nothing is left. */
bool comb_words_ink_through(unsigned char *cover, const unsigned char *rgb, unsigned side, double keep, unsigned ink,
                            double limit);

/* Marks the tiles that a line from tile to tile runs over. */
void comb_words_find_lines(struct comb_words_seen *seen);

/* The ink that most letters have. */
unsigned comb_words_common_ink(const struct comb_words_seen *seen);

/* Reads a place once more from a picture like that of comb_words_patch, plainly and as comb_words_ink_through; what
 * looks more like a letter than what was read before takes its place. */
int comb_words_read_again(struct comb_words_place *place, const unsigned char *rgb, const struct comb_words_seen *seen,
                          unsigned ink, struct comb_error *err);

/* What the squares have besides letters. */
struct comb_words_marks {
    unsigned bonuses; /* tiles with a badge; their states are set */
    unsigned values;  /* tiles with a small number in the corner where most have one */
    unsigned doubles; /* tiles of two letters */
};

int comb_words_read_marks(struct comb_words_marks *marks, struct comb_words_seen *seen, struct comb_error *err);

#endif
