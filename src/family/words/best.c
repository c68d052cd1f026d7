/* The best board: attempts of the engine's methods on all cores, the best boards kept, the state saved.
 *
 *     attempt 0  attempt 1  attempt 2 ...      each starts its chance from (seed, number), so that a run is the same
 * however many |          |          |               threads share the attempts
 *        +----------+----------+----> keeper: the N best boards, one of all symmetric copies
 *                                        -> said as they come, saved every few seconds
 */
#define _POSIX_C_SOURCE 200809L
#include "family/words/best.h"

#include "base/file.h"
#include "base/text.h"
#include "base/threads.h"
#include "base/vec.h"
#include "engine/word_best.h"
#include "engine/word_table.h"
#include "family/words/best_files.h"
#include "grid/symmetry.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double SAVE_SECONDS = 5;
static const double MOST_COMPLETE = 1e9; /* boards that `auto` searches completely */

struct kept {
    uint64_t score;
    double seconds; /* when it was found */
    char *board;
    char *canon;
};

struct hunt {
    struct comb_job *job;
    const struct comb_params *params;
    const struct comb_dict *dict;
    struct comb_word_index *index;
    struct comb_words_board *board; /* shape, bonuses, fixed cells */
    struct comb_word_space space;
    struct comb_symmetries *symmetries;
    int method; /* enum comb_word_method, or COMB_WORD_METHODS for complete */
    bool has_start;
    uint8_t start[COMB_WORDS_MOST_CELLS];
    double hot;
    double cold;
    double patience; /* seconds; 0 = without end */
    uint64_t target;
    size_t keep;
    uint64_t attempt; /* the next one */
    uint64_t evaluations;
    double earlier;  /* seconds of the runs before this one */
    double improved; /* seconds of the last improvement */
    double saved;
    struct COMB_VEC(struct kept) best; /* the best first */
    _Atomic uint64_t threshold;        /* a board below it is not kept */
    int stop;                          /* why the search ends; COMB_OK while it goes on or when it is complete */
    bool done;
    pthread_mutex_t lock;
};

/* ---- boards ---- */

/* The text and the canonical text of the board with these letters. */
static bool write_board(struct comb_buf *text, struct comb_buf *canon, const struct hunt *hunt, const uint8_t *letters)
{
    struct comb_words_cell cells[COMB_WORDS_MOST_CELLS];
    struct comb_words_board filled = *hunt->board;
    for (unsigned i = 0; i < filled.lattice->count; i++) {
        cells[i] = hunt->board->cells[i];
        const struct comb_word_tile *tile = &hunt->space.tiles[letters[i]];
        if (!(hunt->space.free >> i & 1))
            continue;
        cells[i].kind = COMB_WORDS_LETTERS;
        cells[i].letters = tile->count;
        for (unsigned k = 0; k < tile->count; k++) {
            const char *letter = comb_dict_letter_text(hunt->dict, tile->letters[k]);
            comb_utf8_decode(&cells[i].letter[k], letter, strlen(letter));
        }
    }
    filled.cells = cells;
    comb_words_print(text, &filled);
    return comb_words_canon(canon, &filled, NULL) == COMB_OK && !text->failed && !canon->failed;
}

static void release_kept(struct kept *kept)
{
    free(kept->board);
    free(kept->canon);
}

/* Puts a board in its place; one that is there already, turned or not, is left out. Takes the texts over. */
static bool insert(struct hunt *hunt, struct kept fresh)
{
    size_t at = 0;
    for (size_t i = 0; i < hunt->best.count; i++) {
        if (strcmp(hunt->best.items[i].canon, fresh.canon) == 0) {
            release_kept(&fresh);
            return true;
        }
        at += hunt->best.items[i].score >= fresh.score;
    }
    if (!comb_vec_grow(&hunt->best)) {
        release_kept(&fresh);
        return false;
    }
    memmove(&hunt->best.items[at + 1], &hunt->best.items[at], (hunt->best.count - at) * sizeof fresh);
    hunt->best.items[at] = fresh;
    hunt->best.count++;
    if (hunt->best.count > hunt->keep)
        release_kept(&hunt->best.items[--hunt->best.count]);
    if (hunt->best.count == hunt->keep)
        hunt->threshold = hunt->best.items[hunt->keep - 1].score + 1;
    return true;
}

