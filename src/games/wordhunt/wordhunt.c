/* Word Hunt: 4x4 letters, words of three letters or more, points by length. Its other boards (doughnut, cross, 5x5) are
 * squares, two of them with holes. */
#include "family/words/best/best.h"
#include "family/words/read/read.h"
#include "proof/prove.h"

/* 100, 400, 800 points for 3, 4, 5 letters, 1400 for 6, and 400 more per further letter. */
static unsigned points_by_length(unsigned letters)
{
    static const unsigned points[] = {0, 0, 0, 100, 400, 800};
    return letters < 6 ? points[letters] : 1400 + 400 * (letters - 6);
}

/* Used by the verifier: the points table as the game prints it. */
static unsigned points_of_path(const struct comb_words_board *board, const unsigned *path, size_t cells,
                               unsigned letters)
{
    static const unsigned printed[] = {0,    0,    0,    100,  400,  800,  1400, 1800, 2200, 2600,
                                       3000, 3400, 3800, 4200, 4600, 5000, 5400, 5800, 6200, 6600};
    enum { PRINTED = sizeof printed / sizeof *printed };
    (void)board;
    (void)path;
    (void)cells;
    return letters < PRINTED ? printed[letters] : printed[PRINTED - 1] + (letters - PRINTED + 1) * 400;
}

/* The four boards of the game. The doughnut has no corners and no centre; the cross lacks the middle of each side. */
#define SHAPES "4x4 5x5 donut cross"

static const unsigned char rows[][COMB_WORDS_MAX_ROWS] = {
    {4, 4, 4, 4}, {5, 5, 5, 5, 5}, {5, 5, 5, 5, 5}, {5, 5, 5, 5, 5}};

static const char *const holes[] = {"", "", ".???.???????.???????.???.", "??.???????.???.???????.??"};

static const struct comb_words_game words = {
    .title = "Word Hunt",
    .notation = {.squares = true,
                 .example_board = "OATR/IHPS/NTES/LRAD",
                 .rowless_shapes = rows,
                 .rowless_shape_count = 2},
    .min_length = 3,
    .points_by_length = points_by_length,
    .points_of_path = points_of_path,
    .make_shapes = SHAPES,
    .make_rows = rows,
    .make_holes = holes,
    .likely_shapes = "4x4 5x5 rectangle",
};

static const struct comb_option options[] = {COMB_WORDS_OPTIONS("score"),
                                             COMB_WORDS_SHAPE_OPTION(SHAPES),
                                             COMB_WORDS_BEST_OPTIONS,
                                             COMB_WORDS_PROVE_OPTIONS,
                                             {0}};

static const char *const aliases[] = {"word-hunt", NULL};

/* ---- pictures ---- */

static const char *const patterns[] = {"@", NULL};

static const struct comb_words_square_look square_look = {
    .four = 0.75, .large = 0.6, .large_wooden = 0.85, .other = 0.6, .holes = 0.95};

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
    .fix_example = "3,2=I",
    .payload = &board_spec,
};

static const struct comb_example examples[] = {
    {.input = "OATR/IHPS/NTES/LRAD", .description = "a 4x4 board", .move = "0=S"},
    {.input = "SLPSEAIERNTRGESO", .description = "16 letters without row separators", .move = "15=X"},
    {.input = ".AT./EHPS/NTES/.RA.", .description = "holes in the corners", .move = "1=."},
    {.input = ".EAT./SRING/TO.AL/ENDES/.TIL.", .description = "the doughnut board", .move = "1=?"},
    {0},
};

static const struct comb_blank_board blank_boards[] = {
    {"4 × 4", "? ? ? ? / ? ? ? ? / ? ? ? ? / ? ? ? ?"},
    {"5 × 5", "? ? ? ? ? / ? ? ? ? ? / ? ? ? ? ? / ? ? ? ? ? / ? ? ? ? ?"},
    {"Doughnut", ". ? ? ? . / ? ? ? ? ? / ? ? . ? ? / ? ? ? ? ? / . ? ? ? ."},
    {"Cross", "? ? . ? ? / ? ? ? ? ? / . ? ? ? . / ? ? ? ? ? / ? ? . ? ?"},
    {0},
};

static const struct comb_lesson lessons[] = {
    {"A word is a path over neighbouring tiles, also diagonally.", "STAR/ELIN/DOPG/UMCH",
     "{\"words\":[{\"word\":\"TILE\",\"path\":[1,6,5,4]}]}"},
    {"No tile is used twice in a word; different words may share tiles.", "STAR/ELIN/DOPG/UMCH",
     "{\"words\":[{\"word\":\"LOPING\",\"path\":[5,9,10,6,7,11]}]}"},
    {"Longer words score more: three letters 100 points, six letters 1400.", "STAR/ELIN/DOPG/UMCH",
     "{\"words\":[{\"word\":\"STAR\",\"path\":[0,1,2,3]}]}"},
    {0},
};

const struct comb_game comb_game_wordhunt = {
    .name = "wordhunt",
    .aliases = aliases,
    .title = "Word Hunt",
    .summary = "find words on a 4x4 board; 100, 400, 800, 1400 ... points",
    .notation = "Rows separated by / or newlines, one letter per cell; 16 letters without separators form a 4x4 board, "
                "25 a 5x5 board. Other rectangles need rows. A dot (.) is a hole, ? matches any letter. Words have at "
                "least three letters: 3 letters score 100 points, 4 score 400, 5 score 800, 6 score 1400, and each "
                "further letter adds 400. A move (--moves) is CELL=LETTER.",
    .options = options,
    .examples = examples,
    .start_order = 3,
    .blurb = "Find words, also with holes",
    .rules = "Find as many words as you can. A word is traced from tile to neighbouring tile, also diagonally; no "
             "tile is used twice. Words have at least three letters, and each word counts once. Some boards have "
             "holes.\n"
             "3 letters score 100 points, 4 letters 400, 5 letters 800, 6 letters 1400, and each further letter "
             "adds 400.",
    .lessons = lessons,
    .blank_boards = blank_boards,
    COMB_WORDS_MEMBERS(words),
    .make = comb_words_make,
    .best = comb_words_best,
    .prove = comb_words_prove,
    .reader = &reader,
};
