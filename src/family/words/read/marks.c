/* Reads what the tiles of square games carry besides their letter: a bonus badge in one corner, a small value in
 * another.
 *
 *      +-----------+      Corners are examined separately from the middle. A badge is a patch of a colour that is
 * neither
 *      |(DL)      4|      paper nor ink nor a mixture of the two, and that has one of the bonus texts on it; a line
 * drawn |     W     |      over the tiles has no text. A value is a little ink where most of the tiles have a little
 * ink. |           |
 *      +-----------+
 *
 * Badges of one colour mean the same: the readings of all similar badges are combined. A badge that cannot be read
 * makes its tile uncertain. If a badge hides part of a letter, the letter is read again without it. */
#include "family/words/read/parts.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = COMB_WORDS_PATCH, PIXELS = SIDE * SIDE, CORNERS = 4, BONUSES = 4, TOP_RIGHT = 1 };

#define MIN_PITCH 22       /* pixels: in smaller tiles a value is a speck */
#define MIN_VALUE_PITCH 60 /* in smaller tiles a value is unreadable */

const char *const comb_words_bonus_texts[] = {"DL", "TL", "DW", "TW", "2L", "3L", "2W", "3W", NULL};
const char *const comb_words_bonus_states[] = {"2l", "3l", "2w", "3w", "2l", "3l", "2w", "3w"};

/* One tile's corner. */
struct corner {
    double coloured; /* fraction that is neither paper nor ink */
    double inked;    /* fraction of its outer part that is ink */
    unsigned colour;
    unsigned seed; /* a pixel of that colour */
};

struct badge {
    unsigned tile, colour;
    double left, top, right, bottom; /* in pitches from the tile's centre */
    int bonus;                       /* index into comb_words_bonus_texts, -1 if there is none on it */
    double likeness, confidence;
};

static unsigned rgb_at(const unsigned char *pixel)
{
    return (unsigned)pixel[0] << 16 | (unsigned)pixel[1] << 8 | pixel[2];
}

/* Half a tile's side in pitches; the bounding box of a rotated tile is larger than the tile. */
static double half_side(const struct comb_words_detection *board, const struct comb_words_place *place)
{
    double turn = fabs(board->grid->rotation) * acos(-1) / 180;
    double side = (place->box.width + place->box.height) / 2.0 / board->grid->pitch / (cos(turn) + sin(turn));
    return fmin(fmax(side / 2, 0.38), 0.5);
}

static double pitches(unsigned pixel)
{
    return (pixel + 0.5) / SIDE - 0.5;
}

/* ---- corners ---- */

struct sums {
    double coloured, inked, area, outer;
    double colour[3];
    unsigned pixels[PIXELS / CORNERS];
};

/* Whether a point is in a corner of the tile, but not where a round corner or a rim would be. */
static bool in_corner(double x, double y, double half)
{
    double round = 0.2, over_x = fabs(x) - (half - round), over_y = fabs(y) - (half - round);
    if (fabs(x) < 0.15 || fabs(y) < 0.15 || fabs(x) > half - 0.03 || fabs(y) > half - 0.03)
        return false;
    return over_x < 0 || over_y < 0 || hypot(over_x, over_y) < round - 0.02;
}

static void add_pixel(struct sums *sums, const unsigned char *rgb, unsigned at, unsigned paper, unsigned ink)
{
    double along, off = comb_words_off_line(&along, rgb + (size_t)3 * at, paper, ink);
    bool outer = fabs(pitches(at % SIDE)) > 0.24 && fabs(pitches(at / SIDE)) > 0.24;
    sums->area++;
    sums->outer += outer;
    if (off > 0.15) {
        sums->pixels[(unsigned)sums->coloured++] = at;
        for (unsigned k = 0; k < 3; k++)
            sums->colour[k] += rgb[3 * at + k];
    } else if (along > 0.28 && outer) {
        sums->inked++;
    }
}

