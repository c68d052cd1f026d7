/* Drawing a scene, from the back to the front:
 *
 *     paper, panel, rails and discs, cells, bands of paths, cells on paths, marks, chevrons, shapes, notes, tags, texts
 *
 * on a panel the cells lie below the rails, and edges that a hint decides above the drawn line.
 *
 * A band runs from centre to centre below the cells that it joins and shows only where it crosses from one to the next,
 * with a chevron on top, so that it never covers a letter. A panel's line has a casing in the panel's colour, so that
 * it stays apart from the grid where they meet. Cost: a few strokes for each part of the scene. */
#include "grid/scene_draw.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double face_scale = 0.92;
static const double title_size = 30, caption_size = 20, line_height = 30, text_margin = 12;
static const double band_width = 21, rail_width = 20;

struct drawing {
    struct comb_vector *vector;
    const struct comb_scene *scene;
    struct comb_outline outline;
    bool failed;
};

/* Draws the outline gathered so far and begins a new one. */
static void flush(struct drawing *drawing, struct comb_pen pen)
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

static struct comb_spot place(const struct drawing *drawing, struct comb_point point)
{
    return comb_scene_place(drawing->scene->kind, point);
}

static void add_box(struct drawing *drawing, struct comb_box box, double cut)
{
    struct comb_spot corners[4];
    struct comb_spot centre = {(box.left + box.right) / 2, (box.top + box.bottom) / 2};
    comb_spots_box(corners, centre, box.right - box.left, box.bottom - box.top);
    comb_outline_polygon(&drawing->outline, corners, 4, cut);
}

static void add_cell(struct drawing *drawing, const struct comb_scene_cell *cell, double scale)
{
    comb_outline_cell(&drawing->outline, drawing->scene->kind, place(drawing, cell->at), scale);
}

/* ---- lines of a panel ---- */

static void draw_panel(struct drawing *drawing)
{
    if (drawing->scene->kind != COMB_SCENE_PANEL || drawing->scene->edges.count == 0)
        return;
    struct comb_paint paint = comb_role_paint(COMB_ROLE_PANEL);
    add_box(drawing, comb_scene_panel_box(drawing->scene), 30);
    flush(drawing, (struct comb_pen){.fill = paint.fill, .stroke = paint.edge, .width = 1.5});
}

/* Marked cells fill their whole share of the plane, so that a marked region is one piece. */
static void draw_panel_cell(struct drawing *drawing, const struct comb_scene_cell *cell)
{
    bool hole = cell->role == COMB_ROLE_EMPTY;
    struct comb_spot at = place(drawing, cell->at);
    if (!hole && !(cell->marks & (COMB_MARK_MAYBE | COMB_MARK_WRONG)))
        return;
    double half = hole ? 34 : 50;
    add_box(drawing, (struct comb_box){at.x - half, at.y - half, at.x + half, at.y + half}, hole ? 9 : 0);
    flush(drawing, (struct comb_pen){.fill = hole ? COMB_COLOUR_PANEL_HOLE : COMB_COLOUR_PANEL_WASH});
}

/* A cross in a disc. */
static void draw_cross(struct drawing *drawing, struct comb_spot at, double radius, enum comb_colour colour,
                       enum comb_colour ground)
{
    double arm = radius / 3;
    comb_outline_circle(&drawing->outline, at, radius);
    flush(drawing, (struct comb_pen){.fill = colour, .stroke = ground, .width = 3.5});
    struct comb_spot down[2] = {{at.x - arm, at.y - arm}, {at.x + arm, at.y + arm}};
    struct comb_spot up[2] = {{at.x - arm, at.y + arm}, {at.x + arm, at.y - arm}};
    comb_outline_line(&drawing->outline, down, 2, false);
    comb_outline_line(&drawing->outline, up, 2, false);
    flush(drawing, (struct comb_pen){.stroke = ground, .width = 3.5});
}

