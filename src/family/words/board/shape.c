#include "family/words/board/shape.h"

#include "base/text.h"

#include <string.h>

static unsigned cell_count(const unsigned char *rows)
{
    unsigned sum = 0;
    for (; *rows; rows++)
        sum += *rows;
    return sum;
}

static void set_rows(struct comb_words_rows *rows, const unsigned char *shape)
{
    for (rows->count = 0; shape[rows->count]; rows->count++)
        rows->lengths[rows->count] = shape[rows->count];
}

bool comb_words_infer_rows(struct comb_words_rows *rows, const struct comb_words_game *game)
{
    for (size_t i = 0; i < game->notation.rowless_shape_count; i++)
        if (cell_count(game->notation.rowless_shapes[i]) == rows->lengths[0]) {
            set_rows(rows, game->notation.rowless_shapes[i]);
            return true;
        }
    return false;
}

/* Appends "16 (4x4)"; for hexagons only the number of cells. */
static void append_size(struct comb_buf *out, const unsigned char *rows)
{
    unsigned cells = cell_count(rows);
    comb_buf_printf(out, "%u", cells);
    if (cells == rows[0] * strlen((const char *)rows))
        comb_buf_printf(out, " (%zux%u)", strlen((const char *)rows), rows[0]);
}

int comb_words_refuse_row(const struct comb_words_game *game, unsigned cells, struct comb_error *err)
{
    struct comb_buf sizes = {0};
    size_t count = game->notation.rowless_shape_count;
    for (size_t i = 0; i < count; i++) {
        comb_buf_str(&sizes, i == 0 ? "" : i + 1 < count ? ", " : " or ");
        append_size(&sizes, game->notation.rowless_shapes[i]);
    }
    int code = comb_fail(err, COMB_BAD_INPUT,
                         "%u cell%s without rows; expected %s for %s, or rows separated by /, such as '%s'%s", cells,
                         cells == 1 ? "" : "s", comb_buf_text(&sizes), game->title, game->notation.example_board,
                         game->make_shapes && strchr(game->make_shapes, ' ') ? ", or --shape" : "");
    comb_buf_free(&sizes);
    return code;
}

static int fail_rows(const struct comb_words_rows *rows, const char *shape, struct comb_error *err)
{
    struct comb_buf lengths = {0};
    for (size_t i = 0; i < rows->count; i++)
        comb_buf_printf(&lengths, "%s%u", i ? "," : "", rows->lengths[i]);
    int code = comb_fail(err, COMB_BAD_INPUT, "--shape %s does not match: the board has rows of %s cells", shape,
                         comb_buf_text(&lengths));
    comb_buf_free(&lengths);
    return code;
}

int comb_words_fit_shape(struct comb_words_rows *rows, const struct comb_words_game *game, const char *shape,
                         bool one_row, struct comb_error *err)
{
    const unsigned char *expected = comb_words_shape_rows(game, shape);
    if (!expected)
        return comb_fail(err, COMB_BAD_INPUT, "--shape: '%.40s' is not one of: %s", shape,
                         game->make_shapes ? game->make_shapes : "");
    size_t count = strlen((const char *)expected);
    if (one_row && cell_count(expected) != rows->lengths[0])
        return comb_fail(err, COMB_BAD_INPUT, "--shape %s has %u cells, the board has %u", shape, cell_count(expected),
                         rows->lengths[0]);
    if (one_row) {
        set_rows(rows, expected);
        return COMB_OK;
    }
    bool same = rows->count == count;
    for (size_t i = 0; same && i < count; i++)
        same = rows->lengths[i] == expected[i];
    return same ? COMB_OK : fail_rows(rows, shape, err);
}

/* Number of cells of a line without rows: its words if it has several, else its characters. */
static unsigned cells_in_line(const char *line, size_t length)
{
    size_t words = 0;
    for (size_t i = 0; i < length; i++)
        words += line[i] != ' ' && (i == 0 || line[i - 1] == ' ');
    return (unsigned)(words > 1 ? words : comb_utf8_columns(line, length));
}

/* Whether a line is a complete board. A line that starts or ends with / continues another line. */
static bool is_board(const struct comb_words_game *game, const char *line, size_t length)
{
    if (line[0] == '/' || line[length - 1] == '/')
        return false;
    if (memchr(line, '/', length))
        return true;
    unsigned cells = cells_in_line(line, length);
    struct comb_words_rows rows = {.lengths = (unsigned[COMB_WORDS_MAX_CELLS]){cells}, .count = 1};
    return comb_words_infer_rows(&rows, game);
}

bool comb_words_is_board_list(const struct comb_words_game *game, const char *text, size_t length)
{
    size_t boards = 0;
    for (size_t start = 0, end; start < length; start = end + 1) {
        const char *newline = memchr(text + start, '\n', length - start);
        end = newline ? (size_t)(newline - text) : length;
        size_t first = start, last = end;
        while (first < last && strchr(" \t\r", text[first]))
            first++;
        while (last > first && strchr(" \t\r", text[last - 1]))
            last--;
        if (first < last && !is_board(game, text + first, last - first))
            return false;
        boards += first < last;
    }
    return boards > 1;
}
