/* `comb play` on a screen that does not exist: a back end (screen/backend.h) that draws the game of tests/x11 and
 * receives the clicks. Its clock runs with its screenshots, so that a slow game takes no time. */
#include <stdarg.h>
#include <stddef.h>

#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/play/play.h"
#include "core/game.h"
#include "core/run.h"
#include "screen/backend.h"

#include "x11/hexcells_game/draw.c"

#include <stdlib.h>
#include <string.h>

static const char TINY[] =
    "Hexcells level v1\nSo tiny\n\n\n\n"
    "......|+......\n....|n........\n..|+..x.../+..\n\\+..x...o.....\n..x...o...o...\n"
    "....x...o.....\n..o...x...o...\n....o...o.....\n..x...x...o...\n....x...o.....\n......x.......\n";
/* Three hidden cells, each two of them counted by one number: read as 1, 1 and 1 the numbers contradict each other,
 * but no two of them do. */
static const char ODD[] = "Hexcells level v1\nOdd\n\n\n\n"
                          "..........\n....x.....\n..O+..O+..\n....O.....\n..x...o...\n....O+....\n..........\n";

/* Takes five rounds; the number at (5,5) appears in the first. */
static const char ROUNDS[] = "Hexcells level v1\nRounds\n\n\n\n"
                             "........|+....\n"
                             "......\\+......\n"
                             "........x.....\n"
                             "..\\n..o...o...\n"
                             "....x...on..O+\n"
                             "......x...o+..\n"
                             "....x...x...o.\n"
                             "......o...o+..\n"
                             "....x...o+..x.\n"
                             "......o...o...\n"
                             "........x.....\n";

enum { WIDTH = 900, HEIGHT = 700, MAX_CLICKS = 200 };
static const double SHOT_TIME = 1; /* seconds of the game's clock per screenshot */

struct fake {
    struct game game;
    double clock;
    struct comb_screen_point pointer, target;
    unsigned late_polls, polls; /* the pointer arrives when it was asked for this many times */
    double slow;                /* seconds until a click is handled */
    unsigned lose;              /* every n-th click is lost; 1: all; 0: none */
    int misdrawn;               /* cell drawn with the number 1 */
    unsigned misdrawn_shots;    /* for so many screenshots */
    unsigned smudged;           /* cell + 1 whose number cannot be read; 0: none */
    bool user_moves;
    unsigned shots, presses, wrong;
    struct {
        double at;
        int cell;
        bool blue;
    } waiting[MAX_CLICKS];
    unsigned waiting_count;
    unsigned asked;
    const char *next;     /* level that follows a solved one; NULL: none */
    bool next_by_itself;  /* without a click */
    unsigned next_clicks; /* clicks on the place of --next-at after the end */
};

static struct fake *fake; /* of the running test: the back end opens without arguments */

static double fake_clock(void *payload)
{
    (void)payload;
    return fake->clock += 1e-4;
}

/* ---- the game ---- */

static void load_level(const char *text)
{
    struct comb_error err = {0};
    struct game *game = &fake->game;
    assert_int_equal(comb_hexcells_level_read(&game->level, text, strlen(text), 0, &err), COMB_OK);
    game->uncovered = calloc(game->level->cell_count, sizeof *game->uncovered);
    game->since = calloc(game->level->cell_count, sizeof *game->since);
    for (unsigned i = 0; i < game->level->cell_count; i++) {
        game->uncovered[i] = game->level->cells[i].shown != COMB_HEXCELLS_UNKNOWN;
        game->hidden += !game->uncovered[i];
        game->blue_hidden += !game->uncovered[i] && game->level->cells[i].truth == COMB_HEXCELLS_BLUE;
    }
    game_lay_out(game, WIDTH, HEIGHT);
}

