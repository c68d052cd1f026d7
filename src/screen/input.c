/* Controls the pointer with XTEST: the server treats the events like those of a real mouse, so every program accepts
 * them. Escape is grabbed, so that it is not lost while a picture is being read; if another program has grabbed it, the
 * keyboard state is polled instead. */
#include "screen/parts.h"

#include <stdlib.h>

enum { KEYSYM_ESCAPE = 0xff1b };

int comb_screen_pointer(struct comb_screen_point *out, struct comb_screen *screen, struct comb_error *err)
{
    xcb_generic_error_t *cause = NULL;
    xcb_query_pointer_reply_t *reply = xcb_query_pointer_reply(
        screen->connection, xcb_query_pointer(screen->connection, screen->screen->root), &cause);
    if (!reply)
        return comb_screen_fail(screen, cause, "to report the pointer position", err);
    *out = (struct comb_screen_point){reply->root_x, reply->root_y};
    free(reply);
    return COMB_OK;
}

static int send_fake_input(struct comb_screen *screen, uint8_t kind, uint8_t detail, struct comb_screen_point to,
                           struct comb_error *err)
{
    xcb_void_cookie_t sent = xcb_test_fake_input_checked(screen->connection, kind, detail, XCB_CURRENT_TIME,
                                                         screen->screen->root, (int16_t)to.x, (int16_t)to.y, 0);
    return comb_screen_wait_request(screen, sent, "to move or press the mouse", err);
}

int comb_screen_move(struct comb_screen *screen, struct comb_screen_point to, struct comb_error *err)
{
    return send_fake_input(screen, XCB_MOTION_NOTIFY, 0, to, err);
}

int comb_screen_press(struct comb_screen *screen, enum comb_button button, bool down, struct comb_error *err)
{
    return send_fake_input(screen, down ? XCB_BUTTON_PRESS : XCB_BUTTON_RELEASE, (uint8_t)button,
                           (struct comb_screen_point){0}, err);
}

static xcb_keycode_t *find_escape(struct comb_screen *screen)
{
    xcb_key_symbols_t *symbols = xcb_key_symbols_alloc(screen->connection);
    xcb_keycode_t *codes = symbols ? xcb_key_symbols_get_keycode(symbols, KEYSYM_ESCAPE) : NULL;
    if (symbols)
        xcb_key_symbols_free(symbols);
    return codes;
}

int comb_screen_grab_escape(struct comb_screen *screen, struct comb_error *err)
{
    screen->escape_pressed = false;
    free(screen->escape);
    screen->escape = find_escape(screen);
    if (!screen->escape)
        return comb_fail(err, COMB_BAD_INPUT, "the keyboard of the X11 display has no Escape key to stop with");
    for (const xcb_keycode_t *code = screen->escape; *code != XCB_NO_SYMBOL; code++)
        free(xcb_request_check(screen->connection, /* fails if another program has grabbed it: polled then */
                               xcb_grab_key_checked(screen->connection, 0, screen->screen->root, XCB_MOD_MASK_ANY,
                                                    *code, XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC)));
    return COMB_OK;
}

static bool is_escape_down(struct comb_screen *screen)
{
    xcb_query_keymap_reply_t *keys =
        xcb_query_keymap_reply(screen->connection, xcb_query_keymap(screen->connection), NULL);
    bool down = false;
    for (const xcb_keycode_t *code = screen->escape; keys && *code != XCB_NO_SYMBOL; code++)
        down |= keys->keys[*code / 8] >> *code % 8 & 1;
    free(keys);
    return down;
}

bool comb_screen_escape_pressed(struct comb_screen *screen)
{
    if (!screen->escape)
        return false;
    screen->escape_pressed |= is_escape_down(screen); /* the reply also flushes earlier events */
    for (xcb_generic_event_t *event; (event = xcb_poll_for_event(screen->connection)); free(event))
        screen->escape_pressed |= (event->response_type & 0x7f) == XCB_KEY_PRESS;
    return screen->escape_pressed;
}
