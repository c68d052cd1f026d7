/* Computes which colours the cells of a single clue can have. Exact, without listing the patterns.
 *
 * A clue with a mark is about windows: sets of `count` consecutive places. {n} allows only the windows, -n- allows
 * everything with the right count except the windows.
 *
 *      line of 5, n = 3      B B B . .    . B B B .    . . B B B         3 windows
 *      ring of 6, n = 2      one window per place, the last one wraps around: B . . . . B
 *      ring with a gap       B B _ . . .   no window contains the gap: 4 windows of 2, at 0-1, 3-4, 4-5 and 5-0
 *
 *   n      a cell can be blue if a blue one is still missing, black if not all unknown cells must be blue
 *   {n}    try every window: O(size * n)
 *   -n-    patterns with the right count and the cell blue: C(unknown - 1, missing - 1); it can be blue if that is
 *          more than the number of fitting windows that contain it. The same for black. O(size * n)
 *
 * There are at most `size` windows, so the binomials may be capped just above that. Windows are different sets except
 * if n = 0 or the window is the whole ring: then there is one. */
#include "games/hexcells/logic/parts.h"

#include <assert.h>

struct tally {
    unsigned blue;
    unsigned unknown;
};

static struct tally tally_of(const struct comb_hexcells_clue *clue, const signed char *colours)
{
    struct tally tally = {0, 0};
    for (unsigned i = 0; i < clue->size; i++) {
        if (clue->cells[i] == COMB_HEXCELLS_GAP)
            continue;
        signed char colour = colours[clue->cells[i]];
        tally.blue += colour == COMB_HEXCELLS_BLUE;
        tally.unknown += colour == COMB_HEXCELLS_UNKNOWN;
    }
    assert(tally.blue + tally.unknown <= clue->size);
    return tally;
}

unsigned comb_hexcells_clue_windows(const struct comb_hexcells_clue *clue)
{
    if (clue->count > clue->size)
        return 0;
    if (clue->count == 0 || clue->count == clue->size)
        return 1;
    return clue->ring ? clue->size : clue->size - clue->count + 1;
}

/* Whether a window has no gap and no black cell, and contains all `blue` blue cells. */
static bool window_fits(const struct comb_hexcells_clue *clue, const signed char *colours, unsigned window,
                        unsigned blue)
{
    for (unsigned k = 0; k < clue->count; k++) {
        unsigned cell = clue->cells[(window + k) % clue->size];
        if (cell == COMB_HEXCELLS_GAP || colours[cell] == COMB_HEXCELLS_BLACK)
            return false;
        if (colours[cell] == COMB_HEXCELLS_BLUE) {
            assert(blue > 0);
            blue--;
        }
    }
    return blue == 0;
}

bool comb_hexcells_window_fits(const struct comb_hexcells_clue *clue, const signed char *colours, unsigned window)
{
    return window_fits(clue, colours, window, tally_of(clue, colours).blue);
}

/* Counts the windows that fit, and for each place those that contain it. */
static unsigned fitting_windows(unsigned *inside, const struct comb_hexcells_clue *clue, const signed char *colours,
                                unsigned blue)
{
    unsigned fitting = 0;
    unsigned windows = comb_hexcells_clue_windows(clue);
    for (unsigned i = 0; i < clue->size; i++)
        inside[i] = 0;
    for (unsigned window = 0; window < windows; window++) {
        if (!window_fits(clue, colours, window, blue))
            continue;
        fitting++;
        for (unsigned k = 0; k < clue->count; k++)
            inside[(window + k) % clue->size]++;
    }
    return fitting;
}

/* min(cap, n over k); 0 for k outside 0..n. */
static unsigned long subsets(long n, long k, unsigned long cap)
{
    if (n < 0 || k < 0 || k > n)
        return 0;
    unsigned long result = 1;
    long smaller = k < n - k ? k : n - k;
    for (long i = 1; i <= smaller; i++) {
        result = result * (unsigned long)(n - smaller + i) / (unsigned long)i;
        if (result >= cap)
            return cap;
    }
    return result;
}

static unsigned char colour_options(bool black, bool blue)
{
    return (unsigned char)((black ? COMB_HEXCELLS_CAN_BE_BLACK : 0) | (blue ? COMB_HEXCELLS_CAN_BE_BLUE : 0));
}

static unsigned char apart_options(const struct comb_hexcells_clue *clue, unsigned inside, unsigned fitting,
                                   struct tally tally, long missing)
{
    unsigned long cap = (unsigned long)clue->size + 2;
    assert(inside <= fitting);
    return colour_options(subsets((long)tally.unknown - 1, missing, cap) > fitting - inside,
                          subsets((long)tally.unknown - 1, missing - 1, cap) > inside);
}

bool comb_hexcells_clue_options(unsigned char *can, unsigned *inside, const struct comb_hexcells_clue *clue,
                                const signed char *colours)
{
    struct tally tally = tally_of(clue, colours);
    long missing = (long)clue->count - (long)tally.blue;
    if (missing < 0 || missing > (long)tally.unknown)
        return false;
    unsigned fitting = 0;
    if (clue->arrangement != COMB_HEXCELLS_ANY_ARRANGEMENT)
        fitting = fitting_windows(inside, clue, colours, tally.blue);
    if (clue->arrangement == COMB_HEXCELLS_TOGETHER && fitting == 0)
        return false;
    if (clue->arrangement == COMB_HEXCELLS_APART &&
        subsets((long)tally.unknown, missing, (unsigned long)clue->size + 2) <= fitting)
        return false;
    for (unsigned i = 0; i < clue->size; i++) {
        if (clue->cells[i] == COMB_HEXCELLS_GAP)
            can[i] = 0;
        else if (colours[clue->cells[i]] != COMB_HEXCELLS_UNKNOWN)
            can[i] = colours[clue->cells[i]] ? COMB_HEXCELLS_CAN_BE_BLUE : COMB_HEXCELLS_CAN_BE_BLACK;
        else if (clue->arrangement == COMB_HEXCELLS_ANY_ARRANGEMENT)
            can[i] = colour_options((missing < (long)tally.unknown), (missing > 0));
        else if (clue->arrangement == COMB_HEXCELLS_TOGETHER)
            can[i] = colour_options((inside[i] < fitting), (inside[i] > 0));
        else
            can[i] = apart_options(clue, inside[i], fitting, tally, missing);
    }
    return true;
}

bool comb_hexcells_clue_holds(const struct comb_hexcells_clue *clue, const signed char *colours)
{
    unsigned blue = tally_of(clue, colours).blue;
    if (blue != clue->count || clue->arrangement == COMB_HEXCELLS_ANY_ARRANGEMENT)
        return blue == clue->count;
    bool together = false;
    unsigned windows = comb_hexcells_clue_windows(clue);
    for (unsigned window = 0; window < windows && !together; window++)
        together = window_fits(clue, colours, window, blue);
    return together == (clue->arrangement == COMB_HEXCELLS_TOGETHER);
}

bool comb_hexcells_clue_is_plain(const struct comb_hexcells_clue *clue)
{
    if (clue->arrangement == COMB_HEXCELLS_ANY_ARRANGEMENT)
        return true;
    if (clue->arrangement == COMB_HEXCELLS_APART)
        return false;
    return clue->count <= 1;
}
