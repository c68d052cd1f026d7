/* Comb: a workbench for hexagon and grid puzzles, as a library.
 *
 *     struct comb_context *comb = NULL;
 *     struct comb_board *board = NULL;
 *     struct comb_error err = {0};
 *     char *json = NULL;
 *     if (comb_open(&comb, &err) == COMB_OK &&
 *         comb_board_read(&board, comb, "hexhunt", "LPE/EASR/SRTED/PING/LAS", NULL, &err) == COMB_OK &&
 *         comb_solve(&json, comb, board, NULL, NULL, &err) == COMB_OK)
 *         puts(json);                      // {"schema":1,"game":"hexhunt",...,"score":4064,"count":782,...}
 *     else
 *         fprintf(stderr, "%s\n", err.message);
 *     comb_text_free(json);
 *     comb_board_free(board);
 *     comb_close(comb);
 *
 * Rules for every function: out parameters come first; the caller owns what is written through them and releases it
 * with the function named in the comment (which accepts NULL); a returned pointer is borrowed; the result is 0 for
 * success or a code of enum comb_code; `err` may be NULL. Any other argument must not be NULL unless its comment allows
 * it; NULL and invalid values give COMB_BAD_INPUT with a message. Out parameters are NULL after a failure.
 *
 * Threads: several threads may use a context or a board at the same time; a board never changes. A session belongs to
 * one thread at a time. A progress callback is called by a thread that works for its call, one at a time.
 *
 * docs/library.md explains the API by examples; docs/schema and docs/api.md describe the JSON. */
#ifndef COMB_H
#define COMB_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Version of this header; comb_version() returns that of the library in use. The build reads it here. */
#define COMB_VERSION_MAJOR 0
#define COMB_VERSION_MINOR 2
#define COMB_VERSION_PATCH 0
#define COMB_VERSION "0.2.0"
#define COMB_VERSION_NUMBER (COMB_VERSION_MAJOR * 10000 + COMB_VERSION_MINOR * 100 + COMB_VERSION_PATCH)

#if defined(__GNUC__)
#define COMB_API __attribute__((visibility("default")))
#else
#define COMB_API
#endif

/* Result codes. Those up to COMB_BUG, and COMB_INTERRUPTED, are also exit statuses of the program. */
enum comb_code {
    COMB_OK = 0,
    COMB_NO = 1,        /* no solution, stuck, or the answer is wrong */
    COMB_BAD_INPUT = 2, /* bad input or invalid argument */
    COMB_LIMIT = 3,     /* a limit was reached; partial results are available */
    COMB_UNSURE = 4,    /* a picture could not be read with confidence */
    COMB_BUG = 5,       /* the verifier rejected the solver's answer */
    COMB_NO_MEMORY = 6,
    COMB_IO = 7,
    COMB_INTERRUPTED = 130
};

/* Filled in by a failing call. Position and length are bytes of the input; line and column count from 1, 0 if unknown.
 */
struct comb_error {
    int code;
    unsigned line;
    unsigned column;
    size_t position;
    size_t length;
    char message[256];
};

struct comb_context; /* word lists and other resources that are opened once; comb_open, comb_close */
struct comb_board;   /* a position of a game; comb_board_read, comb_board_free */
struct comb_session; /* a game being played, with undo; comb_session_open, comb_session_free */

COMB_API const char *comb_version(void);
COMB_API int comb_version_number(void);

/* Checks whether a program compiled with a header of version `number`, that is COMB_VERSION_NUMBER, may use this
 * library: same major version (before 1.0 also the same minor version), and not older than the header. */
COMB_API int comb_check_version(int number, struct comb_error *err);

COMB_API int comb_open(struct comb_context **out, struct comb_error *err);
COMB_API void comb_close(struct comb_context *context);

/* The games by index, from 0; NULL past the last. */
COMB_API const char *comb_game_name(size_t index);
COMB_API const char *comb_game_title(size_t index);
COMB_API const char *comb_game_example(size_t index); /* an example board */

/* Options are strings "name=value" or "name", as on the command line but without dashes, ended by NULL; or NULL for
 * none: const char *options[] = {"min-length=4", "sort=score", NULL}; Options that neither the game nor the verb has
 * are rejected. docs/commands.md lists them. */

/* Parses a board from text, the contents of a level file, or a share code. `game` may be NULL if the text identifies
 * it.
 */
COMB_API int comb_board_read(struct comb_board **out, struct comb_context *context, const char *game, const char *text,
                             const char *const *options, struct comb_error *err);
COMB_API void comb_board_free(struct comb_board *board);
COMB_API const char *comb_board_game(const struct comb_board *board); /* NULL for NULL */

/* The board as text; as canonical text, the same for all rotations and reflections; as a share code for links and chat.
 * Release with comb_text_free. */
