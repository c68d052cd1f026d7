/* Shared by all word games. A game describes its shapes, scoring and notation in a struct comb_words_game and fills its
 * struct comb_game with COMB_WORDS_MEMBERS and the functions below. */
#ifndef COMB_FAMILY_WORDS_GAME_H
#define COMB_FAMILY_WORDS_GAME_H

#include "core/game.h"
#include "engine/words/words.h"
#include "family/words/board/board.h"

/* The best board known of a shape, with the default word list and no other options. */
struct comb_words_record {
    const char *shape;
    unsigned score;
    const char *board;
    bool proved;      /* every other board was ruled out */
    const char *work; /* what a proof would take; NULL: not estimated */
};

/* An attribute that the page's editor can put on a cell. */
struct comb_words_brush {
    const char *attribute; /* as in the notation; "" removes it */
    const char *label;
    const char *title; /* NULL ends the table */
};

struct comb_words_game {
    const char *title;
    struct comb_words_notation notation;
    unsigned min_length; /* default of --min-length */

    /* If the game has several rule sets: the name of this one, for answers, and the rule set for a board with so many
     * cells; chosen when a board is parsed. NULL: there is one. */
    const char *rules_name;
    const struct comb_words_game *(*rules_of)(unsigned cells, const struct comb_params *params);

    /* Points by the number of letters, for the solver. */
    unsigned (*points_by_length)(unsigned letters);

    /* Or points by letters: the sum of the language's letter values, each times the letter bonus of its cell, times the
     * word bonuses on the path, plus `bonus` for each letter beyond the first `bonus_beyond`. */
    bool by_letters;
    unsigned bonus_beyond;
    unsigned bonus;

    /* Points of a word on a path: a second implementation, for the verifier. */
    unsigned (*points_of_path)(const struct comb_words_board *board, const unsigned *path, size_t cells,
                               unsigned letters);

    /* Shapes of comb_words_make: names separated by spaces, and the row lengths of each, ended by 0. The first is the
     * default. */
    const char *make_shapes;
    const unsigned char (*make_rows)[COMB_WORDS_MAX_ROWS];

    /* The holes of each shape: its cells in reading order, holes as dots, cut off after the last hole; "" for none.
     * NULL: no shape has holes. */
    const char *const *make_holes;

    /* Shapes of typed boards that are probably of this game, and of those that it also accepts; the page ranks the
     * games by them, since letters do not tell the game. Names separated by spaces: a size such as 4x4; rectangle (any
     * size); hexagons (rows that differ by one, at least two cells in the first); half-rows (the same, one cell in the
     * first). A size ranks before the other names. */
    const char *likely_shapes;
    const char *possible_shapes;

    const struct comb_words_record *records; /* ended by one without a shape; NULL: none are known */

    const char *brush_title; /* what the brushes change: "Bonus" */
    const struct comb_words_brush *brushes;
    bool no_holes; /* the editor makes no holes */
};

/* The member view_facts of struct comb_game, for a word game: {"brush_title", "brushes": [{"attribute", "label",
 * "title"}], "attributes": all spellings, "holes", "likely_shapes", "possible_shapes", "letter_scoring":
 * {"bonus_beyond", "bonus"} if points depend on the letters, "records": [{"shape", "score", "board", "proved",
 * "work"}]}. */
json_t *comb_words_view_facts(struct comb_json *build, const struct comb_game *game);

/* Options that select the word list. */
#define COMB_WORDS_LIST_OPTIONS                                                                                        \
    {.name = "lang",                                                                                                   \
     .kind = COMB_OPTION_TEXT,                                                                                         \
     .values = COMB_VALUES_LANGUAGES,                                                                                  \
     .argument = "CODE",                                                                                               \
     .default_value = "en",                                                                                            \
     .help = "language of words and letters, or a list of your own"},                                                  \
    {                                                                                                                  \
        .name = "words", .kind = COMB_OPTION_FILE, .argument = "FILE",                                                 \
        .help = "use the words in FILE, one per line, or a list of your own (see 'comb words add-list')"               \
    }

