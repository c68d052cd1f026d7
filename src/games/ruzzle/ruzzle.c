/* Ruzzle: 4x4 letters, some with a bonus. A word scores the sum of its letter values, each multiplied by the letter
 * bonus of its cell; the sum is multiplied by the word bonuses on the path; each letter beyond the fourth adds five
 * points. A word counts once, with its best path. */
#include "family/words/best/best.h"
#include "family/words/read/read.h"

#include "base/rng.h"
#include "base/text.h"

#include <string.h>

/* Used by the verifier: the scoring rule, implemented again from the attributes as written. */
static unsigned points_of_path(const struct comb_words_board *board, const unsigned *path, size_t cells,
                               unsigned letters)
{
    unsigned sum = 0;
    unsigned times = 1;
    for (size_t i = 0; i < cells; i++) {
        const struct comb_words_cell *cell = &board->cells[path[i]];
        unsigned value = 0;
        for (unsigned k = 0; cell->kind == COMB_WORDS_LETTERS && k < cell->letters; k++)
            value += comb_language_value(board->language, cell->letter[k]);
        if (strcmp(cell->attribute, "2l") == 0)
            value *= 2;
        if (strcmp(cell->attribute, "3l") == 0)
            value *= 3;
        if (strcmp(cell->attribute, "2w") == 0)
            times *= 2;
        if (strcmp(cell->attribute, "3w") == 0)
            times *= 3;
        sum += value;
    }
    return sum * times + (letters > 4 ? 5 * (letters - 4) : 0);
}

static const unsigned char square[][COMB_WORDS_MAX_ROWS] = {{4, 4, 4, 4}};

static const struct comb_words_brush brushes[] = {
    {"", "none", "No bonus"},    {"2l", "DL", "Double letter"}, {"3l", "TL", "Triple letter"},
    {"2w", "DW", "Double word"}, {"3w", "TW", "Triple word"},   {0},
};

static const struct comb_words_game words = {
    .title = "Ruzzle",
    .notation =
        {
            .squares = true,
            .attributes = "2l 3l 2w 3w",
            .attribute_aliases = "dl=2l tl=3l dw=2w tw=3w DL=2l TL=3l DW=2w TW=3w 2L=2l 3L=3l 2W=2w 3W=3w",
            .example_board = "C A:3l T D / W O:2w F O / I R D G / N O A S",
            .rowless_shapes = square,
            .rowless_shape_count = 1,
        },
    .min_length = 2,
    .by_letters = true,
    .bonus_beyond = 4,
    .bonus = 5,
    .points_of_path = points_of_path,
    .make_shapes = "4x4",
    .make_rows = square,
    .likely_shapes = "4x4",
    .brush_title = "Bonus",
    .brushes = brushes,
};

/* Makes a random board with the bonuses of a round. Guides say 4 in the first round; boards on screenshots and photos
 * have 6, always 1 DL, 2 TL, 2 DW and 1 TW, or 7. */
static int make(void **board, const struct comb_game *game, struct comb_job *job, const struct comb_params *params,
                struct comb_error *err)
{
    static const char *const bonuses[] = {"2l", "3l", "2w", "3w", "3l", "2w", "2l", "3w"};
    static const long long by_round[] = {4, 6, 7};
    int code = comb_words_make(board, game, job, params, err);
    if (code != COMB_OK)
        return code;
    struct comb_words_board *made = *board;
    struct comb_rng rng;
    comb_rng_seed(&rng, comb_job_seed(job) ^ 0x52757a7a6c65u); /* a random stream separate from the letters' */
    long long count = comb_params_int(params, "bonuses", by_round[comb_params_int(params, "round", 2) - 1]);
    for (long long i = 0; i < count;) {
        struct comb_words_cell *cell = &made->cells[comb_rng_below(&rng, made->lattice->count)];
        if (!cell->attribute[0])
            memcpy(cell->attribute, bonuses[i++], sizeof "2l");
    }
    return COMB_OK;
}

