#include "grid/terminal_layout.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct comb_seat comb_sheet_seat(const struct comb_sheet *sheet, struct comb_point point)
{
    return (struct comb_seat){point.x * sheet->unit_x, point.y * sheet->unit_y};
}

/* ---- words of a cell ---- */

static const char *side_sign(enum comb_role role, bool unicode)
{
    switch (role) {
    case COMB_ROLE_BLUE:
        return unicode ? "•" : "b";
    case COMB_ROLE_RED:
        return unicode ? "▴" : "r";
    case COMB_ROLE_VERY_BLUE:
        return unicode ? "●" : "B";
    case COMB_ROLE_VERY_RED:
        return unicode ? "▲" : "R";
    default:
        return "";
    }
}

/* A cell without text must still be told from a hole, and a hidden one from a blue one. A cell that is weighed is no
 * question mark, because that is what a black cell without a number shows. */
static const char *stand_in(const struct comb_scene_cell *cell, bool unicode)
{
    if (cell->marks & COMB_MARK_MAYBE)
        return unicode ? "○" : "o";
    if (cell->role == COMB_ROLE_HIDDEN)
        return unicode ? "·" : ".";
    if (cell->role == COMB_ROLE_CELL_BLUE)
        return unicode ? "⬢" : "#";
    return " ";
}

/* Steps are raised figures where they can be, so that a letter is not read as part of a number. */
static void write_step(char *out, size_t size, unsigned step, bool unicode)
{
    static const char *const raised[10] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    char figures[16];
    snprintf(figures, sizeof figures, "%u", step);
    if (!unicode) {
        snprintf(out, size, "%s", figures);
        return;
    }
    size_t length = 0;
    for (const char *figure = figures; *figure && length + 4 < size; figure++)
        length += (size_t)snprintf(out + length, size - length, "%s", raised[*figure - '0']);
}

/* A pair stands around the text, a single sign after it. */
const char *comb_mark_signs(unsigned marks)
{
    return marks & COMB_MARK_AIM     ? "[]"
           : marks & COMB_MARK_WHY   ? "()"
           : marks & COMB_MARK_FOCUS ? "><"
           : marks & COMB_MARK_DOUBT ? "??"
           : marks & COMB_MARK_WRONG ? "!!"
           : marks & COMB_MARK_CLAIM ? "+"
           : marks & COMB_MARK_CLEAR ? "-"
           : marks & COMB_MARK_MAYBE ? "?"
                                     : "";
}

/* A cell without text says by its stand-in that it is weighed. */
static const char *signs_of(const struct comb_scene_cell *cell)
{
    return comb_mark_signs(cell->text[0] ? cell->marks : cell->marks & ~(unsigned)COMB_MARK_MAYBE);
}

/* Where one side is taken a pair shrinks to a star, because half a pair of brackets would be read as a letter. */
static void add_marks(struct comb_cell_words *words, const char *signs, int room)
{
    bool pair = signs[0] && signs[1];
    words->left_out = signs[0] && room < 1;
    if (!signs[0] || room < 1)
        return;
    if (pair && !words->left[0] && !words->right[0]) {
        words->left_out = room < 2;
        if (room < 2)
            return;
        snprintf(words->left, sizeof words->left, "%c", signs[0]);
        snprintf(words->right, sizeof words->right, "%c", signs[1]);
        return;
    }
    char single = !pair || signs[0] == '!' ? signs[0] : '*';
    words->left_out = words->left[0] && words->right[0];
    if (!words->right[0])
        snprintf(words->right, sizeof words->right, "%c", single);
    else if (!words->left[0])
        snprintf(words->left, sizeof words->left, "%c", single);
}

static int words_columns(const struct comb_cell_words *words)
{
    return comb_canvas_columns(words->left) + comb_canvas_columns(words->text) + comb_canvas_columns(words->right);
}

struct comb_cell_words comb_cell_words(const struct comb_sheet *sheet, const struct comb_scene_cell *cell)
{
    bool unicode = sheet->style->unicode;
    bool corner_step = sheet->roomy && sheet->scene->kind == COMB_SCENE_SQUARE;
    struct comb_cell_words words = {.text = cell->text[0] ? cell->text : stand_in(cell, unicode)};
    snprintf(words.left, sizeof words.left, "%s", side_sign(cell->role, unicode));
    if (cell->step > 0 && !corner_step)
        write_step(words.right, sizeof words.right, cell->step, unicode);
    int inner = 2 * sheet->half + 1;
    add_marks(&words, signs_of(cell), inner - words_columns(&words));
    return words;
}

