/* Handles what makes texts hard to segment: marks around a number, and touching digits.
 *
 * Braces are separate pieces on both sides, higher than what is between them, and alike. Dashes: "-2-" is narrow, and
 * in the game's font the dashes extend over the foot of the digit, so that no vertical cut separates them. They are
 * found by their shape and removed before the number is read.
 *
 *       ####           A column's ink extends from its highest to its lowest pixel. From the left and from the right a
 *     ##    #          dash is a run of columns whose ink is one low band, at the same height on both sides and about
 *          ##          equally long. No digit looks like that from both sides: a 4 has such a foot on the right only,
 * ###   ##    ###     and a short one.
 *      ######## */
#include "games/hexcells/read/parts.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOLID = 110 };

static const double FAINT_DASH = 0.25; /* see struct comb_hexcells_ink; without a dash it is below 0.13 */

struct column {
    int top, bottom; /* top > bottom: no ink */
};

struct span {
    int left, right, top, bottom;
};

static struct column column_of(const struct comb_hexcells_ink *ink, int x, int solid)
{
    struct column column = {(int)ink->side, -1};
    for (int y = 0; y < (int)ink->side; y++)
        if (ink->cover[(size_t)y * ink->side + (size_t)x] >= solid) {
            column.top = y < column.top ? y : column.top;
            column.bottom = y;
        }
    return column;
}

static struct span span_of(const struct comb_hexcells_ink *ink, int solid)
{
    struct span span = {(int)ink->side, -1, (int)ink->side, -1};
    for (int x = 0; x < (int)ink->side; x++) {
        struct column column = column_of(ink, x, solid);
        if (column.top > column.bottom)
            continue;
        span.left = x < span.left ? x : span.left;
        span.right = x;
        span.top = column.top < span.top ? column.top : span.top;
        span.bottom = column.bottom > span.bottom ? column.bottom : span.bottom;
    }
    return span;
}

/* Length and band of the run of low columns from one side. */
static int run_of(struct column *band, const struct comb_hexcells_ink *ink, const struct span *span, int solid,
                  int from, int step)
{
    double high = span->bottom - span->top + 1;
    int length = 0;
    *band = (struct column){span->bottom, span->top};
    for (int x = from; x >= span->left && x <= span->right; x += step, length++) {
        struct column column = column_of(ink, x, solid);
        if (column.top > column.bottom)
            break;
        int top = column.top < band->top ? column.top : band->top;
        int bottom = column.bottom > band->bottom ? column.bottom : band->bottom;
        if (bottom - top + 1 > 0.36 * high)
            break;
        *band = (struct column){top, bottom};
    }
    return length;
}

static int weight_of(const struct comb_hexcells_ink *ink, int x)
{
    int weight = 0;
    for (int y = 0; y < (int)ink->side; y++)
        weight += ink->cover[(size_t)y * ink->side + (size_t)x];
    return weight;
}

/* In small pictures a dash may merge with the foot of a 4: it ends at the thinnest column, or where dashes normally
 * end. */
static int end_of_dash(const struct comb_hexcells_ink *ink, int from, int step, int length, double high)
{
    int min = (int)ceil(0.2 * high), max = (int)floor(0.42 * high), end = length < max ? length : max;
    int whole = 0, thinnest = -1;
    for (int k = 0; k < min && k < length; k++)
        whole = weight_of(ink, from + k * step) > whole ? weight_of(ink, from + k * step) : whole;
    for (int k = min; k < length; k++) {
        int weight = weight_of(ink, from + k * step);
        if (weight < 0.75 * whole && (thinnest < 0 || weight < weight_of(ink, from + thinnest * step)))
            thinnest = k;
    }
    return thinnest >= 0 ? thinnest : end;
}

/* Clears a dash: the columns of its run and, beyond them, where the digit is already below or above, whatever continues
 * in the dash's band. */
static void clear_dash(struct comb_hexcells_ink *ink, struct column band, int solid, int from, int step, int length)
{
    int side = (int)ink->side, x = from;
    for (int k = -2; k < length; k++) {
        x = from + k * step;
        for (int y = 0; x >= 0 && x < side && y < side; y++)
            ink->cover[y * side + x] = 0;
    }
    int top = band.top > 0 ? band.top - 1 : 0, bottom = band.bottom + 1 < side ? band.bottom + 1 : side - 1;
    for (x += step; x >= 0 && x < side; x += step) {
        int inked = 0;
        for (int y = band.top; y <= band.bottom; y++)
            inked += ink->cover[y * side + x] >= solid;
        struct column column = column_of(ink, x, solid);
        bool apart = column.top > column.bottom || column.bottom > bottom + 1 || column.top < top - 1;
        /* ink above or below the band that does not touch it belongs to the digit, ink in the band to the dash */
        bool gap_above = ink->cover[(top > 0 ? top - 1 : 0) * side + x] < solid;
        bool gap_below = ink->cover[(bottom + 1 < side ? bottom + 1 : side - 1) * side + x] < solid;
        if (inked == 0 || !apart || !gap_above || !gap_below)
            break;
        for (int y = top; y <= bottom; y++)
            ink->cover[y * side + x] = 0;
    }
}

