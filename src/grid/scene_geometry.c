/* Geometry shared by all pictures of a scene.
 *
 *     square, pitch 1          pointy top                 flat top
 *     +-------+-------+           /\                        ___
 *     |badge  step    |          /  \    R = 1/sqrt(3)     /   \    R = 1/sqrt(3)
 *     |  text |       |         |    |                    /     \
 *     |  value|       |         |    |                    \     /
 *     +-------+-------+          \  /                      \___/
 *                                 \/
 *     (x, y)                   (x/2, y sqrt(3)/2)          (x sqrt(3)/2, y/2)      a panel: (x/2, y/2)
 *
 * Cells are drawn a little smaller than their area, so that neighbours stay apart, with corners rounded by quadratic
 * curves. */
#include "grid/scene_geometry.h"

#include "base/text.h"
#include "base/vec.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double root_3 = 1.7320508075688772;
static const double degree = 3.14159265358979323846 / 180;

static const struct comb_cell_layout layouts[COMB_SCENE_KINDS] = {
    [COMB_SCENE_SQUARE] = {40, 78, {0, 0}, {30, 31}, {30, -29}, {-22.5, -28}, {40, -40}, {-30, 31}},
    [COMB_SCENE_HEX_POINTY] = {39, 74, {0, 0}, {0, 35}, {30, -19}, {0, -34}, {37, -35}, {0, 34}},
    [COMB_SCENE_HEX_FLAT] = {37, 72, {0, 0}, {0, 32}, {24, -27}, {0, -32}, {26, -44}, {0, 30}},
    [COMB_SCENE_PANEL] = {40, 70, {0, 0}, {28, 30}, {28, -30}, {-24, -28}, {34, -34}, {0, 30}},
};

const struct comb_cell_layout *comb_cell_layout(enum comb_scene_kind kind)
{
    assert(kind < COMB_SCENE_KINDS);
    return &layouts[kind];
}

struct comb_vec2 comb_scene_position(enum comb_scene_kind kind, struct comb_point point)
{
    double x = COMB_UNITS_PER_PITCH * (double)point.x;
    double y = COMB_UNITS_PER_PITCH * (double)point.y;
    switch (kind) {
    case COMB_SCENE_HEX_POINTY:
        return (struct comb_vec2){x / 2, y * root_3 / 2};
    case COMB_SCENE_HEX_FLAT:
        return (struct comb_vec2){x * root_3 / 2, y / 2};
    case COMB_SCENE_PANEL:
        return (struct comb_vec2){x / 2, y / 2};
    default:
        return (struct comb_vec2){x, y};
    }
}

struct comb_vec2 comb_vec2_add_scaled(struct comb_vec2 a, struct comb_vec2 b, double factor)
{
    return (struct comb_vec2){a.x + b.x * factor, a.y + b.y * factor};
}

struct comb_vec2 comb_vec2_rotate(struct comb_vec2 vec, double degrees)
{
    double c = cos(degrees * degree);
    double s = sin(degrees * degree);
    return (struct comb_vec2){vec.x * c - vec.y * s, vec.x * s + vec.y * c};
}

/* ---- outlines ---- */

void comb_outline_clear(struct comb_outline *outline)
{
    outline->count = 0;
    outline->failed = false;
}

void comb_outline_free(struct comb_outline *outline)
{
    comb_vec_free(outline);
}

static void add_step(struct comb_outline *outline, struct comb_outline_step step)
{
    if (outline->failed || comb_vec_push(outline, step))
        return;
    outline->failed = true;
    outline->count = 0;
}

void comb_outline_step(struct comb_outline *outline, enum comb_outline_op op, struct comb_vec2 to)
{
    add_step(outline, (struct comb_outline_step){.op = op, .to = to});
}

void comb_outline_circle(struct comb_outline *outline, struct comb_vec2 centre, double radius)
{
    add_step(outline, (struct comb_outline_step){.op = COMB_OUTLINE_CIRCLE, .to = centre, .radius = radius});
}

void comb_outline_line(struct comb_outline *outline, const struct comb_vec2 *points, size_t count, bool closed)
{
    for (size_t i = 0; i < count; i++)
        add_step(outline, (struct comb_outline_step){.op = i ? COMB_OUTLINE_LINE : COMB_OUTLINE_MOVE, .to = points[i]});
    if (closed)
        add_step(outline, (struct comb_outline_step){.op = COMB_OUTLINE_CLOSE});
}

/* The point at distance `length` from a towards b, at most half-way. */
static struct comb_vec2 towards(struct comb_vec2 a, struct comb_vec2 b, double length)
{
    double distance = hypot(b.x - a.x, b.y - a.y);
    double fraction = distance > 0 ? fmin(length / distance, 0.5) : 0;
    return (struct comb_vec2){a.x + (b.x - a.x) * fraction, a.y + (b.y - a.y) * fraction};
}

