/* Game: the table that every game fills in, and all that the rest of the program knows of it.
 *
 * A game is one folder under src/games that exports one symbol, `const struct comb_game comb_game_<folder>`. A NULL
 * member means "cannot"; what a game can do is read off its members and declared nowhere else. Command line, help, man
 * page, completion, web API and conformance tests are made from this table.
 *
 * A board is whatever the game keeps; it never changes once made. An answer is JSON, the very object that --json
 * prints: the verifier, the renderers, the store and the page all read the same thing. */
#ifndef COMB_CORE_GAME_H
#define COMB_CORE_GAME_H

#include "base/buf.h"
#include "base/json.h"
#include "core/claims.h"
#include "core/job.h"
#include "core/option.h"
#include "core/reading.h"
#include "grid/render.h"

struct comb_example {
    const char *input; /* what a user would type; NULL ends the table */
    const char *shows; /* in a few words, what it is */
    const char *move;  /* a move that `apply` takes on this board and that changes it; NULL where the game has none */
};

/* How a report is to look. */
struct comb_report_style {
    struct comb_terminal_style terminal;
    bool plain;
};

/* An answer in words, for a page without drawings of its own: sentences, what they rest on, one table. */
struct comb_account {
    struct comb_buf text;    /* one sentence a line, lower case, no full stop */
    struct comb_buf basis;   /* "the word list ENABLE1"; empty where a game has but one set of rules */
    struct comb_buf caption; /* of the table */
    const char *columns;     /* their heads with tabs in between; NULL: no table */
    struct comb_buf rows;    /* one a line, tabs between the columns */
};

/* Ends writing one: COMB_OK or COMB_NO_MEMORY. */
int comb_account_finish(const struct comb_account *account, struct comb_error *err);
void comb_account_free(struct comb_account *account);

struct comb_game {
    const char *name;           /* lower case, the folder's name */
    const char *const *aliases; /* other names, ended by NULL; or NULL */
    const char *title;
    const char *summary;  /* one line */
    const char *notation; /* how a board is written, for help */
    const struct comb_option *options;
    const struct comb_example *examples; /* the first is the one that `make demo` solves */

    /* Boards. Bytes may be anything; nothing may be kept of them but copies. */
    int (*parse)(void **board, struct comb_job *job, const char *text, size_t length, const struct comb_params *params,
                 struct comb_error *err);
    void (*free)(void *board);
    void (*print)(struct comb_buf *out, const void *board); /* text that parse reads back as the same board */

    /* Appends the board that several words of a command line are together: rows, or a board that was not quoted.
     * COMB_BAD_INPUT where they may mean more than one board. NULL: a board is one word. */
    int (*join)(struct comb_buf *out, const char *const *words, size_t count, struct comb_error *err);

    /* Appends a text that an earlier version printed as `parse` takes it today: what was stored and shared stays
     * readable. Appends nothing where nothing has changed. NULL: no text of this game has. */
    void (*update_text)(struct comb_buf *out, const char *text, size_t length);

    /* The board as a link that opens it where such boards are published; COMB_BAD_INPUT for what that place cannot
     * hold.
     */
    int (*link)(struct comb_buf *out, const void *board, struct comb_error *err);

    /* Bytes of the first board in a text that may hold several, one after the other; all of them where it is the last.
     * NULL: a text is one board. */
    size_t (*first_board)(const char *text, size_t length);

    /* What its maker calls the board, or "". NULL: boards of this game have no names. */
    const char *(*board_title)(const void *board);

    /* How the names of this game's files end, ".hexcells": what is in one is a board of this game, sound or damaged.
     * NULL: files do not tell. */
    const char *file_ending;

    /* How sure the game is that these bytes are a board of its own, 0 .. 100. NULL: never guessed, must be named. */
    int (*detect)(const char *text, size_t length);

    /* The index-th image of the board under the symmetries of its shape, 0 being the board itself; COMB_NO past the
     * last. */
    int (*image)(void **out, const void *board, unsigned index, struct comb_error *err);

    /* One text for all images of a board. */
    int (*canon)(struct comb_buf *out, const void *board, struct comb_error *err);

    /* Draws the board, and the answer on it where one is given. */
    int (*scene)(struct comb_scene **out, const void *board, const json_t *answer, const struct comb_params *params,
                 struct comb_error *err);

    /* The board after a move written as text. */
    int (*apply)(void **next, const void *board, const char *move, struct comb_error *err);

    /* COMB_OK or COMB_NO with the whole answer; COMB_LIMIT or COMB_INTERRUPTED with what there is of it. */
    int (*solve)(json_t **answer, const void *board, struct comb_job *job, const struct comb_params *params,
                 struct comb_error *err);

    /* The answer that a player wrote on the command line, in the form that solve gives. */
    int (*answer)(json_t **answer, const void *board, struct comb_job *job, const char *const *words, size_t count,
                  const struct comb_params *params, struct comb_error *err);