/* The ends at a gap are cut, the ends at crossings round: a disc each makes them so. */
static void draw_broken_edge(struct drawing *drawing, const struct comb_scene_edge *edge, struct comb_spot from,
                             struct comb_spot to)
{
    enum comb_colour colour = comb_role_paint(edge->role).fill;
    struct comb_spot along = {to.x - from.x, to.y - from.y};
    double share = (1 - edge->gap) / 2;
    struct comb_spot near[2] = {from, comb_spot_add(from, along, share)};
    struct comb_spot far[2] = {comb_spot_add(to, along, -share), to};
    comb_outline_line(&drawing->outline, near, 2, false);
    comb_outline_line(&drawing->outline, far, 2, false);
    flush(drawing, (struct comb_pen){.stroke = colour, .width = edge->width * COMB_UNIT, .butt = true});
    comb_outline_circle(&drawing->outline, from, edge->width * COMB_UNIT / 2);
    comb_outline_circle(&drawing->outline, to, edge->width * COMB_UNIT / 2);
    flush(drawing, (struct comb_pen){.fill = colour});
}

/* A hollow band: the line that is not drawn yet. */
static void draw_aimed_edge(struct drawing *drawing, const struct comb_spot ends[2], double width)
{
    const struct {
        enum comb_colour colour;
        double width;
    } strokes[3] = {{COMB_COLOUR_PANEL, width + 9},
                    {COMB_COLOUR_PANEL_LIT, width},
                    {COMB_COLOUR_PANEL, width > 10 ? width - 9 : 1}};
    for (int i = 0; i < 3; i++) {
        comb_outline_line(&drawing->outline, ends, 2, false);
        flush(drawing, (struct comb_pen){.stroke = strokes[i].colour, .width = strokes[i].width});
    }
}

static void draw_marked_edge(struct drawing *drawing, const struct comb_scene_edge *edge)
{
    struct comb_spot ends[2] = {place(drawing, edge->from),
                                comb_spot_add(place(drawing, edge->to), edge->tail, COMB_UNIT)};
    if (edge->marks & COMB_MARK_AIM)
        draw_aimed_edge(drawing, ends, edge->width * COMB_UNIT);
    if (edge->marks & COMB_MARK_WRONG)
        draw_cross(drawing, (struct comb_spot){(ends[0].x + ends[1].x) / 2, (ends[0].y + ends[1].y) / 2}, 13,
                   COMB_COLOUR_PANEL_WRONG, COMB_COLOUR_PANEL);
}

static void draw_edge(struct drawing *drawing, const struct comb_scene_edge *edge)
{
    struct comb_spot ends[2] = {place(drawing, edge->from),
                                comb_spot_add(place(drawing, edge->to), edge->tail, COMB_UNIT)};
    if (edge->gap > 0) {
        draw_broken_edge(drawing, edge, ends[0], ends[1]);
        return;
    }
    comb_outline_line(&drawing->outline, ends, 2, false);
    enum comb_colour colour = comb_role_paint(edge->role).fill;
    flush(drawing, (struct comb_pen){.stroke = colour, .width = edge->width * COMB_UNIT});
}

static void draw_disc(struct drawing *drawing, const struct comb_scene_disc *disc)
{
    struct comb_paint paint = comb_role_paint(disc->role);
    comb_outline_circle(&drawing->outline, place(drawing, disc->at), disc->radius * COMB_UNIT);
    flush(drawing, (struct comb_pen){.fill = paint.fill});
}

/* ---- paths ---- */

