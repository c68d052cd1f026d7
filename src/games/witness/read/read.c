/* Reads panels: vision/panel/panel.h detects lines, discs, caps, marks and ink; this file turns them into a panel's
 * text.
 *
 * Cells of a reading are the places of the panel, numbered as in its moves and scenes: x is the column, y the row among
 * nodes, edges and cells, from 0 at the top left; "text" is the word of the text form ("+", "S", "E>", "-", ":", "o",
 * "sq:black", "rot:##,.#"). One more, at -1,-1, is the symmetry, which a picture rarely shows: "none" unless two lines
 * are drawn, and uncertain if starts and ends come in mirrored pairs. If the panel seems to be a pillar, its form is at
 * -2,-2: "pillar" or "flat"; its last column, which is the first one again, counts only if it is flat. "line" is the
 * line drawn over the panel, as nodes. What is not visible is reported as uncertain: a panel without ends, borders that
 * are cut off. */
#include "games/witness/read/read.h"

#include "games/witness/read/panel.h"
#include "games/witness/text/text.h"

#include <math.h>
#include <string.h>

enum { SYMMETRY_PLACE = -1, FORM_PLACE = -2, MAX_PANELS = 24 };

/* ---- reading ---- */

static void print_symbol(struct comb_buf *out, const struct comb_witness_symbol_candidate *symbol,
                         enum comb_witness_place_kind spot)
{
    struct comb_witness_thing thing = symbol->thing;
    thing.shape = thing.kind == COMB_WITNESS_POLYOMINO ? &symbol->shape : NULL;
    comb_witness_token_print(out, &thing, spot);
}

static const char *state_of(const struct comb_witness_thing *thing, enum comb_witness_place_kind spot)
{
    static const char *const states[] = {[COMB_WITNESS_EMPTY] = "plain",
                                         [COMB_WITNESS_ABSENT] = "absent",
                                         [COMB_WITNESS_START] = "start",
                                         [COMB_WITNESS_END] = "end",
                                         [COMB_WITNESS_GAP] = "gap",
                                         [COMB_WITNESS_DOT] = "dot",
                                         [COMB_WITNESS_SQUARE] = "square",
                                         [COMB_WITNESS_STAR] = "star",
                                         [COMB_WITNESS_POLYOMINO] = "polyomino",
                                         [COMB_WITNESS_ELIMINATION] = "elimination",
                                         [COMB_WITNESS_TRIANGLE] = "triangle"};
    return spot == COMB_WITNESS_CELL && thing->kind == COMB_WITNESS_EMPTY ? "empty" : states[thing->kind];
}

static void push_place(struct comb_json *build, json_t *cells, const struct comb_witness_detection *detected,
                       unsigned column, unsigned row)
{
    unsigned at = column + comb_panel_columns(detected->panel) * row;
    const struct comb_witness_detected_place *place = &detected->places[at];
    enum comb_witness_place_kind spot = comb_witness_place_kind_of(column, row);
    struct comb_buf text = {0}, second = {0};
    print_symbol(&text, &place->symbol, spot);
    if (place->has_second && place->confidence < 0.999)
        print_symbol(&second, &place->second, spot);
    if (strcmp(comb_buf_text(&text), comb_buf_text(&second)) == 0)
        comb_buf_clear(&second);
    build->failed |= text.failed || second.failed;
    comb_json_push(build, cells,
                   comb_reading_cell((int)column, (int)row, comb_buf_text(&text), state_of(&place->symbol.thing, spot),
                                     floor(place->confidence * 1000) / 1000, comb_buf_text(&second),
                                     detected->panel->places[at].box));
    comb_buf_free(&text);
    comb_buf_free(&second);
}

