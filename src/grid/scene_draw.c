/* Draws a scene from back to front:
 *
 *     paper, panel, rails and discs, cells, bands of paths, cells on paths, marks, chevrons, shapes, notes, tags, texts
 *
 * On a panel, cells are below the rails, and edges decided by a hint above the drawn line.
 *
 * A band runs from centre to centre below the cells it joins and is visible only where it crosses from one to the next,
 * with a chevron on top, so it never covers a letter. A panel's line has a casing in the panel's colour, which
 * separates it from the grid. Cost: a few strokes per part of the scene. */
#include "grid/scene_draw.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double face_scale = 0.92;
static const double title_size = 30, caption_size = 20, line_height = 30, text_margin = 12;
static const double band_width = 21, rail_width = 20;
static const double ghost_width = 8;

struct drawing {
    struct comb_vector_backend *vector;
    const struct comb_scene *scene;
    struct comb_outline outline;
    bool failed;
};

/* Draws the outline built so far and starts a new one. */
static void draw_outline(struct drawing *drawing, struct comb_pen pen)
{
    if (drawing->outline.failed)
        drawing->failed = true;
    if (drawing->outline.count > 0)
        drawing->vector->draw(drawing->vector, &drawing->outline, &pen);
    comb_outline_clear(&drawing->outline);
}

static void write_text(struct drawing *drawing, struct comb_lettering lettering)
{
    if (lettering.text[0] != '\0')
        drawing->vector->write(drawing->vector, &lettering);
}

static struct comb_vec2 position_of(const struct drawing *drawing, struct comb_point point)
{
    return comb_scene_position(drawing->scene->kind, point);
}

static void add_box(struct drawing *drawing, struct comb_rect2 box, double cut)
{
    struct comb_vec2 corners[4];
    struct comb_vec2 centre = {(box.left + box.right) / 2, (box.top + box.bottom) / 2};
    comb_polygon_rect(corners, centre, box.right - box.left, box.bottom - box.top);
    comb_outline_polygon(&drawing->outline, corners, 4, cut);
}

static void add_cell(struct drawing *drawing, const struct comb_scene_cell *cell, double scale)
{
    comb_outline_cell(&drawing->outline, drawing->scene->kind, position_of(drawing, cell->at), scale);
}

/* ---- lines of a panel ---- */

static void draw_panel(struct drawing *drawing)
{
    if (drawing->scene->kind != COMB_SCENE_PANEL || drawing->scene->edges.count == 0)
        return;
    struct comb_paint paint = comb_role_paint(COMB_ROLE_PANEL);
    add_box(drawing, comb_scene_panel_bounds(drawing->scene), 30);
    draw_outline(drawing, (struct comb_pen){.fill = paint.fill, .stroke = paint.edge, .width = 1.5});
}

/* Marked cells fill their whole area, so that a marked region is one piece. */
static void draw_panel_cell(struct drawing *drawing, const struct comb_scene_cell *cell)
{
    bool hole = cell->role == COMB_ROLE_EMPTY;
    struct comb_vec2 at = position_of(drawing, cell->at);
    if (!hole && !(cell->marks & (COMB_MARK_CONSIDERED | COMB_MARK_WRONG)))
        return;
    double half = hole ? 34 : 50;
    add_box(drawing, (struct comb_rect2){at.x - half, at.y - half, at.x + half, at.y + half}, hole ? 9 : 0);
    draw_outline(drawing, (struct comb_pen){.fill = hole ? COMB_COLOUR_PANEL_HOLE : COMB_COLOUR_PANEL_WASH});
}

/* A cross in a disc. */
static void draw_cross(struct drawing *drawing, struct comb_vec2 at, double radius, enum comb_colour colour,
                       enum comb_colour ground)
{
    double arm = radius / 3;
    comb_outline_circle(&drawing->outline, at, radius);
    draw_outline(drawing, (struct comb_pen){.fill = colour, .stroke = ground, .width = 3.5});
    struct comb_vec2 down[2] = {{at.x - arm, at.y - arm}, {at.x + arm, at.y + arm}};
    struct comb_vec2 up[2] = {{at.x - arm, at.y + arm}, {at.x + arm, at.y - arm}};
    comb_outline_line(&drawing->outline, down, 2, false);
    comb_outline_line(&drawing->outline, up, 2, false);
    draw_outline(drawing, (struct comb_pen){.stroke = ground, .width = 3.5});
}

