/* What the files of playing share: an eye (play_look.c), a memory (play_compare.c) and a hand (play_hand.c). */
#ifndef COMB_CLI_PLAY_PARTS_H
#define COMB_CLI_PLAY_PARTS_H

#include "cli/play.h"

struct comb_player {
    const struct comb_play_setup *setup;
    struct comb_screen *screen;
    struct comb_screen_window window;    /* .id 0: the whole screen; .area is where it was last seen */
    bool hands_off;                      /* only looks: the pointer is the user's */
    struct comb_screen_point pointer_at; /* where we left it */
    bool restless;                       /* the game never holds still */
    struct comb_played *played;
};

/* What was seen at one moment. */
struct comb_view {
    struct comb_pixels *picture;
    struct comb_area area;
    json_t *reading;
};

void comb_view_free(struct comb_view *view);

/* What should be seen after clicks: the view before, and which of the clicks were made. */
struct comb_expectation {
    const json_t *before;
    const json_t *clicked;
};

enum comb_match {
    COMB_MATCH,
    COMB_MATCH_NOT,    /* perhaps not yet */
    COMB_MATCH_MISTAKE /* the game counts one more */
};

/* Whether a reading is what the clicks should have made of the one before: what was clicked shows what was deduced, all
 * else is as it was, and the counters agree. `err` says what is different. */
enum comb_match comb_play_compare(const struct comb_expectation *expected, const json_t *after, struct comb_error *err);

unsigned comb_play_hidden(const json_t *reading);
long comb_play_number(const json_t *reading, const char *name); /* -1: not there */

/* Opens the display and finds the window. */
int comb_player_open(struct comb_player *player, struct comb_error *err);
void comb_player_close(struct comb_player *player);

/* Looks until the picture is still, in no doubt and as expected (NULL: no matter), a few seconds at most. */
int comb_player_look(struct comb_view *view, struct comb_player *player, const struct comb_expectation *expected,
                     struct comb_error *err);

/* COMB_OK while the user leaves us alone and the limits are not reached. */
int comb_player_check(struct comb_player *player, struct comb_error *err);

/* Waits, checking all the while. */
int comb_player_pause(struct comb_player *player, double seconds, struct comb_error *err);

/* Takes the pointer over: out of the window, so that nothing is highlighted, and watches it from now on. */
int comb_player_take_pointer(struct comb_player *player, struct comb_error *err);

/* Clicks one after the other and adds what was clicked to `clicked`; ends early, with COMB_OK, when the window has
 * moved. */
int comb_player_click_all(json_t *clicked, struct comb_player *player, const struct comb_view *view,
                          const json_t *clicks, struct comb_error *err);

/* Moves the pointer to where no cell is. */
int comb_player_park(struct comb_player *player, const struct comb_view *view, struct comb_error *err);

#endif