/* ---- state ---- */

static void write_kept(struct comb_json *build, json_t *list, const struct hunt *hunt)
{
    for (size_t i = 0; i < hunt->best.count; i++) {
        const struct kept *kept = &hunt->best.items[i];
        json_t *object = comb_json_object(build);
        comb_json_set(build, object, "score", comb_json_int(build, (long long)kept->score));
        comb_json_set(build, object, "board", comb_json_string(build, kept->board));
        comb_json_set(build, object, "seconds", comb_json_real(build, kept->seconds));
        comb_json_push(build, list, object);
    }
}

/* What a state must agree on to be gone on from. */
static void describe(struct comb_buf *out, const struct hunt *hunt)
{
    comb_words_print(out, hunt->board);
    comb_buf_printf(out, " free %llx letters %x list %llx method %d seed %llu", (unsigned long long)hunt->space.free,
                    hunt->space.letters, (unsigned long long)comb_dict_hash(hunt->dict), hunt->method,
                    (unsigned long long)comb_job_seed(hunt->job));
}

/* Called with the lock held, or when no worker runs. */
static int save_state(struct hunt *hunt, struct comb_error *err)
{
    const char *path = comb_params_text(hunt->params, "state", NULL);
    if (!path)
        return COMB_OK;
    struct comb_json build = {0};
    struct comb_buf text = {0};
    describe(&text, hunt);
    json_t *root = comb_json_object(&build);
    json_t *best = comb_json_array(&build);
    comb_json_set(&build, root, "schema", comb_json_int(&build, 1));
    comb_json_set(&build, root, "search", comb_json_string(&build, comb_buf_text(&text)));
    comb_json_set(&build, root, "attempt", comb_json_int(&build, (long long)hunt->attempt));
    comb_json_set(&build, root, "evaluations", comb_json_int(&build, (long long)hunt->evaluations));
    comb_json_set(&build, root, "seconds", comb_json_real(&build, hunt->earlier + comb_job_seconds(hunt->job)));
    write_kept(&build, best, hunt);
    comb_json_set(&build, root, "best", best);
    comb_buf_clear(&text);
    int code = comb_json_finish(&root, &build, root, err);
    if (code == COMB_OK) {
        comb_json_print(&text, root);
        code = text.failed ? comb_fail_memory(err) : comb_file_write(path, text.data, text.length, err);
    }
    json_decref(root);
    comb_buf_free(&text);
    hunt->saved = comb_job_seconds(hunt->job);
    return code;
}

/* Whether a search of this space could have found the tiles: its shape and bonuses, its fixed cells, its letters. */
static bool fits_space(const struct comb_word_space *space, const struct comb_word_board *tiles)
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

/* The file may have been edited: its boards must be boards of this search, with the scores that they have. */
static int check_restored(const struct hunt *hunt, const struct comb_words_board *board, const char *text,
                          long long score, struct comb_error *err)
{
    struct comb_word_board tiles = {0};
    struct comb_word_search *search = NULL;
    int code = comb_words_tiles(&tiles, board, hunt->dict, err);
    if (code == COMB_OK && !fits_space(&hunt->space, &tiles))
        code = comb_fail(err, COMB_BAD_INPUT, "'%.100s' is not a board of this search", text);
    if (code == COMB_OK)
        code = comb_word_search_new_indexed(&search, hunt->index, err);
    if (code == COMB_OK) {
        uint64_t real = comb_word_score(search, &tiles, &hunt->space.rules).score;
        if (score < 0 || real != (uint64_t)score)
            code = comb_fail(err, COMB_BAD_INPUT, "the board '%.100s' has a score of %llu, not %lld", text,
                             (unsigned long long)real, score);
    }
    comb_word_search_free(search);
    return code;
}