/* Ends at a gap are cut; ends at crossings are rounded by discs. */
static void draw_broken_edge(struct drawing *drawing, const struct comb_scene_edge *edge, struct comb_vec2 from,
                             struct comb_vec2 to)
{
    enum comb_colour colour = comb_role_paint(edge->role).fill;
    struct comb_vec2 along = {to.x - from.x, to.y - from.y};
    double fraction = (1 - edge->gap) / 2;
    struct comb_vec2 near[2] = {from, comb_vec2_add_scaled(from, along, fraction)};
    struct comb_vec2 far[2] = {comb_vec2_add_scaled(to, along, -fraction), to};
    comb_outline_line(&drawing->outline, near, 2, false);
    comb_outline_line(&drawing->outline, far, 2, false);
    draw_outline(drawing,
                 (struct comb_pen){.stroke = colour, .width = edge->width * COMB_UNITS_PER_PITCH, .butt = true});
    comb_outline_circle(&drawing->outline, from, edge->width * COMB_UNITS_PER_PITCH / 2);
    comb_outline_circle(&drawing->outline, to, edge->width * COMB_UNITS_PER_PITCH / 2);
    draw_outline(drawing, (struct comb_pen){.fill = colour});
}

/* Draws a hollow band for a line that is not drawn yet. */
static void draw_target_edge(struct drawing *drawing, const struct comb_vec2 ends[2], double width)
{
    const struct {
        enum comb_colour colour;
        double width;
    } strokes[3] = {{COMB_COLOUR_PANEL, width + 9},
                    {COMB_COLOUR_PANEL_LIT, width},
                    {COMB_COLOUR_PANEL, width > 10 ? width - 9 : 1}};
    for (int i = 0; i < 3; i++) {
        comb_outline_line(&drawing->outline, ends, 2, false);
        draw_outline(drawing, (struct comb_pen){.stroke = strokes[i].colour, .width = strokes[i].width});
    }
}

static void draw_marked_edge(struct drawing *drawing, const struct comb_scene_edge *edge)
{
    struct comb_vec2 ends[2] = {position_of(drawing, edge->from),
                                comb_vec2_add_scaled(position_of(drawing, edge->to), edge->tail, COMB_UNITS_PER_PITCH)};
    if (edge->marks & COMB_MARK_TARGET)
        draw_target_edge(drawing, ends, edge->width * COMB_UNITS_PER_PITCH);
    if (edge->marks & COMB_MARK_WRONG)
        draw_cross(drawing, (struct comb_vec2){(ends[0].x + ends[1].x) / 2, (ends[0].y + ends[1].y) / 2}, 13,
                   COMB_COLOUR_PANEL_WRONG, COMB_COLOUR_PANEL);
}

static void draw_edge(struct drawing *drawing, const struct comb_scene_edge *edge)
{
    struct comb_vec2 ends[2] = {position_of(drawing, edge->from),
                                comb_vec2_add_scaled(position_of(drawing, edge->to), edge->tail, COMB_UNITS_PER_PITCH)};
    if (edge->gap > 0) {
        draw_broken_edge(drawing, edge, ends[0], ends[1]);
        return;
    }
    comb_outline_line(&drawing->outline, ends, 2, false);
    enum comb_colour colour = comb_role_paint(edge->role).fill;
    draw_outline(drawing, (struct comb_pen){.stroke = colour, .width = edge->width * COMB_UNITS_PER_PITCH});
}

static void draw_disc(struct drawing *drawing, const struct comb_scene_disc *disc)
{
    struct comb_paint paint = comb_role_paint(disc->role);
    comb_outline_circle(&drawing->outline, position_of(drawing, disc->at), disc->radius * COMB_UNITS_PER_PITCH);
    draw_outline(drawing, (struct comb_pen){.fill = paint.fill});
}

/* ---- paths ---- */

