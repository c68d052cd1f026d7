/* Finds all panels of a picture: one, then others in the parts of the picture to the left, to the right, above and
 * below it, and so on.
 *
 * The first one is whatever comb_panel_detect finds. In the parts, only what is clearly a panel counts: a false one
 * would make the numbers useless. */
#include "vision/panel/panel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 3 };

struct found {
    struct comb_panel_detection **panels;
    unsigned count, max;
    const struct comb_pixels *picture;
};

/* The panel with its ends, in pixels of the picture. */
static struct comb_pixel_box box_of(const struct comb_panel_detection *panel)
{
    struct comb_pixel_box all = panel->places[0].box;
    for (unsigned i = 1; i < comb_panel_columns(panel) * (2 * panel->height + 1); i++) {
        struct comb_pixel_box box = panel->places[i].box;
        int right = all.x + all.width, bottom = all.y + all.height;
        right = right > box.x + box.width ? right : box.x + box.width;
        bottom = bottom > box.y + box.height ? bottom : box.y + box.height;
        all.x = all.x < box.x ? all.x : box.x;
        all.y = all.y < box.y ? all.y : box.y;
        all.width = right - all.x;
        all.height = bottom - all.y;
    }
    return all;
}

static bool is_certain(const struct comb_panel_detection *panel)
{
    unsigned count = comb_panel_columns(panel) * (2 * panel->height + 1), sure = 0;
    for (unsigned i = 0; i < count; i++)
        sure += panel->places[i].confidence > 0.8;
    return panel->caps > 0 && panel->width * panel->height >= 4 && sure * 20 >= count * 19;
}

/* From pixels of a part to those of the whole picture. */
static void move(struct comb_panel_detection *panel, struct comb_pixel_box part, const struct comb_pixels *picture)
{
    double *map = panel->to_picture;
    for (int i = 0; i < 3; i++) {
        map[i] += part.x * map[6 + i];
        map[3 + i] += part.y * map[6 + i];
    }
    for (unsigned i = 0; i < comb_panel_columns(panel) * (2 * panel->height + 1); i++) {
        panel->places[i].box.x += part.x;
        panel->places[i].box.y += part.y;
    }
    panel->margin[0] += part.x;
    panel->margin[1] += (int)picture->width - part.x - part.width;
    panel->margin[2] += part.y;
    panel->margin[3] += (int)picture->height - part.y - part.height;
}

static int cut_out(struct comb_pixels **out, const struct comb_pixels *picture, struct comb_pixel_box part,
                   struct comb_error *err)
{
    size_t line = 3 * (size_t)part.width;
    unsigned char *rgb = malloc(line * (size_t)part.height);
    if (!rgb)
        return comb_fail_memory(err);
    for (int y = 0; y < part.height; y++)
        memcpy(rgb + line * (size_t)y, picture->rgb + 3 * ((size_t)(part.y + y) * picture->width + (size_t)part.x),
               line);
    int code = comb_pixels_from_rgb(out, (unsigned)part.width, (unsigned)part.height, rgb, err);
    free(rgb);
    return code;
}

static int search_around(struct found *found, const struct comb_panel_detection *panel, struct comb_pixel_box part,
                         int depth, struct comb_error *err);

static int search_part(struct found *found, struct comb_pixel_box part, int depth, struct comb_error *err)
{
    struct comb_pixels *pixels = NULL;
    struct comb_panel_detection *panel = NULL;
    int code = cut_out(&pixels, found->picture, part, err);
    if (code == COMB_OK)
        code = comb_panel_detect(&panel, pixels, err);
    comb_pixels_free(pixels);
    if (code != COMB_OK)
        return code == COMB_NO ? COMB_OK : code;
    if (!is_certain(panel)) {
        comb_panel_free(panel);
        return COMB_OK;
    }
    move(panel, part, found->picture);
    found->panels[found->count++] = panel;
    return search_around(found, panel, part, depth + 1, err);
}

/* Searches the parts of `part` beside the panel that have room for another of at least two thirds of its size. */
static int search_around(struct found *found, const struct comb_panel_detection *panel, struct comb_pixel_box part,
                         int depth, struct comb_error *err)
{
    struct comb_pixel_box box = box_of(panel);
    int away = (int)(0.3 * panel->unit), code = COMB_OK;
    int left = box.x - away, right = box.x + box.width + away, top = box.y - away, bottom = box.y + box.height + away;
    const struct comb_pixel_box parts[4] = {
        {part.x, part.y, left - part.x, part.height},
        {right, part.y, part.x + part.width - right, part.height},
        {left > part.x ? left : part.x, part.y, box.width + 2 * away, top - part.y},
        {left > part.x ? left : part.x, bottom, box.width + 2 * away, part.y + part.height - bottom}};
    for (int i = 0; i < 4 && depth < MAX_DEPTH && code == COMB_OK && found->count < found->max; i++) {
        struct comb_pixel_box next = parts[i];
        if (next.x + next.width > part.x + part.width)
            next.width = part.x + part.width - next.x;
        if (3 * next.width >= 2 * box.width && 3 * next.height >= 2 * box.height)
            code = search_part(found, next, depth, err);
    }
    return code;
}

/* In reading order: those that overlap in height from left to right. */
static int in_reading_order(const void *a, const void *b)
{
    struct comb_pixel_box one = box_of(*(struct comb_panel_detection *const *)a),
                          other = box_of(*(struct comb_panel_detection *const *)b);
    if (one.y + one.height / 2 < other.y || other.y + other.height / 2 < one.y)
        return one.y < other.y ? -1 : 1;
    return one.x < other.x ? -1 : one.x > other.x;
}

int comb_panel_detect_all(struct comb_panel_detection **out, unsigned max, unsigned *count,
                          const struct comb_pixels *picture, struct comb_error *err)
{
    struct found found = {.panels = out, .max = max, .picture = picture};
    *count = 0;
    int code = comb_panel_detect(&out[0], picture, err);
    if (code != COMB_OK)
        return code;
    found.count = 1;
    struct comb_pixel_box all = {0, 0, (int)picture->width, (int)picture->height};
    code = search_around(&found, out[0], all, 0, err);
    if (code != COMB_OK) {
        while (found.count > 0)
            comb_panel_free(out[--found.count]);
        return code;
    }
    qsort(out, found.count, sizeof *out, in_reading_order);
    *count = found.count;
    return COMB_OK;
}

static double distance_from_middle(const struct comb_panel_detection *panel, const struct comb_pixels *picture)
{
    struct comb_pixel_box box = box_of(panel);
    double dx = box.x + box.width / 2.0 - picture->width / 2.0, dy = box.y + box.height / 2.0 - picture->height / 2.0;
    return dx * dx + dy * dy;
}

unsigned comb_panel_choose(struct comb_panel_detection *const *panels, unsigned count,
                           const struct comb_pixels *picture)
{
    unsigned best = 0;
    for (unsigned i = 1; i < count; i++) {
        const struct comb_panel_detection *one = panels[i], *other = panels[best];
        bool whole = !(one->cut[0] || one->cut[1] || one->cut[2] || one->cut[3]);
        bool other_whole = !(other->cut[0] || other->cut[1] || other->cut[2] || other->cut[3]);
        double mine = distance_from_middle(one, picture), others = distance_from_middle(other, picture);
        double close = 0.02 * picture->width * picture->width;
        bool nearer = fabs(mine - others) < close ? one->drawn < other->drawn : mine < others;
        if (whole != other_whole ? whole : nearer)
            best = i;
    }
    return best;
}
