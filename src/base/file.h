/* Files: read whole (with a cap), map read-only, write so that a reader never sees half a file. */
#ifndef COMB_BASE_FILE_H
#define COMB_BASE_FILE_H

#include "base/buf.h"
#include "base/error.h"

#include <stdio.h>

/* Appends the file (or everything left in a stream) to out; more than `most` bytes is an error. */
int comb_file_read(struct comb_buf *out, const char *path, size_t most, struct comb_error *err);
int comb_stream_read(struct comb_buf *out, FILE *stream, size_t most, struct comb_error *err);

/* *out may be NULL for an empty file. Unmap with comb_file_unmap(data, length). */
int comb_file_map(const void **out, size_t *length, const char *path, struct comb_error *err);
void comb_file_unmap(const void *data, size_t length);

/* Writes a neighbour file and renames it over the old one; what is not a plain file (a pipe, a terminal) is written to.
 */
int comb_file_write(const char *path, const void *data, size_t length, struct comb_error *err);

/* COMB_OK when comb_file_write could be done, as far as can be told before: what there is stays as it is. */
int comb_file_can_write(const char *path, struct comb_error *err);

/* Appends a text that differs when the file was replaced or written to; nothing where there is none. */
void comb_file_stamp(struct comb_buf *out, const char *path);

#endif
