/* Several words of a command line as one board: rows ("LPE EASR SRTED PING LAS"), or a board with spaces that was not
 * quoted ("C A:3l T D / W O:2w F O / ..."). Joined with spaces they read as they would have with quotes. */
#include "family/words/game.h"

#include "base/text.h"

#include <string.h>

static bool is_tile(const char *word, size_t length)
{
    return length > 0 && !memchr(word, ':', length) && comb_utf8_columns(word, length) > 1;
}

/* Whether a row of a board of several rows is made of nothing but tiles of several letters, two or more of them. */
static bool is_ambiguous(const char *row, size_t length)
{
    size_t tiles = 0;
    for (size_t i = 0; i < length;) {
        size_t size = strcspn(row + i, " /\n");
        size = size < length - i ? size : length - i;
        if (size > 0 && !is_tile(row + i, size))
            return false;
        tiles += size > 0;
        i += size + 1;
    }
    return tiles > 1;
}

/* Whether a word holds rows of its own, "LPE/EASR": then the words beside it are no cells of the same board. */
static bool holds_rows(const char *word)
{
    bool several = false;
    size_t rows = 0;
    for (size_t size; *word; word += size + (word[size] != '\0')) {
        size = strcspn(word, "/\n");
        several |= is_tile(word, size);
        rows += size > 0;
    }
    return several && rows > 1;
}

int comb_words_join(struct comb_buf *out, const char *const *words, size_t count, struct comb_error *err)
{
    size_t start = out->length;
    for (size_t i = 0; i < count; i++) {
        if (holds_rows(words[i]))
            return comb_fail(err, COMB_BAD_INPUT, "'%.40s' has rows of its own", words[i]);
        comb_buf_printf(out, "%s%s", i == 0 ? "" : " ", words[i]);
    }
    if (out->failed)
        return comb_fail_memory(err);
    const char *row = out->data + start;
    if (!strpbrk(row, "/\n"))
        return COMB_OK;
    while (*row) {
        row += strspn(row, " ");
        size_t length = strcspn(row, "/\n");
        while (length > 0 && row[length - 1] == ' ')
            length--;
        if (is_ambiguous(row, length))
            return comb_fail(err, COMB_BAD_INPUT, "'%.*s' may be rows or one row of tiles",
                             (int)(length < 40 ? length : 40), row);
        row += strcspn(row, "/\n");
        row += *row != '\0';
    }
    return COMB_OK;
}
