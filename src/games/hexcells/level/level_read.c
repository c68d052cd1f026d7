/* Reads "Hexcells level v1" files: strict where a mistake would change the puzzle, lenient about differences in layout.
 * Lines may be indented or end in CR LF, rows may contain spaces, the number and length of rows are free (all rows
 * equally long), texts may contain HTML escapes, and a file may hold several levels. Readable oddities become
 * diagnostics with their location.
 *
 *     Hexcells level v1
 *     title
 *     author
 *     two lines of text
 *     .. o. x+ |c ...          a row: kind and info of each place, written without spaces
 *
 * Two passes over the lines of a level: the first counts and checks, the second fills in. The scan for further levels
 * reads each line once, so that the cost is linear in the length of the text. */
#include "games/hexcells/level/level_text.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char header[] = "Hexcells level v1";

enum { TEXT_LINES = 4 };

bool comb_hexcells_next_line(struct comb_hexcells_line_of_text *line, struct comb_hexcells_text *text)
{
    if (text->next >= text->length)
        return false;
    const char *start = text->bytes + text->next;
    const char *newline = memchr(start, '\n', text->length - text->next);
    size_t length = newline ? (size_t)(newline - start) : text->length - text->next;
    *line = (struct comb_hexcells_line_of_text){.offset = text->next, .number = ++text->line, .column = 1};
    text->next += length + 1;
    line->carriage_return = length > 0 && start[length - 1] == '\r';
    while (length > 0 && strchr(" \t\r", start[length - 1]))
        length--;
    while (length > 0 && strchr(" \t\r", *start)) {
        start++;
        length--;
        line->offset++;
        line->column++;
    }
    line->text = start;
    line->length = length;
    return true;
}

struct comb_error_location comb_hexcells_place_in(const struct comb_hexcells_line_of_text *line, size_t index,
                                                  size_t length)
{
    return (struct comb_error_location){.position = line->offset + index,
                                        .length = length,
                                        .line = line->number,
                                        .column = line->column + (unsigned)index};
}

/* Skips a byte order mark, which some editors write. */
static void skip_byte_order_mark(struct comb_hexcells_text *text)
{
    if (text->length >= 3 && memcmp(text->bytes, "\xef\xbb\xbf", 3) == 0)
        text->next = 3;
}

int comb_hexcells_text_open(struct comb_hexcells_text *out, const char *bytes, size_t length, struct comb_error *err)
{
    struct comb_error_location place = {.length = 1, .line = 1, .column = 1};
    *out = (struct comb_hexcells_text){.bytes = bytes, .length = length};
    if (length > COMB_HEXCELLS_MAX_INPUT) {
        place.position = COMB_HEXCELLS_MAX_INPUT;
        return comb_fail_at(err, COMB_BAD_INPUT, place, "input too long: %zu bytes, expected at most %d", length,
                            COMB_HEXCELLS_MAX_INPUT);
    }
    skip_byte_order_mark(out);
    for (size_t i = 0; i < length;) {
        uint32_t point;
        size_t used = comb_utf8_decode(&point, bytes + i, length - i);
        place.position = i;
        if (used == 0)
            return comb_fail_at(err, COMB_BAD_INPUT, place, "invalid byte 0x%02x: expected UTF-8",
                                (unsigned)(unsigned char)bytes[i]);
        if ((point < 0x20 && !strchr("\t\n\r", (int)point)) || point == 0 || point == 0x7f)
            return comb_fail_at(err, COMB_BAD_INPUT, place, "control character 0x%02x is not allowed", (unsigned)point);
        place.column++;
        if (point == '\n') {
            place.line++;
            place.column = 1;
        }
        i += used;
    }
    return COMB_OK;
}

static bool is_header(const struct comb_hexcells_line_of_text *line)
{
    return line->length == sizeof header - 1 && memcmp(line->text, header, sizeof header - 1) == 0;
}

bool comb_hexcells_is_level(const char *text, size_t length)
{
    struct comb_hexcells_text lines = {.bytes = text, .length = length < 65536 ? length : 65536};
    struct comb_hexcells_line_of_text line;
    skip_byte_order_mark(&lines);
    while (comb_hexcells_next_line(&line, &lines))
        if (line.length > 0)
            return is_header(&line);
    return false;
}

/* Whether the line is a row: pairs of characters, the first for the cell, the second for its hint. */
static bool is_row(const struct comb_hexcells_line_of_text *line)
{
    bool row = line->length >= 4 && line->length % 2 == 0;
    for (size_t i = 0; row && i < line->length; i++)
        row = strchr(i % 2 == 0 ? ".oOxX|/\\" : ".+cn", line->text[i]) && line->text[i];
    return row;
}

