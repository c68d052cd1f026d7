/* Detects lines drawn from tile to tile.
 *
 *     +---+ +---+     A path over the letters also covers the gaps that it crosses. All gaps between adjacent tiles
 * look | A |=| B |     alike, and so do the points where four tiles meet: if one of them has another colour than most
 * of
 *     +---+x+---+     its kind, a line crosses it and the tiles around it.
 *     | C | | D |
 *     +---+ +---+
 *
 * A line that is translucent, or below the letters, is recognisable: somewhere along its middle there is something
 * darker, towards the colour of the ink. A line of uniform colour may hide parts of letters. */
#include "family/words/read/parts.h"

#include <stdlib.h>

enum { SPOT = 6, MAX_GAPS = COMB_WORDS_MAX_CELLS, KINDS = 3 /* beside, below, diagonal */ };

#define LINE_APART 36.0

struct gap {
    int x, y; /* of the tile to its upper left */
    unsigned colour;
};

static unsigned spot_at(const struct comb_words_detection *board, double x, double y)
{
    unsigned char rgb[3 * SPOT * SPOT];
    unsigned sum[3] = {0};
    comb_grid_patch(rgb, SPOT, board->detection->picture, board->grid, x + board->origin_x, y + board->origin_y, 0.03,
                    0);
    for (unsigned i = 0; i < 3 * SPOT * SPOT; i++)
        sum[i % 3] += rgb[i];
    return sum[0] / (SPOT * SPOT) << 16 | sum[1] / (SPOT * SPOT) << 8 | sum[2] / (SPOT * SPOT);
}

static struct comb_words_place *tile_at(struct comb_words_detection *board, int x, int y)
{
    for (unsigned i = 0; i < board->count; i++)
        if (board->places[i].x == x && board->places[i].y == y)
            return &board->places[i];
    return NULL;
}

/* A bonus disc reaches into the gap at its tile's upper left corner. */
static bool has_disc(const struct comb_words_detection *board, const struct comb_words_place *tile)
{
    for (unsigned i = 0; i < board->discs.count; i++)
        if (&board->places[board->discs.list[i].tile] == tile)
            return true;
    return false;
}

/* Collects the gaps of one kind between two existing tiles. */
static unsigned collect_gaps(struct gap gaps[MAX_GAPS], struct comb_words_detection *board, unsigned kind)
{
    int step_x = kind != 1, step_y = kind != 0;
    unsigned count = 0;
    for (unsigned i = 0; i < board->count; i++) {
        int x = board->places[i].x, y = board->places[i].y;
        const struct comb_words_place *next = tile_at(board, x + step_x, y + step_y);
        if (next && !(kind == 2 && has_disc(board, next)))
            gaps[count++] = (struct gap){x, y, spot_at(board, x + step_x / 2.0, y + step_y / 2.0)};
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
    unsigned out = 0, values[MAX_GAPS] = {0};
    for (unsigned shift = 0; shift < 24; shift += 8) {
        for (unsigned i = 0; i < count; i++)
            values[i] = gaps[i].colour >> shift & 255;
        qsort(values, count, sizeof *values, compare_unsigned);
        out |= values[count / 2] << shift;
    }
    return out;
}

static void cross(struct comb_words_detection *board, int x, int y)
{
    struct comb_words_place *tile = tile_at(board, x, y);
    if (tile)
        tile->crossed = true;
}

/* Position of a spot's colour between the tile's paper and the ink: 0 paper, 1 ink. */
static double ink_level(const struct comb_words_detection *board, const struct comb_words_place *tile, unsigned ink,
                        double x, double y)
{
    unsigned colour = spot_at(board, x, y);
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

/* Whether letters are visible along the line from the middle of a tile towards a neighbour. */
static bool shows_letters(const struct comb_words_detection *board, const struct comb_words_place *tile, unsigned ink,
                          double step_x, double step_y)
{
    enum { SAMPLES = 11 };
    double values[SAMPLES];
    for (int i = 0; i < SAMPLES; i++)
        values[i] = ink_level(board, tile, ink, tile->x + 0.035 * i * step_x, tile->y + 0.035 * i * step_y);
    qsort(values, SAMPLES, sizeof *values, compare_doubles);
    return values[SAMPLES - 1] > values[SAMPLES / 3] + 0.22;
}

void comb_words_find_lines(struct comb_words_detection *board)
{
    struct gap gaps[MAX_GAPS];
    unsigned ink = comb_words_common_ink(board);
    bool found = false, through = false;
    for (unsigned kind = 0; kind < KINDS; kind++) {
        unsigned count = collect_gaps(gaps, board, kind);
        unsigned usual = count > 0 ? usual_colour(gaps, count) : 0;
        for (unsigned i = 0; i < count; i++) {
            if (comb_words_distance(gaps[i].colour, usual) < LINE_APART)
                continue;
            found = true;
            for (int end = 0; end < 2 && kind != 2; end++) {
                struct comb_words_place *tile =
                    tile_at(board, gaps[i].x + (end && kind == 0), gaps[i].y + (end && kind == 1));
                through |= tile->cell &&
                           shows_letters(board, tile, ink, kind == 0 ? 1 - 2 * end : 0, kind == 1 ? 1 - 2 * end : 0);
            }
            cross(board, gaps[i].x, gaps[i].y);
            cross(board, gaps[i].x + (kind != 1), gaps[i].y + (kind != 0));
            if (kind == 2) { /* it may run the other way */
                cross(board, gaps[i].x + 1, gaps[i].y);
                cross(board, gaps[i].x, gaps[i].y + 1);
            }
        }
    }
    board->opaque_line = found && !through;
}
