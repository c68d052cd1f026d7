/* Lists windows. A window manager lists those of programs (_NET_CLIENT_LIST). Without that list, they are searched
 * under the root: a manager's frame contains the program's window, marked WM_STATE, one or two levels down; without a
 * manager, the children of the root are the programs' windows. */
#include "screen/parts.h"

#include "base/buf.h"
#include "base/text.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_WINDOWS = 4096, MAX_INSIDE = 64, MAX_LEVELS = 32, MAX_LISTED = 4, COVER_POINTS = 48 };

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

static bool read_title(char out[COMB_SCREEN_MAX_TITLE], struct comb_screen *screen, xcb_window_t id, xcb_atom_t name)
{
    xcb_get_property_reply_t *reply = xcb_get_property_reply(
        screen->connection,
        xcb_get_property(screen->connection, 0, id, name, XCB_GET_PROPERTY_TYPE_ANY, 0, COMB_SCREEN_MAX_TITLE), NULL);
    int length = reply && reply->format == 8 ? xcb_get_property_value_length(reply) : 0;
    if (length > 0)
        copy_title(out, xcb_get_property_value(reply), (size_t)length, reply->type == XCB_ATOM_STRING);
    free(reply);
    return length > 0;
}

/* ---- one window ---- */

static bool is_shown(struct comb_screen *screen, xcb_window_t id)
{
    xcb_get_window_attributes_reply_t *reply =
        xcb_get_window_attributes_reply(screen->connection, xcb_get_window_attributes(screen->connection, id), NULL);
    bool shown = reply && reply->map_state == XCB_MAP_STATE_VIEWABLE && reply->_class == XCB_WINDOW_CLASS_INPUT_OUTPUT;
    free(reply);
    return shown;
}

