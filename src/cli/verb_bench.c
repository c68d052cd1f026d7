/* How fast this machine solves, game by game.
 *
 * Examples of the game and, where it can make boards, some made from the seed are solved in turn until the game's time
 * is up; each solve is a job of its own and includes the verifier, as with 'comb solve'. The first solve is not
 * counted: it opens dictionaries and touches memory that the others find ready.
 *
 * Times go into classes that are 1 % wide, so that a long run needs no more memory than a short one:
 *
 *     class  0      1        2                    2763
 *            0.1 us .. x 1.01 .. x 1.01^2 ..      a day       median: the class that holds the middle one */
#include "cli/verb.h"

#include "comb_version.h"
#include "core/run.h"

#include <math.h>
#include <string.h>

enum { MADE_BOARDS = 8, MOST_BOARDS = 64, CLASSES = 2800 };
static const double SECONDS_A_GAME = 1;
static const double SHORTEST = 1e-7;
static const double CLASS_RATIO = 1.01;

/* One game's share of the run. */
struct work {
    struct comb_cli *cli;
    const struct comb_game *game;
    const struct comb_params *params;
    struct comb_job *whole; /* ends with Ctrl-C only */
};

struct boards {
    struct comb_board *items[MOST_BOARDS];
    size_t count;
};

struct rates {
    const struct comb_game *game;
    size_t boards;
    uint64_t puzzles; /* answered: solved, or shown to have no solution */
    uint64_t words;   /* in all answers; 0 where answers are no words */
    double seconds;   /* in all counted solves */
    double worst;
    uint64_t classes[CLASSES];
};

/* ---- boards ---- */

static void free_boards(struct boards *boards)
{
    while (boards->count > 0)
        comb_board_free(boards->items[--boards->count]);
}

static int keep(struct boards *boards, const struct work *work, const char *text, size_t length, struct comb_error *err)
{
    int code = comb_board_open(&boards->items[boards->count], work->game, text, length, work->whole, work->params, err);
    boards->count += code == COMB_OK;
    return code;
}

static int open_examples(struct boards *boards, const struct work *work, struct comb_error *err)
{
    int code = COMB_OK;
    for (const struct comb_example *example = work->game->examples;
         code == COMB_OK && example->input && boards->count < MOST_BOARDS - MADE_BOARDS; example++)
        code = keep(boards, work, example->input, strlen(example->input), err);
    return code;
}

/* A job for a part of the work: it ends with `within`, or after some seconds (0: no limit of its own). Seeds are
 * counted from the one that was given. */
static int part_of(struct comb_job **out, const struct work *work, struct comb_job *within, double seconds,
                   unsigned chance, struct comb_error *err)
{
    const struct comb_params *params = &work->cli->params;
    struct comb_job_setup setup = {
        .context = work->cli->context,
        .parent = within,
        .time_limit = seconds,
        .memory_limit = comb_params_bytes(params, "memory-limit", 0),
        .threads = (unsigned)comb_params_int(params, "threads", 0),
        .seed = (uint64_t)comb_params_int(params, "seed", 1) + chance,
    };
    return comb_job_new(out, &setup, err);
}

/* A job that may take the time of a game. */
static int timed_part(struct comb_job **out, const struct work *work, struct comb_error *err)
{
    double seconds = comb_params_seconds(&work->cli->params, "time-limit", SECONDS_A_GAME);
    return part_of(out, work, work->whole, seconds, 0, err);
}

/* The board goes through its text, as from 'comb make' to 'comb solve': what it holds of the job that made it would end
 * with that job. */
static int keep_made(struct boards *boards, const struct work *work, const struct comb_board *made,
                     struct comb_error *err)
{
    struct comb_buf text = {0};
    work->game->print(&text, made->data);
    int code = text.failed ? comb_fail_memory(err) : keep(boards, work, comb_buf_text(&text), text.length, err);
    comb_buf_free(&text);
    return code;
}

/* Some boards take long to make; there are as many as a game's time allows. One that a limit cut short would be another
 * board on another machine and is left out. */
