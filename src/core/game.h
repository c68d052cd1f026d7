/* Game: the table that every game fills in, and everything the rest of the program knows about a game.
 *
 * A game is one folder under src/games that exports one symbol, `const struct comb_game comb_game_<folder>`. A NULL
 * member means "not supported"; nothing else declares what a game can do. Command line, help, man page, completion, web
 * API and conformance tests are derived from this table.
 *
 * A board is any structure of the game; it is immutable. An answer is JSON, the same object that --json prints:
 * verifier, renderers, store and page all read it. */
#ifndef COMB_CORE_GAME_H
#define COMB_CORE_GAME_H

#include "base/buf.h"
#include "base/json.h"
#include "core/claims.h"
#include "core/field.h"
#include "core/job.h"
#include "core/option.h"
#include "core/reading.h"
#include "grid/render.h"

struct comb_example {
    const char *input;       /* as a user would type it; NULL ends the table */
    const char *description; /* a few words */
    const char *move;        /* a move that changes this board; NULL if the game has no moves */
};

/* A board to start editing from. */
struct comb_blank_board {
    const char *title; /* its size, such as "19 hexagons"; NULL ends the table */
    const char *board; /* text that `parse` accepts */
};

/* A sentence about how to play, with a picture that the page draws. */
struct comb_lesson {
    const char *text;   /* one sentence; NULL ends the table */
    const char *board;  /* text that `parse` accepts */
    const char *answer; /* JSON that `scene` draws on it; NULL: none */
};

/* Style of a report. */
struct comb_report_style {
    struct comb_terminal_style terminal;
    bool plain;
};

/* An answer in words, for a page without scripts: sentences, their basis, one table. */
struct comb_summary {
    struct comb_buf text;    /* one sentence per line, lower case, no full stop */
    struct comb_buf basis;   /* "the word list ENABLE1"; empty if the game has only one rule set */
    struct comb_buf caption; /* table caption */
    const char *columns;     /* tab-separated headings; NULL: no table */
    struct comb_buf rows;    /* one row per line, columns separated by tabs */
};

/* Checks the buffers once the summary is written: COMB_OK or COMB_NO_MEMORY. */
int comb_summary_finish(const struct comb_summary *summary, struct comb_error *err);
void comb_summary_free(struct comb_summary *summary);

struct comb_game {
    const char *name;           /* lower case, same as the folder */
    const char *const *aliases; /* other names, NULL-terminated; or NULL */
    const char *title;
    const char *summary;  /* one line */
    const char *notation; /* how to write a board, for help */
    const struct comb_option *options;
    const struct comb_example *examples; /* `make demo` solves the first */
    const struct comb_field *fields;     /* members of results besides those of the verb (request/verb.h) */
    const void *family; /* what the shared code of its kind needs to know, such as a struct comb_words_game; or NULL */

    /* What the page shows; GET /api/games delivers it. */
    const char *page_family;           /* the view, a row of web/families.js such as "words"; NULL: the generic one */
    unsigned start_order;              /* place on the start page, smallest first; 0: after all others */
    const char *blurb;                 /* a few words for the start page; NULL: the summary */
    const char *rules;                 /* goal, play and scoring: one paragraph per line; NULL: none */
    const struct comb_lesson *lessons; /* how to play: three of them; NULL: none */
    const char *showcase;              /* the board on the start page; NULL: the first example */
    const struct comb_blank_board *blank_boards; /* NULL: none */

    /* The facts that the family's view needs, such as editor brushes; the family defines the members. NULL: none. */
    json_t *(*view_facts)(struct comb_json *build, const struct comb_game *game);

    /* Boards. The input may be any bytes; parse must copy what it needs. */
    int (*parse)(void **board, const struct comb_game *game, struct comb_job *job, const char *text, size_t length,
                 const struct comb_params *params, struct comb_error *err);
    void (*free)(void *board);
    void (*print)(struct comb_buf *out, const void *board); /* text that parse reads back as the same board */

