/* Counters without boxes: SixCells writes "22" or "22 (1)" at the top right, our own drawings "remaining 22" and
 * "mistakes 1" below the board at the left.
 *
 *     a corner of the picture -> what stands out from the background, cells left out -> pieces -> lines of pieces of
 * about one height -> words, divided by gaps -> the numbers among them
 *
 * Only upright pictures are read like this; a turned one has no counter then. */
#include "games/hexcells/read_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PIECES = 400, MOST_LINE = 48, LEAST_HEIGHT = 5, STANDS_OUT = 70, MOST_TURN = 1 };

struct window {
    int left, top, width, height;
    unsigned char *ink; /* 0 to 255: how far from the background */
    unsigned short *labels;
    unsigned *queue;
};

struct piece {
    int left, right, top, bottom;
};

struct line {
    struct piece pieces[MOST_LINE]; /* from left to right */
    unsigned count;
    struct piece box;
};

/* ---- ink ---- */

static void wipe_cells(struct window *window, const struct comb_hexcells_seen *seen)
{
    double half = 0.62 * seen->grid->pitch;
    for (unsigned i = 0; i < seen->grid->count; i++) {
        const struct comb_seen_cell *cell = &seen->grid->cells[i];
        int left = (int)(cell->centre_x - half) - window->left, right = (int)(cell->centre_x + half) - window->left;
        int top = (int)(cell->centre_y - half) - window->top, bottom = (int)(cell->centre_y + half) - window->top;
        for (int y = top < 0 ? 0 : top; y <= bottom && y < window->height; y++)
            for (int x = left < 0 ? 0 : left; x <= right && x < window->width; x++)
                window->ink[y * window->width + x] = 0;
    }
}

static bool window_open(struct window *window, const struct comb_hexcells_seen *seen)
{
    const struct comb_pixels *picture = seen->sight->picture;
    size_t pixels = (size_t)window->width * (size_t)window->height;
    int ground = comb_hexcells_light(seen->grid->background);
    window->ink = malloc(pixels + 1);
    window->labels = calloc(pixels + 1, sizeof *window->labels);
    window->queue = malloc((pixels + 1) * sizeof *window->queue);
    if (!window->ink || !window->labels || !window->queue)
        return false;
    for (int y = 0; y < window->height; y++)
        for (int x = 0; x < window->width; x++) {
            const unsigned char *rgb =
                picture->rgb + 3 * ((size_t)(y + window->top) * picture->width + (size_t)(x + window->left));
            int light = (77 * rgb[0] + 150 * rgb[1] + 29 * rgb[2] + 128) >> 8;
            window->ink[y * window->width + x] = (unsigned char)abs(light - ground);
        }
    wipe_cells(window, seen);
    return true;
}

static void window_close(struct window *window)
{
    free(window->ink);
    free(window->labels);
    free(window->queue);
}

/* ---- pieces and lines ---- */

static struct piece piece_from(struct window *window, unsigned start, unsigned short label)
{
    int width = window->width;
    struct piece piece = {width, -1, window->height, -1};
    unsigned tail = 1;
    window->queue[0] = start;
    window->labels[start] = label;
    for (unsigned head = 0; head < tail; head++) {
        int x = (int)window->queue[head] % width, y = (int)window->queue[head] / width;
        piece = (struct piece){x < piece.left ? x : piece.left, x > piece.right ? x : piece.right,
                               y < piece.top ? y : piece.top, y > piece.bottom ? y : piece.bottom};
        for (int v = y > 0 ? y - 1 : 0; v <= y + 1 && v < window->height; v++)
            for (int u = x > 0 ? x - 1 : 0; u <= x + 1 && u < width; u++)
                if (!window->labels[v * width + u] && window->ink[v * width + u] >= STANDS_OUT) {
                    window->labels[v * width + u] = label;
                    window->queue[tail++] = (unsigned)(v * width + u);
                }
    }
    return piece;
}

static unsigned find_pieces(struct piece *pieces, struct window *window)
{
    unsigned count = 0, pixels = (unsigned)(window->width * window->height);
    for (unsigned i = 0; i < pixels && count < MOST_PIECES; i++) {
        if (window->labels[i] || window->ink[i] < STANDS_OUT)
            continue;
        struct piece piece = piece_from(window, i, (unsigned short)(count + 1));
        int high = piece.bottom - piece.top + 1;
        if (high >= LEAST_HEIGHT && high < window->height / 2 && piece.right - piece.left < window->width / 3)
            pieces[count++] = piece;
    }
    return count;
}

static int by_left(const void *a, const void *b)
{
    return ((const struct piece *)a)->left - ((const struct piece *)b)->left;
}

