/* Detects bonus discs that stick out of a tile's upper left corner, as Ruzzle draws them.
 *
 *      .--.              A disc has a light rim, which stands out from the darker gap between the tiles; a tile without
 *     (.DL.)--------+    a disc has nothing there. All discs of a board have the same size and position, so these are
 *      '--'         |    fitted to all tiles at once: the circle whose rim differs most from what surrounds it outside
 *       |     W     |    the tiles.
 *       |           |
 *       +-----------+    The colour above and below the text tells the bonus: green, blue, orange, red. Cameras shift
 *                        colours, but not their order: of the cool discs of a board the bluer are TL, of the warm ones
 *                        the redder are TW. Burnt by overexposure, DW turns white; no other does.
 *
 * Cost: about 700 circles x 24 directions x tiles, all within patches of 72 x 72 pixels. */
#include "family/words/read/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = COMB_WORDS_PATCH, PIXELS = SIDE * SIDE, DIRECTIONS = 24, MIN_OUTSIDE = 7, RIM_STEPS = 11 };

/* In pitches: the patch around the corner, and the range of circles. */
#define MIDDLE (-0.42)
#define REACH 0.32
#define MIN_RADIUS 0.13
#define MAX_RADIUS 0.205
#define FIRST_CENTRE (-0.47)
#define LAST_CENTRE (-0.30)
#define CENTRE_STEP 0.017
#define RADIUS_STEP 0.012
#define MAX_SHIFT 0.03 /* of a single disc, by perspective */

#define MIN_CONTRAST 14     /* of 255: of any disc */
#define CLEAR_FRACTION 0.45 /* of the usual contrast of the board's discs: certainly one */
#define FAINT_FRACTION 0.22 /* possibly one */
#define MAX_HALF 0.475      /* half a tile's side in pitches */
#define MAX_PAPER_SATURATION 0.35
#define MAX_GAP 0.85         /* whiteness of the gaps relative to the tiles */
#define SELECTED_DISTANCE 90 /* of a highlighted tile's colour from the others */
#define WHITE_RIM 0.55       /* of the tiles' whiteness: a rim on a screenshot, not the glow of a highlighted tile */
#define RIM_WIDTH 0.03       /* in pitches */
#define CLEAR_RIM 0.75       /* certainly a white rim */

struct circle {
    double x, y, radius; /* in pitches from the tile's centre */
};

/* The corner patches of all tiles. */
struct corners {
    unsigned char *rgb;
    unsigned count;
    double half;    /* half a tile's side in pitches */
    double min_rim; /* whiteness of a rim; 0 unless the glow of highlighted tiles may be taken for one */
    double cosines[DIRECTIONS], sines[DIRECTIONS];
};

static const unsigned char *corner_of(const struct corners *corners, unsigned tile)
{
    return corners->rgb + (size_t)3 * PIXELS * tile;
}

static int patch_index(double place)
{
    int at = (int)floor((place - MIDDLE + REACH) / (2 * REACH) * SIDE);
    return at < 0 ? 0 : at >= SIDE ? SIDE - 1 : at;
}

static double patch_place(unsigned index)
{
    return (index + 0.5) / SIDE * 2 * REACH - REACH + MIDDLE;
}

/* High for white only: the lowest channel. */
static double whiteness(const unsigned char *rgb, double x, double y)
{
    const unsigned char *pixel = rgb + (size_t)3 * (size_t)(patch_index(y) * SIDE + patch_index(x));
    unsigned char low = pixel[0] < pixel[1] ? pixel[0] : pixel[1];
    return low < pixel[2] ? low : pixel[2];
}

static int compare_doubles(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

/* Whiteness of the rim in one direction. */
static double rim_at(const unsigned char *rgb, const struct circle *circle, double cosine, double sine)
{
    double rim = 0;
    for (int k = 1; k <= 3; k++) {
        double at = circle->radius - 0.012 * k;
        rim = fmax(rim, whiteness(rgb, circle->x + at * cosine, circle->y + at * sine));
    }
    return rim;
}

/* How much a rim is whiter than its surroundings; 0 if it is not white enough. */
static double contrast_at(const unsigned char *rgb, const struct circle *circle, double cosine, double sine, double rim,
                          double min_rim)
{
    double outside = circle->radius + 0.03;
    return rim < min_rim ? 0 : rim - whiteness(rgb, circle->x + outside * cosine, circle->y + outside * sine);
}

/* Sorts a few numbers. */
static void sort_few(double *values, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        double value = values[i];
        unsigned at = i;
        for (; at > 0 && values[at - 1] > value; at--)
            values[at] = values[at - 1];
        values[at] = value;
    }
}

