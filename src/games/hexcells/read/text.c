/* Reads the texts of cells: a patch of each, its ink, and the text of the ink. All texts of one kind are read together,
 * since one board uses one font. */
#include "games/hexcells/read/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MIN_DENSITY = 40, /* patch pixels per pitch */
    MAX_DENSITY = 80,
    MIN_CONTRAST = 9 /* minimum contrast of a text, in levels */
};

static const double REACH = 0.47;    /* of a patch to each side, in pitches */
static const double DIMMEST = 0.15;  /* relative to full contrast; a dimmed text has a fifth */
static const double INRADIUS = 0.41; /* of the examined hexagon: within the white frame */

static unsigned side_of(double density)
{
    return (unsigned)lround(2 * REACH * density);
}

static void mask_hexagon(unsigned char *keep, unsigned side)
{
    for (unsigned i = 0; i < side * side; i++) {
        double u = fabs((i % side + 0.5) / side - 0.5) * 2 * REACH;
        double v = fabs(((double)(i / side) + 0.5) / side - 0.5) * 2 * REACH;
        keep[i] = v <= INRADIUS && u * 0.866 + v * 0.5 <= INRADIUS;
    }
}

/* A quick probe shows whether there may be a text, a closer one extracts it. */
static bool extract_cell_ink(struct comb_hexcells_detection *board, struct comb_hexcells_detected_cell *cell,
                             unsigned char *rgb, unsigned char *keep)
{
    unsigned side = side_of(fmin(fmax(board->grid->pitch / 1.2, MIN_DENSITY), MAX_DENSITY));
    if (comb_hexcells_probe_pixels(board, cell->detected.x, cell->detected.y, 0.33, MIN_CONTRAST).count < 3)
        return true;
    comb_grid_patch(rgb, side, board->detection->picture, board->grid, cell->detected.x, cell->detected.y, REACH, 0);
    mask_hexagon(keep, side);
    comb_hexcells_ink_of(&cell->ink, rgb, keep, side, false, &board->arena);
    return cell->ink.cover != NULL;
}

/* Of a text's size, in the middle of its cell. */
static bool is_like_text(const struct comb_hexcells_ink *ink)
{
    double high = ink->height * 2 * REACH, wide = ink->width * 2 * REACH;
    return high > 0.12 && high < 0.6 && wide < 0.84 && fabs(ink->middle_x) * 2 * REACH < 0.13 &&
           fabs(ink->middle_y) * 2 * REACH < 0.15;
}

/* Drops noise and JPEG artefacts around edges: they are fainter than a dimmed text, or off-centre. The board's
 * strongest ink sets the full contrast. */
static void drop_noise(struct comb_hexcells_detection *board)
{
    const struct comb_hexcells_ink *full = NULL;
    for (unsigned i = 0; i < board->cell_count; i++) {
        struct comb_hexcells_ink *ink = &board->cells[i].ink;
        if (ink->contrast > 0 && !is_like_text(ink))
            ink->contrast = 0;
        if (ink->contrast > 0 && (!full || ink->contrast > full->contrast))
            full = ink;
    }
    for (unsigned i = 0; i < board->cell_count; i++) {
        struct comb_hexcells_ink *ink = &board->cells[i].ink;
        if (ink->contrast > 0 &&
            ink->contrast < DIMMEST * abs(comb_hexcells_lightness(full->colour) - comb_hexcells_lightness(ink->paper)))
            ink->contrast = 0;
    }
}

int comb_hexcells_detect_ink(struct comb_hexcells_detection *board, struct comb_error *err)
{
    size_t max = (size_t)side_of(MAX_DENSITY) * side_of(MAX_DENSITY);
    unsigned char *rgb = malloc(3 * max), *keep = malloc(max);
    bool ok = rgb && keep;
    for (unsigned i = 0; ok && i < board->cell_count; i++)
        ok = extract_cell_ink(board, &board->cells[i], rgb, keep);
    drop_noise(board);
    free(rgb);
    free(keep);
    return ok ? COMB_OK : comb_fail_memory(err);
}

/* ---- reading ---- */

struct batch {
    struct comb_glyph_bitmap *inks;
    struct comb_glyph *glyphs;
    unsigned *cells;
    size_t count;
};

