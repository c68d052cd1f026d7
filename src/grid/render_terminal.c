/* Draws boards with characters.
 *
 *     squares            pointy top           flat top              a panel
 *     +---+---+           / \ / \                 ___               +---+   #####
 *     | B | M |          | L | P |            ___/ I \___           |   | @     #
 *     +---+---+         / \ / \ / \          / N \___/ Y \          +   +   O####
 *     | O | A |        | E | A | S |         \___/ O \___/
 *     +---+---+         \ / \ / \ /              \___/
 *
 * A step to a neighbour is a whole number of columns and lines for every kind, so that cells share their borders.
 * Characters repeat what colours show: the path of a word by numbers and by arrows on the borders it crosses, players
 * by signs beside the letter, a panel's line by heavy strokes. Cost: linear in the area of the canvas. */
#include "grid/render.h"

#include "base/text.h"
#include "grid/scene_geometry.h"
#include "grid/terminal_layout.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct comb_canvas_style frame_ink = {.ink = COMB_COLOUR_TILE_EDGE};

/* A plain tile uses the terminal's own colours. A dim cell has no background, so that the others stand out. */
static struct comb_canvas_style cell_ink(const struct comb_scene_cell *cell)
{
    struct comb_paint paint = comb_cell_paint(cell);
    if (cell->marks & COMB_MARK_DIM && !(cell->marks & COMB_MARK_PATH))
        return (struct comb_canvas_style){.ink = cell->text[0] ? paint.ink : paint.edge};
    bool filled = paint.fill != COMB_COLOUR_TILE;
    return (struct comb_canvas_style){paint.ink, filled ? paint.fill : COMB_COLOUR_NONE, true};
}

/* ---- frames ---- */

static void frame_square(struct comb_terminal_layout *layout, struct comb_canvas_position at, int weight)
{
    int left = at.column - layout->half_width - 1;
    int right = at.column + layout->half_width + 1;
    int top = at.line - layout->half_height - 1;
    int bottom = at.line + layout->half_height + 1;
    for (int column = left; column < right; column++) {
        comb_canvas_join(&layout->canvas, column, top, column + 1, top, weight, frame_ink.ink);
        comb_canvas_join(&layout->canvas, column, bottom, column + 1, bottom, weight, frame_ink.ink);
    }
    for (int line = top; line < bottom; line++) {
        comb_canvas_join(&layout->canvas, left, line, left, line + 1, weight, frame_ink.ink);
        comb_canvas_join(&layout->canvas, right, line, right, line + 1, weight, frame_ink.ink);
    }
}

static void frame_pointy(struct comb_terminal_layout *layout, struct comb_canvas_position at)
{
    uint32_t up = layout->style->unicode ? 0x2571 : '/';
    uint32_t down = layout->style->unicode ? 0x2572 : '\\';
    uint32_t wall = layout->style->unicode ? 0x2502 : '|';
    struct comb_canvas *canvas = &layout->canvas;
    int offset = layout->half_width + 1;
    comb_canvas_put(canvas, at.column - offset, at.line, wall, frame_ink);
    comb_canvas_put(canvas, at.column + offset, at.line, wall, frame_ink);
    for (int k = 1; k < offset; k++) {
        comb_canvas_put(canvas, at.column - offset + k, at.line - k, up, frame_ink);
        comb_canvas_put(canvas, at.column + offset - k, at.line - k, down, frame_ink);
        comb_canvas_put(canvas, at.column - offset + k, at.line + k, down, frame_ink);
        comb_canvas_put(canvas, at.column + offset - k, at.line + k, up, frame_ink);
    }
}

