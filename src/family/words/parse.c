/* Reading a word board. Three passes over the text: cut it into rows, cut each row into cells, read each cell; then the
 * row lengths make the lattice. Every error says where it is and what would be accepted. */
#include "family/words/board.h"
#include "family/words/game.h"
#include "family/words/shape.h"

#include "base/text.h"
#include "core/option.h"
#include "engine/fold.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum { MOST_BYTES = 4096 };

struct span {
    size_t start;
    size_t end;
};

struct reader {
    const struct comb_words_game *game;
    const char *text;
    size_t length;
    struct span rows[COMB_WORDS_MOST_CELLS];
    size_t row_count;
    bool separated; /* a / was written: rows are as they stand, also a single one */
    unsigned lengths[COMB_WORDS_MOST_CELLS];
    struct comb_words_cell cells[COMB_WORDS_MOST_CELLS];
    unsigned cell_count;
};

static bool blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static struct span trimmed(const char *text, size_t start, size_t end)
{
    while (start < end && blank(text[start]))
        start++;
    while (end > start && blank(text[end - 1]))
        end--;
    return (struct span){start, end};
}

static struct comb_place place_in(const struct reader *reader, size_t row, size_t position, size_t length)
{
    unsigned column =
        1 + (unsigned)comb_utf8_columns(reader->text + reader->rows[row].start, position - reader->rows[row].start);
    return (struct comb_place){.position = position, .length = length, .line = (unsigned)row + 1, .column = column};
}

/* A mark that belongs to the letter before it, where accents are written by themselves. */
static bool is_mark(uint32_t code_point)
{
    return utf8proc_category((utf8proc_int32_t)code_point) == UTF8PROC_CATEGORY_MN;
}

/* Bytes of the first character and its marks; a byte that is no UTF-8 stands for itself. */
static size_t character_size(const char *text, size_t length)
{
    uint32_t code_point;
    size_t size = comb_utf8_decode(&code_point, text, length);
    size_t end = size ? size : 1;
    while ((size = comb_utf8_decode(&code_point, text + end, length - end)) > 0 && is_mark(code_point))
        end += size;
    return end;
}

static int add_row(struct reader *reader, struct span row, struct comb_error *err)
{
    if (reader->row_count == COMB_WORDS_MOST_CELLS)
        return comb_fail_at(err, COMB_BAD_INPUT,
                            (struct comb_place){.position = row.start, .line = COMB_WORDS_MOST_CELLS + 1},
                            "a board has at most %d rows", COMB_WORDS_MOST_CELLS);
    reader->rows[reader->row_count++] = row;
    return COMB_OK;
}

/* Blank lines are no rows (boards are pasted with them); nothing between two slashes is a mistake. */
static int cut_rows(struct reader *reader, struct comb_error *err)
{
    size_t start = 0;
    for (size_t i = 0; i <= reader->length; i++) {
        char c = i < reader->length ? reader->text[i] : '\n';
        if (c != '/' && c != '\n')
            continue;
        reader->separated |= c == '/';
        struct span row = trimmed(reader->text, start, i);
        if (row.start == row.end && c == '/')
            return comb_fail_at(err, COMB_BAD_INPUT,
                                (struct comb_place){.position = i, .line = (unsigned)reader->row_count + 1},
                                "row %zu is empty: expected letters before the /", reader->row_count + 1);
        int code = row.start < row.end ? add_row(reader, row, err) : COMB_OK;
        if (code != COMB_OK)
            return code;
        start = i + 1;
    }
    if (reader->row_count == 0)
        return comb_fail(err, COMB_BAD_INPUT,
                         "the board is empty: expected rows of letters separated by / or newlines, such as '%s'",
                         reader->game->notation.shown_board);
    return COMB_OK;
}

/* "LPE EASR SRTED PING LAS": one line whose words all have two letters or more means rows, not tiles. */
static int cut_words(struct reader *reader, struct comb_error *err)
{
    struct span line = reader->rows[0];
    bool words = reader->row_count == 1;
    size_t count = 0;
    for (size_t i = line.start; words && i < line.end; count++) {
        size_t start = i;
        while (i < line.end && !blank(reader->text[i]) && reader->text[i] != ':')
            i++;
        words = i > start && i - start > character_size(reader->text + start, i - start) &&
                (i == line.end || reader->text[i] != ':');
        while (i < line.end && blank(reader->text[i]))
            i++;
    }
    if (!words || count < 2)
        return COMB_OK;
    reader->row_count = 0;
    int code = COMB_OK;
    for (size_t i = line.start; code == COMB_OK && i < line.end;) {
        size_t start = i;
        while (i < line.end && !blank(reader->text[i]))
            i++;
        code = add_row(reader, (struct span){start, i}, err);
        while (i < line.end && blank(reader->text[i]))
            i++;
    }
    return code;
}

