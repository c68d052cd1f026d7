/* Reads the letters of a board's cells.
 *
 * First every cell is read as if nothing covered its letter: ink is what differs from the cell's fill
 * (vision/glyph/glyph.h). If that gives nothing, or nothing like a letter, the cell is read again with what the others
 * have shown: all letters of a board have the same ink. Each pixel has a position along the line between the tile's own
 * paper and that ink, and a distance from the line:
 *
 *      paper |----------------|------------> ink       along: 0 paper .. 1 ink; a translucent line over the tile shifts
 *              \   badge                               both towards its colour, so the letter stays darker than its
 *               * far from the line: not ink           surroundings: a threshold (Otsu) separates the two groups
 *
 * Remaining parts that are connected with the outside of the tile are lines or borders and are cleared. A letter much
 * taller or smaller than the others is uncertain whatever it looks like.
 *
 * Cost: one 72 x 72 patch and one template match per cell; a second pass for the few that need it. */
#include "family/words/read/parts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = COMB_WORDS_PATCH, PIXELS = SIDE * SIDE };

#define KEEP_HEXAGON 0.80 /* maximum size of a letter, as a fraction of half the patch's side */
#define GOOD_LIKENESS 0.8

double comb_words_distance(unsigned one, unsigned other)
{
    double sum = 0;
    for (unsigned shift = 0; shift < 24; shift += 8) {
        double step = (double)(one >> shift & 255) - (double)(other >> shift & 255);
        sum += step * step;
    }
    return sqrt(sum);
}

const unsigned char *comb_words_patch(const struct comb_words_detection *board, const struct comb_words_place *place)
{
    return board->patches + (size_t)3 * board->side * board->side * (size_t)(place - board->places);
}

static bool draw_patches(struct comb_words_detection *board)
{
    board->side = board->grid->kind == COMB_DETECTED_SQUARE ? COMB_WORDS_PATCH : COMB_WORDS_HEX_PATCH;
    size_t size = (size_t)3 * board->side * board->side;
    board->patches = malloc(size * board->count);
    for (unsigned i = 0; board->patches && i < board->count; i++)
        if (board->places[i].cell)
            comb_grid_patch(board->patches + size * i, board->side, board->detection->picture, board->grid,
                            board->places[i].x + board->origin_x, board->places[i].y + board->origin_y,
                            COMB_WORDS_PATCH_RADIUS, 0);
    return board->patches != NULL;
}

static double keep_of(const struct comb_words_detection *board)
{
    return board->grid->kind == COMB_DETECTED_SQUARE ? COMB_WORDS_KEEP_SQUARE : KEEP_HEXAGON;
}

/* ---- second pass ---- */

double comb_words_off_line(double *along, const unsigned char *pixel, unsigned paper, unsigned ink)
{
    double way[3], step[3], length = 1, dot = 0, rest = 0; /* not 0 if paper and ink have the same colour */
    for (unsigned k = 0; k < 3; k++) {
        unsigned shift = 16 - 8 * k;
        way[k] = (double)(ink >> shift & 255) - (double)(paper >> shift & 255);
        step[k] = pixel[k] - (double)(paper >> shift & 255);
        length += way[k] * way[k];
        dot += way[k] * step[k];
    }
    *along = dot / length;
    for (unsigned k = 0; k < 3; k++)
        rest += (step[k] - *along * way[k]) * (step[k] - *along * way[k]);
    return sqrt(rest / length);
}

/* The main colour of a tile: the fullest of 4096 bins, averaged. */
static unsigned commonest(const unsigned char *rgb, unsigned side, double keep)
{
    unsigned short bins[4096] = {0};
    unsigned best = 0;
    double reach = keep * side / 2, sum[3] = {0}, count = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < side * side; i++) {
            double x = i % side + 0.5 - side / 2.0, y = (double)(i / side) + 0.5 - side / 2.0;
            const unsigned char *pixel = rgb + 3 * i;
            unsigned bin = (unsigned)(pixel[0] >> 4) << 8 | (unsigned)(pixel[1] >> 4) << 4 | pixel[2] >> 4;
            if (x * x + y * y > reach * reach)
                continue;
            if (pass == 0 && ++bins[bin] > bins[best])
                best = bin;
            if (pass == 1 && bin == best) {
                for (unsigned k = 0; k < 3; k++)
                    sum[k] += pixel[k];
                count++;
            }
        }
    }
    return (unsigned)(sum[0] / count) << 16 | (unsigned)(sum[1] / count) << 8 | (unsigned)(sum[2] / count);
}

