/* Bounds for open regions.
 *
 *     o o o o .      The region R that the line will cut out has all of the core (#) and nothing beyond the flood
 *     o # # o .      (# and o). Counts over the core can only grow in R, counts over the flood only shrink. So a sum
 *     . # o o .      over the core bounds from below what R must eliminate, and the Ys of the flood bound from above
 *                    what it can.
 *
 * Why each bound is sound under each rule set:
 *
 * Local errors. A dot that no line can reach any more, a triangle whose count is out of reach: an error that lies in R
 * and needs a Y of its own, under every rule set.
 *
 * Squares. All colours but one must go, each square by a Y of its own: at least the squares of the core less those of
 * its most frequent colour. Every rule set ends with one colour at most, whichever it keeps.
 *
 * Stars, windmill. With n symbols of the colour (nothing is ever taken off that census) and n > 2, min(s, n - 2) of the
 * s stars go; with n = 1 the star goes. The first grows with R, the second holds if it holds for the flood.
 *
 * Stars, ttws and game. In the end a colour has no stars, or it has two symbols, stars among them; Ys are gone then and
 * do not count. So of n symbols in the core, s of them stars, at least min(s, n - 2) go or are errors themselves. Some
 * of these may be squares, triangles or pieces, so this sum is not added to those of squares and triangles: the larger
 * of two totals is taken, the other one counting only stars beyond the second.
 *
 * Idle Ys, windmill and ttws. Every Y must eliminate something. More Ys in the core than things in the flood that could
 * be eliminated (squares only if there are two colours) is wrong. In the game Ys cancel each other: not used there.
 *
 * Pieces. Only if the Ys that the bounds above leave over cannot remove all pieces of the core. The net size of the
 * pieces that stay is the area of R, or 0. Removing k pieces lowers it by the k largest yellow ones at most. If none
 * can be removed and no blue piece is in reach, R is covered exactly by pieces of the flood inside the flood: the sizes
 * of the core's pieces and of some others add up to an area between core and flood, each cell of the core needs a laid
 * piece over it, each piece of the core a place. The last two are found by remembering the laid piece that did it and
 * looking further only when it no longer does. */
#include "games/witness/open_parts.h"

#include "base/bitset.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_MEMO_BYTES = 32 << 20 };

/* What the core must eliminate, and what it may. */
struct bounds {
    unsigned ys;      /* in the flood */
    unsigned dots;    /* certain errors */
    unsigned wrong;   /* certain errors: triangles */
    unsigned squares; /* that must go */
    unsigned stars;   /* that must go, whatever else goes */
    unsigned symbols; /* of all colours of stars, that must go: not to be added to the above */
    bool split;       /* a dot left out that no region can answer for */
};

/* ---- tables ---- */

static void file_pieces(struct comb_witness_open *open)
{
    const struct comb_witness_judge *judge = open->judge;
    for (unsigned cell = 0; cell < judge->graph->cells; cell++) {
        if (!comb_bit_test(judge->all_pieces.words, cell))
            continue;
        unsigned kind = open->pieces->kind_at[cell];
        comb_bit_set(open->kind_cells[kind].words, cell);
        if (open->pieces->forms[kind].kind.size > 0)
            comb_bit_set(open->pieces->forms[kind].kind.negative ? open->blue.words : open->yellow.words, cell);
    }
}

/* Files the laid pieces under their kind. */
static void file_laid(struct comb_witness_open *open)
{
    unsigned cells = open->judge->graph->cells, count = open->pieces->laid_from[cells];
    uint32_t at = 0;
    memcpy(open->over_last, open->pieces->over_from, cells * sizeof *open->over_last);
    for (unsigned kind = 0; kind < open->pieces->kinds; kind++) {
        open->kind_from[kind] = open->kind_last[kind] = at;
        for (uint32_t i = 0; i < count; i++)
            if (comb_witness_open_laid(open, i)->kind == kind)
                open->kind_laid[at++] = i;
    }
    open->kind_from[open->pieces->kinds] = at;
}

