#include "games/witness/panel/moves.h"

#include "games/witness/rules/rules.h"
#include "games/witness/text/text.h"

#include <string.h>

/* A move split at its equals sign. */
struct edit {
    const struct comb_witness_panel *panel;
    const char *move, *value;
    size_t name_length, value_length;
    struct comb_error_location place; /* of the value */
    struct comb_error *err;
};

static int fail_move(const struct edit *edit, const char *expected)
{
    return comb_fail_at(edit->err, COMB_BAD_INPUT, edit->place, "'%.40s': expected %s", edit->move, expected);
}

static bool has_end(const struct comb_witness_panel *panel)
{
    for (unsigned i = 0; i < comb_witness_columns(panel) * comb_witness_rows(panel); i++)
        if (comb_witness_is_end(&panel->places[i]))
            return true;
    return false;
}

static size_t mirror_of(const struct comb_witness_panel *panel, unsigned column, unsigned row)
{
    struct comb_witness_at at = comb_witness_mirror_place(panel, (struct comb_witness_at){column, row});
    return at.column + (size_t)comb_witness_columns(panel) * at.row;
}

/* Puts an end into the first free corner (right before left, top before bottom) whose mirror image is also free.
 * Needed when pairing has overwritten the last end with the mirror image of a start. */
static void move_end(struct comb_witness_panel *panel)
{
    unsigned right = 2 * (comb_witness_across(panel) - 1), bottom = comb_witness_rows(panel) - 1;
    const unsigned corners[4][2] = {{right, 0}, {right, bottom}, {0, 0}, {0, bottom}};
    for (unsigned i = 0; i < 4; i++) {
        size_t place = corners[i][0] + (size_t)comb_witness_columns(panel) * corners[i][1];
        size_t image = mirror_of(panel, corners[i][0], corners[i][1]);
        if (place == image || panel->places[place].kind != COMB_WITNESS_EMPTY ||
            panel->places[image].kind != COMB_WITNESS_EMPTY)
            continue;
        panel->places[place] = (struct comb_witness_thing){.kind = COMB_WITNESS_END};
        comb_witness_panel_pair(panel);
        return;
    }
}

static int set_symmetry(struct comb_witness_panel **out, const struct edit *edit)
{
    enum comb_witness_symmetry symmetry;
    if (!comb_witness_symmetry_find(&symmetry, edit->value, edit->value_length))
        return fail_move(edit, "symmetry=none, horizontal, vertical, rotational or translated");
    const char *bad = comb_witness_bad_form(edit->panel->width, edit->panel->pillar, symmetry);
    if (bad)
        return comb_fail_at(edit->err, COMB_BAD_INPUT, edit->place, "%s", bad);
    int code = comb_witness_panel_copy(out, edit->panel, 0, edit->err);
    if (code != COMB_OK)
        return code;
    (*out)->symmetry = symmetry;
    comb_witness_panel_pair(*out);
    if (has_end(edit->panel) && !has_end(*out))
        move_end(*out);
    return COMB_OK;
}

static int set_lines(struct comb_witness_panel **out, const struct edit *edit)
{
    uint8_t colours[2] = {COMB_WITNESS_NO_COLOUR, COMB_WITNESS_NO_COLOUR};
    const char *comma = strchr(edit->value, ',');
    size_t first = comma ? (size_t)(comma - edit->value) : edit->value_length;
    if (!comb_witness_colour_find(&colours[0], edit->value, first) ||
        (comma && !comb_witness_colour_find(&colours[1], comma + 1, strlen(comma + 1))))
        return fail_move(edit, "lines=none, lines=cyan or lines=cyan,yellow; the colours are black, white, cyan, "
                               "magenta, yellow, red, green, blue and orange");
    int code = comb_witness_panel_copy(out, edit->panel, 0, edit->err);
    if (code == COMB_OK)
        memcpy((*out)->line_colours, colours, sizeof colours);
    return code;
}

/* Copies the places that fit into the new size; polyominoes get their own shapes. */
static void copy_places(struct comb_witness_panel *out, const struct comb_witness_panel *panel)
{
    for (unsigned row = 0; row < comb_witness_rows(panel) && row < comb_witness_rows(out); row++)
        for (unsigned column = 0; column < comb_witness_columns(panel) && column < comb_witness_columns(out);
             column++) {
            struct comb_witness_thing *thing = &out->places[column + comb_witness_columns(out) * row];
            *thing = *comb_witness_at(panel, column, row);
            if (!thing->shape)
                continue;
            out->shapes[out->shape_count] = *thing->shape;
            thing->shape = &out->shapes[out->shape_count++];
        }
}

static int resize(struct comb_witness_panel **out, const struct edit *edit, unsigned width, unsigned height,
                  bool pillar)
{
    const struct comb_witness_panel *panel = edit->panel;
    const char *bad = comb_witness_bad_form(
        width, pillar,
        pillar || panel->symmetry != COMB_WITNESS_TRANSLATED ? panel->symmetry : COMB_WITNESS_NO_SYMMETRY);
    if (bad)
        return comb_fail_at(edit->err, COMB_BAD_INPUT, edit->place, "%s", bad);
    int code = comb_witness_panel_new(out, width, height, (size_t)width * height, edit->err);
    if (code != COMB_OK)
        return code;
    comb_witness_panel_form(*out, panel);
    (*out)->pillar = pillar;
    if (!pillar && panel->symmetry == COMB_WITNESS_TRANSLATED)
        (*out)->symmetry = COMB_WITNESS_NO_SYMMETRY;
    copy_places(*out, panel);
    comb_witness_panel_pair(*out);
    return COMB_OK;
}

