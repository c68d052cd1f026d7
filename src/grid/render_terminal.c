/* Boards in characters.
 *
 *     squares            pointy top           flat top              a panel
 *     +---+---+           / \ / \                 ___               +---+   #####
 *     | B | M |          | L | P |            ___/ I \___           |   | @     #
 *     +---+---+         / \ / \ / \          / N \___/ Y \          +   +   O####
 *     | O | A |        | E | A | S |         \___/ O \___/
 *     +---+---+         \ / \ / \ /              \___/
 *
 * A step to a neighbour is a whole number of columns and lines for every kind, so that all frames share their borders.
 * What colours say is said by characters too: the way of a word by numbers and by arrows on the borders that it
 * crosses, players by signs beside the letter, a panel's line by heavy strokes. Cost: linear in the area of the sheet.
 */
#include "grid/render.h"

#include "base/text.h"
#include "grid/scene_geometry.h"
#include "grid/terminal_layout.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct comb_ink frame_ink = {.ink = COMB_COLOUR_TILE_EDGE};

static struct comb_paint cell_paint(const struct comb_scene_cell *cell)
{
    if (cell->marks & COMB_MARK_PATH)
        return comb_role_paint_on_path(cell->role);
    return cell->marks & COMB_MARK_DIM ? comb_role_paint_quiet(cell->role) : comb_role_paint(cell->role);
}

/* A plain tile has the terminal's own colours; what plays no part has no paper, so that the rest stands out. */
static struct comb_ink cell_ink(const struct comb_scene_cell *cell)
{
    struct comb_paint paint = cell_paint(cell);
    if (cell->marks & COMB_MARK_DIM && !(cell->marks & COMB_MARK_PATH))
        return (struct comb_ink){.ink = cell->text[0] ? paint.ink : paint.edge};
    bool filled = paint.fill != COMB_COLOUR_TILE;
    return (struct comb_ink){paint.ink, filled ? paint.fill : COMB_COLOUR_NONE, true};
}

/* ---- frames ---- */

static void frame_square(struct comb_sheet *sheet, struct comb_seat seat, int weight)
{
    int left = seat.column - sheet->half - 1;
    int right = seat.column + sheet->half + 1;
    int top = seat.line - sheet->rise - 1;
    int bottom = seat.line + sheet->rise + 1;
    for (int column = left; column < right; column++) {
        comb_canvas_join(&sheet->canvas, column, top, column + 1, top, weight, frame_ink.ink);
        comb_canvas_join(&sheet->canvas, column, bottom, column + 1, bottom, weight, frame_ink.ink);
    }
    for (int line = top; line < bottom; line++) {
        comb_canvas_join(&sheet->canvas, left, line, left, line + 1, weight, frame_ink.ink);
        comb_canvas_join(&sheet->canvas, right, line, right, line + 1, weight, frame_ink.ink);
    }
}

static void frame_pointy(struct comb_sheet *sheet, struct comb_seat seat)
{
    uint32_t up = sheet->style->unicode ? 0x2571 : '/';
    uint32_t down = sheet->style->unicode ? 0x2572 : '\\';
    uint32_t wall = sheet->style->unicode ? 0x2502 : '|';
    struct comb_canvas *canvas = &sheet->canvas;
    int reach = sheet->half + 1;
    comb_canvas_put(canvas, seat.column - reach, seat.line, wall, frame_ink);
    comb_canvas_put(canvas, seat.column + reach, seat.line, wall, frame_ink);
    for (int k = 1; k < reach; k++) {
        comb_canvas_put(canvas, seat.column - reach + k, seat.line - k, up, frame_ink);
        comb_canvas_put(canvas, seat.column + reach - k, seat.line - k, down, frame_ink);
        comb_canvas_put(canvas, seat.column - reach + k, seat.line + k, down, frame_ink);
        comb_canvas_put(canvas, seat.column + reach - k, seat.line + k, up, frame_ink);
    }
}