struct rim {
    double contrast, whiteness;
};

/* The contrast and the whiteness that three quarters of the rim outside the tile have; 0 if too little is outside. */
static struct rim measure_rim(const struct corners *corners, unsigned tile, const struct circle *circle)
{
    const unsigned char *rgb = corner_of(corners, tile);
    double contrasts[DIRECTIONS], rims[DIRECTIONS], inner = circle->radius - 0.012, edge = -corners->half - 0.03;
    unsigned count = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
        double cosine = corners->cosines[i], sine = corners->sines[i];
        if (circle->x + inner * cosine >= edge && circle->y + inner * sine >= edge)
            continue;
        rims[count] = rim_at(rgb, circle, cosine, sine);
        contrasts[count] = contrast_at(rgb, circle, cosine, sine, rims[count], corners->min_rim);
        count++;
    }
    if (count < MIN_OUTSIDE)
        return (struct rim){0};
    sort_few(contrasts, count);
    sort_few(rims, count);
    return (struct rim){contrasts[count / 4], rims[count / 4]};
}

/* The best values near the circle. */
static struct rim measure_shifted(const struct corners *corners, unsigned tile, const struct circle *circle)
{
    struct rim best = {0};
    for (int i = 0; i < 9; i++) {
        struct circle moved = {circle->x + MAX_SHIFT * (i % 3 - 1), circle->y + MAX_SHIFT * (double)(i / 3 - 1),
                               circle->radius};
        struct rim here = measure_rim(corners, tile, &moved);
        best = (struct rim){fmax(best.contrast, here.contrast), fmax(best.whiteness, here.whiteness)};
    }
    return best;
}

/* ---- the circle ---- */

/* Sum of contrasts; 0 if most tiles have one, for then it is the tiles' own shape. */
static double score_of(const struct corners *corners, const struct comb_words_detection *board,
                       const struct circle *circle)
{
    double sum = 0;
    unsigned count = 0;
    for (unsigned i = 0; i < corners->count; i++) {
        double here = board->places[i].cell ? measure_rim(corners, i, circle).contrast : 0;
        sum += fmax(0, here - MIN_CONTRAST);
        count += here > MIN_CONTRAST;
    }
    return 3 * count > 2 * corners->count ? 0 : sum;
}

static double fit_circle(struct circle *best, const struct corners *corners, const struct comb_words_detection *board)
{
    double max = 0;
    for (double radius = MIN_RADIUS; radius < MAX_RADIUS; radius += RADIUS_STEP)
        for (double x = FIRST_CENTRE; x < LAST_CENTRE; x += CENTRE_STEP)
            for (double y = FIRST_CENTRE; y < LAST_CENTRE; y += CENTRE_STEP) {
                struct circle circle = {x, y, radius};
                double score = score_of(corners, board, &circle);
                if (score > max) {
                    max = score;
                    *best = circle;
                }
            }
    return max;
}

/* ---- colours ---- */

/* Median colour above and below the text. */
static void measure_colour(struct comb_words_disc *disc, const unsigned char *rgb, const struct circle *circle)
{
    double channels[3][PIXELS];
    unsigned count = 0;
    for (unsigned i = 0; i < PIXELS; i++) {
        double x = patch_place(i % SIDE) - circle->x, y = patch_place(i / SIDE) - circle->y;
        if (hypot(x, y) > 0.75 * circle->radius || fabs(y) < 0.33 * circle->radius)
            continue;
        for (unsigned k = 0; k < 3; k++)
            channels[k][count] = rgb[3 * i + k];
        count++;
    }
    disc->colour = 0;
    for (unsigned k = 0; k < 3 && count > 0; k++) {
        qsort(channels[k], count, sizeof *channels[k], compare_doubles);
        disc->colour |= (unsigned)channels[k][count / 2] << (16 - 8 * k);
    }
}

static double channel(unsigned colour, unsigned shift)
{
    return colour >> shift & 255;
}

static double saturation(unsigned colour)
{
    double r = channel(colour, 16), g = channel(colour, 8), b = channel(colour, 0);
    double max = fmax(r, fmax(g, b));
    return max > 0 ? (max - fmin(r, fmin(g, b))) / max : 0;
}

/* Green and blue discs have little red. */
static bool is_cool(unsigned colour)
{
    double max = fmax(channel(colour, 8), channel(colour, 0));
    return max - channel(colour, 16) > 0.2 * max;
}

