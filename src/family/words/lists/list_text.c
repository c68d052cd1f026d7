/* Checks that a file is a word list before any of it is used. A file of another kind may contain lines that look like
 * words, and every answer would be wrong. */
#include "family/words/lists/word_lists.h"

#include "base/text.h"

#include <string.h>

enum { LONGEST_LINE = 1000 };

static bool is_control(uint32_t point)
{
    return point == 0 || (point < 0x20 && !strchr("\t\n\v\f\r", (int)point)) || point == 0x7f;
}

static int fail_byte(const char *path, size_t line, unsigned char byte, bool control, struct comb_error *err)
{
    return comb_fail(err, COMB_BAD_INPUT,
                     control ? "%.200s:%zu: byte 0x%02x is not text; expected a list of words, one per line"
                             : "%.200s:%zu: byte 0x%02x is not UTF-8; convert the list, for example with 'iconv -f "
                               "ISO-8859-1 -t UTF-8'",
                     path, line, byte);
}

int comb_words_check_text(const char *path, const char *text, size_t length, bool lines, struct comb_error *err)
{
    size_t line = 1, start = 0;
    if (length == 0)
        return comb_fail(err, COMB_BAD_INPUT, "'%.200s' is empty; expected a list of words, one per line", path);
    if (comb_is_utf16(text, length))
        return comb_fail(err, COMB_BAD_INPUT,
                         "'%.200s' is UTF-16; save it as UTF-8, or convert it with 'iconv -f UTF-16 -t UTF-8'", path);
    for (size_t i = 0; i < length;) {
        uint32_t point = 0;
        size_t size = comb_utf8_decode(&point, text + i, length - i);
        if (size == 0 || is_control(point))
            return fail_byte(path, line, (unsigned char)text[i], size > 0, err);
        i += size;
        if (lines && i - start > LONGEST_LINE)
            return comb_fail(err, COMB_BAD_INPUT,
                             "%.200s:%zu: the line is longer than %d bytes; expected one word per line", path, line,
                             LONGEST_LINE);
        line += point == '\n';
        start = point == '\n' ? i : start;
    }
    return COMB_OK;
}

int comb_words_prefix_error(const char *path, int code, struct comb_error *err)
{
    struct comb_error inner = err ? *err : (struct comb_error){0};
    return code == COMB_BAD_INPUT ? comb_fail(err, code, "'%.200s': %.300s", path, inner.message) : code;
}
