/* Windmill strings: a protocol buffer (windmill.proto) in padded base64 with - and _ for + and /, then "_0".
 *
 *     CAUSAigEEgIIBB..._0     08 05        width 5: 2 cells and 3 nodes
 *                             12 02 28 04  4 empty places
 *                             12 02 08 04  an end ...
 *
 * The input is untrusted. The length of the text is limited before anything is decoded; run lengths are added up and
 * limited before anything is expanded. So no panel larger than 33 x 33 places is ever allocated. Errors in the text
 * name its byte, errors in the message the place of the panel. */
#include "games/witness/text/windmill.h"

#include "games/witness/panel/kinds.h"
#include "games/witness/text/place.h"
#include "games/witness/text/windmill.pb-c.h"

#include <stdlib.h>
#include <string.h>

typedef Comb__Windmill__Storage storage_message;
typedef Comb__Windmill__Entity entity_message;
typedef Comb__Windmill__Shape shape_message;

enum { MAX_PUBLISHED = 24, MAX_TRIANGLES = 9, BASIC = 2, MAX_GRID = COMB_WITNESS_SHAPE_SIDE * COMB_WITNESS_SHAPE_SIDE };

static const char link_start[] = "https://windmill.thefifthmatt.com/build/";

/* ---- text ---- */

/* A text and the part still to be read: characters from `at` to `end`; %XX is one character. */
struct source {
    const char *text;
    size_t length, at, end;
};

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Returns the character at a byte of the source; *used is its length in bytes. */
static char character_at(size_t *used, const struct source *source, size_t at)
{
    const char *text = source->text + at;
    int high = -1, low = -1;
    *used = 1;
    if (*text == '%' && source->end - at >= 3) {
        high = hex_digit(text[1]);
        low = hex_digit(text[2]);
    }
    if (high < 0 || low < 0)
        return *text;
    *used = 3;
    return (char)(unsigned char)(high * 16 + low);
}

static int bits_of(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '-' ? 62 : c == '_' ? 63 : -1;
}

/* Returns the part after the last / or #, without surrounding blanks. */
static struct source last_part(const char *text, size_t length)
{
    struct source source = {.text = text, .length = length, .end = length};
    while (source.end > 0 && comb_witness_is_blank(text[source.end - 1]))
        source.end--;
    for (size_t i = 0; i < source.end; i++)
        if (text[i] == '/' || text[i] == '#' || (comb_witness_is_blank(text[i]) && source.at == i))
            source.at = i + 1;
    return source;
}

/* Removes "_0" from the end; false if it is missing. */
static bool strip_version(struct source *source)
{
    size_t last[2] = {source->end, source->end}, used;
    for (size_t at = source->at; at < source->end; at += used) {
        character_at(&used, source, at);
        last[0] = last[1];
        last[1] = at;
    }
    if (last[1] == source->end || last[0] == source->end || character_at(&used, source, last[0]) != '_' ||
        character_at(&used, source, last[1]) != '0')
        return false;
    source->end = last[0];
    return true;
}

static int fail_in(struct comb_error *err, const struct source *source, size_t at, size_t length, const char *message)
{
    return comb_fail_at(err, COMB_BAD_INPUT, comb_witness_place(source->text, at, length), "%s", message);
}

