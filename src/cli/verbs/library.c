/* 'comb library': lists, shows, renames, tags, deletes, restores, imports and exports stored puzzles. */
#define _POSIX_C_SOURCE 200809L
#include "cli/verb.h"

#include "base/escape.h"
#include "base/file.h"
#include "base/text.h"
#include "core/run.h"
#include "store/import.h"

#include <string.h>
#include <time.h>

struct action {
    const char *name;
    unsigned min_operands, max_operands; /* after the name */
    bool atomic;                         /* runs in a transaction: all puzzles are changed, or none */
    bool creates;                        /* creates the library if it does not exist */
    bool takes_game;                     /* may be limited to one game */
    const char *options;                 /* the verb's options that it takes; NULL: none */
    int (*run)(struct comb_cli *cli, struct comb_library *library, const char *const *operands, size_t count,
               struct comb_error *err);
};

/* ---- output ---- */

static int write_object(struct comb_cli *cli, const char *key, json_t *value, struct comb_error *err)
{
    struct comb_json build = {0};
    json_t *root = comb_json_object(&build);
    comb_json_set(&build, root, "schema", comb_json_int(&build, COMB_SCHEMA));
    comb_json_set(&build, root, key, value);
    int code = comb_json_finish(&root, &build, root, err);
    if (code == COMB_OK)
        code = comb_cli_write_json(cli, root);
    json_decref(root);
    return code;
}

/* Appends the board on one line, truncated if long. */
static void add_board(struct comb_buf *out, const char *board)
{
    enum { COLUMNS = 60 };
    size_t length = 0;
    for (size_t shown = 0; board[length] && shown < COLUMNS; shown++) {
        size_t lines = strspn(board + length, "\n\t");
        uint32_t point;
        size_t size = lines > 0 ? 0 : comb_utf8_decode(&point, board + length, strlen(board + length));
        if (lines > 0)
            comb_buf_char(out, ' ');
        else
            comb_escape(out, board + length, size > 0 ? size : 1, COMB_ESCAPE_FIELD);
        length += lines > 0 ? 1 : size > 0 ? size : 1;
    }
    if (board[length])
        comb_buf_str(out, "...");
}

static void add_tags(struct comb_buf *out, const json_t *puzzle)
{
    const json_t *tags = json_object_get(puzzle, "tags");
    for (size_t i = 0; i < json_array_size(tags); i++)
        comb_buf_printf(out, " #%s", json_string_value(json_array_get(tags, i)));
}

/* Whether an answer, or a puzzle's outcome, was not written by this program. */
static bool is_unverified(const json_t *object)
{
    return json_is_true(json_object_get(object, "answered")) && !json_is_true(json_object_get(object, "verified"));
}

/* Appends one line about a puzzle whose strings are escaped; `board` is unescaped, as its newlines separate rows. */
static void add_line(struct comb_buf *out, const json_t *puzzle, const char *board, bool plain)
{
    char day[16] = "";
    time_t added = (time_t)json_real_value(json_object_get(puzzle, "added"));
    struct tm when;
    if (!gmtime_r(&added, &when) || strftime(day, sizeof day, "%Y-%m-%d", &when) == 0)
        day[0] = '\0';
    long long id = (long long)json_integer_value(json_object_get(puzzle, "id"));
    const char *title = comb_json_text(puzzle, "title");
    const char *outcome = comb_json_text(puzzle, "outcome");
    if (plain) {
        comb_buf_printf(out, "%lld\t%s\t%s\t%s\t%s\n", id, comb_json_text(puzzle, "game"), outcome, day, title);
        return;
    }
    comb_buf_printf(out, "%5lld  %-9s %-13s %s  ", id, comb_json_text(puzzle, "game"), outcome, day);
    if (*title)
        comb_buf_str(out, title);
    else
        add_board(out, board);
    add_tags(out, puzzle);
    if (is_unverified(puzzle))
        comb_buf_str(out, " (unverified)");
    comb_buf_char(out, '\n');
}

