/* Which windows there are. A window manager lists those of programs (_NET_CLIENT_LIST). Without that list they are
 * looked for under the root: a manager's frame holds the program's window, marked WM_STATE, one or two levels down;
 * without a manager the children of the root are the programs' windows themselves. */
#include "screen/parts.h"

#include "base/buf.h"
#include "base/text.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WINDOWS = 4096, MOST_INSIDE = 64, MOST_LEVELS = 32, NAMED_IN_ERRORS = 4, COVER_POINTS = 48 };

struct ids {
    xcb_window_t *items;
    size_t count;
    size_t capacity;
};

/* ---- titles ---- */

/* Titles are anybody's bytes and end up on a terminal: what controls it becomes a space. */
static void copy_title(char out[COMB_SCREEN_TITLE], const char *bytes, size_t length, bool latin1)
{
    size_t used = 0;
    for (size_t i = 0; i < length;) {
        uint32_t letter = (unsigned char)bytes[i];
        size_t taken = latin1 ? 1 : comb_utf8_decode(&letter, bytes + i, length - i);
        char encoded[4];
        if (taken == 0)
            letter = 0xfffd;
        if (letter < 0x20 || (letter >= 0x7f && letter < 0xa0))
            letter = ' ';
        size_t size = comb_utf8_encode(encoded, letter);
        if (used + size >= COMB_SCREEN_TITLE)
            break;
        memcpy(out + used, encoded, size);
        used += size;
        i += taken ? taken : 1;
    }
    out[used] = '\0';
}

static bool read_title(char out[COMB_SCREEN_TITLE], struct comb_screen *screen, xcb_window_t id, xcb_atom_t name)
{
    xcb_get_property_reply_t *reply = xcb_get_property_reply(
        screen->connection,
        xcb_get_property(screen->connection, 0, id, name, XCB_GET_PROPERTY_TYPE_ANY, 0, COMB_SCREEN_TITLE), NULL);
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
    xcb_get_geometry_cookie_t size_asked = xcb_get_geometry(c, id);
    xcb_translate_coordinates_cookie_t place_asked = xcb_translate_coordinates(c, id, screen->screen->root, 0, 0);
    xcb_get_geometry_reply_t *size = xcb_get_geometry_reply(c, size_asked, NULL);
    xcb_translate_coordinates_reply_t *place = xcb_translate_coordinates_reply(c, place_asked, NULL);
    if (size && place)
        *out = (struct comb_area){place->dst_x, place->dst_y, size->width, size->height};
    bool found = size && place;
    free(size);
    free(place);
    return found;
}

/* False when it is gone or not shown. */
static bool describe(struct comb_screen_window *out, struct comb_screen *screen, xcb_window_t id)
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
    if (describe(out, screen, id))
        return COMB_OK;
    if (xcb_connection_has_error(screen->connection))
        return comb_screen_fail(screen, NULL, "", err);
    return comb_fail(err, COMB_BAD_INPUT, "the window 0x%x is gone or not shown", (unsigned)id);
}

/* ---- lists ---- */

static bool push_all(struct ids *ids, const xcb_window_t *windows, size_t count)
{
    for (size_t i = 0; i < count && ids->count < MOST_WINDOWS; i++)
        if (!comb_vec_push(ids, windows[i]))
            return false;
    return true;
}

static bool push_children(struct ids *ids, struct comb_screen *screen, xcb_window_t parent)
{
    xcb_query_tree_reply_t *tree =
        xcb_query_tree_reply(screen->connection, xcb_query_tree(screen->connection, parent), NULL);
    bool kept = !tree || push_all(ids, xcb_query_tree_children(tree), (size_t)xcb_query_tree_children_length(tree));
    free(tree);
    return kept;
}

static bool has_property(struct comb_screen *screen, xcb_window_t id, xcb_atom_t name)
{
    xcb_get_property_reply_t *reply = xcb_get_property_reply(
        screen->connection, xcb_get_property(screen->connection, 0, id, name, XCB_GET_PROPERTY_TYPE_ANY, 0, 0), NULL);
    bool there = reply && reply->type != XCB_NONE;
    free(reply);
    return there;
}

/* The program's window in a manager's frame, nearest to the frame first; the frame itself when there is none. */
static xcb_window_t program_in(struct comb_screen *screen, xcb_window_t frame)
{
    struct ids inside = {0};
    xcb_window_t found = frame;
    bool kept = comb_vec_push(&inside, frame);
    for (size_t i = 0; kept && i < inside.count && i < MOST_INSIDE; i++) {
        if (has_property(screen, inside.items[i], screen->atoms[COMB_ATOM_WM_STATE])) {
            found = inside.items[i];
            break;
        }
        kept = push_children(&inside, screen, inside.items[i]);
    }
    comb_vec_free(&inside);
    return found;
}

static bool list_managed(struct ids *ids, struct comb_screen *screen)
{
    xcb_get_property_reply_t *reply =
        xcb_get_property_reply(screen->connection,
                               xcb_get_property(screen->connection, 0, screen->screen->root,
                                                screen->atoms[COMB_ATOM_CLIENT_LIST], XCB_ATOM_WINDOW, 0, MOST_WINDOWS),
                               NULL);
    bool kept = true;
    if (reply && reply->format == 32)
        kept = push_all(ids, xcb_get_property_value(reply), (size_t)xcb_get_property_value_length(reply) / 4);
    free(reply);
    return kept;
}