static void frame_flat(struct comb_terminal_layout *layout, struct comb_canvas_position at)
{
    uint32_t up = layout->style->unicode ? 0x2571 : '/';
    uint32_t down = layout->style->unicode ? 0x2572 : '\\';
    struct comb_canvas *canvas = &layout->canvas;
    int offset = layout->half_width + 1;
    for (int column = at.column - layout->half_width; column <= at.column + layout->half_width; column++) {
        comb_canvas_put(canvas, column, at.line - 1, '_', frame_ink);
        comb_canvas_put(canvas, column, at.line + 1, '_', frame_ink);
    }
    comb_canvas_put(canvas, at.column - offset, at.line, up, frame_ink);
    comb_canvas_put(canvas, at.column + offset, at.line, down, frame_ink);
    comb_canvas_put(canvas, at.column - offset, at.line + 1, down, frame_ink);
    comb_canvas_put(canvas, at.column + offset, at.line + 1, up, frame_ink);
}

static void draw_frame(struct comb_terminal_layout *layout, const struct comb_scene_cell *cell)
{
    struct comb_canvas_position at = comb_terminal_layout_position(layout, cell->at);
    switch (layout->scene->kind) {
    case COMB_SCENE_SQUARE:
        frame_square(layout, at, cell->marks & COMB_MARK_FOCUS ? 2 : 1);
        break;
    case COMB_SCENE_HEX_POINTY:
        frame_pointy(layout, at);
        break;
    case COMB_SCENE_HEX_FLAT:
        frame_flat(layout, at);
        break;
    default:
        break;
    }
}

/* ---- cells ---- */

static void fill_cell(struct comb_terminal_layout *layout, struct comb_canvas_position at, enum comb_colour paper)
{
    bool flat = layout->scene->kind == COMB_SCENE_HEX_FLAT;
    bool pointy = layout->scene->kind == COMB_SCENE_HEX_POINTY;
    for (int k = flat ? 0 : -layout->half_height; k <= layout->half_height; k++) {
        int half = pointy ? layout->half_width - abs(k) : layout->half_width;
        if (half == 0)
            continue; /* a single column in the tip would look ragged */
        comb_canvas_fill(&layout->canvas, at.column - half, at.line + k, 2 * half + 1, paper);
    }
}

/* Centres the text; if the sides do not fit, shifts all of it together. */
static void write_texts(struct comb_terminal_layout *layout, const struct comb_scene_cell *cell,
                        struct comb_canvas_position at, struct comb_canvas_style ink)
{
    struct comb_cell_texts texts = comb_cell_texts(layout, cell);
    int left = comb_canvas_columns(texts.left);
    int text = comb_canvas_columns(texts.text);
    int right = comb_canvas_columns(texts.right);
    int first = at.column - layout->half_width;
    int last = at.column + layout->half_width;
    int column = at.column - text / 2;
    if (column + text + right - 1 > last)
        column = last - text - right + 1;
    if (column - left < first)
        column = first + left;
    struct comb_canvas_style small = {ink.ink, ink.paper, false};
    comb_canvas_text(&layout->canvas, column - left, at.line, texts.left, small);
    comb_canvas_text(&layout->canvas, column, at.line, texts.text, ink);
    comb_canvas_text(&layout->canvas, column + text, at.line, texts.right, small);
}

static void write_right(struct comb_terminal_layout *layout, int last, int line, const char *text,
                        struct comb_canvas_style ink)
{
    comb_canvas_text(&layout->canvas, last - comb_canvas_columns(text) + 1, line, text, ink);
}

static void write_middle(struct comb_terminal_layout *layout, struct comb_canvas_position at, const char *text,
                         struct comb_canvas_style ink)
{
    comb_canvas_text(&layout->canvas, at.column - comb_canvas_columns(text) / 2, at.line, text, ink);
}

static struct comb_canvas_style badge_ink(const struct comb_scene_cell *cell, struct comb_canvas_style ink)
{
    if (cell->marks & COMB_MARK_PATH)
        return (struct comb_canvas_style){ink.ink, ink.paper, true};
    struct comb_paint paint = comb_role_paint(cell->badge_role);
    return (struct comb_canvas_style){paint.ink, paint.fill, true};
}

