#include "base/buf.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void comb_buf_free(struct comb_buf *buf)
{
    free(buf->data);
    *buf = (struct comb_buf){.limit = buf->limit};
}

void comb_buf_clear(struct comb_buf *buf)
{
    buf->length = 0;
    buf->failed = false;
    if (buf->data)
        buf->data[0] = '\0';
}

const char *comb_buf_text(const struct comb_buf *buf)
{
    return buf->data ? buf->data : "";
}

/* Makes room for `more` bytes and the terminating NUL. */
static bool reserve(struct comb_buf *buf, size_t more)
{
    size_t limit = buf->limit ? buf->limit : COMB_BUF_DEFAULT_LIMIT;
    if (buf->failed || more >= limit || buf->length >= limit - more) {
        buf->failed = true;
        return false;
    }
    size_t need = buf->length + more + 1;
    if (need <= buf->capacity)
        return true;
    size_t capacity = buf->capacity ? buf->capacity * 2 : 256;
    if (capacity < need)
        capacity = need;
    char *data = realloc(buf->data, capacity);
    if (!data) {
        buf->failed = true;
        return false;
    }
    buf->data = data;
    buf->capacity = capacity;
    return true;
}

void comb_buf_add(struct comb_buf *buf, const void *data, size_t length)
{
    if (!reserve(buf, length))
        return;
    if (length > 0)
        memcpy(buf->data + buf->length, data, length);
    buf->length += length;
    buf->data[buf->length] = '\0';
}

void comb_buf_str(struct comb_buf *buf, const char *text)
{
    comb_buf_add(buf, text, strlen(text));
}

void comb_buf_char(struct comb_buf *buf, char c)
{
    comb_buf_add(buf, &c, 1);
}

void comb_buf_repeat(struct comb_buf *buf, const char *text, size_t times)
{
    size_t length = strlen(text);
    for (size_t i = 0; i < times && length > 0 && !buf->failed; i++)
        comb_buf_add(buf, text, length);
}

void comb_buf_escape_markup(struct comb_buf *buf, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        switch (text[i]) {
        case '&':
            comb_buf_str(buf, "&amp;");
            break;
        case '<':
            comb_buf_str(buf, "&lt;");
            break;
        case '>':
            comb_buf_str(buf, "&gt;");
            break;
        case '"':
            comb_buf_str(buf, "&quot;");
            break;
        default:
            comb_buf_char(buf, text[i]);
        }
    }
}

void comb_buf_vprintf(struct comb_buf *buf, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0 || !reserve(buf, (size_t)length)) {
        buf->failed = true;
        return;
    }
    vsnprintf(buf->data + buf->length, (size_t)length + 1, format, args);
    buf->length += (size_t)length;
}

void comb_buf_printf(struct comb_buf *buf, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    comb_buf_vprintf(buf, format, args);
    va_end(args);
}