unsigned comb_words_middle_colour(const unsigned char *rgb, unsigned side, double keep)
{
    unsigned counts[3][256] = {0}, total = 0, out = 0;
    double reach = keep * side / 2;
    for (unsigned i = 0; i < side * side; i++) {
        double x = i % side + 0.5 - side / 2.0, y = (double)(i / side) + 0.5 - side / 2.0;
        if (x * x + y * y > reach * reach)
            continue;
        for (unsigned k = 0; k < 3; k++)
            counts[k][rgb[3 * i + k]]++;
        total++;
    }
    for (unsigned k = 0; k < 3; k++) {
        unsigned level = 0, sum = counts[k][0];
        while (2 * sum < total && level < 255)
            sum += counts[k][++level];
        out = out << 8 | level;
    }
    return out;
}

/* The threshold that best separates the values 0 .. 255 (Otsu). */
static unsigned best_limit(const unsigned counts[256])
{
    double total = 0, sum = 0, below = 0, below_sum = 0, best = -1;
    unsigned limit = 128;
    for (unsigned i = 0; i < 256; i++) {
        total += counts[i];
        sum += (double)i * counts[i];
    }
    for (unsigned i = 0; i < 255; i++) {
        below += counts[i];
        below_sum += (double)i * counts[i];
        double above = total - below;
        if (below == 0 || above == 0)
            continue;
        double apart = below_sum / below - (sum - below_sum) / above;
        if (below * above * apart * apart > best) {
            best = below * above * apart * apart;
            limit = i;
        }
    }
    return limit;
}

/* Clears ink that is connected with the outside of the circle. `queue` has room for side * side pixels. */
static void clear_from_outside(unsigned char *cover, unsigned *queue, unsigned side, double reach)
{
    unsigned head = 0, tail = 0;
    for (unsigned i = 0; i < side * side; i++) {
        double x = i % side + 0.5 - side / 2.0, y = (double)(i / side) + 0.5 - side / 2.0;
        bool outside = x * x + y * y > reach * reach;
        if (outside && cover[i] > 127)
            queue[tail++] = i;
        if (outside)
            cover[i] = 0;
    }
    while (head < tail) {
        unsigned at = queue[head++], x = at % side, y = at / side;
        unsigned next[4] = {x > 0 ? at - 1 : at, x + 1 < side ? at + 1 : at, y > 0 ? at - side : at,
                            y + 1 < side ? at + side : at};
        for (unsigned k = 0; k < 4; k++) {
            if (cover[next[k]] > 127) {
                cover[next[k]] = 0;
                queue[tail++] = next[k];
            }
        }
    }
}

static bool has_ink(const unsigned char *cover, unsigned side)
{
    unsigned inked = 0;
    for (unsigned i = 0; i < side * side; i++)
        inked += cover[i] > 127;
    return inked * 100 > side * side;
}

bool comb_words_overdrawn_ink(unsigned char *cover, const unsigned char *rgb, unsigned side, double keep, unsigned ink,
                              double limit)
{
    unsigned counts[256] = {0}, queue[PIXELS];
    unsigned paper = commonest(rgb, side, keep);
    double reach = keep * side / 2;
    assert(side <= SIDE);
    if (comb_words_distance(paper, ink) < 40)
        return false;
    for (unsigned i = 0; i < side * side; i++) {
        double along, off, x = i % side + 0.5 - side / 2.0, y = (double)(i / side) + 0.5 - side / 2.0;
        off = comb_words_off_line(&along, rgb + 3 * i, paper, ink);
        along *= off < 0.2 ? 1 : off > 0.4 ? 0 : (0.4 - off) / 0.2;
        cover[i] = (unsigned char)(255 * fmin(fmax(along, 0), 1));
        if (x * x + y * y <= reach * reach)
            counts[cover[i]]++;
    }
    double level = limit > 0 ? 255 * limit : best_limit(counts);
    for (unsigned i = 0; i < side * side; i++)
        cover[i] = (unsigned char)fmin(fmax(128 + (cover[i] - level) * 4, 0), 255);
    clear_from_outside(cover, queue, side, reach);
    return has_ink(cover, side);
}

