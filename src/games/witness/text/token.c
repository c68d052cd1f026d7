/* The words of the text format, each of which describes one place of the panel. */
#include "games/witness/text/text.h"

#include <string.h>

struct word {
    const char *text;
    size_t length;
};

static bool word_is(struct word word, const char *name)
{
    return word.length == strlen(name) && memcmp(word.text, name, word.length) == 0;
}

/* ---- names ---- */

const char *comb_witness_symmetry_name(enum comb_witness_symmetry symmetry)
{
    static const char *const names[] = {"none", "horizontal", "vertical", "rotational", "translated"};
    return symmetry < sizeof names / sizeof *names ? names[symmetry] : NULL;
}

bool comb_witness_symmetry_find(enum comb_witness_symmetry *out, const char *word, size_t length)
{
    for (unsigned i = 0; comb_witness_symmetry_name(i); i++)
        if (word_is((struct word){word, length}, comb_witness_symmetry_name(i))) {
            *out = i;
            return true;
        }
    return false;
}

bool comb_witness_colour_find(uint8_t *out, const char *word, size_t length)
{
    *out = COMB_WITNESS_NO_COLOUR;
    if (word_is((struct word){word, length}, "none"))
        return true;
    for (unsigned i = 1; i < COMB_WITNESS_COLOURS; i++)
        if (word_is((struct word){word, length}, comb_witness_colour_name((uint8_t)i))) {
            *out = (uint8_t)i;
            return true;
        }
    return false;
}

/* Up to three digits. */
static bool parse_number(unsigned *out, const char *text, size_t length)
{
    *out = 0;
    if (length < 1 || length > 3)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *out = *out * 10 + (unsigned)(text[i] - '0');
    }
    return true;
}

bool comb_witness_size_find(unsigned *width, unsigned *height, const char *text, size_t length)
{
    const char *times = length > 0 ? memchr(text, 'x', length) : NULL;
    if (!times)
        return false;
    size_t first = (size_t)(times - text);
    return parse_number(width, text, first) && parse_number(height, times + 1, length - first - 1);
}

int comb_witness_size_check(unsigned width, unsigned height, struct comb_error_location place, struct comb_error *err)
{
    if (width >= 1 && height >= 1 && width <= COMB_WITNESS_MAX_SIDE && height <= COMB_WITNESS_MAX_SIDE)
        return COMB_OK;
    return comb_fail_at(err, COMB_BAD_INPUT, place, "the panel has %ux%u cells, expected 1x1 to %dx%d", width, height,
                        COMB_WITNESS_MAX_SIDE, COMB_WITNESS_MAX_SIDE);
}

/* ---- reading ---- */

/* A word that is read part by part; colons separate the parts. */
struct parts {
    struct word whole, rest;
    bool more; /* a part is left, possibly an empty one */
    enum comb_witness_place_kind kind;
    struct comb_error_location place;
    struct comb_error *err;
};

static struct word next_part(struct parts *parts)
{
    const char *colon = parts->rest.length > 0 ? memchr(parts->rest.text, ':', parts->rest.length) : NULL;
    struct word part = parts->rest;
    parts->more = colon != NULL;
    if (colon) {
        part.length = (size_t)(colon - part.text);
        parts->rest = (struct word){colon + 1, parts->rest.length - part.length - 1};
    }
    return part;
}

static int fail_token(const struct parts *parts, const char *expected)
{
    size_t shown = parts->whole.length < 30 ? parts->whole.length : 30;
    return comb_fail_at(parts->err, COMB_BAD_INPUT, parts->place, "'%.*s'%s: expected %s", (int)shown,
                        parts->whole.text, shown < parts->whole.length ? "..." : "", expected);
}

static int fail_kind(const struct parts *parts)
{
    static const char *const expected[] = {
        "a node: + plain, S start, E E< E> E^ Ev end, SE both, o or o:COLOR dot (also after S and E), x absent",
        "a horizontal edge: - plain, : gap, o or o:COLOR dot, x absent, S start, E E^ Ev end",
        "a vertical edge: | plain, : gap, o or o:COLOR dot, x absent, S start, E E< E> end",
        "a cell: . empty, sq:COLOR, star:COLOR, tri:COUNT, Y, poly:##,.# or rot:##,.# (blue: -poly:), x absent"};
    return fail_token(parts, expected[parts->kind]);
}

/* Reads the rest of the word: nothing, or one colour. */
static int read_colour(struct comb_witness_thing *thing, struct parts *parts)
{
    if (!parts->more)
        return COMB_OK;
    struct word name = next_part(parts);
    if (parts->more || !comb_witness_colour_find(&thing->colour, name.text, name.length) ||
        thing->colour == COMB_WITNESS_NO_COLOUR)
        return fail_token(
            parts, "a colour after the last colon: black, white, cyan, magenta, yellow, red, green, blue or orange");
    return COMB_OK;
}

