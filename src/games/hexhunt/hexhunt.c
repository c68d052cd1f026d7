/* Hexhunt: a hexagon of 19 letters. Every word of two letters or more that can be traced over neighbouring cells counts
 * once, one point per letter. Other hexagon shapes and squares use the same rules. */
#include "family/words/best/best.h"
#include "family/words/read/read.h"
#include "proof/prove.h"

static unsigned points_by_length(unsigned letters)
{
    return letters;
}

/* Used by the verifier: one point per letter on the cells of the path. */
static unsigned points_of_path(const struct comb_words_board *board, const unsigned *path, size_t cells,
                               unsigned letters)
{
    (void)letters;
    unsigned points = 0;
    for (size_t i = 0; i < cells; i++)
        points += board->cells[path[i]].kind == COMB_WORDS_ANY ? 1 : board->cells[path[i]].letters;
    return points;
}

#define SHAPES "hex19 hex7 hex10 hex12 4x4 3x3"

static const unsigned char make_rows[][COMB_WORDS_MAX_ROWS] = {
    {3, 4, 5, 4, 3}, {2, 3, 2}, {3, 4, 3}, {3, 4, 3, 2}, {4, 4, 4, 4}, {3, 3, 3},
};

static const unsigned char flat_rows[][COMB_WORDS_MAX_ROWS] = {
    {2, 3, 2}, {3, 4, 5, 4, 3}, {4, 5, 6, 7, 6, 5, 4}, {5, 6, 7, 8, 9, 8, 7, 6, 5}};

/* docs/records.md says how they were found and proved. */
static const struct comb_words_record records[] = {
    {"hex19", 4064, "LPE/EASR/SRTED/PING/LAS", false, "about 3.7 years on one core"},
    {"hex7", 376, "BL/RAE/ST", true, NULL},
    {"hex10", 1026, "PLS/MAER/STE", true, NULL},
    {"hex12", 1475, "LES/PANG/STI/ER", true, NULL},
    {"3x3", 1296, "DEP/RAS/LET", true, NULL},
    {"4x4", 6294, "OSEG/RTNR/EIAE/SPLS", false, NULL},
    {NULL, 0, NULL, false, NULL},
};

static const struct comb_words_game words = {
    .title = "Hexhunt",
    .notation =
        {
            .squares = true,
            .hexagons = true,
            .example_board = "LPE/EASR/SRTED/PING/LAS",
            .rowless_shapes = flat_rows,
            .rowless_shape_count = sizeof flat_rows / sizeof *flat_rows,
        },
    .min_length = 2,
    .points_by_length = points_by_length,
    .points_of_path = points_of_path,
    .make_shapes = SHAPES,
    .make_rows = make_rows,
    .likely_shapes = "hexagons",
    .possible_shapes = "rectangle",
    .records = records,
};

static const struct comb_option options[] = {COMB_WORDS_OPTIONS("length"),
                                             COMB_WORDS_SHAPE_OPTION(SHAPES),
                                             COMB_WORDS_BEST_OPTIONS,
                                             COMB_WORDS_PROVE_OPTIONS,
                                             {0}};

/* ---- pictures ---- */

static const char *const patterns[] = {"@", NULL};

static const unsigned char picture_rows[][COMB_WORDS_MAX_ROWS] = {
    {3, 4, 5, 4, 3}, {2, 3, 2}, {3, 4, 3}, {3, 4, 3, 2}, {4, 5, 6, 7, 6, 5, 4}, {5, 6, 7, 8, 9, 8, 7, 6, 5},
};

static const struct comb_words_board_spec board_spec = {
    .words = &words,
    .kind = COMB_DETECTED_HEX_POINTY,
    .shapes = picture_rows,
    .shape_count = sizeof picture_rows / sizeof *picture_rows,
    .blanks = true,
    .patterns = patterns,
};

static const struct comb_reader reader = {
    .read = comb_words_read,
    .to_text = comb_words_to_text,
    .apply_fix = comb_words_apply_fix,
    .fix_example = "3,2=I",
    .payload = &board_spec,
};

static const struct comb_example examples[] = {
    {.input = "LPE/EASR/SRTED/PING/LAS", .description = "the best known board: 4064 points", .move = "4=QU"},
    {.input = "SLPS/EAIE/RNTR/GESO", .description = "squares: the best known 4x4 board, 6294 points", .move = "15=."},
    {.input = "TS/EAR/LB", .description = "the best board of seven hexagons: 376 points", .move = "0=?"},
    {.input = "l p e / e a s r / s ? t e d / p . n g / l qu s",
     .description = "lower case and spaces, a wildcard, a hole, a two-letter tile",
     .move = "5=z"},
    {0},
};

static const struct comb_blank_board blank_boards[] = {
    {"19 hexagons", "? ? ? / ? ? ? ? / ? ? ? ? ? / ? ? ? ? / ? ? ?"},
    {"10 hexagons", "? ? ? / ? ? ? ? / ? ? ?"},
    {0},
};

static const struct comb_lesson lessons[] = {
    {"A word is a path over neighbouring hexagons.", "LPE/EASR/SRTED/PING/LAS",
     "{\"words\":[{\"word\":\"RATE\",\"path\":[8,4,9,10]}]}"},
    {"No hexagon is used twice in a word.", "LPE/EASR/SRTED/PING/LAS",
     "{\"words\":[{\"word\":\"REPASTING\",\"path\":[6,2,1,4,5,9,13,14,15]}]}"},
    {"Each letter of a word scores one point.", "LPE/EASR/SRTED/PING/LAS",
     "{\"words\":[{\"word\":\"TED\",\"path\":[9,10,11]}]}"},
    {0},
};

const struct comb_game comb_game_hexhunt = {
    .name = "hexhunt",
    .title = "Hexhunt",
    .summary = "find words on a hexagon board; one point per letter",
    .notation = "Rows separated by / or newlines, one letter per cell. Rows whose lengths differ by one form hexagons "
                "(3,4,5,4,3 is the usual board of 19); rows of equal length form squares, which also touch at their "
                "corners. If a row contains spaces, they separate the cells, and a cell may be a tile such as QU. ? "
                "matches any letter, a dot (.) is a hole. Upper or lower case. 7, 19, 37 or 61 letters without "
                "separators form a regular hexagon; other boards need rows or --shape, and a board of a single row "
                "ends in /. A move (--moves) is CELL=LETTER, cells counted from 0.",
    .options = options,
    .examples = examples,
    .start_order = 1,
    .blurb = "Find words on 19 hexagons",
    .rules = "Find as many words as you can. A word is traced from cell to neighbouring cell; a path may turn "
             "freely but uses no cell twice. Words have at least two letters, and each word counts once, however "
             "many paths it has.\n"
             "A word scores one point per letter. A wildcard (?) matches any letter.",
    .lessons = lessons,
    .blank_boards = blank_boards,
    COMB_WORDS_MEMBERS(words),
    .make = comb_words_make,
    .best = comb_words_best,
    .prove = comb_words_prove,
    .reader = &reader,
};