static void write_square_corners(struct comb_terminal_layout *layout, const struct comb_scene_cell *cell,
                                 struct comb_canvas_position at, struct comb_canvas_style ink)
{
    int first = at.column - layout->half_width;
    int last = at.column + layout->half_width;
    char step[16] = "";
    if (cell->step > 0)
        snprintf(step, sizeof step, "%u", cell->step);
    comb_canvas_text(&layout->canvas, first, at.line - 1, cell->badge, badge_ink(cell, ink));
    write_right(layout, last, at.line - 1, step, ink);
    comb_canvas_text(&layout->canvas, first, at.line + 1, cell->tag, ink);
    write_right(layout, last, at.line + 1, cell->value, (struct comb_canvas_style){ink.ink, ink.paper, false});
}

static void write_pointy_corners(struct comb_terminal_layout *layout, const struct comb_scene_cell *cell,
                                 struct comb_canvas_position at, struct comb_canvas_style ink)
{
    struct comb_canvas_position above = {at.column, at.line - 1};
    struct comb_canvas_position below = {at.column, at.line + 1};
    if (cell->badge[0])
        write_middle(layout, above, cell->badge, badge_ink(cell, ink));
    else
        write_middle(layout, above, cell->tag, ink);
    write_middle(layout, below, cell->value, (struct comb_canvas_style){ink.ink, ink.paper, false});
}

/* Writes a mark that had no room beside the text. */
static void write_flat_mark(struct comb_terminal_layout *layout, const struct comb_scene_cell *cell,
                            struct comb_canvas_position at, struct comb_canvas_style ink)
{
    const char *signs = comb_mark_signs(cell->marks);
    struct comb_cell_texts texts = comb_cell_texts(layout, cell);
    if (!texts.omitted)
        return;
    comb_canvas_put(&layout->canvas, at.column - layout->half_width, at.line + 1, (uint32_t)signs[0], ink);
    comb_canvas_put(&layout->canvas, at.column + layout->half_width, at.line + 1,
                    (uint32_t)(signs[1] ? signs[1] : signs[0]), ink);
}

/* Everything goes on the lower border, which belongs to this cell alone. */
static void write_flat_corners(struct comb_terminal_layout *layout, const struct comb_scene_cell *cell,
                               struct comb_canvas_position at, struct comb_canvas_style ink)
{
    const char *name = cell->tag[0] ? cell->tag : cell->badge;
    if (!name[0] && !cell->value[0])
        write_flat_mark(layout, cell, at, ink);
    if (!layout->roomy)
        return;
    if (cell->value[0])
        comb_canvas_text(&layout->canvas, at.column - layout->half_width, at.line + 1, name, ink);
    else
        write_middle(layout, (struct comb_canvas_position){at.column, at.line + 1}, name, ink);
    write_right(layout, at.column + layout->half_width, at.line + 1, cell->value, ink);
}

static void draw_cell(struct comb_terminal_layout *layout, const struct comb_scene_cell *cell)
{
    struct comb_canvas_position at = comb_terminal_layout_position(layout, cell->at);
    struct comb_canvas_style ink = cell_ink(cell);
    if (ink.paper != COMB_COLOUR_NONE)
        fill_cell(layout, at, ink.paper);
    write_texts(layout, cell, at, ink);
    if (layout->scene->kind == COMB_SCENE_HEX_FLAT)
        write_flat_corners(layout, cell, at, ink);
    else if (layout->scene->kind == COMB_SCENE_SQUARE && layout->roomy)
        write_square_corners(layout, cell, at, ink);
    else if (layout->scene->kind == COMB_SCENE_HEX_POINTY && layout->roomy)
        write_pointy_corners(layout, cell, at, ink);
}

/* ---- arrows ---- */

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

static uint32_t arrow_character(struct comb_point direction, bool unicode, bool square)
{
    static const uint16_t arrows[3][3] = {{0x2196, 0x2191, 0x2197}, {0x2190, 0x00b7, 0x2192}, {0x2199, 0x2193, 0x2198}};
    static const char plain[3][3] = {{'^', '^', '^'}, {'<', '.', '>'}, {'v', 'v', 'v'}};
    static const char slanted[3][3] = {{'\\', '^', '/'}, {'<', '.', '>'}, {'/', 'v', '\\'}};
    int row = sign(direction.y) + 1;
    int column = sign(direction.x) + 1;
    if (unicode)
        return arrows[row][column];
    return (uint32_t)(square ? slanted : plain)[row][column];
}