/* Orders the discs of one temperature: cool ones from green to blue, warm ones from red to yellow and white. */
static double tone_of(unsigned colour)
{
    double r = channel(colour, 16), g = channel(colour, 8), b = channel(colour, 0);
    if (!is_cool(colour))
        return g / fmax(r, 1);
    return (b - g) / fmax(fmax(g, b) - r, 1);
}

/* Absolute ranges of the tone where a board has only one kind, and the gap that separates two kinds. */
struct scale {
    int low_bonus, high_bonus; /* indices of bonuses */
    double low_end, high_start, gap, min_high, max_low;
};

enum { DL, TL, DW, TW };

static const struct scale scales[2] = {
    {.low_bonus = TW,
     .high_bonus = DW,
     .low_end = 0.22,
     .high_start = 0.65,
     .gap = 0.2,
     .min_high = 0.3,
     .max_low = 0.65},
    {.low_bonus = DL,
     .high_bonus = TL,
     .low_end = 0.0,
     .high_start = 0.45,
     .gap = 0.22,
     .min_high = 0.3,
     .max_low = 0.35},
};

static void classify(struct comb_words_disc *disc, const struct scale *scale, double tone, double limit, bool split)
{
    bool high = split ? tone > limit : tone > (scale->low_end + scale->high_start) / 2;
    bool clear = split || tone <= scale->low_end || tone >= scale->high_start;
    disc->bonus = high ? scale->high_bonus : scale->low_bonus;
    disc->other = high ? scale->low_bonus : scale->high_bonus;
    disc->confidence = clear ? 0.97 : 0.6;
}

/* Separates the discs of one temperature at the largest gap of their tones. */
static void classify_all(struct comb_words_discs *discs, bool cool)
{
    const struct scale *scale = &scales[cool];
    double tones[COMB_WORDS_MAX_CELLS], widest = 0, limit = 0, low = 0, high = 0;
    unsigned count = 0;
    for (unsigned i = 0; i < discs->count; i++)
        if (is_cool(discs->list[i].colour) == cool && !discs->list[i].selected)
            tones[count++] = tone_of(discs->list[i].colour);
    qsort(tones, count, sizeof *tones, compare_doubles);
    for (unsigned i = 1; i < count; i++)
        if (tones[i] - tones[i - 1] > widest) {
            widest = tones[i] - tones[i - 1];
            limit = (tones[i] + tones[i - 1]) / 2;
            low = tones[i - 1];
            high = tones[i];
        }
    bool split = widest >= scale->gap && high >= scale->min_high && low <= scale->max_low;
    for (unsigned i = 0; i < discs->count; i++)
        if (is_cool(discs->list[i].colour) == cool)
            classify(&discs->list[i], scale, tone_of(discs->list[i].colour), limit, split);
}

/* Boards have both bonuses of a temperature: three or more discs of only one of the two are suspicious, since light and
 * blur may have hidden their difference. */
static void find_single_bonus(struct comb_words_discs *discs, bool cool)
{
    enum { SUSPICIOUS = 3 };
    unsigned counts[4] = {0}, kinds = 0, all = 0;
    for (unsigned i = 0; i < discs->count; i++)
        if (is_cool(discs->list[i].colour) == cool) {
            kinds += counts[discs->list[i].bonus]++ == 0;
            all++;
        }
    for (unsigned i = 0; kinds == 1 && all >= SUSPICIOUS && i < discs->count; i++)
        if (is_cool(discs->list[i].colour) == cool)
            discs->list[i].single = true;
}

static bool is_black(unsigned colour)
{
    return fmax(channel(colour, 16), fmax(channel(colour, 8), channel(colour, 0))) < 12;
}

/* Colours say nothing in a grey picture, and nothing about a tile that a finger has selected. */
static void limit_colourless(struct comb_words_discs *discs)
{
    unsigned coloured = 0;
    for (unsigned i = 0; i < discs->count; i++)
        coloured += saturation(discs->list[i].colour) > 0.3;
    for (unsigned i = 0; i < discs->count; i++)
        if (discs->list[i].selected || 2 * coloured < discs->count || is_black(discs->list[i].colour))
            discs->list[i].confidence = fmin(discs->list[i].confidence, 0.5);
}

/* ---- all tiles ---- */

static double usual_half(const struct comb_words_detection *board)
{
    double sides[COMB_WORDS_MAX_CELLS] = {0};
    for (unsigned i = 0; i < board->count; i++)
        sides[i] = (board->places[i].box.width + board->places[i].box.height) / 4.0 / board->grid->pitch;
    qsort(sides, board->count, sizeof *sides, compare_doubles);
    double turn = fabs(board->grid->rotation) * acos(-1) / 180; /* the box of a rotated tile is larger than the tile */
    return fmax(sides[board->count / 2] / (cos(turn) + sin(turn)), 0.43);
}