static bool list_ids(struct ids *ids, struct comb_screen *screen)
{
    if (!list_managed(ids, screen))
        return false;
    if (ids->count > 0)
        return true;
    if (!push_children(ids, screen, screen->screen->root))
        return false;
    for (size_t i = 0; i < ids->count; i++)
        if (is_shown(screen, ids->items[i]))
            ids->items[i] = program_in(screen, ids->items[i]);
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
        *count += describe(&(*out)[*count], screen, ids.items[i]);
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

/* 2 when the title begins with one of the texts, 1 when it holds one, 0. */
static int likeness(const char *title, const char *const *texts)
{
    int best = 0;
    for (; *texts; texts++) {
        const char *found = strstr(title, *texts);
        if (found && best < (found == title ? 2 : 1))
            best = found == title ? 2 : 1;
    }
    return best;
}

static void name_windows(struct comb_buf *out, const struct comb_screen_window *windows, size_t count,
                         const char *const *texts, int least)
{
    size_t named = 0;
    for (size_t i = 0; i < count; i++)
        if (windows[i].title[0] && likeness(windows[i].title, texts) >= least && named++ < NAMED_IN_ERRORS)
            comb_buf_printf(out, "%s0x%x '%.30s'", named > 1 ? ", " : "", (unsigned)windows[i].id, windows[i].title);
    if (named > NAMED_IN_ERRORS)
        comb_buf_printf(out, " and %zu more", named - NAMED_IN_ERRORS);
}

static int not_one(const struct comb_screen_window *windows, size_t count, const char *const *texts, int best,
                   struct comb_error *err)
{
    struct comb_buf names = {0};
    name_windows(&names, windows, count, texts, best);
    const char *named = names.length > 0 ? comb_buf_text(&names) : "none with a title";
    int code = best == 0
                   ? comb_fail(err, COMB_BAD_INPUT, "no window is called '%.40s'; there are: %s", texts[0], named)
                   : comb_fail(err, COMB_BAD_INPUT, "more than one window is called '%.40s': %s", texts[0], named);
    comb_buf_free(&names);
    return code;
}

int comb_screen_find(struct comb_screen_window *out, struct comb_screen *screen, const char *const *texts,
                     struct comb_error *err)
{
    struct comb_screen_window *windows;
    size_t count;
    int best = 0;
    unsigned equals = 0;
    int code = comb_screen_windows(&windows, &count, screen, err);
    if (code != COMB_OK)
        return code;
    for (size_t i = 0; i < count; i++) {
        int here = likeness(windows[i].title, texts);
        equals = here > best ? 1 : equals + (here == best);
        if (here > best)
            *out = windows[i];
        best = here > best ? here : best;
    }
    if (best == 0 || equals != 1)
        code = not_one(windows, count, texts, best, err);
    free(windows);
    return code;
}

/* ---- above and below ---- */

void comb_screen_activate(struct comb_screen *screen, uint32_t id)
{
    xcb_window_t root = screen->screen->root;
    xcb_client_message_event_t message = {
        .response_type = XCB_CLIENT_MESSAGE,
        .format = 32,
        .window = id,
        .type = screen->atoms[COMB_ATOM_ACTIVE_WINDOW],
        .data.data32 = {2, XCB_CURRENT_TIME}, /* asked for by the user, as a pager does */
    };
    if (!has_property(screen, root, screen->atoms[COMB_ATOM_WM_CHECK]))
        return;
    xcb_send_event(screen->connection, 0, root,
                   XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT | XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY, (const char *)&message);
    xcb_flush(screen->connection);
}

/* The child of the root that holds the window. */
static xcb_window_t frame_of(struct comb_screen *screen, xcb_window_t id)
{
    for (int level = 0; level < MOST_LEVELS; level++) {
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

/* The place of the i-th of n points spread over a length, the first and the last of them at its ends. */
static int spread(int start, unsigned length, unsigned i, unsigned n)
{
    return start + (int)((length - 1) * i / (n - 1));
}

/* The first window over one of the points that is not `frame`; XCB_NONE when there is none. All is asked before the
 * first answer is waited for, so that it takes one trip to the server. */
static xcb_window_t other_above(struct comb_screen *screen, const struct comb_area *area, xcb_window_t frame)
{
    enum { POINTS = COVER_POINTS * COVER_POINTS };
    xcb_translate_coordinates_cookie_t asked[POINTS];
    xcb_window_t root = screen->screen->root;
    xcb_window_t other = XCB_NONE;
    for (unsigned i = 0; i < POINTS; i++)
        asked[i] = xcb_translate_coordinates(screen->connection, root, root,
                                             (int16_t)spread(area->x, area->width, i % COVER_POINTS, COVER_POINTS),
                                             (int16_t)spread(area->y, area->height, i / COVER_POINTS, COVER_POINTS));
    for (unsigned i = 0; i < POINTS; i++) {
        xcb_translate_coordinates_reply_t *reply = xcb_translate_coordinates_reply(screen->connection, asked[i], NULL);
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
        return comb_fail(err, COMB_BAD_INPUT, "the window 0x%x has no size", (unsigned)window->id);
    xcb_window_t other = other_above(screen, &window->area, frame_of(screen, window->id));
    if (xcb_connection_has_error(screen->connection))
        return comb_screen_fail(screen, NULL, "", err);
    *covered = other != XCB_NONE;
    if (*covered && !describe(by, screen, program_in(screen, other)))
        *by = (struct comb_screen_window){.id = other};
    return COMB_OK;
}

bool comb_screen_reaches(struct comb_screen *screen, const struct comb_screen_window *window,
                         struct comb_screen_point point)
{
    xcb_window_t root = screen->screen->root;
    xcb_window_t frame = frame_of(screen, window->id);
    xcb_translate_coordinates_reply_t *reply = xcb_translate_coordinates_reply(
        screen->connection,
        xcb_translate_coordinates(screen->connection, root, root, (int16_t)point.x, (int16_t)point.y), NULL);
    bool reaches = reply && reply->child == frame;
    free(reply);
    return reaches;
}