/* Finds where a step crosses the border between two neighbours; false if they are not neighbours. */
static bool find_crossing(struct comb_canvas_position *out, const struct comb_terminal_layout *layout,
                          struct comb_point from, struct comb_point to)
{
    int dx = to.x - from.x;
    int dy = to.y - from.y;
    struct comb_canvas_position at = comb_terminal_layout_position(layout, from);
    int offset = layout->half_width + 1;
    switch (layout->scene->kind) {
    case COMB_SCENE_SQUARE:
        *out = (struct comb_canvas_position){at.column + dx * offset, at.line + dy * (layout->half_height + 1)};
        return abs(dx) <= 1 && abs(dy) <= 1;
    case COMB_SCENE_HEX_POINTY: {
        int down = dy == 0 ? 0 : offset / 2;
        *out = (struct comb_canvas_position){at.column + sign(dx) * (offset - down), at.line + dy * down};
        return (dy == 0 && abs(dx) == 2) || (abs(dx) == 1 && abs(dy) == 1);
    }
    case COMB_SCENE_HEX_FLAT:
        *out = (struct comb_canvas_position){at.column + dx * offset, at.line + (dy > 0 ? 1 : dx == 0 ? -1 : 0)};
        return (dx == 0 && abs(dy) == 2) || (abs(dx) == 1 && abs(dy) == 1);
    default:
        return false;
    }
}

/* Two diagonals over one corner become a cross. */
static void draw_arrow(struct comb_terminal_layout *layout, struct comb_point from, struct comb_point to,
                       struct comb_paint paint)
{
    struct comb_canvas_position at;
    if (!find_crossing(&at, layout, from, to))
        return;
    struct comb_canvas_cell *canvas_cell = comb_canvas_at(&layout->canvas, at.column, at.line);
    if (!canvas_cell)
        return;
    bool square = layout->scene->kind == COMB_SCENE_SQUARE;
    bool unicode = layout->style->unicode;
    uint32_t code = arrow_character((struct comb_point){to.x - from.x, to.y - from.y}, unicode, square);
    if (square && canvas_cell->code && canvas_cell->code != code)
        code = unicode ? 0x2573 : 'X';
    enum comb_colour ink = canvas_cell->paper == COMB_COLOUR_NONE ? paint.edge : paint.ink;
    comb_canvas_put(&layout->canvas, at.column, at.line, code, (struct comb_canvas_style){.ink = ink, .bold = true});
}

static void draw_arrows(struct comb_terminal_layout *layout, const struct comb_scene_path *path)
{
    struct comb_paint paint = comb_role_paint(path->role);
    for (unsigned i = 1; i < path->count; i++)
        draw_arrow(layout, path->points[i - 1], path->points[i], paint);
    if (path->flags & COMB_PATH_CLOSED && path->count > 2)
        draw_arrow(layout, path->points[path->count - 1], path->points[0], paint);
}

/* ---- lines ---- */

/* Draws a straight line of segments, without those in the gap. If nothing is left of a short edge, draws a dot, so that
 * it differs from a missing edge. */
static void draw_segments(struct comb_terminal_layout *layout, struct comb_canvas_position from,
                          struct comb_canvas_position to, double gap, int weight, enum comb_colour ink)
{
    int dx = sign(to.column - from.column);
    int dy = sign(to.line - from.line);
    if (dx != 0 && dy != 0)
        return;
    int count = abs(to.column - from.column) + abs(to.line - from.line);
    if (gap > 0 && count == 2)
        comb_canvas_put(&layout->canvas, from.column + dx, from.line + dy, layout->style->unicode ? 0x00b7 : '.',
                        (struct comb_canvas_style){.ink = ink});
    for (int i = 0; i < count; i++) {
        double middle = (i + 0.5) / count - 0.5;
        if (gap > 0 && (middle < 0 ? -middle : middle) < gap / 2 + 0.5 / count - 1e-9)
            continue;
        int column = from.column + dx * i;
        int line = from.line + dy * i;
        comb_canvas_join(&layout->canvas, column, line, column + dx, line + dy, weight, ink);
    }
}