/* Uses the colour of the pixel nearest to the mean of all coloured ones, so that text on a badge does not dilute it. */
static void measure_corner(struct corner *corner, const struct sums *sums, const unsigned char *rgb)
{
    unsigned mean = 0, count = (unsigned)sums->coloured;
    double min = 1e9;
    *corner =
        (struct corner){.coloured = sums->coloured / fmax(sums->area, 1), .inked = sums->inked / fmax(sums->outer, 1)};
    for (unsigned k = 0; k < 3; k++)
        mean |= (unsigned)(sums->colour[k] / fmax(count, 1)) << (16 - 8 * k);
    for (unsigned i = 0; i < count; i++) {
        unsigned colour = rgb_at(rgb + (size_t)3 * sums->pixels[i]);
        if (comb_words_distance(colour, mean) < min) {
            min = comb_words_distance(colour, mean);
            corner->colour = colour;
            corner->seed = sums->pixels[i];
        }
    }
}

static void probe_corners(struct corner corners[CORNERS], const unsigned char *rgb,
                          const struct comb_words_detection *board, const struct comb_words_place *place, unsigned ink)
{
    struct sums sums[CORNERS];
    double half = half_side(board, place);
    memset(sums, 0, sizeof sums);
    for (unsigned i = 0; i < PIXELS; i++) {
        double x = pitches(i % SIDE), y = pitches(i / SIDE);
        if (in_corner(x, y, half))
            add_pixel(&sums[(x > 0) + 2 * (y > 0)], rgb, i, place->paper, ink);
    }
    for (unsigned k = 0; k < CORNERS; k++)
        measure_corner(&corners[k], &sums[k], rgb);
}

/* ---- badges ---- */

/* The first and the last line with two pixels or more; false if there is none. */
static bool span(double *first, double *last, const unsigned counts[SIDE])
{
    int from = -1, to = -1;
    for (int i = 0; i < SIDE; i++) {
        if (counts[i] < 2)
            continue;
        from = from < 0 ? i : from;
        to = i;
    }
    *first = pitches((unsigned)from) - 0.5 / SIDE;
    *last = pitches((unsigned)to) + 0.5 / SIDE;
    return from >= 0;
}

/* Measures how far the corner's colour extends over its quarter of the tile; text may split it. Returns false if it
 * reaches the tile's middle lines: then it is a line drawn through the tile, or the tile itself. */
static bool outline_badge(struct badge *badge, const struct corner *corner, const unsigned char *rgb, double half)
{
    unsigned columns[SIDE] = {0}, rows[SIDE] = {0}, all = 0, inner = 0;
    double side_x = pitches(corner->seed % SIDE) > 0 ? 1 : -1, side_y = pitches(corner->seed / SIDE) > 0 ? 1 : -1;
    *badge = (struct badge){.colour = corner->colour, .bonus = -1};
    for (unsigned i = 0; i < PIXELS; i++) {
        double x = pitches(i % SIDE) * side_x, y = pitches(i / SIDE) * side_y;
        if (x < 0 || y < 0 || x > half || y > half ||
            comb_words_distance(rgb_at(rgb + (size_t)3 * i), corner->colour) > 48)
            continue;
        columns[i % SIDE]++;
        rows[i / SIDE]++;
        all++;
        inner += x < 0.05 || y < 0.05;
    }
    if (!span(&badge->left, &badge->right, columns) || !span(&badge->top, &badge->bottom, rows) || 25 * inner > all)
        return false;
    double width = badge->right - badge->left, height = badge->bottom - badge->top;
    return width > 0.08 && height > 0.08 && width < 0.45 && height < 0.45;
}