/* Decodes the base64 into `bytes`, which must be large enough. */
static int decode_base64(uint8_t *bytes, size_t *count, const struct source *source, struct comb_error *err)
{
    size_t characters = 0, padding = 0, used;
    uint32_t group = 0;
    *count = 0;
    for (size_t at = source->at; at < source->end; at += used, characters++) {
        char c = character_at(&used, source, at);
        int bits = bits_of(c);
        bool padded = c == '=' && characters % 4 >= 2;
        if (c == '=' ? !padded : bits < 0 || padding > 0)
            return comb_fail_at(
                err, COMB_BAD_INPUT, comb_witness_place(source->text, at, used),
                "byte 0x%02x is not allowed here in a Windmill string: expected letters, digits, - and _, "
                "then = to fill up, then _0",
                (unsigned char)c);
        padding += padded;
        group = group << 6 | (padded ? 0 : (uint32_t)bits);
        if (characters % 4 != 3)
            continue;
        for (unsigned i = 0; i < 3 - padding; i++)
            bytes[(*count)++] = (uint8_t)(group >> (16 - 8 * i));
        group = 0;
    }
    if (characters % 4 != 0)
        return fail_in(err, source, source->end, 0,
                       "the Windmill string is cut short: expected a multiple of 4 characters before _0");
    if (characters == 0)
        return fail_in(err, source, source->at, 0, "expected a Windmill string before _0");
    return COMB_OK;
}

/* Returns the number of bytes up to the end of the site's name; 0 if the text is not a link to the site. */
static size_t site_length(const char *text, size_t length)
{
    static const char host[] = "thefifthmatt.com/";
    for (size_t i = 0; i + sizeof host <= length && i < 64; i++)
        if (memcmp(text + i, host, sizeof host - 1) == 0)
            return i + sizeof host - 1;
    return 0;
}

/* Returns whether the link names a published puzzle: letters and digits, an id, directly after the site. */
static bool names_published(const char *text, size_t length)
{
    size_t at = site_length(text, length), end = length;
    bool known = at > 0;
    while (end > at && (comb_witness_is_blank(text[end - 1]) || text[end - 1] == '/'))
        end--;
    for (size_t i = at; known && i < end; i++)
        known = bits_of(text[i]) >= 0 || text[i] == '/';
    return known && end > at && end - at <= MAX_PUBLISHED && (end - at < 5 || memcmp(text + at, "build", 5) != 0) &&
           memcmp(text + end - 2, "_0", 2) != 0;
}

bool comb_witness_is_windmill(const char *text, size_t length)
{
    struct source source = last_part(text, length);
    size_t used;
    if (site_length(text, length) > 0)
        return true;
    if (!strip_version(&source) || source.end - source.at < 8 || character_at(&used, &source, source.at) != 'C')
        return false; /* C: the first byte of the message, the tag of the width */
    for (size_t at = source.at; at < source.end; at += used) {
        char c = character_at(&used, &source, at);
        if (bits_of(c) < 0 && c != '=')
            return false;
    }
    return true;
}

/* ---- from the message to the panel ---- */

static int fail_place(struct comb_error *err, const struct source *source, const struct comb_witness_panel *panel,
                      size_t place, const char *message)
{
    unsigned column = (unsigned)(place % comb_witness_columns(panel));
    unsigned row = (unsigned)(place / comb_witness_columns(panel));
    return comb_fail_at(err, COMB_BAD_INPUT, comb_witness_place(source->text, source->at, source->end - source->at),
                        "column %u, row %u (from 0) of the Windmill string's panel: %s", column, row, message);
}

/* Reads the polyomino's shape into the panel, which has room for it. Returns NULL, or what is wrong. */
static const char *read_shape(struct comb_witness_panel *panel, struct comb_witness_thing *thing,
                              const shape_message *message)
{
    if (!message || message->width < 1 || message->n_grid < 1)
        return "a polyomino without a shape";
    if (message->width > COMB_WITNESS_SHAPE_SIDE || message->n_grid > MAX_GRID ||
        message->n_grid / (size_t)message->width > COMB_WITNESS_SHAPE_SIDE)
        return "a polyomino larger than 16 x 16 cells";
    if (message->n_grid % (size_t)message->width != 0)
        return "the rows of a polyomino differ in length";
    struct comb_witness_shape *shape = &panel->shapes[panel->shape_count++];
    shape->width = (uint8_t)message->width;
    shape->height = (uint8_t)(message->n_grid / (size_t)message->width);
    for (size_t i = 0; i < message->n_grid; i++)
        if (message->grid[i])
            shape->rows[i / shape->width] |= (uint16_t)(1u << i % shape->width);
    thing->free = message->free;
    thing->negative = message->negative;
    thing->shape = shape;
    return NULL;
}

