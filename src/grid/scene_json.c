/* Writes a scene as JSON: every item with its point, its position in view box units, and the names of its role and
 * marks. Empty members are omitted to keep large boards small. */
#include "grid/scene.h"

#include "grid/scene_draw.h"

#include <assert.h>
#include <math.h>

struct writer {
    struct comb_json build;
    const struct comb_scene *scene;
};

static const char *const kind_names[COMB_SCENE_KINDS] = {"square", "hex-pointy", "hex-flat", "panel"};

static const struct {
    unsigned mark;
    const char *name;
} mark_names[] = {
    {COMB_MARK_PATH, "path"},   {COMB_MARK_FIRST, "first"},      {COMB_MARK_TARGET, "aim"},
    {COMB_MARK_REASON, "why"},  {COMB_MARK_CONSIDERED, "maybe"}, {COMB_MARK_CLAIM, "claim"},
    {COMB_MARK_CLEAR, "clear"}, {COMB_MARK_UNCERTAIN, "doubt"},  {COMB_MARK_FOCUS, "focus"},
    {COMB_MARK_DIM, "dim"},     {COMB_MARK_CANCELLED, "off"},    {COMB_MARK_WRONG, "wrong"},
};

/* Hundredths are enough for any screen and keep the text short. */
static json_t *number_json(struct writer *writer, double value)
{
    double rounded = round(value * 100) / 100;
    if (rounded == floor(rounded) && fabs(rounded) < 1e15)
        return comb_json_int(&writer->build, (long long)rounded);
    return comb_json_real(&writer->build, rounded);
}

static void set_number(struct writer *writer, json_t *object, const char *key, double value)
{
    comb_json_set(&writer->build, object, key, number_json(writer, value));
}

static void set_text(struct writer *writer, json_t *object, const char *key, const char *text)
{
    if (text[0] != '\0')
        comb_json_set(&writer->build, object, key, comb_json_string(&writer->build, text));
}

static void set_role(struct writer *writer, json_t *object, const char *key, enum comb_role role)
{
    comb_json_set(&writer->build, object, key, comb_json_string(&writer->build, comb_role_name(role)));
}

static void set_marks(struct writer *writer, json_t *object, unsigned marks)
{
    if (marks == 0)
        return;
    json_t *names = comb_json_array(&writer->build);
    for (size_t i = 0; i < sizeof mark_names / sizeof mark_names[0]; i++) {
        if (marks & mark_names[i].mark)
            comb_json_push(&writer->build, names, comb_json_string(&writer->build, mark_names[i].name));
    }
    comb_json_set(&writer->build, object, "marks", names);
}

static json_t *vec2_json(struct writer *writer, struct comb_vec2 at)
{
    json_t *pair = comb_json_array(&writer->build);
    comb_json_push(&writer->build, pair, number_json(writer, at.x));
    comb_json_push(&writer->build, pair, number_json(writer, at.y));
    return pair;
}

static json_t *position_json(struct writer *writer, struct comb_point point)
{
    return vec2_json(writer, comb_scene_position(writer->scene->kind, point));
}

/* {x, y, px, py, role} and, if not empty, marks and label: common to all items. */
static json_t *common_json(struct writer *writer, struct comb_point at, enum comb_role role, unsigned marks,
                           const char *label)
{
    struct comb_vec2 centre = comb_scene_position(writer->scene->kind, at);
    json_t *object = comb_json_object(&writer->build);
    comb_json_set(&writer->build, object, "x", comb_json_int(&writer->build, at.x));
    comb_json_set(&writer->build, object, "y", comb_json_int(&writer->build, at.y));
    set_number(writer, object, "px", centre.x);
    set_number(writer, object, "py", centre.y);
    set_role(writer, object, "role", role);
    set_marks(writer, object, marks);
    set_text(writer, object, "label", label);
    return object;
}

static json_t *cell_json(struct writer *writer, const struct comb_scene_cell *cell)
{
    json_t *object = common_json(writer, cell->at, cell->role, cell->marks, cell->label);
    set_text(writer, object, "text", cell->text);
    if (cell->value[0] || cell->badge[0]) {
        json_t *corners = comb_json_object(&writer->build);
        set_text(writer, corners, "value", cell->value);
        set_text(writer, corners, "badge", cell->badge);
        if (cell->badge[0])
            set_role(writer, corners, "badgeRole", cell->badge_role);
        comb_json_set(&writer->build, object, "corners", corners);
    }
    set_text(writer, object, "tag", cell->tag);
    if (cell->step > 0)
        comb_json_set(&writer->build, object, "step", comb_json_int(&writer->build, cell->step));
    return object;
}

static json_t *path_json(struct writer *writer, const struct comb_scene_path *path)
{
    json_t *object = comb_json_object(&writer->build);
    json_t *points = comb_json_array(&writer->build);
    json_t *places = comb_json_array(&writer->build);
    for (unsigned i = 0; i < path->count; i++) {
        struct comb_vec2 point = {path->points[i].x, path->points[i].y};
        comb_json_push(&writer->build, points, vec2_json(writer, point));
        comb_json_push(&writer->build, places, position_json(writer, path->points[i]));
    }
    struct comb_vec2 end = comb_scene_position(writer->scene->kind, path->points[path->count - 1]);
    set_role(writer, object, "role", path->role);
    comb_json_set(&writer->build, object, "points", points);
    comb_json_set(&writer->build, object, "places", places);
    comb_json_set(&writer->build, object, "steps", comb_json_bool(&writer->build, path->flags & COMB_PATH_STEPS));
    comb_json_set(&writer->build, object, "chevrons", comb_json_bool(&writer->build, path->flags & COMB_PATH_CHEVRONS));
    comb_json_set(&writer->build, object, "closed", comb_json_bool(&writer->build, path->flags & COMB_PATH_CLOSED));
    comb_json_set(&writer->build, object, "start", comb_json_bool(&writer->build, path->flags & COMB_PATH_START));
    if (path->flags & COMB_PATH_GHOST)
        comb_json_set(&writer->build, object, "ghost", comb_json_bool(&writer->build, true));
    if (path->tail.x != 0 || path->tail.y != 0)
        comb_json_set(&writer->build, object, "tip",
                      vec2_json(writer, comb_vec2_add_scaled(end, path->tail, COMB_UNITS_PER_PITCH)));
    return object;
}

