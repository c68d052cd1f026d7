/* The X11 back end: windows of a display, screenshots, XTEST. Internals shared by the files of this folder. */
#ifndef COMB_SCREEN_X11_H
#define COMB_SCREEN_X11_H

#include "screen/backend.h"

#include "comb_xcb.h"

/* Atoms that are not built into the protocol. */
enum comb_x11_atom {
    COMB_X11_CLIENT_LIST,
    COMB_X11_NET_NAME,
    COMB_X11_UTF8,
    COMB_X11_ACTIVE_WINDOW,
    COMB_X11_WM_CHECK,
    COMB_X11_WM_STATE,
    COMB_X11_ATOM_COUNT
};

struct comb_x11 {
    xcb_connection_t *connection;
    xcb_screen_t *screen;
    struct comb_screen_format format; /* without row_bytes */
    unsigned row_padding;             /* row length is a multiple of this many bytes */
    xcb_atom_t atoms[COMB_X11_ATOM_COUNT];
    xcb_keycode_t *escape; /* ends with XCB_NO_SYMBOL; NULL until grabbed */
    bool escape_pressed;
};

/* Fills in the error of a failed request and frees `cause`. Reports a broken connection instead, if it is broken. */
int comb_x11_fail(const struct comb_x11 *x11, xcb_generic_error_t *cause, const char *what, struct comb_error *err);

/* Waits for a request that has no reply. */
int comb_x11_wait_request(const struct comb_x11 *x11, xcb_void_cookie_t cookie, const char *what,
                          struct comb_error *err);

/* ---- members of the back end (backend.h) ---- */

int comb_x11_windows(struct comb_screen_window **out, size_t *count, void *state, struct comb_error *err);
int comb_x11_window(struct comb_screen_window *out, void *state, uint32_t id, struct comb_error *err);
void comb_x11_activate(void *state, uint32_t id);
int comb_x11_covered(bool *covered, struct comb_screen_window *by, void *state, const struct comb_screen_window *window,
                     struct comb_error *err);
bool comb_x11_reaches(void *state, const struct comb_screen_window *window, struct comb_screen_point point);
int comb_x11_capture(struct comb_pixels **out, void *state, const struct comb_area *area, struct comb_error *err);
int comb_x11_pointer(struct comb_screen_point *out, void *state, struct comb_error *err);
int comb_x11_move(void *state, struct comb_screen_point to, struct comb_error *err);
int comb_x11_press(void *state, enum comb_button button, bool down, struct comb_error *err);
int comb_x11_grab_escape(void *state, struct comb_error *err);
bool comb_x11_escape_pressed(void *state);

#endif