/* Option of games whose points depend on the letters. */
#define COMB_WORDS_VALUES_OPTION                                                                                       \
    {                                                                                                                  \
        .name = "values", .kind = COMB_OPTION_FILE, .argument = "FILE", .verbs = "solve check draw best make",         \
        .help = "letter values that replace those of the language: letters and numbers, such as A 1 B 3"               \
    }

/* Options of every word game; the argument is the default of --sort. Use as {COMB_WORDS_OPTIONS("length"), ..., {0}}.
 */
#define COMB_WORDS_OPTIONS(sorted_by)                                                                                  \
    COMB_WORDS_LIST_OPTIONS,                                                                                           \
        {.name = "sort",                                                                                               \
         .kind = COMB_OPTION_CHOICE,                                                                                   \
         .argument = "KEY",                                                                                            \
         .default_value = (sorted_by),                                                                                 \
         .choices = "length score word common",                                                                        \
         .verbs = "solve",                                                                                             \
         .help = "order of the words: length (longest first), score (highest first), word (alphabetical) or common "   \
                 "(most common first; see 'comb words add-frequency')"},                                               \
        {.name = "paths",                                                                                              \
         .kind = COMB_OPTION_CHOICE,                                                                                   \
         .argument = "STYLE",                                                                                          \
         .default_value = "cells",                                                                                     \
         .choices = "cells names arrows",                                                                              \
         .verbs = "solve check",                                                                                       \
         .help = "how to print paths: cells (numbers from 0), names (column and row: A1) or arrows"},                  \
        {.name = "min-length",                                                                                         \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "N",                                                                                              \
         .min = 1,                                                                                                     \
         .max = COMB_DICT_MAX_WORD,                                                                                    \
         .verbs = "solve check best prove",                                                                            \
         .help = "minimum word length"},                                                                               \
        {.name = "limit",                                                                                              \
         .kind = COMB_OPTION_INT,                                                                                      \
         .argument = "N",                                                                                              \
         .min = 0,                                                                                                     \
         .max = 10000000,                                                                                              \
         .verbs = "solve",                                                                                             \
         .help = "list only the first N words; score and count still cover all words"},                                \
        {.name = "mine",                                                                                               \
         .kind = COMB_OPTION_FILE,                                                                                     \
         .argument = "FILE",                                                                                           \
         .verbs = "solve",                                                                                             \
         .help = "compare with your own words in FILE, one per line: show missed words and invalid words"},            \
    {                                                                                                                  \
        .name = "path", .kind = COMB_OPTION_TEXT, .argument = "WORD", .verbs = "solve draw",                           \
        .help = "draw the path of WORD on the board"                                                                   \
    }

/* Members of struct comb_game that are the same for every word game. */
#define COMB_WORDS_MEMBERS(words)                                                                                      \
    .fields = comb_words_fields, .family = &(words), .page_family = "words", .view_facts = comb_words_view_facts,      \
    .parse = comb_words_parse_input, .update_text = comb_words_update_text, .free = comb_words_free,                   \
    .print = comb_words_print, .image = comb_words_image, .canon = comb_words_canon, .scene = comb_words_scene,        \
    .apply = comb_words_apply, .solve = comb_words_solve, .parse_answer = comb_words_answer, .answer_member = "words", \
    .verify = comb_words_verify, .verified = comb_words_verified, .recheck = comb_words_recheck,                       \
    .report = comb_words_report, .describe_answer = comb_words_summary, .join = comb_words_join

#define COMB_WORDS_SHAPE_OPTION(shapes)                                                                                \
    {                                                                                                                  \
        .name = "shape", .kind = COMB_OPTION_CHOICE, .argument = "SHAPE", .choices = (shapes),                         \
        .verbs = "make best prove solve check draw", .board_format_only = true,                                        \
        .help = "shape of the board; splits a board written without rows"                                              \
    }

/* Opens the word list selected by the options, in its state when the job first asks for it. Borrowed; valid as long as
 * the job. */
int comb_words_dict(const struct comb_dict **out, struct comb_job *job, const struct comb_params *params,
                    struct comb_error *err);

/* Converts a typed word to letters, ignoring case and folding accents to the letters of the list. Returns their number,
 * or -1 if it has other letters. */
