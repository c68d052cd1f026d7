/* Boggle: squares of four, five or six letters a side, Qu on one tile, words of three letters or more, 1-1-2-3-5-11
 * points. Random boards are shaken from the dice of the real boxes. */
#include "family/words/best.h"
#include "family/words/prove.h"
#include "family/words/read.h"

#include "base/rng.h"

#include <string.h>

/* 3 and 4 letters: 1; 5: 2; 6: 3; 7: 5; 8 and more: 11. */
static unsigned points_by_length(unsigned letters)
{
    static const unsigned points[] = {0, 0, 0, 1, 1, 2, 3, 5};
    return letters < 8 ? points[letters] : 11;
}

/* For the verifier. With --min-length below 3 shorter words are worth nothing. */
static unsigned points_of_path(const struct comb_words_board *board, const unsigned *path, size_t cells,
                               unsigned letters)
{
    unsigned spelled = 0;
    for (size_t i = 0; i < cells; i++)
        spelled += board->cells[path[i]].kind == COMB_WORDS_ANY ? 1 : board->cells[path[i]].letters;
    if (spelled != letters || letters < 3)
        return 0;
    return letters >= 8 ? 11 : letters == 7 ? 5 : letters == 6 ? 3 : letters == 5 ? 2 : 1;
}

/* A die has six faces, separated by spaces; # is a solid face without a letter. */
static const char *const dice_1976[] = {"A A C I O T", "A B I L T Y", "A B J M O Q", "A C D E M P",
                                        "A C E L R S", "A D E N V Z", "A H M O R S", "B I F O R X",
                                        "D E N O S W", "D K N O T U", "E E F H I Y", "E G K L U Y",
                                        "E G I N T V", "E H I N P S", "E L P S T U", "G I L R U W"};
static const char *const dice_1987[] = {"A A E E G N", "A B B J O O", "A C H O P S", "A F F K P S",
                                        "A O O T T W", "C I M O T U", "D E I L R X", "D E L R V Y",
                                        "D I S T T Y", "E E G H N W", "E E I N S U", "E H R T V W",
                                        "E I O S S T", "E L R T T Y", "H I M N Q U", "H L N N R Z"};
static const char *const dice_big[] = {"A A A F R S", "A A E E E E", "A A F I R S", "A D E N N N", "A E E E E M",
                                       "A E E G M U", "A E G M N N", "A F I R S Y", "B J K Q X Z", "C C N S T W",
                                       "C E I I L T", "C E I L P T", "C E I P S T", "D D L N O R", "D H H L O R",
                                       "D H H N O T", "D H L N O R", "E I I I T T", "E M O T T T", "E N S S S U",
                                       "F I P R S Y", "G O R R V W", "H I P R R Y", "N O O T U W", "O O O T T U"};
static const char *const dice_super[] = {
    "A A A F R S",       "A A E E E E", "A A E E O O", "A A F I R S",  "A B D E I O", "A D E N N N",
    "A E E E E M",       "A E E G M U", "A E G M N N", "A E I L M N",  "A E I N O U", "A F I R S Y",
    "AN ER HE IN QU TH", "B B J K X Z", "C C E N S T", "C D D L N N",  "C E I I T T", "C E I P S T",
    "C F G N U Y",       "D D H N O T", "D H H L O R", "D H H N O W",  "D H L N O R", "E H I L R S",
    "E I I L S T",       "E I L P S T", "E I O # # #", "E M T T T O",  "E N S S S U", "G O R R V W",
    "H I R S T V",       "H O P R S T", "I P R S Y Y", "J K QU W X Z", "N O O T U W", "O O O T T U"};

struct box {
    const char *name;
    unsigned side;
    const char *const *dice;
};

#define BOXES "1987 1976 big super"

static const struct box boxes[] = {
    {"1987", 4, dice_1987}, {"1976", 4, dice_1976}, {"big", 5, dice_big}, {"super", 6, dice_super}};

static const unsigned char flat_rows[][COMB_WORDS_MOST_ROWS] = {
    {3, 3, 3}, {4, 4, 4, 4}, {5, 5, 5, 5, 5}, {6, 6, 6, 6, 6, 6}};

#define SHAPES "4x4 3x3 3x4 5x5 6x6"

static const unsigned char shape_rows[][COMB_WORDS_MOST_ROWS] = {
    {4, 4, 4, 4}, {3, 3, 3}, {4, 4, 4}, {5, 5, 5, 5, 5}, {6, 6, 6, 6, 6, 6}};