static void frame_flat(struct comb_sheet *sheet, struct comb_seat seat)
{
    uint32_t up = sheet->style->unicode ? 0x2571 : '/';
    uint32_t down = sheet->style->unicode ? 0x2572 : '\\';
    struct comb_canvas *canvas = &sheet->canvas;
    int reach = sheet->half + 1;
    for (int column = seat.column - sheet->half; column <= seat.column + sheet->half; column++) {
        comb_canvas_put(canvas, column, seat.line - 1, '_', frame_ink);
        comb_canvas_put(canvas, column, seat.line + 1, '_', frame_ink);
    }
    comb_canvas_put(canvas, seat.column - reach, seat.line, up, frame_ink);
    comb_canvas_put(canvas, seat.column + reach, seat.line, down, frame_ink);
    comb_canvas_put(canvas, seat.column - reach, seat.line + 1, down, frame_ink);
    comb_canvas_put(canvas, seat.column + reach, seat.line + 1, up, frame_ink);
}

static void draw_frame(struct comb_sheet *sheet, const struct comb_scene_cell *cell)
{
    struct comb_seat seat = comb_sheet_seat(sheet, cell->at);
    switch (sheet->scene->kind) {
    case COMB_SCENE_SQUARE:
        frame_square(sheet, seat, cell->marks & COMB_MARK_FOCUS ? 2 : 1);
        break;
    case COMB_SCENE_HEX_POINTY:
        frame_pointy(sheet, seat);
        break;
    case COMB_SCENE_HEX_FLAT:
        frame_flat(sheet, seat);
        break;
    default:
        break;
    }
}

/* ---- cells ---- */

static void fill_cell(struct comb_sheet *sheet, struct comb_seat seat, enum comb_colour paper)
{
    bool flat = sheet->scene->kind == COMB_SCENE_HEX_FLAT;
    bool pointy = sheet->scene->kind == COMB_SCENE_HEX_POINTY;
    for (int k = flat ? 0 : -sheet->rise; k <= sheet->rise; k++) {
        int half = pointy ? sheet->half - abs(k) : sheet->half;
        if (half == 0)
            continue; /* a single column in the tip would only look ragged */
        comb_canvas_fill(&sheet->canvas, seat.column - half, seat.line + k, 2 * half + 1, paper);
    }
}

/* The text in the middle of the cell; when there is not room for both sides, all of it together. */
static void write_words(struct comb_sheet *sheet, const struct comb_scene_cell *cell, struct comb_seat seat,
                        struct comb_ink ink)
{
    struct comb_cell_words words = comb_cell_words(sheet, cell);
    int left = comb_canvas_columns(words.left);
    int text = comb_canvas_columns(words.text);
    int right = comb_canvas_columns(words.right);
    int first = seat.column - sheet->half;
    int last = seat.column + sheet->half;
    int column = seat.column - text / 2;
    if (column + text + right - 1 > last)
        column = last - text - right + 1;
    if (column - left < first)
        column = first + left;
    struct comb_ink small = {ink.ink, ink.paper, false};
    comb_canvas_text(&sheet->canvas, column - left, seat.line, words.left, small);
    comb_canvas_text(&sheet->canvas, column, seat.line, words.text, ink);
    comb_canvas_text(&sheet->canvas, column + text, seat.line, words.right, small);
}

static void write_right(struct comb_sheet *sheet, int last, int line, const char *text, struct comb_ink ink)
{
    comb_canvas_text(&sheet->canvas, last - comb_canvas_columns(text) + 1, line, text, ink);
}

static void write_middle(struct comb_sheet *sheet, struct comb_seat seat, const char *text, struct comb_ink ink)
{
    comb_canvas_text(&sheet->canvas, seat.column - comb_canvas_columns(text) / 2, seat.line, text, ink);
}

static struct comb_ink badge_ink(const struct comb_scene_cell *cell, struct comb_ink ink)
{
    if (cell->marks & COMB_MARK_PATH)
        return (struct comb_ink){ink.ink, ink.paper, true};
    struct comb_paint paint = comb_role_paint(cell->badge_role);
    return (struct comb_ink){paint.ink, paint.fill, true};
}

static void write_square_corners(struct comb_sheet *sheet, const struct comb_scene_cell *cell, struct comb_seat seat,
                                 struct comb_ink ink)
{
    int first = seat.column - sheet->half;
    int last = seat.column + sheet->half;
    char step[16] = "";
    if (cell->step > 0)
        snprintf(step, sizeof step, "%u", cell->step);
    comb_canvas_text(&sheet->canvas, first, seat.line - 1, cell->badge, badge_ink(cell, ink));
    write_right(sheet, last, seat.line - 1, step, ink);
    comb_canvas_text(&sheet->canvas, first, seat.line + 1, cell->tag, ink);
    write_right(sheet, last, seat.line + 1, cell->value, (struct comb_ink){ink.ink, ink.paper, false});
}

