/* Letters of a board's cells.
 *
 * First every cell is read as if nothing lay over its letter: ink is what differs from the colour that fills the cell
 * (vision/glyph.h). Where that gives nothing, or nothing like a letter, the cell is looked at a second time with what
 * the others have taught: all letters of a board have one ink. Between the tile's own paper and that ink each pixel
 * has a place, and a distance from the straight line between the two:
 *
 *      paper |----------------|------------> ink       along: 0 paper .. 1 ink; a translucent line over the tile moves
 *              \   badge                               both towards its colour, so the letter stays darker than what
 *               * far from the line: no ink            is around it: a limit between the two groups (Otsu) parts them
 *
 * What remains connected with the outside of the tile is a line or a border and is cleared. A letter that is much
 * taller or smaller than its fellows is doubtful whatever it looks like.
 *
 * Cost: a patch of 72 x 72 and one template match a cell; a second look at the few that need it. */
#include "family/words/read_parts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = COMB_WORDS_PATCH, PIXELS = SIDE * SIDE };

#define KEEP_HEXAGON 0.80 /* share of the patch's half side that a letter may fill */
#define KEEP_SQUARE 0.84
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

const unsigned char *comb_words_patch(const struct comb_words_seen *seen, const struct comb_words_place *place)
{
    return seen->patches + (size_t)3 * seen->side * seen->side * (size_t)(place - seen->places);
}

static bool draw_patches(struct comb_words_seen *seen)
{
    seen->side = seen->grid->kind == COMB_SEEN_SQUARE ? COMB_WORDS_PATCH : COMB_WORDS_HEX_PATCH;
    size_t size = (size_t)3 * seen->side * seen->side;
    seen->patches = malloc(size * seen->count);
    for (unsigned i = 0; seen->patches && i < seen->count; i++)
        if (seen->places[i].cell)
            comb_grid_patch(seen->patches + size * i, seen->side, seen->sight->picture, seen->grid,
                            seen->places[i].x + seen->origin_x, seen->places[i].y + seen->origin_y, COMB_WORDS_REACH,
                            0);
    return seen->patches != NULL;
}

static double keep_of(const struct comb_words_seen *seen)
{
    return seen->grid->kind == COMB_SEEN_SQUARE ? KEEP_SQUARE : KEEP_HEXAGON;
}

/* ---- the second look ---- */