/* ---- small marks ---- */

struct blob {
    unsigned area, left, top, right, bottom;
};

/* Flood fill from a pixel: labels everything connected with `label`. */
static struct blob label_blob(unsigned char *labels, unsigned *queue, const unsigned char *cover, unsigned side,
                              unsigned start, unsigned char label)
{
    struct blob blob = {0, side, side, 0, 0};
    unsigned head = 0, tail = 0;
    queue[tail++] = start;
    labels[start] = label;
    while (head < tail) {
        unsigned at = queue[head++], x = at % side, y = at / side;
        blob.area++;
        blob.left = x < blob.left ? x : blob.left;
        blob.right = x > blob.right ? x : blob.right;
        blob.top = y < blob.top ? y : blob.top;
        blob.bottom = y > blob.bottom ? y : blob.bottom;
        for (int k = 0; k < 9; k++) {
            unsigned nx = x + (unsigned)(k % 3) - 1, ny = y + (unsigned)(k / 3) - 1;
            if (nx < side && ny < side && !labels[ny * side + nx] && cover[ny * side + nx] > 60) {
                labels[ny * side + nx] = label;
                queue[tail++] = ny * side + nx;
            }
        }
    }
    return blob;
}

/* A mark is much smaller than the letter and above or below it: the owner's symbol, or the remains of a badge. */
static bool is_mark(const struct blob *blob, const struct blob *letter)
{
    unsigned top = blob->top > letter->top ? blob->top : letter->top;
    unsigned bottom = blob->bottom < letter->bottom ? blob->bottom : letter->bottom;
    unsigned height = blob->bottom - blob->top + 1, shared = bottom >= top ? bottom - top + 1 : 0;
    bool apart = shared == 0 && 5 * height < 3 * (letter->bottom - letter->top + 1);
    return apart || (blob->area * 3 < letter->area && shared * 2 < height);
}

static void clear_marks(unsigned char *cover, unsigned side)
{
    enum { MAX = 40 };
    unsigned char labels[PIXELS] = {0};
    unsigned queue[PIXELS], count = 0, largest = 0;
    struct blob blobs[MAX];
    for (unsigned i = 0; i < side * side && count < MAX; i++) {
        if (cover[i] <= 60 || labels[i])
            continue;
        blobs[count] = label_blob(labels, queue, cover, side, i, (unsigned char)(count + 1));
        largest = blobs[count].area > blobs[largest].area ? count : largest;
        count++;
    }
    for (unsigned i = 0; i < side * side && count > 1; i++)
        if (labels[i] && is_mark(&blobs[labels[i] - 1], &blobs[largest]))
            cover[i] = 0;
}

/* ---- all cells ---- */

struct work {
    unsigned char *covers; /* PIXELS for each place */
    struct comb_glyph_bitmap inks[COMB_WORDS_MAX_CELLS];
    struct comb_glyph glyphs[COMB_WORDS_MAX_CELLS];
    unsigned groups[COMB_WORDS_MAX_CELLS];
    unsigned place[COMB_WORDS_MAX_CELLS]; /* of each ink */
    unsigned count;
};

