#define _POSIX_C_SOURCE 200809L
#include "cli/reading/reading.h"

#include "base/file.h"
#include "core/run.h"
#include "core/share.h"

#include <string.h>
#include <unistd.h>

static bool can_draw(const struct comb_game *game)
{
    return game->scene != NULL;
}

/* Chooses the format by --format, else by the extension of --output, else the terminal. Returns NULL, with an error, if
 * the extension is unknown. */
static const char *choose_format(const struct comb_params *params, struct comb_error *err)
{
    static const char *const known[] = {"svg", "png", "json", "txt", NULL};
    const char *format = comb_params_text(params, "format", NULL);
    const char *path = comb_params_text(params, "output", NULL);
    if (comb_params_flag(params, "json")) {
        if (!format || strcmp(format, "json") == 0)
            return "json";
        comb_fail(err, COMB_BAD_INPUT, "--json and --format %s cannot be used together", format);
        return NULL;
    }
    if (format || !path)
        return format ? format : "terminal";
    const char *dot = strrchr(path, '.');
    for (const char *const *name = known; dot && *name; name++)
        if (strcmp(dot + 1, *name) == 0)
            return strcmp(*name, "txt") == 0 ? "terminal" : *name;
    comb_fail(err, COMB_BAD_INPUT, "'%.100s': unknown extension; expected .svg, .png, .json or .txt, or use --format",
              path);
    return NULL;
}

static int render_scene(struct comb_buf *out, const struct comb_cli *cli, const struct comb_scene *scene,
                        const char *format, struct comb_error *err)
{
    const char *theme = comb_params_text(&cli->params, "theme", "auto");
    struct comb_picture_style picture = {
        .theme = strcmp(theme, "dark") == 0 ? COMB_THEME_DARK : COMB_THEME_LIGHT,
        .follow_system = strcmp(theme, "auto") == 0,
        .cell_pixels = (double)comb_params_int(&cli->params, "size", 64),
    };
    if (strcmp(format, "svg") == 0)
        return comb_render_svg(out, scene, &picture, err);
    if (strcmp(format, "png") == 0)
        return comb_render_png(out, scene, &picture, err);
    if (strcmp(format, "json") != 0)
        return comb_render_terminal(out, scene, &cli->style.terminal, err);
    json_t *json;
    int code = comb_scene_json(&json, scene, err);
    if (code == COMB_OK)
        comb_json_print(out, json);
    comb_buf_char(out, '\n');
    json_decref(json);
    return code;
}

static int solve_if_asked(json_t **answer, struct comb_cli *cli, const struct comb_board *board, struct comb_job *job,
                          struct comb_error *err)
{
    *answer = NULL;
    if (!comb_params_flag(&cli->params, "solved"))
        return COMB_OK;
    int code = comb_run_solve(answer, board, job, &cli->params, err);
    return *answer ? COMB_OK : code;
}

/* Writes the board as text, as a share code, or as a link to another site. */
static int write_board(struct comb_buf *out, const struct comb_board *board, const char *format, struct comb_error *err)
{
    struct comb_buf text = {0};
    int code = COMB_OK;
    board->game->print(&text, board->data);
    if (strcmp(format, "text") == 0)
        comb_buf_add(out, comb_buf_text(&text), text.length);
    else if (strcmp(format, "code") == 0)
        code = comb_share_encode(out, board->game->name, comb_buf_text(&text), NULL, err);
    else if (strcmp(format, "site") == 0)
        code = board->game->site_text
                   ? board->game->site_text(out, board->data, err)
                   : comb_fail(err, COMB_BAD_INPUT, "there is no site for texts of %s boards", board->game->name);
    else if (board->game->link)
        code = board->game->link(out, board->data, err);
    else
        code = comb_fail(err, COMB_BAD_INPUT, "%s boards have no links; use --format code for a share code",
                         board->game->name);
    comb_buf_char(out, '\n');
    out->failed |= text.failed;
    comb_buf_free(&text);
    return code;
}

