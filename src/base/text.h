/* Small text helpers used by several modules: UTF-8, edit distance, numbers from users. */
#ifndef COMB_BASE_TEXT_H
#define COMB_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Decodes one code point at text[0..length). Returns the bytes used, or 0 if the bytes are not valid UTF-8 or length is
 * 0. */
size_t comb_utf8_decode(uint32_t *out, const char *text, size_t length);
size_t comb_utf8_encode(char out[4], uint32_t code_point); /* bytes written; 0 if not a valid code point */
bool comb_utf8_valid(const char *text, size_t length);

/* Whether the bytes are UTF-16: they start with a byte order mark, or in the first few KiB mostly every second byte is
 * 0. */
bool comb_is_utf16(const char *bytes, size_t length);

/* Terminal columns of the text (one per code point; enough for our glyphs). */
size_t comb_utf8_columns(const char *text, size_t length);

/* Number of single-character edits (insert, delete, replace, swap neighbours) between two short words, at most `max` +
 * 1. */
unsigned comb_edit_distance(const char *a, const char *b, unsigned max);

/* Parse a decimal number. False if the text holds anything else or the value is out of range. */
bool comb_parse_int(long long *out, const char *text);
bool comb_parse_real(double *out, const char *text);

/* "90", "1.5s", "10m", "2h" -> seconds; "64k", "200M", "4G" -> bytes. */
bool comb_parse_seconds(double *out, const char *text);
bool comb_parse_bytes(size_t *out, const char *text);

#endif
