/* Shows a window named "Hexcells" with a level in it. A left click marks a cell as blue, a right click as black; a
 * correct mark uncovers the cell, a wrong one counts as a mistake and uncovers nothing. Every click is logged:
 *
 *     ready 0x200001                  the window id, once it is shown
 *     left 12,7 right                 or wrong, or nothing if there was no hidden cell
 *     done mistakes 0                 all cells are uncovered
 *
 *     hexcells_game LEVEL --log FILE [--size 1280x720] [--at 40,60] [--title TEXT] [--font NAME] [--animate] [--hover]
 *                   [--drift] [--end] [--swap] [--override] [--lie X,Y] [--picture FILE.png]
 *
 * --drift keeps the background moving. --end shows an end screen once all cells are uncovered. --swap exchanges the
 * buttons. --override bypasses the window manager. --lie counts a mistake for a correct mark of that cell, as if a hint
 * had been drawn wrongly. --picture writes the picture to a file and needs no display. The program runs until it is
 * killed or the display is gone. */
#define _POSIX_C_SOURCE 200809L
#include "game.h"

#include "base/file.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <xcb/xcb.h>

struct program {
    struct game game;
    const char *level_path, *log_path, *title, *picture;
    FILE *log;
    int at_x, at_y;
    unsigned width, height;
    bool swap, override;
    int lie_x, lie_y;
    xcb_connection_t *connection;
    xcb_screen_t *screen;
    xcb_window_t window;
    xcb_gcontext_t context;
    cairo_surface_t *surface;
};

static int fail(const char *what)
{
    fprintf(stderr, "hexcells_game: %s\n", what);
    return 2;
}

static double seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* ---- arguments ---- */

static bool parse_flag(struct program *program, const char *word)
{
    struct {
        const char *name;
        bool *flag;
    } flags[] = {
        {"--animate", &program->game.animates}, {"--hover", &program->game.hovers}, {"--end", &program->game.ends},
        {"--drift", &program->game.drifts},     {"--swap", &program->swap},         {"--override", &program->override}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(word, flags[i].name) == 0)
            return *flags[i].flag = true;
    return false;
}

static bool parse_value(struct program *program, const char *word, const char *value)
{
    if (strcmp(word, "--log") == 0)
        program->log_path = value;
    else if (strcmp(word, "--title") == 0)
        program->title = value;
    else if (strcmp(word, "--font") == 0)
        program->game.font = value;
    else if (strcmp(word, "--picture") == 0)
        program->picture = value;
    else if (strcmp(word, "--size") == 0)
        return sscanf(value, "%ux%u", &program->width, &program->height) == 2;
    else if (strcmp(word, "--at") == 0)
        return sscanf(value, "%d,%d", &program->at_x, &program->at_y) == 2;
    else if (strcmp(word, "--lie") == 0)
        return sscanf(value, "%d,%d", &program->lie_x, &program->lie_y) == 2;
    else
        return false;
    return true;
}

static bool parse_arguments(struct program *program, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (parse_flag(program, argv[i]))
            continue;
        if (argv[i][0] != '-' && !program->level_path)
            program->level_path = argv[i];
        else if (i + 1 >= argc || !parse_value(program, argv[i], argv[i + 1]))
            return false;
        else
            i++;
    }
    return program->level_path && (program->log_path || program->picture);
}

/* ---- the game ---- */

