/* Symbols, as polygons for pictures and as characters for terminals.
 *
 *     square    a box with round corners          ▗▄▄▄▖     polyomino   small boxes, rotated     ▄▄
 *     star      two squares, one at 45 degrees    ▐█w█▌                 by 15 degrees if it     ██▀▀
 *     triangle  as many as it counts              ▝▀▀▀▘                 may be rotated,          ▀▀ ↻
 *     Y         three bars at 120 degrees                               hollow if it is blue
 *     dot       a hexagon on the line
 *
 * A square and a star also have a mark cut into them that repeats their colour, one per colour; in terminals the
 * letter does this. A shape is filled by the even-odd rule, so a polygon within another is a hole: marks and hollow
 * boxes use this. Lengths are in cells. */
#include "games/witness/draw/symbols.h"

#include "games/witness/draw/phrases.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_POLYGONS = 2 * COMB_WITNESS_SHAPE_SIDE * COMB_WITNESS_SHAPE_SIDE + 2, MARK_SIDES = 16, ARC_CORNERS = 9 };

static const double pi = 3.14159265358979323846;
static const double free_turn = -15;

/* Consecutive polygons, in the scene's memory. */
struct outline {
    struct comb_vec2 *corners;
    unsigned *sizes;
    unsigned corner_count, polygons;
};

static bool open_outline(struct outline *outline, struct comb_scene *scene, unsigned polygons, unsigned corners)
{
    *outline = (struct outline){.corners = COMB_NEW_ARRAY(&scene->arena, struct comb_vec2, corners),
                                .sizes = COMB_NEW_ARRAY(&scene->arena, unsigned, polygons)};
    scene->failed |= !outline->corners || !outline->sizes;
    return outline->corners && outline->sizes;
}

/* Returns room for the next polygon. */
static struct comb_vec2 *add_polygon(struct outline *outline, unsigned corners)
{
    struct comb_vec2 *first = outline->corners + outline->corner_count;
    outline->sizes[outline->polygons++] = corners;
    outline->corner_count += corners;
    return first;
}

static void add_box(struct outline *outline, struct comb_vec2 centre, double width, double height)
{
    comb_polygon_rect(add_polygon(outline, 4), centre, width, height);
}

/* Adds its own corners, because the rounding of a shape applies to all of its polygons. */
static void add_round_box(struct outline *outline, double side, double radius)
{
    struct comb_vec2 *positions = add_polygon(outline, 4 * ARC_CORNERS);
    double inner = side / 2 - radius;
    for (int corner = 0; corner < 4; corner++) {
        double x = corner == 0 || corner == 3 ? inner : -inner, y = corner < 2 ? inner : -inner;
        for (int i = 0; i < ARC_CORNERS; i++) {
            double angle = (corner + i / (ARC_CORNERS - 1.0)) * pi / 2;
            positions[corner * ARC_CORNERS + i] = (struct comb_vec2){x + radius * cos(angle), y + radius * sin(angle)};
        }
    }
}

static struct comb_scene_shape shape_of(const struct outline *outline, double round)
{
    return (struct comb_scene_shape){
        .corners = outline->corners, .sizes = outline->sizes, .polygons = outline->polygons, .round = round};
}

/* ---- colours ---- */

enum comb_role comb_witness_colour_role(enum comb_witness_colour colour)
{
    static const enum comb_role roles[COMB_WITNESS_COLOURS] = {
        [COMB_WITNESS_NO_COLOUR] = COMB_ROLE_RAIL,   [COMB_WITNESS_BLACK] = COMB_ROLE_SYM_BLACK,
        [COMB_WITNESS_WHITE] = COMB_ROLE_SYM_WHITE,  [COMB_WITNESS_CYAN] = COMB_ROLE_SYM_CYAN,
        [COMB_WITNESS_MAGENTA] = COMB_ROLE_SYM_PINK, [COMB_WITNESS_YELLOW] = COMB_ROLE_SYM_YELLOW,
        [COMB_WITNESS_RED] = COMB_ROLE_SYM_RED,      [COMB_WITNESS_GREEN] = COMB_ROLE_SYM_GREEN,
        [COMB_WITNESS_BLUE] = COMB_ROLE_SYM_BLUE,    [COMB_WITNESS_ORANGE] = COMB_ROLE_SYM_ORANGE};
    return roles[colour];
}

