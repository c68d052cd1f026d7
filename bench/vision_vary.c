/* Every variation loops over the pixels of the result and computes where each comes from, or over those of the source
 * and changes them. The seed is fixed, so that figures are reproducible. */
#define _DEFAULT_SOURCE
#include "vision_vary.h"

#include "base/rng.h"

#include <leptonica/allheaders.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct canvas {
    unsigned width, height;
    unsigned char *rgb;
};

static int new_canvas(struct canvas *canvas, unsigned width, unsigned height, struct comb_error *err)
{
    *canvas = (struct canvas){width, height, malloc((size_t)width * height * 3)};
    return canvas->rgb ? COMB_OK : comb_fail_memory(err);
}

static int copy(struct canvas *canvas, const struct comb_pixels *picture, struct comb_error *err)
{
    int code = new_canvas(canvas, picture->width, picture->height, err);
    if (code == COMB_OK)
        memcpy(canvas->rgb, picture->rgb, (size_t)picture->width * picture->height * 3);
    return code;
}

static int finish_canvas(struct comb_pixels **out, struct canvas *canvas, struct comb_error *err)
{
    int code = comb_pixels_from_rgb(out, canvas->width, canvas->height, canvas->rgb, err);
    free(canvas->rgb);
    return code;
}

static unsigned char to_byte(double value)
{
    return value <= 0 ? 0 : value >= 255 ? 255 : (unsigned char)(value + 0.5);
}

/* ---- geometry ---- */

static double clamp(double value, double max)
{
    return value < 0 ? 0 : value > max ? max : value;
}

static void sample(unsigned char rgb[3], const struct comb_pixels *picture, double x, double y)
{
    x = clamp(x, picture->width - 1.0);
    y = clamp(y, picture->height - 1.0);
    unsigned left = (unsigned)x, top = (unsigned)y;
    unsigned right = left + 1 < picture->width ? left + 1 : left, bottom = top + 1 < picture->height ? top + 1 : top;
    double across = x - left, down = y - top;
    for (unsigned c = 0; c < 3; c++) {
        const unsigned char *rgb_of = picture->rgb + c;
        size_t row = (size_t)picture->width * 3;
        double above = rgb_of[top * row + left * 3] * (1 - across) + rgb_of[top * row + right * 3] * across;
        double below = rgb_of[bottom * row + left * 3] * (1 - across) + rgb_of[bottom * row + right * 3] * across;
        rgb[c] = to_byte(above * (1 - down) + below * down);
    }
}

/* `map` maps positions of the result to positions of the source: a homography, row by row. */
static int warp(struct comb_pixels **out, const struct comb_pixels *picture, unsigned width, unsigned height,
                const double map[9], struct comb_error *err)
{
    struct canvas canvas;
    int code = new_canvas(&canvas, width, height, err);
    if (code != COMB_OK)
        return code;
    for (unsigned y = 0; y < height; y++)
        for (unsigned x = 0; x < width; x++) {
            double w = map[6] * x + map[7] * y + map[8];
            sample(canvas.rgb + ((size_t)y * width + x) * 3, picture, (map[0] * x + map[1] * y + map[2]) / w,
                   (map[3] * x + map[4] * y + map[5]) / w);
        }
    return finish_canvas(out, &canvas, err);
}

static int scale(struct comb_pixels **out, const struct comb_pixels *picture, double factor, struct comb_error *err)
{
    unsigned width = (unsigned)lround(picture->width * factor), height = (unsigned)lround(picture->height * factor);
    if (factor < 1)
        return comb_pixels_shrink(out, picture, width, height, err);
    const double map[9] = {1 / factor, 0, 0, 0, 1 / factor, 0, 0, 0, 1};
    return warp(out, picture, width, height, map, err);
}

static int turn(struct comb_pixels **out, const struct comb_pixels *picture, double degrees, struct comb_error *err)
{
    double c = cos(degrees * M_PI / 180), s = sin(degrees * M_PI / 180);
    double mid_x = picture->width / 2.0, mid_y = picture->height / 2.0;
    const double map[9] = {c, s, mid_x - c * mid_x - s * mid_y, -s, c, mid_y + s * mid_x - c * mid_y, 0, 0, 1};
    return warp(out, picture, picture->width, picture->height, map, err);
}

