#include "family/words/shape.h"

#include <string.h>

static unsigned cells_of(const unsigned char *rows)
{
    unsigned sum = 0;
    for (; *rows; rows++)
        sum += *rows;
    return sum;
}

static void cut(struct comb_words_rows *rows, const unsigned char *shape)
{
    for (rows->count = 0; shape[rows->count]; rows->count++)
        rows->lengths[rows->count] = shape[rows->count];
}

bool comb_words_unfold(struct comb_words_rows *rows, const struct comb_words_game *game)
{
    for (size_t i = 0; i < game->notation.flat_count; i++)
        if (cells_of(game->notation.flat[i]) == rows->lengths[0]) {
            cut(rows, game->notation.flat[i]);
            return true;
        }
    return false;
}

/* "16 (4x4)"; hexagons by their number of cells alone. */
static void name_size(struct comb_buf *out, const unsigned char *rows)
{
    unsigned cells = cells_of(rows);
    comb_buf_printf(out, "%u", cells);
    if (cells == rows[0] * strlen((const char *)rows))
        comb_buf_printf(out, " (%zux%u)", strlen((const char *)rows), rows[0]);
}

int comb_words_refuse_row(const struct comb_words_game *game, unsigned cells, struct comb_error *err)
{
    struct comb_buf sizes = {0};
    size_t count = game->notation.flat_count;
    for (size_t i = 0; i < count; i++) {
        comb_buf_str(&sizes, i == 0 ? "" : i + 1 < count ? ", " : " or ");
        name_size(&sizes, game->notation.flat[i]);
    }
    int code = comb_fail(err, COMB_BAD_INPUT,
                         "%u cell%s without rows: expected %s for %s; separate rows with /, such as '%s'%s", cells,
                         cells == 1 ? "" : "s", comb_buf_text(&sizes), game->title, game->notation.shown_board,
                         game->make_shapes && strchr(game->make_shapes, ' ') ? ", or give --shape" : "");
    comb_buf_free(&sizes);
    return code;
}

static int refuse_rows(const struct comb_words_rows *rows, const char *shape, struct comb_error *err)
{
    struct comb_buf lengths = {0};
    for (size_t i = 0; i < rows->count; i++)
        comb_buf_printf(&lengths, "%s%u", i ? "," : "", rows->lengths[i]);
    int code = comb_fail(err, COMB_BAD_INPUT, "--shape %s does not fit: the board has rows of %s cells", shape,
                         comb_buf_text(&lengths));
    comb_buf_free(&lengths);
    return code;
}

int comb_words_fit_shape(struct comb_words_rows *rows, const struct comb_words_game *game, const char *shape,
                         bool one_row, struct comb_error *err)
{
    const unsigned char *wanted = comb_words_shape_rows(game, shape);
    if (!wanted)
        return comb_fail(err, COMB_BAD_INPUT, "--shape: '%.40s' is not one of: %s", shape,
                         game->make_shapes ? game->make_shapes : "");
    size_t count = strlen((const char *)wanted);
    if (one_row && cells_of(wanted) != rows->lengths[0])
        return comb_fail(err, COMB_BAD_INPUT, "--shape %s has %u cells, the board has %u", shape, cells_of(wanted),
                         rows->lengths[0]);
    if (one_row) {
        cut(rows, wanted);
        return COMB_OK;
    }
    bool same = rows->count == count;
    for (size_t i = 0; same && i < count; i++)
        same = rows->lengths[i] == wanted[i];
    return same ? COMB_OK : refuse_rows(rows, shape, err);
}