double comb_words_off_line(double *along, const unsigned char *pixel, unsigned paper, unsigned ink)
{
    double way[3], step[3], length = 1, dot = 0, rest = 0; /* not 0 where paper and ink are one colour */
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

/* The colour that most of a tile has: the fullest of 4096 bins, averaged. */
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

/* The limit that parts the values 0 .. 255 best (Otsu). */
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

/* Clears ink that is connected with what lies outside the circle. `queue` has room for side * side places. */
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

bool comb_words_ink_through(unsigned char *cover, const unsigned char *rgb, unsigned side, double keep, unsigned ink,
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

/* Flood from a pixel: what is connected gets `label`. */
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

/* A mark is much smaller than the letter and stands above or below it: the owner's sign, the rest of a badge. */
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
    enum { MOST = 40 };
    unsigned char labels[PIXELS] = {0};
    unsigned queue[PIXELS], count = 0, largest = 0;
    struct blob blobs[MOST];
    for (unsigned i = 0; i < side * side && count < MOST; i++) {
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
    struct comb_ink inks[COMB_WORDS_MOST_CELLS];
    struct comb_glyph glyphs[COMB_WORDS_MOST_CELLS];
    unsigned groups[COMB_WORDS_MOST_CELLS];
    unsigned place[COMB_WORDS_MOST_CELLS]; /* of each ink */
    unsigned count;
};

/* How much a patch without ink still differs from one colour: 0 none, 1 as much as black from white. */
static double unevenness_of(const unsigned char *rgb, unsigned side, double keep)
{
    double reach = keep * side / 2, most = 0;
    unsigned paper = commonest(rgb, side, keep);
    for (unsigned y = 1; y + 1 < side; y += 2) {
        for (unsigned x = 1; x + 1 < side; x += 2) {
            double dx = x + 0.5 - side / 2.0, dy = y + 0.5 - side / 2.0;
            const unsigned char *pixel = rgb + 3 * (y * side + x);
            unsigned colour = (unsigned)pixel[0] << 16 | (unsigned)pixel[1] << 8 | pixel[2];
            if (dx * dx + dy * dy <= 0.8 * reach * reach)
                most = fmax(most, comb_words_distance(colour, paper));
        }
    }
    return most / 441.7;
}

static void take_inks(struct work *work, struct comb_words_seen *seen)
{
    for (unsigned i = 0; i < seen->count; i++) {
        struct comb_words_place *place = &seen->places[i];
        const unsigned char *rgb = comb_words_patch(seen, place);
        unsigned char *cover = work->covers + (size_t)PIXELS * work->count;
        if (!place->cell)
            continue;
        place->paper = place->cell->colour;
        place->inked = comb_ink_of_patch(cover, &place->paper, &place->ink, rgb, seen->side, keep_of(seen));
        if (!place->inked) {
            place->unevenness = unevenness_of(rgb, seen->side, keep_of(seen));
            continue;
        }
        clear_marks(cover, seen->side);
        work->inks[work->count] = (struct comb_ink){seen->side, seen->side, cover};
        work->place[work->count++] = i;
    }
}

static int compare_unsigned(const void *a, const void *b)
{
    unsigned one = *(const unsigned *)a, other = *(const unsigned *)b;
    return (one > other) - (one < other);
}

/* The ink that most letters have: the median, channel by channel. */
unsigned comb_words_common_ink(const struct comb_words_seen *seen)
{
    unsigned out = 0;
    for (unsigned shift = 0; shift < 24; shift += 8) {
        unsigned values[COMB_WORDS_MOST_CELLS], count = 0;
        for (unsigned i = 0; i < seen->count; i++)
            if (seen->places[i].inked)
                values[count++] = seen->places[i].ink >> shift & 255;
        if (count == 0)
            return 0;
        qsort(values, count, sizeof *values, compare_unsigned);
        out |= values[count / 2] << shift;
    }
    return out;
}

/* Takes over what the cover says, when it is more like a letter than what was read before. */
static int try_cover(struct comb_words_place *place, unsigned char *cover, const struct comb_words_seen *seen,
                     unsigned ink, struct comb_error *err)
{
    struct comb_glyph glyph;
    clear_marks(cover, seen->side);
    int code = comb_glyph_read(&glyph, &(struct comb_ink){seen->side, seen->side, cover}, seen->look->patterns, err);
    if (code != COMB_OK || !glyph.text[0] || (place->inked && glyph.likeness <= place->glyph.likeness))
        return code;
    place->group = (unsigned)(COMB_WORDS_MOST_CELLS + (place - seen->places)); /* equal to none */
    place->glyph = glyph;
    place->inked = true;
    place->ink = ink;
    return COMB_OK;
}

int comb_words_read_again(struct comb_words_place *place, const unsigned char *rgb, const struct comb_words_seen *seen,
                          unsigned ink, struct comb_error *err)
{
    unsigned char cover[PIXELS];
    unsigned paper, found;
    int code = COMB_OK;
    if (comb_ink_of_patch(cover, &paper, &found, rgb, seen->side, keep_of(seen)))
        code = try_cover(place, cover, seen, found, err);
    if (code == COMB_OK && comb_words_ink_through(cover, rgb, seen->side, keep_of(seen), ink, 0))
        code = try_cover(place, cover, seen, ink, err);
    return code;
}

/* A line over the letter, or under it, leaves it paler or the paper darker: some limits are tried. */
static int look_again(struct comb_words_seen *seen, struct comb_words_place *place, unsigned ink,
                      struct comb_error *err)
{
    static const double limits[] = {0, 0.3, 0.18, 0.6};
    unsigned char cover[PIXELS];
    int code = COMB_OK;
    for (unsigned i = 0; code == COMB_OK && i < (place->crossed ? 4 : 1); i++)
        if (comb_words_ink_through(cover, comb_words_patch(seen, place), seen->side, keep_of(seen), ink, limits[i]))
            code = try_cover(place, cover, seen, ink, err);
    return code;
}

/* Only where letters were expected: a blank hexagon needs no second look. */
static int look_again_where_needed(struct comb_words_seen *seen, struct comb_error *err)
{
    unsigned ink = comb_words_common_ink(seen), inked = 0;
    for (unsigned i = 0; i < seen->count; i++)
        inked += seen->places[i].inked;
    if (2 * inked < seen->found)
        return COMB_OK;
    for (unsigned i = 0; i < seen->count; i++) {
        struct comb_words_place *place = &seen->places[i];
        bool weak = place->crossed || (place->inked ? place->glyph.likeness < GOOD_LIKENESS : !seen->look->blanks);
        int code = place->cell && weak ? look_again(seen, place, ink, err) : COMB_OK;
        if (code != COMB_OK)
            return code;
    }
    return COMB_OK;
}

/* Of letters, in pixels of the patches; 0 when there are none. */
static double usual_height(const struct comb_words_seen *seen)
{
    unsigned heights[COMB_WORDS_MOST_CELLS] = {0}, count = 0;
    for (unsigned i = 0; i < seen->count; i++)
        if (seen->places[i].inked)
            heights[count++] = seen->places[i].glyph.height;
    qsort(heights, count, sizeof *heights, compare_unsigned);
    return count > 0 ? heights[count / 2] : 0;
}

/* Letters of one board are about equally tall; what is not was misread or is no letter. */
static void doubt_odd_sizes(struct comb_words_seen *seen, double usual)
{
    for (unsigned i = 0; i < seen->count; i++) {
        struct comb_glyph *glyph = &seen->places[i].glyph;
        bool smaller_by_rule = strlen(glyph->text) > 1;
        if (seen->places[i].inked &&
            (glyph->height > 1.4 * usual || (glyph->height < 0.72 * usual && !smaller_by_rule)))
            glyph->confidence *= 0.6;
    }
}

/* Below so many pixels of the picture E and B differ by nothing that is sure. */
#define LEAST_HEIGHT 6.5

static void doubt_tiny(struct comb_words_seen *seen, double usual)
{
    if (usual * 2 * COMB_WORDS_REACH * seen->grid->pitch / seen->side >= LEAST_HEIGHT)
        return;
    for (unsigned i = 0; i < seen->count; i++)
        seen->places[i].glyph.confidence = fmin(seen->places[i].glyph.confidence, 0.7);
}

/* A line may hide part of a letter and so make another of it: O with its right side gone is a C. */
static void doubt_crossed(struct comb_words_seen *seen)
{
    static const char part_of_others[] = "CFIJLPV";
    for (unsigned i = 0; i < seen->count; i++) {
        struct comb_glyph *glyph = &seen->places[i].glyph;
        bool part = seen->line_hides && glyph->text[0] && strchr(part_of_others, glyph->text[0]);
        double least = part ? 0.95 : seen->line_hides ? 0.85 : 0.7;
        if (seen->places[i].crossed && seen->places[i].inked && glyph->likeness < least)
            glyph->confidence *= 0.7;
    }
}

static void sum_up(struct comb_words_seen *seen)
{
    double sum = 0;
    seen->inked = 0;
    for (unsigned i = 0; i < seen->count; i++) {
        if (seen->places[i].inked) {
            seen->inked++;
            sum += seen->places[i].glyph.likeness;
        }
    }
    seen->letters = seen->inked ? sum / seen->inked : 0;
}

int comb_words_read_letters(struct comb_words_seen *seen, struct comb_error *err)
{
    struct work *work = calloc(1, sizeof *work);
    if (work)
        work->covers = malloc((size_t)PIXELS * COMB_WORDS_MOST_CELLS);
    if (!work || !work->covers || !draw_patches(seen)) {
        if (work)
            free(work->covers);
        free(work);
        return comb_fail_memory(err);
    }
    take_inks(work, seen);
    int code = work->count == 0 ? COMB_OK
                                : comb_glyph_read_board(work->glyphs, work->groups, work->inks, work->count,
                                                        seen->look->patterns, err);
    for (unsigned i = 0; code == COMB_OK && i < work->count; i++) {
        struct comb_words_place *place = &seen->places[work->place[i]];
        place->glyph = work->glyphs[i];
        place->group = work->groups[i];
        place->inked = place->glyph.text[0] != '\0';
    }
    if (code == COMB_OK && seen->grid->kind == COMB_SEEN_SQUARE)
        comb_words_find_lines(seen);
    if (code == COMB_OK)
        code = look_again_where_needed(seen, err);
    if (code == COMB_OK) {
        double usual = usual_height(seen);
        doubt_odd_sizes(seen, usual);
        doubt_tiny(seen, usual);
        doubt_crossed(seen);
        sum_up(seen);
    }
    free(work->covers);
    free(work);
    return code;
}
