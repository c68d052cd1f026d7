/* Spaces for proofs: a shape, its symmetries, rules, and a dictionary of random words. */
#ifndef COMB_TESTS_PROVE_SPACE_H
#define COMB_TESTS_PROVE_SPACE_H

#include "proof/bound/prove.h"
#include "unit/engine/word_boards.h"

enum { MAX_TURNS = 24 };

struct made_space {
    struct made_dict made;
    struct comb_word_index *index;
    struct comb_word_space space;
    unsigned images[MAX_TURNS * COMB_PROVE_MAX_CELLS];
};

/* Finds all permutations of the cells that preserve neighbours, by trying images cell by cell. */
static void find_symmetries(struct made_space *made, unsigned *image, unsigned cell)
{
    const struct comb_word_board *board = &made->space.board;
    if (cell == board->cells) {
        assert_true(made->space.symmetry_count < MAX_TURNS);
        memcpy(made->images + made->space.symmetry_count++ * cell, image, cell * sizeof *image);
        return;
    }
    for (unsigned to = 0; to < board->cells; to++) {
        bool fits = true;
        for (unsigned other = 0; other < cell && fits; other++)
            fits = image[other] != to &&
                   (board->neighbours[cell] >> other & 1) == (board->neighbours[to] >> image[other] & 1);
        if (!fits)
            continue;
        image[cell] = to;
        find_symmetries(made, image, cell + 1);
    }
}

/* Words of 2 to 7 letters over the first `letters` of the alphabet. */
static void random_words(struct comb_buf *out, struct comb_rng *rng, unsigned count, unsigned letters)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned length = 2 + (unsigned)comb_rng_below(rng, 6);
        for (unsigned k = 0; k < length; k++)
            comb_buf_char(out, (char)('A' + comb_rng_below(rng, letters)));
        comb_buf_char(out, '\n');
    }
}

static void complete_space(struct made_space *made, uint32_t letters)
{
    unsigned image[COMB_PROVE_MAX_CELLS];
    struct comb_word_space *space = &made->space;
    assert_int_equal(comb_word_index_new(&made->index, made->made.dict, NULL), COMB_OK);
    space->free = ((uint64_t)1 << space->board.cells) - 1;
    space->letters = letters;
    for (unsigned i = 0; i < COMB_DICT_MAX_LETTERS; i++)
        space->tiles[i] = (struct comb_word_tile){.count = 1, .letters = {(uint8_t)i}};
    for (unsigned i = 2; i <= COMB_DICT_MAX_WORD; i++)
        space->rules.points[i] = i;
    space->images = made->images;
    find_symmetries(made, image, 0);
}

static void make_space(struct made_space *made, const unsigned *rows, unsigned row_count, bool squares,
                       struct comb_rng *rng, unsigned words, unsigned letters)
{
    struct comb_buf list = {0};
    *made = (struct made_space){0};
    random_words(&list, rng, words, letters);
    assert_int_equal(make_dict(&made->made, comb_buf_text(&list), list.length, NULL), COMB_OK);
    comb_buf_free(&list);
    if (squares)
        square_board(&made->space.board, rows[0], row_count);
    else
        hexagon_board(&made->space.board, rows, row_count);
    complete_space(made, ((uint32_t)1 << letters) - 1);
}

static void free_space(struct made_space *made)
{
    comb_word_index_free(made->index);
    free_dict(&made->made);
}

#endif
