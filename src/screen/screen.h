/* Screen: the windows on it, screenshots of them, and simulated mouse clicks, through the back end of the system
 * (backend.h).
 *
 * All coordinates are pixels relative to the top left of the screen (the root window). Screenshots are of the screen,
 * not of a window's own buffer: they show what the user sees, and a click hits what was read, even if another window is
 * on top. comb_screen_covered checks for that. */
#ifndef COMB_SCREEN_H
#define COMB_SCREEN_H

#include "vision/pixels/pixels.h"

struct comb_screen; /* a connection; not thread-safe */
struct comb_screen_backend;

struct comb_area {
    int x, y;
    unsigned width, height;
};

struct comb_screen_point {
    int x, y;
};

enum { COMB_SCREEN_MAX_TITLE = 200 };

struct comb_screen_window {
    uint32_t id;
    struct comb_area area;             /* contents, without title bar and border */
    char title[COMB_SCREEN_MAX_TITLE]; /* UTF-8, truncated; "" if none */
};

enum comb_button { COMB_BUTTON_LEFT = 1, COMB_BUTTON_RIGHT = 3 };

/* Connects to the screen; `backend` NULL is that of the system. COMB_BAD_INPUT says what is missing. */
int comb_screen_open(struct comb_screen **out, const struct comb_screen_backend *backend, struct comb_error *err);
void comb_screen_close(struct comb_screen *screen);

/* Area of the whole screen. */
struct comb_area comb_screen_bounds(const struct comb_screen *screen);

/* ---- windows ---- */

/* Lists the visible windows of programs, also those without a title, in the window manager's order or, without a
 * manager, lowest first. The caller frees the array. */
int comb_screen_windows(struct comb_screen_window **out, size_t *count, struct comb_screen *screen,
                        struct comb_error *err);

/* Finds the only visible window whose title contains one of the texts (NULL-terminated, case-sensitive). Prefers titles
 * that begin with a text. COMB_BAD_INPUT, listing the windows, if there is none or more than one. */
int comb_screen_find(struct comb_screen_window *out, struct comb_screen *screen, const char *const *texts,
                     struct comb_error *err);

/* Reads the current state of a window. COMB_BAD_INPUT if it is gone or hidden. */
int comb_screen_window(struct comb_screen_window *out, struct comb_screen *screen, uint32_t id, struct comb_error *err);

/* Asks the window manager, if any, to raise the window and give it the keyboard focus. */
void comb_screen_activate(struct comb_screen *screen, uint32_t id);

/* Checks whether another window covers part of the window or catches its clicks, at points a few pixels apart. *by is
 * then that window, without a title if comb_screen_windows does not list it. */
int comb_screen_covered(bool *covered, struct comb_screen_window *by, struct comb_screen *screen,
                        const struct comb_screen_window *window, struct comb_error *err);

/* Whether a click at that point would reach the window. */
bool comb_screen_reaches(struct comb_screen *screen, const struct comb_screen_window *window,
                         struct comb_screen_point point);

/* ---- pictures ---- */

/* Takes a screenshot of an area. COMB_BAD_INPUT if part of it is off the screen. */
int comb_screen_capture(struct comb_pixels **out, struct comb_screen *screen, const struct comb_area *area,
                        struct comb_error *err);

/* ---- pointer and keyboard ---- */

int comb_screen_pointer(struct comb_screen_point *out, struct comb_screen *screen, struct comb_error *err);
int comb_screen_move(struct comb_screen *screen, struct comb_screen_point to, struct comb_error *err);
int comb_screen_press(struct comb_screen *screen, enum comb_button button, bool down, struct comb_error *err);

/* Grabs the Escape key, so that the game does not receive it. Released when the screen is closed. */
int comb_screen_grab_escape(struct comb_screen *screen, struct comb_error *err);

/* Whether Escape was pressed since comb_screen_grab_escape. */
bool comb_screen_escape_pressed(struct comb_screen *screen);

#endif
