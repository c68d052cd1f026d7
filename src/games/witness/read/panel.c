/* Interprets a detected panel: discs are starts, caps ends, marks dots; ink is a symbol.
 *
 * Colours are named for the whole panel at once: cells with similar ink share one colour, their mean, so that noise
 * never gives two names to one colour. Pieces, triangles and elimination marks have a default colour, which is not
 * written; another colour is written if it is certain. */
#include "games/witness/read/panel.h"

#include "games/witness/draw/phrases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SHADES = 24, APART_DEGREES = 7 };

struct cell_ink {
    bool any, outlined;
    unsigned colour, ground;
    double contrast, blur_width, error;
};

struct shade {
    double rgb[3], weight;
    unsigned ground;
    enum comb_witness_colour color, second;
    double confidence;
};

struct shades {
    struct shade list[MAX_SHADES];
    unsigned count;
};

/* ---- colours ---- */

static void channels_of(double rgb[3], unsigned colour)
{
    for (int c = 0; c < 3; c++)
        rgb[c] = colour >> (16 - 8 * c) & 255;
}

static double apart(const double a[3], const double b[3])
{
    double dr = a[0] - b[0], dg = a[1] - b[1], db = a[2] - b[2];
    return sqrt(dr * dr + dg * dg + db * db);
}

static struct shade *shade_near(struct shades *shades, const double rgb[3])
{
    struct shade *best = NULL;
    double min = 22;
    for (unsigned i = 0; i < shades->count; i++) {
        double distance = apart(shades->list[i].rgb, rgb);
        if (distance < min) {
            min = distance;
            best = &shades->list[i];
        }
    }
    return best;
}

static void add_shade(struct shades *shades, unsigned colour, unsigned ground)
{
    double rgb[3];
    channels_of(rgb, colour);
    struct shade *shade = shade_near(shades, rgb);
    if (!shade && shades->count < MAX_SHADES) {
        shade = &shades->list[shades->count++];
        *shade = (struct shade){.ground = ground};
    }
    for (int c = 0; shade && c < 3; c++)
        shade->rgb[c] = (shade->rgb[c] * shade->weight + rgb[c]) / (shade->weight + 1);
    if (shade)
        shade->weight++;
}

static unsigned colour_of(const double rgb[3])
{
    return (unsigned)(rgb[0] + 0.5) << 16 | (unsigned)(rgb[1] + 0.5) << 8 | (unsigned)(rgb[2] + 0.5);
}

static bool is_name_used(const struct shades *shades, enum comb_witness_colour color)
{
    for (unsigned i = 0; i < shades->count; i++)
        if (shades->list[i].color == color)
            return true;
    return false;
}

/* Two saturated colours with different hues are different colours to a star, even if they have one name, such as yellow
 * and gold: the one nearer to another name gets that, unless a third colour has it. */
static void separate_names(struct shades *shades)
{
    for (unsigned i = 0; i < shades->count; i++)
        for (unsigned k = 0; k < shades->count; k++) {
            struct shade *shade = &shades->list[i], *other = &shades->list[k];
            double hue, other_hue, margin, other_margin;
            if (i == k || shade->color != other->color ||
                !comb_witness_read_hue(&hue, &margin, colour_of(shade->rgb)) ||
                !comb_witness_read_hue(&other_hue, &other_margin, colour_of(other->rgb)) || margin > other_margin ||
                fabs(hue - other_hue) < APART_DEGREES || is_name_used(shades, shade->second))
                continue;
            enum comb_witness_colour name = shade->color;
            shade->color = shade->second;
            shade->second = name;
        }
}

static void name_shades(struct shades *shades)
{
    for (unsigned i = 0; i < shades->count; i++) {
        struct shade *shade = &shades->list[i];
        shade->color =
            comb_witness_read_colour(&shade->second, &shade->confidence, colour_of(shade->rgb), shade->ground);
    }
    separate_names(shades);
}

static struct shade shade_of(struct shades *shades, const struct cell_ink *ink)
{
    double rgb[3];
    channels_of(rgb, ink->colour);
    const struct shade *found = shade_near(shades, rgb);
    if (found)
        return *found;
    struct shade own = {.rgb = {rgb[0], rgb[1], rgb[2]}, .weight = 1};
    own.color = comb_witness_read_colour(&own.second, &own.confidence, ink->colour, ink->ground);
    return own;
}

/* ---- cells ---- */

