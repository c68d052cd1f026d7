/* Reads and writes the puzzles of witnesspuzzles.com. Old puzzles differ in details: starts, ends, dots and gaps in
 * lists of their own, `false` and {} for empty cells, "rot": "all" for pieces that may be rotated. */
#include "games/witness/text/site.h"

#include "base/json.h"
#include "games/witness/rules/rules.h"
#include "games/witness/text/place.h"
#include "games/witness/text/text.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

enum { ROTATES = 1 << 20, BOX = 4, MAX_SITE_PLACES = 21, BLACK_DOT = 1, BLUE_DOT, YELLOW_DOT, HIDDEN_DOT };
enum { BREAK = 1, NO_EDGE = 2 };

static const char call[] = "Puzzle.deserialize(";
static const char host[] = "witnesspuzzles.com/";

/* ---- finding the puzzle in a text ---- */

/* The position of a word in a text; `length` if there is none. */
static size_t find(const char *text, size_t length, const char *word)
{
    size_t size = strlen(word);
    for (size_t at = 0; at + size <= length; at++)
        if (memcmp(text + at, word, size) == 0)
            return at;
    return length;
}

static bool is_object(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length && comb_witness_is_blank(text[at]))
        at++;
    return at < length && text[at] == '{';
}

static bool is_link(const char *text, size_t length)
{
    return length < 200 && !is_object(text, length) && find(text, length, host) < length;
}

bool comb_witness_is_site(const char *text, size_t length)
{
    if (is_link(text, length) || find(text, length, call) < length)
        return true;
    return is_object(text, length) && find(text, length, "\"grid\"") < length;
}

/* The string literal after `Puzzle.deserialize(`, decoded. */
static int read_argument(json_t **out, const char *text, size_t length, struct comb_error *err)
{
    size_t at = find(text, length, call) + strlen(call), end = at + 1;
    json_t *string = NULL;
    while (end < length && text[end] != '"')
        end += text[end] == '\\' ? 2 : 1;
    if (at < length && text[at] == '"' && end < length)
        string = json_loadb(text + at, end + 1 - at, JSON_DECODE_ANY, NULL);
    if (!json_is_string(string)) {
        json_decref(string);
        return comb_fail(err, COMB_BAD_INPUT, "expected a text in quotes after 'Puzzle.deserialize('");
    }
    int code = comb_json_parse(out, json_string_value(string), json_string_length(string), err);
    json_decref(string);
    return code;
}

static int find_puzzle(json_t **out, const char *text, size_t length, struct comb_error *err)
{
    if (is_link(text, length))
        return comb_fail(
            err, COMB_BAD_INPUT,
            "a link to witnesspuzzles.com does not contain its puzzle, and Comb downloads nothing: open it, "
            "save the page, and give Comb the saved file");
    int code =
        is_object(text, length) ? comb_json_parse(out, text, length, err) : read_argument(out, text, length, err);
    if (code != COMB_OK || !json_object_get(*out, "puzzle"))
        return code;
    json_t *inner = json_incref(json_object_get(*out, "puzzle"));
    json_decref(*out);
    *out = inner;
    if (!json_is_string(inner))
        return COMB_OK;
    code = comb_json_parse(out, json_string_value(inner), json_string_length(inner), err);
    json_decref(inner);
    return code;
}

/* ---- places ---- */

struct reader {
    const json_t *puzzle, *grid;
    struct comb_witness_panel *panel;
    bool half_starts;              /* starts in the middle of edges */
    unsigned eliminations, pieces; /* whose rules depend on settings */
    bool blue;
    struct comb_error *err;
};

static int fail_place(const struct reader *reader, struct comb_witness_at at, const char *what)
{
    return comb_fail(reader->err, COMB_BAD_INPUT, "column %u, row %u (from 0): %s", at.column, at.row, what);
}

static bool is_cell(struct comb_witness_at at)
{
    return at.column % 2 == 1 && at.row % 2 == 1;
}

static bool is_node(struct comb_witness_at at)
{
    return at.column % 2 == 0 && at.row % 2 == 0;
}

static struct comb_witness_thing *thing_at(const struct reader *reader, struct comb_witness_at at)
{
    return &reader->panel->places[at.column + comb_witness_columns(reader->panel) * at.row];
}

