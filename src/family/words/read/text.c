/* Converts a reading to text and applies corrections. The reading is JSON that clients may have changed: everything in
 * it is validated. */
#include "base/text.h"
#include "family/words/read/parts.h"

#include <string.h>

enum { MAX_PLACE = 63, MAX_CORRECTION = 24 };

/* ---- states and attributes: lists such as "red=r very_red=R" ---- */

/* Finds the other half of the pair with `wanted` as its name (or as its attribute); false if there is none. */
static bool find_pair(char *out, size_t room, const char *pairs, const char *wanted, bool by_name)
{
    size_t length = strlen(wanted);
    for (const char *at = pairs; at && *at; at += strspn(at, " ")) {
        size_t name = strcspn(at, "= "), attribute = at[name] == '=' ? strcspn(at + name + 1, " ") : 0;
        const char *key = by_name ? at : at + name + 1, *other = by_name ? at + name + 1 : at;
        size_t key_length = by_name ? name : attribute, other_length = by_name ? attribute : name;
        if (key_length == length && memcmp(key, wanted, length) == 0 && other_length < room) {
            memcpy(out, other, other_length);
            out[other_length] = '\0';
            return true;
        }
        at += strcspn(at, " ");
    }
    return false;
}

static const char *member(const json_t *thing, const char *key)
{
    const char *text = json_string_value(json_object_get(thing, key));
    return text ? text : "";
}

/* ---- to text ---- */

struct layout {
    const json_t *at[MAX_PLACE + 1][MAX_PLACE + 1]; /* [y][x] */
    int left, right, top, bottom;
};

static void note_places(struct layout *layout, const json_t *list)
{
    size_t i;
    const json_t *thing;
    json_array_foreach(list, i, thing)
    {
        json_int_t x = json_integer_value(json_object_get(thing, "x")),
                   y = json_integer_value(json_object_get(thing, "y"));
        if (x < 0 || y < 0 || x > MAX_PLACE || y > MAX_PLACE)
            continue;
        layout->at[y][x] = thing;
        layout->left = (int)x < layout->left ? (int)x : layout->left;
        layout->right = (int)x > layout->right ? (int)x : layout->right;
        layout->top = (int)y < layout->top ? (int)y : layout->top;
        layout->bottom = (int)y > layout->bottom ? (int)y : layout->bottom;
    }
}

static void write_cell(struct comb_buf *out, const json_t *cell, const struct comb_words_board_spec *spec)
{
    char attribute[COMB_WORDS_MAX_ATTRIBUTE + 1];
    const char *text = member(cell, "text");
    bool letters = *text && strcmp(text, ".") != 0;
    comb_buf_str(out, letters ? text : ".");
    if (letters && find_pair(attribute, sizeof attribute, spec->states, member(cell, "state"), true))
        comb_buf_printf(out, ":%s", attribute);
}

/* Squares fill the whole width; a row of hexagons extends from its first cell to its last, in steps of two. */
static void write_row(struct comb_buf *out, const struct layout *layout, int y,
                      const struct comb_words_board_spec *spec)
{
    bool square = spec->kind == COMB_DETECTED_SQUARE;
    int first = layout->left, last = layout->right;
    while (!square && first <= last && !layout->at[y][first])
        first++;
    while (!square && first <= last && !layout->at[y][last])
        last--;
    size_t start = out->length;
    for (int x = first; x <= last; x += square ? 1 : 2) {
        comb_buf_str(out, x == first ? "" : " ");
        write_cell(out, layout->at[y][x], spec);
    }
    if (first == last && out->length > start + 1 && !strchr(comb_buf_text(out) + start, ':'))
        comb_buf_char(out, ':'); /* alone in its row, a tile would be read as several cells */
}

/* Rewrites the board in the game's own notation; a text that is not a board of the game stays unchanged. So does one
 * with a Qu tile: where Q alone means Qu, the short notation would hide which was seen. */
static int rewrite_board(struct comb_buf *out, const struct comb_buf *text, const struct comb_words_board_spec *spec,
                         struct comb_error *err)
{
    struct comb_words_board *board = NULL;
    int code = text->failed ? comb_fail_memory(err)
                            : comb_words_parse(&board, spec->words, comb_buf_text(text), text->length, err);
    bool has_qu = spec->words->notation.q_means_qu && strstr(comb_buf_text(text), "QU");
    if (code == COMB_OK && !has_qu)
        comb_words_print(out, board);
    else if (code != COMB_NO_MEMORY)
        comb_buf_str(out, comb_buf_text(text));
    comb_words_free(board);
    return code == COMB_NO_MEMORY ? code : out->failed ? comb_fail_memory(err) : COMB_OK;
}