static struct comb_witness_detected_place *place_of_cell(const struct comb_witness_detection *detected, unsigned cell)
{
    unsigned x = cell % detected->panel->width, y = cell / detected->panel->width;
    return &detected->places[2 * x + 1 + comb_panel_columns(detected->panel) * (2 * y + 1)];
}

static bool is_coloured(const struct comb_witness_thing *thing)
{
    return thing->kind == COMB_WITNESS_SQUARE || thing->kind == COMB_WITNESS_STAR;
}

static bool same_but_hollow(const struct comb_witness_symbol_candidate *a,
                            const struct comb_witness_symbol_candidate *b)
{
    return a->thing.kind == COMB_WITNESS_POLYOMINO && b->thing.kind == COMB_WITNESS_POLYOMINO &&
           a->thing.negative != b->thing.negative && a->thing.free == b->thing.free &&
           memcmp(&a->shape, &b->shape, sizeof a->shape) == 0;
}

/* If a picture is too small to show whether blocks are hollow, their colour decides: blue ones are, yellow ones are
 * not. The alternative is then another shape. */
static void choose_fill(struct comb_witness_detected_place *place, const struct shade *shade)
{
    struct comb_witness_symbol_candidate *symbol = &place->symbol;
    bool blue = shade->color == COMB_WITNESS_BLUE, known = blue || shade->color == COMB_WITNESS_YELLOW;
    bool only_hollow = place->has_second && same_but_hollow(symbol, &place->second);
    if (!known || shade->confidence < 0.8)
        return;
    if (blue != symbol->thing.negative && symbol->other_fill_error - symbol->error < 0.15) {
        double error = symbol->error;
        symbol->thing.negative = blue;
        symbol->error = symbol->other_fill_error;
        symbol->other_fill_error = error;
    }
    if (only_hollow && blue == symbol->thing.negative) {
        place->confidence = fmax(place->confidence, fmin(1, 1.3 - symbol->error));
        place->has_second = false;
    }
}

/* The colours that a shade may be called: between orange and yellow, either. */
static bool may_be(const struct shade *shade, enum comb_witness_colour colour)
{
    double hue, margin;
    if (shade->color == colour)
        return true;
    if (colour != COMB_WITNESS_ORANGE && colour != COMB_WITNESS_YELLOW)
        return false;
    return comb_witness_read_hue(&hue, &margin, colour_of(shade->rgb)) && hue > 34 && hue < 50;
}

/* Small triangles and elimination marks look alike; if the outline is ambiguous and the colour is the default of the
 * other kind, it is the other. */
static void choose_by_colour(struct comb_witness_detected_place *place, const struct shade *shade)
{
    const struct comb_witness_thing *first = &place->symbol.thing, *second = &place->second.thing;
    if (!place->has_second || place->confidence > 0.95 || is_coloured(first) || is_coloured(second) ||
        first->kind == second->kind || shade->confidence < 0.8)
        return;
    if (!may_be(shade, comb_witness_shown_colour(first)) && shade->color == comb_witness_shown_colour(second)) {
        struct comb_witness_symbol_candidate symbol = place->symbol;
        place->symbol = place->second;
        place->second = symbol;
        if (first->kind == COMB_WITNESS_POLYOMINO || second->kind == COMB_WITNESS_POLYOMINO)
            place->confidence = fmin(place->confidence, 0.75);
    }
}

/* A piece, triangle or elimination mark in another colour than usual; if the colour is uncertain, the usual one may be
 * meant. */
static void name_unusual_colour(struct comb_witness_detected_place *place, const struct shade *shade)
{
    const double *rgb = shade->rgb; /* drawings have pure yellow; anything else may be orange in greenish light */
    bool pure = fmin(rgb[0], rgb[1]) > 245 && rgb[2] < 12;
    bool tinged = place->symbol.thing.kind == COMB_WITNESS_TRIANGLE && shade->color == COMB_WITNESS_YELLOW && !pure;
    if (shade->confidence >= 0.9 && !tinged) {
        place->symbol.thing.colour = (uint8_t)shade->color;
    } else if (place->confidence >= 0.75 &&
               (tinged || shade->second != comb_witness_shown_colour(&place->symbol.thing))) {
        place->confidence = 0.75;
        place->second = place->symbol;
        place->second.thing.colour = (uint8_t)shade->color;
        place->has_second = true;
    }
}

