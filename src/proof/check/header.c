/* Reads the header of a certificate: `key value` lines in a fixed order, then the checksum of all bytes before it. This
 * only parses; rules.c checks whether the claims are true. */
#include "proof/check/parts.h"
#include "proof/check/text.h"

#include "base/text.h"

#include <string.h>

struct reader {
    struct comb_proof_header *header;
    struct comb_proof_text text;
    size_t line_number;
    struct comb_error *err;
};

/* Each key's name, whether it may be repeated or missing, and the function that parses its value. */
struct key {
    const char *name;
    bool several;
    bool optional;
    bool (*read)(struct comb_proof_header *header, struct comb_proof_text *value);
    const char *expected;
};

static bool read_text(char out[COMB_PROOF_MAX_TEXT + 1], struct comb_proof_text *value)
{
    size_t length = (size_t)(value->end - value->at);
    if (length > COMB_PROOF_MAX_TEXT || !comb_utf8_valid(value->at, length))
        return false;
    memcpy(out, value->at, length);
    out[length] = '\0';
    value->at = value->end;
    return true;
}

static bool read_version(struct comb_proof_header *header, struct comb_proof_text *value)
{
    return read_text(header->version, value) && header->version[0];
}

static bool read_game(struct comb_proof_header *header, struct comb_proof_text *value)
{
    return read_text(header->game, value) && header->game[0];
}

static bool read_shape(struct comb_proof_header *header, struct comb_proof_text *value)
{
    return read_text(header->shape, value) && header->shape[0];
}

static bool read_title(struct comb_proof_header *header, struct comb_proof_text *value)
{
    return read_text(header->title, value);
}

/* Parses a number of at most `max`, and the blank before it unless it is the first. */
static bool next_number(long long *out, struct comb_proof_text *value, bool first, long long max)
{
    return (first || comb_proof_match(value, " ")) && comb_proof_parse_number(out, value) && *out <= max;
}

static bool read_rows(struct comb_proof_header *header, struct comb_proof_text *value)
{
    long long length;
    while (!comb_proof_at_end(value)) {
        if (header->row_count == COMB_WORDS_MAX_ROWS ||
            !next_number(&length, value, header->row_count == 0, COMB_PROOF_MAX_CELLS) || length == 0)
            return false;
        header->rows[header->row_count++] = (unsigned)length;
    }
    return header->row_count > 0;
}

/* Places, ascending. */
static bool read_holes(struct comb_proof_header *header, struct comb_proof_text *value)
{
    long long last = -1;
    long long place;
    while (!comb_proof_at_end(value)) {
        if (!next_number(&place, value, last < 0, COMB_PROOF_MAX_CELLS - 1) || place <= last)
            return false;
        header->holes |= (uint64_t)1 << place;
        last = place;
    }
    return last >= 0;
}

static bool read_cells(struct comb_proof_header *header, struct comb_proof_text *value)
{
    long long cells;
    bool good = comb_proof_parse_number(&cells, value) && cells > 0 && cells <= COMB_PROOF_MAX_CELLS;
    header->cells = good ? (unsigned)cells : 0;
    return good;
}

/* The cell, which must be the next one, then its neighbours, ascending. */
static bool read_neighbours(struct comb_proof_header *header, struct comb_proof_text *value)
{
    long long cell;
    long long last = -1;
    long long other;
    if (!comb_proof_parse_number(&cell, value) || cell >= header->cells ||
        (cell > 0 && !header->neighbours[cell - 1] && header->cells > 1))
        return false;
    uint64_t set = 0;
    while (!comb_proof_at_end(value)) {
        if (!next_number(&other, value, false, header->cells - 1) || other <= last || other == cell)
            return false;
        set |= (uint64_t)1 << other;
        last = other;
    }
    bool new = header->neighbours[cell] == 0;
    header->neighbours[cell] = set;
    return new;
}

/* `cells` numbers below `cells`. */
static bool read_cell_list(uint8_t *out, struct comb_proof_text *value, unsigned cells)
{
    long long cell;
    for (unsigned i = 0; i < cells; i++) {
        if (!next_number(&cell, value, i == 0, cells - 1))
            return false;
        out[i] = (uint8_t)cell;
    }
    return true;
}

static bool read_symmetry(struct comb_proof_header *header, struct comb_proof_text *value)
{
    return header->symmetry_count < COMB_PROOF_MAX_SYMMETRIES &&
           read_cell_list(header->symmetry[header->symmetry_count++], value, header->cells);
}

static bool read_order(struct comb_proof_header *header, struct comb_proof_text *value)
{
    return read_cell_list(header->order, value, header->cells);
}

static bool parse_letter(uint32_t *letter, struct comb_proof_text *value)
{
    size_t bytes = comb_utf8_decode(letter, value->at, (size_t)(value->end - value->at));
    value->at += bytes;
    return bytes > 0;
}

static int place_of(const struct comb_proof_header *header, uint32_t letter)
{
    for (unsigned i = 0; i < header->letter_count; i++)
        if (header->letters[i] == letter)
            return (int)i;
    return -1;
}

