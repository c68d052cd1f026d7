/* Reads the numbers above the board: left score, crown with the target, right score.
 *
 *          ( J )     3    [16]    3     ( S )        in the colours of the two sides; the crown's own colour has no
 *                                                    meaning
 *                         / \                        the board's first cell
 *
 * The strip above the board is resampled upright at a fixed scale, and what differs from its background is split into
 * connected parts. The crown is the part above the board's middle that is about as wide as high and mostly filled; the
 * scores are the parts beside it of similar height, and round ones beyond them are the players. Each number is then
 * read from a finer patch. All positions are relative to the crown, so that phones and tablets work alike.
 *
 * Cost: one strip of about 400 x 400 pixels, a flood fill over it, three patches. */
#include "games/hexicon/read/read.h"

#include "base/text.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STRIP = 400, MAX_PARTS = 160, CLOSE = 96, MIN_AREA = 12 };

#define BELOW_TOP 3.0 /* half rows of the board that the strip extends below its first one */
#define APART 42.0    /* minimum distance from the background */

struct part {
    int left, top, right, bottom; /* inclusive */
    unsigned area;
    bool cut; /* touches the strip's or the picture's edge */
};

struct strip {
    unsigned char rgb[3 * STRIP * STRIP];
    short label[STRIP * STRIP]; /* -1 background, -2 outside the picture, otherwise the part or not yet labelled */
    unsigned queue[STRIP * STRIP];
    double x, y, radius; /* its centre in lattice places, its half side in pitches */
    unsigned background;
    struct part parts[MAX_PARTS];
    unsigned count;
};

static unsigned colour_at(const struct strip *strip, unsigned i)
{
    const unsigned char *pixel = strip->rgb + 3 * i;
    return (unsigned)pixel[0] << 16 | (unsigned)pixel[1] << 8 | pixel[2];
}

static double apart(unsigned one, unsigned other)
{
    double sum = 0;
    for (unsigned shift = 0; shift < 24; shift += 8) {
        double step = (double)(one >> shift & 255) - (double)(other >> shift & 255);
        sum += step * step;
    }
    return sqrt(sum);
}

static void to_lattice(double *x, double *y, const struct strip *strip, double px, double py)
{
    *x = strip->x + (2 * px / STRIP - 1) * strip->radius / 0.8660254;
    *y = strip->y + (2 * py / STRIP - 1) * strip->radius * 2;
}

/* ---- drawing the strip ---- */

static void draw_strip(struct strip *strip, const struct comb_words_detection *board)
{
    const struct comb_pixels *picture = board->detection->picture;
    strip->radius = picture->width / (2 * board->grid->pitch);
    strip->radius = fmin(fmax(strip->radius, 4), 9);
    strip->x = board->origin_x + (double)(board->columns - 1);
    strip->y = board->origin_y + BELOW_TOP - 2 * strip->radius;
    for (unsigned i = 0; i < STRIP * STRIP; i++) {
        double x, y, px, py;
        to_lattice(&x, &y, strip, i % STRIP + 0.5, (double)(i / STRIP) + 0.5);
        comb_grid_to_pixel(&px, &py, board->grid, x, y);
        bool inside = px >= 0 && py >= 0 && px < picture->width && py < picture->height;
        bool in_board = y > board->origin_y + fabs(x - strip->x) - 1.15; /* its top slopes down to both sides */
        strip->label[i] = !inside ? -2 : in_board ? -1 : 0;
        if (inside) /* the nearest pixel suffices to find parts; their text is sampled again */
            memcpy(strip->rgb + (size_t)3 * i, picture->rgb + 3 * ((size_t)py * picture->width + (size_t)px), 3);
    }
}