static void add_path_line(struct drawing *drawing, const struct comb_scene_path *path)
{
    struct comb_outline *outline = &drawing->outline;
    for (unsigned i = 0; i < path->count; i++)
        comb_outline_step(outline, i ? COMB_OUTLINE_LINE : COMB_OUTLINE_MOVE, place(drawing, path->points[i]));
    struct comb_spot end = place(drawing, path->points[path->count - 1]);
    if (path->tail.x != 0 || path->tail.y != 0)
        comb_outline_step(outline, COMB_OUTLINE_LINE, comb_spot_add(end, path->tail, COMB_UNIT));
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
    struct comb_spot start = place(drawing, path->points[0]);
    add_path_line(drawing, path);
    flush(drawing, (struct comb_pen){.stroke = paint.edge, .width = width + casing});
    if (path->flags & COMB_PATH_START) {
        comb_outline_circle(&drawing->outline, start, 27 + casing / 2);
        flush(drawing, (struct comb_pen){.fill = paint.edge});
    }
    add_path_line(drawing, path);
    flush(drawing, (struct comb_pen){.stroke = paint.fill, .width = width});
    if (path->flags & COMB_PATH_START) {
        comb_outline_circle(&drawing->outline, start, 27);
        flush(drawing, (struct comb_pen){.fill = paint.fill});
    }
}

static void add_chevrons(struct drawing *drawing, const struct comb_scene_path *path)
{
    unsigned last = path->flags & COMB_PATH_CLOSED && path->count > 1 ? path->count : path->count - 1;
    for (unsigned i = 0; i < last; i++) {
        struct comb_spot from = place(drawing, path->points[i]);
        struct comb_spot to = place(drawing, path->points[(i + 1) % path->count]);
        comb_outline_chevron(&drawing->outline, from, to, 8);
    }
}

static void draw_chevrons(struct drawing *drawing, const struct comb_scene_path *path)
{
    if (!(path->flags & COMB_PATH_CHEVRONS))
        return;
    struct comb_paint paint = comb_role_paint(path->role);
    add_chevrons(drawing, path);
    flush(drawing, (struct comb_pen){.stroke = paint.fill, .width = 9});
    add_chevrons(drawing, path);
    flush(drawing, (struct comb_pen){.stroke = paint.ink, .width = 4.6});
}

/* ---- cells ---- */

static struct comb_paint cell_paint(const struct comb_scene_cell *cell)
{
    if (cell->marks & COMB_MARK_PATH)
        return comb_role_paint_on_path(cell->role);
    return cell->marks & COMB_MARK_DIM ? comb_role_paint_quiet(cell->role) : comb_role_paint(cell->role);
}

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
    flush(drawing, pen);
    if (cell->role == COMB_ROLE_CELL_BLUE) {
        bool quiet = cell->marks & COMB_MARK_DIM;
        add_cell(drawing, cell, 0.68);
        flush(drawing, (struct comb_pen){.stroke = quiet ? paint.edge : paint.ink, .width = 2, .opacity = 0.75});
    }
    if (cell->marks & COMB_MARK_FIRST) {
        add_cell(drawing, cell, drawing->scene->kind == COMB_SCENE_SQUARE ? 0.825 : 0.79);
        flush(drawing, (struct comb_pen){.stroke = paint.ink, .width = 2.5});
    }
}

/* The shape below the letter repeats what the colour says: a dot for blue, a triangle for red. */
static void draw_side(struct drawing *drawing, const struct comb_scene_cell *cell, struct comb_paint paint)
{
    bool blue = cell->role == COMB_ROLE_BLUE || cell->role == COMB_ROLE_VERY_BLUE;
    bool red = cell->role == COMB_ROLE_RED || cell->role == COMB_ROLE_VERY_RED;
    struct comb_spot at = comb_spot_add(place(drawing, cell->at), comb_cell_layout(drawing->scene->kind)->side, 1);
    if (blue) {
        comb_outline_circle(&drawing->outline, at, 5.6);
    } else if (red) {
        struct comb_spot corners[3];
        comb_spots_regular(corners, 3, 7.4, 0);
        for (int i = 0; i < 3; i++)
            corners[i] = comb_spot_add(comb_spot_add(at, corners[i], 1), (struct comb_spot){0, 1}, 1);
        comb_outline_polygon(&drawing->outline, corners, 3, 1);
    }
    bool very = cell->role == COMB_ROLE_VERY_BLUE || cell->role == COMB_ROLE_VERY_RED;
    flush(drawing, (struct comb_pen){.fill = very ? paint.ink : comb_role_paint(cell->role).edge});
}

