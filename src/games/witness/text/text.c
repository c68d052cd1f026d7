/* Reads a drawn panel line by line and prints panels in columns. Allocates nothing before the rows are counted and
 * known to have the same length. */
#include "games/witness/text/text.h"

#include "games/witness/rules/rules.h"
#include "games/witness/text/place.h"

#include <string.h>

enum { MAX_ROWS = 2 * COMB_WITNESS_MAX_SIDE + 1 };

static const char title[] = "Witness panel v1";

/* A part of a text. */
struct span {
    size_t at, length;
};

struct drawing {
    const char *text;
    size_t length, at;
    struct span rows[MAX_ROWS];
    unsigned row_count, column_count;
    bool has_symmetry, has_lines, pillar, unpaired;
    uint8_t rules;
    enum comb_witness_symmetry symmetry;
    uint8_t line_colours[2];
};

static struct comb_error_location place_of(const struct drawing *drawing, struct span span)
{
    return comb_witness_place(drawing->text, span.at, span.length);
}

static struct span trimmed(const char *text, size_t from, size_t to)
{
    while (from < to && comb_witness_is_blank(text[from]))
        from++;
    while (to > from && comb_witness_is_blank(text[to - 1]))
        to--;
    return (struct span){from, to - from};
}

/* Finds the next line that is not empty; false at the end. */
static bool next_line(struct span *line, struct drawing *drawing)
{
    while (drawing->at < drawing->length) {
        size_t end = drawing->at;
        while (end < drawing->length && drawing->text[end] != '\n' && drawing->text[end] != '/')
            end++;
        *line = trimmed(drawing->text, drawing->at, end);
        drawing->at = end + 1;
        if (line->length > 0)
            return true;
    }
    return false;
}

static bool has_blank(const char *text, struct span line)
{
    for (size_t i = 0; i < line.length; i++)
        if (comb_witness_is_blank(text[line.at + i]))
            return true;
    return false;
}

/* Removes a word from the front of a line, or one character if `single`. False if nothing is left. */
static bool next_word(struct span *word, const char *text, struct span *line, bool single)
{
    size_t end = line->at + line->length;
    *line = trimmed(text, line->at, end);
    *word = *line;
    if (line->length == 0)
        return false;
    size_t length = 1;
    while (!single && length < line->length && !comb_witness_is_blank(text[line->at + length]))
        length++;
    word->length = length;
    *line = (struct span){line->at + length, line->length - length};
    return true;
}

static bool word_is(const char *text, struct span word, const char *name)
{
    return word.length == strlen(name) && memcmp(text + word.at, name, word.length) == 0;
}

/* Returns whether the line has the words of `words`, ignoring the blanks between them. */
static bool line_matches(const char *text, struct span line, const char *words)
{
    struct span known = {0, strlen(words)}, word, expected;
    bool more, expects_more;
    do {
        more = next_word(&word, text, &line, false);
        expects_more = next_word(&expected, words, &known, false);
        if (more != expects_more ||
            (more && (word.length != expected.length || memcmp(text + word.at, words + expected.at, word.length) != 0)))
            return false;
    } while (more);
    return true;
}

/* ---- reading ---- */

static int fail_setting(const struct drawing *drawing, struct span at, const char *expected, struct comb_error *err)
{
    return comb_fail_at(err, COMB_BAD_INPUT, place_of(drawing, at), "'%.*s': expected %s",
                        (int)(at.length < 40 ? at.length : 40), drawing->text + at.at, expected);
}

static int read_symmetry(struct drawing *drawing, struct span line, struct comb_error *err)
{
    struct span word = {line.at + line.length, 0}, more;
    if (drawing->has_symmetry)
        return fail_setting(drawing, line, "symmetry only once", err);
    drawing->has_symmetry = true;
    if (!next_word(&word, drawing->text, &line, false) ||
        !comb_witness_symmetry_find(&drawing->symmetry, drawing->text + word.at, word.length))
        return fail_setting(drawing, word, "symmetry none, horizontal, vertical, rotational or translated", err);
    if (next_word(&more, drawing->text, &line, false))
        return fail_setting(drawing, more, "the end of the line, or a slash, after the symmetry", err);
    return COMB_OK;
}

static int read_line_colours(struct drawing *drawing, struct span line, struct comb_error *err)
{
    struct span word;
    unsigned count = 0;
    if (drawing->has_lines)
        return fail_setting(drawing, line, "lines only once", err);
    drawing->has_lines = true;
    while (next_word(&word, drawing->text, &line, false)) {
        if (count == 2)
            return fail_setting(drawing, word, "at most two line colours", err);
        if (!comb_witness_colour_find(&drawing->line_colours[count++], drawing->text + word.at, word.length))
            return fail_setting(drawing, word,
                                "a line colour: none, black, white, cyan, magenta, yellow, red, green, blue or "
                                "orange",
                                err);
    }
    return count > 0 ? COMB_OK : fail_setting(drawing, word, "lines and one or two colours", err);
}

