#include "cli/verb.h"

#include "base/file.h"
#include "base/text.h"
#include "cli/play/play.h"
#include "cli/reading/reading.h"
#include "core/run.h"

#include <string.h>

/* Programs that implement a game under another name. */
static const struct {
    const char *game;
    const char *title;
} other_titles[] = {{"hexcells", "SixCells"}};

enum { MAX_TITLES = 4 };

static bool can_play(const struct comb_game *game)
{
    return game->reader && game->reader->clicks && game->solve;
}

/* ---- arguments ---- */

/* Uses the named game, or the only playable one. */
static int choose_game(struct comb_cli *cli, struct comb_error *err)
{
    if (cli->game)
        return can_play(cli->game) ? COMB_OK
                                   : comb_fail(err, COMB_BAD_INPUT, "'play' does not support %s", cli->game->name);
    for (const struct comb_game *const *game = comb_games; *game; game++) {
        if (!can_play(*game))
            continue;
        if (cli->game)
            return comb_fail(err, COMB_BAD_INPUT, "no game given; see 'comb help play'");
        cli->game = *game;
    }
    if (!cli->game)
        return comb_fail(err, COMB_BAD_INPUT, "'play' supports no game of this build");
    return comb_cli_bind(cli, cli->game, err);
}

/* Turns off reasons if the game has them: clicks do not need them, and finding them takes most of the time. */
static int disable_reasons(struct comb_cli *cli, struct comb_error *err)
{
    const struct comb_option *row = comb_option_find(cli->game->options, "no-reasons");
    return row ? comb_params_set(&cli->params, row, NULL, err) : COMB_OK;
}

static int read_window(uint32_t *id, const struct comb_params *params, struct comb_error *err)
{
    const char *text = comb_params_text(params, "window", NULL);
    unsigned long value = 0;
    char rest = 0;
    *id = 0;
    if (!text)
        return COMB_OK;
    bool hexadecimal = strncmp(text, "0x", 2) == 0 || strncmp(text, "0X", 2) == 0;
    if (sscanf(text, hexadecimal ? "%lx%c" : "%lu%c", &value, &rest) != 1 || value == 0 || value > UINT32_MAX)
        return comb_fail(err, COMB_BAD_INPUT,
                         "--window: '%.40s' is not a window number; expected one such as 0x1a00007 (see xwininfo)",
                         text);
    *id = (uint32_t)value;
    return COMB_OK;
}

/* Reads one coordinate of --next-at, in pixels or percent, and returns its end; NULL: it is none. */
static const char *read_coordinate(double *value, bool *percent, const char *text)
{
    int used = 0;
    if (sscanf(text, "%lf%n", value, &used) != 1 || !(*value >= 0 && *value < 100000))
        return NULL;
    *percent = text[used] == '%';
    if (*percent && *value > 100)
        return NULL;
    return text + used + *percent;
}

static int read_next_at(struct comb_play_place *out, const struct comb_params *params, struct comb_error *err)
{
    const char *text = comb_params_text(params, "next-at", NULL);
    *out = (struct comb_play_place){.given = text != NULL};
    if (!text)
        return COMB_OK;
    const char *end = read_coordinate(&out->x, &out->x_percent, text);
    if (end && *end == ',')
        end = read_coordinate(&out->y, &out->y_percent, end + 1);
    if (end && *end == '\0')
        return COMB_OK;
    return comb_fail(err, COMB_BAD_INPUT,
                     "--next-at: '%.40s' is not a place in the window; expected one such as 640,500 "
                     "or 50%%,80%%",
                     text);
}

static void choose_titles(const char *titles[MAX_TITLES], const struct comb_cli *cli)
{
    size_t count = 0;
    const char *named = comb_params_text(&cli->params, "title", NULL);
    titles[count++] = named ? named : cli->game->title;
    for (size_t i = 0; !named && i < sizeof other_titles / sizeof *other_titles && count + 1 < MAX_TITLES; i++)
        if (strcmp(other_titles[i].game, cli->game->name) == 0)
            titles[count++] = other_titles[i].title;
    titles[count] = NULL;
}

static int check_operands(const struct comb_cli *cli, struct comb_error *err)
{
    bool dry = comb_params_flag(&cli->params, "dry-run");
    if (cli->operand_count > (dry ? 1 : 0))
        return comb_fail(
            err, COMB_BAD_INPUT,
            "unexpected operand '%.40s': 'comb play' takes the game and, with --dry-run, a picture to write",
            cli->operands[dry ? 1 : 0]);
    if (comb_params_text(&cli->params, "window", NULL) && comb_params_flag(&cli->params, "screen"))
        return comb_fail(err, COMB_BAD_INPUT, "--window and --screen cannot be used together");
    return COMB_OK;
}

