/* Hexicon from pictures: letters, the five states of the cells, both scores and the crown's target. */
#ifndef COMB_GAMES_HEXICON_READ_H
#define COMB_GAMES_HEXICON_READ_H

#include "family/words/read.h"

/* What stands above the board. */
struct comb_hexicon_scores {
    int blue, red, target;                /* -1: not there */
    double confidence;                    /* of the least sure one */
    bool has_blue_colour, has_red_colour; /* whether the colours of the two sides were seen */
    unsigned blue_colour, red_colour;     /* 0xRRGGBB, of the scores */
    unsigned areas[8];                    /* colours of larger areas there: players, titles */
    unsigned area_count;
};

/* COMB_OK also when there is nothing above the board. */
int comb_hexicon_read_scores(struct comb_hexicon_scores *out, const struct comb_words_seen *seen,
                             struct comb_error *err);

/* Sets state and confidence of every cell. False where they cannot be seen: the picture is grey, and the cells are not
 * all of one lightness. */
bool comb_hexicon_read_states(struct comb_words_seen *seen, const struct comb_hexicon_scores *scores);

/* {"scores": {"blue_left", "red_right", "crown_target"}} besides what every word board has. */
int comb_hexicon_read(json_t **reading, const struct comb_sight *sight, const void *look, struct comb_error *err);

#endif
