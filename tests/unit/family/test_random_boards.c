/* Word games against brute force on random boards: every word of the list, every path, and a second implementation of
 * the game's scoring. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "core/run.h"
#include "engine/dict/dict.h"
#include "family/words/game.h"

#include <stdlib.h>
#include <string.h>

/* A list small enough for brute force: words over few letters, so that random boards contain many of them. */
static const char LIST[] =
    "aa\nab\nabet\nabets\nabs\nat\nate\nbat\nbate\nbates\nbats\nbe\nbeast\nbeat\nbeats\nbest\nbet\nbeta\nbetas\nbets\n"
    "debase\ndebates\neast\neat\neats\nes\nest\nestate\nestates\neta\netas\nquest\nquests\nquiet\nquit\nquits\nsat\n"
    "sate\nsates\nsea\nseat\nseats\nset\nsets\nstab\nstabs\nstate\nstates\nsuit\nsuite\nta\ntab\ntabs\ntae\ntaste\n"
    "tastes\ntea\nteas\ntease\nteases\ntest\ntests\nzest\nzests\n";

struct world {
    struct comb_context *context;
    struct comb_job *job;
    struct comb_params params;
    char list[64];
};

static void open_world(struct world *world, const struct comb_game *game, const char *language)
{
    *world = (struct world){0};
    strcpy(world->list, "/tmp/comb-test-XXXXXX");
    int fd = mkstemp(world->list);
    assert_true(fd >= 0);
    FILE *file = fdopen(fd, "w");
    fputs(LIST, file);
    fclose(file);
    assert_int_equal(comb_context_new(&world->context, NULL), COMB_OK);
    assert_int_equal(comb_job_new(&world->job, &(struct comb_job_setup){.context = world->context}, NULL), COMB_OK);
    assert_int_equal(comb_params_set(&world->params, comb_option_find(game->options, "words"), world->list, NULL),
                     COMB_OK);
    assert_int_equal(comb_params_set(&world->params, comb_option_find(game->options, "lang"), language, NULL), COMB_OK);
    assert_int_equal(comb_params_defaults(&world->params, game->options, NULL), COMB_OK);
}

static void close_world(struct world *world)
{
    remove(world->list);
    comb_params_free(&world->params);
    comb_job_free(world->job);
    comb_context_free(world->context);
}

/* ---- brute force ---- */

struct twin {
    const struct comb_words_board *board;
    const char *word;
    unsigned (*points)(const struct comb_words_board *board, const unsigned *path, unsigned cells, unsigned letters);
    unsigned path[64];
    bool used[64];
    bool found;
    unsigned best;
};

static bool near(const struct comb_lattice *lattice, unsigned a, unsigned b)
{
    int dx = abs(lattice->at[a].x - lattice->at[b].x);
    int dy = abs(lattice->at[a].y - lattice->at[b].y);
    return lattice->kind == COMB_LATTICE_SQUARE ? dx < 2 && dy < 2 : (dx == 2 && dy == 0) || (dx == 1 && dy == 1);
}

static void walk(struct twin *twin, unsigned depth, size_t at)
{
    if (twin->word[at] == '\0') {
        unsigned points = twin->points(twin->board, twin->path, depth, (unsigned)at);
        twin->best = !twin->found || points > twin->best ? points : twin->best;
        twin->found = true;
        return;
    }
    for (unsigned cell = 0; cell < twin->board->lattice->count; cell++) {
        const struct comb_words_cell *tile = &twin->board->cells[cell];
        if (twin->used[cell] || (depth > 0 && !near(twin->board->lattice, twin->path[depth - 1], cell)))
            continue;
        size_t used = 0;
        bool fits = tile->kind != COMB_WORDS_HOLE;
        if (tile->kind == COMB_WORDS_ANY)
            used = 1;
        for (unsigned k = 0; fits && tile->kind == COMB_WORDS_LETTERS && k < tile->letters; k++)
            fits = (uint32_t)(unsigned char)twin->word[at + used] == tile->letter[k] && ++used;
        if (!fits)
            continue;
        twin->used[cell] = true;
        twin->path[depth] = cell;
        walk(twin, depth + 1, at + used);
        twin->used[cell] = false;
    }
}