static void add_path_line(struct drawing *drawing, const struct comb_scene_path *path)
{
    struct comb_outline *outline = &drawing->outline;
    for (unsigned i = 0; i < path->count; i++)
        comb_outline_step(outline, i ? COMB_OUTLINE_LINE : COMB_OUTLINE_MOVE, position_of(drawing, path->points[i]));
    struct comb_vec2 end = position_of(drawing, path->points[path->count - 1]);
    if (path->tail.x != 0 || path->tail.y != 0)
        comb_outline_step(outline, COMB_OUTLINE_LINE, comb_vec2_add_scaled(end, path->tail, COMB_UNITS_PER_PITCH));
    if (path->flags & COMB_PATH_CLOSED)
        comb_outline_step(outline, COMB_OUTLINE_CLOSE, end);
}

static void draw_path(struct drawing *drawing, const struct comb_scene_path *path)
{
    bool panel = drawing->scene->kind == COMB_SCENE_PANEL;
    struct comb_paint paint = comb_role_paint(path->role);
    paint.edge = panel ? COMB_COLOUR_PANEL : paint.edge;
    double width = panel ? rail_width : band_width;
    double casing = panel ? 9 : 4;
    struct comb_vec2 start = position_of(drawing, path->points[0]);
    add_path_line(drawing, path);
    if (path->flags & COMB_PATH_GHOST) {
        draw_outline(drawing, (struct comb_pen){
                                  .stroke = paint.fill, .width = ghost_width, .dash = 3, .space = 2 * ghost_width});
        return;
    }
    draw_outline(drawing, (struct comb_pen){.stroke = paint.edge, .width = width + casing});
    if (path->flags & COMB_PATH_START) {
        comb_outline_circle(&drawing->outline, start, 27 + casing / 2);
        draw_outline(drawing, (struct comb_pen){.fill = paint.edge});
    }
    add_path_line(drawing, path);
    draw_outline(drawing, (struct comb_pen){.stroke = paint.fill, .width = width});
    if (path->flags & COMB_PATH_START) {
        comb_outline_circle(&drawing->outline, start, 27);
        draw_outline(drawing, (struct comb_pen){.fill = paint.fill});
    }
}

static void add_chevrons(struct drawing *drawing, const struct comb_scene_path *path)
{
    unsigned last = path->flags & COMB_PATH_CLOSED && path->count > 1 ? path->count : path->count - 1;
    for (unsigned i = 0; i < last; i++) {
        struct comb_vec2 from = position_of(drawing, path->points[i]);
        struct comb_vec2 to = position_of(drawing, path->points[(i + 1) % path->count]);
        comb_outline_chevron(&drawing->outline, from, to, 8);
    }
}

static void draw_chevrons(struct drawing *drawing, const struct comb_scene_path *path)
{
    if (!(path->flags & COMB_PATH_CHEVRONS))
        return;
    struct comb_paint paint = comb_role_paint(path->role);
    add_chevrons(drawing, path);
    draw_outline(drawing, (struct comb_pen){.stroke = paint.fill, .width = 9});
    add_chevrons(drawing, path);
    draw_outline(drawing, (struct comb_pen){.stroke = paint.ink, .width = 4.6});
}

/* ---- cells ---- */

static double face_edge(const struct comb_scene_cell *cell)
{
    if (cell->marks & COMB_MARK_PATH)
        return cell->role == COMB_ROLE_TILE ? 2.2 : 4.5;
    return cell->role == COMB_ROLE_TILE || cell->role == COMB_ROLE_EMPTY ? 1.5 : 2;
}

static void draw_face(struct drawing *drawing, const struct comb_scene_cell *cell, struct comb_paint paint)
{
    add_cell(drawing, cell, face_scale);
    struct comb_pen pen = {.fill = paint.fill, .stroke = paint.edge, .width = face_edge(cell)};
    if (cell->role == COMB_ROLE_EMPTY && !(cell->marks & COMB_MARK_PATH)) {
        pen.dash = 5;
        pen.space = 5;
    }
    draw_outline(drawing, pen);
    if (cell->role == COMB_ROLE_CELL_BLUE) {
        bool dim = cell->marks & COMB_MARK_DIM;
        add_cell(drawing, cell, 0.68);
        draw_outline(drawing, (struct comb_pen){.stroke = dim ? paint.edge : paint.ink, .width = 2, .opacity = 0.75});
    }
    if (cell->marks & COMB_MARK_FIRST) {
        add_cell(drawing, cell, drawing->scene->kind == COMB_SCENE_SQUARE ? 0.825 : 0.79);
        draw_outline(drawing, (struct comb_pen){.stroke = paint.ink, .width = 2.5});
    }
}

