/* The eye: pictures of the game until one can be trusted.
 *
 * After a click cells turn over and numbers change, and a picture in the middle of that may be read without any doubt
 * and yet be wrong. So a picture is read when it is the same as the one before it; where the game never holds still
 * (its background drifts), when it is read twice in a row as the same board. What is in doubt, or is not what the
 * clicks should have led to, is looked at again for a few seconds: it may be on its way. */
#define _POSIX_C_SOURCE 200809L
#include "cli/play_parts.h"

#include <stdlib.h>
#include <string.h>

static const double BETWEEN = 0.06; /* seconds between two pictures */
static const double RESTLESS = 0.7; /* how long a picture may keep changing before it is read all the same */
static const double AGAIN = 0.25;   /* between two readings of a picture that keeps changing */
static const double PATIENCE = 3;   /* how long to wait for what is expected */
static const double COMES_UP = 1.5; /* how long a window may take to come to the front */
enum { LEAST_GLANCES = 5, LEAST_READINGS = 3 }; /* and that often it is looked, however slow the machine */

struct look {
    struct comb_player *player;
    const struct comb_expectation *expected;
    struct comb_view view;       /* the newest picture; with a reading once it was read */
    struct comb_pixels *before;  /* the picture before it */
    char *board;                 /* what the reading before said */
    double started, moved_since; /* seconds of the job */
    unsigned glances, readings;
    bool was_read; /* the newest picture was, or one that is the same */
    int code;      /* and with this */
};

void comb_view_free(struct comb_view *view)
{
    comb_pixels_free(view->picture);
    json_decref(view->reading);
    *view = (struct comb_view){0};
}

static double now(const struct look *look)
{
    return comb_job_seconds(look->player->setup->job);
}

/* ---- the window ---- */

static int find_window(struct comb_player *player, struct comb_error *err)
{
    const struct comb_play_setup *setup = player->setup;
    if (setup->whole_screen) {
        player->window = (struct comb_screen_window){.area = comb_screen_whole(player->screen)};
        return COMB_OK;
    }
    if (setup->window != 0)
        return comb_screen_window(&player->window, player->screen, setup->window, err);
    return comb_screen_find(&player->window, player->screen, setup->titles, err);
}

static int wait_uncovered(struct comb_player *player, struct comb_error *err)
{
    double started = comb_job_seconds(player->setup->job);
    bool covered = true;
    struct comb_screen_window by;
    int code = COMB_OK;
    while (code == COMB_OK) {
        code = comb_screen_covered(&covered, &by, player->screen, &player->window, err);
        if (code != COMB_OK || !covered)
            return code;
        if (comb_job_seconds(player->setup->job) - started > COMES_UP)
            break;
        code = comb_player_pause(player, BETWEEN, err);
    }
    if (code != COMB_OK)
        return code;
    return comb_fail(err, COMB_UNSURE, "another window covers the game: 0x%x '%.60s'; nothing was clicked",
                     (unsigned)by.id, by.title);
}

int comb_player_open(struct comb_player *player, struct comb_error *err)
{
    bool hands_off = player->hands_off;
    int code = comb_screen_open(&player->screen, NULL, err);
    if (code == COMB_OK)
        code = find_window(player, err);
    if (code == COMB_OK && !hands_off)
        code = comb_screen_watch_escape(player->screen, err);
    if (code != COMB_OK || player->window.id == 0)
        return code;
    comb_screen_activate(player->screen, player->window.id);
    player->hands_off = true; /* the pointer is not ours yet */
    code = wait_uncovered(player, err);
    player->hands_off = hands_off;
    return code;
}

void comb_player_close(struct comb_player *player)
{
    comb_screen_close(player->screen);
    player->screen = NULL;
}

/* ---- one picture ---- */

static int locate(struct comb_player *player, struct comb_error *err)
{
    bool covered = false;
    struct comb_screen_window by;
    if (player->window.id == 0)
        return COMB_OK;
    if (comb_screen_window(&player->window, player->screen, player->window.id, err) != COMB_OK)
        return comb_fail(err, COMB_UNSURE, "stopped: the window of the game is gone");
    int code = comb_screen_covered(&covered, &by, player->screen, &player->window, err);
    if (code == COMB_OK && covered)
        code = comb_fail(err, COMB_UNSURE, "stopped: another window covers the game: 0x%x '%.60s'", (unsigned)by.id,
                         by.title);
    return code;
}

