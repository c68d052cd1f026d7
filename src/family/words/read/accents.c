/* Recognises letters beyond A to Z: a base letter and the mark above or below it.
 *
 *       o  o       All letters of a board stand on one line and are equally tall, so whatever is above that height in
 *      +----+      the letter's columns is a mark: two dots or one wide mark, or one about as wide as tall (a ring).
 * The | /\ |      base letter says which letter that makes: A with a wide mark is Ä, with a ring Å, N with a wide mark
 *      |/  \|      Ñ. What reaches below the line on a C is a cedilla.
 *      +----+
 *
 * A mark that makes no letter of any language is ignored: a scratch, or the rest of a badge. */
#include "family/words/read/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { INK = 110, MAX_BLOBS = 30 };

enum mark { NO_MARK, WIDE, ROUND, UNCLEAR, CEDILLA };

struct letter_with_mark {
    char base;
    enum mark mark;
    const char *text;
};

static const struct letter_with_mark letters[] = {
    {'A', WIDE, "Ä"}, {'A', ROUND, "Å"}, {'O', WIDE, "Ö"}, {'U', WIDE, "Ü"}, {'N', WIDE, "Ñ"}, {'C', CEDILLA, "Ç"},
};

/* Pixels of a patch: first and last column and row. */
struct area {
    int left, top, right, bottom;
};

/* Where most letters of the board are. */
struct lines {
    double top, bottom, height;
};