static int read_batch(struct comb_hexcells_detection *board, struct batch *batch,
                      enum comb_hexcells_detected_state state, enum comb_hexcells_hint mark,
                      comb_glyph_patterns patterns, struct comb_error *err)
{
    batch->count = 0;
    for (unsigned i = 0; i < board->cell_count; i++) {
        const struct comb_hexcells_ink *ink = &board->cells[i].ink;
        if (board->cells[i].state != state || ink->contrast <= 0 || ink->mark != mark)
            continue;
        batch->inks[batch->count] =
            (struct comb_glyph_bitmap){.width = ink->side, .height = ink->side, .cover = ink->cover};
        batch->cells[batch->count++] = i;
    }
    if (batch->count == 0)
        return COMB_OK;
    int code = comb_glyph_read_board(batch->glyphs, NULL, batch->inks, batch->count, patterns, err);
    for (size_t i = 0; code == COMB_OK && i < batch->count; i++) {
        struct comb_glyph *glyph = &board->cells[batch->cells[i]].glyph;
        *glyph = batch->glyphs[i];
        if (state == COMB_HEXCELLS_DETECTED_BLACK &&
            comb_hexcells_may_have_dashes(&board->cells[batch->cells[i]].ink, glyph->text))
            glyph->confidence = fmin(glyph->confidence, 0.6);
        comb_hexcells_restore_marks(glyph, mark);
    }
    return code;
}

/* Finds dimmed texts: those that cover little of the way from the paper to full ink, which is that of the black cells
 * or the strongest there is. */
static void find_dim(struct comb_hexcells_detection *board)
{
    const struct comb_hexcells_ink *full = NULL;
    for (unsigned i = 0; i < board->cell_count; i++) {
        const struct comb_hexcells_detected_cell *cell = &board->cells[i];
        if (cell->state != COMB_HEXCELLS_DETECTED_HIDDEN && cell->ink.contrast > 0 &&
            (!full || cell->ink.contrast > full->contrast))
            full = &cell->ink;
    }
    for (unsigned i = 0; full && i < board->cell_count; i++) {
        struct comb_hexcells_detected_cell *cell = &board->cells[i];
        if (cell->state == COMB_HEXCELLS_DETECTED_BLUE && cell->ink.contrast > 0)
            cell->dim = cell->pale || cell->ink.contrast < 0.55 * abs(comb_hexcells_lightness(full->colour) -
                                                                      comb_hexcells_lightness(cell->ink.paper));
    }
}

int comb_hexcells_detect_texts(struct comb_hexcells_detection *board, struct comb_error *err)
{
    static const char *const black[] = {"?",   "0",   "1",   "2",   "3",   "4",   "5",   "6",   "{0}", "{1}",
                                        "{2}", "{3}", "{4}", "{5}", "{6}", "-2-", "-3-", "-4-", NULL};
    static const char *const apart[] = {"2", "3", "4", NULL};
    static const char *const together[] = {"0", "1", "2", "3", "4", "5", "6", NULL};
    static const char *const blue[] = {"0",  "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9",
                                       "10", "11", "12", "13", "14", "15", "16", "17", "18", NULL};
    struct batch batch = {.inks = calloc(board->cell_count, sizeof *batch.inks),
                          .glyphs = calloc(board->cell_count, sizeof *batch.glyphs),
                          .cells = calloc(board->cell_count, sizeof *batch.cells)};
    int code = batch.inks && batch.glyphs && batch.cells ? COMB_OK : comb_fail_memory(err);
    for (unsigned i = 0; code == COMB_OK && i < board->cell_count; i++) {
        struct comb_hexcells_ink *ink = &board->cells[i].ink;
        ink->mark = COMB_HEXCELLS_NUMBER;
        if (board->cells[i].state == COMB_HEXCELLS_DETECTED_BLACK && ink->contrast > 0 &&
            !comb_hexcells_remove_marks(ink))
            code = comb_fail_memory(err);
    }
    if (code == COMB_OK)
        code = read_batch(board, &batch, COMB_HEXCELLS_DETECTED_BLACK, COMB_HEXCELLS_NUMBER, black, err);
    if (code == COMB_OK)
        code = read_batch(board, &batch, COMB_HEXCELLS_DETECTED_BLACK, COMB_HEXCELLS_BRACES, together, err);
    if (code == COMB_OK)
        code = read_batch(board, &batch, COMB_HEXCELLS_DETECTED_BLACK, COMB_HEXCELLS_DASHES, apart, err);
    if (code == COMB_OK)
        code = read_batch(board, &batch, COMB_HEXCELLS_DETECTED_BLUE, COMB_HEXCELLS_NUMBER, blue, err);
    find_dim(board);
    free(batch.inks);
    free(batch.glyphs);
    free(batch.cells);
    return code;
}
