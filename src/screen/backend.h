/* What a system provides so that Comb can see and use its screen: one table of functions. Everything above it
 * (screen.h, cli/play) is the same on all systems. src/screen/x11 is the reference; tests use a back end without any
 * screen.
 *
 * `state` is what `open` returned. All members are needed. Functions that return an int return COMB_OK or fill in the
 * error: COMB_BAD_INPUT with what is missing, in words a user understands. */
#ifndef COMB_SCREEN_BACKEND_H
#define COMB_SCREEN_BACKEND_H

#include "screen/screen.h"

struct comb_screen_backend {
    const char *name; /* "X11" */

    /* Connects; `display` names one of several screens in the system's notation, NULL: the usual one. Fails without
     * permission to capture or to click. */
    int (*open)(void **state, const char *display, struct comb_error *err);
    void (*close)(void *state);

    /* The whole screen, from 0,0. All coordinates are its pixels: a capture of 100 x 100 has 100 x 100 pixels, and a
     * click goes to the pixel that was captured (not scaled "points"). */
    struct comb_area (*bounds)(void *state);

    /* The visible windows of programs, lowest first if the order is known; the caller frees the array. The title is
     * UTF-8 without control characters. */
    int (*windows)(struct comb_screen_window **out, size_t *count, void *state, struct comb_error *err);

    /* The current state of one window; an error if it is gone or hidden. */
    int (*window)(struct comb_screen_window *out, void *state, uint32_t id, struct comb_error *err);

    /* Asks to raise the window. It may take time, or not happen. */
    void (*activate)(void *state, uint32_t id);

    /* Whether another window covers part of this one, and which. */
    int (*covered)(bool *covered, struct comb_screen_window *by, void *state, const struct comb_screen_window *window,
                   struct comb_error *err);

    /* Whether a click at that point goes to the window. */
    bool (*reaches)(void *state, const struct comb_screen_window *window, struct comb_screen_point point);

    /* What the user sees in an area, which lies on the screen. */
    int (*capture)(struct comb_pixels **out, void *state, const struct comb_area *area, struct comb_error *err);

    /* The pointer. A system may take a moved pointer to its place later; `pointer` then still tells the old place. */
    int (*pointer)(struct comb_screen_point *out, void *state, struct comb_error *err);
    int (*move)(void *state, struct comb_screen_point to, struct comb_error *err);
    int (*press)(void *state, enum comb_button button, bool down, struct comb_error *err);

    /* Watches the Escape key, whichever window has the focus, until `close`; and whether it was pressed since. */
    int (*grab_escape)(void *state, struct comb_error *err);
    bool (*escape_pressed)(void *state);
};

/* The back end of the system that Comb was built for. */
extern const struct comb_screen_backend comb_screen_system;

/* ---- for back ends ---- */

/* Pixel format of a display. */
struct comb_screen_format {
    unsigned bytes; /* per pixel: 1 to 4 */
    unsigned row_bytes;
    bool high_byte_first;
    uint32_t red, green, blue; /* masks, each a contiguous run of 1 to 16 bits */
};

/* Converts pixels to RGB, 8 bits each; `rgb` has room for 3 * width * height bytes. */
void comb_screen_convert(unsigned char *rgb, unsigned width, unsigned height, const unsigned char *bytes,
                         const struct comb_screen_format *format);

#endif
