/* clang-format off */
/* 'comb bench': measures how fast this machine solves each game.
 *
 * The example boards of the game, and boards made from the seed if the game supports it, are solved in turn until the
 * time is up. Each solve is a separate job and includes the verifier, as in 'comb solve'. The first solve is a warm-up
 * and not counted: it opens dictionaries and touches memory.
 *
 * Times are counted in logarithmic histogram classes 1 % wide, so memory does not grow with the number of solves:
 *
 *     class   0        1          2            ...    2763
 *             0.1 us   x 1.01     x 1.01^2     ...    a day      median: the class of the middle solve */
/* clang-format on */
#include "cli/verb.h"

#include "comb.h"
#include "core/run.h"

#include <math.h>
#include <string.h>

enum { MADE_BOARDS = 8, MAX_BOARDS = 64, CLASSES = 2800 };
static const double SECONDS_PER_GAME = 1;
static const double SHORTEST = 1e-7;
static const double CLASS_RATIO = 1.01;

/* The benchmark of one game. */
struct bench {
    struct comb_cli *cli;
    const struct comb_game *game;
    const struct comb_params *params;
    struct comb_job *whole; /* the whole run; ended only by Ctrl-C */
};

struct boards {
    struct comb_board *items[MAX_BOARDS];
    size_t count;
};

struct rates {
    const struct comb_game *game;
    size_t boards;
    uint64_t puzzles; /* solved, or proved to have no solution */
    uint64_t words;   /* in all answers; 0 if the answers are not words */
    double seconds;   /* of all counted solves */
    double worst;
    uint64_t classes[CLASSES];
};

/* ---- boards ---- */

static void free_boards(struct boards *boards)
{
    while (boards->count > 0)
        comb_board_free(boards->items[--boards->count]);
}

static int add_board(struct boards *boards, const struct bench *bench, const char *text, size_t length,
                     struct comb_error *err)
{
    int code =
        comb_board_open(&boards->items[boards->count], bench->game, text, length, bench->whole, bench->params, err);
    boards->count += code == COMB_OK;
    return code;
}

static int open_examples(struct boards *boards, const struct bench *bench, struct comb_error *err)
{
    int code = COMB_OK;
    for (const struct comb_example *example = bench->game->examples;
         code == COMB_OK && example->input && boards->count < MAX_BOARDS - MADE_BOARDS; example++)
        code = add_board(boards, bench, example->input, strlen(example->input), err);
    return code;
}

/* Creates a job inside `within`, with an optional time limit (0: none) and the given seed plus `seed_offset`. */
static int new_part_job(struct comb_job **out, const struct bench *bench, struct comb_job *within, double seconds,
                        unsigned seed_offset, struct comb_error *err)
{
    const struct comb_params *params = &bench->cli->params;
    struct comb_job_setup setup = {
        .context = bench->cli->context,
        .parent = within,
        .time_limit = seconds,
        .memory_limit = comb_params_bytes(params, "memory-limit", 0),
        .threads = (unsigned)comb_params_int(params, "threads", 0),
        .seed = (uint64_t)comb_params_int(params, "seed", 1) + seed_offset,
    };
    return comb_job_new(out, &setup, err);
}

/* Creates a job limited to the time of one game. */
static int new_timed_job(struct comb_job **out, const struct bench *bench, struct comb_error *err)
{
    double seconds = comb_params_seconds(&bench->cli->params, "time-limit", SECONDS_PER_GAME);
    return new_part_job(out, bench, bench->whole, seconds, 0, err);
}

/* Copies a made board through its text, as from 'comb make' to 'comb solve': the board itself may depend on the job
 * that made it. */
static int add_made_board(struct boards *boards, const struct bench *bench, const struct comb_board *made,
                          struct comb_error *err)
{
    struct comb_buf text = {0};
    bench->game->print(&text, made->data);
    int code = text.failed ? comb_fail_memory(err) : add_board(boards, bench, comb_buf_text(&text), text.length, err);
    comb_buf_free(&text);
    return code;
}

