/* Line hints: texts in places without a cell, one step before the first cell of their line.
 *
 *          3           {2}                 The bottom of a text points along its line: upright for a line that goes
 *         ___         .                    down, turned by 60 degrees for the others. In the game the text stands a
 *        /   \    ___/                     fifth of a pitch nearer to the cell than the place's middle, so that where
 *        \___/   /   \                     it stands says which line is meant, too.
 *
 * Every free place that has a cell one step on in some direction is looked at. Where there is ink, it is read at the
 * angle of each of those directions; likeness, where the ink stands, and whether so many cells lie on the line decide.
 * Ink that no direction can read is told as an oddity: a hint passed over in silence would be a wrong board. */
#include "games/hexcells/read_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_DENSITY = 44, MOST_DENSITY = 80, MARGIN = 2, UNREAD = 12 /* samples of a glance */ };

static const double REACH = 0.66;      /* of a patch to each side, in pitches */
static const double CIRCLE = 0.64;     /* what is looked at around a place */
static const double FAINT_HINT = 0.16; /* of the full contrast: what a dimmed hint has at least */
static const double CLEAR = 1.25;      /* a score that needs no comparison: readable, and where such a hint stands */
static const double FAINTEST = 0.12;   /* of the full contrast: fainter ink is a decoration */
static const double CELL = 0.515;      /* inradius of the hexagon around a cell that is not looked at */

/* ---- places ---- */

struct places {
    signed char *taken; /* 1: a cell */
    int left, top, columns, rows;
};

static bool places_new(struct places *places, const struct comb_hexcells_seen *seen)
{
    int right = 0, bottom = 0;
    for (unsigned i = 0; i < seen->cell_count; i++) {
        const struct comb_seen_cell *cell = &seen->cells[i].seen;
        places->left = i == 0 || cell->x < places->left ? cell->x : places->left;
        places->top = i == 0 || cell->y < places->top ? cell->y : places->top;
        right = i == 0 || cell->x > right ? cell->x : right;
        bottom = i == 0 || cell->y > bottom ? cell->y : bottom;
    }
    places->left -= MARGIN;
    places->top -= MARGIN;
    places->columns = right + MARGIN + 1 - places->left;
    places->rows = bottom + MARGIN + 1 - places->top;
    places->taken = calloc((size_t)places->columns * (size_t)places->rows, 1);
    if (!places->taken)
        return false;
    for (unsigned i = 0; i < seen->cell_count; i++) {
        const struct comb_seen_cell *cell = &seen->cells[i].seen;
        places->taken[(cell->y - places->top) * places->columns + cell->x - places->left] = 1;
    }
    return true;
}

static bool is_taken(const struct places *places, int x, int y)
{
    x -= places->left;
    y -= places->top;
    return x >= 0 && y >= 0 && x < places->columns && y < places->rows && places->taken[y * places->columns + x];
}

/* Cells on the line from a place. */
static unsigned ray_length(const struct places *places, int x, int y, enum comb_hexcells_direction direction)
{
    struct comb_point step = comb_hexcells_step(direction);
    unsigned length = 0;
    for (int k = 1; k <= places->columns + places->rows; k++)
        length += is_taken(places, x + k * step.x, y + k * step.y);
    return length;
}

/* Neither a cell nor half covered by one of the other tiling. */
static bool is_free(const struct places *places, int x, int y)
{
    return !is_taken(places, x, y) && !is_taken(places, x, y - 1) && !is_taken(places, x, y + 1) &&
           !is_taken(places, x - 1, y) && !is_taken(places, x + 1, y);
}

/* ---- ink of a place ---- */

static int angle_of(enum comb_hexcells_direction direction)
{
    static const int angles[COMB_HEXCELLS_DIRECTIONS] = {
        [COMB_HEXCELLS_S] = 0,   [COMB_HEXCELLS_SW] = 60,   [COMB_HEXCELLS_W] = 90,  [COMB_HEXCELLS_NW] = 120,
        [COMB_HEXCELLS_N] = 180, [COMB_HEXCELLS_NE] = -120, [COMB_HEXCELLS_E] = -90, [COMB_HEXCELLS_SE] = -60};
    return angles[direction];
}

/* Along the line, on the picture. */
static void way_of(double way[2], enum comb_hexcells_direction direction)
{
    double turn = angle_of(direction) * (3.14159265358979323846 / 180);
    way[0] = -sin(turn);
    way[1] = cos(turn);
}

struct looker {
    struct comb_hexcells_seen *seen;
    struct places places;
    unsigned char *rgb, *keep;
    unsigned side;
    double full; /* contrast of a hint that is not dimmed, about */
};

struct near {
    double u[24], v[24];
    unsigned count;
};

