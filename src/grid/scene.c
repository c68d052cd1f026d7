#include "grid/scene.h"

#include "base/buf.h"
#include "base/hash.h"
#include "base/text.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* How many characters each text may have. A caption or alt text is prose, the others sit in a cell. */
enum { MOST_CELL_TEXT = 24, MOST_SMALL_TEXT = 6, MOST_LABEL = 400, MOST_PROSE = 20000 };

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

/* The scene lies in its own arena, which therefore must be copied out before it goes. */
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

/* Characters that would break a terminal, an XML file or the order of a line. */
static bool is_unwanted(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 || c == 0x200e || c == 0x200f ||
           (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff || (c & 0xfffe) == 0xfffe;
}

/* One clean character from the text; moves *text on. */
static uint32_t next_character(const char **text, size_t *length)
{
    uint32_t c = 0;
    size_t size = comb_utf8_decode(&c, *text, *length);
    bool bad = size == 0 || is_unwanted(c);
    size = size == 0 ? 1 : size;
    *text += size;
    *length -= size;
    return bad ? 0xfffd : c;
}

static void clean_text(struct comb_buf *out, const char *text, size_t most)
{
    static const char ellipsis[] = "\xe2\x80\xa6";
    const char *end = memchr(text, '\0', 4 * most + 4);
    size_t length = end ? (size_t)(end - text) : 4 * most + 4;
    size_t columns = comb_utf8_columns(text, length);
    for (size_t count = 0; length > 0; count++) {
        if (count + 1 == most && columns > most) {
            comb_buf_str(out, ellipsis);
            return;
        }
        if (count == most)
            return;
        char bytes[4];
        size_t size = comb_utf8_encode(bytes, next_character(&text, &length));
        comb_buf_add(out, bytes, size);
    }
}

static const char *keep_text(struct comb_scene *scene, const char *text, size_t most)
{
    if (scene->failed || !text || text[0] == '\0')
        return "";
    struct comb_buf clean = {0};
    clean_text(&clean, text, most);
    char *copy = clean.failed ? NULL : comb_arena_string(&scene->arena, comb_buf_text(&clean), clean.length);
    comb_buf_free(&clean);
    if (!copy)
        fail_memory(scene);
    return copy ? copy : "";
}

/* Line by line, so that the newlines between them are not taken for unwanted characters. */
static const char *keep_block(struct comb_scene *scene, const char *text)
{
    if (scene->failed || !text || text[0] == '\0')
        return "";
    struct comb_buf clean = {0};
    for (int line = 0; line < COMB_SCENE_BLOCK_LINES; line++) {
        size_t length = strcspn(text, "\n");
        char bytes[4 * COMB_SCENE_BLOCK_COLUMNS + 4];
        size_t kept = length < sizeof bytes ? length : sizeof bytes - 1;
        memcpy(bytes, text, kept);
        bytes[kept] = '\0';
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

static bool has_room(struct comb_scene *scene, void **items, size_t count, size_t *capacity, size_t size)
{
    if (scene->failed)
        return false;
    assert(!scene->finished);
    if (count < *capacity)
        return true;
    if (count >= COMB_SCENE_MOST_ITEMS) {
        comb_fail(&scene->error, COMB_LIMIT, "picture has more than %d parts of one kind", (int)COMB_SCENE_MOST_ITEMS);
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

#define HAS_ROOM(scene, list)                                                                                          \
    has_room(scene, (void **)&(scene)->list.items, (scene)->list.count, &(scene)->list.capacity,                       \
             sizeof *(scene)->list.items)

static void check_point(struct comb_scene *scene, struct comb_point point)
{
    const int reach = COMB_LATTICE_REACH;
    if (scene->failed || (point.x >= -reach && point.x <= reach && point.y >= -reach && point.y <= reach))
        return;
    comb_fail(&scene->error, COMB_BAD_INPUT, "picture has a point at (%d, %d): expected coordinates from %d to %d",
              point.x, point.y, -reach, reach);
    scene->failed = true;
}

/* Lengths beyond the reach of points, and what is no number, would only make a broken picture. */
static double check_length(double length, double least, double most)
{
    return isfinite(length) ? fmin(fmax(length, least), most) : 0;
}

static struct comb_spot check_spot(struct comb_spot spot)
{
    return (struct comb_spot){check_length(spot.x, -1000, 1000), check_length(spot.y, -1000, 1000)};
}

void comb_scene_title(struct comb_scene *scene, const char *text)
{
    scene->title = keep_text(scene, text, MOST_LABEL);
}

void comb_scene_alt(struct comb_scene *scene, const char *text)
{
    scene->alt = keep_text(scene, text, MOST_PROSE);
}

void comb_scene_cell(struct comb_scene *scene, struct comb_scene_cell cell)
{
    assert(cell.role < COMB_ROLES && cell.badge_role < COMB_ROLES);
    check_point(scene, cell.at);
    cell.text = keep_text(scene, cell.text, MOST_CELL_TEXT);
    cell.value = keep_text(scene, cell.value, MOST_SMALL_TEXT);
    cell.badge = keep_text(scene, cell.badge, MOST_SMALL_TEXT);
    cell.tag = keep_text(scene, cell.tag, MOST_SMALL_TEXT);
    cell.label = keep_text(scene, cell.label, MOST_LABEL);
    cell.step = 0;
    if (HAS_ROOM(scene, cells))
        scene->cells.items[scene->cells.count++] = cell;
}

void comb_scene_path(struct comb_scene *scene, struct comb_scene_path path)
{
    assert(path.role < COMB_ROLES);
    if (scene->failed || path.count == 0)
        return;
    for (unsigned i = 0; i < path.count; i++)
        check_point(scene, path.points[i]);
    path.tail = check_spot(path.tail);
    path.points = comb_arena_copy(&scene->arena, path.points, path.count * sizeof *path.points);
    if (!path.points)
        fail_memory(scene);
    if (HAS_ROOM(scene, paths))
        scene->paths.items[scene->paths.count++] = path;
}

void comb_scene_edge(struct comb_scene *scene, struct comb_scene_edge edge)
{
    assert(edge.role < COMB_ROLES);
    check_point(scene, edge.from);
    check_point(scene, edge.to);
    edge.tail = check_spot(edge.tail);
    edge.width = edge.width > 0 ? check_length(edge.width, 0, 10) : 0.2;
    edge.gap = check_length(edge.gap, 0, 1);
    edge.label = keep_text(scene, edge.label, MOST_LABEL);
    if (HAS_ROOM(scene, edges))
        scene->edges.items[scene->edges.count++] = edge;
}

void comb_scene_disc(struct comb_scene *scene, struct comb_scene_disc disc)
{
    assert(disc.role < COMB_ROLES);
    check_point(scene, disc.at);
    disc.radius = disc.radius > 0 ? check_length(disc.radius, 0, 10) : 0.27;
    disc.glyph = keep_text(scene, disc.glyph, MOST_SMALL_TEXT);
    disc.label = keep_text(scene, disc.label, MOST_LABEL);
    if (HAS_ROOM(scene, discs))
        scene->discs.items[scene->discs.count++] = disc;
}

void comb_scene_note(struct comb_scene *scene, struct comb_scene_note note)
{
    assert(note.role < COMB_ROLES);
    check_point(scene, note.at);
    note.text = keep_text(scene, note.text, MOST_CELL_TEXT);
    note.tag = keep_text(scene, note.tag, MOST_SMALL_TEXT);
    note.label = keep_text(scene, note.label, MOST_LABEL);
    note.angle %= 360;
    if (HAS_ROOM(scene, notes))
        scene->notes.items[scene->notes.count++] = note;
}

static void keep_corners(struct comb_scene *scene, struct comb_scene_shape *shape)
{
    size_t corners = 0;
    for (unsigned i = 0; i < shape->polygons; i++) {
        assert(shape->sizes[i] <= COMB_SCENE_MOST_CORNERS);
        corners += shape->sizes[i];
    }
    struct comb_spot *spots = comb_arena_copy(&scene->arena, shape->corners, corners * sizeof *spots);
    shape->sizes = comb_arena_copy(&scene->arena, shape->sizes, shape->polygons * sizeof *shape->sizes);
    shape->corners = spots;
    if (!spots || !shape->sizes) {
        fail_memory(scene);
        return;
    }
    for (size_t i = 0; i < corners; i++)
        spots[i] = check_spot(spots[i]);
}

void comb_scene_shape(struct comb_scene *scene, struct comb_scene_shape shape)
{
    assert(shape.role < COMB_ROLES);
    if (scene->failed)
        return;
    check_point(scene, shape.at);
    keep_corners(scene, &shape);
    shape.round = check_length(shape.round, 0, 1);
    shape.glyph = keep_text(scene, shape.glyph, MOST_SMALL_TEXT);
    shape.plain = keep_text(scene, shape.plain, MOST_SMALL_TEXT);
    shape.block = keep_block(scene, shape.block);
    shape.block_plain = keep_block(scene, shape.block_plain);
    shape.label = keep_text(scene, shape.label, MOST_LABEL);
    if (HAS_ROOM(scene, shapes))
        scene->shapes.items[scene->shapes.count++] = shape;
}

void comb_scene_caption(struct comb_scene *scene, enum comb_role role, const char *text)
{
    assert(role < COMB_ROLES);
    struct comb_scene_caption caption = {role, keep_text(scene, text, MOST_PROSE)};
    if (HAS_ROOM(scene, captions))
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

static void enter_cells(struct comb_scene *scene)
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
        enter_cells(scene);
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

const struct comb_scene_cell *comb_scene_find(const struct comb_scene *scene, struct comb_point point)
{
    assert(scene->finished);
    unsigned found = *find_slot(scene, point);
    return found == NO_CELL ? NULL : &scene->cells.items[found];
}

/* ---- shapes ---- */

static struct comb_spot on_circle(double radius, double degrees)
{
    double radians = degrees * (3.14159265358979323846 / 180);
    return (struct comb_spot){radius * sin(radians), -radius * cos(radians)};
}

void comb_spots_regular(struct comb_spot *out, unsigned sides, double radius, double turn)
{
    for (unsigned i = 0; i < sides; i++)
        out[i] = on_circle(radius, turn + 360.0 * i / sides);
}

void comb_spots_star(struct comb_spot *out, unsigned points, double outer, double inner, double turn)
{
    for (unsigned i = 0; i < 2 * points; i++)
        out[i] = on_circle(i % 2 ? inner : outer, turn + 180.0 * i / points);
}

void comb_spots_box(struct comb_spot out[4], struct comb_spot centre, double width, double height)
{
    for (int i = 0; i < 4; i++) {
        double right = i == 1 || i == 2 ? 0.5 : -0.5;
        double down = i >= 2 ? 0.5 : -0.5;
        out[i] = (struct comb_spot){centre.x + right * width, centre.y + down * height};
    }
}