/* How much a patch without ink differs from a uniform colour: 0 not at all, 1 as much as black from white. */
static double unevenness_of(const unsigned char *rgb, unsigned side, double keep)
{
    double reach = keep * side / 2, max = 0;
    unsigned paper = commonest(rgb, side, keep);
    for (unsigned y = 1; y + 1 < side; y += 2) {
        for (unsigned x = 1; x + 1 < side; x += 2) {
            double dx = x + 0.5 - side / 2.0, dy = y + 0.5 - side / 2.0;
            const unsigned char *pixel = rgb + 3 * (y * side + x);
            unsigned colour = (unsigned)pixel[0] << 16 | (unsigned)pixel[1] << 8 | pixel[2];
            if (dx * dx + dy * dy <= 0.8 * reach * reach)
                max = fmax(max, comb_words_distance(colour, paper));
        }
    }
    return max / 441.7;
}

static void collect_inks(struct work *work, struct comb_words_detection *board)
{
    for (unsigned i = 0; i < board->count; i++) {
        struct comb_words_place *place = &board->places[i];
        const unsigned char *rgb = comb_words_patch(board, place);
        unsigned char *cover = work->covers + (size_t)PIXELS * work->count;
        if (!place->cell)
            continue;
        place->paper = place->cell->colour;
        place->inked = comb_ink_of_patch(cover, &place->paper, &place->ink, rgb, board->side, keep_of(board));
        if (!place->inked) {
            place->unevenness = unevenness_of(rgb, board->side, keep_of(board));
            continue;
        }
        clear_marks(cover, board->side);
        work->inks[work->count] = (struct comb_glyph_bitmap){board->side, board->side, cover};
        work->place[work->count++] = i;
    }
}

static int compare_unsigned(const void *a, const void *b)
{
    unsigned one = *(const unsigned *)a, other = *(const unsigned *)b;
    return (one > other) - (one < other);
}

/* The common ink of the letters: the median, per channel. */
unsigned comb_words_common_ink(const struct comb_words_detection *board)
{
    unsigned out = 0;
    for (unsigned shift = 0; shift < 24; shift += 8) {
        unsigned values[COMB_WORDS_MAX_CELLS], count = 0;
        for (unsigned i = 0; i < board->count; i++)
            if (board->places[i].inked)
                values[count++] = board->places[i].ink >> shift & 255;
        if (count == 0)
            return 0;
        qsort(values, count, sizeof *values, compare_unsigned);
        out |= values[count / 2] << shift;
    }
    return out;
}

/* Accepts the cover's reading if it looks more like a letter than the previous one. */
static int try_cover(struct comb_words_place *place, unsigned char *cover, const struct comb_words_detection *board,
                     unsigned ink, struct comb_error *err)
{
    struct comb_glyph glyph;
    clear_marks(cover, board->side);
    int code = comb_glyph_read(&glyph, &(struct comb_glyph_bitmap){board->side, board->side, cover},
                               board->spec->patterns, err);
    if (code != COMB_OK || !glyph.text[0] || (place->inked && glyph.likeness <= place->glyph.likeness))
        return code;
    place->group = (unsigned)(COMB_WORDS_MAX_CELLS + (place - board->places)); /* equal to no other */
    place->glyph = glyph;
    place->inked = true;
    place->ink = ink;
    return COMB_OK;
}

int comb_words_read_again(struct comb_words_place *place, const unsigned char *rgb,
                          const struct comb_words_detection *board, unsigned ink, struct comb_error *err)
{
    unsigned char cover[PIXELS];
    unsigned paper, found;
    int code = COMB_OK;
    if (comb_ink_of_patch(cover, &paper, &found, rgb, board->side, keep_of(board)))
        code = try_cover(place, cover, board, found, err);
    if (code == COMB_OK && comb_words_overdrawn_ink(cover, rgb, board->side, keep_of(board), ink, 0))
        code = try_cover(place, cover, board, ink, err);
    return code;
}

/* Extracts what has nearly the board's ink colour, whatever the tile's own colours are: bonus tiles may be shaded, with
 * badges on them. Nothing farther from it than `limit` counts, relative to the tile's colour. Returns false if nothing
 * is left. */