static int make_tables(struct comb_witness_open *open)
{
    unsigned kinds = open->pieces->kinds, cells = open->judge->graph->cells;
    open->kind_cells = COMB_NEW_ARRAY(&open->arena, struct comb_witness_cells, kinds + 1);
    open->kind_last = COMB_NEW_ARRAY(&open->arena, uint32_t, kinds + 1);
    open->kind_from = COMB_NEW_ARRAY(&open->arena, uint32_t, kinds + 1);
    open->kind_laid = COMB_NEW_ARRAY(&open->arena, uint32_t, open->pieces->laid_from[cells] + 1);
    open->levels = COMB_NEW_ARRAY(&open->arena, struct comb_witness_open_level, cells + 1);
    open->available = COMB_NEW_ARRAY(&open->arena, uint16_t, kinds + 1);
    open->laid = COMB_NEW_ARRAY(&open->arena, uint16_t, kinds + 1);
    open->near = COMB_NEW_ARRAY(&open->arena, uint32_t, open->pieces->over_from[cells] + 1);
    if (!open->kind_cells || !open->kind_last || !open->kind_from || !open->kind_laid || !open->levels ||
        !open->available || !open->laid || !open->near)
        return COMB_NO_MEMORY;
    file_pieces(open);
    file_laid(open);
    return COMB_OK;
}

int comb_witness_open_new(struct comb_witness_open **out, struct comb_witness_judge *judge, struct comb_error *err)
{
    struct comb_witness_open *open = *out = calloc(1, sizeof *open);
    if (!open)
        return comb_fail_memory(err);
    open->judge = judge;
    open->pieces = judge->pieces;
    comb_arena_init(&open->arena, comb_job_budget(judge->job));
    comb_witness_memo_init(&open->memo, (size_t)judge->words * 2, MOST_MEMO_BYTES, comb_job_budget(judge->job));
    for (unsigned color = 1; color < COMB_WITNESS_COLORS; color++)
        for (unsigned i = 0; i < judge->words; i++)
            open->countable[color].words[i] = judge->census[color].words[i] &
                                              ~(judge->rules.set == COMB_WITNESS_WINDMILL ? 0 : judge->all_ys.words[i]);
    if (make_tables(open) == COMB_OK)
        return COMB_OK;
    comb_witness_open_free(open);
    *out = NULL;
    return comb_fail_memory(err);
}

void comb_witness_open_free(struct comb_witness_open *open)
{
    if (!open)
        return;
    comb_witness_memo_free(&open->memo);
    comb_arena_free(&open->arena);
    free(open);
}

/* ---- errors against Ys ---- */

/* How many sides of a cell are used, and how many more may be. */
static void count_sides(unsigned *used, unsigned *possible, const struct comb_witness_judge *judge,
                        const struct comb_witness_open_class *class, unsigned cell)
{
    *used = *possible = 0;
    for (unsigned side = 0; side < 4; side++) {
        uint16_t edge = judge->graph->cell_edge[cell][side];
        *used += comb_bit_test(class->used->words, edge);
        *possible += comb_bit_test(class->possible->words, edge);
    }
}

static bool triangle_lost(const struct comb_witness_judge *judge, const struct comb_witness_open_class *class,
                          unsigned cell)
{
    unsigned used, possible;
    count_sides(&used, &possible, judge, class, cell);
    return used > judge->wanted[cell] || used + possible < judge->wanted[cell];
}

/* Whether a line covers the dot, or may still do so. */
static bool dot_has(const struct comb_witness_dot *dot, const struct comb_witness_edges *edges)
{
    for (unsigned i = 0; i < dot->edge_count; i++)
        if (comb_bit_test(edges->words, dot->edges[i]))
            return true;
    return false;
}

static void count_lost_dots(struct bounds *bounds, const struct comb_witness_judge *judge,
                            const struct comb_witness_open_class *class, unsigned cell)
{
    for (unsigned i = judge->dots_from[cell]; i < judge->dots_from[cell + 1]; i++) {
        const struct comb_witness_dot *dot = &judge->dots[i];
        if (dot_has(dot, class->used) || dot_has(dot, class->possible))
            continue;
        bounds->dots++;
        for (unsigned word = 0; word < judge->words; word++)
            bounds->split = bounds->split || (dot->around.words[word] & ~class->flood->words[word]);
    }
}