static void color_place(struct comb_witness_detected_place *place, const struct shade *shade, bool outlined)
{
    struct comb_witness_thing *thing = &place->symbol.thing;
    choose_by_colour(place, shade);
    if (thing->kind == COMB_WITNESS_POLYOMINO)
        choose_fill(place, shade);
    enum comb_witness_colour color = outlined ? COMB_WITNESS_BLACK : shade->color;
    if (is_coloured(thing)) {
        thing->colour = (uint8_t)color;
        if (!outlined && shade->confidence < place->confidence) {
            place->second = place->symbol;
            place->second.thing.colour = (uint8_t)shade->second;
            place->has_second = true;
        }
        place->confidence = outlined ? place->confidence : fmin(place->confidence, shade->confidence);
    } else if (color != comb_witness_shown_colour(thing) &&
               !(thing->kind == COMB_WITNESS_TRIANGLE && may_be(shade, comb_witness_shown_colour(thing)))) {
        name_unusual_colour(place, shade);
    }
    if (place->has_second && is_coloured(&place->second.thing) && place->second.thing.colour == COMB_WITNESS_NO_COLOUR)
        place->second.thing.colour = (uint8_t)color;
}

/* If the spaces between blocks are not visible, a yellow square could be a two by two piece. */
static void limit_square(struct comb_witness_detected_place *place, double soft)
{
    if (place->symbol.thing.kind != COMB_WITNESS_SQUARE || place->symbol.thing.colour != COMB_WITNESS_YELLOW ||
        soft < 0.05)
        return;
    place->confidence = fmin(place->confidence, 0.75);
    place->second = (struct comb_witness_symbol_candidate){.thing.kind = COMB_WITNESS_POLYOMINO,
                                                           .shape = {.width = 2, .height = 2, .rows = {3, 3}}};
    place->has_second = true;
}

/* `sizes` has the size that no piece exceeds. */
static void read_cell(struct comb_witness_detected_place *place, struct cell_ink *kept,
                      const struct comb_panel_detection *panel, const struct comb_panel_detection *sizes, unsigned x,
                      unsigned y)
{
    struct comb_panel_ink ink;
    struct comb_witness_symbol_candidates candidates;
    comb_panel_ink(&ink, panel, x, y);
    comb_witness_read_symbol(&candidates, &ink, sizes);
    *kept = (struct cell_ink){.any = ink.any,
                              .outlined = candidates.outlined,
                              .colour = ink.colour,
                              .ground = ink.ground,
                              .contrast = ink.contrast,
                              .blur_width = ink.blur_width,
                              .error = candidates.best.thing.kind ? candidates.best.error : 1};
    place->symbol = candidates.best;
    place->second = candidates.second;
    place->has_second = candidates.second.thing.kind != COMB_WITNESS_EMPTY;
    place->confidence = candidates.confidence;
}

/* Elimination marks are white: if they appear black, the picture's lightness is inverted, and black and white are
 * swapped. */
static void undo_inversion(struct shades *shades, const struct comb_witness_detection *detected,
                           const struct cell_ink *inks)
{
    int black = 0;
    for (unsigned i = 0; i < detected->panel->width * detected->panel->height; i++) {
        const struct comb_witness_detected_place *place = place_of_cell(detected, i);
        if (place->symbol.thing.kind != COMB_WITNESS_ELIMINATION || place->confidence < 0.8)
            continue;
        enum comb_witness_colour color = shade_of(shades, &inks[i]).color;
        black += color == COMB_WITNESS_BLACK ? 1 : color == COMB_WITNESS_WHITE ? -1 : 0;
    }
    for (unsigned i = 0; black > 0 && i < shades->count; i++) {
        struct shade *shade = &shades->list[i];
        bool grey = shade->color == COMB_WITNESS_BLACK || shade->color == COMB_WITNESS_WHITE;
        if (!grey)
            continue;
        shade->second = shade->color;
        shade->color = shade->color == COMB_WITNESS_BLACK ? COMB_WITNESS_WHITE : COMB_WITNESS_BLACK;
        shade->confidence = 0.7; /* or the marks are black */
    }
}

/* The borders of the symbols that were recognised, in pixels; those of the lines if there are none. */
static double sharpest_ink(const struct cell_ink *inks, unsigned count, const struct comb_panel_detection *panel,
                           double strongest)
{
    double min = panel->blur_width * COMB_PANEL_PATCH_SIDE;
    for (unsigned i = 0; i < count; i++)
        if (inks[i].any && inks[i].error < 0.3 && inks[i].contrast > 0.5 * strongest)
            min = fmin(min, inks[i].blur_width);
    return fmax(min, 1.5);
}