/* Repeats the colour as a shape: a dot for blue, a triangle for red. */
static void draw_player_mark(struct drawing *drawing, const struct comb_scene_cell *cell, struct comb_paint paint)
{
    bool blue = cell->role == COMB_ROLE_BLUE || cell->role == COMB_ROLE_CAPTURED_BLUE;
    bool red = cell->role == COMB_ROLE_RED || cell->role == COMB_ROLE_CAPTURED_RED;
    struct comb_vec2 at =
        comb_vec2_add_scaled(position_of(drawing, cell->at), comb_cell_layout(drawing->scene->kind)->side, 1);
    if (blue) {
        comb_outline_circle(&drawing->outline, at, 5.6);
    } else if (red) {
        struct comb_vec2 corners[3];
        comb_polygon_regular(corners, 3, 7.4, 0);
        for (int i = 0; i < 3; i++)
            corners[i] = comb_vec2_add_scaled(comb_vec2_add_scaled(at, corners[i], 1), (struct comb_vec2){0, 1}, 1);
        comb_outline_polygon(&drawing->outline, corners, 3, 1);
    }
    bool captured = cell->role == COMB_ROLE_CAPTURED_BLUE || cell->role == COMB_ROLE_CAPTURED_RED;
    draw_outline(drawing, (struct comb_pen){.fill = captured ? paint.ink : comb_role_paint(cell->role).edge});
}

/* Letter bonuses are round, word bonuses square, so that they differ without colour. */
static void draw_badge(struct drawing *drawing, const struct comb_scene_cell *cell)
{
    if (cell->badge[0] == '\0')
        return;
    bool on_path = cell->marks & COMB_MARK_PATH;
    bool word = cell->badge_role == COMB_ROLE_WORD_2 || cell->badge_role == COMB_ROLE_WORD_3;
    struct comb_paint paint = comb_role_paint(cell->badge_role);
    struct comb_vec2 at =
        comb_vec2_add_scaled(position_of(drawing, cell->at), comb_cell_layout(drawing->scene->kind)->badge, 1);
    double half = fmax(13.5, comb_text_width(cell->badge, 11) / 2 + 5);
    add_box(drawing, (struct comb_rect2){at.x - half, at.y - 9, at.x + half, at.y + 9}, word ? 3 : 9);
    draw_outline(drawing, (struct comb_pen){.fill = on_path ? COMB_COLOUR_ON_ACCENT : paint.fill});
    enum comb_colour ink = on_path ? COMB_COLOUR_BADGE_ON_PATH : paint.ink;
    write_text(drawing,
               (struct comb_lettering){.text = cell->badge, .at = at, .size = 11, .colour = ink, .bold = true});
}

/* Moves a hexagon's letter up a little if a player's mark or a value is below it. */
static struct comb_vec2 text_position(const struct drawing *drawing, const struct comb_scene_cell *cell)
{
    struct comb_vec2 at = position_of(drawing, cell->at);
    bool has_side = cell->role >= COMB_ROLE_BLUE && cell->role <= COMB_ROLE_CAPTURED_RED;
    if (drawing->scene->kind != COMB_SCENE_SQUARE && (has_side || cell->value[0] != '\0'))
        at.y -= 3;
    return at;
}

static void write_cell(struct drawing *drawing, const struct comb_scene_cell *cell, struct comb_paint paint)
{
    const struct comb_cell_layout *layout = comb_cell_layout(drawing->scene->kind);
    struct comb_vec2 centre = position_of(drawing, cell->at);
    bool on_path = cell->marks & COMB_MARK_PATH;
    enum comb_colour small = !on_path && paint.ink == COMB_COLOUR_INK ? COMB_COLOUR_INK_2 : paint.ink;
    struct comb_lettering text = {.text = cell->text, .colour = paint.ink, .bold = true};
    text.at = comb_vec2_add_scaled(text_position(drawing, cell), layout->text, 1);
    text.size = comb_text_fit_size(cell->text, layout->text_size, layout->text_room);
    write_text(drawing, text);
    write_text(drawing, (struct comb_lettering){.text = cell->value,
                                                .at = comb_vec2_add_scaled(centre, layout->value, 1),
                                                .size = 12.5,
                                                .colour = small});
    if (cell->step > 0) {
        char number[16];
        snprintf(number, sizeof number, "%u", cell->step);
        write_text(drawing, (struct comb_lettering){.text = number,
                                                    .at = comb_vec2_add_scaled(centre, layout->step, 1),
                                                    .size = 12.5,
                                                    .colour = paint.ink,
                                                    .bold = true});
    }
}