/* Draws a badge with its surroundings painted over, since its text may touch its edge. */
static void draw_badge(unsigned char *rgb, const struct badge *badge, const struct comb_words_detection *board,
                       const struct comb_words_place *place)
{
    double wide = (badge->right - badge->left) / 2, high = (badge->bottom - badge->top) / 2, reach = fmax(wide, high);
    comb_grid_patch(rgb, SIDE, board->detection->picture, board->grid,
                    (badge->left + badge->right) / 2 + place->x + board->origin_x,
                    (badge->top + badge->bottom) / 2 + place->y + board->origin_y, reach, 0);
    for (unsigned i = 0; i < PIXELS; i++) {
        double x = 2 * pitches(i % SIDE) * reach, y = 2 * pitches(i / SIDE) * reach;
        if (fabs(x) < 0.93 * wide && fabs(y) < 0.93 * high && hypot(x, y) < 0.93 * reach)
            continue;
        for (unsigned k = 0; k < 3; k++)
            rgb[3 * i + k] = (unsigned char)(badge->colour >> (16 - 8 * k));
    }
}

/* Two touching characters: the column with the least ink near the middle. */
static unsigned weakest_column(const unsigned char *cover, const struct comb_glyph *box)
{
    unsigned best = box->x + box->width / 2, min = UINT_MAX;
    for (unsigned x = box->x + box->width * 3 / 10; x < box->x + box->width * 6 / 10; x++) {
        unsigned sum = 0;
        for (unsigned y = 0; y < SIDE; y++)
            sum += cover[y * SIDE + x];
        if (sum < min) {
            min = sum;
            best = x;
        }
    }
    return best;
}

static int read_halves(struct comb_glyph *out, const unsigned char *cover, struct comb_error *err)
{
    static const char *const firsts[] = {"D", "T", "2", "3", NULL}, *const seconds[] = {"L", "W", NULL};
    unsigned char half[PIXELS];
    struct comb_glyph parts[2], whole = {.x = SIDE};
    memset(parts, 0, sizeof parts);
    for (unsigned i = 0, right = 0; i < PIXELS; i++) {
        unsigned x = i % SIDE;
        if (cover[i] < 128)
            continue;
        whole.x = x < whole.x ? x : whole.x;
        right = x > right ? x : right;
        whole.width = right + 1 - whole.x;
    }
    unsigned cut = weakest_column(cover, &whole);
    int code = COMB_OK;
    for (unsigned k = 0; code == COMB_OK && k < 2; k++) {
        for (unsigned i = 0; i < PIXELS; i++)
            half[i] = (i % SIDE < cut) == (k == 0) ? cover[i] : 0;
        code =
            comb_glyph_read(&parts[k], &(struct comb_glyph_bitmap){SIDE, SIDE, half}, k == 0 ? firsts : seconds, err);
    }
    if (code != COMB_OK || !parts[0].text[0] || !parts[1].text[0])
        return code;
    *out = (struct comb_glyph){.text = {parts[0].text[0], parts[1].text[0]},
                               .likeness = fmin(parts[0].likeness, parts[1].likeness),
                               .confidence = parts[0].confidence * parts[1].confidence};
    return COMB_OK;
}

static int read_badge(struct badge *badge, const struct comb_words_detection *board,
                      const struct comb_words_place *place, struct comb_error *err)
{
    unsigned char rgb[3 * PIXELS], cover[PIXELS];
    struct comb_glyph glyph = {0};
    draw_badge(rgb, badge, board, place);
    if (!comb_ink_of_patch(cover, NULL, NULL, rgb, SIDE, 1.0))
        return COMB_OK;
    int code = comb_glyph_read(&glyph, &(struct comb_glyph_bitmap){SIDE, SIDE, cover}, comb_words_bonus_texts, err);
    if (code == COMB_OK && glyph.confidence < COMB_READING_MIN_CONFIDENCE) {
        struct comb_glyph halves = {0};
        code = read_halves(&halves, cover, err);
        glyph = halves.confidence > glyph.confidence ? halves : glyph;
    }
    for (int i = 0; code == COMB_OK && comb_words_bonus_texts[i]; i++)
        if (strcmp(glyph.text, comb_words_bonus_texts[i]) == 0)
            badge->bonus = i;
    badge->likeness = glyph.likeness;
    badge->confidence = glyph.confidence;
    return code;
}