/* Cuts a cross of two bars, upright or rotated by 45 degrees. */
static void cut_cross(struct outline *outline, double length, double width, double turn)
{
    struct comb_vec2 *positions = add_polygon(outline, 12);
    for (unsigned i = 0; i < 12; i++) {
        static const signed char places[12][2] = {{-1, -3}, {1, -3}, {1, -1}, {3, -1}, {3, 1},   {1, 1},
                                                  {1, 3},   {-1, 3}, {-1, 1}, {-3, 1}, {-3, -1}, {-1, -1}};
        double x = places[i][0] * (places[i][0] % 3 == 0 ? length / 3 : width) / 2;
        double y = places[i][1] * (places[i][1] % 3 == 0 ? length / 3 : width) / 2;
        double c = cos(turn * pi / 180), s = sin(turn * pi / 180);
        positions[i] = (struct comb_vec2){x * c - y * s, x * s + y * c};
    }
}

/* Cuts the mark that repeats a colour; white and black have none, black has an outline. */
static void cut_mark(struct outline *outline, enum comb_witness_colour colour, double scale)
{
    const struct comb_vec2 middle = {0, 0};
    switch (colour) {
    case COMB_WITNESS_BLUE:
        comb_polygon_regular(add_polygon(outline, MARK_SIDES), MARK_SIDES, 0.058 * scale, 0);
        break;
    case COMB_WITNESS_MAGENTA:
        add_box(outline, middle, 0.18 * scale, 0.055 * scale);
        break;
    case COMB_WITNESS_GREEN:
        add_box(outline, middle, 0.055 * scale, 0.18 * scale);
        break;
    case COMB_WITNESS_ORANGE:
        comb_polygon_regular(add_polygon(outline, 4), 4, 0.075 * scale, 0);
        break;
    case COMB_WITNESS_YELLOW:
        cut_cross(outline, 0.17 * scale, 0.05 * scale, 0);
        break;
    case COMB_WITNESS_RED:
        cut_cross(outline, 0.18 * scale, 0.05 * scale, 45);
        break;
    case COMB_WITNESS_CYAN:
        comb_polygon_regular(add_polygon(outline, 3), 3, 0.085 * scale, 0);
        break;
    default:
        break;
    }
}

/* ---- kinds of symbols ---- */

static void add_symbol_shape(struct comb_scene *scene, struct comb_scene_shape shape, struct comb_point at,
                             const struct comb_witness_thing *thing, unsigned marks, const char *label)
{
    shape.at = at;
    shape.role = comb_witness_colour_role(comb_witness_shown_colour(thing));
    shape.marks = marks;
    shape.label = label;
    comb_scene_shape(scene, shape);
}

static void draw_square(struct comb_scene *scene, struct comb_point at, const struct comb_witness_thing *thing,
                        unsigned marks, const char *label)
{
    struct outline outline;
    if (!open_outline(&outline, scene, 2, 4 * ARC_CORNERS + MARK_SIDES))
        return;
    bool black = thing->colour == COMB_WITNESS_BLACK;
    char letter = comb_witness_colour_letter(comb_witness_shown_colour(thing));
    char glyph[16], plain[8], block[64], block_plain[32];
    add_round_box(&outline, 0.41, 0.1);
    cut_mark(&outline, comb_witness_shown_colour(thing), 1);
    snprintf(glyph, sizeof glyph, "%s%c", black ? "□" : "■", letter);
    snprintf(plain, sizeof plain, "[%c]", letter);
    snprintf(block, sizeof block, black ? "╭───╮\n│ %c │\n╰───╯" : "▗▄▄▄▖\n▐█%c█▌\n▝▀▀▀▘", letter);
    snprintf(block_plain, sizeof block_plain, ".---.\n| %c |\n'---'", letter);
    struct comb_scene_shape shape = shape_of(&outline, 0);
    shape.glyph = glyph;
    shape.plain = plain;
    shape.block = block;
    shape.block_plain = block_plain;
    add_symbol_shape(scene, shape, at, thing, marks, label);
}