static const char *read_direction(struct comb_witness_thing *thing, const Comb__Windmill__Orientation *message)
{
    if (!message)
        return NULL;
    if (message->horizontal < -1 || message->horizontal > 1 || message->vertical < -1 || message->vertical > 1)
        return "the direction of an end is not -1, 0 or 1";
    thing->toward_x = (int8_t)message->horizontal;
    thing->toward_y = (int8_t)message->vertical;
    return NULL;
}

/* Returns what is wrong with this kind of thing in such a place, or NULL. */
static const char *misplaced_reason(int kind, bool node, bool cell)
{
    const struct comb_witness_kind_row *row =
        comb_witness_kind_row(kind == BASIC ? COMB_WITNESS_EMPTY : (unsigned)kind);
    if (!row)
        return "unknown type, expected 0 to 11";
    switch (row->where) {
    case COMB_WITNESS_ANYWHERE:
        return NULL;
    case COMB_WITNESS_ON_POINT:
        return node ? NULL : "a start or an end, expected only on a node";
    case COMB_WITNESS_ON_EDGE:
        return node || cell ? "a gap, expected only on an edge" : NULL;
    case COMB_WITNESS_ON_TRACK:
        return cell ? "a hexagon in a cell, expected only on an edge or a node" : NULL;
    case COMB_WITNESS_IN_CELL:
        return cell ? NULL : "a symbol, expected only in a cell";
    }
    return NULL;
}

/* Returns NULL, or what is wrong. Ignores fields that do not apply to the kind (the colour of a start, say), as The
 * Windmill does. */
static const char *read_thing(struct comb_witness_panel *panel, struct comb_witness_thing *thing,
                              const entity_message *message, bool cell)
{
    if (message->color < 0 || message->color >= COMB_WITNESS_COLOURS)
        return "unknown colour, expected 0 to 9";
    if (message->type == BASIC)
        return NULL;
    thing->kind = (uint8_t)message->type;
    if (cell && thing->kind >= COMB_WITNESS_SQUARE)
        thing->colour = (uint8_t)message->color;
    if (thing->kind == COMB_WITNESS_POLYOMINO)
        return read_shape(panel, thing, message->shape);
    if (thing->kind == COMB_WITNESS_END)
        return read_direction(thing, message->orientation);
    if (thing->kind != COMB_WITNESS_TRIANGLE)
        return NULL;
    if (message->triangle_count < 0 || message->triangle_count > MAX_TRIANGLES)
        return "bad triangle count, expected 0 to 9";
    thing->triangles = (uint8_t)message->triangle_count;
    return NULL;
}

static size_t run_length(const entity_message *message)
{
    return message->count == 0 ? 1 : (size_t)message->count;
}

/* Counts the places that the message fills and its polyominoes; stops beyond the largest panel. */
static const char *measure(size_t *places, size_t *shapes, const storage_message *message)
{
    *places = *shapes = 0;
    for (size_t i = 0; i < message->n_entity; i++) {
        if (message->entity[i]->count < 0)
            return "a run of the Windmill string has a negative length";
        if (run_length(message->entity[i]) > COMB_WITNESS_MAX_PLACES - *places)
            return "the Windmill string's panel is too large: expected at most 16 x 16 cells";
        *places += run_length(message->entity[i]);
        if (message->entity[i]->type == COMB_WITNESS_POLYOMINO)
            *shapes += run_length(message->entity[i]);
    }
    return NULL;
}

