/* Tests every level of tests/corpus: read and printed, played as far as the reference solver did, explained by reasons
 * that the verifier accepts, and wrong answers rejected. */
#include <cmocka.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "core/run.h"
#include "corpus/corpus.h"
#include "corpus/hexcells_twin.h"
#include "games/hexcells/reasons/rounds.h"

#define LEVELS "tests/corpus/hexcells.jsonl"

enum { MIN_LEVELS = 150 };

static const char head[] = "Hexcells level v1\nCorpus\nComb\n\n\n";

static struct comb_hexcells_level *open_level(const json_t *entry)
{
    struct comb_hexcells_level *level;
    struct comb_buf text = {0};
    struct comb_error err = {0};
    comb_buf_printf(&text, "%s%s\n", head, corpus_text(entry, "level"));
    if (comb_hexcells_level_read(&level, comb_buf_text(&text), text.length, 0, &err) != COMB_OK)
        fail_msg("%s:%u:%u: %s", corpus_text(entry, "name"), err.line, err.column, err.message);
    comb_buf_free(&text);
    return level;
}

/* ---- formats ---- */

static void check_reading(const json_t *entry, void *payload)
{
    struct comb_hexcells_level *level = open_level(entry), *again;
    struct comb_buf text = {0};
    (void)payload;
    assert_int_equal(level->cell_count, corpus_number(entry, "cells"));
    assert_int_equal(comb_hexcells_hidden(level), corpus_number(entry, "hidden"));
    comb_hexcells_level_print(&text, level);
    assert_memory_equal(text.data, head, strlen(head));
    size_t length = strlen(corpus_text(entry, "level"));
    if (strncmp(text.data + strlen(head), corpus_text(entry, "level"), length) != 0)
        fail_msg("%s: printed rows differ:\n%s", corpus_text(entry, "name"), text.data);
    assert_int_equal(comb_hexcells_level_read(&again, text.data, text.length, 0, NULL), COMB_OK);
    struct comb_buf second = {0};
    comb_hexcells_level_print(&second, again);
    assert_string_equal(text.data, second.data);
    comb_hexcells_level_free(again);
    comb_hexcells_level_free(level);
    comb_buf_free(&second);
    comb_buf_free(&text);
}

static void test_levels_read_and_print(void **state)
{
    (void)state;
    assert_true(corpus_each(LEVELS, check_reading, NULL) >= MIN_LEVELS);
}

/* A position in the middle of a play reads back to the same text. */
static void check_position(const json_t *entry, void *payload)
{
    struct comb_hexcells_level *level = open_level(entry), *position, *again;
    struct comb_buf text = {0}, second = {0};
    struct comb_error err = {0};
    (void)payload;
    for (unsigned i = 0; i < level->cell_count; i += 3)
        level->cells[i].shown = level->cells[i].truth;
    assert_int_equal(comb_hexcells_position_of(&position, level, &err), COMB_OK);
    comb_hexcells_position_print(&text, position);
    if (comb_hexcells_position_read(&again, text.data, text.length, &err) != COMB_OK)
        fail_msg("%s: %s", corpus_text(entry, "name"), err.message);
    comb_hexcells_position_print(&second, again);
    assert_string_equal(text.data, second.data);
    comb_hexcells_level_free(again);
    comb_hexcells_level_free(position);
    comb_hexcells_level_free(level);
    comb_buf_free(&second);
    comb_buf_free(&text);
}

static void test_positions_read_and_print(void **state)
{
    (void)state;
    corpus_each(LEVELS, check_position, NULL);
}

/* ---- play ---- */

struct kinds {
    unsigned stuck, solved, braces, dashes, lines, unhinted, blue_hints;
};

static void count_kinds(struct kinds *kinds, const struct comb_hexcells_level *level, bool solved)
{
    struct kinds has = {.lines = level->line_count > 0};
    for (unsigned i = 0; i < level->cell_count; i++) {
        const struct comb_hexcells_cell *cell = &level->cells[i];
        bool blue = cell->truth == COMB_HEXCELLS_BLUE;
        has.braces |= cell->hint == COMB_HEXCELLS_BRACES;
        has.dashes |= cell->hint == COMB_HEXCELLS_DASHES;
        has.unhinted |= !blue && cell->hint == COMB_HEXCELLS_NO_HINT;
        has.blue_hints |= blue && cell->hint != COMB_HEXCELLS_NO_HINT;
    }
    kinds->solved += solved;
    kinds->stuck += !solved;
    kinds->braces += has.braces;
    kinds->dashes += has.dashes;
    kinds->lines += has.lines;
    kinds->unhinted += has.unhinted;
    kinds->blue_hints += has.blue_hints;
}