static void write_pointy_corners(struct comb_sheet *sheet, const struct comb_scene_cell *cell, struct comb_seat seat,
                                 struct comb_ink ink)
{
    struct comb_seat above = {seat.column, seat.line - 1};
    struct comb_seat below = {seat.column, seat.line + 1};
    if (cell->badge[0])
        write_middle(sheet, above, cell->badge, badge_ink(cell, ink));
    else
        write_middle(sheet, above, cell->tag, ink);
    write_middle(sheet, below, cell->value, (struct comb_ink){ink.ink, ink.paper, false});
}

/* A mark that found no room beside the text. */
static void write_flat_mark(struct comb_sheet *sheet, const struct comb_scene_cell *cell, struct comb_seat seat,
                            struct comb_ink ink)
{
    const char *signs = comb_mark_signs(cell->marks);
    struct comb_cell_words words = comb_cell_words(sheet, cell);
    if (!words.left_out)
        return;
    comb_canvas_put(&sheet->canvas, seat.column - sheet->half, seat.line + 1, (uint32_t)signs[0], ink);
    comb_canvas_put(&sheet->canvas, seat.column + sheet->half, seat.line + 1,
                    (uint32_t)(signs[1] ? signs[1] : signs[0]), ink);
}

/* All on the lower border, which a flat-top cell has to itself. */
static void write_flat_corners(struct comb_sheet *sheet, const struct comb_scene_cell *cell, struct comb_seat seat,
                               struct comb_ink ink)
{
    const char *name = cell->tag[0] ? cell->tag : cell->badge;
    if (!name[0] && !cell->value[0])
        write_flat_mark(sheet, cell, seat, ink);
    if (!sheet->roomy)
        return;
    if (cell->value[0])
        comb_canvas_text(&sheet->canvas, seat.column - sheet->half, seat.line + 1, name, ink);
    else
        write_middle(sheet, (struct comb_seat){seat.column, seat.line + 1}, name, ink);
    write_right(sheet, seat.column + sheet->half, seat.line + 1, cell->value, ink);
}

static void draw_cell(struct comb_sheet *sheet, const struct comb_scene_cell *cell)
{
    struct comb_seat seat = comb_sheet_seat(sheet, cell->at);
    struct comb_ink ink = cell_ink(cell);
    if (ink.paper != COMB_COLOUR_NONE)
        fill_cell(sheet, seat, ink.paper);
    write_words(sheet, cell, seat, ink);
    if (sheet->scene->kind == COMB_SCENE_HEX_FLAT)
        write_flat_corners(sheet, cell, seat, ink);
    else if (sheet->scene->kind == COMB_SCENE_SQUARE && sheet->roomy)
        write_square_corners(sheet, cell, seat, ink);
    else if (sheet->scene->kind == COMB_SCENE_HEX_POINTY && sheet->roomy)
        write_pointy_corners(sheet, cell, seat, ink);
}

/* ---- arrows ---- */

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

static uint32_t arrow(struct comb_point way, bool unicode, bool square)
{
    static const uint16_t arrows[3][3] = {{0x2196, 0x2191, 0x2197}, {0x2190, 0x00b7, 0x2192}, {0x2199, 0x2193, 0x2198}};
    static const char plain[3][3] = {{'^', '^', '^'}, {'<', '.', '>'}, {'v', 'v', 'v'}};
    static const char slanted[3][3] = {{'\\', '^', '/'}, {'<', '.', '>'}, {'/', 'v', '\\'}};
    int row = sign(way.y) + 1;
    int column = sign(way.x) + 1;
    if (unicode)
        return arrows[row][column];
    return (uint32_t)(square ? slanted : plain)[row][column];
}

