/* Takes screenshots of the game until one can be trusted.
 *
 * After a click the game animates, and a screenshot taken during the animation may be read with high confidence and
 * still be wrong. So a screenshot is read only if it equals the previous one; if the game never stops changing (its
 * background moves), it must be read as the same board twice in a row.
 *
 * How long to wait is a matter of what is seen. A board that has not changed for a few seconds will not change, unless
 * clicked cells are still hidden in it: then the game has not handled the clicks yet, which may take long on a busy
 * machine. */
#define _POSIX_C_SOURCE 200809L
#include "cli/play/parts.h"

#include <stdlib.h>
#include <string.h>

static const double SHOT_INTERVAL = 0.06;   /* seconds between two screenshots */
static const double SETTLE_TIMEOUT = 0.7;   /* read a changing picture after this time */
static const double REREAD_INTERVAL = 0.25; /* between two readings of a changing picture */
static const double PATIENCE = 3;           /* how long a board must be unchanged to be final */
static const double LONG_PATIENCE = 20;     /* how long the game may take to show the clicks */
static const double RAISE_TIMEOUT = 5;      /* how long a window may take to come to the front */
enum { MIN_SHOTS = 5, MIN_READINGS = 3 };   /* minimum tries, however slow the machine */

struct capture_state {
    struct comb_player *player;
    const struct comb_expectation *expected;
    struct comb_play_capture capture; /* the latest screenshot, and its reading if it was read */
    struct comb_pixels *before;       /* the previous screenshot */
    char *board;                      /* of the previous reading */
    double started, moved_since;      /* seconds of the job */
    double board_since;               /* since when readings have been the same */
    unsigned shots, readings;
    bool was_read; /* the latest screenshot, or an identical one, was read */
    bool told;     /* that it is waiting for the game */
    int code;      /* result of that reading */
};

void comb_play_capture_free(struct comb_play_capture *capture)
{
    comb_pixels_free(capture->picture);
    json_decref(capture->reading);
    *capture = (struct comb_play_capture){0};
}

static double now(const struct capture_state *state)
{
    return comb_job_seconds(state->player->setup->job);
}

/* ---- the window ---- */

static int find_window(struct comb_player *player, struct comb_error *err)
{
    const struct comb_play_setup *setup = player->setup;
    if (setup->whole_screen) {
        player->window = (struct comb_screen_window){.area = comb_screen_bounds(player->screen)};
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
        if (comb_job_seconds(player->setup->job) - started > RAISE_TIMEOUT)
            break;
        code = comb_player_pause(player, SHOT_INTERVAL, err);
    }
    if (code != COMB_OK)
        return code;
    return comb_fail(err, COMB_UNSURE, "another window covers the game: 0x%x '%.60s'; nothing was clicked",
                     (unsigned)by.id, by.title);
}

int comb_player_raise(struct comb_player *player, struct comb_error *err)
{
    bool capture_only = player->capture_only;
    if (player->window.id == 0)
        return COMB_OK;
    comb_screen_activate(player->screen, player->window.id);
    player->capture_only = true; /* the pointer is not watched meanwhile */
    int code = wait_uncovered(player, err);
    player->capture_only = capture_only;
    return code;
}

int comb_player_open(struct comb_player *player, struct comb_error *err)
{
    int code = comb_screen_open(&player->screen, player->setup->backend, err);
    if (code == COMB_OK)
        code = find_window(player, err);
    if (code == COMB_OK && !player->capture_only)
        code = comb_screen_grab_escape(player->screen, err);
    return code == COMB_OK ? comb_player_raise(player, err) : code;
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
        return comb_fail(err, COMB_UNSURE, "stopped: the game window has closed");
    int code = comb_screen_covered(&covered, &by, player->screen, &player->window, err);
    if (code == COMB_OK && covered)
        code = comb_fail(err, COMB_UNSURE, "stopped: another window covers the game: 0x%x '%.60s'", (unsigned)by.id,
                         by.title);
    return code;
}

static int take_picture(struct capture_state *state, struct comb_error *err)
{
    int code = locate(state->player, err);
    if (code != COMB_OK)
        return code;
    comb_pixels_free(state->before);
    state->before = state->capture.picture;
    state->capture.picture = NULL;
    state->capture.area = state->player->window.area;
    return comb_screen_capture(&state->capture.picture, state->player->screen, &state->capture.area, err);
}

static bool same_picture(const struct comb_pixels *a, const struct comb_pixels *b)
{
    return a && b && a->width == b->width && a->height == b->height &&
           memcmp(a->rgb, b->rgb, (size_t)3 * a->width * a->height) == 0;
}

/* ---- one reading ---- */

/* Whether this reading has the same board as the previous one; stores the board for the next call. */
static bool same_board_again(struct capture_state *state)
{
    const char *board = json_string_value(json_object_get(state->capture.reading, "board"));
    bool again = board && state->board && strcmp(board, state->board) == 0;
    if (!again && (board || state->board))
        state->board_since = now(state);
    free(state->board);
    state->board = board ? strdup(board) : NULL;
    return again;
}

