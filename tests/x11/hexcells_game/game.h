/* A small Hexcells for tests of `comb play`: a level, what the player has uncovered, and a picture that looks like the
 * game. Of the project it uses only the reader of level files. */
#ifndef TESTS_X11_GAME_H
#define TESTS_X11_GAME_H

#include "games/hexcells/level/level.h"

#include <cairo.h>

enum { NOTHING = -1 };

struct game {
    struct comb_hexcells_level *level;
    bool *uncovered;
    double *since; /* time of uncovering, for the animation */
    double now;    /* seconds */
    unsigned hidden, blue_hidden, mistakes;
    int hovered;                         /* cell under the pointer, or NOTHING */
    bool animates, hovers, drifts, ends; /* `ends`: shows an end screen */
    const char *font;
    unsigned width, height;
    double left, top, pitch; /* pixel position of cell (0,0) and distance of cells */
};

enum { CELL_TURNS_MS = 250 };

/* Computes the layout for a window of this size. */
void game_lay_out(struct game *game, unsigned width, unsigned height);

void game_draw(const struct game *game, cairo_t *cairo);

/* The cell at a pixel, or NOTHING. */
int game_cell_at(const struct game *game, double x, double y);

#endif