static void draw_star(struct comb_scene *scene, struct comb_point at, const struct comb_witness_thing *thing,
                      unsigned marks, const char *label)
{
    struct outline outline;
    if (!open_outline(&outline, scene, 2, 16 + MARK_SIDES))
        return;
    char letter = comb_witness_colour_letter(comb_witness_shown_colour(thing));
    char glyph[16], plain[8], block[64], block_plain[32];
    const double outer = 0.265;
    comb_polygon_star(add_polygon(&outline, 16), 8, outer, outer * cos(pi / 4) / cos(pi / 8), 0);
    cut_mark(&outline, comb_witness_shown_colour(thing), 1);
    snprintf(glyph, sizeof glyph, "✱%c", letter);
    snprintf(plain, sizeof plain, "*%c", letter);
    snprintf(block, sizeof block, "▀▄█▄▀\n██%c██\n▄▀█▀▄", letter);
    snprintf(block_plain, sizeof block_plain, "\\ | /\n--%c--\n/ | \\", letter);
    struct comb_scene_shape shape = shape_of(&outline, 0);
    shape.glyph = glyph;
    shape.plain = plain;
    shape.block = block;
    shape.block_plain = block_plain;
    add_symbol_shape(scene, shape, at, thing, marks, label);
}

/* Up to three are in a row; more, which no level has, in a nearly square group. */
static void draw_triangles(struct comb_scene *scene, struct comb_point at, const struct comb_witness_thing *thing,
                           unsigned marks, const char *label)
{
    unsigned count = thing->triangles ? thing->triangles : 1;
    unsigned columns = count <= 3 ? count : (unsigned)ceil(sqrt(count));
    unsigned rows = (count + columns - 1) / columns;
    struct outline outline;
    char glyph[16], plain[8];
    if (!open_outline(&outline, scene, count, 3 * count))
        return;
    double step = fmin(0.25, 0.75 / columns);
    double radius = step * 0.51;
    for (unsigned i = 0; i < count; i++) {
        unsigned row = i / columns;
        unsigned here = row + 1 < rows ? columns : count - row * columns;
        double x = (i % columns - (here - 1) / 2.0) * step;
        double y = (row - (rows - 1) / 2.0) * step + radius / 4;
        struct comb_vec2 *positions = add_polygon(&outline, 3);
        comb_polygon_regular(positions, 3, radius, 0);
        for (int k = 0; k < 3; k++)
            positions[k] = (struct comb_vec2){positions[k].x + x, positions[k].y + y};
    }
    struct comb_scene_shape shape = shape_of(&outline, 0.02);
    if (count <= 3)
        snprintf(glyph, sizeof glyph, "%s", count == 1 ? "▲" : count == 2 ? "▲▲" : "▲▲▲");
    else
        snprintf(glyph, sizeof glyph, "▲%u", count);
    snprintf(plain, sizeof plain, "/%u", count);
    shape.glyph = glyph;
    shape.plain = plain;
    shape.block = count == 2 ? "▲ ▲" : count == 3 ? "▲ ▲ ▲" : glyph;
    shape.block_plain = count == 1 ? "/\\" : count == 2 ? "/\\ /\\" : count == 3 ? "/\\/\\/\\" : plain;
    add_symbol_shape(scene, shape, at, thing, marks, label);
}

static void draw_elimination(struct comb_scene *scene, struct comb_point at, const struct comb_witness_thing *thing,
                             unsigned marks, const char *label)
{
    const double length = 0.2, half = 0.052;
    struct outline outline;
    if (!open_outline(&outline, scene, 1, 9))
        return;
    struct comb_vec2 *positions = add_polygon(&outline, 9);
    for (int arm = 0; arm < 3; arm++) {
        double angle = (120 * arm - 90) * pi / 180;
        struct comb_vec2 along = {cos(angle), sin(angle)}, across = {-along.y, along.x};
        double inner = half / sin(pi / 3), between = angle + pi / 3;
        positions[3 * arm] = (struct comb_vec2){along.x * length - across.x * half, along.y * length - across.y * half};
        positions[3 * arm + 1] =
            (struct comb_vec2){along.x * length + across.x * half, along.y * length + across.y * half};
        positions[3 * arm + 2] = (struct comb_vec2){inner * cos(between), inner * sin(between)};
    }
    struct comb_scene_shape shape = shape_of(&outline, 0.016);
    shape.glyph = shape.plain = "Y";
    shape.block = "  ▄  \n  █  \n▄▀ ▀▄";
    shape.block_plain = "Y";
    add_symbol_shape(scene, shape, at, thing, marks, label);
}