bool comb_hexcells_looks_like_level(const char *text, size_t length)
{
    enum { MIN_ROWS = 3 };
    static const char name[] = "hexcells";
    struct comb_hexcells_text lines = {.bytes = text, .length = length < 65536 ? length : 65536};
    struct comb_hexcells_line_of_text line;
    size_t rows = 0;
    skip_byte_order_mark(&lines);
    for (bool first = true; comb_hexcells_next_line(&line, &lines); first &= line.length == 0) {
        if (first && line.length >= sizeof name - 1 && strncasecmp(line.text, name, sizeof name - 1) == 0)
            return true;
        rows += is_row(&line);
    }
    return rows >= MIN_ROWS;
}

/* Reports what is in the line where the header should be. */
static int fail_without_header(const char *bytes, size_t length, struct comb_error *err)
{
    struct comb_hexcells_text text = {.bytes = bytes, .length = length};
    struct comb_hexcells_line_of_text line = {.number = 1, .column = 1};
    skip_byte_order_mark(&text);
    while (line.length == 0 && comb_hexcells_next_line(&line, &text))
        continue;
    int shown = (int)(line.length < 40 ? line.length : 40);
    if (shown == 0)
        return comb_fail_at(err, COMB_BAD_INPUT, (struct comb_error_location){.line = 1, .column = 1},
                            "not a Hexcells level: the text is empty, expected '%s' in the first line", header);
    return comb_fail_at(err, COMB_BAD_INPUT, comb_hexcells_place_in(&line, 0, line.length),
                        "not a Hexcells level: expected '%s' in the first line, got '%.*s'", header, shown, line.text);
}

/* ---- diagnostics ---- */

static bool add_diagnostic(struct comb_hexcells_level *level, struct comb_error_location place, const char *message)
{
    if (!message)
        return false;
    if (level->diagnostic_count < COMB_HEXCELLS_MAX_DIAGNOSTICS)
        level->diagnostics[level->diagnostic_count++] =
            (struct comb_hexcells_diagnostic){.line = place.line, .column = place.column, .message = message};
    return true;
}

#define DIAGNOSE(level, place, ...) add_diagnostic(level, place, comb_arena_printf(&(level)->arena, __VA_ARGS__))

/* ---- texts ---- */

static const struct {
    const char *escape;
    char character;
} escapes[] = {{"&amp;", '&'},  {"&lt;", '<'},  {"&gt;", '>'},  {"&quot;", '"'}, {"&apos;", '\''},
               {"&#39;", '\''}, {"&#34;", '"'}, {"&#38;", '&'}, {"&#60;", '<'},  {"&#62;", '>'}};

size_t comb_hexcells_escape_at(char *character, const char *text, size_t length)
{
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++) {
        size_t used = strlen(escapes[i].escape);
        if (used <= length && memcmp(text, escapes[i].escape, used) == 0) {
            *character = escapes[i].character;
            return used;
        }
    }
    return 0;
}

static int read_text(const char **out, struct comb_hexcells_level *level, const struct comb_hexcells_line_of_text *line,
                     struct comb_error *err)
{
    if (line->length > COMB_HEXCELLS_MAX_TEXT)
        return comb_fail_at(err, COMB_BAD_INPUT, comb_hexcells_place_in(line, COMB_HEXCELLS_MAX_TEXT, 1),
                            "text line too long: expected at most %d bytes, got %zu", COMB_HEXCELLS_MAX_TEXT,
                            line->length);
    char *text = comb_arena_string(&level->arena, line->text, line->length);
    if (!text)
        return comb_fail_memory(err);
    size_t length = 0;
    for (size_t i = 0; i < line->length; length++) {
        size_t used = comb_hexcells_escape_at(&text[length], line->text + i, line->length - i);
        if (used == 0)
            text[length] = line->text[i];
        else if (!DIAGNOSE(level, comb_hexcells_place_in(line, i, used), "HTML escape %.*s", (int)used, line->text + i))
            return comb_fail_memory(err);
        i += used ? used : 1;
    }
    text[length] = '\0';
    *out = text;
    return COMB_OK;
}

/* ---- rows ---- */

/* Returns the next character of a row that is not a space; '\0' at its end. */
static char next_character(size_t *index, const struct comb_hexcells_line_of_text *row)
{
    while (*index < row->length && strchr(" \t", row->text[*index]))
        ++*index;
    return *index < row->length ? row->text[(*index)++] : '\0';
}