static int restore_board(struct hunt *hunt, const json_t *item, struct comb_error *err)
{
    const char *text = json_string_value(json_object_get(item, "board"));
    long long score = (long long)json_integer_value(json_object_get(item, "score"));
    struct comb_words_board *board = NULL;
    struct comb_buf canon = {0};
    int code = text ? comb_words_parse_stored(&board, hunt->board->game, text, strlen(text), err)
                    : comb_fail(err, COMB_BAD_INPUT, "\"best\": expected objects with \"board\", a text");
    if (code == COMB_OK)
        code = comb_words_language(&board->language, hunt->params, err);
    if (code == COMB_OK)
        code = check_restored(hunt, board, text, score, err);
    if (code == COMB_OK)
        code = comb_words_canon(&canon, board, err);
    struct kept kept = {
        .score = (uint64_t)score,
        .seconds = json_number_value(json_object_get(item, "seconds")),
        .board = code == COMB_OK ? strdup(text) : NULL,
        .canon = canon.data,
    };
    comb_words_free(board);
    if (code == COMB_OK && (!kept.board || !insert(hunt, kept)))
        return comb_fail_memory(err);
    if (code != COMB_OK)
        comb_buf_free(&canon);
    return code;
}

/* The figures of a state, each of its kind. */
static int check_state(const json_t *root, struct comb_error *err)
{
    static const char *const numbers[] = {"attempt", "evaluations", "seconds"};
    if (!json_is_object(root) || !json_is_string(json_object_get(root, "search")))
        return comb_fail(err, COMB_BAD_INPUT, "not the state of a search: expected an object with \"search\"");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!(json_number_value(json_object_get(root, numbers[i])) >= 0) ||
            !json_is_number(json_object_get(root, numbers[i])))
            return comb_fail(err, COMB_BAD_INPUT, "\"%s\": expected a number from 0 on", numbers[i]);
    return json_is_array(json_object_get(root, "best"))
               ? COMB_OK
               : comb_fail(err, COMB_BAD_INPUT, "\"best\": expected an array of boards");
}

/* A state of another search is refused rather than mixed in. */
static int take_state(struct hunt *hunt, const json_t *root, struct comb_error *err)
{
    struct comb_buf search = {0};
    int code = check_state(root, err);
    describe(&search, hunt);
    if (code == COMB_OK && strcmp(json_string_value(json_object_get(root, "search")), comb_buf_text(&search)) != 0)
        code = comb_fail(err, COMB_BAD_INPUT, "belongs to a different search; name another file");
    comb_buf_free(&search);
    if (code != COMB_OK)
        return code;
    hunt->attempt = (uint64_t)json_integer_value(json_object_get(root, "attempt"));
    hunt->evaluations = (uint64_t)json_integer_value(json_object_get(root, "evaluations"));
    hunt->earlier = json_number_value(json_object_get(root, "seconds"));
    const json_t *best = json_object_get(root, "best");
    for (size_t i = 0; code == COMB_OK && i < json_array_size(best); i++)
        code = restore_board(hunt, json_array_get(best, i), err);
    return code;
}

/* No file is a new search. */
static int restore_state(struct hunt *hunt, struct comb_error *err)
{
    const char *path = comb_params_text(hunt->params, "state", NULL);
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
    code = text.length == 0 ? comb_fail(&inner, COMB_BAD_INPUT, "the file is empty: delete it to begin anew")
           : comb_is_utf16(text.data, text.length)
               ? comb_fail(&inner, COMB_BAD_INPUT, "the file is UTF-16, not a state that 'comb best' wrote")
               : comb_json_parse(&root, comb_buf_text(&text), text.length, &inner);
    if (code == COMB_OK)
        code = take_state(hunt, root, &inner);
    if (code == COMB_BAD_INPUT)
        comb_fail(err, code, "--state: '%.200s': %.300s", path, inner.message);
    else if (code != COMB_OK && err)
        *err = inner;
    json_decref(root);
    comb_buf_free(&text);
    return code;
}