static struct comb_pixel_box whole_box(const struct comb_panel_detection *panel)
{
    struct comb_pixel_box all = panel->places[0].box;
    for (unsigned i = 1; i < comb_panel_columns(panel) * (2 * panel->height + 1); i++) {
        struct comb_pixel_box box = panel->places[i].box;
        int right = all.x + all.width > box.x + box.width ? all.x + all.width : box.x + box.width;
        int bottom = all.y + all.height > box.y + box.height ? all.y + all.height : box.y + box.height;
        all.x = box.x < all.x ? box.x : all.x;
        all.y = box.y < all.y ? box.y : all.y;
        all.width = right - all.x;
        all.height = bottom - all.y;
    }
    return all;
}

static void push_symmetry(struct comb_json *build, json_t *cells, const struct comb_witness_detection *detected)
{
    const char *second = detected->symmetry_confidence < COMB_READING_MIN_CONFIDENCE
                             ? comb_witness_symmetry_name(detected->other_symmetry)
                             : "";
    comb_json_push(build, cells,
                   comb_reading_cell(SYMMETRY_PLACE, SYMMETRY_PLACE, comb_witness_symmetry_name(detected->symmetry),
                                     "symmetry", detected->symmetry_confidence, second, whole_box(detected->panel)));
}

static void push_form(struct comb_json *build, json_t *cells, const struct comb_panel_detection *panel)
{
    if (panel->pillar)
        comb_json_push(build, cells,
                       comb_reading_cell(FORM_PLACE, FORM_PLACE, "pillar", "form", 0.95, "flat", whole_box(panel)));
}

static json_t *line_of(struct comb_json *build, const struct comb_witness_detection *detected)
{
    json_t *line = comb_json_array(build);
    for (unsigned i = 0; i < detected->line_count; i++) {
        json_t *node = comb_json_array(build);
        comb_json_push(build, node, comb_json_int(build, detected->line[i][0]));
        comb_json_push(build, node, comb_json_int(build, detected->line[i][1]));
        comb_json_push(build, line, node);
    }
    return line;
}

/* A start on a lattice is nearly proof; ink that resembles no symbol counts against it. */
static double likeness_of(const struct comb_witness_detection *detected)
{
    return 0.97 * (0.35 + 0.65 * detected->mean);
}

static void describe(struct comb_json *build, json_t *reading, const struct comb_witness_detection *detected)
{
    const struct comb_panel_detection *panel = detected->panel;
    json_t *cells = comb_json_array(build);
    long long places = (long long)comb_panel_columns(panel) * (2 * panel->height + 1);
    comb_json_set(build, reading, "likeness", comb_json_real(build, likeness_of(detected)));
    comb_json_set(build, reading, "cells", cells);
    for (unsigned row = 0; row <= 2 * panel->height; row++)
        for (unsigned column = 0; column <= 2 * panel->width; column++)
            push_place(build, cells, detected, column, row);
    push_symmetry(build, cells, detected);
    push_form(build, cells, panel);
    comb_json_set(build, reading, "expected", comb_json_int(build, places));
    comb_json_set(build, reading, "found", comb_json_int(build, places));
    comb_json_set(build, reading, "width", comb_json_int(build, panel->width));
    comb_json_set(build, reading, "height", comb_json_int(build, panel->height));
    comb_json_set(build, reading, "turn", comb_json_real(build, round(panel->rotation * 100) / 100));
    comb_json_set(build, reading, "pitch", comb_json_real(build, round(panel->unit * 100) / 100));
    if (detected->line_count > 0)
        comb_json_set(build, reading, "line", line_of(build, detected));
}

static const char *text_at(const json_t *cell)
{
    const char *text = json_string_value(json_object_get(cell, "text"));
    return text ? text : "";
}

static const char no_end[] = "no end found";
static const char no_start[] = "no start found";
static const char in_parts[] = "the panel has several parts";
static const char cut_off[] = "the panel may be cut off";

/* Something else than a panel may have borders that form a small lattice; what sticks out of it then looks like ends.
 */
static bool has_too_many_ends(const struct comb_panel_detection *panel)
{
    return 2 * panel->caps > (panel->width + 1) * (panel->height + 1);
}