/* The site calls magenta purple; it accepts all names of CSS. */
static const struct {
    const char *name;
    uint8_t colour;
} colours[] = {{"black", COMB_WITNESS_BLACK},    {"white", COMB_WITNESS_WHITE},     {"cyan", COMB_WITNESS_CYAN},
               {"purple", COMB_WITNESS_MAGENTA}, {"yellow", COMB_WITNESS_YELLOW},   {"red", COMB_WITNESS_RED},
               {"green", COMB_WITNESS_GREEN},    {"blue", COMB_WITNESS_BLUE},       {"orange", COMB_WITNESS_ORANGE},
               {"aqua", COMB_WITNESS_CYAN},      {"magenta", COMB_WITNESS_MAGENTA}, {"fuchsia", COMB_WITNESS_MAGENTA}};

static int read_colour(struct reader *reader, struct comb_witness_thing *thing, const json_t *cell,
                       struct comb_witness_at at)
{
    const char *name = json_string_value(json_object_get(cell, "color"));
    for (size_t i = 0; name && i < sizeof colours / sizeof *colours; i++)
        if (strcasecmp(name, colours[i].name) == 0) {
            thing->colour = colours[i].colour;
            return COMB_OK;
        }
    return comb_fail(reader->err, COMB_BAD_INPUT,
                     "column %u, row %u (from 0): the colour '%.20s' is not supported; expected black, white, cyan, "
                     "purple, yellow, red, green, blue or orange",
                     at.column, at.row, name ? name : "");
}

/* Bit 4 x + y is the cell at x, y. Blank margins mean nothing and are dropped. */
static int read_shape(struct reader *reader, struct comb_witness_thing *thing, const json_t *cell,
                      struct comb_witness_at at)
{
    json_int_t bits = json_integer_value(json_object_get(cell, "polyshape"));
    const char *turns = json_string_value(json_object_get(cell, "rot"));
    unsigned left = BOX - 1, top = BOX - 1, right = 0, bottom = 0;
    if (bits < 0 || (bits & ~(json_int_t)(ROTATES | 0xffff)) != 0)
        return fail_place(reader, at, "\"polyshape\" has unknown bits");
    for (unsigned i = 0; i < BOX * BOX; i++)
        if (bits >> i & 1) {
            left = i / BOX < left ? i / BOX : left;
            right = i / BOX > right ? i / BOX : right;
            top = i % BOX < top ? i % BOX : top;
            bottom = i % BOX > bottom ? i % BOX : bottom;
        }
    if ((bits & 0xffff) == 0)
        left = top = 0;
    struct comb_witness_shape *shape = &reader->panel->shapes[reader->panel->shape_count++];
    *shape = (struct comb_witness_shape){.width = (uint8_t)(right - left + 1), .height = (uint8_t)(bottom - top + 1)};
    for (unsigned x = left; x <= right; x++)
        for (unsigned y = top; y <= bottom; y++)
            shape->rows[y - top] |= (uint16_t)((bits >> (BOX * x + y) & 1) << (x - left));
    thing->free = (bits & ROTATES) != 0 || (turns && strcmp(turns, "all") == 0);
    thing->shape = shape;
    return COMB_OK;
}

static const struct {
    const char *type;
    uint8_t kind;
    bool negative;
} types[] = {{"square", COMB_WITNESS_SQUARE, false},     {"star", COMB_WITNESS_STAR, false},
             {"triangle", COMB_WITNESS_TRIANGLE, false}, {"nega", COMB_WITNESS_ELIMINATION, false},
             {"poly", COMB_WITNESS_POLYOMINO, false},    {"ylop", COMB_WITNESS_POLYOMINO, true}};

enum { TYPES = sizeof types / sizeof *types };