static void bound_local(struct bounds *bounds, const struct comb_witness_judge *judge,
                        const struct comb_witness_open_class *class)
{
    for (unsigned word = 0; word < judge->words; word++) {
        for (uint64_t bits = class->core->words[word] & judge->all_triangles.words[word]; bits; bits &= bits - 1)
            bounds->wrong += triangle_lost(judge, class, 64 * word + (unsigned)__builtin_ctzll(bits));
        for (uint64_t bits = class->core->words[word] & judge->dotted.words[word]; bits; bits &= bits - 1)
            count_lost_dots(bounds, judge, class, 64 * word + (unsigned)__builtin_ctzll(bits));
    }
}

static void bound_squares(struct bounds *bounds, const struct comb_witness_judge *judge,
                          const struct comb_witness_cells *core)
{
    unsigned all = 0, most = 0;
    for (unsigned i = 0; i < judge->square_color_count; i++) {
        unsigned count = comb_witness_masks_count(judge, &judge->squares[judge->square_colors[i]], core);
        all += count;
        most = count > most ? count : most;
    }
    bounds->squares = all - most;
}

static void bound_stars(struct bounds *bounds, const struct comb_witness_open *open,
                        const struct comb_witness_open_class *class)
{
    const struct comb_witness_judge *judge = open->judge;
    bool windmill = judge->rules.set == COMB_WITNESS_WINDMILL;
    for (unsigned i = 0; i < judge->star_color_count; i++) {
        unsigned color = judge->star_colors[i];
        unsigned stars = comb_witness_masks_count(judge, &judge->stars[color], class->core);
        if (stars == 0)
            continue;
        unsigned symbols = comb_witness_masks_count(judge, &open->countable[color], class->core);
        unsigned surplus = symbols <= 2 ? 0 : stars < symbols - 2 ? stars : symbols - 2;
        bool lone = symbols == 1 && comb_witness_masks_count(judge, &open->countable[color], class->flood) == 1;
        bounds->stars += lone ? 1 : windmill ? surplus : stars > 2 ? stars - 2 : 0;
        bounds->symbols += lone ? 1 : surplus;
    }
}

static struct bounds bound(const struct comb_witness_open *open, const struct comb_witness_open_class *class)
{
    const struct comb_witness_judge *judge = open->judge;
    struct bounds bounds = {.ys = comb_witness_masks_count(judge, &judge->all_ys, class->flood)};
    bound_local(&bounds, judge, class);
    bound_squares(&bounds, judge, class->core);
    bound_stars(&bounds, open, class);
    return bounds;
}

/* Without what pieces may cost; at most the Ys when there is any hope. */
static unsigned certain_cost(const struct bounds *bounds)
{
    return bounds->dots + bounds->wrong + bounds->squares + bounds->stars;
}

/* Things in the flood that might be eliminated; counted until there are `enough`. */
static bool enough_errors(const struct comb_witness_open *open, const struct comb_witness_open_class *class,
                          unsigned enough)
{
    const struct comb_witness_judge *judge = open->judge;
    unsigned count = comb_witness_masks_count(judge, &judge->all_stars, class->flood) +
                     comb_witness_masks_count(judge, &judge->all_pieces, class->flood),
             colors = 0;
    for (unsigned i = 0; i < judge->square_color_count; i++)
        colors += comb_witness_masks_meet(judge, &judge->squares[judge->square_colors[i]], class->flood);
    if (colors > 1)
        count += comb_witness_masks_count(judge, &judge->all_squares, class->flood) - 1;
    for (unsigned word = 0; word < judge->words; word++) {
        for (uint64_t bits = class->flood->words[word] & judge->all_triangles.words[word]; bits; bits &= bits - 1) {
            unsigned used, possible, cell = 64 * word + (unsigned)__builtin_ctzll(bits);
            count_sides(&used, &possible, judge, class, cell);
            count += possible > 0 || used != judge->wanted[cell];
        }
        for (uint64_t bits = class->flood->words[word] & judge->dotted.words[word]; bits && count < enough;
             bits &= bits - 1) {
            unsigned cell = 64 * word + (unsigned)__builtin_ctzll(bits);
            for (unsigned i = judge->dots_from[cell]; i < judge->dots_from[cell + 1]; i++)
                count += !dot_has(&judge->dots[i], class->used);
        }
    }
    return count >= enough;
}

