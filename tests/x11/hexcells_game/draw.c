/* Draws the picture with the measurements of the game at 1920x1080: a pitch of 93.75 pixels between a cell and the one
 * below it, columns 0.878 of it apart, hexagons with a circumradius of 0.517, a border of 0.085 and a white outline. */
#include "game.h"

#include <math.h>
#include <stdio.h>

static const double PI = 3.14159265358979323846;
static const double COLUMN = 0.878;
static const double RADIUS = 0.517;
static const double FULL_PITCH = 93.75;

struct paint {
    unsigned fill, border;
};

static void set_colour(cairo_t *cairo, unsigned rgb, double alpha)
{
    cairo_set_source_rgba(cairo, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0, alpha);
}

static double interface_scale(const struct game *game)
{
    return fmin(game->width / 1920.0, game->height / 1080.0);
}

void game_lay_out(struct game *game, unsigned width, unsigned height)
{
    const struct comb_hexcells_level *level = game->level;
    int min_x = 1000, min_y = 1000, max_x = -1000, max_y = -1000;
    for (unsigned i = 0; i < level->cell_count + level->line_count; i++) {
        struct comb_point at = i < level->cell_count ? level->cells[i].at : level->lines[i - level->cell_count].at;
        min_x = at.x < min_x ? at.x : min_x;
        min_y = at.y < min_y ? at.y : min_y;
        max_x = at.x > max_x ? at.x : max_x;
        max_y = at.y > max_y ? at.y : max_y;
    }
    game->width = width;
    game->height = height;
    double scale = interface_scale(game);
    double room_x = width - 360 * scale;
    double room_y = height - 40 * scale;
    double columns = (max_x - min_x) * COLUMN + 1.1;
    double rows = (max_y - min_y) * 0.5 + 1;
    game->pitch = fmin(FULL_PITCH * scale, fmin(room_x / columns, room_y / rows));
    game->left = 95 * scale + room_x / 2 - (min_x + max_x) / 2.0 * COLUMN * game->pitch;
    game->top = height / 2.0 - (min_y + max_y) / 4.0 * game->pitch;
}

static void centre(double *x, double *y, const struct game *game, struct comb_point at)
{
    *x = game->left + at.x * COLUMN * game->pitch;
    *y = game->top + at.y * 0.5 * game->pitch;
}

int game_cell_at(const struct game *game, double x, double y)
{
    for (unsigned i = 0; i < game->level->cell_count; i++) {
        double cx, cy;
        centre(&cx, &cy, game, game->level->cells[i].at);
        double dx = fabs(x - cx) / game->pitch;
        double dy = fabs(y - cy) / game->pitch;
        if (dy <= RADIUS * sqrt(3) / 2 && dx * sqrt(3) + dy <= RADIUS * sqrt(3))
            return (int)i;
    }
    return NOTHING;
}

static void hexagon_path(cairo_t *cairo, double x, double y, double radius)
{
    cairo_new_path(cairo);
    for (int corner = 0; corner < 6; corner++)
        cairo_line_to(cairo, x + radius * cos(corner * PI / 3), y + radius * sin(corner * PI / 3));
    cairo_close_path(cairo);
}