/* Badges of one colour vote together on their text. */
static void vote_on_badges(struct badge *badges, unsigned count)
{
    int texts[COMB_WORDS_MAX_CELLS];
    double confidence[COMB_WORDS_MAX_CELLS];
    for (unsigned i = 0; i < count; i++) {
        double votes[BONUSES] = {0}, all = 0;
        int best = 0;
        for (unsigned j = 0; j < count; j++) {
            if (badges[j].bonus < 0 || comb_words_distance(badges[i].colour, badges[j].colour) > 36)
                continue;
            votes[badges[j].bonus % BONUSES] += badges[j].confidence;
            all += 1;
        }
        for (int k = 1; k < BONUSES; k++)
            best = votes[k] > votes[best] ? k : best;
        double fraction = votes[best] / fmax(all, 1);
        bool same = badges[i].bonus >= 0 && badges[i].bonus % BONUSES == best;
        texts[i] = all > 0 ? best : -1;
        confidence[i] = same ? fmax(badges[i].confidence, fraction) : fraction * 0.9;
    }
    for (unsigned i = 0; i < count; i++) {
        badges[i].bonus = texts[i];
        badges[i].confidence = confidence[i];
    }
}

/* Reads the letter without its badge: what is neither paper nor ink becomes paper. */
static int read_beside_badge(struct comb_words_place *place, const unsigned char *tile, const struct badge *badge,
                             const struct comb_words_detection *board, unsigned ink, struct comb_error *err)
{
    unsigned char rgb[3 * PIXELS];
    double margin = 2.0 / SIDE;
    memcpy(rgb, tile, sizeof rgb);
    for (unsigned i = 0; i < PIXELS; i++) {
        double along, x = pitches(i % SIDE), y = pitches(i / SIDE);
        bool within = x > badge->left - margin && x < badge->right + margin && y > badge->top - margin &&
                      y < badge->bottom + margin;
        if (!within || (comb_words_off_line(&along, rgb + (size_t)3 * i, place->paper, ink) < 0.1 && along > 0.6))
            continue;
        for (unsigned k = 0; k < 3; k++)
            rgb[3 * i + k] = (unsigned char)(place->paper >> (16 - 8 * k));
    }
    return comb_words_read_again(place, rgb, board, ink, err);
}

/* ---- all tiles ---- */

struct marked {
    struct corner corners[COMB_WORDS_MAX_CELLS][CORNERS];
    struct badge badges[CORNERS][COMB_WORDS_MAX_CELLS];
    unsigned counts[CORNERS];
};

static int find_badges(struct marked *marked, struct comb_words_detection *board, unsigned tile, unsigned ink,
                       struct comb_error *err)
{
    struct comb_words_place *place = &board->places[tile];
    const unsigned char *rgb = comb_words_patch(board, place);
    for (unsigned k = 0; k < CORNERS; k++) {
        struct badge *badge = &marked->badges[k][marked->counts[k]];
        if (marked->corners[tile][k].coloured < 0.12 ||
            !outline_badge(badge, &marked->corners[tile][k], rgb, half_side(board, place)))
            continue;
        badge->tile = tile;
        int code = read_badge(badge, board, place, err);
        if (code == COMB_OK)
            code = read_beside_badge(place, rgb, badge, board, ink, err);
        if (code != COMB_OK)
            return code;
        marked->counts[k]++;
    }
    return COMB_OK;
}

/* The corner in which most tiles have a readable badge; CORNERS if none. A single unreadable badge is something else.
 */
static unsigned bonus_corner(struct marked *marked)
{
    unsigned best = 0;
    double merits[CORNERS] = {0};
    for (unsigned k = 0; k < CORNERS; k++) {
        for (unsigned i = 0; i < marked->counts[k]; i++) {
            struct badge *badge = &marked->badges[k][i];
            badge->bonus = badge->likeness > 0.3 && badge->confidence > 0.5 ? badge->bonus : -1;
            merits[k] += badge->bonus >= 0 ? badge->confidence : 0.3;
        }
        best = merits[k] > merits[best] ? k : best;
    }
    return merits[best] < 0.5 ? CORNERS : best;
}

