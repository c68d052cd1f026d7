#include "cli/verb.h"

#include "core/run.h"
#include "proof/check/check.h"

static void print_list(struct comb_buf *out, const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        comb_buf_printf(out, "%s\n", json_string_value(json_array_get(list, i)));
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

static void print_claim(struct comb_buf *out, const json_t *found)
{
    size_t boards = json_array_size(json_object_get(found, "boards"));
    comb_buf_printf(out, "%s %s, words of %s: ", json_string_value(json_object_get(found, "game")),
                    json_string_value(json_object_get(found, "shape")),
                    json_string_value(json_object_get(found, "words")));
    if (comb_json_number(found, "missing") > 0)
        comb_buf_printf(out, "%zu board%s with %lld or more in the available units\n", boards, boards == 1 ? "" : "s",
                        comb_json_number(found, "target"));
    else if (boards == 0)
        comb_buf_printf(out, "no board scores %lld or more\n", comb_json_number(found, "target"));
    else
        comb_buf_printf(out, "the best board scores %lld; %zu score%s %lld or more, counting symmetric boards once\n",
                        comb_json_number(found, "optimum"), boards, boards == 1 ? "s" : "",
                        comb_json_number(found, "target"));
}

/* Prints "sound" if every unit was rechecked, "plausible" if some were taken on trust. */
static void print_verdict(struct comb_buf *out, const json_t *found, int code)
{
    long long trusted = comb_json_number(found, "trusted");
    bool complete = json_is_true(json_object_get(found, "complete"));
    bool valid = json_is_true(json_object_get(found, "valid"));
    if (valid && !complete)
        comb_buf_printf(out, "%s but incomplete, %lld missing: ", trusted == 0 ? "sound" : "plausible",
                        comb_json_number(found, "missing"));
    else if (valid)
        comb_buf_str(out, trusted == 0 ? "sound: " : "plausible: ");
    else if (code == COMB_NO && !complete &&
             comb_json_number(found, "problem_count") <= comb_json_number(found, "missing"))
        comb_buf_printf(out, "incomplete, %lld missing: ", comb_json_number(found, "missing"));
    else
        comb_buf_str(out, code == COMB_NO ? "rejected: " : "undecided: ");
    comb_buf_printf(out, "%lld units, %lld rechecked, %lld taken on trust, %.1f s\n", comb_json_number(found, "units"),
                    comb_json_number(found, "rechecked"), trusted,
                    json_number_value(json_object_get(found, "seconds")));
    if (valid && trusted > 0)
        comb_buf_str(out, "boards missing from units taken on trust are not detected; use --recheck all\n");
}

static int print_findings(struct comb_cli *cli, const json_t *found, int code)
{
    struct comb_buf text = {0};
    if (comb_params_flag(&cli->params, "json"))
        return comb_cli_write_json(cli, found);
    bool valid = json_is_true(json_object_get(found, "valid"));
    if (code != COMB_NO || comb_params_flag(&cli->params, "plain"))
        print_boards(&text, found);
    if (!comb_params_flag(&cli->params, "plain")) {
        print_list(&text, json_object_get(found, "problems"));
        print_list(&text, json_object_get(found, "notes"));
        if (valid)
            print_claim(&text, found);
        print_verdict(&text, found, code);
    }
    int status = comb_cli_write(cli, &text);
    comb_buf_free(&text);
    return status;
}

static int check_certificate(struct comb_cli *cli, struct comb_job *job)
{
    struct comb_error err = {0};
    json_t *found;
    int code = comb_words_check_proof(&found, cli->operands[0], job, &cli->params, &err);
    if (!found)
        return comb_cli_fail(cli, NULL, &err);
    json_t *escaped = comb_params_flag(&cli->params, "json") ? json_incref(found) : comb_cli_escaped(found);
    int shown = escaped ? print_findings(cli, escaped, code) : COMB_LIMIT;
    json_decref(escaped);
    bool plausible = code == COMB_LIMIT && json_is_true(json_object_get(found, "valid"));
    json_decref(found);
    if (shown == COMB_OK && !plausible && (code == COMB_LIMIT || code == COMB_INTERRUPTED))
        comb_cli_info(cli, "%s; showing results so far", err.message);
    return shown != COMB_OK ? shown : comb_exit_status(code);
}

static int run_verify_proof(struct comb_cli *cli)
{
    struct comb_error err;
    if (cli->operand_count != 1) {
        comb_fail(&err, COMB_BAD_INPUT, "expected one certificate folder, got %zu operands", cli->operand_count);
        return comb_cli_fail(cli, NULL, &err);
    }
    int status = COMB_OK;
    struct comb_cli_job *job = comb_cli_job_start(cli, COMB_CLI_TIMED, &status);
    if (job)
        status = check_certificate(cli, comb_cli_job(job));
    comb_cli_job_end(job);
    return status;
}

static const struct comb_verb_example examples[] = {
    {"verify-proof proof7", "check a certificate written by 'comb prove --out proof7', rechecking 1 % of it"},
    {"verify-proof proof7 --recheck all", "check it completely: recheck every unit by another method"},
    {0},
};

const struct comb_verb comb_verb_verify_proof = {
    .name = "verify-proof",
    .usage = "DIR",
    .summary = "check a certificate written by 'comb prove'",
    .detail =
        "Derives shape, symmetries and points from the rules of the game, checks that the units cover every board, "
        "scores the listed boards, and rechecks some units by another method. It shares no code with the "
        "prover.\n\nExit status 0: sound, every unit was rechecked. 1: problems were found or units are missing; each "
        "problem is printed with file and line. 3: plausible, no problems were found but some units were taken on "
        "trust, or a limit was reached. A board missing from a unit is detected only if the unit is rechecked; use "
        "--recheck all to be sure.",
    .options = comb_words_check_proof_options,
    .examples = examples,
    .run = run_verify_proof,
};
