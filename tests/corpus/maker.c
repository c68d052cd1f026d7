/* Generates the puzzles of tests/corpus from fixed seeds, with the values that the tests expect: those of the reference
 * solvers (hexcells_twin.h, tests/unit/witness/panels.h), never those of the solvers under test. tests/corpus/make runs
 * it.
 *
 *     corpus_maker hexcells | witness        one JSON object per line
 */
#define _DEFAULT_SOURCE
#include "core/board.h"
#include "corpus/hexcells_twin.h"
#include "games/witness/text/windmill.h"
#include "unit/witness/panels.h"

#include <stdio.h>

static struct comb_context *context;

static void fail(const char *what)
{
    fprintf(stderr, "corpus_maker: %s\n", what);
    exit(1);
}

/* Returns the board of `comb make GAME OPTIONS --seed SEED`; NULL if there is none. Options are "name=value", separated
 * by ';'. */
static struct comb_board *make_board(const char *game_name, const char *options, uint64_t seed)
{
    const struct comb_game *game = comb_game_find(game_name);
    struct comb_params params = {0};
    struct comb_board *board = NULL;
    struct comb_job *job = NULL;
    struct comb_error err = {0};
    char text[200], *rest = text;
    snprintf(text, sizeof text, "%s", options);
    for (char *word; (word = strsep(&rest, ";")) && *word;) {
        char *value = strchr(word, '=');
        if (value)
            *value++ = '\0';
        const struct comb_option *row = comb_option_find(game->options, word);
        if (!row || comb_params_set(&params, row, value, &err) != COMB_OK)
            fail(row ? err.message : word);
    }
    if (comb_params_defaults(&params, game->options, &err) != COMB_OK ||
        comb_job_new(&job, &(struct comb_job_setup){.context = context, .threads = 1, .seed = seed}, &err) != COMB_OK)
        fail(err.message);
    if (comb_board_make(&board, game, job, &params, &err) != COMB_OK) {
        fprintf(stderr, "%s %s, seed %llu: %s\n", game_name, options, (unsigned long long)seed, err.message);
        comb_board_free(board);
        board = NULL;
    }
    comb_job_free(job);
    comb_params_free(&params);
    return board;
}

static void print_object(json_t *object)
{
    json_dumpf(object, stdout, JSON_COMPACT);
    putchar('\n');
    fflush(stdout);
    json_decref(object);
}

/* ---- Hexcells ---- */

/* Removes each hint with a probability of `percent`, so that some levels cannot be solved. */
static void remove_some_hints(struct comb_hexcells_level *level, unsigned percent, struct comb_rng *rng)
{
    unsigned lines = 0;
    for (unsigned i = 0; i < level->cell_count; i++)
        if (comb_rng_below(rng, 100) < percent)
            level->cells[i].hint = COMB_HEXCELLS_NO_HINT;
    for (unsigned i = 0; i < level->line_count; i++)
        if (comb_rng_below(rng, 100) >= percent)
            level->lines[lines++] = level->lines[i];
    level->line_count = lines;
    if (comb_hexcells_level_finish(level, NULL) != COMB_OK)
        fail("cannot finish a level with removed hints");
}

/* The rows without the blank margins, cut by even numbers so that the tiling stays the same. */
static json_t *rows_of(const struct comb_hexcells_level *level)
{
    struct comb_buf text = {0}, out = {0};
    unsigned left = level->columns, top = level->rows, right = 0, bottom = 0;
    comb_hexcells_level_print(&text, level);
    const char *row = comb_buf_text(&text);
    for (unsigned line = 0; line < 5; line++)
        row = strchr(row, '\n') + 1;
    const char *first = row;
    for (unsigned y = 0; *row; y++, row += strcspn(row, "\n"), row += *row == '\n')
        for (unsigned x = 0; 2 * x < strcspn(row, "\n"); x++)
            if (row[2 * x] != '.') {
                left = x < left ? x : left;
                right = x > right ? x : right;
                top = y < top ? y : top;
                bottom = y;
            }
    left -= left % 2;
    top -= top % 2;
    row = first;
    for (unsigned y = 0; y <= bottom; y++, row += strcspn(row, "\n") + 1)
        if (y >= top) {
            comb_buf_str(&out, y > top ? "\n" : "");
            comb_buf_add(&out, row + 2 * left, 2 * (size_t)(right - left + 1));
        }
    json_t *rows = json_string(comb_buf_text(&out));
    comb_buf_free(&text);
    comb_buf_free(&out);
    return rows;
}

