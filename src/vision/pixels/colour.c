/* Groups colours.
 *
 * Groups are formed by repeatedly joining the nearest two (single linkage, by a minimum spanning tree). The maximum
 * distance within a group is not fixed: the tree's edges, sorted by length, are short within groups and long between
 * them. The cut is at the widest relative jump between a length that may be noise and one that a game would use to
 * distinguish two kinds of cells.
 *
 *     edge lengths   . .. ...:. .                |            |    |  |
 *                    noise         ^ cut here     kinds of cells
 *
 * Cost: quadratic in the number of cells (hundreds). */
#include "vision/pixels/colour.h"

#include <math.h>
#include <stdlib.h>

static double linear(unsigned value)
{
    double fraction = value / 255.0;
    return fraction <= 0.04045 ? fraction / 12.92 : pow((fraction + 0.055) / 1.055, 2.4);
}

static double lightness(double light)
{
    return light > 0.008856 ? cbrt(light) : 7.787 * light + 16 / 116.0;
}

struct comb_lab comb_lab_of(unsigned colour)
{
    double r = linear(colour >> 16 & 255), g = linear(colour >> 8 & 255), b = linear(colour & 255);
    double x = lightness((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
    double y = lightness(0.2126 * r + 0.7152 * g + 0.0722 * b);
    double z = lightness((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    return (struct comb_lab){116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double comb_lab_distance(struct comb_lab first, struct comb_lab second)
{
    double l = first.lightness - second.lightness, a = first.a - second.a, b = first.b - second.b;
    return sqrt(l * l + a * a + b * b);
}

static int channel(unsigned colour, unsigned shift)
{
    return (int)(colour >> shift & 255);
}

static bool alike(unsigned first, unsigned second)
{
    enum { MAX = 20 };
    for (unsigned shift = 0; shift <= 16; shift += 8)
        if (abs(channel(first, shift) - channel(second, shift)) > MAX)
            return false;
    return true;
}

unsigned comb_colour_mode(const unsigned *colours, size_t count)
{
    size_t best = 0, best_votes = 0;
    for (size_t i = 0; i < count; i++) {
        size_t votes = 0;
        for (size_t j = 0; j < count; j++)
            votes += alike(colours[i], colours[j]);
        if (votes > best_votes) {
            best_votes = votes;
            best = i;
        }
    }
    size_t sums[3] = {0};
    for (size_t j = 0; j < count; j++)
        for (unsigned c = 0; c < 3 && alike(colours[best], colours[j]); c++)
            sums[c] += (size_t)channel(colours[j], 8 * c);
    unsigned mean = 0;
    for (unsigned c = 0; c < 3 && best_votes; c++)
        mean |= (unsigned)((sums[c] + best_votes / 2) / best_votes) << 8 * c;
    return mean;
}

struct tree {
    struct comb_lab *labs;
    double *length; /* of the edge that joined i to the tree */
    size_t *parent;
    bool *inside;
    double *sorted;
    unsigned *number; /* group number from 1, 0 if none yet */
};

static void grow_tree(struct tree *tree, size_t count)
{
    for (size_t i = 0; i < count; i++)
        tree->length[i] = i ? INFINITY : 0;
    for (size_t round = 0; round < count; round++) {
        size_t next = count;
        for (size_t i = 0; i < count; i++)
            if (!tree->inside[i] && (next == count || tree->length[i] < tree->length[next]))
                next = i;
        tree->inside[next] = true;
        for (size_t i = 0; i < count; i++) {
            double distance = comb_lab_distance(tree->labs[i], tree->labs[next]);
            if (!tree->inside[i] && distance < tree->length[i]) {
                tree->length[i] = distance;
                tree->parent[i] = next;
            }
        }
    }
}

static int by_length(const void *a, const void *b)
{
    double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

/* Below `never` two colours are always one, above `always` never; between them the widest jump decides, if it is wide
 * enough. */
static double find_cut(const double *sorted, size_t count)
{
    static const double never = 2.5, always = 12, min_jump = 1.5;
    double cut = always, widest = min_jump;
    for (size_t i = 0; i < count; i++) {
        double before = i && sorted[i - 1] > never ? sorted[i - 1] : never;
        double after = sorted[i] < always ? sorted[i] : always;
        if (after / before > widest) {
            widest = after / before;
            cut = sqrt(before * after);
        }
    }
    return cut;
}

/* Labels by walking up the tree until an edge is too long; then renumbers the groups by decreasing size. */
static unsigned number_groups(unsigned *group, const struct tree *tree, size_t count, double cut)
{
    unsigned groups = 0;
    for (size_t i = 0; i < count; i++) {
        size_t top = i;
        while (top && tree->length[top] <= cut)
            top = tree->parent[top];
        group[i] = (unsigned)top;
    }
    for (size_t done = 0; done < count; groups++) {
        size_t best = count, best_size = 0;
        for (size_t top = 0; top < count; top++) {
            size_t size = 0;
            for (size_t i = 0; i < count; i++)
                size += group[i] == top && !tree->number[i];
            if (size > best_size) {
                best_size = size;
                best = top;
            }
        }
        for (size_t i = 0; i < count; i++)
            if (group[i] == best && !tree->number[i])
                tree->number[i] = 1 + groups;
        done += best_size;
    }
    for (size_t i = 0; i < count; i++)
        group[i] = tree->number[i] - 1;
    return groups;
}

static unsigned group_with(struct tree *tree, unsigned *group, const unsigned *colours, size_t count)
{
    for (size_t i = 0; i < count; i++)
        tree->labs[i] = comb_lab_of(colours[i]);
    grow_tree(tree, count);
    for (size_t i = 0; i < count; i++)
        tree->sorted[i] = tree->length[i];
    qsort(tree->sorted, count, sizeof *tree->sorted, by_length);
    return number_groups(group, tree, count, find_cut(tree->sorted, count));
}

unsigned comb_colour_groups(unsigned *group, const unsigned *colours, size_t count)
{
    struct tree tree = {.labs = calloc(count + 1, sizeof *tree.labs),
                        .length = calloc(count + 1, sizeof *tree.length),
                        .parent = calloc(count + 1, sizeof *tree.parent),
                        .inside = calloc(count + 1, sizeof *tree.inside),
                        .sorted = calloc(count + 1, sizeof *tree.sorted),
                        .number = calloc(count + 1, sizeof *tree.number)};
    unsigned groups = 0;
    if (tree.labs && tree.length && tree.parent && tree.inside && tree.sorted && tree.number)
        groups = group_with(&tree, group, colours, count);
    free(tree.labs);
    free(tree.length);
    free(tree.parent);
    free(tree.inside);
    free(tree.sorted);
    free(tree.number);
    return groups;
}