static int read_cell(struct reader *reader, const json_t *cell, struct comb_witness_at at)
{
    struct comb_witness_thing *thing = thing_at(reader, at);
    const char *type = json_string_value(json_object_get(cell, "type"));
    json_int_t count = json_integer_value(json_object_get(cell, "count"));
    unsigned i = 0;
    if (!type || strcmp(type, "nonce") == 0)
        return COMB_OK;
    while (i < TYPES && strcmp(type, types[i].type) != 0)
        i++;
    if (i == TYPES)
        return comb_fail(reader->err, COMB_BAD_INPUT,
                         "column %u, row %u (from 0): symbols of type '%.20s' are not supported", at.column, at.row,
                         type);
    thing->kind = types[i].kind;
    thing->negative = types[i].negative;
    if (thing->kind == COMB_WITNESS_TRIANGLE && (count < 0 || count > 9))
        return fail_place(reader, at, "expected a number of triangles from 0 to 9");
    thing->triangles = thing->kind == COMB_WITNESS_TRIANGLE ? (uint8_t)count : 0;
    reader->eliminations += thing->kind == COMB_WITNESS_ELIMINATION;
    reader->pieces += thing->kind == COMB_WITNESS_POLYOMINO;
    reader->blue |= thing->negative;
    int code = thing->kind == COMB_WITNESS_POLYOMINO ? read_shape(reader, thing, cell, at) : COMB_OK;
    return code == COMB_OK ? read_colour(reader, thing, cell, at) : code;
}

/* Directions of the caps of ends, in the order of the table of names. */
static const char *const ways[] = {"left", "right", "top", "bottom"};
static const int8_t way_x[] = {-1, 1, 0, 0}, way_y[] = {0, 0, -1, 1};

static int add_end(struct reader *reader, struct comb_witness_at at, const char *way)
{
    struct comb_witness_thing *thing = thing_at(reader, at);
    unsigned i = 0;
    while (i < 4 && strcmp(way, ways[i]) != 0)
        i++;
    if (i == 4)
        return fail_place(reader, at, "the direction of an end must be left, right, top or bottom");
    thing->toward_x = way_x[i];
    thing->toward_y = way_y[i];
    thing->also_end = thing->kind == COMB_WITNESS_START;
    if (thing->kind != COMB_WITNESS_START) {
        thing->also_dot = thing->kind == COMB_WITNESS_DOT;
        thing->kind = COMB_WITNESS_END;
    }
    return COMB_OK;
}

static void add_start(struct reader *reader, struct comb_witness_at at)
{
    struct comb_witness_thing *thing = thing_at(reader, at);
    thing->also_dot |= thing->kind == COMB_WITNESS_DOT;
    thing->also_end |= thing->kind == COMB_WITNESS_END;
    thing->kind = COMB_WITNESS_START;
    reader->half_starts |= !is_node(at);
}

static int add_dot(struct reader *reader, struct comb_witness_at at, json_int_t dot)
{
    struct comb_witness_thing *thing = thing_at(reader, at);
    if (dot < BLACK_DOT || dot > HIDDEN_DOT)
        return fail_place(reader, at, "\"dot\" must be 1 to 4");
    thing->also_dot = thing->kind != COMB_WITNESS_EMPTY;
    thing->kind = thing->kind == COMB_WITNESS_EMPTY ? COMB_WITNESS_DOT : thing->kind;
    thing->colour = dot == BLUE_DOT ? COMB_WITNESS_CYAN : dot == YELLOW_DOT ? COMB_WITNESS_YELLOW : 0;
    thing->hidden = dot == HIDDEN_DOT;
    return COMB_OK;
}

/* A node with a gap is one that the line cannot pass. */
static int add_gap(struct reader *reader, struct comb_witness_at at, json_int_t gap)
{
    struct comb_witness_thing *thing = thing_at(reader, at);
    if (gap != BREAK && gap != NO_EDGE)
        return fail_place(reader, at, "\"gap\" must be 1 or 2");
    if (thing->kind != COMB_WITNESS_EMPTY)
        return fail_place(reader, at, "a gap on a dot, start or end is not supported");
    thing->kind = gap == NO_EDGE || is_node(at) ? COMB_WITNESS_ABSENT : COMB_WITNESS_GAP;
    return COMB_OK;
}