static int make_boards(struct boards *boards, const struct work *work, struct comb_job *timed, struct comb_error *err)
{
    int code = COMB_OK;
    for (unsigned made = 0; work->game->make && made < MADE_BOARDS && code == COMB_OK; made++) {
        struct comb_job *job;
        struct comb_board *board = NULL;
        code = part_of(&job, work, timed, 0, made, err);
        if (code == COMB_OK)
            code = comb_board_make(&board, work->game, job, work->params, err);
        if (code == COMB_OK)
            code = keep_made(boards, work, board, err);
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

/* COMB_OK also where the answer is that there is no solution. `rates` may be NULL: not counted. */
static int solve_once(struct rates *rates, const struct work *work, const struct comb_board *board,
                      struct comb_job *timed, struct comb_error *err)
{
    struct comb_job *job;
    json_t *answer = NULL;
    int code = part_of(&job, work, timed, 0, 0, err);
    if (code == COMB_OK)
        code = comb_run_solve(&answer, board, job, work->params, err);
    if (code == COMB_NO)
        code = COMB_OK;
    if (code == COMB_OK && rates)
        count_solve(rates, answer, comb_job_seconds(job));
    json_decref(answer);
    comb_job_free(job);
    return code;
}

/* The end of the time, or Ctrl-C, ends a stage as it should. */
static int ended_well(int code)
{
    return code == COMB_LIMIT || code == COMB_INTERRUPTED ? COMB_OK : code;
}

static int prepare(struct boards *boards, const struct work *work, struct comb_error *err)
{
    struct comb_job *timed = NULL;
    int code = open_examples(boards, work, err);
    if (code == COMB_OK)
        code = timed_part(&timed, work, err);
    if (code == COMB_OK)
        code = ended_well(make_boards(boards, work, timed, err));
    comb_job_free(timed);
    return code;
}

static int warm_up(const struct boards *boards, const struct work *work, struct comb_error *err)
{
    struct comb_job *timed;
    int code = timed_part(&timed, work, err);
    if (code == COMB_OK)
        code = ended_well(solve_once(NULL, work, boards->items[0], timed, err));
    comb_job_free(timed);
    return code;
}

static int solve_in_turn(struct rates *rates, const struct boards *boards, const struct work *work,
                         struct comb_error *err)
{
    struct comb_job *timed;
    int code = timed_part(&timed, work, err);
    for (size_t next = 0; code == COMB_OK; next = (next + 1) % boards->count) {
        code = comb_job_tick(timed, 0);
        if (code == COMB_OK)
            code = solve_once(rates, work, boards->items[next], timed, err);
    }
    comb_job_free(timed);
    return ended_well(code);
}

static int measure(struct rates *rates, const struct work *work, struct comb_error *err)
{
    struct boards boards = {0};
    int code = prepare(&boards, work, err);
    if (code == COMB_OK)
        code = warm_up(&boards, work, err);
    if (code == COMB_OK)
        code = solve_in_turn(rates, &boards, work, err);
    rates->boards = boards.count;
    free_boards(&boards);
    return code;
}

/* ---- telling ---- */

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

static json_t *row(struct comb_json *build, const struct rates *rates)
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

/* Three digits say it; large numbers are written out. */
static void add_rate(struct comb_buf *out, const char *before, int width, double rate, const char *after)
{
    comb_buf_printf(out, rate < 100 ? "%s%*.3g%s" : "%s%*.0f%s", before, width, rate, after);
}

static int show_row(struct comb_cli *cli, const struct rates *rates)
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

static int write_rows(struct comb_cli *cli, struct comb_job *whole, struct comb_json *build, json_t *rows,
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

/* A game that was named has the options that were given with it, the others their fallbacks. */
static int measure_game(struct rates *rates, struct comb_cli *cli, struct comb_job *whole, struct comb_error *err)
{
    struct comb_params fallbacks = {0};
    struct work work = {
        .cli = cli, .game = rates->game, .params = cli->game ? &cli->params : &fallbacks, .whole = whole};
    int code = comb_params_defaults(&fallbacks, rates->game->options, err);
    if (code == COMB_OK)
        code = measure(rates, &work, err);
    comb_params_free(&fallbacks);
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
            comb_cli_say(cli, "%s: no board was answered in time; --time-limit gives more of it", (*game)->name);
        else if (rates.puzzles == 0)
            break; /* interrupted before its first answer */
        else if (as_json)
            comb_json_push(&build, rows, row(&build, &rates));
        else
            status = show_row(cli, &rates);
    }
    int ended = comb_job_tick(whole, 0);
    if (as_json && status == COMB_OK)
        status = write_rows(cli, whole, &build, rows, ended == COMB_OK);
    else
        json_decref(rows);
    if (status == COMB_OK && ended != COMB_OK)
        comb_cli_say(cli, "interrupted: what was measured so far is shown");
    return status != COMB_OK ? status : comb_exit_status(ended);
}

static int refuse(struct comb_cli *cli, struct comb_error *err)
{
    const char *unbound = cli->game ? NULL : comb_cli_unbound(cli);
    if (cli->operand_count > 0 && !cli->game)
        return comb_fail(err, COMB_BAD_INPUT, "no such game '%.40s'; 'comb games' lists them", cli->operands[0]);
    if (cli->operand_count > 0)
        return comb_fail(err, COMB_BAD_INPUT, "'%.40s' is one operand too many: 'comb bench' takes only the game",
                         cli->operands[0]);
    if (unbound)
        return comb_fail(err, COMB_BAD_INPUT, "--%s belongs to a game: name the game", unbound);
    if (cli->game && !comb_can_solve(cli->game))
        return comb_fail(err, COMB_BAD_INPUT, "%s boards cannot be solved", cli->game->name);
    return COMB_OK;
}

static int run(struct comb_cli *cli)
{
    struct comb_error err;
    int status = COMB_OK;
    if (refuse(cli, &err) != COMB_OK)
        return comb_cli_fail(cli, NULL, &err);
    struct comb_cli_job *job = comb_cli_job_start(cli, COMB_CLI_UNTIMED, &status);
    if (job)
        status = measure_games(cli, comb_cli_job(job));
    comb_cli_job_end(job);
    return status;
}

static const struct comb_verb_example examples[] = {
    {"bench", "every game, a second each"},
    {"bench hexhunt --time-limit 10", "one game, measured for ten seconds"},
    {"bench --json", "the same figures as JSON, to compare two machines or two builds"},
    {0},
};

const struct comb_verb comb_verb_bench = {
    .name = "bench",
    .usage = "[GAME]",
    .summary = "how fast this machine solves the games",
    .detail = "The game's examples, and some boards made from --seed, are solved in turn for about a second a game, or "
              "for --time-limit. Each solve includes the verifier, as 'comb solve' does it; --threads holds for each "
              "solve, puzzles come one after the other. Told are the puzzles answered, how many a second, the median "
              "and the worst time of one, and for word games the words found a second.\n\nThe end of the time is the "
              "end of the measurement: exit status 0.",
    .examples = examples,
    .takes_game = true,
    .can = comb_can_solve,
    .run = run,
};