static int bad_letter(struct comb_error *err, const char *text, size_t size)
{
    if (size == 0 || iscntrl((unsigned char)*text))
        return comb_fail(err, COMB_BAD_INPUT, "byte 0x%02x is no text: expected letters in UTF-8",
                         (unsigned char)*text);
    if (*text == '?' || *text == '.')
        return comb_fail(err, COMB_BAD_INPUT, "'%c' fills a cell by itself: put a space after it", *text);
    return comb_fail(err, COMB_BAD_INPUT, "'%.*s' is not a letter: expected letters, ? for any letter or . for a hole",
                     (int)size, text);
}

/* Bytes that are in no text at all come first: whatever else is wrong with a cell, they explain it. */
static const char *find_control(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (iscntrl((unsigned char)text[i]))
            return text + i;
    return NULL;
}

/* Puts a mark on the last letter, where Unicode has both in one; others are not told apart on any board. */
static void add_mark(struct comb_words_cell *cell, uint32_t mark)
{
    uint32_t *letter = &cell->letter[cell->letters - 1];
    utf8proc_int32_t pair[] = {(utf8proc_int32_t)*letter, (utf8proc_int32_t)mark};
    if (utf8proc_normalize_utf32(pair, 2, UTF8PROC_STABLE | UTF8PROC_COMPOSE) == 1)
        *letter = (uint32_t)pair[0];
}

static int read_letters(struct comb_words_cell *cell, const char *text, size_t length, struct comb_error *err)
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
            int code = bad_letter(err, text + i, size);
            if (err)
                err->position = i;
            return code;
        }
        if (cell->letters == COMB_WORDS_MOST_TILE)
            return comb_fail(err, COMB_BAD_INPUT, "tile '%.*s' has more than %d letters",
                             (int)(length < 40 ? length : 40), text, COMB_WORDS_MOST_TILE);
        cell->letter[cell->letters++] = (uint32_t)utf8proc_toupper((utf8proc_int32_t)code_point);
        i += size;
    }
    return COMB_OK;
}

/* Replaces an alias by what it stands for: a list "dl=2l tl=3l". */
static void resolve_alias(char attribute[COMB_WORDS_MOST_ATTRIBUTE + 1], const char *aliases)
{
    size_t length = strlen(attribute);
    for (const char *at = aliases; at && *at; at += strspn(at, " ")) {
        const char *meant = at + length + 1;
        if (strncmp(at, attribute, length) == 0 && at[length] == '=') {
            size_t size = strcspn(meant, " ");
            memcpy(attribute, meant, size);
            attribute[size] = '\0';
            return;
        }
        at += strcspn(at, " ");
    }
}

