#include "screen/x11/x11.h"

#include <stdlib.h>
#include <string.h>

static const char *const atom_names[COMB_X11_ATOM_COUNT] = {
    [COMB_X11_CLIENT_LIST] = "_NET_CLIENT_LIST",
    [COMB_X11_NET_NAME] = "_NET_WM_NAME",
    [COMB_X11_UTF8] = "UTF8_STRING",
    [COMB_X11_ACTIVE_WINDOW] = "_NET_ACTIVE_WINDOW",
    [COMB_X11_WM_CHECK] = "_NET_SUPPORTING_WM_CHECK",
    [COMB_X11_WM_STATE] = "WM_STATE",
};

int comb_x11_fail(const struct comb_x11 *x11, xcb_generic_error_t *cause, const char *what, struct comb_error *err)
{
    unsigned number = cause ? cause->error_code : 0;
    free(cause);
    if (xcb_connection_has_error(x11->connection))
        return comb_fail(err, COMB_BAD_INPUT, "lost the connection to the X11 display");
    return comb_fail(err, COMB_BAD_INPUT, "the X11 display refused %s (error %u)", what, number);
}

int comb_x11_wait_request(const struct comb_x11 *x11, xcb_void_cookie_t cookie, const char *what,
                          struct comb_error *err)
{
    xcb_generic_error_t *cause = xcb_request_check(x11->connection, cookie);
    if (cause || xcb_connection_has_error(x11->connection))
        return comb_x11_fail(x11, cause, what, err);
    return COMB_OK;
}

static int fail_connect(const char *display, int reason, struct comb_error *err)
{
    const char *wayland = getenv("WAYLAND_DISPLAY");
    const char *named = display ? display : getenv("DISPLAY");
    const char *hint = wayland && *wayland ? " (Wayland alone is not enough: run the game with XWayland)" : "";
    if (!named || !*named)
        return comb_fail(err, COMB_BAD_INPUT, "no X11 display: DISPLAY is not set%s", hint);
    if (reason == XCB_CONN_CLOSED_PARSE_ERR)
        return comb_fail(err, COMB_BAD_INPUT, "'%.60s' is not an X11 display; expected one such as :0", named);
    if (reason == XCB_CONN_CLOSED_INVALID_SCREEN)
        return comb_fail(err, COMB_BAD_INPUT, "the X11 display '%.60s' has no such screen", named);
    if (reason == XCB_CONN_CLOSED_MEM_INSUFFICIENT)
        return comb_fail_memory(err);
    return comb_fail(err, COMB_BAD_INPUT, "cannot connect to the X11 display '%.60s'%s", named, hint);
}

static int open_connection(struct comb_x11 *x11, const char *display, struct comb_error *err)
{
    int number = 0;
    x11->connection = xcb_connect(display, &number);
    int reason = xcb_connection_has_error(x11->connection);
    if (reason)
        return fail_connect(display, reason, err);
    xcb_screen_iterator_t screens = xcb_setup_roots_iterator(xcb_get_setup(x11->connection));
    while (number-- > 0 && screens.rem > 1)
        xcb_screen_next(&screens);
    x11->screen = screens.data;
    return COMB_OK;
}

static const xcb_visualtype_t *root_visual(const xcb_screen_t *screen)
{
    for (xcb_depth_iterator_t depth = xcb_screen_allowed_depths_iterator(screen); depth.rem; xcb_depth_next(&depth)) {
        xcb_visualtype_iterator_t visual = xcb_depth_visuals_iterator(depth.data);
        for (; visual.rem; xcb_visualtype_next(&visual))
            if (visual.data->visual_id == screen->root_visual)
                return visual.data;
    }
    return NULL;
}

static bool is_contiguous(uint32_t mask)
{
    uint32_t lowest = mask & (~mask + 1);
    uint32_t above = mask + lowest;
    return mask != 0 && (mask & above) == 0 && mask / lowest < 0x10000u;
}

