/* Solves every Hexcells level of the collection in rounds, from what a player sees, and compares with truth.json.
 *
 *     hexcells [--levels FOLDER] [--steps] [--chain] [--smallest] [--explain] [--slow SECONDS] [NAME...]
 *
 * Prints the levels that disagree with the truth, the worst ten, and totals. --steps also finds a reason for every
 * deduction, --chain one that may build on earlier steps, --smallest one with the fewest clues. --explain also explains
 * every level step by step and prints tables of patterns, of the number of clues per step and of grades. --slow also
 * runs a plain solver, each level for at most SECONDS: a fresh SAT solver each round, the counter over all hidden
 * cells, two queries per hidden cell, no reuse of models. NAME: only these files. CPU time; one thread. */
#define _POSIX_C_SOURCE 200809L
#include "base/file.h"
#include "base/json.h"
#include "games/hexcells/hints/hint.h"
#include "games/hexcells/level/level.h"
#include "games/hexcells/logic/parts.h"
#include "games/hexcells/reasons/reasons.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct run {
    double seconds;
    unsigned rounds;
    unsigned left;
    unsigned wrong;
    uint64_t solves;
    size_t steps;
    size_t longest; /* reason, in clues */
    bool stopped;
};

struct row {
    const char *name;
    struct run fast;
    struct run slow;
};

enum { MAX_CLUES = 16 };

/* What the explanations of the levels consist of. */
struct tables {
    double seconds, slowest;
    const char *slowest_name;
    size_t patterns[COMB_HEXCELLS_PATTERNS], clues[MAX_CLUES + 1], links[MAX_CLUES + 1], grades[COMB_HEXCELLS_GRADES];
};

struct settings {
    const char *folder;
    bool explain;
    bool steps;
    bool chain;
    bool smallest;
    double slow;
    char **names;
    int name_count;
};

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void require(int code, const struct comb_error *err, const char *name)
{
    if (code == COMB_OK)
        return;
    fprintf(stderr, "%s: %s\n", name, err->message);
    exit(1);
}

/* ---- one level in rounds ---- */

/* Uncovers the forced cells; returns their number. */
static unsigned uncover(struct run *run, const struct comb_hexcells_level *level, signed char *shown,
                        const signed char *forced)
{
    unsigned news = 0;
    for (unsigned cell = 0; cell < level->cell_count; cell++) {
        if (shown[cell] != COMB_HEXCELLS_UNKNOWN || forced[cell] == COMB_HEXCELLS_UNKNOWN)
            continue;
        run->wrong += forced[cell] != level->cells[cell].truth;
        shown[cell] = level->cells[cell].truth;
        news++;
    }
    return news;
}

static void add_clues(struct comb_hexcells_logic *logic, bool *added, const struct comb_hexcells_problem *problem,
                      struct comb_error *err)
{
    for (unsigned cell = 0; cell < problem->cells; cell++)
        if (problem->known[cell] != COMB_HEXCELLS_UNKNOWN)
            require(comb_hexcells_logic_reveal(logic, cell, problem->known[cell], err), err, "reveal");
    for (size_t i = 0; i < problem->clue_count; i++) {
        if (!added[problem->clues[i].id])
            require(comb_hexcells_logic_add(logic, &problem->clues[i], err), err, "clue");
        added[problem->clues[i].id] = true;
    }
}

static void count_steps(struct run *run, struct comb_hexcells_logic *logic, const struct settings *settings,
                        struct comb_error *err)
{
    struct comb_hexcells_steps steps;
    struct comb_hexcells_reason_options options = {.chain = settings->chain, .smallest = settings->smallest};
    require(comb_hexcells_steps(&steps, logic, &options, err), err, "steps");
    run->steps += steps.count;
    for (size_t i = 0; i < steps.count; i++)
        if (steps.items[i].reason.count > run->longest)
            run->longest = steps.items[i].reason.count;
    comb_hexcells_steps_free(&steps);
}