    /* Joins several command line words into one board: rows, or a board that was not quoted. COMB_BAD_INPUT if they are
     * ambiguous. NULL: a board is one word. */
    int (*join)(struct comb_buf *out, const char *const *words, size_t count, struct comb_error *err);

    /* Converts board text that an earlier version printed to what `parse` accepts today, so that stored and shared
     * boards stay readable. Appends nothing if the text is current. NULL: the format never changed. */
    void (*update_text)(struct comb_buf *out, const struct comb_game *game, const char *text, size_t length);

    /* Appends a link that opens the board on the site where such boards are published. COMB_BAD_INPUT if that site
     * cannot represent it. */
    int (*link)(struct comb_buf *out, const void *board, struct comb_error *err);

    /* Appends the board as text for a site that imports such texts. COMB_BAD_INPUT if it cannot represent the board. */
    int (*site_text)(struct comb_buf *out, const void *board, struct comb_error *err);

    /* Length of the first board in a text with several boards; the whole length if it is the last. NULL: a text holds
     * one board. */
    size_t (*first_board)(const char *text, size_t length);

    /* The board's title given by its author, or "". NULL: boards of this game have no titles. */
    const char *(*board_title)(const void *board);

    /* File extension of this game's files, such as ".hexcells": any such file is treated as a board of this game, valid
     * or damaged. NULL: none. */
    const char *file_extension;

    /* Confidence that these bytes are a board of this game, 0 .. 100. NULL: never guessed, the game must be named. */
    int (*detect)(const char *text, size_t length);

    /* The index-th image of the board under the symmetries of its shape; 0 is the board itself. COMB_NO past the last.
     */
    int (*image)(void **out, const void *board, unsigned index, struct comb_error *err);

    /* Appends the canonical text: the same for all images of a board. */
    int (*canon)(struct comb_buf *out, const void *board, struct comb_error *err);

    /* Draws the board, with the answer on it unless it is NULL. */
    int (*scene)(struct comb_scene **out, const void *board, const json_t *answer, const struct comb_params *params,
                 struct comb_error *err);

    /* The board after a move written as text. */
    int (*apply)(void **next, const void *board, const char *move, struct comb_error *err);

    /* COMB_OK or COMB_NO with the complete answer; COMB_LIMIT or COMB_INTERRUPTED with a partial one. */
    int (*solve)(json_t **answer, const void *board, struct comb_job *job, const struct comb_params *params,
                 struct comb_error *err);

    /* Parses a player's answer from the command line into the format of solve. */
    int (*parse_answer)(json_t **answer, const void *board, struct comb_job *job, const char *const *words,
                        size_t count, const struct comb_params *params, struct comb_error *err);

    /* The array member of an answer that holds what the player must find, such as "words"; null or missing if there is
     * no solution. NULL: answers are not checked for such a member. */
    const char *answer_member;

    /* Appends an object for each rule that the answer breaks (comb_violation). Shares no code with solve. */
    int (*verify)(json_t *violations, const void *board, const json_t *answer, struct comb_job *job,
                  const struct comb_params *params, struct comb_error *err);

    /* Paths of the fields that verify checks whenever they are present (core/claims.h), NULL-terminated. Fields that
     * are neither listed here nor marked by recheck are reported as not checked. */
    const char *const *verified;

    /* Solves again to check what the answer alone does not show: that nothing is missing, that there is no solution,
     * how many there are. Adds violations and marks the checked paths. Called only if verify found no violation.
     * COMB_LIMIT or COMB_INTERRUPTED if it could not finish. */
    int (*recheck)(struct comb_claims *claims, const void *board, const json_t *answer, struct comb_job *job,
                   const struct comb_params *params, struct comb_error *err);

    /* Prints the answer for people, with its violations if it was checked (NULL if it was solved). With style->plain:
     * one record per line, nothing else. */
    int (*report)(struct comb_buf *out, const void *board, const json_t *answer, const json_t *violations,
                  const struct comb_report_style *style, const struct comb_params *params, struct comb_error *err);