static bool find_area(struct comb_area *out, struct comb_screen *screen, xcb_window_t id)
{
    xcb_connection_t *c = screen->connection;
    xcb_get_geometry_cookie_t size_cookie = xcb_get_geometry(c, id);
    xcb_translate_coordinates_cookie_t position_cookie = xcb_translate_coordinates(c, id, screen->screen->root, 0, 0);
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
static bool read_window(struct comb_screen_window *out, struct comb_screen *screen, xcb_window_t id)
{
    *out = (struct comb_screen_window){.id = id};
    if (!is_shown(screen, id) || !find_area(&out->area, screen, id))
        return false;
    if (!read_title(out->title, screen, id, screen->atoms[COMB_ATOM_NET_NAME]))
        read_title(out->title, screen, id, XCB_ATOM_WM_NAME);
    return true;
}

int comb_screen_window(struct comb_screen_window *out, struct comb_screen *screen, uint32_t id, struct comb_error *err)
{
    if (read_window(out, screen, id))
        return COMB_OK;
    if (xcb_connection_has_error(screen->connection))
        return comb_screen_fail(screen, NULL, "", err);
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

static bool add_children(struct ids *ids, struct comb_screen *screen, xcb_window_t parent)
{
    xcb_query_tree_reply_t *tree =
        xcb_query_tree_reply(screen->connection, xcb_query_tree(screen->connection, parent), NULL);
    bool ok = !tree || add_ids(ids, xcb_query_tree_children(tree), (size_t)xcb_query_tree_children_length(tree));
    free(tree);
    return ok;
}

static bool has_property(struct comb_screen *screen, xcb_window_t id, xcb_atom_t name)
{
    xcb_get_property_reply_t *reply = xcb_get_property_reply(
        screen->connection, xcb_get_property(screen->connection, 0, id, name, XCB_GET_PROPERTY_TYPE_ANY, 0, 0), NULL);
    bool found = reply && reply->type != XCB_NONE;
    free(reply);
    return found;
}

/* Finds the program's window in a manager's frame, breadth first; the frame itself if there is none. */
static xcb_window_t find_client_window(struct comb_screen *screen, xcb_window_t frame)
{
    struct ids inside = {0};
    xcb_window_t found = frame;
    bool ok = comb_vec_push(&inside, frame);
    for (size_t i = 0; ok && i < inside.count && i < MAX_INSIDE; i++) {
        if (has_property(screen, inside.items[i], screen->atoms[COMB_ATOM_WM_STATE])) {
            found = inside.items[i];
            break;
        }
        ok = add_children(&inside, screen, inside.items[i]);
    }
    comb_vec_free(&inside);
    return found;
}

static bool list_client_ids(struct ids *ids, struct comb_screen *screen)
{
    xcb_get_property_reply_t *reply =
        xcb_get_property_reply(screen->connection,
                               xcb_get_property(screen->connection, 0, screen->screen->root,
                                                screen->atoms[COMB_ATOM_CLIENT_LIST], XCB_ATOM_WINDOW, 0, MAX_WINDOWS),
                               NULL);
    bool ok = true;
    if (reply && reply->format == 32)
        ok = add_ids(ids, xcb_get_property_value(reply), (size_t)xcb_get_property_value_length(reply) / 4);
    free(reply);
    return ok;
}

static bool list_ids(struct ids *ids, struct comb_screen *screen)
{
    if (!list_client_ids(ids, screen))
        return false;
    if (ids->count > 0)
        return true;
    if (!add_children(ids, screen, screen->screen->root))
        return false;
    for (size_t i = 0; i < ids->count; i++)
        if (is_shown(screen, ids->items[i]))
            ids->items[i] = find_client_window(screen, ids->items[i]);
    return true;
}

int comb_screen_windows(struct comb_screen_window **out, size_t *count, struct comb_screen *screen,
                        struct comb_error *err)
{
    struct ids ids = {0};
    *count = 0;
    *out = NULL;
    if (list_ids(&ids, screen))
        *out = calloc(ids.count + 1, sizeof **out);
    for (size_t i = 0; *out && i < ids.count; i++)
        *count += read_window(&(*out)[*count], screen, ids.items[i]);
    comb_vec_free(&ids);
    if (!*out)
        return comb_fail_memory(err);
    if (xcb_connection_has_error(screen->connection)) {
        free(*out);
        *out = NULL;
        return comb_screen_fail(screen, NULL, "", err);
    }
    return COMB_OK;
}

/* ---- finding one ---- */

/* 2 if the title begins with one of the texts, 1 if it contains one, otherwise 0. */
static int match_title(const char *title, const char *const *texts)
{
    int best = 0;
    for (; *texts; texts++) {
        const char *found = strstr(title, *texts);
        if (found && best < (found == title ? 2 : 1))
            best = found == title ? 2 : 1;
    }
    return best;
}

static void list_windows(struct comb_buf *out, const struct comb_screen_window *windows, size_t count,
                         const char *const *texts, int min_match)
{
    size_t listed = 0;
    for (size_t i = 0; i < count; i++)
        if (windows[i].title[0] && match_title(windows[i].title, texts) >= min_match && listed++ < MAX_LISTED)
            comb_buf_printf(out, "%s0x%x '%.30s'", listed > 1 ? ", " : "", (unsigned)windows[i].id, windows[i].title);
    if (listed > MAX_LISTED)
        comb_buf_printf(out, " and %zu more", listed - MAX_LISTED);
}

static int fail_no_single_match(const struct comb_screen_window *windows, size_t count, const char *const *texts,
                                int best, struct comb_error *err)
{
    struct comb_buf names = {0};
    list_windows(&names, windows, count, texts, best);
    const char *listed = names.length > 0 ? comb_buf_text(&names) : "none with a title";
    int code =
        best == 0
            ? comb_fail(err, COMB_BAD_INPUT, "no window title contains '%.40s'; open windows: %s", texts[0], listed)
            : comb_fail(err, COMB_BAD_INPUT, "several window titles contain '%.40s': %s", texts[0], listed);
    comb_buf_free(&names);
    return code;
}

int comb_screen_find(struct comb_screen_window *out, struct comb_screen *screen, const char *const *texts,
                     struct comb_error *err)
{
    struct comb_screen_window *windows;
    size_t count;
    int best = 0;
    unsigned match_count = 0;
    int code = comb_screen_windows(&windows, &count, screen, err);
    if (code != COMB_OK)
        return code;
    for (size_t i = 0; i < count; i++) {
        int match = match_title(windows[i].title, texts);
        match_count = match > best ? 1 : match_count + (match == best);
        if (match > best)
            *out = windows[i];
        best = match > best ? match : best;
    }
    if (best == 0 || match_count != 1)
        code = fail_no_single_match(windows, count, texts, best, err);
    free(windows);
    return code;
}

/* ---- stacking ---- */

void comb_screen_activate(struct comb_screen *screen, uint32_t id)
{
    xcb_window_t root = screen->screen->root;
    xcb_client_message_event_t message = {
        .response_type = XCB_CLIENT_MESSAGE,
        .format = 32,
        .window = id,
        .type = screen->atoms[COMB_ATOM_ACTIVE_WINDOW],
        .data.data32 = {2, XCB_CURRENT_TIME}, /* source indication: pager (user action) */
    };
    if (!has_property(screen, root, screen->atoms[COMB_ATOM_WM_CHECK]))
        return;
    xcb_send_event(screen->connection, 0, root,
                   XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT | XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY, (const char *)&message);
    xcb_flush(screen->connection);
}

/* The child of the root that contains the window. */
static xcb_window_t find_frame(struct comb_screen *screen, xcb_window_t id)
{
    for (int level = 0; level < MAX_LEVELS; level++) {
        xcb_query_tree_reply_t *tree =
            xcb_query_tree_reply(screen->connection, xcb_query_tree(screen->connection, id), NULL);
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
static xcb_window_t find_covering_window(struct comb_screen *screen, const struct comb_area *area, xcb_window_t frame)
{
    enum { POINTS = COVER_POINTS * COVER_POINTS };
    xcb_translate_coordinates_cookie_t cookies[POINTS];
    xcb_window_t root = screen->screen->root;
    xcb_window_t other = XCB_NONE;
    for (unsigned i = 0; i < POINTS; i++)
        cookies[i] =
            xcb_translate_coordinates(screen->connection, root, root,
                                      (int16_t)sample_position(area->x, area->width, i % COVER_POINTS, COVER_POINTS),
                                      (int16_t)sample_position(area->y, area->height, i / COVER_POINTS, COVER_POINTS));
    for (unsigned i = 0; i < POINTS; i++) {
        xcb_translate_coordinates_reply_t *reply =
            xcb_translate_coordinates_reply(screen->connection, cookies[i], NULL);
        if (reply && reply->child != frame && reply->child != XCB_NONE)
            other = reply->child;
        free(reply);
    }
    return other;
}

int comb_screen_covered(bool *covered, struct comb_screen_window *by, struct comb_screen *screen,
                        const struct comb_screen_window *window, struct comb_error *err)
{
    *by = (struct comb_screen_window){0};
    *covered = false;
    if (window->area.width == 0 || window->area.height == 0)
        return comb_fail(err, COMB_BAD_INPUT, "window 0x%x has no size", (unsigned)window->id);
    xcb_window_t other = find_covering_window(screen, &window->area, find_frame(screen, window->id));
    if (xcb_connection_has_error(screen->connection))
        return comb_screen_fail(screen, NULL, "", err);
    *covered = other != XCB_NONE;
    if (*covered && !read_window(by, screen, find_client_window(screen, other)))
        *by = (struct comb_screen_window){.id = other};
    return COMB_OK;
}

bool comb_screen_reaches(struct comb_screen *screen, const struct comb_screen_window *window,
                         struct comb_screen_point point)
{
    xcb_window_t root = screen->screen->root;
    xcb_window_t frame = find_frame(screen, window->id);
    xcb_translate_coordinates_reply_t *reply = xcb_translate_coordinates_reply(
        screen->connection,
        xcb_translate_coordinates(screen->connection, root, root, (int16_t)point.x, (int16_t)point.y), NULL);
    bool reaches = reply && reply->child == frame;
    free(reply);
    return reaches;
}