static void draw_tail(struct comb_terminal_layout *layout, struct comb_point point, struct comb_vec2 tail, int weight,
                      enum comb_colour ink)
{
    struct comb_canvas_position from = comb_terminal_layout_position(layout, point);
    struct comb_canvas_position segments = comb_terminal_layout_tail(layout, tail);
    struct comb_canvas_position to = {from.column + segments.column, from.line + segments.line};
    draw_segments(layout, from, to, 0, weight, ink);
}

static void draw_edge(struct comb_terminal_layout *layout, const struct comb_scene_edge *edge)
{
    enum comb_colour ink = comb_role_paint(edge->role).fill;
    draw_segments(layout, comb_terminal_layout_position(layout, edge->from),
                  comb_terminal_layout_position(layout, edge->to), edge->gap, 1, ink);
    draw_tail(layout, edge->to, edge->tail, 1, ink);
}

/* Draws suggested steps as dots, to distinguish them from the drawn line. */
static void draw_ghost(struct comb_terminal_layout *layout, const struct comb_scene_path *path)
{
    struct comb_canvas_style ink = {.ink = comb_role_paint(path->role).fill, .bold = true};
    uint32_t dot = layout->style->unicode ? 0x2022 : '*';
    for (unsigned i = 1; i < path->count; i++) {
        struct comb_canvas_position from = comb_terminal_layout_position(layout, path->points[i - 1]);
        struct comb_canvas_position to = comb_terminal_layout_position(layout, path->points[i]);
        int dx = sign(to.column - from.column), dy = sign(to.line - from.line);
        for (int k = 1; k <= abs(to.column - from.column) + abs(to.line - from.line); k++)
            comb_canvas_put(&layout->canvas, from.column + dx * k, from.line + dy * k, dot, ink);
    }
}

static void draw_line(struct comb_terminal_layout *layout, const struct comb_scene_path *path)
{
    enum comb_colour ink = comb_role_paint(path->role).fill;
    int weight = path->flags & COMB_PATH_DOUBLE ? 3 : 2;
    if (path->flags & COMB_PATH_GHOST) {
        draw_ghost(layout, path);
        return;
    }
    for (unsigned i = 1; i < path->count; i++)
        draw_segments(layout, comb_terminal_layout_position(layout, path->points[i - 1]),
                      comb_terminal_layout_position(layout, path->points[i]), 0, weight, ink);
    draw_tail(layout, path->points[path->count - 1], path->tail, weight, ink);
    if (path->flags & COMB_PATH_START) {
        struct comb_canvas_position at = comb_terminal_layout_position(layout, path->points[0]);
        comb_canvas_put(&layout->canvas, at.column, at.line, layout->style->unicode ? 0x25cf : 'O',
                        (struct comb_canvas_style){.ink = ink, .bold = true});
    }
}

static void draw_disc(struct comb_terminal_layout *layout, const struct comb_scene_disc *disc)
{
    struct comb_canvas_position at = comb_terminal_layout_position(layout, disc->at);
    const char *glyph = disc->glyph[0] ? disc->glyph : layout->style->unicode ? "○" : "o";
    write_middle(layout, at, glyph, (struct comb_canvas_style){.ink = comb_role_paint(disc->role).fill, .bold = true});
}

/* ---- shapes and notes ---- */

/* Dots are dark on light rails, but characters are on the panel itself and must be light. */
static enum comb_colour shape_colour(const struct comb_scene_shape *shape)
{
    struct comb_paint paint = comb_role_paint(shape->role);
    if (shape->role == COMB_ROLE_SYM_DOT)
        return COMB_COLOUR_SYM_WHITE;
    return paint.edge != COMB_COLOUR_NONE ? paint.edge : paint.fill;
}

static bool is_block_element(uint32_t code)
{
    return code >= 0x2580 && code <= 0x259f;
}

