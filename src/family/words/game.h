/* What word games share. A game's folder says what is its own in one struct comb_words_game (shape, scoring, notation)
 * and fills its struct comb_game with the functions below; only parse and make need a line of code, to hand that struct
 * over. */
#ifndef COMB_FAMILY_WORDS_GAME_H
#define COMB_FAMILY_WORDS_GAME_H

#include "core/game.h"
#include "engine/words.h"
#include "family/words/board.h"

struct comb_words_game {
    const char *title;
    struct comb_words_notation notation;
    unsigned min_length; /* shorter words do not count, unless --min-length says otherwise */

    /* Points by the number of letters, for the solver. */
    unsigned (*points_by_length)(unsigned letters);

    /* Or by letters: the sum of the language's letter values, each times its cell's letter bonus, times the word
     * bonuses on the path, plus `bonus` for each letter beyond the first `bonus_beyond`. */
    bool by_letters;
    unsigned bonus_beyond;
    unsigned bonus;

    /* Points of a word traced along a path, written a second time for the verifier. */
    unsigned (*points_of_path)(const struct comb_words_board *board, const unsigned *path, size_t cells,
                               unsigned letters);

    /* Shapes that comb_words_make offers: names separated by spaces, and for each its rows, ended by 0. The first is
     * the default. */
    const char *make_shapes;
    const unsigned char (*make_rows)[COMB_WORDS_MOST_ROWS];
};

/* Rows that say where the words come from. */
#define COMB_WORDS_LIST_OPTIONS                                                                                        \
    {.name = "lang",                                                                                                   \
     .kind = COMB_OPTION_TEXT,                                                                                         \
     .values = COMB_VALUES_LANGUAGES,                                                                                  \
     .argument = "CODE",                                                                                               \
     .fallback = "en",                                                                                                 \
     .help = "language of words and letters: en it es fr de pt nl sv, or en-us, en-gb"},                               \
    {                                                                                                                  \
        .name = "words", .kind = COMB_OPTION_FILE, .argument = "FILE",                                                 \
        .help = "take the words from FILE, one a line, instead of the language's list"                                 \
    }

/* Rows of struct comb_option that every word game has; the argument is how words are sorted unless asked otherwise. Use
 * as {COMB_WORDS_OPTIONS("length"), ..., {0}}. */
#define COMB_WORDS_OPTIONS(sorted_by)                                                                                  \
    COMB_WORDS_LIST_OPTIONS,                                                                                           \
        {.name = "sort",                                                                                               \
         .kind = COMB_OPTION_CHOICE,                                                                                   \
         .argument = "KEY",                                                                                            \
         .fallback = (sorted_by),                                                                                      \
         .choices = "length score word",                                                                               \
         .verbs = "solve",                                                                                             \
         .help = "order of the words: longest first, highest score first, or alphabetical"},                           \
        {.name = "min-length",                                                                                         \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "N",                                                                                              \
         .least = 1,                                                                                                   \
         .most = COMB_DICT_MAX_WORD,                                                                                   \
         .verbs = "solve check best prove",                                                                            \
         .help = "only words of N letters or more count"},                                                             \
        {.name = "limit",                                                                                              \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "N",                                                                                              \
         .least = 0,                                                                                                   \
         .most = 10000000,                                                                                             \
         .verbs = "solve",                                                                                             \
         .help = "list only the first N words; score and count are of all"},                                           \
        {.name = "mine",                                                                                               \
         .kind = COMB_OPTION_FILE,                                                                                     \
         .argument = "FILE",                                                                                           \
         .verbs = "solve",                                                                                             \
         .help = "your own words, one a line: shows those you missed, by score, and those that do not count"},         \
    {                                                                                                                  \
        .name = "path", .kind = COMB_OPTION_TEXT, .argument = "WORD", .verbs = "solve draw",                           \
        .help = "draw the path of WORD on the board"                                                                   \
    }

/* Members of struct comb_game that are the same for every word game. */
#define COMB_WORDS_MEMBERS                                                                                             \
    .free = comb_words_free, .print = comb_words_print, .image = comb_words_image, .canon = comb_words_canon,          \
    .scene = comb_words_scene, .apply = comb_words_apply, .solve = comb_words_solve, .answer = comb_words_answer,      \
    .answer_member = "words", .verify = comb_words_verify, .verified = comb_words_verified,                            \
    .recheck = comb_words_recheck, .report = comb_words_report, .account = comb_words_account, .join = comb_words_join

