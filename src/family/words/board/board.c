#include "family/words/board/board.h"

#include "base/text.h"
#include "family/words/game.h"
#include "grid/symmetry.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void comb_words_free(void *data)
{
    struct comb_words_board *board = data;
    if (!board)
        return;
    comb_lattice_free(board->lattice);
    comb_arena_free(&board->arena);
    free(board);
}

void comb_words_cell_text(struct comb_buf *out, const struct comb_words_cell *cell)
{
    if (cell->kind == COMB_WORDS_HOLE)
        comb_buf_char(out, '.');
    else if (cell->kind == COMB_WORDS_ANY)
        comb_buf_char(out, '?');
    for (unsigned i = 0; cell->kind == COMB_WORDS_LETTERS && i < cell->letters; i++) {
        char bytes[4];
        comb_buf_add(out, bytes, comb_utf8_encode(bytes, cell->letter[i]));
    }
}

/* Whether a cell is QU in a game that writes it as Q, so that most boards need no spaces. */
static bool is_short_qu(const struct comb_words_board *board, const struct comb_words_cell *cell)
{
    return board->game->notation.q_means_qu && cell->letters == 2 && cell->letter[0] == 'Q' && cell->letter[1] == 'U';
}

static void print_cell(struct comb_buf *out, const struct comb_words_board *board, const struct comb_words_cell *cell)
{
    if (is_short_qu(board, cell))
        comb_buf_char(out, 'Q');
    else
        comb_words_cell_text(out, cell);
    if (cell->attribute[0])
        comb_buf_printf(out, ":%s", cell->attribute);
}

/* Whether a board needs spaces between its cells: it has a tile of several letters, or an attribute. */
static bool needs_spaces(const struct comb_words_board *board)
{
    for (unsigned i = 0; i < board->lattice->count; i++)
        if ((board->cells[i].letters > 1 && !is_short_qu(board, &board->cells[i])) || board->cells[i].attribute[0])
            return true;
    return false;
}

static void print_rows(struct comb_buf *out, const struct comb_words_board *board)
{
    const struct comb_words_cell *cells = board->cells;
    const unsigned *row_lengths = board->row_lengths;
    size_t rows = board->rows;
    bool spaces = needs_spaces(board);
    size_t next = 0;
    for (size_t row = 0; row < rows; row++) {
        comb_buf_str(out, row == 0 ? "" : spaces ? " / " : "/");
        for (unsigned i = 0; i < row_lengths[row]; i++) {
            comb_buf_str(out, spaces && i > 0 ? " " : "");
            print_cell(out, board, &cells[next++]);
        }
        const struct comb_words_cell *last = &cells[next - 1];
        if ((row_lengths[row] == 1 || rows == 1) && last->letters > 1 && !last->attribute[0] &&
            !is_short_qu(board, last))
            comb_buf_char(out, ':'); /* without it, the tile would be parsed as several cells or rows */
    }
    assert(next == board->lattice->count); /* every cell is in a row */
}

void comb_words_print(struct comb_buf *out, const void *data)
{
    const struct comb_words_board *board = data;
    print_rows(out, board);
    if (board->rows == 1)
        comb_buf_char(out, '/'); /* without it, the row would be parsed as a board without rows */
}

void comb_words_set_language(struct comb_words_board *board, const struct comb_language *language,
                             const struct comb_words_values *values)
{
    board->language = language;
    if (!values)
        return;
    board->own_language = *language;
    for (unsigned i = 0; i < sizeof board->own_values; i++)
        board->own_values[i] = values->ascii[i] ? values->ascii[i] : language->values[i];
    for (unsigned i = 0; i < COMB_LANGUAGE_MAX_KEPT; i++)
        if (values->kept[i])
            board->own_language.kept_values[i] = values->kept[i];
    board->own_language.values = board->own_values;
    board->language = &board->own_language;
}

/* A copy must not point into its source. */
static void copy_language(struct comb_words_board *board, const struct comb_words_board *source)
{
    board->language = source->language;
    if (source->language != &source->own_language)
        return;
    board->own_language = source->own_language;
    memcpy(board->own_values, source->own_values, sizeof board->own_values);
    board->own_language.values = board->own_values;
    board->language = &board->own_language;
}

/* Makes a board with the given lattice (takes ownership) and the cells of `source`, in the order `from` (NULL: the same
 * order). */
static int new_board(struct comb_words_board **out, const struct comb_words_board *source, struct comb_lattice *lattice,
                     const unsigned *from, struct comb_error *err)
{
    *out = NULL;
    struct comb_words_board *board = calloc(1, sizeof *board);
    if (!board) {
        comb_lattice_free(lattice);
        return comb_fail_memory(err);
    }
    comb_arena_init(&board->arena, NULL);
    board->game = source->game;
    copy_language(board, source);
    board->lattice = lattice;
    unsigned count = lattice->count;
    board->cells = COMB_NEW_ARRAY(&board->arena, struct comb_words_cell, count);
    board->row_lengths = COMB_NEW_ARRAY(&board->arena, unsigned, count);
    if (!board->cells || !board->row_lengths) {
        comb_words_free(board);
        return comb_fail_memory(err);
    }
    for (unsigned i = 0; i < count; i++) {
        assert(!from || from[i] < source->lattice->count);
        board->cells[i] = source->cells[from ? from[i] : i];
        board->rows = i == 0 || lattice->at[i].y != lattice->at[i - 1].y ? board->rows + 1 : board->rows;
        board->row_lengths[board->rows - 1]++;
    }
    *out = board;
    return COMB_OK;
}