/* ---- playing ---- */

static void print_summary(struct comb_buf *out, const struct comb_play_result *played)
{
    if (played->levels > 1)
        comb_buf_printf(out, "%u levels ", played->levels);
    comb_buf_printf(out, "%s: %lu click%s in %u round%s, %.1f s", played->solved ? "solved" : "not solved",
                    played->clicks, played->clicks == 1 ? "" : "s", played->rounds, played->rounds == 1 ? "" : "s",
                    played->seconds);
    if (!played->solved)
        comb_buf_printf(out, "; %u cell%s left", played->hidden_left, played->hidden_left == 1 ? "" : "s");
    if (played->board_gone)
        comb_buf_str(out, "; the board was gone after the last click");
    if (played->mistakes >= 0)
        comb_buf_printf(out, "; the game reports %ld mistake%s", played->mistakes, played->mistakes == 1 ? "" : "s");
    comb_buf_char(out, '\n');
}

static int write_json(struct comb_cli *cli, const struct comb_play_result *played, int code,
                      const struct comb_error *err)
{
    struct comb_json build = {0};
    struct comb_error failure = {0};
    json_t *root = comb_json_object(&build);
    json_t *out = NULL;
    comb_json_set(&build, root, "schema", comb_json_int(&build, COMB_SCHEMA));
    comb_json_set(&build, root, "game", comb_json_string(&build, cli->game->name));
    comb_json_set(&build, root, "solved", comb_json_bool(&build, played->solved));
    comb_json_set(&build, root, "left", comb_json_int(&build, played->hidden_left));
    comb_json_set(&build, root, "clicks", comb_json_int(&build, (long long)played->clicks));
    comb_json_set(&build, root, "rounds", comb_json_int(&build, played->rounds));
    comb_json_set(&build, root, "levels", comb_json_int(&build, played->levels));
    comb_json_set(&build, root, "mistakes",
                  played->mistakes < 0 ? json_null() : comb_json_int(&build, played->mistakes));
    if (played->board_gone)
        comb_json_set(&build, root, "board_gone", comb_json_bool(&build, true));
    comb_json_set(&build, root, "seconds", comb_json_real(&build, played->seconds));
    if (code != COMB_OK)
        comb_json_set(&build, root, "stopped", comb_json_string(&build, err->message));
    if (comb_json_finish(&out, &build, root, &failure) != COMB_OK)
        return comb_cli_fail(cli, NULL, &failure);
    int status = comb_cli_write_json(cli, out);
    json_decref(out);
    return status;
}

static int print_result(struct comb_cli *cli, const struct comb_play_result *played, int code,
                        const struct comb_error *err)
{
    struct comb_buf text = {0};
    int status = COMB_OK;
    if (played->board_read && comb_params_flag(&cli->params, "json")) {
        status = write_json(cli, played, code, err);
    } else if (played->board_read) {
        print_summary(&text, played);
        status = comb_cli_write(cli, &text);
    }
    comb_buf_free(&text);
    if (code != COMB_OK)
        return comb_cli_fail(cli, NULL, err);
    return status;
}

static int play(struct comb_cli *cli, const struct comb_play_setup *setup)
{
    struct comb_error err = {0};
    struct comb_play_result played;
    comb_cli_info(cli, "move the mouse or press Escape to stop");
    int code = comb_play(&played, setup, &err);
    return print_result(cli, &played, code, &err);
}

/* ---- dry run ---- */

static void print_clicks(struct comb_buf *out, const struct comb_play_plan *plan)
{
    for (size_t i = 0; i < json_array_size(plan->clicks); i++) {
        const json_t *click = json_array_get(plan->clicks, i);
        const json_t *cell = json_object_get(click, "cell");
        bool left = json_integer_value(json_object_get(click, "button")) == COMB_BUTTON_LEFT;
        comb_buf_printf(out, "%zu %s %.0f,%.0f cell %lld,%lld\n", i + 1, left ? "left" : "right",
                        plan->area.x + json_number_value(json_object_get(click, "x")),
                        plan->area.y + json_number_value(json_object_get(click, "y")),
                        (long long)json_integer_value(json_array_get(cell, 0)),
                        (long long)json_integer_value(json_array_get(cell, 1)));
    }
}