/* Reads a tile's badge at the position where `pattern` has its own. */
static int read_where(struct badge *badge, const struct badge *pattern, const struct comb_words_detection *board,
                      struct comb_error *err)
{
    struct badge moved = *pattern;
    moved.tile = badge->tile;
    moved.colour = badge->colour;
    moved.bonus = -1;
    int code = read_badge(&moved, board, &board->places[badge->tile], err);
    if (moved.likeness < 0.3 || moved.confidence < 0.5)
        moved.bonus = -1;
    *badge = moved;
    return code;
}

/* Badges have the same position on all tiles. If a line of similar colour touches one, its outline is lost; it is then
 * searched at the position of another. If there is no text, it is the line. */
static int find_hidden_badges(struct marked *marked, struct comb_words_detection *board, unsigned corner,
                              struct comb_error *err)
{
    struct badge *badges = marked->badges[corner];
    bool known[COMB_WORDS_MAX_CELLS] = {false};
    unsigned pattern = 0, count = marked->counts[corner];
    int code = COMB_OK;
    for (unsigned i = count; i-- > 0;) {
        known[badges[i].tile] = true;
        pattern = badges[i].bonus >= 0 ? i : pattern;
    }
    for (unsigned i = 0; code == COMB_OK && i < count; i++)
        if (badges[i].bonus < 0 && badges[pattern].bonus >= 0)
            code = read_where(&badges[i], &badges[pattern], board, err);
    for (unsigned i = 0; code == COMB_OK && i < board->count; i++) {
        const struct corner *here = &marked->corners[i][corner];
        struct badge *badge = &badges[marked->counts[corner]];
        if (!board->places[i].cell || here->coloured < 0.12 || known[i])
            continue;
        *badge = (struct badge){.tile = i, .colour = here->colour};
        code = read_where(badge, &badges[pattern], board, err);
        if (badge->bonus >= 0 || (here->coloured > 0.3 && badge->likeness > 0.1))
            marked->counts[corner]++;
    }
    return code;
}

static int read_bonuses(unsigned *bonuses, struct marked *marked, struct comb_words_detection *board,
                        struct comb_error *err)
{
    unsigned corner = bonus_corner(marked);
    *bonuses = 0;
    if (corner == CORNERS)
        return COMB_OK;
    int code = find_hidden_badges(marked, board, corner, err);
    vote_on_badges(marked->badges[corner], marked->counts[corner]);
    for (unsigned i = 0; i < marked->counts[corner]; i++) {
        struct badge *badge = &marked->badges[corner][i];
        struct comb_words_place *place = &board->places[badge->tile];
        place->state = badge->bonus >= 0 ? comb_words_bonus_states[badge->bonus] : place->state;
        place->state_confidence = badge->bonus >= 0 ? badge->confidence : 0.4;
    }
    *bonuses = marked->counts[corner];
    return code;
}

/* ---- discs ---- */

#define MIN_TEXT_PITCH 110 /* pixels: in smaller tiles the text on a disc is unreadable */
#define MIN_TEXT_LIKENESS 0.35
#define MIN_PHOTO_PITCH 60 /* pixels: in smaller tiles of photos anything may look like a disc */
#define MIN_TEXT_CONFIDENCE 0.7
#define GOOD_TEXT_LIKENESS 0.75

/* Reads the text on a disc: an index into comb_words_bonus_states, or -1. Part of the rim may be within the larger
 * circles. */
