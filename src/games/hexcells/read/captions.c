/* Reads counters without boxes: SixCells writes "22" or "22 (1)" at the top right, our own drawings write "remaining
 * 22" and "mistakes 1" at the bottom left, below the board.
 *
 *     a corner of the view -> what differs from the background, except cells -> pieces
 *         -> lines of pieces of similar height -> words, separated by gaps -> the numbers among them
 *
 * This works for upright pictures only; in a rotated one no counter is found. */
#include "games/hexcells/read/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PIECES = 400, MAX_LINE = 48, MIN_HEIGHT = 5, MIN_CONTRAST = 16, MAX_TURN = 1 };

static const double SOLID = 0.45; /* minimum ink of a piece, relative to the strongest in the window */

static const double CUT = 0.5; /* confidence of a number that touches the view's edge: digits may be missing */

struct window {
    int left, top, width, height;
    unsigned char *ink; /* 0 to 255: distance from the background */
    int solid;          /* minimum ink of a piece */
    unsigned short *labels;
    unsigned *queue;
};

struct piece {
    int left, right, top, bottom;
};

struct line {
    struct piece pieces[MAX_LINE]; /* from left to right */
    unsigned count;
    struct piece box;
};

/* ---- ink ---- */

/* Only the hexagons: a counter may be close to a cell. */
static void wipe_cells(struct window *window, const struct comb_hexcells_detection *board)
{
    double pitch = board->grid->pitch, inner = 0.54 * pitch, outer = 0.62 * pitch;
    for (unsigned i = 0; i < board->grid->count; i++) {
        double middle_x = board->grid->cells[i].centre_x - window->left;
        double middle_y = board->grid->cells[i].centre_y - window->top;
        int right = (int)(middle_x + outer), bottom = (int)(middle_y + inner);
        for (int y = (int)fmax(0, middle_y - inner); y <= bottom && y < window->height; y++)
            for (int x = (int)fmax(0, middle_x - outer); x <= right && x < window->width; x++)
                if (fabs(x - middle_x) * 0.8660254 + fabs(y - middle_y) * 0.5 <= inner)
                    window->ink[y * window->width + x] = 0;
    }
}

static bool window_open(struct window *window, const struct comb_hexcells_detection *board)
{
    const struct comb_pixels *picture = board->detection->picture;
    size_t pixels = (size_t)window->width * (size_t)window->height;
    int ground = comb_hexcells_lightness(board->grid->background);
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
    wipe_cells(window, board);
    window->solid = MIN_CONTRAST;
    for (size_t i = 0; i < pixels; i++)
        window->solid = (int)fmax(window->solid, SOLID * window->ink[i]);
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
                if (!window->labels[v * width + u] && window->ink[v * width + u] >= window->solid) {
                    window->labels[v * width + u] = label;
                    window->queue[tail++] = (unsigned)(v * width + u);
                }
    }
    return piece;
}

static unsigned find_pieces(struct piece *pieces, struct window *window)
{
    unsigned count = 0, pixels = (unsigned)(window->width * window->height);
    for (unsigned i = 0; i < pixels && count < MAX_PIECES; i++) {
        if (window->labels[i] || window->ink[i] < window->solid)
            continue;
        struct piece piece = piece_from(window, i, (unsigned short)(count + 1));
        int high = piece.bottom - piece.top + 1;
        if (high >= MIN_HEIGHT && high < 0.7 * window->height && piece.right - piece.left < window->width / 3)
            pieces[count++] = piece;
    }
    return count;
}

static int by_left(const void *a, const void *b)
{
    return ((const struct piece *)a)->left - ((const struct piece *)b)->left;
}

static int height_of(const struct piece *piece)
{
    return piece->bottom - piece->top + 1;
}

static struct piece around(struct piece a, struct piece b)
{
    return (struct piece){a.left < b.left ? a.left : b.left, a.right > b.right ? a.right : b.right,
                          a.top < b.top ? a.top : b.top, a.bottom > b.bottom ? a.bottom : b.bottom};
}

/* Keeps the pieces around the place of `start` that follow each other without wide gaps. */
static void keep_connected(struct line *line, const struct piece *start, double gap)
{
    unsigned from = 0, to = 0;
    while (to < line->count && line->pieces[to].left < start->left)
        to++;
    from = to;
    line->box = *start;
    for (; to < line->count && line->pieces[to].left - line->box.right < gap; to++)
        line->box = around(line->box, line->pieces[to]);
    for (; from > 0 && line->box.left - line->pieces[from - 1].right < gap; from--)
        line->box = around(line->box, line->pieces[from - 1]);
    line->count = to - from;
    memmove(line->pieces, line->pieces + from, line->count * sizeof *line->pieces);
}

