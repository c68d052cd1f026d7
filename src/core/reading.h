/* Reading: a board from a picture, with a confidence per cell, corrections, and a list of uncertain places.
 *
 *     bytes -> vision/pixels -> vision/detect -> each game's reader rates how much the picture looks like its game
 *           -> the best reader's reading (JSON) -> corrections -> board text -> uncertain places
 *
 * A reading is the object that `comb read --json` prints: {"schema", "game", "board", "cells": [{"x", "y", "text",
 * "state", "confidence", "second", "box": [x, y, width, height]}], "expected", "found", "sure", "doubts": [{"x", "y",
 * "about", "message"}], ...}. "doubts" lists the uncertain places. Missing cells are always reported there. */
#ifndef COMB_CORE_READING_H
#define COMB_CORE_READING_H

#include "base/buf.h"
#include "base/json.h"
#include "core/option.h"
#include "vision/detect/detect.h"

/* A cell below this confidence is uncertain. */
#define COMB_READING_MIN_CONFIDENCE 0.8

/* Picture reader of a game (struct comb_game, `reader`). */
struct comb_reader {
    /* Readers run in order of cost until one is certain of its game. 0 for readers that can reject a picture by its
     * lattice alone. */
    unsigned cost;

    /* Reads the picture as a board of this game: {"likeness": 0 to 1, how much the picture looks like this game and no
     * other; "cells": ..., "expected", "found"} and other members of the game. "doubts" only for what no cell
     * confidence expresses (missing cells, an unread counter). COMB_NO if it is not a board of this game. */
    int (*read)(json_t **reading, const struct comb_detection *detection, const void *payload, struct comb_error *err);

    /* Appends the board text of the reading's cells, in the format of the game's parse. */
    int (*to_text)(struct comb_buf *out, const json_t *reading, const void *payload, struct comb_error *err);

    /* Corrects the cell at x, y (confidence 1 from then on), in the game's own notation ("I", "Q:2w", "blue", "{3}",
     * "." for no cell). The COMB_BAD_INPUT error says what is accepted. */
    int (*apply_fix)(json_t *reading, int x, int y, const char *text, const void *payload, struct comb_error *err);

    /* A correction in this game's notation, for messages: "3,2=I". */
    const char *fix_example;

    /* Passed to the three functions above, to distinguish games that share them. */
    const void *payload;

    /* Appends {"x", "y" (pixels), "button": 1 or 3, "cell": [x, y], "shows": the state afterwards} for each click on
     * the picture that the answer permits. NULL: cannot be played on the screen. */
    int (*clicks)(json_t *clicks, const json_t *reading, const json_t *answer, struct comb_error *err);

    /* The correction that leaves out the clue that an uncertainty is about: without it less can be deduced, but nothing
     * wrong. NULL if it is about something else. The function may be NULL. */
    const char *(*leave_out)(const json_t *uncertainty);
};

struct comb_game;

/* Reads the picture as `game`, or as the most similar game if `game` is NULL. `fixes` are texts "x,y=TEXT",
 * NULL-terminated, or NULL. Returns COMB_OK; COMB_UNSURE with a reading if something is uncertain; COMB_UNSURE without
 * a reading if no board was found. *found is the game it was read as. */
int comb_reading_new(json_t **reading, const struct comb_game **found, const struct comb_pixels *picture,
                     const struct comb_game *game, const char *const *fixes, struct comb_error *err);

/* The same for one of several boards in the picture, from 1 in reading order; 0: the likeliest. */
int comb_reading_new_board(json_t **reading, const struct comb_game **found, const struct comb_pixels *picture,
                           const struct comb_game *game, unsigned board, const char *const *fixes,
                           struct comb_error *err);

/* Corrects a reading and updates its board and uncertain places. Returns the same codes as comb_reading_new. */
int comb_reading_fix(json_t *reading, const struct comb_game *game, const char *const *fixes, struct comb_error *err);

/* A correction in the notation of a game with a reader, for messages. */
const char *comb_reading_fix_example(const struct comb_game *game);

/* Creates a cell of a reading with its common members; NULL if out of memory. A reader that matched equal glyphs adds
 * "group": one number per set. */
json_t *comb_reading_cell(int x, int y, const char *text, const char *state, double confidence, const char *second,
                          struct comb_pixel_box box);

/* The cell at x, y, borrowed, or NULL. */
json_t *comb_reading_at(const json_t *reading, int x, int y);

/* Whether the text of an item is certain, but not its state, such as a bonus. */
bool comb_reading_asks_state(const json_t *item);

/* Removes the uncertainties whose message starts like this: a correction has settled them. */
void comb_reading_settle(json_t *reading, const char *beginning);

/* Adds an uncertain place that no cell confidence expresses; negative x or y: the whole board. A correction at the
 * place removes it. COMB_OK or COMB_NO_MEMORY. */
int comb_reading_add_uncertainty(json_t *reading, int x, int y, struct comb_error *err, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

#endif
