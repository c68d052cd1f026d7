/* The template: a word game in one file. `make new NAME=...` copies it. Every build compiles it and the conformance
 * tests run it, but no list shows it.
 *
 * The game: 4x4 letters. Every word of three letters or more that can be traced over neighbouring cells counts once,
 * one point per letter beyond the second. */
#include "family/words/best/best.h"

static unsigned points_by_length(unsigned letters)
{
    return letters > 2 ? letters - 2 : 0;
}

/* Used by the verifier: the same rule, written independently. */
static unsigned points_of_path(const struct comb_words_board *board, const unsigned *path, size_t cells,
                               unsigned letters)
{
    unsigned points = 0;
    (void)board;
    (void)path;
    (void)cells;
    for (unsigned i = 3; i <= letters; i++)
        points++;
    return points;
}

#define SHAPES "4x4 5x5"

static const unsigned char rows[][COMB_WORDS_MAX_ROWS] = {{4, 4, 4, 4}, {5, 5, 5, 5, 5}};

static const struct comb_words_game words = {
    .title = "Template",
    .notation = {.squares = true,
                 .example_board = "TERS/PANE/LIST/GOED",
                 .rowless_shapes = rows,
                 .rowless_shape_count = 2},
    .min_length = 3,
    .points_by_length = points_by_length,
    .points_of_path = points_of_path,
    .make_shapes = SHAPES,
    .make_rows = rows,
    .likely_shapes = "4x4 5x5",
};

static const struct comb_option options[] = {
    COMB_WORDS_OPTIONS("score"),
    COMB_WORDS_SHAPE_OPTION(SHAPES),
    COMB_WORDS_BEST_OPTIONS,
    {0},
};

static const struct comb_example examples[] = {
    {.input = "TERS/PANE/LIST/GOED", .description = "a 4x4 board", .move = "0=S"},
    {.input = "TERSPANELISTGOED", .description = "16 letters without row separators", .move = "15=?"},
    {0},
};

static const struct comb_blank_board blank_boards[] = {
    {"4 × 4", "? ? ? ? / ? ? ? ? / ? ? ? ? / ? ? ? ?"},
    {0},
};

const struct comb_game comb_game__template = {
    .name = "_template",
    .title = "Template",
    .summary = "find words on a 4x4 board; one point per letter beyond the second",
    .notation = "Rows separated by / or newlines, one letter per cell; 16 letters without separators form a 4x4 board, "
                "25 a 5x5 board. A dot (.) is a hole, ? matches any letter. A move (--moves) is CELL=LETTER.",
    .options = options,
    .examples = examples,
    .blurb = "Find words, one point per letter beyond the second",
    .rules = "Find as many words as you can. A word is traced from cell to neighbouring cell, also diagonally; no cell "
             "is used twice. Words have at least three letters, and each word counts once.\n"
             "A word scores one point per letter beyond the second.",
    .blank_boards = blank_boards,
    COMB_WORDS_MEMBERS(words),
    .make = comb_words_make,
    .best = comb_words_best,
};