/* What follows the "o" of a dot: nothing, a colour, or "hidden". */
static int read_dot(struct comb_witness_thing *thing, struct parts *parts)
{
    if (parts->more && word_is(parts->rest, "hidden")) {
        thing->hidden = true;
        return COMB_OK;
    }
    return read_colour(thing, parts);
}

/* A start, an end or both, with the direction of the end's cap and perhaps a dot: S, E<, SE^, So, E>o:cyan. */
static int read_point(struct comb_witness_thing *thing, struct parts *parts)
{
    struct parts dot = *parts;
    struct word name = next_part(&dot);
    const char *at = name.text, *end = name.text + name.length;
    bool start = at < end && *at == 'S';
    at += start;
    bool stop = at < end && *at == 'E';
    at += stop;
    thing->kind = start ? COMB_WITNESS_START : COMB_WITNESS_END;
    thing->also_end = start && stop;
    if (stop && at < end && (*at == '<' || *at == '>'))
        thing->toward_x = *at++ == '<' ? -1 : 1;
    if (stop && at < end && (*at == '^' || *at == 'v'))
        thing->toward_y = *at++ == '^' ? -1 : 1;
    thing->also_dot = at < end && *at == 'o';
    at += thing->also_dot;
    if ((!start && !stop) || at != end || (dot.more && !thing->also_dot))
        return fail_kind(parts);
    return read_dot(thing, &dot);
}

static bool begins_point(const struct parts *parts)
{
    return parts->whole.length > 0 && (parts->whole.text[0] == 'S' || parts->whole.text[0] == 'E');
}

static int read_node(struct comb_witness_thing *thing, struct parts *parts)
{
    if (word_is(parts->whole, "+"))
        return COMB_OK;
    return begins_point(parts) ? read_point(thing, parts) : fail_kind(parts);
}

static int read_edge(struct comb_witness_thing *thing, struct parts *parts)
{
    if (begins_point(parts))
        return read_point(thing, parts);
    if (word_is(parts->whole, ":"))
        thing->kind = COMB_WITNESS_GAP;
    else if (!word_is(parts->whole, parts->kind == COMB_WITNESS_HORIZONTAL_EDGE ? "-" : "|"))
        return fail_kind(parts);
    return COMB_OK;
}

/* Pads a short row with blanks on its right. */
static int read_shape(struct comb_witness_shape *shape, struct parts *parts)
{
    static const char expected[] = "a shape of 1 to 16 rows, separated by commas, of 1 to 16 characters # or .";
    struct word rows = parts->more ? next_part(parts) : (struct word){"", 0};
    unsigned x = 0;
    *shape = (struct comb_witness_shape){.height = 1};
    for (size_t i = 0; i < rows.length; i++) {
        if (rows.text[i] == ',' ? x == 0 || shape->height == COMB_WITNESS_SHAPE_SIDE
                                : x == COMB_WITNESS_SHAPE_SIDE || (rows.text[i] != '#' && rows.text[i] != '.'))
            return fail_token(parts, expected);
        if (rows.text[i] == ',') {
            shape->height++;
            x = 0;
            continue;
        }
        if (rows.text[i] == '#')
            shape->rows[shape->height - 1] |= (uint16_t)(1u << x);
        x++;
        shape->width = x > shape->width ? (uint8_t)x : shape->width;
    }
    return x > 0 ? COMB_OK : fail_token(parts, expected);
}

static int read_polyomino(struct comb_witness_thing *thing, struct comb_witness_shape *shape, struct word name,
                          struct parts *parts)
{
    thing->kind = COMB_WITNESS_POLYOMINO;
    thing->negative = name.text[0] == '-';
    thing->free = name.text[thing->negative] == 'r';
    int code = read_shape(shape, parts);
    thing->shape = shape;
    return code == COMB_OK ? read_colour(thing, parts) : code;
}

static int read_triangle(struct comb_witness_thing *thing, struct parts *parts)
{
    struct word count = parts->more ? next_part(parts) : (struct word){"", 0};
    if (count.length != 1 || count.text[0] < '0' || count.text[0] > '9')
        return fail_token(parts, "a number of sides after tri:, such as tri:2, at most 9");
    thing->kind = COMB_WITNESS_TRIANGLE;
    thing->triangles = (uint8_t)(count.text[0] - '0');
    return read_colour(thing, parts);
}