static bool clear_dashes(struct comb_hexcells_ink *ink, int solid)
{
    struct span span = span_of(ink, solid);
    struct column left, right;
    if (span.left > span.right)
        return false;
    double high = span.bottom - span.top + 1;
    int before = run_of(&left, ink, &span, solid, span.left, 1);
    int after = run_of(&right, ink, &span, solid, span.right, -1);
    double middle = (left.top + left.bottom - right.top - right.bottom) / 2.0;
    double level = ((left.top + left.bottom) / 2.0 - span.top) / high;
    if (before < 0.22 * high || after < 0.22 * high || span.right - span.left + 1 < 1.15 * high ||
        before + after >= 0.75 * (span.right - span.left + 1) || fabs(middle) > 0.12 * high ||
        abs(before - after) > 0.3 * high || level < 0.3 || level > 0.85)
        return false;
    clear_dash(ink, left, solid, span.left, 1, end_of_dash(ink, span.left, 1, before, high));
    clear_dash(ink, right, solid, span.right, -1, end_of_dash(ink, span.right, -1, after, high));
    return true;
}

/* In small pictures dashes are fainter than digits: looks for them in fainter and fainter ink. */
static bool clear_soft_dashes(struct comb_hexcells_ink *ink)
{
    return clear_dashes(ink, 75) || clear_dashes(ink, 50);
}

/* Clears what is left and right of the ink if faint dashes are there, with nothing above or below them. */
static bool clear_faint_dashes(struct comb_hexcells_ink *ink)
{
    double left = (ink->middle_x + 0.5 - ink->width / 2) * ink->side, right = left + ink->width * ink->side;
    for (int i = 0; i < 2; i++)
        if (ink->flank[i] < FAINT_DASH || ink->beside[i] > 0.3 * ink->flank[i])
            return false;
    for (unsigned i = 0; i < ink->side * ink->side; i++)
        if (i % ink->side + 2 < left || i % ink->side > right + 1)
            ink->cover[i] = 0;
    return true;
}

/* ---- braces ---- */

enum { MAX_PIECES = 12, MIN_PIECE = 4, MIN_ARROW = 12, ARROW_SOLID = 60 };

struct piece {
    struct span span;
    unsigned pixels;
};

/* Finds pieces of ink at a threshold, numbered from 1 in `labels`; -1: too many for a text. */
static int find_pieces(struct piece pieces[MAX_PIECES], unsigned char *labels, unsigned *queue,
                       const struct comb_hexcells_ink *ink, int solid)
{
    int side = (int)ink->side, count = 0;
    memset(labels, 0, (size_t)side * (size_t)side);
    for (int start = 0; start < side * side; start++) {
        if (labels[start] || ink->cover[start] < solid)
            continue;
        if (count == MAX_PIECES)
            return -1;
        struct piece *piece = &pieces[count++];
        *piece = (struct piece){{side, -1, side, -1}, 0};
        labels[start] = (unsigned char)count;
        queue[0] = (unsigned)start;
        for (unsigned head = 0, tail = 1; head < tail; head++) {
            int x = (int)queue[head] % side, y = (int)queue[head] / side;
            struct span *span = &piece->span;
            *span = (struct span){x < span->left ? x : span->left, x > span->right ? x : span->right,
                                  y < span->top ? y : span->top, y > span->bottom ? y : span->bottom};
            piece->pixels++;
            for (int v = y > 0 ? y - 1 : 0; v <= y + 1 && v < side; v++)
                for (int u = x > 0 ? x - 1 : 0; u <= x + 1 && u < side; u++)
                    if (!labels[v * side + u] && ink->cover[v * side + u] >= solid) {
                        labels[v * side + u] = (unsigned char)count;
                        queue[tail++] = (unsigned)(v * side + u);
                    }
        }
    }
    return count;
}

static int height_of(const struct piece *piece)
{
    return piece->span.bottom - piece->span.top + 1;
}