/* The most common colour within the picture; false if too little is within it. */
static bool find_background(struct strip *strip)
{
    unsigned bins[4096] = {0}, best = 0, inside = 0;
    double sum[3] = {0}, count = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < STRIP * STRIP; i++) {
            const unsigned char *pixel = strip->rgb + 3 * i;
            unsigned bin = (unsigned)(pixel[0] >> 4) << 8 | (unsigned)(pixel[1] >> 4) << 4 | pixel[2] >> 4;
            if (strip->label[i] != 0)
                continue;
            if (pass == 0) {
                inside++;
                best = ++bins[bin] > bins[best] ? bin : best;
            } else if (bin == best) {
                for (unsigned k = 0; k < 3; k++)
                    sum[k] += pixel[k];
                count++;
            }
        }
    }
    if (count > 0)
        strip->background =
            (unsigned)(sum[0] / count) << 16 | (unsigned)(sum[1] / count) << 8 | (unsigned)(sum[2] / count);
    return inside > STRIP * STRIP / 20;
}

/* ---- its parts ---- */

static void grow(struct part *part, int x, int y)
{
    part->left = x < part->left ? x : part->left;
    part->right = x > part->right ? x : part->right;
    part->top = y < part->top ? y : part->top;
    part->bottom = y > part->bottom ? y : part->bottom;
    part->area++;
}

static struct part flood(struct strip *strip, unsigned start, short label)
{
    struct part part = {STRIP, STRIP, 0, 0, 0, false};
    unsigned head = 0, tail = 0;
    strip->queue[tail++] = start;
    strip->label[start] = label;
    while (head < tail) {
        int x = (int)(strip->queue[head] % STRIP), y = (int)(strip->queue[head] / STRIP);
        head++;
        grow(&part, x, y);
        for (int dy = -1; dy <= 1; dy++) {
            for (int dx = -1; dx <= 1; dx++) {
                if (x + dx < 0 || y + dy < 0 || x + dx >= STRIP || y + dy >= STRIP) {
                    part.cut = true;
                    continue;
                }
                unsigned next = (unsigned)((y + dy) * STRIP + x + dx);
                part.cut |= strip->label[next] == -2;
                if (strip->label[next] == 0) {
                    strip->label[next] = label;
                    strip->queue[tail++] = next;
                }
            }
        }
    }
    return part;
}

static void find_parts(struct strip *strip)
{
    for (unsigned i = 0; i < STRIP * STRIP; i++)
        if (strip->label[i] == 0 && apart(colour_at(strip, i), strip->background) < APART)
            strip->label[i] = -1;
    for (unsigned i = 0; i < STRIP * STRIP && strip->count < MAX_PARTS; i++) {
        if (strip->label[i] != 0)
            continue;
        struct part part = flood(strip, i, (short)(strip->count + 1));
        if (part.area >= MIN_AREA)
            strip->parts[strip->count++] = part;
        else
            for (unsigned k = 0; k < part.area; k++)
                strip->label[strip->queue[k]] = -1;
    }
}

static int width_of(const struct part *part)
{
    return part->right - part->left + 1;
}

static int height_of(const struct part *part)
{
    return part->bottom - part->top + 1;
}

static double fill_of(const struct part *part)
{
    return (double)part->area / (width_of(part) * height_of(part));
}

static double middle_of(const struct part *part)
{
    return (part->left + part->right + 1) / 2.0;
}

/* ---- which is which ---- */

/* The lowest part above the middle of the board that is about as wide as high, filled, and about as large as a cell. */
static const struct part *find_crown(const struct strip *strip)
{
    const struct part *best = NULL;
    double pitch = STRIP / (2 * strip->radius);
    for (unsigned i = 0; i < strip->count; i++) {
        const struct part *part = &strip->parts[i];
        double aspect = (double)width_of(part) / height_of(part);
        bool fits = !part->cut && fabs(middle_of(part) - STRIP / 2.0) < 0.6 * pitch && aspect > 0.65 && aspect < 1.5 &&
                    fill_of(part) > 0.5 && height_of(part) > 0.3 * pitch && height_of(part) < 2.2 * pitch;
        if (fits && (!best || part->bottom > best->bottom))
            best = part;
    }
    return best;
}

static bool is_beside(const struct part *part, const struct part *crown, bool left)
{
    double middle = (part->top + part->bottom) / 2.0;
    return middle > crown->top - 0.3 * height_of(crown) && middle < crown->bottom + 0.3 * height_of(crown) &&
           (left ? part->right < crown->left : part->left > crown->right);
}