/* A search of hours shall not end with the news that there is no place for what it found. */
static int open_files(const struct hunt *hunt, struct comb_error *err)
{
    const char *state = comb_params_text(hunt->params, "state", NULL);
    const char *reports = comb_params_text(hunt->params, "save", NULL);
    int code = state ? comb_file_can_write(state, err) : COMB_OK;
    return code == COMB_OK && reports ? comb_words_open_reports(reports, err) : code;
}

/* ---- the search ---- */

/* The best board is in the state before anybody is told of it: what was told survives a crash. */
static void announce(struct hunt *hunt, double seconds)
{
    const struct kept *best = &hunt->best.items[0];
    hunt->improved = comb_job_seconds(hunt->job);
    save_state(hunt, NULL);
    comb_job_say(hunt->job, "%9.2f s  %6llu  %s", seconds, (unsigned long long)best->score, best->board);
    comb_job_note(hunt->job, "best %llu", (unsigned long long)best->score);
}

static bool found(void *payload, uint64_t score, const uint8_t *letters)
{
    struct hunt *hunt = payload;
    if (score < hunt->threshold)
        return true;
    struct comb_buf text = {0};
    struct comb_buf canon = {0};
    bool fine = write_board(&text, &canon, hunt, letters);
    pthread_mutex_lock(&hunt->lock);
    double seconds = hunt->earlier + comb_job_seconds(hunt->job);
    bool best = hunt->best.count == 0 || score > hunt->best.items[0].score;
    fine = fine &&
           insert(hunt, (struct kept){.score = score, .seconds = seconds, .board = text.data, .canon = canon.data});
    if (best && fine)
        announce(hunt, seconds);
    hunt->stop = fine ? hunt->stop : COMB_NO_MEMORY;
    hunt->done |= !fine || (hunt->target > 0 && score >= hunt->target);
    bool more = !hunt->done;
    pthread_mutex_unlock(&hunt->lock);
    return more;
}

static bool tick(void *payload, uint64_t evaluations, double temperature)
{
    struct hunt *hunt = payload;
    (void)temperature;
    int code = comb_job_tick(hunt->job, evaluations);
    pthread_mutex_lock(&hunt->lock);
    double now = comb_job_seconds(hunt->job);
    hunt->evaluations += evaluations;
    if (code != COMB_OK && !hunt->done) {
        hunt->stop = code;
        hunt->done = true;
    }
    hunt->done |= hunt->patience > 0 && now - hunt->improved > hunt->patience;
    if (now - hunt->saved > SAVE_SECONDS)
        save_state(hunt, NULL);
    bool more = !hunt->done;
    pthread_mutex_unlock(&hunt->lock);
    return more;
}

static bool next_attempt(struct hunt *hunt, uint64_t *number)
{
    pthread_mutex_lock(&hunt->lock);
    bool more = !hunt->done;
    *number = hunt->attempt;
    hunt->attempt += more;
    pthread_mutex_unlock(&hunt->lock);
    return more;
}