static bool ink_by_colour(unsigned char *cover, const unsigned char *rgb, unsigned side, double keep, unsigned ink,
                          double limit)
{
    unsigned queue[PIXELS];
    double apart = comb_words_distance(comb_words_middle_colour(rgb, side, keep), ink);
    if (apart < 60)
        return false;
    for (unsigned i = 0; i < side * side; i++) {
        const unsigned char *pixel = rgb + 3 * i;
        unsigned colour = (unsigned)pixel[0] << 16 | (unsigned)pixel[1] << 8 | pixel[2];
        cover[i] =
            (unsigned char)(255 *
                            fmin(fmax((limit - comb_words_distance(colour, ink) / apart) / (limit - 0.25), 0), 1));
    }
    clear_from_outside(cover, queue, side, keep * side / 2);
    return has_ink(cover, side);
}

/* A line over or under the letter makes the letter paler or the paper darker, so several thresholds are tried. */
static int read_second(struct comb_words_detection *board, struct comb_words_place *place, unsigned ink,
                       struct comb_error *err)
{
    static const double limits[] = {0, 0.3, 0.18, 0.6};
    unsigned char cover[PIXELS];
    int code = COMB_OK;
    for (unsigned i = 0; code == COMB_OK && i < (place->crossed ? 4 : 1); i++)
        if (comb_words_overdrawn_ink(cover, comb_words_patch(board, place), board->side, keep_of(board), ink,
                                     limits[i]))
            code = try_cover(place, cover, board, ink, err);
    for (unsigned i = 0; code == COMB_OK && i < 2 && !(place->inked && place->glyph.likeness > GOOD_LIKENESS); i++)
        if (ink_by_colour(cover, comb_words_patch(board, place), board->side, keep_of(board), ink, i ? 0.5 : 0.75))
            code = try_cover(place, cover, board, ink, err);
    return code;
}

/* Only where letters are expected: a blank hexagon needs no second pass. */
static int read_uncertain(struct comb_words_detection *board, struct comb_error *err)
{
    unsigned ink = comb_words_common_ink(board), inked = 0;
    for (unsigned i = 0; i < board->count; i++)
        inked += board->places[i].inked;
    if (2 * inked < board->found)
        return COMB_OK;
    for (unsigned i = 0; i < board->count; i++) {
        struct comb_words_place *place = &board->places[i];
        bool weak = place->crossed || (place->inked ? place->glyph.likeness < GOOD_LIKENESS : !board->spec->blanks);
        int code = place->cell && weak ? read_second(board, place, ink, err) : COMB_OK;
        if (code != COMB_OK)
            return code;
    }
    return COMB_OK;
}

/* Median height of the letters, in pixels of the patches; 0 if there are none. */
static double usual_height(const struct comb_words_detection *board)
{
    unsigned heights[COMB_WORDS_MAX_CELLS] = {0}, count = 0;
    for (unsigned i = 0; i < board->count; i++)
        if (board->places[i].inked)
            heights[count++] = board->places[i].glyph.height;
    qsort(heights, count, sizeof *heights, compare_unsigned);
    return count > 0 ? heights[count / 2] : 0;
}

/* Letters of one board are about equally tall; exceptions are misread or not letters. */
static void limit_odd_sizes(struct comb_words_detection *board, double usual)
{
    for (unsigned i = 0; i < board->count; i++) {
        struct comb_glyph *glyph = &board->places[i].glyph;
        bool smaller_by_rule = strlen(glyph->text) > 1;
        if (board->places[i].inked &&
            (glyph->height > 1.4 * usual || (glyph->height < 0.72 * usual && !smaller_by_rule)))
            glyph->confidence *= 0.6;
    }
}

/* Median width of the letters relative to their height. */
static double usual_aspect(const struct comb_words_detection *board)
{
    unsigned aspects[COMB_WORDS_MAX_CELLS] = {0}, count = 0;
    for (unsigned i = 0; i < board->count; i++)
        if (board->places[i].inked && board->places[i].glyph.height > 0)
            aspects[count++] = 100 * board->places[i].glyph.width / board->places[i].glyph.height;
    qsort(aspects, count, sizeof *aspects, compare_unsigned);
    return count > 0 ? aspects[count / 2] / 100.0 : 0;
}

