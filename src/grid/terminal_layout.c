#include "grid/terminal_layout.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct comb_canvas_position comb_terminal_layout_position(const struct comb_terminal_layout *layout,
                                                          struct comb_point point)
{
    return (struct comb_canvas_position){point.x * layout->unit_x, point.y * layout->unit_y};
}

/* ---- texts of a cell ---- */

static const char *player_sign(enum comb_role role, bool unicode)
{
    switch (role) {
    case COMB_ROLE_BLUE:
        return unicode ? "•" : "b";
    case COMB_ROLE_RED:
        return unicode ? "▴" : "r";
    case COMB_ROLE_CAPTURED_BLUE:
        return unicode ? "●" : "B";
    case COMB_ROLE_CAPTURED_RED:
        return unicode ? "▲" : "R";
    default:
        return "";
    }
}

/* Shows a cell without text, so that it differs from a hole, and a hidden cell from a blue one. A considered cell gets
 * no question mark, which would mean a black cell without a number. */
static const char *placeholder(const struct comb_scene_cell *cell, bool unicode)
{
    if (cell->marks & COMB_MARK_CONSIDERED)
        return unicode ? "○" : "o";
    if (cell->role == COMB_ROLE_HIDDEN)
        return unicode ? "·" : ".";
    if (cell->role == COMB_ROLE_CELL_BLUE)
        return unicode ? "⬢" : "#";
    return " ";
}

/* Writes step numbers as superscripts if possible, so that a letter does not look like part of a number. */
static void write_step(char *out, size_t size, unsigned step, bool unicode)
{
    static const char *const superscripts[10] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    char digits[16];
    snprintf(digits, sizeof digits, "%u", step);
    if (!unicode) {
        snprintf(out, size, "%s", digits);
        return;
    }
    size_t length = 0;
    for (const char *digit = digits; *digit && length + 4 < size; digit++)
        length += (size_t)snprintf(out + length, size - length, "%s", superscripts[*digit - '0']);
}

/* A pair encloses the text, a single sign follows it. */
const char *comb_mark_signs(unsigned marks)
{
    return marks & COMB_MARK_TARGET       ? "[]"
           : marks & COMB_MARK_REASON     ? "()"
           : marks & COMB_MARK_FOCUS      ? "><"
           : marks & COMB_MARK_UNCERTAIN  ? "??"
           : marks & COMB_MARK_WRONG      ? "!!"
           : marks & COMB_MARK_CLAIM      ? "+"
           : marks & COMB_MARK_CLEAR      ? "-"
           : marks & COMB_MARK_CONSIDERED ? "?"
                                          : "";
}

/* The placeholder of a cell without text already shows CONSIDERED. */
static const char *visible_signs(const struct comb_scene_cell *cell)
{
    return comb_mark_signs(cell->text[0] ? cell->marks : cell->marks & ~(unsigned)COMB_MARK_CONSIDERED);
}

/* If one side is occupied, a pair becomes a star, because a single bracket would look like a letter. */
static void add_marks(struct comb_cell_texts *texts, const char *signs, int room)
{
    bool pair = signs[0] && signs[1];
    texts->omitted = signs[0] && room < 1;
    if (!signs[0] || room < 1)
        return;
    if (pair && !texts->left[0] && !texts->right[0]) {
        texts->omitted = room < 2;
        if (room < 2)
            return;
        snprintf(texts->left, sizeof texts->left, "%c", signs[0]);
        snprintf(texts->right, sizeof texts->right, "%c", signs[1]);
        return;
    }
    char single = !pair || signs[0] == '!' ? signs[0] : '*';
    texts->omitted = texts->left[0] && texts->right[0];
    if (!texts->right[0])
        snprintf(texts->right, sizeof texts->right, "%c", single);
    else if (!texts->left[0])
        snprintf(texts->left, sizeof texts->left, "%c", single);
}

static int texts_columns(const struct comb_cell_texts *texts)
{
    return comb_canvas_columns(texts->left) + comb_canvas_columns(texts->text) + comb_canvas_columns(texts->right);
}