static bool errors_hopeless(const struct comb_witness_open *open, const struct comb_witness_open_class *class,
                            const struct bounds *bounds)
{
    const struct comb_witness_judge *judge = open->judge;
    if (bounds->split || certain_cost(bounds) > bounds->ys)
        return true;
    if (judge->rules.set == COMB_WITNESS_GAME)
        return bounds->dots + bounds->symbols > bounds->ys;
    if (judge->rules.set == COMB_WITNESS_TTWS && bounds->dots + bounds->symbols > bounds->ys)
        return true;
    unsigned idle = bounds->ys ? comb_witness_masks_count(judge, &judge->all_ys, class->core) : 0;
    return idle > 0 && !enough_errors(open, class, idle);
}

/* ---- pieces ---- */

struct load {
    long core_yellow, core_blue, flood_yellow, flood_blue; /* cells of the pieces there */
    unsigned core_pieces;
    long largest[4]; /* yellow pieces of the core, in falling order */
};

static void add_largest(struct load *load, long size)
{
    for (unsigned i = 0; i < 4; i++)
        if (size > load->largest[i]) {
            long next = load->largest[i];
            load->largest[i] = size;
            size = next;
        }
}

static void weigh(struct load *load, const struct comb_witness_open *open, const struct comb_witness_open_class *class)
{
    const struct comb_witness_judge *judge = open->judge;
    *load = (struct load){0};
    for (unsigned word = 0; word < judge->words; word++)
        for (uint64_t bits = class->flood->words[word] & judge->all_pieces.words[word]; bits; bits &= bits - 1) {
            unsigned cell = 64 * word + (unsigned)__builtin_ctzll(bits);
            bool core = class->core->words[word] >> (cell % 64) & 1;
            const struct comb_witness_piece_kind *kind = &open->pieces->forms[open->pieces->kind_at[cell]].kind;
            long size = (long)kind->size;
            *(kind->negative ? &load->flood_blue : &load->flood_yellow) += size;
            if (!core)
                continue;
            load->core_pieces++;
            *(kind->negative ? &load->core_blue : &load->core_yellow) += size;
            if (!kind->negative)
                add_largest(load, size);
        }
}

static bool sizes_hopeless(const struct load *load, unsigned core_area, unsigned flood_area, unsigned removable)
{
    long least = load->core_yellow - load->flood_blue, most = load->flood_yellow - load->core_blue;
    for (unsigned i = 0; i < removable; i++)
        least -= i < 4 ? load->largest[i] : load->largest[3];
    if (removable > 0 && load->core_blue > 0)
        return false;
    return least > (long)flood_area || most < 0 || (least > 0 && most < (long)core_area);
}

static bool in_reach(const struct comb_witness_open *open, uint32_t number, const struct comb_witness_cells *flood)
{
    return comb_witness_open_within(open, number, flood->words) &&
           comb_witness_masks_meet(open->judge, &open->kind_cells[comb_witness_open_laid(open, number)->kind], flood);
}

static bool cell_hopeless(struct comb_witness_open *open, unsigned cell, const struct comb_witness_cells *flood)
{
    uint32_t first = open->pieces->over_from[cell], end = open->pieces->over_from[cell + 1];
    if (first < end && in_reach(open, open->pieces->over[open->over_last[cell]], flood))
        return false;
    for (uint32_t i = first; i < end; i++)
        if (in_reach(open, open->pieces->over[i], flood)) {
            open->over_last[cell] = i;
            return false;
        }
    return true;
}

static bool kind_hopeless(struct comb_witness_open *open, unsigned kind, const struct comb_witness_cells *flood)
{
    uint32_t first = open->kind_from[kind], end = open->kind_from[kind + 1];
    if (open->pieces->forms[kind].kind.size == 0)
        return false;
    if (first < end && comb_witness_open_within(open, open->kind_laid[open->kind_last[kind]], flood->words))
        return false;
    for (uint32_t i = first; i < end; i++)
        if (comb_witness_open_within(open, open->kind_laid[i], flood->words)) {
            open->kind_last[kind] = i;
            return false;
        }
    return true;
}