/* An empty attribute is none: "QU:" is how a tile stands alone in a row without being read as two cells. */
static int read_attribute(struct comb_words_cell *cell, const struct comb_words_notation *notation, const char *text,
                          size_t length, struct comb_error *err)
{
    int shown = (int)(length < 20 ? length : 20);
    if (length == 0)
        return COMB_OK;
    if (notation->attributes && length <= COMB_WORDS_MOST_ATTRIBUTE) {
        memcpy(cell->attribute, text, length);
        resolve_alias(cell->attribute, notation->attribute_aliases);
        if (!strchr(cell->attribute, ' ') && comb_list_holds(notation->attributes, cell->attribute))
            return COMB_OK;
    }
    size_t odd = 0; /* the byte that cannot be right, for the place of the error */
    while (odd < length && isalnum((unsigned char)text[odd]))
        odd++;
    struct comb_place place = {.position = odd < length ? odd : 0};
    if (!notation->attributes)
        return comb_fail_at(err, COMB_BAD_INPUT, place, "':%.*s': cells of this game have no attributes", shown, text);
    return comb_fail_at(err, COMB_BAD_INPUT, place, "':%.*s' is not an attribute: expected one of %s", shown, text,
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
        code = read_letters(cell, text, letters, err);
    if (code == COMB_OK && notation->q_means_qu && cell->letters == 1 && cell->letter[0] == 'Q')
        cell->letter[cell->letters++] = 'U';
    if (code == COMB_OK && colon) {
        code = read_attribute(cell, notation, colon + 1, length - letters - 1, err);
        if (code != COMB_OK && err)
            err->position += letters + 1;
    }
    return code;
}

/* One cell of the board; an error of the cell is moved to its place in the text. */
static int read_cell(struct reader *reader, size_t row, struct span span, struct comb_error *err)
{
    if (reader->cell_count == COMB_WORDS_MOST_CELLS)
        return comb_fail_at(err, COMB_BAD_INPUT, place_in(reader, row, span.start, span.end - span.start),
                            "a board has at most %d cells", COMB_WORDS_MOST_CELLS);
    struct comb_error inner = {0};
    int code = comb_words_parse_cell(&reader->cells[reader->cell_count], &reader->game->notation,
                                     reader->text + span.start, span.end - span.start, &inner);
    if (code != COMB_OK)
        return comb_fail_at(err, code,
                            place_in(reader, row, span.start + inner.position, span.end - span.start - inner.position),
                            "%s", inner.message);
    reader->cell_count++;
    reader->lengths[row]++;
    return COMB_OK;
}

static int read_row(struct reader *reader, size_t row, struct comb_error *err)
{
    struct span span = reader->rows[row];
    const char *text = reader->text;
    bool spaced = false;
    for (size_t i = span.start; i < span.end; i++)
        spaced |= blank(text[i]) || text[i] == ':';
    for (size_t i = span.start; i < span.end;) {
        size_t start = i;
        if (spaced) {
            while (i < span.end && !blank(text[i]))
                i++;
        } else {
            i += character_size(text + i, span.end - i);
        }
        int code = read_cell(reader, row, (struct span){start, i}, err);
        if (code != COMB_OK)
            return code;
        while (i < span.end && blank(text[i]))
            i++;
    }
    return COMB_OK;
}

/* Half rows: cells of a row are two columns apart, rows centred, so that neighbours lie straight and aslant below. */
static int flat_lattice(struct comb_lattice **out, const unsigned *lengths, size_t rows, struct comb_error *err)
{
    struct comb_point points[COMB_WORDS_MOST_CELLS];
    size_t count = 0;
    unsigned widest = 0;
    for (size_t row = 0; row < rows; row++)
        widest = lengths[row] > widest ? lengths[row] : widest;
    for (size_t row = 0; row < rows; row++)
        for (unsigned i = 0; i < lengths[row]; i++)
            points[count++] = (struct comb_point){(int)(widest - lengths[row] + 2 * i), (int)row};
    return comb_lattice_from_points(out, COMB_LATTICE_HEX_FLAT, points, count, err);
}

/* Where there are no hexagons, rows of other lengths are a mistake and never the beginning of some. */
static int check_squares(const unsigned *lengths, size_t rows, struct comb_error *err)
{
    for (size_t row = 1; row < rows; row++)
        if (lengths[row] != lengths[0])
            return comb_fail_at(err, COMB_BAD_INPUT, (struct comb_place){.line = (unsigned)row + 1},
                                "row %zu has %u cells: expected %u as in the rows before (squares)", row + 1,
                                lengths[row], lengths[0]);
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
    return comb_fail(err, COMB_BAD_INPUT, "%s boards are made of hexagons, such as '%s'", game->title,
                     game->notation.shown_board);
}

static int make_lattice(struct comb_lattice **out, const struct reader *reader, struct comb_error *err)
{
    int code = comb_words_lattice(out, reader->game, reader->lengths, reader->row_count, err);
    if (code != COMB_OK && err && err->line > 0 && err->line <= reader->row_count)
        err->position = reader->rows[err->line - 1].start;
    return code;
}

static int finish(struct comb_words_board **out, const struct reader *reader, struct comb_error *err)
{
    struct comb_words_board *board = calloc(1, sizeof *board);
    if (!board)
        return comb_fail_memory(err);
    comb_arena_init(&board->arena, NULL);
    board->game = reader->game;
    board->rows = reader->row_count;
    int code = make_lattice(&board->lattice, reader, err);
    if (code == COMB_OK) {
        board->cells = comb_arena_copy(&board->arena, reader->cells, reader->cell_count * sizeof *reader->cells);
        board->row_lengths =
            comb_arena_copy(&board->arena, reader->lengths, reader->row_count * sizeof *reader->lengths);
        if (!board->cells || !board->row_lengths)
            code = comb_fail_memory(err);
    }
    if (code == COMB_OK)
        *out = board;
    else
        comb_words_free(board);
    return code;
}

/* With `any_row`, a row alone is a board however many cells it has, as it was in earlier versions. */
static int cut_shape(struct reader *reader, const char *shape, bool any_row, struct comb_error *err)
{
    struct comb_words_rows rows = {.lengths = reader->lengths, .count = reader->row_count};
    bool one_row = rows.count == 1 && !reader->separated;
    int code = COMB_OK;
    if (shape)
        code = comb_words_fit_shape(&rows, reader->game, shape, one_row, err);
    else if (one_row && !comb_words_unfold(&rows, reader->game) && !any_row)
        code = comb_words_refuse_row(reader->game, reader->cell_count, err);
    reader->row_count = rows.count;
    return code;
}

static int parse_as(struct comb_words_board **out, const struct comb_words_game *game, const char *text, size_t length,
                    const char *shape, bool any_row, struct comb_error *err)
{
    *out = NULL;
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) { /* a byte order mark, from editors that write one */
        text += 3;
        length -= 3;
    }
    if (length > MOST_BYTES)
        return comb_fail(err, COMB_BAD_INPUT, "%zu bytes are too many for a board of at most %d cells", length,
                         COMB_WORDS_MOST_CELLS);
    if (!any_row && comb_words_lists_boards(game, text, length))
        return comb_fail_at(err, COMB_BAD_INPUT, (struct comb_place){.line = 2},
                            "a second board: expected one; --jsonl FILE takes a list, one per line (rows of one board "
                            "may be lines too, without / in them)");
    struct reader *reader = calloc(1, sizeof *reader);
    if (!reader)
        return comb_fail_memory(err);
    reader->game = game;
    reader->text = text;
    reader->length = length;
    int code = cut_rows(reader, err);
    if (code == COMB_OK)
        code = cut_words(reader, err);
    for (size_t row = 0; code == COMB_OK && row < reader->row_count; row++)
        code = read_row(reader, row, err);
    if (code == COMB_OK)
        code = cut_shape(reader, shape, any_row, err);
    if (code == COMB_OK)
        code = finish(out, reader, err);
    free(reader);
    return code;
}

