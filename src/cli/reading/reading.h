/* Pictures on the command line: reading them, reporting and asking about uncertain cells, drawing the overlay. */
#ifndef COMB_CLI_READING_H
#define COMB_CLI_READING_H

#include "cli/verb.h"

#include "core/fixes.h"

struct comb_cli_reading {
    struct comb_pixels *picture;
    const struct comb_game *game; /* the game it was read as */
    json_t *reading;              /* NULL: no board was found */
    struct comb_fixes fixes;      /* from the command line, then from the prompt */
    bool detected;                /* the game was not given: the user may name another one at the prompt */
    bool changed;                 /* the user did */
};

/* Adds the corrections of all --fix options. */
int comb_cli_collect_fixes(struct comb_fixes *fixes, const struct comb_cli *cli, struct comb_error *err);

/* Reads the picture in `bytes` as a board of `game` (NULL: detect the game) and applies --fix. With `prompt`, asks
 * about uncertain cells on a terminal. Returns COMB_UNSURE, with a reading, if cells remain uncertain. */
int comb_cli_reading_new(struct comb_cli_reading *out, struct comb_cli *cli, const struct comb_buf *bytes,
                         const struct comb_game *game, bool prompt, struct comb_error *err);
void comb_cli_reading_free(struct comb_cli_reading *read);

/* Prints "hexicon: 61 of 61 cells found, 2 uncertain", the uncertain cells, one per line, and the command that corrects
 * them. */
void comb_cli_reading_report(struct comb_cli *cli, const struct comb_cli_reading *read);

/* One uncertainty of a reading. */
struct comb_cli_uncertainty {
    bool has_position;
    int x, y;
    const json_t *item; /* the cell or line hint; NULL: nothing was found there, or it has no position */
    const char *message;
    char counter[16]; /* without a position: the counter, such as "remaining", or "" */
    char count[16];   /* its probable value, or "" */
};

struct comb_cli_uncertainty comb_cli_uncertainty(const json_t *reading, size_t index);

enum { COMB_CLI_FIX_LENGTH = 96 };

/* What an item (cell or line hint) was read as, for people: with its state if that is uncertain. Its second choice, or
 * ""; the confidence, 0 to 1. */
void comb_cli_guess(char out[COMB_CLI_FIX_LENGTH], const json_t *item);
const char *comb_cli_second(const json_t *item);
double comb_cli_confidence(const json_t *item);

/* Writes a choice for an item in the notation of --fix: a line hint with its direction, a number on blue with its
 * colour. */
void comb_cli_fix_text(char out[COMB_CLI_FIX_LENGTH], const struct comb_game *game, const json_t *item,
                       const char *choice);

/* Whether an item is a property of the whole board, such as its symmetry. Its coordinates are negative and its "state"
 * names the property. */
bool comb_cli_is_board_wide(const json_t *item);

/* Number of other items that look the same and were read the same; a correction of one applies to all. None if the
 * state is in question: equal letters may have different bonuses. */
unsigned comb_cli_count_equal(const json_t *reading, const json_t *item);
bool comb_cli_is_equal(const json_t *a, const json_t *b);

/* Bounds of an item in the picture; false: unknown. */
bool comb_cli_box(struct comb_pixel_box *out, const json_t *item);

/* Bounds of all items; false: there are none. */
bool comb_cli_board_box(struct comb_pixel_box *out, const json_t *reading);

/* Bounds of position x, y, estimated from the other cells; false: too few cells. */
bool comb_cli_place(struct comb_pixel_box *out, const json_t *reading, int x, int y);

/* Whether the user can be asked: on a terminal, without --no-input. */
bool comb_cli_can_prompt(const struct comb_cli *cli);

/* Asks about each uncertain item. Returns COMB_OK, or COMB_UNSURE if the user stopped early. */
int comb_cli_prompt(struct comb_cli *cli, struct comb_cli_reading *read, struct comb_error *err);

/* Renders a part of the picture for the terminal, as coloured half blocks or shades, indented by `indent`. */
void comb_cli_thumbnail(struct comb_buf *out, const struct comb_pixels *picture, struct comb_pixel_box box,
                        const struct comb_terminal_style *style, unsigned indent);

/* Draws the reading over the picture, as a PNG. */
int comb_cli_overlay(struct comb_buf *out, const struct comb_pixels *picture, const json_t *reading,
                     struct comb_error *err);

/* Options of every verb that reads pictures. */
#define COMB_CLI_PICTURE_OPTIONS                                                                                       \
    {.name = "fix",                                                                                                    \
     .kind = COMB_OPTION_TEXT,                                                                                         \
     .repeats = true,                                                                                                  \
     .argument = "FIXES",                                                                                              \
     .help = "correct cells read from a picture: '3,2=I', separated by semicolons; may be repeated"},                  \
        {.name = "board",                                                                                              \
         .kind = COMB_OPTION_INT,                                                                                      \
         .min = 1,                                                                                                     \
         .max = 99,                                                                                                    \
         .argument = "N",                                                                                              \
         .help = "read the N-th of several boards in a picture, counted row by row (default: the middle one)"},        \
    {                                                                                                                  \
        .name = "no-input", .kind = COMB_OPTION_FLAG,                                                                  \
        .help = "never ask about uncertain cells of a picture; exit with status 4 instead"                             \
    }

/* Option of every verb that works on a position. */
#define COMB_CLI_MOVES_OPTION                                                                                          \
    {                                                                                                                  \
        .name = "moves", .kind = COMB_OPTION_TEXT, .argument = "MOVES",                                                \
        .help = "apply these moves to the board first, separated by spaces"                                            \
    }

#endif