static void add_escaped_line(struct comb_buf *out, const json_t *puzzle, bool plain)
{
    json_t *escaped = comb_cli_escaped(puzzle);
    if (escaped)
        add_line(out, escaped, comb_json_text(puzzle, "board"), plain);
    out->failed |= !escaped;
    json_decref(escaped);
}

static int print_puzzles(struct comb_cli *cli, json_t *puzzles, struct comb_error *err)
{
    if (comb_params_flag(&cli->params, "json"))
        return write_object(cli, "puzzles", puzzles, err);
    struct comb_buf text = {0};
    for (size_t i = 0; i < json_array_size(puzzles); i++)
        add_escaped_line(&text, json_array_get(puzzles, i), comb_params_flag(&cli->params, "plain"));
    int status = comb_cli_write(cli, &text);
    if (json_array_size(puzzles) == 0)
        comb_cli_info(cli, "no puzzles found");
    comb_buf_free(&text);
    json_decref(puzzles);
    return status;
}

static int read_id(int64_t *id, const char *text, struct comb_error *err)
{
    long long number;
    if (!comb_parse_int(&number, text) || number < 1)
        return comb_fail(err, COMB_BAD_INPUT, "'%.40s' is not a puzzle number; see 'comb library list'", text);
    *id = number;
    return COMB_OK;
}

/* ---- queries ---- */

static int run_list(struct comb_cli *cli, struct comb_library *library, const char *const *operands, size_t count,
                    struct comb_error *err)
{
    struct comb_buf words = {0};
    json_t *puzzles = NULL;
    for (size_t i = 0; i < count; i++)
        comb_buf_printf(&words, "%s ", operands[i]);
    struct comb_library_query query = {
        .text = comb_buf_text(&words),
        .game = cli->game ? cli->game->name : NULL,
        .tag = comb_params_text(&cli->params, "tag", NULL),
        .deleted = comb_params_flag(&cli->params, "deleted"),
        .limit = (unsigned)comb_params_int(&cli->params, "most", 0),
    };
    int code = words.failed ? comb_fail_memory(err) : comb_library_search(&puzzles, library, &query, err);
    comb_buf_free(&words);
    return code == COMB_OK ? print_puzzles(cli, puzzles, err) : code;
}

/* Prints the answer as 'comb solve' does, after verifying it with the options it was solved with: other programs may
 * have changed the file. */
static int report_answer(struct comb_buf *out, struct comb_cli *cli, const struct comb_board *board,
                         const json_t *answer, const struct comb_params *params, struct comb_job *job,
                         struct comb_error *err)
{
    int code = comb_run_verify(answer, board, job, params, err);
    return code == COMB_OK ? comb_cli_report_text(out, board, answer, NULL, &cli->style, params, err) : code;
}

static void add_answer(struct comb_buf *out, struct comb_cli *cli, const json_t *puzzle, const json_t *stored,
                       struct comb_job *job)
{
    struct comb_error err = {0};
    struct comb_params params = {0};
    struct comb_board *board = NULL;
    const struct comb_game *game = comb_game_find(comb_json_text(puzzle, "game"));
    const char *text = comb_json_text(puzzle, "board");
    const char *question = comb_json_text(stored, "question");
    comb_buf_printf(out, "\nanswer  %s in %.3g s%s", comb_json_text(stored, "outcome"),
                    json_number_value(json_object_get(stored, "seconds")), *question ? ", " : "");
    comb_escape_field(out, question);
    comb_buf_char(out, '\n');
    if (is_unverified(stored))
        comb_buf_str(out,
                     "unverified: imported, changed, or from another version; 'comb solve --db' solves it again\n");
    comb_buf_char(out, '\n');
    int code = game ? comb_library_parse_question(&params, game, question, &err)
                    : comb_fail(&err, COMB_BAD_INPUT, "no such game '%.40s'", comb_json_text(puzzle, "game"));
    if (code == COMB_OK)
        code = comb_board_open_stored(&board, game, text, job, &params, &err);
    if (code == COMB_OK)
        code = report_answer(out, cli, board, json_object_get(stored, "answer"), &params, job, &err);
    if (code != COMB_OK) {
        comb_buf_str(out, "not shown: ");
        comb_escape_field(out, err.message);
        comb_buf_char(out, '\n');
    }
    comb_board_free(board);
    comb_params_free(&params);
}