/* Prints the level with the counts of the level as written. */
static bool print_level(const struct comb_hexcells_level *level, const char *name)
{
    struct twin_result played = twin_play(level);
    if (played.gave_up) {
        fprintf(stderr, "%s: the reference solver gave up\n", name);
        return false;
    }
    print_object(json_pack("{s:s, s:i, s:i, s:i, s:i, s:o}", "name", name, "cells", (int)level->cell_count, "hidden",
                           (int)comb_hexcells_hidden(level), "rounds", (int)played.rounds, "left", (int)played.left,
                           "level", rows_of(level)));
    return true;
}

static void make_level(const char *shape, const char *grade, unsigned cells, unsigned thinned, uint64_t seed)
{
    char options[120], name[80];
    struct comb_rng rng;
    snprintf(options, sizeof options, "shape=%s;difficulty=%s;cells=%u", shape, grade, cells);
    snprintf(name, sizeof name, "%s-%u-%s%s%.0u", shape, cells, grade, thinned ? "-less-" : "", thinned);
    struct comb_board *board = make_board("hexcells", options, seed);
    if (!board)
        return;
    comb_rng_seed(&rng, seed);
    if (thinned)
        remove_some_hints(board->data, thinned, &rng);
    print_level(board->data, name);
    comb_board_free(board);
}

static void make_hexcells(void)
{
    static const char *const shapes[] = {"hexagon", "diamond", "free"};
    static const char *const grades[] = {"easy", "medium", "hard", "expert"};
    static const unsigned sizes[] = {7, 19, 28, 37, 48, 61};
    uint64_t seed = 1;
    for (unsigned s = 0; s < 3; s++)
        for (unsigned g = 0; g < 4; g++)
            for (unsigned c = 0; c < sizeof sizes / sizeof *sizes; c++) {
                make_level(shapes[s], grades[g], sizes[c], 0, seed++);
                make_level(shapes[s], grades[g], sizes[c], 10 + 7 * (unsigned)(seed % 6), seed);
                seed++;
            }
    for (unsigned i = 0; i < 20; i++, seed++)
        make_level(shapes[i % 3], grades[i / 5], 75 + i, i % 2 ? 0 : 15, seed);
}

/* ---- The Witness ---- */

/* The panel in one line, with runs of blanks and dashes collapsed. */
static char *one_line(const struct comb_witness_panel *panel)
{
    struct comb_buf text = {0};
    comb_witness_text_print(&text, panel);
    char *out = text.data;
    for (const char *c = text.data; *c; c++) {
        char now = *c == '\n' ? '/' : *c;
        bool again = out > text.data && out[-1] == now && (now == ' ' || now == '-');
        if (!again)
            *out++ = now;
    }
    *out = '\0';
    struct comb_witness_panel *back;
    if (comb_witness_read(&back, text.data, strlen(text.data), NULL) != COMB_OK ||
        !comb_witness_panel_same(panel, back))
        fail("a panel changed when written in one line");
    comb_witness_panel_free(back);
    return text.data;
}

/* Counts the lines that solve it under each rule set, by an exhaustive walk. */
static json_t *count_lines(const struct comb_witness_panel *panel)
{
    static const char *const names[] = {"windmill", "ttws", "game"};
    json_t *counts = json_object();
    for (unsigned set = 0; set < 3; set++) {
        struct comb_witness_rules rules = {.set = (enum comb_witness_rule_set)set};
        struct witness_twin twin = witness_twin_solve(panel, &rules);
        json_object_set_new(counts, names[set], json_integer((json_int_t)twin.count));
        witness_twin_free(&twin);
    }
    return counts;
}

static void print_panel(const struct comb_witness_panel *panel, const char *name, json_t *lines)
{
    char *text = one_line(panel);
    print_object(json_pack("{s:s, s:o, s:s}", "name", name, "lines", lines, "panel", text));
    free(text);
}