struct pair {
    char kind, info;
    size_t index; /* in the row's text */
};

static bool next_pair(struct pair *pair, size_t *index, const struct comb_hexcells_line_of_text *row)
{
    pair->kind = next_character(index, row);
    pair->index = *index > 0 ? *index - 1 : 0;
    pair->info = pair->kind ? next_character(index, row) : '\0';
    return pair->kind != '\0';
}

static const char *infos_for(char kind)
{
    switch (kind) {
    case '.':
        return ".";
    case 'o':
    case 'O':
        return ".+cn";
    case 'x':
    case 'X':
        return ".+";
    case '|':
    case '\\':
    case '/':
        return "+cn";
    default:
        return NULL;
    }
}

static int check_pair(const struct pair *pair, const struct comb_hexcells_line_of_text *row, struct comb_error *err)
{
    const char *infos = infos_for(pair->kind);
    size_t info_at = pair->index + 1;
    if (!infos)
        return comb_fail_at(err, COMB_BAD_INPUT, comb_hexcells_place_in(row, pair->index, 1),
                            "unknown kind of cell: expected one of . o O x X | \\ /");
    if (!pair->info)
        return comb_fail_at(err, COMB_BAD_INPUT, comb_hexcells_place_in(row, row->length, 0),
                            "the row ends in the middle of a pair: expected one of %s after %c", infos, pair->kind);
    while (info_at < row->length && row->text[info_at] != pair->info)
        info_at++;
    if (!strchr(infos, pair->info))
        return comb_fail_at(err, COMB_BAD_INPUT, comb_hexcells_place_in(row, info_at, 1),
                            "invalid pair: expected one of %s after %c", infos, pair->kind);
    return COMB_OK;
}

struct size {
    unsigned rows, columns, cells, lines;
};

static int measure_row(struct size *size, const struct comb_hexcells_line_of_text *row, struct comb_error *err)
{
    struct pair pair;
    unsigned columns = 0;
    for (size_t index = 0; next_pair(&pair, &index, row);) {
        int code = check_pair(&pair, row, err);
        if (code != COMB_OK)
            return code;
        if (++columns > COMB_HEXCELLS_MAX_SIDE)
            return comb_fail_at(err, COMB_BAD_INPUT, comb_hexcells_place_in(row, pair.index, 1),
                                "row too long: expected at most %d pairs", COMB_HEXCELLS_MAX_SIDE);
        size->cells += strchr("oOxX", pair.kind) != NULL;
        size->lines += strchr("|\\/", pair.kind) != NULL;
    }
    if (size->rows > 0 && columns != size->columns)
        return comb_fail_at(err, COMB_BAD_INPUT, comb_hexcells_place_in(row, row->length, 0),
                            "row %u: expected %u pairs as in the rows above, got %u", size->rows + 1, size->columns,
                            columns);
    if (size->rows >= COMB_HEXCELLS_MAX_SIDE)
        return comb_fail_at(err, COMB_BAD_INPUT, comb_hexcells_place_in(row, 0, 1),
                            "too many rows: expected at most %d", COMB_HEXCELLS_MAX_SIDE);
    size->columns = columns;
    size->rows++;
    return COMB_OK;
}

static int measure_level(struct size *size, struct comb_hexcells_text text, struct comb_error *err)
{
    struct comb_hexcells_line_of_text line = {
        .number = text.line, .column = 1, .offset = text.next < text.length ? text.next : text.length};
    *size = (struct size){0};
    while (comb_hexcells_next_line(&line, &text) && !is_header(&line)) {
        int code = line.length > 0 ? measure_row(size, &line, err) : COMB_OK;
        if (code != COMB_OK)
            return code;
    }
    if (size->rows == 0)
        return comb_fail_at(err, COMB_BAD_INPUT, comb_hexcells_place_in(&line, 0, 0),
                            "the level has no rows: expected %d rows of %d characters after the four lines of text",
                            COMB_HEXCELLS_SIDE, 2 * COMB_HEXCELLS_SIDE);
    if (size->cells == 0)
        return comb_fail_at(err, COMB_BAD_INPUT, comb_hexcells_place_in(&line, 0, 0),
                            "the level has no cells: expected o, O, x or X in its rows");
    return COMB_OK;
}

static enum comb_hexcells_hint hint_of(char info)
{
    return info == '+'   ? COMB_HEXCELLS_NUMBER
           : info == 'c' ? COMB_HEXCELLS_BRACES
           : info == 'n' ? COMB_HEXCELLS_DASHES
                         : COMB_HEXCELLS_NO_HINT;
}