/* Letter bonuses are round, word bonuses square, so that they differ without colour. */
static void draw_badge(struct drawing *drawing, const struct comb_scene_cell *cell)
{
    if (cell->badge[0] == '\0')
        return;
    bool on_path = cell->marks & COMB_MARK_PATH;
    bool word = cell->badge_role == COMB_ROLE_WORD_2 || cell->badge_role == COMB_ROLE_WORD_3;
    struct comb_paint paint = comb_role_paint(cell->badge_role);
    struct comb_spot at = comb_spot_add(place(drawing, cell->at), comb_cell_layout(drawing->scene->kind)->badge, 1);
    double half = fmax(13.5, comb_text_width(cell->badge, 11) / 2 + 5);
    add_box(drawing, (struct comb_box){at.x - half, at.y - 9, at.x + half, at.y + 9}, word ? 3 : 9);
    flush(drawing, (struct comb_pen){.fill = on_path ? COMB_COLOUR_ON_ACCENT : paint.fill});
    enum comb_colour ink = on_path ? COMB_COLOUR_BADGE_ON_PATH : paint.ink;
    write_text(drawing,
               (struct comb_lettering){.text = cell->badge, .at = at, .size = 11, .colour = ink, .bold = true});
}

/* A side's mark or a value below a hexagon's letter needs room: the letter moves up a little. */
static struct comb_spot text_place(const struct drawing *drawing, const struct comb_scene_cell *cell)
{
    struct comb_spot at = place(drawing, cell->at);
    bool has_side = cell->role >= COMB_ROLE_BLUE && cell->role <= COMB_ROLE_VERY_RED;
    if (drawing->scene->kind != COMB_SCENE_SQUARE && (has_side || cell->value[0] != '\0'))
        at.y -= 3;
    return at;
}

static void write_cell(struct drawing *drawing, const struct comb_scene_cell *cell, struct comb_paint paint)
{
    const struct comb_cell_layout *layout = comb_cell_layout(drawing->scene->kind);
    struct comb_spot centre = place(drawing, cell->at);
    bool on_path = cell->marks & COMB_MARK_PATH;
    enum comb_colour small = !on_path && paint.ink == COMB_COLOUR_INK ? COMB_COLOUR_INK_2 : paint.ink;
    struct comb_lettering text = {.text = cell->text, .colour = paint.ink, .bold = true};
    text.at = comb_spot_add(text_place(drawing, cell), layout->text, 1);
    text.size = comb_text_size(cell->text, layout->text_size, layout->text_room);
    write_text(drawing, text);
    write_text(drawing,
               (struct comb_lettering){
                   .text = cell->value, .at = comb_spot_add(centre, layout->value, 1), .size = 12.5, .colour = small});
    if (cell->step > 0) {
        char number[16];
        snprintf(number, sizeof number, "%u", cell->step);
        write_text(drawing, (struct comb_lettering){.text = number,
                                                    .at = comb_spot_add(centre, layout->step, 1),
                                                    .size = 12.5,
                                                    .colour = paint.ink,
                                                    .bold = true});
    }
}

static void draw_cell(struct drawing *drawing, const struct comb_scene_cell *cell)
{
    struct comb_paint paint = cell_paint(cell);
    draw_face(drawing, cell, paint);
    draw_side(drawing, cell, paint);
    draw_badge(drawing, cell);
    write_cell(drawing, cell, paint);
}

/* ---- marks ---- */

struct ring {
    unsigned mark;
    double scale;
    double square_scale; /* wider on squares, clear of values and badges in the corners */
    double width;
    double dash, space;
    enum comb_colour colour; /* COMB_COLOUR_NONE: the cell's ink */
};

/* In drawing order. Rings outside the face have a casing in the paper's colour that cuts them out of their neighbours.
 */
