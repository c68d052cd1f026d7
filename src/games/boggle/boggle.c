/* Boggle: 4x4, 5x5 (Big) or 6x6 (Super Big) letters, Qu on one tile, points by length; the rules follow the size of the
 * board. Random boards use the dice of the published sets. */
#include "family/words/best/best.h"
#include "family/words/read/read.h"
#include "proof/prove.h"

#include "base/rng.h"

#include <string.h>

/* 3 and 4 letters: 1; 5: 2; 6: 3; 7: 5; 8 and more: 11. */
static unsigned points_by_length(unsigned letters)
{
    static const unsigned points[] = {0, 0, 0, 1, 1, 2, 3, 5};
    return letters < 8 ? points[letters] : 11;
}

/* Super Big Boggle: as above up to 8 letters; 9 and more: two points per letter. */
static unsigned super_points_by_length(unsigned letters)
{
    return letters < 9 ? points_by_length(letters) : 2 * letters;
}

/* Used by the verifier. Words shorter than 3 letters (--min-length 1 or 2) score 0. */
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

static unsigned super_points_of_path(const struct comb_words_board *board, const unsigned *path, size_t cells,
                                     unsigned letters)
{
    unsigned points = points_of_path(board, path, cells, letters);
    return letters > 8 && points == 11 ? letters + letters : points;
}

/* The six faces of each die, separated by spaces; # is a solid face without a letter. */
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
/* The later set (2011 or 2012), with a die of digraphs. */
static const char *const dice_big_2011[] = {
    "A A A F R S", "A A E E E E", "A A F I R S", "A D E N N N", "A E E E E M", "A E E G M U", "A E G M N N",
    "A F I R S Y", "B B J K X Z", "C C E N S T", "E I I L S T", "C E I P S T", "D D H N O T", "D H H L O R",
    "D H H N O W", "D H L N O R", "E I I I T T", "E I L P S T", "E M O T T T", "E N S S S U", "AN ER HE IN QU TH",
    "G O R R V W", "I P R S Y Y", "N O O T U W", "O O O T T U"};
static const char *const dice_super[] = {
    "A A A F R S",       "A A E E E E", "A A E E O O", "A A F I R S",  "A B D E I O", "A D E N N N",
    "A E E E E M",       "A E E G M U", "A E G M N N", "A E I L M N",  "A E I N O U", "A F I R S Y",
    "AN ER HE IN QU TH", "B B J K X Z", "C C E N S T", "C D D L N N",  "C E I I T T", "C E I P S T",
    "C F G N U Y",       "D D H N O T", "D H H L O R", "D H H N O W",  "D H L N O R", "E H I L R S",
    "E I I L S T",       "E I L P S T", "E I O # # #", "E M T T T O",  "E N S S S U", "G O R R V W",
    "H I R S T V",       "H O P R S T", "I P R S Y Y", "J K QU W X Z", "N O O T U W", "O O O T T U"};

struct dice_set {
    const char *name;
    unsigned side;
    const char *const *dice;
};

#define DICE_SETS "1987 1976 big super big-2011"

static const struct dice_set dice_sets[] = {{"1987", 4, dice_1987},
                                            {"1976", 4, dice_1976},
                                            {"big", 5, dice_big},
                                            {"super", 6, dice_super},
                                            {"big-2011", 5, dice_big_2011}};

static const unsigned char flat_rows[][COMB_WORDS_MAX_ROWS] = {
    {3, 3, 3}, {4, 4, 4, 4}, {5, 5, 5, 5, 5}, {6, 6, 6, 6, 6, 6}};

#define SHAPES "4x4 3x3 3x4 5x5 6x6"

static const unsigned char shape_rows[][COMB_WORDS_MAX_ROWS] = {
    {4, 4, 4, 4}, {3, 3, 3}, {4, 4, 4}, {5, 5, 5, 5, 5}, {6, 6, 6, 6, 6, 6}};

static const struct comb_words_game *rules_of(unsigned cells, const struct comb_params *params);

/* What the rule sets share. */
#define COMMON                                                                                                         \
    .title = "Boggle",                                                                                                 \
    .notation = {.squares = true,                                                                                      \
                 .example_board = "PERS/LATG/SINE/TERS",                                                               \
                 .q_means_qu = true,                                                                                   \
                 .rowless_shapes = flat_rows,                                                                          \
                 .rowless_shape_count = sizeof flat_rows / sizeof *flat_rows},                                         \
    .make_shapes = SHAPES, .make_rows = shape_rows, .likely_shapes = "3x3 4x4 5x5 6x6", .rules_of = rules_of

