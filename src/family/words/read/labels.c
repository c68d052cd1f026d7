/* Reads the labels of bonus tiles that differ from the others by their colour, as Boggle apps draw them.
 *
 *      +-----------+     The tile itself is coloured; a small label in its upper left corner has a bonus text. Apps use
 *      |[TL]       |     different colours, so only the text counts. All labels are at the same position: the one of
 *      |     E     |     several at which most coloured tiles have a readable text. Tiles of one colour have the same
 *      |           |     bonus, and a coloured tile without a readable label is uncertain.
 *      +-----------+ */
#include "family/words/read/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = COMB_WORDS_PATCH, PIXELS = SIDE * SIDE, BONUSES = 4, MIN_PITCH = 60 /* pixels, to read a label */ };

#define COLOURED_DISTANCE 80 /* of a bonus tile's colour from that of most tiles */
#define MIN_COLOURED_DISTANCE 25
#define SAME_COLOUR 60
#define LABEL_REACH 0.13 /* in pitches */
#define WIDE_REACH 0.155
#define MIN_LIKENESS 0.3
#define MIN_CONFIDENCE 0.6
#define MIN_SCORE 0.9 /* sum of confidences of all labels */

/* Possible centres of the text, in pitches from the tile's centre. */
static const double centres_x[] = {-0.33, -0.29, -0.25}, centres_y[] = {-0.37, -0.335, -0.3};

struct label {
    unsigned tile, colour;
    int bonus; /* -1 unreadable */
    double confidence;
};

struct labels {
    double x, y; /* of the text, in pitches from the tile's centre */
    unsigned count;
    struct label list[COMB_WORDS_MAX_CELLS];
};

static int compare_unsigned(const void *a, const void *b)
{
    unsigned one = *(const unsigned *)a, other = *(const unsigned *)b;
    return (one > other) - (one < other);
}

static unsigned usual_colour(const unsigned *colours, unsigned count)
{
    unsigned out = 0, values[COMB_WORDS_MAX_CELLS] = {0};
    for (unsigned shift = 0; shift < 24; shift += 8) {
        for (unsigned i = 0; i < count; i++)
            values[i] = colours[i] >> shift & 255;
        qsort(values, count, sizeof *values, compare_unsigned);
        out |= values[count / 2] << shift;
    }
    return out;
}

static double brightness(unsigned colour)
{
    return fmax(colour >> 16 & 255, fmax(colour >> 8 & 255, colour & 255));
}

/* Lists the tiles whose colour differs from that of most. */
static void find_coloured(struct labels *labels, const struct comb_words_detection *board)
{
    unsigned colours[COMB_WORDS_MAX_CELLS], count = 0;
    for (unsigned i = 0; i < board->count; i++)
        if (board->places[i].cell)
            colours[count++] = comb_words_middle_colour(comb_words_patch(board, &board->places[i]), board->side,
                                                        COMB_WORDS_KEEP_SQUARE);
    unsigned usual = count ? usual_colour(colours, count) : 0;
    double limit = fmax(MIN_COLOURED_DISTANCE, COLOURED_DISTANCE * brightness(usual) / 230);
    for (unsigned i = 0, at = 0; i < board->count; i++) {
        if (!board->places[i].cell)
            continue;
        if (comb_words_distance(colours[at], usual) > limit)
            labels->list[labels->count++] = (struct label){.tile = i, .colour = colours[at], .bonus = -1};
        at++;
    }
}

static int read_label_within(struct label *label, const struct comb_words_detection *board, double x, double y,
                             double reach, struct comb_error *err)
{
    unsigned char rgb[3 * PIXELS], cover[PIXELS];
    const struct comb_words_place *place = &board->places[label->tile];
    struct comb_glyph glyph;
    comb_grid_patch(rgb, SIDE, board->detection->picture, board->grid, place->x + board->origin_x + x,
                    place->y + board->origin_y + y, reach, 0);
    if (!comb_ink_of_patch(cover, NULL, NULL, rgb, SIDE, 1.0))
        return COMB_OK;
    int code = comb_glyph_read(&glyph, &(struct comb_glyph_bitmap){SIDE, SIDE, cover}, comb_words_bonus_texts, err);
    if (code != COMB_OK || glyph.likeness < MIN_LIKENESS || glyph.confidence < MIN_CONFIDENCE ||
        glyph.confidence <= label->confidence)
        return code;
    label->confidence = glyph.confidence;
    for (int i = 0; comb_words_bonus_texts[i]; i++)
        if (strcmp(glyph.text, comb_words_bonus_texts[i]) == 0)
            label->bonus = i % BONUSES;
    return COMB_OK;
}