static int copy_lattice(struct comb_lattice **out, const struct comb_lattice *lattice, struct comb_error *err)
{
    return comb_lattice_from_points(out, lattice->kind, lattice->at, lattice->count, err);
}

/* Whether the lattice has a text notation: a hexagon board rotated by 60 degrees usually has none. */
static bool can_be_written(const struct comb_words_game *game, const struct comb_lattice *lattice)
{
    unsigned lengths[COMB_WORDS_MAX_CELLS] = {0};
    size_t rows = 0;
    for (unsigned i = 0; i < lattice->count; i++) {
        rows = i == 0 || lattice->at[i].y != lattice->at[i - 1].y ? rows + 1 : rows;
        lengths[rows - 1]++;
    }
    struct comb_lattice *parsed = NULL;
    bool same = comb_words_lattice(&parsed, game, lengths, rows, NULL) == COMB_OK && parsed->kind == lattice->kind;
    for (unsigned i = 0; same && i < lattice->count; i++)
        same = parsed->at[i].x == lattice->at[i].x && parsed->at[i].y == lattice->at[i].y;
    comb_lattice_free(parsed);
    return same;
}

int comb_words_image(void **out, const void *data, unsigned index, struct comb_error *err)
{
    const struct comb_words_board *board = data;
    unsigned transforms = comb_transform_count(board->lattice->kind);
    *out = NULL;
    for (unsigned k = 0; k < transforms; k++) {
        struct comb_image *image;
        int code = comb_lattice_transform(&image, board->lattice, k, err);
        if (code == COMB_NO)
            continue;
        if (code != COMB_OK)
            return code;
        if (!can_be_written(board->game, image->lattice) || index-- > 0) {
            comb_image_free(image);
            continue;
        }
        struct comb_lattice *lattice;
        struct comb_words_board *transformed = NULL;
        code = copy_lattice(&lattice, image->lattice, err);
        if (code == COMB_OK)
            code = new_board(&transformed, board, lattice, image->from, err);
        comb_image_free(image);
        *out = transformed;
        return code;
    }
    return COMB_NO;
}

int comb_words_canon(struct comb_buf *out, const void *data, struct comb_error *err)
{
    const struct comb_words_board *board = data;
    struct comb_buf best = {0};
    int code = COMB_OK;
    for (unsigned index = 0; code == COMB_OK; index++) {
        void *image = NULL;
        struct comb_buf text = {0};
        code = comb_words_image(&image, board, index, err);
        if (code == COMB_OK) {
            print_rows(&text, image); /* no / after a single row, for compatibility with existing libraries */
            if (index == 0 || strcmp(comb_buf_text(&text), comb_buf_text(&best)) < 0) {
                struct comb_buf swap = best;
                best = text;
                text = swap;
            }
        }
        comb_words_free(image);
        comb_buf_free(&text);
    }
    comb_buf_add(out, comb_buf_text(&best), best.length);
    bool failed = best.failed || out->failed;
    comb_buf_free(&best);
    return code != COMB_NO ? code : failed ? comb_fail_memory(err) : COMB_OK;
}

int comb_words_apply(void **next, const void *data, const char *move, struct comb_error *err)
{
    const struct comb_words_board *board = data;
    *next = NULL;
    char number[8] = "";
    const char *equals = strchr(move, '=');
    size_t digits = equals ? (size_t)(equals - move) : 0;
    long long cell = -1;
    if (digits > 0 && digits < sizeof number) {
        memcpy(number, move, digits);
        if (!comb_parse_int(&cell, number))
            cell = -1;
    }
    if (cell < 0 || cell >= (long long)board->lattice->count)
        return comb_fail(err, COMB_BAD_INPUT,
                         "move '%.40s': expected CELL=LETTER with a cell from 0 to %u, such as 4=Q", move,
                         board->lattice->count - 1);
    struct comb_words_cell changed = {0};
    int code = comb_words_parse_cell(&changed, &board->game->notation, equals + 1, strlen(equals + 1), err);
    if (code != COMB_OK)
        return code;
    struct comb_lattice *lattice;
    struct comb_words_board *after = NULL;
    code = copy_lattice(&lattice, board->lattice, err);
    if (code == COMB_OK)
        code = new_board(&after, board, lattice, NULL, err);
    if (code == COMB_OK)
        after->cells[cell] = changed;
    *next = after;
    return code;
}
