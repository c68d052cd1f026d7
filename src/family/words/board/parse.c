/* Parses a word board: splits the text into rows, each row into cells, and parses each cell; then makes the lattice
 * from the row lengths. Every error has a location and says what is accepted. */
#include "family/words/board/board.h"
#include "family/words/board/shape.h"
#include "family/words/game.h"

#include "base/text.h"
#include "core/option.h"
#include "engine/dict/fold.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum { MAX_BYTES = 4096 };

struct span {
    size_t start;
    size_t end;
};

struct parser {
    const struct comb_words_game *game;
    const char *text;
    size_t length;
    struct span rows[COMB_WORDS_MAX_CELLS];
    size_t row_count;
    bool separated; /* the text has a /: the rows are final, even a single one */
    unsigned lengths[COMB_WORDS_MAX_CELLS];
    struct comb_words_cell cells[COMB_WORDS_MAX_CELLS];
    unsigned cell_count;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static struct span trim(const char *text, size_t start, size_t end)
{
    while (start < end && is_blank(text[start]))
        start++;
    while (end > start && is_blank(text[end - 1]))
        end--;
    return (struct span){start, end};
}

static struct comb_error_location location_of(const struct parser *parser, size_t row, size_t position, size_t length)
{
    unsigned column =
        1 + (unsigned)comb_utf8_columns(parser->text + parser->rows[row].start, position - parser->rows[row].start);
    return (struct comb_error_location){
        .position = position, .length = length, .line = (unsigned)row + 1, .column = column};
}

/* Whether a code point is a combining mark, such as an accent written separately. */
static bool is_mark(uint32_t code_point)
{
    return utf8proc_category((utf8proc_int32_t)code_point) == UTF8PROC_CATEGORY_MN;
}

/* Bytes of the first character and its combining marks; 1 for an invalid byte. */
static size_t character_size(const char *text, size_t length)
{
    uint32_t code_point;
    size_t size = comb_utf8_decode(&code_point, text, length);
    size_t end = size ? size : 1;
    while ((size = comb_utf8_decode(&code_point, text + end, length - end)) > 0 && is_mark(code_point))
        end += size;
    return end;
}

static unsigned max_cells(const struct comb_words_game *game)
{
    return game->notation.max_cells ? game->notation.max_cells : COMB_WORDS_MASK_CELLS;
}

static int add_row(struct parser *parser, struct span row, struct comb_error *err)
{
    unsigned max_rows = max_cells(parser->game);
    if (parser->row_count == max_rows)
        return comb_fail_at(err, COMB_BAD_INPUT,
                            (struct comb_error_location){.position = row.start, .line = max_rows + 1},
                            "a board has at most %u rows", max_rows);
    parser->rows[parser->row_count++] = row;
    return COMB_OK;
}

/* Splits the text into rows. Blank lines are skipped, as pasted boards have them; an empty row before a / is an error.
 */
static int split_rows(struct parser *parser, struct comb_error *err)
{
    size_t start = 0;
    for (size_t i = 0; i <= parser->length; i++) {
        char c = i < parser->length ? parser->text[i] : '\n';
        if (c != '/' && c != '\n')
            continue;
        parser->separated |= c == '/';
        struct span row = trim(parser->text, start, i);
        if (row.start == row.end && c == '/')
            return comb_fail_at(err, COMB_BAD_INPUT,
                                (struct comb_error_location){.position = i, .line = (unsigned)parser->row_count + 1},
                                "row %zu is empty; expected letters before the /", parser->row_count + 1);
        int code = row.start < row.end ? add_row(parser, row, err) : COMB_OK;
        if (code != COMB_OK)
            return code;
        start = i + 1;
    }
    if (parser->row_count == 0)
        return comb_fail(err, COMB_BAD_INPUT,
                         "the board is empty; expected rows of letters separated by / or newlines, such as '%s'",
                         parser->game->notation.example_board);
    return COMB_OK;
}

/* Splits one line of words of two letters or more into rows, "LPE EASR SRTED PING LAS": these are rows, not tiles. */
static int split_words_into_rows(struct parser *parser, struct comb_error *err)
{
    struct span line = parser->rows[0];
    bool words = parser->row_count == 1;
    size_t count = 0;
    for (size_t i = line.start; words && i < line.end; count++) {
        size_t start = i;
        while (i < line.end && !is_blank(parser->text[i]) && parser->text[i] != ':')
            i++;
        words = i > start && i - start > character_size(parser->text + start, i - start) &&
                (i == line.end || parser->text[i] != ':');
        while (i < line.end && is_blank(parser->text[i]))
            i++;
    }
    if (!words || count < 2)
        return COMB_OK;
    parser->row_count = 0;
    int code = COMB_OK;
    for (size_t i = line.start; code == COMB_OK && i < line.end;) {
        size_t start = i;
        while (i < line.end && !is_blank(parser->text[i]))
            i++;
        code = add_row(parser, (struct span){start, i}, err);
        while (i < line.end && is_blank(parser->text[i]))
            i++;
    }
    return code;
}

static int fail_letter(struct comb_error *err, const char *text, size_t size)
{
    if (size == 0 || iscntrl((unsigned char)*text))
        return comb_fail(err, COMB_BAD_INPUT, "byte 0x%02x is not text; expected letters in UTF-8",
                         (unsigned char)*text);
    if (*text == '?' || *text == '.')
        return comb_fail(err, COMB_BAD_INPUT, "'%c' is a cell of its own; put a space after it", *text);
    return comb_fail(err, COMB_BAD_INPUT, "'%.*s' is not a letter; expected letters, ? for any letter or . for a hole",
                     (int)size, text);
}

/* Finds the first control character. It is reported before any other error in the cell, as it explains them. */
static const char *find_control(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (iscntrl((unsigned char)text[i]))
            return text + i;
    return NULL;
}

/* Composes a mark with the last letter if Unicode has a code point for both; other marks are dropped. */
static void add_mark(struct comb_words_cell *cell, uint32_t mark)
{
    uint32_t *letter = &cell->letter[cell->letters - 1];
    utf8proc_int32_t pair[] = {(utf8proc_int32_t)*letter, (utf8proc_int32_t)mark};
    if (utf8proc_normalize_utf32(pair, 2, UTF8PROC_STABLE | UTF8PROC_COMPOSE) == 1)
        *letter = (uint32_t)pair[0];
}

static int parse_letters(struct comb_words_cell *cell, const char *text, size_t length, struct comb_error *err)
{
    const char *control = find_control(text, length);
    for (size_t i = control ? (size_t)(control - text) : 0; i < length;) {
        uint32_t code_point = 0;
        size_t size = comb_utf8_decode(&code_point, text + i, length - i);
        if (size > 0 && cell->letters > 0 && is_mark(code_point)) {
            add_mark(cell, code_point);
            i += size;
            continue;
        }
        utf8proc_category_t category = size ? utf8proc_category((utf8proc_int32_t)code_point) : UTF8PROC_CATEGORY_CN;
        if (category < UTF8PROC_CATEGORY_LU || category > UTF8PROC_CATEGORY_LO) {
            int code = fail_letter(err, text + i, size);
            if (err)
                err->position = i;
            return code;
        }
        if (cell->letters == COMB_WORDS_MAX_TILE)
            return comb_fail(err, COMB_BAD_INPUT, "tile '%.*s' has more than %d letters",
                             (int)(length < 40 ? length : 40), text, COMB_WORDS_MAX_TILE);
        cell->letter[cell->letters++] = (uint32_t)utf8proc_toupper((utf8proc_int32_t)code_point);
        i += size;
    }
    return COMB_OK;
}

/* Replaces an alias from a list such as "dl=2l tl=3l". */
static void resolve_alias(char attribute[COMB_WORDS_MAX_ATTRIBUTE + 1], const char *aliases)
{
    size_t length = strlen(attribute);
    for (const char *at = aliases; at && *at; at += strspn(at, " ")) {
        const char *target = at + length + 1;
        if (strncmp(at, attribute, length) == 0 && at[length] == '=') {
            size_t size = strcspn(target, " ");
            memcpy(attribute, target, size);
            attribute[size] = '\0';
            return;
        }
        at += strcspn(at, " ");
    }
}

/* Parses an attribute. An empty one is allowed: "QU:" is a tile alone in its row, "QU" would be two cells. */
static int parse_attribute(struct comb_words_cell *cell, const struct comb_words_notation *notation, const char *text,
                           size_t length, struct comb_error *err)
{
    int shown = (int)(length < 20 ? length : 20);
    if (length == 0)
        return COMB_OK;
    if (notation->attributes && length <= COMB_WORDS_MAX_ATTRIBUTE) {
        memcpy(cell->attribute, text, length);
        resolve_alias(cell->attribute, notation->attribute_aliases);
        if (!strchr(cell->attribute, ' ') && comb_list_contains(notation->attributes, cell->attribute))
            return COMB_OK;
    }
    size_t invalid = 0; /* first invalid byte, for the location of the error */
    while (invalid < length && isalnum((unsigned char)text[invalid]))
        invalid++;
    struct comb_error_location place = {.position = invalid < length ? invalid : 0};
    if (!notation->attributes)
        return comb_fail_at(err, COMB_BAD_INPUT, place, "':%.*s': cells of this game have no attributes", shown, text);
    return comb_fail_at(err, COMB_BAD_INPUT, place, "':%.*s' is not an attribute; expected one of: %s", shown, text,
                        notation->attributes);
}

int comb_words_parse_cell(struct comb_words_cell *cell, const struct comb_words_notation *notation, const char *text,
                          size_t length, struct comb_error *err)
{
    const char *colon = memchr(text, ':', length);
    size_t letters = colon ? (size_t)(colon - text) : length;
    *cell = (struct comb_words_cell){.kind = COMB_WORDS_LETTERS};
    int code = COMB_OK;
    if (letters == 1 && *text == '.')
        cell->kind = COMB_WORDS_HOLE;
    else if (letters == 1 && *text == '?')
        cell->kind = COMB_WORDS_ANY;
    else if (letters == 0)
        code = comb_fail(err, COMB_BAD_INPUT, "a cell has no letter");
    else
        code = parse_letters(cell, text, letters, err);
    if (code == COMB_OK && notation->q_means_qu && cell->letters == 1 && cell->letter[0] == 'Q')
        cell->letter[cell->letters++] = 'U';
    if (code == COMB_OK && colon) {
        code = parse_attribute(cell, notation, colon + 1, length - letters - 1, err);
        if (code != COMB_OK && err)
            err->position += letters + 1;
    }
    return code;
}

/* Parses one cell of the board and converts the location of an error to the whole text. */
static int parse_cell_at(struct parser *parser, size_t row, struct span span, struct comb_error *err)
{
    if (parser->cell_count == max_cells(parser->game))
        return comb_fail_at(err, COMB_BAD_INPUT, location_of(parser, row, span.start, span.end - span.start),
                            "a board has at most %u cells", max_cells(parser->game));
    struct comb_error inner = {0};
    int code = comb_words_parse_cell(&parser->cells[parser->cell_count], &parser->game->notation,
                                     parser->text + span.start, span.end - span.start, &inner);
    if (code != COMB_OK)
        return comb_fail_at(
            err, code, location_of(parser, row, span.start + inner.position, span.end - span.start - inner.position),
            "%s", inner.message);
    parser->cell_count++;
    parser->lengths[row]++;
    return COMB_OK;
}

static int parse_row(struct parser *parser, size_t row, struct comb_error *err)
{
    struct span span = parser->rows[row];
    const char *text = parser->text;
    bool spaced = false;
    for (size_t i = span.start; i < span.end; i++)
        spaced |= is_blank(text[i]) || text[i] == ':';
    for (size_t i = span.start; i < span.end;) {
        size_t start = i;
        if (spaced) {
            while (i < span.end && !is_blank(text[i]))
                i++;
        } else {
            i += character_size(text + i, span.end - i);
        }
        int code = parse_cell_at(parser, row, (struct span){start, i}, err);
        if (code != COMB_OK)
            return code;
        while (i < span.end && is_blank(text[i]))
            i++;
    }
    return COMB_OK;
}

/* Makes a lattice of flat-topped hexagons. Rows are half rows: centred, with cells two columns apart. */
static int flat_lattice(struct comb_lattice **out, const unsigned *lengths, size_t rows, struct comb_error *err)
{
    struct comb_point points[COMB_WORDS_MAX_CELLS];
    size_t count = 0;
    unsigned widest = 0;
    for (size_t row = 0; row < rows; row++)
        widest = lengths[row] > widest ? lengths[row] : widest;
    for (size_t row = 0; row < rows; row++)
        for (unsigned i = 0; i < lengths[row]; i++)
            points[count++] = (struct comb_point){(int)(widest - lengths[row] + 2 * i), (int)row};
    return comb_lattice_from_points(out, COMB_LATTICE_HEX_FLAT, points, count, err);
}

/* Checks that all rows have the same length. */
static int check_squares(const unsigned *lengths, size_t rows, struct comb_error *err)
{
    for (size_t row = 1; row < rows; row++)
        if (lengths[row] != lengths[0])
            return comb_fail_at(err, COMB_BAD_INPUT, (struct comb_error_location){.line = (unsigned)row + 1},
                                "row %zu has %u cells, expected %u as in the first row", row + 1, lengths[row],
                                lengths[0]);
    return COMB_OK;
}

int comb_words_lattice(struct comb_lattice **out, const struct comb_words_game *game, const unsigned *lengths,
                       size_t rows, struct comb_error *err)
{
    *out = NULL;
    int code = game->notation.hexagons ? COMB_OK : check_squares(lengths, rows, err);
    if (code == COMB_OK)
        code = comb_lattice_from_rows(out, lengths, rows, err);
    if (code != COMB_OK)
        return code;
    bool square = (*out)->kind == COMB_LATTICE_SQUARE;
    bool wanted = square ? game->notation.squares : game->notation.hexagons;
    if (wanted && (square || !game->notation.flat_top))
        return COMB_OK;
    comb_lattice_free(*out);
    *out = NULL;
    if (wanted)
        return flat_lattice(out, lengths, rows, err);
    return comb_fail(err, COMB_BAD_INPUT, "%s boards consist of hexagons, such as '%s'", game->title,
                     game->notation.example_board);
}

static int make_lattice(struct comb_lattice **out, const struct parser *parser, struct comb_error *err)
{
    int code = comb_words_lattice(out, parser->game, parser->lengths, parser->row_count, err);
    if (code != COMB_OK && err && err->line > 0 && err->line <= parser->row_count)
        err->position = parser->rows[err->line - 1].start;
    return code;
}

static int build_board(struct comb_words_board **out, const struct parser *parser, struct comb_error *err)
{
    struct comb_words_board *board = calloc(1, sizeof *board);
    if (!board)
        return comb_fail_memory(err);
    comb_arena_init(&board->arena, NULL);
    board->game = parser->game;
    board->rows = parser->row_count;
    int code = make_lattice(&board->lattice, parser, err);
    if (code == COMB_OK) {
        board->cells = comb_arena_copy(&board->arena, parser->cells, parser->cell_count * sizeof *parser->cells);
        board->row_lengths =
            comb_arena_copy(&board->arena, parser->lengths, parser->row_count * sizeof *parser->lengths);
        if (!board->cells || !board->row_lengths)
            code = comb_fail_memory(err);
    }
    if (code == COMB_OK)
        *out = board;
    else
        comb_words_free(board);
    return code;
}

/* Applies --shape, or infers the shape of a single row. With `any_row`, a single row of any length is a board, as in
 * earlier versions. */
static int apply_shape(struct parser *parser, const char *shape, bool any_row, struct comb_error *err)
{
    struct comb_words_rows rows = {.lengths = parser->lengths, .count = parser->row_count};
    bool one_row = rows.count == 1 && !parser->separated;
    int code = COMB_OK;
    if (shape)
        code = comb_words_fit_shape(&rows, parser->game, shape, one_row, err);
    else if (one_row && !comb_words_infer_rows(&rows, parser->game) && !any_row)
        code = comb_words_refuse_row(parser->game, parser->cell_count, err);
    parser->row_count = rows.count;
    return code;
}

static int parse_text(struct comb_words_board **out, const struct comb_words_game *game, const char *text,
                      size_t length, const char *shape, bool any_row, struct comb_error *err)
{
    *out = NULL;
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) { /* byte order mark */
        text += 3;
        length -= 3;
    }
    if (length > MAX_BYTES)
        return comb_fail(err, COMB_BAD_INPUT, "input too long: %zu bytes; a board has at most %u cells", length,
                         max_cells(game));
    if (!any_row && comb_words_is_board_list(game, text, length))
        return comb_fail_at(err, COMB_BAD_INPUT, (struct comb_error_location){.line = 2},
                            "unexpected second board; use --jsonl FILE for a list, one per line (if the lines are rows "
                            "of one board, write them without /)");
    struct parser *parser = calloc(1, sizeof *parser);
    if (!parser)
        return comb_fail_memory(err);
    parser->game = game;
    parser->text = text;
    parser->length = length;
    int code = split_rows(parser, err);
    if (code == COMB_OK)
        code = split_words_into_rows(parser, err);
    for (size_t row = 0; code == COMB_OK && row < parser->row_count; row++)
        code = parse_row(parser, row, err);
    if (code == COMB_OK)
        code = apply_shape(parser, shape, any_row, err);
    if (code == COMB_OK)
        code = build_board(out, parser, err);
    free(parser);
    return code;
}

