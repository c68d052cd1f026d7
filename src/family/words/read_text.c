/* The text of a reading, and corrections of it. The reading is JSON and may have been through other hands: nothing in
 * it is taken for granted. */
#include "base/text.h"
#include "family/words/read.h"

#include <string.h>

enum { MOST_PLACE = 63, MOST_CORRECTION = 24 };

/* ---- states and attributes: lists such as "red=r very_red=R" ---- */

/* The other half of the pair that has `wanted` as its name (or as its attribute); false when there is none. */
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

/* ---- spelling ---- */

struct spelled {
    const json_t *at[MOST_PLACE + 1][MOST_PLACE + 1]; /* [y][x] */
    int left, right, top, bottom;
};

static void note_places(struct spelled *spelled, const json_t *list)
{
    size_t i;
    const json_t *thing;
    json_array_foreach(list, i, thing)
    {
        json_int_t x = json_integer_value(json_object_get(thing, "x")),
                   y = json_integer_value(json_object_get(thing, "y"));
        if (x < 0 || y < 0 || x > MOST_PLACE || y > MOST_PLACE)
            continue;
        spelled->at[y][x] = thing;
        spelled->left = (int)x < spelled->left ? (int)x : spelled->left;
        spelled->right = (int)x > spelled->right ? (int)x : spelled->right;
        spelled->top = (int)y < spelled->top ? (int)y : spelled->top;
        spelled->bottom = (int)y > spelled->bottom ? (int)y : spelled->bottom;
    }
}

static void spell_cell(struct comb_buf *out, const json_t *cell, const struct comb_words_look *look)
{
    char attribute[COMB_WORDS_MOST_ATTRIBUTE + 1];
    const char *text = member(cell, "text");
    bool letters = *text && strcmp(text, ".") != 0;
    comb_buf_str(out, letters ? text : ".");
    if (letters && find_pair(attribute, sizeof attribute, look->states, member(cell, "state"), true))
        comb_buf_printf(out, ":%s", attribute);
}

/* Squares fill the whole width; a row of hexagons reaches from its first cell to its last, in steps of two. */
static void spell_row(struct comb_buf *out, const struct spelled *spelled, int y, const struct comb_words_look *look)
{
    bool square = look->kind == COMB_SEEN_SQUARE;
    int first = spelled->left, last = spelled->right;
    while (!square && first <= last && !spelled->at[y][first])
        first++;
    while (!square && first <= last && !spelled->at[y][last])
        last--;
    size_t start = out->length;
    for (int x = first; x <= last; x += square ? 1 : 2) {
        comb_buf_str(out, x == first ? "" : " ");
        spell_cell(out, spelled->at[y][x], look);
    }
    if (first == last && out->length > start + 1 && !strchr(comb_buf_text(out) + start, ':'))
        comb_buf_char(out, ':'); /* alone in its row a tile would be read as several cells */
}

/* As the game itself writes the board; what is no board of the game stays as it is. */
static int in_own_hand(struct comb_buf *out, const struct comb_buf *text, const struct comb_words_look *look,
                       struct comb_error *err)
{
    struct comb_words_board *board = NULL;
    int code = text->failed ? comb_fail_memory(err)
                            : comb_words_parse(&board, look->words, comb_buf_text(text), text->length, err);
    if (code == COMB_OK)
        comb_words_print(out, board);
    else if (code != COMB_NO_MEMORY)
        comb_buf_str(out, comb_buf_text(text));
    comb_words_free(board);
    return code == COMB_NO_MEMORY ? code : out->failed ? comb_fail_memory(err) : COMB_OK;
}

int comb_words_spell(struct comb_buf *out, const json_t *reading, const void *look, struct comb_error *err)
{
    struct spelled spelled = {.left = MOST_PLACE, .top = MOST_PLACE};
    struct comb_buf text = {0};
    note_places(&spelled, json_object_get(reading, "missing"));
    note_places(&spelled, json_object_get(reading, "cells"));
    for (int y = spelled.top; y <= spelled.bottom; y++) {
        comb_buf_str(&text, y == spelled.top ? "" : " / ");
        spell_row(&text, &spelled, y, look);
    }
    comb_buf_str(&text, spelled.top == spelled.bottom ? "/" : "");
    int code = in_own_hand(out, &text, look, err);
    comb_buf_free(&text);
    return code;
}

/* ---- correcting ---- */

struct correction {
    bool has_text, has_state;
    char text[4 * COMB_WORDS_MOST_TILE + 1];
    char state[16];
};

static int bad_correction(struct comb_error *err, const char *text, const struct comb_words_look *look)
{
    const char *attributes = look->words->notation.attributes;
    if (!attributes)
        return comb_fail(err, COMB_BAD_INPUT,
                         "'%.24s' is no cell: expected a letter or a tile such as QU, _ for a blank, . for no cell",
                         text);
    return comb_fail(
        err, COMB_BAD_INPUT,
        "'%.24s' is no cell: expected a letter, a letter and a state such as A:%.2s (one of %s), :%.2s for "
        "the state only, : for none, _ for a blank, . for no cell",
        text, attributes, attributes, attributes);
}