/* In a font of normal width only I is a narrow bar, so its shape proves it better than any template; unless a line may
 * hide the rest of another letter. */
static void trust_narrow(struct comb_words_detection *board, double usual)
{
    bool normal = usual_aspect(board) > 0.6;
    for (unsigned i = 0; i < board->count; i++) {
        struct comb_glyph *glyph = &board->places[i].glyph;
        if (normal && !board->places[i].crossed && strcmp(glyph->text, "I") == 0 &&
            glyph->width < 0.3 * glyph->height && glyph->height > 0.9 * usual && glyph->height < 1.1 * usual)
            glyph->confidence = fmax(glyph->confidence, 0.95);
    }
}

/* minimum height in picture pixels; below it E and B cannot be distinguished reliably */
#define MIN_HEIGHT 6.5

static void limit_tiny(struct comb_words_detection *board, double usual)
{
    if (usual * 2 * COMB_WORDS_PATCH_RADIUS * board->grid->pitch / board->side >= MIN_HEIGHT)
        return;
    for (unsigned i = 0; i < board->count; i++)
        board->places[i].glyph.confidence = fmin(board->places[i].glyph.confidence, 0.7);
}

/* A line may hide part of a letter and turn it into another: O without its right side is a C. */
static void limit_crossed(struct comb_words_detection *board)
{
    static const char part_of_others[] = "CFIJLPV";
    for (unsigned i = 0; i < board->count; i++) {
        struct comb_glyph *glyph = &board->places[i].glyph;
        bool part = board->opaque_line && glyph->text[0] && strchr(part_of_others, glyph->text[0]);
        double min = part ? 0.95 : board->opaque_line ? 0.85 : 0.7;
        if (board->places[i].crossed && board->places[i].inked && glyph->likeness < min)
            glyph->confidence *= 0.7;
    }
}

static void sum_up(struct comb_words_detection *board)
{
    double sum = 0;
    board->inked = 0;
    for (unsigned i = 0; i < board->count; i++) {
        if (board->places[i].inked) {
            board->inked++;
            sum += board->places[i].glyph.likeness;
        }
    }
    board->letter_likeness = board->inked ? sum / board->inked : 0;
}

int comb_words_read_letters(struct comb_words_detection *board, struct comb_error *err)
{
    struct work *work = calloc(1, sizeof *work);
    if (work)
        work->covers = malloc((size_t)PIXELS * COMB_WORDS_MAX_CELLS);
    if (!work || !work->covers || !draw_patches(board)) {
        if (work)
            free(work->covers);
        free(work);
        return comb_fail_memory(err);
    }
    collect_inks(work, board);
    int code = work->count == 0 ? COMB_OK
                                : comb_glyph_read_board(work->glyphs, work->groups, work->inks, work->count,
                                                        board->spec->patterns, err);
    for (unsigned i = 0; code == COMB_OK && i < work->count; i++) {
        struct comb_words_place *place = &board->places[work->place[i]];
        place->glyph = work->glyphs[i];
        place->group = work->groups[i];
        place->inked = place->glyph.text[0] != '\0';
    }
    if (code == COMB_OK && board->grid->kind == COMB_DETECTED_SQUARE) {
        code = comb_words_find_discs(&board->discs, board, err);
        comb_words_find_lines(board);
    }
    if (code == COMB_OK)
        code = read_uncertain(board, err);
    if (code == COMB_OK && board->grid->kind == COMB_DETECTED_SQUARE)
        code = comb_words_read_dice(board, err);
    if (code == COMB_OK && board->grid->kind == COMB_DETECTED_SQUARE && !board->turned_dice)
        code = comb_words_read_accents(board, err);
    if (code == COMB_OK) {
        double usual = usual_height(board);
        trust_narrow(board, usual);
        limit_odd_sizes(board, usual);
        limit_tiny(board, usual);
        limit_crossed(board);
        sum_up(board);
    }
    free(work->covers);
    free(work);
    return code;
}
