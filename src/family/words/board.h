/* Word board: cells with letters on a lattice, and how people write it.
 *
 *     LPE/EASR/SRTED/PING/LAS         rows separated by / or newlines, a character a cell
 *     C A:3l T D / W O:2w F O / ...   with a space or a colon in a row, cells are separated by spaces; :3l is an
 * attribute ? any letter   . a hole   QU a tile of two letters
 *     CATS/                           a single row ends in /, so that a board with a letter too few is not one
 *
 * Cells are numbered in reading order from 0, holes included, so that a number means the same in the text, in JSON and
 * here. */
#ifndef COMB_FAMILY_WORDS_BOARD_H
#define COMB_FAMILY_WORDS_BOARD_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "engine/language.h"
#include "grid/lattice.h"

#include <stdbool.h>

enum { COMB_WORDS_MOST_ROWS = 24, COMB_WORDS_MOST_CELLS = 64, COMB_WORDS_MOST_TILE = 4, COMB_WORDS_MOST_ATTRIBUTE = 3 };

/* How a game's boards may look; part of struct comb_words_game. */
struct comb_words_notation {
    bool squares;                  /* equal rows: squares with eight neighbours */
    bool hexagons;                 /* neighbouring rows differ by one: hexagons */
    bool flat_top;                 /* hexagons stand on a flat side: rows are half rows, every second place filled */
    const char *attributes;        /* what may stand behind a colon, separated by spaces; NULL = nothing */
    const char *attribute_aliases; /* other spellings, "dl=2l tl=3l"; or NULL */
    const char *shown_board;       /* an example for messages */
    bool q_means_qu;               /* a lone Q is a tile of two letters */

    /* Boards that may be written as one string without rows, such as 19 letters for a hexagon: rows, each ended by 0.
     * Any other number of cells needs rows or --shape: one letter too few must not become a board of one row. */
    const unsigned char (*flat)[COMB_WORDS_MOST_ROWS];
    size_t flat_count;
};

enum comb_words_cell_kind { COMB_WORDS_HOLE, COMB_WORDS_ANY, COMB_WORDS_LETTERS };

struct comb_words_cell {
    enum comb_words_cell_kind kind;
    unsigned letters;                      /* of the tile */
    uint32_t letter[COMB_WORDS_MOST_TILE]; /* upper-case code points */
    char attribute[COMB_WORDS_MOST_ATTRIBUTE + 1];
};

struct comb_words_board {
    const struct comb_words_game *game;
    const struct comb_language *language; /* whose letters these are */
    struct comb_arena arena;
    struct comb_lattice *lattice; /* of all cells, holes too */
    struct comb_words_cell *cells;
    unsigned *row_lengths;
    size_t rows;
};

/* The errors' line is the row, column the character in it, position the byte. */
int comb_words_parse(struct comb_words_board **out, const struct comb_words_game *game, const char *text, size_t length,
                     struct comb_error *err);

/* The same for a text that earlier versions printed: there a single row was a board however many cells it has. */
int comb_words_parse_stored(struct comb_words_board **out, const struct comb_words_game *game, const char *text,
                            size_t length, struct comb_error *err);

/* For the member update_text of struct comb_game: a single row gets the / that it is written with today. */
void comb_words_update_text(struct comb_buf *out, const struct comb_words_game *game, const char *text, size_t length);

void comb_words_free(void *board);
void comb_words_print(struct comb_buf *out, const void *board);

/* The lattice of rows of these lengths in the game's notation. In an error, `line` is the row. */
int comb_words_lattice(struct comb_lattice **out, const struct comb_words_game *game, const unsigned *lengths,
                       size_t rows, struct comb_error *err);

/* Appends the letters of a cell as UTF-8: "A", "QU", "?", "." for a hole; without the attribute. */
void comb_words_cell_text(struct comb_buf *out, const struct comb_words_cell *cell);

/* Members of struct comb_game. A move is CELL=TILE, such as 4=Q. */
int comb_words_image(void **out, const void *board, unsigned index, struct comb_error *err);
int comb_words_canon(struct comb_buf *out, const void *board, struct comb_error *err);
int comb_words_apply(void **next, const void *board, const char *move, struct comb_error *err);

#endif
