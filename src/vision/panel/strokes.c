/* Finds strokes: pieces of vertical and horizontal lines of constant width.
 *
 *     row  5   ..####......    a run of the line's colour in each row; runs of nearly equal length below each other
 *     row  6   ..####......    form a stroke, which ends where the line meets another one, bends or breaks
 *     row  7   ..############
 *
 * Horizontal lines are found by the same pass over the transposed picture. A stroke carries the straight line fitted to
 * the middles of its runs, so a rotated picture gives slanted strokes. The width shared by the greatest length of
 * vertical and horizontal strokes is the thickness of the lines; letters and borders have little or no common width.
 *
 * Cost: one pass in each direction over every step-th row, for each pair of colours that is tried. */
#include "vision/panel/parts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A run, with the sums of the stroke that it continues. */
struct run {
    int from, to; /* pixels, `to` one beyond */
    bool matched;
    int first;
    double n, along, across, along2, both, width;
};

struct walk {
    const uint16_t *codes;
    int width, height, step;
    const unsigned char *mask;
    struct comb_panel_stroke *out;
    size_t *count;
    struct run *runs[2];
    int counts[2];
};

static void finish_stroke(struct walk *walk, const struct run *run, int last)
{
    double length = last - run->first + walk->step, width = run->width / run->n;
    if (run->n < 3 || length < 1.2 * width || *walk->count == COMB_PANEL_MAX_STROKES)
        return;
    double mean = run->along / run->n, spread = run->along2 - run->along * mean;
    double slope = spread > 0 ? (run->both - run->across * mean) / spread : 0;
    walk->out[(*walk->count)++] = (struct comb_panel_stroke){.at = run->across / run->n - slope * mean,
                                                             .slope = slope,
                                                             .from = run->first,
                                                             .to = last + walk->step,
                                                             .width = width};
}

static void gather(struct run *run, int y)
{
    double across = (run->from + run->to) / 2.0, along = y + 0.5;
    run->n++;
    run->along += along;
    run->across += across;
    run->along2 += along * along;
    run->both += along * across;
    run->width += run->to - run->from;
}

static bool continues(const struct run *above, const struct run *run, int step)
{
    int length = run->to - run->from, before = above->to - above->from;
    double shift = fabs((run->from + run->to - above->from - above->to) / 2.0);
    int longer = length > before ? length : before;
    double slack = 0.25 * longer > 1.01 ? 0.25 * longer : 1.01;
    return !above->matched && abs(length - before) <= slack && shift <= 1.01 + 0.09 * step;
}

/* Finds the runs of one row; those longer than `max` are not part of a stroke. */
static int find_runs(struct run *runs, const struct walk *walk, int y, int max)
{
    const uint16_t *row = walk->codes + (size_t)walk->width * (size_t)y;
    int count = 0, from = -1;
    for (int x = 0; x <= walk->width; x++) {
        bool on = x < walk->width && walk->mask[row[x]];
        if (on && from < 0)
            from = x;
        if (on || from < 0)
            continue;
        if (x - from >= 2 && x - from <= max)
            runs[count++] = (struct run){.from = from, .to = x, .first = y};
        from = -1;
    }
    return count;
}

static void link_runs(struct walk *walk, int now, int y)
{
    struct run *above = walk->runs[!now], *runs = walk->runs[now];
    int k = 0;
    for (int i = 0; i < walk->counts[now]; i++) {
        while (k < walk->counts[!now] && above[k].to <= runs[i].from)
            k++;
        if (k < walk->counts[!now] && above[k].from < runs[i].to && continues(&above[k], &runs[i], walk->step)) {
            int from = runs[i].from, to = runs[i].to;
            runs[i] = above[k];
            runs[i].from = from;
            runs[i].to = to;
            above[k].matched = true;
        }
        gather(&runs[i], y);
    }
    for (int i = 0; i < walk->counts[!now]; i++)
        if (!above[i].matched)
            finish_stroke(walk, &above[i], y - walk->step);
}

static void walk_rows(struct walk *walk)
{
    int max = (walk->width < walk->height ? walk->width : walk->height) / 6, now = 0, last = 0;
    for (int y = 0; y < walk->height; y += walk->step, now = !now) {
        walk->counts[now] = find_runs(walk->runs[now], walk, y, max);
        link_runs(walk, now, y);
        last = y;
    }
    for (int i = 0; i < walk->counts[!now]; i++)
        finish_stroke(walk, &walk->runs[!now][i], last);
}