void comb_outline_polygon(struct comb_outline *outline, const struct comb_vec2 *corners, size_t count, double cut)
{
    if (cut <= 0) {
        comb_outline_line(outline, corners, count, true);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        struct comb_vec2 in = towards(corners[i], corners[(i + count - 1) % count], cut);
        struct comb_vec2 out = towards(corners[i], corners[(i + 1) % count], cut);
        enum comb_outline_op op = i ? COMB_OUTLINE_LINE : COMB_OUTLINE_MOVE;
        add_step(outline, (struct comb_outline_step){.op = op, .to = in});
        add_step(outline, (struct comb_outline_step){.op = COMB_OUTLINE_CURVE, .to = out, .control = corners[i]});
    }
    add_step(outline, (struct comb_outline_step){.op = COMB_OUTLINE_CLOSE});
}

void comb_outline_chevron(struct comb_outline *outline, struct comb_vec2 from, struct comb_vec2 to, double size)
{
    double length = hypot(to.x - from.x, to.y - from.y);
    if (length <= 0)
        return;
    struct comb_vec2 along = {(to.x - from.x) / length * size, (to.y - from.y) / length * size};
    struct comb_vec2 across = {-along.y, along.x};
    struct comb_vec2 middle = {(from.x + to.x) / 2, (from.y + to.y) / 2};
    struct comb_vec2 back = comb_vec2_add_scaled(middle, along, -0.5);
    struct comb_vec2 points[3] = {comb_vec2_add_scaled(back, across, 1), comb_vec2_add_scaled(middle, along, 0.5),
                                  comb_vec2_add_scaled(back, across, -1)};
    comb_outline_line(outline, points, 3, false);
}

void comb_outline_cell(struct comb_outline *outline, enum comb_scene_kind kind, struct comb_vec2 centre, double scale)
{
    struct comb_vec2 corners[6];
    if (kind == COMB_SCENE_SQUARE || kind == COMB_SCENE_PANEL) {
        comb_polygon_rect(corners, centre, COMB_UNITS_PER_PITCH * scale, COMB_UNITS_PER_PITCH * scale);
        comb_outline_polygon(outline, corners, 4, COMB_UNITS_PER_PITCH * fmax(0.15 - 0.5 * (0.92 - scale), 0.04));
        return;
    }
    comb_polygon_regular(corners, 6, COMB_UNITS_PER_PITCH / root_3 * scale, kind == COMB_SCENE_HEX_FLAT ? 30 : 0);
    for (int i = 0; i < 6; i++)
        corners[i] = comb_vec2_add_scaled(centre, corners[i], 1);
    comb_outline_polygon(outline, corners, 6, COMB_UNITS_PER_PITCH * 0.085 * scale);
}

/* ---- texts ---- */

/* Bold capitals of common sans-serif fonts are about 0.7 of their size wide. */
double comb_text_width(const char *text, double size)
{
    return 0.7 * size * (double)comb_utf8_columns(text, strlen(text));
}

double comb_text_fit_size(const char *text, double size, double room)
{
    double width = comb_text_width(text, size);
    return width > room ? size * room / width : size;
}

static const char *next_character(const char *text)
{
    do
        text++;
    while (((unsigned char)*text & 0xc0) == 0x80);
    return text;
}

size_t comb_text_wrap(const char **text, size_t columns)
{
    const char *start = *text;
    const char *space = NULL;
    const char *end = start;
    for (size_t used = 0; *end != '\0' && used < columns; used++) {
        if (*end == ' ')
            space = end;
        end = next_character(end);
    }
    if (*end != '\0' && *end != ' ' && space && space > start)
        end = space;
    *text = end;
    while (**text == ' ')
        ++*text;
    while (end > start && end[-1] == ' ')
        end--;
    return (size_t)(end - start);
}

/* ---- boxes ---- */

static const struct comb_rect2 empty_box = {INFINITY, INFINITY, -INFINITY, -INFINITY};

static void extend_box(struct comb_rect2 *box, struct comb_vec2 vec, struct comb_vec2 half)
{
    box->left = fmin(box->left, vec.x - half.x);
    box->right = fmax(box->right, vec.x + half.x);
    box->top = fmin(box->top, vec.y - half.y);
    box->bottom = fmax(box->bottom, vec.y + half.y);
}

static struct comb_rect2 expanded(struct comb_rect2 box, double by)
{
    return (struct comb_rect2){box.left - by, box.top - by, box.right + by, box.bottom + by};
}