    /* Fills in a summary of the answer. */
    int (*describe_answer)(struct comb_summary *out, const void *board, const json_t *answer,
                           const struct comb_params *params, struct comb_error *err);

    /* A hint for the next step, in levels from vague to complete: {"ladder": [where, which clue, what, all], "cells",
     * "because", "text"}. COMB_NO with the object if nothing can be deduced. */
    int (*hint)(json_t **hint, const void *board, struct comb_job *job, const struct comb_params *params,
                struct comb_error *err);

    /* Rates the difficulty: {"rating", "grade", "hardest", "text"}. */
    int (*rate)(json_t **rating, const void *board, struct comb_job *job, const struct comb_params *params,
                struct comb_error *err);

    /* Checks the board itself (`comb check` without an answer): {"fair", "findings", "text"}. COMB_NO if it has a
     * fault. */
    int (*lint)(json_t **findings, const void *board, struct comb_job *job, const struct comb_params *params,
                struct comb_error *err);

    /* Counts exactly (solutions, paths; the game defines what): {"size", "paths": decimal digits, "seconds", "text"}.
     * No result if a limit is reached. */
    int (*count)(json_t **counted, const void *board, struct comb_job *job, const struct comb_params *params,
                 struct comb_error *err);

    /* Searches for the highest-scoring board: {"score", "board", "evaluations", "seconds", ...}. Reports improvements
     * with comb_job_message. COMB_LIMIT or COMB_INTERRUPTED with the best board so far. */
    int (*best)(json_t **found, const struct comb_game *game, struct comb_job *job, const struct comb_params *params,
                struct comb_error *err);

    /* Proves which boards score highest: {"shape", "target", "optimum", "proved", "boards": [{"score", "board"}],
     * "nodes", "seconds", ...}. COMB_LIMIT or COMB_INTERRUPTED with a partial result. */
    int (*prove)(json_t **found, const struct comb_game *game, struct comb_job *job, const struct comb_params *params,
                 struct comb_error *err);

    /* Generates a random board (comb_job_seed). With `generates_default_board`, also when a board is needed and none is
     * given. COMB_LIMIT or COMB_INTERRUPTED with a valid board that does not meet every request, or with NULL. */
    int (*make)(void **board, const struct comb_game *game, struct comb_job *job, const struct comb_params *params,
                struct comb_error *err);
    bool generates_default_board;

    /* Generates a series of boards (--challenge): {"board": the first, "stages", "text", ...}. */
    int (*make_series)(json_t **series, const struct comb_game *game, struct comb_job *job,
                       const struct comb_params *params, struct comb_error *err);

    /* Reads boards from pictures (core/reading.h). */
    const struct comb_reader *reader;
};

/* Adds {"rule": ..., "message": ..., "cells": [...]} to the violations; `cells` may be NULL. COMB_OK or COMB_NO_MEMORY.
 */
int comb_violation(json_t *violations, const char *rule, const unsigned *cells, size_t count, struct comb_error *err,
                   const char *format, ...) __attribute__((format(printf, 6, 7)));

/* All games, NULL-terminated; generated by the build from the folders under src/games. */
extern const struct comb_game *const comb_games[];

/* Finds a game by name or alias; NULL if unknown. */
const struct comb_game *comb_game_find(const char *name);

/* Whether a game supports a verb. */
bool comb_can_solve(const struct comb_game *game);
bool comb_can_hint(const struct comb_game *game);
bool comb_can_rate(const struct comb_game *game);
bool comb_can_check(const struct comb_game *game); /* an answer, or the board itself */
bool comb_can_count(const struct comb_game *game);
bool comb_can_best(const struct comb_game *game);
bool comb_can_prove(const struct comb_game *game);
bool comb_can_make(const struct comb_game *game);

/* The game with the name closest to a mistyped one, or NULL if none is close. */
const struct comb_game *comb_game_suggest(const char *name);

#endif