/* Writes one line of a block. A letter between block elements gets their colour as its background. */
static void write_block_line(struct comb_terminal_layout *layout, struct comb_canvas_position at, const char *text,
                             size_t length, struct comb_canvas_style ink)
{
    uint32_t codes[COMB_SCENE_BLOCK_COLUMNS + 2] = {0};
    int count = 0;
    for (size_t size = 1; length > 0 && count < COMB_SCENE_BLOCK_COLUMNS; text += size, length -= size) {
        size = comb_utf8_decode(&codes[count + 1], text, length);
        size = size ? size : 1;
        count++;
    }
    for (int i = 1; i <= count; i++) {
        bool inside = !is_block_element(codes[i]) && is_block_element(codes[i - 1]) && is_block_element(codes[i + 1]);
        struct comb_canvas_style cell_style =
            inside ? (struct comb_canvas_style){COMB_COLOUR_PANEL, ink.ink, true} : ink;
        if (codes[i] != ' ')
            comb_canvas_put(&layout->canvas, at.column + i - 1, at.line, codes[i], cell_style);
    }
}

static void write_block(struct comb_terminal_layout *layout, struct comb_canvas_position at, const char *text,
                        struct comb_canvas_style ink)
{
    int lines = 1;
    size_t widest = 0;
    for (const char *line = text; *line; line += strcspn(line, "\n") + (line[strcspn(line, "\n")] != '\0')) {
        size_t columns = comb_utf8_columns(line, strcspn(line, "\n"));
        widest = columns > widest ? columns : widest;
        lines += line[strcspn(line, "\n")] != '\0';
    }
    at.line -= lines / 2;
    at.column -= (int)widest / 2;
    for (int i = 0; i < lines; i++, at.line++) {
        size_t length = strcspn(text, "\n");
        write_block_line(layout, at, text, length, ink);
        text += length + (text[length] != '\0');
    }
}

/* Puts marks on either side of a symbol, at its cell's walls. */
static void write_block_marks(struct comb_terminal_layout *layout, const struct comb_scene_shape *shape)
{
    const char *signs = shape->marks & COMB_MARK_WRONG       ? "!!"
                        : shape->marks & COMB_MARK_REASON    ? "><"
                        : shape->marks & COMB_MARK_CANCELLED ? "()"
                                                             : "";
    if (!signs[0])
        return;
    struct comb_canvas_position at = comb_terminal_layout_position(layout, shape->at);
    bool wrong = shape->marks & COMB_MARK_WRONG;
    struct comb_canvas_style ink = {.ink = wrong ? COMB_COLOUR_PANEL_WRONG : COMB_COLOUR_SYM_WHITE, .bold = true};
    comb_canvas_put(&layout->canvas, at.column - layout->half_width, at.line, (uint32_t)signs[0], ink);
    comb_canvas_put(&layout->canvas, at.column + layout->half_width, at.line, (uint32_t)signs[1], ink);
}

static bool draw_block(struct comb_terminal_layout *layout, const struct comb_scene_shape *shape)
{
    const char *block = layout->style->unicode ? shape->block : shape->block_plain;
    if (!layout->roomy || layout->scene->kind != COMB_SCENE_PANEL || !block[0])
        return false;
    write_block(layout, comb_terminal_layout_position(layout, shape->at), block,
                (struct comb_canvas_style){.ink = shape_colour(shape), .bold = true});
    write_block_marks(layout, shape);
    return true;
}

static void draw_shape(struct comb_terminal_layout *layout, const struct comb_scene_shape *shape)
{
    if (draw_block(layout, shape))
        return;
    const char *glyph = layout->style->unicode || !shape->plain[0] ? shape->glyph : shape->plain;
    char text[64];
    bool cancelled = shape->marks & COMB_MARK_CANCELLED;
    bool wrong = shape->marks & COMB_MARK_WRONG;
    bool reason = shape->marks & COMB_MARK_REASON;
    snprintf(text, sizeof text, cancelled ? "(%s)" : wrong ? "!%s!" : reason ? ">%s<" : "%s", glyph);
    write_middle(layout, comb_terminal_layout_position(layout, shape->at), text,
                 (struct comb_canvas_style){.ink = shape_colour(shape), .bold = true});
}

