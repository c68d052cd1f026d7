/* Hexhunt: a hexagon of 19 letters; every word that can be traced over neighbouring cells counts once, with as many
 * points as it has letters. Words of two letters count. Other hexagon shapes and squares are played by the same rule.
 */
#include "family/words/best.h"
#include "family/words/prove.h"
#include "family/words/read.h"

static unsigned points_by_length(unsigned letters)
{
    return letters;
}

/* For the verifier: a point for each letter that the cells of the path carry. */
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

static const unsigned char make_rows[][COMB_WORDS_MOST_ROWS] = {
    {3, 4, 5, 4, 3}, {2, 3, 2}, {3, 4, 3}, {3, 4, 3, 2}, {4, 4, 4, 4}, {3, 3, 3},
};

static const unsigned char flat_rows[][COMB_WORDS_MOST_ROWS] = {
    {2, 3, 2}, {3, 4, 5, 4, 3}, {4, 5, 6, 7, 6, 5, 4}, {5, 6, 7, 8, 9, 8, 7, 6, 5}};

static const struct comb_words_game words = {
    .title = "Hexhunt",
    .notation =
        {
            .squares = true,
            .hexagons = true,
            .shown_board = "LPE/EASR/SRTED/PING/LAS",
            .flat = flat_rows,
            .flat_count = sizeof flat_rows / sizeof *flat_rows,
        },
    .min_length = 2,
    .points_by_length = points_by_length,
    .points_of_path = points_of_path,
    .make_shapes = SHAPES,
    .make_rows = make_rows,
};

static int parse(void **board, struct comb_job *job, const char *text, size_t length, const struct comb_params *params,
                 struct comb_error *err)
{
    return comb_words_parse_board(board, &words, job, text, length, params, err);
}

static void update_text(struct comb_buf *out, const char *text, size_t length)
{
    comb_words_update_text(out, &words, text, length);
}

static int make(void **board, struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    return comb_words_make(board, &words, job, params, err);
}

static int best(json_t **found, struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    return comb_words_best(found, &words, job, params, err);
}

static int prove(json_t **found, struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    return comb_words_prove(found, "hexhunt", &words, job, params, err);
}

static const struct comb_option options[] = {COMB_WORDS_OPTIONS("length"),
                                             COMB_WORDS_SHAPE_OPTION(SHAPES),
                                             COMB_WORDS_BEST_OPTIONS,
                                             COMB_WORDS_PROVE_OPTIONS,
                                             {0}};

/* ---- pictures ---- */

static const char *const patterns[] = {"@", NULL};

static const unsigned char seen_rows[][COMB_WORDS_MOST_ROWS] = {
    {3, 4, 5, 4, 3}, {2, 3, 2}, {3, 4, 3}, {3, 4, 3, 2}, {4, 5, 6, 7, 6, 5, 4}, {5, 6, 7, 8, 9, 8, 7, 6, 5},
};

static const struct comb_words_look look = {
    .words = &words,
    .kind = COMB_SEEN_HEX_POINTY,
    .shapes = seen_rows,
    .shape_count = sizeof seen_rows / sizeof *seen_rows,
    .blanks = true,
    .patterns = patterns,
};

static const struct comb_reader reader = {
    .read = comb_words_read,
    .spell = comb_words_spell,
    .mend = comb_words_mend,
    .look = &look,
};

static const struct comb_example examples[] = {
    {.input = "LPE/EASR/SRTED/PING/LAS", .shows = "the best board known: 4064 points", .move = "4=QU"},
    {.input = "SLPS/EAIE/RNTR/GESO", .shows = "squares: the best 4x4 board known, 6294 points", .move = "15=."},
    {.input = "TS/EAR/LB", .shows = "the best of seven hexagons, 376 points", .move = "0=?"},
    {.input = "l p e / e a s r / s ? t e d / p . n g / l qu s",
     .shows = "lower case and spaces, any letter, a hole, a tile of two letters",
     .move = "5=z"},
    {0},
};

const struct comb_game comb_game_hexhunt = {
    .name = "hexhunt",
    .title = "Hexhunt",
    .summary = "words on a board of hexagons; a point a letter",
    .notation =
        "Rows separated by / or newlines, a letter a cell. Rows that differ by one from the row before are hexagons "
        "(3,4,5,4,3 is the usual board of 19), equal rows are squares that also touch at their corners. With spaces in "
        "a "
        "row, cells are separated by spaces and may be tiles such as QU. ? is any letter, . a hole. Upper or lower "
        "case. "
        "7, 19, 37 or 61 letters without separators are a regular hexagon; other boards need rows or --shape, and a "
        "board of a single row ends in /. A move (--moves) is CELL=LETTER, cells counted from 0.",
    .options = options,
    .examples = examples,
    COMB_WORDS_MEMBERS,
    .parse = parse,
    .update_text = update_text,
    .make = make,
    .best = best,
    .prove = prove,
    .reader = &reader,
};