static void run_rounds(struct run *run, const struct comb_hexcells_level *level, signed char *shown,
                       const struct settings *settings, struct comb_job *job)
{
    struct comb_error err;
    struct comb_hexcells_problem problem;
    struct comb_hexcells_logic *logic = NULL;
    signed char *forced = malloc(level->cell_count + 1u);
    bool *added = calloc(level->cell_count + level->line_count + 1u, 1);
    assert(forced && added);
    for (;;) {
        require(comb_hexcells_problem_of(&problem, level, shown, comb_job_arena(job), &err), &err, "problem");
        if (!logic) {
            struct comb_hexcells_problem bare = {
                .cells = problem.cells, .known = problem.known, .remaining = problem.remaining};
            require(comb_hexcells_logic_new(&logic, &bare, job, &err), &err, "new");
        }
        add_clues(logic, added, &problem, &err);
        require(comb_hexcells_logic_forced(forced, logic, &err), &err, "forced");
        if (settings->steps)
            count_steps(run, logic, settings, &err);
        if (uncover(run, level, shown, forced) == 0)
            break;
        run->rounds++;
    }
    run->solves = comb_hexcells_logic_effort(logic).solves;
    comb_hexcells_logic_free(logic);
    free(forced);
    free(added);
}

/* ---- the plain solver ---- */

static bool job_ended(void *payload)
{
    return comb_job_tick(payload, 0) != COMB_OK;
}

static void add_counter(struct comb_sat *sat, const struct comb_hexcells_problem *problem)
{
    int *literals = malloc((problem->cells + 1u) * sizeof *literals);
    size_t count = 0;
    assert(literals);
    for (unsigned cell = 0; cell < problem->cells; cell++)
        if (problem->known[cell] == COMB_HEXCELLS_UNKNOWN)
            literals[count++] = comb_hexcells_literal(cell);
    comb_sat_between(sat, literals, count, problem->remaining, problem->remaining);
    free(literals);
}

static bool forced_plainly(signed char *forced, struct run *run, const struct comb_hexcells_problem *problem,
                           struct comb_job *job)
{
    struct comb_hexcells_scratch scratch = {0};
    struct comb_sat *sat = comb_sat_new();
    assert(sat);
    comb_sat_set_terminate(sat, job_ended, job);
    comb_sat_variables(sat, problem->cells);
    for (size_t i = 0; i < problem->clue_count; i++)
        comb_hexcells_encode(sat, &scratch, &problem->clues[i], problem->known);
    add_counter(sat, problem);
    enum comb_sat_answer answer = COMB_SAT_SATISFIABLE;
    for (unsigned cell = 0; cell < problem->cells; cell++) {
        forced[cell] = problem->known[cell];
        for (int colour = 0; problem->known[cell] == COMB_HEXCELLS_UNKNOWN && colour <= 1; colour++) {
            comb_sat_assume(sat, colour ? comb_hexcells_literal(cell) : -comb_hexcells_literal(cell));
            run->solves++;
            answer = comb_sat_solve(sat);
            if (answer == COMB_SAT_UNSATISFIABLE)
                forced[cell] = (signed char)!colour;
            if (answer == COMB_SAT_STOPPED)
                break;
        }
        if (answer == COMB_SAT_STOPPED)
            break;
    }
    comb_sat_free(sat);
    comb_vec_free(&scratch.literals);
    comb_vec_free(&scratch.windows);
    return answer != COMB_SAT_STOPPED;
}

static void run_plainly(struct run *run, const struct comb_hexcells_level *level, signed char *shown,
                        struct comb_job *job)
{
    struct comb_error err;
    signed char *forced = malloc(level->cell_count + 1u);
    assert(forced);
    for (;;) {
        struct comb_hexcells_problem problem;
        require(comb_hexcells_problem_of(&problem, level, shown, comb_job_arena(job), &err), &err, "problem");
        run->stopped = !forced_plainly(forced, run, &problem, job);
        if (run->stopped || uncover(run, level, shown, forced) == 0)
            break;
        run->rounds++;
    }
    free(forced);
}

static struct run solve(const struct comb_hexcells_level *level, const struct settings *settings, bool plainly)
{
    struct run run = {0};
    struct comb_error err;
    struct comb_context *context;
    struct comb_job *job;
    require(comb_context_new(&context, &err), &err, "context");
    struct comb_job_setup setup = {.context = context, .time_limit = plainly ? settings->slow : 0};
    require(comb_job_new(&job, &setup, &err), &err, "job");
    signed char *shown = malloc(level->cell_count + 1u);
    assert(shown);
    for (unsigned cell = 0; cell < level->cell_count; cell++)
        shown[cell] = level->cells[cell].shown;
    double start = cpu_seconds();
    if (plainly)
        run_plainly(&run, level, shown, job);
    else
        run_rounds(&run, level, shown, settings, job);
    run.seconds = cpu_seconds() - start;
    for (unsigned cell = 0; cell < level->cell_count; cell++)
        run.left += shown[cell] == COMB_HEXCELLS_UNKNOWN;
    free(shown);
    comb_job_free(job);
    comb_context_free(context);
    return run;
}

/* ---- explanations ---- */

