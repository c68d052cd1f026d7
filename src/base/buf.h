/* Growing text buffer with a size limit. Failure (memory or limit) is sticky: keep writing and check `failed` once at
 * the end. The text is always NUL-terminated, even when it is empty or failed. */
#ifndef COMB_BASE_BUF_H
#define COMB_BASE_BUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

enum { COMB_BUF_DEFAULT_LIMIT = 256 << 20 };

struct comb_buf {
    char *data;
    size_t length;
    size_t capacity;
    size_t limit; /* 0 = COMB_BUF_DEFAULT_LIMIT */
    bool failed;
};

void comb_buf_free(struct comb_buf *buf);
void comb_buf_clear(struct comb_buf *buf);
void comb_buf_add(struct comb_buf *buf, const void *data, size_t length);
void comb_buf_str(struct comb_buf *buf, const char *text);
void comb_buf_char(struct comb_buf *buf, char c);
void comb_buf_repeat(struct comb_buf *buf, const char *text, size_t times);
/* Escapes & < > " for XML and HTML. */
void comb_buf_escape_markup(struct comb_buf *buf, const char *text, size_t length);
void comb_buf_printf(struct comb_buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));

void comb_buf_vprintf(struct comb_buf *buf, const char *format, va_list args) __attribute__((format(printf, 2, 0)));

/* Never NULL. */
const char *comb_buf_text(const struct comb_buf *buf);

#endif
