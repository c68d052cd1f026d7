/* Letters and numbers of real screenshots, cell by cell. The expected texts were entered by hand. */
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/file.h"
#include "vision/detect/detect.h"
#include "vision/glyph/glyph.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 64, LARGEST = 16 << 20 };

struct board {
    struct comb_pixels *pixels;
    struct comb_detection *detection;
    const struct comb_detected_grid *grid; /* the one with the given number of cells */
};

static void screen(struct board *board, const char *name, unsigned cells)
{
    char path[200];
    snprintf(path, sizeof path, "../shared/data/screens/%s", name);
    struct comb_buf bytes = {.limit = LARGEST + 1};
    memset(board, 0, sizeof *board);
    if (comb_file_read(&bytes, path, LARGEST, NULL) != COMB_OK) {
        comb_buf_free(&bytes);
        print_message("skipped: %s is missing\n", path);
        skip();
    }
    assert_int_equal(comb_pixels_decode(&board->pixels, bytes.data, bytes.length, NULL), COMB_OK);
    comb_buf_free(&bytes);
    assert_int_equal(comb_detection_new(&board->detection, board->pixels, NULL), COMB_OK);
    for (unsigned g = 0; g < board->detection->grid_count && !board->grid; g++)
        if (board->detection->grids[g].count == cells)
            board->grid = &board->detection->grids[g];
    assert_non_null(board->grid);
}

static void leave(struct board *board)
{
    comb_detection_free(board->detection);
    comb_pixels_free(board->pixels);
}

/* Reads every cell; `text` has the words of all cells in reading order, blank cells as dots. */
static void expect_cells(const char *name, unsigned cells, double keep, comb_glyph_patterns patterns, const char *text)
{
    struct board board;
    screen(&board, name, cells);
    unsigned char *covers = malloc((size_t)cells * SIDE * SIDE), rgb[3 * SIDE * SIDE];
    struct comb_glyph_bitmap *inks = calloc(cells, sizeof *inks);
    struct comb_glyph *glyphs = calloc(cells, sizeof *glyphs);
    assert_true(covers && inks && glyphs);
    for (unsigned i = 0; i < cells; i++) {
        const struct comb_detected_cell *cell = &board.grid->cells[i];
        unsigned char *cover = covers + (size_t)i * SIDE * SIDE;
        comb_grid_patch(rgb, SIDE, board.pixels, board.grid, cell->x, cell->y, 0.5, 0);
        comb_ink_of_patch(cover, NULL, NULL, rgb, SIDE, keep);
        inks[i] = (struct comb_glyph_bitmap){SIDE, SIDE, cover};
    }
    assert_int_equal(comb_glyph_read_board(glyphs, NULL, inks, cells, patterns, NULL), COMB_OK);
    for (unsigned i = 0; i < cells; i++) {
        char word[16];
        int length = 0;
        assert_int_equal(sscanf(text, " %15s%n", word, &length), 1);
        text += length;
        assert_string_equal(glyphs[i].text, strcmp(word, ".") == 0 ? "" : word);
        assert_true(glyphs[i].text[0] == '\0' || glyphs[i].confidence >= 0.8);
    }
    free(glyphs);
    free(inks);
    free(covers);
    leave(&board);
}

static const char *const letter[] = {"@", "Qu", NULL};
static const char *const number[] = {"?", "#", "##", "-#-", "-##-", "{#}", "{##}", NULL};

static void test_shared_hexicon(void **state)
{
    (void)state;
    expect_cells(
        "hexicon-1080x2160.png", 61, 0.7, letter,
        "A I Y N M G P O S A L I E C B A T A I T Y M E T S I R S E A N D A L R W D R E T U E I G M R T S A J E O F N U "
        "A T I L O R");
}

static void test_shared_hexhunt(void **state)
{
    (void)state;
    expect_cells("hexhunt-record.png", 19, 0.7, letter, "L P E E A S R S R T E D P I N G L A S");
    expect_cells("hexhunt-apply.png", 19, 0.7, letter, "H E X H U N T A P P L Y H A C K M I T");
}

static void test_shared_squares(void **state)
{
    (void)state;
    expect_cells("square4.png", 16, 0.7, letter, "S L P S E A I E R N T R G E S O");
}

static void test_shared_hexcells(void **state)
{
    (void)state;
    expect_cells("hexcells-infinite-2-3.png", 34, 0.75, number,
                 "0 . . . . . . . . . {5} {3} . . . . . 2 . . . 2 . -2- . . . . . . . . . 1");
    expect_cells(
        "hexcells-06-late.png", 67, 0.75, number,
        "1 1 . 2 1 1 . . . . 1 1 3 2 2 1 . . 0 2 . 1 1 2 2 2 1 . . 0 . 1 2 2 1 1 . . 1 . 1 1 . 2 1 1 1 2 . 1 1 0 . . "
        "2 . 1 2 . 1 3 2 1 1 . . 2");
}