/* Rounds the angle to one of eight directions; 0 degrees is down. */
static struct comb_point note_direction(int angle)
{
    static const struct comb_point directions[8] = {{0, 1},  {-1, 1}, {-1, 0}, {-1, -1},
                                                    {0, -1}, {1, -1}, {1, 0},  {1, 1}};
    int turned = (angle % 360 + 360) % 360;
    return directions[turned < 15 || turned > 345 ? 0
                      : turned < 75               ? 1
                      : turned <= 105             ? 2
                      : turned < 165              ? 3
                      : turned <= 195             ? 4
                      : turned < 255              ? 5
                      : turned <= 285             ? 6
                                                  : 7];
}

static void draw_note(struct comb_terminal_layout *layout, const struct comb_scene_note *note)
{
    bool dim = note->marks & COMB_MARK_DIM;
    struct comb_canvas_position at = comb_terminal_layout_position(layout, note->at);
    struct comb_paint paint = dim ? comb_role_paint_dim(note->role) : comb_role_paint(note->role);
    struct comb_canvas_style ink = {.ink = paint.ink, .bold = !dim};
    char text[160];
    bool reason = note->marks & COMB_MARK_REASON && !note->tag[0];
    snprintf(text, sizeof text, note->tag[0] ? "%s:%s" : reason ? "(%s%s)" : "%s%s", note->tag, note->text);
    write_middle(layout, at, text, ink);
    if (!note->arrow)
        return;
    struct comb_point direction = note_direction(note->angle);
    int beside = direction.y == 0 ? comb_canvas_columns(text) / 2 + 1 : 1;
    comb_canvas_put(&layout->canvas, at.column + direction.x * beside, at.line + direction.y,
                    arrow_character(direction, layout->style->unicode, false),
                    (struct comb_canvas_style){.ink = COMB_COLOUR_EDGE});
}

/* ---- parts of a panel ---- */

/* Hatches holes; puts dots in the corners of marked cells where colours cannot show the wash. */
static void draw_panel_cell(struct comb_terminal_layout *layout, const struct comb_scene_cell *cell)
{
    struct comb_canvas_position at = comb_terminal_layout_position(layout, cell->at);
    bool unicode = layout->style->unicode;
    bool hole = cell->role == COMB_ROLE_EMPTY;
    if (!hole && !(cell->marks & (COMB_MARK_CONSIDERED | COMB_MARK_WRONG)))
        return;
    struct comb_canvas_style ink = {.ink = COMB_COLOUR_PANEL_LINE};
    uint32_t code = hole ? (unicode ? 0x2591 : ':') : (unicode ? 0x00b7 : '.');
    for (int line = at.line - layout->half_height; line <= at.line + layout->half_height; line++) {
        comb_canvas_fill(&layout->canvas, at.column - layout->half_width, line, 2 * layout->half_width + 1,
                         hole ? COMB_COLOUR_PANEL_HOLE : COMB_COLOUR_PANEL_WASH);
        for (int column = at.column - layout->half_width; column <= at.column + layout->half_width; column++) {
            bool corner = abs(column - at.column) == layout->half_width && abs(line - at.line) == layout->half_height;
            if (hole || corner)
                comb_canvas_put(&layout->canvas, column, line, code, ink);
        }
    }
}

/* Draws an edge decided by a hint as dashes, to distinguish it from the drawn line. */
static void draw_marked_edge(struct comb_terminal_layout *layout, const struct comb_scene_edge *edge)
{
    struct comb_canvas_position from = comb_terminal_layout_position(layout, edge->from);
    struct comb_canvas_position to = comb_terminal_layout_position(layout, edge->to);
    int dx = sign(to.column - from.column);
    int dy = sign(to.line - from.line);
    bool unicode = layout->style->unicode;
    struct comb_canvas_style ink = {.ink = COMB_COLOUR_PANEL_LIT, .bold = true};
    if (edge->marks & COMB_MARK_TARGET && (dx == 0) != (dy == 0)) {
        uint32_t dash = !unicode ? '*' : dx != 0 ? 0x254d : 0x254f;
        for (int i = 1; i < abs(to.column - from.column) + abs(to.line - from.line); i++)
            comb_canvas_put(&layout->canvas, from.column + dx * i, from.line + dy * i, dash, ink);
    }
    ink.ink = COMB_COLOUR_PANEL_WRONG;
    if (edge->marks & COMB_MARK_WRONG)
        comb_canvas_put(&layout->canvas, (from.column + to.column) / 2, (from.line + to.line) / 2, '!', ink);
}

