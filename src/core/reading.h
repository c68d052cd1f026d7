/* Reading: a board from a picture, with how sure each cell is, corrections, and what remains in doubt.
 *
 *     bytes -> vision/pixels.h -> vision/sight.h -> each game's reader says how much it looks like its own
 *           -> the best one's reading (JSON) -> corrections -> the board's text -> doubts
 *
 * A reading is the object that `comb read --json` prints: {"schema", "game", "board", "cells": [{"x", "y", "text",
 * "state", "confidence", "second", "box": [x, y, width, height]}], "expected", "found", "sure", "doubts": [{"x", "y",
 * "about", "message"}], ...}. Nothing that is missing is passed over: a place that should hold a cell and does not is a
 * doubt.
 */
#ifndef COMB_CORE_READING_H
#define COMB_CORE_READING_H

#include "base/buf.h"
#include "base/json.h"
#include "core/option.h"
#include "vision/sight.h"

/* A cell below this confidence is in doubt. */
#define COMB_READING_SURE 0.8

/* What a game fills in to read pictures (struct comb_game, `reader`). */
struct comb_reader {
    /* Readers are asked in order of effort; one that is certain of its game ends the asking. 0 for those that see from
     * the lattice alone that a picture is none of theirs. */
    unsigned effort;

    /* Reads the picture as a board of this game: {"likeness": 0 to 1, how much the picture looks like this game and no
     * other; "cells": ..., "expected", "found"} and what else the game reads; with "doubts" only for what no single
     * cell's confidence says (cells missing, a counter not read). COMB_NO when it is no board of this game. */
    int (*read)(json_t **reading, const struct comb_sight *sight, const void *look, struct comb_error *err);

    /* The board that the reading's cells say, as text that the game's parse takes. */
    int (*spell)(struct comb_buf *out, const json_t *reading, const void *look, struct comb_error *err);

    /* Corrects what stands at x, y (confidence 1 from then on), in the game's own notation ("I", "Q:2w", "blue", "{3}",
     * "." for no cell there). COMB_BAD_INPUT says what would be accepted. */
    int (*mend)(json_t *reading, int x, int y, const char *text, const void *look, struct comb_error *err);

    /* What these three are given as `look`: it tells games apart that share them. */
    const void *look;

    /* Appends {"x", "y" (pixels), "button": 1 or 3, "cell": [x, y], "shows": the state afterwards} for each thing that
     * the answer lets a player click on the picture. NULL: not played on the screen. */
    int (*clicks)(json_t *clicks, const json_t *reading, const json_t *answer, struct comb_error *err);
};

struct comb_game;

/* Reads the picture. With `game` NULL, of all that have a reader the one whose board it looks most like. `fixes` are
 * texts "x,y=TEXT", ended by NULL, or NULL. COMB_OK; COMB_UNSURE with the reading when something is in doubt;
 * COMB_UNSURE and no reading: "no board found". *found is the game that it was read as. */
int comb_reading_new(json_t **reading, const struct comb_game **found, const struct comb_pixels *picture,
                     const struct comb_game *game, const char *const *fixes, struct comb_error *err);

/* Corrects a reading and works out board and doubts anew; as comb_reading_new. */
int comb_reading_fix(json_t *reading, const struct comb_game *game, const char *const *fixes, struct comb_error *err);

/* A cell for a reading's list, with the members that every cell has; NULL: no memory. Where equal glyphs were found
 * together the reader adds "group": one number for all of them. */
json_t *comb_reading_cell(int x, int y, const char *text, const char *state, double confidence, const char *second,
                          struct comb_box box);

/* The cell at x, y, borrowed, or NULL. */
json_t *comb_reading_at(const json_t *reading, int x, int y);

/* Adds to the reading's doubts what no cell's confidence says; negative x or y: not about one place. A correction of
 * the place takes the doubt away. COMB_OK or COMB_NO_MEMORY. */
int comb_reading_doubt(json_t *reading, int x, int y, struct comb_error *err, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

#endif