/* A setting of one word. */
static int read_flag(bool *flag, const struct drawing *drawing, struct span line, struct comb_error *err)
{
    struct span more;
    if (next_word(&more, drawing->text, &line, false))
        return fail_setting(drawing, more, "the end of the line, or a slash", err);
    *flag = true;
    return COMB_OK;
}

static int read_rules(struct drawing *drawing, struct span line, struct comb_error *err)
{
    struct span word = {line.at + line.length, 0}, more;
    if (!next_word(&word, drawing->text, &line, false) ||
        !comb_witness_rules_find(&drawing->rules, drawing->text + word.at, word.length))
        return fail_setting(drawing, word, "rules windmill, ttws, game or witnesspuzzles", err);
    if (next_word(&more, drawing->text, &line, false))
        return fail_setting(drawing, more, "the end of the line, or a slash, after the rules", err);
    return COMB_OK;
}

static bool is_node(const char *text, struct span word)
{
    struct comb_witness_thing thing;
    struct comb_witness_shape shape;
    return comb_witness_token_read(&thing, &shape, COMB_WITNESS_NODE, text + word.at, word.length,
                                   (struct comb_error_location){0}, NULL) == COMB_OK;
}

static int add_row(struct drawing *drawing, struct span line, struct comb_error *err)
{
    struct span rest = line, word;
    bool single = !has_blank(drawing->text, line);
    unsigned count = 0;
    if (drawing->row_count == MAX_ROWS)
        return comb_fail_at(err, COMB_BAD_INPUT, place_of(drawing, line), "expected at most %d rows (%d cells)",
                            MAX_ROWS, COMB_WITNESS_MAX_SIDE);
    while (next_word(&word, drawing->text, &rest, single))
        count++;
    drawing->rows[drawing->row_count++] = line;
    if (drawing->row_count == 1)
        drawing->column_count = count;
    if (drawing->row_count == 1 && (count < 3 || count > MAX_ROWS || count % 2 == drawing->pillar))
        return comb_fail_at(err, COMB_BAD_INPUT, place_of(drawing, line),
                            "the first row has %u places, expected an %s number from 3 to %d%s", count,
                            drawing->pillar ? "even" : "odd", MAX_ROWS, drawing->pillar ? " on a pillar" : "");
    const char *bad = comb_witness_bad_form(count / 2, drawing->pillar, drawing->symmetry);
    if (drawing->row_count == 1 && bad)
        return comb_fail_at(err, COMB_BAD_INPUT, place_of(drawing, line), "%s", bad);
    if (count != drawing->column_count)
        return comb_fail_at(err, COMB_BAD_INPUT, place_of(drawing, line), "row %u has %u places, expected %u",
                            drawing->row_count, count, drawing->column_count);
    return COMB_OK;
}

/* The error lists all forms of a panel: text that is something else altogether ends up here. */
static int add_first_row(struct drawing *drawing, struct span line, struct comb_error *err)
{
    struct span rest = line, node;
    next_word(&node, drawing->text, &rest, !has_blank(drawing->text, line));
    if (!is_node(drawing->text, node))
        return fail_setting(drawing, line,
                            "a panel: Witness panel v1, a first row such as + - + - E, a size such as 5x5, a Windmill "
                            "string or link",
                            err);
    return add_row(drawing, line, err);
}

static int read_text_line(struct drawing *drawing, struct span line, bool first, struct comb_error *err)
{
    struct span rest = line, word = line;
    if (drawing->row_count > 0)
        return add_row(drawing, line, err);
    next_word(&word, drawing->text, &rest, false);
    if (word_is(drawing->text, word, "symmetry"))
        return read_symmetry(drawing, rest, err);
    if (word_is(drawing->text, word, "lines"))
        return read_line_colours(drawing, rest, err);
    if (word_is(drawing->text, word, "pillar"))
        return read_flag(&drawing->pillar, drawing, rest, err);
    if (word_is(drawing->text, word, "unpaired"))
        return read_flag(&drawing->unpaired, drawing, rest, err);
    if (word_is(drawing->text, word, "rules"))
        return read_rules(drawing, rest, err);
    if (!word_is(drawing->text, word, "Witness"))
        return add_first_row(drawing, line, err);
    if (!first || !line_matches(drawing->text, line, title))
        return fail_setting(drawing, line, "'Witness panel v1', as the first line only", err);
    return COMB_OK;
}

