/* Word search: boards per second against the straightforward Python program (python_baseline.py), in one run.
 *
 * The machine may be busy, so all programs are measured in turns, a little of each at a time, in CPU time, and only
 * ratios count (medians; for threads, which need wall time, the best turns). Sets of thousands of different boards
 * defeat the branch predictor. The figures for Python and C++ on another machine are published ones; that C++ program
 * is not run here, its figure is scaled by the speed of the Python program here.
 *
 * usage: words [ENABLE1.txt [ENABLE2K.txt]]; run in the root of the project. */
#define _POSIX_C_SOURCE 200809L
#include "base/file.h"
#include "base/rng.h"
#include "base/threads.h"
#include "engine/words/words.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { BOARDS = 8192, MAX_CELLS = 19, ROUNDS = 5, THREADS = 2, THREAD_ROUNDS = 12 };

static const char seed_letters[] = "AEIOUBCDFGHLMNPRSTY";
static const char all_letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/* One list of boards and how to score them. */
struct set {
    const char *name;
    const char *shape; /* hexagon or square */
    const char *list;
    unsigned cells;
    unsigned python_batch;
    double published_python; /* boards per second on the machine of the published figures */
    double published_cpp;    /* 0 = none */
    char boards[BOARDS][MAX_CELLS];
    struct comb_word_board board;
    struct comb_word_rules rules;
    struct comb_word_index *index;
};

struct python {
    pid_t pid;
    FILE *to;
    FILE *from;
};

static double read_clock(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* CPU time: turns in which other processes ran do not count. */
static double cpu_seconds(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

static int compare_doubles(const void *a, const void *b)
{
    double left = *(const double *)a;
    double right = *(const double *)b;
    return (left > right) - (left < right);
}

static double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_doubles);
    return values[count / 2];
}

static void fail(const char *what, const struct comb_error *err)
{
    fprintf(stderr, "%s: %s\n", what, err->message);
    exit(1);
}

/* ---- Boards ---- */

static void connect(struct comb_word_board *board, unsigned a, unsigned b)
{
    board->neighbours[a] |= (uint64_t)1 << b;
    board->neighbours[b] |= (uint64_t)1 << a;
}

/* Rows of 3, 4, 5, 4, 3. Row and column of cells, two columns apart. */
static void make_hexagon(struct comb_word_board *board)
{
    static const int rows[5] = {3, 4, 5, 4, 3};
    int row[MAX_CELLS];
    int column[MAX_CELLS];
    for (int r = 0; r < 5; r++)
        for (int i = 0; i < rows[r]; i++, board->cells++) {
            row[board->cells] = r;
            column[board->cells] = 5 - rows[r] + 2 * i;
        }
    for (unsigned a = 0; a < board->cells; a++)
        for (unsigned b = 0; b < a; b++) {
            int down = abs(row[a] - row[b]);
            int right = abs(column[a] - column[b]);
            if ((down == 0 && right == 2) || (down == 1 && right == 1))
                connect(board, a, b);
        }
}

static void make_square(struct comb_word_board *board)
{
    board->cells = 16;
    for (unsigned a = 0; a < board->cells; a++)
        for (unsigned b = 0; b < a; b++)
            if (abs((int)(a / 4) - (int)(b / 4)) <= 1 && abs((int)(a % 4) - (int)(b % 4)) <= 1)
                connect(board, a, b);
}

static void put_board(struct comb_word_board *board, const struct set *set, size_t number)
{
    for (unsigned i = 0; i < set->cells; i++) {
        uint8_t letter = (uint8_t)(set->boards[number][i] - 'A');
        bool two = letter == 'Q' - 'A' && set->cells == 16;
        board->tiles[i].count = two ? 2 : 1;
        board->tiles[i].letters[0] = letter;
        board->tiles[i].letters[1] = 'U' - 'A';
    }
}