/* Random panels, most of them unsolvable. Every third must be solvable under some rule set. */
static void make_random_panels(void)
{
    static const struct witness_panel_options specs[] = {
        {0},
        {.width = 3, .height = 3},
        {.width = 4, .height = 3, .one_start = true},
        {.width = 2, .height = 4},
        {.width = 4, .height = 2, .no_eliminations = true},
        {.width = 3, .height = 3, .no_symmetry = true, .no_line_colours = true},
    };
    enum { SPECS = sizeof specs / sizeof *specs, EACH = 36 };
    uint64_t seed = 500000;
    for (unsigned w = 0; w < SPECS; w++)
        for (unsigned printed = 0; printed < EACH; seed++) {
            struct comb_witness_panel *panel = witness_random_panel(seed, &specs[w]);
            json_t *lines = count_lines(panel);
            bool solved = json_integer_value(json_object_get(lines, "windmill")) +
                              json_integer_value(json_object_get(lines, "ttws")) +
                              json_integer_value(json_object_get(lines, "game")) >
                          0;
            char name[40];
            snprintf(name, sizeof name, "random-%u-%llu", w, (unsigned long long)seed);
            if (solved || printed % 3 != 0) {
                print_panel(panel, name, lines);
                printed++;
            } else {
                json_decref(lines);
            }
            comb_witness_panel_free(panel);
        }
}

/* Prints a panel of `comb make`: solvable under the given rules, of any size. Large panels have no counts; `comb make`
 * guarantees that they are solvable, and the verifier checks the line that is found. */
static void make_made_panel(const char *size, const char *symbols, const char *more, const char *rules, uint64_t seed)
{
    char options[200], name[40];
    unsigned width = 0, height = 0;
    snprintf(options, sizeof options, "size=%s;rules=%s;symbols=%s%s%s", size, rules, symbols, *more ? ";" : "", more);
    struct comb_board *board = make_board("witness", options, seed);
    if (!board)
        return;
    sscanf(size, "%ux%u", &width, &height);
    bool small = width * height <= 16 && !strstr(more, "starts");
    json_t *lines = small ? count_lines(board->data) : json_pack("{s:b}", rules, true);
    if (small && json_integer_value(json_object_get(lines, rules)) == 0)
        fail("a generated panel cannot be solved");
    snprintf(name, sizeof name, "made-%s-%llu", size, (unsigned long long)seed);
    print_panel(board->data, name, lines);
    comb_board_free(board);
}

static void make_witness(void)
{
    static const char *const symbols[] = {"squares",
                                          "stars",
                                          "squares stars",
                                          "triangles",
                                          "dots",
                                          "polyominoes",
                                          "polyominoes blue",
                                          "eliminations squares",
                                          "eliminations stars triangles",
                                          "squares stars dots triangles",
                                          "polyominoes squares dots",
                                          "eliminations polyominoes",
                                          "squares stars triangles dots polyominoes",
                                          "eliminations dots",
                                          "stars polyominoes blue"};
    static const char *const sizes[] = {"3x3", "4x4", "4x3", "5x5", "6x4", "7x7"};
    static const char *const more[] = {
        "", "symmetry=horizontal", "gaps=4", "symmetry=rotational", "starts=2;exits=2", "symmetry=vertical;gaps=2"};
    static const char *const rules[] = {"windmill", "ttws", "game"};
    enum { SYMBOLS = sizeof symbols / sizeof *symbols, SIZES = 6, MORE = 6 };
    uint64_t seed = 1;
    make_random_panels();
    for (unsigned s = 0; s < SYMBOLS; s++)
        for (unsigned z = 0; z < SIZES; z++)
            for (unsigned k = 0; k < 2; k++, seed++)
                make_made_panel(sizes[z], symbols[s], more[(s + z + 3 * k) % MORE], rules[seed % 3], seed);
    for (unsigned k = 0; k < 30; k++, seed++)
        make_made_panel(sizes[k % 3], symbols[k % SYMBOLS], "unique", rules[k % 3], seed);
}

int main(int argc, char **argv)
{
    if (comb_context_new(&context, NULL) != COMB_OK)
        fail("out of memory");
    if (argc == 2 && strcmp(argv[1], "hexcells") == 0)
        make_hexcells();
    else if (argc == 2 && strcmp(argv[1], "witness") == 0)
        make_witness();
    else
        fail("usage: corpus_maker hexcells | witness");
    comb_context_free(context);
    return 0;
}
