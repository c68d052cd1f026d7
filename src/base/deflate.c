#include "base/deflate.h"

#include <limits.h>
#include <zlib.h>

enum { RAW = -15, BEST_MEMORY = 9, CHUNK = 4096 };

static int fail_deflate(struct comb_error *err, int status)
{
    return status == Z_MEM_ERROR ? comb_fail_memory(err)
                                 : comb_fail(err, COMB_BAD_INPUT, "the compressed data is damaged");
}

/* zlib counts in unsigned int and takes input without const. */
static bool set_input(z_stream *stream, const void *data, size_t length)
{
    if (length > UINT_MAX)
        return false;
    stream->next_in = (z_const Bytef *)data;
    stream->avail_in = (uInt)length;
    return true;
}

int comb_deflate(struct comb_buf *out, const void *data, size_t length, struct comb_error *err)
{
    z_stream stream = {0};
    unsigned char chunk[CHUNK];
    if (!set_input(&stream, data, length))
        return comb_fail(err, COMB_LIMIT, "too long to compress");
    int status = deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, RAW, BEST_MEMORY, Z_DEFAULT_STRATEGY);
    if (status != Z_OK)
        return fail_deflate(err, status);
    do {
        stream.next_out = chunk;
        stream.avail_out = CHUNK;
        status = deflate(&stream, Z_FINISH);
        comb_buf_add(out, chunk, CHUNK - stream.avail_out);
    } while (status == Z_OK);
    deflateEnd(&stream);
    if (status != Z_STREAM_END)
        return fail_deflate(err, status);
    return out->failed ? comb_fail_memory(err) : COMB_OK;
}

int comb_inflate(struct comb_buf *out, const void *data, size_t length, size_t limit, struct comb_error *err)
{
    z_stream stream = {0};
    unsigned char chunk[CHUNK];
    size_t end = out->length + limit;
    if (!set_input(&stream, data, length))
        return comb_fail(err, COMB_BAD_INPUT, "the compressed data is too long");
    int status = inflateInit2(&stream, RAW);
    while (status == Z_OK && out->length <= end) {
        stream.next_out = chunk;
        stream.avail_out = CHUNK;
        status = inflate(&stream, Z_NO_FLUSH);
        comb_buf_add(out, chunk, CHUNK - stream.avail_out);
    }
    bool whole = status == Z_STREAM_END && stream.avail_in == 0;
    inflateEnd(&stream);
    if (out->failed)
        return comb_fail_memory(err);
    if (out->length > end)
        return comb_fail(err, COMB_BAD_INPUT, "the compressed data expands to more than %zu bytes", limit);
    return whole ? COMB_OK : fail_deflate(err, status);
}