static void work(void *payload, size_t index, unsigned worker)
{
    struct hunt *hunt = payload;
    struct comb_word_searcher searcher = {
        .space = &hunt->space,
        .hot = hunt->hot,
        .cold = hunt->cold,
        .steps = (unsigned)comb_params_int(hunt->params, "steps", 0),
        .start = hunt->has_start ? hunt->start : NULL,
        .found = found,
        .tick = tick,
        .payload = hunt,
    };
    (void)worker;
    if (comb_word_search_new_indexed(&searcher.search, hunt->index, NULL) != COMB_OK ||
        comb_word_table_new(&searcher.table, &hunt->space, NULL) != COMB_OK) {
        comb_word_search_free(searcher.search);
        pthread_mutex_lock(&hunt->lock);
        hunt->stop = COMB_NO_MEMORY;
        hunt->done = true;
        pthread_mutex_unlock(&hunt->lock);
        return;
    }
    if (hunt->method == COMB_WORD_METHODS) {
        comb_word_complete(&searcher, index, comb_job_threads(hunt->job));
    } else {
        for (uint64_t number; next_attempt(hunt, &number);) {
            comb_rng_seed(&searcher.rng, comb_job_seed(hunt->job) * 0x9e3779b97f4a7c15u + number);
            comb_word_attempt(&searcher, (enum comb_word_method)hunt->method);
        }
    }
    comb_word_table_free(searcher.table);
    comb_word_search_free(searcher.search);
}

/* ---- setting up ---- */

static int open_board(struct hunt *hunt, const struct comb_words_game *game, struct comb_error *err)
{
    const char *given = comb_params_text(hunt->params, "fix", comb_params_text(hunt->params, "start", NULL));
    struct comb_buf text = {0};
    void *board = NULL;
    if (given) {
        comb_buf_str(&text, given);
    } else {
        const unsigned char *rows = comb_words_shape(game, hunt->params);
        for (size_t row = 0; rows[row]; row++) {
            comb_buf_str(&text, row ? "/" : "");
            comb_buf_repeat(&text, "?", rows[row]);
        }
    }
    int code = text.failed ? comb_fail_memory(err)
                           : comb_words_parse_board(&board, game, hunt->job, comb_buf_text(&text), text.length,
                                                    hunt->params, err);
    comb_buf_free(&text);
    hunt->board = board;
    return code;
}

/* Which cells may change: the ? of --fix, else all that hold letters. */
static int choose_cells(struct hunt *hunt, struct comb_error *err)
{
    bool fixed = comb_params_text(hunt->params, "fix", NULL) != NULL;
    hunt->has_start = !fixed && comb_params_text(hunt->params, "start", NULL);
    for (unsigned i = 0; i < hunt->board->lattice->count; i++) {
        const struct comb_words_cell *cell = &hunt->board->cells[i];
        bool open = cell->kind == COMB_WORDS_ANY || (!fixed && cell->kind == COMB_WORDS_LETTERS && cell->letters == 1);
        hunt->space.free |= (uint64_t)open << i;
        hunt->start[i] = hunt->space.board.tiles[i].letters[0];
        if (open && hunt->has_start && cell->kind == COMB_WORDS_ANY)
            return comb_fail(err, COMB_BAD_INPUT, "--start: cell %u is ?; give a letter, or use --fix", i);
    }
    return hunt->space.free ? COMB_OK
                            : comb_fail(err, COMB_BAD_INPUT, "--fix: no cell is ?, so there is nothing to search for");
}

/* What a letter puts on a cell: itself, or in Boggle the tile Qu. */
static void choose_tiles(struct hunt *hunt)
{
    unsigned count = comb_dict_letter_count(hunt->dict);
    for (unsigned i = 0; i < count; i++)
        hunt->space.tiles[i] = (struct comb_word_tile){.count = 1, .letters = {(uint8_t)i}};
    int q = comb_dict_letter_index(hunt->dict, 'Q');
    int u = comb_dict_letter_index(hunt->dict, 'U');
    if (hunt->board->game->notation.q_means_qu && q >= 0 && u >= 0)
        hunt->space.tiles[q] = (struct comb_word_tile){.count = 2, .letters = {(uint8_t)q, (uint8_t)u}};
}

/* Letters are tried as often as words have them; a tenth is spread evenly, so that rare ones get their chance. */
static void choose_weights(struct hunt *hunt)
{
    uint64_t counts[COMB_DICT_MAX_LETTERS];
    uint64_t total = 0;
    unsigned count = comb_dict_letter_count(hunt->dict);
    comb_words_letter_counts(counts, hunt->dict);
    for (unsigned i = 0; i < count; i++)
        total += counts[i];
    for (unsigned i = 0; i < count; i++)
        hunt->space.weight[i] = (uint32_t)(counts[i] * 9000 / total + 1000 / count + 1);
}