/* Middles of the cells around a place, in pitches from it. */
static void cells_near(struct near *near, const struct places *places, int x, int y)
{
    near->count = 0;
    for (int dy = -3; dy <= 3; dy++)
        for (int dx = -2; dx <= 2; dx++)
            if (is_taken(places, x + dx, y + dy) && near->count < 24) {
                near->u[near->count] = dx * 0.8660254;
                near->v[near->count++] = dy * 0.5;
            }
}

static bool in_cell(const struct near *near, double u, double v)
{
    for (unsigned i = 0; i < near->count; i++) {
        double du = fabs(u - near->u[i]), dv = fabs(v - near->v[i]);
        if (dv <= CELL && du * 0.8660254 + dv * 0.5 <= CELL)
            return true;
    }
    return false;
}

static void keep_place(struct looker *looker, int x, int y, int angle)
{
    struct near near;
    double turn = angle * (3.14159265358979323846 / 180), c = cos(turn), s = sin(turn);
    unsigned side = looker->side;
    cells_near(&near, &looker->places, x, y);
    for (unsigned i = 0; i < side * side; i++) {
        double a = ((i % side + 0.5) / side - 0.5) * 2 * REACH;
        double b = ((double)(i / side) + 0.5 - side / 2.0) / side * 2 * REACH;
        looker->keep[i] = a * a + b * b <= CIRCLE * CIRCLE && !in_cell(&near, c * a - s * b, s * a + c * b);
    }
}

static bool ink_at(struct comb_hexcells_ink *ink, struct looker *looker, int x, int y, int angle)
{
    struct comb_hexcells_seen *seen = looker->seen;
    comb_grid_patch(looker->rgb, looker->side, seen->sight->picture, seen->grid, x, y, REACH, angle);
    keep_place(looker, x, y, angle);
    return comb_hexcells_ink_of(ink, looker->rgb, looker->keep, looker->side, false, &seen->arena);
}

/* ---- reading a place ---- */

struct guess {
    enum comb_hexcells_direction direction;
    struct comb_glyph glyph;
    struct comb_hexcells_ink ink;
    int arrow; /* 1: one below the text, -1: above */
    double score;
};

static unsigned number_in(const char *text)
{
    unsigned number = 0;
    for (; *text; text++)
        if (*text >= '0' && *text <= '9')
            number = number * 10 + (unsigned)(*text - '0');
    return number;
}

/* `flipped`: the text was turned once more to be upright, so that its top points along the line. */
static double score_of(const struct looker *looker, int x, int y, const struct guess *guess, bool flipped)
{
    double across = guess->ink.middle_x * 2 * REACH, along = guess->ink.middle_y * 2 * REACH * (flipped ? -1 : 1);
    double distance = hypot(across, along), score = guess->glyph.likeness;
    if (guess->arrow != 0)
        score += guess->arrow == (flipped ? -1 : 1) ? 0.5 : -0.5;
    else if (distance > 0.1)
        score += 0.5 * along / distance;
    if (guess->direction == COMB_HEXCELLS_S || guess->direction == COMB_HEXCELLS_SE ||
        guess->direction == COMB_HEXCELLS_SW)
        score += 0.1;
    if (number_in(guess->glyph.text) > ray_length(&looker->places, x, y, guess->direction))
        score -= 0.5;
    return score;
}

static const char *const line_patterns[] = {"#", "##", "{#}", "{##}", "-#-", "-##-", NULL};

static int read_ink(struct guess *guess, struct comb_error *err)
{
    static const char *const numbers[] = {"#", "##", NULL};
    if (!comb_hexcells_take_arrow(&guess->arrow, &guess->ink) || !comb_hexcells_take_marks(&guess->ink))
        return comb_fail_memory(err);
    bool marked = guess->ink.mark != COMB_HEXCELLS_NUMBER;
    int code = comb_hexcells_read_ink(&guess->glyph, &guess->ink, marked ? numbers : line_patterns, err);
    comb_hexcells_put_marks(&guess->glyph, guess->ink.mark);
    return code;
}

/* One direction, at its own angle, or upside down where the text would stand on its head. */
static int guess_at(struct guess *best, struct guess *next, struct looker *looker, int x, int y,
                    enum comb_hexcells_direction direction, struct comb_error *err)
{
    int angle = angle_of(direction);
    bool headlong = angle > 90 || angle < -90;
    for (int flip = 0; flip <= (headlong ? 180 : 0); flip += 180) {
        struct guess guess = {.direction = direction};
        if (!ink_at(&guess.ink, looker, x, y, angle + flip)) {
            if (!guess.ink.cover)
                return comb_fail_memory(err);
            continue;
        }
        int code = read_ink(&guess, err);
        if (code != COMB_OK)
            return code;
        if (!guess.glyph.text[0])
            continue;
        guess.score = score_of(looker, x, y, &guess, flip != 0);
        if (guess.score > best->score) {
            *next = *best;
            *best = guess;
        } else if (guess.score > next->score) {
            *next = guess;
        }
    }
    return COMB_OK;
}

