/* Texts of cells: a patch of each, its ink, and what the ink says. All texts of one kind are read together, since one
 * board is written in one font. */
#include "games/hexcells/read_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEAST_DENSITY = 40, /* pixels of a patch to a pitch */
    MOST_DENSITY = 80,
    LEAST_CONTRAST = 9 /* levels by which a text differs at least */
};

static const double REACH = 0.47;    /* of a patch to each side, in pitches */
static const double DIMMEST = 0.15;  /* of full contrast; a dimmed text has a fifth */
static const double INRADIUS = 0.41; /* of the hexagon that is looked at: within the white frame */

static unsigned side_of(double density)
{
    return (unsigned)lround(2 * REACH * density);
}

static void keep_hexagon(unsigned char *keep, unsigned side)
{
    for (unsigned i = 0; i < side * side; i++) {
        double u = fabs((i % side + 0.5) / side - 0.5) * 2 * REACH;
        double v = fabs(((double)(i / side) + 0.5) / side - 0.5) * 2 * REACH;
        keep[i] = v <= INRADIUS && u * 0.866 + v * 0.5 <= INRADIUS;
    }
}

/* A quick look tells whether there may be a text at all, a closer one what it looks like. */
static bool see_cell(struct comb_hexcells_seen *seen, struct comb_hexcells_seen_cell *cell, unsigned char *rgb,
                     unsigned char *keep)
{
    unsigned side = side_of(fmin(fmax(seen->grid->pitch / 1.2, LEAST_DENSITY), MOST_DENSITY));
    if (comb_hexcells_peek(seen, cell->seen.x, cell->seen.y, 0.33, LEAST_CONTRAST).count < 3)
        return true;
    comb_grid_patch(rgb, side, seen->sight->picture, seen->grid, cell->seen.x, cell->seen.y, REACH, 0);
    keep_hexagon(keep, side);
    comb_hexcells_ink_of(&cell->ink, rgb, keep, side, false, &seen->arena);
    return cell->ink.cover != NULL;
}

/* Of a text's size, in the middle of its cell. */
static bool is_like_text(const struct comb_hexcells_ink *ink)
{
    double high = ink->height * 2 * REACH, wide = ink->width * 2 * REACH;
    return high > 0.12 && high < 0.6 && wide < 0.84 && fabs(ink->middle_x) * 2 * REACH < 0.13 &&
           fabs(ink->middle_y) * 2 * REACH < 0.15;
}

/* Noise and what JPEG leaves around edges are no texts: they are fainter than a dimmed text would be, or lie anywhere.
 * The strongest ink of the board says how light full ink is. */
static void drop_noise(struct comb_hexcells_seen *seen)
{
    const struct comb_hexcells_ink *full = NULL;
    for (unsigned i = 0; i < seen->cell_count; i++) {
        struct comb_hexcells_ink *ink = &seen->cells[i].ink;
        if (ink->contrast > 0 && !is_like_text(ink))
            ink->contrast = 0;
        if (ink->contrast > 0 && (!full || ink->contrast > full->contrast))
            full = ink;
    }
    for (unsigned i = 0; i < seen->cell_count; i++) {
        struct comb_hexcells_ink *ink = &seen->cells[i].ink;
        if (ink->contrast > 0 &&
            ink->contrast < DIMMEST * abs(comb_hexcells_light(full->colour) - comb_hexcells_light(ink->paper)))
            ink->contrast = 0;
    }
}

int comb_hexcells_see_ink(struct comb_hexcells_seen *seen, struct comb_error *err)
{
    size_t most = (size_t)side_of(MOST_DENSITY) * side_of(MOST_DENSITY);
    unsigned char *rgb = malloc(3 * most), *keep = malloc(most);
    bool ok = rgb && keep;
    for (unsigned i = 0; ok && i < seen->cell_count; i++)
        ok = see_cell(seen, &seen->cells[i], rgb, keep);
    drop_noise(seen);
    free(rgb);
    free(keep);
    return ok ? COMB_OK : comb_fail_memory(err);
}

/* ---- reading ---- */

struct batch {
    struct comb_ink *inks;
    struct comb_glyph *glyphs;
    unsigned *cells;
    size_t count;
};