static bool load_level(struct game *game, const char *path)
{
    struct comb_error err = {0};
    struct comb_buf text = {0};
    if (comb_file_read(&text, path, COMB_HEXCELLS_MAX_INPUT, &err) != COMB_OK ||
        comb_hexcells_level_read(&game->level, comb_buf_text(&text), text.length, 0, &err) != COMB_OK) {
        fprintf(stderr, "hexcells_game: %s: %s\n", path, err.message);
        comb_buf_free(&text);
        return false;
    }
    comb_buf_free(&text);
    game->uncovered = calloc(game->level->cell_count, sizeof *game->uncovered);
    game->since = calloc(game->level->cell_count, sizeof *game->since);
    if (!game->uncovered || !game->since)
        return false;
    for (unsigned i = 0; i < game->level->cell_count; i++) {
        const struct comb_hexcells_cell *cell = &game->level->cells[i];
        game->uncovered[i] = cell->shown != COMB_HEXCELLS_UNKNOWN;
        game->hidden += !game->uncovered[i];
        game->blue_hidden += !game->uncovered[i] && cell->truth == COMB_HEXCELLS_BLUE;
    }
    return true;
}

static void mark_cell(struct program *program, int cell, bool blue)
{
    struct game *game = &program->game;
    const char *button = blue != program->swap ? "left" : "right";
    if (cell == NOTHING || game->uncovered[cell]) {
        fprintf(program->log, "%s nothing\n", button);
        return;
    }
    const struct comb_hexcells_cell *it = &game->level->cells[cell];
    bool lied = it->at.x == program->lie_x && it->at.y == program->lie_y;
    bool right = !lied && (it->truth == COMB_HEXCELLS_BLUE) == blue;
    fprintf(program->log, "%s %d,%d %s\n", button, it->at.x, it->at.y, right ? "right" : "wrong");
    if (!right) {
        game->mistakes++;
        return;
    }
    game->uncovered[cell] = true;
    game->since[cell] = game->now;
    game->hidden--;
    game->blue_hidden -= blue;
    if (game->hidden == 0)
        fprintf(program->log, "done mistakes %u\n", game->mistakes);
}

/* ---- the window ---- */

static int open_window(struct program *program)
{
    xcb_connection_t *c = program->connection = xcb_connect(NULL, NULL);
    if (xcb_connection_has_error(c))
        return fail("cannot connect to the display");
    xcb_screen_t *screen = program->screen = xcb_setup_roots_iterator(xcb_get_setup(c)).data;
    if (screen->root_depth != 24)
        return fail("cannot open a window: expected a display of depth 24");
    uint32_t values[] = {program->override, XCB_EVENT_MASK_EXPOSURE | XCB_EVENT_MASK_BUTTON_PRESS |
                                                XCB_EVENT_MASK_POINTER_MOTION | XCB_EVENT_MASK_LEAVE_WINDOW};
    program->window = xcb_generate_id(c);
    program->context = xcb_generate_id(c);
    xcb_create_window(c, XCB_COPY_FROM_PARENT, program->window, screen->root, (int16_t)program->at_x,
                      (int16_t)program->at_y, (uint16_t)program->width, (uint16_t)program->height, 0,
                      XCB_WINDOW_CLASS_INPUT_OUTPUT, screen->root_visual, XCB_CW_OVERRIDE_REDIRECT | XCB_CW_EVENT_MASK,
                      values);
    xcb_create_gc(c, program->context, program->window, 0, NULL);
    xcb_change_property(c, XCB_PROP_MODE_REPLACE, program->window, XCB_ATOM_WM_NAME, XCB_ATOM_STRING, 8,
                        (uint32_t)strlen(program->title), program->title);
    xcb_map_window(c, program->window);
    return xcb_flush(c) > 0 ? 0 : fail("the display closed the connection");
}

/* Uploads the picture in bands, because X11 limits the size of a request. */
static void upload_picture(struct program *program)
{
    enum { BAND = 32 };
    const unsigned char *pixels = cairo_image_surface_get_data(program->surface);
    unsigned stride = (unsigned)cairo_image_surface_get_stride(program->surface);
    for (unsigned y = 0; y < program->height; y += BAND) {
        unsigned rows = program->height - y < BAND ? program->height - y : BAND;
        xcb_put_image(program->connection, XCB_IMAGE_FORMAT_Z_PIXMAP, program->window, program->context,
                      (uint16_t)program->width, (uint16_t)rows, 0, (int16_t)y, 0, program->screen->root_depth,
                      rows * stride, pixels + (size_t)y * stride);
    }
    xcb_flush(program->connection);
}