static bool places_hopeless(struct comb_witness_open *open, const struct comb_witness_open_class *class)
{
    const struct comb_witness_judge *judge = open->judge;
    for (unsigned word = 0; word < judge->words; word++) {
        for (uint64_t bits = class->core->words[word]; bits; bits &= bits - 1)
            if (cell_hopeless(open, 64 * word + (unsigned)__builtin_ctzll(bits), class->flood))
                return true;
        for (uint64_t bits = class->core->words[word] & judge->all_pieces.words[word]; bits; bits &= bits - 1)
            if (kind_hopeless(open, open->pieces->kind_at[64 * word + (unsigned)__builtin_ctzll(bits)], class->flood))
                return true;
    }
    return false;
}

/* Whether no choice of pieces between those of the core and those of the flood has the size of a region in between.
 * Sums that exceed those of the core by more than 63 cells are not looked at and count as possible. */
static bool sums_hopeless(const struct comb_witness_open *open, const struct comb_witness_open_class *class,
                          const struct load *load, unsigned core_area, unsigned flood_area)
{
    const struct comb_witness_judge *judge = open->judge;
    long least = (long)core_area - load->core_yellow, most = (long)flood_area - load->core_yellow;
    uint64_t sums = 1; /* bit i: i cells more than the core's pieces */
    if (most > 63)
        return false;
    for (unsigned word = 0; word < judge->words; word++)
        for (uint64_t bits = class->flood->words[word] & ~class->core->words[word] & open->yellow.words[word]; bits;
             bits &= bits - 1) {
            unsigned kind = open->pieces->kind_at[64 * word + (unsigned)__builtin_ctzll(bits)];
            unsigned size = open->pieces->forms[kind].kind.size;
            sums |= size < 64 ? sums << size : 0;
        }
    sums &= UINT64_MAX >> (63 - most);
    return (least > 0 ? sums >> least : sums) == 0;
}

/* Whether the region must be covered exactly by yellow pieces of the flood. */
static bool must_tile(const struct comb_witness_open *open, const struct load *load, const struct bounds *bounds)
{
    bool any = open->judge->rules.set == COMB_WITNESS_WINDMILL ? load->core_yellow > 0 : load->core_pieces > 0;
    return any && bounds->ys == certain_cost(bounds);
}

static bool pieces_hopeless(struct comb_witness_open *open, const struct comb_witness_open_class *class,
                            const struct bounds *bounds)
{
    const struct comb_witness_judge *judge = open->judge;
    struct load load;
    if (!comb_witness_masks_meet(judge, &judge->all_pieces, class->core))
        return false;
    weigh(&load, open, class);
    unsigned removable = bounds->ys - certain_cost(bounds);
    if (removable >= load.core_pieces || load.core_yellow + load.core_blue == 0)
        return false;
    unsigned core_area = comb_witness_masks_count(judge, class->core, class->core);
    unsigned flood_area = comb_witness_masks_count(judge, class->flood, class->flood);
    if (sizes_hopeless(&load, core_area, flood_area, removable))
        return true;
    return !comb_witness_masks_meet(judge, &open->blue, class->flood) && must_tile(open, &load, bounds) &&
           (sums_hopeless(open, class, &load, core_area, flood_area) || places_hopeless(open, class));
}

bool comb_witness_open_hopeless(struct comb_witness_open *open, const struct comb_witness_open_class *class)
{
    struct bounds bounds = bound(open, class);
    return errors_hopeless(open, class, &bounds) || pieces_hopeless(open, class, &bounds);
}

bool comb_witness_open_unpackable(struct comb_witness_open *open, const struct comb_witness_open_class *class)
{
    const struct comb_witness_judge *judge = open->judge;
    struct load load;
    if (!comb_witness_masks_meet(judge, &judge->all_pieces, class->core) ||
        comb_witness_masks_meet(judge, &open->blue, class->flood))
        return false;
    struct bounds bounds = bound(open, class);
    if (errors_hopeless(open, class, &bounds))
        return true;
    weigh(&load, open, class);
    return must_tile(open, &load, &bounds) && comb_witness_open_no_cover(open, class->core, class->flood);
}