/* ---- whole board ---- */

static void fill_panel(struct comb_terminal_layout *layout)
{
    if (layout->scene->kind != COMB_SCENE_PANEL)
        return;
    struct comb_canvas *canvas = &layout->canvas;
    for (int line = canvas->top; line < canvas->top + canvas->height; line++)
        comb_canvas_fill(canvas, canvas->left, line, canvas->width, COMB_COLOUR_PANEL);
}

static void draw_board(struct comb_terminal_layout *layout)
{
    const struct comb_scene *scene = layout->scene;
    bool panel = scene->kind == COMB_SCENE_PANEL;
    fill_panel(layout);
    for (size_t i = 0; i < scene->cells.count; i++)
        (panel ? draw_panel_cell : draw_frame)(layout, &scene->cells.items[i]);
    for (size_t i = 0; i < scene->edges.count; i++)
        draw_edge(layout, &scene->edges.items[i]);
    for (size_t i = 0; i < scene->discs.count; i++)
        draw_disc(layout, &scene->discs.items[i]);
    for (size_t i = 0; i < scene->cells.count; i++)
        if (!panel || scene->cells.items[i].text[0])
            draw_cell(layout, &scene->cells.items[i]);
    for (size_t i = 0; i < scene->paths.count; i++)
        (panel ? draw_line : draw_arrows)(layout, &scene->paths.items[i]);
    for (size_t i = 0; i < scene->edges.count; i++)
        draw_marked_edge(layout, &scene->edges.items[i]);
    for (size_t i = 0; i < scene->shapes.count; i++)
        draw_shape(layout, &scene->shapes.items[i]);
    for (size_t i = 0; i < scene->notes.count; i++)
        draw_note(layout, &scene->notes.items[i]);
}

static void print_title(struct comb_buf *out, const struct comb_terminal_layout *layout)
{
    const char *title = layout->scene->title;
    if (!title[0])
        return;
    comb_terminal_line(out, title, strlen(title), (struct comb_canvas_style){.ink = COMB_COLOUR_INK, .bold = true},
                       layout->style);
    comb_buf_char(out, '\n');
}

static void print_captions(struct comb_buf *out, const struct comb_terminal_layout *layout)
{
    size_t columns = layout->style->width > 0 ? layout->style->width : SIZE_MAX;
    for (size_t i = 0; i < layout->scene->captions.count; i++) {
        const struct comb_scene_caption *caption = &layout->scene->captions.items[i];
        const char *rest = caption->text;
        if (i == 0)
            comb_buf_char(out, '\n');
        do {
            const char *start = rest;
            size_t length = comb_text_wrap(&rest, columns);
            struct comb_canvas_style ink = {.ink = comb_role_paint(caption->role).ink};
            comb_terminal_line(out, start, length, ink, layout->style);
        } while (*rest != '\0');
    }
}

int comb_render_terminal(struct comb_buf *out, const struct comb_scene *scene, const struct comb_terminal_style *style,
                         struct comb_error *err)
{
    assert(scene->finished);
    struct comb_terminal_layout layout = {.scene = scene, .style = style};
    comb_terminal_layout_measure(&layout);
    int code = comb_terminal_layout_open_canvas(&layout, err);
    if (code != COMB_OK)
        return code;
    draw_board(&layout);
    print_title(out, &layout);
    comb_canvas_print(out, &layout.canvas, style);
    print_captions(out, &layout);
    comb_canvas_free(&layout.canvas);
    return out->failed ? comb_fail_memory(err) : COMB_OK;
}