/* Folds the letters of a cell to the alphabet of the language, removing accents it does not use. Letters that cannot be
 * folded are rejected later, by the word list. */
static void fold_cell(struct comb_words_cell *cell, const struct comb_fold *fold)
{
    struct comb_buf text = {0};
    char folded[COMB_FOLD_MAX_BYTES];
    comb_words_cell_text(&text, cell);
    size_t length =
        cell->kind == COMB_WORDS_LETTERS ? comb_fold_word(folded, fold, comb_buf_text(&text), text.length) : 0;
    if (length > 0 && comb_utf8_columns(folded, length) <= COMB_WORDS_MAX_TILE) {
        cell->letters = 0;
        for (size_t at = 0; at < length;)
            at += comb_utf8_decode(&cell->letter[cell->letters++], folded + at, length - at);
    }
    comb_buf_free(&text);
}

int comb_words_parse_board(void **out, const struct comb_words_game *game, const char *text, size_t length,
                           const struct comb_params *params, struct comb_error *err)
{
    struct comb_words_board *board;
    const struct comb_language *language;
    struct comb_words_values values = {0};
    bool changed = false;
    *out = NULL;
    int code = comb_words_language(&language, params, err);
    if (code == COMB_OK)
        code = comb_words_read_values(&values, &changed, language, params, err);
    if (code == COMB_OK)
        code = parse_text(&board, game, text, length, comb_params_text(params, "shape", NULL), false, err);
    if (code == COMB_OK) {
        struct comb_fold fold;
        comb_fold_init(&fold, language->kept, 1, COMB_WORDS_MAX_TILE);
        for (unsigned i = 0; i < board->lattice->count; i++)
            fold_cell(&board->cells[i], &fold);
        comb_words_set_language(board, language, changed ? &values : NULL);
        board->game = game->rules_of ? game->rules_of(board->lattice->count, params) : game;
        *out = board;
    }
    return code;
}

int comb_words_parse_input(void **board, const struct comb_game *game, struct comb_job *job, const char *text,
                           size_t length, const struct comb_params *params, struct comb_error *err)
{
    (void)job;
    return comb_words_parse_board(board, game->family, text, length, params, err);
}

int comb_words_parse(struct comb_words_board **out, const struct comb_words_game *game, const char *text, size_t length,
                     struct comb_error *err)
{
    return parse_text(out, game, text, length, NULL, false, err);
}

int comb_words_parse_stored(struct comb_words_board **out, const struct comb_words_game *game, const char *text,
                            size_t length, struct comb_error *err)
{
    return parse_text(out, game, text, length, NULL, true, err);
}

void comb_words_update_text(struct comb_buf *out, const struct comb_game *game, const char *text, size_t length)
{
    struct comb_words_board *board;
    if (memchr(text, '/', length) || memchr(text, '\n', length) ||
        comb_words_parse_stored(&board, game->family, text, length, NULL) != COMB_OK)
        return;
    if (board->rows == 1)
        comb_words_print(out, board);
    comb_words_free(board);
}