static int read_track(struct reader *reader, const json_t *place, struct comb_witness_at at)
{
    const char *type = json_string_value(json_object_get(place, "type"));
    const json_t *gap = json_object_get(place, "gap");
    json_int_t dot = json_integer_value(json_object_get(place, "dot"));
    const char *end = json_string_value(json_object_get(place, "end"));
    int code = COMB_OK;
    if (type && strcmp(type, "line") != 0)
        return comb_fail(reader->err, COMB_BAD_INPUT,
                         "column %u, row %u (from 0): '%.20s' on a node or edge is not supported", at.column, at.row,
                         type);
    if (json_is_true(json_object_get(place, "start")))
        add_start(reader, at);
    if (end)
        code = add_end(reader, at, end);
    if (code == COMB_OK && dot != 0)
        code = add_dot(reader, at, dot);
    if (code == COMB_OK && (json_is_true(gap) || json_integer_value(gap) != 0))
        code = add_gap(reader, at, json_is_true(gap) ? BREAK : json_integer_value(gap));
    return code;
}

static int read_grid(struct reader *reader)
{
    int code = COMB_OK;
    for (unsigned column = 0; column < comb_witness_columns(reader->panel); column++)
        for (unsigned row = 0; row < comb_witness_rows(reader->panel) && code == COMB_OK; row++) {
            struct comb_witness_at at = {column, row};
            const json_t *place = json_array_get(json_array_get(reader->grid, column), row);
            code = is_cell(at) ? read_cell(reader, place, at) : read_track(reader, place, at);
        }
    return code;
}

/* ---- lists of old puzzles ---- */

static int read_listed(struct reader *reader, const json_t *entry, const char *name)
{
    const json_t *x = json_object_get(entry, "x"), *y = json_object_get(entry, "y");
    json_int_t column = json_integer_value(x), row = json_integer_value(y);
    const char *way = json_string_value(json_object_get(entry, "dir"));
    if (!json_is_integer(x) || !json_is_integer(y) || column < 0 || row < 0 ||
        column >= (json_int_t)comb_witness_columns(reader->panel) ||
        row >= (json_int_t)comb_witness_rows(reader->panel) || (column % 2 == 1 && row % 2 == 1))
        return comb_fail(reader->err, COMB_BAD_INPUT, "\"%s\" has an entry that is not on a node or edge", name);
    struct comb_witness_at at = {(unsigned)column, (unsigned)row};
    if (name[0] == 'd')
        return add_dot(reader, at, BLACK_DOT);
    if (name[0] == 'g')
        return add_gap(reader, at, BREAK);
    if (name[0] == 'e')
        return add_end(reader, at, way ? way : "");
    add_start(reader, at);
    return COMB_OK;
}

static int read_lists(struct reader *reader)
{
    static const char *const names[] = {"start", "end", "startPoints", "endPoints", "dots", "gaps"};
    int code = COMB_OK;
    for (unsigned i = 0; i < sizeof names / sizeof *names && code == COMB_OK; i++) {
        const json_t *list = json_object_get(reader->puzzle, names[i]);
        if (json_is_object(list))
            code = read_listed(reader, list, names[i]);
        for (size_t k = 0; k < json_array_size(list) && code == COMB_OK; k++)
            code = read_listed(reader, json_array_get(list, k), names[i]);
    }
    return code;
}

/* ---- the whole puzzle ---- */

/* A setting that differs from the default changes the rules, if the panel has something that it applies to. */
static int check_settings(const struct reader *reader)
{
    const json_t *settings = json_object_get(reader->puzzle, "settings");
    const struct {
        const char *name;
        bool usual, matters;
    } known[] = {{"NEGATIONS_CANCEL_NEGATIONS", true, reader->eliminations > 1},
                 {"SHAPELESS_ZERO_POLY", false, reader->blue},
                 {"PRECISE_POLYOMINOS", true, reader->pieces > 0},
                 {"FAT_STARTPOINTS", false, reader->half_starts}};
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        const json_t *value = json_object_get(settings, known[i].name);
        if (known[i].matters && json_is_boolean(value) && json_is_true(value) != known[i].usual)
            return comb_fail(reader->err, COMB_BAD_INPUT,
                             "the puzzle has the setting %s = %s, under which its rules are not supported",
                             known[i].name, known[i].usual ? "false" : "true");
    }
    return COMB_OK;
}

static enum comb_witness_symmetry symmetry_of(const json_t *symmetry, bool pillar)
{
    bool x = json_is_true(json_object_get(symmetry, "x")), y = json_is_true(json_object_get(symmetry, "y"));
    if (!json_is_object(symmetry))
        return COMB_WITNESS_NO_SYMMETRY;
    return x && y ? COMB_WITNESS_ROTATIONAL
           : x    ? COMB_WITNESS_HORIZONTAL
           : y    ? COMB_WITNESS_VERTICAL
                  : (pillar ? COMB_WITNESS_TRANSLATED : COMB_WITNESS_NO_SYMMETRY);
}