static int panel_of_size(struct comb_witness_panel **out, const struct source *source, const storage_message *message,
                         struct comb_error *err)
{
    const unsigned max = 2 * COMB_WITNESS_MAX_SIDE + 1;
    struct comb_error_location whole = comb_witness_place(source->text, source->at, source->end - source->at);
    size_t places, shapes, width = message->width < 0 ? 0 : (size_t)message->width;
    const char *wrong = measure(&places, &shapes, message);
    if (wrong)
        return comb_fail_at(err, COMB_BAD_INPUT, whole, "%s", wrong);
    if (width < 3 || width > max || width % 2 == 0)
        return comb_fail_at(
            err, COMB_BAD_INPUT, whole,
            "the rows of the Windmill string's panel have %d places, expected an odd number from 3 to %u",
            (int)message->width, max);
    if (places % width != 0)
        return comb_fail_at(err, COMB_BAD_INPUT, whole,
                            "the Windmill string's panel has %zu places, expected a multiple of %zu", places, width);
    if (places / width < 3 || places / width > max || places / width % 2 == 0)
        return comb_fail_at(err, COMB_BAD_INPUT, whole,
                            "the Windmill string's panel has %zu rows of places, expected an odd number from 3 to %u",
                            places / width, max);
    if (message->symmetry < 0 || message->symmetry > 4)
        return comb_fail_at(err, COMB_BAD_INPUT, whole,
                            "the Windmill string's panel has unknown symmetry %d, expected 0 to 4",
                            (int)message->symmetry);
    return comb_witness_panel_new(out, (unsigned)width / 2, (unsigned)(places / width) / 2, shapes, err);
}

static int fill_panel(struct comb_witness_panel *panel, const struct source *source, const storage_message *message,
                      struct comb_error *err)
{
    size_t place = 0;
    for (size_t i = 0; i < message->n_entity; i++)
        for (size_t left = run_length(message->entity[i]); left > 0; left--, place++) {
            bool odd_column = place % comb_witness_columns(panel) % 2 == 1;
            bool odd_row = place / comb_witness_columns(panel) % 2 == 1;
            bool node = !odd_column && !odd_row, cell = odd_column && odd_row;
            const char *wrong = misplaced_reason(message->entity[i]->type, node, cell);
            if (!wrong)
                wrong = read_thing(panel, &panel->places[place], message->entity[i], cell);
            if (wrong)
                return fail_place(err, source, panel, place, wrong);
        }
    panel->symmetry = message->symmetry < 2 ? COMB_WITNESS_NO_SYMMETRY : (unsigned)message->symmetry - 1;
    comb_witness_panel_pair(panel);
    return COMB_OK;
}

/* Allocator for protobuf-c that records failure, to distinguish out of memory from a bad message. */
static void *allocate(void *failed, size_t size)
{
    void *memory = malloc(size > 0 ? size : 1);
    if (!memory)
        *(bool *)failed = true;
    return memory;
}

static void release(void *failed, void *memory)
{
    (void)failed;
    free(memory);
}

static int read_message(struct comb_witness_panel **out, const struct source *source, const uint8_t *bytes,
                        size_t count, struct comb_error *err)
{
    bool failed = false;
    ProtobufCAllocator allocator = {.alloc = allocate, .free = release, .allocator_data = &failed};
    storage_message *message = comb__windmill__storage__unpack(&allocator, count, bytes);
    if (!message)
        return failed ? comb_fail_memory(err)
                      : fail_in(err, source, source->at, source->end - source->at,
                                "the string is not a panel of The Windmill: is it complete?");
    struct comb_witness_panel *panel = NULL;
    int code = panel_of_size(&panel, source, message, err);
    if (code == COMB_OK)
        code = fill_panel(panel, source, message, err);
    comb__windmill__storage__free_unpacked(message, &allocator);
    if (code == COMB_OK)
        *out = panel;
    else
        comb_witness_panel_free(panel);
    return code;
}

