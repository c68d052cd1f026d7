#include "grid/scene.h"

#include "base/buf.h"
#include "base/hash.h"
#include "base/text.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Maximum number of characters per text. Captions and alt text are prose, the others are in a cell. */
enum { MAX_CELL_TEXT = 24, MAX_SMALL_TEXT = 6, MAX_LABEL = 400, MAX_PROSE = 20000 };

static const unsigned NO_CELL = UINT32_MAX;

enum comb_scene_kind comb_scene_kind_of(enum comb_lattice_kind kind)
{
    switch (kind) {
    case COMB_LATTICE_HEX_POINTY:
        return COMB_SCENE_HEX_POINTY;
    case COMB_LATTICE_HEX_FLAT:
        return COMB_SCENE_HEX_FLAT;
    default:
        return COMB_SCENE_SQUARE;
    }
}

int comb_scene_new(struct comb_scene **out, enum comb_scene_kind kind, struct comb_budget *budget,
                   struct comb_error *err)
{
    assert(kind < COMB_SCENE_KINDS);
    *out = NULL;
    struct comb_arena arena;
    comb_arena_init(&arena, budget);
    struct comb_scene *scene = COMB_NEW(&arena, struct comb_scene);
    if (!scene)
        return comb_fail_memory(err);
    scene->arena = arena;
    scene->kind = kind;
    scene->title = "";
    scene->alt = "";
    *out = scene;
    return COMB_OK;
}

/* The scene is inside its own arena: copy the arena out before freeing it. */
void comb_scene_free(struct comb_scene *scene)
{
    if (!scene)
        return;
    struct comb_arena arena = scene->arena;
    comb_arena_free(&arena);
}

static bool fail_memory(struct comb_scene *scene)
{
    if (!scene->failed)
        comb_fail_memory(&scene->error);
    scene->failed = true;
    return false;
}

/* ---- texts ---- */

