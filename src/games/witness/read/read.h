/* Reads panels from pictures; fills in struct comb_reader (core/reading.h). See read.c for the contents of a reading.
 */
#ifndef COMB_WITNESS_READ_H
#define COMB_WITNESS_READ_H

#include "core/reading.h"

extern const struct comb_reader comb_witness_reader;

#endif