int comb_witness_windmill_read(struct comb_witness_panel **out, const char *text, size_t length, struct comb_error *err)
{
    struct source source;
    size_t count;
    *out = NULL;
    int code = comb_witness_text_check(text, length, err);
    if (code != COMB_OK)
        return code;
    source = last_part(text, length);
    if (names_published(text, length))
        return fail_in(err, &source, source.at, source.end - source.at,
                       "this link names a published puzzle and does not contain it: open it in a browser, choose Edit, "
                       "and copy the link from there (.../build/CAUSAigE..._0)");
    if (source.at == source.end)
        return fail_in(err, &source, source.at, 0, "expected a Windmill string, such as CAUSAigE..._0");
    if (!strip_version(&source))
        return fail_in(err, &source, source.end, 0, "expected _0 at the end of the Windmill string: is it complete?");
    uint8_t *bytes = malloc(source.end - source.at + 4);
    if (!bytes)
        return comb_fail_memory(err);
    code = decode_base64(bytes, &count, &source, err);
    if (code == COMB_OK)
        code = read_message(out, &source, bytes, count, err);
    free(bytes);
    return code;
}

/* ---- from the panel to the message ---- */

/* The message and storage for everything it points to. */
struct written {
    storage_message storage;
    entity_message *list[COMB_WITNESS_MAX_PLACES];
    entity_message entities[COMB_WITNESS_MAX_PLACES];
    Comb__Windmill__Orientation orientations[COMB_WITNESS_MAX_NODES];
    size_t orientation_count;
    shape_message shapes[COMB_WITNESS_MAX_CELLS];
    protobuf_c_boolean grids[COMB_WITNESS_MAX_CELLS][MAX_GRID];
    size_t shape_count;
};

static void write_direction(struct written *out, entity_message *entity, const struct comb_witness_thing *thing)
{
    if (thing->toward_x == 0 && thing->toward_y == 0)
        return;
    Comb__Windmill__Orientation *orientation = &out->orientations[out->orientation_count++];
    comb__windmill__orientation__init(orientation);
    orientation->has_horizontal = orientation->has_vertical = true;
    orientation->horizontal = thing->toward_x;
    orientation->vertical = thing->toward_y;
    entity->orientation = orientation;
}

static void write_shape(struct written *out, entity_message *entity, const struct comb_witness_thing *thing)
{
    const struct comb_witness_shape *shape = thing->shape;
    shape_message *message = &out->shapes[out->shape_count];
    comb__windmill__shape__init(message);
    message->has_width = true;
    message->width = shape->width;
    message->n_grid = (size_t)shape->width * shape->height;
    message->grid = out->grids[out->shape_count++];
    for (size_t i = 0; i < message->n_grid; i++)
        message->grid[i] = shape->rows[i / shape->width] >> i % shape->width & 1;
    message->free = message->has_free = thing->free;
    message->negative = message->has_negative = thing->negative;
    entity->shape = message;
}

static void write_thing(struct written *out, const struct comb_witness_thing *thing)
{
    entity_message *entity = &out->entities[out->storage.n_entity++];
    comb__windmill__entity__init(entity);
    if (thing->kind == COMB_WITNESS_EMPTY)
        return;
    entity->has_type = true;
    entity->type = thing->kind;
    entity->has_color = thing->colour != COMB_WITNESS_NO_COLOUR;
    entity->color = thing->colour;
    entity->has_triangle_count = thing->triangles > 0;
    entity->triangle_count = thing->triangles;
    write_direction(out, entity, thing);
    if (thing->shape)
        write_shape(out, entity, thing);
}

/* A run of empty places becomes one entity with a count; everything else is written one by one. */
static void write_places(struct written *out, const struct comb_witness_panel *panel)
{
    size_t places = (size_t)comb_witness_columns(panel) * comb_witness_rows(panel), run = 0;
    comb__windmill__storage__init(&out->storage);
    out->storage.has_width = true;
    out->storage.width = (int32_t)comb_witness_columns(panel);
    out->storage.has_symmetry = panel->symmetry != COMB_WITNESS_NO_SYMMETRY;
    out->storage.symmetry = (int32_t)panel->symmetry + 1;
    out->storage.entity = out->list;
    for (size_t i = 0; i < places; i++) {
        run = panel->places[i].kind == COMB_WITNESS_EMPTY ? run + 1 : 0;
        if (run <= 1) {
            write_thing(out, &panel->places[i]);
            continue;
        }
        entity_message *last = &out->entities[out->storage.n_entity - 1];
        last->has_count = true;
        last->count = (int32_t)run;
    }
    for (size_t i = 0; i < out->storage.n_entity; i++)
        out->list[i] = &out->entities[i];
}

