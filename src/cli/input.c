/* INPUT is a board written out, the name of a file, or - for standard input. An existing file wins over text; a word
 * that can only be a path (it has a folder or an extension that we know) is never taken for a board. What begins like a
 * picture is read as one, and its text goes the same way from there. */
#define _POSIX_C_SOURCE 200809L
#include "cli/reading.h"

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

/* The game whose files end like this one, where what is in it did not tell the game. */
static const struct comb_game *game_of_file(const char *operand)
{
    for (const struct comb_game *const *game = comb_games; *game; game++)
        if ((*game)->file_ending && ends_with(operand, (*game)->file_ending))
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

int comb_cli_file(struct comb_buf *text, const char **source, const char *operand, struct comb_error *err)
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

int comb_cli_input(struct comb_buf *text, const char **source, const char *operand, struct comb_error *err)
{
    if (comb_cli_names_file(operand))
        return comb_cli_file(text, source, operand, err);
    *source = "board";
    comb_buf_str(text, operand);
    return text->failed ? comb_fail_memory(err) : COMB_OK;
}

/* Nothing was given: teach by an example of the game, or of any game. */
static int no_input(struct comb_cli *cli)
{
    const struct comb_game *game = cli->game ? cli->game : comb_games[0];
    const char *name = game ? game->name : "GAME";
    struct comb_buf example = {0};
    comb_cli_quote(&example, game && game->examples ? game->examples[0].input : "INPUT");
    fprintf(cli->err,
            "comb: no board given: 'comb %s' needs a text, a file, or - for standard input\n"
            "  for example: comb %s %s %s\n",
            cli->verb->name, cli->verb->name, name, comb_buf_text(&example));
    comb_buf_free(&example);
    return COMB_BAD_INPUT;
}

static int mistyped_game(struct comb_cli *cli, struct comb_error *err)
{
    const struct comb_game *near = comb_game_suggest(cli->operands[0]);
    if (near)
        return comb_fail(err, COMB_BAD_INPUT, "no such game '%.40s'; did you mean %s?", cli->operands[0], near->name);
    return err->code;
}

int comb_cli_cannot(const struct comb_cli *cli, struct comb_error *err)
{
    return comb_fail(err, COMB_BAD_INPUT, "%s does not go with '%s'; 'comb games %s' shows what does", cli->game->name,
                     cli->verb->name, cli->game->name);
}

static int find_game(struct comb_cli *cli, const struct comb_buf *text, struct comb_error *err)
{
    int code = COMB_OK;
    if (!cli->game) {
        code = comb_board_detect(&cli->game, comb_buf_text(text), text->length, err);
        if (code == COMB_BAD_INPUT && (cli->game = game_of_file(cli->operands[0])))
            code = COMB_OK;
        if (code != COMB_OK)
            return mistyped_game(cli, err);
        code = comb_cli_bind(cli, cli->game, err);
    }
    if (code == COMB_OK && cli->verb->can && !cli->verb->can(cli->game))
        code = comb_cli_cannot(cli, err);
    return code;
}

int comb_cli_play_moves(struct comb_board *board, const struct comb_params *params, struct comb_error *err)
{
    const char *moves = comb_params_text(params, "moves", NULL);
    return moves ? comb_board_play(board, moves, err) : COMB_OK;
}

/* Some games make a board when none is given; the others say what they expect. */
static struct comb_board *without_input(struct comb_cli *cli, struct comb_job *job, int *status)
{
    struct comb_error err = {0};
    struct comb_board *board;
    if (!cli->game || !cli->game->makes_unasked) {
        *status = no_input(cli);
        return NULL;
    }
    if (comb_board_make(&board, cli->game, job, &cli->params, &err) != COMB_OK) {
        *status = comb_cli_fail(cli, NULL, &err);
        comb_board_free(board);
        return NULL;
    }
    comb_cli_say(cli, "no board given: one by chance, as 'comb make %s --seed %lld' gives", cli->game->name,
                 comb_params_int(&cli->params, "seed", 1));
    return board;
}

/* ---- pictures ---- */

/* The picture cannot be taken for sure: what was made of it is the result. */
static int unsure(struct comb_cli *cli, const struct comb_cli_reading *read)
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

/* Puts the board's text in the place of the picture's bytes and names the game. */
static int take_board(struct comb_buf *text, struct comb_cli *cli, const struct comb_cli_reading *read,
                      struct comb_error *err)
{
    comb_cli_reading_report(cli, read);
    comb_buf_clear(text);
    comb_buf_str(text, json_string_value(json_object_get(read->reading, "board")));
    if (text->failed)
        return comb_fail_memory(err);
    if (cli->game)
        return COMB_OK;
    cli->game = read->game;
    return comb_cli_bind(cli, cli->game, err);
}

static bool read_picture(struct comb_buf *text, struct comb_cli *cli, int *status)
{
    struct comb_error err = {0};
    struct comb_cli_reading read;
    int code = comb_cli_reading_new(&read, cli, text, cli->game, true, &err);
    bool guessed = code == COMB_UNSURE && read.reading;
    if (guessed)
        *status = unsure(cli, &read);
    else if (code == COMB_OK)
        code = take_board(text, cli, &read, &err);
    comb_cli_reading_free(&read);
    if (code != COMB_OK && !guessed)
        *status = comb_cli_fail(cli, NULL, &err);
    return code == COMB_OK;
}

/* ---- from INPUT to board ---- */

struct input {
    struct comb_buf text;
    const char *source;
};

static int only_for_pictures(const struct comb_cli *cli, struct comb_error *err)
{
    if (!comb_params_text(&cli->params, "fix", NULL))
        return COMB_OK;
    return comb_fail(err, COMB_BAD_INPUT, "--fix corrects what was read from a picture; '%.60s' is none",
                     cli->operands[0]);
}

/* ---- several operands ---- */

static int too_many(const struct comb_cli *cli, const char *operand, struct comb_error *err)
{
    return comb_fail(err, COMB_BAD_INPUT, "'%.40s' is one operand too many: 'comb %s' takes one board%s%s", operand,
                     cli->verb->name, cli->game ? "" : ", and the name of its game before it",
                     cli->verb->line ? "; --jsonl FILE takes one per line" : "");
}

/* What is wrong with operands that were taken for one board: the user may have meant something else by them. */
static void explain_joined(const struct comb_cli *cli, struct comb_error *err)
{
    struct comb_error inner = *err;
    comb_fail(err, inner.code, "the %zu operands are not one %s board: %.180s; quote a board with spaces",
              cli->operand_count, cli->game->name, inner.message);
    err->line = inner.line;
    err->column = inner.column;
}

/* One board that was not quoted, where the game can tell. */
static int join_operands(struct comb_buf *text, const struct comb_cli *cli, struct comb_error *err)
{
    for (size_t i = 0; i < cli->operand_count; i++)
        if (strcmp(cli->operands[i], "/") != 0 && comb_cli_names_file(cli->operands[i]))
            return too_many(cli, cli->operands[i == 0 ? 1 : i], err);
    if (!cli->game || !cli->game->join)
        return too_many(cli, cli->operands[1], err);
    int code = cli->game->join(text, cli->operands, cli->operand_count, err);
    if (code == COMB_BAD_INPUT)
        explain_joined(cli, err);
    return code;
}

static bool joins(const struct comb_cli *cli)
{
    return cli->operand_count > 1 && !cli->verb->takes_answer;
}

/* False after a message. Nothing runs against the clock yet: the user may be asked about a picture. */
static bool take_input(struct input *input, struct comb_cli *cli, int *status)
{
    struct comb_error err = {0};
    if (cli->operand_count == 0)
        return true;
    int code;
    input->source = "board";
    if (joins(cli))
        code = join_operands(&input->text, cli, &err);
    else
        code = comb_cli_input(&input->text, &input->source, cli->operands[0], &err);
    if (code == COMB_OK && comb_pixels_is(comb_buf_text(&input->text), input->text.length))
        return read_picture(&input->text, cli, status);
    if (code == COMB_OK)
        code = only_for_pictures(cli, &err);
    if (code != COMB_OK)
        *status = comb_cli_fail(cli, input->source, &err);
    return code == COMB_OK;
}

/* The first board of a file that holds several is taken unless --pick says which; the user is told. */
static void say_first(struct comb_cli *cli, const struct input *input)
{
    const char *text = comb_buf_text(&input->text);
    size_t length = input->text.length;
    for (size_t i = 0; i < cli->raw_count; i++)
        if (strcmp(cli->raw[i].name, "pick") == 0)
            return;
    if (cli->game->first_board && cli->game->first_board(text, length) < length)
        comb_cli_say(cli, "%s holds several boards, this is the first; --pick N takes another", input->source);
}

/* On failure the message has been printed and the exit status is in *status. */
static struct comb_board *open_board(struct comb_cli *cli, const struct input *input, struct comb_job *job, int *status)
{
    if (cli->operand_count == 0)
        return without_input(cli, job, status);
    struct comb_error err = {0};
    const char *source = input->source;
    struct comb_board *board = NULL;
    int code = find_game(cli, &input->text, &err);
    if (code == COMB_OK)
        code = comb_board_open(&board, cli->game, comb_buf_text(&input->text), input->text.length, job, &cli->params,
                               &err);
    if (code == COMB_BAD_INPUT && joins(cli))
        explain_joined(cli, &err);
    if (code == COMB_OK) {
        source = "moves";
        code = comb_cli_play_moves(board, &cli->params, &err);
    }
    if (code == COMB_OK) {
        say_first(cli, input);
        comb_cli_detail(cli, "%s board read from %s", cli->game->name, cli->operands[0]);
        return board;
    }
    *status = comb_cli_fail(cli, source, &err);
    comb_board_free(board);
    return NULL;
}

int comb_cli_on_board(struct comb_cli *cli,
                      int (*body)(struct comb_cli *cli, const struct comb_board *board, struct comb_job *job))
{
    int status = COMB_OK;
    struct input input = {0};
    struct comb_cli_job *job =
        take_input(&input, cli, &status) ? comb_cli_job_start(cli, COMB_CLI_TIMED, &status) : NULL;
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