/* Whether the ink has the colour of the ground in another cell: the ground here is lit, and what seems to be ink is
 * not. */
static bool is_ground_elsewhere(const struct cell_ink *ink, const struct cell_ink *inks, unsigned count)
{
    double rgb[3], ground[3];
    channels_of(rgb, ink->colour);
    for (unsigned i = 0; i < count; i++) {
        channels_of(ground, inks[i].ground);
        if (apart(rgb, ground) < 15)
            return true;
    }
    return false;
}

/* Light of a lamp or of a drawn line, and texture, fade where symbols end: their borders are softer than those of the
 * symbols, and what is faint may be only a little softer. It is certain only if the ground explains its colour. */
static void remove_shading(struct comb_witness_detection *detected, struct cell_ink *inks)
{
    const struct comb_panel_detection *panel = detected->panel;
    unsigned count = panel->width * panel->height;
    double strongest = 0;
    for (unsigned i = 0; i < count; i++)
        strongest = fmax(strongest, inks[i].any ? inks[i].contrast : 0);
    double sharp = sharpest_ink(inks, count, panel, strongest);
    for (unsigned i = 0; i < count; i++) {
        struct comb_witness_detected_place *place = place_of_cell(detected, i);
        bool faint = inks[i].contrast < 0.35 * strongest && inks[i].blur_width > 1.2 * sharp;
        if (!inks[i].any || !(inks[i].blur_width > 2 * sharp || (faint && inks[i].error > 0.3)))
            continue;
        bool certain = inks[i].error > 0.5 || is_ground_elsewhere(&inks[i], inks, count);
        struct comb_witness_symbol_candidate symbol = place->symbol;
        if (symbol.thing.kind == COMB_WITNESS_SQUARE || symbol.thing.kind == COMB_WITNESS_STAR)
            symbol.thing.colour = COMB_WITNESS_BLACK;
        inks[i].any = false;
        *place = (struct comb_witness_detected_place){
            .second = symbol, .has_second = !certain, .confidence = certain ? 0.9 : 0.7};
    }
}

/* A piece that fits nowhere makes a panel unsolvable, unless an elimination mark removes it or a blue piece cancels it:
 * with one of these, cells that are unclear are read again without a limit. Sets `again` for them. */
static void read_oversized(bool *again, struct comb_witness_detection *detected, struct cell_ink *inks)
{
    const struct comb_panel_detection *panel = detected->panel;
    unsigned count = panel->width * panel->height, marks = 0;
    struct comb_panel_detection roomy = *panel;
    roomy.width = roomy.height = COMB_PANEL_MAX_SIDE;
    for (unsigned i = 0; i < count; i++) {
        const struct comb_witness_detected_place *place = place_of_cell(detected, i);
        const struct comb_witness_thing *thing = &place->symbol.thing;
        marks += (thing->kind == COMB_WITNESS_ELIMINATION || thing->negative) && place->confidence >= 0.8;
    }
    for (unsigned i = 0; i < count; i++) {
        again[i] = marks > 0 && inks[i].any && place_of_cell(detected, i)->confidence <= 0.5;
        if (again[i])
            read_cell(place_of_cell(detected, i), &inks[i], panel, &roomy, i % panel->width, i / panel->width);
    }
}

/* Names the colour of a cell's symbol. */
static void color_cell(struct comb_witness_detection *detected, const struct cell_ink *inks, struct shades *shades,
                       unsigned cell)
{
    struct comb_witness_detected_place *place = place_of_cell(detected, cell);
    struct shade shade = shade_of(shades, &inks[cell]);
    if (place->symbol.thing.kind == COMB_WITNESS_EMPTY)
        place->confidence = 0.2;
    else
        color_place(place, &shade, inks[cell].outlined);
    limit_square(place, detected->panel->blur_width);
}