/* ---- polyominoes ---- */

struct box {
    int left, right, top, bottom; /* of the filled cells; right and bottom are exclusive */
};

static struct box box_of(const struct comb_witness_shape *shape)
{
    struct box box = {COMB_WITNESS_SHAPE_SIDE, 0, COMB_WITNESS_SHAPE_SIDE, 0};
    for (int y = 0; shape && y < shape->height; y++)
        for (int x = 0; x < shape->width; x++)
            if (shape->rows[y] >> x & 1) {
                box.left = x < box.left ? x : box.left;
                box.right = x + 1 > box.right ? x + 1 : box.right;
                box.top = y < box.top ? y : box.top;
                box.bottom = y + 1;
            }
    return box;
}

static bool has_cell(const struct comb_witness_shape *shape, struct box box, int x, int y)
{
    x += box.left;
    y += box.top;
    return shape && x < box.right && y < box.bottom && shape->rows[y] >> x & 1;
}

/* One line of half blocks per two rows of cells; half blocks are about as high as wide. */
static void half_blocks(struct comb_buf *out, const struct comb_witness_shape *shape, struct box box)
{
    for (int y = 0; y < box.bottom - box.top; y += 2) {
        comb_buf_str(out, y > 0 ? "\n" : "");
        for (int x = 0; x < box.right - box.left; x++) {
            bool upper = has_cell(shape, box, x, y), lower = has_cell(shape, box, x, y + 1);
            comb_buf_str(out, upper && lower ? "█" : upper ? "▀" : lower ? "▄" : " ");
        }
    }
}

/* Two columns and a full line per cell: for small pieces, and with brackets for ASCII. */
static void wide_blocks(struct comb_buf *out, const struct comb_witness_shape *shape, struct box box, const char *cell)
{
    for (int y = 0; y < box.bottom - box.top; y++) {
        comb_buf_str(out, y > 0 ? "\n" : "");
        for (int x = 0; x < box.right - box.left; x++)
            comb_buf_str(out, has_cell(shape, box, x, y) ? cell : "  ");
    }
}

/* Uses what fits into a terminal cell; leaves the buffer empty otherwise, and the glyph is used. */
static void piece_blocks(struct comb_buf *block, struct comb_buf *plain, const struct comb_witness_thing *thing)
{
    struct box box = box_of(thing->shape);
    int width = box.right - box.left, height = box.bottom - box.top;
    bool wide = width <= 3 && height <= 3;
    if (wide)
        wide_blocks(plain, thing->shape, box, thing->negative ? "()" : "[]");
    if (wide)
        wide_blocks(block, thing->shape, box, thing->negative ? "▒▒" : "██");
    else if (width <= COMB_SCENE_BLOCK_COLUMNS && height <= 2 * COMB_SCENE_BLOCK_LINES)
        half_blocks(block, thing->shape, box);
    if (thing->free && wide)
        comb_buf_str(plain, "r");
    if (thing->free && block->length > 0 && (wide || width < COMB_SCENE_BLOCK_COLUMNS))
        comb_buf_str(block, "↻");
}

static void add_piece_cells(struct outline *outline, const struct comb_witness_thing *thing)
{
    struct box box = box_of(thing->shape);
    double wide = box.right - box.left, high = box.bottom - box.top;
    double c = thing->free ? cos(free_turn * pi / 180) : 1, s = thing->free ? sin(free_turn * pi / 180) : 0;
    double extent = fmax(wide * c + high * fabs(s), high * c + wide * fabs(s));
    double pitch = fmin(0.19, 0.72 / fmax(extent, 1)), side = pitch * 0.8;
    for (int y = box.top; y < box.bottom; y++)
        for (int x = box.left; x < box.right; x++) {
            if (!(thing->shape->rows[y] >> x & 1))
                continue;
            struct comb_vec2 at = {(x - box.left - (wide - 1) / 2) * pitch, (y - box.top - (high - 1) / 2) * pitch};
            unsigned first = outline->corner_count;
            add_box(outline, at, side, side);
            if (thing->negative)
                add_box(outline, at, side * 0.5, side * 0.5);
            for (unsigned i = first; i < outline->corner_count; i++) {
                struct comb_vec2 position = outline->corners[i];
                outline->corners[i] =
                    (struct comb_vec2){position.x * c - position.y * s, position.x * s + position.y * c};
            }
        }
}