static int make_panel(struct reader *reader)
{
    size_t columns = json_array_size(reader->grid), rows = json_array_size(json_array_get(reader->grid, 0));
    bool pillar = json_is_true(json_object_get(reader->puzzle, "pillar"));
    enum comb_witness_symmetry symmetry = symmetry_of(json_object_get(reader->puzzle, "symmetry"), pillar);
    for (size_t i = 0; i < columns; i++)
        if (!json_is_array(json_array_get(reader->grid, i)) || json_array_size(json_array_get(reader->grid, i)) != rows)
            return comb_fail(reader->err, COMB_BAD_INPUT, "the columns of \"grid\" differ in length");
    if (columns < 2 || columns > 2 * COMB_WITNESS_MAX_SIDE + 1 || rows > 2 * COMB_WITNESS_MAX_SIDE + 1 || rows < 3 ||
        columns % 2 == pillar || rows % 2 == 0)
        return comb_fail(reader->err, COMB_BAD_INPUT,
                         "\"grid\" has %zu columns and %zu rows, expected an %s and an odd "
                         "number, for at most %d cells",
                         columns, rows, pillar ? "even" : "odd", COMB_WITNESS_MAX_SIDE);
    unsigned width = (unsigned)columns / 2, height = (unsigned)rows / 2;
    const char *bad = comb_witness_bad_form(width, pillar, symmetry);
    if (bad)
        return comb_fail(reader->err, COMB_BAD_INPUT, "%s", bad);
    int code = comb_witness_panel_new(&reader->panel, width, height, (size_t)width * height, reader->err);
    if (code != COMB_OK)
        return code;
    reader->panel->pillar = pillar;
    reader->panel->symmetry = symmetry;
    if (symmetry != COMB_WITNESS_NO_SYMMETRY) {
        reader->panel->line_colours[0] = COMB_WITNESS_CYAN;
        reader->panel->line_colours[1] = COMB_WITNESS_YELLOW;
    }
    comb_witness_rules_find(&reader->panel->rules, "witnesspuzzles", strlen("witnesspuzzles"));
    return COMB_OK;
}

/* On the site starts and ends need not come in pairs; only the first line has to reach an end. */
static int mark_unpaired(struct comb_witness_panel *panel, struct comb_error *err)
{
    struct comb_witness_panel *paired;
    int code = comb_witness_panel_copy(&paired, panel, 0, err);
    if (code != COMB_OK)
        return code;
    comb_witness_panel_pair(paired);
    panel->unpaired = !comb_witness_panel_same(panel, paired);
    comb_witness_panel_free(paired);
    return COMB_OK;
}

int comb_witness_site_read(struct comb_witness_panel **out, const char *text, size_t length, struct comb_error *err)
{
    json_t *puzzle = NULL;
    *out = NULL;
    int code = find_puzzle(&puzzle, text, length, err);
    struct reader reader = {.puzzle = puzzle, .grid = json_object_get(puzzle, "grid"), .err = err};
    if (code == COMB_OK && !json_is_array(reader.grid))
        code = comb_fail(err, COMB_BAD_INPUT, "expected a puzzle of witnesspuzzles.com with a \"grid\"");
    if (code == COMB_OK)
        code = make_panel(&reader);
    if (code == COMB_OK)
        code = read_grid(&reader);
    if (code == COMB_OK)
        code = read_lists(&reader);
    if (code == COMB_OK)
        code = check_settings(&reader);
    json_decref(puzzle);
    if (code != COMB_OK) {
        if (code == COMB_BAD_INPUT && err && err->line == 0)
            err->line = 1; /* places are named in the message */
        comb_witness_panel_free(reader.panel);
        return code;
    }
    code = mark_unpaired(reader.panel, err);
    if (code == COMB_OK)
        *out = reader.panel;
    else
        comb_witness_panel_free(reader.panel);
    return code;
}

/* ---- writing ---- */