/* Where the border between two neighbours is crossed; false when they are none. */
static bool crossing(struct comb_seat *out, const struct comb_sheet *sheet, struct comb_point from,
                     struct comb_point to)
{
    int dx = to.x - from.x;
    int dy = to.y - from.y;
    struct comb_seat seat = comb_sheet_seat(sheet, from);
    int reach = sheet->half + 1;
    switch (sheet->scene->kind) {
    case COMB_SCENE_SQUARE:
        *out = (struct comb_seat){seat.column + dx * reach, seat.line + dy * (sheet->rise + 1)};
        return abs(dx) <= 1 && abs(dy) <= 1;
    case COMB_SCENE_HEX_POINTY: {
        int down = dy == 0 ? 0 : reach / 2;
        *out = (struct comb_seat){seat.column + sign(dx) * (reach - down), seat.line + dy * down};
        return (dy == 0 && abs(dx) == 2) || (abs(dx) == 1 && abs(dy) == 1);
    }
    case COMB_SCENE_HEX_FLAT:
        *out = (struct comb_seat){seat.column + dx * reach, seat.line + (dy > 0 ? 1 : dx == 0 ? -1 : 0)};
        return (dx == 0 && abs(dy) == 2) || (abs(dx) == 1 && abs(dy) == 1);
    default:
        return false;
    }
}

/* Two diagonals over one corner make a cross. */
static void draw_arrow(struct comb_sheet *sheet, struct comb_point from, struct comb_point to, struct comb_paint paint)
{
    struct comb_seat seat;
    if (!crossing(&seat, sheet, from, to))
        return;
    struct comb_canvas_place *place = comb_canvas_at(&sheet->canvas, seat.column, seat.line);
    if (!place)
        return;
    bool square = sheet->scene->kind == COMB_SCENE_SQUARE;
    bool unicode = sheet->style->unicode;
    uint32_t code = arrow((struct comb_point){to.x - from.x, to.y - from.y}, unicode, square);
    if (square && place->code && place->code != code)
        code = unicode ? 0x2573 : 'X';
    enum comb_colour ink = place->paper == COMB_COLOUR_NONE ? paint.edge : paint.ink;
    comb_canvas_put(&sheet->canvas, seat.column, seat.line, code, (struct comb_ink){.ink = ink, .bold = true});
}

static void draw_arrows(struct comb_sheet *sheet, const struct comb_scene_path *path)
{
    struct comb_paint paint = comb_role_paint(path->role);
    for (unsigned i = 1; i < path->count; i++)
        draw_arrow(sheet, path->points[i - 1], path->points[i], paint);
    if (path->flags & COMB_PATH_CLOSED && path->count > 2)
        draw_arrow(sheet, path->points[path->count - 1], path->points[0], paint);
}

/* ---- lines ---- */

/* A straight line of segments; those in the middle that make up the gap are left out. An edge so short that nothing is
 * left becomes a dot, to be told from no edge at all. */
static void draw_segments(struct comb_sheet *sheet, struct comb_seat from, struct comb_seat to, double gap, int weight,
                          enum comb_colour ink)
{
    int dx = sign(to.column - from.column);
    int dy = sign(to.line - from.line);
    if (dx != 0 && dy != 0)
        return;
    int count = abs(to.column - from.column) + abs(to.line - from.line);
    if (gap > 0 && count == 2)
        comb_canvas_put(&sheet->canvas, from.column + dx, from.line + dy, sheet->style->unicode ? 0x00b7 : '.',
                        (struct comb_ink){.ink = ink});
    for (int i = 0; i < count; i++) {
        double middle = (i + 0.5) / count - 0.5;
        if (gap > 0 && (middle < 0 ? -middle : middle) < gap / 2 + 0.5 / count - 1e-9)
            continue;
        int column = from.column + dx * i;
        int line = from.line + dy * i;
        comb_canvas_join(&sheet->canvas, column, line, column + dx, line + dy, weight, ink);
    }
}

static void draw_tail(struct comb_sheet *sheet, struct comb_point point, struct comb_spot tail, int weight,
                      enum comb_colour ink)
{
    struct comb_seat from = comb_sheet_seat(sheet, point);
    struct comb_seat segments = comb_sheet_tail(sheet, tail);
    struct comb_seat to = {from.column + segments.column, from.line + segments.line};
    draw_segments(sheet, from, to, 0, weight, ink);
}

static void draw_edge(struct comb_sheet *sheet, const struct comb_scene_edge *edge)
{
    enum comb_colour ink = comb_role_paint(edge->role).fill;
    draw_segments(sheet, comb_sheet_seat(sheet, edge->from), comb_sheet_seat(sheet, edge->to), edge->gap, 1, ink);
    draw_tail(sheet, edge->to, edge->tail, 1, ink);
}

