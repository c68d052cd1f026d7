/* Hexcells boards from pictures: the game, its look-alikes, and our own drawings. */
#ifndef COMB_GAMES_HEXCELLS_READ_H
#define COMB_GAMES_HEXCELLS_READ_H

#include "core/reading.h"

extern const struct comb_reader comb_hexcells_reader;

#endif