static void add_step(struct tables *tables, const struct comb_hexcells_argument *argument)
{
    size_t clues = argument->step.id_count, links = argument->link_count;
    tables->patterns[argument->step.pattern]++;
    tables->clues[clues < MAX_CLUES ? clues : MAX_CLUES]++;
    if (links > 0)
        tables->links[links < MAX_CLUES ? links : MAX_CLUES]++;
}

static void explain(struct tables *tables, const struct comb_hexcells_level *level, const char *name)
{
    struct comb_error err;
    struct comb_context *context;
    struct comb_job *job;
    struct comb_hexcells_play play;
    struct comb_hexcells_play_options options = {.reasons = true};
    require(comb_context_new(&context, &err), &err, "context");
    require(comb_job_new(&job, &(struct comb_job_setup){.context = context}, &err), &err, "job");
    double start = cpu_seconds();
    require(comb_hexcells_play(&play, level, &options, job, &err), &err, name);
    double seconds = cpu_seconds() - start;
    tables->seconds += seconds;
    if (seconds > tables->slowest) {
        tables->slowest = seconds;
        tables->slowest_name = name;
    }
    for (size_t i = 0; i < play.steps.count; i++)
        add_step(tables, &play.steps.items[i]);
    if (play.left == 0)
        tables->grades[comb_hexcells_grade_of(comb_hexcells_costs(&play).hardest)]++;
    comb_hexcells_play_free(&play);
    comb_job_free(job);
    comb_context_free(context);
}

static void print_sizes(const char *title, const size_t *sizes)
{
    printf("%s", title);
    for (size_t i = 1; i <= MAX_CLUES; i++)
        printf(" %zu%s:%zu", i, i == MAX_CLUES ? "+" : "", sizes[i]);
    printf("\n");
}

static void print_tables(const struct tables *tables)
{
    size_t steps = 0;
    for (size_t i = 0; i < COMB_HEXCELLS_PATTERNS; i++)
        steps += tables->patterns[i];
    printf("\nexplained: %zu steps, %.3f s of CPU time; slowest level %.3f s (%s)\n", steps, tables->seconds,
           tables->slowest, tables->slowest_name ? tables->slowest_name : "-");
    for (size_t i = 0; i < COMB_HEXCELLS_PATTERNS; i++)
        printf("%8zu  %s\n", tables->patterns[i], comb_hexcells_pattern_word(i));
    print_sizes("clues per step", tables->clues);
    print_sizes("links per chain", tables->links);
    printf("grades of fair levels");
    for (size_t i = 0; i < COMB_HEXCELLS_GRADES; i++)
        printf(" %s:%zu", comb_hexcells_grade_name(i), tables->grades[i]);
    printf("\n");
}

/* ---- the collection ---- */

static struct comb_hexcells_level *read_level(const char *folder, const char *name)
{
    struct comb_hexcells_level *level;
    struct comb_buf text = {0};
    struct comb_error err;
    char path[1024];
    snprintf(path, sizeof path, "%s/levels/%s", folder, name);
    require(comb_file_read(&text, path, COMB_HEXCELLS_MAX_INPUT, &err), &err, path);
    require(comb_hexcells_level_read(&level, comb_buf_text(&text), strlen(comb_buf_text(&text)), 0, &err), &err, path);
    comb_buf_free(&text);
    return level;
}

static bool wanted(const struct settings *settings, const char *name)
{
    for (int i = 0; i < settings->name_count; i++)
        if (strstr(name, settings->names[i]))
            return true;
    return settings->name_count == 0;
}

static long number(const json_t *entry, const char *key)
{
    return (long)json_integer_value(json_object_get(entry, key));
}

/* Returns whether the run agrees with the truth. */
static bool agrees(const json_t *entry, const char *name, const struct run *run)
{
    bool solvable = json_is_true(json_object_get(entry, "solvable"));
    if (run->wrong == 0 && (long)run->left == number(entry, "left") && (run->left == 0) == solvable &&
        (long)run->rounds == number(entry, "rounds"))
        return true;
    printf("DISAGREES %s: %u wrong, %u left (truth %ld), %u rounds (truth %ld)\n", name, run->wrong, run->left,
           number(entry, "left"), run->rounds, number(entry, "rounds"));
    return false;
}

static int slowest_first(const void *left, const void *right)
{
    const struct row *a = left, *b = right;
    return (a->fast.seconds < b->fast.seconds) - (a->fast.seconds > b->fast.seconds);
}