static int add_answers(struct comb_buf *out, struct comb_cli *cli, const json_t *puzzle, struct comb_error *err)
{
    int status = COMB_OK;
    const json_t *answers = json_object_get(puzzle, "answers");
    struct comb_cli_job *job = comb_cli_job_start(cli, COMB_CLI_TIMED, &status);
    if (!job)
        return comb_fail(err, status, "cannot verify the answers");
    for (size_t i = 0; i < json_array_size(answers); i++)
        add_answer(out, cli, puzzle, json_array_get(answers, i), comb_cli_job(job));
    comb_cli_job_end(job);
    return COMB_OK;
}

/* Appends a puzzle: its data, the board and the answers; with --plain only the board, ready for 'comb solve'. */
static int add_puzzle(struct comb_buf *out, struct comb_cli *cli, const json_t *puzzle, struct comb_error *err)
{
    bool plain = comb_params_flag(&cli->params, "plain");
    if (!plain) {
        add_escaped_line(out, puzzle, false);
        if (*comb_json_text(puzzle, "source"))
            comb_buf_str(out, "from    ");
        comb_escape_field(out, comb_json_text(puzzle, "source"));
        comb_buf_str(out, *comb_json_text(puzzle, "source") ? "\n\n" : "\n");
    }
    comb_buf_printf(out, "%s\n", comb_json_text(puzzle, "board"));
    return plain ? COMB_OK : add_answers(out, cli, puzzle, err);
}

static int run_show(struct comb_cli *cli, struct comb_library *library, const char *const *operands, size_t count,
                    struct comb_error *err)
{
    int64_t id = 0;
    json_t *puzzle = NULL;
    (void)count;
    int code = read_id(&id, operands[0], err);
    if (code == COMB_OK)
        code = comb_library_show(&puzzle, library, id, true, err);
    if (code != COMB_OK)
        return code;
    if (comb_params_flag(&cli->params, "json"))
        return write_object(cli, "puzzle", puzzle, err);
    struct comb_buf text = {0};
    code = add_puzzle(&text, cli, puzzle, err);
    if (code == COMB_OK)
        code = comb_cli_write(cli, &text);
    comb_buf_free(&text);
    json_decref(puzzle);
    return code;
}

static int run_duplicates(struct comb_cli *cli, struct comb_library *library, const char *const *operands, size_t count,
                          struct comb_error *err)
{
    json_t *groups = NULL;
    (void)operands;
    (void)count;
    int code = comb_library_duplicates(&groups, library, err);
    if (code != COMB_OK || comb_params_flag(&cli->params, "json"))
        return code != COMB_OK ? code : write_object(cli, "duplicates", groups, err);
    struct comb_buf text = {0};
    for (size_t i = 0; i < json_array_size(groups); i++) {
        const json_t *group = json_array_get(groups, i);
        for (size_t k = 0; k < json_array_size(group); k++)
            comb_buf_printf(&text, "%s%lld", k > 0 ? " " : "", (long long)json_integer_value(json_array_get(group, k)));
        comb_buf_char(&text, '\n');
    }
    code = comb_cli_write(cli, &text);
    if (json_array_size(groups) == 0)
        comb_cli_info(cli, "no duplicates found");
    comb_buf_free(&text);
    json_decref(groups);
    return code;
}

static int run_count(struct comb_cli *cli, struct comb_library *library, const char *const *operands, size_t count,
                     struct comb_error *err)
{
    json_t *figures = NULL;
    (void)operands;
    (void)count;
    int code = comb_library_count(&figures, library, err);
    if (code != COMB_OK || comb_params_flag(&cli->params, "json"))
        return code != COMB_OK ? code : write_object(cli, "library", figures, err);
    struct comb_buf text = {0};
    long long solved = (long long)json_integer_value(json_object_get(figures, "solved"));
    long long others = (long long)json_integer_value(json_object_get(figures, "answered")) - solved;
    comb_escape_field(&text, comb_library_path(library));
    comb_buf_printf(&text, ": %lld puzzles, %lld solved",
                    (long long)json_integer_value(json_object_get(figures, "puzzles")), solved);
    if (others > 0)
        comb_buf_printf(&text, ", %lld more answered", others);
    comb_buf_char(&text, '\n');
    const char *game;
    json_t *number;
    json_object_foreach(json_object_get(figures, "games"), game, number)
    {
        comb_buf_str(&text, "  ");
        comb_escape_field(&text, game);
        comb_buf_printf(&text, "%*s %lld\n", strlen(game) < 9 ? 9 - (int)strlen(game) : 0, "",
                        (long long)json_integer_value(number));
    }
    code = comb_cli_write(cli, &text);
    comb_buf_free(&text);
    json_decref(figures);
    return code;
}

