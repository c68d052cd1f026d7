#include "family/words/paths.h"

#include "base/text.h"

#include <string.h>

enum { COMPASS = 8 };

/* Column letter and row number: A1 is the first cell of the first row. */
static void write_name(struct comb_buf *out, const struct comb_words_board *board, unsigned cell)
{
    unsigned row = 0;
    for (; row < board->rows && cell >= board->row_lengths[row]; row++)
        cell -= board->row_lengths[row];
    comb_buf_printf(out, "%c%u", (char)('A' + cell % 26), row + 1);
}

/* Which of eight directions, clockwise from north, a step has. */
static unsigned direction_of(struct comb_point from, struct comb_point to)
{
    static const unsigned char by_sign[3][3] = {{7, 0, 1}, {6, 0, 2}, {5, 4, 3}};
    int x = (to.x > from.x) - (to.x < from.x), y = (to.y > from.y) - (to.y < from.y);
    return by_sign[y + 1][x + 1];
}

static void write_arrows(struct comb_buf *out, const struct comb_words_board *board, const json_t *path, bool unicode)
{
    static const char *const arrows[COMPASS] = {"↑", "↗", "→", "↘", "↓", "↙", "←", "↖"};
    static const char *const names[COMPASS] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"};
    unsigned last = 0;
    for (size_t i = 0; i < json_array_size(path); i++) {
        unsigned cell = (unsigned)json_integer_value(json_array_get(path, i));
        if (i == 0)
            write_name(out, board, cell);
        else {
            unsigned direction = direction_of(board->lattice->at[last], board->lattice->at[cell]);
            comb_buf_str(out, i == 1 || !unicode ? " " : "");
            comb_buf_str(out, unicode ? arrows[direction] : names[direction]);
        }
        last = cell;
    }
}

/* Whether every cell of the path is on the board; answers may come from files. */
static bool is_on_board(const struct comb_words_board *board, const json_t *path)
{
    for (size_t i = 0; i < json_array_size(path); i++) {
        json_int_t cell = json_integer_value(json_array_get(path, i));
        if (cell < 0 || cell >= (json_int_t)board->lattice->count)
            return false;
    }
    return true;
}

void comb_words_write_path(struct comb_buf *out, const struct comb_words_board *board, const json_t *path,
                           const struct comb_params *params, bool unicode)
{
    const char *how = comb_params_text(params, "paths", "cells");
    bool numbers = strcmp(how, "cells") == 0 || !is_on_board(board, path);
    if (!numbers && strcmp(how, "arrows") == 0) {
        write_arrows(out, board, path, unicode);
        return;
    }
    for (size_t i = 0; i < json_array_size(path); i++) {
        json_int_t cell = json_integer_value(json_array_get(path, i));
        comb_buf_str(out, i ? "-" : "");
        if (numbers)
            comb_buf_printf(out, "%lld", (long long)cell);
        else
            write_name(out, board, (unsigned)cell);
    }
}