static int choose_letters(struct hunt *hunt, struct comb_error *err)
{
    const char *given = comb_params_text(hunt->params, "letters", NULL);
    unsigned count = comb_dict_letter_count(hunt->dict);
    uint8_t letters[COMB_DICT_MAX_WORD];
    int listed = given ? comb_dict_parse(letters, COMB_DICT_MAX_WORD, hunt->dict, given, strlen(given)) : 0;
    if (given && listed <= 0)
        return comb_fail(err, COMB_BAD_INPUT, "--letters: '%.60s' is not a row of letters of the word list", given);
    hunt->space.letters = given ? 0 : (uint32_t)(((uint64_t)1 << count) - 1);
    for (int i = 0; i < listed; i++)
        hunt->space.letters |= (uint32_t)1 << letters[i];
    choose_tiles(hunt);
    choose_weights(hunt);
    return COMB_OK;
}

/* Temperatures that suit Hexhunt, where a word of five letters is worth five points, scaled to the game's points. */
static void choose_temperatures(struct hunt *hunt)
{
    const struct comb_word_rules *rules = &hunt->space.rules;
    double scale = rules->kind == COMB_WORD_BY_LENGTH ? rules->points[5] / 5.0 : 2.5;
    scale = scale > 0.05 ? scale : 1;
    hunt->hot = (double)comb_params_int(hunt->params, "hot", 0);
    hunt->cold = (double)comb_params_int(hunt->params, "cold", 0);
    hunt->hot = hunt->hot > 0 ? hunt->hot : 90 * scale;
    hunt->cold = hunt->cold > 0 ? hunt->cold : 25 * scale;
}

static void choose_method(struct hunt *hunt)
{
    static const char *const names[COMB_WORD_METHODS] = {"anneal", "climb", "tabu", "genetic", "heat"};
    const char *name = comb_params_text(hunt->params, "method", "auto");
    bool few = comb_params_text(hunt->params, "fix", NULL) && comb_word_fillings(&hunt->space) <= MOST_COMPLETE;
    hunt->method =
        strcmp(name, "complete") == 0 || (strcmp(name, "auto") == 0 && few) ? COMB_WORD_METHODS : COMB_WORD_ANNEAL;
    for (int i = 0; i < COMB_WORD_METHODS; i++)
        if (strcmp(name, names[i]) == 0)
            hunt->method = i;
}

static int set_up(struct hunt *hunt, const struct comb_words_game *game, struct comb_error *err)
{
    const struct comb_params *params = hunt->params;
    int code = comb_words_dict(&hunt->dict, hunt->job, params, err);
    if (code == COMB_OK)
        code = comb_word_index_new(&hunt->index, hunt->dict, err);
    if (code == COMB_OK)
        code = open_board(hunt, game, err);
    if (code == COMB_OK)
        code = comb_words_tiles(&hunt->space.board, hunt->board, hunt->dict, err);
    if (code == COMB_OK)
        code = choose_cells(hunt, err);
    if (code == COMB_OK)
        code = choose_letters(hunt, err);
    if (code == COMB_OK)
        code = comb_symmetries_new(&hunt->symmetries, hunt->board->lattice, err);
    if (code != COMB_OK)
        return code;
    hunt->space.turns = hunt->symmetries->count;
    hunt->space.images = hunt->symmetries->images;
    comb_words_rules(&hunt->space.rules, hunt->board, hunt->dict, params);
    choose_temperatures(hunt);
    choose_method(hunt);
    hunt->keep = (size_t)comb_params_int(params, "keep", 1);
    hunt->target = (uint64_t)comb_params_int(params, "target", 0);
    bool bounded =
        hunt->target > 0 || comb_params_seconds(params, "time-limit", 0) > 0 || hunt->method == COMB_WORD_METHODS;
    hunt->patience = bounded ? 0 : comb_params_seconds(params, "patience", 60);
    if (hunt->method == COMB_WORD_METHODS && comb_word_fillings(&hunt->space) < 1e18)
        comb_job_expect(hunt->job, (uint64_t)comb_word_fillings(&hunt->space));
    code = restore_state(hunt, err);
    return code == COMB_OK ? open_files(hunt, err) : code;
}

