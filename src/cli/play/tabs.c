/* Finds the tab of the next level. SixCells shows a file with several levels as a row of tabs above the board:
 *
 *     | File  Edit                       |
 *     +----------+-----------+-----------+     Adjacent boxes of the same height, separated by vertical lines. The
 *     | Level 1  |  Level 2  |  Level 3  |     selected one has the colour of the pane below, all others have another.
 *     |          +-----------+-----------+
 *
 * Strokes of letters are vertical lines too, but they stand close together and have no edge along their tops. */
#include "cli/play/parts.h"

#include <stdlib.h>

enum {
    MIN_EDGE = 6, /* levels of lightness */
    MIN_HEIGHT = 14,
    MAX_HEIGHT = 80,
    HEIGHT_SLACK = 4, /* the selected tab may be a little taller */
    LINE_WIDTH = 3,
    MIN_TAB = 24, /* pixels between two lines */
    MAX_TABS = 100,
    MIN_INK = 10, /* pixels of a tab's text */
    INK_CONTRAST = 40,
};

struct edge {
    int x, top, bottom;
};

struct edges COMB_VEC(struct edge);

/* The edges between tabs, and the left and right end of the picture. */
struct bar {
    int top, bottom;
    int limits[MAX_TABS + 1];
    int count; /* of limits */
};

static int light_at(const struct comb_pixels *picture, int x, int y)
{
    const unsigned char *rgb = picture->rgb + 3 * ((size_t)y * picture->width + (size_t)x);
    return (3 * rgb[0] + 6 * rgb[1] + rgb[2]) / 10;
}

/* 1 or -1 if the pixel is lighter or darker than the one to its left, otherwise 0. */
static int change_at(const struct comb_pixels *picture, int x, int y)
{
    int change = light_at(picture, x, y) - light_at(picture, x - 1, y);
    return change >= MIN_EDGE ? 1 : change <= -MIN_EDGE ? -1 : 0;
}

static bool find_edges(struct edges *out, const struct comb_pixels *picture, int bottom)
{
    for (int x = 1; x < (int)picture->width; x++)
        for (int y = 0, end; y < bottom; y = end) {
            int change = change_at(picture, x, y);
            for (end = y + 1; end < bottom && change_at(picture, x, end) == change;)
                end++;
            bool fits = change != 0 && end - y >= MIN_HEIGHT && end - y <= MAX_HEIGHT;
            if (fits && !comb_vec_push(out, ((struct edge){x, y, end})))
                return false;
        }
    return true;
}

static bool same_height(const struct edge *a, const struct edge *b)
{
    return abs(a->top - b->top) <= HEIGHT_SLACK && abs(a->bottom - b->bottom) <= HEIGHT_SLACK;
}

/* Whether other edges of this height are near, but not as near as the two sides of one line. */
static bool is_in_text(const struct edges *edges, const struct edge *edge)
{
    for (size_t i = 0; i < edges->count; i++) {
        int distance = abs(edges->items[i].x - edge->x);
        if (distance > LINE_WIDTH && distance < MIN_TAB && same_height(&edges->items[i], edge))
            return true;
    }
    return false;
}

/* The row of tabs that contains an edge. */
static struct bar bar_at(const struct edges *edges, const struct edge *edge, int width)
{
    struct bar bar = {.top = edge->top, .bottom = edge->bottom, .limits = {0}, .count = 1};
    for (size_t i = 0; i < edges->count && bar.count < MAX_TABS; i++) {
        const struct edge *other = &edges->items[i];
        if (same_height(other, edge) && other->x - bar.limits[bar.count - 1] >= MIN_TAB &&
            width - other->x >= MIN_TAB && !is_in_text(edges, other))
            bar.limits[bar.count++] = other->x;
    }
    bar.limits[bar.count++] = width;
    return bar;
}

/* The most frequent lightness of an area. */
static int ground_of(const struct comb_pixels *picture, int left, int right, int top, int bottom)
{
    unsigned counts[256] = {0};
    int best = 0;
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++)
            counts[light_at(picture, x, y)]++;
    for (int i = 0; i < 256; i++)
        best = counts[i] > counts[best] ? i : best;
    return best;
}

static bool has_text(const struct comb_pixels *picture, const struct bar *bar, int tab, int ground)
{
    int ink = 0;
    for (int y = bar->top + LINE_WIDTH; y < bar->bottom - LINE_WIDTH; y++)
        for (int x = bar->limits[tab] + LINE_WIDTH; x < bar->limits[tab + 1] - LINE_WIDTH; x++)
            ink += abs(light_at(picture, x, y) - ground) >= INK_CONTRAST;
    return ink >= MIN_INK;
}

/* Whether an edge runs along the top of a tab: nearly all pixels of a row differ from those above them, in one way. */
static bool has_top_edge(const struct comb_pixels *picture, const struct bar *bar, int tab)
{
    int left = bar->limits[tab] + LINE_WIDTH, right = bar->limits[tab + 1] - LINE_WIDTH;
    for (int y = bar->top - HEIGHT_SLACK; y <= bar->top + HEIGHT_SLACK; y++) {
        int lighter = 0, darker = 0;
        for (int x = left; y > 0 && x < right; x++) {
            int change = light_at(picture, x, y) - light_at(picture, x, y - 1);
            lighter += change >= MIN_EDGE;
            darker += change <= -MIN_EDGE;
        }
        if (10 * lighter >= 9 * (right - left) || 10 * darker >= 9 * (right - left))
            return true;
    }
    return false;
}

/* The tab after the selected one, or -1: it is the last one, or no single tab differs from all others. */
static int next_tab(const struct comb_pixels *picture, const struct bar *bar)
{
    int pane = ground_of(picture, 0, (int)picture->width, bar->bottom + LINE_WIDTH, bar->bottom + 2 * LINE_WIDTH);
    int grounds[MAX_TABS];
    int selected = 0;
    for (int i = 0; i + 1 < bar->count; i++) {
        grounds[i] = ground_of(picture, bar->limits[i] + LINE_WIDTH, bar->limits[i + 1] - LINE_WIDTH,
                               bar->top + LINE_WIDTH, bar->bottom - LINE_WIDTH);
        selected = abs(grounds[i] - pane) < abs(grounds[selected] - pane) ? i : selected;
    }
    for (int i = 0; i + 1 < bar->count; i++)
        if (!has_text(picture, bar, i, grounds[i]) || !has_top_edge(picture, bar, i) ||
            (i != selected && abs(grounds[i] - grounds[selected]) < MIN_EDGE))
            return -1;
    return selected + 2 < bar->count ? selected + 1 : -1;
}

bool comb_play_find_tab(struct comb_screen_point *out, const struct comb_pixels *picture, int bottom)
{
    struct edges edges = {0};
    bool found = false;
    bottom = bottom > (int)picture->height - 2 * LINE_WIDTH ? (int)picture->height - 2 * LINE_WIDTH : bottom;
    bool ok = find_edges(&edges, picture, bottom);
    for (size_t i = 0; ok && i < edges.count && !found; i++) {
        struct bar bar = bar_at(&edges, &edges.items[i], (int)picture->width);
        int tab = bar.count > 2 && bar.bottom + 2 * LINE_WIDTH < (int)picture->height ? next_tab(picture, &bar) : -1;
        found = tab >= 0;
        if (found)
            *out = (struct comb_screen_point){(bar.limits[tab] + bar.limits[tab + 1]) / 2, (bar.top + bar.bottom) / 2};
    }
    comb_vec_free(&edges);
    return found;
}