static void check_play(const json_t *entry, void *payload)
{
    struct comb_hexcells_level *level = open_level(entry);
    struct comb_hexcells_play play;
    struct comb_hexcells_play_options options = {0};
    struct comb_context *context;
    struct comb_job *job;
    assert_int_equal(comb_context_new(&context, NULL), COMB_OK);
    assert_int_equal(comb_job_new(&job, &(struct comb_job_setup){.context = context, .threads = 1}, NULL), COMB_OK);
    assert_int_equal(comb_hexcells_play(&play, level, &options, job, NULL), COMB_OK);
    if (play.left != corpus_number(entry, "left") || play.rounds != corpus_number(entry, "rounds"))
        fail_msg("%s: %u left after %u rounds", corpus_text(entry, "name"), play.left, play.rounds);
    for (unsigned i = 0; i < level->cell_count; i++)
        if (play.colours[i] != COMB_HEXCELLS_UNKNOWN && play.colours[i] != level->cells[i].truth)
            fail_msg("%s: a wrong deduction", corpus_text(entry, "name"));
    count_kinds(payload, level, play.left == 0);
    comb_hexcells_play_free(&play);
    comb_job_free(job);
    comb_context_free(context);
    comb_hexcells_level_free(level);
}

static void test_levels_match_the_reference_solver(void **state)
{
    (void)state;
    struct kinds kinds = {0};
    corpus_each(LEVELS, check_play, &kinds);
    assert_true(kinds.solved > 80 && kinds.stuck > 40);
    assert_true(kinds.braces > 50 && kinds.dashes > 50 && kinds.lines > 100 && kinds.unhinted > 100 &&
                kinds.blue_hints > 50);
}

/* Runs the reference solver again on the small levels: the values in the file are still its results. */
static void check_twin(const json_t *entry, void *payload)
{
    struct comb_hexcells_level *level = open_level(entry);
    if (level->cell_count <= 30) {
        struct twin_result played = twin_play(level);
        assert_false(played.gave_up);
        assert_int_equal(played.rounds, corpus_number(entry, "rounds"));
        assert_int_equal(played.left, corpus_number(entry, "left"));
        ++*(unsigned *)payload;
    }
    comb_hexcells_level_free(level);
}

static void test_reference_solver_reproduces_the_corpus(void **state)
{
    (void)state;
    unsigned checked = 0;
    corpus_each(LEVELS, check_twin, &checked);
    assert_true(checked > 50);
}

/* ---- answers ---- */

struct request {
    struct comb_board board;
    struct comb_params params;
    struct comb_context *context;
    struct comb_job *job;
};

static void open_request(struct request *request, const json_t *entry)
{
    const struct comb_game *game = comb_game_find("hexcells");
    *request = (struct request){.board = {.game = game, .data = open_level(entry)}};
    assert_int_equal(comb_context_new(&request->context, NULL), COMB_OK);
    assert_int_equal(comb_job_new(&request->job, &(struct comb_job_setup){.context = request->context}, NULL), COMB_OK);
    assert_int_equal(comb_params_defaults(&request->params, game->options, NULL), COMB_OK);
}

static void close_request(struct request *request)
{
    comb_params_free(&request->params);
    comb_job_free(request->job);
    comb_context_free(request->context);
    request->board.game->free(request->board.data);
}

/* Changes the colour of one cell, in the list and in its step: the verifier must reject it. */
static void change_one_colour(json_t *answer)
{
    json_t *cells = json_object_get(answer, "cells"), *cell = json_array_get(cells, json_array_size(cells) / 2);
    const json_t *steps = json_object_get(answer, "steps");
    bool blue = json_is_true(json_object_get(cell, "blue"));
    json_object_set_new(cell, "blue", json_boolean(!blue));
    for (size_t i = 0; i < json_array_size(steps); i++) {
        const json_t *list = json_object_get(json_array_get(steps, i), "cells");
        for (size_t k = 0; k < json_array_size(list); k++) {
            json_t *other = json_array_get(list, k);
            if (json_equal(json_object_get(other, "x"), json_object_get(cell, "x")) &&
                json_equal(json_object_get(other, "y"), json_object_get(cell, "y")))
                json_object_set_new(other, "blue", json_boolean(!blue));
        }
    }
}

static void check_answer(const json_t *entry, void *payload)
{
    struct request request;
    json_t *answer = NULL, *verdict = NULL;
    struct comb_error err = {0};
    (void)payload;
    open_request(&request, entry);
    int code = comb_run_solve(&answer, &request.board, request.job, &request.params, &err); /* includes the verifier */
    if (code != (corpus_number(entry, "left") ? COMB_NO : COMB_OK))
        fail_msg("%s: code %d: %s", corpus_text(entry, "name"), code, err.message);
    assert_int_equal(corpus_number(answer, "left"), corpus_number(entry, "left"));
    assert_int_equal(corpus_number(answer, "rounds"), corpus_number(entry, "rounds"));
    if (json_array_size(json_object_get(answer, "cells")) > 0) {
        change_one_colour(answer);
        assert_int_equal(comb_run_check_answer(&verdict, &request.board, answer, request.job, &request.params, NULL),
                         COMB_NO);
        json_decref(verdict);
    }
    json_decref(answer);
    close_request(&request);
}

static void test_reasons_are_accepted_and_wrong_cells_are_not(void **state)
{
    (void)state;
    corpus_each(LEVELS, check_answer, NULL);
}