/* A wide text (TW) does not fit in the area that suits a narrow one (TL). */
static int read_label(struct label *label, const struct comb_words_detection *board, double x, double y,
                      struct comb_error *err)
{
    label->bonus = -1;
    label->confidence = 0;
    int code = read_label_within(label, board, x, y, LABEL_REACH, err);
    return code == COMB_OK ? read_label_within(label, board, x, y, WIDE_REACH, err) : code;
}

/* Reads all labels at one position; replaces *best if more of them are readable there. */
static int try_position(struct labels *best, double *score, const struct comb_words_detection *board, double x,
                        double y, struct comb_error *err)
{
    struct labels here = *best;
    double sum = 0;
    here.x = x;
    here.y = y;
    int code = COMB_OK;
    for (unsigned i = 0; code == COMB_OK && i < here.count; i++) {
        code = read_label(&here.list[i], board, x, y, err);
        sum += here.list[i].confidence;
    }
    if (code == COMB_OK && sum > *score) {
        *score = sum;
        *best = here;
    }
    return code;
}

/* Whether tiles of the usual colour have labels too: then the colour has another reason, such as a selection. */
static int find_uncoloured(bool *found, const struct labels *labels, const struct comb_words_detection *board,
                           struct comb_error *err)
{
    int code = COMB_OK;
    *found = false;
    for (unsigned i = 0, at = 0; code == COMB_OK && i < board->count; i++) {
        struct label label = {.tile = i};
        if (at < labels->count && labels->list[at].tile == i) {
            at++;
            continue;
        }
        if (board->places[i].cell)
            code = read_label(&label, board, labels->x, labels->y, err);
        *found |= label.bonus >= 0 && label.confidence > 0;
    }
    return code;
}

/* The bonus of most tiles of this colour, and its share. */
static int vote(double *confidence, const struct labels *labels, unsigned colour)
{
    double votes[BONUSES] = {0}, all = 0;
    int best = 0;
    for (unsigned i = 0; i < labels->count; i++) {
        const struct label *label = &labels->list[i];
        if (label->bonus < 0 || comb_words_distance(label->colour, colour) > SAME_COLOUR)
            continue;
        votes[label->bonus] += label->confidence;
        all += 1;
    }
    for (int k = 1; k < BONUSES; k++)
        best = votes[k] > votes[best] ? k : best;
    *confidence = all > 0 ? votes[best] / all : 0;
    return all > 0 ? best : -1;
}

static void set_states(struct comb_words_detection *board, const struct labels *labels)
{
    for (unsigned i = 0; i < labels->count; i++) {
        struct comb_words_place *place = &board->places[labels->list[i].tile];
        double share;
        int bonus = vote(&share, labels, labels->list[i].colour);
        bool own = labels->list[i].bonus == bonus && bonus >= 0;
        place->state = bonus >= 0 ? comb_words_bonus_states[bonus] : place->state;
        place->state_confidence = bonus < 0 ? 0.4 : own ? fmax(labels->list[i].confidence, share) : 0.9 * share;
    }
}

unsigned comb_words_count_coloured(const struct comb_words_detection *board)
{
    struct labels labels = {0};
    find_coloured(&labels, board);
    return labels.count;
}

int comb_words_read_labels(unsigned *bonuses, struct comb_words_detection *board, struct comb_error *err)
{
    struct labels labels = {0};
    double score = 0;
    int code = COMB_OK;
    *bonuses = 0;
    if (board->grid->pitch < MIN_PITCH)
        return COMB_OK;
    find_coloured(&labels, board);
    for (unsigned i = 0; code == COMB_OK && labels.count > 0 && i < 9; i++)
        code = try_position(&labels, &score, board, centres_x[i % 3], centres_y[i / 3], err);
    bool uncoloured = false;
    if (code == COMB_OK && score >= MIN_SCORE)
        code = find_uncoloured(&uncoloured, &labels, board, err);
    if (code != COMB_OK || score < MIN_SCORE || uncoloured)
        return code;
    *bonuses = labels.count;
    set_states(board, &labels);
    return code;
}