static void draw_line(struct comb_sheet *sheet, const struct comb_scene_path *path)
{
    enum comb_colour ink = comb_role_paint(path->role).fill;
    int weight = path->flags & COMB_PATH_DOUBLE ? 3 : 2;
    for (unsigned i = 1; i < path->count; i++)
        draw_segments(sheet, comb_sheet_seat(sheet, path->points[i - 1]), comb_sheet_seat(sheet, path->points[i]), 0,
                      weight, ink);
    draw_tail(sheet, path->points[path->count - 1], path->tail, weight, ink);
    if (path->flags & COMB_PATH_START) {
        struct comb_seat seat = comb_sheet_seat(sheet, path->points[0]);
        comb_canvas_put(&sheet->canvas, seat.column, seat.line, sheet->style->unicode ? 0x25cf : 'O',
                        (struct comb_ink){.ink = ink, .bold = true});
    }
}

static void draw_disc(struct comb_sheet *sheet, const struct comb_scene_disc *disc)
{
    struct comb_seat seat = comb_sheet_seat(sheet, disc->at);
    const char *glyph = disc->glyph[0] ? disc->glyph : sheet->style->unicode ? "○" : "o";
    write_middle(sheet, seat, glyph, (struct comb_ink){.ink = comb_role_paint(disc->role).fill, .bold = true});
}

/* ---- shapes and notes ---- */

/* Dots are dark on light rails; characters stand on the panel itself and must be light there. */
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

/* One line of a block. A letter between block elements has their colour for its paper. */
static void write_block_line(struct comb_sheet *sheet, struct comb_seat seat, const char *text, size_t length,
                             struct comb_ink ink)
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
        struct comb_ink own = inside ? (struct comb_ink){COMB_COLOUR_PANEL, ink.ink, true} : ink;
        if (codes[i] != ' ')
            comb_canvas_put(&sheet->canvas, seat.column + i - 1, seat.line, codes[i], own);
    }
}

static void write_block(struct comb_sheet *sheet, struct comb_seat seat, const char *text, struct comb_ink ink)
{
    int lines = 1;
    size_t widest = 0;
    for (const char *line = text; *line; line += strcspn(line, "\n") + (line[strcspn(line, "\n")] != '\0')) {
        size_t columns = comb_utf8_columns(line, strcspn(line, "\n"));
        widest = columns > widest ? columns : widest;
        lines += line[strcspn(line, "\n")] != '\0';
    }
    seat.line -= lines / 2;
    seat.column -= (int)widest / 2;
    for (int i = 0; i < lines; i++, seat.line++) {
        size_t length = strcspn(text, "\n");
        write_block_line(sheet, seat, text, length, ink);
        text += length + (text[length] != '\0');
    }
}

/* On either side of a symbol, at the walls of its cell. */
static void write_block_marks(struct comb_sheet *sheet, const struct comb_scene_shape *shape)
{
    const char *signs = shape->marks & COMB_MARK_WRONG ? "!!"
                        : shape->marks & COMB_MARK_WHY ? "><"
                        : shape->marks & COMB_MARK_OFF ? "()"
                                                       : "";
    if (!signs[0])
        return;
    struct comb_seat seat = comb_sheet_seat(sheet, shape->at);
    bool wrong = shape->marks & COMB_MARK_WRONG;
    struct comb_ink ink = {.ink = wrong ? COMB_COLOUR_PANEL_WRONG : COMB_COLOUR_SYM_WHITE, .bold = true};
    comb_canvas_put(&sheet->canvas, seat.column - sheet->half, seat.line, (uint32_t)signs[0], ink);
    comb_canvas_put(&sheet->canvas, seat.column + sheet->half, seat.line, (uint32_t)signs[1], ink);
}

static bool draw_block(struct comb_sheet *sheet, const struct comb_scene_shape *shape)
{
    const char *block = sheet->style->unicode ? shape->block : shape->block_plain;
    if (!sheet->roomy || sheet->scene->kind != COMB_SCENE_PANEL || !block[0])
        return false;
    write_block(sheet, comb_sheet_seat(sheet, shape->at), block,
                (struct comb_ink){.ink = shape_colour(shape), .bold = true});
    write_block_marks(sheet, shape);
    return true;
}

