#define _POSIX_C_SOURCE 200809L
#include "cli/verb.h"

#include "base/file.h"
#include "base/platform.h"
#include "core/run.h"
#include "proof/slurm/slurm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static double real(const json_t *found, const char *key)
{
    return json_number_value(json_object_get(found, key));
}

static void print_boards(struct comb_buf *out, const json_t *found)
{
    const json_t *boards = json_object_get(found, "boards");
    for (size_t i = 0; i < json_array_size(boards); i++) {
        const json_t *board = json_array_get(boards, i);
        comb_buf_printf(out, "%lld  %s\n", comb_json_number(board, "score"),
                        json_string_value(json_object_get(board, "board")));
    }
}

static void print_verdict(struct comb_buf *out, const json_t *found)
{
    const char *shape = json_string_value(json_object_get(found, "shape"));
    size_t boards = json_array_size(json_object_get(found, "boards"));
    long long target = comb_json_number(found, "target");
    if (!json_is_true(json_object_get(found, "proved")))
        comb_buf_printf(out, "%s: not proved yet, %lld of %lld units left\n", shape,
                        comb_json_number(found, "units_left"), comb_json_number(found, "units"));
    else if (boards == 0)
        comb_buf_printf(out, "%s: proved, no board scores %lld or more\n", shape, target);
    else
        comb_buf_printf(out,
                        "%s: proved, the best board scores %lld; %zu board%s with %lld or more, counting symmetric "
                        "boards once\n",
                        shape, comb_json_number(found, "optimum"), boards, boards == 1 ? "" : "s", target);
    comb_buf_printf(out, "%lld bounds, %lld boards scored, %.1f CPU seconds\n", comb_json_number(found, "nodes"),
                    comb_json_number(found, "leaves"), real(found, "cpu_seconds"));
}

static void print_estimate(struct comb_buf *out, const json_t *found)
{
    const json_t *fractions = json_object_get(found, "shares");
    comb_buf_printf(out, "%s, target %lld: %.3g CPU-years (%.3g CPU seconds)\n",
                    json_string_value(json_object_get(found, "shape")), comb_json_number(found, "target"),
                    real(found, "cpu_years"), real(found, "cpu_seconds"));
    if (json_is_null(json_object_get(found, "cpu_years_high")))
        comb_buf_str(out, "too few samples for a confidence interval\n");
    else
        comb_buf_printf(out, "between %.2g and %.2g CPU-years (%.2g and %.2g CPU seconds) with 95 %% confidence\n",
                        real(found, "cpu_years_low"), real(found, "cpu_years_high"), real(found, "cpu_seconds_low"),
                        real(found, "cpu_seconds_high"));
    comb_buf_printf(out, "%lld units, %.3g s each; %lld samples, the largest is %.0f %% of the estimate\n",
                    comb_json_number(found, "units"), real(found, "seconds_per_unit"),
                    comb_json_number(found, "samples"), 100 * real(found, "largest_share"));
    comb_buf_printf(out, "listing %.0f %%, first bounds %.0f %%, merged lists %.0f %%, search %.0f %%\n",
                    100 * real(fractions, "listing"), 100 * real(fractions, "first_bounds"),
                    100 * real(fractions, "merged_lists"), 100 * real(fractions, "search"));
    comb_buf_printf(out, "%s; the interval does not cover rare cases missing from the samples\n",
                    json_string_value(json_object_get(found, "method")));
}

static int print_result(struct comb_cli *cli, const json_t *found)
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

static int prove_shape(struct comb_cli *cli, struct comb_job *job)
{
    struct comb_error err = {0};
    json_t *found;
    int code = comb_run_prove(&found, cli->game, job, &cli->params, &err);
    if (!found)
        return comb_cli_fail(cli, NULL, &err);
    int shown = print_result(cli, found);
    json_decref(found);
    if (shown == COMB_OK && (code == COMB_LIMIT || code == COMB_INTERRUPTED)) {
        const char *merged = comb_params_text(&cli->params, "merge", NULL);
        comb_cli_info(cli, "%s; showing results so far", err.message);
        if (merged)
            comb_cli_info(cli, "to continue, run the original command with --out %s", merged);
        else if (comb_params_text(&cli->params, "out", NULL))
            comb_cli_info(cli, "run the same command again to continue");
        else
            comb_cli_info(cli, "use --out DIR to be able to continue");
    }
    if (shown == COMB_OK && code == COMB_IO)
        return comb_cli_fail(cli, NULL, &err);
    return shown != COMB_OK ? shown : comb_exit_status(code);
}