static int width_of(const struct piece *piece)
{
    return piece->span.right - piece->span.left + 1;
}

/* The outermost two pieces if they are a pair of braces around the others: higher than those, narrow, alike. */
static bool find_braces(int pair[2], const struct piece *pieces, int count)
{
    int inner = 0, inside = 0;
    pair[0] = pair[1] = -1;
    for (int i = 0; i < count; i++) {
        if (pieces[i].pixels < MIN_PIECE)
            continue;
        if (pair[0] < 0 || pieces[i].span.left < pieces[pair[0]].span.left)
            pair[0] = i;
        if (pair[1] < 0 || pieces[i].span.right > pieces[pair[1]].span.right)
            pair[1] = i;
    }
    if (pair[0] < 0 || pair[0] == pair[1])
        return false;
    struct span text = {INT_MAX, -1, INT_MAX, -1};
    for (int i = 0; i < count; i++)
        if (i != pair[0] && i != pair[1] && pieces[i].pixels >= MIN_PIECE) {
            inner = height_of(&pieces[i]) > inner ? height_of(&pieces[i]) : inner;
            text.top = pieces[i].span.top < text.top ? pieces[i].span.top : text.top;
            text.bottom = pieces[i].span.bottom > text.bottom ? pieces[i].span.bottom : text.bottom;
            inside++;
        }
    const struct piece *left = &pieces[pair[0]], *right = &pieces[pair[1]];
    double high = (height_of(left) + height_of(right)) / 2.0, wide = (width_of(left) + width_of(right)) / 2.0;
    double slack = 0.1 * high + 1;
    bool encloses = text.top >= left->span.top - slack && text.bottom <= left->span.bottom + slack;
    return inside > 0 && encloses && inner > 0.5 * high && high > 1.06 * inner && wide < 0.6 * high &&
           right->span.right - left->span.left + 1 > 0.9 * high && /* not the two sides of an 8 */
           abs(height_of(left) - height_of(right)) <= slack && abs(left->span.top - right->span.top) <= slack &&
           abs(width_of(left) - width_of(right)) <= 0.3 * wide + 1;
}

/* Clears two pieces and those of their soft edges that do not belong to others. */
static void clear_pieces(struct comb_hexcells_ink *ink, const unsigned char *labels, const int pair[2])
{
    int side = (int)ink->side;
    for (int i = 0; i < side * side; i++) {
        bool mine = labels[i] == pair[0] + 1 || labels[i] == pair[1] + 1, near = false, others = false;
        for (int dy = -2; dy <= 2 && !labels[i]; dy++)
            for (int dx = -2; dx <= 2; dx++) {
                int x = i % side + dx, y = i / side + dy;
                unsigned char label = x >= 0 && y >= 0 && x < side && y < side ? labels[y * side + x] : 0;
                bool braces = label == pair[0] + 1 || label == pair[1] + 1;
                near |= braces;
                others |= label && !braces && abs(dx) <= 1 && abs(dy) <= 1;
            }
        if (mine || (near && !others))
            ink->cover[i] = 0;
    }
}

/* Whether what is between two pieces is lower than they are, its soft edges included: the sides of a 0 are as high as
 * its top and bottom reach. */
static bool encloses_lower_text(const struct comb_hexcells_ink *ink, const struct piece *left,
                                const struct piece *right)
{
    int top = (int)ink->side, bottom = -1;
    for (int x = left->span.right + 1; x < right->span.left; x++) {
        struct column column = column_of(ink, x, SOLID);
        top = column.top < top ? column.top : top;
        bottom = column.bottom > bottom ? column.bottom : bottom;
    }
    return bottom >= top && bottom - top + 1 <= 0.475 * (height_of(left) + height_of(right));
}

static bool clear_braces(struct comb_hexcells_ink *ink, unsigned char *labels, unsigned *queue)
{
    static const int steps[] = {SOLID, 170, 220};
    struct piece pieces[MAX_PIECES];
    int pair[2];
    for (int i = 0; i < 3; i++) {
        int count = find_pieces(pieces, labels, queue, ink, steps[i]);
        if (count >= 3 && find_braces(pair, pieces, count) &&
            encloses_lower_text(ink, &pieces[pair[0]], &pieces[pair[1]])) {
            clear_pieces(ink, labels, pair);
            return true;
        }
    }
    return false;
}