struct comb_cell_texts comb_cell_texts(const struct comb_terminal_layout *layout, const struct comb_scene_cell *cell)
{
    bool unicode = layout->style->unicode;
    bool corner_step = layout->roomy && layout->scene->kind == COMB_SCENE_SQUARE;
    struct comb_cell_texts texts = {.text = cell->text[0] ? cell->text : placeholder(cell, unicode)};
    /* without colours a number on a blue cell must differ from one on a black cell */
    bool blue_number = cell->role == COMB_ROLE_CELL_BLUE && cell->text[0];
    snprintf(texts.left, sizeof texts.left, "%s",
             blue_number ? placeholder(&(struct comb_scene_cell){.role = cell->role}, unicode)
                         : player_sign(cell->role, unicode));
    if (cell->step > 0 && !corner_step)
        write_step(texts.right, sizeof texts.right, cell->step, unicode);
    int inner = 2 * layout->half_width + 1;
    add_marks(&texts, visible_signs(cell), inner - texts_columns(&texts));
    return texts;
}

/* ---- sizes ---- */

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

/* Columns of two texts on one line, separated by a space if both are present. */
static int pair_columns(const char *left, const char *right)
{
    return comb_canvas_columns(left) + comb_canvas_columns(right) + (left[0] && right[0]);
}

/* Columns that values, badges and tags need inside a cell. */
static int small_columns(const struct comb_terminal_layout *layout, const struct comb_scene_cell *cell)
{
    char step[16] = "";
    if (!layout->roomy)
        return 0;
    switch (layout->scene->kind) {
    case COMB_SCENE_SQUARE:
        if (cell->step > 0)
            snprintf(step, sizeof step, "%u", cell->step);
        return max_int(pair_columns(cell->badge, step), pair_columns(cell->tag, cell->value));
    case COMB_SCENE_HEX_POINTY: /* above and below the text, a cell is two columns narrower */
        return 2 +
               max_int(comb_canvas_columns(cell->value), comb_canvas_columns(cell->badge[0] ? cell->badge : cell->tag));
    case COMB_SCENE_HEX_FLAT:
        return pair_columns(cell->tag[0] ? cell->tag : cell->badge, cell->value);
    default:
        return 0;
    }
}

/* Columns of the marks beside the text; a flat-top cell puts marks without room on its lower border. */
static int mark_columns(const struct comb_terminal_layout *layout, const struct comb_scene_cell *cell,
                        const struct comb_cell_texts *texts)
{
    const char *signs = visible_signs(cell);
    if (!signs[0] || layout->scene->kind == COMB_SCENE_HEX_FLAT)
        return 0;
    return signs[1] && !texts->left[0] && !texts->right[0] ? 2 : 1;
}

