#include "screen/screen.h"

#include "base/buf.h"
#include "screen/backend.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_LISTED = 4 };

struct comb_screen {
    const struct comb_screen_backend *backend;
    void *state;
};

int comb_screen_open(struct comb_screen **out, const struct comb_screen_backend *backend, struct comb_error *err)
{
    struct comb_screen *screen = *out = calloc(1, sizeof *screen);
    if (!screen)
        return comb_fail_memory(err);
    screen->backend = backend ? backend : &comb_screen_system;
    int code = screen->backend->open(&screen->state, NULL, err);
    if (code != COMB_OK) {
        free(screen);
        *out = NULL;
    }
    return code;
}

void comb_screen_close(struct comb_screen *screen)
{
    if (!screen)
        return;
    screen->backend->close(screen->state);
    free(screen);
}

struct comb_area comb_screen_bounds(const struct comb_screen *screen)
{
    return screen->backend->bounds(screen->state);
}

/* ---- windows ---- */

int comb_screen_windows(struct comb_screen_window **out, size_t *count, struct comb_screen *screen,
                        struct comb_error *err)
{
    return screen->backend->windows(out, count, screen->state, err);
}

int comb_screen_window(struct comb_screen_window *out, struct comb_screen *screen, uint32_t id, struct comb_error *err)
{
    return screen->backend->window(out, screen->state, id, err);
}

void comb_screen_activate(struct comb_screen *screen, uint32_t id)
{
    screen->backend->activate(screen->state, id);
}

int comb_screen_covered(bool *covered, struct comb_screen_window *by, struct comb_screen *screen,
                        const struct comb_screen_window *window, struct comb_error *err)
{
    *by = (struct comb_screen_window){0};
    *covered = false;
    if (window->area.width == 0 || window->area.height == 0)
        return comb_fail(err, COMB_BAD_INPUT, "window 0x%x has no size", (unsigned)window->id);
    return screen->backend->covered(covered, by, screen->state, window, err);
}

bool comb_screen_reaches(struct comb_screen *screen, const struct comb_screen_window *window,
                         struct comb_screen_point point)
{
    return screen->backend->reaches(screen->state, window, point);
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

/* ---- pictures ---- */

static int fail_off_screen(const struct comb_area *area, const struct comb_area *bounds, struct comb_error *err)
{
    return comb_fail(err, COMB_BAD_INPUT,
                     "the window is partly off the screen: %ux%u pixels at %d,%d on a screen of %ux%u; "
                     "move it so that all of it is visible",
                     area->width, area->height, area->x, area->y, bounds->width, bounds->height);
}

static bool is_inside(const struct comb_area *area, const struct comb_area *bounds)
{
    return area->x >= 0 && area->y >= 0 && area->width <= bounds->width && area->height <= bounds->height &&
           (unsigned)area->x <= bounds->width - area->width && (unsigned)area->y <= bounds->height - area->height;
}

int comb_screen_capture(struct comb_pixels **out, struct comb_screen *screen, const struct comb_area *area,
                        struct comb_error *err)
{
    struct comb_area bounds = comb_screen_bounds(screen);
    *out = NULL;
    if (!is_inside(area, &bounds))
        return fail_off_screen(area, &bounds, err);
    if (area->width < COMB_PIXELS_MIN_SIDE || area->height < COMB_PIXELS_MIN_SIDE)
        return comb_fail(err, COMB_BAD_INPUT, "the window is too small to show a board: %ux%u pixels", area->width,
                         area->height);
    return screen->backend->capture(out, screen->state, area, err);
}

/* ---- pointer and keyboard ---- */

int comb_screen_pointer(struct comb_screen_point *out, struct comb_screen *screen, struct comb_error *err)
{
    return screen->backend->pointer(out, screen->state, err);
}

int comb_screen_move(struct comb_screen *screen, struct comb_screen_point to, struct comb_error *err)
{
    return screen->backend->move(screen->state, to, err);
}

int comb_screen_press(struct comb_screen *screen, enum comb_button button, bool down, struct comb_error *err)
{
    return screen->backend->press(screen->state, button, down, err);
}

int comb_screen_grab_escape(struct comb_screen *screen, struct comb_error *err)
{
    return screen->backend->grab_escape(screen->state, err);
}

bool comb_screen_escape_pressed(struct comb_screen *screen)
{
    return screen->backend->escape_pressed(screen->state);
}