static void mark_cell(int cell, bool blue)
{
    struct game *game = &fake->game;
    if (cell == NOTHING || game->uncovered[cell]) {
        fake->wrong++;
    } else if ((game->level->cells[cell].truth == COMB_HEXCELLS_BLUE) != blue) {
        game->mistakes++;
    } else {
        game->uncovered[cell] = true;
        game->hidden--;
        game->blue_hidden -= blue;
    }
}

static void free_level(void)
{
    comb_hexcells_level_free(fake->game.level);
    free(fake->game.uncovered);
    free(fake->game.since);
    fake->game.level = NULL;
    fake->game.hidden = fake->game.blue_hidden = 0;
}

static void show_next_level(void)
{
    const char *text = fake->next;
    fake->next = NULL;
    free_level();
    load_level(text);
}

static void handle_clicks(void)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < fake->waiting_count; i++) {
        if (fake->waiting[i].at > fake->clock)
            fake->waiting[kept++] = fake->waiting[i];
        else
            mark_cell(fake->waiting[i].cell, fake->waiting[i].blue);
    }
    fake->waiting_count = kept;
    if (fake->next && fake->next_by_itself && fake->game.hidden == 0)
        show_next_level();
}

/* ---- the back end ---- */

static int fake_open(void **state, const char *display, struct comb_error *err)
{
    (void)display;
    (void)err;
    *state = fake;
    return COMB_OK;
}

static void fake_close(void *state)
{
    (void)state;
}

static struct comb_area fake_bounds(void *state)
{
    (void)state;
    return (struct comb_area){0, 0, WIDTH + 100, HEIGHT + 50};
}

static int fake_window(struct comb_screen_window *out, void *state, uint32_t id, struct comb_error *err)
{
    (void)state;
    (void)err;
    *out = (struct comb_screen_window){.id = id, .area = {60, 20, WIDTH, HEIGHT}, .title = "Hexcells"};
    return COMB_OK;
}

static int fake_windows(struct comb_screen_window **out, size_t *count, void *state, struct comb_error *err)
{
    *out = calloc(1, sizeof **out);
    *count = 1;
    return fake_window(*out, state, 7, err);
}

static void fake_activate(void *state, uint32_t id)
{
    (void)state;
    assert_int_equal(id, 7);
}

static int fake_covered(bool *covered, struct comb_screen_window *by, void *state,
                        const struct comb_screen_window *window, struct comb_error *err)
{
    (void)by;
    (void)state;
    (void)window;
    (void)err;
    *covered = false;
    return COMB_OK;
}

static bool fake_reaches(void *state, const struct comb_screen_window *window, struct comb_screen_point point)
{
    (void)state;
    (void)window;
    (void)point;
    return true;
}

static void smudge(cairo_t *cairo, unsigned cell)
{
    double x, y;
    centre(&x, &y, &fake->game, fake->game.level->cells[cell].at);
    set_colour(cairo, 0xffffff, 1);
    for (int i = 0; i < 5; i++) {
        cairo_rectangle(cairo, x - 9 + 4 * i, y - 12 + 7 * (i % 3), 3, 11);
        cairo_fill(cairo);
    }
}

static void draw(cairo_t *cairo)
{
    struct comb_hexcells_cell *misdrawn =
        fake->misdrawn >= 0 && fake->shots <= fake->misdrawn_shots ? &fake->game.level->cells[fake->misdrawn] : NULL;
    unsigned char number = misdrawn ? (unsigned char)misdrawn->number : 0;
    if (misdrawn)
        misdrawn->number = 1;
    game_draw(&fake->game, cairo);
    if (misdrawn)
        misdrawn->number = number;
    if (fake->smudged > 0 && fake->game.uncovered[fake->smudged - 1])
        smudge(cairo, fake->smudged - 1);
}

