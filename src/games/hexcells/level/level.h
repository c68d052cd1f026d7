/* Hexcells boards: a level, whose solution is known, or a position as a player sees it, whose solution is not.
 *
 *          (16,14)            x grows to the right, y downwards; flat-topped hexagons in doubled rows: the cell below
 *     (15,15)  (17,15)        (16,14) is (16,16), its other neighbours are (15,13) (17,13) (15,15) (17,15) and (16,12).
 *          (16,16)
 *
 * Cells and line hints are numbered in reading order. A finished board never changes. */
#ifndef COMB_HEXCELLS_LEVEL_H
#define COMB_HEXCELLS_LEVEL_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/json.h"
#include "games/hexcells/level/clues.h"
#include "grid/lattice.h"

enum {
    COMB_HEXCELLS_SIDE = 33,       /* rows and columns of an ordinary level file */
    COMB_HEXCELLS_MAX_SIDE = 256,  /* coordinates are below this */
    COMB_HEXCELLS_MAX_TEXT = 1000, /* bytes of a title, author or text line */
    COMB_HEXCELLS_MAX_DIAGNOSTICS = 200,
    COMB_HEXCELLS_MAX_INPUT = 4 << 20,
    COMB_HEXCELLS_ID_LENGTH = 16 /* "c255,255" and a zero byte fit */
};

enum comb_hexcells_hint {
    COMB_HEXCELLS_NO_HINT, /* "?" on a black cell, nothing on a blue one */
    COMB_HEXCELLS_NUMBER,
    COMB_HEXCELLS_BRACES, /* {n}: in one run */
    COMB_HEXCELLS_DASHES  /* -n-: not in one run */
};

/* Direction of a line hint. Level files only have S, SE and SW. */
enum comb_hexcells_direction {
    COMB_HEXCELLS_N,
    COMB_HEXCELLS_NE,
    COMB_HEXCELLS_SE,
    COMB_HEXCELLS_S,
    COMB_HEXCELLS_SW,
    COMB_HEXCELLS_NW,
    COMB_HEXCELLS_E, /* horizontal: every second column */
    COMB_HEXCELLS_W,
    COMB_HEXCELLS_DIRECTIONS
};

struct comb_hexcells_cell {
    struct comb_point at;
    signed char truth; /* enum comb_hexcells_colour; in a position unknown unless shown */
    signed char shown;
    bool dim;                     /* dimmed by the player */
    bool number_unknown;          /* uncovered in a position, but its number has not been entered; then hint is none */
    enum comb_hexcells_hint hint; /* visible once the cell is shown */
    unsigned number;              /* valid with a hint */
};

struct comb_hexcells_line {
    struct comb_point at; /* position of its text; the first cell is one step further */
    enum comb_hexcells_direction direction;
    enum comb_hexcells_hint hint; /* never COMB_HEXCELLS_NO_HINT */
    unsigned number;
    bool dim;
};

/* A warning about a level file that is still readable. Line and column count from 1. */
struct comb_hexcells_diagnostic {
    unsigned line, column;
    const char *message;
};

struct comb_hexcells_level {
    bool truth_known; /* true: a level; false: a position */
    unsigned rows, columns;
    unsigned cell_count, line_count;
    struct comb_hexcells_cell *cells;
    struct comb_hexcells_line *lines;
    const char *title, *author, *text[2]; /* never NULL */
    long remaining;                       /* hidden blue cells; -1: a position without a counter */
    long mistakes;                        /* -1: not given */
    unsigned pack_index, pack_count;      /* index of the level in its file, from 0 */
    struct comb_hexcells_diagnostic *diagnostics;
    unsigned diagnostic_count;
    int *table; /* rows * columns: cell number, -2 - line number, or -1 */
    struct comb_arena arena;
};

void comb_hexcells_level_free(struct comb_hexcells_level *level);
int comb_hexcells_level_copy(struct comb_hexcells_level **out, const struct comb_hexcells_level *level,
                             struct comb_error *err);

/* Creates an empty board with room for this many cells and lines. Fill in cells and lines in any order (points within
 * rows and columns, each once), then call finish: it sorts them and, with truth_known, computes every number, the marks
 * of hints other than COMB_HEXCELLS_NUMBER and COMB_HEXCELLS_NO_HINT, and the counter. */
int comb_hexcells_level_new(struct comb_hexcells_level **out, unsigned cells, unsigned lines, struct comb_error *err);
int comb_hexcells_level_finish(struct comb_hexcells_level *level, struct comb_error *err);

/* The index of the cell (line) at a point; -1 if there is none. */
int comb_hexcells_cell_at(const struct comb_hexcells_level *level, int x, int y);
int comb_hexcells_line_at(const struct comb_hexcells_level *level, int x, int y);