static int widest_texts(struct comb_terminal_layout *layout)
{
    int widest = 3;
    layout->half_width = 0; /* no room for marks while measuring */
    for (size_t i = 0; i < layout->scene->cells.count; i++) {
        const struct comb_scene_cell *cell = &layout->scene->cells.items[i];
        struct comb_cell_texts texts = comb_cell_texts(layout, cell);
        int columns = texts_columns(&texts) + mark_columns(layout, cell, &texts);
        widest = max_int(widest, max_int(columns, small_columns(layout, cell)));
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

static void set_size(struct comb_terminal_layout *layout, bool roomy)
{
    layout->roomy = roomy;
    int inner = widest_texts(layout);
    switch (layout->scene->kind) {
    case COMB_SCENE_SQUARE:
        inner = roomy && inner < 7 ? 7 : inner;
        layout->half_height = roomy ? 1 : 0;
        layout->unit_x = inner + 1;
        layout->unit_y = 2 * layout->half_height + 2;
        break;
    case COMB_SCENE_HEX_POINTY:
        inner = roomy && inner < 5 ? 5 : inner;
        layout->half_height = inner / 2;
        layout->unit_x = layout->unit_y = inner / 2 + 1;
        break;
    case COMB_SCENE_HEX_FLAT:
        layout->half_height = 1;
        layout->unit_x = inner + 1;
        layout->unit_y = 1;
        break;
    default:
        layout->half_height = roomy ? 1 : 0;
        inner = roomy ? 7 : 3;
        layout->unit_x = roomy ? 4 : 2;
        layout->unit_y = roomy ? 2 : 1;
    }
    layout->half_width = inner / 2;
}

struct extent {
    long long left, right, top, bottom;
};

static void extend(struct extent *extent, struct comb_canvas_position at, int columns, int lines)
{
    extent->left = at.column - columns < extent->left ? at.column - columns : extent->left;
    extent->right = at.column + columns > extent->right ? at.column + columns : extent->right;
    extent->top = at.line - lines < extent->top ? at.line - lines : extent->top;
    extent->bottom = at.line + lines > extent->bottom ? at.line + lines : extent->bottom;
}

struct comb_canvas_position comb_terminal_layout_tail(const struct comb_terminal_layout *layout, struct comb_vec2 tail)
{
    int panel = layout->scene->kind == COMB_SCENE_PANEL ? 2 : 1;
    struct comb_canvas_position segments = {(int)lround(tail.x * panel * layout->unit_x),
                                            (int)lround(tail.y * panel * layout->unit_y)};
    if (segments.column == 0 && tail.x != 0)
        segments.column = tail.x > 0 ? 1 : -1;
    if (segments.line == 0 && tail.y != 0)
        segments.line = tail.y > 0 ? 1 : -1;
    return segments;
}

static void extend_to_end(struct extent *extent, const struct comb_terminal_layout *layout, struct comb_point point,
                          struct comb_vec2 tail)
{
    struct comb_canvas_position at = comb_terminal_layout_position(layout, point);
    struct comb_canvas_position segments = comb_terminal_layout_tail(layout, tail);
    extend(extent, at, 0, 0);
    extend(extent, (struct comb_canvas_position){at.column + segments.column, at.line + segments.line}, 0, 0);
}

static void extend_to_lines(struct extent *extent, const struct comb_terminal_layout *layout)
{
    const struct comb_scene *scene = layout->scene;
    for (size_t i = 0; i < scene->edges.count; i++) {
        extend_to_end(extent, layout, scene->edges.items[i].from, (struct comb_vec2){0, 0});
        extend_to_end(extent, layout, scene->edges.items[i].to, scene->edges.items[i].tail);
    }
    for (size_t i = 0; i < scene->paths.count; i++) {
        const struct comb_scene_path *path = &scene->paths.items[i];
        for (unsigned k = 0; k < path->count; k++)
            extend_to_end(extent, layout, path->points[k],
                          k + 1 == path->count ? path->tail : (struct comb_vec2){0, 0});
    }
    for (size_t i = 0; i < scene->discs.count; i++)
        extend(extent, comb_terminal_layout_position(layout, scene->discs.items[i].at), 1, 0);
}

static struct extent measure_extent(const struct comb_terminal_layout *layout)
{
    const struct comb_scene *scene = layout->scene;
    struct extent extent = {LLONG_MAX, LLONG_MIN, LLONG_MAX, LLONG_MIN};
    extend_to_lines(&extent, layout);
    for (size_t i = 0; i < scene->cells.count; i++) {
        bool panel = scene->kind == COMB_SCENE_PANEL;
        int lines = scene->kind == COMB_SCENE_SQUARE ? layout->half_height + 1 : layout->half_height;
        extend(&extent, comb_terminal_layout_position(layout, scene->cells.items[i].at),
               panel ? 1 : layout->half_width + 1, lines);
    }
    for (size_t i = 0; i < scene->notes.count; i++) {
        const struct comb_scene_note *note = &scene->notes.items[i];
        int columns = comb_canvas_columns(note->text) + (note->tag[0] ? comb_canvas_columns(note->tag) + 1 : 0);
        extend(&extent, comb_terminal_layout_position(layout, note->at), columns / 2 + 2, note->arrow ? 1 : 0);
    }
    for (size_t i = 0; i < scene->shapes.count; i++)
        extend(&extent, comb_terminal_layout_position(layout, scene->shapes.items[i].at), 1, 0);
    if (scene->kind == COMB_SCENE_PANEL && extent.left <= extent.right) {
        extent.left -= layout->unit_x / 2 + 1;
        extent.right += layout->unit_x / 2 + 1;
        extent.top -= layout->unit_y / 2;
        extent.bottom += layout->unit_y / 2;
    }
    return extent;
}

void comb_terminal_layout_measure(struct comb_terminal_layout *layout)
{
    bool panel = layout->scene->kind == COMB_SCENE_PANEL;
    set_size(layout, panel || has_small_texts(layout->scene));
    struct extent extent = measure_extent(layout);
    unsigned width = layout->style->width;
    if (width > 0 && extent.left <= extent.right && extent.right - extent.left + 1 > (long long)width)
        set_size(layout, false);
}

int comb_terminal_layout_open_canvas(struct comb_terminal_layout *layout, struct comb_error *err)
{
    struct extent extent = measure_extent(layout);
    if (extent.left > extent.right)
        extent = (struct extent){0, -1, 0, -1};
    return comb_canvas_init(&layout->canvas, (int)extent.left, (int)extent.top, extent.right - extent.left + 1,
                            extent.bottom - extent.top + 1, err);
}