    /* The member of an answer that holds what a player is to find, such as "words", an array; null or missing where
     * there is no solution. NULL: not told, answers are taken as they are. */
    const char *answer_member;

    /* Appends an object for each rule that the answer breaks (comb_violation); shares no code with solve. */
    int (*verify)(json_t *violations, const void *board, const json_t *answer, struct comb_job *job,
                  const struct comb_params *params, struct comb_error *err);

    /* Paths of the fields that verify judges whenever they are there (core/claims.h), ended by NULL. What is neither
     * here nor marked by recheck is reported as not checked. */
    const char *const *verified;

    /* Checks by solving again what the answer alone does not show: that nothing is missing from it, that there is no
     * solution, how many there are. Adds violations and marks the paths it has checked. Called only where verify found
     * nothing wrong. COMB_LIMIT or COMB_INTERRUPTED when it could not finish. */
    int (*recheck)(struct comb_claims *claims, const void *board, const json_t *answer, struct comb_job *job,
                   const struct comb_params *params, struct comb_error *err);

    /* The answer for people, with the violations where it was checked (NULL where it was solved). With style->plain:
     * one record a line, nothing else. */
    int (*report)(struct comb_buf *out, const void *board, const json_t *answer, const json_t *violations,
                  const struct comb_report_style *style, const struct comb_params *params, struct comb_error *err);

    /* The same answer as an account. */
    int (*account)(struct comb_account *out, const void *board, const json_t *answer, const struct comb_params *params,
                   struct comb_error *err);

    /* The next step from this position, smallest nudge first: {"ladder": [where, which clue, what, all], "cells",
     * "because", "text"}. COMB_NO with the object when nothing can be deduced. */
    int (*hint)(json_t **hint, const void *board, struct comb_job *job, const struct comb_params *params,
                struct comb_error *err);

    /* How hard the board is: {"rating", "grade", "hardest", "text"}. */
    int (*rate)(json_t **rating, const void *board, struct comb_job *job, const struct comb_params *params,
                struct comb_error *err);

    /* What its maker wants to know: {"fair", "findings", "text"}; `comb check` without an answer. COMB_NO when it has a
     * fault. */
    int (*inspect)(json_t **findings, const void *board, struct comb_job *job, const struct comb_params *params,
                   struct comb_error *err);

    /* How many lines, answers or the like the board has, exactly: {"size", "paths": decimal digits, "seconds", "text"};
     * what is counted is the game's to say. No result when a limit is reached: part of a count is no count. */
    int (*count)(json_t **counted, const void *board, struct comb_job *job, const struct comb_params *params,
                 struct comb_error *err);

    /* Searches for the board with the highest score: {"score", "board", "evaluations", "seconds", ...}. Improvements
     * are said (comb_job_say). COMB_LIMIT or COMB_INTERRUPTED with the best so far. */
    int (*best)(json_t **found, struct comb_job *job, const struct comb_params *params, struct comb_error *err);

    /* Proves which boards score highest: {"shape", "target", "optimum", "proved", "boards": [{"score", "board"}],
     * "nodes", "seconds", ...}. COMB_LIMIT or COMB_INTERRUPTED with what there is. */
    int (*prove)(json_t **found, struct comb_job *job, const struct comb_params *params, struct comb_error *err);

    /* A new board by chance (comb_job_seed). With `makes_unasked`, also where a board is wanted and none is given.
     * COMB_LIMIT or COMB_INTERRUPTED with a board that is sound but not all that was asked for, or with NULL. */
    int (*make)(void **board, struct comb_job *job, const struct comb_params *params, struct comb_error *err);
    bool makes_unasked;

    /* How boards of this game are read from pictures (core/reading.h). */
    const struct comb_reader *reader;
};

/* Adds {"rule": ..., "message": ..., "cells": [...]} to the violations; `cells` may be NULL. COMB_OK or COMB_NO_MEMORY.
 */
int comb_violation(json_t *violations, const char *rule, const unsigned *cells, size_t count, struct comb_error *err,
                   const char *format, ...) __attribute__((format(printf, 6, 7)));

/* The games of this program, ended by NULL; made by the build from the folders under src/games. */
extern const struct comb_game *const comb_games[];

/* By name or alias; NULL when there is none. */
const struct comb_game *comb_game_find(const char *name);

/* What a game can do, by its members. */
bool comb_can_solve(const struct comb_game *game);
bool comb_can_hint(const struct comb_game *game);
bool comb_can_rate(const struct comb_game *game);
bool comb_can_check(const struct comb_game *game); /* an answer, or the board itself */
bool comb_can_count(const struct comb_game *game);
bool comb_can_best(const struct comb_game *game);
bool comb_can_prove(const struct comb_game *game);
bool comb_can_make(const struct comb_game *game);

/* The game whose name is nearest to a mistyped one, or NULL when none is near. */
const struct comb_game *comb_game_suggest(const char *name);

#endif
