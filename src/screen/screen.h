/* Screen: windows of an X11 display, what they show, and a pointer that clicks on them.
 *
 * All coordinates are pixels of the whole screen (the root window), from its top left. Pictures are taken of the screen
 * and not of a window's own memory: what is read is then what the user sees, and a click lands on what was read, also
 * where another window lies above. comb_screen_covered tells whether one does. */
#ifndef COMB_SCREEN_SCREEN_H
#define COMB_SCREEN_SCREEN_H

#include "vision/pixels.h"

struct comb_screen; /* a connection; for one thread at a time */

struct comb_area {
    int x, y;
    unsigned width, height;
};

struct comb_screen_point {
    int x, y;
};

enum { COMB_SCREEN_TITLE = 200 };

struct comb_screen_window {
    uint32_t id;
    struct comb_area area;         /* of its contents, without title bar and border */
    char title[COMB_SCREEN_TITLE]; /* UTF-8, cut to fit; "" when it has none */
};

enum comb_button { COMB_BUTTON_LEFT = 1, COMB_BUTTON_RIGHT = 3 };

/* `display` as in DISPLAY; NULL takes that variable. COMB_BAD_INPUT says what is missing: no display, no server behind
 * it, no XTEST. */
int comb_screen_open(struct comb_screen **out, const char *display, struct comb_error *err);
void comb_screen_close(struct comb_screen *screen);

/* The whole screen. */
struct comb_area comb_screen_whole(const struct comb_screen *screen);

/* ---- windows ---- */

/* The windows that programs show, those without a title too, in the window manager's order or, without one, lowest
 * first. free() the items. */
int comb_screen_windows(struct comb_screen_window **out, size_t *count, struct comb_screen *screen,
                        struct comb_error *err);

/* The one visible window whose title holds one of the texts (ended by NULL; upper and lower case differ). A title that
 * begins with a text is preferred to one that only holds it. COMB_BAD_INPUT when there is none or more than one, with
 * the windows there are. */
int comb_screen_find(struct comb_screen_window *out, struct comb_screen *screen, const char *const *texts,
                     struct comb_error *err);

/* The window of that number as it is now. COMB_BAD_INPUT when it is gone or not shown. */
int comb_screen_window(struct comb_screen_window *out, struct comb_screen *screen, uint32_t id, struct comb_error *err);

/* Asks the window manager, where there is one, to bring the window to the front and to give it the keyboard. */
void comb_screen_activate(struct comb_screen *screen, uint32_t id);

/* Whether something lies above a part of the window, or catches clicks meant for it: it is looked at in points a few
 * pixels apart. *by is then the other window, without a title when it is none of comb_screen_windows. */
int comb_screen_covered(bool *covered, struct comb_screen_window *by, struct comb_screen *screen,
                        const struct comb_screen_window *window, struct comb_error *err);

/* Whether a click at that point would reach the window. */
bool comb_screen_reaches(struct comb_screen *screen, const struct comb_screen_window *window,
                         struct comb_screen_point point);

/* ---- pictures ---- */

/* COMB_BAD_INPUT when a part of the area lies beyond the screen, saying which. */
int comb_screen_capture(struct comb_pixels **out, struct comb_screen *screen, const struct comb_area *area,
                        struct comb_error *err);

/* How a server keeps pixels. */
struct comb_screen_format {
    unsigned bytes; /* of a pixel: 1 to 4 */
    unsigned row_bytes;
    bool high_byte_first;
    uint32_t red, green, blue; /* masks, each one run of 1 to 16 bits */
};

/* Those bytes as RGB, 8 bits each; `rgb` has room for 3 * width * height. */
void comb_screen_convert(unsigned char *rgb, unsigned width, unsigned height, const unsigned char *bytes,
                         const struct comb_screen_format *format);

/* ---- pointer and keyboard ---- */

int comb_screen_pointer(struct comb_screen_point *out, struct comb_screen *screen, struct comb_error *err);
int comb_screen_move(struct comb_screen *screen, struct comb_screen_point to, struct comb_error *err);
int comb_screen_press(struct comb_screen *screen, enum comb_button button, bool down, struct comb_error *err);

/* From now on Escape is ours: the game does not see it. Undone when the screen is closed. */
int comb_screen_watch_escape(struct comb_screen *screen, struct comb_error *err);

/* Whether Escape was pressed since comb_screen_watch_escape. */
bool comb_screen_escaped(struct comb_screen *screen);

#endif