/* Reads the pixel format of the root window: masks from its visual, bytes from the format of its depth. */
static int init_format(struct comb_x11 *x11, struct comb_error *err)
{
    const xcb_setup_t *setup = xcb_get_setup(x11->connection);
    const xcb_visualtype_t *visual = root_visual(x11->screen);
    unsigned depth = x11->screen->root_depth;
    if (!visual || !is_contiguous(visual->red_mask) || !is_contiguous(visual->green_mask) ||
        !is_contiguous(visual->blue_mask))
        return comb_fail(err, COMB_BAD_INPUT,
                         "the X11 display has no true colour (depth %u); at least 16 bits are needed", depth);
    x11->format = (struct comb_screen_format){
        .high_byte_first = setup->image_byte_order == XCB_IMAGE_ORDER_MSB_FIRST,
        .red = visual->red_mask,
        .green = visual->green_mask,
        .blue = visual->blue_mask,
    };
    for (xcb_format_iterator_t item = xcb_setup_pixmap_formats_iterator(setup); item.rem; xcb_format_next(&item))
        if (item.data->depth == depth && item.data->bits_per_pixel % 8 == 0 && item.data->bits_per_pixel <= 32) {
            x11->format.bytes = item.data->bits_per_pixel / 8u;
            x11->row_padding = item.data->scanline_pad / 8u;
        }
    if (x11->format.bytes == 0 || x11->row_padding == 0)
        return comb_fail(err, COMB_BAD_INPUT, "the X11 display uses an unsupported pixel format (depth %u)", depth);
    return COMB_OK;
}

static int init_atoms(struct comb_x11 *x11, struct comb_error *err)
{
    xcb_intern_atom_cookie_t cookies[COMB_X11_ATOM_COUNT];
    int code = COMB_OK;
    for (int i = 0; i < COMB_X11_ATOM_COUNT; i++)
        cookies[i] = xcb_intern_atom(x11->connection, 0, (uint16_t)strlen(atom_names[i]), atom_names[i]);
    for (int i = 0; i < COMB_X11_ATOM_COUNT; i++) {
        xcb_generic_error_t *cause = NULL;
        xcb_intern_atom_reply_t *reply = xcb_intern_atom_reply(x11->connection, cookies[i], &cause);
        if (!reply)
            code = comb_x11_fail(x11, cause, "to name a property", err);
        else
            x11->atoms[i] = reply->atom;
        free(reply);
    }
    return code;
}

static int require_xtest(struct comb_x11 *x11, struct comb_error *err)
{
    const xcb_query_extension_reply_t *found = xcb_get_extension_data(x11->connection, &xcb_test_id);
    if (found && found->present)
        return COMB_OK;
    return comb_fail(err, COMB_BAD_INPUT, "the X11 display has no XTEST extension, which is needed to click");
}

static void close_display(void *state)
{
    struct comb_x11 *x11 = state;
    if (!x11)
        return;
    free(x11->escape);
    xcb_disconnect(x11->connection);
    free(x11);
}

static int open_display(void **state, const char *display, struct comb_error *err)
{
    *state = NULL;
    int code = comb_load_xcb(err);
    if (code != COMB_OK)
        return code;
    struct comb_x11 *x11 = calloc(1, sizeof *x11);
    if (!x11)
        return comb_fail_memory(err);
    code = open_connection(x11, display, err);
    if (code == COMB_OK)
        code = init_format(x11, err);
    if (code == COMB_OK)
        code = init_atoms(x11, err);
    if (code == COMB_OK)
        code = require_xtest(x11, err);
    if (code == COMB_OK)
        *state = x11;
    else
        close_display(x11);
    return code;
}

static struct comb_area bounds(void *state)
{
    const struct comb_x11 *x11 = state;
    return (struct comb_area){.width = x11->screen->width_in_pixels, .height = x11->screen->height_in_pixels};
}

const struct comb_screen_backend comb_screen_system = {
    .name = "X11",
    .open = open_display,
    .close = close_display,
    .bounds = bounds,
    .windows = comb_x11_windows,
    .window = comb_x11_window,
    .activate = comb_x11_activate,
    .covered = comb_x11_covered,
    .reaches = comb_x11_reaches,
    .capture = comb_x11_capture,
    .pointer = comb_x11_pointer,
    .move = comb_x11_move,
    .press = comb_x11_press,
    .grab_escape = comb_x11_grab_escape,
    .escape_pressed = comb_x11_escape_pressed,
};