static int read_cell(struct comb_witness_thing *thing, struct comb_witness_shape *shape, struct parts *parts)
{
    struct word name = next_part(parts);
    if (word_is(parts->whole, "."))
        return COMB_OK;
    if (word_is(name, "poly") || word_is(name, "rot") || word_is(name, "-poly") || word_is(name, "-rot"))
        return read_polyomino(thing, shape, name, parts);
    if (word_is(name, "tri"))
        return read_triangle(thing, parts);
    if (word_is(name, "sq"))
        thing->kind = COMB_WITNESS_SQUARE;
    else if (word_is(name, "star"))
        thing->kind = COMB_WITNESS_STAR;
    else if (word_is(name, "Y"))
        thing->kind = COMB_WITNESS_ELIMINATION;
    else
        return fail_kind(parts);
    return read_colour(thing, parts);
}

static int read_word(struct comb_witness_thing *thing, struct comb_witness_shape *shape, struct parts *parts)
{
    struct parts dot = *parts;
    if (word_is(parts->whole, "x")) {
        thing->kind = COMB_WITNESS_ABSENT;
        return COMB_OK;
    }
    if (parts->kind == COMB_WITNESS_CELL)
        return read_cell(thing, shape, parts);
    if (word_is(next_part(&dot), "o")) {
        thing->kind = COMB_WITNESS_DOT;
        return read_dot(thing, &dot);
    }
    return parts->kind == COMB_WITNESS_NODE ? read_node(thing, parts) : read_edge(thing, parts);
}

/* Removes the dashes around the word of a horizontal edge, which are decoration; leaves one if there is nothing
 * else. */
static struct word without_dashes(struct word word)
{
    while (word.length > 1 && word.text[word.length - 1] == '-')
        word.length--;
    while (word.length > 1 && word.text[0] == '-') {
        word.text++;
        word.length--;
    }
    return word;
}

int comb_witness_token_read(struct comb_witness_thing *thing, struct comb_witness_shape *shape,
                            enum comb_witness_place_kind kind, const char *token, size_t length,
                            struct comb_error_location place, struct comb_error *err)
{
    struct word word = {token, length};
    if (kind == COMB_WITNESS_HORIZONTAL_EDGE)
        word = without_dashes(word);
    struct parts parts = {.whole = word, .rest = word, .kind = kind, .place = place, .err = err};
    *thing = (struct comb_witness_thing){.kind = COMB_WITNESS_EMPTY};
    return read_word(thing, shape, &parts);
}

/* ---- printing ---- */

static void print_colour(struct comb_buf *out, const struct comb_witness_thing *thing)
{
    if (thing->colour != COMB_WITNESS_NO_COLOUR)
        comb_buf_printf(out, ":%s", comb_witness_colour_name(thing->colour));
}

static void print_polyomino(struct comb_buf *out, const struct comb_witness_thing *thing)
{
    comb_buf_printf(out, "%s%s", thing->negative ? "-" : "", thing->free ? "rot" : "poly");
    for (unsigned y = 0; y < thing->shape->height; y++) {
        comb_buf_char(out, y == 0 ? ':' : ',');
        for (unsigned x = 0; x < thing->shape->width; x++)
            comb_buf_char(out, thing->shape->rows[y] >> x & 1 ? '#' : '.');
    }
}

static void print_end(struct comb_buf *out, const struct comb_witness_thing *thing)
{
    static const char *const sideways[] = {"<", "", ">"}, *const upward[] = {"^", "", "v"};
    comb_buf_printf(out, "E%s%s", sideways[thing->toward_x + 1], upward[thing->toward_y + 1]);
}

void comb_witness_token_print(struct comb_buf *out, const struct comb_witness_thing *thing,
                              enum comb_witness_place_kind kind)
{
    static const char *const empty[] = {"+", "-", "|", "."};
    switch ((enum comb_witness_kind)thing->kind) {
    case COMB_WITNESS_EMPTY:
        comb_buf_str(out, empty[kind]);
        break;
    case COMB_WITNESS_ABSENT:
        comb_buf_char(out, 'x');
        break;
    case COMB_WITNESS_START:
        comb_buf_char(out, 'S');
        if (thing->also_end)
            print_end(out, thing);
        break;
    case COMB_WITNESS_END:
        print_end(out, thing);
        break;
    case COMB_WITNESS_GAP:
        comb_buf_char(out, ':');
        break;
    case COMB_WITNESS_DOT:
        comb_buf_char(out, 'o');
        break;
    case COMB_WITNESS_SQUARE:
        comb_buf_str(out, "sq");
        break;
    case COMB_WITNESS_STAR:
        comb_buf_str(out, "star");
        break;
    case COMB_WITNESS_POLYOMINO:
        print_polyomino(out, thing);
        break;
    case COMB_WITNESS_ELIMINATION:
        comb_buf_char(out, 'Y');
        break;
    case COMB_WITNESS_TRIANGLE:
        comb_buf_printf(out, "tri:%u", thing->triangles);
        break;
    }
    if (thing->also_dot)
        comb_buf_char(out, 'o');
    print_colour(out, thing);
    if (thing->hidden)
        comb_buf_str(out, ":hidden");
}