static void place_pair(struct comb_hexcells_level *level, struct size *done, const struct pair *pair,
                       struct comb_point at)
{
    bool blue = pair->kind == 'x' || pair->kind == 'X';
    bool shown = pair->kind == 'O' || pair->kind == 'X';
    enum comb_hexcells_direction direction = pair->kind == '|'    ? COMB_HEXCELLS_S
                                             : pair->kind == '\\' ? COMB_HEXCELLS_SE
                                                                  : COMB_HEXCELLS_SW;
    signed char truth = blue ? COMB_HEXCELLS_BLUE : COMB_HEXCELLS_BLACK;
    if (strchr("|\\/", pair->kind))
        level->lines[done->lines++] =
            (struct comb_hexcells_line){.at = at, .direction = direction, .hint = hint_of(pair->info)};
    else if (pair->kind != '.')
        level->cells[done->cells++] = (struct comb_hexcells_cell){
            .at = at, .truth = truth, .shown = shown ? truth : COMB_HEXCELLS_UNKNOWN, .hint = hint_of(pair->info)};
}

static void fill_level(struct comb_hexcells_level *level, struct comb_hexcells_text text)
{
    struct comb_hexcells_line_of_text line;
    struct size done = {0};
    while (done.rows < level->rows && comb_hexcells_next_line(&line, &text)) {
        struct pair pair;
        struct comb_point at = {.x = 0, .y = (int)done.rows};
        for (size_t index = 0; next_pair(&pair, &index, &line); at.x++)
            place_pair(level, &done, &pair, at);
        done.rows += line.length > 0;
    }
}

/* ---- checks ---- */

static bool check_hint_mark(struct comb_hexcells_level *level, struct comb_error_location place, char written,
                            enum comb_hexcells_hint computed, unsigned number)
{
    if (hint_of(written) == computed || computed == COMB_HEXCELLS_NUMBER)
        return true;
    char shown[COMB_HEXCELLS_ID_LENGTH];
    comb_hexcells_hint_text(shown, computed, number, false);
    return DIAGNOSE(level, place, "the mark is '%c', but the blue cells give the hint %s", written, shown);
}

static bool overlaps(const struct comb_hexcells_level *level, struct comb_point at)
{
    return comb_hexcells_cell_at(level, at.x + 1, at.y) >= 0 || comb_hexcells_cell_at(level, at.x, at.y + 1) >= 0;
}

static bool check_place(struct comb_hexcells_level *level, struct comb_error_location place, struct comb_point at,
                        const struct pair *pair)
{
    unsigned members[COMB_HEXCELLS_MAX_SIDE];
    int line = comb_hexcells_line_at(level, at.x, at.y);
    int cell = comb_hexcells_cell_at(level, at.x, at.y);
    if (line >= 0)
        return check_hint_mark(level, place, pair->info, level->lines[line].hint, level->lines[line].number) &&
               (comb_hexcells_ray(members, level, (unsigned)line) > 0 ||
                DIAGNOSE(level, place, "line hint without cells"));
    if (cell < 0)
        return true;
    bool marked = pair->info == 'c' || pair->info == 'n';
    return (!marked || check_hint_mark(level, place, pair->info, level->cells[cell].hint, level->cells[cell].number)) &&
           (!overlaps(level, at) || DIAGNOSE(level, place, "cell (%d,%d) overlaps another cell", at.x, at.y));
}

static bool check_rows(struct comb_hexcells_level *level, struct comb_hexcells_text text)
{
    struct comb_hexcells_line_of_text line;
    bool indented = false;
    bool has_carriage_return = false;
    bool ok = true;
    for (int y = 0; ok && y < (int)level->rows && comb_hexcells_next_line(&line, &text); y += line.length > 0) {
        struct pair pair;
        struct comb_error_location start = comb_hexcells_place_in(&line, 0, line.length);
        if (line.column > 1 && !indented && line.length > 0)
            ok = DIAGNOSE(level, start, "the rows are indented");
        if (ok && line.carriage_return && !has_carriage_return)
            ok = DIAGNOSE(level, start, "the lines end in CR LF, expected LF");
        indented |= line.column > 1;
        has_carriage_return |= line.carriage_return;
        size_t index = 0;
        for (int x = 0; ok && next_pair(&pair, &index, &line); x++)
            ok = check_place(level, comb_hexcells_place_in(&line, pair.index, 2), (struct comb_point){x, y}, &pair);
    }
    return ok;
}

