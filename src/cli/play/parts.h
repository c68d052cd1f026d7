/* Shared by the files of this folder: capturing (capture.c), comparing readings (compare.c), mouse input (input.c). */
#ifndef COMB_CLI_PLAY_PARTS_H
#define COMB_CLI_PLAY_PARTS_H

#include "cli/play/play.h"

struct comb_player {
    const struct comb_play_setup *setup;
    struct comb_screen *screen;
    struct comb_screen_window window;      /* .id 0: the whole screen; .area: its last known area */
    bool capture_only;                     /* does not use the pointer */
    struct comb_screen_point pointer_at;   /* where we last moved it */
    struct comb_screen_point pointer_from; /* where it was before */
    bool moving;                           /* it has not arrived yet */
    bool animated;                         /* the picture never stops changing */
    json_t *done;                          /* all clicks on this level so far; NULL: none */
    json_t *fixed_after;                   /* for each correction, how many clicks were made before it */
    bool needs_all_hints;                  /* nothing follows without those that are uncertain */
    struct comb_play_result *result;
};

/* The expected state after clicks: the reading before, and the clicks made. */
struct comb_expectation {
    const json_t *before;
    const json_t *clicked;
};

enum comb_match {
    COMB_MATCH,
    COMB_MATCH_PENDING, /* clicked cells are still hidden; everything else is as expected */
    COMB_MATCH_NOT,     /* may still change */
    COMB_MATCH_MISTAKE  /* the game's mistake counter increased */
};

/* One screenshot and its reading. */
struct comb_play_capture {
    struct comb_pixels *picture;
    struct comb_area area;
    json_t *reading;
    size_t left_out;       /* uncertain clues that the reading does without */
    enum comb_match match; /* of the reading, if it is certain and something was expected */
};

void comb_play_capture_free(struct comb_play_capture *capture);

/* Compares a reading with the expected state: clicked cells show what was deduced, all others are unchanged, and the
 * counters agree. `err` describes the difference. */
enum comb_match comb_play_compare(const struct comb_expectation *expected, const json_t *after, struct comb_error *err);

/* The number of clicked cells that are still hidden. */
unsigned comb_play_count_pending(const struct comb_expectation *expected, const json_t *after);

/* Whether most cells or line hints of a board are no longer at their places of the picture: it shows something else,
 * such as an end screen or another level. */
bool comb_play_board_gone(const json_t *before, const json_t *after);

long comb_play_number(const json_t *reading, const char *name); /* -1: missing */

/* Removes uncertain clues from the reading if it is certain without them: "left_out" then lists their places. COMB_OK,
 * COMB_UNSURE if something else is uncertain (the reading is unchanged), or COMB_NO_MEMORY. */
int comb_play_leave_out(json_t **reading, size_t *count, const struct comb_game *game, struct comb_error *err);

/* Adds those corrections that hold after all clicks so far: cells that were clicked since have changed. */
int comb_play_fixes_after(struct comb_fixes *out, const struct comb_player *player, struct comb_error *err);

/* Opens the display and finds the window. */
int comb_player_open(struct comb_player *player, struct comb_error *err);
void comb_player_close(struct comb_player *player);

/* Asks the window manager to raise the window and waits until nothing covers it. */
int comb_player_raise(struct comb_player *player, struct comb_error *err);

/* Captures until the picture is stable, certain and as expected (NULL: anything). Waits a few seconds for a board that
 * no longer changes, and longer while clicked cells are still hidden: the game may be slow. */
int comb_player_capture(struct comb_play_capture *capture, struct comb_player *player,
                        const struct comb_expectation *expected, struct comb_error *err);

/* COMB_OK unless the user interferes or a limit is reached. */
int comb_player_check(struct comb_player *player, struct comb_error *err);

/* Waits while calling comb_player_check. */
int comb_player_pause(struct comb_player *player, double seconds, struct comb_error *err);

/* Moves the pointer to the edge of the window, so that nothing is highlighted, and starts to watch it. */
int comb_player_acquire_pointer(struct comb_player *player, struct comb_error *err);

/* Makes the clicks in order and appends those made to `clicked`. Ends early, with COMB_OK, if the window has moved. */
int comb_player_click_all(json_t *clicked, struct comb_player *player, const struct comb_play_capture *capture,
                          const json_t *clicks, struct comb_error *err);

/* Finds the tab of the next level in the rows above `bottom`. */
bool comb_play_find_tab(struct comb_screen_point *out, const struct comb_pixels *picture, int bottom);

/* Leads from a solved level, whose last picture is `last`, to the next one. *found: a board with hidden cells is shown;
 * otherwise no way to a next level is known, or none appeared. */
int comb_player_next(bool *found, struct comb_player *player, const struct comb_play_capture *last,
                     struct comb_error *err);

/* Moves the pointer away from all cells. */
int comb_player_park(struct comb_player *player, const struct comb_play_capture *capture, struct comb_error *err);

#endif