/* ---- sizes ---- */

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* Two texts at the ends of one line, with a space between them where there are two. */
static int pair_columns(const char *left, const char *right)
{
    return comb_canvas_columns(left) + comb_canvas_columns(right) + (left[0] && right[0]);
}

/* What values, badges and tags need between the walls of a cell. */
static int small_columns(const struct comb_sheet *sheet, const struct comb_scene_cell *cell)
{
    char step[16] = "";
    if (!sheet->roomy)
        return 0;
    switch (sheet->scene->kind) {
    case COMB_SCENE_SQUARE:
        if (cell->step > 0)
            snprintf(step, sizeof step, "%u", cell->step);
        return larger(pair_columns(cell->badge, step), pair_columns(cell->tag, cell->value));
    case COMB_SCENE_HEX_POINTY: /* on the lines beside the text a cell is two columns narrower */
        return 2 +
               larger(comb_canvas_columns(cell->value), comb_canvas_columns(cell->badge[0] ? cell->badge : cell->tag));
    case COMB_SCENE_HEX_FLAT:
        return pair_columns(cell->tag[0] ? cell->tag : cell->badge, cell->value);
    default:
        return 0;
    }
}

/* Marks need room beside the text; a flat-top cell has its lower border for those that find none. */
static int mark_columns(const struct comb_sheet *sheet, const struct comb_scene_cell *cell,
                        const struct comb_cell_words *words)
{
    const char *signs = signs_of(cell);
    if (!signs[0] || sheet->scene->kind == COMB_SCENE_HEX_FLAT)
        return 0;
    return signs[1] && !words->left[0] && !words->right[0] ? 2 : 1;
}

static int widest_words(struct comb_sheet *sheet)
{
    int widest = 3;
    sheet->half = 0; /* no room for marks while measuring */
    for (size_t i = 0; i < sheet->scene->cells.count; i++) {
        const struct comb_scene_cell *cell = &sheet->scene->cells.items[i];
        struct comb_cell_words words = comb_cell_words(sheet, cell);
        int columns = words_columns(&words) + mark_columns(sheet, cell, &words);
        widest = larger(widest, larger(columns, small_columns(sheet, cell)));
    }
    return widest | 1;
}

static bool has_small_texts(const struct comb_scene *scene)
{
    for (size_t i = 0; i < scene->cells.count; i++) {
        const struct comb_scene_cell *cell = &scene->cells.items[i];
        if (cell->value[0] || cell->badge[0] || cell->tag[0])
            return true;
    }
    return false;
}

static void set_size(struct comb_sheet *sheet, bool roomy)
{
    sheet->roomy = roomy;
    int inner = widest_words(sheet);
    switch (sheet->scene->kind) {
    case COMB_SCENE_SQUARE:
        inner = roomy && inner < 7 ? 7 : inner;
        sheet->rise = roomy ? 1 : 0;
        sheet->unit_x = inner + 1;
        sheet->unit_y = 2 * sheet->rise + 2;
        break;
    case COMB_SCENE_HEX_POINTY:
        inner = roomy && inner < 5 ? 5 : inner;
        sheet->rise = inner / 2;
        sheet->unit_x = sheet->unit_y = inner / 2 + 1;
        break;
    case COMB_SCENE_HEX_FLAT:
        sheet->rise = 1;
        sheet->unit_x = inner + 1;
        sheet->unit_y = 1;
        break;
    default:
        sheet->rise = roomy ? 1 : 0;
        inner = roomy ? 7 : 3;
        sheet->unit_x = roomy ? 4 : 2;
        sheet->unit_y = roomy ? 2 : 1;
    }
    sheet->half = inner / 2;
}

struct extent {
    long long left, right, top, bottom;
};

static void include(struct extent *extent, struct comb_seat seat, int columns, int lines)
{
    extent->left = seat.column - columns < extent->left ? seat.column - columns : extent->left;
    extent->right = seat.column + columns > extent->right ? seat.column + columns : extent->right;
    extent->top = seat.line - lines < extent->top ? seat.line - lines : extent->top;
    extent->bottom = seat.line + lines > extent->bottom ? seat.line + lines : extent->bottom;
}