static const struct ring rings[] = {
    {COMB_MARK_MAYBE, 0.70, 0.84, 3.2, 6.5, 6.5, COMB_COLOUR_NONE},
    {COMB_MARK_CLEAR, 0.76, 0.84, 2.4, 5, 6.5, COMB_COLOUR_NONE},
    {COMB_MARK_CLAIM, 0.78, 0.86, 3, 0, 0, COMB_COLOUR_NONE},
    {COMB_MARK_CLAIM, 0.66, 0.77, 3, 0, 0, COMB_COLOUR_NONE},
    {COMB_MARK_DOUBT, 0.98, 0.98, 15, 0, 0, COMB_COLOUR_PAPER},
    {COMB_MARK_DOUBT, 0.98, 0.98, 5, 8, 7, COMB_COLOUR_INK},
    {COMB_MARK_WRONG, 0.98, 0.98, 15, 0, 0, COMB_COLOUR_PAPER},
    {COMB_MARK_WRONG, 0.98, 0.98, 6, 0, 0, COMB_COLOUR_BAD},
    {COMB_MARK_WHY, 0.98, 0.98, 15, 0, 0, COMB_COLOUR_PAPER},
    {COMB_MARK_WHY, 0.98, 0.98, 5, 0, 0, COMB_COLOUR_INK},
    {COMB_MARK_AIM, 0.98, 0.98, 15, 0, 0, COMB_COLOUR_PAPER},
    {COMB_MARK_AIM, 0.98, 0.98, 7.5, 0, 0, COMB_COLOUR_INK},
    {COMB_MARK_FOCUS, 1.00, 1.00, 10, 0, 0, COMB_COLOUR_FOCUS_GAP},
    {COMB_MARK_FOCUS, 1.02, 1.02, 5, 0, 0, COMB_COLOUR_FOCUS},
};

static void draw_ring(struct drawing *drawing, const struct comb_scene_cell *cell, const struct ring *ring)
{
    enum comb_colour colour = ring->colour == COMB_COLOUR_NONE ? cell_paint(cell).ink : ring->colour;
    add_cell(drawing, cell, drawing->scene->kind == COMB_SCENE_SQUARE ? ring->square_scale : ring->scale);
    flush(drawing, (struct comb_pen){.stroke = colour, .width = ring->width, .dash = ring->dash, .space = ring->space});
}

/* A wrong cell carries a cross, a decided cell without text a dot. */
static void draw_sign(struct drawing *drawing, const struct comb_scene_cell *cell)
{
    struct comb_spot centre = place(drawing, cell->at);
    if (cell->marks & COMB_MARK_AIM && cell->text[0] == '\0') {
        comb_outline_circle(&drawing->outline, centre, 8.5);
        flush(drawing, (struct comb_pen){.fill = cell_paint(cell).ink});
    }
    if (!(cell->marks & COMB_MARK_WRONG))
        return;
    struct comb_spot tag = comb_cell_layout(drawing->scene->kind)->tag;
    draw_cross(drawing, (struct comb_spot){centre.x - tag.x, centre.y - tag.y}, 15, COMB_COLOUR_BAD, COMB_COLOUR_PAPER);
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
        draw_sign(drawing, &scene->cells.items[i]);
}

static void draw_tag(struct drawing *drawing, struct comb_spot at, const char *text)
{
    if (text[0] == '\0')
        return;
    comb_outline_circle(&drawing->outline, at, 18);
    flush(drawing, (struct comb_pen){.fill = COMB_COLOUR_INK, .stroke = COMB_COLOUR_PAPER, .width = 3.5});
    write_text(drawing, (struct comb_lettering){.text = text,
                                                .at = at,
                                                .size = comb_text_size(text, 20, 26),
                                                .colour = COMB_COLOUR_INK_INVERSE,
                                                .bold = true});
}