/* Length of strokes by width, in half pixels. A stroke of a lattice ends at the next node; frames around it have much
 * longer ones, which count as little more. */
enum { WIDTHS = 256 };

static void count_widths(double lengths[WIDTHS], const struct comb_panel_stroke *strokes, size_t count)
{
    memset(lengths, 0, WIDTHS * sizeof *lengths);
    for (size_t i = 0; i < count; i++) {
        double length = strokes[i].to - strokes[i].from;
        int width = (int)(strokes[i].width * 2 + 0.5);
        if (length >= 1.4 * strokes[i].width && width < WIDTHS)
            lengths[width] += fmin(length, 16 * strokes[i].width);
    }
}

static double sum_of(const double lengths[WIDTHS], int from, int to)
{
    double sum = 0;
    for (int i = from; i <= to && i < WIDTHS; i++)
        sum += lengths[i];
    return sum;
}

/* The mean of the widths around one, by their lengths. */
static double mean_width(const double lengths[WIDTHS], int width, int slack)
{
    assert(width >= slack);
    double sum = 0, weight = 0;
    for (int k = width - slack; k <= width + slack && k < WIDTHS; k++) {
        weight += lengths[k];
        sum += k * lengths[k] / 2;
    }
    return weight > 0 ? sum / weight : 0;
}

static int slack_of(int width)
{
    return width / 5 > 1 ? width / 5 : 1;
}

/* A panel seen at an angle has thinner lines in one direction than in the other. Less convincing than equal widths. */
static void find_widths(struct comb_panel_strokes *strokes, double lengths[2][WIDTHS])
{
    const double oblique = 0.7;
    double sums[2][WIDTHS] = {{0}}, best = 0;
    int widths[2] = {0};
    for (int width = 4; width < WIDTHS; width++)
        for (int i = 0; i < 2; i++)
            sums[i][width] = sum_of(lengths[i], width - slack_of(width), width + slack_of(width));
    for (int a = 4; a < WIDTHS; a++)
        for (int b = a * 2 / 5 > 4 ? a * 2 / 5 : 4; sums[0][a] > best && b < WIDTHS && 2 * b <= 5 * a; b++)
            if (fmin(sums[0][a], sums[1][b]) > best) {
                best = fmin(sums[0][a], sums[1][b]);
                widths[0] = a;
                widths[1] = b;
            }
    for (int i = 0; i < 2; i++)
        strokes->widths[i] = best > 0 ? mean_width(lengths[i], widths[i], slack_of(widths[i])) : 0;
    strokes->score = fmax(strokes->score, oblique * best);
}

static void find_width(struct comb_panel_strokes *strokes)
{
    double lengths[2][WIDTHS];
    for (int i = 0; i < 2; i++)
        count_widths(lengths[i], strokes->strokes[i], strokes->count[i]);
    strokes->score = strokes->width = 0;
    for (int width = 4; width < WIDTHS; width++) {
        int slack = slack_of(width);
        double upright = sum_of(lengths[0], width - slack, width + slack);
        double level = sum_of(lengths[1], width - slack, width + slack);
        double score = upright < level ? upright : level, both[WIDTHS];
        if (score <= strokes->score)
            continue;
        strokes->score = score;
        for (int k = 0; k < WIDTHS; k++)
            both[k] = lengths[0][k] + lengths[1][k];
        strokes->width = mean_width(both, width, slack);
    }
    find_widths(strokes, lengths);
}

bool comb_panel_strokes_find(struct comb_panel_strokes *strokes, const struct comb_panel_codes *codes,
                             const unsigned char mask[COMB_PANEL_CODES], unsigned step)
{
    size_t room = (codes->width > codes->height ? codes->width : codes->height) / 2 + 1;
    struct run *runs = malloc(2 * room * sizeof *runs);
    if (!runs)
        return false;
    for (int side = 0; side < 2; side++) {
        struct walk walk = {.codes = side ? codes->columns : codes->rows,
                            .width = (int)(side ? codes->height : codes->width),
                            .height = (int)(side ? codes->width : codes->height),
                            .step = (int)step,
                            .mask = mask,
                            .out = strokes->strokes[side],
                            .count = &strokes->count[side],
                            .runs = {runs, runs + room}};
        strokes->count[side] = 0;
        if (side == 0 || strokes->count[0] > 1)
            walk_rows(&walk);
    }
    free(runs);
    find_width(strokes);
    return true;
}