static bool draw_corners(struct corners *corners, const struct comb_words_detection *board)
{
    corners->count = board->count;
    corners->half = usual_half(board);
    for (int i = 0; i < DIRECTIONS; i++) {
        corners->cosines[i] = cos(i * 2 * acos(-1) / DIRECTIONS);
        corners->sines[i] = sin(i * 2 * acos(-1) / DIRECTIONS);
    }
    corners->rgb = malloc((size_t)3 * PIXELS * board->count);
    for (unsigned i = 0; corners->rgb && i < board->count; i++)
        comb_grid_patch(corners->rgb + (size_t)3 * PIXELS * i, SIDE, board->detection->picture, board->grid,
                        board->places[i].x + board->origin_x + MIDDLE, board->places[i].y + board->origin_y + MIDDLE,
                        REACH, 0);
    return corners->rgb != NULL;
}

/* The most common paper of the tiles, per channel. */
static unsigned usual_paper(const struct comb_words_detection *board)
{
    unsigned out = 0;
    for (unsigned shift = 0; shift < 24; shift += 8) {
        double values[COMB_WORDS_MAX_CELLS];
        for (unsigned i = 0; i < board->count; i++)
            values[i] = channel(board->places[i].paper, shift);
        qsort(values, board->count, sizeof *values, compare_doubles);
        out |= (unsigned)values[board->count / 2] << shift;
    }
    return out;
}

static double whiteness_of(unsigned colour)
{
    return fmin(channel(colour, 16), fmin(channel(colour, 8), channel(colour, 0)));
}

/* The tiles must be neutral and stand apart on a darker ground, or there is nothing for a rim to stand out from. */
static bool may_have_discs(const struct corners *corners, const struct comb_words_detection *board)
{
    double gaps[2 * COMB_WORDS_MAX_CELLS];
    unsigned count = 0, paper = usual_paper(board);
    for (unsigned i = 0; i < board->count; i++) {
        gaps[count++] = whiteness(corner_of(corners, i), -0.5, MIDDLE + 0.9 * REACH);
        gaps[count++] = whiteness(corner_of(corners, i), MIDDLE + 0.9 * REACH, -0.5);
    }
    qsort(gaps, count, sizeof *gaps, compare_doubles);
    return corners->half < MAX_HALF && saturation(paper) < MAX_PAPER_SATURATION &&
           gaps[count / 2] < MAX_GAP * whiteness_of(paper);
}

/* Finds highlighted tiles: they glow, so that only a white rim proves a disc near them. */
static void find_selected(struct comb_words_discs *discs, struct corners *corners,
                          const struct comb_words_detection *board)
{
    unsigned paper = usual_paper(board);
    for (unsigned i = 0; i < board->count; i++) {
        const struct comb_words_place *place = &board->places[i];
        discs->selected[i] = place->cell && comb_words_distance(place->paper, paper) > SELECTED_DISTANCE;
        if (discs->selected[i])
            corners->min_rim = WHITE_RIM * whiteness_of(paper);
    }
}

static double usual_contrast(const struct rim *rims, unsigned count)
{
    double clear[COMB_WORDS_MAX_CELLS];
    unsigned found = 0;
    for (unsigned i = 0; i < count; i++)
        if (rims[i].contrast > MIN_CONTRAST)
            clear[found++] = rims[i].contrast;
    qsort(clear, found, sizeof *clear, compare_doubles);
    return found ? clear[found / 2] : 0;
}

/* Whether every disc that is not highlighted has a white rim, as on screenshots. */
static bool all_white(const struct comb_words_discs *discs, const struct rim *rims, double white)
{
    unsigned plain = 0;
    for (unsigned i = 0; i < discs->count; i++) {
        const struct comb_words_disc *disc = &discs->list[i];
        plain += !disc->selected;
        if (!disc->selected && rims[disc->tile].whiteness < CLEAR_RIM * white)
            return false;
    }
    return plain >= 2;
}

static void add_disc(struct comb_words_discs *discs, const struct corners *corners, const struct circle *circle,
                     unsigned tile, bool faint)
{
    struct comb_words_disc *disc = &discs->list[discs->count++];
    *disc = (struct comb_words_disc){.tile = tile, .faint = faint, .selected = discs->selected[tile]};
    measure_colour(disc, corner_of(corners, tile), circle);
}