#define PLACED(name, call)                                                                                             \
    static int name(struct comb_pixels **out, const struct comb_pixels *picture, const struct comb_pixel_box *board,   \
                    struct comb_error *err)                                                                            \
    {                                                                                                                  \
        (void)board;                                                                                                   \
        return call;                                                                                                   \
    }

PLACED(as_it_is, comb_pixels_from_rgb(out, picture->width, picture->height, picture->rgb, err))
PLACED(quarter, scale(out, picture, 0.25, err))
PLACED(third, scale(out, picture, 0.35, err))
PLACED(half, scale(out, picture, 0.5, err))
PLACED(odd, scale(out, picture, 0.73, err))
PLACED(larger, scale(out, picture, 1.4, err))
PLACED(twice, scale(out, picture, 2, err))
PLACED(turn_left, turn(out, picture, -4, err))
PLACED(turn_slightly, turn(out, picture, 1.5, err))
PLACED(turn_right, turn(out, picture, 4, err))

/* The far side is 4 % narrower. */
static int lean(struct comb_pixels **out, const struct comb_pixels *picture, const struct comb_pixel_box *board,
                struct comb_error *err)
{
    (void)board;
    double bend = 0.04 / picture->height, skew = 0.02 / picture->width;
    const double map[9] = {1 + 0.02, 0, -0.01 * picture->width, 0, 1 + 0.02, -0.01 * picture->height, skew, bend, 1};
    return warp(out, picture, picture->width, picture->height, map, err);
}

/* ---- colours ---- */

static int recolour(struct comb_pixels **out, const struct comb_pixels *picture, void (*change)(double rgb[3]),
                    struct comb_error *err)
{
    struct canvas canvas;
    int code = copy(&canvas, picture, err);
    if (code != COMB_OK)
        return code;
    for (size_t i = 0; i < (size_t)canvas.width * canvas.height; i++) {
        double rgb[3];
        for (unsigned c = 0; c < 3; c++)
            rgb[c] = canvas.rgb[i * 3 + c];
        change(rgb);
        for (unsigned c = 0; c < 3; c++)
            canvas.rgb[i * 3 + c] = to_byte(rgb[c]);
    }
    return finish_canvas(out, &canvas, err);
}

/* Inverts lightness and keeps the hue, like a browser's dark mode. */
static void darken(double rgb[3])
{
    double least = fmin(rgb[0], fmin(rgb[1], rgb[2])), max = fmax(rgb[0], fmax(rgb[1], rgb[2]));
    for (unsigned c = 0; c < 3; c++)
        rgb[c] += 255 - least - max;
}

static void warm(double rgb[3])
{
    rgb[0] = rgb[0] * 0.98 + 5;
    rgb[1] *= 0.92;
    rgb[2] *= 0.78;
}

static void fade(double rgb[3])
{
    for (unsigned c = 0; c < 3; c++)
        rgb[c] = 60 + rgb[c] * 0.6;
}

static void drain(double rgb[3])
{
    rgb[0] = rgb[1] = rgb[2] = 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2];
}

PLACED(dark, recolour(out, picture, darken, err))
PLACED(night_light, recolour(out, picture, warm, err))
PLACED(low_contrast, recolour(out, picture, fade, err))
PLACED(grey, recolour(out, picture, drain, err))

/* ---- quality ---- */

static int jpeg(struct comb_pixels **out, const struct comb_pixels *picture, int quality, struct comb_error *err)
{
    PIX *pix = pixCreate((l_int32)picture->width, (l_int32)picture->height, 32);
    if (!pix)
        return comb_fail_memory(err);
    l_uint32 *data = pixGetData(pix);
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++) {
        const unsigned char *rgb = picture->rgb + i * 3;
        composeRGBPixel(rgb[0], rgb[1], rgb[2], &data[i]);
    }
    l_uint8 *bytes = NULL;
    size_t length = 0;
    int failed = pixWriteMemJpeg(&bytes, &length, pix, quality, 0);
    pixDestroy(&pix);
    int code = failed ? comb_fail_memory(err) : comb_pixels_decode(out, bytes, length, err);
    lept_free(bytes);
    return code;
}

