/* Shared by the files of the reader.
 *
 *     detected lattice -> view (view.c) -> cells (cells.c) -> ink of each cell (ink.c) -> meaning of the colours
 * (states.c)
 *         -> texts (text.c, marks.c) -> line hints around the board (lines.c)
 *         -> counters (counters.c, captions.c) -> JSON (read.c) -> is the board possible? (check.c)
 *
 * turned.c turns the picture if needed. fix.c works with finished readings. */
#ifndef COMB_HEXCELLS_READ_PARTS_H
#define COMB_HEXCELLS_READ_PARTS_H

#include "base/arena.h"
#include "base/vec.h"
#include "core/reading.h"
#include "games/hexcells/level/level.h"
#include "vision/glyph/glyph.h"

enum comb_hexcells_detected_state {
    COMB_HEXCELLS_DETECTED_HIDDEN,
    COMB_HEXCELLS_DETECTED_BLUE,
    COMB_HEXCELLS_DETECTED_BLACK
};

/* What differs from the paper of a patch. `cover` is side * side bytes as in struct comb_glyph_bitmap. */
struct comb_hexcells_ink {
    unsigned char *cover;
    unsigned side;
    unsigned paper, colour;       /* 0xRRGGBB */
    double contrast;              /* levels of lightness between the two; 0: there is no ink */
    enum comb_hexcells_hint mark; /* what was removed around the number */
    double middle_x, middle_y;    /* centre of the ink's bounding box, in sides from the patch's centre */
    double width, height;         /* of that box, in sides */
    /* Faint ink to the left and the right of it, relative to the contrast: in the band of a dash, and above and below
     * that band. */
    double flank[2], beside[2];
};

struct comb_hexcells_detected_cell {
    struct comb_detected_cell detected; /* x, y in lattice coordinates */
    struct comb_hexcells_ink ink;
    enum comb_hexcells_detected_state state;
    bool pale;               /* much less saturated than others of its state */
    struct comb_glyph glyph; /* if there is ink */
    bool dim;
    double confidence;
};

struct comb_hexcells_detected_line {
    int x, y;
    enum comb_hexcells_direction direction;
    struct comb_glyph glyph;
    double contrast;
    bool arrow, dim;
    double confidence;
    struct comb_pixel_box box;
};

/* A place with an uncertainty that no cell's confidence expresses. */
struct comb_hexcells_uncertain_place {
    int x, y;
    const char *message;
};

/* The messages about a cell at the picture's edge, and about line hints that cannot be read. */
extern const char comb_hexcells_cut_off[], comb_hexcells_unreadable[], comb_hexcells_covered[];

struct comb_hexcells_counter {
    long count;    /* -1: not detected */
    bool detected; /* its box exists, whether or not it could be read */
    double confidence;
    unsigned colour; /* of its box, if there is one */
    bool boxed;
    struct comb_pixel_box box;
    bool bare; /* a number alone, as SixCells writes it: a line hint may be directly beside it */
};

struct comb_hexcells_detection {
    const struct comb_detection *detection;
    const struct comb_detected_grid *grid;
    struct comb_pixel_box view; /* the part of the picture that belongs to the board */
    struct comb_hexcells_detected_cell *cells;
    unsigned cell_count, cell_room;
    struct COMB_VEC(struct comb_hexcells_detected_line) lines;
    struct COMB_VEC(struct comb_hexcells_uncertain_place) uncertain_places;
    struct comb_hexcells_counter remaining, mistakes;
    double likeness;
    double colour_confidence; /* that the states are not swapped */
    struct comb_arena arena;
};

/* ---- read.c ---- */

/* Reads a picture as it is. *upside_down: its counters are at the corner where they would be after a half turn. */
int comb_hexcells_read_upright(json_t **reading, bool *upside_down, const struct comb_detection *detection,
                               struct comb_error *err);

/* ---- turned.c ---- */

/* Reads a picture that may be turned by 90, 180 or 270 degrees: the way that leaves least uncertain. */
int comb_hexcells_read_any_way(json_t **reading, const struct comb_detection *detection, struct comb_error *err);

/* ---- view.c ---- */
int comb_hexcells_detect_view(struct comb_hexcells_detection *board, struct comb_error *err);
bool comb_hexcells_in_view(const struct comb_hexcells_detection *board, double x, double y);

/* Whether a pixel of the view does not belong to a bare counter, which may stand directly beside a line hint. */
bool comb_hexcells_beside_counters(const struct comb_hexcells_detection *board, double x, double y);