static int read_all_lines(struct drawing *drawing, struct comb_error *err)
{
    struct span line;
    int code = COMB_OK;
    for (bool first = true; code == COMB_OK && next_line(&line, drawing); first = false)
        code = read_text_line(drawing, line, first, err);
    if (code == COMB_OK && (drawing->row_count < 3 || drawing->row_count % 2 == 0))
        return comb_fail_at(err, COMB_BAD_INPUT, comb_witness_place(drawing->text, drawing->length, 0),
                            "the panel has %u rows, expected an odd number from 3 to %d: rows of nodes alternate with "
                            "rows of edges and cells",
                            drawing->row_count, MAX_ROWS);
    return code;
}

/* Computing line and column takes a pass over the text, so only a bad word gets them: it is read again to report it. */
static int read_word(struct comb_witness_thing *thing, struct comb_witness_shape *shape,
                     enum comb_witness_place_kind kind, const struct drawing *drawing, struct span word,
                     struct comb_error *err)
{
    const char *text = drawing->text + word.at;
    int code = comb_witness_token_read(thing, shape, kind, text, word.length, (struct comb_error_location){0}, NULL);
    if (code != COMB_OK)
        code = comb_witness_token_read(thing, shape, kind, text, word.length, place_of(drawing, word), err);
    return code;
}

static int fill_row(struct comb_witness_panel *panel, const struct drawing *drawing, unsigned row,
                    struct comb_error *err)
{
    struct span rest = drawing->rows[row], word;
    bool single = !has_blank(drawing->text, rest);
    int code = COMB_OK;
    for (unsigned column = 0; code == COMB_OK && next_word(&word, drawing->text, &rest, single); column++) {
        struct comb_witness_thing *thing = &panel->places[column + comb_witness_columns(panel) * row];
        code = read_word(thing, &panel->shapes[panel->shape_count], comb_witness_place_kind_of(column, row), drawing,
                         word, err);
        panel->shape_count += thing->shape != NULL;
    }
    return code;
}

static int read_size(struct comb_witness_panel **out, unsigned width, unsigned height, struct comb_error_location place,
                     struct comb_error *err)
{
    int code = comb_witness_size_check(width, height, place, err);
    if (code == COMB_OK)
        code = comb_witness_panel_new(out, width, height, 0, err);
    if (code != COMB_OK)
        return code;
    (*out)->places[2 * width].kind = COMB_WITNESS_END;
    (*out)->places[2 * height * comb_witness_columns(*out)].kind = COMB_WITNESS_START;
    return COMB_OK;
}

/* Allocates a polyomino for every cell and one more, because fill_row always reads into the next free one. */
static int read_drawing(struct comb_witness_panel **out, struct drawing *drawing, struct comb_error *err)
{
    struct comb_witness_panel *panel = NULL;
    unsigned width = drawing->column_count / 2, height = drawing->row_count / 2;
    int code = comb_witness_panel_new(&panel, width, height, (size_t)width * height + 1, err);
    if (code == COMB_OK) {
        panel->pillar = drawing->pillar;
        panel->unpaired = drawing->unpaired;
        panel->rules = drawing->rules;
        panel->symmetry = drawing->symmetry;
        memcpy(panel->line_colours, drawing->line_colours, sizeof panel->line_colours);
    }
    for (unsigned row = 0; code == COMB_OK && row < drawing->row_count; row++)
        code = fill_row(panel, drawing, row, err);
    if (code != COMB_OK) {
        comb_witness_panel_free(panel);
        return code;
    }
    comb_witness_panel_pair(panel);
    *out = panel;
    return COMB_OK;
}

int comb_witness_text_read(struct comb_witness_panel **out, const char *text, size_t length, struct comb_error *err)
{
    struct drawing drawing = {.text = text, .length = length};
    struct span whole;
    unsigned width, height;
    *out = NULL;
    int code = comb_witness_text_check(text, length, err);
    if (code != COMB_OK)
        return code;
    whole = trimmed(text, 0, length);
    if (whole.length == 0)
        return comb_fail_at(err, COMB_BAD_INPUT, comb_witness_place(text, 0, 0),
                            "the text is empty: expected a drawn panel, a size such as 5x5, a Windmill string or link");
    if (comb_witness_size_find(&width, &height, text + whole.at, whole.length))
        return read_size(out, width, height, place_of(&drawing, whole), err);
    code = read_all_lines(&drawing, err);
    return code == COMB_OK ? read_drawing(out, &drawing, err) : code;
}