static void compare_with_twin(const struct comb_game *game, struct world *world, const char *text, unsigned shortest,
                              unsigned (*points)(const struct comb_words_board *, const unsigned *, unsigned, unsigned))
{
    struct comb_error err = {0};
    struct comb_board *board;
    json_t *answer;
    if (comb_board_open(&board, game, text, strlen(text), world->job, &world->params, &err) != COMB_OK)
        fail_msg("%s: %s", text, err.message);
    int code = comb_run_solve(&answer, board, world->job, &world->params, &err);
    if (code != COMB_OK)
        fail_msg("%s: %s", text, err.message);
    long long score = 0;
    long long count = 0;
    char words[sizeof LIST];
    strcpy(words, LIST);
    for (char *word = strtok(words, "\n"); word; word = strtok(NULL, "\n")) {
        for (char *c = word; *c; c++)
            *c = (char)(*c - 'a' + 'A');
        struct twin twin = {.board = board->data, .word = word, .points = points};
        if (strlen(word) >= shortest)
            walk(&twin, 0, 0);
        if (!twin.found)
            continue;
        score += twin.best;
        count++;
        bool listed = false;
        const json_t *list = json_object_get(answer, "words");
        for (size_t i = 0; i < json_array_size(list) && !listed; i++) {
            const json_t *item = json_array_get(list, i);
            listed = strcmp(json_string_value(json_object_get(item, "word")), word) == 0;
            if (listed && json_integer_value(json_object_get(item, "score")) != (json_int_t)twin.best)
                fail_msg("%s: %s is worth %u", text, word, twin.best);
        }
        if (!listed)
            fail_msg("%s: %s is not listed", text, word);
    }
    if (json_integer_value(json_object_get(answer, "score")) != score ||
        json_integer_value(json_object_get(answer, "count")) != count)
        fail_msg("%s: expected %lld points and %lld words", text, score, count);
    json_decref(answer);
    comb_board_free(board);
}

static const char *random_cell(struct comb_rng *rng, bool tiles)
{
    static const char *const cells[] = {"A", "B", "E", "S", "T", "A",  "E", "S", "T",
                                        "D", "I", "U", "Q", "Z", "QU", "?", ".", "ST"};
    return cells[comb_rng_below(rng, tiles ? 18 : 14)];
}

static void random_board(char *out, struct comb_rng *rng, const unsigned *rows, bool tiles, bool bonuses)
{
    static const char *const bonus[] = {"2l", "3l", "2w", "3w", "dl", "tl", "dw", "tw"};
    *out = '\0';
    for (size_t row = 0; rows[row]; row++) {
        strcat(out, row ? " / " : "");
        for (unsigned i = 0; i < rows[row]; i++) {
            strcat(out, i ? " " : "");
            strcat(out, random_cell(rng, tiles));
            if (rows[row] == 1)
                strcat(out, ":");
            if (bonuses && comb_rng_below(rng, 3) == 0) {
                strcat(out, ":");
                strcat(out, bonus[comb_rng_below(rng, 8)]);
            }
        }
    }
}

/* ---- second implementation of the rules ---- */

static unsigned ruzzle_points(const struct comb_words_board *board, const unsigned *path, unsigned cells,
                              unsigned letters)
{
    static const char *const tables[][2] = {
        {"en", "1 4 4 2 1 4 3 4 1 10 5 1 3 1 1 4 10 1 1 1 2 4 4 8 4 10"},
        {"it", "1 5 2 5 1 5 8 8 1 10 5 3 3 3 1 5 10 2 2 2 3 5 10 10 4 8"},
        {"es", "1 3 3 2 1 4 2 4 1 8 5 1 3 1 1 3 10 1 1 1 1 4 4 8 4 10"},
    };
    unsigned values[26];
    for (size_t t = 0; t < 3; t++) {
        const char *at = tables[t][1];
        if (strcmp(board->language->code, tables[t][0]) != 0)
            continue;
        for (int i = 0; i < 26; i++) {
            char *end;
            values[i] = (unsigned)strtoul(at, &end, 10);
            at = end;
        }
    }
    unsigned sum = 0;
    unsigned times = 1;
    for (unsigned i = 0; i < cells; i++) {
        const struct comb_words_cell *cell = &board->cells[path[i]];
        unsigned value = 0;
        for (unsigned k = 0; cell->kind == COMB_WORDS_LETTERS && k < cell->letters; k++)
            value += values[cell->letter[k] - 'A'];
        unsigned factor = cell->attribute[0] ? (unsigned)(cell->attribute[0] - '0') : 1;
        sum += cell->attribute[1] == 'l' ? value * factor : value;
        times *= cell->attribute[1] == 'w' ? factor : 1;
    }
    return sum * times + (letters > 4 ? (letters - 4) * 5 : 0);
}

static unsigned hexhunt_points(const struct comb_words_board *board, const unsigned *path, unsigned cells,
                               unsigned letters)
{
    (void)board;
    (void)path;
    (void)cells;
    return letters;
}

