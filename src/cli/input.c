/* Reads INPUT: a board as text, a file name, or - for standard input. An existing file takes precedence over text. An
 * operand that looks like a path (it has a folder or a known extension) is never parsed as a board. Input that starts
 * like a picture is read as one, and the text read from it is processed like any other. */
#define _POSIX_C_SOURCE 200809L
#include "cli/reading/reading.h"

#include "base/file.h"
#include "core/run.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum { LARGEST_INPUT = 64 << 20 };

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text);
    size_t tail = strlen(end);
    return length > tail && strcmp(text + length - tail, end) == 0;
}

/* Finds the game by file extension, for files whose contents do not identify it. */
static const struct comb_game *game_of_file(const char *operand)
{
    for (const struct comb_game *const *game = comb_games; *game; game++)
        if ((*game)->file_extension && ends_with(operand, (*game)->file_extension))
            return *game;
    return NULL;
}

static bool looks_like_path(const char *operand)
{
    static const char *const extensions[] = {".txt",  ".json", ".jsonl", ".svg", ".png", ".jpg",
                                             ".jpeg", ".webp", ".bmp",   ".gif", NULL};
    static const char *const starts[] = {"/", "./", "../", "~/", NULL};
    for (const char *const *start = starts; *start; start++)
        if (strncmp(operand, *start, strlen(*start)) == 0)
            return true;
    for (const char *const *extension = extensions; *extension; extension++)
        if (ends_with(operand, *extension))
            return true;
    return game_of_file(operand) != NULL;
}

static bool is_file(const char *operand)
{
    struct stat status;
    return stat(operand, &status) == 0 && !S_ISDIR(status.st_mode);
}

int comb_cli_read_file(struct comb_buf *text, const char **source, const char *operand, struct comb_error *err)
{
    bool standard = strcmp(operand, "-") == 0;
    *source = standard ? "stdin" : operand;
    return standard ? comb_stream_read(text, stdin, LARGEST_INPUT, err)
                    : comb_file_read(text, operand, LARGEST_INPUT, err);
}

bool comb_cli_names_file(const char *operand)
{
    return strcmp(operand, "-") == 0 || is_file(operand) || looks_like_path(operand);
}

/* Reads INPUT (text, file or -) into `text`; *source is its name in error messages. */
static int read_input(struct comb_buf *text, const char **source, const char *operand, struct comb_error *err)
{
    if (comb_cli_names_file(operand))
        return comb_cli_read_file(text, source, operand, err);
    *source = "board";
    comb_buf_str(text, operand);
    return text->failed ? comb_fail_memory(err) : COMB_OK;
}

/* The first game that supports the verb, or NULL. */
static const struct comb_game *first_game(const struct comb_verb *verb)
{
    const struct comb_game *const *game = comb_games;
    while (*game && comb_verb_depends_on_game(verb) && !comb_verb_supports(verb, *game))
        game++;
    return *game;
}

/* Reports missing input with an example of the game, or of any game that supports the verb. */
static int report_missing_input(struct comb_cli *cli)
{
    const struct comb_game *game = cli->game ? cli->game : first_game(cli->verb);
    const char *name = game ? game->name : "GAME";
    struct comb_buf example = {0};
    comb_cli_quote(&example, game && game->examples ? game->examples[0].input : "INPUT");
    fprintf(cli->err,
            "comb: no board given; expected text, a file, or - for standard input\n"
            "  example: comb %s %s %s\n",
            cli->verb->name, name, comb_buf_text(&example));
    comb_buf_free(&example);
    return COMB_BAD_INPUT;
}

static int report_mistyped_game(struct comb_cli *cli, struct comb_error *err)
{
    const struct comb_game *near = comb_game_suggest(cli->operands[0]);
    if (near)
        return comb_fail(err, COMB_BAD_INPUT, "no such game '%.40s'; did you mean %s?", cli->operands[0], near->name);
    return err->code;
}

int comb_cli_fail_unsupported(const struct comb_cli *cli, struct comb_error *err)
{
    return comb_fail(err, COMB_BAD_INPUT, "'%s' does not support %s; see 'comb games %s'", cli->verb->name,
                     cli->game->name, cli->game->name);
}

static int find_game(struct comb_cli *cli, const struct comb_buf *text, struct comb_error *err)
{
    int code = COMB_OK;
    if (!cli->game) {
        code = comb_board_detect(&cli->game, comb_buf_text(text), text->length, err);
        if (code == COMB_BAD_INPUT && (cli->game = game_of_file(cli->operands[0])))
            code = COMB_OK;
        if (code != COMB_OK)
            return report_mistyped_game(cli, err);
        code = comb_cli_bind(cli, cli->game, err);
    }
    if (code == COMB_OK && comb_verb_depends_on_game(cli->verb) && !comb_verb_supports(cli->verb, cli->game))
        code = comb_cli_fail_unsupported(cli, err);
    return code;
}