static const struct comb_option options[] = {
    COMB_WORDS_OPTIONS("score"),
    COMB_WORDS_BEST_OPTIONS,
    COMB_WORDS_VALUES_OPTION,
    {.name = "bonuses",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .min = 0,
     .max = 8,
     .verbs = "make",
     .help = "number of cells with a bonus; default: that of the round"},
    {.name = "round",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .default_value = "2",
     .min = 1,
     .max = 3,
     .verbs = "make",
     .help = "bonuses of round 1 (4 cells), 2 (6 cells: 1 DL, 2 TL, 2 DW, 1 TW) or 3 (7 cells)"},
    {0},
};

/* ---- pictures ---- */

static const char *const patterns[] = {"@", NULL};

static const struct comb_words_square_look square_look = {.four = 0.5, .large = 0.2, .other = 0.2, .badges = true};

static const struct comb_words_board_spec board_spec = {
    .words = &words,
    .kind = COMB_DETECTED_SQUARE,
    .square = &square_look,
    .patterns = patterns,
    .states = "2l=2l 3l=3l 2w=2w 3w=3w",
};

static const struct comb_reader reader = {
    .read = comb_words_read_square,
    .to_text = comb_words_to_text,
    .apply_fix = comb_words_apply_fix,
    .fix_example = "3,2=E:2w",
    .payload = &board_spec,
};

static const struct comb_example examples[] = {
    {.input = "C A:3l T D / W O:2w F O / I R D G / N O A S",
     .description = "a triple letter and a double word",
     .move = "0=S:3w"},
    {.input = "BMSS/OATS/CREN/DYHO", .description = "16 letters without bonuses", .move = "5=?"},
    {.input = "E:dl S T A / R I:tw N O / L A:tl T E / S U R I:dw",
     .description = "bonuses written as dl, tl, dw, tw",
     .move = "4=."},
    {0},
};

static const struct comb_blank_board blank_boards[] = {
    {"4 × 4", "? ? ? ? / ? ? ? ? / ? ? ? ? / ? ? ? ?"},
    {0},
};

static const struct comb_lesson lessons[] = {
    {"A word is a path over neighbouring tiles, also diagonally.", "STAR/ELIN/DOPG/UMCH",
     "{\"words\":[{\"word\":\"TILE\",\"path\":[1,6,5,4]}]}"},
    {"The points of a word are those of its letters, and more for long words.", "STAR/ELIN/DOPG/UMCH",
     "{\"words\":[{\"word\":\"LOPING\",\"path\":[5,9,10,6,7,11]}]}"},
    {"Coloured badges multiply: DL and TL one letter, DW and TW the whole word.",
     "S T:2l A R/E L I:3l N:2w/D O P G:3w/U M C H", "{\"words\":[{\"word\":\"STAR\",\"path\":[0,1,2,3]}]}"},
    {0},
};

const struct comb_game comb_game_ruzzle = {
    .name = "ruzzle",
    .title = "Ruzzle",
    .summary = "find words on a 4x4 board with letter values and bonuses",
    .notation = "Rows separated by / or newlines. With bonuses, cells are separated by spaces and a bonus follows a "
                "colon: A:2l or A:dl doubles the letter, 3l or tl triples it, 2w or dw doubles the word, 3w or tw "
                "triples it. Without bonuses, rows may be written without spaces, and 16 letters also without row "
                "separators. A dot (.) is a hole, ? matches any letter (worth 0). A move (--moves) is CELL=LETTER. "
                "Letter values follow --lang: those of en, it and es are published; those of fr, de, nl and sv were "
                "read from tiles or taken from programs that play the app; those of pt are a guess. 'comb words list' "
                "shows them with their sources.",
    .options = options,
    .examples = examples,
    .start_order = 4,
    .blurb = "Find words that use bonuses",
    .rules = "Find as many words as you can. A word is traced from tile to neighbouring tile, also diagonally; no "
             "tile is used twice. Words have at least two letters, and each word counts once, with its best path.\n"
             "A word scores the values of its letters. DL and TL double or triple the letter on the tile, DW and TW "
             "double or triple the word; several word bonuses multiply. Each letter beyond the fourth adds 5 points.",
    .lessons = lessons,
    .showcase = "B M:2w S S:3w / O A T:2l S / C:2l R:3l E N / D:2w Y H:3l O",
    .blank_boards = blank_boards,
    COMB_WORDS_MEMBERS(words),
    .make = make,
    .best = comb_words_best,
    .reader = &reader,
};