/* What stands behind the colon: an attribute, one of its other spellings, or the state's name. */
static bool read_state(struct correction *out, const char *text, const struct comb_words_look *look)
{
    char wanted[MOST_CORRECTION + 3], attribute[COMB_WORDS_MOST_ATTRIBUTE + 1];
    struct comb_words_cell cell;
    out->has_state = true;
    strcpy(out->state, "none");
    if (!*text || strcmp(text, "none") == 0)
        return true;
    if (find_pair(attribute, sizeof attribute, look->states, text, true)) {
        memcpy(out->state, text, strlen(text) + 1);
        return true;
    }
    snprintf(wanted, sizeof wanted, "A:%s", text);
    return comb_words_parse_cell(&cell, &look->words->notation, wanted, strlen(wanted), NULL) == COMB_OK &&
           find_pair(out->state, sizeof out->state, look->states, cell.attribute, false);
}

static bool read_tile(struct correction *out, const char *text, size_t length, const struct comb_words_look *look)
{
    struct comb_words_cell cell;
    struct comb_buf tile = {0};
    if (comb_words_parse_cell(&cell, &look->words->notation, text, length, NULL) != COMB_OK)
        return false;
    comb_words_cell_text(&tile, &cell);
    out->has_text = !tile.failed && tile.length < sizeof out->text;
    if (out->has_text)
        memcpy(out->text, comb_buf_text(&tile), tile.length + 1);
    comb_buf_free(&tile);
    return out->has_text;
}

static int read_correction(struct correction *out, const char *text, const struct comb_words_look *look,
                           struct comb_error *err)
{
    *out = (struct correction){0};
    size_t length = strlen(text), letters = strcspn(text, ":");
    bool fine = length < MOST_CORRECTION && (!text[letters] || look->states);
    if (fine && (length == 0 || strcmp(text, "_") == 0)) {
        out->has_text = out->has_state = true;
        strcpy(out->state, "blank");
    } else if (fine && letters > 0) {
        fine = read_tile(out, text, letters, look);
        if (fine && strcmp(out->text, ".") == 0) {
            out->has_state = true;
            strcpy(out->state, "hole");
        }
    }
    if (fine && text[letters] == ':')
        fine = read_state(out, text + letters + 1, look);
    return fine ? COMB_OK : bad_correction(err, text, look);
}

static void put_text(struct comb_json *build, json_t *cell, const char *text, double confidence)
{
    comb_json_set(build, cell, "text", comb_json_string(build, text));
    comb_json_set(build, cell, "second", comb_json_string(build, ""));
    comb_json_set(build, cell, "confidence", comb_json_real(build, confidence));
}

/* Equal glyphs in doubt had one reading; one correction is for all of them. */
static void mend_equals(struct comb_json *build, json_t *reading, const json_t *mended, const char *before,
                        const char *text)
{
    size_t i;
    json_t *cell;
    const json_t *group = json_object_get(mended, "group");
    json_array_foreach(json_object_get(reading, "cells"), i, cell)
    {
        if (cell != mended && group && json_equal(json_object_get(cell, "group"), group) &&
            strcmp(member(cell, "text"), before) == 0 &&
            json_number_value(json_object_get(cell, "confidence")) < COMB_READING_SURE)
            put_text(build, cell, text, 0.9);
    }
}

/* A place that the reading lists as missing becomes a cell; NULL when there is no such place. */
static json_t *found_after_all(struct comb_json *build, json_t *reading, int x, int y)
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
        struct comb_box around = {
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
    return comb_fail(err, COMB_BAD_INPUT, "no cell at %d,%d: x goes from 0 to %d, y from 0 to %d", x, y, (int)right,
                     (int)bottom);
}

int comb_words_mend(json_t *reading, int x, int y, const char *text, const void *look, struct comb_error *err)
{
    struct correction correction;
    struct comb_json build = {0};
    char before[4 * COMB_WORDS_MOST_TILE + 1];
    int code = read_correction(&correction, text, look, err);
    if (code != COMB_OK)
        return code;
    json_t *cell = comb_reading_at(reading, x, y);
    if (!cell)
        cell = found_after_all(&build, reading, x, y);
    if (!cell)
        return build.failed ? comb_fail_memory(err) : no_such_place(reading, x, y, err);
    snprintf(before, sizeof before, "%s", member(cell, "text"));
    bool was_blank = strcmp(member(cell, "state"), "blank") == 0 || strcmp(member(cell, "state"), "hole") == 0;
    put_text(&build, cell, correction.has_text ? correction.text : before, 1);
    if (correction.has_state || was_blank)
        comb_json_set(&build, cell, "state",
                      comb_json_string(&build, correction.has_state ? correction.state : "none"));
    if (correction.has_text)
        mend_equals(&build, reading, cell, before, correction.text);
    return build.failed ? comb_fail_memory(err) : COMB_OK;
}
