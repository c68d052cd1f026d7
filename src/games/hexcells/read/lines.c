/* Reads line hints: texts in places without a cell, one step before the first cell of their line.
 *
 *          3           {2}                 The bottom of a text points along its line: upright for a line that goes
 *         ___         .                    down, rotated by 60 degrees for the others. In the game the text is a fifth
 * of /   \    ___/                     a pitch nearer to the cell than the place's centre, so its position also
 *        \___/   /   \                     shows which line is meant.
 *
 * Every free place that has a cell one step away in some direction is examined. If there is ink, it is read at the
 * angle of each of those directions; likeness, the ink's position, and the number of cells on the line decide. Ink that
 * no direction can read is reported as uncertain: a silently ignored hint would make the board wrong. */
#include "games/hexcells/read/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MIN_DENSITY = 44, MAX_DENSITY = 80, MARGIN = 2, UNREAD = 12 /* samples of a pixel probe */ };

static const double REACH = 0.66;      /* of a patch to each side, in pitches */
static const double CIRCLE = 0.64;     /* radius of the examined area around a place */
static const double FAINT_HINT = 0.16; /* minimum contrast of a dimmed hint, relative to full contrast */
static const double CLEAR = 1.25;      /* a score that needs no comparison: readable, and at the right position */
static const double FAINTEST = 0.12;   /* relative to full contrast: fainter ink is a decoration */
static const double CELL = 0.515;      /* inradius of the ignored hexagon around a cell, with its frame */
static const double BARE_CELL = 0.465; /* the same without the frame, which a wide text may touch */
static const double TEXT_SIZE = 0.6;   /* width and height of the area where a hint is expected */
static const double OFF_CENTRE = 0.05; /* a text that is further from the middle of its line has lost a character */

const char comb_hexcells_unreadable[] = "unreadable text: a line hint?";
const char comb_hexcells_covered[] = "covered by the counter: a line hint?";

/* ---- places ---- */

struct places {
    signed char *occupied; /* 1: a cell */
    int left, top, columns, rows;
};

static bool places_new(struct places *places, const struct comb_hexcells_detection *board)
{
    int right = 0, bottom = 0;
    for (unsigned i = 0; i < board->cell_count; i++) {
        const struct comb_detected_cell *cell = &board->cells[i].detected;
        places->left = i == 0 || cell->x < places->left ? cell->x : places->left;
        places->top = i == 0 || cell->y < places->top ? cell->y : places->top;
        right = i == 0 || cell->x > right ? cell->x : right;
        bottom = i == 0 || cell->y > bottom ? cell->y : bottom;
    }
    places->left -= MARGIN;
    places->top -= MARGIN;
    places->columns = right + MARGIN + 1 - places->left;
    places->rows = bottom + MARGIN + 1 - places->top;
    places->occupied = calloc((size_t)places->columns * (size_t)places->rows, 1);
    if (!places->occupied)
        return false;
    for (unsigned i = 0; i < board->cell_count; i++) {
        const struct comb_detected_cell *cell = &board->cells[i].detected;
        places->occupied[(cell->y - places->top) * places->columns + cell->x - places->left] = 1;
    }
    return true;
}

static bool is_occupied(const struct places *places, int x, int y)
{
    x -= places->left;
    y -= places->top;
    return x >= 0 && y >= 0 && x < places->columns && y < places->rows && places->occupied[y * places->columns + x];
}

/* Number of cells on the line from a place. */
static unsigned ray_length(const struct places *places, int x, int y, enum comb_hexcells_direction direction)
{
    struct comb_point step = comb_hexcells_step(direction);
    unsigned length = 0;
    for (int k = 1; k <= places->columns + places->rows; k++)
        length += is_occupied(places, x + k * step.x, y + k * step.y);
    return length;
}

/* Neither a cell nor half covered by one of the other parity. */
static bool is_free(const struct places *places, int x, int y)
{
    return !is_occupied(places, x, y) && !is_occupied(places, x, y - 1) && !is_occupied(places, x, y + 1) &&
           !is_occupied(places, x - 1, y) && !is_occupied(places, x + 1, y);
}

/* ---- ink of a place ---- */

static int angle_of(enum comb_hexcells_direction direction)
{
    static const int angles[COMB_HEXCELLS_DIRECTIONS] = {
        [COMB_HEXCELLS_S] = 0,   [COMB_HEXCELLS_SW] = 60,   [COMB_HEXCELLS_W] = 90,  [COMB_HEXCELLS_NW] = 120,
        [COMB_HEXCELLS_N] = 180, [COMB_HEXCELLS_NE] = -120, [COMB_HEXCELLS_E] = -90, [COMB_HEXCELLS_SE] = -60};
    return angles[direction];
}

