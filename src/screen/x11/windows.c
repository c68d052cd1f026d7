/* Lists windows. A window manager lists those of programs (_NET_CLIENT_LIST). Without that list, they are searched
 * under the root: a manager's frame contains the program's window, marked WM_STATE, one or two levels down; without a
 * manager, the children of the root are the programs' windows. */
#include "screen/x11/x11.h"

#include "base/text.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_WINDOWS = 4096, MAX_INSIDE = 64, MAX_LEVELS = 32, COVER_POINTS = 48 };

struct ids {
    xcb_window_t *items;
    size_t count;
    size_t capacity;
};

/* ---- titles ---- */

/* Titles are untrusted and may be printed on a terminal: control characters become spaces. */
static void copy_title(char out[COMB_SCREEN_MAX_TITLE], const char *bytes, size_t length, bool latin1)
{
    size_t used = 0;
    for (size_t i = 0; i < length;) {
        uint32_t letter = (unsigned char)bytes[i];
        size_t decoded = latin1 ? 1 : comb_utf8_decode(&letter, bytes + i, length - i);
        char encoded[4];
        if (decoded == 0)
            letter = 0xfffd;
        if (letter < 0x20 || (letter >= 0x7f && letter < 0xa0))
            letter = ' ';
        size_t size = comb_utf8_encode(encoded, letter);
        if (used + size >= COMB_SCREEN_MAX_TITLE)
            break;
        memcpy(out + used, encoded, size);
        used += size;
        i += decoded ? decoded : 1;
    }
    out[used] = '\0';
}

static bool read_title(char out[COMB_SCREEN_MAX_TITLE], struct comb_x11 *x11, xcb_window_t id, xcb_atom_t name)
{
    xcb_get_property_reply_t *reply = xcb_get_property_reply(
        x11->connection,
        xcb_get_property(x11->connection, 0, id, name, XCB_GET_PROPERTY_TYPE_ANY, 0, COMB_SCREEN_MAX_TITLE), NULL);
    int length = reply && reply->format == 8 ? xcb_get_property_value_length(reply) : 0;
    if (length > 0)
        copy_title(out, xcb_get_property_value(reply), (size_t)length, reply->type == XCB_ATOM_STRING);
    free(reply);
    return length > 0;
}

/* ---- one window ---- */

static bool is_shown(struct comb_x11 *x11, xcb_window_t id)
{
    xcb_get_window_attributes_reply_t *reply =
        xcb_get_window_attributes_reply(x11->connection, xcb_get_window_attributes(x11->connection, id), NULL);
    bool shown = reply && reply->map_state == XCB_MAP_STATE_VIEWABLE && reply->_class == XCB_WINDOW_CLASS_INPUT_OUTPUT;
    free(reply);
    return shown;
}

static bool find_area(struct comb_area *out, struct comb_x11 *x11, xcb_window_t id)
{
    xcb_connection_t *c = x11->connection;
    xcb_get_geometry_cookie_t size_cookie = xcb_get_geometry(c, id);
    xcb_translate_coordinates_cookie_t position_cookie = xcb_translate_coordinates(c, id, x11->screen->root, 0, 0);
    xcb_get_geometry_reply_t *size = xcb_get_geometry_reply(c, size_cookie, NULL);
    xcb_translate_coordinates_reply_t *position = xcb_translate_coordinates_reply(c, position_cookie, NULL);
    if (size && position)
        *out = (struct comb_area){position->dst_x, position->dst_y, size->width, size->height};
    bool found = size && position;
    free(size);
    free(position);
    return found;
}

/* Returns false if the window is gone or hidden. */
static bool read_window(struct comb_screen_window *out, struct comb_x11 *x11, xcb_window_t id)
{
    *out = (struct comb_screen_window){.id = id};
    if (!is_shown(x11, id) || !find_area(&out->area, x11, id))
        return false;
    if (!read_title(out->title, x11, id, x11->atoms[COMB_X11_NET_NAME]))
        read_title(out->title, x11, id, XCB_ATOM_WM_NAME);
    return true;
}