static void draw_shape(struct comb_sheet *sheet, const struct comb_scene_shape *shape)
{
    if (draw_block(sheet, shape))
        return;
    const char *glyph = sheet->style->unicode || !shape->plain[0] ? shape->glyph : shape->plain;
    char text[64];
    bool off = shape->marks & COMB_MARK_OFF;
    bool wrong = shape->marks & COMB_MARK_WRONG;
    bool why = shape->marks & COMB_MARK_WHY;
    snprintf(text, sizeof text, off ? "(%s)" : wrong ? "!%s!" : why ? ">%s<" : "%s", glyph);
    write_middle(sheet, comb_sheet_seat(sheet, shape->at), text,
                 (struct comb_ink){.ink = shape_colour(shape), .bold = true});
}

/* Eight directions, from the angle at which "down" points along the line. */
static struct comb_point note_way(int angle)
{
    static const struct comb_point ways[8] = {{0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}};
    int turned = (angle % 360 + 360) % 360;
    return ways[turned < 15 || turned > 345 ? 0
                : turned < 75               ? 1
                : turned <= 105             ? 2
                : turned < 165              ? 3
                : turned <= 195             ? 4
                : turned < 255              ? 5
                : turned <= 285             ? 6
                                            : 7];
}

static void draw_note(struct comb_sheet *sheet, const struct comb_scene_note *note)
{
    bool quiet = note->marks & COMB_MARK_DIM;
    struct comb_seat seat = comb_sheet_seat(sheet, note->at);
    struct comb_paint paint = quiet ? comb_role_paint_quiet(note->role) : comb_role_paint(note->role);
    struct comb_ink ink = {.ink = paint.ink, .bold = !quiet};
    char text[160];
    snprintf(text, sizeof text, note->tag[0] ? "%s:%s" : "%s%s", note->tag, note->text);
    write_middle(sheet, seat, text, ink);
    if (!note->arrow)
        return;
    struct comb_point way = note_way(note->angle);
    int beside = way.y == 0 ? comb_canvas_columns(text) / 2 + 1 : 1;
    comb_canvas_put(&sheet->canvas, seat.column + way.x * beside, seat.line + way.y,
                    arrow(way, sheet->style->unicode, false), (struct comb_ink){.ink = COMB_COLOUR_EDGE});
}

/* ---- parts of a panel ---- */

/* A hole is hatched; a marked cell has dots in its corners where colours cannot show the wash. */
static void draw_panel_cell(struct comb_sheet *sheet, const struct comb_scene_cell *cell)
{
    struct comb_seat seat = comb_sheet_seat(sheet, cell->at);
    bool unicode = sheet->style->unicode;
    bool hole = cell->role == COMB_ROLE_EMPTY;
    if (!hole && !(cell->marks & (COMB_MARK_MAYBE | COMB_MARK_WRONG)))
        return;
    struct comb_ink ink = {.ink = COMB_COLOUR_PANEL_LINE};
    uint32_t code = hole ? (unicode ? 0x2591 : ':') : (unicode ? 0x00b7 : '.');
    for (int line = seat.line - sheet->rise; line <= seat.line + sheet->rise; line++) {
        comb_canvas_fill(&sheet->canvas, seat.column - sheet->half, line, 2 * sheet->half + 1,
                         hole ? COMB_COLOUR_PANEL_HOLE : COMB_COLOUR_PANEL_WASH);
        for (int column = seat.column - sheet->half; column <= seat.column + sheet->half; column++) {
            bool corner = abs(column - seat.column) == sheet->half && abs(line - seat.line) == sheet->rise;
            if (hole || corner)
                comb_canvas_put(&sheet->canvas, column, line, code, ink);
        }
    }
}

