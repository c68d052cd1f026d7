/* The geometry that every picture of a scene shares.
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
 * A cell is drawn a little smaller than its share of the plane, so that neighbours stay apart, with its corners rounded
 * by quadratic curves. */
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

struct comb_spot comb_scene_place(enum comb_scene_kind kind, struct comb_point point)
{
    double x = COMB_UNIT * (double)point.x;
    double y = COMB_UNIT * (double)point.y;
    switch (kind) {
    case COMB_SCENE_HEX_POINTY:
        return (struct comb_spot){x / 2, y * root_3 / 2};
    case COMB_SCENE_HEX_FLAT:
        return (struct comb_spot){x * root_3 / 2, y / 2};
    case COMB_SCENE_PANEL:
        return (struct comb_spot){x / 2, y / 2};
    default:
        return (struct comb_spot){x, y};
    }
}

struct comb_spot comb_spot_add(struct comb_spot a, struct comb_spot b, double times)
{
    return (struct comb_spot){a.x + b.x * times, a.y + b.y * times};
}

struct comb_spot comb_spot_turn(struct comb_spot spot, double degrees)
{
    double c = cos(degrees * degree);
    double s = sin(degrees * degree);
    return (struct comb_spot){spot.x * c - spot.y * s, spot.x * s + spot.y * c};
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

void comb_outline_step(struct comb_outline *outline, enum comb_outline_op op, struct comb_spot to)
{
    add_step(outline, (struct comb_outline_step){.op = op, .to = to});
}

void comb_outline_circle(struct comb_outline *outline, struct comb_spot centre, double radius)
{
    add_step(outline, (struct comb_outline_step){.op = COMB_OUTLINE_CIRCLE, .to = centre, .radius = radius});
}

void comb_outline_line(struct comb_outline *outline, const struct comb_spot *spots, size_t count, bool closed)
{
    for (size_t i = 0; i < count; i++)
        add_step(outline, (struct comb_outline_step){.op = i ? COMB_OUTLINE_LINE : COMB_OUTLINE_MOVE, .to = spots[i]});
    if (closed)
        add_step(outline, (struct comb_outline_step){.op = COMB_OUTLINE_CLOSE});
}

/* The place `length` from a towards b, at most half-way. */
static struct comb_spot towards(struct comb_spot a, struct comb_spot b, double length)
{
    double distance = hypot(b.x - a.x, b.y - a.y);
    double share = distance > 0 ? fmin(length / distance, 0.5) : 0;
    return (struct comb_spot){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

void comb_outline_polygon(struct comb_outline *outline, const struct comb_spot *corners, size_t count, double cut)
{
    if (cut <= 0) {
        comb_outline_line(outline, corners, count, true);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        struct comb_spot in = towards(corners[i], corners[(i + count - 1) % count], cut);
        struct comb_spot out = towards(corners[i], corners[(i + 1) % count], cut);
        enum comb_outline_op op = i ? COMB_OUTLINE_LINE : COMB_OUTLINE_MOVE;
        add_step(outline, (struct comb_outline_step){.op = op, .to = in});
        add_step(outline, (struct comb_outline_step){.op = COMB_OUTLINE_CURVE, .to = out, .control = corners[i]});
    }
    add_step(outline, (struct comb_outline_step){.op = COMB_OUTLINE_CLOSE});
}

void comb_outline_chevron(struct comb_outline *outline, struct comb_spot from, struct comb_spot to, double size)
{
    double length = hypot(to.x - from.x, to.y - from.y);
    if (length <= 0)
        return;
    struct comb_spot along = {(to.x - from.x) / length * size, (to.y - from.y) / length * size};
    struct comb_spot across = {-along.y, along.x};
    struct comb_spot middle = {(from.x + to.x) / 2, (from.y + to.y) / 2};
    struct comb_spot back = comb_spot_add(middle, along, -0.5);
    struct comb_spot spots[3] = {comb_spot_add(back, across, 1), comb_spot_add(middle, along, 0.5),
                                 comb_spot_add(back, across, -1)};
    comb_outline_line(outline, spots, 3, false);
}

void comb_outline_cell(struct comb_outline *outline, enum comb_scene_kind kind, struct comb_spot centre, double scale)
{
    struct comb_spot corners[6];
    if (kind == COMB_SCENE_SQUARE || kind == COMB_SCENE_PANEL) {
        comb_spots_box(corners, centre, COMB_UNIT * scale, COMB_UNIT * scale);
        comb_outline_polygon(outline, corners, 4, COMB_UNIT * fmax(0.15 - 0.5 * (0.92 - scale), 0.04));
        return;
    }
    comb_spots_regular(corners, 6, COMB_UNIT / root_3 * scale, kind == COMB_SCENE_HEX_FLAT ? 30 : 0);
    for (int i = 0; i < 6; i++)
        corners[i] = comb_spot_add(centre, corners[i], 1);
    comb_outline_polygon(outline, corners, 6, COMB_UNIT * 0.085 * scale);
}

/* ---- texts ---- */

/* Bold capitals of common sans-serif fonts are about 0.7 of their size wide. */
double comb_text_width(const char *text, double size)
{
    return 0.7 * size * (double)comb_utf8_columns(text, strlen(text));
}

double comb_text_size(const char *text, double size, double room)
{
    double width = comb_text_width(text, size);
    return width > room ? size * room / width : size;
}

static const char *after_character(const char *text)
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
        end = after_character(end);
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

static const struct comb_box empty_box = {INFINITY, INFINITY, -INFINITY, -INFINITY};

static void include(struct comb_box *box, struct comb_spot spot, struct comb_spot half)
{
    box->left = fmin(box->left, spot.x - half.x);
    box->right = fmax(box->right, spot.x + half.x);
    box->top = fmin(box->top, spot.y - half.y);
    box->bottom = fmax(box->bottom, spot.y + half.y);
}

static struct comb_box grown(struct comb_box box, double by)
{
    return (struct comb_box){box.left - by, box.top - by, box.right + by, box.bottom + by};
}

static struct comb_spot half_cell(enum comb_scene_kind kind)
{
    switch (kind) {
    case COMB_SCENE_HEX_POINTY:
        return (struct comb_spot){50, 100 / root_3};
    case COMB_SCENE_HEX_FLAT:
        return (struct comb_spot){100 / root_3, 50};
    default:
        return (struct comb_spot){50, 50};
    }
}

static void include_lines(struct comb_box *box, const struct comb_scene *scene)
{
    const struct comb_spot half = {10, 10};
    for (size_t i = 0; i < scene->edges.count; i++) {
        const struct comb_scene_edge *edge = &scene->edges.items[i];
        include(box, comb_scene_place(scene->kind, edge->from), half);
        include(box, comb_spot_add(comb_scene_place(scene->kind, edge->to), edge->tail, COMB_UNIT), half);
    }
    for (size_t i = 0; i < scene->paths.count; i++) {
        const struct comb_scene_path *path = &scene->paths.items[i];
        for (unsigned k = 0; k < path->count; k++)
            include(box, comb_scene_place(scene->kind, path->points[k]), half);
        struct comb_spot end = comb_scene_place(scene->kind, path->points[path->count - 1]);
        include(box, comb_spot_add(end, path->tail, COMB_UNIT), half);
    }
    for (size_t i = 0; i < scene->discs.count; i++) {
        double radius = scene->discs.items[i].radius * COMB_UNIT;
        include(box, comb_scene_place(scene->kind, scene->discs.items[i].at), (struct comb_spot){radius, radius});
    }
}

static void include_shape(struct comb_box *box, enum comb_scene_kind kind, const struct comb_scene_shape *shape)
{
    struct comb_spot centre = comb_scene_place(kind, shape->at);
    const struct comb_spot *corner = shape->corners;
    for (unsigned i = 0; i < shape->polygons; i++) {
        for (unsigned k = 0; k < shape->sizes[i]; k++)
            include(box, comb_spot_add(centre, *corner++, COMB_UNIT), (struct comb_spot){2, 2});
    }
}

/* Half the width and height of a text that stands at an angle. */
static struct comb_spot half_note(const struct comb_scene_note *note)
{
    double wide = fmax(comb_text_width(note->text, 37) / 2, 20);
    double high = note->arrow ? 44 : 24;
    struct comb_spot a = comb_spot_turn((struct comb_spot){wide, high}, note->angle);
    struct comb_spot b = comb_spot_turn((struct comb_spot){wide, -high}, note->angle);
    return (struct comb_spot){fmax(fabs(a.x), fabs(b.x)), fmax(fabs(a.y), fabs(b.y))};
}

struct comb_box comb_scene_panel_box(const struct comb_scene *scene)
{
    struct comb_box box = empty_box;
    const struct comb_spot point = {0, 0}, half = {50, 50};
    for (size_t i = 0; i < scene->edges.count; i++) {
        include(&box, comb_scene_place(scene->kind, scene->edges.items[i].from), point);
        include(&box, comb_scene_place(scene->kind, scene->edges.items[i].to), point);
    }
    for (size_t i = 0; i < scene->cells.count; i++)
        include(&box, comb_scene_place(scene->kind, scene->cells.items[i].at), half);
    for (size_t i = 0; i < scene->discs.count; i++)
        include(&box, comb_scene_place(scene->kind, scene->discs.items[i].at), point);
    return grown(box, 58);
}

struct comb_box comb_scene_board_box(const struct comb_scene *scene)
{
    struct comb_box box = empty_box;
    if (scene->kind == COMB_SCENE_PANEL && scene->edges.count > 0)
        box = grown(comb_scene_panel_box(scene), -4);
    include_lines(&box, scene);
    for (size_t i = 0; i < scene->cells.count; i++)
        include(&box, comb_scene_place(scene->kind, scene->cells.items[i].at), half_cell(scene->kind));
    for (size_t i = 0; i < scene->shapes.count; i++)
        include_shape(&box, scene->kind, &scene->shapes.items[i]);
    for (size_t i = 0; i < scene->notes.count; i++)
        include(&box, comb_scene_place(scene->kind, scene->notes.items[i].at), half_note(&scene->notes.items[i]));
    if (!(box.left <= box.right))
        box = (struct comb_box){0, 0, COMB_UNIT, COMB_UNIT};
    return grown(box, 12);
}