static int fake_capture(struct comb_pixels **out, void *state, const struct comb_area *area, struct comb_error *err)
{
    unsigned char *rgb = malloc((size_t)3 * area->width * area->height);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
    cairo_t *cairo = cairo_create(surface);
    (void)state;
    assert_int_equal(area->width, WIDTH);
    fake->shots++;
    fake->clock += SHOT_TIME;
    handle_clicks();
    draw(cairo);
    cairo_surface_flush(surface);
    struct comb_screen_format format = {.bytes = 4,
                                        .row_bytes = (unsigned)cairo_image_surface_get_stride(surface),
                                        .red = 0xff0000,
                                        .green = 0xff00,
                                        .blue = 0xff};
    comb_screen_convert(rgb, WIDTH, HEIGHT, cairo_image_surface_get_data(surface), &format);
    int code = comb_pixels_from_rgb(out, WIDTH, HEIGHT, rgb, err);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    free(rgb);
    return code;
}

static int fake_pointer(struct comb_screen_point *out, void *state, struct comb_error *err)
{
    (void)state;
    (void)err;
    if (++fake->polls > fake->late_polls)
        fake->pointer = fake->target;
    if (fake->user_moves && fake->presses == 2)
        fake->pointer.x = fake->target.x = 1;
    *out = fake->pointer;
    return COMB_OK;
}

static int fake_move(void *state, struct comb_screen_point to, struct comb_error *err)
{
    (void)state;
    (void)err;
    fake->target = to;
    fake->polls = 0;
    return COMB_OK;
}

static int fake_press(void *state, enum comb_button button, bool down, struct comb_error *err)
{
    (void)state;
    (void)err;
    assert_int_equal(fake->pointer.x, fake->target.x); /* no click before the pointer has arrived */
    assert_int_equal(fake->pointer.y, fake->target.y);
    if (!down)
        return COMB_OK;
    if (fake->pointer.x == 60 + WIDTH / 2 && fake->pointer.y == 20 + 30) { /* the place of --next-at */
        assert_int_equal(fake->game.hidden, 0);
        fake->next_clicks++;
        if (fake->next)
            show_next_level();
        return COMB_OK;
    }
    fake->presses++;
    if (fake->lose > 0 && fake->presses % fake->lose == 0)
        return COMB_OK;
    assert_true(fake->waiting_count < MAX_CLICKS);
    fake->waiting[fake->waiting_count].at = fake->clock + fake->slow;
    fake->waiting[fake->waiting_count].cell = game_cell_at(&fake->game, fake->pointer.x - 60, fake->pointer.y - 20);
    fake->waiting[fake->waiting_count++].blue = button == COMB_BUTTON_LEFT;
    return COMB_OK;
}

static int fake_grab_escape(void *state, struct comb_error *err)
{
    (void)state;
    (void)err;
    return COMB_OK;
}

static bool fake_escape_pressed(void *state)
{
    (void)state;
    return false;
}

static const struct comb_screen_backend fake_screen = {
    .name = "test",
    .open = fake_open,
    .close = fake_close,
    .bounds = fake_bounds,
    .windows = fake_windows,
    .window = fake_window,
    .activate = fake_activate,
    .covered = fake_covered,
    .reaches = fake_reaches,
    .capture = fake_capture,
    .pointer = fake_pointer,
    .move = fake_move,
    .press = fake_press,
    .grab_escape = fake_grab_escape,
    .escape_pressed = fake_escape_pressed,
};

/* ---- playing ---- */

