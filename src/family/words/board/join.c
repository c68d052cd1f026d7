/* Joins several command-line operands into one board: rows ("LPE EASR SRTED PING LAS"), or an unquoted board with
 * spaces
 * ("C A:3l T D / W O:2w F O / ..."). The result is the same as with quotes. */
#include "family/words/game.h"

#include "base/text.h"

#include <string.h>

static bool is_tile(const char *word, size_t length)
{
    return length > 0 && !memchr(word, ':', length) && comb_utf8_columns(word, length) > 1;
}

/* Whether a row has two or more cells that are all tiles of several letters: it could also be several rows. */
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

/* Whether a word contains several rows, "LPE/EASR": then it is a board of its own, not a part of one. */
static bool has_several_rows(const char *word)
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
        if (has_several_rows(words[i]))
            return comb_fail(err, COMB_BAD_INPUT, "'%.40s' is a board of its own", words[i]);
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
            return comb_fail(err, COMB_BAD_INPUT, "'%.*s' could be several rows or one row of tiles",
                             (int)(length < 40 ? length : 40), row);
        row += strcspn(row, "/\n");
        row += *row != '\0';
    }
    return COMB_OK;
}