static void blur_line(unsigned char *line, size_t step, size_t count, const double *weights, int reach, double *spare)
{
    for (size_t i = 0; i < count; i++) {
        double sum = 0;
        for (int k = -reach; k <= reach; k++) {
            long at = (long)i + k;
            at = at < 0 ? 0 : at >= (long)count ? (long)count - 1 : at;
            sum += weights[abs(k)] * line[(size_t)at * step];
        }
        spare[i] = sum;
    }
    for (size_t i = 0; i < count; i++)
        line[i * step] = to_byte(spare[i]);
}

static int blur(struct comb_pixels **out, const struct comb_pixels *picture, double sigma, struct comb_error *err)
{
    struct canvas canvas;
    int code = copy(&canvas, picture, err);
    if (code != COMB_OK)
        return code;
    double weights[16] = {0}, sum = 0;
    int reach = (int)ceil(3 * sigma);
    for (int k = -reach; k <= reach; k++)
        sum += weights[abs(k)] = exp(-k * k / (2 * sigma * sigma));
    for (int k = 0; k <= reach; k++)
        weights[k] /= sum;
    size_t longest = canvas.width > canvas.height ? canvas.width : canvas.height;
    double *spare = malloc(longest * sizeof *spare);
    for (unsigned c = 0; spare && c < 3; c++) {
        for (unsigned y = 0; y < canvas.height; y++)
            blur_line(canvas.rgb + (size_t)y * canvas.width * 3 + c, 3, canvas.width, weights, reach, spare);
        for (unsigned x = 0; x < canvas.width; x++)
            blur_line(canvas.rgb + (size_t)x * 3 + c, (size_t)canvas.width * 3, canvas.height, weights, reach, spare);
    }
    free(spare);
    return finish_canvas(out, &canvas, err);
}

static int noise(struct comb_pixels **out, const struct comb_pixels *picture, double sigma, struct comb_error *err)
{
    struct canvas canvas;
    int code = copy(&canvas, picture, err);
    if (code != COMB_OK)
        return code;
    struct comb_rng rng;
    comb_rng_seed(&rng, 1);
    for (size_t i = 0; i < (size_t)canvas.width * canvas.height * 3; i++) {
        double sum = 0; /* sum of twelve: close enough to a normal distribution */
        for (unsigned k = 0; k < 12; k++)
            sum += comb_rng_unit(&rng);
        canvas.rgb[i] = to_byte(canvas.rgb[i] + (sum - 6) * sigma);
    }
    return finish_canvas(out, &canvas, err);
}

PLACED(jpeg_30, jpeg(out, picture, 30, err))
PLACED(jpeg_60, jpeg(out, picture, 60, err))
PLACED(blur_1, blur(out, picture, 1, err))
PLACED(blur_2, blur(out, picture, 2, err))
PLACED(noise_6, noise(out, picture, 6, err))
PLACED(noise_12, noise(out, picture, 12, err))

/* Sent twice through a chat program: half the size, then quality 40. */
static int chat(struct comb_pixels **out, const struct comb_pixels *picture, const struct comb_pixel_box *board,
                struct comb_error *err)
{
    (void)board;
    struct comb_pixels *small;
    int code = scale(&small, picture, 0.5, err);
    if (code != COMB_OK)
        return code;
    code = jpeg(out, small, 40, err);
    comb_pixels_free(small);
    return code;
}

/* ---- crops ---- */