bool comb_hexcells_remove_arrow(int *where, struct comb_hexcells_ink *ink)
{
    size_t pixels = (size_t)ink->side * ink->side;
    unsigned char *labels = malloc(pixels);
    unsigned *queue = malloc(pixels * sizeof *queue);
    struct piece pieces[MAX_PIECES];
    int count = labels && queue ? find_pieces(pieces, labels, queue, ink, ARROW_SOLID) : 0, text = 0;
    *where = 0;
    for (int i = 1; i < count; i++)
        text = pieces[i].pixels > pieces[text].pixels ? i : text;
    double middle = ink->middle_x * ink->side + ink->side / 2.0;
    for (int i = 0; i < count; i++) {
        int pair[2] = {i, i};
        bool below = pieces[i].span.top > pieces[text].span.bottom,
             above = pieces[i].span.bottom < pieces[text].span.top;
        if (!below && !above)
            continue;
        double off = fabs((pieces[i].span.left + pieces[i].span.right + 1) / 2.0 - middle);
        if (pieces[i].pixels >= MIN_ARROW && off < 0.05 * ink->side && height_of(&pieces[i]) < 0.2 * ink->side)
            *where = below ? 1 : -1;
        clear_pieces(ink, labels, pair);
    }
    bool ok = labels && queue;
    free(labels);
    free(queue);
    if (ok && count > 1)
        comb_hexcells_ink_box(ink);
    return ok;
}

bool comb_hexcells_remove_marks(struct comb_hexcells_ink *ink)
{
    size_t pixels = (size_t)ink->side * ink->side;
    unsigned char *labels = malloc(pixels);
    unsigned *queue = malloc(pixels * sizeof *queue);
    bool ok = labels && queue;
    ink->mark = COMB_HEXCELLS_NUMBER;
    if (ok && clear_dashes(ink, SOLID))
        ink->mark = COMB_HEXCELLS_DASHES;
    else if (ok && clear_braces(ink, labels, queue))
        ink->mark = COMB_HEXCELLS_BRACES;
    else if (ok && (clear_soft_dashes(ink) || clear_faint_dashes(ink)))
        ink->mark = COMB_HEXCELLS_DASHES;
    free(labels);
    free(queue);
    return ok;
}

bool comb_hexcells_may_have_dashes(const struct comb_hexcells_ink *ink, const char *text)
{
    /* the arms of a 4 reach into the band of a dash */
    double min = strchr(text, '4') ? 0.09 : 0.045;
    bool number = *text >= '2' && *text <= '9';
    for (int i = 0; i < 2 && number; i++)
        number = ink->flank[i] > min && ink->beside[i] < ink->flank[i];
    return number && ink->mark == COMB_HEXCELLS_NUMBER;
}

static void wrap(char text[COMB_GLYPH_MAX_TEXT + 1], enum comb_hexcells_hint mark)
{
    char marked[COMB_GLYPH_MAX_TEXT + 3];
    if (*text == '\0' || strlen(text) > COMB_GLYPH_MAX_TEXT - 2 || mark == COMB_HEXCELLS_NUMBER)
        return;
    snprintf(marked, sizeof marked, mark == COMB_HEXCELLS_BRACES ? "{%s}" : "-%s-", text);
    strcpy(text, marked);
}

void comb_hexcells_restore_marks(struct comb_glyph *glyph, enum comb_hexcells_hint mark)
{
    wrap(glyph->text, mark);
    wrap(glyph->second, mark);
}

/* ---- touching glyphs ---- */

static void sharpen(unsigned char *out, const struct comb_hexcells_ink *ink, int from)
{
    for (unsigned i = 0; i < ink->side * ink->side; i++) {
        int fraction = (ink->cover[i] - from) * 255 / (255 - from);
        out[i] = (unsigned char)(fraction > 0 ? fraction : 0);
    }
}

int comb_hexcells_read_ink(struct comb_glyph *out, const struct comb_hexcells_ink *ink, comb_glyph_patterns patterns,
                           struct comb_error *err)
{
    static const int steps[] = {120, 190};
    struct comb_glyph_bitmap cover = {.width = ink->side, .height = ink->side, .cover = ink->cover};
    int code = comb_glyph_read(out, &cover, patterns, err);
    unsigned char *sharp = code == COMB_OK && out->confidence < 0.9 ? malloc((size_t)ink->side * ink->side) : NULL;
    for (int i = 0; sharp && code == COMB_OK && i < 2; i++) {
        struct comb_glyph again;
        sharpen(sharp, ink, steps[i]);
        cover.cover = sharp;
        code = comb_glyph_read(&again, &cover, patterns, err);
        if (code == COMB_OK && again.confidence > out->confidence)
            *out = again;
    }
    free(sharp);
    return code;
}