static void draw_tags(struct drawing *drawing)
{
    const struct comb_scene *scene = drawing->scene;
    struct comb_spot corner = comb_cell_layout(scene->kind)->tag;
    for (size_t i = 0; i < scene->cells.count; i++)
        draw_tag(drawing, comb_spot_add(place(drawing, scene->cells.items[i].at), corner, 1),
                 scene->cells.items[i].tag);
    for (size_t i = 0; i < scene->notes.count; i++) {
        const struct comb_scene_note *note = &scene->notes.items[i];
        struct comb_spot beside = comb_spot_turn((struct comb_spot){0, -42}, note->angle);
        draw_tag(drawing, comb_spot_add(place(drawing, note->at), beside, 1), note->tag);
    }
}

/* ---- shapes and notes ---- */

/* Around a symbol of a panel: a box in a cell, a circle on a line. */
static void draw_shape_ring(struct drawing *drawing, const struct comb_scene_shape *shape, struct comb_spot centre)
{
    bool in_cell = shape->at.x % 2 != 0 && shape->at.y % 2 != 0;
    bool wrong = shape->marks & COMB_MARK_WRONG;
    double reach = in_cell ? 34 : 18;
    if (drawing->scene->kind != COMB_SCENE_PANEL || !(shape->marks & (COMB_MARK_WRONG | COMB_MARK_WHY)))
        return;
    if (in_cell)
        add_box(drawing, (struct comb_box){centre.x - reach, centre.y - reach, centre.x + reach, centre.y + reach}, 14);
    else
        comb_outline_circle(&drawing->outline, centre, reach);
    enum comb_colour colour = wrong ? COMB_COLOUR_PANEL_WRONG : COMB_COLOUR_SYM_WHITE;
    flush(drawing, (struct comb_pen){.stroke = colour, .width = 4});
    if (wrong)
        draw_cross(drawing, (struct comb_spot){centre.x + reach - 4, centre.y - reach + 4}, 11, COMB_COLOUR_PANEL_WRONG,
                   COMB_COLOUR_PANEL);
}

static void draw_shape(struct drawing *drawing, const struct comb_scene_shape *shape)
{
    struct comb_spot centre = place(drawing, shape->at);
    const struct comb_spot *corner = shape->corners;
    for (unsigned i = 0; i < shape->polygons; i++) {
        struct comb_spot moved[COMB_SCENE_MOST_CORNERS];
        for (unsigned k = 0; k < shape->sizes[i]; k++)
            moved[k] = comb_spot_add(centre, corner[k], COMB_UNIT);
        comb_outline_polygon(&drawing->outline, moved, shape->sizes[i], shape->round * COMB_UNIT);
        corner += shape->sizes[i];
    }
    struct comb_paint paint = comb_role_paint(shape->role);
    struct comb_pen pen = {.fill = paint.fill, .stroke = paint.edge, .width = 2};
    if (shape->marks & COMB_MARK_OFF)
        pen = (struct comb_pen){.stroke = paint.edge ? paint.edge : paint.fill, .width = 2.5, .dash = 5, .space = 4};
    if (shape->marks & COMB_MARK_WRONG && drawing->scene->kind != COMB_SCENE_PANEL)
        pen = (struct comb_pen){.fill = paint.fill, .stroke = COMB_COLOUR_TW, .width = 4};
    flush(drawing, pen);
    draw_shape_ring(drawing, shape, centre);
}

static void draw_note_box(struct drawing *drawing, const struct comb_scene_note *note, struct comb_spot centre)
{
    double half = fmax(30, comb_text_width(note->text, 37) / 2 + 8);
    struct comb_spot corners[4];
    comb_spots_box(corners, (struct comb_spot){0, 0}, 2 * half, 54);
    for (int i = 0; i < 4; i++)
        corners[i] = comb_spot_add(centre, comb_spot_turn(corners[i], note->angle), 1);
    comb_outline_polygon(&drawing->outline, corners, 4, 13);
    flush(drawing, (struct comb_pen){.fill = COMB_COLOUR_ACCENT_WASH, .stroke = COMB_COLOUR_INK, .width = 3.4});
}