static int cut(struct comb_pixels **out, const struct comb_pixels *picture, struct comb_pixel_box box,
               struct comb_error *err)
{
    int right = box.x + box.width, bottom = box.y + box.height;
    box.x = box.x < 0 ? 0 : box.x;
    box.y = box.y < 0 ? 0 : box.y;
    right = right > (int)picture->width ? (int)picture->width : right;
    bottom = bottom > (int)picture->height ? (int)picture->height : bottom;
    struct canvas canvas;
    int code = new_canvas(&canvas, (unsigned)(right - box.x), (unsigned)(bottom - box.y), err);
    if (code != COMB_OK)
        return code;
    for (unsigned y = 0; y < canvas.height; y++)
        memcpy(canvas.rgb + (size_t)y * canvas.width * 3,
               picture->rgb + (((size_t)box.y + y) * picture->width + (size_t)box.x) * 3, (size_t)canvas.width * 3);
    return finish_canvas(out, &canvas, err);
}

static int crop_close(struct comb_pixels **out, const struct comb_pixels *picture, const struct comb_pixel_box *board,
                      struct comb_error *err)
{
    int margin = (board->width + board->height) / 100 + 2;
    return cut(out, picture,
               (struct comb_pixel_box){board->x - margin, board->y - margin, board->width + 2 * margin,
                                       board->height + 2 * margin},
               err);
}

static int crop_wide(struct comb_pixels **out, const struct comb_pixels *picture, const struct comb_pixel_box *board,
                     struct comb_error *err)
{
    return cut(out, picture,
               (struct comb_pixel_box){board->x / 2, board->y / 3, board->width + board->x, board->height + board->y},
               err);
}

/* A window on a desktop: bars of another colour on all sides. */
static int framed(struct comb_pixels **out, const struct comb_pixels *picture, const struct comb_pixel_box *board,
                  struct comb_error *err)
{
    (void)board;
    struct canvas canvas;
    unsigned side = picture->width / 5, top = picture->height / 12;
    int code = new_canvas(&canvas, picture->width + 2 * side, picture->height + 2 * top, err);
    if (code != COMB_OK)
        return code;
    memset(canvas.rgb, 0x30, (size_t)canvas.width * canvas.height * 3);
    for (unsigned y = 0; y < picture->height; y++)
        memcpy(canvas.rgb + ((size_t)(y + top) * canvas.width + side) * 3,
               picture->rgb + (size_t)y * picture->width * 3, (size_t)picture->width * 3);
    return finish_canvas(out, &canvas, err);
}

const struct variation variations[] = {
    {"as it is", "", 1, false, false, as_it_is},
    {"25 %", "scaled", 0.25, false, false, quarter},
    {"35 %", "scaled", 0.35, false, false, third},
    {"50 %", "scaled", 0.5, false, false, half},
    {"73 %", "scaled", 0.73, false, false, odd},
    {"140 %", "scaled", 1.4, false, false, larger},
    {"200 %", "scaled", 2, false, false, twice},
    {"jpeg 60", "quality", 1, false, false, jpeg_60},
    {"jpeg 30", "quality", 1, false, false, jpeg_30},
    {"chat", "50 %, then JPEG quality 40", 0.5, false, false, chat},
    {"blur 1", "sigma in pixels", 1, false, false, blur_1},
    {"blur 2", "sigma in pixels", 1, false, false, blur_2},
    {"noise 6", "sigma in levels", 1, false, false, noise_6},
    {"noise 12", "sigma in levels", 1, false, false, noise_12},
    {"turn -4", "degrees", 1, true, false, turn_left},
    {"turn 1.5", "degrees", 1, false, false, turn_slightly},
    {"turn 4", "degrees", 1, true, false, turn_right},
    {"lean", "perspective, 4 % across the height", 1, true, false, lean},
    {"dark", "lightness inverted", 1, false, true, dark},
    {"night light", "blue removed", 1, false, false, night_light},
    {"low contrast", "60 % of it", 1, false, false, low_contrast},
    {"grey", "as on e-paper", 1, false, false, grey},
    {"crop close", "little more than the board", 1, true, false, crop_close},
    {"crop wide", "parts of the interface", 1, true, false, crop_wide},
    {"framed", "a window on a dark desktop", 1, false, false, framed},
    {0},
};
