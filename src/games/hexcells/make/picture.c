/* Outlines and blue patterns from pictures: rows of characters, one per cell, '#' or 'x' a cell of the picture, 'o' a
 * black cell, '.' or a space none; from level files, whose cells and colours are taken; and from letters.
 *
 *     . # . # .         column c of row r is the cell (left + c, top + 2 r), half a cell lower in every second column
 *     # # # # #
 *     . # # # .
 *
 * As an outline the picture's cells get random colours. As a blue pattern they are blue, and the cells around them
 * within one step are black. A picture with 'o', or a level, has both already. */
#include "games/hexcells/make/parts.h"

#include <ctype.h>
#include <string.h>

enum { MAX_ROWS = 14, MAX_COLUMNS = 29, TOP = 2, LEFT = 2, FONT_ROWS = 5, FONT_COLUMNS = 4, MAX_LETTERS = 6 };

/* A to Z and 0 to 9, five rows of four bits each. */
static const unsigned char font[36][FONT_ROWS] = {
    {6, 9, 15, 9, 9},  {14, 9, 14, 9, 14}, {7, 8, 8, 8, 7},   {14, 9, 9, 9, 14}, {15, 8, 14, 8, 15}, {15, 8, 14, 8, 8},
    {7, 8, 11, 9, 7},  {9, 9, 15, 9, 9},   {14, 4, 4, 4, 14}, {3, 1, 1, 9, 6},   {9, 10, 12, 10, 9}, {8, 8, 8, 8, 15},
    {9, 15, 15, 9, 9}, {9, 13, 15, 11, 9}, {6, 9, 9, 9, 6},   {14, 9, 14, 8, 8}, {6, 9, 9, 11, 7},   {14, 9, 14, 10, 9},
    {7, 8, 6, 1, 14},  {14, 4, 4, 4, 4},   {9, 9, 9, 9, 6},   {9, 9, 9, 10, 4},  {9, 9, 15, 15, 9},  {9, 9, 6, 9, 9},
    {9, 9, 7, 1, 6},   {15, 1, 6, 8, 15},  {6, 9, 9, 9, 6},   {4, 12, 4, 4, 14}, {14, 1, 6, 8, 15},  {14, 1, 6, 1, 14},
    {9, 9, 15, 1, 1},  {15, 8, 14, 1, 14}, {6, 8, 14, 9, 6},  {15, 1, 2, 4, 4},  {6, 9, 6, 9, 6},    {6, 9, 7, 1, 6},
};

struct picture {
    char rows[MAX_ROWS][MAX_COLUMNS];
    unsigned height, width;
    bool colours; /* black cells are given */
};

static int put(struct picture *picture, unsigned row, unsigned column, char sign, struct comb_error *err)
{
    if (row >= MAX_ROWS || column >= MAX_COLUMNS)
        return comb_fail(err, COMB_BAD_INPUT, "picture: at most %d rows of %d characters", MAX_ROWS, MAX_COLUMNS);
    if (!strchr("#xXoO. -", sign))
        return comb_fail(err, COMB_BAD_INPUT,
                         "picture: row %u, column %u: unexpected '%c'; expected # x o . or a space", row + 1,
                         column + 1, isprint((unsigned char)sign) ? sign : '?');
    bool cell = strchr("#xX", sign) != NULL, black = strchr("oO", sign) != NULL;
    picture->rows[row][column] = cell ? '#' : black ? 'o' : '.';
    picture->colours |= black;
    picture->height = row + 1 > picture->height && (cell || black) ? row + 1 : picture->height;
    picture->width = column + 1 > picture->width && (cell || black) ? column + 1 : picture->width;
    return COMB_OK;
}

static int read_picture(struct picture *picture, const char *text, struct comb_error *err)
{
    unsigned row = 0, column = 0;
    int code = COMB_OK;
    for (; code == COMB_OK && *text; text++) {
        if (*text == '\n' || *text == '/') {
            row++;
            column = 0;
        } else if (*text != '\r') {
            code = put(picture, row, column++, *text, err);
        }
    }
    return code;
}

