/* Reads Hexcells boards from pictures: the game, its clones, and our own drawings. */
#ifndef COMB_HEXCELLS_READ_H
#define COMB_HEXCELLS_READ_H

#include "core/reading.h"

extern const struct comb_reader comb_hexcells_reader;

#endif
