#ifndef COMB_FAMILY_WORDS_BEST_FILES_H
#define COMB_FAMILY_WORDS_BEST_FILES_H

#include "family/words/game.h"

/* Creates the folder if necessary and checks that reports can be written into it. */
int comb_words_open_reports(const char *folder, struct comb_error *err);

/* Writes DIR/<score>.txt: the board, its score, and its words, longest first. If another board has this name, a number
 * is appended; the same board is not written twice. */
int comb_words_save_report(const char *folder, const struct comb_words_game *game, const char *board,
                           struct comb_job *job, const struct comb_params *params, struct comb_error *err);

#endif