int comb_x11_window(struct comb_screen_window *out, void *state, uint32_t id, struct comb_error *err)
{
    struct comb_x11 *x11 = state;
    if (read_window(out, x11, id))
        return COMB_OK;
    if (xcb_connection_has_error(x11->connection))
        return comb_x11_fail(x11, NULL, "", err);
    return comb_fail(err, COMB_BAD_INPUT, "window 0x%x is gone or hidden", (unsigned)id);
}

/* ---- lists ---- */

static bool add_ids(struct ids *ids, const xcb_window_t *windows, size_t count)
{
    for (size_t i = 0; i < count && ids->count < MAX_WINDOWS; i++)
        if (!comb_vec_push(ids, windows[i]))
            return false;
    return true;
}

static bool add_children(struct ids *ids, struct comb_x11 *x11, xcb_window_t parent)
{
    xcb_query_tree_reply_t *tree = xcb_query_tree_reply(x11->connection, xcb_query_tree(x11->connection, parent), NULL);
    bool ok = !tree || add_ids(ids, xcb_query_tree_children(tree), (size_t)xcb_query_tree_children_length(tree));
    free(tree);
    return ok;
}

static bool has_property(struct comb_x11 *x11, xcb_window_t id, xcb_atom_t name)
{
    xcb_get_property_reply_t *reply = xcb_get_property_reply(
        x11->connection, xcb_get_property(x11->connection, 0, id, name, XCB_GET_PROPERTY_TYPE_ANY, 0, 0), NULL);
    bool found = reply && reply->type != XCB_NONE;
    free(reply);
    return found;
}

/* Finds the program's window in a manager's frame, breadth first; the frame itself if there is none. */
static xcb_window_t find_client_window(struct comb_x11 *x11, xcb_window_t frame)
{
    struct ids inside = {0};
    xcb_window_t found = frame;
    bool ok = comb_vec_push(&inside, frame);
    for (size_t i = 0; ok && i < inside.count && i < MAX_INSIDE; i++) {
        if (has_property(x11, inside.items[i], x11->atoms[COMB_X11_WM_STATE])) {
            found = inside.items[i];
            break;
        }
        ok = add_children(&inside, x11, inside.items[i]);
    }
    comb_vec_free(&inside);
    return found;
}

static bool list_client_ids(struct ids *ids, struct comb_x11 *x11)
{
    xcb_get_property_reply_t *reply =
        xcb_get_property_reply(x11->connection,
                               xcb_get_property(x11->connection, 0, x11->screen->root, x11->atoms[COMB_X11_CLIENT_LIST],
                                                XCB_ATOM_WINDOW, 0, MAX_WINDOWS),
                               NULL);
    bool ok = true;
    if (reply && reply->format == 32)
        ok = add_ids(ids, xcb_get_property_value(reply), (size_t)xcb_get_property_value_length(reply) / 4);
    free(reply);
    return ok;
}

static bool list_ids(struct ids *ids, struct comb_x11 *x11)
{
    if (!list_client_ids(ids, x11))
        return false;
    if (ids->count > 0)
        return true;
    if (!add_children(ids, x11, x11->screen->root))
        return false;
    for (size_t i = 0; i < ids->count; i++)
        if (is_shown(x11, ids->items[i]))
            ids->items[i] = find_client_window(x11, ids->items[i]);
    return true;
}

int comb_x11_windows(struct comb_screen_window **out, size_t *count, void *state, struct comb_error *err)
{
    struct comb_x11 *x11 = state;
    struct ids ids = {0};
    *count = 0;
    *out = NULL;
    if (list_ids(&ids, x11))
        *out = calloc(ids.count + 1, sizeof **out);
    for (size_t i = 0; *out && i < ids.count; i++)
        *count += read_window(&(*out)[*count], x11, ids.items[i]);
    comb_vec_free(&ids);
    if (!*out)
        return comb_fail_memory(err);
    if (xcb_connection_has_error(x11->connection)) {
        free(*out);
        *out = NULL;
        return comb_x11_fail(x11, NULL, "", err);
    }
    return COMB_OK;
}

