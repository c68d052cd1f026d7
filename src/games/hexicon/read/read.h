/* Reads Hexicon boards from pictures: letters, the five states of the cells, both scores and the crown's target. */
#ifndef COMB_HEXICON_READ_H
#define COMB_HEXICON_READ_H

#include "family/words/read/read.h"

/* The numbers above the board. */
struct comb_hexicon_scores {
    int blue, red, target;                /* -1: not there */
    double confidence;                    /* of the least certain one */
    bool has_blue_colour, has_red_colour; /* whether the colours of the two sides were found */
    unsigned blue_colour, red_colour;     /* 0xRRGGBB, of the scores */
    unsigned areas[8];                    /* colours of larger areas there: players, titles */
    unsigned area_count;
};

/* Returns COMB_OK even if there is nothing above the board. */
int comb_hexicon_read_scores(struct comb_hexicon_scores *out, const struct comb_words_detection *board,
                             struct comb_error *err);

/* Sets state and confidence of every cell. Returns false if the states are not visible: the picture is grey and the
 * cells differ in lightness. */
bool comb_hexicon_read_states(struct comb_words_detection *board, const struct comb_hexicon_scores *scores);

/* Adds {"scores": {"blue_left", "red_right", "crown_target"}} to the reading of a word board. */
int comb_hexicon_read(json_t **reading, const struct comb_detection *detection, const void *spec,
                      struct comb_error *err);

#endif