COMB_API int comb_board_text(char **out, const struct comb_board *board, struct comb_error *err);
COMB_API int comb_board_canonical(char **out, const struct comb_board *board, struct comb_error *err);
COMB_API int comb_board_share(char **out, const struct comb_board *board, struct comb_error *err);
COMB_API void comb_text_free(char *text);

/* Limits and progress callback of a call. Initialise with zeros; every member may stay zero. NULL means all zero. */
struct comb_limits {
    double seconds;   /* 0: none; not negative, not infinite */
    size_t bytes;     /* 0: none */
    unsigned threads; /* 0: one per core; at most 1024 */
    uint64_t seed;
    /* Called from time to time; a nonzero return value cancels the call within a tenth of a second. `share` is the
     * fraction done, 0 to 1, negative if unknown. */
    int (*progress)(void *payload, double seconds, double share);
    void *payload;
};

/* ---- verbs ----
 *
 * *json is the object that the command of the same name prints with --json, described by docs/schema (comb_text_free).
 * It is also set for COMB_NO, and, with "complete": false, for COMB_LIMIT and COMB_INTERRUPTED. A game that does not
 * have the verb is COMB_BAD_INPUT. Nothing is saved to the user's library. */

/* Solves the board and verifies the answer with independent code. */
COMB_API int comb_solve(char **json, struct comb_context *context, const struct comb_board *board,
                        const struct comb_limits *limits, const char *const *options, struct comb_error *err);

/* Checks an answer, given as for `comb check` and ended by NULL; a single string starting with { is an object as
 * returned by comb_solve. COMB_NO if it breaks a rule or makes a false claim; *json lists the violations, and fields
 * that were not checked in "not_checked". Claims about the whole board are checked by solving again, for at most ten
 * seconds; COMB_LIMIT, with *json, if that is too short. */
COMB_API int comb_check(char **json, struct comb_context *context, const struct comb_board *board,
                        const char *const *answer, const char *const *options, struct comb_error *err);

/* Checks the board itself: fairness, warnings, redundant clues. */
COMB_API int comb_lint(char **json, struct comb_context *context, const struct comb_board *board,
                       const struct comb_limits *limits, const char *const *options, struct comb_error *err);

/* Gives a hint; the option "level" sets how much it reveals. COMB_NO if nothing can be deduced. */
COMB_API int comb_hint(char **json, struct comb_context *context, const struct comb_board *board,
                       const struct comb_limits *limits, const char *const *options, struct comb_error *err);

/* Rates the difficulty. */
COMB_API int comb_rate(char **json, struct comb_context *context, const struct comb_board *board,
                       const struct comb_limits *limits, const char *const *options, struct comb_error *err);

/* Counts paths exactly. */
COMB_API int comb_count(char **json, struct comb_context *context, const struct comb_board *board,
                        const struct comb_limits *limits, const char *const *options, struct comb_error *err);

/* Makes a random board; the same limits->seed gives the same board. There may be a board with COMB_LIMIT too. */
COMB_API int comb_make(struct comb_board **out, struct comb_context *context, const char *game,
                       const struct comb_limits *limits, const char *const *options, struct comb_error *err);

/* Searches for the board with the highest score. */
COMB_API int comb_best(char **json, struct comb_context *context, const char *game, const struct comb_limits *limits,
                       const char *const *options, struct comb_error *err);

/* Proves which board has the highest score. */
COMB_API int comb_prove(char **json, struct comb_context *context, const char *game, const struct comb_limits *limits,
                        const char *const *options, struct comb_error *err);

/* Checks the certificate in a folder that the option "out" of comb_prove wrote. COMB_OK only if every unit was computed
 * again (option "recheck=all"); COMB_LIMIT with "valid": true if nothing is wrong but units were taken on trust. */
COMB_API int comb_verify_proof(char **json, struct comb_context *context, const char *folder,
                               const struct comb_limits *limits, const char *const *options, struct comb_error *err);

/* ---- answers without JSON ---- */

struct comb_solution_node {
    int x, y;
};

/* A word and its cells, numbered from 0 in reading order. */
struct comb_solution_word {
    const char *text;
    long long score;
    const unsigned *cells;
    size_t cell_count;
};

/* A cell of Hexcells; x and y as in the level file, from 0. */
struct comb_solution_cell {
    int x, y;
    int blue; /* 1 blue, 0 black */
};

/* A deduction: these cells follow from those before, for this reason. */
struct comb_solution_step {
    const struct comb_solution_cell *cells;
    size_t cell_count;
    const char *reason;
};