/* ---- stacking ---- */

void comb_x11_activate(void *state, uint32_t id)
{
    struct comb_x11 *x11 = state;
    xcb_window_t root = x11->screen->root;
    xcb_client_message_event_t message = {
        .response_type = XCB_CLIENT_MESSAGE,
        .format = 32,
        .window = id,
        .type = x11->atoms[COMB_X11_ACTIVE_WINDOW],
        .data.data32 = {2, XCB_CURRENT_TIME}, /* source indication: pager (user action) */
    };
    if (!has_property(x11, root, x11->atoms[COMB_X11_WM_CHECK]))
        return;
    xcb_send_event(x11->connection, 0, root, XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT | XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY,
                   (const char *)&message);
    xcb_flush(x11->connection);
}

/* The child of the root that contains the window. */
static xcb_window_t find_frame(struct comb_x11 *x11, xcb_window_t id)
{
    for (int level = 0; level < MAX_LEVELS; level++) {
        xcb_query_tree_reply_t *tree = xcb_query_tree_reply(x11->connection, xcb_query_tree(x11->connection, id), NULL);
        xcb_window_t parent = tree ? tree->parent : XCB_NONE;
        xcb_window_t root = tree ? tree->root : XCB_NONE;
        free(tree);
        if (parent == XCB_NONE || parent == root)
            break;
        id = parent;
    }
    return id;
}

/* The i-th of n positions spread evenly over a length, ends included. */
static int sample_position(int start, unsigned length, unsigned i, unsigned n)
{
    return start + (int)((length - 1) * i / (n - 1));
}

/* Finds a window other than `frame` at one of the sample points; XCB_NONE if there is none. Sends all requests before
 * reading the replies, so that it takes one round trip. */
static xcb_window_t find_covering_window(struct comb_x11 *x11, const struct comb_area *area, xcb_window_t frame)
{
    enum { POINTS = COVER_POINTS * COVER_POINTS };
    xcb_translate_coordinates_cookie_t cookies[POINTS];
    xcb_window_t root = x11->screen->root;
    xcb_window_t other = XCB_NONE;
    for (unsigned i = 0; i < POINTS; i++)
        cookies[i] = xcb_translate_coordinates(
            x11->connection, root, root, (int16_t)sample_position(area->x, area->width, i % COVER_POINTS, COVER_POINTS),
            (int16_t)sample_position(area->y, area->height, i / COVER_POINTS, COVER_POINTS));
    for (unsigned i = 0; i < POINTS; i++) {
        xcb_translate_coordinates_reply_t *reply = xcb_translate_coordinates_reply(x11->connection, cookies[i], NULL);
        if (reply && reply->child != frame && reply->child != XCB_NONE)
            other = reply->child;
        free(reply);
    }
    return other;
}

int comb_x11_covered(bool *covered, struct comb_screen_window *by, void *state, const struct comb_screen_window *window,
                     struct comb_error *err)
{
    struct comb_x11 *x11 = state;
    xcb_window_t other = find_covering_window(x11, &window->area, find_frame(x11, window->id));
    if (xcb_connection_has_error(x11->connection))
        return comb_x11_fail(x11, NULL, "", err);
    *covered = other != XCB_NONE;
    if (*covered && !read_window(by, x11, find_client_window(x11, other)))
        *by = (struct comb_screen_window){.id = other};
    return COMB_OK;
}

bool comb_x11_reaches(void *state, const struct comb_screen_window *window, struct comb_screen_point point)
{
    struct comb_x11 *x11 = state;
    xcb_window_t root = x11->screen->root;
    xcb_window_t frame = find_frame(x11, window->id);
    xcb_translate_coordinates_reply_t *reply = xcb_translate_coordinates_reply(
        x11->connection, xcb_translate_coordinates(x11->connection, root, root, (int16_t)point.x, (int16_t)point.y),
        NULL);
    bool reaches = reply && reply->child == frame;
    free(reply);
    return reaches;
}
