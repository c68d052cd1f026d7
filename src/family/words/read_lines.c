/* Lines drawn from tile to tile.
 *
 *     +---+ +---+     A path over the letters also covers the gaps that it crosses. Between tiles side by side all gaps
 *     | A |=| B |     look alike, and so do the points where four tiles meet: where one of them has another colour than
 *     +---+x+---+     most of its kind, a line runs there, and the tiles around it are crossed by it.
 *     | C | | D |
 *     +---+ +---+
 *
 * A line that letters can be seen through, or that lies under them, shows it: somewhere along its middle there is
 * something darker, on the way to the colour of the ink. One that is of one colour all along may hide parts of
 * letters. */
#include "family/words/read_parts.h"

#include <stdlib.h>

enum { SPOT = 6, MOST_GAPS = COMB_WORDS_MOST_CELLS, KINDS = 3 /* beside, below, aslant */ };

#define LINE_APART 36.0

struct gap {
    int x, y; /* of the tile to its upper left */
    unsigned colour;
};

static unsigned spot_at(const struct comb_words_seen *seen, double x, double y)
{
    unsigned char rgb[3 * SPOT * SPOT];
    unsigned sum[3] = {0};
    comb_grid_patch(rgb, SPOT, seen->sight->picture, seen->grid, x + seen->origin_x, y + seen->origin_y, 0.03, 0);
    for (unsigned i = 0; i < 3 * SPOT * SPOT; i++)
        sum[i % 3] += rgb[i];
    return sum[0] / (SPOT * SPOT) << 16 | sum[1] / (SPOT * SPOT) << 8 | sum[2] / (SPOT * SPOT);
}

static struct comb_words_place *tile_at(struct comb_words_seen *seen, int x, int y)
{
    for (unsigned i = 0; i < seen->count; i++)
        if (seen->places[i].x == x && seen->places[i].y == y)
            return &seen->places[i];
    return NULL;
}

/* Gaps of one kind between tiles that are both there. */
static unsigned take_gaps(struct gap gaps[MOST_GAPS], struct comb_words_seen *seen, unsigned kind)
{
    int step_x = kind != 1, step_y = kind != 0;
    unsigned count = 0;
    for (unsigned i = 0; i < seen->count; i++) {
        int x = seen->places[i].x, y = seen->places[i].y;
        if (tile_at(seen, x + step_x, y + step_y))
            gaps[count++] = (struct gap){x, y, spot_at(seen, x + step_x / 2.0, y + step_y / 2.0)};
    }
    return count;
}

static int compare_unsigned(const void *a, const void *b)
{
    unsigned one = *(const unsigned *)a, other = *(const unsigned *)b;
    return (one > other) - (one < other);
}

static unsigned usual_colour(const struct gap *gaps, unsigned count)
{
    unsigned out = 0, values[MOST_GAPS] = {0};
    for (unsigned shift = 0; shift < 24; shift += 8) {
        for (unsigned i = 0; i < count; i++)
            values[i] = gaps[i].colour >> shift & 255;
        qsort(values, count, sizeof *values, compare_unsigned);
        out |= values[count / 2] << shift;
    }
    return out;
}

static void cross(struct comb_words_seen *seen, int x, int y)
{
    struct comb_words_place *tile = tile_at(seen, x, y);
    if (tile)
        tile->crossed = true;
}

/* How far a spot is from the tile's paper towards the ink: 0 paper, 1 ink. */
static double inkiness(const struct comb_words_seen *seen, const struct comb_words_place *tile, unsigned ink, double x,
                       double y)
{
    unsigned colour = spot_at(seen, x, y);
    double dot = 0, length = 1;
    for (unsigned shift = 0; shift < 24; shift += 8) {
        double from = tile->paper >> shift & 255, way = (double)(ink >> shift & 255) - from;
        dot += way * ((double)(colour >> shift & 255) - from);
        length += way * way;
    }
    return dot / length;
}

static int compare_doubles(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

/* Whether letters show along the line from the middle of a tile towards a neighbour. */
static bool shows_letters(const struct comb_words_seen *seen, const struct comb_words_place *tile, unsigned ink,
                          double step_x, double step_y)
{
    enum { SAMPLES = 11 };
    double values[SAMPLES];
    for (int i = 0; i < SAMPLES; i++)
        values[i] = inkiness(seen, tile, ink, tile->x + 0.035 * i * step_x, tile->y + 0.035 * i * step_y);
    qsort(values, SAMPLES, sizeof *values, compare_doubles);
    return values[SAMPLES - 1] > values[SAMPLES / 3] + 0.22;
}

void comb_words_find_lines(struct comb_words_seen *seen)
{
    struct gap gaps[MOST_GAPS];
    unsigned ink = comb_words_common_ink(seen);
    bool found = false, through = false;
    for (unsigned kind = 0; kind < KINDS; kind++) {
        unsigned count = take_gaps(gaps, seen, kind);
        unsigned usual = count > 0 ? usual_colour(gaps, count) : 0;
        for (unsigned i = 0; i < count; i++) {
            if (comb_words_distance(gaps[i].colour, usual) < LINE_APART)
                continue;
            found = true;
            for (int end = 0; end < 2 && kind != 2; end++) {
                struct comb_words_place *tile =
                    tile_at(seen, gaps[i].x + (end && kind == 0), gaps[i].y + (end && kind == 1));
                through |= tile->cell &&
                           shows_letters(seen, tile, ink, kind == 0 ? 1 - 2 * end : 0, kind == 1 ? 1 - 2 * end : 0);
            }
            cross(seen, gaps[i].x, gaps[i].y);
            cross(seen, gaps[i].x + (kind != 1), gaps[i].y + (kind != 0));
            if (kind == 2) { /* it may run the other way */
                cross(seen, gaps[i].x + 1, gaps[i].y);
                cross(seen, gaps[i].x, gaps[i].y + 1);
            }
        }
    }
    seen->line_hides = found && !through;
}