int comb_cli_apply_moves(struct comb_board *board, const struct comb_params *params, struct comb_error *err)
{
    const char *moves = comb_params_text(params, "moves", NULL);
    return moves ? comb_board_play(board, moves, err) : COMB_OK;
}

/* Generates a board for games that do so by default; for other games, reports the missing input. */
static struct comb_board *board_without_input(struct comb_cli *cli, struct comb_job *job, int *status)
{
    struct comb_error err = {0};
    struct comb_board *board;
    if (!cli->game || !cli->game->generates_default_board) {
        *status = report_missing_input(cli);
        return NULL;
    }
    if (comb_board_make(&board, cli->game, job, &cli->params, &err) != COMB_OK) {
        *status = comb_cli_fail(cli, NULL, &err);
        comb_board_free(board);
        return NULL;
    }
    comb_cli_info(cli, "no board given; generated one (same as 'comb make %s --seed %lld')", cli->game->name,
                  comb_params_int(&cli->params, "seed", 1));
    return board;
}

/* ---- pictures ---- */

/* Prints the best guess and what is uncertain, for a picture that cannot be read with confidence. */
static int print_uncertain(struct comb_cli *cli, const struct comb_cli_reading *read)
{
    struct comb_buf text = {0};
    const char *board = json_string_value(json_object_get(read->reading, "board"));
    comb_buf_printf(&text, "%s\n", board ? board : "");
    int shown =
        comb_params_flag(&cli->params, "json") ? comb_cli_write_json(cli, read->reading) : comb_cli_write(cli, &text);
    comb_buf_free(&text);
    comb_cli_reading_report(cli, read);
    return shown != COMB_OK ? shown : comb_exit_status(COMB_UNSURE);
}

/* Uses the language that the letter values in the picture show, unless --lang or --words names a list. */
static int use_language(struct comb_cli *cli, const char *language, struct comb_error *err)
{
    for (size_t i = 0; i < cli->raw_count; i++)
        if (strcmp(cli->raw[i].name, "lang") == 0 || strcmp(cli->raw[i].name, "words") == 0)
            return COMB_OK;
    for (const struct comb_option *option = cli->game->options; language && option && option->name; option++)
        if (strcmp(option->name, "lang") == 0)
            return comb_params_set(&cli->params, option, language, err);
    return COMB_OK;
}

/* Replaces the picture's bytes with the board's text and sets the game. */
static int use_board_text(struct comb_buf *text, struct comb_cli *cli, const struct comb_cli_reading *read,
                          struct comb_error *err)
{
    comb_cli_reading_report(cli, read);
    comb_buf_clear(text);
    comb_buf_str(text, json_string_value(json_object_get(read->reading, "board")));
    if (text->failed)
        return comb_fail_memory(err);
    if (!cli->game) {
        cli->game = read->game;
        int code = comb_cli_bind(cli, cli->game, err);
        if (code != COMB_OK)
            return code;
    }
    return use_language(cli, json_string_value(json_object_get(read->reading, "lang")), err);
}

static bool read_picture(struct comb_buf *text, struct comb_cli *cli, int *status)
{
    struct comb_error err = {0};
    struct comb_cli_reading read;
    int code = comb_cli_reading_new(&read, cli, text, cli->game, true, &err);
    bool uncertain = code == COMB_UNSURE && read.reading;
    if (uncertain)
        *status = print_uncertain(cli, &read);
    else if (code == COMB_OK)
        code = use_board_text(text, cli, &read, &err);
    comb_cli_reading_free(&read);
    if (code != COMB_OK && !uncertain)
        *status = comb_cli_fail(cli, NULL, &err);
    return code == COMB_OK;
}

/* ---- from INPUT to board ---- */

struct input {
    struct comb_buf text;
    const char *source;
};

static int reject_fix_without_picture(const struct comb_cli *cli, struct comb_error *err)
{
    if (!comb_params_text(&cli->params, "fix", NULL))
        return COMB_OK;
    return comb_fail(err, COMB_BAD_INPUT, "--fix applies to pictures only; '%.60s' is not a picture", cli->operands[0]);
}

/* ---- several operands ---- */

static int fail_extra_operand(const struct comb_cli *cli, const char *operand, struct comb_error *err)
{
    return comb_fail(err, COMB_BAD_INPUT, "unexpected operand '%.40s': 'comb %s' takes %sone board%s", operand,
                     cli->verb->name, cli->game ? "" : "an optional game and ",
                     cli->verb->run_line ? " (for several, use --jsonl FILE)" : "");
}