/* Makes boards until the time is up. A board cut short by a limit is dropped: it would differ between machines. */
static int make_boards(struct boards *boards, const struct bench *bench, struct comb_job *timed, struct comb_error *err)
{
    int code = COMB_OK;
    for (unsigned made = 0; bench->game->make && made < MADE_BOARDS && code == COMB_OK; made++) {
        struct comb_job *job;
        struct comb_board *board = NULL;
        code = new_part_job(&job, bench, timed, 0, made, err);
        if (code == COMB_OK)
            code = comb_board_make(&board, bench->game, job, bench->params, err);
        if (code == COMB_OK)
            code = add_made_board(boards, bench, board, err);
        comb_board_free(board);
        comb_job_free(job);
    }
    return code;
}

/* ---- measuring ---- */

static void count_solve(struct rates *rates, const json_t *answer, double seconds)
{
    double class = floor(log(fmax(seconds, SHORTEST) / SHORTEST) / log(CLASS_RATIO));
    rates->classes[class < CLASSES - 1 ? (size_t) class : CLASSES - 1]++;
    rates->puzzles++;
    rates->words += json_array_size(json_object_get(answer, "words"));
    rates->seconds += seconds;
    rates->worst = fmax(rates->worst, seconds);
}

/* Solves a board once. COMB_OK also for "no solution". `rates` may be NULL: not counted. */
static int solve_once(struct rates *rates, const struct bench *bench, const struct comb_board *board,
                      struct comb_job *timed, struct comb_error *err)
{
    struct comb_job *job;
    json_t *answer = NULL;
    int code = new_part_job(&job, bench, timed, 0, 0, err);
    if (code == COMB_OK)
        code = comb_run_solve(&answer, board, job, bench->params, err);
    if (code == COMB_NO)
        code = COMB_OK;
    if (code == COMB_OK && rates)
        count_solve(rates, answer, comb_job_seconds(job));
    json_decref(answer);
    comb_job_free(job);
    return code;
}

/* Treats the end of the time and Ctrl-C as success. */
static int ignore_time_up(int code)
{
    return code == COMB_LIMIT || code == COMB_INTERRUPTED ? COMB_OK : code;
}

static int prepare(struct boards *boards, const struct bench *bench, struct comb_error *err)
{
    struct comb_job *timed = NULL;
    int code = open_examples(boards, bench, err);
    if (code == COMB_OK)
        code = new_timed_job(&timed, bench, err);
    if (code == COMB_OK)
        code = ignore_time_up(make_boards(boards, bench, timed, err));
    comb_job_free(timed);
    return code;
}

static int warm_up(const struct boards *boards, const struct bench *bench, struct comb_error *err)
{
    struct comb_job *timed;
    int code = new_timed_job(&timed, bench, err);
    if (code == COMB_OK)
        code = ignore_time_up(solve_once(NULL, bench, boards->items[0], timed, err));
    comb_job_free(timed);
    return code;
}

static int solve_in_turn(struct rates *rates, const struct boards *boards, const struct bench *bench,
                         struct comb_error *err)
{
    struct comb_job *timed;
    int code = new_timed_job(&timed, bench, err);
    for (size_t next = 0; code == COMB_OK; next = (next + 1) % boards->count) {
        code = comb_job_tick(timed, 0);
        if (code == COMB_OK)
            code = solve_once(rates, bench, boards->items[next], timed, err);
    }
    comb_job_free(timed);
    return ignore_time_up(code);
}

static int measure(struct rates *rates, const struct bench *bench, struct comb_error *err)
{
    struct boards boards = {0};
    int code = prepare(&boards, bench, err);
    if (code == COMB_OK)
        code = warm_up(&boards, bench, err);
    if (code == COMB_OK)
        code = solve_in_turn(rates, &boards, bench, err);
    rates->boards = boards.count;
    free_boards(&boards);
    return code;
}

/* ---- output ---- */

