/* Controls the pointer with XTEST: the server treats the events like those of a real mouse, so every program accepts
 * them. Escape is grabbed, so that it is not lost while a picture is being read; if another program has grabbed it, the
 * keyboard state is polled instead. */
#include "screen/x11/x11.h"

#include <stdlib.h>

enum { KEYSYM_ESCAPE = 0xff1b };

int comb_x11_pointer(struct comb_screen_point *out, void *state, struct comb_error *err)
{
    struct comb_x11 *x11 = state;
    xcb_generic_error_t *cause = NULL;
    xcb_query_pointer_reply_t *reply =
        xcb_query_pointer_reply(x11->connection, xcb_query_pointer(x11->connection, x11->screen->root), &cause);
    if (!reply)
        return comb_x11_fail(x11, cause, "to report the pointer position", err);
    *out = (struct comb_screen_point){reply->root_x, reply->root_y};
    free(reply);
    return COMB_OK;
}

static int send_fake_input(struct comb_x11 *x11, uint8_t kind, uint8_t detail, struct comb_screen_point to,
                           struct comb_error *err)
{
    xcb_void_cookie_t sent = xcb_test_fake_input_checked(x11->connection, kind, detail, XCB_CURRENT_TIME,
                                                         x11->screen->root, (int16_t)to.x, (int16_t)to.y, 0);
    return comb_x11_wait_request(x11, sent, "to move or press the mouse", err);
}

int comb_x11_move(void *state, struct comb_screen_point to, struct comb_error *err)
{
    struct comb_x11 *x11 = state;
    return send_fake_input(x11, XCB_MOTION_NOTIFY, 0, to, err);
}

int comb_x11_press(void *state, enum comb_button button, bool down, struct comb_error *err)
{
    struct comb_x11 *x11 = state;
    return send_fake_input(x11, down ? XCB_BUTTON_PRESS : XCB_BUTTON_RELEASE, (uint8_t)button,
                           (struct comb_screen_point){0}, err);
}

static xcb_keycode_t *find_escape(struct comb_x11 *x11)
{
    xcb_key_symbols_t *symbols = xcb_key_symbols_alloc(x11->connection);
    xcb_keycode_t *codes = symbols ? xcb_key_symbols_get_keycode(symbols, KEYSYM_ESCAPE) : NULL;
    if (symbols)
        xcb_key_symbols_free(symbols);
    return codes;
}

int comb_x11_grab_escape(void *state, struct comb_error *err)
{
    struct comb_x11 *x11 = state;
    x11->escape_pressed = false;
    free(x11->escape);
    x11->escape = find_escape(x11);
    if (!x11->escape)
        return comb_fail(err, COMB_BAD_INPUT, "the keyboard of the X11 display has no Escape key to stop with");
    for (const xcb_keycode_t *code = x11->escape; *code != XCB_NO_SYMBOL; code++)
        free(xcb_request_check(x11->connection, /* fails if another program has grabbed it: polled then */
                               xcb_grab_key_checked(x11->connection, 0, x11->screen->root, XCB_MOD_MASK_ANY, *code,
                                                    XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC)));
    return COMB_OK;
}

static bool is_escape_down(struct comb_x11 *x11)
{
    xcb_query_keymap_reply_t *keys = xcb_query_keymap_reply(x11->connection, xcb_query_keymap(x11->connection), NULL);
    bool down = false;
    for (const xcb_keycode_t *code = x11->escape; keys && *code != XCB_NO_SYMBOL; code++)
        down |= keys->keys[*code / 8] >> *code % 8 & 1;
    free(keys);
    return down;
}

bool comb_x11_escape_pressed(void *state)
{
    struct comb_x11 *x11 = state;
    if (!x11->escape)
        return false;
    x11->escape_pressed |= is_escape_down(x11); /* the reply also flushes earlier events */
    for (xcb_generic_event_t *event; (event = xcb_poll_for_event(x11->connection)); free(event))
        x11->escape_pressed |= (event->response_type & 0x7f) == XCB_KEY_PRESS;
    return x11->escape_pressed;
}
