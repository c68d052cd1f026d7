#define _POSIX_C_SOURCE 200809L
#include "cli/verb.h"

#include "base/file.h"
#include "core/run.h"
#include "family/words/proof_slurm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long long number(const json_t *found, const char *key)
{
    return (long long)json_integer_value(json_object_get(found, key));
}

static double real(const json_t *found, const char *key)
{
    return json_number_value(json_object_get(found, key));
}

static void print_boards(struct comb_buf *out, const json_t *found)
{
    const json_t *boards = json_object_get(found, "boards");
    for (size_t i = 0; i < json_array_size(boards); i++) {
        const json_t *board = json_array_get(boards, i);
        comb_buf_printf(out, "%lld  %s\n", number(board, "score"), json_string_value(json_object_get(board, "board")));
    }
}

static void print_verdict(struct comb_buf *out, const json_t *found)
{
    const char *shape = json_string_value(json_object_get(found, "shape"));
    size_t boards = json_array_size(json_object_get(found, "boards"));
    long long target = number(found, "target");
    if (!json_is_true(json_object_get(found, "proved")))
        comb_buf_printf(out, "%s: not proved yet, %lld of %lld units are left\n", shape, number(found, "units_left"),
                        number(found, "units"));
    else if (boards == 0)
        comb_buf_printf(out, "%s: proved, no board scores %lld or more\n", shape, target);
    else
        comb_buf_printf(out,
                        "%s: proved, the best board scores %lld; %zu board%s with %lld or more, turned and "
                        "mirrored copies counted once\n",
                        shape, number(found, "optimum"), boards, boards == 1 ? "" : "s", target);
    comb_buf_printf(out, "%lld bounds, %lld boards scored, %.1f CPU seconds\n", number(found, "nodes"),
                    number(found, "leaves"), real(found, "cpu_seconds"));
}

static void print_estimate(struct comb_buf *out, const json_t *found)
{
    const json_t *shares = json_object_get(found, "shares");
    comb_buf_printf(out, "%s, target %lld: %.3g CPU-years (%.3g CPU seconds)\n",
                    json_string_value(json_object_get(found, "shape")), number(found, "target"),
                    real(found, "cpu_years"), real(found, "cpu_seconds"));
    if (json_is_null(json_object_get(found, "cpu_years_high")))
        comb_buf_str(out, "too few samples to say how far off this is\n");
    else
        comb_buf_printf(out, "between %.2g and %.2g CPU-years (%.2g and %.2g CPU seconds) with 95 %% confidence\n",
                        real(found, "cpu_years_low"), real(found, "cpu_years_high"), real(found, "cpu_seconds_low"),
                        real(found, "cpu_seconds_high"));
    comb_buf_printf(out, "%lld units, %.3g s each; %lld samples, the largest makes %.0f %% of the estimate\n",
                    number(found, "units"), real(found, "seconds_per_unit"), number(found, "samples"),
                    100 * real(found, "largest_share"));
    comb_buf_printf(out, "listing %.0f %%, first bounds %.0f %%, merged lists %.0f %%, search %.0f %%\n",
                    100 * real(shares, "listing"), 100 * real(shares, "first_bounds"),
                    100 * real(shares, "merged_lists"), 100 * real(shares, "search"));
    comb_buf_printf(out, "%s; a tail that no sample has met is not in the interval\n",
                    json_string_value(json_object_get(found, "method")));
}

static int show(struct comb_cli *cli, const json_t *found)
{
    struct comb_buf text = {0};
    if (comb_params_flag(&cli->params, "json"))
        return comb_cli_write_json(cli, found);
    if (comb_params_flag(&cli->params, "estimate")) {
        print_estimate(&text, found);
    } else {
        print_boards(&text, found);
        if (!comb_params_flag(&cli->params, "plain"))
            print_verdict(&text, found);
    }
    int status = comb_cli_write(cli, &text);
    comb_buf_free(&text);
    return status;
}