/* ---- --merge: game, shape, letters and depth come from the certificate ---- */

static const char *raw_value(const struct comb_cli *cli, const char *name)
{
    for (size_t i = 0; i < cli->raw_count; i++)
        if (strcmp(cli->raw[i].name, name) == 0)
            return cli->raw[i].value;
    return NULL;
}

/* Copies the value of a header line "key value"; empty if there is none. */
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

/* Copies the letter classes of a header in the notation of --classes. */
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

static int apply_header(struct comb_cli *cli, const char *header, struct comb_error *err)
{
    static const char *const keys[] = {"shape", "letters", "depth", "classes"};
    char value[128];
    int code = COMB_OK;
    header_value(value, header, "game");
    const struct comb_game *game = cli->game ? cli->game : comb_game_find(value);
    if (!game)
        return comb_fail(err, COMB_BAD_INPUT, "--merge: the certificate is for an unknown game '%.40s'", value);
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
    enum { MAX_HEADER = 1 << 20 };
    const char *folder = raw_value(cli, "merge");
    struct comb_buf path = {0};
    struct comb_buf header = {0};
    if (!folder)
        return COMB_OK;
    comb_buf_printf(&path, "%s/header.txt", folder);
    int code = path.failed ? comb_fail_memory(err) : comb_file_read(&header, path.data, MAX_HEADER, err);
    if (code == COMB_OK)
        code = apply_header(cli, comb_buf_text(&header), err);
    comb_buf_free(&path);
    comb_buf_free(&header);
    return code;
}

/* ---- on a cluster ---- */

static bool is_job_option(const char *option)
{
    return comb_list_contains("slurm slurm-options wait shards shard threads json plain quiet verbose time-limit",
                              option);
}

/* Rebuilds the command line for the tasks: the program's path, the game, and every option except those about the Slurm
 * job. */
static size_t repeat_command(const char **words, char (*names)[64], const struct comb_cli *cli, const char *program)
{
    size_t count = 0;
    words[count++] = program;
    words[count++] = cli->verb->name;
    words[count++] = cli->game->name;
    for (size_t i = 0; i < cli->raw_count; i++) {
        if (is_job_option(cli->raw[i].name))
            continue;
        snprintf(names[i], sizeof names[i], "--%s", cli->raw[i].name);
        words[count++] = names[i];
        if (cli->raw[i].value)
            words[count++] = cli->raw[i].value;
    }
    return count;
}

static int submit_to_slurm(struct comb_cli *cli, struct comb_job *job)
{
    struct comb_error err = {0};
    json_t *found = NULL;
    char program[4096] = "";
    const char **words = calloc(2 * cli->raw_count + 3, sizeof *words);
    char(*names)[64] = calloc(cli->raw_count + 1, sizeof *names);
    if (words && names && comb_program_path(program, sizeof program)) {
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

static int prove_or_submit(struct comb_cli *cli, struct comb_job *job)
{
    return comb_params_flag(&cli->params, "slurm") ? submit_to_slurm(cli, job) : prove_shape(cli, job);
}

static int run_prove(struct comb_cli *cli)
{
    struct comb_error err;
    if (read_merged(cli, &err) != COMB_OK)
        return comb_cli_fail(cli, NULL, &err);
    return comb_cli_with_game(cli, "use --shape for the shape", prove_or_submit);
}

static const struct comb_option options[] = {COMB_WORDS_SLURM_OPTIONS, {0}};

extern const struct comb_request_verb comb_request_verb_prove; /* request/verbs/prove.c */

const struct comb_verb comb_verb_prove = {
    .name = "prove",
    .request = &comb_request_verb_prove,
    .options = options,
    .takes_game = true,
    .run = run_prove,
};