int comb_words_to_text(struct comb_buf *out, const json_t *reading, const void *spec, struct comb_error *err)
{
    struct layout layout = {.left = MAX_PLACE, .top = MAX_PLACE};
    struct comb_buf text = {0};
    note_places(&layout, json_object_get(reading, "missing"));
    note_places(&layout, json_object_get(reading, "cells"));
    for (int y = layout.top; y <= layout.bottom; y++) {
        comb_buf_str(&text, y == layout.top ? "" : " / ");
        write_row(&text, &layout, y, spec);
    }
    comb_buf_str(&text, layout.top == layout.bottom ? "/" : "");
    int code = rewrite_board(out, &text, spec, err);
    comb_buf_free(&text);
    return code;
}

/* ---- correcting ---- */

const char comb_words_small_question[] = "the tiles are too small to see bonuses: are there any?";
const char comb_words_bonus_question[] = "no bonuses were recognised: are there any?";
const char comb_words_upright_question[] =
    "the dice lie in different directions: is the picture upright? A turned board has the same words (-1,-1=upright)";

struct correction {
    bool has_text, has_state;
    char text[4 * COMB_WORDS_MAX_TILE + 1];
    char state[16];
};

static int bad_correction(struct comb_error *err, const char *text, const struct comb_words_board_spec *spec)
{
    const char *attributes = spec->words->notation.attributes;
    if (!attributes)
        return comb_fail(err, COMB_BAD_INPUT,
                         "'%.24s' is not a cell: expected a letter or a tile such as QU, _ for a blank, . for no cell",
                         text);
    return comb_fail(
        err, COMB_BAD_INPUT,
        "'%.24s' is not a cell: expected a letter, a letter and a state such as A:%.2s (one of %s), :%.2s for "
        "the state only, : for no state, _ for a blank, . for no cell",
        text, attributes, attributes, attributes);
}

/* The text after the colon: an attribute, one of its aliases, or the state's name. */
static bool read_state(struct correction *out, const char *text, const struct comb_words_board_spec *spec)
{
    char wanted[MAX_CORRECTION + 3], attribute[COMB_WORDS_MAX_ATTRIBUTE + 1];
    struct comb_words_cell cell;
    out->has_state = true;
    strcpy(out->state, "none");
    if (!*text || strcmp(text, "none") == 0)
        return true;
    if (find_pair(attribute, sizeof attribute, spec->states, text, true)) {
        memcpy(out->state, text, strlen(text) + 1);
        return true;
    }
    snprintf(wanted, sizeof wanted, "A:%s", text);
    return comb_words_parse_cell(&cell, &spec->words->notation, wanted, strlen(wanted), NULL) == COMB_OK &&
           find_pair(out->state, sizeof out->state, spec->states, cell.attribute, false);
}

static bool read_tile(struct correction *out, const char *text, size_t length, const struct comb_words_board_spec *spec)
{
    struct comb_words_cell cell;
    struct comb_buf tile = {0};
    if (comb_words_parse_cell(&cell, &spec->words->notation, text, length, NULL) != COMB_OK)
        return false;
    comb_words_cell_text(&tile, &cell);
    out->has_text = !tile.failed && tile.length < sizeof out->text;
    if (out->has_text)
        memcpy(out->text, comb_buf_text(&tile), tile.length + 1);
    comb_buf_free(&tile);
    return out->has_text;
}

static int read_correction(struct correction *out, const char *text, const struct comb_words_board_spec *spec,
                           struct comb_error *err)
{
    *out = (struct correction){0};
    size_t length = strlen(text), letters = strcspn(text, ":");
    bool fine = length < MAX_CORRECTION && (!text[letters] || spec->states);
    if (fine && (length == 0 || strcmp(text, "_") == 0)) {
        out->has_text = out->has_state = true;
        strcpy(out->state, "blank");
    } else if (fine && letters > 0) {
        fine = read_tile(out, text, letters, spec);
        if (fine && strcmp(out->text, ".") == 0) {
            out->has_state = true;
            strcpy(out->state, "hole");
        }
    }
    if (fine && text[letters] == ':')
        fine = read_state(out, text + letters + 1, spec);
    return fine ? COMB_OK : bad_correction(err, text, spec);
}

static void set_text(struct comb_json *build, json_t *cell, const char *text, double confidence)
{
    comb_json_set(build, cell, "text", comb_json_string(build, text));
    comb_json_set(build, cell, "second", comb_json_string(build, ""));
    comb_json_set(build, cell, "confidence", comb_json_real(build, confidence));
}