static int prove(struct comb_cli *cli, struct comb_job *job)
{
    struct comb_error err = {0};
    json_t *found;
    int code = comb_run_prove(&found, cli->game, job, &cli->params, &err);
    if (!found)
        return comb_cli_fail(cli, NULL, &err);
    int shown = show(cli, found);
    json_decref(found);
    if (shown == COMB_OK && (code == COMB_LIMIT || code == COMB_INTERRUPTED)) {
        const char *merged = comb_params_text(&cli->params, "merge", NULL);
        comb_cli_say(cli, "%s: what was found so far is shown", err.message);
        if (merged)
            comb_cli_say(cli, "the command that wrote it, with --out %s, goes on with them", merged);
        else if (comb_params_text(&cli->params, "out", NULL))
            comb_cli_say(cli, "the same command goes on from here");
        else
            comb_cli_say(cli, "with --out DIR the same command goes on where it stopped");
    }
    if (shown == COMB_OK && code == COMB_IO)
        return comb_cli_fail(cli, NULL, &err);
    return shown != COMB_OK ? shown : comb_exit_status(code);
}

/* ---- --merge: the certificate itself knows game, shape, letters and depth ---- */

static const char *raw_value(const struct comb_cli *cli, const char *name)
{
    for (size_t i = 0; i < cli->raw_count; i++)
        if (strcmp(cli->raw[i].name, name) == 0)
            return cli->raw[i].value;
    return NULL;
}

/* The value of a line "key value" of a header, terminated; empty when there is none. */
static void header_value(char out[128], const char *header, const char *key)
{
    size_t length = strlen(key);
    out[0] = '\0';
    for (const char *line = header; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, key, length) != 0 || line[length] != ' ')
            continue;
        size_t size = strcspn(line + length + 1, "\n");
        size = size < 127 ? size : 127;
        memcpy(out, line + length + 1, size);
        out[size] = '\0';
        return;
    }
}

/* The classes of letters, as --classes has them. */
static void header_classes(char out[128], const char *header)
{
    size_t length = 0;
    for (const char *line = header; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, "class ", 6) != 0)
            continue;
        line += 6 + strcspn(line + 6, " \n");
        line += *line == ' ';
        length +=
            (size_t)snprintf(out + length, 128 - length, "%s%.*s", length ? "," : "", (int)strcspn(line, "\n"), line);
        if (length >= 128)
            break;
    }
    if (length == 0)
        strcpy(out, "none");
}

static int take_from_header(struct comb_cli *cli, const char *header, struct comb_error *err)
{
    static const char *const keys[] = {"shape", "letters", "depth", "classes"};
    char value[128];
    int code = COMB_OK;
    header_value(value, header, "game");
    const struct comb_game *game = cli->game ? cli->game : comb_game_find(value);
    if (!game)
        return comb_fail(err, COMB_BAD_INPUT, "--merge: the certificate is of a game '%.40s' that is not known", value);
    if (!cli->game)
        code = comb_cli_bind(cli, game, err);
    cli->game = game;
    for (size_t i = 0; i < sizeof keys / sizeof *keys && code == COMB_OK; i++) {
        const struct comb_option *row = comb_option_find(game->options, keys[i]);
        if (strcmp(keys[i], "classes") == 0)
            header_classes(value, header);
        else
            header_value(value, header, keys[i]);
        if (row && value[0] && !raw_value(cli, keys[i]))
            code = comb_params_set(&cli->params, row, value, err);
    }
    return code;
}

static int read_merged(struct comb_cli *cli, struct comb_error *err)
{
    enum { MOST_HEADER = 1 << 20 };
    const char *folder = raw_value(cli, "merge");
    struct comb_buf path = {0};
    struct comb_buf header = {0};
    if (!folder)
        return COMB_OK;
    comb_buf_printf(&path, "%s/header.txt", folder);
    int code = path.failed ? comb_fail_memory(err) : comb_file_read(&header, path.data, MOST_HEADER, err);
    if (code == COMB_OK)
        code = take_from_header(cli, comb_buf_text(&header), err);
    comb_buf_free(&path);
    comb_buf_free(&header);
    return code;
}

/* ---- on a cluster ---- */

static bool is_of_slurm(const char *option)
{
    return comb_list_holds("slurm slurm-options wait shards shard threads json plain quiet verbose time-limit", option);
}

/* The command line once more, for the tasks: the program's own path, the game, and every option but those that are
 * about the job itself. */
static size_t repeat_command(const char **words, char (*names)[64], const struct comb_cli *cli, const char *program)
{
    size_t count = 0;
    words[count++] = program;
    words[count++] = cli->verb->name;
    words[count++] = cli->game->name;
    for (size_t i = 0; i < cli->raw_count; i++) {
        if (is_of_slurm(cli->raw[i].name))
            continue;
        snprintf(names[i], sizeof names[i], "--%s", cli->raw[i].name);
        words[count++] = names[i];
        if (cli->raw[i].value)
            words[count++] = cli->raw[i].value;
    }
    return count;
}

