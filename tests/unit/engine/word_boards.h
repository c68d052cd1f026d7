/* Dictionaries and boards for the tests of the word engine. */
#ifndef COMB_TEST_WORD_BOARDS_H
#define COMB_TEST_WORD_BOARDS_H

#include "base/buf.h"
#include "base/file.h"
#include "base/rng.h"
#include "engine/words/words.h"

#include <stdlib.h>
#include <string.h>

#define ENABLE1_LIST ".deps/words/enable1.txt"
#define ENABLE2K_LIST "../shared/data/words/enable2k.txt"

/* A dictionary and its bytes. */
struct made_dict {
    struct comb_buf bytes;
    struct comb_dict *dict;
};

static inline int make_dict(struct made_dict *made, const char *list, size_t length, const char *alphabet)
{
    struct comb_dict_meta meta = {.alphabet = alphabet, .language = "xx", .title = "test"};
    *made = (struct made_dict){0};
    int code = comb_dict_compile(&made->bytes, NULL, list, length, &meta, NULL);
    return code == COMB_OK ? comb_dict_open(&made->dict, made->bytes.data, made->bytes.length, false, NULL) : code;
}

/* Returns false if there is no such file. */
static inline bool make_dict_of_file(struct made_dict *made, const char *path)
{
    struct comb_buf list = {0};
    bool read = comb_file_read(&list, path, (size_t)1 << 27, NULL) == COMB_OK;
    bool done = read && make_dict(made, comb_buf_text(&list), list.length, NULL) == COMB_OK;
    comb_buf_free(&list);
    return done;
}

static inline void free_dict(struct made_dict *made)
{
    comb_dict_free(made->dict);
    comb_buf_free(&made->bytes);
}

/* Lets paths step from one cell to another. */
static inline void connect_cells(struct comb_word_board *board, unsigned from, unsigned to)
{
    if (to < 64)
        board->neighbours[from] |= (uint64_t)1 << to;
    else
        board->high_neighbours[from] |= (uint64_t)1 << (to - 64);
}

/* Rows of pointy-top hexagons, each centred. */
static inline void hexagon_board(struct comb_word_board *board, const unsigned *rows, unsigned row_count)
{
    int x[COMB_WORD_MAX_CELLS];
    int y[COMB_WORD_MAX_CELLS];
    unsigned cells = 0;
    for (unsigned row = 0; row < row_count; row++)
        for (unsigned i = 0; i < rows[row]; i++, cells++) {
            x[cells] = (int)(2 * i) - (int)rows[row] + 1;
            y[cells] = (int)row;
        }
    board->cells = cells;
    for (unsigned i = 0; i < cells; i++)
        for (unsigned j = 0; j < cells; j++) {
            int dx = abs(x[i] - x[j]);
            int dy = abs(y[i] - y[j]);
            if ((dy == 0 && dx == 2) || (dy == 1 && dx == 1))
                connect_cells(board, i, j);
        }
}

static inline void square_board(struct comb_word_board *board, unsigned width, unsigned height)
{
    board->cells = width * height;
    for (unsigned i = 0; i < board->cells; i++)
        for (unsigned j = 0; j < board->cells; j++) {
            int dx = abs((int)(i % width) - (int)(j % width));
            int dy = abs((int)(i / width) - (int)(j / width));
            if (i != j && dx < 2 && dy < 2)
                connect_cells(board, i, j);
        }
}

static const unsigned hexagon_rows[5] = {3, 4, 5, 4, 3};

/* One letter A .. Z per cell. */
static inline void put_letters(struct comb_word_board *board, const char *letters)
{
    for (unsigned i = 0; i < board->cells; i++)
        board->tiles[i] = (struct comb_word_tile){.count = 1, .letters = {(uint8_t)(letters[i] - 'A')}};
}

static inline struct comb_word_rules rules_by_length(unsigned shortest)
{
    struct comb_word_rules rules = {.kind = COMB_WORD_BY_LENGTH};
    for (unsigned i = shortest; i <= COMB_DICT_MAX_WORD; i++)
        rules.points[i] = i;
    return rules;
}

static inline struct comb_word_rules rules_of_boggle(void)
{
    static const uint32_t points[9] = {0, 0, 0, 1, 1, 2, 3, 5, 11};
    struct comb_word_rules rules = {.kind = COMB_WORD_BY_LENGTH};
    for (unsigned i = 0; i <= COMB_DICT_MAX_WORD; i++)
        rules.points[i] = points[i < 8 ? i : 8];
    return rules;
}

#endif