static int set_size(struct comb_witness_panel **out, const struct edit *edit)
{
    unsigned width, height;
    if (!comb_witness_size_find(&width, &height, edit->value, edit->value_length))
        return fail_move(edit, "a size in cells, such as size=5x6");
    int code = comb_witness_size_check(width, height, edit->place, edit->err);
    return code == COMB_OK ? resize(out, edit, width, height, edit->panel->pillar) : code;
}

/* Joins the right border of a panel to its left one, or opens a pillar there. */
static int set_pillar(struct comb_witness_panel **out, const struct edit *edit)
{
    bool pillar = strcmp(edit->value, "yes") == 0;
    if (!pillar && strcmp(edit->value, "no") != 0)
        return fail_move(edit, "pillar=yes or pillar=no");
    return resize(out, edit, edit->panel->width, edit->panel->height, pillar);
}

static int set_rules(struct comb_witness_panel **out, const struct edit *edit)
{
    uint8_t rules;
    if (!comb_witness_rules_find(&rules, edit->value, edit->value_length))
        return fail_move(edit, "rules=none, windmill, ttws, game or witnesspuzzles");
    int code = comb_witness_panel_copy(out, edit->panel, 0, edit->err);
    if (code == COMB_OK)
        (*out)->rules = rules;
    return code;
}

static bool comes_in_pairs(const struct comb_witness_thing *thing)
{
    return comb_witness_is_start(thing) || comb_witness_is_end(thing);
}

/* Sets a place. The old partner of a start or end is erased first; pairing then adds the new one. */
static void put_thing(struct comb_witness_panel *panel, unsigned column, unsigned row, struct comb_witness_thing thing)
{
    struct comb_witness_thing *here = &panel->places[column + comb_witness_columns(panel) * row];
    if (panel->symmetry != COMB_WITNESS_NO_SYMMETRY && (comes_in_pairs(here) || comes_in_pairs(&thing)))
        panel->places[mirror_of(panel, column, row)] = (struct comb_witness_thing){.kind = COMB_WITNESS_EMPTY};
    *here = thing;
    if (thing.shape) {
        panel->shapes[panel->shape_count] = *thing.shape;
        here->shape = &panel->shapes[panel->shape_count++];
    }
    comb_witness_panel_pair(panel);
}

/* Parses "3,1"; false if the text has another form. */
static bool parse_place(unsigned *column, unsigned *row, const char *text, size_t length)
{
    unsigned *numbers[2] = {column, row};
    size_t at = 0;
    for (unsigned i = 0; i < 2; i++) {
        size_t first = at;
        *numbers[i] = 0;
        for (; at < length && at < first + 3 && text[at] >= '0' && text[at] <= '9'; at++)
            *numbers[i] = *numbers[i] * 10 + (unsigned)(text[at] - '0');
        if (at == first || (i == 0 && (at == length || text[at++] != ',')))
            return false;
    }
    return at == length;
}

static int set_place(struct comb_witness_panel **out, const struct edit *edit)
{
    const struct comb_witness_panel *panel = edit->panel;
    struct comb_witness_thing thing;
    struct comb_witness_shape shape;
    unsigned column, row;
    if (!parse_place(&column, &row, edit->move, edit->name_length))
        return fail_move(edit, "COLUMN,ROW=WORD such as 3,1=sq:black, symmetry=KIND, lines=COLOR,COLOR or size=5x6");
    if (column >= comb_witness_columns(panel) || row >= comb_witness_rows(panel))
        return comb_fail(edit->err, COMB_BAD_INPUT,
                         "'%.40s': there is no place %u,%u: expected a column from 0 to %u and a row from 0 to %u",
                         edit->move, column, row, comb_witness_columns(panel) - 1, comb_witness_rows(panel) - 1);
    int code = comb_witness_token_read(&thing, &shape, comb_witness_place_kind_of(column, row), edit->value,
                                       edit->value_length, edit->place, edit->err);
    if (code != COMB_OK)
        return code;
    if (panel->symmetry != COMB_WITNESS_NO_SYMMETRY && comes_in_pairs(&thing) &&
        mirror_of(panel, column, row) == column + (size_t)comb_witness_columns(panel) * row)
        return fail_move(edit, "a node that is not its own mirror image: starts and ends come in pairs");
    code = comb_witness_panel_copy(out, panel, 1, edit->err);
    if (code == COMB_OK)
        put_thing(*out, column, row, thing);
    return code;
}

static bool move_name_is(const struct edit *edit, const char *name)
{
    return edit->name_length == strlen(name) && memcmp(edit->move, name, edit->name_length) == 0;
}

int comb_witness_apply(void **next, const void *board, const char *move, struct comb_error *err)
{
    struct comb_witness_panel *panel = NULL;
    const char *equals = strchr(move, '=');
    struct edit edit = {.panel = board, .move = move, .value = equals ? equals + 1 : "", .err = err};
    edit.name_length = equals ? (size_t)(equals - move) : 0;
    edit.value_length = strlen(edit.value);
    edit.place =
        (struct comb_error_location){.position = equals ? edit.name_length + 1 : 0, .length = edit.value_length};
    int code;
    if (move_name_is(&edit, "symmetry"))
        code = set_symmetry(&panel, &edit);
    else if (move_name_is(&edit, "lines"))
        code = set_lines(&panel, &edit);
    else if (move_name_is(&edit, "size"))
        code = set_size(&panel, &edit);
    else if (move_name_is(&edit, "pillar"))
        code = set_pillar(&panel, &edit);
    else if (move_name_is(&edit, "rules"))
        code = set_rules(&panel, &edit);
    else
        code = set_place(&panel, &edit);
    *next = panel;
    return code;
}
