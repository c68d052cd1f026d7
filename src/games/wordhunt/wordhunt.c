/* Word Hunt: a square of 16 letters, words of three letters or more, a table of points that grows with length. Its
 * other boards (a ring, a cross, five by five) are squares with holes. */
#include "family/words/best.h"
#include "family/words/prove.h"
#include "family/words/read.h"

/* 100, 400, 800, then 600 more for the sixth letter and 400 for each further one. */
static unsigned points_by_length(unsigned letters)
{
    static const unsigned points[] = {0, 0, 0, 100, 400, 800};
    return letters < 6 ? points[letters] : 1400 + 400 * (letters - 6);
}

/* For the verifier: the table as the game prints it. */
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

#define SHAPES "4x4 5x5"

static const unsigned char make_rows[][COMB_WORDS_MOST_ROWS] = {{4, 4, 4, 4}, {5, 5, 5, 5, 5}};
static const unsigned char flat_rows[][COMB_WORDS_MOST_ROWS] = {{4, 4, 4, 4}, {5, 5, 5, 5, 5}};

static const struct comb_words_game words = {
    .title = "Word Hunt",
    .notation = {.squares = true, .shown_board = "OATR/IHPS/NTES/LRAD", .flat = flat_rows, .flat_count = 2},
    .min_length = 3,
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
    return comb_words_prove(found, "wordhunt", &words, job, params, err);
}

static const struct comb_option options[] = {COMB_WORDS_OPTIONS("score"),
                                             COMB_WORDS_SHAPE_OPTION(SHAPES),
                                             COMB_WORDS_BEST_OPTIONS,
                                             COMB_WORDS_PROVE_OPTIONS,
                                             {0}};

static const char *const aliases[] = {"word-hunt", NULL};

/* ---- pictures ---- */

static const char *const patterns[] = {"@", NULL};

static const struct comb_words_look look = {
    .words = &words,
    .kind = COMB_SEEN_SQUARE,
    .square = COMB_WORDS_WORDHUNT,
    .patterns = patterns,
};

static const struct comb_reader reader = {
    .read = comb_words_read_square,
    .spell = comb_words_spell,
    .mend = comb_words_mend,
    .look = &look,
};

static const struct comb_example examples[] = {
    {.input = "OATR/IHPS/NTES/LRAD", .shows = "a board of sixteen letters", .move = "0=S"},
    {.input = "SLPSEAIERNTRGESO", .shows = "sixteen letters without rows", .move = "15=X"},
    {.input = ".AT./EHPS/NTES/.RA.", .shows = "holes in the corners", .move = "1=."},
    {0},
};

const struct comb_game comb_game_wordhunt = {
    .name = "wordhunt",
    .aliases = aliases,
    .title = "Word Hunt",
    .summary = "words on a 4x4 board; 100, 400, 800, 1400 ... points",
    .notation =
        "Rows separated by / or newlines, a letter a cell; 16 letters without separators are a 4x4 board, 25 a 5x5. "
        "Other "
        "rectangles need rows; . is a hole, ? any letter. Words have three letters or more; 3 letters are worth 100 "
        "points, 4 400, 5 800, 6 1400, 7 1800 and 400 for each further letter. A move (--moves) is CELL=LETTER.",
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