static bool read_letters(struct comb_proof_header *header, struct comb_proof_text *value)
{
    uint32_t letter;
    while (!comb_proof_at_end(value)) {
        unsigned at = header->letter_count;
        if (at == COMB_PROOF_MAX_LETTERS || !parse_letter(&letter, value) || letter <= ' ' || letter == ':' ||
            letter == '-' || place_of(header, letter) >= 0)
            return false;
        header->letters[at] = letter;
        header->tiles[at] = (struct comb_proof_tile){.count = 1, .letter = {letter}};
        header->letter_count++;
    }
    return header->letter_count > 0;
}

/* Parses the class's number, which must be the next one, and its letters; none of them may be in another class, and no
 * letter may look like a class number. */
static bool read_class(struct comb_proof_header *header, struct comb_proof_text *value)
{
    uint32_t letter;
    uint32_t set = 0;
    long long number;
    if (header->class_count == COMB_PROOF_MAX_CLASSES || !comb_proof_parse_number(&number, value) ||
        number != header->class_count + 1 || place_of(header, '0' + (uint32_t)number) >= 0 ||
        !comb_proof_match(value, " "))
        return false;
    while (!comb_proof_at_end(value)) {
        int place = parse_letter(&letter, value) ? place_of(header, letter) : -1;
        if (place < 0 || set >> place & 1)
            return false;
        set |= UINT32_C(1) << place;
    }
    for (unsigned i = 0; i < header->class_count; i++)
        if (header->classes[i] & set)
            return false;
    header->classes[header->class_count++] = set;
    return (set & (set - 1)) != 0;
}

static bool read_tile(struct comb_proof_header *header, struct comb_proof_text *value)
{
    uint32_t letter;
    struct comb_proof_tile tile = {0};
    if (!parse_letter(&letter, value) || !comb_proof_match(value, " "))
        return false;
    int place = place_of(header, letter);
    while (!comb_proof_at_end(value))
        if (tile.count == COMB_PROOF_MAX_TILE || !parse_letter(&tile.letter[tile.count++], value))
            return false;
    if (place < 0 || tile.count < 2 || header->tiles[place].count > 1)
        return false;
    header->tiles[place] = tile;
    return true;
}

static bool read_points(struct comb_proof_header *header, struct comb_proof_text *value)
{
    while (!comb_proof_at_end(value)) {
        if (header->point_count == COMB_PROOF_MAX_POINTS ||
            !next_number(&header->points[header->point_count], value, header->point_count == 0, 1000000000))
            return false;
        header->point_count++;
    }
    return header->point_count > 0;
}

static bool read_dictionary(struct comb_proof_header *header, struct comb_proof_text *value)
{
    return comb_proof_parse_hex(&header->dictionary, value);
}

static bool read_words(struct comb_proof_header *header, struct comb_proof_text *value)
{
    return comb_proof_parse_number(&header->words, value);
}

static bool read_target(struct comb_proof_header *header, struct comb_proof_text *value)
{
    return comb_proof_parse_number(&header->target, value) && header->target > 0;
}

static bool read_depth(struct comb_proof_header *header, struct comb_proof_text *value)
{
    long long depth;
    bool good = comb_proof_parse_number(&depth, value) && depth <= header->cells;
    header->depth = good ? (unsigned)depth : 0;
    return good;
}

static bool read_units(struct comb_proof_header *header, struct comb_proof_text *value)
{
    return comb_proof_parse_number(&header->units, value);
}

static bool read_sum(struct comb_proof_header *header, struct comb_proof_text *value)
{
    uint64_t sum;
    const char *digits = value->at;
    if (!comb_proof_parse_hex(&sum, value))
        return false;
    memcpy(header->sum, digits, COMB_PROOF_SUM_DIGITS);
    return true;
}

static const struct key keys[COMB_PROOF_KEYS] = {
    [COMB_PROOF_VERSION] = {"version", .read = read_version, .expected = "a version"},
    [COMB_PROOF_GAME] = {"game", .read = read_game, .expected = "the name of a game"},
    [COMB_PROOF_SHAPE] = {"shape", .read = read_shape, .expected = "the name of a shape"},
    [COMB_PROOF_ROWS] = {"rows", .read = read_rows, .expected = "lengths of at most 24 rows"},
    [COMB_PROOF_HOLES] = {"holes", .optional = true, .read = read_holes, .expected = "places below 64, ascending"},
    [COMB_PROOF_CELLS] = {"cells", .read = read_cells, .expected = "a number from 1 to 64"},
    [COMB_PROOF_NEIGHBOURS] = {"neighbours", .several = true, .read = read_neighbours,
                               .expected = "the next cell, then its neighbours, ascending"},
    [COMB_PROOF_SYMMETRY] = {"symmetry", .several = true, .read = read_symmetry,
                             .expected = "one cell per cell, in at most 16 such lines"},
    [COMB_PROOF_LETTERS] = {"letters", .read = read_letters, .expected = "at most 31 different letters"},
    [COMB_PROOF_CLASS] = {"class", .several = true, .optional = true, .read = read_class,
                          .expected = "the next number and two or more letters that are in no other class"},
    [COMB_PROOF_TILE] = {"tile", .several = true, .optional = true, .read = read_tile,
                         .expected = "a letter and the two to four letters of its tile"},
    [COMB_PROOF_POINTS] = {"points", .read = read_points, .expected = "points for words of 0, 1, 2 ... letters"},
    [COMB_PROOF_DICTIONARY] = {"dictionary", .read = read_dictionary, .expected = "16 hexadecimal digits"},
    [COMB_PROOF_WORDS] = {"words", .read = read_words, .expected = "a number"},
    [COMB_PROOF_TITLE] = {"title", .read = read_title, .expected = "at most 255 bytes of text"},
    [COMB_PROOF_TARGET] = {"target", .read = read_target, .expected = "a number above 0"},
    [COMB_PROOF_ORDER] = {"order", .read = read_order, .expected = "one cell per cell"},
    [COMB_PROOF_DEPTH] = {"depth", .read = read_depth, .expected = "a number not above the number of cells"},
    [COMB_PROOF_UNITS] = {"units", .read = read_units, .expected = "a number"},
    [COMB_PROOF_SUM] = {"sum", .read = read_sum, .expected = "16 hexadecimal digits"},
};