struct writer {
    const struct comb_witness_panel *panel;
    struct comb_json build;
    struct comb_error *err;
};

static int fail_write(const struct writer *writer, struct comb_witness_at at, const char *what)
{
    return comb_fail(writer->err, COMB_BAD_INPUT, "witnesspuzzles.com has no %s: see column %u, row %u (from 0)", what,
                     at.column, at.row);
}

static void set_int(struct writer *writer, json_t *object, const char *name, long long value)
{
    comb_json_set(&writer->build, object, name, comb_json_int(&writer->build, value));
}

static void set_text(struct writer *writer, json_t *object, const char *name, const char *value)
{
    comb_json_set(&writer->build, object, name, comb_json_string(&writer->build, value));
}

static const char *colour_name(unsigned colour)
{
    unsigned i = 0;
    assert(colour > COMB_WITNESS_NO_COLOUR && colour < COMB_WITNESS_COLOURS);
    while (colours[i].colour != colour)
        i++;
    return colours[i].name;
}

static int write_shape(struct writer *writer, json_t *cell, const struct comb_witness_thing *thing,
                       struct comb_witness_at at)
{
    long long bits = thing->free ? ROTATES : 0;
    for (unsigned y = 0; y < thing->shape->height; y++)
        for (unsigned x = 0; x < thing->shape->width; x++) {
            if (!(thing->shape->rows[y] >> x & 1))
                continue;
            if (x >= BOX || y >= BOX)
                return fail_write(writer, at, "pieces larger than 4 by 4");
            bits |= 1ll << (BOX * x + y);
        }
    set_int(writer, cell, "polyshape", bits);
    return COMB_OK;
}

static unsigned colour_of(const struct comb_witness_thing *thing)
{
    if (thing->colour != COMB_WITNESS_NO_COLOUR)
        return thing->colour;
    if (thing->kind == COMB_WITNESS_POLYOMINO)
        return thing->negative ? COMB_WITNESS_BLUE : COMB_WITNESS_YELLOW;
    return thing->kind == COMB_WITNESS_TRIANGLE      ? COMB_WITNESS_ORANGE
           : thing->kind == COMB_WITNESS_ELIMINATION ? COMB_WITNESS_WHITE
                                                     : COMB_WITNESS_NO_COLOUR;
}

static int write_cell(struct writer *writer, json_t *cell, struct comb_witness_at at)
{
    const struct comb_witness_thing *thing = comb_witness_at(writer->panel, at.column, at.row);
    unsigned i = 0;
    if (thing->kind == COMB_WITNESS_ABSENT)
        return fail_write(writer, at, "missing cells");
    if (thing->kind == COMB_WITNESS_EMPTY) {
        set_text(writer, cell, "type", "nonce");
        return COMB_OK;
    }
    if (colour_of(thing) == COMB_WITNESS_NO_COLOUR)
        return fail_write(writer, at, "squares and stars without a colour");
    while (types[i].kind != thing->kind || types[i].negative != thing->negative)
        i++;
    set_text(writer, cell, "type", types[i].type);
    set_text(writer, cell, "color", colour_name(colour_of(thing)));
    if (thing->kind == COMB_WITNESS_TRIANGLE)
        set_int(writer, cell, "count", thing->triangles);
    return thing->kind == COMB_WITNESS_POLYOMINO ? write_shape(writer, cell, thing, at) : COMB_OK;
}

static int write_end(struct writer *writer, json_t *place, struct comb_witness_at at)
{
    int way[2];
    comb_witness_end_direction(way, writer->panel, at.column, at.row);
    for (unsigned i = 0; i < 4; i++)
        if (way[0] == way_x[i] && way[1] == way_y[i]) {
            set_text(writer, place, "end", ways[i]);
            return COMB_OK;
        }
    return fail_write(writer, at, "ends without a direction, or with a diagonal one");
}

