/* Places in a text, for errors, and what every text of a panel is checked for before it is read. */
#ifndef COMB_WITNESS_TEXT_PLACE_H
#define COMB_WITNESS_TEXT_PLACE_H

#include "base/error.h"

#include <stdbool.h>

/* The longest that is ever written, a panel full of large polyominoes, is shorter. */
enum { COMB_WITNESS_LONGEST_TEXT = 1 << 18 };

bool comb_witness_is_blank(char c);

/* Line and column count from 1, columns in bytes. */
struct comb_place comb_witness_place(const char *text, size_t position, size_t length);

/* Refuses a text that is too long or holds what is neither printable ASCII nor a blank nor the end of a line. */
int comb_witness_text_check(const char *text, size_t length, struct comb_error *err);

#endif