/* Cells of one hint, in order. `cells` has room for comb_hexcells_max_members(level); returns how many were written. A
 * ring has six entries, COMB_HEXCELLS_GAP where there is no cell. */
unsigned comb_hexcells_max_members(const struct comb_hexcells_level *level);
unsigned comb_hexcells_ring(unsigned *cells, const struct comb_hexcells_level *level, unsigned cell);
unsigned comb_hexcells_flower(unsigned *cells, const struct comb_hexcells_level *level, unsigned cell);
unsigned comb_hexcells_ray(unsigned *cells, const struct comb_hexcells_level *level, unsigned line);

unsigned comb_hexcells_hidden(const struct comb_hexcells_level *level); /* number of hidden cells */

/* The number of uncovered cells with an unknown number (0 for levels), and a message about them. */
unsigned comb_hexcells_missing(const struct comb_hexcells_level *level);
void comb_hexcells_print_missing(struct comb_buf *out, const struct comb_hexcells_level *level);

/* ---- level files (level_read.c, level.c) ---- */

/* Whether the text starts with the level header, indented or not. */
bool comb_hexcells_is_level(const char *text, size_t length);

/* Whether the text looks like a level with a mistyped header, or with rows but no header. */
bool comb_hexcells_looks_like_level(const char *text, size_t length);

/* The offset of the second level of the file; its length if there is only one. */
size_t comb_hexcells_first_level(const char *text, size_t length);

/* Reads level `index` (from 0) of a level file. */
int comb_hexcells_level_read(struct comb_hexcells_level **out, const char *text, size_t length, unsigned index,
                             struct comb_error *err);

/* Prints the level file, without the last newline. Only for levels. */
void comb_hexcells_level_print(struct comb_buf *out, const struct comb_hexcells_level *level);

/* ---- positions (position.c); docs/hexcells.md describes both formats ---- */

bool comb_hexcells_is_position(const char *text, size_t length);
int comb_hexcells_position_read(struct comb_hexcells_level **out, const char *text, size_t length,
                                struct comb_error *err);
void comb_hexcells_position_print(struct comb_buf *out, const struct comb_hexcells_level *level);
int comb_hexcells_position_from_json(struct comb_hexcells_level **out, const json_t *position, struct comb_error *err);
int comb_hexcells_position_json(json_t **out, const struct comb_hexcells_level *level, struct comb_error *err);

/* The position of a level: what the player sees, without the solution. */
int comb_hexcells_position_of(struct comb_hexcells_level **out, const struct comb_hexcells_level *level,
                              struct comb_error *err);

/* ---- the visible problem (logic/problem.c) ---- */

/* The problem that a player with these colours uncovered sees. `shown` has one colour per cell; NULL means the level's
 * own. Clue ids are cell indices, then cell_count + line index. The arena owns everything. */
int comb_hexcells_problem_of(struct comb_hexcells_problem *out, const struct comb_hexcells_level *level,
                             const signed char *shown, struct comb_arena *arena, struct comb_error *err);

/* Writes the clue that appears when a cell of this colour is uncovered; false if there is none. `members` has room for
 * comb_hexcells_max_members(level) and must outlive the clue. */
bool comb_hexcells_clue_of_cell(struct comb_hexcells_clue *clue, unsigned *members,
                                const struct comb_hexcells_level *level, unsigned cell, signed char colour);
void comb_hexcells_clue_of_line(struct comb_hexcells_clue *clue, unsigned *members,
                                const struct comb_hexcells_level *level, unsigned line);

/* Converts a clue id to "c12,7", "l17,11" or "counter", and back; false if there is no such hint. */
void comb_hexcells_id_text(char out[COMB_HEXCELLS_ID_LENGTH], const struct comb_hexcells_level *level, unsigned id);
bool comb_hexcells_id_read(unsigned *id, const struct comb_hexcells_level *level, const char *text);

/* "3", "{3}", "-3-", "?" or "". */
void comb_hexcells_hint_text(char out[COMB_HEXCELLS_ID_LENGTH], enum comb_hexcells_hint hint, unsigned number,
                             bool blue);
/* The text on a cell of this colour: the same, or "_" if the number is unknown. */
void comb_hexcells_cell_text(char out[COMB_HEXCELLS_ID_LENGTH], const struct comb_hexcells_cell *cell, bool blue);

struct comb_point comb_hexcells_step(enum comb_hexcells_direction direction);
const char *comb_hexcells_direction_name(enum comb_hexcells_direction direction);  /* "se" */
const char *comb_hexcells_direction_words(enum comb_hexcells_direction direction); /* "down and right" */

#endif
