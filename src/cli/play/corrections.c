/* Corrections of a picture, carried on to the later ones: what was clicked has changed since, and a counter has fallen
 * by the blue cells found. */
#include "cli/play/parts.h"

#include <stdio.h>
#include <string.h>

static bool was_clicked(const json_t *done, size_t since, int x, int y)
{
    for (size_t i = since; i < json_array_size(done); i++) {
        const json_t *cell = json_object_get(json_array_get(done, i), "cell");
        if (json_integer_value(json_array_get(cell, 0)) == x && json_integer_value(json_array_get(cell, 1)) == y)
            return true;
    }
    return false;
}

static unsigned count_blue(const json_t *done, size_t since)
{
    unsigned count = 0;
    for (size_t i = since; i < json_array_size(done); i++) {
        const char *shows = json_string_value(json_object_get(json_array_get(done, i), "shows"));
        count += shows && strcmp(shows, "blue") == 0;
    }
    return count;
}

int comb_play_fixes_after(struct comb_fixes *out, const struct comb_player *player, struct comb_error *err)
{
    const struct comb_fixes *fixes = player->setup->fixes;
    const json_t *done = player->done;
    int code = COMB_OK;
    for (size_t i = 0; i < fixes->count && code == COMB_OK; i++) {
        const char *fix = fixes->items[i];
        size_t since = (size_t)json_integer_value(json_array_get(player->fixed_after, i));
        int x = 0, y = 0, used = 0;
        unsigned remaining;
        bool placed = sscanf(fix, "%d,%d=%n", &x, &y, &used) == 2 && used > 0;
        if (placed && sscanf(fix + used, " remaining %5u", &remaining) == 1) {
            char text[40];
            unsigned found = count_blue(done, since);
            snprintf(text, sizeof text, "remaining %u", remaining > found ? remaining - found : 0);
            code = comb_fixes_add_at(out, x, y, text, err);
        } else if (!placed || strstr(fix, "remaining") || strstr(fix, "mistakes") || !was_clicked(done, since, x, y)) {
            code = comb_fixes_add(out, fix, err);
        }
    }
    return code;
}