static int fail_at_line(const struct reader *reader, int code, const char *reason, const char *expected)
{
    struct comb_error_location place = {.line = (unsigned)reader->line_number};
    return comb_fail_at(reader->err, code, place, "header.txt: line %zu: %s%s", reader->line_number, reason, expected);
}

/* Returns the value of a line if it has this key. A key may be followed by nothing (an empty title). */
static bool has_key(struct comb_proof_text *value, const struct comb_proof_text *line, const char *name)
{
    *value = *line;
    return comb_proof_match(value, name) && (comb_proof_match(value, " ") || comb_proof_at_end(value));
}

static int read_value(struct reader *reader, enum comb_proof_key key, struct comb_proof_text value)
{
    if (!keys[key].read(reader->header, &value) || !comb_proof_at_end(&value))
        return fail_at_line(reader, COMB_BAD_INPUT, "expected ", keys[key].expected);
    if (!reader->header->lines[key])
        reader->header->lines[key] = reader->line_number;
    return COMB_OK;
}

/* Processes the keys in their order; a line either repeats the present key or begins a later one. */
static int read_keys(struct reader *reader)
{
    struct comb_proof_text line;
    struct comb_proof_text value;
    bool whole;
    unsigned key = COMB_PROOF_VERSION;
    while (comb_proof_next_line(&line, &whole, &reader->text)) {
        reader->line_number++;
        while (key < COMB_PROOF_KEYS && !has_key(&value, &line, keys[key].name)) {
            if (!reader->header->lines[key] && !keys[key].optional)
                return fail_at_line(reader, COMB_BAD_INPUT, "expected the key ", keys[key].name);
            key++;
        }
        if (key == COMB_PROOF_KEYS)
            return fail_at_line(reader, COMB_BAD_INPUT, "unexpected extra line", "");
        int code = read_value(reader, key, value);
        if (code != COMB_OK)
            return code;
        key += !keys[key].several;
    }
    reader->line_number++;
    return key == COMB_PROOF_KEYS ? COMB_OK
                                  : fail_at_line(reader, COMB_BAD_INPUT, "the header ends before ", keys[key].name);
}

/* The last line is `sum` and 16 digits; it covers all bytes before it. */
static int check_sum(struct reader *reader, const char *text, size_t length)
{
    static const size_t last = sizeof "sum 0123456789abcdef\n" - 1;
    struct comb_proof_text end = {.at = text + length - (length < last ? length : last), .end = text + length};
    uint64_t sum;
    const char *covered = end.at;
    for (size_t i = 0; i < length; i++)
        reader->line_number += text[i] == '\n';
    if (length <= last || covered[-1] != '\n' || !comb_proof_match(&end, "sum ") || !comb_proof_parse_hex(&sum, &end) ||
        !comb_proof_match(&end, "\n"))
        return fail_at_line(reader, COMB_BAD_INPUT,
                            "the header does not end with its checksum: ", "it was truncated or changed");
    if (sum != comb_proof_sum(COMB_PROOF_SUM_START, text, (size_t)(covered - text)))
        return fail_at_line(reader, COMB_NO, "checksum mismatch: ", "the header was changed or damaged");
    reader->line_number = 0;
    return COMB_OK;
}

int comb_proof_read_header(struct comb_proof_header *header, const char *text, size_t length, struct comb_error *err)
{
    struct reader reader = {.header = header, .text = {.at = text, .end = text + length}, .err = err};
    struct comb_proof_text line;
    bool whole;
    memset(header, 0, sizeof *header);
    if (!comb_proof_next_line(&line, &whole, &reader.text) || !comb_proof_match(&line, "comb-proof 1") ||
        !comb_proof_at_end(&line)) {
        reader.line_number = 1;
        return fail_at_line(&reader, COMB_BAD_INPUT,
                            "expected 'comb-proof 1': ", "this is not a certificate of format 1");
    }
    int code = check_sum(&reader, text, length);
    reader.line_number++;
    return code == COMB_OK ? read_keys(&reader) : code;
}