/* ---- changes ---- */

static int run_rename(struct comb_cli *cli, struct comb_library *library, const char *const *operands, size_t count,
                      struct comb_error *err)
{
    int64_t id = 0;
    (void)cli;
    (void)count;
    int code = read_id(&id, operands[0], err);
    return code == COMB_OK ? comb_library_rename(library, id, operands[1], err) : code;
}

static int change_tags(struct comb_library *library, const char *const *operands, size_t count, bool add,
                       struct comb_error *err)
{
    int64_t id = 0;
    int code = read_id(&id, operands[0], err);
    for (size_t i = 1; code == COMB_OK && i < count; i++)
        code = comb_library_tag(library, id, operands[i], add, err);
    return code;
}

static int run_tag(struct comb_cli *cli, struct comb_library *library, const char *const *operands, size_t count,
                   struct comb_error *err)
{
    (void)cli;
    return change_tags(library, operands, count, true, err);
}

static int run_untag(struct comb_cli *cli, struct comb_library *library, const char *const *operands, size_t count,
                     struct comb_error *err)
{
    (void)cli;
    return change_tags(library, operands, count, false, err);
}

/* Commits the transaction of comb_library_begin, or rolls it back if `code` is an error. */
static int end_transaction(struct comb_library *library, int code, struct comb_error *err)
{
    int ended = comb_library_end(library, code == COMB_OK, code == COMB_OK ? err : NULL);
    return code == COMB_OK ? ended : code;
}

static int run_delete(struct comb_cli *cli, struct comb_library *library, const char *const *operands, size_t count,
                      struct comb_error *err)
{
    int64_t id = 0;
    int code = comb_library_begin(library, err);
    if (code != COMB_OK)
        return code;
    for (size_t i = 0; code == COMB_OK && i < count; i++) {
        code = read_id(&id, operands[i], err);
        if (code == COMB_OK)
            code = comb_library_delete(library, id, err);
    }
    code = end_transaction(library, code, err);
    if (code == COMB_OK)
        comb_cli_info(cli, "deleted; restore with 'comb library undo' (the last one) or 'comb library undo N'");
    return code;
}

static int run_undo(struct comb_cli *cli, struct comb_library *library, const char *const *operands, size_t count,
                    struct comb_error *err)
{
    struct comb_buf back = {0};
    int code = comb_library_begin(library, err);
    if (code != COMB_OK)
        return code;
    for (size_t i = 0; code == COMB_OK && (i == 0 || i < count); i++) {
        int64_t id = 0;
        code = count > 0 ? read_id(&id, operands[i], err) : COMB_OK;
        if (code == COMB_OK)
            code = comb_library_undo(&id, library, err);
        comb_buf_printf(&back, " %lld", (long long)id);
    }
    code = end_transaction(library, code, err);
    if (code == COMB_OK)
        comb_cli_info(cli, count > 1 ? "restored puzzles%s" : "restored puzzle%s", comb_buf_text(&back));
    comb_buf_free(&back);
    return code;
}

/* ---- import and export ---- */

/* Imports one file. Exported files contain answers and may be much larger than a board. */
static int import_file(struct comb_import *import, struct comb_library *library, const char *path,
                       struct comb_error *err)
{
    enum { LARGEST_IMPORT = 1 << 30 };
    struct comb_buf text = {0};
    bool standard = strcmp(path, "-") == 0;
    import->source = standard ? "stdin" : path;
    int code = standard ? comb_stream_read(&text, stdin, LARGEST_IMPORT, err)
                        : comb_file_read(&text, path, LARGEST_IMPORT, err);
    if (code == COMB_OK)
        code = comb_library_import(import, library, comb_buf_text(&text), text.length, err);
    comb_buf_free(&text);
    return code;
}