static void draw_cell(struct drawing *drawing, const struct comb_scene_cell *cell)
{
    struct comb_paint paint = comb_cell_paint(cell);
    draw_face(drawing, cell, paint);
    draw_player_mark(drawing, cell, paint);
    draw_badge(drawing, cell);
    write_cell(drawing, cell, paint);
}

/* ---- marks ---- */

struct ring {
    unsigned mark;
    double scale;
    double square_scale; /* larger on squares, clear of values and badges in the corners */
    double width;
    double dash, space;
    enum comb_colour colour; /* COMB_COLOUR_NONE: the cell's ink */
};

/* In drawing order. Rings outside the face have a casing in the paper's colour to separate them from neighbours. */
static const struct ring rings[] = {
    {COMB_MARK_CONSIDERED, 0.70, 0.84, 3.2, 6.5, 6.5, COMB_COLOUR_NONE},
    {COMB_MARK_CLEAR, 0.76, 0.84, 2.4, 5, 6.5, COMB_COLOUR_NONE},
    {COMB_MARK_CLAIM, 0.78, 0.86, 3, 0, 0, COMB_COLOUR_NONE},
    {COMB_MARK_CLAIM, 0.66, 0.77, 3, 0, 0, COMB_COLOUR_NONE},
    {COMB_MARK_UNCERTAIN, 0.98, 0.98, 15, 0, 0, COMB_COLOUR_PAPER},
    {COMB_MARK_UNCERTAIN, 0.98, 0.98, 5, 8, 7, COMB_COLOUR_INK},
    {COMB_MARK_WRONG, 0.98, 0.98, 15, 0, 0, COMB_COLOUR_PAPER},
    {COMB_MARK_WRONG, 0.98, 0.98, 6, 0, 0, COMB_COLOUR_BAD},
    {COMB_MARK_REASON, 0.98, 0.98, 15, 0, 0, COMB_COLOUR_PAPER},
    {COMB_MARK_REASON, 0.98, 0.98, 5, 0, 0, COMB_COLOUR_INK},
    {COMB_MARK_TARGET, 0.98, 0.98, 15, 0, 0, COMB_COLOUR_PAPER},
    {COMB_MARK_TARGET, 0.98, 0.98, 7.5, 0, 0, COMB_COLOUR_INK},
    {COMB_MARK_FOCUS, 1.00, 1.00, 10, 0, 0, COMB_COLOUR_FOCUS_GAP},
    {COMB_MARK_FOCUS, 1.02, 1.02, 5, 0, 0, COMB_COLOUR_FOCUS},
};

static void draw_ring(struct drawing *drawing, const struct comb_scene_cell *cell, const struct ring *ring)
{
    enum comb_colour colour = ring->colour == COMB_COLOUR_NONE ? comb_cell_paint(cell).ink : ring->colour;
    add_cell(drawing, cell, drawing->scene->kind == COMB_SCENE_SQUARE ? ring->square_scale : ring->scale);
    draw_outline(drawing,
                 (struct comb_pen){.stroke = colour, .width = ring->width, .dash = ring->dash, .space = ring->space});
}

/* Draws a cross on a wrong cell, and a dot on a decided cell without text. */
static void draw_cell_sign(struct drawing *drawing, const struct comb_scene_cell *cell)
{
    struct comb_vec2 centre = position_of(drawing, cell->at);
    if (cell->marks & COMB_MARK_TARGET && cell->text[0] == '\0') {
        comb_outline_circle(&drawing->outline, centre, 8.5);
        draw_outline(drawing, (struct comb_pen){.fill = comb_cell_paint(cell).ink});
    }
    if (!(cell->marks & COMB_MARK_WRONG))
        return;
    struct comb_vec2 tag = comb_cell_layout(drawing->scene->kind)->tag;
    draw_cross(drawing, (struct comb_vec2){centre.x - tag.x, centre.y - tag.y}, 15, COMB_COLOUR_BAD, COMB_COLOUR_PAPER);
}