/* If the ink resembles no known symbol, the cell is empty and uncertain. */
static void read_cells(struct comb_witness_detection *detected, struct cell_ink *inks)
{
    const struct comb_panel_detection *panel = detected->panel;
    unsigned count = panel->width * panel->height;
    struct shades shades = {.count = 0};
    bool again[COMB_PANEL_MAX_SIDE * COMB_PANEL_MAX_SIDE];
    double sum = 0, symbols = 0;
    for (unsigned i = 0; i < count; i++)
        read_cell(place_of_cell(detected, i), &inks[i], panel, panel, i % panel->width, i / panel->width);
    read_oversized(again, detected, inks);
    remove_shading(detected, inks);
    for (unsigned i = 0; i < count; i++)
        if (inks[i].any && !inks[i].outlined)
            add_shade(&shades, inks[i].colour, inks[i].ground);
    name_shades(&shades);
    undo_inversion(&shades, detected, inks);
    for (unsigned i = 0; i < count; i++)
        if (inks[i].any)
            color_cell(detected, inks, &shades, i);
    read_oversized(again, detected, inks); /* once more: only now the blue pieces are known */
    for (unsigned i = 0; i < count; i++) {
        if (again[i])
            color_cell(detected, inks, &shades, i);
        if (inks[i].any) {
            sum += place_of_cell(detected, i)->confidence;
            symbols++;
        }
    }
    detected->mean = symbols > 0 ? sum / symbols : 1;
}

/* ---- nodes and edges ---- */

static enum comb_witness_kind kind_of(enum comb_panel_kind kind)
{
    static const enum comb_witness_kind kinds[] = {[COMB_PANEL_ABSENT] = COMB_WITNESS_ABSENT,
                                                   [COMB_PANEL_PLAIN] = COMB_WITNESS_EMPTY,
                                                   [COMB_PANEL_GAP] = COMB_WITNESS_GAP,
                                                   [COMB_PANEL_DISC] = COMB_WITNESS_START,
                                                   [COMB_PANEL_CAP] = COMB_WITNESS_END};
    return kinds[kind];
}

/* Dots without a hue, or with only a tinge of one, are black, whatever their colour. */
static uint8_t dot_colour(unsigned colour, double *confidence)
{
    enum comb_witness_colour second;
    double certainty, rgb[3];
    channels_of(rgb, colour);
    double max = fmax(rgb[0], fmax(rgb[1], rgb[2])), chroma = max - fmin(rgb[0], fmin(rgb[1], rgb[2]));
    double needed = fmax(52, 0.34 * max);
    enum comb_witness_colour color = comb_witness_read_colour(&second, &certainty, colour, 0x808080);
    if (chroma < needed || max < 80) /* black in coloured light has a tinge of it */
        return COMB_WITNESS_NO_COLOUR;
    *confidence = fmin(*confidence, fmin(certainty, 0.5 + 0.5 * fmin(1, (chroma - needed) / 25)));
    return (uint8_t)color;
}

static void read_line_place(struct comb_witness_detected_place *place, const struct comb_panel_place *drawn)
{
    struct comb_witness_thing thing = {.kind = (uint8_t)kind_of(drawn->kind),
                                       .toward_x = (int8_t)drawn->toward_x,
                                       .toward_y = (int8_t)drawn->toward_y};
    struct comb_witness_thing second = {.kind = (uint8_t)kind_of(drawn->second)};
    double confidence = drawn->confidence;
    thing.also_end = drawn->capped;
    if (drawn->marked && (drawn->kind == COMB_PANEL_DISC || drawn->kind == COMB_PANEL_CAP)) {
        second = drawn->mark_confidence < confidence ? thing : second;
        thing.also_dot = true;
        thing.colour = dot_colour(drawn->mark_colour, &confidence);
        confidence = fmin(confidence, drawn->mark_confidence);
    } else if (drawn->marked && drawn->kind == COMB_PANEL_PLAIN) {
        second = thing;
        thing.kind = COMB_WITNESS_DOT;
        thing.colour = dot_colour(drawn->mark_colour, &confidence);
        confidence = fmin(confidence, drawn->mark_confidence);
    } else if (drawn->kind == COMB_PANEL_PLAIN && drawn->mark_confidence < confidence) {
        second.kind = COMB_WITNESS_DOT;
        confidence = drawn->mark_confidence;
    }
    *place = (struct comb_witness_detected_place){
        .symbol.thing = thing, .second.thing = second, .has_second = true, .confidence = confidence};
}

/* Whether a line of another colour reaches this node or edge. */
static bool is_beside_drawn(const struct comb_panel_detection *panel, unsigned column, unsigned row)
{
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) {
            int x = (int)column + dx, y = (int)row + dy;
            bool inside = x >= 0 && y >= 0 && x <= 2 * (int)panel->width && y <= 2 * (int)panel->height;
            bool edge = inside && (x + y) % 2 != 0 && (dx != 0 || dy != 0) && abs(dx) + abs(dy) <= 2;
            if (edge && comb_panel_at(panel, (unsigned)x, (unsigned)y)->drawn)
                return true;
        }
    return false;
}

