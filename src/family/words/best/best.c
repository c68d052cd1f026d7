/* clang-format off */
/* Searches for the best board: runs attempts of the engine's methods on all cores, collects the N best boards and saves
 * the state.
 *
 *     attempt 0  attempt 1  attempt 2 ...     each seeds its random numbers from (seed, number), so the result does
 *        |          |          |              not depend on the number of threads
 *        +----------+----------+----> the N best boards, symmetric boards once
 *                                        -> reported as they are found, saved every few seconds
 */
/* clang-format on */
#define _POSIX_C_SOURCE 200809L
#include "family/words/best/best.h"

#include "base/file.h"
#include "base/text.h"
#include "base/threads.h"
#include "base/vec.h"
#include "engine/words/score_cache.h"
#include "family/words/best/files.h"
#include "family/words/best/space.h"
#include "grid/symmetry.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double SAVE_SECONDS = 5;
static const double MAX_COMPLETE = 1e9; /* number of boards up to which `auto` tries all */

struct best_board {
    uint64_t score;
    double seconds; /* when it was found */
    char *board;
    char *canon;
};

struct best_run {
    struct comb_job *job;
    const struct comb_params *params;
    const struct comb_dict *dict;
    struct comb_word_index *index;
    struct comb_words_board *board; /* shape, bonuses, fixed cells */
    struct comb_word_space space;
    struct comb_symmetries *symmetries;
    int method; /* enum comb_word_method, or COMB_WORD_METHODS for complete */
    bool has_start;
    uint8_t start[COMB_WORDS_MAX_CELLS];
    double hot;
    double cold;
    double patience; /* seconds; 0 = unlimited */
    uint64_t target;
    size_t keep;
    uint64_t attempt; /* the next one */
    uint64_t evaluations;
    double earlier;                          /* seconds of previous runs */
    double improved;                         /* time of the last improvement */
    double reported;                         /* time of the last message about an improvement */
    uint64_t reported_score;                 /* its score */
    double saved;                            /* time of the last save */
    struct COMB_VEC(struct best_board) best; /* best first */
    _Atomic uint64_t threshold;              /* boards below this score are ignored */
    int stop;                                /* why the search ended; COMB_OK while it runs or if it is complete */
    bool done;
    pthread_mutex_t lock;
};

/* ---- boards ---- */

/* Writes the text and the canonical text of the board with these letters. */
static bool write_board(struct comb_buf *text, struct comb_buf *canon, const struct best_run *run,
                        const uint8_t *letters)
{
    struct comb_words_cell cells[COMB_WORDS_MAX_CELLS];
    struct comb_words_board filled = *run->board;
    for (unsigned i = 0; i < filled.lattice->count; i++) {
        cells[i] = run->board->cells[i];
        const struct comb_word_tile *tile = &run->space.tiles[letters[i]];
        if (!(run->space.free >> i & 1))
            continue;
        cells[i].kind = COMB_WORDS_LETTERS;
        cells[i].letters = tile->count;
        for (unsigned k = 0; k < tile->count; k++) {
            const char *letter = comb_dict_letter_text(run->dict, tile->letters[k]);
            comb_utf8_decode(&cells[i].letter[k], letter, strlen(letter));
        }
    }
    filled.cells = cells;
    comb_words_print(text, &filled);
    return comb_words_canon(canon, &filled, NULL) == COMB_OK && !text->failed && !canon->failed;
}

static void free_best_board(struct best_board *item)
{
    free(item->board);
    free(item->canon);
}