static json_t *edge_json(struct writer *writer, const struct comb_scene_edge *edge)
{
    json_t *object = comb_json_object(&writer->build);
    struct comb_vec2 end =
        comb_vec2_add_scaled(comb_scene_position(writer->scene->kind, edge->to), edge->tail, COMB_UNITS_PER_PITCH);
    set_role(writer, object, "role", edge->role);
    comb_json_set(&writer->build, object, "from", position_json(writer, edge->from));
    comb_json_set(&writer->build, object, "to", vec2_json(writer, end));
    set_number(writer, object, "width", edge->width * COMB_UNITS_PER_PITCH);
    if (edge->gap > 0)
        set_number(writer, object, "gap", edge->gap);
    set_marks(writer, object, edge->marks);
    set_text(writer, object, "label", edge->label);
    return object;
}

static json_t *disc_json(struct writer *writer, const struct comb_scene_disc *disc)
{
    json_t *object = common_json(writer, disc->at, disc->role, 0, disc->label);
    set_number(writer, object, "radius", disc->radius * COMB_UNITS_PER_PITCH);
    return object;
}

static json_t *note_json(struct writer *writer, const struct comb_scene_note *note)
{
    json_t *object = common_json(writer, note->at, note->role, note->marks, note->label);
    set_text(writer, object, "text", note->text);
    set_text(writer, object, "tag", note->tag);
    comb_json_set(&writer->build, object, "angle", comb_json_int(&writer->build, note->angle));
    comb_json_set(&writer->build, object, "arrow", comb_json_bool(&writer->build, note->arrow));
    return object;
}

static json_t *shape_json(struct writer *writer, const struct comb_scene_shape *shape)
{
    json_t *object = common_json(writer, shape->at, shape->role, shape->marks, shape->label);
    json_t *polygons = comb_json_array(&writer->build);
    const struct comb_vec2 *corner = shape->corners;
    for (unsigned i = 0; i < shape->polygons; i++) {
        json_t *corners = comb_json_array(&writer->build);
        for (unsigned k = 0; k < shape->sizes[i]; k++, corner++)
            comb_json_push(
                &writer->build, corners,
                vec2_json(writer, comb_vec2_add_scaled((struct comb_vec2){0}, *corner, COMB_UNITS_PER_PITCH)));
        comb_json_push(&writer->build, polygons, corners);
    }
    comb_json_set(&writer->build, object, "polygons", polygons);
    if (shape->round > 0)
        set_number(writer, object, "round", shape->round * COMB_UNITS_PER_PITCH);
    set_text(writer, object, "glyph", shape->glyph);
    return object;
}

static json_t *caption_json(struct writer *writer, const struct comb_scene_caption *caption)
{
    json_t *object = comb_json_object(&writer->build);
    set_role(writer, object, "role", caption->role);
    set_text(writer, object, "text", caption->text);
    return object;
}

#define SET_LIST(writer, root, list, to_json)                                                                          \
    do {                                                                                                               \
        json_t *array = comb_json_array(&(writer)->build);                                                             \
        for (size_t i = 0; i < (writer)->scene->list.count; i++)                                                       \
            comb_json_push(&(writer)->build, array, to_json(writer, &(writer)->scene->list.items[i]));                 \
        comb_json_set(&(writer)->build, root, #list, array);                                                           \
    } while (0)

static void set_view_box(struct writer *writer, json_t *root)
{
    struct comb_rect2 box = comb_scene_board_bounds(writer->scene);
    json_t *view = comb_json_array(&writer->build);
    comb_json_push(&writer->build, view, number_json(writer, box.left));
    comb_json_push(&writer->build, view, number_json(writer, box.top));
    comb_json_push(&writer->build, view, number_json(writer, box.right - box.left));
    comb_json_push(&writer->build, view, number_json(writer, box.bottom - box.top));
    comb_json_set(&writer->build, root, "viewBox", view);
}

int comb_scene_json(json_t **out, const struct comb_scene *scene, struct comb_error *err)
{
    assert(scene->finished);
    struct writer writer = {.scene = scene};
    json_t *root = comb_json_object(&writer.build);
    comb_json_set(&writer.build, root, "schema", comb_json_int(&writer.build, 1));
    comb_json_set(&writer.build, root, "kind", comb_json_string(&writer.build, kind_names[scene->kind]));
    comb_json_set(&writer.build, root, "title", comb_json_string(&writer.build, scene->title));
    comb_json_set(&writer.build, root, "alt", comb_json_string(&writer.build, scene->alt));
    set_view_box(&writer, root);
    SET_LIST(&writer, root, cells, cell_json);
    SET_LIST(&writer, root, paths, path_json);
    SET_LIST(&writer, root, edges, edge_json);
    SET_LIST(&writer, root, discs, disc_json);
    SET_LIST(&writer, root, notes, note_json);
    SET_LIST(&writer, root, shapes, shape_json);
    SET_LIST(&writer, root, captions, caption_json);
    return comb_json_finish(out, &writer.build, root, err);
}
