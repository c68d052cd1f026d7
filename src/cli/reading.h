/* A picture on the command line: what was read of it, what is in doubt, how it is asked about and shown. */
#ifndef COMB_CLI_READING_H
#define COMB_CLI_READING_H

#include "cli/verb.h"

#include "core/fixes.h"

struct comb_cli_reading {
    struct comb_pixels *picture;
    const struct comb_game *game; /* that it was read as */
    json_t *reading;              /* NULL: no board was found */
    struct comb_fixes fixes;      /* all of them: from the command line, then from the terminal */
};

/* Reads the picture in `bytes` as `game`, or as what it looks like where that is NULL, with the corrections of --fix.
 * With `asking`, what is in doubt is asked for where there is somebody to ask. COMB_UNSURE with a reading: something is
 * still in doubt. */
int comb_cli_reading_new(struct comb_cli_reading *out, struct comb_cli *cli, const struct comb_buf *bytes,
                         const struct comb_game *game, bool asking, struct comb_error *err);
void comb_cli_reading_free(struct comb_cli_reading *read);

/* "hexicon: 61 of 61 cells read, 2 in doubt" and, one a line, what is in doubt and the command that settles it. */
void comb_cli_reading_report(struct comb_cli *cli, const struct comb_cli_reading *read);

/* One doubt of a reading. */
struct comb_cli_doubt {
    bool placed; /* it is about x, y */
    int x, y;
    const json_t *thing; /* the cell or line hint; NULL: nothing was found there, or it is not about one place */
    const char *message;
    char counter[16]; /* not placed: the counter that it is about, "remaining", or "" */
    char count[16];   /* what it seems to show, or "" */
};

struct comb_cli_doubt comb_cli_doubt(const json_t *reading, size_t index);

/* What a thing was read as, for people; its second choice, or "". */
const char *comb_cli_guess(const json_t *thing);
const char *comb_cli_second(const json_t *thing);
double comb_cli_confidence(const json_t *thing);

/* A choice for a thing as a correction says it: a line hint with its direction, a number on blue with its colour. */
enum { COMB_CLI_FIX_LENGTH = 96 };
void comb_cli_fix_text(char out[COMB_CLI_FIX_LENGTH], const struct comb_game *game, const json_t *thing,
                       const char *choice);

/* What is said of the whole board, such as its symmetry, stands at a negative place; its "state" is what it is about.
 */
bool comb_cli_is_beyond(const json_t *thing);

/* How many other things look the same and were read the same; what is said of one holds for all. */
unsigned comb_cli_equals(const json_t *reading, const json_t *thing);
bool comb_cli_is_equal(const json_t *a, const json_t *b);

/* Where a thing is on the picture; false: it does not say. */
bool comb_cli_box(struct comb_box *out, const json_t *thing);

/* Where the place x, y must be, by the cells around; false: too few to tell. */
bool comb_cli_place(struct comb_box *out, const json_t *reading, int x, int y);

/* Whether there is somebody to ask; then asks for each thing in doubt. COMB_OK, or COMB_UNSURE when it was broken off.
 */
bool comb_cli_can_ask(const struct comb_cli *cli);
int comb_cli_ask(struct comb_cli *cli, struct comb_cli_reading *read, struct comb_error *err);

/* A part of the picture for the terminal: half blocks in colour, or shades. Each line is indented by `indent`. */
void comb_cli_glimpse(struct comb_buf *out, const struct comb_pixels *picture, struct comb_box box,
                      const struct comb_terminal_style *style, unsigned indent);

/* The picture with what was read drawn over it, as a PNG. */
int comb_cli_overlay(struct comb_buf *out, const struct comb_pixels *picture, const json_t *reading,
                     struct comb_error *err);

/* Rows of every verb whose INPUT may be a picture. */
#define COMB_CLI_PICTURE_OPTIONS                                                                                       \
    {.name = "fix",                                                                                                    \
     .kind = COMB_OPTION_TEXT,                                                                                         \
     .repeats = true,                                                                                                  \
     .argument = "FIXES",                                                                                              \
     .help = "correct what was read from a picture: '3,2=I', several with semicolons between; may be given again"},    \
    {                                                                                                                  \
        .name = "no-input", .kind = COMB_OPTION_FLAG,                                                                  \
        .help = "never ask what a picture shows: exit status 4 where that is not sure"                                 \
    }

/* Row of every verb that looks at a position. */
#define COMB_CLI_MOVES_OPTION                                                                                          \
    {                                                                                                                  \
        .name = "moves", .kind = COMB_OPTION_TEXT, .argument = "MOVES",                                                \
        .help = "make these moves on the board first, separated by spaces"                                             \
    }

#endif