static unsigned boggle_points(const struct comb_words_board *board, const unsigned *path, unsigned cells,
                              unsigned letters)
{
    static const unsigned points[] = {0, 0, 0, 1, 1, 2, 3, 5, 11, 11, 11, 11};
    (void)board;
    (void)path;
    (void)cells;
    return points[letters];
}

static void test_ruzzle_scores_on_random_boards_in_three_languages(void **state)
{
    (void)state;
    static const char *const languages[] = {"en", "it", "es"};
    static const unsigned square[] = {4, 4, 4, 4, 0};
    const struct comb_game *game = comb_game_find("ruzzle");
    struct comb_rng rng;
    comb_rng_seed(&rng, 7);
    for (size_t language = 0; language < 3; language++) {
        struct world world;
        open_world(&world, game, languages[language]);
        for (int round = 0; round < 1000; round++) {
            char text[512];
            random_board(text, &rng, square, round % 4 == 0, true);
            compare_with_twin(game, &world, text, 2, ruzzle_points);
        }
        close_world(&world);
    }
}

static void test_hexhunt_on_random_shapes(void **state)
{
    (void)state;
    static const unsigned shapes[][8] = {{3, 4, 5, 4, 3, 0}, {2, 3, 2, 0},    {3, 4, 3, 2, 0}, {1, 2, 1, 0},
                                         {3, 3, 0},          {1, 1, 1, 1, 0}, {5, 4, 5, 6, 0}};
    const struct comb_game *game = comb_game_find("hexhunt");
    struct comb_rng rng;
    struct world world;
    comb_rng_seed(&rng, 8);
    open_world(&world, game, "en");
    for (int round = 0; round < 1000; round++) {
        char text[512];
        random_board(text, &rng, shapes[comb_rng_below(&rng, 7)], true, false);
        compare_with_twin(game, &world, text, 2, hexhunt_points);
    }
    close_world(&world);
}

static void test_boggle_with_qu_on_random_boards(void **state)
{
    (void)state;
    static const unsigned square[] = {4, 4, 4, 4, 0};
    const struct comb_game *game = comb_game_find("boggle");
    struct comb_rng rng;
    struct world world;
    comb_rng_seed(&rng, 9);
    open_world(&world, game, "en");
    for (int round = 0; round < 500; round++) {
        char text[512];
        random_board(text, &rng, square, false, false);
        compare_with_twin(game, &world, text, 3, boggle_points);
    }
    close_world(&world);
}

/* Hexicon's solver and verifier implement the rules independently: they must agree on every move of random positions,
 * with swaps. */
static void test_hexicon_moves_are_verified_on_random_positions(void **state)
{
    (void)state;
    static const char *const attributes[] = {"", "", "", ":b", ":b", ":b", ":r", ":r", ":B", ":R"};
    static const unsigned rows[] = {1, 2, 3, 4, 5, 4, 5, 4, 5, 4, 5, 4, 5, 4, 3, 2, 1, 0};
    const struct comb_game *game = comb_game_find("hexicon");
    struct comb_rng rng;
    struct world world;
    comb_rng_seed(&rng, 10);
    open_world(&world, game, "en");
    assert_int_equal(comb_params_set(&world.params, comb_option_find(game->options, "swap"), NULL, NULL), COMB_OK);
    size_t hexagons = 0;
    for (int round = 0; round < 40; round++) {
        char text[1024] = "";
        struct comb_error err = {0};
        struct comb_board *board;
        json_t *answer;
        for (size_t row = 0; rows[row]; row++) {
            strcat(text, row ? " / " : "");
            for (unsigned i = 0; i < rows[row]; i++) {
                strcat(text, i ? " " : "");
                strcat(text, random_cell(&rng, false));
                strcat(text, attributes[comb_rng_below(&rng, 10)]);
            }
        }
        const char *mover = round % 2 ? "red" : "blue";
        assert_int_equal(comb_params_set(&world.params, comb_option_find(game->options, "mover"), mover, NULL),
                         COMB_OK);
        assert_int_equal(comb_board_open(&board, game, text, strlen(text), world.job, &world.params, &err), COMB_OK);
        int code = comb_run_solve(&answer, board, world.job, &world.params, &err);
        if (code != COMB_OK && code != COMB_NO)
            fail_msg("%s: %s", text, err.message);
        const json_t *moves = json_object_get(answer, "moves");
        for (size_t i = 0; i < json_array_size(moves); i++)
            hexagons += (size_t)json_integer_value(json_object_get(json_array_get(moves, i), "blue_hexagons"));
        json_decref(answer);
        comb_board_free(board);
    }
    assert_true(hexagons > 50);
    close_world(&world);
}