static double median(const struct rates *rates)
{
    uint64_t passed = 0;
    size_t class = 0;
    while (class < CLASSES - 1 && (passed += rates->classes[class]) * 2 < rates->puzzles)
        class ++;
    return fmin(SHORTEST * pow(CLASS_RATIO, (double)class + 0.5), rates->worst);
}

static double per_second(const struct rates *rates, uint64_t count)
{
    return rates->seconds > 0 ? (double)count / rates->seconds : 0;
}

static json_t *json_row(struct comb_json *build, const struct rates *rates)
{
    json_t *object = comb_json_object(build);
    comb_json_set(build, object, "game", comb_json_string(build, rates->game->name));
    comb_json_set(build, object, "boards", comb_json_int(build, (long long)rates->boards));
    comb_json_set(build, object, "puzzles", comb_json_int(build, (long long)rates->puzzles));
    comb_json_set(build, object, "seconds", comb_json_real(build, rates->seconds));
    comb_json_set(build, object, "puzzles_per_second", comb_json_real(build, per_second(rates, rates->puzzles)));
    comb_json_set(build, object, "median_ms", comb_json_real(build, median(rates) * 1000));
    comb_json_set(build, object, "worst_ms", comb_json_real(build, rates->worst * 1000));
    if (rates->words > 0)
        comb_json_set(build, object, "words_per_second", comb_json_real(build, per_second(rates, rates->words)));
    return object;
}

/* Prints three significant digits; large numbers in full. */
static void add_rate(struct comb_buf *out, const char *before, int width, double rate, const char *after)
{
    comb_buf_printf(out, rate < 100 ? "%s%*.3g%s" : "%s%*.0f%s", before, width, rate, after);
}

static int print_row(struct comb_cli *cli, const struct rates *rates)
{
    struct comb_buf text = {0};
    bool plain = comb_params_flag(&cli->params, "plain");
    comb_buf_printf(&text, plain ? "%s\t%llu" : "%-8s %6llu puzzles", rates->game->name,
                    (unsigned long long)rates->puzzles);
    add_rate(&text, plain ? "\t" : " ", plain ? 0 : 5, per_second(rates, rates->puzzles), plain ? "" : "/s");
    comb_buf_printf(&text, plain ? "\t%.3g\t%.3g" : "  median %5.3g ms  worst %5.3g ms", median(rates) * 1000,
                    rates->worst * 1000);
    if (rates->words > 0)
        add_rate(&text, plain ? "\t" : " ", plain ? 0 : 7, per_second(rates, rates->words), plain ? "" : " words/s");
    comb_buf_char(&text, '\n');
    int status = comb_cli_write(cli, &text);
    comb_buf_free(&text);
    return status;
}

static int write_json(struct comb_cli *cli, struct comb_job *whole, struct comb_json *build, json_t *rows,
                      bool complete)
{
    struct comb_error err = {0};
    json_t *root = comb_json_object(build);
    comb_json_set(build, root, "schema", comb_json_int(build, COMB_SCHEMA));
    comb_json_set(build, root, "version", comb_json_string(build, COMB_VERSION));
    comb_json_set(build, root, "threads", comb_json_int(build, comb_job_threads(whole)));
    comb_json_set(build, root, "seed", comb_json_int(build, comb_params_int(&cli->params, "seed", 1)));
    comb_json_set(build, root, "complete", comb_json_bool(build, complete));
    comb_json_set(build, root, "games", rows);
    if (comb_json_finish(&root, build, root, &err) != COMB_OK)
        return comb_cli_fail(cli, NULL, &err);
    int status = comb_cli_write_json(cli, root);
    json_decref(root);
    return status;
}

/* ---- the verb ---- */

/* Measures a game. Options of the command line apply only to a named game; others use their defaults. */
static int measure_game(struct rates *rates, struct comb_cli *cli, struct comb_job *whole, struct comb_error *err)
{
    struct comb_params defaults = {0};
    struct bench bench = {
        .cli = cli, .game = rates->game, .params = cli->game ? &cli->params : &defaults, .whole = whole};
    int code = comb_params_defaults(&defaults, rates->game->options, err);
    if (code == COMB_OK)
        code = measure(rates, &bench, err);
    comb_params_free(&defaults);
    return code;
}