static void draw_centred_text(cairo_t *cairo, const struct game *game, const char *text, double x, double y,
                              double size, double degrees)
{
    cairo_text_extents_t extents;
    cairo_text_extents_t digit;
    cairo_save(cairo);
    cairo_select_font_face(cairo, game->font, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
    cairo_set_font_size(cairo, size);
    cairo_text_extents(cairo, text, &extents);
    cairo_text_extents(cairo, "0", &digit);
    cairo_translate(cairo, x, y);
    cairo_rotate(cairo, degrees * PI / 180);
    cairo_move_to(cairo, -extents.width / 2 - extents.x_bearing, digit.height / 2);
    cairo_show_text(cairo, text);
    cairo_restore(cairo);
}

/* A soft shadow, down and to the left, in a few layers. */
static void draw_shadow(cairo_t *cairo, const struct game *game, struct comb_point at)
{
    double x, y;
    centre(&x, &y, game, at);
    for (int layer = 0; layer < 4; layer++) {
        hexagon_path(cairo, x - 0.06 * game->pitch, y + 0.06 * game->pitch, (RADIUS + 0.015 * layer) * game->pitch);
        set_colour(cairo, 0x000000, 0.02);
        cairo_fill(cairo);
    }
}

static unsigned lighter(unsigned rgb)
{
    unsigned out = 0;
    for (unsigned shift = 0; shift <= 16; shift += 8) {
        unsigned part = rgb >> shift & 255;
        out |= (part + (255 - part) / 3) << shift;
    }
    return out;
}

static struct paint paint_of(const struct game *game, unsigned cell, bool uncovered)
{
    struct paint orange = {0xffb129, 0xff9f00};
    struct paint blue = {0x05a4eb, 0x149cd8};
    struct paint black = {0x3e3e3e, 0x2c2f31};
    struct paint paint = !uncovered ? orange : game->level->cells[cell].truth == COMB_HEXCELLS_BLUE ? blue : black;
    if (game->hovers && game->hovered == (int)cell && !uncovered)
        paint = (struct paint){lighter(paint.fill), lighter(paint.border)};
    return paint;
}

static void draw_cell(cairo_t *cairo, const struct game *game, unsigned cell)
{
    const struct comb_hexcells_cell *it = &game->level->cells[cell];
    double age = game->animates && game->uncovered[cell] ? (game->now - game->since[cell]) * 1000 / CELL_TURNS_MS : 1;
    bool uncovered = game->uncovered[cell] && age > 0.5;
    double size = game->pitch * (age < 1 ? fabs(2 * age - 1) * 0.6 + 0.4 : 1);
    struct paint paint = paint_of(game, cell, uncovered);
    char text[COMB_HEXCELLS_ID_LENGTH];
    double x, y;
    centre(&x, &y, game, it->at);
    hexagon_path(cairo, x, y, (RADIUS + 0.032) * size);
    set_colour(cairo, 0xffffff, 1);
    cairo_fill(cairo);
    hexagon_path(cairo, x, y, RADIUS * size);
    set_colour(cairo, paint.border, 1);
    cairo_fill(cairo);
    hexagon_path(cairo, x, y, (RADIUS - 0.1) * size);
    set_colour(cairo, paint.fill, 1);
    cairo_fill(cairo);
    if (!uncovered)
        return;
    comb_hexcells_hint_text(text, it->hint, it->number, it->truth == COMB_HEXCELLS_BLUE);
    set_colour(cairo, 0xffffff, 1);
    draw_centred_text(cairo, game, text, x, y, 0.37 * size, 0);
}

/* The text is rotated so that its bottom points along the line. */
static void draw_line(cairo_t *cairo, const struct game *game, const struct comb_hexcells_line *line)
{
    struct comb_point step = comb_hexcells_step(line->direction);
    double dx = step.x * COLUMN;
    double dy = step.y * 0.5;
    double degrees = step.x == 0 ? (step.y > 0 ? 0 : 180) : step.x > 0 ? -60 : 60;
    char text[COMB_HEXCELLS_ID_LENGTH];
    double x, y;
    centre(&x, &y, game, line->at);
    comb_hexcells_hint_text(text, line->hint, line->number, false);
    set_colour(cairo, 0x444444, 1);
    draw_centred_text(cairo, game, text, x + 0.2 * game->pitch * dx / hypot(dx, dy),
                      y + 0.2 * game->pitch * dy / hypot(dx, dy), 0.37 * game->pitch, degrees);
}

static void draw_right_aligned_text(cairo_t *cairo, const char *text, double right, double baseline, double size)
{
    cairo_text_extents_t extents;
    cairo_set_font_size(cairo, size);
    cairo_text_extents(cairo, text, &extents);
    cairo_move_to(cairo, right - extents.width - extents.x_bearing, baseline);
    cairo_show_text(cairo, text);
}

static void draw_box(cairo_t *cairo, const struct game *game, double top, const char *label, unsigned number)
{
    char digits[16];
    double scale = interface_scale(game);
    cairo_save(cairo);
    cairo_translate(cairo, game->width, 0);
    cairo_scale(cairo, scale, scale);
    cairo_rectangle(cairo, -228, top + 8, 190, 72);
    set_colour(cairo, 0x000000, 0.08);
    cairo_fill(cairo);
    cairo_rectangle(cairo, -219, top, 190, 72);
    set_colour(cairo, 0x05a4eb, 1);
    cairo_fill(cairo);
    set_colour(cairo, 0xffffff, 1);
    snprintf(digits, sizeof digits, "%u", number);
    cairo_select_font_face(cairo, game->font, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    draw_right_aligned_text(cairo, label, -45, top + 23, 26);
    cairo_select_font_face(cairo, game->font, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
    draw_right_aligned_text(cairo, digits, -45, top + 67, 53);
    cairo_restore(cairo);
}

/* Draws what is not part of the board: large faint hexagons, stripes, the name of the level. */
static void draw_backdrop(cairo_t *cairo, const struct game *game)
{
    static const double faint[][3] = {
        {0.1, 0.4, 80}, {0.71, 0.28, 170}, {0.3, 0.62, 90}, {0.93, 0.66, 110}, {0.55, 0.85, 140}};
    double scale = interface_scale(game);
    double drift = game->drifts ? 40 * scale * sin(game->now) : 0;
    set_colour(cairo, 0xe7e7e7, 1);
    cairo_paint(cairo);
    cairo_set_line_width(cairo, 3 * scale);
    for (size_t i = 0; i < sizeof faint / sizeof *faint; i++) {
        hexagon_path(cairo, faint[i][0] * game->width, faint[i][1] * game->height + drift, faint[i][2] * scale);
        set_colour(cairo, 0xdedede, 0.6);
        cairo_stroke(cairo);
    }
    set_colour(cairo, 0xc8c8c8, 1);
    for (int stripe = 0; stripe < 7; stripe++) {
        cairo_move_to(cairo, (120 + 10 * stripe) * scale, 0);
        cairo_line_to(cairo, 0, (120 + 10 * stripe) * scale);
        cairo_stroke(cairo);
    }
    cairo_save(cairo);
    cairo_select_font_face(cairo, game->font, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, 90 * scale);
    cairo_move_to(cairo, 12 * scale, 640 * scale);
    cairo_rotate(cairo, PI / 2);
    cairo_text_path(cairo, "LEVEL 1-1");
    cairo_set_line_width(cairo, 2 * scale);
    cairo_stroke(cairo);
    cairo_restore(cairo);
}

static void draw_end(cairo_t *cairo, const struct game *game)
{
    set_colour(cairo, 0x05a4eb, 1);
    draw_centred_text(cairo, game, "LEVEL COMPLETE", game->width / 2.0, game->height / 2.0, game->height / 10.0, 0);
}

void game_draw(const struct game *game, cairo_t *cairo)
{
    const struct comb_hexcells_level *level = game->level;
    draw_backdrop(cairo, game);
    if (game->ends && game->hidden == 0) {
        draw_end(cairo, game);
        return;
    }
    for (unsigned i = 0; i < level->cell_count; i++)
        draw_shadow(cairo, game, level->cells[i].at);
    for (unsigned i = 0; i < level->cell_count; i++)
        draw_cell(cairo, game, i);
    for (unsigned i = 0; i < level->line_count; i++)
        draw_line(cairo, game, &level->lines[i]);
    draw_box(cairo, game, 22, "REMAINING", game->blue_hidden);
    draw_box(cairo, game, 123, "MISTAKES", game->mistakes);
}
