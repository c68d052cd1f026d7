/* Panels from pictures; fills in struct comb_reader (core/reading.h). See read.c for what a reading holds. */
#ifndef COMB_WITNESS_READ_H
#define COMB_WITNESS_READ_H

#include "core/reading.h"

extern const struct comb_reader comb_witness_reader;

#endif