static int compare_doubles(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

static struct lines usual_lines(const struct comb_words_detection *board)
{
    double heights[COMB_WORDS_MAX_CELLS], bottoms[COMB_WORDS_MAX_CELLS];
    unsigned count = 0;
    for (unsigned i = 0; i < board->count; i++) {
        const struct comb_glyph *glyph = &board->places[i].glyph;
        if (!board->places[i].inked || glyph->text[1])
            continue;
        heights[count] = glyph->height;
        bottoms[count++] = glyph->y + glyph->height;
    }
    if (count < 4)
        return (struct lines){0};
    qsort(heights, count, sizeof *heights, compare_doubles);
    qsort(bottoms, count, sizeof *bottoms, compare_doubles);
    return (struct lines){bottoms[count / 2] - heights[count / 2], bottoms[count / 2], heights[count / 2]};
}

/* ---- the mark ---- */

struct mark_ink {
    struct area box;
    unsigned area;
    bool parted; /* columns without ink in its middle */
};

struct blobs {
    unsigned char labels[COMB_WORDS_PATCH * COMB_WORDS_PATCH];
    unsigned areas[MAX_BLOBS + 1]; /* from 1 */
    unsigned count, largest;
};

/* Labels everything connected with a pixel, within an area. */
static void fill(struct blobs *blobs, const unsigned char *cover, int side, const struct area *within, int start)
{
    int queue[COMB_WORDS_PATCH * COMB_WORDS_PATCH], head = 0, tail = 0;
    blobs->labels[start] = (unsigned char)++blobs->count;
    queue[tail++] = start;
    while (head < tail) {
        int at = queue[head++];
        blobs->areas[blobs->count]++;
        for (int k = 0; k < 9; k++) {
            int x = at % side + k % 3 - 1, y = at / side + k / 3 - 1, next = y * side + x;
            if (x < within->left || y < within->top || x > within->right || y > within->bottom || blobs->labels[next] ||
                cover[next] < INK)
                continue;
            blobs->labels[next] = (unsigned char)blobs->count;
            queue[tail++] = next;
        }
    }
    if (blobs->areas[blobs->count] > blobs->areas[blobs->largest])
        blobs->largest = blobs->count;
}

static void add_column(struct mark_ink *ink, bool *columns, int x, int y)
{
    ink->area++;
    columns[x] = true;
    ink->box.left = x < ink->box.left ? x : ink->box.left;
    ink->box.right = x > ink->box.right ? x : ink->box.right;
    ink->box.top = y < ink->box.top ? y : ink->box.top;
    ink->box.bottom = y > ink->box.bottom ? y : ink->box.bottom;
}

/* The ink within an area, without specks and scratches: the largest part and those nearly as large. */
static struct mark_ink ink_in(const unsigned char *cover, int side, struct area within)
{
    struct mark_ink out = {.box = {side, side, -1, -1}};
    struct blobs blobs = {.count = 0};
    bool columns[COMB_WORDS_PATCH] = {false};
    within.left = within.left < 0 ? 0 : within.left;
    within.top = within.top < 0 ? 0 : within.top;
    within.right = within.right < side ? within.right : side - 1;
    within.bottom = within.bottom < side ? within.bottom : side - 1;
    for (int y = within.top; y <= within.bottom; y++)
        for (int x = within.left; x <= within.right && blobs.count < MAX_BLOBS; x++)
            if (cover[y * side + x] >= INK && !blobs.labels[y * side + x])
                fill(&blobs, cover, side, &within, y * side + x);
    for (int y = within.top; y <= within.bottom; y++)
        for (int x = within.left; x <= within.right; x++) {
            unsigned label = blobs.labels[y * side + x];
            if (label && 2 * blobs.areas[label] >= blobs.areas[blobs.largest])
                add_column(&out, columns, x, y);
        }
    for (int x = out.box.left; x <= out.box.right; x++)
        out.parted |= !columns[x];
    return out;
}

static double width_of(const struct area *area)
{
    return area->right - area->left + 1;
}

static double height_of(const struct area *area)
{
    return area->bottom - area->top + 1;
}

/* What the ink above a letter is. `letter` is its box without the mark. */
static enum mark classify_above(const struct mark_ink *ink, const struct area *letter)
{
    double height = height_of(letter), width = width_of(&ink->box), tall = height_of(&ink->box);
    double off = fabs((ink->box.left + ink->box.right - letter->left - letter->right) / 2.0);
    if (ink->area == 0 || tall < 0.07 * height || width < 0.1 * height)
        return NO_MARK;
    if (off > 0.12 * height || letter->top - ink->box.bottom > 0.3 * height || width > 0.85 * height)
        return UNCLEAR;
    if (width > 1.7 * tall)
        return WIDE;
    return !ink->parted && width > 0.75 * tall && width < 1.35 * tall && tall > 0.16 * height ? ROUND : UNCLEAR;
}

/* ---- one letter ---- */

/* The letter's box without marks: its own lower edge, its height at most the usual one. */
static struct area base_box(const struct comb_glyph *glyph, const struct lines *lines)
{
    struct area box = {(int)glyph->x, (int)glyph->y, (int)(glyph->x + glyph->width) - 1,
                       (int)(glyph->y + glyph->height) - 1};
    if (glyph->height > 1.12 * lines->height && box.bottom > lines->bottom + 0.08 * lines->height)
        box.bottom = (int)lines->bottom - 1;
    if (height_of(&box) > 1.12 * lines->height)
        box.top = box.bottom + 1 - (int)lines->height;
    return box;
}

static enum mark find_mark(const unsigned char *cover, int side, const struct area *base, const struct lines *lines)
{
    int margin = (int)ceil(0.03 * lines->height);
    struct area above = {base->left - margin, base->top - (int)(0.5 * lines->height), base->right + margin,
                         base->top - 1 - margin};
    struct area below = {base->left, base->bottom + 1 + 2 * margin, base->right,
                         base->bottom + (int)(0.4 * lines->height)};
    struct mark_ink top = ink_in(cover, side, above), bottom = ink_in(cover, side, below);
    enum mark mark = classify_above(&top, base);
    double off = fabs((bottom.box.left + bottom.box.right - base->left - base->right) / 2.0);
    if (mark == NO_MARK && bottom.area > 0 && off < 0.2 * lines->height &&
        height_of(&bottom.box) > 0.12 * lines->height && bottom.box.top <= below.top + margin)
        return CEDILLA;
    return mark;
}

static const struct letter_with_mark *compose(char base, enum mark mark)
{
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (letters[i].base == base && (letters[i].mark == mark || (mark == UNCLEAR && letters[i].mark != CEDILLA)))
            return &letters[i];
    return NULL;
}

/* Reads the letter again without its mark. */
static int read_base(struct comb_glyph *out, const unsigned char *cover, unsigned side, const struct area *base,
                     const struct comb_words_detection *board, struct comb_error *err)
{
    unsigned char rest[COMB_WORDS_PATCH * COMB_WORDS_PATCH] = {0};
    for (int y = base->top; y <= base->bottom; y++)
        for (int x = base->left; x <= base->right; x++)
            rest[y * (int)side + x] = cover[y * (int)side + x];
    return comb_glyph_read(out, &(struct comb_glyph_bitmap){side, side, rest}, board->spec->patterns, err);
}

static void set_letter(struct comb_words_place *place, const struct letter_with_mark *letter, enum mark mark,
                       const struct comb_glyph *base)
{
    bool certain = mark != UNCLEAR;
    char plain[COMB_GLYPH_MAX_TEXT + 1] = {letter->base};
    place->glyph.confidence = certain ? fmin(base->confidence, 0.97) : fmin(base->confidence, 0.6);
    place->glyph.likeness = fmax(place->glyph.likeness, base->likeness);
    place->glyph.y = base->y;
    place->glyph.height = base->height;
    strcpy(place->glyph.text, certain ? letter->text : plain);
    strcpy(place->glyph.second, certain ? plain : letter->text);
}

int comb_words_read_accents(struct comb_words_detection *board, struct comb_error *err)
{
    struct lines lines = usual_lines(board);
    unsigned char cover[COMB_WORDS_PATCH * COMB_WORDS_PATCH];
    int code = COMB_OK;
    for (unsigned i = 0; code == COMB_OK && lines.height > 0 && i < board->count; i++) {
        struct comb_words_place *place = &board->places[i];
        if (!place->inked ||
            !comb_ink_of_patch(cover, NULL, NULL, comb_words_patch(board, place), board->side, COMB_WORDS_KEEP_SQUARE))
            continue;
        struct area base = base_box(&place->glyph, &lines);
        struct comb_glyph glyph;
        enum mark mark = find_mark(cover, (int)board->side, &base, &lines);
        if (mark == NO_MARK || !compose(place->glyph.text[0], mark))
            continue;
        code = read_base(&glyph, cover, board->side, &base, board, err);
        const struct letter_with_mark *letter = compose(glyph.text[0], mark);
        if (code == COMB_OK && letter && strlen(glyph.text) == 1)
            set_letter(place, letter, mark, &glyph);
    }
    return code;
}
