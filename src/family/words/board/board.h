/* clang-format off */
/* Word board: cells with letters on a lattice, and its notation.
 *
 *     LPE/EASR/SRTED/PING/LAS         rows separated by / or newlines, one character per cell
 *     C A:3l T D / W O:2w F O / ...   if a row has a space or a colon, its cells are separated by spaces;
 *                                     :3l is an attribute, QU a tile of two letters
 *     ?                               any letter
 *     .                               a hole
 *     CATS/                           a single row ends in /, to distinguish it from a board with a letter missing
 *
 * Cells are numbered from 0 in reading order, holes included: in text, in JSON and here. */
/* clang-format on */
#ifndef COMB_FAMILY_WORDS_BOARD_H
#define COMB_FAMILY_WORDS_BOARD_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "engine/dict/language.h"
#include "grid/lattice.h"

#include <stdbool.h>

struct comb_game;

enum {
    COMB_WORDS_MAX_ROWS = 24,
    COMB_WORDS_MAX_CELLS = 100, /* of any game; most allow fewer */
    COMB_WORDS_MASK_CELLS = 64, /* of games with best boards, proofs or 64-bit masks of cells; the default limit */
    COMB_WORDS_MAX_TILE = 4,
    COMB_WORDS_MAX_ATTRIBUTE = 3
};

/* The board notation of a game; part of struct comb_words_game. */
struct comb_words_notation {
    bool squares;                  /* equal rows: squares with eight neighbours */
    bool hexagons;                 /* adjacent rows differ by one: hexagons */
    bool flat_top;                 /* flat-topped hexagons: a row is a half row, its cells two columns apart */
    const char *attributes;        /* allowed after a colon, separated by spaces; NULL = none */
    const char *attribute_aliases; /* other spellings, "dl=2l tl=3l"; or NULL */
    const char *example_board;     /* for messages */
    bool q_means_qu;               /* a single Q is the tile QU */
    unsigned max_cells;            /* of a board; 0 = COMB_WORDS_MASK_CELLS */

    /* Shapes that may be written as one string without rows, such as 19 letters for a hexagon: row lengths, ended by 0.
     * Any other number of cells needs rows or --shape: a missing letter must not make a board of one row. */
    const unsigned char (*rowless_shapes)[COMB_WORDS_MAX_ROWS];
    size_t rowless_shape_count;
};

enum comb_words_cell_kind { COMB_WORDS_HOLE, COMB_WORDS_ANY, COMB_WORDS_LETTERS };

struct comb_words_cell {
    enum comb_words_cell_kind kind;
    unsigned letters;                     /* of the tile */
    uint32_t letter[COMB_WORDS_MAX_TILE]; /* upper-case code points */
    char attribute[COMB_WORDS_MAX_ATTRIBUTE + 1];
};

struct comb_words_board {
    const struct comb_words_game *game;
    const struct comb_language *language; /* of the letters; may point to `own_language` */
    struct comb_language own_language;    /* the language with the letter values below */
    uint8_t own_values[26];
    struct comb_arena arena;
    struct comb_lattice *lattice; /* of all cells, including holes */
    struct comb_words_cell *cells;
    unsigned *row_lengths;
    size_t rows;
};

/* Letter values that replace those of a language; 0 = unchanged. */
struct comb_words_values {
    uint8_t ascii[26];
    uint8_t kept[COMB_LANGUAGE_MAX_KEPT];
};

/* Sets the language of a board, with other letter values if `values` is not NULL. */
void comb_words_set_language(struct comb_words_board *board, const struct comb_language *language,
                             const struct comb_words_values *values);

/* Parses a board. In errors, line is the row, column the character in it, position the byte. */
int comb_words_parse(struct comb_words_board **out, const struct comb_words_game *game, const char *text, size_t length,
                     struct comb_error *err);

/* The same for text printed by earlier versions, where a single row of any length is a board. */
int comb_words_parse_stored(struct comb_words_board **out, const struct comb_words_game *game, const char *text,
                            size_t length, struct comb_error *err);

/* Member update_text of struct comb_game: appends the / that a single row needs since earlier versions. */
void comb_words_update_text(struct comb_buf *out, const struct comb_game *game, const char *text, size_t length);

void comb_words_free(void *board);
void comb_words_print(struct comb_buf *out, const void *board);

/* Makes the lattice for rows of these lengths in the game's notation. In errors, `line` is the row. */
int comb_words_lattice(struct comb_lattice **out, const struct comb_words_game *game, const unsigned *lengths,
                       size_t rows, struct comb_error *err);

/* Appends the letters of a cell as UTF-8: "A", "QU", "?", "." for a hole; without the attribute. */
void comb_words_cell_text(struct comb_buf *out, const struct comb_words_cell *cell);

/* Members of struct comb_game. A move is CELL=TILE, such as 4=Q. */
int comb_words_image(void **out, const void *board, unsigned index, struct comb_error *err);
int comb_words_canon(struct comb_buf *out, const void *board, struct comb_error *err);
int comb_words_apply(void **next, const void *board, const char *move, struct comb_error *err);

#endif
