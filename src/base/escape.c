#include "base/escape.h"

#include "base/text.h"

#include <string.h>

/* Bidirectional marks, overrides and isolates; separators that some programs treat as line feeds. Joiners stay: scripts
 * and emoji need them. */
static bool is_hidden(uint32_t point)
{
    return (point >= 0x80 && point < 0xa0) || point == 0x61c || point == 0x200e || point == 0x200f ||
           (point >= 0x2028 && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069) || point == 0xfeff;
}

/* Length of a colour sequence, ESC [ numbers m; 0 for any other sequence. */
static size_t colour_length(const char *text, size_t length)
{
    size_t i = 2;
    if (length < 3 || text[1] != '[')
        return 0;
    while (i < length && i < 32 && strchr("0123456789;", text[i]) && text[i])
        i++;
    return i < length && text[i] == 'm' ? i + 1 : 0;
}

/* Length of the first character (or colour sequence) if it may stay unchanged, otherwise 0. */
static size_t safe_length(const char *text, size_t length, enum comb_escape_kind kind)
{
    unsigned char first = (unsigned char)*text;
    uint32_t point;
    if (first >= 0x20 && first < 0x7f)
        return 1;
    if (first >= 0x80) {
        size_t size = comb_utf8_decode(&point, text, length);
        return size > 0 && !is_hidden(point) ? size : 0;
    }
    if (first == '\033' && kind == COMB_ESCAPE_TEXT)
        return colour_length(text, length);
    return kind != COMB_ESCAPE_FIELD && (first == '\n' || first == '\t');
}

bool comb_escape_is_safe(const char *text, size_t length, enum comb_escape_kind kind)
{
    for (size_t i = 0, size; i < length; i += size)
        if ((size = safe_length(text + i, length - i, kind)) == 0)
            return false;
    return true;
}

/* Writes the escape of one character. JSON has no \x escape: a byte that is not UTF-8 becomes U+FFFD. */
static void write_escape(struct comb_buf *out, uint32_t point, bool is_character, enum comb_escape_kind kind)
{
    static const char names[] = "\n\t\r", letters[] = "ntr";
    const char *name = is_character && point > 0 && point < 0x20 ? strchr(names, (int)point) : NULL;
    if (kind == COMB_ESCAPE_JSON)
        comb_buf_printf(out, "\\u%04x", is_character ? (unsigned)point : 0xfffdu);
    else if (name)
        comb_buf_printf(out, "\\%c", letters[name - names]);
    else
        comb_buf_printf(out, point < 0x80 || !is_character ? "\\x%02x" : "\\u%04x", (unsigned)point);
}

void comb_escape(struct comb_buf *out, const char *text, size_t length, enum comb_escape_kind kind)
{
    for (size_t i = 0, size; i < length; i += size) {
        uint32_t point = (unsigned char)text[i];
        size = safe_length(text + i, length - i, kind);
        if (size > 0) {
            comb_buf_add(out, text + i, size);
            continue;
        }
        size = comb_utf8_decode(&point, text + i, length - i);
        write_escape(out, point, size > 0, kind);
        size += size == 0;
    }
}

void comb_escape_field(struct comb_buf *out, const char *text)
{
    comb_escape(out, text, strlen(text), COMB_ESCAPE_FIELD);
}