static int read_disc(int *bonus, const struct comb_words_disc *disc, const struct comb_words_detection *board,
                     struct comb_error *err)
{
    static const double fractions[] = {0.9, 0.8, 0.7};
    struct badge best = {.bonus = -1};
    int code = COMB_OK;
    *bonus = -1;
    if (board->grid->pitch < MIN_TEXT_PITCH)
        return COMB_OK;
    for (unsigned i = 0; code == COMB_OK && i < 3 && best.likeness < GOOD_TEXT_LIKENESS; i++) {
        double inner = fractions[i] * disc->radius;
        struct badge badge = {.tile = disc->tile,
                              .colour = disc->colour,
                              .left = disc->x - inner,
                              .top = disc->y - inner,
                              .right = disc->x + inner,
                              .bottom = disc->y + inner,
                              .bonus = -1};
        code = read_badge(&badge, board, &board->places[disc->tile], err);
        best = badge.likeness > best.likeness ? badge : best;
    }
    if (best.bonus >= 0 && best.likeness > MIN_TEXT_LIKENESS && best.confidence > MIN_TEXT_CONFIDENCE)
        *bonus = best.bonus % BONUSES;
    return code;
}

/* Text and colour together: where they differ, the text counts, but the bonus is uncertain. A highlighted tile changes
 * its disc's colour, so there the text counts alone, and as much as it has proved right on the other discs. Where other
 * texts can be read, colour alone is not enough: compression turns a red disc orange together with its text. */
static void set_bonus(struct comb_words_place *place, const struct comb_words_disc *disc, int text, bool texts_proved,
                      bool small)
{
    bool differ = text >= 0 && text != disc->bonus, agree = text >= 0 && !differ;
    place->state = comb_words_bonus_states[differ ? text : disc->bonus];
    place->other_state = disc->faint ? "" : comb_words_bonus_states[differ ? disc->bonus : disc->other];
    place->state_confidence = agree          ? 0.995
                              : differ       ? 0.5
                              : disc->single ? fmin(disc->confidence, 0.7)
                                             : disc->confidence;
    if (disc->selected)
        place->state_confidence = text >= 0 && texts_proved ? 0.9 : 0.7;
    if (disc->faint)
        place->state_confidence = fmin(place->state_confidence, 0.5);
    if ((small && !agree) || (texts_proved && text < 0))
        place->state_confidence = fmin(place->state_confidence, 0.75);
}

/* Whether the picture ends at the tile's upper left corner, where its disc would be. */
static bool is_corner_outside(const struct comb_words_detection *board, const struct comb_words_place *place)
{
    double x, y;
    comb_grid_to_pixel(&x, &y, board->grid, place->x + board->origin_x - 0.48, place->y + board->origin_y - 0.48);
    return x < 0 || y < 0;
}

/* Whether the texts of at least two discs were read and all agree with their colours. */
static bool prove_texts(const struct comb_words_discs *discs, const int *texts)
{
    unsigned agree = 0, differ = 0;
    for (unsigned i = 0; i < discs->count; i++) {
        if (discs->list[i].selected || discs->list[i].faint || texts[i] < 0)
            continue;
        agree += texts[i] == discs->list[i].bonus;
        differ += texts[i] != discs->list[i].bonus;
    }
    return agree >= 2 && differ == 0;
}

/* Discs count if there are at least two clear ones: a single one may be anything.
 * In photos a highlighted tile may hide its disc. */
static int read_discs(unsigned *bonuses, struct comb_words_detection *board, struct comb_error *err)
{
    const struct comb_words_discs *discs = &board->discs;
    unsigned clear = 0;
    int code = COMB_OK;
    for (unsigned i = 0; i < discs->count; i++)
        clear += !discs->list[i].faint && discs->list[i].confidence >= COMB_READING_MIN_CONFIDENCE;
    *bonuses = clear >= 2 ? discs->count : 0;
    for (unsigned i = 0; i<board->count && * bonuses> 0 && !discs->white_rims; i++)
        if (discs->selected[i])
            board->places[i].state_confidence = 0.7;
    int texts[COMB_WORDS_MAX_CELLS] = {0};
    for (unsigned i = 0; code == COMB_OK && i < *bonuses; i++)
        code = read_disc(&texts[i], &discs->list[i], board, err);
    for (unsigned i = 0; i<board->count && * bonuses> 0; i++)
        if (is_corner_outside(board, &board->places[i]))
            board->places[i].state_confidence = 0.7;
    bool proved = code == COMB_OK && prove_texts(discs, texts);
    bool small = !discs->white_rims && board->grid->pitch < MIN_PHOTO_PITCH;
    for (unsigned i = 0; code == COMB_OK && i < *bonuses; i++)
        set_bonus(&board->places[discs->list[i].tile], &discs->list[i], texts[i], proved, small);
    return code == COMB_OK && *bonuses > 0 ? comb_words_check_frames(board, err) : code;
}

