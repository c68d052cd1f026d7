/* Small text helpers that several rooms need: UTF-8, suggestions for typos, numbers from users. */
#ifndef COMB_BASE_TEXT_H
#define COMB_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Decodes one code point at text[0..length); returns the bytes used, or 0 when the bytes are not valid UTF-8 or length
 * is 0. */
size_t comb_utf8_decode(uint32_t *out, const char *text, size_t length);
size_t comb_utf8_encode(char out[4], uint32_t code_point); /* bytes written; 0 for what is no character */
bool comb_utf8_valid(const char *text, size_t length);

/* Whether the bytes are UTF-16: they begin with its mark, or every second one of the first few thousand is mostly 0. */
bool comb_is_utf16(const char *bytes, size_t length);

/* Columns that the text takes in a terminal (each code point one column; enough for our glyphs). */
size_t comb_utf8_columns(const char *text, size_t length);

/* Number of single-character edits (insert, delete, replace, swap neighbours) between two short words, at most `most`
 * + 1. */
unsigned comb_edit_distance(const char *a, const char *b, unsigned most);

/* Whole-string decimal numbers: false when there is anything else in the text or the value does not fit. */
bool comb_parse_int(long long *out, const char *text);
bool comb_parse_real(double *out, const char *text);

/* "90", "1.5s", "10m", "2h" -> seconds; "64k", "200M", "4G" -> bytes. */
bool comb_parse_seconds(double *out, const char *text);
bool comb_parse_bytes(size_t *out, const char *text);

#endif
