/* Squaredle: a grid of letters, often with holes; find all words of four letters or more. The game counts the words;
 * the points here, one per letter, only measure progress. */
#include "family/words/best/best.h"
#include "family/words/read/read.h"
#include "proof/prove.h"

static unsigned points_by_length(unsigned letters)
{
    return letters < 4 ? 0 : letters;
}

/* Used by the verifier: one point per letter on the cells of the path. */
static unsigned points_of_path(const struct comb_words_board *board, const unsigned *path, size_t cells,
                               unsigned letters)
{
    unsigned points = 0;
    for (size_t i = 0; i < cells; i++)
        points += board->cells[path[i]].kind == COMB_WORDS_ANY ? 1 : board->cells[path[i]].letters;
    return letters > 3 ? points : 0;
}

#define SHAPES "4x4 3x3 5x5 6x6 7x7 8x8 9x9 10x10 ring small-ring"

static const unsigned char rows[][COMB_WORDS_MAX_ROWS] = {
    {4, 4, 4, 4},
    {3, 3, 3},
    {5, 5, 5, 5, 5},
    {6, 6, 6, 6, 6, 6},
    {7, 7, 7, 7, 7, 7, 7},
    {8, 8, 8, 8, 8, 8, 8, 8},
    {9, 9, 9, 9, 9, 9, 9, 9, 9},
    {10, 10, 10, 10, 10, 10, 10, 10, 10, 10},
    {5, 5, 5, 5, 5},
    {3, 3, 3},
};

static const char *const holes[] = {"", "", "", "", "", "", "", "", "??????...??...??...??????", "????.????"};

static const struct comb_words_game words = {
    .title = "Squaredle",
    .notation = {.squares = true,
                 .example_board = "SAND/TERA/.LIT/.EN.",
                 .rowless_shapes = rows,
                 .rowless_shape_count = 8,
                 .max_cells = COMB_WORDS_MAX_CELLS},
    .min_length = 4,
    .points_by_length = points_by_length,
    .points_of_path = points_of_path,
    .make_shapes = SHAPES,
    .make_rows = rows,
    .make_holes = holes,
    .likely_shapes = "7x7 8x8 9x9 10x10",
    .possible_shapes = "rectangle",
};

static const struct comb_option options[] = {COMB_WORDS_OPTIONS("length"),
                                             COMB_WORDS_SHAPE_OPTION(SHAPES),
                                             COMB_WORDS_BEST_OPTIONS,
                                             COMB_WORDS_PROVE_OPTIONS,
                                             {0}};

/* ---- pictures ---- */

static const char *const patterns[] = {"@", NULL};

/* Below the other square games: a picture is read as Squaredle if it is asked for, or if the others do not fit. */
static const struct comb_words_square_look square_look = {.four = 0.3, .large = 0.3, .other = 0.5, .holes = 0.6};

static const struct comb_words_board_spec board_spec = {
    .words = &words,
    .kind = COMB_DETECTED_SQUARE,
    .square = &square_look,
    .patterns = patterns,
};

static const struct comb_reader reader = {
    .read = comb_words_read_square,
    .to_text = comb_words_to_text,
    .apply_fix = comb_words_apply_fix,
    .payload = &board_spec,
};

static const struct comb_example examples[] = {
    {.input = "SAND/TERA/.LIT/.EN.", .description = "a 4x4 board with holes", .move = "0=P"},
    {.input = "STONE/I...R/L...A/L...T/SPINE", .description = "a ring", .move = "4=?"},
    {.input = "TREASON/ILE.ATE/NGS.SIR", .description = "a wide board", .move = "10=A"},
    {.input = "SEARCHINGS/TONERAIDED/ALERTINGLY/R.DESIST.R/E..INTO..A/S..OPEN..I/T.REGIME.N/ORATIONISE/NECESSITYS/"
              "SETTLEMENT",
     .description = "a board of 10x10 with holes",
     .move = "99=S"},
    {0},
};

static const struct comb_blank_board blank_boards[] = {
    {"4 × 4", "? ? ? ? / ? ? ? ? / ? ? ? ? / ? ? ? ?"},
    {"5 × 5", "? ? ? ? ? / ? ? ? ? ? / ? ? ? ? ? / ? ? ? ? ? / ? ? ? ? ?"},
    {"10 × 10", "? ? ? ? ? ? ? ? ? ? / ? ? ? ? ? ? ? ? ? ? / ? ? ? ? ? ? ? ? ? ? / ? ? ? ? ? ? ? ? ? ? / "
                "? ? ? ? ? ? ? ? ? ? / ? ? ? ? ? ? ? ? ? ? / ? ? ? ? ? ? ? ? ? ? / ? ? ? ? ? ? ? ? ? ? / "
                "? ? ? ? ? ? ? ? ? ? / ? ? ? ? ? ? ? ? ? ?"},
    {"Ring", "? ? ? ? ? / ? . . . ? / ? . . . ? / ? . . . ? / ? ? ? ? ?"},
    {0},
};

static const struct comb_lesson lessons[] = {
    {"A word is a path over neighbouring letters, also diagonally.", "STAR/ELIN/DOPG/UMCH",
     "{\"words\":[{\"word\":\"TILE\",\"path\":[1,6,5,4]}]}"},
    {"No letter of the board is used twice in a word.", "STAR/ELIN/DOPG/UMCH",
     "{\"words\":[{\"word\":\"LOPING\",\"path\":[5,9,10,6,7,11]}]}"},
    {"Find every word of four letters or more.", "STAR/ELIN/DOPG/UMCH",
     "{\"words\":[{\"word\":\"STAR\",\"path\":[0,1,2,3]}]}"},
    {0},
};

const struct comb_game comb_game_squaredle = {
    .name = "squaredle",
    .title = "Squaredle",
    .summary = "find all words of four letters or more on a grid with holes",
    .notation = "Rows of equal length separated by / or newlines, one letter per cell, up to 100 cells. A dot (.) is a "
                "hole, ? matches any letter. A square number of letters from 9 to 100 without separators forms a "
                "square. A move "
                "(--moves) is CELL=LETTER.",
    .options = options,
    .examples = examples,
    .start_order = 8,
    .blurb = "Find all words on a grid with holes",
    .rules = "Find every word of four letters or more. A word is traced from letter to neighbouring letter, also "
             "diagonally; no letter is used twice, and holes cannot be crossed.\n"
             "Each word counts once. Progress is the number of words found; the score counts one point per letter.",
    .lessons = lessons,
    .blank_boards = blank_boards,
    COMB_WORDS_MEMBERS(words),
    .make = comb_words_make,
    .best = comb_words_best,
    .prove = comb_words_prove,
    .reader = &reader,
};
