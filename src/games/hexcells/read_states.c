/* Which colour means what. Nothing says that orange is hidden but the game's own habit, and pictures come recoloured,
 * inverted, or made for other eyes. Evidence, strongest first:
 *
 *     the counters   their boxes have the colour of blue cells
 *     texts          a cell with a text is not hidden; a black one always has a text
 *     families       warm colours are hidden, cold ones blue, colours without colour black
 *
 * The clusters that sight found are given one state each. */
#include "games/hexcells/read_parts.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_CLUSTERS = 24, GREY_CHROMA = 36 };

static const double GREY_SATURATION = 0.2, ORANGE = 38, BLUE = 200;

struct hue {
    double degrees;
    double saturation;
    int chroma, light;
};

static struct hue hue_of(unsigned colour)
{
    int r = (int)(colour >> 16 & 255), g = (int)(colour >> 8 & 255), b = (int)(colour & 255);
    int most = r > g ? (r > b ? r : b) : (g > b ? g : b), least = r < g ? (r < b ? r : b) : (g < b ? g : b);
    int chroma = most - least;
    double sector = 0;
    if (chroma > 0)
        sector = most == r   ? (double)(g - b) / chroma
                 : most == g ? 2 + (double)(b - r) / chroma
                             : 4 + (double)(r - g) / chroma;
    return (struct hue){.degrees = fmod(60 * sector + 360, 360),
                        .saturation = most > 0 ? (double)chroma / most : 0,
                        .chroma = chroma,
                        .light = most};
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

/* How much warmer than cold: positive is nearer to orange than to blue. */
static double warmth(struct hue hue)
{
    return apart(hue.degrees, BLUE) - apart(hue.degrees, ORANGE);
}

struct cluster {
    unsigned cells, inked;
    struct hue hue;
    unsigned colour;
    bool grey, pale;
    enum comb_hexcells_state state;
};

static unsigned count_clusters(struct cluster *clusters, const struct comb_hexcells_seen *seen)
{
    unsigned count = 0;
    for (unsigned i = 0; i < seen->cell_count; i++) {
        unsigned number = seen->cells[i].seen.cluster;
        if (number >= MOST_CLUSTERS)
            continue;
        struct cluster *cluster = &clusters[number];
        if (cluster->cells++ == 0)
            cluster->colour =
                number < seen->grid->colour_count ? seen->grid->colours[number].colour : seen->cells[i].seen.colour;
        cluster->inked += seen->cells[i].ink.contrast > 0;
        count = number + 1 > count ? number + 1 : count;
    }
    for (unsigned i = 0; i < count; i++) {
        clusters[i].hue = hue_of(clusters[i].colour);
        clusters[i].grey = is_grey(clusters[i].hue);
    }
    return count;
}

/* The colour of the counters' boxes is that of blue cells: what looks like it is blue, what has colour and does not is
 * hidden. */
static bool judge_by_counter(struct cluster *clusters, unsigned count, unsigned counter)
{
    struct hue box = hue_of(counter);
    if (is_grey(box))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (!clusters[i].grey)
            clusters[i].state =
                apart(clusters[i].hue.degrees, box.degrees) < 45 ? COMB_HEXCELLS_SEEN_BLUE : COMB_HEXCELLS_SEEN_HIDDEN;
    return true;
}

/* By hue and by texts; how sure that is. */
static double judge_by_hue(struct cluster *clusters, unsigned count)
{
    double sure = 1;
    for (unsigned i = 0; i < count; i++) {
        struct cluster *cluster = &clusters[i];
        if (cluster->grey || cluster->cells == 0)
            continue;
        double warm = warmth(cluster->hue);
        cluster->state = warm > 0 ? COMB_HEXCELLS_SEEN_HIDDEN : COMB_HEXCELLS_SEEN_BLUE;
        sure = fmin(sure, 0.5 + fabs(warm) / 100);
    }
    return sure;
}

/* Our own drawings dim a blue cell by washing out its colour: it is light, and bluish still. */
static void find_washed(struct cluster *clusters, unsigned count)
{
    int strongest = 0;
    bool dark = false;
    for (unsigned i = 0; i < count; i++) {
        if (clusters[i].cells > 0 && clusters[i].state == COMB_HEXCELLS_SEEN_BLUE && clusters[i].hue.chroma > strongest)
            strongest = clusters[i].hue.chroma;
        dark |= clusters[i].cells > 0 && clusters[i].grey && clusters[i].hue.light < 128;
    }
    for (unsigned i = 0; i < count; i++) {
        struct cluster *cluster = &clusters[i];
        if (cluster->grey && dark && cluster->hue.light > 190 && cluster->hue.chroma >= 10 &&
            apart(cluster->hue.degrees, BLUE) < 45)
            cluster->state = COMB_HEXCELLS_SEEN_BLUE;
        cluster->pale = cluster->state == COMB_HEXCELLS_SEEN_BLUE && cluster->hue.chroma < 0.6 * strongest;
    }
}

/* Texts where there should be none, and the other way round, are a sign that states are mixed up. */
static double judge_by_text(const struct cluster *clusters, unsigned count)
{
    unsigned cells = 0, odd = 0;
    for (unsigned i = 0; i < count; i++) {
        cells += clusters[i].cells;
        if (clusters[i].state == COMB_HEXCELLS_SEEN_HIDDEN)
            odd += clusters[i].inked;
        if (clusters[i].state == COMB_HEXCELLS_SEEN_BLACK)
            odd += clusters[i].cells - clusters[i].inked;
    }
    return cells > 0 ? 1 - (double)odd / cells : 0;
}

int comb_hexcells_see_states(struct comb_hexcells_seen *seen, struct comb_error *err)
{
    struct cluster clusters[MOST_CLUSTERS] = {0};
    unsigned count = count_clusters(clusters, seen);
    (void)err;
    for (unsigned i = 0; i < count; i++)
        clusters[i].state = COMB_HEXCELLS_SEEN_BLACK;
    bool boxed = seen->remaining.boxed && judge_by_counter(clusters, count, seen->remaining.colour);
    double sure = boxed ? 1 : judge_by_hue(clusters, count);
    find_washed(clusters, count);
    seen->colour_confidence = sure;
    seen->likeness = judge_by_text(clusters, count);
    for (unsigned i = 0; i < seen->cell_count; i++) {
        unsigned number = seen->cells[i].seen.cluster;
        seen->cells[i].state = number < count ? clusters[number].state : COMB_HEXCELLS_SEEN_BLACK;
        seen->cells[i].pale = number < count && clusters[number].pale;
    }
    return COMB_OK;
}
