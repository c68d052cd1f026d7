/* Goes on to the next level: waits for one, or clicks what leads to it (the place given by the user, or the tab of
 * SixCells), and waits until a board with hidden cells appears. */
#include "cli/play/parts.h"

#include <math.h>

static const double WAIT = 20;      /* seconds for the next level to appear */
static const double INTERVAL = 0.2; /* between two looks */

static int top_of_board(const json_t *reading)
{
    const json_t *cells = json_object_get(reading, "cells");
    double top = INFINITY;
    for (size_t i = 0; i < json_array_size(cells); i++)
        top = fmin(top, json_number_value(json_array_get(json_object_get(json_array_get(cells, i), "box"), 1)));
    return isfinite(top) ? (int)top : 0;
}

/* The place in the picture that leads to the next level; false: none is known. */
static bool find_place(struct comb_screen_point *out, const struct comb_play_setup *setup,
                       const struct comb_play_capture *last)
{
    const struct comb_play_place *given = &setup->next_at;
    if (!given->given)
        return last->picture && comb_play_find_tab(out, last->picture, top_of_board(last->reading));
    out->x = (int)lround(given->x_percent ? given->x * last->area.width / 100 : given->x);
    out->y = (int)lround(given->y_percent ? given->y * last->area.height / 100 : given->y);
    return true;
}

static int click_place(struct comb_player *player, const struct comb_play_capture *last, struct comb_screen_point place,
                       struct comb_error *err)
{
    json_t *clicks = json_pack("[{s:i, s:i, s:i}]", "x", place.x, "y", place.y, "button", (int)COMB_BUTTON_LEFT);
    json_t *clicked = json_array();
    int code = clicks && clicked ? comb_player_click_all(clicked, player, last, clicks, err) : comb_fail_memory(err);
    json_decref(clicks);
    json_decref(clicked);
    return code == COMB_OK ? comb_player_park(player, last, err) : code;
}

/* Whether a board with hidden cells is there, other than the last one. */
static int look(bool *found, struct comb_player *player, struct comb_error *err)
{
    struct comb_play_capture capture = {0};
    int code = comb_player_capture(&capture, player, NULL, err);
    *found = comb_play_count_hidden(capture.reading) > 0;
    comb_play_capture_free(&capture);
    return code == COMB_UNSURE ? COMB_OK : code;
}

int comb_player_next(bool *found, struct comb_player *player, const struct comb_play_capture *last,
                     struct comb_error *err)
{
    struct comb_screen_point place;
    double started = comb_job_seconds(player->setup->job);
    int code = COMB_OK;
    *found = comb_play_count_hidden(last->reading) > 0; /* the game went on by itself */
    if (*found || !find_place(&place, player->setup, last))
        return COMB_OK;
    code = click_place(player, last, place, err);
    while (code == COMB_OK && !*found && comb_job_seconds(player->setup->job) - started < WAIT) {
        code = look(found, player, err);
        if (code == COMB_OK && !*found)
            code = comb_player_pause(player, INTERVAL, err);
    }
    return code;
}