/* ---- cells.c ---- */
int comb_hexcells_detect_cells(struct comb_hexcells_detection *board, struct comb_error *err);

/* ---- ink.c ---- */

/* Extracts the ink of a patch within `keep` (side * side bytes; 0: ignore; modified). What touches the border of that
 * area is not ink but extends in from outside, unless the area is `closed`. Returns false if there is none. `cover` is
 * allocated in the arena; NULL if out of memory. */
bool comb_hexcells_ink_of(struct comb_hexcells_ink *out, const unsigned char *rgb, unsigned char *keep, unsigned side,
                          bool closed, struct comb_arena *arena);

/* Recomputes the centre and the size; without ink the contrast is 0. */
void comb_hexcells_ink_box(struct comb_hexcells_ink *ink);

/* Levels between two colours, the maximum of the three channels. */
unsigned comb_hexcells_distance(unsigned a, unsigned b);

/* Lightness of a colour, 0 to 255. */
int comb_hexcells_lightness(unsigned colour);

/* Probes single pixels within `radius` pitches of a place: how many of about 350 differ by `min` levels of lightness
 * and exceed the noise, and their centre in pitches from the place. */
struct comb_hexcells_pixel_probe {
    unsigned count;
    double off[2];
};
struct comb_hexcells_pixel_probe comb_hexcells_probe_pixels(const struct comb_hexcells_detection *board, int x, int y,
                                                            double radius, int min);

/* ---- marks.c ---- */

/* Clears what is above or below the text: the small arrow that our own drawings put behind a hint. *where is 1 if it
 * was below, -1 above, 0 if there was none. Returns false if out of memory. */
bool comb_hexcells_remove_arrow(int *where, struct comb_hexcells_ink *ink);

/* Clears the marks around a number, {3} or -3-, and sets ink->mark. Returns false if out of memory. */
bool comb_hexcells_remove_marks(struct comb_hexcells_ink *ink);

/* Adds the removed marks to the text that was read. */
void comb_hexcells_restore_marks(struct comb_glyph *glyph, enum comb_hexcells_hint mark);

/* Whether there may be faint dashes beside a number that was read without marks. */
bool comb_hexcells_may_have_dashes(const struct comb_hexcells_ink *ink, const char *text);

/* Reads the ink as one of the patterns; again with sharper edges if touching glyphs make it uncertain. */
int comb_hexcells_read_ink(struct comb_glyph *out, const struct comb_hexcells_ink *ink, comb_glyph_patterns patterns,
                           struct comb_error *err);

/* ---- states.c ---- */
int comb_hexcells_detect_states(struct comb_hexcells_detection *board, struct comb_error *err);

/* ---- text.c ---- */
int comb_hexcells_detect_ink(struct comb_hexcells_detection *board, struct comb_error *err);
int comb_hexcells_detect_texts(struct comb_hexcells_detection *board, struct comb_error *err);

/* ---- lines.c ---- */
int comb_hexcells_detect_lines(struct comb_hexcells_detection *board, struct comb_error *err);

/* ---- counters.c ---- */
int comb_hexcells_detect_counters(struct comb_hexcells_detection *board, struct comb_error *err);

/* ---- captions.c ---- */

/* For pictures without counter boxes. */
int comb_hexcells_detect_captions(struct comb_hexcells_detection *board, struct comb_error *err);

/* ---- check.c ---- */

/* Reports contradictions as uncertainties: more hidden blue cells than hidden cells, hints that contradict each other.
 * Removes those reported before. */
int comb_hexcells_reading_check(json_t *reading, struct comb_error *err);

/* ---- fix.c ---- */
int comb_hexcells_reading_level(struct comb_hexcells_level **out, const json_t *reading, struct comb_error *err);
int comb_hexcells_reading_to_text(struct comb_buf *out, const json_t *reading, const void *payload,
                                  struct comb_error *err);
int comb_hexcells_reading_apply_fix(json_t *reading, int x, int y, const char *text, const void *payload,
                                    struct comb_error *err);
int comb_hexcells_reading_clicks(json_t *clicks, const json_t *reading, const json_t *answer, struct comb_error *err);
const char *comb_hexcells_reading_leave_out(const json_t *uncertainty);
json_t *comb_hexcells_reading_line(int x, int y, enum comb_hexcells_direction direction, const char *text,
                                   double confidence, const char *second, struct comb_pixel_box box);

#endif