/* The pieces whose middle lies within the height of the piece at `start`, as far as gaps of twice its height. */
static void line_from(struct line *line, const struct piece *pieces, unsigned count, const struct piece *start)
{
    int high = start->bottom - start->top + 1;
    struct piece box = *start;
    line->count = 0;
    for (unsigned i = 0; i < count && line->count < MOST_LINE; i++) {
        int middle = (pieces[i].top + pieces[i].bottom) / 2, tall = pieces[i].bottom - pieces[i].top + 1;
        if (middle >= start->top && middle <= start->bottom && tall <= 2 * high)
            line->pieces[line->count++] = pieces[i];
    }
    qsort(line->pieces, line->count, sizeof *line->pieces, by_left);
    for (unsigned i = 0; i < line->count; i++) {
        box.left = line->pieces[i].left < box.left ? line->pieces[i].left : box.left;
        box.right = line->pieces[i].right > box.right ? line->pieces[i].right : box.right;
        box.top = line->pieces[i].top < box.top ? line->pieces[i].top : box.top;
        box.bottom = line->pieces[i].bottom > box.bottom ? line->pieces[i].bottom : box.bottom;
    }
    line->box = box;
}

/* How many pieces from `from` on belong to one word; gaps within a word are small. */
static unsigned word_length(const struct line *line, unsigned from)
{
    double high = line->box.bottom - line->box.top + 1;
    unsigned to = from + 1;
    int right = from < line->count ? line->pieces[from].right : 0;
    while (to < line->count && line->pieces[to].left - right < 0.36 * high) {
        right = line->pieces[to].right > right ? line->pieces[to].right : right;
        to++;
    }
    return to - from;
}

/* ---- reading ---- */

static int read_pieces(struct comb_glyph *glyph, const struct window *window, const struct piece *pieces,
                       unsigned count, comb_glyph_patterns patterns, struct comb_error *err)
{
    struct piece box = pieces[0];
    int margin = 2, strongest = 1;
    for (unsigned i = 1; i < count; i++)
        box = (struct piece){pieces[i].left < box.left ? pieces[i].left : box.left,
                             pieces[i].right > box.right ? pieces[i].right : box.right,
                             pieces[i].top < box.top ? pieces[i].top : box.top,
                             pieces[i].bottom > box.bottom ? pieces[i].bottom : box.bottom};
    int width = box.right - box.left + 1 + 2 * margin, height = box.bottom - box.top + 1 + 2 * margin;
    unsigned char *cover = calloc((size_t)width * (size_t)height, 1);
    if (!cover)
        return comb_fail_memory(err);
    for (int pass = 0; pass < 2; pass++)
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                int at_x = box.left + x - margin, at_y = box.top + y - margin;
                if (at_x < 0 || at_y < 0 || at_x >= window->width || at_y >= window->height)
                    continue;
                int ink = window->ink[at_y * window->width + at_x], share = ink * 255 / strongest;
                if (pass == 0)
                    strongest = ink > strongest ? ink : strongest;
                else
                    cover[y * width + x] = (unsigned char)(share > 255 ? 255 : share);
            }
    struct comb_ink ink = {.width = (unsigned)width, .height = (unsigned)height, .cover = cover};
    int code = comb_glyph_read(glyph, &ink, patterns, err);
    free(cover);
    return code;
}

static const char *const numbers[] = {"#", "##", "###", NULL};

static int read_number(struct comb_hexcells_counter *out, const struct window *window, const struct line *line,
                       unsigned from, unsigned count, struct comb_error *err)
{
    struct comb_glyph glyph;
    if (count == 0 || count > 3)
        return COMB_OK;
    int code = read_pieces(&glyph, window, line->pieces + from, count, numbers, err);
    if (code != COMB_OK || strlen(glyph.text) != count || glyph.confidence < 0.5 || glyph.likeness < 0.4)
        return code;
    *out = (struct comb_hexcells_counter){.count = strtol(glyph.text, NULL, 10),
                                          .seen = true,
                                          .confidence = glyph.confidence,
                                          .box = {line->box.left + window->left, line->box.top + window->top,
                                                  line->box.right - line->box.left + 1,
                                                  line->box.bottom - line->box.top + 1}};
    return COMB_OK;
}

/* A text right beside a cell is a line hint. */
static bool is_near_cell(const struct comb_hexcells_seen *seen, const struct window *window, const struct line *line)
{
    double x = window->left + (line->box.left + line->box.right) / 2.0;
    double y = window->top + (line->box.top + line->box.bottom) / 2.0;
    for (unsigned i = 0; i < seen->grid->count; i++)
        if (hypot(seen->grid->cells[i].centre_x - x, seen->grid->cells[i].centre_y - y) < 1.3 * seen->grid->pitch)
            return true;
    return false;
}

