/* Reads pictures turned by 90, 180 or 270 degrees.
 *
 * Cells of the game lie flat, so that a picture turned by a quarter shows them pointed; upside down, the texts are not
 * readable and the counters are at the wrong corner. The picture is turned back and read again (core/reading_turn.h).
 */
#include "games/hexcells/read/parts.h"

#include "core/reading_turn.h"

#include <stdlib.h>
#include <string.h>

enum { MIN_POINTED = 6 };

/* ---- which turns to try ---- */

static bool is_game_colour(unsigned colour)
{
    int r = (int)(colour >> 16 & 255), g = (int)(colour >> 8 & 255), b = (int)(colour & 255);
    bool orange = r > g && g > b && 2 * (r - b) > r && 2 * g > r;
    bool blue = b > g && g > r && 2 * (b - r) > b && 2 * g > b;
    return orange || blue;
}

/* Whether the cells of a pointed lattice have the game's orange and blue; other games have pointed cells too. */
static bool may_be_turned(const struct comb_detected_grid *grid)
{
    unsigned coloured = 0;
    if (grid->kind != COMB_DETECTED_HEX_POINTY || grid->count < MIN_POINTED)
        return false;
    for (unsigned i = 0; i < grid->count; i++)
        coloured += is_game_colour(grid->cells[i].colour);
    return coloured * 4 >= grid->count;
}

static bool has_pointed_board(const struct comb_detection *detection, size_t min_cells)
{
    for (unsigned i = 0; i < detection->grid_count; i++)
        if (detection->grids[i].count > min_cells && may_be_turned(&detection->grids[i]))
            return true;
    return false;
}

/* Number of things that are not sure. */
static size_t count_uncertain(const json_t *reading)
{
    static const char *const lists[] = {"cells", "lines"};
    size_t count = json_array_size(json_object_get(reading, "doubts")), i;
    const json_t *thing;
    for (int list = 0; list < 2; list++)
        json_array_foreach(json_object_get(reading, lists[list]), i, thing)
        {
            count += json_number_value(json_object_get(thing, "confidence")) < COMB_READING_MIN_CONFIDENCE;
        }
    return count;
}

/* ---- turning ---- */

/* A comb_reading_function; the payload points to a pointer to where the result goes. */
static int read_upright(json_t **reading, const struct comb_detection *detection, const void *payload,
                        struct comb_error *err)
{
    bool *const *upside_down = payload;
    return comb_hexcells_read_upright(reading, *upside_down, detection, err);
}

static int read_turned(json_t **out, bool *upside_down, const struct comb_detection *given, int degrees,
                       struct comb_error *err)
{
    int code = comb_reading_turned(out, given, degrees, read_upright, &upside_down, err);
    return code == COMB_NO ? COMB_OK : code;
}

/* ---- the best of them ---- */

/* Replaces the reading by a better one. */
static void keep_better(json_t **best, bool *best_upside_down, json_t *other, bool upside_down)
{
    size_t cells = json_array_size(json_object_get(*best, "cells"));
    bool better =
        other && (!*best || (*best_upside_down && !upside_down) ||
                  (upside_down == *best_upside_down && json_array_size(json_object_get(other, "cells")) >= cells &&
                   2 * count_uncertain(other) < count_uncertain(*best)));
    if (better) {
        json_decref(*best);
        *best = other;
        *best_upside_down = upside_down;
    } else {
        json_decref(other);
    }
}

int comb_hexcells_read_any_way(json_t **reading, const struct comb_detection *detection, struct comb_error *err)
{
    bool upside_down = false;
    int code = comb_hexcells_read_upright(reading, &upside_down, detection, err);
    size_t cells = json_array_size(json_object_get(*reading, "cells"));
    bool pointed = has_pointed_board(detection, cells);
    for (int degrees = 90; degrees <= 270; degrees += 90) {
        bool sure = *reading && !upside_down && count_uncertain(*reading) == 0, turned_over = false;
        json_t *other = NULL;
        if ((code != COMB_OK && code != COMB_NO) || (sure && !pointed))
            break;
        if (degrees == 180 ? !*reading : !pointed)
            continue;
        code = read_turned(&other, &turned_over, detection, degrees, err);
        if (code == COMB_OK)
            keep_better(reading, &upside_down, other, turned_over);
    }
    if (code != COMB_OK) {
        json_decref(*reading);
        *reading = NULL;
    }
    return code == COMB_OK && !*reading ? COMB_NO : code;
}
