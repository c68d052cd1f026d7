/* Recognises letters beyond A to Z: a base letter and the mark above, below or through it.
 *
 *       o  o       All letters of a board stand on one line and are equally tall, so whatever is above that height in
 *      +----+      the letter's columns, without reaching the tile's edge, is a mark. Its shape is measured by its
 *      | /\ |      parts and moments: two parts beside each other are a diaeresis; of a single part, the slope of y
 *      |/  \|      over x distinguishes acute and grave, the height of its middle against its ends a circumflex, a
 *      +----+      hole a ring, its width a tilde. What reaches below the line on a C is a cedilla.
 *
 * A shape between two of these makes the letter uncertain, never a letter without the mark. A mark that makes no letter
 * with its base is ignored: a scratch, or the rest of a badge. An O with ink in its middle is an Ø, which no supported
 * language has: it is always uncertain. */
#include "family/words/read/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { INK = 110, CROSSED_INK = 80, MAX_BLOBS = 30, MAX_SIDE = COMB_WORDS_PATCH, PIXELS = MAX_SIDE * MAX_SIDE };

/* Confidence of a letter whose mark is uncertain: if only the mark is, the language of the board can settle it. */
#define UNCERTAIN_MARK 0.6
#define UNCERTAIN_BASE 0.45

enum mark { NO_MARK, DIAERESIS, RING, ACUTE, GRAVE, CIRCUMFLEX, TILDE, CEDILLA, MARKS };

struct composed_letter {
    char base;
    const char *texts[MARKS];
};