/* Inserts a board by score, unless it or a symmetric board is already there. Takes ownership of the texts. */
static bool insert_board(struct best_run *run, struct best_board fresh)
{
    size_t at = 0;
    for (size_t i = 0; i < run->best.count; i++) {
        if (strcmp(run->best.items[i].canon, fresh.canon) == 0) {
            free_best_board(&fresh);
            return true;
        }
        at += run->best.items[i].score >= fresh.score;
    }
    if (!comb_vec_grow(&run->best)) {
        free_best_board(&fresh);
        return false;
    }
    memmove(&run->best.items[at + 1], &run->best.items[at], (run->best.count - at) * sizeof fresh);
    run->best.items[at] = fresh;
    run->best.count++;
    if (run->best.count > run->keep)
        free_best_board(&run->best.items[--run->best.count]);
    if (run->best.count == run->keep)
        run->threshold = run->best.items[run->keep - 1].score + 1;
    return true;
}

/* ---- state ---- */

static void write_boards(struct comb_json *build, json_t *list, const struct best_run *run)
{
    for (size_t i = 0; i < run->best.count; i++) {
        const struct best_board *item = &run->best.items[i];
        json_t *object = comb_json_object(build);
        comb_json_set(build, object, "score", comb_json_int(build, (long long)item->score));
        comb_json_set(build, object, "board", comb_json_string(build, item->board));
        comb_json_set(build, object, "seconds", comb_json_real(build, item->seconds));
        comb_json_push(build, list, object);
    }
}

/* Describes the search; a saved state must match to be continued. */
static void describe_search(struct comb_buf *out, const struct best_run *run)
{
    comb_words_print(out, run->board);
    comb_buf_printf(out, " free %llx letters %x list %llx method %d seed %llu", (unsigned long long)run->space.free,
                    run->space.letters, (unsigned long long)comb_dict_hash(run->dict), run->method,
                    (unsigned long long)comb_job_seed(run->job));
}

/* Called with the lock held, or when no worker runs. */
static int save_state(struct best_run *run, struct comb_error *err)
{
    const char *path = comb_params_text(run->params, "state", NULL);
    if (!path)
        return COMB_OK;
    struct comb_json build = {0};
    struct comb_buf text = {0};
    describe_search(&text, run);
    json_t *root = comb_json_object(&build);
    json_t *best = comb_json_array(&build);
    comb_json_set(&build, root, "schema", comb_json_int(&build, 1));
    comb_json_set(&build, root, "search", comb_json_string(&build, comb_buf_text(&text)));
    comb_json_set(&build, root, "attempt", comb_json_int(&build, (long long)run->attempt));
    comb_json_set(&build, root, "evaluations", comb_json_int(&build, (long long)run->evaluations));
    comb_json_set(&build, root, "seconds", comb_json_real(&build, run->earlier + comb_job_seconds(run->job)));
    write_boards(&build, best, run);
    comb_json_set(&build, root, "best", best);
    comb_buf_clear(&text);
    int code = comb_json_finish(&root, &build, root, err);
    if (code == COMB_OK) {
        comb_json_print(&text, root);
        code = text.failed ? comb_fail_memory(err) : comb_file_write(path, text.data, text.length, err);
    }
    json_decref(root);
    comb_buf_free(&text);
    run->saved = comb_job_seconds(run->job);
    return code;
}

/* Whether the tiles are in the search space: shape and bonuses, fixed cells, letters. */
static bool is_in_space(const struct comb_word_space *space, const struct comb_word_board *tiles)
{
    const struct comb_word_board *board = &space->board;
    if (tiles->cells != board->cells || memcmp(tiles->neighbours, board->neighbours, sizeof tiles->neighbours) != 0 ||
        memcmp(tiles->letter_times, board->letter_times, sizeof tiles->letter_times) != 0 ||
        memcmp(tiles->word_times, board->word_times, sizeof tiles->word_times) != 0)
        return false;
    for (unsigned i = 0; i < tiles->cells; i++) {
        const struct comb_word_tile *tile = &tiles->tiles[i];
        unsigned letter = tile->letters[0];
        bool open = space->free >> i & 1;
        bool usable = tile->count > 0 && letter < COMB_DICT_MAX_LETTERS && (space->letters >> letter & 1);
        if (open ? !usable || memcmp(tile, &space->tiles[letter], sizeof *tile) != 0
                 : memcmp(tile, &board->tiles[i], sizeof *tile) != 0)
            return false;
    }
    return true;
}