static void draw_marks(struct drawing *drawing)
{
    const struct comb_scene *scene = drawing->scene;
    for (size_t r = 0; r < sizeof rings / sizeof rings[0]; r++) {
        for (size_t i = 0; i < scene->cells.count; i++) {
            if (scene->cells.items[i].marks & rings[r].mark)
                draw_ring(drawing, &scene->cells.items[i], &rings[r]);
        }
    }
    for (size_t i = 0; i < scene->cells.count; i++)
        draw_cell_sign(drawing, &scene->cells.items[i]);
}

static void draw_tag(struct drawing *drawing, struct comb_vec2 at, const char *text)
{
    if (text[0] == '\0')
        return;
    comb_outline_circle(&drawing->outline, at, 18);
    draw_outline(drawing, (struct comb_pen){.fill = COMB_COLOUR_INK, .stroke = COMB_COLOUR_PAPER, .width = 3.5});
    write_text(drawing, (struct comb_lettering){.text = text,
                                                .at = at,
                                                .size = comb_text_fit_size(text, 20, 26),
                                                .colour = COMB_COLOUR_INK_INVERSE,
                                                .bold = true});
}

static void draw_tags(struct drawing *drawing)
{
    const struct comb_scene *scene = drawing->scene;
    struct comb_vec2 corner = comb_cell_layout(scene->kind)->tag;
    for (size_t i = 0; i < scene->cells.count; i++)
        draw_tag(drawing, comb_vec2_add_scaled(position_of(drawing, scene->cells.items[i].at), corner, 1),
                 scene->cells.items[i].tag);
    for (size_t i = 0; i < scene->notes.count; i++) {
        const struct comb_scene_note *note = &scene->notes.items[i];
        struct comb_vec2 beside = comb_vec2_rotate((struct comb_vec2){0, -42}, note->angle);
        draw_tag(drawing, comb_vec2_add_scaled(position_of(drawing, note->at), beside, 1), note->tag);
    }
}

/* ---- shapes and notes ---- */

/* Marks a symbol of a panel: a box in a cell, a circle on a line. */
static void draw_shape_ring(struct drawing *drawing, const struct comb_scene_shape *shape, struct comb_vec2 centre)
{
    bool in_cell = shape->at.x % 2 != 0 && shape->at.y % 2 != 0;
    bool wrong = shape->marks & COMB_MARK_WRONG;
    double half_size = in_cell ? 34 : 18;
    if (drawing->scene->kind != COMB_SCENE_PANEL || !(shape->marks & (COMB_MARK_WRONG | COMB_MARK_REASON)))
        return;
    if (in_cell)
        add_box(
            drawing,
            (struct comb_rect2){centre.x - half_size, centre.y - half_size, centre.x + half_size, centre.y + half_size},
            14);
    else
        comb_outline_circle(&drawing->outline, centre, half_size);
    enum comb_colour colour = wrong ? COMB_COLOUR_PANEL_WRONG : COMB_COLOUR_SYM_WHITE;
    draw_outline(drawing, (struct comb_pen){.stroke = colour, .width = 4});
    if (wrong)
        draw_cross(drawing, (struct comb_vec2){centre.x + half_size - 4, centre.y - half_size + 4}, 11,
                   COMB_COLOUR_PANEL_WRONG, COMB_COLOUR_PANEL);
}

static void draw_shape(struct drawing *drawing, const struct comb_scene_shape *shape)
{
    struct comb_vec2 centre = position_of(drawing, shape->at);
    const struct comb_vec2 *corner = shape->corners;
    for (unsigned i = 0; i < shape->polygons; i++) {
        struct comb_vec2 moved[COMB_SCENE_MAX_CORNERS];
        for (unsigned k = 0; k < shape->sizes[i]; k++)
            moved[k] = comb_vec2_add_scaled(centre, corner[k], COMB_UNITS_PER_PITCH);
        comb_outline_polygon(&drawing->outline, moved, shape->sizes[i], shape->round * COMB_UNITS_PER_PITCH);
        corner += shape->sizes[i];
    }
    struct comb_paint paint = comb_role_paint(shape->role);
    struct comb_pen pen = {.fill = paint.fill, .stroke = paint.edge, .width = 2};
    if (shape->marks & COMB_MARK_CANCELLED)
        pen = (struct comb_pen){.stroke = paint.edge ? paint.edge : paint.fill, .width = 2.5, .dash = 5, .space = 4};
    if (shape->marks & COMB_MARK_WRONG && drawing->scene->kind != COMB_SCENE_PANEL)
        pen = (struct comb_pen){.fill = paint.fill, .stroke = COMB_COLOUR_TW, .width = 4};
    draw_outline(drawing, pen);
    draw_shape_ring(drawing, shape, centre);
}

