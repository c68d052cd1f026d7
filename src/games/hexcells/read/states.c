/* Decides which colour means which state. Only convention makes orange hidden; pictures may be recoloured, inverted, or
 * use colour-blind palettes. Evidence, strongest first:
 *
 *     the counters   their boxes have the colour of blue cells
 *     texts          a cell with a text is not hidden; a black one always has a text
 *     hues           warm colours are hidden, cold ones blue, unsaturated ones black
 *
 * Each detected colour cluster gets one state. */
#include "games/hexcells/read/parts.h"

#include <math.h>
#include <stdlib.h>

enum { MAX_CLUSTERS = 24, GREY_CHROMA = 36 };

static const double GREY_SATURATION = 0.2, ORANGE = 38, BLUE = 200;

struct hue {
    double degrees;
    double saturation;
    int chroma, light;
};

static struct hue hue_of(unsigned colour)
{
    int r = (int)(colour >> 16 & 255), g = (int)(colour >> 8 & 255), b = (int)(colour & 255);
    int max = r > g ? (r > b ? r : b) : (g > b ? g : b), min = r < g ? (r < b ? r : b) : (g < b ? g : b);
    int chroma = max - min;
    double sector = 0;
    if (chroma > 0)
        sector = max == r   ? (double)(g - b) / chroma
                 : max == g ? 2 + (double)(b - r) / chroma
                            : 4 + (double)(r - g) / chroma;
    return (struct hue){.degrees = fmod(60 * sector + 360, 360),
                        .saturation = max > 0 ? (double)chroma / max : 0,
                        .chroma = chroma,
                        .light = max};
}

static bool is_grey(struct hue hue)
{
    return hue.chroma < GREY_CHROMA || hue.saturation < GREY_SATURATION;
}

static double apart(double a, double b)
{
    double difference = fabs(a - b);
    return difference > 180 ? 360 - difference : difference;
}

/* Warm minus cold: positive is nearer to orange than to blue. */
static double warmth(struct hue hue)
{
    return apart(hue.degrees, BLUE) - apart(hue.degrees, ORANGE);
}

struct cluster {
    unsigned cells, inked;
    struct hue hue;
    unsigned colour;
    bool grey, pale;
    enum comb_hexcells_detected_state state;
};

static unsigned count_clusters(struct cluster *clusters, const struct comb_hexcells_detection *board)
{
    unsigned count = 0;
    for (unsigned i = 0; i < board->cell_count; i++) {
        unsigned number = board->cells[i].detected.cluster;
        if (number >= MAX_CLUSTERS)
            continue;
        struct cluster *cluster = &clusters[number];
        if (cluster->cells++ == 0)
            cluster->colour = number < board->grid->colour_count ? board->grid->colours[number].colour
                                                                 : board->cells[i].detected.colour;
        cluster->inked += board->cells[i].ink.contrast > 0;
        count = number + 1 > count ? number + 1 : count;
    }
    for (unsigned i = 0; i < count; i++) {
        clusters[i].hue = hue_of(clusters[i].colour);
        clusters[i].grey = is_grey(clusters[i].hue);
    }
    return count;
}

/* The counters' boxes have the colour of blue cells: clusters like it are blue, other saturated ones are hidden. */
static bool decide_by_counter(struct cluster *clusters, unsigned count, unsigned counter)
{
    struct hue box = hue_of(counter);
    if (is_grey(box))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (!clusters[i].grey)
            clusters[i].state = apart(clusters[i].hue.degrees, box.degrees) < 45 ? COMB_HEXCELLS_DETECTED_BLUE
                                                                                 : COMB_HEXCELLS_DETECTED_HIDDEN;
    return true;
}

/* Decides by hue and by texts; returns the confidence. */
static double decide_by_hue(struct cluster *clusters, unsigned count)
{
    double confidence = 1;
    for (unsigned i = 0; i < count; i++) {
        struct cluster *cluster = &clusters[i];
        if (cluster->grey || cluster->cells == 0)
            continue;
        double warm = warmth(cluster->hue);
        cluster->state = warm > 0 ? COMB_HEXCELLS_DETECTED_HIDDEN : COMB_HEXCELLS_DETECTED_BLUE;
        confidence = fmin(confidence, 0.5 + fabs(warm) / 100);
    }
    return confidence;
}

/* Our own drawings dim a blue cell by washing out its colour: it is light, but still bluish. */
static void find_washed(struct cluster *clusters, unsigned count)
{
    int strongest = 0;
    bool dark = false;
    for (unsigned i = 0; i < count; i++) {
        if (clusters[i].cells > 0 && clusters[i].state == COMB_HEXCELLS_DETECTED_BLUE &&
            clusters[i].hue.chroma > strongest)
            strongest = clusters[i].hue.chroma;
        dark |= clusters[i].cells > 0 && clusters[i].grey && clusters[i].hue.light < 128;
    }
    for (unsigned i = 0; i < count; i++) {
        struct cluster *cluster = &clusters[i];
        if (cluster->grey && dark && cluster->hue.light > 190 && cluster->hue.chroma >= 10 &&
            apart(cluster->hue.degrees, BLUE) < 45)
            cluster->state = COMB_HEXCELLS_DETECTED_BLUE;
        cluster->pale = cluster->state == COMB_HEXCELLS_DETECTED_BLUE && cluster->hue.chroma < 0.6 * strongest;
    }
}

/* Texts where there should be none, or none where there should be, indicate swapped states. */
static double rate_by_text(const struct cluster *clusters, unsigned count)
{
    unsigned cells = 0, odd_count = 0;
    for (unsigned i = 0; i < count; i++) {
        cells += clusters[i].cells;
        if (clusters[i].state == COMB_HEXCELLS_DETECTED_HIDDEN)
            odd_count += clusters[i].inked;
        if (clusters[i].state == COMB_HEXCELLS_DETECTED_BLACK)
            odd_count += clusters[i].cells - clusters[i].inked;
    }
    return cells > 0 ? 1 - (double)odd_count / cells : 0;
}

int comb_hexcells_detect_states(struct comb_hexcells_detection *board, struct comb_error *err)
{
    struct cluster clusters[MAX_CLUSTERS] = {0};
    unsigned count = count_clusters(clusters, board);
    (void)err;
    for (unsigned i = 0; i < count; i++)
        clusters[i].state = COMB_HEXCELLS_DETECTED_BLACK;
    bool boxed = board->remaining.boxed && decide_by_counter(clusters, count, board->remaining.colour);
    double confidence = boxed ? 1 : decide_by_hue(clusters, count);
    find_washed(clusters, count);
    board->colour_confidence = confidence;
    board->likeness = rate_by_text(clusters, count);
    for (unsigned i = 0; i < board->cell_count; i++) {
        unsigned number = board->cells[i].detected.cluster;
        board->cells[i].state = number < count ? clusters[number].state : COMB_HEXCELLS_DETECTED_BLACK;
        board->cells[i].pale = number < count && clusters[number].pale;
    }
    return COMB_OK;
}