/* Checks a board of the state file, which may have been edited: it must be in the search space and have its score. */
static int check_restored_board(const struct best_run *run, const struct comb_words_board *board, const char *text,
                                long long score, struct comb_error *err)
{
    struct comb_word_board tiles = {0};
    struct comb_word_search *search = NULL;
    int code = comb_words_tiles(&tiles, board, run->dict, err);
    if (code == COMB_OK && !is_in_space(&run->space, &tiles))
        code = comb_fail(err, COMB_BAD_INPUT, "'%.100s' is not a board of this search", text);
    if (code == COMB_OK)
        code = comb_word_search_new_indexed(&search, run->index, err);
    if (code == COMB_OK) {
        uint64_t real = comb_word_score(search, &tiles, &run->space.rules).score;
        if (score < 0 || real != (uint64_t)score)
            code = comb_fail(err, COMB_BAD_INPUT, "the board '%.100s' has a score of %llu, not %lld", text,
                             (unsigned long long)real, score);
    }
    comb_word_search_free(search);
    return code;
}

static int restore_board(struct best_run *run, const json_t *item, struct comb_error *err)
{
    const char *text = json_string_value(json_object_get(item, "board"));
    long long score = (long long)json_integer_value(json_object_get(item, "score"));
    struct comb_words_board *board = NULL;
    struct comb_buf canon = {0};
    int code = text ? comb_words_parse_stored(&board, run->board->game, text, strlen(text), err)
                    : comb_fail(err, COMB_BAD_INPUT, "\"best\": expected objects with a string \"board\"");
    if (code == COMB_OK)
        code = comb_words_language(&board->language, run->params, err);
    if (code == COMB_OK)
        code = check_restored_board(run, board, text, score, err);
    if (code == COMB_OK)
        code = comb_words_canon(&canon, board, err);
    struct best_board restored = {
        .score = (uint64_t)score,
        .seconds = json_number_value(json_object_get(item, "seconds")),
        .board = code == COMB_OK ? strdup(text) : NULL,
        .canon = canon.data,
    };
    comb_words_free(board);
    if (code == COMB_OK && (!restored.board || !insert_board(run, restored)))
        return comb_fail_memory(err);
    if (code != COMB_OK)
        comb_buf_free(&canon);
    return code;
}

/* Checks the types of the members of a state. */
static int check_state(const json_t *root, struct comb_error *err)
{
    static const char *const numbers[] = {"attempt", "evaluations", "seconds"};
    if (!json_is_object(root) || !json_is_string(json_object_get(root, "search")))
        return comb_fail(err, COMB_BAD_INPUT, "not the state of a search: expected an object with \"search\"");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!(json_number_value(json_object_get(root, numbers[i])) >= 0) ||
            !json_is_number(json_object_get(root, numbers[i])))
            return comb_fail(err, COMB_BAD_INPUT, "\"%s\": expected a number of at least 0", numbers[i]);
    return json_is_array(json_object_get(root, "best"))
               ? COMB_OK
               : comb_fail(err, COMB_BAD_INPUT, "\"best\": expected an array of boards");
}

/* Restores the search from a state; rejects the state of a different search. */
static int apply_state(struct best_run *run, const json_t *root, struct comb_error *err)
{
    struct comb_buf search = {0};
    int code = check_state(root, err);
    describe_search(&search, run);
    if (code == COMB_OK && strcmp(json_string_value(json_object_get(root, "search")), comb_buf_text(&search)) != 0)
        code = comb_fail(err, COMB_BAD_INPUT, "belongs to a different search; name another file");
    comb_buf_free(&search);
    if (code != COMB_OK)
        return code;
    run->attempt = (uint64_t)json_integer_value(json_object_get(root, "attempt"));
    run->evaluations = (uint64_t)json_integer_value(json_object_get(root, "evaluations"));
    run->earlier = json_number_value(json_object_get(root, "seconds"));
    const json_t *best = json_object_get(root, "best");
    for (size_t i = 0; code == COMB_OK && i < json_array_size(best); i++)
        code = restore_board(run, json_array_get(best, i), err);
    return code;
}