static const struct comb_words_game words = {
    COMMON,
    .rules_name = "Boggle: 3 letters or more",
    .min_length = 3,
    .points_by_length = points_by_length,
    .points_of_path = points_of_path,
};

static const struct comb_words_game big_words = {
    COMMON,
    .rules_name = "Big Boggle: 4 letters or more",
    .min_length = 4,
    .points_by_length = points_by_length,
    .points_of_path = points_of_path,
};

static const struct comb_words_game super_words = {
    COMMON,
    .rules_name = "Super Big Boggle: 4 letters or more",
    .min_length = 4,
    .points_by_length = super_points_by_length,
    .points_of_path = super_points_of_path,
};

/* The rules of --rules; default: those of the set with boards of this size. */
static const struct comb_words_game *rules_of(unsigned cells, const struct comb_params *params)
{
    const char *rules = comb_params_text(params, "rules", "auto");
    bool automatic = strcmp(rules, "auto") == 0;
    if (strcmp(rules, "super") == 0 || (automatic && cells > 25))
        return &super_words;
    return strcmp(rules, "big") == 0 || (automatic && cells > 16) ? &big_words : &words;
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

/* Returns the dice set of --dice; if the shape has more cells than dice, the first set that has enough. */
static const struct dice_set *dice_set_for(const struct comb_params *params, unsigned cells)
{
    const struct dice_set *dice_set = dice_sets;
    const char *name = comb_params_text(params, "dice", dice_sets[0].name);
    while (strcmp(dice_set->name, name) != 0)
        dice_set++;
    for (size_t i = 0; dice_set->side * dice_set->side < cells && i < sizeof dice_sets / sizeof *dice_sets; i++)
        dice_set = &dice_sets[i];
    return dice_set;
}

/* Writes a random board: shuffles the dice, rolls each one; with fewer cells than dice the last dice are unused. */
static void roll_dice(struct comb_buf *text, const struct dice_set *dice_set, unsigned cells, unsigned columns,
                      uint64_t seed)
{
    unsigned order[36] = {0};
    struct comb_rng rng;
    comb_rng_seed(&rng, seed);
    for (unsigned i = 0; i < dice_set->side * dice_set->side; i++) {
        unsigned other = (unsigned)comb_rng_below(&rng, i + 1);
        order[i] = order[other];
        order[other] = i;
    }
    for (unsigned i = 0; i < cells; i++) {
        comb_buf_str(text, i == 0 ? "" : i % columns == 0 ? " / " : " ");
        add_face(text, dice_set->dice[order[i]], comb_rng_below(&rng, 6));
    }
}

/* The rows of --shape; default: the size of the dice set. */
static const unsigned char *rows_for(const struct comb_params *params)
{
    return comb_params_text(params, "shape", NULL) ? comb_words_shape(&words, params)
                                                   : flat_rows[dice_set_for(params, 0)->side - flat_rows[0][0]];
}

/* Whether the dice suit the language: their letter frequencies are English. */
static bool dice_fit_language(const char *language)
{
    return strcmp(language, "en") == 0 || strncmp(language, "en-", 3) == 0;
}

static int make(void **board, const struct comb_game *game, struct comb_job *job, const struct comb_params *params,
                struct comb_error *err)
{
    (void)game;
    const unsigned char *rows = rows_for(params);
    if (!dice_fit_language(comb_params_text(params, "lang", "en")))
        return comb_words_make_rows(board, &words, rows, job, params, err);
    unsigned columns = rows[0], cells = 0;
    for (; *rows; rows++)
        cells += *rows;
    struct comb_buf text = {0};
    roll_dice(&text, dice_set_for(params, cells), cells, columns, comb_job_seed(job));
    int code = text.failed ? comb_fail_memory(err)
                           : comb_words_parse_board(board, &words, text.data, text.length, params, err);
    comb_buf_free(&text);
    return code;
}

static const struct comb_option options[] = {
    COMB_WORDS_OPTIONS("length"),
    COMB_WORDS_SHAPE_OPTION(SHAPES),
    COMB_WORDS_BEST_OPTIONS,
    COMB_WORDS_PROVE_OPTIONS,
    {.name = "rules",
     .kind = COMB_OPTION_CHOICE,
     .argument = "SET",
     .default_value = "auto",
     .choices = "auto classic big super",
     .verbs = "solve check best",
     .help = "rule set: classic (3 letters or more), big (4 or more), super (4 or more; 9 letters and more score two "
             "points per letter); auto: classic up to 16 cells, big up to 25, else super"},
    {.name = "dice",
     .kind = COMB_OPTION_CHOICE,
     .argument = "SET",
     .default_value = "1987",
     .choices = DICE_SETS,
     .verbs = "make",
     .help = "which dice set to use: 1987 and 1976 are 4x4, big and big-2011 are 5x5, super is 6x6; a smaller --shape "
             "uses some of "
             "the dice, a larger one a larger set; with a --lang other than English the set gives only the size, and "
             "letters are drawn as often as the word list has them"},
    {0},
};

/* ---- pictures ---- */

static const char *const patterns[] = {"@", "Qu", "QU", NULL};

static const struct comb_words_square_look square_look = {
    .four = 0.65, .large = 0.8, .other = 0.55, .two_letter_tiles = 0.95};

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
    .fix_example = "3,2=QU",
    .payload = &board_spec,
};