static struct comb_box box_at(const struct comb_grid_seen *grid, int x, int y)
{
    double px, py, half = grid->pitch / 2;
    comb_grid_to_pixel(&px, &py, grid, x, y);
    return (struct comb_box){(int)lround(px - half), (int)lround(py - half), (int)lround(2 * half),
                             (int)lround(2 * half)};
}

static bool add_line(struct comb_hexcells_seen *seen, int x, int y, const struct guess *best, const struct guess *next)
{
    double sure = best->glyph.confidence;
    if (next->score > best->score - 0.1)
        sure = fmin(sure, 0.6);
    struct comb_hexcells_seen_line line = {.x = x,
                                           .y = y,
                                           .direction = best->direction,
                                           .glyph = best->glyph,
                                           .contrast = best->ink.contrast,
                                           .arrow = best->arrow != 0,
                                           .confidence = sure,
                                           .box = box_at(seen->grid, x, y)};
    return comb_vec_push(&seen->lines, line);
}

/* Less than this is a decoration; a dimmed hint has a fifth of the contrast of a full one. */
static double full_contrast(const struct comb_hexcells_seen *seen)
{
    double full = 0;
    for (unsigned i = 0; i < seen->cell_count; i++)
        if (seen->cells[i].state == COMB_HEXCELLS_SEEN_BLACK)
            full = fmax(full, 0.8 * abs(comb_hexcells_light(seen->cells[i].seen.colour) -
                                        comb_hexcells_light(seen->grid->background)));
    return full > 0 ? full : 100;
}

/* Ink that stands clear of the place's middle does not belong to a line the other way. */
static bool is_behind(enum comb_hexcells_direction direction, const double off[2])
{
    double way[2], distance = hypot(off[0], off[1]);
    way_of(way, direction);
    return distance > 0.15 && off[0] * way[0] + off[1] * way[1] < 0.45 * distance;
}

static const enum comb_hexcells_direction usual_first[COMB_HEXCELLS_DIRECTIONS] = {
    COMB_HEXCELLS_S, COMB_HEXCELLS_SE, COMB_HEXCELLS_SW, COMB_HEXCELLS_E,
    COMB_HEXCELLS_W, COMB_HEXCELLS_N,  COMB_HEXCELLS_NE, COMB_HEXCELLS_NW};

static int look_at(struct looker *looker, int x, int y, struct comb_error *err)
{
    struct comb_hexcells_seen *seen = looker->seen;
    struct guess best = {.score = -1}, next = {.score = -1};
    struct comb_hexcells_glance glance = comb_hexcells_peek(seen, x, y, 0.42, (int)(FAINTEST * looker->full));
    if (glance.count < 3)
        return COMB_OK;
    for (int i = 0; i < COMB_HEXCELLS_DIRECTIONS && best.score < CLEAR; i++) {
        struct comb_point step = comb_hexcells_step(usual_first[i]);
        if (!is_taken(&looker->places, x + step.x, y + step.y) || is_behind(usual_first[i], glance.off))
            continue;
        int code = guess_at(&best, &next, looker, x, y, usual_first[i], err);
        if (code != COMB_OK)
            return code;
    }
    if (best.score < 0.5 || best.ink.contrast < FAINTEST * looker->full)
        return COMB_OK;
    return add_line(seen, x, y, &best, &next) ? COMB_OK : comb_fail_memory(err);
}

static bool has_cell_ahead(const struct places *places, int x, int y)
{
    for (int d = 0; d < COMB_HEXCELLS_DIRECTIONS; d++) {
        struct comb_point step = comb_hexcells_step((enum comb_hexcells_direction)d);
        if (is_taken(places, x + step.x, y + step.y))
            return true;
    }
    return false;
}

static bool is_caption(const struct comb_hexcells_seen *seen, const struct comb_hexcells_counter *counter, int x, int y)
{
    double px, py, half = 0.3 * seen->grid->pitch;
    const struct comb_box *box = &counter->box;
    comb_grid_to_pixel(&px, &py, seen->grid, x, y);
    return counter->seen && px + half >= box->x && py + half >= box->y && px - half <= box->x + box->width &&
           py - half <= box->y + box->height;
}