static void encode_base64(struct comb_buf *out, const uint8_t *bytes, size_t count)
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for (size_t i = 0; i < count; i += 3) {
        uint32_t group = 0;
        for (size_t j = 0; j < 3; j++)
            group = group << 8 | (i + j < count ? bytes[i + j] : 0u);
        for (size_t j = 0; j < 4; j++)
            comb_buf_char(out, i + j <= count ? alphabet[group >> (18 - 6 * j) & 63] : '=');
    }
}

static int check_writable(const struct comb_witness_panel *panel, struct comb_error *err)
{
    if (panel->pillar || panel->unpaired)
        return comb_fail(err, COMB_BAD_INPUT, "a Windmill string cannot store %s",
                         panel->pillar ? "a pillar" : "starts and ends without their mirror images");
    if (panel->line_colours[0] != COMB_WITNESS_NO_COLOUR || panel->line_colours[1] != COMB_WITNESS_NO_COLOUR)
        return comb_fail(err, COMB_BAD_INPUT, "a Windmill string cannot store line colours: remove them");
    for (unsigned row = 0; row < comb_witness_rows(panel); row++)
        for (unsigned column = 0; column < comb_witness_columns(panel); column++) {
            const struct comb_witness_thing *thing = comb_witness_at(panel, column, row);
            bool point = comb_witness_is_start(thing) || comb_witness_is_end(thing);
            if (thing->also_end || thing->also_dot || thing->hidden || (point && (column % 2 == 1 || row % 2 == 1)))
                return comb_fail(err, COMB_BAD_INPUT,
                                 "a Windmill string cannot store %s: see column %u, row %u (from 0)",
                                 thing->hidden     ? "hidden dots"
                                 : thing->also_end ? "a start that is an end"
                                 : thing->also_dot ? "a dot on a start or end"
                                                   : "a start or end in the middle of an edge",
                                 column, row);
            if (comb_witness_has_dot(thing) && thing->colour != COMB_WITNESS_NO_COLOUR)
                return comb_fail(err, COMB_BAD_INPUT,
                                 "a Windmill string cannot store coloured dots: remove the colour of the dot at column "
                                 "%u, row %u (from 0), which is %s",
                                 column, row, comb_witness_colour_name(thing->colour));
        }
    return COMB_OK;
}

int comb_witness_windmill_write(struct comb_buf *out, const struct comb_witness_panel *panel, struct comb_error *err)
{
    int code = check_writable(panel, err);
    if (code != COMB_OK)
        return code;
    struct written *written = calloc(1, sizeof *written);
    if (!written)
        return comb_fail_memory(err);
    write_places(written, panel);
    uint8_t *bytes = malloc(comb__windmill__storage__get_packed_size(&written->storage));
    if (bytes) {
        encode_base64(out, bytes, comb__windmill__storage__pack(&written->storage, bytes));
        comb_buf_str(out, "_0");
    }
    bool failed = !bytes || out->failed;
    free(bytes);
    free(written);
    return failed ? comb_fail_memory(err) : COMB_OK;
}

int comb_witness_windmill_link(struct comb_buf *out, const struct comb_witness_panel *panel, struct comb_error *err)
{
    int code = check_writable(panel, err);
    if (code != COMB_OK)
        return code;
    comb_buf_str(out, link_start);
    return comb_witness_windmill_write(out, panel, err);
}
