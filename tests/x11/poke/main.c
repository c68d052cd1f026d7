/* Simulates what a user does while `comb play` runs, for tests:
 *
 *     poke move X Y             moves the pointer
 *     poke escape               presses and releases Escape
 *     poke cover X Y W H        covers that part of the screen until it is killed; prints a line when it is covered
 *     poke shift ID X Y         moves a window
 *     poke pointer              prints the position of the pointer
 *     poke screen               prints width, height and depth of the screen
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xcb/xcb.h>
#include <xcb/xcb_keysyms.h>
#include <xcb/xtest.h>

static xcb_screen_t *screen_of(xcb_connection_t *c)
{
    return xcb_setup_roots_iterator(xcb_get_setup(c)).data;
}

static void sync_display(xcb_connection_t *c)
{
    free(xcb_get_input_focus_reply(c, xcb_get_input_focus(c), NULL));
}

static void fake_input(xcb_connection_t *c, uint8_t kind, uint8_t detail, int x, int y)
{
    xcb_test_fake_input(c, kind, detail, XCB_CURRENT_TIME, screen_of(c)->root, (int16_t)x, (int16_t)y, 0);
}

static void press_escape(xcb_connection_t *c)
{
    xcb_key_symbols_t *symbols = xcb_key_symbols_alloc(c);
    xcb_keycode_t *codes = xcb_key_symbols_get_keycode(symbols, 0xff1b);
    fake_input(c, XCB_KEY_PRESS, codes[0], 0, 0);
    fake_input(c, XCB_KEY_RELEASE, codes[0], 0, 0);
    free(codes);
    xcb_key_symbols_free(symbols);
}

static void cover_screen(xcb_connection_t *c, char **values)
{
    xcb_window_t window = xcb_generate_id(c);
    uint32_t settings[] = {0x808080, 1};
    xcb_create_window(c, XCB_COPY_FROM_PARENT, window, screen_of(c)->root, (int16_t)atoi(values[0]),
                      (int16_t)atoi(values[1]), (uint16_t)atoi(values[2]), (uint16_t)atoi(values[3]), 0,
                      XCB_WINDOW_CLASS_INPUT_OUTPUT, XCB_COPY_FROM_PARENT, XCB_CW_BACK_PIXEL | XCB_CW_OVERRIDE_REDIRECT,
                      settings);
    xcb_change_property(c, XCB_PROP_MODE_REPLACE, window, XCB_ATOM_WM_NAME, XCB_ATOM_STRING, 8, 5, "Notes");
    xcb_map_window(c, window);
    sync_display(c);
    printf("covered\n");
    fflush(stdout);
    for (xcb_generic_event_t *event; (event = xcb_wait_for_event(c));)
        free(event);
}

static void move_window(xcb_connection_t *c, char **values)
{
    uint32_t place[] = {(uint32_t)atoi(values[1]), (uint32_t)atoi(values[2])};
    xcb_configure_window(c, (xcb_window_t)strtoul(values[0], NULL, 0), XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y,
                         place);
}

static void print_pointer(xcb_connection_t *c)
{
    xcb_query_pointer_reply_t *reply = xcb_query_pointer_reply(c, xcb_query_pointer(c, screen_of(c)->root), NULL);
    if (reply)
        printf("%d %d\n", reply->root_x, reply->root_y);
    free(reply);
}

static void print_screen(xcb_connection_t *c)
{
    const xcb_screen_t *screen = screen_of(c);
    printf("%d %d %d\n", screen->width_in_pixels, screen->height_in_pixels, screen->root_depth);
}

int main(int argc, char **argv)
{
    xcb_connection_t *c = xcb_connect(NULL, NULL);
    const char *action = argc > 1 ? argv[1] : "";
    int status = 0;
    if (xcb_connection_has_error(c))
        status = 2;
    else if (strcmp(action, "move") == 0 && argc == 4)
        fake_input(c, XCB_MOTION_NOTIFY, 0, atoi(argv[2]), atoi(argv[3]));
    else if (strcmp(action, "escape") == 0)
        press_escape(c);
    else if (strcmp(action, "cover") == 0 && argc == 6)
        cover_screen(c, argv + 2);
    else if (strcmp(action, "shift") == 0 && argc == 5)
        move_window(c, argv + 2);
    else if (strcmp(action, "pointer") == 0)
        print_pointer(c);
    else if (strcmp(action, "screen") == 0)
        print_screen(c);
    else
        status = 2;
    if (status == 0)
        sync_display(c);
    xcb_disconnect(c);
    return status;
}