/* Answers that a cell in question is what the level says. */
static int answer(void *payload, const struct comb_pixels *picture, json_t *reading, struct comb_fixes *fixes,
                  struct comb_error *err)
{
    const struct comb_game *game = payload;
    (void)picture;
    assert_true(fake->smudged > 0);
    const struct comb_hexcells_level *level = fake->game.level;
    const struct comb_hexcells_cell *cell = &level->cells[fake->smudged - 1];
    char text[COMB_HEXCELLS_ID_LENGTH];
    int min_x = 1000, min_y = 1000;
    for (unsigned i = 0; i < level->cell_count + level->line_count; i++) {
        struct comb_point at = i < level->cell_count ? level->cells[i].at : level->lines[i - level->cell_count].at;
        min_x = at.x < min_x ? at.x : min_x;
        min_y = at.y < min_y ? at.y : min_y;
    }
    comb_hexcells_hint_text(text, cell->hint, cell->number, cell->truth == COMB_HEXCELLS_BLUE);
    fake->asked++;
    size_t first = fixes->count;
    assert_int_equal(comb_fixes_add_at(fixes, cell->at.x - min_x, cell->at.y - min_y, text, err), COMB_OK);
    const char *const list[] = {fixes->items[first], NULL};
    return comb_reading_fix(reading, game, list, err);
}

static int play_fake(struct comb_play_result *result, bool with_answers)
{
    struct comb_error err = {0};
    struct comb_context *context = NULL;
    struct comb_job *job = NULL;
    struct comb_fixes fixes = {0};
    struct comb_params params = {0};
    const struct comb_game *game = comb_game_find("hexcells");
    const char *titles[] = {"Hexcells", NULL};
    assert_int_equal(comb_context_new(&context, &err), COMB_OK);
    struct comb_job_setup job_setup = {.context = context, .threads = 1, .clock = fake_clock};
    assert_int_equal(comb_job_new(&job, &job_setup, &err), COMB_OK);
    const struct comb_option *reasons = comb_option_find(game->options, "no-reasons");
    assert_int_equal(comb_params_set(&params, reasons, NULL, &err), COMB_OK);
    struct comb_play_setup setup = {.game = game,
                                    .params = &params,
                                    .job = job,
                                    .backend = &fake_screen,
                                    .titles = titles,
                                    .fixes = &fixes,
                                    .next = fake->next != NULL,
                                    .next_at = {fake->next && !fake->next_by_itself, 50, 30, true, false},
                                    .ask = with_answers ? answer : NULL,
                                    .ask_payload = (void *)(uintptr_t)game};
    int code = comb_play(result, &setup, &err);
    if (code != COMB_OK)
        print_message("%s\n", err.message);
    comb_params_free(&params);
    comb_fixes_free(&fixes);
    comb_job_free(job);
    comb_context_free(context);
    return code;
}

static int play_with(struct fake *setup, const char *level, struct comb_play_result *result)
{
    fake = setup;
    setup->game.font = "DejaVu Sans";
    setup->game.hovered = NOTHING;
    setup->misdrawn = setup->misdrawn_shots > 0 ? setup->misdrawn : -1;
    setup->pointer = setup->target = (struct comb_screen_point){5, 5};
    load_level(level);
    int code = play_fake(result, setup->smudged > 0);
    assert_int_equal(setup->game.mistakes, 0);
    assert_int_equal(setup->wrong, 0);
    free_level();
    return code;
}

static void test_plays_on_any_back_end(void **state)
{
    struct fake game = {0};
    struct comb_play_result result;
    (void)state;
    assert_int_equal(play_with(&game, TINY, &result), COMB_OK);
    assert_true(result.solved && !result.board_gone);
    assert_int_equal(result.levels, 1);
    assert_int_equal(result.clicks, 19);
    assert_int_equal(game.game.hidden, 0);
}

static void test_a_pointer_that_arrives_late_was_not_moved_by_the_user(void **state)
{
    struct fake game = {.late_polls = 3};
    struct comb_play_result result;
    (void)state;
    assert_int_equal(play_with(&game, TINY, &result), COMB_OK);
    assert_true(result.solved);
}

static void test_a_pointer_elsewhere_was_moved_by_the_user(void **state)
{
    struct fake game = {.late_polls = 3, .user_moves = true};
    struct comb_play_result result;
    (void)state;
    assert_int_equal(play_with(&game, TINY, &result), COMB_INTERRUPTED);
    assert_int_equal(result.clicks, 2);
}