static int run_import(struct comb_cli *cli, struct comb_library *library, const char *const *operands, size_t count,
                      struct comb_error *err)
{
    int status = COMB_OK;
    struct comb_cli_job *job = comb_cli_job_start(cli, COMB_CLI_TIMED, &status);
    if (!job)
        return comb_fail(err, status, "cannot start the import");
    struct comb_import import = {.game = cli->game, .params = &cli->params, .job = comb_cli_job(job)};
    int code = comb_library_begin(library, err);
    bool began = code == COMB_OK;
    for (size_t i = 0; code == COMB_OK && i < count; i++)
        code = import_file(&import, library, operands[i], err);
    if (began)
        code = end_transaction(library, code, err);
    comb_cli_job_end(job);
    if (code != COMB_OK)
        return code;
    comb_cli_info(cli, "%zu imported, %zu already in the library, %zu rejected", import.saved, import.known,
                  import.refused);
    if (import.refused > 0)
        comb_cli_info(cli, "first rejected: line %zu: %s", import.refusals[0].line, import.refusals[0].error.message);
    return import.saved + import.known > 0 ? COMB_OK : comb_fail(err, COMB_BAD_INPUT, "no puzzles found in the input");
}

static int run_export(struct comb_cli *cli, struct comb_library *library, const char *const *operands, size_t count,
                      struct comb_error *err)
{
    struct comb_buf text = {0};
    struct comb_library_query query = {.game = cli->game ? cli->game->name : NULL,
                                       .tag = comb_params_text(&cli->params, "tag", NULL),
                                       .solutions = true};
    int code = comb_library_export(&text, library, &query, err);
    if (code == COMB_OK && (count == 0 || strcmp(operands[0], "-") == 0))
        code = comb_cli_write_json_text(cli, &text);
    else if (code == COMB_OK)
        code = comb_file_write(operands[0], comb_buf_text(&text), text.length, err);
    comb_buf_free(&text);
    return code;
}

/* ---- the verb ---- */

/* No limit on operands: a folder may contain thousands of levels. */
enum { ANY = 1 << 30 };

static const struct action actions[] = {
    {"list", 0, ANY, .takes_game = true, .options = "tag deleted most", .run = run_list},
    {"show", 1, 1, .run = run_show},
    {"import", 1, ANY, .creates = true, .takes_game = true, .run = run_import},
    {"export", 0, 1, .takes_game = true, .options = "tag", .run = run_export},
    {"rename", 2, 2, .run = run_rename},
    {"tag", 2, ANY, .atomic = true, .run = run_tag},
    {"untag", 2, ANY, .atomic = true, .run = run_untag},
    {"delete", 1, ANY, .run = run_delete},
    {"undo", 0, ANY, .run = run_undo},
    {"count", 0, 0, .run = run_count},
    {"duplicates", 0, 0, .run = run_duplicates},
};

static const struct action *find_action(const char *name)
{
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (strcmp(actions[i].name, name) == 0)
            return &actions[i];
    return NULL;
}

static int fail_operand_count(const struct action *action, bool few, struct comb_error *err)
{
    unsigned limit = few ? action->min_operands : action->max_operands;
    return comb_fail(err, COMB_BAD_INPUT, "'comb library %s' takes %s%u operand%s; see 'comb help library'",
                     action->name,
                     action->min_operands == action->max_operands ? ""
                     : few                                        ? "at least "
                                                                  : "at most ",
                     limit, limit == 1 ? "" : "s");
}

static int run_in_transaction(struct comb_cli *cli, const struct action *action, struct comb_library *library,
                              size_t count, struct comb_error *err)
{
    int code = comb_library_begin(library, err);
    if (code != COMB_OK)
        return code;
    return end_transaction(library, action->run(cli, library, cli->operands + 1, count, err), err);
}

