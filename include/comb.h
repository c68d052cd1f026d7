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
 * it; NULL and invalid values give COMB_BAD_INPUT with a message. Out parameters are NULL after a failure. Several
 * threads may use a context or a board at the same time; a board never changes. */
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

COMB_API const char *comb_version(void);

COMB_API int comb_open(struct comb_context **out, struct comb_error *err);
COMB_API void comb_close(struct comb_context *context);

/* The games by index, from 0; NULL past the last. */
COMB_API const char *comb_game_name(size_t index);
COMB_API const char *comb_game_title(size_t index);
COMB_API const char *comb_game_example(size_t index); /* an example board */

/* Options are strings "name=value" or "name", as on the command line but without dashes, ended by NULL; or NULL for
 * none: const char *options[] = {"min-length=4", "sort=score", NULL}; Options the game does not have are rejected. */

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

/* Solves the board and verifies the answer with independent code. *json is the object printed by `comb solve --json`
 * (comb_text_free). It is also set for COMB_NO, and, with "complete": false, for COMB_LIMIT and COMB_INTERRUPTED. */
COMB_API int comb_solve(char **json, struct comb_context *context, const struct comb_board *board,
                        const struct comb_limits *limits, const char *const *options, struct comb_error *err);

/* Checks an answer, given as for `comb check` and ended by NULL; a single string starting with { is an object as
 * returned by comb_solve. COMB_NO if it breaks a rule or makes a false claim; *json lists the violations, and fields
 * that were not checked in "not_checked". Claims about the whole board are checked by solving again, for at most ten
 * seconds; COMB_LIMIT, with *json, if that is too short. */
COMB_API int comb_check(char **json, struct comb_context *context, const struct comb_board *board,
                        const char *const *answer, const char *const *options, struct comb_error *err);

enum comb_picture { COMB_PICTURE_TEXT, COMB_PICTURE_SVG, COMB_PICTURE_PNG };

/* Draws the board. The bytes are followed by a zero byte not included in *length. Release with comb_text_free. */
COMB_API int comb_draw(char **out, size_t *length, const struct comb_board *board, enum comb_picture kind,
                       const char *const *options, struct comb_error *err);

#ifdef __cplusplus
}
#endif

#endif