static const struct comb_words_game words = {
    .title = "Boggle",
    .notation =
        {
            .squares = true,
            .shown_board = "PERS/LATG/SINE/TERS",
            .q_means_qu = true,
            .flat = flat_rows,
            .flat_count = sizeof flat_rows / sizeof *flat_rows,
        },
    .min_length = 3,
    .points_by_length = points_by_length,
    .points_of_path = points_of_path,
    .make_shapes = SHAPES,
    .make_rows = shape_rows,
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

static void add_face(struct comb_buf *text, const char *die, uint64_t face)
{
    for (; face > 0; face--)
        die += strcspn(die, " ") + 1;
    size_t length = strcspn(die, " ");
    if (*die == '#')
        comb_buf_char(text, '.');
    else
        comb_buf_add(text, die, length);
}

/* The dice that are asked for; where the shape needs more, those of the first box that has enough. */
static const struct box *box_for(const struct comb_params *params, unsigned cells)
{
    const struct box *box = boxes;
    const char *name = comb_params_text(params, "dice", boxes[0].name);
    while (strcmp(box->name, name) != 0)
        box++;
    for (size_t i = 0; box->side * box->side < cells && i < sizeof boxes / sizeof *boxes; i++)
        box = &boxes[i];
    return box;
}

/* The dice fall in a random order, each on a random face; a shape of fewer cells leaves the last ones out. */
static void shake(struct comb_buf *text, const struct box *box, unsigned cells, unsigned columns, uint64_t seed)
{
    unsigned order[36] = {0};
    struct comb_rng rng;
    comb_rng_seed(&rng, seed);
    for (unsigned i = 0; i < box->side * box->side; i++) {
        unsigned other = (unsigned)comb_rng_below(&rng, i + 1);
        order[i] = order[other];
        order[other] = i;
    }
    for (unsigned i = 0; i < cells; i++) {
        comb_buf_str(text, i == 0 ? "" : i % columns == 0 ? " / " : " ");
        add_face(text, box->dice[order[i]], comb_rng_below(&rng, 6));
    }
}

/* Boards of --shape, else as large as the box of dice. */
static const unsigned char *rows_for(const struct comb_params *params)
{
    return comb_params_text(params, "shape", NULL) ? comb_words_shape(&words, params)
                                                   : flat_rows[box_for(params, 0)->side - flat_rows[0][0]];
}

/* The letters on the dice are as common as in English. */
static bool dice_speak(const char *language)
{
    return strcmp(language, "en") == 0 || strncmp(language, "en-", 3) == 0;
}

static int make(void **board, struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    const unsigned char *rows = rows_for(params);
    if (!dice_speak(comb_params_text(params, "lang", "en")))
        return comb_words_make_rows(board, &words, rows, job, params, err);
    unsigned columns = rows[0], cells = 0;
    for (; *rows; rows++)
        cells += *rows;
    struct comb_buf text = {0};
    shake(&text, box_for(params, cells), cells, columns, comb_job_seed(job));
    int code = text.failed ? comb_fail_memory(err)
                           : comb_words_parse_board(board, &words, job, text.data, text.length, params, err);
    comb_buf_free(&text);
    return code;
}

static int best(json_t **found, struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    return comb_words_best(found, &words, job, params, err);
}

static int prove(json_t **found, struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    return comb_words_prove(found, "boggle", &words, job, params, err);
}

static const struct comb_option options[] = {
    COMB_WORDS_OPTIONS("length"),
    COMB_WORDS_SHAPE_OPTION(SHAPES),
    COMB_WORDS_BEST_OPTIONS,
    COMB_WORDS_PROVE_OPTIONS,
    {.name = "dice",
     .kind = COMB_OPTION_CHOICE,
     .argument = "BOX",
     .fallback = "1987",
     .choices = BOXES,
     .verbs = "make",
     .help = "whose dice to shake: 1987 and 1976 are 4x4, big is 5x5, super 6x6; --shape takes as many of them as it "
             "has cells, or a larger box; in other languages than English the board is as large, its letters as "
             "common as in the words of --lang"},
    {0},
};

/* ---- pictures ---- */

static const char *const patterns[] = {"@", "Qu", "QU", NULL};

static const struct comb_words_look look = {
    .words = &words,
    .kind = COMB_SEEN_SQUARE,
    .square = COMB_WORDS_BOGGLE,
    .patterns = patterns,
};

static const struct comb_reader reader = {
    .read = comb_words_read_square,
    .spell = comb_words_spell,
    .mend = comb_words_mend,
    .look = &look,
};

static const struct comb_example examples[] = {
    {.input = "PERS/LATG/SINE/TERS",
     .shows = "the best 4x4 board there is, 3625 points with its own word list",
     .move = "3=Q"},
    {.input = "ISTJ/QZOU/EATC/RNDE", .shows = "a board with Qu, written Q", .move = "0=?"},
    {.input = "D N T A I / S E R O E / L A T I R / I N S T Q / E R D E S", .shows = "five by five", .move = "24=A"},
    {0},
};

const struct comb_game comb_game_boggle = {
    .name = "boggle",
    .title = "Boggle",
    .summary = "words on 4x4, 5x5 or 6x6 dice; 1-1-2-3-5-11 points",
    .notation = "Rows separated by / or newlines, a letter a cell; 9, 16, 25 or 36 letters without separators are a "
                "square, other boards need rows or --shape. A lone Q is "
                "the tile Qu. With spaces in a row, cells are separated by spaces and may be tiles such as TH. . is a "
                "hole, ? any "
                "letter. Words have three letters or more, Qu counts as two. A move (--moves) is CELL=LETTER.",
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
