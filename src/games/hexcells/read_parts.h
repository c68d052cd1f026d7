/* The parts of the reader: what was found on a picture, from the first look to the finished reading.
 *
 *     sight's lattice -> cells (read_cells.c) -> ink of each cell (read_ink.c) -> which colour means what
 * (read_states.c)
 *                     -> texts (read_text.c, read_marks.c) -> line hints around the board (read_lines.c) -> counters
 *                     (read_counters.c, read_captions.c) -> JSON (read.c) -> is that possible at all? (read_check.c)
 *
 * Whatever happens to a reading afterwards is in read_mend.c. */
#ifndef COMB_GAMES_HEXCELLS_READ_PARTS_H
#define COMB_GAMES_HEXCELLS_READ_PARTS_H

#include "base/arena.h"
#include "base/vec.h"
#include "core/reading.h"
#include "games/hexcells/level.h"
#include "vision/glyph.h"

enum comb_hexcells_state { COMB_HEXCELLS_SEEN_HIDDEN, COMB_HEXCELLS_SEEN_BLUE, COMB_HEXCELLS_SEEN_BLACK };

/* What stands out from the paper of a patch. `cover` is side * side bytes as struct comb_ink wants them. */
struct comb_hexcells_ink {
    unsigned char *cover;
    unsigned side;
    unsigned paper, colour;       /* 0xRRGGBB */
    double contrast;              /* levels of lightness between the two; 0: there is no ink */
    enum comb_hexcells_hint mark; /* what was taken away around the number */
    double middle_x, middle_y;    /* of the ink's bounding box, in sides from the patch's middle */
    double width, height;         /* of that box, in sides */
};

struct comb_hexcells_seen_cell {
    struct comb_seen_cell seen; /* x, y as the lattice counts */
    struct comb_hexcells_ink ink;
    enum comb_hexcells_state state;
    bool pale;               /* much less coloured than others of its state */
    struct comb_glyph glyph; /* when there is ink */
    bool dim;
    double confidence;
};

struct comb_hexcells_seen_line {
    int x, y;
    enum comb_hexcells_direction direction;
    struct comb_glyph glyph;
    double contrast;
    bool arrow, dim;
    double confidence;
    struct comb_box box;
};

/* A place of which something is to be said that no cell's confidence says. */
struct comb_hexcells_oddity {
    int x, y;
    const char *message;
};

struct comb_hexcells_counter {
    long count; /* -1: not seen */
    bool seen;  /* its box is there, whether or not it could be read */
    double confidence;
    unsigned colour; /* of its box, when there is one */
    bool boxed;
    struct comb_box box;
};

struct comb_hexcells_seen {
    const struct comb_sight *sight;
    const struct comb_grid_seen *grid;
    struct comb_hexcells_seen_cell *cells;
    unsigned cell_count, cell_room;
    struct COMB_VEC(struct comb_hexcells_seen_line) lines;
    struct COMB_VEC(struct comb_hexcells_oddity) oddities;
    struct comb_hexcells_counter remaining, mistakes;
    double likeness;
    double colour_confidence; /* that the states are not mixed up */
    struct comb_arena arena;
};

/* ---- read_cells.c ---- */
int comb_hexcells_see_cells(struct comb_hexcells_seen *seen, struct comb_error *err);

/* ---- read_ink.c ---- */

/* The ink of a patch within `keep` (side * side bytes, not 0: look here; it is changed). What touches the border of
 * that area is no ink but something that reaches in, unless the area is `closed`. False when there is none. `cover`
 * lies in the arena; NULL there: no memory. */
bool comb_hexcells_ink_of(struct comb_hexcells_ink *out, const unsigned char *rgb, unsigned char *keep, unsigned side,
                          bool closed, struct comb_arena *arena);

/* Works out the middle and the size anew; no ink at all: contrast 0. */
void comb_hexcells_ink_box(struct comb_hexcells_ink *ink);

/* Levels between two colours, the largest of the three channels. */
unsigned comb_hexcells_distance(unsigned a, unsigned b);

/* Lightness of a colour, 0 to 255. */
int comb_hexcells_light(unsigned colour);

/* A quick look at single pixels within `radius` pitches of a place: how many of about 350 stand out by `least` levels
 * of lightness and from the noise, and where their middle is, in pitches from the place. */
struct comb_hexcells_glance {
    unsigned count;
    double off[2];
};
struct comb_hexcells_glance comb_hexcells_peek(const struct comb_hexcells_seen *seen, int x, int y, double radius,
                                               int least);

/* ---- read_marks.c ---- */

/* Clears what stands above or below the text: the small arrow that our own drawings put behind a hint. 1: it was below,
 * -1: above, 0: there was none. False: no memory. */
bool comb_hexcells_take_arrow(int *where, struct comb_hexcells_ink *ink);

/* Clears the marks around a number, {3} or -3-, and says in ink->mark what they were. False: no memory. */
bool comb_hexcells_take_marks(struct comb_hexcells_ink *ink);

/* What was read without them, with them. */
void comb_hexcells_put_marks(struct comb_glyph *glyph, enum comb_hexcells_hint mark);

/* Reads the ink as one of the patterns; once more with sharper edges where glyphs that touch make it unsure. */
int comb_hexcells_read_ink(struct comb_glyph *out, const struct comb_hexcells_ink *ink, comb_glyph_patterns patterns,
                           struct comb_error *err);

/* ---- read_states.c ---- */
int comb_hexcells_see_states(struct comb_hexcells_seen *seen, struct comb_error *err);

/* ---- read_text.c ---- */
int comb_hexcells_see_ink(struct comb_hexcells_seen *seen, struct comb_error *err);
int comb_hexcells_see_texts(struct comb_hexcells_seen *seen, struct comb_error *err);

/* ---- read_lines.c ---- */
int comb_hexcells_see_lines(struct comb_hexcells_seen *seen, struct comb_error *err);

/* ---- read_counters.c ---- */
int comb_hexcells_see_counters(struct comb_hexcells_seen *seen, struct comb_error *err);

/* ---- read_captions.c ---- */

/* Where there are no boxes. */
int comb_hexcells_see_captions(struct comb_hexcells_seen *seen, struct comb_error *err);

/* ---- read_check.c ---- */

/* Says as doubts what cannot be: more hidden blue cells than hidden cells, hints that contradict each other. Takes back
 * what it said before. */
int comb_hexcells_reading_check(json_t *reading, struct comb_error *err);

/* Takes back doubts about the board whose message begins like this. */
void comb_hexcells_reading_settle_doubt(json_t *reading, const char *beginning);

/* ---- read_mend.c ---- */
int comb_hexcells_reading_level(struct comb_hexcells_level **out, const json_t *reading, struct comb_error *err);
int comb_hexcells_reading_spell(struct comb_buf *out, const json_t *reading, const void *look, struct comb_error *err);
int comb_hexcells_reading_mend(json_t *reading, int x, int y, const char *text, const void *look,
                               struct comb_error *err);
int comb_hexcells_reading_clicks(json_t *clicks, const json_t *reading, const json_t *answer, struct comb_error *err);
json_t *comb_hexcells_reading_line(int x, int y, enum comb_hexcells_direction direction, const char *text,
                                   double confidence, const char *second, struct comb_box box);

#endif
