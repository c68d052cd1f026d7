#include "cli/verb.h"

#include "core/run.h"
#include "family/words/game.h"
#include "family/words/proof_check.h"

static long long number(const json_t *found, const char *key)
{
    return (long long)json_integer_value(json_object_get(found, key));
}

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
        comb_buf_printf(out, "%lld  %s\n", number(board, "score"), json_string_value(json_object_get(board, "board")));
    }
}

static void print_claim(struct comb_buf *out, const json_t *found)
{
    size_t boards = json_array_size(json_object_get(found, "boards"));
    comb_buf_printf(out, "%s %s, words of %s: ", json_string_value(json_object_get(found, "game")),
                    json_string_value(json_object_get(found, "shape")),
                    json_string_value(json_object_get(found, "words")));
    if (number(found, "missing") > 0)
        comb_buf_printf(out, "%zu board%s with %lld or more in the units that are there\n", boards,
                        boards == 1 ? "" : "s", number(found, "target"));
    else if (boards == 0)
        comb_buf_printf(out, "no board scores %lld or more\n", number(found, "target"));
    else
        comb_buf_printf(out, "the best board scores %lld; %zu score%s %lld or more, copies counted once\n",
                        number(found, "optimum"), boards, boards == 1 ? "s" : "", number(found, "target"));
}

/* "sound" where everything was done again, "plausible" where units are taken on trust. */
static void print_verdict(struct comb_buf *out, const json_t *found, int code)
{
    long long trusted = number(found, "trusted");
    bool complete = json_is_true(json_object_get(found, "complete"));
    bool valid = json_is_true(json_object_get(found, "valid"));
    if (valid && !complete)
        comb_buf_printf(out, "%s as far as it goes, %lld missing: ", trusted == 0 ? "sound" : "plausible",
                        number(found, "missing"));
    else if (valid)
        comb_buf_str(out, trusted == 0 ? "sound: " : "plausible: ");
    else if (code == COMB_NO && !complete && number(found, "problem_count") <= number(found, "missing"))
        comb_buf_printf(out, "incomplete, %lld missing: ", number(found, "missing"));
    else
        comb_buf_str(out, code == COMB_NO ? "refused: " : "not decided: ");
    comb_buf_printf(out, "%lld units, %lld of them done again, %lld taken on trust, %.1f s\n", number(found, "units"),
                    number(found, "rechecked"), trusted, json_number_value(json_object_get(found, "seconds")));
    if (valid && trusted > 0)
        comb_buf_str(out,
                     "a board that was left out of a unit taken on trust is not seen: --recheck all leaves no gap\n");
}

static int show(struct comb_cli *cli, const json_t *found, int code)
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

static int check(struct comb_cli *cli, struct comb_job *job)
{
    struct comb_error err = {0};
    json_t *found;
    int code = comb_words_check_proof(&found, cli->operands[0], job, &cli->params, &err);
    if (!found)
        return comb_cli_fail(cli, NULL, &err);
    json_t *escaped = comb_params_flag(&cli->params, "json") ? json_incref(found) : comb_cli_escaped(found);
    int shown = escaped ? show(cli, escaped, code) : COMB_LIMIT;
    json_decref(escaped);
    bool plausible = code == COMB_LIMIT && json_is_true(json_object_get(found, "valid"));
    json_decref(found);
    if (shown == COMB_OK && !plausible && (code == COMB_LIMIT || code == COMB_INTERRUPTED))
        comb_cli_say(cli, "%s: what was found so far is shown", err.message);
    return shown != COMB_OK ? shown : comb_exit_status(code);
}

static int run(struct comb_cli *cli)
{
    struct comb_error err;
    if (cli->operand_count != 1) {
        comb_fail(&err, COMB_BAD_INPUT, "expected the folder of one certificate, got %zu operands", cli->operand_count);
        return comb_cli_fail(cli, NULL, &err);
    }
    int status = COMB_OK;
    struct comb_cli_job *job = comb_cli_job_start(cli, COMB_CLI_TIMED, &status);
    if (job)
        status = check(cli, comb_cli_job(job));
    comb_cli_job_end(job);
    return status;
}

static const struct comb_option options[] = {
    COMB_WORDS_LIST_OPTIONS,
    {.name = "recheck",
     .kind = COMB_OPTION_TEXT,
     .argument = "SHARE",
     .fallback = "1%",
     .help = "units to do again by another method: 1%, a number, or all; as many more with the highest bounds"},
    {.name = "unit-limit",
     .kind = COMB_OPTION_SECONDS,
     .argument = "TIME",
     .fallback = "600",
     .help = "give up on a unit after TIME; it is then taken on trust"},
    {.name = "partial",
     .kind = COMB_OPTION_FLAG,
     .help = "units may be missing: check those that are there, which proves nothing about the others"},
    {.name = "letters",
     .kind = COMB_OPTION_TEXT,
     .argument = "LETTERS",
     .help = "the proof is for boards of these letters; all otherwise"},
    {.name = "min-length",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .least = 1,
     .most = COMB_DICT_MAX_WORD,
     .help = "the proof counts words of N letters or more; otherwise as the game has it"},
    {0},
};

static const struct comb_verb_example examples[] = {
    {"verify-proof proof7", "whether a certificate that 'comb prove --out proof7' wrote is plausible"},
    {"verify-proof proof7 --recheck all", "whether it is sound: every unit is done again by another method"},
    {0},
};

const struct comb_verb comb_verb_verify_proof = {
    .name = "verify-proof",
    .usage = "DIR",
    .summary = "check a certificate of comb prove",
    .detail =
        "Derives shape, symmetries and points from the game's rules, checks that the units cover every board, "
        "scores the boards "
        "listed, and does a share of the units again by a method of its own; it shares no code with the prover. "
        "Exit status 0: sound, every unit was done again; 1: something is wrong, or units are missing, each problem "
        "names file and line; 3: plausible, nothing is wrong but units were taken on trust, or a limit was "
        "reached. A board that was left out is found when its unit is done again: --recheck all leaves no gap.",
    .options = options,
    .examples = examples,
    .run = run,
};
