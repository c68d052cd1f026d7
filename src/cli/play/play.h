/* Plays a game on the screen: capture, deduce, click, repeat.
 *
 *     find the window -> picture -> reading (core/reading.h) -> board -> answer (core/run.h) -> clicks -> again
 *
 * It clicks only if the reading is certain and the answer has passed the verifier. It never guesses. */
#ifndef COMB_CLI_PLAY_H
#define COMB_CLI_PLAY_H

#include "core/board.h"
#include "core/fixes.h"
#include "screen/screen.h"

/* Asks the user about what is uncertain in a reading, corrects it and adds the corrections to `fixes`. COMB_OK: nothing
 * is uncertain any more. */
typedef int (*comb_play_ask)(void *payload, const struct comb_pixels *picture, json_t *reading,
                             struct comb_fixes *fixes, struct comb_error *err);

/* A place in the game's window, in pixels or percent of its size. */
struct comb_play_place {
    bool given;
    double x, y;
    bool x_percent, y_percent;
};

struct comb_play_setup {
    const struct comb_game *game; /* its reader has `clicks` */
    const struct comb_params *params;
    struct comb_job *job;
    const struct comb_screen_backend *backend; /* NULL: that of the system */
    const char *const *titles;                 /* possible window titles, ended by NULL */
    uint32_t window;                           /* window number; 0: find it by title */
    bool whole_screen;                         /* use no window */
    bool swap_buttons;
    double delay;                   /* duration of a click in seconds */
    double time_limit;              /* seconds for the whole game; 0 = none */
    unsigned long max_clicks;       /* 0 = no limit */
    bool next;                      /* play the next level after a solved one */
    struct comb_play_place next_at; /* what leads to the next level; not given: look for it */
    struct comb_fixes *fixes;       /* corrections of the first picture; those of `ask` are added */
    comb_play_ask ask;              /* about an uncertain picture; NULL: nobody to ask */
    void *ask_payload;
};

/* The result; valid for every return code. */
struct comb_play_result {
    unsigned long clicks;
    unsigned rounds;
    unsigned levels;      /* solved */
    unsigned hidden_left; /* cells still hidden in the last capture */
    bool board_read;      /* the board was read at least once */
    bool solved;
    bool board_gone; /* after the last click the game showed something else, such as an end screen */
    long mistakes;   /* the game's counter; -1: it has none */
    double seconds;
};

/* Plays until solved. COMB_OK: no cell is hidden. COMB_NO: nothing more can be deduced. COMB_UNSURE: the picture cannot
 * be read, does not match the clicks, or the game reports a mistake. COMB_LIMIT. COMB_INTERRUPTED: the user moved the
 * mouse, or pressed Escape or Ctrl-C. COMB_BAD_INPUT: no display or no window. */
int comb_play(struct comb_play_result *out, const struct comb_play_setup *setup, struct comb_error *err);

/* The first round of clicks. */
struct comb_play_plan {
    struct comb_pixels *picture;
    struct comb_area area; /* of the picture on the screen */
    json_t *reading;
    json_t *answer;
    json_t *clicks; /* as from struct comb_reader, with buttons swapped if requested */
    struct comb_board *board;
};

/* Captures once without clicking; return codes as for comb_play. Free the plan in any case. */
int comb_play_plan(struct comb_play_plan *out, const struct comb_play_setup *setup, struct comb_error *err);
void comb_play_plan_free(struct comb_play_plan *plan);

/* The number of hidden cells of a reading. */
unsigned comb_play_count_hidden(const json_t *reading);

/* Draws the plan's picture with a numbered mark for each click, as PNG. */
int comb_play_picture(struct comb_buf *out, const struct comb_play_plan *plan, struct comb_error *err);

#endif