static const struct comb_example examples[] = {
    {.input = "PERS/LATG/SINE/TERS",
     .description = "the best 4x4 board: 3625 points with its own word list",
     .move = "3=Q"},
    {.input = "ISTJ/QZOU/EATC/RNDE", .description = "a board with Qu (written Q)", .move = "0=?"},
    {.input = "D N T A I / S E R O E / L A T I R / I N S T Q / E R D E S",
     .description = "a 5x5 board",
     .move = "24=A"},
    {0},
};

static const struct comb_blank_board blank_boards[] = {
    {"4 × 4", "? ? ? ? / ? ? ? ? / ? ? ? ? / ? ? ? ?"},
    {"5 × 5", "? ? ? ? ? / ? ? ? ? ? / ? ? ? ? ? / ? ? ? ? ? / ? ? ? ? ?"},
    {"6 × 6", "? ? ? ? ? ? / ? ? ? ? ? ? / ? ? ? ? ? ? / ? ? ? ? ? ? / ? ? ? ? ? ? / ? ? ? ? ? ?"},
    {0},
};

static const struct comb_lesson lessons[] = {
    {"A word is a path over neighbouring dice, also diagonally.", "STAR/ELIN/DOPG/UMCH",
     "{\"words\":[{\"word\":\"TILE\",\"path\":[1,6,5,4]}]}"},
    {"No die is used twice in a word; different words may share dice.", "STAR/ELIN/DOPG/UMCH",
     "{\"words\":[{\"word\":\"LOPING\",\"path\":[5,9,10,6,7,11]}]}"},
    {"Longer words score more: up to four letters 1 point, six letters 3, eight or more 11.", "STAR/ELIN/DOPG/UMCH",
     "{\"words\":[{\"word\":\"STAR\",\"path\":[0,1,2,3]}]}"},
    {0},
};

const struct comb_game comb_game_boggle = {
    .name = "boggle",
    .title = "Boggle",
    .summary = "find words on 4x4, 5x5 or 6x6 dice; 1-1-2-3-5-11 points",
    .notation =
        "Rows separated by / or newlines, one letter per cell; 9, 16, 25 or 36 letters without separators form "
        "a square, other boards need rows or --shape. A lone Q means the tile Qu. If a row contains spaces, "
        "they separate the cells, and a cell may be a tile such as TH. A dot (.) is a hole, ? matches any "
        "letter. Words have at least three letters, four on boards larger than 4x4 (--rules); Qu counts as two. A "
        "move (--moves) is CELL=LETTER.",
    .options = options,
    .examples = examples,
    .start_order = 2,
    .blurb = "Find words on 4 × 4 dice",
    .rules = "Find as many words as you can. A word is traced from die to neighbouring die, also diagonally; no die "
             "is used twice. Words have at least three letters (four in Big Boggle, 5 × 5, and Super Big Boggle, 6 × "
             "6), and each word counts once. The face Qu counts as two letters. A solid face is a hole.\n"
             "Words of 3 or 4 letters score 1 point, 5 letters 2, 6 letters 3, 7 letters 5, and 8 or more letters "
             "11. In Super Big Boggle words of 9 or more letters score 2 points per letter.",
    .lessons = lessons,
    .blank_boards = blank_boards,
    COMB_WORDS_MEMBERS(words),
    .make = make,
    .best = comb_words_best,
    .prove = comb_words_prove,
    .reader = &reader,
};