/* Direction of the line on the picture. */
static void way_of(double way[2], enum comb_hexcells_direction direction)
{
    double turn = angle_of(direction) * (3.14159265358979323846 / 180);
    way[0] = -sin(turn);
    way[1] = cos(turn);
}

struct reader {
    struct comb_hexcells_detection *board;
    struct places places;
    unsigned char *rgb, *keep;
    unsigned side;
    double full; /* approximate contrast of a hint that is not dimmed */
};

struct near {
    double u[24], v[24];
    unsigned count;
};

/* Collects the centres of the cells around a place, in pitches from it. */
static void cells_near(struct near *near, const struct places *places, int x, int y)
{
    near->count = 0;
    for (int dy = -3; dy <= 3; dy++)
        for (int dx = -2; dx <= 2; dx++)
            if (is_occupied(places, x + dx, y + dy) && near->count < 24) {
                near->u[near->count] = dx * 0.8660254;
                near->v[near->count++] = dy * 0.5;
            }
}

static bool in_cell(const struct near *near, double u, double v, double inradius)
{
    for (unsigned i = 0; i < near->count; i++) {
        double du = fabs(u - near->u[i]), dv = fabs(v - near->v[i]);
        if (dv <= inradius && du * 0.8660254 + dv * 0.5 <= inradius)
            return true;
    }
    return false;
}

/* Whether a point `u`, `v` pitches from a place is in the view, and not just at its border, where a frame is blurred.
 */
static bool is_visible(const struct comb_hexcells_detection *board, int x, int y, double u, double v)
{
    double px, py;
    comb_grid_to_pixel(&px, &py, board->grid, x + u / 0.8660254, y + v / 0.5);
    return comb_hexcells_beside_counters(board, px - 1, py - 1) && comb_hexcells_beside_counters(board, px + 1, py + 1);
}

static void mask_place(struct reader *reader, int x, int y, int angle, double cell)
{
    struct near near;
    double turn = angle * (3.14159265358979323846 / 180), c = cos(turn), s = sin(turn);
    unsigned side = reader->side;
    cells_near(&near, &reader->places, x, y);
    for (unsigned i = 0; i < side * side; i++) {
        double a = ((i % side + 0.5) / side - 0.5) * 2 * REACH;
        double b = ((double)(i / side) + 0.5 - side / 2.0) / side * 2 * REACH;
        double u = c * a - s * b, v = s * a + c * b;
        reader->keep[i] =
            a * a + b * b <= CIRCLE * CIRCLE && !in_cell(&near, u, v, cell) && is_visible(reader->board, x, y, u, v);
    }
}

static bool ink_at(struct comb_hexcells_ink *ink, struct reader *reader, int x, int y, int angle, double cell)
{
    struct comb_hexcells_detection *board = reader->board;
    comb_grid_patch(reader->rgb, reader->side, board->detection->picture, board->grid, x, y, REACH, angle);
    mask_place(reader, x, y, angle, cell);
    return comb_hexcells_ink_of(ink, reader->rgb, reader->keep, reader->side, false, &board->arena);
}

/* ---- reading a place ---- */

struct guess {
    enum comb_hexcells_direction direction;
    struct comb_glyph glyph;
    struct comb_hexcells_ink ink;
    int arrow; /* 1: an arrow below the text, -1: above */
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

/* `flipped`: the text was rotated by 180 degrees to be upright, so that its top points along the line. */
static double score_of(const struct reader *reader, int x, int y, const struct guess *guess, bool flipped)
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
    if (number_in(guess->glyph.text) > ray_length(&reader->places, x, y, guess->direction))
        score -= 0.5;
    return score;
}

/* No number begins with a zero. */
static const char *const line_patterns[] = {"#",    "1#",   "2#",   "3#",   "4#",   "5#",   "6#",   "7#",
                                            "8#",   "9#",   "{#}",  "{1#}", "{2#}", "{3#}", "{4#}", "{5#}",
                                            "{6#}", "{7#}", "{8#}", "{9#}", "-#-",  "-1#-", "-2#-", "-3#-",
                                            "-4#-", "-5#-", "-6#-", "-7#-", "-8#-", "-9#-", NULL};