/* While a line is being drawn, a white disc marks its tip: no dot of a panel is white. */
static bool is_tip(const struct comb_panel_detection *panel, unsigned column, unsigned row)
{
    const struct comb_panel_place *place = comb_panel_at(panel, column, row);
    double rgb[3];
    channels_of(rgb, place->mark_colour);
    double min = fmin(rgb[0], fmin(rgb[1], rgb[2])), max = fmax(rgb[0], fmax(rgb[1], rgb[2]));
    bool starting = place->kind == COMB_PANEL_DISC; /* before the line has moved */
    return place->marked && min > 190 && max - min < 40 && (starting || is_beside_drawn(panel, column, row));
}

/* A dot in the colour of the panel's lines would be invisible: such a mark is something else, such as the crossing of
 * two drawn lines. */
static bool is_like_line(unsigned mark_colour, unsigned line_colour, unsigned ground_colour)
{
    double mark[3], line[3], ground[3], hue, line_hue, margin;
    channels_of(mark, mark_colour);
    channels_of(line, line_colour);
    channels_of(ground, ground_colour);
    bool same_hue = comb_witness_read_hue(&hue, &margin, mark_colour) &&
                    comb_witness_read_hue(&line_hue, &margin, line_colour) && fabs(hue - line_hue) < 15;
    return same_hue || apart(mark, line) < 0.35 * apart(line, ground);
}

static bool is_own_colour(const struct comb_panel_detection *panel, unsigned column, unsigned row)
{
    static const int ways[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const struct comb_panel_place *place = comb_panel_at(panel, column, row);
    if (!place->marked || is_like_line(place->mark_colour, panel->line_colour, panel->ground))
        return place->marked;
    for (int way = 0; column % 2 == 0 && row % 2 == 0 && way < 4; way++) {
        int x = (int)column + ways[way][0], y = (int)row + ways[way][1];
        if (x < 0 || y < 0 || x > 2 * (int)panel->width || y > 2 * (int)panel->height)
            continue;
        const struct comb_panel_place *edge = comb_panel_at(panel, (unsigned)x, (unsigned)y);
        if (edge->drawn && is_like_line(place->mark_colour, edge->colour, panel->ground))
            return true;
    }
    return false;
}

static void read_lines(struct comb_witness_detection *detected)
{
    const struct comb_panel_detection *panel = detected->panel;
    for (unsigned row = 0; row <= 2 * panel->height; row++)
        for (unsigned column = 0; column <= 2 * panel->width; column++)
            if (column % 2 == 0 || row % 2 == 0) {
                struct comb_panel_place place = *comb_panel_at(panel, column, row);
                if (is_own_colour(panel, column, row))
                    place.mark_confidence = fmin(place.mark_confidence, 0.6);
                if (is_tip(panel, column, row)) {
                    place.marked = false;
                    place.mark_confidence = 1;
                }
                read_line_place(&detected->places[column + comb_panel_columns(panel) * row], &place);
            }
}

/* ---- everything ---- */

int comb_witness_detection_new(struct comb_witness_detection **out, const struct comb_panel_detection *panel,
                               struct comb_error *err)
{
    size_t cells = (size_t)panel->width * panel->height;
    size_t places = (size_t)comb_panel_columns(panel) * (2 * panel->height + 1);
    struct comb_witness_detection *detected = calloc(1, sizeof *detected);
    struct cell_ink *inks = calloc(cells, sizeof *inks);
    if (detected) {
        detected->panel = panel;
        detected->places = calloc(places, sizeof *detected->places);
        detected->line = calloc(places, sizeof *detected->line);
    }
    bool ok = detected && inks && detected->places && detected->line;
    if (ok) {
        read_lines(detected);
        read_cells(detected, inks);
        comb_witness_detection_trace(detected);
    }
    free(inks);
    *out = ok ? detected : NULL;
    if (!ok)
        comb_witness_detection_free(detected);
    return ok ? COMB_OK : comb_fail_memory(err);
}

void comb_witness_detection_free(struct comb_witness_detection *detected)
{
    if (!detected)
        return;
    free(detected->places);
    free(detected->line);
    free(detected);
}