/* The digits of a side's score: nearly as tall as the crown, not a disc, nearer than six times the crown's width. */
static bool is_digit(const struct part *part, const struct part *crown)
{
    double tall = (double)height_of(part) / height_of(crown), wide = (double)width_of(part) / height_of(part);
    double away = fabs(middle_of(part) - middle_of(crown)) / width_of(crown);
    return !part->cut && tall > 0.5 && tall < 1.6 && wide < 1.1 && away < 6 && !(fill_of(part) > 0.7 && wide > 0.75);
}

static bool find_number(struct part *out, const struct strip *strip, const struct part *crown, bool left)
{
    bool any = false;
    *out = (struct part){STRIP, STRIP, 0, 0, 0, false};
    for (unsigned i = 0; i < strip->count; i++) {
        const struct part *part = &strip->parts[i];
        if (!is_beside(part, crown, left) || !is_digit(part, crown))
            continue;
        any = true;
        out->left = part->left < out->left ? part->left : out->left;
        out->top = part->top < out->top ? part->top : out->top;
        out->right = part->right > out->right ? part->right : out->right;
        out->bottom = part->bottom > out->bottom ? part->bottom : out->bottom;
    }
    return any;
}

/* ---- numbers and colours ---- */

/* Reads the number in a part of the strip; -1 if it cannot be read. `spread` is the margin around the part. */
static int read_number(int *value, double *confidence, unsigned *colour, const struct strip *strip,
                       const struct part *part, double spread, const struct comb_words_detection *board,
                       struct comb_error *err)
{
    static const char *const patterns[] = {"#", "##", "###", NULL};
    unsigned char rgb[3 * CLOSE * CLOSE], cover[CLOSE * CLOSE];
    struct comb_glyph glyph = {0};
    double x, y, half = hypot(width_of(part), height_of(part)) / 2 * spread;
    to_lattice(&x, &y, strip, middle_of(part), (part->top + part->bottom + 1) / 2.0);
    comb_grid_patch(rgb, CLOSE, board->detection->picture, board->grid, x, y, half * 2 * strip->radius / STRIP, 0);
    *value = -1;
    *confidence = 0;
    if (!comb_ink_of_patch(cover, NULL, colour, rgb, CLOSE, 1.0))
        return COMB_OK;
    int code = comb_glyph_read(&glyph, &(struct comb_glyph_bitmap){CLOSE, CLOSE, cover}, patterns, err);
    if (code == COMB_OK && glyph.text[0]) {
        long long number;
        *value = comb_parse_int(&number, glyph.text) && number <= INT_MAX ? (int)number : -1;
        *confidence = glyph.confidence;
    }
    return code;
}

/* The most common colour of a part. */
static unsigned colour_of_part(const struct strip *strip, const struct part *part, short label)
{
    unsigned short bins[4096] = {0};
    unsigned best = 0;
    double sum[3] = {0}, count = 1e-9;
    for (int pass = 0; pass < 2; pass++) {
        for (int y = part->top; y <= part->bottom; y++) {
            for (int x = part->left; x <= part->right; x++) {
                unsigned i = (unsigned)(y * STRIP + x);
                const unsigned char *pixel = strip->rgb + 3 * i;
                unsigned bin = (unsigned)(pixel[0] >> 4) << 8 | (unsigned)(pixel[1] >> 4) << 4 | pixel[2] >> 4;
                if (strip->label[i] != label)
                    continue;
                if (pass == 0 && ++bins[bin] > bins[best])
                    best = bin;
                for (unsigned k = 0; pass == 1 && bin == best && k < 3; k++)
                    sum[k] += pixel[k];
                count += pass == 1 && bin == best;
            }
        }
    }
    return (unsigned)(sum[0] / count) << 16 | (unsigned)(sum[1] / count) << 8 | (unsigned)(sum[2] / count);
}