/* Uncertain equal glyphs share one reading, so one correction applies to all of them. */
static void fix_equal_glyphs(struct comb_json *build, json_t *reading, const json_t *fixed, const char *before,
                             const char *text)
{
    size_t i;
    json_t *cell;
    const json_t *group = json_object_get(fixed, "group");
    json_array_foreach(json_object_get(reading, "cells"), i, cell)
    {
        if (cell != fixed && group && json_equal(json_object_get(cell, "group"), group) &&
            strcmp(member(cell, "text"), before) == 0 &&
            json_number_value(json_object_get(cell, "confidence")) < COMB_READING_MIN_CONFIDENCE)
            set_text(build, cell, text, 0.9);
    }
}

/* Turns a place that the reading lists as missing into a cell; NULL if there is no such place. */
static json_t *add_missing_cell(struct comb_json *build, json_t *reading, int x, int y)
{
    size_t i;
    const json_t *place;
    json_t *missing = json_object_get(reading, "missing"), *cells = json_object_get(reading, "cells");
    json_array_foreach(missing, i, place)
    {
        const json_t *box = json_object_get(place, "box");
        if (json_integer_value(json_object_get(place, "x")) != x ||
            json_integer_value(json_object_get(place, "y")) != y || !json_is_array(cells))
            continue;
        struct comb_pixel_box around = {
            (int)json_integer_value(json_array_get(box, 0)), (int)json_integer_value(json_array_get(box, 1)),
            (int)json_integer_value(json_array_get(box, 2)), (int)json_integer_value(json_array_get(box, 3))};
        json_t *cell = comb_reading_cell(x, y, "?", "none", 1, "", around);
        if (!cell || json_array_append_new(cells, cell) != 0) {
            build->failed = true;
            return NULL;
        }
        json_array_remove(missing, i);
        return cell;
    }
    return NULL;
}

static int no_such_place(const json_t *reading, int x, int y, struct comb_error *err)
{
    json_int_t right = 0, bottom = 0;
    size_t i;
    const json_t *cell;
    json_array_foreach(json_object_get(reading, "cells"), i, cell)
    {
        json_int_t at_x = json_integer_value(json_object_get(cell, "x")),
                   at_y = json_integer_value(json_object_get(cell, "y"));
        right = at_x > right ? at_x : right;
        bottom = at_y > bottom ? at_y : bottom;
    }
    return comb_fail(err, COMB_BAD_INPUT, "no cell at %d,%d: expected x from 0 to %d and y from 0 to %d", x, y,
                     (int)right, (int)bottom);
}

/* A correction of the whole board; false if it is none. */
static bool fix_board(int *code, json_t *reading, const char *text, struct comb_error *err)
{
    static const char language[] = "lang:";
    *code = COMB_OK;
    if (strcmp(text, "upright") == 0)
        comb_reading_settle(reading, comb_words_upright_question);
    else if (strncmp(text, language, sizeof language - 1) == 0)
        *code = comb_words_settle_language(reading, text + sizeof language - 1, err);
    else
        return false;
    return true;
}

int comb_words_apply_fix(json_t *reading, int x, int y, const char *text, const void *spec, struct comb_error *err)
{
    struct correction correction;
    struct comb_json build = {0};
    char before[4 * COMB_WORDS_MAX_TILE + 1];
    int code;
    if (x == -1 && y == -1 && fix_board(&code, reading, text, err))
        return code;
    code = read_correction(&correction, text, spec, err);
    if (code != COMB_OK)
        return code;
    json_t *cell = comb_reading_at(reading, x, y);
    if (!cell)
        cell = add_missing_cell(&build, reading, x, y);
    if (!cell)
        return build.failed ? comb_fail_memory(err) : no_such_place(reading, x, y, err);
    snprintf(before, sizeof before, "%s", member(cell, "text"));
    bool was_blank = strcmp(member(cell, "state"), "blank") == 0 || strcmp(member(cell, "state"), "hole") == 0;
    set_text(&build, cell, correction.has_text ? correction.text : before, 1);
    if (correction.has_state || was_blank)
        comb_json_set(&build, cell, "state",
                      comb_json_string(&build, correction.has_state ? correction.state : "none"));
    if (correction.has_state) {
        comb_reading_settle(reading, comb_words_small_question);
        comb_reading_settle(reading, comb_words_bonus_question);
    }
    if (correction.has_text)
        fix_equal_glyphs(&build, reading, cell, before, correction.text);
    return build.failed ? comb_fail_memory(err) : COMB_OK;
}
