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

    /* Points of a word traced along a path, written a second time for the verifier. */
    unsigned (*points_of_path)(const struct comb_words_board *board, const unsigned *path, size_t cells,
                               unsigned letters);

    /* Shapes that `make` offers: names separated by spaces, and for each its rows, ended by 0. The first is the
     * default. */
    const char *make_shapes;
    const unsigned char (*make_rows)[16];
};

/* Rows of struct comb_option that every word game has; use as {COMB_WORDS_OPTIONS, ..., {0}}. */
#define COMB_WORDS_OPTIONS                                                                                             \
    {.name = "words",                                                                                                  \
     .kind = COMB_OPTION_FILE,                                                                                         \
     .argument = "FILE",                                                                                               \
     .verbs = "solve check",                                                                                           \
     .help = "take the words from FILE, one a line, instead of ENABLE1"},                                              \
        {.name = "sort",                                                                                               \
         .kind = COMB_OPTION_CHOICE,                                                                                   \
         .argument = "KEY",                                                                                            \
         .fallback = "length",                                                                                         \
         .choices = "length score word",                                                                               \
         .verbs = "solve",                                                                                             \
         .help = "order of the words: longest first, highest score first, or alphabetical"},                           \
        {.name = "min-length",                                                                                         \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "N",                                                                                              \
         .least = 1,                                                                                                   \
         .most = COMB_DICT_MAX_WORD,                                                                                   \
         .verbs = "solve check",                                                                                       \
         .help = "only words of N letters or more count"},                                                             \
        {.name = "limit",                                                                                              \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "N",                                                                                              \
         .least = 0,                                                                                                   \
         .most = 10000000,                                                                                             \
         .verbs = "solve",                                                                                             \
         .help = "list only the first N words; score and count are of all"},                                           \
    {                                                                                                                  \
        .name = "path", .kind = COMB_OPTION_TEXT, .argument = "WORD", .verbs = "solve draw",                           \
        .help = "draw the path of WORD on the board"                                                                   \
    }

#define COMB_WORDS_MAKE_OPTION(shapes)                                                                                 \
    {                                                                                                                  \
        .name = "shape", .kind = COMB_OPTION_CHOICE, .argument = "SHAPE", .choices = shapes, .verbs = "make",          \
        .help = "shape of the board"                                                                                   \
    }

/* The word list that the options ask for. Borrowed: it lives as long as the job's context. */
int comb_words_dict(const struct comb_dict **out, struct comb_job *job, const struct comb_params *params,
                    struct comb_error *err);

/* One cell as written in a board or a move. An error's position counts from the start of the cell. */
int comb_words_parse_cell(struct comb_words_cell *cell, const struct comb_words_notation *notation, const char *text,
                          size_t length, struct comb_error *err);

/* A path for the letters of `word`, the first in reading order: its number of cells, 0 when there is none, -1 when
 * there are too many that almost fit to tell. Needs no list; the verifier and the drawing use it. */
int comb_words_trace(unsigned path[COMB_WORDS_MOST_CELLS], const struct comb_words_board *board, const char *word);

/* Members of struct comb_game. */
int comb_words_solve(json_t **answer, const void *board, struct comb_job *job, const struct comb_params *params,
                     struct comb_error *err);
int comb_words_answer(json_t **answer, const void *board, struct comb_job *job, const char *const *words, size_t count,
                      const struct comb_params *params, struct comb_error *err);
int comb_words_verify(json_t *violations, const void *board, const json_t *answer, struct comb_job *job,
                      const struct comb_params *params, struct comb_error *err);
int comb_words_scene(struct comb_scene **out, const void *board, const json_t *answer, const struct comb_params *params,
                     struct comb_error *err);
int comb_words_report(struct comb_buf *out, const void *board, const json_t *answer, const json_t *violations,
                      const struct comb_report_style *style, const struct comb_params *params, struct comb_error *err);

/* A board by chance, letters as often as the word list has them. */
int comb_words_make(void **board, const struct comb_words_game *game, struct comb_job *job,
                    const struct comb_params *params, struct comb_error *err);

#endif