static int submit(struct comb_cli *cli, struct comb_job *job)
{
    struct comb_error err = {0};
    json_t *found = NULL;
    char program[4096] = "";
    const char **words = calloc(2 * cli->raw_count + 3, sizeof *words);
    char(*names)[64] = calloc(cli->raw_count + 1, sizeof *names);
    if (words && names && readlink("/proc/self/exe", program, sizeof program - 1) > 0) {
        struct comb_words_slurm plan = {
            .command = words,
            .command_words = repeat_command(words, names, cli, program),
            .folder = comb_params_text(&cli->params, "out", NULL),
            .shards = comb_params_int(&cli->params, "shards", COMB_WORDS_SLURM_SHARDS),
            .options = comb_params_text(&cli->params, "slurm-options", NULL),
            .wait = comb_params_flag(&cli->params, "wait"),
            .target_given = comb_params_int(&cli->params, "target", 0) > 0,
        };
        err.code = comb_words_prove_slurm(&found, &plan, job, &cli->params, &err);
    } else {
        comb_fail_memory(&err);
    }
    free(words);
    free(names);
    if (!found)
        return comb_cli_fail(cli, NULL, &err);
    struct comb_buf text = {0};
    comb_buf_printf(&text, "%s\n", json_string_value(json_object_get(found, "text")));
    int shown = comb_params_flag(&cli->params, "json") ? comb_cli_write_json(cli, found) : comb_cli_write(cli, &text);
    comb_buf_free(&text);
    json_decref(found);
    return shown != COMB_OK ? shown : comb_exit_status(err.code);
}

static int run(struct comb_cli *cli)
{
    struct comb_error err;
    if (read_merged(cli, &err) != COMB_OK)
        return comb_cli_fail(cli, NULL, &err);
    if (!cli->game)
        comb_fail(&err, COMB_BAD_INPUT, "which game? 'comb help prove' shows those there are");
    else if (!comb_can_prove(cli->game))
        comb_fail(&err, COMB_BAD_INPUT, "nothing can be proved about %s boards", cli->game->name);
    else if (cli->operand_count > 0)
        comb_fail(&err, COMB_BAD_INPUT, "'%.40s' is one operand too many; the shape is given with --shape",
                  cli->operands[0]);
    else {
        int status = COMB_OK;
        struct comb_cli_job *job = comb_cli_job_start(cli, COMB_CLI_TIMED, &status);
        if (job)
            status = comb_params_flag(&cli->params, "slurm") ? submit(cli, comb_cli_job(job))
                                                             : prove(cli, comb_cli_job(job));
        comb_cli_job_end(job);
        return status;
    }
    return comb_cli_fail(cli, NULL, &err);
}

static const struct comb_option options[] = {COMB_WORDS_SLURM_OPTIONS, {0}};

static const struct comb_verb_example examples[] = {
    {"prove hexhunt --shape hex7", "the best board of seven hexagons, and that there is no better one"},
    {"prove boggle --shape 3x3 --target 500", "every 3x3 board that scores 500 or more"},
    {"prove hexhunt --shape hex12 --out proof12", "hours of work that may be interrupted, with a certificate"},
    {"prove hexhunt --shape hex12 --target 1475 --out proof --slurm --shards 64",
     "the same as 64 tasks of a Slurm cluster; again: those that are not done"},
    {"prove --merge proof12", "what a certificate has so far, from all shards"},
    {"prove hexhunt --target 4064 --estimate", "how long the proof for the usual board would take"},
    {0},
};

const struct comb_verb comb_verb_prove = {
    .name = "prove",
    .usage = "GAME",
    .summary = "prove which board has the highest score",
    .detail = "Lists every board that scores --target or more, or, without a target, the best ones there are. Letters "
              "for the cells in "
              "the middle make units of work; each is bounded and searched, and with --out recorded in a certificate "
              "that another "
              "program can check. It may be killed at any time and goes on with the same command. docs/proofs.md "
              "explains the method.",
    .options = options,
    .examples = examples,
    .takes_game = true,
    .can = comb_can_prove,
    .run = run,
};
