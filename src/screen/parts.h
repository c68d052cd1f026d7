/* What the files of src/screen share. */
#ifndef COMB_SCREEN_PARTS_H
#define COMB_SCREEN_PARTS_H

#include "screen/screen.h"

#include <xcb/xcb.h>

/* Atoms that are not built into the protocol, in the order of comb_screen_atom_names. */
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
    unsigned row_padding;             /* bytes that a row is a multiple of */
    xcb_atom_t atoms[COMB_ATOM_COUNT];
    xcb_keycode_t *escape; /* ended by XCB_NO_SYMBOL; NULL until it is watched */
    bool escaped;
};

/* The error for a request that failed; releases it. A connection that broke says so instead. */
int comb_screen_fail(const struct comb_screen *screen, xcb_generic_error_t *cause, const char *what,
                     struct comb_error *err);

/* Waits for a request that has no reply. */
int comb_screen_done(const struct comb_screen *screen, xcb_void_cookie_t cookie, const char *what,
                     struct comb_error *err);

#endif