static int read_ink(struct guess *guess, struct comb_error *err)
{
    static const char *const numbers[] = {"#", "1#", "2#", "3#", "4#", "5#", "6#", "7#", "8#", "9#", NULL};
    if (!comb_hexcells_remove_arrow(&guess->arrow, &guess->ink) || !comb_hexcells_remove_marks(&guess->ink))
        return comb_fail_memory(err);
    bool marked = guess->ink.mark != COMB_HEXCELLS_NUMBER;
    int code = comb_hexcells_read_ink(&guess->glyph, &guess->ink, marked ? numbers : line_patterns, err);
    comb_hexcells_restore_marks(&guess->glyph, guess->ink.mark);
    return code;
}

static double off_centre(const struct guess *guess)
{
    return fabs(guess->ink.middle_x) * 2 * REACH;
}

/* Whether a character of the text seems to be lost. */
static bool is_incomplete(const struct guess *guess)
{
    return off_centre(guess) > OFF_CENTRE || comb_hexcells_may_have_dashes(&guess->ink, guess->glyph.text);
}

/* Reads the text at an angle; no text if there is none. A wide text may touch the frames of the cells beside it: its
 * outer characters then seem to extend in from outside and are lost, and the rest is off the line's middle or has faint
 * ink beside it. It is read again with the frames; what is still incomplete is uncertain. */
static int read_angle(struct guess *guess, struct reader *reader, int x, int y, int angle, struct comb_error *err)
{
    const double cells[] = {CELL, BARE_CELL};
    struct guess first = *guess;
    for (int i = 0; i < 2; i++) {
        struct guess now = first;
        bool inked = ink_at(&now.ink, reader, x, y, angle, cells[i]);
        if (!now.ink.cover)
            return comb_fail_memory(err);
        double middle = now.ink.middle_x; /* before marks are removed */
        int code = inked ? read_ink(&now, err) : COMB_OK;
        now.ink.middle_x = middle;
        if (code != COMB_OK)
            return code;
        if (i == 0 || (now.glyph.text[0] && (!is_incomplete(&now) || off_centre(&now) < off_centre(guess))))
            *guess = now;
        if (!guess->glyph.text[0] || !is_incomplete(guess))
            return COMB_OK;
    }
    guess->glyph.confidence = fmin(guess->glyph.confidence, 0.6);
    return COMB_OK;
}

/* Reads one direction at its own angle, or flipped if the text would be upside down. */
static int guess_at(struct guess *best, struct guess *next, struct reader *reader, int x, int y,
                    enum comb_hexcells_direction direction, struct comb_error *err)
{
    int angle = angle_of(direction);
    bool headlong = angle > 90 || angle < -90;
    for (int flip = 0; flip <= (headlong ? 180 : 0); flip += 180) {
        struct guess guess = {.direction = direction};
        int code = read_angle(&guess, reader, x, y, angle + flip, err);
        if (code != COMB_OK)
            return code;
        if (!guess.glyph.text[0])
            continue;
        guess.score = score_of(reader, x, y, &guess, flip != 0);
        if (guess.score > best->score) {
            *next = *best;
            *best = guess;
        } else if (guess.score > next->score) {
            *next = guess;
        }
    }
    return COMB_OK;
}

static struct comb_pixel_box box_at(const struct comb_detected_grid *grid, int x, int y)
{
    double px, py, half = grid->pitch / 2;
    comb_grid_to_pixel(&px, &py, grid, x, y);
    return (struct comb_pixel_box){(int)lround(px - half), (int)lround(py - half), (int)lround(2 * half),
                                   (int)lround(2 * half)};
}

static bool add_line(struct comb_hexcells_detection *board, int x, int y, const struct guess *best,
                     const struct guess *next)
{
    double confidence = best->glyph.confidence;
    if (next->score > best->score - 0.1)
        confidence = fmin(confidence, 0.6);
    struct comb_hexcells_detected_line line = {.x = x,
                                               .y = y,
                                               .direction = best->direction,
                                               .glyph = best->glyph,
                                               .contrast = best->ink.contrast,
                                               .arrow = best->arrow != 0,
                                               .confidence = confidence,
                                               .box = box_at(board->grid, x, y)};
    return comb_vec_push(&board->lines, line);
}