/* Letters as the language's boards have them: accents go, letters of its own stay. What does not fold is left for the
 * list to refuse. */
static void fold_cell(struct comb_words_cell *cell, const struct comb_fold *fold)
{
    struct comb_buf text = {0};
    char folded[COMB_FOLD_MAX_BYTES];
    comb_words_cell_text(&text, cell);
    size_t length =
        cell->kind == COMB_WORDS_LETTERS ? comb_fold_word(folded, fold, comb_buf_text(&text), text.length) : 0;
    if (length > 0 && comb_utf8_columns(folded, length) <= COMB_WORDS_MOST_TILE) {
        cell->letters = 0;
        for (size_t at = 0; at < length;)
            at += comb_utf8_decode(&cell->letter[cell->letters++], folded + at, length - at);
    }
    comb_buf_free(&text);
}

int comb_words_parse_board(void **out, const struct comb_words_game *game, struct comb_job *job, const char *text,
                           size_t length, const struct comb_params *params, struct comb_error *err)
{
    (void)job;
    struct comb_words_board *board;
    const struct comb_language *language;
    *out = NULL;
    int code = comb_words_language(&language, params, err);
    if (code == COMB_OK)
        code = parse_as(&board, game, text, length, comb_params_text(params, "shape", NULL), false, err);
    if (code == COMB_OK) {
        struct comb_fold fold;
        comb_fold_init(&fold, language->kept, 1, COMB_WORDS_MOST_TILE);
        for (unsigned i = 0; i < board->lattice->count; i++)
            fold_cell(&board->cells[i], &fold);
        board->language = language;
        *out = board;
    }
    return code;
}

int comb_words_parse(struct comb_words_board **out, const struct comb_words_game *game, const char *text, size_t length,
                     struct comb_error *err)
{
    return parse_as(out, game, text, length, NULL, false, err);
}

int comb_words_parse_stored(struct comb_words_board **out, const struct comb_words_game *game, const char *text,
                            size_t length, struct comb_error *err)
{
    return parse_as(out, game, text, length, NULL, true, err);
}

void comb_words_update_text(struct comb_buf *out, const struct comb_words_game *game, const char *text, size_t length)
{
    struct comb_words_board *board;
    if (memchr(text, '/', length) || memchr(text, '\n', length) ||
        comb_words_parse_stored(&board, game, text, length, NULL) != COMB_OK)
        return;
    if (board->rows == 1)
        comb_words_print(out, board);
    comb_words_free(board);
}