static int write_found(json_t **out, const struct hunt *hunt, struct comb_error *err)
{
    static const char *const names[] = {"anneal", "climb", "tabu", "genetic", "heat", "complete"};
    struct comb_json build = {0};
    json_t *root = comb_json_object(&build);
    json_t *boards = comb_json_array(&build);
    const struct kept *best = hunt->best.count ? &hunt->best.items[0] : NULL;
    comb_json_set(&build, root, "score", comb_json_int(&build, best ? (long long)best->score : 0));
    comb_json_set(&build, root, "board", comb_json_string(&build, best ? best->board : ""));
    comb_json_set(&build, root, "evaluations", comb_json_int(&build, (long long)hunt->evaluations));
    comb_json_set(&build, root, "seconds", comb_json_real(&build, hunt->earlier + comb_job_seconds(hunt->job)));
    comb_json_set(&build, root, "found_after", comb_json_real(&build, best ? best->seconds : 0));
    comb_json_set(&build, root, "method", comb_json_string(&build, names[hunt->method]));
    comb_json_set(&build, root, "complete",
                  comb_json_bool(&build, hunt->method == COMB_WORD_METHODS && hunt->stop == COMB_OK));
    write_kept(&build, boards, hunt);
    comb_json_set(&build, root, "boards", boards);
    return comb_json_finish(out, &build, root, err);
}

/* With a job of its own: the search may have used up the limits of the first. */
static int save_reports(const struct hunt *hunt, struct comb_error *err)
{
    const char *folder = comb_params_text(hunt->params, "save", NULL);
    struct comb_job *job = NULL;
    int code = COMB_OK;
    if (folder)
        code = comb_job_new(&job, &(struct comb_job_setup){.context = comb_job_context(hunt->job), .like = hunt->job},
                            err);
    for (size_t i = 0; folder && code == COMB_OK && i < hunt->best.count; i++)
        code = comb_words_save_report(folder, hunt->board->game, hunt->best.items[i].board, job, hunt->params, err);
    comb_job_free(job);
    return code;
}

static int search(json_t **out, struct hunt *hunt, struct comb_error *err)
{
    pthread_mutex_init(&hunt->lock, NULL);
    unsigned threads = comb_job_threads(hunt->job);
    comb_parallel(threads, threads, work, hunt);
    pthread_mutex_destroy(&hunt->lock);
    if (hunt->stop == COMB_NO_MEMORY)
        return comb_fail_memory(err);
    int code = write_found(out, hunt, err);
    if (code == COMB_OK)
        code = save_state(hunt, err);
    if (code == COMB_OK)
        code = save_reports(hunt, err);
    if (code == COMB_OK && hunt->stop != COMB_OK)
        code = comb_job_fail(hunt->job, hunt->stop, err);
    return code;
}

int comb_words_best(json_t **out, const struct comb_words_game *game, struct comb_job *job,
                    const struct comb_params *params, struct comb_error *err)
{
    struct hunt hunt = {.job = job, .params = params};
    *out = NULL;
    int code = set_up(&hunt, game, err);
    if (code == COMB_OK)
        code = search(out, &hunt, err);
    for (size_t i = 0; i < hunt.best.count; i++)
        release_kept(&hunt.best.items[i]);
    comb_vec_free(&hunt.best);
    comb_symmetries_free(hunt.symmetries);
    comb_words_free(hunt.board);
    comb_word_index_free(hunt.index);
    return code;
}
