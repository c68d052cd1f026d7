/* Playing on the screen: look at the game, deduce, click, look again.
 *
 *     find the window -> picture -> reading (core/reading.h) -> board -> answer (core/run.h) -> clicks -> again
 *
 * A click is made only where the reading is in no doubt and the answer has passed the verifier. Nothing is guessed. */
#ifndef COMB_CLI_PLAY_H
#define COMB_CLI_PLAY_H

#include "core/board.h"
#include "screen/screen.h"

struct comb_play_setup {
    const struct comb_game *game; /* its reader has `clicks` */
    const struct comb_params *params;
    struct comb_job *job;
    const char *const *titles; /* what the window may be called, ended by NULL */
    uint32_t window;           /* its number; 0: by its title */
    bool whole_screen;         /* no window at all */
    bool swap_buttons;
    double delay;              /* seconds that a click takes */
    double time_limit;         /* seconds of the whole play; 0 = none */
    unsigned long most_clicks; /* 0 = as many as there are */
};

/* What was done; valid whatever the code is. */
struct comb_played {
    unsigned long clicks;
    unsigned rounds;
    unsigned left; /* cells still hidden when it was last looked */
    bool looked;   /* the board was read at least once */
    bool solved;
    long mistakes; /* that the game shows; -1: it shows none */
    double seconds;
};

/* COMB_OK: nothing is hidden any more. COMB_NO: nothing more follows. COMB_UNSURE: the picture cannot be read, no
 * longer matches, or the game counts a mistake. COMB_LIMIT. COMB_INTERRUPTED: the user moved the mouse, pressed Escape
 * or Ctrl-C. COMB_BAD_INPUT: no display, no window. */
int comb_play(struct comb_played *out, const struct comb_play_setup *setup, struct comb_error *err);

/* What would be clicked first. */
struct comb_play_plan {
    struct comb_pixels *picture;
    struct comb_area area; /* where that is on the screen */
    json_t *reading;
    json_t *answer;
    json_t *clicks; /* as struct comb_reader gives them, buttons as they would be pressed */
    struct comb_board *board;
};

/* Looks once and clicks nothing; codes as for comb_play. Release it in any case. */
int comb_play_plan(struct comb_play_plan *out, const struct comb_play_setup *setup, struct comb_error *err);
void comb_play_plan_free(struct comb_play_plan *plan);

/* The plan's picture with a numbered mark on each click, as PNG. */
int comb_play_picture(struct comb_buf *out, const struct comb_play_plan *plan, struct comb_error *err);

#endif
