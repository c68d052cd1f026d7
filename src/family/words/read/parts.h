/* Shared by the files of the word boards' readers. */
#ifndef COMB_FAMILY_WORDS_READ_PARTS_H
#define COMB_FAMILY_WORDS_READ_PARTS_H

#include "family/words/read/read.h"

/* Side in pixels of the picture of one cell; hexagons need less, since they only have a letter in the middle. */
enum { COMB_WORDS_PATCH = 72, COMB_WORDS_HEX_PATCH = 60 };

/* Half the width of a patch, in pitches. */
#define COMB_WORDS_PATCH_RADIUS 0.5

/* Maximum size of a letter on a square tile, as a fraction of half the patch's side. */
#define COMB_WORDS_KEEP_SQUARE 0.84

/* Fits the places of a board to a lattice; false if it does not match the spec. Fills in all but the letters. */
bool comb_words_fit(struct comb_words_detection *board, const struct comb_detection *detection,
                    const struct comb_detected_grid *grid, const struct comb_words_board_spec *spec);

/* Reads the letters of all places that have a cell. */
int comb_words_read_letters(struct comb_words_detection *board, struct comb_error *err);

/* Reads a badly read board again as dice, which lie in any direction. For squares. */
int comb_words_read_dice(struct comb_words_detection *board, struct comb_error *err);

/* Adds the marks of letters beyond A to Z to the letters read. For squares. */
int comb_words_read_accents(struct comb_words_detection *board, struct comb_error *err);

/* Settles the letters of a reading by the language of its board (its code): those that the language does not
 * distinguish are written as it writes them. */
int comb_words_settle_language(json_t *reading, const char *code, struct comb_error *err);

/* The picture of one place, board->side pixels wide, extending COMB_WORDS_PATCH_RADIUS pitches;
 * comb_words_read_letters draws it for every place with a cell. */
const unsigned char *comb_words_patch(const struct comb_words_detection *board, const struct comb_words_place *place);

/* Distance of two colours 0xRRGGBB, 0 to 441. */
double comb_words_distance(unsigned one, unsigned other);

/* Distance of a colour from the straight line between paper and ink, and its position along it, both relative to its
 * length. */
double comb_words_off_line(double *along, const unsigned char *pixel, unsigned paper, unsigned ink);

/* Extracts the letter of a tile that something is drawn over (a badge in a corner, a line through it): pixels beyond
 * `limit` (0 to 1; 0: the best threshold) on the way from its own paper to the board's ink, without parts that extend
 * beyond the tile. Returns false if nothing is left. */
bool comb_words_overdrawn_ink(unsigned char *cover, const unsigned char *rgb, unsigned side, double keep, unsigned ink,
                              double limit);

/* Marks the tiles that a line from tile to tile crosses. */
void comb_words_find_lines(struct comb_words_detection *board);

/* The common ink of the letters. */
unsigned comb_words_common_ink(const struct comb_words_detection *board);

/* Reads a place again from a picture like that of comb_words_patch, directly and by comb_words_overdrawn_ink; replaces
 * the previous reading if the new one looks more like a letter. */
int comb_words_read_again(struct comb_words_place *place, const unsigned char *rgb,
                          const struct comb_words_detection *board, unsigned ink, struct comb_error *err);

/* Finds the discs of a board of squares and classifies them by colour. */
int comb_words_find_discs(struct comb_words_discs *discs, const struct comb_words_detection *board,
                          struct comb_error *err);

/* Makes bonuses uncertain that contradict the frame of their tile; for boards with discs whose states are set. */
int comb_words_check_frames(struct comb_words_detection *board, struct comb_error *err);

/* Questions about the bonuses of the whole board; a correction that sets the bonus of any cell answers them. */
extern const char comb_words_small_question[], comb_words_bonus_question[];

/* Question about the direction of the whole board; the correction -1,-1=upright answers it. */
extern const char comb_words_upright_question[];

/* The texts of bonuses, ended by NULL, and the states that they mean. */
extern const char *const comb_words_bonus_texts[], *const comb_words_bonus_states[];

/* Reads the labels of coloured bonus tiles and sets their states; *bonuses counts the coloured tiles. */
int comb_words_read_labels(unsigned *bonuses, struct comb_words_detection *board, struct comb_error *err);

/* Number of tiles whose colour differs from that of most. */
unsigned comb_words_count_coloured(const struct comb_words_detection *board);

/* The median colour of a patch, per channel, within the circle of radius `keep`. */
unsigned comb_words_middle_colour(const unsigned char *rgb, unsigned side, double keep);

/* Letter values printed on the tiles. */
struct comb_words_printed_values {
    bool top;                                 /* in the upper right corner, otherwise in the lower right one */
    unsigned count;                           /* tiles with a readable value */
    unsigned char list[COMB_WORDS_MAX_CELLS]; /* of each place; 0: unreadable */
};

/* Reads the values in the corner where most tiles have one. */
int comb_words_read_printed_values(struct comb_words_printed_values *out, const struct comb_words_detection *board,
                                   struct comb_error *err);

/* The code of the language that has these letter values; NULL if none or several do. */
const char *comb_words_infer_language(const struct comb_words_printed_values *values,
                                      const struct comb_words_detection *board);

/* What squares have besides letters. */
struct comb_words_marks {
    unsigned bonuses;     /* tiles with a badge; their states are set */
    unsigned values;      /* tiles with a small number in the corner where most have one */
    unsigned specks;      /* tiles with a little ink in the upper right corner, where Ruzzle has values */
    unsigned coloured;    /* tiles whose colour differs from that of most */
    bool values_on_top;   /* in the upper right corner, as Ruzzle has them */
    const char *language; /* code of the language that the values belong to, or NULL */
    unsigned doubles;     /* tiles with two letters */
};

int comb_words_read_marks(struct comb_words_marks *marks, struct comb_words_detection *board, struct comb_error *err);

#endif