/* Collects the pieces beside `start`: their middle is within its height, and gaps are up to 1.2 times its height. */
static void line_from(struct line *line, const struct piece *pieces, unsigned count, const struct piece *start)
{
    int high = start->bottom - start->top + 1;
    line->count = 0;
    for (unsigned i = 0; i < count && line->count < MAX_LINE; i++) {
        int middle = (pieces[i].top + pieces[i].bottom) / 2, tall = pieces[i].bottom - pieces[i].top + 1;
        if (middle >= start->top && middle <= start->bottom && tall <= 2 * high)
            line->pieces[line->count++] = pieces[i];
    }
    qsort(line->pieces, line->count, sizeof *line->pieces, by_left);
    keep_connected(line, start, 1.2 * high);
}

/* Number of pieces from `from` that belong to one word; gaps within a word are small. */
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
        box = around(box, pieces[i]);
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
                int ink = window->ink[at_y * window->width + at_x], fraction = ink * 255 / strongest;
                if (pass == 0)
                    strongest = ink > strongest ? ink : strongest;
                else
                    cover[y * width + x] = (unsigned char)(fraction > 255 ? 255 : fraction);
            }
    struct comb_glyph_bitmap ink = {.width = (unsigned)width, .height = (unsigned)height, .cover = cover};
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
    bool cut = line->box.top == 0 || line->box.right == window->width - 1;
    *out = (struct comb_hexcells_counter){.count = strtol(glyph.text, NULL, 10),
                                          .detected = true,
                                          .confidence = cut ? fmin(glyph.confidence, CUT) : glyph.confidence,
                                          .box = {line->box.left + window->left, line->box.top + window->top,
                                                  line->box.right - line->box.left + 1,
                                                  line->box.bottom - line->box.top + 1}};
    return COMB_OK;
}

/* A text directly beside a cell is a line hint, unless it is in the corner of the view, where no hint is. */
static bool is_hint(const struct comb_hexcells_detection *board, const struct window *window, const struct piece *box)
{
    double x = window->left + (box->left + box->right) / 2.0, y = window->top + (box->top + box->bottom) / 2.0;
    int high = box->bottom - box->top + 1;
    if (window->width - box->right < 0.6 * high && box->top < high)
        return false;
    for (unsigned i = 0; i < board->grid->count; i++)
        if (hypot(board->grid->cells[i].centre_x - x, board->grid->cells[i].centre_y - y) < 1.3 * board->grid->pitch)
            return true;
    return false;
}

/* Whether a digit to the left of the number could be hidden: cells, which are wiped, cover part of its place. */
static bool may_lack_digit(const struct comb_hexcells_detection *board, const struct window *window,
                           const struct piece *box)
{
    enum { SAMPLES = 6 };
    double high = height_of(box), inradius = 0.54 * board->grid->pitch;
    unsigned wiped = 0;
    for (int i = 0; i < SAMPLES * SAMPLES; i++) {
        double x = window->left + box->left - 0.7 * high * (i % SAMPLES + 0.5) / SAMPLES;
        double y = window->top + box->top + high * (i / SAMPLES + 0.5) / SAMPLES;
        for (unsigned k = 0; k < board->grid->count; k++) {
            double dx = fabs(board->grid->cells[k].centre_x - x), dy = fabs(board->grid->cells[k].centre_y - y);
            if (dy <= inradius && dx * 0.8660254 + dy * 0.5 <= inradius) {
                wiped++;
                break;
            }
        }
    }
    return 4 * wiped > SAMPLES * SAMPLES;
}

/* Counters are grey or black; coloured text is something else. */
static bool is_grey(const struct comb_hexcells_detection *board, const struct window *window, const struct line *line)
{
    const struct comb_pixels *picture = board->detection->picture;
    unsigned coloured = 0, inked = 0;
    for (int y = line->box.top; y <= line->box.bottom; y++)
        for (int x = line->box.left; x <= line->box.right; x++) {
            const unsigned char *rgb =
                picture->rgb + 3 * ((size_t)(y + window->top) * picture->width + (size_t)(x + window->left));
            int max = rgb[0] > rgb[1] ? rgb[0] : rgb[1], min = rgb[0] < rgb[1] ? rgb[0] : rgb[1];
            if (window->ink[y * window->width + x] < window->solid)
                continue;
            max = rgb[2] > max ? rgb[2] : max;
            min = rgb[2] < min ? rgb[2] : min;
            inked++;
            coloured += max - min > 60;
        }
    return coloured * 4 < inked;
}

/* First piece of the line's last word that ends before `end`. */
static unsigned word_start(const struct line *line, unsigned end)
{
    unsigned from = 0;
    while (from < end && from + word_length(line, from) < end)
        from += word_length(line, from);
    return from;
}