/* Characters that could break a terminal, an XML file or the order of a line. */
static bool is_unsafe(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 || c == 0x200e || c == 0x200f ||
           (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff || (c & 0xfffe) == 0xfffe;
}

/* Returns the next character, made safe, and advances *text. */
static uint32_t next_character(const char **text, size_t *length)
{
    uint32_t c = 0;
    size_t size = comb_utf8_decode(&c, *text, *length);
    bool bad = size == 0 || is_unsafe(c);
    size = size == 0 ? 1 : size;
    *text += size;
    *length -= size;
    return bad ? 0xfffd : c;
}

static void clean_text(struct comb_buf *out, const char *text, size_t max)
{
    static const char ellipsis[] = "\xe2\x80\xa6";
    const char *end = memchr(text, '\0', 4 * max + 4);
    size_t length = end ? (size_t)(end - text) : 4 * max + 4;
    size_t columns = comb_utf8_columns(text, length);
    for (size_t count = 0; length > 0; count++) {
        if (count + 1 == max && columns > max) {
            comb_buf_str(out, ellipsis);
            return;
        }
        if (count == max)
            return;
        char bytes[4];
        size_t size = comb_utf8_encode(bytes, next_character(&text, &length));
        comb_buf_add(out, bytes, size);
    }
}

static const char *copy_text(struct comb_scene *scene, const char *text, size_t max)
{
    if (scene->failed || !text || text[0] == '\0')
        return "";
    struct comb_buf clean = {0};
    clean_text(&clean, text, max);
    char *copy = clean.failed ? NULL : comb_arena_string(&scene->arena, comb_buf_text(&clean), clean.length);
    comb_buf_free(&clean);
    if (!copy)
        fail_memory(scene);
    return copy ? copy : "";
}

/* Cleans line by line, so that newlines stay. */
static const char *copy_block(struct comb_scene *scene, const char *text)
{
    if (scene->failed || !text || text[0] == '\0')
        return "";
    struct comb_buf clean = {0};
    for (int line = 0; line < COMB_SCENE_BLOCK_LINES; line++) {
        size_t length = strcspn(text, "\n");
        char bytes[4 * COMB_SCENE_BLOCK_COLUMNS + 4];
        size_t copied = length < sizeof bytes ? length : sizeof bytes - 1;
        memcpy(bytes, text, copied);
        bytes[copied] = '\0';
        comb_buf_str(&clean, line > 0 ? "\n" : "");
        clean_text(&clean, bytes, COMB_SCENE_BLOCK_COLUMNS);
        text += length;
        if (*text++ == '\0')
            break;
    }
    char *copy = clean.failed ? NULL : comb_arena_string(&scene->arena, comb_buf_text(&clean), clean.length);
    comb_buf_free(&clean);
    if (!copy)
        fail_memory(scene);
    return copy ? copy : "";
}

/* ---- items ---- */

static bool reserve_item(struct comb_scene *scene, void **items, size_t count, size_t *capacity, size_t size)
{
    if (scene->failed)
        return false;
    assert(!scene->finished);
    if (count < *capacity)
        return true;
    if (count >= COMB_SCENE_MAX_ITEMS) {
        comb_fail(&scene->error, COMB_LIMIT, "picture has more than %d parts of one kind", (int)COMB_SCENE_MAX_ITEMS);
        scene->failed = true;
        return false;
    }
    size_t larger = *capacity ? *capacity * 2 : 16;
    void *moved = comb_arena_array(&scene->arena, larger, size);
    if (!moved)
        return fail_memory(scene);
    if (count > 0)
        memcpy(moved, *items, count * size);
    *items = moved;
    *capacity = larger;
    return true;
}

#define RESERVE_ITEM(scene, list)                                                                                      \
    reserve_item(scene, (void **)&(scene)->list.items, (scene)->list.count, &(scene)->list.capacity,                   \
                 sizeof *(scene)->list.items)

static void check_point(struct comb_scene *scene, struct comb_point point)
{
    const int limit = COMB_LATTICE_MAX_COORDINATE;
    if (scene->failed || (point.x >= -limit && point.x <= limit && point.y >= -limit && point.y <= limit))
        return;
    comb_fail(&scene->error, COMB_BAD_INPUT, "picture has a point at (%d, %d): expected coordinates from %d to %d",
              point.x, point.y, -limit, limit);
    scene->failed = true;
}

/* Clamps lengths and drops infinities and NaN, which would break the picture. */
static double clamp_length(double length, double min, double max)
{
    return isfinite(length) ? fmin(fmax(length, min), max) : 0;
}

static struct comb_vec2 clamp_vec2(struct comb_vec2 vec)
{
    return (struct comb_vec2){clamp_length(vec.x, -1000, 1000), clamp_length(vec.y, -1000, 1000)};
}

void comb_scene_title(struct comb_scene *scene, const char *text)
{
    scene->title = copy_text(scene, text, MAX_LABEL);
}

void comb_scene_alt(struct comb_scene *scene, const char *text)
{
    scene->alt = copy_text(scene, text, MAX_PROSE);
}

void comb_scene_cell(struct comb_scene *scene, struct comb_scene_cell cell)
{
    assert(cell.role < COMB_ROLES && cell.badge_role < COMB_ROLES);
    check_point(scene, cell.at);
    cell.text = copy_text(scene, cell.text, MAX_CELL_TEXT);
    cell.value = copy_text(scene, cell.value, MAX_SMALL_TEXT);
    cell.badge = copy_text(scene, cell.badge, MAX_SMALL_TEXT);
    cell.tag = copy_text(scene, cell.tag, MAX_SMALL_TEXT);
    cell.label = copy_text(scene, cell.label, MAX_LABEL);
    cell.step = 0;
    if (RESERVE_ITEM(scene, cells))
        scene->cells.items[scene->cells.count++] = cell;
}

void comb_scene_path(struct comb_scene *scene, struct comb_scene_path path)
{
    assert(path.role < COMB_ROLES);
    if (scene->failed || path.count == 0)
        return;
    for (unsigned i = 0; i < path.count; i++)
        check_point(scene, path.points[i]);
    path.tail = clamp_vec2(path.tail);
    path.points = comb_arena_copy(&scene->arena, path.points, path.count * sizeof *path.points);
    if (!path.points)
        fail_memory(scene);
    if (RESERVE_ITEM(scene, paths))
        scene->paths.items[scene->paths.count++] = path;
}

void comb_scene_edge(struct comb_scene *scene, struct comb_scene_edge edge)
{
    assert(edge.role < COMB_ROLES);
    check_point(scene, edge.from);
    check_point(scene, edge.to);
    edge.tail = clamp_vec2(edge.tail);
    edge.width = edge.width > 0 ? clamp_length(edge.width, 0, 10) : 0.2;
    edge.gap = clamp_length(edge.gap, 0, 1);
    edge.label = copy_text(scene, edge.label, MAX_LABEL);
    if (RESERVE_ITEM(scene, edges))
        scene->edges.items[scene->edges.count++] = edge;
}

void comb_scene_disc(struct comb_scene *scene, struct comb_scene_disc disc)
{
    assert(disc.role < COMB_ROLES);
    check_point(scene, disc.at);
    disc.radius = disc.radius > 0 ? clamp_length(disc.radius, 0, 10) : 0.27;
    disc.glyph = copy_text(scene, disc.glyph, MAX_SMALL_TEXT);
    disc.label = copy_text(scene, disc.label, MAX_LABEL);
    if (RESERVE_ITEM(scene, discs))
        scene->discs.items[scene->discs.count++] = disc;
}

void comb_scene_note(struct comb_scene *scene, struct comb_scene_note note)
{
    assert(note.role < COMB_ROLES);
    check_point(scene, note.at);
    note.text = copy_text(scene, note.text, MAX_CELL_TEXT);
    note.tag = copy_text(scene, note.tag, MAX_SMALL_TEXT);
    note.label = copy_text(scene, note.label, MAX_LABEL);
    note.angle %= 360;
    if (RESERVE_ITEM(scene, notes))
        scene->notes.items[scene->notes.count++] = note;
}

static void copy_corners(struct comb_scene *scene, struct comb_scene_shape *shape)
{
    size_t corners = 0;
    for (unsigned i = 0; i < shape->polygons; i++) {
        assert(shape->sizes[i] <= COMB_SCENE_MAX_CORNERS);
        corners += shape->sizes[i];
    }
    struct comb_vec2 *corners_copy = comb_arena_copy(&scene->arena, shape->corners, corners * sizeof *corners_copy);
    shape->sizes = comb_arena_copy(&scene->arena, shape->sizes, shape->polygons * sizeof *shape->sizes);
    shape->corners = corners_copy;
    if (!corners_copy || !shape->sizes) {
        fail_memory(scene);
        return;
    }
    for (size_t i = 0; i < corners; i++)
        corners_copy[i] = clamp_vec2(corners_copy[i]);
}

void comb_scene_shape(struct comb_scene *scene, struct comb_scene_shape shape)
{
    assert(shape.role < COMB_ROLES);
    if (scene->failed)
        return;
    check_point(scene, shape.at);
    copy_corners(scene, &shape);
    shape.round = clamp_length(shape.round, 0, 1);
    shape.glyph = copy_text(scene, shape.glyph, MAX_SMALL_TEXT);
    shape.plain = copy_text(scene, shape.plain, MAX_SMALL_TEXT);
    shape.block = copy_block(scene, shape.block);
    shape.block_plain = copy_block(scene, shape.block_plain);
    shape.label = copy_text(scene, shape.label, MAX_LABEL);
    if (RESERVE_ITEM(scene, shapes))
        scene->shapes.items[scene->shapes.count++] = shape;
}

void comb_scene_caption(struct comb_scene *scene, enum comb_role role, const char *text)
{
    assert(role < COMB_ROLES);
    struct comb_scene_caption caption = {role, copy_text(scene, text, MAX_PROSE)};
    if (RESERVE_ITEM(scene, captions))
        scene->captions.items[scene->captions.count++] = caption;
}

/* ---- finishing ---- */

static unsigned *find_slot(const struct comb_scene *scene, struct comb_point point)
{
    size_t slot = comb_hash(&point, sizeof point, 0) & scene->slot_mask;
    while (scene->slots[slot] != NO_CELL && comb_point_compare(scene->cells.items[scene->slots[slot]].at, point) != 0)
        slot = (slot + 1) & scene->slot_mask;
    return &scene->slots[slot];
}

static void index_cells(struct comb_scene *scene)
{
    size_t size = 4;
    while (size < 2 * scene->cells.count)
        size *= 2;
    scene->slots = COMB_NEW_ARRAY(&scene->arena, unsigned, size);
    if (!scene->slots) {
        fail_memory(scene);
        return;
    }
    memset(scene->slots, 0xff, size * sizeof *scene->slots);
    scene->slot_mask = size - 1;
    for (size_t i = 0; i < scene->cells.count; i++)
        *find_slot(scene, scene->cells.items[i].at) = (unsigned)i;
}

static void mark_path(struct comb_scene *scene, const struct comb_scene_path *path)
{
    for (unsigned i = 0; i < path->count; i++) {
        unsigned found = *find_slot(scene, path->points[i]);
        if (found == NO_CELL)
            continue;
        struct comb_scene_cell *cell = &scene->cells.items[found];
        cell->marks |= COMB_MARK_PATH;
        if (i == 0 && path->count > 1)
            cell->marks |= COMB_MARK_FIRST;
        if (cell->step == 0 && path->flags & COMB_PATH_STEPS)
            cell->step = i + 1;
    }
}

int comb_scene_finish(struct comb_scene *scene, struct comb_error *err)
{
    assert(!scene->finished);
    if (!scene->failed)
        index_cells(scene);
    if (scene->failed) {
        if (err)
            *err = scene->error;
        return scene->error.code;
    }
    for (size_t i = 0; i < scene->paths.count; i++)
        mark_path(scene, &scene->paths.items[i]);
    scene->finished = true;
    return COMB_OK;
}

struct comb_paint comb_cell_paint(const struct comb_scene_cell *cell)
{
    if (cell->marks & COMB_MARK_PATH)
        return comb_role_paint_on_path(cell->role);
    return cell->marks & COMB_MARK_DIM ? comb_role_paint_dim(cell->role) : comb_role_paint(cell->role);
}

/* ---- shapes ---- */

static struct comb_vec2 on_circle(double radius, double degrees)
{
    double radians = degrees * (3.14159265358979323846 / 180);
    return (struct comb_vec2){radius * sin(radians), -radius * cos(radians)};
}

void comb_polygon_regular(struct comb_vec2 *out, unsigned sides, double radius, double turn)
{
    for (unsigned i = 0; i < sides; i++)
        out[i] = on_circle(radius, turn + 360.0 * i / sides);
}

void comb_polygon_star(struct comb_vec2 *out, unsigned points, double outer, double inner, double turn)
{
    for (unsigned i = 0; i < 2 * points; i++)
        out[i] = on_circle(i % 2 ? inner : outer, turn + 180.0 * i / points);
}

void comb_polygon_rect(struct comb_vec2 out[4], struct comb_vec2 centre, double width, double height)
{
    for (int i = 0; i < 4; i++) {
        double right = i == 1 || i == 2 ? 0.5 : -0.5;
        double down = i >= 2 ? 0.5 : -0.5;
        out[i] = (struct comb_vec2){centre.x + right * width, centre.y + down * height};
    }
}