/* The counters as the game shows them now, and what they will be. The drawing shows the board after the clicks. */
static void print_counters(struct comb_buf *out, const struct comb_play_plan *plan)
{
    const json_t *remaining = json_object_get(plan->reading, "remaining");
    const json_t *mistakes = json_object_get(plan->reading, "mistakes");
    size_t clicks = json_array_size(plan->clicks), blue = 0;
    for (size_t i = 0; i < clicks; i++) {
        const char *shows = json_string_value(json_object_get(json_array_get(plan->clicks, i), "shows"));
        blue += shows && strcmp(shows, "blue") == 0;
    }
    comb_buf_printf(out, "%zu click%s; hidden cells: %u now, %zu afterwards", clicks, clicks == 1 ? "" : "s",
                    comb_play_count_hidden(plan->reading), comb_play_count_hidden(plan->reading) - clicks);
    if (json_is_integer(remaining))
        comb_buf_printf(out, "; remaining: %lld now, %lld afterwards", (long long)json_integer_value(remaining),
                        (long long)json_integer_value(remaining) - (long long)blue);
    if (json_is_integer(mistakes))
        comb_buf_printf(out, "; mistakes: %lld", (long long)json_integer_value(mistakes));
    comb_buf_str(out, "\n\n");
}

static json_t *plan_json(const struct comb_cli *cli, const struct comb_play_plan *plan)
{
    return json_pack("{s:i, s:s, s:O, s:i, s:O?, s:O?, s:O}", "schema", COMB_SCHEMA, "game", cli->game->name, "board",
                     json_object_get(plan->reading, "board"), "left", (int)comb_play_count_hidden(plan->reading),
                     "remaining", json_object_get(plan->reading, "remaining"), "mistakes",
                     json_object_get(plan->reading, "mistakes"), "plan", plan->clicks);
}

static int print_plan(struct comb_buf *out, struct comb_cli *cli, const struct comb_play_plan *plan,
                      struct comb_error *err)
{
    struct comb_scene *scene = NULL;
    int code = COMB_OK;
    if (comb_params_flag(&cli->params, "json")) {
        json_t *root = plan_json(cli, plan);
        if (!root)
            return comb_fail_memory(err);
        comb_json_print(out, root);
        comb_buf_char(out, '\n');
        json_decref(root);
        return COMB_OK;
    }
    if (!comb_params_flag(&cli->params, "plain") && cli->game->scene) {
        code = cli->game->scene(&scene, plan->board->data, plan->answer, &cli->params, err);
        if (code == COMB_OK)
            code = comb_render_terminal(out, scene, &cli->style.terminal, err);
        comb_scene_free(scene);
        comb_buf_char(out, '\n');
        print_counters(out, plan);
    }
    print_clicks(out, plan);
    return code;
}

static int write_picture(struct comb_cli *cli, const struct comb_play_plan *plan, struct comb_error *err)
{
    struct comb_buf png = {0};
    const char *path = cli->operand_count > 0 ? cli->operands[0] : comb_params_text(&cli->params, "output", NULL);
    if (!path)
        return COMB_OK;
    int code = comb_play_picture(&png, plan, err);
    if (code == COMB_OK)
        code = png.failed ? comb_fail_memory(err) : comb_file_write(path, comb_buf_text(&png), png.length, err);
    comb_buf_free(&png);
    return code;
}

static int dry_run(struct comb_cli *cli, const struct comb_play_setup *setup)
{
    struct comb_error err = {0};
    struct comb_buf text = {0};
    struct comb_play_plan plan;
    int code = comb_play_plan(&plan, setup, &err);
    if (code == COMB_OK)
        code = print_plan(&text, cli, &plan, &err);
    if (code == COMB_OK)
        code = write_picture(cli, &plan, &err);
    int status = code == COMB_OK ? comb_cli_write(cli, &text) : comb_cli_fail(cli, NULL, &err);
    comb_buf_free(&text);
    comb_play_plan_free(&plan);
    return status;
}

/* ---- the verb ---- */

static int run_with_job(struct comb_cli *cli, struct comb_play_setup *setup)
{
    int status = COMB_OK;
    struct comb_cli_job *job = comb_cli_job_start(cli, COMB_CLI_TIMED, &status);
    if (!job)
        return status;
    setup->job = comb_cli_job(job);
    status = comb_params_flag(&cli->params, "dry-run") ? dry_run(cli, setup) : play(cli, setup);
    comb_cli_job_end(job);
    return status;
}

/* Asks on the terminal, as for a picture in a file. */
static int ask(void *payload, const struct comb_pixels *picture, json_t *reading, struct comb_fixes *fixes,
               struct comb_error *err)
{
    struct comb_cli *cli = payload;
    struct comb_pixels *copy = NULL;
    int code = comb_pixels_from_rgb(&copy, picture->width, picture->height, picture->rgb, err);
    struct comb_cli_reading read = {.picture = copy, .game = cli->game, .reading = reading};
    if (code == COMB_OK)
        code = comb_cli_prompt(cli, &read, err);
    for (size_t i = 0; code == COMB_OK && i < read.fixes.count; i++)
        code = comb_fixes_add(fixes, read.fixes.items[i], err);
    comb_fixes_free(&read.fixes);
    comb_pixels_free(copy);
    return code;
}