/* Restores the state file; without one, the search starts from scratch. */
static int restore_state(struct best_run *run, struct comb_error *err)
{
    const char *path = comb_params_text(run->params, "state", NULL);
    struct comb_buf text = {0};
    struct comb_error inner = {0};
    json_t *root = NULL;
    if (!path || access(path, F_OK) != 0)
        return COMB_OK;
    int code = comb_file_read(&text, path, 64 << 20, err);
    if (code != COMB_OK) {
        comb_buf_free(&text);
        return code;
    }
    code = text.length == 0 ? comb_fail(&inner, COMB_BAD_INPUT, "the file is empty; delete it to start over")
           : comb_is_utf16(text.data, text.length)
               ? comb_fail(&inner, COMB_BAD_INPUT, "the file is UTF-16, not a state written by 'comb best'")
               : comb_json_parse(&root, comb_buf_text(&text), text.length, &inner);
    if (code == COMB_OK)
        code = apply_state(run, root, &inner);
    if (code == COMB_BAD_INPUT)
        comb_fail(err, code, "--state: '%.200s': %.300s", path, inner.message);
    else if (code != COMB_OK && err)
        *err = inner;
    json_decref(root);
    comb_buf_free(&text);
    return code;
}

/* Checks that the output files can be written, before a search that may take hours. */
static int open_files(const struct best_run *run, struct comb_error *err)
{
    const char *state = comb_params_text(run->params, "state", NULL);
    const char *reports = comb_params_text(run->params, "save", NULL);
    int code = state ? comb_file_can_write(state, err) : COMB_OK;
    return code == COMB_OK && reports ? comb_words_open_reports(reports, err) : code;
}

/* ---- the search ---- */

/* Reports the best board, unless another was reported just before; the live status shows it in any case. */
static void report_best(struct best_run *run, bool last)
{
    const struct best_board *best = run->best.count > 0 ? &run->best.items[0] : NULL;
    double now = comb_job_seconds(run->job), interval = comb_job_message_interval(run->job);
    bool soon = interval > 0 && run->reported > 0 && now - run->reported < interval;
    if (!best || best->score == run->reported_score || (soon && !last))
        return;
    run->reported = now;
    run->reported_score = best->score;
    comb_job_message(run->job, "%9.2f s  %6llu  %s", best->seconds, (unsigned long long)best->score, best->board);
}

/* Saves the state, then reports the best board, so that a reported board survives a crash. */
static void report_improvement(struct best_run *run)
{
    const struct best_board *best = &run->best.items[0];
    run->improved = comb_job_seconds(run->job);
    save_state(run, NULL);
    report_best(run, false);
    comb_job_note(run->job, "best %llu %s", (unsigned long long)best->score, best->board);
}

static bool on_improvement(void *payload, uint64_t score, const uint8_t *letters)
{
    struct best_run *run = payload;
    if (score < run->threshold)
        return true;
    struct comb_buf text = {0};
    struct comb_buf canon = {0};
    bool fine = write_board(&text, &canon, run, letters);
    pthread_mutex_lock(&run->lock);
    double seconds = run->earlier + comb_job_seconds(run->job);
    bool best = run->best.count == 0 || score > run->best.items[0].score;
    fine = fine && insert_board(run, (struct best_board){
                                         .score = score, .seconds = seconds, .board = text.data, .canon = canon.data});
    if (best && fine)
        report_improvement(run);
    run->stop = fine ? run->stop : COMB_NO_MEMORY;
    run->done |= !fine || (run->target > 0 && score >= run->target);
    bool more = !run->done;
    pthread_mutex_unlock(&run->lock);
    return more;
}