/* Text that would stand on its head is turned once more; the chevron still points along the line. */
static void draw_note(struct drawing *drawing, const struct comb_scene_note *note)
{
    bool quiet = note->marks & COMB_MARK_DIM;
    struct comb_spot lean = note->arrow ? comb_spot_turn((struct comb_spot){0, 5}, note->angle) : (struct comb_spot){0};
    struct comb_spot centre = comb_spot_add(place(drawing, note->at), lean, 1);
    if (note->marks & COMB_MARK_WHY)
        draw_note_box(drawing, note, centre);
    bool upside_down = note->angle > 90 || note->angle < -90;
    struct comb_paint paint = quiet ? comb_role_paint_quiet(note->role) : comb_role_paint(note->role);
    write_text(drawing, (struct comb_lettering){.text = note->text,
                                                .at = centre,
                                                .size = 35,
                                                .angle = note->angle + (upside_down ? 180 : 0),
                                                .colour = paint.ink,
                                                .bold = !quiet});
    if (!note->arrow)
        return;
    struct comb_spot back = comb_spot_add(centre, comb_spot_turn((struct comb_spot){0, 22}, note->angle), 1);
    struct comb_spot tip = comb_spot_add(centre, comb_spot_turn((struct comb_spot){0, 44}, note->angle), 1);
    comb_outline_chevron(&drawing->outline, back, tip, 9);
    flush(drawing, (struct comb_pen){.stroke = COMB_COLOUR_EDGE, .width = 2.6});
}

/* ---- the whole ---- */

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

/* A narrow board gets wider paper for its texts, up to a point. */
static void widen(struct comb_box *box, double width)
{
    double missing = fmin(width, 700) - (box->right - box->left);
    if (missing <= 0)
        return;
    box->left -= missing / 2;
    box->right += missing / 2;
}

struct comb_box comb_scene_picture_box(const struct comb_scene *scene, bool bare)
{
    struct comb_box box = comb_scene_board_box(scene);
    if (bare)
        return box;
    if (scene->title[0] != '\0') {
        widen(&box, comb_text_width(scene->title, title_size) + 2 * text_margin);
        box.top -= title_size + 2 * text_margin;
    }
    if (scene->captions.count > 0) {
        widen(&box, 300);
        box.bottom += caption_lines(scene, box.right - box.left) * line_height + text_margin;
    }
    return box;
}

static void write_captions(struct drawing *drawing, struct comb_box box, double top)
{
    char line[512];
    struct comb_lettering text = {.text = line, .size = caption_size, .anchor = COMB_ANCHOR_START};
    text.at = (struct comb_spot){box.left + text_margin, top + line_height / 2};
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

static void draw_texts(struct drawing *drawing, struct comb_box box)
{
    const struct comb_scene *scene = drawing->scene;
    double room = box.right - box.left - 2 * text_margin;
    write_text(drawing, (struct comb_lettering){.text = scene->title,
                                                .at = {box.left + text_margin, box.top + text_margin + title_size / 2},
                                                .size = comb_text_size(scene->title, title_size, room),
                                                .colour = COMB_COLOUR_INK,
                                                .anchor = COMB_ANCHOR_START,
                                                .bold = true});
    write_captions(drawing, box, comb_scene_board_box(scene).bottom);
}

/* Cells below the bands first, then the bands, then the cells that they join. */
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

int comb_scene_draw(struct comb_vector *vector, const struct comb_scene *scene, const struct comb_picture_style *style,
                    struct comb_error *err)
{
    assert(scene->finished);
    struct drawing drawing = {.vector = vector, .scene = scene};
    struct comb_box box = comb_scene_picture_box(scene, style->bare);
    if (!style->transparent) {
        /* A little more than the picture: its last row and column of pixels may lie beyond the box. */
        add_box(&drawing, (struct comb_box){box.left - 10, box.top - 10, box.right + 10, box.bottom + 10}, 0);
        flush(&drawing, (struct comb_pen){.fill = COMB_COLOUR_PAPER});
    }
    draw_board(&drawing);
    if (!style->bare)
        draw_texts(&drawing, box);
    comb_outline_free(&drawing.outline);
    return drawing.failed ? comb_fail_memory(err) : COMB_OK;
}
