/* Files: read with a size limit, map read-only, write atomically. */
#ifndef COMB_BASE_FILE_H
#define COMB_BASE_FILE_H

#include "base/buf.h"
#include "base/error.h"

#include <stdio.h>

/* Append the file, or the rest of a stream, to out. More than `max` bytes is an error. */
int comb_file_read(struct comb_buf *out, const char *path, size_t max, struct comb_error *err);
int comb_stream_read(struct comb_buf *out, FILE *stream, size_t max, struct comb_error *err);

/* *out is NULL for an empty file. Unmap with comb_file_unmap(data, length). */
int comb_file_map(const void **out, size_t *length, const char *path, struct comb_error *err);
void comb_file_unmap(const void *data, size_t length);

/* Replaces the file atomically (base/draft.h). Writes directly to anything that is not a regular file (a pipe, a
 * terminal). */
int comb_file_write(const char *path, const void *data, size_t length, struct comb_error *err);

/* Checks in advance whether comb_file_write would succeed, as far as possible; changes nothing. */
int comb_file_can_write(const char *path, struct comb_error *err);

/* Appends a text that changes whenever the file is replaced or modified. Appends nothing if the file does not exist. */
void comb_file_stamp(struct comb_buf *out, const char *path);

#endif