/* Whether the picture ends too near to the panel on a side to show that it is whole: programs leave more room, in
 * units, than this. Thick lines are those of witnesspuzzles.com, whose page hides what does not fit without scrolling.
 */
static bool is_near_edge(const struct comb_panel_detection *panel, int side)
{
    double room = panel->line > 0.25 ? 0.55 : 0.38;
    return panel->margin[side] < room * panel->unit;
}

/* Uncertainties that no single place's confidence expresses. */
static int add_uncertainties(json_t *reading, const struct comb_panel_detection *panel,
                             const struct comb_pixels *picture, struct comb_error *err)
{
    static const char *const sides[] = {"left", "right", "upper", "lower"};
    int code = COMB_OK;
    if (comb_pixels_are_grey(picture)) /* a yellow piece on white vanishes, a black square may be a red one */
        code = comb_reading_add_uncertainty(reading, -1, -1, err,
                                            "the picture is greyscale: symbols may be missing or have other colours");
    if (code == COMB_OK && panel->caps == 0)
        code = comb_reading_add_uncertainty(reading, -1, -1, err, "%s", no_end);
    if (code == COMB_OK && panel->discs == 0)
        code = comb_reading_add_uncertainty(reading, -1, -1, err, "%s", no_start);
    if (code == COMB_OK && has_too_many_ends(panel))
        code = comb_reading_add_uncertainty(reading, -1, -1, err,
                                            "more than half of the crossings are ends: is this a panel?");
    if (code == COMB_OK && panel->parts > 1)
        code = comb_reading_add_uncertainty(reading, -1, -1, err, "%s: if they belong together, -2,-2=whole", in_parts);
    for (int side = 0; side < 4 && code == COMB_OK; side++)
        if (panel->cut[side] || is_near_edge(panel, side))
            code = comb_reading_add_uncertainty(reading, -1, -1, err,
                                                "%s at the %s border: zoom out or scroll; if not, -2,-2=whole", cut_off,
                                                sides[side]);
    return code;
}

static int write_reading(json_t **reading, const struct comb_witness_detection *detected,
                         const struct comb_pixels *picture, struct comb_error *err)
{
    struct comb_json build = {false};
    json_t *object = comb_json_object(&build);
    describe(&build, object, detected);
    int code = comb_json_finish(reading, &build, object, err);
    if (code == COMB_OK)
        code = add_uncertainties(*reading, detected->panel, picture, err);
    if (code != COMB_OK) {
        json_decref(*reading);
        *reading = NULL;
    }
    return code;
}

static int read_panel(json_t **reading, const struct comb_panel_detection *panel, const struct comb_pixels *picture,
                      struct comb_error *err)
{
    struct comb_witness_detection *detected;
    int code = comb_witness_detection_new(&detected, panel, err);
    if (code == COMB_OK) {
        code = write_reading(reading, detected, picture, err);
        comb_witness_detection_free(detected);
    }
    return code;
}

/* If there are several panels: how many, and the number of the one that was read. */
static int number_panel(json_t *reading, unsigned chosen, unsigned count, struct comb_error *err)
{
    struct comb_json build = {false};
    if (count > 1) {
        comb_json_set(&build, reading, "boards", comb_json_int(&build, count));
        comb_json_set(&build, reading, "number", comb_json_int(&build, chosen + 1));
    }
    return build.failed ? comb_fail_memory(err) : COMB_OK;
}