static void draw_note_box(struct drawing *drawing, const struct comb_scene_note *note, struct comb_vec2 centre)
{
    double half = fmax(30, comb_text_width(note->text, 37) / 2 + 8);
    struct comb_vec2 corners[4];
    comb_polygon_rect(corners, (struct comb_vec2){0, 0}, 2 * half, 54);
    for (int i = 0; i < 4; i++)
        corners[i] = comb_vec2_add_scaled(centre, comb_vec2_rotate(corners[i], note->angle), 1);
    comb_outline_polygon(&drawing->outline, corners, 4, 13);
    draw_outline(drawing, (struct comb_pen){.fill = COMB_COLOUR_ACCENT_WASH, .stroke = COMB_COLOUR_INK, .width = 3.4});
}

/* Upside-down text is rotated by 180 degrees; the chevron still points along the line. */
static void draw_note(struct drawing *drawing, const struct comb_scene_note *note)
{
    bool dim = note->marks & COMB_MARK_DIM;
    struct comb_vec2 lean =
        note->arrow ? comb_vec2_rotate((struct comb_vec2){0, 5}, note->angle) : (struct comb_vec2){0};
    struct comb_vec2 centre = comb_vec2_add_scaled(position_of(drawing, note->at), lean, 1);
    if (note->marks & COMB_MARK_REASON)
        draw_note_box(drawing, note, centre);
    bool upside_down = note->angle > 90 || note->angle < -90;
    struct comb_paint paint = dim ? comb_role_paint_dim(note->role) : comb_role_paint(note->role);
    write_text(drawing, (struct comb_lettering){.text = note->text,
                                                .at = centre,
                                                .size = 35,
                                                .angle = note->angle + (upside_down ? 180 : 0),
                                                .colour = paint.ink,
                                                .bold = !dim});
    if (!note->arrow)
        return;
    struct comb_vec2 back = comb_vec2_add_scaled(centre, comb_vec2_rotate((struct comb_vec2){0, 22}, note->angle), 1);
    struct comb_vec2 tip = comb_vec2_add_scaled(centre, comb_vec2_rotate((struct comb_vec2){0, 44}, note->angle), 1);
    comb_outline_chevron(&drawing->outline, back, tip, 9);
    draw_outline(drawing, (struct comb_pen){.stroke = COMB_COLOUR_EDGE, .width = 2.6});
}

/* ---- whole picture ---- */

static size_t caption_columns(double width)
{
    double columns = (width - 2 * text_margin) / (0.56 * caption_size);
    return columns < 12 ? 12 : (size_t)columns;
}

static unsigned caption_lines(const struct comb_scene *scene, double width)
{
    unsigned lines = 0;
    for (size_t i = 0; i < scene->captions.count; i++) {
        const char *rest = scene->captions.items[i].text;
        do {
            comb_text_wrap(&rest, caption_columns(width));
            lines++;
        } while (*rest != '\0');
    }
    return lines;
}

/* Widens the picture of a narrow board for its texts, up to a limit. */
static void widen_box(struct comb_rect2 *box, double width)
{
    double missing = fmin(width, 700) - (box->right - box->left);
    if (missing <= 0)
        return;
    box->left -= missing / 2;
    box->right += missing / 2;
}

struct comb_rect2 comb_scene_picture_bounds(const struct comb_scene *scene, bool bare)
{
    struct comb_rect2 box = comb_scene_board_bounds(scene);
    if (bare)
        return box;
    if (scene->title[0] != '\0') {
        widen_box(&box, comb_text_width(scene->title, title_size) + 2 * text_margin);
        box.top -= title_size + 2 * text_margin;
    }
    if (scene->captions.count > 0) {
        widen_box(&box, 300);
        box.bottom += caption_lines(scene, box.right - box.left) * line_height + text_margin;
    }
    return box;
}