/* The lines of a symmetric puzzle are cyan and yellow; without symmetry the line covers dots of every colour. */
static int write_dot(struct writer *writer, json_t *place, const struct comb_witness_thing *thing,
                     struct comb_witness_at at)
{
    const uint8_t *lines = writer->panel->line_colours;
    bool two = lines[0] == COMB_WITNESS_CYAN && lines[1] == COMB_WITNESS_YELLOW;
    bool none = lines[0] == COMB_WITNESS_NO_COLOUR && lines[1] == COMB_WITNESS_NO_COLOUR;
    bool usual = writer->panel->symmetry == COMB_WITNESS_NO_SYMMETRY ? none : two;
    bool known = thing->colour == COMB_WITNESS_CYAN || thing->colour == COMB_WITNESS_YELLOW;
    if (thing->colour != COMB_WITNESS_NO_COLOUR && (!usual || !known))
        return fail_write(writer, at, "coloured dots but cyan and yellow ones, with lines of these colours");
    set_int(writer, place, "dot",
            thing->hidden                          ? HIDDEN_DOT
            : thing->colour == COMB_WITNESS_CYAN   ? BLUE_DOT
            : thing->colour == COMB_WITNESS_YELLOW ? YELLOW_DOT
                                                   : BLACK_DOT);
    return COMB_OK;
}

static int write_track(struct writer *writer, json_t *place, struct comb_witness_at at)
{
    const struct comb_witness_thing *thing = comb_witness_at(writer->panel, at.column, at.row);
    int code = COMB_OK;
    set_text(writer, place, "type", "line");
    set_int(writer, place, "line", 0);
    if (thing->kind == COMB_WITNESS_GAP || thing->kind == COMB_WITNESS_ABSENT)
        set_int(writer, place, "gap", thing->kind == COMB_WITNESS_GAP ? BREAK : NO_EDGE);
    if (comb_witness_is_start(thing))
        comb_json_set(&writer->build, place, "start", comb_json_bool(&writer->build, true));
    if (comb_witness_is_end(thing))
        code = write_end(writer, place, at);
    if (code == COMB_OK && comb_witness_has_dot(thing))
        code = write_dot(writer, place, thing, at);
    return code;
}

static int write_grid(struct writer *writer, json_t *grid)
{
    int code = COMB_OK;
    for (unsigned column = 0; column < comb_witness_columns(writer->panel); column++) {
        json_t *places = comb_json_array(&writer->build);
        for (unsigned row = 0; row < comb_witness_rows(writer->panel) && code == COMB_OK; row++) {
            struct comb_witness_at at = {column, row};
            json_t *place = comb_json_object(&writer->build);
            code = is_cell(at) ? write_cell(writer, place, at) : write_track(writer, place, at);
            comb_json_push(&writer->build, places, place);
        }
        comb_json_push(&writer->build, grid, places);
    }
    return code;
}

static void write_form(struct writer *writer, json_t *root)
{
    enum comb_witness_symmetry symmetry = writer->panel->symmetry;
    bool x = symmetry == COMB_WITNESS_HORIZONTAL || symmetry == COMB_WITNESS_ROTATIONAL;
    bool y = symmetry == COMB_WITNESS_VERTICAL || symmetry == COMB_WITNESS_ROTATIONAL;
    comb_json_set(&writer->build, root, "pillar", comb_json_bool(&writer->build, writer->panel->pillar));
    if (symmetry == COMB_WITNESS_NO_SYMMETRY)
        return;
    json_t *object = comb_json_object(&writer->build);
    comb_json_set(&writer->build, object, "x", comb_json_bool(&writer->build, x));
    comb_json_set(&writer->build, object, "y", comb_json_bool(&writer->build, y));
    comb_json_set(&writer->build, root, "symmetry", object);
}

int comb_witness_site_write(struct comb_buf *out, const struct comb_witness_panel *panel, struct comb_error *err)
{
    struct writer writer = {.panel = panel, .err = err};
    if (comb_witness_columns(panel) > MAX_SITE_PLACES || comb_witness_rows(panel) > MAX_SITE_PLACES)
        return comb_fail(err, COMB_BAD_INPUT, "witnesspuzzles.com has puzzles of at most 10 by 10 cells");
    json_t *root = comb_json_object(&writer.build), *grid = comb_json_array(&writer.build);
    int code = write_grid(&writer, grid);
    comb_json_set(&writer.build, root, "grid", grid);
    write_form(&writer, root);
    if (code == COMB_OK && !writer.build.failed)
        comb_json_print(out, root);
    json_decref(root);
    return code == COMB_OK && (writer.build.failed || out->failed) ? comb_fail_memory(err) : code;
}