/* Extends an error about joined operands: the user may not have meant them as one board. */
static void explain_joined(const struct comb_cli *cli, struct comb_error *err)
{
    struct comb_error inner = *err;
    comb_fail(err, inner.code, "the %zu operands do not form one %s board: %.180s; quote a board with spaces",
              cli->operand_count, cli->game->name, inner.message);
    err->line = inner.line;
    err->column = inner.column;
}

/* Joins the operands into one unquoted board, if the game supports it. */
static int join_operands(struct comb_buf *text, const struct comb_cli *cli, struct comb_error *err)
{
    for (size_t i = 0; i < cli->operand_count; i++)
        if (strcmp(cli->operands[i], "/") != 0 && comb_cli_names_file(cli->operands[i]))
            return fail_extra_operand(cli, cli->operands[i == 0 ? 1 : i], err);
    if (!cli->game || !cli->game->join)
        return fail_extra_operand(cli, cli->operands[1], err);
    int code = cli->game->join(text, cli->operands, cli->operand_count, err);
    if (code == COMB_BAD_INPUT)
        explain_joined(cli, err);
    return code;
}

static bool joins_operands(const struct comb_cli *cli)
{
    return cli->operand_count > 1 && !(cli->verb->request && cli->verb->request->takes_answer);
}

/* Reads the operands into `input`. Prints a message and returns false on failure. Runs before the job starts, because
 * --time-limit must not include questions about a picture. */
static bool read_operands(struct input *input, struct comb_cli *cli, int *status)
{
    struct comb_error err = {0};
    if (cli->operand_count == 0)
        return true;
    int code;
    input->source = "board";
    if (joins_operands(cli))
        code = join_operands(&input->text, cli, &err);
    else
        code = read_input(&input->text, &input->source, cli->operands[0], &err);
    if (code == COMB_OK && comb_pixels_is(comb_buf_text(&input->text), input->text.length))
        return read_picture(&input->text, cli, status);
    if (code == COMB_OK)
        code = reject_fix_without_picture(cli, &err);
    if (code != COMB_OK)
        *status = comb_cli_fail(cli, input->source, &err);
    return code == COMB_OK;
}

/* Notes that only the first of several boards in a file is used, unless --pick was given. */
static void note_first_board(struct comb_cli *cli, const struct input *input)
{
    const char *text = comb_buf_text(&input->text);
    size_t length = input->text.length;
    for (size_t i = 0; i < cli->raw_count; i++)
        if (strcmp(cli->raw[i].name, "pick") == 0)
            return;
    if (cli->game->first_board && cli->game->first_board(text, length) < length)
        comb_cli_info(cli, "%s contains several boards; using the first (choose with --pick N)", input->source);
}

/* Opens the board. On failure prints a message, sets *status and returns NULL. */
static struct comb_board *open_board(struct comb_cli *cli, const struct input *input, struct comb_job *job, int *status)
{
    if (cli->operand_count == 0)
        return board_without_input(cli, job, status);
    struct comb_error err = {0};
    const char *source = input->source;
    struct comb_board *board = NULL;
    int code = find_game(cli, &input->text, &err);
    if (code == COMB_OK)
        code = comb_board_open(&board, cli->game, comb_buf_text(&input->text), input->text.length, job, &cli->params,
                               &err);
    if (code == COMB_BAD_INPUT && joins_operands(cli))
        explain_joined(cli, &err);
    if (code == COMB_OK) {
        source = "moves";
        code = comb_cli_apply_moves(board, &cli->params, &err);
    }
    if (code == COMB_OK) {
        note_first_board(cli, input);
        comb_cli_detail(cli, "%s board read from %s", cli->game->name, cli->operands[0]);
        return board;
    }
    *status = comb_cli_fail(cli, source, &err);
    comb_board_free(board);
    return NULL;
}

int comb_cli_with_board(struct comb_cli *cli,
                        int (*body)(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job))
{
    int status = COMB_OK;
    struct input input = {0};
    struct comb_cli_job *job =
        read_operands(&input, cli, &status) ? comb_cli_job_start(cli, COMB_CLI_TIMED, &status) : NULL;
    struct comb_board *board = job ? open_board(cli, &input, comb_cli_job(job), &status) : NULL;
    comb_buf_free(&input.text);
    cli->board = board;
    if (board)
        status = body(cli, board, comb_cli_job(job));
    cli->board = NULL;
    comb_board_free(board);
    comb_cli_job_end(job);
    return status;
}