static struct comb_vec2 cell_half_size(enum comb_scene_kind kind)
{
    switch (kind) {
    case COMB_SCENE_HEX_POINTY:
        return (struct comb_vec2){50, 100 / root_3};
    case COMB_SCENE_HEX_FLAT:
        return (struct comb_vec2){100 / root_3, 50};
    default:
        return (struct comb_vec2){50, 50};
    }
}

static void extend_by_lines(struct comb_rect2 *box, const struct comb_scene *scene)
{
    const struct comb_vec2 half = {10, 10};
    for (size_t i = 0; i < scene->edges.count; i++) {
        const struct comb_scene_edge *edge = &scene->edges.items[i];
        extend_box(box, comb_scene_position(scene->kind, edge->from), half);
        extend_box(box,
                   comb_vec2_add_scaled(comb_scene_position(scene->kind, edge->to), edge->tail, COMB_UNITS_PER_PITCH),
                   half);
    }
    for (size_t i = 0; i < scene->paths.count; i++) {
        const struct comb_scene_path *path = &scene->paths.items[i];
        for (unsigned k = 0; k < path->count; k++)
            extend_box(box, comb_scene_position(scene->kind, path->points[k]), half);
        struct comb_vec2 end = comb_scene_position(scene->kind, path->points[path->count - 1]);
        extend_box(box, comb_vec2_add_scaled(end, path->tail, COMB_UNITS_PER_PITCH), half);
    }
    for (size_t i = 0; i < scene->discs.count; i++) {
        double radius = scene->discs.items[i].radius * COMB_UNITS_PER_PITCH;
        extend_box(box, comb_scene_position(scene->kind, scene->discs.items[i].at), (struct comb_vec2){radius, radius});
    }
}

static void extend_by_shape(struct comb_rect2 *box, enum comb_scene_kind kind, const struct comb_scene_shape *shape)
{
    struct comb_vec2 centre = comb_scene_position(kind, shape->at);
    const struct comb_vec2 *corner = shape->corners;
    for (unsigned i = 0; i < shape->polygons; i++) {
        for (unsigned k = 0; k < shape->sizes[i]; k++)
            extend_box(box, comb_vec2_add_scaled(centre, *corner++, COMB_UNITS_PER_PITCH), (struct comb_vec2){2, 2});
    }
}

/* Half width and height of rotated text. */
static struct comb_vec2 note_half_size(const struct comb_scene_note *note)
{
    double wide = fmax(comb_text_width(note->text, 37) / 2, 20);
    double high = note->arrow ? 44 : 24;
    struct comb_vec2 a = comb_vec2_rotate((struct comb_vec2){wide, high}, note->angle);
    struct comb_vec2 b = comb_vec2_rotate((struct comb_vec2){wide, -high}, note->angle);
    return (struct comb_vec2){fmax(fabs(a.x), fabs(b.x)), fmax(fabs(a.y), fabs(b.y))};
}

struct comb_rect2 comb_scene_panel_bounds(const struct comb_scene *scene)
{
    struct comb_rect2 box = empty_box;
    const struct comb_vec2 point = {0, 0}, half = {50, 50};
    for (size_t i = 0; i < scene->edges.count; i++) {
        extend_box(&box, comb_scene_position(scene->kind, scene->edges.items[i].from), point);
        extend_box(&box, comb_scene_position(scene->kind, scene->edges.items[i].to), point);
    }
    for (size_t i = 0; i < scene->cells.count; i++)
        extend_box(&box, comb_scene_position(scene->kind, scene->cells.items[i].at), half);
    for (size_t i = 0; i < scene->discs.count; i++)
        extend_box(&box, comb_scene_position(scene->kind, scene->discs.items[i].at), point);
    return expanded(box, 58);
}

struct comb_rect2 comb_scene_board_bounds(const struct comb_scene *scene)
{
    struct comb_rect2 box = empty_box;
    if (scene->kind == COMB_SCENE_PANEL && scene->edges.count > 0)
        box = expanded(comb_scene_panel_bounds(scene), -4);
    extend_by_lines(&box, scene);
    for (size_t i = 0; i < scene->cells.count; i++)
        extend_box(&box, comb_scene_position(scene->kind, scene->cells.items[i].at), cell_half_size(scene->kind));
    for (size_t i = 0; i < scene->shapes.count; i++)
        extend_by_shape(&box, scene->kind, &scene->shapes.items[i]);
    for (size_t i = 0; i < scene->notes.count; i++)
        extend_box(&box, comb_scene_position(scene->kind, scene->notes.items[i].at),
                   note_half_size(&scene->notes.items[i]));
    if (!(box.left <= box.right))
        box = (struct comb_rect2){0, 0, COMB_UNITS_PER_PITCH, COMB_UNITS_PER_PITCH};
    return expanded(box, 12);
}