struct comb_seat comb_sheet_tail(const struct comb_sheet *sheet, struct comb_spot tail)
{
    int panel = sheet->scene->kind == COMB_SCENE_PANEL ? 2 : 1;
    struct comb_seat segments = {(int)lround(tail.x * panel * sheet->unit_x),
                                 (int)lround(tail.y * panel * sheet->unit_y)};
    if (segments.column == 0 && tail.x != 0)
        segments.column = tail.x > 0 ? 1 : -1;
    if (segments.line == 0 && tail.y != 0)
        segments.line = tail.y > 0 ? 1 : -1;
    return segments;
}

static void include_end(struct extent *extent, const struct comb_sheet *sheet, struct comb_point point,
                        struct comb_spot tail)
{
    struct comb_seat seat = comb_sheet_seat(sheet, point);
    struct comb_seat segments = comb_sheet_tail(sheet, tail);
    include(extent, seat, 0, 0);
    include(extent, (struct comb_seat){seat.column + segments.column, seat.line + segments.line}, 0, 0);
}

static void include_lines(struct extent *extent, const struct comb_sheet *sheet)
{
    const struct comb_scene *scene = sheet->scene;
    for (size_t i = 0; i < scene->edges.count; i++) {
        include_end(extent, sheet, scene->edges.items[i].from, (struct comb_spot){0, 0});
        include_end(extent, sheet, scene->edges.items[i].to, scene->edges.items[i].tail);
    }
    for (size_t i = 0; i < scene->paths.count; i++) {
        const struct comb_scene_path *path = &scene->paths.items[i];
        for (unsigned k = 0; k < path->count; k++)
            include_end(extent, sheet, path->points[k], k + 1 == path->count ? path->tail : (struct comb_spot){0, 0});
    }
    for (size_t i = 0; i < scene->discs.count; i++)
        include(extent, comb_sheet_seat(sheet, scene->discs.items[i].at), 1, 0);
}

static struct extent measure(const struct comb_sheet *sheet)
{
    const struct comb_scene *scene = sheet->scene;
    struct extent extent = {LLONG_MAX, LLONG_MIN, LLONG_MAX, LLONG_MIN};
    include_lines(&extent, sheet);
    for (size_t i = 0; i < scene->cells.count; i++) {
        bool panel = scene->kind == COMB_SCENE_PANEL;
        int lines = scene->kind == COMB_SCENE_SQUARE ? sheet->rise + 1 : sheet->rise;
        include(&extent, comb_sheet_seat(sheet, scene->cells.items[i].at), panel ? 1 : sheet->half + 1, lines);
    }
    for (size_t i = 0; i < scene->notes.count; i++) {
        const struct comb_scene_note *note = &scene->notes.items[i];
        int columns = comb_canvas_columns(note->text) + (note->tag[0] ? comb_canvas_columns(note->tag) + 1 : 0);
        include(&extent, comb_sheet_seat(sheet, note->at), columns / 2 + 2, note->arrow ? 1 : 0);
    }
    for (size_t i = 0; i < scene->shapes.count; i++)
        include(&extent, comb_sheet_seat(sheet, scene->shapes.items[i].at), 1, 0);
    if (scene->kind == COMB_SCENE_PANEL && extent.left <= extent.right) {
        extent.left -= sheet->unit_x / 2 + 1;
        extent.right += sheet->unit_x / 2 + 1;
        extent.top -= sheet->unit_y / 2;
        extent.bottom += sheet->unit_y / 2;
    }
    return extent;
}

void comb_sheet_measure(struct comb_sheet *sheet)
{
    bool panel = sheet->scene->kind == COMB_SCENE_PANEL;
    set_size(sheet, panel || has_small_texts(sheet->scene));
    struct extent extent = measure(sheet);
    unsigned width = sheet->style->width;
    if (width > 0 && extent.left <= extent.right && extent.right - extent.left + 1 > (long long)width)
        set_size(sheet, false);
}

int comb_sheet_open(struct comb_sheet *sheet, struct comb_error *err)
{
    struct extent extent = measure(sheet);
    if (extent.left > extent.right)
        extent = (struct extent){0, -1, 0, -1};
    return comb_canvas_init(&sheet->canvas, (int)extent.left, (int)extent.top, extent.right - extent.left + 1,
                            extent.bottom - extent.top + 1, err);
}
