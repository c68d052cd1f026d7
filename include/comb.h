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
 * Rules that hold for every function: out parameters come first; what is written through one is the caller's, to be
 * released with the function named beside it (NULL is fine there); a returned pointer is borrowed; 0 is success and
 * other codes are those of enum comb_code; `err` may be NULL. Any other argument that is NULL without its comment
 * allowing it, like any value that is not allowed, is COMB_BAD_INPUT with a message; out parameters are NULL after a
 * failure. A context may be used by several threads at once, a board
 * too once it is made: it never changes. */
#ifndef COMB_H
#define COMB_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define COMB_API __attribute__((visibility("default")))
#else
#define COMB_API
#endif

/* What a call answers. Success is 0; those up to COMB_BUG, and COMB_INTERRUPTED, are also the program's exit status. */
enum comb_code {
    COMB_OK = 0,
    COMB_NO = 1,        /* an honest no: no solution, stuck, an invalid answer */
    COMB_BAD_INPUT = 2, /* unreadable input or a wrong call */
    COMB_LIMIT = 3,     /* a limit was reached; what was found so far is there */
    COMB_UNSURE = 4,    /* a picture that could not be read with confidence */
    COMB_BUG = 5,       /* the verifier disagrees with the solver */
    COMB_NO_MEMORY = 6,
    COMB_IO = 7,
    COMB_INTERRUPTED = 130
};

/* Filled in by the call that failed. Position and length are bytes of the input; line and column count from 1, 0 when
 * unknown. */
struct comb_error {
    int code;
    unsigned line;
    unsigned column;
    size_t position;
    size_t length;
    char message[256];
};

struct comb_context; /* word lists and whatever else is opened once; comb_open, comb_close */
struct comb_board;   /* a game and a position of it; comb_board_read, comb_board_free */

COMB_API const char *comb_version(void);

COMB_API int comb_open(struct comb_context **out, struct comb_error *err);
COMB_API void comb_close(struct comb_context *context);

/* The games by number, from 0; NULL past the last. */
COMB_API const char *comb_game_name(size_t index);
COMB_API const char *comb_game_title(size_t index);
COMB_API const char *comb_game_example(size_t index); /* a board to try */

/* Options are texts "name=value" or "name", the same as on the command line without dashes, ended by NULL; or NULL for
 * none: const char *options[] = {"min-length=4", "sort=score", NULL}; One that the game does not have is refused. */

/* Reads a board from a text, a level file's contents or a share code. `game` may be NULL where the text tells it. */
COMB_API int comb_board_read(struct comb_board **out, struct comb_context *context, const char *game, const char *text,
                             const char *const *options, struct comb_error *err);
COMB_API void comb_board_free(struct comb_board *board);
COMB_API const char *comb_board_game(const struct comb_board *board); /* NULL for NULL */

/* The board as text; the one text that stands for all turned and mirrored copies; a code for links and chat.
 * comb_text_free. */
COMB_API int comb_board_text(char **out, const struct comb_board *board, struct comb_error *err);
COMB_API int comb_board_canonical(char **out, const struct comb_board *board, struct comb_error *err);
COMB_API int comb_board_share(char **out, const struct comb_board *board, struct comb_error *err);
COMB_API void comb_text_free(char *text);

/* Limits of one call, and a look at how it goes. Zero it; every member may stay zero, and NULL stands for all zero. */
struct comb_limits {
    double seconds;   /* 0: none; not negative, not infinite */
    size_t bytes;     /* 0: none */
    unsigned threads; /* 0: one per core; at most 1024 */
    uint64_t seed;
    /* Called now and then; anything but 0 cancels within a tenth of a second. `share` is 0..1, negative when unknown.
     */
    int (*progress)(void *payload, double seconds, double share);
    void *payload;
};

/* Solves the board and verifies the answer with code that shares nothing with the solver. *json is the object that
 * `comb solve --json` prints (comb_text_free); it is also there with COMB_NO, and with COMB_LIMIT and
 * COMB_INTERRUPTED, where it has "complete": false. */
COMB_API int comb_solve(char **json, struct comb_context *context, const struct comb_board *board,
                        const struct comb_limits *limits, const char *const *options, struct comb_error *err);

/* Checks an answer, given as on the command line (`comb check`), ended by NULL; a single text that begins with { is an
 * object as comb_solve gives it. COMB_NO when it breaks a rule or claims what is not true; *json says which, and lists
 * under "not_checked" what was not looked at. Claims about the whole board are checked by solving again, for at most
 * ten seconds: COMB_LIMIT, also with *json, when that was too short. */
COMB_API int comb_check(char **json, struct comb_context *context, const struct comb_board *board,
                        const char *const *answer, const char *const *options, struct comb_error *err);

enum comb_picture { COMB_PICTURE_TEXT, COMB_PICTURE_SVG, COMB_PICTURE_PNG };

/* Draws the board. The bytes are ended by a zero that is not counted. comb_text_free. */
COMB_API int comb_draw(char **out, size_t *length, const struct comb_board *board, enum comb_picture kind,
                       const char *const *options, struct comb_error *err);

#ifdef __cplusplus
}
#endif

#endif