static void print_worst(struct row *rows, size_t count)
{
    qsort(rows, count, sizeof *rows, slowest_first);
    printf("\n%9s %9s %7s %6s  the worst ten\n", "ms", "plain ms", "solves", "rounds");
    for (size_t i = 0; i < count && i < 10; i++)
        printf("%9.1f %8.1f%c %7llu %6u  %s\n", rows[i].fast.seconds * 1e3, rows[i].slow.seconds * 1e3,
               rows[i].slow.stopped ? '+' : ' ', (unsigned long long)rows[i].fast.solves, rows[i].fast.rounds,
               rows[i].name);
}

static void print_totals(const struct row *rows, size_t count, size_t agreeing, const struct settings *settings)
{
    struct run fast = {0}, slow = {0};
    size_t stopped = 0;
    for (size_t i = 0; i < count; i++) {
        fast.seconds += rows[i].fast.seconds;
        fast.solves += rows[i].fast.solves;
        fast.wrong += rows[i].fast.wrong;
        fast.rounds += rows[i].fast.rounds;
        fast.steps += rows[i].fast.steps;
        if (rows[i].fast.longest > fast.longest)
            fast.longest = rows[i].fast.longest;
        slow.seconds += rows[i].slow.seconds;
        slow.solves += rows[i].slow.solves;
        stopped += rows[i].slow.stopped;
    }
    printf("\n%zu levels, %zu agree with the truth, %u wrong deductions, %u rounds\n", count, agreeing, fast.wrong,
           fast.rounds);
    printf("%.3f s of CPU time, %llu solver queries\n", fast.seconds, (unsigned long long)fast.solves);
    if (settings->steps)
        printf("%zu steps, the longest reason has %zu clues\n", fast.steps, fast.longest);
    if (settings->slow > 0)
        printf("plain solver: %.3f s, %llu queries, %zu levels stopped after %g s: %.1f times as long%s\n",
               slow.seconds, (unsigned long long)slow.solves, stopped, settings->slow, slow.seconds / fast.seconds,
               stopped ? " or more" : "");
}

static json_t *read_truth(const char *folder)
{
    struct comb_buf text = {0};
    struct comb_error err;
    json_t *truth;
    char path[1024];
    snprintf(path, sizeof path, "%s/truth.json", folder);
    if (comb_file_read(&text, path, 16 << 20, &err) != COMB_OK) {
        printf("skipped: %s\n", err.message);
        exit(0);
    }
    require(comb_json_parse(&truth, comb_buf_text(&text), strlen(comb_buf_text(&text)), &err), &err, path);
    comb_buf_free(&text);
    return truth;
}

static struct settings read_settings(int argc, char **argv)
{
    struct settings settings = {.folder = "../shared/data/hexcells"};
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "--steps") == 0)
            settings.steps = true;
        else if (strcmp(argv[i], "--chain") == 0)
            settings.steps = settings.chain = true;
        else if (strcmp(argv[i], "--smallest") == 0)
            settings.steps = settings.smallest = true;
        else if (strcmp(argv[i], "--explain") == 0)
            settings.explain = true;
        else if (strcmp(argv[i], "--slow") == 0 && i + 1 < argc)
            settings.slow = strtod(argv[++i], NULL);
        else if (strcmp(argv[i], "--levels") == 0 && i + 1 < argc)
            settings.folder = argv[++i];
    }
    settings.names = argv + i;
    settings.name_count = argc - i;
    return settings;
}

int main(int argc, char **argv)
{
    struct settings settings = read_settings(argc, argv);
    json_t *truth = read_truth(settings.folder);
    struct row *rows = calloc(json_array_size(truth) + 1, sizeof *rows);
    struct tables tables = {0};
    size_t count = 0, agreeing = 0;
    assert(rows);
    for (size_t i = 0; i < json_array_size(truth); i++) {
        const json_t *entry = json_array_get(truth, i);
        struct row *row = &rows[count];
        row->name = json_string_value(json_object_get(entry, "file"));
        if (!wanted(&settings, row->name))
            continue;
        struct comb_hexcells_level *level = read_level(settings.folder, row->name);
        row->fast = solve(level, &settings, false);
        if (settings.slow > 0)
            row->slow = solve(level, &settings, true);
        if (settings.explain)
            explain(&tables, level, row->name);
        agreeing += agrees(entry, row->name, &row->fast);
        comb_hexcells_level_free(level);
        count++;
    }
    print_worst(rows, count);
    print_totals(rows, count, agreeing, &settings);
    if (settings.explain)
        print_tables(&tables);
    free(rows);
    json_decref(truth);
    return agreeing == count ? 0 : 1;
}