static const struct composed_letter letters[] = {
    {'A', {[DIAERESIS] = "Ä", [RING] = "Å", [ACUTE] = "Á", [GRAVE] = "À", [CIRCUMFLEX] = "Â", [TILDE] = "Ã"}},
    {'C', {[CEDILLA] = "Ç"}},
    {'E', {[DIAERESIS] = "Ë", [ACUTE] = "É", [GRAVE] = "È", [CIRCUMFLEX] = "Ê"}},
    {'I', {[DIAERESIS] = "Ï", [ACUTE] = "Í", [GRAVE] = "Ì", [CIRCUMFLEX] = "Î"}},
    {'N', {[TILDE] = "Ñ", [DIAERESIS] = "Ñ"}}, /* a tilde that is blurred to a bar; there is no other */
    {'O', {[DIAERESIS] = "Ö", [ACUTE] = "Ó", [GRAVE] = "Ò", [CIRCUMFLEX] = "Ô", [TILDE] = "Õ"}},
    {'U', {[DIAERESIS] = "Ü", [ACUTE] = "Ú", [GRAVE] = "Ù", [CIRCUMFLEX] = "Û"}},
    {'Y', {[DIAERESIS] = "Ÿ", [ACUTE] = "Ý"}},
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

static double width_of(const struct area *area)
{
    return area->right - area->left + 1;
}

static double height_of(const struct area *area)
{
    return area->bottom - area->top + 1;
}

static double middle_of(const struct area *area)
{
    return (area->left + area->right) / 2.0;
}

/* ---- the parts of a mark ---- */

struct part {
    struct area box;
    unsigned area;
    bool cut; /* reaches the edge of the examined area, other than towards the letter */
};

struct parts {
    unsigned char labels[PIXELS];
    struct part list[MAX_BLOBS + 1]; /* from 1 */
    unsigned count;
};

/* The area in which a mark is searched. `toward_letter` is the row next to the letter. */
struct search {
    struct area area;
    int toward_letter;
    unsigned char ink; /* minimum cover */
};

static void add_pixel(struct part *part, const struct search *search, int x, int y)
{
    const struct area *area = &search->area;
    part->area++;
    part->box.left = x < part->box.left ? x : part->box.left;
    part->box.right = x > part->box.right ? x : part->box.right;
    part->box.top = y < part->box.top ? y : part->box.top;
    part->box.bottom = y > part->box.bottom ? y : part->box.bottom;
    part->cut |=
        x == area->left || x == area->right || ((y == area->top || y == area->bottom) && y != search->toward_letter);
}

/* Labels everything connected with a pixel, within an area. */
static void fill(struct parts *parts, const unsigned char *cover, int side, const struct search *search, int start)
{
    int queue[PIXELS], head = 0, tail = 0;
    const struct area *area = &search->area;
    struct part *part = &parts->list[++parts->count];
    *part = (struct part){.box = {side, side, -1, -1}};
    parts->labels[start] = (unsigned char)parts->count;
    queue[tail++] = start;
    while (head < tail) {
        int at = queue[head++];
        add_pixel(part, search, at % side, at / side);
        for (int k = 0; k < 9; k++) {
            int x = at % side + k % 3 - 1, y = at / side + k / 3 - 1, next = y * side + x;
            if (x < area->left || y < area->top || x > area->right || y > area->bottom || parts->labels[next] ||
                cover[next] < search->ink)
                continue;
            parts->labels[next] = (unsigned char)parts->count;
            queue[tail++] = next;
        }
    }
}

static void find_parts(struct parts *parts, const unsigned char *cover, int side, const struct search *search)
{
    const struct area *area = &search->area;
    memset(parts->labels, 0, sizeof parts->labels);
    parts->count = 0;
    for (int y = area->top; y <= area->bottom; y++)
        for (int x = area->left; x <= area->right && parts->count < MAX_BLOBS; x++)
            if (cover[y * side + x] >= search->ink && !parts->labels[y * side + x])
                fill(parts, cover, side, search, y * side + x);
}

/* Drops what cannot belong to a mark: parts that come in from outside, specks, and all that are much smaller than the
 * largest. Returns how many are left. */
static unsigned select_parts(struct parts *parts, bool chosen[MAX_BLOBS + 1], double height)
{
    unsigned largest = 0, count = 0;
    for (unsigned i = 1; i <= parts->count; i++)
        if (!parts->list[i].cut && parts->list[i].area > largest)
            largest = parts->list[i].area;
    for (unsigned i = 1; i <= parts->count; i++) {
        const struct part *part = &parts->list[i];
        chosen[i] = !part->cut && part->area >= 0.005 * height * height && 3 * part->area >= largest;
        count += chosen[i];
    }
    return count;
}

/* ---- the shape of a mark ---- */

struct shape {
    unsigned parts;
    struct area box;
    double spread;      /* distance between the middles of two parts, in letter heights */
    double evenness;    /* of two parts: the smaller area relative to the larger */
    double correlation; /* of x and y (down): -1 acute, 1 grave */
    double bend;        /* how much higher its middle is than its ends, relative to its height */
    double wave;        /* how much lower its right half is than its left half, beside its ends: a tilde */
    double waist;       /* ink in its middle columns relative to that of its fullest columns */
    double hole;        /* enclosed area relative to its box */
    bool attached;      /* touches the letter, so that its lower part is not seen */
};

static double mean_row(const double *sums, const double *weights, int from, int to)
{
    double sum = 0, weight = 0;
    for (int x = from; x < to; x++) {
        sum += sums[x];
        weight += weights[x];
    }
    return weight > 0 ? sum / weight : 0;
}

/* Ink per column of the mark, and the sum of its rows. */
struct columns {
    double weights[MAX_SIDE], rows[MAX_SIDE];
    int count;
};

static void measure_profile(struct shape *shape, const struct columns *columns)
{
    int third = columns->count / 3;
    double fullest = 0, middle = 0, high = height_of(&shape->box);
    for (int x = 0; x < columns->count; x++)
        fullest = fmax(fullest, columns->weights[x]);
    for (int x = 2 * columns->count / 5; x < 3 * columns->count / 5 + 1; x++)
        middle = x == 2 * columns->count / 5 ? columns->weights[x] : fmin(middle, columns->weights[x]);
    double left = mean_row(columns->rows, columns->weights, 0, third);
    double right = mean_row(columns->rows, columns->weights, columns->count - third, columns->count);
    double centre = mean_row(columns->rows, columns->weights, third, columns->count - third);
    int fifth = columns->count / 5;
    shape->wave = fifth > 0 ? (mean_row(columns->rows, columns->weights, 3 * fifth, 4 * fifth + 1) -
                               mean_row(columns->rows, columns->weights, fifth, 2 * fifth + 1)) /
                                  high
                            : 0;
    shape->bend = third > 0 ? ((left + right) / 2 - centre) / high : 0;
    shape->waist = fullest > 0 ? middle / fullest : 0;
}

/* Pixels that ink encloses, within an area around the mark: none of them connects with the area's edge. */
static double measure_hole(const unsigned char *cover, int side, unsigned char ink, const struct area *area)
{
    unsigned char seen[PIXELS] = {0};
    int queue[PIXELS], head = 0, tail = 0, free_pixels = 0;
    for (int y = area->top; y <= area->bottom; y++)
        for (int x = area->left; x <= area->right; x++) {
            bool edge = x == area->left || x == area->right || y == area->top || y == area->bottom;
            free_pixels += cover[y * side + x] < ink;
            if (edge && cover[y * side + x] < ink) {
                seen[y * side + x] = 1;
                queue[tail++] = y * side + x;
            }
        }
    while (head < tail) {
        int at = queue[head++], x = at % side, y = at / side;
        int next[4] = {x > area->left ? at - 1 : at, x < area->right ? at + 1 : at, y > area->top ? at - side : at,
                       y < area->bottom ? at + side : at};
        for (int k = 0; k < 4; k++)
            if (!seen[next[k]] && cover[next[k]] < ink) {
                seen[next[k]] = 1;
                queue[tail++] = next[k];
            }
    }
    return free_pixels - tail;
}

static void measure_moments(struct shape *shape, const unsigned char *ink, int side)
{
    struct columns columns = {.count = (int)width_of(&shape->box)};
    double n = 0, sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0;
    for (int y = shape->box.top; y <= shape->box.bottom; y++)
        for (int x = shape->box.left; x <= shape->box.right; x++) {
            if (!ink[y * side + x])
                continue;
            n++, sx += x, sy += y, sxx += x * x, syy += y * y, sxy += x * y;
            columns.weights[x - shape->box.left]++;
            columns.rows[x - shape->box.left] += y;
        }
    double vx = sxx / n - sx / n * (sx / n), vy = syy / n - sy / n * (sy / n), vxy = sxy / n - sx / n * (sy / n);
    shape->correlation = vx > 0 && vy > 0 ? vxy / sqrt(vx * vy) : 0;
    measure_profile(shape, &columns);
}

static void include(struct area *box, const struct area *part)
{
    box->left = part->left < box->left ? part->left : box->left;
    box->right = part->right > box->right ? part->right : box->right;
    box->top = part->top < box->top ? part->top : box->top;
    box->bottom = part->bottom > box->bottom ? part->bottom : box->bottom;
}

/* The shape of the chosen parts; shape->parts is 0 if there are none. */
static struct shape measure_shape(struct parts *parts, int side, double height)
{
    struct shape shape = {.box = {side, side, -1, -1}};
    bool chosen[MAX_BLOBS + 1] = {false};
    const struct part *two[2] = {NULL, NULL};
    unsigned char ink[PIXELS];
    shape.parts = select_parts(parts, chosen, height);
    if (shape.parts == 0)
        return shape;
    for (unsigned i = 1, k = 0; i <= parts->count; i++)
        if (chosen[i]) {
            include(&shape.box, &parts->list[i].box);
            if (k < 2)
                two[k++] = &parts->list[i];
        }
    for (int i = 0; i < side * side; i++)
        ink[i] = parts->labels[i] && chosen[parts->labels[i]];
    if (shape.parts == 2) {
        shape.spread = fabs(middle_of(&two[0]->box) - middle_of(&two[1]->box)) / height;
        shape.evenness = fmin(two[0]->area, two[1]->area) / fmax(two[0]->area, two[1]->area);
    }
    measure_moments(&shape, ink, side);
    return shape;
}

/* ---- which mark it is ---- */

/* The best and the next best reading of a mark. They are equal if the shape is clear. */
struct verdict {
    enum mark best, other;
};

static struct verdict clear_mark(enum mark mark)
{
    return (struct verdict){mark, mark};
}

/* A single part, wider than high: a tilde, a circumflex, or two dots that have run together. */
static struct verdict classify_wide(const struct shape *shape)
{
    if (shape->bend > 0.3)
        return clear_mark(CIRCUMFLEX);
    if (shape->wave > 0.22)
        return clear_mark(TILDE);
    if (shape->bend > 0.15)
        return (struct verdict){shape->waist < 0.55 ? DIAERESIS : CIRCUMFLEX, shape->wave > 0.1 ? TILDE : DIAERESIS};
    if (shape->wave > 0.12)
        return (struct verdict){DIAERESIS, TILDE};
    bool flat = width_of(&shape->box) > 2.2 * height_of(&shape->box) && fabs(shape->correlation) < 0.25;
    return flat ? clear_mark(DIAERESIS) : (struct verdict){DIAERESIS, shape->correlation < 0 ? ACUTE : GRAVE};
}

static struct verdict classify_single(const struct shape *shape)
{
    double wide = width_of(&shape->box) / height_of(&shape->box), slope = shape->correlation;
    enum mark slanted = slope < 0 ? ACUTE : GRAVE;
    if (fabs(slope) > 0.62 && shape->bend < 0.25)
        return clear_mark(slanted);
    if (wide > 1.6)
        return fabs(slope) > 0.45 ? (struct verdict){slanted, TILDE} : classify_wide(shape);
    if (shape->bend > 0.22 && fabs(slope) < 0.4)
        return (struct verdict){CIRCUMFLEX, wide > 1.25 ? CIRCUMFLEX : RING};
    if (fabs(slope) > 0.4)
        return (struct verdict){slanted, RING};
    return (struct verdict){RING, slanted};
}

static struct verdict classify(const struct shape *shape)
{
    double wide = width_of(&shape->box) / height_of(&shape->box);
    if (shape->hole > 0.04 && wide > 0.65 && wide < 2)
        return clear_mark(RING);
    if (shape->parts == 2 && shape->spread > 0.12 && shape->evenness > 0.45)
        return clear_mark(DIAERESIS);
    if (shape->parts > 1)
        return (struct verdict){DIAERESIS, NO_MARK};
    struct verdict verdict = classify_single(shape);
    if (shape->attached && verdict.best == verdict.other)
        verdict.other = NO_MARK;
    return verdict;
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

/* Relative position of each pixel between the tile's paper and its ink; 0 for other colours. */
static void cover_by_colour(unsigned char *cover, const unsigned char *rgb, unsigned side,
                            const struct comb_words_place *place)
{
    for (unsigned i = 0; i < side * side; i++) {
        double along, off = comb_words_off_line(&along, rgb + (size_t)3 * i, place->paper, place->ink);
        cover[i] = (unsigned char)(off < 0.45 ? 255 * fmin(fmax(along, 0), 1) : 0);
    }
}

/* Rows of the patch that belong to the tile. */
static struct area tile_area(const struct comb_words_detection *board, const struct comb_words_place *place)
{
    double half = (place->box.width + place->box.height) / 4.0 / board->grid->pitch, side = board->side;
    half = fmin(fmax(half - 0.01, 0.38), 0.495) * side / (2 * COMB_WORDS_PATCH_RADIUS);
    return (struct area){(int)(side / 2 - half), (int)(side / 2 - half), (int)(side / 2 + half),
                         (int)(side / 2 + half)};
}

static struct search search_area(const struct area *tile, const struct area *base, const struct lines *lines,
                                 bool above, unsigned char ink)
{
    double half = fmax(width_of(base) / 2 + 0.1 * lines->height, 0.4 * lines->height), middle = middle_of(base);
    int margin = (int)ceil(0.04 * lines->height);
    struct area area = {(int)(middle - half), base->top - (int)(0.55 * lines->height), (int)(middle + half),
                        base->top - 1 - margin};
    if (!above)
        area = (struct area){base->left, base->bottom + 1 + margin, base->right,
                             base->bottom + (int)(0.45 * lines->height)};
    area.left = area.left > tile->left ? area.left : tile->left;
    area.right = area.right < tile->right ? area.right : tile->right;
    area.top = area.top > tile->top ? area.top : tile->top;
    area.bottom = area.bottom < tile->bottom ? area.bottom : tile->bottom;
    return (struct search){area, above ? area.bottom : area.top, ink};
}

/* Whether a shape lies where a mark does: close to the letter and above its middle. */
static bool is_above(const struct shape *shape, const struct area *base, double height)
{
    double off = fabs(middle_of(&shape->box) - middle_of(base)), tall = height_of(&shape->box);
    return shape->parts > 0 && off < 0.2 * height && base->top - shape->box.bottom < 0.32 * height &&
           tall > 0.06 * height && tall < 0.5 * height && width_of(&shape->box) > 0.08 * height;
}

static bool is_below(const struct shape *shape, const struct search *search, const struct area *base, double height)
{
    double off = fabs(middle_of(&shape->box) - middle_of(base));
    return shape->parts > 0 && off < 0.2 * height && height_of(&shape->box) > 0.1 * height &&
           shape->box.top <= search->area.top + 1 + (int)(0.04 * height);
}

/* The area of a ring: a mark that touches the letter is open below without it. */
static double find_hole(const unsigned char *cover, int side, const struct shape *shape, const struct search *search,
                        double height)
{
    struct area area = {shape->box.left - 1, shape->box.top - 1, shape->box.right + 1,
                        search->toward_letter + (int)(0.14 * height)};
    area.left = area.left < 0 ? 0 : area.left;
    area.top = area.top < 0 ? 0 : area.top;
    area.right = area.right < side ? area.right : side - 1;
    return measure_hole(cover, side, search->ink, &area) / (width_of(&shape->box) * height_of(&shape->box));
}

/* Whether ink connects the mark with the letter. */
static bool is_attached(const unsigned char *cover, int side, const struct shape *shape, const struct search *search,
                        int letter_top)
{
    for (int x = shape->box.left; shape->box.bottom == search->toward_letter && x <= shape->box.right; x++) {
        int y = search->toward_letter;
        while (y <= letter_top && cover[y * side + x] >= search->ink)
            y++;
        if (y > letter_top)
            return true;
    }
    return false;
}

static struct verdict find_mark(struct parts *parts, const unsigned char *cover, int side, const struct area *tile,
                                const struct area *base, const struct lines *lines, unsigned char ink)
{
    struct search search = search_area(tile, base, lines, true, ink);
    find_parts(parts, cover, side, &search);
    struct shape shape = measure_shape(parts, side, lines->height);
    if (is_above(&shape, base, lines->height)) {
        shape.hole = find_hole(cover, side, &shape, &search, lines->height);
        shape.attached = is_attached(cover, side, &shape, &search, base->top);
        return classify(&shape);
    }
    search = search_area(tile, base, lines, false, ink);
    find_parts(parts, cover, side, &search);
    shape = measure_shape(parts, side, lines->height);
    return clear_mark(is_below(&shape, &search, base, lines->height) ? CEDILLA : NO_MARK);
}

static const struct composed_letter *letter_of(const char *text)
{
    for (size_t i = 0; text[0] && !text[1] && i < sizeof letters / sizeof *letters; i++)
        if (letters[i].base == text[0])
            return &letters[i];
    return NULL;
}

/* Replaces a mark that makes no letter with this base by one that does: an unusual form of it, so uncertain. */
static struct verdict usual_mark(const struct composed_letter *letter, struct verdict verdict)
{
    if (letter->texts[verdict.best] || letter->texts[verdict.other])
        return verdict;
    for (int mark = DIAERESIS; verdict.best != CEDILLA && mark < CEDILLA; mark++)
        if (letter->texts[mark])
            return (struct verdict){(enum mark)mark, NO_MARK};
    return clear_mark(NO_MARK);
}

/* Reads the letter again without its mark. */
static int read_base(struct comb_glyph *out, const unsigned char *cover, unsigned side, const struct area *base,
                     const struct comb_words_detection *board, struct comb_error *err)
{
    unsigned char rest[PIXELS] = {0};
    for (int y = base->top; y <= base->bottom; y++)
        for (int x = base->left; x <= base->right; x++)
            rest[y * (int)side + x] = cover[y * (int)side + x];
    return comb_glyph_read(out, &(struct comb_glyph_bitmap){side, side, rest}, board->spec->patterns, err);
}

/* The letter is certain only if its mark is; a mark that only one letter with this base has is certain. */
static void set_letter(struct comb_words_place *place, const struct composed_letter *letter, struct verdict verdict,
                       const struct comb_glyph *base)
{
    char plain[2] = {letter->base};
    const char *best = letter->texts[verdict.best], *other = letter->texts[verdict.other];
    bool certain = best && verdict.other != NO_MARK && (!other || strcmp(best, other) == 0);
    if (!best) {
        best = other ? other : plain;
        other = NULL;
    }
    bool base_certain = base->confidence >= COMB_READING_MIN_CONFIDENCE;
    place->glyph.confidence = certain        ? fmin(base->confidence, 0.97)
                              : base_certain ? UNCERTAIN_MARK
                                             : fmin(base->confidence, UNCERTAIN_BASE);
    place->glyph.likeness = fmax(place->glyph.likeness, base->likeness);
    place->glyph.y = base->y;
    place->glyph.height = base->height;
    strcpy(place->glyph.text, best);
    strcpy(place->glyph.second, other && other != best ? other : plain);
}

/* An O with a stroke through its middle. */
static bool is_stroked(const struct comb_words_place *place, const unsigned char *cover, int side,
                       const struct area *base)
{
    double reach_x = 0.09 * width_of(base), reach_y = 0.09 * height_of(base), sum = 0, count = 0;
    double x = middle_of(base), y = (base->top + base->bottom) / 2.0;
    if (place->crossed || strcmp(place->glyph.text, "O") != 0)
        return false;
    for (int v = (int)(y - reach_y); v <= (int)(y + reach_y); v++)
        for (int u = (int)(x - reach_x); u <= (int)(x + reach_x); u++) {
            sum += cover[v * side + u];
            count++;
        }
    return sum > 0.4 * 255 * count;
}

static int read_letter(struct comb_words_place *place, struct parts *parts, const struct comb_words_detection *board,
                       const struct lines *lines, struct comb_error *err)
{
    unsigned char cover[PIXELS];
    struct area base = base_box(&place->glyph, lines), tile = tile_area(board, place);
    struct comb_glyph glyph;
    cover_by_colour(cover, comb_words_patch(board, place), board->side, place);
    if (is_stroked(place, cover, (int)board->side, &base)) {
        strcpy(place->glyph.text, "Ø");
        strcpy(place->glyph.second, "O");
        place->glyph.confidence = fmin(place->glyph.confidence, UNCERTAIN_MARK);
        return COMB_OK;
    }
    struct verdict verdict =
        find_mark(parts, cover, (int)board->side, &tile, &base, lines, place->crossed ? CROSSED_INK : INK);
    if (verdict.best == NO_MARK)
        return COMB_OK;
    int code = read_base(&glyph, cover, board->side, &base, board, err);
    const struct composed_letter *letter = letter_of(glyph.text);
    if (letter)
        verdict = usual_mark(letter, verdict);
    if (code == COMB_OK && letter && verdict.best != NO_MARK)
        set_letter(place, letter, verdict, &glyph);
    return code;
}

int comb_words_read_accents(struct comb_words_detection *board, struct comb_error *err)
{
    struct lines lines = usual_lines(board);
    struct parts *parts = malloc(sizeof *parts);
    int code = parts ? COMB_OK : comb_fail_memory(err);
    for (unsigned i = 0; code == COMB_OK && lines.height > 0 && i < board->count; i++)
        if (board->places[i].cell && board->places[i].inked)
            code = read_letter(&board->places[i], parts, board, &lines, err);
    free(parts);
    return code;
}