static void write_captions(struct drawing *drawing, struct comb_rect2 box, double top)
{
    char line[512];
    struct comb_lettering text = {.text = line, .size = caption_size, .anchor = COMB_ANCHOR_START};
    text.at = (struct comb_vec2){box.left + text_margin, top + line_height / 2};
    for (size_t i = 0; i < drawing->scene->captions.count; i++) {
        const struct comb_scene_caption *caption = &drawing->scene->captions.items[i];
        const char *rest = caption->text;
        text.colour = comb_role_paint(caption->role).ink;
        do {
            const char *start = rest;
            size_t length = comb_text_wrap(&rest, caption_columns(box.right - box.left));
            snprintf(line, sizeof line, "%.*s", (int)(length < sizeof line ? length : sizeof line - 1), start);
            write_text(drawing, text);
            text.at.y += line_height;
        } while (*rest != '\0');
    }
}

static void draw_texts(struct drawing *drawing, struct comb_rect2 box)
{
    const struct comb_scene *scene = drawing->scene;
    double room = box.right - box.left - 2 * text_margin;
    write_text(drawing, (struct comb_lettering){.text = scene->title,
                                                .at = {box.left + text_margin, box.top + text_margin + title_size / 2},
                                                .size = comb_text_fit_size(scene->title, title_size, room),
                                                .colour = COMB_COLOUR_INK,
                                                .anchor = COMB_ANCHOR_START,
                                                .bold = true});
    write_captions(drawing, box, comb_scene_board_bounds(scene).bottom);
}

/* Cells off the paths are drawn before the bands, cells on paths after them. */
static void draw_cells(struct drawing *drawing, bool on_path)
{
    const struct comb_scene *scene = drawing->scene;
    for (size_t i = 0; i < scene->cells.count; i++) {
        if (scene->kind == COMB_SCENE_PANEL && !scene->cells.items[i].text[0])
            continue;
        if (((scene->cells.items[i].marks & COMB_MARK_PATH) != 0) == on_path)
            draw_cell(drawing, &scene->cells.items[i]);
    }
}

static void draw_board(struct drawing *drawing)
{
    const struct comb_scene *scene = drawing->scene;
    draw_panel(drawing);
    for (size_t i = 0; scene->kind == COMB_SCENE_PANEL && i < scene->cells.count; i++)
        draw_panel_cell(drawing, &scene->cells.items[i]);
    for (size_t i = 0; i < scene->edges.count; i++)
        draw_edge(drawing, &scene->edges.items[i]);
    for (size_t i = 0; i < scene->discs.count; i++)
        draw_disc(drawing, &scene->discs.items[i]);
    draw_cells(drawing, false);
    for (size_t i = 0; i < scene->paths.count; i++)
        draw_path(drawing, &scene->paths.items[i]);
    draw_cells(drawing, true);
    for (size_t i = 0; i < scene->edges.count; i++)
        draw_marked_edge(drawing, &scene->edges.items[i]);
    if (scene->kind != COMB_SCENE_PANEL)
        draw_marks(drawing);
    for (size_t i = 0; i < scene->paths.count; i++)
        draw_chevrons(drawing, &scene->paths.items[i]);
    for (size_t i = 0; i < scene->shapes.count; i++)
        draw_shape(drawing, &scene->shapes.items[i]);
    for (size_t i = 0; i < scene->notes.count; i++)
        draw_note(drawing, &scene->notes.items[i]);
    draw_tags(drawing);
}

int comb_scene_draw(struct comb_vector_backend *vector, const struct comb_scene *scene,
                    const struct comb_picture_style *style, struct comb_error *err)
{
    assert(scene->finished);
    struct drawing drawing = {.vector = vector, .scene = scene};
    struct comb_rect2 box = comb_scene_picture_bounds(scene, style->bare);
    if (!style->transparent) {
        /* Slightly larger than the picture: the last row and column of pixels may be outside the box. */
        add_box(&drawing, (struct comb_rect2){box.left - 10, box.top - 10, box.right + 10, box.bottom + 10}, 0);
        draw_outline(&drawing, (struct comb_pen){.fill = COMB_COLOUR_PAPER});
    }
    draw_board(&drawing);
    if (!style->bare)
        draw_texts(&drawing, box);
    comb_outline_free(&drawing.outline);
    return drawing.failed ? comb_fail_memory(err) : COMB_OK;
}