/* What an answer says, by kind of game. What does not apply is empty. Later versions may append members. */
struct comb_solution {
    const char *game;
    int solved;   /* Hexcells: every cell was deduced; The Witness: there is a path; word games: 1 */
    int complete; /* 0: cut short by a limit */
    long long score;
    size_t word_count; /* the words listed, best first; Hexicon: the moves */
    const struct comb_solution_word *words;
    size_t cell_count; /* Hexcells: the deduced cells */
    const struct comb_solution_cell *cells;
    size_t step_count; /* Hexcells: the deductions in order */
    const struct comb_solution_step *steps;
    size_t path_length; /* The Witness: nodes of the path, column and row from 0 */
    const struct comb_solution_node *path;
};

/* Reads an answer of comb_solve, of comb_hint (Hexcells: one step; The Witness: the path shown), or of the library. The
 * solution does not refer to `json`. */
COMB_API int comb_solution_read(struct comb_solution **out, const char *json, struct comb_error *err);
COMB_API void comb_solution_free(struct comb_solution *solution);

/* ---- pictures ---- */

enum comb_picture { COMB_PICTURE_TEXT, COMB_PICTURE_SVG, COMB_PICTURE_PNG };

/* Draws the board. The bytes are followed by a zero byte not included in *length. Release with comb_text_free. */
COMB_API int comb_draw(char **out, size_t *length, const struct comb_board *board, enum comb_picture kind,
                       const char *const *options, struct comb_error *err);

/* Draws the board with an answer on it: an object as a verb returned it. */
COMB_API int comb_draw_answer(char **out, size_t *length, const struct comb_board *board, const char *answer,
                              enum comb_picture kind, const char *const *options, struct comb_error *err);

/* Reads the board in a picture: the bytes of a PNG, JPEG, WebP, BMP or GIF. `game` may be NULL: detected. `fixes` are
 * corrections such as "3,2=I", ended by NULL, or NULL. *json is the object of `comb read --json`. COMB_UNSURE if a cell
 * is uncertain, with *json, and with *board if the cells form a board; without *json if there is no board in the
 * picture. `board` may be NULL. */
COMB_API int comb_read_picture(char **json, struct comb_board **board, struct comb_context *context, const void *bytes,
                               size_t length, const char *game, const char *const *fixes, struct comb_error *err);

/* The same for pixels: red, green and blue, one byte each, rows from top to bottom without padding. */
COMB_API int comb_read_pixels(char **json, struct comb_board **board, struct comb_context *context,
                              const unsigned char *rgb, unsigned width, unsigned height, const char *game,
                              const char *const *fixes, struct comb_error *err);

/* ---- playing ---- */

/* Starts a game: parameters as for comb_board_read. The moves in a share code count as played and can be undone. */
COMB_API int comb_session_open(struct comb_session **out, struct comb_context *context, const char *game,
                               const char *text, const char *const *options, struct comb_error *err);
COMB_API void comb_session_free(struct comb_session *session);

/* Plays moves, separated by spaces, semicolons or newlines; undone moves are forgotten. Plays all or none: after an
 * illegal move, whose number is err->line, the position is as before. */
COMB_API int comb_session_play(struct comb_session *session, const char *moves, struct comb_error *err);

/* One move back or forward; COMB_NO if there is none. */
COMB_API int comb_session_undo(struct comb_session *session, struct comb_error *err);
COMB_API int comb_session_redo(struct comb_session *session, struct comb_error *err);

/* The position, borrowed until the session is changed or freed; NULL for NULL. */
COMB_API const struct comb_board *comb_session_board(const struct comb_session *session);

/* The moves up to the position, one per line; the starting board with these moves as a share code. Release with
 * comb_text_free. */
COMB_API int comb_session_moves(char **out, const struct comb_session *session, struct comb_error *err);
COMB_API int comb_session_share(char **out, const struct comb_session *session, struct comb_error *err);

/* ---- word lists, the library of puzzles, and everything else of the API ---- */

/* Answers a request of the API (docs/api.md) without a server: comb_request_run(&json, &length, comb, "GET",
 * "/api/library?q=levels", NULL, 0, &err). `body` may be NULL if `body_length` is 0. *out is the body of the reply,
 * followed by a zero byte not included in *length (comb_text_free). An error of the API is a code and a message.
 *
 * Differences from the server: "keep" is false unless the request says otherwise, so that verbs save nothing unasked;
 * POST /api/words/build returns when the list is built, with its description; there are no jobs. */
COMB_API int comb_request_run(char **out, size_t *length, struct comb_context *context, const char *method,
                              const char *path, const void *body, size_t body_length, struct comb_error *err);

/* Opens the file with the library of puzzles, or creates it. Without this call, the first request to /api/library opens
 * that of the user. A context has one library: COMB_BAD_INPUT if it is open already. */
COMB_API int comb_open_library(struct comb_context *context, const char *path, struct comb_error *err);

#ifdef __cplusplus
}
#endif

#endif
