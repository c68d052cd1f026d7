/* Mouse input: moves and clicks, and stops as soon as the user moves the mouse or presses Escape. The pointer is
 * checked every few milliseconds; if it is not where we left it, the user has moved it.
 *
 * A window manager that raises windows on a click holds the mouse until it has handled the click. Our next move then
 * waits in a queue, and the pointer is still where it was before the move: it is not there yet, and nobody moved it. */
#define _POSIX_C_SOURCE 200809L
#include "cli/play/parts.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

/* Pixels; a mouse that is only touched may report a small movement. */
enum { POINTER_SLACK = 2 };
static const double SLICE = 0.008;      /* seconds between two checks of the pointer */
static const double ARRIVAL_LIMIT = 20; /* how long another program may hold the mouse */

static bool is_near(struct comb_screen_point a, struct comb_screen_point b)
{
    return abs(a.x - b.x) <= POINTER_SLACK && abs(a.y - b.y) <= POINTER_SLACK;
}

static int check_pointer(struct comb_player *player, struct comb_error *err)
{
    struct comb_screen_point now;
    if (player->capture_only)
        return COMB_OK;
    int code = comb_screen_pointer(&now, player->screen, err);
    if (code != COMB_OK)
        return code;
    if (is_near(now, player->pointer_at))
        player->moving = false;
    else if (!player->moving || !is_near(now, player->pointer_from))
        return comb_fail(err, COMB_INTERRUPTED, "stopped: the mouse was moved");
    return COMB_OK;
}

int comb_player_check(struct comb_player *player, struct comb_error *err)
{
    int code = comb_job_tick(player->setup->job, 0);
    if (code != COMB_OK)
        return comb_job_fail(player->setup->job, code, err);
    if (comb_screen_escape_pressed(player->screen))
        return comb_fail(err, COMB_INTERRUPTED, "stopped: Escape was pressed");
    return check_pointer(player, err);
}

int comb_player_pause(struct comb_player *player, double seconds, struct comb_error *err)
{
    int code = comb_player_check(player, err);
    while (code == COMB_OK && seconds > 0) {
        double slice = fmin(seconds, SLICE);
        nanosleep(&(struct timespec){.tv_nsec = (long)(slice * 1e9)}, NULL);
        seconds -= slice;
        code = comb_player_check(player, err);
    }
    return code;
}

static int move_to(struct comb_player *player, struct comb_screen_point to, struct comb_error *err)
{
    int code = comb_player_check(player, err);
    if (code == COMB_OK)
        code = comb_screen_move(player->screen, to, err);
    if (code != COMB_OK)
        return code;
    player->pointer_from = player->pointer_at;
    player->pointer_at = to;
    player->moving = true;
    double started = comb_job_seconds(player->setup->job);
    code = comb_player_check(player, err);
    while (code == COMB_OK && player->moving) {
        if (comb_job_seconds(player->setup->job) - started > ARRIVAL_LIMIT)
            return comb_fail(err, COMB_UNSURE, "stopped: another program holds the mouse");
        code = comb_player_pause(player, SLICE, err);
    }
    return code;
}

static bool area_contains(const struct comb_area *area, struct comb_screen_point point)
{
    return point.x >= area->x && point.y >= area->y && point.x < area->x + (int)area->width &&
           point.y < area->y + (int)area->height;
}

int comb_player_acquire_pointer(struct comb_player *player, struct comb_error *err)
{
    enum { INSIDE = 4 };
    const struct comb_area *area = &player->window.area;
    int code = comb_screen_pointer(&player->pointer_at, player->screen, err);
    player->moving = false;
    if (code != COMB_OK || !area_contains(area, player->pointer_at))
        return code;
    struct comb_screen_point edge = {area->x + INSIDE, area->y + (int)area->height / 2};
    return move_to(player, edge, err);
}

/* ---- clicks ---- */

static bool same_area(const struct comb_area *a, const struct comb_area *b)
{
    return a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height;
}

/* Checks that the window has not moved since the capture (*stays) and that no other window covers the point. */
static int can_click(bool *stays, struct comb_player *player, const struct comb_play_capture *capture,
                     struct comb_screen_point point, struct comb_error *err)
{
    *stays = true;
    if (player->window.id == 0)
        return COMB_OK;
    struct comb_screen_window now;
    int code = comb_screen_window(&now, player->screen, player->window.id, err);
    if (code != COMB_OK)
        return comb_fail(err, COMB_UNSURE, "stopped: the game window has closed");
    *stays = same_area(&now.area, &capture->area);
    if (*stays && !comb_screen_reaches(player->screen, &now, point))
        code = comb_fail(err, COMB_UNSURE, "stopped: another window covers the game at %d,%d", point.x, point.y);
    return code;
}