static int read_picture(json_t **reading, const struct comb_detection *detection, const void *payload,
                        struct comb_error *err)
{
    struct comb_panel_detection *panels[MAX_PANELS];
    unsigned count;
    (void)payload;
    *reading = NULL;
    int code = comb_panel_detect_all(panels, MAX_PANELS, &count, detection->picture, err);
    if (code != COMB_OK)
        return code;
    unsigned chosen = comb_panel_choose(panels, count, detection->picture);
    if (detection->board > 0)
        chosen = detection->board - 1;
    if (chosen >= count)
        code = comb_fail(err, COMB_NO, "the picture has %u panel%s", count, count == 1 ? "" : "s");
    else
        code = read_panel(reading, panels[chosen], detection->picture, err);
    if (code == COMB_OK)
        code = number_panel(*reading, chosen, count, err);
    for (unsigned i = 0; i < count; i++)
        comb_panel_free(panels[i]);
    if (code != COMB_OK) {
        json_decref(*reading);
        *reading = NULL;
    }
    return code;
}

/* ---- to text ---- */

static json_int_t number_of(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

/* A cell's text, or "" if there is no such cell. */
static const char *word_at(const json_t *reading, json_int_t x, json_int_t y)
{
    size_t i;
    const json_t *cell;
    json_array_foreach(json_object_get(reading, "cells"), i, cell)
    {
        if (number_of(cell, "x") == x && number_of(cell, "y") == y)
            return text_at(cell);
    }
    return "";
}

static bool is_pillar(const json_t *reading)
{
    return strcmp(word_at(reading, FORM_PLACE, FORM_PLACE), "pillar") == 0;
}

/* Where a place's image is, in places; see line.c. */
static json_int_t image_of(json_int_t at, json_int_t size, bool flip, bool turn)
{
    at = turn ? (at + size / 2) % size : at;
    at = flip ? size - at : at;
    return turn ? at % size : at;
}

/* Whether a start or end has no partner under the symmetry: the text form would add it. */
static bool is_unpaired(const json_t *reading)
{
    const char *symmetry = word_at(reading, SYMMETRY_PLACE, SYMMETRY_PLACE);
    bool both = strcmp(symmetry, "rotational") == 0, pillar = is_pillar(reading);
    json_int_t width = 2 * number_of(reading, "width"), height = 2 * number_of(reading, "height");
    size_t i;
    const json_t *cell;
    if (strcmp(symmetry, "none") == 0)
        return false;
    json_array_foreach(json_object_get(reading, "cells"), i, cell)
    {
        json_int_t x = number_of(cell, "x"), y = number_of(cell, "y");
        const char *text = text_at(cell);
        if (y < 0 || (pillar && x == width) || (text[0] != 'S' && text[0] != 'E'))
            continue;
        const char *other = word_at(reading, image_of(x, width, both || strcmp(symmetry, "horizontal") == 0, pillar),
                                    image_of(y, height, both || strcmp(symmetry, "vertical") == 0, false));
        if (other[0] != text[0])
            return true;
    }
    return false;
}

/* Writes the reading's rows as words; the panel's own printer then aligns them in columns. */
static void write_rows(struct comb_buf *out, const json_t *reading)
{
    size_t i;
    const json_t *cell;
    json_int_t row = SYMMETRY_PLACE, last = 2 * number_of(reading, "width");
    bool pillar = is_pillar(reading);
    comb_buf_printf(out, "Witness panel v1%s", pillar ? "\npillar" : "");
    comb_buf_str(out, is_unpaired(reading) ? "\nunpaired" : "");
    comb_buf_printf(out, "\nsymmetry %s", word_at(reading, SYMMETRY_PLACE, SYMMETRY_PLACE));
    json_array_foreach(json_object_get(reading, "cells"), i, cell)
    {
        json_int_t y = number_of(cell, "y");
        if (y < 0 || (pillar && number_of(cell, "x") == last))
            continue;
        comb_buf_str(out, y == row ? " " : "\n");
        comb_buf_str(out, text_at(cell));
        row = y;
    }
}

/* An end that points in its default direction need not say so. */
static void drop_plain_directions(struct comb_witness_panel *panel)
{
    for (unsigned row = 0; row < comb_witness_rows(panel); row++)
        for (unsigned column = 0; column < comb_witness_columns(panel); column++) {
            struct comb_witness_thing *thing = &panel->places[column + comb_witness_columns(panel) * row];
            struct comb_witness_thing written = *thing;
            int way[2];
            if (thing->kind != COMB_WITNESS_END)
                continue;
            thing->toward_x = thing->toward_y = 0;
            comb_witness_end_direction(way, panel, column, row);
            if (way[0] != written.toward_x || way[1] != written.toward_y)
                *thing = written;
        }
}

static int reading_to_text(struct comb_buf *out, const json_t *reading, const void *payload, struct comb_error *err)
{
    (void)payload;
    struct comb_buf rows = {0};
    struct comb_witness_panel *panel = NULL;
    write_rows(&rows, reading);
    int code =
        rows.failed ? comb_fail_memory(err) : comb_witness_text_read(&panel, comb_buf_text(&rows), rows.length, err);
    comb_buf_free(&rows);
    if (code != COMB_OK)
        return code;
    drop_plain_directions(panel);
    comb_witness_text_print(out, panel);
    comb_witness_panel_free(panel);
    return COMB_OK;
}

/* ---- corrections ---- */

static int check_form(const char *text, struct comb_error *err)
{
    if (strcmp(text, "pillar") == 0 || strcmp(text, "flat") == 0)
        return COMB_OK;
    return comb_fail(err, COMB_BAD_INPUT, "form '%.20s': expected pillar or flat", text);
}

static int check_symmetry(const char *text, struct comb_error *err)
{
    enum comb_witness_symmetry symmetry;
    if (comb_witness_symmetry_find(&symmetry, text, strlen(text)))
        return COMB_OK;
    return comb_fail(err, COMB_BAD_INPUT,
                     "symmetry '%.20s': expected none, horizontal, vertical, rotational or, on a pillar, translated",
                     text);
}

static int check_word(int x, int y, const char *text, struct comb_error *err)
{
    struct comb_witness_thing thing;
    struct comb_witness_shape shape;
    return comb_witness_token_read(&thing, &shape, comb_witness_place_kind_of((unsigned)x, (unsigned)y), text,
                                   strlen(text), (struct comb_error_location){0}, err);
}

static int fix_reading(json_t *reading, int x, int y, const char *text, const void *payload, struct comb_error *err)
{
    (void)payload;
    json_t *cell = comb_reading_at(reading, x, y);
    if (x == FORM_PLACE && y == FORM_PLACE && strcmp(text, "whole") == 0) {
        comb_reading_settle(reading, cut_off);
        comb_reading_settle(reading, in_parts);
        return COMB_OK;
    }
    if (!cell)
        return comb_fail(err, COMB_BAD_INPUT, "%d,%d is not on the panel: expected columns 0 to %d and rows 0 to %d", x,
                         y, 2 * (int)json_integer_value(json_object_get(reading, "width")),
                         2 * (int)json_integer_value(json_object_get(reading, "height")));
    int code = x == FORM_PLACE       ? check_form(text, err)
               : x == SYMMETRY_PLACE ? check_symmetry(text, err)
                                     : check_word(x, y, text, err);
    if (code != COMB_OK)
        return code;
    if (text[0] == 'E')
        comb_reading_settle(reading, no_end);
    if (text[0] == 'S')
        comb_reading_settle(reading, no_start);
    struct comb_json build = {false};
    comb_json_set(&build, cell, "text", comb_json_string(&build, text));
    comb_json_set(&build, cell, "state", comb_json_string(&build, "mended"));
    comb_json_set(&build, cell, "confidence", comb_json_real(&build, 1));
    comb_json_set(&build, cell, "second", comb_json_string(&build, ""));
    return build.failed ? comb_fail_memory(err) : COMB_OK;
}

const struct comb_reader comb_witness_reader = {.cost = 2,
                                                .read = read_picture,
                                                .to_text = reading_to_text,
                                                .apply_fix = fix_reading,
                                                .fix_example = "1,1=sq:white"};