static char any_letter(struct comb_rng *rng, const char *letters)
{
    return letters[comb_rng_below(rng, strlen(letters))];
}

static void make_random(struct set *set, struct comb_rng *rng, const char *letters)
{
    for (size_t i = 0; i < BOARDS; i++)
        for (unsigned j = 0; j < set->cells; j++)
            set->boards[i][j] = any_letter(rng, letters);
}

/* Good boards with one to three letters changed. */
static void make_mutants(struct set *set, struct comb_rng *rng, const char *letters, const char *const *good,
                         size_t good_count)
{
    for (size_t i = 0; i < BOARDS; i++) {
        memcpy(set->boards[i], good[i % good_count], set->cells);
        for (uint64_t left = 1 + comb_rng_below(rng, 3); left > 0; left--)
            set->boards[i][comb_rng_below(rng, set->cells)] = any_letter(rng, letters);
    }
}

/* ---- Python ---- */

static bool start_python(struct python *python, const struct set *set)
{
    int to[2];
    int from[2];
    *python = (struct python){0};
    if (pipe(to) != 0 || pipe(from) != 0)
        return false;
    python->pid = fork();
    if (python->pid == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        close(to[1]);
        close(from[0]);
        execlp("python3", "python3", "bench/python_baseline.py", set->list, set->shape, (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    python->to = fdopen(to[1], "w");
    python->from = fdopen(from[0], "r");
    return python->pid > 0 && python->to && python->from;
}

static void stop_python(struct python *python)
{
    if (python->to)
        fclose(python->to);
    if (python->from)
        fclose(python->from);
    if (python->pid > 0)
        waitpid(python->pid, NULL, 0);
}

static uint64_t count_letters(struct comb_word_search *search, struct set *set, size_t first, size_t count)
{
    struct comb_word_rules letters = {.kind = COMB_WORD_BY_LENGTH};
    uint64_t sum = 0;
    for (unsigned i = 0; i <= COMB_DICT_MAX_WORD; i++)
        letters.points[i] = i;
    for (size_t i = first; i < first + count; i++) {
        put_board(&set->board, set, i);
        sum += comb_word_score(search, &set->board, &letters).score;
    }
    return sum;
}

/* Returns boards per second of one batch; 0 without Python. The words must be the same. */
static double run_python(struct python *python, struct comb_word_search *search, struct set *set, unsigned round)
{
    size_t first = (size_t)round * set->python_batch % (BOARDS - set->python_batch);
    for (size_t i = first; i < first + set->python_batch; i++)
        fprintf(python->to, "%.*s\n", (int)set->cells, set->boards[i]);
    fputs("go\n", python->to);
    fflush(python->to);
    double seconds = 0;
    unsigned long long letters = 0;
    if (fscanf(python->from, "%lf %llu", &seconds, &letters) != 2)
        return 0;
    if (letters != count_letters(search, set, first, set->python_batch)) {
        fprintf(stderr, "%s: the Python program finds different words\n", set->name);
        exit(1);
    }
    return set->python_batch / seconds;
}

/* ---- Ours ---- */

static double run_single(struct comb_word_search *search, struct set *set, size_t count)
{
    double start = cpu_seconds();
    for (size_t i = 0; i < count; i++) {
        put_board(&set->board, set, i);
        comb_word_score(search, &set->board, &set->rules);
    }
    return (double)count / (cpu_seconds() - start);
}

struct shared {
    struct set *set;
    struct comb_word_search *searches[THREADS];
    struct comb_word_board boards[THREADS];
};

enum { CHUNK = 256 };

static void score_chunk(void *payload, size_t index, unsigned worker)
{
    struct shared *shared = payload;
    struct comb_word_board *board = &shared->boards[worker];
    for (size_t i = index * CHUNK; i < (index + 1) * CHUNK; i++) {
        put_board(board, shared->set, i % BOARDS);
        comb_word_score(shared->searches[worker], board, &shared->set->rules);
    }
}

/* Boards per second of wall time and of CPU time. */
struct rate {
    double wall;
    double processor;
};

static struct rate run_threads(struct shared *shared, unsigned threads, size_t boards)
{
    double wall = read_clock(CLOCK_MONOTONIC);
    double processor = cpu_seconds();
    comb_parallel(threads, boards / CHUNK, score_chunk, shared);
    return (struct rate){.wall = (double)boards / (read_clock(CLOCK_MONOTONIC) - wall),
                         .processor = (double)boards / (cpu_seconds() - processor)};
}

/* Letters tried per second: all letters of one cell at once. */
static double run_cells(struct comb_word_search *search, struct set *set, size_t count)
{
    struct comb_word_total totals[COMB_DICT_MAX_LETTERS];
    double start = cpu_seconds();
    for (size_t i = 0; i < count; i++) {
        put_board(&set->board, set, i);
        comb_word_score_cell(totals, search, &set->board, &set->rules, (unsigned)(i % set->cells));
    }
    return (double)count * 26 / (cpu_seconds() - start);
}

/* The same, letter by letter. */
static double run_letters(struct comb_word_search *search, struct set *set, size_t count)
{
    double start = cpu_seconds();
    for (size_t i = 0; i < count; i++) {
        put_board(&set->board, set, i);
        for (uint8_t letter = 0; letter < 26; letter++) {
            set->board.tiles[i % set->cells] = (struct comb_word_tile){.count = 1, .letters = {letter}};
            comb_word_score(search, &set->board, &set->rules);
        }
    }
    return (double)count * 26 / (cpu_seconds() - start);
}

/* ---- Tables ---- */

static struct comb_word_search *new_search(const struct set *set)
{
    struct comb_word_search *search;
    struct comb_error err;
    if (comb_word_search_new_indexed(&search, set->index, &err) != COMB_OK)
        fail("search", &err);
    return search;
}

struct result {
    double python;
    double ours;
    double ratio;
};

static struct result measure(struct set *set)
{
    double python_rates[ROUNDS];
    double rates[ROUNDS];
    double ratios[ROUNDS];
    struct comb_word_search *search = new_search(set);
    struct python python;
    if (!start_python(&python, set))
        fprintf(stderr, "cannot run python3: %s\n", strerror(errno));
    run_single(search, set, BOARDS);
    for (unsigned round = 0; round < ROUNDS; round++) {
        double before = run_single(search, set, BOARDS);
        python_rates[round] = python.pid > 0 ? run_python(&python, search, set, round) : 0;
        rates[round] = (before + run_single(search, set, BOARDS)) / 2;
        ratios[round] = python_rates[round] > 0 ? rates[round] / python_rates[round] : NAN;
    }
    stop_python(&python);
    comb_word_search_free(search);
    return (struct result){
        .python = median(python_rates, ROUNDS), .ours = median(rates, ROUNDS), .ratio = median(ratios, ROUNDS)};
}

static void print_against_python(const struct set *sets, const struct result *results, size_t count)
{
    puts("| boards | Python, boards/s | Comb, boards/s | Comb / Python |");
    puts("|---|---:|---:|---:|");
    for (size_t i = 0; i < count; i++)
        printf("| %s | %.0f | %.0f | %.0f |\n", sets[i].name, results[i].python, results[i].ours, results[i].ratio);
}

/* Set i + 2 is compared through set i, on which Python was measured beside the C++ program. */
static void print_against_cpp(const struct set *sets, const struct result *results)
{
    puts("\nThe published C++ solver (4 x 4) is not run here: its published figure, times the speed of Python here over"
         "\nthe published speed of Python, estimates its speed on this machine.\n");
    puts("| boards | C++ as published, boards/s | scaled to this machine | Comb, boards/s | Comb / C++ |");
    puts("|---|---:|---:|---:|---:|");
    for (size_t i = 2; i < 4; i++) {
        double scaled = sets[i].published_cpp * results[i - 2].python / sets[i].published_python;
        printf("| %s | %.0f | %.0f | %.0f | %.1f |\n", sets[i].name, sets[i].published_cpp, scaled, results[i].ours,
               results[i].ours / scaled);
    }
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* Returns how many times as fast two threads are as one. */
static struct rate compare_threads(struct set *set)
{
    struct shared shared = {.set = set};
    for (unsigned i = 0; i < THREADS; i++) {
        shared.searches[i] = new_search(set);
        shared.boards[i] = set->board;
    }
    size_t boards = set->python_batch < 200 ? BOARDS : (size_t)4 * BOARDS;
    struct rate one = {0};
    struct rate two = {0};
    double ratios[THREAD_ROUNDS];
    for (unsigned round = 0; round < THREAD_ROUNDS; round++) {
        struct rate alone = run_threads(&shared, 1, boards);
        struct rate together = run_threads(&shared, THREADS, boards);
        one.wall = larger(one.wall, alone.wall);
        two.wall = larger(two.wall, together.wall);
        ratios[round] = THREADS * together.processor / alone.processor;
    }
    for (unsigned i = 0; i < THREADS; i++)
        comb_word_search_free(shared.searches[i]);
    return (struct rate){.wall = two.wall / one.wall, .processor = median(ratios, THREAD_ROUNDS)};
}

static double compare_cells(struct set *set)
{
    double ratios[ROUNDS];
    struct comb_word_search *search = new_search(set);
    for (unsigned round = 0; round < ROUNDS; round++) {
        double together = run_cells(search, set, 512);
        ratios[round] = together / run_letters(search, set, 128);
    }
    comb_word_search_free(search);
    return median(ratios, ROUNDS);
}

static double compare_portable(struct set *set)
{
    double ratios[ROUNDS];
    struct comb_word_search *search = new_search(set);
    for (unsigned round = 0; round < ROUNDS; round++) {
        comb_word_search_use(search, COMB_WORD_PORTABLE);
        double portable = run_single(search, set, 512);
        comb_word_search_use(search, COMB_WORD_AUTO);
        ratios[round] = run_single(search, set, BOARDS) / portable;
    }
    comb_word_search_free(search);
    return median(ratios, ROUNDS);
}

static void print_threads_and_cells(struct set *sets, size_t count)
{
    puts("\n| boards | 2 threads / 1, wall | 2 threads / 1, CPU time | all letters of a cell at once / one by "
         "one |"
         " AVX2 with index / portable |");
    puts("|---|---:|---:|---:|---:|");
    for (size_t i = 0; i < count; i++) {
        struct rate threads = compare_threads(&sets[i]);
        printf("| %s | %.2f | %.2f | %.1f | %.1f |\n", sets[i].name, threads.wall, threads.processor,
               compare_cells(&sets[i]), compare_portable(&sets[i]));
    }
}

/* ---- Set-up ---- */

static struct comb_dict *open_list(const char *path, struct comb_buf *bytes)
{
    struct comb_buf list = {0};
    struct comb_error err;
    struct comb_dict *dict = NULL;
    struct comb_dict_meta meta = {0};
    if (comb_file_read(&list, path, (size_t)1 << 28, &err) != COMB_OK ||
        comb_dict_compile(bytes, NULL, comb_buf_text(&list), list.length, &meta, &err) != COMB_OK ||
        comb_dict_open(&dict, bytes->data, bytes->length, true, &err) != COMB_OK)
        fail(path, &err);
    comb_buf_free(&list);
    return dict;
}

static void fill_rules(struct comb_word_rules *rules, bool boggle)
{
    static const uint32_t points[9] = {0, 0, 0, 1, 1, 2, 3, 5, 11};
    for (unsigned i = 2; i <= COMB_DICT_MAX_WORD; i++)
        rules->points[i] = boggle ? points[i < 8 ? i : 8] : i;
}

static void fill_sets(struct set *sets, const char *enable1, const char *enable2k)
{
    static const char *const record[] = {"LPEEASRSRTEDPINGLAS"};
    static const char *const squares[] = {"PERSLATGSINETERS", "SEGSRNTREIAESLPS", "DPLCSEAITRNTAGES",
                                          "GERSNALETIDPSERS"};
    static const char *const names[] = {
        "(a) hexagon of 19, random of 19 letters", "(b) hexagon of 19, the record with 1-3 letters changed",
        "(c) 4 x 4, random of 26 letters", "(d) 4 x 4, best boards with 1-3 letters changed"};
    static const unsigned batches[] = {600, 120, 600, 60};
    struct comb_rng rng;
    comb_rng_seed(&rng, 2024);
    for (unsigned i = 0; i < 4; i++) {
        bool hexagon = i < 2;
        sets[i].name = names[i];
        sets[i].shape = hexagon ? "hexagon" : "square";
        sets[i].list = hexagon ? enable1 : enable2k;
        sets[i].cells = hexagon ? 19 : 16;
        sets[i].python_batch = batches[i];
        sets[i].published_python = i % 2 == 0 ? 1177 : 188;
        sets[i].published_cpp = hexagon ? 0 : i == 2 ? 121000 : 9000;
        fill_rules(&sets[i].rules, !hexagon);
        if (hexagon)
            make_hexagon(&sets[i].board);
        else
            make_square(&sets[i].board);
    }
    make_random(&sets[0], &rng, seed_letters);
    make_mutants(&sets[1], &rng, seed_letters, record, 1);
    make_random(&sets[2], &rng, all_letters);
    make_mutants(&sets[3], &rng, all_letters, squares, sizeof squares / sizeof *squares);
}

static void index_sets(struct set *sets, struct comb_dict *enable1, struct comb_dict *enable2k)
{
    struct comb_error err;
    struct comb_word_index *indexes[2];
    double start = cpu_seconds();
    if (comb_word_index_new(&indexes[0], enable1, &err) != COMB_OK)
        fail("index", &err);
    double seconds = cpu_seconds() - start;
    if (comb_word_index_new(&indexes[1], enable2k, &err) != COMB_OK)
        fail("index", &err);
    for (unsigned i = 0; i < 4; i++)
        sets[i].index = indexes[i / 2];
    printf("Dictionary of %zu words: %zu bytes; index made in %.0f ms.\n\n", comb_dict_word_count(enable1),
           comb_dict_size(enable1), 1e3 * seconds);
}

int main(int argc, char **argv)
{
    const char *enable1 = argc > 1 ? argv[1] : ".deps/words/enable1.txt";
    const char *enable2k = argc > 2 ? argv[2] : "../shared/data/words/enable2k.txt";
    if (access(enable2k, R_OK) != 0) {
        printf("Missing %s: scoring the 4 x 4 boards with %s instead.\n\n", enable2k, enable1);
        enable2k = enable1;
    }
    static struct set sets[4];
    struct result results[4];
    struct comb_buf bytes[2] = {{0}, {0}};
    struct comb_dict *dicts[2] = {open_list(enable1, &bytes[0]), open_list(enable2k, &bytes[1])};
    signal(SIGPIPE, SIG_IGN);
    fill_sets(sets, enable1, enable2k);
    index_sets(sets, dicts[0], dicts[1]);
    for (unsigned i = 0; i < 4; i++)
        results[i] = measure(&sets[i]);
    print_against_python(sets, results, 4);
    print_against_cpp(sets, results);
    print_threads_and_cells(sets, 4);
    comb_word_index_free(sets[0].index);
    comb_word_index_free(sets[2].index);
    for (unsigned i = 0; i < 2; i++) {
        comb_dict_free(dicts[i]);
        comb_buf_free(&bytes[i]);
    }
    return 0;
}