static bool on_tick(void *payload, uint64_t evaluations, double temperature)
{
    struct best_run *run = payload;
    (void)temperature;
    int code = comb_job_tick(run->job, evaluations);
    pthread_mutex_lock(&run->lock);
    double now = comb_job_seconds(run->job);
    run->evaluations += evaluations;
    if (code != COMB_OK && !run->done) {
        run->stop = code;
        run->done = true;
    }
    run->done |= run->patience > 0 && now - run->improved > run->patience;
    report_best(run, false);
    if (now - run->saved > SAVE_SECONDS)
        save_state(run, NULL);
    bool more = !run->done;
    pthread_mutex_unlock(&run->lock);
    return more;
}

/* Reports the best score of an attempt that has ended, for the plot of the search. */
static void report_attempt(struct best_run *run, uint64_t score)
{
    if (!comb_job_wants_state(run->job))
        return;
    struct comb_json build = {0};
    json_t *state = comb_json_object(&build);
    pthread_mutex_lock(&run->lock);
    comb_json_set(&build, state, "attempts", comb_json_int(&build, (long long)run->attempt));
    pthread_mutex_unlock(&run->lock);
    comb_json_set(&build, state, "score", comb_json_int(&build, (long long)score));
    comb_json_set(&build, state, "seconds", comb_json_real(&build, run->earlier + comb_job_seconds(run->job)));
    if (!build.failed)
        comb_job_report_state(run->job, state);
    json_decref(state);
}

static bool next_attempt(struct best_run *run, uint64_t *number)
{
    pthread_mutex_lock(&run->lock);
    bool more = !run->done;
    *number = run->attempt;
    run->attempt += more;
    pthread_mutex_unlock(&run->lock);
    return more;
}

static void run_worker(void *payload, size_t index, unsigned worker)
{
    struct best_run *run = payload;
    struct comb_word_searcher searcher = {
        .space = &run->space,
        .start_temperature = run->hot,
        .end_temperature = run->cold,
        .steps = (unsigned)comb_params_int(run->params, "steps", 0),
        .start = run->has_start ? run->start : NULL,
        .on_improvement = on_improvement,
        .threshold = &run->threshold,
        .tick = on_tick,
        .payload = run,
    };
    (void)worker;
    if (comb_word_search_new_indexed(&searcher.search, run->index, NULL) != COMB_OK ||
        comb_word_score_cache_new(&searcher.score_cache, &run->space, NULL) != COMB_OK) {
        comb_word_search_free(searcher.search);
        pthread_mutex_lock(&run->lock);
        run->stop = COMB_NO_MEMORY;
        run->done = true;
        pthread_mutex_unlock(&run->lock);
        return;
    }
    if (run->method == COMB_WORD_METHODS) {
        comb_word_exhaustive_search(&searcher, index, comb_job_threads(run->job));
    } else {
        for (uint64_t number; next_attempt(run, &number);) {
            comb_rng_seed(&searcher.rng, comb_job_seed(run->job) * 0x9e3779b97f4a7c15u + number);
            if (comb_word_attempt(&searcher, (enum comb_word_method)run->method))
                report_attempt(run, searcher.best);
        }
    }
    comb_word_score_cache_free(searcher.score_cache);
    comb_word_search_free(searcher.search);
}

/* ---- setting up ---- */

static int open_board(struct best_run *run, const struct comb_words_game *game, struct comb_error *err)
{
    const char *given = comb_params_text(run->params, "fix", comb_params_text(run->params, "start", NULL));
    if (!given)
        return comb_words_blank_board(&run->board, game, run->params, err);
    void *board;
    int code = comb_words_parse_board(&board, game, given, strlen(given), run->params, err);
    run->board = board;
    return code;
}

