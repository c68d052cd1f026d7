#define _POSIX_C_SOURCE 200809L
#include "cli/reading/reading.h"

#include "base/file.h"
#include "core/run.h"
#include "core/share.h"

#include <string.h>
#include <unistd.h>

static bool can_read(const struct comb_game *game)
{
    return game->reader != NULL;
}

/* ---- input ---- */

static int read_picture_bytes(struct comb_buf *out, const struct comb_cli *cli, struct comb_error *err)
{
    if (cli->operand_count == 0)
        return comb_fail(err, COMB_BAD_INPUT, "no picture given; expected a file, or - for standard input");
    if (cli->operand_count > 1)
        return comb_fail(err, COMB_BAD_INPUT, "unexpected operand '%.60s': 'comb read' takes one picture",
                         cli->operands[1]);
    const char *path = cli->operands[0];
    if (strcmp(path, "-") == 0)
        return comb_stream_read(out, stdin, COMB_PIXELS_MAX_BYTES, err);
    return comb_file_read(out, path, COMB_PIXELS_MAX_BYTES, err);
}

/* Finds the game named by the operand or --game; NULL: detect it. */
static int find_game(const struct comb_game **out, const struct comb_cli *cli, struct comb_error *err)
{
    const char *name = comb_params_text(&cli->params, "game", NULL);
    *out = name ? comb_game_find(name) : cli->game;
    if (!name || *out)
        return COMB_OK;
    const struct comb_game *near = comb_game_suggest(name);
    if (near)
        return comb_fail(err, COMB_BAD_INPUT, "no such game '%.40s'; did you mean %s?", name, near->name);
    return comb_fail(err, COMB_BAD_INPUT, "no such game '%.40s'; see 'comb games'", name);
}

/* ---- output ---- */

static int write_overlay(struct comb_cli *cli, const struct comb_cli_reading *read)
{
    const char *path = comb_params_text(&cli->params, "overlay", NULL);
    struct comb_error err = {0};
    struct comb_buf png = {0};
    if (!path)
        return COMB_OK;
    int code = comb_cli_overlay(&png, read->picture, read->reading, &err);
    if (code == COMB_OK)
        code = comb_file_write(path, comb_buf_text(&png), png.length, &err);
    comb_buf_free(&png);
    return code == COMB_OK ? COMB_OK : comb_cli_fail(cli, NULL, &err);
}

/* Marks the uncertain cells. Scene and reading list the cells in the same order if they have the same number. */
static void mark_uncertain(struct comb_scene *scene, const json_t *reading)
{
    const json_t *cells = json_object_get(reading, "cells");
    if (json_array_size(cells) != scene->cells.count)
        return;
    for (size_t i = 0; i < scene->cells.count; i++)
        if (comb_cli_confidence(json_array_get(cells, i)) < COMB_READING_MIN_CONFIDENCE)
            scene->cells.items[i].marks |= COMB_MARK_UNCERTAIN;
}

/* Draws the board. Ignores failure: the text of the board follows. */
static void draw_board(struct comb_buf *out, struct comb_cli *cli, const struct comb_cli_reading *read,
                       const char *text)
{
    struct comb_board *board = NULL;
    struct comb_scene *scene = NULL;
    struct comb_job *job = NULL;
    if (comb_job_new(&job, &(struct comb_job_setup){.context = cli->context}, NULL) == COMB_OK &&
        comb_board_open(&board, read->game, text, strlen(text), job, &cli->params, NULL) == COMB_OK &&
        read->game->scene && read->game->scene(&scene, board->data, NULL, &cli->params, NULL) == COMB_OK) {
        struct comb_buf drawn = {0};
        mark_uncertain(scene, read->reading);
        if (comb_render_terminal(&drawn, scene, &cli->style.terminal, NULL) == COMB_OK)
            comb_buf_printf(out, "%s\n", comb_buf_text(&drawn));
        comb_buf_free(&drawn);
    }
    comb_scene_free(scene);
    comb_board_free(board);
    comb_job_free(job);
}

static int write_board(struct comb_cli *cli, const struct comb_cli_reading *read)
{
    struct comb_error err = {0};
    struct comb_buf out = {0};
    int code = COMB_OK;
    const char *text = json_string_value(json_object_get(read->reading, "board"));
    text = text ? text : "";
    if (comb_params_flag(&cli->params, "code")) {
        code = comb_share_encode(&out, read->game->name, text, NULL, &err);
    } else {
        if (isatty(fileno(cli->out)) && !cli->style.plain)
            draw_board(&out, cli, read, text);
        comb_buf_str(&out, text);
    }
    if (out.length == 0 || out.data[out.length - 1] != '\n')
        comb_buf_char(&out, '\n');
    int status = code == COMB_OK ? comb_cli_write(cli, &out) : comb_cli_fail(cli, NULL, &err);
    comb_buf_free(&out);
    return status;
}