static void draw_picture(struct program *program)
{
    cairo_t *cairo = cairo_create(program->surface);
    game_draw(&program->game, cairo);
    cairo_destroy(cairo);
    cairo_surface_flush(program->surface);
}

static bool is_moving(const struct game *game)
{
    for (unsigned i = 0; game->animates && i < game->level->cell_count; i++)
        if (game->uncovered[i] && game->since[i] > 0 && (game->now - game->since[i]) * 1000 < CELL_TURNS_MS + 100)
            return true;
    return game->drifts;
}

/* Handles an event; returns whether the picture must be redrawn. */
static bool handle_event(struct program *program, const xcb_generic_event_t *event)
{
    struct game *game = &program->game;
    int before = game->hovered;
    const xcb_button_press_event_t *press = (const void *)event;
    const xcb_motion_notify_event_t *motion = (const void *)event;
    switch (event->response_type & 0x7f) {
    case XCB_EXPOSE:
        return true;
    case XCB_BUTTON_PRESS:
        if (press->detail == 1 || press->detail == 3)
            mark_cell(program, game_cell_at(game, press->event_x, press->event_y),
                      (press->detail == 1) != program->swap);
        return true;
    case XCB_MOTION_NOTIFY:
        game->hovered = game_cell_at(game, motion->event_x, motion->event_y);
        return game->hovers && game->hovered != before;
    case XCB_LEAVE_NOTIFY:
        game->hovered = NOTHING;
        return game->hovers && before != NOTHING;
    default:
        return false;
    }
}

static void event_loop(struct program *program)
{
    struct pollfd wait = {.fd = xcb_get_file_descriptor(program->connection), .events = POLLIN};
    bool ready = false;
    bool moving = false;
    while (!xcb_connection_has_error(program->connection)) {
        poll(&wait, 1, moving ? 30 : 1000);
        program->game.now = seconds();
        bool changed = moving;
        for (xcb_generic_event_t *event; (event = xcb_poll_for_event(program->connection)); free(event))
            changed |= handle_event(program, event);
        moving = is_moving(&program->game);
        if (!changed)
            continue;
        draw_picture(program);
        upload_picture(program);
        if (!ready)
            fprintf(program->log, "ready 0x%x\n", (unsigned)program->window);
        ready = true;
    }
}

static int run_game(struct program *program)
{
    game_lay_out(&program->game, program->width, program->height);
    program->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)program->width, (int)program->height);
    draw_picture(program);
    if (program->picture)
        return cairo_surface_write_to_png(program->surface, program->picture) == CAIRO_STATUS_SUCCESS
                   ? 0
                   : fail("cannot write the picture file");
    program->log = fopen(program->log_path, "w");
    if (!program->log)
        return fail("cannot write the log file");
    setvbuf(program->log, NULL, _IOLBF, 0);
    int status = open_window(program);
    if (status != 0)
        return status;
    event_loop(program);
    fclose(program->log);
    xcb_disconnect(program->connection);
    return 0;
}

int main(int argc, char **argv)
{
    struct program program = {
        .game = {.hovered = NOTHING, .font = "Helvetica"},
        .title = "Hexcells",
        .width = 1280,
        .height = 720,
        .lie_x = NOTHING,
        .lie_y = NOTHING,
    };
    if (!parse_arguments(&program, argc, argv))
        return fail("usage: hexcells_game LEVEL --log FILE [options]; see the comment in main.c");
    int status = load_level(&program.game, program.level_path) ? run_game(&program) : 2;
    cairo_surface_destroy(program.surface);
    comb_hexcells_level_free(program.game.level);
    free(program.game.uncovered);
    free(program.game.since);
    return status;
}