static int draw_letters(struct picture *picture, const char *word, struct comb_error *err)
{
    int code = COMB_OK;
    if (strlen(word) == 0 || strlen(word) > MAX_LETTERS)
        return comb_fail(err, COMB_BAD_INPUT, "--letters: one to %d letters or digits", MAX_LETTERS);
    for (unsigned i = 0; code == COMB_OK && word[i]; i++) {
        unsigned char letter = (unsigned char)toupper((unsigned char)word[i]);
        bool digit = letter >= '0' && letter <= '9';
        if (!digit && (letter < 'A' || letter > 'Z'))
            return comb_fail(err, COMB_BAD_INPUT, "--letters: only A to Z and 0 to 9");
        const unsigned char *rows = font[digit ? 26 + letter - '0' : letter - 'A'];
        for (unsigned row = 0; row < FONT_ROWS; row++)
            for (unsigned column = 0; code == COMB_OK && column < FONT_COLUMNS; column++)
                code = put(picture, row, i * (FONT_COLUMNS + 1) + column,
                           rows[row] >> (FONT_COLUMNS - 1 - column) & 1 ? '#' : '.', err);
    }
    return code;
}

static int add_place(struct comb_hexcells_maker *maker, struct comb_point at, signed char colour,
                     struct comb_error *err)
{
    return comb_hexcells_outline_add(maker, at, colour) ? COMB_OK : comb_fail_memory(err);
}

/* Places the picture in the middle of the file. */
static int place_picture(struct comb_hexcells_maker *maker, const struct picture *picture, struct comb_error *err)
{
    int left = LEFT + (int)(MAX_COLUMNS - picture->width) / 2;
    int top = TOP + (int)(MAX_ROWS - picture->height);
    int code = COMB_OK;
    for (unsigned row = 0; row < picture->height; row++)
        for (unsigned column = 0; code == COMB_OK && column < picture->width; column++) {
            char sign = picture->rows[row][column];
            int x = left + (int)column;
            struct comb_point at = {x, top + ((top & 1) != 0) + 2 * (int)row + (x & 1)};
            signed char colour = sign == 'o'                          ? COMB_HEXCELLS_BLACK
                                 : picture->colours || maker->as_blue ? COMB_HEXCELLS_BLUE
                                                                      : COMB_HEXCELLS_UNKNOWN;
            if (sign == '#' || sign == 'o')
                code = add_place(maker, at, colour, err);
        }
    return code;
}

/* Adds the cells within one step as black ones. */
static int surround(struct comb_hexcells_maker *maker, struct comb_error *err)
{
    size_t places = maker->outline.count;
    int code = COMB_OK;
    for (size_t i = 0; i < places; i++)
        for (unsigned direction = 0; code == COMB_OK && direction < COMB_HEXCELLS_E; direction++) {
            struct comb_point step = comb_hexcells_step(direction), at = maker->outline.items[i].at;
            code = add_place(maker, (struct comb_point){at.x + step.x, at.y + step.y}, COMB_HEXCELLS_BLACK, err);
        }
    return code;
}

static int level_outline(struct comb_hexcells_maker *maker, struct comb_error *err)
{
    struct comb_hexcells_level *level;
    int code = comb_hexcells_level_read(&level, maker->picture, strlen(maker->picture), 0, err);
    if (code != COMB_OK)
        return code;
    for (unsigned i = 0; code == COMB_OK && i < level->cell_count; i++) {
        struct comb_point at = level->cells[i].at;
        if (at.x >= COMB_HEXCELLS_SIDE || at.y >= COMB_HEXCELLS_SIDE)
            code = comb_fail(err, COMB_BAD_INPUT,
                             "--from: the level has a cell at (%d,%d), outside 33 rows and columns", at.x, at.y);
        else
            code = add_place(maker, at, level->cells[i].truth, err);
    }
    comb_hexcells_level_free(level);
    return code;
}

int comb_hexcells_picture_outline(struct comb_hexcells_maker *maker, struct comb_error *err)
{
    struct picture picture = {0};
    if (maker->picture && comb_hexcells_is_level(maker->picture, strlen(maker->picture)))
        return level_outline(maker, err);
    int code =
        maker->picture ? read_picture(&picture, maker->picture, err) : draw_letters(&picture, maker->letters, err);
    if (code == COMB_OK)
        code = place_picture(maker, &picture, err);
    if (code == COMB_OK && maker->outline.count == 0)
        code = comb_fail(err, COMB_BAD_INPUT, "picture: it has no cell; expected # or x for cells");
    if (code == COMB_OK && maker->as_blue && !picture.colours)
        code = surround(maker, err);
    return code;
}