static int print_reading(struct comb_cli *cli, const struct comb_cli_reading *read, int code)
{
    int status = write_overlay(cli, read);
    int shown =
        comb_params_flag(&cli->params, "json") ? comb_cli_write_json(cli, read->reading) : write_board(cli, read);
    comb_cli_reading_report(cli, read);
    return shown != COMB_OK ? shown : status != COMB_OK ? status : comb_exit_status(code);
}

static int run_read(struct comb_cli *cli)
{
    struct comb_error err = {0};
    struct comb_buf bytes = {0};
    struct comb_cli_reading read = {0};
    const struct comb_game *game = NULL;
    int code = find_game(&game, cli, &err);
    if (code == COMB_OK)
        code = read_picture_bytes(&bytes, cli, &err);
    if (code == COMB_OK)
        code = comb_cli_reading_new(&read, cli, &bytes, game, !comb_params_flag(&cli->params, "json"), &err);
    comb_buf_free(&bytes);
    bool readable = read.reading && (code == COMB_OK || code == COMB_UNSURE);
    if (readable && !cli->game && comb_cli_bind(cli, read.game, &err) != COMB_OK)
        readable = false;
    int status = readable ? print_reading(cli, &read, code) : comb_cli_fail(cli, NULL, &err);
    comb_cli_reading_free(&read);
    return status;
}

/* ---- --jsonl ---- */

/* Reads a picture and adds its path to the reading. */
static int read_path(json_t **reading, const struct comb_cli_line *line, const struct comb_game *game, const char *path,
                     struct comb_error *err)
{
    struct comb_buf bytes = {0};
    struct comb_cli_reading read = {0};
    int code = comb_file_read(&bytes, path, COMB_PIXELS_MAX_BYTES, err);
    if (code == COMB_OK)
        code = comb_cli_reading_new(&read, line->cli, &bytes, game, false, err);
    if (read.reading && (code == COMB_OK || code == COMB_UNSURE)) {
        struct comb_json build = {0};
        *reading = json_incref(read.reading);
        comb_json_set(&build, *reading, "picture", comb_json_string(&build, path));
    }
    comb_cli_reading_free(&read);
    comb_buf_free(&bytes);
    return code;
}

static int read_line(json_t **reading, const struct comb_cli_line *line, struct comb_job *job, struct comb_error *err)
{
    const struct comb_game *game = NULL;
    struct comb_buf path = {0};
    (void)job;
    int code = find_game(&game, line->cli, err);
    if (code == COMB_OK)
        code = comb_cli_line_read(&game, &path, line, "picture", err);
    if (code == COMB_OK)
        code = read_path(reading, line, game, comb_buf_text(&path), err);
    comb_buf_free(&path);
    return code;
}

static const struct comb_option options[] = {
    COMB_CLI_JSONL_OPTION("picture paths"),
    {.name = "game",
     .kind = COMB_OPTION_TEXT,
     .values = COMB_VALUES_GAMES,
     .argument = "GAME",
     .help = "read the picture as a board of GAME instead of detecting the game"},
    {.name = "overlay",
     .kind = COMB_OPTION_FILE,
     .argument = "FILE",
     .help = "draw the reading over the picture, with uncertain cells marked, and write it to FILE as PNG"},
    {.name = "code",
     .kind = COMB_OPTION_FLAG,
     .help = "print a share code, which includes the game and is accepted by every verb as INPUT"},
    COMB_CLI_PICTURE_OPTIONS,
    {0},
};

static const struct comb_verb_example examples[] = {
    {"read screenshot.png", "print the board of a screenshot as text"},
    {"read screenshot.png --fix '3,2=I;4,7=Q' --overlay seen.png", "correct two cells and write a picture to check"},
    {"read --jsonl pictures.txt", "one picture path per line in, one reading per line out"},
    {"read hexcells - --json", "read standard input; print confidence, second choice and bounds of each cell"},
    {0},
};

const struct comb_verb comb_verb_read = {
    .name = "read",
    .usage = "[GAME] PICTURE",
    .summary = "read a board from a screenshot or photo",
    .detail =
        "PICTURE is a PNG, JPEG, WebP, BMP or GIF file, or - for standard input. The game is detected. The board is "
        "printed as text, ready for 'comb solve GAME -'; verbs with INPUT also accept the picture itself.\n\nOn a "
        "terminal, comb asks about uncertain cells and shows a small picture of the cell and the two best guesses. "
        "Otherwise it prints its best guess, the uncertain cells and the command that corrects them; exit status 4, "
        "also if no board was found.\n\nA correction is x,y=TEXT: the position as printed, and the cell in board "
        "notation, or . for no cell.",
    .options = options,
    .examples = examples,
    .takes_game = true,
    .can = can_read,
    .run = run_read,
    .run_line = read_line,
};
