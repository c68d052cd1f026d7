/* Positions in a text, for errors, and the check that every panel text passes before it is read. */
#ifndef COMB_WITNESS_TEXT_PLACE_H
#define COMB_WITNESS_TEXT_PLACE_H

#include "base/error.h"

#include <stdbool.h>

/* Longer than any printed panel, even one full of large polyominoes. */
enum { COMB_WITNESS_MAX_TEXT = 1 << 18 };

bool comb_witness_is_blank(char c);

/* Line and column count from 1, columns in bytes. */
struct comb_error_location comb_witness_place(const char *text, size_t position, size_t length);

/* Rejects a text that is too long or has a byte other than printable ASCII, blanks and newlines. */
int comb_witness_text_check(const char *text, size_t length, struct comb_error *err);

#endif