int comb_words_letters(uint8_t letters[COMB_DICT_MAX_WORD], const struct comb_dict *dict, const char *word);

/* The hash of the word list, for answers ("list_hash"). An answer made with another list is not valid for this one,
 * even if all its words are in both; comb_words_check_list adds a violation for that. */
json_t *comb_words_list_hash(struct comb_json *build, const struct comb_dict *dict);
int comb_words_check_list(json_t *violations, const json_t *answer, const struct comb_dict *dict,
                          struct comb_error *err);

/* The language selected by the options: that of --lang, or of the list of one's own that --lang or --words names. */
int comb_words_language(const struct comb_language **out, const struct comb_params *params, struct comb_error *err);

/* Reads the letter values of --values, or those saved with the list of one's own. *changed: there are some. */
int comb_words_read_values(struct comb_words_values *out, bool *changed, const struct comb_language *language,
                           const struct comb_params *params, struct comb_error *err);

/* Converts the board for the engine. A letter that is not in the list is an error. */
int comb_words_tiles(struct comb_word_board *tiles, const struct comb_words_board *board, const struct comb_dict *dict,
                     struct comb_error *err);

/* Converts the scoring of a game for the engine. */
void comb_words_rules(struct comb_word_rules *rules, const struct comb_words_board *board, const struct comb_dict *dict,
                      const struct comb_params *params);

/* Row lengths of the named shape, ended by 0; NULL if the game has no such shape. */
const unsigned char *comb_words_shape_rows(const struct comb_words_game *game, const char *name);

/* Row lengths of the shape of --shape, or of the default shape, ended by 0. */
const unsigned char *comb_words_shape(const struct comb_words_game *game, const struct comb_params *params);

/* The holes of the same shape, as in make_holes. */
const char *comb_words_shape_holes(const struct comb_words_game *game, const struct comb_params *params);

/* Counts the letters in all words of a list. */
void comb_words_letter_counts(uint64_t counts[COMB_DICT_MAX_LETTERS], const struct comb_dict *dict);

/* Parses a cell of a board or a move. The position of an error is relative to the cell. */
int comb_words_parse_cell(struct comb_words_cell *cell, const struct comb_words_notation *notation, const char *text,
                          size_t length, struct comb_error *err);

/* Finds the first path of `word` in reading order. Returns its number of cells, 0 if there is none, -1 if there are too
 * many partial paths to decide. Needs no word list; used by the verifier and for drawing. */
int comb_words_trace(unsigned path[COMB_WORDS_MAX_CELLS], const struct comb_words_board *board, const char *word);

/* Member of struct comb_game. */
int comb_words_join(struct comb_buf *out, const char *const *words, size_t count, struct comb_error *err);

/* Parses a board with the options' language and shape. */
int comb_words_parse_board(void **board, const struct comb_words_game *game, const char *text, size_t length,
                           const struct comb_params *params, struct comb_error *err);

/* Members of struct comb_game. The game's `family` is its struct comb_words_game. */
int comb_words_parse_input(void **board, const struct comb_game *game, struct comb_job *job, const char *text,
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

/* The members of results of word games with a list of words. */
extern const struct comb_field comb_words_fields[];
int comb_words_scene(struct comb_scene **out, const void *board, const json_t *answer, const struct comb_params *params,
                     struct comb_error *err);
int comb_words_draw(struct comb_buf *out, const void *board, const json_t *answer,
                    const struct comb_report_style *style, const struct comb_params *params, struct comb_error *err);
int comb_words_report(struct comb_buf *out, const void *board, const json_t *answer, const json_t *violations,
                      const struct comb_report_style *style, const struct comb_params *params, struct comb_error *err);
int comb_words_summary(struct comb_summary *out, const void *board, const json_t *answer,
                       const struct comb_params *params, struct comb_error *err);

/* Makes a random board; letters are as frequent as in the word list. */
int comb_words_make(void **board, const struct comb_game *game, struct comb_job *job, const struct comb_params *params,
                    struct comb_error *err);

/* The same with the given row lengths, ended by 0. */
int comb_words_make_rows(void **board, const struct comb_words_game *game, const unsigned char *rows,
                         struct comb_job *job, const struct comb_params *params, struct comb_error *err);

#endif