static bool check_size(struct comb_hexcells_level *level, unsigned line)
{
    struct comb_error_location place = {.line = line, .column = 1};
    bool parities[2] = {false, false};
    for (unsigned i = 0; i < level->cell_count; i++)
        parities[(level->cells[i].at.x + level->cells[i].at.y) & 1] = true;
    return ((level->rows == COMB_HEXCELLS_SIDE && level->columns == COMB_HEXCELLS_SIDE) ||
            DIAGNOSE(level, place, "%u rows of %u characters, expected %d of %d", level->rows, 2 * level->columns,
                     COMB_HEXCELLS_SIDE, 2 * COMB_HEXCELLS_SIDE)) &&
           (!parities[0] || !parities[1] ||
            DIAGNOSE(level, place, "the cells are on two tilings, half a cell apart")) &&
           (comb_hexcells_hidden(level) > 0 || DIAGNOSE(level, place, "no cell is hidden")) &&
           (level->title[0] || DIAGNOSE(level, place, "the level has no title"));
}

/* ---- levels ---- */

static int read_texts(struct comb_hexcells_level *level, struct comb_hexcells_text text, struct comb_error *err)
{
    const char **texts[TEXT_LINES] = {&level->title, &level->author, &level->text[0], &level->text[1]};
    struct comb_hexcells_line_of_text line;
    int code = COMB_OK;
    for (unsigned i = 0; code == COMB_OK && i < TEXT_LINES && comb_hexcells_next_line(&line, &text); i++)
        code = read_text(texts[i], level, &line, err);
    return code;
}

static int read_one(struct comb_hexcells_level **out, struct comb_hexcells_text texts, struct comb_hexcells_text rows,
                    struct comb_error *err)
{
    struct size size;
    struct comb_hexcells_level *level = NULL;
    int code = measure_level(&size, rows, err);
    if (code == COMB_OK)
        code = comb_hexcells_level_new(&level, size.cells, size.lines, err);
    if (code != COMB_OK)
        return code;
    level->truth_known = true;
    level->rows = size.rows;
    level->columns = size.columns;
    level->diagnostics = COMB_NEW_ARRAY(&level->arena, struct comb_hexcells_diagnostic, COMB_HEXCELLS_MAX_DIAGNOSTICS);
    code = level->diagnostics ? read_texts(level, texts, err) : comb_fail_memory(err);
    if (code == COMB_OK) {
        fill_level(level, rows);
        code = comb_hexcells_level_finish(level, err);
    }
    if (code == COMB_OK && !(check_size(level, texts.line) && check_rows(level, rows)))
        code = comb_fail_memory(err);
    if (code == COMB_OK)
        *out = level;
    else
        comb_hexcells_level_free(level);
    return code;
}

/* Skips to the next header and past its four lines of text. False if there is none. */
static bool next_level(struct comb_hexcells_text *texts, struct comb_hexcells_text *text)
{
    struct comb_hexcells_line_of_text line;
    while (comb_hexcells_next_line(&line, text))
        if (is_header(&line)) {
            *texts = *text;
            for (unsigned i = 0; i < TEXT_LINES; i++)
                comb_hexcells_next_line(&line, text);
            return true;
        }
    return false;
}

size_t comb_hexcells_first_level(const char *bytes, size_t length)
{
    struct comb_hexcells_text texts, text = {.bytes = bytes, .length = length};
    struct comb_hexcells_line_of_text line;
    skip_byte_order_mark(&text);
    if (!comb_hexcells_is_level(bytes, length) || !next_level(&texts, &text))
        return length;
    while (comb_hexcells_next_line(&line, &text))
        if (is_header(&line))
            return line.offset;
    return length;
}

int comb_hexcells_level_read(struct comb_hexcells_level **out, const char *bytes, size_t length, unsigned index,
                             struct comb_error *err)
{
    struct comb_hexcells_text text, texts, wanted_texts = {0}, wanted_rows = {0};
    unsigned count = 0;
    *out = NULL;
    int code = comb_hexcells_text_open(&text, bytes, length, err);
    if (code != COMB_OK)
        return code;
    if (!comb_hexcells_is_level(bytes, length))
        return fail_without_header(bytes, length, err);
    for (; next_level(&texts, &text); count++)
        if (count == index) {
            wanted_texts = texts;
            wanted_rows = text;
        }
    if (index >= count)
        return comb_fail(err, COMB_BAD_INPUT, "no level %u: the file contains %u", index + 1, count);
    code = read_one(out, wanted_texts, wanted_rows, err);
    if (code == COMB_OK) {
        (*out)->pack_index = index;
        (*out)->pack_count = count;
    }
    return code;
}
