/* Internals shared by the files of src/screen. */
#ifndef COMB_SCREEN_PARTS_H
#define COMB_SCREEN_PARTS_H

#include "screen/screen.h"

#include "comb_xcb.h"

/* Atoms that are not built into the protocol. */
enum comb_screen_atom {
    COMB_ATOM_CLIENT_LIST,
    COMB_ATOM_NET_NAME,
    COMB_ATOM_UTF8,
    COMB_ATOM_ACTIVE_WINDOW,
    COMB_ATOM_WM_CHECK,
    COMB_ATOM_WM_STATE,
    COMB_ATOM_COUNT
};

struct comb_screen {
    xcb_connection_t *connection;
    xcb_screen_t *screen;
    struct comb_screen_format format; /* without row_bytes */
    unsigned row_padding;             /* row length is a multiple of this many bytes */
    xcb_atom_t atoms[COMB_ATOM_COUNT];
    xcb_keycode_t *escape; /* ends with XCB_NO_SYMBOL; NULL until grabbed */
    bool escape_pressed;
};

/* Fills in the error of a failed request and frees `cause`. Reports a broken connection instead, if it is broken. */
int comb_screen_fail(const struct comb_screen *screen, xcb_generic_error_t *cause, const char *what,
                     struct comb_error *err);

/* Waits for a request that has no reply. */
int comb_screen_wait_request(const struct comb_screen *screen, xcb_void_cookie_t cookie, const char *what,
                             struct comb_error *err);

#endif