/* Thin digits lose colour in compressed pictures; large areas keep it. */
static void note_areas(struct comb_hexicon_scores *out, const struct strip *strip, const struct part *crown)
{
    enum { MAX = sizeof out->areas / sizeof *out->areas };
    for (unsigned i = 0; i < strip->count && out->area_count < MAX; i++) {
        const struct part *part = &strip->parts[i];
        if (part != crown && fill_of(part) > 0.55 && part->area > crown->area / 2)
            out->areas[out->area_count++] = colour_of_part(strip, part, (short)(i + 1));
    }
}

static int read_all(struct comb_hexicon_scores *out, const struct strip *strip,
                    const struct comb_words_detection *board, struct comb_error *err)
{
    const struct part *crown = find_crown(strip);
    struct part number;
    double confidence;
    unsigned ignored;
    if (!crown)
        return COMB_OK;
    note_areas(out, strip, crown);
    struct part lower = *crown; /* its points are above the number */
    lower.top += height_of(crown) / 6;
    int code = read_number(&out->target, &out->confidence, &ignored, strip, &lower, 0.66, board, err);
    for (int left = 0; code == COMB_OK && left < 2; left++) {
        if (!find_number(&number, strip, crown, left))
            continue;
        code = read_number(left ? &out->blue : &out->red, &confidence, left ? &out->blue_colour : &out->red_colour,
                           strip, &number, 1.15, board, err);
        out->confidence = fmin(out->confidence, confidence);
        *(left ? &out->has_blue_colour : &out->has_red_colour) = true;
    }
    return code;
}

int comb_hexicon_read_scores(struct comb_hexicon_scores *out, const struct comb_words_detection *board,
                             struct comb_error *err)
{
    *out = (struct comb_hexicon_scores){.blue = -1, .red = -1, .target = -1, .confidence = 1};
    struct strip *strip = calloc(1, sizeof *strip);
    if (!strip)
        return comb_fail_memory(err);
    draw_strip(strip, board);
    int code = COMB_OK;
    if (find_background(strip)) {
        find_parts(strip);
        code = read_all(out, strip, board, err);
    }
    free(strip);
    return code;
}

/* ---- everything ---- */

static void add_score(struct comb_json *build, json_t *scores, const char *key, int value)
{
    comb_json_set(build, scores, key, value < 0 ? json_null() : comb_json_int(build, value));
}

static int add_scores(json_t *reading, const struct comb_hexicon_scores *scores, struct comb_error *err)
{
    struct comb_json build = {0};
    json_t *object = comb_json_object(&build);
    add_score(&build, object, "blue_left", scores->blue);
    add_score(&build, object, "red_right", scores->red);
    add_score(&build, object, "crown_target", scores->target);
    comb_json_set(&build, reading, "scores", object);
    if (build.failed)
        return comb_fail_memory(err);
    if (scores->confidence >= COMB_READING_MIN_CONFIDENCE)
        return COMB_OK;
    return comb_reading_add_uncertainty(reading, -1, -1, err, "scores above the board: perhaps %d, crown %d, %d",
                                        scores->blue, scores->target, scores->red);
}

int comb_hexicon_read(json_t **reading, const struct comb_detection *detection, const void *spec,
                      struct comb_error *err)
{
    struct comb_words_detection *board;
    struct comb_hexicon_scores scores;
    *reading = NULL;
    int code = comb_words_detect(&board, detection, spec, err);
    if (code == COMB_OK)
        code = comb_hexicon_read_scores(&scores, board, err);
    bool coloured = true;
    if (code == COMB_OK) {
        coloured = comb_hexicon_read_states(board, &scores);
        code = comb_words_to_json(reading, board, comb_words_likeness(board), err);
    }
    if (code == COMB_OK)
        code = add_scores(*reading, &scores, err);
    if (code == COMB_OK && !coloured)
        code = comb_reading_add_uncertainty(*reading, -1, -1, err,
                                            "the picture is greyscale: the owners of the cells are unknown");
    if (code != COMB_OK) {
        json_decref(*reading);
        *reading = NULL;
    }
    comb_words_detection_free(board);
    return code;
}