static int run_action(struct comb_cli *cli, const struct action *action, struct comb_error *err)
{
    struct comb_library *library;
    size_t count = cli->operand_count > 0 ? cli->operand_count - 1 : 0;
    if (count < action->min_operands || count > action->max_operands)
        return fail_operand_count(action, count < action->min_operands, err);
    if (cli->game && !action->takes_game)
        return comb_fail(err, COMB_BAD_INPUT, "'comb library %s' takes no game; remove '%s'", action->name,
                         cli->game->name);
    if (comb_cli_check_action_options(cli, action->name, action->options ? action->options : "", err) != COMB_OK)
        return COMB_BAD_INPUT;
    const char *path = comb_params_text(&cli->params, "db", NULL);
    int code =
        action->creates ? comb_library_open(&library, path, err) : comb_library_open_existing(&library, path, err);
    if (code != COMB_OK)
        return code;
    code = action->atomic ? run_in_transaction(cli, action, library, count, err)
                          : action->run(cli, library, cli->operands + 1, count, err);
    comb_library_close(library);
    return code;
}

/* Extracts a game that follows the action: "import hexhunt boards.txt". */
static void extract_game(struct comb_cli *cli)
{
    if (cli->game || cli->operand_count < 2 || !comb_game_find(cli->operands[1]))
        return;
    cli->game = comb_game_find(cli->operands[1]);
    cli->operands[1] = cli->operands[0];
    cli->operands++;
    cli->operand_count--;
}

static int run_library(struct comb_cli *cli)
{
    struct comb_error err = {0};
    extract_game(cli);
    const char *name = cli->operand_count > 0 ? cli->operands[0] : "list";
    const struct action *action = find_action(name);
    if (action && run_action(cli, action, &err) == COMB_OK)
        return COMB_OK;
    if (!action)
        comb_fail(&err, COMB_BAD_INPUT, "unknown subcommand '%.40s'; expected one of: %s", name,
                  cli->verb->operand_choices);
    return comb_cli_fail(cli, NULL, &err);
}

static const struct comb_option options[] = {
    {.name = "tag", .kind = COMB_OPTION_TEXT, .argument = "TAG", .help = "only puzzles with this tag"},
    {.name = "deleted", .kind = COMB_OPTION_FLAG, .help = "list deleted puzzles (restorable for 30 days)"},
    {.name = "most",
     .kind = COMB_OPTION_INT,
     .argument = "N",
     .min = 1,
     .max = 1000000,
     .help = "list only the newest N"},
    {0},
};

static const struct comb_verb_example examples[] = {
    {"solve witness --jsonl panels.txt --db my.db", "solve a file of panels and store them with their answers"},
    {"library --db my.db", "list all puzzles"},
    {"library list symmetry --db my.db", "list the puzzles that contain this word"},
    {"library tag 3 hard --db my.db", "tag a puzzle"},
    {"library duplicates --db my.db", "list puzzles that are rotations or reflections of each other"},
    {0},
};

const struct comb_verb comb_verb_library = {
    .name = "library",
    .usage = "[GAME] [list|show|import|export|rename|tag|untag|delete|undo|count|duplicates] [OPERAND...]",
    .operand_choices = "list show import export rename tag untag delete undo count duplicates",
    .summary = "manage stored puzzles and their answers",
    .detail =
        "list [WORD...] finds puzzles; show N prints one with its answers; import FILE... reads files with one puzzle "
        "per line, or with whole levels or panels; export [FILE] writes one object per line, with answers and tags; "
        "rename N TITLE, tag N TAG..., untag N TAG..., delete N... and undo [N...] change puzzles; duplicates finds "
        "rotations and reflections; count prints statistics.\n\nThe default library is in your data folder "
        "(~/.local/share/comb/library.db); import and 'solve --db' create a library if there is none.\n\nAnswers "
        "marked unverified were imported, changed by hand or stored by another version; 'comb solve --db' solves them "
        "again and replaces them. A read-only library can be listed, shown and exported.",
    .options = options,
    .examples = examples,
    .takes_game = true,
    .run = run_library,
};