/* Clicks; waits a third of the delay before, during and after the press. Always releases the button. */
static int press(struct comb_player *player, enum comb_button button, struct comb_error *err)
{
    struct comb_error second;
    double third = player->setup->delay / 3;
    int code = comb_player_pause(player, third, err);
    if (code != COMB_OK)
        return code;
    code = comb_screen_press(player->screen, button, true, err);
    if (code != COMB_OK)
        return code;
    player->result->clicks++;
    code = comb_player_pause(player, third, err);
    int released = comb_screen_press(player->screen, button, false, code == COMB_OK ? err : &second);
    if (code == COMB_OK)
        code = released;
    return code == COMB_OK ? comb_player_pause(player, third, err) : code;
}

static int click(bool *stays, struct comb_player *player, const struct comb_play_capture *capture, const json_t *item,
                 struct comb_error *err)
{
    struct comb_screen_point point = {
        capture->area.x + (int)lround(json_number_value(json_object_get(item, "x"))),
        capture->area.y + (int)lround(json_number_value(json_object_get(item, "y"))),
    };
    bool left = json_integer_value(json_object_get(item, "button")) == COMB_BUTTON_LEFT;
    if (!area_contains(&capture->area, point))
        return comb_fail(err, COMB_UNSURE, "stopped: cell outside the picture at %d,%d", point.x, point.y);
    int code = can_click(stays, player, capture, point, err);
    if (code != COMB_OK || !*stays)
        return code;
    code = move_to(player, point, err);
    return code == COMB_OK ? press(player, left ? COMB_BUTTON_LEFT : COMB_BUTTON_RIGHT, err) : code;
}

int comb_player_click_all(json_t *clicked, struct comb_player *player, const struct comb_play_capture *capture,
                          const json_t *clicks, struct comb_error *err)
{
    unsigned long max_clicks = player->setup->max_clicks;
    bool stays = true;
    int code = COMB_OK;
    for (size_t i = 0; i < json_array_size(clicks) && code == COMB_OK; i++) {
        if (max_clicks > 0 && player->result->clicks >= max_clicks)
            return comb_fail(err, COMB_LIMIT, "stopped after %lu click%s (--max-clicks)", max_clicks,
                             max_clicks == 1 ? "" : "s");
        unsigned long before = player->result->clicks;
        code = click(&stays, player, capture, json_array_get(clicks, i), err);
        if (!stays)
            break;
        if (player->result->clicks > before && json_array_append(clicked, json_array_get(clicks, i)) != 0)
            code = comb_fail_memory(err);
    }
    return code;
}

/* ---- parking the pointer ---- */

static double distance_to(const json_t *cell, double x, double y)
{
    const json_t *box = json_object_get(cell, "box");
    double left = json_number_value(json_array_get(box, 0));
    double top = json_number_value(json_array_get(box, 1));
    double right = left + json_number_value(json_array_get(box, 2));
    double bottom = top + json_number_value(json_array_get(box, 3));
    return hypot(fmax(fmax(left - x, x - right), 0), fmax(fmax(top - y, y - bottom), 0));
}

static double clearance_at(const json_t *cells, double x, double y)
{
    double clearance = INFINITY;
    for (size_t i = 0; i < json_array_size(cells); i++)
        clearance = fmin(clearance, distance_to(json_array_get(cells, i), x, y));
    return clearance;
}

/* Chooses, from a grid of points, the one farthest from every cell. Stays off the edges: screen edges may trigger
 * actions of the desktop. */
int comb_player_park(struct comb_player *player, const struct comb_play_capture *capture, struct comb_error *err)
{
    enum { POINTS = 12 };
    const json_t *cells = json_object_get(capture->reading, "cells");
    struct comb_screen_point best = player->pointer_at;
    double best_clearance = -1;
    for (int i = 0; i < POINTS * POINTS; i++) {
        double x = capture->area.width * (0.03 + 0.94 * (i % POINTS) / (POINTS - 1));
        double y = capture->area.height * (0.03 + 0.94 * (i / POINTS) / (POINTS - 1.0));
        double clearance = clearance_at(cells, x, y);
        if (clearance > best_clearance) {
            best_clearance = clearance;
            best = (struct comb_screen_point){capture->area.x + (int)x, capture->area.y + (int)y};
        }
    }
    return move_to(player, best, err);
}