static int read_batch(struct comb_hexcells_seen *seen, struct batch *batch, enum comb_hexcells_state state,
                      enum comb_hexcells_hint mark, comb_glyph_patterns patterns, struct comb_error *err)
{
    batch->count = 0;
    for (unsigned i = 0; i < seen->cell_count; i++) {
        const struct comb_hexcells_ink *ink = &seen->cells[i].ink;
        if (seen->cells[i].state != state || ink->contrast <= 0 || ink->mark != mark)
            continue;
        batch->inks[batch->count] = (struct comb_ink){.width = ink->side, .height = ink->side, .cover = ink->cover};
        batch->cells[batch->count++] = i;
    }
    if (batch->count == 0)
        return COMB_OK;
    int code = comb_glyph_read_board(batch->glyphs, NULL, batch->inks, batch->count, patterns, err);
    for (size_t i = 0; code == COMB_OK && i < batch->count; i++) {
        struct comb_glyph *glyph = &seen->cells[batch->cells[i]].glyph;
        *glyph = batch->glyphs[i];
        comb_hexcells_put_marks(glyph, mark);
    }
    return code;
}

/* How much of the way from the paper to full ink a text goes: a dimmed one only a little. Full ink is that of the black
 * cells, or the strongest there is. */
static void find_dim(struct comb_hexcells_seen *seen)
{
    const struct comb_hexcells_ink *full = NULL;
    for (unsigned i = 0; i < seen->cell_count; i++) {
        const struct comb_hexcells_seen_cell *cell = &seen->cells[i];
        if (cell->state != COMB_HEXCELLS_SEEN_HIDDEN && cell->ink.contrast > 0 &&
            (!full || cell->ink.contrast > full->contrast))
            full = &cell->ink;
    }
    for (unsigned i = 0; full && i < seen->cell_count; i++) {
        struct comb_hexcells_seen_cell *cell = &seen->cells[i];
        if (cell->state == COMB_HEXCELLS_SEEN_BLUE && cell->ink.contrast > 0)
            cell->dim = cell->pale || cell->ink.contrast < 0.55 * abs(comb_hexcells_light(full->colour) -
                                                                      comb_hexcells_light(cell->ink.paper));
    }
}

int comb_hexcells_see_texts(struct comb_hexcells_seen *seen, struct comb_error *err)
{
    static const char *const black[] = {"?",   "0",   "1",   "2",   "3",   "4",   "5",   "6",   "{0}", "{1}",
                                        "{2}", "{3}", "{4}", "{5}", "{6}", "-2-", "-3-", "-4-", NULL};
    static const char *const apart[] = {"2", "3", "4", NULL};
    static const char *const together[] = {"0", "1", "2", "3", "4", "5", "6", NULL};
    static const char *const blue[] = {"0",  "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9",
                                       "10", "11", "12", "13", "14", "15", "16", "17", "18", NULL};
    struct batch batch = {.inks = calloc(seen->cell_count, sizeof *batch.inks),
                          .glyphs = calloc(seen->cell_count, sizeof *batch.glyphs),
                          .cells = calloc(seen->cell_count, sizeof *batch.cells)};
    int code = batch.inks && batch.glyphs && batch.cells ? COMB_OK : comb_fail_memory(err);
    for (unsigned i = 0; code == COMB_OK && i < seen->cell_count; i++) {
        struct comb_hexcells_ink *ink = &seen->cells[i].ink;
        ink->mark = COMB_HEXCELLS_NUMBER;
        if (seen->cells[i].state == COMB_HEXCELLS_SEEN_BLACK && ink->contrast > 0 && !comb_hexcells_take_marks(ink))
            code = comb_fail_memory(err);
    }
    if (code == COMB_OK)
        code = read_batch(seen, &batch, COMB_HEXCELLS_SEEN_BLACK, COMB_HEXCELLS_NUMBER, black, err);
    if (code == COMB_OK)
        code = read_batch(seen, &batch, COMB_HEXCELLS_SEEN_BLACK, COMB_HEXCELLS_BRACES, together, err);
    if (code == COMB_OK)
        code = read_batch(seen, &batch, COMB_HEXCELLS_SEEN_BLACK, COMB_HEXCELLS_DASHES, apart, err);
    if (code == COMB_OK)
        code = read_batch(seen, &batch, COMB_HEXCELLS_SEEN_BLUE, COMB_HEXCELLS_NUMBER, blue, err);
    find_dim(seen);
    free(batch.inks);
    free(batch.glyphs);
    free(batch.cells);
    return code;
}