/* Contrast of a full hint: less is a decoration; a dimmed hint has a fifth of it. */
static double full_contrast(const struct comb_hexcells_detection *board)
{
    double full = 0;
    for (unsigned i = 0; i < board->cell_count; i++)
        if (board->cells[i].state == COMB_HEXCELLS_DETECTED_BLACK)
            full = fmax(full, 0.8 * abs(comb_hexcells_lightness(board->cells[i].detected.colour) -
                                        comb_hexcells_lightness(board->grid->background)));
    return full > 0 ? full : 100;
}

/* Ink clearly off the place's centre does not belong to a line in the opposite direction. */
static bool is_behind(enum comb_hexcells_direction direction, const double off[2])
{
    double way[2], distance = hypot(off[0], off[1]);
    way_of(way, direction);
    return distance > 0.15 && off[0] * way[0] + off[1] * way[1] < 0.45 * distance;
}

static const enum comb_hexcells_direction usual_first[COMB_HEXCELLS_DIRECTIONS] = {
    COMB_HEXCELLS_S, COMB_HEXCELLS_SE, COMB_HEXCELLS_SW, COMB_HEXCELLS_E,
    COMB_HEXCELLS_W, COMB_HEXCELLS_N,  COMB_HEXCELLS_NE, COMB_HEXCELLS_NW};

static int read_place(struct reader *reader, int x, int y, struct comb_error *err)
{
    struct comb_hexcells_detection *board = reader->board;
    struct guess best = {.score = -1}, next = {.score = -1};
    struct comb_hexcells_pixel_probe probe =
        comb_hexcells_probe_pixels(board, x, y, 0.42, (int)(FAINTEST * reader->full));
    if (probe.count < 3)
        return COMB_OK;
    for (int i = 0; i < COMB_HEXCELLS_DIRECTIONS && best.score < CLEAR; i++) {
        struct comb_point step = comb_hexcells_step(usual_first[i]);
        if (!is_occupied(&reader->places, x + step.x, y + step.y) || is_behind(usual_first[i], probe.off))
            continue;
        int code = guess_at(&best, &next, reader, x, y, usual_first[i], err);
        if (code != COMB_OK)
            return code;
    }
    if (best.score < 0.5 || best.ink.contrast < FAINTEST * reader->full)
        return COMB_OK;
    return add_line(board, x, y, &best, &next) ? COMB_OK : comb_fail_memory(err);
}

static bool has_cell_ahead(const struct places *places, int x, int y)
{
    for (int d = 0; d < COMB_HEXCELLS_DIRECTIONS; d++) {
        struct comb_point step = comb_hexcells_step((enum comb_hexcells_direction)d);
        if (is_occupied(places, x + step.x, y + step.y))
            return true;
    }
    return false;
}

/* Whether a place is too near to a counter with words, which are not in its box. */
static bool is_caption(const struct comb_hexcells_detection *board, const struct comb_hexcells_counter *counter,
                       double x, double y)
{
    double half = 0.3 * board->grid->pitch;
    const struct comb_pixel_box *box = &counter->box;
    return counter->detected && !counter->bare && x + half >= box->x && y + half >= box->y &&
           x - half <= box->x + box->width && y - half <= box->y + box->height;
}

/* Whether a place can hold a hint. */
static bool is_open(const struct reader *reader, int x, int y)
{
    double px, py;
    comb_grid_to_pixel(&px, &py, reader->board->grid, x, y);
    return is_free(&reader->places, x, y) && has_cell_ahead(&reader->places, x, y) &&
           comb_hexcells_in_view(reader->board, px - 1, py - 1) &&
           comb_hexcells_in_view(reader->board, px + 1, py + 1) &&
           !is_caption(reader->board, &reader->board->remaining, px, py) &&
           !is_caption(reader->board, &reader->board->mistakes, px, py);
}

static int read_places(struct reader *reader, struct comb_error *err)
{
    const struct places *places = &reader->places;
    for (int y = places->top; y < places->top + places->rows; y++)
        for (int x = places->left; x < places->left + places->columns; x++) {
            if (!is_open(reader, x, y))
                continue;
            int code = read_place(reader, x, y, err);
            if (code != COMB_OK)
                return code;
        }
    return COMB_OK;
}

static bool is_near_line(const struct comb_hexcells_detection *board, int x, int y)
{
    for (size_t i = 0; i < board->lines.count; i++)
        if (abs(board->lines.items[i].x - x) + abs(board->lines.items[i].y - y) <= 1)
            return true;
    return false;
}

