/* Ruzzle: sixteen letters, some with a bonus. A word is worth the values of its letters, each times its cell's letter
 * bonus, times the word bonuses on its path, and five points more for each letter beyond the fourth. A word counts
 * once, with its best path. */
#include "family/words/best.h"
#include "family/words/read.h"

#include "base/rng.h"
#include "base/text.h"

#include <string.h>

/* For the verifier: the rule once more, from the attributes as written. */
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

static const unsigned char square[][COMB_WORDS_MOST_ROWS] = {{4, 4, 4, 4}};

static const struct comb_words_game words = {
    .title = "Ruzzle",
    .notation =
        {
            .squares = true,
            .attributes = "2l 3l 2w 3w",
            .attribute_aliases = "dl=2l tl=3l dw=2w tw=3w DL=2l TL=3l DW=2w TW=3w 2L=2l 3L=3l 2W=2w 3W=3w",
            .shown_board = "C A:3l T D / W O:2w F O / I R D G / N O A S",
            .flat = square,
            .flat_count = 1,
        },
    .min_length = 2,
    .by_letters = true,
    .bonus_beyond = 4,
    .bonus = 5,
    .points_of_path = points_of_path,
    .make_shapes = "4x4",
    .make_rows = square,
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

/* Letters by chance, and bonuses as in the third round of a game: two of each of 2l 3l 2w 3w. */
static int make(void **board, struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    static const char *const bonuses[] = {"2l", "2l", "3l", "3l", "2w", "2w", "3w", "3w"};
    int code = comb_words_make(board, &words, job, params, err);
    if (code != COMB_OK)
        return code;
    struct comb_words_board *made = *board;
    struct comb_rng rng;
    comb_rng_seed(&rng, comb_job_seed(job) ^ 0x52757a7a6c65u); /* apart from the letters' chance */
    long long count = comb_params_int(params, "bonuses", 8);
    for (long long i = 0; i < count;) {
        struct comb_words_cell *cell = &made->cells[comb_rng_below(&rng, made->lattice->count)];
        if (!cell->attribute[0])
            memcpy(cell->attribute, bonuses[i++], sizeof "2l");
    }
    return COMB_OK;
}

static int best(json_t **found, struct comb_job *job, const struct comb_params *params, struct comb_error *err)
{
    return comb_words_best(found, &words, job, params, err);
}

static const struct comb_option options[] = {
    COMB_WORDS_OPTIONS("score"),
    COMB_WORDS_BEST_OPTIONS,
    {.name = "bonuses",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .fallback = "8",
     .least = 0,
     .most = 8,
     .verbs = "make",
     .help = "how many cells get a bonus"},
    {0},
};

/* ---- pictures ---- */

static const char *const patterns[] = {"@", NULL};

static const struct comb_words_look look = {
    .words = &words,
    .kind = COMB_SEEN_SQUARE,
    .square = COMB_WORDS_RUZZLE,
    .patterns = patterns,
    .states = "2l=2l 3l=3l 2w=2w 3w=3w",
};

static const struct comb_reader reader = {
    .read = comb_words_read_square,
    .spell = comb_words_spell,
    .mend = comb_words_mend,
    .look = &look,
};

static const struct comb_example examples[] = {
    {.input = "C A:3l T D / W O:2w F O / I R D G / N O A S",
     .shows = "a triple letter and a double word",
     .move = "0=S:3w"},
    {.input = "BMSS/OATS/CREN/DYHO", .shows = "sixteen letters without bonuses", .move = "5=?"},
    {.input = "E:dl S T A / R I:tw N O / L A:tl T E / S U R I:dw",
     .shows = "bonuses by their other names",
     .move = "4=."},
    {0},
};

const struct comb_game comb_game_ruzzle = {
    .name = "ruzzle",
    .title = "Ruzzle",
    .summary = "words on a 4x4 board with letter values and bonuses",
    .notation = "Rows separated by / or newlines. With bonuses, cells are separated by spaces and a bonus stands "
                "behind a colon: A:2l "
                "or A:dl doubles the letter, 3l or tl trebles it, 2w or dw doubles the word, 3w or tw trebles it. "
                "Without bonuses "
                "rows may be written without spaces, and 16 letters also without rows. . is a hole, ? any letter "
                "(worth nothing). A move (--moves) is "
                "CELL=LETTER.",
    .options = options,
    .examples = examples,
    COMB_WORDS_MEMBERS,
    .parse = parse,
    .update_text = update_text,
    .make = make,
    .best = best,
    .reader = &reader,
};
