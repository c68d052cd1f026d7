/* From what is drawn to what it means: discs are starts, caps ends, marks dots; ink is a symbol.
 *
 * Colours are named for the whole panel at once: cells whose ink is alike share one colour, the mean of theirs, so that
 * noise never gives two names to one colour. Pieces, triangles and Ys have a colour of their own kind, which is not
 * written; another one is, where it is beyond doubt. */
#include "games/witness/read_panel.h"

#include "games/witness/scene_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SHADES = 24, APART_DEGREES = 7 };

struct cell_ink {
    bool any;
    unsigned colour, ground;
};

struct shade {
    double rgb[3], weight;
    unsigned ground;
    enum comb_witness_color color, second;
    double confidence;
};

struct shades {
    struct shade list[MOST_SHADES];
    unsigned count;
};

/* ---- colours ---- */

static void parts_of(double rgb[3], unsigned colour)
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
    double least = 22;
    for (unsigned i = 0; i < shades->count; i++) {
        double distance = apart(shades->list[i].rgb, rgb);
        if (distance < least) {
            least = distance;
            best = &shades->list[i];
        }
    }
    return best;
}

static void add_shade(struct shades *shades, unsigned colour, unsigned ground)
{
    double rgb[3];
    parts_of(rgb, colour);
    struct shade *shade = shade_near(shades, rgb);
    if (!shade && shades->count < MOST_SHADES) {
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

static bool is_taken(const struct shades *shades, enum comb_witness_color color)
{
    for (unsigned i = 0; i < shades->count; i++)
        if (shades->list[i].color == color)
            return true;
    return false;
}

/* Two strong colours with different hues are two colours to a star, also where they have one name, as yellow and gold:
 * the one that is nearer to another name gets that, unless a third colour has it. */
static void part_names(struct shades *shades)
{
    for (unsigned i = 0; i < shades->count; i++)
        for (unsigned k = 0; k < shades->count; k++) {
            struct shade *shade = &shades->list[i], *other = &shades->list[k];
            double hue, other_hue, margin, other_margin;
            if (i == k || shade->color != other->color ||
                !comb_witness_read_hue(&hue, &margin, colour_of(shade->rgb)) ||
                !comb_witness_read_hue(&other_hue, &other_margin, colour_of(other->rgb)) || margin > other_margin ||
                fabs(hue - other_hue) < APART_DEGREES || is_taken(shades, shade->second))
                continue;
            enum comb_witness_color name = shade->color;
            shade->color = shade->second;
            shade->second = name;
        }
}

static void name_shades(struct shades *shades)
{
    for (unsigned i = 0; i < shades->count; i++) {
        struct shade *shade = &shades->list[i];
        shade->color =
            comb_witness_read_color(&shade->second, &shade->confidence, colour_of(shade->rgb), shade->ground);
    }
    part_names(shades);
}

static struct shade shade_of(struct shades *shades, const struct cell_ink *ink)
{
    double rgb[3];
    parts_of(rgb, ink->colour);
    const struct shade *found = shade_near(shades, rgb);
    if (found)
        return *found;
    struct shade own = {.weight = 1};
    own.color = comb_witness_read_color(&own.second, &own.confidence, ink->colour, ink->ground);
    return own;
}

/* ---- cells ---- */

static bool is_coloured(const struct comb_witness_thing *thing)
{
    return thing->kind == COMB_WITNESS_SQUARE || thing->kind == COMB_WITNESS_STAR;
}

static bool same_but_hollow(const struct comb_witness_sign *a, const struct comb_witness_sign *b)
{
    return a->thing.kind == COMB_WITNESS_POLYOMINO && b->thing.kind == COMB_WITNESS_POLYOMINO &&
           a->thing.negative != b->thing.negative && a->thing.free == b->thing.free &&
           memcmp(&a->shape, &b->shape, sizeof a->shape) == 0;
}

/* Where a picture is too small to show whether blocks are hollow, their colour tells: blue ones are, yellow ones are
 * not. What is then left to choose from is another shape. */
static void settle_piece(struct comb_witness_seen_place *place, const struct shade *shade)
{
    struct comb_witness_sign *sign = &place->sign;
    bool blue = shade->color == COMB_WITNESS_BLUE, known = blue || shade->color == COMB_WITNESS_YELLOW;
    bool only_hollow = place->has_second && same_but_hollow(sign, &place->second);
    if (!known || shade->confidence < 0.8)
        return;
    if (blue != sign->thing.negative && sign->twin - sign->error < 0.15) {
        double error = sign->error;
        sign->thing.negative = blue;
        sign->error = sign->twin;
        sign->twin = error;
    }
    if (only_hollow && blue == sign->thing.negative) {
        place->confidence = fmax(place->confidence, fmin(1, 1.3 - sign->error));
        place->has_second = false;
    }
}

/* Small triangles and Ys look alike; where the outline leaves it open and the colour is the usual one of the other
 * kind, it is the other. */
static void settle_by_color(struct comb_witness_seen_place *place, const struct shade *shade)
{
    const struct comb_witness_thing *first = &place->sign.thing, *second = &place->second.thing;
    if (!place->has_second || place->confidence > 0.95 || is_coloured(first) || is_coloured(second) ||
        first->kind == second->kind || shade->confidence < 0.8)
        return;
    if (shade->color != comb_witness_shown_color(first) && shade->color == comb_witness_shown_color(second)) {
        struct comb_witness_sign sign = place->sign;
        place->sign = place->second;
        place->second = sign;
    }
}

static void color_place(struct comb_witness_seen_place *place, const struct shade *shade, bool outlined)
{
    struct comb_witness_thing *thing = &place->sign.thing;
    settle_by_color(place, shade);
    if (thing->kind == COMB_WITNESS_POLYOMINO)
        settle_piece(place, shade);
    enum comb_witness_color color = outlined ? COMB_WITNESS_BLACK : shade->color;
    if (is_coloured(thing)) {
        thing->color = (uint8_t)color;
        if (!outlined && shade->confidence < place->confidence) {
            place->second = place->sign;
            place->second.thing.color = (uint8_t)shade->second;
            place->has_second = true;
        }
        place->confidence = outlined ? place->confidence : fmin(place->confidence, shade->confidence);
    } else if (color != comb_witness_shown_color(thing) && shade->second != comb_witness_shown_color(thing) &&
               shade->confidence >= 0.95) {
        thing->color = (uint8_t)color;
    }
    if (place->has_second && is_coloured(&place->second.thing) && place->second.thing.color == COMB_WITNESS_NO_COLOR)
        place->second.thing.color = (uint8_t)color;
}

/* Where the spaces between blocks are not to be seen, a yellow square could be a piece of two by two. */
static void doubt_square(struct comb_witness_seen_place *place, double soft)
{
    if (place->sign.thing.kind != COMB_WITNESS_SQUARE || place->sign.thing.color != COMB_WITNESS_YELLOW || soft < 0.05)
        return;
    place->confidence = fmin(place->confidence, 0.75);
    place->second = (struct comb_witness_sign){.thing.kind = COMB_WITNESS_POLYOMINO,
                                               .shape = {.width = 2, .height = 2, .rows = {3, 3}}};
    place->has_second = true;
}

static void look_at_cell(struct comb_witness_seen_place *place, struct cell_ink *kept, bool *outlined,
                         const struct comb_panel_seen *panel, unsigned x, unsigned y)
{
    struct comb_panel_ink ink;
    struct comb_witness_signs signs;
    comb_panel_ink(&ink, panel, x, y);
    comb_witness_read_sign(&signs, &ink, panel->soft);
    *kept = (struct cell_ink){.any = ink.any, .colour = ink.colour, .ground = ink.ground};
    *outlined = signs.outlined;
    place->sign = signs.best;
    place->second = signs.second;
    place->has_second = signs.second.thing.kind != COMB_WITNESS_EMPTY;
    place->confidence = signs.confidence;
}

/* Ys are white: where they are seen black, lightness was turned over, and black and white have changed places. */
static void turn_lightness_back(struct shades *shades, const struct comb_witness_seen *seen,
                                const struct cell_ink *inks)
{
    int black = 0;
    for (unsigned i = 0; i < seen->panel->width * seen->panel->height; i++) {
        unsigned x = i % seen->panel->width, y = i / seen->panel->width;
        const struct comb_witness_seen_place *place =
            &seen->places[2 * x + 1 + comb_panel_columns(seen->panel) * (2 * y + 1)];
        if (place->sign.thing.kind != COMB_WITNESS_ELIMINATION || place->confidence < 0.8)
            continue;
        enum comb_witness_color color = shade_of(shades, &inks[i]).color;
        black += color == COMB_WITNESS_BLACK ? 1 : color == COMB_WITNESS_WHITE ? -1 : 0;
    }
    for (unsigned i = 0; black > 0 && i < shades->count; i++) {
        struct shade *shade = &shades->list[i];
        bool grey = shade->color == COMB_WITNESS_BLACK || shade->color == COMB_WITNESS_WHITE;
        if (grey)
            shade->color = shade->color == COMB_WITNESS_BLACK ? COMB_WITNESS_WHITE : COMB_WITNESS_BLACK;
    }
}

/* Where nothing known looks like the ink, the cell is called empty, and doubtful. */
static void look_at_cells(struct comb_witness_seen *seen, struct cell_ink *inks, bool *outlined)
{
    const struct comb_panel_seen *panel = seen->panel;
    struct shades shades = {.count = 0};
    double sum = 0, symbols = 0;
    for (unsigned i = 0; i < panel->width * panel->height; i++) {
        unsigned x = i % panel->width, y = i / panel->width;
        struct comb_witness_seen_place *place = &seen->places[2 * x + 1 + comb_panel_columns(panel) * (2 * y + 1)];
        look_at_cell(place, &inks[i], &outlined[i], panel, x, y);
        if (inks[i].any && !outlined[i])
            add_shade(&shades, inks[i].colour, inks[i].ground);
    }
    name_shades(&shades);
    turn_lightness_back(&shades, seen, inks);
    for (unsigned i = 0; i < panel->width * panel->height; i++) {
        unsigned x = i % panel->width, y = i / panel->width;
        struct comb_witness_seen_place *place = &seen->places[2 * x + 1 + comb_panel_columns(panel) * (2 * y + 1)];
        if (!inks[i].any)
            continue;
        struct shade shade = shade_of(&shades, &inks[i]);
        if (place->sign.thing.kind == COMB_WITNESS_EMPTY)
            place->confidence = 0.2;
        else
            color_place(place, &shade, outlined[i]);
        doubt_square(place, panel->soft);
        sum += place->confidence;
        symbols++;
    }
    seen->mean = symbols > 0 ? sum / symbols : 1;
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

/* Dots without a hue, or with a tinge of one only, are black ones, whatever they are drawn in. */
static uint8_t dot_color(unsigned colour, double *confidence)
{
    enum comb_witness_color second;
    double certainty, rgb[3];
    parts_of(rgb, colour);
    double most = fmax(rgb[0], fmax(rgb[1], rgb[2])), chroma = most - fmin(rgb[0], fmin(rgb[1], rgb[2]));
    double needed = fmax(52, 0.34 * most);
    enum comb_witness_color color = comb_witness_read_color(&second, &certainty, colour, 0x808080);
    if (chroma < needed)
        return COMB_WITNESS_NO_COLOR;
    *confidence = fmin(*confidence, fmin(certainty, 0.5 + 0.5 * fmin(1, (chroma - needed) / 25)));
    return (uint8_t)color;
}

static void look_at_line_place(struct comb_witness_seen_place *place, const struct comb_panel_place *drawn)
{
    struct comb_witness_thing thing = {.kind = (uint8_t)kind_of(drawn->kind),
                                       .toward_x = (int8_t)drawn->toward_x,
                                       .toward_y = (int8_t)drawn->toward_y};
    struct comb_witness_thing second = {.kind = (uint8_t)kind_of(drawn->second)};
    double confidence = drawn->confidence;
    if (drawn->marked && drawn->kind == COMB_PANEL_PLAIN) {
        second = thing;
        thing.kind = COMB_WITNESS_DOT;
        thing.color = dot_color(drawn->mark_colour, &confidence);
        confidence = fmin(confidence, drawn->mark_confidence);
    } else if (drawn->kind == COMB_PANEL_PLAIN && drawn->mark_confidence < confidence) {
        second.kind = COMB_WITNESS_DOT;
        confidence = drawn->mark_confidence;
    }
    *place = (struct comb_witness_seen_place){
        .sign.thing = thing, .second.thing = second, .has_second = true, .confidence = confidence};
}

static void look_at_lines(struct comb_witness_seen *seen)
{
    const struct comb_panel_seen *panel = seen->panel;
    for (unsigned row = 0; row <= 2 * panel->height; row++)
        for (unsigned column = 0; column <= 2 * panel->width; column++)
            if (column % 2 == 0 || row % 2 == 0)
                look_at_line_place(&seen->places[column + comb_panel_columns(panel) * row],
                                   comb_panel_at(panel, column, row));
}

/* ---- all of it ---- */

int comb_witness_seen_new(struct comb_witness_seen **out, const struct comb_panel_seen *panel, struct comb_error *err)
{
    size_t cells = (size_t)panel->width * panel->height;
    size_t places = (size_t)comb_panel_columns(panel) * (2 * panel->height + 1);
    struct comb_witness_seen *seen = calloc(1, sizeof *seen);
    struct cell_ink *inks = calloc(cells, sizeof *inks);
    bool *outlined = calloc(cells, sizeof *outlined);
    if (seen) {
        seen->panel = panel;
        seen->places = calloc(places, sizeof *seen->places);
        seen->line = calloc(places, sizeof *seen->line);
    }
    bool ok = seen && inks && outlined && seen->places && seen->line;
    if (ok) {
        look_at_lines(seen);
        look_at_cells(seen, inks, outlined);
        comb_witness_seen_trace(seen);
    }
    free(inks);
    free(outlined);
    *out = ok ? seen : NULL;
    if (!ok)
        comb_witness_seen_free(seen);
    return ok ? COMB_OK : comb_fail_memory(err);
}

void comb_witness_seen_free(struct comb_witness_seen *seen)
{
    if (!seen)
        return;
    free(seen->places);
    free(seen->line);
    free(seen);
}