static int take_picture(struct look *look, struct comb_error *err)
{
    int code = locate(look->player, err);
    if (code != COMB_OK)
        return code;
    comb_pixels_free(look->before);
    look->before = look->view.picture;
    look->view.picture = NULL;
    look->view.area = look->player->window.area;
    return comb_screen_capture(&look->view.picture, look->player->screen, &look->view.area, err);
}

static bool same_picture(const struct comb_pixels *a, const struct comb_pixels *b)
{
    return a && b && a->width == b->width && a->height == b->height &&
           memcmp(a->rgb, b->rgb, (size_t)3 * a->width * a->height) == 0;
}

/* ---- one reading ---- */

/* The last reading's board is kept; whether this one says the same. */
static bool board_again(struct look *look)
{
    const char *board = json_string_value(json_object_get(look->view.reading, "board"));
    bool again = board && look->board && strcmp(board, look->board) == 0;
    free(look->board);
    look->board = board ? strdup(board) : NULL;
    return again;
}

static int mistaken(struct comb_error *err)
{
    return comb_fail(err, COMB_UNSURE,
                     "stopped: the game counts a mistake. What was clicked follows from what was read, so a hint or a "
                     "cell was read wrongly, or the level has rules of its own");
}

static int compare(const struct look *look, bool *final, struct comb_error *err)
{
    struct comb_error difference = {0};
    if (!look->expected)
        return COMB_OK;
    switch (comb_play_compare(look->expected, look->view.reading, &difference)) {
    case COMB_MATCH:
        return COMB_OK;
    case COMB_MATCH_MISTAKE:
        *final = true;
        return mistaken(err);
    case COMB_MATCH_NOT:
    default:
        return comb_fail(err, COMB_UNSURE, "stopped: the picture no longer matches: %s", difference.message);
    }
}

/* COMB_OK, or COMB_UNSURE and *final says whether looking again cannot help. */
static int read_picture(struct look *look, bool still, bool *final, struct comb_error *err)
{
    const struct comb_play_setup *setup = look->player->setup;
    const struct comb_game *found = NULL;
    json_decref(look->view.reading);
    look->view.reading = NULL;
    int code = comb_reading_new(&look->view.reading, &found, look->view.picture, setup->game, NULL, err);
    bool again = board_again(look);
    if (code != COMB_OK)
        return code;
    if (!still && !again)
        return comb_fail(err, COMB_UNSURE, "the picture does not come to rest: it is read in a new way each time");
    return compare(look, final, err);
}

/* ---- until it can be trusted ---- */

static bool out_of_patience(const struct look *look)
{
    bool looked_well = look->was_read ? look->glances >= LEAST_GLANCES : look->readings >= LEAST_READINGS;
    return now(look) - look->started > PATIENCE && looked_well;
}

/* One picture, read if it can be. Sets *final when there is nothing to wait for. */
static int glance(struct look *look, bool *final, struct comb_error *err)
{
    int code = take_picture(look, err);
    if (code != COMB_OK) {
        *final = true;
        return code;
    }
    bool still = same_picture(look->before, look->view.picture);
    look->glances++;
    look->was_read &= still;
    if (look->was_read)
        return look->code;
    if (!still && now(look) - look->moved_since < (look->player->restless ? AGAIN : RESTLESS))
        return comb_fail(err, COMB_UNSURE, "the picture does not come to rest");
    look->code = read_picture(look, still, final, err);
    look->readings++;
    look->was_read = still;
    look->moved_since = now(look);
    look->player->restless = !still;
    *final |= look->code != COMB_UNSURE;
    return look->code;
}

static int look_on(struct look *look, struct comb_error *err)
{
    bool final = false;
    int code = COMB_OK;
    while (!final) {
        code = glance(look, &final, err);
        if (final || out_of_patience(look))
            return code;
        struct comb_error stop = {0};
        int checked = comb_player_pause(look->player, BETWEEN, &stop);
        if (checked != COMB_OK) {
            *err = stop;
            return checked;
        }
    }
    return code;
}

int comb_player_look(struct comb_view *view, struct comb_player *player, const struct comb_expectation *expected,
                     struct comb_error *err)
{
    struct look look = {.player = player, .expected = expected};
    look.started = look.moved_since = comb_job_seconds(player->setup->job);
    int code = look_on(&look, err);
    *view = look.view;
    comb_pixels_free(look.before);
    free(look.board);
    return code;
}