#define COMB_WORDS_SHAPE_OPTION(shapes)                                                                                \
    {                                                                                                                  \
        .name = "shape", .kind = COMB_OPTION_CHOICE, .argument = "SHAPE", .choices = (shapes),                         \
        .verbs = "make best prove solve check draw", .tells_board = true,                                              \
        .help = "shape of the board; for a board written without rows, how to cut it into rows"                        \
    }

/* The word list that the options ask for, as it is when the job first asks. Borrowed: it lives as long as the job. */
int comb_words_dict(const struct comb_dict **out, struct comb_job *job, const struct comb_params *params,
                    struct comb_error *err);

/* Letters of a word as a player types it: in any case, accents folded into the letters that the list has. Their number,
 * or -1 when it is no word of these letters. */
int comb_words_letters(uint8_t letters[COMB_DICT_MAX_WORD], const struct comb_dict *dict, const char *word);

/* Which words the list has, for answers ("list_hash"): one that was made with another list says nothing of this one,
 * though each of its words may be in both. comb_words_check_list adds a violation for it. */
json_t *comb_words_list_hash(struct comb_json *build, const struct comb_dict *dict);
int comb_words_check_list(json_t *violations, const json_t *answer, const struct comb_dict *dict,
                          struct comb_error *err);

/* The language that the options ask for. */
int comb_words_language(const struct comb_language **out, const struct comb_params *params, struct comb_error *err);

/* The board as the engine wants it. A letter that the list does not have is an error. */
int comb_words_tiles(struct comb_word_board *tiles, const struct comb_words_board *board, const struct comb_dict *dict,
                     struct comb_error *err);

/* The points of a game as the engine wants them. */
void comb_words_rules(struct comb_word_rules *rules, const struct comb_words_board *board, const struct comb_dict *dict,
                      const struct comb_params *params);

/* The rows of the shape of this name, ended by 0; NULL when the game has none. */
const unsigned char *comb_words_shape_rows(const struct comb_words_game *game, const char *name);

/* The rows of the shape that --shape names, or of the first that the game has; ended by 0. */
const unsigned char *comb_words_shape(const struct comb_words_game *game, const struct comb_params *params);

/* How often the words of a list have each letter. */
void comb_words_letter_counts(uint64_t counts[COMB_DICT_MAX_LETTERS], const struct comb_dict *dict);

/* One cell as written in a board or a move. An error's position counts from the start of the cell. */
int comb_words_parse_cell(struct comb_words_cell *cell, const struct comb_words_notation *notation, const char *text,
                          size_t length, struct comb_error *err);

/* A path for the letters of `word`, the first in reading order: its number of cells, 0 when there is none, -1 when
 * there are too many that almost fit to tell. Needs no list; the verifier and the drawing use it. */
int comb_words_trace(unsigned path[COMB_WORDS_MOST_CELLS], const struct comb_words_board *board, const char *word);

/* Member of struct comb_game. */
int comb_words_join(struct comb_buf *out, const char *const *words, size_t count, struct comb_error *err);

/* Members of struct comb_game; parse and make with the game's own struct as a further argument. */
int comb_words_parse_board(void **board, const struct comb_words_game *game, struct comb_job *job, const char *text,
                           size_t length, const struct comb_params *params, struct comb_error *err);
int comb_words_solve(json_t **answer, const void *board, struct comb_job *job, const struct comb_params *params,
                     struct comb_error *err);
int comb_words_answer(json_t **answer, const void *board, struct comb_job *job, const char *const *words, size_t count,
                      const struct comb_params *params, struct comb_error *err);
int comb_words_verify(json_t *violations, const void *board, const json_t *answer, struct comb_job *job,
                      const struct comb_params *params, struct comb_error *err);
int comb_words_recheck(struct comb_claims *claims, const void *board, const json_t *answer, struct comb_job *job,
                       const struct comb_params *params, struct comb_error *err);
extern const char *const comb_words_verified[];
int comb_words_scene(struct comb_scene **out, const void *board, const json_t *answer, const struct comb_params *params,
                     struct comb_error *err);
int comb_words_report(struct comb_buf *out, const void *board, const json_t *answer, const json_t *violations,
                      const struct comb_report_style *style, const struct comb_params *params, struct comb_error *err);
int comb_words_account(struct comb_account *out, const void *board, const json_t *answer,
                       const struct comb_params *params, struct comb_error *err);

/* A board by chance, letters as often as the word list has them. */
int comb_words_make(void **board, const struct comb_words_game *game, struct comb_job *job,
                    const struct comb_params *params, struct comb_error *err);

/* The same with rows of these lengths, ended by 0. */
int comb_words_make_rows(void **board, const struct comb_words_game *game, const unsigned char *rows,
                         struct comb_job *job, const struct comb_params *params, struct comb_error *err);

#endif