static void draw_polyomino(struct comb_scene *scene, struct comb_point at, const struct comb_witness_thing *thing,
                           unsigned marks, const char *label)
{
    unsigned size = thing->shape ? comb_witness_shape_size(thing->shape) : 0;
    struct outline outline;
    struct comb_buf block = {0}, block_plain = {0};
    char glyph[32], plain[16];
    if (!open_outline(&outline, scene, MAX_POLYGONS, 4 * MAX_POLYGONS))
        return;
    add_piece_cells(&outline, thing);
    if (size == 0)
        comb_polygon_regular(add_polygon(&outline, MARK_SIDES), MARK_SIDES, 0.05, 0);
    piece_blocks(&block, &block_plain, thing);
    snprintf(glyph, sizeof glyph, "%s%u%s", thing->negative ? "−" : "▚", size, thing->free ? "↻" : "");
    snprintf(plain, sizeof plain, "%s%u%s", thing->negative ? "-" : "P", size, thing->free ? "r" : "");
    struct comb_scene_shape shape = shape_of(&outline, 0.02);
    shape.glyph = glyph;
    shape.plain = plain;
    shape.block = comb_buf_text(&block);
    shape.block_plain = comb_buf_text(&block_plain);
    scene->failed |= block.failed || block_plain.failed;
    add_symbol_shape(scene, shape, at, thing, marks, label);
    comb_buf_free(&block);
    comb_buf_free(&block_plain);
}

/* ---- dots ---- */

/* Draws a coloured dot on a dark one, so that it stands out from line and rail; a hollow one would show the rail. */
static void draw_dot(struct comb_scene *scene, struct comb_point at, const struct comb_witness_thing *thing,
                     unsigned marks, const char *label)
{
    struct outline outline;
    bool coloured = thing->colour != COMB_WITNESS_NO_COLOUR && thing->colour != COMB_WITNESS_BLACK;
    char glyph[16], plain[8];
    if (!open_outline(&outline, scene, 2, 6 + MARK_SIDES))
        return;
    comb_polygon_regular(add_polygon(&outline, 6), 6, coloured ? 0.13 : 0.09, 30);
    struct comb_scene_shape shape = shape_of(&outline, 0);
    snprintf(glyph, sizeof glyph, "◆");
    snprintf(plain, sizeof plain, "@");
    if (coloured) {
        snprintf(glyph, sizeof glyph, "◆%c", comb_witness_colour_letter(comb_witness_shown_colour(thing)));
        snprintf(plain, sizeof plain, "@%c", comb_witness_colour_letter(comb_witness_shown_colour(thing)));
    }
    shape.at = at;
    shape.role = COMB_ROLE_SYM_DOT;
    shape.marks = coloured ? 0 : marks;
    shape.glyph = glyph;
    shape.plain = plain;
    shape.label = coloured ? NULL : label;
    if (!coloured || !(marks & COMB_MARK_CANCELLED))
        comb_scene_shape(scene, shape);
    if (!coloured || !open_outline(&outline, scene, 2, 6 + MARK_SIDES))
        return;
    comb_polygon_regular(add_polygon(&outline, 6), 6, 0.105, 30);
    cut_mark(&outline, comb_witness_shown_colour(thing), 0.6);
    shape = shape_of(&outline, 0);
    shape.glyph = glyph;
    shape.plain = plain;
    add_symbol_shape(scene, shape, at, thing, marks, label);
}

void comb_witness_draw_symbol(struct comb_scene *scene, struct comb_point at, const struct comb_witness_thing *thing,
                              unsigned marks, const char *label)
{
    static void (*const draw[])(struct comb_scene *, struct comb_point, const struct comb_witness_thing *, unsigned,
                                const char *) = {
        [COMB_WITNESS_DOT] = draw_dot,
        [COMB_WITNESS_SQUARE] = draw_square,
        [COMB_WITNESS_STAR] = draw_star,
        [COMB_WITNESS_POLYOMINO] = draw_polyomino,
        [COMB_WITNESS_ELIMINATION] = draw_elimination,
        [COMB_WITNESS_TRIANGLE] = draw_triangles,
    };
    if (thing->kind < sizeof draw / sizeof *draw && draw[thing->kind])
        draw[thing->kind](scene, at, thing, marks, label);
}