static int measure_games(struct comb_cli *cli, struct comb_job *whole)
{
    struct comb_error err = {0};
    struct comb_json build = {0};
    json_t *rows = comb_json_array(&build);
    bool as_json = comb_params_flag(&cli->params, "json");
    int status = COMB_OK;
    for (const struct comb_game *const *game = comb_games; *game && status == COMB_OK; game++) {
        if ((cli->game && cli->game != *game) || !comb_can_solve(*game) || comb_job_tick(whole, 0) != COMB_OK)
            continue;
        struct rates rates = {.game = *game};
        if (measure_game(&rates, cli, whole, &err) != COMB_OK)
            status = comb_cli_fail(cli, (*game)->name, &err);
        else if (rates.puzzles == 0 && comb_job_tick(whole, 0) == COMB_OK)
            comb_cli_info(cli, "%s: no board solved in time; try a longer --time-limit", (*game)->name);
        else if (rates.puzzles == 0)
            break; /* interrupted before the first answer */
        else if (as_json)
            comb_json_push(&build, rows, json_row(&build, &rates));
        else
            status = print_row(cli, &rates);
    }
    int ended = comb_job_tick(whole, 0);
    if (as_json && status == COMB_OK)
        status = write_json(cli, whole, &build, rows, ended == COMB_OK);
    else
        json_decref(rows);
    if (status == COMB_OK && ended != COMB_OK)
        comb_cli_info(cli, "interrupted; showing results so far");
    return status != COMB_OK ? status : comb_exit_status(ended);
}

static int check_arguments(struct comb_cli *cli, struct comb_error *err)
{
    const char *unbound = cli->game ? NULL : comb_cli_unbound(cli);
    if (cli->operand_count > 0 && !cli->game)
        return comb_fail(err, COMB_BAD_INPUT, "no such game '%.40s'; see 'comb games'", cli->operands[0]);
    if (cli->operand_count > 0)
        return comb_fail(err, COMB_BAD_INPUT, "unexpected operand '%.40s': 'comb bench' takes only the game",
                         cli->operands[0]);
    if (unbound)
        return comb_fail(err, COMB_BAD_INPUT, "--%s is an option of a game: name the game", unbound);
    if (cli->game && !comb_can_solve(cli->game))
        return comb_fail(err, COMB_BAD_INPUT, "'bench' does not support %s", cli->game->name);
    return COMB_OK;
}

static int run_bench(struct comb_cli *cli)
{
    struct comb_error err;
    int status = COMB_OK;
    if (check_arguments(cli, &err) != COMB_OK)
        return comb_cli_fail(cli, NULL, &err);
    struct comb_cli_job *job = comb_cli_job_start(cli, COMB_CLI_UNTIMED, &status);
    if (job)
        status = measure_games(cli, comb_cli_job(job));
    comb_cli_job_end(job);
    return status;
}

static const struct comb_verb_example examples[] = {
    {"bench", "measure every game for one second each"},
    {"bench hexhunt --time-limit 10", "measure one game for ten seconds"},
    {"bench --json", "print JSON, to compare two machines or two builds"},
    {0},
};

const struct comb_verb comb_verb_bench = {
    .name = "bench",
    .usage = "[GAME]",
    .summary = "measure how fast this machine solves the games",
    .detail = "Solves the example boards of each game, and some boards made from --seed, in turn for one second per "
              "game, or for --time-limit. Each solve includes the verifier, as in 'comb solve'. Puzzles are solved one "
              "after the other; --threads applies to each solve. Prints the number of puzzles, puzzles per second, the "
              "median and worst time, and for word games the words found per second.\n\nReaching the time limit ends "
              "the measurement; exit status 0.",
    .examples = examples,
    .takes_game = true,
    .can = comb_can_solve,
    .run = run_bench,
};