/* Chooses the cells that may change: those marked ? in --fix, else all with letters. */
static int choose_cells(struct best_run *run, struct comb_error *err)
{
    bool fixed = comb_params_text(run->params, "fix", NULL) != NULL;
    run->has_start = !fixed && comb_params_text(run->params, "start", NULL);
    if (run->board->lattice->count > COMB_WORD_MASK_CELLS)
        return comb_fail(err, COMB_BAD_INPUT, "board has %u cells; 'best' supports at most %d",
                         run->board->lattice->count, COMB_WORD_MASK_CELLS);
    for (unsigned i = 0; i < run->board->lattice->count; i++) {
        const struct comb_words_cell *cell = &run->board->cells[i];
        bool open = cell->kind == COMB_WORDS_ANY || (!fixed && cell->kind == COMB_WORDS_LETTERS && cell->letters == 1);
        run->space.free |= (uint64_t)open << i;
        run->start[i] = run->space.board.tiles[i].letters[0];
        if (open && run->has_start && cell->kind == COMB_WORDS_ANY)
            return comb_fail(err, COMB_BAD_INPUT, "--start: cell %u is ?; use a letter, or --fix", i);
    }
    return run->space.free ? COMB_OK : comb_fail(err, COMB_BAD_INPUT, "--fix: no cell is marked ?, nothing to search");
}

/* Scales the temperatures, tuned for Hexhunt, where a word of five letters scores five points, to the game's points. */
static void choose_temperatures(struct best_run *run)
{
    const struct comb_word_rules *rules = &run->space.rules;
    double scale = rules->kind == COMB_WORD_BY_LENGTH ? rules->points[5] / 5.0 : 2.5;
    scale = scale > 0.05 ? scale : 1;
    run->hot = (double)comb_params_int(run->params, "hot", 0);
    run->cold = (double)comb_params_int(run->params, "cold", 0);
    run->hot = run->hot > 0 ? run->hot : 90 * scale;
    run->cold = run->cold > 0 ? run->cold : 25 * scale;
}

static void choose_method(struct best_run *run)
{
    static const char *const names[COMB_WORD_METHODS] = {"anneal", "climb", "tabu", "genetic", "heat"};
    const char *name = comb_params_text(run->params, "method", "auto");
    bool few = comb_params_text(run->params, "fix", NULL) && comb_word_fillings(&run->space) <= MAX_COMPLETE;
    run->method =
        strcmp(name, "complete") == 0 || (strcmp(name, "auto") == 0 && few) ? COMB_WORD_METHODS : COMB_WORD_ANNEAL;
    for (int i = 0; i < COMB_WORD_METHODS; i++)
        if (strcmp(name, names[i]) == 0)
            run->method = i;
}

static int set_up_search(struct best_run *run, const struct comb_words_game *game, struct comb_error *err)
{
    const struct comb_params *params = run->params;
    int code = comb_words_dict(&run->dict, run->job, params, err);
    if (code == COMB_OK)
        code = comb_word_index_new(&run->index, run->dict, err);
    if (code == COMB_OK)
        code = open_board(run, game, err);
    if (code == COMB_OK)
        code = comb_words_tiles(&run->space.board, run->board, run->dict, err);
    if (code == COMB_OK)
        code = choose_cells(run, err);
    if (code == COMB_OK)
        code = comb_words_choose_letters(&run->space, game, run->dict, params, err);
    if (code == COMB_OK)
        code = comb_symmetries_new(&run->symmetries, run->board->lattice, err);
    if (code != COMB_OK)
        return code;
    run->space.symmetry_count = run->symmetries->count;
    run->space.images = run->symmetries->images;
    comb_words_rules(&run->space.rules, run->board, run->dict, params);
    choose_temperatures(run);
    choose_method(run);
    run->keep = (size_t)comb_params_int(params, "keep", 1);
    run->target = (uint64_t)comb_params_int(params, "target", 0);
    bool bounded =
        run->target > 0 || comb_params_seconds(params, "time-limit", 0) > 0 || run->method == COMB_WORD_METHODS;
    run->patience = bounded ? 0 : comb_params_seconds(params, "patience", 60);
    if (run->method == COMB_WORD_METHODS && comb_word_fillings(&run->space) < 1e18)
        comb_job_expect(run->job, (uint64_t)comb_word_fillings(&run->space));
    code = restore_state(run, err);
    return code == COMB_OK ? open_files(run, err) : code;
}

