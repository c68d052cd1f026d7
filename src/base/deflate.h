/* Raw deflate streams (RFC 1951), through zlib: compact storage of short texts, without the header and checksum of a
 * zlib stream. */
#ifndef COMB_BASE_DEFLATE_H
#define COMB_BASE_DEFLATE_H

#include "base/buf.h"
#include "base/error.h"

/* Appends the compressed bytes to `out`. */
int comb_deflate(struct comb_buf *out, const void *data, size_t length, struct comb_error *err);

/* Appends the decompressed bytes to `out`. COMB_BAD_INPUT if the stream is damaged, has trailing bytes, or decompresses
 * to more than `limit` bytes. */
int comb_inflate(struct comb_buf *out, const void *data, size_t length, size_t limit, struct comb_error *err);

#endif