/* Whether something crosses a place: it shows on a circle around it, beside the cells, where no text reaches. */
static bool is_crossed(const struct reader *reader, int x, int y, int min)
{
    enum { SAMPLES = 48 };
    struct near near;
    unsigned char light[SAMPLES];
    unsigned count = 0, out = 0;
    cells_near(&near, &reader->places, x, y);
    for (int i = 0; i < SAMPLES; i++) {
        double turn = 2 * 3.14159265358979323846 * i / SAMPLES, u = 0.62 * cos(turn), v = 0.62 * sin(turn), px, py;
        const struct comb_pixels *picture = reader->board->detection->picture;
        comb_grid_to_pixel(&px, &py, reader->board->grid, x + u / 0.8660254, y + v / 0.5);
        if (in_cell(&near, u, v, CELL) || !comb_hexcells_beside_counters(reader->board, px, py))
            continue;
        const unsigned char *rgb = picture->rgb + 3 * ((size_t)py * picture->width + (size_t)px);
        light[count++] =
            (unsigned char)comb_hexcells_lightness((unsigned)rgb[0] << 16 | (unsigned)rgb[1] << 8 | rgb[2]);
    }
    int paper = comb_hexcells_lightness(reader->board->grid->background);
    for (unsigned i = 0; i < count; i++)
        out += abs(light[i] - paper) >= min;
    return out >= 2;
}

/* Whether the counter covers much of a place: a hint there cannot be seen. */
static bool is_covered(const struct comb_hexcells_detection *board, int x, int y)
{
    enum { SAMPLES = 9 };
    unsigned covered = 0;
    for (int i = 0; i < SAMPLES * SAMPLES; i++) {
        double u = (i % SAMPLES - SAMPLES / 2) * TEXT_SIZE / SAMPLES, px, py;
        double v = (i / SAMPLES - SAMPLES / 2) * TEXT_SIZE / SAMPLES;
        comb_grid_to_pixel(&px, &py, board->grid, x + u / 0.8660254, y + v / 0.5);
        covered += comb_hexcells_in_view(board, px, py) && !comb_hexcells_beside_counters(board, px, py);
    }
    return covered * 2 > SAMPLES * SAMPLES;
}

/* Reports places with text that could not be read. */
static int report_unread(struct reader *reader, struct comb_error *err)
{
    const struct places *places = &reader->places;
    struct comb_hexcells_detection *board = reader->board;
    int min = (int)fmax(FAINT_HINT * reader->full, 12);
    for (int y = places->top; y < places->top + places->rows; y++)
        for (int x = places->left; x < places->left + places->columns; x++) {
            if (!is_open(reader, x, y) || is_near_line(board, x, y))
                continue;
            bool covered = is_covered(board, x, y);
            if (!covered &&
                (comb_hexcells_probe_pixels(board, x, y, 0.3, min).count < UNREAD || is_crossed(reader, x, y, min)))
                continue;
            struct comb_hexcells_uncertain_place uncertain = {
                x, y, covered ? comb_hexcells_covered : comb_hexcells_unreadable};
            if (!comb_vec_push(&board->uncertain_places, uncertain))
                return comb_fail_memory(err);
        }
    return COMB_OK;
}

/* A dimmed hint is much fainter than the strongest one or, if all are faint, than hints normally are. Our own drawings,
 * which have arrows, dim less. */
static void find_dim(struct reader *reader)
{
    struct comb_hexcells_detection *board = reader->board;
    double full = reader->full;
    for (size_t i = 0; i < board->lines.count; i++)
        full = fmax(full, board->lines.items[i].contrast);
    for (size_t i = 0; i < board->lines.count; i++)
        board->lines.items[i].dim = board->lines.items[i].contrast < (board->lines.items[i].arrow ? 0.8 : 0.55) * full;
}

int comb_hexcells_detect_lines(struct comb_hexcells_detection *board, struct comb_error *err)
{
    struct reader reader = {.board = board};
    size_t max = (size_t)lround(2 * REACH * MAX_DENSITY);
    reader.side = (unsigned)lround(2 * REACH * fmin(fmax(board->grid->pitch / 1.2, MIN_DENSITY), MAX_DENSITY));
    reader.full = full_contrast(board);
    reader.rgb = malloc(3 * max * max);
    reader.keep = malloc(max * max);
    bool ok = reader.rgb && reader.keep && places_new(&reader.places, board);
    int code = ok ? read_places(&reader, err) : comb_fail_memory(err);
    if (code == COMB_OK)
        code = report_unread(&reader, err);
    find_dim(&reader);
    free(reader.rgb);
    free(reader.keep);
    free(reader.places.occupied);
    return code;
}