static int write_result(json_t **out, const struct best_run *run, struct comb_error *err)
{
    static const char *const names[] = {"anneal", "climb", "tabu", "genetic", "heat", "complete"};
    struct comb_json build = {0};
    json_t *root = comb_json_object(&build);
    json_t *boards = comb_json_array(&build);
    const struct best_board *best = run->best.count ? &run->best.items[0] : NULL;
    comb_json_set(&build, root, "score", comb_json_int(&build, best ? (long long)best->score : 0));
    comb_json_set(&build, root, "board", comb_json_string(&build, best ? best->board : ""));
    comb_json_set(&build, root, "evaluations", comb_json_int(&build, (long long)run->evaluations));
    comb_json_set(&build, root, "seconds", comb_json_real(&build, run->earlier + comb_job_seconds(run->job)));
    comb_json_set(&build, root, "found_after", comb_json_real(&build, best ? best->seconds : 0));
    comb_json_set(&build, root, "method", comb_json_string(&build, names[run->method]));
    comb_json_set(&build, root, "complete",
                  comb_json_bool(&build, run->method == COMB_WORD_METHODS && run->stop == COMB_OK));
    write_boards(&build, boards, run);
    comb_json_set(&build, root, "boards", boards);
    return comb_json_finish(out, &build, root, err);
}

/* Writes the reports in a separate job: the search may have used up the limits of the first. */
static int save_reports(const struct best_run *run, struct comb_error *err)
{
    const char *folder = comb_params_text(run->params, "save", NULL);
    struct comb_job *job = NULL;
    int code = COMB_OK;
    if (folder)
        code = comb_job_new(
            &job, &(struct comb_job_setup){.context = comb_job_context(run->job), .inherit_from = run->job}, err);
    for (size_t i = 0; folder && code == COMB_OK && i < run->best.count; i++)
        code = comb_words_save_report(folder, run->board->game, run->best.items[i].board, job, run->params, err);
    comb_job_free(job);
    return code;
}

static int run_workers(json_t **out, struct best_run *run, struct comb_error *err)
{
    pthread_mutex_init(&run->lock, NULL);
    unsigned threads = comb_job_threads(run->job);
    comb_parallel(threads, threads, run_worker, run);
    pthread_mutex_destroy(&run->lock);
    report_best(run, true);
    if (run->stop == COMB_NO_MEMORY)
        return comb_fail_memory(err);
    int code = write_result(out, run, err);
    if (code == COMB_OK)
        code = save_state(run, err);
    if (code == COMB_OK)
        code = save_reports(run, err);
    if (code == COMB_OK && run->stop != COMB_OK)
        code = comb_job_fail(run->job, run->stop, err);
    return code;
}

int comb_words_best(json_t **out, const struct comb_game *game, struct comb_job *job, const struct comb_params *params,
                    struct comb_error *err)
{
    struct best_run run = {.job = job, .params = params};
    *out = NULL;
    int code = set_up_search(&run, game->family, err);
    if (code == COMB_OK)
        code = run_workers(out, &run, err);
    for (size_t i = 0; i < run.best.count; i++)
        free_best_board(&run.best.items[i]);
    comb_vec_free(&run.best);
    comb_symmetries_free(run.symmetries);
    comb_words_free(run.board);
    comb_word_index_free(run.index);
    return code;
}