static void test_waits_for_a_slow_game(void **state)
{
    struct fake game = {.slow = 12};
    struct comb_play_result result;
    (void)state;
    assert_int_equal(play_with(&game, TINY, &result), COMB_OK);
    assert_int_equal(result.clicks, 19);
}

static void test_repeats_lost_clicks(void **state)
{
    struct fake game = {.lose = 5};
    struct comb_play_result result;
    (void)state;
    assert_int_equal(play_with(&game, TINY, &result), COMB_OK);
    assert_true(result.solved && result.clicks > 19);
}

static void test_stops_if_no_click_has_an_effect(void **state)
{
    struct fake game = {.lose = 1};
    struct comb_play_result result;
    (void)state;
    assert_int_equal(play_with(&game, TINY, &result), COMB_UNSURE);
    assert_int_equal(result.rounds, 2);
    assert_false(result.solved);
}

static void test_an_end_screen_ends_the_level(void **state)
{
    struct fake game = {.game.ends = true};
    struct comb_play_result result;
    (void)state;
    assert_int_equal(play_with(&game, TINY, &result), COMB_OK);
    assert_true(result.solved && result.board_gone);
    assert_int_equal(result.hidden_left, 0);
}

static void test_a_contradiction_is_read_again_once(void **state)
{
    struct fake game = {.misdrawn = 0, .misdrawn_shots = 3};
    struct fake wrong_forever = {.misdrawn = 0, .misdrawn_shots = 1000000};
    struct comb_play_result result;
    (void)state;
    for (int cell = 0; cell < 7; cell++) { /* the number 2: the one between the two blue cells */
        struct comb_hexcells_level *level = NULL;
        struct comb_error err = {0};
        assert_int_equal(comb_hexcells_level_read(&level, ODD, strlen(ODD), 0, &err), COMB_OK);
        if (level->cells[cell].number == 2 && level->cells[cell].shown != COMB_HEXCELLS_UNKNOWN)
            game.misdrawn = wrong_forever.misdrawn = cell;
        comb_hexcells_level_free(level);
    }
    assert_int_equal(play_with(&game, ODD, &result), COMB_OK);
    assert_true(result.solved);
    assert_int_equal(play_with(&wrong_forever, ODD, &result), COMB_UNSURE);
    assert_int_equal(result.clicks, 0);
}

static void test_asks_about_a_later_picture(void **state)
{
    struct fake game = {0};
    struct comb_play_result result;
    struct comb_hexcells_level *level = NULL;
    struct comb_error err = {0};
    (void)state;
    assert_int_equal(comb_hexcells_level_read(&level, ROUNDS, strlen(ROUNDS), 0, &err), COMB_OK);
    for (unsigned i = 0; i < level->cell_count; i++)
        if (level->cells[i].at.x == 5 && level->cells[i].at.y == 5)
            game.smudged = i + 1;
    comb_hexcells_level_free(level);
    assert_int_equal(play_with(&game, ROUNDS, &result), COMB_OK);
    assert_int_equal(result.rounds, 5);
    assert_true(result.solved);
    assert_int_equal(game.asked, 1);
}

static void test_goes_on_to_the_next_level(void **state)
{
    struct fake clicked = {.next = ROUNDS}, by_itself = {.next = ROUNDS, .next_by_itself = true};
    struct fake ended = {.next = ROUNDS, .game.ends = true};
    struct comb_play_result result;
    (void)state;
    assert_int_equal(play_with(&clicked, TINY, &result), COMB_OK);
    assert_int_equal(result.levels, 2);
    assert_int_equal(clicked.next_clicks, 2); /* the second without effect: it was the last level */
    assert_true(result.solved && result.hidden_left == 0);
    assert_int_equal(play_with(&by_itself, TINY, &result), COMB_OK);
    assert_int_equal(result.levels, 2);
    assert_int_equal(play_with(&ended, TINY, &result), COMB_OK);
    assert_int_equal(result.levels, 2);
}