/* Whether the pieces are "(1)": the outer two are higher than the others, and narrow. */
static bool is_bracketed(const struct piece *pieces, unsigned count)
{
    if (count < 3)
        return false;
    int digit = pieces[1].bottom - pieces[1].top + 1;
    for (unsigned i = 0; i < count; i += count - 1)
        if (pieces[i].bottom - pieces[i].top + 1 <= 1.1 * digit || pieces[i].right - pieces[i].left >= 0.5 * digit)
            return false;
    return true;
}

/* "22" or "22 (1)" at the right border. */
static int read_right_top(struct comb_hexcells_detection *board, const struct window *window, const struct line *line,
                          struct comb_error *err)
{
    unsigned end = line->count, from = word_start(line, end), bracket = end;
    if (is_bracketed(line->pieces + from, end - from)) {
        bracket = from;
        end = from;
        from = word_start(line, end);
    }
    while (from < end && height_of(&line->pieces[from]) < 0.7 * height_of(&line->pieces[end - 1]))
        from++; /* a line hint beside the counter */
    struct line number = {.count = end - from};
    for (unsigned i = from; i < end; i++) {
        number.box = i == from ? line->pieces[i] : around(number.box, line->pieces[i]);
        number.pieces[i - from] = line->pieces[i];
    }
    if (from == end || is_hint(board, window, &number.box) || !is_grey(board, window, &number))
        return COMB_OK;
    int code = read_number(&board->remaining, window, &number, 0, number.count, err);
    board->remaining.bare = board->remaining.detected;
    if (may_lack_digit(board, window, &number.box))
        board->remaining.confidence = fmin(board->remaining.confidence, CUT);
    if (code != COMB_OK || board->remaining.count < 0 || bracket == line->count)
        return code;
    code = read_number(&board->mistakes, window, line, bracket + 1, line->count - bracket - 2, err);
    board->mistakes.bare = board->mistakes.detected;
    return code;
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

/* "remaining 22" or "mistakes 1" at the left border. The words are recognised by their outlines: nine letters, the
 * third the widest, the last with a descender; or eight, the first the widest. */
static int read_left_bottom(struct comb_hexcells_detection *board, const struct window *window, const struct line *line,
                            struct comb_error *err)
{
    unsigned first = word_length(line, 0);
    if (first == line->count || first + word_length(line, first) != line->count)
        return COMB_OK;
    unsigned widest = widest_of(line->pieces, first);
    bool tail = line->pieces[first - 1].bottom - line->pieces[0].bottom > 0.1 * (line->box.bottom - line->box.top);
    struct comb_hexcells_counter *counter = first == 9 && widest == 2 && tail    ? &board->remaining
                                            : first == 8 && widest == 0 && !tail ? &board->mistakes
                                                                                 : NULL;
    if (!counter || counter->count >= 0)
        return COMB_OK;
    return read_number(counter, window, line, first, line->count - first, err);
}

typedef int (*line_reader)(struct comb_hexcells_detection *, const struct window *, const struct line *,
                           struct comb_error *);

static int read_window(struct comb_hexcells_detection *board, struct window *window, line_reader reader, bool at_right,
                       struct comb_error *err)
{
    struct piece *pieces = malloc(MAX_PIECES * sizeof *pieces);
    int code = pieces && window_open(window, board) ? COMB_OK : comb_fail_memory(err);
    unsigned count = code == COMB_OK ? find_pieces(pieces, window) : 0;
    int margin = (int)(0.03 * board->view.width) + 4;
    for (unsigned i = 0; code == COMB_OK && i < count; i++) {
        struct line line;
        /* each line once: from the piece at its outer end */
        if (at_right ? pieces[i].right < window->width - margin : pieces[i].left > margin)
            continue;
        line_from(&line, pieces, count, &pieces[i]);
        if (line.count > 0 && (at_right ? board->remaining.count < 0 : true))
            code = reader(board, window, &line, err);
    }
    free(pieces);
    window_close(window);
    return code;
}

int comb_hexcells_detect_captions(struct comb_hexcells_detection *board, struct comb_error *err)
{
    const struct comb_pixel_box *view = &board->view;
    int width = view->width, height = view->height;
    if (board->remaining.boxed || fabs(board->grid->rotation) > MAX_TURN)
        return COMB_OK;
    struct window bottom = {view->x, view->y + height - height / 4, .width = width / 2, .height = height / 4};
    struct window top = {view->x + width - width / 3, view->y, .width = width / 3, .height = height / 4};
    int code = read_window(board, &bottom, read_left_bottom, false, err);
    if (code == COMB_OK && board->remaining.count < 0)
        code = read_window(board, &top, read_right_top, true, err);
    return code;
}