/* A place where a hint can stand. */
static bool is_open(const struct looker *looker, int x, int y)
{
    return is_free(&looker->places, x, y) && has_cell_ahead(&looker->places, x, y) &&
           !is_caption(looker->seen, &looker->seen->remaining, x, y) &&
           !is_caption(looker->seen, &looker->seen->mistakes, x, y);
}

static int look_everywhere(struct looker *looker, struct comb_error *err)
{
    const struct places *places = &looker->places;
    for (int y = places->top; y < places->top + places->rows; y++)
        for (int x = places->left; x < places->left + places->columns; x++) {
            if (!is_open(looker, x, y))
                continue;
            int code = look_at(looker, x, y, err);
            if (code != COMB_OK)
                return code;
        }
    return COMB_OK;
}

static bool is_near_line(const struct comb_hexcells_seen *seen, int x, int y)
{
    for (size_t i = 0; i < seen->lines.count; i++)
        if (abs(seen->lines.items[i].x - x) + abs(seen->lines.items[i].y - y) <= 1)
            return true;
    return false;
}

/* Whether something passes through a place: it is seen on a circle around it, beside the cells. No text reaches there.
 */
static bool is_crossed(const struct looker *looker, int x, int y, int least)
{
    enum { SAMPLES = 48 };
    struct near near;
    unsigned char light[SAMPLES];
    unsigned count = 0, out = 0;
    cells_near(&near, &looker->places, x, y);
    for (int i = 0; i < SAMPLES; i++) {
        double turn = 2 * 3.14159265358979323846 * i / SAMPLES, u = 0.62 * cos(turn), v = 0.62 * sin(turn), px, py;
        const struct comb_pixels *picture = looker->seen->sight->picture;
        comb_grid_to_pixel(&px, &py, looker->seen->grid, x + u / 0.8660254, y + v / 0.5);
        if (in_cell(&near, u, v) || !(px >= 0 && py >= 0 && px < picture->width && py < picture->height))
            continue;
        const unsigned char *rgb = picture->rgb + 3 * ((size_t)py * picture->width + (size_t)px);
        light[count++] = (unsigned char)comb_hexcells_light((unsigned)rgb[0] << 16 | (unsigned)rgb[1] << 8 | rgb[2]);
    }
    int paper = comb_hexcells_light(looker->seen->grid->background);
    for (unsigned i = 0; i < count; i++)
        out += abs(light[i] - paper) >= least;
    return out >= 2;
}

/* Places where something is written that was not read. */
static int tell_unread(struct looker *looker, struct comb_error *err)
{
    const struct places *places = &looker->places;
    struct comb_hexcells_seen *seen = looker->seen;
    int least = (int)fmax(FAINT_HINT * looker->full, 12);
    for (int y = places->top; y < places->top + places->rows; y++)
        for (int x = places->left; x < places->left + places->columns; x++) {
            if (!is_open(looker, x, y) || is_near_line(seen, x, y) ||
                comb_hexcells_peek(seen, x, y, 0.3, least).count < UNREAD || is_crossed(looker, x, y, least))
                continue;
            struct comb_hexcells_oddity oddity = {x, y, "something was not read: a line hint?"};
            if (!comb_vec_push(&seen->oddities, oddity))
                return comb_fail_memory(err);
        }
    return COMB_OK;
}

/* A dimmed hint is much fainter than the strongest; where all are faint, than hints are. Our own drawings, which have
 * arrows, dim less. */
static void find_dim(struct looker *looker)
{
    struct comb_hexcells_seen *seen = looker->seen;
    double full = looker->full;
    for (size_t i = 0; i < seen->lines.count; i++)
        full = fmax(full, seen->lines.items[i].contrast);
    for (size_t i = 0; i < seen->lines.count; i++)
        seen->lines.items[i].dim = seen->lines.items[i].contrast < (seen->lines.items[i].arrow ? 0.8 : 0.55) * full;
}

int comb_hexcells_see_lines(struct comb_hexcells_seen *seen, struct comb_error *err)
{
    struct looker looker = {.seen = seen};
    size_t most = (size_t)lround(2 * REACH * MOST_DENSITY);
    looker.side = (unsigned)lround(2 * REACH * fmin(fmax(seen->grid->pitch / 1.2, LEAST_DENSITY), MOST_DENSITY));
    looker.full = full_contrast(seen);
    looker.rgb = malloc(3 * most * most);
    looker.keep = malloc(most * most);
    bool ok = looker.rgb && looker.keep && places_new(&looker.places, seen);
    int code = ok ? look_everywhere(&looker, err) : comb_fail_memory(err);
    if (code == COMB_OK)
        code = tell_unread(&looker, err);
    find_dim(&looker);
    free(looker.rgb);
    free(looker.keep);
    free(looker.places.taken);
    return code;
}