static int fail_mistake(struct comb_error *err)
{
    return comb_fail(err, COMB_UNSURE,
                     "stopped: the game reports a mistake, so a hint or a cell was misread, or the level has special "
                     "rules");
}

static int check_expected(struct capture_state *state, bool *final, struct comb_error *err)
{
    struct comb_error difference = {0};
    if (!state->expected)
        return COMB_OK;
    state->capture.match = comb_play_compare(state->expected, state->capture.reading, &difference);
    switch (state->capture.match) {
    case COMB_MATCH:
        return COMB_OK;
    case COMB_MATCH_MISTAKE:
        *final = true;
        return fail_mistake(err);
    case COMB_MATCH_PENDING:
    case COMB_MATCH_NOT:
    default:
        return comb_fail(err, COMB_UNSURE, "stopped: the board is not as expected: %s", difference.message);
    }
}

/* Reads the latest screenshot. COMB_OK or COMB_UNSURE; *final: retrying cannot help. */
static int read_picture(struct capture_state *state, bool still, bool *final, struct comb_error *err)
{
    const struct comb_play_setup *setup = state->player->setup;
    const struct comb_game *found = NULL;
    json_decref(state->capture.reading);
    state->capture.reading = NULL;
    state->capture.match = COMB_MATCH_NOT;
    state->capture.left_out = 0;
    struct comb_fixes fixes = {0};
    int code = comb_play_fixes_after(&fixes, state->player, err);
    if (code == COMB_OK)
        code = comb_reading_new(&state->capture.reading, &found, state->capture.picture, setup->game,
                                comb_fixes_list(&fixes), err);
    comb_fixes_free(&fixes);
    if (code == COMB_UNSURE && state->capture.reading && !state->player->needs_all_hints)
        code = comb_play_leave_out(&state->capture.reading, &state->capture.left_out, setup->game, err);
    bool again = same_board_again(state);
    if (code != COMB_OK)
        return code;
    if (!still && !again)
        return comb_fail(err, COMB_UNSURE, "the picture keeps changing, and each reading differs");
    return check_expected(state, final, err);
}

/* ---- until it can be trusted ---- */

/* Whether the game has not shown all clicks yet: clicked cells are hidden, or no board was read. */
static bool is_pending(const struct capture_state *state)
{
    if (!state->expected || json_array_size(state->expected->clicked) == 0)
        return false;
    if (!state->capture.reading)
        return json_array_size(state->expected->clicked) < comb_play_count_hidden(state->expected->before);
    return comb_play_count_pending(state->expected, state->capture.reading) > 0;
}

static bool out_of_patience(struct capture_state *state)
{
    bool tried_enough = state->was_read ? state->shots >= MIN_SHOTS : state->readings >= MIN_READINGS;
    double waited = now(state) - state->started;
    if (waited > PATIENCE && is_pending(state) && !state->told) {
        state->told = true;
        comb_job_message(state->player->setup->job, "waiting for the game to show the clicks");
    }
    if (waited > LONG_PATIENCE)
        return tried_enough;
    return now(state) - state->board_since > PATIENCE && tried_enough && !is_pending(state);
}

/* Takes a screenshot and reads it if it is stable. Sets *final if there is nothing to wait for. */
static int shoot_and_read(struct capture_state *state, bool *final, struct comb_error *err)
{
    int code = take_picture(state, err);
    if (code != COMB_OK) {
        *final = true;
        return code;
    }
    bool still = same_picture(state->before, state->capture.picture);
    state->shots++;
    state->was_read &= still;
    if (state->was_read)
        return state->code;
    if (!still && now(state) - state->moved_since < (state->player->animated ? REREAD_INTERVAL : SETTLE_TIMEOUT))
        return comb_fail(err, COMB_UNSURE, "the picture keeps changing");
    state->code = read_picture(state, still, final, err);
    state->readings++;
    state->was_read = still;
    state->moved_since = now(state);
    state->player->animated = !still;
    *final |= state->code != COMB_UNSURE;
    return state->code;
}

static int capture_until_trusted(struct capture_state *state, struct comb_error *err)
{
    bool final = false;
    int code = COMB_OK;
    while (!final) {
        code = shoot_and_read(state, &final, err);
        if (final || out_of_patience(state))
            return code;
        struct comb_error stop = {0};
        int checked = comb_player_pause(state->player, SHOT_INTERVAL, &stop);
        if (checked != COMB_OK) {
            *err = stop;
            return checked;
        }
    }
    return code;
}

int comb_player_capture(struct comb_play_capture *capture, struct comb_player *player,
                        const struct comb_expectation *expected, struct comb_error *err)
{
    struct capture_state state = {.player = player, .expected = expected};
    state.started = state.moved_since = state.board_since = comb_job_seconds(player->setup->job);
    int code = capture_until_trusted(&state, err);
    *capture = state.capture;
    comb_pixels_free(state.before);
    free(state.board);
    return code;
}