/* How much the rim is whiter than the disc inside it: the value that half of all directions have. */
static double inward_contrast(const unsigned char *rgb, const struct circle *circle)
{
    double values[DIRECTIONS], inner = circle->radius - RIM_WIDTH;
    for (int i = 0; i < DIRECTIONS; i++) {
        double angle = i * 2 * acos(-1) / DIRECTIONS, cosine = cos(angle), sine = sin(angle);
        values[i] = whiteness(rgb, circle->x + circle->radius * cosine, circle->y + circle->radius * sine) -
                    whiteness(rgb, circle->x + inner * cosine, circle->y + inner * sine);
    }
    qsort(values, DIRECTIONS, sizeof *values, compare_doubles);
    return values[DIRECTIONS / 2];
}

/* Fits a circle to a white rim near `circle`, in steps of 1/100 pitch. */
static struct circle fit_rim(const unsigned char *rgb, const struct circle *circle)
{
    struct circle best = *circle;
    double max = 0;
    for (int i = 0; i < RIM_STEPS * RIM_STEPS * RIM_STEPS; i++) {
        int x = i % RIM_STEPS - RIM_STEPS / 2, y = i / RIM_STEPS % RIM_STEPS - RIM_STEPS / 2;
        struct circle here = {circle->x + 0.01 * x, circle->y + 0.01 * y,
                              circle->radius + 0.01 * (i / (RIM_STEPS * RIM_STEPS) - RIM_STEPS / 2)};
        double contrast = inward_contrast(rgb, &here);
        if (contrast > max) {
            max = contrast;
            best = here;
        }
    }
    return best;
}

/* The circle of all discs is too rough to read their texts: each white rim is fitted on its own. */
static void find_centres(struct comb_words_discs *discs, const struct corners *corners, const struct circle *circle)
{
    for (unsigned i = 0; i < discs->count; i++) {
        struct comb_words_disc *disc = &discs->list[i];
        struct circle rim = discs->white_rims ? fit_rim(corner_of(corners, disc->tile), circle) : *circle;
        disc->x = rim.x;
        disc->y = rim.y;
        disc->radius = rim.radius - (discs->white_rims ? RIM_WIDTH / 2 : 0);
    }
}

/* First the plain tiles by contrast; then the highlighted ones, which glow around their disc: by the rim itself if the
 * others have white rims. */
static void collect(struct comb_words_discs *discs, const struct corners *corners, const struct circle *circle,
                    const struct comb_words_detection *board)
{
    struct rim rims[COMB_WORDS_MAX_CELLS] = {0};
    double white = whiteness_of(usual_paper(board));
    for (unsigned i = 0; i < board->count; i++)
        if (board->places[i].cell)
            rims[i] = measure_shifted(corners, i, circle);
    double usual = usual_contrast(rims, board->count);
    for (unsigned i = 0; i < board->count; i++)
        if (!discs->selected[i] && rims[i].contrast >= fmax(MIN_CONTRAST, FAINT_FRACTION * usual))
            add_disc(discs, corners, circle, i, rims[i].contrast < CLEAR_FRACTION * usual);
    discs->white_rims = all_white(discs, rims, white);
    for (unsigned i = 0; i < board->count; i++) {
        bool white_rim = discs->white_rims && rims[i].whiteness >= WHITE_RIM * white;
        bool contrasting = rims[i].contrast >= fmax(MIN_CONTRAST, FAINT_FRACTION * usual);
        if (discs->selected[i] && (discs->white_rims ? white_rim : contrasting))
            add_disc(discs, corners, circle, i,
                     discs->white_rims ? rims[i].whiteness < CLEAR_RIM * white
                                       : rims[i].contrast < CLEAR_FRACTION * usual);
    }
}

int comb_words_find_discs(struct comb_words_discs *discs, const struct comb_words_detection *board,
                          struct comb_error *err)
{
    struct corners corners = {0};
    struct circle circle = {0};
    memset(discs, 0, sizeof *discs);
    if (!draw_corners(&corners, board))
        return comb_fail_memory(err);
    find_selected(discs, &corners, board);
    if (may_have_discs(&corners, board) && fit_circle(&circle, &corners, board) > 0)
        collect(discs, &corners, &circle, board);
    find_centres(discs, &corners, &circle);
    free(corners.rgb);
    classify_all(discs, false);
    classify_all(discs, true);
    find_single_bonus(discs, false);
    find_single_bonus(discs, true);
    limit_colourless(discs);
    return COMB_OK;
}