static int run_play(struct comb_cli *cli)
{
    struct comb_error err = {0};
    const char *titles[MAX_TITLES];
    uint32_t window = 0;
    struct comb_play_place next_at = {0};
    int code = choose_game(cli, &err);
    if (code == COMB_OK)
        code = check_operands(cli, &err);
    if (code == COMB_OK)
        code = read_window(&window, &cli->params, &err);
    if (code == COMB_OK)
        code = read_next_at(&next_at, &cli->params, &err);
    if (code == COMB_OK)
        code = disable_reasons(cli, &err);
    struct comb_fixes fixes = {0};
    if (code == COMB_OK)
        code = comb_cli_collect_fixes(&fixes, cli, &err);
    if (code != COMB_OK) {
        comb_fixes_free(&fixes);
        return comb_cli_fail(cli, NULL, &err);
    }
    choose_titles(titles, cli);
    struct comb_play_setup setup = {
        .game = cli->game,
        .params = &cli->params,
        .titles = titles,
        .window = window,
        .whole_screen = comb_params_flag(&cli->params, "screen"),
        .swap_buttons = comb_params_flag(&cli->params, "swap-buttons"),
        .delay = comb_params_seconds(&cli->params, "delay", 0.1),
        .time_limit = comb_params_seconds(&cli->params, "time-limit", 0),
        .max_clicks = (unsigned long)comb_params_int(&cli->params, "max-clicks", 0),
        .next = next_at.given || comb_params_flag(&cli->params, "next"),
        .next_at = next_at,
        .fixes = &fixes,
        .ask = comb_cli_can_prompt(cli) ? ask : NULL,
        .ask_payload = cli,
    };
    int status = run_with_job(cli, &setup);
    comb_fixes_free(&fixes);
    return status;
}

static const struct comb_option options[] = {
    {.name = "window",
     .kind = COMB_OPTION_TEXT,
     .argument = "ID",
     .help = "window number of the game, such as 0x1a00007 (see xwininfo)"},
    {.name = "title",
     .kind = COMB_OPTION_TEXT,
     .argument = "TEXT",
     .help = "use the window whose title contains TEXT (default: the window whose title names the game)"},
    {.name = "screen", .kind = COMB_OPTION_FLAG, .help = "use the whole screen instead of a window"},
    {.name = "dry-run",
     .kind = COMB_OPTION_FLAG,
     .help = "do not click: draw the board and list the first round of clicks; with PICTURE.png or -o, also write a "
             "screenshot with the clicks numbered"},
    {.name = "output",
     .letter = 'o',
     .kind = COMB_OPTION_FILE,
     .argument = "FILE",
     .help = "with --dry-run: write the screenshot to FILE"},
    {.name = "delay",
     .kind = COMB_OPTION_SECONDS,
     .argument = "TIME",
     .default_value = "0.1",
     .help = "duration of a click"},
    {.name = "swap-buttons",
     .kind = COMB_OPTION_FLAG,
     .help = "swap the mouse buttons: right for blue, left for black"},
    {.name = "max-clicks",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .min = 1,
     .max = 1000000,
     .help = "stop after N clicks; exit status 3"},
    {.name = "next",
     .kind = COMB_OPTION_FLAG,
     .help = "after a solved level play the next one, if the game shows it or SixCells has another tab"},
    {.name = "next-at",
     .kind = COMB_OPTION_TEXT,
     .argument = "X,Y",
     .help =
         "like --next; click this place of the window to get to the next level: pixels or percent, such as 50%,80%"},
    COMB_CLI_PICTURE_OPTIONS,
    {0},
};

static const struct comb_verb_example examples[] = {
    {"play hexcells --dry-run plan.png", "draw the first clicks on a screenshot of the game"},
    {"play hexcells", "play the level on the screen"},
    {"play hexcells --max-clicks 1 --delay 0.5s", "make one slow click"},
    {0},
};

const struct comb_verb comb_verb_play = {
    .name = "play",
    .usage = "[GAME] [PICTURE.png]",
    .summary = "play a game on the screen (X11)",
    .detail =
        "Finds the window of the game, reads the board, deduces cells and clicks them, and repeats until no cell is "
        "hidden. It never guesses and never clicks uncertain cells.\n\nMove the mouse, or press Escape or Ctrl-C, to "
        "stop at once (exit status 130). It also stops if the board does not change as expected, if another window "
        "covers the game, or if the game reports a mistake (exit status 4), and if nothing more can be deduced (exit "
        "status 1).",
    .options = options,
    .examples = examples,
    .takes_game = true,
    .can = can_play,
    .run = run_play,
};