/* Written in grey or black: colour is part of something else. */
static bool is_grey(const struct comb_hexcells_seen *seen, const struct window *window, const struct line *line)
{
    const struct comb_pixels *picture = seen->sight->picture;
    unsigned coloured = 0, inked = 0;
    for (int y = line->box.top; y <= line->box.bottom; y++)
        for (int x = line->box.left; x <= line->box.right; x++) {
            const unsigned char *rgb =
                picture->rgb + 3 * ((size_t)(y + window->top) * picture->width + (size_t)(x + window->left));
            int most = rgb[0] > rgb[1] ? rgb[0] : rgb[1], least = rgb[0] < rgb[1] ? rgb[0] : rgb[1];
            if (window->ink[y * window->width + x] < STANDS_OUT)
                continue;
            most = rgb[2] > most ? rgb[2] : most;
            least = rgb[2] < least ? rgb[2] : least;
            inked++;
            coloured += most - least > 60;
        }
    return coloured * 4 < inked;
}

/* "22" or "22 (1)" that ends at the right border. */
static int read_right_top(struct comb_hexcells_seen *seen, const struct window *window, const struct line *line,
                          struct comb_error *err)
{
    unsigned first = word_length(line, 0), rest = line->count - first;
    if (is_near_cell(seen, window, line) || !is_grey(seen, window, line))
        return COMB_OK;
    int code = read_number(&seen->remaining, window, line, 0, first, err);
    const struct piece *open = rest >= 3 ? &line->pieces[first] : NULL;
    if (code != COMB_OK || seen->remaining.count < 0 || !open)
        return code;
    int digit = line->pieces[0].bottom - line->pieces[0].top + 1;
    bool bracket = open->bottom - open->top + 1 > 1.1 * digit && open->right - open->left < 0.5 * digit;
    return bracket && word_length(line, first) == rest
               ? read_number(&seen->mistakes, window, line, first + 1, rest - 2, err)
               : COMB_OK;
}

/* The widest of a word's first pieces. */
static unsigned widest_of(const struct piece *pieces, unsigned count)
{
    unsigned widest = 0;
    for (unsigned i = 1; i < count; i++)
        if (pieces[i].right - pieces[i].left > pieces[widest].right - pieces[widest].left)
            widest = i;
    return widest;
}

/* "remaining 22" or "mistakes 1" that begins at the left border. The words are told by their outlines: nine letters,
 * the third the widest, the last with a tail; or eight, the first the widest. */
static int read_left_bottom(struct comb_hexcells_seen *seen, const struct window *window, const struct line *line,
                            struct comb_error *err)
{
    unsigned first = word_length(line, 0);
    if (first == line->count || first + word_length(line, first) != line->count)
        return COMB_OK;
    unsigned widest = widest_of(line->pieces, first);
    bool tail = line->pieces[first - 1].bottom - line->pieces[0].bottom > 0.1 * (line->box.bottom - line->box.top);
    struct comb_hexcells_counter *counter = first == 9 && widest == 2 && tail    ? &seen->remaining
                                            : first == 8 && widest == 0 && !tail ? &seen->mistakes
                                                                                 : NULL;
    if (!counter || counter->count >= 0)
        return COMB_OK;
    return read_number(counter, window, line, first, line->count - first, err);
}

typedef int (*line_reader)(struct comb_hexcells_seen *, const struct window *, const struct line *,
                           struct comb_error *);

static int read_window(struct comb_hexcells_seen *seen, struct window *window, line_reader reader, bool at_right,
                       struct comb_error *err)
{
    struct piece *pieces = malloc(MOST_PIECES * sizeof *pieces);
    int code = pieces && window_open(window, seen) ? COMB_OK : comb_fail_memory(err);
    unsigned count = code == COMB_OK ? find_pieces(pieces, window) : 0;
    int margin = (int)(0.03 * seen->sight->picture->width) + 4;
    for (unsigned i = 0; code == COMB_OK && i < count; i++) {
        struct line line;
        /* each line once: from the piece at its outer end */
        if (at_right ? pieces[i].right < window->width - margin : pieces[i].left > margin)
            continue;
        line_from(&line, pieces, count, &pieces[i]);
        if (line.count > 0 && (at_right ? seen->remaining.count < 0 : true))
            code = reader(seen, window, &line, err);
    }
    free(pieces);
    window_close(window);
    return code;
}

int comb_hexcells_see_captions(struct comb_hexcells_seen *seen, struct comb_error *err)
{
    const struct comb_pixels *picture = seen->sight->picture;
    int width = (int)picture->width, height = (int)picture->height;
    if (seen->remaining.boxed || fabs(seen->grid->turn) > MOST_TURN)
        return COMB_OK;
    struct window bottom = {.width = width / 2, .top = height - height / 4, .height = height / 4};
    struct window top = {.left = width - width / 4, .width = width / 4, .height = height / 5};
    int code = read_window(seen, &bottom, read_left_bottom, false, err);
    if (code == COMB_OK && seen->remaining.count < 0)
        code = read_window(seen, &top, read_right_top, true, err);
    return code;
}
