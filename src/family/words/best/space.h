/* The boards that `best` and `prove` search: a blank shape and the letters that may fill it. */
#ifndef COMB_FAMILY_WORDS_SPACE_H
#define COMB_FAMILY_WORDS_SPACE_H

#include "engine/words/best.h"
#include "family/words/game.h"

/* Parses the shape of --shape, or the default one, as a board on which every cell is ?. */
int comb_words_blank_board(struct comb_words_board **out, const struct comb_words_game *game,
                           const struct comb_params *params, struct comb_error *err);

/* Sets the letters of --letters (default: all), their tiles and their weights. */
int comb_words_choose_letters(struct comb_word_space *space, const struct comb_words_game *game,
                              const struct comb_dict *dict, const struct comb_params *params, struct comb_error *err);

#endif