/* ---- values ---- */

static unsigned count_values(unsigned *corner, const struct comb_words_detection *board,
                             struct corner (*corners)[CORNERS])
{
    unsigned max = 0;
    for (unsigned k = 0; k < CORNERS && board->grid->pitch >= MIN_PITCH; k++) {
        unsigned count = 0;
        for (unsigned i = 0; i < board->count; i++)
            count += board->places[i].inked && corners[i][k].inked > 0.02 && corners[i][k].inked < 0.5;
        *corner = count > max ? k : *corner;
        max = count > max ? count : max;
    }
    return max;
}

/* In small tiles digits are unreadable: there a little ink in the same corner of most tiles counts as values. */
static int find_values(struct comb_words_marks *marks, const struct comb_words_detection *board,
                       struct corner (*corners)[CORNERS], struct comb_error *err)
{
    struct comb_words_printed_values values;
    int code = comb_words_read_printed_values(&values, board, err);
    if (code != COMB_OK)
        return code;
    marks->values = values.count;
    marks->values_on_top = values.top;
    marks->language = comb_words_infer_language(&values, board);
    unsigned corner = 0, inked = count_values(&corner, board, corners);
    marks->specks = corner == TOP_RIGHT ? inked : 0;
    marks->coloured = comb_words_count_coloured(board);
    if (board->grid->pitch < MIN_VALUE_PITCH && inked > values.count) {
        marks->values = inked;
        marks->values_on_top = corner == TOP_RIGHT;
    }
    return COMB_OK;
}

/* Tiles with two letters. */
static unsigned count_doubles(const struct comb_words_detection *board)
{
    unsigned count = 0;
    for (unsigned i = 0; i < board->count; i++)
        count += strcmp(board->places[i].glyph.text, "QU") == 0 &&
                 board->places[i].glyph.confidence >= COMB_READING_MIN_CONFIDENCE;
    return count;
}

/* Badges inside the tiles. */
static int read_badges(struct comb_words_marks *marks, struct marked *marked, struct comb_words_detection *board,
                       unsigned ink, struct comb_error *err)
{
    int code = COMB_OK;
    for (unsigned i = 0; code == COMB_OK && i < board->count; i++)
        if (board->places[i].cell)
            code = find_badges(marked, board, i, ink, err);
    return code == COMB_OK ? read_bonuses(&marks->bonuses, marked, board, err) : code;
}

int comb_words_read_marks(struct comb_words_marks *marks, struct comb_words_detection *board, struct comb_error *err)
{
    struct marked *marked = calloc(1, sizeof *marked);
    unsigned ink = comb_words_common_ink(board);
    *marks = (struct comb_words_marks){0};
    if (!marked)
        return comb_fail_memory(err);
    for (unsigned i = 0; i < board->count; i++)
        if (board->places[i].cell)
            probe_corners(marked->corners[i], comb_words_patch(board, &board->places[i]), board, &board->places[i],
                          ink);
    int code = read_discs(&marks->bonuses, board, err);
    if (code == COMB_OK && marks->bonuses == 0)
        code = comb_words_read_labels(&marks->bonuses, board, err);
    if (code == COMB_OK && marks->bonuses == 0)
        code = read_badges(marks, marked, board, ink, err);
    if (code == COMB_OK)
        code = find_values(marks, board, marked->corners, err);
    marks->doubles = count_doubles(board);
    free(marked);
    return code;
}