/* ---- recognising ---- */

bool comb_witness_is_text(const char *text, size_t length)
{
    struct drawing drawing = {.text = text, .length = length};
    struct span line, word;
    if (!next_line(&line, &drawing))
        return false;
    bool single = !has_blank(text, line);
    next_word(&word, text, &line, false);
    if (word_is(text, word, "Witness"))
        return next_word(&word, text, &line, false) && word_is(text, word, "panel");
    line.length += line.at - word.at; /* put the word back, as the first of a row */
    line.at = word.at;
    return next_word(&word, text, &line, single) && is_node(text, word) && next_word(&word, text, &line, single) &&
           text[word.at] == '-';
}

/* ---- printing ---- */

/* Returns the length of the word for a place; leaves `out` unchanged. */
static size_t word_length(struct comb_buf *out, const struct comb_witness_panel *panel, unsigned column, unsigned row)
{
    size_t before = out->length;
    comb_witness_token_print(out, comb_witness_at(panel, column, row), comb_witness_place_kind_of(column, row));
    size_t length = out->length - before;
    out->length = before;
    return length;
}

/* Appends the word for a place, padded to the width of its column: with dashes for plain edges and dots on edges,
 * otherwise with blanks. Centres cells and horizontal edges. */
static void print_padded(struct comb_buf *out, const struct comb_witness_panel *panel, unsigned column, unsigned row,
                         size_t width)
{
    const struct comb_witness_thing *thing = comb_witness_at(panel, column, row);
    enum comb_witness_place_kind kind = comb_witness_place_kind_of(column, row);
    size_t length = word_length(out, panel, column, row);
    size_t missing = width > length ? width - length : 0; /* 0 also when out of memory */
    bool horizontal = kind == COMB_WITNESS_HORIZONTAL_EDGE;
    bool dashes = horizontal && (thing->kind == COMB_WITNESS_EMPTY || thing->kind == COMB_WITNESS_DOT ||
                                 thing->kind == COMB_WITNESS_START || thing->kind == COMB_WITNESS_END);
    size_t before = horizontal || kind == COMB_WITNESS_CELL ? missing / 2 : 0;
    comb_buf_repeat(out, dashes ? "-" : " ", before);
    comb_witness_token_print(out, thing, kind);
    comb_buf_repeat(out, dashes ? "-" : " ", missing - before);
}

static size_t column_width(struct comb_buf *out, const struct comb_witness_panel *panel, unsigned column)
{
    size_t width = 0;
    for (unsigned row = 0; row < comb_witness_rows(panel); row++) {
        size_t length = word_length(out, panel, column, row);
        width = length > width ? length : width;
    }
    return width;
}

static void print_settings(struct comb_buf *out, const struct comb_witness_panel *panel)
{
    comb_buf_str(out, title);
    if (panel->rules != 0)
        comb_buf_printf(out, "\nrules %s", comb_witness_rules_number_name(panel->rules));
    if (panel->pillar)
        comb_buf_str(out, "\npillar");
    if (panel->unpaired)
        comb_buf_str(out, "\nunpaired");
    if (panel->symmetry != COMB_WITNESS_NO_SYMMETRY)
        comb_buf_printf(out, "\nsymmetry %s", comb_witness_symmetry_name(panel->symmetry));
    if (panel->line_colours[0] == COMB_WITNESS_NO_COLOUR && panel->line_colours[1] == COMB_WITNESS_NO_COLOUR)
        return;
    comb_buf_str(out, "\nlines");
    for (unsigned i = 0; i < 2; i++)
        comb_buf_printf(out, " %s",
                        panel->line_colours[i] == COMB_WITNESS_NO_COLOUR
                            ? "none"
                            : comb_witness_colour_name(panel->line_colours[i]));
}

void comb_witness_text_print(struct comb_buf *out, const struct comb_witness_panel *panel)
{
    size_t widths[2 * COMB_WITNESS_MAX_SIDE + 1];
    print_settings(out, panel);
    for (unsigned column = 0; column < comb_witness_columns(panel); column++)
        widths[column] = column_width(out, panel, column);
    for (unsigned row = 0; row < comb_witness_rows(panel); row++) {
        for (unsigned column = 0; column < comb_witness_columns(panel); column++) {
            comb_buf_char(out, column == 0 ? '\n' : ' ');
            print_padded(out, panel, column, row, widths[column]);
        }
        while (!out->failed && out->data[out->length - 1] == ' ')
            out->length--;
    }
    comb_buf_str(out, ""); /* terminate the text after trimming the last row */
}