static int render(struct comb_buf *out, struct comb_cli *cli, const struct comb_board *board, struct comb_job *job,
                  const char *format, struct comb_error *err)
{
    if (comb_list_contains("text code link site", format))
        return write_board(out, board, format, err);
    json_t *answer;
    struct comb_scene *scene = NULL;
    int code = solve_if_asked(&answer, cli, board, job, err);
    if (code == COMB_OK)
        code = board->game->scene(&scene, board->data, answer, &cli->params, err);
    if (code == COMB_OK)
        code = render_scene(out, cli, scene, format, err);
    comb_scene_free(scene);
    json_decref(answer);
    return code;
}

static int write_output(struct comb_cli *cli, const struct comb_buf *picture, const char *format)
{
    struct comb_error err = {0};
    const char *path = comb_params_text(&cli->params, "output", NULL);
    if (!path && strcmp(format, "png") == 0 && isatty(fileno(cli->out))) {
        comb_fail(&err, COMB_BAD_INPUT, "not writing a PNG to the terminal; use -o FILE.png");
        return comb_cli_fail(cli, NULL, &err);
    }
    if (!path || strcmp(path, "-") == 0)
        return comb_list_contains("svg png json", format) ? comb_cli_write_bytes(cli, picture)
                                                          : comb_cli_write(cli, picture);
    if (picture->failed)
        comb_fail_memory(&err);
    else if (comb_file_write(path, comb_buf_text(picture), picture->length, &err) == COMB_OK)
        return COMB_OK;
    return comb_cli_fail(cli, NULL, &err);
}

static int draw_board(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job)
{
    struct comb_error err = {0};
    struct comb_buf picture = {0};
    const char *format = choose_format(&cli->params, &err);
    int code = format ? render(&picture, cli, board, job, format, &err) : COMB_BAD_INPUT;
    int status = code == COMB_OK ? write_output(cli, &picture, format) : comb_cli_fail(cli, NULL, &err);
    comb_buf_free(&picture);
    return status;
}

static int run_draw(struct comb_cli *cli)
{
    return comb_cli_with_board(cli, draw_board);
}

static const struct comb_option options[] = {
    {.name = "output",
     .letter = 'o',
     .kind = COMB_OPTION_FILE,
     .argument = "FILE",
     .help = "write to FILE; its extension (.svg .png .json .txt) sets the format"},
    {.name = "format",
     .kind = COMB_OPTION_CHOICE,
     .argument = "FORMAT",
     .choices = "terminal svg png json text code link site",
     .help = "output format; text: the board as text, code: a share code, link: a link to the site that publishes such "
             "boards, site: the text that such a site imports, json: the scene"},
    {.name = "solved", .kind = COMB_OPTION_FLAG, .help = "solve the board first and draw the answer on it"},
    {.name = "theme",
     .kind = COMB_OPTION_CHOICE,
     .argument = "THEME",
     .default_value = "auto",
     .choices = "auto light dark",
     .help = "colours of the picture; auto: an SVG follows the viewer's system, a PNG is light"},
    {.name = "size",
     .kind = COMB_OPTION_INT,
     .argument = "PIXELS",
     .default_value = "64",
     .min = 4,
     .max = 1000,
     .help = "distance between neighbouring cells in pixels"},
    COMB_CLI_MOVES_OPTION,
    COMB_CLI_PICTURE_OPTIONS,
    {0},
};

static const struct comb_verb_example examples[] = {
    {"draw hexhunt LPE/EASR/SRTED/PING/LAS", "draw the board in the terminal"},
    {"draw hexhunt LPE/EASR/SRTED/PING/LAS --path pasted -o board.svg", "draw the path of a word as SVG"},
    {"draw hexhunt LPE/EASR/SRTED/PING/LAS --format code", "print a share code, accepted by every verb as INPUT"},
    {0},
};

const struct comb_verb comb_verb_draw = {
    .name = "draw",
    .usage = "[GAME] INPUT",
    .summary = "draw a board in the terminal, as SVG or as PNG",
    .options = options,
    .examples = examples,
    .takes_game = true,
    .can = can_draw,
    .run = run_draw,
};