/* What a hint decides: dashes, to be told from the drawn line. */
static void draw_marked_edge(struct comb_sheet *sheet, const struct comb_scene_edge *edge)
{
    struct comb_seat from = comb_sheet_seat(sheet, edge->from);
    struct comb_seat to = comb_sheet_seat(sheet, edge->to);
    int dx = sign(to.column - from.column);
    int dy = sign(to.line - from.line);
    bool unicode = sheet->style->unicode;
    struct comb_ink ink = {.ink = COMB_COLOUR_PANEL_LIT, .bold = true};
    if (edge->marks & COMB_MARK_AIM && (dx == 0) != (dy == 0)) {
        uint32_t dash = !unicode ? '*' : dx != 0 ? 0x254d : 0x254f;
        for (int i = 1; i < abs(to.column - from.column) + abs(to.line - from.line); i++)
            comb_canvas_put(&sheet->canvas, from.column + dx * i, from.line + dy * i, dash, ink);
    }
    ink.ink = COMB_COLOUR_PANEL_WRONG;
    if (edge->marks & COMB_MARK_WRONG)
        comb_canvas_put(&sheet->canvas, (from.column + to.column) / 2, (from.line + to.line) / 2, '!', ink);
}

/* ---- the whole ---- */

static void fill_panel(struct comb_sheet *sheet)
{
    if (sheet->scene->kind != COMB_SCENE_PANEL)
        return;
    struct comb_canvas *canvas = &sheet->canvas;
    for (int line = canvas->top; line < canvas->top + canvas->height; line++)
        comb_canvas_fill(canvas, canvas->left, line, canvas->width, COMB_COLOUR_PANEL);
}

static void draw_board(struct comb_sheet *sheet)
{
    const struct comb_scene *scene = sheet->scene;
    bool panel = scene->kind == COMB_SCENE_PANEL;
    fill_panel(sheet);
    for (size_t i = 0; i < scene->cells.count; i++)
        (panel ? draw_panel_cell : draw_frame)(sheet, &scene->cells.items[i]);
    for (size_t i = 0; i < scene->edges.count; i++)
        draw_edge(sheet, &scene->edges.items[i]);
    for (size_t i = 0; i < scene->discs.count; i++)
        draw_disc(sheet, &scene->discs.items[i]);
    for (size_t i = 0; i < scene->cells.count; i++)
        if (!panel || scene->cells.items[i].text[0])
            draw_cell(sheet, &scene->cells.items[i]);
    for (size_t i = 0; i < scene->paths.count; i++)
        (panel ? draw_line : draw_arrows)(sheet, &scene->paths.items[i]);
    for (size_t i = 0; i < scene->edges.count; i++)
        draw_marked_edge(sheet, &scene->edges.items[i]);
    for (size_t i = 0; i < scene->shapes.count; i++)
        draw_shape(sheet, &scene->shapes.items[i]);
    for (size_t i = 0; i < scene->notes.count; i++)
        draw_note(sheet, &scene->notes.items[i]);
}

static void print_title(struct comb_buf *out, const struct comb_sheet *sheet)
{
    const char *title = sheet->scene->title;
    if (!title[0])
        return;
    comb_terminal_line(out, title, strlen(title), (struct comb_ink){.ink = COMB_COLOUR_INK, .bold = true},
                       sheet->style);
    comb_buf_char(out, '\n');
}

static void print_captions(struct comb_buf *out, const struct comb_sheet *sheet)
{
    size_t columns = sheet->style->width > 0 ? sheet->style->width : SIZE_MAX;
    for (size_t i = 0; i < sheet->scene->captions.count; i++) {
        const struct comb_scene_caption *caption = &sheet->scene->captions.items[i];
        const char *rest = caption->text;
        if (i == 0)
            comb_buf_char(out, '\n');
        do {
            const char *start = rest;
            size_t length = comb_text_wrap(&rest, columns);
            struct comb_ink ink = {.ink = comb_role_paint(caption->role).ink};
            comb_terminal_line(out, start, length, ink, sheet->style);
        } while (*rest != '\0');
    }
}

int comb_render_terminal(struct comb_buf *out, const struct comb_scene *scene, const struct comb_terminal_style *style,
                         struct comb_error *err)
{
    assert(scene->finished);
    struct comb_sheet sheet = {.scene = scene, .style = style};
    comb_sheet_measure(&sheet);
    int code = comb_sheet_open(&sheet, err);
    if (code != COMB_OK)
        return code;
    draw_board(&sheet);
    print_title(out, &sheet);
    comb_canvas_print(out, &sheet.canvas, style);
    print_captions(out, &sheet);
    comb_canvas_free(&sheet.canvas);
    return out->failed ? comb_fail_memory(err) : COMB_OK;
}
